/* NeedFire, どう殺すか and どう供えるか: ignitions, and the end. The fight is in fight.c, wounds in wounds.c. */
#include "needfire.h"

#include <string.h>

/* ---- どう供えるか: the end ----------------------------------------------------------------- */

static bool same_places(const struct needfire *s, const struct ranking *a, const struct ranking *b)
{
    for (int i = 0; i < s->players; i++)
        if (a[i].place != b[i].place)
            return false;
    return true;
}

/* The game is over: did a default decide who stands where? */
void needfire_ask_ranks(const struct act *a)
{
    struct needfire *s = a->state;
    struct ranking taken[PLAYERS], other[PLAYERS];
    bool lit = needfire_lit_counts(a->setting), sum = needfire_by_sum(a->setting);
    needfire_rank(s, a->setting, lit, sum, taken);
    needfire_rank(s, a->setting, !lit, sum, other);
    if (!same_places(s, taken, other))
        open_question(a->setting, a->out, HOUSE_IGNITION, a->said->line);
    needfire_rank(s, a->setting, lit, !sum, other);
    if (!same_places(s, taken, other))
        open_question(a->setting, a->out, HOUSE_RANK_POWER, a->said->line);
    for (int i = 0; i < s->players; i++)
        for (int k = 0; k < s->row_count[i]; k++)
            if (taken[i].power[k] > 6)
                open_question(a->setting, a->out, HOUSE_POWER_CAP, a->said->line);
}

/* needfire/end, when a turn of the battle part is done. */
void needfire_end_turn(const struct act *a)
{
    struct needfire *s = a->state;
    bool lit = needfire_lit_counts(a->setting);
    s->pending = 0;
    const unsigned many = needfire_too_many_discards(s, lit);
    if (!needfire_hands_empty(s) && (many == 0) != (needfire_too_many_discards(s, !lit) == 0))
        open_question(a->setting, a->out, HOUSE_IGNITION, a->said->line);
    s->over = many != 0 || needfire_hands_empty(s);
    s->end_in_doubt = many != 0 && (many & ~(unsigned)s->miscounted) == 0 && !needfire_hands_empty(s);
    s->end_line = a->said->line;
    if (s->over)
        needfire_ask_ranks(a);
}

/* ---- どう殺すか: ignitions ------------------------------------------------------------------ */

static void never_treated(const struct act *a, int seat, int card, uint32_t line)
{
    act_irregular_at(a, RULE_WOUND, seat, card, line,
                     N_("{card} was wounded by this ignition, and {seat} never treated the wound; or a `wound` or "
                        "`guard` line is missing."));
    if (first_card(a->said) != game(a)->fight.card)
        cards_add(&game(a)->forced, game(a)->fight.card);      /* or another card was lit */
}

/* Was another card's wound treated in the place of this seat's? It is one slip. */
static bool stood_in(struct needfire *s, int seat)
{
    if (s->stand_in[seat] == 0)
        return false;
    s->stand_in[seat]--;
    return true;
}

/* The turn of the ignition at that line is over, as this line shows. */
static void end_turn_of(const struct act *a, uint32_t line)
{
    needfire_end_turn(a);
    game(a)->end_line = line;
}

/* Does this seat light where another surely is next? Then wounds that are to be treated still are: the turn stays where it was. */
static bool lights_aside(const struct needfire *s, int seat)
{
    bool aside = false;
    for (int i = 0, due = s->turn; !s->turn_open && due >= 0 && due != seat && i < s->players; i++, due = next_seat(s, due))
        aside |= needfire_hand_holds(s, due) && !(s->lit_early >> due & 1);
    return aside && !needfire_turn_went_on(s, seat);
}

/* needfire/wound: whoever goes on leaves the wounds undone that are still to be treated. */
static void leave_wounds(const struct act *a, int seat)
{
    struct needfire *s = a->state;
    const struct lighting *last = s->ignitions > 0 ? &s->lighting[s->ignitions - 1] : NULL;
    const bool astray = last != NULL && s->treated == 0 && seat != last->seat
                     && (s->stray != NOBODY || last->passed >> seat & 1);
    const uint32_t line = last != NULL ? last->line : 0;
    const bool aside = lights_aside(s, seat);
    const bool rows_in_doubt = s->doubted != 0;      /* another row may have fought otherwise */
    s->early_count = 0;
    if (s->pending == 0 && s->unlit && s->ignitions > 0 && s->ahead == 0)
        end_turn_of(a, line);
    for (int i = 0; i < s->fight.count && astray && s->unlit; i++)
        s->late |= bit(s->fight.fighter[i].card);
    if (s->pending == 0)
        return;
    for (int i = 0; i < s->players && !aside; i++)
        for (int k = 0; k < s->row_count[i]; k++)
            if (s->pending & bit(s->row[i][k]) && !stood_in(s, i)) {
                if (!astray && !s->doubtful && !rows_in_doubt)      /* out of turn; they may come in its place */
                    never_treated(a, i, s->row[i][k], line);
                needfire_doubt_row(s, i);
                if (!s->hand[i].sized || s->hand[i].size > 0)      /* none stays none, treated or guarded */
                    needfire_hand_uncounted(s, i);
            }
    s->late |= s->pending;
    end_turn_of(a, line);
}

/* needfire/turn: why it was whose turn, and that a line may be missing. */
static void lit_out_of_turn(const struct act *a, int seat, int card, int expected, bool behind_stray)
{
    const struct needfire *s = game(a);
    const int before = s->ignitions > 0 && !behind_stray ? s->lighting[s->ignitions - 1].seat : NOBODY;
    struct message *m = &act_irregular(a, RULE_TURN, seat, card, before == NOBODY
        ? N_("{seat} lit {card}, but it was {expected}'s turn; or a line is missing.")
        : N_("{seat} lit {card}, but {before} lit before, and {expected} was the next with a hand; or a line is "
             "missing."))->message;
    message_seat(m, "expected", expected);
    if (before != NOBODY)
        message_seat(m, "before", before);
}

/* It may have been another's card, and turn: whose it was is not known. */
static void open_turn(struct needfire *s, int seat, int card)
{
    for (int i = 0; i < s->players; i++)
        if (i != seat && (s->card[card].place == HELD ? s->card[card].seat == i : needfire_hand_may_leave(s, i, card)))
            needfire_hand_uncounted(s, i);
    for (uint32_t i = 0; i < s->ignitions; i++)
        s->lighting[i].passed = 0;
    s->turn_open = true;
}

/*
 * needfire/turn: clockwise, passing over those without a hand. Returns who may have been passed over. Out of turn
 * the turn stays where it was; acts that run on are told once.
 */
static uint8_t check_turn(const struct act *a, int seat, int card)
{
    struct needfire *s = a->state;
    uint8_t passed = 0;
    int expected = s->turn;
    if (s->turn_open) {
        s->turn_open = false;
        s->stray = NOBODY;
        return 0;
    }
    const bool behind_stray = s->stray != NOBODY;      /* it is not known whose cards were lit */
    bool told = s->ignitions == 0 && !s->under_way;    /* a `turn` line says that this one has a turn */
    for (int i = 0; expected >= 0 && expected != seat && i < s->players; i++) {
        const bool had_turn = s->lit_early >> expected & 1;
        s->lit_early &= (uint8_t)~(1u << expected);
        if (had_turn)
            ;
        else if (needfire_hand_holds(s, expected) || (told && i == 0 && !s->hand[expected].sized)) {
            if (needfire_turn_went_on(s, seat)) {
                needfire_follow_stray(s);
                s->stray = NOBODY;
                return 0;
            }
            bool runs_on = seat == s->stray;
            s->stray = (int8_t)seat;
            if (runs_on)
                return 0;
            lit_out_of_turn(a, seat, card, expected, behind_stray);
            needfire_hand_uncounted(s, seat);
            if (needfire_hand_may_leave(s, expected, card))      /* it may have been theirs */
                needfire_hand_uncounted(s, expected);
            s->lit_early |= (uint8_t)(1u << seat);
            needfire_doubt_passed(s, seat);
            return 0;
        } else if (!s->hand[expected].sized && expected != s->stray)
            passed |= (uint8_t)(1u << expected);
        expected = next_seat(s, expected);
    }
    if (behind_stray && needfire_turn_went_on(s, seat))
        needfire_follow_stray(s);      /* or the turn has gone round */
    else if (behind_stray)
        needfire_not_passed(s);
    s->stray = NOBODY;
    return behind_stray ? 0 : passed;
}

/* Was it told that this seat lit it out of turn? What runs on is not told again. */
static bool was_told(const struct lighting *l, int seat) { return l->told && l->seat == seat; }

/*
 * needfire/turn, found late: a hand never grows in the battle part. Whoever has a card now had one
 * when passed over.
 */
bool needfire_had_a_hand(const struct act *a, int seat)
{
    struct needfire *s = a->state;
    bool told = false;
    for (uint32_t i = 0; i < s->ignitions && seat >= 0; i++) {
        struct lighting *l = &s->lighting[i];
        if (!(l->passed & 1u << seat))
            continue;
        l->passed = 0;
        s->turn_open |= i + 1 == s->ignitions;
        const bool runs_on = (i > 0 && was_told(&s->lighting[i - 1], l->seat))
                          || (i + 1 < s->ignitions && was_told(&s->lighting[i + 1], l->seat));
        if (s->hand[seat].lost || runs_on)
            continue;
        l->told = true;
        message_seat(&act_irregular_at(a, RULE_TURN, l->seat, l->card, l->line,
                                       N_("{seat} lit {card}, but {expected} was next, and had a hand."))->message,
                     "expected", seat);
        s->lit_early |= (uint8_t)(1u << l->seat);
        needfire_hand_uncounted(s, l->seat);
        told = true;
    }
    return told;
}

/*
 * Was this seat passed over again and again, as one that has no hand? Then that it has one is told once, and not of each who
 * went on: the name here is wrong rather than all of these.
 */
static bool tell_name_instead(const struct act *a, int seat)
{
    struct needfire *s = a->state;
    const uint8_t bit = (uint8_t)(1u << seat);
    int passed = 0;
    for (uint32_t i = 0; i < s->ignitions; i++)
        passed += (s->lighting[i].passed & bit) != 0;
    if (passed < 2 || s->hand[seat].lost)
        return false;
    for (uint32_t i = 0; i < s->ignitions; i++)
        s->lighting[i].passed &= (uint8_t)~bit;
    const int card = first_card(a->said);
    message_number(&act_irregular(a, RULE_TURN, seat, card,
                                  N_("{seat} has a card in hand here, but was passed over {count} times as one without; or the "
                                     "name is wrong."))->message, "count", passed);
    for (int i = 0; i < s->players; i++)
        needfire_hand_uncounted(s, i);
    s->turn_open = true;
    return true;
}

/* The turn before is closed, and the battle part has begun; irregular if it had not. */
static void open_ignition(const struct act *a, int seat, int card)
{
    struct needfire *s = a->state;
    const struct placing *p = &s->placing;
    const bool lacks = p->seat != NOBODY && p->taken < quota(s) && !p->entered;      /* that is told instead */
    const bool early = s->part != BATTLE && s->spread > 2 && !lacks;
    s->halted.is = false;      /* the battle part has gone on */
    if (early)
        needfire_halt_placement(s, seat);
    else if (s->part == PLACEMENT)
        needfire_close_placing(a);
    if (early)
        message_number(&act_irregular(a, RULE_IGNITE, seat, card,
                                      N_("{seat} lit {card} in the placement part: {count} cards still lie in "
                                         "the middle."))->message, "count", s->spread);
    s->turn_open |= early;
    for (int i = 0; i < s->players && early; i++)
        needfire_doubt(s, i);      /* takes may be missing */
    if (s->part != BATTLE)
        needfire_begin_battle(s);
    needfire_fight_undone(s);
    leave_wounds(a, seat);
    if (s->end_in_doubt)      /* by the turn that this one closes */
        s->over = s->end_in_doubt = false;
    s->unlit = s->doubtful = s->said_again = false;
    s->others = 0;
    memset(s->stand_in, 0, sizeof s->stand_in);
}

/* needfire/turn: the end has come, as a line before shows; nothing is lit any more. Told once. */
static enum outcome lit_after_the_end(const struct act *a, int seat, int card)
{
    struct needfire *s = a->state;
    if (s->told_over)
        return APPLIED;
    struct ruling *r = act_irregular(a, RULE_TURN, seat, card, NULL);
    s->told_over = true;
    if (s->end_line == 0 && seat >= 0) {      /* there was no line between the empty hands and this */
        s->end_line = a->said->line;
        r->message.id = N_("{seat} lit {card}, but nobody had a card in hand when the battle part began.");
        return APPLIED;
    }
    if (seat < 0)
        needfire_tell_end(a, N_("{card} was lit, but the game had ended at line {line}: {who} has {discards} discards."),
                          N_("{card} was lit, but the game had ended at line {line}: nobody had a card in hand."), &r->message);
    else
        needfire_tell_end(a, N_("{seat} lit {card}, but the game had ended at line {line}: {who} has {discards} discards."),
                          N_("{seat} lit {card}, but the game had ended at line {line}: nobody had a card in hand."),
                          &r->message);
    ruling_because(r, s->end_line);
    return APPLIED;
}

/* Has a wound left undone, or not known how, brought this card to the hand? */
bool needfire_came_by_wound(const struct needfire *s, int seat, int card)
{
    const struct whereabouts *at = &s->card[card];
    const int wounded = at->place == POWERS ? at->on : card;
    return at->seat == seat && lies_open(at) && (s->late | s->pending | s->refused) & bit(wounded);
}

void needfire_treat_unseen(const struct act *a, int seat, int card)
{
    struct needfire *s = a->state;
    const struct whereabouts *at = &s->card[card];
    needfire_claim(s, seat, card);
    const int wounded = at->place == POWERS ? at->on : card;
    const bool in_doubt = needfire_in_doubt(s, seat) && at->seat == seat && lies_open(at);
    if (!in_doubt && !needfire_came_by_wound(s, seat, card))
        return;
    if (s->pending & bit(wounded) && s->ignitions > 0 && !stood_in(s, seat))
        never_treated(a, seat, wounded, s->lighting[s->ignitions - 1].line);
    s->pending &= ~bit(wounded);
    if (at->place == IN_ROW)
        needfire_take_from_row(s, card);
    needfire_hand_gain(s, seat, card);
    needfire_hand_lay(s, seat);
    needfire_hand_uncounted(s, seat);
    s->miscounted |= (uint8_t)(1u << seat);     /* another wound may have brought it */
    s->late &= ~bit(wounded);
    s->foreseen.wounded = (uint8_t)wounded;
    s->foreseen.taken = (uint8_t)card;
}

/* Might the fight be another one if wounds left undone were treated? Then it is not known who is wounded. */
static bool late_matters(const struct needfire *s)
{
    for (int i = 0; i < s->fight.count && s->late != 0; i++) {
        int seat = s->fight.fighter[i].seat;
        for (int k = 0; k < s->row_count[seat]; k++)
            if (s->late & bit(s->row[seat][k]))
                return true;
    }
    return false;
}

/* Might a card treated before its ignition have fought with what it has lost, or beside others? */
static bool ahead_matters(const struct needfire *s, const struct needfire_deck *deck, int lit)
{
    for (int c = 1; c < FIRE && s->ahead != 0; c++)
        if (s->ahead & bit(c) && (s->card[c].place != IN_ROW || reacts(deck, c, lit)))
            return true;
    return false;
}

static bool lit_last(const struct needfire *s, int seat, int card)
{
    const struct lighting *last = &s->lighting[s->ignitions > 0 ? s->ignitions - 1 : 0];
    return s->ignitions > 0 && (seat == NOBODY || last->seat == seat) && last->card == card;
}

enum outcome needfire_say_ignite(const struct act *a)
{
    struct needfire *s = a->state;
    int card = a->said->argument[0].card, seat = a->seat;
    if (seat < 0)
        return needfire_is_over(s) ? lit_after_the_end(a, seat, card) : needfire_need_seat(a);
    if (s->ignitions == LIT_MOST)
        return act_impossible(a, seat, card, N_("More ignitions than a deck has cards."));
    if (lit_last(s, seat, card))
        return seen_before(a, seat, card, N_("{card} was seen elsewhere; {seat} cannot have lit it."));
    if (!needfire_is_over(s))
        open_ignition(a, seat, card);
    if (needfire_is_over(s))
        return lit_after_the_end(a, seat, card);
    const bool sure = a->said->seat >= 0 || (s->card[card].place == HELD && s->card[card].seat == seat);
    const bool untold = needfire_came_by_wound(s, seat, card);     /* or another card was lit */
    const bool own = s->card[card].place == HELD && s->card[card].seat == seat && !cards_hold(&s->contested, card);
    needfire_treat_unseen(a, seat, card);
    if (elsewhere(s, seat, card))
        return seen_before(a, seat, card, N_("{card} was seen elsewhere; {seat} cannot have lit it."));
    uint8_t passed = check_turn(a, seat, card);
    if (needfire_hand_leave(s, seat, card)) {
        if (sure && (tell_name_instead(a, seat) || needfire_had_a_hand(a, seat)))
            passed = 0;
    } else {
        needfire_rule_absent(a, RULE_IGNITE, seat, card, N_("{seat} lit {card}, which cannot have been in {seat}'s "
                                                     "hand."));
        open_turn(s, seat, card);
        passed = 0;
        needfire_hand_force(s, seat, card);
        s->doubtful = true;
    }
    s->hand[seat].lit++;
    if (s->stray == NOBODY)
        s->turn = (int8_t)next_seat(s, seat);
    s->lighting[s->ignitions++] = (struct lighting){.line = a->said->line, .seat = (int8_t)seat,
                                                    .card = (uint8_t)card, .passed = passed, .told = s->stray == seat,
                                                    .own = own, .unnamed = a->said->seat < 0 && !own};
    needfire_fight(s, a->setting, seat, card, &s->fight);
    s->unlit = untold || late_matters(s) || ahead_matters(s, a->setting->pack, card)
            || needfire_fight_in_doubt(s, a->setting, card);
    s->pending = s->unlit ? 0 : s->fight.wounded & ~s->ahead;
    s->treated = s->was_ahead = s->fight.wounded & s->ahead;
    s->ahead = 0;
    for (int i = 0; i < s->fight.count; i++)
        if (s->fight.fighter[i].power > 6)
            open_question(a->setting, a->out, HOUSE_POWER_CAP, a->said->line);
    if (s->pending == 0 && !s->unlit)
        needfire_end_turn(a);
    return APPLIED;
}

/* ---- what an impossible one stands for ------------------------------------------------------- */

void needfire_refuse_ignition(const struct act *a)
{
    struct needfire *s = a->state;
    int card = a->said->argument[0].card, seat = a->seat;
    if (lit_last(s, a->said->seat, card)) {      /* the same line twice, or another card: then wounds follow */
        s->unlit |= s->pending == 0;
        s->turn_open |= s->treated != 0;
        return;
    }
    open_ignition(a, seat, card);
    if (needfire_is_over(s))
        return;
    check_turn(a, seat, card);
    s->stray = NOBODY;
    open_turn(s, seat, card);
    needfire_hand_uncounted(s, seat);
    s->turn = (int8_t)next_seat(s, seat);
    s->unlit = true;
    s->treated = 0;
}
