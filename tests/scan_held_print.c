/* What is printed on cards, and what lies beside them; see scan_held_view.h. */
#include "scan_held_view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static float any(uint64_t *c, float least, float most) { return scene_between(c, least, most); }

struct ink {
    uint8_t at[3];
};

static struct ink any_ink(uint64_t *c, float least, float most)
{
    struct ink ink;
    for (int k = 0; k < 3; k++)
        ink.at[k] = (uint8_t)any(c, least, most);
    return ink;
}

static void dot(struct print *p, int x, int y, struct ink ink)
{
    if (x >= 0 && y >= 0 && x < ART_WIDE && y < ART_HIGH)
        memcpy(p->at[y][x], ink.at, 3);
}

static void box(struct print *p, float left, float top, float wide, float high, struct ink ink)
{
    for (int y = (int)(top * DOTS); y < (int)((top + high) * DOTS); y++)
        for (int x = (int)(left * DOTS); x < (int)((left + wide) * DOTS); x++)
            dot(p, x, y, ink);
}

/* A stroke with round ends; all in millimetres. */
static void stroke(struct print *p, float x0, float y0, float x1, float y1, float thick,
    struct ink ink)
{
    const float dx = x1 - x0, dy = y1 - y0, all = dx * dx + dy * dy + 1e-6f;
    for (int y = (int)((fminf(y0, y1) - thick) * DOTS); y <= (int)((fmaxf(y0, y1) + thick) * DOTS);
         y++)
        for (int x = (int)((fminf(x0, x1) - thick) * DOTS);
             x <= (int)((fmaxf(x0, x1) + thick) * DOTS); x++) {
            const float u = (float)x / DOTS, v = (float)y / DOTS,
                        t = fminf(1, fmaxf(0, ((u - x0) * dx + (v - y0) * dy) / all));
            if (hypotf(u - x0 - t * dx, v - y0 - t * dy) < thick / 2)
                dot(p, x, y, ink);
        }
}

/* Digits as strokes in a grid of 3 × 5 points: x, y of one end and of the other. */
static const char *const strokes[10] = {"0103 0314 1423 2321 2110 1001", "0110 1014",
    "0110 1021 2104 0424", "0020 2012 1223 2314 1403", "2303 0310 1014",
    "2000 0002 0212 1223 2314 1403", "2001 0103 0314 1423 2312 1202", "0020 2014",
    "1001 0112 1221 2110 1203 0314 1423 2312", "2210 1001 0112 1221 2114"};

static void digit_draw(struct print *p, int n, float left, float top, float high, bool turned,
    struct ink ink)
{
    for (const char *s = strokes[n]; *s != '\0'; s += s[4] == ' ' ? 5 : 4) {
        float at[4];
        for (int i = 0; i < 4; i++)
            at[i] = (float)(s[i] - '0') * high / 4 + (i % 2 ? top : left);
        for (int i = 0; i < 4 && turned; i++)
            at[i] = (i % 2 ? CARD_HIGH : CARD_WIDE) - at[i];
        stroke(p, at[0], at[1], at[2], at[3], high / 7, ink);
    }
}

static void number_draw(struct print *p, int n, float high, struct ink ink)
{
    for (int turned = 0; turned < 2; turned++) {
        digit_draw(p, n / 10, 5, 5, high, turned, ink);
        digit_draw(p, n % 10, 5 + 0.75f * high, 5, high, turned, ink);
    }
}

/* Washes that run into each other, hills and round things. */
static void paint(struct print *p, uint64_t *c)
{
    const struct ink up = any_ink(c, 90, 250), low = any_ink(c, 30, 220);
    const float edge = any(c, 2, 5);
    for (int y = (int)(edge * DOTS); y < ART_HIGH - (int)(edge * DOTS); y++)
        for (int x = (int)(edge * DOTS); x < ART_WIDE - (int)(edge * DOTS); x++)
            for (int k = 0; k < 3; k++)
                p->at[y][x][k] = (uint8_t)(up.at[k] + (low.at[k] - up.at[k]) * y / ART_HIGH);
    for (int i = 0; i < 5; i++) {
        const struct ink ink = any_ink(c, 10, 245);
        const float x = any(c, 10, 53), y = any(c, 12, 76), r = any(c, 4, 15), wave = any(c, 3, 9),
                    deep = any(c, 0, 0.35f), phase = any(c, 0, 6);
        for (int v = 0; v < ART_HIGH; v++)
            for (int u = 0; u < ART_WIDE; u++) {
                const float dx = (float)u / DOTS - x, dy = (float)v / DOTS - y;
                if (hypotf(dx, dy) < r * (1 + deep * sinf(floorf(wave) * atan2f(dy, dx) + phase))
                    && u > edge * DOTS && v > edge * DOTS && u < ART_WIDE - edge * DOTS
                    && v < ART_HIGH - edge * DOTS)
                    dot(p, u, v, ink);
            }
    }
}

static void draw_lines(struct print *p, uint64_t *c)
{
    const struct ink ink = {{28, 26, 30}};
    float x = any(c, 15, 48), y = any(c, 20, 68);
    for (int i = 0; i < 26; i++) {
        const float u = fminf(56, fmaxf(7, x + any(c, -22, 22))),
                    v = fminf(80, fmaxf(8, y + any(c, -26, 26)));
        stroke(p, x, y, u, v, any(c, 0.4f, 1.6f), ink);
        x = i % 5 == 4 ? any(c, 12, 50) : u;
        y = i % 5 == 4 ? any(c, 15, 72) : v;
    }
}

/* What looks like a character of 5 mm. */
static void write_character(struct print *p, float left, float top, float high, uint64_t *c)
{
    const struct ink ink = {{24, 22, 26}};
    const int count = 4 + (int)scene_below(c, 6);
    for (int i = 0; i < count; i++) {
        const float at = any(c, 0, high), from = any(c, 0, 0.4f * high),
                    to = any(c, 0.6f, 1) * high;
        const bool down = scene_below(c, 2);
        stroke(p, left + (down ? at : from), top + (down ? from : at), left + (down ? at : to),
            top + (down ? to : at), 0.09f * high, ink);
    }
}

static void write_text(struct print *p, uint64_t *c)
{
    const int columns = 3 + (int)scene_below(c, 4), lines = 6 + (int)scene_below(c, 6);
    for (int i = 0; i < columns; i++)
        for (int k = 0; k < lines - (int)scene_below(c, 3); k++)
            write_character(p, 50 - 8 * (float)i, 9 + 6.2f * (float)k, 5, c);
}

void prints_draw(enum print_kind kind, struct print *out, int count, uint64_t *chance)
{
    const struct ink paper = any_ink(chance, 222, 246), dark = any_ink(chance, 15, 50);
    const uint64_t one = scene_random(chance);
    for (int i = 0; i < count; i++) {
        uint64_t same = one;
        box(&out[i], 0, 0, CARD_WIDE, CARD_HIGH, paper);
        switch (kind) {
        case PRINT_PAINTED: paint(&out[i], chance); break;
        case PRINT_INKED: draw_lines(&out[i], chance); break;
        case PRINT_TEXT: write_text(&out[i], chance); break;
        case PRINT_NUMERAL:
            paint(&out[i], &same);
            box(&out[i], 3, 3, 16, 12, paper);
            box(&out[i], CARD_WIDE - 19, CARD_HIGH - 15, 16, 12, paper);
            break;
        case PRINT_BARE:
        case PRINT_KINDS: break;
        }
        if (kind == PRINT_NUMERAL || kind == PRINT_BARE)
            number_draw(&out[i], i + 1, 8, dark);
    }
}

void print_packaged(const struct colour *all, int n, struct print *out)
{
    enum { COLUMNS = 13, ROWS = 5 };
    for (int y = 0; y < ART_HIGH; y++)
        for (int x = 0; x < ART_WIDE; x++) {
            const int u = ((n % COLUMNS) * ART_WIDE + x) * all->width / (COLUMNS * ART_WIDE),
                      v = ((n / COLUMNS) * ART_HIGH + y) * all->height / (ROWS * ART_HIGH);
            memcpy(out->at[y][x], all->at + 3 * ((size_t)v * (size_t)all->width + (size_t)u), 3);
        }
}

void prints_clutter(struct print *out, int count, uint64_t *chance)
{
    for (int i = 0; i < count; i++) {
        const int kind = (int)scene_below(chance, 4);
        const struct ink ground = kind == 0 ? any_ink(chance, 5, 40) : any_ink(chance, 120, 250);
        box(&out[i], 0, 0, CARD_WIDE, CARD_HIGH, ground);
        for (int k = 0; k < 24 && kind == 0; k++) /* a telephone */
            box(&out[i], 6 + 14 * (float)(k % 4), 8 + 13 * (float)(k / 4), 9, 9,
                any_ink(chance, 40, 255));
        if (kind == 1) /* a magazine */
            paint(&out[i], chance);
        if (kind == 1 || kind == 2) /* … a note */
            write_text(&out[i], chance);
        if (kind == 3) /* a saucer on a mat */
            for (float turn = 0; turn < 6.3f; turn += 0.05f)
                stroke(&out[i], 31 + 24 * cosf(turn), 44 + 24 * sinf(turn), 31 + 25 * cosf(turn),
                    44 + 25 * sinf(turn), 3, any_ink(chance, 200, 205));
    }
}
