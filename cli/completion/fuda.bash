# Completion of fuda for bash. The words come from the program (`fuda words [COMMAND [WORD]]`), so
# that they stay in step with it; only the values of --lang and --color are written here.

# What the words so far are: command, first (the word behind it), count (words behind the command).
_fuda_words() {
    local i word
    command='' first='' count=0
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        case $word in
        --lang | --db | --campaign | -c | --output | -o | --sheet | --paper | --from | --cards | --copies | --pack | \
            --deck | --camera | --table | --dpi | --format | --game | --expect | --user)
            i=$((i + 1))
            [[ ${COMP_WORDS[i]} == = ]] && i=$((i + 1))
            ;;
        -* | =) ;;
        *)
            if [[ -z $command ]]; then
                command=$word
            else
                [[ -z $first ]] && first=$word
                count=$((count + 1))
            fi
            ;;
        esac
    done
}

_fuda_files() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
}

_fuda() {
    local fuda=${COMP_WORDS[0]} current=${COMP_WORDS[COMP_CWORD]} command first count words key=''
    local previous=${COMP_WORDS[COMP_CWORD - 1]}
    # --lang=ja and haratama/tie=all arrive as three words, since = parts words
    if [[ $current == = ]]; then
        current='' key=$previous
    elif [[ $previous == = ]]; then
        key=${COMP_WORDS[COMP_CWORD - 2]} previous=$key
    fi
    case $previous in
    --lang) mapfile -t COMPREPLY < <(compgen -W 'ja en' -- "$current"); return ;;
    --color)
        mapfile -t COMPREPLY < <(compgen -W 'always auto never' -- "$current")
        return
        ;;
    --db | -o | --output | --pack) _fuda_files; return ;;
    --sheet)
        words=$("$fuda" labels --sheet list --json 2>/dev/null | sed -n 's/.*"sheet":"\([^"]*\)".*/\1/p')
        mapfile -t COMPREPLY < <(compgen -W "$words list" -- "$current")
        return
        ;;
    --paper) mapfile -t COMPREPLY < <(compgen -W 'A4 Letter' -- "$current"); return ;;
    --format) mapfile -t COMPREPLY < <(compgen -W 'pdf svg png' -- "$current"); return ;;
    --camera) mapfile -t COMPREPLY < <(compgen -G "/dev/video*" -- "$current"); return ;;
    --game) mapfile -t COMPREPLY < <(compgen -W "$("$fuda" words rules | grep -v -e / -e ^-)" -- "$current"); return ;;
    --from | --cards | --copies | --deck | --table | --dpi) COMPREPLY=(); return ;;
    -c | --campaign | --expect | --user) COMPREPLY=(); return ;;
    esac
    _fuda_words
    case $command in
    campaign | pack) words=$("$fuda" words "$command" ${first:+"$first"} 2>/dev/null) ;;
    *) words=$("$fuda" words ${command:+"$command"} 2>/dev/null) ;;
    esac
    case $command in
    judge | score | add | scan) [[ $current == -* ]] || { _fuda_files; return; } ;;
    campaign)
        case $first in
        import | merge | export) [[ $current == -* ]] || { _fuda_files; return; } ;;
        house)
            if [[ -n $key ]]; then
                words=$(sed -n "s|^$key=||p" <<<"$words")
            else
                words=$(sed 's|=.*|=|' <<<"$words" | sort -u)
                compopt -o nospace 2>/dev/null
            fi
            ;;
        esac
        ;;
    pack)
        case $first in
        check | show | add | fill) [[ $current == -* ]] || { _fuda_files; return; } ;;
        esac
        [[ $first != new || $count -eq 1 ]] || { _fuda_files; return; }
        ;;
    player)  # fuda player NAME rename|join NAME
        [[ $count -eq 1 ]] || words=$(sed -n '/^-/p' <<<"$words")
        ;;
    table | standings | history | labels)  # only the first word is a game
        [[ $count -eq 0 ]] || words=$(sed -n '/^-/p' <<<"$words")
        ;;
    rules)  # fuda rules GAME RULE: what follows the game's name and a slash
        [[ $count -eq 0 ]] || words=$(sed -n -e '/^-/p' -e "s|^$first/||p" <<<"$words")
        ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}

complete -F _fuda fuda
