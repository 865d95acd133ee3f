#!/bin/sh
# Export and import: what goes out and comes back is the same, other programs' forms are theirs, what cannot be read
# is refused with its place, and nothing in a name is a formula.
. tests/check.sh
command -v jq >/dev/null || finish
night=$top/tests/night.fuda
at() { run 0 --db "$1" "$@" ; }
other() { rm -f other.db*; }

# ---- our own: exported, imported, exported ---------------------------------------------------------------
run 0 add "$night"
printf 'game tezumashi\nplayers "=cmd|x" "Bo, jr." "say ""hi"""\ndate 2026-01-02\nresult points "=cmd|x"=3 "Bo, jr."=1 "say ""hi"""=-2\n' >names.fuda
run 0 add names.fuda
printf 'game haratama\nplayers Aki Bo Chie Dai\ndate 2026-01-03\nround\n' >open.fuda
run 0 add open.fuda
for form in records json csv bgsplay; do
    run 0 export --format "$form"
    silent err
    cp out "as.$form"
    run 0 export -o "whole.$form"
    [ "$form" = records ] || alike "as.$form" "whole.$form"
done
run 0 export --json
alike out as.json

# whole, its owner's alone, or not there at all
same "who may read an export" 600 "$(stat -c %a whole.csv)"
{ (ulimit -f 0; trap '' XFSZ; "$FUDA" pack new tezumashi cut.fuda && echo written) 2>&1; } | cat >err
err "cut.fuda: cannot write: File too large"
same "what is left of a file that may not grow" "" "$(ls | grep cut)"

# a name cannot turn the direction of what stands behind it
printf 'game haratama\nplayers "A\342\200\256ki" Bo Chie Dai\nround\n' >turned.fuda
run 0 judge turned.fuda
out "Aki, Bo"
check "no mark of direction" sh -c '! grep -q "$(printf "\342\200\256")" out'
for form in records json; do
    other
    run 0 --db other.db import "as.$form"
    run 0 --db other.db export --format "$form"
    alike out "as.$form"
    run 0 --db other.db export --format records
    alike out as.records
    run 0 --db other.db import "as.$form"         # again: nothing is new
    out "0 new"
done
other
jq -c . as.json >dense.json                      # as other programs may lay it out
run 0 --db other.db import dense.json
run 0 --db other.db export
alike out as.records

# ---- the JSON as the manual describes it -------------------------------------------------------------------
same "the schema" true "$(jq '(keys == ["end", "fuda", "records", "text"]) and .fuda == 1 and (.text | all(type == "string"))
    and (.end == ["#@ end"]) and (.records | length == 3) and all(.records[];
        (.id | type == "string") and (.game | type == "string") and (.date | test("^[0-9-]{10}$"))
        and (.state | IN("finished", "open", "stale", "withdrawn")) and (.text | all(type == "string"))
        and all(.seats[]; (.seat | type == "string")))
    and all(.records[] | select(.state == "finished") | .seats[];
        (.place | type == "number" or . == null) and (.points | type == "number" or . == null) and (.won | type == "boolean"))' as.json)"
sed -n '/^{"fuda": 1,/,/^ "end"/p' "$top/man/fuda-export.1" | grep -o '"[a-z]*":' | tr -d '":' | sort -u >expected
jq -r '(keys, (.records[] | keys, (.seats[] | keys))) | .[]' as.json | sort -u >got
alike expected got                              # no key more, and none less
same "the text in pieces" "" "$(jq -r '.text[], .records[].text[], .end[]' as.json | diff - as.records)"

# ---- csv: rows, and nothing is a formula ----------------------------------------------------------------------
same "rows" 8 "$(wc -l <as.csv | tr -d ' ')"
same "headings" "record,date,game,player,place,points,won" "$(head -n 1 as.csv | tr -d '\r\357\273\277')"
check "a formula has an apostrophe" grep -q ",'=cmd|x,1,3,yes" as.csv
check "a comma is quoted" grep -q ',"Bo, jr.",2,1,no' as.csv
check "a quote is doubled" grep -q ',"say ""hi""",3,-2,no' as.csv
other
run 0 --db other.db import as.csv
out "Records added: 2"
run 0 --db other.db export --format csv
cut -d, -f2- out | sort >got; cut -d, -f2- as.csv | sort >expected
alike expected got                              # the records may have other numbers in another store

# ---- bgsplay: the fields that BG Stats has -------------------------------------------------------------------
same "bgsplay" true "$(jq '(.plays | length == 2) and (.players | length == 7) and .userInfo.meRefId == 0
    and all(.plays[]; (.playDate | test("^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$")) and (.durationMin | type == "number")
        and (.playerScores | all(.[]; (.score | type == "string") and (.winner | type == "boolean") and (.startPlayer | type == "boolean")
            and (.rank | type == "number") and (.playerRefId | type == "number") and (.seatOrder | type == "number"))))
    and ([.plays[].gameRefId] - [.games[].id] == []) and ([.plays[].playerScores[].playerRefId] - [.players[].id] == [])' as.bgsplay)"
other
run 0 --db other.db import as.bgsplay
run 0 --db other.db export --format csv
same "bgsplay and back" "$(cat expected)" "$(cut -d, -f2- out | sort)"
jq '.games[0].name = "Chess" | .plays[1].playerScores[0].score = "2+1" | .plays[1].playerScores |= map(.rank = 0)' as.bgsplay >part.bgsplay
other
run 1 --db other.db import part.bgsplay
out "Records added: 1"; err "passed over, plays of other games: 1"
run 0 export --format csv --no-bom
same "no mark" "record" "$(head -c 6 out)"

# ---- bgsplay: what people have in it ---------------------------------------------------------------------------
plays() { # FLAGS of each play in JSON: one play of three each
    printf '{"players":[{"id":1,"name":"Aki"},{"id":2,"name":"Bo"},{"id":3,"name":"Chie"}],"games":[{"id":7,"name":"Haratama"}],"plays":[%s]}' "$1" >some.bgsplay
}
play() { printf '{"playDate":"2024-03-0%s 20:00:00","gameRefId":7%s,"playerScores":[' "$1" "$5"
    printf '{"playerRefId":1,"score":%s},{"playerRefId":2,"score":%s,"winner":true},{"playerRefId":3,"score":%s}]}' "$2" "$3" "$4"; }
plays "$(play 1 '"-10"' '"-10"' '"-30"' ''),$(play 2 '"10+5"' '"1,200"' '"−10"' ''),$(play 3 1 2 0 ''),$(play 4 '"12.5"' '"13"' '"1"' ''),$(play 5 '"1"' '"2"' '"0"' ',"ignored":true'),$(play 6 '"1"' '"2"' '"0"' ',"usesTeams":true')"
other
run 1 --db other.db import some.bgsplay
out "Records added: 3"; err "play 4, 2024-03-04 20:00:00: left out: half a point"; err "play 5"; err "marked there as ignored"; err "played in teams"
run 0 --db other.db history
out "Aki 2 (-10), Bo 1 (-10), Chie 2 (-30)"; out "Aki 2 (15), Bo 1 (1200), Chie 3 (-10)"; out "Aki 2 (1), Bo 1 (2), Chie 3 (0)"


# ---- a record's number stays what it was, whatever is brought in later ---------------------------------------------
other
for day in 2026-03-01 2026-03-02; do
    lines 'game haratama' 'players Aki Bo Chie' "date $day" "result Aki=${day##*-} Bo=5 Chie=9"; run 0 --db other.db add
done
run 0 --db other.db history; cp out first.history
run 0 --db other.db show 1; cp out first.show
run 0 --db other.db replay 1; cp out first.replay
printf 'game,Aki,Bo,Chie\nharatama,7,8,9\n' >undated.csv; run 0 --db other.db import undated.csv
printf 'date,game,Aki,Bo,Chie\n2020-01-01,haratama,7,8,9\n' >earlier.csv; run 0 --db other.db import earlier.csv
run 0 --db other.db history; tail -n 2 out | alike - first.history
out " 3              haratama"; out " 4  2020-01-01"
run 0 --db other.db show 1; alike out first.show
run 0 --db other.db replay 1; alike out first.replay
run 0 --db other.db campaign withdraw 1
run 0 --db other.db show 2; out "date 2026-03-02"
run 2 --db other.db show 1; err "no record"
run 0 --db other.db history --json; same "numbers" "3 4 2" "$(jq -r '[.history[].number] | join(" ")' out)"
run 0 --db other.db export --format csv; same "numbers of rows" "2 3 4" "$(tail -n +2 out | cut -d, -f1 | sort -u | paste -sd ' ')"

# ---- one game for BG Stats -----------------------------------------------------------------------------------
run 0 export 1 --bgstats
check "the address" grep -q '^https://app.bgstatsapp.com/createPlay.html?data=%7B' out
run 0 export 1 --bgstats --json
link=$(jq -r .bgstats out)
printf '%s' "${link#*data=}" | sed 's/%7B/{/g; s/%7D/}/g; s/%22/"/g; s/%3A/:/g; s/%2C/,/g; s/%20/ /g; s/%5B/[/g; s/%5D/]/g
    s/%3D/=/g; s/%7C/|/g; s/%5C/\\/g; s/%28/(/g; s/%29/)/g' >play.json
same "the play" true "$(jq '.sourceName == "fuda" and .game.sourceGameId != null and (.players | length > 2)
    and all(.players[]; (.winner | type == "boolean") and (.startPlayer | type == "boolean") and (.rank | type == "number"))' play.json)"
run 0 export 1 --bgstats -o play.png
run 0 export 1 --bgstats -o play.svg
check "a PNG" sh -c 'head -c 8 play.png | od -An -tx1 | grep -q "89 50 4e 47"'
check "an SVG" grep -q '<path' play.svg
if command -v zbarimg >/dev/null; then same "the code" "$link" "$(zbarimg -q --raw play.png)"; fi
run 2 export 1 --bgstats -o play.png; err "is there already"
run 2 export 1 --bgstats -o play.gif; err ".png or .svg"
run 2 export 9 --bgstats; err "no record"
run 2 export 3 --bgstats; err "not finished"
run 2 export 1; err "which game?"
run 2 export --format pdf; err "no form"
run 2 export -o as.json; err "is there already"
run 2 export -o /no/such/folder/x.json; err "cannot write"
if [ -e /dev/full ]; then run 2 export -o /dev/full; fi

# ---- tables of past nights -----------------------------------------------------------------------------------
past() { other; printf "$1" >past.csv; run "$2" --db other.db import past.csv; }     # FORMAT STATUS
past 'date,game,player,points,place\n2024-01-05,haratama,Aki,-50,1\n2024-01-05,haratama,Bo,-60,2\n2024-01-05,haratama,Chie,-70,3\n2024-01-05,haratama,Aki,-1,1\n2024-01-05,haratama,Bo,-2,2\n2024-01-05,haratama,Chie,-3,3\n' 0
out "Records added: 2"
past 'game;date;Aki;Bo;Chie;Dai\nharatama;2024/1/5;-50;-60;-70;\nmateria;5.1.2024;3;4;;\n' 2
err "past.csv:3: no such day"; silent out
past 'game;date;Aki;Bo;Chie;Dai\nharatama;2024/1/5;-50;-60;-70;\nmateria;2024.1.12;3;4;;\n' 0
out "Records added: 2"
run 0 --db other.db history
out "2024-01-05 haratama Aki 1 (-50), Bo 2 (-60), Chie 3 (-70)"; out "2024-01-12 materia Aki 2 (3), Bo 1 (4)"
past '\xef\xbb\xbf日付,ゲーム,参加者,結果\r\n2023-01-05,haratama,Aki;Bo;Chie,-1;-2;-3\r\n' 0
out "Records added: 1"
past 'game,player,points\nharatama,Aki,-50\nharatama,Bo,x\n' 2; err "past.csv:3: no points"; silent out
past 'game,player,place\nharatama,Aki,1\nharatama,Bo,0\n' 2; err "past.csv:3: no place"
past 'game,player,points\nharatama,Aki,1\n' 2; err "past.csv:2: this game cannot be played by that many"
past 'game,player,points\nharatama,Aki,1\nharatama,Bo,\nharatama,Chie,3\n' 2; err "neither everybody's points"
past 'date,game,players,scores\n2024-01-05,haratama,Aki;Bo;Chie,1;2;3;4\n' 2; err "more scores than players"
past 'a,b,c\n1,2,3\n' 2; err "no headings"
past 'date,game,player,points\n2024-01-05,chess,Aki,1\n' 2; err "no game that fuda knows"
past 'Our season;;\r\n;;;\r\ndate;game;Aki;Bo;Chie\r\n2026-01-05;haratama;−10;１２;-30.0\r\n;;;;\r\n' 0
out "Records added: 1"; err "lines before the headings in line 3, passed over: 1"
past 'sep=;\rdate;game;player;points\r2026-01-05;haratama;Zoë;1\r2026-01-05;haratama;Bo;2\r2026-01-05;haratama;Chie;0\r2026-01-06;haratama;ZOE\314\210　;1\r2026-01-06;haratama;bo;2\r2026-01-06;haratama;Chie;0\r' 0
out "Records added: 2"
same "three people" 3 "$($FUDA --db other.db standings --json | jq '[.. | .player? // empty] | unique | length')"
past 'game,player,points\nharatama,Aki,1.200\nharatama,Bo,2\nharatama,Chie,3\nharatama,Aki,2.5\nharatama,Bo,2\nharatama,Chie,3\n' 2
err "past.csv:2: 1.200 may be"; err "past.csv:5: half a point"; silent out
past 'game,Zoë,ZOË,Chie\nharatama,1,2,3\n' 2; err "past.csv:2: somebody sits there twice"
past 'game,player,points\nharatama,"Aki,1\n' 2; err "past.csv:2: a quote that is not closed"
past '\223\372\225t,\203Q\201[\203\200,\202\240,\202\242,\202\244\n2026-01-05,haratama,1,2,3\n' 0; err "read as CP932"
past 'game,Zo\353,Bo,Chie\nharatama,1,2,3\n' 2; err "not UTF-8"
printf 'game,Zoë,Bo,Chie\nharatama,1,2,3\n' | iconv -t UTF-16 >wide.csv
other; run 0 --db other.db import --dry-run wide.csv; err "read as UTF-16LE"; out "Nothing was kept."; out "Records that would be added: 1"; out "New here: Bo, Chie, Zoë."
run 0 --db other.db history; silent out
printf 'date,game\0' >bin.csv; run 2 import bin.csv; err "not text"
echo '{"plays":' >broken.json; run 2 import broken.json; err "broken.json:2: no JSON"
echo '{"fuda":1,"text":["#@ fuda 1"],"records":[{"text":[1]}],"end":[]}' >broken.json; run 2 import broken.json; err "not written by"
echo '{}' >broken.json; run 2 import broken.json; err "no plays of BG Stats"
run 2 import /no/such/file; err "cannot open"
run 2 --lang ja import /no/such/file; err "開けません"

# ---- a dry look first, in the words of what follows ------------------------------------------------------------
printf 'Name;game;day;points;table\nAki;haratama;2026-01-05;1,200\nBo;haratama;2026-01-05;2\nChie;haratama;2026-01-05;0\n' >look.csv
other
for way in --dry-run --yes; do
    run 0 --db other.db import $way look.csv
    err "read with semicolons between cells"; err "columns passed over: table"; err "“1,200” read as 1200; points with such marks: 1"
    out "Nights: 1, from 2026-01-05 to 2026-01-05."; out "New here: Aki, Bo, Chie."
    if [ $way = --dry-run ]; then out "Records that would be added: 1"; out "Nothing was kept."; else out "Records added: 1"; fi
done
printf 'date,game,Aki,Boo,Сhie\n2026-01-06,haratama,1,2,3\n' >like.csv
run 0 --db other.db import --dry-run like.csv
out "New here: Boo (not Bo?), Сhie"; err "“Сhie” looks like “Chie”"
printf '{"players":[{"id":1,"name":"Aki"}],"games":[{"id":1,"name":"Go"},{"id":2,"name":"Chess"}],"plays":[{"gameRefId":1},{"gameRefId":2},{"gameRefId":1}]}' >go.bgsplay
run 1 --db other.db import --dry-run go.bgsplay; err "passed over, plays of other games: 3 (Go 2, Chess 1)"
for form in records json; do
    cp other.db before.db; sum=$(cat other.db* | cksum)
    run 0 --db other.db import --dry-run "as.$form"
    out "new, 0 grown"; out "New here: "; out "Nothing was kept."
    same "a look at $form changes nothing" "$sum" "$(cat other.db* | cksum)"
done
lines 'game haratama' 'players Emi Bo Chie' 'date 2026-02-01' 'result Emi=1 Bo=2 Chie=3'
run 0 --db other.db import --dry-run -; out "New here: Emi."; out "would be added: 1"; out "Nothing was kept."
if command -v script >/dev/null; then
    terminal() { printf '%s\n' "$2" | script -qfec "$FUDA --db other.db import $1" /dev/null >out 2>&1; }      # FILE ANSWER
    terminal like.csv no; out "would be added: 1"; out "New here: Boo"; out "Add this? yes or no:"; out "Nothing was kept."
    run 0 --db other.db history; same "nothing was added" 1 "$(wc -l <out | tr -d ' ')"
    terminal like.csv yes; out "Add this? yes or no:"; out "Records added: 1"
    same "who looks alike is told once" 1 "$(grep -c 'looks like' out)"
    terminal like.csv yes; out "known already: 1"; no "Add this?"
    terminal as.json yes; out "Add this? yes or no:"; out "New here:"
    run 0 --db other.db history; same "added when it was wanted" 2 "$(grep -c 2026-01-0[56] out)"
fi

lines 'game haratama' 'players Aki Bo Chie Dai' 'date 2020-01-01' 'result points Aki=1 Bo=2 Chie=3 Dai=4'
other; run 0 --db other.db import -
out "Records added: 1"
finish
