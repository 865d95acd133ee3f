/* What the table waits for, put into words: in the prompt, once in full, and for TAB. */
#define _XOPEN_SOURCE 700
#include "table_prompt.h"

#include <string.h>

/* ---- where the game stands, and what is asked -------------------------------------------- */

bool ask_over(const struct table *t)
{
    struct ask ask;
    return record_over(&t->session.record)
           && !(record_asks(&t->session.record, &ask) && ask.way[0]->asks != NULL);
}

/* "R1 Bo", and whose turn it is or who is asked; false: there is nothing to say. */
static bool add_place(const struct table *t, const struct ask *ask, struct text *out)
{
    const struct record *r = &t->session.record;
    struct message place;
    int turn;
    if (!record_place(r, &place, &turn))
        return false;
    const int seat = ask != NULL && ask->seat >= 0 ? ask->seat : turn;
    say_message(t->context, out, &place, NULL, &r->setting);
    if (seat >= 0) {
        text_put(out, " ");
        say_seat(out, &r->seats, seat);
    }
    return true;
}

/* " Which card? [nothing]" */
static void add_question(const struct table *t, const struct ask *ask, struct text *out)
{
    if (ask->way[0]->asks != NULL) {
        text_put(out, " ");
        ask_words(t->context, &t->session.record, ask, ask->way[0], ask->way[0]->asks, out);
    }
    if (ask->otherwise != NULL)
        text_printf(out, " [%s]", say(t->context, ask->otherwise_about));
}

/* Does the question stand beside the place, and an answer behind it, in one line? */
static bool has_room(const struct table *t, const struct text *question)
{
    enum { ANSWER = 10 };
    struct ask ask;
    struct text place = {0};
    record_asks(&t->session.record, &ask);
    add_place(t, &ask, &place);
    const int width = say_width(place.at != NULL ? place.at : "", place.length)
                      + say_width(question->at, question->length);
    text_clear(&place);
    return width + ANSWER <= say_line_width();
}

/* ---- in full ----------------------------------------------------------------------------- */

/* A terminal on which a hint takes several lines: a statement is not torn apart by them. */
static bool is_narrow(void)
{
    enum { WIDE = 80 };
    return say_line_width() < WIDE;
}

/* What is typed, broken at its blanks alone; later lines are indented. */
static void put_typed(struct text *out, const char *typed, int column, int indent)
{
    for (const char *at = typed; *at != '\0'; at += strspn(at, " ")) {
        const size_t length = strcspn(at, " ");
        const int width = say_width(at, length);
        if (at > typed && column + 1 + width > say_line_width()) {
            text_put(out, "\n");
            text_spaces(out, indent);
            column = indent;
        } else if (at > typed) {
            text_put(out, " ");
            column++;
        }
        text_add(out, at, length);
        column += width;
        at += length;
    }
}

/* An answer, and beside it, or below where it is long, what it says. */
static void add_entry(struct text *out, const char *answer, const char *about)
{
    enum { INDENT = 2, COLUMN = 18 };
    const int behind = INDENT + say_width(answer, strlen(answer));
    if (behind < COLUMN) {
        say_entry(out, INDENT, COLUMN, answer, about);
        return;
    }
    text_spaces(out, INDENT);
    put_typed(out, answer, INDENT, 2 * INDENT);
    text_put(out, "\n");
    text_spaces(out, COLUMN);
    say_wrapped(out, about, COLUMN, COLUMN);
    text_put(out, "\n");
}

/* A statement on a line of its own, where there is room for all of it. */
static void add_whole(struct text *out, const char *statement, int column)
{
    enum { LEAST = 4 };
    struct text quoted = {0};
    text_printf(&quoted, "`%s`", statement);
    const int width = say_width(quoted.at, quoted.length);
    if (column + width > say_line_width())
        column = width + LEAST > say_line_width() ? LEAST : say_line_width() - width;
    text_spaces(out, column);
    put_typed(out, quoted.at, column, column);
    text_put(out, "\n");
    text_clear(&quoted);
}

/* "  3 7 10       the ranks turned up: `kami 3 7 10`" */
static void add_way(const struct table *t, const struct ask *ask, const struct question *q,
    struct text *out)
{
    enum { COLUMN = 18 };
    const struct context *context = t->context;
    struct text answer = {0}, statement = {0}, about = {0}, words = {0};
    ask_about(context, &t->session.record, ask, q, &words);
    const bool differs = ask_example(context, &t->session.record, ask, q, &answer, &statement);
    if (differs && is_narrow()) {
        add_entry(out, answer.at, words.at);
        add_whole(out, statement.at, COLUMN);
    } else if (differs)
        say_with(context, &about, N_("{about}: `{statement}`"), "tt", "about", words.at,
            "statement", statement.at);
    else
        text_put(&about, words.at);
    text_clear(&words);
    if (about.length > 0)
        add_entry(out, answer.at, about.at);
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

/* Hints are dimmed, cards and all: what came of a line stands out. */
static void show_hint(const struct table *t, struct text *hint)
{
    struct text dimmed = {0};
    if (!t->context->color) {
        table_show(t, hint);
        return;
    }
    say_paint(t->context, &dimmed, PAINT_DIM);
    text_add(&dimmed, hint->at, hint->length);
    say_paint(t->context, &dimmed, PAINT_PLAIN);
    fwrite(dimmed.at, 1, dimmed.length, stdout);
    text_clear(&dimmed);
    text_clear(hint);
}

void ask_tell(struct table *t)
{
    struct ask ask;
    struct text out = {0}, question = {0};
    if (!t->terminal || t->doubtful != NULL || !record_asks(&t->session.record, &ask))
        return;
    if (!is_old(t, &ask)) {
        explain(t, &out);
        show_hint(t, &out);
    }
    add_question(t, &ask, &question);
    if (question.length > 0 && !ask_over(t) && !has_room(t, &question))
        table_say(t, question.at + strspn(question.at, " "));
    text_clear(&question);
}

/* ---- in the prompt, told above it where there is no room ---------------------------------- */

/* "R1 Bo Which card? [nothing]" */
void ask_prompt(const struct table *t, struct text *out)
{
    struct ask ask;
    struct text question = {0};
    const bool asks = t->doubtful == NULL && record_asks(&t->session.record, &ask);
    const size_t before = out->length;
    if (!add_place(t, asks ? &ask : NULL, out))
        return;
    if (ask_over(t) && t->doubtful == NULL) {
        out->length = before;
        text_put(out, say(t->context, N_("Over: again, report, quit?")));
        return;
    }
    if (asks)
        add_question(t, &ask, &question);
    if (question.length > 0 && (!t->terminal || has_room(t, &question)))
        text_add(out, question.at, question.length);
    text_clear(&question);
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
