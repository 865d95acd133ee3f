/* The record as the phones may see it; see view.h. */
#define _XOPEN_SOURCE 700
#include "view.h"
#include "core/ask.h"

#include <stdlib.h>
#include <string.h>

const char *const tongue_names[TONGUES] = {[TONGUE_ENGLISH] = "en", [TONGUE_JAPANESE] = "ja"};

/* ---- beginning and end ------------------------------------------------------------------- */

void view_begin(struct open_view *v, const struct context *context)
{
    *v = (struct open_view){.hidden = v->hidden, .hiddens = v->hiddens};
    for (int i = 0; i < TONGUES; i++) {
        say_other(&v->context[i], context, i == TONGUE_JAPANESE);
        v->context[i].color = false;
        session_begin(&v->session[i], &v->context[i]);
        v->session[i].advises = true;
    }
}

/* Gives the kept decks back, since the table owns them. */
static void give_back_decks(struct open_view *v)
{
    for (int i = 0; i < TONGUES; i++)
        v->session[i].packs.kept = NULL;
}

static void free_line(struct view_line *line)
{
    free(line->own);
    free(line->said);
}

void view_clear(struct open_view *v)
{
    give_back_decks(v);
    for (int i = 0; i < TONGUES; i++) {
        if (v->session[i].step != NULL)
            session_clear(&v->session[i]);
    }
    for (size_t i = 0; i < v->lines; i++)
        free_line(&v->line[i]);
    for (size_t i = 0; i < v->hiddens; i++)
        free(v->hidden[i].text);
    free(v->line);
    free(v->hidden);
    *v = (struct open_view){.lines = 0};
}

/* ---- hidden cards ------------------------------------------------------------------------ */

/* Is it a verb with which a seat enters cards that only it has seen? */
static bool is_private_verb(const char *name, size_t length)
{
    static const char *const verbs[] = {"hand", "pass", "refill"};
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strlen(verbs[i]) == length && memcmp(name, verbs[i], length) == 0)
            return true;
    return false;
}

static bool is_private(const struct setting *setting, const struct statement *said)
{
    const char *name = said->common || said->row ? "" : setting->book->verbs[said->verb].name;
    return is_private_verb(name, strlen(name));
}

bool view_asks_hidden(const struct record *r)
{
    struct ask ask;
    if (!record_asks(r, &ask))
        return false;
    for (int i = 0; i < ask.ways; i++) {
        const char *form = ask.way[i]->form, *behind = strstr(form, ": ");
        const char *verb = behind != NULL ? behind + 2 : form;
        if (is_private_verb(verb, strcspn(verb, " ")))
            return true;
    }
    return false;
}

bool view_tells_hidden(const struct setting *setting, const char *line, int seat)
{
    struct reader reader;
    struct statement said;
    struct fault fault;
    enum read_result read;
    reader_begin(&reader, line, strlen(line), 1);
    while (setting->book != NULL
           && (read = statement_read(&reader, setting, false, &said, &fault)) != READ_END)
        if (read == READ_STATEMENT && is_private(setting, &said) && (seat < 0 || said.seat == seat))
            return true;
    return false;
}

static bool opens_all(const void *user, int card) { return (void)user, (void)card, true; }

void view_open_line(const struct setting *setting, const char *line, struct text *out)
{
    view_open_cards(setting, line, opens_all, NULL, out);
}

void view_open_cards(const struct setting *setting, const char *line,
    bool (*opens)(const void *user, int card), const void *user, struct text *out)
{
    struct reader reader;
    struct statement said;
    struct fault fault;
    out->length = 0;
    text_put(out, "");
    reader_begin(&reader, line, strlen(line), 1);
    while (statement_read(&reader, setting, false, &said, &fault) == READ_STATEMENT) {
        for (int i = 0; is_private(setting, &said) && i < said.count; i++)
            if (opens(user, said.argument[i].kind == ARGUMENT_CARD ? said.argument[i].card : -1))
                said.argument[i] =
                    (struct argument){.kind = ARGUMENT_UNSEEN, .seat = -1, .card = -1};
        text_put(out, out->length > 0 ? "; " : "");
        text_statement(out, &said, setting);
    }
}

static const struct hidden_line *find_hidden(const struct open_view *v, const char *line)
{
    for (size_t i = 0; i < v->hiddens; i++)
        if (strcmp(v->hidden[i].text, line) == 0)
            return &v->hidden[i];
    return NULL;
}

const char *view_hidden_by(const struct open_view *v, const struct setting *setting,
    const char *line)
{
    const struct hidden_line *hidden = find_hidden(v, line);
    return hidden != NULL && view_tells_hidden(setting, line, -1) ? hidden->by : NULL;
}

bool view_hides(const struct open_view *v, const struct setting *setting, const char *line)
{
    return view_hidden_by(v, setting, line) != NULL;
}

void view_hide(struct open_view *v, const char *line, const char *by)
{
    if (find_hidden(v, line) != NULL)
        return;
    v->hidden = memory_row(v->hidden, v->hiddens, sizeof *v->hidden);
    struct hidden_line *hidden = &v->hidden[v->hiddens++];
    *hidden = (struct hidden_line){.text = memory_text(line)};
    snprintf(hidden->by, sizeof hidden->by, "%s", by);
}

void view_shows(struct open_view *v, const struct setting *setting, const char *line)
{
    struct text open = {0};
    view_open_line(setting, line, &open);
    for (size_t i = 0; i < v->lines; i++)
        if (v->line[i].undone && strcmp(v->line[i].own, line) == 0) {
            free(v->line[i].own);
            v->line[i].own = memory_text(open.at);
        }
    for (size_t i = 0; i < v->hiddens; i++)
        if (strcmp(v->hidden[i].text, line) == 0) {
            free(v->hidden[i].text);
            v->hidden[i--] = v->hidden[--v->hiddens];
        }
    text_clear(&open);
}

static struct view_line *line_at(const struct open_view *v, size_t step)
{
    for (size_t i = 0; i < v->lines; i++)
        if (!v->line[i].undone && step-- == 0)
            return &v->line[i];
    return NULL;
}

const char *view_said(const struct open_view *v, size_t step)
{
    const struct view_line *line = line_at(v, step);
    if (line == NULL)
        return NULL;
    return line->said != NULL ? line->said : line->own;
}

void view_yields(struct open_view *v, size_t step, const char *less, const char *said)
{
    struct view_line *line = line_at(v, step);
    if (line == NULL)
        return;
    const struct hidden_line *hidden = find_hidden(v, view_said(v, step));
    char by[GUEST_NAME + 1];
    snprintf(by, sizeof by, "%s", hidden != NULL ? hidden->by : "");
    view_hide(v, less, by);
    view_hide(v, said, by);
    const struct view_line now = {memory_text(less),
        strcmp(less, said) != 0 ? memory_text(said) : NULL, false};
    free_line(line);
    *line = now;
}

/* ---- going after the session ------------------------------------------------------------- */

/* The seat that a place such as "R1 T4 Bo" ends with; -1: none. */
static int seat_in(const struct seats *seats, const char *place)
{
    int found = -1;
    size_t longest = 0;
    for (int i = 0; i < seats->count; i++) {
        struct text name = {0};
        say_seat(&name, seats, i);
        const size_t length = strlen(place);
        if (name.length > longest && name.length <= length
            && strcmp(place + length - name.length, name.at) == 0) {
            found = i;
            longest = name.length;
        }
        text_clear(&name);
    }
    return found;
}

/* Enters the line with the name of its seat, for when only hidden cards say whose act it is. */
static bool say_named(struct session *s, const char *line, const char *place)
{
    const int seat = seat_in(&s->record.seats, place);
    char token[SEAT_TOKEN + 1];
    struct text named = {0};
    if (seat < 0)
        return false;
    token[seat_write(&s->record.seats, seat, token)] = '\0';
    text_printf(&named, "%s: %s", token, line);
    const bool taken = session_try(s, named.at, false) == STEP_TAKEN;
    text_clear(&named);
    return taken;
}

/* ---- the trick that was full last ---------------------------------------------------------- */

/* Adds the cards that a line plays to the trick: each belongs to the next seat. */
static void add_plays(struct trick_laid *trick, const struct setting *setting, int leader,
    const char *line)
{
    struct reader reader;
    struct statement said;
    struct fault fault;
    const int players = setting->seats->count;
    reader_begin(&reader, line, strlen(line), 1);
    while (
        players > 0 && statement_read(&reader, setting, false, &said, &fault) == READ_STATEMENT) {
        const bool plays = !said.common && !said.row
                           && setting->book->verbs[said.verb].name[0] == '\0';
        for (int i = 0; plays && i < said.count && trick->count < SEATS_MOST; i++) {
            const int behind = trick->count > 0 ? (trick->seat[trick->count - 1] + 1) % players
                                                : leader;
            const int seat = i == 0 && said.seat >= 0 ? said.seat : behind;
            if (trick->count == players || seat < 0 || said.argument[i].kind != ARGUMENT_CARD)
                trick->count = 0; /* another trick begins, or it is not known who leads */
            if (seat < 0 || said.argument[i].kind != ARGUMENT_CARD)
                continue;
            trick->seat[trick->count] = (int8_t)seat;
            trick->card[trick->count++] = (int16_t)said.argument[i].card;
        }
    }
}

static void lying(const struct record *r, struct trick_laid *out)
{
    *out = (struct trick_laid){.count = 0};
    if (r->begun && r->setting.book->table != NULL && r->setting.book->table->trick != NULL)
        r->setting.book->table->trick(r->state, out);
}

static int turn_of(const struct record *r)
{
    return r->begun && r->setting.book->knowledge != NULL
               ? r->setting.book->knowledge->turn(r->state, &r->setting)
               : -1;
}

/*
 * Notes after a line whether it completed a trick, which is then shown as the last one until a card
 * is played again.
 */
static void note_trick(struct open_view *v, struct trick_laid *before, int leader, const char *line)
{
    const struct record *r = &v->session[0].record;
    struct trick_laid now;
    if (!r->begun || r->setting.book->table == NULL || r->setting.book->table->trick == NULL)
        return;
    lying(r, &now);
    add_plays(before, &r->setting, leader, line);
    if (now.count == 0 && before->count == r->seats.count) {
        v->last = *before;
        v->last_winner = turn_of(r);
    } else if (now.count > 0) {
        v->last.count = 0;
    }
}

/* ---- going after the session, line by line ------------------------------------------------- */

/*
 * Enters a line as the phones see it. A line that cannot be read without its hidden cards becomes a
 * note, so that the numbers of lines stay the same.
 */
static void say_line(struct open_view *v, const struct said_line *said)
{
    struct text open = {0};
    struct trick_laid before;
    lying(&v->session[0].record, &before);
    const int leader = turn_of(&v->session[0].record);
    const bool hidden = view_hides(v, &v->session[0].record.setting, said->text);
    if (hidden)
        view_open_line(&v->session[0].record.setting, said->text, &open);
    const char *line = hidden ? open.at : said->text;
    for (int i = 0; i < TONGUES; i++)
        if (session_try(&v->session[i], line, false) != STEP_TAKEN
            && !say_named(&v->session[i], line, said->place))
            session_try(&v->session[i], "note \"\"", false);
    note_trick(v, &before, leader, line);
    text_clear(&open);
}

/* The index of the first line that was taken back after the last one that stands. */
static size_t behind_last(const struct open_view *v)
{
    size_t at = v->lines;
    while (at > 0 && v->line[at - 1].undone)
        at--;
    return at;
}

static void insert_line(struct open_view *v, size_t at, const char *own)
{
    v->line = memory_row(v->line, v->lines, sizeof *v->line);
    memmove(v->line + at + 1, v->line + at, (v->lines++ - at) * sizeof *v->line);
    v->line[at] = (struct view_line){.own = memory_text(own)};
}

/*
 * Notes a line that was entered: one taken back stands again, or a new one comes after those. A
 * mended line is kept next to what it was.
 */
static void note_line(struct open_view *v, const char *own, bool mends)
{
    const size_t first = behind_last(v);
    for (size_t i = first; i < v->lines; i++)
        if (strcmp(v->line[i].own, own) == 0) {
            v->line[i].undone = false;
            return;
        }
    insert_line(v, mends && first < v->lines ? first + 1 : v->lines, own);
}

/*
 * How many of the session's first lines are the ones that stand here; `at`: the index after them.
 */
static size_t same_lines(const struct open_view *v, const struct session *s, size_t *at)
{
    size_t count = 0;
    for (*at = 0; *at < v->lines && count < s->count; ++*at) {
        if (v->line[*at].undone)
            continue;
        if (strcmp(v->line[*at].own, s->steps[count].text) != 0)
            break;
        count++;
    }
    return count;
}

static void share_decks(struct open_view *v, const struct session *s)
{
    for (int i = 0; i < TONGUES; i++) {
        v->session[i].packs.kept = s->packs.kept;
        v->session[i].packs.record = s->packs.record;
        v->session[i].packs.live = false;
        v->session[i].heading = s->heading < v->session[i].count ? s->heading : v->session[i].count;
    }
}

bool view_follow(struct open_view *v, const struct session *s)
{
    size_t at, stood = v->session[0].count;
    const size_t same = same_lines(v, s, &at);
    if (same == stood && same == s->count)
        return false;
    const bool mends = same < stood && same < s->count;
    share_decks(v, s);
    for (int i = 0; i < TONGUES && s->stored; i++)
        session_of_store(&v->session[i]);
    for (; at < v->lines; at++)
        v->line[at].undone = true;
    for (int i = 0; i < TONGUES && same < stood; i++) {
        v->session[i].heading = 0;
        session_undo_to(&v->session[i], same);
        v->last.count = 0;
    }
    for (size_t i = same; i < s->count; i++) {
        note_line(v, s->steps[i].text, mends);
        say_line(v, &s->steps[i]);
    }
    share_decks(v, s);
    return true;
}

bool view_try(struct open_view *v, const char *line)
{
    bool taken = false;
    for (int i = 0; i < TONGUES; i++) {
        struct session *s = &v->session[i];
        if (session_answer(s, line, true) == STEP_TAKEN) {
            taken = true;
            session_undo(s);
        }
    }
    return !taken;
}
