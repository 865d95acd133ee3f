/*
 * Corner stones: three finders of a code, or two. Seen aslant a finder is a parallelogram, and the
 * steps from finder to finder say which: so the lengths of the lines through each are foretold and
 * compared. Nothing is said about right angles and equal sides, which a camera beside the table
 * does not see.
 */
#include "read.h"

#include <math.h>
#include <stdlib.h>

enum {
    NEIGHBOURS = 48,
    CORNER_MOST = 6, /* kept of one spot */
};

static const float LOOK_LEAST = 0.3f, LINE_LEAST = 0.4f, PAIR_LEAST = 0.45f, PAIR_MOST = 1.6f,
                   FINDER_LEAST = 0.55f;
static const float SLANT_MOST = 0.87f; /* cosine between the sides; the sides' ratio: */
static const float RATIO_MOST = 2.9f;

static struct point spot_point(const struct spot *s) { return (struct point){s->x, s->y}; }
static struct point minus(struct point a, struct point b)
{
    return (struct point){a.x - b.x, a.y - b.y};
}
static struct point plus(struct point a, struct point b)
{
    return (struct point){a.x + b.x, a.y + b.y};
}
static struct point times(struct point a, float by) { return (struct point){a.x * by, a.y * by}; }
static float length_of(struct point a) { return sqrtf(a.x * a.x + a.y * a.y); }
static float cross_of(struct point a, struct point b) { return a.x * b.y - a.y * b.x; }

/* How far apart two lengths are, 0: not at all. */
static float apart(float a, float b) { return fabsf(a - b) / fminf(a, b); }

static float tolerance(const struct spot *s) { return 0.15f + 3 / s->size; }

/*
 * May `b` be a finder of the same code, as many times the 14 modules of a side from `a`? A line
 * that way through a finder is at least as long as in the rhombus between the ends of its level and
 * its upright line.
 */
static bool lies_within(const struct spot *a, const struct spot *b, float least, float most)
{
    float x = fabsf(b->x - a->x), y = fabsf(b->y - a->y), differ = tolerance(a) + 0.1f;
    if (apart(a->wide, b->wide) > differ || apart(a->tall, b->tall) > differ)
        return false;
    float modules = 7 * (x / (a->wide + b->wide) + y / (a->tall + b->tall)) * 2;
    return modules > 14 * least && modules < 14 * most;
}

static bool neighbours(const struct spot *a, const struct spot *b)
{
    return lies_within(a, b, 0.8f, 2.05f);
}

/* How much the lines through a finder differ from those through one whose modules step so. */
static float shape_misfit(const struct spot *s, struct point across, struct point down)
{
    float det = 7 * fabsf(cross_of(across, down));
    float wide = s->wide * fmaxf(fabsf(across.y), fabsf(down.y)),
          tall = s->tall * fmaxf(fabsf(across.x), fabsf(down.x));
    return fmaxf(apart(det, wide), apart(det, tall));
}

/* Less where it looks like a square from above; above 1 where no camera would see it so. */
static float square_misfit(struct point across, struct point down)
{
    float a = length_of(across), b = length_of(down),
          slant = fabsf(across.x * down.x + across.y * down.y) / (a * b);
    float ratio = a > b ? a / b : b / a;
    return slant > SLANT_MOST || ratio > RATIO_MOST ? 2 : 0.3f * slant + 0.15f * (ratio - 1);
}

static int by_misfit(const void *a, const void *b)
{
    const struct finder_triple *s = a, *t = b;
    return s->misfit < t->misfit ? -1 : s->misfit > t->misfit;
}

/* Puts it among the best of a list of `room`; gives how many there are. */
static int keep(struct finder_triple *list, int count, int room, const struct finder_triple *stone)
{
    int at = count < room ? count++ : room;
    for (; at > 0 && list[at - 1].misfit > stone->misfit; at--)
        if (at < room)
            list[at] = list[at - 1];
    if (at < room)
        list[at] = *stone;
    return count;
}

/* ---- three ------------------------------------------------------------------------------- */

static int neighbours_of(const struct spots *spots, int at, int *out)
{
    const struct spot *a = &spots->at[at];
    int count = 0;
    for (int side = -1; side <= 1; side += 2)
        for (int i = at + side; i >= 0 && i < spots->count && count < NEIGHBOURS; i += side) {
            const struct spot *b = &spots->at[i];
            if (fabsf(b->y - a->y) > 3.6f * a->tall)
                break; /* they lie in the order of y */
            if (!b->used && neighbours(a, b))
                out[count++] = i;
        }
    return count;
}

static bool corner_fits(const struct spots *spots, int a, int b, int c, struct finder_triple *out)
{
    const struct spot *s[3] = {&spots->at[a], &spots->at[b], &spots->at[c]};
    struct point first = spot_point(s[0]),
                 across = times(minus(spot_point(s[1]), first), 1 / 14.0f),
                 down = times(minus(spot_point(s[2]), first), 1 / 14.0f);
    if (cross_of(across, down) <= 0)
        return false;
    float misfit = square_misfit(across, down), sum = 0;
    if (misfit > 1)
        return false;
    for (int k = 0; k < 3; k++) {
        float one = shape_misfit(s[k], across, down);
        if (one > tolerance(s[k]) + 0.1f)
            return false;
        sum += one;
    }
    *out = (struct finder_triple){{a, b, c}, first, across, down, misfit + sum};
    return true;
}

/* The best corners with this spot in the middle. */
static int corners_of(const struct spots *spots, int at, struct finder_triple *out)
{
    int near[NEIGHBOURS], n = neighbours_of(spots, at, near), count = 0;
    for (int b = 0; b < n; b++)
        for (int c = 0; c < n; c++) {
            struct finder_triple stone;
            if (b != c && !(spots->at[at].old && spots->at[near[b]].old && spots->at[near[c]].old)
                && corner_fits(spots, at, near[b], near[c], &stone))
                count = keep(out, count, CORNER_MOST, &stone);
        }
    return count;
}

static float line_of(const struct looks *looks, const struct spot *a, const struct spot *b)
{
    return looks->line(looks->with, spot_point(a), spot_point(b));
}

/* Do they look like finders, each by itself and on the lines between them? */
static bool look_like_finders(const struct looks *looks, const struct spots *spots,
    struct finder_triple *stone)
{
    const struct spot *s[3] = {&spots->at[stone->at[0]], &spots->at[stone->at[1]],
        &spots->at[stone->at[2]]};
    float across = line_of(looks, s[0], s[1]),
          down = across > LINE_LEAST ? line_of(looks, s[0], s[2]) : 0;
    if (!(down > LINE_LEAST))
        return false;
    stone->misfit += 2 - across - down;
    for (int k = 0; k < 3; k++) {
        float like = looks->finder(looks->with, spot_point(s[k]), stone->across, stone->down);
        stone->misfit += 1 - like;
        if (!(like > LOOK_LEAST))
            return false;
    }
    return true;
}

int stones_build(const struct spots *spots, const struct looks *looks, const struct clock *clock,
    struct finder_triple *out, int most)
{
    int count = 0;
    for (int i = 0; i < spots->count && !(i % 4 == 3 && clock_over(clock)); i++) {
        struct finder_triple corner[CORNER_MOST];
        int corners = spots->at[i].used ? 0 : corners_of(spots, i, corner);
        for (int c = 0; c < corners && count < most; c++)
            if (look_like_finders(looks, spots, &corner[c]))
                out[count++] = corner[c];
    }
    qsort(out, (size_t)count, sizeof *out, by_misfit);
    return count;
}

/* ---- two --------------------------------------------------------------------------------- */

/*
 * Of two finders one step is known, or with opposite ones the difference of both; the other one is
 * tried, longer and shorter, and slanted.
 */
enum { LENGTHS = 7, SLANTS = 7, FRAMES_MOST = 2 };

static struct point other_step(struct point one, int which)
{
    static const float length[LENGTHS] = {0.6f, 0.72f, 0.85f, 1, 1.18f, 1.4f, 1.65f};
    int aside = which / LENGTHS - SLANTS / 2;
    float by = length[which % LENGTHS], slant = 0.16f * (float)aside;
    return (struct point){-one.y * by + one.x * slant, one.x * by + one.y * slant};
}

/* The best steps across and down for two finders; how many. */
static int frames_of(const struct spot *a, const struct spot *b, bool opposite,
    const struct looks *looks, struct finder_triple *out)
{
    enum { LOOKED = 6 };
    struct finder_triple frame[LOOKED];
    struct point one = times(minus(spot_point(b), spot_point(a)), 1 / 14.0f);
    float least = tolerance(a);
    int frames = 0, count = 0;
    for (int k = 0; k < LENGTHS * SLANTS; k++) {
        struct point other = other_step(one, k), across = one, down = other;
        if (opposite) {
            across = times(minus(other, one), 0.5f);
            down = times(plus(other, one), 0.5f);
        }
        float first = shape_misfit(a, across, down),
              second = first < least ? shape_misfit(b, across, down) : least;
        float square = second < least ? square_misfit(across, down) : 1;
        if (square < 1)
            frames = keep(frame, frames, LOOKED,
                &(struct finder_triple){.across = across,
                    .down = down,
                    .misfit = square + first + second});
    }
    for (int k = 0; k < frames; k++) {
        float like = looks->finder(looks->with, spot_point(a), frame[k].across, frame[k].down);
        float too = like > PAIR_LEAST
                        ? looks->finder(looks->with, spot_point(b), frame[k].across, frame[k].down)
                        : 0;
        frame[k].misfit += 4 - 2 * like - 2 * too;
        if (too > PAIR_LEAST && frame[k].misfit < PAIR_MOST)
            count = keep(out, count, FRAMES_MOST, &frame[k]);
    }
    return count;
}

/*
 * Is this a finder at all, turned and slanted in any way? Lines cross at many places that are none.
 */
static bool is_finder(const struct spot *s, const struct looks *looks)
{
    enum { TURNS = 6, AXES = 4 };
    static const float aspect[] = {1, 0.75f};
    float best = 0;
    for (int k = 0; k < TURNS + TURNS * AXES && best < FINDER_LEAST; k++) {
        int way = k / TURNS;
        float turn = (float)(k % TURNS) / TURNS * 1.5708f, flat = aspect[k >= TURNS],
              axis = (float)way / AXES * 3.1416f;
        float c = cosf(axis), d = sinf(axis), lean = 1 - flat;
        struct point across = {cosf(turn), sinf(turn)}, down = {-sinf(turn), cosf(turn)};
        float a = across.x * c + across.y * d, b = down.x * c + down.y * d;
        across = (struct point){across.x - lean * a * c, across.y - lean * a * d};
        down = (struct point){down.x - lean * b * c, down.y - lean * b * d};
        float det = fabsf(cross_of(across, down));
        float wide = 7 * det / fmaxf(fabsf(across.y), fabsf(down.y)),
              tall = 7 * det / fmaxf(fabsf(across.x), fabsf(down.x));
        float by = sqrtf(s->wide * s->tall / (wide * tall));
        if (apart(by * wide, s->wide) < 0.15f)
            best = fmaxf(best,
                looks->finder(looks->with, spot_point(s), times(across, by), times(down, by)));
    }
    return best >= FINDER_LEAST;
}

static int finders_of(const struct spots *spots, const struct looks *looks,
    const struct clock *clock, uint16_t *out)
{
    int count = 0;
    for (int i = 0; i < spots->count && !(i % 16 == 15 && clock_over(clock)); i++)
        if (!spots->at[i].used && is_finder(&spots->at[i], looks))
            out[count++] = (uint16_t)i;
    return count;
}

/*
 * Where the code of two finders may lie. Beside each other, it is on either side of them, and
 * either one is its first; opposite each other, its first is on either side.
 */
static int places_of(struct point a, struct point b, bool opposite,
    const struct finder_triple *frame, struct finder_triple *out)
{
    int count = 0;
    struct finder_triple s = *frame;
    if (opposite) { /* b - a = 14 (down - across) */
        s.first = minus(a, times(frame->across, 14));
        out[count++] = s;
        s.first = plus(a, times(frame->down, 14));
        s.across = times(frame->across, -1);
        s.down = times(frame->down, -1);
        out[count++] = s;
        return count;
    }
    for (int side = -1; side <= 1; side += 2)
        for (int k = 0; k < 2; k++) {
            s.first = k == 0 ? a : b;
            s.across = times(frame->across, k == 0 ? 1 : -1);
            s.down = times(frame->down, (float)side);
            if (cross_of(s.across, s.down) < 0) {
                struct point swap = s.across;
                s.across = s.down;
                s.down = swap;
            }
            out[count++] = s;
        }
    return count;
}

static int pair_places(const struct spots *spots, int a, int b, bool opposite,
    const struct looks *looks, struct finder_triple *out)
{
    struct finder_triple frame[FRAMES_MOST];
    const struct spot *s = &spots->at[a], *t = &spots->at[b];
    int frames = frames_of(s, t, opposite, looks, frame), count = 0;
    for (int k = 0; k < frames; k++) {
        frame[k].at[0] = a;
        frame[k].at[1] = b;
        frame[k].at[2] = -1;
        count += places_of(spot_point(s), spot_point(t), opposite, &frame[k], out + count);
    }
    return count;
}

/* The way from corner to opposite corner is as long as a side, times the square root of two. */
static bool opposites(const struct spot *a, const struct spot *b)
{
    return lies_within(a, b, 0.85f, 2.4f);
}

int pairs_build(const struct spots *spots, const struct looks *looks, const struct clock *clock,
    struct finder_triple *out, int most)
{
    uint16_t finder[SPOTS_MOST];
    int finders = finders_of(spots, looks, clock, finder), count = 0;
    for (int i = 0; i < finders && !clock_over(clock); i++) {
        const struct spot *a = &spots->at[finder[i]];
        for (int k = i + 1; k < finders && spots->at[finder[k]].y - a->y < 5 * a->tall; k++) {
            const struct spot *b = &spots->at[finder[k]];
            bool beside = neighbours(a, b), opposite = opposites(a, b);
            float line = count + 12 <= most && (beside || opposite) ? line_of(looks, a, b) : 0;
            if (!(line > LINE_LEAST))
                continue;
            int first = count;
            count += beside ? pair_places(spots, finder[i], finder[k], false, looks, out + count)
                            : 0;
            count += opposite ? pair_places(spots, finder[i], finder[k], true, looks, out + count)
                              : 0;
            for (int n = first; n < count; n++)
                out[n].misfit += 2 * (1 - line);
        }
    }
    qsort(out, (size_t)count, sizeof *out, by_misfit);
    return count;
}
