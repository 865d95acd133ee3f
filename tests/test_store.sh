#!/bin/sh
# The store from outside: what it refuses is said in the reader's language, whole.
. tests/check.sh

# ---- what the store refuses, in Japanese -----------------------------------------------------

# refused WHAT WORDS…: status 2, and in what is said no English sentence, paths and names left aside.
refused() {
    what=$1
    shift
    run 2 --lang ja "$@"
    said=$(sed "s|$work/[a-z.]*||g; s|\`[^\`]*\`||g" err)
    if printf '%s\n' "$said" | grep -qE "[A-Za-z']+ [A-Za-z']+ [A-Za-z']+" || ! printf '%s\n' "$said" | grep -q 。; then
        bad "$what: English in “$said”"
    else
        ok
    fi
}

# header APPLICATION VERSION: the first page of a SQLite file.
header() {
    printf 'SQLite format 3\0\020\0\002\002\0\100\040\040'
    head -c 36 /dev/zero
    printf "\\0\\0\\0$2\\0\\0\\0\\0$1"
    head -c 4024 /dev/zero
}
echo "no store" >"$work/text"
: >"$work/empty"
header 'what' '\004' >"$work/other"
header 'fuda' '\011' >"$work/newer"
header 'fuda' '\004' | head -c 1000 >"$work/short"
mkdir "$work/folder"
for file in text empty other newer short folder; do
    refused "a file: $file" --db "$work/$file" history
done

head -c 50 "$work/newer" >"$work/start"
refused "the first bytes of a store" --db "$work/start" history
run 2 --db "$work/start" history
err "start is truncated"
ln -s "$work/nowhere" "$work/dangling"
refused "a link that leads nowhere" --db "$work/dangling" history
run 2 --db "$work/dangling" campaign new Friday
err "dangling is a link that leads nowhere"
same "nothing is made" "" "$(ls "$work" | grep nowhere)"

# A link to a store is the store, and what lies beside lies beside that.
mkdir "$work/real"
run 0 --db "$work/real/own.db" campaign new Friday
ln -s "$work/real/own.db" "$work/link.db"
run 0 --db "$work/link.db" campaign rename Friday Sunday
run 0 --db "$work/real/own.db" campaign list
out "Sunday"
same "what lies beside a link" "link.db" "$(cd "$work" && echo link.db*)"

# As somebody who may not: the reason, whatever the command. (root may everything.)
mkdir "$work/home"
if as_other "$other" --version >/dev/null 2>&1; then
    run 0 --db "$work/closed" campaign new Friday
    chmod 0000 "$work/closed"
    chmod 0555 "$work/home"
    ends 2 "a store that may not be read" as_other "$other" --db "$work/closed" history
    err "closed: Permission denied"
    ends 0 "no folder yet, and none can be made: nothing is on record" as_other env -u XDG_DATA_HOME HOME="$work/home" "$other" history
    ends 2 "a folder that cannot be made" as_other env -u XDG_DATA_HOME HOME="$work/home" "$other" campaign new Friday
    err "the file or its folder cannot be written"
    err "home/.local: Permission denied"
    lacks err "expected HOME"
    chmod 0755 "$work/home"
fi

db="$work/s.db"
"$FUDA" --db "$db" campaign new Friday >/dev/null
"$FUDA" --db "$db" campaign new Sunday >/dev/null
printf 'game haratama\ndate 2026-11-21\nplayers Aki Bo Chie Dai\nround\nrelics Aki=3 Bo=5 Chie=4 Dai=0\n' >"$work/night.fuda"
"$FUDA" --db "$db" add "$work/night.fuda" >/dev/null
refused "a campaign of no name" --db "$db" -c "" history
refused "no such campaign" --db "$db" -c Monday history
refused "a campaign's name that is taken" --db "$db" campaign new friday
refused "a name that is too long" --db "$db" campaign new "$(head -c 300 /dev/zero | tr '\0' a)"
refused "a control character" --db "$db" campaign new "$(printf 'a\tb')"
refused "no such player" --db "$db" player Emi rename Eri
run 2 --db "$db" player Akii
err "there is no player “Akii”; did you mean \`Aki\`?"
run 2 --db "$db" -c Fridy history
err "there is no campaign “Fridy”; did you mean \`Friday\`?"
refused "a player's name that is taken" --db "$db" player Aki rename Bo
refused "one player joined" --db "$db" player Aki join Aki

# ---- … and of a text that is imported --------------------------------------------------------

"$FUDA" --db "$db" campaign export "$work/whole" >/dev/null
for edit in 's/^#@ fuda ./#@ fuda 9/' 's/^#@ campaign .*/#@ campaign x/' 's/^#@ called/#@ colled/' \
    's/^#@ end/# end/' 's/^date .*/date 2026-13-01/' 's/^players .*/players Aki/' 's/^players .*/& Emi/' \
    's/^round #@.*/round/' 's/^round #@ \([^ ]*\) .*/round #@ \1 noon/' 's/^game .*/deal haratama/' \
    's/^relics/relict/' 's/^#@ campaign/#@ player/' 's/^\(#@ name [^ ]*\).*/\1/' 's/^players/house x/'; do
    sed "$edit" "$work/whole" >"$work/edited"
    refused "imported, edited by $edit" --db "$db" campaign import "$work/edited"
done

# ---- what only asks changes nothing ----------------------------------------------------------

# print FOLDER: every file in it, its bytes and its times.
print() { (cd "$1" && find . -type f -exec stat -c '%n %s %Y %a' {} + -exec sha256sum {} + | sort); }

# asks STATUS WORDS…: the store's folder stands as it stood.
asks() {
    want=$1
    shift
    print asked >before
    run "$want" --db "$work/asked/s.db" "$@"
    print asked >after
    same "fuda $*: the store is written" "" "$(diff before after)"
}
ask_all() {
    asks 0 history
    asks 0 history --unfinished
    asks 0 history --json
    asks 0 show 1
    asks 0 show 1 --edits
    asks 0 standings
    asks 0 standings haratama
    asks 0 player Aki
    asks 0 campaign list
    asks 0 campaign show
    asks 0 campaign house
    asks 0 campaign export
}

mkdir "$work/asked"
cp "$db" "$work/asked/s.db"
ask_all
# a record put back has a result only once it is worked out again
"$FUDA" --db "$db" standings >"$work/fresh"
id=$("$FUDA" --db "$db" history --json | jq -r '.history[0].id')
"$FUDA" --db "$db" campaign withdraw 1 >/dev/null
"$FUDA" --db "$db" campaign restore "$id" >/dev/null
cp "$db" "$work/asked/s.db"
ask_all
asks 0 standings
alike fresh out
chmod 0444 "$work/asked/s.db"
chmod 0555 "$work/asked"
ask_all
chmod 0755 "$work/asked"

# no file, none is made
rm -f "$work/asked/s.db"
asks 0 history
asks 0 standings
asks 0 campaign list
asks 2 show 1
asks 2 player Aki

# ---- changes that are lost -------------------------------------------------------------------

cp "$db" "$work/older"
"$FUDA" --db "$db" campaign new Monday >/dev/null
cp "$work/older" "$work/lost.db"
cp "$db-hold" "$work/lost.db-hold"
run 1 --db "$work/lost.db" campaign check
err "changes that were kept and are not there any more"
no "sound"

# ---- no file may grow, no room on the disk ----------------------------------------------------

cp "$db" "$work/limit.db"
{ for i in $(seq 1 2000); do echo "note \"line $i of very many, until the file may grow no more\""; done; } >"$work/in"
ends 2 "a limit on the size of files" sh -c 'ulimit -f 64; exec "$0" "$@"' "$FUDA" --db "$work/limit.db" table haratama Aki Bo Chie
err "the disk is full"
run 0 --db "$work/limit.db" campaign check
said=$(sh -c 'ulimit -f 0; "$0" judge --json "$1" >"$1.json"; echo "$?"' "$FUDA" "$work/night.fuda" 2>&1)
case $said in *"cannot write the answer: File too large"*2) ok ;; *) bad "an answer that may not grow: $said" ;; esac

mkdir "$work/full"
if [ "$(id -u)" -eq 0 ] && mount -t tmpfs -o size=512k none "$work/full" 2>/dev/null; then
    "$FUDA" --db "$work/full/s.db" add "$top/tests/night.fuda" >/dev/null
    "$FUDA" --db "$work/full/s.db" history >"$work/fresh"
    head -c 1000000 /dev/zero >"$work/full/rest" 2>/dev/null
    run 0 --db "$work/full/s.db" history
    alike "$work/fresh" "$work/out"
    run 0 --db "$work/full/s.db" show 1
    # … with the log of a process that died
    rm "$work/full/rest"
    mkfifo "$work/typed"
    "$FUDA" --db "$work/full/s.db" table haratama Aki Bo Chie Dai <"$work/typed" >"$work/table.out" 2>&1 &
    table=$!
    exec 9>"$work/typed"
    echo "note kept" >&9
    for i in $(seq 1 100); do "$FUDA" --db "$work/full/s.db" history | grep -q "not finished" && break; sleep 0.1; done
    kill -9 $table
    wait $table 2>/dev/null
    exec 9>&-
    rm -f "$work/full/s.db-shm"
    check "there is a log" test -s "$work/full/s.db-wal"
    head -c 1000000 /dev/zero >"$work/full/rest" 2>/dev/null
    run 0 --db "$work/full/s.db" history
    out "not finished"
    run 0 --db "$work/full/s.db" show 1
    umount "$work/full"
else
    echo "skipped: reading on a full disk (needs root and tmpfs)"
fi

# ---- a page of zeros -------------------------------------------------------------------------

# Whichever page it is: who would write to the store refuses, keeps nothing, and leaves every byte as it was.
pages=$(($(stat -c %s "$db") / 4096))
number=1
while [ "$number" -lt "$pages" ]; do
    cp "$db" "$work/zeros.db"
    rm -f "$work"/zeros.db-*
    dd if=/dev/zero of="$work/zeros.db" bs=4096 seek="$number" count=1 conv=notrunc 2>/dev/null
    cp "$work/zeros.db" "$work/zeros.was"
    case $((number % 3)) in
    0) echo round | ends 2 "page $((number + 1)) of zeros: table" "$FUDA" --db "$work/zeros.db" table haratama Aki Bo Chie Dai ;;
    1) ends 2 "page $((number + 1)) of zeros: add" "$FUDA" --db "$work/zeros.db" add "$work/night.fuda" ;;
    *) ends 2 "page $((number + 1)) of zeros: house" "$FUDA" --db "$work/zeros.db" campaign house haratama/tie=tied ;;
    esac
    err "page $((number + 1)) is not as it was written"
    err "left as it is"
    alike "$work/zeros.db" "$work/zeros.was"
    number=$((number + 1))
done

finish
