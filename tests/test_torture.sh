#!/bin/sh
# Memory that is refused to a few commands, a few times each, by chance: SEED= takes it back. `make torture` refuses all of it,
# in every command, and has the system's calls fail, too.
case ${BUILD:=build/release} in
*/san | */coverage) echo "0 passed, 0 failed"; exit 0 ;;   # these ask for memory of their own, and break off without it
esac
export CALLS="${CALLS:-0}" ITERS="${ITERS:-2}" ONE_IN="${ONE_IN:-4}"
exec sh tests/torture/faults "$BUILD"
