/* A record as it is kept at the table; see session.h. */
#define _XOPEN_SOURCE 700
#include "session.h"

#include <stdlib.h>
#include <string.h>

/* ---- what a line brings ------------------------------------------------------------------ */

static void add_line(struct text *t, const char *line)
{
    say_wrapped(t, line, 0, 2);
    text_put(t, "\n");
}

/* The line is not taken, and this is why. */
static void refuse(struct session *s, const char *why)
{
    add_line(&s->refusal, why);
    s->refused = true;
}

static void on_fault(void *user, uint32_t line, const struct fault *fault, const struct record *r)
{
    struct session *s = user;
    struct text t = {0};
    (void)line;
    if (s->heading > 0)     /* before that nobody has typed the line that is read */
        text_printf(&t, say(s->context, N_("not read, at column %lu: ")), (unsigned long)fault->column);
    say_message(s->context, &t, &fault->message, NULL, &r->setting);
    refuse(s, t.at);
    text_clear(&t);
}

/* What the game itself has to tell of a statement: who took the trick, what it cost. */
static void tell_news(struct session *s)
{
    enum { NEWS = 32 };
    struct message news[NEWS];
    const struct rulebook *book = s->record.setting.book;
    unsigned count = book->table == NULL ? 0
                   : book->table->news(s->record.before, s->record.state, &s->record.setting, news, NEWS);
    for (unsigned i = 0; i < count; i++) {
        struct text t = {0};
        say_message(s->context, &t, &news[i], NULL, &s->record.setting);
        add_line(&s->news, t.at);
        text_clear(&t);
    }
}

/* Stored is what was read: keywords and cards in ASCII, names whole. */
static void on_accepted(void *user, const struct statement *said, const struct record *r)
{
    struct session *s = user;
    if (r->begun && !said->common && !said->row)
        tell_news(s);
    s->stands = said->stands;
    if (said->common && said->verb == SAY_GAME && r->line > s->heading && s->heading > 0) {
        refuse(s, say(s->context, N_("one record is kept here; `quit`, then `fuda table GAME NAME…` begins another")));
    }
    if (said->common && said->verb == SAY_PACK && said->count == 2) {
        refuse(s, say(s->context, N_("the rows of a pack stand in a file of their own (`fuda pack new`); here expected `pack NAME`")));
    }
    if (s->line.length > 0)
        text_put(&s->line, "; ");
    text_statement(&s->line, said, &r->setting);
}

static struct told told_of(const struct ruling *ruling)
{
    return (struct told){ruling->kind, ruling->rule, ruling->seat, ruling->card, ruling->line};
}

static bool same(const struct told *a, const struct told *b)
{
    return a->kind == b->kind && a->rule == b->rule && a->seat == b->seat && a->card == b->card
        && a->line == b->line;
}

/* What was told without its cards is told again once they may be looked at. */
static bool was_told(const struct session *s, const struct told *what, bool hushed)
{
    for (size_t i = 0; i < s->told_count; i++)
        if (same(&s->told[i].what, what) && (hushed || !s->told[i].hushed))
            return true;
    return false;
}

bool session_face_down(const struct session *s, uint32_t line)
{
    const struct rulebook *book = s->record.setting.book;
    return s->record.begun && book->knowledge != NULL && book->knowledge->face_down != NULL && line != s->record.line && book->knowledge->face_down(s->room.state, line);
}

/* A finding in words that name no card; NULL: its own do not. */
static const char *hushed_words(enum ruling_kind kind)
{
    switch (kind) {
    case RULING_IRREGULAR:
        return N_("{seat} broke this rule in a trick that lies face down; its cards are told once they may be looked at.");
    case RULING_CONFLICT:
        return N_("Plays to tricks that lie face down cannot all be right; their cards are told once they may be "
                  "looked at.");
    case RULING_OPEN:
    case RULING_UNPROVEN:
    case RULING_IMPOSSIBLE:
        break;
    }
    return NULL;
}

/* "irregular (haratama/follow): " */
static void add_label(const struct session *s, enum ruling_kind kind, int rule, struct text *t)
{
    const struct rulebook *book = s->record.setting.book;
    text_printf(t, "%s (%s/%s)%s", say(s->context, ruling_name(kind)), book->id, book->rules[rule].id,
                s->context->japanese ? "：" : ": ");
}

void session_words(const struct session *s, const struct explained *e, struct text *out)
{
    const char *hushed = session_face_down(s, e->what.line) ? hushed_words(e->what.kind) : NULL;
    if (hushed == NULL) {
        text_put(out, e->text);
        return;
    }
    struct message message;
    struct ruling ruling = {.kind = e->what.kind, .seat = e->what.seat, .card = -1, .option = -1};
    add_label(s, e->what.kind, e->what.rule, out);
    say_message(s->context, out, message_set(&message, hushed), &ruling, &s->record.setting);
}

/* gcc 12 takes what the array owns for lost. */
#pragma GCC diagnostic push
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wanalyzer-malloc-leak"
#endif
static void remember(struct session *s, const struct told *what, bool hushed, const char *text)
{
    struct explained *grown = realloc(s->told, (s->told_count + 1) * sizeof *grown);
    if (grown == NULL)
        abort();
    s->told = grown;
    s->told[s->told_count].what = *what;
    s->told[s->told_count].hushed = hushed;
    s->told[s->told_count].text = strdup(text);
    if (s->told[s->told_count++].text == NULL)
        abort();
}
#pragma GCC diagnostic pop

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
        text_put(t, s->context->japanese ? "" : " ");
        text_printf(t, say(s->context, N_("Or say `house %s=%s`.")), option->key, answers.at);
    }
    text_clear(&answers);
}

/* "irregular (haratama/follow): …" as one paragraph. */
static void explain(struct session *s, const struct ruling *ruling, struct text *t)
{
    const struct setting *setting = &s->record.setting;
    add_label(s, ruling->kind, ruling->rule, t);
    say_message(s->context, t, &ruling->message, ruling, setting);
    say_proof(s->context, t, ruling, setting);
    if (ruling->kind == RULING_OPEN && ruling->option >= 0 && !s->record.house.option[ruling->option].named)
        add_answers(s, &setting->book->options[ruling->option], t);
}

/* A question is told once; where the house has the table asked, as often as it comes up. */
static bool was_asked(const struct session *s, const struct ruling *ruling)
{
    return ruling->kind == RULING_OPEN && s->record.asked & 1u << ruling->option
        && !s->record.house.option[ruling->option].named;
}

/* A finding that matters at once: told when it is new. */
static void notice(struct session *s, const struct ruling *ruling)
{
    struct told what = told_of(ruling);
    bool hushed = session_face_down(s, ruling->line) && hushed_words(ruling->kind) != NULL;
    if (ruling->kind == RULING_UNPROVEN || was_told(s, &what, hushed) || was_asked(s, ruling))
        return;
    struct text t = {0};
    explain(s, ruling, &t);
    if (ruling->kind == RULING_OPEN)
        s->record.asked |= 1u << ruling->option;
    s->irregular |= ruling->kind == RULING_IRREGULAR && ruling->line == s->record.line;
    s->broken |= ruling->kind == RULING_IRREGULAR || ruling->kind == RULING_CONFLICT;
    if (ruling->kind == RULING_IMPOSSIBLE) {
        if (!s->refused)            /* else it may only follow from what was passed over */
            refuse(s, t.at);
    } else {
        bool let_stand = s->stands && ruling->kind == RULING_IRREGULAR && ruling->line == s->record.line;
        remember(s, &what, hushed, t.at);
        struct text words = {0};
        session_words(s, &s->told[s->told_count - 1], &words);
        if (!let_stand)
            add_line(ruling->kind == RULING_OPEN ? &s->said : &s->wrong, words.at);
        text_clear(&words);
    }
    text_clear(&t);
}

static void on_finding(void *user, const struct ruling *ruling, const struct record *r)
{
    (void)r;
    notice(user, ruling);
}

/* What stands in the round so far: the rulings given, and the claims as they can be weighed now. */
static void weigh(struct session *s)
{
    struct rulings *list = s->room.findings;
    uint16_t given = list->count;
    if (!s->record.begun)
        return;
    if (s->record.setting.book->weigh != NULL)
        s->record.setting.book->weigh(s->room.state, &s->record.setting, list);
    for (uint16_t i = 0; i < list->count; i++)
        notice(s, &list->row[i]);
    list->count = given;
}

/* ---- decks ------------------------------------------------------------------------------- */

static const void *find_deck(void *user, const struct rulebook *book, struct span name)
{
    struct session *s = user;
    return packs_find(&s->packs, book, name);
}

static bool deck_missing(void *user, const struct rulebook *book, struct span name, struct message *why)
{
    struct session *s = user;
    return packs_missing(&s->packs, book, name, why);
}

/* A line of a pack's file could not be read: the deck is not taken. */
static void on_wrong(void *user, const char *words)
{
    refuse(user, words);
}

/* ---- steps ------------------------------------------------------------------------------- */

static void restart(struct session *s)
{
    struct record_host host = {.fault = on_fault, .finding = on_finding, .accepted = on_accepted,
                               .pack_find = find_deck, .pack_missing = deck_missing, .user = s};
    record_init(&s->record, &host, &s->room);
}

static bool room_make(struct record_room *room)
{
    room->state = malloc(rulebook_room());
    room->before = malloc(rulebook_room());
    room->pack = malloc(rulebook_room());
    room->findings = malloc(sizeof *room->findings);
    return room->state != NULL && room->before != NULL && room->pack != NULL && room->findings != NULL;
}

static void room_free(struct record_room *room)
{
    free(room->state);
    free(room->before);
    free(room->pack);
    free(room->findings);
}

bool session_begin(struct session *s, const struct context *context)
{
    *s = (struct session){.context = context};
    s->packs = (struct packs){.context = context, .wrong = on_wrong, .user = s};
    if (!room_make(&s->room) || !room_make(&s->mark.room)) {
        session_clear(s);
        return false;
    }
    restart(s);
    return true;
}

static void forget(struct session *s)
{
    for (size_t i = 0; i < s->told_count; i++)
        free(s->told[i].text);
    s->told_count = 0;
}

void session_clear(struct session *s)
{
    forget(s);
    for (size_t i = 0; i < s->kept; i++)
        free(s->steps[i]);
    free(s->told);
    free(s->steps);
    room_free(&s->room);
    room_free(&s->mark.room);
    packs_end(&s->packs);
    text_clear(&s->line);
    text_clear(&s->said);
    text_clear(&s->news);
    text_clear(&s->wrong);
    text_clear(&s->refusal);
    *s = (struct session){0};
}

bool session_playing(const struct session *s)
{
    return s->record.begun;
}

static void clear_answers(struct session *s)
{
    text_add(&s->said, "", 0);
    text_add(&s->wrong, "", 0);
    text_add(&s->line, "", 0);
    text_add(&s->news, "", 0);
    text_add(&s->refusal, "", 0);
    s->line.length = s->said.length = s->wrong.length = s->news.length = s->refusal.length = 0;
    s->line.at[0] = s->said.at[0] = s->wrong.at[0] = s->news.at[0] = s->refusal.at[0] = '\0';
    s->refused = s->irregular = s->broken = false;
}

/* The record as it was before the line, and nothing told of it. */
static void put_back(struct session *s, size_t told)
{
    record_restore(&s->record, &s->mark);
    while (s->told_count > told)
        free(s->told[--s->told_count].text);
}

/* Of a line that is not taken only that is told which stood in its way: what else was found counts on
   statements that were passed over, and comes again with the line. */
static void tell_refusal(struct session *s)
{
    s->said.length = s->wrong.length = 0;
    s->said.at[0] = s->wrong.at[0] = '\0';
    text_add(&s->wrong, s->refusal.at, s->refusal.length);
    s->broken = false;
}

static void push_step(struct session *s, const char *line)
{
    for (size_t i = s->count; i < s->kept; i++)
        free(s->steps[i]);
    s->kept = s->count;
    char **grown = realloc(s->steps, (s->count + 1) * sizeof *grown);
    char *copy = strdup(line);
    if (grown == NULL || copy == NULL)
        abort();
    s->steps = grown;
    s->steps[s->count++] = copy;
    s->kept = s->count;
}

static enum verdict apply(struct session *s, const char *line, bool ask)
{
    const size_t told = s->told_count;
    clear_answers(s);
    packs_clear(&s->packs);             /* every step looks anew: a pack's file may have been mended */
    s->stands = false;
    record_save(&s->record, &s->mark);
    record_line(&s->record, line, strlen(line));
    weigh(s);
    bool doubtful = ask && s->irregular && !s->stands;
    if (s->refused || doubtful)
        put_back(s, told);
    else
        text_add(&s->said, s->news.at, s->news.length);
    if (s->refused)
        tell_refusal(s);
    return s->refused ? SESSION_REFUSED : doubtful ? SESSION_DOUBTFUL : SESSION_ACCEPTED;
}

enum verdict session_try(struct session *s, const char *line, bool ask)
{
    enum verdict verdict = apply(s, line, ask);
    if (verdict == SESSION_ACCEPTED)
        push_step(s, s->line.at);
    return verdict;
}

/* What was said before means what it meant then. */
static enum verdict apply_again(struct session *s, const char *line)
{
    bool live = s->packs.live;
    s->packs.live = false;
    enum verdict verdict = apply(s, line, false);
    s->packs.live = live;
    return verdict;
}

static void replay_all(struct session *s)
{
    restart(s);
    forget(s);
    for (size_t i = 0; i < s->count; i++)
        apply_again(s, s->steps[i]);
    clear_answers(s);
}

bool session_undo(struct session *s)
{
    if (s->count <= s->heading)
        return false;
    s->count--;
    replay_all(s);
    return true;
}

bool session_redo(struct session *s, const char *line)
{
    if (s->count == s->kept || strcmp(s->steps[s->count], line) != 0)
        return false;
    apply_again(s, s->steps[s->count]);
    s->count++;
    return true;
}
