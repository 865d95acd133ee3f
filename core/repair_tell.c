/* What the readings of a window tell, and what they do not tell alike; see repair_tell.h. */
#include "repair_tell.h"

#include "act.h"

/* ---- findings ------------------------------------------------------------------------------ */

static bool is_dropped(const struct window_settling *t, const struct ruling *r)
{
    for (unsigned i = 0; i < t->dropped; i++) {
        const struct finding_key *k = &t->drop[i];
        if (k->kind == r->kind && k->rule == r->rule && k->seat == r->seat && k->card == r->card
            && k->line == r->line)
            return true;
    }
    return false;
}

static bool is_edited_line(const struct window_settling *t, uint32_t line)
{
    for (unsigned i = 0; i < t->edits.count; i++) {
        const struct edit *e = &t->edits.row[i];
        const bool guess = e->kind == EDIT_NAME || e->kind == EDIT_CARD || e->kind == EDIT_WORD
                           || (e->argument >= 0 && e->kind != EDIT_SEATS);
        for (unsigned at = e->at; at < e->end && guess; at++)
            if (t->p->said[at].statement->line == line)
                return true;
    }
    return false;
}

static bool rests_on_edit(const struct window_settling *t, const struct ruling *r)
{
    bool rests = is_edited_line(t, r->line);
    for (int i = 0; i < r->because_count; i++)
        rests |= is_edited_line(t, r->because[i]);
    for (int i = 0; i < r->grounds.lines; i++)
        rests |= is_edited_line(t, r->grounds.line[i]);
    for (int i = 0; i < r->suspect_count; i++)
        rests |= is_edited_line(t, r->suspect[i].line);
    return rests;
}

static void add_ruling(struct rulings *out, const struct ruling *r)
{
    if (out->count < RULINGS_MOST)
        out->row[out->count++] = *r;
}

static const struct stumble *settled_as(const struct repair *p, const struct ruling *r)
{
    for (unsigned i = 0; i < p->settleds; i++)
        if (p->settled[i].ruling.kind == r->kind && p->settled[i].ruling.rule == r->rule
            && p->settled[i].ruling.line == r->line)
            return &p->settled[i];
    return NULL;
}

/* It accuses nobody; its words still say whose line it is. */
static void name_nobody(struct ruling *r)
{
    message_seat(&r->message, "seat", r->seat);
    message_card(&r->message, "card", r->card);
    r->seat = -1;
    r->card = -1;
}

void repair_tell(const struct window_settling *t, const struct rulings *read, struct rulings *out)
{
    const struct repair *p = t->p;
    out->count = 0;
    for (unsigned i = 0; i < read->count; i++) {
        const struct ruling *r = &read->row[i];
        const struct stumble *s = settled_as(p, r);
        if (s != NULL && !s->silent)
            continue; /* told with what it may have been */
        if (r->kind >= RULING_SLIP
            && (is_dropped(t, r) || rests_on_edit(t, r) || (t->lost && r->line >= t->lost_line)))
            continue;
        add_ruling(out, r);
    }
    for (unsigned i = 0; i < p->settleds; i++) {
        struct ruling r = p->settled[i].ruling;
        const bool accuses = r.kind == RULING_IRREGULAR || r.kind == RULING_CONFLICT;
        if (p->settled[i].silent || (accuses && is_edited_line(t, r.line)))
            continue;
        if (r.kind == RULING_SLIP)
            name_nobody(&r);
        add_ruling(out, &r);
    }
    if (t->lost)
        rulings_add(out, RULING_OPEN, RULE_OF_THE_DECK, -1, -1, t->lost_line,
            N_("From here on too many lines do not fit; the rest of it is not judged."));
}

/* The edits of the reading that holds, or of one that stands as well. */
static void edits_of_rival(const struct window_settling *t, const struct rival *r, bool alone,
    struct edits *out)
{
    *out = t->edits;
    out->count = r->from;
    for (unsigned i = 0; i < r->count && out->count < EDITS_MOST; i++)
        out->row[out->count++] = r->edit[i];
    for (unsigned i = r->end; i < t->edits.count && out->count < EDITS_MOST && !alone; i++)
        out->row[out->count++] = t->edits.row[i];
}

/* Tells a reading to both comparisons. */
static void compare_reading(struct window_settling *t, const struct edits *edits)
{
    struct repair *p = t->p;
    struct window_reading run;
    p->other.count = 0;
    run_begin(&run, p, edits, p->base, &p->other);
    comparison_next(&p->rows, &run.setting);
    comparison_next(&p->end, &run.setting);
    for (unsigned i = 0; i < edits->count; i++)
        if (edits->row[i].kind == EDIT_SEATS) {
            comparison_exchange(&p->rows, edits->row[i].seat, edits->row[i].other);
            comparison_exchange(&p->end, edits->row[i].seat, edits->row[i].other);
        }
    run.setting.unsure = NULL;
    run.teller = &p->rows.teller;
    run.told = *t->host->told;
    run_read(&run, 0, p->count);
    if (t->closing)
        run_tell(&run, true);
    rulebook_compare(p->setting->book, run.state, &run.setting, &p->end);
}

static bool is_possible(struct window_settling *t, const struct edits *edits)
{
    struct repair_search s = {.p = t->p};
    return search_read_whole(&s, edits, &t->p->other);
}

void repair_compare(struct window_settling *t)
{
    struct repair *p = t->p;
    struct edits edits;
    comparison_begin(&p->rows);
    comparison_begin(&p->end);
    if (t->rivals > 0)
        compare_reading(t, &t->edits);
    for (unsigned i = 0; i < t->rivals; i++) {
        edits_of_rival(t, &t->rival[i], false, &edits);
        if (!is_possible(t, &edits))
            edits_of_rival(t, &t->rival[i], true, &edits);
        if (is_possible(t, &edits))
            compare_reading(t, &edits);
    }
    unsure_add(&p->unsure, &p->end);
    p->unsure.rows |= comparison_differs(&p->rows);
}

void repair_read_on(struct window_settling *t, void *state, bool veiled)
{
    struct repair *p = t->p;
    struct window_reading run;
    struct veil veil;
    p->found.count = 0;
    p->found.counted = false;
    run_begin(&run, p, &t->edits, p->base, &p->found);
    /* by which whoever listens knows the cards that have names only */
    run.state = state;
    run.setting.state = state;
    rulebook_copy(p->setting->book, state, p->base);
    veil_rows(&veil, &p->rows, t->host->teller);
    run.teller = t->host->teller != NULL && veiled ? &veil.teller : t->host->teller;
    run.told = *t->host->told;
    run_read(&run, 0, p->count);
    if (t->closing) {
        run_weigh(&run);
        run_tell(&run, true);
    }
    *t->host->told = run.told;
    p->found.counted = true;
}
