/*
 * A frame is read from the coarse to the fine: codes that are near are found in its halves, and
 * only where it is rough and nothing was found is it doubled, for codes of two pixels a module and
 * less.
 */
#include "read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- room -------------------------------------------------------------------------------- */

static void room_clear(struct card_reader *r)
{
    free(r->halves);
    free(r->bits.at);
    free(r->tiles.rough);
    free(r->tiles.spare);
    free(r->variance);
    free(r->sums);
    free(r->before);
    free(r->changed);
    r->halves = r->before = r->changed = NULL;
    r->bits.at = NULL;
    r->tiles = (struct tiles){0, 0, NULL, NULL};
    r->variance = NULL;
    r->sums = NULL;
    r->width = r->height = 0;
    r->following = false;
}

static bool room_make(struct card_reader *r, int width, int height)
{
    if (r->width == width && r->height == height)
        return true;
    size_t pixels = (size_t)width * (size_t)height,
           wide = (size_t)(width > DOUBLED ? width : DOUBLED);
    room_clear(r);
    r->tiles.width = (width + TILE - 1) / TILE;
    r->tiles.height = (height + TILE - 1) / TILE;
    size_t tiles = (size_t)r->tiles.width * (size_t)r->tiles.height;
    r->halves = malloc(pixels / 2 + 1);
    r->bits.at = malloc(sizeof *r->bits.at * (wide / 64 + 1) * (BAND + 2 * BAND_EDGE));
    r->tiles.rough = malloc(tiles);
    r->tiles.spare = malloc(tiles);
    r->variance = malloc(sizeof *r->variance * tiles);
    r->sums = malloc(sizeof *r->sums * 3 * (wide + 32));
    r->before = malloc(tiles * (TILE / SMALL) * (TILE / SMALL));
    r->changed = malloc(tiles);
    if (r->halves == NULL || r->bits.at == NULL || r->tiles.rough == NULL || r->tiles.spare == NULL
        || r->variance == NULL || r->sums == NULL || r->before == NULL || r->changed == NULL) {
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
    r->doubled = malloc((size_t)DOUBLED * DOUBLED);
    r->rows = malloc(sizeof *r->rows * 2 * DOUBLED);
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

/* share of a code that is seen if nothing lies over it */
static const float OPEN_LEAST = 0.95f;

/* Where a code lies already there is no other. */
static bool taken(const struct card_reader *r, const struct pose *pose)
{
    struct point middle = pose_point(pose, MODULES / 2.0f, MODULES / 2.0f);
    for (int i = 0; i < r->count; i++)
        if (pose_holds(&r->sight[i].pose, middle.x, middle.y))
            return true;
    return false;
}

/* Is this point in one of its finders? */
static bool in_finder(const struct pose *pose, float x, float y)
{
    float near = 2 * pose_module(pose);
    for (int k = 0; k < 3; k++) {
        struct point at = pose_point(pose, k == 1 ? MODULES - 3.5f : 3.5f,
            k == 2 ? MODULES - 3.5f : 3.5f);
        if (hypotf(at.x - x, at.y - y) < near)
            return true;
    }
    return false;
}

/* In a fan another code's finders are seen where this one is covered. */
static void spots_use(struct spots *spots, const struct sight *s)
{
    for (int i = 0; i < spots->count; i++) {
        struct spot *t = &spots->at[i];
        t->used |= s->open ? pose_holds(&s->pose, t->x, t->y) : in_finder(&s->pose, t->x, t->y);
    }
}

static void sight_add(struct card_reader *r, const struct match *m, int known, int label,
    const char *payload, float score)
{
    if (r->count >= r->most || taken(r, &m->pose))
        return;
    struct sight *s = &r->sight[r->count++];
    *s = (struct sight){.pose = m->pose,
        .known = known,
        .blur = m->blur,
        .open = known < 0 || m->seen > OPEN_LEAST};
    s->found.label = label;
    s->found.score = score < 0 ? 0 : score > 1 ? 1 : score;
    memcpy(s->found.payload, payload, sizeof s->found.payload);
    pose_corners(&m->pose, s->found.corner);
    if (known >= 0)
        s->whole = match_again(&r->codes, r->level, r->levels, known, m->blur, &m->pose);
    spots_use(&r->spots, s);
}

static float middle_y(const struct found *f) { return (f->corner[0].y + f->corner[2].y) / 2; }
static float middle_x(const struct found *f) { return (f->corner[0].x + f->corner[2].x) / 2; }

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
        float half = hypotf(first->corner[1].x - first->corner[0].x,
                         first->corner[1].y - first->corner[0].y)
                     / 2;
        int next = i + 1;
        while (next < count && middle_y(&found[next]) - middle_y(first) < half)
            next++;
        qsort(&found[i], (size_t)(next - i), sizeof *found, by_x);
        i = next;
    }
}

/* ---- corner stones ----------------------------------------------------------------------- */

/* The sharpest of the codes that no known one explains, a place once. */
static void keep_unknown(struct card_reader *r, const struct match *m)
{
    struct point middle = pose_point(&m->pose, MODULES / 2.0f, MODULES / 2.0f);
    if (m->common < UNKNOWN_LEAST)
        return;
    int at = r->unknowns;
    for (int i = 0; i < r->unknowns && at == r->unknowns; i++)
        at = pose_holds(&r->unknown[i].pose, middle.x, middle.y) ? i : at;
    if (at == r->unknowns && r->unknowns < OTHERS_MOST)
        r->unknown[r->unknowns++] = *m;
    else if (at < r->unknowns && r->unknown[at].common < m->common)
        r->unknown[at] = *m;
}

static void guess_try(struct card_reader *r, const struct pose *guess)
{
    struct match m;
    if (!match_make(&r->codes, r->level, r->levels, guess, &m))
        return;
    if (m.sure && !miss_outdoes(&r->misses, &m)) {
        const struct known *k = &r->codes.known[m.known];
        sight_add(r, &m, m.known, k->label, k->payload, m.data);
    } else {
        keep_unknown(r, &m);
        miss_keep(&r->misses, &m);
    }
}

static float look_along(void *with, struct point from, struct point to)
{
    struct card_reader *r = with;
    return match_line(r->level, r->levels, from, to);
}

static float look_at(void *with, struct point at, struct point across, struct point down)
{
    struct card_reader *r = with;
    return match_finder(&r->codes, r->level, r->levels, at, across, down);
}

static void finder_triple_try(struct card_reader *r, const struct finder_triple *stone)
{
    for (int k = 0; k < 3; k++)
        if (stone->at[k] >= 0 && r->spots.at[stone->at[k]].used)
            return;
    struct pose guess = pose_affine(stone->first, stone->across, stone->down);
    guess_try(r, &guess);
}

/* Looks at all corners that the spots make. */
static void stones_try(struct card_reader *r)
{
    spots_merge(&r->spots);
    int count = stones_build(&r->spots, &(struct looks){r, look_at, look_along}, &r->clock,
        r->stone, TRIPLES_MOST);
    for (int i = 0; i < count && i < STONES_TRIED && r->count < r->most && !clock_over(&r->clock);
         i++)
        finder_triple_try(r, &r->stone[i]);
    for (int i = 0; i < r->spots.count; i++)
        r->spots.at[i].old = true;
}

/* The same where a third finder was not met. */
static void pairs_try(struct card_reader *r)
{
    int count = pairs_build(&r->spots, &(struct looks){r, look_at, look_along}, &r->clock, r->stone,
        TRIPLES_MOST);
    for (int i = 0; i < count && i < PAIRS_TRIED && r->count < r->most && !clock_over(&r->clock);
         i++)
        finder_triple_try(r, &r->stone[i]);
}

/* What no known code explains: is it one of ours? */
static void others_try(struct card_reader *r)
{
    for (int i = 0; i < r->unknowns && !clock_over(&r->clock); i++) {
        char payload[PAYLOAD_MOST + 1];
        const struct match *m = &r->unknown[i];
        if (!taken(r, &m->pose) && other_read(r->other, m->patch.light, payload)
            && deck_find(r->deck, payload, strlen(payload)) < 0)
            sight_add(r, m, -1, -1, payload, m->common);
    }
    r->unknowns = 0;
}

/* ---- planes ------------------------------------------------------------------------------ */

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

/* A part of a plane; `left` and so on in its pixels. */
static struct plane plane_part(const struct plane *p, int left, int top, int right, int bottom)
{
    left = left < 0 ? 0 : left;
    top = top < 0 ? 0 : top;
    right = right > p->width ? p->width : right;
    bottom = bottom > p->height ? p->height : bottom;
    return (struct plane){right - left, bottom - top, p->stride,
        p->at + (size_t)top * (size_t)p->stride + left, p->scale, p->left + (float)left * p->scale,
        p->top + (float)top * p->scale};
}

/*
 * Band by band, so that what is dark stays near, and the deadline is kept in a large picture too.
 */
static void plane_seek(struct card_reader *r, const struct plane *plane)
{
    for (int top = 0; top < plane->height && !clock_over(&r->clock); top += BAND) {
        struct plane band = plane_part(plane, 0, top - BAND_EDGE, plane->width,
            top + BAND + BAND_EDGE);
        plane_darken(&band, &r->tiles, r->sums, &r->bits);
        spots_seek(&band, &r->bits, &r->clock, &r->spots);
        spots_thin(&r->spots);
    }
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
    for (int i = 0; i < r->count; i++)
        for (int y = 0; y < r->tiles.height; y++)
            for (int x = 0; x < r->tiles.width; x++)
                if (r->sight[i].open && r->tiles.rough[y * r->tiles.width + x]
                    && pose_holds(&r->sight[i].pose, ((float)x + 0.5f) * TILE,
                        ((float)y + 0.5f) * TILE))
                    r->tiles.rough[y * r->tiles.width + x] = 0;
}

/*
 * The blocks take turns in being the first: if the time is short, another frame begins elsewhere.
 */
static void blocks_seek(struct card_reader *r, int left, int top, int right, int bottom)
{
    int across = (right - left + BLOCK - 1) / BLOCK,
        all = across * ((bottom - top + BLOCK - 1) / BLOCK);
    for (int k = 0; k < all && !clock_over(&r->clock); k++) {
        int at = (int)((r->turn * 7u + (unsigned)k) % (unsigned)all),
            x = left + at % across * BLOCK, y = top + at / across * BLOCK;
        struct plane plane;
        if (!block_rough(r, x, y))
            continue;
        plane_double(&r->level[0], x, y, r->doubled, r->rows, &plane);
        plane_seek(r, &plane);
    }
}

/* ---- a frame ----------------------------------------------------------------------------- */

bool frame_begin(struct card_reader *r, const struct grey *frame, int deadline_ms, int most)
{
    r->clock.end = deadline_ms > 0 ? clock_now() + deadline_ms : 0;
    r->most = most < FOUND_MOST ? most : FOUND_MOST;
    r->unknowns = 0;
    r->starved = false;
    if (frame->width < MODULES || frame->height < MODULES || frame->width > SIDE_MOST
        || frame->height > SIDE_MOST)
        return false;
    r->starved = !room_make(r, frame->width, frame->height);
    if (r->starved)
        return false;
    levels_make(r, frame);
    return true;
}

void frame_read(struct card_reader *r, int left, int top, int right, int bottom)
{
    bool whole = left <= 0 && top <= 0 && right >= r->width && bottom >= r->height;
    struct misses before = r->misses;
    r->misses.count = 0;
    left = left < 0 ? 0 : left / BLOCK * BLOCK;
    top = top < 0 ? 0 : top / BLOCK * BLOCK;
    right = right > r->width ? r->width : right;
    bottom = bottom > r->height ? r->height : bottom;
    r->spots.count = 0;
    plane_rough(&r->level[0], &r->tiles, r->variance);
    tiles_smooth(r);
    for (int k = r->levels - 1; k >= 0 && !clock_over(&r->clock); k--) {
        struct plane part = plane_part(&r->level[k], left >> k, top >> k, (right >> k) + 1,
            (bottom >> k) + 1);
        plane_seek(r, &part);
    }
    stones_try(r);
    tiles_smooth(r);
    blocks_seek(r, left, top, right, bottom);
    stones_try(r);
    pairs_try(r);
    others_try(r);
    if (whole)
        misses_end(&r->misses, r->sight, r->count);
    else
        r->misses = before;
}

bool reader_starved(const struct card_reader *r) { return r->starved; }

int frame_end(struct card_reader *r, struct found *out, bool *late)
{
    if (late != NULL)
        *late = clock_over(&r->clock);
    for (int i = 0; i < r->count; i++)
        out[i] = r->sight[i].found;
    reading_order(out, r->count);
    r->turn++;
    return r->count;
}

int reader_read(struct card_reader *r, const struct grey *frame, int deadline_ms, struct found *out,
    int most, bool *late)
{
    if (late != NULL)
        *late = false;
    r->following = false;
    r->turn = 0;
    r->count = 0;
    if (!frame_begin(r, frame, deadline_ms, most))
        return 0;
    frame_read(r, 0, 0, frame->width, frame->height);
    return frame_end(r, out, late);
}
