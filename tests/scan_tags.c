#include "scan_tags.h"
#include "scan_chance.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the dictionary ---------------------------------------------------------------------- */

static uint32_t turned(uint32_t bits)
{
    uint32_t out = 0;
    for (int i = 0; i < TAG_BITS * TAG_BITS; i++)
        out |= (bits >> i & 1) << (i % TAG_BITS * TAG_BITS + TAG_BITS - 1 - i / TAG_BITS);
    return out;
}

/* The fewest bits in which they differ, however one is turned; `same`: a tag and itself, turned. */
static int apart(uint32_t a, uint32_t b, bool same)
{
    int least = same ? TAG_BITS * TAG_BITS : __builtin_popcount(a ^ b);
    for (int k = 0; k < 3; k++) {
        b = turned(b);
        int now = __builtin_popcount(a ^ b);
        least = now < least ? now : least;
    }
    return least;
}

void tags_make(struct tags *tags, int count)
{
    uint64_t chance = scene_sow(5);
    assert(count <= TAGS_MOST);
    for (tags->count = 0; tags->count < count;) {
        uint32_t bits = (uint32_t)scene_random(&chance) & ((1u << TAG_BITS * TAG_BITS) - 1);
        bool good = apart(bits, bits, true) >= TAG_APART;
        for (int i = 0; good && i < tags->count; i++)
            good = apart(bits, tags->bits[i], false) >= TAG_APART;
        if (good)
            tags->bits[tags->count++] = bits;
    }
}

void tags_print(const struct tags *tags, struct deck *deck)
{
    enum { EACH = MODULES / TAG_CELLS };
    for (int i = 0; i < deck->count; i++)
        for (int y = 0; y < MODULES; y++) {
            uint32_t *row = &deck->label[i].row[y];
            *row = 0;
            for (int x = 0; x < MODULES; x++) {
                int column = x / EACH - 1, line = y / EACH - 1;
                bool border = column < 0 || line < 0 || column >= TAG_BITS || line >= TAG_BITS;
                *row |= (uint32_t)(border || (tags->bits[i] >> (line * TAG_BITS + column) & 1))
                        << x;
            }
        }
}

/* ---- dark shapes ------------------------------------------------------------------------- */

/* 1 where a pixel is darker than the mean of what is around it. */
static uint8_t *darken(const struct grey *g)
{
    enum { REACH = 15, BIAS = 7 };
    int w = g->width, h = g->height;
    size_t wide = (size_t)w + 1;
    uint32_t *sum = calloc(wide * ((size_t)h + 1), sizeof *sum);
    uint8_t *dark = calloc((size_t)w, (size_t)h);
    assert(sum != NULL && dark != NULL);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            size_t i = (size_t)y * wide + (size_t)x;
            sum[i + wide + 1] = sum[i + wide] + sum[i + 1] - sum[i]
                                + g->at[(size_t)y * (size_t)g->stride + (size_t)x];
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            size_t left = (size_t)(x > REACH ? x - REACH : 0),
                   right = (size_t)(x + REACH < w ? x + REACH + 1 : w);
            size_t top = (size_t)(y > REACH ? y - REACH : 0) * wide,
                   low = (size_t)(y + REACH < h ? y + REACH + 1 : h) * wide;
            uint32_t all = sum[low + right] - sum[low + left] - sum[top + right] + sum[top + left];
            uint32_t n = (uint32_t)((right - left) * ((low - top) / wide));
            dark[(size_t)y * (size_t)w + (size_t)x] =
                (g->at[(size_t)y * (size_t)g->stride + (size_t)x] + BIAS) * n < all;
        }
    free(sum);
    return dark;
}

/* The dark pixels that hang together with this one, into `shape`; they are light then. */
static int shape_take(uint8_t *dark, int width, int height, int at, int *shape)
{
    int count = 0;
    dark[at] = 0;
    shape[count++] = at;
    for (int next = 0; next < count; next++)
        for (int k = 0; k < 4; k++) {
            int x = shape[next] % width + (k == 0) - (k == 1),
                y = shape[next] / width + (k == 2) - (k == 3);
            if (x < 0 || y < 0 || x >= width || y >= height || !dark[y * width + x])
                continue;
            dark[y * width + x] = 0;
            shape[count++] = y * width + x;
        }
    return count;
}

/* The shape's point that lies furthest by a measure: from a point, or from a line on its left. */
static struct point furthest(const int *shape, int count, int width, struct point from,
    struct point along, float *far)
{
    struct point best = from;
    *far = -1e9f;
    for (int i = 0; i < count; i++) {
        int column = shape[i] % width, row = shape[i] / width;
        float x = (float)column + 0.5f, y = (float)row + 0.5f, dx = x - from.x, dy = y - from.y;
        float now = along.x == 0 && along.y == 0 ? dx * dx + dy * dy : along.x * dy - along.y * dx;
        if (now > *far) {
            *far = now;
            best = (struct point){x, y};
        }
    }
    return best;
}

/* Four corners, clockwise; false: it is none. Half a pixel further out, where the dark ends. */
static bool corners_of(const int *shape, int count, int width, struct point out[4])
{
    struct point middle = {0, 0};
    float far, aside[2];
    for (int i = 0; i < count; i++) {
        int column = shape[i] % width, row = shape[i] / width;
        middle.x += ((float)column + 0.5f) / (float)count;
        middle.y += ((float)row + 0.5f) / (float)count;
    }
    out[0] = furthest(shape, count, width, middle, (struct point){0, 0}, &far);
    out[2] = furthest(shape, count, width, out[0], (struct point){0, 0}, &far);
    struct point along = {out[2].x - out[0].x, out[2].y - out[0].y};
    float length = hypotf(along.x, along.y);
    out[3] = furthest(shape, count, width, out[0], along, &aside[0]);
    out[1] = furthest(shape, count, width, out[0], (struct point){-along.x, -along.y}, &aside[1]);
    for (int k = 0; k < 4; k++) {
        float by = 0.5f / fmaxf(1, hypotf(out[k].x - middle.x, out[k].y - middle.y)) * 1.4f;
        out[k].x += (out[k].x - middle.x) * by;
        out[k].y += (out[k].y - middle.y) * by;
    }
    return length > 10 && aside[0] > 0.12f * length * length && aside[1] > 0.12f * length * length;
}

/* ---- bits -------------------------------------------------------------------------------- */

static float light_at(const struct grey *g, float x, float y)
{
    x = fminf(fmaxf(x - 0.5f, 0), (float)(g->width - 2));
    y = fminf(fmaxf(y - 0.5f, 0), (float)(g->height - 2));
    const uint8_t *at = g->at + (size_t)y * (size_t)g->stride + (size_t)x;
    float u = x - floorf(x), v = y - floorf(y);
    return (1 - v) * ((1 - u) * at[0] + u * at[1])
           + v * ((1 - u) * at[g->stride] + u * at[g->stride + 1]);
}

/* The plane through four corners: (0, 0), (1, 0), (1, 1), (0, 1) of a square. */
static struct point in_quad(const struct point c[4], float u, float v)
{
    float sx = c[0].x - c[1].x + c[2].x - c[3].x, sy = c[0].y - c[1].y + c[2].y - c[3].y;
    float ax = c[1].x - c[2].x, bx = c[3].x - c[2].x, ay = c[1].y - c[2].y, by = c[3].y - c[2].y,
          det = ax * by - bx * ay;
    float g = (sx * by - bx * sy) / det, h = (ax * sy - sx * ay) / det, w = 1 / (g * u + h * v + 1);
    return (struct point){((c[1].x - c[0].x + g * c[1].x) * u + (c[3].x - c[0].x + h * c[3].x) * v
                              + c[0].x)
                              * w,
        ((c[1].y - c[0].y + g * c[1].y) * u + (c[3].y - c[0].y + h * c[3].y) * v + c[0].y) * w};
}

static void cells_take(const struct grey *g, const struct point corner[4],
    float cell[TAG_CELLS][TAG_CELLS])
{
    for (int i = 0; i < TAG_CELLS * TAG_CELLS; i++) {
        float sum = 0;
        for (int k = 0; k < 9; k++) {
            int right = k % 3, low = k / 3, column = i % TAG_CELLS, row = i / TAG_CELLS;
            float u = (float)column + 0.3f + 0.2f * (float)right,
                  v = (float)row + 0.3f + 0.2f * (float)low;
            struct point p = in_quad(corner, u / TAG_CELLS, v / TAG_CELLS);
            sum += light_at(g, p.x, p.y) / 9;
        }
        cell[i / TAG_CELLS][i % TAG_CELLS] = sum;
    }
}

/*
 * Which tag these cells are, with at most three wrong bits, and at most three of the border that
 * are light; -1: none.
 */
static int tag_of(const struct tags *tags, float cell[TAG_CELLS][TAG_CELLS])
{
    enum { MENDED = (TAG_APART - 1) / 2 };
    float dark = 255, light = 0;
    int border = 0;
    uint32_t bits = 0;
    for (int i = 0; i < TAG_CELLS * TAG_CELLS; i++) {
        dark = fminf(dark, cell[i / TAG_CELLS][i % TAG_CELLS]);
        light = fmaxf(light, cell[i / TAG_CELLS][i % TAG_CELLS]);
    }
    for (int i = 0; i < TAG_CELLS * TAG_CELLS; i++) {
        int x = i % TAG_CELLS - 1, y = i / TAG_CELLS - 1;
        bool is_dark = cell[y + 1][x + 1] < (dark + light) / 2;
        if (x >= 0 && y >= 0 && x < TAG_BITS && y < TAG_BITS)
            bits |= (uint32_t)is_dark << (y * TAG_BITS + x);
        else
            border += !is_dark;
    }
    for (int i = 0; i < tags->count && border <= 3 && light - dark > 20; i++)
        if (apart(tags->bits[i], bits, false) <= MENDED)
            return i;
    return -1;
}

int tags_read(const struct tags *tags, const struct grey *g, int *out, int most)
{
    uint8_t *dark = darken(g);
    int all = g->width * g->height, *shape = malloc(sizeof *shape * (size_t)all), count = 0;
    assert(shape != NULL);
    for (int i = 0; i < all; i++) {
        struct point corner[4];
        float cell[TAG_CELLS][TAG_CELLS];
        int n = dark[i] ? shape_take(dark, g->width, g->height, i, shape) : 0;
        if (n < 60 || n > all / 8 || !corners_of(shape, n, g->width, corner))
            continue;
        cells_take(g, corner, cell);
        int tag = tag_of(tags, cell), fresh = tag >= 0;
        for (int k = 0; k < count; k++)
            fresh &= out[k] != tag;
        if (fresh && count < most)
            out[count++] = tag;
    }
    free(shape);
    free(dark);
    return count;
}
