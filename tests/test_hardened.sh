#!/bin/sh
# What a mistake would meet in the programs that are handed out, read in the programs themselves.
. tests/check.sh
case $BUILD in *san | *coverage) finish ;; esac   # these have their own flags
for program in "$BUILD"/bin/*; do
    name=${program##*/}
    same "$name may stand anywhere in memory, bound before it starts" "BIND_NOW NOW PIE" \
        "$(readelf -dW "$program" | sed -n 's/.*(FLAGS) *//p; s/.*Flags: //p' | xargs)"
    same "$name keeps its tables read-only, its stack without code" "GNU_RELRO GNU_STACK:RW" \
        "$(readelf -lW "$program" | awk '/GNU_RELRO/ { print $1 } /GNU_STACK/ { print $1 ":" $7 }' | sort | xargs)"
    same "$name's stack is guarded" "__stack_chk_fail" \
        "$(nm -D "$program" | sed -n 's/.* U \(__stack_chk_fail\).*/\1/p')"
    same "$name copies with limits" "yes" "$(nm -D "$program" | grep -q 'U __[a-z]*_chk@' && echo yes)"
done
# The start files of Debian 12 carry no mark for it, so the programs cannot; every object of ours does.
if echo | ${CC:-cc} -fcf-protection -x c -E - >/dev/null 2>&1; then
    for object in "$BUILD"/cli/main.o "$BUILD"/libcore.a "$BUILD"/libstorage.a "$BUILD"/libscanner.a; do
        same "jumps land on marks: ${object##*/}" "" \
            "$(readelf -nW "$object" | awk '/^File:/ { if (file != "" && !marked) print file; file = $2; marked = 0 }
                   /IBT, SHSTK/ { marked = 1 } END { if (!marked) print file }')"
    done
fi
finish
