/*
 * Where the play stands: whose turn it is, and what becomes of that when a row of plays was not applied. See round.h.
 *
 * What a lost row stood for can be told where a record keeps to one layout: lines of whole tricks, or of one card.
 * Elsewhere nobody knows to which trick the cards behind it belong.
 */
#include "round.h"

int round_code(const struct round_game *game, int card)
{
    bool copy = game->copies > 0 && rank_of(card) >= game->alike_from;
    return copy ? (card & ~15) + game->alike_from : card;
}

uint64_t round_copies(const struct round *r, int code)
{
    bool many = r->game->copies > 0 && rank_of(code) == r->game->alike_from;
    return (many ? ((uint64_t)1 << r->game->copies) - 1 : 1) << code & r->hands.deck;
}

static bool has_card(const void *game, int seat) { return cards_left(game, seat) > 0; }

bool round_trick_full(const struct round *r)
{
    return trick_turn(&r->trick, 0, r->hands.players, r, has_card) < 0;
}

int round_player(const struct round *r)
{
    if (r->stage != DURING || r->kept != BY_PLAYS || r->adrift || r->astray)
        return NOBODY;
    if (r->trick.winner >= 0)
        return r->trick.winner;
    int leader = r->trick.leader >= 0 ? r->trick.leader : r->game->first_leader(r);
    return trick_turn(&r->trick, leader, r->hands.players, r, has_card);
}

/* ---- a trick of which cards are missing --------------------------------------------------------- */

/* Who played which card of this line, or of the rows in doubt, and what was led, is not known. */
static void disown_trick(struct round *r)
{
    int from = r->doubted != 0 ? r->doubted - 1 : r->trick.first;
    uint64_t cards = 0;
    while (r->layout != ROWS_OF_ANY_SIZE && from > 0 && from < r->trick.plays && r->trick.play[from - 1].line == r->trick.play[from].line)
        from--;
    for (int i = from; i < r->trick.plays; i++) {
        struct play *p = &r->trick.play[i];
        p->duty = ANY_CARD;
        p->since = p->line;
        cards |= bit(p->card);
    }
    hands_disown(&r->hands, cards);
    r->doubted = 0;
}

void round_give_up(const struct act *a)
{
    struct round *r = a->state;
    const bool any = r->trick.plays > r->trick.first;
    if (r->game->given_up != NULL)
        r->game->given_up(a);
    trick_end(&r->trick, NOBODY);
    r->trick.done = (uint8_t)(r->trick.done - !any);    /* if no card lay there it was none */
    r->adrift = true;
    r->loose = false;
}

/* ---- the layout ------------------------------------------------------------------------------- */

void round_note_layout(const struct act *a, bool open)
{
    struct round *r = a->state;
    const unsigned now = a->said->count == 1 ? ROWS_OF_A_CARD
                          : !open || r->doubted != 0 ? ROWS_OF_TRICKS : ROWS_OF_ANY_SIZE;
    r->layout = (uint8_t)(r->layout == NO_ROW || r->layout == now ? now : ROWS_OF_ANY_SIZE);
}

/* A line names a seat: it leads, or goes on with a trick of which cards are unknown. */
void round_find_bearings(const struct act *a, int seat)
{
    struct round *r = a->state;
    const bool whole = a->said->count >= r->hands.players;
    if (r->loose && r->trick.on_table & 1u << seat) {
        disown_trick(r);
        round_give_up(a);
    }
    r->adrift = r->told = false;
    if (whole && r->doubted == 0 && trick_is_open(&r->trick) && r->layout != ROWS_OF_A_CARD)
        r->doubted = (uint8_t)(r->trick.first + 1);
}

/* ---- rows that were not applied ------------------------------------------------------------------ */

/* A row that says what was said before: so many plays running, of these seats. */
static bool repeats(const struct round *r, const struct statement *said)
{
    for (int from = 0; from + said->count <= r->trick.plays; from++) {
        int same = said->seat >= 0 && r->trick.play[from].seat != said->seat ? -1 : 0;
        while (same >= 0 && same < said->count
               && round_code(r->game, r->trick.play[from + same].card) == said->argument[same].card)
            same++;
        if (same == said->count)
            return true;
    }
    return false;
}

/* How many cards a row stands for: one written twice running is one. */
static uint8_t cards_meant(const struct statement *said)
{
    int cards = said->count;
    for (int i = 1; i < said->count; i++)
        cards -= said->argument[i].card >= 0 && said->argument[i].card == said->argument[i - 1].card;
    return (uint8_t)cards;
}

/* The cards of a row that exist once. */
static uint64_t cards_of(const struct round *r, const struct statement *said)
{
    uint64_t cards = 0;
    for (int i = 0; i < said->count; i++) {
        const uint64_t copies = said->argument[i].card < 0 ? 0 : round_copies(r, said->argument[i].card);
        cards |= copies & (copies - 1) ? 0 : copies;
    }
    return cards;
}

/* One card, and whose it was is known: its player has played to the trick. */
static void lose_card(const struct act *a, int seat)
{
    struct round *r = a->state;
    r->loose = true;
    r->trick.on_table |= (uint8_t)(1u << seat);
    if (r->trick.leader < 0)
        r->trick.leader = (int8_t)seat;
    if (round_trick_full(r))
        round_give_up(a);
}

/* A row: of whole tricks, if the lines before it were so. `again`: it ran into an open trick. */
static void lose_row(const struct act *a, bool again)
{
    struct round *r = a->state;
    const struct lost_row *lost = &r->lost;
    const bool card = lost->meant == 1 && lost->seat >= 0 && (r->layout == NO_ROW || r->layout == ROWS_OF_A_CARD);
    if (r->trick.on_table != 0 && (again || !card))
        round_give_up(a);
    r->astray |= !card && !(r->layout == NO_ROW || r->layout == ROWS_OF_TRICKS);
    r->trick.leader = card ? r->trick.leader : NOBODY;
    if (card)
        lose_card(a, lost->seat);
}

/* The row could not be read, and is written once more, as it should be. */
static bool is_written_anew(const struct round *r, const struct statement *said)
{
    return said->verb == VERB_PLAY && r->lost.unread && (said->seat < 0 || said->seat == r->lost.seat)
        && (cards_of(r, said) & r->lost.cards) != 0;
}

void round_settle_lost(const struct act *a)
{
    struct round *r = a->state;
    const struct lost_row lost = r->lost;
    if (lost.line == 0)
        return;
    if (is_written_anew(r, a->said)) {
        r->adrift = lost.adrift;
        r->told = false;
        r->lost_line = lost.before;
    } else {
        lose_row(a, false);
        r->adrift = true;
    }
    r->lost = (struct lost_row){0};
}

void round_refused(struct act *act)
{
    struct round *r = act->state;
    if (act->said->verb != VERB_PLAY || r->stage != DURING || r->kept != BY_PLAYS)
        return;
    round_settle_lost(act);
    const int seat = act->said->seat >= 0 ? act->said->seat : round_player(r);
    if (!repeats(r, act->said))
        r->lost = (struct lost_row){.line = act->said->line, .before = r->lost_line, .cards = cards_of(r, act->said),
                                    .seat = (int8_t)seat, .meant = cards_meant(act->said), .adrift = r->adrift,
                                    .unread = act->said->lost};
    if (seat >= 0 && r->trick.on_table & 1u << seat && r->lost.line != 0) {
        disown_trick(r);
        lose_row(act, true);
        r->lost = (struct lost_row){0};
    }
    r->told = seat < 0;
    r->lost_line = act->said->line;
    r->adrift = true;
}
