/*
 * Finds the cards that have no place, as a proof that a person can check. By Hall's theorem
 * (bins.h) some set of bins has less room than the cards that only its bins take. Of all such sets
 * the proof uses the one that needs the fewest cards, then the fewest lines, then the fewest
 * places. Where either of two things may be supposed (Haratama with three players: blue 5 is in the
 * hand; or it is aside, and blue 6 is in the hand), it takes a set for each, with the fewest cards
 * and lines for both.
 *
 *     bins of the set    room 13, less the cards seen there       cards that no other bin takes,
 *                                                                 unseen
 *     Bo · Chie          13 + 13 - 9 - 9 = 8                      nine
 */
#include "hands.h"

#include <string.h>

enum { SETS_MOST = 1 << BINS_MOST };

/* A set of bins that is too small. */
struct shortage {
    uint16_t bins;        /* a bit each */
    uint8_t wanted;       /* how many cards show it */
    uint64_t shown, left; /* the cards seen in it, and others that only it takes */
};

/* A supposition, and the sets that are too small if it is made. */
struct supposition {
    const struct supposed *what;
    struct view view; /* what was seen, less what the supposition bans */
    unsigned count;
    struct shortage row[SETS_MOST];
};

/* One set for each supposition, and the cards and lines that show all of them to be too small. */
struct shortfall {
    const struct hands *hands;
    const struct supposed *one;
    unsigned count, size, lines;
    uint16_t bins[WAYS_MOST];
    uint64_t cards;
    const bool *given;           /* facts whose lines the grounds have anyway */
    bool marked[SIGHTINGS_MOST]; /* facts taken */
};

static void forbid(const struct supposed *one, struct view *v)
{
    for (unsigned i = 0; i < one->bans; i++)
        bins_forbid(&v->bins, one->ban[i].cards, bins_of(v, one->ban[i].places));
}

/* The cards that only bins of the set take. */
static uint64_t only_there(const struct view *v, uint16_t set)
{
    uint64_t elsewhere = 0;
    for (unsigned i = 0; i < v->bins.count; i++)
        elsewhere |= set & 1u << i ? 0 : v->bins.may[i];
    return v->bins.cards & ~elsewhere;
}

/* The cards seen in this place, as far as its bins are in the set. A hand may be two bins. */
static uint64_t shown_in(const struct view *v, unsigned place, uint16_t set)
{
    const uint16_t bins = v->in[place] & set;
    return bins != 0 ? only_there(v, bins) : 0;
}

static unsigned size_of(const struct view *v, uint16_t set)
{
    unsigned size = 0;
    for (unsigned i = 0; i < v->bins.count; i++)
        size += set & 1u << i ? v->bins.room[i] : 0;
    return size;
}

static uint64_t shown_in_all(const struct view *v, uint16_t set)
{
    uint64_t shown = 0;
    for (unsigned place = 0; place < v->places; place++)
        shown |= shown_in(v, place, set);
    return shown;
}

/* Do the facts used leave too little room for the cards, whichever supposition is made? */
static bool is_short(const void *user)
{
    const struct shortfall *w = user;
    bool marked[SIGHTINGS_MOST];
    struct view plain, banned;
    for (unsigned i = 0; i < w->hands->count; i++)
        marked[i] = w->marked[i] || w->given[i];
    hands_view_of(w->hands, marked, &plain);
    for (unsigned i = 0; i < w->count; i++) {
        const unsigned shown = bits_count(shown_in_all(&plain, w->bins[i]) & ~w->cards);
        banned = plain;
        forbid(&w->one[i], &banned);
        if (bits_count(w->cards & only_there(&banned, w->bins[i])) + shown
            <= size_of(&plain, w->bins[i]))
            return false;
    }
    return true;
}

/* ---- the fewest lines ---------------------------------------------------------------------- */

/* The end of the facts that have the same line as fact `from`. */
static unsigned end_of_line(const struct hands *h, unsigned from)
{
    unsigned end = from;
    while (end < h->count && h->row[end].line == h->row[from].line)
        end++;
    return end;
}

/* The cards, of these, that the line beginning at fact `from` tells of. */
static uint64_t told_of(const struct hands *h, unsigned from, uint64_t cards)
{
    const unsigned end = end_of_line(h, from);
    uint64_t told = 0;
    for (unsigned i = from; i < end; i++)
        told |= bit(h->row[i].card) & cards;
    return told;
}

/* Drops each line that tells of exactly `told` of these cards, unless it is needed. */
static void leave_out(const struct hands *h, bool *marked, uint64_t cards, unsigned told,
    bool (*holds)(const void *user), const void *user)
{
    for (unsigned from = 0, end; from < h->count; from = end) {
        end = end_of_line(h, from);
        if (!marked[from] || bits_count(told_of(h, from, cards)) != told)
            continue;
        memset(marked + from, false, end - from);
        if (!holds(user))
            memset(marked + from, true, end - from);
    }
}

/*
 * Tries no line, single lines and pairs of lines. False: none is enough. This is slow, so it is
 * done only for few cards.
 */
static bool take_few(const struct hands *h, bool *marked, bool (*holds)(const void *user),
    const void *user)
{
    bool all[SIGHTINGS_MOST];
    memcpy(all, marked, h->count * sizeof *marked);
    memset(marked, false, h->count * sizeof *marked);
    if (holds(user))
        return true;
    for (int lines = 1; lines <= 2; lines++)
        for (unsigned one = 0, end; one < h->count; one = end) {
            end = end_of_line(h, one);
            for (unsigned other = lines == 1 ? one : end, last; all[one] && other < h->count;
                 other = last) {
                last = end_of_line(h, other);
                memset(marked, false, h->count * sizeof *marked);
                memset(marked + one, true, end - one);
                memset(marked + other, all[other], last - other);
                if (holds(user))
                    return true;
                if (lines == 1)
                    break;
            }
        }
    memcpy(marked, all, h->count * sizeof *marked);
    return false;
}

static unsigned count_lines(const struct hands *h, const bool *marked)
{
    unsigned lines = 0;
    for (unsigned from = 0; from < h->count; from = end_of_line(h, from))
        lines += marked[from];
    return lines;
}

/* Tries to replace two lines by one that was dropped. */
static void take_for_two(const struct hands *h, bool *marked, uint64_t cards,
    bool (*holds)(const void *user), const void *user)
{
    bool before[SIGHTINGS_MOST];
    for (unsigned from = 0, end; from < h->count; from = end) {
        end = end_of_line(h, from);
        if (marked[from] || bits_count(told_of(h, from, cards)) < 2)
            continue;
        memcpy(before, marked, h->count * sizeof *marked);
        memset(marked + from, true, end - from);
        for (unsigned other = 0, last; other < h->count; other = last) {
            last = end_of_line(h, other);
            if (!marked[other] || other == from)
                continue;
            memset(marked + other, false, last - other);
            if (!holds(user))
                memset(marked + other, true, last - other);
        }
        if (count_lines(h, marked) >= count_lines(h, before))
            memcpy(marked, before, h->count * sizeof *marked);
    }
}

unsigned hands_fewest(const struct hands *h, bool *marked, uint64_t cards,
    bool (*holds)(const void *user), const void *user)
{
    if (bits_count(cards) > 2 || !take_few(h, marked, holds, user)) {
        for (unsigned told = 0; told <= bits_count(cards); told++)
            leave_out(h, marked, cards, told, holds, user);
        take_for_two(h, marked, cards, holds, user);
    }
    return count_lines(h, marked);
}

/* Takes the fewest lines, and drops cards that are then not needed. */
static void take_lines(struct shortfall *w, uint64_t shown)
{
    memset(w->marked, true, sizeof w->marked);
    hands_fewest(w->hands, w->marked, shown | w->cards, is_short, w);
    for (uint64_t left = w->count > 1 ? w->cards : 0; left != 0; left &= left - 1) {
        w->cards &= ~(left & -left);
        if (!is_short(w))
            w->cards |= left & -left;
    }
    w->lines = 0;
    for (unsigned from = 0; from < w->hands->count; from = end_of_line(w->hands, from))
        w->lines += w->marked[from] && !w->given[from];
}

/* ---- the fewest cards ---------------------------------------------------------------------- */

/* Chooses `count` of the cards: preferred ones first, then those that were never seen. */
static uint64_t some_of(uint64_t cards, unsigned count, uint64_t preferred, uint64_t seen)
{
    const uint64_t order[] = {cards & preferred & ~seen, cards & preferred & seen,
        cards & ~preferred & ~seen, cards & ~preferred & seen};
    uint64_t some = 0;
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        for (uint64_t left = order[i]; left != 0 && count > 0; left &= left - 1, count--)
            some |= left & -left;
    return some;
}

/* Has the set a place in which none of the cards may be? Then a smaller set proves the same. */
static bool has_idle_place(const struct view *banned, uint16_t set, uint64_t cards)
{
    for (unsigned place = 0; place < banned->places; place++) {
        uint64_t takes = 0;
        for (unsigned i = 0; i < banned->bins.count; i++)
            takes |= banned->in[place] & set & 1u << i ? banned->bins.may[i] : 0;
        if ((banned->in[place] & set) && !(takes & cards))
            return true;
    }
    return false;
}

/* Finds all sets that are too small. */
static void find_sets(const struct view *plain, struct supposition *s)
{
    s->view = *plain;
    s->count = 0;
    forbid(s->what, &s->view);
    for (unsigned set = 0; set < 1u << plain->bins.count; set++) {
        const uint64_t shown = shown_in_all(plain, (uint16_t)set),
                       left = only_there(&s->view, (uint16_t)set) & ~shown;
        const unsigned room = size_of(plain, (uint16_t)set), taken = bits_count(shown);
        if (taken <= room && bits_count(left) > room - taken)
            s->row[s->count++] = (struct shortage){(uint16_t)set, (uint8_t)(room - taken + 1),
                shown, left};
    }
}

/*
 * Do both sets mean the same part of every place? They have to, because a place's room is told
 * once.
 */
static bool agree(const struct view *v, uint16_t one, uint16_t other)
{
    for (unsigned i = 0; i < v->places; i++)
        if ((v->in[i] & one) && (v->in[i] & other) && (v->in[i] & one) != (v->in[i] & other))
            return false;
    return true;
}

static bool is_better(const struct shortfall *tried, const struct shortfall *best)
{
    const unsigned cards = bits_count(tried->cards), fewest = bits_count(best->cards);
    if (best->size == 0 || cards != fewest)
        return best->size == 0 || cards < fewest;
    return tried->lines != best->lines ? tried->lines < best->lines : tried->size < best->size;
}

/* A choice of sets, one for each supposition, and the cards that show them to be too small. */
struct choice_of_sets {
    const struct shortage *a, *b;
    uint64_t one, other;
};

/* The next choice, from {NULL}: false after the last. */
static bool next_choice(const struct supposition *s, unsigned count, uint64_t seen,
    struct choice_of_sets *c)
{
    const struct shortage *end = s[0].row + s[0].count, *end_b = s[1].row + s[1].count;
    do {
        const bool more_b = count > 1 && c->a != NULL && c->b + 1 < end_b;
        c->a = c->a == NULL ? s[0].row : more_b ? c->a : c->a + 1;
        c->b = count == 1 ? NULL : more_b ? c->b + 1 : s[1].row;
        if (c->a == end || (count > 1 && s[1].count == 0))
            return false;
    } while (c->b != NULL && !agree(&s[0].view, c->a->bins, c->b->bins));
    c->one = some_of(c->a->left, c->a->wanted, c->b != NULL ? c->b->left : 0, seen);
    c->other = c->b != NULL ? some_of(c->b->left, c->b->wanted, c->one, seen) : 0;
    return true;
}

/* Has a set a place that the other set lacks, and that is needed only for the cards seen in it? */
static bool is_idle(const struct supposition *s, const struct choice_of_sets *c)
{
    const bool idle = has_idle_place(&s[0].view, c->a->bins, c->one);
    const bool idle_too = c->b != NULL && has_idle_place(&s[1].view, c->b->bins, c->other);
    return (idle && (c->b == NULL || idle_too || c->a->bins & ~c->b->bins))
           || (idle_too && c->b->bins & ~c->a->bins);
}

static void try_choice(const struct choice_of_sets *c, struct shortfall *tried,
    struct shortfall *best)
{
    tried->cards = c->one | c->other;
    tried->bins[0] = c->a->bins;
    tried->bins[1] = c->b != NULL ? c->b->bins : c->a->bins;
    tried->size = 1 + bits_count(tried->bins[0] | tried->bins[1]);
    take_lines(tried, c->a->shown | (c->b != NULL ? c->b->shown : 0));
    if (is_better(tried, best))
        *best = *tried;
}

/*
 * Finds the choice that takes the fewest cards. Choices with idle places count only if there are no
 * others.
 */
static bool find_shortfall(const struct view *plain, struct supposition *s, struct shortfall *best)
{
    struct shortfall tried = *best;
    uint64_t seen = 0;
    unsigned fewest = UINT8_MAX;
    best->size = 0;
    for (unsigned i = 0; i < tried.hands->count; i++)
        seen |= bit(tried.hands->row[i].card);
    for (unsigned i = 0; i < tried.count; i++) {
        find_sets(plain, &s[i]);
        for (unsigned k = 0; k < tried.one[i].bans; k++)
            seen &=
                /* the supposition keeps these cards there, so no line is needed */
                ~tried.one[i].ban[k].cards;
    }
    for (struct choice_of_sets c = {0}; next_choice(s, tried.count, seen, &c);)
        if (bits_count(c.one | c.other) < fewest)
            fewest = bits_count(c.one | c.other);
    for (int idle = 0; idle <= 1 && best->size == 0; idle++)
        for (struct choice_of_sets c = {0}; next_choice(s, tried.count, seen, &c);)
            if (bits_count(c.one | c.other) == fewest && is_idle(s, &c) == idle)
                try_choice(&c, &tried, best);
    return best->size > 0;
}

/* ---- as grounds ------------------------------------------------------------------------------ */

static void add_place(struct grounds *out, int seat, unsigned room, enum hand_part part)
{
    for (int i = 0; i < out->places; i++)
        if (out->place[i].seat == seat)
            return;
    if (out->places < GROUNDS_PLACES) {
        out->place[out->places].seat = (int8_t)seat;
        out->place[out->places].part = (uint8_t)part;
        out->place[out->places++].room = (uint8_t)room;
    }
}

/* A known card aside is not listed as a place, because its line says that it is another card. */
static void add_places(const struct shortfall *w, uint16_t set, struct grounds *out)
{
    struct view v;
    hands_view_of(w->hands, w->marked, &v);
    for (unsigned i = 0; i < v.places; i++) {
        const uint16_t bins = v.in[i] & set;
        const unsigned room = size_of(&v, bins) - bits_count(shown_in(&v, i, set) & ~w->cards);
        const enum hand_part part = bins == v.in[i]  ? WHOLE_HAND
                                    : bins & 1u << i ? KEPT_IN_IT
                                                     : PASSED_TO_IT;
        if (bins != 0 && (i < v.seats || room > 0))
            add_place(out, i < v.seats ? (int)i : NOBODY, room, part);
    }
}

/* Adds the cards, the lines, and the trick of the last line. */
static void add_cards(const struct shortfall *w, int (*code)(const void *game, int card),
    const void *game, struct grounds *out)
{
    for (uint64_t left = w->cards; left != 0 && out->cards < GROUNDS_CARDS; left &= left - 1)
        out->card[out->cards++] = (int16_t)code(game, __builtin_ctzll(left));
    for (unsigned i = 0; i < w->hands->count; i++)
        if (w->marked[i]) {
            grounds_line(out, w->hands->row[i].line);
            out->trick = (uint8_t)(w->hands->row[i].trick + (w->hands->row[i].how == SEEN_PLAYED));
        }
}

/*
 * Turns the proof round: if the bins outside the set are a single hand, perhaps with the unknown
 * card aside, they need more cards than are left for them. This is not done with copies, which
 * their codes cannot tell apart.
 */
static void turn_round(const struct shortfall *w, const struct view *plain,
    int (*code)(const void *game, int card), const void *game, struct grounds *out)
{
    struct view banned; /* the lines used have to show that the other cards are elsewhere */
    uint16_t rest = 0;
    int whose = NOBODY;
    hands_view_of(w->hands, w->marked, &banned);
    forbid(w->one, &banned);
    for (unsigned i = 0; i < plain->bins.count; i++)
        if (!(w->bins[0] & 1u << i) && plain->bins.room[i] > 0)
            rest = (uint16_t)(rest | 1u << i);
    const uint16_t aside = plain->places > plain->seats ? rest & plain->in[plain->seats] : 0;
    for (unsigned place = 0; place < plain->seats; place++)
        if ((rest & ~aside) == plain->in[place])
            whose = (int)place;
    if (whose < 0)
        return;
    const uint64_t known = plain->known[whose],
                   left = plain->bins.cards & ~only_there(&banned, (uint16_t)~rest) & ~known;
    const unsigned wanting = (unsigned)hand_size(w->hands, whose) - bits_count(known)
                             + (aside != 0);
    struct cardset codes = {{0, 0}};
    for (uint64_t cards = left; cards != 0; cards &= cards - 1)
        cards_add(&codes, code(game, __builtin_ctzll(cards)));
    if ((unsigned)cards_count(&codes) != bits_count(left) || wanting <= bits_count(left))
        return;
    out->whose = (int8_t)whose;
    out->with_aside = aside != 0;
    out->wanting = (uint8_t)wanting;
    out->left = codes;
}

void hands_shortage(const struct hands *h, const struct supposed *one, unsigned count,
    int (*code)(const void *game, int card), const void *game, struct grounds *out)
{
    bool given[SIGHTINGS_MOST] = {false};
    struct supposition s[WAYS_MOST] = {{.what = &one[0]}, {.what = count > 1 ? &one[1] : &one[0]}};
    struct shortfall w = {.hands = h, .one = one, .count = count, .given = given};
    struct view plain;
    for (unsigned i = 0; i < h->count; i++)
        for (int k = 0; k < out->lines; k++)
            given[i] |= out->line[k] == h->row[i].line;
    hands_view(h, &plain);
    out->whose = NOBODY;
    if (!find_shortfall(&plain, s, &w))
        return;
    for (unsigned i = 0; i < h->count; i++)
        w.marked[i] |= given[i];
    for (unsigned i = 0; i < count; i++)
        add_places(&w, w.bins[i], out);
    add_cards(&w, code, game, out);
    if (count == 1)
        turn_round(&w, &plain, code, game, out);
}
