/*
 * make bench: how fast what could have been is found, 13-trick deals with all hands open and whole
 * rounds told; beside it the double dummy solver of bridge where it is installed (libdds-dev),
 * asked the same of the same deals.
 */
#define _DEFAULT_SOURCE
#include "core/could_round.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if BESIDE_DDS
#include <dds/dll.h>
#endif

enum { DEALS = 100, SEATS = 4, BEST_OF = 200, CAP = 2000000, SIDE = 5, HALF = 7 };

static uint64_t seed = 88172645463325252u;
static struct could could;
static struct could_row rows[COULD_ROWS];

static unsigned below(unsigned n)
{
    seed ^= seed >> 12;
    seed ^= seed << 25;
    seed ^= seed >> 27;
    return (unsigned)(((seed * 2685821657736338717u) >> 32) * n >> 32);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void print_times(const char *what, double *ms, int deep)
{
    qsort(ms, DEALS, sizeof *ms, compare);
    printf("%s: %.3f ms (median), %.1f (95 %%), %.0f (99 %%), %.0f at most", what, ms[DEALS / 2],
        ms[DEALS * 95 / 100], ms[DEALS * 99 / 100], ms[DEALS - 1]);
    printf(deep > 0 ? "; too deep: %d of %d\n" : "\n", deep, DEALS);
}

/* ---- deals ----------------------------------------------------------------------------------- */

static void deal(struct could_stand *at, uint64_t deck)
{
    int card[64], cards = 0;
    *at = (struct could_stand){.leader = (uint8_t)below(SEATS)};
    for (int i = 0; i < 64; i++)
        if (deck >> i & 1)
            card[cards++] = i;
    for (int i = 0; i < cards; i++) {
        const int k = i + (int)below((unsigned)(cards - i)), one = card[k];
        card[k] = card[i];
        at->hand[i % SEATS] |= (uint64_t)1 << one;
    }
}

static int height(uint64_t hand)
{
    int sum = 0;
    for (; hand != 0; hand &= hand - 1)
        sum += rank_of(__builtin_ctzll(hand)) > 9 ? rank_of(__builtin_ctzll(hand)) : 0;
    return sum;
}

static void best_of(struct could_stand *at, uint64_t deck, int tries)
{
    int best = -1;
    for (int i = 0; i < tries; i++) {
        struct could_stand one;
        deal(&one, deck);
        if (height(one.hand[0]) > best) {
            best = height(one.hand[0]);
            *at = one;
        }
    }
}

static struct could_rules haratama(void)
{
    struct could_rules r = {.players = SEATS, .shut = 1};
    while (bits_count(r.counts) < 12)
        r.counts |= (uint64_t)0x0001000100010001 << (1 + below(10));
    return r;
}

static void print_deals(const char *what, int tries)
{
    double ms[DEALS];
    int deep = 0;
    for (int i = 0; i < DEALS; i++) {
        const struct could_rules r = haratama();
        struct could_stand at;
        best_of(&at, 0x3FFE3FFE3FFE3FFEu, tries);
        could_begin(&could, &r, rows, COULD_ROWS);
        const double from = now();
        deep += could_ask(&could, &at, (struct could_goal){1, 1, 8}, CAP) == COULD_TOO_DEEP;
        ms[i] = now() - from;
    }
    print_times(what, ms, deep);
}

/* ---- rounds, told whole ---- */

static void hear_open(struct teller *t, const char *key, char bracket)
{
    (void)t, (void)key, (void)bracket;
}
static void hear_close(struct teller *t) { (void)t; }
static int beyond; /* answers of a round that were too deep */
static void hear_value(struct teller *t, const struct value *value)
{
    (void)t;
    beyond += value->name != NULL && strcmp(value->name, "beyond") == 0
              && value->kind != VALUE_NOTHING;
}

/* Random lawful plays; with a seat that is for many, by its highest cards. */
static void play_out(struct could_course *c, int high)
{
    for (int n = 0; could_left(&c->rules, &c->at[n]) > 0; n++, c->plays++) {
        uint64_t cards = could_lawful(&c->rules, &c->at[n]);
        int taker, brought;
        for (unsigned skip = could_turn(&c->rules, &c->at[n]) == high ? bits_count(cards) - 1
                                                                      : below(bits_count(cards));
             skip > 0; skip--)
            cards &= cards - 1;
        c->card[n] = (uint8_t)__builtin_ctzll(cards);
        c->at[n + 1] = c->at[n];
        memcpy(c->got[n + 1], c->got[n], sizeof c->got[n]);
        if (could_play(&c->rules, &c->at[n + 1], c->card[n], &taker, &brought))
            c->got[n + 1][taker] = (int8_t)(c->got[n + 1][taker] + brought);
    }
}

static void print_rounds(const char *what, bool tricks)
{
    static struct could_course c;
    struct teller none = {hear_open, hear_close, hear_value};
    double ms[DEALS];
    int deep = 0;
    for (int i = 0; i < DEALS; i++) {
        memset(&c, 0, sizeof c);
        memset(c.aim, NOBODY, sizeof c.aim);
        c.rules = haratama();
        c.high = 8;
        c.worlds = 1;
        if (tricks)
            c.rules = (struct could_rules){.players = SEATS,
                .shut = NOBODY,
                .trump_from = 10,
                .tricks = true};
        best_of(&c.at[0], tricks ? 0x1FFE1FFE1FFE1FFEu : 0x3FFE3FFE3FFE3FFEu, i % 2 ? BEST_OF : 1);
        play_out(&c, i % 2 ? 0 : NOBODY);
        const double from = now();
        beyond = 0;
        could_tell(&c, &could, rows, COULD_ROWS, false, &none);
        ms[i] = now() - from;
        deep += beyond > 0;
    }
    print_times(what, ms, deep);
}

/* ---- beside bridge's ---- */

#if BESIDE_DDS
/*
 * Does the leader's side make so many tricks? Both suits' orders are the same to a no-trump deal.
 */
static bool dds_makes(const struct could_stand *at)
{
    struct deal d = {.trump = 4, .first = at->leader};
    struct futureTricks future;
    for (int i = 0; i < SEATS; i++)
        for (int suit = 0; suit < 4; suit++)
            d.remainCards[i][suit] = (unsigned)(at->hand[i] >> suit * 16 & 0x7FFC);
    return SolveBoard(d, HALF, 1, 1, &future, 0) == RETURN_NO_FAULT && future.score[0] >= HALF;
}
#endif

static void print_bridge(void)
{
    const struct could_rules r = {.players = SEATS, .shut = NOBODY, .tricks = true};
    double ours[DEALS], theirs[DEALS] = {0};
    int deep = 0, differ = 0;
    for (int i = 0; i < DEALS; i++) {
        struct could_stand at;
        deal(&at, 0x7FFC7FFC7FFC7FFCu);
        const uint8_t side = at.leader % 2 == 0 ? SIDE : SIDE << 1;
        could_begin(&could, &r, rows, COULD_ROWS);
        double from = now();
        const enum could_be is = could_ask(&could, &at, (struct could_goal){side, side, HALF}, CAP);
        ours[i] = now() - from;
        deep += is == COULD_TOO_DEEP;
#if BESIDE_DDS
        from = now();
        differ += dds_makes(&at) != (is == COULD) && is != COULD_TOO_DEEP;
        theirs[i] = now() - from;
#endif
    }
    print_times("partners, no trump, seven tricks of thirteen", ours, deep);
    if (BESIDE_DDS) {
        print_times("DDS beside it, the same deals and question", theirs, 0);
        printf("answers that differ: %d\n", differ);
    } else {
        printf(
            "DDS is not installed (libdds-dev); elsewhere it took 0.73 ms (median), 25 (95 %%)\n");
    }
}

int main(void)
{
#if BESIDE_DDS
    SetMaxThreads(1);
#endif
    print_deals("could a seat force a haratama, random deals of 13 tricks", 1);
    print_deals("the same with the best of 200 hands", BEST_OF);
    print_rounds("a whole round of Haratama told (goal 1000, 99 %)", false);
    print_rounds("a whole deal of Tezumashi told", true);
    print_bridge();
    return 0;
}
