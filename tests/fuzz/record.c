/*
 * Any bytes as a record: every line is read and applied, claims are weighed, the score is told;
 * each statement that reads is written and must read back the same. Decks are read and checked.
 */
#include "core/core.h"
#include "fuzz.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char *const fuzz_also = ".fuda";

static void open_value(struct teller *t, const char *key, char bracket)
{
    (void)t, (void)key, (void)bracket;
}
static void close_value(struct teller *t) { (void)t; }
/* The one deck that is kept: the last of the text. A teller is its user. */
struct user {
    struct teller teller;
    const struct setting *setting;
    const struct rulebook *book;
    void *rows;
    struct rulings *found;
};

static void value(struct teller *t, const struct value *told)
{
    char text[NAME_MOST];
    (void)value_write(told, ((const struct user *)t)->setting, text);
}

static void check_deck(struct user *u)
{
    rulings_begin(u->found);
    if (u->book != NULL && u->book->deck->check != NULL)
        u->book->deck->check(u->rows, u->found);
}

static void *new_deck(void *user, const struct rulebook *book, struct span name)
{
    struct user *u = user;
    (void)name;
    check_deck(u);
    u->book = book;
    return u->rows;
}

static const void *find_deck(void *user, const struct rulebook *book, struct span name)
{
    struct user *u = user;
    return u->book == book && name.length > 0 ? u->rows : NULL;
}

/* What a statement tells of a card is a row that reads. */
static void said(void *user, const struct statement *what, const struct record *r)
{
    struct statement row;
    struct fault fault;
    struct user *u = user;
    const struct rulebook *book = r->setting.book;
    if (book == NULL || r->pack_book != NULL || book->deck == NULL || u->book != book
        || !rulebook_row_told(book, what, &row))
        return;
    rulebook_add_row(book, u->rows, &row, &fault);
}

static void ends(void *user, const struct record *r)
{
    uint32_t winners;
    if (!r->begun)
        return;
    rulebook_tell_end(r->setting.book, r->state, &r->setting, user);
    r->setting.book->finished(r->state, &r->setting, &winners);
}

/* What was read last, written and read again, is the same statement. */
static void read_back(const struct record *r)
{
    char line[8192], again[8192];
    struct reader reader;
    struct fault fault;
    static struct statement second;
    const struct statement *first = &r->statement;
    if (first->line != r->line || (!first->common && r->setting.book == NULL)
        || (first->common && (first->verb == SAY_GAME || first->verb == SAY_PACK))
        || (first->count > 0
            && first->argument[0].kind == ARGUMENT_UNSEEN)) /* `?` may be a player's name, too */
        return;
    size_t length = statement_write(first, &r->setting, line, sizeof line);
    if (length > sizeof line)
        return;
    reader_begin(&reader, line, length, first->line);
    bool in_pack = r->pack_book != NULL;
    if (in_pack || statement_read(&reader, &r->setting, false, &second, &fault) != READ_STATEMENT)
        return;
    assert(second.verb == first->verb && second.common == first->common
           && second.count == first->count && second.seat == first->seat);
    size_t length_again = statement_write(&second, &r->setting, again, sizeof again);
    assert(length == length_again && memcmp(line, again, length) == 0);
    (void)length_again;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct record *r = malloc(sizeof *r);
    struct user user = {.teller = {open_value, close_value, value},
        .rows = malloc(rulebook_room()),
        .found = malloc(sizeof *user.found)};
    struct record_host host = {.game_ends = ends,
        .accepted = said,
        .teller = &user.teller,
        .pack_new = new_deck,
        .pack_find = find_deck,
        .user = &user};
    void *state = malloc(rulebook_room()), *before = malloc(rulebook_room()),
         *pack = malloc(rulebook_room());
    struct rulings *findings = malloc(sizeof *findings);
    if (r == NULL || state == NULL || before == NULL || pack == NULL || findings == NULL
        || user.rows == NULL || user.found == NULL)
        abort();
    user.setting = &r->setting;
    record_init(r, &host, &(struct record_room){state, before, pack, findings, NULL});
    const char *at = (const char *)data, *end = at + size;
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((newline ? newline : end) - at);
        if (length <= LINE_MOST) {
            record_line(r, at, length);
            read_back(r);
        }
        at += length + 1;
    }
    record_end(r);
    check_deck(&user);
    free(user.rows);
    free(user.found);
    free(r);
    free(state);
    free(before);
    free(pack);
    free(findings);
    return 0;
}
