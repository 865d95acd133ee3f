# Completion of fuda for bash. What may stand next is asked of the program (`fuda words`).

_fuda() {
    local fuda=${COMP_WORDS[0]} words=() word current line spaced=
    # --lang=ja and haratama/tie=all arrive as three words, since = parts words
    for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
        if [[ ${#words[@]} -gt 0 && ($word == = || ${words[-1]} == *=) ]]; then
            words[-1]+=$word
        else
            words+=("$word")
        fi
    done
    current=${words[-1]} words[-1]=
    [[ $current == *=* ]] && words[-1]=${current%%=*}= current=${current#*=}
    [[ -n ${words[-1]} ]] || unset 'words[-1]'
    COMPREPLY=()
    while IFS= read -r line; do
        if [[ $line == ./ && $current != -* ]]; then
            mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$current")
            spaced=yes
        elif [[ $line == "$current"* ]]; then
            COMPREPLY+=("$line")
            [[ $line == *' '* ]] && spaced=yes
        fi
    done < <("$fuda" words -- "${words[@]//[\"\'\\]/}" 2>/dev/null)
    [[ -n $spaced ]] && compopt -o filenames 2>/dev/null    # what has blanks is quoted
    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
}

complete -F _fuda fuda
