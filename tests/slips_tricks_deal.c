/* Lawful rounds and deals, and how they are written down; see slips_tricks_deal.h. */
#include "check.h"
#include "slips_tricks_deal.h"

#include <stdio.h>
#include <string.h>

enum { BLUE = 1, HEART = 2, SPADE = 3, PASSED = 2, RELICS_MOST = 12, DEUCE = 1, QUEEN = 11 };

const char *const deal_names[TABLE_MOST] = {"Aki", "Bo", "Chie", "Dai"};

static int suit_of(int card) { return card >> 4; }
static int rank_of(int card) { return card & 15; }
static uint64_t suit_cards(int suit) { return (uint64_t)0xFFFE << (16 * suit); }
static bool is_trump(const struct deal *d, int card)
{
    return d->game == TEZUMASHI && rank_of(card) >= TRUMP_FROM;
}
static bool is_packs(const struct deal *d) { return d->game == HEARTS || d->game == SPADES; }
static bool likely(unsigned percent) { return chance(100) < percent; }

static int any_of(uint64_t cards)
{
    for (unsigned skip = chance((unsigned)__builtin_popcountll(cards)); skip > 0; skip--)
        cards &= cards - 1;
    return __builtin_ctzll(cards);
}

void deal_chance(uint64_t seed) { chance_begin(seed); }

static uint64_t some_of(uint64_t cards, int count)
{
    uint64_t some = 0;
    for (; count > 0 && (cards & ~some) != 0; count--)
        some |= one(any_of(cards & ~some));
    return some;
}

/* ---- dealt and passed ------------------------------------------------------------------------ */

static uint64_t deck_of(const struct deal *d)
{
    uint64_t deck = 0;
    for (int suit = 0; suit < SUIT_COUNT; suit++)
        for (int rank = 1; rank <= (d->game == TEZUMASHI ? 12 : d->players == 4 ? 13 : 10); rank++)
            if (d->game != TEZUMASHI || d->players == 4 || (rank != 1 && rank != 9 && rank != 12))
                deck |= one(suit * 16 + rank);
    return deck;
}

static void turn_up(struct deal *d)
{
    for (int i = 0; i < 3; i++) {
        uint64_t cards = 0;
        do
            d->kami[i] = 1 + (int)chance(d->players == 4 ? 10 : 8);
        while ((i > 0 && d->kami[i] == d->kami[0]) || (i > 1 && d->kami[i] == d->kami[1]));
        for (int suit = 0; suit < SUIT_COUNT; suit++)
            cards |= one(suit * 16 + d->kami[i]);
        d->relics |= cards;
    }
}

/* To the left; in the second deal of Hearts to the right. */
static int giver_of(const struct deal *d, int seat)
{
    return (seat + (d->game == HEARTS && d->number == 1 ? 1 : d->players - 1)) % d->players;
}

static void deal_out(struct deal *d)
{
    uint64_t left = d->deck = deck_of(d);
    for (int i = 0; i < d->players; i++)
        left &= ~(d->hand[i] = d->dealt[i] = some_of(left, d->size));
    if (left != 0)
        d->aside = __builtin_ctzll(left);
    for (int i = 0; i < d->players && d->game == SPADES; i++)
        d->bid[i] = (int)chance(6);
    if (d->game == TEZUMASHI || d->game == SPADES)
        return;
    if (d->game == HARATAMA)
        turn_up(d);
    for (int i = 0; i < d->players; i++)
        d->given[i] = some_of(d->dealt[i], d->game == HEARTS ? PASSED + 1 : PASSED);
    for (int i = 0; i < d->players; i++)
        d->hand[i] = (d->dealt[i] & ~d->given[i]) | d->given[giver_of(d, i)];
}

/* ---- played ---------------------------------------------------------------------------------- */

static int first_leader(const struct deal *d)
{
    const int leads = BLUE * 16 + (d->aside == BLUE * 16 + 5 ? 6 : 5);
    int seat = 0;
    if (d->game == TEZUMASHI)
        return (int)chance((unsigned)d->players);
    if (d->game == SPADES) /* left of the dealer */
        return (d->number + 1) % d->players;
    while (!(d->hand[seat] & one(d->game == HEARTS ? DEUCE : leads)))
        seat++;
    return seat;
}

int deal_winner(const struct deal *d, const struct course *c)
{
    int best = 0;
    for (int i = 1; i < c->count && is_packs(d); i++) {
        const bool trump = d->game == SPADES && suit_of(c->card[i]) == SPADE
                           && suit_of(c->card[best]) != SPADE;
        if (trump
            || (suit_of(c->card[i]) == suit_of(c->card[best])
                && rank_of(c->card[i]) > rank_of(c->card[best])))
            best = i;
    }
    if (is_packs(d))
        return c->seat[best];
    for (int i = 0; i < c->count; i++) {
        const bool follows = suit_of(c->card[i]) == suit_of(c->card[0]);
        if (is_trump(d, c->card[i]) && !follows)
            return c->seat[i];
        if (!follows || is_trump(d, c->card[i]))
            continue;
        if (is_trump(d, c->card[best]) || rank_of(c->card[i]) > rank_of(c->card[best]))
            best = i;
    }
    return is_trump(d, c->card[best]) ? c->leader : c->seat[best];
}

/* An ability in so many words, or one that nobody entered. */
static void use_ability(struct deal *d, struct course *c)
{
    static const char *const effects[] = {"free", "win", "kagami"};
    c->user = -1;
    if (d->game != TEZUMASHI || !likely(8))
        return;
    c->user = (int)chance((unsigned)d->players);
    c->effect = effects[chance(3)];
}

/* What is not led before it was played. */
static int shut_suit(const struct deal *d)
{
    return d->game == HEARTS ? HEART : d->game == SPADES ? SPADE : BLUE;
}

static uint64_t may_play(const struct deal *d, const struct course *c, uint64_t hand, int seat,
    bool broken)
{
    uint64_t good = hand;
    if (c->count > 0 && !(c->user == seat && (c->effect[0] == 'f' || c->effect[0] == 'k')))
        good = hand & suit_cards(suit_of(c->card[0]));
    else if (c->count == 0 && d->game != TEZUMASHI && !broken)
        good = hand & ~suit_cards(shut_suit(d));
    if (d->game == HEARTS && d->tricks == 1 && c->count == 0)
        good = one(DEUCE);
    if (good == 0 && d->game == HEARTS && d->tricks == 1)
        good = hand & ~(suit_cards(HEART) | one(SPADE * 16 + QUEEN));
    return good != 0 ? good : hand;
}

static void play_trick(struct deal *d, uint64_t *hand, int leader, bool *broken)
{
    struct course *c = &d->course[d->tricks++];
    *c = (struct course){.leader = leader};
    use_ability(d, c);
    for (int i = 0; i < d->players; i++) {
        const int seat = (leader + i) % d->players,
                  card = any_of(may_play(d, c, hand[seat], seat, *broken));
        hand[seat] &= ~one(card);
        *broken |= suit_of(card) == shut_suit(d);
        c->card[c->count] = card;
        c->seat[c->count++] = seat;
    }
    c->winner = c->user >= 0 && c->effect[0] != 'f' ? c->user : deal_winner(d, c);
    d->captured[c->winner] += d->game != HARATAMA;
    for (int i = 0; i < c->count && d->game == HARATAMA; i++)
        d->captured[c->winner] += (d->relics & one(c->card[i])) != 0;
}

void deal_play(struct deal *d, enum which_game game, int number)
{
    uint64_t hand[TABLE_MOST];
    bool broken = false;
    int all = 0;
    *d = (struct deal){.game = game,
        .number = number,
        .players = likely(70) || game == HEARTS || game == SPADES ? 4 : 3,
        .size = game == TEZUMASHI ? 12 : 13};
    deal_out(d);
    memcpy(hand, d->hand, sizeof hand);
    int leader = first_leader(d);
    while (d->tricks < d->size && all < RELICS_MOST) {
        play_trick(d, hand, leader, &broken);
        leader = d->course[d->tricks - 1].winner;
        all = 0;
        for (int i = 0; i < d->players && game == HARATAMA; i++)
            all += d->captured[i];
    }
}

int deal_card(const struct deal *d, int play, int *seat)
{
    const struct course *c = &d->course[play / d->players];
    *seat = c->seat[play % d->players];
    return c->card[play % d->players];
}

/* ---- written down ---------------------------------------------------------------------------- */

static struct line *add(struct tale *t, enum transaction deed, int seat)
{
    struct line *l = &t->line[t->lines++];
    *l = (struct line){.deed = deed, .seat = seat, .actor = seat, .number = -1};
    if (t->lines > LINES_MOST - 4)
        abort();
    return l;
}

/* Some of these cards, `?` for each other one. */
static void add_cards(struct line *l, uint64_t cards, unsigned named_percent, bool unseen)
{
    for (; cards != 0; cards &= cards - 1)
        if (likely(named_percent))
            l->card[l->count++] = __builtin_ctzll(cards);
        else if (unseen)
            l->card[l->count++] = 0;
}

static bool has_low(uint64_t cards)
{
    for (; cards != 0; cards &= cards - 1)
        if (rank_of(__builtin_ctzll(cards)) <= 6)
            return true;
    return false;
}

/*
 * Hands as dealt before the pass lines, or as played without any or after them; what is on record
 * of the deal.
 */
static void tell_hands(const struct deal *d, struct tale *t)
{
    const bool passes = d->given[0] != 0 && likely(30), dealt = passes && likely(50);
    const unsigned hands = chance(3) * 40, named = likely(50) ? 100 : 60;
    for (int i = 0; i < d->players && dealt; i++)
        if (likely(hands))
            add_cards(add(t, HAND, i), d->dealt[i], named, true);
    for (int i = 0; i < d->players && passes; i++)
        add_cards(add(t, PASS, i), d->given[i], named, true);
    for (int i = 0; i < d->players && !dealt; i++)
        if (likely(hands))
            add_cards(add(t, HAND, i), d->hand[i], named, true);
    for (int i = 0; i < d->players && d->game == HARATAMA; i++)
        if (likely(15))
            add(t, FOX, i)->word = has_low(d->given[(i + d->players - 1) % d->players]) ? ""
                                                                                        : " no";
}

struct manner {
    unsigned named;  /* percent of lines with a name, but where one is needed */
    int least, most; /* cards a line; 0: a trick a line */
    int coarse;      /* tricks kept whole from this one on */
    unsigned shows;
    bool kami;
};

static void tell_show(const struct deal *d, struct tale *t, int plays, uint64_t *gone)
{
    const int seat = (int)chance((unsigned)d->players);
    const uint64_t left = d->hand[seat] & ~gone[seat];
    if (left == 0)
        return;
    struct line *l = add(t, SHOW, seat);
    add_cards(l, likely(30) ? left : some_of(left, 1 + (int)chance(3)), 100, false);
    l->trick = plays / d->players;
}

/* How many plays the line that begins with this one holds. */
static int line_length(const struct deal *d, const struct manner *m, int play)
{
    const int in_trick = d->players - play % d->players;
    int length = m->most == 0 ? in_trick
                              : m->least + (int)chance((unsigned)(m->most - m->least + 1));
    const int end = (m->coarse < d->tricks ? m->coarse : d->tricks) * d->players;
    length = play + length > end ? end - play : length;
    for (int i = play; i < play + length; i++) /* an ability is told after its trick */
        if (d->course[i / d->players].user >= 0 && i % d->players == d->players - 1)
            length = i + 1 - play;
    return length;
}

static void tell_plays(const struct deal *d, struct tale *t, const struct manner *m, uint64_t *gone)
{
    const int end = (m->coarse < d->tricks ? m->coarse : d->tricks) * d->players;
    bool must = false;
    for (int play = 0; play < end;) {
        struct line *l = add(t, ROW, -1);
        const int length = line_length(d, m, play);
        const bool lead_known = t->lines > 1 && l[-1].deed == LEAD;
        l->first = play;
        l->trick = play / d->players;
        deal_card(d, play, &l->actor);
        l->seat = must || (play == 0 && !lead_known && d->game != SPADES) || likely(m->named)
                      ? l->actor
                      : -1;
        must = false;
        for (int i = 0; i < length; i++, play++) {
            int seat;
            l->card[l->count++] = deal_card(d, play, &seat);
            gone[seat] |= one(l->card[l->count - 1]);
        }
        const struct course *c = &d->course[(play - 1) / d->players];
        if (play % d->players == 0 && c->user >= 0) {
            struct line *u = add(t, USE, c->user);
            u->word = c->effect;
            u->trick = play / d->players;
            must = c->effect[0] == 'k';
        }
        if (likely(m->shows) && !must)
            tell_show(d, t, play, gone);
    }
}

static void tell_tricks(const struct deal *d, struct tale *t, const struct manner *m,
    uint64_t *gone)
{
    const bool counts = likely(50);
    for (int i = m->coarse; i < d->tricks; i++) {
        const struct course *c = &d->course[i];
        struct line *l = add(t, TRICK, c->winner);
        uint64_t taken = 0;
        for (int k = 0; k < c->count; k++) {
            taken |= one(c->card[k]) & d->relics;
            gone[c->seat[k]] |= one(c->card[k]);
        }
        l->trick = i;
        if (d->game == HARATAMA && counts)
            l->number = __builtin_popcountll(taken);
        else if (d->game == HARATAMA)
            add_cards(l, taken, 100, false);
    }
}

void deal_tell(const struct deal *d, struct tale *t)
{
    static const int least[] = {0, 0, 0, 1, 1, 1, 4}, most[] = {0, 0, 0, 1, 5, 2, 16};
    const unsigned length = chance(7);
    struct manner m = {.named = likely(60) ? 100 : chance(2) * 50,
        .least = least[length],
        .most = most[length],
        .coarse = likely(12) && !is_packs(d) ? (int)chance((unsigned)d->tricks) : TRICKS_MOST,
        .shows = chance(3) * 8,
        .kami = likely(80)};
    uint64_t gone[TABLE_MOST] = {0};
    t->layout = length < 3 ? A_TRICK : length == 3 ? A_CARD : SOME_CARDS;
    t->named = m.named == 100;
    t->lines = 0;
    if (d->game == HARATAMA && m.kami)
        for (int i = 0; i < 3; i++)
            (i == 0 ? add(t, KAMI, -1) : &t->line[t->lines - 1])->card[i] = d->kami[i];
    if (d->aside != 0 && likely(60))
        add_cards(add(t, ASIDE, -1), one(d->aside), 100, false);
    tell_hands(d, t);
    if (d->game == SPADES)
        add(t, BID, -1);
    if (likely(70) && !is_packs(d))
        add(t, LEAD, d->course[0].leader);
    tell_plays(d, t, &m, gone);
    tell_tricks(d, t, &m, gone);
    bool over = m.coarse < d->tricks || likely(30);
    if (over && likely(50) && !is_packs(d))
        add(t, TOTALS, -1);
    for (int i = 0; i < d->players && likely(40); i++)
        if ((d->hand[i] & ~gone[i]) != 0)
            add_cards(add(t, SHOW, i), d->hand[i] & ~gone[i], 100, false);
}

/* ---- as text --------------------------------------------------------------------------------- */

static int card_print(const struct deal *d, int card, char *out)
{
    static const char *const french[] = {"", "2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q",
        "k", "a"};
    if (card == 0)
        return sprintf(out, " ?");
    if (is_packs(d))
        return sprintf(out, " %c%s", "cdhs"[suit_of(card)], french[rank_of(card)]);
    if (is_trump(d, card))
        return sprintf(out, " %ct", "buwr"[suit_of(card)]);
    return sprintf(out, " %c%d", (d->game == HARATAMA ? "rbpg" : "buwr")[suit_of(card)],
        rank_of(card));
}

static int totals_print(const struct deal *d, char *out)
{
    int at = sprintf(out, " %s", d->game == HARATAMA ? "relics" : "tricks");
    for (int i = 0; i < d->players; i++)
        at += sprintf(out + at, " %s=%d", deal_names[i], d->captured[i]);
    return at;
}

int line_print(const struct deal *d, const struct line *l, char *out)
{
    static const char *const verbs[] = {[KAMI] = " kami",
        [ASIDE] = " aside",
        [HAND] = " hand",
        [PASS] = " pass",
        [FOX] = " fox",
        [LEAD] = " lead",
        [ROW] = "",
        [USE] = " use",
        [SHOW] = " show",
        [TRICK] = " trick"};
    int at = l->seat >= 0 ? sprintf(out, "%s:", deal_names[l->seat]) : 0;
    out[at] = '\0';
    if (l->deed == BID)
        return at
               + sprintf(out + at, " bid %d %d %d %d", d->bid[0], d->bid[1], d->bid[2], d->bid[3]);
    if (l->deed == TOTALS)
        return at + totals_print(d, out + at);
    if (l->deed == KAMI)
        return at + sprintf(out + at, " kami %d %d %d", l->card[0], l->card[1], l->card[2]);
    at += sprintf(out + at, "%s",
        l->deed == LEAD && d->game == TEZUMASHI ? " start" : verbs[l->deed]);
    if (l->word != NULL)
        at += sprintf(out + at, " %s", l->word);
    if (l->number >= 0)
        at += sprintf(out + at, " %d", l->number);
    for (int i = 0; i < l->count; i++)
        at += l->unreadable == i + 1 ? sprintf(out + at, " %c33", "rb"[i & 1])
                                     : card_print(d, l->card[i], out + at);
    return at;
}
