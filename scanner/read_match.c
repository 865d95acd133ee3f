/*
 * Which code it is. The light of the modules is compared with what each known code would look like
 * through the same blur, and that needs far less light than telling dark from light module by
 * module. Comparison is by correlation, of light against what is around it: neither a lamp nor a
 * shadow matters, only the pattern.
 */
#include "read.h"

#include <math.h>
#include <string.h>

/* ---- finders ----------------------------------------------------------------------------- */

float match_finder(const struct codes *codes, const struct plane *levels, int level_count,
    struct point at, struct point across, struct point down)
{
    const struct finder *f = &codes->finder;
    float module = sqrtf(fabsf(across.x * down.y - across.y * down.x));
    const struct plane *p = plane_for(levels, level_count, module);
    float each = 1 / p->scale;
    int16_t light[FINDER * FINDER];
    int product = 0;
    plane_lights(p, (struct point){at.x * each, at.y * each},
        (struct point){across.x * each, across.y * each},
        (struct point){down.x * each, down.y * each}, FINDER, light);
    float length = centre(light, FINDER * FINDER);
    for (int i = 0; i < FINDER * FINDER; i++)
        product += light[i] * f->ideal[i];
    return length > 9 ? (float)product / (length * f->length) : 0;
}

/*
 * Dark and light, 1 and -1, of the modules on the way from the middle of one to the other's; 0:
 * nobody knows.
 */
static const int8_t between[15] = {1, 1, -1, 1, -1, 0, 0, 0, 0, 0, -1, 1, -1, 1, 1};

float match_line(const struct plane *levels, int level_count, struct point from, struct point to)
{
    struct point step = {(to.x - from.x) / 14, (to.y - from.y) / 14};
    const struct plane *p = plane_for(levels, level_count,
        0.85f * sqrtf(step.x * step.x + step.y * step.y));
    float sum = 0, squares = 0, product = 0, each = 1 / p->scale;
    for (int k = 0; k < 15; k++) {
        if (between[k] == 0)
            continue;
        float light = plane_light(p, (from.x + (float)k * step.x) * each,
            (from.y + (float)k * step.y) * each);
        sum += light;
        squares += light * light;
        product -= light * (float)between[k];
    }
    /* that are known, and how many more of them are dark than light */
    float n = 10, own = 2;
    float spread = (squares - sum * sum / n) * (n - own * own / n);
    return spread > 81 ? (product + sum * own / n) / sqrtf(spread) : 0;
}

/* ---- codes ------------------------------------------------------------------------------- */

struct score {
    float data, second;
    int known;
};

/* The best of all known codes, and the next. `light` is 0 after the data. */
static struct score best_of(const struct codes *codes, const int16_t *light, float length, int blur)
{
    struct score s = {-1, -1, 0};
    for (int i = 0; i < codes->count; i++) {
        const struct known *k = &codes->known[i];
        int product = 0;
        for (int n = 0; n < DATA_MOST; n++)
            product += light[n] * k->ideal[blur][n];
        float now = (float)product / (length * k->length[blur]);
        if (now > s.data) {
            s.second = s.data;
            s.data = now;
            s.known = i;
        } else if (now > s.second) {
            s.second = now;
        }
    }
    return s;
}

static void recognise(const struct codes *codes, const struct grid *patch, struct match *m)
{
    int16_t light[DATA_MOST] = {0}, turned[DATA_MOST] = {0};
    for (int i = 0; i < codes->datas; i++)
        light[i] = (int16_t)lrintf(64 * patch->light[codes->data[i]]);
    float length = centre(light, codes->datas) + 1;
    for (int i = 0; i < codes->datas; i++)
        turned[i] = light[codes->mirrored[i]];
    struct score straight = best_of(codes, light, length, m->blur),
                 other = best_of(codes, turned, length, m->blur);
    m->mirrored = other.data > straight.data;
    struct score best = m->mirrored ? other : straight;
    m->data = best.data;
    m->gap = best.data - best.second;
    m->known = best.known;
    m->lead = m->gap / (fmaxf(m->data, 0.01f) * codes->known[m->known].apart[m->blur]);
}

static float common_best(const struct codes *codes, const struct grid *patch, int *blur)
{
    float best = -1;
    for (int k = 0; k < BLURS; k++) {
        float now = ideal_likeness(&codes->common[k], patch);
        if (now > best) {
            best = now;
            *blur = k;
        }
    }
    return best;
}

static void take(const struct plane *p, const struct pose *pose, struct grid *patch)
{
    patch_take(p, pose, patch);
    patch_normal(patch);
}

/*
 * A code that is near is seen in perspective that three finders do not tell: the best of some
 * planes through them. How fast it goes away is tried along one side, then along the other.
 */
static void guess_depth(const struct codes *codes, const struct plane *p, struct pose *pose,
    struct grid *patch, float common)
{
    enum { STEPS = 2 };
    float step = 0.004f * pose_module(pose), away[2] = {0, 0};
    const struct pose from = *pose;
    for (int side = 0; side < 2; side++) {
        float before = away[side];
        for (int k = -STEPS; k <= STEPS; k++) {
            struct pose to;
            struct grid seen;
            int blur;
            float g = side == 0 ? step * (float)k : away[0], h = side == 1 ? step * (float)k : 0;
            if (k == 0 || !pose_deepen(&from, g, h, &to))
                continue;
            take(p, &to, &seen);
            float now = common_best(codes, &seen, &blur);
            if (now > common) {
                common = now;
                before = step * (float)k;
                *pose = to;
                *patch = seen;
            }
        }
        away[side] = before;
    }
}

/* ---- is it that code? -------------------------------------------------------------------- */

/* Is a module beside this one as light as it is dark, or the other way round? */
static bool sharp_at(const struct grid *patch, int at)
{
    static const int beside[] = {1, -1, GRID_ROW, -GRID_ROW};
    for (int k = 0; k < 4; k++)
        if (patch->light[at] * patch->light[at + beside[k]] < -0.25f)
            return true;
    return false;
}

/* How well a part matches where the code is seen; `count` says of how many modules that is. */
static float seen_likeness(const struct grid *patch, const float *ideal, const float *matched,
    const uint16_t *at, int n, int *count)
{
    struct ideal seen = {.count = 0};
    for (int i = 0; i < n; i++)
        if (matched[at[i]] > 0.45f) {
            seen.at[seen.count] = at[i];
            seen.light[seen.count++] = ideal[at[i]];
        }
    *count = seen.count;
    return seen.count > 8 ? ideal_likeness(&seen, patch) : 0;
}

/* What speaks for the best code, and what against it. */
static void weigh(const struct codes *codes, const struct grid *patch, struct match *m)
{
    float ideal[GRID_ALL] = {0}, matched[GRID_ALL], n = (float)codes->datas;
    int count, against = 0, sharp = 0;
    struct ideal whole;
    known_whole(&codes->known[m->known], m->blur, &whole);
    for (int k = 0; k < whole.count; k++)
        ideal[whole.at[k]] = whole.light[k];
    patch_matched(patch, ideal, matched);
    m->common_seen = seen_likeness(patch, ideal, matched, codes->common[0].at,
        codes->common[0].count, &count);
    m->data_seen = seen_likeness(patch, ideal, matched, codes->data, codes->datas, &count);
    m->seen = (float)count / n;
    for (int i = 0; i < codes->datas; i++) {
        int at = codes->data[i];
        bool other = patch->light[at] * ideal[at] < -0.4f;
        against += other;
        sharp += other && sharp_at(patch, at);
    }
    m->against = (float)against / n;
    m->sharp = (float)sharp / n;
    m->least = 1;
    for (int i = 0; i < codes->datas; i++)
        m->least = fminf(m->least, matched[codes->data[i]]);
}

/*
 * Measured on made-up tables, a card's own code free to see matches as well as what all codes have,
 * and no module that is sharply seen says otherwise; another code that is made to be near one of
 * ours matches less, is less far ahead of the others, and modules sharply say otherwise, or it
 * matches nowhere in a part of it: of 13,700 free ones at 1.3 pixels a module none matched less
 * than 0.67 anywhere. Where something lies over a card, it also lies over a finder, or it is not
 * sharp.
 */
static bool is_free(const struct match *m)
{
    return m->least > 0.35f && m->data > 0.6f && m->common > 0.5f && m->sharp < 0.012f
           && m->data > m->common - (m->gap > 0.33f ? 0.08f : 0.04f)
           && (m->lead > 0.9f || (m->lead > 0.8f && m->data_seen > 0.91f));
}

/*
 * A part of it is only light, or dark, as in a highlight: it is less far ahead, but not one module
 * says otherwise.
 */
static bool is_blinded(const struct match *m)
{
    return m->data > 0.65f && m->common > 0.8f && m->gap > 0.22f && m->data_seen > 0.78f
           && m->against < 0.045f && m->sharp < 0.003f && pose_module(&m->pose) > 1.8f;
}

/*
 * Near enough for its light to be told from its neighbours', but for a finger's edge, a card's or
 * dust.
 */
static bool is_spoilt(const struct match *m)
{
    bool dulled = m->data > 0.6f && m->common > 0.5f && m->sharp < 0.008f && m->gap > 0.28f
                  && m->lead > 0.9f && m->data_seen > 0.85f && m->against < 0.07f;
    bool torn = m->data > 0.7f && m->data_seen > 0.89f && m->seen > 0.7f && m->against < 0.12f
                && m->lead > 1
                && ((m->gap > 0.45f && m->sharp < 0.03f)
                    || (m->common_seen > 0.9f && m->sharp < 0.02f));
    return (dulled || torn) && pose_module(&m->pose) > 1.8f;
}

/*
 * The less is seen of it, the less far ahead it can be, and the better must be what is seen; what
 * lies over it may be sharp. What lies over a card lies over what all codes have as over its data,
 * and both match less: of a code that is made to be near, the data only. (Of 328 cards half covered
 * in fans and under fingers 97 in a hundred are within 0.19.)
 */
static bool is_covered(const struct match *m)
{
    bool dull = m->lead > 0.9f && m->common_seen > 0.9f && m->sharp < 0.03f;
    bool half = m->lead > 0.95f && m->common_seen > 0.9f && m->seen < 0.72f && m->sharp < 0.055f;
    bool sharp = m->common_seen > 0.8f && m->gap > m->seen - 0.31f && m->lead > 0.8f
                 && m->sharp < (m->lead > 0.95f ? 0.09f : 0.06f);
    return m->common < 0.8f && m->common - m->data < 0.18f && m->data > 0.35f && m->seen > 0.42f
           && m->data_seen > (m->seen > 0.5f ? 0.85f : 0.87f) && (dull || half || sharp)
           && pose_module(&m->pose) > 1.8f;
}

static bool is_sure(const struct match *m)
{
    static const float GAP_LEAST = 0.12f, LEAD_LEAST = 0.75f;
    return is_blinded(m)
           || (m->gap > GAP_LEAST && m->lead > LEAD_LEAST
               && (is_free(m) || is_spoilt(m) || is_covered(m)));
}

static const float NEAR_MODULE = 7; /* pixels */
static const float COMMON_LEAST = 0.4f, SETTLED_LEAST = 0.5f, DATA_LEAST = 0.3f;

/*
 * On a card's back there may be finders wherever one looks: like a code, but like none of the known
 * ones more than like others. (Of 688 codes in fans, half covered, each was a gap of 0.09 ahead by
 * now.)
 */
static bool is_like_none(const struct match *m)
{
    static const float GAP_LEAST = 0.05f, DATA_ENOUGH = 0.35f;
    return m->common < UNKNOWN_LEAST && m->data < DATA_ENOUGH && m->gap < GAP_LEAST;
}

bool match_make(const struct codes *codes, const struct plane *levels, int level_count,
    const struct pose *guess, struct match *m)
{
    const struct plane *p = plane_for(levels, level_count, pose_module(guess));
    struct grid patch;
    struct ideal whole;
    *m = (struct match){.pose = *guess};
    take(p, &m->pose, &patch);
    m->common = common_best(codes, &patch, &m->blur);
    if (m->common < COMMON_LEAST)
        return false;
    if (pose_module(guess) > NEAR_MODULE)
        guess_depth(codes, p, &m->pose, &patch, m->common);
    for (int k = 0; k < 2; k++) {
        pose_settle(p, &codes->common[m->blur], k == 0 ? 2 : 5, &m->pose, &patch);
        m->common = common_best(codes, &patch, &m->blur);
        if (m->common < SETTLED_LEAST)
            return false;
        recognise(codes, &patch, m);
        if (is_like_none(m))
            return false;
    }
    struct match free = *m; /* not moved towards a code that it may not be */
    if (m->data >= DATA_LEAST) {
        if (m->mirrored)
            m->pose = pose_mirrored(&m->pose);
        known_whole(&codes->known[m->known], m->blur, &whole);
        m->whole = free.whole = pose_settle(p, &whole, 6, &m->pose, &patch);
        m->common = common_best(codes, &patch, &m->blur);
        recognise(codes, &patch, m);
        if (m->mirrored)
            m->data = 0; /* it was turned over already: neither fits */
    }
    if (m->data >= DATA_LEAST)
        weigh(codes, &patch, m);
    if (is_sure(m))
        m->sure = true;
    else
        *m = free;
    patch_take(p, &m->pose, &m->patch);
    return true;
}

float match_again(const struct codes *codes, const struct plane *levels, int level_count, int known,
    int blur, const struct pose *pose)
{
    struct ideal whole;
    struct grid patch;
    known_whole(&codes->known[known], blur, &whole);
    take(plane_for(levels, level_count, pose_module(pose)), pose, &patch);
    return ideal_likeness(&whole, &patch);
}
