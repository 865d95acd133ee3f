/* NeedFire, どう描くか: the table is set, up to the first turn. */
#include "needfire.h"

/* A battle card, or a card on the one before it, that nobody saw. */
static void lay_unseen(struct needfire *s, int seat, bool joined, int on)
{
    if (!joined)
        s->row_unseen[seat]++;
    if (joined && on != NOTHING)
        needfire_loosen(s, on);
    else
        needfire_row_unseen(s, seat);
}

/* `Aki: row h3 h18+f5+h9 h24` */
enum outcome needfire_say_row(const struct act *a)
{
    struct needfire *s = a->state;
    const int seat = a->seat;
    int on = NOTHING;
    if (s->hand[seat].arranged)
        return act_impossible(a, seat, NO_CARD, N_("{seat}'s row is set already."));
    s->hand[seat].arranged = true;
    for (int i = 0; i < a->said->count; i++) {
        const struct argument *one = &a->said->argument[i];
        if (one->placed)
            return act_malformed(a, i,
                N_("a place in a row; expected the cards from left to right"));
        if (one->kind == ARGUMENT_UNSEEN) {
            lay_unseen(s, seat, one->joined, on);
            on = one->joined ? on : NOTHING;
            continue;
        }
        if (s->card[one->card].place != UNSEEN)
            return seen_before(a, seat, one->card,
                N_("{card} was seen elsewhere; it cannot lie in {seat}'s row."));
        if (one->joined) {
            needfire_lay_on(s, one->card, seat, on);
            continue;
        }
        if (is_fire(one->card))
            return act_impossible(a, seat, one->card,
                N_("{card} is a fire; battle cards are humans."));
        on = one->card;
        needfire_insert(s, seat, on, s->row_count[seat]);
    }
    return APPLIED;
}

enum outcome needfire_say_hand(const struct act *a)
{
    struct needfire *s = a->state;
    int seat = a->seat;
    struct cards_held *h = &s->hand[seat];
    if (h->given)
        return act_impossible(a, seat, NO_CARD, N_("{seat}'s hand is given already."));
    bool listed[CODES] = {false};
    h->given = h->sized = true;
    h->loose = false;
    h->size = 0;
    for (int i = 0; i < a->said->count; i++) {
        int card = a->said->argument[i].card;
        if (a->said->argument[i].kind == ARGUMENT_UNSEEN) {
            h->unseen++;
            h->size++;
            continue;
        }
        if (elsewhere(s, seat, card))
            return seen_before(a, seat, card,
                N_("{card} was seen elsewhere; it cannot be in {seat}'s hand."));
        listed[card] = true;
        needfire_hand_gain(s, seat, card);
        s->card[card].since = 0;
        s->card[card].shown = s->clock;
    }
    for (int c = 1; c < CODES; c++) {
        const struct whereabouts *at = &s->card[c];
        if (at->place == HELD && at->seat == seat && !listed[c] && !at->down
            && !needfire_down_before(s, seat, c)) {
            needfire_prove_unlisted(s, seat, c,
                act_refuse(a, seat, NO_CARD,
                    N_("{seat} has shown a card that is not in this hand.")));
            return IMPOSSIBLE;
        }
        if (listed[c])
            needfire_note(s, HAND_LOG_HOLD, IN_HAND, seat, c);
    }
    h->began = (uint8_t)(h->size + 1);
    return APPLIED;
}

enum outcome needfire_say_discards(const struct act *a)
{
    struct needfire *s = a->state;
    int seat = a->seat;
    struct cards_held *h = &s->hand[seat];
    if (h->left)
        return act_impossible(a, seat, NO_CARD, N_("{seat}'s discards are given already."));
    h->left = true;
    int shown = h->down; /* shown before: they are among the unseen ones of this line */
    for (int i = 0; i < a->said->count; i++) {
        int card = a->said->argument[i].card;
        if (a->said->argument[i].kind == ARGUMENT_UNSEEN && shown > 0) {
            shown--;
            continue;
        }
        if (a->said->argument[i].kind == ARGUMENT_UNSEEN) {
            h->before++;
            h->down++;
            continue;
        }
        if (s->card[card].place != UNSEEN)
            return seen_before(a, seat, card,
                N_("{card} was seen elsewhere; it cannot be among {seat}'s discards."));
        s->card[card].place = OPENED;
        s->card[card].seat = (int8_t)seat;
        h->opened++;
    }
    return APPLIED;
}

enum outcome needfire_say_spread(const struct act *a)
{
    int32_t count = a->said->argument[0].number;
    if (count < 0)
        return act_malformed(a, 0,
            N_("a negative count; expected how many cards lie in the middle"));
    if (count > whole_spread(a->state) || (game(a)->battle_said && count > 2)) {
        message_number(&act_refuse(a, NOBODY, NO_CARD,
                           N_("There cannot be that many cards in the middle now: {count}."))
                            ->message,
            "count", count);
        return IMPOSSIBLE;
    }
    game(a)->spread = (int16_t)count;
    return APPLIED;
}

enum outcome needfire_say_turn(const struct act *a)
{
    game(a)->turn = a->said->argument[0].seat;
    return APPLIED;
}

/*
 * needfire/hand, checked late, because only the first turn shows that this is the placement part,
 * in which hands hold fires alone. A human that was shown is irregular. One in a hand that was
 * given as a whole makes the turn impossible: then the battle part must have begun.
 */
static enum outcome check_dealt(const struct act *a)
{
    struct needfire *s = a->state;
    for (int c = 1; c < FIRE; c++) {
        const int seat = s->card[c].seat;
        if (s->card[c].place != HELD)
            continue;
        if (!s->hand[seat].given) {
            needfire_prove_fires(seat, c,
                act_irregular_at(a, RULE_TAKE, seat, c, s->card[c].line,
                    N_("{seat} shows {card}, which cannot have come to {seat}'s hand.")));
            s->strays++;
            continue;
        }
        struct ruling *r = act_refuse(a, seat, c,
            N_("{card} is in {seat}'s hand, and in the placement part hands hold fires alone: the "
               "battle part has begun."));
        needfire_prove_fires(seat, c, r);
        if (s->card[c].line != r->line)
            grounds_line(&r->grounds, s->card[c].line);
        ruling_because(r, s->card[c].line);
        return IMPOSSIBLE;
    }
    return APPLIED;
}

/* Begins the placement part. Whatever was not said is unknown, or as in a whole game. */
enum outcome needfire_begin_placement(const struct act *a)
{
    struct needfire *s = a->state;
    if (s->battle_said)
        return APPLIED;
    if (a->said->verb == SAY_TAKE && s->spread >= 0 && s->spread <= 2)
        return act_impossible(a, a->seat, first_card(a->said),
            N_("The battle part has begun: no card is left in the middle."));
    for (int i = 0; i < s->players; i++)
        if (needfire_discards(s, i, false) > 0)
            return act_impossible(a, a->seat, first_card(a->said),
                N_("Discards lie there, and so the battle part has begun: no card is left in the "
                   "middle."));
    if (check_dealt(a) != APPLIED)
        return IMPOSSIBLE;
    s->part = PLACEMENT;
    s->whole = a->said->verb == SAY_TAKE && needfire_bare(s);
    if (s->whole)
        s->spread = (int16_t)whole_spread(s);
    for (int i = 0; i < s->players; i++) {
        struct cards_held *h = &s->hand[i];
        h->fires_only = true;
        h->began_down = 1;
        if (s->whole && !h->sized) {
            h->sized = true;
            h->size = (uint8_t)(HAND + needfire_known_in_hand(s, i, false));
            h->unseen = (uint8_t)(HAND - needfire_known_in_hand(s, i, true));
            h->began = (uint8_t)(h->size + 1);
        }
    }
    return APPLIED;
}

void needfire_begin_battle(struct needfire *s)
{
    for (int i = 0; i < s->players && s->part == SETTING; i++) {
        s->hand[i].any_down |= !s->hand[i].left;
        s->hand[i].began_down = (uint8_t)(s->hand[i].left ? s->hand[i].down + 1 : 0);
    }
    s->part = BATTLE;
    if (s->spread <= 2)
        s->spread = 0;
}
