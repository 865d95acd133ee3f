#!/bin/sh
# Standings, ratings, head-to-heads, runs: each is worked out a second time, from what `fuda history` tells, by
# programs of other languages that know nothing of how it is done here.
. tests/check.sh
command -v jq >/dev/null || finish
json() { check "not so: $1" jq -e "$1" "$work/out"; }

# ---- a season: 40 nights of six players, three rounds each, kept by totals -----------------------
awk 'BEGIN {
    srand(7)
    split("Aki Bo Chie Dai Emi Fumi", name, " ")
    for (n = 0; n < 40; n++) {
        for (i = 1; i <= 6; i++) { j = 1 + int(rand() * i); seat[i] = seat[j]; seat[j] = i }
        printf "game haratama\ndate 2026-%02d-%02d\nplayers", 1 + int(n / 10), 1 + n % 10 * 2
        for (i = 1; i <= 4; i++) printf " %s", name[seat[i]]
        print ""
        for (r = 0; r < 3; r++) {
            for (i = 1; i <= 4; i++) kept[i] = 0
            for (k = 0; k < 12; k++) kept[1 + int(rand() * rand() * 4)]++
            printf "round; kami 1 2 3; relics"
            for (i = 1; i <= 4; i++) printf " %s=%d", name[seat[i]], kept[i]
            print ""
        }
    }
}' >season.fuda
run 0 add season.fuda
run 0 history --json
cp out history.json
same "nights that count" true "$(jq '[.history[] | select(.state == "finished")] | length > 30' history.json)"

# ---- standings ------------------------------------------------------------------------------------
run 0 standings haratama --json
cp out standings.json
jq -S '[.history[] | select(.state == "finished") | .seats[]] | group_by(.seat)
    | map({player: .[0].seat, games: length, wins: map(select(.won)) | length,
           place: (map(.place) | add), points: (map(.points) | add)}) | sort_by(.player)' history.json >expected
jq -S '[.standings[] | {player, games, wins, place: (.average_place * .games | round), points}] | sort_by(.player)' standings.json >got
alike expected got
json '[.standings[].wins] | . == (sort | reverse)'

# ---- ratings: the paper's sums, in awk ---------------------------------------------------------------
jq -r '.history[] | select(.state == "finished") | [.seats[] | .seat, .place] | join(" ")' history.json |
    awk '
    function new(p) { if (!(p in mu)) { mu[p] = 25; s[p] = 25 / 3 } }
    {
        n = NF / 2; c2 = 0
        for (i = 1; i <= n; i++) { p = $(2 * i - 1); new(p); s[p] = sqrt(s[p] ^ 2 + (25 / 300) ^ 2); c2 += s[p] ^ 2 + (25 / 6) ^ 2 }
        c = sqrt(c2)
        for (i = 1; i <= n; i++) {
            p = $(2 * i - 1); omega = delta = 0
            for (q = 1; q <= n; q++) {
                if ($(2 * q) > $(2 * i)) continue
                sum = equal = 0
                for (k = 1; k <= n; k++) { if ($(2 * k) >= $(2 * q)) sum += exp(mu[$(2 * k - 1)] / c); equal += $(2 * k) == $(2 * q) }
                share = exp(mu[p] / c) / sum
                omega += ((i == q) - share) / equal
                delta += share * (1 - share) / equal
            }
            m[p] = mu[p] + s[p] ^ 2 / c * omega
            kept = 1 - s[p] ^ 2 / c2 * delta
            t[p] = s[p] * sqrt(kept > 1e-4 ? kept : 1e-4)
        }
        for (i = 1; i <= n; i++) { p = $(2 * i - 1); mu[p] = m[p]; s[p] = t[p] }
    }
    END { for (p in mu) printf "%s %.6f %.6f\n", p, mu[p], s[p] }' | sort >expected
jq -r '.standings[] | "\(.player) \(.ratings.haratama.mu) \(.ratings.haratama.sigma)"' standings.json |
    awk '{ printf "%s %.6f %.6f\n", $1, $2, $3 }' | sort >got
alike expected got

# ---- one player: against whom, runs, the best night ------------------------------------------------------
for name in Aki Bo Fumi; do
    run 0 player "$name" --json
    cp out player.json
    jq -S --arg me "$name" '[.history[] | select(.state == "finished") | .seats | select(any(.[]; .seat == $me))
        | (map(select(.seat == $me))[0].place) as $own | .[] | select(.seat != $me)
        | {seat, above: ($own < .place), level: ($own == .place)}] | group_by(.seat)
        | map({player: .[0].seat, games: length, above: map(select(.above)) | length, level: map(select(.level)) | length})' \
        history.json >expected
    jq -S '.player.against | sort_by(.player)' player.json >got
    alike expected got
    longest=$(jq -r --arg me "$name" '.history[] | select(.state == "finished") | .seats[] | select(.seat == $me) | .won' history.json |
        awk '$1 == "true" { now++; if (now > most) most = now } $1 == "false" { now = 0 } END { print most + 0, now + 0 }')
    same "$name: runs" "$longest" "$(jq -r '.player.streaks | "\(.wins) \(if .winning then .now else 0 end)"' player.json)"
    same "$name: the curve ends at the rating" true "$(jq '.player.by_game[0] | .curve[-1] == .mu and (.curve | length) == .games' player.json)"
    best=$(jq -r '.player.best.id' player.json)
    same "$name: the best night" true "$(jq --arg me "$name" --arg best "$best" '
        [.history[] | select(.state == "finished") | select(any(.seats[]; .seat == $me)) | . as $game
         | ($game.seats[] | select(.seat == $me)) as $own
         | {id, share: ([$game.seats[] | select(.place > $own.place)] | length), points: $own.points}]
        | max_by([.share, .points]) as $most | map(select(.id == $best))[0] | .share == $most.share and .points == $most.points' history.json)"
done

# ---- days, and whose rows ---------------------------------------------------------------------------------
run 0 standings --since 2026-02-01 --until 2026-03-31 --json
json "[.standings[].games] | add == $(jq '[.history[] | select(.state == "finished" and .date >= "2026-02-01" and .date <= "2026-03-31") | .seats[]] | length' history.json)"
run 0 standings --players ａｋｉ,Bo --json
json '[.standings[].player] | sort == ["Aki", "Bo"]'
run 0 player Aki --until 2026-01-31
out "against"; out "Rival"; out "Best night: 2026-01-"; out "Rating in Haratama"
# Haratama and rulings are those of the records themselves
made=0
for n in $(jq -r '.history[] | select(.state == "finished" and any(.seats[]; .seat == "Aki")) | .number' history.json); do
    made=$((made + $("$FUDA" show "$n" | "$FUDA" score --json | jq '[.games[].rounds[] | select(.haratama == "Aki")] | length')))
done
run 0 player Aki --json
json ".player.feats.haratama[\"Haratama made\"] == $made"
run 0 --db other.db add "$top/tests/night.fuda"
run 0 --db other.db player Bo --json
json '.player.rulings == 1 and .player.feats.haratama["Haratama suffered"] == 1'
run 0 --lang ja player Aki
out "ライバル"; out "祓魂のレーティングの動き"
# a number names what it says, by its id too, and stays where another record is taken out of the history
"$FUDA" campaign withdraw 3 >/dev/null
run 0 history --json
cp out now.json
for n in 1 2 4 17 40; do
    id=$(jq -r ".history[] | select(.number == $n) | .id" now.json)
    run 0 show "$n"; cp out by-number
    run 0 show "$id"; alike out by-number
    run 0 show "$(echo "$id" | cut -c1-35)"; alike out by-number
done
for word in 0 3 41 03 1x 019 zzzzzz 00000000-0000 "$id-"; do run 2 show "$word"; err "no record"; done
"$FUDA" campaign withdraw --undo "$(jq -r '.history[2].id' history.json)" >/dev/null 2>&1
run 0 standings --until 2000-01-01
out "No finished game is on record."
run 2 standings --players Aki,Nobody; err "Nobody"; silent out
for day in 2026-02-30 tomorrow 2026-2-1 ''; do
    run 2 standings --since "$day"; err "expected a day"; silent out
    run 2 player Aki --until "$day"; err "expected a day"; silent out
done

# ---- level in wins: the better average place first; a page names all who won most ----------------
night() { # DAY RELICS: of each of three rounds
    printf 'game haratama\nhouse tie=tied\ndate %s\nplayers Emi Fumi Gen Hana\n' "$1"
    for _ in 1 2 3; do echo "round; kami 1 2 3; relics $2"; done
}
{
    night 2026-01-01 'Emi=1 Fumi=2 Gen=4 Hana=5'
    night 2026-01-02 'Hana=1 Gen=2 Emi=4 Fumi=5'
    night 2026-01-03 'Gen=1 Fumi=2 Hana=4 Emi=5'
} >level.fuda
run 0 --db level.db add level.fuda
run 0 --db level.db standings haratama --json
json '[.standings[].player] == ["Gen", "Emi", "Hana", "Fumi"]'
json '[.standings[] | [-.wins, .average_place, .player]] | . == sort'
run 0 --db level.db player Fumi --json
json '.player.rivals == ["Emi", "Gen", "Hana"] and .player.rival == "Emi"'
run 0 --db level.db player Fumi
out "Rival: Emi, Gen, Hana (3 games together)."
run 0 --db level.db report --output level.html
check "all who won most are named" grep -Eq 'most wins.*Gen.*Emi.*Hana' level.html

# ---- narrow terminals: everything stands there, in both languages, within the width --------------
long='Maximiliane Theodora Wittgenst' wide=三十文字の長い名前を持つ人が遊びに来て札を並べて夜更けまで勝つ
sed "s/Emi/\"$long\"/g; s/Fumi/$wide/g" season.fuda >long.fuda
run 0 --db long.db add long.fuda
lines round 'kami 1 2 3' 'relics Dai=12'
run 0 --db long.db table haratama "$long" Bo "$wide" Dai
letters() { tr -d ' \n' <"$1" | grep -o . | sort | tr -d '\n'; }       # FILE: of it, wherever they stand
for lang in en ja; do
    for asked in standings 'standings haratama' 'player Aki' 'player Bo' history 'tables --all'; do
        # shellcheck disable=SC2086
        COLUMNS=100 run 0 --lang $lang --db long.db $asked
        LC_ALL=C grep -avP '\xe2[\x94\xa0-\xa3]' out >whole
        for columns in 60 40; do
            # shellcheck disable=SC2086
            COLUMNS=$columns run 0 --lang $lang --db long.db $asked
            widest=$(wc -L <out)
            check "$lang $asked is wider than $columns: $widest" test "$widest" -le $columns
            LC_ALL=C grep -avP '\xe2[\x94\xa0-\xa3]' out >narrow
            same "$lang $asked at $columns: something is left out" "$(letters whole)" "$(letters narrow)"
        done
    done
done
COLUMNS=40 run 0 --db long.db standings haratama
out '  player  games  wins  avg. place
    1st  2nd  3rd  4th  points  average
          rating'
finish
