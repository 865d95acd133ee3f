# Completion of fuda for fish. The words come from the program (`fuda words [COMMAND [WORD]]`), so
# that they stay in step with it; only the values of --lang and --color are written here.

# The words before the cursor that are neither options nor their values; the first is fuda.
function __fuda_words
    set -l value no
    for word in (commandline -opc)
        if test $value = yes
            set value no
        else if contains -- "$word" --lang --db --campaign -c --game --pack --expect --user --camera
            set value yes
        else if not string match -q -- '-*' $word
            echo $word
        end
    end
end

function __fuda_next
    set -l before (__fuda_words)
    fuda words $before[2] 2>/dev/null
end

function __fuda_is
    set -l before (__fuda_words)
    contains -- "$before[2]" $argv
end

# fuda campaign WORD
function __fuda_campaign
    set -l before (__fuda_words)
    test "$before[2]" = campaign; and contains -- "$before[3]" $argv
end

# How many words stand behind the command.
function __fuda_behind
    test (count (__fuda_words)) -eq (math $argv[1] + 2)
end

# fuda rules GAME RULE: what follows the game's name and a slash
function __fuda_rules
    set -l before (__fuda_words)
    if test (count $before) -gt 2
        fuda words rules 2>/dev/null | string replace -f -- "$before[3]/" ''
    else
        fuda words rules 2>/dev/null | string match -v -- '-*'
    end
end

complete -c fuda -f
complete -c fuda -n 'test (count (__fuda_words)) -lt 2' -a '(fuda words 2>/dev/null | string match -v -- "-*")'
complete -c fuda -n '__fuda_is rules' -a '(__fuda_rules)'
complete -c fuda -n '__fuda_is campaign table standings history; and __fuda_behind 0' -a '(__fuda_next | string match -v -- "-*")'
complete -c fuda -n '__fuda_is player; and __fuda_behind 1' -a '(__fuda_next | string match -v -- "-*")'
complete -c fuda -n '__fuda_campaign house' -a '(fuda words campaign house 2>/dev/null | string match -v -- "-*")'
complete -c fuda -n '__fuda_campaign import merge export' -F
complete -c fuda -n '__fuda_is judge score add scan' -F
complete -c fuda -a '(__fuda_next | string match -- "-*")'
complete -c fuda -l lang -x -a 'ja en'
complete -c fuda -l db -r -F
complete -c fuda -l pack -r -F
complete -c fuda -l camera -x -a '/dev/video*'
complete -c fuda -l game -x -a '(fuda words rules 2>/dev/null | string match -v -r -- "^-|/")'
complete -c fuda -l expect -x
complete -c fuda -l user -x
complete -c fuda -s c -l campaign -x
complete -c fuda -l color -a 'always auto never'
