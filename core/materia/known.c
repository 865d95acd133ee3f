/*
 * What is known of a game of Materia: installed ghosts, totals and their odds, who acts next, and
 * who is ahead.
 */
#include "core/bits.h"
#include "materia.h"

#include <assert.h>

int materia_installed(const struct materia *s, int seat)
{
    int count = 0;
    for (int i = 0; i < s->ghosts; i++)
        count += s->ghost[i].place == INSTALLED && s->ghost[i].owner == seat;
    return count;
}

int materia_least(const struct materia *s, int seat)
{
    const int least = materia_installed(s, seat) - s->fewer[seat];
    return least > 0 ? least : 0;
}

int materia_most(const struct materia *s, int seat)
{
    int count = 0;
    for (int i = 0; i < s->ghosts; i++)
        count += materia_lies(&s->ghost[i]) && s->ghost[i].owner == seat;
    return count;
}

bool materia_sure(const struct materia *s, int seat)
{
    bool sure = !s->position && s->fewer[seat] == 0;
    for (int i = 0; i < s->ghosts; i++)
        sure &= s->ghost[i].place != FOUGHT || s->ghost[i].owner != seat;
    return sure;
}

/* ---- totals: what the dice make of them ---------------------------------------------------- */

int materia_face(const struct materia_contest *c, enum side side, int die, bool side_die)
{
    return side_die && cards_count(&c->supporters[side]) > 0 ? 1 : die;
}

/* materia/total: the value rolled, plus each supporter's value at die 1, plus changes by events. */
bool materia_total(const struct materia *s, const struct materia_contest *c, enum side side,
    int die, bool side_die, int64_t *total)
{
    if (c->fighter[side] < 0 || c->power == POWERS || c->unseen[side])
        return false;
    int face = materia_face(c, side, die, side_die);
    const struct materia_values *fighter = &s->ghost[c->fighter[side]].values;
    bool known = fighter->known & 1u << c->power;
    *total = c->modify[side] + fighter->power[c->power][face - 1];
    for (int i = 0; i < s->ghosts; i++) {
        if (!cards_hold(&c->supporters[side], i))
            continue;
        known &= (s->ghost[i].values.known & 1u << c->power) != 0;
        *total += s->ghost[i].values.power[c->power][0];
    }
    return known;
}

int materia_odds(const struct materia *s, const struct materia_contest *contest, bool side_die)
{
    int64_t total[SIDES][FACES];
    for (int side = 0; side < SIDES; side++)
        for (int die = 1; die <= FACES; die++)
            if (!materia_total(s, contest, (enum side)side, die, side_die, &total[side][die - 1]))
                return -1;
    int wins = 0;
    for (int i = 0; i < FACES; i++)
        for (int k = 0; k < FACES; k++)
            wins += total[ATTACK][i] > total[DEFENCE][k];
    return wins;
}

/* ---- whose turn it is, and with which ghosts ------------------------------------------------ */

int materia_snake(const struct materia *s, int k)
{
    assert(s->users > 0);
    int at = k < s->users ? k : 2 * s->users - 1 - k;
    return (s->first + at) % s->users;
}

/* The first place of the snake that is not taken. */
int materia_next_drafter(const struct materia *s)
{
    for (int k = 0; k < 2 * s->users && s->first >= 0; k++)
        if (s->drafted[materia_snake(s, k)] <= k / s->users)
            return materia_snake(s, k);
    return -1;
}

int materia_next_user(const struct materia *s)
{
    return s->current < 0 ? s->first : (s->current + 1) % s->users;
}

int materia_turn(const void *state, const struct setting *setting)
{
    const struct materia *s = state;
    (void)setting;
    if (s->stage == OVER)
        return -1;
    if (s->stage == DRAFT)
        return materia_next_drafter(s);
    if (materia_lacks_defence(s))
        return s->contest.seat[DEFENCE];
    return s->current >= 0 ? s->current : s->first;
}

bool materia_lacks_defence(const struct materia *s)
{
    return s->fighting && !s->bare && s->contest.fighter[DEFENCE] == NO_CARD;
}

bool materia_must_defend(const struct materia *s)
{
    const int defender = s->contest.seat[DEFENCE];
    return materia_lacks_defence(s) && defender >= 0 && defender != s->contest.seat[ATTACK]
           && materia_least(s, defender) > 1;
}

/* Installed ghosts that may still attack, defend or support. */
struct cardset materia_legal(const void *state, const struct setting *setting, int seat)
{
    const struct materia *s = state;
    struct cardset set = {{0, 0}};
    const struct materia_contest *c = &s->contest;
    bool may = s->fighting
                   ? seat == c->seat[ATTACK] || seat == c->seat[DEFENCE]
                   : seat == materia_turn(state, setting) && s->phase < TRASHING
                         && (s->battles == 0
                             || setting->house->option[HOUSE_BATTLES].choice == BATTLES_ANY);
    for (int i = 0; i < s->ghosts && may && s->stage == PERIODS; i++) {
        bool busy = s->fighting
                    && (i == c->fighter[ATTACK] || i == c->fighter[DEFENCE]
                        || cards_hold(&c->supporters[ATTACK], i)
                        || cards_hold(&c->supporters[DEFENCE], i));
        if (s->ghost[i].place == INSTALLED && s->ghost[i].owner == seat && !busy)
            cards_add(&set, i);
    }
    return set;
}

/* ---- ☆ゲームの勝利 Victory ------------------------------------------------------------------- */

/*
 * Is `a` ahead of `b` by points, then by installed ghosts (the order of materia/kyo)? `sure`
 * becomes false if it is not known.
 */
static bool better(const struct materia *s, int a, int b, bool *sure)
{
    *sure &= a == b || (materia_scored(s, a) && materia_scored(s, b));
    if (s->points[a] != s->points[b])
        return s->points[a] > s->points[b];
    *sure &= a == b || (materia_sure(s, a) && materia_sure(s, b));
    return materia_installed(s, a) > materia_installed(s, b);
}

bool materia_best(const struct materia *s, uint32_t *best)
{
    bool sure = true;
    *best = 0;
    for (int i = 0; i < s->users; i++) {
        int ahead = 0;
        for (int k = 0; k < s->users; k++)
            ahead += better(s, k, i, &sure);
        *best |= (uint32_t)(ahead == 0) << i;
    }
    return sure;
}

/* If something unseen leaves open who has won, the game does not count as finished. */
bool materia_finished(const void *state, const struct setting *setting, uint32_t *winners)
{
    const struct materia *s = state;
    bool sure = s->ended != OPEN;
    (void)setting;
    *winners = s->winners;
    if (s->ended == BY_KYO)
        sure = materia_best(s, winners);
    if (!sure)
        *winners = 0;
    return sure;
}

/* A user's place; 0: not known. */
static int place_of(const struct materia *s, uint32_t winners, int seat)
{
    int ahead = 0;
    bool sure = true;
    for (int k = 0; k < s->users; k++) {
        bool won_k = winners >> k & 1, won = winners >> seat & 1;
        ahead += won_k != won ? won_k : !won && better(s, k, seat, &sure);
    }
    return sure ? ahead + 1 : 0;
}

void materia_stand(const void *state, const struct setting *setting, struct standing *out)
{
    const struct materia *s = state;
    uint32_t winners;
    materia_finished(state, setting, &winners);
    for (int i = 0; i < s->users; i++) {
        out[i].place = (uint8_t)place_of(s, winners, i);
        out[i].scored = materia_scored(s, i);
        out[i].points = (int32_t)s->points[i];
    }
}
