/*
 * Tezumashi, each part against a second way of doing it that knows nothing of core's:
 *
 *   1. who wins a trick: every combination of cards of a small deck with every ability effect of
 *      every player, and random tricks of the whole deck;
 *   2. whole games of random legal plays, hands open: turns, legal cards, tricks, points and
 *      winners are counted along; every statement is applied twice to the same state, and
 *      nonsense between them changes nothing that counts, and nothing at all unless it is a row of
 *      plays;
 *   3. hidden hands: few cards unseen, like trumps among them; every deal that fits is tried, and
 *      what is impossible, refuted (since when), unproven or in conflict is read off the deals, and
 *      so are the odds; a line that cannot be is refused, as at the table.
 *
 *   SEED=n ITERS=n test_tezumashi     (ITERS: games and positions; tricks are ten times as many)
 */
#include "check.h"
#include "core/tezumashi/tezumashi.h"

enum { FOUND_MOST = 256, LINE_ROOM = 512 };

static unsigned long refutations, conflicts, refusals; /* how much the positions had of each */
static const char *const names[] = {"Aki", "Bo", "Chie", "Dai"};

/* ---- a record being fed ------------------------------------------------------------------ */

struct game {
    struct record r;
    struct tezumashi *s, *before, *copy;
    struct tezumashi_pack *pack;
    struct rulings *rulings;
    struct ruling found[FOUND_MOST];
    int count, faults;
    bool log;
    char text[16384];
};

static void on_finding(void *user, const struct ruling *ruling, const struct record *r)
{
    struct game *g = user;
    (void)r;
    if (g->count < FOUND_MOST && ruling->kind != RULING_OPEN)
        g->found[g->count++] = *ruling;
}

static void on_fault(void *user, uint32_t line, const struct fault *fault, const struct record *r)
{
    (void)line, (void)fault, (void)r;
    ((struct game *)user)->faults++;
}

static struct game *game_new(void)
{
    struct game *g = calloc(1, sizeof *g);
    size_t room = rulebook_room();
    if (g == NULL || (g->s = calloc(1, room)) == NULL || (g->before = calloc(1, room)) == NULL
        || (g->copy = calloc(1, room)) == NULL || (g->pack = calloc(1, room)) == NULL
        || (g->rulings = calloc(1, sizeof *g->rulings)) == NULL)
        abort();
    return g;
}

static void game_free(struct game *g)
{
    free(g->s);
    free(g->before);
    free(g->copy);
    free(g->pack);
    free(g->rulings);
    free(g);
}

static void say(struct game *g, const char *format, ...)
{
    char line[LINE_ROOM];
    va_list list;
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    size_t used = strlen(g->text);
    snprintf(g->text + used, sizeof g->text - used, "%s\n", line);
    record_line(&g->r, line, strlen(line));
}

static void game_begin(struct game *g, int players)
{
    const struct record_host host = {.finding = on_finding, .fault = on_fault, .user = g};
    g->count = g->faults = 0;
    g->text[0] = '\0';
    record_init(&g->r, &host, &(struct record_room){g->s, g->before, g->pack, g->rulings, NULL});
    say(g, "game tezumashi");
    say(g, players == 3 ? "players Aki Bo Chie" : "players Aki Bo Chie Dai");
}

/* A kind of card: suit * 10 + 0…8 for the numbers 1 to 9, + 9 for a trump. */
enum { KINDS = 40, TRUMP_KIND = 9 };

static int suit_kind(int kind) { return kind / 10; }
static bool trump_kind(int kind) { return kind % 10 == TRUMP_KIND; }
static int code_kind(int kind)
{
    return suit_kind(kind) * 16 + (trump_kind(kind) ? 10 : kind % 10 + 1);
}

static const char *text_kind(int kind, char out[4])
{
    out[0] = "buwr"[suit_kind(kind)];
    out[1] = "123456789t"[kind % 10];
    out[2] = '\0';
    return out;
}

/* How many of a kind the deck of so many players has. */
static int in_deck(int kind, int players)
{
    if (trump_kind(kind))
        return players == 4 ? 3 : 2;
    return players == 4 || (kind % 10 != 0 && kind % 10 != 8);
}

/* ---- 1. who wins a trick ----------------------------------------------------------------- */

enum how { NOTHING, NUMBER, ADD, VALID, SKIP, FREE, WIN, HOWS };

struct lay {
    int kind, number, add;
    bool has_number, valid, skip, win;
};

/* Read off the rulebook's words, one after the other; from the leader on. */
static int wins(const struct lay *lay, int players, bool any)
{
    int led = -1, best = -1, most = 0;
    for (int i = 0; i < players; i++)
        if (lay[i].win)
            return i;
    for (int i = players - 1; i >= 0; i--)
        if (!lay[i].skip)
            led = i;
    if (led < 0)
        return 0;
    int suit = suit_kind(lay[led].kind);
    for (int i = 0; i < players; i++)
        if (!lay[i].skip && trump_kind(lay[i].kind)
            && (suit_kind(lay[i].kind) != suit || lay[i].valid || any))
            return i;
    for (int i = 0; i < players; i++) {
        if (lay[i].skip || suit_kind(lay[i].kind) != suit
            || (trump_kind(lay[i].kind) && !lay[i].has_number))
            continue;
        int number = (lay[i].has_number ? lay[i].number : lay[i].kind % 10 + 1) + lay[i].add;
        if (best < 0 || number > most) {
            best = i;
            most = number;
        }
    }
    return best >= 0 ? best : led;
}

static void add_effect(struct lay *lay, enum how how, char *line, const char *who)
{
    static const int numbers[] = {0, 1, 5, 10, -4};
    int number = numbers[chance(5)], add = (int)chance(9) - 4;
    line[0] = '\0';
    switch (how) {
    case NUMBER:
        lay->has_number = true;
        lay->number = number;
        sprintf(line, "%s: use number=%d", who, number);
        return;
    case ADD:
        lay->add += add;
        sprintf(line, "%s: use add=%d", who, add);
        return;
    case VALID:
        lay->valid = true;
        sprintf(line, "%s: use valid", who);
        return;
    case SKIP:
        lay->skip = true;
        sprintf(line, "%s: use skip", who);
        return;
    case FREE: sprintf(line, "%s: use free", who); return;
    case WIN:
        lay->win = true;
        sprintf(line, "%s: use win", who);
        return;
    case NOTHING:
    case HOWS: return;
    }
}

/* One trick: skips first, other uses before the card, or when all lie there. */
static void one_trick(struct game *g, int players, const int *kind, const enum how *how, bool any)
{
    struct lay lay[PLAYERS] = {{0}};
    char late[PLAYERS][LINE_ROOM] = {""}, use[LINE_ROOM], card[4];
    int leader = (int)chance((unsigned)players);
    game_begin(g, players);
    say(g, any ? "house trump=any" : "house trump=offsuit");
    say(g, "deal");
    say(g, "%s: start", names[leader]);
    for (int i = 0; i < players; i++) {
        const char *who = names[(leader + i) % players];
        lay[i].kind = kind[i];
        add_effect(&lay[i], how[i], use, who);
        if (use[0] != '\0' && !lay[i].skip && chance(2))
            strcpy(late[i], use);
        else if (use[0] != '\0')
            say(g, "%s", use);
        if (!lay[i].skip)
            say(g, "%s: %s", who, text_kind(kind[i], card));
    }
    for (int i = 0; i < players; i++)
        if (late[i][0] != '\0')
            say(g, "%s", late[i]);
    int winner = (leader + wins(lay, players, any)) % players;
    check(lies_full(g->s) && g->s->now.winner[0] == winner && g->s->now.tricks[winner] == 1
              && g->faults == 0,
        "trick: won by %d, not %d, in\n%s", g->s->now.winner[0], winner, g->text);
}

static bool enough(const int *kind, int players)
{
    for (int i = 0; i < players; i++) {
        int same = 0;
        for (int k = 0; k < players; k++)
            same += kind[k] == kind[i];
        if (same > in_deck(kind[i], players))
            return false;
    }
    return true;
}

static void every_trick(struct game *g)
{
    static const int deck[] = {1, 2, 7, 9, 11, 19}; /* b2 b3 b8 bt u2 ut */
    enum { CARDS_HERE = 6 };
    for (int n = 0; n < CARDS_HERE * CARDS_HERE * CARDS_HERE; n++) {
        const int kind[] = {deck[n % CARDS_HERE], deck[n / CARDS_HERE % CARDS_HERE],
            deck[n / CARDS_HERE / CARDS_HERE]};
        for (int e = 0; e < HOWS * HOWS * HOWS && enough(kind, 3); e++) {
            const enum how how[] = {(enum how)(e % HOWS), (enum how)(e / HOWS % HOWS),
                (enum how)(e / HOWS / HOWS)};
            one_trick(g, 3, kind, how, (n + e) % 2);
        }
    }
}

static void any_trick(struct game *g)
{
    int players = 3 + (int)chance(2), kind[PLAYERS];
    enum how how[PLAYERS];
    do
        for (int i = 0; i < players; i++) {
            do
                kind[i] = (int)chance(2) * 10 + (int)chance(10);
            while (in_deck(kind[i], players) == 0);
            how[i] = (enum how)chance(HOWS);
        }
    while (!enough(kind, players));
    one_trick(g, players, kind, how, chance(2));
}

/* ---- 2. whole games ---------------------------------------------------------------------- */

struct deal_of {
    int players, hand[PLAYERS][KINDS];
};

static void shuffle_deal(struct deal_of *d, int players)
{
    int left[48], count = 0;
    memset(d, 0, sizeof *d);
    d->players = players;
    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < in_deck(kind, players); i++)
            left[count++] = kind;
    for (int i = count - 1; i > 0; i--) {
        int k = (int)chance((unsigned)i + 1), swap = left[i];
        left[i] = left[k];
        left[k] = swap;
    }
    for (int i = 0; i < count; i++)
        d->hand[i % players][left[i]]++;
}

static bool has_suit(const int *hand, int suit)
{
    for (int i = 0; i < 10; i++)
        if (hand[suit * 10 + i] > 0)
            return true;
    return false;
}

static int any_of(const int *hand, int suit)
{
    for (;;) {
        int kind = (int)chance(KINDS);
        if (hand[kind] > 0 && (suit < 0 || suit_kind(kind) == suit))
            return kind;
    }
}

/* The game as the test keeps it. */
struct ledger {
    int players, table[PLAYERS], minus[PLAYERS], tricks[PLAYERS];
    int pays[TABLES + 1][TRICKS + 1], cost[SUITS], by_trick[SUITS];
    long taken[PLAYERS], total[PLAYERS];
};

/* Says a line twice from the same state, with nonsense between. */
static void say_twice(struct game *g, const char *format, ...)
{
    static const char *const nonsense[] = {
        "Aki: choose table 9",
        "b5 b5 b5",
        "Bo: hand b1",
        "Chie: trick x",
        "tricks Aki=13",
        "deal 4",
        "Aki: show b1 b1",
        "Bo: use number=x",
        "u1 u2 u3 u4 u5 u6 u7 u1",
        "minus Aki=1 Aki=2",
    };
    char line[LINE_ROOM];
    va_list list;
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    size_t used = strlen(g->text);
    snprintf(g->text + used, sizeof g->text - used, "%s\n", line);
    int count = g->count, faults = g->faults;
    uint16_t waiting = g->rulings->count;
    struct tezumashi before = *g->s;
    struct record record = g->r;
    record_line(&g->r, line, strlen(line));
    *g->copy = *g->s;
    *g->s = before;
    g->r = record;
    g->rulings->count = waiting;
    const char *wrong = nonsense[chance(sizeof nonsense / sizeof *nonsense)];
    record_line(&g->r, wrong, strlen(wrong));
    check(memcmp(g->s, &before, sizeof before) == 0, "“%s” has left a trace", wrong);
    g->r = record;
    g->rulings->count = waiting;
    g->count = count;
    g->faults = faults;
    record_line(&g->r, line, strlen(line));
    check(memcmp(g->s, g->copy, sizeof before) == 0, "“%s” makes two things of one state", line);
}

/*
 * No bit in two hands, none outside the deck, no hand above twelve; as many cards left as there
 * are.
 */
static void conserved(const struct game *g, const struct deal_of *d)
{
    uint64_t all = 0;
    for (int i = 0; i < d->players; i++) {
        int left = 0;
        for (int kind = 0; kind < KINDS; kind++)
            left += d->hand[i][kind];
        const uint64_t hand = g->s->round.hands.known[i];
        check(!(all & hand) && !(hand & ~g->s->round.hands.deck) && bits_count(hand) == HAND,
            "the hand of %s is not twelve cards of the deck", names[i]);
        check(!(played_by(&g->s->round.hands, i) & ~hand) && cards_left(&g->s->round, i) == left,
            "%s has %d cards, not %d", names[i], cards_left(&g->s->round, i), left);
        all |= hand;
    }
}

static void legal_is(const struct game *g, const struct deal_of *d, int seat, int led)
{
    uint64_t expected = 0;
    for (int kind = 0; kind < KINDS; kind++)
        if (d->hand[seat][kind] > 0
            && (led < 0 || !has_suit(d->hand[seat], led) || suit_kind(kind) == led))
            expected |= (uint64_t)1 << code_kind(kind);
    struct cardset set = tezumashi_rulebook.knowledge->legal(g->s, &g->r.setting, seat);
    check(set.bits[0] == expected && set.bits[1] == 0, "legal() of %s in\n%s", names[seat],
        g->text);
    check(tezumashi_rulebook.knowledge->turn(g->s, &g->r.setting) == seat,
        "it is not %s's turn in\n%s", names[seat], g->text);
}

static void say_hands(struct game *g, const struct deal_of *d)
{
    for (int i = 0; i < d->players; i++) {
        char line[LINE_ROOM], card[4];
        size_t at = (size_t)sprintf(line, "%s: hand", names[i]);
        for (int kind = 0; kind < KINDS; kind++)
            for (int n = 0; n < d->hand[i][kind]; n++)
                at += (size_t)sprintf(line + at, " %s", text_kind(kind, card));
        say_twice(g, "%s", line);
    }
}

static void take(struct ledger *l, const struct lay *lay, int leader, int winner)
{
    int suit = l->minus[winner], with = 0;
    for (int i = 0; i < l->players; i++)
        with += !lay[i].skip && suit_kind(lay[i].kind) == suit;
    (void)leader;
    l->tricks[winner]++;
    l->taken[winner] += l->by_trick[suit] ? (with > 0 ? l->cost[suit] : 0)
                                          : (long)with * l->cost[suit];
}

/* One trick with open hands, legally; each may use an effect. Who skips keeps a card. */
static int legal_trick(struct game *g, struct deal_of *d, struct ledger *l, int leader,
    bool effects)
{
    struct lay lay[PLAYERS] = {{0}};
    char use[LINE_ROOM], card[4];
    int led = -1;
    for (int i = 0; i < d->players; i++) {
        int seat = (leader + i) % d->players;
        enum how how = effects && chance(6) == 0 ? (enum how)chance(HOWS) : NOTHING;
        if (how == FREE)
            how = NOTHING;
        add_effect(&lay[i], how, use, names[seat]);
        /* before the lead it would still speak of the trick before */
        bool late = lies_full(g->s) && !lay[i].skip;
        if (use[0] != '\0' && !late)
            say_twice(g, "%s", use);
        if (lay[i].skip)
            continue;
        if (led >= 0 || i == 0)
            legal_is(g, d, seat, led);
        int kind = lay[i].kind = any_of(d->hand[seat],
            led >= 0 && has_suit(d->hand[seat], led) ? led : -1);
        if (chance(2) || (led < 0 && i > 0))
            say_twice(g, "%s: %s", names[seat], text_kind(kind, card));
        else
            say_twice(g, "%s", text_kind(kind, card));
        if (use[0] != '\0' && late)
            say_twice(g, "%s", use);
        d->hand[seat][kind]--;
        led = led < 0 ? suit_kind(kind) : led;
        conserved(g, d);
    }
    int winner = (leader + wins(lay, d->players, false)) % d->players;
    take(l, lay, leader, winner);
    check(lies_full(g->s) && g->s->round.trick.winner == winner, "the trick is not %s's in\n%s",
        names[winner], g->text);
    return winner;
}

static void say_pack(struct game *g, struct ledger *l)
{
    for (int t = 1; t <= TABLES; t++) {
        char line[LINE_ROOM];
        size_t at = (size_t)sprintf(line, "table %d", t);
        for (int n = 0; n <= TRICKS; n++)
            at += (size_t)sprintf(line + at, " %d=%d", n, l->pays[t][n] = (int)chance(12) - 4);
        say(g, "%s", line);
    }
    for (int i = 0; i < SUITS; i++) {
        l->cost[i] = -(int)chance(4);
        l->by_trick[i] = (int)chance(2);
        say(g, "minuscard %c %s=%d", "buwr"[i], l -> by_trick[i] ? "trick" : "card", l->cost[i]);
    }
}

/*
 * The draft, one thing a turn: a kind each lap that is the same for all, the things in any order.
 */
static void draft(struct game *g, struct ledger *l, int starter)
{
    int laps[] = {TABLE, MINUS, ABILITY}, first = (int)chance(3), table = (int)chance(8),
        suit = (int)chance(4);
    for (int lap = 0; lap < THINGS; lap++)
        for (int i = 0; i < l->players; i++) {
            int seat = (starter + i) % l->players;
            switch (laps[(lap + first) % THINGS]) {
            case TABLE:
                l->table[seat] = (table + i) % 8 + 1;
                say_twice(g, "%s: choose %s%d", names[seat], chance(2) ? "table " : "",
                    l->table[seat]);
                break;
            case MINUS:
                l->minus[seat] = (suit + i) % 4;
                say_twice(g, "%s: choose minus %c", names[seat], "buwr"[l->minus[seat]]);
                break;
            default: say_twice(g, "%s: choose ability x%d", names[seat], (i + (int)lap) % 6);
            }
        }
}

static void points_are(const struct game *g, const struct ledger *l, const char *when)
{
    for (int i = 0; i < l->players; i++) {
        long total = 0;
        check(tezumashi_total(g->s, &g->r.setting, i, &total) && total == l->total[i],
            "%s: %s has %ld points, not %ld, in\n%s", when, names[i], total, l->total[i], g->text);
    }
}

static void whole_game(struct game *g)
{
    struct ledger l = {.players = 3 + (int)chance(2)};
    int starter = (int)chance((unsigned)l.players);
    game_begin(g, l.players);
    say_pack(g, &l);
    for (int deal = 0; deal < l.players; deal++, starter = (starter + 1) % l.players) {
        struct deal_of d;
        bool effects = chance(2);
        shuffle_deal(&d, l.players);
        memset(l.tricks, 0, sizeof l.tricks);
        memset(l.taken, 0, sizeof l.taken);
        say_twice(g, "deal");
        g->text[0] = '\0';
        say_twice(g, "%s: start", names[starter]);
        draft(g, &l, starter);
        say_hands(g, &d);
        int leader = starter;
        for (int trick = 0; trick < TRICKS; trick++)
            leader = legal_trick(g, &d, &l, leader, effects);
        for (int i = 0; i < l.players; i++)
            l.total[i] += l.pays[l.table[i]][l.tricks[i]] + l.taken[i];
        points_are(g, &l, "behind the deal");
    }
    uint32_t winners, expected = 0;
    for (int i = 0; i < l.players; i++) {
        bool most = true;
        for (int k = 0; k < l.players; k++)
            most &= l.total[k] <= l.total[i];
        expected |= most ? 1u << i : 0;
    }
    check(tezumashi_rulebook.finished(g->s, &g->r.setting, &winners) && winners == expected,
        "the winners differ");
    say(g, "deal");
    check(g->s->round.number == l.players, "one deal too many");
    record_end(&g->r);
    check(g->count == 1 && g->found[0].kind == RULING_IMPOSSIBLE && g->faults == 0,
        "a legal game has findings: %d, the first of kind %d at line %u, in\n%s", g->count,
        g->count > 0 ? (int)g->found[0].kind : -1, g->count > 0 ? (unsigned)g->found[0].line : 0,
        g->text);
}

/* ---- 3. hidden hands --------------------------------------------------------------------- */

/* A card played, or cards shown, by a seat at a line. */
struct event {
    uint32_t line;
    int seat, kind, count; /* count 0: played; else shown so many */
    int led;               /* of a play: the suit led; -1: a lead, or nothing claimed */
};

enum { EVENTS_MOST = 256, CLAIMS_HERE = 16 };

struct position {
    int players, events;
    uint32_t given; /* the last of the lines that give hands */
    struct event event[EVENTS_MOST];
};

/*
 * The least number of each kind each hand had when the deal began, by what was seen up to a line.
 */
static void seen_by(const struct position *p, uint32_t until, int seen[PLAYERS][KINDS])
{
    int played[PLAYERS][KINDS] = {{0}};
    memset(seen, 0, sizeof(int[PLAYERS][KINDS]));
    for (int i = 0; i < p->events && p->event[i].line <= until; i++) {
        const struct event *e = &p->event[i];
        int had = played[e->seat][e->kind] + (e->count > 0 ? e->count : 1);
        played[e->seat][e->kind] += e->count == 0;
        if (had > seen[e->seat][e->kind])
            seen[e->seat][e->kind] = had;
    }
}

/* Is this play's claim true of a deal: none of the suit led was left in that hand? */
static bool holds(const struct position *p, const struct event *claim, int hand[PLAYERS][KINDS])
{
    int left[KINDS];
    memcpy(left, hand[claim->seat], sizeof left);
    for (const struct event *e = p->event; e <= claim; e++)
        if (e->count == 0 && e->seat == claim->seat)
            left[e->kind]--;
    return !has_suit(left, claim->led);
}

/*
 * Every deal that fits: which of the claims are true of it, and how many deals of cards it stands
 * for.
 */
struct tried {
    const struct position *p;
    const struct event *claim[CLAIMS_HERE];
    int claims, room[PLAYERS], unseen[KINDS], hand[PLAYERS][KINDS];
    double weight[1 << CLAIMS_HERE], with[PLAYERS][1 << CLAIMS_HERE];
    int odds_kind, odds_played[PLAYERS];
};

static void try_kind(struct tried *t, int kind, double weight);

static void try_seat(struct tried *t, int kind, int seat, int left, double weight)
{
    if (seat == t->p->players) {
        if (left == 0)
            try_kind(t, kind + 1, weight);
        return;
    }
    double ways = 1;
    for (int here = 0; here <= left && here <= t->room[seat]; here++) {
        t->room[seat] -= here;
        t->hand[seat][kind] += here;
        try_seat(t, kind, seat + 1, left - here, weight * ways);
        t->hand[seat][kind] -= here;
        t->room[seat] += here;
        ways = ways * (left - here) / (here + 1);
    }
}

static void try_kind(struct tried *t, int kind, double weight)
{
    while (kind < KINDS && t->unseen[kind] == 0)
        kind++;
    if (kind < KINDS) {
        try_seat(t, kind, 0, t->unseen[kind], weight);
        return;
    }
    unsigned mask = 0;
    for (int i = 0; i < t->claims; i++)
        mask |= holds(t->p, t->claim[i], t->hand) ? 1u << i : 0;
    t->weight[mask] += weight;
    for (int i = 0; i < t->p->players; i++)
        if (t->odds_kind >= 0 && t->hand[i][t->odds_kind] > t->odds_played[i])
            t->with[i][mask] += weight;
}

/* False: no deal fits. */
static bool try_deals(struct tried *t, uint32_t until)
{
    int seen[PLAYERS][KINDS];
    seen_by(t->p, until, seen);
    memset(t->weight, 0, sizeof t->weight);
    memset(t->with, 0, sizeof t->with);
    memcpy(t->hand, seen, sizeof seen);
    for (int kind = 0; kind < KINDS; kind++)
        t->unseen[kind] = in_deck(kind, t->p->players);
    for (int i = 0; i < t->p->players; i++) {
        t->room[i] = HAND;
        for (int kind = 0; kind < KINDS; kind++) {
            t->room[i] -= seen[i][kind];
            t->unseen[kind] -= seen[i][kind];
        }
        if (t->room[i] < 0)
            return false;
    }
    for (int kind = 0; kind < KINDS; kind++)
        if (t->unseen[kind] < 0)
            return false;
    try_kind(t, 0, 1);
    return true;
}

/* Can all claims of a set be true? And can one of them be? */
static bool can_hold(const struct tried *t, unsigned set)
{
    for (unsigned mask = 0; mask < 1u << t->claims; mask++)
        if (t->weight[mask] > 0 && (mask & set) == set)
            return true;
    return false;
}

static bool can_fail(const struct tried *t, int claim)
{
    for (unsigned mask = 0; mask < 1u << t->claims; mask++)
        if (t->weight[mask] > 0 && !(mask & 1u << claim))
            return true;
    return false;
}

/*
 * The smallest set that cannot hold: its last line least, then its lines. Claims are in their
 * order.
 */
static unsigned conflict_of(const struct tried *t, unsigned unproven)
{
    for (int size = 2; size <= t->claims; size++) {
        unsigned best = 0;
        int best_last = t->claims;
        for (unsigned set = 1; set < 1u << t->claims; set++) {
            int last = 31 - __builtin_clz(set);
            if ((set & ~unproven) || __builtin_popcount(set) != size || last > best_last
                || can_hold(t, set))
                continue;
            /* with one last line the earlier bits decide: the lowest that differs */
            bool better = best == 0 || last < best_last
                          || ((set ^ best) & (0u - (set ^ best)) & set) != 0;
            if (better) {
                best = set;
                best_last = last;
            }
        }
        if (best != 0)
            return best;
    }
    return 0;
}

static const struct ruling *found_at(const struct game *g, uint32_t line, enum ruling_kind kind)
{
    for (int i = 0; i < g->count; i++)
        if (g->found[i].line == line && g->found[i].kind == kind)
            return &g->found[i];
    return NULL;
}

/*
 * The last line before a claim where a card was seen that its player then still held; 0: none was.
 */
static uint32_t seen_before(const struct position *p, const struct event *claim)
{
    uint32_t last = 0;
    for (const struct event *e = p->event; e < claim; e++) {
        int left = e->count;
        if (e->seat != claim->seat || suit_kind(e->kind) != claim->led)
            continue;
        for (const struct event *then = e + 1; then <= claim; then++)
            left -= then->count == 0 && then->seat == e->seat && then->kind == e->kind;
        if (left > 0)
            last = e->line;
    }
    return last;
}

/*
 * The first line after a claim that shows a card in that hand which it says is not there; 0: none
 * does.
 */
static uint32_t seen_after(const struct position *p, const struct event *claim)
{
    for (const struct event *e = claim + 1; e < p->event + p->events; e++)
        if (e->seat == claim->seat && suit_kind(e->kind) == claim->led)
            return e->line;
    return 0;
}

/* The line that completed the proof, from the hands on; they leave too much open to try it all. */
static uint32_t refuted_since(struct tried *t, int claim, uint32_t from)
{
    for (int i = 0; i < t->p->events; i++) {
        if (t->p->event[i].line < from)
            continue;
        if (try_deals(t, t->p->event[i].line) && !can_hold(t, 1u << claim))
            return t->p->event[i].line;
    }
    return 0;
}

static void compare_claim(struct game *g, struct tried *t, int i, bool refuted, bool unproven)
{
    const struct event *c = t->claim[i];
    const struct ruling *irregular = found_at(g, c->line, RULING_IRREGULAR);
    check((irregular != NULL) == refuted
              && (found_at(g, c->line, RULING_UNPROVEN) != NULL) == unproven,
        "line %u should be %s in\n%s", (unsigned)c->line,
        refuted    ? "refuted"
        : unproven ? "unproven"
                   : "clean",
        g->text);
    if (irregular == NULL || !refuted)
        return;
    /*
     * by a card seen before, else by one seen after, else by counting, in lines of which the last
     * may be any since
     */
    uint32_t seen = seen_before(t->p, c), since = 0;
    uint32_t because = irregular->because_count == 1 ? irregular->because[0] : c->line;
    if (seen == 0)
        seen = seen_after(t->p, c);
    if (seen == 0)
        since = refuted_since(t, i, t->p->given);
    check(irregular->seat == c->seat && irregular->card == code_kind(c->kind)
              && irregular->rule == RULE_FOLLOW
              && (seen != 0 ? because == seen : because >= since || since == t->p->given),
        "line %u is refuted because of %u, not %u, in\n%s", (unsigned)c->line, (unsigned)since,
        (unsigned)because, g->text);
    refutations++;
}

static void compare_odds(struct game *g, struct tried *t, unsigned refuted, unsigned unproven)
{
    static struct counted scratch;
    double shares[PLAYERS + 1], all = 0, with[PLAYERS] = {0};
    int kind = (int)chance(4) * 10 + (chance(2) ? TRUMP_KIND : (int)chance(10));
    bool some = in_deck(kind, t->p->players) > 0;
    t->odds_kind = kind;
    memset(t->odds_played, 0, sizeof t->odds_played);
    for (int i = 0; i < t->p->events; i++)
        if (t->p->event[i].count == 0 && t->p->event[i].kind == kind)
            t->odds_played[t->p->event[i].seat]++;
    try_deals(t, ALWAYS);
    t->odds_kind = -1;
    for (unsigned mask = 0; mask < 1u << t->claims; mask++)
        if ((mask & unproven & ~refuted) == (unproven & ~refuted)) {
            all += t->weight[mask];
            for (int i = 0; i < t->p->players; i++)
                with[i] += t->with[i][mask];
        }
    bool counted = round_odds(g->s, &g->r.setting, code_kind(kind), &scratch, shares);
    check(counted == (some && all > 0), "the odds can %sbe counted in\n%s", counted ? "" : "not ",
        g->text);
    for (int i = 0; i < t->p->players && counted && all > 0; i++)
        check(shares[i] > with[i] / all - 1e-9 && shares[i] < with[i] / all + 1e-9,
            "%s holds %c%d with %f, not %f, in\n%s", names[i], "buwr"[suit_kind(kind)],
            kind % 10 + 1, shares[i], with[i] / all, g->text);
}

static void compare(struct game *g, struct tried *t)
{
    unsigned refuted = 0, unproven = 0;
    bool weighed[CLAIMS_HERE][2];
    try_deals(t, ALWAYS);
    for (int i = 0; i < t->claims; i++) {
        refuted |= !can_hold(t, 1u << i) ? 1u << i : 0;
        unproven |= can_hold(t, 1u << i) && can_fail(t, i) ? 1u << i : 0;
    }
    unsigned set = conflict_of(t, unproven);
    compare_odds(g, t, refuted, unproven);
    record_end(&g->r);
    int told = 0;
    for (int i = 0; i < g->count; i++) {
        if (g->found[i].kind != RULING_CONFLICT)
            continue;
        unsigned named = 0;
        for (int k = 0; k < g->found[i].suspect_count; k++)
            for (int c = 0; c < t->claims; c++)
                named |= t->claim[c]->line == g->found[i].suspect[k].line ? 1u << c : 0;
        check(named == set, "the conflict is of %x, not %x, in\n%s", set, named, g->text);
        told++;
    }
    check(told == (set != 0), "%d conflicts in\n%s", told, g->text);
    conflicts += set != 0;
    for (int i = 0; i < t->claims; i++) {
        weighed[i][0] = refuted >> i & 1;
        weighed[i][1] = (unproven & ~set) >> i & 1;
    }
    for (int i = 0; i < t->claims; i++)
        compare_claim(g, t, i, weighed[i][0], weighed[i][1]);
}

/* Adds an event, and whether core takes it: exactly where a deal fits. */
static bool add_event(struct game *g, struct position *p, struct event e, int copies)
{
    static struct tried t;
    char card[4], line[LINE_ROOM];
    size_t at = (size_t)sprintf(line, "%s:%s", names[e.seat], e.count > 0 ? " show" : "");
    for (int i = 0; i < copies; i++)
        at += (size_t)sprintf(line + at, " %s", text_kind(e.kind, card));
    e.line = g->r.line + 1;
    p->event[p->events++] = e;
    t.p = p;
    t.claims = 0;
    t.odds_kind = -1;
    bool fits = try_deals(&t, ALWAYS);
    const struct tezumashi before = *g->s;
    const struct record record = g->r;
    const uint16_t waiting = g->rulings->count;
    const size_t text = strlen(g->text);
    const int count = g->count;
    say(g, "%s", line);
    check(g->r.refused != fits, "line %u should be %s in\n%s", (unsigned)e.line,
        fits ? "possible" : "impossible", g->text);
    if (fits)
        return true;
    refusals++;
    p->events--;
    *g->s = before; /* the table refuses the line: nothing has been done, and the trick goes on */
    g->r = record;
    g->rulings->count = waiting;
    g->text[text] = '\0';
    g->count = count;
    return false;
}

/* A card to be hidden: of the suit, where one is asked for and there; else rather a trump. */
static int to_hide(const int *hand, int suit)
{
    int kind = any_of(hand, suit >= 0 && has_suit(hand, suit) ? suit : -1);
    for (int k = 0; k < 3 && suit < 0 && !trump_kind(kind); k++)
        kind = any_of(hand, -1);
    return kind;
}

static int of_suit(const int *hand, int suit)
{
    int count = 0;
    for (int i = 0; i < 10; i++)
        count += hand[suit * 10 + i];
    return count;
}

/* Leaves the others few cards of the leader's suit: each might be without, but not all of them. */
static void strip(struct deal_of *d, int leader, int suit)
{
    int few = 1 + (int)chance(2);
    for (int tries = 0; tries < 200; tries++) {
        int seat = (leader + 1 + (int)chance((unsigned)d->players - 1)) % d->players, others = 0;
        for (int i = 0; i < d->players; i++)
            others += i != leader ? of_suit(d->hand[i], suit) : 0;
        if (others <= few || !has_suit(d->hand[seat], suit)
            || of_suit(d->hand[leader], suit) == HAND)
            continue;
        int there = any_of(d->hand[seat], suit), here = any_of(d->hand[leader], -1);
        if (suit_kind(here) == suit)
            continue;
        d->hand[seat][there]--, d->hand[seat][here]++;
        d->hand[leader][here]--, d->hand[leader][there]++;
    }
}

/* Most of each hand is given; what is not is rich in trumps, or in cards of one suit. */
static void give_hands(struct game *g, struct position *p, const struct deal_of *d, int suit,
    int leader)
{
    for (int i = 0; i < p->players; i++) {
        char line[LINE_ROOM], card[4];
        size_t at = (size_t)sprintf(line, "%s: hand", names[i]);
        int hidden[KINDS] = {0}, hide = 1 + (int)chance(p->players == 3 ? 3 : 2);
        for (int k = 0; k < 10 && suit >= 0 && i != leader; k++)
            hidden[suit * 10 + k] = d->hand[i][suit * 10 + k];
        for (int n = 0; n < hide && (suit < 0 || i != leader); n++) {
            int kind = to_hide(d->hand[i], suit);
            hidden[kind] += hidden[kind] < d->hand[i][kind];
        }
        int given = 0;
        for (int kind = 0; kind < KINDS; kind++) {
            int count = d->hand[i][kind] - hidden[kind];
            if (count > 0)
                p->event[p->events++] = (struct event){g->r.line + 1, i, kind, count, -1};
            for (given += count; count > 0; count--)
                at += (size_t)sprintf(line + at, " %s", text_kind(kind, card));
        }
        for (; given < HAND; given++)
            at += (size_t)sprintf(line + at, " ?");
        say(g, "%s", line);
    }
    p->given = g->r.line;
}

/* Like trumps shown before the play, more of them or fewer each time. */
static void show_copies(struct game *g, struct position *p, const struct deal_of *d)
{
    for (int seat = 0; seat < p->players; seat++)
        for (int kind = TRUMP_KIND; kind < KINDS; kind += 10)
            for (int n = 0; n < 2 && d->hand[seat][kind] > 1 && chance(2); n++) {
                int copies = 1 + (int)chance((unsigned)d->hand[seat][kind]);
                add_event(g, p, (struct event){0, seat, kind, copies, -1}, copies);
            }
}

static void hidden_hands(struct game *g)
{
    static struct tried t;
    struct position p = {.players = 3 + (int)chance(2)};
    struct deal_of d, other;
    int leader = (int)chance((unsigned)p.players), tricks = 1 + (int)chance(3);
    int suit = (int)chance(8) - 4; /* led and not followed, where it can be; or none */
    shuffle_deal(&d, p.players);
    shuffle_deal(&other, p.players);
    if (suit >= 0)
        strip(&d, leader, suit);
    game_begin(g, p.players);
    say(g, "deal");
    say(g, "%s: start", names[leader]);
    give_hands(g, &p, &d, suit, leader);
    show_copies(g, &p, &d);
    memset(&t, 0, sizeof t);
    for (int trick = 0; trick < tricks; trick++) {
        struct lay lay[PLAYERS] = {{0}};
        int led = -1;
        for (int i = 0; i < p.players; i++) {
            int seat = (leader + i) % p.players;
            bool follow = led >= 0 && has_suit(d.hand[seat], led) && chance(3) > 0 && suit < 0;
            int wanted = follow                                                 ? led
                         : led < 0 && suit >= 0 && has_suit(d.hand[seat], suit) ? suit
                                                                                : -1;
            int kind = any_of(d.hand[seat], wanted);
            for (int k = 0; k < 4 && led >= 0 && suit >= 0 && suit_kind(kind) == led; k++)
                kind = any_of(d.hand[seat], -1);
            if (chance(12) == 0)
                add_event(g, &p, (struct event){0, seat, any_of(other.hand[seat], -1), 1, -1}, 1);
            if (!add_event(g, &p,
                    (struct event){0, seat, kind, 0, led == suit_kind(kind) ? -1 : led}, 1)) {
                /* a false show before has put the deal out: another card that can be */
                for (kind = 0; kind < KINDS; kind++)
                    if (add_event(g, &p,
                            (struct event){0, seat, kind, 0, led == suit_kind(kind) ? -1 : led}, 1))
                        break;
            }
            if (kind == KINDS)
                return;
            d.hand[seat][kind] -= d.hand[seat][kind] > 0;
            lay[i].kind = kind;
            led = led < 0 ? suit_kind(kind) : led;
        }
        leader = (leader + wins(lay, p.players, false)) % p.players;
        if (chance(3) == 0) {
            int seat = (int)chance((unsigned)p.players), kind = any_of(d.hand[seat], -1);
            int copies = d.hand[seat][kind] > 1 ? 1 + (int)chance(2) : 1;
            add_event(g, &p, (struct event){0, seat, kind, copies, -1}, copies);
        }
    }
    t.p = &p;
    t.odds_kind = -1;
    for (int i = 0; i < p.events && t.claims < CLAIMS_HERE; i++)
        if (p.event[i].count == 0 && p.event[i].led >= 0)
            t.claim[t.claims++] = &p.event[i];
    compare(g, &t);
}

/* ---- all of it --------------------------------------------------------------------------- */

int main(void)
{
    uint64_t start = number_from("SEED", 1);
    long iterations = (long)number_from("ITERS", 1500);
    struct game *g = game_new();
    chance_begin(start);
    every_trick(g);
    for (long i = 0; i < iterations; i++) {
        for (int k = 0; k < 10; k++) {
            chance_begin(start + (uint64_t)i * 16 + (uint64_t)k);
            any_trick(g);
        }
        chance_begin(start + (uint64_t)i);
        hidden_hands(g);
        if (i % 10 == 0)
            whole_game(g);
    }
    game_free(g);
    check(refutations > 0 && conflicts > 0 && refusals > 0, "nothing to compare");
    printf("%lu claims refuted, %lu conflicts, %lu impossible lines\n", refutations, conflicts,
        refusals);
    return finish();
}
