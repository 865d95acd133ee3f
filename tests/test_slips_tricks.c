/*
 * One slip in a lawful record of Haratama or Tezumashi, of Hearts or Spades; slips_tricks_deal.h
 * says what is played and how it is written down. A careful reader says what may be found for it:
 *
 * - The line itself may be impossible, or unreadable, and who is named there may be blamed for what
 * it says; but nobody who
 *   only seems to follow a wrong name, for all of that is explained by the one that was due.
 * - A line of plays that is missing, or stands in another place, shows by who leads next: one is
 * out of turn, once.
 * - What is proved by the line itself, or counts a card that is missing with it, is the plain
 * reading.
 * - A card that stands in two places is impossible in one of them.
 * - Who leads may be asked once after each row that could not be taken, and be unknown where its
 * line is missing.
 *
 * Nobody else may be accused, and no other line may be impossible; the next round may be said while
 * this one is still open, and is ruled as if nothing had happened.
 */
#include "slips.h"
#include "slips_tricks_deal.h"

enum slip {
    LEFT_OUT,
    DOUBLED,
    SWAPPED,
    WRONG_SEAT,
    CARD_TWICE,
    UNREADABLE,
    CARD_LEFT_OUT,
    ANOTHER_CARD,
    SLIPS
};

static const char *const slip_names[SLIPS + 1] = {
    "a line left out",
    "a line doubled",
    "swapped with the next",
    "given to the wrong seat",
    "a card written twice",
    "a card unreadable",
    "a card left out of a row",
    "another card",
};

enum { HEAD = 3 };

/* Cards not led before one of them was played; Tezumashi has none. */
static uint64_t shut_cards(const struct deal *d)
{
    static const int suit[GAMES] = {[HARATAMA] = 1, [TEZUMASHI] = 1, [HEARTS] = 2, [SPADES] = 3};
    return (uint64_t)0xFFFE << (16 * suit[d->game]);
}

struct statement_parse {
    enum slip slip;
    enum transaction deed;
    /* where, as numbered in the record with the slip; lines 0: it is missing before that one */
    int line, lines;
    uint64_t missing; /* cards that stand there no more */
    uint64_t wrong;   /* cards that stand there wrongly, or twice */
    bool plays;       /* it is about cards played */
    bool like_trumps; /* in this game */
    int seat;         /* ANOTHER_CARD: whose it is */
};

/* ---- the slip -------------------------------------------------------------------------------- */

/* Like trumps are one card. */
static uint64_t code(int card, bool like_trumps)
{
    return one((card & 15) > TRUMP_FROM && like_trumps ? card - (card & 15) + TRUMP_FROM : card);
}

static uint64_t cards_of(const struct line *l, bool like_trumps)
{
    uint64_t cards = 0;
    for (int i = 0; i < l->count; i++)
        cards |= l->card[i] != 0 && l->deed != KAMI ? code(l->card[i], like_trumps) : 0;
    return cards;
}

static void insert_card(struct line *l, int at, int card)
{
    memmove(l->card + at + 1, l->card + at, (size_t)(l->count++ - at) * sizeof *l->card);
    l->card[at] = card;
}

static bool is_trump(const struct deal *d, int card)
{
    return d->game == TEZUMASHI && (card & 15) >= TRUMP_FROM;
}

static bool is_about_play(const struct line *l)
{
    return l->deed == ROW || l->deed == TRICK || l->deed == USE || l->deed == LEAD;
}

/*
 * Do the lines up to this one seem to hold whole tricks? Then what comes after it does not look
 * like something else.
 */
static bool seems_whole(const struct deal *d, const struct tale *t, int at)
{
    for (int i = 0; i <= at; i++) {
        const struct line *l = &t->line[i];
        const int open = l->first % d->players, count = l->count % d->players;
        if (l->deed == ROW && i < at
            && !(open == 0 ? count == 0 || count == d->players - 1
                           : open == d->players - 1 && count == 0 && l->count > 1))
            return false;
    }
    return true;
}

static bool all_trumps(const struct deal *d, const struct line *l)
{
    bool all = true;
    for (int i = 0; i < l->count; i++)
        all &= is_trump(d, l->card[i]);
    return all;
}

/*
 * Would anybody see it, and tell it from something else? Where it would not be, the plain reading
 * holds, whatever it is.
 */
static bool is_seen(const struct deal *d, const struct tale *t, const struct statement_parse *r,
    int at)
{
    const struct line *l = &t->line[at];
    const bool lost = r->slip == CARD_TWICE || r->slip == UNREADABLE;
    if (r->plays && (!t->named || t->layout == SOME_CARDS) && r->slip != DOUBLED && !lost)
        return false;
    if (l->deed == ROW && t->layout == SOME_CARDS && seems_whole(d, t, at))
        return false;
    if (r->slip == DOUBLED && l->deed == ROW && all_trumps(d, l))
        return false; /* like cards running are different ones */
    return !(r->slip == WRONG_SEAT && l->deed == HAND)
           && !(r->slip == CARD_LEFT_OUT && at + 1 < t->lines && l[1].deed == TRICK);
}

/* False: there is nothing to exchange. */
static bool slip_of_line(const struct deal *d, struct tale *t, int at, struct statement_parse *r)
{
    struct line *l = &t->line[at], first = *l;
    const uint64_t cards = cards_of(l, r->like_trumps);
    if (r->slip == LEFT_OUT) {
        r->missing = cards;
        memmove(l, l + 1, (size_t)(--t->lines - at) * sizeof *l);
        r->lines = 0;
    } else if (r->slip == DOUBLED) {
        r->wrong = cards;
        memmove(l + 1, l, (size_t)(t->lines++ - at) * sizeof *l);
        r->line++;
    } else if (r->slip == WRONG_SEAT) {
        l->seat = (l->seat + 1 + (int)chance((unsigned)d->players - 1)) % d->players;
        r->wrong = r->missing = cards;
    } else if (at + 1 < t->lines) {
        r->wrong = r->missing = cards | cards_of(l + 1, r->like_trumps);
        l[0] = l[1];
        l[1] = first;
        r->lines = 2;
        r->plays |= is_about_play(l);
    } else {
        return false;
    }
    return true;
}

/* False: there is no place for it. */
static bool slip_of_card(const struct deal *d, struct line *l, struct statement_parse *r)
{
    const int at = (int)chance((unsigned)l->count);
    const uint64_t card = code(l->card[at], r->like_trumps);
    if (r->slip == CARD_TWICE) {
        if (is_trump(d, l->card[at]) || l->count == ROW_MOST)
            return false;
        r->wrong = card;
        if (at + 1 < l->count && chance(2)) {
            r->missing = cards_of(l, r->like_trumps);
            l->card[at + 1] = l->card[at];
        } else {
            insert_card(l, at, l->card[at]);
        }
    } else if (r->slip == UNREADABLE) {
        r->missing = cards_of(l, r->like_trumps);
        l->unreadable = at + 1;
    } else if (r->slip == CARD_LEFT_OUT) {
        if (l->count < 2)
            return false;
        r->missing = card;
        memmove(l->card + at, l->card + at + 1, (size_t)(--l->count - at) * sizeof *l->card);
    } else {
        r->missing = card;
        do
            l->card[at] = (int)chance(64);
        while (!(d->deck & one(l->card[at])) || (r->missing & code(l->card[at], r->like_trumps)));
        r->wrong = code(l->card[at], r->like_trumps);
        (void)deal_card(d, l->first + at, &r->seat);
    }
    return true;
}

/* False: another one has to be chosen. */
static bool make_slip(const struct deal *d, struct tale *t, struct statement_parse *r)
{
    const int at = (int)chance((unsigned)t->lines);
    struct line *l = &t->line[at];
    *r = (struct statement_parse){.slip = (enum slip)chance(SLIPS),
        .deed = l->deed,
        .line = at + 1 + HEAD,
        .lines = 1,
        .plays = is_about_play(l),
        .like_trumps = d->game == TEZUMASHI};
    if (!is_seen(d, t, r, at) || (r->slip == WRONG_SEAT && l->seat < 0))
        return false;
    if (r->slip >= CARD_TWICE)
        return l->deed == ROW && slip_of_card(d, l, r);
    return slip_of_line(d, t, at, r);
}

/* ---- the reader ------------------------------------------------------------------------------ */

static bool touched(const struct statement_parse *r, uint32_t line)
{
    return (int)line >= r->line && (int)line < r->line + r->lines;
}

static bool is_of_play(const struct line *l) { return l->deed == ROW || l->deed == TRICK; }

/* The next line of plays. */
static bool is_next(const struct tale *t, const struct statement_parse *r, uint32_t line)
{
    int at = r->line + r->lines - 1 - HEAD;
    while (at < t->lines && !is_of_play(&t->line[at]))
        at++;
    return (int)line == at + 1 + HEAD;
}

/*
 * An ability after the missing row seems to belong to the next one: its winner is misjudged, and
 * who leads after it.
 */
static bool is_next_but_one(const struct tale *t, const struct statement_parse *r, uint32_t line)
{
    const int at = r->line - 1 - HEAD;
    if (r->slip != LEFT_OUT || r->deed != ROW || at + 2 >= t->lines || t->line[at].deed != USE)
        return false;
    struct statement_parse behind = *r;
    for (behind.lines = 2; !is_of_play(&t->line[at + behind.lines - 1]); behind.lines++)
        if (at + behind.lines == t->lines)
            return false;
    return is_next(t, &behind, line);
}

/* The line of plays before an ability that is missing, or another's now. */
static bool is_before_use(const struct tale *t, const struct statement_parse *r, uint32_t line)
{
    int at = r->line - 2 - HEAD;
    while (at > 0 && !is_of_play(&t->line[at]))
        at--;
    return r->deed == USE && (int)line == at + 1 + HEAD;
}

/* Is it proved by the line with the slip, or by a card that stands there no more? */
static bool rests_on(const struct statement_parse *r, const struct ruling *f)
{
    for (int i = 0; i < f->grounds.lines; i++)
        if (touched(r, f->grounds.line[i]))
            return true;
    for (int i = 0; i < f->suspect_count; i++) /* who leads next seems to lead first */
        if (touched(r, f->suspect[i].line)
            || (r->slip == LEFT_OUT && r->plays && (int)f->suspect[i].line == r->line))
            return true;
    for (int i = 0; i < f->because_count; i++)
        if (touched(r, f->because[i]))
            return true;
    for (int i = 0; i < f->grounds.cards; i++)
        if (r->missing & code(f->grounds.card[i], r->like_trumps))
            return true;
    return false;
}

/*
 * What does not fit the cards or the hand that this line puts wrongly, or the tricks that it
 * counts.
 */
static bool contradicts(const struct statement_parse *r, const struct ruling *f,
    const struct line *l)
{
    const bool counts = l->deed == TOTALS || l->deed == TRICK;
    if (r->deed == PASS || r->deed == HAND || (r->deed == SHOW && r->slip == WRONG_SEAT))
        return true;
    if (r->deed == TRICK && l->deed == SHOW)
        return true;
    return (counts && r->plays && (r->slip <= WRONG_SEAT || r->slip == ANOTHER_CARD))
           || (r->slip == ANOTHER_CARD && f->seat == r->seat) || rests_on(r, f)
           || (cards_of(l, r->like_trumps) & (r->wrong | r->missing)) != 0;
}

/*
 * Where the plain reading breaks down: a line that runs into a trick to which a card is missing, or
 * the first cards where the bids are.
 */
static bool runs_into(const struct tale *t, const struct statement_parse *r, uint32_t line,
    unsigned *broken)
{
    const bool goes_on = r->slip == CARD_LEFT_OUT || (t->layout == A_CARD && r->slip != DOUBLED);
    if (r->deed == BID)
        return is_next(t, r, line);
    return r->plays && (goes_on ? (*broken)++ == 0 : r->slip != DOUBLED && is_next(t, r, line));
}

/* Who leads next, or before a break that is missing, or plays a card more. */
static bool shows_itself(const struct deal *d, const struct tale *t,
    const struct statement_parse *r, const struct ruling *f, const char *rule, unsigned *turns)
{
    const bool shut = strcmp(rule, "blue-lead") == 0 || strcmp(rule, "unbroken") == 0;
    const bool turn = strcmp(rule, "turn") == 0, first = strcmp(rule, "first-lead") == 0;
    return (turn && r->plays && (*turns)++ == 0
               && (is_next(t, r, f->line) || is_next_but_one(t, r, f->line)))
           || (first && r->plays && is_next(t, r, f->line))
           || ((r->deed == TRICK || r->slip == ANOTHER_CARD) && strcmp(rule, "early-end") == 0)
           || (r->slip == LEFT_OUT && r->deed == ROW && shut)
           || (r->slip == ANOTHER_CARD && (r->missing & shut_cards(d)) != 0 && shut);
}

/* Did somebody not follow, by a row that has a wrong name, but who is named there? */
static bool follows_wrong_name(const struct statement_parse *r, const struct ruling *f,
    const struct line *l, const char *rule)
{
    return r->slip == WRONG_SEAT && r->deed == ROW && f->kind == RULING_IRREGULAR
           && strcmp(rule, "follow") == 0 && f->seat != l->seat
           && (touched(r, f->line) || rests_on(r, f));
}

/* The first line that is impossible after the slip: up to there the plain reading holds. */
static uint32_t breaks_at(const struct statement_parse *r, const struct slip_answer *a)
{
    uint32_t line = UINT32_MAX;
    for (unsigned i = a->count; i-- > 0;)
        if (a->ruling[i].kind == RULING_IMPOSSIBLE && !touched(r, a->ruling[i].line))
            line = a->ruling[i].line;
    return line;
}

/* How many after the slip, each of which may leave open who has won. */
static unsigned abilities(const struct tale *t, const struct statement_parse *r)
{
    unsigned count = 0;
    for (int i = r->line - 1 - HEAD; i < t->lines; i++)
        count += t->line[i].deed == USE;
    return count;
}

static const char *compare(const struct deal *d, const struct tale *t,
    const struct statement_parse *r, const struct slip_answer *a)
{
    const struct rulebook *book = d->game == HARATAMA    ? &haratama_rulebook
                                  : d->game == TEZUMASHI ? &tezumashi_rulebook
                                                         : &trick_rulebook;
    const uint32_t breaks = t->layout == A_CARD && r->plays && r->slip != DOUBLED ? breaks_at(r, a)
                                                                                  : 0;
    unsigned turns = 0, broken = 0, refused = 0;
    for (unsigned i = 0; i < a->count; i++) {
        const struct ruling *f = &a->ruling[i];
        /* 1: the next round begins, which may be too early now */
        const int behind = (int)f->line - HEAD - t->lines;
        if (behind > 0 && (behind > 1 || f->kind != RULING_IMPOSSIBLE))
            return "something is found in the round behind it";
        if (behind > 0)
            continue;
        const struct line *l = &t->line[(int)f->line - 1 - HEAD];
        const char *rule = strrchr(book->rules[f->rule].id, '/');
        rule = rule != NULL ? rule + 1 : book->rules[f->rule].id;
        refused += f->kind == RULING_IMPOSSIBLE && l->deed == ROW;
        if (follows_wrong_name(r, f, l, rule))
            return "another of the row is accused";
        if (touched(r, f->line))
            continue;
        if (f->kind == RULING_IMPOSSIBLE && !contradicts(r, f, l)
            && !runs_into(t, r, f->line, &broken))
            return "an honest line is impossible";
        if (f->kind != RULING_IMPOSSIBLE && f->line >= breaks
            && !shows_itself(d, t, r, f, rule, &turns) && !rests_on(r, f)
            && !is_before_use(t, r, f->line))
            return "somebody else is accused";
    }
    return a->faults > 2 + refused + abilities(t, r) ? "asked more than once" : NULL;
}

/* ---- records --------------------------------------------------------------------------------- */

struct round_told {
    struct deal deal;
    struct tale tale;
};

static void judge_tale(const struct deal *d, const struct tale *t, struct slip_answer *a)
{
    for (int i = 0; i < t->lines; i++) {
        char text[400];
        line_print(d, &t->line[i], text);
        judge_line(a, text);
    }
}

/* One round, and another one after it, or NULL. */
static void judge(const struct deal *d, const struct tale *t, const struct round_told *next,
    struct slip_answer *a)
{
    static const char *const head[GAMES][HEAD] = {
        [HARATAMA] = {"game haratama", "players Aki Bo Chie Dai", "round"},
        [TEZUMASHI] = {"game tezumashi", "players Aki Bo Chie Dai", "deal"},
        [HEARTS] = {"game Hearts", "players Aki Bo Chie Dai", "deal"},
        [SPADES] = {"game Spades", "players Aki Bo Chie Dai", "deal"},
    };
    judge_begin(a);
    for (int i = 0; i < HEAD; i++)
        judge_line(a, i == 1 && d->players == 3 ? "players Aki Bo Chie" : head[d->game][i]);
    judge_tale(d, t, a);
    if (next != NULL) {
        judge_line(a, head[d->game][HEAD - 1]);
        judge_tale(&next->deal, &next->tale, a);
    }
    judge_end(a);
}

/* Another lawful round after this one, where it may begin; NULL: this one stays open. */
static const struct round_told *play_next(const struct deal *d, const struct tale *t,
    struct slip_answer *a)
{
    static struct round_told next;
    do
        deal_play(&next.deal, d->game, 1);
    while (next.deal.players != d->players);
    deal_tell(&next.deal, &next.tale);
    judge(d, t, &next, a);
    return a->count + a->faults == 0 ? &next : NULL;
}

static void try_slip(uint64_t seed, struct tally *tally)
{
    static struct deal deal;
    static struct tale tale;
    static struct slip_answer answer;
    struct statement_parse r;
    chance_begin(seed);
    deal_chance(seed);
    const uint64_t game = number_from("GAME", GAMES);
    deal_play(&deal, game < GAMES ? (enum which_game)game : (enum which_game)chance(GAMES), 0);
    deal_tell(&deal, &tale);
    judge(&deal, &tale, NULL, &answer);
    check(answer.count + answer.faults == 0, "a lawful record is not (SEED=%llu)\n%s",
        (unsigned long long)seed, answer.text);
    const struct round_told *next = play_next(&deal, &tale, &answer);
    int tries = 0;
    while (!make_slip(&deal, &tale, &r))
        if (++tries == 100) /* nothing but what would not be seen */
            return;
    judge(&deal, &tale, next, &answer);
    const char *wrong = compare(&deal, &tale, &r, &answer);
    commit_mark_slip(tally, (int)r.slip, r.line, &answer, wrong);
}

int main(void)
{
    uint64_t seed = number_from("SEED", 1), records = number_from("ITERS", 1000);
    struct tally tally = {.name = slip_names};
    for (uint64_t i = 0; i < records; i++)
        try_slip(seed + i, &tally);
    commit_mark_tell(&tally, 99);
    return finish();
}
