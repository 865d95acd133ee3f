/* A round on record as a course of plays with all hands open; see could_round.h. */
#include "could_round.h"
#include "round.h"
#include "rulebook.h"

#include <string.h>

/*
 * What each hand held when the play began; of one hand alone that was not seen whole, all that
 * nobody else had.
 */
static enum could_lack see_hands(const struct round *r, struct could_course *c, int left_over)
{
    uint64_t all = r->hands.now.of[SEEN_ASIDE][0];
    uint8_t lacking = 0;
    unsigned lacks = 0;
    for (int i = 0; i < r->hands.players; i++) {
        if (hand_size(&r->hands, i) != r->hands.size) /* then some trick lacks a card */
            return LACKS_TURN;
        c->at[0].hand[i] = r->hands.known[i];
        for (int k = 0; k < r->trick.plays; k++)
            if (!play_seen(&r->trick.play[k]) && r->trick.play[k].seat == i)
                c->at[0].hand[i] |= bit(left_over);
        all |= c->at[0].hand[i];
        const int missing = hand_size(&r->hands, i) - (int)bits_count(c->at[0].hand[i]);
        lacking |= (uint8_t)((unsigned)(missing != 0) << i);
        lacks = missing != 0 ? (unsigned)missing : lacks;
    }
    const uint64_t rest = r->hands.deck & ~all;
    if (lacking != 0 && (lacking & (lacking - 1)) == 0 && bits_count(rest) == lacks) {
        c->at[0].hand[__builtin_ctz(lacking)] |= rest;
        lacking = 0;
    }
    c->lacking = lacking;
    return LACKS_NOTHING;
}

/* ---- cards that nobody saw ---- */

/* Hands to be filled up, and after them the place of a card that was left over. */
struct could_filling {
    uint64_t never[HANDS_MOST + 1]; /* cards that cannot have been there */
    int room[HANDS_MOST + 1];
    uint64_t now[HANDS_MOST + 1];
    bool too_many;
};

static void fill(struct could_course *c, struct could_filling *f, uint64_t rest)
{
    if (rest == 0) {
        f->too_many |= c->worlds == COULD_WORLDS;
        if (!f->too_many)
            memcpy(c->unseen[c->worlds++], f->now, sizeof c->unseen[0]);
        return;
    }
    const uint64_t card = rest & -rest;
    for (int i = 0; i <= HANDS_MOST && !f->too_many; i++) {
        if (f->room[i] == 0 || f->never[i] & card)
            continue;
        f->room[i]--;
        f->now[i] |= card;
        fill(c, f, rest & ~card);
        f->now[i] &= ~card;
        f->room[i]++;
    }
}

/*
 * Who did not follow, and is not known to have been able to, had none; and who led the suit that
 * is shut, nothing else.
 */
static void see_voids(const struct could_course *c, struct could_filling *f)
{
    for (int n = 0; n < c->plays; n++) {
        const struct could_stand *at = &c->at[n];
        const int seat = could_turn(&c->rules, at), suit = suit_of(c->card[n]);
        const bool lawful = could_lawful(&c->rules, at) & bit(c->card[n]);
        if (lawful && at->laid > 0 && suit != suit_of(at->card[0]))
            f->never[seat] |= suit_cards(suit_of(at->card[0]));
        if (lawful && at->laid == 0 && suit == c->rules.shut && !at->open)
            f->never[seat] |= ~suit_cards(suit);
    }
}

/* All ways in which they may lie; a relic among them would have kept the round open. */
static enum could_lack see_worlds(const struct round *r, struct could_course *c)
{
    struct could_filling f = {.too_many = false};
    uint64_t rest = r->hands.deck & ~r->hands.now.of[SEEN_ASIDE][0];
    int room = 0;
    for (int i = 0; i < c->rules.players; i++) {
        rest &= ~c->at[0].hand[i];
        f.room[i] = hand_size(&r->hands, i) - (int)bits_count(c->at[0].hand[i]);
        room += f.room[i];
    }
    f.room[HANDS_MOST] = (int)bits_count(rest) - room;
    if (f.room[HANDS_MOST] < 0 || f.room[HANDS_MOST] > 1)
        return LACKS_HANDS;
    see_voids(c, &f);
    if (room == 0)
        c->worlds = 1;
    else
        fill(c, &f, rest);
    return f.too_many || c->worlds == 0 ? LACKS_HANDS : LACKS_NOTHING;
}

/* One play further, as it was made; who really took a full trick leads, whatever made it so. */
static enum could_lack take_play(const struct round *r, struct could_course *c, int n,
    int left_over)
{
    const struct play *p = &r->trick.play[n];
    const int card = play_seen(p) ? p->card : left_over;
    struct could_stand *at = &c->at[n + 1];
    int taker, brought;
    *at = c->at[n];
    memcpy(c->got[n + 1], c->got[n], sizeof c->got[n]);
    if (n == 0)
        at->leader = c->at[0].leader = p->seat;
    if (could_turn(&c->rules, at) != p->seat || !(at->hand[p->seat] & bit(card)))
        return LACKS_TURN;
    c->card[n] = (uint8_t)card;
    c->line[n] = p->line;
    if (could_play(&c->rules, at, card, &taker, &brought)) {
        const int really = p->trick <= r->trick.done ? round_taker(r, p->trick - 1)
                           : r->trick.full           ? r->trick.winner
                                                     : NOBODY;
        if (really >= 0 && really != taker)
            c->bent = true;
        at->leader = (uint8_t)(really >= 0 ? really : taker);
        c->got[n + 1][at->leader] = (int8_t)(c->got[n + 1][at->leader] + brought);
    }
    return LACKS_NOTHING;
}

static enum could_lack take_plays(const struct round *r, struct could_course *c, int left_over)
{
    enum could_lack lack = LACKS_NOTHING;
    for (int n = 0; n < r->trick.plays && lack == LACKS_NOTHING; n++, c->plays++)
        lack = take_play(r, c, n, left_over);
    return lack;
}

static bool has_plays(const struct round *r)
{
    return r->kept == BY_PLAYS && !r->position && r->turns == 0;
}

static enum could_lack see_course(const struct round *r, struct could_course *c)
{
    const int left_over = round_left_over(r);
    if (r->stage != AFTER)
        return LACKS_ROUND;
    if (!has_plays(r) || r->trick.plays == 0)
        return LACKS_PLAYS;
    if (r->unseen > 0 && left_over == NO_CARD)
        return LACKS_CARD;
    enum could_lack lack = see_hands(r, c, left_over);
    if (lack == LACKS_NOTHING)
        lack = take_plays(r, c, left_over);
    return lack == LACKS_NOTHING ? see_worlds(r, c) : lack;
}

static void begin(const struct round *r, const struct setting *setting, struct could_course *out)
{
    memset(out, 0, sizeof *out);
    memset(out->aim, NOBODY, sizeof out->aim);
    out->rules = (struct could_rules){.players = r->hands.players, .shut = NOBODY};
    out->number = r->number;
    setting->book->could->rules(r, setting, out);
}

void could_course_with(const void *state, const struct setting *setting, const uint64_t *hand,
    struct could_course *out)
{
    const struct round *r = state;
    begin(r, setting, out);
    const int leader = r->trick.plays > 0 ? 0 : round_next(r);
    out->worlds = 1;
    memcpy(out->at[0].hand, hand, sizeof out->at[0].hand);
    out->at[0].leader = (uint8_t)(leader >= 0 ? leader : 0);
    const enum could_lack lack = !has_plays(r)   ? LACKS_PLAYS
                                 : leader < 0    ? LACKS_LEADER
                                 : r->unseen > 0 ? LACKS_CARD
                                                 : take_plays(r, out, NO_CARD);
    if (lack != LACKS_NOTHING)
        out->lack = lack;
}

bool could_course(const void *state, const struct setting *setting, struct could_course *out)
{
    const struct round *r = state;
    if (setting->book->could == NULL)
        return false;
    begin(r, setting, out);
    const enum could_lack lack = see_course(r, out);
    if (lack != LACKS_NOTHING)
        out->lack = lack;
    return true;
}
