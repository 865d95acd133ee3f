#!/bin/sh
# What is installed: every program, page and file in its place, nothing left behind, and one version everywhere.
. tests/check.sh
files() { (cd "$1" && find . -type f | sort); }
version=$(sed -n 's/^VERSION := //p' "$top/Makefile")

(cd "$top" && sh .ci/install "$work/root" /usr "$BUILD")
for program in "$BUILD"/bin/*; do
    check "$program is installed" test -x "$work/root/usr/bin/${program##*/}"
done
for page in "$top"/man/*.[0-9] "$top"/man/ja/*.[0-9]; do
    check "$page is installed" test -n "$(files "$work/root/usr/share/man" | grep "/${page##*/}\$")"
done
same "the installed program" "fuda $version" "$("$work/root/usr/bin/fuda" --version | head -n 1)"
same "its Japanese" "$("$FUDA" --lang ja help | head -n 3)" "$("$work/root/usr/bin/fuda" --lang ja help | head -n 3)"
(cd "$top" && sh .ci/install --remove "$work/root" /usr)
same "what is left behind" "" "$(files "$work/root")"

# ---- the version is said once ----
same "the newest entry of CHANGELOG.md" "$version" "$(sed -n 's/^## \([^ ]*\).*/\1/p' "$top/CHANGELOG.md" | head -n 1)"
same "the newest release" "$version" "$(sed -n 's/.*<release version="\([^"]*\)".*/\1/p' "$top"/cli/desktop/*.metainfo.xml | head -n 1)"

# ---- what editors are given ----
vim=$BUILD/share/vim/vimfiles/syntax/fuda.vim textmate=$BUILD/share/fuda/fuda.tmLanguage.json
check "the grammar is JSON" jq -e '.patterns | length > 8' "$textmate"
jq -r '.patterns[].match' "$textmate" >words
# Every word that a case begins a line with, but for cards, names and what is in no record.
for word in $(cat "$top"/tests/cases/*.fuda "$top"/tests/cases/*/*.fuda 2>/dev/null |
        sed -n 's/^\([a-z]\{3,\}\)\( .*\)*$/\1/p' | sort | uniq -c | awk '$1 > 20 { print $2 }'); do
    check "Vim knows “$word”" grep -qwi -- "$word" "$vim"
    check "the grammar knows “$word”" grep -qwi -- "$word" words
done
for word in 手札 公開 攻撃 札組; do
    check "Vim knows “$word”" grep -q -- " $word\( \|\$\)" "$vim"
done
finish
