/* Packs and the files they stand in; see pack_file.h. */
#define _XOPEN_SOURCE 700
#include "pack_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- packs ------------------------------------------------------------------------------- */

void pack_add_heading(struct text *t, const struct rulebook *book, const char *name)
{
    text_printf(t, "pack %s ", book->id);
    text_quoted(t, name);
    text_put(t, "\n");
}

struct pack *pack_new(const struct rulebook *book, enum pack_place place, struct span name)
{
    struct pack *pack = memory_get(sizeof *pack + book->deck->size);
    pack->book = book;
    pack->place = place;
    pack->name_length = name.length;
    memcpy(pack->name, name.at, name.length);
    pack_add_heading(&pack->text, book, pack->name);
    return pack;
}

void pack_free_all(struct pack **list)
{
    while (*list != NULL) {
        struct pack *pack = *list;
        *list = pack->next;
        free(pack->file);
        text_clear(&pack->text);
        text_clear(&pack->wrong);
        free(pack);
    }
}

struct pack *pack_built_in(const struct rulebook *book, struct span name)
{
    char row[LINE_MOST];
    size_t length;
    for (unsigned n = 0;
         book->deck != NULL && rulebook_is_packs(book) && pack_built_in_name(book, n).length > 0;
         n++)
        if (pack_same_name(pack_built_in_name(book, n), name))
            name = pack_built_in_name(book, n); /* as it is spelled */
    struct pack *pack = book->deck != NULL && book->deck->builtin != NULL && name.length > 0
                            ? pack_new(book, PACK_BUILT_IN, name)
                            : NULL;
    if (pack != NULL && !book->deck->builtin(pack->deck, name))
        pack_free_all(&pack);
    for (unsigned n = 0; pack != NULL && (length = book->deck->spell(pack->deck, n, row)) > 0;
         n++) {
        text_add(&pack->text, row, length);
        text_put(&pack->text, "\n");
    }
    return pack;
}

struct span pack_built_in_name(const struct rulebook *book, unsigned n)
{
    const char *at = book->deck != NULL && book->deck->builtins != NULL ? book->deck->builtins : "";
    while (n-- > 0) {
        at += strcspn(at, "/");
        at += *at == '/';
    }
    return (struct span){at, strcspn(at, "/")};
}

bool pack_same_name(struct span a, struct span b)
{
    char one[NAME_MOST], two[NAME_MOST];
    if (a.length > NAME_MOST || b.length > NAME_MOST)
        return false;
    size_t length = text_fold(a, one);
    return length == text_fold(b, two) && memcmp(one, two, length) == 0;
}

bool pack_is_called(const struct pack *pack, struct span name)
{
    return pack_same_name((struct span){pack->name, pack->name_length}, name);
}

bool pack_is_of(const struct pack *pack, const char *file)
{
    return file == NULL || (pack->file != NULL && strcmp(pack->file, file) == 0);
}

struct pack *pack_of(struct pack *list, const char *file, const struct rulebook *book,
    struct span name, bool exact)
{
    struct pack *first = NULL;
    for (struct pack *p = list; p != NULL; p = p->next) {
        if (p->book != book || !pack_is_of(p, file))
            continue;
        if (pack_is_called(p, name))
            return p;
        first = first != NULL || exact ? first : p;
    }
    return first;
}

/* ---- rows -------------------------------------------------------------------------------- */

static const struct seats nobody = {.count = 0};

void pack_add_row(struct pack *pack, const struct statement *row)
{
    struct setting setting = {.book = pack->book, .seats = &nobody};
    if (pack->endless
        || pack->text.length + statement_write(row, &setting, NULL, 0) >= PACK_BYTES) {
        pack->endless = true;
        return;
    }
    text_statement(&pack->text, row, &setting);
    text_put(&pack->text, "\n");
}

bool pack_read_row(const struct rulebook *book, struct span row, struct statement *out)
{
    struct setting setting = {.book = book, .seats = &nobody};
    struct reader reader;
    struct fault fault;
    reader_begin(&reader, row.at, row.length, 1);
    return statement_read(&reader, &setting, true, out, &fault) == READ_STATEMENT && out->row;
}

/* The line after `line`, or after the one that names the pack; empty past the last. */
static struct span next_line(const struct pack *pack, struct span line)
{
    const char *at = line.at != NULL ? line.at + line.length
                                     : pack->text.at + strcspn(pack->text.at, "\n");
    at += *at == '\n';
    return (struct span){at, strcspn(at, "\n")};
}

bool pack_next(const struct pack *pack, struct pack_row *row)
{
    do
        row->text = next_line(pack, row->text);
    while (row->text.length > 0 && !pack_read_row(pack->book, row->text, &row->said));
    return row->text.length > 0;
}

bool pack_is_empty(const struct pack *pack)
{
    return next_line(pack, (struct span){NULL, 0}).length == 0;
}

bool pack_has_row(const struct pack *pack, struct span row)
{
    struct span line = {NULL, 0};
    do
        line = next_line(pack, line);
    while (
        line.length > 0 && (line.length != row.length || memcmp(line.at, row.at, row.length) != 0));
    return line.length > 0;
}

void pack_text_as(const struct pack *pack, const char *name, struct text *out)
{
    pack_add_heading(out, pack->book, name);
    text_put(out, next_line(pack, (struct span){NULL, 0}).at);
}

void pack_begin_row(struct text *t, const struct deck_part *part, int form, int n)
{
    const struct verb *verb = &part->rows[form];
    const struct field *first = part->forms[form].fields;
    text_put(t, verb->name);
    if (part->forms[form].count == 0)
        return;
    struct span word = first->kind == FIELD_CHOICE ? verb_word(verb, first->least + n)
                                                   : (struct span){"", 0};
    text_put(t, " ");
    text_add(t, word.at, word.length);
    if (first->kind == FIELD_CODES)
        text_put(t, first->code_name(n + 1));
    if (first->kind == FIELD_NUMBER)
        text_number(t, n + 1);
}

/* ---- a file of packs --------------------------------------------------------------------- */

/* One text being read: its packs in their order, and the one that its lines belong to now. */
struct parsing {
    const struct context *context;
    struct pack_file *file;
    struct record record;
    struct pack *pack, **end;
    unsigned count;
};

static void add_fault(struct parsing *in, struct text *to, uint32_t line, const struct fault *fault,
    const struct setting *setting)
{
    say_foreign(to, in->file->name, strlen(in->file->name));
    text_printf(to, ":%lu: ", (unsigned long)line);
    say_with(in->context, to, N_("column {column}"), "i", "column", (int64_t)fault->column);
    say_colon(in->context, to);
    say_message(in->context, to, &fault->message, NULL, setting);
    text_put(to, "\n");
}

static void on_fault(void *user, uint32_t line, const struct fault *fault, const struct record *r)
{
    struct parsing *in = user;
    struct setting setting = r->setting;
    if (r->pack_book != NULL && in->pack != NULL) {
        setting.book = r->pack_book;
        if (++in->pack->faults <= PACK_FAULTS)
            add_fault(in, &in->pack->wrong, line, fault, &setting);
    } else if (setting.book == NULL && in->file->loose.length < PACK_BYTES) {
        add_fault(in, &in->file->loose, line, fault, &setting);
    }
}

static void *on_pack(void *user, const struct rulebook *book, struct span name)
{
    struct parsing *in = user;
    struct pack *pack = in->count < PACK_MOST ? pack_new(book, in->file->place, name) : NULL;
    if (pack == NULL) {
        struct fault fault = {.column = 1};
        message_number(message_set(&fault.message,
                           N_("this pack is passed over; expected at most {most} in a file")),
            "most", PACK_MOST);
        on_fault(in, in->record.line, &fault, &in->record);
        return NULL;
    }
    if (in->pack != NULL)
        in->pack->joined |= in->pack->line == in->record.line;
    pack->file = memory_text(in->file->name);
    pack->line = pack->last = in->record.line;
    in->pack = *in->end = pack;
    in->end = &pack->next;
    in->count++;
    return pack->deck;
}

static void on_accepted(void *user, const struct statement *said, const struct record *r)
{
    struct parsing *in = user;
    if (said->row && r->pack_book != NULL && in->pack != NULL)
        pack_add_row(in->pack, said);
}

static void parse_line(struct parsing *in, const char *at, size_t length)
{
    struct fault fault = {.column = LINE_MOST + 1};
    if (length > LINE_MOST) {
        message_set(&fault.message, N_("this line is too long; expected at most 65536 bytes"));
        record_skip(&in->record, &fault);
        return;
    }
    record_line(&in->record, at, length);
    if (in->record.setting.book != NULL) { /* games are passed over */
        in->record.astray = true;
        if (in->pack != NULL)
            in->pack->joined |= in->pack->line == in->record.line;
        in->pack = NULL;
    }
    if (in->pack != NULL && in->record.pack_book != NULL)
        in->pack->last = in->record.line;
}

void pack_file_parse(const struct context *context, struct pack_file *file)
{
    struct parsing *in = memory_get(sizeof *in);
    const struct record_room room = memory_rooms();
    struct record_host host = {.fault = on_fault,
        .accepted = on_accepted,
        .pack_new = on_pack,
        .user = in};
    *in = (struct parsing){.context = context, .file = file, .end = &file->packs};
    record_init(&in->record, &host, &room);
    const char *at = file->bytes.at, *end = at + file->bytes.length;
    for (const char *newline; at < end; at = newline + 1) {
        newline = memchr(at, '\n', (size_t)(end - at));
        newline = newline != NULL ? newline : end;
        parse_line(in, at, (size_t)(newline - at));
    }
    file->open = in->pack != NULL && in->record.pack_book != NULL;
    record_end(&in->record);
    free(in);
    memory_rooms_free(&room);
}

static bool cannot(struct pack_file *file, const char *why)
{
    file->why.length = 0;
    text_put(&file->why, why);
    return false;
}

static bool read_bytes(const struct context *context, struct pack_file *file, int fd)
{
    char block[8192];
    for (;;) {
        ssize_t got = read(fd, block, sizeof block);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return cannot(file, strerror(errno));
        if (got == 0)
            break;
        text_add(&file->bytes, block, (size_t)got);
        if (file->bytes.length > PACK_BYTES)
            return cannot(file, say(context, N_("too large for a pack; expected at most 1 MiB")));
    }
    text_add(&file->bytes, "", 0);
    return true;
}

bool pack_file_read(const struct context *context, struct pack_file *file)
{
    bool standard = strcmp(file->name, "-") == 0;
    int fd = standard ? STDIN_FILENO
                      : open(file->name, O_RDONLY | O_CLOEXEC | (file->any ? 0 : O_NONBLOCK));
    struct stat about;
    if (fd < 0) {
        file->missing = errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG;
        return cannot(file, strerror(errno));
    }
    bool good = file->any || (fstat(fd, &about) == 0 && S_ISREG(about.st_mode));
    if (!good)
        cannot(file, say(context, N_("not an ordinary file")));
    good = good && read_bytes(context, file, fd);
    if (!standard)
        close(fd);
    if (good)
        pack_file_parse(context, file);
    return good;
}

void pack_file_clear(struct pack_file *file)
{
    pack_free_all(&file->packs);
    text_clear(&file->bytes);
    text_clear(&file->loose);
    text_clear(&file->why);
}

bool pack_file_tell(const struct pack_file *file)
{
    bool any = file->loose.length > 0;
    fputs(any ? file->loose.at : "", stderr);
    for (const struct pack *p = file->packs; p != NULL; p = p->next) {
        any |= p->faults > 0;
        fputs(p->faults > 0 ? p->wrong.at : "", stderr);
    }
    return any;
}
