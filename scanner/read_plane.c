/*
 * Pictures of a picture: halves of the frame, parts of it doubled, and what is dark in them. These
 * loops go over every pixel, so they are plain, and the compiler makes them wide.
 */
#include "read.h"

#include <string.h>

void plane_half(const struct plane *from, uint8_t *out, struct plane *half)
{
    int width = from->width / 2, height = from->height / 2;
    for (int y = 0; y < height; y++) {
        const uint8_t *a = from->at + (size_t)(2 * y) * (size_t)from->stride, *b = a + from->stride;
        uint8_t *to = out + (size_t)y * (size_t)width;
        for (size_t x = 0; x < (size_t)width; x++)
            to[x] = (uint8_t)((a[2 * x] + a[2 * x + 1] + b[2 * x] + b[2 * x + 1] + 2) >> 2);
    }
    *half = (struct plane){width, height, width, out, 2 * from->scale, 0, 0};
}

/* ---- rough and flat ---------------------------------------------------------------------- */

static uint32_t tile_variance(const struct plane *p, int left, int top)
{
    int width = p->width - left < TILE ? p->width - left : TILE,
        height = p->height - top < TILE ? p->height - top : TILE;
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
    uint32_t noise = noise_of(variance, w * h), least = 4 * noise < 60    ? 60
                                                        : 4 * noise > 360 ? 360
                                                                          : 4 * noise;
    for (int i = 0; i < w * h; i++)
        t->spare[i] = variance[i] >= least;
    memset(t->rough, 0, (size_t)w * (size_t)h);
    for (int y = 0; y < h; y++) /* and the tiles beside it */
        for (int x = 0; x < w; x++)
            for (int k = 0; t->spare[y * w + x] && k < 9; k++) {
                int nx = x + k % 3 - 1, ny = y + k / 3 - 1;
                if (nx >= 0 && ny >= 0 && nx < w && ny < h)
                    t->rough[ny * w + nx] = 1;
            }
}

/* ---- doubling ---------------------------------------------------------------------------- */

/*
 * Lanczos (3) at a quarter of a pixel beside a sample, then sharpened by 1 + 2a in the middle and
 * -a beside it, a = 0.25: what a lens and a sensor smear at two pixels a module. 64 is one; the
 * outermost samples weigh less than half of that and are left out. In between, light is counted
 * from grey, which keeps all sums in 16 bits.
 */
enum { TAPS = 6, GREY = 128, SWING = 160 };

/* of the sample 3 before, … 2 after */
static const int16_t tap[TAPS] = {2, -11, 13, 83, -28, 5};

/* `row[TAPS / 2]` twice: a quarter of a pixel above its middle and a quarter below. */
static void double_down(const int16_t *const row[TAPS + 1], int n, int16_t *restrict above,
    int16_t *restrict below)
{
    for (int x = 0; x < n; x++) {
        int16_t up = 0, down = 0;
        for (int k = 0; k < TAPS; k++) {
            up = (int16_t)(up + tap[k] * row[k][x]);
            down = (int16_t)(down + tap[k] * row[TAPS - k][x]);
        }
        up = (int16_t)(up >> 6);
        down = (int16_t)(down >> 6);
        above[x] = up < -SWING ? -SWING : up > SWING ? SWING : up;
        below[x] = down < -SWING ? -SWING : down > SWING ? SWING : down;
    }
}

static uint8_t light(int16_t v) { return (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v); }

static void double_across(const int16_t *restrict row, int n, uint8_t *restrict out)
{
    for (size_t x = 0; x < (size_t)n; x++) {
        int16_t left = 32, right = 32;
        for (size_t k = 0; k < TAPS; k++) {
            left = (int16_t)(left + tap[k] * row[x + k]);
            right = (int16_t)(right + tap[k] * row[x + TAPS - k]);
        }
        out[2 * x] = light((int16_t)((left >> 6) + GREY));
        out[2 * x + 1] = light((int16_t)((right >> 6) + GREY));
    }
}

/* The part of a row, or what stands in for it outside the frame. */
static void cut_row(const struct plane *p, int left, int y, int n, int16_t *out)
{
    const uint8_t *row = p->at
                         + (size_t)(y < 0            ? 0
                                    : y >= p->height ? p->height - 1
                                                     : y)
                               * (size_t)p->stride;
    int least = left < 0 ? -left : 0, most = left + n > p->width ? p->width - left : n;
    for (int x = 0; x < least; x++)
        out[x] = (int16_t)(row[0] - GREY);
    for (int x = least; x < most; x++)
        out[x] = (int16_t)(row[left + x] - GREY);
    for (int x = most; x < n; x++)
        out[x] = (int16_t)(row[p->width - 1] - GREY);
}

void plane_double(const struct plane *frame, int left, int top, uint8_t *out, int16_t *rows,
    struct plane *doubled)
{
    enum { SIDE = BLOCK + 2 * MARGIN, EDGE = TAPS / 2, WIDE = SIDE + 2 * EDGE };
    int16_t cut[TAPS + 1][WIDE];
    left -= MARGIN;
    top -= MARGIN;
    for (int y = -EDGE; y < SIDE + EDGE; y++) {
        cut_row(frame, left - EDGE, top + y, WIDE, cut[(y + EDGE) % (TAPS + 1)]);
        if (y < EDGE)
            continue;
        const int16_t *row[TAPS + 1];
        for (int k = 0; k <= TAPS; k++)
            row[k] = cut[(y - EDGE + k) % (TAPS + 1)];
        double_down(row, WIDE, rows, rows + WIDE);
        for (int k = 0; k < 2; k++)
            double_across(rows + (size_t)k * WIDE, SIDE,
                out + (size_t)(2 * (y - EDGE) + k) * DOUBLED);
    }
    *doubled = (struct plane){DOUBLED, DOUBLED, DOUBLED, out, 0.5f, (float)left, (float)top};
}

/* ---- dark and light ---------------------------------------------------------------------- */

enum {
    REACH = 8, /* pixels each side of a pixel whose light is its measure */
    WINDOW = 2 * REACH + 1,
    BIAS = 2, /* grey levels that dark is darker at least */
};

static const uint8_t *row_at(const struct plane *p, int y)
{
    return p->at + (size_t)(y < 0 ? 0 : y >= p->height ? p->height - 1 : y) * (size_t)p->stride;
}

static void columns_move(uint16_t *restrict column, const uint8_t *restrict in,
    const uint8_t *restrict out, int n)
{
    for (int x = 0; x < n; x++)
        column[x] = (uint16_t)(column[x] + in[x] - out[x]);
}

static void add_shifted(uint16_t *restrict out, const uint16_t *restrict in, int shift, int n)
{
    for (int x = 0; x < n; x++)
        out[x] = (uint16_t)(in[x] + in[x + shift]);
}

/*
 * The sums of a window's columns, halved so that they fit. 17 are 16 and one, and 16 are twice 8,
 * and so on; the picture's edge goes on outside. `a` and `b` have room for n + WINDOW; the sums are
 * in `a`.
 */
static void window_sums(const uint16_t *restrict column, int n, uint16_t *restrict a,
    uint16_t *restrict b)
{
    int wide = n + 2 * REACH;
    for (int x = 0; x < REACH; x++) {
        a[x] = column[0] / 2;
        a[n + REACH + x] = column[n - 1] / 2;
    }
    for (int x = 0; x < n; x++)
        a[REACH + x] = column[x] / 2;
    add_shifted(b, a, 1, wide - 1);
    for (int x = 0; x < n; x++) /* the one: 8 to the right */
        a[x] = a[x + 2 * REACH];
    uint16_t *one = a, *two = b;
    for (int x = 0; x < wide - 3; x++) /* forwards, so it may be done in place */
        two[x] = (uint16_t)(two[x] + two[x + 2]);
    for (int x = 0; x < wide - 7; x++)
        two[x] = (uint16_t)(two[x] + two[x + 4]);
    for (int x = 0; x < n; x++)
        one[x] = (uint16_t)(one[x] + two[x] + two[x + 8]);
}

/* `is[x]`: 1 where a pixel is darker than the mean of its window. */
static void compare(const uint8_t *restrict row, const uint16_t *restrict sum, int n,
    uint8_t *restrict is)
{
    for (int x = 0; x < n; x++) {
        uint16_t mean = (uint16_t)(((uint32_t)sum[x] * 454u) >> 16); /* 2 / 289 */
        is[x] = (uint16_t)(row[x] + BIAS) < mean;
    }
}

static void pack(const uint8_t *is, int n, uint64_t *out)
{
    for (int word = 0; word * 64 < n; word++) {
        uint64_t bits = 0;
        int least = n - word * 64 < 64 ? n - word * 64 : 64;
        for (int k = 0; k < least; k += 8) {
            uint64_t eight = 0;
            memcpy(&eight, is + (size_t)word * 64 + (size_t)k,
                least - k < 8 ? (size_t)(least - k) : 8);
            bits |= (eight * 0x0102040810204080u >> 56) << k;
        }
        out[word] = bits;
    }
}

/*
 * Where nothing is rough there is noise: it is no use to follow it. `mask` has a bit a pixel;
 * false: all 0.
 */
static bool mask_row(const struct plane *p, const struct tiles *t, int y, uint64_t *mask)
{
    bool any = false;
    int row = (int)(p->top + ((float)y + 0.5f) * p->scale) / TILE;
    float step = p->scale / TILE;
    row = row < 0 ? 0 : row >= t->height ? t->height - 1 : row;
    for (int x = 0; x < p->width; x++) {
        int at = (int)(p->left / TILE + ((float)x + 0.5f) * step);
        if (t->rough[row * t->width + (at < 0 ? 0 : at >= t->width ? t->width - 1 : at)]) {
            mask[x / 64] |= (uint64_t)1 << (x % 64);
            any = true;
        }
    }
    return any;
}

void plane_darken(const struct plane *p, const struct tiles *tiles, uint16_t *sums,
    struct bits *out)
{
    uint64_t mask[SIDE_MOST / 64];
    uint16_t *window = sums + p->width, *spare = window + p->width + WINDOW;
    uint8_t *is = (uint8_t *)spare;
    /* what is near has flat parts, and is not many */
    int every = p->scale <= 2 ? (int)(TILE / p->scale) : 0;
    out->words = (p->width + 63) / 64;
    memset(sums, 0, sizeof *sums * (size_t)p->width);
    for (int y = -REACH - 1; y < REACH; y++)
        for (int x = 0; x < p->width; x++)
            sums[x] = (uint16_t)(sums[x] + row_at(p, y)[x]);
    bool any = true;
    memset(mask, 0xff, sizeof *mask * (size_t)out->words);
    for (int y = 0; y < p->height; y++) {
        uint64_t *row = out->at + (size_t)y * (size_t)out->words;
        columns_move(sums, row_at(p, y + REACH), row_at(p, y - REACH - 1), p->width);
        if (every > 0 && y % every == 0) {
            memset(mask, 0, sizeof *mask * (size_t)out->words);
            any = mask_row(p, tiles, y, mask);
        }
        if (any) {
            window_sums(sums, p->width, window, spare);
            compare(row_at(p, y), window, p->width, is);
            pack(is, p->width, row);
        }
        for (int k = 0; k < out->words; k++)
            row[k] = any ? row[k] & mask[k] : 0;
    }
}
