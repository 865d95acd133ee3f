/* The table as JSON, as the phones see it; see table_json.h. */
#define _XOPEN_SOURCE 700
#include "table_json.h"
#include "question_json.h"
#include "laid_json.h"
#include "cli/report/page.h"
#include "cli/report/page_sheet.h"

#include <jansson.h>
#include <string.h>

enum { LINES_TOLD = 40 };

const char *const phones_modes[PHONES_MODES] =
    {[PHONES_FREE] = "free", [PHONES_ASK] = "ask", [PHONES_WATCH] = "watch"};

/* ---- texts ------------------------------------------------------------------------------- */

/* A string. Others' texts may not be UTF-8 and are then left out. */
static json_t *string_json(const char *text)
{
    json_t *string = json_string(text != NULL ? text : "");
    return string != NULL ? string : json_string("?");
}

json_t *table_json_text(const struct open_view *v, const char *text)
{
    json_t *both = json_object();
    for (int i = 0; i < TONGUES; i++)
        json_object_set_new(both, tongue_names[i], string_json(say(&v->context[i], text)));
    return both;
}

/* Adds lines that were broken for a terminal, joined again. */
static void add_lines(json_t *list, const struct text *lines, bool japanese)
{
    struct text whole = {0};
    for (const char *at = lines->length > 0 ? lines->at : ""; *at != '\0';) {
        const size_t length = strcspn(at, "\n"), indent = strspn(at, " ");
        text_put(&whole, whole.length > 0 && !japanese ? " " : "");
        text_add(&whole, at + indent, length - indent);
        at += length + (at[length] == '\n');
        if (*at == ' ' || whole.length == 0)
            continue;
        json_array_append_new(list, string_json(whole.at));
        whole.length = 0;
    }
    text_clear(&whole);
}

json_t *table_json_answers(const struct open_view *v, enum tongue tongue)
{
    json_t *list = json_array();
    add_lines(list, &v->session[tongue].said, tongue == TONGUE_JAPANESE);
    add_lines(list, &v->session[tongue].wrong, tongue == TONGUE_JAPANESE);
    return list;
}

json_t *table_json_line(const struct open_view *v, const char *line)
{
    json_t *both = json_object();
    for (int i = 0; i < TONGUES; i++) {
        struct text room = {0}, clean = {0};
        const char *shown = line_shown(&v->context[i], &room, line, &v->session[i].record.setting);
        say_foreign(&clean, shown, strlen(shown));
        json_object_set_new(both, tongue_names[i], string_json(clean.at));
        text_clear(&room);
        text_clear(&clean);
    }
    return both;
}

/* ---- fragments --------------------------------------------------------------------------- */

static void put_board(struct session *s, struct text *html)
{
    page_board(html, s->context, &s->record, false);
}

static void put_score(struct session *s, struct text *html)
{
    if (record_over(&s->record))
        page_score(html, s->context, &s->record, session_rows(s));
    else
        page_tally(html, s->context, &s->record, session_rows(s));
    session_rows_end(s);
}

/* Writes the score of the last round, deal or night that is over. */
static void put_last_score(struct session *s, struct text *html)
{
    struct page_sheet page;
    uint32_t winners = 0;
    const struct record *r = &s->record;
    const struct fact *rows = session_rows(s);
    const int closed = r->begun
                           ? sheet_closed(&(struct sheet){.context = s->context, .record = r}, rows)
                           : 0;
    if (closed > 0) {
        const bool over = r->setting.book->finished(r->state, &r->setting, &winners)
                          && winners != 0;
        page_sheet_begin(&page, html, s->context, r);
        sheet_news(&page.sheet, rows, closed - 1, over);
        page_sheet_end(&page);
    }
    session_rows_end(s);
}

/* A fragment in both languages; null if there is none. */
static json_t *fragment_json(struct open_view *v,
    void (*write)(struct session *s, struct text *html))
{
    json_t *both = json_object();
    bool any = false;
    for (int i = 0; i < TONGUES; i++) {
        struct text html = {0};
        write(&v->session[i], &html);
        any |= html.length > 0;
        json_object_set_new(both, tongue_names[i], string_json(html.at));
        text_clear(&html);
    }
    if (any)
        return both;
    json_decref(both);
    return json_null();
}

/* ---- the game ---------------------------------------------------------------------------- */

static json_t *game_json(const struct open_view *v)
{
    const struct rulebook *book = v->session[0].record.setting.book;
    if (book == NULL)
        return json_null();
    json_t *game = table_json_text(v,
        rulebook_is_packs(book) ? game_called(&v->session[0].record.setting) : book->title);
    json_object_set_new(game, "key", json_string(book->id));
    json_object_set_new(game, "cards",
        json_boolean(book->stickers != NULL || book->knowledge != NULL));
    return game;
}

static json_t *players_json(const struct record *r, uint32_t seated)
{
    json_t *list = json_array();
    for (int i = 0; i < r->seats.count; i++) {
        char token[SEAT_TOKEN + 1];
        struct text name = {0};
        token[seat_write(&r->seats, i, token)] = '\0';
        say_seat(&name, &r->seats, i);
        json_t *one = json_pack("{si sb}", "seat", i, "guest", (int)(seated >> i & 1));
        json_object_set_new(one, "name", string_json(name.at));
        json_object_set_new(one, "token", string_json(token));
        json_array_append_new(list, one);
        text_clear(&name);
    }
    return list;
}

/* ---- lines ------------------------------------------------------------------------------- */

/* The findings about a line, in both languages. */
static json_t *findings_json(const struct open_view *v, uint32_t line)
{
    json_t *list = json_array();
    const struct session *s = v->session;
    for (size_t i = 0; i < s[0].told_count && i < s[1].told_count; i++) {
        const struct explained *e = &s[0].told[i];
        if (e->what.line != line)
            continue;
        struct text id = {0};
        text_printf(&id, "%s/%s", s[0].record.setting.book->id,
            s[0].record.setting.book->rules[e->what.rule].id);
        json_t *one = json_pack("{ss ss}", "kind", ruling_name(e->what.kind), "rule", id.at);
        for (int k = 0; k < TONGUES; k++) {
            struct text html = {0};
            page_finding(&html, &v->context[k], &s[k], &s[k].told[i]);
            json_object_set_new(one, tongue_names[k], string_json(html.at));
            text_clear(&html);
        }
        json_array_append_new(list, one);
        text_clear(&id);
    }
    return list;
}

/* The nth of the lines that stand. */
static json_t *standing_json(const struct open_view *v, size_t nth)
{
    const struct session *s = v->session;
    const bool down = record_face_down(&s[0].record, (uint32_t)nth);
    json_t *place = json_object();
    for (int i = 0; i < TONGUES; i++)
        json_object_set_new(place, tongue_names[i], string_json(s[i].steps[nth - 1].place));
    json_t *one = json_pack("{sI sb}", "n", (json_int_t)nth, "undone", 0);
    json_object_set_new(one, "place", place);
    json_object_set_new(one, "text", table_json_line(v, down ? "–" : s[0].steps[nth - 1].text));
    json_object_set_new(one, "findings", findings_json(v, (uint32_t)nth));
    return one;
}

/* A line that was taken back; its hidden cards stay hidden. */
static json_t *undone_json(const struct open_view *v, const char *own)
{
    const struct setting *setting = &v->session[0].record.setting;
    struct text open = {0};
    view_open_line(setting, own, &open);
    json_t *one = json_pack("{sn sb s[]}", "n", "undone", 1, "findings");
    json_object_set_new(one, "text", table_json_line(v, open.length > 0 ? open.at : own));
    text_clear(&open);
    return one;
}

static json_t *lines_json(const struct open_view *v)
{
    json_t *list = json_array();
    size_t nth = 0;
    for (size_t i = 0; i < v->lines; i++) {
        nth += !v->line[i].undone;
        if (i + LINES_TOLD < v->lines || (!v->line[i].undone && nth <= v->session[0].heading))
            continue;
        json_array_append_new(list,
            v->line[i].undone ? undone_json(v, v->line[i].own) : standing_json(v, nth));
    }
    return list;
}

/* ---- the whole --------------------------------------------------------------------------- */

/*
 * May all see whose turn it is? In a game of duties not while the game asks all at once: what one
 * hand is known to hold may say it.
 */
static bool turn_is_open(const struct record *own)
{
    struct ask ask;
    return own->setting.book->knowledge->rather == NULL || !record_asks(own, &ask) || ask.seat >= 0;
}

json_t *table_json_table(struct open_view *v, const struct record *own, long serial,
    enum phones_mode mode, uint32_t seated)
{
    const struct record *r = &v->session[0].record;
    const struct knowledge_part *known = r->begun ? r->setting.book->knowledge : NULL;
    const int turn = known != NULL && own->begun && turn_is_open(own)
                         ? known->turn(own->state, &own->setting)
                         : -1;
    const bool over = record_over(r);
    json_t *out = json_pack("{sI sb ss}", "serial", (json_int_t)serial, "over", (int)over, "phones",
        phones_modes[mode]);
    json_object_set_new(out, "game", game_json(v));
    json_object_set_new(out, "players", players_json(r, seated));
    json_object_set_new(out, "turn", turn >= 0 ? json_integer(turn) : json_null());
    json_object_set_new(out, "ask", question_json_json(v, own));
    json_object_set_new(out, "laid", drawn_json(v));
    json_object_set_new(out, "board", fragment_json(v, put_board));
    json_object_set_new(out, "score", fragment_json(v, put_score));
    json_object_set_new(out, "last_score", fragment_json(v, put_last_score));
    json_object_set_new(out, "lines", lines_json(v));
    json_object_set_new(out, "undo",
        mode == PHONES_WATCH || v->session[0].count <= v->session[0].heading
            ? json_null()
            : table_json_line(v, v->session[0].steps[v->session[0].count - 1].text));
    return out;
}
