/*
 * The outcome of a record; see outcome_row.h. This program works it out by its rules, since a
 * server knows none.
 */
#define _XOPEN_SOURCE 700
#include "outcome_row.h"
#include "query.h"
#include "replay_records.h"
#include "storage/stored_rows.h"

#include <stdlib.h>
#include <string.h>

struct telling {
    const struct campaign *campaign;
    int64_t rows;
    char *line; /* owned */
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
        json_array_append_new(seats,
            json_pack("{s:s, s:s, s:i, s:b, s:o}", "player", player, "name",
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
    const char *seat = e->what.seat >= 0 && e->what.seat < s->record.seats.count
                           ? s->record.seats.row[e->what.seat].name
                           : "";
    json_t *finding = json_pack("{s:I, s:s, s:s, s:s, s:s}", "line", (json_int_t)e->what.line,
        "kind", ruling_name(e->what.kind), "rule", rule.at, "seat", seat, "text", e->text);
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

static const char *state_of(const struct campaign *c, const struct session *s,
    const struct store_entry *entry)
{
    const struct record *r = &s->record;
    uint32_t winners;
    const bool finished = r->begun
                          && rulebook_finished(r->setting.book, r->state, &r->setting, &winners);
    return entry->withdrawn                                  ? "withdrawn"
           : finished                                        ? "finished"
           : campaign_query_broken_off(c->store, &entry->id) ? "broken off"
                                                             : "open";
}

/* Writes where the game is and whose turn it is, such as "R1 T4 Bo". */
static void put_place(struct text *t, const struct session *s)
{
    struct message place;
    int turn = -1;
    text_put(t, "");
    if (!s->record.begun || !record_place(&s->record, &place, &turn))
        return;
    say_message(s->context, t, &place, NULL, &s->record.setting);
    if (turn >= 0)
        text_printf(t, " %s", s->record.seats.row[turn].name);
}

static json_t *session_json(const struct campaign *c, const struct session *s,
    const struct store_entry *entry, int64_t rows)
{
    struct lines_seen seen = {0, store_id_time(&entry->id)};
    struct text place = {0};
    char *table = NULL, *at;
    store_lines_each(c->store, &entry->id, false, count_line, &seen);
    store_row_latest(c->store, "table", &entry->id, &table);
    at = table;
    const char *name = at != NULL ? row_field_next(&at) : NULL;
    put_place(&place, s);
    json_t *told = json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:s, s:s, s:o, s:o}", "state",
        state_of(c, s, entry), "game", entry->heading.game, "day", entry->heading.date, "rows",
        (json_int_t)rows, "lines", (json_int_t)seen.lines, "since",
        (json_int_t)store_id_time(&entry->id), "latest", (json_int_t)seen.latest, "stands",
        place.at, "table", name != NULL ? name : "", "seats", seats_json(s, entry), "findings",
        findings_json(s));
    text_clear(&place);
    free(table);
    return told;
}

json_t *outcome_row_json(const struct campaign *campaign, const struct store_entry *entry,
    int64_t rows)
{
    struct session s;
    json_t *told = NULL;
    session_begin(&s, campaign->context);
    if (replay_record(&s, campaign->store, entry))
        told = session_json(campaign, &s, entry, rows);
    session_clear(&s);
    return told;
}

/*
 * The id comes from the record and the number of rows, so that a store that tells the same record
 * twice gives the same row.
 */
static struct store_id outcome_row_id(const struct store_id *record, int64_t rows, const char *json)
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
        struct store_row row = {.kind = "told",
            .id = outcome_row_id(&entry->id, t->rows, json),
            .campaign = entry->campaign,
            .about = entry->id,
            .text = json};
        line = store_row_print(&row);
    }
    free(json);
    return line;
}

static bool tell_entry(void *user, const struct store_entry *entry)
{
    struct telling *t = user;
    json_t *told = outcome_row_json(t->campaign, entry, t->rows);
    t->line = print_told(t, entry, told);
    json_decref(told);
    return false;
}

char *outcome_row_row(const struct campaign *campaign, const struct store_id *record, int64_t rows)
{
    struct telling t = {.campaign = campaign, .rows = rows};
    /* the seats as they were entered: the server decides which of them are one person */
    store_record_as_sat(campaign->store, record, tell_entry, &t);
    return t.line;
}
