/* Curves as inline SVG; see page_chart.h. */
#include "page_chart.h"
#include "html.h"

#include <math.h>
#include <string.h>

/* The picture's units: as wide as a phone shows it, so that its letters are nowhere small. */
enum {
    WIDE = 420,
    HIGH = 250,
    LEFT = 40,
    RIGHT = 100,
    TOP = 14,
    BOTTOM = 30,
    LETTER = 15,
    NAME_COLUMNS = 12,
    MARGIN = 8,
    TITLE = 26 /* above a picture that stands alone */
};

int chart_columns(size_t count) { return count < CHART_POINTS ? (int)count : CHART_POINTS; }

int chart_column(size_t n, size_t count)
{
    return count <= CHART_POINTS ? (int)n : (int)(n * CHART_POINTS / count);
}

void chart_put(struct chart_line *line, int column, double value)
{
    line->value[column] = value;
    line->known[column] = true;
}

/* Each line goes on at its height where nothing new is known of it. */
static void fill(struct chart *c)
{
    for (int i = 0; i < c->lines; i++)
        for (int x = 1; x < c->columns; x++)
            if (!c->line[i].known[x] && c->line[i].known[x - 1])
                chart_put(&c->line[i], x, c->line[i].value[x - 1]);
}

/* ---- the scale ----------------------------------------------------------------------------- */

struct scale {
    double low, high, step;
};

/*
 * The lowest and the highest value, out to whole steps of 1, 2 or 5 times a power of ten, at most
 * five.
 */
static struct scale scale_of(const struct chart *c)
{
    struct scale s = {HUGE_VAL, -HUGE_VAL, 1};
    for (int i = 0; i < c->lines; i++)
        for (int x = 0; x < c->columns; x++)
            if (c->line[i].known[x]) {
                s.low = fmin(s.low, c->line[i].value[x]);
                s.high = fmax(s.high, c->line[i].value[x]);
            }
    const double span = s.high > s.low ? s.high - s.low : 1,
                 tenth = pow(10, floor(log10(span / 5)));
    s.step = tenth
             * (span / 5 <= tenth        ? 1
                 : span / 5 <= 2 * tenth ? 2
                 : span / 5 <= 5 * tenth ? 5
                                         : 10);
    if (c->decimals == 0 && s.step < 1)
        s.step = 1;
    s.low = floor(s.low / s.step) * s.step;
    s.high = ceil(s.high / s.step) * s.step;
    if (s.high <= s.low)
        s.high = s.low + s.step;
    return s;
}

static double x_of(const struct chart *c, int column)
{
    return LEFT + (double)column * (WIDE - LEFT - RIGHT) / (c->columns > 1 ? c->columns - 1 : 1);
}

static double y_of(const struct scale *s, double value)
{
    return TOP + (s->high - value) / (s->high - s->low) * (HIGH - TOP - BOTTOM);
}

/* ---- pens: as SVG, or as a list for fuda-chart ---------------------------------------------- */

/* a number of the scale; flush with its end; a name */
enum letters { LETTERS_TICK, LETTERS_TICK_END, LETTERS_NAME };

/* What draws: numbers are the picture's units, from its upper left corner. */
struct pen {
    struct text *out;
    void (*grid)(const struct pen *pen, double y);
    void (*letters)(const struct pen *pen, enum letters kind, double x, double y, const char *text);
    void (*curve)(const struct pen *pen, int line, int points, const double *x, const double *y);
};

static void svg_grid(const struct pen *pen, double y)
{
    text_printf(pen->out, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>\n", LEFT, y, WIDE - RIGHT);
}

static void svg_letters(const struct pen *pen, enum letters kind, double x, double y,
    const char *text)
{
    text_printf(pen->out, "<text class=\"%s\" x=\"%.0f\" y=\"%.1f\"%s>",
        kind == LETTERS_NAME ? "name" : "tick", x, y,
        kind == LETTERS_TICK_END ? " text-anchor=\"end\"" : "");
    html_put(pen->out, text);
    text_put(pen->out, "</text>\n");
}

static void svg_curve(const struct pen *pen, int line, int points, const double *x, const double *y)
{
    text_printf(pen->out, "<path class=\"line l%d\" d=\"", line);
    for (int i = 0; i < points; i++)
        text_printf(pen->out, "%s%.1f %.1f", i > 0 ? "L" : "M", x[i], y[i]);
    text_printf(pen->out, "\"/><circle class=\"end l%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"/>\n",
        line, x[points - 1], y[points - 1]);
}

/* A line an instruction; scanner/fuda-chart.c says which there are. */
static void list_grid(const struct pen *pen, double y)
{
    text_printf(pen->out, "grid %d %.1f %d\n", LEFT, y, WIDE - RIGHT);
}

static void list_letters(const struct pen *pen, enum letters kind, double x, double y,
    const char *text)
{
    static const char *const kinds[] =
        {[LETTERS_TICK] = "tick", [LETTERS_TICK_END] = "end", [LETTERS_NAME] = "name"};
    text_printf(pen->out, "%s %.1f %.1f ", kinds[kind], x, y);
    say_foreign(pen->out, text, strlen(text));
    text_put(pen->out, "\n");
}

static void list_curve(const struct pen *pen, int line, int points, const double *x,
    const double *y)
{
    text_printf(pen->out, "curve %d", line);
    for (int i = 0; i < points; i++)
        text_printf(pen->out, " %.1f %.1f", x[i], y[i]);
    text_put(pen->out, "\n");
}

/* ---- the scale's picture --------------------------------------------------------------------- */

static void put_scale(const struct pen *pen, const struct chart *c, const struct scale *s)
{
    const int decimals = s->step < 1 ? 1 : 0,
              steps = (int)floor((s->high - s->low) / s->step + 0.5);
    for (int i = 0; i <= steps; i++) {
        const double value = s->low + i * s->step, y = y_of(s, value),
                     shown = fabs(value) < s->step / 2 ? 0 : value;
        char number[32];
        snprintf(number, sizeof number, "%.*f", decimals, shown);
        pen->grid(pen, y);
        pen->letters(pen, LETTERS_TICK_END, LEFT - 6, y + 4, number);
    }
    for (int x = 0; x < c->columns && c->tick[x] != NULL; x++)
        pen->letters(pen, LETTERS_TICK_END, x_of(c, x) + 8, HIGH - 8, c->tick[x]);
    if (c->tick[0] != NULL)
        return;
    pen->letters(pen, LETTERS_TICK, LEFT, HIGH - 8, c->from);
    pen->letters(pen, LETTERS_TICK_END, WIDE - RIGHT, HIGH - 8, c->to);
}

/* ---- the lines ----------------------------------------------------------------------------- */

static void put_line(const struct pen *pen, const struct chart *c, const struct scale *s, int line)
{
    const struct chart_line *of = &c->line[line];
    double x[CHART_POINTS], y[CHART_POINTS];
    int points = 0;
    for (int i = 0; i < c->columns; i++) {
        if (!of->known[i])
            continue;
        x[points] = x_of(c, i);
        y[points++] = y_of(s, of->value[i]);
    }
    pen->curve(pen, line, points, x, y);
}

/* A name that is too long for its place loses its end; a reader finds it whole in the table. */
static void put_name(const struct pen *pen, double y, const char *name)
{
    struct text cut = {0};
    const size_t length = strlen(name);
    const bool whole = say_width(name, length) <= NAME_COLUMNS;
    if (whole)
        text_put(&cut, name);
    else
        say_padded(&cut, name, length, NAME_COLUMNS - 1, false);
    while (cut.length > 0 && cut.at[cut.length - 1] == ' ')
        cut.at[--cut.length] = '\0';
    text_put(&cut, whole ? "" : "…");
    pen->letters(pen, LETTERS_NAME, WIDE - RIGHT + 8, y, cut.at);
    text_clear(&cut);
}

/*
 * The names stand beside the lines' ends, none on another: pushed down from the top, then up from
 * the bottom.
 */
static void put_names(const struct pen *pen, const struct chart *c, const struct scale *s)
{
    int order[CHART_LINES];
    double at[CHART_LINES];
    for (int i = 0; i < c->lines; i++) {
        int k = i;
        const double y = y_of(s, c->line[i].value[c->columns - 1]);
        for (; k > 0 && at[k - 1] > y; k--) {
            at[k] = at[k - 1];
            order[k] = order[k - 1];
        }
        at[k] = y;
        order[k] = i;
    }
    for (int i = 1; i < c->lines; i++)
        at[i] = fmax(at[i], at[i - 1] + LETTER);
    for (int i = c->lines - 1; i >= 0; i--)
        at[i] = fmin(at[i], HIGH - BOTTOM + 4 - (c->lines - 1 - i) * LETTER);
    for (int i = 0; i < c->lines; i++)
        put_name(pen, at[i] + 4, c->line[order[i]].name);
}

static void draw(const struct pen *pen, const struct chart *c)
{
    const struct scale s = scale_of(c);
    put_scale(pen, c, &s);
    for (int i = 0; i < c->lines; i++)
        put_line(pen, c, &s, i);
    put_names(pen, c, &s);
}

/* "Rating in Haratama: Aki 27.1, Bo 25.0": for whoever does not see the picture. */
static void put_words(struct text *html, const struct context *in, const struct chart *c)
{
    struct text words = {0};
    text_put(&words, c->title);
    for (int i = 0; i < c->lines; i++) {
        if (i == 0)
            say_colon(in, &words);
        else
            say_comma(in, &words);
        text_put(&words, c->line[i].name);
        text_printf(&words, " %.*f", c->decimals, c->line[i].value[c->columns - 1]);
    }
    html_put(html, words.at);
    text_clear(&words);
}

/* The lines of which anything is known; in their places. */
static void keep_known(struct chart *c)
{
    int kept = 0;
    for (int i = 0; i < c->lines; i++)
        if (c->line[i].known[c->columns - 1]) {
            if (kept != i)
                c->line[kept] = c->line[i];
            kept++;
        }
    c->lines = kept;
}

/* False: there is nothing to draw. */
static bool make_ready(struct chart *c)
{
    if (c->columns < 2)
        return false;
    fill(c);
    keep_known(c);
    return c->lines > 0;
}

void chart_svg(struct text *html, const struct context *in, struct chart *c)
{
    const struct pen pen = {html, svg_grid, svg_letters, svg_curve};
    if (!make_ready(c))
        return;
    html_open(html, "figure", "class", "chart", NULL);
    html_element(html, "figcaption", NULL, c->title);
    text_printf(html, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", WIDE, HIGH);
    put_words(html, in, c);
    text_put(html, "\">\n");
    draw(&pen, c);
    text_put(html, "</svg></figure>\n");
}

bool chart_list(struct text *out, struct chart *c)
{
    const struct pen pen = {out, list_grid, list_letters, list_curve};
    if (!make_ready(c))
        return false;
    text_printf(out, "size %d %d\n", WIDE, HIGH + TITLE);
    text_printf(out, "title %d ", MARGIN);
    say_foreign(out, c->title, strlen(c->title));
    text_put(out, "\n");
    draw(&pen, c);
    return true;
}
