/*
 * Where a code lies, as a plane seen aslant, and how it is moved until it matches best: by steps of
 * Gauss and Newton, all eight numbers of the plane, the contrast and the brightness at once. A
 * module's light is the mean of four points in it; their differences say how it changes along the
 * code's own sides, and so a step is counted in modules whatever the size and the slant.
 */
#include "read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float HALF = MODULES / 2.0f; /* u and v go from -1 to 1 over the code */

/* ---- the plane --------------------------------------------------------------------------- */

struct point pose_point(const struct pose *pose, float column, float row)
{
    const float *h = pose->at;
    float u = column / HALF - 1, v = row / HALF - 1, w = 1 / (h[6] * u + h[7] * v + 1);
    return (struct point){(h[0] * u + h[1] * v + h[2]) * w, (h[3] * u + h[4] * v + h[5]) * w};
}

struct pose pose_affine(struct point first, struct point across, struct point down)
{
    float to = HALF - 3.5f; /* from the first finder to the middle */
    return (struct pose){{HALF * across.x, HALF * down.x, first.x + to * (across.x + down.x),
        HALF * across.y, HALF * down.y, first.y + to * (across.y + down.y), 0, 0}};
}

void pose_corners(const struct pose *pose, struct point out[4])
{
    for (int k = 0; k < 4; k++)
        out[k] = pose_point(pose, k == 0 || k == 3 ? 0 : MODULES, k < 2 ? 0 : MODULES);
}

bool pose_holds(const struct pose *pose, float x, float y)
{
    struct point corner[4];
    int sides = 0;
    pose_corners(pose, corner);
    for (int k = 0; k < 4; k++) {
        struct point a = corner[k], b = corner[(k + 1) % 4];
        sides += (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) < 0 ? -1 : 1;
    }
    return sides == 4 || sides == -4; /* a mirrored one goes round the other way */
}

/* Pixels of the frame: the side of a square as large as a module in the middle. */
float pose_module(const struct pose *pose)
{
    const float *h = pose->at;
    float a = h[0] - h[2] * h[6], b = h[1] - h[2] * h[7], d = h[3] - h[5] * h[6],
          e = h[4] - h[5] * h[7];
    return sqrtf(fabsf(a * e - b * d)) / HALF;
}

/*
 * How much shorter than long a module is seen in the middle: the lesser singular value by the
 * greater.
 */
float pose_aspect(const struct pose *pose)
{
    const float *h = pose->at;
    float a = h[0] - h[2] * h[6], b = h[1] - h[2] * h[7], d = h[3] - h[5] * h[6],
          e = h[4] - h[5] * h[7];
    float sum = a * a + b * b + d * d + e * e, det = fabsf(a * e - b * d),
          root = sqrtf(fmaxf(0, sum * sum - 4 * det * det));
    return sum + root > 0 ? sqrtf(fmaxf(0, sum - root) / (sum + root)) : 0;
}

struct pose pose_mirrored(const struct pose *pose)
{
    const float *h = pose->at;
    return (struct pose){{h[1], h[0], h[2], h[4], h[3], h[5], h[7], h[6]}};
}

/*
 * After a change of (u, v) that is given by eight small numbers; false: it is no plane in front of
 * us any more.
 */
static bool pose_move(struct pose *pose, const float by[8])
{
    const float *h = pose->at;
    float d[9] = {1 + by[0], by[1], by[2], by[3], 1 + by[4], by[5], by[6], by[7], 1}, m[9];
    float old[9] = {h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7], 1};
    for (size_t i = 0; i < 9; i++) {
        const float *row = &old[i - i % 3];
        m[i] = row[0] * d[i % 3] + row[1] * d[3 + i % 3] + row[2] * d[6 + i % 3];
    }
    if (!(m[8] > 0.2f) || !(fabsf(m[6]) + fabsf(m[7]) < 0.8f * m[8]))
        return false;
    for (int i = 0; i < 8; i++)
        pose->at[i] = m[i] / m[8];
    return true;
}

/* ---- light ------------------------------------------------------------------------------- */

const struct plane *plane_for(const struct plane *levels, int count, float module)
{
    int level = 0;
    while (level + 1 < count && module >= 4 * levels[level].scale)
        level++;
    return &levels[level];
}

/*
 * Between the four pixels around a point, in 256ths of a pixel from the middle of the first one;
 * 65536 times the light.
 */
static inline int light_inside(const struct plane *p, int x, int y)
{
    const uint8_t *at = p->at + (ptrdiff_t)(y >> 8) * p->stride + (x >> 8);
    int u = x & 255, v = y & 255;
    int top = at[0] * 256 + (at[1] - at[0]) * u,
        low = at[p->stride] * 256 + (at[p->stride + 1] - at[p->stride]) * u;
    return top * 256 + (low - top) * v;
}

/* Outside the plane it is as at its edge. */
static int light_at(const struct plane *p, int x, int y)
{
    int most_x = (p->width - 1) * 256 - 1, most_y = (p->height - 1) * 256 - 1;
    x = x > most_x ? most_x : x;
    y = y > most_y ? most_y : y;
    return light_inside(p, x > 0 ? x : 0, y > 0 ? y : 0);
}

float plane_light(const struct plane *p, float x, float y)
{
    return (float)light_at(p, (int)((x - 0.5f) * 256), (int)((y - 0.5f) * 256)) * (1.0f / 65536);
}

void plane_lights(const struct plane *p, struct point middle, struct point across,
    struct point down, int side, int16_t *out)
{
    int reach = side / 2, x = (int)((middle.x - 0.5f) * 256), y = (int)((middle.y - 0.5f) * 256);
    int ax = (int)(across.x * 256), ay = (int)(across.y * 256), dx = (int)(down.x * 256),
        dy = (int)(down.y * 256);
    int wide = reach * (abs(ax) + abs(dx)), tall = reach * (abs(ay) + abs(dy));
    bool inside = x >= wide && y >= tall && x + wide < (p->width - 1) * 256
                  && y + tall < (p->height - 1) * 256;
    for (int row = -reach; row <= reach; row++)
        for (int column = -reach; column <= reach; column++) {
            int at_x = x + column * ax + row * dx, at_y = y + column * ay + row * dy;
            *out++ = (int16_t)((inside ? light_inside(p, at_x, at_y) : light_at(p, at_x, at_y))
                               >> 16);
        }
}

/*
 * A module's four points: `x`, `y` its middle in the plane, (cx, cy) a quarter of it across, (rx,
 * ry) down.
 */
static void module_light(const struct plane *p, float x, float y, float cx, float cy, float rx,
    float ry, struct grid *out, int at)
{
    int mx = (int)((x - 0.5f) * 256), my = (int)((y - 0.5f) * 256);
    int ax = (int)((cx + rx) * 256), ay = (int)((cy + ry) * 256), bx = (int)((cx - rx) * 256),
        by = (int)((cy - ry) * 256);
    int wide = abs(ax) + abs(bx), tall = abs(ay) + abs(by), a, b, c, d;
    if (mx >= wide && my >= tall && mx + wide < (p->width - 1) * 256
        && my + tall < (p->height - 1) * 256) {
        a = light_inside(p, mx - ax, my - ay), b = light_inside(p, mx + bx, my + by);
        c = light_inside(p, mx - bx, my - by), d = light_inside(p, mx + ax, my + ay);
    } else {
        a = light_at(p, mx - ax, my - ay), b = light_at(p, mx + bx, my + by);
        c = light_at(p, mx - bx, my - by), d = light_at(p, mx + ax, my + ay);
    }
    out->light[at] = (float)(a + b + c + d) * (0.25f / 65536);
    out->across[at] = (float)(b + d - a - c) * (0.5f / 65536);
    out->down[at] = (float)(c + d - a - b) * (0.5f / 65536);
}

void patch_take(const struct plane *p, const struct pose *pose, struct grid *out)
{
    *out = (struct grid){{0}, {0}, {0}};
    static const float APART = 0.3f; /* of a module, from its middle */
    const float *h = pose->at;
    float each = 1 / p->scale;
    for (int row = 0; row < GRID; row++)
        for (int column = 0; column < GRID; column++) {
            float u = ((float)column - 0.5f) / HALF - 1, v = ((float)row - 0.5f) / HALF - 1,
                  w = 1 / (h[6] * u + h[7] * v + 1);
            float x = (h[0] * u + h[1] * v + h[2]) * w, y = (h[3] * u + h[4] * v + h[5]) * w,
                  by = w * each * APART / HALF;
            module_light(p, (x - p->left) * each, (y - p->top) * each, (h[0] - x * h[6]) * by,
                (h[3] - y * h[6]) * by, (h[1] - x * h[7]) * by, (h[4] - y * h[7]) * by, out,
                row * GRID_ROW + column);
        }
    float per = HALF / (2 * APART); /* a change of u by 1 */
    for (int i = 0; i < GRID_ALL; i++) {
        out->across[i] *= per;
        out->down[i] *= per;
    }
}

/* ---- local light ------------------------------------------------------------------------- */

/* modules on each side that light is compared with */
enum { NEAR = 3 };

/* Sums of windows of 2 NEAR + 1 modules a side, and how many modules they have. */
static void windows(const float *in, float *out)
{
    float down[GRID_ALL] = {0};
    for (int row = 0; row < GRID; row++)
        for (int k = row - NEAR < 0 ? 0 : row - NEAR; k <= row + NEAR && k < GRID; k++)
            for (int column = 0; column < GRID; column++)
                down[row * GRID_ROW + column] += in[k * GRID_ROW + column];
    for (int row = 0; row < GRID; row++) {
        size_t begin = (size_t)row * GRID_ROW;
        float *to = out + begin, *from = down + begin, sum = 0;
        for (int column = 0; column < NEAR; column++)
            sum += from[column];
        for (int column = 0; column < GRID; column++) {
            sum += column + NEAR < GRID ? from[column + NEAR] : 0;
            sum -= column - NEAR - 1 >= 0 ? from[column - NEAR - 1] : 0;
            to[column] = sum;
        }
    }
}

static float window_size(int at)
{
    int row = at / GRID_ROW, column = at % GRID_ROW;
    int high = (row + NEAR < GRID ? row + NEAR : GRID - 1) - (row > NEAR ? row - NEAR : 0) + 1;
    int wide = (column + NEAR < GRID ? column + NEAR : GRID - 1)
               - (column > NEAR ? column - NEAR : 0) + 1;
    return (float)(high * wide);
}

void local_make(const float *light, const float *square, float least, float *mean, float *each)
{
    float sum[GRID_ALL] = {0}, squares[GRID_ALL] = {0}, all = 0, all_squares = 0;
    windows(light, sum);
    windows(square, squares);
    for (int row = 0; row < GRID; row++)
        for (int i = row * GRID_ROW; i < row * GRID_ROW + GRID; i++) {
            all += light[i];
            all_squares += square[i];
        }
    all /= GRID * GRID;
    float floor = 0.1f * fmaxf(0, all_squares / (GRID * GRID) - all * all) + least;
    for (int row = 0; row < GRID; row++)
        for (int i = row * GRID_ROW; i < row * GRID_ROW + GRID; i++) {
            float n = window_size(i);
            mean[i] = sum[i] / n;
            each[i] = 1 / sqrtf(fmaxf(squares[i] / n - mean[i] * mean[i], 0) + floor);
        }
}

void patch_normal(struct grid *patch)
{
    static const float MOST = 1.8f; /* no module counts for more */
    float square[GRID_ALL] = {0}, mean[GRID_ALL], each[GRID_ALL];
    for (int i = 0; i < GRID_ALL; i++)
        square[i] = patch->light[i] * patch->light[i];
    local_make(patch->light, square, 4, mean, each);
    for (int row = 0; row < GRID; row++)
        for (int i = row * GRID_ROW; i < row * GRID_ROW + GRID; i++) {
            float now = (patch->light[i] - mean[i]) * each[i];
            patch->light[i] = now < -MOST ? -MOST : now > MOST ? MOST : now;
            patch->across[i] *= each[i];
            patch->down[i] *= each[i];
        }
}

/* ---- likeness by cells ------------------------------------------------------------------- */

enum { CELL = 4, CELLS = (GRID + CELL - 1) / CELL };

static int cell_of(int at) { return at / GRID_ROW / CELL * CELLS + at % GRID_ROW / CELL; }

/* 1 where a cell matches, 0 where something else lies there. */
static void cells_weigh(const struct grid *patch, const struct ideal *ideal, float *weight)
{
    float product[CELLS * CELLS] = {0}, light[CELLS * CELLS] = {0}, own[CELLS * CELLS] = {0};
    for (int k = 0; k < ideal->count; k++) {
        int i = ideal->at[k], c = cell_of(i);
        product[c] += patch->light[i] * ideal->light[k];
        light[c] += patch->light[i] * patch->light[i];
        own[c] += ideal->light[k] * ideal->light[k];
    }
    for (int c = 0; c < CELLS * CELLS; c++) {
        float like = product[c] / sqrtf(light[c] * own[c] + 0.01f);
        weight[c] = like < 0.1f ? 0 : like > 0.5f ? 1 : (like - 0.1f) / 0.4f;
    }
}

void patch_matched(const struct grid *patch, const float *ideal, float *out)
{
    float product[GRID_ALL] = {0}, light[GRID_ALL] = {0}, own[GRID_ALL] = {0},
          sum[3][GRID_ALL] = {{0}};
    for (int i = 0; i < GRID_ALL; i++) {
        product[i] = patch->light[i] * ideal[i];
        light[i] = patch->light[i] * patch->light[i];
        own[i] = ideal[i] * ideal[i];
    }
    windows(product, sum[0]);
    windows(light, sum[1]);
    windows(own, sum[2]);
    for (int i = 0; i < GRID_ALL; i++)
        out[i] = sum[0][i] / sqrtf(sum[1][i] * sum[2][i] + 0.01f);
}

float ideal_likeness(const struct ideal *ideal, const struct grid *patch)
{
    float sum = 0, squares = 0, product = 0, own = 0, own_squares = 0, n = (float)ideal->count;
    for (int k = 0; k < ideal->count; k++) {
        float light = patch->light[ideal->at[k]], is = ideal->light[k];
        sum += light;
        squares += light * light;
        product += light * is;
        own += is;
        own_squares += is * is;
    }
    float spread = (squares - sum * sum / n) * (own_squares - own * own / n);
    return spread > 1e-6f ? (product - sum * own / n) / sqrtf(spread) : 0;
}

/* ---- steps ------------------------------------------------------------------------------- */

enum { UNKNOWNS = 10 }; /* eight of the plane, contrast and brightness */

/*
 * Solves a x = b for a symmetric, positive a (its lower half is used); false: it is none. Cholesky.
 */
static bool solve(float a[UNKNOWNS][UNKNOWNS], float b[UNKNOWNS])
{
    for (int j = 0; j < UNKNOWNS; j++) {
        for (int k = 0; k < j; k++)
            a[j][j] -= a[j][k] * a[j][k];
        if (!(a[j][j] > 1e-9f))
            return false;
        a[j][j] = sqrtf(a[j][j]);
        for (int i = j + 1; i < UNKNOWNS; i++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[j][k];
            a[i][j] /= a[j][j];
        }
    }
    for (int i = 0; i < UNKNOWNS; i++) {
        for (int k = 0; k < i; k++)
            b[i] -= a[i][k] * b[k];
        b[i] /= a[i][i];
    }
    for (int i = UNKNOWNS - 1; i >= 0; i--) {
        for (int k = i + 1; k < UNKNOWNS; k++)
            b[i] -= a[k][i] * b[k];
        b[i] /= a[i][i];
    }
    return true;
}

/* What the light says: a little that the plane is not very near, and that a step is small. */
static void equations_begin(const struct pose *pose, float a[UNKNOWNS][UNKNOWNS], float b[UNKNOWNS])
{
    static const float NOISE = 0.1f; /* of a module's normal light, squared */
    memset(a, 0, sizeof(float[UNKNOWNS][UNKNOWNS]));
    memset(b, 0, sizeof(float[UNKNOWNS]));
    float near = 0.01f + 0.006f * pose_module(pose), hold = NOISE / (near * near);
    for (int i = 0; i < 8; i++)
        a[i][i] = NOISE / (0.1f * 0.1f);
    for (int i = 6; i < 8; i++) {
        a[i][i] += hold;
        b[i] -= hold * pose->at[i];
    }
    a[8][8] = a[9][9] = 1e-3f;
}

static float step(const struct grid *patch, const struct ideal *ideal, struct pose *pose)
{
    float a[UNKNOWNS][UNKNOWNS], b[UNKNOWNS], weight[CELLS * CELLS], most = 0;
    equations_begin(pose, a, b);
    cells_weigh(patch, ideal, weight);
    for (int k = 0; k < ideal->count; k++) {
        int i = ideal->at[k];
        int line = i / GRID_ROW, column = i % GRID_ROW;
        float w = weight[cell_of(i)], u = ((float)column - 0.5f) / HALF - 1,
              v = ((float)line - 0.5f) / HALF - 1;
        if (w <= 0)
            continue;
        float x = patch->across[i], y = patch->down[i], both = -(x * u + y * v);
        float row[UNKNOWNS] = {x * u, x * v, x, y * u, y * v, y, both * u, both * v,
            -ideal->light[k], -1};
        for (int j = 0; j < UNKNOWNS; j++) {
            float wj = w * row[j];
            b[j] -= wj * patch->light[i];
            for (int n = 0; n <= j; n++)
                a[j][n] += wj * row[n];
        }
    }
    if (!solve(a, b))
        return 0;
    for (int i = 0; i < 6; i++)
        most = fmaxf(most, fabsf(b[i]));
    float shorten = most > 0.12f ? 0.12f / most : 1; /* at most a module and a quarter */
    for (int i = 0; i < 8; i++)
        b[i] *= shorten;
    return pose_move(pose, b) ? most * shorten * HALF : 0;
}

float pose_settle(const struct plane *p, const struct ideal *ideal, int steps, struct pose *pose,
    struct grid *patch)
{
    static const float STILL = 0.02f; /* of a module */
    patch_take(p, pose, patch);
    patch_normal(patch);
    float best = ideal_likeness(ideal, patch);
    struct grid moved;
    for (int k = 0; k < steps; k++) {
        struct pose next = *pose;
        float by = step(patch, ideal, &next);
        if (by <= 0)
            break;
        patch_take(p, &next, &moved);
        patch_normal(&moved);
        float now = ideal_likeness(ideal, &moved);
        if (now < best - 0.05f)
            break;
        *pose = next;
        *patch = moved;
        best = now;
        if (by < STILL)
            break;
    }
    return best;
}

/*
 * The plane through the same three finders that goes away by g and h along its sides: the points at
 * 3.5 and 17.5 modules stay where they are.
 */
bool pose_deepen(const struct pose *from, float g, float h, struct pose *to)
{
    static const float at[3][2] = {{3.5f, 3.5f}, {17.5f, 3.5f}, {3.5f, 17.5f}};
    struct point p[3];
    float w[3];
    for (int k = 0; k < 3; k++) {
        p[k] = pose_point(from, at[k][0], at[k][1]);
        w[k] = 1 + g * (at[k][0] / HALF - 1) + h * (at[k][1] / HALF - 1);
        if (w[k] < 0.3f)
            return false;
        p[k].x *= w[k];
        p[k].y *= w[k];
    }
    *to = pose_affine(p[0], (struct point){(p[1].x - p[0].x) / 14, (p[1].y - p[0].y) / 14},
        (struct point){(p[2].x - p[0].x) / 14, (p[2].y - p[0].y) / 14});
    to->at[6] = g;
    to->at[7] = h;
    return true;
}
