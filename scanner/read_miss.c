/*
 * Why a code was not read. What all codes have was seen there, and one of the known ones was nearer
 * than the others, but not near enough to be told: the worst of what is wrong with the picture of
 * it is the reason.
 */
#include "read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const missed_words[MISSED_KINDS] = {
    [MISSED_SLANT] = "slanted",
    [MISSED_SMALL] = "small",
    [MISSED_DARK] = "dark",
    [MISSED_GLARE] = "glare",
    [MISSED_BLUR] = "blurred",
    [MISSED_COVER] = "covered",
};

static int by_light(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return x < y ? -1 : x > y;
}

static enum missed reason_of(const struct match *m)
{
    float light[GRID * GRID];
    int count = 0, blind = 0;
    for (int i = 0; i < GRID_ALL; i++)
        if (i % GRID_ROW < GRID) {
            light[count++] = m->patch.light[i];
            blind += m->patch.light[i] > 250;
        }
    qsort(light, (size_t)count, sizeof *light, by_light);
    float dark = light[count / 10], bright = light[count * 9 / 10];
    if (blind > count / 8)
        return MISSED_GLARE;
    if (pose_aspect(&m->pose) < 0.6f)
        return MISSED_SLANT;
    if (pose_module(&m->pose) < 1.4f)
        return MISSED_SMALL;
    if (bright < 60 || bright - dark < 20)
        return MISSED_DARK;
    return m->blur >= 2 ? MISSED_BLUR : MISSED_COVER;
}

/* Is the middle of one in the other? */
static bool same_place(const struct pose *a, const struct pose *b)
{
    struct point p = pose_point(a, MODULES / 2.0f, MODULES / 2.0f),
                 q = pose_point(b, MODULES / 2.0f, MODULES / 2.0f);
    return pose_holds(b, p.x, p.y) || pose_holds(a, q.x, q.y);
}

void miss_keep(struct misses *misses, const struct match *m)
{
    /* a card's back is like a code too, but like none more than like others */
    static const float COMMON_LEAST = 0.6f, DATA_LEAST = 0.3f, GAP_LEAST = 0.075f;
    if (m->common < COMMON_LEAST || m->data < DATA_LEAST || m->gap < GAP_LEAST)
        return;
    int at = 0;
    while (at < misses->count && !same_place(&misses->at[at].pose, &m->pose))
        at++;
    if (at == MISSES_MOST)
        return;
    float whole = at < misses->count ? fmaxf(misses->at[at].whole, m->whole) : m->whole;
    if (at == misses->count || misses->at[at].common < m->common)
        misses->at[at] = (struct miss){m->pose, m->common, whole, reason_of(m)};
    misses->at[at].whole = whole;
    misses->count += at == misses->count;
}

/* By more than chance: twice what a correlation over so many modules varies by, (1 - r²) / √n. */
bool miss_outdoes(const struct misses *misses, const struct match *m)
{
    float chance = 2 * (1 - m->whole * m->whole) / GRID;
    for (int i = 0; i < misses->count; i++)
        if (same_place(&misses->at[i].pose, &m->pose) && misses->at[i].whole > m->whole + chance)
            return true;
    return false;
}

void misses_end(struct misses *misses, const struct sight *sight, int count)
{
    int kept = 0;
    for (int i = 0; i < misses->count; i++) {
        bool gone = false;
        for (int k = 0; k < count && !gone; k++)
            gone = same_place(&misses->at[i].pose, &sight[k].pose);
        if (!gone)
            misses->at[kept++] = misses->at[i];
    }
    misses->count = kept;
}

void reader_missed(const struct card_reader *r, int out[MISSED_KINDS])
{
    memset(out, 0, sizeof *out * MISSED_KINDS);
    for (int i = 0; i < r->misses.count; i++)
        out[r->misses.at[i].why]++;
}
