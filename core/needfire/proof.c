/*
 * Proofs of NeedFire's findings about hands: which cards were in a hand, and the lines that show
 * it.
 */
#include "needfire.h"

void needfire_note(struct needfire *s, enum hand_log_act act, int hand, int seat, int card)
{
    if (s->steps < STEPS_MOST)
        s->step[s->steps++] = (struct hidden_step){s->line, (uint8_t)act, (uint8_t)hand,
            (uint8_t)seat, (uint8_t)card};
}

/* ---- a seat's trail -------------------------------------------------------------------------- */

/* A seat's steps, with the cards that they name as kinds of their own. */
struct seat_log {
    unsigned kinds;
    uint8_t card[HAND_LOG_KINDS];
    struct hand_log trail;
};

/* -1: there are too many */
static int kind_of(struct seat_log *t, int card)
{
    unsigned k = 0;
    while (k < t->kinds && t->card[k] != card)
        k++;
    if (k == HAND_LOG_KINDS)
        return -1;
    if (k == t->kinds) {
        t->card[t->kinds++] = (uint8_t)card;
        t->trail.deck[k] = 1;
    }
    return (int)k;
}

static bool gather(const struct needfire *s, int seat, struct seat_log *t)
{
    const struct cards_held *h = &s->hand[seat];
    *t = (struct seat_log){.trail = {.bound = HAND_LOG_KINDS, .no_pile = true}};
    t->trail.size[IN_HAND] = h->began > 0 ? (uint8_t)(h->began - 1) : HAND_LOG_ANY_SIZE;
    t->trail.size[FACE_DOWN] = h->began_down > 0 ? (uint8_t)(h->began_down - 1) : HAND_LOG_ANY_SIZE;
    for (int i = 0; i < s->steps; i++) {
        const struct hidden_step *one = &s->step[i];
        if (one->seat != seat)
            continue;
        const int kind = one->card == NOTHING ? HAND_LOG_UNSEEN : kind_of(t, one->card);
        if (kind < 0 && one->card != NOTHING)
            return false;
        hand_log_begin(&t->trail, one->line);
        hand_log_add(&t->trail, (enum hand_log_act)one->act, one->hand, kind, 1);
    }
    return s->steps < STEPS_MOST;
}

/*
 * In the placement part hands hold only fires. Only a wound, which everybody sees, brings a human.
 */
static uint64_t humans_of(const struct seat_log *t)
{
    uint64_t humans = 0;
    for (unsigned k = 0; k < t->kinds; k++)
        humans |= is_fire(t->card[k]) ? 0 : bit((int)k);
    return humans;
}

/* ---- why a card was not there ---------------------------------------------------------------- */

/*
 * The hands of the log are the seat's hand and its face-down discards. The sizes of both are
 * public.
 */
static void tell_places(const struct seat_log *t, int hand, int seat, struct grounds *out)
{
    unsigned room = 0;
    for (int i = 0; i < out->cards; i++)
        out->card[i] = t->card[out->card[i]];
    for (int i = 0; i < out->places; i++)
        room += out->place[i].room;
    out->place[0].seat = (int8_t)seat;
    out->place[0].room = (uint8_t)room;
    out->places = out->places > 0;
    out->whose = out->holder = NOBODY;
    out->shown = NULL; /* the trail speaks of two players' hands */
    if (hand == FACE_DOWN && out->cards == 1) {
        out->holder = (int8_t)seat;
        out->shown = N_("But what lies face down before {holder} cannot be {cards}.");
    } else if (out->places == 0 && out->cards == 1) {
        out->shown = N_("But {cards} lay elsewhere by then.");
    }
}

static void tell_fires(int seat, struct grounds *out)
{
    out->holder = (int8_t)seat;
    out->shown = N_("But what came to {holder}'s hand face down are fires, and {cards} never came "
                    "to it in the open.");
}

void needfire_prove_fires(int seat, int card, struct ruling *r)
{
    r->grounds.card[r->grounds.cards++] = (int16_t)card;
    r->claim = (struct suspect){.seat = (int8_t)seat,
        .card = (int16_t)card,
        .claim = N_("{seat} showed {card} as one of the hand.")};
    tell_fires(seat, &r->grounds);
}

void needfire_prove_unlisted(const struct needfire *s, int seat, int card, struct ruling *r)
{
    struct grounds *g = &r->grounds;
    g->card[g->cards++] = (int16_t)card;
    g->place[g->places].seat = (int8_t)seat;
    g->place[g->places++].room = 0;
    grounds_line(g, s->card[card].line);
    r->claim = (struct suspect){.seat = (int8_t)seat,
        .card = (int16_t)card,
        .claim = N_("Suppose that this line is right.")};
}

void needfire_prove_absent(const struct needfire *s, int hand, int seat, int card, struct ruling *r)
{
    const struct cards_held *h = &s->hand[seat];
    struct seat_log t;
    if (!gather(s, seat, &t))
        return;
    const int kind = kind_of(&t, card);
    if (kind < 0)
        return;
    t.trail.never_unseen = h->fires_only ? humans_of(&t) : 0;
    hand_log_begin(&t.trail, s->line);
    hand_log_add(&t.trail, r->rule == RULE_TAKE ? HAND_LOG_HOLD : HAND_LOG_LEAVE, hand, kind, 1);
    if (!hand_log_prove(&(struct hand_log_case){.trail = &t.trail, .supposed = true, .about = kind},
            &r->grounds))
        return;
    tell_places(&t, hand, seat, &r->grounds);
    if (hand == IN_HAND && h->fires_only && !is_fire(card) && r->grounds.lines == 0)
        tell_fires(seat, &r->grounds);
    else if (hand == IN_HAND && h->sized && h->size == 0) {
        r->grounds.holder = (int8_t)seat;
        r->grounds.shown = N_("But {holder}'s hand was empty.");
    }
    r->claim = (struct suspect){.seat = (int8_t)seat,
        .card = (int16_t)card,
        .line = r->line,
        .claim = hand == FACE_DOWN      ? N_("{seat} used {card} from the face-down discards.")
                 : r->rule == RULE_TAKE ? N_("{seat} showed {card} as one of the hand.")
                                        : N_("{seat} used {card} from the hand.")};
}

struct ruling *needfire_rule_absent(const struct act *a, int rule, int seat, int card,
    const char *message)
{
    struct ruling *r = act_irregular(a, rule, seat, card, message);
    needfire_prove_absent(a->state, IN_HAND, seat, card, r);
    return r;
}

void needfire_prove_highest(const struct needfire *s, int seat, int card, struct ruling *r)
{
    struct grounds *g = &r->grounds;
    g->card[g->cards++] = (int16_t)card;
    g->holder = (int8_t)seat;
    g->shown = N_("But {cards} lies in {holder}'s row.");
    grounds_line(g, s->card[card].line);
    r->claim = (struct suspect){.seat = r->seat,
        .card = (int16_t)card,
        .line = r->line,
        .claim = N_("{seat} began. That is right only if {seat} has the battle card with the "
                    "highest number.")};
}
