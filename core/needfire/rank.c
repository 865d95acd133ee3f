/* NeedFire, どう生贄を捧げるか: the ranks. */
#include "needfire.h"

#include <string.h>

/* ---- どう生贄を捧げるか ------------------------------------------------------------------- */

/* Above 0: `a` ranks above `b`. */
static int compare(const struct ranking *a, const struct ranking *b, bool by_sum)
{
    if (a->battle != b->battle)
        return a->battle - b->battle;
    if (a->discards != b->discards)
        return b->discards - a->discards;
    int sum = 0;
    for (int i = 0; i < a->battle; i++) {
        if (!by_sum && a->power[i] != b->power[i])
            return a->power[i] - b->power[i];
        sum += a->power[i] - b->power[i];
    }
    return sum;
}

void needfire_rank(const struct needfire *s, const struct setting *setting, bool lit_counts,
    bool by_sum, struct ranking out[PLAYERS])
{
    memset(out, 0, PLAYERS * sizeof *out);
    for (int i = 0; i < s->players; i++) {
        struct ranking *r = &out[i];
        r->battle = s->row_count[i];
        r->discards = (uint8_t)needfire_discards(s, i, lit_counts);
        for (int k = 0; k < r->battle; k++) {
            uint8_t power = (uint8_t)needfire_strength(s, setting, i, k, NULL);
            int at = k;
            for (; at > 0 && r->power[at - 1] < power; at--)
                r->power[at] = r->power[at - 1];
            r->power[at] = power;
        }
    }
    for (int i = 0; i < s->players; i++) {
        out[i].place = 1;
        for (int k = 0; k < s->players; k++)
            if (compare(&out[k], &out[i], by_sum) > 0)
                out[i].place++;
    }
}

bool needfire_by_sum(const struct setting *setting)
{
    return setting->house->option[HOUSE_RANK_POWER].choice == 1;
}

void needfire_ranks(const struct needfire *s, const struct setting *setting,
    struct ranking out[PLAYERS])
{
    needfire_rank(s, setting, needfire_lit_counts(setting), needfire_by_sum(setting), out);
}

bool needfire_row_known(const struct needfire *s, int seat)
{
    bool known = !(s->rows_unknown >> seat & 1);
    for (int k = 0; k < s->row_count[seat]; k++)
        known &= !needfire_is_loose(s, s->row[seat][k]);
    return known;
}

bool needfire_ranks_known(const struct needfire *s)
{
    bool known = true;
    for (int i = 0; i < s->players; i++)
        known &= needfire_row_known(s, i) && s->hand[i].either == 0;
    return known;
}

static bool same_places(const struct needfire *s, const struct ranking *a, const struct ranking *b)
{
    for (int i = 0; i < s->players; i++)
        if (a[i].place != b[i].place)
            return false;
    return true;
}

void needfire_ask_ranks(const struct act *a)
{
    struct needfire *s = a->state;
    struct ranking taken[PLAYERS], other[PLAYERS];
    bool lit = needfire_lit_counts(a->setting), sum = needfire_by_sum(a->setting);
    needfire_rank(s, a->setting, lit, sum, taken);
    needfire_rank(s, a->setting, !lit, sum, other);
    if (!same_places(s, taken, other))
        open_question(a->setting, a->out, HOUSE_IGNITION, a->said->line);
    needfire_rank(s, a->setting, lit, !sum, other);
    if (!same_places(s, taken, other))
        open_question(a->setting, a->out, HOUSE_RANK_POWER, a->said->line);
    for (int i = 0; i < s->players; i++)
        for (int k = 0; k < s->row_count[i]; k++)
            if (taken[i].power[k] > 6)
                open_question(a->setting, a->out, HOUSE_POWER_CAP, a->said->line);
}

bool needfire_finished(const void *state, const struct setting *setting, uint32_t *winners)
{
    const struct needfire *s = state;
    struct ranking rank[PLAYERS];
    *winners = 0;
    if (!needfire_is_over(s))
        return false;
    needfire_ranks(s, setting, rank);
    for (int i = 0; i < s->players && needfire_ranks_known(s); i++)
        if (rank[i].place == 1)
            *winners |= 1u << i;
    return !s->unknown;
}
