#!/bin/sh
# Lines of people in a hurry: each is answered with the word that is wrong and with what would be taken in its place, in
# both languages; and lines that are no more than said otherwise are taken.
. tests/check.sh

needfire() { :; }
taking() { printf '%s\n' '1 2 3' '4 5 6' '7 8 9' '10 11 12'; }
parents() { :; }
drawing() { printf '%s\n' Aki night; }
using() { drawing; echo fox; }
installs() { :; }
acting() { printf '%s\n' 'Aki A' B C D Aki; }
fighting() { acting; printf '%s\n' 'Bo A body' B; }

haratama() { printf '%s\n' round 'kami 3 7 10' 'Aki: lead'; }
opened() { echo round; }
begun() { :; }
leading() { echo '3 7 10'; }
dealing() { :; }
drafting() { echo Bo; }
tezumashi() { printf '%s\n' 'offer table 7 1 2 4' deal 'Bo: start' 'Bo: choose 7 u x' 'Chie: choose 1 b y' 'Dai: choose 2 w z' \
                     'Aki: choose 4 r v'; }

# table_of BEFORE: the game and its people
table_of() {
    case $1 in
    haratama|opened|begun|leading) game='haratama Aki Bo Chie Dai' ;;
    tezumashi|dealing|drafting) game='tezumashi Aki Bo Chie Dai' ;;
    needfire|taking) game='needfire Aki Bo Chie Dai' ;;
    parents|drawing|using) game='hyakumonogatari Aki Bo' ;;
    *) game='materia Aki Bo' ;;
    esac
}

# asked BEFORE LINE LANGUAGE: what the table answers to the line, on one line
asked() {
    table_of "$1"
    fresh
    { "$1"; printf '%s\n' "$2"; } >in
    # shellcheck disable=SC2086
    "$FUDA" --lang "$3" table $game <in 2>&1 | tail -n 12 | sed 's/^ *//' >lines
    if [ "$3" = ja ]; then tr -d '\n ' <lines; else tr '\n' ' ' <lines; fi >told
}

# wrong BEFORE LINE WORD MEND 直し: the word is blamed, where one is wrong, and the mend is named
wrong() {
    asked "$1" "$2" en
    [ -z "$3" ] || check "“$2” does not blame “$3”: $(cat told)" grep -Fq -- "“$3”" told
    check "“$2” is not mended by “$4”: $(cat told)" grep -Fq -- "$4" told
    asked "$1" "$2" ja
    [ -z "$3" ] || check "「$2」 does not blame 「$3」: $(cat told)" grep -Fq -- "「$(printf %s "$3" | tr -d " ")」" told
    check "「$2」 is not mended by 「$5」: $(cat told)" grep -Fq -- "$(printf %s "$5" | tr -d " ")" told
}

# taken BEFORE LINE AS: it is the same as the line that spells it out
taken() {
    fresh
    table_of "$1"
    { "$1"; printf '%s\n' "$2"; } >in
    # shellcheck disable=SC2086
    "$FUDA" table $game <in >out 2>err
    "$FUDA" show 1 >out 2>err
    same "“$2”" "$3" "$(tail -n 1 out)"
}

wrong haratama 'r9 3 zz 12' zz 'such as r9' 赤9やr9
wrong haratama 'r9 3 99 12' 99 'from 1 to 13' 1〜13
wrong haratama 'r9 3 x 12' x 'such as r9' 赤9やr9
wrong haratama 'r9 r3 15' 15 'from 1 to 13' 1〜13
wrong haratama 'r9 3 12 1 5' 5 'as in `r5`' 赤5
wrong haratama '9' 9 'as in `r9`' 赤9
wrong haratama '12' 12 'as in `r12`' 赤12
wrong haratama '3 r9' 3 'as in `r3`' 赤3
wrong haratama 'r14' r14 'from 1 to 13' 1〜13
wrong haratama 'r0 3 b14' b14 'from 1 to 13' 1〜13
wrong haratama 'x9 3' x9 'such as r9' 赤9やr9
wrong haratama 'r9 x9' x9 'such as r9' 赤9やr9
wrong haratama 'Zed: r9' Zed 'Aki, Bo' Aki、Bo
wrong haratama 'Ako r9' Ako 'Aki, Bo' Aki、Bo
wrong haratama 'Boo: lead' Boo 'Aki, Bo' Aki、Bo
wrong haratama 'r9 pass 3' pass '`;` before it' '`;`を書く'
wrong haratama 'r9 3 lead' lead '`;` before it' '`;`を書く'
wrong haratama 'r9 note' note '`;` before it' '`;`を書く'
wrong haratama 'leed' leed '`lead`' lead
wrong haratama 'r9 3. 12' 3. 'such as r9' 赤9やr9
wrong haratama 'hand r9 q' q 'as in `r12`' 赤12
wrong haratama 'show 9' 9 'as in `r9`' 赤9
wrong haratama 'pink 7' pink 'such as r9' 赤9やr9
wrong haratama 'r9 3 of 12' of 'such as r9' 赤9やr9
wrong haratama 'r9 桃7' 桃7 'such as r9' 赤9やr9
wrong haratama 'r9 3 12 b' b 'a card of it, as in `b7`' 青7
wrong opened '3 7 k' k 'three ranks' ランク
wrong opened '3' 3 'three ranks' ランク
wrong opened '3 x 7' x 'three ranks' ランク
wrong opened 'r x' r 'three ranks' ランク
wrong tezumashi 'u3 9 r9 t' t 'as in `ut`' 傘切
wrong tezumashi 'b7 2 t 3' t 'as in `bt`' 蝶切
wrong tezumashi 't' t 'as in `bt`' 蝶切
wrong tezumashi 'u3 15' 15 'such as b7' 蝶7
wrong tezumashi 'b7 2 zz 3' zz 'such as b7' 蝶7
wrong tezumashi 'b10' b10 'such as b7' 蝶7
wrong tezumashi '7' 7 'as in `b7`' 蝶7
wrong tezumashi 'b7 2 3 4 5' 5 'as in `b5`' 蝶5
wrong tezumashi 'u3 use' use '`;` before it' '`;`を書く'
wrong tezumashi 'Aka b7' Aka 'Aki, Bo' Aki、Bo

# while another question stands, what is wrong is still the word
wrong begun 'r9 3 12 5' '' 'begins with its three ranks, as in `round; kami 3 7 10`' '3つのランクから'
wrong begun '3 7' '3 7' 'is not enough; expected the three ranks turned up, as in `3 7 10`' 足りません
wrong begun '3 7 zz' zz 'is not a number; expected the three ranks' 数ではありません
wrong begun '3 7 10 12' 12 'is more than was asked for; expected the three ranks' 余分です
wrong begun '3 7 99' 99 'from 1 to 10' 1〜10のランク
wrong leading 'r2 4 7 6' '' 'expected the leader in front, as in `Bo: r2`' 'Bo: 赤2'
wrong leading '9 4 7' 9 'who holds blue 5 and leads first, as in `Bo`' Bo
wrong leading 'Zed' Zed 'who holds blue 5 and leads first, as in `Bo`' 'この卓にいません'
wrong haratama 'q9' q9 'such as r9' 赤9やr9
wrong haratama 'relics 3 5' 3 'a number for each player, clockwise' 時計回り
wrong haratama 'Bo pas r3' pas 'did you mean `pass`' pass
wrong haratama 'red 14' 'red 14' 'from 1 to 13' 1〜13
wrong dealing 'b7 2 bt 3' '' 'begins with who starts, as in `deal; NAME: start`' 'ディール; 名前: スタート'
wrong dealing '7 u donba' 7 'who starts the draft and leads first, as in `Aki`' Aki
wrong drafting 'u3 9 r9 t' t 'of which suit? Expected it with its suit, as in `ut`' 傘切
wrong drafting 'chose 7' chose 'did you mean `choose`' choose
wrong drafting 99 99 'from 1 to 8' 1〜8
wrong drafting b10 b10 'as in `b7 2 4 3`' 蝶7
wrong tezumashi 10 10 'such as b7' 蝶7
wrong tezumashi 'u3 10' 10 'such as b7' 蝶7
wrong tezumashi 'Bo uses x' uses 'did you mean `use`' use
wrong tezumashi butterfly butterfly 'expected a card of it, as in `b7`' 蝶7
wrong needfire 'h1 h2 zz' zz 'the battle cards, from left to right' 3
wrong needfire '1 99 3' 99 'the battle cards, from left to right' 3
wrong needfire 'Aki: row h1 zz h3' zz 'such as h18 or f5' 人18
wrong taking f99 f99 'a fire such as f5' 炎5
wrong taking '9 f3' f3 'its place in the row, from the left, as in `9 2`' '9 2'
wrong taking 'tak 9' tak 'did you mean `take`' take
wrong taking 'Zed 9' Zed 'a fire such as f5' 炎5
wrong parents Zed Zed 'who is the parent' Aki
wrong parents 'Aki candel=4' candel 'such as newmoon' 新月
wrong parents 'Aki candle' candle 'as in `Aki candle=4 seal=2`' '蝋燭=4'
wrong drawing 12 12 'the card drawn from the other hand, as in `fox`' 狐面
wrong drawing 'fox candle' candle 'is more than was asked' 余分です
wrong using newmon newmon 'did you mean `newmoon`' 新月
wrong using 'candle zz' zz 'laid on the altar' 新月
wrong using 'Cleo: draw ?' Cleo 'expected Aki, Bo' Aki、Bo
wrong installs Sakura Sakura 'the first user and the ghost, as in `Aki Sakura`' Aki
wrong installs 'Aki Sakura body=1,2' body 'expected six numbers' 6
wrong acting 'Bo A bdy' bdy 'did you mean `body`' body
wrong acting 'Bo Z body' Z 'as in `Bo A body`' 'Bo A'
wrong acting 'attak Bo with A body' attak 'did you mean `attack`' attack
wrong acting 'attack Bo with Z body' Z 'expected an installed one' インストール
wrong acting 'attack Zed with A body' Zed 'expected Aki, Bo' Aki、Bo
wrong acting 'Aki 2 points' points 'as in `Aki 2`' 'Aki 2'
wrong fighting 4 4 'is not enough; expected' 足りません
wrong fighting '9 x' x 'is not a number' 数ではありません
wrong fighting 'Aki D Z' Z 'whose ghosts support, as in `Aki A`' 'Aki A'

taken haratama 'red 7' r7
taken haratama 'RED 7, blue 5 and 3' 'r7 b5 r3'
taken haratama '7 of red 3' 'r7 r3'
taken haratama 赤の7 r7
taken haratama '赤 の 7、9' 'r7 r9'
taken haratama '赤9と12' 'r9 r12'
taken opened '3と7と10' 'kami 3 7 10'
taken haratama 'r 9 3 0' 'r9 r3 r10'
taken opened '3, 7 and 10' 'kami 3 7 10'
taken haratama 'rk q 0' 'r13 r12 r10'
taken haratama 'r9 J' 'r9 r11'
taken needfire 'Aki 1 2 3' 'Aki: row h1 h2 h3'
taken needfire 'Aki: row 1, 2 and 3' 'Aki: row h1 h2 h3'
taken taking 'take 13' 'Dai: take h13'
taken taking 'Dai 13' 'Dai: take h13'
taken drawing 'Aki fox' 'Aki: draw fox'
taken drawing 'draw fox' 'Aki: draw fox'
taken fighting 'total 9, 7' 'total 9 7'
taken tezumashi '7 of water 3 2' 'w7 w3 w2'
taken tezumashi 'butterfly 7 2 bt 3' 'b7 b2 bt b3'

# says BEFORE LINE TEXT 言葉: what is taken says how it was understood
says() {
    asked "$1" "$2" en
    check "“$2” does not say “$3”: $(cat told)" grep -Fq -- "$3" told
    asked "$1" "$2" ja
    check "「$2」 does not say 「$4」: $(cat told)" grep -Fq -- "$4" told
}
says taking 13 "h13 is last in Dai's row." 人13はDaiの列のいちばん右です。
says acting 'status B' "B is Bo's ghost, and Aki acts with it." BはBoのゴーストですが、使っているのはAkiです。

# what is typed at the prompt is read in a file, and on a pipe, and in an argument
cat >bare.fuda <<END
game haratama
players Aki Bo Chie Dai
3, 7 and 10
Bo
r9 3 j 赤の5
Dai r 2, 4 and r8 k
END
run 0 judge bare.fuda
run 0 add --db bare.db bare.fuda
run 0 show --db bare.db 1
out 'round'; out 'kami 3 7 10'; out 'Bo: lead'; out 'r9 r3 r11 r5'; out 'Dai: r2 r4 r8 r13'
fresh
printf '%s\n' 'Aki: r9 p4 12 5' >in
run '0|1' dispute haratama Aki Bo Chie Dai <in
silent err

# what is typed stays in one line, where a line holds it
printf '%s\n' 'game needfire' 'players Aki Bo Chie' 'Aki: row h1 h2 h3' >short.fuda
run 0 judge short.fuda
out '  `fuda pack new needfire` enters yours, and `pack NAME` plays with it.'

finish
