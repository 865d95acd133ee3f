/* A trick-taking game told: its deals, the table at a glance, what a card would do. */
#include "trick_game.h"

#include <string.h>

/* A number, or null where it is not known. */
static void tell_known(struct teller *t, const char *key, bool known, long number)
{
    if (known)
        tell_number(t, key, number);
    else
        tell_nothing(t, key);
}

/* Of each seat, but for those that are not known (a bit each). */
static void tell_numbers(struct teller *t, const char *key, const int32_t *numbers, int count,
    uint8_t unknown)
{
    tell_open(t, key, '[');
    for (int i = 0; i < count; i++)
        tell_known(t, NULL, !(unknown >> i & 1), numbers[i]);
    tell_close(t);
}

static void tell_few(struct teller *t, const char *key, const int16_t *numbers, int count,
    uint8_t unknown)
{
    int32_t wide[HANDS_MOST];
    for (int i = 0; i < count; i++)
        wide[i] = numbers[i];
    tell_numbers(t, key, wide, count, unknown);
}

void trick_tell_rows(const void *state, const struct setting *setting, struct teller *t,
    uint32_t *told, bool last)
{
    const struct trick_game *s = state;
    const struct trick_pack *pack = setting->pack;
    const int seats = setting->seats->count;
    (void)last;
    if (s->round.stage != AFTER || (int32_t)*told == s->round.number)
        return;
    *told = (uint32_t)s->round.number;
    tell_open(t, NULL, '{');
    tell_number(t, "deal", s->round.number);
    if (pack->bids)
        tell_few(t, "bid", s->now.bid, seats, s->now.no_bid);
    tell_few(t, "tricks", s->now.tricks, seats, s->now.more_tricks);
    if (pack->worth_said)
        tell_numbers(t, "worth", s->now.worth, seats, s->now.more_worth);
    if (pack->counts > 0)
        tell_open(t, "counts", '{');
    for (int n = 0; n < pack->counts; n++)
        tell_few(t, pack->count[n], s->now.count[n], seats, s->now.more_worth);
    if (pack->counts > 0)
        tell_close(t);
    tell_numbers(t, "points", s->now.points, seats, s->now.no_points);
    tell_numbers(t, "total", s->now.total, seats, s->now.no_total);
    tell_close(t);
}

static void place(const void *state, const struct setting *setting, struct message *out)
{
    const struct round *r = state;
    const bool open = r->stage == DURING;
    (void)setting;
    message_number(message_set(out, open ? N_("D{deal} T{trick}") : N_("D{deal}")), "deal",
        r->number);
    if (open)
        message_number(out, "trick", r->trick.done + 1);
}

/* Who took the trick, and what that makes; where it is known. */
static void news_of_trick(const struct trick_game *s, struct news *out)
{
    const int taker = s->round.trick.leader;
    struct message *m;
    if (taker < 0 || s->round.turns != 0) {
        m = news_add(out, s->round.stage == AFTER
                              ? N_("Who took trick {trick} is not on record.")
                              : N_("Who took trick {trick} shows once the next leader is named."));
        message_number(m, "trick", s->round.trick.done);
        return;
    }
    const bool known = !((s->now.more_tricks | s->now.more_worth) >> taker & 1);
    m = news_add(out, !known ? N_("Trick {trick} is {winner}'s.")
                      : pack_of(s)->worth_said
                          ? N_("Trick {trick} is {winner}'s: tricks {tricks}, worth {worth}.")
                          : N_("Trick {trick} is {winner}'s: tricks {tricks}."));
    message_number(m, "trick", s->round.trick.done);
    message_seat(m, "winner", taker);
    message_number(m, "tricks", s->now.tricks[taker]);
    message_number(m, "worth", s->now.worth[taker]);
}

static void news(const void *before, const void *after, const struct setting *setting,
    struct news *out)
{
    const struct trick_game *was = before, *is = after;
    uint32_t winners;
    if (is->round.number != was->round.number)
        return;
    if (is->round.trick.done > was->round.trick.done)
        news_of_trick(is, out);
    if (is->round.stage == AFTER && was->round.stage != AFTER) {
        message_number(news_add(out, N_("Deal {deal} is over; `score` shows its points.")), "deal",
            is->round.number);
        if (is->now.no_points != 0)
            message_seats(news_add(out,
                              N_("The points of {seats} in this deal are not known, as not all of "
                                 "it is on record.")),
                "seats", is->now.no_points);
        if (trick_finished(is, setting, &winners))
            message_seats(news_add(out, N_("The game is over, won by {winners}.")), "winners",
                winners);
    }
}

static void tell_table(const void *state, const struct setting *setting, struct teller *t)
{
    const struct trick_game *s = state;
    const struct trick_pack *pack = setting->pack;
    const bool open = s->round.stage == DURING;
    tell_open(t, NULL, '{');
    tell_number(t, "deal", s->round.number);
    if (open)
        tell_number(t, "trick", s->round.trick.done + 1);
    tell_seat(t, "turn", trick_turn_now(state, setting));
    tell_truth(t, "open", open);
    if (s->round.stage != BEFORE)
        tell_seat(t, "dealer", s->dealer);
    if (trick_passing(s) > 0)
        tell_number(t, "passing", trick_passing(s));
    if (s->trump_unknown) {
        tell_nothing(t, "trump");
    } else if (s->round.stage != BEFORE && pack->trump != TRUMP_NONE && s->trump_said) {
        tell_open(t, "trump", '[');
        for (int i = 0; i < s->trumps.count; i++)
            tell_word(t, NULL, pack->layout.name[s->trumps.suit[i]]);
        tell_close(t);
    }
    round_tell_trick(&s->round, t);
    tell_open(t, "seats", '[');
    for (int i = 0; i < setting->seats->count; i++) {
        tell_open(t, NULL, '{');
        tell_seat(t, "seat", i);
        tell_number(t, "cards", open ? cards_left(&s->round, i) : 0);
        if (trick_passing(s) > 0)
            tell_truth(t, "passed", s->round.hands.passed >> i & 1);
        if (s->bidders >> i & 1)
            tell_known(t, "bid", !(s->now.no_bid >> i & 1), s->now.bid[i]);
        tell_known(t, "tricks", !(s->now.more_tricks >> i & 1), s->now.tricks[i]);
        if (pack->worth_said)
            tell_known(t, "worth", !(s->now.more_worth >> i & 1), s->now.worth[i]);
        tell_known(t, "points", !(s->unknown >> (i % s->sides) & 1), s->total[i % s->sides]);
        tell_close(t);
    }
    tell_close(t);
    tell_close(t);
}

/* ---- what would come of a card ------------------------------------------------------------- */

static bool may_play(const struct trick_game *s, const struct setting *setting, int seat, int card,
    struct message *why)
{
    const struct cardset legal = seat >= 0 ? trick_legal(s, setting, seat)
                                           : (struct cardset){{0, 0}};
    if (seat >= 0 && seat == trick_turn_now(s, setting) && cards_hold(&legal, card))
        return true;
    if (why != NULL) {
        message_seat(message_set(why, seat >= 0
                                          ? N_("{seat} cannot play {card} now, as far as is known.")
                                          : N_("Nobody plays {card} now.")),
            "seat", seat);
        message_card(why, "card", card);
    }
    return false;
}

static bool what_if(const void *state, const struct setting *setting, int seat, int card,
    struct teller *t, struct message *why)
{
    const struct trick_game *s = state;
    const struct trick_pack *pack = setting->pack;
    if (!may_play(s, setting, seat, card, why))
        return false;
    if (t == NULL)
        return true;
    struct trick_game tried = *s;
    struct trick *trick = &tried.round.trick;
    const int with = __builtin_ctzll(pack->layout.copies[card]);
    trick_lay(&tried, trick_add(trick, seat, with, pack->layout.suit[with], ALWAYS - 1));
    int32_t worth = 0;
    for (int i = trick->first; i < trick->plays; i++)
        worth += play_seen(&trick->play[i]) ? trick_worth(&tried, trick->play[i].card) : 0;
    tell_open(t, NULL, '{');
    tell_card(t, "card", card);
    tell_seat(t, "seat", seat);
    tell_seat(t, "taker", trick_taker(&tried, NULL));
    tell_truth(t, "full", (int)bits_count(trick->on_table) == setting->seats->count);
    if (pack->worth_said)
        tell_known(t, "worth", !trick_unseen(trick), worth);
    tell_close(t);
    return true;
}

const struct trial_part trick_trial_part = {.what_if = what_if};

const struct table_part trick_table_part = {
    .cards = N_("A card is the letter of its suit and its rank, as the pack names them: c2, hq. "
                "Cards are typed as they fall, from the leader clockwise."),
    .place = place,
    .news = news,
    .tell = tell_table,
    .ask = trick_ask,
    .trick = round_trick,
};
