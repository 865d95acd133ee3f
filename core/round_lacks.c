/* What the record of a round lacks; see round.h. */
#include "round.h"

#include <assert.h>
#include <string.h>

/*
 * The lines of plays that stand after each other, and whether one lacks a card that all others
 * have.
 */
struct rows {
    uint32_t line, odd;
    unsigned cards, whole, odds, odd_cards;
};

static void count_row(struct rows *rows, unsigned players)
{
    assert(players > 0);
    const bool whole = rows->cards > 0 && rows->cards % players == 0;
    rows->whole += whole;
    rows->odds += rows->cards > 0 && !whole;
    if (rows->cards > 0 && !whole) {
        rows->odd = rows->line;
        rows->odd_cards = rows->cards;
    }
    rows->cards = 0;
}

void round_weigh_rows(const struct round *r, struct rulings *out)
{
    const unsigned players = r->hands.players;
    struct rows rows = {.line = 0};
    bool spared = r->trick.full;
    for (int i = 0; i < r->hands.players; i++)
        spared |= r->trick.spared[i] > 0;
    for (int i = 0; i < r->trick.plays; i++) {
        if (r->trick.play[i].line != rows.line)
            count_row(&rows, players);
        rows.line = r->trick.play[i].line;
        rows.cards++;
    }
    const uint32_t last = rows.line;
    count_row(&rows, players);
    if (spared || rows.whole < 2 || rows.odds != 1 || rows.odd == last
        || rows.odd_cards % players != players - 1)
        return;
    message_number(&rulings_add(out, RULING_SLIP, r->game->rule_turn, NOBODY, NO_CARD, rows.odd,
                       N_("Cards in line {line}: {count}; all other lines hold whole tricks. One "
                          "card is missing in it."))
                        ->message,
        "line", (int32_t)rows.odd);
    message_number(&out->row[out->count - 1].message, "count", (int32_t)rows.odd_cards);
}

int round_left_over(const struct round *r)
{
    const uint64_t left = r->hands.deck & ~r->hands.out & ~r->hands.now.of[SEEN_ASIDE][0];
    const bool one = r->unseen == 1 && !r->position && (left & (left - 1)) == 0;
    return one && left != 0 ? __builtin_ctzll(left) : NO_CARD;
}

struct cardset round_cards_left_over(const void *state, const struct setting *setting)
{
    const struct round *r = state;
    (void)setting;
    return round_codes(r,
        r->stage == BEFORE ? 0 : r->hands.deck & ~r->hands.out & ~r->hands.now.of[SEEN_ASIDE][0]);
}

size_t round_missing(const void *state, const struct setting *setting, unsigned n, char *out,
    size_t room)
{
    const struct round *r = state;
    (void)setting;
    if (n > 0 || room < sizeof "?" || r->stage != DURING || r->kept != BY_PLAYS)
        return 0;
    memcpy(out, "?", sizeof "?");
    return 1;
}
