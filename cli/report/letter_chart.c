/* Charts of letters; see letter_chart.h. */
#include "letter_chart.h"

#include <stdlib.h>
#include <string.h>

void chart_bar(struct text *t, double share, int width)
{
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    int all = (int)(share * width * 8 + 0.5);
    for (int i = 0; i < all / 8; i++)
        text_put(t, "█");
    text_put(t, eighths[all % 8]);
}

/* ---- a curve of braille dots: two across and four down in each letter ------------------------ */

enum { ACROSS = 2, DOWN = 4 };

struct plot {
    int width, height; /* in letters */
    uint8_t *dots;     /* of each letter, as U+2800 + dots */
};

static void plot_dot(struct plot *p, int x, int y)
{
    static const uint8_t bit[DOWN][ACROSS] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20},
        {0x40, 0x80}};
    p->dots[(y / DOWN) * p->width + x / ACROSS] |= bit[y % DOWN][x % ACROSS];
}

/* From the dot before to this one, without a gap. */
static void plot_step(struct plot *p, int x, int from, int to)
{
    int step = to > from ? 1 : -1;
    for (int y = from; y != to; y += step)
        plot_dot(p, x, y);
    plot_dot(p, x, to);
}

static void print_scale(struct text *t, double number, bool there, int decimals, int width)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%.*f", decimals, number);
    text_spaces(t, there ? width - (int)strlen(digits) : width);
    text_put(t, there ? digits : "");
}

static void print_plot(const struct plot *p, double low, double high, int decimals, int scale)
{
    for (int y = 0; y < p->height; y++) {
        struct text line = {0};
        print_scale(&line, y == 0 ? high : low, y == 0 || y == p->height - 1, decimals, scale);
        text_put(&line, y == 0 || y == p->height - 1 ? " ┤" : " │");
        for (int x = 0; x < p->width; x++) {
            uint8_t dots = p->dots[y * p->width + x];
            char letter[4] = {'\xe2', (char)(0xa0 | dots >> 6), (char)(0x80 | (dots & 0x3f)), '\0'};
            text_put(&line, dots != 0 ? letter : " ");
        }
        while (line.at[line.length - 1] == ' ')
            line.at[--line.length] = '\0';
        puts(line.at);
        text_clear(&line);
    }
}

/* The value at a dot's column: the last of those that fall into it, or of those before. */
static double value_at(const double *value, size_t count, int x, int columns)
{
    size_t at = (size_t)(x + 1) * count / (size_t)columns;
    return value[at > 0 ? at - 1 : 0];
}

void chart_curve(const double *value, size_t count, int width, int height, int decimals)
{
    enum { SCALE = 8, BORDER = 2 };
    if (count < 2 || width <= SCALE + BORDER)
        return;
    double low = value[0], high = value[0];
    for (size_t i = 1; i < count; i++) {
        low = value[i] < low ? value[i] : low;
        high = value[i] > high ? value[i] : high;
    }
    int room = width - SCALE - BORDER, wanted = (int)(count < 1000 ? count * 2 : 2000);
    struct plot p = {.width = wanted < room ? wanted : room, .height = height};
    p.dots = memory_get((size_t)p.width * (size_t)p.height);
    int columns = p.width * ACROSS, rows = height * DOWN - 1, before = -1;
    for (int x = 0; x < columns; x++) {
        double v = value_at(value, count, x, columns);
        int y = high > low ? (int)((high - v) / (high - low) * rows + 0.5) : rows / 2;
        plot_step(&p, x, before >= 0 ? before : y, y);
        before = y;
    }
    print_plot(&p, low, high, decimals, SCALE);
    free(p.dots);
}
