/*
 * Findings of a record: kept until their round closes, then settled with the slips of the pen that
 * they come of, sorted and handed on. See record_parts.h.
 */
#include "record_parts.h"

#include <string.h>

/* ---- findings ---------------------------------------------------------------------------- */

void record_fault(struct record *r, const struct fault *fault)
{
    r->unreadable = r->refused = true;
    if (r->host.fault)
        r->host.fault(r->host.user, r->line, fault, r);
}

void record_fault_at(struct record *r, uint32_t column, const char *id)
{
    struct fault f;
    fault_set(&f, column, id);
    record_fault(r, &f);
}

static int compare_cards(const struct setting *setting, int a, int b)
{
    char text_a[NAME_MOST], text_b[NAME_MOST];
    if (a < 0 || b < 0 || a == b)
        return (a >= 0) - (b >= 0);
    size_t length_a = card_spell(setting, a, false, text_a);
    size_t length_b = card_spell(setting, b, false, text_b);
    int order = memcmp(text_a, text_b, length_a < length_b ? length_a : length_b);
    return order != 0 ? order : (length_a > length_b) - (length_a < length_b);
}

/* The order of the reader: line, card, rule. */
static bool comes_before(const struct setting *setting, const struct ruling *a,
    const struct ruling *b)
{
    if (a->line != b->line)
        return a->line < b->line;
    int cards = compare_cards(setting, a->card, b->card);
    if (cards != 0)
        return cards < 0;
    return strcmp(setting->book->rules[a->rule].id, setting->book->rules[b->rule].id) < 0;
}

static void hand_on(struct record *r, const struct ruling *ruling)
{
    if (ruling->kind == RULING_OPEN && ruling->option >= 0) {
        if (r->asked & 1u << ruling->option)
            return;
        r->asked |= 1u << ruling->option;
    }
    r->verdict = ruling->kind > r->verdict ? ruling->kind : r->verdict;
    r->impossible |= ruling->kind == RULING_IMPOSSIBLE;
    if (ruling->kind == RULING_IMPOSSIBLE && ruling->line > r->uncounted)
        r->uncounted = ruling->line;
    r->broken |= ruling->kind >= RULING_SLIP && ruling->kind < RULING_IMPOSSIBLE;
    if (r->host.finding)
        r->host.finding(r->host.user, ruling, r);
}

void record_flush(struct record *r)
{
    uint16_t order[RULINGS_MOST];
    const struct ruling *row = r->findings->row;
    const uint16_t count = r->findings->count;
    for (uint16_t i = 0; i < count; i++) {
        uint16_t at = i;
        for (; at > 0 && comes_before(&r->setting, &row[i], &row[order[at - 1]]); at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    for (uint16_t i = 0; i < count; i++)
        hand_on(r, &row[order[i]]);
    r->findings->count = 0;
}

/* ---- the repair -------------------------------------------------------------------------- */

bool record_is_repaired(const struct record *r)
{
    return r->repair != NULL && r->setting.book->repair != NULL;
}

static void exchange_names(void *user, int a, int b)
{
    struct record *r = user;
    const struct seats before = r->seats;
    r->seats.row[a] = before.row[b];
    r->seats.row[b] = before.row[a];
}

static void tell_edit(void *user, const struct offer *slip)
{
    const struct record *r = user;
    if (r->host.edited)
        r->host.edited(r->host.user, slip, r);
}

static void settle_window(struct record *r, bool closing)
{
    const struct repair_host host = {r->host.teller, &r->told, exchange_names, tell_edit,
        r->host.asked, r};
    repair_settle(r->repair, r->state, r->findings, closing, &host);
    r->follows = false;
}

void record_hear(struct record *r, const struct statement *said)
{
    if (r->findings->count <= RULINGS_MOST - RULINGS_RESERVE
        && repair_hear(r->repair, said, r->line))
        return;
    settle_window(r, false);
    record_flush(r);
    repair_go_on(r->repair, r->state);
    repair_hear(r->repair, said, r->line);
}

void record_close_page(struct record *r)
{
    if (r->begun && r->setting.book->weigh != NULL)
        r->setting.book->weigh(r->state, &r->setting, r->findings);
    if (r->begun && record_is_repaired(r)) {
        settle_window(r, true);
        repair_go_on(r->repair, r->state);
    }
    record_flush(r);
    if (r->begun && r->host.teller && !record_is_repaired(r))
        r->setting.book->tell_rows(r->state, &r->setting, r->host.teller, &r->told, true);
}
