/*
 * Which cards are left without a place, told so that a person can check it: by Hall's theorem (bins.h) some set of
 * bins has less room than the cards that only these take. Of all such sets the one that needs fewest cards, then
 * fewest lines, then fewest places.
 *
 *     bins of the set    room 13, less the cards seen there       cards that no other bin takes, unseen
 *     Bo · Chie          13 + 13 - 9 - 9 = 8                      nine
 */
#include "hands.h"

#include <string.h>

struct shortage_search {
    const struct hands *hands;
    const struct ban *ban;
    unsigned bans;
    const struct grounds *known;  /* what was shown before: its lines are no more lines */
    uint64_t seen;                /* cards that some fact tells of */
    bool marked[SIGHTINGS_MOST];  /* facts taken */
};

/* A set of bins that is too small. */
struct shortage {
    uint16_t bins;                /* a bit each */
    uint64_t cards;
    unsigned lines;
    bool marked[SIGHTINGS_MOST];  /* the facts of these lines */
};

static void forbid(const struct shortage_search *s, struct view *v)
{
    for (unsigned i = 0; i < s->bans; i++)
        bins_forbid(&v->bins, s->ban[i].cards, bins_of(v, s->ban[i].places));
}

/* Cards that only bins of the set take. */
static uint64_t only_there(const struct view *v, uint16_t set)
{
    uint64_t elsewhere = 0;
    for (unsigned i = 0; i < v->bins.count; i++)
        elsewhere |= set & 1u << i ? 0 : v->bins.may[i];
    return v->bins.cards & ~elsewhere;
}

/* … that were seen in this place: such a bin, or two that make a hand. */
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

/* Do the facts taken leave too little room for these cards, which only the set takes? */
static bool is_short(const struct shortage_search *s, const struct shortage *w)
{
    struct view v;
    hands_view_of(s->hands, s->marked, &v);
    const unsigned shown = bits_count(shown_in_all(&v, w->bins) & ~w->cards);
    forbid(s, &v);
    return !(w->cards & ~only_there(&v, w->bins)) && bits_count(w->cards) + shown > size_of(&v, w->bins);
}

/* ---- the fewest lines ---------------------------------------------------------------------- */

/* The facts of a line, from the `from`-th on. */
static unsigned end_of_line(const struct hands *h, unsigned from)
{
    unsigned end = from;
    while (end < h->count && h->row[end].line == h->row[from].line)
        end++;
    return end;
}

static void mark(struct shortage_search *s, unsigned from, unsigned end, bool taken)
{
    memset(s->marked + from, taken, end - from);
}

/* Leaves out every line that tells of `told` of these cards where it is not needed. */
static void leave_out(struct shortage_search *s, const struct shortage *w, uint64_t cards, unsigned told)
{
    for (unsigned from = 0, end; from < s->hands->count; from = end) {
        uint64_t here = 0;
        end = end_of_line(s->hands, from);
        for (unsigned i = from; i < end; i++)
            here |= bit(s->hands->row[i].card) & cards;
        if (!s->marked[from] || bits_count(here) != told)
            continue;
        mark(s, from, end, false);
        if (!is_short(s, w))
            mark(s, from, end, true);
    }
}

static bool has_line(const struct grounds *g, uint32_t line)
{
    bool has = false;
    for (int i = 0; i < g->lines; i++)
        has |= g->line[i] == line;
    return has;
}

/* Lines that tell of few of the cards go first. */
static void take_lines(struct shortage_search *s, struct shortage *w, uint64_t shown)
{
    const uint64_t cards = shown | w->cards;
    const unsigned most = bits_count(cards);
    memset(s->marked, true, sizeof s->marked);
    for (unsigned told = 0; told <= most; told++)
        leave_out(s, w, cards, told);
    memcpy(w->marked, s->marked, sizeof w->marked);
    w->lines = 0;
    for (unsigned from = 0; from < s->hands->count; from = end_of_line(s->hands, from))
        w->lines += s->marked[from] && !has_line(s->known, s->hands->row[from].line);
}

/* ---- the fewest cards ---------------------------------------------------------------------- */

/* So many of the cards, those that nothing was seen of before others. */
static uint64_t some_of(const struct shortage_search *s, uint64_t cards, unsigned count)
{
    uint64_t some = 0;
    for (int seen = 0; seen < 2; seen++)
        for (uint64_t left = seen ? cards & s->seen : cards & ~s->seen; left != 0 && count > 0; left &= left - 1, count--)
            some |= left & -left;
    return some;
}

/* How many cards it takes to show that the set is too small; 0: it is not. `cards` gets them. */
static unsigned cards_wanted(const struct shortage_search *s, const struct view *plain, const struct view *banned, uint16_t set,
                             uint64_t *cards)
{
    const uint64_t shown = shown_in_all(plain, set), left = only_there(banned, set) & ~shown;
    const unsigned room = size_of(plain, set), taken = bits_count(shown);
    if (taken > room || bits_count(left) <= room - taken)
        return 0;
    *cards = some_of(s, left, room - taken + 1);
    return room - taken + 1;
}

/* Does a bin of the set take none of the cards? Then there is a smaller set. */
static bool has_idle_bin(const struct view *banned, uint16_t set, uint64_t cards)
{
    for (unsigned i = 0; i < banned->bins.count; i++)
        if (set & 1u << i && !(banned->bins.may[i] & cards))
            return true;
    return false;
}

static bool find_want(struct shortage_search *s, const struct view *plain, const struct view *banned, struct shortage *best)
{
    struct shortage tried;
    unsigned fewest = UINT8_MAX;
    best->lines = best->bins = 0;
    for (unsigned set = 0; set < 1u << banned->bins.count; set++) {
        unsigned wanted = cards_wanted(s, plain, banned, (uint16_t)set, &tried.cards);
        if (wanted == 0 || wanted > fewest || has_idle_bin(banned, (uint16_t)set, tried.cards))
            continue;
        tried.bins = (uint16_t)set;
        take_lines(s, &tried, shown_in_all(plain, tried.bins));
        if (wanted == fewest && (tried.lines > best->lines || (tried.lines == best->lines
                                 && bits_count(tried.bins) >= bits_count(best->bins))))
            continue;
        fewest = wanted;
        *best = tried;
    }
    return fewest < UINT8_MAX;
}

/* ---- as grounds ------------------------------------------------------------------------------ */

static void add_card(struct grounds *out, int code)
{
    if (out->cards < GROUNDS_CARDS)
        out->card[out->cards++] = (int16_t)code;
}

static void add_place(struct grounds *out, int seat, unsigned room)
{
    for (int i = 0; i < out->places; i++)
        if (out->place[i].seat == seat)
            return;
    if (out->places < GROUNDS_PLACES) {
        out->place[out->places].seat = (int8_t)seat;
        out->place[out->places++].room = (uint8_t)room;
    }
}

/* The known card aside is no place: its line says that it is another card. */
static void add_places(const struct shortage_search *s, const struct shortage *w, struct grounds *out)
{
    struct view v;
    hands_view_of(s->hands, w->marked, &v);
    for (unsigned i = 0; i < v.places; i++) {
        const uint16_t bins = v.in[i] & w->bins;
        const unsigned room = size_of(&v, bins) - bits_count(shown_in(&v, i, w->bins) & ~w->cards);
        if (bins != 0 && (i < v.seats || room > 0))
            add_place(out, i < v.seats ? (int)i : NOBODY, room);
    }
}

/* The trick of the last line that is needed. */
static uint8_t trick_of(const struct shortage_search *s, const struct shortage *w)
{
    uint8_t trick = 0;
    for (unsigned i = 0; i < s->hands->count; i++)
        if (w->marked[i])
            trick = (uint8_t)(s->hands->row[i].trick + (s->hands->row[i].how == SEEN_PLAYED));
    return trick;
}

/*
 * All bins but those of the set, if they are one hand: they want more cards than are left for them. Like cards could
 * not be told by their codes alone.
 */
static void turn_round(const struct shortage_search *s, const struct view *plain, const struct view *banned, uint16_t set,
                       int (*code)(const void *game, int card), const void *game, struct grounds *out)
{
    uint16_t rest = 0;
    int whose = -1;
    for (unsigned i = 0; i < plain->bins.count; i++)
        rest |= set & 1u << i || plain->bins.room[i] == 0 ? 0 : (uint16_t)(1u << i);
    for (unsigned place = 0; place < plain->seats; place++)
        if (rest != 0 && !(rest & ~plain->in[place]))
            whose = (int)place;
    if (whose < 0)
        return;
    const uint64_t known = plain->known[whose], left = plain->bins.cards & ~only_there(banned, (uint16_t)~rest) & ~known;
    struct cardset codes = {{0, 0}};
    for (uint64_t cards = left; cards != 0; cards &= cards - 1)
        cards_add(&codes, code(game, __builtin_ctzll(cards)));
    const unsigned wanting = (unsigned)hand_size(s->hands, whose) - bits_count(known);
    if (rest != plain->in[whose] || (unsigned)cards_count(&codes) != bits_count(left) || wanting <= bits_count(left))
        return;
    out->whose = (int8_t)whose;
    out->wanting = (uint8_t)wanting;
    out->left = codes;
}

void hands_shortage(const struct hands *h, const struct ban *ban, unsigned bans, int (*code)(const void *game, int card),
                    const void *game, struct grounds *out)
{
    struct shortage_search s = {.hands = h, .ban = ban, .bans = bans, .known = out};
    struct shortage w;
    struct view plain, banned;
    hands_view(h, ALWAYS, &plain);
    banned = plain;
    forbid(&s, &banned);
    for (unsigned i = 0; i < h->count; i++)
        s.seen |= bit(h->row[i].card);
    if (!find_want(&s, &plain, &banned, &w))
        return;
    const uint64_t before = out->cards > 0 ? w.cards : 0;
    const bool more = out->cards > 0;
    for (uint64_t left = w.cards; left != 0; left &= left - 1) {
        const int card = code(game, __builtin_ctzll(left));
        bool there = false;
        for (int i = 0; i < out->cards && before != 0; i++)
            there |= out->card[i] == card;
        if (!there)
            add_card(out, card);
    }
    add_places(&s, &w, out);
    for (unsigned i = 0; i < h->count; i++)
        if (w.marked[i])
            grounds_line(out, h->row[i].line);
    out->trick = trick_of(&s, &w);
    out->whose = -1;
    if (!more)
        turn_round(&s, &plain, &banned, w.bins, code, game, out);
}
