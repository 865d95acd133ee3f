#!/bin/sh
# The program from outside, on input that means it harm: it must answer 0, 1 or 2, say what is wrong,
# keep its memory, and let nothing reach the terminal that steers it. TIMES=5 makes the longest records longer.
. tests/check.sh
cd "$top" || exit 1

head='game haratama\nplayers Aki Bo Chie Dai\nround\nkami 1 2 3\n'
sanitized() { grep -qaE "__asan_init|__gcov_init" "$FUDA"; }     # both take memory of their own, and long to begin
# Where a run takes long, one in `step` of what is alike is run, another one each time.
turn=${SEED:-$(date +%s)} step=1
! sanitized || step=8
its_turn() { turn=$((turn + 1)); [ $((turn % step)) -eq 0 ]; }
echo "SEED=$turn"

# ---- bytes of all kinds
for n in $(seq $((step > 1 ? 2 : 8))); do
    head -c 65536 /dev/urandom >"$work/random"
    { printf "$head"; head -c 20000 /dev/urandom; } >"$work/tail"
    for command in judge score "judge --json" "score --json"; do
        ends '0|1|2' "random bytes, $command" "$FUDA" $command "$work/random"
        plain err
        ends 2 "random bytes in a game, $command" "$FUDA" $command "$work/tail"
        plain err
        plain out
        case $command in
        *json) json . ;;
        esac
    done
done
printf 'game haratama\0\nplayers Aki\0 Bo Chie\n\0\n' >"$work/nul"
ends 2 "NUL bytes" "$FUDA" judge "$work/nul"
has "$work/err" "NUL byte"
has "$work/err" "nul:3: column 1:"
printf '\377\376g\0a\0' >"$work/utf16"
ends 2 "UTF-16" "$FUDA" judge "$work/utf16"
has "$work/err" "UTF-8"

# ---- lines
line() { head -c "$1" /dev/zero | tr '\0' ' '; }
{ printf "$head"; printf 'note x'; line 65530; printf '\nAki: lead\n'; } >"$work/line"
ends 0 "a line of 65536 bytes" "$FUDA" judge "$work/line"
silent err
has "$work/out" "line 6"
{ printf "$head"; printf 'note x'; line 65531; printf '\nAki: lead\n'; } >"$work/line"
ends 2 "a line of 65537 bytes" "$FUDA" judge "$work/line"
has "$work/err" "line:5: column 65537: this line is too long"
has "$work/out" "line 6"
{ printf "$head"; printf 'note '; head -c 10000000 /dev/zero | tr '\0' 'x'; printf '\nAki: lead\n'; } >"$work/line"
ends 2 "a line of 10 MB" "$FUDA" judge "$work/line"
has "$work/err" "line:5: column 65537: this line is too long"
has "$work/out" "line 6"
check "a line of 10 MB is told once" test "$(wc -l <"$work/err")" -eq 1
{ printf "$head"; printf 'note '; head -c 10000000 /dev/zero | tr '\0' 'x'; } >"$work/line"
ends 2 "a last line of 10 MB without an end" "$FUDA" judge "$work/line"
printf "${head}Aki: lead" >"$work/line"
ends 0 "a last line without an end" "$FUDA" judge "$work/line"
has "$work/out" "line 5"
printf "$head" | tr '\n' '\r' >"$work/line"
ends 2 "lines that end in CR alone" "$FUDA" judge "$work/line"
{ printf '\357\273\277'; printf "$head" | sed 's/$/\r/'; } >"$work/line"
ends 0 "a byte order mark, and CR LF" "$FUDA" judge "$work/line"
silent err

# ---- lines piped to the table: what is no line is said with its place, and the next one counts
{
    printf 'round\nkami 3 7 10\nBo: lead\nr9 札\0 r3\n'
    head -c 10000000 /dev/zero | tr '\0' x
    printf '\nr9\nnote '
    head -c 65531 /dev/zero | tr '\0' ' '
    printf '\nr3'
    head -c 65535 /dev/zero | tr '\0' ' '
    printf '\nr12'
} >"$work/in"
ends 2 "lines piped" "$FUDA" --db "$work/piped.db" table haratama Aki Bo Chie Dai
has "$work/err" "line 4 cannot be read, at column 5: a NUL byte"
has "$work/err" "line 5 cannot be read, at column 65537: this line is too long"
has "$work/err" "line 8 cannot be read, at column 65537: this line is too long"
check "three lines are not read" test "$(grep -c 'cannot be read' "$work/err")" -eq 3
"$FUDA" --db "$work/piped.db" export --format records >"$work/out"
check "the others are kept" test "$(grep -cE '^(Bo: |Chie: |)r(9|12)( |$)' "$work/out")" -eq 2

# ---- a record that is kept has a limit, and is bounded in memory on its way there
{ printf "$head"; yes 'note x' | head -n 19998; } >"$work/most"
ends 0 "a record of 20000 lines" "$FUDA" --db "$work/most.db" add "$work/most"
has "$work/out" "Records added: 1"
echo 'note y' >>"$work/most"
ends 2 "a record of 20001 lines" "$FUDA" --db "$work/most.db" add "$work/most"
has "$work/err" "at most 20000 lines"
yes 'note z' | head -n 5000 >"$work/in"
ends 2 "lines to a record that has 20000" "$FUDA" --db "$work/most.db" table
has "$work/err" "at most 20000 lines"
"$FUDA" --db "$work/most.db" export --format records >"$work/out"
check "no line more is kept" test "$(grep -c '^note [yz]' "$work/out")" -eq 0

# ---- other ways in that read whole lines or files
{ printf '#@ fuda 1\n'; head -c 20000000 /dev/zero | tr '\0' x; } >"$work/long"
ends 2 "a campaign's text with a line of 20 MB" "$FUDA" --db "$work/long.db" campaign import "$work/long"
has "$work/err" "line 2: a line is longer than 5000000 bytes"
ends 2 "a walk through a line of 20 MB" "$FUDA" --db "$work/long.db" replay "$work/long"
has "$work/err" "expected at most 200000 lines of 65536 bytes each"
{ printf "$head"; yes 'note x' | head -n 200000; } >"$work/long"
ends 2 "a walk through 200,004 lines" "$FUDA" --db "$work/long.db" replay "$work/long"
has "$work/err" "expected at most 200000 lines"
rm -f "$work/long"

# ---- memory: far more short lines, and faults, than 8 MB could hold, in 8 MB
lines=$((2000000 * ${TIMES:-1}))
peak() {
    what=$1
    shift
    if [ -x /usr/bin/time ]; then
        /usr/bin/time -o "$work/peak" -f %M "$@" >/dev/null 2>"$work/err"
        kilobytes=$(tail -n 1 "$work/peak")
        if [ "$kilobytes" -lt 8192 ]; then ok; else bad "$what: $kilobytes kB at its peak"; fi
    else
        ( ulimit -v 65536; "$@" >/dev/null 2>"$work/err"; [ $? -le 2 ] ) && ok || bad "$what: beyond 64 MB of address space"
    fi
}
if ! sanitized; then
    yes 'note x' | head -n $lines >"$work/many"
    { printf "$head"; cat "$work/many"; } >"$work/long"
    peak "$lines notes" "$FUDA" judge "$work/long"
    peak "$lines notes to keep" "$FUDA" --db "$work/long.db" add "$work/long"
    yes 'r99' | head -n $((lines / 5)) >"$work/many"
    { printf "$head"; cat "$work/many"; } >"$work/long"
    peak "$((lines / 5)) faults" "$FUDA" judge --json "$work/long"
    check "faults are listed up to a limit" test "$(wc -l <"$work/err")" -le 1001
    { printf "$head"; yes 'Aki: r9' | head -n $((lines / 50)); } >"$work/long"
    peak "$((lines / 50)) cards twice" "$FUDA" judge --json "$work/long"
    yes "$(printf "${head}relics Aki=3 Bo=3 Chie=3 Dai=3")" | head -n $((lines / 20)) >"$work/long"
    peak "$((lines / 100)) games" "$FUDA" score --json "$work/long"
    { printf "$head"; yes "$(printf 'relics Aki=3 Bo=3 Chie=3 Dai=3\nround\nkami 1 2 3')" | head -n $((lines / 10)); } >"$work/long"
    peak "$((lines / 30)) rounds of one tied game" "$FUDA" score "$work/long"
    rm -f "$work/many" "$work/long"
fi

# ---- files
: >"$work/empty"
ends 2 "an empty file" "$FUDA" judge "$work/empty"
has "$work/err" "no game here"
ends 2 "an empty file, as JSON" "$FUDA" judge --json "$work/empty"
check "an empty file, as JSON" test "$(jq -c . "$work/out")" = '{"games":[]}'
ends 2 "/dev/null" "$FUDA" score /dev/null
for command in judge score "judge --json" add; do
    ends 2 "nothing on standard input: $command" sh -c '"$0" --db "$1/none.db" $2 </dev/null' "$FUDA" "$work" "$command"
    has "$work/err" "no game on standard input"
done
sed '/^game/,$d' tests/deck.fuda >"$work/deck"
ends 2 "a deck without a game" "$FUDA" judge "$work/deck"
ends 2 "a file that does not exist" "$FUDA" judge "$work/none"
has "$work/err" "cannot open"
ends 2 "a file that does not exist, as JSON" "$FUDA" score --json "$work/none"
what="JSON all the same"; json '.games == []'
ends 2 "a directory" "$FUDA" judge "$work"
has "$work/err" "cannot read"
printf "${head}Aki: lead\n" >"$work/one"
ends 2 "one of three cannot be opened" "$FUDA" judge "$work/one" "$work/none" "$work/one"
check "the others are judged" test "$(grep -c Verdict "$work/out")" -eq 2
ends 0 "several files" "$FUDA" judge --json "$work/one" "$work/one"
check "several files: each names its own" test "$(jq -r '[.games[].file] | unique | length' "$work/out")" -eq 1
check "several files: two games" test "$(jq '.games | length' "$work/out")" -eq 2
printf 'game haratama\nplayers Aki Bo Chie\nround\n' >"$work/two"
printf 'kami 1 2 3\n' >"$work/three"
ends 2 "a game does not run on into the next file" "$FUDA" judge "$work/two" "$work/three"
has "$work/err" "three:1: column 1:"
ends 0 "standard input as -" sh -c "cat '$work/one' | \"\$FUDA\" judge -"
ends 0 "standard input" sh -c "\"\$FUDA\" judge <'$work/one'"
ends 0 "standard input between files" sh -c "\"\$FUDA\" judge --json '$work/one' - '$work/two' <'$work/one'"
check "three games" test "$(jq '.games | length' "$work/out")" -eq 3
ends 2 "standard input closed" sh -c "\"\$FUDA\" judge <&-"
cp "$work/one" "$work/-dash"
(cd "$work" && "$FUDA" judge -- -dash >/dev/null 2>&1) && ok || bad "a file called -dash behind --"

# ---- options, in any position
for words in "--json judge $work/one" "judge --json $work/one" "judge $work/one --json" \
    "--lang en judge $work/one --json" "judge $work/one --lang=ja --json" "judge -q $work/one --json"; do
    ends 0 "fuda $words" "$FUDA" $words
    what="fuda $words: JSON"; json '.games[0].verdict == "clean"'
done
for words in "judge --jsom $work/one" "judge -x $work/one" "juge $work/one" "--lang" "judge --lang de $work/one" \
    "judge --color=pink $work/one" "judge --json=1 $work/one" "rules haratama/nothing" "rules whist"; do
    ends 2 "fuda $words" "$FUDA" $words
    check "fuda $words: says why" test -s "$work/err"
    silent out
done
ends 0 "--help" "$FUDA" judge --help
ends 0 "--version" "$FUDA" --version
ends 2 "an empty word" "$FUDA" ""
ends 2 "an empty file name" "$FUDA" judge ""
ends 2 "an escape sequence as a command" "$FUDA" "$(printf '\033[2J')"
plain err
ends 2 "an option of 100,000 letters" "$FUDA" "--$(head -c 100000 /dev/zero | tr '\0' x)"
ends 2 "a name that is not UTF-8" "$FUDA" judge "$work/$(printf '\377')"
plain err

# ---- what steers a terminal
escape=$(printf '\033')
c1=$(printf '\302\233')
printf "game haratama\nplayers \"A${escape}[2Jki\" \"B${c1}31mo\" \"C\177\bhie\" Dai\nround\nkami 1 2 3\n" >"$work/steer"
printf "A: lead\nB: fox\nC: r9\nD${escape}: r3\n${escape}]0;x\007\nhouse ${escape}=1 tie=${c1}\ndate ${escape}\ngame ${escape}c\n" >>"$work/steer"
cp "$work/steer" "$work/x${escape}[31m.fuda"
for file in "$work/steer" "$work/x${escape}[31m.fuda"; do
    for command in judge score "judge --json" "score --json" "judge --lang ja" "score --lang ja"; do
        ends 2 "control characters, $command" "$FUDA" $command "$file"
        plain out
        plain err
    done
done
printf "game haratama\nplayers \"B${c1}31mo\" Chie Dai\nround\nkami 1 2 3\nrelics B=12\n" >"$work/c1"
for command in judge score "score --json"; do
    ends 0 "a C1 control in a name, $command" "$FUDA" $command "$work/c1"
    plain out
done
# a name that may not steer does not come into a campaign; nor does one that no JSON could hold
for name in "A${c1}31m" "A${escape}[2J" "$(printf 'A\377')" "$(printf 'A\177')"; do
    ends 2 "a campaign's name" "$FUDA" --db "$work/names.db" campaign new "$name"
    has "$work/err" "this cannot be stored"
    plain err
done
ends 2 "a player's name" "$FUDA" --db "$work/names.db" add "$work/c1"
has "$work/err" "this cannot be stored"
printf "${head}note \"${c1}31m\"\n" >"$work/c1"
ends 2 "a note" "$FUDA" --db "$work/names.db" add "$work/c1"
has "$work/err" "this cannot be stored"
ends 0 "nothing of it" "$FUDA" --db "$work/names.db" campaign list --json
what="nothing of it"; json '[.list[].campaign] == ["home"]'
# what turns the text behind it, or is not seen, is no part of a name: it comes in nowhere
turned=$(printf '\342\200\256')
printf "game haratama\nplayers Aki \"B${turned}ob\" Chie Dai\nround\nkami 1 2 3\n" >"$work/turned"
ends 0 "a name that turns text" "$FUDA" --db "$work/turned.db" add "$work/turned"
ends 0 "… is stored without that" "$FUDA" --db "$work/turned.db" export
has "$work/out" "players Aki Bob Chie Dai"
lacks "$work/out" "$turned"
# names and notes that mean something in a page, a spreadsheet, a format or a shell are words there, too
printf '%s\n' '"=cmd!A0" "＝cmd" "'"'"'=1" "<script>alert(1)</script>"' '"A""b;c,d" "<img src=x onerror=alert(1)>" "&lt;{seat}" "%s%n$(id)"' \
    '"+1" "-1" "@SUM(1)" "az"' >"$work/mean.names"
while read -r names; do
    printf 'game haratama\nplayers %s\nhouse end=rounds:1\nnote "=cmd <img src=x> {seat} %%s"\n' "$names"
    printf 'result points %s\n' "$(echo "$names" | sed 's/" "/"=1 "/g; s/"$/"=2/')"
done <"$work/mean.names" >"$work/mean"
ends 0 "names that mean something elsewhere" "$FUDA" --db "$work/mean.db" add "$work/mean"
ends 0 "… in a page" "$FUDA" --db "$work/mean.db" report -o "$work/mean.html"
lacks "$work/mean.html" "<script>alert"
lacks "$work/mean.html" "<img"
lacks "$work/mean.html" "$turned"
has "$work/mean.html" "&amp;lt;{seat}"
for command in history standings "history --lang ja" "standings --lang ja" "replay 1"; do
    ends 0 "… in words: $command" "$FUDA" --db "$work/mean.db" $command
    lacks "$work/out" "$turned"
    plain out
done
ends 0 "… as a table" "$FUDA" --db "$work/mean.db" export --format csv -o "$work/mean.csv"
for cell in "'=cmd!A0" "'＝cmd" "''=1" "'+1" "'-1" "'@SUM(1)" '"A""b;c,d"' '%s%n$(id)'; do
    check "… as a table: $cell" grep -qF ",haratama,$cell," "$work/mean.csv"
done
ends 0 "… and back" "$FUDA" --db "$work/mean2.db" import "$work/mean.csv"
for form in csv json; do
    ends 0 "… in another store: $form" "$FUDA" --db "$work/mean2.db" export --format $form -o "$work/mean2.$form"
    [ $form = csv ] || json . <"$work/mean2.$form"
done
same "… the same names" "$(cut -d, -f4- "$work/mean.csv" | sort)" "$(cut -d, -f4- "$work/mean2.csv" | sort)"
ends 0 "… in an evening" "$FUDA" --db "$work/mean.db" league new -- "<b>=1" "=cmd!A0" "<script>alert(1)</script>" "az" "-1"
ends 0 "… at tables" "$FUDA" --db "$work/mean.db" league round
lacks "$work/out" "$turned"
ends 0 "… on the wall" "$FUDA" --db "$work/mean.db" league report -o "$work/wall.html"
lacks "$work/wall.html" "<script>alert"
lacks "$work/wall.html" "<b>=1"
lacks "$work/wall.html" "$turned"
ends 0 "colours are asked for" "$FUDA" judge --color=always "$work/one"
check "colours are asked for" grep -qa "$escape" "$work/out"
ends 0 "no colours in a pipe" "$FUDA" judge "$work/one"
plain out

# ---- a record cut behind every byte
cat >"$work/whole" <<'END'
ゲーム haratama # 一
席 Aki "Mio B" ﾁｴ Dai
house tie=tied end=rounds:1
ラウンド;kami 1 2 3
Aki: hand b5 r9 r1 g1 g2 g4 g5 g6 p1 p2 p4 p5 p6
A: lead; show b5
赤9 Ｒ３ r12 b1 !
"Mio B": trick
relics Aki=3 "Mio B"=3 ﾁｴ=3 Dai=3
end
END
size=$(wc -c <"$work/whole") cut=0 broken=0
while [ "$cut" -le "$size" ]; do
    if its_turn; then
        head -c "$cut" "$work/whole" | "$FUDA" judge --json - >"$work/out" 2>/dev/null
        [ $? -le 2 ] || broken=$((broken + 1))
    fi
    cut=$((cut + 1))
done
check "a record cut behind every byte" test "$broken" -eq 0

# ---- outputs that fail
printf "$head" >"$work/pipe"
yes 'Aki: r14' | head -n 300 >>"$work/pipe"
yes 'Aki: fox' | head -n 5000 >>"$work/pipe"
ends '0|1|2|141' "a pipe that is closed" sh -c "\"\$FUDA\" judge --json '$work/pipe' 2>/dev/null | head -c 1 >/dev/null"
if [ -e /dev/full ]; then
    for command in judge score "judge --json" "score --json" rules --help --version "judge --help"; do
        file=$work/pipe
        case $command in rules | -*) file= ;; esac
        "$FUDA" $command $file >/dev/full 2>"$work/err"
        status=$?
        what="a full disk, $command"
        check "$what: exit status $status" test "$status" -eq 2
        has "$work/err" "cannot write"
        has "$work/err" "No space left"
    done
fi
ends 2 "standard output closed" sh -c "\"\$FUDA\" judge '$work/one' >&-"

# ---- every case: JSON that parses, text that says as much, in both languages; all of them in one process a form
cd tests/cases || exit 1
list=$(find * -name '*.fuda' | sort)
printf '%s\n' $list >"$work/listed"
number=$(wc -l <"$work/listed")
for form in --json "--lang en" "--lang ja"; do
    ends 2 "judge $form of all cases" "$FUDA" judge $form $list
    lang=${form##*[ -]}
    cp "$work/out" "$work/judged.$lang"
    sed -n 's/^\([^ ]*\.fuda\):.*/\1/p' "$work/err" | uniq >"$work/faults.$lang"
done
for lang in en ja; do alike "$work/faults.json" "$work/faults.$lang"; done
# How many findings each file tells, "FILE FINDINGS"; what is told in one line with another, "(Lines 8, 12.)", counts too.
told_in() {
    LC_ALL=C awk 'function tell() { while (match(dense, /tricks[0-9,]+and[0-9]+;|enough\.\(Lines|\(Lines[0-9,–]+|第([0-9]|、)+トリックの|決まりません。（|。（([0-9]|、|〜)+行目/)) {
            said = substr(dense, RSTART, RLENGTH)
            dense = substr(dense, RSTART + RLENGTH)
            gsub(/tricks|;|第|トリックの|.*Lines|。（|行目/, "", said)      # … by tricks, or else by lines
            gsub(/and|、/, ",", said)
            gsub(/–|〜/, "-", said)
            n = split(said, one, ",")
            for (i = 1; i <= n; i++)
                found[file] += split(one[i], end, "-") > 1 ? end[2] - end[1] + (i > 1) : i > 1 }
            dense = "" }
        /^[^ ]+\.fuda: / { tell(); file = $1; sub(/:$/, "", file) }
        /^  line [0-9]+  [a-z]/ || /^  [0-9]+行目  / { ++found[file] }
        { gsub(/ /, ""); dense = dense $0 }
        END { tell(); for (file in found) print file, found[file] }' "$@"
}
# What is so of every line behind the same slip, as that a round is over, words tell with the first of them.
jq -r 'def told_once: (select(.kind == "impossible" and (.text | test("^(Round|Deal) [0-9]+ is over; |^No (round|deal) has begun|is kept by tricks from")))
        | .text | sub("; .* cannot be played in it"; "; ")),
        (select(.rule == "haratama/early-end" and .kind == "irregular") | "\(.because[0] // .line) \(.text | test(" took "))");
    def told: [.findings[] | told_once] as $again | (.findings | length) - ($again | length) + ($again | unique | length);
    .games | group_by(.file)[] | [.[0].file, ([.[] | told] | add), .[].verdict] | join(" ")' "$work/judged.json" >"$work/told.json"
for lang in en ja; do told_in "$work/judged.$lang" >"$work/told.$lang"; done
# One line a case: its name, what each form tells of it (none where it has no game), a fault or none, its verdicts.
awk 'FILENAME ~ /listed$/ { name[++n] = $1; next }
    FILENAME ~ /faults/ { fault[$1] = "fault"; next }
    FILENAME ~ /json$/ { verdicts[$1] = $0; sub(/^[^ ]* [^ ]* /, "", verdicts[$1]) }
    { form = FILENAME; sub(/.*told\./, "", form); told[form, $1] = $2 }
    END { for (i = 1; i <= n; i++) print name[i], told["json", name[i]] + 0, told["en", name[i]] + 0, told["ja", name[i]] + 0,
        fault[name[i]] ? "fault" : "none", verdicts[name[i]] }' \
    "$work/listed" "$work/faults.json" "$work/told.json" "$work/told.en" "$work/told.ja" >"$work/told"
same "every case is told" "$number" "$(wc -l <"$work/told")"
check "most cases have a game" test "$(wc -l <"$work/told.json")" -gt $((number * 9 / 10))
# Alone each ends as it should, in one of the three forms by turns.
while read -r file found en ja faults verdicts; do
    same "$file: findings in words as in JSON" "$found" "$en"
    same "$file: findings in Japanese as in JSON" "$found" "$ja"
    its_turn || continue
    wanted=0
    case $verdicts in *irregular* | *conflict* | *slip*) wanted=1 ;; esac
    case $verdicts in *impossible*) wanted=2 ;; esac
    [ "$faults" = none ] || wanted=2
    case $((turn / step % 3)) in
    0) form=--json ;;
    1) form="--lang en" ;;
    2) form="--lang ja" ;;
    esac
    "$FUDA" judge $form "$file" >"$work/out" 2>"$work/err" </dev/null
    same "$file: exit status for $form and $verdicts" "$wanted" $?
done <"$work/told"
ends 2 "score of all cases" "$FUDA" score --json $list
what="score of all cases: JSON"; json '.games | all(has("winners"))'
for lang in en ja; do
    ends 2 "score of all cases in words" "$FUDA" score --lang $lang $list
done
cd "$top" || exit 1

# What steers a screen, turns a text round or hides in it: no door takes it, and no screen shows it.
raw() { # FILE: the marks that stand in it as they are
    LC_ALL=C grep -aoE "$(printf '\342\200[\213\214\217\250\256]|\342\201[\240\246-\251]|\330\234|\302\255|\357\273\277|\363\240\201\201|[^\302]\233|^\233|\302\233')" "$1" | od -An -tx1
}
number=0
for mark in '\342\200\256' '\342\201\246' '\342\200\213' '\342\200\217' '\342\200\250' '\342\201\240' '\330\234' '\302\255' '\357\273\277' '\363\240\201\201' '\302\233' '\233'; do
    number=$((number + 1))
    file=$(printf "$work/a${mark}31mb.fuda")
    printf "game haratama\nplayers \"A${mark}31mki\" Bo Chie Dai\nround\nnote \"x${mark}y\"\nr9 r3 r12 b1\n\"A${mark}31mki\": b1\n" >"$file"
    what="mark $number"
    for command in "judge" "judge --json" "score" "replay" "report"; do
        $FUDA $command "$file" >"$work/shown" 2>&1 </dev/null
        same "$what: $command shows it" "" "$(raw "$work/shown")"
    done
    "$FUDA" "${file##*/}" >"$work/shown" 2>&1
    same "$what: a word is told with it" "" "$(raw "$work/shown")"
    printf "game haratama\nplayers \"A${mark}31mki\" Bo Chie Dai\nround\nr9 r3 r12 b1\n" >"$work/marked"
    ends 2 "$what: add" $FUDA --db "$work/marks.db" add "$work/marked"
    same "$what: add tells it" "" "$(raw "$work/err")"
    printf 'game haratama\nplayers Aki Bo Chie Dai\nround\nnote "x%by"\nr9 r3 r12 b1\n' "$mark" >"$work/marked"
    ends 2 "$what: add of a note" $FUDA --db "$work/marks.db" add "$work/marked"
    ends 2 "$what: a player is renamed" $FUDA --db "$work/marks.db" campaign new "$(printf "Thu${mark}rsday")"
done
$FUDA --db "$work/marks.db" campaign export >"$work/shown" 2>&1
same "no mark is kept" "" "$(raw "$work/shown")"

finish
