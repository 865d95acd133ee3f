/* Cards played in a round of a must-follow game, in turn order; see round.h. */
#include "round.h"

void round_trick(const void *state, struct trick_laid *out)
{
    const struct round *r = state;
    *out = (struct trick_laid){.count = 0};
    if (r->stage != DURING || r->kept != BY_PLAYS)
        return;
    for (int i = r->trick.first; i < r->trick.plays && !r->trick.full; i++) {
        const struct play *p = &r->trick.play[i];
        out->seat[out->count] = (int8_t)(p->apart ? NOBODY : p->seat);
        out->card[out->count++] = (int16_t)(play_seen(p) ? round_code(r, p->card) : NO_CARD);
    }
    for (int seat = 0; seat < r->hands.players; seat++)
        out->lacking += (r->trick.full || !(r->trick.on_table & 1u << seat))
                        && cards_left(r, seat) > 0;
}

void round_tell_trick(const struct round *r, struct teller *t)
{
    tell_open(t, "trick_cards", '[');
    for (int i = r->trick.first; i < r->trick.plays && !r->trick.full; i++) {
        const struct play *p = &r->trick.play[i];
        tell_open(t, NULL, '{');
        tell_seat(t, "seat", p->apart ? NOBODY : p->seat);
        if (play_seen(p))
            tell_card(t, "card", round_code(r, p->card));
        else
            tell_nothing(t, "card");
        tell_close(t);
    }
    tell_close(t);
}

int round_turn(const void *state, const struct setting *setting)
{
    (void)setting;
    return round_player(state);
}

SELDOM static enum outcome refuse_second(const struct act *a, int seat, int code)
{
    const struct trick *t = &round_of(a)->trick;
    bool lies = false;
    for (int i = t->first; i < t->plays; i++)
        lies |= t->play[i].seat == seat;
    return round_impossible(a, seat, code,
        lies ? N_("{seat} has played to this trick already; {card} would be a second card.")
             : N_("{seat} plays no card to this trick; {card} cannot lie in it."));
}

/*
 * Checks a card that was seen and sets its bit. While plays are set apart it is not known whose
 * card it is.
 */
static enum outcome check_seen(const struct act *a, int seat, int code, int *card)
{
    const struct round *r = round_of(a);
    const uint64_t left = round_copies(r, code) & ~r->hands.out & ~r->hands.now.of[SEEN_ASIDE][0];
    if (r->turns == 0)
        return round_check_held(a, seat, code, card);
    *card = __builtin_ctzll(left & ~r->hands.known_to_be ? left & ~r->hands.known_to_be : left);
    return APPLIED;
}

/*
 * Checks that the seat plays one card to the trick, and one that it may hold. `code` NO_CARD:
 * nobody saw it.
 */
static enum outcome check_card(const struct act *a, int seat, int code, int *card)
{
    const struct round *r = round_of(a);
    *card = UNSEEN;
    if (code != NO_CARD && round_check_free(a, seat, code) != APPLIED)
        return IMPOSSIBLE;
    if (r->trick.on_table & 1u << seat)
        return refuse_second(a, seat, code);
    if (cards_left(r, seat) <= 0)
        return round_impossible(a, seat, code, N_("{seat} has no card left."));
    return code != NO_CARD ? check_seen(a, seat, code, card) : APPLIED;
}

/* Says whose turn it was, and why: who won the last trick and how, or who played before. */
SELDOM static void tell_turn(const struct act *a, int expected, struct message *m)
{
    const struct round *r = round_of(a);
    const struct trick *t = &r->trick;
    const struct play *won = NULL, *before = t->plays > t->first ? &t->play[t->plays - 1] : NULL;
    for (int i = t->first - 1; before == NULL && i >= 0 && t->play[i].trick == t->done; i--)
        won = t->play[i].seat == expected && !t->play[i].apart ? &t->play[i] : won;
    message_seat(m, "expected", expected);
    if (before == NULL && t->done == 0)
        message_number(m, "other", (int32_t)a->said->line);
    else if (before == NULL)
        message_number(m, "trick", t->done);
    if (won != NULL && play_seen(won))
        message_card(m, "won", round_code(r, won->card));
    if (before != NULL)
        message_seat(m, "before", before->seat);
    else if (r->game->tell_leader != NULL)
        r->game->tell_leader(r, m);
    if (m->id == NULL)
        m->id = before != NULL ? N_(
                    "{seat} played {card}, but it was {expected}'s turn: {before} played before.")
                               : N_("{seat} led {card}, but it was {expected}'s lead: trick "
                                    "{trick} was {expected}'s, by {won}.");
}

/*
 * A lead after a trick whose winner is not known: the leader has won that trick, and must be one of
 * those who may have.
 */
static void lead_unknown(const struct act *a, int seat, int code)
{
    struct round *r = a->state;
    struct trick *t = &r->trick;
    if (t->done == 0)
        return;
    if (t->may_lead == 0 || t->may_lead >> seat & 1) {
        t->taker[t->done - 1] = (int8_t)seat;
        if (r->game->resolved != NULL)
            r->game->resolved(a);
        return;
    }
    message_number(
        &act_irregular(a, r->game->rule_turn, seat, code,
            N_("{seat} led, but cannot have won trick {trick}, whatever was not seen in it."))
             ->message,
        "trick", t->done);
}

/*
 * GAME/turn: plays go clockwise from the leader. If it was not known who leads, whoever leads
 * decides it.
 */
static void check_turn(const struct act *a, int seat, int code)
{
    const struct round *r = round_of(a);
    const bool lead = r->trick.plays == r->trick.first;
    const int expected = r->trick.leader >= 0 ? round_player(r) : NOBODY;
    if (expected >= 0 && seat != expected)
        tell_turn(a, expected, &act_irregular(a, r->game->rule_turn, seat, code, NULL)->message);
    else if (lead && r->trick.leader < 0)
        lead_unknown(a, seat, code);
}

/*
 * The duty that a play had. It is not known if the card led was not seen, or the card itself was
 * not.
 */
static int duty_of(const struct round *r, const struct play *p)
{
    return !play_seen(p) || (!p->lead && p->led == UNSEEN)
               ? ANY_CARD
               : r->game->duty_of(r, p->seat, p->lead ? -1 : p->led);
}

static void note_unseen(struct round *r, int seat, uint32_t line)
{
    r->unseen++;
    for (int i = 0; i < r->hands.players; i++)
        if (r->turns != 0 || i == seat)
            r->unseen_line[i] = line;
}

static void put_on_table(const struct act *a, int seat, int card)
{
    struct round *r = a->state;
    const struct trick *t = &r->trick;
    const int led = t->plays > t->first ? t->play[t->first].led : -1;
    const bool told = r->game->rather != NULL && card != UNSEEN;
    const uint64_t rather = told ? r->game->rather(r, led, card) : 0;
    struct play *p = trick_add(&r->trick, seat, card, card == UNSEEN ? UNSEEN : round_suit(r, card),
        a->said->line);
    p->duty = (uint8_t)duty_of(r, p);
    p->rather = rather;
    p->since = r->unseen_line[seat];
    p->apart = r->turns != 0;
    if (card == UNSEEN)
        note_unseen(r, seat, a->said->line);
    else
        hands_see(&r->hands, p->apart ? SEEN_TAKEN : SEEN_PLAYED, seat, card, a->said->line,
            r->trick.done);
    if (r->game->played != NULL)
        r->game->played(a, p);
    if (round_trick_full(r))
        r->game->full(a);
}

/*
 * Cards without a name while it is not known who leads: the fault shows how they are written with
 * one.
 */
SELDOM static enum outcome leader_unknown(const struct act *a, int argument)
{
    const struct argument *card = &a->said->argument[argument];
    act_malformed(a, argument,
        card->kind == ARGUMENT_CARD
            ? N_("it is not known who leads; expected the leader in front, as in `{seat}: {card}`")
            : N_("it is not known who leads; expected the leader in front, as in `{seat}: ?`"));
    message_seat(&a->fault->message, "seat", 1);
    message_card(&a->fault->message, "card", card->card);
    return MALFORMED;
}

/*
 * The player of a card without a name: the seat whose turn it is, or the next one clockwise from a
 * leader that a later line will tell.
 */
static enum outcome find_seat(const struct act *a, int argument, int *seat)
{
    struct round *r = a->state;
    const struct trick *t = &r->trick;
    *seat = t->full ? t->winner : round_next(r);
    if (r->game->before_play != NULL)
        r->game->before_play(a, *seat, false);
    if (*seat >= 0 && !(t->leader < 0 && t->done > 0))
        return APPLIED;
    if (t->plays + t->done == 0 && !r->position)
        return leader_unknown(a, argument);
    if (t->on_table != 0)
        return act_malformed(a, argument,
            N_("it is not known who leads this trick; expected `NAME: CARD`"));
    if (r->turns != 0)
        round_leave_apart(a);
    round_set_apart(r);
    *seat = t->leader;
    return APPLIED;
}

/* A name tells whose this card is and, if it fits, whose the plays set apart are. */
static enum outcome name_seat(const struct act *a, int seat, int code)
{
    struct round *r = a->state;
    if (r->turns != 0 && !round_resolve(a, seat)) {
        if (!r->trick.full && r->trick.on_table != 0)
            return round_impossible(a, seat, code,
                N_("{seat} cannot be next here: no deal would fit these plays."));
        round_leave_apart(a);
    }
    if (r->game->before_play != NULL)
        r->game->before_play(a, seat, true);
    return APPLIED;
}

static enum outcome play_one(const struct act *a, int i)
{
    struct round *r = a->state;
    const bool named = i == 0 && a->said->seat >= 0;
    const int code = a->said->argument[i].kind == ARGUMENT_UNSEEN ? NO_CARD
                                                                  : a->said->argument[i].card;
    int seat = a->said->seat, card;
    if (r->kept != BY_PLAYS)
        return round_out_of_place(a, named ? seat : NOBODY, code, r->game->kept_coarser);
    enum outcome outcome = named ? name_seat(a, seat, code) : find_seat(a, i, &seat);
    if (outcome != APPLIED || (outcome = check_card(a, seat, code, &card)) != APPLIED)
        return outcome;
    if (r->turns == 0)
        check_turn(a, seat, code);
    put_on_table(a, seat, card);
    return APPLIED;
}

SELDOM static enum outcome play_after(const struct act *a, int argument)
{
    const struct round_game *game = round_of(a)->game;
    if (game->play_after != NULL)
        return game->play_after(a, argument);
    return round_out_of_place(a, argument == 0 ? a->said->seat : NOBODY,
        a->said->argument[argument].card, game->too_late);
}

enum outcome round_play(const struct act *a)
{
    const struct round *r = round_of(a);
    enum outcome outcome = APPLIED;
    for (int i = 0; i < a->said->count && outcome == APPLIED; i++)
        outcome = r->stage == AFTER ? play_after(a, i) : play_one(a, i);
    return outcome;
}
