/*
 * Pictures of a picture: halves of the frame, parts of it doubled, and what is dark in them. These loops
 * go over every pixel, so they are plain, and the compiler makes them wide.
 */
#include "read.h"

#include <string.h>

void plane_half(const struct plane *from, uint8_t *out, struct plane *half)
{
    int width = from->width / 2, height = from->height / 2;
    for (int y = 0; y < height; y++) {
        const uint8_t *a = from->at + (size_t)(2 * y) * (size_t)from->stride, *b = a + from->stride;
        uint8_t *to = out + (size_t)y * (size_t)width;
        for (int x = 0; x < width; x++)
            to[x] = (uint8_t)((a[2 * x] + a[2 * x + 1] + b[2 * x] + b[2 * x + 1] + 2) >> 2);
    }
    *half = (struct plane){width, height, width, out, 2 * from->scale, 0, 0};
}

/* ---- rough and flat ---------------------------------------------------------------------- */

static uint32_t tile_variance(const struct plane *p, int left, int top)
{
    int width = p->width - left < TILE ? p->width - left : TILE, height = p->height - top < TILE ? p->height - top : TILE;
    uint32_t sum = 0, squares = 0, n = (uint32_t)(width * height);
    for (int y = 0; y < height; y++) {
        const uint8_t *row = p->at + (size_t)(top + y) * (size_t)p->stride + left;
        for (int x = 0; x < width; x++) {
            sum += row[x];
            squares += (uint32_t)(row[x] * row[x]);
        }
    }
    return squares / n - sum / n * (sum / n);
}

static void tile_variances(const struct plane *p, const struct tiles *t, uint32_t *variance)
{
    for (int y = 0; y < t->height; y++)
        for (int x = 0; x < t->width; x++)
            variance[y * t->width + x] = tile_variance(p, x * TILE, y * TILE);
}

/* The variance that noise alone has: that of the flattest fifth. */
static uint32_t noise_of(const uint32_t *variance, int n)
{
    enum { MOST = 256 };
    int bin[MOST] = {0}, below = 0;
    for (int i = 0; i < n; i++)
        bin[variance[i] < MOST ? variance[i] : MOST - 1]++;
    uint32_t v = 0;
    for (; v < MOST - 1 && below < n / 5; v++)
        below += bin[v];
    return v;
}

void plane_rough(const struct plane *frame, struct tiles *t, uint32_t *variance)
{
    int w = t->width, h = t->height;
    tile_variances(frame, t, variance);
    uint32_t noise = noise_of(variance, w * h), least = 4 * noise < 60 ? 60 : 4 * noise > 360 ? 360 : 4 * noise;
    for (int i = 0; i < w * h; i++)
        t->spare[i] = variance[i] >= least;
    memset(t->rough, 0, (size_t)w * (size_t)h);
    for (int y = 0; y < h; y++)                 /* and the tiles beside it */
        for (int x = 0; x < w; x++)
            for (int k = 0; t->spare[y * w + x] && k < 9; k++) {
                int nx = x + k % 3 - 1, ny = y + k / 3 - 1;
                if (nx >= 0 && ny >= 0 && nx < w && ny < h)
                    t->rough[ny * w + nx] = 1;
            }
}

/* ---- doubling ---------------------------------------------------------------------------- */

/*
 * Lanczos (3) at a quarter of a pixel beside a sample, then sharpened by 1 + 2a in the middle and -a
 * beside it, a = 0.25: what a lens and a sensor smear at two pixels a module. 64 is one.
 */
enum { TAPS = 8 };

static const int16_t tap[TAPS] = {0, 2, -11, 13, 83, -28, 5, 0};      /* of the sample 4 before, … 3 behind */

static uint8_t light(int v) { return (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v); }

/* `row[TAPS / 2]` twice: a quarter of a pixel above its middle and a quarter below. */
static void double_down(const uint8_t *const row[TAPS + 1], int n, int16_t *restrict above, int16_t *restrict below)
{
    for (int x = 0; x < n; x++) {
        int up = 0, down = 0;
        for (int k = 0; k < TAPS; k++) {
            up += tap[k] * row[k][x];
            down += tap[k] * row[TAPS - k][x];
        }
        above[x] = (int16_t)(up >> 2);          /* 16 is one: more would not fit */
        below[x] = (int16_t)(down >> 2);
    }
}

static void double_across(const int16_t *restrict row, int n, uint8_t *restrict out)
{
    for (int x = 0; x < n; x++) {
        int left = 512, right = 512;
        for (int k = 0; k < TAPS; k++) {
            left += tap[k] * row[x + k];
            right += tap[k] * row[x + TAPS - k];
        }
        out[2 * x] = light(left >> 10);
        out[2 * x + 1] = light(right >> 10);
    }
}

/* The part of a row, or what stands in for it outside the frame. */
static void cut_row(const struct plane *p, int left, int y, int n, uint8_t *out)
{
    const uint8_t *row = p->at + (size_t)(y < 0 ? 0 : y >= p->height ? p->height - 1 : y) * (size_t)p->stride;
    for (int x = 0; x < n; x++) {
        int at = left + x;
        out[x] = row[at < 0 ? 0 : at >= p->width ? p->width - 1 : at];
    }
}

void plane_double(const struct plane *frame, int left, int top, uint8_t *out, int16_t *rows, struct plane *doubled)
{
    enum { SIDE = BLOCK + 2 * MARGIN, REACH = TAPS / 2, WIDE = SIDE + 2 * REACH };
    uint8_t cut[TAPS + 1][WIDE];
    left -= MARGIN;
    top -= MARGIN;
    for (int y = -REACH; y < SIDE + REACH; y++) {
        cut_row(frame, left - REACH, top + y, WIDE, cut[(y + REACH) % (TAPS + 1)]);
        if (y < REACH)
            continue;
        const uint8_t *row[TAPS + 1];
        for (int k = 0; k <= TAPS; k++)
            row[k] = cut[(y - REACH + k) % (TAPS + 1)];
        double_down(row, WIDE, rows, rows + WIDE);
        for (int k = 0; k < 2; k++)
            double_across(rows + k * WIDE, SIDE, out + (size_t)(2 * (y - REACH) + k) * DOUBLED);
    }
    *doubled = (struct plane){DOUBLED, DOUBLED, DOUBLED, out, 0.5f, (float)left, (float)top};
}

/* ---- dark and light ---------------------------------------------------------------------- */

enum {
    REACH = 12,                     /* pixels each side of a pixel whose light is its measure */
    WINDOW = 2 * REACH + 1,
    BIAS = 2,                       /* grey levels that dark is darker at least */
};

static const uint8_t *row_at(const struct plane *p, int y)
{
    return p->at + (size_t)(y < 0 ? 0 : y >= p->height ? p->height - 1 : y) * (size_t)p->stride;
}

static void columns_move(uint16_t *restrict column, const uint8_t *restrict in, const uint8_t *restrict out, int n)
{
    for (int x = 0; x < n; x++)
        column[x] = (uint16_t)(column[x] + in[x] - out[x]);
}

/* `limit[x]`: what is darker than this is dark. */
static void limits(const uint16_t *column, int n, uint8_t *restrict limit)
{
    int sum = 0;
    for (int x = -REACH - 1; x < REACH; x++)
        sum += column[x < 0 ? 0 : x >= n ? n - 1 : x];
    for (int x = 0; x < n; x++) {
        int in = x + REACH, out = x - REACH - 1;
        sum += column[in >= n ? n - 1 : in] - column[out < 0 ? 0 : out];
        int mean = (int)(((uint32_t)sum * 6711u) >> 22);         /* 1 / 625 */
        limit[x] = (uint8_t)(mean > BIAS ? mean - BIAS : 0);
    }
}

static void pack(const uint8_t *restrict row, uint8_t *restrict limit, int n, uint64_t *out)
{
    for (int x = 0; x < n; x++)
        limit[x] = row[x] < limit[x];
    for (int word = 0; word * 64 < n; word++) {
        uint64_t bits = 0;
        int least = n - word * 64 < 64 ? n - word * 64 : 64;
        for (int k = 0; k < least; k += 8) {
            uint64_t eight = 0;
            memcpy(&eight, limit + word * 64 + k, least - k < 8 ? (size_t)(least - k) : 8);
            bits |= (eight * 0x0102040810204080u >> 56) << k;
        }
        out[word] = bits;
    }
}

/* Where nothing is rough there is noise: it is no use to follow it. `mask` has a bit a pixel. */
static void mask_row(const struct plane *p, const struct tiles *t, int y, uint64_t *mask)
{
    int row = (int)(p->top + ((float)y + 0.5f) * p->scale) / TILE;
    float step = p->scale / TILE;
    row = row < 0 ? 0 : row >= t->height ? t->height - 1 : row;
    for (int x = 0; x < p->width; x++) {
        int at = (int)(p->left / TILE + ((float)x + 0.5f) * step);
        if (t->rough[row * t->width + (at < 0 ? 0 : at >= t->width ? t->width - 1 : at)])
            mask[x / 64] |= (uint64_t)1 << (x % 64);
    }
}

void plane_darken(const struct plane *p, const struct tiles *tiles, uint16_t *sums, struct bits *out)
{
    uint64_t mask[SIDE_MOST / 64];
    uint8_t *limit = (uint8_t *)(sums + p->width);
    int every = p->scale <= 1 ? (int)(TILE / p->scale) : p->scale <= 4 ? (int)(TILE / p->scale) : 1;
    out->words = (p->width + 63) / 64;
    memset(sums, 0, sizeof *sums * (size_t)p->width);
    for (int y = -REACH - 1; y < REACH; y++)
        for (int x = 0; x < p->width; x++)
            sums[x] = (uint16_t)(sums[x] + row_at(p, y)[x]);
    for (int y = 0; y < p->height; y++) {
        uint64_t *row = out->at + (size_t)y * (size_t)out->words;
        columns_move(sums, row_at(p, y + REACH), row_at(p, y - REACH - 1), p->width);
        limits(sums, p->width, limit);
        pack(row_at(p, y), limit, p->width, row);
        if (y % every == 0) {
            memset(mask, 0, sizeof *mask * (size_t)out->words);
            mask_row(p, tiles, y, mask);
        }
        for (int k = 0; k < out->words; k++)
            row[k] &= mask[k];
    }
}
