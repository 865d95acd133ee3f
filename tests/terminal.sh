# A terminal for a script that has a folder $work: `. tests/terminal.sh`.

# A build with sanitizers finds that libedit never frees the names of functions given to it.
printf 'leak:wcsdup\n' >"$work/leaks"

# Runs COMMAND on a terminal of its own and types the lines of the file TYPED, each when the prompt
# for it has come; prints the screen.
at_a_terminal() { # COMMAND TYPED
    screen=$work/screen typed=0
    : >"$screen"
    while IFS= read -r line; do
        typed=$((typed + 1)) patience=200
        while [ "$(grep -c '▸' "$screen")" -lt $typed ] && [ $patience -gt 0 ]; do
            sleep 0.05
            patience=$((patience - 1))
        done
        printf '%s\n' "$line"
    done <"$2" | TERM=dumb LSAN_OPTIONS=suppressions=$work/leaks:print_suppressions=0 \
        script -qfec "$1" /dev/null >"$screen" 2>&1
    status=$?
    tr -d '\r\a' <"$screen" | sed 's/ *$//'
    return $status
}
