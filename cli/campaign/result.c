/* What the rules make of a record, as the store keeps it. */
#include "open.h"
#include "cli/sheet/tree.h"

#include <jansson.h>
#include <string.h>

/* A row of the standing: where a place or points are missing they stay unknown, and are no 0. */
static void take_row(const struct seats *seats, json_t *row, struct store_result *out)
{
    json_t *name = json_object_get(row, "seat"), *points = json_object_get(row, "points");
    for (int i = 0; i < seats->count; i++) {
        if (json_string_length(name) != seats->row[i].length
            || memcmp(json_string_value(name), seats->row[i].name, seats->row[i].length) != 0)
            continue;
        out->seat[i].place = (uint8_t)json_integer_value(json_object_get(row, "place"));
        out->seat[i].scored = json_is_integer(points);
        out->seat[i].points = json_integer_value(points);
    }
}

/* A game without a standing: who has won is first, and the others share the place behind. */
static void place_winners(const struct seats *seats, uint32_t winners, struct store_result *out)
{
    int first = 0;
    for (int i = 0; i < seats->count; i++)
        first += (winners & 1u << i) != 0;
    for (int i = 0; i < seats->count && first > 0; i++)
        out->seat[i].place = (uint8_t)(winners & 1u << i ? 1 : first + 1);
}

void result_of(const struct record *r, struct store_result *out)
{
    uint32_t winners = 0;
    memset(out, 0, sizeof *out);
    if (!r->begun)
        return;
    out->finished = r->setting.book->finished(r->state, &r->setting, &winners);
    json_t *standing = tree_of_standing(r), *row;
    size_t index;
    for (int i = 0; i < r->seats.count; i++)
        out->seat[i].won = winners >> i & 1;
    if (json_array_size(standing) == 0)
        place_winners(&r->seats, winners, out);
    json_array_foreach(standing, index, row)
        take_row(&r->seats, row, out);
    json_decref(standing);
}
