#!/bin/sh
# fuda labels: the files it writes and does not write, what it says, and codes that are read back from
# the printed page.
. tests/check.sh
export SOURCE_DATE_EPOCH=1790000000
mkdir sheets && cd sheets || exit 1
files() { ls | tr '\n' ' '; }

# refused WORDS MESSAGE: exit status 2, a message that has these words, and nothing left behind.
refused() {
    before=$(files)
    # shellcheck disable=SC2086
    said=$("$FUDA" labels $1 2>&1 >out)
    status=$?
    rm -f out
    case "$status $said" in
    "2 fuda: "*"$2"*) ok ;;
    *) bad "labels $1: status $status, “$said”, expected “$2”" ;;
    esac
    same "labels $1: files" "$before" "$(files)"
}

# ---- what is refused, in both languages ------------------------------------------------------

refused "" "no game named"
refused "haratma" "did you mean haratama?"
refused "chess" "“chess” is not a game known here"
refused "materia" "expected a pack that lists them"
refused "materia --pack nowhere.fuda" "nowhere.fuda: No such file"
refused "haratama --pack x" "the deck of Haratama is in its rulebook"
refused "haratama r14" "“r14” is not a card of Haratama; did you mean r1?"
refused "haratama --cards r3,,g7" "is not a card of Haratama"
refused "haratama --cards r3,zebra" "“zebra” is not a card of Haratama"
refused "haratama --sheet L473" "did you mean L473"
refused "haratama --sheet letters" "expected one of \`--sheet list\`"
refused "haratama --sheet 5x5" "is too small; the smallest are 14.1 × 8.1 mm"
refused "haratama --sheet 300x20" "do not go onto A4 paper"
refused "haratama --sheet 0x0" "the width of a label: “0” is not a length; expected millimetres from 1 up"
refused "haratama --sheet zz" "expected one of \`--sheet list\`"
refused "--lang ja haratama --sheet 40x0" "ラベルの高さ：「0」は長さではありません"
refused "haratama --sheet L4730 --from 271" "this sheet has 270 labels"
refused "haratama --from 0" "expected a number from 1"
refused "haratama --from seven" "expected a number from 1"
refused "haratama --copies 101" "from 1 to 100"
refused "haratama --copies 1.5" "from 1 to 100"
refused "haratama --paper A5" "expected A4 or Letter"
refused "haratama --sheet 5167 --paper A4" "5167 is Letter paper"
refused "haratama --fan --sheet L4730" "expected no --sheet with it"
refused "haratama --sheet L4730+6" "expected as L4730+6+13"
refused "haratama --camera 1920" "--camera and --table need each other"
refused "haratama --camera nan --table 60" "expected a number"
refused "haratama -o x.gif" "expected a name ending in .pdf, .svg or .png"
refused "haratama -o pdf" "expected a name ending in"
refused "haratama --format gif" "expected a name ending in"
refused "haratama -o nowhere/x.pdf" "cannot write: No such file or directory"
refused "haratama -o /dev/null --format pdf --force" "is not an ordinary file"
refused "haratama -o - --format svg --sheet ELM022" "2 pages do not go into one svg"
refused "haratama --sheet ELM038 -o x.png --dpi 150" "expected a higher --dpi"
refused "haratama --dpi 20" "from 150 to 1200"
refused "haratama --sheets x" "unknown option --sheets; did you mean --sheet?"
refused "--lang ja haratma" "もしかして haratama ですか"
refused "--lang ja haratama --sheet 5x5" "小さすぎます"
refused "--lang ja materia" "デッキ"
printf 'pack materia "Mine"\nghost 101 "Too high"\n' >wrong.fuda
refused "materia --pack wrong.fuda" "wrong.fuda:2: column 7: “101” is not a card's number; expected 1 to 100"
rm wrong.fuda
if [ -w /dev/full ]; then
    said=$("$FUDA" labels haratama -o - 2>&1 >/dev/full)
    same "a full disk" "2 fuda: -: cannot write: No space left on device" "$? $said"
fi

# ---- what is written, and replaced only when asked -------------------------------------------

"$FUDA" labels haratama r3 >said
same "the usual name" "haratama.pdf said " "$(files)"
refused "haratama" "haratama.pdf exists already; expected another name, or --force"
cp haratama.pdf one.pdf
"$FUDA" labels haratama r3 --force >said
if cmp -s haratama.pdf one.pdf; then ok; else bad "the same sheet is not the same file"; fi
SOURCE_DATE_EPOCH=1 "$FUDA" labels haratama r3 --force >said
if cmp -s haratama.pdf one.pdf; then bad "SOURCE_DATE_EPOCH is not heeded"; else ok; fi
rm -f ./*
for format in svg png; do
    "$FUDA" labels haratama --sheet ELM022 --dpi 150 -o x.$format >said
    same "numbered $format files" "said x-1.$format x-2.$format " "$(files)"
    same "… are named" "x-1.$format x-2.$format" "$(sed -n '1,2p' said | tr '\n' ' ' | sed 's/ $//')"
    cp x-2.$format kept
    "$FUDA" labels haratama --sheet ELM022 --dpi 150 -o x.$format --force >said
    if cmp -s x-2.$format kept; then ok; else bad "the same $format sheet is not the same file"; fi
    rm -f x-1.$format kept said
    # the second exists: neither is written
    refused "haratama --sheet ELM022 --dpi 150 -o x.$format" "x-2.$format exists already"
    rm -f ./*
    "$FUDA" labels haratama r3 --dpi 150 -o one.$format >/dev/null
    same "one page is not numbered" "one.$format " "$(files)"
    "$FUDA" labels haratama r3 --dpi 150 --format $format -o - >two 2>/dev/null
    if cmp -s one.$format two; then ok; else bad "standard output has another $format than a file"; fi
    rm -f ./*
done
"$FUDA" labels haratama -o - 2>said >x.pdf
same "a PDF is the usual" "%PDF" "$(head -c 4 x.pdf)"
same "what is said goes to standard error then" "-" "$(sed -n 1p said)"
rm -f ./*

# ---- what is said ----------------------------------------------------------------------------

next() { "$FUDA" labels "$@" -o x.pdf --force --json | sed -n 's/.*"next":\([0-9]*\).*/\1/p'; }
same "next label" 63 "$(next haratama --sheet L4730)"
same "next label of a part-used sheet" 69 "$(next haratama --sheet L4730 --from 7)"
same "next label on another page" 4 "$(next haratama --sheet L7651 --from 7)"
(cd "$work" && "$FUDA" labels haratama r1 -o "$(printf 'bad\377.pdf')" --json | jq -r '.files[0]') >said
same "a path that is not UTF-8" "?" "$(cat said)"
rm -f bad* said
same "the last label" 1 "$(next haratama r1 --sheet L7651 --from 65)"
same "copies" 11 "$(next haratama r1 --copies 10)"
same "cards named in both ways" 4 "$(next haratama R3 赤4 --cards F/HT/K7)"
same "all copies of a card" 4 "$(next hyakumonogatari candle)"
same "one of them" 2 "$(next hyakumonogatari ca2)"
same "one that is not in the box" 2 "$(next hyakumonogatari ca9)"
same "spare ones" $((14 * 9 % 65 + 1)) "$(next hyakumonogatari --spare)"
same "words" "x.pdf
Stickers of Haratama: 62, on 2 × ELM023 (A4); codes of 15.1 mm, a module 0.720 mm (17 dots at 600 dpi).
Print at 100 % (“actual size”), in full black: codes printed with low toner or as a draft are not read by lamplight.
The next unused label is in row 1, column 4: next time --from 4." \
    "$("$FUDA" labels haratama --sheet ELM023 --from 7 -o x.pdf --force)"
same "a full sheet" "The last sheet is full." "$("$FUDA" labels haratama r3 --from 65 -o x.pdf --force | tail -n 1)"
case $("$FUDA" labels haratama --sheet L4730 --camera 1920 --table 60 -o x.pdf --force 2>&1 >/dev/null) in
"fuda: warning: codes of 7.1 mm are too small for this camera: 1.08 pixels a module, expected at least 1.75 (codes of 11.5 mm)"*) ok ;;
*) bad "no warning of codes that are too small" ;;
esac
same "a camera near enough" "The camera sees codes of 17.8 mm at 2.71 pixels a module: read well." \
    "$("$FUDA" labels haratama --sheet ELM022 --camera 1920 --table 60 -o x.pdf --force 2>&1 | tail -n 1)"
same "what a camera needs" '[11.48,14.77,26.25]' \
    "$("$FUDA" labels --camera 1920 --table 60 --json | sed -n 's/.*"codes":\(\[[^]]*\]\).*/\1/p')"
same "where known sheets begin" "+8.4+8.8" "$("$FUDA" labels --sheet list | sed -n 's/^  ELM022 .* \(+[0-9.+]*\) .*/\1/p')"
case ${BUILD:-} in
*san | *coverage) ;;            # a picture's time is processor time, of which these take many times as much
*)
    "$FUDA" labels haratama --fan -o fan.png --dpi 300 >/dev/null
    same "a sheet of strips is read" 62 "$("$FUDA" scan --json --game haratama fan.png | jq '.pictures[0].cards | length')"
    rm fan.png
    ;;
esac
same "sheets known" "ELM022 ELM023 ELM038 L4732 L4730 8658 6021 5167 8195 OL2050 plain " \
    "$("$FUDA" labels --sheet list | sed -n 's/^  \([A-Za-z0-9]*\) .*/\1/p' | tr '\n' ' ')"
if "$FUDA" labels --sheet list --json | jq -e '.sheets | length == 11' >/dev/null; then ok; else bad "the list is no JSON"; fi
if "$FUDA" labels haratama --json --force -o 'a "name".pdf' | jq -e '.files == ["a \"name\".pdf"]' >/dev/null; then
    ok
else
    bad "what was made is no JSON"
fi
rm -f ./*

# ---- sizes: a millimetre is one --------------------------------------------------------------

"$FUDA" labels haratama --sheet ELM022 -o x.pdf >/dev/null
"$FUDA" labels haratama --sheet OL2050 -o y.pdf >/dev/null
if command -v pdfinfo >/dev/null; then
    same "A4, two pages" "2 595.276 x 841.89" "$(pdfinfo x.pdf | sed -n 's/^Pages: *//p; s/^Page size: *\(.*\) pts.*/\1/p' | tr '\n' ' ' | sed 's/ $//')"
    same "Letter, one page" "1 612 x 792" "$(pdfinfo y.pdf | sed -n 's/^Pages: *//p; s/^Page size: *\(.*\) pts.*/\1/p' | tr '\n' ' ' | sed 's/ $//')"
fi
"$FUDA" labels haratama r3 -o x.svg >/dev/null
case $(sed -n '/<svg/{p;q;}' x.svg) in
*'width="595.275'*'pt" height="841.88'*'pt"'*) ok ;;
*) bad "the SVG's size: $(sed -n '/<svg/{p;q;}' x.svg)" ;;
esac
if command -v xmllint >/dev/null; then
    same "well-formed SVG" "" "$(xmllint --noout x.svg 2>&1)"
fi
"$FUDA" labels haratama r3 --dpi 300 -o x.png >/dev/null
# IHDR: 2480 × 3508; pHYs: 11811 pixels a metre, with its check value
same "the PNG's pixels" "0000000d 49484452 000009b0 00000db4" \
    "$(od -An -tx4 --endian=big -j8 -N16 x.png | sed 's/^ //')"
same "the PNG's size" "00000009 70485973 00002e23 00002e23 0178a53f" \
    "$(od -An -tx4 --endian=big -j33 -N20 -w20 x.png | sed 's/^ //')"
rm -f ./*

# ---- what is printed is read back ------------------------------------------------------------

# Label by label: a page full of clean codes is what zbar is worst at. 20×15 mm, from 10 mm each way.
if command -v pdftoppm >/dev/null && command -v zbarimg >/dev/null; then
    printf 'pack materia "Mine"\nghost 57 "さくら"\nevent 8 "An event"\nshell 91 "Shell"\n' >mine.fuda
    for words in "haratama r1 r13 K10 --from 2" "needfire h1 f26" "hyakumonogatari --lang ja" \
        "materia --pack mine.fuda --copies 2"; do
        # shellcheck disable=SC2086
        made=$("$FUDA" labels $words --sheet 40x15+10+10 -o x.pdf --force --json 2>/dev/null)
        count=$(printf '%s' "$made" | jq .stickers) from=0 read=
        case $words in *--from*) from=1 ;; esac
        n=$from
        while [ "$n" -lt $((from + count)) ]; do
            x=$((10 + n % 5 * 40)) y=$((10 + n / 5 * 15))
            pdftoppm -r 254 -x $((x * 10)) -y $((y * 10)) -W 400 -H 150 -gray -singlefile x.pdf label
            read="$read$(zbarimg -q --raw -Sdisable -Sqrcode.enable label.pgm 2>/dev/null) "
            n=$((n + 1))
        done
        case $words in
        haratama*) expected="F/HT/R1 F/HT/R13 F/HT/K10 " ;;
        needfire*) expected="F/NF/H1 F/NF/F26 " ;;
        hyaku*) expected="F/HM/NM1 F/HM/GR1 F/HM/SH1 F/HM/CA1 F/HM/CA2 F/HM/CA3 F/HM/SU1 F/HM/DO1 F/HM/EF1 F/HM/IN1 F/HM/SE1 F/HM/LA1 F/HM/FO1 F/HM/BL1 F/HM/MI1 F/HM/CU1 " ;;
        *) expected="F/MT/57 F/MT/57 F/MT/8 F/MT/8 F/MT/91 F/MT/91 " ;;
        esac
        same "read back: $words" "$expected" "$read"
    done
fi

# ---- without fonts ---------------------------------------------------------------------------

rm -f ./*
printf '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><cachedir>%s</cachedir></fontconfig>' \
    "$work/cache" >fonts.conf
case $(FONTCONFIG_FILE=$PWD/fonts.conf "$FUDA" labels haratama -o x.pdf 2>&1) in
*"fuda: warning: no font here has all characters of the names (as of F/HT/R1)"*) ok ;;
*) bad "no warning where there are no fonts" ;;
esac
if [ -s x.pdf ]; then ok; else bad "no sheet where there are no fonts"; fi
rm -rf ./*

# ---- a deck of one's own, by its name ---------------------------------------------------------

rm -rf ./*
printf 'pack materia "Ours"\nghost 57 "Sakura"\nghost 8 "Unyuu"\n' >list.fuda
XDG_DATA_HOME=$PWD/data "$FUDA" pack add list.fuda >/dev/null
rm list.fuda
XDG_DATA_HOME=$PWD/data "$FUDA" labels materia --pack ours -o own.pdf >said 2>&1
same "stickers of a pack called by its name" "0 own.pdf" "$? $(sed -n 1p said)"
case $(XDG_DATA_HOME=$PWD/data "$FUDA" labels materia --pack ourz -o x.pdf 2>&1; echo "$?") in
"fuda: no pack of materia is called “ourz”; did you mean “Ours”?"*2) ok ;;
*) bad "a pack's name misspelled" ;;
esac
rm -rf ./*

# ---- games that are files, by their names ------------------------------------------------------

printf 'pack trick "Two"\nseats 2\nsuits r=red v=violet\nranks 1 kni\nabove 2 w=wizard\ndeal 3\n' >two.fuda
same "a game in the box" "hearts.png/Stickers of Hearts: 2," "$("$FUDA" labels hearts hq c10 --dpi 300 -o hearts.png | sed -n '1p; s/\(^Stickers of [^,]*,\).*/\1/p' | paste -sd /)"
same "… is read by its name" "hq Hearts/c10 Hearts" "$("$FUDA" scan --json --game Hearts hearts.png | jq -r '.pictures[].cards[] | "\(.card) \(.game)"' | paste -sd /)"
same "… and what is missing is said" 50 "$("$FUDA" scan --json --game Hearts --whole hearts.png | jq '.missing | length')"
same "a file" "Stickers of Two: 6," "$("$FUDA" labels two.fuda --dpi 300 -o two.png | sed -n 's/\(^Stickers of [^,]*,\).*/\1/p')"
same "… is read" "r1 rkni v1 vkni w w" "$("$FUDA" scan --json --game two.fuda two.png | jq -r '.pictures[].cards[].card' | paste -sd ' ')"
refused "two.fuda x9" "“x9” is not a card of Two"
refused "mahjong" "Mahjong has no cards to put stickers on"
case $("$FUDA" scan --game Mahjong two.png 2>&1) in
"fuda: Mahjong has no deck of its own"*) ok ;;
*) bad "a game without cards" ;;
esac
rm -rf ./*

# ---- beside fuda, and not in it --------------------------------------------------------------

rm -f ./*
mkdir bin
cp "$FUDA" bin/fuda
said=$(PATH=$(dirname "$FUDA"):$PATH bin/fuda labels haratama 2>&1)
case "$? $said" in
"2 fuda: fuda-labels was not found beside"*) ok ;;
*) bad "without fuda-labels beside it: $said" ;;
esac
if command -v ldd >/dev/null; then
    same "what fuda is linked with" "" "$(ldd "$FUDA" | grep -E 'cairo|pango|zbar|curl|qrencode')"
fi
same "… in Japanese" "fuda: --from 0：1〜5000の数を書いてください。" \
    "$("${FUDA}-labels" --from 0 --lang=ja haratama 2>&1)"
same "fuda-labels by itself" "fuda: “haratma” is not a game known here; did you mean haratama?" \
    "$("${FUDA}-labels" haratma 2>&1)"

# Cards of a pack without numbers get those that are free, in order; a ghost that is an event too is one card.
cat >unnumbered.fuda <<'PACK'
pack materia "Ours"
ghost "Sakura no Hana" body=1,1,2,3,4,5 mind=2,2,3,3,4,6 points=3
ghost 2 Unyuu body=1,1,2,3,4,5 mind=2,2,3,3,4,6 points=3
shell "Mizu"
event "Mizu"
PACK
"$FUDA" labels materia --pack unnumbered.fuda -o numbered.png --dpi 200 >out 2>err
same "cards without numbers" "1 Sakura no Hana, 3 Mizu" "$(sed -n 's/.*before that is changed: //p' out)"
same "cards without numbers are read by what they got" "Sakura/Unyuu/Mizu" \
    "$("$FUDA" scan --pack unnumbered.fuda numbered.png | awk 'NR > 1 { printf "%s%s", (NR > 2 ? "/" : ""), $1 }')"
"$FUDA" labels materia --pack unnumbered.fuda Unyuu -o one.png --dpi 200 >out 2>err
same "a card that has its number" "" "$(sed -n 's/.*before that is changed: //p' out)"

finish
