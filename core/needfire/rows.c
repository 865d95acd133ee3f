/*
 * NeedFire, the rows: battle cards and the power cards on them; and what is left of that behind a slip, when a row is
 * in doubt. Then it may hold other cards than those that are on record, in another order: what depends on it is not
 * judged, and a card that its seat uses from there was there.
 */
#include "needfire.h"

#include <string.h>

/* ---- battle cards, and the cards on them ---------------------------------------------------- */

void needfire_insert(struct needfire *s, int seat, int card, int place)
{
    uint8_t *row = s->row[seat];
    memmove(row + place + 1, row + place, (size_t)(s->row_count[seat] - place));
    row[place] = (uint8_t)card;
    s->row_count[seat]++;
    s->card[card].place = IN_ROW;
    s->card[card].seat = (int8_t)seat;
}

static int place_in_row(const struct needfire *s, int card)
{
    const uint8_t *row = s->row[s->card[card].seat];
    int place = 0;
    while (row[place] != card)
        place++;
    return place;
}

void needfire_take_from_row(struct needfire *s, int card)
{
    int seat = s->card[card].seat, place = place_in_row(s, card);
    uint8_t *row = s->row[seat];
    s->row_count[seat]--;
    memmove(row + place, row + place + 1, (size_t)(s->row_count[seat] - place));
    s->card[card].place = OUT;
}

void needfire_lay_on(struct needfire *s, int card, int target)
{
    needfire_lift(s, card);
    cards_add(&s->powers[s->card[target].seat], card);
    s->card[card].place = POWERS;
    s->card[card].seat = s->card[target].seat;
    s->card[card].on = (uint8_t)target;
}

/* ---- in doubt --------------------------------------------------------------------------------- */

void needfire_doubt_row(struct needfire *s, int seat) { s->doubted |= (uint8_t)(1u << seat); }

void needfire_doubt(struct needfire *s, int seat)
{
    needfire_doubt_row(s, seat);
    s->may_be_more |= (uint8_t)(1u << seat);
    needfire_hand_uncounted(s, seat);
    s->hand[seat].fires_only &= s->part != BATTLE;     /* a wound may have brought humans */
}

void needfire_fight_otherwise(struct needfire *s)
{
    s->unlit = true;
    s->late |= s->pending;
    s->pending = 0;
}

bool needfire_row_is_missing(struct needfire *s, int seat)
{
    if (seat < 0 || s->hand[seat].arranged || (needfire_in_doubt(s, seat) && s->may_be_more >> seat & 1))
        return false;
    needfire_doubt(s, seat);
    needfire_fight_otherwise(s);
    return true;
}

bool needfire_some_row_is_missing(const struct needfire *s)
{
    bool missing = false;
    for (int i = 0; i < s->players; i++)
        missing |= !s->hand[i].arranged;
    return missing;
}

bool needfire_passes_over(const struct act *a, int card)
{
    struct needfire *s = a->state;
    if (a->seat >= 0 || is_fire(card) || s->card[card].place != UNSEEN || s->may_be_more == 0 || needfire_some_row_is_missing(s))
        return false;
    for (int i = 0; i < s->players; i++)
        needfire_doubt(s, i);
    s->miscounted = UINT8_MAX;
    needfire_fight_otherwise(s);
    return true;
}

enum outcome needfire_no_battle_card(const struct act *a, int card)
{
    const struct needfire *s = a->state;
    const bool anybodys = !is_fire(card) && s->card[card].place == UNSEEN
                       && (s->may_be_more != 0 || needfire_some_row_is_missing(s));
    if (a->seat < 0 && anybodys)
        return act_malformed(a, -1, N_("a battle card of a row that is not on record; expected `NAME: ` first"));
    return seen_before(a, a->seat, card, N_("{card} is no battle card."));
}

/* So it is, too, as long as there lies a card whose wound was treated by a line that cannot be. */
bool needfire_in_doubt(const struct needfire *s, int seat)
{
    bool refused = false;
    for (int k = 0; seat >= 0 && s->refused != 0 && k < s->row_count[seat]; k++)
        refused |= s->refused >> s->row[seat][k] & 1;
    return seat >= 0 && (refused || s->doubted >> seat & 1);
}

void needfire_doubt_passed(struct needfire *s, int seat)
{
    const uint8_t before = s->doubted;
    for (int i = s->turn; i >= 0 && i != seat; i = next_seat(s, i))
        needfire_doubt_row(s, i);
    s->passed_doubt |= s->doubted & (uint8_t)~before;
}

void needfire_not_passed(struct needfire *s)
{
    s->doubted &= (uint8_t)~s->passed_doubt;
    s->passed_doubt = 0;
}

void needfire_drop_early(struct needfire *s, int seat)
{
    for (int c = 1; c < CODES && cards_any(&s->early_powers); c++)
        if (s->card[c].seat == seat)
            cards_drop(&s->early_powers, c);
}

void needfire_follow_stray(struct needfire *s)
{
    s->passed_doubt = 0;
    needfire_doubt(s, s->stray);
    for (int i = s->turn; i >= 0 && i != s->stray; i = next_seat(s, i)) {
        needfire_doubt(s, i);
        needfire_drop_early(s, i);
    }
}

void needfire_claim(struct needfire *s, int seat, int card)
{
    struct whereabouts *at = &s->card[card];
    const bool on_anothers = at->place == POWERS && at->seat != seat;
    if (cards_hold(&s->forced, card) && (at->place == OUT || at->place == OPENED || on_anothers)) {
        cards_drop(&s->forced, card);
        needfire_lift(s, card);
        *at = (struct whereabouts){.place = HELD, .seat = (int8_t)seat, .freed = NOBODY, .line = at->line};
        needfire_hand_uncounted(s, seat);
    }
    const bool may_be_another = at->place == POWERS && s->may_be_more >> at->seat & 1;
    if ((!cards_hold(&s->contested, card) && !may_be_another) || at->seat == seat
        || (at->place != IN_ROW && at->place != HELD && at->place != POWERS))
        return;
    needfire_hand_uncounted(s, at->seat);
    if (at->place == HELD) {
        if (at->down) {
            s->hand[at->seat].down--;
            s->hand[seat].down++;
            cards_add(&s->laid_or_brought, card);
        } else
            needfire_lay_for(s, at->seat, seat, at->since);
        s->miscounted |= (uint8_t)(1u << seat);
        at->seat = (int8_t)seat;
        needfire_hand_uncounted(s, seat);
        return;
    }
    needfire_doubt_row(s, at->seat);
    needfire_doubt_row(s, seat);
    if (at->place == POWERS) {
        needfire_lift(s, card);
        at->place = HELD;
        at->seat = (int8_t)seat;
        needfire_hand_uncounted(s, seat);
        return;
    }
    int place = s->contested_place[card] < s->row_count[seat] ? s->contested_place[card] : s->row_count[seat];
    struct cardset on = needfire_powers_on(s, card);
    cards_drop(&s->contested, card);
    needfire_take_from_row(s, card);
    needfire_insert(s, seat, card, place);
    for (int c = 1; c < CODES; c++)
        if (cards_hold(&on, c))
            needfire_lay_on(s, c, card);
}

void needfire_find_in_row(struct needfire *s, int seat, int card)
{
    const struct whereabouts *at = &s->card[card];
    if (!is_fire(card) && at->place == UNSEEN)
        needfire_row_is_missing(s, seat);
    if (!is_fire(card) && s->by_itself & ~s->treated & bit(card) && at->place == HELD && at->seat == seat) {
        needfire_doubt_row(s, seat);      /* something lay on it that is not on record */
        needfire_fight_otherwise(s);
    }
    if (!is_fire(card) && s->others & bit(card) && at->place == HELD && at->seat == seat)
        needfire_doubt_row(s, seat);      /* another treated its wound, and took it */
    if (is_fire(card) || !needfire_in_doubt(s, seat) || !needfire_may_lie_with(s, seat, card) || at->place == IN_ROW)
        return;
    if (at->place == HELD)
        needfire_hand_uncounted(s, seat);
    needfire_lift(s, card);
    needfire_insert(s, seat, card, s->row_count[seat]);
}

bool needfire_forced_on(const struct needfire *s, int card)
{
    const struct cardset on = needfire_powers_on(s, card);
    return (on.bits[0] & s->forced.bits[0]) != 0 || (on.bits[1] & s->forced.bits[1]) != 0;
}

/* To a row that was never on record until the battle begins; what the hand shows behind that stays in the hand. */
static bool may_have_been_attached(const struct needfire *s, int seat, const struct whereabouts *at)
{
    return at->place == HELD && (s->hand[seat].arranged || s->part != BATTLE || at->shown <= s->placed_until);
}

bool needfire_may_lie_with(const struct needfire *s, int seat, int card)
{
    const struct whereabouts *at = &s->card[card];
    return at->place == UNSEEN ? (is_fire(card) && s->doubted >> seat & 1) || s->may_be_more >> seat & 1
                               : at->seat == seat && (lies_open(at) || may_have_been_attached(s, seat, at));
}

bool needfire_fight_in_doubt(const struct needfire *s, const struct setting *setting, int lit)
{
    const struct needfire_deck *deck = setting->pack;
    if (s->doubted == 0 && s->refused == 0)
        return false;
    for (int c = 1; c < FIRE; c++) {
        const struct whereabouts *at = &s->card[c];
        const bool open = lies_open(at) || (at->place == HELD && s->by_itself & bit(c));
        const bool there = (at->place == UNSEEN && s->may_be_more != 0) || (open && needfire_in_doubt(s, at->seat));
        if (there && deck->card[c].makes != 0 && reacts(deck, c, lit))
            return true;
    }
    return false;
}
