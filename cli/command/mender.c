/* The lines of a record that fuda mend proof-reads; see mender.h. */
#define _XOPEN_SOURCE 700
#include "mender.h"
#include "cli/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct row *mender_row(struct mender *m, uint32_t line)
{
    return line >= 1 && line <= m->count ? &m->rows[line - 1] : NULL;
}

static void add_row(struct mender *m, const char *bytes, size_t length)
{
    m->rows = memory_row(m->rows, m->count, sizeof *m->rows);
    m->rows[m->count] = (struct row){.text = memory_bytes(bytes, length),
        .length = length,
        .number = (uint32_t)m->count + 1};
    m->count++;
}

bool mender_read(struct mender *m)
{
    const bool standard = strcmp(m->file, "-") == 0;
    FILE *from = standard ? stdin : fopen(m->file, "r");
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    if (from == NULL)
        return complain(m->context, N_("{file}: cannot open: {reason}"), "tt", "file", m->file,
            "reason", strerror(errno));
    if (standard && isatty(STDIN_FILENO))
        complain(m->context, N_("type a record, as in `game haratama`; ^D ends it"), "");
    while ((length = getline(&line, &room, from)) >= 0) {
        m->ends_open = length > 0 && line[length - 1] != '\n';
        add_row(m, line, (size_t)length - !m->ends_open);
    }
    const bool good = !ferror(from)
                      || complain(m->context, N_("{file}: cannot read: {reason}"), "tt", "file",
                          m->file, "reason", strerror(errno));
    free(line);
    if (!standard)
        fclose(from);
    return good;
}

void mender_rows_free(struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(rows[i].text);
        free(rows[i].was);
        free(rows[i].why);
    }
    free(rows);
}

struct row *mender_rows_copy(const struct mender *m)
{
    struct row *copy = memory_get((m->count + 1) * sizeof *copy);
    for (size_t i = 0; i < m->count; i++) {
        copy[i] = m->rows[i];
        copy[i].text = memory_bytes(m->rows[i].text, m->rows[i].length);
        copy[i].was = m->rows[i].was != NULL ? memory_text(m->rows[i].was) : NULL;
        copy[i].why = NULL;
    }
    return copy;
}

static void insert_row(struct mender *m, size_t at, const struct text *text)
{
    const uint32_t number = at < m->count ? m->rows[at].number : (uint32_t)m->count + 1;
    m->rows = memory_row(m->rows, m->count, sizeof *m->rows);
    memmove(m->rows + at + 1, m->rows + at, (m->count - at) * sizeof *m->rows);
    m->rows[at] = (struct row){.text = memory_text(text->at),
        .length = text->length,
        .number = number,
        .added = true,
        .touched = true};
    m->count++;
}

/* The line says something else now; what it said first is kept. */
static void change_row(struct row *r, const struct text *text)
{
    if (r->was == NULL && !r->added)
        r->was = r->text;
    else
        free(r->text);
    r->text = memory_text(text->at != NULL ? text->at : "");
    r->length = text->length;
    r->touched = true;
}

/* One line as the offer has it; false: that is what stands there. */
static bool apply_to(struct mender *m, const struct offer *o, bool second, uint32_t line)
{
    struct row *r = mender_row(m, line);
    struct offered now;
    if (r == NULL)
        return false;
    offer_apply(o, second, (struct span){r->text, r->length}, r->unread, &now);
    const bool adds = now.missing.length > 0, cut = now.before.length > 0;
    const bool same = !adds && now.rest.length == r->length
                      && memcmp(now.rest.at != NULL ? now.rest.at : "", r->text, r->length) == 0;
    if (cut) {
        change_row(r, &now.before);
        insert_row(m, line, &now.rest);
        insert_row(m, line, &now.missing);
    } else if (adds) {
        insert_row(m, line - 1, &now.missing);
    } else if (!same) {
        change_row(r, &now.rest);
    }
    offered_clear(&now);
    return !same;
}

bool mender_apply(struct mender *m, const struct offer *o)
{
    const struct row *first = mender_row(m, o->line), *second = mender_row(m, o->second.line);
    if (first == NULL || first->touched || (second != NULL && second->touched))
        return false;
    const uint32_t number = first->number;
    /* after the first, which may add lines */
    bool done = second != NULL && apply_to(m, o, true, o->second.line);
    done |= apply_to(m, o, false, o->line);
    if (done && m->edits != NULL)
        json_array_append_new(m->edits,
            json_pack("{s:s, s:I, s:o}", "edit", edit_word(o->edit), "line", (json_int_t)number,
                "put", o->put[0] != '\0' ? json_string(o->put) : json_null()));
    m->changed |= done;
    return done;
}
