/* What the table waits for, put into words: in the prompt, once in full, and for TAB. */
#define _XOPEN_SOURCE 700
#include "table.h"

#include <string.h>

/* ---- in full ----------------------------------------------------------------------------- */

/* "  3 7 10       the ranks turned up: `kami 3 7 10`" */
static void add_way(const struct table *t, const struct ask *ask, const struct question *q,
    struct text *out)
{
    enum { INDENT = 2, COLUMN = 18 };
    const struct context *context = t->context;
    struct text answer = {0}, statement = {0}, about = {0}, words = {0};
    ask_about(context, q, &words);
    if (ask_example(context, &t->session.record, ask, q, &answer, &statement))
        say_with(context, &about, N_("{about}: `{statement}`"), "tt", "about", words.at,
            "statement", statement.at);
    else
        text_put(&about, words.at);
    text_clear(&words);
    say_entry(out, INDENT, COLUMN, answer.at, about.at);
    text_clear(&answer);
    text_clear(&statement);
    text_clear(&about);
}

/*
 * What the record waits for, in full: each way to answer, and the statement it stands for. False:
 * nothing.
 */
static bool explain(const struct table *t, struct text *out)
{
    struct ask ask;
    if (!record_asks(&t->session.record, &ask))
        return false;
    for (int i = 0; i < ask.ways; i++)
        add_way(t, &ask, ask.way[i], out);
    if (ask.otherwise != NULL)
        say_entry(out, 2, 18, say(t->context, N_("RETURN")), say(t->context, ask.otherwise_about));
    return true;
}

void ask_help(const struct table *t, struct text *out)
{
    const struct rulebook *book = t->session.record.setting.book;
    if (book == NULL || book->table == NULL || book->table->cards == NULL)
        return;
    say_wrapped(out, say(t->context, book->table->cards), 0, 0);
    text_put(out, "\n\n");
    if (explain(t, out))
        text_put(out, "\n");
}

/* Was every way to answer explained before? From now on it was. */
static bool is_old(struct table *t, const struct ask *ask)
{
    bool old = true;
    for (int i = 0; i < ask->ways; i++) {
        unsigned at = 0;
        while (at < t->explained_count && t->explained[at] != ask->way[i])
            at++;
        old &= at < t->explained_count;
        if (at == t->explained_count && at < sizeof t->explained / sizeof *t->explained)
            t->explained[t->explained_count++] = ask->way[i];
    }
    return old;
}

void ask_tell(struct table *t)
{
    struct ask ask;
    struct text out = {0};
    if (!t->terminal || t->doubtful != NULL || !record_asks(&t->session.record, &ask)
        || is_old(t, &ask))
        return;
    explain(t, &out);
    table_show(t, &out);
}

/* ---- in the prompt ----------------------------------------------------------------------- */

bool ask_over(const struct table *t)
{
    struct ask ask;
    return record_over(&t->session.record)
           && !(record_asks(&t->session.record, &ask) && ask.way[0]->asks != NULL);
}

/* "R1 Bo Which card? [nothing]" */
void ask_prompt(const struct table *t, struct text *out)
{
    const struct record *r = &t->session.record;
    struct message place;
    struct ask ask;
    int turn;
    if (!record_place(r, &place, &turn))
        return;
    if (ask_over(t) && t->doubtful == NULL) {
        text_put(out, say(t->context, N_("Over: again, report, quit?")));
        return;
    }
    const bool asks = record_asks(r, &ask) && t->doubtful == NULL;
    const int seat = asks && ask.seat >= 0 ? ask.seat : turn;
    say_message(t->context, out, &place, NULL, &r->setting);
    if (seat >= 0) {
        text_put(out, " ");
        say_seat(out, &r->seats, seat);
    }
    if (asks && ask.way[0]->asks != NULL) {
        text_put(out, " ");
        ask_words(t->context, r, &ask, ask.way[0], ask.way[0]->asks, out);
    }
    if (asks && ask.otherwise != NULL)
        text_printf(out, " [%s]", say(t->context, ask.otherwise_about));
}

char *ask_return(const struct table *t)
{
    struct ask ask;
    char line[1024];
    if (!record_asks(&t->session.record, &ask) || ask.otherwise == NULL
        || ask_otherwise(&ask, &t->session.record, line, sizeof line) == 0)
        return NULL;
    return memory_text(line);
}

bool ask_reads(const struct table *t, const char *line)
{
    char room[1024];
    struct answer whole = {.at = room, .room = sizeof room};
    struct reader typed;
    struct fault fault;
    enum read_result read;
    reader_begin(&typed, line, strlen(line), 1);
    while ((read = answer_next(&typed, &t->session.record, &whole, &fault)) == READ_STATEMENT) {
        struct reader made;
        struct statement said;
        reader_begin(&made, room, whole.length, 1);
        while ((read = statement_read(&made, &t->session.record.setting, false, &said, &fault))
               == READ_STATEMENT)
            ;
        if (read == READ_FAULT)
            break;
    }
    return read == READ_END || strpbrk(line, "@") != NULL || strstr(line, "＠") != NULL;
}

bool ask_takes_unseen(const struct table *t, const char *line)
{
    char room[1024];
    struct answer whole = {.at = room, .room = sizeof room};
    struct reader typed;
    struct fault fault;
    line += strspn(line, " \t");
    reader_begin(&typed, line, strlen(line), 1);
    return text_is((struct span){line, strcspn(line, " \t")}, "?")
           && answer_next(&typed, &t->session.record, &whole, &fault) == READ_STATEMENT
           && whole.lacked & ANSWER_WAS_BARE;
}

/* ---- for TAB ----------------------------------------------------------------------------- */

static void offer_choices(const char *words, bool japanese, const char *word,
    void (*offer)(void *, const char *), void *to)
{
    for (const char *at = words; at != NULL && *at != '\0'; at += strspn(at, " ")) {
        const size_t group = strcspn(at, " "), first = strcspn(at, "/ ");
        const bool other = japanese && first < group;
        const char *from = other ? at + first + 1 : at;
        const size_t length = other ? strcspn(from, "/ ") : first;
        char choice[NAME_MOST + 1];
        snprintf(choice, sizeof choice, "%.*s", (int)length, from);
        if (strncmp(choice, word, strlen(word)) == 0)
            offer(to, choice);
        at += group;
    }
}

bool ask_wants_seat(const struct table *t)
{
    struct ask ask;
    return record_asks(&t->session.record, &ask) && ask.way[0]->part[0].kind == PART_SEAT;
}

void ask_offer(const struct table *t, const char *word, void (*offer)(void *, const char *),
    void *to)
{
    struct ask ask;
    record_asks(&t->session.record, &ask);
    for (int i = 0; i < ask.names; i++) {
        char name[NAME_MOST + 1];
        snprintf(name, sizeof name, "%.*s", (int)ask.name[i].length, ask.name[i].at);
        if (strncmp(name, word, strlen(word)) == 0 && strpbrk(name, " \t:;=\"#") == NULL)
            offer(to, name);
    }
    for (int i = 0; i < ask.ways; i++)
        for (int part = 0; part < ANSWER_PARTS; part++)
            offer_choices(ask.way[i]->part[part].words, t->context->japanese, word, offer, to);
}
