#!/bin/sh
# An argument in five lines, in every game and both languages: nothing is asked that it does not need, and nothing is judged
# from what was done before.
. tests/check.sh

# argues STATUS LANGUAGE GAME NAMES LINE…: what is said of the lines, as they are typed.
argues() {
    wanted=$1 tongue=$2 game=$3 names=$4
    shift 4
    lines "$@"
    # shellcheck disable=SC2086
    ends "$wanted" "dispute $game" sh -c '"$FUDA" "$@" 2>&1' - --lang "$tongue" dispute "$game" $names
}

# ---- Haratama: bare ranks; a blue lead is open, a revoke is proved ----
argues 0 en haratama 'Aki Bo Chie Dai' 'Chie: b10 5 r13 7' 'Chie: show r4'
out 'Whether blue was broken before b10 was led is not on record.'
no irregular
argues 1 en haratama 'Aki Bo Chie Dai' 'position unbroken' 'Chie: b10 5 r13 7' 'Chie: show r4'
out 'Chie led b10 in trick 1 before the break, and still held r4.'
argues 1 en haratama 'Aki Bo Chie Dai' 'Bo: r9 p4 12 5' 'Dai: g3 5 2 1' 'Chie: show r6'
out 'irregular (haratama/follow): Trick 1 was led in red; Chie played p4 and still held r6.'
argues 1 ja haratama 'あき ぼう ちえ だい' 'ぼう: 赤9 紫4 12 5' 'ちえ: 公開 赤6'
out 'ちえは紫4を出しましたが、まだ赤6を持っていました。'

# ---- Tezumashi: what lies face down is looked through ----
argues 1 en tezumashi 'Aki Bo Chie Dai' 'Chie: b3 5 u4 7' 'Bo: w3 4 5 b2'
out 'Trick 1 was led in butterfly; Aki played u4 and still held b2.'
argues 1 ja tezumashi 'あき ぼう ちえ だい' 'ちえ: 蝶3 5 傘4 7' 'ぼう: 水3 4 5 蝶2'
out 'あきは傘4を出しましたが、まだ蝶2を持っていました。'
argues 0 en tezumashi 'Aki Bo Chie' 'b7 2 u4' 'b3 4 5'
out 'So far nothing on record broke a rule.'

# ---- NeedFire: only what lies there, and the card that is lit ----
argues 0 en needfire 'Aki Bo Chie Dai' 'Aki: h1' 'Bo h5' 'Dai h13+f26' 'Chie f14'
out 'Only h13 has power above 0, so only h13 is wounded (reversal).'
no 'Which three humans'
argues 0 ja needfire 'あき ぼう ちえ だい' 'あき: 人1' 'ぼう 人5' 'だい 人13+炎26' 'ちえ 炎14'
out 'パワーが0でないのは人13だけなので、人13だけが負傷します（逆転）。'
no '3枚は何ですか'
argues 1 en needfire 'Aki Bo Chie Dai' 'Aki: h1' 'Bo h5' 'Dai h13+f26' 'Chie: h11' 'Chie f14' 'Bo: wound h5 ?'
out 'Bo treated a wound of h5, which is not wounded.'

# ---- Hyakumonogatari: no parent; whoever acts first is on turn ----
argues 1 en hyakumonogatari 'Aki Bo' 'lies candle candle' 'Bo: draw ?' 'Bo: altar fox; refill'
out 'Bo laid fox on the altar; only ritual cards belong there.'
argues 0 en hyakumonogatari 'Aki Bo' 'lies newmoon granite' 'Bo: fox' 'candle candle' 'Aki: sun'
out 'So far nothing on record broke a rule.'
no parent
argues 1 en hyakumonogatari 'Aki Bo' 'lies newmoon' 'Bo: draw ?' 'Bo: discard shade'
out 'Bo discarded the shade, which is never discarded.'
argues 1 ja hyakumonogatari 'あき ぼう' '置き札 新月' 'ぼう: 引く ?' 'ぼう: 破棄 死者の影'
out 'ぼうは死者の影を破棄しました。'
argues 1 en hyakumonogatari 'Aki Bo' 'Aki: draw ?; altar newmoon; refill' 'Aki: draw ?'
out "but it was Bo's turn"
argues 2 en hyakumonogatari 'Aki Bo' 'Aki: draw ?; altar newmoon; refill' 'Bo: show newmoon'
out 'Bo cannot have had newmoon: every one lies open by now.'

# … the night ends for nobody until somebody says who the parent is
lines 'game hyakumonogatari' 'players Aki Bo' position 'lies newmoon granite shade candle candle' 'Aki: draw ?; altar candle; refill' \
    'Bo: draw ?; discard fox; refill'
mv in open.fuda
run 0 score --json open.fuda
json '.games[0] | .nights[0].winner == null and .roles == {"parent": null, "child": null} and .finished == false'
run 0 judge open.fuda
(cat open.fuda && echo 'night 2') >second.fuda
run 2 judge second.fuda

# ---- Materia: the ghosts that lie there, and the attack at once ----
argues 0 en materia 'Aki Bo' 'Aki: A1 body=1,2,3,4,5,6' 'Bo B1 body=1,2,3,4,5,6' 'Aki: A1 body' B1 '5 5'
out 'Bo has won this battle'
argues 0 ja materia 'あき ぼう' 'あき: さくら 物理=1,2,3,4,5,6' 'ぼう: うにゅう 物理=1,2,3,4,5,6' 'あき: さくら 物理' うにゅう '5 5'
out 'この戦闘はぼうの勝ちです。'
argues 0 en materia 'Aki Bo Chie' 'Aki: A1 body=1,2,3,4,5,6' 'Chie C1 body=1,2,3,4,5,6' 'Aki: Chie A1 body' C1 '6 5'
out 'Aki has won this battle'
finish
