/* Hyakumonogatari 百物語: a night, how it begins and ends. */
#include "hyakumonogatari.h"

#include <string.h>

/* hyakumonogatari/deal, hyakumonogatari/night-two */
static void deal(struct hyakumonogatari *s)
{
    uint8_t sizes[PLAYERS];
    uint32_t cards = 0;
    for (int k = 0; k < KINDS; k++)
        cards += s->deck[k];
    sizes[s->parent] = 3;
    sizes[other(s->parent)] = s->night == 1 ? 4 : 3;
    worlds_deal(&s->worlds, s->deck, sizes, CURSE);
    s->pile = cards - sizes[0] - sizes[1];
    memcpy(s->held, sizes, sizeof sizes);
    s->on = s->parent;
    if (s->night == 2) {
        worlds_give_bound(&s->worlds, other(s->parent));
        s->held[other(s->parent)]++;
    }
}

void hyakumonogatari_begin_night(struct hyakumonogatari *s)
{
    if (s->night == 1) {
        s->past.turns = s->turns;
        s->past.end = s->end;
        s->past.by = s->by;
    }
    const size_t night = offsetof(struct hyakumonogatari, played);
    memset((char *)s + night, 0, offsetof(struct hyakumonogatari, worlds) - night);
    s->consented = false;
    s->consent_line = 0;
    s->night++;
    s->first = s->phase == BEFORE ? s->night : s->first;
    s->phase = DURING;
    deal(s);
}

enum outcome hyakumonogatari_parent_unknown(const struct act *a)
{
    return act_malformed(a, -1,
        N_("it is not known who is the parent; expected `NAME: parent` first"));
}

enum { ANY_NUMBER = 99 };

/* Until the record says what lies on the altar, anything may lie there. */
enum outcome hyakumonogatari_begin_position(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    const bool numbered = a->said->verb == SAY_NIGHT && a->said->count > 0;
    /* the hands of the second night depend on who is the parent */
    const bool second = numbered && a->said->argument[0].number == 2;
    if (s->parent < 0 && second)
        return hyakumonogatari_parent_unknown(a);
    if (numbered && (a->said->argument[0].number < 1 || a->said->argument[0].number > 2))
        return act_malformed(a, 0, N_("no such night; expected 1 or 2"));
    if (s->parent < 0) {
        s->unnamed = true;
        s->parent = a->said->seat >= 0 ? a->said->seat : 0;
    }
    s->night = (uint8_t)(numbered ? a->said->argument[0].number - 1 : 0);
    hyakumonogatari_begin_night(s);
    s->unseen[ANYWHERE] = ANY_NUMBER;
    s->slack = s->pile;
    s->may_be_reversed = s->night == 2;
    /* hands usually have the size that is dealt, but that is not on record */
    s->worlds.trail.size[0] = s->worlds.trail.size[1] = HAND_LOG_ANY_SIZE;
    s->worlds.trail.no_pile = true;
    return APPLIED;
}

bool hyakumonogatari_resize(const struct act *a, int seat, int size)
{
    struct hyakumonogatari *s = a->state;
    const int more = size - s->held[seat];
    if (size > HAND_MOST || (more > 0 && (uint32_t)more > s->pile))
        return false;
    s->pile = (uint32_t)((int)s->pile - more);
    s->slack = s->pile;
    for (int i = 0; i > more; i--)
        if (!worlds_lay_unseen(&s->worlds, seat, 1))
            return false;
    s->held[seat] = (uint8_t)size;
    return more <= 0 || worlds_fill(&s->worlds, seat, size, false);
}

void hyakumonogatari_give_turn(const struct act *a, int seat)
{
    struct hyakumonogatari *s = a->state;
    s->on = (int8_t)seat;
    if (s->night == 1 && s->held[seat] == 4 && s->held[other(seat)] == 3) {
        hyakumonogatari_resize(a, seat, 3);
        hyakumonogatari_resize(a, other(seat), 4);
    }
}

/* Statements of a night need one that is open. */
enum outcome hyakumonogatari_need_night(const struct act *a)
{
    const struct hyakumonogatari *s = a->state;
    switch (s->phase) {
    case BEFORE:
        if (s->position)
            return hyakumonogatari_begin_position(a);
        return impossible(a, a->said->seat, NO_CARD,
            N_("No night has begun; expected `night` first."));
    case AFTER:
        message_number(&refuse(a, a->said->seat, NO_CARD,
                           N_("Night {night} is over since line {line}: the altar was complete "
                              "when the child's turn ended."))
                            ->message,
            "line", (int32_t)s->over_line);
        return IMPOSSIBLE;
    case DURING: break;
    }
    return APPLIED;
}

/* hyakumonogatari/ending */
void hyakumonogatari_end_night(const struct act *a)
{
    game_of(a)->phase = AFTER;
    game_of(a)->may_be_over = false;
    game_of(a)->over_line = a->said->line;
}
