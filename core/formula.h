/*
 * Formulas of a game that stands in a file: whole numbers, and nothing that runs on or remembers.
 *
 *     choice     = comparison [ "?" choice ":" choice ]
 *     comparison = sum [ ( "==" | "!=" | "<" | "<=" | ">" | ">=" ) sum ]
 *     sum        = product { ( "+" | "-" ) product }
 *     product    = factor { ( "*" | "/" ) factor }
 *     factor     = "-" factor | number | name | "(" choice ")" | function "(" choice { "," … } ")"
 *
 * A comparison is 1 or 0; "/" leaves off what is over, as -7/2 is -3. `abs(x)`; `min` and `max` of
 * two or more. Over all sides (players, or teams) go `sum`, `any` (is it so of one of them), `min`
 * and `max` of one, and `rank`, the side's place by the value: 1 is the most; of equals whoever
 * sits first is before. Over the players of the side alone goes `each`: the sum of what the formula
 * makes of each of them; where the names are a player's own already it is that itself.
 *
 * A formula is read once into a program in the caller's memory, and then worked out without
 * allocation in bounded time. A number beyond FORMULA_MOST, or a division by zero, is never a
 * value: it is told with its column.
 */
#ifndef FUDA_FORMULA_H
#define FUDA_FORMULA_H

#include "core/message.h"

enum {
    FORMULA_OPS = 160,        /* of one program */
    FORMULA_DEEP = 24,        /* one in another: parentheses, choices, minus signs */
    FORMULA_NESTED = 2,       /* functions over all sides, one in another */
    FORMULA_MOST = 999999999, /* the largest number, and the least with a minus */
};

/* A name that a formula may use; its slot is its place in the table. */
struct formula_name {
    struct span name; /* folded */
    bool own;         /* of a side, else the same for all */
};

struct formula_names {
    const struct formula_name *row;
    uint8_t count;
    bool shared; /* what is asked is nobody's: `own` names stand inside of functions alone */
    bool sided; /* what is asked is a side's, and its players have values too: `each` may be used */
};

struct formula_op {
    uint8_t kind, end; /* end: where the part that belongs to it ends */
    uint16_t column;
    int32_t number; /* itself, or a name's slot */
};

struct formula {
    uint8_t count; /* 0: there is none */
    struct formula_op op[FORMULA_OPS];
};

/*
 * Reads the text, whose first character stands in `column`. False: the fault says where it is
 * wrong and what was expected, and nothing of the formula may be used.
 */
bool formula_read(struct formula *formula, struct span text, uint32_t column,
    const struct formula_names *names, struct fault *fault);

/* May a pack name something so? A word of letters that nothing in formulas is called yet. */
bool formula_name_is_free(const struct formula_names *names, struct span folded);

/* Does it use the name of that slot? The same inside of a function over all sides. */
bool formula_uses(const struct formula *formula, int slot);
bool formula_uses_everybodys(const struct formula *formula, int slot);

/* Is it a number that stands by itself? */
bool formula_is_number(const struct formula *formula, int32_t *number);

/*
 * What the names stand for: a row of `names` numbers for each side; and in `each` (NULL: the sides
 * are players) for each player, of whom every sides-th is of one side.
 */
struct formula_values {
    const int32_t *value;
    uint8_t names, sides;
    const struct formula_values *each;
};

/* The value for a side (0 where it is nobody's). False: the fault says where there is none, why. */
bool formula_value(const struct formula *formula, const struct formula_values *values, int side,
    int32_t *out, struct fault *fault);

#endif
