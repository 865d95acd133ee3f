/*
 * Sheets of stickers: labels lie on their paper and apart; what is printed of a card stays in its
 * place on the label, and every code is read back from the drawn page by a reader that knows
 * nothing of us (zbar): on one sheet in four, since each is compared dot by dot on all of them;
 * with ITERS=2 on every sheet.
 */
#include "named.h"
#include "scanner/labels.h"

#include <assert.h>
#include <cairo/cairo.h>
#include <math.h>
#include <zbar.h>

/* Sheets that are not in the table but are tried like those. */
static const char *const sizes[] = {"plain", "30x18", "20x25", "12x20", "14x14", "90x60",
    "20x15+4.7+8.5", "30x20+10+10+32.5x25"};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* The n-th of all; false after the last. */
static bool sheet_nth(int n, struct label_sheet *sheet)
{
    struct why why;
    int known = 0;
    while (sheets[known].columns > 0)
        known++;
    if (n >= known + SIZES)
        return false;
    const char *name = n < known ? sheets[n].name : sizes[n - known];
    CHECK(sheet_find(sheet, name, n % 2 == 0 ? PAPER_A4 : PAPER_LETTER, &why));
    return true;
}

static bool inside(struct box in, double x, double y, double width, double height)
{
    return in.x >= x - 1e-6 && in.y >= y - 1e-6 && in.x + in.width <= x + width + 1e-6
           && in.y + in.height <= y + height + 1e-6;
}

static bool apart(struct box a, struct box b)
{
    return a.x + a.width <= b.x + 1e-6 || b.x + b.width <= a.x + 1e-6
           || a.y + a.height <= b.y + 1e-6 || b.y + b.height <= a.y + 1e-6;
}

static void sheets_lie_on_their_paper(void)
{
    struct label_sheet s;
    for (int n = 0; sheet_nth(n, &s); n++)
        for (int i = 0; i < sheet_count(&s); i++) {
            struct box at = sheet_label(&s, i);
            CHECK(inside(at, 0, 0, papers[s.paper].width, papers[s.paper].height));
            if (i > 0)
                CHECK(apart(at, sheet_label(&s, i - 1)));
            if (i >= s.columns)
                CHECK(apart(at, sheet_label(&s, i - s.columns)));
        }
}

static void sheets_have_as_many_labels_as_is_said_of_them(void)
{
    static const struct {
        const char *name;
        int count;
    } known[] = {{"ELM022", 44}, {"elm023", 65}, {"L7651", 65}, {"ELM038", 200}, {"l4732", 80},
        {"L4730", 270}, {"8658", 189}, {"6021", 64}, {"5167", 80}, {"8195", 60}, {"OL2050", 221}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct label_sheet s;
        struct why why;
        CHECK(sheet_find(&s, known[i].name, PAPER_A4, &why));
        CHECK_EQUAL(sheet_count(&s), known[i].count);
    }
}

static void what_is_no_sheet_is_refused(void)
{
    static const char *const wrong[] = {"", "L473", "x", "40", "40x", "x22", "40x22x", "40x22+",
        "40x22+1", "0x0", "-3x5", "300x20", "20x400", "nanx5", "1e999x5", "1x1", "40x22+1+1+",
        "40x22+1+1+30x10", "40x22+200+1",
        "a name that is much longer than any sheet's name may be"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct label_sheet s = {.columns = -7};
        struct why why = {""};
        CHECK(!sheet_find(&s, wrong[i], PAPER_A4, &why));
        CHECK_EQUAL(s.columns, -7);
        CHECK(why.text[0] != '\0');
    }
}

/* What is wrong with a size is named; another sheet is only offered where it is near. */
static void a_wrong_sheet_is_told_why(void)
{
    static const struct {
        const char *name, *why;
    } wrong[] = {
        {"zz", "expected one of `--sheet list`"},
        {"40", "expected one of `--sheet list`"},
        {"473", "expected one of `--sheet list`"},
        {"L473", "did you mean L473"},
        {"ELM-022", "did you mean ELM022?"},
        {"elm22", "did you mean ELM022?"},
        {"0x0", "the width of a label: “0” is not a length; expected millimetres from 1 up"},
        {"40x0", "the height of a label: “0” is not a length"},
        {"0x20", "the width of a label: “0” is not a length"},
        {"-3x4", "the width of a label: “-3” is not a length"},
        {"nanxnan", "the width of a label: “nan” is not a length"},
        {"40xinf", "the height of a label: “inf” is not a length"},
        {"1e9x5", "the width of a label: “1e9” is not a length"},
        {"40,5x22", "the width of a label: “40,5” is not a length"},
        {"40x", "the height of a label: “” is not a length"},
        {"40x22+-1+5", "the margin at the left: “-1” is not a length"},
        {"40x22+5+", "the margin at the top: “” is not a length"},
        {"40x22+1+1+0x30", "the step from label to label across: “0” is not a length"},
        {"40x22+1+1+41x0.5", "the step from label to label down: “0.5” is not a length"},
        {"40x22+1", "expected WxH, WxH+LEFT+TOP or WxH+LEFT+TOP+ACROSSxDOWN"},
        {"40x22x1", "expected WxH"},
        {"20x20+0+0+10x10", "would overlap with steps of 10 × 10 mm"},
        {"300x300", "do not go onto A4 paper (210 × 297 mm)"},
        {"999999999999x5", "do not go onto A4 paper"},
        {"40x22+250+5", "do not go onto A4 paper"},
        {"1x1", "are too many on a page; expected at most 5000"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct label_sheet s;
        struct why why = {""};
        CHECK(!sheet_find(&s, wrong[i].name, PAPER_A4, &why));
        if (strstr(why.text, wrong[i].why) == NULL)
            check(false, "%s: “%s”, expected “%s”", wrong[i].name, why.text, wrong[i].why);
    }
}

static void a_size_is_read_as_people_write_it(void)
{
    static const char *const same[] = {"40x22", "40X22", "40×22", "40*22", "４０ｘ２２",
        "040.0x22.", "40x22+10+16.5"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        struct label_sheet s;
        struct why why = {""};
        if (!sheet_find(&s, same[i], PAPER_A4, &why))
            check(false, "%s: %s", same[i], why.text);
        CHECK(fabs(s.width - 40) < 1e-9 && fabs(s.height - 22) < 1e-9);
    }
    struct label_sheet s;
    struct why why;
    CHECK(sheet_find(&s, "ｌ４７３０", PAPER_A4, &why));
    CHECK_TEXT(s.name, "L4730");
}

static void code_and_words_have_their_places(void)
{
    struct label_sheet s;
    for (int n = 0; sheet_nth(n, &s); n++) {
        struct form f;
        struct why why;
        CHECK(form_make(&f, &s, PRINTER_DOT, &why));
        CHECK(fabs(f.dots * PRINTER_DOT - f.module) < 1e-9 && f.module >= LEAST_MODULE - 1e-9);
        CHECK(fabs(f.code.width - CODE_WHOLE * f.module) < 1e-9);
        CHECK(inside(f.code, 0, 0, s.width, s.height) && inside(f.words, 0, 0, s.width, s.height));
        CHECK(apart(f.code, f.words));
        CHECK(f.words.width >= 5 && f.words.height >= 1.7);
    }
}

/*
 * A line to cut along is a millimetre outside of what must stay white; but a strip begins at the
 * card's edge.
 */
static void cuts_leave_the_white_around_a_code(void)
{
    struct label_sheet s;
    struct form f;
    struct why why;
    for (int i = 0; i < 3; i++) {
        if (i == 2)
            sheet_fan(&s, PAPER_LETTER, PRINTER_DOT);
        else
            CHECK(sheet_find(&s, i == 0 ? "plain" : "20x25", PAPER_A4, &why));
        CHECK(form_make(&f, &s, PRINTER_DOT, &why));
        double left = i == 2 ? 0 : 1 - 1e-9;
        CHECK(f.code.x >= left && f.code.y >= 1 - 1e-9);
        CHECK(f.code.x + f.code.width <= s.width - 1 + 1e-9
              && f.code.y + f.code.height <= s.height - 1 + 1e-9);
        CHECK(apart(f.code, f.words) && inside(f.words, 0, 0, s.width, s.height));
    }
    CHECK(f.code.x + (QUIET + MODULES) * f.module <= FAN_PITCH && f.module * MODULES > 9);
    CHECK(sheet_count(&s) >= 100);
}

/* A printer that prints 1 mm too far to the right. */
static void a_known_sheet_takes_other_margins(void)
{
    static const char *const wrong[] = {"L4730+6", "L4730+6+", "L4730+6+13+1", "L4730+x+13",
        "L4730+12+13", "L4730+6+30"};
    struct label_sheet s;
    struct why why;
    CHECK(sheet_find(&s, "l4730+5+12.5", PAPER_A4, &why));
    CHECK(fabs(s.left - 5) + fabs(s.top - 12.5) < 1e-9 && s.rows == 27);
    CHECK_TEXT(s.name, "L4730");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK(!sheet_find(&s, wrong[i], PAPER_A4, &why));
}

/* What is called the smallest is printed, and less is not. */
static void the_smallest_label_is_as_said(void)
{
    struct label_sheet s = {.columns = 1, .rows = 1, .width = 1, .height = 1};
    struct form f;
    struct why why = {""};
    double beside[2], below[2], least[2];
    CHECK(!form_make(&f, &s, PRINTER_DOT, &why));
    CHECK_EQUAL(sscanf(why.text,
                    "a label of %lf × %lf mm is too small; the smallest are %lf × %lf mm (words "
                    "beside the code) and %lf × %lf mm",
                    &least[0], &least[1], &beside[0], &beside[1], &below[0], &below[1]),
        6);
    for (int i = 0; i < 2; i++) {
        s.width = i == 0 ? beside[0] : below[0];
        s.height = i == 0 ? beside[1] : below[1];
        s.width += 0.05;
        s.height += 0.05;
        CHECK(form_make(&f, &s, PRINTER_DOT, &why));
        CHECK(f.beside == (i == 0));
        s.width -= 0.15;
        s.height -= 0.15;
        CHECK(!form_make(&f, &s, PRINTER_DOT, &why));
    }
}

/* The figures of the trials, as they were written down, rounded. */
static void cameras_need_codes_of_the_known_sizes(void)
{
    static const int camera[3] = {1280, 1920, 3840};
    static const double known[3][4][3] = {
        {{11.5, 14.8, 26}, {17, 22, 39}, {23, 30, 53}, {29, 37, 66}},
        {{7.7, 9.8, 17.5}, {11.5, 15, 26}, {15, 20, 35}, {19, 25, 44}},
        {{3.8, 4.9, 8.8}, {5.7, 7.4, 13}, {7.7, 9.8, 17.5}, {9.6, 12.3, 22}},
    };
    for (int c = 0; c < 3; c++)
        for (int table = 0; table < 4; table++)
            for (int i = 0; i < 3; i++) {
                double code = camera_code(camera[c], 400 + 200 * table, pixels_needed[i]);
                CHECK(fabs(code - known[c][table][i]) < 0.501);
                CHECK(fabs(camera_pixels(camera[c], 400 + 200 * table, code / MODULES)
                           - pixels_needed[i])
                      < 1e-9);
            }
}

/* ---- decks ------------------------------------------------------------------------------- */

static const char materia_rows[] =
    "game haratama\nplayers A B C D\n\npack needfire \"Other\"\n\n"
    "pack materia \"Mine\"\nghost 57 \"Sakura\" points=3\nghost 100 \"Unyuu no Omokage\"\n"
    "event 8 \"An event with \"\"quotes\"\" and a long name\"\nshell 91 \"Shell\"\n"
    "pack materia \"Second\"\nghost 1 \"First\"\n";

static void write_text(const char *path, const char *text)
{
    FILE *out = fopen(path, "w");
    CHECK((out) != NULL);
    fputs(text, out);
    fclose(out);
}

static bool make_deck(struct deck *deck, const struct rulebook *book, bool spare)
{
    char path[] = "/tmp/fuda-labels-XXXXXX";
    struct why why = {""};
    void *pack = book->deck != NULL ? calloc(1, book->deck->size) : NULL;
    bool printed = book == &materia_rulebook; /* the deck is in a file */
    if (printed) {
        close(mkstemp(path));
        write_text(path, materia_rows);
    }
    bool good = pack_load(pack, book, printed ? path : NULL, NULL, &why)
                && deck_make(deck, book, pack, spare, &why);
    if (printed)
        remove(path);
    free(pack);
    if (!good)
        printf("%s: %s\n", book->id, why.text);
    return good;
}

/* Everybody can tell the cards apart: by words, and suits by shape and letter, whatever the hue. */
static void check_faces(const struct deck *deck, bool japanese)
{
    for (int a = 0; a < deck->count; a++)
        for (int b = 0; b < a; b++) {
            struct face one, other;
            face_make(&one, deck, a, japanese);
            face_make(&other, deck, b, japanese);
            CHECK(strcmp(one.name, other.name) != 0);
            CHECK((one.letter) != NULL); /* a game without rows in the table of marks */
            bool same = one.shape == other.shape && strcmp(one.letter, other.letter) == 0;
            CHECK(!same || one.hue == other.hue);
        }
}

static void faces_differ(void)
{
    for (int g = 0; rulebooks[g] != NULL; g++)
        for (int japanese = 0; japanese < 2; japanese++) {
            struct deck deck;
            if (rulebooks[g]->stickers == NULL || rulebook_is_packs(rulebooks[g]))
                continue;
            CHECK(make_deck(&deck, rulebooks[g], true));
            check_faces(&deck, japanese);
            deck_clear(&deck);
        }
}

/* Cards of a box that have codes like Tezumashi's, whether the game is known or not. */
static bool box_sticker(const void *pack, unsigned n, struct sticker *out)
{
    static const char *const codes[] = {"B1", "B9", "U1", "W1", "R1", "BT1", "BT2", "BT3", "UT1",
        "WT1", "RT1", "T1", "T8", "MB", "MU", "MW", "MR"};
    (void)pack;
    if (n >= sizeof codes / sizeof *codes)
        return false;
    struct span code = {codes[n], strlen(codes[n])};
    sticker_set(out, -1, code, code, 0);
    return true;
}

static void tables_trumps_and_minus_cards_have_faces(void)
{
    static const struct stickers_part stickers = {.nth = box_sticker, .game = "TZ"};
    static const struct rulebook box = {.id = "box", .title = "Box", .stickers = &stickers};
    struct deck deck;
    struct why why;
    struct face face;
    CHECK(deck_make(&deck, &box, NULL, false, &why));
    check_faces(&deck, false);
    check_faces(&deck, true);
    face_make(&face, &deck, deck_find(&deck, "F/TZ/BT2", 8), false);
    CHECK_TEXT(face.name, "butterfly trump (2)");
    face_make(&face, &deck, deck_find(&deck, "F/TZ/T8", 7), false);
    CHECK_TEXT(face.name, "score table 8");
    face_make(&face, &deck, deck_find(&deck, "F/TZ/MU", 7), false);
    CHECK_TEXT(face.name, "umbrella minus card");
    deck_clear(&deck);
}

/* A game that the table of marks does not know yet. */
static void cards_without_rows_are_told_by_their_codes(void)
{
    static const struct stickers_part stickers = {.nth = box_sticker, .game = "XX"};
    static const struct rulebook box = {.id = "box", .title = "Box", .stickers = &stickers};
    struct deck deck;
    struct why why;
    struct face face;
    CHECK(deck_make(&deck, &box, NULL, false, &why));
    face_make(&face, &deck, 1, false);
    CHECK_TEXT(face.name, "B9");
    CHECK_TEXT(face.initial, "B");
    CHECK((face.letter) == NULL);
    deck_clear(&deck);
}

static void faces_say_what_the_card_is(void)
{
    struct deck deck;
    struct face face;
    CHECK(make_deck(&deck, &haratama_rulebook, false));
    face_make(&face, &deck, deck_find(&deck, "F/HT/P13", 8), false);
    CHECK_TEXT(face.name, "purple 13");
    CHECK_TEXT(face.number, "13");
    CHECK_TEXT(face.title, "purple 13");
    deck_clear(&deck);
    CHECK(make_deck(&deck, &hyakumonogatari_rulebook, false));
    face_make(&face, &deck, deck_find(&deck, "F/HM/CA2", 8), false);
    CHECK_TEXT(face.name, "candle (2)");
    CHECK_TEXT(face.number, "");
    face_make(&face, &deck, deck_find(&deck, "F/HM/NM1", 8), false);
    CHECK_TEXT(face.name, "new moon");
    deck_clear(&deck);
    CHECK(make_deck(&deck, &materia_rulebook, false));
    CHECK_EQUAL(deck.count, 4);
    face_make(&face, &deck, deck_find(&deck, "F/MT/8", 6), false);
    CHECK_TEXT(face.name, "An event with \"quotes\" and a long name");
    CHECK_TEXT(face.number, "8");
    CHECK_TEXT(face.title, "8 An event with \"quotes\" and a long name");
    deck_clear(&deck);
}

static void packs_that_cannot_be_had_are_told(void)
{
    char path[] = "/tmp/fuda-labels-XXXXXX";
    void *pack = malloc(rulebook_room());
    struct why why = {""};
    close(mkstemp(path));
    write_text(path, materia_rows);
    CHECK(pack_load(pack, &materia_rulebook, path, "second", &why));
    struct deck deck;
    CHECK(deck_make(&deck, &materia_rulebook, pack, false, &why));
    CHECK_EQUAL(deck.count, 1);
    deck_clear(&deck);
    CHECK(!pack_load(pack, &materia_rulebook, path, "third", &why));
    CHECK(!pack_load(pack, &haratama_rulebook, path, NULL, &why));
    CHECK(!pack_load(pack, &materia_rulebook, "/nowhere/at all", NULL, &why));
    CHECK(!pack_load(pack, &materia_rulebook, "/tmp", NULL, &why));
    write_text(path, "pack materia \"Mine\"\nghost 101 \"Too high\"\n");
    CHECK(!pack_load(pack, &materia_rulebook, path, NULL, &why));
    CHECK(
        strstr(why.text, ":2: column 7: “101” is not a card's number; expected 1 to 100") != NULL);
    write_text(path, "");
    CHECK(!pack_load(pack, &materia_rulebook, path, NULL, &why));
    CHECK(pack_load(pack, &needfire_rulebook, "reference", NULL, &why));
    remove(path);
    free(pack);
}

/* ---- the drawn page ---------------------------------------------------------------------- */

struct picture {
    cairo_surface_t *surface;
    const unsigned char *at;
    int stride, width, height;
    double scale; /* pixels a millimetre */
};

static struct picture draw(struct job *job, int page)
{
    const struct paper_size *paper = &papers[job->sheet->paper];
    struct picture p = {.scale = 1 / job->form->dot};
    p.width = (int)lround(paper->width * p.scale);
    p.height = (int)lround(paper->height * p.scale);
    p.surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, p.width, p.height);
    cairo_t *cr = cairo_create(p.surface);
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_paint(cr);
    cairo_scale(cr, p.scale, p.scale);
    page_draw(cr, job, page);
    cairo_destroy(cr);
    cairo_surface_flush(p.surface);
    p.at = cairo_image_surface_get_data(p.surface);
    p.stride = cairo_image_surface_get_stride(p.surface);
    return p;
}

static uint32_t pixel(const struct picture *p, int x, int y)
{
    uint32_t value;
    memcpy(&value, p->at + (size_t)y * (size_t)p->stride + (size_t)x * 4, sizeof value);
    return value & 0xffffff;
}

/* What zbar reads on one label. */
static void read_label(zbar_image_scanner_t *scanner, const struct picture *p, struct box at,
    char *out)
{
    int left = (int)ceil(at.x * p->scale), top = (int)ceil(at.y * p->scale);
    int width = (int)(at.width * p->scale) - 1, height = (int)(at.height * p->scale) - 1, found = 0;
    unsigned char *grey = malloc((size_t)width * (size_t)height);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            uint32_t rgb = pixel(p, left + x, top + y);
            grey[y * width + x] =
                (unsigned char)(((rgb >> 16) * 3 + (rgb >> 8 & 255) * 6 + (rgb & 255)) / 10);
        }
    zbar_image_t *image = zbar_image_create();
    zbar_image_set_format(image, *(const unsigned *)"Y800");
    zbar_image_set_size(image, (unsigned)width, (unsigned)height);
    zbar_image_set_data(image, grey, (unsigned long)width * (unsigned long)height, NULL);
    zbar_scan_image(scanner, image);
    out[0] = '\0';
    for (const zbar_symbol_t *s = zbar_image_first_symbol(image); s != NULL;
         s = zbar_symbol_next(s), found++)
        snprintf(out, 64, "%s", zbar_symbol_get_data(s));
    if (found != 1)
        snprintf(out, 64, "%d codes", found);
    zbar_image_destroy(image);
    free(grey);
}

/* Black or white alone where the code is, as its modules say; white around it. */
static int wrong_modules(const struct picture *p, const struct job *job, int n, struct box at)
{
    const struct form *f = job->form;
    const struct label *label = &job->deck->label[job->label[n]];
    int left = (int)lround((at.x + f->code.x) / f->dot),
        top = (int)lround((at.y + f->code.y) / f->dot), wrong = 0;
    for (int y = 0; y < CODE_WHOLE * f->dots; y++)
        for (int x = 0; x < CODE_WHOLE * f->dots; x++) {
            int column = x / f->dots - QUIET, row = y / f->dots - QUIET;
            bool dark = column >= 0 && column < MODULES && row >= 0 && row < MODULES
                        && label->row[row] >> column & 1;
            /* the knife's line may share the outermost dot */
            bool edge = x == 0 || y == 0 || x == CODE_WHOLE * f->dots - 1
                        || y == CODE_WHOLE * f->dots - 1;
            wrong += !edge && pixel(p, left + x, top + y) != (dark ? 0 : 0xffffff);
        }
    return wrong;
}

/*
 * On a sheet that is not cut nothing is printed outside of its labels, but for a line above or
 * below all of them.
 */
static int wrong_outside(const struct picture *p, const struct label_sheet *s)
{
    int wrong = 0;
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            double across = ((x + 0.5) / p->scale - s->left) / s->across,
                   down = ((y + 0.5) / p->scale - s->top) / s->down;
            double in_x = (across - floor(across)) * s->across,
                   in_y = (down - floor(down)) * s->down;
            bool on = across >= 0 && down >= 0 && across < s->columns && down < s->rows
                      && in_x <= s->width && in_y <= s->height;
            bool apart_from_all = down * s->down < -1
                                  || down * s->down > (s->rows - 1) * s->down + s->height + 0.9;
            wrong += !on && !apart_from_all && pixel(p, x, y) != 0xffffff;
        }
    return wrong;
}

static bool read_wrong(zbar_image_scanner_t *scanner, const struct picture *p,
    const struct label *label, struct box at)
{
    char read[64];
    read_label(scanner, p, at, read);
    const bool wrong = strcmp(read, label->payload) != 0;
    if (wrong)
        printf("%s: read %s\n", label->payload, read);
    return wrong;
}

/*
 * Each sticker is compared dot by dot; one in `each` is read as well, another one on another sheet.
 */
static void check_sheet(zbar_image_scanner_t *scanner, const struct deck *deck,
    const struct label_sheet *s, int turn, int each)
{
    struct form form;
    struct why why;
    int label[256];
    CHECK(deck->count <= 256);
    for (int i = 0; i < deck->count; i++)
        label[i] = i;
    if (!form_make(&form, s, 25.4 / 300, &why))
        CHECK(form_make(&form, s, PRINTER_DOT, &why));
    struct job job = {.deck = deck,
        .sheet = s,
        .form = &form,
        .label = label,
        .count = deck->count,
        .from = 6,
        .japanese = turn % 2 == 0};
    int per = sheet_count(s), bad = 0;
    for (int page = 0, n = 0; page < job_pages(&job); page++) {
        struct picture p = draw(&job, page);
        if (!s->cut && page == 0 && deck->book == rulebooks[0])
            bad += wrong_outside(&p, s);
        for (int slot = page == 0 ? job.from : 0; slot < per && n < job.count; slot++, n++) {
            if ((n + turn) % each == 0)
                bad += read_wrong(scanner, &p, &deck->label[n], sheet_label(s, slot));
            bad += wrong_modules(&p, &job, n, sheet_label(s, slot));
        }
        cairo_surface_destroy(p.surface);
    }
    if (bad > 0)
        printf("%s on %s: %d wrong\n", deck->book->id, s->name, bad);
    CHECK_EQUAL(bad, 0);
}

/* Each label by itself: a grid of clean codes is what zbar is worst at. */
static void every_sticker_is_read_back(void)
{
    const int each = number_from("ITERS", 1) > 1 ? 1 : 4;
    zbar_image_scanner_t *scanner = zbar_image_scanner_create();
    zbar_image_scanner_set_config(scanner, 0, ZBAR_CFG_ENABLE, 0);
    zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1);
    for (int g = 0; rulebooks[g] != NULL; g++) {
        struct deck deck;
        struct label_sheet s;
        if (rulebooks[g]->stickers == NULL || rulebook_is_packs(rulebooks[g]))
            continue;
        CHECK(make_deck(&deck, rulebooks[g], false));
        for (int n = 0; sheet_nth(n, &s); n++)
            check_sheet(scanner, &deck, &s, n + g, each);
        deck_clear(&deck);
    }
    zbar_image_scanner_destroy(scanner);
}

int main(void)
{
    static struct named_test tests[] = {
        NAMED(sheets_lie_on_their_paper),
        NAMED(sheets_have_as_many_labels_as_is_said_of_them),
        NAMED(what_is_no_sheet_is_refused),
        NAMED(a_wrong_sheet_is_told_why),
        NAMED(a_size_is_read_as_people_write_it),
        NAMED(code_and_words_have_their_places),
        NAMED(the_smallest_label_is_as_said),
        NAMED(cuts_leave_the_white_around_a_code),
        NAMED(a_known_sheet_takes_other_margins),
        NAMED(cameras_need_codes_of_the_known_sizes),
        NAMED(faces_differ),
        NAMED(tables_trumps_and_minus_cards_have_faces),
        NAMED(cards_without_rows_are_told_by_their_codes),
        NAMED(faces_say_what_the_card_is),
        NAMED(packs_that_cannot_be_had_are_told),
        NAMED(every_sticker_is_read_back),
    };
    run_named_tests(tests, sizeof tests / sizeof *tests);
    return finish();
}
