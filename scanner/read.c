/*
 * A frame is read from the coarse to the fine: codes that are near are found in its halves, and only
 * where it is rough and nothing was found is it doubled, for codes of two pixels a module and less.
 */
#define _POSIX_C_SOURCE 200809L
#include "read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    STONES_MOST = 6000,             /* corner stones looked at in one go */
    OTHERS_MOST = 12,               /* codes given to zbar in a frame */
};

struct card_reader {
    const struct deck *deck;
    struct codes codes;
    struct other *other;
    struct clock clock;

    int width, height;              /* of the frame that the rest has room for */
    struct plane level[LEVELS];
    int levels;
    uint8_t *halves;                /* all levels but the first */
    struct bits bits;
    struct tiles tiles;
    uint32_t *variance;
    uint16_t *sums;
    uint8_t *doubled;
    int16_t *rows;

    struct spots spots;
    struct stone stone[STONES_MOST];
    struct match unknown[OTHERS_MOST];      /* sharp, but none of the known ones */
    int unknowns;
    struct found *found;            /* the caller's */
    struct pose pose[FOUND_MOST];
    int count, most;
};

double clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

bool clock_over(const struct clock *clock) { return clock->end > 0 && clock_now() >= clock->end; }

/* ---- room -------------------------------------------------------------------------------- */

static void room_clear(struct card_reader *r)
{
    free(r->halves);
    free(r->bits.at);
    free(r->tiles.rough);
    free(r->tiles.spare);
    free(r->variance);
    free(r->sums);
    r->halves = NULL;
    r->bits.at = NULL;
    r->tiles = (struct tiles){0, 0, NULL, NULL};
    r->variance = NULL;
    r->sums = NULL;
    r->width = r->height = 0;
}

static bool room_make(struct card_reader *r, int width, int height)
{
    if (r->width == width && r->height == height)
        return true;
    size_t pixels = (size_t)width * (size_t)height, wide = (size_t)(width > DOUBLED ? width : DOUBLED);
    size_t high = (size_t)(height > DOUBLED ? height : DOUBLED);
    room_clear(r);
    r->tiles.width = (width + TILE - 1) / TILE;
    r->tiles.height = (height + TILE - 1) / TILE;
    size_t tiles = (size_t)r->tiles.width * (size_t)r->tiles.height;
    r->halves = malloc(pixels / 2 + 1);
    r->bits.at = malloc(sizeof *r->bits.at * (wide / 64 + 1) * high);
    r->tiles.rough = malloc(tiles);
    r->tiles.spare = malloc(tiles);
    r->variance = malloc(sizeof *r->variance * tiles);
    r->sums = malloc(sizeof *r->sums * 2 * wide);
    if (r->halves == NULL || r->bits.at == NULL || r->tiles.rough == NULL || r->tiles.spare == NULL ||
        r->variance == NULL || r->sums == NULL) {
        room_clear(r);
        return false;
    }
    r->width = width;
    r->height = height;
    return true;
}

struct card_reader *reader_new(const struct deck *deck)
{
    struct card_reader *r = calloc(1, sizeof *r);
    if (r == NULL)
        return NULL;
    r->deck = deck;
    r->other = other_new();
    r->doubled = malloc(DOUBLED * DOUBLED);
    r->rows = malloc(sizeof *r->rows * DOUBLED * (BLOCK + 2 * MARGIN));
    if (!codes_make(&r->codes, deck) || r->other == NULL || r->doubled == NULL || r->rows == NULL) {
        reader_free(r);
        return NULL;
    }
    return r;
}

void reader_free(struct card_reader *r)
{
    if (r == NULL)
        return;
    room_clear(r);
    codes_clear(&r->codes);
    other_free(r->other);
    free(r->doubled);
    free(r->rows);
    free(r);
}

/* ---- what was found ---------------------------------------------------------------------- */

static bool inside(const struct pose *pose, float x, float y)
{
    struct point corner[4];
    pose_corners(pose, corner);
    for (int k = 0; k < 4; k++) {
        struct point a = corner[k], b = corner[(k + 1) % 4];
        if ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) < 0)
            return false;
    }
    return true;
}

static void spots_use(struct spots *spots, const struct pose *pose)
{
    for (int i = 0; i < spots->count; i++)
        if (inside(pose, spots->at[i].x, spots->at[i].y))
            spots->at[i].used = true;
}

static struct point pose_middle(const struct pose *pose)
{
    struct slant_middle {
        float x, y;
    } sum = {0, 0};
    for (int k = 0; k < 4; k++) {
        sum.x += pose->at[k].x / 4;
        sum.y += pose->at[k].y / 4;
    }
    return (struct point){sum.x, sum.y};
}

/* Where a code lies already there is no other. */
static bool taken(const struct card_reader *r, const struct pose *pose)
{
    struct point middle = pose_middle(pose);
    for (int i = 0; i < r->count; i++)
        if (inside(&r->pose[i], middle.x, middle.y))
            return true;
    return false;
}

static void found_add(struct card_reader *r, const struct pose *pose, int label, const char *payload, float score)
{
    if (r->count >= r->most || taken(r, pose))
        return;
    struct found *f = &r->found[r->count];
    *f = (struct found){.label = label, .score = score < 0 ? 0 : score > 1 ? 1 : score};
    memcpy(f->payload, payload, sizeof f->payload);
    pose_corners(pose, f->corner);
    r->pose[r->count++] = *pose;
    spots_use(&r->spots, pose);
}

static float middle_y(const struct found *f) { return f->corner[0].y + f->corner[2].y; }
static float middle_x(const struct found *f) { return f->corner[0].x + f->corner[2].x; }

static int by_y(const void *a, const void *b)
{
    return middle_y(a) < middle_y(b) ? -1 : middle_y(a) > middle_y(b);
}

static int by_x(const void *a, const void *b)
{
    return middle_x(a) < middle_x(b) ? -1 : middle_x(a) > middle_x(b);
}

/* A row is what lies less than half a code lower than its highest. */
static void reading_order(struct found *found, int count)
{
    qsort(found, (size_t)count, sizeof *found, by_y);
    for (int i = 0; i < count;) {
        const struct found *first = &found[i];
        float side = hypotf(first->corner[2].x - first->corner[0].x, first->corner[2].y - first->corner[0].y);
        int next = i + 1;
        while (next < count && middle_y(&found[next]) - middle_y(first) < 2 * 0.7f * side)
            next++;
        qsort(&found[i], (size_t)(next - i), sizeof *found, by_x);
        i = next;
    }
}

/* ---- reading ----------------------------------------------------------------------------- */

static void keep_unknown(struct card_reader *r, const struct match *m)
{
    if (m->common < 0.7f)
        return;
    int at = r->unknowns < OTHERS_MOST ? r->unknowns++ : OTHERS_MOST;
    for (; at > 0 && r->unknown[at - 1].common < m->common; at--)
        if (at < OTHERS_MOST)
            r->unknown[at] = r->unknown[at - 1];
    if (at < OTHERS_MOST)
        r->unknown[at] = *m;
}

static void stone_try(struct card_reader *r, const struct stone *stone)
{
    const struct spot *a = &r->spots.at[stone->at[0]], *b = &r->spots.at[stone->at[1]], *c = &r->spots.at[stone->at[2]];
    if (a->used || b->used || c->used)
        return;
    struct pose guess = {{{a->x, a->y}, {b->x, b->y}, {0, 0}, {c->x, c->y}}};
    struct match m;
    if (!match_make(&r->codes, r->level, r->levels, &guess, &m))
        return;
    if (match_accepted(&m)) {
        const struct known *k = &r->codes.known[m.known];
        found_add(r, &m.pose, k->label, k->payload, m.data);
    } else {
        keep_unknown(r, &m);
    }
}

/* Looks at all corners that the spots make. */
static void stones_try(struct card_reader *r)
{
    spots_merge(&r->spots);
    int count = stones_build(&r->spots, &r->clock, r->stone, STONES_MOST);
    for (int i = 0; i < count && r->count < r->most && !clock_over(&r->clock); i++)
        stone_try(r, &r->stone[i]);
}

static void levels_make(struct card_reader *r, const struct grey *frame)
{
    uint8_t *out = r->halves;
    r->level[0] = (struct plane){frame->width, frame->height, frame->stride, frame->at, 1, 0, 0};
    for (r->levels = 1; r->levels < LEVELS; r->levels++) {
        const struct plane *from = &r->level[r->levels - 1];
        if (from->width / 2 < LEVEL_LEAST || from->height / 2 < LEVEL_LEAST)
            break;
        plane_half(from, out, &r->level[r->levels]);
        out += (size_t)r->level[r->levels].width * (size_t)r->level[r->levels].height;
    }
}

static void plane_seek(struct card_reader *r, const struct plane *plane)
{
    plane_darken(plane, &r->tiles, r->sums, &r->bits);
    spots_seek(plane, &r->bits, &r->clock, &r->spots);
}

/* Is there something rough in this block that no code explains? */
static bool block_rough(const struct card_reader *r, int left, int top)
{
    for (int y = top / TILE; y < (top + BLOCK) / TILE && y < r->tiles.height; y++)
        for (int x = left / TILE; x < (left + BLOCK) / TILE && x < r->tiles.width; x++)
            if (r->tiles.rough[y * r->tiles.width + x])
                return true;
    return false;
}

/* Tiles under a code that was read need no second look. */
static void tiles_smooth(struct card_reader *r)
{
    for (int y = 0; y < r->tiles.height; y++)
        for (int x = 0; x < r->tiles.width; x++)
            for (int i = 0; i < r->count && r->tiles.rough[y * r->tiles.width + x]; i++)
                if (inside(&r->pose[i], ((float)x + 0.5f) * TILE, ((float)y + 0.5f) * TILE))
                    r->tiles.rough[y * r->tiles.width + x] = 0;
}

static void blocks_seek(struct card_reader *r)
{
    tiles_smooth(r);
    for (int top = 0; top < r->height; top += BLOCK)
        for (int left = 0; left < r->width && !clock_over(&r->clock); left += BLOCK) {
            struct plane plane;
            if (!block_rough(r, left, top))
                continue;
            plane_double(&r->level[0], left, top, r->doubled, r->rows, &plane);
            plane_seek(r, &plane);
        }
}

/* What no known code explains: is it one of ours? */
static void others_try(struct card_reader *r)
{
    for (int i = 0; i < r->unknowns && !clock_over(&r->clock); i++) {
        char payload[PAYLOAD_MOST + 1];
        if (!taken(r, &r->unknown[i].pose) && other_read(r->other, &r->unknown[i].grid, payload) &&
            deck_find(r->deck, payload, strlen(payload)) < 0)
            found_add(r, &r->unknown[i].pose, -1, payload, r->unknown[i].common);
    }
}

int reader_read(struct card_reader *r, const struct grey *frame, int deadline_ms, struct found *out, int most, bool *late)
{
    r->clock.end = deadline_ms > 0 ? clock_now() + deadline_ms : 0;
    r->spots.count = r->unknowns = r->count = 0;
    r->found = out;
    r->most = most < FOUND_MOST ? most : FOUND_MOST;
    if (late != NULL)
        *late = false;
    if (frame->width < MODULES || frame->height < MODULES || !room_make(r, frame->width, frame->height))
        return 0;
    levels_make(r, frame);
    plane_rough(&r->level[0], &r->tiles, r->variance);
    for (int k = r->levels - 1; k >= 0 && !clock_over(&r->clock); k--)
        plane_seek(r, &r->level[k]);
    stones_try(r);
    blocks_seek(r);
    stones_try(r);
    others_try(r);
    if (late != NULL)
        *late = clock_over(&r->clock);
    reading_order(out, r->count);
    return r->count;
}
