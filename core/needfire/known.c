/*
 * What can be known of NeedFire's hidden hands.
 *
 * Cards come to a hand and leave it in the open, except that a wound lays one card face down that
 * nobody else sees. So each unseen discard, made at a time t, must be one of the cards that had
 * come by then, were not certainly in the hand later, and left neither hand nor discards in the
 * open before: a matching of discards (points of time) with cards (intervals of time).
 *
 *      time      1   2   3   4   5   6
 *      f2        [── in hand, shown at 3 ──(may be laid from 4 on)──▶
 *      f15               [── came at 3 ──────────────────────────────▶
 *      h17       [──────────────────── guarded from the discards at 6: laid before 6 ]
 *      discards          3       5         each takes one interval that covers it
 *
 * Intervals and points: the one whose end is nearest goes first, and a matching is found whenever
 * there is one. That all discards can be matched, and that all cards seen to come back from the
 * discards can be, are asked one after the other; then both hold in one matching.
 *
 * Sources: F. Glover, Maximum Matching in a Convex Bipartite Graph (1967); N. Mendelsohn and
 * A. Dulmage, Some Generalizations of the Problem of Distinct Representatives (1958).
 */
#include "core/bits.h"
#include "needfire.h"

/* The first time at which this card may have been laid face down unseen. */
static uint32_t opens(const struct whereabouts *at)
{
    return at->since > at->shown ? at->since : at->shown + 1;
}

/* Came back from this seat's discards, and not matched yet: the one that left first, or NOTHING. */
static int next_freed(const struct needfire *s, int seat, uint32_t time, const bool *used)
{
    int found = NOTHING;
    for (int c = 1; c < CODES; c++) {
        const struct whereabouts *at = &s->card[c];
        if (at->freed == seat && !used[c] && opens(at) <= time && time <= at->left
            && (found == NOTHING || at->left < s->card[found].left))
            found = c;
    }
    return found;
}

static int next_held(const struct needfire *s, int seat, uint32_t time, const bool *used)
{
    for (int c = 1; c < CODES; c++) {
        const struct whereabouts *at = &s->card[c];
        if (at->place == HELD && at->seat == seat && !at->down && !used[c] && opens(at) <= time)
            return c;
    }
    return NOTHING;
}

/* Could every card that came back from the discards have been laid there? */
static bool freed_fit(const struct needfire *s, int seat)
{
    const struct holding *h = &s->hand[seat];
    if (h->freed_count == 0)
        return true;
    bool used[CODES] = {false};
    for (int i = 0; i < h->laid_count; i++)
        used[next_freed(s, seat, h->laid[i], used)] = true;
    for (int c = 1; c < CODES; c++)
        if (s->card[c].freed == seat && !used[c])
            return false;
    return true;
}

/* How many unseen discards are none of the cards that have been seen? */
static unsigned laid_unknown(const struct needfire *s, int seat)
{
    const struct holding *h = &s->hand[seat];
    bool used[CODES] = {false};
    unsigned unknown = 0;
    for (int i = 0; i < h->laid_count; i++) {
        int card = next_freed(s, seat, h->laid[i], used);
        if (card == NOTHING)
            card = next_held(s, seat, h->laid[i], used);
        if (card != NOTHING)
            used[card] = true;
        else
            unknown++;
    }
    return unknown;
}

/* Is there a card for every unseen discard? */
static bool laid_fit(const struct needfire *s, int seat)
{
    const struct holding *h = &s->hand[seat];
    return h->laid_count == 0 || !h->sized || laid_unknown(s, seat) <= h->unseen;
}

static bool fits(const struct needfire *s, int seat)
{
    return laid_fit(s, seat) && freed_fit(s, seat);
}

/* One of the unseen cards turns out to be this one; false if it cannot be. */
static bool reveal(struct holding *h, int card)
{
    if (h->fires_only && !is_fire(card))
        return false;
    if (h->sized && h->unseen == 0)
        return false;
    if (h->unseen > 0)
        h->unseen--;
    else
        h->had++;
    return true;
}

/* The number of cards in the hand has changed. */
static void resize(struct holding *h, int by)
{
    if (h->sized)
        h->size = (uint8_t)(h->size + by);
    else
        h->grown = (int8_t)(h->grown + by);
}

bool needfire_hand_leave(struct needfire *s, int seat, int card)
{
    struct whereabouts *at = &s->card[card], was = *at;
    struct holding *h = &s->hand[seat];
    uint8_t unseen = h->unseen, had = h->had;
    if (h->sized && h->size == 0)
        return false;
    if (at->place == HELD ? at->down : !reveal(h, card))
        return false;
    at->place = OUT;
    if (fits(s, seat)) {
        resize(h, -1);
        return true;
    }
    *at = was;
    h->unseen = unseen;
    h->had = had;
    return false;
}

/* From now on this card is known to have come back from the unseen discards. */
static bool free_card(struct needfire *s, int seat, int card)
{
    struct whereabouts *at = &s->card[card];
    if (at->place == UNSEEN)
        at->since = at->shown = 0;
    at->place = OUT;
    at->freed = (int8_t)seat;
    at->left = s->clock;
    s->hand[seat].freed_count++;
    if (fits(s, seat))
        return true;
    s->hand[seat].freed_count--;
    return false;
}

bool needfire_down_leave(struct needfire *s, int seat, int card)
{
    struct whereabouts *at = &s->card[card], was = *at;
    struct holding *h = &s->hand[seat];
    uint8_t unseen = h->unseen, had = h->had;
    if (at->place == HELD && at->down) {
        at->place = OUT;
        h->down--;
        return true;
    }
    if (at->place == UNSEEN && h->before > 0) {
        at->place = OUT;
        h->before--;
        h->down--;
        return true;
    }
    if (at->place == UNSEEN && h->any_down) {
        at->place = OUT;
        return true;
    }
    if ((at->place == HELD || reveal(h, card)) && free_card(s, seat, card)) {
        h->down--;
        return true;
    }
    *at = was;
    h->unseen = unseen;
    h->had = had;
    return false;
}

void needfire_hand_force(struct needfire *s, int seat, int card)
{
    struct holding *h = &s->hand[seat];
    if (s->card[card].place == HELD && needfire_down_leave(s, seat, card))
        return;
    bool fires_only = h->fires_only;
    h->fires_only = false;
    bool was_hidden = needfire_hand_leave(s, seat, card);
    h->fires_only = fires_only;
    if (!was_hidden)
        s->strays++;
    s->card[card].place = OUT;
}

void needfire_hand_gain(struct needfire *s, int seat, int card)
{
    struct whereabouts *at = &s->card[card];
    needfire_lift(s, card);
    *at = (struct whereabouts){.place = HELD, .seat = (int8_t)seat, .freed = NOBODY,
                               .since = s->clock, .line = at->line};
    resize(&s->hand[seat], 1);
}

bool needfire_hand_lay(struct needfire *s, int seat)
{
    struct holding *h = &s->hand[seat];
    if (h->laid_count == UNSEEN_MOST || (h->sized && h->size == 0))
        return false;
    h->laid[h->laid_count++] = s->clock;
    h->down++;
    resize(h, -1);
    return true;
}

bool needfire_down_before(struct needfire *s, int seat, int card)
{
    struct holding *h = &s->hand[seat];
    bool unsaid = s->part == SETTING && !h->left && !needfire_bare(s);
    if (h->before > 0)
        h->before--;
    else if (h->any_down || unsaid)
        h->down++;
    else
        return false;
    s->card[card].place = HELD;
    s->card[card].seat = (int8_t)seat;
    s->card[card].down = true;
    return true;
}

/* Shown, but not from the hand: then it is one of the face-down discards. */
static bool down_show(struct needfire *s, int seat, int card)
{
    struct whereabouts *at = &s->card[card], was = *at;
    struct holding *h = &s->hand[seat];
    uint8_t unseen = h->unseen, had = h->had;
    if (at->place == HELD)
        return true;
    *at = (struct whereabouts){.place = HELD, .seat = (int8_t)seat, .freed = NOBODY, .line = at->line};
    if (needfire_down_before(s, seat, card))
        return true;
    if (reveal(h, card) && fits(s, seat))
        return true;
    *at = was;
    h->unseen = unseen;
    h->had = had;
    return false;
}

bool needfire_hand_show(struct needfire *s, int seat, int card)
{
    struct whereabouts *at = &s->card[card], was = *at;
    struct holding *h = &s->hand[seat];
    uint8_t unseen = h->unseen, had = h->had;
    if (!(h->sized && h->size == 0) && (at->place == HELD ? !at->down : reveal(h, card))) {
        if (at->place == UNSEEN)
            at->since = 0;
        at->place = HELD;
        at->seat = (int8_t)seat;
        at->shown = s->clock;
        if (fits(s, seat))
            return true;
        *at = was;
        h->unseen = unseen;
        h->had = had;
    }
    return down_show(s, seat, card);
}

bool needfire_hand_may_leave(const struct needfire *s, int seat, int card)
{
    struct needfire trial = *s;
    return needfire_hand_leave(&trial, seat, card);
}

bool needfire_down_may_leave(const struct needfire *s, int seat, int card)
{
    struct needfire trial = *s;
    return needfire_down_leave(&trial, seat, card);
}

void needfire_hand_take(struct needfire *s, int seat)
{
    s->hand[seat].unseen++;
    resize(&s->hand[seat], 1);
}

/* A hand of unknown size began with what was found to have been there, and what must have been laid down of it. */
bool needfire_hand_holds(const struct needfire *s, int seat)
{
    const struct holding *h = &s->hand[seat];
    if (h->sized)
        return h->size > 0;
    int unknown = (int)laid_unknown(s, seat) - h->unseen;
    return h->had + (unknown > 0 ? unknown : 0) + h->grown > 0;
}

/* needfire/box: one human is in the box. */
bool needfire_humans_fit(const struct needfire *s)
{
    return (int)bits_count(s->seen.bits[0]) < KIND + s->strays;
}

/*
 * needfire/box: one human and one fire are in the box, and in the battle two cards more. Whatever
 * came from nowhere known must have come from there, and gives that much room.
 */
bool needfire_deck_fits(const struct needfire *s)
{
    int humans = KIND, fires = KIND, only_fires = 0, any = 0;
    humans -= (int)bits_count(s->seen.bits[0]);
    fires -= (int)bits_count(s->seen.bits[1]);
    for (int i = 0; i < s->players; i++) {
        const struct holding *h = &s->hand[i];
        any += h->before;
        if (h->fires_only)
            only_fires += h->unseen;
        else
            any += h->unseen;
    }
    int middle = s->spread > 0 ? s->spread : s->part == BATTLE || s->battle_said ? 2 : 0;
    return only_fires + 1 <= fires + s->strays && needfire_humans_fit(s)
        && only_fires + any + 2 + middle <= humans + fires + s->strays;
}
