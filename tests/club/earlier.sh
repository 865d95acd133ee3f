# A server that an earlier program laid out (first.sql): tables go on with it as it is, it is brought up to date with all that is
# in it, and earlier programs go on with it then. Sourced by `run`.

here() { "$FUDA" --db "$1.db" standings --json | jq -r '.standings[] | "\(.player)|\(.games)|\(.wins)"' | sort; }
there() { sql "SELECT player, games, wins FROM fuda.standing" | sort; }
names_folded() { sql "SELECT count(*) FROM fuda.folding"; }
names_called() { sql "SELECT count(*) FROM fuda.row_called"; }
result() { printf 'game haratama\nplayers %s Bo Chie\ndate %s\nresult %s=-3 Bo=-4 Chie=-5\n' "$1" "$2" "$1" >in.fuda; } # NAME DAY

sql 'DROP SCHEMA IF EXISTS fuda CASCADE' 2>/dev/null
"$pg/psql" -X -q -v ON_ERROR_STOP=1 -h "$cluster" -p "$port" -U club -d league -f "$top/tests/club/first.sql" >/dev/null 2>err || bad "first.sql"
rm -f ./*.db*
rm -rf "$work/state"

# ---- as it is ----
good a campaign remote add club "$there"
good a campaign sync
err "sat in one game"
same "games of an earlier server" 4 "$("$FUDA" --db a.db history --json | jq '.history | length')"
result ΣΙΣΥΦΟΣ 2026-01-14
good a add in.fuda
good a campaign sync
has out "rows sent"
good b campaign remote add club "$there"
good b campaign sync
result σισυφος 2026-01-15
good b add in.fuda
good b campaign sync
good a campaign sync
same_sets a b
same "it is as it was" "1|1" "$(sql "SELECT version, least FROM fuda.version")"
rows=$(sql "SELECT count(*), max(number) FROM fuda.added") told=$(sql "SELECT count(*) FROM fuda.told")

# ---- brought up to date ----
good a campaign create --on club
same "versions" "3|1" "$(sql "SELECT version, least FROM fuda.version")"
same "rows stay" "$rows" "$(sql "SELECT count(*), max(number) FROM fuda.added")"
same "what was told stays" "$told" "$(sql "SELECT count(*) FROM fuda.told")"
same "every name as it is compared" "$(names_called)" "$(names_folded)"
same "standing" "$(here a)" "$(there)"
same "two who sat together" "ZOË|1
Zoë|2" "$(there | sed -n 's/^\(Z[^|]*|[0-9]*\).*/\1/p')"
same "one in capitals" 1 "$(there | grep -ci '^σ')"
for store in a b; do
    good "$store" campaign sync
    has out "rows sent 0, fetched 0"
done
good c campaign remote add club "$there"
good c campaign sync
same_sets a c

# ---- and an earlier program on it: it sends no name as it is compared ----
result ЧАРЛИ 2026-01-16
good b add in.fuda
good b campaign sync
sql "ALTER TABLE fuda.folding DISABLE TRIGGER stays;
     DELETE FROM fuda.folding WHERE id = (SELECT id FROM fuda.row_called ORDER BY id DESC LIMIT 1);
     ALTER TABLE fuda.folding ENABLE TRIGGER stays"
same "as it left it" 1 "$(($(names_called) - $(names_folded)))"
good a campaign sync
result чарли 2026-01-17
good c add in.fuda
good c campaign sync
good a campaign sync
good a campaign create --on club
same "every name as it is compared" "$(names_called)" "$(names_folded)"
same "standing" "$(here a)" "$(there)"
good a player ZOË join Zoë
good a campaign sync
same "joined" "$(here a)" "$(there)"
good a player ZOË part
good a campaign withdraw 2
good a campaign sync
same "the game they sat in is taken out" "$(here a)" "$(there)"
check "… and they are one" test "$(there | grep -c '^Zo')" = 1
