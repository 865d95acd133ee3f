/*
 * Hidden hands as worlds; see worlds.h.
 *
 * Kinds that nobody has seen since they were last shuffled together are interchangeable: whatever
 * can be true of one can be true of the other. They are counted as one group, and a kind leaves
 * its group when it is seen; so an untouched hand is one world, whatever its cards are. A set of
 * too many worlds confounds two groups again. That adds worlds and loses none: what is then
 * refuted or impossible still is, and what can no longer be told is left open.
 */
#include "worlds_set.h"

#include <stddef.h>
#include <string.h>

/* ---- steps: from one set to the next ----------------------------------------------------- */

struct world_step {
    void (*each)(const struct worlds *w, const struct world *world, const struct world_step *step,
        struct world_maker *out);
    void (*astray)(const struct worlds *w, const struct world *world, const struct world_step *step,
        struct world_maker *out); /* of a world in force makes strays; NULL: it makes none */
    int hand, from, kind, slot, rest;
    int size;
    bool perhaps; /* the step may also not have happened */
    uint8_t least;
    unsigned claim;
    uint32_t keep;
    uint8_t hidden[KINDS_MOST]; /* copies of each whole group: the same for every world */
};

void worlds_lose_strays(struct worlds *w)
{
    w->strays = 0;
    w->coarse = true;
}

static void step_each(const struct worlds *w, const struct world *world,
    const struct world_step *step, struct world_maker *out)
{
    if (step->perhaps)
        maker_put(out, world);
    step->each(w, world, step, out);
}

/* False: there were too many worlds; room has been made for another try. */
static bool try_step(struct worlds *w, struct world_step *step)
{
    groups_hidden(w, step->hidden);
    const unsigned all = w->count + w->strays;
    struct world_maker m;
    maker_begin(&m);
    for (unsigned i = 0; i < w->count && !m.full; i++)
        step_each(w, &w->world[i], step, &m);
    const unsigned count = m.count;
    for (unsigned i = w->count; i < all && !m.full; i++)
        step_each(w, &w->world[i], step, &m);
    for (unsigned i = 0; i < w->count && !m.full && step->astray != NULL && !w->coarse; i++)
        step->astray(w, &w->world[i], step, &m);
    if (!m.full)
        maker_end(&m, w, count);
    else if (!w->coarse)
        worlds_lose_strays(w);
    else
        worlds_make_room(w, step->keep, step->kind);
    return !m.full;
}

static void take_step(struct worlds *w, struct world_step *step)
{
    while (!try_step(w, step))
        ;
}

/* A kind leaves its group: makes a world for every way to share out its copies. */
static void each_split(const struct worlds *w, const struct world *world,
    const struct world_step *step, struct world_maker *out)
{
    unsigned first = count_in(world->hand[0], step->slot);
    unsigned second = count_in(world->hand[1], step->slot);
    unsigned pile = step->hidden[step->slot] - first - second, copies = w->hidden[step->kind];
    for (unsigned a = 0; a <= first && a <= copies; a++)
        for (unsigned b = 0; b <= second && a + b <= copies; b++) {
            if (copies - a - b > pile)
                continue;
            const unsigned mine[HANDS] = {a, b}, all[HANDS] = {first, second};
            struct world next = *world;
            for (int hand = 0; hand < HANDS; hand++)
                next.hand[hand] += mine[hand] * one_of(step->kind)
                                   + (all[hand] - mine[hand]) * one_of(step->rest)
                                   - all[hand] * one_of(step->slot);
            maker_put(out, &next);
        }
}

int worlds_group_rest(const struct worlds *w, int kind)
{
    for (int k = 0; k < KINDS_MOST; k++)
        if (k != kind && w->group[k] == w->group[kind])
            return k;
    return -1;
}

void worlds_split(struct worlds *w, int kind, uint32_t keep)
{
    for (;;) {
        const int slot = w->group[kind], rest = worlds_group_rest(w, kind);
        struct world_step step = {.each = each_split,
            .kind = kind,
            .slot = slot,
            .rest = rest,
            .keep = keep};
        if (rest < 0)
            return;
        if (!try_step(w, &step))
            continue;
        for (int k = 0; k < KINDS_MOST; k++)
            if (w->group[k] == slot)
                w->group[k] = (uint8_t)rest;
        w->group[kind] = (uint8_t)kind;
        return;
    }
}

/* Makes every way to fill the hands, when only the bound kind is known. */
static void share_out(struct worlds *w, const uint8_t sizes[HANDS])
{
    const unsigned bound = w->hidden[w->bound], others = group_hidden(w, 0);
    for (unsigned a = 0; a <= sizes[0] && a <= bound; a++)
        for (unsigned b = 0; b <= sizes[1] && a + b <= bound; b++) {
            if (sizes[0] - a + sizes[1] - b > others)
                continue;
            struct world *world = &w->world[w->count++];
            *world = (struct world){.hand = {(sizes[0] - a) * one_of(0) + a * one_of(w->bound),
                                        (sizes[1] - b) * one_of(0) + b * one_of(w->bound)}};
        }
}

void worlds_deal(struct worlds *w, const uint8_t deck[KINDS_MOST], const uint8_t sizes[HANDS],
    int bound)
{
    memset(w, 0, sizeof *w);
    memcpy(w->hidden, deck, KINDS_MOST);
    w->bound = w->group[bound] = w->trail.bound = (uint8_t)bound;
    memcpy(w->trail.deck, deck, KINDS_MOST);
    memcpy(w->trail.size, sizes, HANDS);
    share_out(w, sizes);
}

void worlds_give_bound(struct worlds *w, int hand)
{
    w->trail.given[hand]++;
    w->hidden[w->bound]++;
    for (unsigned i = 0; i < w->count; i++)
        w->world[i].hand[hand] += one_of(w->bound);
}

static void each_leave(const struct worlds *w, const struct world *world,
    const struct world_step *step, struct world_maker *out)
{
    (void)w;
    struct world next = *world;
    if (count_in(world->hand[step->hand], step->kind) == 0)
        return;
    next.hand[step->hand] -= one_of(step->kind);
    maker_put(out, &next);
}

bool worlds_leave(struct worlds *w, int hand, int kind)
{
    hand_log_add(&w->trail, HAND_LOG_LEAVE, hand, kind, 1);
    struct world_step step = {.each = each_leave, .hand = hand, .kind = kind, .keep = 1u << kind};
    if (w->hidden[kind] == 0)
        return false;
    worlds_split(w, kind, step.keep);
    take_step(w, &step);
    if (w->count + w->strays == 0)
        return false; /* the card stays hidden: the caller says why it cannot be */
    w->hidden[kind]--;
    return w->count > 0;
}

static void move_card(const struct world *world, int from, int to, int slot,
    struct world_maker *out, uint64_t wrong)
{
    struct world next = *world;
    if (count_in(world->hand[from], slot) == 0)
        return;
    next.hand[from] -= one_of(slot);
    next.hand[to] += one_of(slot);
    next.right &= ~wrong;
    maker_put(out, &next);
}

static void each_draw(const struct worlds *w, const struct world *world,
    const struct world_step *step, struct world_maker *out)
{
    for (int slot = 0; slot < KINDS_MOST; slot++)
        if (step->kind == UNSEEN ? slot != w->bound : slot == step->kind)
            move_card(world, step->from, step->hand, slot, out, 0);
}

static void each_draw_bound(const struct worlds *w, const struct world *world,
    const struct world_step *step, struct world_maker *out)
{
    move_card(world, step->from, step->hand, w->bound, out, claim_bit(step->claim));
}

/* A card comes into a hand: one of its kind, if that was seen, is hidden yet. */
static bool bring(struct worlds *w, struct world_step step)
{
    if (step.kind != UNSEEN) {
        if (w->hidden[step.kind] == 0)
            return false;
        step.keep = 1u << step.kind;
        worlds_split(w, step.kind, step.keep);
    }
    take_step(w, &step);
    return w->count > 0;
}

bool worlds_draw(struct worlds *w, int from, int to, int kind)
{
    hand_log_add(&w->trail, HAND_LOG_DRAW, to, kind, 1);
    return bring(w, (struct world_step){.each = each_draw, .hand = to, .from = from, .kind = kind});
}

bool worlds_draw_if_stray(struct worlds *w, int from, int to, unsigned claim)
{
    hand_log_add(&w->trail, HAND_LOG_DRAW, to, UNSEEN, 1);
    struct world_step step = {.each = each_draw,
        .astray = each_draw_bound,
        .hand = to,
        .from = from,
        .kind = UNSEEN,
        .claim = claim};
    take_step(w, &step);
    return w->count > 0;
}

bool worlds_own_up(struct worlds *w)
{
    if (w->strays == 0)
        return false;
    memmove(w->world, &w->world[w->count], w->strays * sizeof *w->world);
    w->count = w->strays;
    w->strays = 0;
    return true;
}

void worlds_copy(struct worlds *to, const struct worlds *from)
{
    const size_t used = (size_t)from->count + from->strays;
    memcpy(to, from, offsetof(struct worlds, trail));
    hand_log_copy(&to->trail, &from->trail);
    memcpy(to->world, from->world, used * sizeof *from->world);
}

static void each_take(const struct worlds *w, const struct world *world,
    const struct world_step *step, struct world_maker *out)
{
    (void)w;
    for (int slot = 0; slot < KINDS_MOST; slot++) {
        struct world next = *world;
        unsigned held = count_in(world->hand[0], slot) + count_in(world->hand[1], slot);
        if ((step->kind != UNSEEN && slot != step->kind) || step->hidden[slot] <= held)
            continue;
        next.hand[step->hand] += one_of(slot);
        maker_put(out, &next);
    }
}

bool worlds_take(struct worlds *w, int hand, int kind)
{
    hand_log_add(&w->trail, HAND_LOG_TAKE, hand, kind, 1);
    return bring(w, (struct world_step){.each = each_take, .hand = hand, .kind = kind});
}

/* ---- what nobody saw --------------------------------------------------------------------- */

static void each_lay(const struct worlds *w, const struct world *world,
    const struct world_step *step, struct world_maker *out)
{
    for (int slot = 0; slot < KINDS_MOST; slot++) {
        struct world next = *world;
        if (slot == w->bound || count_in(world->hand[step->hand], slot) == 0)
            continue;
        next.hand[step->hand] -= one_of(slot);
        maker_put(out, &next);
    }
}

bool worlds_lay_unseen(struct worlds *w, int hand, int most)
{
    struct world_step step = {.each = each_lay, .hand = hand, .kind = UNSEEN};
    hand_log_add(&w->trail, HAND_LOG_LAY_UNSEEN, hand, UNSEEN, 1);
    for (int i = 0; i < most; i++) {
        take_step(w, &step);
        step.perhaps = true;
    }
    return w->count > 0;
}

static void each_fill(const struct worlds *w, const struct world *world,
    const struct world_step *step, struct world_maker *out)
{
    if (hand_size(world->hand[step->hand]) < step->size)
        each_take(w, world, step, out);
    else
        maker_put(out, world);
}

bool worlds_fill(struct worlds *w, int hand, int size, bool perhaps)
{
    struct world_step step = {.each = each_fill,
        .hand = hand,
        .kind = UNSEEN,
        .size = size,
        .perhaps = perhaps};
    int least = size;
    hand_log_add(&w->trail, HAND_LOG_FILL, hand, UNSEEN, 1);
    for (unsigned i = 0; i < w->count + w->strays; i++)
        least = hand_size(w->world[i].hand[hand]) < least ? hand_size(w->world[i].hand[hand])
                                                          : least;
    for (; least < size; least++)
        take_step(w, &step);
    return w->count > 0;
}

static void each_sized(const struct worlds *w, const struct world *world,
    const struct world_step *step, struct world_maker *out)
{
    (void)w;
    if (hand_size(world->hand[step->hand]) == step->size)
        maker_put(out, world);
}

bool worlds_keep_size(struct worlds *w, int hand, int size)
{
    struct world_step step = {.each = each_sized, .hand = hand, .kind = UNSEEN, .size = size};
    take_step(w, &step);
    return w->count > 0;
}

static bool is_away(const struct worlds *w, const struct world *world, int kind)
{
    return group_hidden(w, w->group[kind])
           > count_in(world->hand[0], w->group[kind]) + count_in(world->hand[1], w->group[kind]);
}

bool worlds_may_be_away(const struct worlds *w, int kind)
{
    bool away = false;
    for (unsigned i = 0; i < w->count && w->hidden[kind] > 0 && !away; i++)
        away = is_away(w, &w->world[i], kind);
    return away;
}

static void each_lie(const struct worlds *w, const struct world *world,
    const struct world_step *step, struct world_maker *out)
{
    if (is_away(w, world, step->kind))
        maker_put(out, world);
}

bool worlds_lie(struct worlds *w, int kind)
{
    struct world_step step = {.each = each_lie, .kind = kind, .keep = 1u << kind};
    hand_log_add(&w->trail, HAND_LOG_LIE, 0, kind, 1);
    if (w->hidden[kind] == 0)
        return false;
    worlds_split(w, kind, step.keep);
    take_step(w, &step);
    if (w->count == 0)
        return false; /* the card stays hidden: the caller says why it cannot be */
    w->hidden[kind]--;
    return true;
}

static void each_hold(const struct worlds *w, const struct world *world,
    const struct world_step *step, struct world_maker *out)
{
    (void)w;
    if (count_in(world->hand[step->hand], step->kind) >= step->least)
        maker_put(out, world);
}

bool worlds_hold(struct worlds *w, int hand, const uint8_t least[KINDS_MOST])
{
    uint32_t keep = 0;
    for (int k = 0; k < KINDS_MOST; k++)
        if (least[k] > 0)
            hand_log_add(&w->trail, HAND_LOG_HOLD, hand, k, least[k]);
    for (int k = 0; k < KINDS_MOST; k++) {
        keep |= least[k] > 0 ? 1u << k : 0;
        if (w->hidden[k] < least[k])
            return false;
    }
    for (int k = 0; k < KINDS_MOST; k++) {
        struct world_step step = {.each = each_hold,
            .hand = hand,
            .kind = k,
            .least = least[k],
            .keep = keep};
        if (least[k] == 0)
            continue;
        worlds_split(w, k, keep);
        take_step(w, &step);
    }
    return w->count > 0;
}

/* Groups of which no world has a card in a hand are all in the pile, so they become one group. */
void worlds_reshuffle(struct worlds *w, const uint8_t grave[KINDS_MOST])
{
    uint64_t held = 0;
    int together = -1;
    for (int k = 0; k < KINDS_MOST; k++) {
        w->hidden[k] = (uint8_t)(w->hidden[k] + grave[k]);
        if (grave[k] > 0)
            hand_log_add(&w->trail, HAND_LOG_RETURN, 0, k, grave[k]);
    }
    for (unsigned i = 0; i < w->count + w->strays; i++)
        held |= w->world[i].hand[0] | w->world[i].hand[1];
    for (int slot = 0; slot < KINDS_MOST; slot++) {
        if (slot == w->bound || count_in(held, slot) > 0 || group_hidden(w, slot) == 0)
            continue;
        if (together < 0)
            together = slot;
        for (int k = 0; k < KINDS_MOST; k++)
            if (w->group[k] == slot)
                w->group[k] = (uint8_t)together;
    }
}

static void each_put_back(const struct worlds *w, const struct world *world,
    const struct world_step *step, struct world_maker *out)
{
    struct world next = *world;
    for (int slot = 0; slot < KINDS_MOST; slot++)
        if (slot != w->bound)
            next.hand[step->hand] -= count_in(world->hand[step->hand], slot) * one_of(slot);
    maker_put(out, &next);
}

void worlds_put_back(struct worlds *w, int hand)
{
    hand_log_add(&w->trail, HAND_LOG_PUT_BACK, hand, UNSEEN, 1);
    struct world_step step = {.each = each_put_back,
        .hand = hand,
        .kind = w->bound,
        .keep = 1u << w->bound};
    /*
     * strays have the bound kind elsewhere, so a different number of other cards would have gone
     * back
     */
    worlds_lose_strays(w);
    worlds_split(w, w->bound, step.keep);
    take_step(w, &step);
}

/* ---- counts ------------------------------------------------------------------------------ */

void worlds_copies(const struct worlds *w, int hand, int kind, int *least, int *most)
{
    int slot = w->group[kind], copies = w->hidden[kind];
    *least = HAND_MOST;
    *most = 0;
    for (unsigned i = 0; i < w->count; i++) {
        int here = (int)count_in(w->world[i].hand[hand], slot);
        int elsewhere = (int)group_hidden(w, slot) - here;
        int high = here < copies ? here : copies;
        int low = copies > elsewhere ? copies - elsewhere : 0;
        *most = high > *most ? high : *most;
        *least = low < *least ? low : *least;
    }
}

int worlds_stray_least(const struct worlds *w, int hand)
{
    unsigned least = HAND_MOST;
    for (unsigned i = w->count; i < w->count + w->strays; i++) {
        unsigned here = count_in(w->world[i].hand[hand], w->bound);
        least = here < least ? here : least;
    }
    return (int)least;
}
