/* Curves as inline SVG; see chart.h. */
#include "chart.h"
#include "html.h"

#include <math.h>
#include <string.h>

/* The picture's units: as wide as a phone shows it, so that its letters are nowhere small. */
enum { WIDE = 480, HIGH = 270, LEFT = 40, RIGHT = 100, TOP = 14, BOTTOM = 30, LETTER = 15, NAME_COLUMNS = 12 };

int chart_columns(size_t count)
{
    return count < CHART_POINTS ? (int)count : CHART_POINTS;
}

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

/* The lowest and the highest value, out to whole steps of 1, 2 or 5 times a power of ten, at most five. */
static struct scale scale_of(const struct chart *c)
{
    struct scale s = {HUGE_VAL, -HUGE_VAL, 1};
    for (int i = 0; i < c->lines; i++)
        for (int x = 0; x < c->columns; x++)
            if (c->line[i].known[x]) {
                s.low = fmin(s.low, c->line[i].value[x]);
                s.high = fmax(s.high, c->line[i].value[x]);
            }
    const double span = s.high > s.low ? s.high - s.low : 1, tenth = pow(10, floor(log10(span / 5)));
    s.step = tenth * (span / 5 <= tenth ? 1 : span / 5 <= 2 * tenth ? 2 : span / 5 <= 5 * tenth ? 5 : 10);
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

static void put_scale(struct text *html, const struct chart *c, const struct scale *s)
{
    const int decimals = s->step < 1 ? 1 : 0, steps = (int)floor((s->high - s->low) / s->step + 0.5);
    for (int i = 0; i <= steps; i++) {
        const double value = s->low + i * s->step, y = y_of(s, value), shown = fabs(value) < s->step / 2 ? 0 : value;
        text_printf(html, "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text class=\"tick\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.*f</text>\n",
                    LEFT, y, WIDE - RIGHT, LEFT - 6, y + 4, decimals, shown);
    }
    text_printf(html, "<text class=\"tick\" x=\"%d\" y=\"%d\">", LEFT, HIGH - 8);
    html_put(html, c->from);
    text_printf(html, "</text><text class=\"tick\" x=\"%d\" y=\"%d\" text-anchor=\"end\">", WIDE - RIGHT, HIGH - 8);
    html_put(html, c->to);
    text_put(html, "</text>\n");
}

/* ---- the lines ----------------------------------------------------------------------------- */

static void put_line(struct text *html, const struct chart *c, const struct scale *s, int line)
{
    const struct chart_line *of = &c->line[line];
    bool begun = false;
    text_printf(html, "<path class=\"line l%d\" d=\"", line);
    for (int x = 0; x < c->columns; x++) {
        if (!of->known[x])
            continue;
        text_printf(html, "%s%.1f %.1f", begun ? "L" : "M", x_of(c, x), y_of(s, of->value[x]));
        begun = true;
    }
    text_printf(html, "\"/><circle class=\"end l%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"/>\n", line, x_of(c, c->columns - 1),
                y_of(s, of->value[c->columns - 1]));
}

/* A name that is too long for its place loses its end; a reader finds it whole in the table. */
static void put_name(struct text *html, const char *name)
{
    struct text cut = {0};
    const size_t length = strlen(name);
    if (say_width(name, length) <= NAME_COLUMNS) {
        html_put(html, name);
        return;
    }
    say_padded(&cut, name, length, NAME_COLUMNS - 1, false);
    while (cut.length > 0 && cut.at[cut.length - 1] == ' ')
        cut.at[--cut.length] = '\0';
    html_put(html, cut.at);
    text_put(html, "…");
    text_clear(&cut);
}

/* The names stand beside the lines' ends, none on another: pushed down from the top, then up from the bottom. */
static void put_names(struct text *html, const struct chart *c, const struct scale *s)
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
    for (int i = 0; i < c->lines; i++) {
        text_printf(html, "<text class=\"name\" x=\"%d\" y=\"%.1f\">", WIDE - RIGHT + 8, at[i] + 4);
        put_name(html, c->line[order[i]].name);
        text_put(html, "</text>\n");
    }
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

void chart_svg(struct text *html, const struct context *in, struct chart *c)
{
    if (c->columns < 2)
        return;
    fill(c);
    keep_known(c);
    if (c->lines == 0)
        return;
    const struct scale s = scale_of(c);
    html_open(html, "figure", "class", "chart", NULL);
    html_element(html, "figcaption", NULL, c->title);
    text_printf(html, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", WIDE, HIGH);
    put_words(html, in, c);
    text_put(html, "\">\n");
    put_scale(html, c, &s);
    for (int i = 0; i < c->lines; i++)
        put_line(html, c, &s, i);
    put_names(html, c, &s);
    text_put(html, "</svg></figure>\n");
}
