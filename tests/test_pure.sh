#!/bin/sh
# core calls no allocator, no stdio, no clock, no environment, and keeps no variable. Of utf8proc it calls what allocates nothing.
. tests/check.sh
allowed='^(memcmp|memcpy|memmove|memset|memchr|strchr|strcmp|strcspn|strlen|strncmp|strspn|strstr|utf8proc_(charwidth|decompose|decompose_char|encode_char|get_property|iterate|normalize_utf32|reencode)|__assert_fail|_GLOBAL_OFFSET_TABLE_|__[a-z]+[dt]i[a-z0-9]*|__stack_chk_fail|__mem[a-z]*_chk)$'
library=$BUILD/libcore.a
case $BUILD in *san | *coverage) finish ;; esac   # these bring their own calls
foreign=$(nm -u --format=posix "$library" 2>/dev/null | awk '$2 == "U" { print $1 }' | sort -u |
    grep -vE '^__(asan|ubsan|sanitizer|lsan)' | grep -vE "$allowed")
own=$(nm --defined-only --format=posix "$library" | awk 'NF > 2 { print $1 }' | sort -u)
same "core calls" "" "$(printf '%s\n' "$foreign" | grep -vxF "$own")"
same "core keeps" "" "$(size -A "$library" | awk '$1 ~ /^\.(data|bss)$/ && $2 > 0 { print $1, $2 }')"
finish
