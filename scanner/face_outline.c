/*
 * Where cards lie. A card is lighter or darker than the cloth in some colour, so at some level of
 * it the card is a patch by itself:
 *
 *     picture ─shrunk─▶ a colour ─levels, both ways─▶ patches ─hull─▶ four sides ─edges─▶ outline
 *
 * Holes in a patch do not matter, for only its hull counts; nor do round corners, for the sides are
 * prolonged. What is no card has no edge along all four sides.
 */
#include "face.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SMALL_MOST = 960, /* pixels of the longer side that patches are looked for in */
    LEVELS = 10,
    SHORT_LEAST = 18, /* small pixels of a card's short side */
    HULL_MOST = 2 * SMALL_MOST + 8,
    FOUND_EARLY = 1024, /* outlines before the same card's are put together */
    SAMPLES = 25,       /* along a side */
    STEPS = 8,          /* pixels across it, each way, times half the shrinking */
};
static const float ASPECT_LEAST = 1.08f, ASPECT_MOST = 2.1f, HULL_LEAST = 0.92f,
                   OPPOSITE_LEAST = 0.55f;
static const float CLEAR_LEAST = 0.72f, SIDE_LEAST = 0.4f, EDGE_LEAST = 7;

/* A row's pixels of a patch: from `from` to before `to`. */
struct patch_run {
    int row, from, to, above,
        next; /* above: towards the patch's first run; next: of the same patch, -1: none */
};

struct outline_search {
    const struct colour *picture;
    int shrink, width, height; /* of the small one */
    uint8_t *small;            /* owned: three planes */
    struct patch_run *run;     /* owned */
    int runs;
    struct point *hull;    /* owned: HULL_MOST */
    int *left, *right;     /* owned: a patch's extent by row */
    struct outline *found; /* owned: FOUND_EARLY */
    int count;
    struct outline_hint *hint; /* owned: FOUND_EARLY; NULL: they are not asked for */
    int hints;
    struct point *side; /* owned: HULL_MOST */
};

static struct point minus(struct point a, struct point b)
{
    return (struct point){a.x - b.x, a.y - b.y};
}
static float cross(struct point a, struct point b) { return a.x * b.y - a.y * b.x; }
static float apart(struct point a, struct point b) { return hypotf(a.x - b.x, a.y - b.y); }

static float quad_area(const struct point q[4])
{
    return cross(minus(q[2], q[0]), minus(q[3], q[1])) / 2;
}

float outline_area(const struct outline *o) { return quad_area(o->corner); }

struct point outline_middle(const struct outline *o)
{
    const struct point *q = o->corner;
    return (struct point){(q[0].x + q[1].x + q[2].x + q[3].x) / 4,
        (q[0].y + q[1].y + q[2].y + q[3].y) / 4};
}

bool outline_holds(const struct outline *o, struct point p)
{
    bool in = true;
    for (int i = 0; i < 4; i++) {
        struct point a = o->corner[i], b = o->corner[(i + 1) % 4];
        in &= (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0;
    }
    return in;
}

/* ---- the small picture ------------------------------------------------------------------- */

static void shrink(struct outline_search *s)
{
    const struct colour *p = s->picture;
    int n = s->shrink, pixels = s->width * s->height;
    for (int y = 0; y < s->height; y++)
        for (int x = 0; x < s->width; x++) {
            int sum[3] = {0, 0, 0};
            for (int i = 0; i < n * n; i++) {
                const uint8_t *c =
                    p->at
                    + 3 * ((size_t)(y * n + i / n) * (size_t)p->width + (size_t)(x * n + i % n));
                for (int k = 0; k < 3; k++)
                    sum[k] += c[k];
            }
            for (int k = 0; k < 3; k++)
                s->small[k * pixels + y * s->width + x] = (uint8_t)(sum[k] / (n * n));
        }
}

/* Levels between its darkest and lightest pixels, a hundredth left out at either end. */
static void levels_choose(const uint8_t *plane, int pixels, int out[LEVELS])
{
    int histogram[256] = {0}, low = 0, high = 255;
    for (int i = 0; i < pixels; i++)
        histogram[plane[i]]++;
    for (int sum = histogram[0]; sum < pixels / 100 && low < 255; sum += histogram[++low]) {
    }
    for (int sum = histogram[255]; sum < pixels / 100 && high > 0; sum += histogram[--high]) {
    }
    for (int i = 0; i < LEVELS; i++)
        out[i] = low + (high - low) * (i + 1) / (LEVELS + 1);
}

/* ---- patches ----------------------------------------------------------------------------- */

static int first_run(struct patch_run *run, int i)
{
    while (run[i].above != i)
        i = run[i].above = run[run[i].above].above;
    return i;
}

/* Every row's runs, joined with those that they touch in the row before. */
static void patches_make(struct outline_search *s, const uint8_t *plane, int level, bool dark)
{
    int before = 0, row_begins = 0;
    s->runs = 0;
    for (int y = 0; y < s->height; y++) {
        const uint8_t *row = plane + (size_t)y * (size_t)s->width;
        int b = before;
        before = row_begins = s->runs;
        for (int x = 0; x < s->width;) {
            int from = x;
            bool in = (row[x] > level) != dark;
            while (x < s->width && ((row[x] > level) != dark) == in)
                x++;
            if (!in)
                continue;
            int me = s->runs++;
            s->run[me] = (struct patch_run){y, from, x, me, -1};
            while (b < row_begins && s->run[b].to <= from)
                b++;
            for (int k = b; k < row_begins && s->run[k].from < x; k++)
                s->run[first_run(s->run, me)].above = first_run(s->run, k);
        }
    }
}

/* The first runs become heads of lists of their patches' runs. */
static void patches_chain(struct outline_search *s)
{
    for (int i = s->runs - 1; i >= 0; i--) {
        int head = first_run(s->run, i);
        if (head == i)
            continue;
        s->run[i].next = s->run[head].next;
        s->run[head].next = i;
    }
}

/* ---- from a patch to four sides ---------------------------------------------------------- */

/* Puts a point behind a chain that turns to one side only. */
static int chain_add(struct point *chain, int count, struct point p)
{
    while (count > 1
           && cross(minus(chain[count - 1], chain[count - 2]), minus(p, chain[count - 1])) <= 0)
        count--;
    chain[count] = p;
    return count + 1;
}

/*
 * The hull of a patch, clockwise; 0: it is too small for a card, or goes on behind the picture's
 * edge.
 */
static int patch_hull(struct outline_search *s, int head)
{
    int top = s->height, bottom = -1, least = s->width, most = 0;
    for (int i = head; i >= 0; i = s->run[i].next) {
        top = s->run[i].row < top ? s->run[i].row : top;
        bottom = s->run[i].row > bottom ? s->run[i].row : bottom;
        least = s->run[i].from < least ? s->run[i].from : least;
        most = s->run[i].to > most ? s->run[i].to : most;
    }
    if (bottom - top < SHORT_LEAST || most - least < SHORT_LEAST || top == 0 || least == 0
        || bottom == s->height - 1 || most == s->width)
        return 0;
    for (int y = top; y <= bottom + 1; y++) {
        s->left[y] = s->width;
        s->right[y] = 0;
    }
    for (int i = head; i >= 0; i = s->run[i].next)
        for (int y = s->run[i].row; y < s->run[i].row + 2; y++) {
            s->left[y] = s->run[i].from < s->left[y] ? s->run[i].from : s->left[y];
            s->right[y] = s->run[i].to > s->right[y] ? s->run[i].to : s->right[y];
        }
    int right = 0, left = 0;
    for (int y = top; y <= bottom + 1; y++)
        right = chain_add(s->hull, right, (struct point){(float)s->right[y], (float)y});
    struct point *rest = s->hull + right;
    for (int y = bottom + 1; y >= top; y--)
        left = chain_add(rest, left, (struct point){(float)s->left[y], (float)y});
    return right + left;
}

/*
 * Where the sides a–b and c–d meet when both are prolonged towards each other; false: they do not.
 */
static bool meet(struct point a, struct point b, struct point c, struct point d, struct point *out)
{
    struct point u = minus(b, a), v = minus(d, c);
    float turn = cross(u, v);
    if (turn < 1e-4f)
        return false;
    float along = cross(minus(c, a), v) / turn;
    *out = (struct point){a.x + along * u.x, a.y + along * u.y};
    return true;
}

/*
 * Takes away the side without which the others, prolonged, hold the least more, until four are
 * left, or that would be more than `most`. How many are left.
 */
static int hull_reduce(struct point *hull, int count, float most)
{
    while (count > 4) {
        int best = -1;
        float least = INFINITY;
        struct point at = {0, 0};
        for (int i = 0; i < count; i++) {
            struct point b = hull[i], c = hull[(i + 1) % count], x;
            if (!meet(hull[(i + count - 1) % count], b, c, hull[(i + 2) % count], &x))
                continue;
            float more = fabsf(cross(minus(x, b), minus(c, b))) / 2;
            if (more < least) {
                least = more;
                best = i;
                at = x;
            }
        }
        if (best < 0 || least > most)
            break;
        hull[best] = at;
        int gone = (best + 1) % count;
        memmove(hull + gone, hull + gone + 1, (size_t)(count - gone - 1) * sizeof *hull);
        count--;
    }
    return count;
}

/* A card's proportions, seen more or less from above; begins with a short side afterwards. */
static bool card_shaped(struct point q[4])
{
    float a = apart(q[0], q[1]), b = apart(q[1], q[2]), c = apart(q[2], q[3]),
          d = apart(q[3], q[0]);
    if (a + c > b + d) {
        struct point first = q[0];
        memmove(q, q + 1, 3 * sizeof *q);
        q[3] = first;
        float t = a;
        a = b, b = c, c = d, d = t;
    }
    float aspect = (b + d) / (a + c);
    return aspect >= ASPECT_LEAST && aspect <= ASPECT_MOST
           && fminf(a, c) >= OPPOSITE_LEAST * fmaxf(a, c)
           && fminf(b, d) >= OPPOSITE_LEAST * fmaxf(b, d) && quad_area(q) > 0;
}

static float hull_area(const struct point *hull, int count)
{
    float sum = 0;
    for (int i = 2; i < count; i++)
        sum += cross(minus(hull[i - 1], hull[0]), minus(hull[i], hull[0]));
    return sum / 2;
}

/* ---- the picture's own edges ------------------------------------------------------------- */

static void light_at(const struct colour *p, float x, float y, float out[3])
{
    int ix = (int)floorf(x), iy = (int)floorf(y);
    ix = ix < 0 ? 0 : ix > p->width - 1 ? p->width - 1 : ix;
    iy = iy < 0 ? 0 : iy > p->height - 1 ? p->height - 1 : iy;
    for (int k = 0; k < 3; k++)
        out[k] = p->at[3 * ((size_t)iy * (size_t)p->width + (size_t)ix) + (size_t)k];
}

/*
 * How far from a point of a side, along its normal, the picture's outermost strong edge is; false:
 * there is none.
 */
static bool edge_near(const struct outline_search *s, struct point at, struct point normal,
    float *out)
{
    float best = EDGE_LEAST, step = fmaxf(0.5f, (float)s->shrink / 4), light[2 * STEPS + 1][3];
    for (int i = 0; i <= 2 * STEPS; i++)
        light_at(s->picture, at.x + normal.x * step * (float)(i - STEPS),
            at.y + normal.y * step * (float)(i - STEPS), light[i]);
    bool is = false;
    for (int i = 2; i <= 2 * STEPS - 2; i++) {
        float change = 0;
        for (int k = 0; k < 3; k++)
            change += fabsf(light[i + 1][k] + light[i + 2][k] - light[i - 1][k] - light[i - 2][k])
                      / 6;
        if (change <= best)
            continue;
        best = change;
        is = true;
        *out = step * (float)(i - STEPS);
    }
    return is;
}

struct outline_side {
    struct point at, along;
};

static int floats_compare(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Moves and turns a side onto the edge that it lies at; the share of it where that edge is. */
static float side_fit(const struct outline_search *s, struct point a, struct point b,
    struct outline_side *out)
{
    float place[SAMPLES], off[SAMPLES], slope[SAMPLES * SAMPLES], rest[SAMPLES],
        length = apart(a, b);
    struct point along = {(b.x - a.x) / length, (b.y - a.y) / length}, normal = {along.y, -along.x};
    int count = 0, slopes = 0;
    for (int i = 0; i < SAMPLES; i++) {
        float t = length * (0.1f + 0.8f * (float)i / (SAMPLES - 1));
        place[count] = t;
        count += edge_near(s, (struct point){a.x + along.x * t, a.y + along.y * t}, normal,
            &off[count]);
    }
    *out = (struct outline_side){a, along};
    if (count < SAMPLES / 3)
        return 0;
    /* Theil and Sen: the middle one of all slopes, then of all heights; a finger moves neither */
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k < count; k++)
            slope[slopes++] = (off[k] - off[i]) / (place[k] - place[i]);
    qsort(slope, (size_t)slopes, sizeof *slope, floats_compare);
    float turn = slope[slopes / 2], tolerance = fmaxf(1.2f, (float)s->shrink * 0.5f);
    for (int i = 0; i < count; i++)
        rest[i] = off[i] - turn * place[i];
    qsort(rest, (size_t)count, sizeof *rest, floats_compare);
    float height = rest[count / 2];
    int good = 0;
    for (int i = 0; i < count; i++)
        good += fabsf(off[i] - turn * place[i] - height) <= tolerance;
    out->at = (struct point){a.x + normal.x * height, a.y + normal.y * height};
    out->along = (struct point){along.x + normal.x * turn, along.y + normal.y * turn};
    return (float)good / SAMPLES;
}

static bool outline_fit(const struct outline_search *s, struct outline *o)
{
    struct outline_side side[4];
    float clear = 0;
    for (int i = 0; i < 4; i++) {
        float share = side_fit(s, o->corner[i], o->corner[(i + 1) % 4], &side[i]);
        if (share < SIDE_LEAST)
            return false;
        clear += share / 4;
    }
    for (int i = 0; i < 4; i++) {
        const struct outline_side *u = &side[(i + 3) % 4], *v = &side[i];
        float turn = cross(u->along, v->along);
        if (fabsf(turn) < 0.2f)
            return false;
        float t = cross(minus(v->at, u->at), v->along) / turn;
        o->corner[i] = (struct point){u->at.x + t * u->along.x, u->at.y + t * u->along.y};
    }
    o->clear = clear;
    return clear >= CLEAR_LEAST;
}

/* ---- cards that lie one over another ----------------------------------------------------- */

static void hint_add(struct outline_search *s, const struct outline_hint *hint)
{
    static const float SAME = 0.05f;
    const struct outline *o = &hint->outline;
    const float near = SAME * apart(o->corner[0], o->corner[2]);
    for (int i = 0; i < s->hints; i++) {
        bool same = true;
        for (int k = 0; k < 4; k++)
            same &= apart(s->hint[i].outline.corner[k], o->corner[k]) < near;
        if (!same)
            continue;
        s->hint[i].times++;
        if (hint->area > s->hint[i].area) {
            s->hint[i].area = hint->area;
            s->hint[i].from = hint->from;
            s->hint[i].to = hint->to;
        }
        return;
    }
    if (s->hints < FOUND_EARLY)
        s->hint[s->hints++] = *hint;
}

/* Cards that have this side of a patch, which goes clockwise: a short one, or a long one. */
static void side_hints(struct outline_search *s, struct point a, struct point b,
    const struct outline_hint *patch)
{
    static const float LONG = 88.0f / 63;
    for (int way = 0; way < 2; way++) {
        const float by = way == 0 ? LONG : 1 / LONG;
        const struct point in = {(a.y - b.y) * by, (b.x - a.x) * by}, c = {b.x + in.x, b.y + in.y},
                           d = {a.x + in.x, a.y + in.y};
        struct outline_hint hint = *patch;
        hint.outline = way == 0 ? (struct outline){.corner = {a, b, c, d}}
                                : (struct outline){.corner = {b, c, d, a}};
        hint_add(s, &hint);
    }
}

/* A patch of many cards: each straight side of its hull with an edge may be a card's. */
static void pile_take(struct outline_search *s, const struct point *hull, int count, float area)
{
    enum { SIDES_MOST = 40 };
    static const float STRAIGHT = 0.0004f, EDGED = 0.8f;
    const float n = (float)s->shrink;
    struct outline_hint patch = {.times = 1, .area = area * n * n, .from = {INFINITY, INFINITY}};
    float around = 0;
    for (int i = 0; i < count; i++) {
        s->side[i] = (struct point){hull[i].x * n, hull[i].y * n};
        patch.from.x = fminf(patch.from.x, s->side[i].x);
        patch.from.y = fminf(patch.from.y, s->side[i].y);
        patch.to.x = fmaxf(patch.to.x, s->side[i].x);
        patch.to.y = fmaxf(patch.to.y, s->side[i].y);
        around += n * apart(hull[i], hull[(i + 1) % count]);
    }
    count = hull_reduce(s->side, count, STRAIGHT * around * around / 16);
    for (int i = 0; i < count && count <= SIDES_MOST; i++) {
        const struct point a = s->side[i], b = s->side[(i + 1) % count];
        struct outline_side fit;
        if (apart(a, b) >= (float)SHORT_LEAST * n && side_fit(s, a, b, &fit) >= EDGED)
            side_hints(s, a, b, &patch);
    }
}

/* ---- all of it --------------------------------------------------------------------------- */

static void patch_take(struct outline_search *s, int head)
{
    int count = patch_hull(s, head);
    struct outline o;
    float area = hull_area(s->hull, count);
    if (count < 4)
        return;
    if (s->hint != NULL)
        pile_take(s, s->hull, count, area);
    if (s->count == FOUND_EARLY || hull_reduce(s->hull, count, INFINITY) != 4
        || area < HULL_LEAST * quad_area(s->hull) || !card_shaped(s->hull))
        return;
    for (int i = 0; i < 4; i++)
        o.corner[i] = (struct point){s->hull[i].x * (float)s->shrink,
            s->hull[i].y * (float)s->shrink};
    if (fminf(apart(o.corner[0], o.corner[1]), apart(o.corner[2], o.corner[3]))
        < (float)(SHORT_LEAST * s->shrink))
        return;
    if (outline_fit(s, &o) && card_shaped(o.corner))
        s->found[s->count++] = o;
}

/*
 * The clearest first; of about as clear ones the larger: a frame printed on a card lies inside the
 * card.
 */
static bool better(const struct outline *a, const struct outline *b)
{
    float x = quad_area(a->corner), y = quad_area(b->corner);
    return x > 1.06f * y   ? a->clear > b->clear - 0.12f
           : y > 1.06f * x ? a->clear > b->clear + 0.12f
                           : a->clear > b->clear;
}

/* One outline a card. */
static int outlines_unite(const struct outline_search *s, struct outline *out, int most)
{
    int count = 0;
    for (int i = 0; i < s->count; i++) {
        bool beaten = false;
        for (int k = 0; k < s->count && !beaten; k++)
            beaten = k != i
                     && (outline_holds(&s->found[k], outline_middle(&s->found[i]))
                         || outline_holds(&s->found[i], outline_middle(&s->found[k])))
                     && (better(&s->found[k], &s->found[i])
                         || (!better(&s->found[i], &s->found[k]) && k < i));
        if (!beaten && count < most)
            out[count++] = s->found[i];
    }
    return count;
}

static int higher(const void *a, const void *b)
{
    float x = outline_middle(a).y, y = outline_middle(b).y;
    return (x > y) - (x < y);
}

static int further_left(const void *a, const void *b)
{
    float x = outline_middle(a).x, y = outline_middle(b).x;
    return (x > y) - (x < y);
}

/*
 * A row ends where the next card's middle lies lower than half a short side below the last one's.
 */
static void reading_order(struct outline *list, int count)
{
    qsort(list, (size_t)count, sizeof *list, higher);
    for (int from = 0, to; from < count; from = to) {
        float half = apart(list[from].corner[0], list[from].corner[1]) / 2;
        for (to = from + 1;
             to < count && outline_middle(&list[to]).y - outline_middle(&list[to - 1]).y < half;
             to++) {
        }
        qsort(list + from, (size_t)(to - from), sizeof *list, further_left);
    }
}

static void search_all(struct outline_search *s)
{
    int pixels = s->width * s->height;
    shrink(s);
    for (int k = 0; k < 3; k++) {
        const uint8_t *plane = s->small + (size_t)k * (size_t)pixels;
        int level[LEVELS];
        levels_choose(plane, pixels, level);
        for (int i = 0; i < 2 * LEVELS; i++) {
            patches_make(s, plane, level[i / 2], i % 2);
            patches_chain(s);
            for (int r = 0; r < s->runs; r++)
                if (s->run[r].above == r)
                    patch_take(s, r);
        }
    }
}

static int seen_more(const void *a, const void *b)
{
    const int x = ((const struct outline_hint *)a)->times,
              y = ((const struct outline_hint *)b)->times;
    return (x < y) - (x > y);
}

int outlines_find(const struct colour *picture, struct outline *out, int most)
{
    return outlines_hint(picture, out, most, NULL, 0, NULL);
}

int outlines_hint(const struct colour *picture, struct outline *out, int most,
    struct outline_hint *hint, int hints_most, int *hints)
{
    struct outline_search s = {.picture = picture};
    int longer = picture->width > picture->height ? picture->width : picture->height, count = -1;
    if (hints != NULL)
        *hints = 0;
    s.shrink = (longer + SMALL_MOST - 1) / SMALL_MOST;
    s.width = picture->width / s.shrink;
    s.height = picture->height / s.shrink;
    if (s.width < SHORT_LEAST || s.height < SHORT_LEAST)
        return 0;
    size_t pixels = (size_t)s.width * (size_t)s.height;
    s.small = malloc(3 * pixels);
    s.run = calloc((size_t)(s.width / 2 + 1) * (size_t)s.height, sizeof *s.run);
    s.hull = calloc(HULL_MOST, sizeof *s.hull);
    s.left = calloc((size_t)s.height + 2, sizeof *s.left);
    s.right = calloc((size_t)s.height + 2, sizeof *s.right);
    s.found = calloc(FOUND_EARLY, sizeof *s.found);
    s.hint = hint != NULL ? calloc(FOUND_EARLY, sizeof *s.hint) : NULL;
    s.side = calloc(HULL_MOST, sizeof *s.side);
    if (s.small != NULL && s.run != NULL && s.hull != NULL && s.left != NULL && s.right != NULL
        && s.found != NULL && s.side != NULL && (hint == NULL || s.hint != NULL)) {
        search_all(&s);
        count = outlines_unite(&s, out, most);
        reading_order(out, count);
        if (s.hints > 0 && hints != NULL) {
            qsort(s.hint, (size_t)s.hints, sizeof *s.hint, seen_more);
            *hints = s.hints < hints_most ? s.hints : hints_most;
            memcpy(hint, s.hint, (size_t)*hints * sizeof *hint);
        }
    }
    free(s.small);
    free(s.run);
    free(s.hull);
    free(s.left);
    free(s.right);
    free(s.found);
    free(s.hint);
    free(s.side);
    return count;
}
