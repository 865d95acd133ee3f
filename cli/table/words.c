/* The table's own words: what may be typed at the prompt besides statements. */
#define _XOPEN_SOURCE 700
#include "cli/sheet/sheet.h"
#include "table.h"
#include "cli/sheet/tree.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- looking ----------------------------------------------------------------------------- */

/* A game may have none, and none has one before its first statement of play. */
static bool has_board(const struct record *r)
{
    const struct layout *layout = r->begun ? layout_find(r->setting.book) : NULL;
    return layout != NULL && layout->board != NULL && r->setting.book->table != NULL;
}

void table_board(struct table *t, bool more)
{
    const struct record *r = &t->session.record;
    struct text out = {0};
    if (!has_board(r))
        return;
    const struct layout *layout = layout_find(r->setting.book);
    json_t *table = tree_of_table(r);
    (more && layout->board_more != NULL ? layout->board_more : layout->board)(t->context, &out, r, table);
    json_decref(table);
    table_show(&out);
}

static bool do_board(struct table *t, const char *rest)
{
    if (strcmp(rest, "on") == 0 || strcmp(rest, "off") == 0)
        t->auto_board = rest[1] == 'n';
    else if (!has_board(&t->session.record)) {
        complain(t->context, N_("there is no board to show"));
        return false;
    } else
        table_board(t, strcmp(rest, "more") == 0);
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

/* Steps and stored lines go together, unless a line no longer reads: then all is read again. */
static bool do_undo(struct table *t, const char *rest)
{
    struct storage_why why = {0};
    struct wanted wanted = {.text = NULL};
    struct store_id record = store_hold_record(t->hold);
    (void)rest;
    enum storage_error error = store_undo(t->hold, &wanted.id, &why);
    if (error == STORAGE_NOTHING) {
        complain(t->context, N_("nothing to take back"));
        return false;
    }
    if (!store_ok(t->context, error, &why))
        return false;
    store_ok(t->context, store_lines_each(t->campaign.store, &record, true, find_line, &wanted, &why), &why);
    if (wanted.text != NULL)
        table_show_line(t, N_("Taken back: %s\n"), wanted.text);
    free(wanted.text);
    watch_forgets(&t->watch);
    return t->unread ? table_reload(t) : session_undo(&t->session);
}

/* The store knows what was taken back, even before this program began. */
static bool do_redo(struct table *t, const char *rest)
{
    struct storage_why why = {0};
    struct wanted wanted = {.text = NULL};
    (void)rest;
    enum storage_error error = store_redo(t->hold, &wanted.id, &why);
    if (error == STORAGE_NOTHING) {
        complain(t->context, N_("nothing to bring back"));
        return false;
    }
    if (!store_ok(t->context, error, &why))
        return false;
    struct store_id record = store_hold_record(t->hold);
    store_ok(t->context, store_lines_each(t->campaign.store, &record, true, find_line, &wanted, &why), &why);
    if (wanted.text == NULL)
        return false;
    if (!session_redo(&t->session, wanted.text))
        t->unread |= session_try(&t->session, wanted.text, false) != STEP_TAKEN;
    table_show_line(t, N_("Back again: %s\n"), wanted.text);
    table_show_answers(t);
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
    if (!r->begun || book->knowledge == NULL) {
        complain(t->context, r->begun ? N_("what may be played is not worked out in this game")
                                      : N_("no game has begun"));
        return false;
    }
    int seat = rest[0] != '\0' ? seat_named(t, rest) : book->knowledge->turn(r->state, &r->setting);
    if (seat < 0) {
        complain(t->context, rest[0] != '\0' ? N_("“%s” is nobody at this table")
                                              : N_("it is not known whose turn it is; expected `legal NAME`"), rest);
        return false;
    }
    struct cardset cards = book->knowledge->legal(r->state, &r->setting, seat);
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
    table_show(&wrapped);
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
    bool known = e->what.line >= 1 && e->what.line <= s->count && !record_face_down(&s->record, e->what.line);
    const char *line = known ? s->steps[e->what.line - 1] : "–";
    say_foreign(&out, line, strlen(line));
    text_put(&out, "\n");
    table_show(&out);
    return true;
}

static bool do_rules(struct table *t, const char *rest)
{
    const struct rulebook *book = t->session.record.setting.book;
    bool own = book != NULL && (rest[0] == '\0' || rulebook_rule(book, rest) >= 0);
    struct text word = {0};
    text_printf(&word, "%s%s%s", own ? book->id : "", own && rest[0] ? "/" : "", rest);
    char *words[] = {word.at};
    bool found = rules_command.run(t->context, word.length > 0 ? 1 : 0, words) == STATUS_CLEAN;
    text_clear(&word);
    return found;
}

/* Writes the record as it stands; an existing file is not overwritten. */
static bool do_save(struct table *t, const char *rest)
{
    if (rest[0] == '\0') {
        complain(t->context, N_("where to? Expected `save FILE`"));
        return false;
    }
    FILE *out = fopen(rest, "wxe");
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
        table_show_line(t, N_("Saved: %s\n"), rest);
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
static const struct row {
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
    say_entry(out, INDENT, COLUMN, say(context, usage), say(context, summary));
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
        if (i != SAY_PACK || book->deck != NULL)
            add_help(t->context, &out, common_verbs[i].usage, common_verbs[i].summary);
    add_help(t->context, &out, N_("… !"), N_("lets a line stand although it breaks a rule"));
    text_put(&out, "\n");
    for (const struct row *w = words; w->run != NULL; w++) {
        const struct verb *asks = w->run == do_odds && book != NULL ? rulebook_asks(book) : NULL;
        if (book != NULL && ((w->run == do_odds && asks == NULL) || (w->run == do_what_if && book->trial == NULL)))
            continue;
        add_help(t->context, &out, asks != NULL ? asks[1].usage : w->word.usage,
                 asks != NULL ? asks[1].summary : w->word.summary);
    }
    table_show(&out);
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
    if (!r->begun || book->knowledge == NULL)
        return;
    if (seat < 0)
        seat = book->knowledge->turn(r->state, &r->setting);
    if (seat < 0)
        return;
    struct cardset cards = book->knowledge->legal(r->state, &r->setting, seat);
    for (int card = 0; card < 128; card++)
        if (cards.bits[card / 64] >> card % 64 & 1) {
            char text[NAME_MOST + 1];
            size_t length = card_spell(&r->setting, card, false, text);
            text[length] = '\0';
            if (length > 0 && strcspn(text, " \t:;=\"#!") == length)
                offer_if(text, word, offer, to);
        }
}

void table_complete(void *user, const char *before, const char *word,
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
        for (const struct row *w = words; w->run != NULL; w++)
            offer_if(w->word.name, word, offer, to);
    }
}

/* A word of the table's own, if the line begins with one. */
bool table_word(struct table *t, const char *line)
{
    line += strspn(line, " \t");
    size_t length = strcspn(line, " \t");
    for (const struct row *w = words; w->run != NULL; w++) {
        if (!text_is((struct span){line, length}, w->word.name))
            continue;
        struct text rest = {0};
        line += length + strspn(line + length, " \t");
        size_t end = strlen(line);
        while (end > 0 && (line[end - 1] == ' ' || line[end - 1] == '\t'))
            end--;
        text_add(&rest, line, end);
        t->refused |= !w->run(t, rest.at);
        text_clear(&rest);
        return true;
    }
    return false;
}
