/*
 * Frames of a stream. The frame is compared, in means of 4×4 pixels, with what each of its tiles
 * looked like when it was last read. Where nothing changed the codes are still there; where
 * something did, they are looked at where they were, and what is around is read anew. Now and then
 * all is read, for codes that only just cannot be read: another frame has other noise.
 */
#include "read.h"

#include <stdlib.h>
#include <string.h>

enum {
    AGAIN = 16, /* frames from one that is read whole to the next */
    CELLS = TILE / SMALL,
    CELL_MOST = 16, /* grey levels that noise changes a mean of 16 pixels by, */
    /* grey levels that noise changes a tile's 16 means by, together */
    TILE_MOST = 96,
    AROUND = 96, /* pixels around a change that are read too */
};

static const float STILL = 0.75f; /* of how well it matched */

static const struct plane *small_of(const struct card_reader *r) { return &r->level[2]; }

static uint8_t small_at(const struct plane *p, int x, int y)
{
    x = x < p->width ? x : p->width - 1;
    y = y < p->height ? y : p->height - 1;
    return p->at[(size_t)y * (size_t)p->stride + (size_t)x];
}

static uint8_t *cells_of(const struct card_reader *r, int tile)
{
    return r->before + (size_t)tile * CELLS * CELLS;
}

static void tile_keep(struct card_reader *r, int x, int y)
{
    uint8_t *cell = cells_of(r, y * r->tiles.width + x);
    for (int k = 0; k < CELLS * CELLS; k++)
        cell[k] = small_at(small_of(r), x * CELLS + k % CELLS, y * CELLS + k / CELLS);
}

static bool tile_differs(const struct card_reader *r, int x, int y, int brighter)
{
    const uint8_t *cell = cells_of(r, y * r->tiles.width + x);
    int sum = 0, most = 0;
    for (int k = 0; k < CELLS * CELLS; k++) {
        int now = small_at(small_of(r), x * CELLS + k % CELLS, y * CELLS + k / CELLS),
            by = abs(now - cell[k] - brighter);
        sum += by;
        most = by > most ? by : most;
    }
    return most > CELL_MOST || sum > TILE_MOST;
}

/*
 * How much brighter all has become: a lamp flickers, a camera adjusts itself. The middle of the
 * tiles' first cells.
 */
static int brighter_now(const struct card_reader *r)
{
    int bin[2 * CELL_MOST + 1] = {0}, all = r->tiles.width * r->tiles.height, below = 0, k = 0;
    for (int i = 0; i < all; i++) {
        int by = small_at(small_of(r), i % r->tiles.width * CELLS, i / r->tiles.width * CELLS)
                 - cells_of(r, i)[0];
        bin[(by < -CELL_MOST ? -CELL_MOST : by > CELL_MOST ? CELL_MOST : by) + CELL_MOST]++;
    }
    for (; k < 2 * CELL_MOST && below + bin[k] <= all / 2; k++)
        below += bin[k];
    return k - CELL_MOST;
}

/* The part of the frame that is to be read, in tiles; `right` and `bottom` are after it. */
struct part_changed {
    int left, top, right, bottom;
};

static struct part_changed tiles_compare(struct card_reader *r)
{
    struct part_changed part = {r->tiles.width, r->tiles.height, 0, 0};
    int brighter = brighter_now(r);
    for (int y = 0; y < r->tiles.height; y++)
        for (int x = 0; x < r->tiles.width; x++) {
            uint8_t *changed = &r->changed[y * r->tiles.width + x];
            *changed = *changed || tile_differs(r, x, y, brighter);
            if (!*changed)
                continue;
            part.left = x < part.left ? x : part.left;
            part.right = x + 1 > part.right ? x + 1 : part.right;
            part.top = y < part.top ? y : part.top;
            part.bottom = y + 1;
        }
    return part;
}

/* Did anything change in the rectangle around a code? */
static bool sight_touched(const struct card_reader *r, const struct sight *s)
{
    float left = s->found.corner[0].x, right = left, top = s->found.corner[0].y, bottom = top;
    for (int k = 1; k < 4; k++) {
        struct point p = s->found.corner[k];
        left = p.x < left ? p.x : left;
        right = p.x > right ? p.x : right;
        top = p.y < top ? p.y : top;
        bottom = p.y > bottom ? p.y : bottom;
    }
    for (int y = top < 0 ? 0 : (int)top / TILE; y < r->tiles.height && (float)y * TILE <= bottom;
         y++)
        for (int x = left < 0 ? 0 : (int)left / TILE;
             x < r->tiles.width && (float)x * TILE <= right; x++)
            if (r->changed[y * r->tiles.width + x])
                return true;
    return false;
}

/* What was touched stays only if it is still seen where it was. */
static void sights_check(struct card_reader *r)
{
    int kept = 0;
    for (int i = 0; i < r->count && kept < r->most; i++) {
        struct sight *s = &r->sight[i];
        if (sight_touched(r, s)
            && (s->known < 0
                || match_again(&r->codes, r->level, r->levels, s->known, s->blur, &s->pose)
                       < STILL * s->whole))
            continue;
        r->sight[kept++] = *s;
    }
    r->count = kept;
}

/*
 * What was read is what later frames are compared with; after a deadline all that changed is read
 * again.
 */
static void tiles_settle(struct card_reader *r, bool whole)
{
    for (int y = 0; y < r->tiles.height; y++)
        for (int x = 0; x < r->tiles.width; x++)
            if (whole || r->changed[y * r->tiles.width + x])
                tile_keep(r, x, y);
    memset(r->changed, clock_over(&r->clock) && whole,
        (size_t)r->tiles.width * (size_t)r->tiles.height);
}

int reader_follow(struct card_reader *r, const struct grey *frame, int deadline_ms,
    struct found *out, int most, bool *late)
{
    if (late != NULL)
        *late = false;
    if (r->width != frame->width || r->height != frame->height)
        r->following = false;
    if (!r->following)
        r->count = 0;
    if (!frame_begin(r, frame, deadline_ms, most))
        return 0;
    bool whole = !r->following || r->levels < 3 || r->turn % AGAIN == 0;
    struct part_changed part = {0, 0, r->tiles.width, r->tiles.height};
    if (r->following && r->levels >= 3) {
        struct part_changed changed = tiles_compare(r);
        sights_check(r);
        part = whole ? part : changed;
    } else {
        r->count = 0;
    }
    if (part.left < part.right)
        frame_read(r, part.left * TILE - AROUND, part.top * TILE - AROUND,
            part.right * TILE + AROUND, part.bottom * TILE + AROUND);
    bool over = clock_over(&r->clock);
    if (r->levels >= 3 && !(over && r->following))
        tiles_settle(r, whole);
    r->following = r->levels >= 3;
    return frame_end(r, out, late);
}
