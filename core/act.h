/*
 * What one statement is applied with, and what a rule may answer. Private to core.
 *
 *     record.c ── copies the state ──▶ rulebook->apply(act) ──┬─ APPLIED: it stays
 *                                                             └─ else: the record puts it back
 *
 * A rule changes the state as it goes and never takes anything back: only what is APPLIED stays.
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
    int seat;    /* whose act it is: named, or implied by the game; -1: neither */
    int reading; /* which of the game's readings of it is tried; 0 at first */
    /* the game's: if this reading is impossible, there is a next one */
    bool again;
};

/* A ruling about this statement; it is given back, for its line, proof and values. */
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

/* A rule broken at an earlier line, as this statement shows. */
static inline struct ruling *act_irregular_at(const struct act *a, int rule, int seat, int card,
    uint32_t line, const char *message)
{
    struct ruling *r = rulings_add(a->out, RULING_IRREGULAR, rule, seat, card, line, message);
    if (line != a->said->line)
        ruling_because(r, a->said->line);
    return r;
}

/*
 * Marks a finding that rests on what is not on record, although the rule's row says that an act
 * breaks it.
 */
static inline struct ruling *ruling_lacks(struct ruling *r)
{
    r->order = OF_A_LACK;
    return r;
}

/*
 * Why the record is wrong here: what it says cannot have happened with this deck. Then return
 * IMPOSSIBLE.
 */
static inline struct ruling *act_refuse(const struct act *a, int seat, int card,
    const char *message)
{
    return act_rule(a, RULING_IMPOSSIBLE, RULE_OF_THE_DECK, seat, card, message);
}

/* The same where the message needs no more than that. */
static inline enum outcome act_impossible(const struct act *a, int seat, int card,
    const char *message)
{
    act_refuse(a, seat, card, message);
    return IMPOSSIBLE;
}

/* Impossible, as the line shows at which this card was seen last; 0: it was not seen. */
static inline enum outcome act_seen_before(const struct act *a, int seat, int card, uint32_t line,
    const char *message)
{
    struct ruling *r = act_refuse(a, seat, card, message);
    if (line != 0 && line != a->said->line)
        ruling_because(r, line);
    return IMPOSSIBLE;
}

/* The statement cannot be read, at this argument (-1: at all). */
static inline enum outcome act_malformed(const struct act *a, int argument, const char *message)
{
    fault_set(a->fault, argument < 0 ? a->said->column : a->said->argument[argument].column,
        message);
    return MALFORMED;
}

/* The same, with the word as {found}. */
static inline enum outcome act_misread(const struct act *a, int argument, const char *message)
{
    act_malformed(a, argument, message);
    message_text(&a->fault->message, "found", a->said->argument[argument].text);
    return MALFORMED;
}

#endif
