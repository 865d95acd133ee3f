/* A record as it is kept at the table; see session.h. */
#define _XOPEN_SOURCE 700
#include "cli/verdict.h"
#include "session.h"
#include "cli/memory.h"
#include "cli/example.h"

#include <stdlib.h>
#include <string.h>

/* ---- where the record has been ----------------------------------------------------------- */

/* That of 64 steps and of every odd multiple is written over soonest. */
static size_t place_of(size_t count)
{
    size_t place = 0;
    for (size_t number = count / WAYPOINT_EACH; number % 2 == 0 && place < WAYPOINTS_MOST - 1;
         number /= 2)
        place++;
    return place;
}

/* Keeps the record if it has come to a number of steps at which a waypoint is wanted. */
static void waypoints_keep(struct waypoints *w, const struct record *r, const struct waypoint *here)
{
    if (here->count == 0 || here->count % WAYPOINT_EACH != 0)
        return;
    struct waypoint **at = &w->row[place_of(here->count)];
    if (*at == NULL) {
        *at = memory_get(sizeof **at);
        (*at)->mark.room = memory_rooms();
    }
    (*at)->count = here->count;
    (*at)->told = here->told;
    (*at)->rows = here->rows;
    step_save(r, &(*at)->mark);
}

/*
 * Takes the record back to the last waypoint at or before `count` steps, and forgets later ones.
 * NULL: there is none.
 */
static const struct waypoint *waypoints_return(struct waypoints *w, struct record *r, size_t count)
{
    struct waypoint *last = NULL;
    for (size_t i = 0; i < WAYPOINTS_MOST; i++) {
        struct waypoint *at = w->row[i];
        if (at != NULL && at->count > count)
            at->count = 0;
        else if (at != NULL && at->count > 0 && (last == NULL || at->count > last->count))
            last = at;
    }
    if (last == NULL)
        return NULL;
    step_return(r, &last->mark);
    step_save(r, &last->mark); /* it may be come back to again */
    return last;
}

static void waypoints_free(struct waypoints *w)
{
    for (size_t i = 0; i < WAYPOINTS_MOST; i++) {
        if (w->row[i] != NULL)
            memory_rooms_free(&w->row[i]->mark.room);
        free(w->row[i]);
    }
    *w = (struct waypoints){{NULL}};
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
    session_add_line(&s->wrong, words);
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
        session_tell_refusal(s);
    else
        session_tell_step(s);
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
