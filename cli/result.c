/* What the rules make of a record, as the store keeps it. */
#include "keep.h"

#include <jansson.h>
#include <string.h>

/* A game that only has winners: they are first, all others share the place behind them. */
static void places_of_winners(const struct record *r, uint32_t winners, struct store_result *out)
{
    uint8_t behind = 1;
    for (int i = 0; i < r->seats.count; i++)
        behind = (uint8_t)(behind + (winners >> i & 1));
    for (int i = 0; i < r->seats.count; i++) {
        out->seat[i].won = winners >> i & 1;
        out->seat[i].place = out->seat[i].won ? 1 : behind;
    }
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
    if (json_array_size(standing) == 0 && out->finished)
        places_of_winners(r, winners, out);
    json_array_foreach(standing, index, row) {
        json_t *name = json_object_get(row, "seat");
        for (int i = 0; i < r->seats.count; i++) {
            if (json_string_length(name) != r->seats.row[i].length
                || memcmp(json_string_value(name), r->seats.row[i].name, r->seats.row[i].length) != 0)
                continue;
            out->seat[i].won = winners >> i & 1;
            out->seat[i].place = (uint8_t)json_integer_value(json_object_get(row, "place"));
            out->seat[i].points = json_integer_value(json_object_get(row, "points"));
        }
    }
    json_decref(standing);
}
