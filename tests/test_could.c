/*
 * What could have been (core/could.h) against brute force, which knows the rules of a trick in its
 * own words, tries every card, and remembers nothing: random endings of three and four players, of
 * every kind that is asked; and what could_tell says of small rounds. ITERS=100000 at length.
 */
#include "tests/check.h"
#include "core/core.h"
#include "core/could_odds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct could_rules rules;
static struct could c;
static struct could_row rows[1 << 14];

/* ---- brute force ---- */

struct plain {
    int hand[HANDS_MOST][16], held[HANDS_MOST]; /* cards as suit * 16 + rank */
    int leader, laid, card[HANDS_MOST];
    bool open;
};

static int trick_winner(const struct plain *p)
{
    int winner = -1;
    for (int i = 0; i < rules.players; i++) {
        const bool trump = rules.trump_from != 0 && p->card[i] % 16 >= rules.trump_from;
        if (trump && (rules.any_trump || p->card[i] / 16 != p->card[0] / 16))
            return (p->leader + i) % rules.players;
    }
    for (int i = 0; i < rules.players; i++) {
        const bool number = rules.trump_from == 0 || p->card[i] % 16 < rules.trump_from;
        if (number && p->card[i] / 16 == p->card[0] / 16
            && (winner < 0 || p->card[i] % 16 > p->card[winner] % 16))
            winner = i;
    }
    return (p->leader + (winner < 0 ? 0 : winner)) % rules.players;
}

static bool is_lawful(const struct plain *p, int seat, int card)
{
    bool follows = false, other = false;
    for (int i = 0; i < p->held[seat]; i++) {
        follows |= p->laid > 0 && p->hand[seat][i] / 16 == p->card[0] / 16;
        other |= p->hand[seat][i] / 16 != rules.shut;
    }
    if (p->laid > 0)
        return !follows || card / 16 == p->card[0] / 16;
    return p->open || card / 16 != rules.shut || !other;
}

static int brute(const struct plain *at, unsigned takers, unsigned wanters)
{
    const int seat = (at->leader + at->laid) % rules.players;
    const bool wants = wanters >> seat & 1;
    int best = wants ? -1 : 99;
    if (at->held[seat] == 0)
        return 0;
    for (int i = 0; i < at->held[seat]; i++) {
        struct plain p = *at;
        int value = 0;
        if (!is_lawful(at, seat, at->hand[seat][i]))
            continue;
        p.card[p.laid++] = p.hand[seat][i];
        p.open |= p.hand[seat][i] / 16 == rules.shut;
        p.hand[seat][i] = p.hand[seat][--p.held[seat]];
        if (p.laid == rules.players) {
            p.leader = trick_winner(&p);
            p.laid = 0;
            value = takers >> p.leader & 1 ? rules.tricks : 0;
            for (int k = 0; k < rules.players && !rules.tricks && takers >> p.leader & 1; k++)
                value += (rules.counts >> p.card[k] & 1) != 0;
        }
        value += brute(&p, takers, wanters);
        best = (wants ? value > best : value < best) ? value : best;
    }
    return best;
}

/* ---- random endings ---- */

/* A deal of so many cards each, of a deck in which few suits make voids and long suits alike. */
static void deal(struct could_stand *at, uint64_t deck, int each)
{
    int card[64], cards = 0;
    const unsigned keep = 1 + chance(15);
    *at = (struct could_stand){.leader = (uint8_t)chance(rules.players),
        .open = rules.shut < 0 || chance(2)};
    for (int i = 0; i < 64; i++)
        if (deck >> i & 1 && keep >> i / 16 & 1)
            card[cards++] = i;
    for (int i = 0; cards < rules.players * each && i < 64; i++)
        if (deck >> i & 1 && !(keep >> i / 16 & 1))
            card[cards++] = i;
    for (int i = 0; i < rules.players * each; i++) {
        const int k = i + (int)chance((unsigned)(cards - i)), one = card[k];
        card[k] = card[i];
        at->hand[i % rules.players] |= (uint64_t)1 << one;
    }
}

static void begin_haratama(int players)
{
    rules = (struct could_rules){.players = (uint8_t)players, .shut = 1};
    for (int i = 0; i < 3; i++)
        rules.counts |= (uint64_t)0x0001000100010001 << (1 + chance(10));
}

static void begin_tezumashi(int players)
{
    rules = (struct could_rules){.players = (uint8_t)players,
        .shut = NOBODY,
        .trump_from = 10,
        .tricks = true,
        .any_trump = chance(3) == 0};
}

static struct plain plainly(const struct could_stand *at)
{
    struct plain p = {.leader = at->leader, .laid = at->laid, .open = at->open};
    for (int i = 0; i < at->laid; i++)
        p.card[i] = at->card[i];
    for (int i = 0; i < rules.players; i++)
        for (int k = 0; k < 64; k++)
            if (at->hand[i] >> k & 1)
                p.hand[i][p.held[i]++] = k;
    return p;
}

/* Some cards are played, lawfully; then every kind of goal is asked, and at random partnerships. */
static void compare(uint64_t deck, int each)
{
    struct could_stand at;
    deal(&at, deck, each);
    could_begin(&c, &rules, rows, sizeof rows / sizeof *rows);
    for (unsigned plays = chance((unsigned)rules.players); plays > 0; plays--) {
        uint64_t cards = could_lawful(&rules, &at);
        int brought;
        for (unsigned skip = chance((unsigned)bits_count(cards)); skip > 0; skip--)
            cards &= cards - 1;
        could_play(&rules, &at, __builtin_ctzll(cards), NULL, &brought);
    }
    const struct plain p = plainly(&at);
    const unsigned all = (1u << rules.players) - 1, seat = 1u << chance(rules.players);
    const unsigned side = 1 + chance(all - 1), other = 1 + chance(all - 1);
    const unsigned goal[][2] = {{seat, seat}, {seat, all & ~seat}, {side, side}, {side, other}};
    for (int i = 0; i < 4; i++) {
        const int is = brute(&p, goal[i][0], goal[i][1]);
        check(could_value(&c, &at, (uint8_t)goal[i][0], (uint8_t)goal[i][1], UINT64_MAX) == is,
            "%s of %d players, %d cards each, goal %d: not %d", rules.tricks ? "tricks" : "relics",
            rules.players, each, i, is);
        const int least = (int)chance(5);
        const struct could_goal asked = {(uint8_t)goal[i][0], (uint8_t)goal[i][1], least};
        CHECK_EQUAL(could_ask(&c, &at, asked, UINT64_MAX), is >= least ? COULD : COULD_NOT);
    }
}

/* ---- a round told ---- */

/* The numbers told under a key, in their order. */
struct heard {
    struct teller teller; /* first */
    const char *open;     /* the key that was opened last */
    int least[HANDS_MOST], leasts, sure[HANDS_MOST], sures, more[HANDS_MOST], mores, forced;
    int line[HANDS_MOST][16], lines, at; /* the curve, in the order of its tricks */
    int turn[64], turns;                 /* before and after, one after the other */
    int bound[2048], bounds; /* of wrong cards, as they are told: first at most, then at least */
};

static void hear_open(struct teller *t, const char *key, char bracket)
{
    (void)bracket;
    if (key != NULL)
        ((struct heard *)t)->open = key;
}
static void hear_close(struct teller *t) { (void)t; }
static void hear_value(struct teller *t, const struct value *value)
{
    struct heard *h = (struct heard *)t;
    if (value->name == NULL && value->kind == VALUE_NUMBER
        && (strcmp(h->open, "most") == 0 || strcmp(h->open, "least") == 0))
        h->bound[h->bounds++] = (int)value->number;
    if (value->name == NULL && value->kind == VALUE_NUMBER && strcmp(h->open, "tricks") == 0)
        h->line[h->lines][h->at++] = (int)value->number;
    if (value->name == NULL || value->kind != VALUE_NUMBER)
        return;
    CHECK(strcmp(value->name, "beyond") != 0);
    if (strcmp(value->name, "before") == 0 || strcmp(value->name, "after") == 0)
        h->turn[h->turns++] = (int)value->number;
    if (strcmp(value->name, "taken") == 0 && strcmp(h->open, "tricks") == 0) {
        h->lines++;
        h->at = 0;
    }
    if (strcmp(value->name, "least") == 0)
        h->least[h->leasts++] = (int)value->number;
    if (strcmp(value->name, "from") == 0 && strcmp(h->open, "sure") == 0)
        h->sure[h->sures++] = (int)value->number;
    if (strcmp(value->name, "from") == 0 && strcmp(h->open, "no_more") == 0)
        h->more[h->mores++] = (int)value->number;
    if (strcmp(value->name, "from") == 0 && strcmp(h->open, "forced") == 0)
        h->forced = (int)value->number;
}

/* What a seat gets in all by best play from before that play on, itself wanting it or not. */
static int in_all(const struct could_course *course, int play, int seat, bool wants)
{
    const struct plain p = plainly(&course->at[play]);
    const unsigned own = 1u << seat, all = (1u << rules.players) - 1;
    return course->got[play][seat] + brute(&p, own, wants ? own : all & ~own);
}

/* The trick since which it was so, at least `number` (or less) for who wants it. */
static int trick_since(const struct could_course *course, int seat, int number, bool reached)
{
    int play = course->plays;
    while (play > 0 && (in_all(course, play - 1, seat, true) >= number) == reached)
        play--;
    return (play < course->plays ? play : play - 1) / rules.players + 1;
}

/* Cards as they may be played; now and then one that may not. */
static void play_out(struct could_course *course)
{
    const bool strict = chance(4) != 0;
    for (int n = 0; course->at[n].hand[could_turn(&rules, &course->at[n])] != 0; n++) {
        const uint64_t hand = course->at[n].hand[could_turn(&rules, &course->at[n])];
        uint64_t cards = strict ? could_lawful(&rules, &course->at[n]) : hand;
        int taker, brought;
        for (unsigned skip = chance((unsigned)bits_count(cards)); skip > 0; skip--)
            cards &= cards - 1;
        course->card[n] = (uint8_t)__builtin_ctzll(cards);
        course->at[n + 1] = course->at[n];
        memcpy(course->got[n + 1], course->got[n], sizeof course->got[n]);
        if (could_play(&rules, &course->at[n + 1], course->card[n], &taker, &brought))
            course->got[n + 1][taker] = (int8_t)(course->got[n + 1][taker] + brought);
        course->plays++;
    }
}

/* With that card in its place: what each seat gets in all, against it and then for it. */
static int check_way(const struct could_course *course, int play, int card, const int *bound)
{
    static struct could_course with;
    int taker, brought, checked = 0;
    with.at[0] = course->at[play];
    memcpy(with.got[0], course->got[play], sizeof with.got[0]);
    if (could_play(&rules, &with.at[0], card, &taker, &brought))
        with.got[0][taker] = (int8_t)(with.got[0][taker] + brought);
    for (int wants = 0; wants < 2; wants++)
        for (int i = 0; i < rules.players; i++)
            CHECK_EQUAL(bound[checked++], in_all(&with, 0, i, wants));
    return checked;
}

static void check_wrong(const struct could_course *course, const struct heard *h)
{
    int checked = 0;
    for (int play = 0; play < course->plays; play++) {
        const uint64_t cards = could_lawful(&rules, &course->at[play]);
        if (cards >> course->card[play] & 1)
            continue;
        checked += check_way(course, play, course->card[play], &h->bound[checked]);
        for (uint64_t left = could_unlike(&rules, &course->at[play], cards); left != 0;
             left &= left - 1)
            checked += check_way(course, play, __builtin_ctzll(left), &h->bound[checked]);
    }
    CHECK_EQUAL(h->bounds, checked);
}

/*
 * What each trick begins with, and where it turned: for the worse by a seat's own card, and for a
 * holder of many by any.
 */
static void check_curve(const struct could_course *course, const struct heard *h, int holder)
{
    int line = 0, turns = 0;
    for (int i = 0; i < rules.players; i++) {
        const bool wants = rules.tricks || i == holder;
        if (holder >= 0 && i != holder)
            continue;
        for (int play = 0; play < course->plays; play++) {
            const int now = in_all(course, play, i, wants),
                      then = in_all(course, play + 1, i, wants);
            const bool own = could_turn(&rules, &course->at[play]) == i;
            if (play % rules.players == 0)
                CHECK_EQUAL(h->line[line][play / rules.players], now);
            if (now == then || !(i == holder || (own && (then < now) == wants)))
                continue;
            CHECK_EQUAL(h->turn[turns], now);
            CHECK_EQUAL(h->turn[turns + 1], then);
            turns += 2;
        }
        line++;
    }
    CHECK_EQUAL(h->lines, line);
    CHECK_EQUAL(h->turns, turns);
}

/*
 * The last trick is not played, and nobody saw its cards: they may lie in all ways. A line is then
 * the worst of them for its seat.
 */
static void hide_last(struct could_course *course)
{
    uint64_t card[HANDS_MOST], all = 0;
    course->plays = (uint8_t)(course->plays - rules.players);
    for (int i = 0; i < rules.players; i++)
        all |= card[i] = course->at[course->plays].hand[i];
    for (int n = 0; n <= course->plays; n++)
        for (int i = 0; i < rules.players; i++)
            course->at[n].hand[i] &= ~all;
    course->worlds = 0;
    for (unsigned way = 0; way < 1u << (2 * rules.players); way++) {
        unsigned used = 0;
        for (int i = 0; i < rules.players; i++)
            used |= 1u << (way >> 2 * i & 3);
        if (used != (1u << rules.players) - 1)
            continue;
        for (int i = 0; i < rules.players; i++)
            course->unseen[course->worlds][i] = card[way >> 2 * i & 3];
        course->worlds++;
    }
}

static int worst_in_all(const struct could_course *course, int play, int seat, bool wants)
{
    static struct could_course with;
    int worst = -1;
    memcpy(with.got[0], course->got[play], sizeof with.got[0]);
    for (int world = 0; world < course->worlds; world++) {
        with.at[0] = course->at[play];
        for (int i = 0; i < rules.players; i++)
            with.at[0].hand[i] |= course->unseen[world][i];
        const int is = in_all(&with, 0, seat, wants);
        worst = worst < 0 || (wants ? is < worst : is > worst) ? is : worst;
    }
    return worst;
}

static void check_hidden(struct could_course *course)
{
    struct heard h = {.teller = {hear_open, hear_close, hear_value}, .open = ""};
    hide_last(course);
    could_tell_curve(course, &c, rows, sizeof rows / sizeof *rows, &h.teller);
    for (int i = 0; i < h.lines; i++)
        for (int play = 0; play < course->plays; play += rules.players)
            CHECK_EQUAL(h.line[i][play / rules.players],
                worst_in_all(course, play, i, rules.tricks));
    CHECK_EQUAL(h.turns, 0);
}

static void tell_round(uint64_t deck, int each)
{
    static struct could_course course;
    struct heard h = {.teller = {hear_open, hear_close, hear_value}, .open = ""};
    int most = 0, holder = 0;
    memset(&course, 0, sizeof course);
    memset(course.aim, NOBODY, sizeof course.aim);
    course.rules = rules;
    course.worlds = 1;
    deal(&course.at[0], deck, each);
    play_out(&course);
    for (int i = 0; i < rules.players; i++)
        if (course.got[course.plays][i] >= most)
            most = course.got[course.plays][holder = i];
    course.high = chance(2) && most > 0 && !rules.tricks ? (uint8_t)most : 99;
    could_tell(&course, &c, rows, sizeof rows / sizeof *rows, true, &h.teller);
    for (int i = 0; i < rules.players && rules.tricks; i++) {
        const int took = course.got[course.plays][i];
        CHECK_EQUAL(h.more[i], trick_since(&course, i, took + 1, false));
    }
    for (int i = 0, k = 0; i < rules.players && rules.tricks; i++)
        if (course.got[course.plays][i] > 0) {
            CHECK_EQUAL(h.sure[k], trick_since(&course, i, course.got[course.plays][i], true));
            k++;
        }
    check_wrong(&course, &h);
    check_curve(&course, &h, course.high < 99 ? holder : -1);
    if (!rules.tricks && course.high < 99)
        CHECK_EQUAL(h.forced, trick_since(&course, holder, course.high, true));
    for (int i = 0; i < rules.players && !rules.tricks && course.high == 99; i++) {
        int least = course.got[course.plays][i];
        for (int n = 0; n < course.plays; n++)
            if (could_turn(&rules, &course.at[n]) == i && in_all(&course, n, i, false) < least)
                least = in_all(&course, n, i, false);
        CHECK_EQUAL(h.least[i], least);
    }
    if (each > 1 && course.high == 99)
        check_hidden(&course);
}

/* ---- odds while hands are hidden ---- */

static struct could_odds odds;

/* What is known of a round that goes on: who has shown to have none of a suit. */
struct table {
    struct could_stand at;
    uint64_t never[HANDS_MOST], rest;
    int each, got[HANDS_MOST];
    long deals, high[HANDS_MOST], spared[HANDS_MOST];
};

/* Every way to deal the cards that are left, each searched by brute force. */
static void deal_on(struct table *t, int seat, int has, uint64_t rest, uint64_t from)
{
    const int room = t->each
                     - (seat >= 0 && seat < 4 && t->at.laid > 0
                         && (seat - t->at.leader + 4) % 4 < t->at.laid);
    if (seat == 4) {
        const struct plain p = plainly(&t->at);
        t->deals++;
        for (int i = 0; i < 4; i++) {
            t->high[i] += t->got[i] + brute(&p, 1u << i, 1u << i) >= 8;
            t->spared[i] += brute(&p, 1u << i, 15u & ~(1u << i)) == 0;
        }
        return;
    }
    if (has == room) {
        deal_on(t, seat + 1, 0, rest, ~(uint64_t)0);
        return;
    }
    for (uint64_t left = rest & from & ~t->never[seat]; left != 0; left &= left - 1) {
        const uint64_t card = left & -left;
        t->at.hand[seat] |= card;
        deal_on(t, seat, has + 1, rest & ~card, ~(card | (card - 1)));
        t->at.hand[seat] &= ~card;
    }
}

/* Plays of a lawful round as a record, of which so many cards a hand are left. */
static void play_until(struct record *r, struct table *t, int left)
{
    static const char *const names[] = {"Aki", "Bo", "Chie", "Dai"};
    struct could_stand *at = &t->at;
    deal(at, 0x3FFE3FFE3FFE3FFEu, 13);
    at->open = false;
    for (int i = 0; i < 4; i++) /* blue 5 leads first */
        if (at->hand[i] >> 21 & 1)
            at->leader = (uint8_t)i;
    for (int i = 0; i < 4; i++)
        t->never[i] = i != at->leader ? (uint64_t)1 << 21 : 0;
    for (int n = 0; n < 4 * (13 - left) + (int)chance(4); n++) {
        const int seat = could_turn(&rules, at);
        const uint64_t lawful = could_lawful(&rules, at);
        uint64_t cards = lawful;
        char line[32];
        int taker, brought;
        for (unsigned skip = chance((unsigned)bits_count(cards)); skip > 0; skip--)
            cards &= cards - 1;
        const int card = __builtin_ctzll(cards);
        if (at->laid > 0 && suit_of(card) != suit_of(at->card[0]))
            t->never[seat] |= suit_cards(suit_of(at->card[0]));
        if (at->laid == 0 && !at->open && suit_of(card) == 1)
            t->never[seat] |= ~suit_cards(1);
        const int length = snprintf(line, sizeof line, "%s: %c%d", names[seat], "rbpg"[card / 16],
            card % 16);
        record_line(r, line, (size_t)length);
        if (could_play(&rules, at, card, &taker, &brought))
            t->got[taker] += brought;
    }
}

/* The numbers of each seat that are told now. */
struct heard_odds {
    struct teller teller; /* first */
    bool spared, all;
    long deals, high[HANDS_MOST], none[HANDS_MOST];
    int highs, nones;
};
static void hear_odds_open(struct teller *t, const char *key, char bracket)
{
    (void)bracket;
    ((struct heard_odds *)t)->spared = key != NULL && strcmp(key, "spared") == 0;
}
static void hear_odds(struct teller *t, const struct value *value)
{
    struct heard_odds *h = (struct heard_odds *)t;
    if (value->name == NULL)
        return;
    CHECK(strcmp(value->name, "lacks") != 0);
    CHECK(strcmp(value->name, "deep") != 0 || value->number == 0);
    if (strcmp(value->name, "deals") == 0)
        h->deals = value->number;
    if (strcmp(value->name, "all") == 0)
        h->all = value->number;
    if (strcmp(value->name, "could") == 0 && h->spared)
        h->none[h->nones++] = value->number;
    else if (strcmp(value->name, "could") == 0)
        h->high[h->highs++] = value->number;
}

/* Over all deals of an ending, as brute force counts them; and over a sample of them. */
static void check_odds(struct record *r, int left)
{
    static const char *const lines[] = {"game haratama", "players Aki Bo Chie Dai", "round",
        "kami 1 2 3"};
    struct table t = {.each = left, .rest = 0x3FFE3FFE3FFE3FFEu};
    struct heard_odds h = {.teller = {hear_odds_open, hear_close, hear_odds}}, some = h;
    rules = (struct could_rules){.players = 4, .shut = 1, .counts = 0x000E000E000E000Eu};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        record_line(r, lines[i], strlen(lines[i]));
    play_until(r, &t, left);
    if (could_left(&rules, &t.at) == 0 || r->unreadable)
        return;
    t.rest = 0;
    for (int i = 0; i < 4; i++) {
        t.rest |= t.at.hand[i];
        t.at.hand[i] = 0;
    }
    deal_on(&t, 0, 0, t.rest, ~(uint64_t)0);
    CHECK(could_tell_odds(r->state, &r->setting, COULD_DEALS_MOST, &odds, &h.teller));
    CHECK_EQUAL(h.deals, t.deals);
    CHECK(h.all);
    for (int i = 0; i < 4; i++) {
        CHECK_EQUAL(h.high[i], t.high[i]);
        CHECK_EQUAL(h.none[i], t.spared[i]);
    }
    CHECK(could_tell_odds(r->state, &r->setting, 10, &odds, &some.teller));
    CHECK_EQUAL(some.deals, t.deals < 10 ? t.deals : 10);
    CHECK(some.all == (t.deals <= 10));
}

static void check_record(int left)
{
    struct record_host host = {.user = NULL};
    struct record *r = malloc(sizeof *r);
    void *state = malloc(rulebook_room()), *before = malloc(rulebook_room()),
         *pack = malloc(rulebook_room());
    struct rulings *findings = malloc(sizeof *findings);
    record_init(r, &host, &(struct record_room){state, before, pack, findings, NULL});
    odds.row = rows;
    odds.rows = sizeof rows / sizeof *rows;
    check_odds(r, left);
    free(r);
    free(state);
    free(before);
    free(pack);
    free(findings);
}

/* ---- where it ends ---- */

/* With too few cards to try it says so, and what was found before stays right. */
static void give_up(void)
{
    struct could_stand at;
    begin_haratama(4);
    deal(&at, 0x3FFE3FFE3FFE3FFEu, 6);
    could_begin(&c, &rules, rows, sizeof rows / sizeof *rows);
    const int is = could_value(&c, &at, 1, 1, UINT64_MAX);
    could_begin(&c, &rules, rows, sizeof rows / sizeof *rows);
    for (uint64_t cap = 1; cap < 2000; cap += 97) {
        const int capped = could_value(&c, &at, 1, 1, cap);
        CHECK(capped == -1 || capped == is);
    }
    CHECK_EQUAL(could_value(&c, &at, 1, 1, UINT64_MAX), is);
}

int main(void)
{
    const uint64_t iters = number_from("ITERS", 3000);
    chance_begin(number_from("SEED", 39));
    for (uint64_t i = 0; i < iters; i++) {
        begin_haratama(3);
        compare(0x07FE07FE07FE07FEu, 1 + (int)chance(4));
        begin_haratama(4);
        compare(0x3FFE3FFE3FFE3FFEu, 1 + (int)chance(i % 16 == 0 ? 4 : 3));
        begin_tezumashi(3);
        compare(0x0DFC0DFC0DFC0DFCu, 1 + (int)chance(4));
        begin_tezumashi(4);
        compare(0x1FFE1FFE1FFE1FFEu, 1 + (int)chance(i % 16 == 0 ? 4 : 3));
        if (i % 64 == 0)
            give_up();
        if (i % 256 == 0)
            check_record(1 + (int)chance(2));
        if (i % 32 == 0) {
            begin_haratama(4);
            tell_round(0x3FFE3FFE3FFE3FFEu, 1 + (int)chance(3));
            begin_tezumashi(3);
            tell_round(0x0DFC0DFC0DFC0DFCu, 1 + (int)chance(4));
        }
    }
    return finish();
}
