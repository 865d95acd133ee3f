/* fuda replay: a recorded game, line by line; and what would have followed from another play. */
#define _XOPEN_SOURCE 700
#include "cli/sheet/could_text.h"
#include "cli/report/walk.h"

#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/* ---- a picture of where it stands ------------------------------------------------------------ */

static void put_text(struct text *t, const struct context *context, const char *text,
    const char *colour_of)
{
    say_paint(context, t, PAINT_BOLD);
    text_put(t, text);
    say_paint(context, t, PAINT_PLAIN);
    text_put(t, colour_of);
}

/* "Haratama  2026-11-21  line 12 of 40  R1 T4", and the line. */
static void put_head(const struct walkthrough *w, struct text *t)
{
    const struct record *r = &w->session.record;
    struct message place;
    int turn;
    put_text(t, w->context, r->begun ? say_title(w->context, &r->setting) : "",
        r->begun ? "  " : "");
    if (r->date[0] != '\0')
        text_printf(t, "%s  ", r->date);
    say_with(w->context, t, N_("line {number} of {count}"), "ii", "number", (int64_t)w->at, "count",
        (int64_t)w->count);
    if (r->begun && record_place(r, &place, &turn)) {
        text_put(t, "  ");
        say_message(w->context, t, &place, NULL, &r->setting);
    }
    text_put(t, "\n");
    if (w->at > 0) {
        const char *line = w->line[w->at - 1].text;
        text_put(t, "▸ ");
        say_foreign(t, line, strlen(line));
        text_put(t, "\n");
    }
}

/* What may be played now by whoever's turn it is, as far as is known. */
static void put_legal(const struct walkthrough *w, struct text *t)
{
    const struct record *r = &w->session.record;
    const struct knowledge_part *knowledge = r->setting.book->knowledge;
    int seat = knowledge != NULL && knowledge->legal != NULL
                   ? knowledge->turn(r->state, &r->setting)
                   : -1;
    if (seat < 0)
        return;
    struct message m;
    message_set(&m, N_("{seat} may have and play: {cards}"));
    message_seat(&m, "seat", seat);
    struct cardset cards = knowledge->legal(r->state, &r->setting, seat);
    if (!cards_any(&cards))
        return;
    message_cards(&m, "cards", cards);
    struct text line = {0};
    say_message(w->context, &line, &m, NULL, &r->setting);
    say_wrapped(t, line.at, 0, 2);
    text_put(t, "\n");
    text_clear(&line);
}

static void put_score(struct walkthrough *w, struct text *t)
{
    struct sheet sheet = {.context = w->context, .record = &w->session.record, .t = t};
    sheet_score(&sheet, session_rows(&w->session));
    session_rows_end(&w->session);
}

/* ---- what could have been ---- */

/*
 * The round that the line is in, as it stood at its end; false: none has begun, or in this game
 * nothing can be searched.
 */
static bool find_round(struct walkthrough *w, struct could_course *out)
{
    const struct record *r = &w->session.record;
    const size_t at = w->at;
    struct could_course course;
    if (!r->begun || !could_course(r->state, &r->setting, out) || out->number == 0)
        return false;
    for (size_t next = at; next <= w->count; next++) {
        walk_go(w, next);
        if (!could_course(r->state, &r->setting, &course) || course.number != out->number)
            break;
        *out = course;
    }
    walk_go(w, at);
    return true;
}

/* The curve that was drawn last, and of which round: it is searched once. */
struct shown_curve {
    int32_t round;
    struct text text;
};

/* Under the tricks of the round that the line is in. */
static void put_curve(struct walkthrough *w, struct shown_curve *shown, struct text *t)
{
    const struct record *r = &w->session.record;
    struct could_course course;
    if (!r->begun || !could_course(r->state, &r->setting, &course) || course.number == 0)
        return;
    if (shown->round != course.number && find_round(w, &course)) {
        struct could_asking asking;
        struct facts told;
        could_asking_begin(&asking);
        could_asked(&asking, &course, COULD_FOR_CURVE, &told);
        shown->round = course.number;
        shown->text.length = 0;
        text_put(&shown->text, "");
        could_put_curve(w->context, &r->setting, facts_first(&told), &shown->text);
        facts_clear(&told);
        could_asking_end(&asking);
    }
    if (shown->text.length > 0)
        text_put(t, shown->text.at);
}

/* What could have been of the round in words. */
static bool try_best(struct walkthrough *w, struct text *t)
{
    const struct record *r = &w->session.record;
    struct could_course course;
    if (!find_round(w, &course))
        return complain(w->context,
            r->begun && r->setting.book->could == NULL
                ? N_("what could have been is searched in Haratama and Tezumashi alone")
                : N_("no round has begun"),
            "");
    could_put_course(w->context, &r->setting, &course, t);
    return true;
}

/* ---- the whole picture ---- */

static void put_all(struct walkthrough *w, struct text *t, bool score, struct shown_curve *curve)
{
    const struct record *r = &w->session.record;
    struct sheet sheet = {.context = w->context, .record = r, .t = t};
    put_head(w, t);
    text_put(t, w->brought.at);
    if (!r->begun)
        return;
    text_put(t, "\n");
    if (score)
        put_score(w, t);
    else if (r->setting.book->table != NULL && r->setting.book->table->tell != NULL)
        sheet_board(&sheet, true);
    put_legal(w, t);
    if (!score)
        put_curve(w, curve, t);
}

static void show(struct text *t)
{
    if (t->length > 0)
        fwrite(t->at, 1, t->length, stdout);
    fflush(stdout);
    text_clear(t);
}

/* ---- another play ---------------------------------------------------------------------------- */

static void put_unfit(const struct walkthrough *w, struct text *t, const struct unfit *unfit,
    const struct mending *m)
{
    static const char *const how[] = {
        [UNFIT_REFUSED] = N_("Line {number} could not have been: {line}"),
        [UNFIT_BREAKS] = N_("Line {number} would break a rule: {line}"),
        [UNFIT_MOVED] = N_("Line {number} would stand elsewhere: {line}"),
    };
    const char *line = unfit->step < m->kept && unfit->step != m->at ? m->before[unfit->step].text
                                                                     : "";
    if (unfit->step == m->at && unfit->how == UNFIT_REFUSED)
        return;
    say_with(w->context, t, how[unfit->how], "it", "number", (int64_t)unfit->step + 1, "line",
        line);
    text_put(t, "\n");
    if (unfit->why != NULL && unfit->how != UNFIT_MOVED) {
        text_put(t, unfit->why);
        if (t->length > 0 && t->at[t->length - 1] != '\n')
            text_put(t, "\n");
    }
}

/* How many cards, seen or not, a line plays. */
static int cards_played(const struct walkthrough *w, const char *line)
{
    struct statement *said = memory_get(sizeof *said);
    struct reader reader;
    struct fault fault;
    int cards = 0;
    reader_begin(&reader, line, strlen(line), 1);
    while (
        statement_read(&reader, &w->session.record.setting, false, said, &fault) == READ_STATEMENT)
        cards += said->common || said->verb != VERB_PLAY ? 0 : said->count;
    free(said);
    return cards;
}

/* One card for a line of four takes the place of all: what of the line is lacking then. */
static void tell_lacking(const struct walkthrough *w, const char *was, const char *now,
    struct text *t)
{
    const int before = cards_played(w, was), cards = cards_played(w, now);
    struct text words = {0};
    if (cards == 0 || cards >= before)
        return;
    say_with(w->context, &words,
        N_("That line plays cards: {before}; this one: {cards}. The others are missing now; to "
           "change one, enter the whole line: {line}"),
        "iit", "before", (int64_t)before, "cards", (int64_t)cards, "line", was);
    say_wrapped(t, words.at, 0, 2);
    text_put(t, "\n");
    text_clear(&words);
}

/* The line in the place of line `at`, what then does not fit, and the score that follows. */
static bool try_other(struct walkthrough *w, const char *line, struct text *t)
{
    struct mending m;
    size_t at = w->at;
    if (at <= w->heading)
        return complain(w->context,
            N_("no play stands at line {number}; expected one from {first} to {last}"), "iii",
            "number", (int64_t)at, "first", (int64_t)w->heading + 1, "last", (int64_t)w->count);
    walk_go(w, w->count);
    bool may = session_mend(&w->session, at - 1, line, &m);
    if (!may) {
        fputs(w->session.wrong.length > 0 ? w->session.wrong.at : "", stderr);
    } else {
        say_with(w->context, t, N_("In the place of line {number}: {line}"), "it", "number",
            (int64_t)at, "line", line);
        text_put(t, "\n");
        tell_lacking(w, m.before[at - 1].text, line, t);
        for (size_t i = 0; i < m.unfits; i++)
            put_unfit(w, t, &m.unfit[i], &m);
        text_put(t, "\n");
        put_score(w, t);
        session_unmend(&w->session, &m);
        mending_clear(&m);
    }
    walk_go(w, 0);
    walk_go(w, at);
    return may;
}

/* ---- by keys --------------------------------------------------------------------------------- */

static struct termios before_keys;

/* Keys come one by one, unseen. */
static bool keys_begin(void)
{
    struct termios now;
    if (tcgetattr(STDIN_FILENO, &before_keys) != 0)
        return false;
    now = before_keys;
    now.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    now.c_cc[VMIN] = 1;
    now.c_cc[VTIME] = 0;
    return tcsetattr(STDIN_FILENO, TCSANOW, &now) == 0;
}

static void keys_end(void) { tcsetattr(STDIN_FILENO, TCSANOW, &before_keys); }

enum key { KEY_NONE = 1, KEY_LEFT, KEY_RIGHT, KEY_UP, KEY_DOWN, KEY_HOME, KEY_END };

/*
 * An arrow or another key of several bytes, negative; else the letter; 0 at the end of the input.
 */
static int key_read(void)
{
    char byte, rest[4] = "";
    if (read(STDIN_FILENO, &byte, 1) != 1)
        return 0;
    if (byte != '\033')
        return (unsigned char)byte;
    if (read(STDIN_FILENO, rest, 2) < 2)
        return 'q';
    switch (rest[1]) {
    case 'D': return -KEY_LEFT;
    case 'C': return -KEY_RIGHT;
    case 'A': return -KEY_UP;
    case 'B': return -KEY_DOWN;
    case 'H': return -KEY_HOME;
    case 'F': return -KEY_END;
    }
    if (rest[1] >= '0' && rest[1] <= '9' && read(STDIN_FILENO, &byte, 1) == 1)
        return rest[1] == '5'                  ? -KEY_UP
               : rest[1] == '6'                ? -KEY_DOWN
               : strchr("17", rest[1]) != NULL ? -KEY_HOME
               : strchr("48", rest[1]) != NULL ? -KEY_END
                                               : -KEY_NONE;
    return -KEY_NONE;
}

/* A line typed below: the other play. */
static void ask_other(struct walkthrough *w)
{
    char line[LINE_MOST + 1];
    struct text t = {0};
    keys_end();
    printf("%s ", say(w->context, N_("In its place:")));
    fflush(stdout);
    if (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (*line != '\0')
            try_other(w, line, &t);
    }
    show(&t);
    puts(say(w->context, N_("(any key goes on)")));
    keys_begin();
    key_read();
}

/* Until a key was pressed it stands below. */
static void show_best(struct walkthrough *w)
{
    struct text t = {0};
    try_best(w, &t);
    show(&t);
    puts(say(w->context, N_("(any key goes on)")));
    key_read();
}

/* Goes where the key says; false: it ends the walk. */
static bool key_go(struct walkthrough *w, int key, bool *score)
{
    switch (key) {
    case -KEY_LEFT:
    case 'h':
    case 'p': walk_go(w, w->at > 1 ? w->at - 1 : 1); break;
    case -KEY_RIGHT:
    case 'l':
    case 'n':
    case ' ':
    case '\n': walk_go(w, w->at + 1); break;
    case -KEY_UP:
    case 'R': walk_go(w, walk_find(w, WALK_ROUND, -1)); break;
    case -KEY_DOWN:
    case 'r': walk_go(w, walk_find(w, WALK_ROUND, 1)); break;
    case 't': walk_go(w, walk_find(w, WALK_TRICK, 1)); break;
    case 'T': walk_go(w, walk_find(w, WALK_TRICK, -1)); break;
    case 'f': walk_go(w, walk_find(w, WALK_FINDING, 1)); break;
    case 'F': walk_go(w, walk_find(w, WALK_FINDING, -1)); break;
    case 's': walk_go(w, walk_find(w, WALK_SCORE, 1)); break;
    case 'S': walk_go(w, walk_find(w, WALK_SCORE, -1)); break;
    case -KEY_HOME:
    case 'g': walk_go(w, 1); break;
    case -KEY_END:
    case 'G': walk_go(w, w->count); break;
    case 'o': *score = !*score; break;
    case 'w': ask_other(w); break;
    case 'c': show_best(w); break;
    case 'q':
    case 0:
    case 4: return false;
    default: break;
    }
    return true;
}

static void walk_by_keys(struct walkthrough *w)
{
    bool score = false;
    struct shown_curve curve = {0};
    walk_go(w, w->heading + 1);
    if (!keys_begin())
        return;
    for (bool on = true; on;) {
        struct text t = {0};
        text_put(&t, "\033[H\033[2J");
        put_all(w, &t, score, &curve);
        say_paint(w->context, &t, PAINT_DIM);
        say_wrapped(&t,
            say(w->context,
                N_("← → line · ↑ ↓ round · t trick · f finding · s score · o sheet or board · w "
                   "what if · c what could have been · q leaves (capitals go back)")),
            0, 0);
        say_paint(w->context, &t, PAINT_PLAIN);
        text_put(&t, "\n");
        show(&t);
        on = key_go(w, key_read(), &score);
    }
    keys_end();
    text_clear(&curve.text);
}

/* ---- the command ----------------------------------------------------------------------------- */

/* A number from 1 that an option gives, `none` where it does not; false: complained. */
static bool number_given(const struct context *context, const char *name, unsigned long none,
    unsigned long *out)
{
    const char *value = given_value(context, name);
    char *end = NULL;
    *out = value != NULL ? strtoul(value, &end, 10) : none;
    return value == NULL
           || (*value >= '0' && *value <= '9' && *end == '\0' && *out > 0 && *out <= INT32_MAX)
           || complain(context, N_("--{flag} {found}: expected a number from 1"), "tt", "flag",
               name, "found", value);
}

static enum status show_at(struct walkthrough *w, unsigned long at, const char *other)
{
    struct text t = {0};
    struct shown_curve curve = {0};
    bool good = at <= w->count
                || complain(w->context, N_("no line {number}; expected 1 to {last}"), "ii",
                    "number", (int64_t)at, "last", (int64_t)w->count);
    if (good && other == NULL) {
        walk_go(w, at);
        put_all(w, &t, false, &curve);
    } else if (good) {
        walk_go(w, at);
        good = try_other(w, other, &t);
    }
    show(&t);
    text_clear(&curve.text);
    return good ? STATUS_CLEAN : STATUS_BAD;
}

static enum status run(const struct context *context, int count, char **words)
{
    struct walkthrough w;
    unsigned long at, game;
    const char *other = given_value(context, "what-if");
    enum status status = STATUS_CLEAN;
    (void)count;
    if (!number_given(context, "at", 0, &at) || !number_given(context, "game", 1, &game)
        || !walk_begin(&w, context, words[0], game))
        return STATUS_BAD;
    bool keys = at == 0 && other == NULL && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    if (keys)
        walk_by_keys(&w);
    else
        status = show_at(&w, at > 0 ? at : w.count, other);
    walk_end(&w);
    return status;
}

static const struct flag flags[] = {
    {.name = "at",
        .takes = N_("LINE"),
        .value = OPERAND_TEXT,
        .summary = N_("only how it stood after that line")},
    {.name = "what-if",
        .takes = N_("STATEMENT"),
        .value = OPERAND_TEXT,
        .summary = N_("another play in the place of that line, and what would have followed")},
    {.name = "game",
        .takes = N_("N"),
        .value = OPERAND_TEXT,
        .summary = N_("which game, of a file with several")},
    {0},
};

const struct command replay_command = {
    .name = "replay",
    .manual = "fuda-replay",
    .usage = N_("replay N|ID|FILE"),
    .summary = N_("walk through a recorded game, try another play"),
    .example =
        "fuda replay 3\nfuda replay night.fuda --at 12\nfuda replay 3 --at 12 --what-if \"Bo: r5\"",
    .flags = flags,
    .takes = {OPERAND_RECORD},
    .least = 1,
    .most = 1,
    .plain = true,
    .run = run,
};
