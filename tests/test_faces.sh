#!/bin/sh
# Cards without stickers: `fuda pack enrol`, and what `fuda scan` then reads of pictures.
. tests/check.sh
sheet=$work/data/fuda/packs/haratama.faces.png
"$BUILD/tests/test_scan_face" draw "$work" 3 >truth
note $? "three decks are drawn"

# ---- enrol: laid out in rows, named row by row, and gone on with -----------------------------
run 2 pack enrol
err "fuda pack enrol GAME"
run 2 pack enrol chess rows1.png
err "is not a game that fuda knows"
run 2 pack enrol haratama nowhere.png
err "nowhere.png"
run 2 pack enrol haratama
err "no face was found"
printf 'no picture' >broken.png
run 2 pack enrol haratama broken.png
err "broken.png: cannot read"
: >empty.png
run 2 pack enrol haratama empty.png
err "empty.png: cannot read: the file is empty"
[ ! -e "$sheet" ] || [ "$(wc -c <"$sheet")" -lt 1000 ]
note $? "nothing is kept of what cannot be read"
lines 'r1-r6' 'r7 8x' 'r7-r11' 'r7-r12'
run 1 pack enrol haratama rows1.png
out "rows1.png: faces added: 24; named by their stickers: 0."
out "until these cards have one too (40): r13 b1"
out "$sheet"
err "“8x” is not a card of Haratama"
err "these are 5"
same "its mode" 600 "$(stat -c %a "$sheet")"
check "a picture" cmp -s -n 8 "$sheet" rows1.png
# not used before every card is there
run 1 scan --game haratama table1.png
err "r13 is missing first, 40 in all"
err "no card was found"
lacks out "by its face"
# without a picture it goes on where it was; a line of JSON says how far
lines 'r13 b1-b5' 'b6-b11'
run 1 --json pack enrol haratama
out '"unnamed":0'
out '"missing":["b12","b13","p1"'
lines 'b12 b13 p1-p4' 'p5-p10' 'p11 p12 p13 g1 g2 g3' 'g4-g9' 'g10-g12 ? - -' '- - - - - -' '- - - - - -' '- - - - - -' quit
run 1 pack enrol haratama rows2.png rows3.png
out "too (1): g13"
lines g13
run 0 --lang ja pack enrol haratama
out "絵柄がそろいました"

# ---- scan: what lies there is told, by its face ----------------------------------------------
# what the N-th card of a drawn deck was called above
name() { # DECK CARD
    n=$((($1 - 1) * 24 + $2))
    echo "$(echo r b p g | cut -d' ' -f$((n / 13 + 1)))$((n % 13 + 1))"
}
run 0 --json scan --game haratama table1.png table2.png
while read -r deck card _; do
    [ "$deck" -lt 3 ] && out "\"card\":\"$(name "$deck" "$card")\",\"game\":\"haratama\""
done <<EOF
$(grep '^[12] ' truth)
EOF
same "by faces" 16 "$(grep -o '"by":"face"' out | wc -l)"
run 0 scan table1.png
out "by its face"
# cards of another deck are none of ours, though four of them are kept
run 0\|1 scan --game haratama table3.png
known=$(grep -c 'by its face' out)
for card in 0 1 2 3; do
    grep -q "^3 $card " truth && known=$((known - 1))
done
same "of another deck" 0 "$known"

# ---- a camera: the same pictures, asked for again and again ------------------------------------
python3 -u -m http.server 0 --bind 127.0.0.1 >port 2>/dev/null &
server=$!
trap 'kill "$server" 2>/dev/null; clean_up' EXIT
for _ in $(seq 100); do grep -q "port [0-9]" port && break; sleep 0.1; done
address=http://127.0.0.1:$(sed -n 's/.* port \([0-9]*\).*/\1/p' port)
expected=$(while read -r deck card _; do [ "$deck" = 1 ] && name 1 "$card"; done <truth | paste -sd ,)
run 0 --json scan --game haratama --expect "$expected" "$address/table1.png"
same "by faces, before a camera" 8 "$(grep -c '"by":"face"' out)"
lines "round; kami 3 7 10" "Bo: show @" "Aki: lead" watch
run 0\|2 table --camera "$address/table1.png" haratama Aki Bo Chie Dai
out "note face; Bo: show "
out "Lies there already, and is not entered: "
kill "$server"

# ---- merged: the picture of the faces is a photograph, too ------------------------------------
cp "$sheet" theirs.png
run 0 pack enrol --replace haratama theirs.png
out "faces added: 52; named by their stickers: 52"
run 0 pack enrol haratama theirs.png
out "Every card has its face"
run 0 --json pack enrol haratama
out '"faces":52'

# ---- kept with the campaign, exported and merged like its decks ------------------------------
rows() { "$FUDA" campaign export | grep -c '^#@ row face '; }
reads() { # NAME OPTION…: the first picture by faces
    name=$1
    shift
    run 0 --json "$@" scan --game haratama table1.png
    same "$name" 8 "$(grep -o '"by":"face"' out | wc -l)"
}
# each once, however often it is gone on with; --replace: those from before count no more
kept=$(rows)
run 0 pack enrol haratama
check "the campaign has them" [ "$kept" -ge 104 ]
same "none is kept twice" "$kept" "$(rows)"
"$FUDA" campaign export >night.fuda
lacks night.fuda "$sheet"
check "an export has no photograph" [ "$(wc -c <night.fuda)" -lt $((kept * 65536)) ]
longest=$(wc -L <night.fuda)
check "a row is one that every store takes" [ "$longest" -lt 65536 ]
# whoever merges it reads faces at once, and whoever is before a camera; no sheet is needed
new() { export XDG_DATA_HOME="$work/$1" && mkdir -p "$1"; }
new theirs
run 0 campaign import night.fuda
reads "of a campaign that was merged"
check "no sheet was made" [ ! -e theirs/fuda/packs ]
run 0 pack enrol haratama
out "The campaign keeps the faces that have a name, too (52): they are in its export. The photographs"
same "going on adds none" "$kept" "$(rows)"
check "a sheet to look at" [ -s theirs/fuda/packs/haratama.faces.png ]
# two people with half of the deck each, in one campaign: both have all of it
half() { # NAME ROWS-PICTURE ANSWER…
    new "$1"
    picture=$2
    shift 2
    run 0 campaign import empty.fuda
    run 0 campaign use ours
    lines "$@"
    run 1 pack enrol haratama "$picture"
}
new empty
run 0 campaign new ours
run 0 campaign use ours
"$FUDA" campaign export >empty.fuda
half aki rows1.png 'r1-r6' 'r7-r12' 'r13 b1-b5' 'b6-b11'
same "Aki's" 24 "$(rows)"
half bo rows2.png 'b12 b13 p1-p4' 'p5-p10' 'p11 p12 p13 g1 g2 g3' 'g4-g9'
lines 'g10-g13 - -' '- - - - - -' '- - - - - -' '- - - - - -'
run 1 pack enrol haratama rows3.png
same "Bo's" 28 "$(rows)"
"$FUDA" campaign export >bo.fuda
new aki
run 1 scan --game haratama table1.png
run 0 campaign import bo.fuda
reads "of two halves"
reads "… by its name" -c ours
# over a folder that is shared: who sends is told so, and who joins reads at once
mkdir stick
run 0 campaign remote add stick "$work/stick"
run 0 campaign create --on stick
out "The faces of decks that the campaign keeps go along: 52. The photographs stay where they are."
run 0 pack enrol haratama
out "and go along to stick with its next"
new joins
run 0 campaign remote add stick "$work/stick"
run 0 campaign sync stick
run 0 campaign use ours
reads "of a campaign that was joined"
# the later photograph of a card counts: one that shows another card is asked for, or not read
before=$(rows)
lines '? ? ? ? ? ?' '? ? ? ? ? ?' '? ? ? ? ? ?' '? ? ? ? ? r1'
run 0 pack enrol haratama rows2.png
same "one more" $((before + 1)) "$(rows)"
"$FUDA" campaign export >later.fuda
new aki
run 0 campaign import later.fuda
run 0 --json pack enrol haratama
out '"alike":[["r1","g9"]]'
# what others sent is not believed: what is no picture is none, and nothing else is read less
sed 's/^\(#@ row face [^ ]* - "F.HT.G13\t\).*"$/\1AAAA"/; s/^\(#@ row face [^ ]* - "\)F.HT.G12\t/\1F\/HT\/TOOLONGACODE\t/' later.fuda >bent.fuda
new bent
run 0 campaign import bent.fuda
run 1 --json pack enrol haratama
out '"missing":["g12","g13"]'
# a sheet that is damaged is told; those of the campaign are read all the same
new data
printf 'x' >"$sheet"
run 2 pack enrol haratama
err "the kept faces are damaged"
reads "beside a damaged sheet"
finish
