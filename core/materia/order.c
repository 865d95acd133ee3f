/* Whose period it is, and materia/turn: what is done out of it. */
#include "materia.h"

int materia_next_user(const struct materia *s)
{
    return s->current < 0 ? s->first : (s->current + 1) % s->users;
}

static const char too_early[] = N_("{seat} acts, but it is {expected}'s period: too early, or a `download` line is missing.");

static const char miscounted[] =
    N_("Of the `download` lines before this that name nobody one is missing, or one is too many; whose it is cannot be told.");

static void out_of_turn(const struct materia *s, struct rulings *out, int seat, int card, uint32_t line)
{
    message_seat(&rulings_add(out, RULING_IRREGULAR, RULE_TURN, seat, card, line,
                              s->fighting ? N_("{seat} acts, but it is {expected}'s period.")
                                          : too_early)->message,
                 "expected", s->current >= 0 ? s->current : s->first);
}

void materia_tell_doubt(const struct materia *s, struct rulings *out)
{
    if (s->stray.doubt && s->stray.behind)
        rulings_add(out, RULING_IRREGULAR, RULE_TURN, -1, NO_CARD, s->stray.line, miscounted);
    else if (s->stray.doubt)
        out_of_turn(s, out, s->stray.seat, s->stray.card, s->stray.line);
}

void materia_end_doubt(const struct act *a)
{
    struct materia *s = a->state;
    materia_tell_doubt(s, a->out);
    if (s->stray.doubt && s->stray.behind)
        s->uncounted = s->unsure = UINT32_MAX;
    s->stray.seat = -1;
    s->stray.doubt = false;
}

static const char not_drawn[] = N_("{seat}'s period begins with a download, which is missing.");

void materia_tell_not_drawn(struct rulings *out, int seat, uint32_t line)
{
    rulings_add(out, RULING_IRREGULAR, RULE_DOWNLOAD, seat, NO_CARD, line, not_drawn);
}

void materia_not_drawn(const struct act *a, int seat, uint32_t line)
{
    game(a)->uncounted = UINT32_MAX;
    act_irregular_at(a, RULE_DOWNLOAD, seat, NO_CARD, line, not_drawn);
}

void materia_drew_twice(const struct act *a, int seat, uint32_t line)
{
    game(a)->uncounted = UINT32_MAX;
    act_irregular_at(a, RULE_TURN, seat, NO_CARD, line,
                     N_("{seat} downloads again; a period has one download. Or another's `download` line is missing in "
                        "between."));
}

void materia_miscounted(const struct act *a, uint32_t line)
{
    game(a)->uncounted = UINT32_MAX;
    act_irregular_at(a, RULE_TURN, -1, NO_CARD, line, miscounted);
}

void materia_tell_undrawn(const struct materia *s, struct rulings *out)
{
    const struct materia_undrawn *u = &s->undrawn;
    if (u->line != 0)
        ruling_because(rulings_add(out, RULING_IRREGULAR, u->behind ? RULE_TURN : RULE_DOWNLOAD, u->behind ? -1 : u->seat, NO_CARD,
                                   u->line, u->behind ? miscounted : not_drawn), u->because);
}

void materia_end_undrawn(const struct act *a)
{
    struct materia *s = a->state;
    materia_tell_undrawn(s, a->out);
    if (s->undrawn.line != 0)
        s->uncounted = s->unsure = UINT32_MAX;
    s->undrawn.line = 0;
}

void materia_tell_early_act(const struct materia *s, struct rulings *out, uint32_t because)
{
    const struct materia_undrawn *u = &s->undrawn;
    struct ruling *r = rulings_add(out, RULING_IRREGULAR, RULE_TURN, u->seat, u->card, u->line, too_early);
    message_seat(&r->message, "expected", u->before >= 0 ? u->before : s->first);
    ruling_because(r, because);
}

static bool spends(int verb)
{
    return verb == SAY_INSTALL || verb == SAY_EVENT || verb == SAY_SHELL || verb == SAY_SET
        || verb == SAY_TRASH;
}

void materia_stray(const struct act *a, int seat, int card)
{
    struct materia *s = a->state;
    s->uncounted |= 1u << seat | 1u << (s->current >= 0 ? s->current : s->first) | 1u << materia_next_user(s);
    s->unsure |= s->uncounted;
    s->hasty |= 1u << seat;
    if (spends(a->said->verb))               /* it may stand in the place of another's */
        s->uncounted |= s->fighting ? 1u << s->contest.seat[ATTACK] | 1u << s->contest.seat[DEFENCE]
                                    : 1u << (s->current >= 0 ? s->current : s->first);
    if (s->stray.seat == seat)
        return;
    if (s->owing >> seat & 1 && !s->fighting) {    /* late, of the period of which it was told that it had ended */
        s->owing &= ~(1u << seat);
        return;
    }
    materia_end_doubt(a);
    s->stray.seat = (int8_t)seat;
    s->stray.line = a->said->line;
    s->stray.card = (int16_t)card;
    s->stray.doubt = !s->fighting && s->current >= 0 && seat == materia_next_user(s);
    s->stray.behind = materia_behind_run(s, 0) && a->said->seat >= 0;
    if (!s->stray.doubt)
        out_of_turn(s, a->out, seat, card, a->said->line);
}
