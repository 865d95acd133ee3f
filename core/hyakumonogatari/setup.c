/* Setting up a night: who is the parent, how many of each card, the hands as they were dealt. */
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

enum outcome hyakumonogatari_say_parent(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
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
        struct ruling *r = refuse(a, -1, k, N_("The ritual needs {place} of {card}; with {count} no night can "
                                               "end."));
        message_number(&r->message, "place", hyakumonogatari_cards[k].place);
        message_number(&r->message, "count", deck[k]);
        return IMPOSSIBLE;
    }
    /* hyakumonogatari/deal, hyakumonogatari/night-two */
    if (sum < (game_of(a)->night == 0 ? 7u : 6u))
        return impossible(a, -1, NO_CARD, N_("Too few cards: seven are dealt."));
    return APPLIED;   /* six ritual cards are dealt in the second night, and may be all there are */
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
    if (s->phase == DURING && !(s->night == 1 && s->consented))      /* else it is the second night's */
        return impossible(a, -1, NO_CARD, N_("Night {night} has begun; the deck is chosen before it."));
    enum outcome outcome = check_deck(a, deck);
    if (outcome != APPLIED)
        return outcome;
    if (s->phase == DURING) {      /* from here on a card more than this night has is no error */
        s->unread_deck = true;
        return APPLIED;
    }
    memcpy(s->deck, deck, sizeof deck);
    s->unread_deck = false;
    s->gap = s->spare = false;      /* the night that is over does not go on */
    return APPLIED;
}

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

static void begin_night(struct hyakumonogatari *s)
{
    if (s->night == 1) {
        s->past.turns = s->turns;
        s->past.end = s->end;
        s->past.by = s->by;
    }
    const size_t night = offsetof(struct hyakumonogatari, played);
    memset((char *)s + night, 0, offsetof(struct hyakumonogatari, worlds) - night);
    s->consented = s->next = s->beyond = false;
    s->consent_line = 0;
    s->phase = DURING;
    s->night++;
    deal(s);
    for (int i = 0; i < PLAYERS; i++)
        if (s->ahead[i])
            hyakumonogatari_meet_draw(s, i);
    memset(s->ahead, 0, sizeof s->ahead);
}

/* What is done in a turn; or the cards of a hand, with which a night begins. */
static bool is_act(const struct statement *said)
{
    switch (said->verb) {
    case SAY_HAND:
    case SAY_DRAW:
    case SAY_ALTAR:
    case SAY_DISCARD:
    case SAY_REVERSE:
    case SAY_REFILL: return true;
    }
    return false;
}

/* A night begins with hands or with its parent's turn; what only goes on with an open turn is of the night before. */
static bool begins_night(const struct hyakumonogatari *s, const struct statement *said)
{
    const bool goes_on = said->verb != SAY_DRAW && s->on == s->parent && s->turn[s->on].begun;
    return said->verb == SAY_HAND || (said->seat == s->parent && !goes_on);
}

/* A night is due that no line begins: what is done then is of that, all the same, if it can begin one. */
void hyakumonogatari_go_into_next(struct hyakumonogatari *s, const struct statement *said)
{
    if (!s->next || !is_act(said) || s->parent < 0)
        return;
    if (begins_night(s, said)) {
        begin_night(s);
        s->unsaid = true;
    }
    s->next = false;
}

/* A night is over, or none can begin, and that was told: what else is done then is no night's. */
bool hyakumonogatari_is_beyond(const struct hyakumonogatari *s, const struct statement *said)
{
    if (!s->beyond || s->phase == DURING)
        return false;
    if (s->phase == BEFORE)
        return is_act(said) || said->verb == SAY_SHOW || said->verb == SAY_CONSENT;
    return !s->gap && !s->spare && is_act(said);
}

/* The line that begins a night is missing: nobody has played yet, or both have agreed on a second. */
static bool lacks_night(const struct hyakumonogatari *s)
{
    return s->phase == BEFORE || (s->phase == AFTER && s->night == 1 && s->consented);
}

void hyakumonogatari_note_beyond(struct hyakumonogatari *s, const struct statement *said)
{
    s->next |= said->verb == SAY_NIGHT && s->phase == DURING && s->night == 1 && s->played;
    s->next |= is_act(said) && lacks_night(s);
    s->beyond |= is_act(said) && s->phase != DURING;
    if (said->verb == SAY_DRAW && said->seat >= 0)
        s->ahead[said->seat] |= lacks_night(s);
    hyakumonogatari_go_into_next(s, said);
}

/* It may have been the line that says how many cards of each kind there are. */
void hyakumonogatari_unread_deck(struct hyakumonogatari *s) { s->unread_deck |= s->phase != DURING || s->consented; }

/* It may have been the line that begins a night, or that agrees on one. */
void hyakumonogatari_unread_night(struct hyakumonogatari *s)
{
    s->next |= s->phase == BEFORE || (s->phase == AFTER && s->night == 1);
    s->beyond |= s->phase == BEFORE && s->parent < 0;
}

enum outcome hyakumonogatari_say_night(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    hyakumonogatari_end_last_turn(a);
    if (s->phase == DURING && s->night == 1 && s->consented) {    /* that it came too early was told then */
        s->next |= s->played;
        return APPLIED;
    }
    if (s->phase == DURING && s->unsaid && s->turns == 0) {    /* it comes late */
        s->unsaid = false;
        return APPLIED;
    }
    if (s->phase == DURING)
        return impossible(a, -1, NO_CARD,
                          hyakumonogatari_complete(s)
                              ? N_("Night {night} is still open: the altar is complete, but the child's turn is "
                                   "not over.")
                              : N_("Night {night} is still open: the altar is not complete."));
    if (s->night == 2)
        return impossible(a, -1, NO_CARD, N_("The second night is over. A third one is the table's own "
                                             "and is not judged; `note \"…\"` keeps what happens."));
    if (s->parent < 0)
        return act_malformed(a, -1, N_("who is the parent is not known; expected `NAME: parent` first"));
    /* hyakumonogatari/consent */
    const bool unagreed = s->night == 1 && !s->consented && !s->next;
    if (unagreed)
        act_irregular(a, RULE_CONSENT, -1, NO_CARD, N_("The second night began, but nobody has said that "
                                                       "both agreed."));
    begin_night(s);
    s->unagreed = unagreed;
    return APPLIED;
}

bool hyakumonogatari_turns_page(const void *state, const struct setting *setting, const struct statement *said)
{
    const struct hyakumonogatari *s = state;
    (void)setting;
    if (s->phase == BEFORE)
        return false;
    return said->verb == SAY_NIGHT ? s->phase == AFTER && s->night == 1 : s->next && is_act(said) && begins_night(s, said);
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
    int seat = a->said->seat, size = s->held[seat];
    bool curse_named = false;
    enum outcome outcome = hyakumonogatari_need_night(a);
    if (outcome != APPLIED)
        return outcome;
    if (s->played)
        return impossible(a, seat, NO_CARD, N_("Hands are given before the first draw; expected `show` "
                                               "for cards seen later."));
    for (int i = 0; i < a->said->count; i++)
        curse_named |= a->said->argument[i].card == CURSE;
    /* the curse need not be named: everybody knows who has it */
    bool dealt = s->night == 2 && seat != s->parent && !curse_named && a->said->count == size - 1;
    if (a->said->count != size && !dealt)
        return hyakumonogatari_wrong_size(a, N_("{seat}'s hand has {size} cards, not {count}; expected ? for each "
                                                "unseen one."));
    return hyakumonogatari_see(a);
}

/* ---- 二夜ノ儀 On to the second night ---------------------------------------------------------- */

/* hyakumonogatari/consent: only after the child lost. */
enum outcome hyakumonogatari_say_consent(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    if (s->phase == BEFORE)
        return hyakumonogatari_need_night(a);
    hyakumonogatari_end_last_turn(a);
    if (s->phase == DURING && s->unagreed && s->turns == 0) {    /* it comes late */
        s->unagreed = false;
        return APPLIED;
    }
    if (s->night == 2)
        return impossible(a, -1, NO_CARD, N_("A third night is the table's own and is not judged; "
                                             "`note \"…\"` keeps what happens."));
    if (s->phase == DURING && (s->gap || s->unfilled != 0 || (s->altar[SUN] > 0 && s->spared >> SUN & 1)))
        s->consent_line = a->said->line;   /* what is not written may have completed the altar */
    else if (s->phase == DURING)
        act_irregular(a, RULE_CONSENT, -1, NO_CARD, N_("A second night was agreed on before the first was lost; or a line "
                                                       "of the first is missing."));
    else if (s->end == BLESSING)
        hyakumonogatari_prove_saved(s, act_irregular(a, RULE_CONSENT, -1, NO_CARD,
                                                     N_("A second night was agreed on, but the child had won the first.")));
    else if (s->end == OPEN)
        s->consent_line = a->said->line;   /* the hands may still be shown */
    s->consented = true;
    return APPLIED;
}
