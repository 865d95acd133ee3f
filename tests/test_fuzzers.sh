#!/bin/sh
# Every fuzz target (tests/fuzz/fuzz.h) over its corpus, and over that bent a little; TIMES= as much, SEED=. Where every
# step is slow (ITERS_MOST is given), a quarter of that.
. tests/check.sh
cd "$top" || exit 1
slow=${ITERS_MOST:+4} slow=${slow:-1}
bent() { # TARGET ITERATIONS
    tried="$tried $1"
    ITERS=$((($2 * ${TIMES:-1} + slow - 1) / slow)) "$BUILD/tests/fuzz/$1" >"$work/out" 2>"$work/err"
    note $? "$1: $(grep -aE 'FAIL|ERROR:|runtime error|^ *#[0-9]' "$work/out" | head -n 12)"
    head -n 1 "$work/out"
}
tried=
bent record 20
bent prompt 1
bent statements 300
bent pack 50
bent store 5
bent import 20
bent picture 5
bent stream 50
bent pipes 20
bent requests 20
bent answers 20
bent remote 20
for target in tests/fuzz/*.c; do
    name=$(basename "$target" .c)
    case "$tried judged places plain play " in
    *" $name "*) ;;
    *) bad "$name is not run here" ;;
    esac
done
what="the corpora are small"
check "$what" test "$(cat tests/fuzz/*/* | wc -c)" -le 80000
finish
