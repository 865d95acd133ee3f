/* What is known of a game of NeedFire: where it stands, what the hidden hands may hold. */
#include "core/bits.h"
#include "needfire.h"

/* ---- どう描くか: how a game begins --------------------------------------------------------- */

/* How many humans, or fires, are known to be in this hand? */
int needfire_known_in_hand(const struct needfire *s, int seat, bool fires)
{
    int count = 0;
    for (int c = fires ? FIRE : 1; c < (fires ? CODES : FIRE); c++)
        count += s->card[c].place == HELD && s->card[c].seat == seat && !s->card[c].down;
    return count;
}

/* Do only three bare battle cards a seat lie there? */
bool needfire_bare(const struct needfire *s)
{
    int seen = 0;
    for (int c = 1; c < CODES; c++)
        seen += s->card[c].place == POWERS || s->card[c].place == OPENED;
    for (int i = 0; i < s->players; i++)
        if (s->row_count[i] != HAND || s->hand[i].down > 0
            || (s->hand[i].given ? s->hand[i].size != HAND : needfire_known_in_hand(s, i, true) > HAND))
            return false;
    return seen == 0 && !s->battle_said && (s->spread < 0 || s->spread == whole_spread(s));
}

/* needfire/start */
int needfire_starter(const struct needfire *s, const struct setting *setting)
{
    const struct choice *said = &setting->house->option[HOUSE_START];
    int seat = NOBODY, highest = 0;
    if (said->named && said->number >= 0 && said->number < s->players)
        return said->number;
    for (int i = 0; i < s->players; i++)
        for (int k = 0; k < s->row_count[i]; k++)
            if (s->row[i][k] > highest) {
                highest = s->row[i][k];
                seat = i;
            }
    return seat;
}

/* ---- battle cards, and their wounds ------------------------------------------------------- */

void needfire_lift(struct needfire *s, int card)
{
    if (s->card[card].place == POWERS)
        cards_drop(&s->powers[s->card[card].seat], card);
}

bool needfire_wounds_pending(const struct needfire *s, int seat)
{
    for (int k = 0; k < s->row_count[seat]; k++)
        if (s->pending & bit(s->row[seat][k]))
            return true;
    return false;
}

/* needfire/wound: the active seat first, then clockwise. */
int needfire_wound_turn(const struct needfire *s)
{
    int seat = s->fight.seat;
    for (int i = 0; i < s->players && s->pending != 0; i++, seat = next_seat(s, seat))
        if (needfire_wounds_pending(s, seat))
            return seat;
    return NOBODY;
}

/* The power cards on a battle card. */
struct cardset needfire_powers_on(const struct needfire *s, int card)
{
    struct cardset on = {{0, 0}};
    if (s->card[card].place != IN_ROW)
        return on;
    for (int kind = 0; kind < 2; kind++)
        for (uint64_t left = s->powers[s->card[card].seat].bits[kind]; left != 0; left &= left - 1)
            if (s->card[kind * FIRE + __builtin_ctzll(left)].on == card)
                on.bits[kind] |= left & (0 - left);
    return on;
}

/* ---- どう供えるか: has the game ended? ---------------------------------------------------- */

bool needfire_hands_empty(const struct needfire *s)
{
    for (int i = 0; i < s->players; i++)
        if (!s->hand[i].sized || s->hand[i].size > 0)
            return false;
    return true;
}

/* needfire/placed: the last placement turn has taken its cards. */
bool needfire_placed(const struct needfire *s)
{
    const struct placing *p = &s->placing;
    return s->part == PLACEMENT && s->spread >= 0 && s->spread <= 2
        && (p->seat == NOBODY || p->entered || p->taken >= quota(s));
}

/* Nobody has a hand when the battle part begins. */
bool needfire_no_hands(const struct needfire *s)
{
    const struct placing *p = &s->placing;
    bool begins = (s->part == SETTING && s->battle_said) || (s->part == BATTLE && s->ignitions == 0)
               || (needfire_placed(s) && (p->seat == NOBODY || s->row_count[p->seat] <= ROW_MOST));
    return begins && needfire_hands_empty(s);
}

bool needfire_is_over(const struct needfire *s) { return s->over || needfire_no_hands(s); }

/* ---- hidden hands ------------------------------------------------------------------------- */

/*
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
    return s->hand[seat].lost || (laid_fit(s, seat) && freed_fit(s, seat));
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
    if (at->place == HELD ? at->down && !cards_hold(&s->laid_or_brought, card) : !reveal(h, card))
        return false;
    at->place = OUT;
    if (fits(s, seat)) {
        resize(h, -1);
        needfire_note(s, TRAIL_LEAVE, IN_HAND, seat, card);
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

static bool leave_discards(struct needfire *s, int seat, int card)
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
    if ((at->place == HELD || reveal(h, card)) && free_card(s, seat, card)) {
        h->down = (uint8_t)(h->down - (h->down > 0));      /* none: behind a slip alone */
        if (was.place == UNSEEN && h->any_down) {          /* or laid before the record: its hand had no more cards */
            at->freed = NOBODY;
            h->freed_count--;
            h->unseen = unseen;
            h->had = had;
        }
        return true;
    }
    *at = was;
    h->unseen = unseen;
    h->had = had;
    if (at->place != UNSEEN || !h->any_down)
        return false;
    at->place = OUT;      /* laid there before the record: no card of the record can be it */
    return true;
}

bool needfire_down_leave(struct needfire *s, int seat, int card)
{
    const bool there = leave_discards(s, seat, card);
    if (there)
        needfire_note(s, TRAIL_LEAVE, FACE_DOWN, seat, card);
    return there;
}

void needfire_hand_uncounted(struct needfire *s, int seat)
{
    struct holding *h = &s->hand[seat];
    h->sized = false;
    h->lost = true;
    needfire_note(s, TRAIL_LOOSE, IN_HAND, seat, NOTHING);
}

void needfire_hand_force(struct needfire *s, int seat, int card)
{
    struct holding *h = &s->hand[seat];
    cards_add(&s->forced, card);
    if (s->card[card].place == HELD && needfire_down_leave(s, seat, card)) {
        needfire_hand_uncounted(s, seat);     /* it was another one that left the hand, or none */
        return;
    }
    bool fires_only = h->fires_only;
    h->fires_only = false;
    bool was_hidden = needfire_hand_leave(s, seat, card);
    h->fires_only = fires_only;
    if (!was_hidden || (fires_only && !is_fire(card)))
        s->strays++;
    s->card[card].place = OUT;
    needfire_hand_uncounted(s, seat);
    for (int c = 1; c < CODES; c++)
        if (s->card[c].place == HELD && s->card[c].seat == seat && !s->card[c].down)
            cards_add(&s->contested, c);     /* it may be another's who was written there */
}

void needfire_hand_gain(struct needfire *s, int seat, int card)
{
    struct whereabouts *at = &s->card[card];
    if (s->part != SETTING)
        needfire_note(s, at->place == UNSEEN ? TRAIL_TAKE : TRAIL_GAIN, IN_HAND, seat, card);
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
    needfire_note(s, TRAIL_DRAW, FACE_DOWN, seat, NOTHING);
    h->laid[h->laid_count++] = s->clock;
    h->down++;
    resize(h, -1);
    return true;
}

void needfire_lay_for(struct needfire *s, int from, int to, uint32_t time)
{
    struct holding *h = &s->hand[from], *other = &s->hand[to];
    needfire_note(s, TRAIL_LOOSE, IN_HAND, from, NOTHING);
    needfire_note(s, TRAIL_LOOSE, IN_HAND, to, NOTHING);
    int at = 0, place = 0;
    while (at < h->laid_count && h->laid[at] != time)
        at++;
    if (at == h->laid_count || other->laid_count == UNSEEN_MOST)
        return;
    for (h->laid_count--; at < h->laid_count; at++)
        h->laid[at] = h->laid[at + 1];
    while (place < other->laid_count && other->laid[place] < time)
        place++;
    for (int i = other->laid_count++; i > place; i--)
        other->laid[i] = other->laid[i - 1];
    other->laid[place] = time;
    h->down--;
    other->down++;
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
        if (fits(s, seat)) {
            needfire_note(s, TRAIL_HOLD, IN_HAND, seat, card);
            return true;
        }
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
    needfire_note(s, TRAIL_TAKE, IN_HAND, seat, NOTHING);
}

/* A hand of unknown size began with what was found to have been there, and what must have been laid down of it. */
bool needfire_hand_holds(const struct needfire *s, int seat)
{
    const struct holding *h = &s->hand[seat];
    if (h->sized || h->lost)
        return h->sized && h->size > 0;
    int unknown = (int)laid_unknown(s, seat) - h->unseen;
    return h->had + (unknown > 0 ? unknown : 0) + h->grown > 0;
}

/* needfire/box: one human is in the box. */
bool needfire_humans_fit(const struct needfire *s)
{
    return (int)bits_count(s->seen.bits[0]) < KIND + s->strays + cards_count(&s->early_powers);
}

/*
 * needfire/box: one human and one fire are in the box, and in the battle two cards more. Whatever
 * came from nowhere known must have come from there, and gives that much room.
 */
bool needfire_deck_fits(const struct needfire *s)
{
    const int early = cards_count(&s->early_powers);     /* still counted in the middle, too */
    int humans = KIND + early, fires = KIND + early, only_fires = 0, any = 0;
    humans -= (int)bits_count(s->seen.bits[0]);
    fires -= (int)bits_count(s->seen.bits[1]);
    bool lost = false;
    for (int i = 0; i < s->players; i++) {
        const struct holding *h = &s->hand[i];
        any += h->before;
        lost |= h->lost;
        if (h->fires_only)
            only_fires += h->unseen;
        else
            any += h->unseen;
    }
    const struct placing *p = &s->placing;
    const int missing = s->part != PLACEMENT ? 0          /* they may have been taken */
                      : p->power_line != 0   ? quota(s) - p->taken
                                             : quota(s) * p->shown_ahead;
    int middle = s->spread > 0 && s->part != BATTLE ? s->spread - missing : s->part == BATTLE || s->battle_said ? 2 : 0;
    if (lost)
        return fires + s->strays > 0 && needfire_humans_fit(s);
    return only_fires + 1 <= fires + s->strays && needfire_humans_fit(s)
        && only_fires + any + 2 + middle <= humans + fires + s->strays;
}
