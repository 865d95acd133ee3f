/* Records from files: any bytes, in bounded memory, line by line into a record. */
#define _XOPEN_SOURCE 700
#include "cli/deck/find.h"
#include "cli/example.h"
#include "cli/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK = 256 * 1024, FAULTS_MOST = 1000, FAULTS_OF_NO_RECORD = 5 };

struct run {
    struct input *input;
    const struct record_host *host;
    struct record record;
    struct packs packs;
    struct text line; /* for a fault's words */
    bool any_game;    /* in the file being read */
    char *block;
};

/* How many faults are listed: few where no game has begun yet, for it is no record then. */
static unsigned long faults_listed(const struct run *run, const struct record *r)
{
    return !run->any_game && r->setting.book == NULL ? FAULTS_OF_NO_RECORD : FAULTS_MOST;
}

static void print_fault(void *user, uint32_t line, const struct fault *fault,
    const struct record *r)
{
    struct run *run = user;
    struct input *input = run->input;
    if (run->host->fault)
        run->host->fault(input, line, fault, r);
    input->unread++;
    const unsigned long listed = faults_listed(run, r);
    if (++input->faults > listed || input->silent)
        return;
    run->line.length = 0;
    say_foreign(&run->line, input->file, strlen(input->file));
    text_printf(&run->line, ":%lu: ", (unsigned long)line);
    say_with(input->context, &run->line, N_("column {column}"), "i", "column",
        (int64_t)fault->column);
    say_colon(input->context, &run->line);
    say_fault(input->context, fault, r, &r->setting, &run->line);
    if (input->faults == listed) {
        text_put(&run->line, " ");
        text_put(&run->line, say(input->context, N_("(further unreadable lines are not listed)")));
    }
    fflush(stdout);
    fprintf(stderr, "%s\n", run->line.at);
}

static void *new_deck(void *user, const struct rulebook *book, struct span name)
{
    struct run *run = user;
    return packs_new(&run->packs, book, name);
}

static const void *find_deck(void *user, const struct rulebook *book, struct span name)
{
    struct run *run = user;
    return packs_find(&run->packs, book, name);
}

static bool deck_missing(void *user, const struct rulebook *book, struct span name,
    struct message *why)
{
    struct run *run = user;
    return packs_missing(&run->packs, book, name, why);
}

/* A line of a pack's file, with its own place. */
static void print_wrong(void *user, const char *words)
{
    struct run *run = user;
    run->input->failed = true;
    run->input->unread++;
    if (++run->input->faults > FAULTS_MOST || run->input->silent)
        return;
    fflush(stdout);
    fprintf(stderr, "%s\n", words);
}

/* The callbacks of the command get the command's input, ours get the run. */
static void game_begins(void *user, const struct record *r)
{
    struct run *run = user;
    run->any_game = true;
    if (run->host->game_begins)
        run->host->game_begins(run->input, r);
}

static void finding(void *user, const struct ruling *ruling, const struct record *r)
{
    struct run *run = user;
    if (run->host->finding)
        run->host->finding(run->input, ruling, r);
}

static void edited(void *user, const struct offer *slip, const struct record *r)
{
    struct run *run = user;
    if (run->host->edited)
        run->host->edited(run->input, slip, r);
}

/* A deck that the command knows of, until the record has one of its own. */
static void lend(struct run *run, const struct rulebook *book)
{
    const void *rows = book->deck != NULL ? run->input->lend(run->input, book) : NULL;
    if (rows == NULL)
        return;
    memcpy(run->record.pack, rows, book->deck->size);
    run->record.lent = true;
}

static void accepted(void *user, const struct statement *said, const struct record *r)
{
    struct run *run = user;
    packs_accepted(&run->packs, said, r);
    if (said->common && said->verb == SAY_GAME && run->input->lend != NULL)
        lend(run, r->setting.book);
    if (run->host->accepted)
        run->host->accepted(run->input, said, r);
}

static void game_ends(void *user, const struct record *r)
{
    struct run *run = user;
    if (run->host->game_ends)
        run->host->game_ends(run->input, r);
}

static void line_too_long(struct run *run)
{
    struct fault fault = {.column = LINE_MOST + 1};
    message_set(&fault.message, N_("this line is too long; expected at most 65536 bytes"));
    record_skip(&run->record, &fault);
}

/* Feeds whole lines from the block; returns the bytes of the unfinished one, moved to the front. */
static size_t feed(struct run *run, size_t filled, bool *skipping)
{
    char *at = run->block, *end = run->block + filled;
    for (char *newline; (newline = memchr(at, '\n', (size_t)(end - at))) != NULL;
         at = newline + 1) {
        size_t length = (size_t)(newline - at);
        run->input->done += length + 1;
        if (*skipping)
            *skipping = false;
        else if (length > LINE_MOST)
            line_too_long(run);
        else
            record_line(&run->record, at, length);
    }
    size_t rest = (size_t)(end - at);
    if (*skipping || rest > LINE_MOST) {
        if (!*skipping)
            line_too_long(run);
        *skipping = true;
        return 0;
    }
    memmove(run->block, at, rest);
    return rest;
}

/* What a file is by its first bytes, if that is known and no record; else NULL. */
static const char *no_record(const char *bytes, size_t length)
{
    static const struct {
        const char *begins, *looks;
    } kinds[] = {
        {"%PDF-", N_("{file} looks like a PDF, not a record; expected plain text that begins as "
                     "`game haratama`")},
        {"\x89PNG",
            N_("{file} looks like a picture, not a record; `fuda scan` reads pictures of cards")},
        {"\xFF\xD8\xFF",
            N_("{file} looks like a picture, not a record; `fuda scan` reads pictures of cards")},
        {"PK\x03\x04", N_("{file} looks like a document or archive, not a record; expected plain "
                          "text that begins as `game haratama`")},
        {"SQLite format 3",
            N_("{file} looks like a database, not a record; `--db {file}` opens one of fuda's")},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (length >= strlen(kinds[i].begins)
            && memcmp(bytes, kinds[i].begins, strlen(kinds[i].begins)) == 0)
            return kinds[i].looks;
    return NULL;
}

/* True: it complained, and nothing of it is read. */
static bool refuse_kind(struct run *run, const char *bytes, size_t length)
{
    const char *looks = no_record(bytes, length);
    if (looks == NULL)
        return false;
    if (!run->input->silent)
        complain(run->input->context, looks, "t", "file", run->input->file);
    run->input->failed = true;
    return true;
}

static void read_all(struct run *run, int file)
{
    bool first = true;
    size_t filled = 0;
    bool skipping = false;
    for (;;) {
        ssize_t got = read(file, run->block + filled, BLOCK - filled);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            complain(run->input->context, N_("{file}: cannot read: {reason}"), "tt", "file",
                run->input->file, "reason", strerror(errno));
            run->input->failed = true;
        }
        if (got <= 0 || (first && refuse_kind(run, run->block, (size_t)got)))
            break;
        first = false;
        filled = feed(run, filled + (size_t)got, &skipping);
    }
    if (filled > 0)
        record_line(&run->record, run->block, filled);
}

/* Whatever is wrong there was said already, if anything is. */
static void miss_game(struct run *run, bool standard)
{
    if (!run->any_game && !run->input->failed && run->input->faults == 0 && !run->input->silent)
        complain(run->input->context,
            standard ? N_("no game on standard input; expected a record that begins as `game "
                          "haratama`, or the name of its file")
                     : N_("{file}: no game here; expected `game`, as in `game haratama`"),
            "t", "file", run->input->file);
    run->input->failed |= !run->any_game;
}

static void feed_all(struct run *run, const struct feed *feed)
{
    for (const char *at = feed->text, *end = at + feed->length; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((newline != NULL ? newline : end) - at);
        if (length > LINE_MOST)
            line_too_long(run);
        else
            record_line(&run->record, at, length);
        at += length + (newline != NULL);
        run->input->done = (size_t)(at - feed->text);
    }
}

/*
 * A file; of standard input, if somebody is to type it, what is waited for. Or what else the
 * command knows by the name.
 */
static int open_file(struct run *run, const char *name, bool *kept)
{
    const bool standard = strcmp(name, "-") == 0;
    if (standard && isatty(STDIN_FILENO))
        complain(run->input->context, N_("type a record, as in `game haratama`; ^D ends it"), "");
    int file = standard || run->input->open == NULL
                   ? RECORD_NONE
                   : run->input->open(run->input->context, name, &run->packs);
    *kept = file != RECORD_NONE;
    if (!*kept)
        file = standard ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
    run->input->failed |= file < 0;
    if (file < 0 && !*kept)
        complain(run->input->context, N_("{file}: cannot open: {reason}"), "tt", "file", name,
            "reason", strerror(errno));
    return file;
}

/* How many bytes there are; 0: it is no file of which that is known. */
static size_t size_of(int file)
{
    struct stat about;
    return fstat(file, &about) == 0 && S_ISREG(about.st_mode) ? (size_t)about.st_size : 0;
}

/* A file's records, or those of a feed that is called so. */
static void run_file(struct run *run, const char *name, const struct feed *feed)
{
    bool standard = feed == NULL && strcmp(name, "-") == 0, failed = run->input->failed;
    run->input->file = name;
    run->input->faults = run->input->unread = 0;
    run->input->failed = run->any_game = false;
    bool kept = false;
    int file = feed == NULL ? open_file(run, name, &kept) : -1;
    if (feed == NULL && file < 0)
        return;
    run->record.line = 0;
    run->record.host.kept = kept;
    run->packs.record = name;
    run->input->done = 0;
    run->input->all = feed != NULL ? feed->length : size_of(file);
    if (feed != NULL)
        feed_all(run, feed);
    else
        read_all(run, file);
    record_end(&run->record);
    run->record.astray = false;
    packs_clear(&run->packs);
    if (kept)
        packs_end(&run->packs); /* its decks are its own */
    miss_game(run, standard);
    run->input->failed |= failed;
    if (file > STDIN_FILENO)
        close(file);
}

enum status input_run(struct input *input, const struct record_host *host, int count, char **files)
{
    static char standard[] = "-";
    struct run run = {.input = input,
        .host = host,
        .packs = {.context = input->context, .played = input->played, .wrong = print_wrong}};
    struct record_host own = {.fault = print_fault,
        .game_begins = game_begins,
        .finding = finding,
        .game_ends = game_ends,
        .accepted = accepted,
        .edited = edited,
        .teller = host->teller,
        .pack_new = new_deck,
        .pack_find = find_deck,
        .pack_missing = deck_missing,
        .user = &run};
    run.packs.user = &run;
    input->packs = &run.packs;
    struct record_room room = memory_rooms();
    room.repair = repair_init(memory_get(repair_room()));
    run.block = memory_get(BLOCK);
    record_init(&run.record, &own, &room);
    if (input->feed != NULL)
        run_file(&run, input->feed->name, input->feed);
    for (int i = 0; i < (count > 0 ? count : 1) && input->feed == NULL; i++)
        run_file(&run, count > 0 ? files[i] : standard, NULL);
    memory_rooms_free(&room);
    free(room.repair);
    free(run.block);
    text_clear(&run.line);
    packs_end(&run.packs);
    if (input->failed || run.record.unreadable || run.record.impossible)
        return STATUS_BAD;
    return run.record.broken ? STATUS_BROKEN : STATUS_CLEAN;
}

void input_impossible(void *user, const struct ruling *ruling, const struct record *r)
{
    const struct input *input = user;
    struct text t = {0};
    if (ruling->kind != RULING_IMPOSSIBLE)
        return;
    say_foreign(&t, input->file, strlen(input->file));
    text_printf(&t, ":%lu: ", (unsigned long)ruling->line);
    say_message(input->context, &t, &ruling->message, ruling, &r->setting);
    fflush(stdout);
    fprintf(stderr, "%s\n", t.at);
    text_clear(&t);
}
