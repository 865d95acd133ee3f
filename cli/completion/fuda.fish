# Completion of fuda for fish. The words come from the program (`fuda words [COMMAND [WORD]]`), so
# that they stay in step with it; only the values of options are written here.

# The words before the cursor that are neither options nor their values; the first is fuda.
function __fuda_words
    set -l value no
    for word in (commandline -opc)
        if test $value = yes
            set value no
        else if contains -- "$word" --lang --db --campaign -c --output -o --sheet --paper --from --cards --copies --pack \
                --deck --camera --table --dpi --format --game --expect --user
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

# fuda pack WORD
function __fuda_second
    set -l before (__fuda_words)
    contains -- "$before[3]" $argv
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
complete -c fuda -n '__fuda_is campaign table standings history labels; and __fuda_behind 0' -a '(__fuda_next | string match -v -- "-*")'
complete -c fuda -n '__fuda_is player; and __fuda_behind 1' -a '(__fuda_next | string match -v -- "-*")'
complete -c fuda -n '__fuda_campaign house' -a '(fuda words campaign house 2>/dev/null | string match -v -- "-*")'
complete -c fuda -n '__fuda_campaign import merge export' -F
complete -c fuda -n '__fuda_is pack; and __fuda_behind 0' -a '(__fuda_next | string match -v -- "-*")'
complete -c fuda -n '__fuda_is pack; and __fuda_second new; and __fuda_behind 1' -a '(fuda words pack new 2>/dev/null | string match -v -- "-*")'
complete -c fuda -n '__fuda_is pack; and __fuda_second check show add fill new' -F
complete -c fuda -n '__fuda_is judge score add scan' -F
complete -c fuda -a '(__fuda_next | string match -- "-*")'
complete -c fuda -n '__fuda_is labels' -s o -l output -r -F
complete -c fuda -n '__fuda_is labels' -l pack -r -F
complete -c fuda -n '__fuda_is labels' -l sheet -x -a '(fuda labels --sheet list --json 2>/dev/null | string replace -rf ".*\"sheet\":\"([^\"]*)\".*" "\$1") list'
complete -c fuda -n '__fuda_is labels' -l paper -x -a 'A4 Letter'
complete -c fuda -n '__fuda_is labels' -l format -x -a 'pdf svg png'
complete -c fuda -n '__fuda_is labels' -l from -x
complete -c fuda -n '__fuda_is labels' -l cards -x
complete -c fuda -n '__fuda_is labels' -l copies -x
complete -c fuda -n '__fuda_is labels' -l deck -x
complete -c fuda -n '__fuda_is labels' -l camera -x
complete -c fuda -n '__fuda_is labels' -l table -x
complete -c fuda -n '__fuda_is labels' -l dpi -x
complete -c fuda -l lang -x -a 'ja en'
complete -c fuda -l db -r -F
complete -c fuda -n '__fuda_is scan' -l pack -r -F
complete -c fuda -n '__fuda_is table scan' -l camera -x -a '/dev/video*'
complete -c fuda -n '__fuda_is scan' -l game -x -a '(fuda words rules 2>/dev/null | string match -v -r -- "^-|/")'
complete -c fuda -n '__fuda_is scan' -l expect -x
complete -c fuda -n '__fuda_is table scan' -l user -x
complete -c fuda -s c -l campaign -x
complete -c fuda -l color -a 'always auto never'
