/*
 * Where the play stands: whose turn it is, and what becomes of that when a row of plays was not applied. See round.h.
 *
 * What a lost row stood for can be told where a record keeps to one layout: lines of whole tricks, or of one card.
 * Elsewhere nobody knows to which trick the cards behind it belong.
 */
#include "round.h"

#include <string.h>

int round_code(const struct round_game *game, int card)
{
    bool copy = game->copies > 0 && rank_of(card) >= game->alike_from;
    return copy ? (card & ~15) + game->alike_from : card;
}

int round_code_of(const void *game, int card) { return round_code(((const struct round *)game)->game, card); }

/* ---- a trick of which cards are missing --------------------------------------------------------- */

SELDOM void round_disown(struct round *r, uint64_t cards)
{
    struct hands *h = &r->hands;
    hands_disown(h, cards);
    for (; cards != 0; cards &= cards - 1) {
        const int card = __builtin_ctzll(cards);
        const uint64_t like = round_copies(r, round_code(r->game, card)) & ~h->out & ~h->known_to_be;
        if (h->known_to_be & bit(card) && like != 0)
            hands_retake(h, card, __builtin_ctzll(like));
    }
}

void round_disown_doubted(struct round *r)
{
    int from = r->doubted != 0 ? r->doubted - 1 : r->trick.first;
    uint64_t cards = 0;
    while (r->layout != ROWS_OF_ANY_SIZE && from > 0 && from < r->trick.plays && r->trick.play[from - 1].line == r->trick.play[from].line)
        from--;
    for (int i = from; i < r->trick.plays; i++) {
        play_disown(&r->trick, i);
        cards |= bit(r->trick.play[i].card);
    }
    round_disown(r, cards);
    r->misread = from < r->trick.first;
    r->doubted = 0;
}

static bool lacks_a_card(const struct round *r) { return trick_cards(&r->trick) == r->hands.players - 1; }

/* Is the trick on the table, which lacks a card, a line by itself? Then a row of one trick may not go on with it. */
static bool is_short_row(const struct round *r)
{
    const struct trick *t = &r->trick;
    return r->layout == ROWS_OF_TRICKS && lacks_a_card(r) && t->play[t->first].line == t->play[t->plays - 1].line
        && (t->first == 0 || t->play[t->first - 1].line != t->play[t->first].line);
}

bool round_doubt_row(const struct act *a, int open)
{
    struct round *r = a->state;
    assert(r->hands.players > 0);
    const bool went_on = open == r->hands.players - 1 && a->said->count % r->hands.players == 0;
    if (r->doubted == 0 || r->layout != ROWS_OF_TRICKS || !went_on)
        return false;
    round_disown_doubted(r);
    return true;
}

bool round_doubts_trick(const struct round *r)
{
    const bool lacks_one = r->trick.first > 0 && lacks_a_card(r);
    return (r->doubted != 0 || lacks_one) && r->layout == ROWS_OF_TRICKS && r->kept == BY_PLAYS;
}

bool round_doubt_trick(const struct act *a)
{
    struct round *r = a->state;
    if (!round_doubts_trick(r))
        return false;
    round_disown_doubted(r);
    round_give_up(a);
    r->lost_line = r->trick.play[r->trick.plays - 1].line;
    return true;
}

void round_excuse(struct round *r, int seat)
{
    int i = r->trick.plays - 1;
    while (i >= 0 && r->trick.play[i].seat != seat)
        i--;
    if (i >= 0)
        play_excuse(&r->trick, i);
}

void round_give_up(const struct act *a)
{
    struct round *r = a->state;
    const bool any = r->trick.plays > r->trick.first;
    if (r->game->given_up != NULL)
        r->game->given_up(a);
    r->misread = false;
    trick_end(&r->trick, NOBODY);
    r->trick.done = (uint8_t)(r->trick.done - !any);    /* if no card lay there it was none */
    r->adrift = true;
}

/* ---- the layout ------------------------------------------------------------------------------- */

/*
 * A line of whole tricks may lack a card, and one behind it goes on with its trick. Who was known to play no card to the
 * first trick counts as if one lay in the line.
 */
static enum row_layout layout_of(int count, int open, int spared, int players)
{
    if (count == 1)
        return ROWS_OF_A_CARD;
    const int over = (count + (open == spared ? spared : 0)) % players;
    const bool goes_on = open == players - 1 && count % players == 0;
    return goes_on || (open == spared && (over == 0 || over == players - 1)) ? ROWS_OF_TRICKS : ROWS_OF_ANY_SIZE;
}

void round_note_layout(const struct act *a, int open, int spared)
{
    struct round *r = a->state;
    assert(r->hands.players > 0);
    const enum row_layout now = layout_of(a->said->count, open, spared, r->hands.players);
    r->layout = (uint8_t)(r->layout == NO_ROW || r->layout == now ? now : ROWS_OF_ANY_SIZE);
}

void round_note_doubt(struct round *r, const struct statement *said)
{
    if (said->count >= r->hands.players && r->doubted == 0 && trick_cards(&r->trick) > 0
        && (said->seat >= 0 || (said->count == r->hands.players && is_short_row(r))))
        r->doubted = (uint8_t)(r->trick.first + 1);
}

/* ---- readings ------------------------------------------------------------------------------------ */

enum { NO_READING = -2 };

/* From `least` to `most` cards have been laid since a trick began. */
static void begin_readings(struct round *r, int least, int most)
{
    assert(r->hands.players > 0);
    r->astray = true;
    for (int i = 0; i < r->hands.players; i++)
        r->reading[i] = NO_READING;
    for (int i = least; i <= most; i++)
        r->reading[i % r->hands.players] = NOBODY;
}

/* A card more, of this seat or of nobody knows whom: what does not follow clockwise is no reading any more. */
static void read_on(struct round *r, int seat)
{
    const int players = r->hands.players;
    int8_t after[HANDS_MOST];
    for (int i = 0; i < players; i++) {
        const int last = r->reading[i], due = i > 0 && last >= 0 ? next_clockwise(last, players) : NOBODY;
        const bool fits = last != NO_READING && (seat < 0 || due < 0 || seat == due);
        after[(i + 1) % players] = (int8_t)(!fits ? NO_READING : seat >= 0 ? seat : due);
    }
    memcpy(r->reading, after, (size_t)players * sizeof *after);
}

/* Does a trick begin here in every reading that is left? */
static bool begins_trick(const struct round *r)
{
    bool begins = r->reading[0] != NO_READING;
    for (int i = 1; i < r->hands.players; i++)
        begins &= r->reading[i] == NO_READING;
    return begins;
}

/*
 * A single card that stands twice running is a line written twice, unless it ended a trick and the seat behind it goes on
 * though it did not win that: then the second line is a lead, and one of the two is written wrongly.
 */
static uint8_t find_twice(struct round *r)
{
    struct trick *t = &r->trick;
    if (r->layout != ROWS_OF_A_CARD || t->plays == 0 || t->on_table != 0)
        return 0;
    const int next = next_clockwise(t->play[t->plays - 1].seat, r->hands.players);
    if (r->adrift)
        t->leader = NOBODY;
    return (uint8_t)(t->leader == next ? 0 : next + 1);
}

/* Who won the trick that such a card ended is not known then. */
static void lead_twice(struct round *r)
{
    begin_readings(r, r->trick.leader < 0 ? 0 : 1, 1);
    r->trick.leader = NOBODY;
}

bool round_find_lost_bearings(const struct act *a, int argument)
{
    struct round *r = a->state;
    const int named = argument == 0 ? a->said->seat : NOBODY;
    if (named >= 0) {
        r->adrift = r->told = false;
        if (r->twice == named + 1)
            lead_twice(r);
        r->twice = 0;
        r->astray &= !begins_trick(r);
    }
    if (argument > 0 && r->lost_line != 0 && round_player(r) < 0 && !r->astray)
        begin_readings(r, 0, 0);     /* a trick of which cards are missing ended in this row */
    if (!r->astray || r->adrift)
        return true;
    read_on(r, named);
    return false;
}

/* ---- rows that were not applied ------------------------------------------------------------------ */

/*
 * A row that says what was said before: so many plays running, of these seats. A single card is a line written twice
 * only where it was the last one; else it is another card, written wrongly.
 */
static bool repeats(const struct round *r, const struct statement *said)
{
    for (int from = said->count > 1 || r->trick.plays == 0 ? 0 : r->trick.plays - 1; from + said->count <= r->trick.plays; from++) {
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

/* … and at least: unless it could not be read, one of its cards may stand there twice, or the line. */
static uint8_t least_cards(const struct statement *said, bool again)
{
    return (uint8_t)(again ? 0 : said->count - (said->count > 1 && !said->lost));
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

/* A row: of whole tricks, if the lines before it were so. `again`: it shows that a card is missing before it. */
static void lose_row(const struct act *a, bool again)
{
    struct round *r = a->state;
    const struct lost_row *lost = &r->lost;
    const int players = r->hands.players, open = trick_cards(&r->trick);
    assert(players > 0);
    const bool fits = lost->count % players == 0 || lost->least % players == 0, whole = open == 0 && lost->meant > 1 && fits;
    const bool tricks = r->layout == ROWS_OF_TRICKS ? (again && fits) || whole
                      : r->layout == NO_ROW && whole && (lost->count % players == 0 || (lost->least == players && lost->meant < lost->count));
    r->by_layout = tricks && (again || lost->count % players != 0 || lost->meant != lost->count);
    if (r->by_layout)
        r->guessed = lost->line;
    if (r->trick.on_table != 0)
        round_give_up(a);
    r->trick.leader = NOBODY;
    if (r->astray || lost->lacks || (again && !tricks && r->layout != ROWS_OF_A_CARD))
        begin_readings(r, 0, players - 1);
    else if (!tricks)
        begin_readings(r, open + lost->least, open + lost->count);
    if (again && r->layout == ROWS_OF_A_CARD)
        r->reading[1] = NOBODY;
}

void round_check_layout(const struct act *a, int open, int spared)
{
    struct round *r = a->state;
    struct trick *const t = &r->trick;
    const int due = r->by_layout && a->said->seat >= 0 ? round_player(r) : NOBODY;
    uint64_t cards = 0;
    if (due < 0 || a->said->seat == due || layout_of(a->said->count, open, spared, r->hands.players) == ROWS_OF_TRICKS)
        return;
    for (int i = t->plays - 1; i >= 0 && t->play[i].line > r->lost_line; i--) {
        play_disown(t, i);
        cards |= t->play[i].named ? 0 : bit(t->play[i].card);
    }
    round_disown(r, cards);
    r->misread = cards != 0;
    round_give_up(a);
    t->leader = NOBODY;
    begin_readings(r, 0, r->hands.players - 1);
    r->by_layout = false;
}

/* … with most of the cards of it that could. */
bool round_row_anew(const struct round *r, int seat, uint64_t cards)
{
    return r->lost.unread && (seat < 0 || r->lost.seat < 0 || seat == r->lost.seat)
        && bits_count(cards & r->lost.cards) * 2 > bits_count(r->lost.cards);
}

/* … who won its trick, if it might have been that of who leads next: by this card, or without it. Then that was no lead out of turn. */
static void excuse_next_lead(const struct act *a, int play)
{
    const struct round *r = a->state;
    const int next = round_next_lead(r, play);
    const struct play *const p = &r->trick.play[play], *const lead = &r->trick.play[next];
    if (next < r->trick.plays && lead->stray && (p->lead || p->seat == lead->seat || p->seat == lead->due))
        rulings_withdraw(a->out, r->game->rule_turn, lead->line, lead->line);
}

/*
 * A card of a statement that was not applied was played before, and none like it is left: one of the two is written
 * wrongly, and nobody knows which; nor …
 */
static void doubt_again(const struct act *a)
{
    struct round *r = a->state;
    const struct statement *said = a->said;
    const uint64_t others = said->seat < 0 ? 0 : r->hands.known_to_be & ~r->hands.known[said->seat];
    for (int i = 0; i < said->count; i++) {
        const int code = said->argument[i].kind == ARGUMENT_CARD ? said->argument[i].card : NO_CARD;
        unsigned named = 0;
        for (int k = 0; code >= 0 && k < said->count; k++)
            named += said->argument[k].kind == ARGUMENT_CARD && said->argument[k].card == code;
        if (code < 0 || named <= bits_count(round_copies(r, code) & ~r->hands.out & ~others))
            continue;
        for (int k = 0; k < r->trick.plays; k++)
            if (round_code(r->game, r->trick.play[k].card) == code) {
                r->trick.play[k].doubted = true;
                r->trick.kept = 0;
                excuse_next_lead(a, k);
            }
    }
}

/* The last play out of turn, and those in the tricks before it: the first of them. NOBODY: there is none. */
static int first_stray(const struct round *r)
{
    int first = NOBODY;
    for (int i = r->trick.plays - 1; r->strayed && i >= 0; i--) {
        const struct play *p = &r->trick.play[i];
        if (first != NOBODY && p->trick + 1 < r->trick.play[first].trick)
            break;
        if (p->stray && !play_disowned(p))
            first = i;
    }
    return first;
}

/*
 * Behind a card out of turn, where a row cannot be applied that is no slip by itself, a line is missing: to which tricks
 * the cards since belong nobody knows, but where lines hold whole tricks.
 */
static bool excuse_strayed(struct round *r)
{
    const int from = first_stray(r);
    if (from < 0 || r->layout == ROWS_OF_TRICKS || r->lost.unread || r->lost.meant != r->lost.count)
        return false;
    for (int i = from; i < r->trick.plays; i++)
        play_excuse(&r->trick, i);
    return true;
}

/* ---- the next round, said while this one is open ---------------------------------------------- */

void round_settle_doubt(struct round *r, bool lacks_one)
{
    const int one = r->kept == BY_PLAYS ? 1 : r->hands.players;    /* a card; where tricks are kept whole, one of these */
    int left = 0;
    for (int i = 0; i < r->hands.players; i++)
        left += cards_left(r, i);
    if (r->stage == DURING && r->doubted != 0 && r->layout == ROWS_OF_TRICKS && (left == one || lacks_one))
        round_disown_doubted(r);
}

void round_next_refused(struct round *r, bool anything, bool lacks_one)
{
    if (r->stage == DURING && r->kept == BY_PLAYS && r->trick.first > 0 && is_short_row(r))
        round_disown_doubted(r);
    else
        round_settle_doubt(r, lacks_one);
    if (r->stage == DURING)
        (void)excuse_strayed(r);
    r->next_play = r->trick.plays;
    r->next |= r->stage == DURING && (anything || r->hands.count > 0 || round_playing(r));
    r->beyond |= r->stage == AFTER;
}

bool round_next_begun(const struct round *r)
{
    return r->stage == DURING && r->trick.plays > r->next_play;
}

/* What a row stands for that was not applied; `repeated`: it may be one written twice. */
static struct lost_row lost_row_of(const struct round *r, const struct statement *said, int seat, bool repeated)
{
    return (struct lost_row){.line = said->line, .before = r->lost_line, .cards = cards_of(r, said), .seat = (int8_t)seat,
                             .count = said->count, .least = least_cards(said, repeated), .meant = cards_meant(said),
                             .adrift = r->adrift, .unread = said->lost};
}

void round_find_unsaid(struct round *r, const struct statement *said, int leader)
{
    const bool play = said->verb == VERB_PLAY;
    if (r->unsaid.any || (play && (said->lost || repeats(r, said))))
        return;
    r->unsaid = (struct unsaid_round){.any = true, .verb = (uint8_t)said->verb, .leader = (int8_t)leader};
    if (play) {
        r->unsaid.row = lost_row_of(r, said, said->seat, false);
        r->unsaid.row.least = r->unsaid.row.meant = said->count;    /* nothing is wrong with it but its place */
    }
    r->next = true;
}

void round_presume(struct round *r, const struct unsaid_round *unsaid)
{
    r->presumed = true;
    r->lost = unsaid->row;
    r->lost.before = 0;
    r->lost_line = unsaid->row.line;
    r->lost_cards = unsaid->row.count;
    r->trick.leader = unsaid->leader >= 0 ? unsaid->leader : r->trick.leader;
    r->adrift = unsaid->leader >= 0 || unsaid->row.line != 0;
}

void round_presume_leader(struct round *r, const struct statement *said)
{
    r->adrift &= said->seat >= 0 || r->lost_line != 0 || r->trick.leader < 0;
}

bool round_was_none(const struct round *r, int least)
{
    const int whole = r->trick.done * r->hands.players, seen = (int)bits_count(r->hands.out);
    return r->presumed && r->stage == DURING && (whole > seen ? whole : seen) + r->lost_cards < least;
}

void round_lose_bearings(struct round *r, uint32_t line)
{
    r->lost_line = line;
    r->adrift = true;
    begin_readings(r, 0, r->hands.players - 1);
}

bool round_row_of_next(const struct round *r, const struct statement *said)
{
    const int due = round_player(r);
    bool gone = r->stage != DURING || r->kept != BY_PLAYS || (said->seat >= 0 && due >= 0 && said->seat != due);
    const uint64_t others = said->seat < 0 ? 0 : r->hands.known_to_be & ~r->hands.known[said->seat];
    for (int i = 0; i < said->count && !gone; i++) {
        const uint64_t copies = said->argument[i].card < 0 ? 0 : round_copies(r, said->argument[i].card);
        gone = copies != 0 && !(copies & ~r->hands.out & ~(i == 0 ? others : 0));
    }
    return r->next && gone;
}

bool round_show_of_next(const struct round *r, const struct statement *said)
{
    bool gone = r->stage == BEFORE || (r->unsaid.any && said->count > cards_left(r, said->seat));
    for (int i = 0; i < said->count; i++) {
        const uint64_t copies = said->argument[i].card < 0 ? 0 : round_copies(r, said->argument[i].card);
        gone |= copies != 0 && !(copies & ~r->hands.out);
    }
    return r->next && gone;
}

bool round_hand_of_next(const struct round *r, const struct statement *said)
{
    uint64_t seen = 0;
    for (int how = SEEN_DEALT; how <= SEEN_HELD; how++)
        seen |= r->hands.now.of[how][said->seat];
    return r->next && (round_playing(r) || r->stage != DURING || seen != 0);
}

/* ---- a row that was not applied, settled ---- */

void round_settle_row(const struct act *a)
{
    struct round *r = a->state;
    const struct lost_row lost = r->lost;
    if (a->said->verb == VERB_PLAY && round_row_anew(r, a->said->seat, cards_of(r, a->said))) {
        r->adrift = lost.adrift;
        r->told = false;
        r->lost_line = lost.before;
    } else {
        if (a->said->verb == VERB_PLAY && a->said->count > 1 && layout_of(a->said->count, 0, 0, r->hands.players) != ROWS_OF_TRICKS)
            r->layout = ROWS_OF_ANY_SIZE;       /* nor need that row have been of whole tricks */
        lose_row(a, false);
        r->adrift = true;
    }
    r->lost = (struct lost_row){0};
}

const struct ruling *round_refusal(const struct act *act)
{
    const struct ruling *why = NULL;
    for (unsigned i = 0; i < act->out->count; i++)      /* what the line asks beside it may stand behind */
        if (act->out->row[i].kind == RULING_IMPOSSIBLE && act->out->row[i].line == act->said->line)
            why = &act->out->row[i];
    return why;
}

void round_dispute(const struct act *act, enum seen_as how)
{
    struct round *r = act->state;
    const struct ruling *why = round_refusal(act);
    const uint64_t copies = why != NULL && why->seat >= 0 && why->card >= 0 ? round_copies(r, why->card) : 0;
    if (copies != 0)
        hands_dispute(&r->hands, how, why->seat, copies);
}

void round_refused(struct act *act)
{
    struct round *r = act->state;
    round_dispute(act, SEEN_HELD);
    const bool play = act->said->verb == VERB_PLAY, repeated = play && repeats(r, act->said);
    if (!repeated && r->stage == DURING)
        doubt_again(act);
    if (!play || r->stage != DURING || r->kept != BY_PLAYS)
        return;
    round_settle_lost(act);
    const int seat = act->said->seat >= 0 ? act->said->seat : round_player(r);
    if (!repeated || cards_of(r, act->said) == 0) {    /* like cards may be others */
        r->lost = lost_row_of(r, act->said, seat, repeated);
        r->lost.unread |= seat < 0;
    }
    r->lost.lacks = r->lost.line != 0 && excuse_strayed(r);
    const bool again = seat >= 0 && r->trick.on_table & 1u << seat;
    const bool doubted = (r->doubted != 0 && r->layout == ROWS_OF_TRICKS)
                      || (act->said->count == r->hands.players && r->lost.meant == r->hands.players && is_short_row(r));
    if ((again || doubted) && r->lost.line != 0) {
        round_disown_doubted(r);
        lose_row(act, true);
        r->lost = (struct lost_row){0};
    }
    r->twice = repeated && act->said->count == 1 && r->lost.line == 0 ? find_twice(r) : 0;
    r->told = seat < 0;
    r->lost_cards = act->said->count;
    r->lost_line = act->said->line;
    r->adrift = true;
}
