/* fuda judge: rules on records, for people or as JSON (the language's page, "What judge finds"). */
#include "cli/sheet/sheet.h"
#include "cli/campaign/record_text.h"
#include "cli/input.h"
#include "cli/json.h"
#include "cli/verdict.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { UNREAD_MOST = 1000 }; /* lines that are named of those that could not be read */

/* What one game has shown so far. */
struct judging {
    bool any_game, any_finding;
    unsigned counts[RULING_IMPOSSIBLE + 1];
    struct findings findings; /* of this game */
    bool explains, answered;  /* --why; of its line something was found */
    /* the line that --why asks about, 0: all; how many lines there are */
    uint32_t about, last;
    struct text out, body; /* kept between findings: their room is used again */
    const struct context *context;
    struct sheet sheet;
    bool shows_rows, sure; /* the score's rows are shown too; the first of them has said so */
    struct facts row;
    uint32_t told; /* rows of the score told */
    json_t *rows;  /* owned: those to be shown as JSON, or NULL */
    /* the lines of this game that could not be read; the last: that there are more */
    uint32_t unread[UNREAD_MOST + 1];
    size_t unreads;
    struct text remedy; /* what `house remedy` says; empty: nothing */
    struct text news;   /* what came of the line that is asked about, for who asks why */
};

/* ---- what the table says of it --------------------------------------------------------------- */

static void note_unread(void *user, uint32_t line, const struct fault *fault,
    const struct record *r)
{
    struct judging *judging = ((struct input *)user)->user;
    (void)fault;
    (void)r;
    if (judging->unreads > UNREAD_MOST
        || (judging->unreads > 0 && judging->unread[judging->unreads - 1] == line))
        return;
    judging->unread[judging->unreads++] = line;
}

/*
 * `house remedy=TEXT`: what the table does where a rule was broken, whose rulebook sets no penalty.
 */
static void note_remedy(struct judging *judging, const struct statement *said)
{
    for (int i = 0; i < said->count && said->common && said->verb == SAY_HOUSE; i++)
        if (text_is(said->argument[i].text, "remedy")) {
            char plain[NAME_MOST + 1];
            judging->remedy.length = 0;
            text_add(&judging->remedy, plain, text_spell(said->argument[i].value, plain));
        }
}

static bool asks_news(const struct judging *judging, const struct statement *said,
    const struct rulebook *book)
{
    return judging->explains && said->line == judging->about && !said->common && book->table != NULL
           && book->table->news != NULL;
}

/* What came of the line that is asked about, as a trick's winner or a round's end. */
static void note_news(struct judging *judging, const struct record *r)
{
    enum { NEWS_MOST = 8 };
    const struct rulebook *book = r->setting.book;
    struct message row[NEWS_MOST];
    struct news news = {.row = row, .most = NEWS_MOST};
    book->table->news(r->before, r->state, &r->setting, &news);
    for (unsigned i = 0; i < news.count; i++) {
        text_put(&judging->news,
            judging->news.length == 0 || judging->context->japanese ? "" : " ");
        say_message(judging->context, &judging->news, &row[i], NULL, &r->setting);
    }
}

/* After a game: nothing of it is said of the next one. */
static void forget_game(struct judging *judging)
{
    judging->unreads = judging->remedy.length = 0;
    memset(judging->counts, 0, sizeof judging->counts);
}

/* ---- what the score says of a dispute ---------------------------------------------------- */

/* Are this game's rows shown? It may take the first of them to know. */
static void watch(struct judging *judging, const struct record *r)
{
    judging->sheet = (struct sheet){.context = judging->context, .record = r, .t = &judging->out};
    judging->told = 0;
    judging->shows_rows = r->begun && !judging->context->quiet
                          && layout_find(r->setting.book)->in_dispute.key != NULL;
    judging->sure = false;
}

static void keep_row(void *user, const struct fact *row)
{
    struct judging *judging = user;
    if (!judging->sure)
        judging->shows_rows = sheet_in_dispute(judging->sheet.record);
    judging->sure = true;
    if (!judging->shows_rows)
        return;
    if (!judging->context->json) {
        sheet_row(&judging->sheet, row);
        return;
    }
    if (judging->rows == NULL)
        judging->rows = json_array();
    json_array_append_new(judging->rows, json_of(row, &judging->sheet.record->setting));
}

static void tell_doubts(struct judging *judging, const struct record *r);

static void accepted(void *user, const struct statement *said, const struct record *r)
{
    struct judging *judging = ((struct input *)user)->user;
    note_remedy(judging, said);
    tell_doubts(judging, r);
    if (asks_news(judging, said, r->setting.book))
        note_news(judging, r);
    if (judging->shows_rows && r->begun)
        r->setting.book->tell_rows(r->state, &r->setting, &judging->row.teller, &judging->told,
            false);
}

/* ---- as JSON ----------------------------------------------------------------------------- */

static void begin_json(void *user, const struct record *r)
{
    struct input *input = user;
    struct judging *judging = input->user;
    json_begin_game(input->file, r, !judging->any_game);
    json_key("findings");
    printf("[");
    watch(judging, r);
    judging->any_game = true;
    judging->any_finding = false;
}

static void finding_json(void *user, const struct ruling *ruling, const struct record *r)
{
    struct input *input = user;
    struct judging *judging = input->user;
    judging->counts[ruling->kind]++;
    if (input->context->quiet && ruling->kind < RULING_SLIP)
        return;
    json_t *object = json_ruling(input->context, ruling, &r->setting);
    printf("%s\n  ", judging->any_finding ? "," : "");
    json_print(object);
    json_decref(object);
    judging->any_finding = true;
}

static void end_json(void *user, const struct record *r)
{
    struct input *input = user;
    struct judging *judging = input->user;
    printf("]");
    if (judging->rows != NULL) {
        json_key(r->setting.book->rows_key);
        json_print(judging->rows);
        json_decref(judging->rows);
        judging->rows = NULL;
    }
    json_deck(&r->setting);
    if (judging->counts[RULING_IRREGULAR] > 0) {
        json_key("remedy");
        json_t *remedy = judging->remedy.length > 0
                             ? json_stringn(judging->remedy.at, judging->remedy.length)
                             : json_null();
        json_print(remedy);
        json_decref(remedy);
    }
    if (judging->unreads > 0) {
        json_t *lines = json_array();
        for (size_t i = 0; i < judging->unreads && i < UNREAD_MOST; i++)
            json_array_append_new(lines, json_integer(judging->unread[i]));
        json_key("unread");
        json_print(lines);
        json_decref(lines);
    }
    printf(",\"verdict\":\"%s\"}", verdict_word(r->verdict));
    forget_game(judging);
}

/* ---- for people -------------------------------------------------------------------------- */

static void flush_text(struct judging *judging)
{
    if (judging->context->color && judging->sheet.record != NULL) {
        struct text painted = {0};
        paint_text(judging->context, &judging->sheet.record->setting, judging->out.at, &painted);
        judging->out.length = 0;
        text_put(&judging->out, painted.at);
        text_clear(&painted);
    }
    fwrite(judging->out.at, 1, judging->out.length, stdout);
    judging->out.length = 0;
}

static void begin_text(void *user, const struct record *r)
{
    struct input *input = user;
    struct judging *judging = input->user;
    struct text *t = &judging->out;
    const struct context *context = input->context;
    if (judging->any_game)
        text_put(t, "\n");
    judging->any_game = true;
    struct text words = {0};
    say_foreign(&words, input->file, strlen(input->file));
    text_put(&words, ": ");
    text_put(&words, say_title(context, &r->setting));
    say_paint(context, t, PAINT_BOLD);
    text_put(t, words.at);
    say_paint(context, t, PAINT_PLAIN);
    const int column = say_width(words.at, words.length);
    words.length = 0;
    text_put(&words, r->seats.count > 0 ? " — " : "");
    say_seats(context, &words, &r->seats, (1u << r->seats.count) - 1);
    say_wrapped(t, words.at, column, 2);
    text_put(t, "\n");
    text_clear(&words);
    watch(judging, r);
    flush_text(judging);
}

/* "  line 12  irregular: …", and below it the rule. */
static void tell_finding(struct judging *judging, uint32_t line, enum ruling_kind found,
    const struct text *body, int rule, const struct setting *setting, int *indent)
{
    const struct context *context = judging->context;
    struct text *t = &judging->out, words = {0};
    const size_t start = t->length;
    text_put(t, "  ");
    say_with(context, t, N_("line {line}"), "i", "line", (int64_t)line);
    text_put(t, "  ");
    int column = *indent = say_width(t->at + start, t->length - start);
    const char *kind = say(context, ruling_name(found));
    say_paint(context, t, paint_of(found));
    text_put(t, kind);
    say_paint(context, t, PAINT_PLAIN);
    column += say_width(kind, strlen(kind));
    say_wrapped(t, body->at, column, *indent);
    text_put(t, "\n");
    if (found == RULING_IMPOSSIBLE) /* its rule, the deck, explains nothing */
        return;
    say_paint(context, t, PAINT_DIM);
    text_spaces(t, *indent);
    text_printf(&words, "%s/%s · ", setting->book->id, setting->book->rules[rule].id);
    say_heading(context, &words, &setting->book->rules[rule]);
    say_wrapped(t, words.at, *indent, *indent);
    say_paint(context, t, PAINT_PLAIN);
    text_put(t, "\n");
    text_clear(&words);
}

/* Below a finding: its argument, or the rule. */
static void tell_why(struct judging *judging, const char *words, int indent)
{
    judging->answered = true;
    text_spaces(&judging->out, indent);
    say_wrapped(&judging->out, words, indent, indent);
    text_put(&judging->out, "\n");
}

/* What nobody could prove in the round that was left. */
static void tell_doubts(struct judging *judging, const struct record *r)
{
    const struct doubt *doubt;
    if (judging->findings.doubts == 0)
        return;
    do {
        int indent;
        judging->body.length = 0;
        say_colon(judging->context, &judging->body);
        doubt = findings_doubt(&judging->findings, judging->context, &r->setting, judging->about,
            &judging->body);
        if (doubt == NULL)
            break;
        tell_finding(judging, doubt->line, RULING_UNPROVEN, &judging->body, doubt->rule,
            &r->setting, &indent);
        if (doubt->asked)
            tell_why(judging, say(judging->context, r->setting.book->rules[doubt->rule].text),
                indent);
    } while (doubt != NULL);
    judging->body.length = 0;
    flush_text(judging);
}

/* Is it about that line? The plays of a conflict are. */
static bool is_about(const struct ruling *ruling, uint32_t line)
{
    bool about = line == 0 || ruling->line == line;
    for (int i = 0; i < ruling->suspect_count; i++)
        about |= ruling->suspect[i].line == line;
    return about;
}

/* Does an argument follow, which tells by itself the lines that prove it? */
static bool is_argued(const struct judging *judging, const struct ruling *ruling)
{
    return judging->explains && is_about(ruling, judging->about) && ruling->kind >= RULING_CONFLICT
           && ruling->grounds.cards > 0 && ruling->grounds.lines > 0;
}

/*
 * --why: the argument of every finding, or of those about one line: where it needs none, the rule.
 */
static void explain(struct judging *judging, const struct ruling *ruling, const struct record *r,
    int indent)
{
    struct text why = {0};
    if (!judging->explains || !is_about(ruling, judging->about))
        return;
    if (say_argument(judging->context, &why, ruling, &r->setting))
        tell_why(judging, why.at, indent);
    else if (judging->about != 0)
        tell_why(judging, say(judging->context, r->setting.book->rules[ruling->rule].text), indent);
    text_clear(&why);
}

static void finding_text(void *user, const struct ruling *ruling, const struct record *r)
{
    struct input *input = user;
    struct judging *judging = input->user;
    const struct context *context = input->context;
    struct text *body = &judging->body;
    int indent;
    judging->counts[ruling->kind]++;
    if (context->quiet && ruling->kind < RULING_SLIP)
        return;
    findings_add(&judging->findings, ruling);
    if (findings_fold(ruling)
        || (findings_again(&judging->findings, ruling)
            && !(judging->about != 0 && is_about(ruling, judging->about))))
        return;
    say_colon(context, body);
    say_message(context, body, &ruling->message, ruling, &r->setting);
    struct ruling proved = *ruling;
    if (is_argued(judging, ruling))
        proved.because_count = proved.grounds.lines = 0;
    say_proof(context, body, &proved, &r->setting, NULL);
    tell_finding(judging, ruling->line, ruling->kind, body, ruling->rule, &r->setting, &indent);
    explain(judging, ruling, r, indent);
    body->length = 0;
    flush_text(judging);
}

static void add_count(const struct context *context, struct text *t, const char *text,
    int32_t count)
{
    text_put(t, "  ");
    say_with(context, t, text, "i", "count", (int64_t)count);
    text_put(t, "\n");
}

/* A line below the verdict, if there is anything to say; emptied. */
static void add_line(struct text *t, struct text *words)
{
    if (words->length == 0)
        return;
    text_spaces(t, 2);
    say_wrapped(t, words->at, 2, 2);
    text_put(t, "\n");
    words->length = 0;
}

/* Which lines could not be read: of one, of several. */
static void say_unread(const struct judging *judging, struct text *t, const char *one,
    const char *several)
{
    struct text lines = {0};
    const bool more = judging->unreads > UNREAD_MOST;
    say_numbers(judging->context, &lines, judging->unread, more ? UNREAD_MOST : judging->unreads,
        NULL);
    text_put(&lines, more ? " …" : "");
    say_with(judging->context, t, judging->unreads > 1 ? several : one, "t", "lines", lines.at);
    text_clear(&lines);
}

static void end_text(void *user, const struct record *r)
{
    struct input *input = user;
    struct judging *judging = input->user;
    const struct context *context = input->context;
    struct text *t = &judging->out;
    struct text words = {0};
    enum ruling_kind worst = r->verdict;
    tell_doubts(judging, r);
    if (worst == RULING_OPEN && judging->counts[RULING_UNPROVEN] > 0)
        worst = RULING_UNPROVEN;
    text_put(t, "  ");
    say_paint(context, t, worst < RULING_SLIP ? PAINT_GREEN : paint_of(worst));
    if (worst < RULING_SLIP && judging->unreads > 0)
        say_unread(judging, &words,
            N_("Verdict: nothing wrong in what could be read; line {lines} was not."),
            N_("Verdict: nothing wrong in what could be read; lines {lines} were not."));
    else if (worst < RULING_SLIP && input->unread > 0) /* of a deck's file */
        text_put(&words, say(context, N_("Verdict: nothing wrong in what could be read.")));
    else
        say_verdict(context, &words, &judging->findings, worst, &r->setting);
    say_wrapped(t, words.at, 2, 2);
    say_paint(context, t, PAINT_PLAIN);
    text_put(t, "\n");
    words.length = 0;
    say_breaches(context, &words, &judging->findings, &r->setting);
    add_line(t, &words);
    if (judging->counts[RULING_IRREGULAR] > 0)
        say_remedy(context, &words, judging->remedy.length > 0 ? judging->remedy.at : NULL);
    add_line(t, &words);
    findings_clear(&judging->findings);
    judging->last = r->line > judging->last ? r->line : judging->last;
    if (worst >= RULING_SLIP && judging->unreads > 0)
        say_unread(judging, &words, N_("Line {lines} could not be read, and was passed over."),
            N_("Lines {lines} could not be read, and were passed over."));
    add_line(t, &words);
    input->unread = 0;
    say_deck(context, &words, &r->setting);
    add_line(t, &words);
    text_clear(&words);
    if (context->quiet && judging->counts[RULING_UNPROVEN] > 0)
        add_count(context, t, N_("({count} unproven, not listed)"),
            (int32_t)judging->counts[RULING_UNPROVEN]);
    flush_text(judging);
    forget_game(judging);
}

/* --why: all, 0, or a line's number. False: it is none. */
static bool read_line(const char *why, uint32_t *about)
{
    const unsigned long long number = strtoull(why, NULL, 10);
    *about = number <= INT32_MAX ? (uint32_t)number : 0;
    return why[strspn(why, "0123456789")] == '\0' && (why[0] == '\0' || *about > 0);
}

/* A line was asked about of which nothing was found. */
static enum status answer_nothing(const struct judging *judging, enum status status)
{
    if (judging->about <= judging->last) {
        struct text said = {0};
        say_with(judging->context, &said, N_("Nothing was found in line {line}."), "i", "line",
            (int64_t)judging->about);
        text_put(&said, judging->news.length == 0 || judging->context->japanese ? "" : " ");
        text_add(&said, judging->news.at, judging->news.length);
        struct text wrapped = {0};
        say_wrapped(&wrapped, said.at, 0, 0);
        puts(wrapped.at);
        text_clear(&wrapped);
        text_clear(&said);
        return status;
    }
    complain(judging->context, N_("there is no line {line}; expected at most {last}"), "ii", "line",
        (int64_t)judging->about, "last", (int64_t)judging->last);
    return STATUS_BAD;
}

/* ---- the command ------------------------------------------------------------------------- */

static enum status run(const struct context *context, int count, char **words)
{
    if (count == 0 && !context->json && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        return dispute_command.run(context, 0, words); /* what is to be judged is typed */
    struct judging judging = {.context = context};
    struct input input = {.context = context, .open = record_text_open, .user = &judging};
    const char *why = given_value(context, "why");
    if (why != NULL && !read_line(why, &judging.about)) {
        complain(context, N_("--why={word} is not a line; expected its number"), "t", "word", why);
        return STATUS_BAD;
    }
    judging.explains = why != NULL && !context->json;
    struct record_host host = {.game_begins = begin_text,
        .finding = finding_text,
        .fault = note_unread,
        .game_ends = end_text,
        .accepted = accepted};
    facts_begin(&judging.row, keep_row, &judging);
    if (context->json) {
        host = (struct record_host){.game_begins = begin_json,
            .finding = finding_json,
            .fault = note_unread,
            .game_ends = end_json,
            .accepted = accepted};
        printf("{\"games\":[");
    }
    enum status status = input_run(&input, &host, count, words);
    if (context->json)
        printf("]}\n");
    else if (judging.any_game && judging.about != 0 && !judging.answered)
        status = answer_nothing(&judging, status);
    text_clear(&judging.news);
    text_clear(&judging.remedy);
    text_clear(&judging.out);
    text_clear(&judging.body);
    return status;
}

static const struct flag flags[] = {
    {.name = "why",
        .takes = N_("LINE"),
        .optional = true,
        .value = OPERAND_TEXT,
        .summary = N_("tell the whole argument of every finding, or of those about a line")},
    {.name = "quiet", .letter = 'q', .summary = N_("list only what broke a rule or is impossible")},
    {0},
};

const struct command judge_command = {
    .name = "judge",
    .manual = "fuda-judge",
    .usage = N_("judge [FILE|N|ID…]"),
    .summary = N_("rule on a record"),
    .example = "fuda judge night.fuda\nfuda judge --json night.fuda | jq .games[0].verdict\n"
               "cat night.fuda | fuda judge -",
    .flags = flags,
    .takes = {OPERAND_RECORDED},
    .most = WORDS_MANY,
    .pages = PAGES_WITH_WORDS,
    .run = run,
};
