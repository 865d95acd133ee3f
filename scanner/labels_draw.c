/* Pages of labels, by cairo and pango: one unit is a millimetre. */
#include "labels.h"

#include <libintl.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <stdio.h>
#include <string.h>

#define TURN (2 * 3.14159265358979323846)
#define SMALLEST 1.2 /* of letters that can be read at all: 3.4 points */
#define GAP 0.5
#define MARK_MOST 9.0
#define PEN 0.12

static const struct {
    double r, g, b;
    bool dark; /* letters on it are white */
} hues[] = {
    [HUE_BLACK] = {0, 0, 0, true},
    [HUE_ORANGE] = {230 / 255.0, 159 / 255.0, 0, false},
    [HUE_SKY] = {86 / 255.0, 180 / 255.0, 233 / 255.0, false},
    [HUE_GREEN] = {0, 158 / 255.0, 115 / 255.0, false},
    [HUE_YELLOW] = {240 / 255.0, 228 / 255.0, 66 / 255.0, false},
    [HUE_BLUE] = {0, 114 / 255.0, 178 / 255.0, true},
    [HUE_RED] = {200 / 255.0, 16 / 255.0, 30 / 255.0, true},
    [HUE_PURPLE] = {204 / 255.0, 121 / 255.0, 167 / 255.0, false},
    [HUE_GREY] = {0.8, 0.8, 0.8, false},
};

#ifdef __SANITIZE_ADDRESS__
/* What the libraries for fonts keep until the program ends is no leak of ours. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_options(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libfontconfig\nleak:libpango\nleak:libcairo\nleak:libglib\n";
}
const char *__lsan_default_options(void) { return "print_suppressions=0"; }
#endif

/* A page being drawn. */
struct page {
    cairo_t *cr;
    PangoLayout *layout;
    struct job *job;
    const char *payload; /* of the label being drawn */
};

/* ---- words ------------------------------------------------------------------------------- */

enum place { PLACE_LEFT, PLACE_TOP, PLACE_MIDDLE };

struct words {
    const char *text;
    double largest; /* em */
    bool bold;
    /* in the box: left and half way down; left and on top; in the middle */
    enum place place;
};

static void set_size(PangoLayout *layout, double em, bool bold)
{
    PangoFontDescription *font = pango_font_description_from_string("Sans");
    pango_font_description_set_weight(font, bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_font_description_set_absolute_size(font, em * PANGO_SCALE);
    pango_layout_set_font_description(layout, font);
    pango_font_description_free(font);
}

/* The largest letters, down to `smallest`, in which the text goes into the box as it is wrapped. */
static bool fit_down_to(PangoLayout *layout, const struct words *words, const struct box *box,
    double smallest)
{
    int width, height;
    double em = words->largest;
    while (em >= smallest) {
        set_size(layout, em, words->bold);
        pango_layout_get_size(layout, &width, &height);
        if (width <= box->width * PANGO_SCALE && height <= box->height * PANGO_SCALE)
            return true;
        em *= 0.95;
    }
    return false;
}

/*
 * As large as the box takes: on one line if that does not make it much smaller; what is too long
 * even in the smallest letters ends in "…".
 */
static void fit(PangoLayout *layout, const struct words *words, const struct box *box)
{
    pango_layout_set_text(layout, words->text, -1);
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_NONE);
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD);
    pango_layout_set_height(layout, -1);
    pango_layout_set_width(layout, -1);
    /* is never broken, and told by its shape if it is tiny */
    bool letter = words->place == PLACE_MIDDLE;
    bool fits = fit_down_to(layout, words, box,
        letter ? SMALLEST / 2 : fmax(SMALLEST, words->largest * 0.6));
    pango_layout_set_width(layout, (int)(box->width * PANGO_SCALE));
    if (fits || letter || fit_down_to(layout, words, box, SMALLEST))
        return;
    set_size(layout, SMALLEST, words->bold);
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_height(layout, (int)(box->height * PANGO_SCALE));
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
}

/* Writes into the box; the height that it took. */
static double write_words(struct page *page, const struct words *words, struct box box)
{
    PangoRectangle ink, line;
    if (words->text[0] == '\0' || box.width <= 0 || box.height <= 0)
        return 0;
    fit(page->layout, words, &box);
    pango_layout_set_alignment(page->layout,
        words->place == PLACE_MIDDLE ? PANGO_ALIGN_CENTER : PANGO_ALIGN_LEFT);
    pango_layout_get_extents(page->layout, &ink, &line);
    double height = line.height / (double)PANGO_SCALE, down = 0;
    if (words->place == PLACE_LEFT)
        down = (box.height - height) / 2;
    else if (words->place
             == PLACE_MIDDLE) /* a mark's letter: what is seen of it is in the middle */
        down = (box.height - ink.height / (double)PANGO_SCALE) / 2 - ink.y / (double)PANGO_SCALE;
    cairo_move_to(page->cr, box.x, box.y + down);
    pango_cairo_show_layout(page->cr, page->layout);
    if (pango_layout_get_unknown_glyphs_count(page->layout) > 0 && page->job->unknown == NULL)
        page->job->unknown = page->payload;
    return height;
}

/* ---- marks ------------------------------------------------------------------------------- */

/* Corners of a regular shape around the middle of a unit square, the first one at `turned`. */
static void corners(cairo_t *cr, int count, double radius, double turned)
{
    for (int i = 0; i < count; i++) {
        double angle = turned + TURN * i / count;
        cairo_line_to(cr, 0.5 + radius * cos(angle), 0.5 + radius * sin(angle));
    }
    cairo_close_path(cr);
}

/*
 * In a unit square, never beyond it: a code may be near. `letter`: where the letter stands in it.
 */
static void outline(cairo_t *cr, enum shape shape, struct box *letter)
{
    *letter = (struct box){0.2, 0.2, 0.6, 0.6};
    switch (shape) {
    case SHAPE_CIRCLE: cairo_arc(cr, 0.5, 0.5, 0.49, 0, TURN); break;
    case SHAPE_SQUARE:
        cairo_rectangle(cr, 0.04, 0.04, 0.92, 0.92);
        *letter = (struct box){0.15, 0.15, 0.7, 0.7};
        break;
    case SHAPE_DIAMOND:
        corners(cr, 4, 0.5, -TURN / 4);
        *letter = (struct box){0.25, 0.25, 0.5, 0.5};
        break;
    case SHAPE_TRIANGLE:
        cairo_move_to(cr, 0.5, 0);
        cairo_line_to(cr, 1, 0.95);
        cairo_line_to(cr, 0, 0.95);
        *letter = (struct box){0.2, 0.42, 0.6, 0.46};
        break;
    case SHAPE_HEXAGON: corners(cr, 6, 0.5, 0); break;
    case SHAPE_PENTAGON:
        corners(cr, 5, 0.5, -TURN / 4);
        *letter = (struct box){0.2, 0.24, 0.6, 0.55};
        break;
    case SHAPE_DROP:
        cairo_move_to(cr, 0.5, 0);
        cairo_curve_to(cr, 0.62, 0.22, 0.9, 0.36, 0.9, 0.62);
        cairo_arc(cr, 0.5, 0.62, 0.4, 0, TURN / 2);
        cairo_curve_to(cr, 0.1, 0.36, 0.38, 0.22, 0.5, 0);
        *letter = (struct box){0.2, 0.36, 0.6, 0.52};
        break;
    case SHAPE_SHIELD:
        cairo_move_to(cr, 0.06, 0.04);
        cairo_line_to(cr, 0.94, 0.04);
        cairo_line_to(cr, 0.94, 0.5);
        cairo_curve_to(cr, 0.94, 0.8, 0.7, 0.94, 0.5, 1);
        cairo_curve_to(cr, 0.3, 0.94, 0.06, 0.8, 0.06, 0.5);
        *letter = (struct box){0.17, 0.14, 0.66, 0.62};
        break;
    case SHAPE_CROSS:
        for (int i = 0; i < 12; i++) {
            static const double at[12][2] = {{.2, 0}, {.8, 0}, {.8, .2}, {1, .2}, {1, .8}, {.8, .8},
                {.8, 1}, {.2, 1}, {.2, .8}, {0, .8}, {0, .2}, {.2, .2}};
            cairo_line_to(cr, at[i][0], at[i][1]);
        }
        break;
    }
    cairo_close_path(cr);
}

static void draw_mark(struct page *page, const struct face *face, double x, double y, double size)
{
    cairo_t *cr = page->cr;
    struct box letter;
    cairo_save(cr);
    /* the line around it stays in the square, too */
    cairo_translate(cr, x + PEN / 2, y + PEN / 2);
    cairo_scale(cr, size - PEN, size - PEN);
    cairo_new_path(cr);
    outline(cr, face->shape, &letter);
    cairo_restore(cr);
    cairo_set_source_rgb(cr, hues[face->hue].r, hues[face->hue].g, hues[face->hue].b);
    cairo_fill_preserve(cr);
    cairo_set_source_rgb(cr, 0, 0, 0);
    cairo_set_line_width(cr, PEN);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    cairo_stroke(cr);
    if (hues[face->hue].dark)
        cairo_set_source_rgb(cr, 1, 1, 1);
    struct words words = {face->letter != NULL ? face->letter : face->initial, size * 0.75, true,
        PLACE_MIDDLE};
    /* letters are lower than the line they stand on: more room than is seen */
    struct box box = {x + letter.x * size, y + (letter.y - 0.15) * size, letter.width * size,
        (letter.height + 0.3) * size};
    write_words(page, &words, box);
    cairo_set_source_rgb(cr, 0, 0, 0);
}

/* ---- a label ----------------------------------------------------------------------------- */

/* Dark modules in a row are one piece, and all are one path: no seams when it is shown enlarged. */
static void draw_code(struct page *page, const struct label *label, struct box at)
{
    const struct form *f = page->job->form;
    double x = round((at.x + f->code.x) / f->dot) + QUIET * f->dots;
    double y = round((at.y + f->code.y) / f->dot) + QUIET * f->dots;
    cairo_new_path(page->cr);
    for (int row = 0; row < MODULES; row++)
        for (int from = 0, to; from < MODULES; from = to + 1) {
            to = from;
            while (to < MODULES && label->row[row] >> to & 1)
                to++;
            if (to > from)
                cairo_rectangle(page->cr, (x + from * f->dots) * f->dot,
                    (y + row * f->dots) * f->dot, (to - from) * f->module, f->module);
        }
    cairo_set_source_rgb(page->cr, 0, 0, 0);
    cairo_set_antialias(page->cr, CAIRO_ANTIALIAS_NONE);
    cairo_fill(page->cr);
    cairo_set_antialias(page->cr, CAIRO_ANTIALIAS_DEFAULT);
}

/* A strip: mark and name on one line. */
static void draw_strip(struct page *page, const struct face *face, struct box at)
{
    struct words name = {face->title, 3.5, true, PLACE_LEFT};
    double size = at.height < at.width / 3 ? at.height : at.width / 3;
    draw_mark(page, face, at.x, at.y + (at.height - size) / 2, size);
    write_words(page, &name,
        (struct box){at.x + size + GAP, at.y, at.width - size - GAP, at.height});
}

/* At the foot of a label that has room, what its code says. */
static void draw_foot(struct page *page, struct box at)
{
    struct words payload = {page->payload, 1.7, false, PLACE_LEFT};
    cairo_set_source_rgb(page->cr, 0.35, 0.35, 0.35);
    write_words(page, &payload, at);
    cairo_set_source_rgb(page->cr, 0, 0, 0);
}

/* Much wider than high: the name large, at the right of the mark. */
static void draw_wide(struct page *page, const struct face *face, struct box at, double foot)
{
    double size = fmin(at.height * 0.8, MARK_MOST), left = size + 2 * GAP;
    struct words name = {face->title, size * 0.7, true, PLACE_LEFT};
    draw_mark(page, face, at.x, at.y + (at.height - size) / 2, size);
    write_words(page, &name,
        (struct box){at.x + left, at.y + foot, at.width - left, at.height - 2 * foot});
    draw_foot(page, (struct box){at.x + left, at.y + at.height - foot, at.width - left, foot});
}

/* Mark and number, large; the name below. */
static void draw_panel(struct page *page, const struct face *face, struct box at, double foot)
{
    double wide = at.width * (face->number[0] != '\0' ? 0.46 : 0.7);
    double size = fmin(fmin(at.height * 0.46, wide), MARK_MOST);
    /* two digits find room */
    struct words number = {face->number, size * 0.9, true, PLACE_LEFT};
    struct words name = {face->name, fmin(size * 0.8, 4.2), false, PLACE_TOP};
    draw_mark(page, face, at.x, at.y, size);
    write_words(page, &number,
        (struct box){at.x + size + GAP, at.y - size * 0.25, at.width - size - GAP, size * 1.5});
    double below = at.y + size + GAP;
    write_words(page, &name, (struct box){at.x, below, at.width, at.y + at.height - below - foot});
    draw_foot(page, (struct box){at.x, at.y + at.height - foot, at.width, foot});
}

static void draw_label(struct page *page, int label, struct box at)
{
    enum { STRIP = 6, ROOMY = 11 }; /* mm high */
    struct job *job = page->job;
    const struct box *words = &job->form->words;
    struct box room = {at.x + words->x, at.y + words->y, words->width, words->height};
    struct face face;
    face_make(&face, job->deck, label, job->japanese);
    page->payload = job->deck->label[label].payload;
    draw_code(page, &job->deck->label[label], at);
    if (room.height < STRIP)
        draw_strip(page, &face, room);
    else if (room.width > room.height * 2.2)
        draw_wide(page, &face, room, room.height >= ROOMY ? 2 : 0);
    else
        draw_panel(page, &face, room, room.height >= ROOMY ? 2 : 0);
}

/* ---- a page ------------------------------------------------------------------------------ */

static void line(cairo_t *cr, double x, double y, double across, double down)
{
    cairo_move_to(cr, x, y);
    cairo_rel_line_to(cr, across, down);
}

/*
 * Where to cut: fine lines between the labels, and marks in the margin that the knife leaves there.
 */
static void draw_cuts(cairo_t *cr, const struct label_sheet *s)
{
    double right = s->left + s->columns * s->across, bottom = s->top + s->rows * s->down;
    for (int pass = 0; pass < 2; pass++) {
        double off = pass == 0 ? 0 : 1, mark = 2.5;
        for (int i = 0; i <= s->columns; i++) {
            double x = s->left + i * s->across;
            line(cr, x, s->top - off, 0, pass == 0 ? bottom - s->top : -mark);
            if (pass == 1)
                line(cr, x, bottom + off, 0, mark);
        }
        for (int i = 0; i <= s->rows; i++) {
            double y = s->top + i * s->down;
            line(cr, s->left - off, y, pass == 0 ? right - s->left : -mark, 0);
            if (pass == 1)
                line(cr, right + off, y, mark, 0);
        }
        cairo_set_source_rgb(cr, pass == 0 ? 0.75 : 0, pass == 0 ? 0.75 : 0, pass == 0 ? 0.75 : 0);
        cairo_set_line_width(cr, 0.1);
        cairo_stroke(cr);
    }
}

static void draw_outlines(cairo_t *cr, const struct label_sheet *s)
{
    for (int i = 0; i < sheet_count(s); i++) {
        struct box at = sheet_label(s, i);
        cairo_rectangle(cr, at.x, at.y, at.width, at.height);
    }
    cairo_set_source_rgb(cr, 0.5, 0.5, 0.5);
    cairo_set_line_width(cr, 0.1);
    cairo_stroke(cr);
}

/*
 * Room for a line that is on no label: below them, or above; where there is none, the last label of
 * a page to be cut.
 */
static struct box room_for_advice(const struct job *job, int page)
{
    /* mm; a printer leaves the edge of the paper white */
    enum { SIDE = 10, EDGE = 4, LEAST = 2, MOST = 5 };
    const struct label_sheet *s = job->sheet;
    const struct paper_size *paper = &papers[s->paper];
    const double marks = s->cut ? 4 : 1, bottom = s->top + (s->rows - 1) * s->down + s->height;
    const double below = paper->height - bottom - EDGE - marks, above = s->top - EDGE - marks;
    if (fmax(below, above) >= LEAST)
        return (struct box){SIDE, below >= above ? bottom + marks : EDGE, paper->width - 2 * SIDE,
            fmin(fmax(below, above), MOST)};
    const int last = sheet_count(s) - 1;
    if (!s->cut || page * (last + 1) + last - job->from < job->count)
        return (struct box){0, 0, 0, 0};
    struct box at = sheet_label(s, last);
    return (struct box){at.x + 1, at.y + 1, at.width - 2, at.height - 2};
}

/* Where the stickers belong, and why. */
static void draw_advice(struct page *page, int number)
{
    static const char corner[] = N_("Stick each one upright on the face of its card, in the upper "
                                    "left corner, the same way on all cards; not on the back.");
    static const char edge[] = N_("Stick each one upright on the face of its card, its left edge "
                                  "on the card's left edge, at the top; not on the back.");
    const char *english = page->job->sheet->fan ? edge : corner, *text = gettext(english);
    pango_layout_set_text(page->layout, text, -1);
    struct words words = {pango_layout_get_unknown_glyphs_count(page->layout) > 0 ? english : text,
        2.8, false, PLACE_LEFT};
    cairo_set_source_rgb(page->cr, 0.35, 0.35, 0.35);
    write_words(page, &words, room_for_advice(page->job, number));
    cairo_set_source_rgb(page->cr, 0, 0, 0);
}

int job_pages(const struct job *job)
{
    int per = sheet_count(job->sheet);
    return (job->from + job->count + per - 1) / per;
}

/* Letters are laid out as they are printed, not as a screen's pixels would have them. */
static PangoLayout *new_layout(cairo_t *cr, bool japanese)
{
    PangoContext *context = pango_cairo_create_context(cr);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    pango_cairo_context_set_font_options(context, options);
    pango_context_set_round_glyph_positions(context, FALSE);
    pango_context_set_language(context, pango_language_from_string(japanese ? "ja" : "en"));
    PangoLayout *layout = pango_layout_new(context);
    cairo_font_options_destroy(options);
    g_object_unref(context);
    return layout;
}

void page_draw(cairo_t *cr, struct job *job, int page)
{
    struct page drawn = {.cr = cr, .job = job, .layout = new_layout(cr, job->japanese)};
    int per = sheet_count(job->sheet);
    if (job->sheet->cut)
        draw_cuts(cr, job->sheet);
    else if (job->outline)
        draw_outlines(cr, job->sheet);
    for (int i = 0; i < per; i++) {
        int n = page * per + i - job->from;
        if (n >= 0 && n < job->count)
            draw_label(&drawn, job->label[n], sheet_label(job->sheet, i));
    }
    draw_advice(&drawn, page);
    g_object_unref(drawn.layout);
}
