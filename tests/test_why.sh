#!/bin/sh
# Why: the argument behind a finding, told whole, in both languages; what nobody could prove, folded; who broke what.
. tests/check.sh
head='game haratama\nplayers Aki Bo Chie Dai\nround\nkami 1 2 3\n'
hand() { printf '%s: hand' "$1"; shift; printf ' %s' "$@"; printf '\n'; }

# ---- a count: the three others' hands are known, so what is left is the leader's
{
    printf "$head"
    hand Bo b1 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12
    hand Chie p1 p2 p3 p4 p5 p6 p7 p8 p9 p10 p11 p12 p13
    hand Dai g1 g2 g3 g4 g5 g6 g7 g8 g9 g10 g11 g12 g13
    printf 'Aki: lead\nb2\n'
} >count.fuda
run 1 judge --why count.fuda
out "Aki led b2 in trick 1 before the break. That is right only if Aki had nothing but blue left."
out "Then r13 could only have been with Bo, Chie, Dai. But no unseen card was left there."
out "So it was in Aki's hand. It shows in lines 5–7."
run 1 judge --lang ja --why count.fuda
out "すると赤13を持っていた可能性があるのは、Bo、Chie、Daiだけです。しかし、そこに見えていないカードは残っていません。"

# ---- many cards, told the other way round: the hand has more than could be in it
{
    printf "$head"
    hand Bo b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 r11 r12 r13
    printf 'Aki: lead\nb13\n'
} >few.fuda
run 1 judge --why few.fuda
out "12 cards of Aki's hand were never seen, but only 2 were left that could be among them: b11, b12. Every other card that could be is on record elsewhere."
run 1 judge --lang ja --why few.fuda
out "Akiの手札のうち12枚はだれも見ていませんが、その中にありえたカードは2枚しかありません：青11、青12。"

# ---- what came to a hand is not the whole of it; nor is a line that cannot be without its reason
{
    printf "$head"
    printf 'Bo: hand g8 b13 r3 ? g4 b3 ? ? p1 b9 g10 g5 p8\nBo: pass ? ?\nChie: show g10 b13 g8\n'
} >came.fuda
run 2 judge --why came.fuda
out "Suppose that Chie had g8. Then g8 could only have been here: the cards passed to Chie. But no unseen card was left there."
run 2 judge --lang ja --why came.fuda
out "すると緑8がありえた場所は、次だけです：Chieが受け取ったカードの中。"

# ---- the fewest lines: line 10 tells of Aki's r6 and Chie's r2, which else take two lines
{
    printf 'game haratama\nplayers Aki Bo Chie\nhouse early-end=in-play\nround\naside r7\nAki: show g2 b6 r6\nBo: p6\n'
    printf 'Aki: show g5 p2 g2 r10 g7 g1 b3\nChie: show r5 r4 p10 p1 b9 r9 r2 b4 b2 r1 p5\np10 p3\nr2 r6\nr3\n'
    printf 'Aki: show g8 g6 b3 r10 g1 g7 b6\nChie: show r1 p4 p5 b2 r4 b4 b9 p1 b8 r5 r9\nr8 b7 r4\ng6 b5 b9\n'
} >lines.fuda
run 1 judge --why lines.fuda
out "It shows in lines 5, 8, 10, 11, 13–15."

# ---- of cards that a line gives to another's deal none are counted where others do as well
{
    printf 'game haratama\nplayers Aki Bo Chie Dai\nround\nAki: hand r8 r13 r11 b10 b13 r12 b9 b6 r7 b2 r6 r4 b11\n'
    printf 'Bo: hand b8 r10 r3 p8 p6 b7 b4 p13 r2 r5 p1 b3 r9\nDai: pass g10 ?\nAki: pass ? b13\nChie: pass ? ?\nChie: b8 b12\n'
} >dealt.fuda
run 1 judge --why dealt.fuda
out "12 cards of Chie's hand were never seen, but only 10 were left that could be among them: b1–b7, b9–b11."
out "It shows in lines 6, 7, 9."

# ---- a card in the hand, and the line that is asked about
printf "${head}Aki: lead\nr2 p4 r3 r4\nDai: g1 g2 g3 g4\nBo: show r9\n" >card.fuda
run 1 judge --why=6 card.fuda
out "Bo played p4 in trick 1, which was led in red. That is right only if Bo had no red left. But r9 was in Bo's hand."
run 1 judge --why=7 card.fuda
out "Nothing was found in line 7."
no "That is right only if"
run 2 judge --why=999 card.fuda
err "there is no line 999; expected at most 8"
run 2 judge --lang ja --why=999 card.fuda
err "999行目はありません。8行目までで指定してください。"
for line in 0 -1 4294967302 99999999999 6th; do
    run 2 judge --why=$line card.fuda
    err "--why=$line is not a line; expected its number"
done

# ---- a conflict of one player: what each play claims, and who it was though not by which
printf "${head}Chie: lead\nr2 r3 b7 r4\nb8 g5 b9 b10\n" >one.fuda
run 1 judge --why one.fuda
out "Chie broke a rule, by at least one of these plays: line 5, line 7."
out "Line 5: Chie led first."
out "Suppose that all of this is so. But then there was no place left where b5 could have been. So at least one of these plays of Chie broke a rule."
out "Verdict: conflict: Chie broke a rule, but the record does not show by which play."
run 1 judge --lang ja one.fuda
out "判定：矛盾。違反したのはChieですが、どのプレイかは記録からは分かりません。"

# ---- what is not on record accuses nobody: what is missing is told
printf 'game hyakumonogatari\nplayers Aki Bo\nAki: parent\nnight\nAki: altar newmoon granite shade\nAki: refill\n' >undrawn.fuda
printf 'Bo: draw ?\nBo: altar candle candle\nBo: refill\n' >>undrawn.fuda
run 1 judge --why undrawn.fuda
out "slip: Aki went on without drawing from the other hand. Perhaps a line is missing before line 5: \`Aki: draw ?\`."
run 1 judge --lang ja --why undrawn.fuda
out "5行目の前に \`Aki: draw ?\` が抜けているのかもしれません。"

# ---- a conflict of several: whose
{
    printf "$head"
    hand Aki b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 r1 r2
    printf 'Aki: lead\nr1 g1 g2 g3\n'
} >three.fuda
run 1 judge --why three.fuda
out "Bo played g1 in trick 1, which was led in red. That is right only if Bo had no red left."
out "Then r3 could only have been with Aki, whose whole hand is on record without it. So at least one of these plays broke a rule."
out "Verdict: conflict: at least one of Bo, Chie, Dai broke a rule; it is not shown who."

# ---- claims of one suit are one line; the plays stay apart in JSON
printf "${head}Aki: lead\nr2 r3 p5 r4\nr5 r6 r7 p6\nr8 p7 r9 r10 g1 g2 g3 g4 r11 r12 r13 p8\n" >fold.fuda
run 0 judge fold.fuda
out "unproven: Whether Chie had any red left in tricks 1, 2, 3 and 5 is not on record. (Lines 6–8.)"
run 0 judge --lang ja fold.fuda
out "未確定：Chieが第1、2、3、5トリックで赤を持っていたかは、記録から分かりません。（6〜8行目）"
run 0 judge --why=7 fold.fuda
same "how often an unproven line is told" 1 "$(grep -c 'Chie had any red' out)"
out "(Lines 6–8.) haratama/follow · §3.3.1 Must follow A player who holds a card of the suit led must play one;"
no "Nothing was found in line 7."
run 0 judge --json fold.fuda
same "the findings in JSON" 4 "$(jq '[.games[0].findings[] | select(.seat == "Chie" and .rule == "haratama/follow")] | length' out)"

# ---- who broke what
printf "${head}Aki: lead\nr2 p4 r3 p9\nChie: r5 r6 r7 r8\nBo: show r9\nDai: show r10\n" >who.fuda
run 1 judge who.fuda
out "Verdict: irregular: a rule was broken, and the record proves it."
out "Bo did not follow suit (line 6). Dai did not follow suit (line 6)."

# … and a conflict and a lead out of turn, which one forgotten trick explains together
{
    printf "$head"
    hand Aki r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 b4 b5 b6
    hand Bo b7 b8 b9 b10 b11 b12 b13 p4 p5 p6 p7 p8 ?
    printf 'Aki: lead\nr4 b7 g4 p9\nChie: g5\n'
} >beside.fuda
run 1 judge beside.fuda
out "Verdict: slip: the record is wrong somewhere, and nobody is accused."
out "Perhaps a line is missing before line 8: \`? ? ? ?\`."
run 1 judge --lang ja beside.fuda
out "8行目の前に \`? ? ? ?\` が抜けているのかもしれません。"

# ---- what a score leaves to guess
printf "${head}relics Aki=3 Bo=3 Chie=3 Dai=3\n" >score.fuda
run 0 score score.fuda
out "The record goes on with: the three ranks turned up, as \`round; kami 3 7 10\`."
run 0 score --lang ja score.fuda
out "次に記録すること：めくられた3つのランク（例：\`ラウンド; 神威 3 7 10\`）。"
printf "${head}Aki: lead\nr2 r3\n" >score.fuda
run 0 score score.fuda
out "It is Chie's turn."
out "Dai (relics)"

# … a turn that is over is nobody's any more
printf 'game hyakumonogatari\nplayers Aki Bo\nAki: parent\nnight\nAki: draw ?; altar newmoon granite shade candle; refill\n' >shown.fuda
run 0 score shown.fuda
out "It is Bo's turn."
printf 'Bo: draw ?; altar candle candle; refill\n' >>shown.fuda
run 0 score shown.fuda
out "The record goes on with: the child's hand at the ending, ? for what is not told, as \`Bo: show doll seal ? ?\`."
no "It is Bo's turn."

# … with a number for each of those at the table
run 0 score "$top/tests/cases/tezumashi/draft-three-players.fuda"
out "clockwise, as \`minus Aki=0 Bo=-2 Chie=0\`."

# ---- that a round is over is said once, and what is written behind it is of the next
printf "${head}relics Aki=2 Bo=2 Chie=4 Dai=4\nkami 4 5 6\nAki: lead\nAki: r9 r8 r7 r6\nAki: g1 g2 g3 g4\n" >over.fuda
run 2 judge over.fuda
out "line 6 impossible: Round 1 is over; expected \`round\` first."

# ---- that a round is kept coarser is said once, whatever is written behind it; the verdict names the lines
printf "${head}Aki: trick 1\nAki: r9 r8 r7 r6\nBo: g1 g2 g3 g4\nChie: trick 1\n" >coarser.fuda
run 2 judge coarser.fuda
out "line 6 impossible: Round 1 is kept by tricks from here on; single plays cannot follow."
no "line 7 "
out "Cannot have happened: lines 6, 7."
run 2 judge --why=7 coarser.fuda
out "line 7 impossible: Round 1 is kept by tricks from here on; single plays cannot follow."

# ---- lines that could not be read are told with the game they stand in
printf "${head}nonsense\n${head}Aki: lead\n" >two.fuda
run 2 judge two.fuda
same "how often unread lines are told" 1 "$(grep -c 'what could be read; line 5 was not' out)"
finish
