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
#include "face_align.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    COARSE = 4, /* face pixels a coarse one */
    COARSE_WIDTH = FACE_WIDTH / COARSE,
    COARSE_HEIGHT = FACE_HEIGHT / COARSE,
    ROUNDS = 3, /* of changing to a nearer face */
    OTHER = 50, /* another colour, by so much in all three together */
};

const float FACES_ALIKE = 0.96f;

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

float faces_need(const struct faces *faces)
{
    static const float EACH_ITS_OWN = 1, ONE_PICTURE = 3;
    bool alike = false;
    for (int i = 0; i < faces->count && !alike; i++)
        for (int k = i + 1; k < faces->count && !alike; k++)
            alike = faces_alike(&faces->face[i], &faces->face[k]) > FACES_ALIKE;
    return alike ? ONE_PICTURE : EACH_ITS_OWN;
}

/* ---- all against all --------------------------------------------------------------------- */

static float distance(const struct card_match *m, const struct scan_face *face)
{
    float sum = 0;
    for (int y = FACE_MARGIN; y < FACE_HEIGHT - FACE_MARGIN; y++)
        for (int x = FACE_MARGIN; x < FACE_WIDTH - FACE_MARGIN; x++)
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
    for (int y = FACE_MARGIN; y < FACE_HEIGHT - FACE_MARGIN; y += FACE_SPARSE)
        for (int x = FACE_MARGIN; x < FACE_WIDTH - FACE_MARGIN; x += FACE_SPARSE)
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
    for (int y = FACE_MARGIN; y < FACE_HEIGHT - FACE_MARGIN; y++)
        for (int x = FACE_MARGIN; x < FACE_WIDTH - FACE_MARGIN; x++) {
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
 * Correlation of the card and a face in blocks of FACE_SPARSE × FACE_SPARSE pixels, in which noise
 * is less.
 */
static float score_of(const struct card_match *m, const struct scan_face *face)
{
    double ff = 0, cc = 0, fc = 0, f[3] = {0}, c[3] = {0};
    long count = 0;
    for (int y = FACE_MARGIN; y < FACE_HEIGHT - FACE_MARGIN; y += FACE_SPARSE)
        for (int x = FACE_MARGIN; x < FACE_WIDTH - FACE_MARGIN; x += FACE_SPARSE) {
            count += !m->dazzled[y][x];
            for (int k = 0; k < 3 && !m->dazzled[y][x]; k++) {
                double u = 0, v = 0;
                for (int i = 0; i < FACE_SPARSE * FACE_SPARSE; i++) {
                    int below = y + i / FACE_SPARSE, right = x + i % FACE_SPARSE;
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

/* One way up: aligned to the likeliest, until no other is nearer. */
static void match_way(struct card_match *m, const struct outline *outline, int card, bool half,
    struct proposal *out)
{
    bool rests = false;
    card_corners(m, outline, half);
    for (int round = 0; round < ROUNDS; round++) {
        rests = card_align(m, &m->deck[card]);
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
    card_paper(m);
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
