/* The table's `why`: rulings, and what came of lines, told with their rules; see table_prompt.h. */
#define _XOPEN_SOURCE 700
#include "cli/sheet/sheet.h"
#include "core/text.h"
#include "prompt_words.h"

#include <stdlib.h>
#include <string.h>

enum { INDENT = 3, NO_LINE = -1 };

/* ---- rulings ----------------------------------------------------------------------------- */

/* The verb that a line says, as far as it can be told from its words; NULL: none of this game. */
static const struct verb *verb_said(const struct rulebook *book, const char *line)
{
    for (const char *at = line; *at != '\0'; at += strcspn(at, " \t;"), at += strspn(at, " \t;")) {
        const struct verb *verb;
        struct span word = {at, strcspn(at, " \t;")};
        for (int i = 0; (verb = word_statement(book, i)) != NULL; i++)
            if (verb_is(verb, word))
                return verb;
    }
    return NULL;
}

/* One ruling, told whole, after its number if it has one; or why a line could not be read. */
static void add_explained(const struct table *t, struct text *out, const struct explained *e,
    size_t number)
{
    const struct session *s = &t->session;
    struct text words = {0};
    if (number > 0)
        text_printf(&words, "%lu. ", (unsigned long)number);
    session_words(s, e, &words);
    say_wrapped(out, words.at, 0, INDENT);
    text_put(out, "\n");
    text_clear(&words);
    const struct rulebook *book = s->record.setting.book;
    if (e->unread || book == NULL)
        return;
    const struct rule *rule = &book->rules[e->what.rule];
    if (e->why[0] != '\0' && !record_face_down(&s->record, e->what.line))
        sheet_paragraph(out, INDENT, e->why);
    say_heading(t->context, &words, rule);
    sheet_paragraph(out, INDENT, words.at);
    text_clear(&words);
    sheet_paragraph(out, INDENT, say(t->context, rule->text));
}

static void add_line_said(const struct table *t, struct text *out, const char *line)
{
    struct text words = {0};
    say_with(t->context, &words, N_("The line: {line}"), "t", "line", line);
    sheet_paragraph(out, INDENT, words.at);
    text_clear(&words);
}

/* Is this step's line told as it is? Not where its cards lie face down, or others hid them. */
static bool is_open(const struct table *t, size_t step)
{
    const struct session *s = &t->session;
    return !record_face_down(&s->record, (uint32_t)step + 1)
           && !view_hides(&t->phones.view, &s->record.setting, s->steps[step].text);
}

/* "Line 7 (R1 T4 Bo): r9 3 12" */
static void add_step(const struct table *t, struct text *out, size_t step, int indent)
{
    const struct said_line *said = &t->session.steps[step];
    struct text words = {0}, room = {0};
    say_with(t->context, &words,
        said->place[0] != '\0' ? N_("Line {number} ({place}): {line}")
                               : N_("Line {number}: {line}"),
        "itt", "number", (int64_t)step + 1, "place", said->place, "line",
        line_shown(t->context, &room, said->text, &t->session.record.setting));
    sheet_paragraph(out, indent, words.at);
    text_clear(&words);
    text_clear(&room);
}

/* The n-th ruling, from 1, with its line. */
static void add_ruling(const struct table *t, struct text *out, size_t n)
{
    const struct session *s = &t->session;
    const struct explained *e = &s->told[n - 1];
    add_explained(t, out, e, n);
    if (e->what.line >= 1 && e->what.line <= s->count
        && !record_face_down(&s->record, e->what.line))
        add_step(t, out, e->what.line - 1, INDENT);
    else
        add_line_said(t, out, "–");
}

/* Why the last line was not taken. */
static void explain_untaken(struct table *t)
{
    const struct untaken *u = &t->session.untaken;
    const struct verb *verb = verb_said(t->session.record.setting.book, u->line);
    struct text out = {0};
    bool unread = false;
    for (size_t i = 0; i < u->count; i++) {
        add_explained(t, &out, &u->why[i], 0);
        unread |= u->why[i].unread;
    }
    if (unread && verb != NULL)
        word_help(t->context, &out, verb->usage, verb->summary);
    add_line_said(t, &out, u->line);
    table_show(t, &out);
}

/* ---- what came of lines ------------------------------------------------------------------ */

/*
 * What came of a step: whose trick it was and by which card, why a round is over; where its cards
 * may not be looked at, as it was told.
 */
static void add_outcome(struct table *t, struct text *out, size_t step)
{
    if (is_open(t, step))
        session_reasons(&t->session, step, out);
    else
        text_put(out, t->session.steps[step].told);
}

/* The last step of which something came; NO_LINE: none has. */
static long last_outcome(const struct session *s)
{
    size_t step = s->count;
    while (step > s->heading && !s->steps[step - 1].ruled && s->steps[step - 1].told[0] == '\0')
        step--;
    return step > s->heading ? (long)step - 1 : NO_LINE;
}

/* What was ruled of the last line, and what came of it; in an argument the last ruling first. */
static bool explain_last(struct table *t)
{
    const struct session *s = &t->session;
    const long step = last_outcome(s);
    const bool ruled = s->told_count > 0 && (step == NO_LINE || s->steps[step].ruled || t->dispute);
    struct text out = {0};
    if (step == NO_LINE && !ruled) {
        table_say(t, N_("Nothing has been ruled yet."));
        return true;
    }
    if (ruled)
        add_ruling(t, &out, s->told_count);
    /* a question is asked of what came of the line */
    if (step != NO_LINE && (!ruled || s->told[s->told_count - 1].what.kind == RULING_OPEN))
        add_outcome(t, &out, (size_t)step);
    table_show(t, &out);
    return true;
}

/* ---- a card, a rule ---------------------------------------------------------------------- */

/* What is asked about: as it was typed, folded; a card of that spelling and a rule, -1: none. */
struct why_asked {
    struct span word;
    int card, rule;
};

static int rule_named(const struct rulebook *book, struct span word)
{
    const size_t game = strlen(book->id);
    if (word.length > game && memcmp(word.at, book->id, game) == 0 && word.at[game] == '/')
        word = (struct span){word.at + game + 1, word.length - game - 1};
    for (int i = 0; book->rules[i].id != NULL; i++)
        if (text_is(word, book->rules[i].id))
            return i;
    return -1;
}

static bool same_word(struct span written, struct span folded)
{
    char spelled[NAME_MOST], other[NAME_MOST];
    if (written.length > NAME_MOST)
        return false;
    const struct span plain = {spelled, text_spell(written, spelled)};
    const size_t length = text_fold(plain, other);
    return length == folded.length && memcmp(other, folded.at, length) == 0;
}

/* Does a step name this card, by its code or by the name that somebody gave it? */
static bool names_card(const struct session *s, size_t step, const struct why_asked *asked,
    struct statement *said)
{
    struct reader reader;
    struct fault fault;
    const char *line = s->steps[step].text;
    bool any = false;
    reader_begin(&reader, line, strlen(line), 1);
    while (statement_read(&reader, &s->record.setting, false, said, &fault) == READ_STATEMENT)
        for (int i = 0; i < said->count && !said->common; i++) {
            const struct argument *a = &said->argument[i];
            any |= a->kind == ARGUMENT_CARD && asked->card >= 0 ? a->card == asked->card
                   : a->kind & (ARGUMENT_CARD | ARGUMENT_TEXT)  ? same_word(a->text, asked->word)
                                                                : false;
        }
    return any;
}

/* The last step that names it and may be told; NO_LINE: none. */
static long step_of_card(const struct table *t, const struct why_asked *asked)
{
    const struct session *s = &t->session;
    struct statement *said = memory_get(sizeof *said);
    long step = (long)s->count - 1;
    while (step >= (long)s->heading
           && !(names_card(s, (size_t)step, asked, said) && is_open(t, (size_t)step)))
        step--;
    free(said);
    return step >= (long)s->heading ? step : NO_LINE;
}

/* The last ruling about it, from 1; 0: there is none. */
static size_t ruling_of(const struct session *s, const struct why_asked *asked)
{
    size_t n = s->told_count;
    while (n > 0
           && !(asked->card >= 0 && s->told[n - 1].what.card == asked->card
                && !record_face_down(&s->record, s->told[n - 1].what.line))
           && !(asked->rule >= 0 && s->told[n - 1].what.rule == asked->rule))
        n--;
    return n;
}

/* The line that named the card last, and what came of it, at once or by the lines after it. */
static void explain_card(struct table *t, size_t step)
{
    const struct session *s = &t->session;
    struct text out = {0};
    add_step(t, &out, step, 0);
    while (step < s->count && s->steps[step].told[0] == '\0')
        step++;
    if (step < s->count)
        add_outcome(t, &out, step);
    else
        sheet_paragraph(&out, INDENT, say(t->context, N_("Nothing has come of it yet.")));
    table_show(t, &out);
}

static bool explain_asked(struct table *t, const char *rest, const struct why_asked *asked)
{
    const struct session *s = &t->session;
    const size_t n = ruling_of(s, asked);
    const long step = n == 0 ? step_of_card(t, asked) : NO_LINE;
    struct text out = {0};
    if (n > 0) {
        add_ruling(t, &out, n);
        table_show(t, &out);
    } else if (step != NO_LINE) {
        explain_card(t, (size_t)step);
    } else if (asked->rule >= 0) {
        table_say(t, N_("Nothing has been ruled by this rule yet."));
        return table_rules(t, rest);
    } else if (asked->card >= 0) {
        table_show_line(t, N_("No line that may be looked at names {line}."), rest);
    } else {
        return complain(t->context,
            N_("“{word}” is neither a ruling's number, a card nor a rule; expected `why` alone, "
               "`why 1`, a card, or a rule that `rules` lists"),
            "t", "word", rest);
    }
    return true;
}

/* ---- the word ---------------------------------------------------------------------------- */

static bool explain_nth(struct table *t, const char *rest)
{
    const struct session *s = &t->session;
    const unsigned long n = strtoul(rest, NULL, 10);
    struct text out = {0};
    if (s->told_count == 0) {
        table_say(t, N_("Nothing has been ruled yet."));
        return true;
    }
    if (n < 1 || n > s->told_count)
        return complain(t->context,
            s->told_count == 1 ? N_("no ruling {word}; there is one, expected `why` alone")
                               : N_("no ruling {word}; expected 1 to {most}"),
            "ti", "word", rest, "most", (int64_t)s->told_count);
    add_ruling(t, &out, n);
    table_show(t, &out);
    return true;
}

bool table_why(struct table *t, const char *rest)
{
    const struct rulebook *book = t->session.record.setting.book;
    char spelled[NAME_MOST], folded[NAME_MOST];
    const struct span written = {rest, strlen(rest)};
    if (rest[0] == '\0' && t->session.untaken.line != NULL && t->session.untaken.count > 0) {
        explain_untaken(t);
        return true;
    }
    if (rest[0] == '\0')
        return explain_last(t);
    struct why_asked asked = {.word = {folded, 0}, .card = -1, .rule = -1};
    if (written.length <= NAME_MOST) {
        const struct span plain = {spelled, text_spell(written, spelled)};
        asked.word.length = text_fold(plain, folded);
    }
    int32_t number;
    if (number_read(asked.word, &number))
        return explain_nth(t, rest);
    if (book != NULL && asked.word.length > 0) {
        asked.card = card_read_by(&t->session.record.setting, asked.word);
        asked.rule = rule_named(book, asked.word);
    }
    return explain_asked(t, rest, &asked);
}
