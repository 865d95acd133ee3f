/*
 * Questions to a set of worlds, and claims, whether they are right in it; see worlds.h.
 */
#include "worlds_set.h"

#include <assert.h>

/* A hand of one world, whose groups are shared out among their kinds. */
struct claim_sharing {
    const struct worlds *w;
    const struct hand_question *question;
    int size;
    /* cards of each group that are not shared out yet, in this hand and elsewhere */
    unsigned here[KINDS_MOST], elsewhere[KINDS_MOST];
    uint8_t has[KINDS_MOST];
    struct hand_answer answer;
};

static void ask_kind(struct claim_sharing *a, int kind)
{
    assert(kind >= 0);
    while (kind < KINDS_MOST && !(a->question->kinds & 1u << kind))
        kind++;
    if (kind == KINDS_MOST) {
        bool yes = a->question->holds(a->has, a->size, a->question->user);
        a->answer.yes |= yes;
        a->answer.no |= !yes;
        return;
    }
    int slot = a->w->group[kind];
    unsigned copies = a->w->hidden[kind], here = a->here[slot], elsewhere = a->elsewhere[slot];
    for (unsigned n = 0; n <= here && n <= copies; n++) {
        if (copies - n > elsewhere)
            continue;
        a->here[slot] = here - n;
        a->elsewhere[slot] = elsewhere - (copies - n);
        a->has[kind] = (uint8_t)n;
        ask_kind(a, kind + 1);
    }
    a->here[slot] = here;
    a->elsewhere[slot] = elsewhere;
    a->has[kind] = 0;
}

/* `hidden`: the copies of each whole group. */
static struct hand_answer ask_world(const struct worlds *w, const uint8_t hidden[KINDS_MOST],
    uint64_t hand, const struct hand_question *question)
{
    struct claim_sharing a = {.w = w, .question = question, .size = hand_size(hand)};
    for (int slot = 0; slot < KINDS_MOST; slot++) {
        a.here[slot] = count_in(hand, slot);
        a.elsewhere[slot] = hidden[slot] - a.here[slot];
    }
    ask_kind(&a, 0);
    return a.answer;
}

struct hand_answer worlds_ask(const struct worlds *w, int hand,
    const struct hand_question *question)
{
    struct hand_answer answer = {false, false};
    uint8_t hidden[KINDS_MOST];
    groups_hidden(w, hidden);
    for (unsigned i = 0; i < w->count && !(answer.yes && answer.no); i++) {
        struct hand_answer one = ask_world(w, hidden, w->world[i].hand[hand], question);
        answer.yes |= one.yes;
        answer.no |= one.no;
    }
    return answer;
}

void worlds_claim(struct worlds *w, int hand, const struct hand_question *question, unsigned claim)
{
    if (w->blurred)
        return;
    for (int k = 0; k < KINDS_MOST; k++)
        if (question->kinds & 1u << k)
            worlds_split(w, k, question->kinds);
    for (int k = 0; k < KINDS_MOST; k++)
        if (w->blurred || (question->kinds & 1u << k && worlds_group_rest(w, k) >= 0))
            return;
    uint8_t hidden[KINDS_MOST];
    groups_hidden(w, hidden);
    for (unsigned i = 0; i < w->count + w->strays; i++)
        if (ask_world(w, hidden, w->world[i].hand[hand], question).yes)
            w->world[i].right |= claim_bit(claim);
    w->remembered |= claim_bit(claim);
}

void worlds_swear(struct worlds *w, unsigned claim)
{
    for (unsigned i = 0; i < w->count + w->strays; i++)
        w->world[i].right |= claim_bit(claim);
    w->remembered |= claim_bit(claim);
}

static enum weight weigh(const void *facts, unsigned claim)
{
    const struct worlds *w = facts;
    bool yes = false, no = false;
    if (!(w->remembered & claim_bit(claim)))
        return UNPROVEN;
    for (unsigned i = 0; i < w->count && !(yes && no); i++) {
        bool right = w->world[i].right & claim_bit(claim);
        yes |= right;
        no |= !right;
    }
    return !yes ? REFUTED : !no ? PROVEN : UNPROVEN;
}

/* May these claims all be right? One that is not remembered always may. */
static bool may_hold(const void *facts, uint64_t claims)
{
    const struct worlds *w = facts;
    claims &= w->remembered;
    for (unsigned i = 0; i < w->count; i++)
        if ((w->world[i].right & claims) == claims)
            return true;
    return false;
}

const struct oracle worlds_oracle = {
    .weigh = weigh,
    .may_hold = may_hold,
    .conflict = N_("These plays cannot all be right: no hands fit all of what they claim."),
};
