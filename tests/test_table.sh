#!/bin/sh
# The table from a pipe, and the campaign's commands: answers on standard output, errors on standard
# error, exit status 0, 1 or 2; stores that cannot be read or written; export, import, merge.
. tests/check.sh
trap 'umount "$work/full" 2>/dev/null; clean_up' EXIT
night=$work/night
sed 's/^date .*/date 2001-11-14/' "$top/tests/night.fuda" >"$night"    # before today, whatever today is

# who holds what is not known once tricks are kept without their plays
fresh
lines round 'kami 2 6 8' 'Aki: lead' 'odds r3' 'Aki: trick r2 r6' 'odds r3'
run 2 table haratama Aki Bo Chie Dai
out "Bo 25.49 %"
err "the odds of this position cannot be counted"
fresh
lines deal 'Aki: start' 'odds b7' 'Bo: trick' 'odds b7'
run 2 table tezumashi Aki Bo Chie
out "Bo 33.33 %"
err "the odds of this position cannot be counted"

# on a narrow terminal a column that has no room left ends too
fresh
lines round 'kami 3 7 10' 'Aki: lead' 'r9 r3 r12 b1' score 'board more'
COLUMNS=41; export COLUMNS
run 0 table haratama Aki Bo Chie Dai
unset COLUMNS
out "open"; out "It is Chie's turn."

# ---- help
fresh
lines 'note "x"' 'help board' 'help kami' 'help 神器' 'help h' 'help !'
run 2 table haratama Aki Bo Chie Dai
out "the table at a glance"; out "  board on"; out "kami RANK RANK RANK"; out "Spelled kami or 神"
err "“h” cannot be used here"
lines 'help what-if'
run 0 table
out "what would come of a card"
lines 'help why' 'help 神威'
run 0 --lang ja table
out "例："; out "神威"

# why behind a trick tells whose it was; what is over is not ended once more
fresh
lines round 'kami 3 7 10' 'Aki: r9 3 12 b1' why end
run 0 table haratama Aki Bo Chie Dai
check "why behind a trick" sh -c "[ \$(grep -c \"Trick 1 is\" out) = 2 ]"
out "r12 is the highest card of the suit led, red; not of that suit"; out "(haratama/trick)"
# a round that is over: why, and by how many relics
fresh
lines round 'relics Aki=9 Bo=1 Chie=2' why 'why haratama' 'why r9' 'why zzz' round 'relics Aki=9 Bo=1 Chie=2' round 'relics Aki=9 Bo=1 Chie=2' why
run 2 table haratama Aki Bo Chie
out "Aki has 9; with 3 players 9 are needed"; out "Nothing has been ruled by this rule yet"; out "(haratama/haratama)"
out "No line that may be looked at names r9"; out "3 rounds make a game, and Aki alone lost least: 0"; out "Bo lost 270"
err "neither a ruling's number, a card nor a rule"
# of a card: its line, and what came of its trick, lines later
fresh
lines round 'kami 3 7 10' 'Aki: r9' 'r3 12 b1' 'Chie: g2' 'why r9'
run 0 table haratama Aki Bo Chie Dai
out "Line 6 (R1 T1 Aki): Aki: r9"; check "what came of it" sh -c "[ \$(grep -c \"Trick 1 is\" out) = 2 ]"
# each game says why, and by which rule
why_in() { # GAME NIGHT RULE TEXT: after the whole night
    fresh
    { sed -n 's/^= //p' "$top/tests/nights/$2.night"; echo why; } >in
    run 0 table "$1" $(sed -n 's/^players //p' "$top/tests/nights/$2.night")
    out "($1/$3)"; out "$4"
}
why_in needfire needfire-three rank "Most battle cards win."
why_in materia materia-twenty twenty "Mio with die 6 counts 6"
why_in hyakumonogatari hyakumonogatari-two reversal "turned by the doll"
why_in haratama haratama-cards rounds "Chie alone lost least: 50"
# the same people have one unfinished: a script gets the new one, and hears of the other
fresh
lines round
run 0 table haratama Aki Bo Chie Dai
run 0 table haratama Dai Aki Bo Chie
err "these people have an unfinished game"; err "fuda table 1"
run 0 table haratama Aki Bo Chie
lacks "$work/err" "unfinished"
# the page of a game
fresh
lines report round report 'report x.html'
run 2 table haratama Aki Bo Chie Dai
err "nothing has been played yet"; out "x.html: written"; out "haratama-"
check "a page" grep -q "<html" x.html
rm -f ./*.html
# what a captured ghost is worth is not 0 while nobody says it
fresh
lines 'Aki: install A1 body=1,2,3,4,5,6' 'Bo: install B1 body=1,2,3,4,5,6' 'Bo: install B2' 'Aki: install A2' 'Aki: download' \
    'Aki: attack Bo with A1 body' 'Bo: defend B1' 'dice 2 1' board 'points Aki=5'
run 0 table materia Aki Bo
out "its points are not known, and \`points Aki=…\` says them"; out "points ?"
fresh
lines round 'relics Aki=3 Bo=3 Chie=3 Dai=3' end end
run 2 table haratama Aki Bo Chie Dai
err "the game is over already; expected \`again\`"

# a queen is no way to leave, nor a card by a slip
fresh
lines round 'kami 3 7 10' 'Aki: r9' q '12'
run 2 table haratama Aki Bo Chie Dai
err "\`q\` may mean a card here"
run 0 show 1
out "r12"

# ---- statements from a pipe ----------------------------------------------------------------
fresh
lines round 'kami 2 6 8' 'Aki: lead' 'g5 g1 g2 g4' board undo redo 'note "x"'
run 0 table haratama Aki Bo Chie Dai
out "Trick 1 is Aki's"; out "relics to come"; out "Taken back: g5 g1 g2 g4"; out "Back again: g5"; silent err
lines 'Chie: g9'
run 1 table
err "irregular (haratama/turn)"; silent out
lines 'g9'
run 2 table
err "impossible (haratama/deck): g9"; silent out
lines 'bogus' 'g10 g11 r99'
run 2 table
err "bogus"; err "r99"; silent out
for word in 'legal Nobody' 'odds r99' 'why 9' 'rules bogus' save 'save /no/such/folder/x' 'redo'; do
    lines "$word"
    run 2 table
    silent out
done
lines 'r3; game haratama'
run 2 table
err "one record is kept here"
lines 'game haratama'
run 2 table
printf 'note "no newline at the end"' >in
run 0 table
printf 'note "a\000b"\n' >in
run 2 table
printf 'note "a line as Windows ends it"\r\n' >in
run 0 table
{ printf 'note "'; head -c 70000 /dev/zero | tr '\0' x; printf '"\n'; } >in
run 2 table
printf 'note "\377\376"\n' >in
run 2 table
err "UTF-8"
printf '\n   \n# only a comment\n' >in
run 0 table
silent out; silent err
run 0 show 1
tail -n +4 out >shown
printf '%s\n' round 'kami 2 6 8' 'Aki: lead' 'g5 g1 g2 g4' 'note "x"' 'Chie: g9' \
    'note "no newline at the end"' 'note "a line as Windows ends it"' >expected
alike shown expected
cp out again
run 1 judge again
run 0 show 1 --edits --json
json '[.lines[] | .text] | length == 8'
lines undo undo undo
run 0 table
run 0 show 1 --edits
out '# Chie: g9'
run 0 show 1 --edits --json
json '[.lines[] | select(.withdrawn)] | length == 3'
json '[.lines[] | .time | test("^[0-9]{4}-[0-9]{2}-[0-9]{2}T.*Z$")] | all'
lines 'round'
run 2 table haratama Aki Bo
err "3 to 4"
run 2 table haratama Aki Aki Bo
err "already"
run 2 table nogame Aki Bo Chie
run 2 table Aki
run 2 --db "$work" table
err "not an ordinary file"
fresh
run 2 table
err "nothing to go on with"
lines round
run 0 --lang ja table haratama アキ ボウ 千恵
lines bogus
run 2 --lang ja table
err "ください"
"$FUDA" show 1 >/dev/full 2>err
[ $? -eq 2 ]
note $? "a full pipe is an error"

fresh
lines round 'kami 2 6 8' 'Aki: lead' 'r9 p4 r12 r5'
run 0 table haratama Aki Bo Chie Dai
lines 'Chie: r7 r8 r10 r6'              # proves the first trick wrong
run 1 table
err "irregular (haratama/follow)"
fresh
lines round 'kami 2 6 8' 'Aki: lead' 'r9' 'Chie: r12 !'
run 1 table haratama Aki Bo Chie Dai
run 0 show 1
out 'Chie: r12 !'

# ---- two tables on one store ---------------------------------------------------------------
fresh
mkfifo pipe
: >first
"$FUDA" table haratama Aki Bo Chie Dai <pipe >first 2>&1 &
first=$!
exec 3>pipe
printf 'round\nkami 2 6 8\nboard\n' >&3
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    grep -q 'relics to come' first && break
    sleep 0.1
done
lines 'Aki: lead'
run 2 table
err "somebody else keeps this record"
err "process $first"
lines round
run 0 table haratama X Y Z
run 0 history
printf 'Aki: lead\n' >&3
exec 3>&-
wait "$first"
note $? "the first table ends well"
run 0 show 1
[ "$(tail -n 3 out | tr '\n' ,)" = 'round,kami 2 6 8,Aki: lead,' ]
note $? "the first table's lines are whole"
run 0 history --json
json '[.history[] | .state] == ["open", "open"]'

# ---- many at once, the store not even there ----
for again in 1 2 3 4 5; do
    fresh
    for i in 1 2 3 4 5; do
        for n in 1 2 3 4 5; do echo "note \"$i-$n\""; done | "$FUDA" table haratama "A$i" B C >"many.$i" 2>&1 &
    done
    wait
    cat many.* >out
    silent out
    run 0 history --json
    json '.history | length == 5'
    for i in 1 2 3 4 5; do "$FUDA" show $i | grep -c '^note'; done >out
    [ "$(tr '\n' ' ' <out)" = '5 5 5 5 5 ' ]
    note $? "every table's lines are kept, round $again"
done

# ---- stores that cannot be used ------------------------------------------------------------
fresh
echo 'my diary' >foreign.db
: >empty.db
lines round
run 0 --db good.db table haratama Aki Bo Chie
head -c 6000 good.db >short.db
cp good.db newer.db
printf '\0\0\377\377' | dd of=newer.db bs=1 seek=60 conv=notrunc 2>/dev/null
cp good.db hurt.db
dd if=/dev/urandom of=hurt.db bs=1 seek=4096 count=3000 conv=notrunc 2>/dev/null
for file in foreign short newer hurt; do
    cp $file.db $file.was
    for words in 'table haratama Aki Bo Chie' history 'campaign check' standings "add $night"; do
        lines round
        # shellcheck disable=SC2086
        run 2 --db $file.db $words
        err "$file.db"
        err "left as it is"
    done
    alike $file.db $file.was
    [ ! -e $file.db-journal ]
    note $? "nothing is left beside $file.db"
done
run 2 --db foreign.db history
err "does not belong to fuda"
run 2 --db newer.db history
err "later version"
if as_other "$other" --version >/dev/null 2>&1; then
    mkdir closed
    cp good.db closed/a.db
    chmod 555 closed
    for file in closed/a.db closed/new.db; do
        echo round >in.now
        as_other "$other" --db $file table haratama A B C <in.now >out 2>err
        [ $? -eq 2 ]
        note $? "a folder that cannot be written"
        err "$file"
        silent out
    done
    alike good.db closed/a.db
else
    echo "skipped: a folder that cannot be written (root cannot become somebody else here)"
fi
mkdir full
if [ "$(id -u)" -eq 0 ] && mount -t tmpfs -o size=384k none full 2>/dev/null; then
    { for i in $(seq 1 4000); do echo "note \"line $i of very many, until there is no room for any more\""; done; } >in
    run 2 --db full/f.db table haratama Aki Bo Chie
    err "the disk is full"
    err "not accepted"
    refused=$(grep -c "not accepted" err)
    mount -o remount,size=16m full
    run 0 --db full/f.db show 1
    [ "$refused" -gt 0 ] && [ "$(grep -c "^note" out)" -eq $((4000 - refused)) ]
    note $? "what was accepted on a full disk is kept, and nothing else"
    run 0 --db full/f.db campaign check
    lines 'note "there is room again"'
    run 0 --db full/f.db table
    umount full
else
    echo "skipped: a full disk (needs root and tmpfs)"
fi

# ---- campaigns -----------------------------------------------------------------------------
fresh
run 0 campaign list
silent out
run 0 campaign new 'Thursday table'
out "Thursday table"
run 0 campaign new 木曜 --json
json '.new == []'
run 2 campaign new 'THURSDAY TABLE'
err "taken"
run 2 campaign new ''
run 2 campaign new "$(printf 'a\033[2Jb')"
run 0 campaign list
out "* 木曜"; out "  Thursday table"
run 0 campaign use 'thursday table'
run 0 campaign list --json
json '[.list[] | select(.in_use) | .campaign] == ["Thursday table"]'
run 2 campaign use nobody
err "nobody"
run 0 campaign rename 木曜 金曜
run 2 campaign rename 金曜 'Thursday Table'
run 2 campaign rename 木曜 土曜
run 2 -c nowhere history
err "nowhere"
for words in '' bogus new 'new a b' 'list x' use 'rename a' import; do
    # shellcheck disable=SC2086
    run 2 campaign $words
    silent out
    err "fuda campaign"
done
run 0 campaign house haratama/tie=tied haratama/fox=off
run 0 campaign house --json
json '[.house[] | .key + "=" + .value] | sort == ["haratama/fox=off", "haratama/tie=tied"]'
for wrong in tie=tied haratama/tie=nobody haratama/tie nogame/tie=tied haratama/bogus=1; do
    run 2 campaign house haratama/review=free "$wrong"
done
run 0 campaign house haratama/fox= --json
json '[.house[] | select(.in_force) | .key + "=" + .value] | sort == ["haratama/fox=", "haratama/tie=tied"]'
lines round
run 0 table haratama Aki Bo Chie Dai
run 0 show 1
out "house haratama/tie="
run 0 -c 金曜 history
silent out

# ---- records -------------------------------------------------------------------------------
fresh
run 0 add "$night"
out "added: 1"
run 0 add "$night"
err "is in the campaign already: number 1 of"
out "known already: 1"
run 0 add "$night" --json
json '. == {added: 0, known: 1}'
cp "$night" in
run 0 add - --json
json '.known == 1'
run 2 add no-such-file
err "no-such-file"
printf 'game haratama\nplayers A B C\nround\nkami 1 2 99\n' >in
run 2 add --json
json '.added == 0'
printf 'game haratama\nplayers A B C\nround\nkami 1 2 3\nr1\nnonsense\ngame haratama\nplayers D E F\nround\n' >in
run 2 add --json
json '.added == 1'
run 0 history --json
json '[.history[] | [.seats[].seat] | join(" ")] | sort == ["Aki Bo Chie Dai", "D E F"]'
fresh
run 0 add "$night"
run 0 history --json
json '.history[0] | .state == "finished" and .date == "2001-11-14" and ([.seats[].place] == [1, 4, 2, 3])'
run 0 history haratama
out "Aki 1 (-30)"
run 2 history nogame
run 2 history a b
run 0 standings --json
json '.standings[0] | {player, games, wins, places} == {player: "Aki", games: 1, wins: 1, places: [1]}'
run 0 standings haratama
out "Aki"
run 0 show 1
tail -n +4 out >shown
grep -v '^#' "$night" | tail -n +4 >expected
alike shown expected
cp out again
run 1 judge again
run 0 show 1 --json
json '[.lines[] | .line] == [range(1; 35)]'
id=$("$FUDA" history --json | jq -r '.history[0].id')
run 0 show "$id"
run 2 show 2
run 2 show 0
run 2 show
run 2 show abcdef
# a record taken out is kept, and named by its id
run 0 campaign withdraw 1
out "fuda campaign restore $id"
run 0 standings --json
json '.standings | all(.games == 0)'
run 0 history
silent out
run 0 history --withdrawn
out "$id  2001-11-14  haratama  Aki, Bo, Chie, Dai"
run 0 history --withdrawn --json
json ".history | length == 1 and .[0].number == null and .[0].state == \"withdrawn\" and .[0].id == \"$id\""
run 0 show "$id"
run 2 campaign withdraw 1
err "no record “1”"
run 2 campaign withdraw "$id"
err "withdrawn already"
run 0 campaign check
run 0 campaign export taken.txt
run 0 --db other.db campaign import taken.txt
run 0 --db other.db history --withdrawn
out "$id"
run 0 --lang ja campaign restore "$id"
out "履歴と成績に戻しました"
run 2 campaign restore "$id"
err "not withdrawn"
run 2 --lang ja campaign restore "$id"
err "外されていません"
run 2 campaign restore nobody
err "history --withdrawn"
run 2 campaign restore
err "expected:"
run 0 history --withdrawn
silent out
run 0 history haratama
out "   1  2001-11-14  haratama  Aki 1 (-30)"
# what the store has to say is said in Japanese too
run 2 --lang ja campaign use nowhere
err "「nowhere」というキャンペーンはありません。"
run 2 --lang ja player Nobody
err "「Nobody」という人はいません。"
run 2 --lang ja --db twin.db player Nobody join Aki
for words in "player Aki rename Bo" "player Aki join Aki" "campaign new home"; do
    run 2 --lang ja $words
    sed 's/^fuda//; s/Aki\|Bo\|home\|join//g' err | grep -q '[A-Za-z]'
    [ $? -eq 1 ]
    note $? "English: $(cat err)"
done
run 2 --lang ja player Aki rename ""
err "名前が空です"
# a game there is not, and one for other players: nobody typed a line, so none is pointed at
run 2 table chess Aki Bo
err "“chess” is not a game"
run 2 table needfire Aki Bo
[ "$(cat out err)" = "fuda: NeedFire needs 3 to 4 players, not 2; expected as many names" ]
note $? "said without a column"
# … and not twice: what was added again meanwhile is the same record
run 0 --db twin.db add "$night"
run 0 --db twin.db campaign withdraw 1
first=$(sed 's/.*restore \([0-9a-f-]*\)`.*/\1/' out)
run 0 --db twin.db add "$night"
out "Records added: 1"
run 0 --db twin.db table "$first"
err "does not count until \`fuda campaign restore $first\`"
run 2 --db twin.db campaign restore "$first"
err "the same record is there already"
run 0 --db twin.db campaign withdraw 2
run 0 --db twin.db campaign restore "$first"
lines 'round'
run 0 table haratama Eri Bo Fumi
run 0 history --unfinished --json
json '[.history[].number] == [2]'
lines 'note "by its number"'
run 0 table 2
lines 'undo'
run 0 table "$("$FUDA" history --json | jq -r '.history[1].id')"
out 'Taken back: note "by its number"'
lines 'undo'
run 0 table 1
out 'Taken back: '
run 0 history --unfinished --json
json '[.history[].number] == [1, 2]'
lines 'redo'
run 0 table 1
run 0 history --unfinished --json
json '[.history[].number] == [2]'
run 2 table 3
err "no record “3”"
run 2 table haratama
err "expected a game and its players"
run 0 player Eri
grep -q '^ *2 ' out
note $? "a record has one number in every list"
run 0 player 'ｂｏ' --json
json '[.history[].number] == [1, 2]'
run 0 player Bo rename Bob
run 0 player Bo --json
json '.history | length == 2'
run 2 player Bob rename Aki
err "taken"
run 0 player Eri join Bob
run 0 player Bob --json
json '.history | length == 2'
run 0 campaign show --json
json '(.show | sort) == ["Aki", "Bob", "Chie", "Dai", "Fumi"]'
silent err
run 0 player Eri part
run 0 campaign show --json
json '(.show | sort) == ["Aki", "Bob", "Chie", "Dai", "Eri", "Fumi"]'
run 2 player Eri part
err "joined to nobody"
run 0 player Dai join Aki
out "records: 1; the first is number 1 of"
out "fuda player Dai part"
run 0 standings --json
json '[.standings[] | [.player, .games]] == [["Aki", 1], ["Chie", 1], ["Bob", 1]]'
run 0 player Dai part
run 0 player Dai join Aki --json
json '.player == [{together: [1]}]'
run 0 player Dai part
run 2 player Nobody
run 2 player Nobody part
run 2 player Bob part now
run 2 player Bob join Nobody
run 2 player Bob frobnicate Aki
run 2 player
run 0 campaign check
out "sound"
run 0 campaign check --json
json '.check == []'

# ---- export, import, merge -----------------------------------------------------------------
run 0 campaign export
cp out one.txt
run 0 campaign export two.txt
alike one.txt two.txt
run 2 campaign export two.txt
err "two.txt is there already"
XDG_DATA_HOME=$work/data2
run 0 campaign import one.txt --json
json '.import[0] | .new == 2 and .known == 0'
run 0 campaign export
alike out one.txt
run 0 campaign list --json
json '.list == [{campaign: "home", in_use: true}]'
run 0 campaign import one.txt --json
json '.import[0] | .new == 0 and .known == 2 and .lines == 0'
run 0 campaign export
alike out one.txt
for wrong in "$night" foreign.was no-such-file /dev/null; do
    run 2 campaign import "$wrong"
done
head -n 12 one.txt >half.txt
run 2 campaign import half.txt
run 0 campaign export
alike out one.txt

# two laptops that grow apart: each goes on with the same record and begins one
lines 'kami 1 2 3' 'note "first"'
run 0 table
lines round
run 0 table haratama Aki Gen Hana
run 0 player Chie rename Chieko
run 0 campaign export b.txt
XDG_DATA_HOME=$work/data
lines 'note "second"'
run 0 table
lines round 'kami 3 4 5' undo
run 0 table haratama Bob Ivo Jun
run 0 player Dai rename Daisuke
run 0 campaign export a.txt
rm -rf x y
XDG_DATA_HOME=$work/x
run 0 campaign import a.txt
run 0 campaign merge b.txt
run 0 campaign export ab.txt
run 0 campaign check
run 0 history
cut -c 5- out >ab.history           # their numbers are as they came
run 0 standings
cp out ab.standings
XDG_DATA_HOME=$work/y
run 0 campaign import b.txt
run 0 campaign merge a.txt
run 0 campaign merge b.txt
run 0 campaign export ba.txt
alike ab.txt ba.txt
run 0 history
cut -c 5- out >ba.history
alike ba.history ab.history
run 0 standings
alike out ab.standings
out Chieko; out Daisuke
run 0 history --json
json '.history | length == 4'
XDG_DATA_HOME=$work/data
run 0 campaign merge b.txt
run 0 campaign export
alike out ab.txt

# nor is a record changed while somebody keeps it
XDG_DATA_HOME=$work/x
lines 'note "third"'
run 0 table
run 0 campaign export third.txt
XDG_DATA_HOME=$work/y
: >first
"$FUDA" table <pipe >first 2>&1 &
first=$!
exec 3>pipe
printf 'board\n' >&3
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    [ -s first ] && break
    sleep 0.1
done
run 2 campaign merge third.txt
err "somebody else keeps this record"
run 0 campaign export
alike out ab.txt
exec 3>&-
wait "$first"
run 0 campaign merge third.txt
run 0 campaign export
alike out third.txt

# a line that no longer reads is told, kept, and taken back in its turn
XDG_DATA_HOME=$work/data
fresh
lines round 'kami 2 6 8' 'Aki: lead' 'g5 g1 g2 g4' 'g6'
run 0 table haratama Aki Bo Chie Dai
run 0 campaign export
sed 's/^g5 g1 g2 g4/g5 g1 bogus g4/' out >garbled.txt
fresh
run 0 campaign import garbled.txt
lines 'note "x"' undo undo undo redo
run 2 table
err "line 4 of the record can no longer be read: g5 g1 bogus g4"
out "stays taken back: g5 g1 bogus g4"
[ "$(grep '^Taken' out | cut -d : -f 2 | tr '\n' ,)" = ' note "x", g6, g5 g1 bogus g4,' ]
note $? "lines are taken back in their order"
lines 'g5 g1 g2 g4'
run 0 table
run 0 campaign check
run 0 show 1
[ "$(tail -n 2 out | tr '\n' ,)" = 'Aki: lead,g5 g1 g2 g4,' ]
note $? "the record goes on"

# an import beside a table
XDG_DATA_HOME=$work/data2
: >first
"$FUDA" table haratama K L M <pipe >first 2>&1 &
first=$!
exec 3>pipe
printf 'round\nboard\n' >&3
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    [ -s first ] && break
    sleep 0.1
done
run 0 campaign import a.txt
exec 3>&-
wait "$first"
note $? "an import beside a table"
run 0 campaign check

# ---- what is said again behind a line that is put right is as old as it was, and whoever's it was ----
export XDG_DATA_HOME="$work/said" XDG_STATE_HOME="$work/said"
lines 'round' 'kami 3 5 9' 'Bo: r9 r3 r10 b1' 'Dai: g2 g3'
run 0 table haratama Aki Bo Chie Dai
run 0 show --json 1
when=$(jq -r '.lines[] | select(.text == "Dai: g2 g3").time' out)
lines 'fix 6 Bo: r9 r3 r10 b2'
run 0 table 1
run 0 show --json 1
json '[.lines[].text] == ["round", "kami 3 5 9", "Bo: r9 r3 r10 b2", "Dai: g2 g3"]'
same "the time of a line said again" "$when" "$(jq -r '.lines[] | select(.text == "Dai: g2 g3").time' out)"

finish
