/*
 * NeedFire, どう殺すか, in the order of the rulebook: the ignition card, who reacts to it and
 * fights (reacts, in needfire.h), how strongly, and who is wounded. How wounds are treated is in
 * wounds.c.
 */
#include "needfire.h"

#include <string.h>

/* ---- a turn begins: what the one before left undone ------------------------------------------ */

static void never_treated(const struct act *a, int seat, int card, uint32_t line)
{
    ruling_lacks(act_irregular_at(a, RULE_WOUND, seat, card, line,
        N_("{card} was wounded by this ignition, and {seat} never treated the wound.")));
}

/*
 * needfire/wound: the next act ends the turn, and wounds that are still to be treated are reported
 * as left out.
 */
static void leave_wounds(const struct act *a)
{
    struct needfire *s = a->state;
    const uint32_t line = s->ignitions > 0 ? s->lighting[s->ignitions - 1].line : 0;
    const bool open = s->pending != 0 || (s->ignitions > 0 && s->fight.verdict == FIGHT_UNKNOWN);
    for (int i = 0; i < s->players; i++)
        for (int k = 0; k < s->row_count[i]; k++)
            if (s->pending & bit(s->row[i][k]))
                never_treated(a, i, s->row[i][k], line);
    s->late |= s->pending;
    s->pending = 0;
    if (open)
        needfire_end_turn(a, line);
}

/* ---- needfire/turn: clockwise, whoever has no hand is passed over ---------------------------- */

/* Reports an ignition out of turn, with the reason why it was `expected`'s turn. */
static void lit_out_of_turn(const struct act *a, int seat, int card, int expected)
{
    const struct needfire *s = game(a);
    const int before = s->ignitions > 0 && s->stray == NOBODY ? s->lighting[s->ignitions - 1].seat
                                                              : NOBODY;
    struct message *m = &act_irregular(a, RULE_TURN, seat, card,
        card == NO_CARD    ? N_("{seat} lit, but it was {expected}'s turn.")
        : before == NOBODY ? N_("{seat} lit {card}, but it was {expected}'s turn.")
                           : N_("{seat} lit {card}, but {before} lit before, and {expected} was "
                                "the next with a hand."))
                             ->message;
    message_seat(m, "expected", expected);
    if (before != NOBODY)
        message_seat(m, "before", before);
}

/*
 * Checks whose turn it is. An act out of turn leaves the turn where it was. Returns the seats that
 * may have been passed over (a bit each).
 */
static uint8_t check_turn(const struct act *a, int seat, int card)
{
    struct needfire *s = a->state;
    uint8_t passed = 0;
    /* a `turn` line says that it is this seat's turn */
    const bool told = s->ignitions == 0 && !s->under_way;
    for (int i = 0, expected = s->turn; expected >= 0 && expected != seat && i < s->players; i++) {
        const struct cards_held *h = &s->hand[expected];
        if (needfire_hand_holds(s, expected) || (told && i == 0 && !h->sized)) {
            const bool passes = needfire_turn_passes(s, seat);
            if (!passes)
                lit_out_of_turn(a, seat, card, expected);
            s->stray = (int8_t)(passes ? NOBODY : seat);
            return 0;
        }
        if (!h->sized && !h->loose)
            passed |= (uint8_t)(1u << expected);
        expected = next_seat(s, expected);
    }
    s->stray = NOBODY;
    return passed;
}

/*
 * A hand never grows in the battle part, so a seat that has a card now had one when it was passed
 * over.
 */
void needfire_had_a_hand(const struct act *a, int seat)
{
    struct needfire *s = a->state;
    for (uint32_t i = 0; i < s->ignitions; i++) {
        struct ignition_at *l = &s->lighting[i];
        if (!(l->passed & 1u << seat))
            continue;
        l->passed = 0;
        if (!s->hand[seat].loose)
            message_seat(&act_irregular_at(a, RULE_TURN, l->seat,
                             l->card == NOTHING ? NO_CARD : l->card, l->line,
                             N_("{seat} lit {card}, but {expected} was next, and had a hand."))
                              ->message,
                "expected", seat);
    }
}

/* ---- needfire/ignite ------------------------------------------------------------------------- */

/*
 * Begins a turn of the battle part. The turn before is closed; if the battle part had not begun,
 * the ignition is irregular and it begins now.
 */
static void begin_turn(const struct act *a, int seat, int card)
{
    struct needfire *s = a->state;
    if (s->part == PLACEMENT)
        needfire_close_placing(a);
    if (s->part != BATTLE && s->spread > 2) { /* it is nobody's turn to light */
        message_number(&act_irregular(a, RULE_IGNITE, seat, card,
                           N_("{seat} lit a card in the placement part: {count} cards still lie in "
                              "the middle."))
                            ->message,
            "count", s->spread);
        s->turn = UNKNOWN;
    }
    if (s->part != BATTLE)
        needfire_begin_battle(s);
    leave_wounds(a);
}

/*
 * needfire/turn: an earlier line shows that the game is over, so nothing can be lit. This is
 * reported once.
 */
static enum outcome lit_after_the_end(const struct act *a, int seat, int card)
{
    struct needfire *s = a->state;
    if (s->told_over)
        return APPLIED;
    s->told_over = true;
    struct ruling *r = act_irregular(a, RULE_TURN, seat, card, NULL);
    /* there was no line between the last hand becoming empty and this one */
    if (s->end_line == 0 && seat >= 0) {
        s->end_line = a->said->line;
        r->message.id = N_(
            "{seat} lit {card}, but nobody had a card in hand when the battle part began.");
        return APPLIED;
    }
    if (seat < 0)
        needfire_tell_end(a,
            N_("{card} was lit, but the game had ended at line {line}: {who} has {discards} "
               "discards."),
            N_("{card} was lit, but the game had ended at line {line}: nobody had a card in hand."),
            &r->message);
    else
        needfire_tell_end(a,
            N_("{seat} lit {card}, but the game had ended at line {line}: {who} has {discards} "
               "discards."),
            N_("{seat} lit {card}, but the game had ended at line {line}: nobody had a card in "
               "hand."),
            &r->message);
    ruling_because(r, s->end_line);
    return APPLIED;
}

/* Lights one card of the hand, which lies open in the middle. NOTHING: nobody saw which card. */
static enum outcome light(const struct act *a, int seat, int card, uint8_t passed)
{
    struct needfire *s = a->state;
    const bool own = a->said->seat >= 0
                     || (s->card[card].place == HELD && s->card[card].seat == seat);
    if (card == NOTHING)
        needfire_hand_loosen(s, seat);
    else if (!needfire_hand_leave(s, seat, card)) {
        needfire_rule_absent(a, RULE_IGNITE, seat, card,
            N_("{seat} lit {card}, which cannot have been in {seat}'s hand."));
        needfire_hand_force(s, seat, card);
        passed = 0;
    } else if (own)
        needfire_had_a_hand(a, seat);
    s->hand[seat].lit++;
    s->lighting[s->ignitions++] = (struct ignition_at){.line = a->said->line,
        .seat = (int8_t)seat,
        .card = (uint8_t)card,
        .passed = passed};
    return APPLIED;
}

/*
 * Works out the fight. If nobody is wounded, for want of two fighters or for another reason, the
 * turn is over at once.
 */
static void fight_it_out(const struct act *a, int seat, int card)
{
    struct needfire *s = a->state;
    needfire_fight(s, a->setting, seat, card, &s->fight);
    const bool known = s->fight.verdict != FIGHT_UNKNOWN;
    s->pending = known ? s->fight.wounded : 0;
    s->treated = 0;
    memset(s->first_wound, 0, sizeof s->first_wound);
    for (int i = 0; i < s->fight.count; i++)
        if (s->fight.fighter[i].power > 6)
            open_question(a->setting, a->out, HOUSE_POWER_CAP, a->said->line);
    s->unknown |= !known;
    if (known && s->pending == 0)
        needfire_end_turn(a, a->said->line);
}

enum outcome needfire_say_ignite(const struct act *a)
{
    struct needfire *s = a->state;
    const int card = card_at(a->said, 0), named = card == NOTHING ? NO_CARD : card, seat = a->seat;
    if (seat < 0)
        return needfire_is_over(s) ? lit_after_the_end(a, seat, named) : needfire_need_seat(a);
    if (needfire_is_over(s))
        return lit_after_the_end(a, seat, named);
    if (s->ignitions == LIT_MOST)
        return act_impossible(a, seat, named, N_("More ignitions than a deck has cards."));
    if (s->ignitions > 0 && card != NOTHING && s->lighting[s->ignitions - 1].card == card)
        return seen_before(a, seat, card,
            N_("{card} was seen elsewhere; {seat} cannot have lit it."));
    begin_turn(a, seat, named);
    if (needfire_is_over(s))
        return lit_after_the_end(a, seat, named);
    if (card != NOTHING)
        needfire_may_have_gone(s, seat, card);
    if (card != NOTHING && elsewhere(s, seat, card))
        return seen_before(a, seat, card,
            N_("{card} was seen elsewhere; {seat} cannot have lit it."));
    const uint8_t passed = check_turn(a, seat, named);
    const enum outcome outcome = light(a, seat, card, passed);
    if (s->stray == NOBODY)
        s->turn = (int8_t)next_seat(s, seat);
    fight_it_out(a, seat, card);
    return outcome;
}

/* ---- needfire/fighters: every battle card that reacts to the ignition card ------------------- */

/* Because of what nobody saw, may there be other fighters or other strengths? */
static bool is_unknown(const struct needfire *s, const struct needfire_deck *deck,
    const struct fight *fight)
{
    bool unknown = fight->card == NOTHING;
    for (int i = 0; i < fight->count; i++)
        unknown |= needfire_is_loose(s, fight->fighter[i].card);
    for (int c = 1; c < FIRE && s->rows_unknown != 0 && !unknown; c++)
        unknown = s->card[c].place == UNSEEN && deck->card[c].makes != 0
                  && reacts(deck, c, fight->card);
    return unknown;
}

static enum fight_case find_wounded(const struct fighter *fighter, int count, uint64_t *wounded);

void needfire_fight(const struct needfire *s, const struct setting *setting, int seat, int card,
    struct fight *fight)
{
    const struct needfire_deck *deck = setting->pack;
    fight->count = 0;
    fight->seat = (int8_t)seat;
    fight->card = (uint8_t)card;
    fight->element = deck->card[card].makes;
    for (int i = 0; i < s->players && card != NOTHING; i++)
        for (int k = 0; k < s->row_count[i]; k++)
            if (reacts(deck, s->row[i][k], card))
                needfire_strength(s, setting, i, k, &fight->fighter[fight->count++]);
    fight->verdict = find_wounded(fight->fighter, fight->count, &fight->wounded);
    if (is_unknown(s, deck, fight)) {
        fight->verdict = FIGHT_UNKNOWN;
        fight->wounded = 0;
    }
}

/* ---- needfire/strength: power cards and neighbours that the fighter reacts to ---------------- */

/* house power-cap: the rulebook says that no power exceeds six. */
static unsigned capped(const struct setting *setting, unsigned power)
{
    return setting->house->option[HOUSE_POWER_CAP].choice == 1 && power > 6 ? 6 : power;
}

unsigned needfire_strength(const struct needfire *s, const struct setting *setting, int seat,
    int place, struct fighter *out)
{
    const struct needfire_deck *deck = setting->pack;
    int card = s->row[seat][place];
    unsigned power = 0;
    struct fighter f = {.card = (uint8_t)card, .seat = (int8_t)seat};
    for (int kind = 0; kind < 2; kind++)
        for (uint64_t left = s->powers[seat].bits[kind] & deck->answers[card].bits[kind]; left != 0;
             left &= left - 1) {
            int c = kind * FIRE + __builtin_ctzll(left);
            if (s->card[c].on != card)
                continue;
            f.by[kind] |= left & (0 - left);
            power++;
        }
    for (int side = 0; side < 2; side++) {
        int beside = place + (side == 0 ? -1 : 1);
        if (beside < 0 || beside >= s->row_count[seat] || !reacts(deck, card, s->row[seat][beside]))
            continue;
        f.beside[side] = s->row[seat][beside];
        power++;
    }
    f.power = (uint8_t)capped(setting, power);
    if (out != NULL)
        *out = f;
    return f.power;
}

/* ---- needfire/wounded, needfire/reversal ----------------------------------------------------- */

/*
 * Finds the wounded. If exactly one fighter is the strongest, all others are; if several are, all
 * fighters are. If exactly one fighter has any strength at all, only that one is.
 */
static enum fight_case find_wounded(const struct fighter *fighter, int count, uint64_t *wounded)
{
    unsigned most = 0;
    uint64_t all = 0, best = 0, strong = 0;
    for (int i = 0; i < count; i++) {
        uint64_t one = bit(fighter[i].card);
        all |= one;
        if (fighter[i].power > 0)
            strong |= one;
        if (fighter[i].power > most)
            best = 0;
        if (fighter[i].power >= most) {
            best |= one;
            most = fighter[i].power;
        }
    }
    *wounded = 0;
    if (count <= 1)
        return FIGHT_NONE;
    bool one_strong = strong != 0 && (strong & (strong - 1)) == 0;
    bool one_best = (best & (best - 1)) == 0;
    *wounded = one_strong ? strong : one_best ? all & ~best : all;
    return one_strong ? FIGHT_REVERSAL : one_best ? FIGHT_BEST : FIGHT_TIE;
}

uint64_t needfire_recount(const struct needfire *s, const struct setting *setting)
{
    struct fighter still[KIND];
    int count = 0;
    uint64_t fought = 0, wounded;
    for (int i = 0; i < s->fight.count; i++)
        fought |= bit(s->fight.fighter[i].card);
    for (int i = 0; i < s->players; i++)
        for (int k = 0; k < s->row_count[i]; k++)
            if (fought & bit(s->row[i][k]))
                needfire_strength(s, setting, i, k, &still[count++]);
    find_wounded(still, count, &wounded);
    return wounded;
}
