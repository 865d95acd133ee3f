/*
 * make bench-scan: what is read of stickers on a table, beside what general readers read of the
 * same frames.
 *
 *     bench_scan [-o] [-t] [-n TIMES] [-w FRAMES] [-s SEED] [-c WORDS] [ZXING]
 *
 * -n: so many times the usual number of scenes; -w: frames in which wrong cards are looked for
 * (300); -c: only conditions whose name has these words; -o: only our own reader; -t: square tags
 * of the same side in place of our codes. ZXING is the helper that asks zxing-cpp, where that is
 * installed. Times are of one thread.
 */
#define _DEFAULT_SOURCE
#include "scan_scene.h"
#include "scan_tags.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <zbar.h>

enum { DEADLINE = 140, TIMES_MOST = 200000 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* ---- readers ----------------------------------------------------------------------------- */

enum { ZBAR, ZXING, OURS, READERS };

static const char *const reader_name[READERS] = {"zbar, QR only", "zxing-cpp", "fuda-scan"};

struct bench {
    struct deck deck;
    struct card_reader *reader;
    zbar_image_scanner_t *zbar;
    FILE *to, *from; /* of the zxing helper; NULL: not here */
    double *time[READERS];
    int times[READERS], late, wrong;
    bool peers;
};

/* A card of the deck, not under another one's finger. */
static bool counts(const struct scene *s, int i)
{
    const struct placed *p = &s->placed[i];
    return p->label >= 0 && (s->wish.finger == 0 || p->covered < 1.3f * s->wish.finger + 0.02f);
}

/* The texts that a reader finds: stickers of the scene that are among them. */
static int count_read(const struct scene *s, const char *const *text, int texts)
{
    int read = 0;
    for (int i = 0; i < s->count; i++) {
        bool found = false;
        for (int k = 0; k < texts; k++)
            found |= s->placed[i].label >= 0
                     && strcmp(s->wish.deck->label[s->placed[i].label].payload, text[k]) == 0;
        read += found && counts(s, i);
    }
    return read;
}

static void took(struct bench *b, int reader, double ms)
{
    if (b->times[reader] < TIMES_MOST)
        b->time[reader][b->times[reader]++] = ms;
}

static int read_zbar(struct bench *b, const struct scene *s)
{
    const char *text[256];
    int texts = 0;
    double begun = now();
    zbar_image_t *image = zbar_image_create();
    zbar_image_set_format(image, zbar_fourcc('Y', '8', '0', '0'));
    zbar_image_set_size(image, (unsigned)s->grey.width, (unsigned)s->grey.height);
    zbar_image_set_data(image, s->grey.at,
        (unsigned long)s->grey.width * (unsigned long)s->grey.height, NULL);
    zbar_scan_image(b->zbar, image);
    took(b, ZBAR, now() - begun);
    for (const zbar_symbol_t *y = zbar_image_first_symbol(image); y != NULL && texts < 256;
         y = zbar_symbol_next(y))
        text[texts++] = zbar_symbol_get_data(y);
    int read = count_read(s, text, texts);
    zbar_image_destroy(image);
    return read;
}

static int read_zxing(struct bench *b, const struct scene *s)
{
    char line[1 << 16], *at = line;
    const char *text[256];
    int size[2] = {s->grey.width, s->grey.height}, texts = 0;
    fwrite(size, sizeof size, 1, b->to);
    fwrite(s->grey.at, 1, (size_t)size[0] * (size_t)size[1], b->to);
    fflush(b->to);
    if (fgets(line, sizeof line, b->from) == NULL)
        return 0;
    took(b, ZXING, strtod(line, &at));
    for (char *word = strtok(at, " \n"); word != NULL && texts < 256; word = strtok(NULL, " \n"))
        text[texts++] = word;
    return count_read(s, text, texts);
}

static int read_ours(struct bench *b, const struct scene *s)
{
    struct found found[FOUND_MOST];
    const char *text[FOUND_MOST];
    bool late;
    double begun = now();
    int texts = reader_read(b->reader, &s->grey, DEADLINE, found, FOUND_MOST, &late);
    took(b, OURS, now() - begun);
    b->late += late;
    for (int i = 0; i < texts; i++) {
        bool there = found[i].label < 0;
        for (int k = 0; k < s->count && !there; k++)
            there = s->placed[k].label == found[i].label;
        b->wrong += !there;
        text[i] = found[i].payload;
    }
    return count_read(s, text, texts);
}

/* ---- the curve --------------------------------------------------------------------------- */

static const float module[] = {1.5f, 1.75f, 2, 2.25f, 2.5f, 3, 4};

enum { SIZES = sizeof module / sizeof *module };

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void print_times(double *time, int n)
{
    if (n == 0)
        return;
    qsort(time, (size_t)n, sizeof *time, by_value);
    printf("   %6.1f ms, worst %6.1f\n", time[n / 2], time[n - 1]);
}

static void curve(struct bench *b, int cards, int frames, uint64_t seed)
{
    int read[READERS][SIZES] = {{0}}, there[SIZES] = {0};
    for (int m = 0; m < SIZES; m++)
        for (int i = 0; i < frames; i++) {
            struct scene s;
            scene_make(&s,
                &(struct wish){.deck = &b->deck, .cards = cards, .module = module[m], .tilt = 22},
                seed + (uint64_t)(10000 * m + 100000 * cards + i));
            there[m] += s.count;
            read[ZBAR][m] += b->peers ? read_zbar(b, &s) : 0;
            read[ZXING][m] += b->to != NULL ? read_zxing(b, &s) : 0;
            read[OURS][m] += read_ours(b, &s);
            scene_clear(&s);
        }
    printf("%2d card%s, %d frames\n", cards, cards == 1 ? "" : "s", frames * SIZES);
    for (int k = 0; k < READERS; k++) {
        if (b->times[k] == 0)
            continue;
        printf("  %-14s", reader_name[k]);
        for (int m = 0; m < SIZES; m++)
            printf("%6.1f", 100.0 * read[k][m] / there[m]);
        print_times(b->time[k], b->times[k]);
        b->times[k] = 0;
    }
}

static void curves(struct bench *b, int percent, uint64_t seed)
{
    printf("stickers read in one frame of 1920×1080 from above, in %%\n  pixels a module");
    for (int m = 0; m < SIZES; m++)
        printf(m == 0 ? "%5.2f" : "%6.2f", (double)module[m]);
    printf("   median\n");
    curve(b, 1, (40 * percent + 99) / 100, seed);
    curve(b, 4, (12 * percent + 99) / 100, seed);
    curve(b, 13, (6 * percent + 99) / 100, seed);
}

/* ---- conditions -------------------------------------------------------------------------- */

struct condition {
    const char *name;
    int frames;
    struct wish wish;
};

static const struct condition conditions[] = {
    {"from above, 2 px", 16, {.cards = 6, .module = 2}},
    {"tilt 30, 2 px", 24, {.cards = 6, .module = 2, .slant = 30}},
    {"tilt 30, 3 px", 24, {.cards = 6, .module = 3, .slant = 30}},
    {"tilt 30, 6 px", 12, {.cards = 4, .module = 6, .slant = 30}},
    {"tilt 40, 3 px", 24, {.cards = 6, .module = 3, .slant = 40}},
    {"tilt 40, 4 px", 16, {.cards = 6, .module = 4, .slant = 40}},
    {"tilt 40, 6 px", 12, {.cards = 4, .module = 6, .slant = 40}},
    {"tilt 50, 3 px", 24, {.cards = 6, .module = 3, .slant = 50}},
    {"tilt 50, 4 px", 16, {.cards = 6, .module = 4, .slant = 50}},
    {"tilt 50, 6 px", 12, {.cards = 4, .module = 6, .slant = 50}},
    {"lens, 30, 3 px", 16, {.cards = 6, .module = 3, .slant = 30, .lens = -0.12f}},
    {"bow 6, 40, 4 px", 16, {.cards = 6, .module = 4, .slant = 40, .bow = 6}},
    {"finger 5 %, 3 px", 20, {.cards = 6, .module = 3, .tilt = 22, .finger = 0.05f}},
    {"finger 10 %, 3 px", 20, {.cards = 6, .module = 3, .tilt = 22, .finger = 0.10f}},
    {"finger 20 %, 3 px", 20, {.cards = 6, .module = 3, .tilt = 22, .finger = 0.20f}},
    {"fan 19 mm, 3 px", 12, {.cards = 13, .module = 3, .slant = 20, .fan = 19}},
    {"fan 17 mm, 3 px", 12, {.cards = 13, .module = 3, .slant = 20, .fan = 17}},
    {"fan 14 mm, 3 px", 12, {.cards = 13, .module = 3, .slant = 20, .fan = 14}},
    {"strips, fan 14 mm", 12,
        {.cards = 13, .module = 1.94f, .slant = 20, .fan = 14, .strip = 9.78f}},
    {"strips, fan 12 mm", 12,
        {.cards = 13, .module = 1.94f, .slant = 20, .fan = 12, .strip = 9.78f}},
    {"glare, 3 px", 20, {.cards = 6, .module = 3, .tilt = 22, .glare = 1}},
    {"hard shadow, 3 px", 20, {.cards = 6, .module = 3, .tilt = 22, .shadow = true}},
    {"defocus 3, 4 px", 16, {.cards = 6, .module = 4, .tilt = 22, .defocus = 3}},
    {"motion 3, 2.5 px", 16, {.cards = 4, .module = 2.5f, .tilt = 22, .motion = 3}},
    {"motion 6, 2.5 px", 16, {.cards = 4, .module = 2.5f, .tilt = 22, .motion = 6}},
    {"motion 6, 4 px", 16, {.cards = 4, .module = 4, .tilt = 22, .motion = 6}},
    {"mirrored, 3 px", 12, {.cards = 6, .module = 3, .tilt = 22, .mirrored = true}},
    {"12 Mpx, 30, 4 px", 5, {.cards = 13, .module = 4, .slant = 30, .width = 4000, .height = 3000}},
    {"from above, 1.3 px", 24, {.cards = 13, .module = 1.3f}},
};

static double median_of(double *time, int n)
{
    qsort(time, (size_t)n, sizeof *time, by_value);
    return n > 0 ? time[n / 2] : 0;
}

static void print_condition(struct bench *b, const struct condition *c, const int read[READERS],
    int there)
{
    printf("  %-20s", c->name);
    for (int k = 0; k < READERS; k++) {
        double median = median_of(b->time[k], b->times[k]),
               worst = b->times[k] > 0 ? b->time[k][b->times[k] - 1] : 0;
        if (b->times[k] > 0)
            printf("%6.1f %5.0f %5.0f |", 100.0 * read[k] / there, median, worst);
        else
            printf("                  |");
        b->times[k] = 0;
    }
    printf(" %d cards\n", there);
}

static void condition_run(struct bench *b, const struct condition *c, int frames, uint64_t seed)
{
    int read[READERS] = {0}, there = 0;
    for (int i = 0; i < frames; i++) {
        struct wish wish = c->wish;
        struct scene s;
        wish.deck = &b->deck;
        scene_make(&s, &wish, seed + 7919 * (uint64_t)(c - conditions + 1) + (uint64_t)i);
        for (int k = 0; k < s.count; k++)
            there += counts(&s, k);
        read[ZBAR] += b->peers ? read_zbar(b, &s) : 0;
        read[ZXING] += b->to != NULL ? read_zxing(b, &s) : 0;
        read[OURS] += read_ours(b, &s);
        scene_clear(&s);
    }
    print_condition(b, c, read, there);
}

static void conditions_run(struct bench *b, const char *only, int percent, uint64_t seed)
{
    printf("%%, median and worst ms:  %s | %s | %s\n", reader_name[ZBAR], reader_name[ZXING],
        reader_name[OURS]);
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++)
        if (only == NULL || strstr(conditions[i].name, only) != NULL)
            condition_run(b, &conditions[i], (conditions[i].frames * percent + 99) / 100, seed);
}

/* ---- a still scene ----------------------------------------------------------------------- */

static void still(struct bench *b, uint64_t seed)
{
    struct scene s;
    struct found found[FOUND_MOST];
    int seen = 0, frames = 60;
    double *time = b->time[OURS];
    scene_make(&s, &(struct wish){.deck = &b->deck, .cards = 13, .module = 2, .tilt = 22}, seed);
    for (int i = 0; i < frames; i++) {
        if (i % 4 == 0)
            scene_photograph(&s, seed + (uint64_t)i);
        double begun = now();
        seen += reader_follow(b->reader, &s.grey, DEADLINE, found, FOUND_MOST, NULL);
        time[i] = now() - begun;
    }
    printf("followed, 13 cards at 2 px, %d frames: %.1f %% seen", frames,
        100.0 * seen / frames / s.count);
    print_times(time, frames);
    scene_clear(&s);
}

/* ---- a crowded table --------------------------------------------------------------------- */

/*
 * All that is done with a frame once it is decoded, for a table full of cards: all at rest, one
 * pushed on in each frame, and each frame new to the reader.
 */
static void crowded(struct bench *b, uint64_t seed)
{
    enum { FRAMES = 48, KINDS = 3, STEP = 66 };
    static const char *const kinds[KINDS] = {"at rest", "one moves", "all new"};
    static struct event event[2 * FOUND_MOST];
    double *time = b->time[OURS];
    for (int kind = 0; kind < KINDS; kind++) {
        struct scene s;
        struct found found[FOUND_MOST];
        struct ground *ground = ground_new();
        struct follow *follow = follow_new(ground_look, ground);
        int seen = 0, late = 0;
        scene_make(&s,
            &(struct wish){.deck = &b->deck, .cards = SCENE_CARDS, .module = 2, .tilt = 22}, seed);
        reader_read(b->reader, &s.grey, DEADLINE, found, FOUND_MOST, NULL);
        for (int i = 0; i < FRAMES; i++) {
            bool over;
            int places;
            if (kind == 1)
                scene_move(&s, 0, i % 8 < 4 ? 9 : -9, 0);
            scene_photograph(&s, seed + (uint64_t)i);
            double begun = now();
            int count = (kind == 2 ? reader_read : reader_follow)(b->reader, &s.grey, DEADLINE,
                found, FOUND_MOST, &over);
            bool clear = ground_frame(ground, &s.grey, 1000 + STEP * i);
            follow_frame(follow, found, count, over || !clear, 1000 + STEP * i, event,
                2 * FOUND_MOST);
            int all = follow_places(follow, found, FOUND_MOST, &places);
            ground_learn(ground, found, all, places);
            time[i] = now() - begun;
            seen += count;
            late += over;
        }
        printf("%d cards, %s: %.1f %% seen, %d of %d frames cut off", s.count, kinds[kind],
            100.0 * seen / FRAMES / s.count, late, FRAMES);
        print_times(time, FRAMES);
        follow_free(follow);
        ground_free(ground);
        scene_clear(&s);
    }
}

/* ---- wrong cards ------------------------------------------------------------------------- */

/*
 * Does this card lie there, or a near one of which nothing is seen that differs from it by more
 * than dust does?
 */
static bool lies_there(const struct scene *truth, int label)
{
    enum { DUST = 8 }; /* modules */
    for (int k = 0; k < truth->count; k++)
        if (truth->placed[k].label == label
            || (truth->placed[k].near == label && truth->placed[k].differs < DUST))
            return true;
    return false;
}

static int wrong_in(struct bench *b, const struct grey *grey, const struct scene *truth, int frame)
{
    struct found found[FOUND_MOST];
    int n = reader_read(b->reader, grey, 0, found, FOUND_MOST, NULL), wrong = 0;
    bool ours = truth != NULL && truth->wish.deck == &b->deck;
    for (int i = 0; i < n; i++) {
        if (found[i].label < 0 || (ours && lies_there(truth, found[i].label)))
            continue;
        printf("  wrong: %s, score %.2f, in frame %d\n", found[i].payload, (double)found[i].score,
            frame);
        wrong++;
    }
    return wrong;
}

/*
 * Frames of our cards half covered, of another deck's, of codes that are nearly ours, of others'
 * codes on patterned cards, and traps; a third of the tables moves, and most are seen aslant.
 */
static void wrong_cards(struct bench *b, int frames, uint64_t seed)
{
    struct deck other;
    int wrong = 0;
    uint64_t chance = seed * 77 + 5;
    scene_deck(&other, &needfire_rulebook);
    for (int i = 0; i < frames; i++) {
        float size = scene_between(&chance, 1.2f, 5);
        if (i % 8 == 3) {
            struct grey grey;
            trap_make(&grey, (enum trap)scene_below(&chance, TRAPS), 960, 540, seed + (uint64_t)i);
            wrong += wrong_in(b, &grey, NULL, i);
            grey_clear(&grey);
            continue;
        }
        bool none = i % 4 == 2 || i % 8 == 7;
        struct wish wish = {.deck = i % 4 == 0 || none ? &b->deck : &other,
            .width = 960,
            .height = 540,
            .module = size,
            .slant = scene_between(&chance, 0, 50),
            .cards = none ? 0 : 5,
            .foreign = none ? (int)scene_below(&chance, 3) : 1,
            .near = none ? 4 : 0,
            .bare = none ? 1 : 0,
            .covering = i % 4 == 0,
            .fingers = i % 4 == 2 ? 0 : 2,
            .glare = i % 5 == 4 ? 0.7f : 0,
            .motion = i % 3 == 0 ? size * scene_between(&chance, 0, 1.5f) : 0};
        struct scene s;
        scene_make(&s, &wish, seed + (uint64_t)i);
        wrong += wrong_in(b, &s.grey, &s, i);
        scene_clear(&s);
    }
    printf("wrong cards in %d frames, a quarter of them with cards of this deck: %d\n", frames,
        wrong);
    deck_clear(&other);
}

/* ---- tags -------------------------------------------------------------------------------- */

static const struct condition beside_tags[] = {
    {"from above, 0.75 px", 12, {.cards = 6, .module = 0.75f}},
    {"from above, 1 px", 12, {.cards = 6, .module = 1}},
    {"from above, 1.25 px", 12, {.cards = 6, .module = 1.25f}},
    {"from above, 1.5 px", 12, {.cards = 6, .module = 1.5f}},
    {"from above, 2 px", 12, {.cards = 6, .module = 2}},
    {"tilt 40, 1.5 px", 12, {.cards = 6, .module = 1.5f, .slant = 40}},
    {"tilt 40, 3 px", 12, {.cards = 6, .module = 3, .slant = 40}},
    {"tilt 50, 3 px", 12, {.cards = 6, .module = 3, .slant = 50}},
    {"bow 6, 40, 4 px", 12, {.cards = 6, .module = 4, .slant = 40, .bow = 6}},
    {"finger 5 %, 3 px", 12, {.cards = 6, .module = 3, .tilt = 22, .finger = 0.05f}},
    {"finger 10 %, 3 px", 12, {.cards = 6, .module = 3, .tilt = 22, .finger = 0.10f}},
    {"fan 17 mm, 3 px", 6, {.cards = 13, .module = 3, .slant = 20, .fan = 17}},
    {"fan 14 mm, 3 px", 6, {.cards = 13, .module = 3, .slant = 20, .fan = 14}},
    {"glare, 3 px", 12, {.cards = 6, .module = 3, .tilt = 22, .glare = 1}},
    {"hard shadow, 3 px", 12, {.cards = 6, .module = 3, .tilt = 22, .shadow = true}},
    {"motion 6, 2.5 px", 12, {.cards = 4, .module = 2.5f, .tilt = 22, .motion = 6}},
};

static int count_tags(const struct scene *s, const struct tags *tags)
{
    int found[TAGS_MOST], n = tags_read(tags, &s->grey, found, TAGS_MOST), read = 0;
    for (int i = 0; i < s->count; i++)
        for (int k = 0; k < n && counts(s, i); k++)
            read += s->placed[i].label == found[k];
    return read;
}

/*
 * Tags where there are none: on tables with others' codes, and in pictures that are made to be
 * taken for codes.
 */
static void false_tags(struct bench *b, const struct tags *tags, int frames, uint64_t seed)
{
    int found[TAGS_MOST], told = 0;
    for (int i = 0; i < frames; i++) {
        struct scene s;
        scene_make(&s,
            &(struct wish){.deck = &b->deck,
                .foreign = 3,
                .bare = 4,
                .module = 2.5f,
                .slant = (float)(i % 5) * 10},
            seed + (uint64_t)i);
        told += tags_read(tags, &s.grey, found, TAGS_MOST);
        scene_clear(&s);
        struct grey grey;
        trap_make(&grey, (enum trap)(i % TRAPS), 1920, 1080, seed + (uint64_t)i);
        told += tags_read(tags, &grey, found, TAGS_MOST);
        grey_clear(&grey);
    }
    printf("tags told in %d frames without any: %d\n", 2 * frames, told);
}

/* The same tables with our codes and with tags on the cards; nobody keeps a deadline. */
static void tags_beside(struct bench *b, const char *only, int percent, uint64_t seed)
{
    struct deck printed = b->deck;
    struct tags tags;
    tags_make(&tags, printed.count);
    printed.label = malloc(sizeof *printed.label * (size_t)printed.count);
    memcpy(printed.label, b->deck.label, sizeof *printed.label * (size_t)printed.count);
    tags_print(&tags, &printed);
    printf("%%:  fuda-scan | tags of 5x5 cells, as large in print\n");
    for (size_t i = 0; i < sizeof beside_tags / sizeof *beside_tags; i++) {
        const struct condition *c = &beside_tags[i];
        int ours = 0, theirs = 0, there = 0, frames = (c->frames * percent + 99) / 100;
        for (int k = 0; k < frames && (only == NULL || strstr(c->name, only) != NULL); k++) {
            struct scene s, t;
            struct wish wish = c->wish;
            wish.deck = &b->deck;
            scene_make(&s, &wish, seed + 7919 * i + (uint64_t)k);
            wish.deck = &printed;
            scene_make(&t, &wish, seed + 7919 * i + (uint64_t)k);
            for (int n = 0; n < s.count; n++)
                there += counts(&s, n);
            ours += read_ours(b, &s);
            theirs += count_tags(&t, &tags);
            scene_clear(&s);
            scene_clear(&t);
        }
        if (there > 0)
            printf("  %-20s%6.1f |%6.1f | %d cards\n", c->name, 100.0 * ours / there,
                100.0 * theirs / there, there);
    }
    false_tags(b, &tags, 30 * percent / 100, seed);
    free(printed.label);
}

/* ---- the whole --------------------------------------------------------------------------- */

/* Starts the helper, with a pipe to it and one from it. */
static void zxing_start(struct bench *b, const char *program)
{
    int in[2], out[2];
    if (pipe(in) != 0 || pipe(out) != 0)
        return;
    if (fork() == 0) {
        dup2(in[0], 0);
        dup2(out[1], 1);
        close(in[1]);
        close(out[0]);
        execl(program, program, (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    b->to = fdopen(in[1], "wb");
    b->from = fdopen(out[0], "r");
}

static void bench_begin(struct bench *b, const char *zxing)
{
    *b = (struct bench){.zbar = zbar_image_scanner_create()};
    scene_deck(&b->deck, &haratama_rulebook);
    if ((b->reader = reader_new(&b->deck)) == NULL)
        exit(1);
    zbar_image_scanner_set_config(b->zbar, ZBAR_NONE, ZBAR_CFG_ENABLE, 0);
    zbar_image_scanner_set_config(b->zbar, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1);
    for (int k = 0; k < READERS; k++)
        b->time[k] = malloc(sizeof *b->time[k] * TIMES_MOST);
    if (zxing != NULL)
        zxing_start(b, zxing);
}

static void bench_end(struct bench *b)
{
    for (int k = 0; k < READERS; k++)
        free(b->time[k]);
    if (b->to != NULL) {
        fclose(b->to);
        fclose(b->from);
    }
    zbar_image_scanner_destroy(b->zbar);
    reader_free(b->reader);
    deck_clear(&b->deck);
}

int main(int argc, char **argv)
{
    int percent = 100, wrong = 300;
    uint64_t seed = 1;
    const char *only = NULL;
    bool ours = false, tags = false;
    for (int c; (c = getopt(argc, argv, "n:w:s:c:ot")) != -1;)
        switch (c) {
        case 'n': percent = (int)(100 * atof(optarg)); break;
        case 'w': wrong = atoi(optarg); break;
        case 's': seed = strtoull(optarg, NULL, 10); break;
        case 'c': only = optarg; break;
        case 'o': ours = true; break;
        case 't': tags = true; break;
        default: return 2;
        }
    struct bench b;
    bench_begin(&b, optind < argc ? argv[optind] : NULL);
    b.peers = !ours;
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (tags) {
        tags_beside(&b, only, percent, seed);
        bench_end(&b);
        return 0;
    }
    conditions_run(&b, only, percent, seed);
    if (only == NULL)
        curves(&b, percent, seed);
    printf("frames cut off after %d ms: %d; cards told that do not lie there: %d\n", DEADLINE,
        b.late, b.wrong);
    if (only == NULL)
        still(&b, seed);
    if (only == NULL || strcmp(only, "crowd") == 0)
        crowded(&b, seed);
    wrong_cards(&b, wrong, seed);
    bench_end(&b);
    return 0;
}
