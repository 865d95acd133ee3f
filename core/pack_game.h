/*
 * What games that are packs alone have in common: those in the box, the number of players, an end
 * by totals, and chance to try them by. Private to core.
 */
#ifndef FUDA_PACK_GAME_H
#define FUDA_PACK_GAME_H

#include "act.h"
#include "deck.h"
#include "formula.h"

/* A pack in the box: its rows as they stand in a file, up to a NULL. */
struct boxed {
    const char *name;
    const char *rows[20];
};

struct boxes {
    const struct rulebook *book;
    const struct boxed *pack;
    unsigned count;
};

/* deck_part.builtin and deck_part.spell of a pack in the box. */
bool box_lay(const struct boxes *box, void *deck, struct span name);
size_t box_spell(const struct boxes *box, const void *deck, unsigned n, char *out);

/* `seats 4` or `seats 3-6`, from 2 to `most`. MALFORMED: the fault is set, and nothing else. */
enum outcome seats_row_read(const struct argument *a, int most, uint8_t *least, uint8_t *up_to,
    struct fault *fault);

/* What each side has; `unknown`: a bit for each side of which that is not known. */
struct totals {
    const int32_t *of;
    uint8_t sides, unknown;
};

/*
 * Is the game over by `until`, as far as is known? A number alone is to be reached by a side's
 * total, from above where it is negative; else it is so of some side.
 */
bool total_is_reached(const struct formula *until, const struct formula_values *as,
    struct totals totals);

/*
 * Where each seat stands by the total of its side; with `low` the fewest points are first. Without
 * all totals nobody has a place.
 */
void stand_by_total(struct totals totals, int seats, bool low, struct standing *out);

/* The next number below `below` (at least 1), the same ones everywhere. */
int32_t chance_below(uint64_t *chance, int32_t below);

#endif
