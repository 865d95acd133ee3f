/* Cards played in a round of a must-follow game, in turn order; see round.h. */
#include "round.h"

void round_trick(const void *state, struct trick_laid *out)
{
    const struct round *r = state;
    *out = (struct trick_laid){.count = 0};
    if (r->stage != DURING || r->kept != BY_PLAYS)
        return;
    for (int i = r->trick.first; i < r->trick.plays && r->trick.winner < 0; i++) {
        out->seat[out->count] = (int8_t)r->trick.play[i].seat;
        out->card[out->count++] = (int16_t)round_code(r->game, r->trick.play[i].card);
    }
    for (int seat = 0; seat < r->hands.players; seat++)
        out->lacking += (r->trick.winner >= 0 || !(r->trick.on_table & 1u << seat)) && cards_left(r, seat) > 0;
}

void round_tell_trick(const struct round *r, struct teller *t)
{
    tell_open(t, "trick_cards", '[');
    for (int i = r->trick.first; i < r->trick.plays && r->trick.winner < 0; i++) {
        tell_open(t, NULL, '{');
        tell_seat(t, "seat", r->trick.play[i].seat);
        tell_card(t, "card", round_code(r->game, r->trick.play[i].card));
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

static enum outcome check_card(const struct act *a, int seat, int code, int *card)
{
    struct round *r = a->state;
    enum outcome outcome = round_check_free(a, seat, code);
    if (outcome != APPLIED)
        return outcome;
    if (r->trick.on_table & 1u << seat && !round_put_in_turn(r, seat))
        return refuse_second(a, seat, code);
    if (r->lost_line == 0 && cards_left(r, seat) <= 0)      /* behind a lost row what was seen there decides */
        return round_impossible(a, seat, code, N_("{seat} has no card left."));
    return round_check_held(a, seat, code, card);
}

/* Whose turn it was, and why: who won the last trick and how, or who played before. */
SELDOM static void tell_turn(const struct round *r, int expected, struct message *m)
{
    const struct trick *t = &r->trick;
    const struct play *won = NULL, *before = t->plays > t->first ? &t->play[t->plays - 1] : NULL;
    for (int i = t->first - 1; before == NULL && i >= 0 && t->play[i].trick == t->done; i--)
        won = t->play[i].seat == expected ? &t->play[i] : won;
    message_seat(m, "expected", expected);
    message_number(m, "trick", t->done);
    if (won != NULL)
        message_card(m, "won", round_code(r->game, won->card));
    if (before != NULL)
        message_seat(m, "before", before->seat);
    else if (r->game->tell_leader != NULL)
        r->game->tell_leader(r, m);
    if (m->id == NULL)
        m->id = before == NULL ? N_("{seat} led {card}, but it was {expected}'s lead: trick {trick} was {expected}'s, by {won}; or a "
                                    "line is missing.")
                               : N_("{seat} played {card}, but it was {expected}'s turn: {before} played before; or a line is "
                                    "missing.");
}

/*
 * GAME/turn. Plays out of turn one after the other are one finding, at the first: behind it a line may be missing, or
 * stand elsewhere, or its name is the wrong one. Where nobody could know who leads first, whoever does has said it. Whose turn it was, as
 * far as that is judged.
 */
static int check_turn(const struct act *a, int seat, int code, bool judged)
{
    struct round *r = a->state;
    const bool lead = r->trick.plays == r->trick.first;
    const int expected = r->trick.leader >= 0 && judged ? round_player(r) : NOBODY;
    const bool out_of_turn = expected >= 0 && seat != expected && !(lead && trick_doubted(&r->trick));
    const bool explained = out_of_turn && lead && round_turned_by_name(r, expected, seat);
    const bool runs_on = explained || (lead ? r->lead_before_turn : r->before_turn);
    r->before_turn = out_of_turn;
    if (lead)
        r->lead_before_turn = out_of_turn && !explained;
    if (out_of_turn && !runs_on)
        tell_turn(r, expected, &act_irregular(a, r->game->rule_turn, seat, code, NULL)->message);
    return expected;
}

static void put_on_table(const struct act *a, int seat, int card, bool named, int due)
{
    struct round *r = a->state;
    struct play *p = trick_add(&r->trick, seat, card, suit_of(card), a->said->line);
    p->duty = (uint8_t)r->game->duty_of(r, seat, p->lead ? -1 : p->led);
    p->since = r->lost_line;
    p->stray = r->before_turn;
    p->due = (int8_t)due;
    r->strayed |= p->stray;
    p->named = named;
    hands_see(&r->hands, SEEN_PLAYED, seat, card, a->said->line, r->trick.done);
    if (r->game->played != NULL)
        r->game->played(a, p);
    if (round_trick_full(r))
        r->game->full(a);
}

static enum outcome play(const struct act *a, int seat, int code, bool named, bool known)
{
    struct round *r = a->state;
    int card = NO_CARD;
    if (r->game->before_play != NULL)
        r->game->before_play(a, seat, named);
    if (named && known && r->strayed && !(r->trick.on_table == 0 ? r->lead_before_turn : r->before_turn))
        round_bear_out(a, seat, code);
    enum outcome outcome = check_card(a, seat, code, &card);
    if (outcome != APPLIED)
        return outcome;
    const int due = check_turn(a, seat, code, named && known);
    put_on_table(a, seat, card, named, due);
    return APPLIED;
}

/* Nobody knows to which trick the card belongs, nor, without a name, whose it is. */
SELDOM static enum outcome play_astray(const struct act *a, int seat, int code)
{
    struct round *r = a->state;
    const uint64_t left = round_copies(r, code) & ~r->hands.out & ~r->hands.now.of[SEEN_ASIDE][0];
    uint64_t unseen = left;              /* in no hand that is on record */
    for (int i = 0; i < r->hands.players; i++)
        unseen &= ~r->hands.known[i];
    int card = left != 0 ? __builtin_ctzll(unseen != 0 ? unseen : left) : NO_CARD;
    enum outcome outcome = seat < 0 ? round_check_free(a, seat, code) : round_check_held(a, seat, code, &card);
    if (outcome != APPLIED)
        return outcome;
    hands_see(&r->hands, seat < 0 ? SEEN_TAKEN : SEEN_PLAYED, seat, card, a->said->line, r->trick.done);
    r->lost_line = a->said->line;
    return APPLIED;
}

static enum outcome play_one(const struct act *a, int i)
{
    struct round *r = a->state;
    const bool named = i == 0 && a->said->seat >= 0, known = !r->adrift && !r->astray;
    const int code = a->said->argument[i].card;
    if (r->kept != BY_PLAYS)
        return round_out_of_place(a, named ? a->said->seat : NOBODY, code, r->game->kept_coarser);
    if (!round_find_bearings(a, i))
        return play_astray(a, named ? a->said->seat : NOBODY, code);
    const int seat = named ? a->said->seat : round_player(r);
    if (seat < 0)
        return act_malformed(a, i, r->trick.plays > 0 || r->lost_line != 0
                             ? N_("who leads is not known in this trick; expected `NAME: CARD`") : r->game->no_leader);
    return play(a, seat, code, named, known);
}

SELDOM static enum outcome play_after(const struct act *a, int argument)
{
    const struct round_game *game = round_of(a)->game;
    if (game->play_after != NULL)
        return game->play_after(a, argument);
    return round_out_of_place(a, argument == 0 ? a->said->seat : NOBODY, a->said->argument[argument].card, game->too_late);
}

/* A card of the round that has ended, of nobody knows whom. */
SELDOM static enum outcome play_unowned(const struct act *a, int argument)
{
    struct round *r = a->state;
    const int code = a->said->argument[argument].card;
    const enum outcome outcome = round_check_free(a, NOBODY, code);
    if (outcome == APPLIED)
        hands_see(&r->hands, SEEN_TAKEN, NOBODY, __builtin_ctzll(round_copies(r, code) & ~r->hands.out), a->said->line,
                  r->trick.done);
    return outcome;
}

/* The cards of a row from this one on, which are behind the end of the round. */
SELDOM static enum outcome play_on_behind(const struct act *a, int from, int open)
{
    const bool unowned = from > 0 && round_doubt_row(a, open);
    enum outcome outcome = APPLIED;
    for (int i = from; i < a->said->count && outcome == APPLIED; i++)
        outcome = unowned ? play_unowned(a, i) : play_after(a, i);
    return outcome;
}

enum outcome round_play(struct act *a)
{
    struct round *r = a->state;
    a->again = a->reading == 0 && round_may_turn_back(r);
    if (a->reading > 0)
        round_turn_back(a);
    round_settle_lost(a);
    if (r->presumed && r->adrift)
        round_presume_leader(r, a->said);
    if (r->told && r->adrift && a->said->seat < 0 && r->stage == DURING && r->kept == BY_PLAYS) {
        round_refused(a);         /* that nobody knows who leads was said */
        return APPLIED;
    }
    const bool open_round = r->stage == DURING;
    const int open = a->said->count > 1 ? trick_cards(&r->trick) : 0;   /* a card alone is a layout by itself */
    const int spared = open > 0 ? open - (r->trick.plays - r->trick.first) : 0;
    round_check_layout(a, open, spared);
    if (open > spared)
        round_note_doubt(r, a->said);
    enum outcome outcome = APPLIED;
    for (int i = 0; i < a->said->count && outcome == APPLIED; i++) {
        if (r->stage == AFTER) {
            outcome = play_on_behind(a, i, open);
            break;
        }
        outcome = play_one(a, i);
    }
    if (outcome == APPLIED && open_round)
        round_note_layout(a, open, spared);
    return outcome;
}
