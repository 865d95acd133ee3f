/* The result of a judged record, as the store keeps it; see judged_result.h. */
#include "judged_result.h"

#include <string.h>

_Static_assert((int)COUNT_BROKE < (int)STORE_COUNTS_MOST, "what is counted has no room");

/* ---- what is counted ------------------------------------------------------------------------- */

static uint32_t print_text(uint32_t print, const char *text)
{
    for (; text != NULL && *text != '\0'; text++)
        print = (print ^ (uint8_t)*text) * 0x01000193u;
    return (print ^ 0xff) * 0x01000193u;
}

uint32_t result_counted(void)
{
    uint32_t print = print_text(0x811c9dc5u, FUDA_VERSION);
    for (int i = 0; rulebooks[i] != NULL; i++) {
        print = print_text(print, rulebooks[i]->id);
        const struct feat *feat = layout_find(rulebooks[i])->feats;
        for (; feat != NULL && feat->text != NULL; feat++)
            print = print_text(print_text(print, feat->text), feat->key) + (uint32_t)feat->whose;
    }
    return print != 0 ? print : 1;
}

static bool has_done(const struct feat *feat, const struct fact *row, int seat)
{
    const struct fact *fact = fact_of(row, feat->key);
    if (!condition_holds(&feat->when, row))
        return false;
    switch (feat->whose) {
    case FEAT_OWN: return fact_seat(row, feat->key) == seat;
    case FEAT_ANOTHERS: return fact_seat(row, feat->key) >= 0 && fact_seat(row, feat->key) != seat;
    case FEAT_ABOVE_ZERO:
        fact = fact_at(fact, seat);
        return fact_is(fact, VALUE_NUMBER) && fact->value.number > 0;
    }
    return false;
}

static void count_feats(const struct feat *feat, const struct fact *rows, int seat, uint32_t *count)
{
    for (; feat != NULL && feat->text != NULL; feat++, count++)
        for (const struct fact *row = rows->first; row != NULL; row = row->next)
            *count += has_done(feat, row, seat);
}

/* ---- the result ------------------------------------------------------------------------------ */

void result_of(const struct record *r, const struct fact *rows, const uint32_t broke[SEATS_MOST],
    struct store_result *out)
{
    struct standing standing[SEATS_MOST];
    uint32_t winners;
    memset(out, 0, sizeof *out);
    if (!r->begun)
        return;
    out->finished = rulebook_finished(r->setting.book, r->state, &r->setting, &winners);
    out->counted = result_counted();
    rulebook_stand(r->setting.book, r->state, &r->setting, standing);
    for (int i = 0; i < r->seats.count; i++) {
        out->seat[i].place = standing[i].place;
        out->seat[i].won = standing[i].won;
        out->seat[i].scored = standing[i].scored;
        out->seat[i].points = standing[i].points;
        out->seat[i].count[COUNT_BROKE] = broke[i];
        count_feats(layout_find(r->setting.book)->feats, rows, i, out->seat[i].count);
    }
}
