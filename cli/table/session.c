/* A record as it is kept at the table; see session.h. */
#define _XOPEN_SOURCE 700
#include "cli/verdict.h"
#include "session.h"
#include "cli/example.h"

#include <stdlib.h>
#include <string.h>

/* ---- findings in words ------------------------------------------------------------------- */

static void add_line(struct text *t, const char *line)
{
    say_wrapped(t, line, 0, 2);
    text_put(t, "\n");
}

static void add_message(const struct session *s, struct text *t, const struct message *message)
{
    struct text words = {0};
    say_message(s->context, &words, message, NULL, &s->step->after->setting);
    add_line(t, words.at);
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

static void forget_one(struct explained *e)
{
    free(e->text);
    free(e->why);
}

static void forget_all(struct explained **list, size_t *count)
{
    for (size_t i = 0; i < *count; i++)
        forget_one(&(*list)[i]);
    *count = 0;
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
    bool let_stand = s->step->stands && ruling->kind == RULING_IRREGULAR
                     && ruling->line == after->line;
    if (ruling->kind == RULING_OPEN && ruling->option >= 0)
        *asked |= 1u << ruling->option;
    s->broken |= ruling->kind == RULING_IRREGULAR || ruling->kind == RULING_CONFLICT;
    explain(s, ruling, &t);
    bool argued = say_argument(s->context, &why, ruling, &after->setting);
    remember(&s->told, &s->told_count,
        &(struct explained){what, hushed, false, memory_text(t.at),
            memory_text(argued ? why.at : "")});
    text_clear(&why);
    add_words(s, after, &s->told[s->told_count - 1], &words);
    if (!let_stand)
        add_line(ruling->kind == RULING_OPEN ? &s->said : &s->wrong, words.at);
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
    add_line(&s->wrong, words.at);
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
        add_line(&s->wrong, words.at);
    }
    text_clear(&words);
}

/* A line that breaks a rule and is not taken leaves nothing that it told of. */
static void tell_step(struct session *s)
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
    message_set(&message, N_("not read, at column {column}: {fault}"));
    message_number(&message, "column", (int32_t)fault->column);
    message_text(&message, "fault", (struct span){t.at, t.length});
    if (s->heading > 0 && fault->column > 0)
        add_message(s, &s->wrong, &message);
    else /* nobody has typed the line that is read, or not so */
        add_line(&s->wrong, t.at);
    hold(s, NULL, t.at);
    text_clear(&t);
}

/*
 * Of a line that is not taken only that is told which stood in its way: what else was found counts
 * on statements that were passed over, and comes again with the line. What is impossible may itself
 * only follow from what could not be read.
 */
static void tell_refusal(struct session *s)
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
            add_line(&s->wrong, say(s->context, unfit[i]));
    for (uint16_t i = 0; i < found->count && s->wrong.length == 0; i++)
        if (found->row[i].kind == RULING_IMPOSSIBLE) {
            struct text t = {0};
            explain(s, &found->row[i], &t);
            add_line(&s->wrong, t.at);
            hold(s, &found->row[i], t.at);
            text_clear(&t);
        }
}

/* ---- decks ------------------------------------------------------------------------------- */

static const void *find_deck(void *user, const struct rulebook *book, struct span name)
{
    struct session *s = user;
    return packs_find(&s->packs, book, name);
}

static bool deck_missing(void *user, const struct rulebook *book, struct span name,
    struct message *why)
{
    struct session *s = user;
    return packs_missing(&s->packs, book, name, why);
}

/* A line of a pack's file could not be read: the deck is not taken. */
static void on_wrong(void *user, const char *words)
{
    struct session *s = user;
    s->step->refused = true;
    add_line(&s->wrong, words);
}

/* ---- steps ------------------------------------------------------------------------------- */

static void restart(struct session *s, const struct record_room *room)
{
    const struct record_host decks = {.pack_find = find_deck,
        .pack_missing = deck_missing,
        .teller = &s->rows.teller,
        .user = s,
        .kept = s->stored};
    facts_clear(&s->rows);
    step_begin(s->step, &s->record, room, &decks);
}

/* The memory that the record works in now. */
static struct record_room room_of(const struct record *r)
{
    return (struct record_room){r->state, r->before, r->pack, r->findings, NULL};
}

void session_of_store(struct session *s) { s->stored = s->record.host.kept = true; }

static void begin(struct session *s, const struct context *context, struct step *step,
    const struct record_room *room)
{
    *s = (struct session){.context = context, .step = step};
    facts_begin(&s->rows, NULL, NULL);
    s->packs = (struct packs){.context = context, .wrong = on_wrong, .user = s};
    restart(s, room);
}

void session_begin(struct session *s, const struct context *context)
{
    const struct record_room room = memory_rooms();
    struct step *step = memory_get(sizeof *step);
    step->mark.room = memory_rooms();
    begin(s, context, step, &room);
}

void said_lines_free(struct said_line *lines, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(lines[i].text);
        free(lines[i].place);
        free(lines[i].told);
    }
    free(lines);
}

static void forget_untaken(struct session *s)
{
    forget_all(&s->untaken.why, &s->untaken.count);
    free(s->untaken.line);
    s->untaken.line = NULL;
}

/* All but the rooms that it works in. */
static void forget(struct session *s)
{
    forget_all(&s->told, &s->told_count);
    forget_untaken(s);
    said_lines_free(s->steps, s->kept);
    waypoints_free(&s->waypoints);
    facts_clear(&s->rows);
    free(s->told);
    free(s->untaken.why);
    packs_end(&s->packs);
    text_clear(&s->said);
    text_clear(&s->wrong);
}

void session_again(struct session *s)
{
    const struct record_room room = room_of(&s->record);
    forget(s);
    begin(s, s->context, s->step, &room);
}

void session_clear(struct session *s)
{
    const struct record_room room = room_of(&s->record);
    forget(s);
    memory_rooms_free(&room);
    if (s->step != NULL)
        memory_rooms_free(&s->step->mark.room);
    free(s->step);
    *s = (struct session){0};
}

static void clear_answers(struct session *s)
{
    text_add(&s->said, "", 0);
    text_add(&s->wrong, "", 0);
    s->said.length = s->wrong.length = 0;
    s->said.at[0] = s->wrong.at[0] = '\0';
    s->broken = false;
    forget_untaken(s);
}

/* Where the game stands before a line, and whose turn it is; -1: nobody's. */
static struct text stand_before(const struct session *s, int *seat)
{
    struct message place;
    struct text out = {0};
    *seat = -1;
    text_put(&out, "");
    if (record_place(&s->record, &place, seat))
        say_message(s->context, &out, &place, NULL, &s->record.setting);
    char *behind = out.at != NULL ? strstr(out.at, " (") : NULL;
    behind = behind == NULL && out.at != NULL ? strstr(out.at, "（") : behind;
    if (behind != NULL) {
        out.length = (size_t)(behind - out.at);
        *behind = '\0';
    }
    return out;
}

size_t line_named(const char *line)
{
    const size_t quoted = quoted_length((struct span){line, strlen(line)});
    const size_t length = quoted > 0 ? quoted : strcspn(line, ": ");
    return strncmp(line + length, ": ", 2) == 0 ? length : 0;
}

/* The place and whose line it is: the line itself says so where it names somebody. */
static char *place_said(const struct session *s, const struct text *stand, int seat,
    const char *line)
{
    char name[NAME_MOST];
    const size_t named = line_named(line);
    struct text out = {0};
    text_put(&out, stand->at);
    if (named > 0 && named <= sizeof name) {
        text_put(&out, out.length > 0 ? " " : "");
        say_foreign(&out, name, text_spell((struct span){line, named}, name));
    } else if (seat >= 0) {
        text_put(&out, out.length > 0 ? " " : "");
        say_seat(&out, &s->record.seats, seat);
    }
    return out.at;
}

static void keep_waypoint(struct session *s)
{
    waypoints_keep(&s->waypoints, &s->record,
        &(struct waypoint){.count = s->count, .told = s->told_count, .rows = s->rows.root.count});
}

/* gcc 12 takes what the array owns for lost here, too. */
#pragma GCC diagnostic push
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wanalyzer-malloc-leak"
#endif

/* `place` becomes the session's. */
static void push_step(struct session *s, const char *line, char *place)
{
    for (size_t i = s->count; i < s->kept; i++) {
        free(s->steps[i].text);
        free(s->steps[i].place);
        free(s->steps[i].told);
    }
    s->kept = s->count;
    s->steps = memory_row(s->steps, s->count, sizeof *s->steps);
    s->steps[s->count++] = (struct said_line){.text = memory_text(line),
        .place = place,
        .broke = s->broken,
        .ruled = s->ruled,
        .told = memory_text(s->said.at != NULL ? s->said.at : "")};
    s->kept = s->count;
    keep_waypoint(s);
}
#pragma GCC diagnostic pop

/* `typed`: as it came from the prompt, else as a record has it. */
static enum step_end apply(struct session *s, bool typed, const char *line, bool ask)
{
    clear_answers(s);
    /* every step looks anew: a pack's file may have been mended */
    packs_clear(&s->packs);
    const int rows = s->rows.root.count;
    enum step_end end = typed ? step_answer(s->step, &s->record, line, strlen(line), ask)
                              : step_try(s->step, &s->record, line, strlen(line), ask);
    if (end != STEP_TAKEN)
        facts_cut(&s->rows, rows);
    if (end == STEP_REFUSED)
        tell_refusal(s);
    else
        tell_step(s);
    if (end != STEP_TAKEN)
        s->untaken.line = memory_text(line);
    s->agreed = false;
    return end;
}

static enum step_end attempt(struct session *s, bool typed, const char *line, bool ask)
{
    int seat;
    struct text stand = stand_before(s, &seat);
    char *place = place_said(s, &stand, seat, line);
    s->place = place;
    enum step_end end = apply(s, typed, line, ask);
    s->place = NULL;
    free(place);
    if (end == STEP_TAKEN) /* an answer is a statement now, and may name somebody */
        push_step(s, s->step->line, place_said(s, &stand, seat, s->step->line));
    text_clear(&stand);
    return end;
}

enum step_end session_try(struct session *s, const char *line, bool ask)
{
    return attempt(s, false, line, ask);
}
enum step_end session_answer(struct session *s, const char *line, bool ask)
{
    return attempt(s, true, line, ask);
}

enum step_end session_look(struct session *s, const char *line)
{
    const int rows = s->rows.root.count;
    const enum step_end end = step_look(s->step, &s->record, line, strlen(line));
    facts_cut(&s->rows, rows);
    return end;
}

/* What was said before means what it meant then. */
static void apply_again(struct session *s, const char *line)
{
    bool live = s->packs.live;
    s->packs.live = false;
    apply(s, false, line, false);
    s->packs.live = live;
}

void session_replay(struct session *s, struct said_line *lines, size_t count)
{
    const struct record_room room = room_of(&s->record);
    bool live = s->packs.live;
    restart(s, &room);
    forget_all(&s->told, &s->told_count);
    s->steps = NULL;
    /* a waypoint is written over as the steps come to its number, before it can be used */
    s->count = s->kept = 0;
    s->packs.live = false;
    for (size_t i = 0; i < count; i++)
        session_try(s, lines[i].text, false);
    s->packs.live = live;
    clear_answers(s);
}

/* The step after those that are applied, once more. */
static void apply_next(struct session *s)
{
    s->place = s->steps[s->count].place;
    apply_again(s, s->steps[s->count].text);
    s->place = NULL;
    s->count++;
    keep_waypoint(s);
}

/* The record anew, or as it stood at a waypoint not after `to`. */
static void return_before(struct session *s, size_t to)
{
    const struct record_room room = room_of(&s->record);
    const struct waypoint *from = waypoints_return(&s->waypoints, &s->record, to);
    const size_t told = from != NULL ? from->told : 0;
    if (from != NULL)
        facts_cut(&s->rows, from->rows);
    else
        restart(s, &room);
    for (; s->told_count > told; s->told_count--)
        forget_one(&s->told[s->told_count - 1]);
    s->count = from != NULL ? from->count : 0;
}

bool session_undo_to(struct session *s, size_t to)
{
    if (s->count <= s->heading || to < s->heading || to >= s->count)
        return false;
    return_before(s, to);
    while (s->count < to)
        apply_next(s);
    packs_clear(&s->packs);
    clear_answers(s);
    return true;
}

bool session_undo(struct session *s) { return s->count > 0 && session_undo_to(s, s->count - 1); }

void session_reasons(struct session *s, size_t step, struct text *out)
{
    const size_t count = s->count;
    const struct untaken held = s->untaken;
    s->untaken = (struct untaken){NULL};
    return_before(s, step);
    while (s->count < count) {
        s->reasons = s->count == step ? out : NULL;
        apply_next(s);
    }
    s->reasons = NULL;
    packs_clear(&s->packs);
    clear_answers(s);
    free(s->untaken.why);
    s->untaken = held;
}

bool session_redo(struct session *s, const char *line)
{
    if (s->count == s->kept || strcmp(s->steps[s->count].text, line) != 0)
        return false;
    apply_next(s);
    return true;
}

const struct fact *session_rows(struct session *s)
{
    const struct record *r = &s->record;
    uint32_t told = r->told;
    s->final = s->rows.root.count;
    if (r->begun)
        r->setting.book->tell_rows(r->state, &r->setting, &s->rows.teller, &told, true);
    return &s->rows.root;
}

void session_rows_end(struct session *s) { facts_cut(&s->rows, s->final); }
