/* Sheets of labels as data; plain paper, and sheets that are not in the table. */
#define _XOPEN_SOURCE 700
#include "labels.h"

#include <libintl.h>
#include <math.h>
#include <stddef.h>
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
const struct label_sheet sheets[] = {
    {"ELM022", "Hisago", NULL, PAPER_A4, GRID(4, 11), LABEL(48.3, 25.4), FIRST(8.4, 8.8),
        PITCH(48.3, 25.4)},
    {"ELM023", "Hisago", "L7651", PAPER_A4, GRID(5, 13), LABEL(38.1, 21.2), FIRST(4.75, 10.92),
        PITCH(40.6, 21.2)},
    {"ELM038", "Hisago", NULL, PAPER_A4, GRID(8, 25), LABEL(20, 8), FIRST(14.5, 12.5),
        PITCH(23, 11)},
    {"L4732", "Avery", NULL, PAPER_A4, GRID(5, 16), LABEL(35.6, 16.9), FIRST(11, 13),
        PITCH(38.1, 16.9)},
    {"L4730", "Avery", NULL, PAPER_A4, GRID(10, 27), LABEL(17.8, 10), FIRST(6, 13),
        PITCH(20.3, 10)},
    {"8658", "Avery", NULL, PAPER_A4, GRID(7, 27), LABEL(25.4, 10), FIRST(5, 13),
        PITCH(28.5, 10.14)},
    {"6021", "Zweckform", NULL, PAPER_A4, GRID(4, 16), LABEL(46, 16.9), FIRST(8.5, 14),
        PITCH(48.3, 16.9)},
    {"5167", "Avery", NULL, PAPER_LETTER, GRID(4, 20), LABEL(44.45, 12.7), FIRST(7.14, 12.7),
        PITCH(52.39, 12.7)},
    {"8195", "Avery", NULL, PAPER_LETTER, GRID(4, 15), LABEL(44.45, 16.92), FIRST(7.54, 13.49),
        PITCH(51.59, 16.92)},
    {"OL2050", "OnlineLabels", NULL, PAPER_LETTER, GRID(13, 17), LABEL(12.7, 12.7),
        FIRST(6.35, 6.36), PITCH(15.88, 15.88)},
    {.columns = 0},
};

enum paper paper_find(const char *name)
{
    int paper = 0;
    while (paper < PAPERS && strcasecmp(papers[paper].name, name) != 0)
        paper++;
    return (enum paper)paper;
}

int sheet_count(const struct label_sheet *sheet) { return sheet->columns * sheet->rows; }

struct box sheet_label(const struct label_sheet *sheet, int n)
{
    int row = n / sheet->columns, column = n % sheet->columns;
    return (struct box){sheet->left + column * sheet->across, sheet->top + row * sheet->down,
        sheet->width, sheet->height};
}

/* ---- sheets that are not in the table ---------------------------------------------------- */

/* How many labels have room in `space` where they begin every `pitch`. */
static int fitting(double space, double label, double pitch)
{
    return space + 1e-6 < label ? 0 : (int)floor((space - label) / pitch + 1e-6) + 1;
}

/* Plain paper: labels that touch, in the middle, away from the edge that printers leave white. */
static bool lay_plain(struct label_sheet *s)
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

void sheet_fan(struct label_sheet *sheet, enum paper paper, double dot)
{
    static const double words = 7; /* below the code, mm */
    double module = floor(FAN_PITCH / (QUIET + MODULES) / dot) * dot;
    *sheet = (struct label_sheet){.name = "fan",
        .paper = paper,
        .fan = true,
        .module = module,
        .width = CODE_WHOLE * module + KNIFE,
        .height = CODE_WHOLE * module + 2 * KNIFE + words};
    lay_plain(sheet);
}

static bool lay_cut(struct label_sheet *s)
{
    const struct paper_size *p = &papers[s->paper];
    s->columns = fitting(p->width - s->left, s->width, s->across);
    s->rows = fitting(p->height - s->top, s->height, s->down);
    return s->columns > 0 && s->rows > 0;
}

/*
 *     size    = WIDTH x HEIGHT [+ LEFT + TOP [+ ACROSS x DOWN]], in mm
 *     length  = digits ["." digits]
 */
static const struct {
    const char *name;
    const char *behind; /* what may follow it; "" : the end must */
    double least;
    size_t place; /* in struct label_sheet */
} lengths[] = {
    {N_("the width of a label"), "x", 1, offsetof(struct label_sheet, width)},
    {N_("the height of a label"), "+", 1, offsetof(struct label_sheet, height)},
    {N_("the margin at the left"), "+", 0, offsetof(struct label_sheet, left)},
    {N_("the margin at the top"), "+", 0, offsetof(struct label_sheet, top)},
    {N_("the step from label to label across"), "x", 1, offsetof(struct label_sheet, across)},
    {N_("the step from label to label down"), "", 1, offsetof(struct label_sheet, down)},
};
/* a size may end after these, too */
enum { LENGTHS = sizeof lengths / sizeof *lengths, PLAIN = 2, CUT = 4 };

/* Digits and a point; not what strtod() takes beside them. The value lies in `out`. */
static bool read_length(const char *at, size_t length, double *out)
{
    char text[16];
    char *end;
    if (length == 0 || length >= sizeof text || strspn(at, "0123456789.") < length)
        return false;
    memcpy(text, at, length);
    text[length] = '\0';
    *out = strtod(text, &end);
    return *end == '\0';
}

/* Is it meant as a size? No sheet's name has a number and an x after it. */
static bool is_size(const char *name)
{
    size_t number = strcspn(name, "x");
    return name[number] == 'x' && number > 0
           && (strspn(name, "0123456789.,+-") > 0 || strncmp(name, "nan", 3) == 0
               || strncmp(name, "inf", 3) == 0);
}

static bool wrong_length(int n, const char *name, size_t length, struct why *why)
{
    why_say(why, N_("%s: “%.*s” is not a length; expected millimetres from %g up, as 40 or 48.3"),
        gettext(lengths[n].name), (int)length, name, lengths[n].least);
    return false;
}

/* How many lengths it has, 0 with `why`. */
static int read_lengths(struct label_sheet *s, const char *name, struct why *why)
{
    const char *at = name;
    for (int n = 0; n < LENGTHS; n++) {
        double value;
        size_t length = strcspn(at, "x+");
        if (!read_length(at, length, &value) || value < lengths[n].least) {
            wrong_length(n, at, length, why);
            return 0;
        }
        memcpy((char *)s + lengths[n].place, &value, sizeof value);
        at += length;
        if (*at == '\0' && (n + 1 == PLAIN || n + 1 == CUT || n + 1 == LENGTHS))
            return n + 1;
        if (*at == '\0' || strchr(lengths[n].behind, *at) == NULL)
            break;
        at++;
    }
    why_say(why,
        N_("“%s” is not a size; expected WxH, WxH+LEFT+TOP or WxH+LEFT+TOP+ACROSSxDOWN, all in mm"),
        name);
    return 0;
}

static bool read_size(struct label_sheet *s, const char *name, struct why *why)
{
    const struct paper_size *p = &papers[s->paper];
    int count = read_lengths(s, name, why);
    if (count == 0)
        return false;
    if (count == CUT) {
        s->across = s->width;
        s->down = s->height;
    }
    if (count > PLAIN && (s->across < s->width || s->down < s->height)) {
        why_say(why,
            N_("labels of %g × %g mm would overlap with steps of %g × %g mm; expected steps of "
               "their own size or more"),
            s->width, s->height, s->across, s->down);
        return false;
    }
    if (count == PLAIN ? lay_plain(s) : lay_cut(s))
        return true;
    return why_say(why, N_("labels of %s mm do not go onto %s paper (%g × %g mm)"), name, p->name,
        p->width, p->height);
}

/* ---- by name ----------------------------------------------------------------------------- */

/* Near: at most half of it is otherwise, and two letters. */
static const char *near_name(const char *name)
{
    const char *near = NULL;
    size_t length = strlen(name);
    struct guess guess = {.word = {name, length}, .far = length < 4 ? (unsigned)length / 2 + 1 : 3};
    for (const struct label_sheet *s = sheets; s->columns > 0; s++)
        for (int i = 0; i < 2; i++) {
            const char *known = i == 0 ? s->name : s->alias;
            char folded[SHEET_NAME];
            if (known == NULL)
                continue;
            folded[text_fold((struct span){known, strlen(known)}, folded)] = '\0';
            if (guess_known(&guess, folded))
                near = known;
        }
    return near;
}

static bool unknown(const char *name, const char *folded, struct why *why)
{
    const char *near = near_name(folded);
    if (near != NULL)
        return why_say(why, N_("no sheet is called “%.40s”; did you mean %s?"), name, near);
    return why_say(why,
        N_("no sheet is called “%.40s”; expected one of `--sheet list`, or a label's size in mm, "
           "as 40x22"),
        name);
}

/* In small ASCII letters where it has such, × and * as x. False: no name is so long. */
static bool fold_name(const char *name, char out[SHEET_NAME])
{
    char folded[NAME_MOST];
    size_t size = strlen(name) <= NAME_MOST ? text_fold((struct span){name, strlen(name)}, folded)
                                            : SHEET_NAME,
           length = 0;
    static const char times[] = "×";
    if (size >= SHEET_NAME)
        return false;
    for (size_t i = 0; i < size;) {
        bool sign = size - i >= sizeof times - 1
                    && memcmp(folded + i, times, sizeof times - 1) == 0;
        out[length++] = sign || folded[i] == '*' ? 'x' : folded[i];
        i += sign ? sizeof times - 1 : 1;
    }
    out[length] = '\0';
    return true;
}

static const struct label_sheet *find_known(const char *folded)
{
    for (const struct label_sheet *s = sheets; s->columns > 0; s++)
        if (strcasecmp(s->name, folded) == 0
            || (s->alias != NULL && strcasecmp(s->alias, folded) == 0))
            return s;
    return NULL;
}

/* NAME+LEFT+TOP: the margins of a sheet that is known, as this printer needs them. */
static bool shift(struct label_sheet *s, const char *margins, struct why *why)
{
    enum { LEFT = 2, TOP }; /* of `lengths` */
    double *to[] = {&s->left, &s->top};
    const struct paper_size *p = &papers[s->paper];
    const char *at = margins;
    const double left = s->left, top = s->top;
    for (int i = 0; i < 2; i++) {
        size_t length = strcspn(++at, "+");
        if (!read_length(at, length, to[i]))
            return wrong_length(LEFT + i, at, length, why);
        at += length;
        if (*at != (i == 0 ? '+' : '\0'))
            return why_say(why,
                N_("“%s%s” is not a sheet with its margins; expected as %s+%g+%g, in mm"), s->name,
                margins, s->name, left, top);
    }
    if (s->left + (s->columns - 1) * s->across + s->width > p->width
        || s->top + (s->rows - 1) * s->down + s->height > p->height)
        return why_say(why, N_("with these margins the labels of %s do not go onto its paper"),
            s->name);
    return true;
}

bool sheet_find(struct label_sheet *sheet, const char *name, enum paper paper, struct why *why)
{
    struct label_sheet made = {.paper = paper};
    char folded[SHEET_NAME] = "";
    if (!fold_name(name, folded))
        return unknown(name, folded, why);
    size_t length = strcspn(folded, "+");
    char margins[SHEET_NAME];
    snprintf(margins, sizeof margins, "%s", folded + length);
    folded[length] = '\0';
    const struct label_sheet *known = find_known(folded);
    if (known != NULL) {
        made = *known;
        if (margins[0] != '\0' && !shift(&made, margins, why))
            return false;
        *sheet = made;
        return true;
    }
    snprintf(folded + length, sizeof folded - length, "%s", margins);
    bool plain = strcmp(folded, "plain") == 0;
    if (!plain && !is_size(folded))
        return unknown(name, folded, why);
    if (!read_size(&made, plain ? "40x22" : folded, why))
        return false;
    if (sheet_count(&made) > PER_SHEET_MOST) {
        why_say(why, N_("labels of %s mm are too many on a page; expected at most %d"), folded,
            PER_SHEET_MOST);
        return false;
    }
    snprintf(made.name, sizeof made.name, "%s", folded);
    *sheet = made;
    return true;
}
