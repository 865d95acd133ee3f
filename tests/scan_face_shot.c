/* Drawn decks and their photographs; see scan_face_shot.h. */
#include "scan_face_shot.h"

#include <math.h>
#include <stdlib.h>

uint64_t seed;

float between(float least, float most) { return scene_between(&seed, least, most); }

struct point corners_middle(const struct point q[4])
{
    return (struct point){(q[0].x + q[1].x + q[2].x + q[3].x) / 4,
        (q[0].y + q[1].y + q[2].y + q[3].y) / 4};
}

/* ---- decks ------------------------------------------------------------------------------- */

static struct light any_light(float least, float most)
{
    return (struct light){{between(least, most), between(least, most), between(least, most)}};
}

static struct art any_art(struct light paper)
{
    struct art a = {.ground = any_light(60, 235), .paper = paper};
    for (int i = 0; i < BLOTS; i++)
        a.blot[i] = (struct blot){between(8, 55), between(8, 80), between(3, 16), between(3, 16),
            between(0, 3.1f), scene_below(&seed, 2), any_light(15, 240)};
    return a;
}

void deck_draw(struct art art[DECK_CARDS], float numeral)
{
    struct light paper = any_light(225, 240);
    struct art one = any_art(paper);
    for (int i = 0; i < DECK_CARDS; i++) {
        art[i] = numeral > 0 ? one : any_art(paper);
        art[i].number = numeral > 0 ? i + 1 : 0;
        art[i].numeral = numeral;
    }
}

/* Is a point of a digit's box, 0.6 wide and 1 high, ink? Seven bars. */
static bool digit_ink(int digit, float x, float y)
{
    static const unsigned char bars[10] = {0x77, 0x24, 0x5d, 0x6d, 0x2e, 0x6b, 0x7b, 0x25, 0x7f,
        0x6f};
    const float t = 0.13f;
    bool in[7] = {
        y<t,
            x<t && y<0.5f, x> 0.6f - t
                && y<0.5f, fabsf(y - 0.5f) < t / 2, x<t && y> 0.5f, x> 0.6f - t && y> 0.5f,
            y> 1
        - t};
    bool ink = false;
    for (int i = 0; i < 7 && x >= 0 && x <= 0.6f && y >= 0 && y <= 1; i++)
        ink |= in[i] && (bars[digit] >> i & 1);
    return ink;
}

static bool number_ink(const struct art *a, float x, float y)
{
    float u = (x - 4) / a->numeral, v = (y - 4) / a->numeral;
    return digit_ink(a->number / 10, u, v) || digit_ink(a->number % 10, u - 0.8f, v);
}

enum { GRID_COLUMNS = 13, GRID_ROWS = 5 };

struct art art_drawn(const struct colour *drawn, int n)
{
    return (struct art){.drawn = drawn, .column = n % GRID_COLUMNS, .row = n / GRID_COLUMNS};
}

static struct light drawn_light(const struct art *a, float x, float y)
{
    const struct colour *d = a->drawn;
    int u = (int)(((float)a->column + x / WIDTH) * (float)d->width / GRID_COLUMNS),
        v = (int)(((float)a->row + y / HEIGHT) * (float)d->height / GRID_ROWS);
    u = u < 0 ? 0 : u >= d->width ? d->width - 1 : u;
    v = v < 0 ? 0 : v >= d->height ? d->height - 1 : v;
    const uint8_t *at = d->at + 3 * ((size_t)v * (size_t)d->width + (size_t)u);
    return (struct light){{(float)at[0] * 0.93f, (float)at[1] * 0.93f, (float)at[2] * 0.93f}};
}

static struct light art_light(const struct art *a, float x, float y)
{
    if (a->drawn != NULL)
        return drawn_light(a, x, y);
    if (a->number > 0) {
        if (number_ink(a, x, y) || number_ink(a, WIDTH - x, HEIGHT - y))
            return (struct light){{25, 25, 30}};
        float plate = a->numeral * 1.5f + 6, high = a->numeral + 6;
        if ((x < plate && y < high) || (WIDTH - x < plate && HEIGHT - y < high))
            return a->paper;
    }
    if (x < 3 || y < 3 || x > WIDTH - 3 || y > HEIGHT - 3)
        return a->paper;
    struct light light = a->ground;
    for (int i = 0; i < BLOTS; i++) {
        const struct blot *b = &a->blot[i];
        float u = (cosf(b->turn) * (x - b->x) + sinf(b->turn) * (y - b->y)) / b->w;
        float v = (cosf(b->turn) * (y - b->y) - sinf(b->turn) * (x - b->x)) / b->h;
        if (b->round ? u * u + v * v < 1 : fabsf(u) < 1 && fabsf(v) < 1)
            light = b->light;
    }
    return light;
}

/* ---- photographs ------------------------------------------------------------------------- */

/* A card's middle, its turn, its tilt about an axis in its plane, seen from 600 mm away. */
void card_stand(struct lying *c, struct point at, float turn, float tilt, float axis, float scale)
{
    static const float corner[4][2] = {{0, 0}, {WIDTH, 0}, {WIDTH, HEIGHT}, {0, HEIGHT}};
    const float away = 600;
    float ct = cosf(turn), st = sinf(turn), ca = cosf(axis), sa = sinf(axis), m[3][3];
    /*
     * x, y in millimetres from the middle; along the axis as it was, across it shortened and deeper
     */
    float rows[2][3] = {{ct, -st, 0}, {st, ct, 0}}, turned[2][3], deep[2];
    for (int k = 0; k < 2; k++) {
        float along = ca * rows[0][k] + sa * rows[1][k], beside = ca * rows[1][k] - sa * rows[0][k];
        turned[0][k] = ca * along - sa * beside * cosf(tilt);
        turned[1][k] = sa * along + ca * beside * cosf(tilt);
        deep[k] = beside * sinf(tilt) / away;
    }
    for (int k = 0; k < 2; k++) {
        m[0][k] = scale * turned[0][k] + at.x * deep[k];
        m[1][k] = scale * turned[1][k] + at.y * deep[k];
        m[2][k] = deep[k];
    }
    for (int i = 0; i < 3 && c->wide > 0; i++) {
        m[i][0] *= c->wide;
        m[i][1] *= c->tall;
    }
    const float hw = WIDTH / 2.0f, hh = HEIGHT / 2.0f;
    m[0][2] = at.x - m[0][0] * hw - m[0][1] * hh;
    m[1][2] = at.y - m[1][0] * hw - m[1][1] * hh;
    m[2][2] = 1 - m[2][0] * hw - m[2][1] * hh;
    for (int i = 0; i < 4; i++) {
        float x = corner[i][0], y = corner[i][1], w = m[2][0] * x + m[2][1] * y + m[2][2];
        c->corner[i] = (struct point){(m[0][0] * x + m[0][1] * y + m[0][2]) / w,
            (m[1][0] * x + m[1][1] * y + m[1][2]) / w};
    }
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            int a = (k + 1) % 3, b = (k + 2) % 3, d = (i + 1) % 3, e = (i + 2) % 3;
            c->inverse[i][k] = m[a][d] * m[b][e] - m[a][e] * m[b][d];
        }
}

static bool on_card(const struct lying *c, float x, float y, float *u, float *v)
{
    float w = c->inverse[2][0] * x + c->inverse[2][1] * y + c->inverse[2][2];
    *u = (c->inverse[0][0] * x + c->inverse[0][1] * y + c->inverse[0][2]) / w;
    *v = (c->inverse[1][0] * x + c->inverse[1][1] * y + c->inverse[1][2]) / w;
    float cx = fmaxf(fmaxf(3 - *u, *u - WIDTH + 3), 0),
          cy = fmaxf(fmaxf(3 - *v, *v - HEIGHT + 3), 0);
    return *u >= 0 && *v >= 0 && *u <= WIDTH && *v <= HEIGHT && cx * cx + cy * cy <= 9;
}

/* What is seen of a card at a place of it. */
static struct light seen_light(const struct lying *c, const struct art *a, const struct way *way,
    float u, float v)
{
    struct light light = art_light(a, u, v);
    float finger = hypotf(u - c->finger.x, v - c->finger.y),
          far = hypotf(u - c->glare.x, v - c->glare.y);
    for (int k = 0; k < 3; k++) {
        if (way->sleeve)
            light.at[k] = 12 + 0.9f * light.at[k]
                          + (fabsf(fmodf(u + 0.4f * v + 100, 31) - 15) < 2 ? 14 : 0);
        if (way->glare)
            light.at[k] += 330 * expf(-far * far / 150);
        if (way->finger && finger < 7.5f)
            light.at[k] = k == 0 ? 205 : k == 1 ? 150 : 125;
    }
    return light;
}

void card_paint(struct shot *s, const struct lying *c, const struct art *a, const struct way *way)
{
    enum { FINE = 3 };
    float left = 1e9f, top = 1e9f, right = 0, bottom = 0;
    for (int i = 0; i < 4; i++) {
        left = fminf(left, c->corner[i].x), right = fmaxf(right, c->corner[i].x);
        top = fminf(top, c->corner[i].y), bottom = fmaxf(bottom, c->corner[i].y);
    }
    for (int y = (int)fmaxf(top, 0); y <= (int)bottom && y < s->picture.height; y++)
        for (int x = (int)fmaxf(left, 0); x <= (int)right && x < s->picture.width; x++) {
            float sum[3] = {0}, u, v;
            int in = 0;
            for (int i = 0; i < FINE * FINE; i++) {
                if (!on_card(c, (float)x + ((float)(i % FINE) + 0.5f) / FINE,
                        (float)y + ((float)(i / FINE) + 0.5f) / FINE, &u, &v))
                    continue;
                struct light light = seen_light(c, a, way, u, v);
                in++;
                for (int k = 0; k < 3; k++)
                    sum[k] += light.at[k];
            }
            for (int k = 0; k < 3; k++) {
                float *at = &s->light[k][y * s->picture.width + x];
                *at += (sum[k] - (float)in * *at) / (FINE * FINE);
            }
        }
}

static void cloth_paint(struct shot *s)
{
    struct light cloth = any_light(25, 110);
    float weave = between(2, 10);
    for (int i = 0; i < s->picture.width * s->picture.height; i++) {
        float more = between(-weave, weave);
        for (int k = 0; k < 3; k++)
            s->light[k][i] = cloth.at[k] + more;
    }
}

void shot_begin(struct shot *s, int width, int height)
{
    *s = (struct shot){.picture = {width, height, malloc(3 * (size_t)width * (size_t)height)}};
    for (int k = 0; k < 3; k++)
        s->light[k] = malloc((size_t)width * (size_t)height * sizeof *s->light[k]);
    if (s->picture.at == NULL || s->light[0] == NULL || s->light[1] == NULL || s->light[2] == NULL)
        abort();
    cloth_paint(s);
}

void shot_take_lit(struct shot *s, const struct way *way, float lean)
{
    static const float warm[3] = {1.05f, 0.86f, 0.6f};
    int width = s->picture.width, pixels = width * s->picture.height;
    uint64_t own = scene_random(&seed);
    struct grey plane = {width, s->picture.height, width, malloc((size_t)pixels)};
    for (int k = 0; k < 3 && plane.at != NULL; k++) {
        uint64_t same = own;
        for (int i = 0; i < pixels; i++)
            s->light[k][i] *= (way->dark > 0 ? way->dark : 1) * (way->warm ? warm[k] : 1)
                              * (1 + lean * ((float)(i % width) / (float)width - 0.5f));
        photo_take(&plane, s->light[k], &way->photo, &same);
        for (int i = 0; i < pixels; i++)
            s->picture.at[3 * i + k] = plane.at[i];
        free(s->light[k]);
    }
    free(plane.at);
}

void shot_take(struct shot *s, const struct way *way)
{
    shot_take_lit(s, way, between(-0.15f, 0.15f));
}

void shot_rows(struct shot *s, const struct art *art, int cards, const struct way *way)
{
    enum { A_ROW = 6 };
    float pitch_x = way->scale * (WIDTH + 14), pitch_y = way->scale * (HEIGHT + 14);
    shot_begin(s, (int)(pitch_x * A_ROW) + 80,
        (int)(pitch_y * (float)((cards + A_ROW - 1) / A_ROW)) + 80);
    for (int i = 0; i < cards; i++) {
        struct lying *c = &s->card[s->count++];
        c->card = i;
        struct point at = {40 + pitch_x * ((float)(i % A_ROW) + 0.5f),
            40 + pitch_y * ((float)(i / A_ROW) + 0.5f)};
        card_stand(c, at, between(-0.04f, 0.04f), 0, 0, way->scale);
        card_paint(s, c, &art[i], way);
    }
    shot_take(s, way);
}

/*
 * Millimetres: a phone, a coaster, a book, a note, a box of cards, a photograph, a sheet of paper.
 */
static const float clutter[][2] = {{71, 147}, {90, 90}, {110, 180}, {76, 127}, {67, 93}, {100, 150},
    {148, 210}};

void shot_table(struct shot *s, const struct art *art, int cards, const struct way *way)
{
    float cell = way->scale * (way->clutter ? 2.3f : 1.06f) * hypotf(WIDTH, HEIGHT);
    int columns = (int)(FRAME_WIDTH / cell), rows = (int)(FRAME_HEIGHT / cell), n = columns * rows;
    int first = (int)scene_below(&seed, (unsigned)cards);
    shot_begin(s, FRAME_WIDTH, FRAME_HEIGHT);
    for (int i = 0; i < n && i < LYING; i++) {
        struct lying *c = &s->card[s->count++];
        c->card = (first + 7 * i) % cards; /* each once, as in a deck */
        if (way->clutter) {
            const float *size = clutter[(first + i) % (int)(sizeof clutter / sizeof *clutter)];
            c->wide = size[0] / WIDTH;
            c->tall = size[1] / HEIGHT;
        }
        c->finger = (struct point){between(0, WIDTH),
            between(0, 1) < 0.5f ? between(0, 14) : HEIGHT - between(0, 14)};
        c->glare = (struct point){between(8, WIDTH - 8), between(8, HEIGHT - 8)};
        struct point at = {((float)(i % columns) + 0.5f) * FRAME_WIDTH / (float)columns,
            ((float)(i / columns) + 0.5f) * FRAME_HEIGHT / (float)rows};
        card_stand(c, at, between(0, 6.2832f), way->tilt * 0.0174533f * between(0.8f, 1),
            between(0, 6.2832f), way->scale);
        card_paint(s, c, &art[c->card], way);
    }
    shot_take(s, way);
}
