/*
 * Too many worlds: two groups are confounded, claims are forgotten; see worlds.h.
 */
#include "worlds_set.h"

static void put_together(const struct worlds *w, int a, int b, struct world_maker *m)
{
    maker_begin(m);
    for (unsigned i = 0; i < w->count; i++) {
        struct world world = w->world[i];
        for (int hand = 0; hand < HANDS; hand++) {
            uint64_t moved = count_in(world.hand[hand], b);
            world.hand[hand] += moved * one_of(a) - moved * one_of(b);
        }
        maker_put(m, &world);
    }
}

/* How many worlds that tell two groups apart become one world when the groups are joined. */
static unsigned ways_apart(unsigned first, unsigned second, unsigned pile, unsigned copies)
{
    unsigned ways = 0;
    for (unsigned a = 0; a <= first && a <= copies; a++)
        for (unsigned b = 0; b <= second && a + b <= copies; b++)
            ways += copies - a - b <= pile;
    return ways;
}

/* How many worlds the set with two groups joined stands for. */
static uint64_t worlds_meant(const struct worlds *w, int a, int b, const struct world_maker *m)
{
    unsigned copies = group_hidden(w, b), all = copies + group_hidden(w, a);
    uint64_t sum = 0;
    for (unsigned i = 0; i < m->count; i++) {
        unsigned first = count_in(m->world[i].hand[0], a),
                 second = count_in(m->world[i].hand[1], a);
        sum += ways_apart(first, second, all - first - second, copies);
    }
    return sum;
}

static bool may_confound(const struct worlds *w, int slot, uint32_t keep)
{
    if (group_hidden(w, slot) == 0)
        return false;
    for (int k = 0; k < KINDS_MOST; k++)
        if (w->group[k] == slot && keep & 1u << k)
            return false;
    return true;
}

/*
 * Joins the two groups that add the fewest possible worlds. Pairs that shorten the set by at least
 * an eighth go first.
 */
static bool confound_best(struct worlds *w, uint32_t keep, struct world_maker *m)
{
    int best_a = -1, best_b = -1;
    uint64_t least = UINT64_MAX;
    for (int a = 0; a < KINDS_MOST; a++)
        for (int b = a + 1; b < KINDS_MOST; b++) {
            if (!may_confound(w, a, keep) || !may_confound(w, b, keep))
                continue;
            put_together(w, a, b, m);
            bool shorter = m->count <= w->count - w->count / 8;
            uint64_t cost = worlds_meant(w, a, b, m) + (shorter ? 0 : UINT32_MAX);
            if (cost < least) {
                least = cost;
                best_a = a;
                best_b = b;
            }
        }
    if (best_a < 0)
        return false;
    put_together(w, best_a, best_b, m);
    maker_end(m, w, m->count);
    for (int k = 0; k < KINDS_MOST; k++)
        if (w->group[k] == best_b)
            w->group[k] = (uint8_t)best_a;
    w->coarse = true;
    return true;
}

/* Forgets the claims that are right in some worlds and not in others. */
static void forget_claims(struct worlds *w, struct world_maker *m)
{
    uint64_t all = UINT64_MAX, any = 0;
    for (unsigned i = 0; i < w->count; i++) {
        all &= w->world[i].right;
        any |= w->world[i].right;
    }
    maker_begin(m);
    for (unsigned i = 0; i < w->count; i++) {
        struct world world = w->world[i];
        world.right &= all;
        maker_put(m, &world);
    }
    maker_end(m, w, m->count);
    w->remembered &= all | ~any;
    w->blurred = w->coarse = true;
}

static bool confound(struct worlds *w, uint32_t keep)
{
    struct world_maker m;
    unsigned before = w->count;
    while (w->count > before / 4)
        if (!confound_best(w, keep, &m))
            return w->count < before;
    return true;
}

/*
 * Hands of ten or more cards and of unknown size may make too many worlds even so. Then every other
 * world is dropped.
 */
static void thin_out(struct worlds *w)
{
    for (size_t i = 0; 2 * i < w->count; i++)
        w->world[i] = w->world[2 * i];
    w->count = (uint16_t)((w->count + 1) / 2);
}

void worlds_make_room(struct worlds *w, uint32_t keep, int kind)
{
    const uint32_t bound = 1u << w->bound, one = kind < 0 ? 0 : 1u << kind;
    struct world_maker m;
    if (confound(w, keep | bound) || confound(w, one | bound))
        return;
    if (!w->blurred)
        forget_claims(w, &m);
    else if (!confound(w, one))
        thin_out(w);
}
