/* Where code and words lie on a label, and which sizes a camera reads. */
#include "labels.h"

#include <math.h>

/* Room that words need at least: at the right of the code, below it. */
#define WORDS_BESIDE 6.0
#define WORDS_BELOW 2.2
#define EDGE 0.6 /* printers are not exact: words keep away from a label's edge */

static int dots_in(double room, double dot)
{
    return room <= 0 ? 0 : (int)floor(room / CODE_WHOLE / dot + 1e-6);
}

/* What is too small, and what would do: as wide and as high as the two forms need. */
static bool too_small(const struct label_sheet *sheet, double dot, double knife, struct why *why)
{
    double code = CODE_WHOLE * dot * ceil(LEAST_MODULE / dot - 1e-6) + 2 * knife;
    double least_code = CODE_WHOLE * LEAST_MODULE + 2 * knife;
    double width = sheet->width, height = sheet->height;
    bool would = (width >= least_code + WORDS_BESIDE && height >= least_code)
                 || (width >= least_code && height >= least_code + WORDS_BELOW);
    if (would)
        return why_say(why,
            N_("at %.0f dpi the codes of a label of %g × %g mm would be too coarse; expected a "
               "higher --dpi, as 600"),
            25.4 / dot, width, height);
    return why_say(why,
        N_("a label of %g × %g mm is too small; the smallest are %.1f × %.1f mm (words beside the "
           "code) and %.1f × %.1f mm (words below it)"),
        width, height, code + WORDS_BESIDE, code, code, code + WORDS_BELOW);
}

static void place(struct form *f, double width, double height, double knife)
{
    double side = f->module * CODE_WHOLE;
    if (f->beside) {
        f->code = (struct box){knife, knife + (height - side) / 2, side, side};
        f->words = (struct box){knife + side, knife + EDGE, width - side - EDGE, height - 2 * EDGE};
    } else {
        double bottom = fmin(EDGE, (height - side) / 6);
        f->code = (struct box){knife + (width - side) / 2, knife, side, side};
        f->words = (struct box){knife + EDGE, knife + side, width - 2 * EDGE,
            height - side - bottom};
    }
}

/* The white at the left begins at the label's edge, which is the card's; the words are below. */
static void place_fan(struct form *f, const struct label_sheet *sheet)
{
    double side = f->module * CODE_WHOLE, under = KNIFE + side;
    f->code = (struct box){0, KNIFE, side, side};
    f->words = (struct box){KNIFE + EDGE, under, sheet->width - 2 * KNIFE - 2 * EDGE,
        sheet->height - under - KNIFE - EDGE};
}

bool form_make(struct form *form, const struct label_sheet *sheet, double dot, struct why *why)
{
    double knife = sheet->cut ? KNIFE : 0;
    double width = sheet->width - 2 * knife, height = sheet->height - 2 * knife;
    int beside = dots_in(fmin(height, width - WORDS_BESIDE), dot);
    int below = dots_in(fmin(width, height - WORDS_BELOW), dot);
    struct form made = {.dot = dot,
        .beside = beside >= below,
        .dots = beside >= below ? beside : below};
    if (sheet->fan) {
        made.dots = (int)lround(sheet->module / dot);
        made.beside = false;
    }
    made.module = made.dots * dot;
    if (made.module < LEAST_MODULE - 1e-6)
        return too_small(sheet, dot, knife, why);
    if (sheet->fan)
        place_fan(&made, sheet);
    else
        place(&made, width, height, knife);
    *form = made;
    return true;
}

/* ---- cameras ----------------------------------------------------------------------------- */

const double pixels_needed[3] = {1.75, 2.25, 4.0};

double camera_pixels(int camera, double table, double module) { return camera * module / table; }

double camera_code(int camera, double table, double pixels)
{
    return MODULES * pixels * table / camera;
}
