/*
 * What is known of Hyakumonogatari's hidden hands, and what players claimed about them by what they
 * did or did not do ("I had nothing to use"). The hands are worlds (core/worlds.h), and the court
 * weighs the claims (core/court.h) when a night is left; but any statement may already refute a
 * claim.
 */
#include "hyakumonogatari.h"

/* ---- questions about hidden hands -------------------------------------------------------- */

/* hyakumonogatari/blessing, hyakumonogatari/compound */
static bool holds_doll(const uint8_t has[KINDS], int size, const void *user)
{
    (void)size;
    (void)user;
    return has[DOLL] > 0 || (has[EFFIGY] > 0 && has[INK] > 0);
}

struct hand_answer hyakumonogatari_saved(const struct hyakumonogatari *s, int seat)
{
    static const struct hand_question doll_held = {1u << DOLL | 1u << EFFIGY | 1u << INK,
        holds_doll, NULL};
    return worlds_ask(&s->worlds, seat, &doll_held);
}

/* hyakumonogatari/burn */
static bool holds_sun(const uint8_t has[KINDS], int size, const void *user)
{
    (void)size;
    (void)user;
    return has[SUN] > 0;
}

struct hand_answer hyakumonogatari_in_the_sun(const struct hyakumonogatari *s, int seat)
{
    static const struct hand_question sun_held = {1u << SUN, holds_sun, NULL};
    return worlds_ask(&s->worlds, seat, &sun_held);
}

/* hyakumonogatari/curse-card: the hand holds nothing that can be drawn. */
static bool holds_no_more(const uint8_t has[KINDS], int size, const void *user)
{
    (void)user;
    return size == has[CURSE];
}

static const struct hand_question only_curse = {1u << CURSE, holds_no_more, NULL};

bool hyakumonogatari_bare(const struct hyakumonogatari *s, int seat)
{
    return !worlds_ask(&s->worlds, seat, &only_curse).no;
}

/* No card of the hand can be used; `user` says which kinds cannot (a bit each). */
static bool holds_no_use(const uint8_t has[KINDS], int size, const void *user)
{
    const uint32_t *useless = user;
    for (int k = 0; k < KINDS; k++)
        if (*useless & 1u << k)
            size -= has[k];
    return size == 0;
}

/* ---- claims ------------------------------------------------------------------------------ */

static const struct charge used_nothing = {
    .rule = RULE_USE,
    .text =
        (const char *const[VERDICT_TEXTS]){
            [BY_COUNTING] = N_("{seat} used no card, but held one that could be used."),
            [NOT_PROVED] = N_(
                "{seat} used no card; whether {seat} had one to use is not on record."),
            [CLAIMED] = N_(
                "{seat} used no card. That is right only if {seat} had none that could be used."),
        },
};

static const struct charge drew_nothing = {
    .rule = RULE_DRAW,
    .text =
        (const char *const[VERDICT_TEXTS]){
            [BY_COUNTING] = N_("{seat} went on without drawing from the other hand."),
            [NOT_PROVED] = N_(
                "{seat} did not draw; whether there was a card to draw is not on record."),
            [CLAIMED] = N_(
                "{seat} did not draw. That is right only if the other hand had no card to draw."),
        },
};

static const struct charge drew_the_curse = {
    .rule = RULE_CURSE_CARD,
    .text =
        (const char *const[VERDICT_TEXTS]){
            [BY_COUNTING] = N_("{seat} drew the curse; it cannot be drawn."),
            [NOT_PROVED] = N_(
                "{seat} drew a card that nobody saw; whether it was the curse is not on record."),
            [CLAIMED] = N_(
                "{seat} drew a card that nobody saw. That is right only if it was not the curse."),
        },
};

/* how many claims of a night the worlds remember, apart from those that draws were lawful */
enum { ASKED_MOST = 16 };

static void add_claim(struct hyakumonogatari *s, const struct charge *charge, int seat, int card,
    uint32_t line, struct hand_log_claim says)
{
    s->about[s->claims] = (struct night_claim){.says = says};
    s->claim[s->claims++] = (struct claim){.charge = charge,
        .line = line,
        .seat = (int8_t)seat,
        .card = (int16_t)card,
        .play = -1};
}

static bool may_ask(const struct hyakumonogatari *s)
{
    unsigned asked = 0;
    for (int i = 0; i < s->claims; i++)
        asked += s->claim[i].charge != &drew_the_curse;
    return asked < ASKED_MOST && s->claims < CLAIMS_MOST;
}

/*
 * No proof could be shown, so the ruling becomes unproven. That somebody drew nothing although
 * there was a card to draw is then not reported at all.
 */
static void leave_open(const struct act *a, struct ruling *r, const struct charge *charge)
{
    r->kind = RULING_UNPROVEN;
    message_set(&r->message, charge->text[NOT_PROVED]);
    a->out->count = (uint16_t)(a->out->count - (charge == &drew_nothing));
}

/*
 * What `seat` did is right only if the answer about `whose` hand is yes. If it is yes in no world,
 * the act is irregular; if in all, nothing is said; else the claim, that the hand has none of these
 * kinds, is kept and weighed when the night is left.
 */
static struct hand_answer claim(const struct act *a, const struct charge *charge, int seat,
    int whose, const struct hand_question *question, uint32_t denied)
{
    struct hyakumonogatari *s = a->state;
    const uint32_t line = a->said->line;
    struct hand_answer answer = worlds_ask(&s->worlds, whose, question);
    const struct hand_log_claim says = hyakumonogatari_claim_of(s, whose, denied);
    if (!answer.yes) {
        struct ruling *r = act_irregular(a, charge->rule, seat, NO_CARD, charge->text[BY_COUNTING]);
        r->claim = (struct suspect){.seat = (int8_t)seat,
            .card = NO_CARD,
            .line = line,
            .claim = charge->text[CLAIMED]};
        if (!hyakumonogatari_disprove(s, &says, 0, &r->grounds))
            leave_open(a, r, charge);
    } else if (answer.no && !may_ask(s)) {
        rulings_add(a->out, RULING_UNPROVEN, charge->rule, seat, NO_CARD, line,
            charge->text[NOT_PROVED]);
    } else if (answer.no) {
        worlds_claim(&s->worlds, whose, question, s->claims);
        add_claim(s, charge, seat, NO_CARD, line, says);
    }
    return answer;
}

struct hand_answer hyakumonogatari_used_nothing(const struct act *a, int seat, uint32_t useless)
{
    struct hand_question question = {useless, holds_no_use, &useless};
    return claim(a, &used_nothing, seat, seat, &question, ~useless);
}

struct hand_answer hyakumonogatari_drew_nothing(const struct act *a, int seat, int from)
{
    return claim(a, &drew_nothing, seat, from, &only_curse, DRAWABLE);
}

void hyakumonogatari_drew_curse(const struct act *a, int seat)
{
    act_irregular(a, RULE_CURSE_CARD, seat, CURSE, drew_the_curse.text[BY_COUNTING]);
}

/* The seat whose hand held the cards that this statement names; -1: no hand did. */
static int hand_told_of(const struct statement *said)
{
    switch (said->verb) {
    case SAY_SHOW:
    case SAY_ALTAR:
    case SAY_DISCARD:
    case SAY_REVERSE: return said->seat;
    case SAY_DRAW: return said->seat < 0 ? -1 : other(said->seat);
    }
    return -1;
}

/*
 * The hand now holds more of the cards that the claim denies than have come to it since, so at
 * least one was there: notes that as evidence.
 */
static void note_evidence(const struct act *a, unsigned row)
{
    const struct hyakumonogatari *s = a->state;
    const struct night_claim *about = &s->about[row];
    struct evidence e = {.came = about->came, .seat = (int8_t)about->says.hand};
    if (hand_told_of(a->said) != about->says.hand)
        return;
    for (int i = 0; i < a->said->count && e.cards <= e.came && e.cards < EVIDENCE_MOST; i++) {
        const struct argument *one = &a->said->argument[i];
        if (one->kind == ARGUMENT_CARD && about->says.kinds >> one->card & 1)
            e.card[e.cards++] = (uint8_t)one->card;
    }
    if (e.cards > e.came)
        game_of(a)->claim[row].evidence = e;
}

void hyakumonogatari_watch(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    claims_watch(s->claim, s->claims, &worlds_oracle, &s->worlds, a->said->line);
    for (unsigned i = 0; i < s->claims; i++)
        if (s->claim[i].refuted == a->said->line)
            note_evidence(a, i);
}

/*
 * Counts a card that has come to a hand. It cannot be the curse if it comes from the pile and no
 * curse was shuffled in.
 */
static void note_arrival(const struct act *a, int seat, bool from_pile)
{
    struct hyakumonogatari *s = a->state;
    for (unsigned i = 0; i < s->claims; i++) {
        struct night_claim *about = &s->about[i];
        const bool other_kind = from_pile && about->says.kinds == 1u << CURSE
                                && s->deck[CURSE] == 0;
        about->came = (uint8_t)(about->came
                                + (about->says.hand == seat && !other_kind
                                    && about->came < UINT8_MAX));
    }
}

/* ---- a curse drawn unseen, against hyakumonogatari/curse-card ---------------------------- */

/* When the parent of the second night draws unseen, that claims that the card was not the curse. */
static bool draw_unseen(const struct act *a, int from, int to)
{
    struct hyakumonogatari *s = a->state;
    const struct claim *last = s->claims > 0 ? &s->claim[s->claims - 1] : NULL;
    bool sworn = last != NULL && last->charge == &drew_the_curse && last->line == a->said->line;
    if (!sworn && s->claims == CLAIMS_MOST)
        worlds_lose_strays(&s->worlds);
    if (s->worlds.coarse)
        return worlds_draw(&s->worlds, from, to, UNSEEN);
    if (!sworn) {
        worlds_swear(&s->worlds, s->claims);
        struct hand_log_claim says = hyakumonogatari_claim_of(s, to, 1u << CURSE);
        says.at++; /* the claim is about the time after the draw */
        says.drawn = true;
        add_claim(s, &drew_the_curse, to, CURSE, a->said->line, says);
    }
    return worlds_draw_if_stray(&s->worlds, from, to, s->claims - 1u);
}

bool hyakumonogatari_own_up(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    if (a->again || !worlds_own_up(&s->worlds))
        return false;
    for (unsigned i = 0; i < s->claims; i++) /* what refuted a claim may have relied on that rule */
        if (worlds_oracle.weigh(&s->worlds, i) != REFUTED)
            s->claim[i].refuted = 0;
    return true;
}

/* ---- what happened to the hands ---------------------------------------------------------- */

/* A step has left no world. Does it fit strays? */
static bool only_strays(const struct act *a)
{
    return game_of(a)->worlds.count == 0 && hyakumonogatari_own_up(a);
}

bool hyakumonogatari_leaves(const struct act *a, int seat, int kind)
{
    return worlds_leave(&game_of(a)->worlds, seat, kind) || only_strays(a);
}

bool hyakumonogatari_laid_unseen(const struct act *a, int seat, int most)
{
    return worlds_lay_unseen(&game_of(a)->worlds, seat, most) || only_strays(a);
}

bool hyakumonogatari_drawn(const struct act *a, int from, int to, int kind)
{
    struct hyakumonogatari *s = a->state;
    note_arrival(a, to, false);
    if (kind == UNSEEN && s->night == 2 && to == s->parent)
        return draw_unseen(a, from, to) || only_strays(a);
    return worlds_draw(&s->worlds, from, to, kind) || only_strays(a);
}

bool hyakumonogatari_taken(const struct act *a, int seat, int kind)
{
    note_arrival(a, seat, true);
    return worlds_take(&game_of(a)->worlds, seat, kind) || only_strays(a);
}

bool hyakumonogatari_holds(const struct act *a, int seat, const uint8_t least[KINDS])
{
    return worlds_hold(&game_of(a)->worlds, seat, least) || only_strays(a);
}

/* ---- cards seen --------------------------------------------------------------------------- */

enum outcome hyakumonogatari_misplaced(const struct act *a, int seat, int card, const char *message)
{
    const struct hyakumonogatari *s = a->state;
    bool in_deck = card < 0 || s->deck[card] > 0 || (card == CURSE && s->night == 2);
    const bool open = card >= 0 && in_deck && s->worlds.hidden[card] == 0;
    struct ruling *r = refuse(a, seat, card,
        !in_deck ? N_("{card} is not in this deck.")
        : open   ? N_("{seat} cannot have had {card}: every one lies open by now.")
                 : message);
    if (card >= 0 && in_deck && !open)
        hyakumonogatari_disprove_statement(s, r);
    if (card >= 0 && s->seen[card] != 0 && s->seen[card] != a->said->line)
        ruling_because(r, s->seen[card]);
    return IMPOSSIBLE;
}

enum outcome hyakumonogatari_wrong_size(const struct act *a, const char *message)
{
    struct ruling *r = refuse(a, a->said->seat, NO_CARD, message);
    const int size = game_of(a)->held[a->said->seat];
    message_number(&r->message, "size", size);
    message_number(&r->message, "count", a->said->count);
    hyakumonogatari_prove_too_many(a->said, size, 0, r);
    return IMPOSSIBLE;
}

enum outcome hyakumonogatari_too_many(const struct act *a)
{
    act_malformed(a, -1, N_("too many cards in one hand; expected at most {most}"));
    message_number(&a->fault->message, "most", HAND_MOST);
    return MALFORMED;
}

/* A line counts as a whole: supposes that the cards after this one were seen as well. */
static void suppose_rest(const struct act *a, int from, uint8_t *least)
{
    for (int i = from; i < a->said->count; i++) {
        const int card = a->said->argument[i].card;
        if (a->said->argument[i].kind != ARGUMENT_UNSEEN)
            hand_log_add(&game_of(a)->worlds.trail, HAND_LOG_HOLD, a->said->seat, card,
                ++least[card]);
    }
}

/* More of a card are named than can be hidden, since all others lie open. */
static enum outcome so_many(const struct act *a, int seat, int card)
{
    const struct hyakumonogatari *s = a->state;
    struct ruling *r = refuse(a, seat, card,
        N_("{seat} cannot hold that many of {card}: only {count} can be in hands or pile."));
    message_number(&r->message, "count", s->worlds.hidden[card]);
    if (s->seen[card] != 0 && s->seen[card] != a->said->line)
        ruling_because(r, s->seen[card]);
    return IMPOSSIBLE;
}

enum outcome hyakumonogatari_see(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    int seat = a->said->seat;
    uint8_t least[KINDS] = {0};
    for (int i = 0; i < a->said->count; i++) {
        int card = a->said->argument[i].card;
        if (a->said->argument[i].kind == ARGUMENT_UNSEEN)
            continue;
        least[card]++;
        if (s->worlds.hidden[card] > 0 && s->worlds.hidden[card] < least[card])
            return so_many(a, seat, card);
        if (hyakumonogatari_holds(a, seat, least))
            continue;
        suppose_rest(a, i + 1, least);
        return hyakumonogatari_misplaced(a, seat, card,
            N_("{seat} cannot hold {card}: no hands fit what was seen before."));
    }
    for (int k = 0; k < KINDS; k++)
        if (least[k] > 0)
            s->seen[k] = a->said->line;
    return APPLIED;
}
