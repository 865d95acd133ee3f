/*
 * fuda mend: a record proof-read for slips of the pen (core/repair.h). What was changed stands
 * after its line as a comment; on a terminal each change is asked for.
 *
 *     lines ──▶ read ──▶ edits of that reading, or one question ──▶ lines ──▶ read again
 *
 * until nothing is to be changed.
 */
#define _XOPEN_SOURCE 700
#include "mender.h"
#include "cli/input.h"
#include "cli/json.h"
#include "cli/output.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { READINGS_MOST = 16, SINGLY_MOST = 64 };

/* ---- one reading ------------------------------------------------------------------------- */

static void take(struct mender *m, const struct offer *slip)
{
    m->taken = memory_row(m->taken, m->takes, sizeof *m->taken);
    m->taken[m->takes++] = *slip;
}

static void edited(void *user, const struct offer *slip, const struct record *r)
{
    struct mender *m = ((struct input *)user)->user;
    const struct row *row = mender_row(m, slip->line);
    (void)r;
    if (!m->asks) {
        take(m, slip);
    } else if (slip->edit == EDIT_WORD && m->asked.offers == 0 && row != NULL && !row->left) {
        m->asked.line = slip->line;
        m->asked.offer[0] = *slip;
        m->asked.offers = 1;
        say_with(m->context, &m->asked.words, N_("line {line}"), "i", "line", (int64_t)slip->line);
        say_colon(m->context, &m->asked.words);
        text_put(&m->asked.words, row->why != NULL ? row->why : "");
    }
}

static void unread(void *user, uint32_t line, const struct fault *fault, const struct record *r)
{
    struct mender *m = ((struct input *)user)->user;
    struct row *row = mender_row(m, line);
    struct text words = {0};
    if (row == NULL || row->unread != 0)
        return;
    row->unread = fault->column;
    if (!m->asks)
        return;
    say_message(m->context, &words, &fault->message, NULL, &r->setting);
    row->why = words.at;
}

/* What does not fit, and what proves it; what it may have been is asked. */
static void ask_later(void *user, const struct ruling *ruling, const struct record *r)
{
    struct mender *m = ((struct input *)user)->user;
    const struct row *row = mender_row(m, ruling->line);
    struct stumble_asked *a = &m->asked;
    if (!m->asks || ruling->offers == 0 || a->offers > 0 || row == NULL || row->left)
        return;
    struct ruling plain = *ruling;
    plain.offers = 0;
    a->line = ruling->line;
    a->offers = ruling->offers;
    memcpy(a->offer, ruling->perhaps, sizeof a->offer);
    say_with(m->context, &a->words, N_("line {line}"), "i", "line", (int64_t)ruling->line);
    text_printf(&a->words, "  %s", say(m->context, ruling_name(ruling->kind)));
    say_colon(m->context, &a->words);
    say_message(m->context, &a->words, &plain.message, &plain, &r->setting);
    say_proof(m->context, &a->words, &plain, &r->setting, NULL);
}

/* Whom it accuses; and a line that stands twice is impossible, and read as if it were not there. */
static void take_finding(void *user, const struct ruling *ruling, const struct record *r)
{
    const struct offer *first = &ruling->perhaps[0];
    struct accusations *a = &((struct mender *)((struct input *)user)->user)->accused;
    if (ruling->kind == RULING_IRREGULAR || ruling->kind == RULING_CONFLICT) {
        a->row = memory_row(a->row, a->count, sizeof *a->row);
        a->row[a->count++] = (struct accused){r->setting.book, ruling->kind, ruling->rule,
            ruling->seat, ruling->card};
    }
    if (ruling->kind == RULING_IMPOSSIBLE && ruling->offers > 0 && first->line == ruling->line
        && first->put[0] == '\0' && first->edit == EDIT_TWICE)
        take(((struct input *)user)->user, first);
}

static enum status read_record(struct mender *m, const struct record_host *host, bool silent)
{
    struct text all = {0};
    for (size_t i = 0; i < m->count; i++) {
        struct row *r = &m->rows[i];
        text_add(&all, r->text, r->length);
        text_put(&all, "\n");
        free(r->why);
        r->why = NULL;
        r->unread = 0;
        r->touched = false;
    }
    const struct feed feed = {m->file, all.at != NULL ? all.at : "", all.length};
    struct input input = {.context = m->context, .silent = silent, .feed = &feed, .user = m};
    const enum status status = input_run(&input, host, 0, NULL);
    text_clear(&all);
    return status;
}

/* ---- without a question ------------------------------------------------------------------ */

static int from_behind(const void *a, const void *b)
{
    const struct offer *one = a, *other = b;
    return one->line != other->line ? (one->line < other->line) - (one->line > other->line)
                                    : (one->instead.from < other->instead.from)
                                          - (one->instead.from > other->instead.from);
}

/* Names that changed places come first: the other lines are then read anew. */
static bool seats_change(struct mender *m)
{
    bool done = false;
    for (size_t i = 0; i < m->takes && !done; i++)
        done = m->taken[i].edit == EDIT_SEATS && mender_apply(m, &m->taken[i]);
    return done;
}

/*
 * Backwards, so that lines keep their numbers. True: one has to wait, for another changed its
 * lines.
 */
static bool take_all(struct mender *m)
{
    uint32_t changed = UINT32_MAX;
    bool waits = false;
    qsort(m->taken, m->takes, sizeof *m->taken, from_behind);
    for (size_t i = 0; i < m->takes; i++) {
        const struct offer *o = &m->taken[i];
        if (o->line >= changed || o->second.line >= changed)
            waits = true;
        else if (mender_apply(m, o))
            changed = o->line;
    }
    return waits;
}

/* What the record comes to, silently: how its slips are taken, and whom it accuses. */
static void read_silently(struct mender *m)
{
    const struct record_host host = {.fault = unread, .edited = edited, .finding = take_finding};
    m->takes = m->accused.count = 0;
    read_record(m, &host, true);
}

/* As the record is read. A line that two edits concern is read again in between. */
static void take_as_read(struct mender *m)
{
    bool again = true;
    for (int i = 0; i < READINGS_MOST && again; i++) {
        again = m->takes > 0 && (seats_change(m) || take_all(m));
        read_silently(m);
    }
}

static bool is_accused(const struct accusations *list, const struct accused *a)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct accused *b = &list->row[i];
        if (a->book == b->book && a->kind == b->kind && a->rule == b->rule && a->seat == b->seat
            && a->card == b->card)
            return true;
    }
    return false;
}

/* A guess never proves: is somebody accused now whom the record did not accuse? */
static bool proves_more(const struct mender *m, const struct accusations *before)
{
    bool more = false;
    for (size_t i = 0; i < m->accused.count; i++)
        more |= !is_accused(before, &m->accused.row[i]);
    return more;
}

static void return_to(struct mender *m, struct row *rows, size_t count)
{
    mender_rows_free(m->rows, m->count);
    m->rows = rows;
    m->count = count;
}

/* One edit after the other, each but those by which more is proved. */
static void take_singly(struct mender *m, const struct accusations *before)
{
    size_t at = 0;
    read_silently(m);
    for (int i = 0; i < SINGLY_MOST && at < m->takes; i++) {
        const size_t count = m->count, edits = json_array_size(m->edits);
        const bool changed = m->changed;
        struct row *rows = mender_rows_copy(m);
        const bool done = mender_apply(m, &m->taken[at]);
        if (done)
            read_silently(m);
        if (done && !proves_more(m, before)) {
            mender_rows_free(rows, count);
            at = 0;
            continue;
        }
        return_to(m, rows, count);
        m->changed = changed;
        while (json_array_size(m->edits) > edits)
            json_array_remove(m->edits, json_array_size(m->edits) - 1);
        read_silently(m);
        at++;
    }
}

static void mend_all(struct mender *m)
{
    const size_t count = m->count;
    struct row *rows = mender_rows_copy(m);
    read_silently(m);
    struct accusations before = m->accused;
    m->accused = (struct accusations){NULL, 0};
    take_as_read(m);
    if (proves_more(m, &before)) {
        return_to(m, rows, count);
        m->changed = false;
        json_array_clear(m->edits);
        take_singly(m, &before);
    } else {
        mender_rows_free(rows, count);
    }
    free(before.row);
}

/* ---- asking ------------------------------------------------------------------------------ */

static void show(const struct text *words, int indent)
{
    struct text out = {0};
    say_wrapped(&out, words->at, 0, indent);
    puts(out.at);
    text_clear(&out);
}

static void show_question(const struct mender *m)
{
    const struct stumble_asked *a = &m->asked;
    const struct row *row = &m->rows[a->line - 1];
    struct text line = {0};
    puts("");
    show(&a->words, 2);
    text_put(&line, "  ");
    say_foreign(&line, row->text, row->length);
    puts(line.at);
    for (int i = 0; i < a->offers; i++) {
        line.length = 0;
        text_printf(&line, "  %d  ", i + 1);
        say_offer(m->context, &line, &a->offer[i]);
        show(&line, 5);
    }
    text_clear(&line);
}

/* The number that was typed, 0 for none; -1: it is no answer. */
static int answer_read(const char *answer, int most)
{
    char folded[NAME_MOST + 1];
    answer += strspn(answer, " \t");
    const size_t length = strlen(answer);
    if (length >= NAME_MOST)
        return -1;
    size_t size = length > 0 ? text_fold((struct span){answer, length}, folded) : 0;
    while (size > 0 && folded[size - 1] == ' ')
        size--;
    if (size == 0)
        return 0;
    return size == 1 && folded[0] >= '1' && folded[0] <= '0' + most ? folded[0] - '0' : -1;
}

static void ask(struct mender *m)
{
    struct stumble_asked *a = &m->asked;
    struct text prompt = {0};
    bool interrupted = false;
    int number = -1;
    show_question(m);
    say_with(m->context, &prompt,
        a->offers > 1 ? N_("1–{most}: it was that; RETURN: leave it")
                      : N_("1: it was that; RETURN: leave it"),
        "i", "most", (int64_t)a->offers);
    text_put(&prompt, " ▸ ");
    while (number < 0 && !m->over) {
        const char *answer = line_read(m->line, prompt.at, &interrupted);
        m->over = answer == NULL || interrupted;
        number = m->over ? 0 : answer_read(answer, a->offers);
    }
    if (number > 0)
        mender_apply(m, &a->offer[number - 1]);
    else
        m->rows[a->line - 1].left = true;
    text_clear(&prompt);
}

static void offer_nothing(void *user, const char *before, const char *word,
    void (*offer)(void *, const char *), void *to)
{
    (void)user, (void)before, (void)word, (void)offer, (void)to;
}

/* Each stumble in turn, read with what was said of those before it. */
static void mend_asking(struct mender *m)
{
    const struct record_host host = {.fault = unread, .edited = edited, .finding = ask_later};
    const struct completer completer = {offer_nothing, NULL};
    m->line = line_new(m->context, &completer, NULL);
    do {
        m->asked.offers = 0;
        text_clear(&m->asked.words);
        read_record(m, &host, true);
        if (m->asked.offers > 0)
            ask(m);
    } while (m->asked.offers > 0 && !m->over);
    text_clear(&m->asked.words);
    line_free(m->line);
}

/* ---- what is written --------------------------------------------------------------------- */

static void write_rows(const struct mender *m, FILE *to)
{
    for (size_t i = 0; i < m->count; i++) {
        const struct row *r = &m->rows[i];
        if (r->added && r->length == 0)
            continue;
        fwrite(r->text, 1, r->length, to);
        fputs(r->length > 0 && (r->was != NULL || r->added) ? "  " : "", to);
        if (r->was != NULL)
            fprintf(to, "# %.*s", (int)strcspn(r->was, "\r"), r->was);
        else if (r->added)
            fputs("# +", to);
        if (i + 1 < m->count || !m->ends_open || m->changed)
            fputs("\n", to);
    }
}

static bool write_record(const struct mender *m, const char *path)
{
    struct output to = {.replace = given_value(m->context, "replace") != NULL, .shared = true};
    if (m->edits != NULL && path == NULL)
        return true;
    if (!output_begin(&to, m->context, path))
        return false;
    write_rows(m, to.to);
    return output_end(&to, true);
}

static void write_edits(const struct mender *m)
{
    json_t *whole = json_pack("{s:o, s:b, s:O}", "file", json_name(m->file), "changed", m->changed,
        "edits", m->edits);
    json_dumpf(whole, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(whole);
}

static void clear(struct mender *m)
{
    mender_rows_free(m->rows, m->count);
    free(m->taken);
    free(m->accused.row);
    json_decref(m->edits);
}

static enum status run(const struct context *context, int count, char **words)
{
    struct mender m = {.context = context, .file = count > 0 ? words[0] : "-"};
    const struct record_host last = {.finding = input_impossible};
    const char *path = given_value(context, "output");
    m.edits = context->json ? json_array() : NULL;
    enum status status = STATUS_BAD;
    if (mender_read(&m)) {
        m.asks = !context->json && strcmp(m.file, "-") != 0 && isatty(STDIN_FILENO)
                 && isatty(STDOUT_FILENO);
        if (m.asks)
            mend_asking(&m);
        else
            mend_all(&m);
        status = read_record(&m, &last, false) == STATUS_BAD ? STATUS_BAD
                 : m.changed                                 ? STATUS_BROKEN
                                                             : STATUS_CLEAN;
        if (!write_record(&m, path))
            status = STATUS_BAD;
        if (m.edits != NULL)
            write_edits(&m);
    }
    clear(&m);
    return status;
}

static const struct flag flags[] = {
    {.name = "output",
        .letter = 'o',
        .takes = N_("PATH"),
        .value = OPERAND_FILE,
        .summary = N_("a new file; -: standard output")},
    {.name = "replace", .summary = N_("the file may exist already, and may be the record itself")},
    {0},
};

const struct command mend_command = {
    .name = "mend",
    .manual = "fuda-judge",
    .usage = N_("mend [FILE]"),
    .summary = N_("proof-read a record: what was mistyped, and what was meant"),
    .example = "fuda mend night.fuda\nfuda mend night.fuda -o mended.fuda",
    .flags = flags,
    .takes = {OPERAND_FILE},
    .most = 1,
    .run = run,
};
