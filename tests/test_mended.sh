#!/bin/sh
# A record proof-read: as it is read, with what was written behind it; saved, or not at all (on a terminal: test_mend.c).
. tests/check.sh
head='game haratama\nplayers Aki Bo Chie Dai\nround\nkami 2 6 8\nAki: lead\n'
plays='g5 g1 g2 g4\ng9 r6 g7 g8\nr8 r5 r4 r7\n'
printf "$head$plays" >clean.fuda
printf "${head}${plays}note \"x\"; g13 p8 g11 g10 # who\ng12 b10 b13 g6\nDai: b1 b3 p2 b6\nAki: r3 b2 r1 r12\n" >order.fuda
printf "${head}${plays}r8 r5 r4 r7\n" >twice.fuda

# ---- what is changed ----
run 0 mend clean.fuda
alike out clean.fuda
printf "$head$plays" >in
run 0 mend
alike out clean.fuda
printf "${head}g5 g1 g2 g4" >open.fuda
run 0 mend open.fuda
alike out open.fuda
run 1 mend order.fuda
out 'Aki: r3 b2 r1 r12  # Dai: b1 b3 p2 b6'
out 'Dai: b1 b3 p2 b6  # Aki: r3 b2 r1 r12'
out 'note "x"; g13 p8 g11 g10 # who'
cp out mended.fuda
run 0 judge mended.fuda
run 0 mend mended.fuda
alike out mended.fuda
run 1 mend twice.fuda
out '# r8 r5 r4 r7'
same "one line is a comment" 1 "$(grep -c '^# ' out)"
cp twice.fuda in
run 1 mend -
printf "${head}${plays}r8 r5 r4 r7; note \"kept\"\n" >in
run 1 mend -
out 'note "kept"  # r8 r5 r4 r7; note "kept"'

# A line that is missing stands before the one that shows it; what stays wrong is said, and the rest is mended all the same.
cp "$top/tests/cases/needfire/limit-after-a-power.fuda" missing.fuda
run 1 judge missing.fuda
run 1 mend missing.fuda
out '# +'
cp out mended.fuda
run 0 judge mended.fuda
printf "${head}${plays}Bo: r99\n" >bad.fuda
run 2 mend bad.fuda
err 'bad.fuda:9: column 5'
printf "$head$plays" | sed 's/kami 2 6 8/kami 2 6 8; kami 1 3 9/' >in
run 2 mend -
printf 'game haratama\r\nplayers Aki Bo Chie Dai\r\nround\r\nkami 2 6 8\r\nAki: lead\r\nr8 r5 r4 r7\r\nr8 r5 r4 r7\r\n' >in
run 1 mend -
same "one line is without its return" 6 "$(grep -c "$(printf '\r')" out)"
run 2 mend none.fuda
err 'none.fuda: cannot open'
run 2 mend bad.fuda order.fuda

# ---- as JSON ----
run 1 mend --json order.fuda
json '.changed and .edits == [{"edit":"order","line":11,"put":"Aki: r3 b2 r1 r12\nDai: b1 b3 p2 b6"}]'
run 0 mend --json clean.fuda
json '.changed == false and .edits == [] and .file == "clean.fuda"'
run 1 mend --json twice.fuda -o json.fuda
json '.edits[0].put == null'
has json.fuda '# r8 r5 r4 r7'

# ---- saved ----
cp order.fuda before.fuda
run 1 mend order.fuda -o new.fuda
silent out
alike mended.fuda mended.fuda
run 2 mend order.fuda -o new.fuda
err 'new.fuda is there already and stays as it is'
run 2 mend order.fuda -o order.fuda
alike order.fuda before.fuda
run 2 mend order.fuda -o nowhere/new.fuda
run 1 mend order.fuda -o order.fuda --replace
alike order.fuda new.fuda
mkdir locked && cp before.fuda locked/order.fuda && chmod 644 locked/order.fuda && chmod 555 locked
ends 2 "a folder that cannot be written" as_other "$other" mend locked/order.fuda -o locked/order.fuda --replace
alike locked/order.fuda before.fuda
chmod 755 locked
cp before.fuda order.fuda

# ---- in every game nobody is accused by what is put in, and no slip that was mended is left ----
accused() { jq -S '[.games[].findings[] | select(.kind == "irregular" or .kind == "conflict") | [.kind, .rule, .seat, .card]] | unique' "$1"; }
slipped() { jq '[.games[].findings[] | select(.kind == "slip")] | length' "$1"; }
for game in haratama needfire tezumashi hyakumonogatari materia; do
    for one in $(grep -l '^# expect: slip' "$top"/tests/cases/$game/*.fuda | head -6); do
        cd "${one%/*}" || exit 1
        "$FUDA" mend "$one" >"$work/now.fuda" 2>/dev/null
        status=$?
        "$FUDA" judge --json - <"$one" >"$work/was.json" 2>/dev/null
        "$FUDA" judge --json - <"$work/now.fuda" >"$work/now.json" 2>/dev/null
        cd "$work" || exit 1
        accused was.json >was
        accused now.json >now
        what=$one
        jq -ne --slurpfile was was --slurpfile now now '($now[0] - $was[0]) == []' >/dev/null || bad "$one: mended, it accuses somebody else"
        if [ "$status" -eq 0 ]; then alike now.fuda "$one"; else check "$one: no fewer slips" [ "$(slipped now.json)" -lt "$(slipped was.json)" ]; fi
    done
done
finish
