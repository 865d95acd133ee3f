/* What came of a record; see told.h. The rules of this program say it: a server knows none. */
#define _XOPEN_SOURCE 700
#include "told.h"
#include "replay.h"
#include "storage/rows.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct telling {
    const struct campaign *campaign;
    int64_t rows;
    char *line;                 /* owned */
};

static json_t *seats_json(const struct session *s, const struct store_entry *entry)
{
    struct standing standing[SEATS_MOST] = {{0}};
    json_t *seats = json_array();
    if (s->record.begun)
        rulebook_stand(s->record.setting.book, s->record.state, &s->record.setting, standing);
    for (int i = 0; i < entry->heading.seats; i++) {
        char player[STORE_ID_TEXT];
        store_id_text(&entry->heading.seat[i].player, player);
        json_array_append_new(seats, json_pack("{s:s, s:s, s:i, s:b, s:o}", "player", player, "name",
                                               entry->heading.seat[i].name, "place", (int)standing[i].place, "won",
                                               (int)standing[i].won, "points",
                                               standing[i].scored ? json_integer(standing[i].points) : json_null()));
    }
    return seats;
}

static json_t *finding_json(const struct session *s, const struct explained *e)
{
    const struct rulebook *book = s->record.setting.book;
    struct text rule = {0};
    text_printf(&rule, "%s/%s", book->id, book->rules[e->what.rule].id);
    const char *seat = e->what.seat >= 0 && e->what.seat < s->record.seats.count ? s->record.seats.row[e->what.seat].name : "";
    json_t *finding = json_pack("{s:I, s:s, s:s, s:s, s:s}", "line", (json_int_t)e->what.line, "kind",
                                ruling_name(e->what.kind), "rule", rule.at, "seat", seat, "text", e->text);
    text_clear(&rule);
    return finding;
}

static json_t *findings_json(const struct session *s)
{
    json_t *findings = json_array();
    for (size_t i = 0; s->record.setting.book != NULL && i < s->told_count; i++)
        if (!s->told[i].unread)
            json_array_append_new(findings, finding_json(s, &s->told[i]));
    return findings;
}

struct lines_seen {
    int64_t lines, latest;
};

static bool count_line(void *user, const struct store_line *line)
{
    struct lines_seen *c = user;
    c->lines++;
    c->latest = line->time > c->latest ? line->time : c->latest;
    return true;
}

static const char *state_of(const struct session *s, const struct store_entry *entry)
{
    struct store_result result;
    result_of(&s->record, &result);
    return entry->withdrawn ? "withdrawn" : result.finished ? "finished" : "open";
}

static json_t *told_json(const struct telling *t, const struct session *s, const struct store_entry *entry)
{
    struct lines_seen c = {0, store_id_time(&entry->id)};
    store_lines_each(t->campaign->store, &entry->id, false, count_line, &c);
    const char *stands = s->count > 0 && s->steps[s->count - 1].place != NULL ? s->steps[s->count - 1].place : "";
    return json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:s, s:o, s:o}", "state", state_of(s, entry), "game",
                     entry->heading.game, "day", entry->heading.date, "rows", (json_int_t)t->rows, "lines",
                     (json_int_t)c.lines, "since", (json_int_t)store_id_time(&entry->id), "latest", (json_int_t)c.latest,
                     "stands", stands, "seats", seats_json(s, entry), "findings", findings_json(s));
}

/* The same record told from as many rows by the same store is the same row: its id comes from both. */
static struct store_id told_id(const struct store_id *record, int64_t rows, const char *json)
{
    struct store_id id = *record;
    uint64_t hash = UINT64_C(0xcbf29ce484222325) ^ (uint64_t)rows;
    for (; *json != '\0'; json++)
        hash = (hash ^ (unsigned char)*json) * UINT64_C(0x100000001b3);
    for (int i = 15; i >= 9; i--, hash >>= 8)
        id.byte[i] = (uint8_t)(id.byte[i] ^ hash);
    return id;
}

static char *print_told(const struct telling *t, const struct store_entry *entry, json_t *told)
{
    char *json = told != NULL ? json_dumps(told, JSON_COMPACT) : NULL, *line = NULL;
    if (json != NULL) {
        struct store_row row = {.kind = "told", .id = told_id(&entry->id, t->rows, json), .campaign = entry->campaign,
                                .about = entry->id, .text = json};
        line = store_row_print(&row);
    }
    free(json);
    return line;
}

static bool tell_entry(void *user, const struct store_entry *entry)
{
    struct telling *t = user;
    struct session s;
    if (!session_begin(&s, t->campaign->context))
        return false;
    if (replay_record(&s, t->campaign->store, entry)) {
        json_t *told = told_json(t, &s, entry);
        t->line = print_told(t, entry, told);
        json_decref(told);
    }
    session_clear(&s);
    return false;
}

char *told_row(const struct campaign *campaign, const struct store_id *record, int64_t rows)
{
    struct telling t = {.campaign = campaign, .rows = rows};
    store_record_get(campaign->store, record, tell_entry, &t);
    return t.line;
}
