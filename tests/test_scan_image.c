/*
 * Pictures as people see them: however the phone was held (Exif data in JPEG, PNG and WebP files,
 * right, odd and damaged), printed in inks, with colours sampled unusually, and cut off.
 *
 *     SEED=n ITERS=n test_scan_image     ITERS: damaged files tried
 */
#include "named.h"
#include "scan_scene.h"

#include "scanner/image.h"

#include <math.h>
#include <png.h>
#include <turbojpeg.h>
#include <webp/encode.h>

static uint8_t *as_jpeg(const struct grey *g, size_t *length)
{
    unsigned char *jpeg = NULL;
    unsigned long size = 0;
    tjhandle to = tjInitCompress();
    CHECK_EQUAL(tjCompress2(to, g->at, g->width, g->stride, g->height, TJPF_GRAY, &jpeg, &size,
                    TJSAMP_GRAY, 92, 0),
        0);
    uint8_t *out = malloc(size);
    memcpy(out, jpeg, size);
    *length = size;
    tjFree(jpeg);
    tjDestroy(to);
    return out;
}

static void check_sum(uint8_t *chunk, size_t length)
{
    uint32_t sum = 0xffffffff;
    for (size_t i = 4; i < 8 + length; i++) {
        sum ^= chunk[i];
        for (int k = 0; k < 8; k++)
            sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
    }
    for (int i = 0; i < 4; i++)
        chunk[8 + length + (size_t)i] = (uint8_t)(~sum >> (24 - 8 * i));
}

/* eXIf stands after the header, 33 bytes from the beginning. */
static uint8_t *as_png(const struct grey *g, int turn, bool little, size_t *length)
{
    enum { HEAD = 33, FRAME = 12 };
    png_image image = {.version = PNG_IMAGE_VERSION,
        .width = (png_uint_32)g->width,
        .height = (png_uint_32)g->height,
        .format = PNG_FORMAT_GRAY};
    uint8_t exif[EXIF_ROOM];
    png_alloc_size_t size = 0;
    size_t more = phone_says(exif, turn, little);
    CHECK(png_image_write_get_memory_size(image, size, 0, g->at, 0, NULL));
    uint8_t *plain = malloc(size), *out = calloc(1, size + FRAME + more);
    CHECK(png_image_write_to_memory(&image, plain, &size, 0, g->at, 0, NULL));
    memcpy(out, plain, HEAD);
    out[HEAD + 3] = (uint8_t)more;
    memcpy(out + HEAD + 4, "eXIf", 4);
    memcpy(out + HEAD + 8, exif, more);
    check_sum(out + HEAD, more);
    memcpy(out + HEAD + FRAME + more, plain + HEAD, size - HEAD);
    *length = size + FRAME + more;
    free(plain);
    return out;
}

static void put_four(uint8_t *at, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(number >> 8 * i);
}

/*
 * Lossless; in an extended file if it says how it was held (turn 0: no), with the head that some
 * put before that.
 */
static uint8_t *as_webp(const struct grey *g, int turn, bool little, bool head, size_t *length)
{
    enum { RIFF = 12, FRAME = 8, EXTENDED = 10, JPEG_HEAD = 6, SAYS_EXIF = 8 };
    uint8_t *rgb = malloc(3 * (size_t)g->width * (size_t)g->height), *simple = NULL,
            exif[EXIF_ROOM];
    for (int i = 0; i < g->width * g->height; i++)
        memset(rgb + (ptrdiff_t)3 * i, g->at[i], 3);
    size_t size = WebPEncodeLosslessRGB(rgb, g->width, g->height, 3 * g->width, &simple),
           more = phone_says(exif, turn, little);
    CHECK(size > RIFF);
    uint8_t *out = calloc(1, size + 2 * FRAME + EXTENDED + JPEG_HEAD + EXIF_ROOM), *at = out + RIFF;
    memcpy(out, simple, RIFF);
    if (turn > 0) {
        memcpy(at, "VP8X", 4);
        put_four(at + 4, EXTENDED);
        at[FRAME] = SAYS_EXIF;
        /* three bytes; then as many of the height */
        put_four(at + FRAME + 4, (uint32_t)g->width - 1);
        put_four(at + FRAME + 7, (uint32_t)g->height - 1);
        at += FRAME + EXTENDED;
    }
    memcpy(at, simple + RIFF, size - RIFF);
    at += size - RIFF;
    if (turn > 0) {
        size_t before = head ? JPEG_HEAD : 0;
        memcpy(at, "EXIF", 4);
        put_four(at + 4, (uint32_t)(before + more));
        memcpy(at + FRAME, "Exif\0", before);
        memcpy(at + FRAME + before, exif, more);
        at += FRAME + before + more + ((before + more) & 1);
    }
    *length = (size_t)(at - out);
    put_four(out + 4, (uint32_t)*length - FRAME);
    WebPFree(simple);
    free(rgb);
    return out;
}

/* ---- turning ----------------------------------------------------------------------------- */

static void every_pixel_is_seen_where_it_belongs(void)
{
    for (int turn = 1; turn <= TURNS; turn++)
        for (int size = 1; size < 140; size = size * 3 + 1) {
            struct grey seen = {size, 2 * size + 1, size,
                            malloc((size_t)size * (2 * (size_t)size + 1))},
                        g;
            for (int i = 0; i < seen.width * seen.height; i++)
                seen.at[i] = (uint8_t)(i * 7 + i / 251);
            phone_keeps(&g, &seen, turn);
            CHECK(grey_turn(&g, turn));
            CHECK(g.width == seen.width && g.height == seen.height);
            CHECK(memcmp(g.at, seen.at, (size_t)seen.width * (size_t)seen.height) == 0);
            grey_clear(&g);
            grey_clear(&seen);
        }
}

/* The cards of a table, in the order in which people read them, at the corners that people see. */
static void cards_are_told_as_people_see_them(void)
{
    struct deck deck;
    struct scene s;
    struct found first[FOUND_MOST], found[FOUND_MOST];
    scene_deck(&deck, &haratama_rulebook);
    struct card_reader *reader = reader_new(&deck);
    scene_make(&s,
        &(struct wish){.deck = &deck,
            .width = 800,
            .height = 500,
            .cards = 6,
            .module = 3,
            .quality = 95},
        7);
    int count = reader_read(reader, &s.grey, 0, first, FOUND_MOST, NULL);
    CHECK_EQUAL(count, s.count);
    for (int i = 0; i < 4 * TURNS; i++) {
        struct grey g;
        struct why why = {""};
        size_t length;
        int turn = 1 + i % TURNS;
        phone_keeps(&g, &s.grey, turn);
        uint8_t *plain = as_jpeg(&g, &length);
        uint8_t *bytes = i < 2 * TURNS ? phone_file(plain, &length, turn, i < TURNS)
                                       : as_png(&g, turn, i < 3 * TURNS, &length);
        grey_clear(&g);
        CHECK(image_read(bytes, length, &g, &why));
        CHECK(why.text[0] == '\0' && g.width == 800 && g.height == 500);
        CHECK_EQUAL(reader_read(reader, &g, 0, found, FOUND_MOST, NULL), count);
        for (int k = 0; k < count; k++) {
            CHECK_EQUAL(found[k].label, first[k].label);
            for (int c = 0; c < 4; c++)
                CHECK(hypotf(found[k].corner[c].x - first[k].corner[c].x,
                          found[k].corner[c].y - first[k].corner[c].y)
                      < 2);
        }
        grey_clear(&g);
        free(bytes);
        free(plain);
    }
    scene_clear(&s);
    reader_free(reader);
    deck_clear(&deck);
}

/* ---- Exif data as they come -------------------------------------------------------------- */

enum { HEAD = 12 }; /* of a file: FF D8, FF E1, length, "Exif", two zeros */

/* A file that is all head. */
static size_t head_of(uint8_t *out, int turn, bool little)
{
    size_t length = 4;
    uint8_t *file = phone_file((const uint8_t *)"\xFF\xD8\xFF\xDA", &length, turn, little);
    memcpy(out, file, length);
    free(file);
    return length;
}

static void odd_data_say_nothing(void)
{
    static const struct {
        /* a byte of the big-ended Exif data, and what is read then */
        int at, is, turn;
    } bent[] = {
        {31, 6, 6},
        {31, 0, 1},
        {31, 9, 1},
        {30, 1, 1}, /* the value */
        /* its type, its tag, how many there are */
        {25, 7, 1},
        {23, 0x13, 1},
        {9, 1, 1},
        {9, 0, 1},
        /* more than there are; the directory elsewhere */
        {8, 0xFF, 6},
        {7, 9, 1},
        {4, 0xFF, 1},
        {7, 200, 1},
        {0, 'I', 1},
        {3, '+', 1},
        {1, 'I', 1},
    };
    uint8_t bytes[2 * EXIF_ROOM];
    for (size_t i = 0; i < sizeof bent / sizeof *bent; i++) {
        size_t length = head_of(bytes, 6, false);
        bytes[HEAD + bent[i].at] = (uint8_t)bent[i].is;
        if (picture_turn(bytes, length) != bent[i].turn)
            check(false, "byte %d is %d: %d, expected %d", bent[i].at, bent[i].is,
                picture_turn(bytes, length), bent[i].turn);
    }
    /* as a long number, as some write it */
    size_t length = head_of(bytes, 3, true);
    bytes[HEAD + 24] = 4;
    CHECK_EQUAL(picture_turn(bytes, length), 3);
}

/*
 * Other segments and filling in front of it; what stands after the picture's beginning is not ours.
 */
static void it_is_found_where_it_may_stand(void)
{
    uint8_t head[2 * EXIF_ROOM],
        bytes[4 * EXIF_ROOM] = "\xFF\xD8\xFF\xE0\0\4ab\xFF\xE1\0\7Adobe\xFF\xFF\xFF";
    size_t length = head_of(head, 8, false);
    memcpy(bytes + 20, head + 3, length - 3);
    CHECK_EQUAL(picture_turn(bytes, 20 + length - 3), 8);
    bytes[3] = 0xDA;
    CHECK_EQUAL(picture_turn(bytes, 20 + length - 3), 1);
    CHECK_EQUAL(picture_turn((const uint8_t *)"P5 1 1 255\n\1", 12), 1);
}

/*
 * Whatever is in there: a number from 1 to 8, and nothing after the end is read (the sanitizer
 * looks).
 */
static void damaged_data_are_survived(void)
{
    uint64_t seed = number_from("SEED", 7);
    struct grey g = {3, 2, 3, calloc(1, 6)};
    for (int i = 0, n = (int)number_from("ITERS", 4000); i < n; i++) {
        uint8_t bytes[2 * EXIF_ROOM];
        size_t length = head_of(bytes, 1 + i % TURNS, i % 2);
        uint8_t *png = i % 4 == 3   ? as_png(&g, 6, i % 2, &length)
                       : i % 4 == 2 ? as_webp(&g, 6, i % 8 == 2, i % 3 == 0, &length)
                                    : NULL;
        size_t cut = i % 3 == 0 ? scene_below(&seed, (unsigned)length) : length;
        uint8_t *exact = malloc(cut + 1);
        memcpy(exact, png != NULL ? png : bytes, cut);
        for (unsigned k = scene_below(&seed, 5); k > 0 && cut > 0; k--)
            exact[scene_below(&seed, (unsigned)cut)] = (uint8_t)scene_random(&seed);
        exact = realloc(exact, cut > 0 ? cut : 1);
        int turn = picture_turn(exact, cut);
        CHECK(turn >= TURN_NONE && turn <= TURNS);
        free(exact);
        free(png);
    }
    grey_clear(&g);
}

/* ---- other files ------------------------------------------------------------------------- */

/* The light of a small picture whose pixels are all alike, in these inks. */
static int light_of_inks(const uint8_t ink[4], bool adobe)
{
    enum { SIDE = 16 };
    unsigned char pixels[SIDE * SIDE * 4], *jpeg = NULL;
    unsigned long size = 0;
    struct grey g;
    struct why why = {""};
    for (size_t i = 0; i < sizeof pixels; i++)
        pixels[i] = ink[i % 4];
    tjhandle to = tjInitCompress();
    CHECK_EQUAL(tjCompress2(to, pixels, SIDE, 0, SIDE, TJPF_CMYK, &jpeg, &size, TJSAMP_444, 95, 0),
        0);
    uint8_t *mark = memmem(jpeg, size, "\xFF\xEE", 2);
    CHECK((mark) != NULL);
    if (!adobe)
        mark[1] = 0xEF; /* some other program's */
    if (!image_read(jpeg, size, &g, &why))
        check(false, "%s", why.text);
    CHECK(why.text[0] == '\0' && g.width == SIDE);
    int light = g.at[SIDE * 3 + 3];
    grey_clear(&g);
    tjFree(jpeg);
    tjDestroy(to);
    return light;
}

/*
 * Adobe's files say how much of the paper is left. Others mean ink; ours is then read as (0, 128,
 * 128, K).
 */
static void inks_are_read_as_light(void)
{
    CHECK_WITHIN(light_of_inks((const uint8_t[]){255, 255, 255, 255}, true), 253, 255);
    CHECK_WITHIN(light_of_inks((const uint8_t[]){255, 255, 255, 0}, true), 0, 2);
    CHECK_WITHIN(light_of_inks((const uint8_t[]){0, 0, 0, 255}, true), 0, 2);
    CHECK_WITHIN(light_of_inks((const uint8_t[]){100, 100, 100, 255}, true), 98, 102);
    CHECK_WITHIN(light_of_inks((const uint8_t[]){255, 255, 255, 0}, false), 163, 167);
    CHECK_WITHIN(light_of_inks((const uint8_t[]){255, 255, 255, 255}, false), 0, 2);
}

/* What is there of it is shown. */
static void a_png_that_ends_early_is_shown_as_far_as_it_goes(void)
{
    enum { SIDE = 256 };
    struct grey g = {SIDE, SIDE, SIDE, malloc(SIDE * SIDE)}, read;
    struct why why = {""};
    size_t length;
    uint64_t seed = 5;
    for (int i = 0; i < SIDE * SIDE; i++)
        g.at[i] = (uint8_t)scene_random(&seed);
    uint8_t *bytes = as_png(&g, 1, false, &length);
    CHECK(image_read(bytes, length * 3 / 4, &read, &why));
    CHECK((strstr(why.text, "it ends early")) != NULL);
    CHECK(memcmp(read.at, g.at, SIDE * (SIDE / 2)) == 0);
    CHECK_EQUAL(read.at[SIDE * SIDE - 1], 0);
    grey_clear(&read);
    bytes[length / 2] ^= 1; /* its sum is wrong: who knows what it shows */
    CHECK(!image_read(bytes, length, &read, &why));
    CHECK_TEXT(why.text, "a damaged PNG picture");
    free(bytes);
    grey_clear(&g);
}

static void webp_is_read_as_it_was_held(void)
{
    struct grey seen = {40, 30, 40, malloc(40 * 30)}, kept, read;
    for (int i = 0; i < 40 * 30; i++)
        seen.at[i] = (uint8_t)(i % 40 < 16 && i / 40 < 8 ? 20 : 200 + i / 40);
    for (int i = 0; i <= 4 * TURNS; i++) {
        struct why why = {""};
        size_t length;
        int turn = i == 0 ? 0 : 1 + i % TURNS;
        phone_keeps(&kept, &seen, i == 0 ? 1 : turn);
        uint8_t *bytes = as_webp(&kept, turn, i < 2 * TURNS, i % 3 == 0, &length);
        int most = 0;
        if (!check(image_read(bytes, length, &read, &why) && why.text[0] == '\0', "turn %d: %s",
                turn, why.text))
            return;
        CHECK(read.width == 40 && read.height == 30);
        for (int k = 0; k < 40 * 30; k++)
            most = abs(read.at[k] - seen.at[k]) > most ? abs(read.at[k] - seen.at[k]) : most;
        CHECK_WITHIN(most, 0, 2);
        grey_clear(&read);
        grey_clear(&kept);
        free(bytes);
    }
    grey_clear(&seen);
}

/* As far as it goes; what is transparent is white; what moves, or is damaged, is none. */
static void odd_webp_is_shown_or_named(void)
{
    enum { SIDE = 128, ANIMATION = 2 };
    static uint8_t rgba[SIDE * SIDE * 4];
    uint8_t *bytes = NULL;
    struct grey g = {SIDE, SIDE, SIDE, calloc(SIDE, SIDE)}, read;
    struct why why = {""};
    uint64_t seed = 3;
    for (size_t i = 0; i < SIDE * SIDE; i++)
        memset(rgba + 4 * i, (int)(scene_random(&seed) & 0x7f), 3);
    size_t length = WebPEncodeRGBA(rgba, SIDE, SIDE, 4 * SIDE, 80, &bytes);
    CHECK(image_read(bytes, length, &read, &why));
    CHECK(read.at[0] == 255 && read.at[SIDE * SIDE - 1] == 255);
    grey_clear(&read);
    WebPFree(bytes);
    for (size_t i = 0; i < SIDE * SIDE; i++)
        rgba[4 * i + 3] = 255;
    length = WebPEncodeRGBA(rgba, SIDE, SIDE, 4 * SIDE, 80, &bytes);
    CHECK(image_read(bytes, length * 3 / 4, &read, &why));
    CHECK((strstr(why.text, "it ends early")) != NULL);
    CHECK(read.at[SIDE + 1] < 160 && read.at[SIDE * SIDE - 1] == 0);
    grey_clear(&read);
    WebPFree(bytes);
    bytes = as_webp(&g, 1, false, false, &length);
    bytes[20] |= ANIMATION;
    CHECK(!image_read(bytes, length, &read, &why));
    CHECK_TEXT(why.text, "a WebP picture that moves; expected one that stands still");
    CHECK(!image_read(bytes, 14, &read, &why));
    CHECK_TEXT(why.text, "a WebP picture whose header cannot be read");
    free(bytes);
    grey_clear(&g);
}

/* Files whose luma has four by two, and three by one, samples for each of their colours. */
static void unusual_sampling_costs_no_light(void)
{
    static const char *const files[] = {"tests/fuzz/picture/jpeg-4-1-0",
        "tests/fuzz/picture/jpeg-3-1-1"};
    for (int i = 0; i < 2; i++) {
        uint8_t bytes[4096];
        struct grey g;
        struct why why = {""};
        FILE *in = fopen(files[i], "rb");
        size_t length = in != NULL ? fread(bytes, 1, sizeof bytes, in) : 0;
        if (in != NULL)
            fclose(in);
        int most = 0;
        if (!check(image_read(bytes, length, &g, &why), "%s: %s", files[i], why.text))
            continue;
        CHECK(g.width == 96 && g.height == 64 && why.text[0] == '\0');
        for (int k = 0; k < 96 * 64; k++) {
            int far = abs(g.at[k] - ((k % 96 / 8 + k / 96 / 8) & 1 ? 220 : 30));
            most = far > most ? far : most;
        }
        CHECK_WITHIN(most, 0, 4);
        grey_clear(&g);
    }
}

/* iPhones keep these; it is said what to set. */
static void heic_is_named(void)
{
    static const char *const brands[] = {"heic", "mif1", "avif"};
    for (size_t i = 0; i < 3; i++) {
        uint8_t bytes[32] = "\0\0\0\30ftyp";
        struct grey g;
        struct why why = {""};
        memcpy(bytes + 8, brands[i], 4);
        CHECK(!image_read(bytes, sizeof bytes, &g, &why));
        CHECK((strstr(why.text, "Most Compatible")) != NULL);
    }
}

/* Of a JPEG file without a picture no size is told. */
static void a_file_without_a_picture_is_none(void)
{
    static const char *const files[] = {"\xFF\xD8\xFF", "\xFF\xD8\xFF\xD9",
        "\xFF\xD8\xFF\xE0\xFF\xFF", "GIF89a"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct grey g;
        struct why why = {""};
        CHECK(!image_read((const uint8_t *)files[i], strlen(files[i]), &g, &why));
        CHECK_TEXT(why.text, i < 3 ? "a JPEG picture whose header cannot be read"
                                   : "this is neither JPEG nor PNG nor WebP nor PNM");
    }
}

int main(void)
{
    static struct named_test tests[] = {
        NAMED(every_pixel_is_seen_where_it_belongs),
        NAMED(cards_are_told_as_people_see_them),
        NAMED(odd_data_say_nothing),
        NAMED(it_is_found_where_it_may_stand),
        NAMED(damaged_data_are_survived),
        NAMED(inks_are_read_as_light),
        NAMED(a_png_that_ends_early_is_shown_as_far_as_it_goes),
        NAMED(a_file_without_a_picture_is_none),
        NAMED(webp_is_read_as_it_was_held),
        NAMED(odd_webp_is_shown_or_named),
        NAMED(unusual_sampling_costs_no_light),
        NAMED(heic_is_named),
    };
    run_named_tests(tests, sizeof tests / sizeof *tests);
    return finish();
}
