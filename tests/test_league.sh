#!/bin/sh
# An evening of a league, as its organiser plays it: seats, late comers, results by records and by hand, the wall.
. tests/check.sh
pairs() { # of table lines: each two who sit together
    sed -n 's/^  Table [0-9]*   \([^0-9]*\).*/\1/p' | while IFS= read -r names; do
        printf '%s\n' "$names" | sed 's/,//g' | awk '{ for (i = 1; i <= NF; i++) for (k = i + 1; k <= NF; k++) print ($i < $k ? $i " " $k : $k " " $i) }'
    done | sort
}
run 2 league round
err "no evening has begun; expected \`fuda league new"
run 0 league new October --game haratama --size 4 Aki Bo Chie Dai Emi Fumi Gen Haru Ichi Jun Kei Lua Mio Nao Oto Pia
out "“October” has begun with 16 players, 4 at a table."
for round in 1 2 3 4 5; do
    run 0 league round
    out "October, round $round" "Nobody meets anybody again."
    pairs <out >"round.$round"
    same "pairs of round $round" 24 "$(wc -l <"round.$round" | tr -d ' ')"
done
same "pairs that met twice in five rounds" "" "$(cat round.* | sort | uniq -d)"
run 0 league show 2
pairs <out >again
alike again round.2

# a sixth cannot avoid it, and says so: everybody has met everybody
run 0 league round --json
same "the sixth round's repetitions" "24 24" "$(jq -r '"\(.repeated) \(.bound)"' out)"

# ---- late comers, byes, sizes ----
run 0 league new Small --size 3-4 Aki Bo Chie Dai Emi
run 0 league round --json
same "five at tables of three or four" "1 4 1" "$(jq -r '"\(.tables | length) \(.tables[0] | length) \(.byes | length)"' out)"
first=$(jq -r '.byes[0]' out)
run 0 league round --json
check "the bye goes round" test "$first" != "$(jq -r '.byes[0]' out)"
run 0 league join Fumi Gen
out "Players here: 7."
run 0 league round --json
same "seven at tables of three or four" "3 4" "$(jq -r '[.tables[] | length] | sort | map(tostring) | join(" ")' out)"
run 0 league leave Gen Aki
out "Players here: 5."
run 2 league leave Nobody
err "Nobody is not in this evening"
run 0 league round --json
same "who left sits nowhere" false "$(jq '[.tables[][], .byes[]] | any(. == "Gen" or . == "Aki")' out)"
run 2 league new Bad --size 9
run 2 league new Bad --size 2-3 --game haratama Aki
err "is played by 3 to 4"
run 2 league new Bad Aki Aki
err "Aki is named twice"
run 2 league new Bad Aki ａｋｉ
err "ａｋｉ is named twice"
run 2 league new "" Aki Bo Chie
err "cannot be an evening's name"
run 2 league new Bad --game nonsense Aki
run 0 league new Two Aki Bo
run 2 league round
err "2 players are here; a table takes 3 at least"

run 0 league new Aki Aki Bo Chie
run 0 league new Big $(seq 1 100)
run 2 league join $(seq 90 129)
err "too many players; an evening takes 128"
run 0 league join $(seq 90 128)
out "Players here: 128."

# ---- results: by hand, corrected, by a record, not played ----
run 0 league new Night --size 3 Aki Bo Chie Dai Emi Fumi
run 0 league round --json
jq -r '.tables[0] | join(" ")' out >table
read -r a b c <table
run 0 league results
same "results that are out" 2 "$(wc -l <out | tr -d ' ')"
run 2 league result 1 "$a=1" "$b=2"
err "$c sits at this table too"
run 2 league result 1 "$a=1" "$b=2" Zoe=3
err "nobody of that name sits at this table"
run 2 league result 1 "$a=1" "$b=2" "$c=7"
err "expected a place from 1 to 3"
run 2 league result 5 "$a=1"
err "table 5: expected a number up to 2"
run 0 league result 1 "$a=1" "$b=2" "$c=3"
out "Table 1   $a, $b, $c   1 $a, 2 $b, 3 $c"
run 0 league standing --json
same "who stands alike has one number" "1 2 3 3 3 3" "$(jq -r '[.[].rank | tostring] | join(" ")' out)"
same "who won" "$a 1" "$(jq -r '.[0] | "\(.name) \(.score)"' out)"
run 0 league result 1 --points "$a=3" "$b=10" "$c=3"
run 0 league standing --json
same "a corrected result" "$b 1 0.25" "$(jq -r --arg a "$a" '"\(.[0].name) \(.[0].score) \(.[] | select(.name == $a).score)"' out)"
run 0 league results
same "results that are out" 1 "$(wc -l <out | tr -d ' ')"
run 0 league show 1
sed -n 's/^  Table 2   \(.*\)/\1/p' out | tr -d , >table
read -r d e f <table
printf 'game haratama\nplayers %s %s %s\ndate %s\nresult places %s=2 %s=1 %s=3\n' "$d" "$e" "$f" "$(date -d tomorrow +%F)" "$d" "$e" "$f" >record.fuda
run 0 add record.fuda
run 0 league results
out "No result is still out."
run 0 league round
run 0 league unplayed 2
run 0 league results
same "results that are out" 1 "$(wc -l <out | tr -d ' ')"

# ---- the wall ----
run 0 league report -o wall.html
check "the page is one of ours" grep -q "<h2>Standing</h2>" wall.html
check "in both languages" grep -q "<h2>順位</h2>" wall.html
run 0 league new Marks --size 3 '<b>A' 'B&' C
run 0 league round
run 0 league report
check "names are never markup" grep -q "&lt;b&gt;A" out
check "names are never markup" sh -c '! grep -q "<b>A" out'
run 0 --lang ja league standing
out "お休み"

# ---- a seating once drawn is data: another store shows the same ----
run 0 export --format records
run 0 league show --json
cp out here.json
alike out here.json
# ---- what does not count ---------------------------------------------------------------------------------------
run 0 --db later.db league new V --game haratama --size 4-4 Aki Bo Chie Dai Emi
run 0 --db later.db league round
run 0 --db later.db league unplayed 1
same "no bye of a round that nobody played" 0 "$($FUDA --db later.db league standing --json | jq 'map(.byes) | add')"
printf 'game haratama\nplayers Aki Bo Chie\ndate %s\nresult Aki=-10 Bo=-20 Chie=-30\n' "$(date +%F)" >warm.fuda
run 0 --db warm.db add warm.fuda
run 0 --db warm.db league new W --game haratama Aki Bo Chie
run 0 --db warm.db league round
same "a game from before the draw" 0 "$($FUDA --db warm.db league standing --json | jq 'map(.tables) | add')"
run 0 --db left.db league new U --game haratama Aki Bo Chie Dai
run 0 --db left.db league round
run 0 --db left.db league leave Dai
run 0 --db left.db league result 1 Aki=1 Bo=2 Chie=3
same "three of four" 3 "$($FUDA --db left.db league standing --json | jq 'map(.tables) | add')"

# ---- people, not spellings -------------------------------------------------------------------------------------
night() { # names: a record of today
    printf 'game haratama\nplayers %s\ndate %s\nresult' "$*" "$(date +%F)"
    n=0
    for name; do n=$((n + 10)) && printf ' %s=-%s' "$name" "$n"; done
    printf '\n'
}
scores() { # store
    $FUDA --db "$1" league standing --json | jq -r 'map("\(.name) \(.score)") | join(", ")'
}
run 0 --db who.db league new V --game haratama Aki Bo Chie
run 0 --db who.db league round
night Aki Bo Chie >night.fuda
run 0 --db who.db add night.fuda
run 0 --db who.db player Aki rename Akiko
same "a name of later days" "Akiko 1, Bo 0.5, Chie 0" "$(scores who.db)"
run 0 --db who.db league join Akiko
out "Players here: 3."
run 0 --db who.db league join aki
out "Players here: 3."
run 2 --db who.db league new W Aki Akiko
err "Akiko is named twice"
run 0 --db who.db league round --json
same "nobody sits twice" "Akiko Bo Chie" "$(jq -r '[.tables[][]] | sort | join(" ")' out)"
run 2 --db who.db league result 1 Aki=1 Akiko=3 Bo=2
err "Akiko is named twice"
run 0 --db who.db league result 1 Aki=3 Bo=2 Chie=1
same "a result under the name of earlier days" "Akiko 1, Chie 1, Bo 1" "$(scores who.db)"
run 0 --db who.db league leave ＡＫＩ
out "Players here: 2."
run 0 --db who.db league join Dai
night Dai Bo Chie >night.fuda
run 0 --db who.db league round
run 0 --db who.db add night.fuda
run 0 --db who.db player Dai join Akiko
same "two who are one person have one row" "Akiko 2, Bo 1.5, Chie 1" "$(scores who.db)"

# somebody else is called Aki later: what was told of the first Aki stays hers
run 0 --db two.db league new V --game haratama Aki Bo Chie
run 0 --db two.db league round
run 0 --db two.db league result 1 Aki=1 Bo=2 Chie=3
night Aki Bo Chie >night.fuda
run 0 --db two.db add night.fuda
run 0 --db two.db player Aki rename Akiko
night Zoe Dai Emi >night.fuda
run 0 --db two.db add night.fuda
run 0 --db two.db player Zoe rename Aki
same "whoever had the name then" "Akiko 1, Bo 0.5, Chie 0" "$(scores two.db)"
run 0 --db two.db league join Aki
out "Players here: 4."

# ---- standing in for who left ----------------------------------------------------------------------------------
new_night() { # store
    rm -f "$1"
    run 0 --db "$1" league new U --game haratama --size 4-4 Aki Bo Chie Dai Emi
    run 0 --db "$1" league round --json
    jq -r '[.tables[0][], .byes[]] | join(" ")' out >seats
    read -r a b c d e <seats
}
new_night in.db
run 2 --db in.db league result 1 "$a=1" "$b=2" "$c=3" "$e=4"
err "nobody of that name sits at this table"
run 0 --db in.db league leave "$d"
run 2 --db in.db league result 1 "$a=1" "$b=2" "$c=3" Fumi=4
err "expected \`fuda league join\` first for somebody who stands in"
run 0 --db in.db league result 1 "$a=1" "$b=2" "$c=3" "$e=4"
out "1 $a, 2 $b, 3 $c, 4 $e"
same "who stood in has played, and had no bye" "1 0" "$($FUDA --db in.db league standing --json | jq -r --arg e "$e" '.[] | select(.name == $e) | "\(.tables) \(.byes)"')"
same "who left has not" 0 "$($FUDA --db in.db league standing --json | jq -r --arg d "$d" '.[] | select(.name == $d).tables')"
run 0 --db in.db league result 1 "$a=4" "$b=2" "$c=3" "$d=1"
out "1 $d, 2 $b, 3 $c, 4 $a"
same "a correction" "0 1" "$($FUDA --db in.db league standing --json | jq -r --arg e "$e" '.[] | select(.name == $e) | "\(.tables) \(.byes)"')"
new_night record.db
run 0 --db record.db league leave "$d"
night "$a" "$b" "$c" "$e" >night.fuda
run 0 --db record.db add night.fuda
same "a record of who stood in" "1 0" "$($FUDA --db record.db league standing --json | jq -r --arg e "$e" '.[] | select(.name == $e) | "\(.tables) \(.byes)"')"
new_night three.db
run 0 --db three.db league leave "$d"
night "$a" "$b" "$c" >night.fuda
run 0 --db three.db add night.fuda
run 0 --db three.db league join "$d"
same "a record of three of four" 3 "$($FUDA --db three.db league standing --json | jq 'map(.tables) | add')"
run 0 --db elsewhere.db league new U --game haratama --size 3-3 Aki Bo Chie Dai Emi Fumi
run 0 --db elsewhere.db league round --json
jq -r '[.tables[][]] | join(" ")' out >seats
read -r a b c d e f <seats
run 0 --db elsewhere.db league leave "$c"
run 2 --db elsewhere.db league result 1 "$a=1" "$b=2" "$d=3"
err "$d sits at table 2 in this round"
finish
