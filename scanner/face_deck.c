/*
 * A deck's faces made ready for cards that are to be held against them: from afar, in means of a
 * few pixels, and blurred as a camera blurs a card that it has few pixels of. All is made once.
 */
#include "face_align.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 9 }; /* of blur: one pass more each */

struct face_deck {
    int count;
    float paper[3];
    struct face_coarse *coarse; /* owned: `count` */
    struct face_level {
        struct scan_face *face; /* owned: `count`; NULL: not made yet */
        struct face_soft *soft; /* owned: `count` */
    } level[LEVELS];
};

static void coarsen(const struct scan_face *f, struct face_coarse *out)
{
    memset(out->open, -1, sizeof out->open);
    for (int k = 0; k < 3; k++)
        for (int y = 0; y < COARSE_HEIGHT; y++)
            for (int x = 0; x < COARSE_WIDTH; x++) {
                int sum = COARSE * COARSE / 2;
                for (int i = 0; i < COARSE * COARSE; i++)
                    sum += f->at[COARSE * y + i / COARSE][COARSE * x + i % COARSE][k];
                out->at[k][y][x] = (int16_t)(sum / (COARSE * COARSE));
            }
}

static void soften(const struct scan_face *f, struct face_soft *out)
{
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < SOFT; i++) {
            const int x = FACE_MARGIN + FACE_SPARSE * (i % SOFT_WIDTH),
                      y = FACE_MARGIN + FACE_SPARSE * (i / SOFT_WIDTH);
            out->at[k][i] = (int16_t)((f->at[y][x][k] + f->at[y][x + 1][k] + f->at[y + 1][x][k]
                                          + f->at[y + 1][x + 1][k] + 2)
                                      / 4);
        }
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

static bool level_make(struct face_deck *d, int level, const struct scan_face *sharper)
{
    struct face_level *l = &d->level[level];
    const size_t count = (size_t)d->count;
    l->face = calloc(count, sizeof *l->face);
    l->soft = calloc(count, sizeof *l->soft);
    for (size_t i = 0; l->face != NULL && l->soft != NULL && i < count; i++) {
        l->face[i] = sharper[i];
        if (level > 0)
            blur(&l->face[i]);
        soften(&l->face[i], &l->soft[i]);
    }
    if (l->face != NULL && l->soft != NULL)
        return true;
    free(l->face);
    free(l->soft);
    *l = (struct face_level){.face = NULL};
    return false;
}

struct face_deck *face_deck_new(const struct scan_face *face, int count)
{
    struct face_deck *d = count > 0 ? calloc(1, sizeof *d) : NULL;
    if (d == NULL)
        return NULL;
    d->count = count;
    d->coarse = calloc((size_t)count, sizeof *d->coarse);
    if (d->coarse == NULL || !level_make(d, 0, face)) {
        face_deck_free(d);
        return NULL;
    }
    faces_paper(face, count, d->paper);
    for (int i = 0; i < count; i++)
        coarsen(&face[i], &d->coarse[i]);
    return d;
}

void face_deck_free(struct face_deck *d)
{
    for (int i = 0; i < LEVELS && d != NULL; i++) {
        free(d->level[i].face);
        free(d->level[i].soft);
    }
    if (d != NULL)
        free(d->coarse);
    free(d);
}

int face_deck_count(const struct face_deck *d) { return d->count; }
const float *face_deck_paper(const struct face_deck *d) { return d->paper; }
const struct face_coarse *face_deck_coarse(const struct face_deck *d, int i)
{
    return &d->coarse[i];
}

const struct scan_face *face_deck_fine(struct face_deck *d, const struct outline *o,
    const struct face_soft **soft)
{
    static const float LENS = 0.8f, FACES = 0.25f; /* σ² of a camera, of the faces; pixels */
    const float side = hypotf(o->corner[1].x - o->corner[0].x, o->corner[1].y - o->corner[0].y)
                       / FACE_WIDTH,
                passes = 2 * (LENS / fmaxf(side * side, 0.01f) - FACES) + 0.5f;
    const int level = passes < 1 ? 0 : passes < LEVELS ? (int)passes : LEVELS - 1;
    for (int i = 1; i <= level; i++)
        if (d->level[i].face == NULL && !level_make(d, i, d->level[i - 1].face))
            return NULL;
    *soft = d->level[level].soft;
    return d->level[level].face;
}
