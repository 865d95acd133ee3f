/* A camera over a table; see scan_held_view.h. */
#include "scan_held_view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

enum { FINE = 2 }; /* places a pixel, each way */

struct eye {
    float pitch, roll, far, lens, focal, fade; /* far: millimetres to the table's middle */
    int width, height;
};

struct lamp {
    float colour[3], lean_x, lean_y, all;
};

struct seen {
    const struct view_wish *wish;
    struct eye eye;
    struct lamp lamp;
    enum cloth cloth;
    float cloth_light[3], cloth_other[3], cloth_turn, cloth_step;
    uint32_t grain;
};

static float any(uint64_t *c, float least, float most) { return scene_between(c, least, most); }

/* From a place of the sensor to the table, in millimetres from its middle. */
static void to_table(const struct eye *e, float px, float py, float *x, float *y)
{
    float u = (px - (float)e->width / 2) / e->focal, v = (py - (float)e->height / 2) / e->focal;
    const float r = (u * u + v * v) * (1 + e->lens * (u * u + v * v)), k = 1 + e->lens * r;
    u *= k;
    v *= k;
    const float cu = u * cosf(e->roll) - v * sinf(e->roll),
                cv = u * sinf(e->roll) + v * cosf(e->roll);
    /* it stands far·sin before the middle and far·cos above, and looks at the middle */
    const float s = sinf(e->pitch), c = cosf(e->pitch), along = e->far * c / (c - cv * s);
    *x = along * cu;
    *y = along * (s + cv * c) - e->far * s;
}

static struct point to_sensor(const struct eye *e, float x, float y)
{
    struct point p = {(float)e->width / 2, (float)e->height / 2};
    const float scale = e->focal / e->far;
    for (int i = 0; i < 40; i++) {
        float u, v;
        to_table(e, p.x, p.y, &u, &v);
        p.x += 0.7f * scale * ((x - u) * cosf(e->roll) + (y - v) * sinf(e->roll));
        p.y += 0.7f * scale * ((y - v) * cosf(e->roll) - (x - u) * sinf(e->roll));
    }
    return p;
}

/* ---- the table ----------------------------------------------------------------------------- */

static float grain_at(uint32_t seed, int x, int y)
{
    uint32_t h = seed ^ (uint32_t)x * 0x9E3779B1u ^ (uint32_t)y * 0x85EBCA77u;
    h = (h ^ h >> 15) * 0x2C1B3C6Du;
    h = (h ^ h >> 12) * 0x297A2D39u;
    return (float)(h >> 8 & 0xFFFF) / 65535 - 0.5f;
}

static float smooth_grain(uint32_t seed, float x, float y)
{
    const float fx = x - floorf(x), fy = y - floorf(y);
    const int ix = (int)floorf(x), iy = (int)floorf(y);
    return (grain_at(seed, ix, iy) * (1 - fx) + grain_at(seed, ix + 1, iy) * fx) * (1 - fy)
           + (grain_at(seed, ix, iy + 1) * (1 - fx) + grain_at(seed, ix + 1, iy + 1) * fx) * fy;
}

static void cloth_at(const struct seen *s, float x, float y, float out[3])
{
    const float c = cosf(s->cloth_turn), n = sinf(s->cloth_turn), u = c * x + n * y,
                v = c * y - n * x;
    float other = 0, more = 0;
    switch (s->cloth) {
    case CLOTH_FELT: more = 22 * smooth_grain(s->grain, x * 2, y * 2); break;
    case CLOTH_WOOD:
        other = 0.5f
                + 0.5f
                      * sinf((u + 9 * smooth_grain(s->grain, u / 40, v / 160)) * 0.6f
                             / s->cloth_step * 9);
        other *= 0.35f;
        more = 10 * smooth_grain(s->grain, u * 3, v / 4);
        break;
    case CLOTH_CHECKS:
        other = (fmodf(fabsf(u), 2 * s->cloth_step) < s->cloth_step)
                        != (fmodf(fabsf(v), 2 * s->cloth_step) < s->cloth_step)
                    ? 0.4f
                    : 0;
        more = 8 * smooth_grain(s->grain, x * 3, y * 3);
        break;
    case CLOTH_PAPER:
    case CLOTHS: more = 4 * smooth_grain(s->grain, x / 3, y / 3); break;
    }
    for (int k = 0; k < 3; k++)
        out[k] = s->cloth_light[k] * (1 - other) + s->cloth_other[k] * other + more;
}

/* A place of the card; false: not on it. */
static bool on_card(const struct view_card *c, float x, float y, float *u, float *v)
{
    const float dx = x - c->x, dy = y - c->y, n = sinf(c->turn), o = cosf(c->turn);
    *u = (o * dx + n * dy) / c->wide * CARD_WIDE + CARD_WIDE / 2.0f;
    *v = (o * dy - n * dx) / c->high * CARD_HIGH + CARD_HIGH / 2.0f;
    const float cut = 3, a = fmaxf(fmaxf(cut - *u, *u - CARD_WIDE + cut), 0),
                b = fmaxf(fmaxf(cut - *v, *v - CARD_HIGH + cut), 0);
    return *u >= 0 && *v >= 0 && *u < CARD_WIDE && *v < CARD_HIGH && a * a + b * b <= cut * cut;
}

static void print_at(const struct print *p, float u, float v, float out[3])
{
    const int x = (int)(u * DOTS), y = (int)(v * DOTS);
    for (int k = 0; k < 3; k++)
        out[k] = (float)p->at[y < ART_HIGH ? y : ART_HIGH - 1][x < ART_WIDE ? x : ART_WIDE - 1][k];
}

static void finger_over(const struct view_card *c, float u, float v, float out[3])
{
    static const float skin[3] = {214, 156, 130};
    const float n = sinf(c->finger_turn), o = cosf(c->finger_turn), dx = u - c->finger_x,
                dy = v - CARD_HIGH + 13, along = n * dx + o * dy, beside = o * dx - n * dy,
                off = along > 0 ? fabsf(beside) : hypotf(along, beside);
    for (int k = 0; k < 3 && off < 8; k++)
        out[k] = skin[k] * (1 - off * off / 160);
}

/* A card's edge takes light from what lies beside it. */
static void shade(float u, float v, float out[3])
{
    const float wide = 0.7f, dark = 0.3f, dx = fmaxf(fmaxf(-u, u - CARD_WIDE), 0),
                dy = fmaxf(fmaxf(-v, v - CARD_HIGH), 0), off = hypotf(dx, dy);
    for (int k = 0; k < 3 && off < wide; k++)
        out[k] *= 1 - dark * (1 - off / wide);
}

static void light_at(const struct seen *s, const struct view *v, const struct print *print, float x,
    float y, float out[3])
{
    float shine = 0, a, b;
    cloth_at(s, x, y, out);
    for (int i = 0; i < v->count; i++) {
        const struct view_card *c = &v->lies[i];
        if (hypotf(x - c->x, y - c->y) > 0.62f * (c->wide + c->high))
            continue;
        if (!on_card(c, x, y, &a, &b)) {
            shade(a, b, out);
            continue;
        }
        print_at(&print[c->card], a, b, out);
        if (s->wish->finger)
            finger_over(c, a, b, out);
        const float dx = (a - c->glare_x) / 11, dy = (b - c->glare_y) / 6, near = dx * dx + dy * dy;
        shine = s->wish->glare ? 300 / (1 + near * near) : 0;
    }
    const float lean = 1 + s->lamp.lean_x * x + s->lamp.lean_y * y;
    for (int k = 0; k < 3; k++)
        out[k] = (out[k] + shine) * s->lamp.colour[k] * lean * s->lamp.all;
}

/* ---- the sensor ---------------------------------------------------------------------------- */

static float bell(uint64_t *c)
{
    float sum = 0;
    for (int i = 0; i < 4; i++)
        sum += any(c, -1, 1);
    return sum * 0.866f;
}

/* Noise that grows with the light, in a mosaic of red, green, green, blue; then between these. */
static void mosaic(struct colour *p, const float *light, float noise, uint64_t *chance)
{
    const int w = p->width, h = p->height;
    float *raw = malloc((size_t)w * (size_t)h * sizeof *raw);
    for (int i = 0; i < w * h && raw != NULL; i++) {
        const int x = i % w, y = i / w, k = y % 2 == 0 ? x % 2 : 1 + x % 2;
        const float is = light[3 * i + k];
        raw[i] = is + noise * bell(chance) * sqrtf(0.4f + fmaxf(is, 0) / 200);
    }
    for (int i = 0; i < w * h && raw != NULL; i++)
        for (int k = 0; k < 3; k++) {
            float sum = 0, all = 0;
            for (int n = 0; n < 9; n++) {
                const int x = i % w + n % 3 - 1, y = i / w + n / 3 - 1;
                if (x < 0 || y < 0 || x >= w || y >= h || (y % 2 == 0 ? x % 2 : 1 + x % 2) != k)
                    continue;
                const float weight = n == 4 ? 4 : n % 2 ? 2 : 1;
                sum += weight * raw[y * w + x];
                all += weight;
            }
            const float is = all > 0 ? sum / all : 0;
            p->at[3 * i + k] = (uint8_t)(is < 0 ? 0 : is > 255 ? 255 : is + 0.5f);
        }
    free(raw);
}

/* Sharper than it is, as telephones make it; and a JPEG there and back. */
static void finish_picture(struct colour *p, float sharper, int quality)
{
    const int w = p->width, h = p->height;
    uint8_t *was = malloc((size_t)w * (size_t)h * 3);
    unsigned char *jpeg = NULL;
    unsigned long length = 0;
    memcpy(was, p->at, (size_t)w * (size_t)h * 3);
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            for (int k = 0; k < 3; k++) {
                const int i = 3 * (y * w + x) + k;
                const float is = (float)was[i],
                            around = (float)(was[i - 3] + was[i + 3] + was[i - 3 * w]
                                             + was[i + 3 * w])
                                     / 4,
                            v = is + sharper * (is - around);
                p->at[i] = (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
            }
    free(was);
    tjhandle to = tjInitCompress(), from = tjInitDecompress();
    if (tjCompress2(to, p->at, w, 0, h, TJPF_RGB, &jpeg, &length, TJSAMP_420, quality, 0) != 0
        || tjDecompress2(from, jpeg, length, p->at, w, 0, h, TJPF_RGB, 0) != 0)
        abort();
    tjFree(jpeg);
    tjDestroy(to);
    tjDestroy(from);
}

/* ---- all of it ----------------------------------------------------------------------------- */

/* Is all of it in the picture? */
static bool in_sight(const struct eye *e, const struct view_card *l)
{
    enum { EDGE = 6 };
    bool in = true;
    for (int i = 0; i < 4; i++) {
        const float u = (i % 2 ? 0.5f : -0.5f) * l->wide, v = (i / 2 ? 0.5f : -0.5f) * l->high,
                    n = sinf(l->turn), o = cosf(l->turn);
        const struct point p = to_sensor(e, l->x + o * u - n * v, l->y + n * u + o * v);
        in &= p.x > EDGE && p.y > EDGE && p.x < (float)(e->width - EDGE)
              && p.y < (float)(e->height - EDGE);
    }
    return in;
}

static void card_lies(struct view *v, const struct seen *s, int card, float x, float y, float turn,
    uint64_t *c)
{
    const float bigger = s->wish->bigger, wide = bigger > 0 ? bigger : 1;
    struct view_card *l = &v->lies[v->count++];
    *l = (struct view_card){.card = card,
        .x = x,
        .y = y,
        .turn = turn,
        .wide = CARD_WIDE * wide * (bigger > 0 ? any(c, 0.8f, 1.3f) : 1),
        .high = CARD_HIGH * wide * (bigger > 0 ? any(c, 0.8f, 1.3f) : 1),
        .finger_x = any(c, 8, 55),
        .finger_turn = any(c, -0.5f, 0.5f),
        .glare_x = any(c, 10, 53),
        .glare_y = any(c, 10, 78)};
    l->middle = to_sensor(&s->eye, l->x, l->y);
    v->count -= !in_sight(&s->eye, l);
}

/* Apart, in the cells of a grid. */
static void cards_lie(struct view *v, const struct seen *s, int prints, uint64_t *c)
{
    const struct view_wish *w = s->wish;
    const bool rows = w->lay == LAY_ROWS;
    const float wide = w->bigger > 0 ? w->bigger : 1, pitch_x = (rows ? 76 : 112) * wide,
                pitch_y = (rows ? 101 : 112) * wide;
    const int columns = (int)((float)w->width / w->scale / pitch_x),
              lines = (int)((float)w->height / w->scale / pitch_y),
              first = rows ? 0 : (int)scene_below(c, (unsigned)prints);
    for (int i = 0; i < columns * lines && i < prints && i < LIE_MOST; i++)
        card_lies(v, s, (first + i) % prints,
            ((float)(i % columns) - (float)(columns - 1) / 2) * pitch_x,
            ((float)(i / columns) - (float)(lines - 1) / 2) * pitch_y,
            rows ? any(c, -0.04f, 0.04f) : any(c, 0, 6.2832f), c);
}

/*
 * One over another: turned about a point below them (a fan), beside each other, or each from its
 * own seat towards the middle. Either the left ones lie below, or the right ones.
 */
static void cards_overlap(struct view *v, const struct seen *s, int prints, uint64_t *c)
{
    const struct view_wish *w = s->wish;
    const float all = any(c, 0, 6.2832f), below = any(c, 60, 110), way = scene_below(c, 2) ? 1 : -1;
    const int cards = w->lay == LAY_TRICK ? 4 : 4 + (int)scene_below(c, 8),
              first = (int)scene_below(c, (unsigned)prints);
    for (int i = 0; i < cards && i < prints; i++) {
        const float at = way * ((float)i - (float)(cards - 1) / 2);
        float x = 0, y = 0, turn = 0;
        if (w->lay == LAY_FAN) {
            turn = (at + any(c, -0.12f, 0.12f)) * w->step / (below + 30);
            x = (below + any(c, -2, 2)) * sinf(turn);
            y = below * (1 - cosf(turn));
        } else if (w->lay == LAY_SPREAD) {
            turn = any(c, -0.03f, 0.03f);
            x = (at + any(c, -0.12f, 0.12f)) * w->step;
            y = any(c, -2, 2);
        } else {
            turn = (float)i * 1.5708f + any(c, -0.35f, 0.35f);
            x = -any(c, 26, 40) * sinf(turn);
            y = any(c, 26, 40) * cosf(turn);
        }
        card_lies(v, s, (first + 5 * i) % prints, cosf(all) * x - sinf(all) * y,
            sinf(all) * x + cosf(all) * y, turn + all, c);
    }
}

static struct seen look(const struct view_wish *w, uint64_t *c)
{
    static const float warm[3] = {1.06f, 0.84f, 0.55f};
    struct seen s = {.wish = w,
        .eye = {.pitch = w->tilt * 0.0174533f * any(c, 0.85f, 1),
            .roll = any(c, -0.06f, 0.06f) * (w->lay == LAY_ROWS ? 0.3f : 1),
            .lens = any(c, -0.06f, 0.04f),
            .focal = (float)w->width * any(c, 0.75f, 1.1f),
            .fade = any(c, 0, 0.25f),
            .width = w->width,
            .height = w->height},
        .lamp = {.lean_x = any(c, -0.0005f, 0.0005f),
            .lean_y = any(c, -0.0005f, 0.0005f),
            .all = (w->dark > 0 ? w->dark : 1) * any(c, 0.85f, 1.02f)},
        .cloth = (enum cloth)scene_below(c, CLOTHS),
        .cloth_turn = any(c, 0, 3),
        .cloth_step = any(c, 4, 14),
        .grain = (uint32_t)scene_random(c)};
    s.eye.far = s.eye.focal / w->scale;
    for (int k = 0; k < 3; k++) {
        s.lamp.colour[k] = w->warm ? warm[k] : any(c, 0.96f, 1.04f);
        s.cloth_light[k] = any(c, 20, 125);
        s.cloth_other[k] = any(c, 20, 125);
    }
    return s;
}

void view_take(struct view *v, const struct view_wish *wish, const struct print *print, int prints,
    uint64_t *chance)
{
    const struct seen s = look(wish, chance);
    const int w = wish->width, h = wish->height;
    float *light = calloc((size_t)w * (size_t)h * 3, sizeof *light);
    *v = (struct view){.count = 0};
    if (light == NULL || !colour_room((unsigned long)w, (unsigned long)h, &v->picture))
        abort();
    (wish->lay >= LAY_FAN ? cards_overlap : cards_lie)(v, &s, prints, chance);
    if (wish->cards != 0 && wish->cards < v->count)
        v->count = wish->cards > 0 ? wish->cards : 0;
    for (int i = 0; i < w * h * FINE * FINE; i++) {
        const int at = i / (FINE * FINE), n = i % (FINE * FINE);
        const float px = (float)(at % w) + ((float)(n % FINE) + 0.5f) / FINE,
                    py = (float)(at / w) + ((float)(n / FINE) + 0.5f) / FINE,
                    off = hypotf(px - (float)w / 2, py - (float)h / 2) / (float)w;
        float x, y, is[3];
        to_table(&s.eye, px, py, &x, &y);
        light_at(&s, v, print, x, y, is);
        for (int k = 0; k < 3; k++)
            light[3 * at + k] += is[k] * (1 - s.eye.fade * 2 * off * off) / (FINE * FINE);
    }
    mosaic(&v->picture, light, wish->dark > 0 ? any(chance, 6, 10) : any(chance, 2, 5), chance);
    free(light);
    finish_picture(&v->picture, any(chance, 0, 0.6f), 72 + (int)scene_below(chance, 23));
}

void view_clear(struct view *v) { colour_clear(&v->picture); }
