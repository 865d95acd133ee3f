/*
 * Results as a table with commas (RFC 4180), a row a seat. Read are three forms, told by the
 * headings, in English or Japanese and any order:
 *
 *      date,game,player,points,place     a row a player; rows of one `record`, or without that
 *                                        column those of one day
 *                                        and game until a player comes again, are one game
 *      date,game,players,scores          a row a game: lists parted by ; / | 、 or blanks
 *      date,game,Aki,Bo,Chie             a row a game: a column a player, empty where somebody did
 *                                        not play
 */
#include "exchange.h"

#include <stdlib.h>
#include <string.h>

/* ---- writing --------------------------------------------------------------------------------- */

/*
 * Would a spreadsheet reckon what begins so? In Japanese ones full-width signs begin formulas, too.
 * What has ' before such a beginning is taken for one as well: so that it gets one more, and keeps
 * its own when it is read.
 */
static bool is_formula(const char *text)
{
    static const char *const wide[] = {"＝", "＋", "－", "＠"};
    text += strspn(text, "'");
    bool begins = *text != '\0' && strchr("=+-@\t\r", *text) != NULL;
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        begins |= strncmp(text, wide[i], strlen(wide[i])) == 0;
    return begins;
}

/*
 * A text that a spreadsheet would take for a formula has ' before it. Some part cells by
 * semicolons.
 */
static void put_cell(FILE *to, const char *text)
{
    bool quoted = strpbrk(text, ",;\"\r\n") != NULL;
    fprintf(to, "%s%s", quoted ? "\"" : "", is_formula(text) ? "'" : "");
    for (; *text != '\0'; text++)
        fprintf(to, quoted && *text == '"' ? "\"\"" : "%c", *text);
    fputs(quoted ? "\"" : "", to);
}

struct csv_writing {
    struct campaign_query *asking;
    FILE *to;
};

static bool write_entry(void *user, const struct store_entry *e)
{
    struct csv_writing *w = user;
    for (int i = 0; e->state == STORE_FINISHED && i < e->heading.seats; i++) {
        fprintf(w->to, "%lu,%s,", (unsigned long)e->number,
            e->heading.date != NULL ? e->heading.date : "");
        put_cell(w->to, e->heading.game);
        putc(',', w->to);
        put_cell(w->to, e->heading.seat[i].name);
        putc(',', w->to);
        if (e->result.seat[i].place > 0)
            fprintf(w->to, "%d", e->result.seat[i].place);
        putc(',', w->to);
        if (e->result.seat[i].scored)
            fprintf(w->to, "%lld", (long long)e->result.seat[i].points);
        fprintf(w->to, ",%s\r\n", e->result.seat[i].won ? "yes" : "no");
    }
    return true;
}

bool csv_export(struct campaign_query *a, FILE *to)
{
    struct csv_writing w = {a, to};
    struct store_filter all = {.most = 0};
    fputs("record,date,game,player,place,points,won\r\n", to);
    return campaign_ok(&a->campaign,
        store_history_each(a->campaign.store, &a->campaign.id, &all, write_entry, &w));
}

/* ---- cells ----------------------------------------------------------------------------------- */

enum { COLUMNS_MOST = 64 };

/* A row of a table, its cells one after the other in `text`. */
struct csv_row {
    struct text text; /* owned */
    size_t at[COLUMNS_MOST];
    int count;
    /* a quote is not closed, or stands before more text; or there are too many cells */
    bool broken;
    unsigned line, next; /* where it begins in the file, and the next one */
    const char *rest;    /* of the file */
};

static const char *cell(const struct csv_row *row, int column)
{
    return column >= 0 && column < row->count ? row->text.at + row->at[column] : "";
}

static const char *const blanks[] = {" ", "\t", "\u00A0", "\u3000", "\u202F"};

/* Bytes of a blank that stands at the end; 0: none does. */
static size_t blank_behind(const char *text, size_t length)
{
    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++) {
        const size_t size = strlen(blanks[i]);
        if (length >= size && memcmp(text + length - size, blanks[i], size) == 0)
            return size;
    }
    return 0;
}

/* Past blanks that part no cells. */
static const char *pass_blanks(const char *at, char comma)
{
    for (size_t i = 0; i < sizeof blanks / sizeof *blanks;)
        if (*at != comma && strncmp(at, blanks[i], strlen(blanks[i])) == 0)
            at += strlen(blanks[i]), i = 0;
        else
            i++;
    return at;
}

/* Bytes of the end of a line: of CR, LF or both. */
static size_t line_end(const char *at)
{
    return *at == '\r' && at[1] == '\n' ? 2 : *at == '\r' || *at == '\n';
}

/* One cell; answers what stands after it. */
static const char *read_cell(struct csv_row *row, const char *at, char comma)
{
    const char *behind = pass_blanks(at, comma);
    const bool quoted = *behind == '"';
    const size_t begin = row->text.length;
    row->at[row->count++] = begin;
    for (at = behind + quoted; *at != '\0'; at++) {
        if (quoted && at[0] == '"' && at[1] != '"')
            break;
        if (!quoted && (*at == comma || line_end(at) > 0))
            break;
        at += quoted && *at == '"';
        row->next += line_end(at) == 1;
        text_add(&row->text, at, 1);
    }
    row->broken |= quoted && *at != '"';
    at += quoted && *at == '"';
    at = quoted ? pass_blanks(at, comma) : at;
    row->broken |= *at != '\0' && *at != comma && line_end(at) == 0;
    for (size_t size; (size = blank_behind(row->text.at + begin, row->text.length - begin)) > 0;)
        row->text.length -= size;
    text_add(&row->text, "", 1);
    return at;
}

static bool is_empty(const struct csv_row *row)
{
    for (int i = 0; i < row->count; i++)
        if (*cell(row, i) != '\0')
            return false;
    return !row->broken;
}

static void read_cells(struct csv_row *row, char comma)
{
    const char *at = row->rest;
    row->text.length = 0;
    row->count = 0;
    row->broken = false;
    row->line = row->next;
    for (;; at++) {
        at += strspn(at, " ");
        at = read_cell(row, at, comma);
        if (*at != comma || row->count == COLUMNS_MOST)
            break;
    }
    row->broken |= *at == comma;
    at += strcspn(at, "\r\n");
    row->next += *at != '\0';
    row->rest = at + line_end(at);
}

/* The next row that holds anything; false at the end of the file. */
static bool read_row(struct csv_row *row, char comma)
{
    do {
        if (*row->rest == '\0')
            return false;
        read_cells(row, comma);
    } while (is_empty(row));
    return true;
}

/* Without the ' that keeps a spreadsheet from reckoning. */
static const char *plain_cell(const struct csv_row *row, int column)
{
    const char *text = cell(row, column);
    return *text == '\'' && is_formula(text) ? text + 1 : text;
}

/* ---- headings -------------------------------------------------------------------------------- */

enum csv_heading { RECORD, DATE, GAME, PLAYER, PLACE, POINTS, PLAYERS, SCORES, IGNORED, HEADINGS };

static const char *const spellings[HEADINGS] = {
    [RECORD] = "record|記録|id",
    [DATE] = "date|day|日付",
    [GAME] = "game|ゲーム",
    [PLAYER] = "player|name|プレイヤー|名前",
    [PLACE] = "place|rank|順位",
    [POINTS] = "points|score|得点|点数",
    [PLAYERS] = "players|names|参加者",
    [SCORES] = "scores|results|結果",
    [IGNORED] = "won|winner|note|notes|comment|comments|location|勝ち|メモ|場所",
};

struct csv_form {
    int column[HEADINGS];                /* -1: there is none */
    int names[COLUMNS_MOST], name_count; /* columns that are players */
    struct csv_row heading;
    unsigned titles; /* rows before it */
    char comma;
    bool said; /* the comma was told by `sep=` */
};

static bool in_list(const char *list, const char *word)
{
    char folded[NAME_MOST + 1];
    size_t length = strlen(word) <= NAME_MOST ? text_fold((struct span){word, strlen(word)}, folded)
                                              : 0;
    for (const char *at = list; length > 0; at++) {
        size_t one = strcspn(at, "|");
        if (one == length && memcmp(at, folded, one) == 0)
            return true;
        at += one;
        if (*at == '\0')
            break;
    }
    return false;
}

/* HEADINGS: none of ours, as a name. */
static enum csv_heading heading_of(const char *text)
{
    enum csv_heading kind = RECORD;
    while (kind < HEADINGS && !in_list(spellings[kind], text))
        kind++;
    return kind;
}

/* Is it a row of headings? */
static bool read_heading(struct csv_form *f)
{
    f->name_count = 0;
    for (int i = 0; i < HEADINGS; i++)
        f->column[i] = -1;
    for (int i = 0; i < f->heading.count; i++) {
        const enum csv_heading kind = heading_of(cell(&f->heading, i));
        if (kind < HEADINGS)
            f->column[kind] = i;
        else if (*cell(&f->heading, i) != '\0')
            f->names[f->name_count++] = i;
    }
    return !f->heading.broken && f->column[GAME] >= 0
           && (f->column[PLAYER] >= 0 || f->column[PLAYERS] >= 0 || f->name_count > 0);
}

/* ---- games ----------------------------------------------------------------------------------- */

struct csv_reading {
    struct foreign *r;
    struct csv_form form;
    struct csv_row row;
    struct past past;           /* the game being collected; without seats: none */
    char record[NAME_MOST + 1]; /* its name in the column `record` */
    unsigned line;              /* where it begins */
    unsigned wrong;             /* rows that are, */
    bool spoiled;               /* a row of this game is wrong */
    struct text *out;
};

/* Of a game with such a row no more is told than its rows are. */
static bool wrong(struct csv_reading *c, unsigned line, const char *reason)
{
    c->wrong++;
    c->spoiled = true;
    return complain(c->r->context, N_("{file}:{line}: {reason}"), "tit", "file", c->r->file, "line",
        (int64_t)line, "reason", say(c->r->context, reason));
}

static bool end_past(struct csv_reading *c)
{
    const char *why = c->past.seats > 0 && !c->spoiled ? past_write(&c->past, c->out) : NULL;
    c->past.seats = 0;
    c->spoiled = false;
    return why == NULL || wrong(c, c->line, why);
}

/* Day and game of the row into an empty past game. */
static bool begin_past(struct csv_reading *c)
{
    const char *day = cell(&c->row, c->form.column[DATE]),
               *game = plain_cell(&c->row, c->form.column[GAME]);
    c->past = (struct past){.seats = 0};
    past_game(c->r, game, &c->past);
    c->line = c->row.line;
    c->spoiled = false;
    if (*day != '\0' && !past_day(day, c->past.day))
        return wrong(c, c->row.line, N_("no such day; expected one as 2026-11-21"));
    return c->past.book != NULL
           || wrong(c, c->row.line,
               N_("no game that fuda knows; expected one that `fuda rules` lists, or the name of a "
                  "pack"));
}

/* Somebody at the table: `number` is the points or, with `place`, the place; empty: not known. */
static bool sit_down(struct csv_reading *c, const char *name, const char *points, const char *place)
{
    struct past_seat *seat = &c->past.seat[c->past.seats];
    if (c->past.seats == SEATS_MOST || !past_name(name, seat->name))
        return wrong(c, c->row.line,
            N_("no player's name; expected at most 255 bytes without control characters, and no "
               "more than play at a table"));
    if (past_sits(&c->past, c->past.seats, name))
        return wrong(c, c->row.line, N_("somebody sits there twice; expected each player once"));
    const char *why = NULL;
    seat->place = 0;
    seat->scored = *points != '\0';
    if (seat->scored
        && (why = past_points(*points == '\'' ? points + 1 : points, false, &seat->points)) != NULL)
        return wrong(c, c->row.line, why);
    if (seat->scored)
        points_note(c->r, points, seat->points);
    long rank = 0;
    if (*place != '\0'
        && (past_points(place, false, &rank) != NULL || rank < 1 || rank > SEATS_MOST))
        return wrong(c, c->row.line, N_("no place; expected a number from 1"));
    seat->place = (int)rank;
    c->past.seats++;
    return true;
}

/* A row a player. */
static bool read_player(struct csv_reading *c)
{
    const int *column = c->form.column;
    const char *name = plain_cell(&c->row, column[PLAYER]), *record = cell(&c->row, column[RECORD]);
    const char *day = cell(&c->row, column[DATE]), *game = plain_cell(&c->row, column[GAME]);
    char written[DAY_TEXT] = "";
    struct past other;
    past_game(c->r, game, &other);
    past_day(day, written);
    bool same = (c->past.seats > 0 || c->spoiled) && strncmp(c->record, record, NAME_MOST) == 0
                && (column[RECORD] >= 0 || !past_sits(&c->past, c->past.seats, name))
                && strcmp(c->past.day, written) == 0 && other.book == c->past.book
                && strcmp(other.game, c->past.game) == 0;
    if (!same && (!end_past(c) || !begin_past(c)))
        return false;
    snprintf(c->record, sizeof c->record, "%s", record);
    return sit_down(c, name, cell(&c->row, column[POINTS]), cell(&c->row, column[PLACE]));
}

/* The next entry of a list; answers what stands after it. */
static const char *next_entry(const char *at, char out[NAME_MOST + 1])
{
    static const char comma[] = "、";
    size_t length = 0;
    while (*at == ' ')
        at++;
    while (at[length] != '\0' && strchr(";/| ", at[length]) == NULL
           && strncmp(at + length, comma, strlen(comma)) != 0)
        length++;
    snprintf(out, NAME_MOST + 1, "%.*s", (int)(length <= NAME_MOST ? length : NAME_MOST), at);
    at += length;
    while (*at == ' ')
        at++;
    if (*at != '\0' && strchr(";/|", *at) != NULL)
        return at + 1;
    return strncmp(at, comma, strlen(comma)) == 0 ? at + strlen(comma) : at;
}

/* A row a game, with lists. */
static bool read_lists(struct csv_reading *c)
{
    const char *names = plain_cell(&c->row, c->form.column[PLAYERS]),
               *scores = plain_cell(&c->row, c->form.column[SCORES]);
    char name[NAME_MOST + 1], score[NAME_MOST + 1];
    if (!begin_past(c))
        return false;
    while (*names != '\0') {
        names = next_entry(names, name);
        scores = next_entry(scores, score);
        if (!sit_down(c, name, score, ""))
            return false;
    }
    return (*scores == '\0' || wrong(c, c->row.line, N_("more scores than players")))
           && end_past(c);
}

/* A row a game, with a column a player. */
static bool read_columns(struct csv_reading *c)
{
    if (!begin_past(c))
        return false;
    for (int i = 0; i < c->form.name_count; i++) {
        const char *points = cell(&c->row, c->form.names[i]);
        if (*points != '\0'
            && !sit_down(c, plain_cell(&c->form.heading, c->form.names[i]), points, ""))
            return false;
    }
    return end_past(c);
}

/* What parts the cells, as `sep=;` says, which is passed by; 0: nothing does. */
static char comma_said(const char **text)
{
    if (strncmp(*text, "sep=", 4) != 0 || (*text)[4] == '\0' || line_end(*text + 5) == 0)
        return 0;
    const char comma = (*text)[4];
    *text += 5 + line_end(*text + 5);
    return comma;
}

enum { TITLES_MOST = 20 };

/*
 * The headings, after a title or not, with what parts them: the first row that is one. False: there
 * are none.
 */
static bool find_heading(struct csv_form *f, const char *text)
{
    static const char commas[] = ",;\t";
    const char said = comma_said(&text);
    f->said = said != 0;
    for (const char *comma = said != 0 ? &said : commas; *comma != '\0'; comma++) {
        f->comma = *comma;
        f->heading.rest = text;
        f->heading.next = 1 + (said != 0);
        for (f->titles = 0; f->titles < TITLES_MOST && read_row(&f->heading, f->comma); f->titles++)
            if (read_heading(f))
                return true;
        if (said != 0)
            break;
    }
    return false;
}

bool csv_recognised(const char *text)
{
    struct csv_form form = {.comma = ','};
    const bool found = find_heading(&form, text);
    text_clear(&form.heading.text);
    return found;
}

/* A column of which nothing is read; but `won` of our own tables follows from the places. */
static bool is_passed_over(const struct csv_form *f, int column)
{
    const char *heading = cell(&f->heading, column);
    const enum csv_heading kind = heading_of(heading);
    if (kind == HEADINGS)
        return *heading != '\0' && (f->column[PLAYER] >= 0 || f->column[PLAYERS] >= 0);
    return kind == IGNORED ? f->column[RECORD] < 0 || strcmp(heading, "won") != 0
                           : f->column[kind] != column;
}

/*
 * How the table is read, where it had to be seen: what parts the cells, rows above the headings,
 * columns that say nothing here.
 */
static void tell_form(const struct foreign *r, const struct csv_form *f)
{
    struct text names = {0};
    if (!f->said && f->comma != ',')
        complain(r->context,
            f->comma == ';' ? N_("{file}: read with semicolons between cells")
                            : N_("{file}: read with tabs between cells"),
            "t", "file", r->file);
    if (f->titles > 0)
        complain(r->context,
            N_("{file}: lines before the headings in line {line}, passed over: {count}"), "tii",
            "file", r->file, "line", (int64_t)f->heading.line, "count", (int64_t)f->titles);
    for (int i = 0; i < f->heading.count; i++) {
        if (!is_passed_over(f, i))
            continue;
        if (names.length > 0)
            say_comma(r->context, &names);
        text_put(&names, cell(&f->heading, i));
    }
    if (names.length > 0)
        complain(r->context, N_("{file}: columns passed over: {names}"), "tt", "file", r->file,
            "names", names.at);
    text_clear(&names);
}

bool csv_import(struct foreign *r, struct text *out)
{
    enum { WRONG_SHOWN = 20 };
    struct csv_reading c = {.r = r, .out = out};
    const bool found = find_heading(&c.form, r->text);
    if (!found)
        wrong(&c, 1,
            N_("no headings of past games; expected as `date,game,player,points`, "
               "`date,game,players,scores` or `date,game,Aki,Bo`"));
    else
        tell_form(r, &c.form);
    const int *column = c.form.column;
    bool (*const read)(struct csv_reading *) = column[PLAYER] >= 0    ? read_player
                                               : column[PLAYERS] >= 0 ? read_lists
                                                                      : read_columns;
    c.row.rest = c.form.heading.rest;
    c.row.next = c.form.heading.next;
    while (found && c.wrong < WRONG_SHOWN && read_row(&c.row, c.form.comma)) {
        if (c.row.broken)
            wrong(&c, c.row.line,
                N_("a quote that is not closed, or text after one, or more than 64 cells"));
        else
            read(&c);
    }
    end_past(&c);
    points_tell(r);
    const bool nothing = found && c.wrong == 0 && out->length == 0;
    if (nothing)
        complain(r->context, N_("{file}: no game comes after the headings"), "t", "file", r->file);
    if (found && c.wrong > 0)
        complain(r->context,
            c.wrong < WRONG_SHOWN ? N_("{file}: nothing of it was added: a table is taken whole; "
                                       "rows that cannot be read: {count}")
                                  : N_("{file}: nothing of it was added: a table is taken whole; "
                                       "rows that cannot be read: {count} and perhaps more"),
            "ti", "file", r->file, "count", (int64_t)c.wrong);
    text_clear(&c.row.text);
    text_clear(&c.form.heading.text);
    return c.wrong == 0 && !nothing;
}
