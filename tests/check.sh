# What the test scripts share. A script is run from the top of the tree and begins with `. tests/check.sh`,
# which takes it to a folder of its own, $work, that is gone at the end; $top is where it came from. The
# program is $FUDA, of the build $BUILD; what it stores is below $work. A script ends with `finish`.
set -u
BUILD=${BUILD:-build/release}
FUDA=${FUDA:-$PWD/$BUILD/bin/fuda}
unset COLUMNS LANGUAGE LC_ALL LC_CTYPE LC_MESSAGES NO_COLOR FUDA_CAMERA
top=$PWD work=$(mktemp -d) || exit 1
export XDG_CACHE_HOME="${XDG_CACHE_HOME:-$HOME/.cache}"      # the fonts are known there
case $BUILD in /*) ;; *) BUILD=$top/$BUILD ;; esac
export FUDA BUILD LANG=C.UTF-8 HOME="$work" XDG_DATA_HOME="$work/data" XDG_STATE_HOME="$work/state" XDG_CONFIG_HOME="$work/config"
clean_up() { cd /; chmod -R u+rwx "$work" 2>/dev/null; rm -rf "$work"; }
trap clean_up EXIT
trap 'exit 1' INT TERM
cd "$work" || exit 1
: >out
: >err

# ---- counting ----

passed=0 failed=0
ok() { passed=$((passed + 1)); }
bad() { # WHAT…: with what was printed last
    failed=$((failed + 1))
    printf 'FAIL: %s\n' "$*"
    head -c 700 "$work/out" | sed 's/^/  out: /'
    head -c 700 "$work/err" | sed 's/^/  err: /'
}
note() { if [ "$1" -eq 0 ]; then ok; else bad "$2"; fi; }                   # STATUS WHAT
check() { what=$1; shift; if "$@" >/dev/null; then ok; else bad "$what"; fi; }          # WHAT COMMAND…
same() { if [ "$2" = "$3" ]; then ok; else bad "$1: expected “$2”, got “$3”"; fi; } # WHAT EXPECTED GOT
alike() { check "$1 and $2 differ" cmp -s "$1" "$2"; }                       # FILE FILE
finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
    exit
}

# ---- running the program ----

# ends STATUS WHAT COMMAND…: with that exit status, or one of those joined by |. Input comes from the file
# `in`, once, or is empty; output goes to `out` and `err`.
ends() {
    want=$1 what=$2
    shift 2
    if [ -e "$work/in" ]; then mv "$work/in" "$work/in.now"; else : >"$work/in.now"; fi
    "$@" <"$work/in.now" >"$work/out" 2>"$work/err"
    status=$?
    case "|$want|" in
    *"|$status|"*) ok ;;
    *) bad "$what: exit status $status, not $want" ;;
    esac
}
run() { # STATUS WORD…: of the program
    expected=$1
    shift
    ends "$expected" "fuda $*" "$FUDA" "$@"
}
lines() { printf '%s\n' "$@" >"$work/in"; }     # LINE…: what the next run is given
# as_other COMMAND…: as somebody whom a file's mode can refuse; the program is $other then, since the tree may lie where
# only root may enter.
other=$work/other/bin/fuda
as_other() {
    if [ ! -e "$other" ]; then
        mkdir -p "$work/other/share"
        cp -R "$BUILD/share/locale" "$work/other/share"
        install -D -m 755 "$FUDA" "$other"
        chmod 755 "$work"
    fi
    if [ "$(id -u)" -eq 0 ]; then setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; else "$@"; fi
}
fresh() { rm -rf "$work/data" "$work/state" "$work"/*.db*; }

# ---- looking at files, most of them `out` and `err` of the last run ----

flat() { tr '\n' ' ' <"$1" | tr -s ' '; }
dense() { tr -d ' \n'; }
# has FILE TEXT, lacks FILE TEXT: a text may be broken into lines, in Japanese anywhere.
has() {
    if grep -qaF -e "$2" "$1" || dense <"$1" | grep -qaF -e "$(printf %s "$2" | dense)"; then ok; else bad "${what-}: no “$2” in $1"; fi
}
lacks() {
    if grep -qaF -e "$2" "$1" || flat "$1" | grep -qaF -e "$2"; then bad "${what-}: “$2” in $1"; else ok; fi
}
out() { has "$work/out" "$1"; }
err() { has "$work/err" "$1"; }
no() { lacks "$work/out" "$1"; }
silent() { if [ ! -s "$work/$1" ]; then ok; else bad "${what-}: something in $1"; fi; }
json() { if jq -e "$1" "$work/out" >/dev/null 2>&1; then ok; else bad "${what-}: not so: $1"; fi; }
# No control character but newline, no C1 control, no escape.
plain() {
    if LC_ALL=C tr -d '\n' <"$work/$1" | LC_ALL=C grep -qaP '[\x00-\x1f\x7f]|\xc2[\x80-\x9f]'; then
        bad "${what-}: control characters in $1"
    else
        ok
    fi
}
narrow() { if [ "$(cat "$@" | wc -L)" -le 80 ]; then ok; else bad "${what-}: wider than 80 columns"; fi; }    # FILE…
