/* NeedFire's rows: battle cards, the power cards on them, and what of these nobody saw. */
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
    s->loose &= ~bit(card);
}

/* A power card leaves the battle card on which it lies; any other stays as it is. */
static void lift(struct needfire *s, int card)
{
    if (s->card[card].place == POWERS)
        cards_drop(&s->powers[s->card[card].seat], card);
}

void needfire_lay_on(struct needfire *s, int card, int seat, int target)
{
    lift(s, card);
    cards_add(&s->powers[seat], card);
    s->card[card].place = POWERS;
    s->card[card].seat = (int8_t)seat;
    s->card[card].on = (uint8_t)target;
}

/* ---- what nobody saw ------------------------------------------------------------------------- */

void needfire_loosen(struct needfire *s, int card)
{
    s->loose |= bit(card);
    s->unknown = true;
}

void needfire_row_unseen(struct needfire *s, int seat)
{
    s->rows_unknown |= (uint8_t)(1u << seat);
    s->unknown = true;
}

bool needfire_is_loose(const struct needfire *s, int card)
{
    const struct whereabouts *at = &s->card[card];
    return at->place == IN_ROW && (s->loose >> card & 1 || s->rows_unknown >> at->seat & 1);
}

bool needfire_row_is_unknown(const struct needfire *s, int seat)
{
    return !s->hand[seat].arranged || s->rows_unknown >> seat & 1;
}

int needfire_row_most(const struct needfire *s, int seat)
{
    return needfire_row_is_unknown(s, seat) ? KIND
                                            : s->row_count[seat] + s->hand[seat].taken_unseen;
}

bool needfire_some_row_is_missing(const struct needfire *s)
{
    bool missing = false;
    for (int i = 0; i < s->players; i++)
        missing |= !s->hand[i].arranged;
    return missing;
}

enum outcome needfire_no_battle_card(const struct act *a, int seat, int card)
{
    const struct needfire *s = game(a);
    if (seat < 0 && !is_fire(card) && s->card[card].place == UNSEEN
        && (needfire_some_row_is_missing(s) || s->rows_unknown != 0))
        return act_malformed(a, -1,
            N_("a battle card of a row that is not on record; expected `NAME: ` first"));
    return seen_before(a, seat, card, N_("{card} is not a battle card."));
}

/*
 * The place of the card is not known, so neither is which cards are its neighbours. Earlier wounds
 * were worked out without it: findings about them are taken back, and the wounded are unknown.
 */
void needfire_turn_up(const struct act *a, int seat, int card)
{
    struct needfire *s = a->state;
    if (seat < 0 || card == NOTHING || is_fire(card) || s->card[card].place != UNSEEN)
        return;
    const struct cards_held *h = &s->hand[seat];
    if (!h->arranged) /* nobody gave it */
        needfire_row_unseen(s, seat);
    if (!(s->rows_unknown >> seat & 1)) {
        if (h->taken_unseen == 0 || (h->sized && h->unseen == 0))
            return;
        needfire_hand_took_human(s, seat);
        rulings_withdraw(a->out, RULE_WOUND, h->taken_line, a->said->line);
        s->fight.verdict = FIGHT_UNKNOWN;
        s->late |= s->pending;
        s->pending = 0;
    }
    needfire_insert(s, seat, card, s->row_count[seat]);
    for (int k = 0; k < s->row_count[seat]; k++)
        needfire_loosen(s, s->row[seat][k]);
}

void needfire_may_have_gone(struct needfire *s, int seat, int card)
{
    struct whereabouts *at = &s->card[card];
    const int battle_card = at->place == POWERS ? at->on : card;
    if (at->seat != seat || !lies_open(at)
        || !(s->rows_unknown >> seat & 1
             || (!is_fire(battle_card) && s->loose >> battle_card & 1 && at->place == POWERS)))
        return;
    if (at->place == IN_ROW)
        needfire_take_from_row(s, card);
    lift(s, card);
    at->place = UNSEEN;
    cards_drop(&s->seen, card);
}
