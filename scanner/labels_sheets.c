/* Sheets of labels as data; plain paper, and sheets that are not in the table. */
#define _XOPEN_SOURCE 700
#include "labels.h"

#include <libintl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const struct paper_size papers[PAPERS] = {
    [PAPER_A4] = {"A4", 210, 297},
    [PAPER_LETTER] = {"Letter", 215.9, 279.4},
};

#define GRID(c, r) .columns = (c), .rows = (r)
#define LABEL(w, h) .width = (w), .height = (h)
#define FIRST(x, y) .left = (x), .top = (y)
#define PITCH(x, y) .across = (x), .down = (y)
/* As their makers give them. */
const struct sheet sheets[] = {
    {"ELM022", "Hisago", NULL, PAPER_A4, GRID(4, 11), LABEL(48.3, 25.4), FIRST(8.4, 8.8), PITCH(48.3, 25.4)},
    {"ELM023", "Hisago", "L7651", PAPER_A4, GRID(5, 13), LABEL(38.1, 21.2), FIRST(4.75, 10.92), PITCH(40.6, 21.2)},
    {"ELM038", "Hisago", NULL, PAPER_A4, GRID(8, 25), LABEL(20, 8), FIRST(14.5, 12.5), PITCH(23, 11)},
    {"L4732", "Avery", NULL, PAPER_A4, GRID(5, 16), LABEL(35.6, 16.9), FIRST(11, 13), PITCH(38.1, 16.9)},
    {"L4730", "Avery", NULL, PAPER_A4, GRID(10, 27), LABEL(17.8, 10), FIRST(6, 13), PITCH(20.3, 10)},
    {"8658", "Avery", NULL, PAPER_A4, GRID(7, 27), LABEL(25.4, 10), FIRST(5, 13), PITCH(28.5, 10.14)},
    {"6021", "Zweckform", NULL, PAPER_A4, GRID(4, 16), LABEL(46, 16.9), FIRST(8.5, 14), PITCH(48.3, 16.9)},
    {"5167", "Avery", NULL, PAPER_LETTER, GRID(4, 20), LABEL(44.45, 12.7), FIRST(7.14, 12.7), PITCH(52.39, 12.7)},
    {"8195", "Avery", NULL, PAPER_LETTER, GRID(4, 15), LABEL(44.45, 16.92), FIRST(7.54, 13.49), PITCH(51.59, 16.92)},
    {"OL2050", "OnlineLabels", NULL, PAPER_LETTER, GRID(13, 17), LABEL(12.7, 12.7), FIRST(6.35, 6.36),
     PITCH(15.88, 15.88)},
    {.columns = 0},
};

enum paper paper_find(const char *name)
{
    int paper = 0;
    while (paper < PAPERS && strcasecmp(papers[paper].name, name) != 0)
        paper++;
    return (enum paper)paper;
}

int sheet_count(const struct sheet *sheet)
{
    return sheet->columns * sheet->rows;
}

struct box sheet_label(const struct sheet *sheet, int n)
{
    int row = n / sheet->columns, column = n % sheet->columns;
    return (struct box){sheet->left + column * sheet->across, sheet->top + row * sheet->down, sheet->width,
                        sheet->height};
}

/* ---- sheets that are not in the table ---------------------------------------------------- */

/* How many labels have room in `space` where they begin every `pitch`. */
static int fitting(double space, double label, double pitch)
{
    return space + 1e-6 < label ? 0 : (int)floor((space - label) / pitch + 1e-6) + 1;
}

/* Plain paper: labels that touch, in the middle, away from the edge that printers leave white. */
static bool lay_plain(struct sheet *s)
{
    enum { EDGE = 5 };
    const struct paper_size *p = &papers[s->paper];
    s->cut = true;
    s->across = s->width;
    s->down = s->height;
    s->columns = fitting(p->width - 2 * EDGE, s->width, s->across);
    s->rows = fitting(p->height - 2 * EDGE, s->height, s->down);
    s->left = (p->width - s->columns * s->width) / 2;
    s->top = (p->height - s->rows * s->height) / 2;
    return s->columns > 0 && s->rows > 0;
}

static bool lay_cut(struct sheet *s)
{
    const struct paper_size *p = &papers[s->paper];
    s->columns = fitting(p->width - s->left, s->width, s->across);
    s->rows = fitting(p->height - s->top, s->height, s->down);
    return s->columns > 0 && s->rows > 0 && s->across >= s->width && s->down >= s->height;
}

/* "40x22" and what follows it: a length that is none leaves `at` where it was. */
static bool read_length(const char **at, double *out)
{
    char *end;
    if ((**at < '0' || **at > '9') && **at != '.')
        return false;
    *out = strtod(*at, &end);
    bool good = isfinite(*out) && *out <= 1000;
    *at = end;
    return good;
}

static bool read_pair(const char **at, const char *between, double *a, double *b)
{
    if (!read_length(at, a) || **at == '\0' || strchr(between, **at) == NULL)
        return false;
    ++*at;
    return read_length(at, b);
}

/* 1: laid out; 0: no size at all; -1: a size that does not go onto the paper. */
static int read_size(struct sheet *s, const char *name)
{
    const char *at = name;
    if (!read_pair(&at, "xX*", &s->width, &s->height))
        return 0;
    if (s->width < 1 || s->height < 1)
        return -1;
    if (*at == '\0')
        return lay_plain(s) ? 1 : -1;
    s->across = s->width;
    s->down = s->height;
    if (*at++ != '+' || !read_pair(&at, "+", &s->left, &s->top))
        return 0;
    if (*at == '+' && (++at, !read_pair(&at, "xX*", &s->across, &s->down)))
        return 0;
    return *at != '\0' ? 0 : lay_cut(s) ? 1 : -1;
}

/* ---- by name ----------------------------------------------------------------------------- */

static bool unknown(const char *name, struct why *why)
{
    const char *near = NULL;
    unsigned best = 4;
    char upper[SHEET_NAME];
    size_t length = 0;
    for (; name[length] != '\0' && length + 1 < sizeof upper; length++)
        upper[length] = (char)(name[length] >= 'a' && name[length] <= 'z' ? name[length] - 'a' + 'A' : name[length]);
    for (const struct sheet *s = sheets; s->columns > 0; s++)
        for (int i = 0; i < 2; i++) {
            const char *known = i == 0 ? s->name : s->alias;
            unsigned far = known == NULL ? best
                         : text_distance((struct span){upper, length}, (struct span){known, strlen(known)});
            if (far < best) {
                best = far;
                near = known;
            }
        }
    if (near != NULL)
        snprintf(why->text, sizeof why->text, gettext("no sheet is called “%.40s”; did you mean %s?"), name, near);
    else
        snprintf(why->text, sizeof why->text,
                 gettext("no sheet is called “%.40s”; expected one of `--sheet list`, or a label's size in mm, as 40x22"),
                 name);
    return false;
}

bool sheet_find(struct sheet *sheet, const char *name, enum paper paper, struct why *why)
{
    struct sheet made = {.paper = paper};
    for (const struct sheet *s = sheets; s->columns > 0; s++)
        if (strcasecmp(s->name, name) == 0 || (s->alias != NULL && strcasecmp(s->alias, name) == 0)) {
            *sheet = *s;
            return true;
        }
    if (strlen(name) >= SHEET_NAME)
        return unknown(name, why);
    int laid = read_size(&made, strcasecmp(name, "plain") == 0 ? "40x22" : name);
    if (laid == 0)
        return unknown(name, why);
    if (laid < 0) {
        snprintf(why->text, sizeof why->text, gettext("labels of %s mm do not go onto %s paper (%g × %g mm)"), name,
                 papers[paper].name, papers[paper].width, papers[paper].height);
        return false;
    }
    if (sheet_count(&made) > PER_SHEET_MOST) {
        snprintf(why->text, sizeof why->text, gettext("labels of %s mm are too many on a page; expected at most %d"),
                 name, PER_SHEET_MOST);
        return false;
    }
    snprintf(made.name, sizeof made.name, "%s", name);
    *sheet = made;
    return true;
}
