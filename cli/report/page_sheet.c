/* A sheet drawn as HTML; see page_sheet.h. */
#include "page_sheet.h"
#include "html.h"
#include "core/signs.h"
#include "core/text.h"

#include <string.h>

/* ---- colours ------------------------------------------------------------------------------- */

static const char *class_of(enum paint paint)
{
    switch (paint) {
    case PAINT_PLAIN: break;
    case PAINT_BOLD: return "bold";
    case PAINT_RED: return "bad";
    case PAINT_YELLOW: return "doubt";
    case PAINT_GREEN: return "good";
    case PAINT_DIM: return "dim";
    case PAINT_RED_SUIT: return "card red";
    case PAINT_YELLOW_SUIT: return "card yellow";
    case PAINT_GREEN_SUIT: return "card green";
    case PAINT_BLUE_SUIT: return "card blue";
    case PAINT_PURPLE_SUIT: return "card purple";
    case PAINT_WATER_SUIT: return "card water";
    }
    return NULL;
}

static void add_piece(void *user, const char *bytes, size_t length, char suit, enum paint paint)
{
    struct text *html = user;
    const char *class = class_of(paint);
    if (class == NULL && suit != '\0')
        class = "card";
    if (class != NULL)
        html_open(html, "span", "class", class, NULL);
    html_add(html, bytes, length);
    if (class != NULL)
        html_close(html, "span");
}

void page_painted(struct text *html, const struct context *in, const struct setting *setting,
    const char *text)
{
    paint_pieces(in, setting, text, add_piece, html);
}

/* ---- pieces -------------------------------------------------------------------------------- */

static void put_text(struct page_sheet *p, const char *text)
{
    page_painted(p->html, p->sheet.context, &p->sheet.record->setting, text);
}

static void close_row(struct page_sheet *p)
{
    if (!p->row)
        return;
    if (p->in == SHEET_ROWS && p->cells < p->columns)
        text_printf(p->html, "<td colspan=\"%d\"></td>", p->columns - p->cells);
    html_close(p->html, p->in == SHEET_LAID ? "div" : "tr");
    p->columns = p->cells > p->columns ? p->cells : p->columns;
    p->row = false;
}

/* Ends whatever stands open. */
static void go_apart(struct page_sheet *p)
{
    close_row(p);
    if (p->named)
        html_close(p->html, "dd");
    p->named = false;
    if (p->in == SHEET_HEADINGS || p->in == SHEET_ROWS)
        text_put(p->html,
            p->in == SHEET_ROWS ? "</tbody></table></div>\n" : "</thead></table></div>\n");
    if (p->in == SHEET_ITEMS)
        text_put(p->html, "</dl>\n");
    if (p->in == SHEET_LAID)
        text_put(p->html, "</div>\n");
    p->in = SHEET_APART;
}

/* Headings begin a table; after headings rows go on with it. */
static void go_to_table(struct page_sheet *p, bool headings)
{
    if (headings ? p->in == SHEET_HEADINGS : p->in == SHEET_ROWS)
        return;
    if (!headings && p->in == SHEET_HEADINGS) {
        close_row(p);
        text_put(p->html, "</thead>\n<tbody>");
        p->in = SHEET_ROWS;
        return;
    }
    go_apart(p);
    p->columns = 0;
    text_put(p->html, headings ? "<div class=\"scroll\"><table>\n<thead>"
                               : "<div class=\"scroll\"><table>\n<tbody>");
    p->in = headings ? SHEET_HEADINGS : SHEET_ROWS;
}

static void open_row(struct page_sheet *p)
{
    if (p->row)
        return;
    html_open(p->html, "tr", "class", p->on.won ? "won" : NULL, NULL);
    p->cells = 0;
    p->row = true;
}

/* Something that lies after the row before it, below the same headings: as wide as the table. */
static void put_below(struct page_sheet *p, const char *text)
{
    char columns[16];
    close_row(p);
    snprintf(columns, sizeof columns, "%d", p->columns);
    html_open(p->html, "tr", "class", "below", NULL);
    html_open(p->html, "td", "colspan", columns, NULL);
    put_text(p, text);
    text_put(p->html, "</td></tr>\n");
}

static void on_line(struct surface *on, const char *text)
{
    struct page_sheet *p = (struct page_sheet *)on;
    if (on->below && p->in == SHEET_ROWS) {
        put_below(p, text);
        return;
    }
    go_apart(p);
    html_open(p->html, "p", "class", on->won ? "won" : NULL, NULL);
    put_text(p, text);
    text_put(p->html, "</p>\n");
}

static void on_item(struct surface *on, const char *label, const char *text)
{
    struct page_sheet *p = (struct page_sheet *)on;
    if (p->in != SHEET_ITEMS) {
        go_apart(p);
        text_put(p->html, "<dl>");
        p->in = SHEET_ITEMS;
    }
    if (*label != '\0' || !p->named) {
        if (p->named)
            html_close(p->html, "dd");
        html_element(p->html, "dt", NULL, label);
        html_open(p->html, "dd", NULL);
        p->named = true;
    } else {
        text_put(p->html, "<br>");
    }
    put_text(p, text);
}

static const char *cell_class(enum cell_kind kind, const char *text)
{
    enum { SHORT = 24 }; /* bytes that are not worth another line */
    switch (kind) {
    case CELL_NUMBERS_HEADING:
    case CELL_NUMBER: return "n";
    case CELL_WORDS: return strlen(text) <= SHORT ? "short" : NULL;
    case CELL_HEADING:
    case CELL_NAME: break;
    }
    return NULL;
}

static void on_cell(struct surface *on, enum cell_kind kind, int columns, const char *text)
{
    struct page_sheet *p = (struct page_sheet *)on;
    char wide[16];
    const bool heads = kind == CELL_HEADING || kind == CELL_NUMBERS_HEADING;
    const bool names = (heads || kind == CELL_NAME) && *text != '\0';
    const char *element = names ? "th" : "td";
    if (heads && p->in == SHEET_ROWS)
        go_apart(p); /* the headings of another table */
    if (!p->row || p->in == SHEET_APART)
        go_to_table(p, heads);
    open_row(p);
    snprintf(wide, sizeof wide, "%d", columns);
    html_open(p->html, element, "scope",
        !names  ? NULL
        : heads ? "col"
                : "row",
        "class", cell_class(kind, text), "colspan", columns > 1 ? wide : NULL, "dir",
        heads && signs_turn(span_of(text)) ? "auto" : NULL, NULL);
    put_text(p, text);
    html_close(p->html, element);
    p->cells += columns;
}

static void on_row_end(struct surface *on)
{
    struct page_sheet *p = (struct page_sheet *)on;
    close_row(p);
    text_put(p->html, "\n");
}

static void on_laid(struct surface *on, const char *text)
{
    struct page_sheet *p = (struct page_sheet *)on;
    if (p->in != SHEET_LAID) {
        go_apart(p);
        html_open(p->html, "div", "class", "laid", NULL);
        p->in = SHEET_LAID;
    }
    if (!p->row)
        html_open(p->html, "div", NULL);
    p->row = true;
    html_open(p->html, "span", NULL);
    put_text(p, text);
    html_close(p->html, "span");
    text_put(p->html, " ");
}

/* ---- the whole ----------------------------------------------------------------------------- */

void page_sheet_begin(struct page_sheet *page, struct text *html, const struct context *in,
    const struct record *r)
{
    *page = (struct page_sheet){
        .on = {.line = on_line,
            .item = on_item,
            .cell = on_cell,
            .row_end = on_row_end,
            .laid = on_laid},
        .html = html,
        .in = SHEET_APART,
    };
    page->sheet = (struct sheet){.context = in, .record = r, .on = &page->on};
}

void page_sheet_end(struct page_sheet *page) { go_apart(page); }
