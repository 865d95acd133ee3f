/*
 * make bench-scan: what a frame costs where cards are read by their own faces, 24 of them on a
 * table, of a deck of 62: decoded, its stickers looked for, its faces told apart.
 *
 *     bench_scan_faces [-n TIMES] [-s SEED] [-k KIND]
 *
 * At rest; one that moves and comes to rest; all of them new. Times are a thread's own, and each
 * stands beside what decoding the frame takes in the same run, which a slower machine makes longer
 * too.
 */
#define _DEFAULT_SOURCE
#include "scan_face_shot.h"
#include "scanner/read.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <turbojpeg.h>
#include <unistd.h>

enum {
    CARDS = 24,
    DECK = 62,
    COLUMNS = 8,
    FRAME_MS = 150, /* as a camera's frames are read */
    FACES_FRAME_MS = 125,
    STEP = 66,
    FRAMES = 36,
    KINDS = 3,
    WIDE = 1920,
    HIGH = 1080,
};

struct table {
    struct art art[DECK];
    struct faces faces;
    struct deck deck;
    struct card_reader *reader;
    struct face_follow *follow;
    long now;
};

static const struct way way = {.scale = 2, .photo = {.blur = 0.7f, .noise = 4, .quality = 85}};

static void deck_prepare(struct table *t)
{
    static struct art some[DECK_CARDS];
    static struct scan_face face;
    struct why why;
    for (int i = 0; i < DECK; i++) {
        char payload[PAYLOAD_MOST + 1], token[8];
        struct shot s;
        if (i % DECK_CARDS == 0)
            deck_draw(some, 0);
        t->art[i] = some[i % DECK_CARDS];
        shot_begin(&s, 260, 340);
        card_stand(&s.card[0], (struct point){130, 170}, 0, 0, 0, 3);
        card_paint(&s, &s.card[0], &t->art[i], &way);
        shot_take(&s, &way);
        struct outline o;
        for (int k = 0; k < 4; k++)
            o.corner[k] = s.card[0].corner[k];
        face_straighten(&s.picture, &o, false, &face);
        free(s.picture.at);
        snprintf(payload, sizeof payload, "F/HT/%c%d", "RGBHP"[i / 13], i % 13 + 1);
        snprintf(token, sizeof token, "%c%d", "rgbhp"[i / 13], i % 13 + 1);
        if (!deck_add(&t->deck, payload, token, &why) || !faces_add(&t->faces, &face, payload, 1))
            abort();
    }
}

/* A frame as a camera sends it; the first card is `off` pixels from where it lay. */
static void frame_make(const struct table *t, float off, bool bare, struct bytes *out)
{
    struct shot s;
    uint64_t chance = seed;
    unsigned char *jpeg = NULL;
    unsigned long length = 0;
    seed = 7; /* the same cloth */
    shot_begin(&s, WIDE, HIGH);
    seed = chance;
    for (int i = 0; i < CARDS && !bare; i++) {
        const struct point at = {120 + 235 * (float)(i % COLUMNS) + (i == 0 ? off : 0),
            200 + 330 * (float)(i / COLUMNS)};
        card_stand(&s.card[i], at, 0.3f * (float)(i % 5 - 2), 0.04f, 1, way.scale);
        card_paint(&s, &s.card[i], &t->art[(7 * i) % DECK], &way);
    }
    shot_take_lit(&s, &way, 0.1f);
    tjhandle to = tjInitCompress();
    int failed = tjCompress2(to, s.picture.at, WIDE, 0, HIGH, TJPF_RGB, &jpeg, &length, TJSAMP_420,
        85, 0);
    assert(failed == 0);
    (void)failed;
    bytes_clear(out);
    bytes_add(out, jpeg, length);
    tjFree(jpeg);
    tjDestroy(to);
    free(s.picture.at);
}

/* One frame; what it took, and of that what decoding took. */
static double frame_seen(struct table *t, const struct bytes *frame, double *decoding, int *seen)
{
    static struct found found[FOUND_MOST];
    struct grey grey;
    struct colour colour;
    struct why why;
    bool late;
    const double begun = clock_now();
    image_read(frame->at, frame->length, &grey, &why);
    *decoding = clock_now() - begun;
    int codes = reader_follow(t->reader, &grey, FRAME_MS, found, FOUND_MOST, &late);
    if (face_follow_frame(t->follow, &grey, found, codes, t->now += STEP)) {
        colour_read(frame->at, frame->length, &colour);
        face_follow_look(t->follow, &colour, FACES_FRAME_MS - (int)(clock_now() - begun));
        colour_clear(&colour);
    }
    *seen = face_follow_found(t->follow, found, codes, found + codes, FOUND_MOST - codes);
    grey_clear(&grey);
    return clock_now() - begun;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* Frames in a row, all of the table's own; at the end how many were seen. */
static void kind_run(struct table *t, int kind)
{
    static const char *const name[KINDS] = {"at rest", "one moves", "all new"};
    static double time[FRAMES];
    double all = 0, decoding = 0, one;
    int seen, told = 0;
    struct bytes frame = {.at = NULL};
    t->follow = face_follow_new(&t->faces, &t->deck);
    frame_make(t, 0, true, &frame);
    for (int i = 0; i < 6; i++) /* the bare table is known */
        frame_seen(t, &frame, &one, &seen);
    for (int i = 0, busy = kind == 2 ? 0 : 60; i < busy; i++) {
        frame_make(t, 0, false, &frame);
        frame_seen(t, &frame, &one, &seen);
    }
    for (int i = 0; i < FRAMES; i++) {
        /* six frames on the way, six at rest */
        frame_make(t,
            kind == 1 ? (float)(i % 12 < 6 ? 9 * (i % 6) : 45) * (i / 12 % 2 ? -1 : 1) : 0, false,
            &frame);
        time[i] = frame_seen(t, &frame, &one, &seen);
        all += time[i];
        decoding += one;
        if (seen == CARDS && told == 0)
            told = i + 1;
    }
    qsort(time, FRAMES, sizeof *time, by_value);
    printf("%d faces, %-10s %5.1f times what decoding takes; %6.1f ms, worst %6.1f, all %6.0f",
        CARDS, name[kind], all / decoding, time[FRAMES / 2], time[FRAMES - 1], all);
    printf("; %d seen, all after %d frames\n", seen, told);
    face_follow_free(t->follow);
    bytes_clear(&frame);
}

int main(int argc, char **argv)
{
    static struct table t;
    int only = -1, times = 1;
    seed = scene_sow(1);
    for (int c; (c = getopt(argc, argv, "n:s:k:")) != -1;)
        switch (c) {
        case 'n': times = atoi(optarg); break;
        case 's': seed = scene_sow(strtoull(optarg, NULL, 10)); break;
        case 'k': only = atoi(optarg); break;
        default: return 2;
        }
    deck_prepare(&t);
    t.now = 1000;
    t.reader = reader_new(&t.deck);
    if (t.reader == NULL)
        abort();
    for (int i = 0; i < times; i++)
        for (int kind = 0; kind < KINDS; kind++)
            if (only < 0 || only == kind)
                kind_run(&t, kind);
    reader_free(t.reader);
    faces_clear(&t.faces);
    deck_clear(&t.deck);
    return 0;
}
