/*
 * What NeedFire's statements are applied with, shared by play.c, placement.c and
 * battle.c. Private to core.
 */
#ifndef FUDA_NEEDFIRE_ACT_H
#define FUDA_NEEDFIRE_ACT_H

#include "core/act.h"
#include "needfire.h"

enum { SAY_NONE = VERB_PLAY, SAY_ROW, SAY_HAND, SAY_DISCARDS, SAY_TURN, SAY_SPREAD, SAY_TAKE,
       SAY_POWER, SAY_BATTLE, SAY_IGNITE, SAY_WOUND, SAY_GUARD, SAY_SHOW, VERB_COUNT };

/* The game that a statement is applied to. */
static inline struct needfire *game(const struct act *a) { return a->state; }

static inline struct ruling *irregular(const struct act *a, int rule, int seat, int card, const char *message)
{
    return rulings_add(a->out, RULING_IRREGULAR, rule, seat, card, a->said->line, message);
}

/* A broken rule that only this statement proves, at an earlier line. */
static inline struct ruling *irregular_at(const struct act *a, uint32_t line, int rule, int seat, int card,
                                   const char *message)
{
    struct ruling *r = irregular(a, rule, seat, card, message);
    r->line = line;
    if (line != a->said->line)
        ruling_because(r, a->said->line);
    return r;
}

/* The record says what this deck cannot do. */
static inline enum outcome impossible(const struct act *a, int seat, int card, const char *message)
{
    rulings_add(a->out, RULING_IMPOSSIBLE, RULE_DECK, seat, card, a->said->line, message);
    return IMPOSSIBLE;
}

/* … as the line shows where this card was named last. */
static inline enum outcome seen_before(const struct act *a, int seat, int card, const char *message)
{
    enum outcome outcome = impossible(a, seat, card, message);
    uint32_t line = game(a)->card[card].line;
    if (line != 0 && line != a->said->line)
        ruling_because(&a->out->row[a->out->count - 1], line);
    return outcome;
}

static inline enum outcome malformed(const struct act *a, int argument, const char *message)
{
    fault_set(a->fault, argument < 0 ? a->said->column : a->said->argument[argument].column, message);
    return MALFORMED;
}

/* The first card that a statement names, or NO_CARD. */
static inline int first_card(const struct statement *said)
{
    for (int i = 0; i < said->count; i++)
        if (said->argument[i].kind == ARGUMENT_CARD)
            return said->argument[i].card;
    return NO_CARD;
}

/* Is a card known to be somewhere else than among this seat's hidden cards? */
static inline bool elsewhere(const struct needfire *s, int seat, int card)
{
    const struct whereabouts *at = &s->card[card];
    return at->place != UNSEEN && !(at->place == HELD && at->seat == seat);
}

static inline int next_seat(const struct needfire *s, int seat) { return (seat + 1) % s->players; }

/* needfire/take: cards kept in a turn. */
static inline int quota(const struct needfire *s) { return s->players == 4 ? 1 : 2; }

/* needfire/box: what is left when rows, hands and the box have theirs. */
static inline int whole_spread(const struct needfire *s) { return 2 * (KIND - HAND * s->players - 1); }

/* ---- play.c ---- */

bool needfire_is_over(const struct needfire *s);
bool needfire_finished(const void *state, const struct setting *setting, uint32_t *winners);
/* needfire/placed: the last placement turn has taken its cards. */
bool needfire_placed(const struct needfire *s);
/* Whose turn it is, or NOBODY; and the first from `seat` on who may have a hand. */
int needfire_turn(const void *state, const struct setting *setting);
int needfire_next_with_hand(const struct needfire *s, int seat);
/* House options ignition=discard and rank-power=sum. */
bool needfire_lit_counts(const struct setting *setting);
bool needfire_by_sum(const struct setting *setting);
enum outcome needfire_after_the_end(const struct act *a);
enum outcome needfire_need_seat(const struct act *a);
/* needfire/end, when a turn of the battle part is done. */
void needfire_end_turn(const struct act *a);

/* ---- placement.c: setting up, and the placement part ---- */

/* Who begins a whole game (needfire/start)? */
int needfire_starter(const struct needfire *s, const struct setting *setting);
void needfire_take_from_row(struct needfire *s, int card);
void needfire_close_placing(const struct act *a);
void needfire_begin_battle(struct needfire *s);

enum outcome needfire_say_row(const struct act *a);
enum outcome needfire_say_hand(const struct act *a);
enum outcome needfire_say_discards(const struct act *a);
enum outcome needfire_say_spread(const struct act *a);
enum outcome needfire_say_turn(const struct act *a);
enum outcome needfire_say_take(const struct act *a);
enum outcome needfire_say_power(const struct act *a);
enum outcome needfire_say_battle(const struct act *a);

/* ---- battle.c: ignitions and wounds ---- */

bool needfire_wounds_pending(const struct needfire *s, int seat);
/* needfire/wound: whose wounds are to be treated now, or NOBODY. */
int needfire_wound_turn(const struct needfire *s);
/* Counts the power cards on a battle card; `only` gets the last of them. */
int needfire_powers_on(const struct needfire *s, int card, int *only);
/* This seat has a card now, and so had one when it was passed over (needfire/turn, found late). */
void needfire_had_a_hand(const struct act *a, int seat);

enum outcome needfire_say_ignite(const struct act *a);
enum outcome needfire_say_wound(const struct act *a);
enum outcome needfire_say_guard(const struct act *a);

/* ---- tell.c: the score, and what the table asks (see core.h, struct rulebook) ---- */

void needfire_tell_rows(const void *state, const struct setting *setting, struct teller *t,
                        uint32_t *told, bool last);
void needfire_stand(const void *state, const struct setting *setting, struct standing *out);
void needfire_tell_seat(const void *state, const struct setting *setting, int seat, struct teller *t);
void needfire_place(const void *state, const struct setting *setting, struct message *out);
unsigned needfire_news(const void *before, const void *after, const struct setting *setting,
                       struct message *out, unsigned most);
void needfire_tell_table(const void *state, const struct setting *setting, struct teller *t);
bool needfire_what_if(const void *state, const struct setting *setting, int seat, int card,
                      struct teller *t, struct message *why);

#endif
