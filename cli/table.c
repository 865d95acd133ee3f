/*
 * fuda table: the prompt beside the cards. A line is a statement, or one of the table's own words
 * below; each accepted line is on the disk before the prompt returns.
 */
#define _XOPEN_SOURCE 700
#include "decks.h"
#include "keep.h"
#include "line.h"
#include "precedent.h"
#include "replay.h"
#include "sheet.h"
#include "watch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct table {
    const struct context *context;
    struct keep keep;
    struct store_hold *hold;
    struct session session;
    struct line *line;
    struct watch watch;
    struct text prompt;
    struct store_heading last;      /* of the record played last: texts below */
    char last_game[NAME_MOST + 1];
    char last_names[SEATS_MOST][NAME_MOST + 1];
    struct store_id unfinished;
    char *doubtful;                 /* owned: a line that waits for a word */
    bool terminal, done, auto_board;
    bool unread;                    /* a line of the store is no step of the session */
    bool refused, irregular;        /* anything so far: the exit status of a pipe */
    uint32_t answered;              /* open questions that a `house` line has answered, a bit each */
};

static void show(struct text *t)
{
    if (t->length > 0)
        fwrite(t->at, 1, t->length, stdout);
    text_clear(t);
}

/* What a step brought: answers on standard output, complaints where they are seen. */
static void show_answers(struct table *t)
{
    if (t->session.said.length > 0)
        fwrite(t->session.said.at, 1, t->session.said.length, stdout);
    fflush(stdout);
    if (t->session.wrong.length > 0)
        fwrite(t->session.wrong.at, 1, t->session.wrong.length, stderr);
}

/* A text with a line of the record or a file's name in it. */
static void show_line(const struct table *t, const char *text, const char *line)
{
    struct text out = {0};
    const char *said = say(t->context, text), *place = strstr(said, "%s");
    if (place == NULL)
        place = said = "%s\n";          /* a translation without the place */
    text_add(&out, said, (size_t)(place - said));
    say_foreign(&out, line, strlen(line));
    text_put(&out, place + strlen("%s"));
    show(&out);
}

/* ---- the table's own words --------------------------------------------------------------- */

/* A game may have none, and none has one before its first statement of play. */
static bool has_board(const struct record *r)
{
    const struct layout *layout = r->begun ? layout_find(r->setting.book) : NULL;
    return layout != NULL && layout->board != NULL && r->setting.book->tell_table != NULL;
}

static void show_board(struct table *t, bool more)
{
    const struct record *r = &t->session.record;
    struct text out = {0};
    if (!has_board(r))
        return;
    const struct layout *layout = layout_find(r->setting.book);
    json_t *table = tree_of_table(r);
    (more && layout->board_more != NULL ? layout->board_more : layout->board)(t->context, &out, r, table);
    json_decref(table);
    show(&out);
}

static bool do_board(struct table *t, const char *rest)
{
    if (strcmp(rest, "on") == 0 || strcmp(rest, "off") == 0)
        t->auto_board = rest[1] == 'n';
    else if (!has_board(&t->session.record)) {
        complain(t->context, N_("there is no board to show"));
        return false;
    } else
        show_board(t, strcmp(rest, "more") == 0);
    return true;
}

static bool do_what_if(struct table *t, const char *rest)
{
    return what_if(t->context, &t->session.record, rest);
}

struct wanted {
    struct store_id id;
    char *text;                 /* owned */
};

static bool find_line(void *user, const struct store_line *line)
{
    struct wanted *wanted = user;
    if (store_id_compare(&line->id, &wanted->id) != 0)
        return true;
    wanted->text = strdup(line->text);
    return false;
}

static bool reload(struct table *t);

/* Steps and stored lines go together, unless a line no longer reads: then all is read again. */
static bool do_undo(struct table *t, const char *rest)
{
    struct storage_why why = {""};
    struct wanted wanted = {.text = NULL};
    struct store_id record = store_hold_record(t->hold);
    (void)rest;
    enum storage_error error = store_undo(t->hold, &wanted.id, &why);
    if (error == STORAGE_NOTHING) {
        complain(t->context, N_("nothing to take back"));
        return false;
    }
    if (!keep_well(t->context, error, &why))
        return false;
    keep_well(t->context, store_lines_each(t->keep.store, &record, true, find_line, &wanted, &why), &why);
    if (wanted.text != NULL)
        show_line(t, N_("Taken back: %s\n"), wanted.text);
    free(wanted.text);
    watch_forgets(&t->watch);
    return t->unread ? reload(t) : session_undo(&t->session);
}

/* The store knows what was taken back, even before this program began. */
static bool do_redo(struct table *t, const char *rest)
{
    struct storage_why why = {""};
    struct wanted wanted = {.text = NULL};
    (void)rest;
    enum storage_error error = store_redo(t->hold, &wanted.id, &why);
    if (error == STORAGE_NOTHING) {
        complain(t->context, N_("nothing to bring back"));
        return false;
    }
    if (!keep_well(t->context, error, &why))
        return false;
    struct store_id record = store_hold_record(t->hold);
    keep_well(t->context, store_lines_each(t->keep.store, &record, true, find_line, &wanted, &why), &why);
    if (wanted.text == NULL)
        return false;
    if (!session_redo(&t->session, wanted.text))
        t->unread |= session_try(&t->session, wanted.text, false) != SESSION_ACCEPTED;
    show_line(t, N_("Back again: %s\n"), wanted.text);
    show_answers(t);
    free(wanted.text);
    return true;
}

static int seat_named(const struct table *t, const char *name)
{
    char folded[NAME_MOST];
    if (strlen(name) > NAME_MOST)
        return -1;
    size_t length = text_fold((struct span){name, strlen(name)}, folded);
    return seats_find(&t->session.record.seats, (struct span){folded, length}, NULL);
}

static bool do_legal(struct table *t, const char *rest)
{
    const struct record *r = &t->session.record;
    const struct rulebook *book = r->setting.book;
    if (!r->begun || book->legal == NULL) {
        complain(t->context, r->begun ? N_("what may be played is not worked out in this game")
                                      : N_("no game has begun"));
        return false;
    }
    int seat = rest[0] != '\0' ? seat_named(t, rest) : book->turn(r->state, &r->setting);
    if (seat < 0) {
        complain(t->context, rest[0] != '\0' ? N_("“%s” is nobody at this table")
                                              : N_("it is not known whose turn it is; expected `legal NAME`"), rest);
        return false;
    }
    struct cardset cards = book->legal(r->state, &r->setting, seat);
    struct text out = {0}, wrapped = {0};
    say_seat(&out, &r->seats, seat);
    text_put(&out, ":");
    if (cards.bits[0] == 0 && cards.bits[1] == 0)
        text_printf(&out, " %s", say(t->context, N_("nothing that is known")));
    for (int card = 0; card < 128; card++)
        if (cards.bits[card / 64] >> card % 64 & 1) {
            text_put(&out, " ");
            say_card(t->context, &out, &r->setting, card);
        }
    say_wrapped(&wrapped, out.at, 0, 2);
    text_put(&wrapped, "\n");
    show(&wrapped);
    text_clear(&out);
    return true;
}

static bool do_why(struct table *t, const char *rest)
{
    const struct session *s = &t->session;
    size_t n = rest[0] != '\0' ? (size_t)strtoul(rest, NULL, 10) : s->told_count;
    if (s->told_count == 0) {
        puts(say(t->context, N_("Nothing has been ruled yet.")));
        return true;
    }
    if (n < 1 || n > s->told_count) {
        complain(t->context, N_("no ruling %s; expected 1 to %lu"), rest, (unsigned long)s->told_count);
        return false;
    }
    const struct explained *e = &s->told[n - 1];
    const struct rulebook *book = s->record.setting.book;
    struct text out = {0}, words = {0};
    session_words(s, e, &words);
    text_printf(&out, "%lu. ", (unsigned long)n);
    say_wrapped(&out, words.at, 3, 3);
    text_clear(&words);
    text_put(&out, "\n   ");
    say_heading(t->context, &out, &book->rules[e->what.rule]);
    text_put(&out, "\n   ");
    say_wrapped(&out, say(t->context, book->rules[e->what.rule].text), 3, 3);
    text_printf(&out, "\n   %s", say(t->context, N_("The line: ")));
    bool known = e->what.line >= 1 && e->what.line <= s->count && !session_face_down(s, e->what.line);
    const char *line = known ? s->steps[e->what.line - 1] : "–";
    say_foreign(&out, line, strlen(line));
    text_put(&out, "\n");
    show(&out);
    return true;
}

static bool do_rules(struct table *t, const char *rest)
{
    const struct rulebook *book = t->session.record.setting.book;
    char word[2 * NAME_MOST + 2];
    char *words[] = {word};
    bool own = book != NULL && (rest[0] == '\0' || rulebook_rule(book, rest) >= 0);
    snprintf(word, sizeof word, "%s%s%s", own ? book->id : "", own && rest[0] ? "/" : "", rest);
    return rules_command.run(t->context, word[0] != '\0' ? 1 : 0, words) == STATUS_CLEAN;
}

/* Writes the record as it stands; an existing file is not overwritten. */
static bool do_save(struct table *t, const char *rest)
{
    if (rest[0] == '\0') {
        complain(t->context, N_("where to? Expected `save FILE`"));
        return false;
    }
    int file = open(rest, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    FILE *out = file < 0 ? NULL : fdopen(file, "w");
    if (out == NULL) {
        complain(t->context, errno == EEXIST ? N_("%s is there already and stays as it is; expected the name of a new file")
                                             : N_("%s: cannot write: %s"), rest, strerror(errno));
        return false;
    }
    for (const struct deck *d = t->session.packs.kept; d != NULL; d = d->next)
        fputs(d->text.at, out);
    for (size_t i = 0; i < t->session.count; i++)
        fprintf(out, "%s\n", t->session.steps[i]);
    bool good = !ferror(out);
    good = fclose(out) == 0 && good;
    if (!good)
        complain(t->context, N_("%s: cannot write: %s"), rest, strerror(errno));
    else
        show_line(t, N_("Saved: %s\n"), rest);
    return good;
}

static bool do_odds(struct table *t, const char *rest)
{
    return odds_show(t->context, &t->session.record, rest);
}

static bool do_camera(struct table *t, const char *rest)
{
    return watch_source(&t->watch, rest);
}

static bool do_watch(struct table *t, const char *rest)
{
    return watch_word(&t->watch, &t->session.record, rest);
}

static bool do_quit(struct table *t, const char *rest)
{
    (void)rest;
    t->done = true;
    return true;
}

static bool do_help(struct table *t, const char *rest);

/* A word of the table's own: help and completion read this row. */
static const struct table_word {
    struct word word;
    bool (*run)(struct table *t, const char *rest);     /* false: it complained */
} words[] = {
    {{"undo", N_("undo"), N_("take the last line back, any number of times")}, do_undo},
    {{"redo", N_("redo"), N_("bring back the line taken back last")}, do_redo},
    {{"board", N_("board [on|off|more]"),
      N_("the table at a glance; on: after every line; more: with what follows from it")}, do_board},
    {{"legal", N_("legal [NAME]"), N_("what may be played, as far as is known")}, do_legal},
    {{"what-if", N_("what-if [CARD] [NAME]"),
      N_("what would come of a card, or of each that may be played, without playing it")}, do_what_if},
    {{"odds", N_("odds …"), N_("chances; each game has its own")}, do_odds},
    {{"why", N_("why [N]"), N_("the last ruling, or the N-th, with its rule and its line")}, do_why},
    {{"rules", N_("rules [RULE]"), N_("look a rule up")}, do_rules},
    {{"watch", N_("watch [off|beep|silent]"),
      N_("enter cards as they come to lie before the camera; RETURN ends it")}, do_watch},
    {{"camera", N_("camera [SOURCE]"), N_("the camera for `watch`, and for @ in a statement: what it sees now")}, do_camera},
    {{"save", N_("save FILE"), N_("write the record to a new file")}, do_save},
    {{"help", N_("help"), N_("this list")}, do_help},
    {{"quit", N_("quit"), N_("leave; the record is kept and goes on next time")}, do_quit},
    {{NULL, NULL, NULL}, NULL},
};

static void add_help(const struct context *context, struct text *out, const char *usage, const char *summary)
{
    enum { INDENT = 2, COLUMN = 31 };
    const char *shown = say(context, usage);
    int width = say_width(shown, strlen(shown));
    text_printf(out, "%*s", INDENT, "");
    text_put(out, shown);
    if (INDENT + width < COLUMN)
        text_printf(out, "%*s", COLUMN - INDENT - width, "");
    else
        text_printf(out, "\n%*s", COLUMN, "");
    say_wrapped(out, say(context, summary), COLUMN, COLUMN);
    text_put(out, "\n");
}

static bool do_help(struct table *t, const char *rest)
{
    const struct rulebook *book = t->session.record.setting.book;
    struct text out = {0};
    (void)rest;
    for (int i = 0; book != NULL && book->verbs[i].name != NULL; i++)
        if (book->verbs[i].usage != NULL && book->verbs[i].usage[0] != '\0')
            add_help(t->context, &out, book->verbs[i].usage, book->verbs[i].summary);
    for (int i = SAY_HOUSE; book != NULL && i < COMMON_VERBS; i++)
        if (i != SAY_PACK || book->pack_row != NULL)
            add_help(t->context, &out, common_verbs[i].usage, common_verbs[i].summary);
    add_help(t->context, &out, N_("… !"), N_("lets a line stand although it breaks a rule"));
    text_put(&out, "\n");
    for (const struct table_word *w = words; w->run != NULL; w++) {
        const struct verb *asks = w->run == do_odds && book != NULL ? rulebook_asks(book) : NULL;
        if (book != NULL && ((w->run == do_odds && asks == NULL) || (w->run == do_what_if && book->what_if == NULL)))
            continue;
        add_help(t->context, &out, asks != NULL ? asks[1].usage : w->word.usage,
                 asks != NULL ? asks[1].summary : w->word.summary);
    }
    show(&out);
    return true;
}

/* ---- completion -------------------------------------------------------------------------- */

static void offer_if(const char *candidate, const char *word, void (*offer)(void *, const char *), void *to)
{
    if (strncmp(candidate, word, strlen(word)) == 0)
        offer(to, candidate);
}

/* How much of a name can be written without quotes and still means this seat; 0: nothing of it. */
static size_t plain_length(const struct seats *seats, int seat)
{
    const char *name = seats->row[seat].name;
    size_t length = 0;
    while (length < seats->row[seat].length && strchr(" \t:;=\"#!", name[length]) == NULL)
        length++;
    char folded[NAME_MOST];
    size_t folded_length = text_fold((struct span){name, length}, folded);
    return length > 0 && seats_find(seats, (struct span){folded, folded_length}, NULL) == seat ? length : 0;
}

static void offer_names(const struct table *t, const char *word, const char *behind,
                        void (*offer)(void *, const char *), void *to)
{
    const struct seats *seats = &t->session.record.seats;
    for (int i = 0; i < seats->count; i++) {
        char name[NAME_MOST + 4];
        int length = (int)plain_length(seats, i);
        if (length == 0)
            continue;
        snprintf(name, sizeof name, "%.*s%s", length, seats->row[i].name, behind);
        offer_if(name, word, offer, to);
    }
}

/* Only cards that can still be played by the seat on turn, or named in this line; and of them only
   those that need no quotes. */
static void offer_cards(const struct table *t, int seat, const char *word,
                        void (*offer)(void *, const char *), void *to)
{
    const struct record *r = &t->session.record;
    const struct rulebook *book = r->setting.book;
    if (!r->begun || book->legal == NULL)
        return;
    if (seat < 0)
        seat = book->turn(r->state, &r->setting);
    if (seat < 0)
        return;
    struct cardset cards = book->legal(r->state, &r->setting, seat);
    for (int card = 0; card < 128; card++)
        if (cards.bits[card / 64] >> card % 64 & 1) {
            char text[NAME_MOST + 1];
            size_t length = card_spell(&r->setting, card, false, text);
            text[length] = '\0';
            if (length > 0 && strcspn(text, " \t:;=\"#!") == length)
                offer_if(text, word, offer, to);
        }
}

static void complete(void *user, const char *before, const char *word,
                     void (*offer)(void *to, const char *candidate), void *to)
{
    const struct table *t = user;
    const struct rulebook *book = t->session.record.setting.book;
    const char *statement = strrchr(before, ';');
    statement = statement != NULL ? statement + 1 : before;
    statement += strspn(statement, " ");
    const char *colon = strchr(statement, ':');
    const char *behind = colon != NULL ? colon + 1 + strspn(colon + 1, " ") : statement;
    int seat = -1;
    if (colon != NULL) {
        char name[NAME_MOST + 1];
        snprintf(name, sizeof name, "%.*s", (int)(colon - statement), statement);
        seat = seat_named(t, name);
    }
    offer_cards(t, seat, word, offer, to);
    if (*behind != '\0') {
        offer_names(t, word, "=", offer, to);
        return;
    }
    for (int i = 1; book != NULL && book->verbs[i].name != NULL; i++)
        offer_if(book->verbs[i].name, word, offer, to);
    if (colon == NULL) {
        offer_names(t, word, ":", offer, to);
        for (const struct table_word *w = words; w->run != NULL; w++)
            offer_if(w->word.name, word, offer, to);
    }
}

/* ---- statements -------------------------------------------------------------------------- */

static bool is_blank(const char *line)
{
    line += strspn(line, " \t");
    return *line == '\0' || *line == '#';
}

/* Applied and accepted in memory; now on the disk, or nowhere. */
static void keep_line(struct table *t)
{
    struct storage_why why = {""};
    const char *line = t->session.steps[t->session.count - 1];
    enum storage_error error = decks_append(t->keep.store, t->hold, &t->session.packs, line, &why);
    if (error != STORAGE_OK) {
        session_undo(&t->session);
        keep_well(t->context, error, &why);
        complain(t->context, N_("this line was not accepted: it could not be kept"));
        t->refused = true;
        return;
    }
    show_answers(t);
    if (t->auto_board)
        show_board(t, false);
}

/* The table has said who wins: a `house` line that changes it shows nothing else. */
static void tell_winners(const struct table *t, const struct house *before)
{
    const struct record *r = &t->session.record;
    struct setting then = r->setting;
    uint32_t was = 0, now = 0;
    if (!r->begun)
        return;
    then.house = before;
    r->setting.book->finished(r->state, &then, &was);
    if (!r->setting.book->finished(r->state, &r->setting, &now) || now == 0 || now == was)
        return;
    struct text out = {0};
    text_put(&out, say(t->context, N_("Winner: ")));
    bool first = true;
    for (int i = 0; i < r->seats.count; i++)
        if (now & 1u << i) {
            text_put(&out, first ? "" : t->context->japanese ? "、" : ", ");
            say_seat(&out, &r->seats, i);
            first = false;
        }
    text_put(&out, "\n");
    show(&out);
}

static enum verdict statement_asked(struct table *t, const char *line, bool ask)
{
    struct house before = t->session.record.house;
    enum verdict verdict = session_try(&t->session, line, ask);
    t->irregular |= t->session.broken;
    if (t->watch.on && t->watch.beep && (t->session.broken || verdict == SESSION_DOUBTFUL))
        putchar('\a');
    switch (verdict) {
    case SESSION_ACCEPTED:
        keep_line(t);
        t->answered |= precedent_tell(t->context, &t->session.record, &before, t->terminal);
        tell_winners(t, &before);
        break;
    case SESSION_DOUBTFUL:
        show_answers(t);
        puts(say(t->context, N_("! lets it stand; RETURN takes it back.")));
        t->doubtful = strdup(t->session.line.at);
        break;
    case SESSION_REFUSED:
        t->refused = true;
        show_answers(t);
        break;
    }
    return verdict;
}

static void statement(struct table *t, const char *line)
{
    if (statement_asked(t, line, t->terminal) == SESSION_ACCEPTED)
        watch_yields(&t->watch);
}

/* With what the camera sees for its @, if it has one; and then as it reads. */
static void typed(struct table *t, const char *line)
{
    struct text seen = {0};
    if (!watch_expand(&t->watch, &t->session.record, line, &seen)) {
        t->refused = true;
    } else if (seen.length > 0) {
        show_line(t, "%s\n", seen.at);
        statement(t, seen.at);
    } else {
        statement(t, line);
    }
    text_clear(&seen);
}

/* A word of the table's own, if the line begins with one. */
static bool own_word(struct table *t, const char *line)
{
    char rest[1024];
    line += strspn(line, " \t");
    size_t length = strcspn(line, " \t");
    for (const struct table_word *w = words; w->run != NULL; w++) {
        if (!text_is((struct span){line, length}, w->word.name))
            continue;
        snprintf(rest, sizeof rest, "%s", line + length + strspn(line + length, " \t"));
        for (size_t end = strlen(rest); end > 0 && (rest[end - 1] == ' ' || rest[end - 1] == '\t');)
            rest[--end] = '\0';
        t->refused |= !w->run(t, rest);
        return true;
    }
    return false;
}

/* Nothing but `!`, in either width. */
static bool is_mark(const char *line)
{
    line += strspn(line, " \t");
    size_t length = strcspn(line, " \t");
    return text_is((struct span){line, length}, "!") && is_blank(line + length);
}

static void answer(struct table *t, const char *line)
{
    if (t->doubtful != NULL) {
        char *held = t->doubtful;
        t->doubtful = NULL;
        bool stands = is_mark(line);
        if (stands) {
            struct text whole = {0};
            text_printf(&whole, "%s !", held);
            statement(t, whole.at);
            text_clear(&whole);
        } else {
            puts(say(t->context, N_("Taken back.")));
        }
        watch_settles(&t->watch, stands);
        free(held);
        if (stands || is_blank(line))
            return;
    } else if (t->watch.on && line[strspn(line, " \t")] == '\0') {
        watch_word(&t->watch, &t->session.record, "off");
    }
    if (is_blank(line) || own_word(t, line))
        return;
    typed(t, line);
}

/* ---- the prompt -------------------------------------------------------------------------- */

/* "R1 T4 Bo ▸ " */
static void make_prompt(const struct table *t, struct text *out)
{
    const struct record *r = &t->session.record;
    text_add(out, "", 0);
    out->length = 0;
    if (r->begun && r->setting.book->place != NULL) {
        struct message place;
        r->setting.book->place(r->state, &r->setting, &place);
        say_message(t->context, out, &place, NULL, &r->setting);
        int seat = r->setting.book->turn(r->state, &r->setting);
        if (seat >= 0) {
            text_put(out, " ");
            say_seat(out, &r->seats, seat);
        }
        text_put(out, " ");
    }
    text_put(out, t->doubtful != NULL ? "?! " : t->watch.on ? "◉ " : "");
    text_put(out, "▸ ");
}

/* ---- what the camera brings -------------------------------------------------------------- */

static int eye_of(void *user)
{
    const struct table *t = user;
    return t->watch.on ? eye_file(&t->watch.eye) : -1;
}

static int eye_due_of(void *user)
{
    const struct table *t = user;
    return t->watch.on ? eye_due(&t->watch.eye) : -1;
}

static bool eye_ready(void *user)
{
    struct table *t = user;
    return watch_ready(&t->watch, &t->session.record, t->doubtful != NULL);
}

/* "Bo: r9", as if it had been typed. */
static void enter_seen(struct table *t, const char *card)
{
    const struct record *r = &t->session.record;
    int seat = r->begun ? r->setting.book->turn(r->state, &r->setting) : -1;
    struct text line = {0};
    if (seat >= 0) {
        say_seat(&line, &r->seats, seat);
        text_put(&line, ": ");
    }
    text_put(&line, card);
    show_line(t, "%s\n", line.at);
    text_clear(&line);
    if (statement_asked(t, card, true) == SESSION_DOUBTFUL)
        watch_holds(&t->watch);
    else
        watch_settles(&t->watch, true);
}

static void eye_act(void *user)
{
    struct table *t = user;
    const char *card;
    show(&t->watch.said);
    if (t->watch.withdrawn && t->doubtful != NULL) {
        show_line(t, N_("Taken up again, and so taken back: %s\n"), t->doubtful);
        free(t->doubtful);
        t->doubtful = NULL;
        watch_settles(&t->watch, false);
    }
    while (t->doubtful == NULL && (card = watch_next(&t->watch, &t->session.record)) != NULL)
        enter_seen(t, card);
    make_prompt(t, &t->prompt);
    line_prompt(t->line, t->prompt.at);
}

static void greet(const struct table *t)
{
    struct text hint = {0};
    const char *text = t->session.record.setting.book->hint;
    if (!t->terminal || t->session.count > t->session.heading || text == NULL)
        return;
    if (t->session.packs.kept != NULL)
        show_line(t, N_("The deck is “%s”, as this campaign knows it; `pack NAME` takes another.\n"),
                  t->session.packs.kept->name);
    say_wrapped(&hint, say(t->context, text), 0, 0);
    text_put(&hint, "\n");
    show(&hint);
}

static void loop(struct table *t)
{
    greet(t);
    line_beside(t->line, &(struct beside){eye_of, eye_due_of, eye_ready, eye_act, t});
    while (!t->done) {
        bool interrupted;
        make_prompt(t, &t->prompt);
        const char *line = line_read(t->line, t->prompt.at, &interrupted);
        if (line == NULL)
            break;
        if (!interrupted)
            answer(t, line);
    }
    if (t->terminal && !t->done)
        puts("");
}

/* ---- beginning and resuming -------------------------------------------------------------- */

static bool replay_line(void *user, const struct store_line *line)
{
    struct table *t = user;
    if (session_try(&t->session, line->text, false) != SESSION_ACCEPTED) {
        struct text text = {0};
        say_foreign(&text, line->text, strlen(line->text));
        complain(t->context, N_("line %lu of the record no longer reads: %s"), (unsigned long)line->number, text.at);
        text_clear(&text);
        t->unread = true;
    }
    return true;
}

static bool resume_entry(void *user, const struct store_entry *entry)
{
    struct table *t = user;
    decks_load(&t->session, t->keep.store, &entry->campaign, &entry->id);
    replay_heading(&t->session, &entry->heading);
    return false;
}

/* The session as the store has the record. */
static bool reload(struct table *t)
{
    struct storage_why why = {""};
    struct store_id record = store_hold_record(t->hold);
    session_clear(&t->session);
    t->unread = false;
    bool good = session_begin(&t->session, t->context)
        && keep_well(t->context, store_record_get(t->keep.store, &record, resume_entry, t, &why), &why)
        && session_playing(&t->session)
        && keep_well(t->context, store_lines_each(t->keep.store, &record, false, replay_line, t, &why), &why);
    t->session.packs.live = true;
    return good;
}

static bool resume(struct table *t, const struct store_id *record)
{
    struct storage_why why = {""};
    return keep_well(t->context, store_record_hold(t->keep.store, record, &t->hold, &why), &why)
        && decks_grow(t->context, t->keep.store, &t->keep.campaign, false)
        && reload(t);
}

/* Nothing can follow: it was ended, or is over though no result was kept. */
static bool is_over(const struct table *t, const struct store_entry *entry)
{
    struct session s;
    uint32_t winners = 0;
    if (!session_begin(&s, t->context))
        return false;
    bool over = replay_record(&s, t->keep.store, entry)
             && (s.record.ended || s.record.setting.book->finished(s.record.state, &s.record.setting, &winners));
    session_clear(&s);
    return over;
}

/* The last record of the campaign, for defaults; and whether it is unfinished. */
static bool see_last(void *user, const struct store_entry *entry)
{
    struct table *t = user;
    snprintf(t->last_game, sizeof t->last_game, "%s", entry->heading.game);
    t->last.seats = entry->heading.seats;
    for (int i = 0; i < entry->heading.seats; i++)
        snprintf(t->last_names[i], sizeof t->last_names[i], "%s", entry->heading.seat[i].name);
    if (entry->state != STORE_FINISHED && !is_over(t, entry))
        t->unfinished = entry->id;
    return false;
}

static void look_back(struct table *t)
{
    struct storage_why why = {""};
    struct store_filter filter = {.newest_first = true, .most = 1};
    keep_well(t->context, store_history_each(t->keep.store, &t->keep.campaign, &filter, see_last, t, &why), &why);
}

static void today(char out[11])
{
    time_t now = time(NULL);
    struct tm local;
    if (localtime_r(&now, &local) == NULL || strftime(out, 11, "%Y-%m-%d", &local) == 0)
        out[0] = '\0';
}

static bool begin(struct table *t, const char *game, int count, char **names)
{
    char day[11];
    struct storage_why why = {""};
    struct store_heading heading = {.game = game, .date = day, .rules = FUDA_VERSION};
    struct kept_house options;
    today(day);
    if (count > SEATS_MOST) {
        complain(t->context, N_("too many players; expected at most %d"), SEATS_MOST);
        return false;
    }
    heading.seats = (uint8_t)count;
    for (int i = 0; i < count; i++)
        heading.seat[i].name = names[i];
    if (!keep_house(&t->keep, &heading, &options))
        return false;
    struct campaign_deck deck;
    if (decks_learn(&t->keep, game, day, true, &deck) && packs_keep(&t->session.packs, deck.text.at)) {
        heading.pack = deck.name.at;
        heading.pack_hash = deck.hash;
    }
    bool good = replay_heading(&t->session, &heading);
    if (good)
        good = keep_well(t->context, store_record_begin(t->keep.store, &t->keep.campaign, &heading, &t->hold, &why), &why);
    else
        show_answers(t);
    t->session.packs.live = true;
    campaign_deck_clear(&deck);
    return good;
}

/* ---- asking ------------------------------------------------------------------------------ */

/* A question with an answer to take by RETURN; the answer is the caller's to free. */
static char *ask(struct table *t, const char *question, const char *otherwise)
{
    struct text prompt = {0};
    bool interrupted;
    text_put(&prompt, question);
    if (otherwise != NULL && otherwise[0] != '\0')
        text_printf(&prompt, " [%s]", otherwise);
    text_put(&prompt, " ▸ ");
    const char *line = line_read(t->line, prompt.at, &interrupted);
    char *answer = line == NULL || interrupted ? NULL : strdup(is_blank(line) && otherwise ? otherwise : line);
    text_clear(&prompt);
    return answer;
}

enum consent { NO, YES, NOBODY, UNCLEAR };

/* In either language, by its beginning: a slip of the pen is neither. */
static enum consent consent_read(const char *answer)
{
    char folded[NAME_MOST + 1] = "";
    if (answer == NULL)
        return NOBODY;
    text_fold((struct span){answer, strlen(answer)}, folded);
    if (folded[0] == 'y' || strncmp(folded, "は", strlen("は")) == 0)
        return YES;
    return folded[0] == 'n' || strncmp(folded, "い", strlen("い")) == 0 ? NO : UNCLEAR;
}

static enum consent ask_to_resume(struct table *t)
{
    struct text question = {0};
    const struct rulebook *book = rulebook_find((struct span){t->last_game, strlen(t->last_game)});
    text_printf(&question, say(t->context, N_("An unfinished game of %s lies here. Go on with it? (yes/no)")),
                book != NULL ? say(t->context, book->title) : t->last_game);
    enum consent said = UNCLEAR;
    while (said == UNCLEAR) {
        char *answer = ask(t, question.at, say(t->context, N_("yes")));
        said = consent_read(answer);
        free(answer);
        if (said == UNCLEAR)
            complain(t->context, N_("expected yes or no; RETURN takes what stands in brackets"));
    }
    text_clear(&question);
    return said;
}

/* Commas part names too, while they are asked for. */
static void open_commas(char *line)
{
    for (char *at = line; *at != '\0'; at++)
        if (*at == ',')
            *at = ' ';
        else if (strncmp(at, "、", strlen("、")) == 0)
            memset(at, ' ', strlen("、"));
}

/* The names of an answer, as the language reads them: quoted ones may hold spaces. */
static int split(struct table *t, char *answer, char names[][NAME_MOST + 1], char **out)
{
    struct seats none = {.count = 0};
    struct setting setting = {.seats = &none};
    struct statement *said = malloc(sizeof *said);
    struct reader reader;
    struct fault fault;
    struct text line = {0};
    int count = 0;
    open_commas(answer);
    text_printf(&line, "players %s", answer);
    reader_begin(&reader, line.at, line.length, 1);
    if (said != NULL && statement_read(&reader, &setting, false, said, &fault) == READ_STATEMENT) {
        for (; count < said->count; count++) {
            names[count][text_spell(said->argument[count].text, names[count])] = '\0';
            out[count] = names[count];
        }
        if (statement_read(&reader, &setting, false, said, &fault) != READ_END)
            count = 0;
    }
    if (count == 0) {
        complain(t->context, N_("these are no names; expected them apart by spaces, as in Aki Bo Chie"));
    }
    text_clear(&line);
    free(said);
    return count;
}

/* The names of the last game, to be taken by RETURN. */
static void add_last_names(const struct table *t, struct text *out)
{
    text_add(out, "", 0);
    for (int i = 0; i < t->last.seats; i++)
        text_printf(out, strchr(t->last_names[i], ' ') ? "%s\"%s\"" : "%s%s", i > 0 ? " " : "",
                    t->last_names[i]);
}

/* Asks for the players until they can sit down, or nobody answers (^C, ^D). */
static bool seat_players(struct table *t, const char *game)
{
    char names[SEATS_MOST][NAME_MOST + 1], *each[SEATS_MOST];
    struct text last = {0};
    bool good = false;
    add_last_names(t, &last);
    for (;;) {
        char *answer = ask(t, say(t->context, N_("Who sits at the table, clockwise?")), last.at);
        if (answer == NULL)
            break;
        int count = split(t, answer, names, each);
        free(answer);
        good = count > 0 && begin(t, game, count, each);
        if (good)
            break;
        session_clear(&t->session);
        if (!session_begin(&t->session, t->context))
            break;
    }
    text_clear(&last);
    return good;
}

static bool begin_asked(struct table *t)
{
    char *game = rulebooks[1] == NULL ? strdup(rulebooks[0]->id)
                                      : ask(t, say(t->context, N_("Which game?")),
                                            t->last_game[0] != '\0' ? t->last_game : rulebooks[0]->id);
    bool good = game != NULL && seat_players(t, game);
    free(game);
    return good;
}

static bool settle_down(struct table *t, int count, char **given)
{
    look_back(t);
    if (count == 1 || (count > 1 && rulebook_find((struct span){given[0], strlen(given[0])}) == NULL)) {
        complain(t->context, N_("expected a game and its players, as in `fuda table haratama Aki Bo Chie Dai`"));
        return false;
    }
    if (count > 1)
        return begin(t, given[0], count - 1, given + 1);
    bool open = !store_id_none(&t->unfinished);
    enum consent consent = open && t->terminal ? ask_to_resume(t) : open ? YES : NO;
    if (consent == YES)
        return resume(t, &t->unfinished);
    if (t->terminal)
        return consent == NO && begin_asked(t);
    complain(t->context, N_("nothing to go on with; expected `fuda table GAME NAME…`"));
    return false;
}

/* ---- the end ----------------------------------------------------------------------------- */

/* What the rules make of the record so far, into the store. */
static void keep_result(struct table *t)
{
    struct storage_why why = {""};
    struct store_result result;
    struct store_id record = store_hold_record(t->hold);
    precedent_keep(&t->keep, &t->session.record, t->answered);
    result_of(&t->session.record, &result);
    keep_well(t->context, store_result_put(t->keep.store, &record, &result, &why), &why);
}

static enum status run(const struct context *context, int count, char **given)
{
    struct table *t = calloc(1, sizeof *t);
    char history[4096];
    enum status status = STATUS_BAD;
    if (t == NULL)
        return STATUS_BAD;
    t->context = context;
    bool remembers = keep_folder("XDG_STATE_HOME", ".local/state", history, sizeof history - 16);
    if (remembers)
        snprintf(history + strlen(history), sizeof history - strlen(history), "/history");
    struct completer completer = {complete, t};
    t->line = line_new(&completer, remembers ? history : NULL);
    watch_begin(&t->watch, context);
    const char *camera = given_value(context, "camera");
    t->watch.user = given_value(context, "user") != NULL ? strdup(given_value(context, "user")) : NULL;
    t->watch.beep = given_value(context, "beep") != NULL;
    if (t->line != NULL && session_begin(&t->session, context)
        && keep_open(&t->keep, context, STORE_WRITE)) {
        t->terminal = line_is_terminal(t->line);
        if ((camera == NULL || watch_source(&t->watch, camera)) && settle_down(t, count, given)) {
            loop(t);
            keep_result(t);
            status = t->refused ? STATUS_BAD : t->irregular ? STATUS_BROKEN : STATUS_CLEAN;
            if (t->terminal)
                status = STATUS_CLEAN;
        }
    }
    store_release(t->hold);
    keep_close(&t->keep);
    session_clear(&t->session);
    line_free(t->line);
    watch_end(&t->watch);
    text_clear(&t->prompt);
    free(t->doubtful);
    free(t);
    return status;
}

static const struct flag flags[] = {
    {"camera", 0, N_("SOURCE"), false, N_("the camera that `watch` and @ look through")},
    {"user", 0, "NAME:PASSWORD", false, N_("for a camera on the network")},
    {"beep", 0, NULL, false, N_("beep when a card that `watch` enters breaks a rule")},
    {0},
};

const struct command table_command = {
    .name = "table",
    .usage = N_("[GAME NAME…]"),
    .summary = N_("keep a record at the table"),
    .example = "fuda table\nfuda table haratama Aki Bo Chie Dai\nfuda -c \"Thursday table\" table",
    .flags = flags,
    .games = true,
    .run = run,
};
