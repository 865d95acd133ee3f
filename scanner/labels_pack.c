/* Decks as printed, from files: the rows of `pack GAME "NAME"`, read as a record reads them. */
#define _XOPEN_SOURCE 700
#include "labels.h"

#include <errno.h>
#include <fcntl.h>
#include <libintl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILE_MOST = 1 << 20 };

/* ---- messages of core -------------------------------------------------------------------- */

/* {found} → its value; what else may stand in braces is left as it is. */
static size_t value_say(char *out, size_t size, const struct message *m, struct span name)
{
    for (int i = 0; i < m->count; i++) {
        const struct value *v = &m->value[i];
        if (strlen(v->name) != name.length || memcmp(v->name, name.at, name.length) != 0)
            continue;
        if (v->kind == VALUE_NUMBER)
            return (size_t)snprintf(out, size, "%d", (int)v->number);
        if (v->kind == VALUE_WORD)
            return (size_t)snprintf(out, size, "%s", gettext(v->text));
        if (v->kind == VALUE_TEXT)
            return (size_t)snprintf(out, size, "%.*s", (int)v->length, v->text);
    }
    return (size_t)snprintf(out, size, "{%.*s}", (int)name.length, name.at);
}

/* A message of core's with its values filled in. */
static void say_message(char *out, size_t size, const struct message *message)
{
    size_t at = 0;
    for (const char *text = gettext(message->id); *text != '\0' && at + 1 < size;) {
        const char *end = *text == '{' ? strchr(text, '}') : NULL;
        if (end != NULL) {
            at += value_say(out + at, size - at, message,
                (struct span){text + 1, (size_t)(end - text - 1)});
            text = end + 1;
        } else {
            out[at++] = *text++;
        }
    }
    out[at < size ? at : size - 1] = '\0';
}

/* ---- reading ----------------------------------------------------------------------------- */

struct search {
    const struct rulebook *book;
    const char *file, *name; /* `name` NULL: the first deck of the game */
    void *wanted, *other;    /* room for its rows, and for those of others */
    bool found, inside;
    struct why *why;
    bool failed;
};

static void *pack_new(void *user, const struct rulebook *book, struct span name)
{
    struct search *s = user;
    char given[NAME_MOST], known[NAME_MOST];
    size_t length = s->name == NULL || strlen(s->name) > NAME_MOST
                        ? 0
                        : text_fold((struct span){s->name, strlen(s->name)}, given);
    bool called = s->name == NULL
                  || (text_fold(name, known) == length && length > 0
                      && memcmp(given, known, length) == 0);
    s->inside = book == s->book && called && !s->found;
    s->found |= s->inside;
    return s->inside ? s->wanted : s->other;
}

/* Only what is wrong with the deck itself matters here. */
static void fault(void *user, uint32_t line, const struct fault *fault, const struct record *r)
{
    struct search *s = user;
    char column[64], text[WHY_MOST];
    if (s->failed || !s->inside || r->pack_rows != s->wanted)
        return;
    say_message(text, sizeof text, &fault->message);
    snprintf(column, sizeof column, gettext("column %lu: "), (unsigned long)fault->column);
    snprintf(s->why->text, sizeof s->why->text, "%.120s:%lu: %s%.300s", s->file,
        (unsigned long)line, column, text);
    s->failed = true;
}

static bool slurp(const char *file, struct bytes *bytes, struct why *why)
{
    bool standard = strcmp(file, "-") == 0;
    int in = standard ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC);
    if (in < 0)
        return why_say(why, N_("%.200s: cannot open: %s"), file, strerror(errno));
    int wrong = bytes_read(bytes, in, FILE_MOST);
    if (!standard)
        close(in);
    if (wrong == EFBIG)
        return why_say(why, N_("%.200s is too long for a deck; expected at most 1 MiB"), file);
    if (wrong == ENOMEM)
        return why_say(why, N_("out of memory"));
    return wrong == 0 || why_say(why, N_("%.200s: cannot read: %s"), file, strerror(wrong));
}

static void read_lines(struct search *s, struct record *r, const char *bytes, size_t length)
{
    for (size_t at = 0; at < length && !s->failed;) {
        const char *end = memchr(bytes + at, '\n', length - at);
        size_t size = end != NULL ? (size_t)(end - bytes) - at : length - at;
        if (size <= LINE_MOST) {
            record_line(r, bytes + at, size);
        } else {
            struct fault long_line = {.column = LINE_MOST + 1};
            message_set(&long_line.message,
                N_("this line is too long; expected at most 65536 bytes"));
            record_skip(r, &long_line);
        }
        at += size + 1;
    }
    record_end(r);
}

static bool search(struct search *s, const struct bytes *bytes)
{
    struct record_host host = {.fault = fault, .pack_new = pack_new, .user = s};
    struct record record;
    struct rulings *findings = malloc(sizeof *findings);
    void *state = malloc(rulebook_room()), *before = malloc(rulebook_room()),
         *pack = malloc(rulebook_room());
    s->other = malloc(rulebook_room());
    bool room = findings != NULL && state != NULL && before != NULL && pack != NULL
                && s->other != NULL;
    if (room) {
        record_init(&record, &host, &(struct record_room){state, before, pack, findings, NULL});
        read_lines(s, &record, (const char *)bytes->at, bytes->length);
        if (!s->found)
            snprintf(s->why->text, sizeof s->why->text,
                s->name == NULL
                    ? gettext("%.200s has no deck of %s; expected a line: pack %s \"NAME\"")
                    : gettext(
                        "%.200s has no deck of %s of that name; expected a line: pack %s \"NAME\""),
                s->file, gettext(s->book->title), s->book->id);
    } else {
        snprintf(s->why->text, sizeof s->why->text, "%s", gettext("out of memory"));
    }
    free(findings);
    free(state);
    free(before);
    free(pack);
    free(s->other);
    return room && s->found && !s->failed;
}

bool pack_load(void *pack, const struct rulebook *book, const char *file, const char *name,
    struct why *why)
{
    if (book->deck == NULL)
        return file == NULL
               || why_say(why, N_("the deck of %s is in its rulebook; expected no pack for it"),
                   gettext(book->title));
    memset(pack, 0, book->deck->size);
    if (file == NULL) {
        if (book->deck->builtin != NULL)
            book->deck->builtin(pack, (struct span){"", 0});
        return true;
    }
    if (book->deck->builtin != NULL && book->deck->builtin(pack, (struct span){file, strlen(file)}))
        return true;
    struct search s = {.book = book, .file = file, .name = name, .wanted = pack, .why = why};
    struct bytes bytes = {.at = NULL};
    bool good = slurp(file, &bytes, why) && search(&s, &bytes);
    bytes_clear(&bytes);
    return good;
}
