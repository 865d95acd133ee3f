#!/bin/sh
# What users read: the pages are well formed, name everything the program has, and their examples
# answer what they say; every text is translated; the completions load.
. tests/check.sh
cd "$top" || exit 1
. tests/terminal.sh
mkdir "$work/bin" && ln -s "$FUDA" "$work/bin/fuda" || exit 1

# Each line of LIST is in one of the FILES, whose names hold no blank: by the awk condition THERE, of a line
# `$0` and the `word[i]`. NAME says what is so of a word that is in none.
each_in() { # THERE ENDS NAME "LIST FILE…"
    lacks=$3
    awk -v ends="$2" 'FILENAME == ARGV[1] { word[++n] = $0; next }
        { for (i = 1; i <= n; i++) if (!(i in found) && ('"$1"')) found[i] }
        END { for (i = 1; i <= n; i++) print (i in found ? "+" : "-") word[i] }' $4 >"$work/looked"
    passed=$((passed + $(grep -c '^+' "$work/looked")))
    sed -n 's/^-//p' "$work/looked" >"$work/lacking"
    while IFS= read -r word; do bad "$lacks “$word”"; done <"$work/lacking"
}

# Every word of a LIST (a line each) stands in the FILE of rendered text; NAME is for people.
words_in() { each_in 'index($0, word[i])' '' "$3 does not say" "$1 $2"; }

# … and has an entry of its own: the word begins a line, and what follows it matches ENDS.
entries_in() { each_in '$0 ~ "^ *(-[A-Za-z], )*" word[i] ends' "$4" "$3 has no entry" "$1 $2"; }

games=$(ls man/fuda-*.7 | sed 's/^man.fuda-//; s/\.7$//')
pages=$(ls man/fuda*.[157])
japanese=$(ls man/ja/fuda*.[157])
# the pages of programs that only `fuda` starts; every other page of section 1 is one of commands
helpers='chart code net'
groups=$(ls man/fuda-*.1 | sed 's/^man.fuda-//; s/\.1$//' | grep -vx -e "$(echo $helpers | sed 's/ /\n/g')")

# ---- the pages are well formed ---------------------------------------------------------------

render() { mandoc -Tutf8 -O width=400 "$1" | sed 's/.\x08//g'; }

for page in $pages $japanese; do
    same "mandoc -Tlint $page" "" "$(mandoc -Tlint -W warning "$page" 2>&1)"
    render "$page" >"$work/$(echo "$page" | tr / _).txt"
    # a page of ours that is referred to exists; landlock(7) and seccomp(2) are the kernel's
    sed -n 's/^\.\(.* \)\{0,1\}Xr \(fuda[a-z-]*\) \([0-9]\).*/\2.\3/p' "$page" | sort -u >"$work/referred"
    while read -r other; do
        if [ -e "$(dirname "$page")/$other" ]; then ok; else bad "$page refers to $other"; fi
    done <"$work/referred"
done
same "the pages, in both languages" "$pages" "$(echo "$japanese" | sed 's/man.ja/man/')"
for page in man/fuda-scan.1 man/ja/fuda-scan.1; do
    for word in hello language card user picture camera see unknown gone doubt twice either seen frame late wait lost; do
        if render "$page" | grep -q "$word"; then ok; else bad "$page does not say “$word”"; fi
    done
done
cat "$work"/man_fuda*.txt >"$work/en.txt"
cat "$work"/man_ja_*.txt >"$work/ja.txt"
cat "$work/en.txt" README.md >"$work/all.txt"

# what the pages of commands have of the program's rows, man/update writes into them
if command -v python3 >/dev/null; then
    same "pages that \`python3 man/update fuda\` would change" "" "$(python3 man/update --check "$FUDA" 2>&1)"
fi

# ---- they name everything --------------------------------------------------------------------

"$FUDA" words | grep -v '^-' | sort >"$work/commands"
{
    "$FUDA" words
    while read -r command; do "$FUDA" words "$command"; done <"$work/commands"
} | grep '^-' | sort -u >"$work/options"
for game in $games; do
    "$FUDA" rules "$game" --json >"$work/rules.json"
    sed -n 's/.*"rule": "\(.*\)".*/\1/p' "$work/rules.json" >"$work/ids.$game"
    sed -n 's/.*"key": "\(.*\)".*/house \1=/p' "$work/rules.json" >"$work/keys.$game"
    sed -n 's/^ *"\([a-z:0-9-]*\)",*$/\1/p' "$work/rules.json" >"$work/answers.$game"
done
# a verb's row: {"kami", "神威", SEAT_NONE, …; one of a pack's may have no Japanese spelling
cat core/*.c core/*/*.c | tr -s ' \n' ' ' | grep -oE '\{"[a-z]+", (NULL|"[^"]*"), SEAT_' |
    sed 's/^{"//; s/", NULL.*//; s/", "/\n/; s/".*//' | tr / '\n' >"$work/verbs"
sed -n 's/.*getenv("\([A-Z_]*\)").*/\1/p; s/.*user_folder("\([A-Z_]*\)".*/\1/p; s/.*names\[\] = {"\(LC_ALL\)", "\(LC_MESSAGES\)", "\(LANG\)"}.*/\1\n\2\n\3/p' \
    cli/*.c cli/*/*.c | sort -u >"$work/variables"
# a word's row in the prompt's table: {.name = "undo", …
sed -n 's/^    {\.name = "\([a-z-]*\)",.*/\1/p' cli/table/prompt_words.c >"$work/words"
while read -r command; do
    [ "$command" = player ] && before="player [^ ]*" || before=$command
    "$FUDA" words help "$command" | sed -n "s/^[a-z]/$before &/p"
done <"$work/commands" >"$work/subcommands"

"$FUDA" words rules | sed -n 's/^\([a-z]*\)$/\1/p' | sort >"$work/known"
same "a page for every game" "$(tr '\n' ' ' <"$work/known")" "$(echo "$games" | sort | tr '\n' ' ')"
for list in commands options verbs variables words subcommands; do
    if [ -s "$work/$list" ]; then ok; else bad "no $list found to look for"; fi
done
# Where fuda.1 sends who asks for a command: “judge GROUP” a line.
sed -n '/^\.It Cm /{s/^\.It Cm \([a-z]*\)$/\1/; t name
d
:name
N;N;s/^\([a-z]*\)\n.*\n\.Pq Xr fuda-\([a-z]*\) 1$/\1 \2/p}' man/fuda.1 >"$work/where"
same "fuda.1 sends every command but these to a page" help \
    "$(cut -d ' ' -f 1 "$work/where" | sort | comm -13 - "$work/commands" | tr '\n' ' ' | sed 's/ $//')"
"$FUDA" words | grep '^-' | sort >"$work/common"
while read -r command group; do
    same "fuda help $command names the page" "Manual: man fuda-$group." "$("$FUDA" help "$command" | tail -n 1)"
done <"$work/where"
# the page that `fuda help COMMAND WORD` names has that word, and the word's options
page_of() { "$FUDA" help "$@" | sed -n 's/^Manual: man \(.*\)\.$/\1/p'; }
for lang in en ja; do
    prefix=man_; [ $lang = ja ] && prefix=man_ja_
    page=$work/${prefix}fuda.1.txt
    entries_in "$work/commands" "$page" "fuda.1 ($lang)" '( |$)'
    entries_in "$work/common" "$page" "fuda.1 ($lang)" '([[ ]|$)'
    words_in "$work/variables" "$page" "fuda.1 ($lang)"
    while read -r words; do
        echo "$words" >"$work/one"
        page=$(page_of $(echo "$words" | sed 's/player \[^ \]\*/player/'))
        entries_in "$work/one" "$work/${prefix}$page.1.txt" "$page.1 ($lang)" '( |$)'
    done <"$work/subcommands"
    while read -r command group; do
        page=$work/${prefix}fuda-$group.1.txt
        same "fuda.1 ($lang) sends $command to" "$group" "$(grep -A 2 "^\.It Cm $command\$" \
            "$([ $lang = ja ] && echo man/ja/fuda.1 || echo man/fuda.1)" | sed -n 's/^\.Pq Xr fuda-\([a-z]*\) 1$/\1/p')"
        echo "$command" >"$work/one"
        entries_in "$work/one" "$page" "fuda-$group.1 ($lang)" '( |$)'
        [ "$command" != campaign ] || page="$page $work/${prefix}$(page_of campaign sync).1.txt"
        "$FUDA" words "$command" | grep '^-' | sort | comm -23 - "$work/common" >"$work/one"
        entries_in "$work/one" "$page" "fuda-$group.1 ($lang), of $command," '([[ ]|$)'
    done <"$work/where"
    awk '/^[^ ]/ { inside = /^AT THE TABLE/ || /^卓で/ } inside' "$work/${prefix}fuda-table.1.txt" >"$work/table"
    entries_in "$work/words" "$work/table" "fuda-table.1 ($lang), at the table" '( |$)'
    words_in "$work/verbs" "$work/${prefix}fuda.5.txt" "fuda.5 ($lang)"
    for game in $games; do
        page=$work/${prefix}fuda-$game.7.txt
        for list in ids keys answers; do
            # a game that is its packs has an option alone, whose answer is any text
            if [ -s "$work/$list.$game" ] || [ "$list.$game" = answers.score ] || [ "$list.$game" = answers.trick ]; then ok; else bad "no $list of $game found to look for"; fi
        done
        entries_in "$work/ids.$game" "$page" "fuda-$game.7 ($lang)" '$'
        words_in "$work/keys.$game" "$page" "fuda-$game.7 ($lang)"
        words_in "$work/answers.$game" "$page" "fuda-$game.7 ($lang)"
    done
done
words_in "$work/commands" "$work/all.txt" "README.md or man/"
words_in "$work/options" "$work/all.txt" "README.md or man/"

# The rules and questions stand in the pages as the program says them, white space apart.
squeeze() { tr -d ' \n'; }
for lang in en ja; do
    prefix=man_; [ $lang = ja ] && prefix=man_ja_
    for game in $games; do
        squeeze <"$work/${prefix}fuda-$game.7.txt" >"$work/squeezed"
        {
            "$FUDA" rules "$game" --json --lang $lang | sed -n 's/^ *"\(text\|question\)": "\(.*\)",$/\2/p'
            "$FUDA" rules "$game" --lang $lang | sed -n "s/^$game\/[a-z-]*  //p" | sed 's/  •.*//'
        } | tr -d ' ' >"$work/texts"
        if [ -s "$work/texts" ]; then ok; else bad "no texts of rules of $game found to look for"; fi
        words_in "$work/texts" "$work/squeezed" "fuda-$game.7 ($lang)"
    done
done

# What is done where a line does not fit is said alike of every game, with the prompt's offers.
for folder in man man/ja; do
    for page in $(ls "$folder"/fuda-*.7 | grep -v -e score -e trick); do
        awk '/^\.Sh/ { on = /DOES NOT FIT|合わないとき/ } on' "$page" | cksum
    done | sort | uniq -c >"$work/sections"
    same "$folder: what is said of slips, in how many ways" "5 1" \
        "$(awk '{ n += $1; empty += $3 == 0 } END { print n, NR + empty }' "$work/sections")"
done
check "the section tells of the offers" grep -q 'a number takes one' man/fuda-materia.7

# ---- their examples --------------------------------------------------------------------------

# Splits a document into numbered files: N.record (its first line is the name) and N.run.
blocks() {
    awk -v out="$2/" '
    function unescape(line) { sub(/^\\&/, "", line); gsub(/\\e/, "\\", line); return line }
    BEGIN { markdown = ARGV[1] ~ /\.md$/ }
    inside && (markdown ? /^```/ : /^\.Ed/) {
        inside = 0
        if (text == "") next
        file = sprintf("%s%03d.%s", out, ++count, text ~ /^\$ / ? "run" : "record")
        if (text ~ /^\$ / || name != "")
            printf "%s%s", (text ~ /^\$ / ? "" : name "\n"), text >file
        close(file)
        name = ""
        next
    }
    inside { text = text (markdown ? $0 : unescape($0)) "\n"; next }
    markdown ? /^```/ : /^\.Bd -literal/ { inside = 1; text = ""; next }
    /^$/ || /^\.Pp$/ { next }
    { name = "" }
    markdown && match($0, /`[a-z]+\.fuda`(:|：)$/) {
        name = substr($0, RSTART + 1); sub(/`.*/, "", name)
    }
    !markdown && /^\.Pa [a-z]+\.fuda :$/ { name = $2 }
    ' "$1"
}

# The commands of a block, each with what it printed. Runs in the directory of the records. Where
# prompts (something, and ▸) follow a command, what comes after them is typed.
transcript() {
    status=0 number=0
    while IFS= read -r line <&3; do
        case $line in
        '$ '*)
            number=$((number + 1))
            printf '%s\n' "$line"
            awk -v n=$number '/^\$ / { c++ } c == n && sub(/^.* ▸ */, "")' "$1" >"$work/typed"
            (exit $status)
            if [ -s "$work/typed" ]; then
                at_a_terminal "${line#??}" "$work/typed"
            else
                eval "${line#??}" 2>&1 </dev/null
            fi
            status=$?
            ;;
        esac
    done 3<"$1"
}

# JSON may be broken into lines as the page needs it; today is written as the day of the pages.
# Where there is no Japanese font, stickers are printed with a warning that no page shows.
comparable() {
    if grep -q -e '^\$ .*--json' "$1"; then squeeze <"$1"; else sed 's/ *$//' "$1"; fi \
        | sed "s/$(date +%Y-%m-%d)/2026-11-21/g; /fonts-noto-cjk/d"
}

for document in README.md README.ja.md $pages $japanese; do
    here=$work/$(echo "$document" | tr / _).d
    mkdir "$here" "$here/records"
    blocks "$document" "$here"
    runs=0
    for block in "$here"/*.record "$here"/*.run; do
        [ -e "$block" ] || continue
        echo "$block"
    done | sort >"$here/list"
    while IFS= read -r block; do
        if [ "${block%.record}" != "$block" ]; then
            sed 1d "$block" >"$here/records/$(sed 1q "$block")"
            continue
        fi
        if grep -q ' ▸' "$block" && ! command -v script >/dev/null; then
            continue
        fi
        runs=$((runs + 1))
        language=
        case $document in man/ja/*|*.ja.md) language=ja ;; esac
        # one store a document and language, so that a later example goes on where one stopped
        store=$here/store
        if grep -q -e '^\$ .*--lang ja' "$block"; then store=$store.ja; fi
        (cd "$here/records" && PATH=$work/bin:$PATH LANGUAGE=$language XDG_DATA_HOME=$store/data \
            XDG_STATE_HOME=$store/state && export PATH LANGUAGE XDG_DATA_HOME XDG_STATE_HOME \
            && transcript "$block") >"$here/got"
        comparable "$block" >"$here/expected.flat"
        comparable "$here/got" >"$here/got.flat"
        if cmp -s "$here/expected.flat" "$here/got.flat"; then
            ok
        else
            bad "$document: an example answers otherwise"
            diff "$block" "$here/got"
        fi
    done <"$here/list"
    # other pages of commands show nothing that runs everywhere alike
    case $document in
    *fuda-table.1|*fuda-judge.1|*fuda-replay.1|*fuda-standings.1|*fuda-labels.1) ;;
    *fuda-*.1) continue ;;
    esac
    if [ $runs -gt 0 ]; then ok; else bad "$document has no example to run"; fi
done

# The quick start is two commands, in both languages.
same "quick start" "make demo make test make demo make test" \
    "$(sed -n 's/^\(make [a-z]*\) .*#.*/\1/p' README.md README.ja.md | tr '\n' ' ' | sed 's/ $//')"

# ---- the translation -------------------------------------------------------------------------

# the README's pictures show what the program says today
mkdir "$work/pictures"
sh man/pictures/make "$FUDA" "$work/pictures" text 2>"$work/pictures.err"
for picture in table.svg table.ja.svg; do
    check "man/pictures/$picture shows something else; make pictures draws it anew" cmp -s "man/pictures/$picture" "$work/pictures/$picture"
done

po=cli/po/ja.po
xgettext --language=C --from-code=UTF-8 --keyword=N_ -o "$work/fuda.pot" core/*.c core/*/*.c storage/*.c scanner/*.c cli/*.c cli/*/*.c
msgmerge -q --no-fuzzy-matching -o "$work/merged.po" $po "$work/fuda.pot"
texts=$(grep -c '^msgid' "$work/fuda.pot")
same "$po: texts translated" "$((texts - 1)) translated messages." \
    "$(msgfmt --check --statistics -o /dev/null "$work/merged.po" 2>&1)"
same "$po: fuzzy (after reading the translation, remove the mark)" "" "$(msgattrib --only-fuzzy --no-wrap $po)"
same "$po: obsolete" 0 "$(grep -c '^#~' $po)"
same "$po: obsolete after merging" "" "$(grep '^#~ msgid' "$work/merged.po")"

# Values are filled in by {name}, and a line is ended by what prints it.
xgettext --language=C --from-code=UTF-8 --keyword=N_ --no-location -o - core/*.c core/*/*.c storage/*.c cli/*.c cli/*/*.c \
    | msgcat --no-wrap - | sed '1,/^$/d' | tr -d '\n' | sed 's/msgid/\n&/g' >"$work/texts"
same "texts with a printf directive" "" "$(grep -E '%[-+0-9.*]*(l|z)?[a-z]' "$work/texts")"
same "texts that begin or end with white space" "" "$(grep -E '^msgid ("")?"( |\\n)|( |\\n)"(#, [a-z-]*)?msgstr' "$work/texts")"

# No compiler checks values behind a text: there is a name for each letter of their kinds, and for each {name}.
for file in storage/*.c cli/*.c cli/*/*.c; do
    tr -s '\n ' ' ' <"$file" | sed 's/;/;\n/g' | awk -v file="$file: " '
    match($0, /[^a-z_](complain|say_with|print_with|fail)\(.*\);$/) {
        call = substr($0, RSTART + 1)
        if (call ~ /^[a-z_]+\((const )?struct/) next
        given = match(call, /, "[itsw]*"(, "[a-z]+",.*)?\);$/) ? substr(call, RSTART + 2) : "?"
        texts = substr(call, 1, RSTART)
        letters = index(substr(given, 2), "\"") - 1
        names = gsub(/, "[a-z]+",/, "&", given)
        wrong = given == "?" || letters != names
        for (; match(texts, /\{[a-z]+\}/); texts = substr(texts, RSTART + RLENGTH))
            wrong = wrong || !index(given, ", \"" substr(texts, RSTART + 1, RLENGTH - 2) "\",")
        if (wrong) print file call
    }'
done >"$work/calls"
same "values behind a text" "" "$(cat "$work/calls")"

# A text that is reworded keeps its translation, marked, and a merged file shows it to nobody.
sed 's/^msgid "More ignitions than a deck has cards."/msgid "More ignitions than the deck has cards."/' $po >"$work/reworded.po"
sh cli/po/update "$work/reworded.po" >"$work/told" 2>&1
kept=$(msgattrib --only-fuzzy --no-wrap --no-location "$work/reworded.po" | sed 1,/^$/d)
same "a reworded text keeps its translation" '#, fuzzy
#| msgid "More ignitions than the deck has cards."
msgid "More ignitions than a deck has cards."' "$(printf '%s\n' "$kept" | grep -v '^msgstr')"
same "… and the old translation is shown" 1 "$(grep -c "$(printf '%s\n' "$kept" | grep '^msgstr')" "$work/told")"
msgfmt -o "$work/reworded.mo" "$work/reworded.po"
same "… but not used" "" "$(msgunfmt "$work/reworded.mo" | grep '^msgid "More ignitions')"

# Every {placeholder} of a text is in its translation, and no other.
msgcat --no-wrap --no-location "$po" | awk '
function placeholders(text,   list, n, i, j, swap, found) {
    n = 0
    while (match(text, /{[a-z]+}/)) {
        found[++n] = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
    }
    for (i = 2; i <= n; i++)
        for (j = i; j > 1 && found[j] < found[j - 1]; j--) {
            swap = found[j]; found[j] = found[j - 1]; found[j - 1] = swap
        }
    list = ""
    for (i = 1; i <= n; i++)
        if (i == 1 || found[i] != found[i - 1])
            list = list found[i]
    return list
}
function settle() { if (id != "" && placeholders(id) != placeholders(text)) print id }
/^msgid / { settle(); id = $0; text = ""; part = 1; next }
/^msgstr / { text = $0; part = 2; next }
/^"/ { if (part == 1) id = id $0; else text = text $0 }
END { settle() }
' >"$work/misplaced"
same "$po: placeholders" "" "$(cat "$work/misplaced")"

# ---- completion ------------------------------------------------------------------------------

parses() {
    command -v "$1" >/dev/null || return 0
    if "$1" -n "$2"; then ok; else bad "$2 does not parse"; fi
}
parses bash cli/completion/fuda.bash
parses zsh cli/completion/_fuda
parses fish cli/completion/fuda.fish

# bash: WORDS -> what is offered
completes() {
    bash -c '
        . cli/completion/fuda.bash
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _fuda 2>/dev/null
        printf "%s\n" "${COMPREPLY[@]}"' complete "$FUDA" "$@" | tr '\n' ' '
}
if command -v bash >/dev/null; then
    same "fuda TAB" "$("$FUDA" words | tr '\n' ' ')" "$(completes '')"
    same "fuda judge --TAB" "$("$FUDA" words judge | grep '^-' | tr '\n' ' ')" "$(completes judge --)"
    same "fuda rules haratama/blue TAB" "haratama/blue-lead " "$(completes rules haratama/blue)"
    same "fuda rules haratama blue TAB" "blue-lead " "$(completes rules haratama blue)"
    same "fuda --lang TAB" "ja en " "$(completes --lang '')"
    same "fuda --color=al TAB" "always " "$(completes --color = al)"
    same "fuda score LICEN TAB" "LICENSE " "$(completes score LICEN)"
    same "fuda -c NAME --db FILE add LICEN TAB" "LICENSE " "$(completes -c home --db x add LICEN)"
    same "fuda --db LICEN TAB" "LICENSE " "$(completes --db LICEN)"
    same "fuda campaign TAB" "$("$FUDA" words campaign | tr '\n' ' ')" "$(completes campaign '')"
    same "fuda campaign merge LICEN TAB" "LICENSE " "$(completes campaign merge LICEN)"
    same "fuda campaign house haratama/ti TAB" "haratama/tie= " \
        "$(completes campaign house haratama/ti)"
    same "fuda campaign house haratama/tie= TAB" "all tied " \
        "$(completes campaign house haratama/tie = '')"
    same "fuda pack TAB" "$("$FUDA" words pack | tr '\n' ' ')" "$(completes pack '')"
    same "fuda pack new m TAB" "materia " "$(completes pack new m)"
    same "fuda pack add LICEN TAB" "LICENSE " "$(completes pack add LICEN)"
    same "fuda player Bo r TAB" "rename " "$(completes player Bo r)"
    same "fuda history h TAB" "haratama hyakumonogatari " "$(completes history h)"
    same "fuda labels h TAB" "haratama hyakumonogatari " "$(completes labels h)"
    same "fuda labels haratama --sheet L TAB" "L4732 L4730 " "$(completes labels haratama --sheet L)"
    same "fuda labels --from 7 n TAB" "needfire " "$(completes labels --from 7 n)"
    same "fuda labels -o LICEN TAB" "LICENSE " "$(completes labels -o LICEN)"
    same "fuda scan --game nee TAB" "needfire " "$(completes scan --game nee)"
    same "fuda scan --expect r9 LICEN TAB" "LICENSE " "$(completes scan --expect r9 LICEN)"
    export XDG_DATA_HOME="$work/kept"
    "$FUDA" campaign new 'Thursday table' >"$work/made" && "$FUDA" add tests/night.fuda >>"$work/made"
    same "fuda campaign use T TAB" 'Thursday\ table ' "$(completes campaign use T)"
    same "fuda campaign use 'Th TAB" 'Thursday\ table ' "$(completes campaign use Th)"
    same "fuda player A TAB" "Aki " "$(completes player A)"
    same "fuda player Bo join A TAB" "Aki " "$(completes player Bo join A)"
    same "fuda --campaign TAB" 'Thursday\ table ' "$(completes --campaign '')"
    same "fuda show TAB" "1 " "$(completes show '' | sed 's/--.*//')"
    same "fuda campaign withdraw TAB" "1 " "$(completes campaign withdraw '' | sed 's/--.*//')"
    same "fuda --db OTHER show TAB" "" "$(completes --db "$work/other.db" show '' | sed 's/--.*//')"
    same "fuda help campaign re TAB" "rename rescue restore remote " "$(completes help campaign re)"
    unset XDG_DATA_HOME
    same "fuda table haratama h TAB" " " "$(completes table haratama h)"
fi

# fish: LINE -> what is offered
fish_offers() {
    PATH=$work/bin:$PATH fish --no-config -c 'source cli/completion/fuda.fish; complete -C $argv[1]' "$1" | cut -f 1 | tr '\n' ' '
}
if command -v fish >/dev/null; then
    same "fish: fuda ju TAB" "judge " "$(fish_offers 'fuda ju')"
    same "fish: fuda rules haratama blue TAB" "blue-lead " "$(fish_offers 'fuda rules haratama blue')"
    same "fish: fuda --color=al TAB" "--color=always " "$(fish_offers 'fuda --color=al')"
    same "fish: fuda judge LICEN TAB" "LICENSE " "$(fish_offers 'fuda judge LICEN')"
fi

# help is whole: nothing is cut off, no bracket is left open, and Japanese is polite
for language in en ja; do
    for command in '' $("$FUDA" words | grep -v '^-'); do
        "$FUDA" --lang $language $command --help >"$work/help"
        same "--lang $language $command --help: brackets" "$(tr -cd '[' <"$work/help" | wc -c)" "$(tr -cd ']' <"$work/help" | wc -c)"
        same "--lang $language $command --help: plain forms" "" "$(grep '[るすつむぐく言]$' "$work/help" | grep -v 'ます$\|です$')"
    done
done

finish
