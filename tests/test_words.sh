#!/bin/sh
# Rulings as people at a table would put them: each situation as a record, told in both languages.
. tests/check.sh

# says STATUS FILE EN JA: what `judge` says of it; an empty text is not looked for.
says() {
    run "$1" judge "$2"
    cp "$work/out" "$work/en"
    [ -z "$3" ] || out "$3"
    run "$1" judge --lang ja "$2"
    [ -z "$4" ] || out "$4"
}
never() { lacks "$work/en" "$1"; no "$2"; }      # EN JA: of what was said last
four='players Aki Bo Chie Dai\n' three='players Aki Bo Chie\n'
head="game haratama\n${four}round\nkami 1 2 3\n"
tz="game tezumashi\n${four}deal\n" ghost='body=1,2,3,4,5,6 mind=1,2,3,4,5,6 points=3'

# ---- a card that a hand must have held: which it was, or of which ----
printf "${head}Bo: hand b1 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 ?\nChie: hand p1 p2 p3 p4 p5 p6 p7 p8 p9 p10 p11 p12 p13\n" >few.fuda
printf 'Dai: hand g1 g2 g3 g4 g5 g6 g7 g8 g9 g10 g11 g12 g13\nAki: lead\nb2\n' >>few.fuda
says 1 few.fuda 'of r12 r13 one at least was still in that hand' 'このとき手札に赤12 赤13のうち1枚以上がありました'
sed 's/r11 ?/r11 r12/' few.fuda >one.fuda
says 1 one.fuda 'but r13 can have been nowhere but in that hand' '赤13はこのときAkiの手札にしかありえません'
printf "${tz}Aki: hand b1 u1 u2 u3 u4 u5 u6 u7 u8 u9 ut ?\nBo: hand b2 w1 w2 w3 w4 w5 w6 w7 w8 w9 wt ?\n" >last.fuda
printf 'Chie: hand b3 r1 r2 r3 r4 r5 r6 r7 r8 r9 rt ut\nAki: start\nb1 b2 b3 wt\n' >>last.fuda
says 1 last.fuda 'one at least was still in that hand' 'このとき手札に蝶が1枚以上ありました（未出の蝶：'
never 'at least one card still in that hand' '手札にはまだ蝶が1枚以上'

# ---- who led first ----
printf "${head}Aki: lead\nBo: r9\n" >led.fuda
says 1 led.fuda 'Lines 5 and 6 disagree who led first.' 'だれが最初にリードしたか、5行目と6行目が食い違っています。'
printf "${tz}Aki: start\nBo: b9\n" >led.fuda
says 1 led.fuda 'Lines 4 and 5 disagree who led first.' 'だれが最初にリードしたか、4行目と5行目が食い違っています。'

# ---- what is not on record accuses nobody, and is named ----
printf "${head}Aki: lead\nr1 r2 r3 p4\n" >void.fuda
says 0 void.fuda 'Dai did not follow red in trick 1; whether Dai had any is not on record.' 'Daiが第1トリックで赤を持っていたかは、記録から分かりません。'
out '青5が見えていません。'
has "$work/en" 'Blue 5 was not seen;'
never 'nobody has shown' 'まだ見えていないカード'
printf "game haratama\n${four}position unbroken 2\nAki: b1 b2 b3 b4\n" >blue.fuda
says 0 blue.fuda 'whether Aki had other cards than blue is not on record' '青でないカードを持っていたかは、記録から分かりません'
printf "${tz}Aki: start\nb1 b2 b3 w4\n" >void.fuda
says 0 void.fuda 'Dai did not follow butterfly in trick 1; whether Dai had any is not on record.' 'Daiが第1トリックで蝶を持っていたかは、記録から分かりません。'
printf 'game hyakumonogatari\nplayers Aki Bo\nAki: parent\ndeck doll=9\nnight\nAki: draw ?\nAki: refill\n' >used.fuda
says 0 used.fuda 'Aki used no card; whether Aki had one to use is not on record.' 'Akiが使えるカードを持っていたかは、記録から分かりません。'
never 'nobody has shown' 'まだ見えていないカード'

# … and nothing where there surely was a card to draw
printf 'game hyakumonogatari\nplayers Aki Bo\nAki: parent\nnight\nAki: altar newmoon\nAki: refill\nBo: draw ?\nBo: altar candle\nBo: refill\n' >drawn.fuda
says 1 drawn.fuda 'Aki went on without drawing' 'Akiは相手の手札から引かずに手番を進めました'
never 'there was a card to draw' '引けるカードがあったか'

# ---- NeedFire ----
printf "game needfire\n${four}Aki: row h1\nBo: row h5\nChie: row h11\nDai: row h13+f26\nbattle\nChie: ignite f14\n" >fight.fuda
says 0 fight.fuda 'Only h13 has power above 0, so only h13 is wounded (reversal).' 'パワーが0でないのは人13だけなので、人13だけが負傷します（逆転）。'
echo 'Dai: wound h13 f4 ?' >>fight.fuda
says 1 fight.fuda 'irregular: f4 did not lie on h13.' '炎4は人13についていませんでした。'

# ---- Materia: whose period is not on record ----
printf "game materia\n${three}Aki: install A $ghost\nBo: install B $ghost\nChie: install C $ghost\nChie: install D $ghost\n" >draft.fuda
printf "Bo: install E $ghost\nAki: install F $ghost\nAki: download\n" >>draft.fuda
(cat draft.fuda && echo 'Chie: event "Rain"') >period.fuda
says 1 period.fuda 'after Aki comes Bo, whose period is not on record' 'Akiの次はBoで、Boのピリオドが記録にありません'
(cat draft.fuda && echo 'Chie: download') >period.fuda
says '0|1' period.fuda 'after Aki comes Bo, whose period is not on record' 'Akiの次はBoで、Boのピリオドが記録にありません'
(cat draft.fuda && echo 'Bo: event "Rain"') >period.fuda
says 1 period.fuda "Bo's \`download\` is not on record" 'Boの `DL` が記録にありません'
(cat draft.fuda && printf 'attack Bo with A body\nBo: defend B\nChie: set\n') >period.fuda
says 1 period.fuda 'Chie acts in a battle of others.' 'ほかの人の戦闘'

# ---- what comes too late ----
printf "${head}Aki: lead\nr9 r3 r12 b1\nBo: lead\n" >late.fuda
says 2 late.fuda '`lead` comes too late: cards have been played already.' '`lead` が遅すぎます。すでにカードが出ています。'
never 'haratama/deck' 'haratama/deck'
printf "game haratama\n${four}round\nAki: r9\nkami 1 2 3\n" >late.fuda
says 2 late.fuda '`kami` comes too late: cards have been played already.' '`神威` が遅すぎます。すでにカードが出ています。'
printf "${head}Aki: r9\nBo: pass ? ?\n" >late.fuda
says 2 late.fuda '`pass` comes too late: cards have been played already.' '`渡す` が遅すぎます。すでにカードが出ています。'
printf "${tz}Aki: start\nb1 b2\nBo: start\n" >late.fuda
says 2 late.fuda '`start` comes too late: cards have been played already.' 'すでにカードが出ています。'

# ---- like cards ----
printf "game tezumashi\n${three}deal\nAki: start\nbt b2 b3\nAki: b4 bt b5\nbt\n" >both.fuda
says 2 both.fuda 'Both bt are out.' '蝶切は2枚とも出ています。'
never 'was played before' 'すでに出ています'
printf "${tz}Aki: start\nbt bt b2 b3\nAki: bt b4 b5 b6\nbt\n" >all.fuda
says 2 all.fuda 'All bt are out.' '蝶切はすべて出ています。'

# ---- what cannot have happened cites no rule: the deck explains nothing ----
printf "${head}relics Aki=5 Bo=5 Chie=4 Dai=0\n" >sum.fuda
says 2 sum.fuda 'The relics named add up to 14; 12 are in play in round 1.' '書かれた神器は合わせて14枚ですが'
never '/deck' '/deck'
printf "${head}round\n" >open.fuda
says 2 open.fuda 'Round 1 is still open' '第1ラウンドはまだ終わっていません'
never '/deck' '/deck'
printf "${tz}tricks Aki=3 Bo=4 Chie=2 Dai=9\n" >sum.fuda
says 2 sum.fuda 'The tricks named add up to 18' '書かれたトリックは合わせて18'
never '/deck' '/deck'
printf "${tz}deal\n" >open.fuda
says 2 open.fuda 'Deal 1 is still open' '第1ディールはまだ終わっていません'
never '/deck' '/deck'

# ---- totals that contradict what was taken: or the ranks are wrong ----
printf "${head}Aki: lead\nAki: r1 r9 r12 r13\nDai: r2 r3 r4 r5\nrelics Aki=4 Bo=4 Chie=4 Dai=0\n" >ranks.fuda
says 2 ranks.fuda 'on record, but only 0 named. Or the ranks in line 4 are wrong.' 'または、4行目のランクが違います。'

# ---- eight relics of three players ----
printf "game haratama\n${three}round\nkami 1 2 3\nrelics Aki=8 Bo=2 Chie=2\n" >eight.fuda
run 0 score eight.fuda
out "Eight relics of Aki's in round 1: with three players nine are needed for a haratama."
run 0 score --lang ja eight.fuda
out '3人のとき、祓魂には9枚が必要です。'
sed 's/Aki=8 Bo=2/Aki=9 Bo=1/' eight.fuda >nine.fuda
run 0 score nine.fuda
no 'Eight relics'
printf "game haratama\n${four}round\nkami 1 2 3\nrelics Aki=8 Bo=2 Chie=2 Dai=0\n" >nine.fuda
run 0 score nine.fuda
no 'Eight relics'

# ---- lines that could not be read: what is said in words is said in JSON by them ----
printf "${head}Aki: lead\nr1 r9 r12 r13\nxx yy\nzz\nq\n" >unread.fuda
says 2 unread.fuda 'Verdict: nothing wrong in what could be read; lines 7–9 were not.' '7〜9行目は読めませんでした。'
never 'clean' '問題なし'
run 2 judge --json unread.fuda
json '.games[0] | .verdict == "clean" and .unread == [7, 8, 9]'
printf "${head}relics Aki=5 Bo=5 Chie=2 Dai=0\n" >clean.fuda
run 0 judge --json clean.fuda
json '.games[0] | .verdict == "clean" and (has("unread") or has("remedy") | not)'

# ---- who did what; and what the table says of it ----
printf "${head}Aki: lead\nr1 g9 r12 b13\nChie: r2 r5 r4 r6\n" >revoke.fuda
says 1 revoke.fuda 'Bo did not follow suit (line 6). Dai did not follow suit (line 6).' 'Bo：フォローしませんでした（6行目）。'
has "$work/en" 'The rulebook sets no penalty; `house remedy=TEXT` keeps what this table does.'
out 'ルールブックに罰則はありません。'
run 1 judge --json revoke.fuda
json '.games[0] | has("remedy") and .remedy == null'
sed 's/^round$/house remedy="ten points"\nround/' revoke.fuda >remedy.fuda
says 1 remedy.fuda 'What this table does then: ten points.' 'この卓の取り決め：ten points。'
never 'sets no penalty' '罰則'
run 1 judge --json remedy.fuda
json '.games[0].remedy == "ten points"'
printf "${head}Aki: lead\nr1 r9 r12 r13\nBo: g2\nBo: g3 r4\n" >turn.fuda
run '1|2' judge turn.fuda

# ---- a round that is all played, but for a line that did not count ----
printf "${head}relics Aki=5 Bo=5 Chie=4 Dai=0\n" >open.fuda
run '0|2' score open.fuda
out 'Open, because line 5 did not count.'
no "'s turn"
run '0|2' score --lang ja open.fuda
out '5行目が数えられていないからです。'

# ---- why, of a line in which nothing was found: what came of it ----
printf "${head}Aki: lead\nr4 r9 r12 r13\n" >why.fuda
run 0 judge --why=6 why.fuda
out "Nothing was found in line 6. Trick 1 is Dai's"
run 0 judge --lang ja --why=6 why.fuda
out '第1トリックはDaiが取り'

# ---- 百物語: the night's words ----
printf 'game hyakumonogatari\nplayers Aki Bo\nAki: parent\nnight\nAki: draw ?\nAki: altar newmoon sun\nAki: refill\nBo: draw ?\n' >frozen.fuda
run '0|1' judge --lang ja frozen.fuda
no '動きました'

# ---- of ghosts without values the totals are asked, no dice ----
fresh
lines 'Aki: install A' 'Bo: install B' 'Bo: install C' 'Aki: install D' 'Aki: install E' 'Bo: install F' 'Aki: download' 'Aki: attack Bo with A body' 'Bo: defend B' '9 7' 'save -'
run '0|1|2' table materia Aki Bo
out 'total 9 7'; lacks "$work/err" 'are not known; expected them'

finish
