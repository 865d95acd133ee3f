/* Cards that are shuffled, or put in order, where tricks are laid; see heap.h. */
#include "heap.h"
#include "doubt.h"
#include "laid.h"

enum {
    HEAP_MS = 4000, /* cards that came within so long may be of one heap, */
    /* those entered just before it, too, each so soon before the next */
    HEAP_GAP_MS = 700,
    HEAP_REST_MS = 3000, /* it is at rest when for so long no card came or went, */
    HEAP_BARE_MS = 700,  /* or for so long none lies there */
};

/* It lies there, and is no card of the trick on the table. */
static bool is_beside_game(const struct watch *w, const struct record *r, int n)
{
    const struct watched *c = &w->card[n];
    return c->there && !c->hidden && laid_card(w, n) >= 0
           && !(c->as == LAID_ENTERED && laid_on_table(w, r, c));
}

/* The last line that stays: those after it are of cards that came in one go with the heap's. */
static uint32_t heap_line(const struct watch *w, const struct record *r, long came)
{
    uint32_t line = r->line;
    for (int i = 0; i < w->deck.count; i++) {
        const struct watched *c = &w->card[i];
        if (c->as != LAID_ENTERED || c->typed || c->line != line || came - c->came > HEAP_GAP_MS)
            continue;
        came = c->came < came ? c->came : came;
        line--;
        i = -1; /* and the one before it */
    }
    return line;
}

void heap_begins(struct watch *w, const struct record *r)
{
    int free = 0, all = 0, seats = r->seats.count;
    long now = milliseconds(), first = now;
    for (int i = 0; i < w->deck.count; i++) {
        const struct watched *c = &w->card[i];
        if (!c->there || c->hidden || laid_card(w, i) < 0 || now - c->came >= HEAP_MS
            || (c->as == LAID_PASSED && !c->guessed && laid_turn(r) >= 0))
            continue;
        first = c->came < first ? c->came : first;
        free += is_beside_game(w, r, i) && c->as != LAID_ENTERED;
        all++;
    }
    if (w->heap || w->teaching >= 0 || (free <= seats && all <= 2 * seats))
        return;
    w->heap = true;
    w->back = NOBODY;
    uint32_t line = heap_line(w, r, first);
    if (line == r->line) {
        laid_tell(w, r,
            N_("Many cards lie there at once: none is entered until they are at rest or taken up."),
            NOBODY, NULL, NOBODY, NOBODY);
        return;
    }
    laid_tell(w, r,
        N_("Many cards lie there at once: none is entered until they are at rest or taken up, and "
           "what was just entered with them is taken back."),
        NOBODY, NULL, NOBODY, NOBODY);
    for (int i = 0; i < w->deck.count; i++)
        w->card[i].mended = NOBODY;
    doubt_mend(w, line);
}

bool heap_goes_on(struct watch *w, const struct record *r)
{
    if (!w->heap)
        return false;
    bool bare = true;
    for (int i = 0; i < w->deck.count; i++) {
        struct watched *c = &w->card[i];
        bare &= !is_beside_game(w, r, i);
        c->guessed = false;
        if (!laid_free(c) || i == w->held)
            continue;
        c->as = LAID_PASSED;
        c->named = true;
    }
    w->heap = milliseconds() - w->stirred < (bare ? HEAP_BARE_MS : HEAP_REST_MS);
    return w->heap;
}
