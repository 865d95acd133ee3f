#!/bin/sh
# Lines of people in a hurry: each is answered with the word that is wrong and with what would be taken in its place, in
# both languages; and lines that are no more than said otherwise are taken.
. tests/check.sh

haratama() { printf '%s\n' round 'kami 3 7 10' 'Aki: lead'; }
opened() { echo round; }
tezumashi() { printf '%s\n' 'offer table 7 1 2 4' deal 'Bo: start' 'Bo: choose 7 u x' 'Chie: choose 1 b y' 'Dai: choose 2 w z' \
                     'Aki: choose 4 r v'; }

# asked BEFORE LINE LANGUAGE: what the table answers to the line, on one line
asked() {
    game=$1
    [ "$game" = opened ] && game=haratama
    fresh
    { "$1"; printf '%s\n' "$2"; } >in
    "$FUDA" --lang "$3" table "$game" Aki Bo Chie Dai <in 2>&1 | tail -n 8 | sed 's/^ *//' >lines
    if [ "$3" = ja ]; then tr -d '\n ' <lines; else tr '\n' ' ' <lines; fi >told
}

# wrong BEFORE LINE WORD MEND 直し: the word is blamed, and the mend is named
wrong() {
    asked "$1" "$2" en
    check "“$2” does not blame “$3”: $(cat told)" grep -Fq -- "“$3”" told
    check "“$2” is not mended by “$4”: $(cat told)" grep -Fq -- "$4" told
    asked "$1" "$2" ja
    check "「$2」 does not blame 「$3」: $(cat told)" grep -Fq -- "「$3」" told
    check "「$2」 is not mended by 「$5」: $(cat told)" grep -Fq -- "$5" told
}

# taken BEFORE LINE AS: it is the same as the line that spells it out
taken() {
    fresh
    game=$1
    [ "$game" = opened ] && game=haratama
    { "$1"; printf '%s\n' "$2"; } >in
    "$FUDA" table "$game" Aki Bo Chie Dai <in >out 2>err
    "$FUDA" show 1 >out 2>err
    same "“$2”" "$3" "$(tail -n 1 out)"
}

wrong haratama 'r9 3 zz 12' zz 'such as r9' 赤9やr9
wrong haratama 'r9 3 99 12' 99 'from 1 to 13' 1〜13
wrong haratama 'r9 3 x 12' x 'such as r9' 赤9やr9
wrong haratama 'r9 r3 15' 15 'from 1 to 13' 1〜13
wrong haratama 'r9 3 12 1 5' 5 'as r5' 赤5
wrong haratama '9' 9 'as r9' 赤9
wrong haratama '12' 12 'as r12' 赤12
wrong haratama '3 r9' 3 'as r3' 赤3
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
wrong haratama 'hand r9 q' q 'such as r9' 赤9やr9
wrong haratama 'show 9' 9 'as r9' 赤9
wrong haratama 'pink 7' pink 'such as r9' 赤9やr9
wrong haratama 'r9 3 of 12' of 'such as r9' 赤9やr9
wrong haratama 'r9 桃7' 桃7 'such as r9' 赤9やr9
wrong haratama 'r9 3 12 b' b 'such as r9' 赤9やr9
wrong opened '3 7 k' k 'three ranks' ランク
wrong opened '3' 3 'three ranks' ランク
wrong opened '3 x 7' x 'three ranks' ランク
wrong opened 'r x' r 'three ranks' ランク
wrong tezumashi 'u3 9 r9 t' t 'as ut' 傘切
wrong tezumashi 'b7 2 t 3' t 'as bt' 蝶切
wrong tezumashi 't' t 'as bt' 蝶切
wrong tezumashi 'u3 15' 15 'such as b7' 蝶7
wrong tezumashi 'b7 2 zz 3' zz 'such as b7' 蝶7
wrong tezumashi 'b10' b10 'such as b7' 蝶7
wrong tezumashi '7' 7 'as b7' 蝶7
wrong tezumashi 'b7 2 3 4 5' 5 'as b5' 蝶5
wrong tezumashi 'u3 use' use '`;` before it' '`;`を書く'
wrong tezumashi 'Aka b7' Aka 'Aki, Bo' Aki、Bo

taken haratama 'red 7' r7
taken haratama 'RED 7, blue 5 and 3' 'r7 b5 r3'
taken haratama '7 of red 3' 'r7 r3'
taken haratama 赤の7 r7
taken haratama '赤 の 7、9' 'r7 r9'
taken haratama 'r 9 3 0' 'r9 r3 r10'
taken opened '3, 7 and 10' 'kami 3 7 10'
taken tezumashi '7 of water 3 2' 'w7 w3 w2'
taken tezumashi 'butterfly 7 2 bt 3' 'b7 b2 bt b3'

finish
