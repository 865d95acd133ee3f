/*
 * What is known of hidden hands in Haratama: what players claim by playing ("I have no red") and by
 * leading first. The fox signs are in fox.c. Claims are not judged as cards are played; they are
 * weighed against all that was seen when the round is left (core/court.h).
 */
#include "haratama.h"

/*
 * haratama/first-lead: the clause that this hand has blue 5; or, with three players, that blue 5 is
 * aside and this hand has blue 6.
 */
static struct clause leads(const struct haratama *s, int seat)
{
    const uint8_t aside = (uint8_t)(1u << players_of(s)), elsewhere = (uint8_t) ~(1u << seat);
    return (struct clause){
        .ways = players_of(s) == 3 ? 2 : 1,
        .bans = {1, 2},
        .ban = {{{bit(BLUE_5), elsewhere}},
            {{bit(BLUE_5), (uint8_t)~aside}, {bit(BLUE_6), elsewhere}}},
    };
}

/* May this seat have had the card that leads, given what was seen? */
static bool may_lead(const struct haratama *s, int seat)
{
    const struct clause has_lead = leads(s, seat);
    struct view now;
    hands_view(&s->round.hands, &now);
    return !clause_refuted(&now, &has_lead);
}

/* The seat that holds the card that leads in every deal that fits; -1: not known. */
int haratama_leader(const void *game)
{
    const struct haratama *s = game;
    int leader = NOBODY;
    if (s->round.position)
        return NOBODY;
    if (round_holder(&s->round, lead_card(s)) >= 0)
        return round_holder(&s->round, lead_card(s));
    for (int i = 0; i < players_of(s); i++) {
        if (!may_lead(s, i))
            continue;
        if (leader >= 0)
            return -1;
        leader = i;
    }
    return leader;
}

static const char not_seen[] = N_(
    "Blue 5 was not seen; whether {seat} had the lead is not on record.");

static void lead_values(const void *game, const struct claim *c, const struct proof *proof,
    struct message *m)
{
    round_values(game, c, proof, m);
    if (proof->card == BLUE_6)
        m->id = N_("{seat} led first, but blue 5 lies aside, so {proof} leads, and it was in "
                   "{holder}'s hand.");
    else if (m->id == not_seen
             && hands_last(&((const struct haratama *)game)->round.hands, bit(BLUE_5)) != 0)
        m->id = N_("Whether {seat} had the card that leads is not on record.");
}

#define LEAD_TEXTS                                                                     \
    [BY_A_CARD] = N_("{seat} led first, but {proof} was in {holder}'s hand."),         \
    [BY_COUNTING] = N_("{seat} led first, but cannot have held the card that leads."), \
    [NOT_PROVED] = not_seen

/* The texts for four players, and for three, where one card lies aside. */
static const struct charge had_not_blue_5 = {
    .rule = RULE_FIRST_LEAD,
    .text =
        (const char *const[VERDICT_TEXTS]){
            LEAD_TEXTS,
            [CLAIMED] = N_("{seat} led first. That is right only if {seat} had blue 5."),
        },
    .values = lead_values,
};
static const char right_only_if[] = N_(
    "{seat} led first. That is right only if {seat} had blue 5, or blue 6 with blue 5 aside.");
static const struct charge had_not_the_lead = {
    .rule = RULE_FIRST_LEAD,
    .text =
        (const char *const[VERDICT_TEXTS]){
            LEAD_TEXTS,
            [CLAIMED] = right_only_if,
        },
    .values = lead_values,
};

static const struct charge did_not_follow = {RULE_FOLLOW, follow_texts, round_values};

static const struct charge led_blue = {
    .rule = RULE_BLUE_LEAD,
    .text =
        (const char *const[VERDICT_TEXTS]){
            [BY_A_CARD] = N_(
                "{seat} led {card} in trick {trick} before the break, and still held {proof}."),
            [BY_COUNTING] = N_("{seat} led {card} in trick {trick} before the break, but too few "
                               "blue cards were left to fill that hand."),
            [BY_ONE] = N_("{seat} led {card} in trick {trick} before the break, but {cards} can "
                          "have been nowhere but in that hand."),
            [BY_FEW] = N_("{seat} led {card} in trick {trick} before the break, but of {cards} one "
                          "at least was still in that hand."),
            [NOT_PROVED] = N_("{seat} led {card} in trick {trick} before the break; whether {seat} "
                              "had other cards than blue is not on record."),
            [CLAIMED] = N_("{seat} led {card} in trick {trick} before the break. That is right "
                           "only if {seat} had nothing but blue left."),
        },
    .values = round_values,
};

const struct duty haratama_duties[] = {
    [ANY_CARD] = {0},
    [DUTY_FOLLOW] = {&did_not_follow, true, 0},
    [DUTY_NO_BLUE_LEAD] = {&led_blue, false, ~((uint64_t)0xFFFE << (16 * BLUE))},
};

/*
 * Claims of haratama/follow and haratama/blue-lead, play by play, keeping track of whether blue is
 * broken. With house option bad-break=void, a blue that was played irregularly breaks nothing.
 * `out` may be NULL.
 */
static void claim_plays(struct hearing *all, const struct haratama *s,
    const struct setting *setting, struct rulings *out)
{
    /* blue is broken by a play that is not proved irregular, or may be by an unseen one */
    bool sound = s->round.position && !s->unbroken_before;
    uint64_t void_breaks = 0; /* the claims whose refutation shows that blue is not broken */
    for (struct play_walk w = {0}; play_walk_on(&w, &s->round.trick);) {
        const struct play *p = w.play;
        const struct claim *c = NULL;
        sound |= !play_seen(p);
        if (p->suit == BLUE && p->lead && p->duty == ANY_CARD && !sound && !p->apart) {
            if (setting->house->option[HOUSE_BAD_BREAK].choice == 1)
                c = round_claim(all, &w, DUTY_NO_BLUE_LEAD, void_breaks);
            else if (out != NULL)
                open_question(setting, out, HOUSE_BAD_BREAK, p->line);
        } else if (p->duty != ANY_CARD && !p->apart
                   && !(duty_cards(&haratama_duties[p->duty], p->led) & play_card(p))) {
            c = round_claim(all, &w, p->duty, p->lead ? void_breaks : 0);
        }
        if (p->suit == BLUE && c != NULL) {
            sound |= c->weight != REFUTED;
            void_breaks |= (uint64_t)(c->weight == REFUTED) << (c - all->court.row);
        }
    }
}

void haratama_claims(const void *game, const struct setting *setting, struct hearing *all,
    struct rulings *out)
{
    const struct haratama *s = game;
    const struct play *const first = s->lead_by_play ? s->round.trick.play : NULL;
    if (s->lead_line != 0 && !s->round.position) {
        const struct clause has_lead = leads(s, s->first_leader);
        const int16_t card = first != NULL && play_seen(first) ? first->card : NO_CARD;
        const struct charge *charge = players_of(s) == 4 ? &had_not_blue_5 : &had_not_the_lead;
        hearing_claim(all,
            (struct claim){.charge = charge,
                .line = s->lead_line,
                .card = card,
                .seat = s->first_leader,
                .play = -1},
            &has_lead);
    }
    claim_plays(all, s, setting, out);
}

bool haratama_break_stands(const struct haratama *s, const struct setting *setting)
{
    const struct play *play = s->round.trick.play;
    struct hearing all;
    bool stands = false;
    round_hear(&all, s, setting, NULL);
    for (unsigned i = 0; i < all.court.count && !stands; i++) {
        const struct claim *c = &all.court.row[i];
        stands = c->play >= 0 && play[c->play].suit == BLUE && c->weight != REFUTED;
    }
    return stands;
}

/* ---- all of it --------------------------------------------------------------------------- */

void haratama_weigh(const void *state, const struct setting *setting, struct rulings *out)
{
    const struct haratama *s = state;
    if (s->round.stage == BEFORE)
        return;
    round_weigh(s, setting, out);
    haratama_weigh_foxes(s, setting, out);
}
