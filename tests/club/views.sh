# What the server's views say, against what a laptop says that has the same rows: games at random, of two stores that have
# not seen each other's players, some joined or parted since, some games taken out, broken off, under way. SEED= GAMES=
# ROUNDS= for more. Sourced by `run`.
seed=${SEED:-$(date +%s)} games=${GAMES:-10} rounds=${ROUNDS:-3}

random() { # N: below N, from 0
    seed=$(((seed * 1103515245 + 12345) % 2147483648))
    drawn=$((seed / 65536 % $1))
}
draw_name() { # a name, and as which one it counts
    random 13
    set -- Aki aki Ａｋｉ Bo Chie Dai Emi 札子 "o'Hara" Straße STRASSE ΣΊΣΥΦΟΣ "$(printf 'σι\314\201συφος')"
    shift "$drawn"
    name=$1 counts=$drawn
    case $drawn in 0 | 1 | 2) counts=0 ;; 10) counts=9 ;; 12) counts=11 ;; esac
}
draw_players() { # four of different names
    players= taken=
    while [ "$(echo $players | wc -w)" -lt 4 ]; do
        draw_name
        case $taken in *"/$counts/"*) ;; *) players="$players $name" taken="$taken/$counts/" ;; esac
    done
}
draw_numbers() { # BELOW FROM: one for each of them
    for p in $players; do random "$1"; printf ' %s=%d' "$(echo "$p" | sed "s/o'Hara/\"o'Hara\"/")" $((drawn + $2)); done
}
draw_game() { # FILE DAY: a past one, a whole one, one that is played now
    random 10
    draw_kind=$drawn
    case $draw_kind in
    8 | 9) sed "s/^date.*/date $2/" "$top/tests/night.fuda" >"$1"; return ;;
    esac
    random 2
    case $drawn in 0) game=haratama ;; *) game=needfire ;; esac
    draw_players
    quoted=$(echo "$players" | sed "s/o'Hara/\"o'Hara\"/")
    { echo "game $game"; echo "date $2"; echo "players$quoted"; } >"$1"
    case $draw_kind in
    0) echo "round" >>"$1"; [ "$game" = haratama ] || sed -i '$d' "$1"; return ;;
    esac
    random 3
    [ "$drawn" = 0 ] || echo "result points$(draw_numbers 40 -20)" >>"$1"
    [ "$drawn" = 1 ] || echo "result places$(draw_numbers 4 1)" >>"$1"
}
draw_join() { # STORE: two of its players are one, or are not after all
    draw_name
    one=$name
    draw_name
    random 4
    if [ "$drawn" = 0 ]; then "$FUDA" --db "$1.db" player "$one" part; else "$FUDA" --db "$1.db" player "$one" join "$name"; fi >/dev/null 2>&1
}

standing_here='.standings[] | [.player, .games, .wins, (.places[0:4] | map(tostring) + ["0", "0", "0", "0"] | .[0:4] | join(",")), (.points // "-"),
    (if .average_place == null then "-" else (.average_place * 100 + 0.0001 | round) end)] | map(tostring) | join("|")'
standing_there() { # GAME
    sql "SELECT player, games, wins, first || ',' || second || ',' || third || ',' || fourth, coalesce(points::text, '-'),
         coalesce(round(average_place * 100)::int::text, '-') FROM standing WHERE game = '$1'"
}
compare() { # WHAT: `here` and `there`, sorted
    sort here >here.sorted
    sort there >there.sorted
    diff here.sorted there.sorted >out
    note $? "$1, seed $begun_with (< here, > there)"
}
compare_views() { # STORE
    for game in haratama needfire; do
        "$FUDA" --db "$1.db" standings "$game" --json | jq -r "$standing_here" >here
        standing_there $game >there
        compare "standing of $game at $1"
    done
    { "$FUDA" --db "$1.db" history --json; "$FUDA" --db "$1.db" history --withdrawn --json | jq '.history[].state = "withdrawn"'; } |
        jq -r '.history[] | [.id, .date, .game, .state, ([.seats[] | .seat + (if .place then " \(.place)." else "" end) + (if .points != null then " (\(.points))" else "" end)] | join(", "))] | join("|")' >here
    sql "SELECT record, day, game, state, players FROM history" >there
    sed -i -E 's/\|(open|withdrawn)\|.*/|\1/; s/\|broken off\|.*/|open/' here there
    compare "history at $1"
    "$FUDA" --db "$1.db" tables --json | jq -r '.tables[] | "\(.record)|\(.lines)|\(.stands)|\(.table)"' >here
    sql "SELECT record, lines, stands, at_table FROM table_now" >there
    compare "table_now at $1"
    cp found here
    sql "SELECT day, kind, rule, player FROM finding" >there
    compare "finding at $1"
}

begun_with=$seed
sql 'DROP SCHEMA fuda CASCADE' 2>/dev/null
rm -f ./*.db*
good a campaign new league
good a campaign remote add club "$there" --table "Table 1"
good a campaign create --on club
good b campaign remote add club "$there"
good b campaign sync
: >found
day=0
for round in $(seq "$rounds"); do
    for i in $(seq "$games"); do
        random 2
        case $drawn in 0) to=a ;; *) to=b ;; esac
        day=$((day + 1))
        on=$(date -d "2000-01-01 +$day days" +%F)
        draw_game drawn.fuda "$on"
        good "$to" add drawn.fuda
        "$FUDA" judge --json drawn.fuda | jq -r --arg day "$on" '.games[].findings[] | select(.kind != "unproven") | [$day, .kind, .rule, .seat] | join("|")' >>found
        [ $((i % 3)) != 0 ] || draw_join "$to"
    done
    random 20
    out_of=$("$FUDA" --db a.db history --json | jq -r ".history[$drawn].id // empty")
    [ -z "$out_of" ] || { good a campaign withdraw "$out_of"; gone=$("$FUDA" --db a.db history --withdrawn --json | jq -r '.history[].date' | sed 's/^/-e ^/'); grep -v $gone found >kept; mv kept found; }
    printf 'round\nkami 2 6 8\nrelics Aki=1 Bo=9 Chie=5 Dai=7\n' | "$FUDA" --db a.db table haratama Aki Bo Chie Dai >/dev/null 2>&1
    [ "$round" = 1 ] || printf 'end\n' | "$FUDA" --db b.db table needfire Aki Bo Chie Dai >/dev/null 2>&1
    for store in a b a; do good "$store" campaign sync; done
    compare_views a
    compare_views b
done
# Two who have sat in one record are one person: that game counts once for them, with the better place.
cp "$top/tests/night.fuda" drawn.fuda
at a add drawn.fuda
at a player Bo join Aki
for store in a b; do good "$store" campaign sync; done
check "somebody sits twice" test "$(sql "SELECT (SELECT sum(games) FROM fuda.tally) - (SELECT sum(games) FROM standing)")" -gt 0
"$FUDA" judge --json drawn.fuda | jq -r '.games[].findings[] | select(.kind != "unproven") | ["2026-11-14", .kind, .rule, .seat] | join("|")' >>found
compare_views b
