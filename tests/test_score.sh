#!/bin/sh
# The score at the table: behind each round, deal, night and battle, at the prompt, and at the end, where it says what
# decided the game; and a tie, which says who plays on.
. tests/check.sh

# the rounds as they close, the standing below them; all of them when they are asked for
fresh
lines score 'round; kami 3 7 10' 'relics Aki=3 Bo=5 Chie=4 Dai=0' board \
    'round; kami 2 6 8' 'relics Aki=9 Bo=1 Chie=1 Dai=1' score round score
run 0 table haratama Aki Bo Chie Dai
out "       1  3 7 10    -30 (3)  -50 (5)  -40 (4)    0 (0)"
out "  total                 -30      -50      -40        0"
out "  round 1 is over"
out "       2  2 6 8       0 (9)  -90 (1)  -90 (1)  -90 (1)  Haratama!"
out "  place                   1        4        3        2"
out "       3  –             (0)      (0)      (0)      (0)  open"
[ "$(grep -c '^       1  3 7 10' out)" -eq 3 ]
note $? "the first round is told once, and twice when it is asked for"
[ "$(grep -c 'relics to come' out)" -eq 0 ]
note $? "a round kept by totals leaves no trick on the board"

# the end: places, totals and what decided it; taken back, it is told again
lines 'kami 1 2 3' 'relics Aki=8 Bo=2 Chie=2 Dai=0' undo 'relics Aki=2 Bo=2 Chie=2 Dai=6'
run 0 table
out "The game is over, won by Aki."
out "     place  player       score"
out "         1  Aki            -30"
out "  Round 2 decided it: Aki 0, Dai -90."
out "  Winner: Aki"
[ "$(grep -c 'Winner: Aki' out)" -eq 2 ]
note $? "the result is told again after it was taken back"
run 0 --color=always table 1
lines undo 'relics Aki=2 Bo=2 Chie=2 Dai=6'
run 0 --color=always table 1
grep -q "$(printf '\033\\[1;32m')  *1  Aki" out
note $? "whoever has won stands in colour"
run 0 score 1
out "  Winner: Aki"
run 0 --lang ja score 1
run 0 judge 1 --json
json '.games[0].verdict == "clean"'
run 2 score 7
err "no record “7”"
lines 'game haratama'                   # a file of that name comes first
mv in 1
run 0 score 1
no "Winner"
rm 1
run 2 judge
err "no game on standard input"

# suits in their colours, kinds of rulings in theirs; letters always; what looks like a card is none
lines 'house tie=all' 'round' 'kami 2 6 8' 'Aki: lead' 'r9 p4 b12 g5' 'Bo: show r6' board
run 1 --color=always table haratama Aki Bo Chie Dai
grep -q "$(printf 'relics to come: \033\[31mr2\033\[0m')" out
note $? "red in red on the board"
grep -q "$(printf '^\033\[1;31mirregular\033\[0m (haratama/follow)')" err || grep -q '^irregular (haratama/follow)' err
note $? "a ruling is told"
lines why
run 0 --color=always table
grep -qF "$(printf '\033[1;31mirregular\033[0m (haratama/follow)')" out
note $? "its kind is red"
grep -q 'R1 T2' out && ! grep -q "$(printf '\033\[3[0-9]mR1')" out
note $? "a place is not a card"
lines why
NO_COLOR=1 run 0 table
plain out

# a tie: another round is due, and for whom
for tie in all tied; do
    fresh
    lines "house tie=$tie" round 'relics Aki=3 Bo=3 Chie=3 Dai=3' round 'relics Aki=3 Bo=3 Chie=3 Dai=3' \
        round 'relics Aki=2 Bo=2 Chie=4 Dai=4' score
    run 0 table haratama Aki Bo Chie Dai
    [ $tie = all ] && who="Another round is due, which anybody may win." || who="Another round decides between them."
    out "  Tied for least: Aki, Bo. $who"
    [ "$(grep -c 'Tied for least' out)" -eq 2 ]
    note $? "… behind the round, and when it is asked for"
    lines round 'relics Aki=3 Bo=5 Chie=4 Dai=0'
    run 0 table
    [ $tie = all ] && winner=Dai || winner=Aki
    out "  Winner: $winner"
    no "Tied"
done

# the other games: what the table says at the end is what `score` says
for game in tezumashi hyakumonogatari materia needfire; do
    seen=0
    for file in "$top/tests/cases/$game"/*.fuda; do
        [ $seen -lt 4 ] || break
        winner=$("$FUDA" score "$file" 2>/dev/null | sed -n 's/^  Winner: //p')
        [ -n "$winner" ] && [ "$(grep -c '^game' "$file")" -eq 1 ] || continue
        grep -q '^pack' "$file" && continue
        seen=$((seen + 1))
        fresh
        rows='^(table|ability|minuscard|ghost|event|shell) '      # of a deck: at the table they stand in a file
        { echo "pack $game \"Ours\""; grep -E "$rows" "$file"; } >ours.fuda
        { ! grep -qE "$rows" "$file" || echo 'pack "Ours"'; grep -vE "^#|^game|^players|^date|$rows" "$file"; } >in
        eval "set -- $(sed -n 's/^players //p' "$file")"
        "$FUDA" table "$game" "$@" <in >out 2>err
        what="$game, $(basename "$file")"
        if grep -q impossible err; then continue; fi
        out "  Winner: $winner"
        "$FUDA" score 1 >scored
        has "$work/scored" "  Winner: $winner"
    done
    [ $seen -gt 0 ]
    note $? "$game: a case that ends"
done

# what-if in a trick game: what it says of a card is what comes of it
for card in r13 r10 r1 p10 p2 b3 g7; do
    fresh
    lines round 'kami 3 7 10' 'Bo: lead' 'r9 r3 r12' "what-if $card" "$card"
    run 0 table haratama Aki Bo Chie Dai
    said=$(sed -n "s/^  $card: the trick is \([A-Z][a-z]*\)'s, with relics (\([0-9]*\)).*/\1 \2/p" out)
    came=$(sed -n "s/^Trick 1 is \([A-Z][a-z]*\)'s, with a relic:.*/\1 1/p; s/^Trick 1 is \([A-Z][a-z]*\)'s, with \([0-9]*\) relics.*/\1 \2/p" out)
    same "what comes of $card" "$came" "$said"
done
fresh
lines round 'kami 3 7 10' 'Bo: lead' 'what-if r9' r9 'what-if r9' 'what-if r3 Dai' 'what-if r3'
run 2 table haratama Aki Bo Chie Dai
out "r9: so far the trick is Bo's, without a relic."
out "r3: so far the trick is Bo's, with relics (1): 10 points lost."
err "r9 has been played: Bo played it in this round."; err "Dai cannot play r3 now"

# small things: what has no answer in JSON says so; a template nobody has filled in is not added; suggestions
fresh
for word in table dispute help "pack new materia"; do
    run 2 $word --json
    err "has no answer in JSON"
done
run 0 pack new needfire empty.fuda
run 2 pack add empty.fuda
err "nothing was added"
run 0 pack list
no "empty.fuda"
lines rnd
run 2 table haratama Aki Bo Chie Dai
err "did you mean \`round\`?"
lines 'note "x"' scroe
run 2 table haratama Aki Bo Chie Dai
err "did you mean \`score\`?"
run 2 rules hartama
run 2 history hartama
err "did you mean \`haratama\`?"
mkdir -p there && chmod 500 there
if [ "$(id -u)" != 0 ]; then
    (cd "$top" && sh .ci/install "$work/there" /usr build/release) 2>err && bad "installed where nobody may"
    err "sudo make install"
fi

# a record's decks are its own
fresh
printf 'pack tezumashi "Ours"\ntable 7 0=5 1=3 2=1 3=0 4+=-2\n' >ours.fuda
lines 'pack "Ours"' 'offer table 7 1 2 4 5' deal 'Aki: choose table 7' 'tricks Aki=1 Bo=4 Chie=4 Dai=3'
"$FUDA" table tezumashi Aki Bo Chie Dai <in >out 2>err
rm ours.fuda
run 0 score 1
out "The score table that Bo chose is not on record."
no "is not in the pack"
finish
