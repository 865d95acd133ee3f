#!/bin/sh
# The camera at the table and on the command line. fuda-scan is the real one for pictures; for what a
# camera brings, a made-up one stands beside a copy of fuda and says what it is told.
. tests/check.sh
scene=$BUILD/tests/camera/scene
table=
trap 'exec 5>&- 6>&-; [ -n "$table" ] && kill "$table" 2>/dev/null; clean_up' EXIT

status() { # NAME STATUS COMMAND…
    name=$1 expected=$2
    shift 2
    ends "$expected" "$name" "$@"
}
prints() { has out "$2"; }       # NAME TEXT: of the last command
complains() { has err "$2"; }

# ---- what fuda is linked with ----------------------------------------------------------------

if command -v readelf >/dev/null; then
    needed=$(readelf -d "$FUDA" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
    for library in zbar curl cairo pango turbojpeg png webp qrencode v4l; do
        case $needed in
        *"$library"*) bad "fuda is linked with $library" ;;
        *) ok ;;
        esac
    done
fi

# ---- pictures --------------------------------------------------------------------------------

"$scene" pgm 1280 480 5 F/HT/R9 F/HT/R3 F/HT/B1 F/NF/H3 >mixed.pgm
"$scene" pgm 1280 480 5 F/HT/R9 F/HT/R3 F/HT/K3 F/HT/K7 F/HT/K10 F/HT/B1 >kami.pgm
"$scene" pgm 1280 960 5 F/HM/NM1 F/HM/CA1 F/HM/CA2 F/HM/CU1 >tale.pgm
"$scene" pgm 1280 480 5 F/HT/R9 F/HT/R9 >twice.pgm
"$scene" pgm 640 480 5 >empty.pgm
printf 'no picture' >nothing.jpg
printf 'P5\n60000 60000\n255\n' >huge.pgm

status "a picture" 0 "$FUDA" scan mixed.pgm
same "a picture" "mixed.pgm:
  r9                   Haratama         132,132
  r3                   Haratama         397,132
  b1                   Haratama         662,132
  h3                   NeedFire         927,132" "$(sed 's/133/132/g; s/398/397/; s/663/662/; s/928/927/' out)"
status "a picture in Japanese" 0 "$FUDA" scan --lang ja kami.pgm
prints "a picture in Japanese" "赤9"
prints "a revelation card in Japanese" "  神威3 "
"$scene" pgm 1280 480 5 F/HT/K9 F/TZ/T3 F/TZ/MB >others.pgm
status "cards that are numbers" 0 "$FUDA" scan others.pgm
prints "a revelation card" "  revelation 9 "
prints "a score table" "  score table 3 "
prints "a minus card" "  butterfly minus card "
same "their tokens" "9 3 b" "$("$FUDA" scan --json others.pgm | jq -r '[.pictures[0].cards[].card] | join(" ")')"
status "a sheet of stickers" 0 sh -c '"$0" labels haratama -o sheet.png --sheet ELM022 --dpi 150 >/dev/null && "$0" scan --json sheet-1.png' "$FUDA"
same "row by row" "r1 r2 r3 r4 r5 r6 r7 r8 r9" "$(jq -r '[.pictures[0].cards[:9][].card] | join(" ")' out)"
status "a game" 0 "$FUDA" scan --game haratama mixed.pgm
prints "a game" "  F/NF/H3              unknown"
status "JSON" 0 "$FUDA" scan --json --game haratama mixed.pgm
same "JSON: cards" "r9 r3 b1" "$(jq -r '[.pictures[0].cards[].card] | join(" ")' out)"
same "JSON: corners" "4 2" "$(jq -r '.pictures[0].cards[0].corners | "\(length) \(.[0] | length)"' out)"
same "JSON: unknown" "F/NF/H3" "$(jq -r '.pictures[0].unknown[0].code' out)"
cp mixed.pgm "$(printf 'bad\377name.pgm')"
status "a name that is not UTF-8" 0 sh -c '"$0" scan --json --game haratama bad*.pgm' "$FUDA"
same "a name that is not UTF-8" "? 3" "$(jq -r '.pictures[0] | "\(.file) \(.cards | length)"' out)"
rm bad*.pgm
status "from a pipe" 0 sh -c '"$0" scan - <mixed.pgm' "$FUDA"
prints "from a pipe" "r9"
status "all expected" 0 "$FUDA" scan --game haratama --expect r9,R3,b1 mixed.pgm
prints "all expected" "3 of 3 seen"
status "something missing" 1 "$FUDA" scan --game haratama --expect "r9,青1,g7,赤13" mixed.pgm
prints "something missing" "2 of 4 seen, missing: g7 r13"
status "in JSON" 1 "$FUDA" scan --json --game haratama --expect r9,g7 mixed.pgm
same "in JSON" '["g7"] 1 2' "$(jq -cr '"\(.missing) \(.seen) \(.expected)"' out)"
status "by its sticker's code" 0 "$FUDA" scan --game haratama --expect k3,K7 kami.pgm
status "over several pictures" 0 "$FUDA" scan --game haratama --expect r9,7 mixed.pgm kami.pgm
status "copies" 1 "$FUDA" scan --game hyakumonogatari --expect candle,candle,candle tale.pgm
prints "copies" "2 of 3 seen, missing: candle"
status "the whole deck" 1 "$FUDA" scan --game hyakumonogatari --whole tale.pgm
prints "the whole deck" "4 of 16 seen, missing:"
status "nothing there" 1 "$FUDA" scan empty.pgm
complains "nothing there" "no card was found"
for file in nothing.jpg huge.pgm not-there.jpg .; do
    status "unreadable: $file" 2 "$FUDA" scan "$file"
    complains "unreadable: $file" "$file: cannot"
done
head -c 300000 mixed.pgm >early.pgm
status "it ends early" 2 "$FUDA" scan early.pgm
prints "it ends early: what is left of it" "r9"
complains "it ends early" "early.pgm: cannot read: it ends early"
for kind in webp-sticker webp-lossless webp-alpha; do
    status "$kind" 0 "$FUDA" scan "$top/tests/fuzz/picture/$kind"
    prints "$kind" "  r9 "
done
printf '\0\0\0\030ftypheic\0\0\0\0mif1heic' >phone.heic
status "HEIC" 2 "$FUDA" scan phone.heic
complains "HEIC: what to set" "Most Compatible"
: >none.png
status "an empty file" 2 "$FUDA" scan none.png
complains "an empty file" "the file is empty"
mkfifo pipe
status "a pipe that nobody writes" 2 timeout 20 "$FUDA" scan pipe
(sleep 1 && cat mixed.pgm >pipe) &
status "a pipe that is written later" 0 timeout 20 "$FUDA" scan pipe
wait
for user in me :secret; do
    status "--user $user" 2 "$FUDA" scan --user "$user" http://127.0.0.1:1/video
    complains "--user $user" "--user: expected the name and the password"
done
status "@ of what is not a picture" 2 sh -c 'printf "round; kami 3 7 10\nBo: show @\n" | "$0" table --camera nothing.jpg haratama Aki Bo Chie Dai' "$FUDA"
complains "@ of what is not a picture" "nothing.jpg: cannot read: this is neither JPEG nor PNG nor WebP nor PNM"
status "an address without http://" 2 "$FUDA" scan phone:8080/video
complains "an address without http://" "expected a file, or a camera's address that begins with http://"
status "the readable one too" 2 "$FUDA" scan nothing.jpg mixed.pgm
prints "the readable one too" "r9"
status "--expect without a game" 2 "$FUDA" scan --expect r9 mixed.pgm
complains "--expect without a game" "need --game"
status "no such card" 2 "$FUDA" scan --game haratama --expect r99 mixed.pgm
complains "no such card" "“r99” is not a card"
status "no such game" 2 "$FUDA" scan --game chess mixed.pgm
status "no deck of its own" 2 "$FUDA" scan --game materia mixed.pgm
complains "no deck of its own" "--pack FILE"
printf 'pack materia "Ours"\nghost 57 "Sakura no Hana" body=1,1,2,3,4,5 mind=2,2,3,3,4,6 points=3\n' >pack.fuda
"$scene" pgm 640 480 5 F/MT/57 >ghost.pgm
status "a pack" 0 "$FUDA" scan --pack pack.fuda ghost.pgm
prints "a pack" "Sakura no Hana"
XDG_DATA_HOME=$PWD/data "$FUDA" pack add pack.fuda >/dev/null
XDG_DATA_HOME=$PWD/data status "a pack by its name" 0 "$FUDA" scan --pack ours ghost.pgm
prints "a pack by its name" "Sakura no Hana"
status "no pack" 2 "$FUDA" scan --pack mixed.pgm ghost.pgm
status "pictures and a camera" 2 "$FUDA" scan mixed.pgm http://127.0.0.1:1/video
status "nobody there" 2 "$FUDA" scan http://127.0.0.1:1/video
complains "nobody there" "the camera is lost: nobody answers"
status "a device that is none" 2 "$FUDA" scan /dev/null
complains "a device that is none" "this is not a video device"

if [ ! -e /dev/video0 ]; then
    status "aiming without a camera" 2 "$FUDA" camera
    prints "aiming without a camera" "In five steps the cards are entered as they fall:"
    for step in 1. 2. 3. 4. 5.; do prints "step $step" "
$step "; done
fi
status "aiming at a picture" 2 "$FUDA" camera mixed.pgm
complains "aiming at a picture" "is not a camera"

# ---- a made-up fuda-scan ---------------------------------------------------------------------

mkdir bin
cp "$FUDA" bin/fuda
cat >bin/fuda-scan <<'END'
#!/bin/sh
# says hello, what comes through the pipe `lines`, and to `see` what the file `see` holds
echo $$ >>"$FAKE/pids"
echo "hello 1 made-up"
while read -r request; do
    echo "$request" >>"$FAKE/requests"
    case $request in
    camera*)
        [ -e "$FAKE/refuse" ] && { echo "lost it does not want to"; exit; }
        while sleep 1; do echo wait; done &
        (exec cat "$FAKE/lines") &
        echo "frame 1 10 0"
        ;;
    see) cat "$FAKE/see" ;;
    esac
done
kill $!
END
chmod 755 bin/fuda-scan
export FAKE="$work"
# Of a picture it may die, talk nonsense, or never stop
pictured() { # NAME SCRIPT COMPLAINT
    mkdir -p other
    cp bin/fuda other/fuda
    printf '#!/bin/sh\n%s\n' "$2" >other/fuda-scan
    chmod 755 other/fuda-scan
    status "$1" 2 timeout 20 other/fuda scan --game haratama mixed.pgm
    complains "$1" "mixed.pgm: cannot read: the program fuda-scan $3"
}
at="0 0 9 0 9 9 0 9"
pictured "it dies at once" "exit 3" "has died"
pictured "it dies half-way" "echo hello 1 x; echo 'card F/HT/R9 $at r9'" "has died"
prints "it dies half-way: what it told" "r9"
pictured "another version" "echo hello 2 x; sleep 1" "answers nonsense"
pictured "no number" "echo hello 1 x; echo 'card F/HT/R9 nan 0 9 0 9 9 0 9 r9'; echo frame 1 1 1" "answers nonsense"
pictured "a card that there is not" "echo hello 1 x; echo 'card F/HT/ZZ $at r9'; echo frame 1 1 1" "answers nonsense"
pictured "an endless line" "echo hello 1 x; tr '\\0' x </dev/zero" "answers nonsense"
pictured "endless cards" "echo hello 1 x; yes 'card F/HT/R9 $at r9'" "answers nonsense"
pictured "endless frames" "echo hello 1 x; yes 'frame 1 1 0'" "answers nonsense"

mkfifo lines in
P="0 0 9 0 9 9 0 9"
exec 6<>lines

type() { printf '%s\n' "$*" >&5; }
sees() { printf '%s\n' "$*" >&6; }
lies() { # CODE TOKEN …: what is there when it is asked
    : >see
    while [ $# -gt 0 ]; do echo "see card $1 $P $2"; shift 2; done >>see
    echo "seen $(grep -c . see)" >>see
}
await() { # NAME TEXT: comes on the table within ten seconds, behind what came before
    for _ in $(seq 200); do
        if tail -c "+$((mark + 1))" all | grep -qF -e "$2"; then ok; return; fi
        sleep 0.05
    done
    bad "$1: “$2” does not come, but: $(tail -c "+$((mark + 1))" all)"
}
mark() { mark=$(wc -c <all); }
heard() { mark; type "help undo"; await "$1: what was typed is heard" "take back the last line"; }    # NAME: before what the camera brings next
search=$PATH    # where the table may look for programs
table_of() { # OPTION… GAME PLAYER…
    : >all
    : >requests
    rm -f in && mkfifo in
    rm -rf data
    mark=0
    PATH=$search bin/fuda table "$@" <in >all 2>&1 &
    table=$!
    exec 5>in
}
begin() { # OPTION…: a table of Haratama with its first round begun
    table_of "$@" haratama Aki Bo Chie Dai
    type "round; kami 3 7 10"
    type "Aki: lead"
}
leave() { # NAME STATUS
    exec 5>&-
    wait "$table"
    same "$1: status" "$2" $?
    table=
}
kept() { bin/fuda show 1 | sed 1,3d | tr '\n' '/'; }

# What is missing is told at the end, in JSON too
: >requests
bin/fuda scan --json --game haratama --expect r9,b1 /dev/null >out 2>&1 &
scan=$!
sees "card F/HT/R9 $P r9"
for _ in $(seq 100); do grep -q r9 out && break; sleep 0.05; done
kill "$scan"
wait "$scan"
same "JSON of a camera: status" 1 $?
same "JSON of a camera" 'card r9/end 1 of 2 ["b1"]' "$(jq -rc 'if .event == "end" then "end \(.seen) of \(.expected) \(.missing)" else "\(.event) \(.card)" end' out | paste -sd /)"

# By their faces
: >requests
bin/fuda scan --json --game haratama --expect r9 /dev/null >out 2>&1 &
scan=$!
sees "ask F/HT/R8 F/HT/R3 $P r3"; sees "face F/HT/R9 $P r9"
wait "$scan"
same "faces of a camera: status" 0 $?
same "faces of a camera" 'ask r3 r8/card r9 face/end' "$(jq -rc 'if .event == "ask" then "ask \(.cards | join(" "))" elif .event == "end" then "end" else "\(.event) \(.card) \(.by)" end' out | paste -sd /)"

# how to aim it: what is wrong, one thing after the other, until it is good for two seconds
aims() { # PIXELS DEGREES WHITE BLACK BLUR LIGHT
    sees "aim F/HT/R9 $1 $2 $3 $4 $5 0"; sees "view 1280 720 $6 1"
}
aimed() { # NAME TEXT: is printed within ten seconds
    for _ in $(seq 200); do grep -qF -e "$2" out && break; sleep 0.05; done
    has out "$2"
}
: >requests
bin/fuda camera /dev/null >out 2>&1 &
scan=$!
sees "view 1280 720 118 0"; aimed "nothing" "→ No sticker is read."
aims 1.2 10 190 40 0.3 118; aimed "small" "→ The codes are too small"
aims 1.6 48 190 40 0.3 118; aimed "slanted for its size" "→ Too slanted: raise the camera"
aims 2.8 23 190 40 0.9 118; aimed "blurred" "→ Blurred"
aims 4.8 63 190 40 0.3 118; aimed "slanted" "tilt 63°"
aims 2.8 23 60 20 0.3 118; aimed "dark" "→ Too dark"
aims 2.8 23 120 95 0.3 118; aimed "pale" "→ Black and white differ too little"
sees "faces 0 0 0 1.0"; sees "view 1280 720 118 0"; aimed "faces, and no card lies there yet" "→ No card is told by its face"
sees "unread slanted 3"; sees "frame 9 10 0"; sees "view 1280 720 118 0"; aimed "why nothing is read" "3 seen, too slanted to read"
sees "frame 9 10 0"
sees "faces 0 3 1.2 1.0"; sees "view 1280 720 118 0"; aimed "faces that do not tell" "Cards without stickers: 3, by their faces 0"
sees "faces 3 3 1.2 3.0"; sees "view 1280 720 118 0"; aimed "faces too small" "→ The cards are too small to be told by their faces"
has out "Cards without stickers: 3, by their faces 3; 1.2 pixels a millimetre, and this deck needs 3."
sees "faces 0 0 0 1.0"
sees "aim F/HT/R9 1.6 10 190 40 0.3 1"; sees "aim F/HT/B1 2.8 30 180 45 0.5 0"; sees "view 1280 720 118 2"
aimed "several" "Stickers read: 2 (r9, b1)."
aimed "several: as far as they differ" "Pixels a module 1.6–2.8, tilt 10–30°, blur 0.3–0.5 modules"
aimed "a mirror" "The picture is mirrored"
aims 2.8 23 190 40 0.3 118; aimed "good" "→ Good."
sleep 2.2
aims 2.8 23 190 40 0.3 118; aimed "what then" 'Now `fuda table --camera /dev/null`, and `watch`.'
wait "$scan"
same "aiming: status" 0 $?
has requests "aim"
bin/fuda camera --json --game haratama /dev/null >out 2>&1 &
scan=$!
aims 1.2 10 190 40 0.3 20
aimed "aiming in JSON" '"good"'
kill "$scan"
wait "$scan"
same "aiming in JSON: status" 1 $?
same "aiming in JSON" 'r9 1.2 false dark small 1280' "$(jq -r '"\(.codes[0].card) \(.codes[0].module) \(.good) \(.change | join(" ")) \(.width)"' out)"

# @ is what lies there
lies F/HT/R1 r1 F/HT/R5 r5 F/HT/K3 3 F/HT/K7 7
begin --camera /dev/null --user aki:s3cr3t
type "Bo: show @"
await "@" "Bo: show r1 r5"
type 'note "@ is no mark" # @'
lies
mark
type "Bo: show @"
await "@ with nothing there" "the camera sees no card"
echo "see unknown F/NF/H3 $P" >see; echo "seen 1" >>see
mark
type "Bo: show @"
await "@ with a foreign card" "F/NF/H3 lies there, which is no card of this deck"
echo "see doubt either F/HT/R2 $P r2" >see; echo "seen 1" >>see
mark
type "Bo: show @"
await "@ with a doubtful card" "r2 is read where another card is read too"
mark
type "Bo: show @ @"
await "@ twice" "expected one @"
same "@: the password goes by the pipe alone" "user aki:s3cr3t" "$(grep -m 1 '^user' requests)"
same "@: … and not by the command line" "" "$(tr '\0' ' ' <"/proc/$table/cmdline" | grep s3cr3t)"
leave "@" 2
same "@: on record" 'round; kami 3 7 10/Aki: lead/Bo: show r1 r5/note "@ is no mark"/' "$(kept)"

# a trick of a game from a file, with cards above all suits, writes itself too
lies
table_of --camera /dev/null Wizard Aki Bo Chie
type "deal; trump r5; bid 0 0 1"
type "watch"
await "a pack" "Watching"
same "a pack: its cards are looked for" 60 "$(grep -c 'F/TG/' requests)"
sees "card F/TG/N1 $P n"
await "a pack: the first card" "Bo: n"
sees "card F/TG/R3 $P r3"
await "a pack: the second" "Chie: r3"
sees "card F/TG/W2 $P w"
await "a pack: the trick" "Trick 1 is Aki's"
leave "a pack" 0
same "a pack: on record" 'n/r3/w/' "$(bin/fuda show 1 | tail -n 3 | tr '\n' '/')"

# a trick writes itself
lies F/HT/G1 g1 F/HT/K3 3
begin --camera /dev/null
type "watch"
await "watch" "Watching"
await "watch: what lies there" "is not entered: g1"
sees "card F/HT/R9 $P r9"
await "watch: the first card" "Aki: r9"
sees "card F/HT/K10 $P 10"
sees "card F/HT/R3 $P r3"
await "watch: the second" "Bo: r3"
sees "gone F/HT/R3 $P r3"
sees "card F/HT/R3 $P r3"
sees "card F/HT/R12 $P r12"
await "watch: the third" "Chie: r12"
type "note \"typed meanwhile\""
heard "watch"
sees "card F/HT/R1 $P r1"
await "watch: the fourth" "Dai: r1"
await "watch: the trick" "Trick 1 is"
for card in R9 R3 R12 R1 G1; do sees "gone F/HT/$card $P x"; done
sees "unknown F/NF/H3 $P"
await "watch: a foreign card" "F/NF/H3 lies there"
sees "doubt twice F/HT/R13 $P r13"
await "watch: a doubtful card" "r13 is read in two places: not entered"
sees "card F/HT/G1 $P g1"
await "watch: laid again" "Chie: g1"
type ""
await "watch: RETURN" "No longer watching"
leave "watch" 0
same "watch: on record" 'round; kami 3 7 10/Aki: lead/r9/r3/r12/note "typed meanwhile"/r1/g1/' "$(kept)"

# cards by their own faces: the record says so; what a face does not tell is asked, and nothing overtakes it
lies
begin --camera /dev/null
type "watch"
await "faces" "Watching"
sees "face F/HT/R9 $P r9"
await "faces: the first card" "Aki: r9"
sees "ask F/HT/R8 F/HT/R3 $P r3"
await "faces: one of two" "r3 or r8? Its face does not tell surely. RETURN enters r3, ! enters r8; or type"
sees "card F/HT/R12 $P r12"
mark
heard "faces"
lacks_since() { if tail -c "+$((mark + 1))" all | grep -qF -e "$2"; then bad "$1"; else ok; fi; }
lacks_since "faces: what lies behind waits" "r12"
type ""
await "faces: the likelier" "Bo: r3"
await "faces: then the one behind it" "Chie: r12"
sees "ask F/HT/R5 F/HT/R4 $P r4"
await "faces: again" "r4 or r5?"
type "!"
await "faces: the other" "Dai: r5"
await "faces: the trick" "Trick 1 is Chie's"
mark
sees "face F/HT/R4 $P r4"    # it is told anew as what it was taken for
for card in R9 R3 R12 R4; do sees "gone F/HT/$card $P x"; done
sees "ask F/HT/G1 F/HT/G2 $P g2"
await "faces: typed" "g2 or g1?"
type "g1"
heard "faces: typed"
sees "ask F/HT/G4 F/HT/G4 $P g4"
await "faces: one alone" "g4? Its face does not tell surely. RETURN enters it; ! lets it lie"
type "!"
heard "faces: let lie"
sees "gone F/HT/G4 $P g4"
sees "ask F/HT/G6 F/HT/G7 $P g7"
await "faces: asked" "g7 or g6?"
sees "gone F/HT/G7 $P g7"
sees "face F/HT/G6 $P g6"
await "faces: taken up, the question is none" "Dai: g6"
type "watch off"
await "faces: watch off" "No longer watching"
leave "faces" 0
same "faces: on record" 'round; kami 3 7 10/Aki: lead/note face; r9/note face; r3/r12/note face; r5/Chie: g1/note face; g6/' "$(kept | sed 's,/g1/,/Chie: g1/,')"
# a card whose face tells at last what was asked keeps its place in the order
lies
begin --camera /dev/null
type "watch"
await "in its place" "Watching"
sees "face F/HT/R9 $P r9"
await "in its place: the first card" "Aki: r9"
sees "ask F/HT/R8 F/HT/R3 $P r3"
await "in its place: one of two" "r3 or r8?"
sees "face F/HT/R12 $P r12"
heard "in its place"
sees "face F/HT/R3 $P r3"
await "in its place: as it was laid" "Bo: r3"
await "in its place: and the one after it" "Chie: r12"
type "watch off"
await "in its place: watch off" "No longer watching"
leave "in its place" 0
# what is asked is asked once: not of cards that were won, nor of those that were shuffled; and what
# was covered, and is told again as one of two, goes when it is taken up
lies
begin --camera /dev/null
type "watch"
await "asked once" "Watching"
for card in R9 R3 R12; do sees "face F/HT/$card $P x"; done
await "asked once: three" "Chie: r12"
sees "ask F/HT/R1 F/HT/R2 $P r2"
await "asked once: of two" "r2 or r1?"
sees "face F/HT/R2 $P r2"
await "asked once: then it is known" "Dai: r2"
await "asked once: the trick" "Trick 1 is Chie's"
for card in R9 R3 R12 R2; do sees "gone F/HT/$card $P x"; done
mark
sees "ask F/HT/R9 F/HT/R3 $P r3"
heard "asked once: won"
lacks_since "asked once: both were won" "Its face does not tell"
sees "gone F/HT/R3 $P r3"
sees "ask F/HT/R6 F/HT/R3 $P r3"
await "asked once: one was won" "r6? Its face does not tell surely"
type ""
await "asked once: so it is the other" "Chie: r6"
sees "hidden F/HT/R3 $P r3"
sees "ask F/HT/R6 F/HT/R5 $P r5"
heard "asked once: covered"
lacks_since "asked once: what was covered" "r5 or r6"
mark
sees "gone F/HT/R5 $P r5"
await "asked once: taken up" "r6 was taken up, and stands as entered"
sees "face F/HT/R6 $P r6"
sees "ask F/HT/R8 F/HT/R7 9 9 18 9 18 18 9 18 r7"
await "asked once: again" "r7 or r8?"
sees "face F/HT/R8 9 9 18 9 18 18 9 18 r8"
await "asked once: it is the other one" "Dai: r8"
heard "asked once: two more"
mark
for card in G1 G2 G3; do sees "face F/HT/$card $P x"; done
for card in G5 G7 G9 G11; do sees "ask F/HT/G13 F/HT/$card $P x"; done
await "asked once: shuffled" "Many cards lie there at once"
mark
sleep 4
heard "asked once: at rest"
lacks_since "asked once: of what was shuffled" "Its face does not tell"
mark
printf '%s\n' "ask F/HT/P8 F/HT/P3 $P p3" "see ask F/HT/P8 F/HT/P3 $P p3" "seen 1" >see
kill -9 "-$(tail -n 1 pids)"
await "asked once: lost" "the camera sees again"
heard "asked once: lost"
lacks_since "asked once: of what came unseen" "Its face does not tell"
leave "asked once" 0
printf '%s\n' "see face F/HT/R1 $P r1" "see card F/HT/R5 $P r5" "seen 2" >see
begin --camera /dev/null
type "Bo: show @"
await "faces: @" "note face; Bo: show r1 r5"
printf '%s\n' "see ask F/HT/R8 F/HT/R3 $P r3" "seen 1" >see
mark
type "Bo: show @"
await "faces: @ of one of two" "r3 or r8? Its face does not tell surely; nothing was entered"
leave "faces: @" 2

# a wrong card is held back, and the ones behind it too
lies
begin --camera /dev/null --beep
type "Bo: show r5"
type "Dai: show r1"
type "watch"
await "held" "Watching"
sees "card F/HT/R9 $P r9"
sees "card F/HT/G5 $P g5"
await "held: why" "irregular (haratama/follow)"
await "held: what to do" "! lets it stand; RETURN takes it back."
await "held: the beep" "$(printf '\a')"
sees "card F/HT/R12 $P r12"
sees "gone F/HT/G5 $P g5"
await "held: taken up again" "Taken up again, and so taken back: g5"
sees "card F/HT/R5 $P r5"
await "held: the right one" "Bo: r5"
await "held: then the one behind it" "Chie: r12"
sees "card F/HT/P1 $P p1"
await "held: again" "Dai: p1"
type "!"
await "held: let stand" "Trick 1 is"
sees "card F/HT/B5 $P b5"
sees "gone F/HT/B5 $P b5"
await "taken away is still played" "Chie: b5"
type "watch off"
await "watch off" "No longer watching"
leave "held" 1
same "held: on record" 'round; kami 3 7 10/Aki: lead/Bo: show r5/Dai: show r1/r9/r5/r12/p1 !/b5/' "$(kept)"

# where each seat lays: shown with a card each; then two at once go by turn, and another's card waits
at_side() { # SEAT: corners of a code at its side: Aki below, Bo left, Chie above, Dai right
    case $1 in
    Aki) echo "480 580 520 580 520 620 480 620" ;;
    Bo) echo "280 380 320 380 320 420 280 420" ;;
    Chie) echo "480 180 520 180 520 220 480 220" ;;
    Dai) echo "680 380 720 380 720 420 680 420" ;;
    esac
}
puts() { sees "card F/HT/$2 $(at_side "$1") x"; }
goes() { sees "gone F/HT/$2 $(at_side "$1") x"; }
lies
begin --camera /dev/null
type "watch seats"
await "seats: asked" "first Aki"
puts Aki P1
await "seats: the second" "p1 is Aki's. Now Bo."
puts Bo P2
puts Chie P3
await "seats: the last" "p3 is Chie's. Now Dai."
puts Dai P4
await "seats: learnt" "Aki 6, Bo 9, Chie 12, Dai 3."
mark
type "watch seats"
await "seats: shown again" "Aki 6, Bo 9, Chie 12, Dai 3."
for lain in "Aki P1" "Bo P2" "Chie P3" "Dai P4"; do goes $lain; done
puts Aki R9
await "seats: the first card" "Aki: r9"
printf '%s\n' "tie" "card F/HT/R12 $(at_side Chie) x" "card F/HT/R3 $(at_side Bo) x" >&6     # nothing comes between them
await "seats: two at once" "Chie: r12"
puts Aki G1
await "seats: another's card" "g1 lies on Aki's side, but it is Dai's turn. RETURN lets it wait; ! enters it"
type ""
heard "seats"
puts Dai R1
await "seats: the right one" "Dai: r1"
mark
for lain in "Aki R9" "Bo R3" "Chie R12" "Dai R1"; do goes $lain; done
puts Chie G4
await "seats: the next trick" "Chie: g4"
puts Dai G5
await "seats: … goes on" "Dai: g5"
await "seats: what waited has its turn" "Aki: g1"
goes Dai G5
puts Dai G6
await "seats: another card in its place" "g5 is entered for Dai and does not lie there any more. RETURN enters what lies"
type ""
await "seats: … is entered instead" "Dai: g6"
sees "back F/HT/G6 $(at_side Dai) x"
await "seats: shown and taken back" "g6 was only shown, and taken back at once: its line is taken back too."
type "watch off"
await "seats: watch off" "No longer watching"
leave "seats" 0
same "seats: on record" 'round; kami 3 7 10/Aki: lead/r9/r3/r12/r1/g4/' "$(kept)"

# a lost camera comes back
lies F/HT/R9 r9
begin --camera /dev/null
type "watch"
await "lost" "Watching"
sees "nonsense"
await "lost: garbage" "the camera is lost: the program fuda-scan answers nonsense"
lies F/HT/R9 r9 F/HT/R3 r3
await "lost: back again" "the camera sees again"
await "lost: what came unseen" "r3 came to lie unseen: not entered"
mark
kill -9 "-$(tail -n 1 pids)"
await "lost: killed" "the camera is lost: the program fuda-scan has died"
await "lost: back again" "the camera sees again"
mark
kill -STOP "-$(tail -n 1 pids)"
await "lost: it hangs" "the camera is lost: the program fuda-scan does not answer any more"
await "lost: back again" "the camera sees again"
mark
sees "lost the cable was torn out $(printf '\033')[2J"
await "lost: the cable" "the camera is lost: the cable was torn out"
if grep -q "$(printf '\033')" all; then bad "it steers the terminal"; else ok; fi
lies F/HT/R9 r9 F/HT/R3 r3 F/HT/P5 p5
await "lost: back again" "the camera sees again"
await "lost: all of it is known again" "p5 came to lie unseen"
sees "card F/HT/R5 $P r5"
await "lost: it goes on" "Aki: r5"
mark
printf '%02000d' 0 >&6
await "lost: an endless line" "answers nonsense"
leave "lost" 0
same "lost: on record" 'round; kami 3 7 10/Aki: lead/r5/' "$(kept)"

# no camera
touch refuse
bin/fuda camera /dev/null >out 2>err </dev/null
same "aiming without one: status" 2 $?
complains "aiming without one" "the camera is lost: it does not want to"
begin --camera /dev/null
type "watch"
await "refused" "the camera is lost: it does not want to"
type "Bo: show @"
type "camera nowhere"
await "no such source" "nowhere: cannot open"
type "camera kami.pgm"
type "watch"
await "a picture is not watched" "a picture cannot be watched"
type "camera http://aki:s3cr3t@127.0.0.1/video"
mark
type "camera"
await "the address" "…@127.0.0.1/video"
leave "refused" 2
rm -f refuse
rm bin/fuda-scan
search=$work/nowhere    # one may be installed
begin --camera /dev/null
type "watch"
await "no fuda-scan" "fuda-scan was not found beside"
leave "no fuda-scan" 2

sleep 0.3
left=0
while read -r pid; do kill -0 "$pid" 2>/dev/null && left=$((left + 1)); done <pids
same "no process is left" 0 "$left"

finish
