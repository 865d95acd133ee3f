#!/bin/sh
# Hyakumonogatari, Materia and a game from a file at the table: what is told of a line, the board, `legal`, `odds`, in both
# languages, within 80 columns; and what their score sheets say of totals and endings.
. tests/check.sh

# table STATUS WORD… with the lines on standard input, in a store of its own
table() {
    cat >in
    rm -rf data state
    run "$@"
    narrow out
}
count() { check "“$1” is not there $2 times" test "$(grep -cF -- "$1" out)" -eq "$2"; }
# the lines of a pyramid end in three columns only, each where an edge ends
boxes() {
    grep -- '^ *[+|].*[+|]$' out | while IFS= read -r line; do
        printf '%s\n' "$line" | wc -L
    done | sort -u >widths
    grep -- '^ *+.*+$' out | while IFS= read -r line; do
        printf '%s\n' "$line" | wc -L
    done | sort -u >edges
    [ "$(wc -l <widths)" -eq 3 ] && cmp -s widths edges
    note $? "the pyramid is crooked: $(tr '\n' ' ' <widths)"
}
score() {
    "$FUDA" show 1 >record
    "$FUDA" score record >out 2>err
    what="the score sheet"
    narrow out
}

# ---- Hyakumonogatari: what came of a line ----------------------------------------------------

cat >lines <<'END'
board
Aki: parent
night
board
legal
Aki: draw ?; altar newmoon granite; refill
Bo: draw ?; discard fox; refill
Aki: draw ?; altar sun; refill
board
Bo: draw ?; altar candle candle candle shade; refill
board
Aki: draw ?; discard seal; refill
Bo: draw ?; discard blood; refill
Aki: draw ?; discard lantern; refill
Bo: draw ?; discard mirror; refill
board
Aki: draw ?; discard fox; refill
board
Bo: draw ?; discard ink; refill
Bo: show doll ? ? ?
board
END
table 0 table hyakumonogatari Aki Bo <lines
out "No night has begun."
out "Night 1: three cards for Aki, four for Bo."
out "night 1 · turn 1 · it is Aki's turn"
out "missing newmoon, granite, shade, candle x3"
out "Aki: newmoon granite"
out "The sun hides the new moon for three turns of both players, this one counted."
out "sun/newmoon"
out "hides the new moon; turns left, this one counted: 3"
out "All six cards lie on the altar, but the sun hides the new moon."
out "nothing, but the sun hides the new moon"
out "The sun's time is over; the new moon shows again."
out "The altar is complete: the night ends with Bo's turn."
out "nothing: the altar is complete"
out "The pile has run out: the graveyard's cards,"
out "Night 1 is over: the altar is complete. Its ending is in the hands"
out "Night 1 ends with the moon's blessing: Bo holds the doll, and wins."
out "night 1 · turn 5 · the moon's blessing"
out "doll (the doll is there, or effigy and ink)"
out "Bo child 4 – (perhaps the doll)"
boxes

# the second new moon, completion on the parent's turn, the doll's two halves
cat >lines <<'END'
Aki: parent
deck newmoon=2
night
Aki: draw ?; altar newmoon sun granite; refill
Bo: draw ?; altar newmoon; refill
board
Aki: draw ?; altar shade candle candle candle; refill
Bo: draw ?; discard fox; refill
Bo: show effigy ink ? ?
END
table 0 table hyakumonogatari Aki Bo <lines
out "A second new moon ends the sun; the new moon shows again."
out "besides newmoon"
out "The altar is complete: the night ends with Bo's turn."
out "Night 1 ends with the moon's blessing: Bo holds effigy and ink, and wins."

# night two: consent, the frozen follower, the shadow turned
cat >lines <<'END'
house frozen-draw=no
Aki: parent
night
Aki: draw ?; altar newmoon granite shade candle; refill
Bo: draw ?; altar candle candle; refill
Bo: show seal fox ink mirror
consent
night
board
Aki: draw ?; altar newmoon shade sun; refill
board
legal Bo
Aki: discard seal; refill
Aki: discard fox; refill
Aki: draw ?; altar granite candle candle; refill
Bo: draw ?; reverse effigy ink; refill
board
Aki: draw ?; altar candle; refill
Bo: draw ?; discard mirror; refill
END
table 0 table hyakumonogatari Aki Bo <lines
out "Night 1 ends with the moon's curse: Bo holds neither the doll nor both effigy and ink. Aki wins, unless both agree to a second night (\`consent\`)."
out "Both agree to a second night."
out "Night 2: three cards each; Bo also holds the curse."
out "Bo night follower 4 curse"
out "Bo may do nothing while the sun lies: it is Aki's turn again."
out "Bo under the sun"
out "night 2 · turn 2 · it is Aki's turn"
out "Bo: nothing that is known"
out "The sun's time is over"
out "Bo has turned the shadow"
out "effigy+ink/shade"
out "shadow turned"
out "Night 2 ends with the shadow turned by effigy and ink: Bo wins."
boxes
score
out "1 1 the moon's curse Aki Bo held neither the doll nor both effigy and ink"
out "the shadow turned Bo Bo laid effigy and ink on the shade"

# burnt; cursed again; the parent's sun burns nobody
cat >lines <<'END'
Aki: parent
night
Aki: draw ?; altar newmoon granite shade candle; refill
Bo: draw ?; altar candle candle; refill
Bo: show seal fox ink mirror
consent; night
Aki: draw ?; altar newmoon granite shade candle; refill
Bo: draw ?; altar candle candle; refill
END
for last in 'Bo: show curse sun ? ?/in the sun: Bo holds it' 'Bo: show curse seal fox ink/second curse' \
    'Aki: show sun ? ?/second curse'; do
    { cat lines; echo "${last%/*}"; } >more
    table 0 table hyakumonogatari Aki Bo <more
    out "${last#*/}"
done
table 0 table hyakumonogatari Aki Bo <lines
out "Night 2 is over: the altar is complete. Its ending is in the hands"
score
out "open – whether Bo held what decides it was not shown"

# decks that make the ritual impossible are said at once; the line is not kept
for deck in newmoon=0 granite=0 shade=0 candle=2 candle=0 'newmoon=0 candle=0' \
    'sun=0 doll=0 effigy=0 ink=0 seal=0 lantern=0 fox=0 blood=0 mirror=0'; do
    printf 'Aki: parent\ndeck %s\nnight\n' "$deck" >lines
    table 2 table hyakumonogatari Aki Bo <lines
    err "impossible (hyakumonogatari/deck)"
    out "Night 1"
    "$FUDA" show 1 >out
    no deck
done

# Japanese, with names wider than their columns
cat >lines <<'END'
月夜野千恵子：親
夜
月：引く ?; 祭壇 新月 陽光 御影石 死者の影; 補充
とても：引く ?; 祭壇 蝋燭 蝋燭; 補充
board
月：引く ?; 捨てる 印; 補充
legal
END
table 0 --lang ja table hyakumonogatari 月夜野千恵子 とてもとても長い名前の太郎左衛門 <lines
out "足りない札 蝋燭"
out "陽光/新月"
out "死者の影"
boxes
score
long=とてもとても長い名前の太郎左衛門の孫の孫の孫の孫の孫の孫の孫の孫の孫
printf '%s: 親\n夜\n%s: 引く ?; 祭壇 新月; 補充\nboard\n' "$long" "$long" >lines
table 0 --lang ja table hyakumonogatari Aki "$long" <lines
boxes
score

# ---- Materia ---------------------------------------------------------------------------------

cat >opening <<'END'
Aki: install Sakura body=1,1,2,3,4,5 mind=2,2,3,3,4,6 points=3
Bo: install Unyuu body=1,2,3,4,5,6 mind=1,1,1,2,2,2 points=2
Bo: install Kero body=2,2,2,2,2,2 mind=3,3,3,3,3,3 points=1
Aki: install Mei body=0,1,1,1,2,9 mind=2,3,4,5,6,7 points=4
END
{
    cat opening
    cat <<'END'
legal
Aki: download
Aki: shell Coat on Mei; status Mei
odds attack Sakura body
ODDS 攻撃 Ｓａｋｕｒａ 物理 on ＫＥＲＯ 援護 Mei against Unyuu
Aki: attack Bo with Sakura mind
legal
board
Bo: defend Unyuu
Aki: support Mei
Bo: support Kero
Aki: set
Aki: modify 2
odds
board
dice 5 4
points Aki=15
board
kyo
board
Bo: download
Bo: attack Aki with Kero mind
Aki: defend Mei
dice 1 2
END
} >lines
table 0 table materia Aki Bo <lines
out "Everybody has two ghosts and gets three cards."
out "Aki: Sakura Mei"
out "total by body, for a die of 1 2 3 4 5 6 Aki · Sakura 1 1 2 3 4 5 wins chance Bo · Unyuu 1 2 3 4 5 6 10/36 27.78 % Bo · Kero 2 2 2 2 2 2 18/36 50 %"
out "Aki · Sakura + Mei 1 1 2 3 4 5 wins chance Bo · Kero + Unyuu 3 3 3 3 3 3 12/36 33.33 %"
out "Bo: Unyuu Kero"
out "body 0 1 1 1 2 9 mind 2 3 4 5 6 7 worth 4 shells 1 status used"
out "fighting Aki · Sakura : Bo · ? (mind)"
out "events 2 6 6 7 7 8 10 wins chance Bo · Unyuu + Kero 4 4 4 5 5 5 36/36 100 %"
out "Aki · Sakura + Mei, events 2, an event face down : Bo · Unyuu + Kero (mind); the attack wins 36 of 36, 100 %"
out "8 to 5: Aki takes Unyuu; points now: 2."
out "may win Aki: the last user with ghosts by taking Kero (Bo)"
out "Aki: ahead, should 虚 appear again"
out "period 1 · it is Aki's turn · server 89 · trash 1 · 虚 0 of 2"
out "3 to 3, equal and so the defender's: Aki takes Kero; points now: 18. Nobody else has a ghost installed: the game is over, won by Aki."
score
out "Sakura 4 (die 5) + Mei 2 + events 2 = 8 Unyuu 2 (die 4) + Kero 3 = 5"
out "Kero 3 (die 1) = 3 Mei 3 (die 2) = 3 (equal: the defender's)"
out "The end: only one user had ghosts left"

# twenty points, with the threat before; the whole side's die
{
    echo 'house support-die=side'
    cat opening
    cat <<'END'
Aki: download
points Aki=18
board
Aki: attack Bo with Sakura body
Bo: defend Unyuu
Aki: support Mei
dice 6 1
Bo: download
points Aki=2
END
} >lines
table 0 table materia Aki Bo <lines
out "Aki: twenty points by taking Unyuu (Bo)"
no "Kero (Bo)"
out "1 to 1, equal and so the defender's: Bo takes Sakura"
out "Twenty points: the game is over, won by Aki."
score
out "Sakura 1 (die 6, counted as 1) + Mei 0 = 1"
out "The end: twenty points were reached"

# in a battle, whoever is not in it may send no ghost
printf '%s\n' 'Aki: install Sakura' 'Bo: install Unyuu' 'Chie: install Kero' 'Chie: install Mei' 'Bo: install Rei' \
    'Aki: install Yui' 'Aki: download' 'Aki: attack Bo with Sakura body' 'legal Chie' 'legal Bo' >lines
table 0 table materia Aki Bo Chie <lines
out "Chie: nothing that is known"
out "Bo: Unyuu Rei"

{ cat opening; printf 'points Aki=19\nboard\n'; } >lines
table 0 table materia Aki Bo <lines
out "may win Aki: twenty points by taking Unyuu (Bo), Kero (Bo)"

{ cat opening; printf 'Aki: download\nkyo\nboard\nBo: download\nkyo\n'; } >lines
table 0 table materia Aki Bo <lines
out "虚 has appeared once"
out "虚 has appeared for the second time: the game is over, won by Aki, Bo."
score
out "The end: 虚 appeared for the second time"

# questions that cannot be answered
for question in 'odds attack Sakura/too few words' 'odds attack Sakura body on Nobody/not a ghost that this game knows' \
    'odds/no battle is under way' 'odds attack Sakura body on Mei/against another user' 'odds r9/does not belong here'; do
    { cat opening; echo "${question%/*}"; } >lines
    table 2 table materia Aki Bo <lines
    err "${question#*/}"
done
printf 'Aki: parent\nodds doll\n' >lines
table 2 table hyakumonogatari Aki Bo <lines
err "this game has no odds"
echo help >lines
table 0 table hyakumonogatari Aki Bo <lines
no odds
no what-if
table 0 table materia Aki Bo <lines
out "odds attack GHOST body|mind"
table 0 table haratama Aki Bo Chie <lines
out "odds CARD"
printf 'round\nkami 1 2 3\nAki: lead\nodds r9\n' >lines
table 0 table haratama Aki Bo Chie <lines
out "nobody 2.5 %"

# nineteen users on a board, in Japanese
users='あき ぼう ちえ だい えみ ふゆ げん はる いと じゅん けい れお みお なお おと りん しょう たろう うみ'
{
    for name in $users; do
        printf '%s: インストール 初音の%s 物理=1,2,3,4,5,6 得点=2\n' "$name" "$name"
    done
    echo board
    echo 'odds 攻撃 初音のあき 物理'
} >lines
# shellcheck disable=SC2086
table 0 --lang ja table materia $users <lines
out "初音のうみ 物理 1 2 3 4 5 6 精神 ? 勝利点 2"
out "うみ · 初音のうみ 1 2 3 4 5 6 15/36"
count "15/36" 18

# ---- what new users ran into -------------------------------------------------------------------

# the sun's last frozen turn, of which nothing is written, is over when the parent is on turn again
cat >lines <<'END'
Aki: parent
night
Aki: draw ?; altar newmoon granite shade candle; refill
Bo: draw ?; altar candle candle; refill
Bo: show seal fox ink mirror
consent
night
END
printf '%s\n' 'Aki: draw ?; altar newmoon granite shade; refill' 'Bo: draw ?; altar sun; refill' \
    'Aki: draw ?; altar candle candle; refill' 'Aki: draw ?; altar candle; refill' board >more
cat lines more >lines2
table 0 table hyakumonogatari Aki Bo <lines2
out "Bo may do nothing while the sun lies: it is Aki's turn again. The sun's time is over; the new moon shows again. The altar is complete: the night ends with Bo's turn."
out "night 2 · turn 4 · it is Aki's turn"
out "nothing: the altar is complete"
out "graveyard sun"
out "Bo night follower"
count "The sun's time is over" 1
"$FUDA" table <<'END' >out 2>err
Bo: draw ?
board
END
out "sun/newmoon"
no "hides the new moon for three turns"
err "Bo acted under the sun"

# a night is begun while the altar is complete and the child is still to play
cat >lines <<'END'
Aki: parent
night
Aki: draw ?; altar newmoon granite shade candle; refill
Bo: draw ?; altar candle; refill
Aki: draw ?; altar candle; refill
night
END
table 2 table hyakumonogatari Aki Bo <lines
err "the altar is complete, but the child's turn is not over"

# three players, a third night: left to the table
printf '%s\n' 'note "Chie is a child too"' board >lines
table 0 table hyakumonogatari Aki Bo Chie <lines
echo 'Aki: parent' >lines
table 2 table hyakumonogatari Aki Bo Chie <lines
err "judged for two, a parent and a child, not for 3"
err '`note "…"` keeps what happens'
table 2 --lang ja table hyakumonogatari Aki Bo Chie <lines
err "百物語は親と子の2人の記録を判定します"
"$FUDA" rules >out 2>err
out "hyakumonogatari Hyakumonogatari, 2 players"
out "materia Materia, 2–19 players"

# of a line that is not taken only that is told which stands in its way
cat >lines <<'END'
Aki: parent
night
Aki: draw ?
Aki: altr candle; refill; altar sun
Aki: altar doll; discard curse; refill; draw ?
Aki: draw ?; altar fox; refill
END
table 2 table hyakumonogatari Aki Bo <lines
err "“altr” is not a word of this game"
no "open question"
! grep -q "irregular (hyakumonogatari/\(use\|sun\|doll\))" err
note $? "rulings on a line that was not taken"
[ "$(grep -c impossible err)" -eq 1 ]
note $? "not one reason for each line that was not taken"
err "irregular (hyakumonogatari/ritual)"

# a seat that holds along the line, values that nobody gave, what 虚 still brings
cat >lines <<'END'
Aki: install Sakura body=1,1,2,3,4,5 points=3
Bo: install "Mio C"
Bo: install Unyuu body=1,1,2,3,4,5 points=3
Aki: install Kero body=1,1,2,3,4,5 points=3
Aki: download; attack Bo with Sakura body; defend Unyuu !
undo
Aki: download; attack Bo with Sakura body; Bo: defend Unyuu; support "Mio C"; dice 3 3
Aki: download; attack Bo with Sakura body; Bo: defend "Mio D"; dice 3 3
Aki: download; kyo
Bo: download; kyo
points Bo=2
END
table 2 table materia Aki Bo <lines
out "The values of Mio C are not known."
no "The values of Unyuu"
err "the values of Mio C are not known; expected them at its install"
err "“Mio D” is not a ghost that this game knows"
out "虚 has appeared for the second time: the game is over, won by Aki, Bo."
out "That counts as the work of 虚: won by Bo."
sed 's/ !$//; /^undo$/d' lines >lines2
table 2 table materia Aki Bo <lines2
err "Aki defends, but it is Bo who was attacked; expected \`Bo: defend …\`."

# totals that the table counted
cat >lines <<'END'
Aki: install Sakura points=3
Bo: install Unyuu body=1,1,2,3,4,5 points=3
Bo: install Kero
Aki: install Mei
Aki: download; attack Bo with Sakura body; Bo: defend Unyuu
dice 1 1
total 9 6
合計 9 5
board
END
table 2 table materia Aki Bo <lines
err "or instead of the dice the totals, as \`total 9 7\`"
err "Bo's total cannot be 6: no die makes it, with these supporters and events."
out "9 to 5: Aki takes Unyuu; points now: 3."
cat >counted.fuda <<'END'
game materia
players Aki Bo
Aki: install Sakura; Bo: install Unyuu points=3; install Kero; Aki: install Mei
download; attack Bo with Sakura body; Bo: defend Unyuu; total 9 9
END
table 0 score counted.fuda
out "totals as counted at the table (equal: the defender's)"

# whoever wins a ritual has won, though nothing is counted: history, standings
cat >ritual.fuda <<'END'
game hyakumonogatari
players Aki Bo
date 2026-11-21
Aki: parent
night
Aki: draw ?; altar newmoon granite shade candle; refill
Bo: draw ?; altar candle candle; refill
Bo: show seal fox ink mirror
END
sed 's/show .*/show doll/; s/^date .*/date 2026-11-22/' ritual.fuda >blessed.fuda
rm -rf "$work/data" "$work/state"
"$FUDA" campaign new rituals >out 2>err
"$FUDA" add ritual.fuda blessed.fuda >out 2>err
"$FUDA" history >out 2>err
out "hyakumonogatari Aki 1, Bo 2 2 2026-11-22 hyakumonogatari Aki 2, Bo 1"
"$FUDA" standings >out 2>err
out "Aki 2 1 1.50 1 1"
out "Bo 2 1 1.50 1 1"
"$FUDA" --json history >out 2>err
grep -q '"place":1,.*"won":true' out
note $? "history --json: nobody has won"

# a trick-taking game from a file: what lies, with bids and trumps
printf 'board\ndeal\ntrump h5\nbid 3 2 2\nBo: c2 c9\nboard\n' >lines
table 0 table "Oh Hell" Aki Bo Chie <lines
out "no deal has begun"
out "deal 1 · trick 1"
out "trumps heart"
out "bid 3 2 2"
out "on the table: Bo c2, Chie c9"
table 0 --lang ja table "Oh Hell" Aki Bo Chie <lines
out "切り札 ハート"

# a pack with rows that do not read is not called sound
printf 'pack materia "box"\nghost Sakura body=1,2\nghost Mei\nghost "Mei"\n' >box.fuda
"$FUDA" pack check box.fuda >out 2>err
[ $? -eq 2 ]
note $? "pack check of a pack that does not read: exit status"
out "box (materia): not judged as a whole"
err "the ghost “Mei” is listed already"
"$FUDA" --json pack check box.fuda 2>err | grep -q '"verdict": *"unreadable"'
note $? "pack check --json: verdict"

finish
