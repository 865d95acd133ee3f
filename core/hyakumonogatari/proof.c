/*
 * Proofs of Hyakumonogatari's findings about hidden hands, from the steps of the night
 * (core/hand_log.h).
 */
#include "hyakumonogatari.h"

struct hand_log_claim hyakumonogatari_claim_of(const struct hyakumonogatari *s, int whose,
    uint32_t kinds)
{
    return (
        struct hand_log_claim){.at = s->worlds.trail.count, .hand = (uint8_t)whose, .kinds = kinds};
}

static bool prove(const struct hand_log_case *c, struct grounds *out)
{
    out->nobody = N_("the pile");
    return hand_log_prove(c, out);
}

/* The proof is a card that was seen in that hand. */
static void tell_held(const struct hand_log_claim *claim, struct grounds *out)
{
    if (out->cards != 1 || out->places > 0 || claim->drawn)
        return;
    out->holder = (int8_t)claim->hand;
    out->shown = N_("But {cards} was in {holder}'s hand.");
}

/*
 * The claim leaves no card that the hand could have, so its size alone is the proof. (A hand of one
 * card is told like any other.)
 */
static void tell_size(const struct hand_log_claim *claim, struct grounds *out)
{
    if (claim->kinds != DRAWABLE || out->whose != claim->hand || out->wanting < 2
        || cards_any(&out->left))
        return;
    out->holder = out->whose;
    out->shown = N_("But there were {wanting} cards in {holder}'s hand.");
}

bool hyakumonogatari_disprove(const struct hyakumonogatari *s, const struct hand_log_claim *claim,
    uint32_t last, struct grounds *out)
{
    const bool proved = prove(&(struct hand_log_case){.trail = &s->worlds.trail,
                                  .claim = claim,
                                  .claims = 1,
                                  .last = last,
                                  .about = UNSEEN},
        out);
    if (proved) {
        tell_held(claim, out);
        tell_size(claim, out);
    }
    return proved;
}

void hyakumonogatari_disprove_statement(const struct hyakumonogatari *s, struct ruling *r)
{
    if (r->grounds.uncalled)
        return;
    prove(&(struct hand_log_case){.trail = &s->worlds.trail, .supposed = true, .about = r->card},
        &r->grounds);
    r->claim = (struct suspect){.seat = r->seat,
        .card = NO_CARD,
        .claim = N_("Suppose that this line is right.")};
}

void hyakumonogatari_prove_saved(const struct hyakumonogatari *s, struct ruling *r)
{
    static const uint32_t saves[] =
        {[BY_DOLL] = 1u << DOLL, [BY_HALVES] = 1u << EFFIGY | 1u << INK, [BY_EITHER] = 0};
    const int child = child_of(s);
    struct grounds saved = r->grounds, *const out = &saved;
    if (r->grounds.uncalled)
        return;
    for (uint32_t left = saves[s->by]; left != 0; left &= left - 1) {
        const struct hand_log_claim none = hyakumonogatari_claim_of(s, child, left & -left);
        struct grounds one = {.holder = -1, .whose = -1};
        if (!hyakumonogatari_disprove(s, &none, 0, &one) || one.places > 0)
            return;
        out->card[out->cards++] = one.card[0];
        for (int i = 0; i < one.lines; i++)
            grounds_line(out, one.line[i]);
    }
    if (out->cards == 0)
        return;
    out->holder = (int8_t)child;
    out->shown = out->cards > 1 ? N_("But at the ending {cards} were in {holder}'s hand.")
                                : N_("But at the ending {cards} was in {holder}'s hand.");
    r->grounds = saved;
    r->claim = (struct suspect){.seat = (int8_t)child,
        .card = NO_CARD,
        .claim = N_(
            "A second night was agreed on. That is right only if {seat} had lost the first.")};
}

void hyakumonogatari_prove_too_many(const struct statement *said, int size, int curses,
    struct ruling *r)
{
    struct grounds *g = &r->grounds;
    int named = 0;
    for (int i = 0; i < said->count; i++)
        named += said->argument[i].kind == ARGUMENT_CARD;
    if (named + curses <= size)
        return;
    /* the curse was dealt to that hand and need not be shown with the others */
    for (; curses > 0; curses--)
        g->card[g->cards++] = CURSE;
    for (int i = 0; i < said->count && g->cards <= size; i++)
        if (said->argument[i].kind == ARGUMENT_CARD)
            g->card[g->cards++] = said->argument[i].card;
    g->place[0].seat = said->seat;
    g->place[0].room = (uint8_t)size;
    g->places = 1;
    r->claim = (struct suspect){.seat = said->seat,
        .card = NO_CARD,
        .claim = r->kind == RULING_IMPOSSIBLE
                     ? N_("Suppose that this line is right.")
                     : N_("Suppose that {seat}'s hand was of the right size.")};
}

/* ---- claims ------------------------------------------------------------------------------ */

static enum weight weigh(const void *facts, unsigned claim)
{
    return worlds_oracle.weigh(&((const struct hyakumonogatari *)facts)->worlds, claim);
}

static bool may_hold(const void *facts, uint64_t claims)
{
    return worlds_oracle.may_hold(&((const struct hyakumonogatari *)facts)->worlds, claims);
}

/*
 * The evidence noted when the claim was refuted is used where it needs fewer cards than a new
 * proof, because cards have come and gone since.
 */
static void prove_claim(const void *facts, const struct claim *c, unsigned row, struct proof *out)
{
    const struct hyakumonogatari *s = facts;
    struct grounds told = out->grounds, counted = out->grounds;
    if (c->evidence.cards > 0)
        claim_tell_evidence(c, &told);
    if (told.cards != 1 || told.places > 0)
        hyakumonogatari_disprove(s, &s->about[row].says, c->refuted, &counted);
    out->grounds = counted.cards > 0 && (told.cards == 0 || counted.cards < told.cards) ? counted
                                                                                        : told;
}

static void prove_conflict(const void *facts, uint64_t claims, struct grounds *out)
{
    const struct hyakumonogatari *s = facts;
    struct hand_log_claim says[SUSPECTS_MOST];
    unsigned count = 0;
    for (; claims != 0 && count < SUSPECTS_MOST; claims &= claims - 1)
        says[count++] = s->about[__builtin_ctzll(claims)].says;
    prove(&(struct hand_log_case){.trail = &s->worlds.trail,
              .claim = says,
              .claims = count,
              .about = UNSEEN},
        out);
}

const struct oracle hyakumonogatari_oracle = {
    .weigh = weigh,
    .may_hold = may_hold,
    .prove = prove_claim,
    .prove_conflict = prove_conflict,
    .conflict = N_("These plays cannot all be right: no hands fit all of what they claim."),
};
