#!/bin/sh
# The report: a page whole in itself, in both languages, of the season and of a night; what it may and may not overwrite,
# what it leaves out and says so. How it looks and behaves in a browser is tests/web/report.py.
. tests/check.sh

page=$work/season.html
# Both languages' texts of the page; and how often something stands in it.
counts() { grep -o -e "$1" "$page" | wc -l; }
stands() { has "$page" "$1"; }

run 0 add "$top/tests/night.fuda"
lines 'game haratama' 'date 2026-11-21' 'players Aki "<script>alert(1)</script>" "&amp;\" ${x}' 'round' 'kami 1 2 3' \
    'relics Aki=3 "<script>alert(1)</script>"=9 "&amp;\"=0 ${x}=0' 'note "</style><img src=x onerror=alert(2)>"' 'round' \
    'kami 1 2 3' 'relics Aki=12 "<script>alert(1)</script>"=0 "&amp;\"=0 ${x}=0' 'round' 'kami 4 5 6' \
    'relics Aki=0 "<script>alert(1)</script>"=2 "&amp;\"=6 ${x}=4'
run 0 add -
run 0 report -o season.html
out "season.html: written"
stands '<!DOCTYPE html>'; stands '<main lang="en">'; stands '<main lang="ja">'; stands '</html>'
stands 'Who beats whom'; stands '直接対決'; stands 'Must follow'; stands 'The proof'; stands '証明'
stands 'Bo played <span class="card purple">p10</span> in trick 4'
stands 'default-src &#39;none&#39;'
# names and notes are no markup, and nothing is asked for elsewhere
same "scripts" 1 "$(counts '<script')"
same "pictures from elsewhere" 0 "$(counts '<img')"
same "addresses" 0 "$(counts 'https\{0,1\}://')"
same "handlers" 0 "$(grep -c '<[^>]*[ "]on[a-z]*=' "$page")"
stands '&lt;script&gt;alert(1)&lt;/script&gt;'; stands '&amp;amp;\'
# twice the same is the same; a report is written anew, another file is not
cp season.html before.html
run 0 report -o season.html
alike season.html before.html
echo mine >mine.html
run 2 report -o mine.html; err "is there already, and no report"; same "another's file" mine "$(cat mine.html)"
run 2 report -o nowhere/season.html; err "cannot write"
# nor is a device: a file is not put in its place
ln -s /dev/null sink
run 2 report -o sink; err "is there already and stays as it is"; same "the device" /dev/null "$(readlink sink)"
same "nothing is left behind" "" "$(ls | grep 'html\.')"
# without -o it goes where the output does, but to no terminal
run 0 report; alike out season.html
run 0 report -o -; alike out season.html
# a night, by number and by id; only some games
run 0 report 1 -o night.html
page=$work/night.html
stands 'the night of 2026-11-14'; stands '2026-11-14の夜'; lacks "$page" '2026-11-21'
id=$("$FUDA" history --json | jq -r '.history[1].id')
run 0 report "$id" -o night2.html
page=$work/night2.html; stands 'the night of 2026-11-21'
run 0 report --since 2026-11-20 -o since.html; page=$work/since.html; lacks "$page" '2026-11-14'
run 0 report --game haratama -o game.html; run 0 report --game 祓魂 -o game2.html; alike game.html game2.html
run 0 report --until 2000-01-01 -o none.html; page=$work/none.html; stands 'No finished game is on record.'
run 0 --lang ja report -o season.html; page=$work/season.html; stands '<html lang="ja">'; out "作成しました"
# a line taken back is struck out
printf 'round\nkami 1 2 3\nAki: lead\nr9 r3\nundo\nend\n' | "$FUDA" table haratama Aki Bo Chie Dai >/dev/null 2>&1
run 0 report 3 -o struck.html; page=$work/struck.html; stands '<del>'
# limits
run 0 report --details 1 -o one.html; page=$work/one.html
same "games told whole, in two languages" 2 "$(counts 'class="whole"')"
stands 'Earlier games: 1'; stands 'The newest 1 games are shown in full'
for n in '' x -1 10001 1x; do run 2 report --details="$n" -o bad.html; err "expected a number"; done
run 2 report 99 -o bad.html; err "no record"
run 2 report --game chess -o bad.html; err "not a game that fuda knows"
run 2 report --since yesterday -o bad.html; err "expected a day"
check "no page of a wrong call" test ! -e bad.html

# ---- names written from right to left --------------------------------------------------------------------------
printf 'game haratama\nplayers "אבי" "شاهين" Bo\ndate 2026-01-01\nresult "אבי"=-50 "شاهين"=-20 Bo=-10\n' >turned.fuda
run 0 --db turned.db add turned.fuda
run 0 --db turned.db report -o turned.html
check "a name is isolated from its place and its points" grep -q '<b>3</b> <bdi>אבי</bdi> <i>-50</i>' turned.html
check "a name from left to right is as it was" grep -q '<b>1</b> Bo <i>-10</i>' turned.html
finish
