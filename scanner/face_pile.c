/*
 * Cards that lie one over another: a fan, a row, a trick. One over which nothing lies is known as
 * if it lay apart, and tells the plane in which they all lie; then come those below it:
 *
 *     a side of a patch: a card may lie there ─┐
 *     beside a known card, moved and turned ───┴─▶ from afar, where it is open ─▶ the likeliest
 *     places ─▶ laid on their faces ─▶ one that is likely is known, and its place is taken
 *
 * So cards come from the top down, and no pixel tells of two. The work is done in pieces, of which
 * each takes some milliseconds.
 */
#include "face_align.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CELLS_LEAST = 90, /* that are open: fewer tell nothing, */
    CELLS_MOST = 160, /* … and more do not make it likelier */
    PILE_MOST = OUTLINES_MOST,
    HITS = 12,
    WAYS = 4, /* of a card: to its right, its left, below it and above */
};
static const float MM_WIDE = 63, MM_HIGH = 88;
static const float FAR_LEAST = 7, FAR_STEP = 2.5f, FAR_MOST = 56; /* millimetres to the next card */

/* Where a card lies beside another, in its plane: millimetres, radians; and how large it is. */
struct shift {
    float x, y, turn, size;
};

struct hit {
    struct outline outline;
    struct shift by;
    int card;
    bool half;
    float alike, weight; /* how alike it is, 0 to 1; and how much that says */
};

struct hits {
    struct hit hit[HITS]; /* by weight */
    int count;
};

struct pile_card {
    struct shift by; /* from the card that it was found beside */
    bool beside, searched;
};

struct face_pile {
    const struct colour *picture;
    struct face_deck *deck;
    struct face_cover cover;
    uint8_t *small; /* owned: the picture in pixels of about a cell */
    int shrink, width, height;
    struct outline_hint *hint; /* owned */
    int hints;
    struct face_seen seen[PILE_MOST];
    struct pile_card card[PILE_MOST];
    int count;
    /* what is being done */
    int next_hint, before; /* before: how many were known as the hints were begun with */
    int from, slice;       /* beside which card is searched; how far that is; from −1: none */
    struct outline beside;
    bool plane; /* `beside` lies in the plane of the pile */
    struct hits hits;
    bool trying; /* the hits, one by one */
    int tried;
    struct face_seen best;
    struct shift best_by;
};

static bool pile_add(struct face_pile *p, const struct face_seen *s, struct pile_card card)
{
    if (p->count == PILE_MOST)
        return false;
    p->seen[p->count] = *s;
    p->card[p->count++] = card;
    cover_card(&p->cover, &s->outline);
    return true;
}

/* ---- from afar --------------------------------------------------------------------------- */

/* A card that lies so, as far as it is open; how many cells of it are. */
static int coarse_take(const struct face_pile *p, const struct outline *o, struct face_coarse *out)
{
    const struct card_plane plane = card_plane_of(o->corner);
    int count = 0;
    for (int y = 0; y < COARSE_HEIGHT; y++)
        for (int x = 0; x < COARSE_WIDTH; x++) {
            const struct point at = card_plane_at(&plane, ((float)x + 0.5f) * COARSE / FACE_WIDTH,
                ((float)y + 0.5f) * COARSE / FACE_HEIGHT);
            const float u = at.x / (float)p->shrink, v = at.y / (float)p->shrink;
            const bool open = u >= 0 && v >= 0 && u < (float)p->width && v < (float)p->height
                              && x > 0 && y > 0 && x < COARSE_WIDTH - 1 && y < COARSE_HEIGHT - 1
                              && !cover_at(&p->cover, at);
            out->open[y][x] = open ? -1 : 0;
            count += open;
            for (int k = 0; k < 3; k++)
                out->at[k][y][x] = open ? p->small[3 * ((int)v * p->width + (int)u) + k] : 0;
        }
    return count;
}

static bool shifts_near(struct shift a, struct shift b, float far, float turn)
{
    return hypotf(a.x - b.x, a.y - b.y) < far && fabsf(a.turn - b.turn) < turn;
}

/* One hit a place, and the heaviest. */
static void hit_add(struct hits *h, const struct hit *n)
{
    static const float FAR = 4, TURN = 0.09f;
    int at = h->count < HITS ? h->count : HITS - 1;
    for (int i = 0; i < h->count; i++)
        if (shifts_near(h->hit[i].by, n->by, FAR, TURN) && h->hit[i].by.size == n->by.size)
            at = i;
    if (at < h->count && h->hit[at].weight >= n->weight)
        return;
    h->count += at == h->count;
    for (; at > 0 && h->hit[at - 1].weight < n->weight; at--)
        h->hit[at] = h->hit[at - 1];
    h->hit[at] = *n;
}

static struct outline shifted(const struct outline *o, struct shift by)
{
    static const float corner[4][2] = {{-0.5f, -0.5f}, {0.5f, -0.5f}, {0.5f, 0.5f}, {-0.5f, 0.5f}};
    const struct card_plane plane = card_plane_of(o->corner);
    const float c = cosf(by.turn), s = sinf(by.turn);
    struct outline out = *o;
    for (int i = 0; i < 4; i++) {
        const float x = corner[i][0] * MM_WIDE * by.size, y = corner[i][1] * MM_HIGH * by.size;
        out.corner[i] = card_plane_at(&plane, (c * x - s * y + by.x) / MM_WIDE + 0.5f,
            (s * x + c * y + by.y) / MM_HIGH + 0.5f);
    }
    return out;
}

static struct shift shift_between(const struct outline *from, const struct outline *to)
{
    const struct point *q = from->corner, *t = to->corner, m = outline_middle(from),
                       n = outline_middle(to);
    const struct point u = {(q[1].x + q[2].x - q[0].x - q[3].x) / 2,
                           (q[1].y + q[2].y - q[0].y - q[3].y) / 2},
                       v = {(q[3].x + q[2].x - q[0].x - q[1].x) / 2,
                           (q[3].y + q[2].y - q[0].y - q[1].y) / 2},
                       by = {n.x - m.x, n.y - m.y},
                       across = {(t[1].x + t[2].x - t[0].x - t[3].x) / 2,
                           (t[1].y + t[2].y - t[0].y - t[3].y) / 2};
    const float all = u.x * v.y - u.y * v.x;
    return (struct shift){(by.x * v.y - by.y * v.x) / all * MM_WIDE,
        (u.x * by.y - u.y * by.x) / all * MM_HIGH,
        atan2f((u.x * across.y - u.y * across.x) / all * MM_HIGH,
            (across.x * v.y - across.y * v.x) / all * MM_WIDE),
        1};
}

/* Does a card lie there? `only`: this one alone, this way up; NULL: any. */
static void try_at(const struct face_pile *p, struct shift by, const struct hit *only,
    struct hits *hits)
{
    static const float ALIKE_LEAST = 0.3f, ALIKE_MOST = 0.999f;
    struct face_coarse way[2];
    struct hit best = {.outline = shifted(&p->beside, by),
        .by = by,
        .card = -1,
        .alike = ALIKE_LEAST};
    const int open = coarse_take(p, &best.outline, &way[0]);
    if (open < CELLS_LEAST)
        return;
    coarse_turn(&way[0], &way[1]);
    for (int i = 0; i < 2 * face_deck_count(p->deck); i++) {
        const int card = i / 2;
        const bool half = i % 2;
        if (only != NULL && (card != only->card || half != only->half))
            continue;
        const float alike = coarse_correlation(&way[half], face_deck_coarse(p->deck, card), 0, 0);
        if (alike > best.alike) {
            best.alike = alike;
            best.card = card;
            best.half = half;
        }
    }
    best.weight = atanhf(fminf(best.alike, ALIKE_MOST)) * sqrtf(fminf((float)open, CELLS_MOST));
    if (best.card >= 0)
        hit_add(hits, &best);
}

static void search_near(const struct face_pile *p, struct shift at, float far, float turn,
    const struct hit *only, struct hits *hits)
{
    for (int turned = -1; turned <= 1; turned++)
        for (int below = -1; below <= 1; below++)
            for (int right = -1; right <= 1; right++)
                try_at(p,
                    (struct shift){at.x + far * (float)right, at.y + far * (float)below,
                        at.turn + turn * (float)turned, at.size},
                    only, hits);
}

/* So far away in this direction; in a fan a card turns about a point on its axis. */
static void search_beside(const struct face_pile *p, int way, float far, struct hits *hits)
{
    static const float TURN_MOST = 0.4f, TURN_STEP = 0.05f, OFF = 2.5f;
    const float sign = way % 2 == 0 ? 1 : -1;
    for (int turn = (int)(-TURN_MOST / TURN_STEP); (float)turn <= TURN_MOST / TURN_STEP; turn++)
        for (int off = -1; off <= 1; off++) {
            const float by = (float)turn * TURN_STEP, side = far * tanf(by / 2) + OFF * (float)off;
            try_at(p,
                way < 2 ? (struct shift){sign * far, sign * side, by, 1}
                        : (struct shift){-sign * side, sign * far, by, 1},
                NULL, hits);
        }
}

/* ---- hits, one by one -------------------------------------------------------------------- */

static void hit_try(struct face_pile *p, const struct hit *hit)
{
    enum { TIMES = 3 };
    static const float ALIKE = 0.5f, NEARLY = 0.6f;
    struct hits near = {.count = 0}, nearer = {.count = 0};
    search_near(p, hit->by, 1.3f, 0.025f, hit, &near);
    if (near.count > 0)
        search_near(p, near.hit[0].by, 0.7f, 0.012f, hit, &nearer);
    if (nearer.count == 0 || nearer.hit[0].alike < ALIKE)
        return;
    const struct hit *best = &nearer.hit[0];
    struct face_seen seen = {.outline = best->outline};
    bool good = true, rests = false;
    for (int i = 0; good && !rests && (i == 0 || (i < TIMES && seen.is.score > NEARLY)); i++) {
        good = face_match_under(p->picture, &p->cover, &seen.outline, p->deck,
            p->plane ? best->card : -1, best->half, &seen.is);
        rests = seen.is.seen > 0;
    }
    if (good && proposal_likely(&seen.is) && seen.is.score > p->best.is.score) {
        p->best = seen;
        p->best_by = shift_between(&p->beside, &seen.outline);
    }
}

/* From now on they are tried, if there are any. */
static void hits_begin(struct face_pile *p)
{
    p->trying = p->hits.count > 0;
    p->tried = 0;
    p->best = (struct face_seen){.is = {.card = -1}};
}

/* The next of them; once one fits well, the others are not looked at. */
static void hits_step(struct face_pile *p)
{
    static const float WELL = 0.93f;
    hit_try(p, &p->hits.hit[p->tried++]);
    if (p->best.is.score < WELL && p->tried < p->hits.count)
        return;
    p->trying = false;
    p->hits.count = 0;
    if (p->best.is.card >= 0
        && pile_add(p, &p->best, (struct pile_card){.by = p->best_by, .beside = p->from >= 0})
        && p->from >= 0) {
        p->card[p->from].searched = true;
        p->from = -1;
    }
}

/* ---- where to look ----------------------------------------------------------------------- */

/* Not if its patch is one of these cards alone, or in it; nor if no card there is of that size. */
static bool hint_helps(const struct outline_hint *hint, const struct outline *o, int count)
{
    static const float ALONE = 1.3f, SMALLER = 0.6f, LARGER = 1.6f, OF_PATCH = 1.35f;
    const struct point m = {(hint->from.x + hint->to.x) / 2, (hint->from.y + hint->to.y) / 2};
    const float card = outline_area(&hint->outline);
    bool sized = count == 0, alone = false;
    for (int i = 0; i < count; i++) {
        const float area = outline_area(&o[i]);
        alone |= outline_holds(&o[i], m) && hint->area < ALONE * area;
        sized |= card > SMALLER * area && card < LARGER * area;
    }
    return sized && !alone && card < OF_PATCH * hint->area;
}

int hints_keep(struct outline_hint *hint, int hints, const struct outline *card, int cards,
    int most)
{
    int kept = 0;
    for (int i = 0; i < hints && kept < most; i++)
        if (hint_helps(&hint[i], card, cards))
            hint[kept++] = hint[i];
    return kept;
}

static bool hint_known(const struct face_pile *p, const struct outline *o)
{
    bool known = false;
    for (int i = 0; i < p->count && !known; i++)
        known = outline_holds(&p->seen[i].outline, outline_middle(o))
                && outline_holds(o, outline_middle(&p->seen[i].outline));
    return known;
}

/* While no card is known its size is not, either: that of the hint is a little large. */
static void hint_look(struct face_pile *p, const struct outline *o)
{
    static const float SIZE[] = {1, 0.95f};
    if (hint_known(p, o))
        return;
    p->plane = p->count > 0;
    p->from = -1;
    p->beside = p->plane ? p->seen[p->count - 1].outline : *o;
    if (p->plane)
        search_near(p, shift_between(&p->beside, o), 3, 0.04f, NULL, &p->hits);
    for (size_t i = 0; i < sizeof SIZE / sizeof *SIZE && !p->plane; i++)
        search_near(p, (struct shift){.size = SIZE[i]}, 2.5f, 0.035f, NULL, &p->hits);
    hits_begin(p);
}

/* Is there a patch around it that is larger than a card? */
static bool in_pile(const struct face_pile *p, const struct outline *o)
{
    static const float LARGER = 1.1f;
    const struct point m = outline_middle(o);
    const float area = outline_area(o);
    bool is = false;
    for (int i = 0; i < p->hints; i++)
        is |= p->hint[i].area > LARGER * area && m.x > p->hint[i].from.x && m.x < p->hint[i].to.x
              && m.y > p->hint[i].from.y && m.y < p->hint[i].to.y;
    return is;
}

/* The next card beside which others are searched for, the last one first; false: there is none. */
static bool from_choose(struct face_pile *p)
{
    p->from = -1;
    p->slice = 0;
    for (int i = p->count - 1; i >= 0 && p->from < 0; i--) {
        if (p->card[i].searched)
            continue;
        if (in_pile(p, &p->seen[i].outline))
            p->from = i;
        else
            p->card[i].searched = true;
    }
    return p->from >= 0;
}

/* First where the next card of a fan would lie; then in all directions. */
static void beside_step(struct face_pile *p)
{
    const int fars = (int)((FAR_MOST - FAR_LEAST) / FAR_STEP) + 1, slice = p->slice++ - 1;
    const struct pile_card *c = &p->card[p->from];
    p->beside = p->seen[p->from].outline;
    p->plane = true;
    if (slice < 0 && c->beside) {
        search_near(p, c->by, 3, 0.05f, NULL, &p->hits);
        hits_begin(p);
    } else if (slice >= 0 && slice < WAYS * fars) {
        const int way = slice / fars;
        search_beside(p, way, FAR_LEAST + FAR_STEP * (float)(slice % fars), &p->hits);
    } else if (slice == WAYS * fars) {
        hits_begin(p);
    } else if (slice > WAYS * fars) {
        p->card[p->from].searched = true;
        p->from = -1;
    }
}

bool face_pile_step(struct face_pile *p)
{
    if (p->trying) {
        hits_step(p);
    } else if (p->next_hint < p->hints) {
        hint_look(p, &p->hint[p->next_hint++].outline);
    } else if (p->from >= 0 || from_choose(p)) {
        beside_step(p);
    } else if (p->before < p->count) { /* hints of cards that lie below those */
        p->before = p->count;
        p->next_hint = 0;
    } else {
        return false;
    }
    return true;
}

/* ---- all of it --------------------------------------------------------------------------- */

/* In pixels of which a cell of a card has two or three. */
static bool small_make(struct face_pile *p)
{
    static const float CELL_MM = 0.8f;
    const struct colour *c = p->picture;
    const struct point *q = p->hint[0].outline.corner;
    const float side = fminf(hypotf(q[1].x - q[0].x, q[1].y - q[0].y),
        hypotf(q[2].x - q[1].x, q[2].y - q[1].y));
    p->shrink = (int)fmaxf(1, side / MM_WIDE * 2 * CELL_MM + 0.5f);
    p->width = c->width / p->shrink;
    p->height = c->height / p->shrink;
    p->small = malloc((size_t)p->width * (size_t)p->height * 3 + 1);
    for (int i = 0; i < p->width * p->height * 3 && p->small != NULL; i++) {
        const int k = i % 3, x = i / 3 % p->width, y = i / 3 / p->width;
        int sum = 0;
        for (int n = 0; n < p->shrink * p->shrink; n++)
            sum += c->at[3
                             * ((size_t)(y * p->shrink + n / p->shrink) * (size_t)c->width
                                 + (size_t)(x * p->shrink + n % p->shrink))
                         + (size_t)k];
        p->small[i] = (uint8_t)(sum / (p->shrink * p->shrink));
    }
    return p->small != NULL;
}

struct face_pile *face_pile_new(const struct colour *picture, struct face_deck *deck,
    const struct outline_hint *hint, int hints)
{
    struct face_pile *p = hints > 0 ? calloc(1, sizeof *p) : NULL;
    if (p == NULL)
        return NULL;
    *p = (struct face_pile){.picture = picture, .deck = deck, .hints = hints, .from = -1};
    p->hint = malloc((size_t)hints * sizeof *p->hint);
    if (p->hint != NULL)
        memcpy(p->hint, hint, (size_t)hints * sizeof *hint);
    if (p->hint != NULL && cover_make(&p->cover, picture->width, picture->height) && small_make(p))
        return p;
    face_pile_free(p);
    return NULL;
}

void face_pile_know(struct face_pile *p, const struct face_seen *seen)
{
    pile_add(p, seen, (struct pile_card){.beside = false});
}

const struct face_seen *face_pile_seen(const struct face_pile *p, int *count)
{
    *count = p->count;
    return p->seen;
}

void face_pile_free(struct face_pile *p)
{
    if (p != NULL) {
        free(p->hint);
        cover_clear(&p->cover);
        free(p->small);
    }
    free(p);
}
