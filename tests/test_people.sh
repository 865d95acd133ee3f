#!/bin/sh
# One person is one person at every door: names at random, each in two spellings that look the same (tests/test_names.c draws
# them), go through a record, the prompt, a phone, CSV, BG Stats, JSON, a merge, a folder where stores are met, a league, and the words
# about players. SEED=… takes a run back, PAIRS=… is the number of names.
. tests/check.sh
command -v jq >/dev/null || finish
seed=${SEED:-$(date +%s)}
SEED=$seed PAIRS=${PAIRS:-${ITERS:-6}} "$BUILD/tests/test_names" >pairs || finish
echo "SEED=$seed PAIRS=$(wc -l <pairs)"

wipe() { rm -rf "$work"/*.db* "$work/club" "$work/data" "$work/state"; }
night() { # NAME SPELLING DAY: who sits down, and how the lines call them
    printf 'game haratama\nplayers "%s" Bo Chie\ndate %s\nresult "%s"=-10 Bo=-20 Chie=-30\n' "$1" "$3" "$2"
}
one() { # WHAT STORE GAMES: of Bo, Chie, and one more, who played so many
    "$FUDA" --db "$2.db" standings --json >out 2>err
    same "$1: people" 3 "$(jq '.standings | length' out)"
    for spelling in "$name" "$other"; do
        same "$1: games of $spelling" "$3" "$("$FUDA" --db "$2.db" player "$spelling" --json 2>err | jq .player.games)"
    done
}

typed() { # in a record and at the prompt
    night "$name" "$other" 2026-01-10 >in.fuda
    for door in judge score mend; do run 0 "$door" in.fuda; done
    run 0 --db a.db add in.fuda
    printf 'round; kami 1 4 8\nrelics "%s"=3 Bo=4 Chie=5\nend\nquit\n' "$other" >in
    run 0 --db a.db table haratama "$name" Bo Chie
    silent err
    printf 'round; kami 1 4 8\nrelics "%s"=3 Bo=4 Chie=5\nquit\n' "$name" >in
    run 0 --db a.db table haratama "$other" Bo Chie
    run 2 --db a.db table haratama "$other" "$name" Chie
    err "is at the table already"
    night "$other" "$name" 2026-01-11 >in.fuda
    run 0 --db a.db add in.fuda
    one "typed" a 2
}

tables() { # from spreadsheets and from BG Stats
    printf 'date,game,player,points\n' >in.csv
    day=10
    for spelling in "$name" "$other"; do
        day=$((day + 1))
        printf '2026-01-%d,haratama,%s,-10\n2026-01-%d,haratama,Bo,0\n2026-01-%d,haratama,Chie,-30\n' $day "$spelling" $day $day >>in.csv
    done
    run 0 --db a.db import in.csv
    printf 'date,game,%s,Bo,Chie\n2026-01-13,haratama,1,2,3\n' "$other" >in.csv
    run 0 --db a.db import in.csv
    printf 'date,game,players,scores\n2026-01-14,haratama,%s|Bo|Chie,1|2|3\n' "$other" >in.csv
    run 0 --db a.db import in.csv
    one "spreadsheets" a 4
    printf 'date,game,%s,%s,Chie\n2026-01-15,haratama,1,2,3\n' "$name" "$other" >in.csv
    run 2 --db a.db import in.csv
    err "in.csv:"
    jq -n --arg a "$name" --arg b "$other" '{players: [{id: 1, name: $a}, {id: 2, name: "Bo"}, {id: 3, name: "Chie"}, {id: 4, name: $b}],
        games: [{id: 7, name: "Haratama"}], plays: [[1, "05"], [4, "06"]] | map({playDate: "2026-02-\(.[1])", gameRefId: 7,
        playerScores: [{playerRefId: .[0], score: "1"}, {playerRefId: 2, score: "2"}, {playerRefId: 3, score: "0"}]})}' >in.bgsplay
    run 0 --db a.db import in.bgsplay
    one "BG Stats" a 6
    sed -i 's/"playerRefId": 2/"playerRefId": 4/' in.bgsplay
    run 1 --db a.db import in.bgsplay
    err "left out: somebody sits there twice"
}

stores() { # two stores of one campaign that are merged, by text and by JSON, or meet in a folder
    run 0 --db a.db campaign new league
    run 0 --db a.db campaign export base.fuda
    for store in b c d e; do run 0 --db $store.db campaign import base.fuda; done
    rm base.fuda
    night "$name" "$name" 2026-01-10 >in.fuda
    run 0 --db a.db add in.fuda
    night "$other" "$name" 2026-01-11 >in.fuda
    run 0 --db b.db add in.fuda
    run 0 --db b.db export -o b.fuda
    run 0 --db b.db export --format json -o b.json
    cp a.db c.db
    mkdir club
    for store in d b d; do
        "$FUDA" --db $store.db campaign remote add club "$work/club" >/dev/null 2>&1
        run 0 --db $store.db campaign sync
    done
    night "$name" "$other" 2026-01-12 >in.fuda
    run 0 --db d.db add in.fuda
    one "met in a folder" d 2
    run 0 --db a.db import b.fuda
    one "merged" a 2
    run 0 --db c.db import b.json
    one "merged by JSON" c 2
    rm b.fuda b.json
}

evening() { # a league
    run 0 --db a.db league new V --game haratama "$name" Bo Chie
    run 0 --db a.db league join "$other"
    out "Players here: 3"
    run 2 --db a.db league join "$name" "$other"
    err "is named twice"
    run 2 --db a.db league new W --game haratama "$name" "$other" Bo
    err "is named twice"
    run 0 --db a.db league leave "$other"
    out "Players here: 2"
    run 0 --db a.db league join "$other"
    out "Players here: 3"
    run 0 --db a.db league round
    run 0 --db a.db league result 1 "$other=1" Bo=2 Chie=3
    run 2 --db a.db league result 1 "$other=1" "$name=2" Chie=3
    err "is named twice"
    night "$other" "$name" "$(date +%F)" >in.fuda
    run 0 --db a.db add in.fuda
    run 0 --db a.db league leave "$name"
    out "Players here: 2"
    same "one seat, one place" "3 1" "$("$FUDA" --db a.db league standing --json | jq -r '"\(length) \(.[0].score)"')"
}

called() { # renamed, joined, looked for
    night "$name" "$other" 2026-01-10 >in.fuda
    run 0 --db a.db add in.fuda
    run 0 --db a.db standings --players "$other" --json
    json '.standings | length == 1'
    run 2 --db a.db player Bo rename "$other"
    err "the two can be joined"
    run 0 --db a.db player "$other" rename Dai
    run 0 --db a.db player Dai rename "$other"
    one "renamed" a 1
    run 0 --db a.db player "$name" rename Dai
    run 0 --db a.db standings --players "$other" --json
    json '.standings | map(.player) == ["Dai"]'
    night "$other" "$name" 2026-01-11 >in.fuda
    run 0 --db a.db add in.fuda
    one "by the name of then" a 2
    night Emi Emi 2026-01-12 >in.fuda
    run 0 --db a.db add in.fuda
    run 0 --db a.db player "$other" join Emi
    one "joined" a 3
    run 2 --db a.db player "$name" join "$other"
    err "are the same player already"
    run 0 --db a.db player "$name" part
    same "parted" "2 1" "$(for who in "$other" Emi; do "$FUDA" --db a.db player "$who" --json | jq .player.games; done | tr '\n' ' ' | sed 's/ $//')"
}

tapped() { # on a phone
    command -v python3 >/dev/null || return
    python3 -W ignore "$top/tests/doors_spelling.py" "$name" "$other" >out 2>&1 </dev/null
    same "$what: on a phone" "" "$(cat out)"
}

while IFS="$(printf '\t')" read -r name other; do
    what="$name and $other"
    for door in typed tapped tables stores evening called; do
        wipe
        $door
    done
done <pairs
finish
