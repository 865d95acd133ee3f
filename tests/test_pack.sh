#!/bin/sh
# The owner's decks: `fuda pack`, where a pack is looked for, and files that mean harm.
. tests/check.sh
packs=$work/data/fuda/packs

# A whole deck of NeedFire called NAME, as its owner would enter it.
deck() { "$FUDA" pack show reference | sed -n 's/^  //p' | { echo "pack needfire \"$1\""; cat; }; }

# ---- new: a template reads as it stands, in both languages -----------------------------------
for game in $("$FUDA" words pack new | grep -v '^-'); do
    for lang in en ja; do
        run 0 --lang $lang pack new "$game"
        silent err
        cp out in
        run 1 --lang $lang pack check -
        silent err
        [ $lang = en ] && out "no rows yet"
        [ $lang = ja ] && out "まだ行がありません"
    done
done
run 0 pack new needfire
[ "$(grep -c '^#human [0-9]' out)" -eq 26 ] && [ "$(grep -c '^#fire [0-9]' out)" -eq 26 ]
note $? "a row for every card"
run 0 pack new NeedFire ours.fuda
out "pack check ours.fuda"
grep -q '^pack needfire "ours"$' ours.fuda
note $? "the pack is called as its file"
run 2 pack new needfire ours.fuda
err "ours.fuda is there already"
run 2 pack new haratama
err "needs no pack"
run 2 --lang ja pack new haratama
err "デッキは必要ありません"
run 2 pack new chess
err "not a game"
run 2 pack new needfire nowhere/x.fuda
run 2 pack new
err "fuda pack new GAME [FILE]"
run 2 pack
err "fuda pack list"
run 2 pack sell
# every commented row, filled in, reads
"$FUDA" pack new needfire | sed -e 's/^#human \(.*\)makes *reacts/human \1 makes b1 reacts w1 w2 w3 w4/' \
    -e 's/^#fire \(.*\)makes/fire \1 makes w13/' -e 's/^#rune \(.*\)""/rune \1 "X"/' >in
run 1 pack check -
silent err
out "not as the rulebook states"
"$FUDA" pack new materia | sed -e 's/^#ghost ""/ghost "A"/; s/,,,,, mind=,,,,, points=/1,1,1,1,1,1 mind=2,2,2,2,2,2 points=3/' \
    -e 's/^#shell ""/shell "S"/' -e 's/^#event ""/event "E"/' >in
run 0 pack check -
silent err
out "every row reads"

# ---- fill: asked for what is missing, every answer kept at once -----------------------------------
run 0 pack new tezumashi tz.fuda
lines '5 3 1 0 -2+' '0=5 1=x' '0=5 4+=-1' '' 'table 8 0=5' '1 2 x' '６　７' undo '8 9' '' '' '' 'card=-1' 'table' 'b' '' \
    '' 'donba "呑 馬術" add=2 uses=3' '' extra
run 0 pack fill tz.fuda
out "Score tables: the points for 0, 1, 2"
out " table 1 0=5 1=3 2=1 3=0 4+=-2"
out "Taken back."
out "Rows added to tz.fuda: 7."
out "Score tables that are not in the pack: 3 5 6 7."
err "tz.fuda:34: column 13: “1” gives no points"
[ "$(tail -n 7 tz.fuda | tr '\n' ';')" = 'table 1 0=5 1=3 2=1 3=0 4+=-2;table 2 0=5 4+=-1;table 8 0=5;table 4 0=8 1=9;minuscard b card=-1;minuscard u table;ability donba "呑 馬術" add=2 uses=3;' ]
note $? "the rows in their order: $(tail -n 8 tz.fuda)"
rows=$(wc -l <tz.fuda)
lines '' help '' quit
run 0 --json pack fill tz.fuda
json '.packs[0].verdict == "clean" and .packs[0].pack == "tz"'
err "RETURN leaves one for later"
[ "$(wc -l <tz.fuda)" -eq "$rows" ]
note $? "nothing asked, nothing added"
deck whole >whole.fuda
sed -n '/^human 26 /!p' whole.fuda | sed '/^fire 3 /d' >lacking.fuda
want=$(sed -n 's/^human 26 makes \([^ ]*\) reacts/\1/p' whole.fuda)
lines "$want" "$(sed -n 's/^fire 3 makes //p' whole.fuda)"
run 0 pack fill lacking.fuda
out "lacking.fuda: 2."
out "whole (needfire): as the rulebook states."
sort whole.fuda >a; sort lacking.fuda >b; cmp -s a b
note $? "the rows that were missing"
# in the user's folder by name; without a newline at its end; in Japanese
run 0 pack new materia ours-m.fuda
printf 'pack materia "spirits"\nghost "Sakura" body=1,1,2,3,4,5 mind=2,2,3,3,4,6 points=3' >spirits.fuda
run 0 pack add spirits.fuda
lines '"Unyuu" body=1,1,1,1,1,1 mind=2,2,2,2,2,2 points=1' '' '' '"Kyo" forced' '"Kyo" twice' quit
run 0 --lang ja pack fill spirits
out "ゴースト"
err "spirits.fuda:5:"
[ "$(wc -l <"$packs/spirits.fuda")" -eq 4 ]
note $? "three rows below the first line"
run 0 pack remove spirits
# values alone, with a sticker's number or without; what is short of one is not a row
lines '"Sora" 1,1,1,2,2,2 2,2,2,2,2,3 4' '58 "Umi" 1,1,1,1,1,1 2,2,2,2,2,2 5' '"Kaze" 1,1,1' '"Hi" 1,2,3,4,5,6' quit
run 0 pack fill spirits.fuda
err "“body” does not give a value for each face of the die"
[ "$(tail -n 3 spirits.fuda | tr '\n' ';')" = 'ghost "Sora" body=1,1,1,2,2,2 mind=2,2,2,2,2,3 points=4;ghost 58 "Umi" body=1,1,1,1,1,1 mind=2,2,2,2,2,2 points=5;ghost "Hi" body=1,2,3,4,5,6;' ]
note $? "values behind their words: $(tail -n 3 spirits.fuda)"
# what cannot be filled in is said, and stays
for text in 'pack needfire "x"\nhuman 1 makes b1\n' 'game haratama\n' '' 'pack needfire "x"\nfire 1 makes b1\ngame needfire\n'; do
    printf "$text" >bad.fuda
    cp bad.fuda was.fuda
    lines 'b1 w1 w2 w3 w4'
    run 2 pack fill bad.fuda
    silent out
    cmp -s bad.fuda was.fuda
    note $? "left as it was: $text"
done
err "a game follows"
run 2 pack fill reference
err "built in"
run 2 pack fill -
err "the answers come from standard input"
run 2 pack fill nowhere.fuda
err "nowhere.fuda: cannot be read"
printf 'pack needfire "x"\n' >part.fuda
lines 'makes b1 reacts w1 w2 w3 w4; game haratama' 'makes b1 reacts w1 w2 w3 w4 ; pack needfire "y"' '# later' 'b1 w1 w2 w3 w4' undo undo
run 1 pack fill part.fuda
err "expected a row of the pack"
err "nothing to take back"
out "part.fuda: 0."
[ "$(cat part.fuda)" = 'pack needfire "x"' ]
note $? "only rows are added"
# answers are taken back one after the other, and names may stand between the quotes of a Japanese keyboard
run 0 pack new tezumashi marks.fuda
lines '5 3+' '1 2+' '' undo undo undo '7 6+' '' '' '' '' '' '' '' '' '' '' '' '砂 「五色 の砂」 win uses=1' '鶴 ”折り鶴” skip　uses=2' \
    '亀 「"亀」 win' undo undo '“鶴” win'
run 0 pack fill marks.fuda
err "nothing to take back"
out 'ability 砂 "五色 の砂" win uses=1'
out 'ability 鶴 "折り鶴" skip　uses=2'
out "Rows added to marks.fuda: 2."
[ "$(tail -n 2 marks.fuda | tr '\n' ';')" = 'table 1 0=7 1+=6;ability "鶴" win;' ]
note $? "two answers stand: $(tail -n 3 marks.fuda)"
if [ "$(id -u)" -ne 0 ]; then
    chmod a-w part.fuda
    lines 'b1 w1 w2 w3 w4'
    run 2 pack fill part.fuda
    err "part.fuda: cannot write"
fi

# ---- check -----------------------------------------------------------------------------------
run 0 pack check reference
out "reference (needfire): as the rulebook states."
run 0 --lang ja pack check reference
out "ルールブックのとおりです"
run 0 pack check reference --json
json '.packs == [{"file": null, "game": "needfire", "pack": "reference", "verdict": "clean", "findings": []}]'
deck Ours >whole.fuda
run 0 pack check whole.fuda
# two cards exchange a reaction element
sed -e '8s/w10/w11/' whole.fuda >torn.fuda
sed -n 8p torn.fuda >row
run 1 pack check torn.fuda
out "torn.fuda:8: irregular (needfire/"
out "h7"
run 1 --lang ja pack check torn.fuda
out "torn.fuda:8: 反則"
# a row that is wrong is told in a few lines, and a deck half entered in fewer
sed -e '4s/makes b3/makes w3/' whole.fuda >in
run 1 pack check -
[ "$(grep -c 'irregular' out)" -eq 2 ]
note $? "opposite and share-one, one finding each"
out "-:4: irregular (needfire/opposite): h3 generates a white element and reacts to white 3 4 6 12;"
out "-:4: irregular (needfire/share-one): h3 shares no reaction element with h14 h15"
out "(findings: 2)"
sed -e '/^fire/d' -e '/^human 2[0-9]/d' whole.fuda >in
run 1 pack check -
out "Humans in the deck: 19 of 26."; out "Fires in the deck: 0 of 26."
out "Fewer than four humans react to black 1 2 3 4 5 6 7 8 9 10 11 12 13 so far."
[ "$(wc -l <out)" -eq 4 ]
note $? "what is missing of half a deck in short"
run 1 pack check torn.fuda --json
json '[.packs[0].findings[] | select(.rule == "needfire/four") | .cards | length] == [3, 5]'
json '[.packs[0].findings[] | select(.rule == "needfire/share-one") | .card] | unique == ["h7"]'
json '.packs[0].verdict == "irregular" and ([.packs[0].findings[] | select(.line == 8 and .card == "h7")] | length > 0)'
json '[.packs[0].findings[] | .kind, .rule, .because, .text] | all'
sed -e '30s/makes b[0-9]*/makes b1/' whole.fuda >in
run 0 pack check -
out "-:30: note (needfire/fire)"
sed -e '3s/makes b2/makes b99/' whole.fuda >bad.fuda
run 2 pack check bad.fuda
err "bad.fuda:3: column 15: “b99” is not an element"
run 2 pack check bad.fuda whole.fuda
out "Ours (needfire): as the rulebook states."
run 2 pack check whole.fuda nowhere.fuda
err "nowhere.fuda: cannot be read"
printf 'game haratama\nplayers Aki Bo Chie\n' >game.fuda
run 2 pack check game.fuda
err "no pack here"
run 2 pack check /
run 2 pack check referense
err "did you mean “reference”"
run 2 --lang ja pack check referense
err "「reference」ですか"
run 2 pack check
{ deck One; printf 'game needfire\nplayers Aki Bo Chie\nrow x\n'; deck Two; } >two.fuda
run 0 pack check two.fuda
out "One (needfire)"; out "Two (needfire)"
silent err

# a deck with lines that cannot be read is not said to be as it should
{ cat whole.fuda; echo 'human 3 makes b99'; } >in
run 2 pack check -
out "Ours (needfire): not judged as a whole, for lines that cannot be read: 1."
{ cat whole.fuda; echo 'human 3 makes b99'; } >in
run 2 pack check - --json
json '.packs[0].verdict == "unreadable"'
# what a deck of Tezumashi lacks, in a line each
printf 'pack tezumashi "T"\ntable 7 0=5 2=1\nability x add=99999999999\n' >in
run 2 pack check -
out "Score tables that are not in the pack: 1 2 3 4 5 6 8."
out "Table 7 has no points yet for these numbers of tricks: 1 3 4 5 6 7 8 9 10 11 12."
err "“add” takes a number from -999 to 999"
{ echo 'pack tezumashi "T"'; for table in 1 2 3 4 5 6 7 8; do echo "table $table 0=5 1+=2"; done; } >in
run 0 pack check - --json
json '[.packs[0].findings[]? | select(.text // "" | contains("Score tables"))] == []'
"$FUDA" pack new tezumashi | grep -q '^#table 8'
note $? "the score table of three players in the template"

# ---- show, list, add, remove -----------------------------------------------------------------
run 0 pack show reference
out "NeedFire — “reference” (built in)"
out "human 1 makes b1 reacts w1 w2 w4 w10"
run 0 pack show reference --json
json '.packs[0].rows | length == 52'
json '.packs[0].rows[0].arguments == [1, "makes", "b1", "reacts", "w1", "w2", "w4", "w10"]'
json '.packs[0].from == "built-in" and .packs[0].file == null'
run 0 pack list
out "reference"
run 2 pack list nothing
run 0 pack add whole.fuda
out "Ours.fuda"
[ "$(stat -c %a "$packs")" = 700 ] && [ "$(stat -c %a "$packs/Ours.fuda")" = 600 ]
note $? "the folder and the file are the owner's alone"
cmp -s whole.fuda "$packs/Ours.fuda"
note $? "a file of one pack is kept as it is"
run 0 pack list --json
json '.packs | map(.name) == ["reference", "Skull King", "Mahjong", "Hearts", "Spades", "Oh Hell", "Wizard", "Ours"]'
json '.packs[7].from == "own" and (.packs[7].file | endswith("/fuda/packs/Ours.fuda"))'
run 0 pack show ours
out "human 1 makes b1"
run 2 pack add whole.fuda
err "--replace"
sed 's/human 7/human 7 "Ylva"/' whole.fuda >new.fuda
run 0 pack add --replace new.fuda
run 0 pack show ＯＵＲＳ --json
json '.packs[0].rows[6].arguments[1] == "Ylva"'
run 0 pack add two.fuda
[ -e "$packs/One.fuda" ] && [ -e "$packs/Two.fuda" ] && ! grep -q game "$packs/One.fuda"
note $? "each pack of a file gets a file"
run 1 pack add torn.fuda --replace
out "Added"
run 2 pack add bad.fuda --replace
err "nothing was added"
grep -q 'w10' "$packs/Ours.fuda"
note $? "what cannot be read replaces nothing"
ls "$packs" | grep -q 'new-'
[ $? -ne 0 ]
note $? "nothing half written is left"
run 0 --lang ja pack remove one
out "削除しました"
run 2 pack remove one
err "no pack is called “one”"
run 2 pack remove reference
err "built in"
run 0 pack add whole.fuda --replace
deck reference >in; run 2 pack add -; err "fuda has itself"
deck campaign >in; run 2 pack add -; err "fuda has itself"
deck a/b >in; run 2 pack add -; err "cannot be a file's name"
deck ../../up >in; run 2 pack add -
deck .hidden >in; run 2 pack add -
deck '' >in; run 2 pack add -
{ printf 'pack needfire "P"; pack needfire "Q"\n'; } >in; run 2 pack add -; err "lines of its own"
find "$work" -name 'up*' -o -name '.hidden*' | grep -q .
[ $? -ne 0 ]
note $? "no file outside the folder"

# ---- where a pack is looked for --------------------------------------------------------------
mkdir -p night/decks

# says which deck was taken by the name it gives to h20
named() {
    sed "s/human 20 /human 20 \"$2\" /; s/^pack .*/pack needfire \"$1\"/" whole.fuda
}
play='Aki: row h7\nBo: row h20\nChie: row h21\nAki: hand f7\nbattle\nAki: ignite f7'
say() { { printf 'game needfire\nplayers Aki Bo Chie\npack "%s"\n' "$1"; printf "$play\n"; }; }
taken() { json "[.games[0].ignitions[0].fighters[] | select(.card == \"h20\") | .name] == [\"$1\"]"; }
named Deck own >in; run 0 pack add -
say Deck >night/r.fuda
run 0 score --json night/r.fuda; taken own
named Deck beside >night/Deck.fuda
run 0 score --json night/r.fuda; taken beside
(cd night && "$FUDA" score --json r.fuda) >out; taken beside
{ named Deck same; say Deck; } >night/r.fuda
run 0 score --json night/r.fuda; taken same
say ./decks/d.fuda >night/r.fuda
named Other path >night/decks/d.fuda
run 0 score --json night/r.fuda; taken path
say decks/../decks/d.fuda >night/r.fuda
run 0 score --json night/r.fuda; taken path
say "$work/night/decks/d.fuda" >in
run 0 score --json -; taken path
say d.fuda >night/decks/r.fuda
run 0 score --json night/decks/r.fuda; taken path
# a name in other letters is the same name; a file of several decks
say "ｄｅｃｋ" >in
run 0 score --json; taken own
{ named First one; named Second two; } >night/decks/many.fuda
say decks/many.fuda >night/r.fuda
run 0 score --json night/r.fuda; taken one
{ named First one; named many two; } >night/many.fuda
say many >night/r.fuda
run 0 score --json night/r.fuda; taken two
# a file beside it that is no pack, or the record itself, is passed over
say Deck >night/Deck.fuda
run 0 score --json night/Deck.fuda; taken own
printf 'game haratama\n' >night/Deck.fuda
run 0 score --json night/r.fuda; taken two
# a built-in one by name, and one's own before it
say reference >in
run 0 score --json; json '.games[0].ignitions[0].fighters | length > 0'
rm night/Deck.fuda

# what is not there
say Dekc >night/r.fuda
run 2 judge night/r.fuda
err "night/r.fuda:3: column 6: no pack of needfire is called “Dekc”; did you mean “Deck”?"
err "night/"
err "fuda/packs"
run 2 --lang ja judge night/r.fuda
err "「Deck」ですか"
say Zzzzzz >in
run 2 judge
err "fuda pack list"
say ./nothing.fuda >in
run 2 judge
err "./nothing.fuda: No such file"
say ./night >in
run 2 judge
err "not an ordinary file"
printf 'pack materia "M"\nghost "A"\n' >m.fuda
say ./m.fuda >in
run 2 judge
err "contains no pack of this game"
# a file of that name that is none: told, for no other is found
head -c 200 "$FUDA" >night/Zzzzzz.fuda
say Zzzzzz >night/r.fuda
run 2 judge night/r.fuda
err "night/Zzzzzz.fuda: it contains no pack of this game"
rm night/Zzzzzz.fuda
# faults have the pack's own place, once for two games, and the deck's rows that read are taken
cp bad.fuda night/bad.fuda
{ say bad; say bad; } >night/r.fuda
run 2 judge night/r.fuda
[ "$(grep -c 'night/bad.fuda:3: column 15:' err)" -eq 1 ]
note $? "told once"
# a deck in the middle of a game
printf 'game materia\nplayers A B\nA: install X\npack "M"\n' >in
run 2 judge
err "another deck in the middle of the game"

# ---- at the table ----------------------------------------------------------------------------
lines 'pack "Deck"' 'Aki: row h7'
run 0 --db t.db table needfire Aki Bo Chie
lines 'pack "Dekc"'
run 2 --db t.db table needfire Aki Bo Chie
err "did you mean “Deck”?"
lines 'pack "./bad.fuda"' 'pack "./bad.fuda"' 'pack "./whole.fuda"'
run 2 --db t.db table needfire Aki Bo Chie
[ "$(grep -c 'bad.fuda:3: column 15:' err)" -eq 2 ]
note $? "a pack with faults is refused each time"
lines 'pack needfire "X"' 'fire 1 makes b1'
run 2 --db t.db table needfire Aki Bo Chie
err "a file of their own"
# a refused line leaves the deck as it was: here the second ghost of a line is named twice
lines 'ghost "A" points=1; ghost "A"' 'ghost "A" points=2' 'Aki: install A'
run 2 --db t.db table materia Aki Bo
err "listed already"
[ "$(grep -c 'listed already' err)" -eq 1 ]
note $? "the row of a refused line is gone"

# ---- what a record was played with -----------------------------------------------------------
kept() { run 0 "$@" show 1; cp out in; run 0 score --json -; }
named Mine first >Mine.fuda
lines 'pack "mine"' 'Aki: row h7' 'Bo: row h20' 'Chie: row h21' 'Aki: hand f7' battle 'Aki: ignite f7'
run 0 --db k.db table needfire Aki Bo Chie
kept --db k.db; taken first
named Mine other >Mine.fuda
kept --db k.db; taken first
rm Mine.fuda
kept --db k.db; taken first
run 0 --db k.db campaign check
# undone, done again and resumed without the file
lines undo undo redo redo 'save saved.fuda'
run 0 --db k.db table
run 0 score --json saved.fuda; taken first
lines undo undo undo undo undo undo undo redo redo redo redo redo redo redo
run 0 --db k.db table
kept --db k.db; taken first
# another laptop has it too, and the text is whole by itself
run 0 --db k.db campaign export kept.txt
run 0 --db l.db campaign import kept.txt
kept --db l.db; taken first
run 0 --db l.db campaign check
run 0 --db l.db campaign export again.txt
cmp -s kept.txt again.txt; note $? "the text is the same"
run 0 score --json kept.txt; taken first
sed 's/"first"/"thirst"/' kept.txt >altered.txt
run 2 --db m.db campaign import altered.txt
err "hash"
# typed again, the name means what it means now
named Mine later >Mine.fuda
lines undo undo undo undo undo undo 'pack Mine' 'Aki: row h7' 'Bo: row h20' 'Chie: row h21' 'Aki: hand f7' battle 'Aki: ignite f7'
run 0 --db k.db table
kept --db k.db; taken later
rm Mine.fuda
# records from files keep theirs: of the same file, beside, by path
for name in Deck Same ./night/decks/d.fuda; do
    rm -f a.db*
    { [ $name != Same ] || named Same same; say $name; } >added.fuda
    [ $name != Deck ] || named Deck beside >Deck.fuda
    run 0 --db a.db add added.fuda
    rm -f Deck.fuda
    kept --db a.db
    case $name in Deck) taken beside ;; Same) taken same ;; *) taken path ;; esac
    run 0 --db a.db campaign check
done
mv night aside
kept --db a.db; taken path
mv aside night
run 0 --db a.db add added.fuda
out "known already: 1"
# by the house rules of the campaign, with its pack
run 0 --db h.db campaign house needfire/recount=no
run 0 --db h.db add added.fuda
kept --db h.db; taken path
# rows added later take effect, changed ones are told
cat >grow.fuda <<'END'
pack materia "Grow"
shell "Coat"
END
run 0 pack add grow.fuda
cat >grown.fuda <<'END'
game materia
players Aki Bo
pack "Grow"
Aki: install A
Bo: install B
Bo: install C body=1,1,1,1,1,1 points=1
Aki: install D body=6,6,6,6,6,6 points=1
Aki: download
Aki: attack Bo with D body
Bo: defend C
dice 1 1
END
run 0 --db g.db add grown.fuda
run 0 --db g.db show 1
no 'ghost'
cat >>grow.fuda <<'END'
ghost "A" points=4
ghost "B" points=2
ghost "C"
ghost "D"
END
run 0 pack add --replace grow.fuda
run 0 --db g.db history
run 0 --db g.db show 1
out 'ghost "A" points=4'
cp out in
run 0 score --json
json '.games[0].standing | length == 2'
run 0 --db g.db campaign export g.txt
run 0 --db g2.db campaign import g.txt
run 0 --db g2.db show 1
out 'ghost "A" points=4'
# a row that says more than before takes its place
sed -i 's/ghost "C"$/ghost "C" points=6/; s/^shell.*/shell 7 "Coat"/' grow.fuda
run 0 pack add --replace grow.fuda
run 0 --db g.db campaign check
silent err
run 0 --db g.db show 1
out 'ghost "C" points=6'
out 'shell 7 "Coat"'
sed -i 's/points=4/points=5/' grow.fuda
run 0 pack add --replace grow.fuda
run 0 --db g.db show 1
out 'ghost "A" points=4'
run 0 --db g.db campaign check
err 'the pack “Grow” has changed'
err 'ghost "A" points=5'
run 0 --lang ja --db g.db campaign check
err '「Grow」'
run 0 pack remove grow
run 0 --db g.db campaign check

# ---- what a campaign knows when a record begins -----------------------------------------------
first='Aki: install A1 body=1,2,3,4,5,6 points=2
Bo: install B1 mind=1,2,3,4,5,6 body=1,1,1,1,1,1
Bo: install B2 points=4
Aki: install A2'
second='Aki: install A1
Bo: install B1
Bo: install New
Aki: install A2
Aki: download
Aki: attack Bo with A1 body
Bo: defend B1
dice 6 1'
lines "$second"
run 2 --db c.db table materia Aki Bo
err "the values of A1"
lines undo undo undo undo undo undo undo undo undo "$first"
run 2 --db c.db table
lines "$second"
run 0 --db c.db table materia Aki Bo
run 0 --db c.db show 2
out 'ghost A1 body=1,2,3,4,5,6 points=2'
cp out in
run 0 score --json
json '.games[0].battles[0].attack == 6 and .games[0].battles[0].taken == "B1"'
# given anew the values replace those of before, one by one; what was taken back counts no more
lines 'Aki: install B1 points=9' 'Bo: install Gone points=7' undo
run 0 --db c.db table materia Aki Bo
lines 'Aki: install B1'
run 0 --db c.db table materia Aki Bo
run 0 --db c.db show 4
out 'ghost B1 mind=1,2,3,4,5,6 body=1,1,1,1,1,1 points=9'
no 'Gone'
# a record from a file knows it too, unless it has cards of its own
printf 'game materia\nplayers Aki Bo\n%s\n' "$second" >from.fuda
run 2 judge from.fuda
run 0 --db c.db add from.fuda
out "added: 1"
run 0 --db c.db add from.fuda
out "known already: 1"
printf 'game materia\nplayers Aki Bo\ndate 2026-01-01\nghost A1 points=8\nghost B1\nAki: install A1\nBo: install B1\n' >from.fuda
run 0 --db c.db add from.fuda
run 0 --db c.db campaign check
run 0 --db c.db campaign export c.txt
run 0 --db d.db campaign import c.txt
run 0 --db d.db campaign check
run 0 --db d.db campaign export d.txt
cmp -s c.txt d.txt; note $? "the text is the same"
run 0 score c.txt
# the deck that was chosen last is the next record's, of this campaign and game alone
named Mine first >Mine.fuda
lines 'pack "mine"'
run 0 --db b.db table needfire Aki Bo Chie
rm Mine.fuda
lines 'Aki: row h7' 'Bo: row h20' 'Chie: row h21' 'Aki: hand f7' battle 'Aki: ignite f7'
run 0 --db b.db table needfire Aki Bo Chie
run 0 --db b.db show 2; cp out in; run 0 score --json; taken first
lines 'pack reference'
run 0 --db b.db table needfire Aki Bo Chie
lines 'Aki: row h7'
run 0 --db b.db table needfire Aki Bo Chie
run 0 --db b.db show 4
no 'human'
run 0 --db b.db campaign new other
lines 'Aki: row h7'
run 0 --db b.db -c other table needfire Aki Bo Chie
run 0 --db b.db -c other show 1
no 'human'
# Tezumashi is played before the cards are entered: the owner's only pack counts, once it is there
totals='deal
Aki: choose 1 b donba
Bo: choose 2 u "呑馬術"
Chie: choose 3 w y
Dai: choose 4 r z
tricks Aki=3 Bo=4 Chie=2 Dai=3'
lines "$totals" "$totals" "$totals" "$totals"
run 0 --db early.db table tezumashi Aki Bo Chie Dai
out "it is kept as tricks only"
printf 'game tezumashi\nplayers Aki Bo Chie Dai\n%s\n' "$totals" >early.fuda
run 0 --db early.db add early.fuda
run 0 --db early.db history --json
json '[.history[].seats[].points] | all(. == null)'
printf 'pack tezumashi "cards"\ntable 1 3=3\ntable 2 4=4\ntable 3 2=7\n' >cards.fuda
run 0 pack add cards.fuda
run 0 --db early.db standings
lines 'table 4 3=8'
cat in >>"$packs/cards.fuda"
run 0 --db early.db history --json
cp out now.json
run 0 --db early.db campaign check
run 0 --db early.db show 1
out 'table 4 3=8'
cp out in
run 0 score --json
json '.games[0].deals | length == 4 and all(.points == [3, 4, 7, 8])'
json '.games[0].standing[0] | .seat == "Dai" and .points == 32'
run 0 --db early.db campaign export early.txt
run 0 --db early2.db campaign import early.txt
run 0 --db early2.db campaign check
# of two packs it is nobody's guess
run 0 pack remove cards
lines "$totals"
run 0 --db two.db table tezumashi Aki Bo Chie Dai
for name in cards others; do
    printf 'pack tezumashi "%s"\ntable 1 3=3\n' $name >pack.fuda
    run 0 pack add pack.fuda
done
run 0 --db two.db show 1
no 'table 1'
run 0 pack remove others
run 0 --db two.db show 1
out 'table 1 3=3'
run 0 pack remove cards

# ---- hostile files ---------------------------------------------------------------------------
for n in 1 2 3 4; do
    { printf 'pack needfire "\033[31mX"\nhuman 1 "\033]0;x\007" makes \033[2J\n'; head -c 30000 /dev/urandom; } >hostile.fuda
    run 2 pack check hostile.fuda; plain err; plain out
    run 2 pack show hostile.fuda; plain err; plain out
    run 2 pack show hostile.fuda --json; plain err
    run 2 pack add hostile.fuda; plain err; plain out
    say ./hostile.fuda >in
    run 2 judge; plain err; plain out
done
printf 'pack needfire "\033[31mX"\n' >in
run 2 pack add -; plain err
{ printf 'pack needfire "X"\n'; yes 'rune b1 "x"' | head -n 100000; } >large.fuda
run 2 pack check large.fuda
err "1 MiB"
{ head -c 70000 /dev/zero | tr '\0' x; echo; deck X; } >long.fuda
run 2 pack check long.fuda
err "long.fuda:1: column 65537: this line is too long"
yes 'pack materia "X"' | head -n 1000 >many.fuda
run 2 pack check many.fuda
err "at most 64"
cp many.fuda in
run 2 judge
mkfifo fifo
say ./fifo >in
run 2 judge
err "not an ordinary file"
ln -s loop.fuda loop.fuda
say loop.fuda >in
run 2 judge
say /dev/zero >in
run 2 judge
: >empty.fuda
run 2 pack check empty.fuda
err "no pack here"
head -c 200 /dev/urandom >"$packs/noise.fuda"
mkdir "$packs/folder.fuda"
run 0 pack list
out "Deck"
rm -r "$packs/noise.fuda" "$packs/folder.fuda"
if [ "$(id -u)" -ne 0 ]; then
    chmod 0 "$packs"
    run 2 pack list
    err "cannot be read"
    run 2 pack add whole.fuda
    chmod 700 "$packs"
    chmod 0 "$packs/Deck.fuda"
    say Deck >in
    run 2 judge
    err "Permission denied"
    chmod 600 "$packs/Deck.fuda"
fi
mv "$packs" aside; : >"$packs"
run 2 pack list
err "cannot be read"
run 2 pack add whole.fuda
rm "$packs"; mv aside "$packs"
(unset HOME XDG_DATA_HOME; "$FUDA" pack list >out 2>err; [ $? -eq 0 ])
note $? "without a home there are the built-in packs"
(unset HOME XDG_DATA_HOME; "$FUDA" pack add whole.fuda >out 2>err; [ $? -eq 2 ])
note $? "without a home nothing is added"

# a deck named in the middle of a game that began with the built-in one: what comes out otherwise is told
fresh
deck late | sed 's/^human 1 makes b1 reacts .*/human 1 makes b1 reacts w2 w3 w4 w10/' >late.fuda
lines 'Aki: row h1+f15 h14' 'Bo: row h5+f18 h13' 'Chie: row h20 h3' 'Aki: ignite f14' 'pack late'
run 0 table needfire Aki Bo Chie
out "would then have another result: Aki: ignite f14"; out "(reversal)"; no "moves"; no "those after it move"
run 0 show 1
out "pack late; Aki: row h1+f15 h14"; out "human 1 makes b1 reacts w2 w3 w4 w10"
run 0 judge 1
no "reference deck"
lines board
run 0 table
no "reference deck"
finish
