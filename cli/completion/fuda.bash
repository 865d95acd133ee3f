# Completion of fuda for bash. The words come from the program (`fuda words [COMMAND]`), so that
# they stay in step with it; only the values of --lang and --color are written here.

_fuda() {
    local fuda=${COMP_WORDS[0]} current=${COMP_WORDS[COMP_CWORD]} command='' game='' word i
    local previous=${COMP_WORDS[COMP_CWORD - 1]} words
    # --lang=ja arrives as three words, since = parts words
    if [[ $current == = ]]; then
        current=''
    elif [[ $previous == = ]]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    case $previous in
    --lang) mapfile -t COMPREPLY < <(compgen -W 'ja en' -- "$current"); return ;;
    --color) mapfile -t COMPREPLY < <(compgen -W 'always auto never' -- "$current"); return ;;
    esac
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        case $word in
        --lang) i=$((i + 1)); [[ ${COMP_WORDS[i]} == = ]] && i=$((i + 1)) ;;
        -* | =) ;;
        *) if [[ -z $command ]]; then command=$word; elif [[ -z $game ]]; then game=$word; fi ;;
        esac
    done
    words=$("$fuda" words ${command:+"$command"} 2>/dev/null)
    if [[ $command == rules && -n $game ]]; then
        # fuda rules GAME RULE: what follows the game's name and a slash
        words=$(sed -n -e '/^-/p' -e "s|^$game/||p" <<<"$words")
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    if [[ ($command == judge || $command == score) && $current != -* ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
    fi
}

complete -F _fuda fuda
