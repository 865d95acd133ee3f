/*
 * How a scene is made: every card is a sheet in space with a picture on it (back, border, sticker),
 * seen through a lens (scan_view.c); pixels are averaged over a grid of points in them; then a
 * photograph is taken of that light (scan_photo.c).
 */
#include "scan_scene.h"
#include "scan_photo.h"
#include "scan_view.h"

#include <assert.h>
#include <math.h>
#include <qrencode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CODE_MOST = 41, PATTERNS = 8 }; /* a side of version 6 */

/* Lengths are modules of the card's own code, from the card's middle. */
struct card {
    struct view view;
    struct pose_wish pose;
    bool finger; /* round at its upper end */
    /* in the shadow where x, y on this side of a line; a highlight: x, y, size, light */
    float dull[3], glare[4];
    float half_width, half_height;
    float sticker_x, sticker_y;
    struct point sticker_turn, slant; /* cosine and sine */
    int side;                         /* modules of the code; 0: none */
    uint8_t code[CODE_MOST][CODE_MOST];
    int pattern;
    float period;
    float paper, ink, white, black; /* the back's two colours, the sticker's */
    uint64_t salt;
};

static struct point direction(float angle) { return (struct point){cosf(angle), sinf(angle)}; }

/* A number between 0 and 1 that belongs to a place. */
static float speckle(uint64_t salt, int x, int y)
{
    uint64_t h = salt ^ ((uint64_t)(uint32_t)x * 0x9e3779b97f4a7c15u)
                 ^ ((uint64_t)(uint32_t)y * 0xc2b2ae3d27d4eb4fu);
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

/* A card turned on the table, tilted about an axis in its plane. */
static void stand(const struct scene *s, struct card *c)
{
    float w = (float)s->wish.width, h = (float)s->wish.height, corner = hypotf(w, h) / 2;
    c->pose.half = c->half_width;
    view_stand(&c->view, &(struct scan_lens){w / 2, h / 2, w, s->wish.lens, corner}, &c->pose);
}

/* From the sticker's own place, modules from its middle, to the card's. */
static struct point on_card(const struct card *c, float x, float y)
{
    float ct = c->sticker_turn.x, st = c->sticker_turn.y;
    return (struct point){c->sticker_x + ct * x - st * y, c->sticker_y + st * x + ct * y};
}

static struct point code_point(const struct card *c, float x, float y)
{
    struct point p = on_card(c, x, y);
    return view_to(&c->view, p.x, p.y);
}

/* ---- what is on a card ------------------------------------------------------------------- */

/* floorf() without a call, for points of a scene. */
static int whole(float x)
{
    const int towards_zero = (int)x;
    return towards_zero - (x < (float)towards_zero);
}

static float blots(uint64_t salt, float x, float y)
{
    int ix = whole(x), iy = whole(y);
    float fx = x - (float)ix, fy = y - (float)iy;
    float top = speckle(salt, ix, iy) * (1 - fx) + speckle(salt, ix + 1, iy) * fx;
    float low = speckle(salt, ix, iy + 1) * (1 - fx) + speckle(salt, ix + 1, iy + 1) * fx;
    return top * (1 - fy) + low * fy;
}

static float wrapped(float x, float period)
{
    const float times = x / period;
    return times - (float)whole(times);
}

/* 1 where the back's pattern has ink. */
static float back_ink(const struct card *c, float x, float y)
{
    if (c->pattern == 0)
        return 0;
    float u = c->slant.x * x - c->slant.y * y, v = c->slant.y * x + c->slant.x * y;
    float a = wrapped(u, c->period), b = wrapped(v, c->period);
    float ring = fmaxf(fabsf(a - 0.5f), fabsf(b - 0.5f));
    switch (c->pattern) {
    case 1: return a < 0.5f;
    case 2: return (a < 0.5f) != (b < 0.5f);
    case 3: return (a - 0.5f) * (a - 0.5f) + (b - 0.5f) * (b - 0.5f) < 0.09f;
    case 4: return ring < 0.19f || (ring > 0.31f && ring < 0.44f); /* as finders are */
    case 5: return a < 0.2f || b < 0.2f;
    case 6: return blots(c->salt, u / c->period * 4, v / c->period * 4) > 0.5f;
    case 7:
        return b > 0.3f
               && speckle(c->salt, (int)floorf(u / 1.7f), (int)floorf(v / c->period)) > 0.45f;
    default: return 0;
    }
}

static float card_paper(const struct card *c, float x, float y)
{
    if (c->side > 0) {
        float ct = c->sticker_turn.x, st = c->sticker_turn.y, dx = x - c->sticker_x,
              dy = y - c->sticker_y;
        float half = (float)c->side / 2, u = ct * dx + st * dy + half, v = ct * dy - st * dx + half;
        if (u >= -QUIET && v >= -QUIET && u < (float)(c->side + QUIET)
            && v < (float)(c->side + QUIET)) {
            bool code = u >= 0 && v >= 0 && u < (float)c->side && v < (float)c->side;
            return code && c->code[(int)v][(int)u] ? c->black : c->white;
        }
    }
    if (fabsf(x) > c->half_width - 3 || fabsf(y) > c->half_height - 3)
        return 0.94f * c->white;
    return c->paper + (c->ink - c->paper) * back_ink(c, x, y);
}

/* What a highlight adds there. */
static float dazzle(const struct card *c, float x, float y)
{
    if (!(c->glare[3] > 0))
        return 0;
    float far = hypotf(x - c->glare[0], y - c->glare[1]);
    return c->glare[3] * expf(-far * far / (c->glare[2] * c->glare[2]));
}

static float card_light(const struct card *c, float x, float y)
{
    float light = card_paper(c, x, y);
    if (c->dull[0] * x + c->dull[1] * y < c->dull[2])
        light *= 0.42f;
    return light + dazzle(c, x, y);
}

/* Is less than half left of what tells dark from light in a module of this card's code? */
static bool is_dazzled(const struct card *c, int column, int row)
{
    float half = (float)c->side / 2, u = (float)column + 0.5f - half, v = (float)row + 0.5f - half;
    float x = c->sticker_x + c->sticker_turn.x * u - c->sticker_turn.y * v;
    float y = c->sticker_y + c->sticker_turn.y * u + c->sticker_turn.x * v;
    float more = dazzle(c, x, y), white = fminf(255, c->white + more),
          black = fminf(255, c->black + more);
    return white - black < 0.5f * (c->white - c->black);
}

/* Is this point of its plane on the card? */
static bool covers(const struct card *c, float x, float y)
{
    if (c->finger && y < c->half_width - c->half_height)
        return hypotf(x, y + c->half_height - c->half_width) <= c->half_width;
    return fabsf(x) <= c->half_width && fabsf(y) <= c->half_height;
}

static bool on(const struct card *c, struct point p)
{
    struct point at = view_from(&c->view, p);
    return covers(c, at.x, at.y);
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
    static const char *const most[] = {"HTTPS://EXAMPLE.ORG/", "WIFI:S:HOME;", "12345",
        "MATMSG:TO:A@B.EXAMPLE;", "F/ZZ/R", "2026-"};
    char text[64];
    snprintf(text, sizeof text, "%s%u", most[scene_below(seed, 6)], scene_below(seed, 100000));
    QRcode *code = QRcode_encodeString(text, (int)scene_below(seed, 5),
        scene_below(seed, 2) ? QR_ECLEVEL_L : QR_ECLEVEL_H, QR_MODE_8, 1);
    assert(code != NULL && code->width <= CODE_MOST);
    c->side = code->width;
    for (int i = 0; i < c->side * c->side; i++)
        c->code[i / c->side][i % c->side] = code->data[i] & 1;
    QRcode_free(code);
}

/* Is there a module here that tells what a code says? */
static bool tells(int x, int y)
{
    return x != 6 && y != 6 && !(x < 9 && y < 9) && !(x > 12 && y < 9) && !(x < 9 && y > 12);
}

/*
 * Made to be taken for a card: its code with a part of what it says drawn by chance, at one side or
 * anywhere, or a right code that says nearly the same. No decoder could mend it.
 */
static void print_near(struct card *c, const struct label *label, uint64_t *seed)
{
    unsigned kind = scene_below(seed, 3);
    char text[PAYLOAD_MOST + 1];
    float turn = scene_between(seed, 0, 6.2832f), by = scene_between(seed, -3, 3),
          share = scene_between(seed, 0.35f, 0.8f);
    print_label(c, label);
    if (kind == 2) {
        memcpy(text, label->payload, sizeof text);
        text[2] = (char)('A' + scene_below(seed, 26));
        text[3] = 'Q';
        QRcode *code = QRcode_encodeString(text, 1, QR_ECLEVEL_H, QR_MODE_8, 1);
        for (int i = 0; i < MODULES * MODULES; i++)
            c->code[i / MODULES][i % MODULES] = code->data[i] & 1;
        QRcode_free(code);
    }
    for (int flipped = 0, tries = 0; kind < 2 && flipped < 40 && tries < 20; tries++)
        for (int i = 0; i < MODULES * MODULES; i++) {
            int x = i % MODULES, y = i / MODULES;
            bool there = kind == 1
                             ? scene_between(seed, 0, 1) < share
                             : cosf(turn) * (float)(x - 10) + sinf(turn) * (float)(y - 10) < by;
            if (tells(x, y) && there && c->code[y][x] == (label->row[y] >> x & 1)
                && scene_below(seed, 2)) {
                c->code[y][x] ^= 1;
                flipped++;
            }
        }
}

static void dress(struct card *c, const struct wish *wish, float axis, uint64_t *seed)
{
    c->half_width = scene_between(seed, 25, 50);
    c->half_height = c->half_width * 1.4f;
    c->pattern = wish->plain ? 0 : (int)scene_below(seed, PATTERNS);
    c->period = scene_between(seed, 2.5f, 18);
    c->slant = direction(scene_between(seed, 0, 1.6f));
    c->paper = scene_between(seed, 120, 230);
    c->ink = c->paper * scene_between(seed, 0.2f, 0.8f);
    c->white = scene_between(seed, 195, 240);
    c->black = scene_between(seed, 20, 60);
    c->salt = scene_random(seed);
    c->pose = (struct pose_wish){.module = wish->module > 0 ? wish->module : 2.5f,
        .turn = scene_between(seed, -3.1416f, 3.1416f)};
    c->pose.tilt = scene_between(seed, 0, wish->tilt < 0 ? 22 : wish->tilt) * 0.0174533f;
    c->pose.axis = scene_between(seed, 0, 6.2832f);
    if (wish->slant > 0) {
        c->pose.tilt = wish->slant * 0.0174533f;
        c->pose.axis = axis;
    }
    c->pose.bow = scene_below(seed, 2) ? wish->bow : -wish->bow;
    c->sticker_turn = direction(scene_between(seed, -0.06f, 0.06f));
}

/* What falls on its sticker. */
static void light_up(struct card *c, const struct wish *wish, uint64_t *seed)
{
    float turn = scene_between(seed, 0, 6.2832f), by = scene_between(seed, -6, 6);
    if (wish->shadow) {
        c->dull[0] = cosf(turn);
        c->dull[1] = sinf(turn);
        c->dull[2] = c->dull[0] * c->sticker_x + c->dull[1] * c->sticker_y + by;
    }
    c->glare[0] = c->sticker_x + scene_between(seed, -9, 9);
    c->glare[1] = c->sticker_y + scene_between(seed, -9, 9);
    c->glare[2] = scene_between(seed, 4, 8);
    c->glare[3] = 300 * wish->glare;
}

/*
 * Somewhere on its card, in the frame with its quiet zone, and neither on nor under another's
 * sticker.
 */
static bool lay(struct scene *s, struct card *c, uint64_t *seed)
{
    float half = (float)c->side / 2 + QUIET, w = (float)s->wish.width, h = (float)s->wish.height;
    c->sticker_x = scene_between(seed, -1, 1) * fmaxf(0, c->half_width - half);
    c->sticker_y = scene_between(seed, -1, 1) * fmaxf(0, c->half_height - half);
    c->pose.middle.x = scene_between(seed, 0, w);
    c->pose.middle.y = scene_between(seed, 0, h);
    stand(s, c);
    struct point own[16], p;
    for (int k = 0; k < 16; k++) {
        float along = (float)(k % 4 - 2) / 2 * half;
        own[k] = k < 4    ? code_point(c, along, -half)
                 : k < 8  ? code_point(c, half, along)
                 : k < 12 ? code_point(c, -along, half)
                          : code_point(c, -half, -along);
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
    *c = (struct card){.side = 0};
    dress(c, &s->wish, s->axis, seed);
    p->label = kind;
    p->near = -1;
    if (kind == 0) {
        p->label = another_label(s, seed);
        print_label(c, &s->wish.deck->label[p->label]);
    } else if (kind == -3) {
        p->near = (int)scene_below(seed, (unsigned)s->wish.deck->count);
        print_near(c, &s->wish.deck->label[p->near], seed);
        p->label = -2;
    } else if (kind == -2) {
        print_foreign(c, seed);
    }
    for (int tries = 0; tries < 600; tries++) {
        if (lay(s, c, seed)) {
            light_up(c, &s->wish, seed);
            s->count++;
            return;
        }
        if (tries % 50 == 49 && c->half_width > 20) {
            c->half_width *= 0.9f;
            c->half_height *= 0.9f;
        }
    }
}

/*
 * A hand of cards, 63 × 88 mm, turned about a point below them; each lies on the one before. The
 * sticker, whose code is 15.1 mm, is in the corner that is seen; or it is a strip at the edge.
 */
static void add_fan(struct scene *s, int cards, uint64_t *seed)
{
    const float each = (s->wish.strip > 0 ? s->wish.strip : 15.1f) / MODULES,
                gap = s->wish.strip > 0 ? 0 : 1.5f;
    float half_width = 31.5f / each, half_height = 44 / each, half = (float)MODULES / 2 + QUIET;
    float below = half_height + 30 / each, reach = below + half_height - half;
    float step = s->wish.fan / each / reach, base = scene_between(seed, -3.1416f, 3.1416f);
    struct card first = {.side = 0};
    dress(&first, &s->wish, s->axis, seed);
    first.pose.middle = (struct point){(float)s->wish.width / 2, (float)s->wish.height / 2};
    first.pose.turn = base;
    first.pose.bow = 0;
    stand(s, &first);
    for (int i = 0; i < cards && s->count < SCENE_CARDS; i++) {
        struct card *c = &s->card[s->count];
        float turn = step * ((float)i - (float)(cards - 1) / 2)
                     + scene_between(seed, -0.1f, 0.1f) * step;
        *c = (struct card){.side = 0};
        dress(c, &s->wish, s->axis, seed);
        c->half_width = half_width;
        c->half_height = half_height;
        c->sticker_x = half + gap - half_width;
        c->sticker_y = half + 1.5f - half_height;
        view_beside(&c->view, &first.view, sinf(turn) * below, 0.85f * reach - cosf(turn) * below,
            turn);
        light_up(c, &s->wish, seed);
        s->placed[s->count].label = another_label(s, seed);
        s->placed[s->count].near = -1;
        print_label(c, &s->wish.deck->label[s->placed[s->count].label]);
        s->count++;
    }
}

/* ---- the photograph ---------------------------------------------------------------------- */

static void table_light(struct scene *s, float *light, uint64_t *seed)
{
    float base = scene_between(seed, 50, 170), grain = scene_between(seed, 0, 14),
          step = scene_between(seed, 6, 40);
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

/* The pixels that a card may be seen in: `out` is left, top, right, bottom. */
static void reach_of(const struct scene *s, const struct card *c, int out[4])
{
    float least_x = 1e9f, least_y = 1e9f, most_x = -1e9f, most_y = -1e9f;
    for (int k = 0; k < 25; k++) {
        struct point p = view_to(&c->view, (float)(k % 5 - 2) / 2 * c->half_width,
            (float)(k / 5 - 2) / 2 * c->half_height);
        least_x = fminf(least_x, p.x), most_x = fmaxf(most_x, p.x);
        least_y = fminf(least_y, p.y), most_y = fmaxf(most_y, p.y);
    }
    out[0] = (int)fmaxf(0, least_x - 8);
    out[1] = (int)fmaxf(0, least_y - 8);
    out[2] = (int)fminf((float)s->wish.width, most_x + 9);
    out[3] = (int)fminf((float)s->wish.height, most_y + 9);
}

/*
 * What a pixel has of a card, between the points of it at three corners: within a pixel it is as
 * good as flat.
 */
static void paint_pixel(const struct card *c, struct point at, struct point right, struct point low,
    float *to)
{
    float sum = 0, reach = fabsf(right.x - at.x) + fabsf(right.y - at.y) + fabsf(low.x - at.x)
                           + fabsf(low.y - at.y);
    int hit = 0;
    if (fabsf(at.x) > c->half_width + reach || fabsf(at.y) > c->half_height + reach)
        return;
    for (int k = 0; k < 16; k++) {
        float u = ((float)(k % 4) + 0.5f) / 4, v = ((float)(k / 4) + 0.5f) / 4;
        float px = at.x + u * (right.x - at.x) + v * (low.x - at.x),
              py = at.y + u * (right.y - at.y) + v * (low.y - at.y);
        if (covers(c, px, py)) {
            sum += card_light(c, px, py);
            hit++;
        }
    }
    *to = (sum + *to * (float)(16 - hit)) / 16;
}

/* The points of a card, and of its plane, that are seen in a row of pixels. */
static void row_points(const struct card *c, int left, int right, int y, struct point *out)
{
    for (int x = left; x <= right; x++)
        out[x - left] = view_from(&c->view, (struct point){(float)x, (float)y});
}

static void paint(const struct scene *s, const struct card *c, float *light)
{
    int box[4];
    reach_of(s, c, box);
    if (box[0] >= box[2])
        return;
    size_t wide = (size_t)(box[2] - box[0]) + 1;
    struct point *row = malloc(2 * wide * sizeof *row), *next = row + wide;
    assert(row != NULL);
    row_points(c, box[0], box[2], box[1], row);
    for (int y = box[1]; y < box[3]; y++) {
        row_points(c, box[0], box[2], y + 1, next);
        float *to = &light[(size_t)y * (size_t)s->wish.width + (size_t)box[0]];
        for (size_t x = 0; x + 1 < wide; x++)
            paint_pixel(c, row[x], row[x + 1], next[x], &to[x]);
        memcpy(row, next, wide * sizeof *row);
    }
    free(row);
}

/* Brighter towards one side. */
static void shade(const struct scene *s, float *light, uint64_t *seed)
{
    float angle = scene_between(seed, 0, 6.2832f), depth = scene_between(seed, 0, 0.35f);
    float gx = cosf(angle) * depth / (float)s->wish.width,
          gy = sinf(angle) * depth / (float)s->wish.height;
    for (int y = 0; y < s->wish.height; y++)
        for (int x = 0; x < s->wish.width; x++)
            light[(size_t)y * (size_t)s->wish.width + (size_t)x] *=
                1 - depth / 2 + gx * (float)(x - s->wish.width / 2)
                + gy * (float)(y - s->wish.height / 2);
}
/* ---- fingers ----------------------------------------------------------------------------- */

/*
 * A finger is a card too: long, without a picture, over a part of a sticker; its tip is seen at
 * `tip`.
 */
static void lay_finger(struct scene *s, struct point tip)
{
    struct card *c = &s->card[s->count];
    c->pose.middle = tip;
    stand(s, c);
    struct point end = view_to(&c->view, 0, c->half_height);
    c->pose.middle = end;
    stand(s, c);
}

static void begin_finger(struct scene *s, int over, uint64_t *seed)
{
    struct card *c = &s->card[s->count];
    *c = (struct card){.finger = true,
        .sticker_turn = {1, 0},
        .slant = {1, 0},
        .pattern = 6,
        .period = 60,
        .pose = s->card[over].pose};
    c->half_width = scene_between(seed, 6, 10);
    c->half_height = 60;
    c->paper = scene_between(seed, 140, 200);
    c->ink = c->paper - 20;
    c->white = c->paper * 0.75f; /* its edges are in shade */
    c->pose.turn = scene_between(seed, -3.1416f, 3.1416f);
    c->pose.bow = 0;
    c->salt = scene_random(seed);
    s->placed[s->count].label = s->placed[s->count].near = -1;
}

static void add_finger(struct scene *s, int over, uint64_t *seed)
{
    begin_finger(s, over, seed);
    s->card[s->count].half_width /= 2;
    lay_finger(s,
        code_point(&s->card[over], scene_between(seed, -9, 9), scene_between(seed, -9, 9)));
    s->count++;
}

static float covered_by(const struct card *c, const struct card *finger)
{
    int under = 0, all = c->side * c->side;
    float half = (float)c->side / 2;
    for (int k = 0; k < all; k++)
        under += on(finger,
            code_point(c, (float)(k % c->side) + 0.5f - half, (float)(k / c->side) + 0.5f - half));
    return (float)under / (float)all;
}

/* Comes from beyond a corner, and goes as far as it is asked for. */
static void add_finger_at(struct scene *s, int over, uint64_t *seed)
{
    struct card *c = &s->card[over], *finger = &s->card[s->count];
    unsigned corner = scene_below(seed, 4);
    float x = corner & 1 ? 1 : -1, y = corner & 2 ? 1 : -1, aside = scene_between(seed, -4, 4);
    begin_finger(s, over, seed);
    struct point in = code_point(c, x * 10, y * 10), out = code_point(c, x * 20, y * 20);
    finger->pose.turn = atan2f(out.y - in.y, out.x - in.x) - 1.5708f
                        + scene_between(seed, -0.5f, 0.5f);
    for (float far = 16; far > -10; far -= 0.25f) {
        lay_finger(s, code_point(c, x * far + y * aside, y * far - x * aside));
        if (covered_by(c, finger) >= s->wish.finger)
            break;
    }
    s->count++;
}

/* ---- the whole --------------------------------------------------------------------------- */

/*
 * Is the middle of a module of this card's code under something that was laid later, or outside the
 * picture?
 */
static bool is_hidden(const struct scene *s, int n, int column, int row)
{
    const struct card *c = &s->card[n];
    float half = (float)c->side / 2;
    struct point p = code_point(c, (float)column + 0.5f - half, (float)row + 0.5f - half);
    bool hidden = p.x < 0 || p.y < 0 || p.x >= (float)s->wish.width || p.y >= (float)s->wish.height;
    for (int j = n + 1; j < s->count && !hidden; j++)
        hidden = on(&s->card[j], p);
    return hidden;
}

/*
 * Where the codes lie, how much of them is under cards that were laid later, and what is seen of
 * near ones' difference.
 */
static void tell_what_lies_there(struct scene *s)
{
    for (int i = 0; i < s->count; i++) {
        const struct card *c = &s->card[i];
        struct placed *placed = &s->placed[i];
        float half = (float)c->side / 2;
        int under = 0;
        for (int k = 0; k < 4; k++)
            placed->corner[k] = code_point(c, k == 0 || k == 3 ? -half : half,
                k < 2 ? -half : half);
        for (int k = 0; k < 4 && s->wish.mirrored; k++)
            placed->corner[k].x = (float)s->wish.width - placed->corner[k].x;
        placed->differs = 0;
        for (int k = 0; k < c->side * c->side; k++) {
            int x = k % c->side, y = k / c->side;
            bool hidden = is_hidden(s, i, x, y);
            bool differs = placed->near >= 0
                           && c->code[y][x] != (s->wish.deck->label[placed->near].row[y] >> x & 1);
            under += hidden;
            placed->differs += differs && !hidden && !is_dazzled(c, x, y);
        }
        placed->covered = c->side > 0 ? (float)under / (float)(c->side * c->side) : 0;
    }
}

static struct photo photo_of(const struct wish *wish, uint64_t *seed)
{
    float blur = scene_between(seed, 0.45f, 1), noise = scene_between(seed, 2, 8);
    int quality = 75 + (int)scene_below(seed, 21);
    return (struct photo){.blur = wish->blur > 0 ? wish->blur : blur,
        .noise = wish->noise > 0 ? wish->noise : noise,
        .quality = wish->quality > 0 ? wish->quality : quality,
        .defocus = wish->defocus,
        .motion = wish->motion,
        .mirrored = wish->mirrored};
}

/* The lens and the file are the table's, the noise is the photograph's. */
static void light_table(struct scene *s)
{
    uint64_t table = scene_sow(s->seed ^ 0x7ab1e);
    s->light = malloc(sizeof *s->light * (size_t)s->wish.width * (size_t)s->wish.height);
    assert(s->light != NULL && s->wish.width <= 16384);
    table_light(s, s->light, &table);
    for (int i = 0; i < s->count; i++)
        paint(s, &s->card[i], s->light);
    shade(s, s->light, &table);
    s->photo = photo_of(&s->wish, &table);
    if (!(s->photo.motion > 0))
        photo_lens(s->light, s->wish.width, s->wish.height, &s->photo, &table);
}

/* Something is moved: the next photograph is of another table. */
static void forget_light(struct scene *s)
{
    free(s->light);
    s->light = NULL;
}

void scene_photograph(struct scene *s, uint64_t seed)
{
    uint64_t chance = scene_sow(seed);
    if (s->light == NULL)
        light_table(s);
    if (s->photo.motion > 0) {
        const size_t size = sizeof(float) * (size_t)s->wish.width * (size_t)s->wish.height;
        float *light = malloc(size);
        assert(light != NULL);
        memcpy(light, s->light, size);
        photo_take(&s->grey, light, &s->photo, &chance);
        free(light);
    } else {
        photo_keep(&s->grey, s->light, &s->photo, &chance);
    }
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
    uint64_t chance = scene_sow(seed);
    s->axis = scene_between(&chance, 0, 6.2832f);
    for (int i = 0; i < wish->bare && s->count < SCENE_CARDS; i++)
        add_card(s, -1, &chance);
    for (int i = 0; i < wish->foreign && s->count < SCENE_CARDS; i++)
        add_card(s, -2, &chance);
    for (int i = 0; i < wish->near && s->count < SCENE_CARDS; i++)
        add_card(s, -3, &chance);
    for (int i = 0; i < wish->cards && wish->fan == 0 && s->count < SCENE_CARDS; i++)
        add_card(s, 0, &chance);
    if (wish->fan > 0)
        add_fan(s, wish->cards, &chance);
    int stickers = s->count;
    for (int i = 0; i < wish->fingers && s->count < SCENE_CARDS; i++) {
        int over = (int)scene_below(&chance, (unsigned)stickers);
        if (s->card[over].side > 0)
            add_finger(s, over, &chance);
    }
    for (int i = 0; i < stickers && wish->finger > 0 && s->count < SCENE_CARDS; i++)
        if (s->card[i].side > 0)
            add_finger_at(s, i, &chance);
    scene_photograph(s, seed ^ 0xf07011);
}

void scene_clear(struct scene *s)
{
    free(s->card);
    free(s->grey.at);
    free(s->light);
    *s = (struct scene){.count = 0};
}

void scene_take(struct scene *s, int n)
{
    forget_light(s);
    s->count--;
    for (int i = n; i < s->count; i++) {
        s->card[i] = s->card[i + 1];
        s->placed[i] = s->placed[i + 1];
    }
}

void scene_move(struct scene *s, int n, float x, float y)
{
    forget_light(s);
    s->card[n].pose.middle.x += x;
    s->card[n].pose.middle.y += y;
    stand(s, &s->card[n]);
}

/* ---- traps ------------------------------------------------------------------------------- */

static float trap_light(enum trap kind, const struct card *c, float x, float y)
{
    float u = c->slant.x * x - c->slant.y * y, v = c->slant.y * x + c->slant.x * y;
    switch (kind) {
    case TRAP_LATTICE:
        return speckle(c->salt, (int)floorf(u / c->pose.module), (int)floorf(v / c->pose.module))
               > 0.5f;
    /* finders wherever a code's could be, and chance between them */
    case TRAP_FINDERS: {
        float m = c->pose.module, a = wrapped(u, 14 * m) * 14, b = wrapped(v, 14 * m) * 14;
        float ring = fmaxf(fabsf(a - 3.5f), fabsf(b - 3.5f));
        if (ring > 4.5f)
            return speckle(c->salt, (int)floorf(u / m), (int)floorf(v / m)) > 0.5f;
        return ring < 1.5f || (ring > 2.5f && ring < 3.5f);
    }
    case TRAP_TEXT: {
        float line = wrapped(v, 9 * c->pose.module);
        return line < 0.6f
               && speckle(c->salt, (int)floorf(u / c->pose.module), (int)floorf(v / c->pose.module))
                      > 0.6f;
    }
    case TRAP_CHECKS:
        return (wrapped(u, 2 * c->pose.module) < 0.5f) != (wrapped(v, 2 * c->pose.module) < 0.5f);
    case TRAP_RINGS: {
        float m = 14 * c->pose.module, a = wrapped(u, m) - 0.5f, b = wrapped(v, m) - 0.5f,
              r = sqrtf(a * a + b * b) * 14;
        return r < 1.6f || (r > 2.6f && r < 3.7f);
    }
    case TRAP_BLOTS: return blots(c->salt, u / c->pose.module / 2, v / c->pose.module / 2) > 0.5f;
    case TRAP_NOISE:
    case TRAPS: break;
    }
    return speckle(c->salt, (int)x, (int)y);
}

void trap_make(struct grey *out, enum trap kind, int width, int height, uint64_t seed)
{
    uint64_t chance = scene_sow(seed);
    struct card c = {.pose = {.module = scene_between(&chance, 1.5f, 6)},
        .slant = direction(scene_between(&chance, 0, 1.6f)),
        .salt = scene_random(&chance),
        .white = scene_between(&chance, 150, 240)};
    c.black = c.white * scene_between(&chance, 0.1f, 0.7f);
    *out = (struct grey){width, height, width, malloc((size_t)width * (size_t)height)};
    float *light = malloc(sizeof *light * (size_t)width * (size_t)height);
    assert(out->at != NULL && light != NULL);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float ink = 0;
            for (int k = 0; k < 4; k++)
                ink += trap_light(kind, &c, (float)x + 0.5f * (float)(k & 1),
                           (float)y + 0.25f * (float)(k & 2))
                       / 4;
            light[(size_t)y * (size_t)width + (size_t)x] = c.white + (c.black - c.white) * ink;
        }
    struct photo photo = photo_of(&(struct wish){.cards = 0}, &chance);
    photo_take(out, light, &photo, &chance);
    free(light);
}

/* ---- phones ------------------------------------------------------------------------------ */

/*
 * The standard says of every value on which side the first row is seen, and on which the first
 * column. So a kept pixel is put where its row and its column are seen.
 */
void phone_keeps(struct grey *stored, const struct grey *seen, int turn)
{
    /* row, column */
    static const char sides[9][3] = {"", "TL", "TR", "BR", "BL", "LT", "RT", "RB", "LB"};
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
            stored->at[row * width + column] =
                seen->at[(size_t)y * (size_t)seen->stride + (size_t)x];
        }
}

/* Two entries, the second is Orientation. */
size_t phone_says(uint8_t *out, int turn, bool little)
{
    static const uint8_t big[] = "MM\0*\0\0\0\10"
                                 "\0\2"
                                 "\1\0\0\4\0\0\0\1\0\0\0\100"
                                 "\1\022\0\3\0\0\0\1\0\0\0\0"
                                 "\0\0\0";
    static const uint8_t small[] = "II*\0\10\0\0\0"
                                   "\2\0"
                                   "\0\1\4\0\1\0\0\0\100\0\0\0"
                                   "\022\1\3\0\1\0\0\0\0\0\0\0"
                                   "\0\0\0";
    memcpy(out, little ? small : big, sizeof big);
    out[30 + !little] = (uint8_t)turn;
    return sizeof big;
}

uint8_t *phone_file(const uint8_t *jpeg, size_t *length, int turn, bool little)
{
    enum { HEAD = 10 };
    uint8_t exif[EXIF_ROOM];
    size_t size = phone_says(exif, turn, little);
    const uint8_t head[HEAD] = {0xFF, 0xE1, 0, (uint8_t)(size + HEAD - 2), 'E', 'x', 'i', 'f', 0,
        0};
    uint8_t *out = malloc(*length + HEAD + size);
    memcpy(out, jpeg, 2);
    memcpy(out + 2, head, HEAD);
    memcpy(out + 2 + HEAD, exif, size);
    memcpy(out + 2 + HEAD + size, jpeg + 2, *length - 2);
    *length += HEAD + size;
    return out;
}
