#!/bin/sh
# A store that is damaged, replaced, or not what it seems is recognised before anything is written to it.
. tests/check.sh
store=$work/kept.db
sum() { cksum <"$store"; }
night=$top/tests/night.fuda

# ---- what lies beside it is the store's own ----
for ending in wal shm hold; do
    rm -f kept.db*
    run 0 --db "$store" add "$night"
    mkfifo "$store-$ending"
    ends 2 "a pipe as -$ending" timeout 20 "$FUDA" --db "$store" history
    err "kept.db-$ending is no ordinary file"
    rm "$store-$ending"
    ln -s nowhere "$store-$ending"
    ends 2 "a link as -$ending" timeout 20 "$FUDA" --db "$store" add "$night"
    err "kept.db-$ending is no ordinary file"
    rm "$store-$ending"
done

# ---- removed, or replaced, under a table ----
rm -f kept.db*
mkfifo typed
"$FUDA" --db "$store" table haratama Aki Bo Chie Dai <typed >out 2>err &
table=$!
exec 7>typed
printf 'round\nkami 3 7 10\n' >&7
tries=0
while ! grep -q . out && [ $tries -lt 100 ]; do sleep 0.05; tries=$((tries + 1)); done
run 0 --db "$store" history
mv "$store" gone.db
printf 'Bo: lead\n' >&7
exec 7>&-
wait $table
same "a table whose store is gone" 2 $?
err "was removed or replaced while it was in use"

# ---- one bit altered, anywhere ----
rm -f kept.db*
run 0 --db "$store" add "$night"
cp kept.db whole.db
size=$(stat -c %s whole.db)
seed=${SEED:-1} tried=0 written=0 taken=0
while [ $tried -lt "${TIMES:-40}" ]; do
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
    page=$((page + 2))
done
ok
finish
