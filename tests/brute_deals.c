/* Every deal and exchange that fits; see brute_oracle.h. */
#include "brute_oracle.h"

#include <string.h>

int facts_hand_size(const struct facts *f, int seat)
{
    int giver = (seat + f->players - 1) % f->players;
    return HAND - f->pass_size[seat] + f->pass_size[giver];
}

/* ---- what is seen of each card ----------------------------------------------------------- */

static void say_holder(struct view *v, int card, int owner)
{
    v->broken |= v->holder[card] != NOBODY && v->holder[card] != owner;
    v->holder[card] = owner;
}

static void say_dealt(struct view *v, int card, int seat)
{
    v->broken |= v->dealt[card] != NOBODY && v->dealt[card] != seat;
    v->dealt[card] = seat;
}

/*
 * A hand given before the round's pass lines is as dealt; one given after some of them, but before
 * that seat's own, is as dealt if that seat's own follows.
 */
static bool seen_as_dealt(const struct facts *f, const struct fact *fact)
{
    bool any = false;
    for (int i = 0; i < f->players; i++)
        any |= f->passed[i];
    return fact->kind == SEEN_FIRST ? any : f->passed[fact->seat];
}

static void view_fact(const struct facts *f, const struct fact *fact, struct view *v)
{
    switch (fact->kind) {
    case SEEN_FIRST:
    case SEEN_BETWEEN:
        if (seen_as_dealt(f, fact))
            say_dealt(v, fact->card, fact->seat);
        else
            say_holder(v, fact->card, fact->seat);
        break;
    case HELD: say_holder(v, fact->card, fact->seat); break;
    case GIVEN:
        say_dealt(v, fact->card, fact->seat);
        say_holder(v, fact->card, (fact->seat + 1) % f->players);
        v->given[fact->card] = true;
        break;
    case LAID_ASIDE: say_holder(v, fact->card, ASIDE); break;
    case TAKEN: v->not_aside[fact->card] = true; break;
    }
}

void view_make(const struct facts *f, uint32_t until, struct view *v)
{
    memset(v, 0, sizeof *v);
    v->players = f->players;
    for (int card = 0; card < DECK; card++)
        v->holder[card] = v->dealt[card] = NOBODY;
    for (int i = 0; i < f->players; i++) {
        v->room[i] = facts_hand_size(f, i);
        v->pass_size[i] = f->pass_size[i];
    }
    v->room[ASIDE] = f->players == 3;
    for (int i = 0; i < f->count; i++)
        if (f->fact[i].line <= until)
            view_fact(f, &f->fact[i], v);
    for (int card = 0; card < DECK; card++) {
        int holder = v->holder[card], dealt = v->dealt[card];
        if (holder == NOBODY)
            continue;
        v->broken |= holder == ASIDE && (v->not_aside[card] || dealt != NOBODY);
        v->broken |= --v->room[holder] < 0;
        v->broken |= dealt != NOBODY && holder != dealt && holder != (dealt + 1) % f->players;
        v->broken |= !in_deck(card, f->players);
    }
}

/* ---- trying deals ------------------------------------------------------------------------ */

/*
 * Cards nobody has placed. Cards that every question asked treats alike stand together: it is
 * tried how many of them each owner has, not which.
 */
struct group {
    int count, dealt, special; /* special: 5 or 6 of blue, where that matters */
    bool not_aside, low;
    unsigned may_own;       /* owners, a bit each */
    uint64_t kills[OWNERS]; /* the claims that fail when this owner has one */
};

struct trial {
    const struct view *v;
    const struct claim *claims;
    const struct sign *sign;
    int claim_count, groups;
    bool leads, first_only, stop, over;
    struct group group[DECK];
    int room[OWNERS];
    int received[SEATS]; /* cards in this hand that the giver was dealt */
    int own[SEATS];      /* cards in this hand that its seat was dealt */
    int low_received, low_free, high;
    uint64_t dead;
    int five, six; /* owners of the blue 5 and 6 */
    long deals;
    struct answers *out;
};

static int giver(const struct trial *t, int seat)
{
    return (seat + t->v->players - 1) % t->v->players;
}

/* Does the claim fail if this seat holds this card after the exchange? */
static bool kills(const struct claim *c, int card, int owner)
{
    if (owner != c->seat || (c->gone & bit(card)) || !(c->counts & bit(card)))
        return false;
    switch (c->kind) {
    case CLAIM_FOLLOW: return suit_of(card) == c->led;
    case CLAIM_BLUE: return suit_of(card) != BLUE;
    case CLAIM_LEAD: return false;
    }
    return false;
}

static uint64_t kill_mask(const struct trial *t, int card, int owner)
{
    uint64_t mask = 0;
    for (int i = 0; i < t->claim_count; i++)
        if (kills(&t->claims[i], card, owner))
            mask |= (uint64_t)1 << i;
    return mask;
}

/* `count` cards of a group go to an owner (or come back, with -1). */
static void hand_over(struct trial *t, const struct group *g, int owner, int count)
{
    t->room[owner] -= count;
    if (owner == ASIDE)
        return;
    if (g->dealt == owner)
        t->own[owner] += count;
    else if (g->dealt != NOBODY)
        t->received[owner] += count;
    if (t->sign == NULL || t->sign->seat != owner || g->dealt == owner)
        return;
    if (!g->low)
        t->high += count;
    else if (g->dealt != NOBODY)
        t->low_received += count;
    else
        t->low_free += count;
}

/* Could this hand have come about by an exchange of that size? */
static bool exchange_fits(const struct trial *t, int seat)
{
    int size = t->v->pass_size[giver(t, seat)];
    int hand = HAND - t->v->pass_size[seat] + size;
    return t->received[seat] <= size && t->own[seat] <= hand - size;
}

static bool sign_true(const struct trial *t)
{
    int size = t->v->pass_size[giver(t, t->sign->seat)];
    if (!t->sign->shown)
        return t->low_received == 0 && t->high >= size;
    return t->low_received > 0 || (t->low_free > 0 && size > t->received[t->sign->seat]);
}

static void keep_answer(struct answers *out, uint64_t answer)
{
    uint64_t hash = answer * 0x9E3779B97F4A7C15u >> 47;
    for (;; hash++) {
        uint32_t *slot = &out->slot[hash % (2 * ANSWERS_MOST)];
        if (*slot == 0) {
            if (out->count == ANSWERS_MOST) {
                out->over = true;
                return;
            }
            out->answer[out->count++] = answer;
            *slot = out->count;
        }
        if (out->answer[*slot - 1] == answer)
            return;
    }
}

static void deal_done(struct trial *t)
{
    for (int i = 0; i < t->v->players; i++)
        if (!exchange_fits(t, i))
            return;
    uint64_t answer = (((uint64_t)1 << t->claim_count) - 1) & ~t->dead;
    int holder = t->five == ASIDE ? t->six : t->five;
    for (int i = 0; i < t->claim_count; i++)
        if (t->claims[i].kind == CLAIM_LEAD && holder != t->claims[i].seat)
            answer &= ~((uint64_t)1 << i);
    t->deals++;
    if (!t->first_only) {
        keep_answer(t->out, answer);
    } else if ((t->claim_count == 0 || answer != 0) && (t->sign == NULL || sign_true(t))) {
        t->stop = true;
    }
    if (!t->first_only && t->deals > 200000)
        t->over = t->stop = true;
}

static bool may_own(const struct trial *t, const struct group *g, int owner)
{
    if (owner == ASIDE)
        return t->v->players == 3 && !g->not_aside && g->dealt == NOBODY;
    return owner < t->v->players
           && (g->dealt == NOBODY || owner == g->dealt || owner == (g->dealt + 1) % t->v->players);
}

static void place(struct trial *t, int group, int owner, int left);

static void next_group(struct trial *t, int group)
{
    if (group == t->groups)
        deal_done(t);
    else
        place(t, group, 0, t->group[group].count);
}

/* Tries every number of this group's cards with this owner; `left` are still to go. */
static void place(struct trial *t, int group, int owner, int left)
{
    const struct group *g = &t->group[group];
    if (t->stop)
        return;
    if (left == 0) {
        next_group(t, group + 1);
        return;
    }
    if (owner == OWNERS)
        return;
    bool last = group == t->groups - 1;
    int most = !(g->may_own >> owner & 1) ? 0 : left < t->room[owner] ? left : t->room[owner];
    int least = last ? t->room[owner] : 0, rest = 0;
    for (int other = owner + 1; other < OWNERS; other++)
        rest += g->may_own >> other & 1 ? t->room[other] : 0;
    least = left - rest > least ? left - rest : least;
    for (int count = least; count <= most && !t->stop; count++) {
        uint64_t dead = t->dead;
        int five = t->five, six = t->six;
        hand_over(t, g, owner, count);
        if (count > 0) {
            t->dead |= g->kills[owner];
            t->five = g->special == 5 ? owner : five;
            t->six = g->special == 6 ? owner : six;
        }
        if (count == 0 || owner == ASIDE || exchange_fits(t, owner))
            place(t, group, owner + 1, left - count);
        hand_over(t, g, owner, -count);
        t->dead = dead;
        t->five = five;
        t->six = six;
    }
}

static bool same_group(const struct group *a, const struct group *b)
{
    return a->dealt == b->dealt && a->special == b->special && a->not_aside == b->not_aside
           && a->low == b->low && memcmp(a->kills, b->kills, sizeof a->kills) == 0;
}

static void add_card(struct trial *t, int card)
{
    const struct view *v = t->v;
    struct group one = {.count = 1, .dealt = v->dealt[card], .not_aside = v->not_aside[card]};
    one.low = t->sign != NULL && rank_of(card) <= 6;
    if (t->leads && suit_of(card) == BLUE && (rank_of(card) == 5 || rank_of(card) == 6))
        one.special = rank_of(card);
    for (int owner = 0; owner < v->players; owner++)
        one.kills[owner] = kill_mask(t, card, owner);
    for (int owner = 0; owner < OWNERS; owner++)
        one.may_own |= may_own(t, &one, owner) ? 1u << owner : 0;
    if (v->holder[card] != NOBODY) {
        hand_over(t, &one, v->holder[card], 1);
        t->room[v->holder[card]]++; /* the view has counted it */
        t->dead |= one.kills[v->holder[card]];
        t->five = one.special == 5 ? v->holder[card] : t->five;
        t->six = one.special == 6 ? v->holder[card] : t->six;
        return;
    }
    for (int i = 0; i < t->groups; i++)
        if (same_group(&t->group[i], &one)) {
            t->group[i].count++;
            return;
        }
    t->group[t->groups++] = one;
}

static void run(struct trial *t)
{
    if (t->v->broken)
        return;
    memcpy(t->room, t->v->room, sizeof t->room);
    t->five = t->six = NOBODY;
    for (int i = 0; i < t->claim_count; i++)
        t->leads |= t->claims[i].kind == CLAIM_LEAD;
    for (int card = 0; card < DECK; card++)
        if (in_deck(card, t->v->players))
            add_card(t, card);
    for (int i = 1; i < t->groups; i++) /* those with the least choice first */
        for (int k = i; k > 0 && t->group[k].dealt != NOBODY && t->group[k - 1].dealt == NOBODY;
             k--) {
            struct group swap = t->group[k];
            t->group[k] = t->group[k - 1];
            t->group[k - 1] = swap;
        }
    next_group(t, 0);
}

bool deal_exists(const struct view *v, const struct claim *claim, const struct sign *sign)
{
    struct trial t = {.v = v,
        .claims = claim,
        .claim_count = claim != NULL,
        .sign = sign,
        .first_only = true};
    run(&t);
    return t.stop;
}

void deals_try(const struct view *v, const struct claim *claims, int count, struct answers *out)
{
    struct trial t = {.v = v, .claims = claims, .claim_count = count, .out = out};
    memset(out->slot, 0, sizeof out->slot);
    out->count = 0;
    out->over = false;
    run(&t);
    out->deals = t.deals;
    out->over |= t.over;
}
