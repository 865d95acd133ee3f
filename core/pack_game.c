/* Games that are packs alone; see pack_game.h. */
#include "pack_game.h"
#include "text.h"

#include <string.h>

static const struct boxed *find(const struct boxes *box, struct span name)
{
    for (unsigned i = 0; i < box->count; i++)
        if (text_same(name, span_of(box->pack[i].name)))
            return &box->pack[i];
    return NULL;
}

bool box_lay(const struct boxes *box, void *deck, struct span name)
{
    static const struct seats nobody = {.count = 0};
    const struct setting setting = {.book = box->book, .seats = &nobody};
    const struct boxed *b = name.length > 0 ? find(box, name) : NULL;
    if (b == NULL)
        return name.length == 0;
    memset(deck, 0, box->book->deck->size);
    box->book->deck->called(deck, span_of(b->name));
    for (int i = 0; b->rows[i] != NULL; i++) {
        struct reader reader;
        struct statement said;
        struct fault fault;
        reader_begin(&reader, b->rows[i], strlen(b->rows[i]), (uint32_t)i + 1);
        if (statement_read(&reader, &setting, true, &said, &fault) != READ_STATEMENT
            || rulebook_add_row(box->book, deck, &said, &fault) != APPLIED)
            return false;
    }
    return true;
}

size_t box_spell(const struct boxes *box, const void *deck, unsigned n, char *out)
{
    const struct boxed *b = find(box, span_of(box->book->deck->name(deck)));
    for (unsigned i = 0; b != NULL && i <= n; i++)
        if (b->rows[i] == NULL)
            return 0;
    const size_t length = b != NULL ? strlen(b->rows[n]) : 0;
    memcpy(out, b != NULL ? b->rows[n] : "", length);
    return length;
}

enum outcome seats_row_read(const struct argument *a, int most, uint8_t *least, uint8_t *up_to,
    struct fault *fault)
{
    char folded[NAME_MOST];
    const struct span all = {folded, text_fold(a->text, folded)};
    const char *dash = memchr(all.at, '-', all.length);
    const size_t first = dash != NULL ? (size_t)(dash - all.at) : all.length;
    const struct span last = {dash != NULL ? dash + 1 : all.at,
        dash != NULL ? all.length - first - 1 : all.length};
    int32_t from, to;
    if (!number_read((struct span){all.at, first}, &from) || !number_read(last, &to) || from < 2
        || to < from || to > most) {
        fault_set(fault, a->column,
            N_("“{found}” is not a number of players; expected 2 to {most}, as 4 or 3-6"));
        message_text(&fault->message, "found", text_unquoted(a->text));
        message_number(&fault->message, "most", most);
        return MALFORMED;
    }
    *least = (uint8_t)from;
    *up_to = (uint8_t)to;
    return APPLIED;
}

bool total_is_reached(const struct formula *until, const struct formula_values *as,
    struct totals totals)
{
    struct fault none;
    int32_t number = 0, value;
    bool reached = false;
    const bool alone = formula_is_number(until, &number);
    if (until->count == 0 || (totals.unknown != 0 && !alone))
        return false;
    for (int i = 0; i < totals.sides; i++)
        reached |= totals.unknown >> i & 1 ? false
                   : alone ? (number < 0 ? totals.of[i] <= number : totals.of[i] >= number)
                           : formula_value(until, as, i, &value, &none) && value != 0;
    return reached;
}

void stand_by_total(struct totals totals, int seats, bool low, struct standing *out)
{
    for (int i = 0; i < seats; i++) {
        const int32_t total = totals.of[i % totals.sides];
        out[i].scored = !(totals.unknown >> (i % totals.sides) & 1);
        out[i].points = low ? -total : total;
    }
    if (totals.unknown == 0)
        standing_by_points(out, seats);
    for (int i = 0; i < seats; i++)
        out[i].points = totals.of[i % totals.sides];
}

/* Knuth's MMIX. */
int32_t chance_below(uint64_t *chance, int32_t below)
{
    *chance = *chance * 6364136223846793005u + 1442695040888963407u;
    return below > 0 ? (int32_t)((*chance >> 33) % (uint64_t)below) : 0;
}
