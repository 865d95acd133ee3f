#!/bin/sh
# Case law: what a table answers when the rulebook leaves a question open is its campaign's from then on.
. tests/check.sh
today=$(date +%Y-%m-%d)

tied='round;kami 1 2 3;relics Aki=3 Bo=3 Chie=3 Dai=3
round;kami 1 2 3;relics Aki=3 Bo=3 Chie=3 Dai=3
round;kami 1 2 3;relics Aki=2 Bo=2 Chie=3 Dai=5
round;kami 1 2 3;relics Aki=6 Bo=6 Chie=0 Dai=0'

# the question is told with the answer taken and how to give another
lines "$tied" 'house tie=tied' undo end
run 0 table haratama Aki Bo Chie Dai
out 'open question (haratama/tie)'
out '`house tie=all`'
out 'Or say `house tie=tied`.'
# … and an answer that was taken back is none
run 0 campaign house
no tie
# an answer is the campaign's from that day on, and the next record is not asked
lines "$tied" 'house haratama/tie=tied' end
run 0 table haratama Aki Bo Chie Dai
out "The campaign keeps this answer from today on: haratama/tie=tied"
run 0 campaign house
out "$today haratama/tie=tied"
[ "$(wc -l <out)" -eq 1 ]; note $? "settled once"
lines "$tied" end
run 0 table haratama Aki Bo Chie Dai
no 'open question (haratama/tie)'
run 0 campaign house
[ "$(wc -l <out)" -eq 1 ]; note $? "settled once"
run 0 show 3
out 'house haratama/tie=tied'
# what the campaign settles itself stands
lines "$tied" 'house haratama/tie=tied'
run 0 -c home table haratama Aki Bo Chie Dai
run 0 campaign house haratama/tie=all
lines 'note "and so on"' end
run 0 table
run 0 campaign house
out "haratama/tie=all"
flat out | grep -q 'tie=all.*tie=tied *$'; [ $? -ne 0 ]; note $? "the later settlement counts"
# an option that answers no question is the record's alone
lines 'house end=rounds:4' end
run 0 table haratama Aki Bo Chie Dai
no 'campaign'
run 0 campaign house
no 'end='
lines 'house nothing=no' end
run 2 table haratama Aki Bo Chie Dai
# at a terminal it is said how the campaign would keep it
if command -v script >/dev/null; then
    printf 'house end=rounds:4\nend\nquit\n' | TERM=dumb script -qfec "$FUDA table haratama Aki Bo Chie Dai" /dev/null >out 2>err
    out '`fuda campaign house haratama/end=rounds:4`'
    printf 'house end=rounds:4\nend\nquit\n' | TERM=dumb script -qfec "$FUDA --lang ja table haratama Aki Bo Chie Dai" /dev/null >out 2>err
    out 'この記録だけのものです'
fi
run 0 campaign new other
lines "$tied" 'house tie=tied' end
run 0 --lang ja table haratama Aki Bo Chie Dai
out 'ほかの答えは `ハウスルール tie=tied`'
out '今日からこう決めます：haratama/tie=tied'
run 0 campaign check

finish
