/*
 * The duty of a must-follow game, stated once: what was claimed by playing, what may be played, the odds. See round.h.
 */
#include "round.h"

const char *const follow_texts[VERDICT_TEXTS] = {
    [BY_A_CARD] = N_("Trick {trick} was led in {led}; {seat} played {card} and still held {proof}."),
    [BY_COUNTING] = N_("Trick {trick} was led in {led}; {seat} played {card}, but the cards still in that hand cannot "
                       "all have been of other suits."),
    [NOT_PROVED] = N_("Whether {seat} could have followed {led} in trick {trick} depends on cards nobody has shown."),
    [CLAIMED] = N_("{seat} played {card} in trick {trick}, which was led in {led}. That is right only if {seat} had no {led} left."),
};

void round_values(const void *game, const struct claim *c, const struct proof *proof, struct message *m)
{
    const struct round *r = game;
    if (c->play >= 0) {
        message_number(m, "trick", r->trick.play[c->play].trick);
        message_word(m, "led", r->game->suits->name[r->trick.play[c->play].led]);
    }
    if (proof->card >= 0) {
        message_card(m, "proof", round_code(r->game, proof->card));
        message_seat(m, "holder", proof->holder);
    }
}

static void view_of(const void *game, uint32_t until, struct view *out)
{
    hands_view(&((const struct round *)game)->hands, until, out);
}

static int sighted(const void *game, int place, uint64_t cards, uint32_t since, uint32_t line, uint32_t *seen)
{
    return hands_sighted(&((const struct round *)game)->hands, place, cards, since, line, seen);
}

static void shortage(const void *game, const struct supposed *one, unsigned count, struct grounds *out)
{
    hands_shortage(&((const struct round *)game)->hands, one, count, round_code_of, game, out);
}

static const struct witness witness = {view_of, sighted, shortage, round_code_of};

const struct claim *round_claim(struct hearing *all, const struct play_walk *w, int duty, uint64_t upon)
{
    const struct round *r = all->game;
    const struct duty *row = &r->game->duty[duty];
    uint64_t never = duty_cards(row, w->play->led) & r->hands.deck & ~w->gone;
    if (w->play->since != 0)
        never &= hands_since(&r->hands, w->play->seat, w->play->since);
    struct clause none = play_clause(w, never);
    struct claim claim = play_claim(w, row->charge, round_code(r->game, w->play->card));
    claim.upon = upon;
    claim.since = w->play->since;
    return hearing_claim(all, claim, &none);
}

void round_claim_plays(const void *game, const struct setting *setting, struct hearing *all, struct rulings *out)
{
    const struct round *r = game;
    (void)setting;
    (void)out;
    for (struct play_walk w = {0}; play_walk_on(&w, &r->trick);) {
        const int duty = w.play->duty;
        if (duty != ANY_CARD && !(duty_cards(&r->game->duty[duty], w.play->led) & bit(w.play->card)))
            round_claim(all, &w, duty, 0);
    }
}

/* All claims of the round, each weighed against what was seen. */
static void claim_all(struct hearing *all, const struct round *r, const struct setting *setting, struct rulings *out)
{
    hearing_begin(all, &witness, r);
    (r->game->claims != NULL ? r->game->claims : round_claim_plays)(r, setting, all, out);
}

void round_weigh(const void *state, const struct setting *setting, struct rulings *out)
{
    const struct round *r = state;
    struct hearing all;
    if (r->stage == BEFORE)
        return;
    claim_all(&all, r, setting, out);
    court_report(&all.court, out);
}

/* The suit led; -1: the next card leads. */
static int suit_led(const struct trick *t)
{
    return t->winner >= 0 || t->plays == t->first ? -1 : t->play[t->first].led;
}

/* The duty, turned round: exact where the whole hand is known. */
struct cardset round_legal(const void *state, const struct setting *setting, int seat)
{
    const struct round *r = state;
    const int led = suit_led(&r->trick);
    (void)setting;
    if (r->stage != DURING || r->kept != BY_PLAYS || (r->trick.winner < 0 && r->trick.on_table & 1u << seat))
        return (struct cardset){{0, 0}};
    const int duty = r->game->duty_of(r, seat, led);
    uint64_t sure, hand = hands_may_hold(&r->hands, seat, &sure);
    uint64_t should = duty == ANY_CARD ? 0 : duty_cards(&r->game->duty[duty], led);
    return round_codes(r->game, sure & should ? hand & should : hand);
}

bool round_odds(const void *state, const struct setting *setting, int code, void *scratch, double *shares)
{
    const struct round *r = state;
    const uint64_t copies = round_copies(r, code) & ~r->hands.out;
    struct hearing all;
    deals none, fit = 0;
    uint16_t hands = 0;
    if (r->stage == BEFORE || r->kept != BY_PLAYS || round_copies(r, code) == 0)
        return false;
    claim_all(&all, r, setting, NULL);
    if (!hearing_count(&all, &all.now.bins, scratch, &fit) || fit == 0)
        return false;
    for (int i = 0; i <= r->hands.players; i++) {
        struct bins without = all.now.bins;
        const uint16_t where = i < r->hands.players ? all.now.in[i] : hands;
        bins_forbid(&without, copies, where);
        if (!hearing_count(&all, &without, scratch, &none))
            return false;
        shares[i] = (double)((long double)none / (long double)fit);
        hands |= where;
    }
    for (int i = 0; i < r->hands.players; i++)
        shares[i] = 1 - shares[i];
    return true;
}
