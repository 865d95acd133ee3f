#!/bin/sh
# Tezumashi in the terminal: the board with its targets, the prompt, what is missing, and that no card of
# a complete trick is shown while a deal is played.
. tests/check.sh

cat >"$work/deal" <<'END'

table 7 0=5 1=3 2=1 3=0 4+=-2
table 1 0=0 1=1 2=2 3=3 4=4
table 2 0=4 3=1
table 4 0=0 1=1
ability donba "呑馬術" add=2 uses=3
minuscard u card=-1
deal
Aki: start
Aki: choose 7 u donba
Bo: choose 1 b loose
Chie: choose 2 w sand
Dai: choose 4 r crown
END

# ---- the board -------------------------------------------------------------------------------

{ cat "$work/deal"; echo 'b7 b8 b2 b3'; echo 'Aki: use donba'; echo 'u6 u9'; echo board; } |
    "$FUDA" --db "$work/a.db" table tezumashi Aki Bo Chie Dai >"$work/board" 2>&1
has "$work/board" "Trick 1 is Bo's: 1 now."
has "$work/board" "Trick 1 is Aki's after all: 1 now."
has "$work/board" "deal 1 · trick 2"
has "$work/board" "  on the table: Aki u6, Bo u9"
for card in b8 b2 b3; do lacks "$work/board" "$card"; done

tr -s ' ' <"$work/board" >"$work/squeezed"
for line in "tricks 1 0 0 0" "pays 3 0 4 0" "with 0 0 4 0" "with 3 0 3 1 ?" "with 12 -2" "uses left 2 – – –"; do
    has "$work/squeezed" " $line"
done

# a number that can be reached has its line, also where the pack does not say what it pays
{ cat "$work/deal"; for _ in 1 2 3 4 5 6 7; do echo 'Bo: trick'; done
  for _ in 1 2 3 4; do echo 'Aki: trick'; done; echo board; } |
    "$FUDA" --db "$work/r.db" table tezumashi Aki Bo Chie Dai 2>&1 | tr -s ' ' >"$work/reach"
for line in "with 0 4 0" "with 1 ? 1" "with 4 -2" "with 5 -2" "with 7 ?" "with 8 ?"; do
    if grep -qxF -e " $line" "$work/reach"; then ok; else bad "the board does not say “$line”"; fi
done
for line in "with 2" "with 3" "with 6" "with 9"; do lacks "$work/reach" "$line"; done

# ---- the prompt, on a terminal ---------------------------------------------------------------

# what no deck lists is asked about
{ sed '/^Bo: choose/,$s/$/ !/' "$work/deal"; echo 'b7 b8 b2 b3'; echo quit; } >"$work/typed"
if command -v script >/dev/null; then
    (sleep 0.3; while IFS= read -r line; do printf '%s\n' "$line"; sleep 0.05; done <"$work/typed") |
        TERM=dumb script -qfec "$FUDA --db $work/b.db table tezumashi Aki Bo Chie Dai" /dev/null >"$work/screen" 2>&1
    has "$work/screen" "D1 T2 (0 1 0 0) 1 pays 1"
fi

# ---- what is missing -------------------------------------------------------------------------

{ cat "$work/deal"; echo 'tricks Aki=3 Bo=5 Dai=4'; echo 'minus Aki=-2'; } |
    "$FUDA" --db "$work/c.db" table tezumashi Aki Bo Chie Dai >"$work/missing" 2>&1
has "$work/missing" "Deal 1 is over; it is kept as tricks only."
has "$work/missing" "Table 1 has no points yet for these numbers of tricks: 5."
has "$work/missing" "Table 4 has no points yet for these numbers of tricks: 4."
has "$work/missing" "Aki's minus card is counted at the table"
has "$work/missing" "Chie's minus card is counted at the table"

{ printf 'game tezumashi\nplayers Aki Bo Chie Dai'; cat "$work/deal"; echo 'tricks Aki=3 Bo=5 Dai=4'; } >"$work/open.fuda"
"$FUDA" score "$work/open.fuda" >"$work/score" 2>&1
has "$work/score" "tricks only"
has "$work/score" "Table 1 has no points yet for these numbers of tricks: 5."
has "$work/score" "Aki's minus card is counted at the table"
"$FUDA" score --lang ja "$work/open.fuda" >"$work/score.ja" 2>&1
has "$work/score.ja" "得点表1には、次のトリック数の点がありません：5。"

# … and once it is entered, the same record has its points
sed 's/4=4$/4=4 5=5/; s/^table 4 .*/table 4 0=0 4=6/' "$work/open.fuda" >"$work/whole.fuda"
"$FUDA" score "$work/whole.fuda" >"$work/whole" 2>&1
has "$work/whole" "       1      0 (3)    5 (5)    4 (0)    6 (4)"

# ---- kept as tricks only: neither a place nor 0 points, until the pack is completed ----------

cat >"$work/ours.fuda" <<'END'
pack tezumashi "ours"
table 7 0=5 1=3 2=1 3=0 4+=-2
table 1 0=0 1=1 2=2 3=3
table 2 0=4 1=2 2=0 3=2 4=4
minuscard u card=-1
END
deals() {
    for deal in 1 2 3; do
        printf 'deal\nAki: choose 7 u\nBo: choose 1 b\nChie: choose %s w\n' "$1"
        printf 'tricks Aki=3 Bo=%s Chie=%s\nminus Aki=-%s\n' "$2" "$3" "$deal"
    done
}
at() { "$FUDA" --db "$work/k.db" "$@"; }
"$FUDA" pack add "$work/ours.fuda" >/dev/null 2>&1
{ echo 'pack ours'; deals 2 5 4; } | at table tezumashi Aki Bo Chie >/dev/null 2>&1
at history >"$work/history" 2>&1
has "$work/history" "tezumashi  Aki, Bo, Chie  – tricks only"
at player Aki >"$work/player" 2>&1
has "$work/player" "tezumashi  Aki, Bo, Chie  – tricks only"
at --lang ja history >"$work/history.ja" 2>&1
has "$work/history.ja" "Aki, Bo, Chie  – トリック数のみ"
at standings | tr -s ' ' >"$work/standings"
for name in Aki Bo Chie; do has "$work/standings" "$name 1 0 – 0 0 0 0 0 % (1 unplaced)"; done
at show 1 >"$work/shown.fuda"
"$FUDA" score "$work/shown.fuda" >"$work/unscored" 2>&1
has "$work/unscored" "The game is over; its points cannot be counted yet, and nobody has won."
lacks "$work/unscored" "Winner"
if command -v jq >/dev/null; then
    at --json history | jq -c '.history[0].seats | map([.place, .points, .won])' >"$work/json"
    has "$work/json" '[[null,null,false],[null,null,false],[null,null,false]]'
    at --json standings | jq -c '.standings | map([.games, .places])' >"$work/json"
    has "$work/json" '[[1,[]],[1,[]],[1,[]]]'
fi
at campaign check >"$work/check" 2>&1 && ok || bad "campaign check"

sed 's/^table 1 .*/table 1 0=0 1=1 2=2 3=3 5=6/' "$work/ours.fuda" >"$work/grown"
mv "$work/grown" "$work/ours.fuda"
"$FUDA" pack add --replace "$work/ours.fuda" >/dev/null 2>&1
at history >"$work/history" 2>&1
# Aki 3 × 0 and -1 -2 -3; Bo 3 × 6; Chie 3 × 4
has "$work/history" "Aki 3 (-6), Bo 1 (18), Chie 2 (12)"
at standings | tr -s ' ' >"$work/standings"
has "$work/standings" "Bo 1 1 1.00 1 0 0"
lacks "$work/standings" "unplaced"
at campaign check >"$work/check" 2>&1 && ok || bad "campaign check"


# ---- past tricks lie face down: what is told of them names no card until the deal is over ----

cat >"$work/down" <<'END'
deal
Aki: start
b5 b6 u1 b7
w4 w1 w2 w3
END
{ cat "$work/down"; printf 'Dai: r1\nr2 r3 bt\nwhy\nboard\ntricks Aki=6 Bo=1 Chie=3 Dai=2\nwhy\n'; } |
    "$FUDA" --db "$work/e.db" table tezumashi Aki Bo Chie Dai >"$work/all" 2>&1
tr -d '\n' <"$work/all" | sed 's/  */ /g' >"$work/flat"
sed 's/Deal 1 is over.*//' "$work/flat" >"$work/before"
sed 's/.*Deal 1 is over//' "$work/flat" >"$work/after"
has "$work/before" "Chie broke this rule in a trick that lies face down"
has "$work/before" "The line: –"
for card in b5 b6 u1 b7 butterfly; do lacks "$work/before" "$card"; done
has "$work/after" "Chie played u1 and still held bt. Proved by line"
has "$work/after" ": b5 b6 u1 b7"
# who takes lines back sees them
printf 'deal\nAki: start\nb5 b6 b7 b8\nDai: w1\nundo\nundo\nredo\n' |
    "$FUDA" --db "$work/u.db" table tezumashi Aki Bo Chie Dai >"$work/undo" 2>&1
has "$work/undo" "Taken back: b5 b6 b7 b8"
has "$work/undo" "Back again: b5 b6 b7 b8"

# ---- what the table is asked, and what settles it; precedents over two evenings ---------------

evening() {
    [ "$1" = second ] || printf 'table 1 4=4\ntable 2 4=4\ntable 3 4=0\ntable 4 0=0\n'
    for deal in 1 2 3 4; do
        printf 'deal\nAki: start\nAki: choose 1 b x\nBo: choose 2 u y\nChie: choose 3 w z\nDai: choose 4 r v\n'
        [ $deal -ne 2 ] || printf 'bt bt bt u1\n%s\nw1 w2 w3 w4\nundo\nundo\nundo\n' "$2"
        printf 'tricks Aki=4 Bo=4 Chie=4\n'
    done
}
at campaign new Precedents >/dev/null
XDG_DATA_HOME=$work/bare          # without the pack from above
{ evening first 'note "nobody minds"'; echo 'house tie=Dai'; echo 'house tie=Bo'; } |
    at table tezumashi Aki Bo Chie Dai >"$work/first" 2>&1
tr -d '\n' <"$work/first" | sed 's/  */ /g' >"$work/flat"
has "$work/flat" 'Or say `house tie=ask|NAME`.'
has "$work/first" "The campaign keeps this answer from today on: tezumashi/tie=ask"
has "$work/first" "Winner: Bo"
lacks "$work/first" "Winner: Dai"
at campaign house no-such=1 >/dev/null 2>&1 && bad "a key without a game" || ok
at campaign house tezumashi/no-winner=ask tezumashi/starter=ask >/dev/null
at campaign house >"$work/house" 2>&1
has "$work/house" "tezumashi/tie=ask"
{ evening second 'Chie: trick'; echo 'house tie=Aki'; } |
    at table tezumashi Aki Bo Chie Dai >"$work/second" 2>&1
tr -d '\n' <"$work/second" | sed 's/  */ /g' >"$work/flat"
for deal in 2 3 4; do has "$work/flat" "Who starts deal $deal? \`NAME: start\` says it."; done
has "$work/flat" 'Nobody won the trick; `NAME: trick` says who takes it.'
has "$work/flat" "Trick 1 is Chie's after all: 1 now."
has "$work/flat" 'Several have the most points; `house tie=NAME` says which of them has won.'
lacks "$work/flat" "Or say \`house tie"
has "$work/second" "Winner: Aki"
at history >"$work/history" 2>&1
has "$work/history" "Aki 2 (16), Bo 1 (16), Chie 3 (0), Dai 3 (0)"
has "$work/history" "Aki 1 (16), Bo 2 (16), Chie 3 (0), Dai 3 (0)"

# ---- the owner's only pack is taken unasked; what it gets later counts at once ---------------

XDG_DATA_HOME=$work/data
at campaign new Sole >/dev/null
printf 'deal\nAki: choose 7\nBo: choose 1\nChie: choose 2\ntricks Aki=3 Bo=3 Chie=6\n' |
    at table tezumashi Aki Bo Chie >"$work/sole" 2>&1
has "$work/sole" "Table 2 has no points yet for these numbers of tricks: 6."
lacks "$work/sole" "is not in the pack"
sed 's/^table 2 .*/table 2 0=4 1=2 2=0 3=2 4=4 6=9/' "$work/ours.fuda" >"$work/grown"
mv "$work/grown" "$work/ours.fuda"
"$FUDA" pack add --replace "$work/ours.fuda" >/dev/null 2>&1
at show 1 | "$FUDA" score >"$work/sole" 2>&1
has "$work/sole" "       1      0 (3)    3 (3)    9 (6)"
echo board | at table >"$work/sole" 2>&1
has "$work/sole" "deal 1 is over"
lacks "$work/sole" "?"
sed 's/"ours"/"other"/' "$work/ours.fuda" >"$work/other.fuda"
"$FUDA" pack add "$work/other.fuda" >/dev/null 2>&1
at campaign new Several >/dev/null
printf 'deal\nAki: choose 7\ntricks Aki=12\n' | at table tezumashi Aki Bo Chie >"$work/several" 2>&1
has "$work/several" "Table 7 is not in the pack."

if awk '{ if (length($0) > 80) exit 1 }' "$work/board" "$work/score" "$work/missing"; then ok; else bad "a line is wider than 80 columns"; fi

# what the deck lacks may be told in the middle of the game, and is asked for where a deal needs it; a choice is none
fresh
lines deal 'Aki: start' 'table 7 u zzz' 'tricks 4 5 3' 'minus 0 0 0' '5 3 1 0 -2' 'table 1 0=1 1+=2'
run 0 table tezumashi Aki Bo Chie
out "Entered as if it had come first: table 7 0=5 1=3 2=1 3=0 4+=-2"
out "Entered as if it had come first: table 1 0=1 1+=2"
"$FUDA" show 1 >"$work/shown"
has "$work/shown" "table 1 0=1 1+=2; table 7 0=5 1=3 2=1 3=0 4+=-2; deal"
has "$work/shown" "Aki: choose table 7 u zzz"

# a slip is not taken for an ability in silence
fresh
lines deal 'Aki: start' 'Aki: choose 7 u zzz' 'Bo: choose 1'
run 0 table tezumashi Aki Bo Chie
err "zzz: an ability that no deck lists"

finish
