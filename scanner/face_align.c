/*
 * A card in a picture, straightened, and laid on a face: moved until it lies there, its light made
 * that of the face. See face_align.h.
 */
#include "face_align.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ALIGNINGS = 10, /* at most, until the corners move no more */
    MOVES = 6,      /* right, down, turned; larger, stretched one way, the other way */
    RIGID = 3,      /* … of them: a card in a plane that is known hardly makes others */
    DAZZLE = 20,    /* brighter than the paper by so much, */
    FULL = 250,     /* … or than a camera tells, in two colours */
    AROUND = 2,     /* face pixels each way whose mean is looked at for that */
    EDGE = 12,      /* weaker ones do not tell of place, in all three colours */
    EVEN_MOST = 1000,
    LIGHT = 4, /* every fourth pixel and row tells of light, and of the paper */
};

/* ---- straightening ----------------------------------------------------------------------- */

struct card_plane card_plane_of(const struct point q[4])
{
    float sx = q[0].x - q[1].x + q[2].x - q[3].x, sy = q[0].y - q[1].y + q[2].y - q[3].y;
    float x1 = q[1].x - q[2].x, x2 = q[3].x - q[2].x, y1 = q[1].y - q[2].y, y2 = q[3].y - q[2].y;
    float all = x1 * y2 - x2 * y1;
    all = fabsf(all) < 1e-6f ? 1e-6f : all;
    float g = (sx * y2 - x2 * sy) / all, h = (x1 * sy - sx * y1) / all;
    return (struct card_plane){q[1].x - q[0].x + g * q[1].x, q[3].x - q[0].x + h * q[3].x, q[0].x,
        q[1].y - q[0].y + g * q[1].y, q[3].y - q[0].y + h * q[3].y, q[0].y, g, h};
}

struct point card_plane_at(const struct card_plane *p, float u, float v)
{
    float w = p->g * u + p->h * v + 1;
    w = fabsf(w) < 1e-6f ? 1e-6f : w;
    return (struct point){(p->a * u + p->b * v + p->c) / w, (p->d * u + p->e * v + p->f) / w};
}

/* Between the four pixels around a point, whose middles lie at halves. */
static void add_light(const struct colour *p, struct point at, float sum[3])
{
    float x = fminf(fmaxf(at.x - 0.5f, 0), (float)p->width - 1.001f);
    float y = fminf(fmaxf(at.y - 0.5f, 0), (float)p->height - 1.001f);
    int ix = (int)x, iy = (int)y;
    float fx = x - (float)ix, fy = y - (float)iy;
    const uint8_t *c = p->at + 3 * ((size_t)iy * (size_t)p->width + (size_t)ix),
                  *below = c + 3 * (size_t)p->width;
    for (int k = 0; k < 3; k++)
        sum[k] += ((float)c[k] * (1 - fx) + (float)c[k + 3] * fx) * (1 - fy)
                  + ((float)below[k] * (1 - fx) + (float)below[k + 3] * fx) * fy;
}

/* Every `step`th pixel and row, each the mean of as many places as it has pixels. */
static void straighten(const struct colour *picture, const struct point corner[4], int step,
    struct scan_face *out)
{
    enum { FINE_MOST = 8 };
    const struct card_plane plane = card_plane_of(corner);
    const float side = hypotf(corner[1].x - corner[0].x, corner[1].y - corner[0].y) / FACE_WIDTH;
    const int fine = side < 1.2f ? 1 : side > FINE_MOST ? FINE_MOST : (int)ceilf(side - 0.2f);
    for (int y = 0; y < FACE_HEIGHT; y += step)
        for (int x = 0; x < FACE_WIDTH; x += step) {
            float sum[3] = {0, 0, 0};
            for (int i = 0; i < fine * fine; i++) {
                const int right = i % fine, below = i / fine;
                const float u = ((float)x + ((float)right + 0.5f) / (float)fine) / FACE_WIDTH,
                            v = ((float)y + ((float)below + 0.5f) / (float)fine) / FACE_HEIGHT;
                add_light(picture, card_plane_at(&plane, u, v), sum);
            }
            for (int k = 0; k < 3; k++)
                out->at[y][x][k] = (uint8_t)(sum[k] / (float)(fine * fine) + 0.5f);
        }
}

static void corners_of(const struct outline *o, bool half, struct point out[4])
{
    for (int i = 0; i < 4; i++)
        out[i] = o->corner[(i + (half ? 2 : 0)) % 4];
}

void face_straighten(const struct colour *picture, const struct outline *outline, bool half,
    struct scan_face *out)
{
    struct point corner[4];
    corners_of(outline, half, corner);
    straighten(picture, corner, 1, out);
}

/* ---- cards that lie over others ---------------------------------------------------------- */

bool cover_make(struct face_cover *cover, int width, int height)
{
    *cover = (struct face_cover){(width + COVER - 1) / COVER, (height + COVER - 1) / COVER, NULL};
    cover->at = calloc((size_t)cover->width * (size_t)cover->height + 1, 1);
    return cover->at != NULL;
}

void cover_clear(struct face_cover *cover)
{
    free(cover->at);
    *cover = (struct face_cover){.at = NULL};
}

void cover_card(struct face_cover *cover, const struct outline *o)
{
    static const float MORE_X = 1.3f / 63, MORE_Y = 1.3f / 88;
    const struct card_plane plane = card_plane_of(o->corner);
    struct outline wide;
    float left = INFINITY, top = INFINITY, right = 0, bottom = 0;
    for (int i = 0; i < 4; i++) {
        wide.corner[i] = card_plane_at(&plane, i == 1 || i == 2 ? 1 + MORE_X : -MORE_X,
            i > 1 ? 1 + MORE_Y : -MORE_Y);
        left = fminf(left, wide.corner[i].x / COVER);
        right = fmaxf(right, wide.corner[i].x / COVER);
        top = fminf(top, wide.corner[i].y / COVER);
        bottom = fmaxf(bottom, wide.corner[i].y / COVER);
    }
    const int from_x = (int)fminf(fmaxf(left, 0), (float)cover->width),
              from_y = (int)fminf(fmaxf(top, 0), (float)cover->height);
    for (int y = from_y; y < cover->height && (float)y < bottom; y++)
        for (int x = from_x; x < cover->width && (float)x < right; x++)
            if (outline_holds(&wide,
                    (struct point){((float)x + 0.5f) * COVER, ((float)y + 0.5f) * COVER}))
                cover->at[(size_t)y * (size_t)cover->width + (size_t)x] = 1;
}

bool cover_at(const struct face_cover *cover, struct point at)
{
    const float x = at.x / COVER, y = at.y / COVER;
    return cover != NULL && x >= 0 && y >= 0 && x < (float)cover->width && y < (float)cover->height
           && cover->at[(size_t)y * (size_t)cover->width + (size_t)x] != 0;
}

/* ---- light and place --------------------------------------------------------------------- */

bool equations_solve(double *row, int n)
{
    for (int i = 0; i < n; i++) {
        int most = i;
        for (int k = i + 1; k < n; k++)
            most = fabs(row[k * (n + 1) + i]) > fabs(row[most * (n + 1) + i]) ? k : most;
        for (int k = 0; k <= n && most != i; k++) {
            double t = row[i * (n + 1) + k];
            row[i * (n + 1) + k] = row[most * (n + 1) + k];
            row[most * (n + 1) + k] = t;
        }
        if (fabs(row[i * (n + 1) + i]) < 1e-9)
            return false;
        for (int k = 0; k < n; k++) {
            double times = row[k * (n + 1) + i] / row[i * (n + 1) + i];
            for (int c = i; c <= n && k != i; c++)
                row[k * (n + 1) + c] -= times * row[i * (n + 1) + c];
        }
    }
    for (int i = 0; i < n; i++)
        row[i * (n + 1) + n] /= row[i * (n + 1) + i];
    return true;
}

static void equation_add(double *row, int n, const double *is, double value)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++)
            row[i * (n + 1) + k] += is[i] * is[k];
        row[i * (n + 1) + n] += is[i] * value;
    }
}

static float across(int x) { return (float)x * 2 / FACE_WIDTH - 1; }
static float down(int y) { return (float)y * 2 / FACE_HEIGHT - 1; }

bool card_covered(const struct card_match *m, int x, int y)
{
    return m->covered[y / FACE_SPARSE][x / FACE_SPARSE];
}

/* Nothing is told of light and place there. */
static bool shines_at(const struct card_match *m, int x, int y)
{
    const int u = x / COARSE < COARSE_WIDTH ? x / COARSE : COARSE_WIDTH - 1;
    return m->shines[y / COARSE][u] || card_covered(m, x, y);
}

/* Where other cards lie over it. */
static void cover_find(struct card_match *m)
{
    const struct card_plane plane = card_plane_of(m->corner);
    memset(m->covered, 0, sizeof m->covered);
    for (int y = 0; y < FACE_HEIGHT && m->cover != NULL; y += FACE_SPARSE)
        for (int x = 0; x < FACE_WIDTH; x += FACE_SPARSE)
            m->covered[y / FACE_SPARSE][x / FACE_SPARSE] = cover_at(m->cover,
                card_plane_at(&plane, ((float)x + 0.5f * FACE_SPARSE) / FACE_WIDTH,
                    ((float)y + 0.5f * FACE_SPARSE) / FACE_HEIGHT));
}

/*
 * A lamp's light around what it dazzles falls on no more than a part of the card; where most of it
 * is as bright, the camera was.
 */
static void shine_find(struct card_match *m)
{
    enum { BESIDE = 3 };
    static const float MOST = 0.6f;
    bool full[COARSE_HEIGHT][COARSE_WIDTH];
    int shining = 0;
    for (int y = 0; y < COARSE_HEIGHT; y++)
        for (int x = 0; x < COARSE_WIDTH; x++) {
            int whole = 0;
            for (int i = 0; i < COARSE; i++)
                for (int k = 0; k < 3; k++)
                    whole += m->card.at[COARSE * y + i / 2 * 2][COARSE * x + i % 2 * 2][k] >= FULL;
            full[y][x] = whole > COARSE;
            m->shines[y][x] = false;
        }
    for (int y = 0; y < COARSE_HEIGHT; y++)
        for (int x = 0; x < COARSE_WIDTH; x++)
            for (int v = y - BESIDE; v <= y + BESIDE; v++)
                for (int u = x - BESIDE; u <= x + BESIDE; u++)
                    m->shines[y][x] |= u >= 0 && v >= 0 && u < COARSE_WIDTH && v < COARSE_HEIGHT
                                       && full[v][u];
    for (int i = 0; i < COARSE_HEIGHT * COARSE_WIDTH; i++)
        shining += m->shines[i / COARSE_WIDTH][i % COARSE_WIDTH];
    if ((float)shining > MOST * COARSE_HEIGHT * COARSE_WIDTH)
        memset(m->shines, 0, sizeof m->shines);
}

/*
 * How the light falls, as if the card were this one; what lies over it, and dazzle, is left out in
 * a second look.
 */
static void light_fit(struct card_match *m, const struct scan_face *face)
{
    enum { LOOKS = 3 };
    static const double EVEN_LIGHT = 1e9; /* a strip does not tell how the light leans */
    float far = 1000;
    for (int look = 0; look < LOOKS; look++) {
        double row[3][FACE_LIGHTS * (FACE_LIGHTS + 1)] = {{0}}, sum = 0;
        long seen = 0;
        for (int y = FACE_MARGIN; y < FACE_HEIGHT - FACE_MARGIN; y += LIGHT)
            for (int x = FACE_MARGIN; x < FACE_WIDTH - FACE_MARGIN; x += LIGHT)
                for (int k = 0; k < 3; k++) {
                    double t = face->at[y][x][k], c = m->card.at[y][x][k];
                    const float *l = m->light[k];
                    double rest = look == 0
                                      ? 0
                                      : c - t * (double)(l[0] + l[1] * across(x) + l[2] * down(y))
                                            - (double)l[3];
                    if (fabs(rest) > (double)far || shines_at(m, x, y))
                        continue;
                    equation_add(row[k], FACE_LIGHTS,
                        (double[]){t, t * (double)across(x), t * (double)down(y), 1}, c);
                    sum += fabs(rest);
                    seen++;
                }
        for (int k = 0; k < 3; k++) {
            for (int i = 1; i < 3 && m->in_plane; i++)
                row[k][i * (FACE_LIGHTS + 1) + i] += EVEN_LIGHT;
            bool told = equations_solve(row[k], FACE_LIGHTS);
            for (int i = 0; i < FACE_LIGHTS && (told || look == 0); i++)
                m->light[k][i] = told ? (float)row[k][i * (FACE_LIGHTS + 1) + FACE_LIGHTS] : i == 0;
        }
        far = look == 0 ? 60 : fmaxf(16, 3 * (float)(sum / (double)(seen + 1)));
    }
}

/* The card as it would look in the face's light, in every `step`th pixel and row. */
static void light_even(struct card_match *m, int step)
{
    for (int y = 0; y < FACE_HEIGHT; y += step)
        for (int x = 0; x < FACE_WIDTH; x += step)
            for (int k = 0; k < 3; k++) {
                const float *l = m->light[k];
                const float gain = fmaxf(0.08f, l[0] + l[1] * across(x) + l[2] * down(y)),
                            even = ((float)m->card.at[y][x][k] - l[3]) / gain;
                m->even[y][x][k] = (int16_t)fminf(fmaxf(even, -EVEN_MOST), EVEN_MOST);
            }
}

/*
 * Where something shines in the card it tells nothing, whichever card it speaks for: it is brighter
 * than the deck's paper, or as bright as a camera tells. Nothing here is asked of the face that it
 * lies on: that would hide what speaks against this face.
 */
static bool dazzled_at(const struct card_match *m, int x, int y)
{
    int even[3] = {0}, full = 0, count = 0;
    bool above = false;
    for (int v = y - AROUND; v <= y + AROUND; v++)
        for (int u = x - AROUND; u <= x + AROUND; u++) {
            int whole = 0;
            if (u < 0 || v < 0 || u >= FACE_WIDTH || v >= FACE_HEIGHT)
                continue;
            count++;
            for (int k = 0; k < 3; k++) {
                even[k] += m->even[v][u][k];
                whole += m->card.at[v][u][k] >= FULL;
            }
            full += whole > 1;
        }
    for (int k = 0; k < 3; k++)
        above |= (float)even[k] > (m->paper[k] + DAZZLE) * (float)count;
    return above || 3 * full > count;
}

static void dazzle_find(struct card_match *m)
{
    for (int y = 0; y < FACE_HEIGHT; y++)
        for (int x = 0; x < FACE_WIDTH; x++)
            m->dazzled[y][x] = card_covered(m, x, y) || dazzled_at(m, x, y);
}

static void soften(struct card_match *m)
{
    for (int i = 0; i < SOFT; i++) {
        const int x = FACE_MARGIN + FACE_SPARSE * (i % SOFT_WIDTH),
                  y = FACE_MARGIN + FACE_SPARSE * (i / SOFT_WIDTH);
        m->open[i] = m->dazzled[y][x] || m->dazzled[y][x + 1] || m->dazzled[y + 1][x]
                             || m->dazzled[y + 1][x + 1]
                         ? 0
                         : -1;
        for (int k = 0; k < 3; k++)
            m->soft.at[k][i] = (int16_t)((m->even[y][x][k] + m->even[y][x + 1][k]
                                             + m->even[y + 1][x][k] + m->even[y + 1][x + 1][k])
                                         / 4);
    }
}

/* Where a place of the card, from −1 to 1, goes with each of the moves, in face pixels. */
static void moves_at(double u, double v, double x[MOVES], double y[MOVES])
{
    const double right = u * FACE_WIDTH / 2, below = v * FACE_HEIGHT / 2;
    memcpy(x, ((double[MOVES]){1, 0, -below, right, right, below}), MOVES * sizeof *x);
    memcpy(y, ((double[MOVES]){0, 1, right, below, -below, right}), MOVES * sizeof *y);
}

/*
 * Moves the corners so that the card lies on the face: Gauss and Newton, of an affine map. What is
 * further off than `far` lies over the card. How far a corner moved, in face pixels.
 */
static float place_fit(struct card_match *m, const struct scan_face *face, float far)
{
    static const double FREE = 1, STIFF = 1.6e7;
    double row[MOVES * (MOVES + 1)] = {0}, at_x[MOVES], at_y[MOVES], is[MOVES];
    for (int y = FACE_MARGIN; y < FACE_HEIGHT - FACE_MARGIN; y += FACE_SPARSE)
        for (int x = FACE_MARGIN; x < FACE_WIDTH - FACE_MARGIN; x += FACE_SPARSE) {
            float gx = 0, gy = 0, rest = 0;
            for (int k = 0; k < 3; k++) {
                gx += (float)(face->at[y][x + 1][k] - face->at[y][x - 1][k]) / 2;
                gy += (float)(face->at[y + 1][x][k] - face->at[y - 1][x][k]) / 2;
                rest += (float)(m->even[y][x][k] - face->at[y][x][k]);
            }
            if (fabsf(rest) > far || shines_at(m, x, y) || fabsf(gx) + fabsf(gy) < EDGE)
                continue;
            moves_at((double)across(x), (double)down(y), at_x, at_y);
            for (int i = 0; i < MOVES; i++)
                is[i] = (double)gx * at_x[i] + (double)gy * at_y[i];
            equation_add(row, MOVES, is, (double)rest);
        }
    for (int i = 0; i < MOVES; i++)
        row[i * (MOVES + 1) + i] += m->in_plane && i >= RIGID ? STIFF : FREE;
    float most = 0;
    if (!equations_solve(row, MOVES))
        return INFINITY;
    struct card_plane plane = card_plane_of(m->corner);
    for (int i = 0; i < 4; i++) {
        double u = i == 1 || i == 2 ? 1 : -1, v = i > 1 ? 1 : -1, by[2] = {0, 0};
        moves_at(u, v, at_x, at_y);
        for (int k = 0; k < MOVES; k++) {
            by[0] += row[k * (MOVES + 1) + MOVES] * at_x[k];
            by[1] += row[k * (MOVES + 1) + MOVES] * at_y[k];
        }
        for (int k = 0; k < 2; k++) {
            by[k] = fmin(fmax(by[k], -4), 4);
            most = fmaxf(most, (float)fabs(by[k]));
        }
        m->corner[i] = card_plane_at(&plane, (float)((u + 1) / 2 - by[0] / FACE_WIDTH),
            (float)((v + 1) / 2 - by[1] / FACE_HEIGHT));
    }
    return most;
}

bool card_align(struct card_match *m, const struct scan_face *face)
{
    static const float RESTS = 0.1f, FAR = 150, FAR_LATER = 90, RESTED = 0.7f;
    float moved = INFINITY;
    for (int i = 0; i < ALIGNINGS && moved > RESTS; i++) {
        straighten(m->picture, m->corner, FACE_SPARSE, &m->card);
        shine_find(m);
        cover_find(m);
        light_fit(m, face);
        light_even(m, FACE_SPARSE);
        moved = place_fit(m, face, i < 2 ? FAR : FAR_LATER);
    }
    straighten(m->picture, m->corner, 1, &m->card);
    shine_find(m);
    cover_find(m);
    light_fit(m, face);
    light_even(m, 1);
    dazzle_find(m);
    soften(m);
    return moved <= RESTED;
}

/* A fiftieth is left out. */
void faces_paper(const struct scan_face *face, int count, float paper[3])
{
    long histogram[3][256] = {{0}}, all = 0;
    for (int i = 0; i < count; i++)
        for (int y = FACE_MARGIN; y < FACE_HEIGHT - FACE_MARGIN; y += LIGHT)
            for (int x = FACE_MARGIN; x < FACE_WIDTH - FACE_MARGIN; x += LIGHT, all++)
                for (int k = 0; k < 3; k++)
                    histogram[k][face[i].at[y][x][k]]++;
    for (int k = 0; k < 3; k++) {
        int light = 255;
        for (long sum = histogram[k][255]; sum < all / 50 && light > 0;
             sum += histogram[k][--light]) {
        }
        paper[k] = (float)light;
    }
}

void card_corners(struct card_match *m, const struct outline *outline, bool half)
{
    corners_of(outline, half, m->corner);
}

void card_coarse(struct card_match *m, struct face_coarse *out)
{
    enum { EACH = COARSE / FACE_SPARSE };
    straighten(m->picture, m->corner, FACE_SPARSE, &m->card);
    cover_find(m);
    for (int k = 0; k < 3; k++)
        for (int y = 0; y < COARSE_HEIGHT; y++)
            for (int x = 0; x < COARSE_WIDTH; x++) {
                int sum = 0;
                out->open[y][x] = card_covered(m, COARSE * x + COARSE / 2, COARSE * y + COARSE / 2)
                                      ? 0
                                      : -1;
                for (int i = 0; i < EACH * EACH; i++)
                    sum += m->card.at[COARSE * y + FACE_SPARSE * (i / EACH)]
                                     [COARSE * x + FACE_SPARSE * (i % EACH)][k];
                out->at[k][y][x] = (int16_t)(sum / (EACH * EACH));
            }
}

float faces_alike(const struct scan_face *a, const struct scan_face *b)
{
    double sa[3] = {0}, sb[3] = {0}, aa = 0, bb = 0, ab = 0;
    const double pixels = FACE_WIDTH * FACE_HEIGHT;
    for (int i = 0; i < FACE_BYTES; i++) {
        int x = i / 3 % FACE_WIDTH, y = i / 3 / FACE_WIDTH;
        double u = a->at[y][x][i % 3], v = b->at[y][x][i % 3];
        sa[i % 3] += u;
        sb[i % 3] += v;
        aa += u * u;
        bb += v * v;
        ab += u * v;
    }
    for (int k = 0; k < 3; k++) {
        aa -= sa[k] * sa[k] / pixels;
        bb -= sb[k] * sb[k] / pixels;
        ab -= sa[k] * sb[k] / pixels;
    }
    return aa > 0 && bb > 0 ? (float)(ab / sqrt(aa * bb)) : 0;
}

bool face_take(const struct colour *picture, const struct outline *outline, bool half,
    const struct scan_face *first, struct scan_face *out)
{
    static const float ONE_PICTURE = 0.7f;
    face_straighten(picture, outline, half, out);
    if (first == NULL || faces_alike(first, out) < ONE_PICTURE)
        return true;
    struct card_match *m = malloc(sizeof *m);
    if (m == NULL)
        return false;
    *m = (struct card_match){.picture = picture};
    faces_paper(first, 1, m->paper);
    card_corners(m, outline, half);
    if (card_align(m, first))
        *out = m->card;
    free(m);
    return true;
}
