#!/bin/sh
# Walking through a recorded game: what it shows at a line is what the table showed there; another play, and what
# then does not fit; keys on a terminal; wrong input.
. tests/check.sh
night=$top/tests/night.fuda
at() { run 0 replay "$night" --at "$1"; }

at 12
out "Haratama 2026-11-14 line 12 of"; out "R1 T5"; out "Trick 4 is Aki's, with a relic: 5 now."; out "relics 5 0 0 0"
at 8
out "Aki: lead"; out "Aki may have and play: r1 r2"
run 0 replay "$night"
out "The game is over, won by Aki."
cp "$night" in
run 0 replay - --at 12
run 0 --lang ja replay "$night" --at 12
out "12行目"; out "第4トリック"

# every line in order: the table says of it what the replay says
grep -v '^#' "$night" | sed '/^game\|^players\|^date/d' >lines
"$FUDA" --db table.db table haratama Aki Bo Chie Dai <lines >table.out 2>&1
last=$(grep -c '' "$night") n=1
: >told
while [ "$n" -le "$last" ]; do
    "$FUDA" replay "$night" --at "$n" | sed '1,2d; /^$/,$d' >>told
    n=$((n + 1))
done
for of in told table.out; do sed 's/line [0-9]*/line N/' $of | sort >$of.sorted; done    # other streams, other numbers
same "what the replay says and the table does not" "" "$(comm -23 told.sorted table.out.sorted)"    # which shows the score too

# a stored record: the same board at its last line
run 0 replay 1 --db table.db
sed '1,2d' out >stored
"$FUDA" replay "$night" | sed '1,2d' >file
alike stored file

# ---- another play ------------------------------------------------------------------------------------------
run 0 replay "$night" --at 12 --what-if 'r11 p10 r2 r13'
out "In the place of line 12: r11 p10 r2 r13"; out "Line 13 would stand elsewhere"; out "Line 19 could not have been"; out "Winner:"
cp "$night" kept
run 0 replay "$night" --at 12 --what-if 'r11'; out "plays cards: 4; this one: 1"
run 2 replay "$night" --at 12 --what-if 'b99'; err "b99"
run 2 replay "$night" --at 2 --what-if 'r5'; err "no play stands at line 2"
alike kept "$night"

# ---- several games, a deck in the file, what cannot be --------------------------------------------------------
{ cat "$night"; printf 'game haratama\nplayers Emi Fumi Gen Hana\nround\nkami 1 2 3\nEmi: r5 r5\n'; } >two.fuda
run 0 replay two.fuda --game 2
out "Emi Fumi Gen Hana"; out "r5 was played"
run 2 replay two.fuda --game 3; err "no game 3 here; expected 1 to 2"
printf 'pack materia "box"\nghost Sakura body=1,2,3,4,5,6 mind=1,2,3,4,5,6 points=2\ngame materia\npack "box"\nplayers Aki Bo\nAki: install Sakura\n' >box.fuda
run 0 replay box.fuda
out "Sakura"
run 2 replay "$night" --at 999; err "no line 999; expected 1 to"
for n in 0 x -1 ''; do run 2 replay "$night" --at "$n"; err "expected a number from 1"; silent out; done
run 2 replay /no/such/file; err "no record"
echo 'note "x"' >none.fuda; run 2 replay none.fuda; err "no game here"
printf 'game haratama\nround\n' >nobody.fuda; run 2 replay nobody.fuda; err "nobody plays here"
run 2 replay

# ---- by keys ----------------------------------------------------------------------------------------------------
if command -v script >/dev/null; then
    printf 'nnnrtfsoGpq' | script -qec "$FUDA replay $night" /dev/null >keys.out 2>&1
    for words in 'line 8 of' 'line 38 of' 'q leaves'; do
        grep -q "$words" keys.out
        note $? "by keys: no “$words”"
    done
fi
finish
