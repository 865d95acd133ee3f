/*
 * Tezumashi's score. Points come from the owner's cards. While some are missing, a deal is kept as
 * tricks only, and what is missing is named.
 */
#include "tezumashi.h"

/* ---- points ------------------------------------------------------------------------------ */

/* The trick, counted from 0, of the last unseen card. */
static int unseen_trick(const struct tezumashi *s)
{
    int trick = 0;
    for (int i = 0; i < s->round.trick.plays; i++)
        trick = play_seen(&s->round.trick.play[i]) ? trick : s->round.trick.play[i].trick - 1;
    return trick;
}

/*
 * Counts which cards each seat took, if every trick is on record. A single unseen card must be the
 * one that nobody had.
 */
static void count_taken(const struct tezumashi *s, struct deal *out)
{
    const int left = out->over ? round_left_over(&s->round) : NO_CARD;
    uint8_t suits[TRICKS][SUITS] = {{0}};
    for (int i = 0; i < s->round.trick.plays; i++) {
        const struct play *p = &s->round.trick.play[i];
        if (p->trick <= out->winners && play_seen(p))
            suits[p->trick - 1][p->suit]++;
    }
    if (left != NO_CARD)
        suits[unseen_trick(s)][suit_of(left)]++;
    for (int t = 0; t < out->winners; t++)
        for (int suit = 0; suit < SUITS && out->winner[t] >= 0; suit++) {
            out->cards[out->winner[t]][suit] += suits[t][suit];
            out->with[out->winner[t]][suit] = (uint8_t)(out->with[out->winner[t]][suit]
                                                        + (suits[t][suit] > 0));
        }
    out->seen = s->round.kept == BY_PLAYS && !s->round.position && out->more == 0
                && (s->round.unseen == 0 || left != NO_CARD);
}

void tezumashi_take_stock(const struct tezumashi *s, struct deal *out)
{
    *out = s->now;
    const bool counted = s->now.totals || s->told_totals;
    if (lies_full(s) && s->round.trick.winner < 0 && !counted)
        out->unwon = (uint8_t)(s->round.trick.done + 1);
    for (int i = out->winners - 1; i >= 0 && !counted; i--)
        out->unwon = out->winner[i] < 0 ? (uint8_t)(i + 1) : out->unwon;
    count_taken(s, out);
    out->seen &= out->unwon == 0;
}

bool tezumashi_pays(const struct deal *d, const struct setting *setting, int seat, int tricks,
    long *points)
{
    const struct tezumashi_pack *pack = setting->pack;
    int table = d->thing[seat][TABLE];
    if (table < 0 || tricks < 0 || tricks > TRICKS || !(pack->table[table].known & 1u << tricks))
        return false;
    *points = pack->table[table].points[tricks];
    return true;
}

/*
 * tezumashi/score: minus points as the table counted them; else by the pack, if the cards are on
 * record; else 0.
 */
static long minus_points(const struct deal *d, const struct setting *setting, int seat)
{
    const struct tezumashi_pack *pack = setting->pack;
    int suit = d->thing[seat][MINUS];
    if (d->counted & 1u << seat)
        return d->minus[seat];
    if (suit < 0 || !d->seen)
        return 0;
    switch (pack->minus[suit].cost) {
    case COST_CARD: return (long)pack->minus[suit].points * d->cards[seat][suit];
    case COST_TRICK: return (long)pack->minus[suit].points * d->with[seat][suit];
    case COST_TABLE:
    case COST_NONE: return 0;
    }
    return 0;
}

/* The points of the score table and the minus card; false: something is missing. */
static bool points_of(const struct deal *d, const struct setting *setting, int seat, long *points)
{
    long table;
    if (d->unknown != 0 || d->more >> seat & 1
        || !tezumashi_pays(d, setting, seat, d->tricks[seat], &table))
        return false;
    *points = table + minus_points(d, setting, seat);
    return true;
}

bool tezumashi_deal_points(const struct tezumashi *s, const struct deal *d,
    const struct setting *setting, long *points)
{
    for (int i = 0; i < players_of(s); i++)
        if (!points_of(d, setting, i, &points[i]))
            return false;
    return true;
}

bool tezumashi_missing(const struct tezumashi *s, const struct deal *d,
    const struct setting *setting, int n, struct missing *out)
{
    const struct tezumashi_pack *pack = setting->pack;
    int seat = n % players_of(s), table = d->thing[seat][TABLE], suit = d->thing[seat][MINUS];
    *out = (struct missing){.seat = seat, .number = table, .tricks = d->tricks[seat]};
    if (n < players_of(s)) {
        long points;
        if (!tezumashi_pays(d, setting, seat, d->tricks[seat], &points))
            out->lack = table < 0                      ? LACK_CHOICE
                        : pack->table[table].line == 0 ? LACK_TABLE
                                                       : LACK_ROW;
        return true;
    }
    if (n < 2 * players_of(s)) {
        /*
         * a minus card that is not in the pack is counted by the table; a seat that the table left
         * out gets no points from it
         */
        enum cost cost = suit < 0 ? COST_NONE : pack->minus[suit].cost;
        bool known = cost == COST_NONE ? suit < 0 || d->counted != 0
                                       : d->counted & 1u << seat || (cost != COST_TABLE && d->seen);
        out->number = suit;
        out->lack = known ? LACK_NOTHING : LACK_MINUS;
        return true;
    }
    int ability = n - 2 * players_of(s);
    out->seat = NOBODY;
    if (ability == ABILITIES) {
        out->number = d->unwon;
        out->lack = d->unwon > 0 ? LACK_WINNER : LACK_NOTHING;
        return true;
    }
    out->number = ability;
    out->lack = ability < ABILITIES && d->unknown >> ability & 1 ? LACK_EFFECT : LACK_NOTHING;
    return ability < ABILITIES;
}

/* ---- totals ------------------------------------------------------------------------------ */

void tezumashi_deal(const struct tezumashi *s, int n, struct deal *out)
{
    if (n + 1 < s->round.number)
        *out = s->past[n];
    else
        tezumashi_take_stock(s, out);
}

/*
 * While a deal is kept as tricks only, no total is known at all, because totals could not be
 * compared.
 */
bool tezumashi_total(const struct tezumashi *s, const struct setting *setting, int seat,
    long *points)
{
    *points = setting->house->option[HOUSE_TRACK].choice;
    if (s->began_before)
        return false;
    for (int n = 0; n < s->round.number; n++) {
        struct deal d;
        long some[PLAYERS];
        tezumashi_deal(s, n, &d);
        if (d.over && !tezumashi_deal_points(s, &d, setting, some))
            return false;
        *points += d.over ? some[seat] : 0;
    }
    return true;
}

bool tezumashi_totals(const struct tezumashi *s, const struct setting *setting, long *total)
{
    for (int i = 0; i < players_of(s); i++)
        if (!tezumashi_total(s, setting, i, &total[i]))
            return false;
    return true;
}

/*
 * tezumashi/deals: there are as many deals as players. If points are missing then, the game is over
 * but nobody has won yet.
 */
bool tezumashi_finished(const void *state, const struct setting *setting, uint32_t *winners)
{
    const struct tezumashi *s = state;
    *winners = tezumashi_winners(s, setting);
    return s->round.stage == AFTER && s->round.number == players_of(s) && !s->began_before;
}

uint32_t tezumashi_winners(const struct tezumashi *s, const struct setting *setting)
{
    long total[PLAYERS];
    uint32_t winners = 0;
    if (s->round.stage != AFTER || s->round.number != players_of(s)
        || !tezumashi_totals(s, setting, total))
        return 0;
    for (int i = 0; i < players_of(s); i++) {
        bool most = true;
        for (int k = 0; k < players_of(s); k++)
            most &= total[k] <= total[i];
        winners |= most ? 1u << i : 0;
    }
    /* house tie=NAME */
    const struct choice *tie = &setting->house->option[HOUSE_TIE];
    uint32_t named = tie->choice == ANSWER_SEAT ? 1u << tie->number : 0;
    return winners & named ? named : winners;
}
