# Completion of fuda for fish. What may stand next, and what it is, is asked of the program (`fuda words`).

function __fuda_words
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    # a value stands behind --lang= or GAME/KEY= in the same word; in a name = is a sign as any other
    set -l head (string match -r -- '^(?:-|[^=]*/)[^=]*=' $current)
    for line in (fuda words --about -- $before[2..-1] $head 2>/dev/null)
        printf '%s\n' "$head$line"
    end
end

# Options are offered where one is begun.
function __fuda_offers
    if string match -q -- '-*' (commandline -ct)
        __fuda_words
    else
        __fuda_words | string match -v -r -- '^(-|\./$)'
    end
end

# The files, where no letter of one is typed: one whose name begins with - would be an option; it is offered behind ./
function __fuda_files
    for file in *
        set -l folder (test -d ./$file; and echo /)
        string match -q -r -- '^-|\n' $file; or printf '%s\n' "$file$folder"
    end
end

complete -c fuda -f -a '(__fuda_offers)'
complete -c fuda -n 'string length -q -- (commandline -ct); and __fuda_words | string match -q -r -- "\./\$"' -F
complete -c fuda -n 'not string length -q -- (commandline -ct); and __fuda_words | string match -q -r -- "\./\$"' -f -a '(__fuda_files)'
