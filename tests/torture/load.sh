#!/bin/sh
# Load: a campaign of GAMES games, a record of LINES lines on every way in, TABLES tables at once on one store. Prints
# seconds, and megabytes at the peak; more than MEGABYTES, or a line that is lost, is a failure. Run from the top.
. tests/check.sh
GAMES=${GAMES:-2000} LINES=${LINES:-20000} TABLES=${TABLES:-8} MEGABYTES=${MEGABYTES:-64}
store=$work/load.db
command -v /usr/bin/time >/dev/null || { echo "load: /usr/bin/time is not here"; finish; }

# took WHAT STATUS MEGABYTES COMMAND…: with that exit status and no more memory
took() {
    what=$1 wanted=$2 most=$3
    shift 3
    if [ -e in ]; then mv in in.now; else : >in.now; fi
    /usr/bin/time -o figures -f '%e %M' "$@" <in.now >out 2>err
    status=$?
    read -r seconds kilobytes <<END
$(tail -n 1 figures)
END
    printf '%-44s %8s s %6d MB\n' "$what" "$seconds" $((kilobytes / 1024))
    case "|$wanted|" in
    *"|$status|"*) ok ;;
    *) bad "$what: exit status $status" ;;
    esac
    if grep -qa __asan_init "$FUDA" || [ $((kilobytes / 1024)) -le "$most" ]; then ok; else bad "$what: $((kilobytes / 1024)) MB"; fi
}

# ---- a campaign of many games
awk -v games="$GAMES" 'BEGIN {
    for (i = 0; i < games; i++) {
        a = int(i / 7) % 7; b = int(i / 49) % 6; d = i % 28 + 1; m = int(i / 28) % 12 + 1; y = 1000 + int(i / 336) % 8999
        printf "game haratama\ndate %04d-%02d-%02d\nplayers P%d P%d P%d P%d\nresult points P%d=%d P%d=%d P%d=0 P%d=-%d\n", \
            y, m, d, i % 12, i % 12 + 12, i % 12 + 24, i % 12 + 36, i % 12, a, i % 12 + 12, b, i % 12 + 24, i % 12 + 36, i
    }
}' >games.fuda
took "$GAMES games added" 0 "$MEGABYTES" "$FUDA" --db "$store" add games.fuda
took "the history" 0 "$MEGABYTES" "$FUDA" --db "$store" history
season=$((MEGABYTES + GAMES / 9000))        # how each game ended is held: some 100 bytes of it
took "the standings" 0 $season "$FUDA" --db "$store" standings
took "a player" 0 $season "$FUDA" --db "$store" player P1
took "the report" 0 $season "$FUDA" --db "$store" report -o report.html
lines round 'kami 3 7 10' 'Aki: lead'
took "a table begins, and keeps three lines" 0 "$MEGABYTES" "$FUDA" --db "$store" table haratama Aki Bo Chie Dai
rm -f games.fuda

# ---- a record of many lines
{ printf 'game haratama\nplayers Aki Bo Chie Dai\nround\nkami 1 2 3\n'; yes 'note x' | head -n "$LINES"; } >long.fuda
took "a record of $LINES lines, judged" 0 8 "$FUDA" judge long.fuda
took "… scored" 0 8 "$FUDA" score long.fuda
took "… added, or too long" '0|2' "$MEGABYTES" "$FUDA" --db "$work/long.db" add long.fuda
took "… walked through, or too long" '0|2' 512 "$FUDA" replay long.fuda
tail -n +3 long.fuda | head -n 3000 >in
took "3000 lines of it piped to the table" 0 "$MEGABYTES" "$FUDA" --db "$work/piped.db" table haratama Aki Bo Chie Dai
{ yes 'x' | head -n "$LINES"; } >in
took "$LINES lines that cannot be read, piped" 2 "$MEGABYTES" "$FUDA" --db "$work/piped.db" table haratama Aki Bo Chie Dai

# ---- many tables at once, a process each, on one store
begun=$(date +%s.%N) table=0 tables= broken=0
while [ $table -lt "$TABLES" ]; do
    table=$((table + 1))
    printf 'round\nkami 3 7 10\nAki%d: lead\nr9\nr3\nr12\n' $table |
        "$FUDA" --db "$work/many.db" table haratama Aki$table Bo$table Chie$table Dai$table >out.$table 2>err.$table &
    tables="$tables $!"
done
for table in $tables; do wait "$table" || broken=$((broken + 1)); done
same "tables that could not keep their game" 0 $broken
[ $broken -eq 0 ] || cat err.*
"$FUDA" --db "$work/many.db" export --format records >all
same "lines kept of $TABLES tables" $((6 * TABLES)) "$(grep -cE '^(round|kami|Aki[0-9]+: |r9|r3|r12|[A-Z][a-z]+[0-9]+: r)' all)"
printf '%-44s %8.2f s\n' "$TABLES tables at once, 6 lines each" "$(echo "$(date +%s.%N) - $begun" | bc 2>/dev/null || echo 0)"
ends 0 "the store is whole" "$FUDA" --db "$work/many.db" campaign check
finish
