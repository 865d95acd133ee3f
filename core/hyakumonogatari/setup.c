/*
 * Setting up a night: who is the parent, how many there are of each card, and the hands as dealt.
 */
#include "hyakumonogatari.h"

#include <string.h>

/* ---- ゲーム準備 Setting up ------------------------------------------------------------------ */

void hyakumonogatari_begin(void *state, const struct setting *setting)
{
    struct hyakumonogatari *s = state;
    (void)setting;
    memset(s, 0, sizeof *s);
    s->parent = -1;
    for (int k = 0; k < KINDS; k++)
        s->deck[k] = hyakumonogatari_cards[k].copies;
}

/* hyakumonogatari/roles */
enum outcome hyakumonogatari_say_parent(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    if (s->unnamed) {
        s->unnamed = false;
        s->parent = a->said->seat;
        if (!s->played && !s->turn_said)
            hyakumonogatari_give_turn(a, s->parent);
        return APPLIED;
    }
    if (s->parent == a->said->seat)
        return APPLIED;
    if (s->parent >= 0) {
        struct ruling *r = refuse(a, a->said->seat, NO_CARD, N_("{parent} is the parent already."));
        message_seat(&r->message, "parent", s->parent);
        return IMPOSSIBLE;
    }
    s->parent = a->said->seat;
    return APPLIED;
}

/* hyakumonogatari/counts; but without the altar's six cards no night can end. */
static enum outcome check_deck(const struct act *a, const uint8_t deck[KINDS])
{
    unsigned sum = 0;
    for (int k = 0; k < KINDS; k++) {
        sum += deck[k];
        if (deck[k] >= hyakumonogatari_cards[k].place)
            continue;
        struct ruling *r = refuse(a, -1, k,
            N_("The ritual needs {place} of {card}; with {count} no night can end."));
        message_number(&r->message, "place", hyakumonogatari_cards[k].place);
        message_number(&r->message, "count", deck[k]);
        return IMPOSSIBLE;
    }
    /* hyakumonogatari/deal, hyakumonogatari/night-two */
    if (sum < (game_of(a)->night == 0 && !game_of(a)->position ? 7u : 6u))
        return impossible(a, -1, NO_CARD, N_("Too few cards: seven are dealt."));
    return APPLIED; /* the second night deals six ritual cards, and the deck may have no others */
}

enum outcome hyakumonogatari_say_deck(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    uint8_t deck[KINDS];
    uint32_t named = 0;
    for (int k = 0; k < KINDS; k++)
        deck[k] = hyakumonogatari_cards[k].copies;
    for (int i = 0; i < a->said->count; i++) {
        const struct argument *one = &a->said->argument[i];
        if (named & 1u << one->card)
            return act_malformed(a, i, N_("a card named twice; expected each once"));
        if (one->number < 0 || one->number > COPIES_MOST) {
            enum outcome outcome = act_malformed(a, i, N_("no such count; expected 0 to {most}"));
            message_number(&a->fault->message, "most", COPIES_MOST);
            return outcome;
        }
        named |= 1u << one->card;
        deck[one->card] = (uint8_t)one->number;
    }
    if (s->phase == DURING)
        return impossible(a, -1, NO_CARD,
            N_("Night {night} has begun; the deck is chosen before it."));
    enum outcome outcome = check_deck(a, deck);
    if (outcome == APPLIED)
        memcpy(s->deck, deck, sizeof deck);
    return outcome;
}

enum outcome hyakumonogatari_say_night(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    const int32_t number = a->said->count > 0 ? a->said->argument[0].number : s->night + 1;
    if (s->may_be_over)
        hyakumonogatari_end_night(a); /* going on to the second night says that the first is over */
    if (s->phase == DURING)
        return impossible(a, -1, NO_CARD,
            hyakumonogatari_complete(s)
                ? N_("Night {night} is still open: the altar is complete, but the child's turn is "
                     "not over.")
                : N_("Night {night} is still open: the altar is not complete."));
    if (s->night == 2)
        return impossible(a, -1, NO_CARD,
            N_("The second night is over. A third one is the table's own and is not judged; `note "
               "\"…\"` keeps what happens."));
    if (s->position && s->phase == BEFORE)
        return hyakumonogatari_begin_position(a);
    if (s->parent < 0)
        return hyakumonogatari_parent_unknown(a);
    if (number != s->night + 1)
        return act_malformed(a, 0, N_("no such night here; expected `night` for the next one"));
    /* hyakumonogatari/consent */
    if (s->night == 1 && !s->consented)
        act_irregular(a, RULE_CONSENT, -1, NO_CARD,
            N_("The second night began, but nobody has said that both agreed."));
    hyakumonogatari_begin_night(s);
    return APPLIED;
}

bool hyakumonogatari_turns_page(const void *state, const struct setting *setting,
    const struct statement *said)
{
    const struct hyakumonogatari *s = state;
    (void)setting;
    return said->verb == SAY_NIGHT && s->night == 1 && (s->phase == AFTER || s->may_be_over);
}

void hyakumonogatari_copy(void *to, const void *from)
{
    struct hyakumonogatari *is = to;
    const struct hyakumonogatari *was = from;
    memcpy(is, was, offsetof(struct hyakumonogatari, worlds));
    worlds_copy(&is->worlds, &was->worlds);
}

enum outcome hyakumonogatari_say_hand(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    int seat = a->said->seat;
    bool curse_named = false;
    enum outcome outcome = hyakumonogatari_need_night(a);
    if (outcome != APPLIED)
        return outcome;
    if (s->played)
        return impossible(a, seat, NO_CARD,
            N_("Hands are given before the first draw; expected `show` for cards seen later."));
    for (int i = 0; i < a->said->count; i++)
        curse_named |= a->said->argument[i].card == CURSE;
    /* the curse need not be named, because everybody knows who has it */
    const bool cursed = s->night == 2 && seat != s->parent && !curse_named;
    const bool dealt = a->said->count == s->held[seat]
                       || (cursed && a->said->count == s->held[seat] - 1);
    if (!dealt && !(s->position && hyakumonogatari_resize(a, seat, a->said->count + cursed)))
        return hyakumonogatari_wrong_size(a,
            N_("{seat}'s hand has {size} cards, not {count}; expected ? for each unseen one."));
    return hyakumonogatari_see(a);
}

/* ---- 二夜ノ儀 On to the second night --------------------------------------------------------- */

/* hyakumonogatari/consent: only after the child lost. */
enum outcome hyakumonogatari_say_consent(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    if (s->phase == BEFORE)
        return hyakumonogatari_need_night(a);
    if (s->may_be_over)
        /* an agreement on the second night says that the first is over */
        hyakumonogatari_end_night(a);
    if (s->night == 2)
        return impossible(a, -1, NO_CARD,
            N_("A third night is the table's own and is not judged; `note \"…\"` keeps what "
               "happens."));
    if (s->phase == DURING)
        act_irregular(a, RULE_CONSENT, -1, NO_CARD,
            N_("A second night was agreed on before the first was lost."));
    else if (s->end == BLESSING)
        hyakumonogatari_prove_saved(s,
            act_irregular(a, RULE_CONSENT, -1, NO_CARD,
                N_("A second night was agreed on, but the child had won the first.")));
    else if (s->end == OPEN)
        s->consent_line = a->said->line; /* the hands may still be shown */
    s->consented = true;
    return APPLIED;
}
