#!/bin/sh
# Another game: Hearts (tests/hearts.c, about nothing but its own rules) in the place of the program's own games. It
# judges with hidden hands, scores with a sheet, and is kept at the table, by what games of its kind share.
. tests/check.sh
FUDA=$BUILD/tests/fuda-hearts

# judged STATUS WHAT FINDING… <<RECORD: the record behind game, players and deal (lines 1 to 3), and what is found,
# in order, as kind rule line because… ; for a conflict its suspects.
judged() {
    status=$1 what=$2
    shift 2
    { printf 'game hearts\nplayers Aki Bo Chie Dai\ndeal\n'; cat; } >"$work/record"
    ends "$status" "$what" "$FUDA" judge --json "$work/record"
    same "$what" "$(printf '%s\n' "$@")" "$(jq -r '.games[0].findings[] | select(.kind != "unproven")
        | [.kind, .rule, .line, .because[], (.suspects[] | .seat + "@" + (.line | tostring))] | join(" ")' "$work/out")"
}

# ---- judging with hidden hands -----------------------------------------------------------------

judged 1 "a revoke that is shown later" "irregular hearts/follow 4 6" <<'END'
Aki: c2 c9 c14 d3
Chie: d5 d7 d2 h3
Dai: show c8
END
judged 1 "… and before" "irregular hearts/follow 5 4" <<'END'
Dai: show c8
Aki: c2 c9 c14 d3
END
judged 1 "a revoke with a card as dealt that was not passed" "irregular hearts/follow 6" <<'END'
Dai: hand c8 ? ? ? ? ? ? ? ? ? ? ? ?
Dai: pass s2 s3 s4
Aki: c2 c9 c14 d3
END
judged 0 "a card as dealt may have been passed" <<'END'
Dai: hand c8 ? ? ? ? ? ? ? ? ? ? ? ?
Dai: pass ? ? ?
Aki: c2 c9 c14 d3
END
judged 1 "a revoke by a count: the other hands are all known" "irregular hearts/follow 4 7" <<'END'
Aki: c2 c9 c14 d3
Aki: show d2 d4 d5 d6 d7 d8 d9 d10 d11 d12 d13 d14
Bo: show h2 h3 h4 h5 h6 h7 h8 h9 h10 h11 h12 h13
Chie: show s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 s12 s13
END
judged 1 "two who cannot both have had no club" "conflict hearts/follow 4 Chie@4 Dai@4" <<'END'
Aki: c2 c9 s2 d3
Aki: show d2 d4 d5 d6 d7 d8 d9 d10 d11 d12 d13 d14
Bo: show h2 h3 h4 h5 h6 h7 h8 h9 h10 h11 h12 h13
END
judged 1 "hearts led from a hand of others" "irregular hearts/hearts-lead 5 6" <<'END'
Aki: c2 c9 c14 c3
Chie: h5
Chie: show d2
END
judged 1 "what shows at once" "irregular hearts/pass 4" "irregular hearts/two-leads 5" "irregular hearts/turn 6" <<'END'
Aki: pass c3 c4
Bo: d9 d10 d11 d12
Chie: s2
END
judged 2 "what cannot be" "impossible hearts/deck 5 4" "impossible hearts/deck 6" "impossible hearts/deck 7" <<'END'
Aki: c2 c9 c14 c3
Dai: show c3
Bo: show h2 h3 h4 h5 h6 h7 h8 h9 h10 h11 h12 h13 h14
Bo: pass h2 h3 h4
END

# ---- scoring, with a sheet -----------------------------------------------------------------------

judged 2 "a row that was not applied is left out" "impossible hearts/deck 5 4" "irregular hearts/turn 6" <<'END'
Aki: c2 c9 c14 d3
Chie: d5 d7 c9 h3
Dai: d9 d4 d8 d2
END
# Aki has all the clubs, Bo the diamonds, Chie the spades, Dai the hearts: Aki takes every trick.
{
    printf 'game hearts\nplayers Aki Bo Chie Dai\nhouse end=points:50\n'
    for deal in 1 2; do
        echo deal
        for n in 2 3 4 5 6 7 8 9 10 11 12 13 14; do echo "Aki: c$n d$n s$n h$n"; done
    done
} >"$work/record"
run 0 score "$work/record"
tr -s ' ' <"$work/out" >"$work/squeezed"
for line in " deal Aki Bo Chie Dai" " 1 0 26 26 26" " 2 0 26 26 26" " 1 Aki 0" " 2 Bo -52" " Winner: Aki"; do
    has "$work/squeezed" "$line"
done
run 0 score --json "$work/record"
json '.games[0] | .finished and .winners == ["Aki"] and .deals[1].points == [0, 26, 26, 26]'

# ---- the table, and its rules --------------------------------------------------------------------

lines deal 'Aki: hand c2 c3 c4 c5 d2 d3 d4 d5 s2 s3 s4 h2 h3' legal 'odds c2' 'c2 c9 c14 c6' 'odds c8' board 'd6 d7 s2 d8 !' why undo quit
run 1 --db "$work/db" table hearts Aki Bo Chie Dai
for line in "Aki: c2 c3 c4 c5 d2 d3 d4 d5 s2 s3 s4" "Aki 100 %  Bo 0 %  Chie 0 %  Dai 0 %" "Trick 1 is Chie's: 0 now." \
    "Aki 0 %  Bo 33.33 %  Chie 33.33 %  Dai 33.33 %" "hearts/follow"; do
    out "$line"
done
lines board 'd6 d7 d5 d8' quit
run 0 --db "$work/db" table
out "Trick 2 is Bo's: 0 now."
run 0 rules hearts/follow
out "Who holds a card of the suit led must play one."
finish
