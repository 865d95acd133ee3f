# What the test scripts share. A script is run from the top of the tree and begins with `. tests/check.sh`,
# which takes it to a folder of its own, $work, that is gone at the end; $top is where it came from. The
# program is $FUDA, the build $BUILD; what is stored is stored below $work. A script ends with `finish`.
set -u
: "${FUDA:?the program, as an absolute path}" "${BUILD:?the build}"
unset LANGUAGE LC_ALL LC_CTYPE LC_MESSAGES NO_COLOR FUDA_CAMERA
top=$PWD work=$(mktemp -d) || exit 1
case $BUILD in /*) ;; *) BUILD=$top/$BUILD ;; esac
export LANG=C.UTF-8 HOME="$work" XDG_DATA_HOME="$work/data" XDG_STATE_HOME="$work/state" XDG_CONFIG_HOME="$work/config"
leave() { cd /; chmod -R u+rwx "$work" 2>/dev/null; rm -rf "$work"; }
trap leave EXIT
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
check() { what=$1; shift; if "$@"; then ok; else bad "$what"; fi; }          # WHAT COMMAND…
same() { if [ "$2" = "$3" ]; then ok; else bad "$1: expected “$2”, got “$3”"; fi; } # WHAT EXPECTED GOT
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
fresh() { rm -rf "$work/data" "$work/state" "$work"/*.db*; }

# ---- looking at files, most of them `out` and `err` of the last run ----

flat() { tr '\n' ' ' <"$1" | tr -s ' '; }
# A text as it stands, or broken into lines: between words, or anywhere, as Japanese is.
stands() {
    grep -qaF -e "$2" "$1" || flat "$1" | grep -qaF -e "$2" || tr -d '\n' <"$1" | tr -s ' ' | grep -qaF -e "$2"
}
has() { if stands "$1" "$2"; then ok; else bad "${what-}: no “$2” in $1"; fi; }        # FILE TEXT
lacks() { if stands "$1" "$2"; then bad "${what-}: “$2” in $1"; else ok; fi; }
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
narrow() { if [ "$(cat "$work/out" "$work/err" | wc -L)" -le 80 ]; then ok; else bad "${what-}: wider than 80 columns"; fi; }
