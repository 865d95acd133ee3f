#!/bin/sh
# Trick-taking games from files, from the command line: those in the box and others, judged, scored, kept at the table;
# files that cannot be said; what `pack new` and `pack check` say.
. tests/check.sh

# judged STATUS WHAT FINDING… <<RECORD: what is found in it, as kind rule line because…; for a conflict its suspects.
judged() {
    status=$1 what=$2
    shift 2
    cat >"$work/record"
    ends "$status" "$what" "$FUDA" judge --json "$work/record"
    same "$what" "$(printf '%s\n' "$@")" "$(jq -r '.games[0].findings[] | select(.kind != "unproven")
        | [.kind, .rule, .line, .because[], (.suspects[] | .seat + "@" + (.line | tostring))] | join(" ")' "$work/out")"
}
# The same of a deal of Hearts, from line 4 on.
hearts() {
    { printf 'game "Hearts"\nplayers Aki Bo Chie Dai\ndeal\n'; cat; } >"$work/hearts"
    judged "$@" <"$work/hearts"
}

# ---- Hearts, with hidden hands -------------------------------------------------------------------

hearts 1 "a revoke that is shown later" "irregular trick/follow 4 6" <<'END'
Aki: c2 c9 ca d3
Chie: d5 d7 d2 h3
Dai: show c8
END
hearts 1 "… and before" "irregular trick/follow 5 4" <<'END'
Dai: show c8
Aki: c2 c9 ca d3
END
hearts 1 "a revoke with a card as dealt that was not passed" "irregular trick/follow 6" <<'END'
Dai: hand c8 ? ? ? ? ? ? ? ? ? ? ? ?
Dai: pass s2 s3 s4
Aki: c2 c9 ca d3
END
hearts 0 "a card as dealt may have been passed" <<'END'
Dai: hand c8 ? ? ? ? ? ? ? ? ? ? ? ?
Dai: pass ? ? ?
Aki: c2 c9 ca d3
END
hearts 1 "a revoke by a count: the other hands are all known" "irregular trick/follow 4 7" <<'END'
Aki: c2 c9 ca d3
Aki: show d2 d4 d5 d6 d7 d8 d9 d10 dj dq dk da
Bo: show h2 h3 h4 h5 h6 h7 h8 h9 h10 hj hq hk
Chie: show s2 s3 s4 s5 s6 s7 s8 s9 s10 sj sq sk
END
hearts 1 "two who cannot both have had no club" "conflict trick/follow 4 Chie@4 Dai@4" <<'END'
Aki: c2 c9 s2 d3
Aki: show d2 d4 d5 d6 d7 d8 d9 d10 dj dq dk da
Bo: show h2 h3 h4 h5 h6 h7 h8 h9 h10 hj hq hk
END
hearts 1 "hearts led from a hand of others" "irregular trick/unbroken 5 6" <<'END'
Aki: c2 c9 ca c3
Chie: h5
Chie: show d2
END
hearts 1 "what shows at once" "irregular trick/pass 4" "irregular trick/first-lead 5" <<'END'
Aki: pass c3 c4
Bo: d9 d10 dj dq
END
hearts 1 "a lead out of turn" "irregular trick/turn 5" <<'END'
Aki: c2 c9 ca c3
Dai: s2
END
hearts 1 "a heart on the first trick" "irregular trick/bars 4 5" <<'END'
Aki: c2 h5 c9 c10
Bo: show d4
END
hearts 2 "what cannot be" "impossible trick/deck 5 4" "impossible trick/deck 6" <<'END'
Aki: c2 c9 ca c3
Dai: show c3
Bo: pass h2 h3 h4
END
hearts 2 "more than a hand has left" "impossible trick/deck 5" <<'END'
Aki: c2 c9 ca c3
Bo: show h2 h3 h4 h5 h6 h7 h8 h9 h10 hj hq hk ha
END
printf '%s\n' 'game Hearts' 'players Aki Bo Chie Dai' >"$work/moon"
for deal in 1 2 3 4; do
    echo deal
    for n in 2 3 4 5 6 7 8 9 10 j q k a; do echo "Aki: c$n d$n s$n h$n"; done
done >>"$work/moon"
run 0 score --json "$work/moon"
json '.games[0] | .finished and .winners == ["Aki"] and .deals[1].points == [0, -26, -26, -26] and .game == "Hearts"'

printf '%s\n' deal 'Aki: hand c2 c3 c4 c5 d2 d3 d4 d5 s2 s3 s4 h2 h3' legal 'odds c2' 'c2 9 a 6' 'odds c8' 'what-if d6' \
    'd6 7 s2 8 !' why undo quit >"$work/typed"
"$FUDA" --db "$work/table.db" table Hearts Aki Bo Chie Dai <"$work/typed" >"$work/out" 2>&1
for line in "Aki: c2" "Aki 100 %  Bo 0 %  Chie 0 %  Dai 0 %" "Trick 1 is Chie's: tricks 1, worth 0." \
    "Aki 0 %  Bo 33.33 %  Chie 33.33 %  Dai 33.33 %" "trick/follow"; do
    out "$line"
done
"$FUDA" --db "$work/won.db" add "$work/moon" >/dev/null
same "who has won, and each game's own rating" "Aki 1 Hearts" "$("$FUDA" --db "$work/won.db" standings --json |
    jq -r '.standings[] | select(.wins > 0) | "\(.player) \(.wins) \(.ratings | keys[0])"')"
check "results follow from the records" "$FUDA" --db "$work/won.db" campaign check
check "the campaign knows it" grep -q Hearts <<X
$("$FUDA" --db "$work/table.db" history)
X

red=$(printf '\033[31m')
case $("$FUDA" judge --color=always "$work/moon" "$top/tests/cases/trick/hands-and-passes.fuda") in
*"held ${red}d5"*) ok ;;
*) bad "cards in the colours of their suits" ;;
esac
"$FUDA" labels trick --pack Wizard -o "$work/w.svg" >/dev/null 2>&1
check "its cards have stickers" test -s "$work/w.svg"

# ---- the others in the box -----------------------------------------------------------------------

judged 1 "a dealer's bid that makes them come out" "irregular trick/checks 5" <<'END'
game "Oh Hell"
players Aki Bo Chie
deal
trump h3
bid 5 4 1
Bo: c4 c5 c6
END
# a jack is worth otherwise as a trump, and nobody knows what was trumps
printf '%s\n' 'pack trick "Two"' 'seats 2' 'suits c=club d=diamond' 'ranks 7 8 9 j' 'deal 2' 'trump chosen' 'worth 9=1 j=2' \
    'worth trump j=20' 'game Two' 'players Aki Bo' deal 'trump ?' 'Bo: cj c7' 'Bo: c9 c8' >"$work/two"
run 0 score --json "$work/two"
json '.games[0].deals | map([.tricks, .worth, .points]) == [[[0, 2], [0, null], [0, null]]]'
cat >"$work/ladder" <<'END'
pack trick "Ladder"
seats 3-7
suits c=club d=diamond h=heart s=spade
ranks 2 3 4 5 6 7 8 9 10 j q k a
rounds min(10, 51/seats)
deal round
trump turned
bids
check sum(bid) != cards
points tricks == bid ? 10 + tricks : tricks
game Ladder
END
{ cat "$work/ladder" && printf '%s\n' 'players Aki Bo Chie' deal 'trump h3' 'bid 0 0 0' 'Bo: c4 h5 c6' deal 'trump s9' 'bid Aki=1' \
    'bid Bo=1 Chie=1' 'Chie: ca c2 ck' 'Chie: d3 d9 s2'; } >"$work/hell"
run 0 score --json "$work/hell"
json '.games[0].deals | map(.points) == [[10, 10, 1], [0, 11, 11]] or map(.points) == [[10, 10, 1], [11, 0, 11]]'
printf '%s\n' 'game Wizard' 'players Aki Bo Chie' deal 'trump w r' 'bid 0 1 0' 'Bo: n w r3' deal 'trump b1' 'bid 0 1 1' \
    'Chie: w r3 y4' 'Chie: n g4 b2' >"$work/wizard"
run 0 score --json "$work/wizard"
json '.games[0].deals[0] | .tricks == [0, 0, 1] and .points == [20, -10, -10]'
json '.games[0].deals[1].tricks == [0, 1, 1]'
printf '%s\n' 'game Spades' 'players Aki Bo Chie Dai' deal 'bid 0 4 5 3' >"$work/spades"
for n in 2 3 4 5 6 7 8 9 10 j q k a; do echo "Bo: c$n s$n d$n h$n"; done | sed '2,$s/^Bo: c\([^ ]*\) s\([^ ]*\) d\([^ ]*\) h\(.*\)/Chie: s\1 d\1 h\1 c\1/' >>"$work/spades"
run 0 score --json "$work/spades"
json '.games[0].deals[0] | .tricks == [0, 0, 13, 0] and .points == [158, -70, 158, -70]'
ends 0 "those in the box are sound" "$FUDA" pack check Hearts Spades "Oh Hell" Wizard
check "their rules are sentences" grep -q 'Whoever holds c2 leads it first' <<X
$("$FUDA" rules Hearts)
X
check "… in Japanese too" grep -q 'めくり' <<X
$("$FUDA" --lang ja rules Wizard)
X

# ---- cards that nobody saw ------------------------------------------------------------------------

hearts 1 "a revoke before and after a card that nobody saw" "irregular trick/follow 4 7" "irregular trick/follow 6 7" <<'END'
Aki: c2 c9 ca d3
Chie: d4 ? d6 d5
Aki: c4 c5 c6 h3
Dai: show c8
END
hearts 0 "what that card may have been accuses nobody" "open trick/unbroken 8" <<'END'
Aki: c2 ? ca c3
Chie: c4 c5 c6 c7
Bo: show c8
Bo: ? ? ? ?
Chie: h2 h3 h4 h5
END
hearts 1 "nobody leads who cannot have won, whatever was not seen" "irregular trick/turn 5" <<'END'
Aki: c2 ? c9 c3
Dai: d4 d5 d6 d7
END
hearts 0 "whoever is named says whose the cards before were" <<'END'
Aki: c2 ? c9 c3
d4 d5 d6 da
Bo: s2 s3
END
for n in c2 c3 c4 c5; do
    printf '%s\n' 'game "Hearts"' 'players Aki Bo Chie Dai' deal
    for m in 2 3 4 5 6 7 8 9 10 j q k a; do echo "Aki: c$m d$m s$m h$m"; done | sed "s/$n\>/?/; s/d7/?/"
done >"$work/unseen"
run 0 score --json "$work/unseen"
json '[.games[].deals[0] | .tricks == [13, 0, 0, 0] and .points == [0, -26, -26, -26]] | all'
printf '%s\n' 'game "Hearts"' 'players Aki Bo Chie Dai' deal >"$work/unseen"
for m in 2 3 4 5 6 7 8 9 10 j q k a; do echo "Aki: c$m d$m s$m h$m"; done | sed 's/sq/?/; s/s7/?/; $s/.*/? ? ? ?/' >>"$work/unseen"
run 0 score --json "$work/unseen"
json '.games[0] | .deals[0].tricks == [null, null, null, null] and .deals[0].total == [null, null, null, null] and .standing[0].place == null
    and (.finished | not)'
printf '%s\n' 'pack trick "Fives"' 'seats 3' 'suits a=axe b=bow' 'ranks 1 2 3' 'deal 2' 'rounds 1' 'worth a=1' 'points 5*tricks' \
    'game Fives' 'players Aki Bo Chie' deal 'Bo: a1 ? a3' 'Aki: b3 b1 ?' >"$work/fives"
run 0 score --json "$work/fives"
json '.games[0] | .deals[0].points == [10, 0, 0] and .finished and .winners == ["Aki"]'
printf '%s\n' deal 'Aki: c2 ? c9 c3' 'Chie: d3 ? d5 d6' 'what-if' 'Dai: d7' 'what-if d8' undo undo '?' show quit >"$work/typed"
"$FUDA" --db "$work/saw.db" table Hearts Aki Bo Chie Dai <"$work/typed" >"$work/out" 2>&1
for line in "Who took trick 1 shows once the next leader is named." "d8: so far the trick is Aki's."; do
    out "$line"
done

# ---- slips of the pen --------------------------------------------------------------------------

# offered WHAT PUT…: what each line that does not fit may have been first, as it can be typed
offered() {
    what=$1
    shift
    same "$what" "$(printf '%s\n' "$@")" "$(jq -r '.games[0].findings[] | select(.perhaps) | .perhaps[0] | .put // "-"' "$work/out")"
}
hearts 1 "a row under another name accuses nobody" "slip trick/turn 5" <<'END'
Aki: c2 c9 ca c3
Dai: d2 d9 d3 d4
Dai: d5 d6 d7 dk
Chie: show s2 s3
END
offered "… and whose it was is offered" "Chie: d2 d9 d3 d4"
hearts 2 "a card that lay already" "impossible trick/deck 6 4" <<'END'
Aki: c2 c9 ca c3
Chie: d2 d9 d3 d4
Dai: c4 c3 c6 c7
END
hearts 1 "a trick that was left out accuses nobody else" "irregular trick/turn 5" <<'END'
Aki: c2 c9 ca c3
Dai: d2 d9 d3 d4
END
offered "… and is offered" "? ? ? ?"
judged 2 "bids that were left out: said once, and what comes after holds" "impossible trick/deck 4" <<'END'
game Spades
players Aki Bo Chie Dai
deal
Bo: c2 c9 ca c3
Dai: d2 d9 d3 d4
Aki: d5 d6 d7 dk
END
offered "… they are offered" "bid ? ? ? ?"
judged 2 "trumps too" "impossible trick/deck 5" <<'END'
game "Oh Hell"
players Aki Bo Chie
deal
bid 0 0 0
Bo: c4 h5 c6
END
offered "… as what nobody knows" "trump ?"
{ cat "$work/ladder" && printf '%s\n' 'players Aki Bo Chie' deal 'trump ?' 'bid 0 ? 0' 'Bo: c4 h5 c6' deal 'trump ?' 'bid 0 1 1' \
    'Chie: c4 c5 c6' 'Bo: d2 d3 d4'; } >"$work/hell"
run 0 score --json "$work/hell"
json '.games[0].deals | map([.bid, .tricks, .points]) == [[[0, null, 0], [null, 0, null], [null, null, null]],
    [[0, 1, 1], [1, 1, 0], [1, 11, 0]]] and (map(.total) | unique) == [[null, null, null]]'

# ---- other files ---------------------------------------------------------------------------------

five='pack trick "Five"
seats 3-5
suits r=red y=yellow g=green b=blue v=violet
ranks 1 2 3 4 5 6 7 8 9 10
ranks trump 1 3 5 7 9 2 4 6 8 10
deal 10
trump r g
follow-or-trump
worth 10=5 v1=-3
points 2*tricks + worth
until 50
game Five
players Aki Bo Chie Dai
deal'
printf '%s\n' "$five" 'Bo: y1 g9 g2 r1' 'Aki: v5 b1 v3 v2' 'Bo: show r3' >"$work/five"
judged 1 "five suits, two of them trumps" "irregular trick/obliged 16 17" <"$work/five"
printf '%s\n' "$five" 'Bo: y1 g9 y2 r1' 'Aki: v5 v1 v3 v2' 'Aki: v4 g1 v6 v7' 'Bo: y3' >"$work/five"
run 0 judge "$work/five"
same "the first of two trumps is the higher, and ranks otherwise" "" "$(grep turn "$work/out")"
sed -n 1,11p "$work/five" >"$work/pack"
ends 0 "it is sound" "$FUDA" pack check "$work/pack"
judged 1 "a card that would have won, twice in the deck" "irregular trick/obliged 10 11" <<'END'
pack trick "Twice"
suits a=axe b=bow
ranks 1 2 3 4 5 6
copies 2
deal 6
beat-if-you-can
equals last
game Twice
players Aki Bo Chie
Aki: deal; Bo: a3 a2 b1
Chie: show a3
END
cat >"$work/wrong" <<'END'
pack trick "Wrong"
suits r=red rr=x
suits r=red y=yellow
ranks 1 2 3 2
ranks 1 2 3 4 5 6 7
deal 8x
lead z9
trump purple
worth r=1 x=3
above 70 w=wizard
without r1
seats 9
follow
any
pass 3 up
foo bar
END
ends 2 "a file that cannot be said" "$FUDA" pack check "$work/wrong"
for place in '2: column 13' '4: column 13' '6: column 7' '7: column 6' '8: column 7' '9: column 11' '10: column 7' \
    '12: column 7' '14: column 1' '15: column 8' '16: column 1'; do
    check "… says where, $place" grep -q "wrong:$place" "$work/err"
done
not_sound() {
    printf 'pack trick "Small"\nsuits a=axe b=bow\nranks 1 2 3 4 5\n%s\n' "$2" >"$work/small"
    ends 1 "$1" "$FUDA" pack check "$work/small"
    check "$1, said" grep -q "$3" "$work/out"
}
not_sound "a deal that does not come out" 'seats 3
deal 4' 'cannot be dealt'
not_sound "… later on" 'seats 2
rounds 9
deal round' 'deal 6 does not come out'
not_sound "a formula without a value" 'seats 2
deal 5
points 1/(tricks - tricks)' 'column 9'
not_sound "a card worth nothing" 'seats 2
deal 5
worth a=1 b2=0' 'b2 is named'
not_sound "a card that leads and is not dealt" 'seats 2
deal 2
lead a1' 'nobody holds the card'
not_sound "trumps that there are not" 'seats 2
deal 5
follow-or-trump' 'there are none'
not_sound "bids that nothing is made of" 'seats 2
deal 5
bids' 'no formula makes'
not_sound "a check that never holds" 'seats 2
deal 5
points tricks
check sum(tricks) == 4' 'number 1 held in none'
not_sound "an end that is never reached" 'seats 2
deal 5
points -tricks
until 50' 'nearer to 50'
not_sound "… or too late" 'seats 2
deal 5
points tricks
until 50000' 'not reached in 256'
not_sound "no card to turn up" 'seats 2
deal 5
points tricks
trump turned' 'trump chosen'
not_sound "a count that nothing is made of" 'seats 2
deal 5
points tricks
count axes a' '“axes” is counted'
not_sound "more passed than dealt" 'seats 4
deal 2
pass 3 left' 'fewer than'
# what stands there once is not said again; and names of suits are told apart
for row in 'seats 3' 'deal 4' 'lead a1' 'wins low' 'bids' 'trump suits' 'points 1'; do
    printf 'pack trick "Twice"\nseats 2\nsuits a=ash b=bay\nranks 1 2 3 4 5 6\ndeal 3\nlead left\nwins high\nbids\npoints bid\n%s\n' "$row" >"$work/twice"
    ends 2 "a row again: $row" "$FUDA" pack check "$work/twice"
done
printf 'pack trick "Alike"\nsuits a=ash b=ash\n' >"$work/alike"
ends 2 "two suits of one name" "$FUDA" pack check "$work/alike"
check "two suits of one name, said" grep -q "another suit's name" "$work/err"
# a bid is said once, and by nobody for another
hell='game Ladder\nplayers A B C\ndeal\ntrump c7\n'
{ sed '$d' "$work/ladder" && printf "${hell}bid 1 1 0\nB: bid 0\n"; } >"$work/again.fuda"
ends 2 "a bid said again" "$FUDA" judge "$work/again.fuda"
check "a bid said again, told" grep -q "has bid in deal 1 already" "$work/out"
{ sed '$d' "$work/ladder" && printf "${hell}A: bid B=1\n"; } >"$work/whose.fuda"
ends 2 "a bid for another" "$FUDA" judge "$work/whose.fuda"
# where a deal's points cannot be counted the totals stand
printf 'pack trick "Bare"\nseats 4\nsuits c=club d=dart h=hoop s=spur\nranks 2 3 4 5 6\ndeal 1\nlead left\npoints round == 2 ? 1/(tricks*0) : 5\n\ngame Bare\nplayers A B C D\ndeal\nB: c2 c3 c4 c5\ndeal\nC: d2 d3 d4 d5\n' >"$work/bare.fuda"
same "totals stand" "[5,5,5,5]" "$("$FUDA" score --json "$work/bare.fuda" 2>/dev/null | jq -c '[.. | objects | select(.rows? or .round? or .deal?) | .total? // empty] | last')"
"$FUDA" pack new trick "$work/mine.fuda" >/dev/null
check "a template reads, and is empty" grep -q 'no rows yet' <<X
$("$FUDA" pack check "$work/mine.fuda")
X
check "it explains each row" grep -q 'ranks 2 3 4 5' "$work/mine.fuda"

finish
