/*
 * Counting deals against counting them one by one: random small bins and cards, and the odds of a
 * round through the rulebook against all its deals. SEED and ITERS are taken.
 */
#include "check.h"
#include "core/core.h"
#include "core/bins.h"

/* Every card in turn into every bin that takes it and has room. */
static unsigned long one_by_one(const struct bins *h, uint64_t left, uint8_t *room)
{
    if (left == 0)
        return 1;
    uint64_t card = left & -left;
    unsigned long ways = 0;
    for (unsigned b = 0; b < h->count; b++)
        if (room[b] > 0 && (h->may[b] & card)) {
            room[b]--;
            ways += one_by_one(h, left ^ card, room);
            room[b]++;
        }
    return ways;
}

static struct bins random_hands(void)
{
    struct bins h = {.count = (uint8_t)(1 + chance(5))};
    unsigned cards = 1 + chance(9);
    for (unsigned i = 0; i < cards; i++) {
        h.cards |= (uint64_t)1 << (7 * i);
        h.room[chance(h.count)]++;
    }
    for (unsigned b = 0; b < h.count; b++)
        for (unsigned i = 0; i < cards; i++)
            if (chance(4) > 0)
                h.may[b] |= (uint64_t)1 << (7 * i);
    return h;
}

/* Each number is another deal, of all cards, in bins that take them and are full. */
static void check_deals(const struct bins *h, struct counted *scratch, unsigned long truth)
{
    enum { DEALS = 64 };
    static uint64_t in[DEALS + 1][BINS_MOST];
    unsigned long number = truth < DEALS ? truth : DEALS;
    for (unsigned long n = 0; n < number; n++) {
        uint64_t all = 0;
        bool good = bins_deal(h, scratch, n, in[n]);
        for (unsigned b = 0; b < h->count; b++) {
            good = good && !(in[n][b] & (all | ~h->may[b])) && bits_count(in[n][b]) == h->room[b];
            all |= in[n][b];
        }
        for (unsigned long other = 0; other < n; other++)
            good = good && memcmp(in[other], in[n], sizeof in[n]) != 0;
        check(good && all == h->cards, "deal %lu of %lu", n, truth);
    }
    check(!bins_deal(h, scratch, truth, in[DEALS]), "a deal after the last of %lu", truth);
}

static void check_random(struct counted *scratch)
{
    struct bins h = random_hands();
    deals number;
    uint8_t room[BINS_MOST];
    memcpy(room, h.room, sizeof room);
    unsigned long truth = one_by_one(&h, h.cards, room);
    bool counted = bins_count(&h, scratch, &number);
    check(counted && number == truth && bins_fit(&h) == (truth > 0), "counted %lu, there are %lu",
        (unsigned long)number, truth);
    check_deals(&h, scratch, truth);
}

static deals choose_of(unsigned n, unsigned k)
{
    deals result = 1;
    for (unsigned i = 1; i <= k; i++)
        result = result * (n - k + i) / i;
    return result;
}

/*
 * Two hands of 24 and two of 2, as passes against the rule make them; 32 cards are not in the
 * first.
 */
static void check_large(struct counted *scratch)
{
    static const uint8_t rooms[] = {2, 24, 2, 24};
    struct bins h = {.cards = ((uint64_t)1 << 52) - 1, .count = 4};
    deals number, truth = choose_of(20, 2) * choose_of(50, 2) * choose_of(48, 24);
    for (unsigned b = 0; b < 4; b++) {
        h.room[b] = rooms[b];
        h.may[b] = b == 0 ? ((uint64_t)1 << 20) - 1 : h.cards;
    }
    check(bins_count(&h, scratch, &number) && number == truth,
        "large hands: counted %g, there are %g", (double)number, (double)truth);
}

/* Four cards are unseen at the end of this round; Chie has shown that she has no red. */
static void check_round(struct counted *scratch)
{
    static const char *const lines[] = {
        "game haratama",
        "players Aki Bo Chie Dai",
        "round",
        "kami 1 2 3",
        "Aki: hand r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 b5 ?",
        "Bo: hand g1 g2 g3 g4 g5 g6 g7 g8 g9 g10 g11 ? ?",
        "Dai: hand p1 p2 p3 p4 p5 p6 p7 p8 p9 p10 p11 p12 ?",
        "Chie: hand b1 b2 b3 b4 b6 b7 b8 b9 b10 b11 b12 ? ?",
        "Aki: r1",
        "Bo: g1",
        "Chie: b1",
    };
    struct record_host host = {.user = NULL};
    struct record *r = malloc(sizeof *r);
    void *state = malloc(rulebook_room()), *before = malloc(rulebook_room()),
         *pack = malloc(rulebook_room());
    struct rulings *findings = malloc(sizeof *findings);
    double shares[5];
    int wrong = 0;
    record_init(r, &host, &(struct record_room){state, before, pack, findings, NULL});
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        record_line(r, lines[i], strlen(lines[i]));
    /* unseen: r12 r13 g12 g13 b13 p13, for Aki 1, Bo 2, Chie 2, Dai 1; Bo and Chie have no red,
     * so r12 and r13 are Aki's and Dai's, in two ways alike; the others lie 6 ways */
    const double expected[5] = {0.5, 0, 0, 0.5, 0};
    bool counted = r->setting.book->chances->shares(state, &r->setting, 12, scratch, shares);
    for (int i = 0; i < 5; i++)
        wrong |= !counted || shares[i] < expected[i] - 1e-12 || shares[i] > expected[i] + 1e-12;
    counted = r->setting.book->chances->shares(state, &r->setting, 3 * 16 + 12, scratch, shares);
    wrong |= !counted || shares[0] > 0 || shares[1] != 0.5 || shares[2] != 0.5 || r->unreadable;
    check(!wrong, "odds of a round: %g %g %g %g", shares[0], shares[1], shares[2], shares[3]);
    free(r);
    free(state);
    free(before);
    free(pack);
    free(findings);
}

int main(void)
{
    uint64_t iterations = number_from("ITERS", 3000);
    struct counted *scratch = malloc(sizeof *scratch);
    chance_begin(number_from("SEED", 1));
    check_round(scratch);
    check_large(scratch);
    for (uint64_t i = 0; i < iterations; i++)
        check_random(scratch);
    free(scratch);
    return finish();
}
