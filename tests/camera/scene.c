/*
 * A table seen from above, as one picture: white cards on grey, each with a sticker's code, turned
 * a little. `scene pgm|grey|nv12|yuyv WIDTH HEIGHT MODULE CODE…` writes it to standard output;
 * MODULE is pixels.
 */
#include "scanner/scanner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE = 96, PAPER = 225, INK = 30, EDGE = 4 /* modules of card around a quiet zone */ };

struct scene {
    struct deck deck;
    int width, height, columns;
    double module;
};

/* The light at a point `x`, `y` modules from the middle of a card. */
static int card_light(const struct label *label, double x, double y)
{
    double half = MODULES / 2.0;
    if (fabs(x) > half + QUIET + EDGE || fabs(y) > half + QUIET + 2 * EDGE)
        return TABLE;
    if (fabs(x) >= half || fabs(y) >= half)
        return PAPER;
    return label->row[(int)(y + half)] >> (int)(x + half) & 1 ? INK : PAPER;
}

/* Cards stand in rows, each turned otherwise. */
static int light(const struct scene *s, double x, double y)
{
    double pitch = s->module * (MODULES + 2 * QUIET + 6 * EDGE);
    int column = (int)(x / pitch), row = (int)(y / pitch), n = row * s->columns + column;
    if (column >= s->columns || n >= s->deck.count)
        return TABLE;
    double turn = 0.25 * ((n * 5) % 7 - 3);
    x = (x - (column + 0.5) * pitch) / s->module;
    y = (y - (row + 0.5) * pitch) / s->module;
    return card_light(&s->deck.label[n], x * cos(turn) + y * sin(turn),
        y * cos(turn) - x * sin(turn));
}

/* A pixel is the mean of nine points in it. */
static int pixel(const struct scene *s, int x, int y)
{
    int sum = 0;
    for (int i = 0; i < 9; i++)
        sum += light(s, x + (i % 3 + 0.5) / 3, y + (i / 3 + 0.5) / 3);
    return sum / 9;
}

int main(int argc, char **argv)
{
    struct why why;
    if (argc < 5)
        return 2;
    bool yuyv = strcmp(argv[1], "yuyv") == 0;
    struct scene s = {.width = atoi(argv[2]), .height = atoi(argv[3]), .module = atof(argv[4])};
    s.columns = (int)(s.width / (s.module * (MODULES + 2 * QUIET + 6 * EDGE)));
    for (int i = 5; i < argc; i++)
        if (!deck_add(&s.deck, argv[i], "x", &why))
            return 2;
    if (strcmp(argv[1], "pgm") == 0)
        printf("P5\n%d %d\n255\n", s.width, s.height);
    for (int y = 0; y < s.height; y++)
        for (int x = 0; x < s.width; x++) {
            putchar(pixel(&s, x, y));
            if (yuyv)
                putchar(128);
        }
    for (int i = 0; strcmp(argv[1], "nv12") == 0 && i < s.width * s.height / 2; i++)
        putchar(128);
    deck_clear(&s.deck);
    return ferror(stdout) != 0;
}
