#!/bin/sh
# One campaign in many stores, met in a folder: what a synchroniser does to its files, rows of others that mean no
# good, cuts. A server is tested by `make test-club`.
. tests/check.sh

at() { db=$1; shift; what="$db: $*"; "$FUDA" --db "$work/$db.db" "$@" >"$work/out" 2>"$work/err"; got=$?; } # STORE WORD…
good() { at "$@"; same "$what: exit status" 0 "$got"; }
same_sets() { # STORE…: each exports the same text
    for db; do "$FUDA" --db "$work/$db.db" campaign export - -c league >"$db.txt" 2>&1; alike "$1.txt" "$db.txt"; done
}
night() { # NAME…: a whole game that these play
    { echo 'game tezumashi'; printf 'players'; printf ' %s' "$@"; echo; sed 1,2d "$top/tests/cases/tezumashi/a-whole-game.fuda"; } 2>/dev/null
}
game() { sed "s/^date.*/date 2026-11-$1/" "$top/tests/night.fuda" >"night$1.fuda"; }

# ---- two stores, and a third one -------------------------------------------------------------
good a campaign new league
game 01
good a add night01.fuda
good a campaign remote add stick "$work/stick"
good a campaign sync
out "fetched 0"
cp stick/*.rows first.rows
good a campaign sync
has out "rows sent 0, fetched 0"
good b campaign remote add stick stick
good b campaign sync
has out "rows sent 0"
same_sets a b
good b standings
out "Aki"
good b campaign sync
has out "rows sent 0, fetched 0"
game 02
good b add night02.fuda
good b campaign sync --json
json '.sync[0].sent > 30 and .sync[0].fetched == 0'
game 03
good a add night03.fuda
good a campaign withdraw 1
good a campaign sync
good b campaign sync
same_sets a b
good b campaign remote list
out "stick"
out "league"
good b campaign remote list --json
json '.remotes[0].waiting == 0 and .remotes[0].campaign == "league"'
for mode in stick; do
    same "no leftovers" "" "$(find stick -name '.*.part')"
done

# ---- what a synchroniser does ----------------------------------------------------------------
mkdir -p tricks
cp stick/*.rows tricks/
set -- tricks/*.rows
cp "$1" "${1%.rows} (conflicted copy 2026-11-21).rows"                       # twice
mv "$2" "tricks/$(basename "$2").sync-conflict-20261121"                      # renamed
echo "shopping list" >tricks/notes.txt
mkdir tricks/.hidden tricks/folder
ln -s /etc/passwd tricks/link.rows
mkfifo tricks/pipe.rows
good c campaign remote add stick tricks
good c campaign sync
same_sets a c
good c campaign sync
has out "fetched 0"

# half of a file, and later the rest
mkdir -p half
whole=$(wc -c <first.rows)
head -c $((whole - 700)) first.rows >half/x.rows
good d campaign remote add stick half
good d campaign sync
err "not complete yet"
good d campaign sync
silent err
cp first.rows half/x.rows
good d campaign sync
lacks out "fetched 0"
good z campaign remote add stick "$work/all"
mkdir all
cp first.rows all/
good z campaign sync
same_sets d z

# a letter changed on the way: that row is passed over, and comes when the file is whole again
sed '20s/[0-9a-f]$/~/; 20s/\(.*\)./\1~/' first.rows >damaged.rows
mkdir damaged && cp damaged.rows damaged/
# a file of holes is read no further than a row may reach: in 5 seconds of processor time, not minutes
{ head -n 1 first.rows; } >damaged/holes.rows
truncate -s 16G damaged/holes.rows
head -c 100 /dev/zero | tr '\0' '1' >damaged/nothing.rows
truncate -s 16G damaged/nothing.rows
good e campaign remote add stick damaged
ends 0 "beside files of holes" sh -c 'ulimit -t 5; exec "$0" --db "$1" campaign sync' "$FUDA" "$work/e.db"
err "damaged"
rm damaged/holes.rows damaged/nothing.rows
cp first.rows damaged/damaged.rows
good e campaign sync
lacks out "fetched 0"
good e campaign sync
silent err
same_sets z e

# ours went, or another stick is in: everything is sent again
good a campaign sync
rm -f stick/*
good a campaign sync
err "everything is sent"
good f campaign remote add stick stick
good f campaign sync
same_sets a f
mv stick gone
at a campaign sync
same "no folder" 2 "$got"
err "folder"
check "it is not made anew" test ! -e stick
mv gone stick
good a campaign sync

# ---- rows that mean no good ------------------------------------------------------------------
# A file as another store might write it: check values are no secret.
campaign=$(sed -n '2s/^[0-9a-f]* campaign.\([0-9a-f-]*\).*/\1/p' first.rows)
record=$(sed -n 's/^[0-9a-f]* record.\([0-9a-f-]*\).*/\1/p' first.rows)
id() { printf '01a20307-706d-776d-999a-%012x' "$1"; }
hostile() { # ROW (printf's escapes): a store that knows the first one's rows meets this one
    rm -f h.db* hostile/z.rows
    cp z.db h.db
    { printf 'fuda rows 1 0123456789abcdef 1\n'; printf "$1\n" | "$BUILD/tests/sync_rows"; } >hostile/z.rows
    at h campaign sync
}
mkdir hostile
cp first.rows hostile/
good z campaign remote remove stick
good z campaign remote add stick hostile
line() { printf 'line\\t%s\\t%s\\t%s\\t%s' "$(id "$1")" "$campaign" "$record" "$2"; }      # N TEXT
hostile "$(line 1 '1795260000000\t\tr1')"
same "a good row" 0 "$got"
refused() { # WHAT ROW [TEXT]
    hostile "$2"
    same "$1: exit status" 1 "$got"
    what=$1
    has err "refused, from stick"
    has err "${3:-refused}"
    plain err
    plain out
}
refused "a control character" "$(line 2 '1795260000000\t\tr1\033[2J')"
refused "not UTF-8" "$(line 3 '1795260000000\t\tr1\377\376')"
refused "a C1 control" "$(line 4 '1795260000000\t\tr1\302\233')"
refused "no text" "$(line 5 '1795260000000\t\t')"
refused "no time" "$(line 6 'soon\t\tr1')"
refused "beyond all time" "$(line 7 '99999999999999999999\t\tr1')"
refused "too few fields" "$(line 8 '1795260000000')"
refused "too many fields" "$(line 9 '1795260000000\t\tr1\tr2')"
refused "an author with a mark" "$(line 10 '1795260000000\t#@\tr1')"
refused "a wrong escape" "$(line 11 '1795260000000\t\tr1\\x')"
refused "a long line" "$(line 12 "1795260000000\\t\\t$(head -c 70000 /dev/zero | tr '\0' r)")"
refused "a long name" "called\\t$(id 13)\\t$campaign\\t$(sed -n 's/^[0-9a-f]* player.\([0-9a-f-]*\).*/\1/p' first.rows | head -n 1)\\t$(head -c 300 /dev/zero | tr '\0' A)"
refused "a day that is none" "house\\t$(id 14)\\t$campaign\\t-\\t2026-02-30\\tharatama/tie\\ttied"
refused "an option's name" "house\\t$(id 15)\\t$campaign\\t-\\t2026-02-28\\ta=b\\ttied"
refused "a deck that its hash denies" "deck\\t$(id 16)\\t-\\t-\\t$(printf %064d 1)\\tpack tezumashi \"x\"\\\\\\\\n"
refused "the id of a known row" "name\\t$(sed -n 's/^[0-9a-f]* name.\([0-9a-f-]*\).*/\1/p' first.rows)\\t$campaign\\t-\\tstolen" "known with different"
refused "too many seats" "record\\t$(id 18)\\t$campaign\\t-\\tharatama\\t2026-11-01\\t0.1\\t\\t\\t20"
refused "a name without a player" "record\\t$(id 19)\\t$campaign\\t-\\tharatama\\t2026-11-01\\t0.1\\t\\t\\t1"
"$FUDA" --db h.db campaign check >out 2>err
note $? "the store is sound"
refused "no kind" "KIND\\t$(id 20)\\t$campaign\\t-\\tx"

# a million lines in one record: the first 20000 are taken, the others are counted
cp z.db h.db
{ printf 'fuda rows 1 0123456789abcdef 1\n'
  awk -v c="$campaign" -v r="$record" 'BEGIN { for (i = 1; i <= 22000; i++)
      printf "line\t01a20307-706d-776d-999b-%012x\t%s\t%s\t1795260000000\t\tr1\n", i, c, r }' | "$BUILD/tests/sync_rows"; } >hostile/z.rows
at h campaign sync
same "too many lines: exit status" 1 "$got"
err "more than 20000 lines"
check "they are named, not all of them" test "$(wc -l <err)" -lt 20
out "Refused: 2034"

# rows of a later version are kept, and passed on; rows whose record has not come yet wait
rm -rf later h.db* i.db*
mkdir later
{ printf 'fuda rows 1 0123456789abcdef 1\n'
  printf 'seating\t%s\t%s\t-\tround 1\n' "$(id 30)" "$campaign" | "$BUILD/tests/sync_rows"
  sed -n 's/^[0-9a-f]* \(line.*\)/\1/p' first.rows | head -n 3 | "$BUILD/tests/sync_rows"; } >later/z.rows
printf 'campaign\t%s\t%s\t-\t\nname\t%s\t%s\t-\tleague\n' "$campaign" "$campaign" "$(id 31)" "$campaign" | "$BUILD/tests/sync_rows" >>later/z.rows
good h campaign remote add stick later
good h campaign sync
good h campaign remote add other other
good h campaign sync other
check "passed on" grep -q seating other/*.rows
cp first.rows later/
good h campaign sync stick
"$FUDA" --db h.db campaign export - >h.txt
check "what waited has come" grep -q '^round.*#@' h.txt

# ---- remotes ---------------------------------------------------------------------------------
at a campaign remote add stick "$work/x"
same "twice" 2 "$got"
err "stick"
for bad in postgresql://u:secret@h/d 'postgresql://u@h/d?password=secret' 'host=h dbname=d password=secret' 'dbname=d' ftp://x mysql://x; do
    at a campaign remote add bad "$bad"
    same "$bad" 2 "$got"
    lacks err secret
done
good a campaign remote remove stick
at a campaign sync
same "no remote" 2 "$got"
err "remote add"
at a campaign remote remove stick
same "no such remote" 2 "$got"
at a campaign create --on nowhere
same "no such remote" 2 "$got"
at a campaign remote frobnicate
same "no such word" 2 "$got"
good a campaign remote add club 'postgresql://club@127.0.0.1:1/league?sslmode=disable'
at a campaign sync
same "nobody there" 2 "$got"
err "cannot be reached"

# ---- kept on with ----------------------------------------------------------------------------
rm -rf live
good a campaign remote remove club
good a campaign remote add live "$work/live"
good a campaign sync
good j campaign remote add live "$work/live"
"$FUDA" --db a.db campaign sync --watch >a.out 2>&1 &
one=$!
"$FUDA" --db j.db campaign sync --watch >j.out 2>&1 &
two=$!
trap 'kill $one $two 2>/dev/null; clean_up' EXIT
game 09
good a add night09.fuda
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    "$FUDA" --db j.db history 2>/dev/null | grep -q 2026-11-09 && break
    sleep 0.2
done
check "it came" grep -q "" j.out
"$FUDA" --db j.db history >out
has out 2026-11-09
kill -INT "$one"
kill -INT "$two"
wait "$one"; same "ended by ^C" 0 $?
wait "$two"; same "ended by ^C" 0 $?
same_sets a j

# ---- who plays now ---------------------------------------------------------------------------
good k campaign new league
good k tables
out "No table plays now."
good k campaign remote add --table "Table \\ 7" live "$work/tables"
printf 'round\nkami 2 6 8\nrelics Aki=1 Bo=9 Chie=5 Dai=7\nlead\n' >typed
"$FUDA" --db k.db table haratama Aki Bo Chie Dai <typed >/dev/null 2>&1
good k campaign sync
good l campaign remote add live "$work/tables"
good l campaign sync
good l tables
has out "Table \\ 7"
out "haratama"
out "Aki 0, Bo 0"
good l tables --json
json '.tables | length == 1 and (.[0] | .table == "Table \\ 7" and .state == "open" and .lines > 1 and (.seats | length) == 4)'
good l tables needfire
out "No table plays now."
same_sets k l
"$FUDA" --db m.db campaign import k.txt >/dev/null
same_sets k m
echo end >typed
"$FUDA" --db k.db table <typed >/dev/null 2>&1
good k campaign sync
good l campaign sync
good l tables --all
out "No table plays now."

# ---- any order, any number of times, cut anywhere --------------------------------------------
i=0
for db in p q r; do
    good "$db" campaign remote add stick "$work/many"
done
good p campaign new league
good p campaign sync
good q campaign sync
good r campaign sync
for step in p q p r q r r p q; do
    i=$((i + 1))
    game "1$i"
    good "$step" add "night1$i.fuda"
    timeout -s KILL 0.0$((i * 3 % 9 + 1)) "$FUDA" --db "$step.db" campaign sync >/dev/null 2>&1
    good "$step" campaign sync
done
for db in p q r p q r; do good "$db" campaign sync; done
same_sets p q r
for db in p q r; do
    good "$db" history
    same "$db: games" 9 "$(grep -c haratama out)"
    good "$db" campaign check
done
finish
