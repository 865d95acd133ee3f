/*
 * Which card of a deck a straightened one is.
 *
 *     both ways up ─from afar, shifted─▶ the likeliest ─aligned, in its light─▶ distances to all
 *                                             ▲────────── another is nearer ──────────────┘
 *             the nearest ─▶ held against each that comes near, pixel by pixel
 *
 * Light: the card is to look like the face but for a gain that may lean to a side and an offset, a
 * colour each. What is brighter than the deck's paper is dazzle and is not looked at. The gap is
 * measured in what the two cards differ in alone, and by how much they do: two cards that share a
 * picture and differ in a numeral are told apart by the numeral, wherever the paper has moved it
 * to and however much the lens blurs it.
 */
#include "face_align.h"

#include <math.h>
#include <stdlib.h>

enum {
    FIRST = 8,  /* faces that are shifted, each way up */
    ROUNDS = 3, /* of changing to a nearer face */
    FAR = 90,   /* what is further off, lies over the card */
    OTHER = 50, /* another colour, by so much in all three together, */
    NOISES = 4, /* … and so many times what the card is off at the whole */
    HAZE = 36,  /* brighter than the face by so much, in every colour */
    NEAR = 5,   /* faces that are near by distance, and as many that are near by their gap */
};

const float FACES_ALIKE = 0.96f;

/* What face_match works with. */
struct face_try {
    struct card_match card;
    struct face_deck *ready;
    int count;
    const struct scan_face *face; /* as fine as the card; */
    const struct face_soft *soft; /* … and their means */
    const struct outline *outline;
};

/* ---- from afar --------------------------------------------------------------------------- */

void coarse_turn(const struct face_coarse *c, struct face_coarse *out)
{
    for (int k = 0; k < 3; k++)
        for (int y = 0; y < COARSE_HEIGHT; y++)
            for (int x = 0; x < COARSE_WIDTH; x++)
                out->at[k][y][x] = c->at[k][COARSE_HEIGHT - 1 - y][COARSE_WIDTH - 1 - x];
    for (int y = 0; y < COARSE_HEIGHT; y++)
        for (int x = 0; x < COARSE_WIDTH; x++)
            out->open[y][x] = c->open[COARSE_HEIGHT - 1 - y][COARSE_WIDTH - 1 - x];
}

float coarse_correlation(const struct face_coarse *a, const struct face_coarse *b, int dx, int dy)
{
    float aa = 0, bb = 0, ab = 0;
    for (int k = 0; k < 3; k++) {
        int sa = 0, sb = 0, saa = 0, sbb = 0, sab = 0, n = 0;
        for (int y = 1; y < COARSE_HEIGHT - 1; y++) {
            const int16_t *u = &a->at[k][y + dy][1 + dx], *v = &b->at[k][y][1],
                          *open = &a->open[y + dy][1 + dx];
            for (int x = 0; x < COARSE_WIDTH - 2; x++) {
                const int16_t is = (int16_t)(u[x] & open[x]), of = (int16_t)(v[x] & open[x]);
                n -= open[x];
                sa += is;
                sb += of;
                saa += is * is;
                sbb += of * of;
                sab += is * of;
            }
        }
        const float count = (float)(n > 0 ? n : 1);
        aa += (float)saa - (float)sa * (float)sa / count;
        bb += (float)sbb - (float)sb * (float)sb / count;
        ab += (float)sab - (float)sa * (float)sb / count;
    }
    return aa > 1 && bb > 1 ? ab / sqrtf(aa * bb) : 0;
}

struct face_rank {
    int face;
    float by;
};

/* Keeps the `most` that are least, in order. */
static void rank(struct face_rank *list, int *count, int most, int face, float by)
{
    if (*count == most && list[most - 1].by <= by)
        return;
    int at = *count < most ? (*count)++ : most - 1;
    for (; at > 0 && list[at - 1].by > by; at--)
        list[at] = list[at - 1];
    list[at] = (struct face_rank){face, by};
}

/* The face that a card which looks so from afar is likeliest to be. */
static int coarse_best(const struct face_try *m, const struct face_coarse *card, float *score)
{
    struct face_rank first[FIRST];
    int count = 0, best = 0;
    for (int i = 0; i < m->count; i++)
        rank(first, &count, FIRST, i,
            -coarse_correlation(card, face_deck_coarse(m->ready, i), 0, 0));
    *score = -2;
    for (int i = 0; i < count; i++)
        for (int shift = 0; shift < 9; shift++) {
            const float s = coarse_correlation(card, face_deck_coarse(m->ready, first[i].face),
                shift % 3 - 1, shift / 3 - 1);
            if (s > *score) {
                *score = s;
                best = first[i].face;
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

static int distance(const struct card_match *m, const struct face_soft *face)
{
    int sum = 0;
    for (int k = 0; k < 3; k++) {
        const int16_t *restrict c = m->soft.at[k], *restrict f = face->at[k];
        for (int i = 0; i < SOFT; i++) {
            int16_t d = (int16_t)(c[i] - f[i]);
            d = d < -FAR ? -FAR : d > FAR ? FAR : d;
            d &= m->open[i];
            sum += d * d;
        }
    }
    return sum;
}

/* The gap as it is at first sight. */
static float gap_soft(const struct card_match *m, const struct face_soft *a,
    const struct face_soft *b)
{
    float differ = 1, towards = 0;
    for (int k = 0; k < 3; k++) {
        const int16_t *restrict c = m->soft.at[k], *restrict f = a->at[k], *restrict g = b->at[k];
        int along = 0, apart = 0;
        for (int i = 0; i < SOFT; i++) {
            const int16_t d = (int16_t)((g[i] - f[i]) & m->open[i]);
            int16_t r = (int16_t)(c[i] - f[i]);
            r = r < -FAR ? -FAR : r > FAR ? FAR : r;
            along += d * r;
            apart += d * d;
        }
        differ += (float)apart;
        towards += (float)along;
    }
    return 1 - 2 * towards / differ;
}

static int nearest(const struct face_try *m)
{
    int best = 0, least = 0;
    for (int i = 0; i < m->count; i++) {
        const int d = distance(&m->card, &m->soft[i]);
        if (i == 0 || d < least) {
            least = d;
            best = i;
        }
    }
    return best;
}

/* How far the card is from a face, a colour's mean: its noise, or what lies over it. */
static float rest_of(const struct card_match *m, const struct scan_face *face)
{
    int sum = 0, count = 0;
    for (int y = FACE_MARGIN; y < FACE_HEIGHT - FACE_MARGIN; y += FACE_SPARSE)
        for (int x = FACE_MARGIN; x < FACE_WIDTH - FACE_MARGIN; x += FACE_SPARSE)
            for (int k = 0; k < 3 && !m->dazzled[y][x]; k++, count++)
                sum += abs(m->even[y][x][k] - face->at[y][x][k]);
    return (float)sum / (float)(count + 1);
}

/*
 * Correlation of the card and a face, in means of a few pixels, in which noise is less, and where
 * no haze lies over it.
 */
static float score_of(const struct card_match *m, const struct face_soft *face)
{
    double ff = 0, cc = 0, fc = 0, f[3] = {0}, c[3] = {0}, count = 0;
    for (int i = 0; i < SOFT; i++) {
        bool haze = true;
        for (int k = 0; k < 3; k++)
            haze &= m->soft.at[k][i] > face->at[k][i] + HAZE;
        if (haze || m->open[i] == 0)
            continue;
        count++;
        for (int k = 0; k < 3; k++) {
            const double u = face->at[k][i], v = m->soft.at[k][i];
            f[k] += u;
            c[k] += v;
            ff += u * u;
            cc += v * v;
            fc += u * v;
        }
    }
    for (int k = 0; k < 3 && count > 0; k++) {
        ff -= f[k] * f[k] / count;
        cc -= c[k] * c[k] / count;
        fc -= f[k] * c[k] / count;
    }
    return ff > 1 && cc > 1 ? (float)(fc / sqrt(ff * cc)) : 0;
}

/* ---- one against one --------------------------------------------------------------------- */

/*
 * In a part of the card: the card is face a, moved a little, blurred a little, and so far on the
 * way to face b. What of the way is as well explained by the other two says nothing.
 *
 *     card − a  =  way · (b − a)  +  x, y · slope of both  +  blur · bend of both
 */
enum { WAY, RIGHT, BELOW, BLUR, UNKNOWNS, PARTS_WIDE = 2, PARTS_HIGH = 3 };

struct face_part {
    double row[UNKNOWNS][UNKNOWNS + 1];
};

enum {
    BLOCK_WIDE = 6, /* what differs, and what is around it */
    BLOCK_HIGH = 8,
    BLOCKS_WIDE = (FACE_WIDTH - 2 * FACE_MARGIN + BLOCK_WIDE - 1) / BLOCK_WIDE,
    BLOCKS = BLOCKS_WIDE * (FACE_HEIGHT - 2 * FACE_MARGIN) / BLOCK_HIGH,
    MANY = 110, /* of such blocks: every second pixel and row is enough */
};

struct pair {
    const struct card_match *card;
    const struct scan_face *a, *b;
    float other;
    struct face_part part[PARTS_HIGH][PARTS_WIDE];
    double all, seen;
};

static int block_left(int i) { return FACE_MARGIN + i % BLOCKS_WIDE * BLOCK_WIDE; }
static int block_top(int i) { return FACE_MARGIN + i / BLOCKS_WIDE * BLOCK_HIGH; }

static int apart_at(const struct pair *p, int x, int y)
{
    int apart = 0;
    for (int k = 0; k < 3; k++) {
        const int d = p->b->at[y][x][k] - p->a->at[y][x][k];
        apart += d * d;
    }
    return apart;
}

/*
 * What lies between the colours of both speaks; what has neither's colour, such as a finger, is not
 * seen.
 */
static bool speaks(const struct pair *p, int x, int y, int apart, float rest[3])
{
    float off = 0, along = 0;
    for (int k = 0; k < 3; k++) {
        const float d = (float)(p->b->at[y][x][k] - p->a->at[y][x][k]);
        rest[k] = (float)(p->card->even[y][x][k] - p->a->at[y][x][k]);
        off += rest[k] * rest[k];
        along += rest[k] * d;
    }
    const float share = apart > 0 ? fminf(fmaxf(along / (float)apart, 0), 1) : 0;
    return off - 2 * share * along + share * share * (float)apart <= p->other * p->other;
}

static void pixel_add(struct pair *p, int x, int y, const float rest[3])
{
    struct face_part *part = &p->part[y * PARTS_HIGH / FACE_HEIGHT][x * PARTS_WIDE / FACE_WIDTH];
    for (int k = 0; k < 3; k++) {
        const uint8_t(*a)[FACE_WIDTH][3] = p->a->at, (*b)[FACE_WIDTH][3] = p->b->at;
        const int here = a[y][x][k] + b[y][x][k], left = a[y][x - 1][k] + b[y][x - 1][k],
                  right = a[y][x + 1][k] + b[y][x + 1][k], up = a[y - 1][x][k] + b[y - 1][x][k],
                  down = a[y + 1][x][k] + b[y + 1][x][k];
        const float is[UNKNOWNS] = {[WAY] = (float)(b[y][x][k] - a[y][x][k]),
            [RIGHT] = (float)(right - left) / 4,
            [BELOW] = (float)(down - up) / 4,
            [BLUR] = (float)(left + right + up + down - 4 * here) / 8};
        for (int i = 0; i < UNKNOWNS; i++) {
            for (int j = i; j < UNKNOWNS; j++)
                part->row[i][j] += (double)(is[i] * is[j]);
            part->row[i][UNKNOWNS] += (double)(is[i] * rest[k]);
        }
    }
}

/* How far on the way to b, times how much there is that tells it; and that. */
static void part_tell(struct face_part *p, double *way, double *tells)
{
    static const double FIRM[UNKNOWNS] = {0, 600, 600, 1600}; /* none but small moves and blur */
    double row[UNKNOWNS - 1][UNKNOWNS];
    *tells = p->row[WAY][WAY];
    *way = p->row[WAY][UNKNOWNS];
    for (int i = 1; i < UNKNOWNS; i++) {
        for (int j = 1; j < UNKNOWNS; j++)
            row[i - 1][j - 1] = p->row[i < j ? i : j][i < j ? j : i] + (i == j ? FIRM[i] : 0);
        row[i - 1][UNKNOWNS - 1] = p->row[WAY][i];
    }
    if (!equations_solve(&row[0][0], UNKNOWNS - 1))
        return;
    for (int i = 1; i < UNKNOWNS; i++) {
        *tells -= row[i - 1][UNKNOWNS - 1] * p->row[WAY][i];
        *way -= row[i - 1][UNKNOWNS - 1] * p->row[i][UNKNOWNS];
    }
}

struct verdict {
    float gap, seen, firm;
};

/* Do the two differ in this block? */
static bool block_differs(const struct pair *p, int left, int top)
{
    enum { DIFFERS = 300 };
    for (int i = 0; i < BLOCK_WIDE * BLOCK_HIGH; i++)
        if (apart_at(p, left + i % BLOCK_WIDE, top + i / BLOCK_WIDE) >= DIFFERS)
            return true;
    return false;
}

static void block_add(struct pair *p, int left, int top, int step)
{
    float rest[3];
    for (int y = top; y < top + BLOCK_HIGH; y += step)
        for (int x = left; x < left + BLOCK_WIDE; x += step) {
            const int apart = apart_at(p, x, y);
            if (card_covered(p->card, x, y))
                continue;
            p->all += apart;
            if (p->card->dazzled[y][x] || !speaks(p, x, y, apart, rest))
                continue;
            p->seen += apart;
            pixel_add(p, x, y, rest);
        }
}

/* Every block in which they differ, with its place in the card; how many; … of so many pixels. */
static int pair_blocks(struct pair *p)
{
    int at[BLOCKS], count = 0;
    for (int i = 0; i < BLOCKS; i++)
        if (block_differs(p, block_left(i), block_top(i)))
            at[count++] = i;
    const int step = count < MANY ? 1 : 2;
    for (int i = 0; i < count; i++)
        block_add(p, block_left(at[i]), block_top(at[i]), step);
    return step;
}

static struct verdict pair_hold(const struct card_match *m, const struct scan_face *a,
    const struct scan_face *b, float other)
{
    struct pair p = {.card = m, .a = a, .b = b, .other = other};
    const int step = pair_blocks(&p);
    double ways = 0, all = 0;
    for (int i = 0; i < PARTS_HIGH * PARTS_WIDE; i++) {
        double way, tells;
        part_tell(&p.part[i / PARTS_WIDE][i % PARTS_WIDE], &way, &tells);
        ways += way;
        all += tells;
    }
    return (struct verdict){.gap = all > 0 ? (float)(1 - 2 * ways / all) : 0,
        .seen = p.all > 0 ? (float)(p.seen / p.all) : 0,
        .firm = (float)sqrt(all) * (float)step * (float)NOISES / other};
}

/* The faces that come nearest to the card, but this one. */
static int rivals(const struct face_try *m, int card, int out[2 * NEAR])
{
    struct face_rank by_distance[NEAR], by_gap[NEAR];
    int distances = 0, gaps = 0, count = 0;
    for (int i = 0; i < m->count; i++) {
        if (i == card)
            continue;
        rank(by_distance, &distances, NEAR, i, (float)distance(&m->card, &m->soft[i]));
        rank(by_gap, &gaps, NEAR, i, gap_soft(&m->card, &m->soft[card], &m->soft[i]));
    }
    for (int i = 0; i < distances; i++)
        out[count++] = by_distance[i].face;
    for (int i = 0; i < gaps; i++) {
        bool there = false;
        for (int k = 0; k < distances; k++)
            there |= out[k] == by_gap[i].face;
        if (!there)
            out[count++] = by_gap[i].face;
    }
    return count;
}

/* The share of it over which no other card lies. */
static float open_share(const struct card_match *m)
{
    int covered = 0, all = 0;
    for (int y = 0; y < FACE_HEIGHT; y += FACE_SPARSE)
        for (int x = 0; x < FACE_WIDTH; x += FACE_SPARSE, all++)
            covered += card_covered(m, x, y);
    return 1 - (float)covered / (float)all;
}

static void propose(const struct face_try *m, int card, bool half, struct proposal *out)
{
    int rival[2 * NEAR], count = rivals(m, card, rival);
    const float other = fmaxf(OTHER, NOISES * rest_of(&m->card, &m->face[card]));
    const struct point *c = m->outline->corner;
    *out = (struct proposal){.card = card,
        .next = -1,
        .fine = fminf(hypotf(c[1].x - c[0].x, c[1].y - c[0].y),
                    hypotf(c[2].x - c[3].x, c[2].y - c[3].y))
                / FACE_WIDTH,
        .score = score_of(&m->card, &m->soft[card]),
        .gap = 1,
        .seen = 1,
        .firm = INFINITY,
        .open = open_share(&m->card),
        .piled = m->card.cover != NULL,
        .half = half};
    for (int i = 0; i < count; i++) {
        const struct verdict v = pair_hold(&m->card, &m->face[card], &m->face[rival[i]], other);
        out->seen = fminf(out->seen, v.seen);
        out->firm = fminf(out->firm, v.firm);
        if (out->next < 0 || v.gap < out->gap) {
            out->gap = v.gap;
            out->next = rival[i];
        }
    }
}

/* One way up: aligned to the likeliest, until no other is nearer; its score, and which. */
static float match_way(struct face_try *m, int *card, bool half, bool *rests)
{
    card_corners(&m->card, m->outline, half);
    *rests = false;
    for (int round = 0; round < ROUNDS; round++) {
        *rests = card_align(&m->card, &m->face[*card]);
        const int other = nearest(m);
        if (other == *card)
            break;
        *rests = false;
        *card = other;
    }
    return score_of(&m->card, &m->soft[*card]);
}

/* The likelier way up first; the other one too where that is hardly less likely. */
static void match_ways(struct face_try *m, struct proposal *out)
{
    static const float LESS = 0.2f;
    struct face_coarse coarse[2];
    int card[2];
    float score[2];
    bool rests;
    card_corners(&m->card, m->outline, false);
    card_coarse(&m->card, &coarse[0]);
    coarse_turn(&coarse[0], &coarse[1]);
    for (int half = 0; half < 2; half++)
        card[half] = coarse_best(m, &coarse[half], &score[half]);
    const bool first = score[1] > score[0];
    bool half = first;
    const float is = match_way(m, &card[first], first, &rests);
    if (score[!first] > score[first] - LESS) {
        const float other = match_way(m, &card[!first], !first, &rests);
        half = other > is ? !first : first;
        if (half == first)
            match_way(m, &card[first], first, &rests);
    }
    propose(m, card[half], half, out);
    if (!rests)
        out->seen = 0;
}

/* It is likely to be this card, this way up. */
static void match_as(struct face_try *m, int card, bool half, struct proposal *out)
{
    bool rests;
    match_way(m, &card, half, &rests);
    propose(m, card, half, out);
    if (!rests)
        out->seen = 0;
}

static bool match(const struct colour *picture, const struct face_cover *cover,
    struct outline *outline, struct face_deck *deck, int card, bool half, struct proposal *out)
{
    struct face_try *m = malloc(sizeof *m);
    *out = (struct proposal){.card = -1, .next = -1};
    if (m == NULL)
        return false;
    m->card.picture = picture;
    m->card.cover = cover;
    m->card.in_plane = card >= 0;
    m->ready = deck;
    m->count = face_deck_count(deck);
    m->outline = outline;
    m->face = face_deck_fine(deck, outline, &m->soft);
    for (int k = 0; k < 3; k++)
        m->card.paper[k] = face_deck_paper(deck)[k];
    const bool good = m->face != NULL;
    if (good && card >= 0)
        match_as(m, card, half, out);
    else if (good)
        match_ways(m, out);
    for (int i = 0; i < 4 && good; i++)
        outline->corner[(i + (out->half ? 2 : 0)) % 4] = m->card.corner[i];
    free(m);
    return good;
}

bool face_match(const struct colour *picture, const struct outline *outline, struct face_deck *deck,
    struct proposal *out)
{
    struct outline at = *outline;
    return match(picture, NULL, &at, deck, -1, false, out);
}

bool face_match_under(const struct colour *picture, const struct face_cover *cover,
    struct outline *outline, struct face_deck *deck, int card, bool half, struct proposal *out)
{
    return match(picture, cover, outline, deck, card, half, out);
}

/*
 * Measured on decks drawn by chance and on a package's, in the photographs of two generators. A
 * card of another deck scored below 0.5, a cloth below 0.6 and at any gap, a card of another deck
 * of nothing but text up to 0.8, then at gaps below 0.72. The nearest was another card than the one
 * that lay there only where less than 235 was seen of what tells the two apart, whatever else was
 * hidden; of that little, as of a numeral, it was so at gaps up to 0.94 in 1.6 pixels a millimetre
 * and below 0.75 in 3. Of some 2,000 cards in piles, down to a tenth of which was open, one that
 * was another scored at most 0.94 where 250 told it apart, with a gap of at most 0.91 where it
 * scored above 0.92. Where hardly a fifth of a card is open, some card of a deck in black lines is
 * alike: of 177 in piles that the bounds before let pass, these keep 158 of the 163 right ones and
 * none of the 14 wrong ones.
 */
struct bound {
    float score, gap, seen, firm, fine, open;
};

static const float FIRM = 250, FINE = 1.25f;

static bool reaches(const struct proposal *p, const struct bound *b, size_t bounds)
{
    bool is = false;
    for (size_t i = 0; i < bounds; i++)
        is |= p->score >= b[i].score && p->gap >= b[i].gap && p->seen >= b[i].seen
              && p->firm >= b[i].firm && p->fine >= b[i].fine && p->open >= b[i].open;
    return is && p->card >= 0;
}

/* Of a card in a pile more is asked: its outline does not say that there is one. */
bool proposal_likely(const struct proposal *p)
{
    const struct bound apart[] = {
        {.score = 0.85f, .gap = -INFINITY},
        {.score = 0.8f, .gap = 0.65f},
        {.score = 0.75f, .gap = 0.85f, .seen = 0.6f, .firm = FIRM},
    };
    const struct bound piled[] = {
        {.score = 0.8f, .gap = 0.8f, .seen = 0.5f, .firm = 180, .open = 0.2f},
        {.score = 0.92f, .gap = 0.8f, .seen = 0.5f, .firm = 140, .open = 0.1f},
        {.score = 0.97f, .gap = 0.7f, .seen = 0.5f, .firm = 60, .open = 0.1f},
    };
    return p->piled ? reaches(p, piled, sizeof piled / sizeof *piled)
                    : reaches(p, apart, sizeof apart / sizeof *apart);
}

bool proposal_sure(const struct proposal *p)
{
    const struct bound apart[] = {
        {.score = 0.85f, .gap = 0.7f, .seen = 0.2f, .firm = FIRM},
        {.score = 0.75f, .gap = 0.85f, .seen = 0.6f, .firm = FIRM},
        /* nothing shines in it */
        {.score = 0.98f, .gap = 0.7f, .seen = 0.9f, .fine = FINE},
        {.score = 0.8f, .gap = 0.82f, .seen = 0.9f, .fine = FINE},
        {.score = 0.8f, .gap = 0.88f, .seen = 0.6f, .fine = FINE},
    };
    const struct bound piled[] = {{.score = 0.95f, .gap = 0.92f, .seen = 0.8f, .firm = FIRM}};
    return p->piled ? reaches(p, piled, sizeof piled / sizeof *piled)
                    : reaches(p, apart, sizeof apart / sizeof *apart);
}
