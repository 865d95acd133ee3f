/*
 * fuda-chart: a picture of curves, as a PNG on standard output. What is to be drawn comes on
 * standard input, a line each, in units from the upper left corner:
 *
 *      size WIDE HIGH              first; each unit becomes two pixels
 *      title X TEXT                above the picture: what follows lies as much lower
 *      grid X Y X                  a line of the scale
 *      tick X Y TEXT               letters of the scale; `end`: that end there; `name`: a curve's
 *      curve N X Y X Y …           the n-th curve, in a colour and a pattern of its own, with a dot
 *                                  at its end
 *
 * `fuda share` starts it (cli/report/page_chart.c writes the list).
 */
#define _POSIX_C_SOURCE 200809L
#include "core/confine/confine.h"

#include <pango/pangocairo.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_MOST_HERE = 65536, SIDE_MOST = 2000, DOTS = 2, TITLE_HIGH = 26 };

struct picture {
    cairo_surface_t *surface;
    cairo_t *cairo;
    double down; /* what all but the title is moved by */
};

static const double palette[][3] = {
    {0.70, 0.15, 0.12},
    {0.12, 0.31, 0.61},
    {0.12, 0.42, 0.21},
    {0.44, 0.19, 0.59},
    {0.48, 0.34, 0.00},
    {0.04, 0.40, 0.46},
    {0.54, 0.24, 0.39},
    {0.33, 0.31, 0.29},
};
enum { CURVES = sizeof palette / sizeof *palette, DASHES_MOST = 4 };

/* As many numbers as `count`, drawn and left out in turn; none: a whole line. */
static const struct {
    int count;
    double dash[DASHES_MOST];
} patterns[CURVES] = {
    {0, {0}},
    {2, {9, 4}},
    {2, {2, 4}},
    {4, {12, 3, 2, 3}},
    {2, {5, 3}},
    {2, {14, 5}},
    {4, {7, 3, 2, 3}},
    {2, {1, 5}},
};

/* ---- letters ------------------------------------------------------------------------------- */

/* On the line `y`; `end`: flush with `x` at their right. */
static void put_letters(const struct picture *p, double x, double y, double size, bool end,
    double grey, const char *text)
{
    PangoLayout *layout = pango_cairo_create_layout(p->cairo);
    PangoFontDescription *font = pango_font_description_from_string("sans-serif");
    pango_font_description_set_absolute_size(font, size * PANGO_SCALE);
    pango_layout_set_font_description(layout, font);
    pango_layout_set_text(layout, text, -1);
    int width, height;
    pango_layout_get_pixel_size(layout, &width, &height);
    cairo_set_source_rgb(p->cairo, grey, grey, grey);
    cairo_move_to(p->cairo, end ? x - width : x,
        y - pango_layout_get_baseline(layout) / (double)PANGO_SCALE);
    pango_cairo_show_layout(p->cairo, layout);
    pango_font_description_free(font);
    g_object_unref(layout);
}

/* "X Y TEXT" */
static void take_letters(const struct picture *p, char *at, double size, bool end, double grey)
{
    const double x = strtod(at, &at), y = strtod(at, &at);
    put_letters(p, x, y + p->down, size, end, grey, *at == ' ' ? at + 1 : at);
}

/* ---- instructions ---------------------------------------------------------------------------- */

static void take_title(struct picture *p, char *at)
{
    const double x = strtod(at, &at);
    put_letters(p, x, TITLE_HIGH - 8, 14, false, 0.35, *at == ' ' ? at + 1 : at);
    p->down = TITLE_HIGH;
}

static void take_grid(struct picture *p, char *at)
{
    const double from = strtod(at, &at), y = strtod(at, &at) + p->down, to = strtod(at, &at);
    cairo_set_source_rgb(p->cairo, 0.85, 0.83, 0.79);
    cairo_set_line_width(p->cairo, 1);
    cairo_move_to(p->cairo, from, y);
    cairo_line_to(p->cairo, to, y);
    cairo_stroke(p->cairo);
}

static void take_tick(struct picture *p, char *at) { take_letters(p, at, 12, false, 0.35); }
static void take_end(struct picture *p, char *at) { take_letters(p, at, 12, true, 0.35); }
static void take_name(struct picture *p, char *at) { take_letters(p, at, 13, false, 0.1); }

static void take_curve(struct picture *p, char *at)
{
    const long line = strtol(at, &at, 10) % CURVES;
    const double *color = palette[line < 0 ? 0 : line];
    double x = 0, y = 0;
    cairo_new_path(p->cairo);
    cairo_set_source_rgb(p->cairo, color[0], color[1], color[2]);
    cairo_set_line_width(p->cairo, 2.2);
    cairo_set_line_join(p->cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_dash(p->cairo, patterns[line < 0 ? 0 : line].dash,
        patterns[line < 0 ? 0 : line].count, 0);
    for (char *rest; *at == ' '; at = rest) {
        x = strtod(at, &rest);
        y = strtod(rest, &rest) + p->down;
        if (rest == at)
            break;
        cairo_line_to(p->cairo, x, y); /* the first one begins */
    }
    cairo_stroke(p->cairo);
    cairo_set_dash(p->cairo, NULL, 0, 0);
    cairo_arc(p->cairo, x, y, 3.5, 0, 6.2832);
    cairo_fill(p->cairo);
}

static bool take_size(struct picture *p, char *at)
{
    const long wide = strtol(at, &at, 10), high = strtol(at, &at, 10);
    if (p->cairo != NULL || wide < 1 || high < 1 || wide > SIDE_MOST || high > SIDE_MOST)
        return false;
    p->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)wide * DOTS, (int)high * DOTS);
    p->cairo = cairo_create(p->surface);
    cairo_scale(p->cairo, DOTS, DOTS);
    cairo_set_source_rgb(p->cairo, 1, 1, 1);
    cairo_paint(p->cairo);
    return true;
}

static bool take(struct picture *p, char *line)
{
    static const struct {
        const char *word;
        void (*take)(struct picture *p, char *at);
    } words[] = {
        {"title ", take_title},
        {"grid ", take_grid},
        {"tick ", take_tick},
        {"end ", take_end},
        {"name ", take_name},
        {"curve ", take_curve},
    };
    if (strncmp(line, "size ", 5) == 0)
        return take_size(p, line + 5);
    for (size_t i = 0; i < sizeof words / sizeof *words && p->cairo != NULL; i++)
        if (strncmp(line, words[i].word, strlen(words[i].word)) == 0) {
            words[i].take(p, line + strlen(words[i].word));
            return true;
        }
    return false;
}

/* ---- the picture ----------------------------------------------------------------------------- */

static cairo_status_t write_bytes(void *to, const unsigned char *bytes, unsigned length)
{
    return fwrite(bytes, 1, length, to) == length ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

/*
 * Of a library that goes on without what it lacks, as a font: what it draws then is not what was
 * asked for.
 */
static void on_trouble(const char *domain, GLogLevelFlags level, const char *text, void *user)
{
    bool *failed = user;
    (void)domain, (void)level;
    if (!*failed)
        fprintf(stderr, "fuda-chart: %s\n", text);
    *failed = true;
}

int main(void)
{
    enum { SECONDS = 15 }; /* a chart takes a tenth of one */
    struct picture p = {.down = 0};
    bool failed = false;
    confine_to_drawing(NULL);
    /* a library that has no memory may wait for a thread that it could not begin */
    alarm(SECONDS);
    g_log_set_default_handler(on_trouble, &failed);
    char *line = malloc(LINE_MOST_HERE);
    unsigned number = 0;
    bool good = line != NULL;
    while (good && fgets(line, LINE_MOST_HERE, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        good = take(&p, line);
        number++;
    }
    good = good && !failed && p.cairo != NULL
           && cairo_surface_write_to_png_stream(p.surface, write_bytes, stdout)
                  == CAIRO_STATUS_SUCCESS
           && fflush(stdout) == 0;
    if (!good && !failed)
        fprintf(stderr, "fuda-chart: line %u: expected what `fuda` draws, on standard input\n",
            number);
    cairo_destroy(p.cairo);
    cairo_surface_destroy(p.surface);
    free(line);
    return good ? 0 : 2;
}
