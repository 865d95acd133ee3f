/*
 * What is done in Tezumashi, in the order of its rulebook: playing cards and abilities. How a deal
 * begins is in deal.c, the draft in draft.c, and who takes a trick in win_trick.c. Each check
 * stands beside the rule that it enforces.
 */
#include "tezumashi.h"

#include <string.h>

void tezumashi_begin(void *state, const struct setting *setting)
{
    struct tezumashi *s = state;
    memset(s, 0, sizeof *s);
    round_prepare(&s->round, &tezumashi_round, setting->seats->count);
    s->starter = s->last_starter = NOBODY;
}

void tezumashi_copy(void *to, const void *from) { round_copy(to, from, sizeof(struct tezumashi)); }
void tezumashi_keep(void *before, void *state, bool follows)
{
    round_keep(before, state, sizeof(struct tezumashi), follows);
}

/* ---- カードを出す Playing a card ------------------------------------------------------------- */

int tezumashi_turn(const void *state, const struct setting *setting)
{
    const struct tezumashi *s = state;
    int chooser = tezumashi_chooser(s), picks = 0;
    bool asked = setting->house->option[HOUSE_STARTER].choice == ANSWER_ASK;
    if (asked && s->starter < 0 && !round_playing(&s->round))
        return NOBODY;
    for (int i = 0; i < players_of(s); i++)
        picks += s->picks[i];
    return chooser >= 0 && picks > 0 ? chooser : round_player(&s->round);
}

/*
 * A seat that has yet to play and has used an ability nobody entered may by that ability play no
 * card.
 */
static void presume_skips(const struct act *a)
{
    struct tezumashi *s = a->state;
    for (int i = 0; i < players_of(s); i++)
        if (!(s->round.trick.on_table & 1u << i) && s->effect[i].what & EFFECT_UNKNOWN)
            tezumashi_pass_over(s, i);
    if (round_trick_full(&s->round))
        tezumashi_complete(a);
}

/*
 * If a name passes over such seats, they are taken to play no card, until one of their cards is
 * named: an ability that nobody entered never makes a play out of turn.
 */
static void presume_passed(struct tezumashi *s, int seat)
{
    const int due = round_player(&s->round), players = players_of(s);
    const uint8_t mine = (uint8_t)(1u << seat);
    if (s->skipped & mine && s->effect[seat].what & EFFECT_UNKNOWN
        && !(s->effect[seat].what & EFFECT_SKIP) && !lies_full(s)) {
        s->round.trick.on_table &= (uint8_t)~mine;
        s->skipped &= (uint8_t)~mine;
        s->round.trick.spared[seat]--;
    }
    if (due < 0 || s->round.trick.on_table & mine)
        return;
    for (int i = due; i != seat; i = next_clockwise(i, players))
        if (!(s->round.trick.on_table & 1u << i) && !(s->effect[i].what & EFFECT_UNKNOWN))
            return;
    for (int i = due; i != seat; i = next_clockwise(i, players))
        if (!(s->round.trick.on_table & 1u << i))
            tezumashi_pass_over(s, i);
}

/*
 * A lead tells who won the trick before, if that trick was gathered without a winner being named:
 * the seat that leads, or the seat before it that said it plays no card.
 */
static void say_unsaid(const struct act *a, int seat)
{
    struct tezumashi *s = a->state;
    struct trick *t = &s->round.trick;
    const int last = t->done - 1, players = players_of(s);
    int winner = seat;
    assert(players > 0);
    for (int i = (seat + players - 1) % players; i != seat && s->skipped >> i & 1;
         i = (i + players - 1) % players)
        winner = i;
    if (t->full || t->plays > t->first || !(t->may_lead >> winner & 1) || s->round.turns != 0)
        return;
    t->leader = t->taker[last] = (int8_t)winner;
    t->may_lead = 0;
    s->presumed &= (uint16_t) ~(1u << last);
    tezumashi_count_tricks(s);
}

/*
 * Nobody said who starts, and a seat has said early that it plays no card. The seat named with the
 * first card was then the one to lead, unless the card is simply in turn.
 */
static void lead_behind_skips(struct tezumashi *s, int seat)
{
    const int due = round_player(&s->round);
    if (s->starter < 0 && s->round.kept == BY_PLAYS && s->skipped != 0 && due >= 0 && seat != due
        && !(s->skipped & 1u << seat))
        s->starter = s->round.trick.leader = (int8_t)seat;
}

/*
 * The trick before is taken now. A statement that names the player says who leads; else house
 * starter decides.
 */
static void before_play(const struct act *a, int seat, bool named)
{
    struct tezumashi *s = a->state;
    if (named)
        say_unsaid(a, seat);
    if (named && s->unsure)
        presume_passed(s, seat);
    if (named && s->round.trick.on_table & 1u << seat && s->unsure && !lies_full(s))
        presume_skips(a);
    if (named && tezumashi_presumed(s, a->setting) & 1u << seat)
        tezumashi_tell_winner(s, seat);
    if (lies_full(s))
        tezumashi_gather(a, s->round.trick.winner);
    if (s->round.position)
        return;
    if (s->round.trick.plays + s->round.trick.done == 0 && named)
        lead_behind_skips(s, seat);
    if (s->round.trick.plays + s->round.trick.done > 0 || (named && round_playing(&s->round)))
        return;
    /* there may have been a choice before the first one on record */
    if (named && s->first_choice != 0 && s->start_line == 0 && !tezumashi_order_known(s))
        s->starter = s->round.trick.leader = (int8_t)seat;
    if (s->starter >= 0 || seat < 0)
        return;
    if (!named)
        tezumashi_leave_open(a->setting, a->out, HOUSE_STARTER, a->said->line);
    /* a seat that plays no card before the first card is taken to be the one that was to lead */
    s->starter = round_playing(&s->round) ? s->round.trick.leader : (int8_t)seat;
}

/*
 * tezumashi/follow, unless an ability frees the seat from it, or may free it because nobody entered
 * what it does.
 */
static int duty_of(const void *game, int seat, int led)
{
    const struct tezumashi *s = game;
    return led < 0 || s->effect[seat].what & (EFFECT_FREE | EFFECT_UNKNOWN) ? ANY_CARD
                                                                            : DUTY_FOLLOW;
}

static const struct charge did_not_follow = {RULE_FOLLOW, follow_texts, round_values};

static const struct duty duties[] = {
    [ANY_CARD] = {0},
    [DUTY_FOLLOW] = {&did_not_follow, true, 0},
};

const struct round_game tezumashi_round = {
    .suits = &tezumashi_suits,
    .counted = "deal",
    .not_begun = N_(
        "No deal has begun; a new deal begins with who starts, as in `deal; NAME: start`."),
    .over = N_("Deal {deal} is over; expected `deal` first."),
    .too_late = N_("Deal {deal} is over; {card} cannot be played in it."),
    .kept_coarser = N_("Deal {deal} is kept by tricks from here on; single plays cannot follow."),
    .not_in_deck = N_(
        "{card} is not in the deck: three players play without each suit's 1, 9 and one trump."),
    .rule_turn = RULE_TURN,
    .alike_from = TRUMP,
    .copies = COPIES,
    .duty = duties,
    .duty_of = duty_of,
    .first_leader = tezumashi_first_leader,
    .tell_leader = tezumashi_tell_leader,
    .resolved = tezumashi_resolved,
    .before_play = before_play,
    .full = tezumashi_complete,
};

/* ---- 能力カード Abilities -------------------------------------------------------------------- */

/* tezumashi/draft: only a seat that took an ability may use it. */
static bool check_owner(const struct act *a, int ability)
{
    const struct tezumashi *s = a->state;
    int seat = a->said->seat;
    bool known = s->taken[seat][ABILITY] != 0
                 || (s->offered[ABILITY] != 0 && !(s->offered[ABILITY] & 1u << ability));
    for (int i = 0; i < players_of(s); i++)
        known |= s->taken[i][ABILITY] >> ability & 1;
    if (!known || s->taken[seat][ABILITY] & 1u << ability)
        return true;
    message_text(&act_irregular(a, RULE_DRAFT, seat, NO_CARD,
                     N_("{seat} used {ability}, but did not take it in the draft."))
                      ->message,
        "ability", span_of(s->name[ability]));
    return false;
}

/*
 * An ability may not be used more often than its card says. An effect given in words is a use of
 * the ability taken; several effects given so in one trick are one use.
 */
static void count_use(const struct act *a, int ability, uint8_t words)
{
    struct tezumashi *s = a->state;
    uint8_t *said = &s->words[a->said->seat];
    bool goes_on = words != 0 && *said != 0 && !(*said & words);
    *said |= words;
    if (ability < 0 || goes_on)
        return;
    const struct ability *one = tezumashi_ability(a->setting->pack, span_of(s->name[ability]));
    uint8_t *uses = &s->uses[a->said->seat][ability];
    *uses = (uint8_t)(*uses < UINT8_MAX ? *uses + 1 : UINT8_MAX);
    if (one == NULL || one->uses < 0 || *uses <= one->uses)
        return;
    struct message *m = &act_irregular(a, RULE_DRAFT, a->said->seat, NO_CARD,
        N_("{seat} used {ability} {count} times in this deal; its card allows {uses}."))
                             ->message;
    message_text(m, "ability", span_of(s->name[ability]));
    message_number(m, "count", *uses);
    message_number(m, "uses", one->uses);
}

/* Reads what is used: a name, an effect in words, or both. Without a name `ability` becomes -1. */
static enum outcome read_use(const struct act *a, int *ability, struct effect *effect)
{
    const struct argument *first = &a->said->argument[0];
    int from = first->kind == ARGUMENT_TEXT;
    *ability = NOBODY;
    *effect = (struct effect){.what = EFFECT_UNKNOWN};
    if (first->kind == ARGUMENT_UNSEEN)
        return APPLIED;
    enum outcome outcome = tezumashi_effects(a->said, from, effect, a->fault);
    if (from == 0 || outcome != APPLIED)
        return outcome;
    outcome = tezumashi_named(a, 0, ability);
    if (outcome != APPLIED || effect->what != 0)
        return outcome;
    const struct ability *one = tezumashi_entered(a->state, a->setting, *ability);
    if (one != NULL)
        *effect = one->effect;
    else
        effect->what = EFFECT_UNKNOWN;
    return APPLIED;
}

/* No card is played: the trick goes on without that seat. */
static enum outcome skip(const struct act *a, int seat)
{
    struct tezumashi *s = a->state;
    if (s->round.trick.on_table & 1u << seat)
        return round_impossible(a, seat, NO_CARD,
            N_("{seat} has played to this trick already and cannot skip it."));
    if (s->round.trick.leader < 0 && s->round.trick.done == 0)
        s->round.trick.leader = (int8_t)(tezumashi_first_leader(s) >= 0 ? tezumashi_first_leader(s)
                                                                        : seat);
    tezumashi_pass_over(s, seat);
    return APPLIED;
}

/* Adds an effect to those of that seat in this trick. */
static void affect(struct tezumashi *s, int seat, const struct effect *effect)
{
    struct effect *e = &s->effect[seat];
    int add = e->add + effect->add;
    e->what |= effect->what;
    if (effect->what & EFFECT_NUMBER)
        e->number = effect->number;
    e->add = (int16_t)(add > NUMBER_MOST ? NUMBER_MOST : add < -NUMBER_MOST ? -NUMBER_MOST : add);
    for (int i = s->round.trick.first; i < s->round.trick.plays; i++)
        if (s->round.trick.play[i].seat == seat && effect->what & (EFFECT_FREE | EFFECT_UNKNOWN)) {
            s->round.trick.play[i].duty = ANY_CARD;
            s->round.trick.kept = 0;
        }
}

/*
 * Is a use after a full trick meant for the next trick? It is if it says that the seat plays no
 * card although one of its cards lies there, or does something to a card although none of its cards
 * does.
 */
static bool of_the_next(const struct tezumashi *s, int seat, const struct effect *effect)
{
    bool lies = !(s->skipped & 1u << seat);
    return lies_full(s) && s->round.stage == DURING
           && (effect->what & EFFECT_SKIP ? true : !lies && !(effect->what & EFFECT_WIN));
}

/*
 * May an effect in words be that of the ability taken? Not if the ability is entered with other
 * effects.
 */
static bool in_words(const struct tezumashi *s, const struct setting *setting, int seat,
    const struct effect *effect)
{
    const int taken = s->now.thing[seat][ABILITY];
    const struct ability *one = taken >= 0 ? tezumashi_entered(s, setting, taken) : NULL;
    return one == NULL || !(effect->what & ~one->effect.what);
}

/* tezumashi/ability: reports, once, that nobody entered what the ability does. */
static void ask_ability(const struct act *a, int ability)
{
    struct tezumashi *s = a->state;
    s->now.unknown |= (uint16_t)(1u << ability);
    if (s->asked & 1u << ability)
        return;
    s->asked |= (uint16_t)(1u << ability);
    message_text(
        &act_rule(a, RULING_OPEN, RULE_ABILITY, a->said->seat, NO_CARD,
            N_("What {ability} does is in no pack. Its card is not accused, and who wins the trick "
               "is known only when a line says it: the next lead names its player."))
             ->message,
        "ability", span_of(s->name[ability]));
}

static enum outcome say_use(const struct act *a)
{
    struct tezumashi *s = a->state;
    int seat = a->said->seat, ability;
    struct effect effect;
    enum outcome outcome = read_use(a, &ability, &effect);
    if (outcome != APPLIED)
        return outcome;
    if (s->round.turns != 0)
        return act_malformed(a, -1,
            N_("it is not known whose turn it is; expected `NAME: CARD` before what an ability "
               "does"));
    const bool own = ability < 0 ? in_words(s, a->setting, seat, &effect) : check_owner(a, ability);
    if (of_the_next(s, seat, &effect))
        tezumashi_gather(a, s->round.trick.winner);
    if (own)
        count_use(a, ability >= 0 ? ability : s->now.thing[seat][ABILITY],
            ability >= 0 ? 0 : effect.what);
    if (ability >= 0 && effect.what & EFFECT_UNKNOWN)
        ask_ability(a, ability);
    if (s->round.kept != BY_PLAYS)
        return APPLIED;
    if (effect.what & EFFECT_SKIP && (outcome = skip(a, seat)) != APPLIED)
        return outcome;
    affect(s, seat, &effect);
    s->unsure |= (effect.what & EFFECT_UNKNOWN) != 0;
    if (lies_full(s))
        tezumashi_settle(a);
    else if (round_trick_full(&s->round))
        tezumashi_complete(a);
    return APPLIED;
}

/* ---- coarser records --------------------------------------------------------------------- */

/* In a position, before its first card: tricks won before the record begins. */
static enum outcome trick_before(const struct act *a)
{
    struct tezumashi *s = a->state;
    int sum = 0;
    for (int i = 0; i < players_of(s); i++)
        sum += s->before[i];
    if (sum == TRICKS)
        return round_impossible(a, a->said->seat, NO_CARD,
            N_("Twelve tricks of this deal were won already."));
    s->before[a->said->seat]++;
    s->told_before = true;
    tezumashi_count_tricks(s);
    return APPLIED;
}

/*
 * `Bo: trick`: says who takes a trick that nobody won (house no-winner=ask), or who won the last
 * trick if that is not known; otherwise it records the next trick without its plays.
 */
static enum outcome say_trick(const struct act *a)
{
    struct tezumashi *s = a->state;
    const int seat = a->said->seat;
    const bool unknown = s->unsure || (lies_full(s) && s->round.trick.winner < 0);
    if (s->round.position && !round_playing(&s->round) && s->round.stage == DURING)
        return trick_before(a);
    if (tezumashi_presumed(s, a->setting) & 1u << seat && (!unknown || s->round.stage == AFTER)) {
        tezumashi_tell_winner(s, seat);
        return APPLIED;
    }
    if (s->round.stage == AFTER)
        return round_needed(a);
    if (lies_full(s))
        tezumashi_gather(a, s->round.trick.winner);
    else if (!tezumashi_may_win(s, a->setting, seat))
        return round_impossible(a, seat, NO_CARD,
            N_("{seat} did not win this trick: a better card lies on the table."));
    if (s->round.turns != 0)
        round_leave_apart(a);
    s->round.kept = BY_TRICKS;
    tezumashi_gather(a, seat);
    if (s->round.trick.done == s->round.hands.size)
        tezumashi_close_deal(a);
    return APPLIED;
}

SELDOM static enum outcome refuse_other_totals(const struct act *a)
{
    message_number(&round_refuse(a, NOBODY, NO_CARD,
                       N_("Deal {deal} is over by the totals of line {line}. If they are wrong, "
                          "correct that line; for another deal expected `deal` first."))
                        ->message,
        "line", (int32_t)game(a)->closed_line);
    return IMPOSSIBLE;
}

/* How many tricks this seat is presumed to have won. */
static int presumed_of(const struct tezumashi *s, int seat)
{
    int tricks = 0;
    for (int i = 0; i < s->now.winners; i++)
        tricks += s->presumed >> i & 1 && s->now.winner[i] == seat;
    return tricks;
}

/*
 * The totals have to add up to twelve, and no seat may have fewer tricks than it has certainly won.
 */
static enum outcome check_totals(const struct act *a, const int32_t *total)
{
    const struct tezumashi *s = a->state;
    const int doubtful = tezumashi_presumed(s, a->setting) != 0 ? s->round.trick.winner : NOBODY;
    int64_t sum = 0;
    for (int i = 0; i < players_of(s); i++)
        sum += total[i];
    if (sum != TRICKS) {
        message_number(&round_refuse(a, NOBODY, NO_CARD,
                           N_("The tricks named add up to {count}; deal {deal} has twelve."))
                            ->message,
            "count", sum > INT32_MAX ? INT32_MAX : (int32_t)sum);
        return IMPOSSIBLE;
    }
    for (int i = 0; i < players_of(s); i++) {
        const int won = s->now.tricks[i] - presumed_of(s, i) - (doubtful == i);
        if (total[i] >= won)
            continue;
        if (s->now.totals)
            return refuse_other_totals(a);
        struct message *m = &round_refuse(a, NOBODY, NO_CARD,
            N_("{winner}'s tricks in deal {deal}: {won} on record, but only {named} named."))
                                 ->message;
        message_seat(m, "winner", i);
        message_number(m, "won", won);
        message_number(m, "named", total[i]);
        return IMPOSSIBLE;
    }
    return APPLIED;
}

/*
 * Totals given after a deal's last trick tell who won that trick, if it was not known. If earlier
 * tricks were in doubt, the totals say how many each seat won, but not which.
 */
static void tell_doubtful(const struct act *a, const int32_t *total)
{
    struct tezumashi *s = a->state;
    const uint8_t may = tezumashi_presumed(s, a->setting);
    for (int i = 0; i < players_of(s); i++)
        if (may >> i & 1 && !s->told && total[i] > s->now.tricks[i] - (i == s->round.trick.winner))
            tezumashi_tell_winner(s, i);
    if (s->presumed == 0 && s->now.more == 0)
        return;
    s->told_totals = true;
    for (int i = 0; i < players_of(s); i++) {
        s->now.winners = (uint8_t)(s->now.tricks[i] == total[i] ? s->now.winners : 0);
        s->now.tricks[i] = (uint8_t)total[i];
    }
    s->now.more = 0;
}

/* In a position, before its first card: the tricks won before the record begins. */
static enum outcome tricks_before(const struct act *a, const int32_t *total)
{
    struct tezumashi *s = a->state;
    int64_t sum = 0;
    for (int i = 0; i < players_of(s); i++)
        sum += total[i];
    if (sum > TRICKS || (!s->round.hands.any_size && sum != TRICKS - s->round.hands.size)) {
        struct message *m = &round_refuse(a, NOBODY, NO_CARD,
            N_("The tricks named add up to {count}; with the cards left in each hand they do not "
               "make twelve."))
                                 ->message;
        message_number(m, "count", sum > INT32_MAX ? INT32_MAX : (int32_t)sum);
        return IMPOSSIBLE;
    }
    for (int i = 0; i < players_of(s); i++)
        s->before[i] = (uint8_t)total[i];
    s->told_before = true;
    tezumashi_count_tricks(s);
    return APPLIED;
}

/* `tricks Aki=3 …`: the totals of the whole deal. A player who is not named won none. */
static enum outcome say_tricks(const struct act *a)
{
    struct tezumashi *s = a->state;
    int32_t total[PLAYERS] = {0};
    uint8_t named;
    if (s->round.stage == BEFORE)
        return round_needed(a);
    enum outcome outcome = round_read_seats(a, 0, N_("a negative count; expected how many tricks"),
        total, &named);
    if (outcome != APPLIED)
        return outcome;
    if (s->round.position && !round_playing(&s->round) && s->round.stage == DURING)
        return tricks_before(a, total);
    if (check_totals(a, total) != APPLIED)
        return IMPOSSIBLE;
    if (s->round.stage == AFTER) {
        tell_doubtful(a, total);
        return APPLIED;
    }
    s->told |= tezumashi_presumed(s, a->setting) != 0;
    if (lies_full(s))
        tezumashi_gather(a, s->round.trick.winner);
    for (int i = 0; i < players_of(s); i++)
        s->now.tricks[i] = (uint8_t)total[i];
    s->round.kept = BY_TOTALS;
    s->now.totals = true;
    s->now.more = 0;
    s->round.trick.on_table = s->skipped = 0;
    s->round.trick.first = s->round.trick.plays;
    tezumashi_close_deal(a);
    return APPLIED;
}

/* tezumashi/score: what the table counted goes before what the pack says. */
static enum outcome say_minus(const struct act *a)
{
    struct tezumashi *s = a->state;
    int32_t points[PLAYERS] = {0};
    uint8_t named;
    if (s->round.stage == BEFORE)
        return round_needed(a);
    enum outcome outcome = round_read_seats(a, INT32_MIN, NULL, points, &named);
    if (outcome != APPLIED)
        return outcome;
    for (int i = 0; i < players_of(s); i++)
        if (named & 1u << i)
            s->now.minus[i] = points[i];
    s->now.counted |= named;
    return APPLIED;
}

/* ---- applying a statement ---------------------------------------------------------------- */

enum outcome tezumashi_apply(struct act *a)
{
    const struct tezumashi *s = a->state;
    switch (a->said->verb) {
    case SAY_OFFER: return tezumashi_offer(a);
    case SAY_DEAL: return tezumashi_say_deal(a);
    case SAY_POSITION: return tezumashi_position(a);
    case SAY_TRICKS: return say_tricks(a);
    case SAY_MINUS: return say_minus(a);
    }
    /* these may still come after the last card: they concern the last trick, or are evidence */
    bool late = a->said->verb == SAY_PLAY || a->said->verb == SAY_USE || a->said->verb == SAY_SHOW
                || a->said->verb == SAY_TRICK;
    if (s->round.stage == BEFORE || (s->round.stage == AFTER && !late))
        return round_needed(a);
    switch (a->said->verb) {
    case SAY_PLAY: return round_play(a);
    case SAY_START: return tezumashi_start(a);
    case SAY_HAND: return round_hand(a);
    case SAY_CHOOSE: return tezumashi_choose(a);
    case SAY_USE: return say_use(a);
    case SAY_SHOW: return round_show(a);
    case SAY_TRICK: return say_trick(a);
    }
    return APPLIED;
}

/* ---- what is weighed ---------------------------------------------------------------------- */

/* Weighs the open questions of the last trick, the claims, and what the score leaves open. */
void tezumashi_weigh(const void *state, const struct setting *setting, struct rulings *out)
{
    const struct tezumashi *s = state;
    long points;
    if (s->round.stage == BEFORE)
        return;
    tezumashi_tell_questions(s, setting, out);
    tezumashi_weigh_draft(s, out);
    round_weigh(s, setting, out);
    if (s->round.stage == AFTER && tezumashi_total(s, setting, 0, &points))
        open_question(setting, out, HOUSE_TRACK, s->closed_line);
    uint32_t winners = tezumashi_winners(s, setting);
    if ((winners & (winners - 1)) != 0)
        tezumashi_leave_open(setting, out, HOUSE_TIE, s->closed_line);
}
