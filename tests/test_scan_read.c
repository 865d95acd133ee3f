/*
 * Reading stickers: made-up tables with known truth, pictures that try to be codes or to break the
 * decoders, and streams of frames.
 *
 *     SEED=n ITERS=n test_scan_read     ITERS: scenes of the first test; the rest in proportion
 */
#include "named.h"
#include "scan_scene.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <png.h>
#include <qrencode.h>
#include <time.h>
#include <turbojpeg.h>

#if defined(__SANITIZE_ADDRESS__) || defined(UNHURRIED) /* what is tried runs a few times slower */
enum { SLACK = 1500 };                                  /* ms that a deadline may be overrun by */
#else
enum { SLACK = 60 };
#endif
enum { SCENES = 4 };

struct rig {
    struct deck deck, other;
    struct card_reader *reader;
    uint64_t seed;
    int scenes;
};

static struct rig rig;

static void start(void)
{
    struct rig *r = &rig;
    uint64_t scenes = number_from("ITERS", SCENES);
    r->seed = number_from("SEED", 7);
    r->scenes = (int)scenes;
    scene_deck(&r->deck, &haratama_rulebook);
    scene_deck(&r->other, &needfire_rulebook);
    r->reader = reader_new(&r->deck);
    printf("SEED=%llu ITERS=%d\n", (unsigned long long)r->seed, r->scenes);
    if (!CHECK(r->reader != NULL))
        exit(finish());
}

static void stop(void)
{
    struct rig *r = &rig;
    reader_free(r->reader);
    deck_clear(&r->deck);
    deck_clear(&r->other);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static float distance(struct point a, struct point b) { return hypotf(a.x - b.x, a.y - b.y); }

/* ---- truth ------------------------------------------------------------------------------- */

/* How many of the scene's uncovered stickers were found, each with its corners within a module. */
static int right_in(const struct scene *s, const struct found *found, int n, int *there)
{
    int right = 0;
    for (int i = 0; i < s->count; i++) {
        const struct placed *p = &s->placed[i];
        if (p->label < 0 || p->covered > 0)
            continue;
        ++*there;
        for (int k = 0; k < n; k++) {
            if (found[k].label != p->label)
                continue;
            right++;
            for (int c = 0; c < 4; c++)
                CHECK(distance(found[k].corner[c], p->corner[c]) < s->wish.module);
        }
    }
    return right;
}

/* A card that does not lie there is the worst that can come out. */
static void none_wrong(const struct scene *s, const struct deck *deck, const struct found *found,
    int n)
{
    for (int k = 0; k < n; k++) {
        bool right = false;
        for (int i = 0; i < s->count; i++)
            right |= s->placed[i].label >= 0
                     && strcmp(s->wish.deck->label[s->placed[i].label].payload, found[k].payload)
                            == 0;
        if (!right)
            printf("wrong: %s in the scene with seed %llu\n", found[k].payload,
                (unsigned long long)s->seed);
        CHECK(right && found[k].score >= 0 && found[k].score <= 1);
        CHECK_EQUAL(found[k].label, deck_find(deck, found[k].payload, strlen(found[k].payload)));
    }
}

static int read_scenes(struct rig *r, struct wish wish, int scenes, int *there)
{
    int right = 0;
    for (int i = 0; i < scenes; i++) {
        struct scene s;
        struct found found[FOUND_MOST];
        scene_make(&s, &wish, r->seed * 1000 + (uint64_t)i);
        int n = reader_read(r->reader, &s.grey, 0, found, FOUND_MOST, NULL);
        none_wrong(&s, &r->deck, found, n);
        right += right_in(&s, found, n, there);
        scene_clear(&s);
    }
    return right;
}

/* ---- tables ------------------------------------------------------------------------------ */

static void all_are_read_at_two_and_a_half_pixels(void)
{
    struct rig *r = &rig;
    int there = 0, right = 0;
    for (int k = 0; k < 4; k++)
        right += read_scenes(r,
            (struct wish){.deck = &r->deck,
                .width = 1280,
                .height = 720,
                .tilt = 22,
                .cards = 4 + k,
                .module = k == 0   ? 2.5f
                          : k == 1 ? 3
                          : k == 2 ? 4
                                   : 6},
            r->scenes / 4 + 1, &there);
    CHECK(there > 0);
    CHECK_EQUAL(right, there);
}

/*
 * As a camera beside the table sees them: aslant, bowed, in a hand, under a finger, in glare, in a
 * mirror.
 */
static void tables_seen_from_beside_are_read(void)
{
    struct rig *r = &rig;
    static const struct {
        struct wish wish;
        int percent;
    } seen[] = {
        {{.width = 1280, .height = 720, .cards = 5, .module = 3, .slant = 40}, 97},
        {{.width = 1280, .height = 720, .cards = 5, .module = 3, .slant = 50}, 90},
        {{.width = 1280, .height = 720, .cards = 5, .module = 2, .slant = 30}, 95},
        {{.width = 1280,
             .height = 720,
             .cards = 4,
             .module = 4,
             .slant = 40,
             .bow = 6,
             .lens = -0.1f},
            95},
        {{.width = 1280, .height = 720, .cards = 5, .module = 4, .slant = 60}, 90},
        {{.cards = 13, .module = 3, .slant = 20, .fan = 17}, 95},
        {{.cards = 13, .module = 3, .slant = 20, .fan = 14}, 80},
        {{.cards = 13, .module = 1.94f, .slant = 20, .fan = 12, .strip = 9.78f}, 90},
        {{.width = 1280, .height = 720, .cards = 4, .module = 3, .tilt = 22, .glare = 1}, 90},
        {{.width = 1280,
             .height = 720,
             .cards = 4,
             .module = 3,
             .tilt = 22,
             .shadow = true,
             .mirrored = true},
            97},
    };
    for (size_t k = 0; k < sizeof seen / sizeof *seen; k++) {
        struct wish wish = seen[k].wish;
        int there = 0, right = 0;
        wish.deck = &r->deck;
        for (int i = 0; i < r->scenes / 4 + 1; i++) {
            struct scene s;
            struct found found[FOUND_MOST];
            scene_make(&s, &wish, r->seed * 67 + 100 * k + (uint64_t)i);
            int n = reader_read(r->reader, &s.grey, 0, found, FOUND_MOST, NULL);
            none_wrong(&s, &r->deck, found, n);
            for (int c = 0; c < s.count; c++) {
                there++;
                for (int f = 0; f < n; f++)
                    right += found[f].label == s.placed[c].label;
            }
            scene_clear(&s);
        }
        if (right * 100 < there * seen[k].percent - 100)
            printf("condition %zu: %d of %d\n", k, right, there);
        CHECK(right * 100 >= there * seen[k].percent - 100);
    }
}

static void none_is_ours(struct rig *r, const struct wish *wish, uint64_t seed)
{
    struct scene s;
    struct found found[FOUND_MOST];
    scene_make(&s, wish, seed);
    int n = reader_read(r->reader, &s.grey, 0, found, FOUND_MOST, NULL);
    for (int k = 0; k < n; k++)
        CHECK_EQUAL(found[k].label, -1);
    scene_clear(&s);
}

/* A code that is made to be near one of ours is another. */
static void near_codes_are_not_ours(void)
{
    struct rig *r = &rig;
    for (int i = 0; i < r->scenes; i++)
        none_is_ours(r,
            &(struct wish){.deck = &r->deck,
                .width = 960,
                .height = 540,
                .near = 4,
                .slant = (float)(i % 4) * 12,
                .module = 1.4f + 0.4f * (float)(i % 6)},
            r->seed * 71 + (uint64_t)i);
    /*
     * under a finger, and moved by chance to where what contradicts is hidden best; seen better, it
     * had been refused
     */
    none_is_ours(r,
        &(struct wish){.deck = &r->deck,
            .width = 960,
            .height = 540,
            .near = 4,
            .foreign = 1,
            .bare = 1,
            .fingers = 2,
            .slant = 13.5135202f,
            .module = 2.7424202f,
            .motion = 0.308437377f},
        1020471);
}

/* What is seen and not read has a reason. */
static void what_is_not_read_has_a_reason(void)
{
    struct rig *r = &rig;
    int glare = 0, none = 0, missed[MISSED_KINDS];
    struct found found[FOUND_MOST];
    for (int i = 0; i < r->scenes / 3 + 2; i++) {
        struct scene s;
        scene_make(&s,
            &(struct wish){.deck = &r->deck, .cards = 6, .module = 3, .tilt = 22, .glare = 1.5f},
            (uint64_t)i + 1);
        reader_read(r->reader, &s.grey, 0, found, FOUND_MOST, NULL);
        reader_missed(r->reader, missed);
        glare += missed[MISSED_GLARE];
        scene_clear(&s);
        scene_make(&s, &(struct wish){.deck = &r->deck, .cards = 6, .module = 3, .plain = true},
            r->seed * 73 + (uint64_t)i);
        reader_read(r->reader, &s.grey, 0, found, FOUND_MOST, NULL);
        reader_missed(r->reader, missed);
        for (int k = 0; k < MISSED_KINDS; k++)
            none += missed[k];
        scene_clear(&s);
    }
    CHECK(glare > 0);
    CHECK_EQUAL(none, 0);
}

/* In one frame, of hundred 99 at two pixels a module and 90 at one and a half; a few are few. */
static void nearly_all_are_read_below(void)
{
    struct rig *r = &rig;
    struct wish wish = {.deck = &r->deck, .cards = 13, .module = 2, .tilt = 22};
    int there = 0, right = read_scenes(r, wish, r->scenes / 4 + 1, &there);
    CHECK(right * 100 >= there * 99 - 100);
    wish.module = 1.5f;
    there = 0;
    right = read_scenes(r, wish, r->scenes / 4 + 1, &there);
    CHECK(right * 100 >= there * 90 - 100);
}

static void a_near_card_is_read(void)
{
    struct rig *r = &rig;
    int there = 0;
    struct wish wish =
        {.deck = &r->deck, .width = 1280, .height = 960, .cards = 1, .module = 22, .tilt = 22};
    int right = read_scenes(r, wish, r->scenes / 6 + 1, &there);
    CHECK_EQUAL(right, there);
}

/*
 * Fingers and other cards over stickers: what is free is read, and the rest is read right or not at
 * all.
 */
static void covered_stickers_are_never_wrong(void)
{
    struct rig *r = &rig;
    int there = 0;
    struct wish wish =
        {.deck = &r->deck, .cards = 14, .module = 3, .tilt = 22, .covering = true, .fingers = 6};
    int right = read_scenes(r, wish, r->scenes / 4 + 1, &there);
    CHECK(right * 100 >= there * 98);
}

static void rows_come_from_the_top(void)
{
    struct rig *r = &rig;
    struct scene s;
    struct found found[FOUND_MOST];
    scene_make(&s, &(struct wish){.deck = &r->deck, .cards = 12, .module = 3}, r->seed + 5);
    int n = reader_read(r->reader, &s.grey, 0, found, FOUND_MOST, NULL);
    CHECK(n > 6);
    for (int i = 1; i < n; i++) {
        struct point a = found[i - 1].corner[0], b = found[i - 1].corner[2], c = found[i].corner[0],
                     d = found[i].corner[2];
        CHECK(a.x + b.x <= c.x + d.x || a.y + b.y <= c.y + d.y);
    }
    CHECK_EQUAL(reader_read(r->reader, &s.grey, 0, found, 3, NULL), 3);
    scene_clear(&s);
}

/* ---- what is not of the deck ------------------------------------------------------------- */

static void other_decks_are_told_by_name(void)
{
    struct rig *r = &rig;
    for (int i = 0; i < r->scenes / 4 + 1; i++) {
        struct scene s;
        struct found found[FOUND_MOST];
        scene_make(&s,
            &(struct wish){.deck = &r->other, .cards = 8, .module = i % 2 ? 2 : 3, .tilt = 22},
            r->seed * 31 + (uint64_t)i);
        int n = reader_read(r->reader, &s.grey, 0, found, FOUND_MOST, NULL);
        none_wrong(&s, &r->deck, found, n);
        CHECK(n >= s.count - 1);
        scene_clear(&s);
    }
}

/* A deck that only a pack lists, and the pack is not here: zbar must read it. */
static void pack_deck(struct deck *deck)
{
    *deck = (struct deck){.label = calloc(20, sizeof *deck->label), .count = 20};
    for (int i = 0; i < deck->count; i++) {
        struct label *label = &deck->label[i];
        snprintf(label->payload, sizeof label->payload, "F/MT/%u",
            (100u + 37u * (unsigned)i) % 1000);
        QRcode *code = QRcode_encodeString(label->payload, 1, QR_ECLEVEL_H, QR_MODE_8, 1);
        for (int k = 0; k < MODULES * MODULES; k++)
            label->row[k / MODULES] |= (uint32_t)(code->data[k] & 1) << k % MODULES;
        QRcode_free(code);
    }
}

static void unknown_codes_of_ours_are_reported(void)
{
    struct rig *r = &rig;
    struct deck pack;
    int seen = 0, there = 0;
    pack_deck(&pack);
    for (int i = 0; i < r->scenes / 4 + 1; i++) {
        struct scene s;
        struct found found[FOUND_MOST];
        scene_make(&s, &(struct wish){.deck = &pack, .cards = 5, .module = 4, .tilt = 22},
            r->seed * 37 + (uint64_t)i);
        int n = reader_read(r->reader, &s.grey, 0, found, FOUND_MOST, NULL);
        none_wrong(&s, &r->deck, found, n);
        there += s.count;
        seen += n;
        scene_clear(&s);
    }
    CHECK(seen * 10 >= there * 9);
    deck_clear(&pack);
}

static void nothing_is_read_where_nothing_is(void)
{
    struct rig *r = &rig;
    struct found found[FOUND_MOST];
    for (int i = 0; i < r->scenes; i++) {
        struct grey grey;
        struct scene s;
        trap_make(&grey, (enum trap)(i % TRAPS), 640, 480, r->seed * 41 + (uint64_t)i);
        CHECK_EQUAL(reader_read(r->reader, &grey, 0, found, FOUND_MOST, NULL), 0);
        grey_clear(&grey);
        scene_make(&s,
            &(struct wish){.deck = &r->deck,
                .width = 960,
                .height = 540,
                .foreign = 3,
                .bare = 2,
                .tilt = 30,
                .module = 2.5f + (float)(i % 4)},
            r->seed * 43 + (uint64_t)i);
        CHECK_EQUAL(reader_read(r->reader, &s.grey, 0, found, FOUND_MOST, NULL), 0);
        scene_clear(&s);
    }
}

/* Codes that differ little could be taken for each other. */
static void any_two_codes_differ_much(void)
{
    struct rig *r = &rig;
    const struct deck *deck[2] = {&r->deck, &r->other};
    for (int i = 0; i < r->deck.count; i++)
        for (int d = 0; d < 2; d++)
            for (int k = d == 0 ? i + 1 : 0; k < deck[d]->count; k++) {
                int differ = 0;
                for (int row = 0; row < MODULES; row++)
                    for (uint32_t by = r->deck.label[i].row[row] ^ deck[d]->label[k].row[row];
                         by != 0; by &= by - 1)
                        differ++;
                CHECK(differ >= 50);
            }
}

/* ---- time -------------------------------------------------------------------------------- */

static void a_deadline_is_kept(void)
{
    struct rig *r = &rig;
    struct found found[FOUND_MOST];
    for (int kind = 0; kind < TRAPS; kind++) {
        struct grey grey;
        bool late;
        trap_make(&grey, (enum trap)kind, 1920, 1080, r->seed + (uint64_t)kind);
        double begun = now();
        reader_read(r->reader, &grey, 40, found, FOUND_MOST, &late);
        double took = now() - begun;
        if (took >= 40 + SLACK)
            printf("trap %d took %.0f ms\n", kind, took);
        CHECK(took < 40 + SLACK);
        CHECK(!late || took > 39);
        grey_clear(&grey);
    }
}

/* ---- streams ----------------------------------------------------------------------------- */

static int follow(struct rig *r, struct scene *s, uint64_t noise, struct found *found)
{
    scene_photograph(s, noise);
    int n = reader_follow(r->reader, &s->grey, 0, found, FOUND_MOST, NULL);
    none_wrong(s, &r->deck, found, n);
    return n;
}

static void all_right(const struct scene *s, const struct found *found, int n)
{
    int there = 0, right = right_in(s, found, n, &there);
    CHECK_EQUAL(right, there);
}

static bool shows(const struct found *found, int n, int label)
{
    for (int i = 0; i < n; i++)
        if (found[i].label == label)
            return true;
    return false;
}

static void following_sees_what_reading_sees(void)
{
    struct rig *r = &rig;
    for (int i = 0; i < r->scenes / 8 + 1; i++) {
        struct scene s;
        struct found found[FOUND_MOST], again[FOUND_MOST];
        scene_make(&s,
            &(struct wish){.deck = &r->deck,
                .width = 1280,
                .height = 720,
                .cards = 6,
                .module = 2.5f,
                .tilt = 22},
            r->seed * 53 + (uint64_t)i);
        for (int k = 0; k < 20; k += k == 3 ? 13 : 1) {
            int n = follow(r, &s, (uint64_t)k, found), there = 0,
                right = right_in(&s, found, n, &there);
            CHECK_EQUAL(right, there);
            CHECK_EQUAL(n, there);
        }
        int n = follow(r, &s, 99, found);
        struct card_reader *fresh = reader_new(&r->deck);
        CHECK_EQUAL(reader_read(fresh, &s.grey, 0, again, FOUND_MOST, NULL), n);
        for (int k = 0; k < n; k++)
            CHECK(shows(again, n, found[k].label));
        reader_free(fresh);
        scene_clear(&s);
    }
}

static void following_sees_what_moves_and_goes(void)
{
    struct rig *r = &rig;
    for (int i = 0; i < r->scenes / 8 + 1; i++) {
        struct scene s;
        struct found found[FOUND_MOST];
        scene_make(&s,
            &(struct wish){.deck = &r->deck,
                .width = 1280,
                .height = 720,
                .cards = 5,
                .module = 3,
                .tilt = 22},
            r->seed * 59 + (uint64_t)i);
        int n = follow(r, &s, 1, found);
        CHECK_EQUAL(n, s.count);
        CHECK_EQUAL(n, follow(r, &s, 2, found));
        float x = s.placed[s.count - 1].corner[0].x < 640 ? 1.0f : -1.0f;
        /* the uppermost, by steps small and large */
        for (int step = 0; step < 4; step++) {
            scene_move(&s, s.count - 1, x * (float)(1 << 2 * step), 0);
            n = follow(r, &s, 3 + (uint64_t)step, found);
            all_right(&s, found, n);
        }
        int gone = s.placed[s.count - 1].label;
        scene_take(&s, s.count - 1);
        n = follow(r, &s, 9, found);
        CHECK(!shows(found, n, gone));
        all_right(&s, found, n);
        scene_clear(&s);
        scene_make(&s,
            &(struct wish){.deck = &r->deck, .width = 640, .height = 480, .cards = 1, .module = 3},
            r->seed + (uint64_t)i);
        CHECK_EQUAL(follow(r, &s, 1, found), 1); /* another size: all anew */
        scene_clear(&s);
    }
}

/* What there was no time for in one frame is read in the next ones. */
static void following_catches_up(void)
{
    struct rig *r = &rig;
    struct scene s;
    struct found found[FOUND_MOST];
    int n = 0;
    bool late = false;
    scene_make(&s, &(struct wish){.deck = &r->deck, .cards = 13, .module = 2, .tilt = 22},
        r->seed * 61);
    struct card_reader *fresh = reader_new(&r->deck);
    for (int k = 0; k < 40 && n < s.count; k++)
        n = reader_follow(fresh, &s.grey, SLACK / 4, found, FOUND_MOST, &late);
    CHECK(n >= s.count - 1);
    reader_free(fresh);
    scene_clear(&s);
}

/* ---- pictures ---------------------------------------------------------------------------- */

static void one_light(const char *text, size_t length, const uint8_t *light, int width, int height,
    bool early)
{
    struct grey grey;
    struct why why = {""};
    CHECK(image_read((const uint8_t *)text, length, &grey, &why));
    CHECK_EQUAL(why.text[0] != '\0', early);
    CHECK_EQUAL(grey.width, width);
    CHECK_EQUAL(grey.height, height);
    for (int i = 0; i < width * height; i++)
        CHECK_EQUAL(grey.at[i / width * grey.stride + i % width], light[i]);
    grey_clear(&grey);
}

#define LIGHT(text, ...) \
    one_light(text, sizeof text - 1, (const uint8_t[]){__VA_ARGS__}, 2, 2, false)
#define EARLY(text, ...) \
    one_light(text, sizeof text - 1, (const uint8_t[]){__VA_ARGS__}, 2, 2, true)

static void pnm_of_every_kind_is_read(void)
{
    LIGHT("P1 2 2 10\n01", 0, 255, 255, 0);
    LIGHT("P2\n# two\n2 2\n100\n0 100\n50 # half\n25", 0, 255, 127, 63);
    LIGHT("P3 2 2 255 255 255 255 0 0 0 255 0 0 0 255 0", 255, 0, 76, 149);
    LIGHT("P4 2 2\n\x80\x40", 0, 255, 255, 0);
    LIGHT("P5 2 2 255\n\x01\x02\x03\xff", 1, 2, 3, 255);
    LIGHT("P5 2 2 65535\n\x80\x00\xff\xff\x00\x00\x40\x00", 127, 255, 0, 63);
    LIGHT("P6 2 2 255\n\xff\xff\xff\x00\x00\x00\xff\x00\x00\x00\xff\x00", 255, 0, 76, 149);
    EARLY("P1 2 2 10\n0", 0, 255, 255, 255);
    EARLY("P2 2 2 100\n0 100\n50", 0, 255, 127, 0);
    EARLY("P4 2 2\n\x80", 0, 255, 255, 255);
    EARLY("P5 2 2 255\n\x01\x02", 1, 2, 0, 0);
    EARLY("P5 2 2 65535\n\x80\x00\xff\xff\x00\x00\x40", 127, 255, 0, 63);
}

/* A picture as a file in memory; the caller frees it. */
static uint8_t *as_png(const struct grey *grey, unsigned format, size_t *length)
{
    png_image image = {.version = PNG_IMAGE_VERSION,
        .width = (png_uint_32)grey->width,
        .height = (png_uint_32)grey->height};
    png_alloc_size_t size = 0;
    unsigned each = PNG_IMAGE_SAMPLE_CHANNELS(format);
    image.format = format;
    uint8_t *pixels = malloc((size_t)each * (size_t)grey->width * (size_t)grey->height);
    for (size_t i = 0; i < (size_t)grey->width * (size_t)grey->height; i++)
        for (unsigned k = 0; k < each; k++)
            pixels[i * each + k] = each % 2 == 0 && k == each - 1 ? 255 : grey->at[i];
    png_image_write_get_memory_size(image, size, 0, pixels, 0, NULL);
    uint8_t *out = malloc(size);
    CHECK(png_image_write_to_memory(&image, out, &size, 0, pixels, 0, NULL));
    free(pixels);
    *length = size;
    return out;
}

static uint8_t *as_jpeg(const struct grey *grey, int flags, size_t *length)
{
    unsigned char *bytes = NULL;
    unsigned long size = 0;
    tjhandle to = tjInitCompress();
    uint8_t *pixels = malloc(3 * (size_t)grey->width * (size_t)grey->height);
    for (size_t i = 0; i < 3 * (size_t)grey->width * (size_t)grey->height; i++)
        pixels[i] = grey->at[i / 3];
    CHECK_EQUAL(tjCompress2(to, pixels, grey->width, 0, grey->height, TJPF_RGB, &bytes, &size,
                    TJSAMP_420, 90, flags),
        0);
    uint8_t *out = malloc(size);
    memcpy(out, bytes, size);
    *length = size;
    tjFree(bytes);
    tjDestroy(to);
    free(pixels);
    return out;
}

static uint8_t *as_pgm(const struct grey *grey, size_t *length)
{
    size_t n = (size_t)grey->width * (size_t)grey->height;
    uint8_t *out = malloc(n + 40);
    int head = snprintf((char *)out, 40, "P5 %d %d 255\n", grey->width, grey->height);
    memcpy(out + head, grey->at, n);
    *length = n + (size_t)head;
    return out;
}

static uint8_t *as_file(const struct grey *grey, int kind, size_t *length)
{
    return kind == 0   ? as_png(grey, PNG_FORMAT_GRAY, length)
           : kind == 1 ? as_png(grey, PNG_FORMAT_RGBA, length)
           : kind == 2 ? as_jpeg(grey, 0, length)
           : kind == 3 ? as_jpeg(grey, TJFLAG_PROGRESSIVE, length)
                       : as_pgm(grey, length);
}

static void pictures_of_every_kind_show_the_same(void)
{
    struct rig *r = &rig;
    struct scene s;
    scene_make(&s,
        &(struct wish){.deck = &r->deck, .width = 640, .height = 480, .cards = 2, .module = 3},
        r->seed);
    for (int kind = 0; kind < 5; kind++) {
        struct found found[FOUND_MOST];
        struct grey grey;
        struct why why = {""};
        size_t length;
        int there = 0;
        uint8_t *bytes = as_file(&s.grey, kind, &length);
        CHECK(image_read(bytes, length, &grey, &why));
        int n = reader_read(r->reader, &grey, 0, found, FOUND_MOST, NULL),
            right = right_in(&s, found, n, &there);
        CHECK_EQUAL(right, s.count);
        grey_clear(&grey);
        free(bytes);
    }
    scene_clear(&s);
}

static bool load(const char *name, struct grey *out, struct why *why)
{
    struct bytes bytes = {.at = NULL};
    int file = open(name, O_RDONLY);
    int wrong = file < 0 ? errno : bytes_read(&bytes, file, 1 << 20);
    if (file >= 0)
        close(file);
    bool good = wrong == 0 ? image_read(bytes.at, bytes.length, out, why)
                           : why_say(why, "%s", strerror(wrong));
    bytes_clear(&bytes);
    return good;
}

static void a_file_is_loaded(void)
{
    char name[] = "/tmp/fuda-scan-XXXXXX";
    struct grey grey;
    struct why why = {""};
    int file = mkstemp(name);
    CHECK(file >= 0 && write(file, "P5 1 1 255\n\x07", 12) == 12);
    close(file);
    CHECK(load(name, &grey, &why) && grey.at[0] == 7);
    grey_clear(&grey);
    unlink(name);
    CHECK(!load(name, &grey, &why));
    CHECK(why.text[0] != '\0');
    why.text[0] = '\0';
    CHECK(!load("/dev/zero", &grey, &why)); /* it never ends */
    CHECK(why.text[0] != '\0');
}

/* A PNG whose header promises what the rest does not hold. */
static size_t png_of(uint8_t *out, uint32_t width, uint32_t height)
{
    uint8_t head[25] = {0, 0, 0, 13, 'I', 'H', 'D', 'R', (uint8_t)(width >> 24),
        (uint8_t)(width >> 16), (uint8_t)(width >> 8), (uint8_t)width, (uint8_t)(height >> 24),
        (uint8_t)(height >> 16), (uint8_t)(height >> 8), (uint8_t)height, 8, 0, 0, 0, 0};
    uint32_t check = (uint32_t)~0;
    for (int i = 4; i < 21; i++) {
        check ^= head[i];
        for (int k = 0; k < 8; k++)
            check = check >> 1 ^ (check & 1 ? 0xedb88320u : 0);
    }
    for (int i = 0; i < 4; i++)
        head[21 + i] = (uint8_t)(~check >> (24 - 8 * i));
    memcpy(out, "\x89PNG\r\n\x1a\n", 8);
    memcpy(out + 8, head, sizeof head);
    memcpy(out + 33, "\0\0\0\0IDAT\x35\xaf\x06\x1e", 12);
    return 45;
}

static void refused(const void *bytes, size_t length)
{
    struct grey grey = {.at = NULL};
    struct why why = {""};
    CHECK(!image_read(bytes, length, &grey, &why));
    CHECK(why.text[0] != '\0' && grey.at == NULL);
}

static void pictures_beyond_all_bounds_are_refused(void)
{
    static const char *const text[] = {"", "P", "P5", "P5 ", "P5 1", "P5 1 1", "P5 1 1 255",
        "P5 0 1 255\n", "P5 1 0 255\nx", "P5 1 1 0\nx", "P5 1 1 65536\nx", "P5 -1 1 255\nx",
        "P5 99999 2 255\nx", "P5 16384 16384 255\nx", "P5 999999999999999999999 1 255\nx",
        "P6 16385 1 255\nx", "P7 1 1 255\nx", "P4 4294967296 1\nx", "GIF89a", "\xff\xd8\xff",
        "\x89PNG\r\n\x1a\n", "P5 # 1 1 255"};
    static const uint32_t side[][2] = {{0, 1}, {1, 0}, {16385, 1}, {1, 16385}, {16384, 16384},
        {0x7fffffff, 0x7fffffff}, {0xffffffff, 1}};
    uint8_t jpeg[] = "\xff\xd8\xff\xc0\x00\x0b\x08\xff\xff\xff\xff\x01\x01\x11\x00\xff\xda\x00\x08"
                     "\x01\x01\x00\x00\x3f\x00";
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        refused(text[i], strlen(text[i]));
    for (size_t i = 0; i < sizeof side / sizeof *side; i++) {
        uint8_t png[64];
        refused(png, png_of(png, side[i][0], side[i][1]));
    }
    refused(jpeg, sizeof jpeg - 1);
}

/* Files cut off, with bytes changed, and of chance alone: an answer, and nothing else. */
static void damaged_pictures_are_survived(void)
{
    struct rig *r = &rig;
    struct scene s;
    struct found found[FOUND_MOST];
    uint64_t chance = r->seed + 71;
    scene_make(&s,
        &(struct wish){.deck = &r->deck, .width = 200, .height = 160, .cards = 1, .module = 3},
        r->seed);
    for (int kind = 0; kind < 6; kind++) {
        size_t length = 400;
        uint8_t *bytes = kind < 5 ? as_file(&s.grey, kind, &length) : calloc(1, length),
                *bent = malloc(length);
        for (int i = 0; i < 12 * r->scenes; i++) {
            struct grey grey;
            struct why why = {""};
            size_t cut = i % 3 == 0 ? scene_below(&chance, (unsigned)length) : length;
            memcpy(bent, bytes, length);
            for (unsigned k = scene_below(&chance, 9); k > 0; k--)
                bent[scene_below(&chance, i % 2 ? 64 : (unsigned)length)] = (uint8_t)scene_random(
                    &chance);
            if (i % 5 == 0 && kind == 5)
                memcpy(bent, i % 2 ? "\xff\xd8\xff\xe0" : "P3 9 9 9", i % 2 ? 4 : 8);
            if (!image_read(bent, cut, &grey, &why)) {
                CHECK(why.text[0] != '\0');
                continue;
            }
            CHECK(grey.width <= SIDE_MOST && grey.height <= SIDE_MOST
                  && grey.width * grey.height <= PIXELS_MOST);
            if (grey.width * grey.height < 200000)
                none_wrong(&s, &r->deck, found,
                    reader_read(r->reader, &grey, 0, found, FOUND_MOST, NULL));
            grey_clear(&grey);
        }
        free(bytes);
        free(bent);
    }
    scene_clear(&s);
}

/* Frames of every small size, of one light, of two, and of chance. */
static void small_and_dull_frames_are_read(void)
{
    struct rig *r = &rig;
    struct found found[FOUND_MOST];
    uint64_t chance = r->seed + 73;
    for (int i = 0; i < 20 * r->scenes; i++) {
        int width = 1 + (int)scene_below(&chance, 120), height = 1 + (int)scene_below(&chance, 120),
            stride = width + i % 3;
        uint8_t *at = malloc((size_t)stride * (size_t)height);
        for (int k = 0; k < stride * height; k++)
            at[k] = (uint8_t)(i % 4 == 0   ? 0
                              : i % 4 == 1 ? 255
                              : i % 4 == 2 ? scene_below(&chance, 256)
                              : k / 3 % 2  ? 255u
                                           : 0);
        struct grey grey = {width, height, stride, at};
        CHECK_EQUAL(reader_read(r->reader, &grey, 0, found, FOUND_MOST, NULL), 0);
        CHECK_EQUAL(reader_follow(r->reader, &grey, 0, found, FOUND_MOST, NULL), 0);
        CHECK_EQUAL(reader_follow(r->reader, &grey, 0, found, FOUND_MOST, NULL), 0);
        free(at);
    }
}

int main(void)
{
    static struct named_test tests[] = {
        NAMED(all_are_read_at_two_and_a_half_pixels),
        NAMED(tables_seen_from_beside_are_read),
        NAMED(near_codes_are_not_ours),
        NAMED(what_is_not_read_has_a_reason),
        NAMED(nearly_all_are_read_below),
        NAMED(a_near_card_is_read),
        NAMED(covered_stickers_are_never_wrong),
        NAMED(rows_come_from_the_top),
        NAMED(other_decks_are_told_by_name),
        NAMED(unknown_codes_of_ours_are_reported),
        NAMED(nothing_is_read_where_nothing_is),
        NAMED(any_two_codes_differ_much),
        NAMED(a_deadline_is_kept),
        NAMED(following_sees_what_reading_sees),
        NAMED(following_sees_what_moves_and_goes),
        NAMED(following_catches_up),
        NAMED(pnm_of_every_kind_is_read),
        NAMED(pictures_of_every_kind_show_the_same),
        NAMED(a_file_is_loaded),
        NAMED(pictures_beyond_all_bounds_are_refused),
        NAMED(damaged_pictures_are_survived),
        NAMED(small_and_dull_frames_are_read),
    };
    start();
    run_named_tests(tests, sizeof tests / sizeof *tests);
    stop();
    return finish();
}
