/* What a line that does not fit may have been; see perhaps.h. */
#define _XOPEN_SOURCE 700
#include "perhaps.h"
#include "cli/offer.h"
#include "core/text.h"

#include <stdlib.h>
#include <string.h>

/* ---- the record once more ---------------------------------------------------------------- */

struct once_more {
    struct session *session;
    struct perhaps *out;
    bool taken;
};

static const void *find_deck(void *user, const struct rulebook *book, struct span name)
{
    return packs_find(&((struct once_more *)user)->session->packs, book, name);
}

/* Can it be taken here, and is it more than what RETURN does? */
static bool is_of_use(const struct once_more *a, const struct offer *o)
{
    const size_t behind = a->session->heading;
    const bool heading = o->line <= behind || (o->second.line != 0 && o->second.line <= behind);
    const bool left_out = o->put[0] == '\0' && o->line == a->out->number && !a->taken;
    return !heading && !left_out;
}

/* Of the same that is missing the likeliest place is enough to choose from. */
static bool is_again(const struct perhaps *p, const struct offer *o)
{
    bool again = false;
    for (int i = 0; i < p->count; i++)
        again |= offer_adds(o) && offer_adds(&p->offer[i]) && strcmp(o->put, p->offer[i].put) == 0;
    return again;
}

static void on_finding(void *user, const struct ruling *ruling, const struct record *r)
{
    const struct once_more *a = user;
    (void)r;
    if (a->out->count > 0)
        return;
    for (int i = 0; i < ruling->offers; i++)
        if (is_of_use(a, &ruling->perhaps[i]) && !is_again(a->out, &ruling->perhaps[i]))
            a->out->offer[a->out->count++] = ruling->perhaps[i];
}

void perhaps_of(struct session *s, struct span line, bool taken, struct perhaps *out)
{
    struct once_more asking = {s, out, taken};
    const size_t before = s->count - taken;
    const struct record_host host = {.finding = on_finding,
        .pack_find = find_deck,
        .user = &asking,
        .asked = (uint32_t)before + 1,
        .kept = s->stored};
    struct record *record = memory_get(sizeof *record);
    struct record_room room = memory_rooms();
    const bool live = s->packs.live;
    out->number = (uint32_t)before + 1;
    out->line = memory_bytes(line.at, line.length);
    room.repair = repair_init(memory_get(repair_room()));
    record_init(record, &host, &room);
    s->packs.live = false;
    for (size_t i = 0; i < before; i++)
        record_line(record, s->steps[i].text, strlen(s->steps[i].text));
    record_line(record, line.at, line.length);
    record_end(record);
    s->packs.live = live;
    free(room.repair);
    memory_rooms_free(&room);
    free(record);
}

/* What cannot be read is told with what was expected there; and what was let stand is meant so. */
void perhaps_find(struct session *s, struct perhaps *out)
{
    const struct step *step = s->step;
    const bool taken = step->end == STEP_TAKEN, lawful = step->end == STEP_DOUBTFUL && step->lawful;
    perhaps_clear(out);
    if (step->faults > 0 || step->unfit != 0 || lawful || (taken && (step->stands || !s->broken)))
        return;
    perhaps_of(s, taken ? span_of(s->steps[s->count - 1].text) : step->heard, taken, out);
}

void perhaps_clear(struct perhaps *p)
{
    free(p->line);
    *p = (struct perhaps){.count = 0};
}

/* ---- in words ---------------------------------------------------------------------------- */

/* A line of the record, with its place there. */
static void say_earlier(const struct session *s, const struct offer *o, struct text *out)
{
    const char *place = o->line <= s->count ? s->steps[o->line - 1].place : NULL;
    say_offer(s->context, out, o);
    if (place != NULL && place[0] != '\0')
        text_printf(out, s->context->japanese ? "（%s）" : " (%s)", place);
}

/* In the reader's words, as the table shows lines. */
static struct offer translated(const struct session *s, const struct offer *o)
{
    struct offer shown = *o;
    struct text room = {0};
    if (o->put[0] != '\0' && strchr(o->put, '\n') == NULL)
        snprintf(shown.put, sizeof shown.put, "%s",
            line_shown(s->context, &room, o->put, &s->record.setting));
    text_clear(&room);
    return shown;
}

void perhaps_say_one(const struct session *s, const struct perhaps *p, int nth, struct text *out)
{
    const struct offer shown = translated(s, &p->offer[nth]), *o = &shown;
    if (o->line != p->number || o->put[0] == '\0' || o->second.line != 0)
        say_earlier(s, o, out);
    else
        say_with(s->context, out, offer_adds(o) ? N_("before it: `{put}`") : N_("`{put}`"), "t",
            "put", o->put);
}

void perhaps_say(const struct session *s, const struct perhaps *p, struct text *out)
{
    enum { INDENT = 2, HANGS = 5 };
    for (int i = 0; i < p->count; i++) {
        struct text one = {0};
        text_printf(&one, "%*s%d  ", INDENT, "", i + 1);
        perhaps_say_one(s, p, i, &one);
        say_wrapped(out, one.at, 0, HANGS);
        text_put(out, "\n");
        text_clear(&one);
    }
}
