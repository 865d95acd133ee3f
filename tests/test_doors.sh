#!/bin/sh
# What people bring, and what they get: names as they are spelled, tables as spreadsheets and other programs write them,
# evenings with many tables. Each kind stands with its neighbours: a row is a case.
. tests/check.sh
command -v jq >/dev/null || finish
store="--db $work/doors.db"
wipe() { rm -f "$work"/doors.db*; }

# ---- tables: STATUS FILE HISTORY MESSAGES, what the history and the messages hold parted by |, - for nothing --------------
# A file is made by printf, with \n and octal numbers.
each_of() { # FUNCTION TEXTS
    case $2 in -) return ;; esac
    rest=$2
    while [ -n "$rest" ]; do
        one=${rest%%|*}
        case $rest in *'|'*) rest=${rest#*|} ;; *) rest= ;; esac
        "$1" "$one"
    done
}
door() {
    wipe
    printf "$2" >brought
    run "$1" $store import brought
    each_of err "$4"
    what="what became of $2"
    "$FUDA" $store history >out 2>/dev/null
    if [ "$3" = - ]; then same "$what: nothing is kept" "" "$(cat out)"; else each_of out "$3"; fi
}
people() { same "$what: people" "$1" "$("$FUDA" $store standings --json | jq '[.standings[].player] | unique | length')"; }
rows() { # NAME…: three nights of three, one name for each of them
    printf 'date,game,player,points\n'
    day=10
    for name; do
        day=$((day + 1))
        printf '2026-01-%d,haratama,%s,-10\n2026-01-%d,haratama,Bo,0\n2026-01-%d,haratama,Chie,-30\n' $day "$name" $day $day
    done
}
one_person() { # NAME…: however they are spelled
    wipe
    rows "$@" >brought.csv
    run 0 $store import brought.csv
    what="$*"
    people 3
    for name; do
        run 0 $store player "$name" --json
        json ".history | length == $#"
    done
}
table='date,game,Aki,Bo,Chie\n2026-01-05,haratama,'
night='Aki 2 (-10), Bo 1 (0), Chie 3 (-30)'

# signs and digits of points
door 0 "$table−10,0,−30\n" "$night" -
door 0 "$table–10,0,–30\n" "$night" -
door 0 "$table－１０,０,－３０\n" "$night" -
door 0 "$table‐10,0,﹣30\n" "$night" -
door 0 "$table-10.0,0.0,-30.0\n" "$night" '“-10.0” read as -10'
door 0 "$table-10.00,0.,-30\n" "$night" '“-10.00” read as -10'
door 0 'date;game;Aki;Bo;Chie\n2026-01-05;haratama;-10,0;0,0;-30,0\n' "$night" 'semicolons between cells|“-10,0” read as -10'
door 2 "$table-10.5,0,-30\n" - 'brought:2: half a point|nothing of it was added'
door 0 "$table\"1,200\",0,-30\n" 'Aki 1 (1200)' '“1,200” read as 1200'
door 0 "$table\"1 200\",0,\"-1’200\"\n" 'Aki 1 (1200), Bo 2 (0), Chie 3 (-1200)' 'read as 1200'
door 0 "$table\"1,200,300\",0,-30\n" 'Aki 1 (1200300)' -
door 2 "${table}1.200,0,-30\n" - 'brought:2: 1.200 may be 1200 or 1.2'
door 2 "${table}-,0,-30\n" - 'brought:2: no points'

# rows above, between and below
long='date,game,player,points,place\n2026-01-05,haratama,Aki,-10,2\n2026-01-05,haratama,Bo,0,1\n2026-01-05,haratama,Chie,-30,3\n'
door 0 "$long,,,,\n" "$night" -
door 0 ",,,,\n\n$long" "$night" -
door 0 "$(echo "$long" | sed 's/Aki,-10,2.n/&  ,,\\343\\200\\200,,\\n/')" "$night" -
door 0 "$long\n\n,,,,\n , , \n" "$night" -
door 0 "Our season,,,,\n$long" "$night" 'headings in line 2, passed over: 1'
door 0 "\"Our season, 2026\"\n\n$long" "$night" 'headings in line 3, passed over: 1'
door 0 "\"Friday\nnights\",,\nkept by Bo,,\n$long" "$night" 'headings in line 4, passed over: 2'
door 0 "Our game,our date,,\n$long" "$night" 'headings in line 2'

# columns that say nothing here
some='2026-01-05,haratama,Aki,-10\n2026-01-05,haratama,Bo,0\n2026-01-05,haratama,Chie,-30\n'
more() { printf '%s' "$some" | sed "s/\\\\n/,$1&/g"; }
door 0 "date,game,player,points,comment\n$(more fun)" "$night" 'columns passed over: comment'
door 0 "date,game,player,points,winner,Beers\n$(more yes,3)" "$night" 'columns passed over: winner, Beers'
door 0 "date,game,player,points,day\n$(more 2026-01-05)" "$night" 'columns passed over: date'
door 0 "record,date,game,player,points,won\n$(more no | sed 's/2026/1,&/g')" "$night" -
door 2 "date,game,player,points\n,,,\n" - 'no game comes after the headings'

# separators, ends of lines, encodings
door 0 "sep=;\n$(echo "$long" | tr , ';')" "$night" -
door 0 "$(echo "$long" | sed 's/,/\\t/g')" "$night" 'tabs between cells'
door 0 "$(echo "$long" | sed 's/\\n/\\r/g')" "$night" -
door 0 "$(echo "$long" | sed 's/\\n/\\r\\n/g')" "$night" -
door 0 "\357\273\277$long" "$night" -
encoded() { printf '%s' "$3" | iconv -t "$2" >brought.in; wipe; cp brought.in brought; run "$1" $store import brought; err "$4"; }     # STATUS ENCODING TEXT MESSAGE
encoded 0 CP932 "日付,ゲーム,プレイヤー,点数
2026-01-05,haratama,あき,-10
2026-01-05,haratama,ぼ,0
2026-01-05,haratama,ちえ,-30" 'read as CP932'
run 0 $store history; out "あき 2 (-10), ぼ 1 (0), ちえ 3 (-30)"
encoded 2 CP932 "日付,ゲーム,プレイヤー,点数
2026-01-05,haratama,あき,-10" 'brought:2: this game cannot be played by that many'
encoded 0 CP932 "日付,ゲーム,ｱｷ,ﾎﾞ,ﾁｴ
2026年1月5日,haratama,１,２,３" 'read as CP932'
encoded 0 UTF-16 "日付,ゲーム,あき,ぼ,ちえ
2026/1/5,祓魂,1,2,3" 'read as UTF-16'
encoded 2 LATIN1 'date,game,Zoë,Bo,Chie
2026-01-05,haratama,1,2,3' 'not UTF-8'
encoded 2 EUC-JP "日付,ゲーム,プレイヤー,点数
2026-01-05,haratama,あき,-10" 'not UTF-8'

# ---- plays of BG Stats: STATUS HISTORY MESSAGES, then what they have beside scores, then SCORE WINNER RANK of each -------------
bgs() {
    status=$1 history=$2 messages=$3 beside=$4 highest=$5 list= id=0
    shift 5
    while [ $# -gt 0 ]; do
        id=$((id + 1))
        list="$list${list:+,}{\"playerRefId\":$id,\"score\":$1,\"winner\":$2,\"rank\":$3}"
        shift 3
    done
    printf '%s' "{\"players\":[{\"id\":1,\"name\":\"Aki\"},{\"id\":2,\"name\":\"Bo\"},{\"id\":3,\"name\":\"Chie\"}],\"games\":[{\"id\":7,
        \"name\":\"Haratama\",\"highestWins\":$highest}],\"plays\":[{\"playDate\":\"2024-03-09 20:00:00\",\"gameRefId\":7$beside,\"playerScores\":[$list]}]}" >brought.bgsplay
    wipe
    run "$status" $store import brought.bgsplay
    each_of err "$messages"
    what="a play with $list"
    "$FUDA" $store history >out 2>/dev/null
    if [ "$history" = - ]; then same "$what: nothing is kept" "" "$(cat out)"; else each_of out "$history"; fi
}
no=false yes=true
bgs 0 'Aki 2 (-10), Bo 1 (-10), Chie 2 (-30)' - '' true '"-10"' $no 0 '"-10"' $yes 0 '"-30"' $no 0
bgs 0 'Aki 2 (-10), Bo 2 (0), Chie 1 (-30)' - ',"manualWinner":true' true '"-10"' $no 0 '"0"' $no 0 '"-30"' $yes 0
bgs 0 'Aki 1 (-10), Bo 1 (0), Chie 3 (-30)' - '' true '"-10"' $yes 0 '"0"' $yes 0 '"-30"' $no 0
bgs 0 'Aki 1 (-10), Bo 1 (-10), Chie 3 (-30)' - '' true '"-10"' $no 0 '"-10"' $no 0 '"-30"' $no 0
bgs 0 'Aki 2 (-10), Bo 3 (0), Chie 1 (-30)' - '' false '"-10"' $no 0 '"0"' $no 0 '"-30"' $yes 0
bgs 0 'Aki 3 (-10), Bo 2 (0), Chie 1 (-30)' - '' true '"-10"' $no 3 '"0"' $no 2 '"-30"' $yes 1
bgs 0 'Aki 3, Bo 2, Chie 1' - '' true '""' $no 3 '""' $no 2 '""' $yes 1
bgs 0 'Aki 2 (15), Bo 1 (1200), Chie 3 (-10)' '“1,200” read as 1200' '' true '"10+5"' $no 0 '"1,200"' $yes 0 '"−10"' $no 0
bgs 0 'Aki 2 (12), Bo 1 (13), Chie 3 (-2)' - '' true '" １２ "' $no 0 13.0 $yes 0 '"3-5"' $no 0
bgs 0 'Aki 2 (-10), Bo 1 (0), Chie 3 (-30)' '“-10.0” read as -10' '' true '"-10.0"' $no 0 '"0.0"' $no 0 '"-30.0"' $no 0
bgs 1 - 'play 1, 2024-03-09 20:00:00: left out: half a point' '' true '"12.5"' $no 0 '"1"' $yes 0 '"0"' $no 0
bgs 1 - 'left out: half a point' '' true 12.5 $no 0 1 $yes 0 0 $no 0
bgs 1 - 'left out: no points' '' true '"ten"' $no 0 '"1"' $yes 0 '"0"' $no 0
bgs 1 - 'left out: 1.200 may be 1200 or 1.2' '' true '"1.200"' $no 0 '"1"' $yes 0 '"0"' $no 0
bgs 1 - 'left out: it is marked there as ignored' ',"ignored":true' true 1 $no 0 2 $yes 0 0 $no 0
bgs 1 - 'left out: it was played in teams' ',"usesTeams":true' true 1 $no 0 2 $yes 0 0 $no 0
bgs 1 - 'left out: this game cannot be played by that many' '' true 1 $no 0 2 $yes 0
bgs 1 - "neither everybody's points nor everybody's place" '' true '""' $no 0 '"1"' $no 0 '"0"' $no 0
bgs 1 - 'a player without a name' '' true 1 $no 0 2 $yes 0 0 $no 0 3 $no 0

printf '{"players":[{"id":1,"name":"Aki"}],"games":[{"id":7,"name":"Haratama"},{"id":8,"name":"Chess"}],"plays":["x",null,{"playDate":"2024-03-09"},{"gameRefId":9},{"gameRefId":8}]}' >brought.bgsplay
run 1 $store import brought.bgsplay
err 'play 1: left out: no play of BG Stats'; err 'play 2'; err 'play 3, 2024-03-09: left out: the file does not say which game it is'; err 'play 4'
err 'plays of other games: 1 (Chess 1)'

# ---- one person, however spelled --------------------------------------------------------------------------------
joined=$(printf '\342\200\215') hidden=$(printf '\342\200\213') mark=$(printf '\357\273\277') filler=$(printf '\343\205\244')
one_person ガク ｶﾞｸ "$(printf 'カ\343\202\231ク')" "ガ${hidden}ク"
one_person 'あき' 'あき　' "$(printf 'あき\302\240')" "${hidden}あき" "${mark}あき${filler}"
one_person Zoë "$(printf 'Zoe\314\210')" ZOË 'Ｚｏë'
one_person Чарли чарли ЧАРЛИ "Чар${joined}ли"
one_person Straße STRASSE "$(printf 'Stra\302\255\303\237e')"
one_person "$(printf '\303\205sa')" "$(printf '\342\204\253sa')" "$(printf 'A\314\212SA')"
one_person 'Mio B' 'mio  b' "$(printf 'MIO\343\200\200B')"
one_person ㍍ メートル ﾒｰﾄﾙ
wipe
rows "$(printf '\360\237\221\250\342\200\215\360\237\221\251')" "$(printf '\360\237\221\250\360\237\221\251')" >brought.csv
run 0 $store import brought.csv
what='a joiner within a picture is seen'; people 4

# in a record, at the prompt, in two stores that are merged, in a league
record() { # SPELLING OTHER: of one name, in one record
    for door in judge score; do
        printf 'game haratama\nplayers "%s" Bo Chie\ndate 2026-01-10\nround; kami 1 4 8\nrelics "%s"=3 Bo=4 Chie=5\n' "$1" "$2" >record.fuda
        run 0 "$door" record.fuda
        silent err
    done
    wipe
    printf 'round; kami 1 4 8\nrelics "%s"=3 Bo=4 Chie=5\nquit\n' "$2" >in
    run 0 $store table haratama "$1" Bo Chie
    silent err
    rm -f other.db*
    for side in "$store $1" "--db $work/other.db $2"; do
        printf 'game haratama\nplayers "%s" Bo Chie\ndate 2026-01-11\nresult "%s"=1 Bo=2 Chie=3\n' "${side##* }" "${side##* }" >record.fuda
        run 0 ${side% *} add record.fuda
    done
    wipe
    printf 'game haratama\nplayers "%s" Bo Chie\ndate 2026-01-12\nresult "%s"=1 Bo=2 Chie=3\n' "$1" "$1" >record.fuda
    run 0 $store add record.fuda
    run 0 --db other.db export -o other.fuda
    run 0 $store import other.fuda
    run 0 --db other.db export --format csv -o other.csv
    run 0 $store import other.csv
    run 0 --db other.db export --format bgsplay -o other.bgsplay
    run 0 $store import other.bgsplay
    rm -f other.fuda other.csv other.bgsplay
    what="$1 and $2 in two stores"
    "$FUDA" $store player "$1" --json >out
    json '.player.games >= 1'
    wipe
    run 0 $store league new V --game haratama "$1" Bo Chie
    run 0 $store league join "$2"
    out 'Players here: 3'
    run 2 $store league join "$1" "$2"
    err 'named twice'
    run 0 $store league round
    run 0 $store league result 1 "$2=1" Bo=2 Chie=3
    run 0 $store league standing --json
    json 'length == 3'
}
record Zoë "$(printf 'ZOE\314\210')"
record Чарли чарли
record Aki "A${hidden}ki"
record ガク ｶﾞｸ

# … but in a game of an earlier fuda, which told these names apart, two who sat together are two people: wherever that game is counted
earlier_game() { # NAME NAME: who sat together; then each of them alone
    wipe
    printf 'game haratama\nplayers "%s" Somebody Bo\ndate 2026-01-10\nresult "%s"=-3 Somebody=-4 Bo=-5\n' "$1" "$1" >record.fuda
    run 0 $store add record.fuda
    printf 'game haratama\nplayers Somebody Dai Bo\ndate 2026-01-11\nround; kami 1 4 8\nrelics Somebody=3 Dai=4 Bo=5\n' >record.fuda
    run 0 $store add record.fuda
    run 0 $store export
    sed "s/Somebody\([ =]\|$\)/\"$2\"\1/g; s/\"Somebody\"/\"$2\"/" out >earlier.fuda
    rm -rf "$work/state"
    wipe
    run 0 $store import earlier.fuda
    err "sat in one game (number 1 of"
}
two_people() { # NAME NAME
    what="$1 and $2 sat together"
    same "$what: people" 3 "$("$FUDA" $store standings --json | jq '[.standings[].player] | length')"
    same "$what: places" "1 2 3" "$("$FUDA" $store history --json | jq -r '[.history[0].seats[].place] | join(" ")')"
    for name; do
        run 0 $store player "$name" --json
        json ".player.player == \"$name\" and .player.games == 1"
        run 0 $store standings --players "$name" --json
        json ".standings | length == 1"
    done
}
earlier() { # NAME NAME
    earlier_game "$1" "$2"
    two_people "$1" "$2"
    run 0 $store standings
    lacks err "sat in one game"         # told once
    rm -rf "$work/state"
    run 0 $store standings
    err "sat in one game"
    run 0 $store campaign check
    for words in judge score "replay --at 4" show; do
        run 0 $store ${words%% *} 1 ${words#"${words%% *}"}
        silent err
        out "$2"
    done
    run 0 $store export -o whole.fuda
    run 0 --db other.db import whole.fuda
    same "$1 and $2 elsewhere" 3 "$("$FUDA" --db other.db standings --json | jq '.standings | length')"
    run 0 $store export --format json -o whole.json
    rm -f other.db*
    run 0 --db other.db import whole.json
    same "$1 and $2 by JSON" 3 "$("$FUDA" --db other.db standings --json | jq '.standings | length')"
    rm -f other.db*
    rm -f other.db* whole.fuda whole.json both.html
    run 0 $store report -o both.html
    run 0 $store league new V --game haratama "$1" "$2" Bo
    run 0 $store league round
    run 0 $store league result 1 "$1=1" "$2=2" Bo=3
    run 0 $store league standing --json
    json "length == 3 and .[0].name == \"$1\" and .[1].name == \"$2\""
    printf 'game haratama\nplayers "%s" "%s" Bo\ndate 2026-01-12\nresult "%s"=-3 "%s"=-4 Bo=-5\n' "$1" "$2" "$1" "$2" >record.fuda
    run 2 $store add record.fuda        # a new game takes them for one
    err 'is at the table already'
    run 0 $store player "$2" join "$1"
    same "$1 and $2 are one after all" 2 "$("$FUDA" $store standings --json | jq '.standings | length')"
    run 0 $store player "$1" --json
    json ".player.games == 1"
    run 0 $store player "$2" part
    two_people "$1" "$2"
    run 0 $store player "$2" rename Kim
    same "renamed" "Bo Kim $1" "$("$FUDA" $store standings --json | jq -r '[.standings[].player] | sort | join(" ")')"
}
earlier Zoë ZOË
earlier Zoë "$(printf 'Zoe\314\210')"
earlier чарли Чарли
earlier ガク "$(printf 'カ\343\202\231ク')"
earlier_game Zoë ZOË
run 0 $store export
sed 's/^result "*Zoë"*=-3 "*ZOË"*=-4/result zoë=-3 zoË=-4/' out >spelled.fuda
check "spelled otherwise" grep -q '^result zoë=-3 zoË' spelled.fuda
wipe
run 0 $store import spelled.fuda
run 0 $store history --json
what="a line that spells them as they were told apart"; json '[.history[0].seats[].place] == [1, 2, 3]'
run 0 $store campaign withdraw 1
run 0 $store standings --json
what="a game that was taken out proves nothing"; people 0
printf '{"players":[{"id":1,"name":"Zoë"},{"id":2,"name":"ZOË"},{"id":3,"name":"Bo"}],"games":[{"id":7,"name":"Haratama"}],"plays":[{"playDate":"2024-03-09","gameRefId":7,"playerScores":[{"playerRefId":1,"score":"1"},{"playerRefId":2,"score":"2"},{"playerRefId":3,"score":"0"}]}]}' >twice.bgsplay
run 1 $store import twice.bgsplay
err 'play 1, 2024-03-09: left out: somebody sits there twice'
rm -rf "$work/state"

# names that mean something elsewhere
kept() { # NAME
    wipe
    quoted=$(printf %s "$1" | sed 's/"/""/g')
    printf 'game haratama\nplayers "%s" Bo Chie\ndate 2026-11-21\nresult "%s"=-10 Bo=-20 Chie=-30\n' "$quoted" "$quoted" >record.fuda
    run 0 $store add record.fuda
    run 0 $store history --json
    same "$1 is kept" "$1" "$(jq -r '.history[0].seats[0].seat' out)"
    run 0 $store export
    cp out whole.fuda
    wipe
    run 0 $store import whole.fuda
    run 0 $store history --json
    same "$1 comes back" "$1" "$(jq -r '.history[0].seats[0].seat' out)"
}
for name in ':3' ':' ':-)' '「x' '#1' 'a=b' ';)' '"quoted"' '//' '? 2' '!'; do kept "$name"; done

# … and one that is written from right to left stands apart from the numbers beside it
command -v script >/dev/null || echo "no script(1) here: no terminal was tried"
turned() { # NAME POINTS: with another one, and one that would turn what stands behind it
    wipe
    printf 'game haratama\nplayers "%s" "شاهين" Bo "x \342\200\256evil"\ndate 2026-01-01\nresult "%s"=%d "شاهين"=-40 Bo=-60 "x evil"=-70\n' "$1" "$1" "$2" >turned.fuda
    run 0 $store add turned.fuda
    run 0 $store report -o turned.html
    check "$1 isolated in the report" grep -q "<bdi[^>]*>$1</bdi>" turned.html
    check "… and nothing turns" sh -c '! grep -q "$(printf "\342\200\256")" turned.html'
    rm -f turned.html
    run 0 $store history
    check "$1 as it is where no terminal is" grep -qF "  $1 2 ($2)" out
    command -v script >/dev/null || return
    for words in history standings "player \"$1\"" "score turned.fuda" "show 1"; do
        script -qfec "$FUDA $store $words" /dev/null </dev/null >out 2>&1
        check "$1 isolated on a terminal: $words" grep -qF "$(printf '\342\201\250%s\342\201\251' "$1")" out
        check "… and nothing turns" sh -c '! grep -q "$(printf "\342\200\256")" out'
    done
    sed 's/\x1b\[?1h//; s/\x1b\[?1l//; s/\x1b[=>]//g; s/\x1b\[[0-9]*[mK]//g; s/\r//' out >copied.fuda
    run 0 score copied.fuda
    check "$1 copied from a terminal" grep -q -- "$2" out
}
turned אבי -50
turned فريد -50
turned 'דן 2' -50
turned "$(printf 'ܐܒܐ')" -50

# the last record is the one that came last, whatever was taken out or is dated before it
wipe
for day in 2026-01-10 2026-01-11 2026-01-01; do
    printf 'game haratama\nplayers Aki Bo Chie\ndate %s\nresult Aki=-10 Bo=-20 Chie=-30\n' $day >in
    run 0 $store add
done
run 0 $store campaign withdraw 1
if command -v script >/dev/null; then
    script -qfec "$FUDA $store score" /dev/null </dev/null >out 2>&1
    what="the last record"; out 2026-01-01; no 2026-01-11
fi

# what is posted makes no picture and no face of a name
posted() { # NAME WITHOUT…
    wipe
    printf 'game haratama\nplayers "%s" Aki Chie\ndate 2026-11-22\nresult "%s"=-10 Aki=-20 Chie=-30\n' "$1" "$1" >record.fuda
    run 0 $store add record.fuda
    shift
    for style in discord slack; do
        run 0 $store share 1 --to "$style" --dry-run
        for sign; do no "$sign"; done
        run 0 $store share 1 --to "$style" --dry-run --json
        jq -r '.. | strings' out >shown
        for sign; do lacks shown "$sign"; done
    done
}
for style in discord slack; do
    echo https://example.com/hook >in
    run 0 share add "$style" --style "$style"
done
posted Bo:a:x ':a:'
posted :tada: ':tada:' ':tada'
posted 'x:+1::skin-tone-2:' ':+1:' ':skin-tone-2:'
posted ':)' ':)'
posted 'a :b: c:' ':b:'

# a finger that touches twice says one line
if command -v python3 >/dev/null; then
    python3 -W ignore "$top/tests/doors_tap.py" >out 2>err
    same "one tap is one answer" "" "$(cat out err)"
else
    echo "no python3 here: no finger was tried"
fi

# ---- an evening of many tables: whoever is called otherwise today has one seat, and what was not played counts for nobody ----
evening() { wipe; run 0 $store league new V --game haratama "$@"; run 0 $store league round; }
scores() { "$FUDA" $store league standing --json | jq -r 'sort_by(.name) | map("\(.name) \(.score)") | join(", ")'; }
result() { printf 'game haratama\nplayers %s\ndate %s\nresult %s\n' "$1" "$(date +%F)" "$2" >in; run 0 $store add; }
evening Aki Bo Chie
result 'Aki Bo Chie' 'Aki=-10 Bo=-20 Chie=-30'
run 0 $store player Aki rename Akiko
same "renamed" "Akiko 1, Bo 0.5, Chie 0" "$(scores)"
for name in Aki akiko ＡＫＩＫＯ; do run 0 $store league join $name; out "Players here: 3"; done
run 0 $store league leave aki; out "Players here: 2"
run 0 $store league join Akiko; out "Players here: 3"
run 0 $store league result 1 Aki=3 Bo=2 Chie=1
same "a result by the name of then" "Akiko 0, Bo 0.5, Chie 1" "$(scores)"
evening Aki Bo Chie
result 'Aki Bo Chie' 'Aki=-10 Bo=-20 Chie=-30'
result 'Akiko Bo Dai' 'Akiko=-10 Bo=-20 Dai=-30'
run 0 $store player Aki join Akiko
same "joined" "Akiko 1, Bo 0.5, Chie 0" "$(scores)"
run 0 $store league join Aki Dai; out "Players here: 4"
evening Aki Bo Chie
result 'Aki Bo Chie' 'Aki=-10 Bo=-20 Chie=-30'
run 0 $store league result 1 Aki=1 Bo=2 Chie=3
run 0 $store player Bo join Chie
run 0 $store league show; out '1 Aki, 2 Chie'; no '3 Chie'
evening --size 4-4 Aki Bo Chie Dai Emi
run 0 $store league unplayed 1
same "no bye for a round that was not played" "Aki 0, Bo 0, Chie 0, Dai 0, Emi 0" "$(scores)"
run 0 $store league round
run 0 $store league result 1 $("$FUDA" $store league show --json | jq -r '.tables[0] | to_entries | map("\(.value)=\(.key + 1)") | join(" ")')
same "a bye for one that was" 0.5 "$("$FUDA" $store league standing --json | jq '[.[] | select(.byes == 1)] | map(.score) | add')"
# … a table that was played gives the bye of its round, also when it is known later, and not when that is taken back
evening --size 3-3 Aki Bo Chie Dai Emi Fumi Gen
run 0 $store league unplayed 1
byes() { "$FUDA" $store league standing --json | jq '[.[].byes] | add'; }
same "one of two tables is out" 1 "$(byes)"
run 0 $store league unplayed 2
same "none of two tables was played" 0 "$(byes)"
run 0 $store league result 2 $("$FUDA" $store league show --json | jq -r '.tables[1] | to_entries | map("\(.value)=\(.key + 1)") | join(" ")')
same "one was, after all" 1 "$(byes)"
run 0 $store league unplayed 2
same "and was not" 0 "$(byes)"

# only a game that began behind the draw counts for it: whoever plays to warm up, between rounds, or the round again
wipe
result 'Aki Bo Chie' 'Aki=-10 Bo=-20 Chie=-30'
run 0 $store league new V --game haratama Aki Bo Chie
result 'Bo Aki Chie' 'Aki=-30 Bo=-10 Chie=-20'
run 0 $store league round
same "warmed up" "Aki 0, Bo 0, Chie 0" "$(scores)"
result 'Chie Aki Bo' 'Aki=-20 Bo=-30 Chie=-10'
same "played" "Aki 0.5, Bo 0, Chie 1" "$(scores)"
result 'Chie Bo Aki' 'Aki=-10 Bo=-30 Chie=-20'
same "and again" "Aki 0.5, Bo 0, Chie 1" "$(scores)"
run 0 $store league round
same "before the next one" "Aki 0.5, Bo 0, Chie 1" "$(scores)"
printf 'game haratama\nplayers Aki Bo Chie\ndate 2020-01-01\nresult Aki=1 Bo=2 Chie=3\n' >in; run 0 $store add
same "one of another day" "Aki 0.5, Bo 0, Chie 1" "$(scores)"
run 0 $store league result 1 Aki=1 Bo=2 Chie=3
same "said by hand" "Aki 1.5, Bo 0.5, Chie 1" "$(scores)"

# three of four hand in a result, or somebody stands in for who left
evening Aki Bo Chie Dai
run 2 $store league result 1 Aki=1 Bo=2 Chie=3; err Dai
run 0 $store league leave Dai
run 0 $store league result 1 Aki=1 Bo=2 Chie=3
same "three of four" "Aki 1, Bo 0.5, Chie 0, Dai 0" "$(scores)"
run 2 $store league result 1 Aki=1 Bo=2 Emi=3; err "nobody of that name is here"
run 0 $store league join Emi
run 2 $store league result 1 Aki=1 Bo=2 Emi=3; err Chie
run 0 $store league result 1 Aki=1 Bo=2 Emi=3 Chie=4
same "Emi stood in" "Aki 1, Bo 0.667, Chie 0, Dai 0, Emi 0.333" "$("$FUDA" $store league standing --json | jq -r 'sort_by(.name) | map("\(.name) \(.score * 1000 | round / 1000)") | join(", ")')"
run 0 $store league result 1 Chie=1 Bo=2 Aki=3
same "corrected" "Aki 0, Bo 0.5, Chie 1, Dai 0, Emi 0" "$(scores)"
evening Aki Bo Chie Dai
run 0 $store league leave Dai
run 0 $store league join Emi
result 'Aki Bo Chie Emi' 'Aki=-10 Bo=-20 Chie=-30 Emi=-40'
same "Emi played in the place of Dai" 0 "$("$FUDA" $store league standing --json | jq '[.[] | select(.name == "Emi" and .tables == 1)] | .[0].score')"
evening Aki Bo Chie Dai
run 0 $store league leave Dai
result 'Aki Chie Bo' 'Aki=-10 Bo=-20 Chie=-30'
same "three played" "Aki 1, Bo 0.5, Chie 0, Dai 0" "$(scores)"
evening Aki Bo Chie Dai
result 'Aki Chie Bo' 'Aki=-10 Bo=-20 Chie=-30'
same "three of four who are all here are another game" "Aki 0, Bo 0, Chie 0, Dai 0" "$(scores)"
finish
