/*
 * Which card of a deck a straightened one is.
 *
 *     both ways up ─coarse, shifted─▶ the likeliest ─aligned, light made equal─▶ distances to all
 *                                          ▲───────────── another is nearer ─────────────────┘
 *
 * Light: the card is to look like the face but for a gain that may lean to a side and an offset, a
 * colour each. What is brighter than the deck's paper is dazzle and is not looked at. The gap is
 * measured in what the two cards differ in alone, and by how much they do: two cards that share a
 * picture and differ in a numeral are told apart by the numeral. For that the faces of a deck must
 * lie upon each other: a shift of a pixel would outweigh it.
 */
#include "face.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    COARSE = 4, /* face pixels a coarse one */
    COARSE_WIDTH = FACE_WIDTH / COARSE,
    COARSE_HEIGHT = FACE_HEIGHT / COARSE,
    MARGIN = 4,    /* face pixels at every side that are not looked at: cut corners, sleeves */
    ROUNDS = 3,    /* of changing to a nearer face */
    ALIGNINGS = 7, /* at most, until the corners move no more */
    SPARSE = 2,    /* every second pixel and row tells of light and place */
    LIGHTS = 4,
    MOVES = 6,   /* unknowns of light, a colour; of place */
    DAZZLE = 20, /* brighter than the paper by so much, */
    FULL = 250,  /* … or than a camera tells, in two colours */
    HAZE = 36,   /* brighter than the face by so much, in every colour */
    OTHER = 50,  /* another colour, by so much in all three together */
    AROUND = 2,  /* face pixels each way whose mean is looked at for that */
};

const float FACES_ALIKE = 0.96f;

/* ---- straightening ----------------------------------------------------------------------- */

/* From the unit square to four corners: x = (a·u + b·v + c) / (g·u + h·v + 1), y alike. */
struct card_plane {
    float a, b, c, d, e, f, g, h;
};

static struct card_plane plane_of(const struct point q[4])
{
    float sx = q[0].x - q[1].x + q[2].x - q[3].x, sy = q[0].y - q[1].y + q[2].y - q[3].y;
    float x1 = q[1].x - q[2].x, x2 = q[3].x - q[2].x, y1 = q[1].y - q[2].y, y2 = q[3].y - q[2].y;
    float all = x1 * y2 - x2 * y1;
    all = fabsf(all) < 1e-6f ? 1e-6f : all;
    float g = (sx * y2 - x2 * sy) / all, h = (x1 * sy - sx * y1) / all;
    return (struct card_plane){q[1].x - q[0].x + g * q[1].x, q[3].x - q[0].x + h * q[3].x, q[0].x,
        q[1].y - q[0].y + g * q[1].y, q[3].y - q[0].y + h * q[3].y, q[0].y, g, h};
}

static struct point plane_at(const struct card_plane *p, float u, float v)
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

static void straighten(const struct colour *picture, const struct point corner[4],
    struct scan_face *out)
{
    enum { FINE_MOST = 8 };
    struct card_plane plane = plane_of(corner);
    float side = hypotf(corner[1].x - corner[0].x, corner[1].y - corner[0].y) / FACE_WIDTH;
    int fine = side < 1 ? 1 : side > FINE_MOST ? FINE_MOST : (int)ceilf(side);
    for (int y = 0; y < FACE_HEIGHT; y++)
        for (int x = 0; x < FACE_WIDTH; x++) {
            float sum[3] = {0, 0, 0};
            for (int i = 0; i < fine * fine; i++) {
                int right = i % fine, below = i / fine;
                float u = ((float)x + ((float)right + 0.5f) / (float)fine) / FACE_WIDTH;
                float v = ((float)y + ((float)below + 0.5f) / (float)fine) / FACE_HEIGHT;
                add_light(picture, plane_at(&plane, u, v), sum);
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
    straighten(picture, corner, out);
}

/* ---- coarsely ---------------------------------------------------------------------------- */

struct coarse {
    float at[COARSE_HEIGHT][COARSE_WIDTH][3];
};

static void coarsen(const struct scan_face *f, struct coarse *out)
{
    memset(out, 0, sizeof *out);
    for (int y = 0; y < COARSE_HEIGHT * COARSE; y++)
        for (int x = 0; x < COARSE_WIDTH * COARSE; x++)
            for (int k = 0; k < 3; k++)
                out->at[y / COARSE][x / COARSE][k] += (float)f->at[y][x][k] / (COARSE * COARSE);
}

/* Correlation of what they share when one is shifted; each colour has its own mean. */
static float coarse_correlation(const struct coarse *a, const struct coarse *b, int dx, int dy)
{
    float sa[3] = {0}, sb[3] = {0}, aa = 0, bb = 0, ab = 0;
    int count = 0;
    for (int y = 1; y < COARSE_HEIGHT - 1; y++)
        for (int x = 1; x < COARSE_WIDTH - 1; x++, count++)
            for (int k = 0; k < 3; k++) {
                float u = a->at[y + dy][x + dx][k], v = b->at[y][x][k];
                sa[k] += u;
                sb[k] += v;
                aa += u * u;
                bb += v * v;
                ab += u * v;
            }
    for (int k = 0; k < 3; k++) {
        aa -= sa[k] * sa[k] / (float)count;
        bb -= sb[k] * sb[k] / (float)count;
        ab -= sa[k] * sb[k] / (float)count;
    }
    return aa > 1 && bb > 1 ? ab / sqrtf(aa * bb) : 0;
}

/* The face that this one is likeliest to be. */
static int coarse_best(const struct scan_face *card, const struct scan_face *deck, int count,
    float *score)
{
    struct coarse a, b;
    int best = 0;
    coarsen(card, &a);
    *score = -2;
    for (int i = 0; i < count; i++) {
        coarsen(&deck[i], &b);
        for (int shift = 0; shift < 9; shift++) {
            float s = coarse_correlation(&a, &b, shift % 3 - 1, shift / 3 - 1);
            if (s > *score) {
                *score = s;
                best = i;
            }
        }
    }
    return best;
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

/* ---- light and place --------------------------------------------------------------------- */

/* Solves n equations in place, rows of n + 1; false: they do not tell. */
static bool solve(double *row, int n)
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

/* What face_match works with. */
struct card_match {
    const struct colour *picture;
    const struct scan_face *deck;
    int count;
    struct point corner[4];
    float paper[3];         /* of the deck: its lightest, by colour */
    struct scan_face card;  /* straightened */
    float light[3][LIGHTS]; /* card = face · (l0 + l1·x + l2·y) + l3; x, y from −1 to 1 */
    float even[FACE_HEIGHT][FACE_WIDTH][3]; /* the card in the face's light */
    bool dazzled[FACE_HEIGHT][FACE_WIDTH];
};

static float across(int x) { return (float)x * 2 / FACE_WIDTH - 1; }
static float down(int y) { return (float)y * 2 / FACE_HEIGHT - 1; }

/*
 * How the light falls, as if the card were this one; what lies over it, and dazzle, is left out in
 * a second look.
 */
static void light_fit(struct card_match *m, const struct scan_face *face)
{
    enum { LOOKS = 3 };
    float far = 1000;
    for (int look = 0; look < LOOKS; look++) {
        double row[3][LIGHTS * (LIGHTS + 1)] = {{0}}, sum = 0;
        long seen = 0;
        for (int y = MARGIN; y < FACE_HEIGHT - MARGIN; y += SPARSE)
            for (int x = MARGIN; x < FACE_WIDTH - MARGIN; x += SPARSE)
                for (int k = 0; k < 3; k++) {
                    double t = face->at[y][x][k], c = m->card.at[y][x][k];
                    const float *l = m->light[k];
                    double rest = look == 0
                                      ? 0
                                      : c - t * (double)(l[0] + l[1] * across(x) + l[2] * down(y))
                                            - (double)l[3];
                    if (fabs(rest) > (double)far)
                        continue;
                    equation_add(row[k], LIGHTS,
                        (double[]){t, t * (double)across(x), t * (double)down(y), 1}, c);
                    sum += fabs(rest);
                    seen++;
                }
        for (int k = 0; k < 3; k++) {
            bool told = solve(row[k], LIGHTS);
            for (int i = 0; i < LIGHTS && (told || look == 0); i++)
                m->light[k][i] = told ? (float)row[k][i * (LIGHTS + 1) + LIGHTS] : i == 0;
        }
        far = look == 0 ? 60 : fmaxf(16, 3 * (float)(sum / (double)(seen + 1)));
    }
}

/* Is it dazzled here? What is dazzled tells nothing, whichever card it speaks for. */
static bool dazzled_at(const struct card_match *m, const struct scan_face *face, int x, int y)
{
    float even[3] = {0}, is[3] = {0};
    int full = 0, brighter = 0, count = 0;
    bool above = false;
    for (int v = y - AROUND; v <= y + AROUND; v++)
        for (int u = x - AROUND; u <= x + AROUND; u++) {
            if (u < 0 || v < 0 || u >= FACE_WIDTH || v >= FACE_HEIGHT)
                continue;
            int whole = 0;
            count++;
            for (int k = 0; k < 3; k++) {
                even[k] += m->even[v][u][k];
                is[k] += (float)face->at[v][u][k];
                whole += m->card.at[v][u][k] >= FULL;
            }
            full += whole > 1;
        }
    for (int k = 0; k < 3; k++) {
        above |= even[k] > (m->paper[k] + DAZZLE) * (float)count;
        brighter += even[k] > is[k] + (float)(HAZE * count);
    }
    return above || 3 * full > count || brighter == 3;
}

/* The card as it would look in the face's light. */
static void light_even(struct card_match *m)
{
    for (int y = 0; y < FACE_HEIGHT; y++)
        for (int x = 0; x < FACE_WIDTH; x++)
            for (int k = 0; k < 3; k++) {
                const float *l = m->light[k];
                float gain = fmaxf(0.08f, l[0] + l[1] * across(x) + l[2] * down(y));
                m->even[y][x][k] = ((float)m->card.at[y][x][k] - l[3]) / gain;
            }
}

static void dazzle_find(struct card_match *m, const struct scan_face *face)
{
    for (int y = 0; y < FACE_HEIGHT; y++)
        for (int x = 0; x < FACE_WIDTH; x++)
            m->dazzled[y][x] = dazzled_at(m, face, x, y);
}

/*
 * Moves the corners so that the card lies on the face: Gauss and Newton, of an affine map. What is
 * further off than `far` lies over the card. How far a corner moved, in face pixels.
 */
static float place_fit(struct card_match *m, const struct scan_face *face, float far)
{
    double row[MOVES * (MOVES + 1)] = {0};
    for (int y = MARGIN; y < FACE_HEIGHT - MARGIN; y += SPARSE)
        for (int x = MARGIN; x < FACE_WIDTH - MARGIN; x += SPARSE) {
            float gx = 0, gy = 0, rest = 0;
            for (int k = 0; k < 3; k++) {
                gx += (float)(face->at[y][x + 1][k] - face->at[y][x - 1][k]) / 2;
                gy += (float)(face->at[y + 1][x][k] - face->at[y - 1][x][k]) / 2;
                rest += m->even[y][x][k] - (float)face->at[y][x][k];
            }
            if (fabsf(rest) > far)
                continue;
            double u = (double)across(x), v = (double)down(y);
            equation_add(row, MOVES,
                (double[]){(double)gx, (double)gx * u, (double)gx * v, (double)gy, (double)gy * u,
                    (double)gy * v},
                (double)rest);
        }
    for (int i = 0; i < MOVES; i++)
        row[i * (MOVES + 1) + i] += 1;
    float most = 0;
    if (!solve(row, MOVES))
        return INFINITY;
    struct card_plane plane = plane_of(m->corner);
    for (int i = 0; i < 4; i++) {
        double u = i == 1 || i == 2 ? 1 : -1, v = i > 1 ? 1 : -1, by[2];
        for (size_t k = 0; k < 2; k++) {
            const double *a = &row[3 * k * (MOVES + 1) + MOVES];
            by[k] = a[0] + a[MOVES + 1] * u + a[(size_t)2 * (MOVES + 1)] * v;
            by[k] = fmin(fmax(by[k], -4), 4);
            most = fmaxf(most, (float)fabs(by[k]));
        }
        m->corner[i] = plane_at(&plane, (float)((u + 1) / 2 - by[0] / FACE_WIDTH),
            (float)((v + 1) / 2 - by[1] / FACE_HEIGHT));
    }
    return most;
}

/* ---- all against all --------------------------------------------------------------------- */

static float distance(const struct card_match *m, const struct scan_face *face)
{
    float sum = 0;
    for (int y = MARGIN; y < FACE_HEIGHT - MARGIN; y++)
        for (int x = MARGIN; x < FACE_WIDTH - MARGIN; x++)
            for (int k = 0; k < 3 && !m->dazzled[y][x]; k++) {
                float d = m->even[y][x][k] - (float)face->at[y][x][k];
                sum += d * d;
            }
    return sum;
}

static int nearest(const struct card_match *m)
{
    int best = 0;
    float least = INFINITY;
    for (int i = 0; i < m->count; i++) {
        float d = distance(m, &m->deck[i]);
        if (d < least) {
            least = d;
            best = i;
        }
    }
    return best;
}

/* How far the card is from a face, a colour's mean: its noise, or what lies over it. */
static float rest_of(const struct card_match *m, const struct scan_face *face)
{
    float sum = 0;
    long count = 0;
    for (int y = MARGIN; y < FACE_HEIGHT - MARGIN; y += SPARSE)
        for (int x = MARGIN; x < FACE_WIDTH - MARGIN; x += SPARSE)
            for (int k = 0; k < 3 && !m->dazzled[y][x]; k++, count++)
                sum += fabsf(m->even[y][x][k] - (float)face->at[y][x][k]);
    return sum / (float)(count + 1);
}

/*
 * In what face a and face b differ, how far the card is on a's side. What lies between the colours
 * of both speaks; what has neither's colour, such as a finger, is not seen, nor is what is dazzled.
 */
static float gap_to(const struct card_match *m, const struct scan_face *a,
    const struct scan_face *b, float other, float *seen)
{
    float differ = 0, all = 0, towards = 0;
    for (int y = MARGIN; y < FACE_HEIGHT - MARGIN; y++)
        for (int x = MARGIN; x < FACE_WIDTH - MARGIN; x++) {
            float apart = 0, off = 0, along = 0;
            for (int k = 0; k < 3; k++) {
                float d = (float)(b->at[y][x][k] - a->at[y][x][k]),
                      r = m->even[y][x][k] - (float)a->at[y][x][k];
                apart += d * d;
                off += r * r;
                along += r * d;
            }
            all += apart;
            if (m->dazzled[y][x] || apart < 1)
                continue;
            float share = fminf(fmaxf(along / apart, 0), 1);
            if (off - 2 * share * along + share * share * apart > other * other)
                continue;
            differ += apart;
            towards += along;
        }
    *seen = all > 0 ? differ / all : 0;
    return differ > 0 ? 1 - 2 * towards / differ : 0;
}

/*
 * Correlation of the card and a face in blocks of SPARSE × SPARSE pixels, in which noise is less.
 */
static float score_of(const struct card_match *m, const struct scan_face *face)
{
    double ff = 0, cc = 0, fc = 0, f[3] = {0}, c[3] = {0};
    long count = 0;
    for (int y = MARGIN; y < FACE_HEIGHT - MARGIN; y += SPARSE)
        for (int x = MARGIN; x < FACE_WIDTH - MARGIN; x += SPARSE) {
            count += !m->dazzled[y][x];
            for (int k = 0; k < 3 && !m->dazzled[y][x]; k++) {
                double u = 0, v = 0;
                for (int i = 0; i < SPARSE * SPARSE; i++) {
                    int below = y + i / SPARSE, right = x + i % SPARSE;
                    u += face->at[below][right][k];
                    v += (double)m->even[below][right][k];
                }
                f[k] += u;
                c[k] += v;
                ff += u * u;
                cc += v * v;
                fc += u * v;
            }
        }
    for (int k = 0; k < 3 && count > 0; k++) {
        ff -= f[k] * f[k] / (double)count;
        cc -= c[k] * c[k] / (double)count;
        fc -= f[k] * c[k] / (double)count;
    }
    return ff > 1 && cc > 1 ? (float)(fc / sqrt(ff * cc)) : 0;
}

static void propose(const struct card_match *m, int card, bool half, struct proposal *out)
{
    *out = (struct proposal){.card = card,
        .next = -1,
        .score = score_of(m, &m->deck[card]),
        .gap = 1,
        .seen = 1,
        .half = half};
    float other = fmaxf(OTHER, 4 * rest_of(m, &m->deck[card]));
    for (int i = 0; i < m->count; i++) {
        float seen, gap;
        if (i == card)
            continue;
        gap = gap_to(m, &m->deck[card], &m->deck[i], other, &seen);
        out->seen = fminf(out->seen, seen);
        if (out->next < 0 || gap < out->gap) {
            out->gap = gap;
            out->next = i;
        }
    }
}

/*
 * Straightened so that it lies on this face, in its light; false: it does not come to rest there.
 */
static bool align(struct card_match *m, const struct scan_face *face)
{
    static const float RESTS = 0.35f, FAR = 150, FAR_LATER = 90;
    float moved = INFINITY;
    for (int i = 0; i < ALIGNINGS && moved > RESTS; i++) {
        straighten(m->picture, m->corner, &m->card);
        light_fit(m, face);
        light_even(m);
        moved = place_fit(m, face, i < 2 ? FAR : FAR_LATER);
    }
    straighten(m->picture, m->corner, &m->card);
    light_fit(m, face);
    light_even(m);
    dazzle_find(m, face);
    return moved <= 2 * RESTS;
}

/* One way up: aligned to the likeliest, until no other is nearer. */
static void match_way(struct card_match *m, const struct outline *outline, int card, bool half,
    struct proposal *out)
{
    bool rests = false;
    corners_of(outline, half, m->corner);
    for (int round = 0; round < ROUNDS; round++) {
        rests = align(m, &m->deck[card]);
        int other = nearest(m);
        if (other == card)
            break;
        rests = false;
        card = other;
    }
    propose(m, card, half, out);
    if (!rests)
        out->seen = 0;
}

/* The lightest of each colour in the deck, a fiftieth left out. */
static void paper_of(struct card_match *m)
{
    long histogram[3][256] = {{0}}, all = 0;
    for (int i = 0; i < m->count; i++)
        for (int y = MARGIN; y < FACE_HEIGHT - MARGIN; y += COARSE)
            for (int x = MARGIN; x < FACE_WIDTH - MARGIN; x += COARSE, all++)
                for (int k = 0; k < 3; k++)
                    histogram[k][m->deck[i].at[y][x][k]]++;
    for (int k = 0; k < 3; k++) {
        int light = 255;
        for (long sum = histogram[k][255]; sum < all / 50 && light > 0;
             sum += histogram[k][--light]) {
        }
        m->paper[k] = (float)light;
    }
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
    *m = (struct card_match){.picture = picture, .deck = first, .count = 1};
    paper_of(m);
    corners_of(outline, half, m->corner);
    if (align(m, first))
        *out = m->card;
    free(m);
    return true;
}

/* One pass of 1 2 1 each way: half a pixel² of variance more. */
static void blur(struct scan_face *f)
{
    static const int STEP[2] = {3, 3 * FACE_WIDTH}, LENGTH[2] = {FACE_WIDTH, FACE_HEIGHT};
    uint8_t *all = &f->at[0][0][0];
    for (int way = 0; way < 2; way++)
        for (int line = 0; line < 3 * LENGTH[!way]; line++) {
            uint8_t *at = all + line % 3 + (ptrdiff_t)(line / 3) * STEP[!way];
            int before = *at;
            for (int i = 1; i < LENGTH[way]; i++, at += STEP[way]) {
                int here = *at;
                *at = (uint8_t)((before + 2 * here + at[STEP[way]] + 2) / 4);
                before = here;
            }
        }
}

/*
 * The deck as finely as the picture shows a card: where it has fewer pixels than the faces, what is
 * fine on these would be taken for what lies over the card. NULL: no memory.
 */
static struct scan_face *deck_blurred(const struct scan_face *deck, int count,
    const struct outline *o)
{
    static const float LENS = 0.8f, FACES = 0.25f; /* σ² of a camera, of the faces; pixels */
    enum { MOST = 8 };
    float side = hypotf(o->corner[1].x - o->corner[0].x, o->corner[1].y - o->corner[0].y)
                 / FACE_WIDTH;
    float passes = 2 * (LENS / fmaxf(side * side, 0.01f) - FACES) + 0.5f;
    struct scan_face *made = malloc((size_t)(count > 0 ? count : 1) * sizeof *made);
    for (int i = 0; i < count && made != NULL; i++) {
        made[i] = deck[i];
        for (int k = 1; k <= (int)passes && k <= MOST; k++)
            blur(&made[i]);
    }
    return made;
}

bool face_match(const struct colour *picture, const struct outline *outline,
    const struct scan_face *sharp, int count, struct proposal *out)
{
    *out = (struct proposal){.card = -1, .next = -1};
    struct card_match *m = malloc(sizeof *m);
    struct scan_face *deck = deck_blurred(sharp, count, outline);
    if (m == NULL || deck == NULL) {
        free(m);
        free(deck);
        return false;
    }
    m->picture = picture;
    m->deck = deck;
    m->count = count;
    paper_of(m);
    int card[2] = {0, 0};
    float score[2] = {-2, -2};
    for (int half = 0; half < 2 && count > 0; half++) {
        face_straighten(picture, outline, half, &m->card);
        card[half] = coarse_best(&m->card, deck, count, &score[half]);
    }
    bool first = score[1] > score[0];
    if (count > 0)
        match_way(m, outline, card[first], first, out);
    if (count > 0 && score[!first] > score[first] - 0.2f) {
        struct proposal other;
        match_way(m, outline, card[!first], !first, &other);
        if (other.score > out->score)
            *out = other;
    }
    free(m);
    free(deck);
    return true;
}

/*
 * Measured on decks drawn by chance and on a package's: a card of another deck scores below 0.5;
 * the nearest was another card than the one that lay there at gaps below 0.55 where all was seen,
 * and below 0.7 where half of what tells the two apart was not.
 */
static const float SCORE = 0.75f;

bool proposal_likely(const struct proposal *p) { return p->card >= 0 && p->score >= SCORE; }

bool proposal_sure(const struct proposal *p)
{
    static const float SEEN_ALL = 0.9f, GAP = 0.7f, SEEN_PART = 0.6f, GAP_PART = 0.85f;
    return proposal_likely(p)
           && ((p->seen >= SEEN_ALL && p->gap >= GAP)
               || (p->seen >= SEEN_PART && p->gap >= GAP_PART));
}
