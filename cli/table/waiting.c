/* Records that lie unfinished, and the one that was played last; see table_prompt.h. */
#define _XOPEN_SOURCE 700
#include "cli/campaign/replay_records.h"
#include "table_prompt.h"

#include <string.h>

/* "2026-11-21  Haratama  Aki, Bo, Chie  R1 T4", the end only where the record still reads. */
static void tell_about(const struct table *t, const struct store_entry *e, const struct record *r,
    struct text *out)
{
    const struct rulebook *book = rulebook_find(
        (struct span){e->heading.game, strlen(e->heading.game)});
    text_printf(out, "%-10s  %s  ", e->heading.date != NULL ? e->heading.date : "",
        book != NULL ? say(t->context, book->title) : e->heading.game);
    for (int i = 0; i < e->heading.seats; i++) {
        if (i > 0)
            say_comma(t->context, out);
        say_name(out, e->heading.seat[i].name, strlen(e->heading.seat[i].name));
    }
    const struct rulebook *played = r != NULL ? r->setting.book : NULL;
    if (played == NULL || played->table == NULL)
        return;
    struct message place;
    played->table->place(r->state, &r->setting, &place);
    text_put(out, "  ");
    say_message(t->context, out, &place, NULL, &r->setting);
}

bool waiting_goes_on(const struct table *t, const struct store_entry *entry, struct text *about)
{
    struct session s;
    session_begin(&s, t->context);
    bool read = replay_record(&s, t->campaign.store, entry);
    const bool over = read && record_over(&s.record);
    if (!over)
        tell_about(t, entry, read ? &s.record : NULL, about);
    session_clear(&s);
    return !over;
}

bool waiting_is_held(const struct table *t, const struct store_id *record)
{
    struct store_holder holder = {.held = false};
    return store_record_holder(t->campaign.store, record, &holder) == STORAGE_OK && holder.held;
}

static bool see_waiting(void *user, const struct store_entry *entry)
{
    struct waiting *w = user;
    struct text about = {0};
    bool waits = !waiting_is_held(w->table, &entry->id) && waiting_goes_on(w->table, entry, &about);
    if (!waits || w->count == LISTED_MOST) {
        w->more |= waits;
        text_clear(&about);
        return !w->more;
    }
    w->of[w->count].id = entry->id;
    w->of[w->count].number = entry->number;
    w->of[w->count++].about = about;
    return true;
}

void waiting_clear(struct waiting *w)
{
    for (int i = 0; i < w->count; i++)
        text_clear(&w->of[i].about);
    w->count = 0;
}

void waiting_find(struct table *t, struct waiting *out)
{
    struct store_filter filter = {.unfinished = true, .newest_first = true};
    *out = (struct waiting){.table = t};
    campaign_ok(&t->campaign,
        store_history_each(t->campaign.store, &t->campaign.id, &filter, see_waiting, out));
}

/* The last record of the campaign, for defaults; and whether it is unfinished. */
static bool see_last(void *user, const struct store_entry *entry)
{
    struct table *t = user;
    struct text about = {0};
    snprintf(t->last_game, sizeof t->last_game, "%s", entry->heading.game);
    t->last.seats = entry->heading.seats;
    for (int i = 0; i < entry->heading.seats; i++)
        snprintf(t->last_names[i], sizeof t->last_names[i], "%s", entry->heading.seat[i].name);
    if (entry->state != STORE_FINISHED && waiting_goes_on(t, entry, &about))
        t->unfinished = entry->id;
    text_clear(&about);
    return false;
}

void table_look_back(struct table *t)
{
    struct store_filter filter = {.newest_first = true, .most = 1};
    campaign_ok(&t->campaign,
        store_history_each(t->campaign.store, &t->campaign.id, &filter, see_last, t));
}

/* "   3  2026-11-21  Haratama  Aki, Bo, Chie  R1 T4" */
void waiting_list(struct waiting *w)
{
    enum { INDENT = 6 };
    const struct table *t = w->table;
    struct text out = {0};
    text_printf(&out, "%s\n", say(t->context, N_("Unfinished games lie here:")));
    for (int i = 0; i < w->count; i++) {
        text_printf(&out, "%4u  ", w->of[i].number);
        say_wrapped(&out, w->of[i].about.at, INDENT, INDENT);
        text_put(&out, "\n");
    }
    if (w->more)
        text_printf(&out, "%*s%s\n", INDENT, "",
            say(t->context, N_("and earlier ones, which `fuda history --unfinished` lists")));
    table_show(t, &out);
}
