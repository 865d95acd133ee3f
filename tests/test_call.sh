#!/bin/sh
# How the program is called: commands and their beginnings, options, `-` and `--`, languages and colours.
. tests/check.sh

# run STATUS WORD…: the program with v.fuda on standard input ends with this status.
run() {
    cp v.fuda in
    expected=$1
    shift
    ends "$expected" "fuda $*" "$FUDA" "$@"
}
# in_japanese / in_english NAME=VALUE…: the language of an answer under this environment.
answer() { ends 1 "$*" env "$@" "$FUDA" judge v.fuda; }
in_japanese() { answer "$@"; has out '反則'; }
in_english() { answer "$@"; has out 'irregular:'; }

cat >v.fuda <<'END'
game haratama
players Aki Bo Chie Dai
round
kami 1 2 3
Aki: lead
r9 p4 r12 r5
g9 g4 g6 g2
r7 r8 r10 r6
END
printf 'game haratama\nzork\n' >bad.fuda
cp v.fuda ./-x.fuda

# ---- commands
run 1 judge v.fuda
run 1 j v.fuda
run 0 sco v.fuda
run 2 sc v.fuda
has err 'expected one of: score scan'
run 2 s v.fuda
has err 'expected one of: score standings show share serve scan'
run 2 --lang ja sc v.fuda
has err 'score scan'
run 2 jugde v.fuda
has err 'did you mean `fuda judge`'
run 2 xyzzyqq
has err 'fuda --help'
run 0
has out 'Usage:'

# ---- help
run 0 help
has out 'Usage: fuda COMMAND'
for command in $("$FUDA" words | grep -v '^-'); do
    "$FUDA" "$command" --help >wanted
    run 0 help "$command"
    if cmp -s out wanted; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "failed: fuda help $command is not fuda $command --help"
    fi
    for word in $("$FUDA" words help "$command" | grep -v '^-'); do
        run 0 help "$command" "$word"
        has out "Usage: fuda $command"
        has out "fuda $command"
        has out 'Options:'
    done
done
run 0 campaign house --help
has out '[OPTION…] house [GAME/KEY=VALUE…]'
run 0 --lang ja help player join
has out '名前 join 別の名前'
run 2 help jugde
has err 'did you mean `fuda judge`'
run 2 help campaign hose
has err 'fuda campaign house'
run 0 h
run 2 he
has err 'did you mean `fuda help`'

# ---- words
run 2 campaign
has err 'fuda campaign new NAME'
run 2 campaign new
has err 'expected:'
run 2 campaign list more
run 2 pack check
run 2 player
has err 'fuda player NAME join OTHER'
run 2 player Aki jion Bo
run 2 history haratama more
has err 'too many words; expected `fuda history [GAME]`'
run 2 pack list --replace
has err 'unknown option --replace'
run 2 pack --replace list
has err 'unknown option --replace'
run 2 pack --replace add nowhere.fuda

# ---- what the shells offer, from what there is
XDG_DATA_HOME=$work/words
export XDG_DATA_HOME
run 0 campaign new league
run 0 add "$top/tests/night.fuda"
sed 's/^date .*/date 2026-11-15/' "$top/tests/night.fuda" >later.fuda
run 0 add later.fuda
run 0 campaign withdraw 1
withdrawn=$(sed -n 's/.*campaign restore \([0-9a-f-]*\).*/\1/p' out)
run 0 campaign remote add stick "$work/stick"
printf 'pack materia "Ours"\nghost 57 "Sakura" body=1,1,2,3,4,5 mind=2,2,3,3,4,6 points=3\n' >ours.fuda
run 0 pack add ours.fuda
for offer in "pack show/Ours" "pack show/reference" "campaign sync/stick" "campaign remote remove/stick" "campaign restore/$withdrawn"; do
    run 0 words ${offer%%/*}
    out "${offer##*/}"
done
run 0 words show
lacks out "$withdrawn"
XDG_DATA_HOME=$work/data

# ---- files
run 1 judge
run 1 judge -
run 1 judge -- -x.fuda
run 1 -- judge v.fuda
run 2 judge -x.fuda
run 2 judge nowhere.fuda v.fuda
has out 'haratama/follow'
run 2 judge bad.fuda
has err 'bad.fuda:2: '
run 2 score bad.fuda
has err 'bad.fuda:2: '

# ---- options
run 1 judge v.fuda --json
has out '"verdict"'
run 2 judge --jsno v.fuda
has err 'did you mean --json'
run 2 judge --colour v.fuda
has err 'did you mean --color'
run 2 judge --json=1 v.fuda
run 2 judge --lang fr v.fuda
run 2 judge v.fuda --lang
run 2 judge --color=blue v.fuda

# ---- languages
in_english LANG=en_GB.UTF-8
in_english LANG=C
in_japanese LANG=ja_JP.UTF-8
in_japanese LC_ALL=ja_JP.UTF-8 LANG=en_GB.UTF-8
in_japanese LC_MESSAGES=ja_JP.UTF-8
in_english LC_MESSAGES=ja_JP.UTF-8 LC_ALL=C.UTF-8
in_japanese LANG=en_GB.UTF-8 LANGUAGE=ja
in_japanese LANG=en_GB.UTF-8 LANGUAGE=fr:ja
in_japanese LANG=ja_JP.UTF-8 LANGUAGE=ja:en
in_english LANG=ja_JP.UTF-8 LANGUAGE=en:ja
in_english LANG=ja_JP.UTF-8 LANGUAGE=fr:de
in_english LANG=ja_JP.UTF-8 LANGUAGE=::
in_japanese LANG=ja_JP.UTF-8 LANGUAGE=
in_english LANG=C LANGUAGE=ja
run 1 judge --lang=ja v.fuda
has out '反則'

# ---- colours
esc=$(printf '\033')
run 1 judge v.fuda
lacks out "$esc"
run 1 judge --color v.fuda
has out "$esc"
run 1 judge --color=never v.fuda
lacks out "$esc"
run 1 judge --json --color=always v.fuda
lacks out "$esc"
NO_COLOR=1
export NO_COLOR
run 1 judge v.fuda
lacks out "$esc"
run 1 judge --color=always v.fuda
has out "$esc"

# a rule by a word of its heading, or else of its text
run 0 --lang ja rules フォロー
out 'haratama/follow'
run 0 rules needfire Guard
out 'needfire/guard'
# what was meant by a game, a file or a letter in the place of a command
run 2 haratama; err "is a game"; err "fuda table haratama NAME"
run 2 祓魂; err "is a game"
printf 'game haratama\n' >evening.fuda
run 2 evening.fuda; err "is a file"; err "fuda judge evening.fuda"
run 2 -x; err "unknown option -x; expected one that"

# a file that is no record is told in a few lines
seq 1 99 >numbers
run 2 judge numbers
same "lines about numbers" 5 "$(wc -l <err)"
err "further unreadable lines"
{ printf '%%PDF-1.7\n'; seq 1 99; } >deed.pdf
run 2 judge deed.pdf
same "lines about a PDF" 1 "$(wc -l <err)"
err "looks like a PDF"

# rules by what people call them; with no hit the nearest of this game
for called in revoke Renege 反則 リボーク; do
    run 0 rules haratama "$called"
    out "haratama/follow"
    run 0 rules tezumashi "$called"
    out "tezumashi/follow"
done
run 0 rules haratama penalty; out "house remedy=TEXT"
run 0 rules needfire tie; out "needfire/rank"
run 0 --lang ja rules needfire 同点; out "needfire/rank"
run 0 rules tezumashi trump; out "tezumashi/win-trump"
run 0 rules haratama 'shoot the moon'; out "haratama/haratama"
run 0 rules revoke; out "Tezumashi"; out "Haratama"
run 2 rules haratama zzzzz
err "nearest are"
run 2 rules haratama folow
has err 'did you mean `fuda rules haratama/follow`?'

finish
