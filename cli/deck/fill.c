/*
 * fuda pack fill: asks for the cards that a pack's file lacks, one after the other, and writes each
 * answer after the others at once. The file is all there is to know: it may be edited between two
 * answers, and is gone on with where it ends.
 */
#define _XOPEN_SOURCE 700
#include "cli/table/line.h"
#include "enter.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* An answer given here, to be taken back: what it was to, and what it wrote. */
struct given_row {
    struct given_row *earlier;
    int form, at;
    off_t before; /* the file's size before it */
    size_t length;
    char bytes[];
};

struct fill {
    const struct context *context;
    const char *path;
    /* what is said goes here: standard output, or beside an answer in JSON */
    FILE *talk;
    struct line *line;
    struct pack_file file;  /* as it was read last */
    struct pack *pack;      /* its last one */
    int form, at;           /* asked for now: the card `at`, from 0, of that form */
    struct text beginning;  /* how the row of that card begins */
    int rows;               /* added here */
    struct given_row *last; /* owned, with the earlier ones */
    bool failed, over;      /* the file is not to be had; `quit`, or the end of input */
};

/* ---- the file ---------------------------------------------------------------------------- */

/*
 * Reads the file, with `row` as if it stood at its end. False: it cannot be had, and it was said.
 */
static bool take(struct fill *f, struct pack_file *file, const char *row)
{
    *file = (struct pack_file){.name = f->path, .place = PACK_OWN};
    if (!pack_file_read(f->context, file))
        return complain(f->context, N_("{file}: cannot be read: {reason}"), "tt", "file", f->path,
            "reason", file->why.at);
    if (row == NULL)
        return true;
    struct pack_file longer = {.name = f->path, .place = PACK_OWN, .bytes = file->bytes};
    file->bytes = (struct text){0};
    pack_file_clear(file);
    if (longer.bytes.length > 0 && longer.bytes.at[longer.bytes.length - 1] != '\n')
        text_put(&longer.bytes, "\n");
    text_put(&longer.bytes, row);
    *file = longer;
    pack_file_parse(f->context, file);
    return true;
}

static struct pack *last_of(const struct pack_file *file)
{
    struct pack *pack = file->packs;
    while (pack != NULL && pack->next != NULL)
        pack = pack->next;
    return pack;
}

/* Reads the file as it is now: every line reads, and what is added belongs to its last pack. */
static bool renew(struct fill *f)
{
    pack_file_clear(&f->file);
    if (!take(f, &f->file, NULL))
        return false;
    struct pack *pack = f->pack = last_of(&f->file);
    bool faulty = pack_file_tell(&f->file);
    if (faulty)
        complain(f->context, N_("nothing is asked; expected a file whose lines can all be read"),
            "");
    else if (pack == NULL)
        complain(f->context,
            N_("{file}: no pack here; expected `pack GAME \"NAME\"` first, as `fuda pack new` "
               "writes it"),
            "t", "file", f->path);
    else if (!f->file.open)
        complain(f->context,
            N_("{file}: a game follows the pack “{pack}”; expected the pack at the end of its "
               "file"),
            "tt", "file", f->path, "pack", pack->name);
    return !faulty && pack != NULL && f->file.open;
}

/* Does a row begin so: a verb, a blank, and the number or name? */
static bool is_there(const struct fill *f)
{
    for (struct pack_row row = {.text = {NULL, 0}}; pack_next(f->pack, &row);)
        if (row.text.length > f->beginning.length && row.text.at[f->beginning.length] == ' '
            && memcmp(row.text.at, f->beginning.at, f->beginning.length) == 0)
            return true;
    return false;
}

/* ---- rows added and taken back ----------------------------------------------------------- */

/* What stands at the end of the file is this row, as it was written. */
static bool ends_with(int file, const struct given_row *g)
{
    char *now = memory_get(g->length);
    bool so = lseek(file, 0, SEEK_END) == g->before + (off_t)g->length
              && pread(file, now, g->length, g->before) == (ssize_t)g->length
              && memcmp(now, g->bytes, g->length) == 0;
    free(now);
    return so;
}

static void remember(struct fill *f, off_t before, const struct text *bytes)
{
    struct given_row *g = memory_get(sizeof *g + bytes->length);
    *g = (struct given_row){.earlier = f->last,
        .form = f->form,
        .at = f->at,
        .before = before,
        .length = bytes->length};
    memcpy(g->bytes, bytes->at, bytes->length);
    f->last = g;
}

static void forget(struct fill *f)
{
    struct given_row *earlier = f->last->earlier;
    free(f->last);
    f->last = earlier;
}

static bool put_row(struct fill *f, const char *row)
{
    int file = open(f->path, O_RDWR | O_APPEND | O_CLOEXEC);
    struct text bytes = {0};
    char last = '\n';
    off_t size = file >= 0 ? lseek(file, 0, SEEK_END) : -1;
    bool good = size >= 0 && (size == 0 || pread(file, &last, 1, size - 1) == 1);
    text_printf(&bytes, "%s%s\n", last != '\n' ? "\n" : "", row);
    good = good && write(file, bytes.at, bytes.length) == (ssize_t)bytes.length && fsync(file) == 0;
    if (!good) {
        complain(f->context, N_("{file}: cannot write: {reason}"), "tt", "file", f->path, "reason",
            strerror(errno));
        if (size >= 0 && ftruncate(file, size) != 0)
            complain(f->context, N_("{file}: cannot write: {reason}"), "tt", "file", f->path,
                "reason", strerror(errno));
    }
    if (file >= 0)
        close(file); /* what counts is on the disk */
    if (good)
        remember(f, size, &bytes);
    text_clear(&bytes);
    return good;
}

/* Goes back to the card whose answer was the last. */
static void take_back(struct fill *f)
{
    int file = f->last != NULL ? open(f->path, O_RDWR | O_CLOEXEC) : -1;
    if (file >= 0 && ends_with(file, f->last) && ftruncate(file, f->last->before) == 0
        && fsync(file) == 0) {
        f->form = f->last->form;
        f->at = f->last->at;
        forget(f);
        f->rows--;
        fprintf(f->talk, "%s\n", say(f->context, N_("Taken back.")));
    } else {
        complain(f->context, N_("nothing to take back here; {file} can be edited, too"), "t",
            "file", f->path);
    }
    if (file >= 0)
        close(file);
}

/* Does the row read, as one row of this pack? If not, it is said why. */
static bool reads(struct fill *f, const char *row)
{
    struct pack_file file;
    bool good = take(f, &file, row);
    struct pack *pack = last_of(&file);
    if (good && (pack_file_tell(&file) || pack == NULL)) {
        fprintf(stderr, "  %s\n", row);
        good = false;
    } else if (good
               && (pack->line != f->pack->line || !file.open
                   || pack->text.length <= f->pack->text.length)) {
        complain(f->context, N_("expected a row of the pack"), "");
        good = false;
    }
    pack_file_clear(&file);
    return good;
}

/* ---- asking ------------------------------------------------------------------------------ */

static void help(const struct fill *f, bool words)
{
    const struct row_form *form = &f->pack->book->deck->forms[f->form];
    struct text t = {0};
    say_wrapped(&t, say(f->context, form->about), 0, 0);
    text_put(&t, "\n");
    say_with(f->context, &t, N_("For example: {answer}"), "t", "answer", form->answer);
    text_put(&t, words ? "\n" : "");
    if (words)
        say_wrapped(&t,
            say(f->context,
                N_("RETURN leaves one for later, `undo` takes the last answer back, any number of "
                   "times, `help` says this again, `quit` ends; every answer is kept at once.")),
            0, 0);
    fprintf(f->talk, "%s\n", t.at);
    text_clear(&t);
}

/* A row is kept; what was typed in short is shown as it stands in the file. */
static void keep_row(struct fill *f, const char *typed, const char *straight)
{
    struct text row = {0};
    answer_row(f->pack->book->deck, f->form, f->beginning.at, straight, &row);
    if (reads(f, row.at)) {
        f->failed = !put_row(f, row.at);
        f->rows += !f->failed;
        if (!f->failed
            && (row.length < f->beginning.length + 1
                || strcmp(row.at + f->beginning.length + 1, typed) != 0))
            fprintf(f->talk, "  %s\n", row.at);
    }
    text_clear(&row);
}

/* The next card, or the next form where these come as they are. */
static void leave(struct fill *f)
{
    bool counted = f->pack->book->deck->forms[f->form].count > 0;
    f->form += !counted;
    f->at = counted ? f->at + 1 : 0;
}

static void ask(struct fill *f)
{
    struct text prompt = {0}, straight = {0};
    bool interrupted;
    text_printf(&prompt, "%s ▸ ", f->beginning.at);
    const char *typed = line_read(f->line, prompt.at, &interrupted);
    if (typed == NULL && line_is_terminal(f->line))
        fputs("\n", f->talk);
    answer_straighten(typed != NULL ? typed : "", &straight);
    struct span answer = answer_trim(straight.at);
    if (typed == NULL || text_is(answer, "quit"))
        f->over = true;
    else if (text_is(answer, "help") || text_is(answer, "?"))
        help(f, true);
    else if (text_is(answer, "undo"))
        take_back(f);
    else if (answer.length > 0)
        keep_row(f, typed, straight.at);
    else if (!interrupted)
        leave(f);
    text_clear(&straight);
    text_clear(&prompt);
}

/* Does a row stand there of which there is one at most? */
static bool stands_once(const struct fill *f)
{
    for (struct pack_row row = {.text = {NULL, 0}}; pack_next(f->pack, &row);)
        if (row.said.verb == f->form && f->pack->book->deck->forms[f->form].once)
            return true;
    return false;
}

static void ask_all(struct fill *f)
{
    int told = -1; /* of which form it was told what is asked */
    while (!f->over && !f->failed) {
        const struct deck_part *part = f->pack->book->deck;
        const struct row_form *form = &part->forms[f->form];
        f->beginning.length = 0;
        if (part->rows[f->form].name == NULL)
            break;
        if (form->answer == NULL || (form->count > 0 && f->at >= form->count) || stands_once(f)) {
            f->form++;
            f->at = 0;
            continue;
        }
        pack_begin_row(&f->beginning, part, f->form, f->at);
        if (form->count > 0 && is_there(f)) {
            f->at++;
            continue;
        }
        if (told != f->form)
            help(f, told < 0);
        told = f->form;
        ask(f);
        f->failed = f->failed || !renew(f);
    }
}

/*
 * What may stand in the row: the words of its fields, with an = where a value follows; and the own
 * words.
 */
static void offer_words(void *user, const char *before, const char *word,
    void (*offer)(void *to, const char *candidate), void *to)
{
    static const char *const own[] = {"undo", "help", "quit"};
    const struct fill *f = user;
    const struct deck_part *part = f->pack->book->deck;
    const struct row_form *form = &part->forms[f->form];
    for (int i = 0; i < form->field_count; i++) {
        struct span key = verb_word(&part->rows[f->form], form->fields[i].key);
        char candidate[NAME_MOST + 2];
        snprintf(candidate, sizeof candidate, "%.*s%s", (int)key.length, key.at,
            form->fields[i].kind == FIELD_KEYED ? "=" : "");
        if (key.length > 0 && strncmp(candidate, word, strlen(word)) == 0)
            offer(to, candidate);
    }
    for (size_t i = 0; i < sizeof own / sizeof *own && before[strspn(before, " ")] == '\0'; i++)
        if (strncmp(own[i], word, strlen(word)) == 0)
            offer(to, own[i]);
}

enum status pack_fill(const struct context *context, const char *path, struct text *out,
    json_t *list)
{
    struct fill f = {.context = context, .path = path, .talk = context->json ? stderr : stdout};
    struct completer completer = {.complete = offer_words, .user = &f};
    bool sound = false;
    f.failed = !renew(&f);
    f.line = f.failed ? NULL : line_new(context, &completer, NULL);
    ask_all(&f);
    while (f.last != NULL)
        forget(&f);
    line_free(f.line);
    if (!f.failed) {
        if (!context->json) {
            say_with(context, out, N_("Rows added to {file}: {count}."), "ti", "file", path,
                "count", (int64_t)f.rows);
            text_put(out, "\n");
        }
        sound = pack_judge(context, f.pack, out, context->json ? list : NULL);
    }
    text_clear(&f.beginning);
    pack_file_clear(&f.file);
    return f.failed ? STATUS_BAD : sound ? STATUS_CLEAN : STATUS_BROKEN;
}
