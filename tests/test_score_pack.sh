#!/bin/sh
# Any game by its scores, from the command line: packs found, asked for, checked and told; records kept, scored and exported.
. tests/check.sh

printf 'low\n50\n20 -10 0\nAki=30 Bo=1 Chie=2\n' >"$work/typed"
"$FUDA" table "Foo bar" Aki Bo Chie <"$work/typed" >"$work/out" 2>&1
check "who wins and when it ends is asked once, and said" grep -q 'wins low, until 50' "$work/out"
check "the fewest points win" grep -q 'won by Bo' "$work/out"
printf '1 2\nundo\n3 4\n' | "$FUDA" table "foo BAR" Aki Bo >"$work/out" 2>&1
check "it is asked once in a campaign" test -z "$(grep 'Who wins' "$work/out")"
same "the record keeps its pack's name" "Foo bar" "$("$FUDA" history --json | jq -r '.. | .game? // empty' | sort -u)"
check "the record is scored by it" grep -q 'until 50' <<X
$("$FUDA" show 1)
X
same "who wins has won" "Bo 1" "$("$FUDA" standings --json | jq -r '.standings[] | select(.wins > 0) | "\(.player) \(.wins)"')"
check "each game has its own rating" grep -q 'Foo bar' <<X
$("$FUDA" standings)
X
check "results follow from the records" "$FUDA" campaign check
"$FUDA" campaign export >"$work/text"
check "the pack travels with it" grep -q '^pack score "Foo bar"' "$work/text"
check "another store takes it" "$FUDA" --db "$work/other.db" campaign import "$work/text"
same "… unchanged" "$("$FUDA" standings --json)" "$("$FUDA" --db "$work/other.db" standings --json)"

printf '1 0 0\n1 0 0\ntally\npoints 1 2 3\nscore\n' | "$FUDA" table "Skull King" Aki Bo Chie >"$work/out" 2>&1
check "points said at the table are those of this round" grep -q '2 *21 (+1)' "$work/out"

printf 'game "skull king"\nplayers Aki Bo Chie\n1 0 0\n1 0 0\ntally\n' >"$work/king.fuda"
same "a pack in the box, by its name in any case" "Skull King 20 10 10" \
    "$("$FUDA" score --json "$work/king.fuda" | jq -r '.games[0] | [.game, .rounds[0].points[]] | join(" ")')"
printf 'game Mahjong\nplayers Aki Bo Chie Dai\n45000 25000 20000 10000\n' >"$work/mahjong.fuda"
same "Mahjong settled" "55 5 -20 -40" "$("$FUDA" score --json "$work/mahjong.fuda" | jq -r '.games[0].rounds[0].points | join(" ")')"
check "its rules are sentences" grep -q 'people play' <<X
$("$FUDA" rules "Skull King")
X
check "… and name their source" grep -q "Grandpa Beck" <<X
$("$FUDA" rules "Skull King")
X
check "… in Japanese too" grep -q '人で遊びます' <<X
$("$FUDA" --lang ja rules "Skull King")
X
"$FUDA" pack new score "$work/mine.fuda" >/dev/null
check "a template reads, and is empty" grep -q 'no rows yet' <<X
$("$FUDA" pack check "$work/mine.fuda")
X
printf 'seats 2-4\nenter a b\npoints a / (round - 3)\n' >>"$work/mine.fuda"
ends 1 "a division by zero is found" "$FUDA" pack check "$work/mine.fuda"
check "… with its line" grep -q 'mine.fuda:[0-9]*: irregular .* in column 10' "$work/out"
check "… and what nobody asks for" grep -q '“b” is entered' "$work/out"
printf 'pack score "Uneven"\nseats 5-7\nteams 4\n' >"$work/uneven.fuda"
ends 1 "a pack that nobody can play is found" "$FUDA" pack check "$work/uneven.fuda"
ends 0 "those in the box are sound" "$FUDA" pack check "Skull King" Mahjong
ends 2 "a game that is misspelt is not begun" "$FUDA" table haratma Aki Bo Chie
# near a pack's name it is asked first which is meant
printf 'high\nend\n1 2 3\n' | "$FUDA" --db "$work/near.db" table "Skul King" Aki Bo Chie >"$work/out" 2>"$work/err"
same "a pack that is misspelt is not begun" "2" "$?"
check "… and the near one is named" grep -q 'did you mean “Skull King”' "$work/err"
"$FUDA" --db "$work/near.db" table "Skul King" Aki Bo Chie </dev/null >"$work/out" 2>"$work/err"
check "… by a pipe that ends, too" grep -q 'did you mean “Skull King”' "$work/err"
printf '\n1 0 0\n1 0 0\ntally\nscore\n' | "$FUDA" --db "$work/near.db" table "Skul King" Aki Bo Chie >"$work/out" 2>&1
check "RETURN takes the near one" grep -q '20 (+20)' "$work/out"
printf 'skul king\nhigh\nend\n1 2 3\n' | "$FUDA" --db "$work/near.db" table "Skul King" Aki Bo Chie >"$work/out" 2>&1
check "the name once more begins that game" grep -q '3 (+3)' "$work/out"
same "… and each record has its own" "Skul King Skull King" "$("$FUDA" --db "$work/near.db" history --json | jq -r '[.. | .game? // empty] | unique | join(" ")')"
# the user's own pack is meant before one in the box, whichever its kind
mkdir -p "$work/own/fuda/packs"
printf 'pack trick "Skull King"\nseats 3\nsuits a=axe b=bow\nranks 1 2 3 4 5 6\ndeal 4\ntrump a\npoints tricks\n' \
    >"$work/own/fuda/packs/Skull King.fuda"
printf 'game "Skull King"\nplayers A B C\ndeal\nB: b1 b2 a3\nA: a1 a2\n' >"$work/own.fuda"
same "one's own first, in a record" "1" "$(XDG_DATA_HOME=$work/own "$FUDA" score --json "$work/own.fuda" | jq -r '.games[0] | has("deals")' | grep -c true)"
check "… in its rules" grep -q 'a=axe' <<X
$(XDG_DATA_HOME=$work/own "$FUDA" rules "Skull King")
X
check "… in what is checked" grep -q 'Skull King (trick)' <<X
$(XDG_DATA_HOME=$work/own "$FUDA" pack check "Skull King")
X
printf 'deal\nb1 b2 a3\n' | XDG_DATA_HOME=$work/own "$FUDA" --db "$work/ours.db" table "skull king" A B C >"$work/out" 2>&1
check "… at the table" grep -q "Trick 1 is A's" "$work/out"
check "… and without it that in the box" "$FUDA" judge - <<X
game "Skull King"
players A B C
1 0 0
X

# a game's name may be wider than the terminal
name=$(printf 'long%.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25)
printf 'high\nend\n1 2\nend\n' | "$FUDA" --db "$work/wide.db" table "$name" Aki Bo >"$work/out" 2>&1
COLUMNS=40 "$FUDA" --db "$work/wide.db" standings >"$work/out"
check "ratings fit the terminal" test "$(wc -L <"$work/out")" -le 40

# a file named by its path is called as its pack calls the game
printf 'pack score "Tichu"\nteams 2\nenter cards tichu=0\npoints cards + tichu\n' >"$work/any.fuda"
printf '60 40\n10 20 30 40\n' | "$FUDA" --db "$work/path.db" table "$work/any.fuda" Aki Bo Chie Dai >"$work/out" 2>&1
check "a number for each team, or each of its players" grep -q '100 (+100) *100 (+100) *100 (+100)' "$work/out"
same "a pack's file by its path" "Tichu" "$("$FUDA" --db "$work/path.db" history --json | jq -r '.. | .game? // empty' | sort -u)"

# tables and plays of other programs: a game is found by its name, and whoever has fewest wins where the pack says so
printf 'pack score "Golf, ""mini"""\nwins low\n' >"$work/golf.fuda"
printf '3 2\nend\n' | "$FUDA" --db "$work/csv.db" table "$work/golf.fuda" Aki Bo >/dev/null 2>&1
"$FUDA" --db "$work/csv.db" export --format csv -o "$work/out.csv"
check "a game's name is one cell" grep -q ',"Golf, ""mini""",Bo,1,2,yes' "$work/out.csv"
"$FUDA" --db "$work/csv.db" export --format bgsplay -o "$work/out.bgsplay"
same "BG Stats is told that the fewest win" '["Golf, \"mini\"",false]' "$(jq -c '.games[0] | [.name, .highestWins]' "$work/out.bgsplay")"
check "… of one game, too" "$FUDA" --db "$work/csv.db" export 1 --bgstats
printf 'date,game,player,points\n2026-01-02,"golf, ""MINI""",Aki,7\n2026-01-02,"Golf, ""mini""",Bo,4\n2026-01-03,Skull King,Aki,7\n2026-01-03,Skull King,Bo,4\n' >"$work/in.csv"
check "a table of them is taken" "$FUDA" --db "$work/csv.db" import "$work/in.csv"
same "… by the pack that the campaign plays by" "Bo Aki" "$("$FUDA" --db "$work/csv.db" history --json |
    jq -r '.history[] | select(.date < "2026-02") | .seats[] | select(.place == 1) | .seat' | tr '\n' ' ' | sed 's/ $//')"
printf 'date,game,player,points\n2026-01-02,Gofl,Aki,7\n2026-01-02,Gofl,Bo,4\n' >"$work/in.csv"
ends 2 "a game that nobody knows is not" "$FUDA" --db "$work/csv.db" import "$work/in.csv"

# a game by its name, wherever a game is asked for
check "its rows and sentences as JSON" test "$("$FUDA" rules "skull king" --json | jq -r '"\(.game) \(.book) \(.rows[0].row): \(.rows[0].text)"')" = \
    "Skull King score seats 2-8: 2-8 people play."
check "an evening of many tables" grep -q '3 to 5 at a table' <<X
$(printf 'pack score "Evening"\nseats 3-5\n' >"$work/evening.fuda"; printf '1 2 3\nend\n' | "$FUDA" --db "$work/league.db" table "$work/evening.fuda" Aki Bo Chie >"$work/out"
    "$FUDA" --db "$work/league.db" league new October --game evening Aki Bo Chie Dai Emi)
X
"$FUDA" --db "$work/league.db" league round >"$work/out"
printf '1 2 3 4 5\nend\n' | "$FUDA" --db "$work/league.db" table Evening Aki Bo Chie Dai Emi >"$work/out"
check "… hears what was played at a table" grep -q '1 *Emi .* 1 *1 ' <<X
$("$FUDA" --db "$work/league.db" league standing)
X
ends 2 "… of no game that nobody knows" "$FUDA" --db "$work/league.db" league new November --game Nonesuch Aki Bo Chie
check "what the campaign plays is offered" test "$("$FUDA" --db "$work/league.db" words --db "$work/league.db" table | grep -x Evening)" = Evening
printf 'game "Nonesuch"\nplayers Aki Bo\n1 2\npack score "haratama"\n' >"$work/none.fuda"
ends 2 "a game that nobody knows" "$FUDA" judge "$work/none.fuda"
check "… is quoted once" test -z "$(grep '“"' "$work/err")"

# asked for a pack: a row that stands once is asked for once, what is wrong again
"$FUDA" pack new score "$work/asked.fuda" >/dev/null
printf '3-4\nbid tricks\ntricks - bid / 0\nabs(tricks - bid)\nsum(tricks) == round\ntricks >= 0\n\n10\nundo\n12\n\nlow\n\n\n\n' |
    "$FUDA" pack fill "$work/asked.fuda" >"$work/out" 2>&1
same "a pack that was asked for" "seats 3-4 enter bid tricks points abs(tricks - bid) check sum(tricks) == round check tricks >= 0 rounds 12 wins low" \
    "$(grep -v '^#\|^pack\|^$' "$work/asked.fuda" | tr '\n' ' ' | sed 's/ $//')"

# what a check finds is a slip of the pen, with the check and whose number it is; nobody is accused
printf 'pack score "Checked"\nenter bid tricks\ncheck tricks <= 2\ngame Checked\nplayers Aki Bo\n1 1\n1 3\n' >"$work/slip.fuda"
ends 1 "a check that does not hold" "$FUDA" judge "$work/slip.fuda"
check "… names it, and whose number it is" grep -q 'line 7  slip: Round 1: `tricks <= 2` does not hold of Bo' "$work/out"
check "… and accuses nobody" grep -q 'nobody is accused' "$work/out"

# who wins and when it ends, in people's own words
printf '少ない\n１０ホール\nAki: 3\n' >"$work/typed"
"$FUDA" --db "$work/golf.db" --lang ja table "ゴルフ" Aki Bo <"$work/typed" >"$work/out" 2>&1
check "rounds by another name, said in Japanese" grep -q '勝ち 少ない、回数' "$work/out"
check "a number for one player is nobody's act" test -z "$(grep '``' "$work/out")"
printf 'high\n100 points\n' | "$FUDA" --db "$work/golf.db" table Skat Aki Bo >"$work/out" 2>&1
check "points by their name" grep -q 'until 100' "$work/out"

check "a kept one is gone through line by line" grep -q '"*round *1$' <<X
$("$FUDA" --db "$work/csv.db" replay 1 </dev/null)
X

finish
