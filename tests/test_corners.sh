#!/bin/sh
# What is seldom said: too much of something, and questions that few tables have asked.
. tests/check.sh

many() { # COUNT LINE…: the lines, so often; % is the number
    awk -v n="$1" -v line="$2" 'BEGIN { for (i = 1; i <= n; i++) { one = line; gsub("%", i, one); print one } }'
}

# ---- more than there is room for ----------------------------------------------------------------
# the same card shown again and again is still the same card
{ printf 'game haratama\nplayers Aki Bo Chie Dai\nround\nkami 1 2 3\n'; many 260 'Aki: show r9'; echo 'Bo: show r9'; } >again.fuda
run 2 judge again.fuda
out "Bo cannot have held r9: it was in Aki's hand. See line 264."
{ printf 'game needfire\nplayers Aki Bo Chie Dai\nAki: row'; many 22 ' h%+f%+f2' | tr '\n' ' '; echo; } >stacks.fuda
run 2 judge stacks.fuda
err "too many words; expected at most 64 after one verb"
# a hundred cards are in the deck
{ printf 'game materia\nplayers Aki Bo\n'; many 130 'Aki: install Ghost%'; } >ghosts.fuda
run 2 judge ghosts.fuda
out "100"
{ printf 'game materia\nplayers Aki Bo\nposition\nturn Bo\n'; many 40 'Aki: event Event%'; } >events.fuda
run 1 judge events.fuda
long=$(many 80 x | tr -d '\n')
printf 'game tezumashi\npack tezumashi "P"\nability %s\n' "$long" >ability.fuda
run 2 judge ability.fuda
err "cannot name an ability"
# at the prompt: a line that would be too long once it is written out, and one with very many faults
{ printf 'round\nkami 1 2 3\n'; many 4800 'note a' | tr '\n' ';'; many 2300 'Aki: show r9' | tr '\n' ';'; echo; } >in
run 2 dispute haratama Aki Bo Chie Dai
err "this line is too long; expected at most 65536 bytes"
# a dispute keeps nothing, whether there is a store or not
check "a dispute left something behind" test ! -e "$XDG_DATA_HOME"
run 0 add "$top/tests/night.fuda"
ls "$XDG_DATA_HOME/fuda" >before
printf 'round\nkami 1 2 3\n' >in
run 0 dispute haratama Aki Bo Chie Dai
ls "$XDG_DATA_HOME/fuda" >after
alike before after
{ many 40 'bogus' | tr '\n' ';'; echo; } >in
run 2 dispute haratama Aki Bo Chie Dai
same "faults of one line that are told" 32 "$(grep -c bogus err)"

# ---- what cannot be read -------------------------------------------------------------------------
printf 'game haratama\nresult points Aki=3 Bo=2\n' >nobody.fuda
run 2 judge nobody.fuda
err "nobody is at the table yet"
printf 'game haratama\nplayers Aki Bo Chie Dai\nAki: "x\n' >quote.fuda
run 2 judge quote.fuda
err "this quote is not closed"
printf 'round\n"abc\nAki: "abc\n' >in
run 2 dispute haratama Aki Bo Chie Dai
same "quotes that are not closed" 2 "$(grep -c 'not closed' err)"

# ---- questions that few tables have asked ----------------------------------------------------------
# with passes=noted each player's two cards are asked for before the first card
printf 'house passes=noted\nround\nkami 1 2 3\nr4 b2\nr5 b3\nr6 b4\nr7 b5\nAki: lead\nsave kept.fuda\nquit\n' >in
run 0 table haratama Aki Bo Chie Dai
same "passes that were asked for" "Aki: pass r4 b2,Bo: pass r5 b3,Chie: pass r6 b4,Dai: pass r7 b5" "$(grep ': pass' kept.fuda | paste -sd, -)"
# 蝶切り is read as 蝶切
printf 'game tezumashi\nplayers Aki Bo Chie\ndeal\nAki: start\nAki: 蝶切り\nBo: b2\n' >trump.fuda
run 0 judge --json trump.fuda

# ---- a record at any of its lines: the board and what may be played, of every game -------------------
for case in $(for game in "$top"/tests/cases/*; do ls "$game"/*.fuda | awk 'NR % 9 == 1'; done); do
    lines=$(grep -c '' "$case")
    "$FUDA" replay "$case" --at "$lines" >out 2>err
    status=$?
    if [ $status -eq 0 ]; then check "no board: $case" test -s out; else check "no reason: $case" test -s err; fi
    same "$case at line $lines: how it ended" true "$([ $status -le 2 ] && echo true)"
done
finish
