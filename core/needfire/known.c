/* What is known of a game of NeedFire: where it stands, and what the hidden hands may hold. */
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
        if (s->row_count[i] + s->row_unseen[i] != HAND || s->hand[i].down > 0
            || (s->hand[i].given ? s->hand[i].size != HAND
                                 : needfire_known_in_hand(s, i, true) > HAND))
            return false;
    return seen == 0 && !s->battle_said && (s->spread < 0 || s->spread == whole_spread(s));
}

/* ---- battle cards, and their wounds ------------------------------------------------------- */

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

bool needfire_lit_counts(const struct setting *setting)
{
    return setting->house->option[HOUSE_IGNITION].choice == 1;
}

int needfire_discards(const struct needfire *s, int seat, bool lit_counts)
{
    const struct cards_held *h = &s->hand[seat];
    return h->down + h->opened + (lit_counts ? h->lit : 0);
}

unsigned needfire_too_many_discards(const struct needfire *s, bool lit_counts)
{
    unsigned seats = 0;
    for (int i = 0; i < s->players; i++)
        seats |= needfire_discards(s, i, lit_counts) - s->hand[i].either > DISCARDS_MOST ? 1u << i
                                                                                         : 0;
    return seats;
}

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
    const struct placement *p = &s->placing;
    return s->part == PLACEMENT && s->spread >= 0 && s->spread <= 2
           && (p->seat == NOBODY || p->entered || p->taken >= quota(s));
}

/* Nobody has a hand when the battle part begins. */
bool needfire_no_hands(const struct needfire *s)
{
    const struct placement *p = &s->placing;
    bool begins = (s->part == SETTING && s->battle_said) || (s->part == BATTLE && s->ignitions == 0)
                  || (needfire_placed(s)
                      && (p->seat == NOBODY || s->row_count[p->seat] <= ROW_MOST));
    return begins && needfire_hands_empty(s);
}

bool needfire_is_over(const struct needfire *s) { return s->over || needfire_no_hands(s); }

void needfire_end_turn(const struct act *a, uint32_t line)
{
    struct needfire *s = a->state;
    const bool lit = needfire_lit_counts(a->setting);
    const unsigned many = needfire_too_many_discards(s, lit);
    if (!needfire_hands_empty(s) && (many == 0) != (needfire_too_many_discards(s, !lit) == 0))
        open_question(a->setting, a->out, HOUSE_IGNITION, a->said->line);
    s->over = many != 0 || needfire_hands_empty(s);
    s->end_line = line;
}

void needfire_tell_end(const struct act *a, const char *discards, const char *hands,
    struct message *m)
{
    const struct needfire *s = game(a);
    const bool lit = needfire_lit_counts(a->setting);
    const unsigned many = needfire_too_many_discards(s, lit);
    const int who = many != 0 ? __builtin_ctz(many) : NOBODY;
    m->id = many != 0 ? discards : hands;
    message_number(m, "line", (int32_t)s->end_line);
    message_seat(m, "who", who);
    message_number(m, "discards", many != 0 ? needfire_discards(s, who, lit) : 0);
}

enum outcome needfire_after_the_end(const struct act *a)
{
    needfire_tell_end(a,
        N_("The game ended at line {line}: {who} has {discards} discards. Expected `game` for "
           "another one."),
        N_("The game ended at line {line}: nobody has a card in hand. Expected `game` for another "
           "one."),
        &act_refuse(a, a->seat, first_card(a->said), NULL)->message);
    return IMPOSSIBLE;
}

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

/*
 * Of the cards that came back from this seat's discards and are not matched yet, the one that left
 * first; or NOTHING.
 */
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
    const struct cards_held *h = &s->hand[seat];
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
    const struct cards_held *h = &s->hand[seat];
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

/* Can every unseen discard be matched with a card? */
static bool laid_fit(const struct needfire *s, int seat)
{
    const struct cards_held *h = &s->hand[seat];
    return h->laid_count == 0 || !h->sized || laid_unknown(s, seat) <= h->unseen;
}

static bool fits(const struct needfire *s, int seat)
{
    return s->hand[seat].loose || (laid_fit(s, seat) && freed_fit(s, seat));
}

/* One of the unseen cards turns out to be this card; false if it cannot be. */
static bool reveal(struct cards_held *h, int card)
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
static void resize(struct cards_held *h, int by)
{
    if (h->sized)
        h->size = (uint8_t)(h->size + by);
    else
        h->grown = (int8_t)(h->grown + by);
}

bool needfire_hand_leave(struct needfire *s, int seat, int card)
{
    struct whereabouts *at = &s->card[card], was = *at;
    struct cards_held *h = &s->hand[seat];
    uint8_t unseen = h->unseen, had = h->had;
    if (h->sized && h->size == 0)
        return false;
    if (at->place == HELD ? at->down : !reveal(h, card))
        return false;
    at->place = OUT;
    if (fits(s, seat)) {
        resize(h, -1);
        needfire_note(s, HAND_LOG_LEAVE, IN_HAND, seat, card);
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
    struct cards_held *h = &s->hand[seat];
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
        /* there may be none left to count: a loose hand may have laid some down unseen */
        h->down = (uint8_t)(h->down - (h->down > 0));
        /* or it was laid before the record, when its hand had no other card */
        if (was.place == UNSEEN && h->any_down) {
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
    at->place = OUT; /* laid there before the record: no card of the record can be it */
    return true;
}

bool needfire_down_leave(struct needfire *s, int seat, int card)
{
    const bool there = leave_discards(s, seat, card);
    if (there)
        needfire_note(s, HAND_LOG_LEAVE, FACE_DOWN, seat, card);
    return there;
}

void needfire_hand_loosen(struct needfire *s, int seat)
{
    struct cards_held *h = &s->hand[seat];
    h->sized = false;
    h->loose = true;
    needfire_note(s, HAND_LOG_LOOSE, IN_HAND, seat, NOTHING);
}

void needfire_hand_force(struct needfire *s, int seat, int card)
{
    struct cards_held *h = &s->hand[seat];
    const bool fires_only = h->fires_only;
    if (s->card[card].place == HELD && needfire_down_leave(s, seat, card)) {
        /* it was face down, and another card or none left the hand */
        needfire_hand_loosen(s, seat);
        return;
    }
    h->fires_only = false;
    if (!needfire_hand_leave(s, seat, card) || (fires_only && !is_fire(card)))
        s->strays++;
    h->fires_only = fires_only;
    s->card[card].place = OUT;
    needfire_hand_loosen(s, seat);
}

void needfire_hand_gain(struct needfire *s, int seat, int card)
{
    struct whereabouts *at = &s->card[card];
    if (s->part != SETTING)
        needfire_note(s, at->place == UNSEEN ? HAND_LOG_TAKE : HAND_LOG_GAIN, IN_HAND, seat, card);
    if (at->place == POWERS)
        cards_drop(&s->powers[at->seat], card);
    *at = (struct whereabouts){.place = HELD,
        .seat = (int8_t)seat,
        .freed = NOBODY,
        .since = s->clock,
        .line = at->line};
    resize(&s->hand[seat], 1);
}

bool needfire_hand_lay(struct needfire *s, int seat)
{
    struct cards_held *h = &s->hand[seat];
    if (h->laid_count == UNSEEN_MOST || (h->sized && h->size == 0))
        return false;
    needfire_note(s, HAND_LOG_DRAW, FACE_DOWN, seat, NOTHING);
    h->laid[h->laid_count++] = s->clock;
    h->down++;
    resize(h, -1);
    return true;
}

bool needfire_down_before(struct needfire *s, int seat, int card)
{
    struct cards_held *h = &s->hand[seat];
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
    struct cards_held *h = &s->hand[seat];
    uint8_t unseen = h->unseen, had = h->had;
    if (at->place == HELD)
        return true;
    *at = (struct whereabouts){.place = HELD,
        .seat = (int8_t)seat,
        .freed = NOBODY,
        .line = at->line};
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
    struct cards_held *h = &s->hand[seat];
    uint8_t unseen = h->unseen, had = h->had;
    if (!(h->sized && h->size == 0) && (at->place == HELD ? !at->down : reveal(h, card))) {
        if (at->place == UNSEEN)
            at->since = 0;
        at->place = HELD;
        at->seat = (int8_t)seat;
        at->shown = s->clock;
        if (fits(s, seat)) {
            needfire_note(s, HAND_LOG_HOLD, IN_HAND, seat, card);
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
    struct cards_held *h = &s->hand[seat];
    h->unseen++;
    h->taken_line = h->taken_unseen++ == 0 ? s->line : h->taken_line;
    resize(h, 1);
    needfire_note(s, HAND_LOG_TAKE, IN_HAND, seat, NOTHING);
}

void needfire_hand_took_human(struct needfire *s, int seat)
{
    struct cards_held *h = &s->hand[seat];
    h->unseen = (uint8_t)(h->unseen - (h->unseen > 0));
    h->taken_unseen--;
    resize(h, -1);
    needfire_note(s, HAND_LOG_LOOSE, IN_HAND, seat, NOTHING);
}

/*
 * Does the hand certainly hold a card? A hand of unknown size began at least with the cards that
 * turned out to have been there and those that must have been laid down from it.
 */
bool needfire_hand_holds(const struct needfire *s, int seat)
{
    const struct cards_held *h = &s->hand[seat];
    if (h->sized || h->loose)
        return h->sized && h->size > 0;
    int unknown = (int)laid_unknown(s, seat) - h->unseen;
    return h->had + (unknown > 0 ? unknown : 0) + h->grown > 0;
}

/* needfire/box: one human is in the box. */
bool needfire_humans_fit(const struct needfire *s)
{
    return (int)bits_count(s->seen.bits[0]) < KIND + s->strays;
}

/*
 * needfire/box: one human and one fire are in the box, and in the battle part two more cards are
 * out of play. Cards used that no hand can have held must have come from there, which leaves room
 * for as many others.
 */
bool needfire_deck_fits(const struct needfire *s)
{
    const int humans = KIND - (int)bits_count(s->seen.bits[0]),
              fires = KIND - (int)bits_count(s->seen.bits[1]);
    int only_fires = 0, any = 0;
    bool loose = false;
    for (int i = 0; i < s->players; i++) {
        const struct cards_held *h = &s->hand[i];
        any += h->before + (h->fires_only ? 0 : h->unseen);
        only_fires += h->fires_only ? h->unseen : 0;
        loose |= h->loose;
    }
    const int middle = s->spread > 0 && s->part != BATTLE    ? s->spread
                       : s->part == BATTLE || s->battle_said ? 2
                                                             : 0;
    if (loose)
        return fires + s->strays > 0 && needfire_humans_fit(s);
    return only_fires + 1 <= fires + s->strays && needfire_humans_fit(s)
           && only_fires + any + 2 + middle <= humans + fires + s->strays;
}
