/*
 * What is done in Haratama, in the order of its rulebook: 3.1 relics, 3.2 deal and pass, 3.3.1
 * playing a card, 3.3.2–3 the trick. Each check stands beside the rule it enforces.
 *
 * What players claim by playing ("I have no red") is not judged here: see known.c.
 */
#include "haratama.h"

#include <string.h>

void haratama_begin(void *state, const struct setting *setting)
{
    struct haratama *s = state;
    memset(s, 0, sizeof *s);
    round_prepare(&s->round, &haratama_round, setting->seats->count);
    s->contenders = (uint8_t)((1u << players_of(s)) - 1);
}

void haratama_copy(void *to, const void *from) { round_copy(to, from, sizeof(struct haratama)); }
void haratama_keep(void *before, void *state, bool follows)
{
    round_keep(before, state, sizeof(struct haratama), follows);
}

/* ---- 3. A round begins ------------------------------------------------------------------- */

static void begin_round(struct haratama *s)
{
    round_begin(&s->round, deck_of(players_of(s)), HAND, PASSES);
    /* what belongs to the game is kept, all else starts again */
    memset(&s->ended, 0, sizeof *s - offsetof(struct haratama, ended));
    s->first_leader = NOBODY;
}

/*
 * Is it certain that this round is not over? It is not if unseen cards may have been the last
 * relics.
 */
static bool is_open(const struct haratama *s)
{
    return s->round.stage == DURING
           && (s->more == 0
               || haratama_captured(s) + s->hidden * players_of(s) < haratama_relics_most(s));
}

/* A position in which nothing has been played yet, so a `round` may still say which round it is. */
static bool is_position(const struct haratama *s)
{
    return s->round.stage == DURING && s->round.position && !round_playing(&s->round);
}

static enum outcome say_round(const struct act *a)
{
    struct haratama *s = a->state;
    uint32_t winners;
    if (is_position(s))
        return APPLIED;
    if (is_open(s))
        return round_impossible(a, NOBODY, NO_CARD,
            N_("Round {round} is still open; expected its play, or `relics NAME=COUNT…`, before "
               "the next `round`."));
    if (s->round.stage == DURING)
        haratama_close(a, BY_RELICS);
    if (haratama_finished(s, a->setting, &winners))
        return round_impossible(a, NOBODY, NO_CARD,
            N_("The game was over after round {round}; no further round can begin."));
    begin_round(s);
    return APPLIED;
}

bool haratama_turns_page(const void *state, const struct setting *setting,
    const struct statement *said)
{
    const struct haratama *s = state;
    uint32_t winners;
    return said->verb == SAY_ROUND && !is_position(s) && !is_open(s)
           && !haratama_finished(s, setting, &winners);
}

/* `position`: what was done before it is not on record. */
static enum outcome say_position(const struct act *a)
{
    struct haratama *s = a->state;
    int cards, word;
    const enum outcome outcome = round_read_position(a, HAND, &cards, &word);
    if (outcome != APPLIED)
        return outcome;
    if (s->round.stage == BEFORE)
        begin_round(s);
    s->unknown = 1; /* the losses of the rounds before are not known */
    round_begin_position(&s->round, cards);
    s->broken = word == 0;
    s->unbroken_before = word == 1;
    s->may_be_broken = word == NOBODY;
    haratama_recount(s);
    return APPLIED;
}

/* ---- 3.1. Revelation cards and break marker ---------------------------------------------- */

static enum outcome say_kami(const struct act *a)
{
    struct haratama *s = a->state;
    int most = players_of(s) == 4 ? 10 : 8;
    for (int i = 0; i < 3; i++) {
        int rank = a->said->argument[i].number;
        if (rank < 1 || rank > 10)
            return act_misread(a, i,
                N_("“{found}” is on no revelation card; expected a rank from 1 to 10"));
    }
    if (s->kami[0] != 0)
        return round_impossible(a, NOBODY, NO_CARD,
            N_("Three ranks are turned up in round {round} already."));
    if (round_playing(&s->round))
        return round_impossible(a, NOBODY, NO_CARD,
            N_("`kami` comes too late: cards have been played already."));
    uint64_t relics = 0;
    for (int i = 0; i < 3; i++) {
        int rank = a->said->argument[i].number;
        uint64_t cards = 0;
        for (int suit = 0; suit < SUITS; suit++)
            cards |= bit(suit * 16 + rank);
        if (rank > most)
            return round_impossible(a, NOBODY, NO_CARD,
                N_("Three players use the revelation cards 1 to 8."));
        if (relics & cards)
            return round_impossible(a, NOBODY, NO_CARD,
                N_("Each revelation card exists once; expected three different ranks."));
        relics |= cards;
    }
    for (int i = 0; i < 3; i++)
        s->kami[i] = (uint8_t)a->said->argument[i].number;
    s->relics = relics;
    s->kami_line = a->said->line;
    return APPLIED;
}

/* ---- 3.2. Deal, pass and first lead ------------------------------------------------------ */

static enum outcome refuse_because(const struct act *a, int card, const char *message)
{
    ruling_because_seen(a, round_refuse(a, NOBODY, card, message), card);
    return IMPOSSIBLE;
}

static enum outcome say_aside(const struct act *a)
{
    struct haratama *s = a->state;
    struct hands *h = &s->round.hands;
    const int card = a->said->argument[0].card;
    if (h->players == 4)
        return round_impossible(a, NOBODY, card, N_("With four players no card is left over."));
    if (a->said->argument[0].kind == ARGUMENT_UNSEEN) {
        s->aside_unknown = true;
        return APPLIED;
    }
    if (!(h->deck & bit(card)))
        return round_impossible(a, NOBODY, card, haratama_round.not_in_deck);
    if (aside_of(s) != 0)
        return refuse_because(a, card, N_("One card only is left over."));
    if (taken_of(s) & bit(card))
        return refuse_because(a, card, N_("{card} was taken in a trick."));
    const bool seen = hands_last(h, bit(card)) != 0;
    if (!seen)
        hands_see(h, SEEN_ASIDE, NOBODY, card, a->said->line, s->round.trick.done);
    if (seen || !hands_fit(h) || !haratama_tricks_fit(s)) {
        hands_rewind(h, h->count - !seen);
        return refuse_because(a, card, N_("{card} was seen elsewhere; it cannot be aside."));
    }
    if (s->round.stage == DURING && round_playing(&s->round))
        haratama_end_if_over(a); /* house early-end=in-play: perhaps every relic is captured now */
    return APPLIED;
}

/* ■ The fox sign is only kept here; it is weighed with the round. */
static enum outcome say_fox(const struct act *a)
{
    struct haratama *s = a->state;
    if (s->foxes == sizeof s->fox / sizeof *s->fox)
        return round_impossible(a, a->said->seat, NO_CARD, N_("Too many fox signs in one round."));
    open_question(a->setting, a->out, HOUSE_FOX, a->said->line);
    s->fox[s->foxes].line = a->said->line;
    s->fox[s->foxes].seat = a->said->seat;
    s->fox[s->foxes++].shown = a->said->count == 0;
    return APPLIED;
}

static enum outcome say_lead(const struct act *a)
{
    struct haratama *s = a->state;
    if (round_playing(&s->round))
        return round_impossible(a, a->said->seat, NO_CARD,
            N_("`lead` comes too late: cards have been played already."));
    if (s->lead_line != 0 && s->first_leader != a->said->seat) {
        message_seat(&round_refuse(a, a->said->seat, NO_CARD,
                         N_("{leader} was named to lead round {round} already."))
                          ->message,
            "leader", s->first_leader);
        return IMPOSSIBLE;
    }
    if (s->lead_line == 0)
        s->lead_line = a->said->line;
    s->first_leader = s->round.trick.leader = a->said->seat;
    return APPLIED;
}

/* ---- 3.3.1. Playing a card --------------------------------------------------------------- */

/*
 * haratama/first-lead: by playing first, a player claims to hold the card that leads. Weighed
 * later.
 */
static void claim_lead(const struct act *a, int seat, bool named)
{
    struct haratama *s = a->state;
    (void)named;
    if (s->lead_line != 0 || seat < 0 || s->round.position)
        return;
    s->lead_line = a->said->line;
    s->first_leader = (int8_t)seat;
    s->lead_by_play = true;
}

/*
 * haratama/follow; haratama/blue-lead: before the break only a hand that is all blue may lead blue.
 * After an unseen card it is not known whether blue is broken, so nothing is demanded.
 */
static int duty_of(const void *game, int seat, int led)
{
    const struct haratama *s = game;
    (void)seat;
    return led >= 0 ? DUTY_FOLLOW : s->broken || s->may_be_broken ? ANY_CARD : DUTY_NO_BLUE_LEAD;
}

/* House option bad-break: `void`. */
static int duty_by_house(const void *game, const struct setting *setting, const struct round *tried,
    int seat, int led)
{
    const struct haratama *now = game;
    if (led >= 0 || setting->house->option[HOUSE_BAD_BREAK].choice != 1 || !now->broken)
        return duty_of(game, seat, led);
    struct haratama s = *now;
    s.round = *tried;
    s.broken = haratama_break_stands(&s, setting);
    return duty_of(&s, seat, led);
}

/* haratama/break */
static void played(const struct act *a, struct play *p)
{
    struct haratama *s = a->state;
    if (p->lead && p->suit == BLUE && !s->broken && s->may_be_broken)
        act_rule(a, RULING_OPEN, RULE_BLUE_LEAD, p->seat, p->card,
            N_("Whether blue was broken before {card} was led is not on record."));
    s->table |= play_card(p);
    s->broken |= p->suit == BLUE;
    s->may_be_broken |= !play_seen(p);
}

/*
 * haratama/early-end: a card played after the last relic changes nothing and passes no turn. Such
 * cards are assigned clockwise from the last winner or from a player who is named, across lines; a
 * line with a whole trick starts again. A player who is not named is only a guess, so the card
 * proves nothing; a named player has shown the card.
 */
static enum outcome play_after_end(const struct act *a, int argument)
{
    struct haratama *s = a->state;
    const int card = a->said->argument[argument].kind == ARGUMENT_UNSEEN
                         ? NO_CARD
                         : a->said->argument[argument].card;
    const bool named = argument == 0 && a->said->seat >= 0;
    /* a whole trick in this line */
    const bool whole = argument == 0 && a->said->count >= players_of(s);
    const int next = s->goes_on > 0 && !whole     ? s->goes_on - 1
                     : s->round.trick.leader >= 0 ? s->round.trick.leader
                                                  : 0;
    const int seat = named ? a->said->seat : next;
    int same = card;
    if (s->round.kept != BY_PLAYS || s->ended != BY_RELICS)
        return round_out_of_place(a, seat, card, haratama_round.too_late);
    enum outcome outcome = card != NO_CARD ? round_check_free(a, seat, card) : APPLIED;
    if (outcome == APPLIED && named && card != NO_CARD)
        outcome = round_check_held(a, seat, card, &same);
    if (outcome != APPLIED)
        return outcome;
    if (named && card != NO_CARD)
        hands_see(&s->round.hands, SEEN_HELD, seat, card, a->said->line, s->round.trick.done);
    s->goes_on = (uint8_t)(next_clockwise(seat, players_of(s)) + 1);
    haratama_after_end(a, seat, card,
        card != NO_CARD
            ? N_("{seat} played {card} after the last relic was captured: the round had ended.")
            : N_("{seat} played on after the last relic was captured: the round had ended."));
    return APPLIED;
}

/* ---- 3.3.2. Winning the trick · 3.3.3. Capturing relics ---------------------------------- */

/* haratama/trick: the highest rank of the suit led wins; haratama/capture */
static void capture(const struct act *a)
{
    struct haratama *s = a->state;
    struct trick *t = &s->round.trick;
    const bool unseen = trick_unseen(t);
    const uint8_t may = unseen ? round_may_win(&s->round, play_worth, false) : 0;
    const struct play *best = unseen ? NULL : trick_best(t, s, play_worth);
    const int winner = best != NULL             ? best->seat
                       : (may & (may - 1)) == 0 ? __builtin_ctz(may)
                                                : NOBODY;
    const bool known = best != NULL && s->relics != 0 && s->round.turns == 0;
    trick_end(t, winner, may);
    if (known)
        s->captured[winner] += (uint8_t)bits_count(s->table & s->relics);
    else if (best != NULL && s->relics == 0)
        s->hidden++;
    else
        haratama_recount(s);
    s->table = 0;
    haratama_end_if_over(a);
}

/* It has become known whose some plays were, and who took those tricks. */
static void resolved(const struct act *a) { haratama_recount(a->state); }

static void tell_leader(const void *state, struct message *m)
{
    const struct haratama *s = state;
    if (s->round.trick.done > 0)
        return;
    m->id = N_("Lines {line} and {other} disagree who led first.");
    message_number(m, "line", (int32_t)s->lead_line);
}

const struct round_game haratama_round = {
    .suits = &haratama_suits,
    .counted = "round",
    .not_begun = N_(
        "No round has begun; a new round begins with its three ranks, as in `round; kami 3 7 10`."),
    .over = N_("Round {round} is over; expected `round` first."),
    .too_late = N_("Round {round} is over; {card} cannot be played in it."),
    .kept_coarser = N_("Round {round} is kept by tricks from here on; single plays cannot follow."),
    .not_in_deck = N_("{card} is not in the deck: three players use ranks 1 to 10."),
    .rule_turn = RULE_TURN,
    .rule_pass = RULE_PASS,
    .duty = haratama_duties,
    .duty_of = duty_of,
    .duty_by_house = duty_by_house,
    .first_leader = haratama_leader,
    .tell_leader = tell_leader,
    .resolved = resolved,
    .before_play = claim_lead,
    .played = played,
    .full = capture,
    .play_after = play_after_end,
    .fits = haratama_tricks_fit,
    .claims = haratama_claims,
};

/* ---- applying a statement ---------------------------------------------------------------- */

/* Statements, other than plays, that need an open round. */
SELDOM static enum outcome say_in_round(const struct act *a)
{
    enum outcome outcome = round_needed(a);
    if (outcome != APPLIED)
        return outcome;
    switch (a->said->verb) {
    case SAY_KAMI: return say_kami(a);
    case SAY_ASIDE: return say_aside(a);
    case SAY_HAND: return round_hand(a);
    case SAY_PASS: return round_pass(a);
    case SAY_FOX: return say_fox(a);
    case SAY_LEAD: return say_lead(a);
    case SAY_RELICS: return haratama_relics(a);
    }
    return APPLIED;
}

enum outcome haratama_apply(struct act *a)
{
    const struct haratama *s = a->state;
    const bool over = s->round.stage == AFTER;
    switch (a->said->verb) {
    case SAY_ROUND: return say_round(a);
    case SAY_POSITION: return say_position(a);
    case SAY_SHOW: return round_show(a);
    case SAY_PLAY:
    case SAY_TRICK:
        if (s->round.stage != BEFORE)
            return a->said->verb == SAY_PLAY ? round_play(a) : haratama_trick(a);
        break;
    case SAY_RELICS:
        if (over)
            return haratama_relics(a);
        break;
    case SAY_ASIDE: /* the card still lies there and may be seen */
        if (over)
            return say_aside(a);
        break;
    }
    return say_in_round(a);
}
