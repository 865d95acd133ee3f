/*
 * make bench: how fast the rules run, each figure beside something measured in the same run.
 *
 *     bench FUDA            all figures
 *     bench write N         prints N random rounds of hidden hands as a record (one game)
 *
 * Rounds are random legal plays of four players. The bare loop plays the same rounds on 64-bit
 * hands with nothing else around it: no record, no lines, no rulings.
 */
#define _DEFAULT_SOURCE
#include "core/core.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { PLAYERS = 4, HAND = 13, SUIT = 16 };

static double clock_of(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Processor time of this process: what else the machine does counts little. */
static double now(void) { return clock_of(CLOCK_PROCESS_CPUTIME_ID); }

/* xorshift64*: the bench is the same every time. */
static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return *seed * 2685821657736338717u;
}

static unsigned below(uint64_t *seed, unsigned n)
{
    return (unsigned)((next_random(seed) >> 32) * n >> 32);
}

/* ---- the bare loop ----------------------------------------------------------------------- */

static unsigned count(uint64_t cards)
{
    unsigned n = 0;
    for (; cards != 0; cards &= cards - 1)
        n++;
    return n;
}

static int pick(uint64_t cards, uint64_t *seed)
{
    for (unsigned skip = below(seed, count(cards)); skip > 0; skip--)
        cards &= cards - 1;
    return __builtin_ctzll(cards);
}

static uint64_t suit_of(int card) { return (uint64_t)0xFFFF << (card & ~15); }

struct bare {
    uint64_t hand[PLAYERS], relics, table;
    int seat, played, best, winner, captured[PLAYERS], left;
    uint64_t led;
    bool broken;
};

static uint64_t bare_legal(const struct bare *b)
{
    uint64_t hand = b->hand[b->seat], blue = (uint64_t)0xFFFF << SUIT;
    if (b->played == 0)
        return !b->broken && (hand & ~blue) ? hand & ~blue : hand;
    return hand & b->led ? hand & b->led : hand;
}

static void bare_play(struct bare *b, int card)
{
    uint64_t bit = (uint64_t)1 << card;
    b->hand[b->seat] &= ~bit;
    b->table |= bit;
    b->broken |= card / SUIT == 1;
    if (b->played == 0)
        b->led = suit_of(card);
    if (b->played == 0 || ((bit & b->led) && card > b->best)) {
        b->best = card;
        b->winner = b->seat;
    }
    if (++b->played < PLAYERS) {
        b->seat = (b->seat + 1) % PLAYERS;
        return;
    }
    int relics = (int)count(b->table & b->relics);
    b->captured[b->winner] += relics;
    b->left -= relics;
    b->seat = b->winner;
    b->played = 0;
    b->table = 0;
}

/* Deals 52 cards, turns up three ranks; the holder of blue 5 leads. */
static void deal(struct bare *b, int *kami, uint64_t *seed)
{
    int cards[52];
    for (int i = 0; i < 52; i++)
        cards[i] = i / 13 * SUIT + i % 13 + 1;
    memset(b, 0, sizeof *b);
    for (int i = 51; i > 0; i--) {
        int k = (int)below(seed, (unsigned)i + 1), card = cards[i];
        cards[i] = cards[k];
        cards[k] = card;
    }
    for (int i = 0; i < 52; i++)
        b->hand[i / HAND] |= (uint64_t)1 << cards[i];
    for (int i = 0; i < 3;) {
        kami[i] = 1 + (int)below(seed, 10);
        i += i == 0 || (kami[i] != kami[0] && (i == 1 || kami[i] != kami[1]));
    }
    for (int i = 0; i < 3; i++)
        b->relics |= (uint64_t)0x0001000100010001 << kami[i];
    for (int i = 0; i < PLAYERS; i++)
        if (b->hand[i] & (uint64_t)1 << (SUIT + 5))
            b->seat = i;
    b->left = 12;
}

static bool bare_over(const struct bare *b)
{
    return b->left == 0 || (b->played == 0 && b->hand[b->seat] == 0);
}

static double bare_rate(double seconds)
{
    uint64_t seed = 88172645463325252u;
    long plays = 0;
    double start = now();
    while (now() - start < seconds)
        for (int round = 0; round < 200; round++) {
            struct bare b;
            int kami[3];
            for (deal(&b, kami, &seed); !bare_over(&b); plays++) {
                struct bare next = b;
                bare_play(&next, pick(bare_legal(&b), &seed));
                b = next;
            }
        }
    return (double)plays / (now() - start);
}

/* ---- the same through the rulebook ------------------------------------------------------- */

struct table {
    struct seats seats;
    struct house house;
    struct setting setting;
    void *state, *before, *pack;
    struct rulings *out;
    struct statement said;
    bool follows;
};

static void table_begin(struct table *t, const struct rulebook *book)
{
    static const char *const names[] = {"Aki", "Bo", "Chie", "Dai"};
    memset(t, 0, sizeof *t);
    for (int i = 0; i < PLAYERS; i++) {
        t->seats.row[i].length = t->seats.row[i].folded_length = (uint8_t)strlen(names[i]);
        memcpy(t->seats.row[i].name, names[i], strlen(names[i]));
        memcpy(t->seats.row[i].folded, names[i], strlen(names[i]));
    }
    t->seats.count = PLAYERS;
    t->setting = (struct setting){.book = book, .seats = &t->seats, .house = &t->house};
    house_default(&t->house, book);
    if (book->deck == NULL) {
        t->house.option[0].number = 1000000000; /* end=rounds: never */
    } else {
        t->pack = calloc(1, book->deck->size);
        book->deck->builtin(t->pack, (struct span){"Hearts", 6});
        t->setting.pack = t->pack;
    }
    t->state = malloc(book->state_size);
    t->before = calloc(1, book->state_size);
    t->out = calloc(1, sizeof *t->out);
    book->begin(t->state, &t->setting);
}

static void table_end(struct table *t)
{
    free(t->pack);
    free(t->state);
    free(t->before);
    free(t->out);
}

static int verb_of(const struct rulebook *book, const char *name)
{
    int i = 0;
    while (strcmp(book->verbs[i].name, name) != 0)
        i++;
    return i;
}

static int verb(const char *name) { return verb_of(&haratama_rulebook, name); }

static void apply(struct table *t)
{
    struct fault fault;
    t->out->count = 0;
    t->said.line++;
    if (rulebook_try(&t->setting, t->state, t->before, t->follows, &t->said, t->out, &fault)
        != APPLIED)
        abort();
    t->follows = true;
}

static void say(struct table *t, int v, int seat, int arguments)
{
    t->said.verb = (uint8_t)v;
    t->said.seat = (int8_t)seat;
    t->said.count = (uint8_t)arguments;
}

/* A game of Hearts that is over begins anew. */
static void begin_anew(struct table *t)
{
    uint32_t winners;
    if (!t->setting.book->finished(t->state, &t->setting, &winners))
        return;
    t->setting.book->begin(t->state, &t->setting);
    t->follows = false;
}

/* One round: the deal shown, then random legal plays, one statement a card. */
static long table_round(struct table *t, uint64_t *seed, const int *verbs)
{
    const struct rulebook *book = t->setting.book;
    struct bare b;
    int kami[3], seat;
    long plays = 0;
    deal(&b, kami, seed);
    begin_anew(t);
    say(t, verbs[0], -1, 0);
    apply(t);
    say(t, verbs[1], -1, 3);
    for (int i = 0; i < 3; i++)
        t->said.argument[i].number = kami[i];
    if (verbs[1] != VERB_PLAY)
        apply(t);
    for (int i = 0; i < PLAYERS; i++) {
        say(t, verbs[2], i, 0);
        for (uint64_t left = b.hand[i]; left != 0; left &= left - 1) {
            t->said.argument[t->said.count].kind = ARGUMENT_CARD;
            t->said.argument[t->said.count++].card = (int16_t)__builtin_ctzll(left);
        }
        apply(t);
    }
    say(t, VERB_PLAY, -1, 1);
    while ((seat = book->knowledge->turn(t->state, &t->setting)) >= 0) {
        uint64_t legal = book->knowledge->legal(t->state, &t->setting, seat).bits[0];
        t->said.argument[0].card = (int16_t)pick(legal, seed);
        apply(t);
        plays++;
    }
    return plays;
}

static double table_rate(double seconds, const struct rulebook *book)
{
    struct table t;
    uint64_t seed = 88172645463325252u;
    long plays = 0;
    const bool hearts = book != &haratama_rulebook;
    const int verbs[] = {verb_of(book, hearts ? "deal" : "round"),
        hearts ? VERB_PLAY : verb("kami"), verb_of(book, "hand")};
    table_begin(&t, book);
    double start = now();
    while (now() - start < seconds)
        for (int round = 0; round < 200; round++)
            plays += table_round(&t, &seed, verbs);
    double rate = (double)plays / (now() - start);
    table_end(&t);
    return rate;
}

/* ---- claims ------------------------------------------------------------------------------ */

/* Plays a hidden round up to `stop` plays, with passes half known; then weighs it many times. */
static double weigh_microseconds(int stop, bool deep, uint64_t seed, unsigned *claims)
{
    struct table t;
    struct bare b;
    int kami[3];
    enum { TIMES = 400 };
    table_begin(&t, &haratama_rulebook);
    deal(&b, kami, &seed);
    int first = b.seat;
    say(&t, verb("round"), -1, 0);
    apply(&t);
    for (int i = 0; i < PLAYERS && deep; i++) {
        say(&t, verb("pass"), i, 2);
        t.said.argument[0].kind = t.said.argument[1].kind = ARGUMENT_UNSEEN;
        if (i == 0) { /* one hand seen in part as dealt */
            say(&t, verb("hand"), i, HAND);
            for (int k = 0; k < HAND; k++)
                t.said.argument[k].kind = ARGUMENT_UNSEEN;
            t.said.argument[0].kind = ARGUMENT_CARD;
            t.said.argument[0].card = (int16_t)__builtin_ctzll(b.hand[0]);
            apply(&t);
            say(&t, verb("pass"), i, 2);
            t.said.argument[0].kind = t.said.argument[1].kind = ARGUMENT_UNSEEN;
        }
        apply(&t);
    }
    say(&t, verb("lead"), first, 0);
    apply(&t);
    say(&t, VERB_PLAY, -1, 1);
    t.said.argument[0].kind = ARGUMENT_CARD;
    *claims = 1;
    for (int i = 0; i < stop && !bare_over(&b); i++) {
        uint64_t led = b.led;
        bool lead = b.played == 0;
        int card = pick(bare_legal(&b), &seed);
        *claims += !lead && !((uint64_t)1 << card & led);
        t.said.argument[0].card = (int16_t)card;
        apply(&t);
        bare_play(&b, card);
    }
    double start = now();
    for (int i = 0; i < TIMES; i++) {
        t.out->count = 0;
        haratama_rulebook.weigh(t.state, &t.setting, t.out);
    }
    double each = (now() - start) * 1e6 / TIMES;
    table_end(&t);
    return each / *claims;
}

static void print_claims(void)
{
    for (int deep = 0; deep < 2; deep++) {
        double worst = 0;
        int at = 0;
        for (int stop = 4; stop <= 52; stop += 4)
            for (uint64_t seed = 1; seed <= 20; seed++) {
                unsigned claims;
                double each = weigh_microseconds(stop, deep, seed * 7919, &claims);
                if (each > worst) {
                    worst = each;
                    at = stop;
                }
            }
        printf("a claim weighed, worst point (after %d plays)%s: %.2f us\n", at,
            deep ? ", exchange tracked" : "", worst);
    }
}

/* ---- records as text --------------------------------------------------------------------- */

static void write_rounds(FILE *out, long rounds, uint64_t seed)
{
    static const char *const names[] = {"Aki", "Bo", "Chie", "Dai"};
    fprintf(out, "game haratama\nplayers Aki Bo Chie Dai\nhouse end=rounds:%ld tie=all\n", rounds);
    for (long round = 0; round < rounds; round++) {
        struct bare b;
        int kami[3];
        deal(&b, kami, &seed);
        fprintf(out, "round\nkami %d %d %d\n%s: lead\n", kami[0], kami[1], kami[2], names[b.seat]);
        while (!bare_over(&b)) {
            int card = pick(bare_legal(&b), &seed);
            bare_play(&b, card);
            fprintf(out, "%c%d%c", "rbpg"[card / SUIT], card % SUIT, b.played == 0 ? '\n' : ' ');
        }
    }
}

/* One game of 82 plies (Byrne - Fischer, 1956) again and again, for pgn-extract. */
static void write_chess(FILE *out, long games)
{
    static const char moves[] = "1. Nf3 Nf6 2. c4 g6 3. Nc3 Bg7 4. d4 O-O 5. Bf4 d5 6. Qb3 dxc4 7. "
                                "Qxc4 c6 8. e4 Nbd7 9. Rd1 Nb6\n"
                                "10. Qc5 Bg4 11. Bg5 Na4 12. Qa3 Nxc3 13. bxc3 Nxe4 14. Bxe7 Qb6 "
                                "15. Bc4 Nxc3 16. Bc5 Rfe8+\n"
                                "17. Kf1 Be6 18. Bxb6 Bxc4+ 19. Kg1 Ne2+ 20. Kf1 Nxd4+ 21. Kg1 "
                                "Ne2+ 22. Kf1 Nc3+ 23. Kg1 axb6\n"
                                "24. Qb4 Ra4 25. Qxb6 Nxd1 26. h3 Rxa2 27. Kh2 Nxf2 28. Re1 Rxe1 "
                                "29. Qd8+ Bf8 30. Nxe1 Bd5\n"
                                "31. Nf3 Ne4 32. Qb8 b5 33. h4 h5 34. Ne5 Kg7 35. Kg1 Bc5+ 36. Kf1 "
                                "Ng3+ 37. Ke1 Bb4+ 38. Kd1\n"
                                "Bb3+ 39. Kc1 Ne2+ 40. Kb1 Nc3+ 41. Kc1 Rc2# 0-1\n";
    for (long i = 0; i < games; i++)
        fprintf(out,
            "[Event \"e\"]\n[Site \"s\"]\n[Date \"1956.10.17\"]\n[Round \"%ld\"]\n[White \"w\"]\n"
            "[Black \"b\"]\n[Result \"0-1\"]\n\n%s\n",
            i + 1, moves);
}

/* ---- whole processes --------------------------------------------------------------------- */

struct usage {
    double seconds;
    long kilobytes;
};

/* Runs a program with its output thrown away; the best of `times` by processor time. */
static struct usage run(char *const *argv, int times)
{
    struct usage best = {1e9, 0};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    for (int i = 0; i < times; i++) {
        pid_t child;
        int status;
        struct rusage used;
        if (posix_spawnp(&child, argv[0], &actions, NULL, argv, environ) != 0) {
            best.seconds = 0;
            break;
        }
        wait4(child, &status, 0, &used);
        double seconds = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec)
                         + (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
        if (seconds < best.seconds)
            best = (struct usage){seconds, used.ru_maxrss};
    }
    posix_spawn_file_actions_destroy(&actions);
    return best;
}

static void temporary(char *path, long n, void (*write)(FILE *, long))
{
    int file = mkstemp(path);
    FILE *out = file < 0 ? NULL : fdopen(file, "w");
    if (out == NULL) {
        perror(path);
        exit(1);
    }
    write(out, n);
    fclose(out);
}

static void write_seeded(FILE *out, long rounds) { write_rounds(out, rounds, 42); }

static struct usage judge(char *fuda, char *path, int times)
{
    char command[] = "judge";
    char *argv[] = {fuda, command, path, NULL};
    return run(argv, times);
}

static void print_processes(char *fuda)
{
    char small[] = "/tmp/fuda-bench-XXXXXX", large[] = "/tmp/fuda-bench-XXXXXX";
    char pgn[] = "/tmp/fuda-bench-XXXXXX", quiet[] = "-s", check[] = "-r";
    char tool[] = "/usr/games/pgn-extract";
    enum { FEW = 1000, MANY = 200000, GAMES = 20000 };
    temporary(small, FEW, write_seeded);
    temporary(large, MANY, write_seeded);
    temporary(pgn, GAMES, write_chess);
    struct usage few = judge(fuda, small, 5), many = judge(fuda, large, 2);
    printf("judged as a whole process, hands hidden: %.0f rounds/s (%.1f MiB)\n",
        MANY / many.seconds, (double)many.kilobytes / 1024);
    printf("%d rounds in one file take %.1f x what %d take\n", MANY, many.seconds / few.seconds,
        FEW);
    char *argv[] = {tool, quiet, check, pgn, NULL};
    struct usage chess = run(argv, 3);
    if (chess.seconds > 0)
        printf("pgn-extract -s -r beside it: %.0f games/s; fuda judges %.1f x as many rounds (goal "
               "10)\n",
            GAMES / chess.seconds, chess.seconds / GAMES * MANY / many.seconds);
    else
        printf("pgn-extract is not installed; elsewhere it read 13500 games/s\n");
    unlink(small);
    unlink(large);
    unlink(pgn);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Start-up: one night against a program that does nothing, in turn, so that drift meets both. */
static void print_start(char *fuda, char *empty)
{
    enum { TIMES = 301 };
    static double base_wall[TIMES], wall[TIMES];
    char night[] = "/tmp/fuda-bench-XXXXXX", command[] = "judge";
    char *nothing[] = {empty, NULL}, *one[] = {fuda, command, night, NULL};
    struct usage base = {0, 0}, used = {0, 0};
    temporary(night, 3, write_seeded);
    for (int i = 0; i < TIMES; i++) {
        double start = clock_of(CLOCK_MONOTONIC);
        base = run(nothing, 1);
        double between = clock_of(CLOCK_MONOTONIC);
        used = run(one, 1);
        base_wall[i] = between - start;
        wall[i] = clock_of(CLOCK_MONOTONIC) - between;
    }
    qsort(base_wall, TIMES, sizeof *base_wall, compare);
    qsort(wall, TIMES, sizeof *wall, compare);
    printf("judge of one night: %.2f ms and %.2f MiB above an empty program (%.2f ms, %.2f MiB; "
           "medians)\n",
        (wall[TIMES / 2] - base_wall[TIMES / 2]) * 1e3,
        (double)(used.kilobytes - base.kilobytes) / 1024, base_wall[TIMES / 2] * 1e3,
        (double)base.kilobytes / 1024);
    unlink(night);
}

/* The same plays both ways, in turn; the best of each. */
static void print_plays(void)
{
    double bare = 0, table = 0, file = 0;
    for (int i = 0; i < 8; i++) {
        double one = bare_rate(0.25), other = table_rate(0.25, &haratama_rulebook),
               third = table_rate(0.25, &trick_rulebook);
        bare = one > bare ? one : bare;
        table = other > table ? other : table;
        file = third > file ? third : file;
    }
    printf("random legal plays, bare 64-bit loop: %.1f M/s (elsewhere: OpenSpiel Hearts 3.0-3.3 "
           "M/s, a C trial 35-49 M/s)\n",
        bare / 1e6);
    printf("the same through the rulebook: %.1f M/s, %.0f %% of the bare loop (goal 50)\n",
        table / 1e6, 100 * table / bare);
    printf("the same of Hearts, from its file: %.1f M/s, %.0f %% of Haratama (goal 50)\n",
        file / 1e6, 100 * file / table);
}

#include "bench_needfire.h"

int main(int argc, char **argv)
{
    if (argc > 2 && strcmp(argv[1], "write") == 0) {
        write_rounds(stdout, atol(argv[2]), argc > 3 ? (uint64_t)atol(argv[3]) : 42);
        return 0;
    }
    if (argc < 3) {
        fprintf(stderr, "usage: bench FUDA EMPTY | bench write ROUNDS [SEED]\n");
        return 2;
    }
    print_plays();
    print_claims();
    print_processes(argv[1]);
    nf_print_ignitions();
    nf_print_games(argv[1]);
    print_start(argv[1], argv[2]);
    return 0;
}
