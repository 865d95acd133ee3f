#!/bin/sh
# core calls no allocator, no stdio, no clock, no environment, and keeps no variable.
allowed='^(memcmp|memcpy|memmove|memset|memchr|strchr|strcmp|strcspn|strlen|strncmp|strspn|__assert_fail|_GLOBAL_OFFSET_TABLE_|__[a-z]+ti[a-z0-9]*|__stack_chk_fail)$'
passed=0 failed=0
library=$BUILD/libcore.a
case $BUILD in *san) echo "0 passed, 0 failed"; exit ;; esac   # sanitizers bring their own calls
foreign=$(nm -u --format=posix "$library" 2>/dev/null | awk '$2 == "U" { print $1 }' | sort -u |
    grep -vE '^__(asan|ubsan|sanitizer|lsan)' | grep -vE "$allowed")
own=$(nm --defined-only --format=posix "$library" | awk 'NF > 2 { print $1 }' | sort -u)
outside=$(printf '%s\n' "$foreign" | grep -vxF "$own")
if [ -z "$outside" ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "core calls: $outside"; fi
kept=$(size -A "$library" | awk '$1 ~ /^\.(data|bss)$/ && $2 > 0 { print $1, $2 }')
if [ -z "$kept" ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "core keeps: $kept"; fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
