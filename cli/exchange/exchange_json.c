/*
 * Our own JSON: the campaign's text, cut where records begin, and beside each piece what it is
 * about.
 *
 *      {"fuda": 1, "text": ["#@ fuda 1", …],
 *       "records": [{"id", "number", "game", "date", "state", "seats": […], "text": [LINE, …]}, …],
 *       "end": ["#@ end"]}
 *
 * All lines of `text`, in order, are the text again: what was exported, imported and exported is
 * the same.
 */
#define _POSIX_C_SOURCE 200809L
#include "exchange.h"
#include "cli/json.h"
#include "storage/held.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* ---- writing --------------------------------------------------------------------------------- */

struct cutting {
    json_t *whole, *records, *lines; /* `lines`: where the next line goes */
    json_t *about;                   /* what fuda history tells of each record, by id */
    json_t *waiting;                 /* decks that stand above the next record; or NULL */
};

static bool begins(const char *line, const char *words)
{
    return strncmp(line, words, strlen(words)) == 0;
}

/* A record begins: with what is known of it, and the decks above it. */
static void cut_record(struct cutting *c, const char *line)
{
    char id[STORE_ID_TEXT];
    snprintf(id, sizeof id, "%s", line + strlen("#@ record "));
    json_t *about = json_object_get(c->about, id),
           *record = about != NULL ? json_copy(about) : json_object();
    c->lines = c->waiting != NULL ? c->waiting : json_array();
    c->waiting = NULL;
    json_object_set_new(record, "text", c->lines);
    json_array_append_new(c->records, record);
}

static void cut_line(struct cutting *c, const char *line)
{
    if (begins(line, "#@ deck ") && c->waiting == NULL)
        c->lines = c->waiting = json_array();
    else if (begins(line, "#@ record "))
        cut_record(c, line);
    else if (begins(line, "#@ end"))
        json_object_set_new(c->whole, "end", c->lines = json_array());
    json_array_append_new(c->lines, json_string(line));
}

static bool note_entry(void *user, const struct store_entry *e)
{
    struct campaign_query *a = user;
    json_array_append_new(a->list, campaign_query_entry_json(e));
    return true;
}

static json_t *by_id(const json_t *list)
{
    json_t *all = json_object();
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *one = json_array_get(list, i);
        json_object_set(all, json_string_value(json_object_get(one, "id")), one);
    }
    return all;
}

static void cut_text(struct cutting *c, char *text)
{
    for (char *at = text, *newline; *at != '\0'; at = newline + 1) {
        newline = at + strcspn(at, "\n");
        bool last = *newline == '\0';
        *newline = '\0';
        cut_line(c, at);
        if (last)
            break;
    }
}

bool json_export(struct campaign_query *a, FILE *to)
{
    struct held text;
    struct store_filter all = {.withdrawn_too = true};
    if (!held_open(&text))
        memory_out();
    bool good = campaign_ok(&a->campaign,
                    store_export(a->campaign.store, &a->campaign.id, NULL, text.to))
                && campaign_ok(&a->campaign,
                    store_history_each(a->campaign.store, &a->campaign.id, &all, note_entry, a));
    if (!held_whole(&text))
        memory_out();
    if (good) {
        struct cutting c = {.lines = json_array(),
            .records = json_array(),
            .about = by_id(a->list)};
        c.whole = json_pack("{s:i, s:o, s:o}", "fuda", 1, "text", c.lines, "records", c.records);
        cut_text(&c, text.at);
        json_dumpf(c.whole, to, JSON_INDENT(1));
        putc('\n', to);
        json_decref(c.whole);
        json_decref(c.about);
        json_decref(c.waiting);
    }
    held_close(&text);
    return good;
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool add_lines(const json_t *list, struct text *out)
{
    if (!json_is_array(list))
        return false;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *line = json_string_value(json_array_get(list, i));
        if (line == NULL || strpbrk(line, "\r\n") != NULL)
            return false;
        text_put(out, line);
        text_put(out, "\n");
    }
    return true;
}

bool json_import(struct foreign *r, struct text *out)
{
    json_error_t error;
    json_t *whole = json_loadb(r->text, r->length, 0, &error);
    if (whole == NULL)
        return complain(r->context, N_("{file}:{line}: no JSON: {reason}"), "tit", "file", r->file,
            "line", (int64_t)error.line, "reason", error.text);
    const json_t *records = json_object_get(whole, "records");
    bool good = json_integer_value(json_object_get(whole, "fuda")) == 1 && json_is_array(records)
                && add_lines(json_object_get(whole, "text"), out);
    for (size_t i = 0; good && i < json_array_size(records); i++)
        good = add_lines(json_object_get(json_array_get(records, i), "text"), out);
    good = good && add_lines(json_object_get(whole, "end"), out);
    json_decref(whole);
    return good
           || complain(r->context,
               N_("{file}: not written by `fuda export --format json`; expected \"fuda\": 1, "
                  "\"text\", \"records\" each with its \"text\", and \"end\""),
               "t", "file", r->file);
}
