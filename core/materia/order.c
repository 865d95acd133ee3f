/* Materia's order: whose choice it is in the draft, and whose period, where a record does not keep to it. */
#include "materia.h"

/* ---- materia/snake ------------------------------------------------------------------------- */

/* Has this user fewer (below 0) or more choices from the `from`-th on than places that are not taken? */
static int surplus(const struct materia *s, int seat, int from, const bool *taken)
{
    int more = 0;
    for (int i = from; i < s->installs; i++)
        more += s->choice[i].seat == seat;
    for (int k = 0; k < 2 * s->users; k++)
        more -= !taken[k] && materia_snake(s, k) == seat;
    return more;
}

static int first_free(const struct materia *s, const bool *taken, int seat)
{
    int k = 0;
    while (k < 2 * s->users && (taken[k] || (seat >= 0 && materia_snake(s, k) != seat)))
        k++;
    return k;
}

static void chose_early(struct rulings *out, const struct materia_choice *c, int expected)
{
    message_seat(&rulings_add(out, RULING_IRREGULAR, RULE_SNAKE, c->seat, c->ghost, c->line,
                              N_("{seat} installed {card}, but it was {expected}'s choice."))->message,
                 "expected", expected);
}

/* The play has begun while ghosts lay open: of how many choices is nothing known yet? */
static void left_short(const struct materia *s, struct rulings *out, const bool *taken, int lost, uint32_t line,
                       int seat)
{
    int free = -lost;
    for (int k = 0; k < 2 * s->users; k++)
        free += !taken[k];
    if (free <= 0)
        return;
    if (free == 1)
        rulings_add(out, RULING_IRREGULAR, RULE_SNAKE, materia_snake(s, first_free(s, taken, -1)), NO_CARD, line,
                    N_("{seat}'s choice of an open ghost is missing before this."));
    else
        rulings_add(out, RULING_IRREGULAR, RULE_SNAKE, seat, NO_CARD, line,
                    N_("The play began before everybody had installed two of the open ghosts."));
}

/*
 * A choice in another's place is read in the way that needs the fewest broken rules. If the other never
 * makes up for it: whoever chose once too often stood in that place; else the other's choice is missing.
 */
void materia_judge_draft(const struct materia *s, struct rulings *out, bool over, uint32_t line, int seat)
{
    bool taken[2 * USERS] = {false};
    int lost = s->lost_choices;
    for (int i = 0; i < s->installs; i++) {
        const struct materia_choice *c = &s->choice[i];
        int place = first_free(s, taken, -1), missing = NO_CARD;
        while (place < 2 * s->users && materia_snake(s, place) != c->seat && over
               && surplus(s, materia_snake(s, place), i, taken) < 0 && surplus(s, c->seat, i, taken) <= 0) {
            if (lost == 0 && missing == NO_CARD)
                missing = materia_snake(s, place);
            lost -= lost > 0;
            taken[place] = true;
            place = first_free(s, taken, -1);
        }
        if (missing != NO_CARD)
            rulings_add(out, RULING_IRREGULAR, RULE_SNAKE, missing, NO_CARD, c->line,
                        N_("{seat}'s choice of an open ghost is missing before this."));
        if (place == 2 * s->users)
            break;
        int own = first_free(s, taken, c->seat);
        bool stands_in = over && surplus(s, materia_snake(s, place), i, taken) < 0;
        if (materia_snake(s, place) != c->seat)
            chose_early(out, c, materia_snake(s, place));
        if (materia_snake(s, place) != c->seat && !stands_in && own < 2 * s->users)
            place = own;
        taken[place] = true;
    }
    if (over)
        left_short(s, out, taken, lost, line, seat);
}

/* ---- materia/turn -------------------------------------------------------------------------- */

int materia_next_user(const struct materia *s)
{
    return s->current < 0 ? s->first : (s->current + 1) % s->users;
}

static void out_of_turn(const struct materia *s, struct rulings *out, int seat, int card, uint32_t line)
{
    message_seat(&rulings_add(out, RULING_IRREGULAR, RULE_TURN, seat, card, line,
                              N_("{seat} acts, but it is {expected}'s period: too early, or a line is missing."))->message,
                 "expected", s->current >= 0 ? s->current : s->first);
}

void materia_tell_doubt(const struct materia *s, struct rulings *out)
{
    if (s->stray.doubt)
        out_of_turn(s, out, s->stray.seat, s->stray.card, s->stray.line);
}

void materia_end_doubt(const struct act *a)
{
    struct materia *s = a->state;
    materia_tell_doubt(s, a->out);
    s->stray.seat = -1;
    s->stray.doubt = false;
}

void materia_stray(const struct act *a, int seat, int card)
{
    struct materia *s = a->state;
    s->uncounted |= 1u << seat;
    s->hasty |= 1u << seat;
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
    if (!s->stray.doubt)
        out_of_turn(s, a->out, seat, card, a->said->line);
}
