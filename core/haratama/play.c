/*
 * What is done in Haratama, in the order of its rulebook: 3.1 relics, 3.2 deal and pass, 3.3.1 playing a card,
 * 3.3.2–3 the trick. Each check stands beside the rule it enforces.
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
    /* the game goes on, all else begins anew */
    memset(&s->ended, 0, sizeof *s - offsetof(struct haratama, ended));
    s->first_leader = NOBODY;
    s->kami_refused = s->kami_before;
    s->kami_before = false;
    for (int i = 0; i < players_of(s); i++)
        if (s->pass_before & 1u << i)
            hands_pass(&s->round.hands, i, PASSES);
    s->round.pass_lost = s->pass_before;
    s->pass_before = 0;
}

/* Is this of the round that was said while the one before was open, or that nobody said? */
static bool is_of_next(const struct haratama *s, const struct statement *said)
{
    const bool over = s->round.stage != DURING, begun = round_playing(&s->round) || over;
    if (!s->round.next)
        return false;
    switch (said->verb) {
    case SAY_PLAY: return round_row_of_next(&s->round, said);
    case SAY_SHOW: return round_show_of_next(&s->round, said);
    case SAY_HAND: return round_hand_of_next(&s->round, said);
    case SAY_KAMI: return begun || s->kami[0] != 0;
    case SAY_PASS: return begun || s->round.hands.passed & 1u << said->seat;
    case SAY_LEAD: return begun || s->lead_line != 0;
    case SAY_FOX: return begun;
    case SAY_ASIDE: return begun || aside_of(s) != 0;
    case SAY_TRICK: return over;
    case SAY_RELICS: return over && s->round.unsaid.any && !haratama_says_totals(s, said);
    }
    return false;
}

/* What shows that nobody said a round: evidence and totals may be of the one before, and so may what is played on behind its
 * early end. */
static bool needs_round(const struct haratama *s, const struct statement *said)
{
    const bool plays_on = s->ended == BY_RELICS && s->round.kept != BY_TOTALS
                       && (said->verb == SAY_TRICK || (said->verb == SAY_PLAY && said->count == 1 && s->round.kept == BY_PLAYS));
    const bool of_before = s->round.stage == AFTER && (plays_on || said->verb == SAY_SHOW || said->verb == SAY_RELICS);
    return s->round.stage != DURING && said->verb != SAY_ROUND && !of_before;
}

/* … which has begun with it, or before. */
static void begin_next(const struct act *a)
{
    struct haratama *s = a->state;
    const bool shows = a->said->verb == SAY_PLAY || a->said->verb == SAY_SHOW, begun = shows && round_next_begun(&s->round);
    const struct unsaid_round unsaid = s->round.unsaid;
    begin_round(s);
    if (begun)
        round_lose_bearings(&s->round, a->said->line);
    if (unsaid.any)
        round_presume(&s->round, &unsaid);
    s->tricks_refused = unsaid.any && unsaid.verb == SAY_TRICK;
}

/* The ranks were said, though not where they could be: all relics may be captured, which takes so many tricks. */
static bool may_have_ended(const struct haratama *s)
{
    return s->kami_refused && s->kami[0] == 0 && s->round.trick.on_table == 0
        && s->round.trick.done * players_of(s) >= RELICS;
}

/* Is it known that this round is not over? It may have ended by tricks that were refused. */
static bool is_open(const struct haratama *s)
{
    const int refused = s->tricks_refused;
    return s->round.stage == DURING && !may_have_ended(s) && s->round.lost_line == 0 && !s->totals_refused
        && (refused == 0 || (haratama_tricks_left(s) > refused
                             && haratama_captured(s) + refused * players_of(s) < haratama_relics_most(s)));
}

static enum outcome say_round(const struct act *a)
{
    struct haratama *s = a->state;
    uint32_t winners;
    const bool none = round_was_none(&s->round, RELICS);
    if (!none && is_open(s))
        return round_impossible(a, NOBODY, NO_CARD, N_("Round {round} is still open; expected its play, or "
                                             "`relics NAME=COUNT…`, before the next `round`."));
    if (haratama_finished(s, a->setting, &winners))
        return round_impossible(a, NOBODY, NO_CARD,
                                N_("The game was over after round {round}; no further round can begin."));
    s->round.number -= none;
    begin_round(s);
    return APPLIED;
}

bool haratama_turns_page(const void *state, const struct setting *setting, const struct statement *said)
{
    const struct haratama *s = state;
    uint32_t winners;
    const bool turns = said->verb == SAY_ROUND ? !is_open(s) && !round_was_none(&s->round, RELICS) : is_of_next(s, said);
    return turns && !haratama_finished(s, setting, &winners);
}

/* ---- 3.1. Revelation cards and break marker ---------------------------------------------- */

static enum outcome say_kami(const struct act *a)
{
    struct haratama *s = a->state;
    int most = players_of(s) == 4 ? 10 : 8;
    for (int i = 0; i < 3; i++) {
        int rank = a->said->argument[i].number;
        if (rank < 1 || rank > 10)
            return act_malformed(a, i, N_("no such revelation card; expected a rank from 1 to 10"));
    }
    if (s->kami[0] != 0)
        return round_impossible(a, NOBODY, NO_CARD, N_("Three ranks are turned up in round {round} already."));
    if (round_playing(&s->round))
        return round_impossible(a, NOBODY, NO_CARD, N_("The ranks are turned up before the first card is "
                                             "played."));
    uint64_t relics = 0;
    for (int i = 0; i < 3; i++) {
        int rank = a->said->argument[i].number;
        uint64_t cards = 0;
        for (int suit = 0; suit < SUITS; suit++)
            cards |= bit(suit * 16 + rank);
        if (rank > most)
            return round_impossible(a, NOBODY, NO_CARD, N_("Three players use the revelation cards 1 to 8."));
        if (relics & cards)
            return round_impossible(a, NOBODY, NO_CARD, N_("Each revelation card exists once; expected three "
                                                 "different ranks."));
        relics |= cards;
    }
    for (int i = 0; i < 3; i++)
        s->kami[i] = (uint8_t)a->said->argument[i].number;
    s->relics = relics;
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
        haratama_end_if_over(a);  /* house early-end=in-play: all of them may be captured */
    return APPLIED;
}

/* ■ The fox sign: only kept here, and weighed with the round. */
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
                                N_("The first leader is named before the first card is played."));
    if (s->lead_line != 0 && s->first_leader != a->said->seat) {
        message_seat(&round_refuse(a, a->said->seat, NO_CARD,
                                   N_("{leader} was named to lead round {round} already."))->message,
                     "leader", s->first_leader);
        return IMPOSSIBLE;
    }
    if (s->lead_line == 0)
        s->lead_line = a->said->line;
    s->first_leader = a->said->seat;
    if (s->round.lost_line == 0) {
        s->round.trick.leader = s->first_leader;
        s->round.adrift = false;
    }
    return APPLIED;
}

/* ---- 3.3.1. Playing a card --------------------------------------------------------------- */

/* haratama/first-lead: who plays first says that the card that leads is in that hand; weighed later. */
static void claim_lead(const struct act *a, int seat, bool named)
{
    struct haratama *s = a->state;
    struct trick *const t = &s->round.trick;
    /* a `lead` line is the wrong one if it cannot be right: that is told of it, and nobody is out of turn by it */
    if (named && t->plays == 0 && t->leader >= 0 && seat != t->leader && !haratama_may_lead(s, t->leader) && haratama_may_lead(s, seat))
        t->leader = (int8_t)seat;
    if (s->lead_line != 0 || s->round.lost_line != 0)
        return;
    s->lead_line = a->said->line;
    s->first_leader = (int8_t)seat;
    s->lead_by_play = true;
}

/*
 * haratama/follow; haratama/blue-lead: before the break only a hand of nothing but blue leads blue. Behind a row
 * that was not applied nobody knows whether it came.
 */
static int duty_of(const void *game, int seat, int led)
{
    const struct haratama *s = game;
    (void)seat;
    return led >= 0 ? DUTY_FOLLOW : s->broken || s->round.lost_line != 0 ? ANY_CARD : DUTY_NO_BLUE_LEAD;
}

/* House option bad-break: `void`. */
static int duty_by_house(const void *game, const struct setting *setting, const struct round *tried, int seat, int led)
{
    const bool void_break = setting->house->option[HOUSE_BAD_BREAK].choice == 1;
    if (led >= 0 || (!void_break && tried->lost_line == ((const struct haratama *)game)->round.lost_line))
        return duty_of(game, seat, led);
    struct haratama s = *(const struct haratama *)game;
    s.round = *tried;
    if (void_break && s.broken && tried->lost_line == 0)
        s.broken = haratama_break_stands(&s, setting);
    return duty_of(&s, seat, led);
}

/* haratama/break */
static void played(const struct act *a, struct play *p)
{
    game(a)->table |= bit(p->card);
    game(a)->broken |= p->suit == BLUE;
}

/*
 * haratama/early-end: a card after the last relic changes nothing, and so nobody's turn comes: they come in clockwise
 * order from the last winner, or who was named, on whichever lines; a whole trick in a line begins anew. A player who was
 * not named is a guess that proves nothing. One who was has let the card be seen.
 */
static enum outcome play_after_end(const struct act *a, int argument)
{
    struct haratama *s = a->state;
    const int card = a->said->argument[argument].card;
    const bool named = argument == 0 && a->said->seat >= 0;
    const bool whole = argument == 0 && a->said->count >= players_of(s);      /* begins a trick */
    const int next = s->goes_on > 0 && !whole ? s->goes_on - 1 : s->round.trick.leader >= 0 ? s->round.trick.leader : 0;
    const int seat = named ? a->said->seat : next;
    int same = card;
    if (s->round.kept != BY_PLAYS || s->ended != BY_RELICS)
        return round_out_of_place(a, seat, card, haratama_round.too_late);
    enum outcome outcome = round_check_free(a, seat, card);
    if (outcome == APPLIED && named)
        outcome = round_check_held(a, seat, card, &same);
    if (outcome != APPLIED)
        return outcome;
    if (named)
        hands_see(&s->round.hands, SEEN_HELD, seat, card, a->said->line, s->round.trick.done);
    s->goes_on = (uint8_t)(next_clockwise(seat, players_of(s)) + 1);
    haratama_after_end(a, seat, card,
                       N_("{seat} played {card} after the last relic was captured: the round had ended."));
    return APPLIED;
}

/* ---- 3.3.2. Winning the trick · 3.3.3. Capturing relics ---------------------------------- */

/* haratama/trick: the highest rank of the suit led wins; haratama/capture */
static void capture(const struct act *a)
{
    struct haratama *s = a->state;
    const struct play *best = trick_best(&s->round.trick, s, play_worth);
    assert(best != NULL);       /* the card led at least */
    int winner = best->seat;
    s->captured[winner] += (uint8_t)bits_count(s->table & s->relics);
    s->hidden = (uint8_t)(s->hidden + (s->relics == 0));
    s->table = 0;
    trick_end(&s->round.trick, winner);
    haratama_end_if_over(a);
}

/* What was captured in the tricks of which it is known who played what. */
static void recount(struct haratama *s)
{
    struct trick *t = &s->round.trick, one = *t;
    memset(s->captured, 0, sizeof s->captured);
    for (int i = 0, end; i < t->first && !play_disowned(&t->play[i]); i = end) {
        uint64_t cards = 0;
        for (end = i; end < t->first && (end == i || !t->play[end].lead); end++)
            cards |= bit(t->play[end].card);
        one.first = (uint8_t)i;
        one.plays = (uint8_t)end;
        const struct play *best = end - i == players_of(s) ? trick_best(&one, s, play_worth) : NULL;
        if (best != NULL)
            s->captured[best->seat] += (uint8_t)bits_count(cards & s->relics);
    }
}

static void given_up(const struct act *a)
{
    game(a)->table = 0;
    if (game(a)->round.misread)
        recount(a->state);
}

static bool turned(const struct act *a, int lead, int by)
{
    (void)lead, (void)by;
    recount(a->state);
    return true;
}

static void tell_leader(const void *state, struct message *m)
{
    const struct haratama *s = state;
    if (s->round.trick.done > 0)
        return;
    m->id = N_("{seat} led {card}, but line {line} names {expected} to lead first; or a line is missing.");
    message_number(m, "line", (int32_t)s->lead_line);
}

const struct round_game haratama_round = {
    .suits = &haratama_suits,
    .counted = "round",
    .not_begun = N_("No round has begun; expected `round` first."),
    .over = N_("Round {round} is over; expected `round` first."),
    .too_late = N_("Round {round} is over; {card} cannot be played in it."),
    .kept_coarser = N_("Round {round} is kept by tricks from here on; single plays cannot follow."),
    .not_in_deck = N_("{card} is not in the deck: three players use ranks 1 to 10."),
    .no_leader = N_("who leads is not known; expected `NAME: lead` first, or `NAME: CARD`"),
    .rule_turn = RULE_TURN,
    .rule_pass = RULE_PASS,
    .duty = haratama_duties,
    .duty_of = duty_of,
    .duty_by_house = duty_by_house,
    .first_leader = haratama_leader,
    .tell_leader = tell_leader,
    .turned = turned,
    .before_play = claim_lead,
    .played = played,
    .full = capture,
    .given_up = given_up,
    .play_after = play_after_end,
    .fits = haratama_tricks_fit,
    .claims = haratama_claims,
};

/* A seat passes again: one of the two lines is another's, and nobody knows which. The same line twice is one. */
static void doubt_pass(struct haratama *s, const struct statement *said)
{
    const uint64_t given = s->round.hands.now.of[SEEN_PASSED][said->seat];
    bool same = true;
    for (int i = 0; i < said->count; i++)
        same &= said->argument[i].kind == ARGUMENT_UNSEEN || given & bit(said->argument[i].card);
    if (!same)
        hands_forget_pass(&s->round.hands, said->seat);
}

/* A pass that cannot have been this one was another one: nobody knows of which cards. Where no other fits either,
 * this seat has not passed. */
static void pass_refused(const struct act *act)
{
    struct haratama *s = act->state;
    struct hands *h = &s->round.hands;
    const struct statement *said = act->said;
    round_dispute(act, SEEN_PASSED);
    if (s->round.stage != DURING && said->seat >= 0)
        s->pass_before |= (uint8_t)(1u << said->seat);
    if (s->round.stage != DURING || round_playing(&s->round) || said->seat < 0)
        return;
    if (h->passed & ~s->round.pass_lost & 1u << said->seat) {
        doubt_pass(s, said);
        return;
    }
    hands_pass(h, said->seat, h->passing);
    s->round.pass_lost |= (uint8_t)(1u << said->seat);
    if (!hands_fit(h))
        hands_pass_not(h, said->seat);
}

/* A row was refused, and nothing but the `lead` line has said whose cards are whose: one of the two is wrong. */
static void doubt_lead(const struct act *act)
{
    struct haratama *s = act->state;
    const struct round *r = &s->round;
    const struct statement *said = act->said;
    bool named = said->seat >= 0 && !(r->trick.on_table & 1u << said->seat);
    for (int i = 0; i < r->trick.plays; i++)
        named |= r->trick.play[i].named;
    const struct ruling *why = round_refusal(act);
    if (named || r->stage != DURING || why == NULL || why->card < 0)
        return;
    s->lead_disputed |= (round_copies(r, why->card) & ~r->hands.out) != 0;
}

/*
 * A trick has been played that cannot be: where it has relics behind the last one, one before it was counted wrongly, and the
 * round was not over.
 */
static void trick_refused(const struct act *act)
{
    struct haratama *s = act->state;
    haratama_pass_over_trick(s);
    if (s->round.stage == AFTER && s->round.kept == BY_TRICKS)
        rulings_withdraw(act->out, RULE_EARLY_END, s->ended_line, act->said->line);
}

/* What a statement stands for that was refused has been done all the same. */
void haratama_refused(struct act *act)
{
    struct haratama *s = act->state;
    if (is_of_next(s, act->said))
        begin_next(act);
    s->behind |= s->round.stage == AFTER;
    if (needs_round(s, act->said))
        round_find_unsaid(&s->round, act->said, act->said->verb == SAY_LEAD ? act->said->seat : NOBODY);
    if (act->said->verb == SAY_TRICK)
        trick_refused(act);
    if (act->said->verb == SAY_PLAY)
        doubt_lead(act);
    if (act->said->verb == SAY_KAMI)
        *(s->round.stage == DURING && s->kami[0] == 0 ? &s->kami_refused : &s->kami_before) = true;
    if (act->said->verb == SAY_RELICS) {
        round_settle_doubt(&s->round, true);
        s->totals_refused |= s->round.stage == DURING;
    }
    if (act->said->verb == SAY_ROUND)
        round_next_refused(&s->round, s->kami[0] != 0 || s->lead_line != 0 || s->round.hands.passed != 0,
                           bits_count(s->relics & ~s->round.hands.out & ~aside_of(s)) <= 1 && s->relics != 0);
    else if (act->said->verb == SAY_PASS)
        pass_refused(act);
    else
        round_refused(act);
}

/* ---- applying a statement ---------------------------------------------------------------- */

/* What is said of an open round alone, but its plays. */
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
    struct haratama *s = a->state;
    uint32_t winners;
    s->round.beyond |= s->round.next && haratama_finished(s, a->setting, &winners) && is_of_next(s, a->said);
    if (s->round.beyond)
        return APPLIED;
    if (is_of_next(s, a->said))
        begin_next(a);
    const bool over = s->round.stage == AFTER;
    switch (a->said->verb) {
    case SAY_ROUND: return say_round(a);
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
    case SAY_ASIDE:               /* it lies open still */
        if (over && !s->behind)
            return say_aside(a);
        break;
    }
    return say_in_round(a);
}
