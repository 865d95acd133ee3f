/*
 * How fast the store is. GAMES= (100000) sets its size. Durable lines are told as a share of what
 * SQLite itself commits, a row at a time, on the same disk in the same run, in turns.
 */
#define _DEFAULT_SOURCE 1
#include "cli/campaign/judged_result.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TURNS = 10, COMMITS = 40, PLAYERS = 12, RUNS = 15 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void must(enum storage_error error)
{
    if (error != STORAGE_OK) {
        fprintf(stderr, "%s\n", store_error_text(error));
        exit(1);
    }
}

static int compare_times(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static double median(double *times, size_t count)
{
    qsort(times, count, sizeof *times, compare_times);
    return times[count / 2];
}

/* A table of SQLite's own, with a row like a line's. */
static sqlite3 *plain_open(const char *folder, sqlite3_stmt **insert)
{
    char path[300];
    sqlite3 *db = NULL;
    snprintf(path, sizeof path, "%s/plain.db", folder);
    sqlite3_open(path, &db);
    sqlite3_exec(db,
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;CREATE TABLE line (id INTEGER "
        "PRIMARY KEY, time INTEGER, text TEXT)",
        NULL, NULL, NULL);
    sqlite3_prepare_v2(db, "INSERT INTO line (time, text) VALUES (1, 'r9 r3 r12 b1')", -1, insert,
        NULL);
    return db;
}

static void bench_appends(const char *folder, struct store_hold *hold)
{
    sqlite3_stmt *insert = NULL;
    sqlite3 *plain = plain_open(folder, &insert);
    double ours = 0, theirs = 0, begun;
    for (int turn = 0; turn < TURNS; turn++) {
        begun = now();
        for (int i = 0; i < COMMITS; i++) {
            sqlite3_step(insert);
            sqlite3_reset(insert);
        }
        theirs += now() - begun;
        begun = now();
        for (int i = 0; i < COMMITS; i++)
            must(store_append(hold, "r9 r3 r12 b1", NULL, 0, NULL));
        ours += now() - begun;
    }
    sqlite3_finalize(insert);
    sqlite3_close(plain);
    printf("durable lines: %.0f/s; SQLite's own rows: %.0f/s; share %.2f\n", TURNS * COMMITS / ours,
        TURNS * COMMITS / theirs, theirs / ours);
}

static void bench_adds(struct store *store, const struct store_id *campaign, unsigned games)
{
    static const char *const names[PLAYERS] = {"Aki", "Bo", "Chie", "Dai", "Emi", "Fumi", "Gen",
        "Hana", "Ichi", "Jun", "Ken", "Lin"};
    static const char *const kinds[] = {"haratama", "needfire", "tezumashi", "hyakumonogatari",
        "materia"};
    struct store_id id;
    struct store_line lines[3] = {{.text = "round; kami 1 2 3"}};
    struct store_result result = {.finished = true, .counted = result_counted()};
    double begun = now();
    for (unsigned i = 0; i < games; i++) {
        char day[16], note[32], relics[80];
        snprintf(day, sizeof day, "20%02u-%02u-%02u", i / 336 % 100, i / 28 % 12 + 1, i % 28 + 1);
        snprintf(note, sizeof note, "note %u", i);
        lines[1].text = relics;
        lines[2].text = note;
        struct store_heading h = {.game = kinds[i % 5], .date = day, .rules = "1", .seats = 4};
        for (unsigned k = 0; k < 4; k++) {
            unsigned who = (i * 7 + k * 3 + i / 12 % 3) % PLAYERS;
            h.seat[k] = (struct store_seat){.name = names[who]};
            result.seat[k].place = (uint8_t)((i + k) % 4 + 1);
            result.seat[k].won = (i + k) % 4 == 0;
            result.seat[k].scored = true;
            result.seat[k].count[i % 2] = i % 5;
            result.seat[k].points = -10 * (int)((i * 7 + k * 31) % 27);
        }
        snprintf(relics, sizeof relics, "relics %s=3 %s=5 %s=4 %s=0", h.seat[0].name,
            h.seat[1].name, h.seat[2].name, h.seat[3].name);
        if (i % 1000 == 0)
            must(store_batch_begin(store));
        must(store_record_add(store, campaign, &h, lines, 3, &result, false, &id));
        if (i % 1000 == 999 || i + 1 == games)
            must(store_batch_commit(store));
    }
    printf("bulk adds: %.0f games/s (4 seats, 3 lines, a commit a thousand)\n",
        games / (now() - begun));
}

static bool count_entry(void *user, const struct store_entry *entry)
{
    *(uint32_t *)user += entry->heading.seats;
    return true;
}

static bool count_outcome(void *user, const struct store_outcome *outcome)
{
    *(uint32_t *)user += outcome->persons;
    return true;
}

/* Every game's end, in order: what ratings are worked out from. */
static void bench_outcomes(const char *path, const struct store_id *campaign)
{
    struct store *store = NULL;
    double times[RUNS], begun;
    uint32_t persons = 0;
    must(store_open(path, STORE_READ, &store, NULL));
    for (int i = 0; i < RUNS; i++) {
        begun = now();
        must(store_outcomes_each(store, campaign, &(struct store_filter){.most = 0}, count_outcome,
            &persons));
        times[i] = now() - begun;
    }
    store_close(store);
    printf("how every game ended, in order, as `fuda standings` asks: %.1f ms\n",
        median(times, RUNS) * 1e3);
}

/* What the table asks before its first prompt. */
static void bench_opening(const char *path)
{
    double times[RUNS], closing[RUNS], recent[RUNS];
    uint32_t seats = 0;
    for (int i = 0; i < RUNS; i++) {
        struct store *store = NULL;
        struct store_id campaign;
        double begun = now();
        must(store_open(path, STORE_WRITE, &store, NULL));
        must(store_campaign_used(store, &campaign));
        must(store_history_each(store, &campaign, &(struct store_filter){.unfinished = true},
            count_entry, &seats));
        times[i] = now() - begun;
        begun = now();
        must(store_history_each(store, &campaign,
            &(struct store_filter){.newest_first = true, .most = 20}, count_entry, &seats));
        recent[i] = now() - begun;
        begun = now();
        store_close(store);
        closing[i] = now() - begun;
    }
    printf("opening, campaign in use, unfinished records: %.2f ms; the last 20 games: %.2f ms; "
           "closing: %.2f ms\n",
        median(times, RUNS) * 1e3, median(recent, RUNS) * 1e3, median(closing, RUNS) * 1e3);
}

static bool judge_nothing(void *user, const struct store_entry *entry, struct store_result *out)
{
    *(uint32_t *)user += entry->heading.seats;
    out->finished = true;
    return true;
}

static void bench_rebuild(struct store *store, const struct store_id *campaign, unsigned games)
{
    uint32_t seats = 0;
    must(store_results_outdate(store, campaign, 0));
    double begun = now();
    must(store_results_rebuild(store, campaign, judge_nothing, &seats));
    printf("rebuilding results, without the rules: %.0f games/s\n", games / (now() - begun));
}

static void bench_text(const char *folder, struct store *store, const struct store_id *campaign,
    unsigned games)
{
    char path[300];
    struct store *other = NULL;
    struct store_merge merge;
    uint32_t seats = 0;
    FILE *text = tmpfile();
    double begun = now();
    must(store_history_each(store, campaign, &(struct store_filter){.most = 0}, count_entry,
        &seats));
    printf("whole history: %.0f games/s\n", games / (now() - begun));
    begun = now();
    must(store_export(store, campaign, NULL, text));
    printf("export: %.0f games/s, %.1f MB\n", games / (now() - begun), (double)ftell(text) / 1e6);
    rewind(text);
    begun = now();
    must(store_import(store, text, &merge));
    printf("import of what is known: %.0f games/s\n", games / (now() - begun));
    rewind(text);
    snprintf(path, sizeof path, "%s/other.db", folder);
    must(store_open(path, STORE_WRITE, &other, NULL));
    begun = now();
    must(store_import(other, text, &merge));
    printf("import of what is new: %.0f games/s\n", games / (now() - begun));
    store_close(other);
    fclose(text);
}

/* ---- what a reader waits for ---------------------------------------------------------------- */

/*
 * The program with these words on the store, the best of a few runs: how long, and how much it
 * wrote.
 */
static void bench_program(const char *fuda, const char *path, const char *words)
{
    enum { RUNS_OF = 5 };
    char command[1000];
    double best = 1e9;
    long wrote = 0;
    snprintf(command, sizeof command, "'%s' --db '%s' %s", fuda, path, words);
    for (int i = 0; i < RUNS_OF; i++) {
        char buffer[65536];
        size_t got;
        const double begun = now();
        FILE *from = popen(command, "r");
        if (from == NULL)
            exit(1);
        for (wrote = 0; (got = fread(buffer, 1, sizeof buffer, from)) > 0;)
            wrote += (long)got;
        if (pclose(from) != 0)
            exit(1);
        best = now() - begun < best ? now() - begun : best;
    }
    printf("fuda %s: %.0f ms, %.2f MB\n", words, best * 1e3, (double)wrote / 1e6);
}

/* bench_storage [PROGRAM]: with the program, how long its answers take on the same store. */
int main(int argc, char **argv)
{
    const char *size = getenv("GAMES"), *tmp = getenv("TMPDIR");
    unsigned games = size != NULL ? (unsigned)strtoul(size, NULL, 10) : 100000;
    char folder[200], path[300], command[300];
    struct store *store = NULL;
    struct store_id campaign;
    struct store_hold *hold = NULL;
    setvbuf(stdout, NULL, _IOLBF, 0);
    snprintf(folder, sizeof folder, "%s/fuda-bench-XXXXXX", tmp != NULL ? tmp : "/tmp");
    if (mkdtemp(folder) == NULL)
        return 1;
    snprintf(path, sizeof path, "%s/store.db", folder);
    must(store_open(path, STORE_WRITE, &store, NULL));
    must(store_campaign_new(store, "Bench", &campaign));
    must(store_campaign_use(store, &campaign));
    struct store_heading h = {.game = "haratama", .date = "2026-11-21", .seats = 1};
    h.seat[0].name = "Aki";
    must(store_record_begin(store, &campaign, &h, &hold));
    bench_appends(folder, hold);
    store_release(hold);
    bench_adds(store, &campaign, games);
    store_close(store);
    bench_outcomes(path, &campaign);
    bench_opening(path);
    char replay[64];
    snprintf(replay, sizeof replay, "replay %u --at 3", games - games / 10);
    const char *const asked[] = {"standings", "standings haratama", "player Aki", "report",
        "history", replay, "export --format csv"};
    for (size_t i = 0; argc > 1 && i < sizeof asked / sizeof *asked; i++)
        bench_program(argv[1], path, asked[i]);
    if (getenv("KEEP") != NULL) {
        printf("%s\n", path);
        return 0;
    }
    must(store_open(path, STORE_WRITE, &store, NULL));
    bench_text(folder, store, &campaign, games);
    bench_rebuild(store, &campaign, games);
    store_close(store);
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command) != 0;
}
