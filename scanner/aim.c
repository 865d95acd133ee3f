/*
 * How well a code can be seen where it was read: for whoever aims a camera. Only its corners and
 * the light of its finders are used, and of these only what all codes have.
 */
#include "scanner.h"

#include <math.h>

enum { STEPS = 60 };
static const float TURN = 57.29577951f; /* degrees of a radian */

/* ---- from the corners -------------------------------------------------------------------- */

static struct point towards(struct point a, struct point b, float share)
{
    return (struct point){a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

static struct point between(struct point a, struct point b)
{
    return (struct point){b.x - a.x, b.y - a.y};
}

/* What a side that goes right, and one that goes down, are in the middle of the code. */
static void sides_of(const struct found *found, struct point *right, struct point *down)
{
    const struct point *c = found->corner;
    *right = between(towards(c[0], c[3], 0.5f), towards(c[1], c[2], 0.5f));
    *down = between(towards(c[0], c[1], 0.5f), towards(c[3], c[2], 0.5f));
}

/* A square that is seen aslant is shorter one way than the other, by the cosine. */
static void measure_shape(const struct found *found, struct aim *out)
{
    struct point u, v;
    sides_of(found, &u, &v);
    float sum = u.x * u.x + u.y * u.y + v.x * v.x + v.y * v.y, area = u.x * v.y - u.y * v.x;
    float root = sqrtf(fmaxf(0, sum * sum / 4 - area * area));
    float longer = sqrtf(sum / 2 + root), shorter = sqrtf(fmaxf(0, sum / 2 - root));
    out->module = shorter / MODULES;
    out->tilt = longer > 0 ? acosf(fminf(1, shorter / longer)) * TURN : 0;
    out->mirrored = area < 0;
}

/* ---- from the light ---------------------------------------------------------------------- */

/* A point of the code, in modules from its first corner. */
static struct point at_module(const struct found *found, float x, float y)
{
    const struct point *c = found->corner;
    return towards(towards(c[0], c[1], x / MODULES), towards(c[3], c[2], x / MODULES), y / MODULES);
}

static float light_at(const struct grey *g, struct point p)
{
    float x = fminf(fmaxf(p.x - 0.5f, 0), (float)g->width - 1.001f),
          y = fminf(fmaxf(p.y - 0.5f, 0), (float)g->height - 1.001f);
    int left = (int)x, top = (int)y;
    const uint8_t *at = g->at + (size_t)top * (size_t)g->stride + (size_t)left;
    float above = (float)at[0] + (x - (float)left) * (float)(at[1] - at[0]);
    float below = (float)at[g->stride]
                  + (x - (float)left) * (float)(at[g->stride + 1] - at[g->stride]);
    return above + (y - (float)top) * (below - above);
}

/* The steepest step of light, a module's, on a line from white into a finder. */
static float steepest(const struct grey *g, const struct found *found, struct point from,
    struct point to)
{
    float most = 0, length = hypotf(to.x - from.x, to.y - from.y);
    float last = light_at(g, at_module(found, from.x, from.y));
    for (int i = 1; i <= STEPS; i++) {
        struct point m = towards(from, to, (float)i / STEPS);
        float light = light_at(g, at_module(found, m.x, m.y));
        most = fmaxf(most, (last - light) * STEPS / length);
        last = light;
    }
    return most;
}

/* A sharp edge is blurred by σ: its steepest step is its height / (σ √2π). */
static void measure_light(const struct grey *g, const struct found *found, struct aim *out)
{
    static const struct point finder[3] = {{3.5f, 3.5f}, {MODULES - 3.5f, 3.5f},
        {3.5f, MODULES - 3.5f}};
    float white = 0, black = 0, steep = 0;
    for (int i = 0; i < 3; i++) {
        struct point f = finder[i];
        float out_x = f.x < MODULES / 2.0f ? -1 : 1, out_y = f.y < MODULES / 2.0f ? -1 : 1;
        black += light_at(g, at_module(found, f.x, f.y)) / 3;
        white += (light_at(g, at_module(found, f.x + 5 * out_x, f.y))
                     + light_at(g, at_module(found, f.x, f.y + 5 * out_y)))
                 / 6;
        steep += (steepest(g, found, (struct point){f.x + 5 * out_x, f.y},
                      (struct point){f.x + 3 * out_x, f.y})
                     + steepest(g, found, (struct point){f.x, f.y + 5 * out_y},
                         (struct point){f.x, f.y + 3 * out_y}))
                 / 6;
    }
    out->white = (int)lroundf(white);
    out->black = (int)lroundf(black);
    out->blur = steep > 0 ? fminf(9, fmaxf(0, white - black) / (steep * 2.5066f)) : 9;
}

void aim_measure(const struct grey *frame, const struct found *found, struct aim *out)
{
    *out = (struct aim){.module = 0};
    measure_shape(found, out);
    measure_light(frame, found, out);
}

int aim_light(const struct grey *frame)
{
    enum { APART = 8 };
    long sum = 0, count = 0;
    for (int y = 0; y < frame->height; y += APART)
        for (int x = 0; x < frame->width; x += APART, count++)
            sum += frame->at[(size_t)y * (size_t)frame->stride + (size_t)x];
    return count > 0 ? (int)(sum / count) : 0;
}
