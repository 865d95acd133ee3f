/* NeedFire, どう描くか: the table is set, up to the first turn. */
#include "needfire.h"

#include <string.h>

void needfire_tell_end(const struct act *a, const char *discards, const char *hands, struct message *m)
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
    needfire_tell_end(a, N_("The game ended at line {line}: {who} has {discards} discards. Expected `game` for another one."),
                      N_("The game ended at line {line}: nobody has a card in hand. Expected `game` for another one."),
                      &act_refuse(a, a->seat, first_card(a->said), NULL)->message);
    return IMPOSSIBLE;
}

enum outcome needfire_need_seat(const struct act *a)
{
    return act_malformed(a, -1, N_("whose turn it is is not known; expected `NAME: ` first"));
}

/* What lies open before a seat is another's; `to` NOBODY: it is nowhere yet. */
static void hand_over_row(struct needfire *s, int from, int to)
{
    for (int c = 1; c < CODES; c++)
        if (s->card[c].seat == from && lies_open(&s->card[c])) {
            s->card[c].seat = (int8_t)to;
            s->card[c].place = to < 0 ? UNSEEN : s->card[c].place;
        }
    if (to >= 0) {
        memcpy(s->row[to], s->row[from], sizeof s->row[to]);
        s->row_count[to] = s->row_count[from];
        s->powers[to] = s->powers[from];
    }
    s->row_count[from] = 0;
    s->powers[from] = (struct cardset){{0, 0}};
}

static enum outcome lay_row(const struct act *a, int seat)
{
    struct needfire *s = a->state;
    int on = NOTHING;
    for (int i = 0; i < a->said->count; i++) {
        const struct argument *one = &a->said->argument[i];
        if (one->placed)
            return act_malformed(a, i, N_("a place in a row; expected the cards from left to right"));
        if (s->card[one->card].place != UNSEEN)
            return seen_before(a, seat, one->card, N_("{card} was seen elsewhere; it cannot lie in "
                                                      "{seat}'s row."));
        if (one->joined) {
            needfire_lay_on(s, one->card, on);
            continue;
        }
        if (is_fire(one->card))
            return act_impossible(a, seat, one->card, N_("{card} is a fire; battle cards are humans."));
        on = one->card;
        needfire_insert(s, seat, on, s->row_count[seat]);
    }
    return APPLIED;
}

/* `Aki: row h3 h18+f5+h9 h24` */
enum outcome needfire_say_row(const struct act *a)
{
    struct needfire *s = a->state;
    const int seat = a->seat;
    if (s->hand[seat].arranged && !(s->presumed >> seat & 1))
        return act_impossible(a, seat, NO_CARD, N_("{seat}'s row is set already."));
    if (s->presumed >> seat & 1)
        hand_over_row(s, seat, NOBODY);
    s->presumed &= (uint8_t)~(1u << seat);
    s->hand[seat].arranged = true;
    s->arranged_as[seat] = s->rows_said++;
    return lay_row(a, seat);
}

/*
 * A second row of a seat: one of the two has the wrong name. Rows are said from the first seat on; so one stands where its
 * seat is due, and the other is that seat's in whose place it stands, unless its own is said.
 */
int needfire_refuse_row(const struct act *a)
{
    struct needfire *s = a->state;
    const int seat = a->seat, here = s->rows_said++, owner = here == seat ? s->arranged_as[seat] : here;
    bool may_be = s->part == SETTING && owner < s->players && !s->hand[owner].arranged;
    for (int i = 0; i < a->said->count; i++) {
        const struct argument *one = &a->said->argument[i];
        may_be &= s->card[one->card].place == UNSEEN && !one->placed && (one->joined || !is_fire(one->card));
    }
    if (!may_be)
        return NOBODY;
    if (here == seat)
        hand_over_row(s, seat, owner);
    s->hand[owner].arranged = true;
    s->presumed |= (uint8_t)(1u << owner);
    lay_row(a, here);
    return owner;
}

enum outcome needfire_say_hand(const struct act *a)
{
    struct needfire *s = a->state;
    int seat = a->seat;
    struct holding *h = &s->hand[seat];
    if (h->given)
        return act_impossible(a, seat, NO_CARD, N_("{seat}'s hand is given already."));
    bool listed[CODES] = {false};
    h->given = h->sized = true;
    h->lost = false;
    h->size = 0;
    for (int i = 0; i < a->said->count; i++) {
        int card = a->said->argument[i].card;
        if (a->said->argument[i].kind == ARGUMENT_UNSEEN) {
            h->unseen++;
            h->size++;
            continue;
        }
        if (elsewhere(s, seat, card))
            return seen_before(a, seat, card, N_("{card} was seen elsewhere; it cannot be in {seat}'s "
                                                 "hand."));
        listed[card] = true;
        needfire_hand_gain(s, seat, card);
        s->card[card].since = 0;
        s->card[card].shown = s->clock;
    }
    for (int c = 1; c < CODES; c++) {
        const struct whereabouts *at = &s->card[c];
        if (at->place == HELD && at->seat == seat && !listed[c] && !at->down && !needfire_down_before(s, seat, c)) {
            needfire_prove_unlisted(s, seat, c, act_refuse(a, seat, NO_CARD, N_("{seat} has shown a card that is not in this "
                                                                                "hand.")));
            return IMPOSSIBLE;
        }
        if (listed[c])
            needfire_note(s, TRAIL_HOLD, IN_HAND, seat, c);
    }
    h->began = (uint8_t)(h->size + 1);
    return APPLIED;
}

enum outcome needfire_say_discards(const struct act *a)
{
    struct needfire *s = a->state;
    int seat = a->seat;
    struct holding *h = &s->hand[seat];
    if (h->left)
        return act_impossible(a, seat, NO_CARD, N_("{seat}'s discards are given already."));
    h->left = true;
    int shown = h->down;             /* shown before: they are among the unseen ones of this line */
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
            return seen_before(a, seat, card, N_("{card} was seen elsewhere; it cannot be among {seat}'s "
                                                 "discards."));
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
        return act_malformed(a, 0, N_("a negative count; expected how many cards lie in the middle"));
    if (count > whole_spread(a->state) || (game(a)->battle_said && count > 2)) {
        message_number(&act_refuse(a, NOBODY, NO_CARD, N_("So many cards cannot lie in the middle now: {count}."))->message,
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

/* The record said what cannot be: as if this hand had not been given. */
static void forget_hand(struct needfire *s, int seat)
{
    struct holding *h = &s->hand[seat];
    for (int c = 1; c < CODES; c++)
        if (s->card[c].place == HELD && s->card[c].seat == seat) {
            s->card[c] = (struct whereabouts){.freed = NOBODY};
            cards_drop(&s->seen, c);
        }
    for (int i = 0; i < s->steps; i++)
        if (s->step[i].seat == seat)
            s->step[i].seat = PLAYERS;     /* nobody's */
    h->given = h->sized = false;
    h->size = h->unseen = h->had = h->began = 0;
    h->grown = 0;
}

/* needfire/hand, found late: only the first turn tells that the hands are those of the placement part. */
static void check_dealt(const struct act *a)
{
    struct needfire *s = a->state;
    for (int c = 1; c < FIRE; c++) {
        int seat = s->card[c].seat;
        if (s->card[c].place != HELD)
            continue;
        if (!s->hand[seat].given) {
            needfire_prove_fires(seat, c, act_irregular_at(a, RULE_TAKE, seat, c, s->card[c].line,
                                                           N_("{seat} shows {card}, which cannot have come to {seat}'s "
                                                              "hand.")));
            s->strays++;
            continue;
        }
        struct ruling *r = act_refuse(a, seat, c, N_("{card} cannot be in {seat}'s hand: in the placement part "
                                                     "hands hold fires alone."));
        needfire_prove_fires(seat, c, r);
        r->line = s->card[c].line;
        if (r->line != a->said->line)
            ruling_because(r, a->said->line);
        forget_hand(s, seat);
    }
}

/* The first turn of the placement part: whatever has been left out is unknown, or a whole game's. */
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
                                  N_("Discards lie there, and so the battle part has begun: no card is left in "
                                     "the middle."));
    check_dealt(a);
    s->part = PLACEMENT;
    s->whole = a->said->verb == SAY_TAKE && needfire_bare(s);
    if (s->whole && !s->turn_open)      /* open: a line before could not be read */
        s->spread = (int16_t)whole_spread(s);
    for (int i = 0; i < s->players; i++) {
        struct holding *h = &s->hand[i];
        h->fires_only = true;
        h->began_down = 1;
        if (s->whole && !h->sized && !h->lost) {
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
    for (int i = 0; i < s->players && s->part == PLACEMENT; i++)
        if (!s->hand[i].arranged) {      /* its first cards are not on record */
            s->doubted |= (uint8_t)(1u << i);
            s->may_be_more |= (uint8_t)(1u << i);
        }
    s->placed_until = s->part == PLACEMENT ? s->clock : 0;
    s->part = BATTLE;
    for (int i = 0; i < s->players; i++)
        s->hand[i].fires_only &= !needfire_in_doubt(s, i);
    if (s->spread <= 2)
        s->spread = 0;
}
