/*
 * Trick-taking games from a file against a reference that knows their rules alone
 * (trick_reference.h): what may be played, who takes and what it scores, on random deals of Hearts
 * and Spades with cards passed; and revokes proved, on small decks, against trying every deal;
 * where cards were played that nobody saw, also every card that they may have been: nobody is
 * accused who may have been right, and what is told of tricks, cards and points is what all ways
 * agree in.
 *
 * SEED=n and ITERS=n change a run: ITERS deals of each game, a tenth as many small records, and
 * fewer with cards unseen.
 */
#include "check.h"
#include "core/core.h"
#include "core/trick-game/trick_game.h"
#include "trick_reference.h"

enum { ITERS = 50000, TEXT_MOST = 400, FOUND_MOST = 200 };

/* ---- a record -------------------------------------------------------------------------------- */

struct found {
    char kind[12], rule[20];
    uint32_t line;
};

struct judge {
    struct record record;
    void *state, *before, *pack, *file;
    struct rulings *rulings;
    int faults, count;
    bool has_file;
    struct found found[FOUND_MOST];
};

static void on_fault(void *user, uint32_t line, const struct fault *fault, const struct record *r)
{
    (void)r;
    struct judge *j = user;
    if (j->faults++ == 0)
        fprintf(stderr, "line %u: %s\n", line, fault->message.id);
}

static void on_finding(void *user, const struct ruling *ruling, const struct record *r)
{
    struct judge *j = user;
    if (getenv("VERBOSE") != NULL)
        printf("%u: %s %s\n", ruling->line, ruling_word(ruling->kind), ruling->message.id);
    if (j->count == FOUND_MOST)
        abort();
    struct found *f = &j->found[j->count++];
    snprintf(f->kind, sizeof f->kind, "%s", ruling_word(ruling->kind));
    snprintf(f->rule, sizeof f->rule, "%s", r->setting.book->rules[ruling->rule].id);
    f->line = ruling->line;
}

static void *pack_new(void *user, const struct rulebook *book, struct span name)
{
    (void)book, (void)name;
    ((struct judge *)user)->has_file = true;
    return ((struct judge *)user)->file;
}

static const void *pack_find(void *user, const struct rulebook *book, struct span name)
{
    const struct judge *j = user;
    return j->has_file && book == &trick_rulebook && name.length == 5 ? j->file : NULL;
}

static void judge_begin(struct judge *j)
{
    const struct record_host host = {.fault = on_fault,
        .finding = on_finding,
        .pack_new = pack_new,
        .pack_find = pack_find,
        .user = j};
    j->faults = j->count = 0;
    j->has_file = false;
    record_init(&j->record, &host,
        &(struct record_room){j->state, j->before, j->pack, j->rulings, NULL});
}

__attribute__((format(printf, 2, 3))) static void feed(struct judge *j, const char *format, ...)
{
    char line[TEXT_MOST];
    va_list values;
    va_start(values, format);
    const int length = vsnprintf(line, sizeof line, format, values);
    va_end(values);
    if (getenv("VERBOSE") != NULL)
        printf("%s\n", line);
    record_line(&j->record, line, (size_t)length);
}

/* ---- cards ----------------------------------------------------------------------------------- */

static const char letters[] = "cdhs";
static const char *const ranks[] = {"2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k",
    "a"};
static const char *const seats[] = {"Aki", "Bo", "Chie", "Dai"};

static int code_of(struct ref_card c) { return c.suit * 16 + c.rank + 1; }

static void shuffle(struct ref_card *cards, int count)
{
    for (int i = count - 1; i > 0; i--) {
        const int k = (int)chance((unsigned)i + 1);
        const struct ref_card card = cards[i];
        cards[i] = cards[k];
        cards[k] = card;
    }
}

static int all_cards(const struct ref_rules *r, struct ref_card *out)
{
    int count = 0;
    for (int s = 0; s < r->suits; s++)
        for (int n = 0; n < r->ranks; n++)
            out[count++] = (struct ref_card){s, n};
    return count;
}

static int hand_list(bool hand[REF_SUITS][REF_RANKS], struct ref_card *out)
{
    int count = 0;
    for (int s = 0; s < REF_SUITS; s++)
        for (int n = 0; n < REF_RANKS; n++)
            if (hand[s][n])
                out[count++] = (struct ref_card){s, n};
    return count;
}

static int card_text(struct ref_card c, char *out)
{
    return sprintf(out, " %c%s", letters[c.suit], ranks[c.rank]);
}

/* ---- Hearts and Spades ---------------------------------------------------------------------- */

static const struct ref_rules hearts = {.suits = 4,
    .ranks = 13,
    .seats = 4,
    .cards = 13,
    .trump = -1,
    .unbroken = 2,
    .bars = 2,
    .barred = {3, 10},
    .leads = true,
    .lead = {0, 0}};
static const struct ref_rules spades = {.suits = 4,
    .ranks = 13,
    .seats = 4,
    .cards = 13,
    .trump = 3,
    .unbroken = 3,
    .bars = -1,
    .barred = {-1, 0}};

static void tell_hand(struct judge *j, const struct ref_game *g, int seat, const char *verb,
    const struct ref_card *cards, int count)
{
    char text[TEXT_MOST] = "";
    (void)g;
    for (int i = 0, at = 0; i < count; i++)
        at += card_text(cards[i], text + at);
    feed(j, "%s: %s%s", seats[seat], verb, text);
}

static void deal_out(struct judge *j, struct ref_game *g, int passes_to)
{
    struct ref_card deck[52], hand[13];
    const int count = all_cards(g->rules, deck);
    shuffle(deck, count);
    for (int i = 0; i < g->rules->seats * g->rules->cards; i++)
        g->hand[i / g->rules->cards][deck[i].suit][deck[i].rank] = true;
    for (int i = 0; i < 4; i++)
        tell_hand(j, g, i, "hand", hand, hand_list(g->hand[i], hand));
    for (int i = 0; i < 4 && passes_to > 0; i++) {
        shuffle(deck + 13 * i, 13);
        tell_hand(j, g, i, "pass", deck + 13 * i, 3);
    }
    for (int i = 0; i < 12 && passes_to > 0; i++) {
        const struct ref_card card = deck[13 * (i / 3) + i % 3];
        g->hand[i / 3][card.suit][card.rank] = false;
        g->hand[(i / 3 + passes_to) % 4][card.suit][card.rank] = true;
    }
}

/* What may be played is the same on both sides; true. */
static bool same_legal(const struct judge *j, struct ref_game *g, struct ref_card *may, int *count)
{
    const int seat = ref_turn(g);
    const struct record *r = &j->record;
    const struct cardset legal = trick_rulebook.knowledge->legal(r->state, &r->setting, seat);
    struct cardset expected = {{0, 0}};
    *count = 0;
    for (int s = 0; s < g->rules->suits; s++)
        for (int n = 0; n < g->rules->ranks; n++) {
            const struct ref_card card = {s, n};
            if (!g->hand[seat][s][n])
                continue;
            const struct ref_wrong w = ref_wrong(g, g->hand[seat], card);
            if (w.follow || w.other)
                continue;
            cards_add(&expected, code_of(card));
            may[(*count)++] = card;
        }
    return legal.bits[0] == expected.bits[0] && legal.bits[1] == expected.bits[1]
           && trick_rulebook.knowledge->turn(r->state, &r->setting) == seat;
}

static int64_t points_of(const struct ref_game *g, int seat)
{
    int worth[4], moon = -1;
    for (int i = 0; i < 4; i++) {
        worth[i] = g->hearts[i] + (g->queen[i] ? 13 : 0);
        moon = worth[i] == 26 ? i : moon;
    }
    return moon < 0 ? -worth[seat] : moon == seat ? 0 : -26;
}

static void play_deal(struct judge *j, const struct ref_rules *rules, int passes_to, int leader,
    const int bid[4], int64_t total[4])
{
    struct ref_game g = {.rules = rules, .leader = leader};
    const bool is_hearts = rules == &hearts;
    bool same = true;
    feed(j, "deal");
    deal_out(j, &g, passes_to);
    if (!is_hearts)
        feed(j, "bid %d %d %d %d", bid[0], bid[1], bid[2], bid[3]);
    for (int i = 0; i < 4 && is_hearts; i++)
        g.leader = g.hand[i][0][0] ? i : g.leader;
    for (int i = 0; i < 52; i++) {
        struct ref_card may[13];
        int count;
        char text[8];
        same &= same_legal(j, &g, may, &count);
        const struct ref_card card = may[chance((unsigned)count)];
        card_text(card, text);
        feed(j, "%s:%s", seats[ref_turn(&g)], text);
        ref_play(&g, card);
    }
    CHECK(same);
    for (int side = 0; side < 2 && !is_hearts; side++) {
        const int asked = bid[side] + bid[side + 2], had = (int)(((total[side] % 10) + 10) % 10);
        int made = 0, bags = 0; /* tricks of those who bid any; and of others, or over the bid */
        for (int i = side; i < 4; i += 2)
            *(bid[i] > 0 ? &made : &bags) += g.taken[i];
        int64_t points = made < asked ? -10 * asked : 10 * asked;
        bags += made > asked ? made - asked : 0;
        points += bags - (had + bags) / 10 * 100;
        for (int i = side; i < 4; i += 2)
            points += bid[i] > 0 ? 0 : g.taken[i] == 0 ? 100 : -100;
        total[side] += points;
        total[side + 2] = total[side];
    }
    for (int i = 0; i < 4 && is_hearts; i++)
        total[i] += points_of(&g, i);
}

/* Games of four deals, so that cards are passed every way, and not at all. */
static void test_legal(struct judge *j, const struct ref_rules *rules, const char *name,
    unsigned count)
{
    static const int passes_to[] = {1, 3, 2, 0};
    for (unsigned n = 0; n < count;) {
        int64_t total[4] = {0};
        bool over = false;
        struct standing standing[SEATS_MOST];
        judge_begin(j);
        feed(j, "game \"%s\"", name);
        feed(j, "players Aki Bo Chie Dai");
        for (int deal = 0; deal < 4 && !over; deal++, n++) {
            const int bid[4] = {(int)chance(5), (int)chance(5), (int)chance(5), (int)chance(5)};
            play_deal(j, rules, rules == &hearts ? passes_to[deal] : 0, (deal + 1) % 4, bid, total);
            trick_rulebook.stand(j->record.state, &j->record.setting, standing);
            for (int i = 0; i < 4; i++) {
                CHECK_EQUAL(standing[i].points, total[i]);
                over |= rules == &hearts ? total[i] <= -100 : total[i] >= 500;
            }
        }
        record_end(&j->record);
        CHECK_EQUAL(j->faults + j->count, 0);
    }
}

/* ---- revokes proved, on small decks ---------------------------------------------------------- */

enum { SMALL_SEATS = 3, SMALL_CARDS = 12, SMALL_PLAYS = 12 };

struct small_play {
    struct ref_game before; /* but its hands */
    struct ref_card card;
    int seat;
    uint32_t line;
    bool may_follow, may_other, may_be; /* in some deal it did not break that, or nothing */
};

/* What is known: where a card is (-1: nobody knows), and how many more each place takes. */
struct small {
    struct ref_rules rules;
    int plays, place[SMALL_CARDS], room[SMALL_SEATS + 1], played[SMALL_CARDS];
    bool right; /* in some deal no play broke anything */
    struct small_play play[SMALL_PLAYS];
};

static int number_of(const struct ref_rules *r, struct ref_card c)
{
    return c.suit * r->ranks + c.rank;
}

/* A whole deal: which plays would have been right in it? */
static void try_deal(struct small *s, const int *place)
{
    bool right = true;
    for (int i = 0; i < s->plays; i++) {
        struct small_play *p = &s->play[i];
        bool hand[REF_SUITS][REF_RANKS] = {{false}};
        for (int c = 0; c < SMALL_CARDS; c++)
            hand[c / s->rules.ranks][c % s->rules.ranks] = place[c] == p->seat && s->played[c] >= i;
        const struct ref_wrong w = ref_wrong(&p->before, hand, p->card);
        p->may_follow |= !w.follow;
        p->may_other |= !w.other;
        p->may_be |= !w.follow && !w.other;
        right &= !w.follow && !w.other;
    }
    s->right |= right;
}

static void try_deals(struct small *s, int *place, int card)
{
    if (card == SMALL_CARDS) {
        try_deal(s, place);
        return;
    }
    if (s->place[card] >= 0) {
        place[card] = s->place[card];
        try_deals(s, place, card + 1);
        return;
    }
    for (int i = 0; i <= SMALL_SEATS; i++) {
        if (s->room[i] == 0)
            continue;
        s->room[i]--;
        place[card] = i;
        try_deals(s, place, card + 1);
        s->room[i]++;
    }
}

static bool was_found(const struct judge *j, const char *kind, const char *rule, uint32_t line)
{
    for (int i = 0; i < j->count; i++)
        if (strcmp(j->found[i].kind, kind) == 0 && j->found[i].line == line
            && (rule == NULL ? strcmp(j->found[i].rule, "follow") != 0
                             : strcmp(j->found[i].rule, rule) == 0))
            return true;
    return false;
}

static bool has_conflict(const struct judge *j)
{
    for (int i = 0; i < j->count; i++)
        if (strcmp(j->found[i].kind, "conflict") == 0)
            return true;
    return false;
}

static void write_pack(struct judge *j, const struct ref_rules *r)
{
    static const char *const follows[] = {"follow", "follow-or-trump", "beat-if-you-can", "any",
        "follow-or-trump"};
    feed(j, "pack trick \"Small\"");
    feed(j, r->suits == 2   ? "suits c=cup d=dot"
            : r->suits == 3 ? "suits c=cup d=dot h=hat"
                            : "suits c=cup d=dot h=hat s=sun");
    feed(j, r->ranks == 3 ? "ranks 2 3 4" : r->ranks == 4 ? "ranks 2 3 4 5" : "ranks 2 3 4 5 6 7");
    feed(j, "deal %d", r->cards);
    if (r->trump >= 0)
        feed(j, "trump %c", letters[r->trump]);
    feed(j, "%s", follows[r->follow]);
    if (r->follow == REF_TRUMP_AND_BEAT)
        feed(j, "beat-if-you-can");
    if (r->unbroken >= 0)
        feed(j, "unbroken %c", letters[r->unbroken]);
    if (r->bars >= 0)
        feed(j, "first-trick-bars %c", letters[r->bars]);
    if (r->suits > 2)
        feed(j, "worth h=1");
    feed(j, "points any(worth > 2) ? 7 : tricks + 10*worth");
    feed(j, "game \"Small\"");
    feed(j, "players Aki Bo Chie");
    feed(j, "deal");
}

/* Cards played in turn, whichever; some are shown; then all deals are tried. */
static void test_small(struct judge *j)
{
    static const int suits[] = {2, 3, 4};
    struct ref_card deck[SMALL_CARDS];
    struct small s = {.plays = 0};
    const int n = suits[chance(3)];
    s.rules = (struct ref_rules){.suits = n,
        .ranks = SMALL_CARDS / n,
        .seats = SMALL_SEATS,
        .cards = 3 + (int)chance(2),
        .follow = (enum ref_follow)chance(5),
        .trump = (int)chance((unsigned)n + 1) - 1,
        .unbroken = (int)chance((unsigned)n + 1) - 1,
        .bars = chance(3) == 0 ? (int)chance((unsigned)n) : -1,
        .barred = {-1, 0}};
    if (s.rules.trump < 0
        && (s.rules.follow == REF_FOLLOW_OR_TRUMP || s.rules.follow == REF_TRUMP_AND_BEAT))
        s.rules.follow = REF_FOLLOW;
    struct ref_game g = {.rules = &s.rules, .leader = 1};
    judge_begin(j);
    write_pack(j, &s.rules);
    shuffle(deck, all_cards(&s.rules, deck));
    for (int i = 0; i < SMALL_CARDS; i++) {
        const int seat = i / s.rules.cards;
        s.place[i] = -1;
        s.played[i] = SMALL_PLAYS;
        if (seat < SMALL_SEATS)
            g.hand[seat][deck[i].suit][deck[i].rank] = true;
    }
    const int most = (int)chance((unsigned)(SMALL_SEATS * s.rules.cards)) + 1;
    for (int i = 0; i < most; i++) {
        struct ref_card hand[13];
        char text[8];
        const int seat = ref_turn(&g), count = hand_list(g.hand[seat], hand);
        const struct ref_card card = hand[chance((unsigned)count)];
        struct small_play *p = &s.play[s.plays++];
        *p = (struct small_play){.before = g, .card = card, .seat = seat};
        card_text(card, text);
        feed(j, "%s:%s", seats[seat], text);
        p->line = j->record.line;
        s.place[number_of(&s.rules, card)] = seat;
        s.played[number_of(&s.rules, card)] = i;
        ref_play(&g, card);
    }
    for (int seat = 0; seat < SMALL_SEATS && s.plays < SMALL_SEATS * s.rules.cards; seat++) {
        struct ref_card hand[13];
        const int count = hand_list(g.hand[seat], hand);
        for (int i = 0; i < count; i++) {
            char text[8];
            if (chance(3) != 0)
                continue;
            card_text(hand[i], text);
            feed(j, "%s: show%s", seats[seat], text);
            s.place[number_of(&s.rules, hand[i])] = seat;
        }
    }
    record_end(&j->record);
    for (int i = 0; i < SMALL_SEATS; i++)
        s.room[i] = s.rules.cards;
    s.room[SMALL_SEATS] = SMALL_CARDS - SMALL_SEATS * s.rules.cards;
    for (int i = 0; i < SMALL_CARDS; i++)
        if (s.place[i] >= 0)
            s.room[s.place[i]]--;
    int place[SMALL_CARDS];
    try_deals(&s, place, 0);
    bool any = false;
    for (int i = 0; i < s.plays; i++) {
        const struct small_play *p = &s.play[i];
        CHECK_EQUAL(was_found(j, "irregular", "follow", p->line), !p->may_follow);
        CHECK_EQUAL(was_found(j, "irregular", NULL, p->line),
            !p->may_other || (p->may_follow && !p->may_be));
        any |= !p->may_be;
    }
    if (!any)
        CHECK_EQUAL(has_conflict(j), !s.right);
    CHECK_EQUAL(j->faults, 0);
}

/* ---- cards that nobody saw, on small decks -------------------------------------------------- */

enum { TRIED_MOST = 40000 };

/* A play on record; the game's state before it, and all that it may have been, in any deal. */
struct unseen_play {
    struct ref_card card;
    int seat;
    bool seen, named;
    uint32_t line;
    bool may_be;
};

struct unseen {
    struct ref_rules rules;
    int plays, room[SMALL_SEATS + 1], place[SMALL_CARDS];
    struct unseen_play play[SMALL_PLAYS];
    bool over;
    bool exact; /* all that can be worked out has to be: all are named, few cards lack */
    unsigned ways, found;
    int32_t tricks[SMALL_SEATS], worth[SMALL_SEATS], points[SMALL_SEATS];
    uint8_t more_tricks, more_worth, no_points;
};

/* The deal is over in one way: what the others have, or not. */
static void compare_way(struct unseen *u, const struct ref_game *g)
{
    bool high = false;
    for (int i = 0; i < SMALL_SEATS; i++)
        high |= g->hearts[i] > 2;
    for (int i = 0; i < SMALL_SEATS; i++) {
        const int points = high ? 7 : g->taken[i] + 10 * g->hearts[i];
        if (u->found == 0) {
            u->tricks[i] = g->taken[i];
            u->worth[i] = g->hearts[i];
            u->points[i] = points;
        }
        u->more_tricks |= (uint8_t)((u->tricks[i] != g->taken[i]) << i);
        u->more_worth |= (uint8_t)((u->worth[i] != g->hearts[i]) << i);
        u->no_points |= (uint8_t)((u->points[i] != points) << i);
    }
}

/* From that play on, in this deal; `right`: which plays so far broke nothing (a bit each). */
static void try_way(struct unseen *u, struct ref_game *g, int at, unsigned right)
{
    const struct unseen_play *p = &u->play[at];
    if (at == u->plays) {
        u->ways++;
        if (u->over)
            compare_way(u, g);
        u->found++;
        for (int i = 0; i < u->plays; i++)
            u->play[i].may_be |= right >> i & 1;
        return;
    }
    const int seat = ref_turn(g);
    if (p->named && seat != p->seat)
        return;
    for (int c = 0; c < SMALL_CARDS; c++) {
        const struct ref_card card = {c / u->rules.ranks, c % u->rules.ranks};
        bool elsewhere = false;
        for (int i = 0; i < u->plays && !p->seen; i++)
            elsewhere |= u->play[i].seen && number_of(&u->rules, u->play[i].card) == c;
        if (!g->hand[seat][card.suit][card.rank] || elsewhere
            || (p->seen && number_of(&u->rules, p->card) != c))
            continue;
        struct ref_game next = *g;
        const struct ref_wrong w = ref_wrong(g, next.hand[seat], card);
        ref_play(&next, card);
        try_way(u, &next, at + 1, right | (unsigned)(!w.follow && !w.other) << at);
    }
}

static void try_ways(struct unseen *u, struct ref_game *g, int card)
{
    if (u->ways > TRIED_MOST)
        return;
    if (card == SMALL_CARDS) {
        struct ref_game begun = *g;
        try_way(u, &begun, 0, 0);
        return;
    }
    for (int i = 0; i <= SMALL_SEATS; i++) {
        if (u->room[i] == 0 || (u->place[card] >= 0 && u->place[card] != i))
            continue;
        bool *held = i < SMALL_SEATS ? &g->hand[i][card / u->rules.ranks][card % u->rules.ranks]
                                     : NULL;
        u->room[i]--;
        if (held != NULL)
            *held = true;
        try_ways(u, g, card + 1);
        if (held != NULL)
            *held = false;
        u->room[i]++;
    }
}

static void check_ways(const struct judge *j, const struct unseen *u)
{
    const struct trick_game *s = j->record.state;
    CHECK(u->found > 0);
    for (int i = 0; i < u->plays; i++)
        if (u->play[i].seen && u->play[i].may_be)
            CHECK(!was_found(j, "irregular", "follow", u->play[i].line)
                  && !was_found(j, "irregular", NULL, u->play[i].line));
    if (!u->over)
        return;
    if (u->exact) {
        CHECK_EQUAL(s->now.more_tricks, u->more_tricks);
        CHECK_EQUAL(s->now.no_points, u->no_points);
        CHECK_EQUAL(s->now.more_worth, u->rules.suits > 2 ? u->more_worth : 0);
    }
    for (int i = 0; i < SMALL_SEATS; i++) {
        if (!(s->now.more_tricks >> i & 1))
            CHECK(!(u->more_tricks >> i & 1) && s->now.tricks[i] == u->tricks[i]);
        if (!(s->now.no_points >> i & 1))
            CHECK(!(u->no_points >> i & 1) && s->now.points[i] == u->points[i]);
        if (!(s->now.more_worth >> i & 1) && u->rules.suits > 2)
            CHECK(!(u->more_worth >> i & 1) && s->now.worth[i] == u->worth[i]);
    }
}

/* Some cards are not seen, and after them some leaders not named. */
static void test_unseen(struct judge *j)
{
    static const int suits[] = {2, 3, 4};
    struct ref_card deck[SMALL_CARDS];
    struct unseen u = {.plays = 0};
    const int n = suits[chance(3)];
    u.rules = (struct ref_rules){.suits = n,
        .ranks = SMALL_CARDS / n,
        .seats = SMALL_SEATS,
        .cards = 3,
        .follow = (enum ref_follow)chance(4),
        .trump = (int)chance((unsigned)n + 1) - 1,
        .unbroken = (int)chance((unsigned)n + 1) - 1,
        .bars = chance(3) == 0 ? (int)chance((unsigned)n) : -1,
        .barred = {-1, 0}};
    if (u.rules.trump < 0 && u.rules.follow == REF_FOLLOW_OR_TRUMP)
        u.rules.follow = REF_FOLLOW;
    struct ref_game g = {.rules = &u.rules, .leader = 1}, begun = g;
    judge_begin(j);
    write_pack(j, &u.rules);
    shuffle(deck, all_cards(&u.rules, deck));
    for (int i = 0; i < SMALL_SEATS * u.rules.cards; i++)
        g.hand[i / u.rules.cards][deck[i].suit][deck[i].rank] = true;
    for (int i = 0; i < SMALL_CARDS; i++)
        u.place[i] = -1;
    const int all = SMALL_SEATS * u.rules.cards,
              most = chance(3) > 0 ? all : (int)chance((unsigned)all) + 1;
    for (int i = 0; i < most; i++) {
        struct ref_card hand[13];
        char text[8] = " ?";
        const int seat = ref_turn(&g), count = hand_list(g.hand[seat], hand);
        const struct ref_card card = hand[chance((unsigned)count)];
        struct unseen_play *p = &u.play[u.plays++];
        *p = (struct unseen_play){.card = card, .seat = seat, .seen = chance(4) > 0};
        p->named = i == 0 || chance(4) > 0;
        if (p->seen)
            card_text(card, text);
        feed(j, p->named ? "%s:%s" : "%s%s", p->named ? seats[seat] : "", text);
        p->line = j->record.line;
        if (p->seen && p->named)
            u.place[number_of(&u.rules, card)] = seat;
        ref_play(&g, card);
    }
    u.over = u.exact = most == all;
    for (int i = 0, lack = 0; i < u.plays; i++) {
        lack += !u.play[i].seen;
        u.exact &= u.play[i].named && lack < 4;
    }
    record_end(&j->record);
    for (int i = 0; i < SMALL_SEATS; i++)
        u.room[i] = u.rules.cards;
    u.room[SMALL_SEATS] = SMALL_CARDS - SMALL_SEATS * u.rules.cards;
    try_ways(&u, &begun, 0);
    if (u.ways > TRIED_MOST || j->faults > 0)
        return;
    check_ways(j, &u);
}

int main(void)
{
    static struct judge j;
    const unsigned count = (unsigned)number_from("ITERS", ITERS);
    chance_begin(number_from("SEED", 1));
    j.state = malloc(rulebook_room());
    j.before = malloc(rulebook_room());
    j.pack = malloc(rulebook_room());
    j.file = malloc(rulebook_room());
    j.rulings = malloc(sizeof *j.rulings);
    test_legal(&j, &hearts, "Hearts", count);
    test_legal(&j, &spades, "Spades", count);
    for (unsigned i = 0; i < count / 10; i++)
        test_small(&j);
    for (unsigned i = 0; i < count / 25; i++)
        test_unseen(&j);
    free(j.state);
    free(j.before);
    free(j.pack);
    free(j.file);
    free(j.rulings);
    return finish();
}
