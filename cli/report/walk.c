/* A recorded game, walked through; see walk.h. */
#define _XOPEN_SOURCE 700
#include "walk.h"
#include "cli/campaign/find_record.h"
#include "cli/campaign/replay_records.h"
#include "cli/deck/stored.h"
#include "cli/sheet/facts.h"
#include "storage/lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- lines ----------------------------------------------------------------------------------- */

static void add_line(struct walkthrough *w, const char *text, size_t length)
{
    w->line = memory_row(w->line, w->count, sizeof *w->line);
    w->line[w->count++].text = memory_bytes(text, length);
}

static void clear_lines(struct walkthrough *w)
{
    for (size_t i = 0; i < w->count; i++)
        free(w->line[i].text);
    free(w->line);
}

/* ---- going ----------------------------------------------------------------------------------- */

/* Where the game stands: the number of the round (deal, …), and its place as text. */
static long stand_at(const struct walkthrough *w, struct text *place)
{
    struct message m;
    int turn;
    const struct record *r = &w->session.record;
    if (!r->begun || !record_place(r, &m, &turn))
        return 0;
    say_message(w->context, place, &m, NULL, &r->setting);
    for (int i = 0; i < m.count; i++)
        if (m.value[i].kind == VALUE_NUMBER)
            return m.value[i].number;
    return 0;
}

/*
 * One line further. In the place of one that was refused a comment keeps the numbers of those after
 * it.
 */
static void step_on(struct walkthrough *w)
{
    struct walk_line *line = &w->line[w->at++];
    line->refused = session_try(&w->session, line->text, false) != STEP_TAKEN;
    w->brought.length = 0;
    text_put(&w->brought, "");
    if (w->session.said.length > 0)
        text_put(&w->brought, w->session.said.at);
    if (w->session.wrong.length > 0)
        text_put(&w->brought, w->session.wrong.at);
    if (line->refused)
        session_try(&w->session, "#", false);
}

/* A session before the first line, with the decks that the record's names mean. */
static bool start(struct walkthrough *w)
{
    w->at = 0;
    session_begin(&w->session, w->context);
    if (w->campaign.store != NULL) {
        session_of_store(&w->session);
        return decks_load(&w->session.packs, w->campaign.store, &w->campaign.id, &w->record);
    }
    w->session.packs.record = w->file;
    for (size_t i = 0; i < w->decks; i++)
        packs_keep(&w->session.packs, w->deck[i].at);
    return true;
}

void walk_go(struct walkthrough *w, size_t at)
{
    at = at < w->count ? at : w->count;
    if (at < w->at) {
        session_clear(&w->session);
        start(w);
    }
    if (at == 0)
        w->brought.length = 0;
    while (w->at < at)
        step_on(w);
}

/* The rows of the score that there are now. */
static uint32_t rows_told(const struct record *r)
{
    struct facts none;
    uint32_t told = 0;
    facts_begin(&none, NULL, NULL);
    if (r->begun)
        r->setting.book->tell_rows(r->state, &r->setting, &none.teller, &told, false);
    facts_clear(&none);
    return told;
}

/* Once through all of it: what each line is. */
static void mark_lines(struct walkthrough *w)
{
    struct text before = {0}, now = {0};
    long round = 0;
    size_t told = 0;
    uint32_t rows = 0;
    text_put(&before, "");
    while (w->at < w->count) {
        struct walk_line *line = &w->line[w->at];
        step_on(w);
        now.length = 0;
        text_put(&now, "");
        long is = stand_at(w, &now);
        uint32_t has = rows_told(&w->session.record);
        line->marks = (is != round ? WALK_ROUND : 0)
                      | (strcmp(now.at, before.at) != 0 ? WALK_TRICK : 0)
                      | (line->refused || w->session.broken || w->session.told_count > told
                              ? WALK_FINDING
                              : 0)
                      | (has > rows ? WALK_SCORE : 0);
        w->heading = !w->session.record.begun ? w->at : w->heading;
        round = is;
        told = w->session.told_count;
        rows = has;
        before.length = 0;
        text_put(&before, now.at);
    }
    text_clear(&before);
    text_clear(&now);
}

size_t walk_find(const struct walkthrough *w, unsigned marks, int step)
{
    size_t at = w->at;
    while (step > 0 ? at < w->count : at > 1) {
        at = step > 0 ? at + 1 : at - 1;
        if (w->line[at - 1].marks & marks)
            return at;
    }
    return at;
}

/* ---- opening --------------------------------------------------------------------------------- */

/* The word of a line after the first, if that is one of `verbs`; else nothing. */
static struct span word_behind(const char *line, const char *const *verbs)
{
    line += strspn(line, " \t");
    size_t first = strcspn(line, " \t");
    for (; *verbs != NULL; verbs++)
        if (strlen(*verbs) == first && memcmp(line, *verbs, first) == 0) {
            const char *at = line + first + strspn(line + first, " \t");
            return (struct span){at, strcspn(at, " \t;")};
        }
    return (struct span){"", 0};
}

static bool begins_game(const char *line)
{
    static const char *const verbs[] = {"game", "ゲーム", NULL};
    return word_behind(line, verbs).length > 0;
}

/* `pack GAME "NAME"`: rows of a deck follow. */
static bool begins_deck(const char *line)
{
    static const char *const verbs[] = {"pack", "札組", "デッキ", NULL};
    char folded[NAME_MOST + 1];
    struct span game = word_behind(line, verbs);
    return game.length > 0 && game.length <= NAME_MOST
           && rulebook_find((struct span){folded, text_fold(game, folded)}) != NULL;
}

static void begin_deck(struct walkthrough *w)
{
    w->deck = memory_row(w->deck, w->decks++, sizeof *w->deck);
}

/*
 * One game of a file, and its decks; comments stand for all other lines, so that numbers are the
 * file's.
 */
static unsigned long read_lines(struct walkthrough *w, FILE *from, unsigned long game)
{
    char *line = NULL;
    size_t room = 0;
    unsigned long games = 0;
    bool in_deck = false;
    for (ssize_t length;
         games <= game && (length = line_get(&line, &room, LINE_MOST + 2, from)) >= 0;) {
        if (length > LINE_MOST + 2 || w->count == WALK_LINES_MOST) {
            w->too_large = true;
            break;
        }
        while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r'))
            line[--length] = '\0';
        bool begins = begins_game(line);
        games += begins;
        in_deck = !begins && (in_deck || begins_deck(line));
        if (begins_deck(line))
            begin_deck(w);
        if (in_deck)
            text_printf(&w->deck[w->decks - 1], "%s\n", line);
        if (games <= game)
            add_line(w, games == game && !in_deck ? line : "#",
                games == game && !in_deck ? (size_t)length : 1);
    }
    free(line);
    return games;
}

static bool read_file(struct walkthrough *w, const char *name, unsigned long game)
{
    const bool standard = strcmp(name, "-") == 0;
    FILE *from = standard ? stdin : fopen(name, "r");
    if (from == NULL)
        return complain(w->context, N_("{file}: cannot open: {reason}"), "tt", "file", name,
            "reason", strerror(errno));
    unsigned long games = read_lines(w, from, game);
    if (!standard)
        fclose(from);
    w->file = memory_text(name);
    if (w->too_large)
        return complain(w->context,
            N_("{file}: too large to be walked through; expected at most {lines} lines of {bytes} "
               "bytes each"),
            "tii", "file", name, "lines", (int64_t)WALK_LINES_MOST, "bytes", (int64_t)LINE_MOST);
    if (games == 0)
        return complain(w->context,
            N_("{file}: no game here; expected `game`, as in `game haratama`"), "t", "file", name);
    return games >= game
           || complain(w->context, N_("{file}: no game {number} here; expected 1 to {most}"), "tii",
               "file", name, "number", (int64_t)game, "most", (int64_t)games);
}

static bool take_line(void *user, const struct store_line *line)
{
    add_line(user, line->text, strlen(line->text));
    return true;
}

/* The record's deck and heading, then its lines. */
static bool take_entry(void *user, const struct store_entry *e)
{
    struct walkthrough *w = user;
    struct session s;
    session_begin(&s, w->context);
    decks_load(&s.packs, w->campaign.store, &w->campaign.id, &w->record); /* the game may be one */
    replay_heading(&s, &e->heading);
    for (size_t i = 0; i < s.count; i++)
        add_line(w, s.steps[i].text, strlen(s.steps[i].text));
    session_clear(&s);
    return false;
}

static bool read_stored(struct walkthrough *w, const char *word)
{
    if (!campaign_open(&w->campaign, w->context, STORE_READ)) {
        w->campaign.store = NULL;
        return false;
    }
    return campaign_find_record(&w->campaign, word, false, &w->record)
           && campaign_ok(&w->campaign,
               store_record_get(w->campaign.store, &w->record, take_entry, w))
           && campaign_ok(&w->campaign,
               store_lines_each(w->campaign.store, &w->record, false, take_line, w));
}

static void clear(struct walkthrough *w)
{
    clear_lines(w);
    for (size_t i = 0; i < w->decks; i++)
        text_clear(&w->deck[i]);
    free(w->deck);
    free(w->file);
    text_clear(&w->brought);
    if (w->campaign.store != NULL)
        campaign_close(&w->campaign);
}

bool walk_begin(struct walkthrough *w, const struct context *context, const char *word,
    unsigned long game)
{
    *w = (struct walkthrough){.context = context};
    text_put(&w->brought, "");
    bool file = strcmp(word, "-") == 0 || access(word, F_OK) == 0;
    bool read = file ? read_file(w, word, game) : read_stored(w, word);
    if (read && start(w)) {
        mark_lines(w);
        if (w->session.record.begun)
            return true;
        fputs(w->brought.at, stderr);
        complain(context, N_("{file}: nobody plays here; expected a line `players NAME…`"), "t",
            "file", word);
    }
    if (read)
        session_clear(&w->session);
    clear(w);
    return false;
}

void walk_end(struct walkthrough *w)
{
    session_clear(&w->session);
    clear(w);
}
