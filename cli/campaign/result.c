/* What the rules make of a record, as the store keeps it. */
#include "open.h"

#include <string.h>

void result_of(const struct record *r, struct store_result *out)
{
    struct standing standing[SEATS_MOST];
    uint32_t winners;
    memset(out, 0, sizeof *out);
    if (!r->begun)
        return;
    out->finished = rulebook_finished(r->setting.book, r->state, &r->setting, &winners);
    rulebook_stand(r->setting.book, r->state, &r->setting, standing);
    for (int i = 0; i < r->seats.count; i++) {
        out->seat[i].place = standing[i].place;
        out->seat[i].won = standing[i].won;
        out->seat[i].scored = standing[i].scored;
        out->seat[i].points = standing[i].points;
    }
}
