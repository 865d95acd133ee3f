/*
 * An act is a statement with all that is needed to apply it. Here is also what a rule may answer.
 * Private to core.
 *
 *     record.c ── copies the state ──▶ rulebook->apply(act) ──┬─ APPLIED: it stays
 *                                                             └─ else: the record puts it back
 *
 * A rule changes the state as it goes and never undoes anything: what is not APPLIED is put back by
 * the record.
 */
#ifndef FUDA_ACT_H
#define FUDA_ACT_H

#include "text.h"

struct act {
    void *state; /* the game's */
    const struct setting *setting;
    const struct statement *said;
    struct rulings *out;
    struct fault *fault;
    int seat;    /* whose act it is, named or implied by the game; -1: neither */
    int reading; /* which of the game's readings of the statement is tried, from 0 */
    /* set by the game: if this reading is impossible, there is another one to try */
    bool again;
};

/* Appends a ruling about this statement and returns it, so that proof and values can be added. */
static inline struct ruling *act_rule(const struct act *a, enum ruling_kind kind, int rule,
    int seat, int card, const char *message)
{
    return rulings_add(a->out, kind, rule, seat, card, a->said->line, message);
}

static inline struct ruling *act_irregular(const struct act *a, int rule, int seat, int card,
    const char *message)
{
    return act_rule(a, RULING_IRREGULAR, rule, seat, card, message);
}

/* An irregular ruling about an earlier line, which this statement proves. */
static inline struct ruling *act_irregular_at(const struct act *a, int rule, int seat, int card,
    uint32_t line, const char *message)
{
    struct ruling *r = rulings_add(a->out, RULING_IRREGULAR, rule, seat, card, line, message);
    if (line != a->said->line)
        ruling_because(r, a->said->line);
    return r;
}

/*
 * Marks a ruling about something that is not on record, although its rule's row says that an act
 * breaks it.
 */
static inline struct ruling *ruling_lacks(struct ruling *r)
{
    r->order = OF_A_LACK;
    return r;
}

/*
 * Appends why the record cannot be right here: with this deck it cannot have happened. The caller
 * then returns IMPOSSIBLE.
 */
static inline struct ruling *act_refuse(const struct act *a, int seat, int card,
    const char *message)
{
    return act_rule(a, RULING_IMPOSSIBLE, RULE_OF_THE_DECK, seat, card, message);
}

/* The same where the message needs no other values; returns IMPOSSIBLE. */
static inline enum outcome act_impossible(const struct act *a, int seat, int card,
    const char *message)
{
    act_refuse(a, seat, card, message);
    return IMPOSSIBLE;
}

/* Impossible, proved by the line where this card was last seen; 0: it was not seen. */
static inline enum outcome act_seen_before(const struct act *a, int seat, int card, uint32_t line,
    const char *message)
{
    struct ruling *r = act_refuse(a, seat, card, message);
    if (line != 0 && line != a->said->line)
        ruling_because(r, line);
    return IMPOSSIBLE;
}

/* This argument (-1: the statement) cannot be read. */
static inline enum outcome act_malformed(const struct act *a, int argument, const char *message)
{
    fault_set(a->fault, argument < 0 ? a->said->column : a->said->argument[argument].column,
        message);
    return MALFORMED;
}

/* The same, with the argument's text as {found}. */
static inline enum outcome act_misread(const struct act *a, int argument, const char *message)
{
    act_malformed(a, argument, message);
    message_text(&a->fault->message, "found", a->said->argument[argument].text);
    return MALFORMED;
}

#endif
