#!/bin/sh
# Whole evenings of somebody who knows the game and not the program: five games, in English and in
# Japanese. Of each line that is typed it is said what comes of it: it is taken, it is taken and
# ruled on, or it is not taken and the right cause is named; and a trick takes 11 keys at most.
. tests/check.sh

# evening GAME LANGUAGE PLAYER…: the lines of standard input, each behind the sign of what comes of
# it, and before ` ▸ ` and what is told then (blanks do not count):
#   t  a trick, taken            +  any other line, taken
#   ?  taken, and TEXT is told   !  not taken, and why
#   =  a word of the table       #  what only the reader is told
# Behind every line the table is asked for two things, one answered on either output: so it is known
# where the answer to each line ends.
evening() {
    game=$1 language=$2
    shift 2
    fresh
    grep -v '^#' >said
    sed 's/^. //; s/ *▸ .*//' said | awk '{ print; print "help redo"; print "help @" }' >typed
    "$FUDA" --lang "$language" table "$game" "$@" <typed >out 2>err
    note "$(($? > 2))" "$game $language: broke off"
    LC_ALL=C awk -v what="$game $language" '
    function plain(text) { gsub(/[ \n]/, "", text); return text }
    # What was told until the answer to the word behind the line, which begins with `mark`.
    function told(from, mark, ending,   line, text, own) {
        while ((getline line <from) > 0) {
            own = own || line ~ mark
            if (!own) text = text line "\n"
            if (own && line ~ ending) return text
        }
        return text
    }
    {
        sign = substr($0, 1, 1)
        line = substr($0, 3)
        text = ""
        if ((at = index(line, " ▸ ")) > 0) {
            text = substr(line, at + length(" ▸ "))
            line = substr(line, 1, at - 1)
        }
        answer = told("out", "^  (redo|やり直し) \\[", "^(Spelled redo|redo とも)")
        wrong = told("err", "^(“@”|「@」)", "")
        bad = ""
        if (sign == "!" && wrong == "") bad = "was taken"
        else if (sign !~ /[!?]/ && wrong != "") bad = "was refused or ruled on"
        else if (index(plain(answer wrong), plain(text)) == 0) bad = "does not tell " text
        if (bad != "") printf "FAIL: %s: %d, “%s” %s:\n%s%s", what, NR, line, bad, answer, wrong
        passed += bad == ""
        gsub(/[\200-\277]/, "", line)        # each character once
        if (sign == "t") { tricks++; keys += length(line) + 1 }
    }
    END {
        print passed + 0, NR - passed, int(tricks > 0 ? 100 * keys / tricks + 0.5 : 0) >"counted"
    }' said
    read -r good wrong hundredths <counted
    passed=$((passed + good)) failed=$((failed + wrong))
    [ "$hundredths" -eq 0 ] || echo "$game $language: $hundredths keys for a hundred tricks"
    check "$game $language: $hundredths keys for a hundred tricks" test "$hundredths" -le 1100
}

# ---- Haratama: rounds card by card, and by what was counted in the end ---------------------------
evening haratama en Aki Bo Chie Dai <<'LINES'
+ round
! 3 7 k ▸ “k”
+ 3, 7 and 10
! nobody ▸ “nobody”
+ chie
t p8 6 12 1 ▸ Trick 1 is Aki's
t g13 1 7 3 ▸ Trick 2 is Aki's, with 2 relics
= why ▸ Aki
! r12 13 2 zz ▸ “zz”
! r12 13 2 14 ▸ “14”
t r12 13 2 9 ▸ Trick 3 is Bo's
t p7 9 3 13 ▸ Trick 4 is Aki's
t p4 g12 2 5
t r5 6 g2 11
! g4 10 12 9 ▸ g12 was played before
t g4 10 11 9
t p10 b9 r1 11
= board ▸ round 1 · trick 9
= legal ▸ Dai: r3
! 7 ▸ “7” of which suit?
t r8 10 g8 4
! r3 b11 b2 8 ▸ r8 was played before
t r3 b11 b2 7
t b1 10 8 5
t g5 b13 6 b12
t b6 4 7 3 ▸ Round 1 is over
= score ▸ 3 7 10
! revoke ▸ `rules revoke` tells of it
= rules revoke ▸ Must follow
+ round
+ 1 5 9
+ Dai
t p10 13 1 6
t r4 5 13 1
? g3 9 b12 13 ▸ Blue is broken
t p11 5 2 12
= undo 2 ▸ Taken back
t g3 9 12 13
t p11 5 2 12
t r6 9 8 2
t r10 g6 12 11
t g10 4 b9 8 ▸ Blue is broken
t b5 4 10 2
! r7 r11 g1 3 ▸ r11 was played before
t r7 g11 g1 3
t b3 6 13 1
t p7 b11 4 g7
t p8 g5 9 b8 ▸ Round 2 is over
+ round
+ 3 4 10
! relics Aki=2 Bo=4 Chie=0 Dai=7 ▸ 12
+ relics Aki=2 Bo=4 Chie=0 Dai=6 ▸ won by
= why ▸ won
= score ▸ place
LINES

evening haratama ja アキ 坊 千恵 大 <<'LINES'
+ ラウンド
! 3 7 か ▸ 「か」
+ 3、7、10
+ 千恵
t 紫8 6 12 1 ▸ アキ
t 緑13 1 7 3 ▸ 神器2枚
= なぜ ▸ アキ
! 赤12 13 2 桃 ▸ 「桃」
t 赤12 13 2 9
t 紫7 9 3 13
t 紫4 緑12 2 5
t 赤5 6 緑2 11
t 緑4 10 11 9
t 紫10 青9 赤1 11
t 赤8 10 緑8 4
t 赤3 青11 青2 7
! 青の1 10 8 14 ▸ 「14」
t 青1 10 8 5
t 緑5 青13 6 青12
t 青6 4 7 3
= 得点表 ▸ 3 7 10
! 反則 ▸ `ルール 反則`
+ ラウンド
+ 1 5 9
+ 神器 アキ=2 坊=4 千恵=0 大=6
= 取り消し ▸ 取り消
+ 神器 アキ=2 坊=4 千恵=1 大=5
+ ラウンド
+ 神威 3 4 10
+ 神器 アキ=2 坊=4 千恵=0 大=6
= ルール 反則 ▸ フォロー
LINES

# ---- Tezumashi: a deal card by card, three by the tricks that were counted -----------------------
evening tezumashi en Aki Bo Chie Dai <<'LINES'
+ table 1 0=5 1=3 2=1 3=0 4+=-2
+ table 2 0=0 1=1 2=2 3=3 4=4 5+=5
+ table 4 0=-3 1=0 2=3 3=6 4+=0
+ table 5 0=1 1+=2
+ table 7 0=0 1=2 2=4 3=6 4=8 5=10 6+=0
+ 7 1 2 4 5
+ donba sand crown loose veil butterflies
+ deal
! nobody ▸ “nobody”
+ aki
+ 7 u donba
! 7 b sand ▸ 7
+ 1 b sand
! 2 zz crown ▸ “zz” is not a minus card
+ 2 w crown
+ 4 r loose
t b3 bt 4 5
= why ▸ win-trump
t b7 6 bt 1
t r2 8 6 1
! wt 5 t 7 ▸ “t”
t wt 5 wt 7
t bt u1 u9 2
t u2 8 7 ut
! b8 w2 u4 r10 ▸ “r10”
t b8 w2 u4 rt
t w1 wt rt 4
t rt 3 w6 4
t u5 6 3 ut
! r7 w3 ut ring ▸ “ring”
t r7 w3 ut 5
= undo ▸ Taken back
t r7 w3 ut 5
t w8 b9 r9 9
+ minus Aki=-2 Bo=-1 Chie=0 Dai=-3
= score ▸ deal
+ deal
+ bo
+ 7 u donba
+ 1 b sand
+ 2 w crown
+ 4 r loose
+ tricks Aki=3 Bo=4 Chie=2 Dai=3
+ minus Aki=-0 Bo=-1 Chie=-2 Dai=-3
+ deal
+ Chie
+ 7 u donba
+ 1 b sand
+ 2 w crown
+ 4 r loose
+ tricks Aki=3 Bo=4 Chie=2 Dai=3
+ minus Aki=-0 Bo=-1 Chie=-2 Dai=-3
+ deal
+ Dai
+ 7 u donba
+ 1 b sand
+ 2 w crown
+ 4 r loose
+ tricks Aki=3 Bo=4 Chie=2 Dai=3
+ minus Aki=-0 Bo=-1 Chie=-2 Dai=-3 ▸ won by
= why ▸ won by
= score ▸ Winner
LINES

evening tezumashi ja アキ 坊 千恵 大 <<'LINES'
+ 7 1 2 4 5
+ 呑馬術 五色の砂 王冠 緩み 幕 浮かれの蝶
+ ディール
+ アキ
+ 7 傘 呑馬術
+ 1 蝶 五色の砂
! 2 海 王冠 ▸ 「海」というマイナスカード
+ 2 水 王冠
+ 4 輪 緩み
t 水4 3 8 水切
t 蝶9 4 7 8
! 水切 6 7 桃9 ▸ 「桃9」
t 水切 6 7 9
t 輪切 1 輪切 3
t 輪8 4 6 蝶6
t 傘7 9 3 2
! 蝶切 2 切 5 ▸ 「切」
t 蝶切 2 蝶切 5
= 盤面 ▸ トリック
t 輪9 蝶切 2 傘8
t 傘切 傘切 5 1
t 水2 5 1 輪5
t 輪7 傘切 傘6 水切
t 傘4 蝶1 蝶3 輪切
+ マイナス アキ=-2 坊=-1 千恵=0 大=-3
= 得点 ▸ ディール
+ ディール
+ 坊
+ 7 傘 呑馬術
+ 1 蝶 五色の砂
+ 2 水 王冠
+ 4 輪 緩み
+ トリック数 アキ=3 坊=4 千恵=2 大=3
+ マイナス アキ=-0 坊=-1 千恵=-2 大=-3
+ ディール
+ 千恵
+ 7 傘 呑馬術
+ 1 蝶 五色の砂
+ 2 水 王冠
+ 4 輪 緩み
+ トリック数 アキ=3 坊=4 千恵=2 大=3
+ マイナス アキ=-0 坊=-1 千恵=-2 大=-3
+ ディール
+ 大
+ 7 傘 呑馬術
+ 1 蝶 五色の砂
+ 2 水 王冠
+ 4 輪 緩み
+ トリック数 アキ=3 坊=4 千恵=2 大=3
+ マイナス アキ=-0 坊=-1 千恵=-2 大=-3
= 得点 ▸ 大
LINES

# ---- NeedFire: a whole game, its placement and its battle ---------------------------------------
evening needfire en Aki Bo Chie <<'LINES'
+ 9 10 22
! 24 6 99 ▸ “99”
+ 24 6 21
+ 8 5 20
+ 12@4 f21
+ ? 1@3
+ power 1 f8 f16
= undo ▸ Taken back
+ 1 f8 f16 f12
+ 26@1 4@5
+ 4 f15
+ 15@2 18@6
= board ▸ Bo
+ 13@2 ?
? 7@6 16@44 ▸ 44
= undo ▸ Taken back
+ 7@6 16@4
! 7 10 f3 f9 ▸ `h10` or `f10`
+ 7 h10 f3 f9
+ f24 3@1
+ 6 h15
+ ? ?
! f33 2 ▸ f33
+ 14@2 f2
= undo ▸ Taken back
+ 14@2 f2
+ 7 h26 f2
+ 11@6 ?
+ 6 h12 f7 f24
+ 25@5 ?
+ 2@1 ?
+ 2 h14
+ ? f22
+ ? f26
+ 19@2 f11
+ 7 h19 f10
+ f25
= why ▸ f25
+ wound 3 3 f5
+ wound h11 h11 f21
+ wound h9 h9 ?
+ f6
! f66 ▸ f66
+ wound h16 h16 h16
+ wound h18 h18 h11
+ f11
+ guard 24 11 discard
+ wound h21 h21 ?
+ f22
+ wound h6 h15 ?
+ f13
+ h18
+ wound h5 h5 ?
+ h4 f15 ?
+ wound h2 h14 ?
+ h5
+ f19
+ f17
= score ▸ Chie
+ h1 f12 ?
+ wound h8 h8 ?
+ wound h4 h4 h4
+ h15
+ wound h6 f7 ?
+ wound h1 f8 ?
+ guard h2 h16 discard
+ f4
+ f7
+ wound h24 h24 h24
+ wound h20 h20 ? ▸ won by Aki, Chie
= why ▸ Aki, Chie
LINES

evening needfire ja アキ 坊 千恵 <<'LINES'
+ 9 10 22
! 24 6 99 ▸ 「99」
+ 24 6 21
+ 8 5 20
+ 12@4 f21
+ ? 1@3
+ 1 f8 f16 f12
+ 26@1 4@5
+ 4 f15
+ 15@2 18@6
= 盤面 ▸ 坊
+ 13@2 ?
? 7@6 16@44 ▸ 44
= 取り消し ▸ 取り消
+ 7@6 16@4
! 7 10 f3 f9 ▸ `人10`か`炎10`
+ 7 h10 f3 f9
+ f24 3@1
+ 6 h15
+ ? ?
+ 14@2 f2
= 取り消し ▸ 取り消
+ 14@2 f2
+ 7 h26 f2
+ 11@6 ?
+ 6 h12 f7 f24
+ 25@5 ?
+ 2@1 ?
+ 2 h14
+ ? f22
+ ? f26
+ 19@2 f11
+ 7 h19 f10
+ f25
= なぜ ▸ 炎25
+ 負傷 人3 人3 f5
+ 負傷 人11 人11 f21
+ 負傷 人9 人9 ？
+ f6
! 炎66 ▸ 炎66
+ 負傷 人16 人16 人16
+ 負傷 人18 人18 人11
+ f11
+ 守護 人24 人11 捨札
+ 負傷 人21 人21 ？
+ f22
+ 負傷 人6 人15 ？
+ f13
+ 人18
+ 負傷 人5 人5 ？
+ 人4 f15 ？
+ 負傷 人2 人14 ？
+ 人5
+ f19
+ f17
= 得点 ▸ 千恵
+ 人1 f12 ？
+ 負傷 人8 人8 ？
+ 負傷 人4 人4 人4
+ 人15
+ 負傷 人6 f7 ？
+ 負傷 人1 f8 ？
+ 守護 人2 人16 捨札
+ f4
+ f7
+ 負傷 人24 人24 人24
+ 負傷 人20 人20 ？ ▸ 勝者はアキ、千恵
LINES

# ---- Materia: three battles, until one user has no ghost left -----------------------------------
evening materia en Aki Bo <<'LINES'
+ aki sakura body=1,2,3,4,5,6 mind=6,5,4,3,2,1 points=3
+ unyuu body=1,2,3,4,5,6 mind=1,1,1,1,1,9 points=4
+ dokuko body=2,2,2,2,2,2 mind=3,3,3,3,3,3 points=5
! seriko body=0,0,10 ▸ body
+ seriko body=0,0,0,0,0,10 mind=1,2,3,4,5,6 points=11
+ download
! attack bo with sakra body ▸ sakra
+ attack bo with sakura body
+ unyuu
+ 6 1 ▸ Aki takes unyuu
= why ▸ Aki takes unyuu
+ download
+ attack aki with dokuko mind
+ sakura
! dice 7 1 ▸ 7
+ dice 1 6 ▸ Bo takes sakura
= score ▸ Aki
+ download
+ attack bo with seriko body
= odds ▸ %
+ dokuko
+ 6 2
= why ▸ dokuko
= score ▸ Aki
LINES

evening materia ja アキ 坊 <<'LINES'
+ アキ さくら 物理=1,2,3,4,5,6 精神=6,5,4,3,2,1 得点=3
+ うにゅう 物理=1,2,3,4,5,6 精神=1,1,1,1,1,9 得点=4
+ 毒子 物理=2,2,2,2,2,2 精神=3,3,3,3,3,3 得点=5
! せりこ 物理=0,0,10 ▸ 物理
+ せりこ 物理=0,0,0,0,0,10 精神=1,2,3,4,5,6 得点=11
+ DL
! 攻撃 坊 with さくた 物理 ▸ さくた
+ 攻撃 坊 with さくら 物理
+ うにゅう
+ 6 1 ▸ うにゅう
= なぜ ▸ うにゅう
+ DL
+ 攻撃 アキ with 毒子 精神
+ さくら
! ダイス 7 1 ▸ 7
+ ダイス 1 6 ▸ さくら
= 得点 ▸ アキ
+ DL
+ 攻撃 坊 with せりこ 物理
+ 毒子
+ 6 2
= 得点 ▸ アキ
LINES

# ---- Hyakumonogatari: two nights ----------------------------------------------------------------
evening hyakumonogatari en Aki Bo <<'LINES'
+ aki
+ ?
! moon granite ▸ `newmoon`
+ newmoon granite
+ ?
! cnadle ▸ “cnadle”
+ candle
? discard fox ▸ `altar candle; discard fox; refill`
= undo 2 ▸ Taken back
+ altar candle; discard fox; refill
+ ?
= board ▸ night
+ discard lantern
+ refill
+ ?
+ shade
+ ?
= undo ▸ Taken back
+ ?
+ candle candle
+ ?
+ discard effigy
+ refill
= why ▸ altar
+ seal ink blood mirror ▸ curse
= score ▸ Aki
+ consent
! maybe ▸ the second night begins
+ yes
+ ?
+ newmoon granite shade candle
+ ?
! reverse dol ▸ “dol”
+ altar candle candle; reverse doll; refill ▸ Bo
= score ▸ Bo
LINES

evening hyakumonogatari ja アキ 坊 <<'LINES'
+ アキ
+ ?
! 満月 御影石 ▸ 「満月」
+ アキ 新月 御影石
+ ?
! 蝋蜀 ▸ 「蝋蜀」
+ 祭壇 蝋燭；捨てる 狐面；補充
+ ?
= 盤面 ▸ 夜
! 捨てる 提灯 ▸ 「提灯」
+ 捨てる 行灯
+ 補充
+ ?
+ 死者の影
+ ?
= 取り消し ▸ 取り消
+ ?
+ 蝋燭 蝋燭
+ ?
+ 捨てる 人型
+ 補充
+ 印 墨 血 鏡 ▸ アキ
+ 同意
+ はい
+ ?
+ 新月 御影石 死者の影 蝋燭
+ ?
! 影返し 人行 ▸ 「人行」
+ 祭壇 蝋燭 蝋燭；影返し 人形；補充 ▸ 坊
= 得点 ▸ 坊
LINES

finish
