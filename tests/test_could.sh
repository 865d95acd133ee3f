#!/bin/sh
# What could have been of a round that is over: whose card let a haratama through, what would have stopped it, what was let go,
# how few relics were sure, what a wrong card changed; tricks that were sure; and what a record lacks for it.
. tests/check.sh

# ---- a haratama that one card let through, and a card that was not lawful ----------------------------------------
cat >forced.fuda <<'RECORD'
game haratama
players Aki Bo Chie Dai
round
kami 7 10 5
Chie: p9 p5 p3 p2
Chie: r12 r4 r8 r3
Chie: g13 g8 g1 g2
Chie: p8 p10 p7 p12
Bo: g5 g10 r10 g3
Chie: p4 r5 p6 p11
Bo: r11 r1 r2 b7
Bo: g9 b11 g11 g4
Dai: b2 b3 b12 b8
Bo: g12 b5 r7 g6
Bo: r9 p1 r6 g7
Bo: r13 b4 b6 b10
Aki: show b9
Bo: show p13
Chie: show b1
Dai: show b13
RECORD
run 0 could forced.fuda
out "Bo took 8 relics: Dai's b2 in trick 9 let the haratama through"; out "It could still have been stopped there with r6 r7 b13."
out "For instance: Dai r6, Aki b3, Bo r9,"; out "Dai played r10 in trick 5 (line 9) and held"
out "It spared Bo 1 at most: with g11 the others could have made Bo take 9, not 8."
run 0 could forced.fuda 1 --json
! command -v jq >/dev/null || jq -e '.games[0].rounds[0].forced.course[11].card == "b10"' out >/dev/null || bad "no such JSON"
out '"forced":{"seat":"Bo","relics":8,'; out '"by":"Dai","card":"b2","trick":9,"line":13,"instead":["r6","r7","b13"]'
out '"wrong":[{"seat":"Dai","card":"r10","trick":5,"line":9,"ways":[{"card":"r10",'
run 0 --lang ja could forced.fuda
out "Boの神器は8枚。第9トリックのDaiの青2が祓魂を許し"; out "Boの得は多くて1：緑11なら、Boが取らされえたのは9（実際の札では8）でした。"
run 2 could forced.fuda 2; err "no round 2 here; expected 1 to 1"
run 2 could forced.fuda x; err "no round x here"

# with that card it was still open, and it was none any more: the record that plays it says so of the same place
sed 's/^Dai: b2 b3 b12 b8$/Dai: r6 b3 r9 b1/; /^Bo: g12/,$d' forced.fuda >stopped.fuda
run 0 could stopped.fuda; out "It is not over."

# hands thrown in: what holds wherever they were; where nobody can say, who has to show them
sed '/show/d' forced.fuda >unseen.fuda
run 0 could unseen.fuda
out "Thrown in unseen: b1 b9 b13 p13."; out "from trick 12 on at the latest nobody could have stopped"; out "(Before that: too deep, or hanging"
sed '/^Bo: r13/d' unseen.fuda >early.fuda
run 0 could early.fuda; out "It is not over."

# ---- a round without one ------------------------------------------------------------------------------------------
cat >missed.fuda <<'RECORD'
game haratama
players Aki Bo Chie Dai
round
kami 1 8 6
Dai: g8 g1 g2 p1
Dai: g13 g3 g5 p8
Dai: r12 r1 r3 r4
Dai: r8 r6 r10 r5
Bo: p6 p5 p9 p3
Dai: g7 g6 g11 b8
Bo: b1 b4 b11 b2
Dai: b7 p4 b10 b12
Chie: r7 r2 r13 r11
Aki: g9 p2 r9 g4
Aki: g10 b9 p7 b6
Aki: show g12 p11
Bo: show p10 p13
Chie: show p12 b13
Dai: show b3 b5
RECORD
run 0 could missed.fuda
out "it would have been none, whatever the others did"; out "Dai could have forced the haratama until trick 7: with b6, not with b11."

# ---- trick by trick, on replay's screen and in a report -------------------------------------------------------------
run 0 replay forced.fuda
out "Round 1, relics that Bo could force, trick by trick (a haratama: 8)"; out "▄███  8  "; out "trick 9 Dai b2 4→8"
out "and before: too deep to say"
run 0 replay missed.fuda --at 10; out "Dai  ······█████  7  trick 7 b11 6→7"
run 0 --lang ja replay missed.fuda; out "それぞれが取らされえた神器の移り変わり"; out "第7トリック 青11 6→7"
LC_ALL=C run 0 replay missed.fuda; out "Dai    ?  ?  ?  ?  ?  ?  7  7  7  7  7  7"
run 0 --json could missed.fuda; out '"curve":[{"seat":"Aki","wants":false,"tricks":[null,'
run 0 --db curve.db add forced.fuda
run 0 --db curve.db report 1 -o -; out 'relics that Bo could force'; out '第9トリック Dai 青2 4→8'; out '<section class="could">'

# ---- how often, while hands are hidden ---------------------------------------------------------------------------------
sed '/^Dai: b2 b3/,$d' forced.fuda >running.fuda
run 0 could running.fuda; out "It is not over."
run 0 could running.fuda --odds; out "Of 100 deals that fit what is known, one against all others"; out "Bo: the haratama in "
cp out first.out; run 0 could running.fuda --odds=100; alike out first.out
run 0 could running.fuda --odds=7 --json; out '"deals":7,"all":false,"work":false,"tricks":[{"trick":9,'
run 0 --lang ja could running.fuda --odds; out "分かっていることに合う配り方100通りのうち"; out "Bo：祓魂："
# all that there are, of a round that is over: before each trick in turn, and the last ones are certain
sed '/show/d' forced.fuda >thrown.fuda
run 0 could thrown.fuda --odds; out "Of all deals that fit what is known (18)"; out "4 4 4 10 10 10"
run 0 could forced.fuda --odds; out "Of all deals that fit what is known (1)"; out "0 0 1 1 1"
run 0 could thrown.fuda --odds=5 1; out "Of 5 deals that fit what is known, before each trick"
run 2 could running.fuda --odds=x; err "odds x: expected how many deals, 1 to 10000"
run 2 could running.fuda --odds=0; err "expected how many deals"
sed 's/^Dai: b2/Dai: ?/' forced.fuda >unsure.fuda
run 0 could unsure.fuda --odds; out "Some cards played were seen by nobody"
# at the table, where it may be locked
{ sed '/^game/d; /^players/d' running.fuda; echo 'could odds 5'; echo 'could often'; } >in
run 2 table haratama Aki Bo Chie Dai --db odds.db; out "Of 5 deals that fit"; err 'expected `could` or `could odds [N]`'
{ echo 'house odds=locked'; sed '/^game/d; /^players/d' running.fuda; echo 'could odds'; } >in
run 2 table haratama Aki Bo Chie Dai --db locked.db; err "keeps the odds locked"

# ---- what is not on record ------------------------------------------------------------------------------------------
run 0 could "$top/tests/night.fuda"
out "Thrown in unseen: b4 p7 p13. What follows is so wherever they were (ways:"; out "Its plays are not all on record"
sed '/show/d; s/^Bo: g9 b11 g11 g4/Bo: g9 ? g11 ?/' forced.fuda >seen.fuda; echo 'Bo: p13 b1 b13 b9' >>seen.fuda
run 0 could seen.fuda 1; out "Some cards played were seen by nobody"
sed '/^kami 2 6 8/d' "$top/tests/night.fuda" >kami.fuda
run 0 could kami.fuda 1; out "Its plays are not all on record"
printf 'game materia\nplayers Aki Bo\n' >other.fuda
run 2 could other.fuda; err "expected a record of Haratama or Tezumashi"
run 2 could forced.fuda --game x; err "expected a number from 1"

# ---- a stored record ---------------------------------------------------------------------------------------------------
run 0 add forced.fuda --db could.db
run 0 could 1 --db could.db; out "Dai's b2 in trick 9 let the haratama through"

# ---- at the table, and in a replay by keys -----------------------------------------------------------------------------
sed '/^game/d; /^players/d' forced.fuda >typed
{ echo could; sed 1q typed; echo could; sed 1d typed; echo could; } >in
run 2 table haratama Aki Bo Chie Dai --db prompt.db
err "no round has begun"; out "It is not over."; out "Dai's b2 in trick 9 let the haratama through"; out "have made Bo take 9, not 8"
printf '検討\nhelp could\n' >in
run 0 table 1 --db prompt.db --lang ja
out "第9トリックのDaiの青2が祓魂を許し"; out "検討"
echo could >in; run 2 table materia Aki Bo --db none.db; err "in Haratama and Tezumashi alone"
echo 'could odds' >in; run 2 table haratama Aki Bo Chie --db early.db; err "no round has begun"
printf 'round\ncould odds 3\n' >in; run 0 table haratama Aki Bo Chie --db led.db; out "Who leads is not known before the first card."
printf 'game haratama\nplayers Aki Bo Chie\n' >none.fuda
run 2 could none.fuda; err "no round has begun"
run 2 could --odds=+5 forced.fuda; err "expected how many deals"
run 2 could --game 99999999999999999999 forced.fuda; err "expected a number from 1"
if command -v script >/dev/null; then
    printf 'nnncxnq' | script -qec "$FUDA replay forced.fuda" /dev/null >keys.out 2>&1
    for words in "let the haratama" 'any key goes on' 'line 6 of'; do
        grep -q "$words" keys.out
        note $? "by keys: no “$words”"
    done
fi

# ---- tricks ------------------------------------------------------------------------------------------------------------
cat >deal.fuda <<'RECORD'
game tezumashi
players Aki Bo Chie Dai
deal
Aki: start
Aki: r1 r4 rt r6
Dai: r9 rt r7 r5
Dai: u5 u3 u1 ut
Dai: w7 w9 wt w2
Aki: b3 b9 bt b5
Bo: ut u7 u2 ut
Chie: wt w5 w6 w3
Aki: bt u9 b1 b7
Dai: b2 bt u8 b4
Chie: w4 w8 rt wt
Aki: u4 r3 u6 w1
Chie: r8 b8 b6 r2
RECORD
run 0 could deal.fuda
out "Deal 1"; out "Bo won 1: safe from the first card on; until trick 9 more could have been"; out "never sure of more."
sed 's/^game tezumashi/&\nhouse no-winner=ask/' deal.fuda >ask.fuda
run 0 could ask.fuda; out "Who takes a trick that nobody wins is the table's to say"
sed 's/^Dai: r9 rt r7 r5$/Dai: r9 w9 r7 r5/; s/^Dai: w7 w9 wt w2$/Dai: w7 rt wt w2/' deal.fuda >wrong.fuda
run 0 could wrong.fuda
out "Aki played w9 in trick 2 (line 6) and held"; out "It cost Bo 1 at most: with rt Bo could have been sure of 3, not 2."
out "It gave Dai 1 at most: with rt Dai could have been sure of 2, not 3."
run 0 --lang ja could wrong.fuda; out "Boの損は多くて1：輪切なら"
sed 's/^deal$/table 1 0=0 1=1 2=2 3=3 4=4 5=9 6=6 7=7 8=8 9=1 10=1 11=1 12=1\n&/; s/^Aki: start/&\nAki: choose 1/' deal.fuda >aim.fuda
run 0 could deal.fuda --odds; out "Bo: sure of 1 in 0+ 1 1 1"
sed '/^Chie: wt w5/,$d' deal.fuda >half.fuda
run 0 could half.fuda --odds=20; out "Dai: sure of 4 in "; out "Of 20 deals that fit"
run 0 could aim.fuda; out "5, which pays most, was out of reach"
# nothing is long: at most twelve lines a round
for file in forced missed deal aim wrong; do
    run 0 could $file.fuda
    test "$(wc -l <out)" -le 13
    note $? "$file.fuda: what is told is longer than twelve lines"
done
finish
