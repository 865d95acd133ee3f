# Completion of fuda for bash. What may stand next is asked of the program (`fuda words`). Names come from other
# people: what is offered is quoted, whatever it holds, so that RETURN hands it over and runs nothing of it.

# Reads a word as the shell does, and expands nothing: into `plain` what it stands for, into `open` the quote left open.
_fuda_read() {
    local word=$1 at c
    plain= open=
    for ((at = 0; at < ${#word}; at++)); do
        c=${word:at:1}
        if [[ $open == \' && $c != \' ]]; then plain+=$c
        elif [[ $c == "$open" ]]; then open=
        elif [[ $c == \\ && ($open != \" || ${word:at+1:1} == [\$\`\"\\]) ]]; then
            at=$((at + 1))
            plain+=${word:at:1}
        elif [[ -z $open && $c == [\'\"] ]]; then open=$c
        else plain+=$c
        fi
    done
}

# What reads as $1 behind what opened a quote, $2; that quote is closed, since readline closes none behind its like.
_fuda_quote() {
    case $2 in
    \') quoted=${1//\'/\'\\\'\'}\' ;;
    \")
        quoted=${1//\\/\\\\} quoted=${quoted//\"/\\\"} quoted=${quoted//\$/\\\$} quoted=${quoted//\`/\\\`}
        quoted=${quoted//\!/\"\'!\'\"}\" ;;     # no backslash keeps ! from being history and goes away
    *) printf -v quoted %q "$1" ;;
    esac
}

# The files whose names begin with $1, each with a NUL behind it: any other character may stand in a name. One that
# begins with - is no option behind ./
_fuda_files() {
    local file
    set +f
    shopt -u failglob
    shopt -s nullglob dotglob
    for file in "$1"*; do
        [[ -d $file ]] && file+=/
        [[ -z $1 && $file == -* ]] && file=./$file
        printf '%s\0' "$file"
    done
}

# $2 is what readline will put a candidate in place of: the end of the word, behind a quote or one of COMP_WORDBREAKS.
_fuda() {
    local fuda=${COMP_WORDS[0]} raw=() words=() word line plain open quoted current key= candidate
    # --lang=ja, haratama/tie=all and a:b arrive as three words, since = and : part words
    for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
        if [[ ${#raw[@]} -gt 0 && ($word == [=:@]* || ${raw[-1]} == *[=:@]) ]]; then
            raw[-1]+=$word
        else
            raw+=("$word")
        fi
    done
    for word in "${raw[@]}"; do
        _fuda_read "$word"
        words+=("$plain")
    done
    word=${raw[-1]} current=$plain
    local replaced=${2-${COMP_WORDS[COMP_CWORD]}}
    _fuda_read "${word%"$replaced"}"                # stays as it is
    unset 'words[-1]'
    if [[ $current == *=* && ($current == -* || ${current%%=*} == */*) ]]; then     # --lang= and GAME/KEY=, no name
        key=${current%%=*}=
        words+=("$key")
    fi
    COMPREPLY=()
    while IFS= read -r line; do
        local candidates=("$line")
        if [[ $line == ./ && ($current != -* || -n $key) ]]; then
            [[ $word == '~/'* ]] && current=$HOME${current:1}
            mapfile -t -d '' candidates < <(_fuda_files "${current#"$key"}")
        fi
        for candidate in "${candidates[@]}"; do
            candidate=$key$candidate
            [[ $candidate == "$current"* ]] || continue
            _fuda_quote "${candidate#"$plain"}" "$open"
            COMPREPLY+=("$quoted")
        done
    done < <("$fuda" words -- "${words[@]}" 2>/dev/null)
    [[ ${COMPREPLY[0]} == *[=/] ]] && compopt -o nospace 2>/dev/null
}

complete -F _fuda fuda
