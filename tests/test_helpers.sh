#!/bin/sh
# Programs beside fuda that break off, in the middle of an answer too, answer nonsense, or nothing: that is told in
# words, at once, and nothing is kept of it. HANG=1 has them hang, too: that takes minutes.
. tests/check.sh
mkdir -p prog/bin
cp "$FUDA" prog/bin/fuda || exit 1
ln -s "$(dirname "$FUDA")/../share" prog/share
fuda=$work/prog/bin/fuda
night=$top/tests/night.fuda

stand_in() { # NAME SHELL-TEXT: what is started instead
    rm -f "prog/bin/$1"
    printf '#!/bin/sh\n%s\n' "$2" >"prog/bin/$1"
    chmod +x "prog/bin/$1"
}
told() { # NAME WORD…: of fuda, which fails with a message and leaves no file
    name=$1
    shift
    ends 2 "$name: fuda $*" timeout 20 "$fuda" --db "$work/season.db" "$@"
    check "$name: fuda $*: a message" test -s err
    check "$name: fuda $*: no output file" test ! -e made
    same "$name: fuda $*: leftovers" "" "$(ls | grep '^made' || true)"
}

"$fuda" --db season.db add "$night" >/dev/null
"$fuda" --db season.db campaign remote add stick stick >/dev/null
"$fuda" --db season.db share add family https://discord.com/api/webhooks/1/x >/dev/null
: >picture.png
"$fuda" --db season.db campaign export before >/dev/null

for way in 'exit 0' 'exit 3' 'kill -9 $$' 'kill -SEGV $$' 'echo nonsense' 'printf "answer 200 0 99 x\nshort"' 'printf "ready\tok"; kill -9 $$' \
    'head -c 100000 /dev/zero' 'read line; printf "card\t"; kill -9 $$' 'exec 0<&- 1>&-; sleep 1'; do
    for helper in fuda-scan fuda-sync fuda-net fuda-labels fuda-chart fuda-code fuda-serve; do stand_in "$helper" "$way"; done
    told "scan: $way" scan picture.png
    told "sync: $way" campaign sync
    told "net: $way" pack get https://localhost/deck.fuda
    told "net: $way" share 1 --to family
    ends '0|2' "chart: $way" timeout 20 "$fuda" --db season.db share 1 --to family --dry-run
    check "chart: $way: it is said" test -s err
    ends 0 "no store is harmed: $way" "$fuda" --db season.db campaign check
    "$fuda" --db season.db campaign export - >after
    alike before after
done
for way in 'kill -9 $$' 'kill -SEGV $$' 'exit 77'; do
    stand_in fuda-labels "$way"
    stand_in fuda-code "$way"
    told "labels: $way" labels haratama -o made
    err "broke off"
    told "code: $way" export 1 --bgstats -o made
done
rm prog/bin/fuda-*
# … and what a build left out is named, with the command that brings it.
lacks_it() { # NAME WORD…: of fuda, which names it and the remedy
    lacking=$1
    shift
    told "none" "$@"
    err "$lacking was not found beside"
    err "make packages"
    told "none" --lang ja "$@"
    err "$lacking が"
    err "make packages"
}
lacks_it fuda-labels labels haratama -o made
lacks_it fuda-sync campaign sync
lacks_it fuda-scan scan picture.png
lacks_it fuda-net pack get https://localhost/deck.fuda
lacks_it fuda-net share 1 --to family
lacks_it fuda-code export 1 --bgstats -o made
ends 0 "none: a chart" "$fuda" --db season.db share 1 --to family --dry-run
err "fuda-chart was not found beside"

# ---- what is drawn says of itself which game it was, when, and whose ----
stand_in fuda-chart "cat >'$work/list'"
ends '0|2' "a chart's title" "$fuda" --db season.db share 1 --to family --dry-run
check "the picture carries game, day and winner" grep -q "^title 8 Haratama · 20[0-9-]* · Won by [A-Z]" list

if [ -n "${HANG:-}" ]; then
    for helper in fuda-scan fuda-sync fuda-net fuda-chart; do stand_in "$helper" 'exec sleep 1000'; done
    ends 2 "sync hangs" timeout 300 "$fuda" --db season.db campaign sync
    ends 2 "net hangs" timeout 300 "$fuda" --db season.db pack get https://localhost/deck.fuda
    ends 2 "scan hangs" timeout 300 "$fuda" scan picture.png
    ends 0 "chart hangs" timeout 300 "$fuda" --db season.db share 1 --to family --dry-run
fi
finish
