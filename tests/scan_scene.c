/*
 * How a scene is made: every card is a plane in space with a picture on it (back, border, sticker),
 * seen through a pinhole; pixels are averaged over a grid of points in them; then light, blur, noise,
 * and a JPEG there and back.
 */
#include "scan_scene.h"

#include <assert.h>
#include <math.h>
#include <qrencode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

enum { CODE_MOST = 41, PATTERNS = 8 };      /* a side of version 6 */

/* Lengths are modules of the card's own code, from the card's middle. */
struct card {
    float to[9], from[9];           /* card to frame, frame to card */
    float x, y, turn, tilt, axis;   /* pixels, radians */
    float module;                   /* pixels */
    float half_width, half_height;
    float sticker_x, sticker_y, sticker_turn;
    int side;                       /* modules of the code; 0: none */
    uint8_t code[CODE_MOST][CODE_MOST];
    int pattern;
    float period, slant;
    float paper, ink, white, black; /* the back's two colours, the sticker's */
    uint64_t salt;
};

/* ---- chance ------------------------------------------------------------------------------ */

uint64_t scene_random(uint64_t *seed)
{
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return *seed * 2685821657736338717u;
}

unsigned scene_below(uint64_t *seed, unsigned n) { return (unsigned)((scene_random(seed) >> 32) * n >> 32); }

float scene_between(uint64_t *seed, float least, float most)
{
    return least + (most - least) * (float)(scene_random(seed) >> 40) / (float)(1 << 24);
}

static uint64_t sow(uint64_t seed)
{
    uint64_t s = (seed + 1) * 0x9e3779b97f4a7c15u;
    for (int i = 0; i < 4; i++)
        scene_random(&s);
    return s;
}

/* A number between 0 and 1 that belongs to a place. */
static float speckle(uint64_t salt, int x, int y)
{
    uint64_t h = salt ^ ((uint64_t)(uint32_t)x * 0x9e3779b97f4a7c15u) ^ ((uint64_t)(uint32_t)y * 0xc2b2ae3d27d4eb4fu);
    h ^= h >> 29;
    h *= 0xbf58476d1ce4e5b9u;
    h ^= h >> 32;
    return (float)(h >> 40 & 0xffff) / 65535.0f;
}

void scene_deck(struct deck *deck, const struct rulebook *book)
{
    struct why why;
    void *pack = book->deck != NULL ? calloc(1, book->deck->size) : NULL;
    if (pack != NULL)
        rulebook_lay_deck(book, pack);
    if (!deck_make(deck, book, pack, true, &why))
        abort();
    free(pack);
}

/* ---- planes ------------------------------------------------------------------------------ */

static struct point seen(const float m[9], float x, float y)
{
    float w = m[6] * x + m[7] * y + m[8];
    return (struct point){(m[0] * x + m[1] * y + m[2]) / w, (m[3] * x + m[4] * y + m[5]) / w};
}

static void inverse(const float m[9], float out[9])
{
    static const int minor[9][4] = {{4, 8, 5, 7}, {2, 7, 1, 8}, {1, 5, 2, 4}, {5, 6, 3, 8}, {0, 8, 2, 6},
                                    {2, 3, 0, 5}, {3, 7, 4, 6}, {1, 6, 0, 7}, {0, 4, 1, 3}};
    for (int i = 0; i < 9; i++)
        out[i] = m[minor[i][0]] * m[minor[i][1]] - m[minor[i][2]] * m[minor[i][3]];
}

/* A card turned on the table, tilted about an axis in its plane, seen from `far` pixels above. */
static void stand(struct card *c, float far)
{
    float s = c->module, ct = cosf(c->turn), st = sinf(c->turn);
    float ax = cosf(c->axis), ay = sinf(c->axis), k = 1 - cosf(c->tilt), n = sinf(c->tilt);
    float r[2][2] = {{1 - ay * ay * k, ax * ay * k}, {ax * ay * k, 1 - ax * ax * k}};     /* Rodrigues */
    float depth[2] = {-ay * n / far, ax * n / far};
    float flat[2][2] = {{s * ct, -s * st}, {s * st, s * ct}};
    for (int j = 0; j < 2; j++) {
        float u = flat[0][j], v = flat[1][j];
        c->to[6 + j] = depth[0] * u + depth[1] * v;
        c->to[j] = r[0][0] * u + r[0][1] * v + c->x * c->to[6 + j];
        c->to[3 + j] = r[1][0] * u + r[1][1] * v + c->y * c->to[6 + j];
    }
    c->to[2] = c->x;
    c->to[5] = c->y;
    c->to[8] = 1;
    inverse(c->to, c->from);
}

/* From the sticker's own place, modules from its middle, to the card's. */
static struct point on_card(const struct card *c, float x, float y)
{
    float ct = cosf(c->sticker_turn), st = sinf(c->sticker_turn);
    return (struct point){c->sticker_x + ct * x - st * y, c->sticker_y + st * x + ct * y};
}

static struct point code_point(const struct card *c, float x, float y)
{
    struct point p = on_card(c, x, y);
    return seen(c->to, p.x, p.y);
}

/* ---- what is on a card ------------------------------------------------------------------- */

static float blots(uint64_t salt, float x, float y)
{
    int ix = (int)floorf(x), iy = (int)floorf(y);
    float fx = x - (float)ix, fy = y - (float)iy;
    float top = speckle(salt, ix, iy) * (1 - fx) + speckle(salt, ix + 1, iy) * fx;
    float low = speckle(salt, ix, iy + 1) * (1 - fx) + speckle(salt, ix + 1, iy + 1) * fx;
    return top * (1 - fy) + low * fy;
}

static float wrapped(float x, float period) { return x / period - floorf(x / period); }

/* 1 where the back's pattern has ink. */
static float back_ink(const struct card *c, float x, float y)
{
    float u = cosf(c->slant) * x - sinf(c->slant) * y, v = sinf(c->slant) * x + cosf(c->slant) * y;
    float a = wrapped(u, c->period), b = wrapped(v, c->period);
    float ring = fmaxf(fabsf(a - 0.5f), fabsf(b - 0.5f));
    switch (c->pattern) {
    case 1: return a < 0.5f;
    case 2: return (a < 0.5f) != (b < 0.5f);
    case 3: return (a - 0.5f) * (a - 0.5f) + (b - 0.5f) * (b - 0.5f) < 0.09f;
    case 4: return ring < 0.19f || (ring > 0.31f && ring < 0.44f);              /* as finders are */
    case 5: return a < 0.2f || b < 0.2f;
    case 6: return blots(c->salt, u / c->period * 4, v / c->period * 4) > 0.5f;
    case 7: return b > 0.3f && speckle(c->salt, (int)floorf(u / 1.7f), (int)floorf(v / c->period)) > 0.45f;
    default: return 0;
    }
}

static float card_light(const struct card *c, float x, float y)
{
    if (c->side > 0) {
        float ct = cosf(c->sticker_turn), st = sinf(c->sticker_turn), dx = x - c->sticker_x, dy = y - c->sticker_y;
        float half = (float)c->side / 2, u = ct * dx + st * dy + half, v = ct * dy - st * dx + half;
        if (u >= -QUIET && v >= -QUIET && u < (float)(c->side + QUIET) && v < (float)(c->side + QUIET)) {
            bool code = u >= 0 && v >= 0 && u < (float)c->side && v < (float)c->side;
            return code && c->code[(int)v][(int)u] ? c->black : c->white;
        }
    }
    if (fabsf(x) > c->half_width - 3 || fabsf(y) > c->half_height - 3)
        return 0.94f * c->white;
    return c->paper + (c->ink - c->paper) * back_ink(c, x, y);
}

static bool on(const struct card *c, struct point p)
{
    struct point at = seen(c->from, p.x, p.y);
    return fabsf(at.x) <= c->half_width && fabsf(at.y) <= c->half_height;
}

/* ---- laying ------------------------------------------------------------------------------ */

static void print_label(struct card *c, const struct label *label)
{
    c->side = MODULES;
    for (int y = 0; y < MODULES; y++)
        for (int x = 0; x < MODULES; x++)
            c->code[y][x] = label->row[y] >> x & 1;
}

static void print_foreign(struct card *c, uint64_t *seed)
{
    static const char *const most[] = {"HTTPS://EXAMPLE.ORG/", "WIFI:S:HOME;", "12345", "MATMSG:TO:A@B.EXAMPLE;",
                                       "F/ZZ/R", "2026-"};
    char text[64];
    snprintf(text, sizeof text, "%s%u", most[scene_below(seed, 6)], scene_below(seed, 100000));
    QRcode *code = QRcode_encodeString(text, (int)scene_below(seed, 5), scene_below(seed, 2) ? QR_ECLEVEL_L : QR_ECLEVEL_H,
                                       QR_MODE_8, 1);
    assert(code != NULL && code->width <= CODE_MOST);
    c->side = code->width;
    for (int i = 0; i < c->side * c->side; i++)
        c->code[i / c->side][i % c->side] = code->data[i] & 1;
    QRcode_free(code);
}

static void dress(struct card *c, const struct wish *wish, uint64_t *seed)
{
    c->module = wish->module > 0 ? wish->module : 2.5f;
    c->half_width = scene_between(seed, 25, 50);
    c->half_height = c->half_width * 1.4f;
    c->pattern = wish->plain ? 0 : (int)scene_below(seed, PATTERNS);
    c->period = scene_between(seed, 2.5f, 18);
    c->slant = scene_between(seed, 0, 1.6f);
    c->paper = scene_between(seed, 120, 230);
    c->ink = c->paper * scene_between(seed, 0.2f, 0.8f);
    c->white = scene_between(seed, 195, 240);
    c->black = scene_between(seed, 20, 60);
    c->salt = scene_random(seed);
    c->turn = scene_between(seed, -3.1416f, 3.1416f);
    c->tilt = scene_between(seed, 0, wish->tilt < 0 ? 22 : wish->tilt) * 0.0174533f;
    c->axis = scene_between(seed, 0, 6.2832f);
    c->sticker_turn = scene_between(seed, -0.06f, 0.06f);
}

/* Somewhere on its card, in the frame with its quiet zone, and neither on nor under another's sticker. */
static bool lay(struct scene *s, struct card *c, uint64_t *seed)
{
    float half = (float)c->side / 2 + QUIET, w = (float)s->wish.width, h = (float)s->wish.height;
    c->sticker_x = scene_between(seed, -1, 1) * fmaxf(0, c->half_width - half);
    c->sticker_y = scene_between(seed, -1, 1) * fmaxf(0, c->half_height - half);
    c->x = scene_between(seed, 0, w);
    c->y = scene_between(seed, 0, h);
    stand(c, 1.2f * w);
    struct point own[16], p;
    for (int k = 0; k < 16; k++) {
        float along = (float)(k % 4 - 2) / 2 * half;
        own[k] = k < 4 ? code_point(c, along, -half) : k < 8 ? code_point(c, half, along)
               : k < 12 ? code_point(c, -along, half) : code_point(c, -half, -along);
        if (c->side > 0 && (own[k].x < 1 || own[k].y < 1 || own[k].x >= w - 1 || own[k].y >= h - 1))
            return false;
    }
    for (int i = 0; i < s->count && !s->wish.covering; i++) {
        const struct card *o = &s->card[i];
        float reach = (float)o->side / 2 + QUIET;
        for (int k = 0; k < 49 && o->side > 0; k++) {
            p = code_point(o, reach * (float)(k % 7 - 3) / 3, reach * (float)(k / 7 - 3) / 3);
            if (on(c, p))
                return false;
        }
    }
    return true;
}

/* Every card of the deck at most once. */
static int another_label(const struct scene *s, uint64_t *seed)
{
    for (;;) {
        int label = (int)scene_below(seed, (unsigned)s->wish.deck->count);
        bool fresh = true;
        for (int i = 0; i < s->count; i++)
            fresh &= s->placed[i].label != label;
        if (fresh)
            return label;
    }
}

static void add_card(struct scene *s, int kind, uint64_t *seed)
{
    struct card *c = &s->card[s->count];
    struct placed *p = &s->placed[s->count];
    *c = (struct card){.module = 0};
    dress(c, &s->wish, seed);
    p->label = kind;
    if (kind == 0) {
        p->label = another_label(s, seed);
        print_label(c, &s->wish.deck->label[p->label]);
    } else if (kind == -2) {
        print_foreign(c, seed);
    }
    for (int tries = 0; tries < 600; tries++) {
        if (lay(s, c, seed)) {
            s->count++;
            return;
        }
        if (tries % 50 == 49 && c->half_width > 20) {
            c->half_width *= 0.9f;
            c->half_height *= 0.9f;
        }
    }
}

static void add_finger(struct scene *s, int over, uint64_t *seed);

/* ---- the photograph ---------------------------------------------------------------------- */

static void table_light(struct scene *s, float *light, uint64_t *seed)
{
    float base = scene_between(seed, 50, 170), grain = scene_between(seed, 0, 14), step = scene_between(seed, 6, 40);
    uint64_t salt = scene_random(seed);
    float row[16384 / 4];
    for (int y = 0; y < s->wish.height; y++) {
        float v = (float)y / step;
        for (int x = 0; x < s->wish.width; x += 4)
            row[x / 4] = base + grain * (blots(salt, (float)x / step / 6, v) - 0.5f) * 2;
        for (int x = 0; x < s->wish.width; x++)
            light[(size_t)y * (size_t)s->wish.width + (size_t)x] = row[x / 4];
    }
}

static void paint(const struct scene *s, const struct card *c, float *light)
{
    float least_x = 1e9f, least_y = 1e9f, most_x = -1e9f, most_y = -1e9f;
    for (int k = 0; k < 4; k++) {
        struct point p = seen(c->to, k & 1 ? c->half_width : -c->half_width, k & 2 ? c->half_height : -c->half_height);
        least_x = fminf(least_x, p.x), most_x = fmaxf(most_x, p.x);
        least_y = fminf(least_y, p.y), most_y = fmaxf(most_y, p.y);
    }
    int x0 = (int)fmaxf(0, least_x - 1), x1 = (int)fminf((float)s->wish.width, most_x + 2);
    int y0 = (int)fmaxf(0, least_y - 1), y1 = (int)fminf((float)s->wish.height, most_y + 2);
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++) {
            float sum = 0;
            int hit = 0;
            for (int k = 0; k < 16; k++) {
                struct point p = seen(c->from, (float)x + ((float)(k % 4) + 0.5f) / 4, (float)y + ((float)(k / 4) + 0.5f) / 4);
                if (fabsf(p.x) > c->half_width || fabsf(p.y) > c->half_height)
                    continue;
                sum += card_light(c, p.x, p.y);
                hit++;
            }
            float *at = &light[(size_t)y * (size_t)s->wish.width + (size_t)x];
            *at = (sum + *at * (float)(16 - hit)) / 16;
        }
}

/* Brighter towards one side. */
static void shade(const struct scene *s, float *light, uint64_t *seed)
{
    float angle = scene_between(seed, 0, 6.2832f), depth = scene_between(seed, 0, 0.35f);
    float gx = cosf(angle) * depth / (float)s->wish.width, gy = sinf(angle) * depth / (float)s->wish.height;
    for (int y = 0; y < s->wish.height; y++)
        for (int x = 0; x < s->wish.width; x++)
            light[(size_t)y * (size_t)s->wish.width + (size_t)x] *=
                1 - depth / 2 + gx * (float)(x - s->wish.width / 2) + gy * (float)(y - s->wish.height / 2);
}

enum { REACH = 5 };     /* pixels that a Gaussian goes */

static void bell(float k[REACH + 1], float sigma)
{
    float sum = 0;
    for (int i = 0; i <= REACH; i++) {
        k[i] = expf(-(float)(i * i) / (2 * sigma * sigma));
        sum += i == 0 ? k[i] : 2 * k[i];
    }
    for (int i = 0; i <= REACH; i++)
        k[i] /= sum;
}

/* One direction; the picture's edge goes on outside. */
static void blur(const float *restrict at, float *restrict out, int width, int height, bool down, const float k[REACH + 1])
{
    for (int y = 0; y < height; y++) {
        float *to = out + (size_t)y * (size_t)width;
        for (int x = 0; x < width; x++)
            to[x] = 0;
        for (int j = -REACH; j <= REACH; j++) {
            float weight = k[j < 0 ? -j : j];
            int row = down ? y + j : y;
            row = row < 0 ? 0 : row >= height ? height - 1 : row;
            const float *from = at + (size_t)row * (size_t)width;
            int shift = down ? 0 : j, least = shift < 0 ? -shift : 0, most = shift > 0 ? width - shift : width;
            for (int x = 0; x < least; x++)
                to[x] += weight * from[0];
            for (int x = least; x < most; x++)
                to[x] += weight * from[x + shift];
            for (int x = most > least ? most : least; x < width; x++)
                to[x] += weight * from[width - 1];
        }
    }
}

/* Between four pixels; the picture's edge goes on outside. */
static float light_at(const float *light, int width, int height, float x, float y)
{
    x = x < 0 ? 0 : x > (float)(width - 1) ? (float)(width - 1) : x;
    y = y < 0 ? 0 : y > (float)(height - 1) ? (float)(height - 1) : y;
    int left = (int)x, top = (int)y, right = left + (left < width - 1), low = top + (top < height - 1);
    float u = x - (float)left, v = y - (float)top;
    const float *above = light + (size_t)top * (size_t)width, *below = light + (size_t)low * (size_t)width;
    return (1 - v) * ((1 - u) * above[left] + u * above[right]) + v * ((1 - u) * below[left] + u * below[right]);
}

/* All moves evenly along a line while the light comes in; where it is half-way is where it is taken to lie. */
static void move(float *light, int width, int height, float far, uint64_t *seed)
{
    float angle = scene_between(seed, 0, 6.2832f);
    size_t pixels = (size_t)width * (size_t)height;
    float *still = malloc(pixels * sizeof *still);
    int steps = 2 * (int)ceilf(far) + 1;
    assert(still != NULL);
    memcpy(still, light, pixels * sizeof *still);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float sum = 0;
            for (int i = 0; i < steps; i++) {
                float way = ((float)i / (float)(steps - 1) - 0.5f) * far;
                sum += light_at(still, width, height, (float)x + way * cosf(angle), (float)y + way * sinf(angle));
            }
            light[(size_t)y * (size_t)width + (size_t)x] = sum / (float)steps;
        }
    free(still);
}

static void expose(struct grey *out, const float *light, float sigma, uint64_t *seed)
{
    enum { BELL = 16384 };
    float *swing = malloc(BELL * sizeof *swing);
    for (int i = 0; i < BELL; i++) {
        float u = scene_between(seed, 1e-6f, 1), v = scene_between(seed, 0, 6.2832f);
        swing[i] = sqrtf(-2 * logf(u)) * cosf(v) * sigma;
    }
    uint64_t r = 0;
    for (size_t i = 0, n = (size_t)out->width * (size_t)out->height; i < n; i++) {
        if (i % 4 == 0)
            r = scene_random(seed);
        float v = light[i] + swing[r >> (16 * (i % 4)) & (BELL - 1)] + 0.5f;
        out->at[i] = (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
    }
    free(swing);
}

/* A JPEG there and back. */
static void squeeze(struct grey *grey, int quality)
{
    unsigned char *bytes = NULL;
    unsigned long length = 0;
    tjhandle to = tjInitCompress(), from = tjInitDecompress();
    int failed = tjCompress2(to, grey->at, grey->width, grey->stride, grey->height, TJPF_GRAY, &bytes, &length,
                             TJSAMP_GRAY, quality, 0) |
                 tjDecompress2(from, bytes, length, grey->at, grey->width, grey->stride, grey->height, TJPF_GRAY, 0);
    assert(failed == 0);
    (void)failed;
    tjFree(bytes);
    tjDestroy(to);
    tjDestroy(from);
}

static void finish(struct grey *out, float *light, const struct wish *wish, uint64_t *seed)
{
    float sigma = scene_between(seed, 0.45f, 1), noise = scene_between(seed, 2, 8);
    int quality = 75 + (int)scene_below(seed, 21);
    float k[REACH + 1], *other = malloc(sizeof *other * (size_t)out->width * (size_t)out->height);
    assert(other != NULL);
    if (wish->motion > 0)
        move(light, out->width, out->height, wish->motion, seed);
    bell(k, wish->blur > 0 ? wish->blur : sigma);
    blur(light, other, out->width, out->height, false, k);
    blur(other, light, out->width, out->height, true, k);
    free(other);
    expose(out, light, wish->noise > 0 ? wish->noise : noise, seed);
    squeeze(out, wish->quality > 0 ? wish->quality : quality);
}

/* ---- fingers ----------------------------------------------------------------------------- */

/* A finger is a card too: long, without a picture, over a part of a sticker. */
static void add_finger(struct scene *s, int over, uint64_t *seed)
{
    struct card *c = &s->card[s->count];
    *c = (struct card){.module = s->wish.module, .pattern = 6, .period = 60};
    struct point tip = code_point(&s->card[over], scene_between(seed, -9, 9), scene_between(seed, -9, 9));
    c->half_width = scene_between(seed, 3, 7);
    c->half_height = 60;
    c->paper = scene_between(seed, 140, 200);
    c->ink = c->paper - 20;
    c->white = c->paper * 0.75f;                /* its edges are in shade */
    c->turn = scene_between(seed, -3.1416f, 3.1416f);
    c->x = tip.x - sinf(c->turn) * c->half_height * c->module;
    c->y = tip.y + cosf(c->turn) * c->half_height * c->module;
    c->salt = scene_random(seed);
    stand(c, 1.2f * (float)s->wish.width);
    s->placed[s->count++].label = -1;
}

/* ---- the whole --------------------------------------------------------------------------- */

/* Where the codes lie, and how much of them is under cards that were laid later. */
static void tell_what_lies_there(struct scene *s)
{
    for (int i = 0; i < s->count; i++) {
        const struct card *c = &s->card[i];
        float half = (float)c->side / 2;
        int under = 0;
        for (int k = 0; k < 4; k++)
            s->placed[i].corner[k] = code_point(c, k == 0 || k == 3 ? -half : half, k < 2 ? -half : half);
        for (int k = 0; k < c->side * c->side; k++) {
            struct point p = code_point(c, (float)(k % c->side) + 0.5f - half, (float)(k / c->side) + 0.5f - half);
            bool hidden = p.x < 0 || p.y < 0 || p.x >= (float)s->wish.width || p.y >= (float)s->wish.height;
            for (int j = i + 1; j < s->count && !hidden; j++)
                hidden = on(&s->card[j], p);
            under += hidden;
        }
        s->placed[i].covered = c->side > 0 ? (float)under / (float)(c->side * c->side) : 0;
    }
}

void scene_photograph(struct scene *s, uint64_t seed)
{
    uint64_t table = sow(s->seed ^ 0x7ab1e), chance = sow(seed);
    float *light = malloc(sizeof *light * (size_t)s->wish.width * (size_t)s->wish.height);
    assert(light != NULL && s->wish.width <= 16384);
    table_light(s, light, &table);
    for (int i = 0; i < s->count; i++)
        paint(s, &s->card[i], light);
    shade(s, light, &table);
    /* the lens and the file are the table's, the noise is the photograph's */
    struct wish wish = s->wish;
    float sigma = scene_between(&table, 0.45f, 1), noise = scene_between(&table, 2, 8);
    wish.blur = wish.blur > 0 ? wish.blur : sigma;
    wish.noise = wish.noise > 0 ? wish.noise : noise;
    wish.quality = wish.quality > 0 ? wish.quality : 75 + (int)scene_below(&table, 21);
    finish(&s->grey, light, &wish, &chance);
    free(light);
    tell_what_lies_there(s);
}

void scene_make(struct scene *s, const struct wish *wish, uint64_t seed)
{
    *s = (struct scene){.wish = *wish, .seed = seed, .card = calloc(SCENE_CARDS, sizeof *s->card)};
    s->wish.width = wish->width > 0 ? wish->width : 1920;
    s->wish.height = wish->height > 0 ? wish->height : 1080;
    s->wish.tilt = wish->tilt < 0 ? 22 : wish->tilt;
    s->grey = (struct grey){s->wish.width, s->wish.height, s->wish.width,
                            malloc((size_t)s->wish.width * (size_t)s->wish.height)};
    assert(s->card != NULL && s->grey.at != NULL);
    uint64_t chance = sow(seed);
    for (int i = 0; i < wish->bare && s->count < SCENE_CARDS; i++)
        add_card(s, -1, &chance);
    for (int i = 0; i < wish->foreign && s->count < SCENE_CARDS; i++)
        add_card(s, -2, &chance);
    for (int i = 0; i < wish->cards && s->count < SCENE_CARDS; i++)
        add_card(s, 0, &chance);
    int stickers = s->count;
    for (int i = 0; i < wish->fingers && s->count < SCENE_CARDS; i++) {
        int over = (int)scene_below(&chance, (unsigned)stickers);
        if (s->card[over].side > 0)
            add_finger(s, over, &chance);
    }
    scene_photograph(s, seed ^ 0xf07011);
}

void scene_clear(struct scene *s)
{
    free(s->card);
    free(s->grey.at);
    *s = (struct scene){.count = 0};
}

void scene_take(struct scene *s, int n)
{
    s->count--;
    for (int i = n; i < s->count; i++) {
        s->card[i] = s->card[i + 1];
        s->placed[i] = s->placed[i + 1];
    }
}

void scene_move(struct scene *s, int n, float x, float y)
{
    s->card[n].x += x;
    s->card[n].y += y;
    stand(&s->card[n], 1.2f * (float)s->wish.width);
}

/* ---- traps ------------------------------------------------------------------------------- */

static float trap_light(enum trap kind, const struct card *c, float x, float y)
{
    float u = cosf(c->slant) * x - sinf(c->slant) * y, v = sinf(c->slant) * x + cosf(c->slant) * y;
    switch (kind) {
    case TRAP_LATTICE: return speckle(c->salt, (int)floorf(u / c->module), (int)floorf(v / c->module)) > 0.5f;
    case TRAP_FINDERS:  {                         /* finders wherever a code's could be, and chance between them */
        float m = c->module, a = wrapped(u, 14 * m) * 14, b = wrapped(v, 14 * m) * 14;
        float ring = fmaxf(fabsf(a - 3.5f), fabsf(b - 3.5f));
        if (ring > 4.5f)
            return speckle(c->salt, (int)floorf(u / m), (int)floorf(v / m)) > 0.5f;
        return ring < 1.5f || (ring > 2.5f && ring < 3.5f);
    }
    case TRAP_TEXT: {
        float line = wrapped(v, 9 * c->module);
        return line < 0.6f && speckle(c->salt, (int)floorf(u / c->module), (int)floorf(v / c->module)) > 0.6f;
    }
    case TRAP_CHECKS: return (wrapped(u, 2 * c->module) < 0.5f) != (wrapped(v, 2 * c->module) < 0.5f);
    case TRAP_RINGS: {
        float m = 14 * c->module, a = wrapped(u, m) - 0.5f, b = wrapped(v, m) - 0.5f, r = sqrtf(a * a + b * b) * 14;
        return r < 1.6f || (r > 2.6f && r < 3.7f);
    }
    case TRAP_BLOTS: return blots(c->salt, u / c->module / 2, v / c->module / 2) > 0.5f;
    case TRAP_NOISE:
    case TRAPS: break;
    }
    return speckle(c->salt, (int)x, (int)y);
}

void trap_make(struct grey *out, enum trap kind, int width, int height, uint64_t seed)
{
    uint64_t chance = sow(seed);
    struct card c = {.module = scene_between(&chance, 1.5f, 6), .slant = scene_between(&chance, 0, 1.6f),
                     .salt = scene_random(&chance), .white = scene_between(&chance, 150, 240)};
    c.black = c.white * scene_between(&chance, 0.1f, 0.7f);
    *out = (struct grey){width, height, width, malloc((size_t)width * (size_t)height)};
    float *light = malloc(sizeof *light * (size_t)width * (size_t)height);
    assert(out->at != NULL && light != NULL);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float ink = 0;
            for (int k = 0; k < 4; k++)
                ink += trap_light(kind, &c, (float)x + 0.5f * (float)(k & 1), (float)y + 0.25f * (float)(k & 2)) / 4;
            light[(size_t)y * (size_t)width + (size_t)x] = c.white + (c.black - c.white) * ink;
        }
    finish(out, light, &(struct wish){.cards = 0}, &chance);
    free(light);
}

/* ---- phones ------------------------------------------------------------------------------ */

/*
 * The standard says of every value on which side the first row is seen, and on which the first column. So a
 * kept pixel is put where its row and its column are seen.
 */
void phone_keeps(struct grey *stored, const struct grey *seen, int turn)
{
    static const char sides[9][3] = {"", "TL", "TR", "BR", "BL", "LT", "RT", "RB", "LB"};   /* row, column */
    const char *side = sides[turn];
    bool across = side[0] == 'L' || side[0] == 'R';
    int width = across ? seen->height : seen->width, height = across ? seen->width : seen->height;
    *stored = (struct grey){width, height, width, malloc((size_t)width * (size_t)height)};
    for (int row = 0; row < height; row++)
        for (int column = 0; column < width; column++) {
            int at[2] = {row, column}, x = 0, y = 0;
            for (int i = 0; i < 2; i++) {
                x = side[i] == 'L' ? at[i] : side[i] == 'R' ? seen->width - 1 - at[i] : x;
                y = side[i] == 'T' ? at[i] : side[i] == 'B' ? seen->height - 1 - at[i] : y;
            }
            stored->at[row * width + column] = seen->at[(size_t)y * (size_t)seen->stride + (size_t)x];
        }
}

/* Two entries, the second is Orientation. */
size_t phone_says(uint8_t *out, int turn, bool little)
{
    static const uint8_t big[] = "MM\0*\0\0\0\10" "\0\2" "\1\0\0\4\0\0\0\1\0\0\0\100" "\1\022\0\3\0\0\0\1\0\0\0\0" "\0\0\0";
    static const uint8_t small[] = "II*\0\10\0\0\0" "\2\0" "\0\1\4\0\1\0\0\0\100\0\0\0" "\022\1\3\0\1\0\0\0\0\0\0\0" "\0\0\0";
    memcpy(out, little ? small : big, sizeof big);
    out[30 + !little] = (uint8_t)turn;
    return sizeof big;
}

uint8_t *phone_file(const uint8_t *jpeg, size_t *length, int turn, bool little)
{
    enum { HEAD = 10 };
    uint8_t exif[EXIF_ROOM];
    size_t size = phone_says(exif, turn, little);
    const uint8_t head[HEAD] = {0xFF, 0xE1, 0, (uint8_t)(size + HEAD - 2), 'E', 'x', 'i', 'f', 0, 0};
    uint8_t *out = malloc(*length + HEAD + size);
    memcpy(out, jpeg, 2);
    memcpy(out + 2, head, HEAD);
    memcpy(out + 2 + HEAD, exif, size);
    memcpy(out + 2 + HEAD + size, jpeg + 2, *length - 2);
    *length += HEAD + size;
    return out;
}
