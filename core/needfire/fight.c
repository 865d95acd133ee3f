/* どう殺すか, the fight itself: who fights, how strongly, who is wounded; and どう生贄を捧げるか, ranks. */
#include "needfire.h"

#include <string.h>

/* ---- needfire/strength ------------------------------------------------------------------- */

/* house power-cap: the rulebook says that no power is above six. */
static unsigned capped(const struct setting *setting, unsigned power)
{
    return setting->house->option[HOUSE_POWER_CAP].choice == 1 && power > 6 ? 6 : power;
}

unsigned needfire_strength(const struct needfire *s, const struct setting *setting, int seat,
                           int place, struct fighter *out)
{
    const struct needfire_deck *deck = setting->pack;
    int card = s->row[seat][place];
    unsigned power = 0;
    struct fighter f = {.card = (uint8_t)card, .seat = (int8_t)seat};
    for (int kind = 0; kind < 2; kind++)
        for (uint64_t left = s->powers[seat].bits[kind] & deck->answers[card].bits[kind]; left != 0;
             left &= left - 1) {
            int c = kind * FIRE + __builtin_ctzll(left);
            if (s->card[c].on != card)
                continue;
            f.by[kind] |= left & (0 - left);
            power++;
        }
    for (int side = 0; side < 2; side++) {
        int beside = place + (side == 0 ? -1 : 1);
        if (beside < 0 || beside >= s->row_count[seat] || !reacts(deck, card, s->row[seat][beside]))
            continue;
        f.beside[side] = s->row[seat][beside];
        power++;
    }
    f.power = (uint8_t)capped(setting, power);
    if (out != NULL)
        *out = f;
    return f.power;
}

/* ---- needfire/wounded, needfire/reversal ------------------------------------------------- */

/* Who is wounded among these fighters. */
static enum fight_case find_wounded(const struct fighter *fighter, int count, uint64_t *wounded)
{
    unsigned most = 0;
    uint64_t all = 0, best = 0, strong = 0;
    for (int i = 0; i < count; i++) {
        uint64_t one = bit(fighter[i].card);
        all |= one;
        if (fighter[i].power > 0)
            strong |= one;
        if (fighter[i].power > most)
            best = 0;
        if (fighter[i].power >= most) {
            best |= one;
            most = fighter[i].power;
        }
    }
    *wounded = 0;
    if (count <= 1)
        return FIGHT_NONE;
    bool one_strong = strong != 0 && (strong & (strong - 1)) == 0;
    bool one_best = (best & (best - 1)) == 0;
    *wounded = one_strong ? strong : one_best ? all & ~best : all;
    return one_strong ? FIGHT_REVERSAL : one_best ? FIGHT_BEST : FIGHT_TIE;
}

/* needfire/fighters */
void needfire_fight(const struct needfire *s, const struct setting *setting, int seat, int card,
                    struct fight *fight)
{
    const struct needfire_deck *deck = setting->pack;
    fight->count = 0;
    fight->seat = (int8_t)seat;
    fight->card = (uint8_t)card;
    fight->element = deck->card[card].makes;
    for (int i = 0; i < s->players; i++)
        for (int k = 0; k < s->row_count[i]; k++)
            if (reacts(deck, s->row[i][k], card))
                needfire_strength(s, setting, i, k, &fight->fighter[fight->count++]);
    fight->verdict = find_wounded(fight->fighter, fight->count, &fight->wounded);
}

uint64_t needfire_recount(const struct needfire *s, const struct setting *setting)
{
    struct fighter still[KIND];
    int count = 0;
    uint64_t fought = 0, wounded;
    for (int i = 0; i < s->fight.count; i++)
        fought |= bit(s->fight.fighter[i].card);
    for (int i = 0; i < s->players; i++)
        for (int k = 0; k < s->row_count[i]; k++)
            if (fought & bit(s->row[i][k]))
                needfire_strength(s, setting, i, k, &still[count++]);
    find_wounded(still, count, &wounded);
    return wounded;
}

/* ---- needfire/rank ----------------------------------------------------------------------- */

int needfire_discards(const struct needfire *s, int seat, bool lit_counts)
{
    const struct holding *h = &s->hand[seat];
    return h->down + h->opened + (lit_counts ? h->lit : 0);
}

unsigned needfire_too_many_discards(const struct needfire *s, bool lit_counts)
{
    unsigned seats = 0;
    for (int i = 0; i < s->players; i++)
        seats |= needfire_discards(s, i, lit_counts) > DISCARDS_MOST ? 1u << i : 0;
    return seats;
}

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

bool needfire_lit_counts(const struct setting *setting)
{
    return setting->house->option[HOUSE_IGNITION].choice == 1;
}

bool needfire_by_sum(const struct setting *setting)
{
    return setting->house->option[HOUSE_RANK_POWER].choice == 1;
}

void needfire_ranks(const struct needfire *s, const struct setting *setting, struct ranking out[PLAYERS])
{
    needfire_rank(s, setting, needfire_lit_counts(setting), needfire_by_sum(setting), out);
}

bool needfire_finished(const void *state, const struct setting *setting, uint32_t *winners)
{
    const struct needfire *s = state;
    struct ranking rank[PLAYERS];
    *winners = 0;
    const bool ended = s->unlit && s->ignitions > 0    /* no line tells that its wounds are done */
                    && (needfire_hands_empty(s) || needfire_too_many_discards(s, needfire_lit_counts(setting)) != 0);
    if (!ended && !needfire_is_over(s))
        return false;
    needfire_ranks(s, setting, rank);
    for (int i = 0; i < s->players; i++)
        if (rank[i].place == 1)
            *winners |= 1u << i;
    return true;
}
