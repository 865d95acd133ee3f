/* What a step brought, in words; see session.h. */
#include "cli/verdict.h"
#include "session.h"
#include "cli/example.h"

#include <stdlib.h>
#include <string.h>

/* ---- findings in words ------------------------------------------------------------------- */

void session_add_line(struct text *t, const char *line)
{
    say_wrapped(t, line, 0, 2);
    text_put(t, "\n");
}

static void add_message(const struct session *s, struct text *t, const struct message *message)
{
    struct text words = {0};
    say_message(s->context, &words, message, NULL, &s->step->after->setting);
    session_add_line(t, words.at);
    text_clear(&words);
}

static struct step_texts told_of(const struct ruling *ruling)
{
    return (
        struct step_texts){ruling->kind, ruling->rule, ruling->seat, ruling->card, ruling->line};
}

static bool same(const struct step_texts *a, const struct step_texts *b)
{
    return a->kind == b->kind && a->rule == b->rule && a->seat == b->seat && a->card == b->card
           && a->line == b->line;
}

/* What was told without its cards is told again once they may be looked at. */
static bool was_told(const struct session *s, const struct step_texts *what, bool hushed)
{
    for (size_t i = 0; i < s->told_count; i++)
        if (same(&s->told[i].what, what) && (hushed || !s->told[i].hushed))
            return true;
    return false;
}

/* A finding in words that name no card; NULL: its own do not. */
static const char *hushed_words(enum ruling_kind kind)
{
    switch (kind) {
    case RULING_IRREGULAR:
        return N_("{seat} broke this rule in a trick that lies face down; its cards are told once "
                  "they may be looked at.");
    case RULING_CONFLICT:
        return N_("Plays to tricks that lie face down cannot all be right; their cards are told "
                  "once they may be looked at.");
    case RULING_OPEN:
    case RULING_UNPROVEN:
    case RULING_SLIP:
    case RULING_IMPOSSIBLE: break;
    }
    return NULL;
}

/* "irregular (haratama/follow): …" */
static void add_labelled(const struct session *s, const struct setting *setting,
    enum ruling_kind kind, int rule, const struct text *finding, struct text *out)
{
    struct text id = {0};
    text_printf(&id, "%s/%s", setting->book->id, setting->book->rules[rule].id);
    say_with(s->context, out, N_("{kind} ({rule}): {finding}"), "wtt", "kind", ruling_name(kind),
        "rule", id.at, "finding", finding->at);
    text_clear(&id);
}

/* A finding as it may be put into words by what the record has come to. */
static void add_words(const struct session *s, const struct record *r, const struct explained *e,
    struct text *out)
{
    const char *hushed = record_face_down(r, e->what.line) ? hushed_words(e->what.kind) : NULL;
    if (hushed == NULL) {
        text_put(out, e->text);
        return;
    }
    struct message message;
    struct text finding = {0};
    struct ruling ruling = {.kind = e->what.kind, .seat = e->what.seat, .card = -1, .option = -1};
    say_message(s->context, &finding, message_set(&message, hushed), &ruling, &r->setting);
    add_labelled(s, &r->setting, e->what.kind, e->what.rule, &finding, out);
    text_clear(&finding);
}

void session_words(const struct session *s, const struct explained *e, struct text *out)
{
    add_words(s, &s->record, e, out);
}

static void remember(struct explained **list, size_t *count, const struct explained *e)
{
    *list = memory_row(*list, *count, sizeof **list);
    (*list)[(*count)++] = *e;
}

/* How an open question is answered otherwise: "Or say `house tie=tied`." */
static void add_answers(const struct session *s, const struct option *option, struct text *t)
{
    struct text answers = {0};
    for (const struct house_answer *a = &option->answer[1]; a->word != NULL; a++) {
        text_put(&answers, a > &option->answer[1] ? "|" : "");
        if (a->kind == ANSWER_IS_SEAT)
            text_put(&answers, say(s->context, N_("NAME")));
        else
            text_put(&answers, a->word);
    }
    if (answers.length > 0) {
        struct text finding = *t;
        *t = (struct text){0};
        say_with(s->context, t, N_("{finding} Or say `house {key}={answers}`."), "ttt", "finding",
            finding.at, "key", option->key, "answers", answers.at);
        text_clear(&finding);
    }
    text_clear(&answers);
}

/* Where the game stood at a line of the record; a place may say more than that in brackets. */
static const char *place_of(void *user, uint32_t line)
{
    const struct session *s = user;
    if (line <= s->heading || line > s->count + 1)
        return NULL;
    const char *place = line > s->count ? s->place : s->steps[line - 1].place;
    return place != NULL && place[0] != '\0' ? place : NULL;
}

/* "irregular (haratama/follow): …" as one paragraph. */
static void explain(struct session *s, const struct ruling *ruling, struct text *t)
{
    const struct setting *setting = &s->step->after->setting;
    const struct line_places places = {place_of, s};
    struct text finding = {0};
    say_message(s->context, &finding, &ruling->message, ruling, setting);
    say_proof(s->context, &finding, ruling, setting, &places);
    if (ruling->kind == RULING_OPEN && ruling->option >= 0
        && !setting->house->option[ruling->option].named)
        add_answers(s, &setting->book->options[ruling->option], &finding);
    add_labelled(s, setting, ruling->kind, ruling->rule, &finding, t);
    text_clear(&finding);
}

/* ---- what a step brought ----------------------------------------------------------------- */

/* A question is told once; where the house has the table asked, as often as it comes up. */
static bool was_asked(const struct session *s, const struct ruling *ruling, uint32_t asked)
{
    return ruling->kind == RULING_OPEN && ruling->option >= 0 && asked & 1u << ruling->option
           && !s->step->after->setting.house->option[ruling->option].named;
}

/*
 * A finding that matters at once: told when it is new. `asked`: the questions told before, a bit
 * each.
 */
static void notice(struct session *s, const struct ruling *ruling, uint32_t *asked)
{
    struct step_texts what = told_of(ruling);
    const struct record *after = s->step->after;
    bool hushed = record_face_down(after, ruling->line) && hushed_words(ruling->kind) != NULL;
    if (ruling->kind == RULING_UNPROVEN || was_told(s, &what, hushed)
        || was_asked(s, ruling, *asked))
        return;
    struct text t = {0}, words = {0}, why = {0};
    const bool own_slip = ruling->kind == RULING_SLIP && ruling->line == after->line;
    bool let_stand = s->step->stands
                     && (own_slip
                         || (ruling->kind == RULING_IRREGULAR && ruling->line == after->line));
    if (ruling->kind == RULING_OPEN && ruling->option >= 0)
        *asked |= 1u << ruling->option;
    s->broken |= ruling->kind == RULING_IRREGULAR || ruling->kind == RULING_CONFLICT || own_slip;
    explain(s, ruling, &t);
    bool argued = say_argument(s->context, &why, ruling, &after->setting);
    remember(&s->told, &s->told_count,
        &(struct explained){what, hushed, false, memory_text(t.at),
            memory_text(argued ? why.at : "")});
    text_clear(&why);
    add_words(s, after, &s->told[s->told_count - 1], &words);
    if (!let_stand)
        session_add_line(ruling->kind == RULING_OPEN ? &s->said : &s->wrong, words.at);
    text_clear(&words);
    text_clear(&t);
}

/* What stood in the way of a line, for `why`. */
static void hold(struct session *s, const struct ruling *ruling, const char *text)
{
    struct explained e = {.unread = ruling == NULL, .text = memory_text(text)};
    struct text why = {0};
    if (ruling != NULL) {
        e.what = told_of(ruling);
        say_argument(s->context, &why, ruling, &s->step->after->setting);
    }
    e.why = memory_text(why.at != NULL ? why.at : "");
    text_clear(&why);
    remember(&s->untaken.why, &s->untaken.count, &e);
}

/* What may be a slip of the pen, and stood in the way of a line that breaks no rule. */
static void tell_doubt(struct session *s, const struct message *message)
{
    struct text words = {0};
    say_message(s->context, &words, message, NULL, &s->step->after->setting);
    session_add_line(&s->wrong, words.at);
    if (s->step->end == STEP_DOUBTFUL && s->step->lawful)
        hold(s, NULL, words.at);
    text_clear(&words);
}

/* What came of the line, each with why it is so; then the rules that it comes of, each once. */
static void tell_reasons(struct session *s)
{
    enum { INDENT = 3 };
    const struct setting *setting = &s->step->after->setting;
    uint64_t rules = 0;
    for (uint16_t i = 0; i < s->step->news; i++) {
        const struct message *m = &s->step->message[i];
        struct text words = {0};
        if (m->doubtful)
            continue;
        say_message(s->context, &words, m, NULL, setting);
        text_spaces(s->reasons, m->reason ? INDENT : 0);
        say_wrapped(s->reasons, words.at, m->reason ? INDENT : 0, m->reason ? INDENT : 2);
        text_put(s->reasons, "\n");
        text_clear(&words);
        rules |= (uint64_t)1 << m->rule;
    }
    for (int rule = 1; rule < 64 && rules >> rule != 0; rule++) {
        struct text heading = {0};
        if (!(rules >> rule & 1))
            continue;
        say_heading(s->context, &heading, &setting->book->rules[rule]);
        text_printf(&heading, " (%s/%s)", setting->book->id, setting->book->rules[rule].id);
        const char *const paragraphs[] = {heading.at,
            say(s->context, setting->book->rules[rule].text)};
        for (int i = 0; i < 2; i++) {
            text_spaces(s->reasons, INDENT);
            say_wrapped(s->reasons, paragraphs[i], INDENT, INDENT);
            text_put(s->reasons, "\n");
        }
        text_clear(&heading);
    }
}

/* What `house remedy=` says, the last time that it was said, into NAME_MOST + 1 bytes; or NULL. */
static const char *find_remedy(const struct session *s, char plain[NAME_MOST + 1])
{
    struct statement *said = memory_get(sizeof *said);
    const char *found = NULL;
    for (size_t i = 0; i < s->count; i++) {
        struct reader reader;
        struct fault fault;
        const char *line = s->steps[i].text;
        reader_begin(&reader, line, strlen(line), 1);
        while (
            strstr(line, "remedy") != NULL
            && statement_read(&reader, &s->record.setting, false, said, &fault) == READ_STATEMENT)
            for (int k = 0; k < said->count && said->common && said->verb == SAY_HOUSE; k++)
                if (text_is(said->argument[k].text, "remedy")) {
                    plain[text_spell(said->argument[k].value, plain)] = '\0';
                    found = plain;
                }
    }
    free(said);
    return found;
}

/*
 * Somebody broke a rule for sure: what this table does then; or, the first time, that the rulebook
 * sets nothing and how the table keeps what it does.
 */
static void tell_remedy(struct session *s, size_t told)
{
    char plain[NAME_MOST + 1];
    struct text words = {0};
    bool proved = false, before = false;
    for (size_t i = 0; i < s->told_count; i++) {
        const bool irregular = s->told[i].what.kind == RULING_IRREGULAR;
        proved |= irregular && i >= told;
        before |= irregular && i < told;
    }
    if (!s->advises || !proved || s->step->end != STEP_TAKEN)
        return;
    const char *remedy = find_remedy(s, plain);
    if (remedy != NULL || !before) {
        say_remedy(s->context, &words, remedy);
        session_add_line(&s->wrong, words.at);
    }
    text_clear(&words);
}

/* A line that breaks a rule and is not taken leaves nothing that it told of. */
void session_tell_step(struct session *s)
{
    const size_t told = s->told_count;
    struct message message;
    uint32_t asked = s->record.asked;
    for (uint16_t i = 0; i < s->step->findings.count; i++)
        notice(s, &s->step->findings.row[i], &asked);
    for (uint16_t i = 0; i < s->step->news; i++)
        if (s->step->message[i].doubtful && !s->agreed)
            tell_doubt(s, &s->step->message[i]);
        else if (!s->step->message[i].doubtful && !s->step->message[i].reason
                 && s->step->end == STEP_TAKEN)
            add_message(s, &s->said, &s->step->message[i]);
    if (s->reasons != NULL)
        tell_reasons(s);
    if (s->step->end == STEP_TAKEN)
        s->record.asked = asked;
    if (s->step->winners != 0) {
        message_seats(message_set(&message, N_("Winner: {winners}")), "winners", s->step->winners);
        add_message(s, &s->said, &message);
    }
    s->ruled = s->told_count > told;
    tell_remedy(s, told);
    for (size_t i = told; s->step->end != STEP_TAKEN && i < s->told_count; i++)
        remember(&s->untaken.why, &s->untaken.count, &s->told[i]);
    if (s->step->end != STEP_TAKEN)
        s->told_count = told;
}

static void tell_fault(struct session *s, const struct fault *fault)
{
    struct text t = {0};
    struct message message;
    if (say_fault(s->context, fault, &s->record, &s->step->after->setting, &t))
        text_put(&t, say(s->context, N_(". `help` shows the other ways to answer")));
    message_set(&message, N_("cannot be read, at column {column}: {fault}"));
    message_number(&message, "column", (int32_t)fault->column);
    message_text(&message, "fault", (struct span){t.at, t.length});
    if (s->heading > 0 && fault->column > 0)
        add_message(s, &s->wrong, &message);
    else /* nobody has typed the line that is read, or not so */
        session_add_line(&s->wrong, t.at);
    hold(s, NULL, t.at);
    text_clear(&t);
}

/*
 * Of a line that is not taken only that is told which stood in its way: what else was found counts
 * on statements that were passed over, and comes again with the line. What is impossible may itself
 * only follow from what could not be read.
 */
void session_tell_refusal(struct session *s)
{
    static const char *const unfit[] = {
        N_("one record is kept here; `quit`, then `fuda table GAME NAME…` begins another"),
        N_("the rows of a pack stand in a file of their own (`fuda pack new`); here expected `pack "
           "NAME`"),
        N_("this line is too long; expected at most 65536 bytes"),
    };
    const struct rulings *found = &s->step->findings;
    for (uint16_t i = 0; i < s->step->faults; i++)
        tell_fault(s, &s->step->fault[i]);
    for (size_t i = 0; i < sizeof unfit / sizeof *unfit; i++)
        if (s->step->unfit >> i & 1)
            session_add_line(&s->wrong, say(s->context, unfit[i]));
    for (uint16_t i = 0; i < found->count && s->wrong.length == 0; i++)
        if (found->row[i].kind == RULING_IMPOSSIBLE) {
            struct text t = {0};
            explain(s, &found->row[i], &t);
            session_add_line(&s->wrong, t.at);
            hold(s, &found->row[i], t.at);
            text_clear(&t);
        }
}
