#!/bin/sh
# NeedFire at the table and in disputes: the prompt's news, board and what-if, in both languages and
# 80 columns.
. tests/check.sh
go() { run "$@"; narrow out err; }
row() { check "no line “$1” on standard output" grep -qxF -- "$1" out; }

# ---- a dispute: judge and score say why ------------------------------------------------------
fresh
cat >dispute.fuda <<'END'
game needfire
players Aki Bo Chie
Aki: row h1+f15 h14
Bo: row h5+f18+f19 h13
Aki: ignite f14
END
for word in judge score; do
    go 0 $word dispute.fuda
    row "     1  Aki lights f14 (w1)"
    row "        Aki     h1      2   power cards f15, beside h14"
    row "        Bo      h5      2   power cards f18 f19"
    row "        Bo      h13     0"
    row "        No single strongest; all are wounded: h1 h5 h13."
    go 0 --lang ja $word dispute.fuda
    row "     1  Akiが炎14を点火 (白1)"
    row "        Aki     人1     2   パワーカード 炎15、隣 人14"
    row "        パワー最大が並び、すべて負傷：人1 人5 人13。"
done
go 0 judge -q dispute.fuda
no "lights"
"$FUDA" judge --json dispute.fuda | jq -c '.games[0].ignitions' >judged
"$FUDA" score --json dispute.fuda | jq -c '.games[0].ignitions' >scored
cmp -s judged scored && [ "$(jq -c '.[0].wounded' judged)" = '["h1","h5","h13"]' ]
note $? "judge and score tell the same ignition"
"$FUDA" judge -q --json dispute.fuda | jq -e '.games[0] | has("ignitions") | not' >/dev/null
note $? "judge -q tells findings alone"

# A whole game: score lists the ignitions, judge the findings alone.
for game in 3-discards 4-no-hands; do
    file=$top/tests/cases/needfire/whole-game-$game.fuda
    "$FUDA" judge "$file" | grep -q lights
    [ $? -eq 1 ]
    note $? "judge is brief about a whole game"
    "$FUDA" judge --json "$file" | jq -e '.games[0] | has("ignitions") | not' >/dev/null
    note $? "so is its JSON"
done

# ---- a whole game at the table: the news say what the score says -----------------------------
for game in 3-discards 3-no-hands 4-discards 4-no-hands; do
    file=$top/tests/cases/needfire/whole-game-$game.fuda
    fresh
    grep -v '^#\|^game\|^players' "$file" >in
    go 0 table needfire $(sed -n 's/^players //p' "$file")
    grep -F ' lights ' out | sed 's/ (.*//' >told
    "$FUDA" score "$file" | sed -n 's/^ *[0-9]*  \([A-Z][a-z]* lights [hf][0-9]*\) .*/\1/p' >scored
    cmp -s told scored
    note $? "$game: every ignition is told"
    sed -n '/^  NeedFire$/,$ s/^ *[0-9]  \([A-Z][a-z]*\)  *\([0-9]*\)  *\([0-9]*\).*/\1 \2 \3/p' out >told
    "$FUDA" score --json "$file" | jq -r '.games[0].standing[] | "\(.seat) \(.battle) \(.discards)"' >scored
    cmp -s told scored
    note $? "$game: everybody's place is told"
    [ "$(grep -c 'fights with' out)" -eq \
        "$("$FUDA" score --json "$file" | jq '[.games[0].ignitions[].fighters | length] | add')" ]
    note $? "$game: every fighter is told"
    row "Two cards are left in the middle: with this turn the placement part ends."
done

# ---- one line, several statements: each has its news -----------------------------------------
fresh
lines 'house recount=no; Aki: row h1 h14; Bo: row h5+f18 h13; Chie: row h20' \
    'Aki: hand f14; Bo: hand f1 f2; Chie: hand; turn Aki; battle' \
    'ignite f14; wound h1; wound h13; ignite f1' board undo board redo
go 1 table needfire Aki Bo Chie
row "Aki lights f14 (white 1)."
row "Aki's h1 fights with 1: beside h14."
row "Bo's h5 fights with 1: power cards f18."
row "No single strongest; all are wounded: h1 h5 h13."
fresh
lines 'house recount=no; Aki: row h1+f15 h14 h2; Bo: row h5+f18 h13; Chie: row h20' \
    'Aki: hand f14 f10; Bo: hand f1 f2; Chie: hand; turn Aki; battle' 'what-if' \
    'ignite f14; wound h5; wound h13; ignite f1; ignite f10' board 'board more'
go 0 table needfire Aki Bo Chie
row "One is the strongest; all others are wounded: h5 h13."
row "Still to be treated: h13."
row "Bo lights f1 (black 1)."
row "Fewer than two fighters: nothing happens."
row "Without a card in hand, and passed over: Chie."
row "Aki lights f10 (black 10)."
row "  f10         reversal  Aki [h14 2] · Chie h20 0"
row "  f14         best      Aki h1 2 · Bo [h5 1] [h13 0]"

# ---- board and what-if: before the battle, with a merge due, at the end ------------------------
fresh
lines board 'Aki: row h3 h18 h24' 'Bo: row h4 h5 h6' 'Chie: row h7 h8 h9' 'Dai: row h10 h11 h26' board \
    'Dai: take ?' 'take h1@1' 'what-if f14' 'board more' 'what-if Bo' legal
go 0 table needfire Aki Bo Chie Dai
row "  Placement 1 · Dai to act"
row "  As the rows stand now:"
row "     1  Bo lights f14 (w1)"
row "  Placement 3 · Bo to act · cards in the middle: 24"
row "  f15         tie       Aki [h1 0] · Bo [h6 0]"
fresh
lines 'Bo: row h4 h5 h6 h7 h8 h9' 'Aki: row h1' 'Chie: row h2' 'spread 20; turn Bo' 'take h13 h12' board 'power h4 h5 h6' board
go 0 table needfire Aki Bo Chie
row "Bo has 8 battle cards; before the turn ends six or fewer must be left: \`power\`."
row "  Placement 1 · Bo to act · cards in the middle: 18"
row "  Placement 2 · Chie to act · cards in the middle: 18"
row "          h4+h5+h6  h7  h8  h9  h13  h12"
fresh
lines 'Aki: row h1; Aki: hand f1; Bo: hand; Chie: hand; battle' 'ignite f1' board
go 0 table needfire Aki Bo Chie
row "The game is over, won by Aki."
row "     1  Aki            1         0  0"
row "     2  Bo             0         0  –"
row "  The humans in the row decided it: Aki 1, Bo 0."
row "  Over"
for word in what-if 'what-if f2' 'what-if f2 Bo'; do
    fresh
    lines 'Aki: row h1; Aki: hand f1; Bo: hand; Chie: hand; battle' 'ignite f1' "$word"
    go 2 table needfire Aki Bo Chie
    grep -qi "the game is over" err
    note $? "$word: the game is over"
done

# ---- what-if: who cannot, and what is not a card ------------------------------------------------
# what is asked, and what is answered on standard error
refuse() {
    fresh
    lines 'Aki: row h1+f15; Bo: row h5; Bo: hand f2' "$1"
    go 2 table needfire Aki Bo Chie
    err "$2"
}
refuse 'what-if' "expected \`what-if NAME\`"
refuse 'what-if r9' "“r9” is neither a card nor a player"
refuse 'what-if f3 f4' "“f4” is too much;"
refuse 'what-if Aki Bo' "“Bo” is neither"
refuse 'what-if f15' "f15 lies open; nobody can light it."
refuse 'what-if h5 Bo' "h5 is a battle card of Bo's; it lies open and cannot be lit."
refuse 'what-if h5 Aki' "h5 was seen elsewhere; Aki cannot light it."
refuse 'what-if f3 Bo' "f3 cannot be in Bo's hand."
refuse 'what-if f27' "f27 is not a card of this deck."
fresh
lines 'what-if b1'
go 2 table tezumashi Aki Bo Chie Dai
err "this game has no what-if"
fresh
lines 'Aki: row h1+f15; Bo: row h5; Bo: hand f14 f2' 'what-if f14' 'what-if f14 Bo' 'what-if Bo' 'what-if f2 bo'
go 0 table needfire Aki Bo Chie
row "     1  Somebody lights f14 (w1)"
row "     1  Bo lights f14 (w1)"
row "        h1 could be guarded with h14 h15 h17 h23"
row "  f14         reversal  Aki [h1 1] · Bo h5 0"
row "  Nothing happens: f2"
fresh
lines 'Bo: row h5; Bo: hand; Aki: row h1' 'what-if Bo'
go 0 table needfire Aki Bo Chie
row "There is no card to play, as far as is known."

# ---- Japanese: names of two columns a character are aligned ----------------------------------
fresh
lines '秋：列 人1+炎15 人14' '坊の介：列 人5+炎18+炎19 人13' 'チエ：列 人20' 'チエ：手札 炎2 炎14' board 'board more' \
    'what-if チエ' 'チエ：点火 炎14' board
go 0 --lang ja table needfire 秋 坊の介 チエ
row "  秋      手札不明 · 捨札不明"
row "  坊の介  手札不明 · 捨札不明"
row "  チエ    手札2 (炎2 炎14) · 捨札不明"
row "          人1+炎15  人14"
row "           2  人1+炎15 — パワーカード 炎15、隣 人14"
row "  炎14        同値      秋 [人1 2] · 坊の介 [人5 2] [人13 0]"
row "  何も起きない：炎2"
row "チエが炎14を点火（白1）。"
row "秋の人1が参戦、パワー2：パワーカード 炎15、隣 人14。"
row "秋の人1の守護の候補（分かる範囲）：人15 人17 人23。"
row "  戦闘1 負傷 · 秋の番"
row "          人1+炎15*  人14"

# A long row, long names: still 80 columns.
fresh
long="Wilhelmina-Charlotte-Augusta-of-the-long-names"
{
    printf '%s: row h1+f1+f2+f3+f4+f5+f6+f7+f8+f9+f10+f11+f12+f13 h2 h3 h4 h5+f15+f16+f17+f18+f19+f20 h7\n' $long
    printf '%s\n' 'Bo: row h8 h9 h10 h11 h12 h13; battle' board 'board more' 'what-if Bo' 'Bo: ignite f14' 'board more'
} >long
cp long in
go 0 table needfire $long Bo Chie
fresh
mv long in
go 0 --lang ja table needfire $long Bo Chie

# ---- a narrow terminal: texts are broken where it ends --------------------------------------------
if command -v script >/dev/null; then
    for lang in en ja; do
        script -qefc "stty cols 56; PAGER='cat -' $FUDA --lang $lang rules needfire/wound" /dev/null </dev/null >out 2>&1
        tr -d '\r' <out | sed 1d >narrow
        [ "$(wc -L <narrow)" -le 56 ] && [ "$(wc -l <narrow)" -ge 3 ]
        note $? "rules on 56 columns in $lang"
    done
fi

# ---- a whole game: several may win, and no points are counted ------------------------------------
fresh
sed '/^#/d;/^game/d;/^players/d' "$top/tests/cases/needfire/whole-game-3-discards.fuda" >in
go 0 table needfire Aki Bo Chie
row "The game is over, won by Aki, Chie."
go 0 history
row "   1  $(date +%Y-%m-%d)  needfire  Aki 1, Bo 3, Chie 1"
lines help
go 0 table needfire Aki Bo Chie
for usage in "house KEY=VALUE…" 'pack [GAME] "NAME"' 'note "TEXT"' "end"; do
    grep -qF "  $usage  " out
    note $? "no “$usage” in help"
done
go 0 table haratama Aki Bo Chie
no "pack ["

# before anything is scored nobody has a place
fresh
echo score >in
run 0 table needfire Aki Bo Chie <in
out 'in row'
check "a place before anything is scored" sh -c '! grep -q place out'

finish
