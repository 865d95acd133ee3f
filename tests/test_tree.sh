#!/bin/sh
# The tree as a reader meets it: a name leads to one place, files do not go in circles, a game's private
# header stays in its folder, and no game lacks a part.
. tests/check.sh
cd "$top" || exit 1

sources=$(find core storage scanner cli -name '*.[ch]' | sort)
# Each line of FOUND is one of KNOWN. The lists below are of what is still to be mended: they only shrink.
only_known() { # WHAT FOUND KNOWN
    printf '%s\n' "$2" | sort -u >"$work/found"
    printf '%s\n' "$3" | sort -u >"$work/known"
    same "$1" "" "$(comm -23 "$work/found" "$work/known")"
    comm -13 "$work/found" "$work/known" | sed 's/^/mended, to be taken off the list: /'
}

# ---- names of types --------------------------------------------------------------------------

types() {
    awk '
    function found(name) {
        if (name in at && at[name] != FILENAME) print name
        at[name] = FILENAME
    }
    match($0, /^ *(static |const |typedef )*(struct|enum|union) [a-z_0-9]+ *\{/) {
        name = substr($0, RSTART, RLENGTH)
        sub(/ *\{$/, "", name); sub(/.* /, "", name)
        found(name)
    }
    /^typedef .*\(\*[a-z_0-9]+\)/ { name = $0; sub(/^[^*]*\(\*/, "", name); sub(/\).*/, "", name); found(name); next }
    /^typedef .*;/ { name = $0; sub(/(\[.*)?;.*/, "", name); sub(/.*[ *]/, "", name); found(name) }
    ' $sources
}
only_known "a type's name stands for two types" "$(types)" ""

# ---- names of files --------------------------------------------------------------------------

# In what `fuda` is made of a file's name leads to one file. The rooms of games have parts of the same names, and core
# has what they share under such a name too; a command's file is named by the command, whatever core calls its part in it.
parts='ask could deck odds'
same "two files of one program share a name" "" "$(find core storage cli -name '*.[ch]' |
    grep -vE '^(cli/(serve|net|completion)|storage/sync)/' | sort | awk -F / -v parts="$parts" '
    BEGIN { split(parts, part, " "); for (i in part) shared[part[i]] }
    {
        kind = /^cli\/command\// ? "command" : !/^core\// ? "other" : NF == 3 && $2 != "confine" ? "room" : "core"
        count[$NF, kind]++
        at[$NF] = at[$NF] " " $0
    }
    END {
        for (name in at) {
            stem = name; sub(/\..*/, "", stem)
            core = count[name, "core"]; rooms = count[name, "room"]; others = count[name, "other"]
            if (others > 1 || core > 1 || (others && core + rooms + count[name, "command"]) || (core && rooms && !(stem in shared)))
                print substr(at[name], 2)
        }
    }' | sort)"

# ---- private headers -------------------------------------------------------------------------

# A game's own test may look into the game: it checks core's state against a second way of counting. core/confine is no game.
strangers=$(grep -no '^#include "core/[a-z]*/[a-z_]*\.h"' $sources tests/*.[ch] | tr -d '"' | awk -F '[: ]' '
    { split($4, part, "/") }
    part[2] == "confine" { next }
    $1 ~ "^core/" part[2] "/" { next }
    $1 ~ "^tests/" && index($1, part[2]) { next }
    { print $1 " includes " $4 }')
only_known "a game's private header is included from outside its folder" "$strangers" \
""
same "a header is named by a way up" "" "$(grep -n '^#include "\.\./' $sources tests/*.[ch])"

# ---- who knows whom --------------------------------------------------------------------------

same "the top level holds what it has always held" "" "$(ls | grep -vxE 'Makefile|core|cli|scanner|storage|tests|man|build|[A-Z]+(\.ja)?(\.md)?')"

# core knows nobody, and nobody knows cli.
same "a folder includes one that it should not know" "" "$(grep -n '^#include "[a-z]*/' $sources | tr -d '"' | awk -F '[: /]' '
    BEGIN {
        split("storage>core scanner>core cli>core cli>storage", may, " ")
        for (i in may) knows[may[i]]
    }
    { line = $0; from = $1; sub(/^.*#include /, ""); sub(/\/.*/, "") }
    $0 != from && !((from ">" $0) in knows) { print line }')"

# ---- circles ---------------------------------------------------------------------------------

# Of lines FROM TO those that lie on a circle: from TO there is a way back.
circles() {
    awk '
    !(($1, $2) in seen) { seen[$1, $2]; to[$1] = to[$1] " " $2 }
    function reach(start, at,   further, n, i) {
        n = split(to[at], further, " ")
        for (i = 1; i <= n; i++)
            if (!((start, further[i]) in way)) {
                way[start, further[i]]
                reach(start, further[i])
            }
    }
    END {
        for (file in to) reach(file, file)
        for (pair in seen) {
            split(pair, file_of, SUBSEP)
            if ((file_of[2], file_of[1]) in way) print file_of[1], file_of[2]
        }
    }' | sort
}
# A header is named from the top, or bare within its folder.
printf '%s\n' $sources >"$work/sources"
grep -o '^#include "[^"]*"' $(grep '\.h$' "$work/sources") | tr ':"' '  ' | awk '
    NR == FNR { there[$1]; next }
    {
        header = $3
        if (!(header in there)) { folder = $1; sub(/[^\/]*$/, "", folder); header = folder header }
        sub(/\.[ch]$/, "", $1); sub(/\.h$/, "", header)
        if ($1 != header) print $1, header
    }' "$work/sources" - >"$work/includes"
check "includes are found" test -s "$work/includes"
same "headers include each other in a circle" "" "$(circles <"$work/includes")"

# Calls tell more than includes, where several files share a header. Tables of rows are data and may name
# what calls them.
(cd "$BUILD" && nm -A --format=posix $(cd "$top" && printf '%s\n' $sources | sed -n 's/\.c$/.o/p')) | sed 's/\.o://' >"$work/symbols"
awk 'NR == FNR { if ($3 == "T") home[$2] = $1; next }
     $3 == "U" && $2 in home && home[$2] != $1 { print $1, home[$2] }' "$work/symbols" "$work/symbols" >"$work/calls"
check "calls are found" test -s "$work/calls"
circles <"$work/calls" >"$work/circles"
only_known "files call each other in a circle" "$(tr ' ' '\n' <"$work/circles")" \
""
comm -23 "$work/found" "$work/known" | grep -wFf - "$work/circles" | sed 's/ / calls /'

# ---- lines, and texts that are looked up by what they say ----------------------------------------

# clang-format leaves comments as they are.
cat >"$work/wide.py" <<'END'
import subprocess, unicodedata
for name in subprocess.run(['find', 'core', 'cli', 'scanner', 'storage', 'tests', '-name', '*.[ch]'],
                           capture_output=True, text=True, check=True).stdout.split():
    for number, line in enumerate(open(name, encoding='utf-8', errors='replace'), 1):
        columns = sum(2 if unicodedata.east_asian_width(c) in 'WF' else 1 for c in line.rstrip('\n'))
        if columns > 100:
            print(f'{name}:{number} has {columns} columns')
END

# What a phone says in place of a question's text is found by that text, which a game has to say still.
cat >"$work/fingers.py" <<'END'
import glob, re
whole = lambda name: re.sub(r'"\s*\n\s*"', '', open(name, encoding='utf-8').read())
rows = re.search(r'fingers\[\] = \{(.*?)\n\};', whole('cli/phones/phone_words.c'), re.S).group(1)
said = ''.join(whole(name) for name in glob.glob('core/**/*.c', recursive=True))
for text in re.findall(r'^    \{("(?:[^"\\]|\\.)*"),', rows, re.M):
    if text not in said:
        print(text)
END
if command -v python3 >/dev/null; then
    same "a line above 100 columns" "" "$(python3 "$work/wide.py")"
    same "a phone's text for what no game asks" "" "$(python3 "$work/fingers.py")"
fi

# ---- a map in every folder --------------------------------------------------------------------

# Prints what the README of a folder names that is not there, and what is there that no README names. Below a folder
# with a README of its own that one counts; a smaller folder is told by the nearest README above it. What is named
# stands between backquotes, as a name or a pattern, from the README's folder on; `ja/*` is all that lies below.
cat >"$work/maps.py" <<'END'
import fnmatch, os, re, sys

rooms = ['core', 'cli', 'scanner', 'storage', 'tests', 'man']
files = sorted(os.path.join(at, name) for room in rooms for at, _, names in os.walk(room) for name in names
               if not name.endswith(('.pyc', '.o')))

def named(readme):
    text = open(readme, encoding='utf-8').read()
    words = [word for quoted in re.findall(r'`([^`\n]+)`', text) for word in quoted.split()]
    return [word for word in words if re.fullmatch(r'[a-z0-9_.*/\[\]-]+', word)]

maps = {os.path.dirname(file): named(file) for file in files if os.path.basename(file) == 'README.md'}
for room in rooms:
    if room not in maps:
        print(room, 'has no README.md')
for folder, words in maps.items():
    for word in words:
        if not re.search(r'[a-z0-9_*\]]\.[a-z0-9\[*]|/', word):
            continue
        if not any(fnmatch.fnmatch(file, place) for place in (folder + '/' + word, word) for file in files) \
                and not os.path.exists(word) and not os.path.exists(os.path.join(folder, word)):
            print(folder + '/README.md names', word)
for file in files:
    folder = os.path.dirname(file)
    if file.endswith('.md'):
        continue
    while folder and folder not in maps:
        folder = os.path.dirname(folder)
    if not any(fnmatch.fnmatch(file, folder + '/' + word) for word in maps.get(folder, [])):
        print(folder + '/README.md does not name', file[len(folder) + 1:])
END
if command -v python3 >/dev/null; then
    same "a folder's README and its files" "" "$(python3 "$work/maps.py")"
fi
same "lines of a folder's README, more than 40" "" \
    "$(find core cli scanner storage tests man -name README.md -exec awk 'END { if (NR > 40) print FILENAME, NR }' {} \;)"
same "lines of CONTRIBUTING.md, more than 115" "" "$(awk 'END { if (NR > 115) print NR }' CONTRIBUTING.md)"
# A word of the glossary is defined where it says.
same "the glossary names a header that is not there" "" "$(sed -n 's/.*| \(`[^|]*`\) |$/\1/p' core/GLOSSARY.md |
    tr -d '`,' | tr ' ' '\n' | sort -u | while read -r header; do [ -e "core/$header" ] || echo "$header"; done)"

# ---- a game is whole -------------------------------------------------------------------------

games=$("$FUDA" words rules | grep '^[a-z]*$')
check "there are games" test -n "$games"
# trick games from files: core/trick.h is what all trick games share
for game in $games; do
    what=$game
    folder=core/$game; [ ! -d "core/$game-game" ] || folder=core/$game-game
    check "$game has no sources: $folder" test -n "$(find "$folder" -name '*.c' 2>/dev/null)"
    check "$game has no cases: tests/cases/$game" test -n "$(find "tests/cases/$game" -name '*.fuda' 2>/dev/null)"
    "$FUDA" score tests/cases/"$game"/*.fuda >"$work/sheets" 2>/dev/null
    # a head of words, and below it a row with a number in a column
    check "$game has no score sheet" awk '
        /^ +[^0-9]*[^0-9 ]  +[^0-9]+$/ { head = NR }
        /^ .*[^ ]  +[^ ]/ && /[0-9]/ && head == NR - 1 { rows++ }
        END { exit !rows }' "$work/sheets"
done
for folder in core/*/ tests/cases/*/; do
    game=$(basename "$folder" -game)
    case $game in confine | language | record) continue ;; esac
    check "$folder belongs to no game" test -n "$(echo "$games" | grep -x "$game")"
done

finish
