/*
 * What a line may have been that does not fit, and was offered (perhaps.h): one of the offers is
 * taken. The line is entered as if it had been said so; an earlier line is put right first, and
 * what stands after it is said again.
 */
#define _XOPEN_SOURCE 700
#include "cli/offer.h"
#include "table_prompt.h"

#include <stdlib.h>
#include <string.h>

/*
 * The lines as the offer has them, in order; `last` of them come of the line that was asked about,
 * and are entered.
 */
struct chosen {
    struct retold *line; /* owned */
    size_t count, last;
};

static void add(struct chosen *c, const struct text *text, long was)
{
    if (text->length == 0)
        return;
    c->line = memory_row(c->line, c->count, sizeof *c->line);
    c->line[c->count++] = (struct retold){memory_text(text->at), was};
}

static void add_line(struct chosen *c, const struct offer *o, uint32_t number, const char *text,
    long was)
{
    struct offered now = {{0}, {0}, {0}};
    if (number == o->line || number == o->second.line)
        offer_apply(o, number != o->line, (struct span){text, strlen(text)}, 0, &now);
    else
        text_put(&now.rest, text);
    const bool cut = now.before.length > 0;
    add(c, &now.before, was);
    add(c, &now.missing, NO_STEP);
    add(c, &now.rest, cut ? NO_STEP : was);
    offered_clear(&now);
}

static void choose(const struct table *t, const struct offer *o, size_t first, struct chosen *out)
{
    const struct perhaps *p = &t->perhaps;
    for (size_t number = first; number < p->number; number++)
        add_line(out, o, (uint32_t)number, t->session.steps[number - 1].text, (long)number - 1);
    out->last = out->count;
    add_line(out, o, p->number, p->line, NO_STEP);
    out->last = out->count - out->last;
}

/*
 * What comes of the line itself is entered as if it had been typed; the last of it may be asked
 * about again.
 */
static enum step_end enter_last(struct table *t, const struct chosen *c)
{
    enum step_end end = STEP_TAKEN;
    for (size_t i = c->count - c->last; i < c->count && end == STEP_TAKEN; i++) {
        if (t->tap == NULL)
            table_show_line(t, "{line}", c->line[i].text);
        end = table_enter(t, false, c->line[i].text, t->terminal && !t->dispute);
    }
    return end;
}

void table_choose(struct table *t, int nth)
{
    const struct offer o = t->perhaps.offer[nth - 1];
    const size_t count = t->session.count, second = o.second.line != 0 ? o.second.line : o.line;
    const size_t first = second < o.line ? second : o.line;
    struct chosen c = {NULL, 0, 0};
    struct text shown = {0};
    const struct tapped tapped = t->phones.doubt;
    choose(t, &o, first, &c);
    free(t->doubtful);
    t->doubtful = NULL;
    t->tap = t->phones.doubted && tapped.guest[0] != '\0' ? &tapped : NULL;
    struct retold *before = table_said(t, first - 1);
    const bool told = first > count || table_retell(t, first - 1, c.line, c.count - c.last);
    const enum step_end end = told ? enter_last(t, &c) : STEP_REFUSED;
    if (told && (first <= count || c.last > 1))
        table_may_return(t, first - 1, before, count - (first - 1));
    else
        retold_free(before, count - (first - 1));
    watch_settles(&t->watch, &t->session.record,
        end == STEP_REFUSED ? WATCH_TAKEN_BACK : WATCH_STANDS);
    if (end == STEP_TAKEN)
        watch_yields(&t->watch, &t->session.record);
    t->tap = NULL;
    phones_settle(&t->phones, &t->session, end == STEP_TAKEN, &shown);
    table_show(t, &shown);
    retold_free(c.line, c.count);
}
