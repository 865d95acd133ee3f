#!/bin/sh
# A store that is damaged, replaced, or not what it seems is recognised before anything is written to it.
. tests/check.sh
store=$work/kept.db
sum() { cksum <"$store"; }
night=$top/tests/night.fuda
# Waits until a table that was asked `why` has answered: all lines before are kept. `out` is that table's alone: it is removed before.
acknowledged() {
    tries=0
    while ! grep -qs 'ruled yet' out && [ $tries -lt 1000 ]; do sleep 0.02; tries=$((tries + 1)); done
}

# ---- what lies beside it is the store's own ----
for ending in wal shm hold; do
    rm -f kept.db*
    run 0 --db "$store" add "$night"
    rm -f "$store-$ending"
    mkfifo "$store-$ending"
    ends 2 "a pipe as -$ending" timeout 20 "$FUDA" --db "$store" history
    err "kept.db-$ending is not an ordinary file"
    rm "$store-$ending"
    ln -s nowhere "$store-$ending"
    ends 2 "a link as -$ending" timeout 20 "$FUDA" --db "$store" add "$night"
    err "kept.db-$ending is not an ordinary file"
    rm "$store-$ending"
done

# ---- removed, or replaced, under a table ----
rm -f kept.db*
mkfifo typed
"$FUDA" --db "$store" table haratama Aki Bo Chie Dai <typed >out 2>err &
table=$!
exec 7>typed
printf 'round\nkami 3 7 10\nwhy\n' >&7
acknowledged
run 0 --db "$store" history
mv "$store" gone.db
printf 'Bo: lead\n' >&7
exec 7>&-
wait $table
same "a table whose store is gone" 2 $?
err "was removed or replaced while it was in use"

# ---- a log that is not the store's own, and one that is gone ----
# killed LINE…: a table that keeps these lines, and is killed once they are acknowledged
killed() {
    rm -f typed out
    mkfifo typed
    "$FUDA" --db "$store" table <typed >out 2>err &
    table=$!
    exec 7>typed
    printf '%s\n' "$@" why >&7
    acknowledged
    kill -9 $table
    wait $table 2>/dev/null
    exec 7>&-
}
files() { cksum "$store" "$store-wal"; }
rm -f kept.db*
lines round 'kami 3 7 10'
run 0 --db "$store" table haratama Aki Bo Chie Dai
cp kept.db older.db
lines 'note "between"'
run 0 --db "$store" table
cp kept.db base.db
killed 'note "one"' 'note "two"'
for file in kept.db kept.db-wal kept.db-hold; do cp $file first-$file; done
cp older.db kept.db
before=$(files)
for words in "history" "campaign check" "table" "campaign export -"; do
    run 2 --db "$store" $words
    err "do not belong together"
    err "campaign rescue NEW.db"
done
same "a copy over the store, its old log beside it: written to" "$before" "$(files)"
rm kept.db-wal
run 0 --db "$store" show 1
err "are not there any more: 3."
cp base.db kept.db
cp first-kept.db-wal kept.db-wal
run 0 --db "$store" show 1
out 'note "two"'
silent err

# again: as it was when the table was killed
again() { rm -f kept.db*; for file in kept.db kept.db-wal kept.db-hold; do cp first-$file $file; done; }
again
rm kept.db-wal
run 0 --db "$store" show 1
err "are not there any more: 2."
err "lines 2, of 2 changes"
err "missing of haratama"
run 0 --db "$store" --lang ja show 1
err "失われた変更が 2 件"
lines 'note "after"'
run 0 --db "$store" table
err "are not there any more: 2."
run 0 --db "$store" show 1
silent err
again
truncate -s -4120 kept.db-wal
run 0 --db "$store" show 1
err "lines 1, of 1 changes"
again
printf X | dd of=kept.db-wal bs=1 seek=$(($(stat -c %s kept.db-wal) - 100)) conv=notrunc 2>/dev/null
before=$(files)
run 2 --db "$store" show 1
run 2 --db "$store" table
err "transactions cannot be reached"
same "a log altered in its last line: written to" "$before" "$(files)"

# ---- a log that is left of a store ----
again
rm kept.db
for words in "history" "table haratama Aki Bo Chie Dai" "campaign list"; do
    run 2 --db "$store" $words
    err "kept.db is missing, and its log"
done
same "a log without its store: what is there" "kept.db-hold kept.db-wal " "$(ls kept.db* | tr '\n' ' ')"
rm -f left.db*
run 1 --db "$store" campaign rescue left.db
run 0 --db left.db history
run 0 --db left.db show 1
out 'note "two"'
rm kept.db-wal
run 0 --db "$store" campaign new Anew

# ---- a copy put over a store that is in use ----
for kept in '' 'note "three"'; do
    again
    rm -f typed out
    mkfifo typed
    "$FUDA" --db "$store" table <typed >out 2>err &
    table=$!
    exec 7>typed
    printf '%s\n' ${kept:+"$kept"} why >&7
    acknowledged
    cat older.db >kept.db
    before=$(files)
    printf 'note "four"\n' >&7
    exec 7>&-
    wait $table
    err "could not be kept"
    grep -q "do not belong together\|was replaced while" err || bad "a copy over a store in use: what is said"
    same "a copy over a store in use: written to" "$before" "$(files)"
done

# ---- a disk that is full ----
rm -f kept.db*
run 0 --db "$store" campaign new Full
for day in 1 2 3 4 5 6; do sed "s/^date .*/date 2001-01-0$day/" "$night"; done >many.fuda
ends 2 "records added on a full disk" sh -c "ulimit -f 130; trap '' XFSZ; exec \"\$@\"" sh "$FUDA" --db "$store" add many.fuda
out "Records added: 0;"
run 0 --db "$store" history
silent out

# ---- one bit altered, anywhere ----
rm -f kept.db*
run 0 --db "$store" add "$night"
cp kept.db whole.db
size=$(stat -c %s whole.db)
seed=${SEED:-1} tried=0 written=0 taken=0
while [ $tried -lt "${ITERS:-20}" ]; do
    seed=$(((seed * 1103515245 + 12345) % 2147483648))
    at=$((seed % size)) byte=
    byte=$(od -An -tu1 -j $at -N 1 whole.db)
    cp whole.db kept.db
    printf "\\$(printf %03o $((byte ^ 1 << seed / 65536 % 8)))" | dd of=kept.db bs=1 seek=$at conv=notrunc 2>/dev/null
    before=$(sum)
    lines round 'kami 3 7 10' 'Bo: lead' r9
    "$FUDA" --db "$store" table haratama Aki Bo Chie Dai <in >out 2>err && taken=$((taken + 1))
    [ "$before" = "$(sum)" ] || written=$((written + 1))
    "$FUDA" --db "$store" campaign check </dev/null >out 2>err
    [ "$before" = "$(sum)" ] || written=$((written + 1))
    rm -f kept.db-*
    tried=$((tried + 1))
done
same "of $tried stores with one bit altered, taken for whole" 0 $taken
same "of $tried stores with one bit altered, written to" 0 $written

# ---- what is left of it ----
cp whole.db "$store"
run 0 --db "$store" campaign rescue again.db
out "Everything was read, as it was written."
run 2 --db "$store" campaign rescue again.db
err "again.db is there already"
"$FUDA" --db whole.db export --format records >whole.txt
"$FUDA" --db again.db export --format records >again.txt
alike whole.txt again.txt
run 2 --db nothing.db campaign rescue other.db
same "a rescue from nothing" "" "$(ls other.db nothing.db 2>/dev/null)"
page=2
while [ $((page * 4096)) -lt "$size" ]; do
    cp whole.db kept.db
    printf 'altered' | dd of=kept.db bs=1 seek=$((page * 4096 + 1500)) conv=notrunc 2>/dev/null
    before=$(sum)
    rm -f rescued.db*
    "$FUDA" --db "$store" campaign rescue rescued.db >out 2>err
    status=$?
    [ "$before" = "$(sum)" ] || bad "rescue wrote to the damaged store (page $page)"
    if [ -e rescued.db ]; then
        "$FUDA" --db rescued.db export --format records >rescued.txt 2>/dev/null
        cmp -s whole.txt rescued.txt || [ $status -ne 0 ] || bad "page $page: less than everything was rescued without a word"
    else
        same "page $page: nothing was rescued" 2 $status
    fi
    if [ $((page % 8)) -eq 2 ]; then                # the same in JSON
        rm -f rescued.db*
        run $status --json --db "$store" campaign rescue rescued.db
        [ ! -e rescued.db ] || json '.pages > .pages_lost and (.not_whole | all(.lines >= 0 and (.gap or .doubtful)))'
    fi
    page=$((page + 2))
done
ok
rm -f rescued.db*
again
printf X | dd of=kept.db-wal bs=1 seek=$(($(stat -c %s kept.db-wal) - 100)) conv=notrunc 2>/dev/null
run 1 --db "$store" campaign rescue rescued.db
out "pages are cut off; their content is doubtful."
rm -f rescued.db*
cp kept.db-wal strange
cp whole.db kept.db
cp strange kept.db-wal
run 1 --db "$store" campaign rescue rescued.db
out "kept.db-wal is the log of another store"
no "missing of: 0"
"$FUDA" --db rescued.db export --format records >again.txt
alike whole.txt again.txt
finish
