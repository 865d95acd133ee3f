/*
 * fuda camera: an aiming aid. What the camera sees now, how well, and what to change, until it is
 * good; which cameras there are, and how a phone becomes one.
 */
#define _XOPEN_SOURCE 700
#include "cli/camera/catalogue.h"
#include "cli/camera/unread.h"
#include "cli/json.h"

#include <jansson.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    WAIT_MS = 500,
    FAILURES_MOST = 5,
    GOOD_MS = 2000,
    CODES_MOST = 128,
    NAMED_MOST = 8,
    DEVICES = 64
};

/* What to change, the first thing first. */
enum advice {
    TOO_DARK,
    NOTHING_READ,
    NO_FACE,
    BLURRED,
    TOO_SLANTED,
    TOO_SMALL,
    TOO_FAR,
    TOO_PALE,
    ADVICES
};

static const struct {
    const char *word; /* in JSON */
    const char *text;
} advices[ADVICES] = {
    [TOO_DARK] = {"dark", N_("Too dark: more light on the table.")},
    [NOTHING_READ] = {"nothing",
        N_("No sticker is read. Lay some cards with stickers in the middle of the picture, and "
           "come so near that the table fills it. `fuda labels GAME` prints stickers.")},
    [NO_FACE] = {"faces",
        N_("No card is told by its face: lay them apart on a plain cloth, where no lamp shines in "
           "them. Which decks it knows, `fuda pack enrol` has kept.")},
    [BLURRED] = {"blurred",
        N_("Blurred: fasten the camera, wipe its lens, let it focus on the table.")},
    [TOO_SLANTED] = {"slanted",
        N_("Too slanted: raise the camera, so that it looks down more steeply.")},
    [TOO_SMALL] = {"small",
        N_("The codes are too small: come nearer, or ask the camera for a higher resolution. `fuda "
           "labels --camera PIXELS --table CM` tells which stickers would do.")},
    [TOO_FAR] = {"far",
        N_("The cards are too small to be told by their faces: come nearer, or ask the camera for "
           "a higher resolution.")},
    [TOO_PALE] = {"pale", N_("Black and white differ too little: move the lamp, so that nothing "
                             "shines or lies in shadow.")},
};

/*
 * What the reader needs, measured by `make bench-scan`: so many pixels along a module's shorter
 * side up to this tilt.
 */
static const struct {
    double tilt, module;
} needs[] = {{30, 1.5}, {60, 1.75}};

enum { SLANTED = 40, DARK = 45, WHITE_LEAST = 70, CONTRAST_LEAST = 40 };
static const double BLUR_MOST = 0.75;

struct aiming {
    struct catalogue all;
    struct aimed code[CODES_MOST]; /* of the frame at hand */
    int count;
    uint32_t wrong;    /* a bit an advice */
    struct text shown; /* what stands on the screen */
    int rows;          /* lines on the screen, where they are overwritten */
    bool terminal;
    long good; /* since when it is; 0: it is not */
};

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

/* ---- what is to be changed --------------------------------------------------------------- */

static uint32_t code_wrong(const struct aimed *c)
{
    uint32_t wrong = c->blur > BLUR_MOST ? 1u << BLURRED : 0;
    size_t i = 0, count = sizeof needs / sizeof *needs;
    while (i < count && c->tilt > needs[i].tilt)
        i++;
    if (i == count)
        wrong |= 1u << TOO_SLANTED;
    else if (c->module < needs[i].module)
        wrong |= c->tilt > SLANTED ? 1u << TOO_SLANTED : 1u << TOO_SMALL;
    if (c->white < WHITE_LEAST)
        wrong |= 1u << TOO_DARK;
    else if (c->white - c->black < CONTRAST_LEAST)
        wrong |= 1u << TOO_PALE;
    return wrong;
}

static void judge(struct aiming *a, const struct scanner *scanner)
{
    static const enum advice advice_of[UNREAD_KINDS] = {
        [UNREAD_SLANTED] = TOO_SLANTED,
        [UNREAD_SMALL] = TOO_SMALL,
        [UNREAD_DARK] = TOO_DARK,
        [UNREAD_GLARE] = TOO_PALE,
        [UNREAD_BLURRED] = BLURRED,
        [UNREAD_COVERED] = ADVICES, /* that is the cards' fault */
    };
    uint32_t unread = 0;
    int all = 0;
    for (int k = 0; k < UNREAD_KINDS; k++) {
        all += scanner->unread[k];
        if (scanner->unread[k] > 0 && advice_of[k] != ADVICES)
            unread |= 1u << advice_of[k];
    }
    if (all * 4 < a->count)
        unread = 0; /* one among many may be a pattern of the table */
    a->wrong = unread | (scanner->view.light < DARK ? 1u << TOO_DARK : 0);
    const struct faced *faced = &scanner->faced;
    if (a->count == 0 && unread == 0 && faced->read == 0)
        a->wrong |= 1u << (faced->needed > 0 ? NO_FACE : NOTHING_READ);
    if (faced->cards > 0 && faced->near < faced->needed)
        a->wrong |= 1u << TOO_FAR;
    for (int i = 0; i < a->count; i++)
        a->wrong |= code_wrong(&a->code[i]);
    a->good = a->wrong != 0 ? 0 : a->good != 0 ? a->good : milliseconds();
}

/* ---- words ------------------------------------------------------------------------------- */

static void add_line(struct text *t, const struct text *line)
{
    say_wrapped(t, line->at, 0, 2);
    text_put(t, "\n");
}

/* "2.6–3.1", or "2.6" */
static void add_range(struct text *t, int decimals, double least, double most)
{
    char low[32], high[32];
    snprintf(low, sizeof low, "%.*f", decimals, least);
    snprintf(high, sizeof high, "%.*f", decimals, most);
    text_put(t, low);
    if (strcmp(low, high) != 0)
        text_printf(t, "–%s", high);
}

static void add_cards(const struct aiming *a, struct text *t)
{
    for (int i = 0; i < a->count && i < NAMED_MOST; i++) {
        if (i > 0)
            say_comma(a->all.context, t);
        if (a->code[i].card >= 0)
            catalogue_say(&a->all, t, a->code[i].card);
        else
            text_put(t, a->code[i].code);
    }
    text_put(t, a->count > NAMED_MOST ? " …" : "");
}

static void add_codes(const struct aiming *a, struct text *t)
{
    struct text cards = {0}, module = {0}, tilt = {0}, blur = {0}, line = {0};
    const struct aimed *c = a->code;
    struct aimed least = c[0], most = c[0];
    for (int i = 1; i < a->count; i++) {
        least.module = c[i].module < least.module ? c[i].module : least.module;
        most.module = c[i].module > most.module ? c[i].module : most.module;
        least.tilt = c[i].tilt < least.tilt ? c[i].tilt : least.tilt;
        most.tilt = c[i].tilt > most.tilt ? c[i].tilt : most.tilt;
        least.blur = c[i].blur < least.blur ? c[i].blur : least.blur;
        most.blur = c[i].blur > most.blur ? c[i].blur : most.blur;
        least.white = c[i].white < least.white ? c[i].white : least.white;
        most.black = c[i].black > most.black ? c[i].black : most.black;
    }
    add_cards(a, &cards);
    add_range(&module, 1, least.module, most.module);
    add_range(&tilt, 0, least.tilt, most.tilt);
    add_range(&blur, 1, least.blur, most.blur);
    say_with(a->all.context, &line, N_("Stickers read: {count} ({cards})."), "it", "count",
        (int64_t)a->count, "cards", cards.at);
    add_line(t, &line);
    text_clear(&line);
    say_with(a->all.context, &line,
        N_("Pixels a module {module}, tilt {tilt}°, blur {blur} modules, white {white}, black "
           "{black} of 255."),
        "tttii", "module", module.at, "tilt", tilt.at, "blur", blur.at, "white",
        (int64_t)least.white, "black", (int64_t)most.black);
    add_line(t, &line);
    text_clear(&line);
    if (c[0].mirrored) {
        text_put(&line,
            say(a->all.context,
                N_("The picture is mirrored; cameras and apps have a switch for that.")));
        add_line(t, &line);
        text_clear(&line);
    }
    text_clear(&cards);
    text_clear(&module);
    text_clear(&tilt);
    text_clear(&blur);
}

static void add_faces(const struct aiming *a, const struct faced *faced, struct text *t)
{
    struct text line = {0}, near = {0}, needed = {0};
    text_printf(&near, "%.1f", faced->near);
    text_printf(&needed, "%.0f", faced->needed);
    say_with(a->all.context, &line,
        N_("Cards without stickers: {count}, by their faces {read}; {near} pixels a millimetre, "
           "and this deck needs {needed}."),
        "iitt", "count", (int64_t)faced->cards, "read", (int64_t)faced->read, "near", near.at,
        "needed", needed.at);
    add_line(t, &line);
    text_clear(&needed);
    text_clear(&near);
    text_clear(&line);
}

static void add_view(const struct aiming *a, const struct scanner *scanner, struct text *t)
{
    struct text line = {0};
    say_with(a->all.context, &line, N_("Picture {width} × {height}, light {light} of 255."), "iii",
        "width", (int64_t)scanner->view.width, "height", (int64_t)scanner->view.height, "light",
        (int64_t)scanner->view.light);
    add_line(t, &line);
    text_clear(&line);
    if (a->count > 0)
        add_codes(a, t);
    if (scanner->faced.cards > 0)
        add_faces(a, &scanner->faced, t);
    unread_say(a->all.context, scanner->unread, t);
    for (int i = 0; i < ADVICES; i++)
        if (a->wrong >> i & 1) {
            text_printf(&line, "→ %s", say(a->all.context, advices[i].text));
            add_line(t, &line);
            text_clear(&line);
        }
    if (a->wrong == 0) {
        text_printf(&line, "→ %s", say(a->all.context, N_("Good.")));
        add_line(t, &line);
        text_clear(&line);
    }
}

/* Over what stood there, on a terminal; else only when what is to be changed is another thing. */
static void show(struct aiming *a, const struct scanner *scanner, uint32_t before, bool first)
{
    struct text t = {0};
    if (!a->terminal && !first && before == a->wrong)
        return;
    add_view(a, scanner, &t);
    if (a->terminal && a->rows > 0)
        printf("\033[%dA\033[J", a->rows);
    fputs(t.at, stdout);
    fflush(stdout);
    a->rows = 0;
    for (const char *at = t.at; *at != '\0'; at++)
        a->rows += *at == '\n';
    text_clear(&t);
}

static void print_json(const struct aiming *a, const struct scanner *scanner)
{
    json_t *codes = json_array(), *wrong = json_array();
    for (int i = 0; i < a->count; i++) {
        const struct aimed *c = &a->code[i];
        json_t *code = json_pack("{ss sf sf si si sf sb}", "code", c->code, "module", c->module,
            "tilt", c->tilt, "white", c->white, "black", c->black, "blur", c->blur, "mirrored",
            c->mirrored);
        if (c->card >= 0)
            json_object_set_new(code, "card", json_string(a->all.deck.card[c->card].sticker.token));
        json_array_append_new(codes, code);
    }
    for (int i = 0; i < ADVICES; i++)
        if (a->wrong >> i & 1)
            json_array_append_new(wrong, json_string(advices[i].word));
    json_t *view = json_pack("{si si si so so sb}", "width", scanner->view.width, "height",
        scanner->view.height, "light", scanner->view.light, "codes", codes, "change", wrong, "good",
        a->wrong == 0);
    const struct faced *f = &scanner->faced;
    if (f->needed > 0)
        json_object_set_new(view, "faces",
            json_pack("{si si sf sf}", "read", f->read, "cards", f->cards, "near", f->near,
                "needed", f->needed));
    json_print(view);
    putchar('\n');
    fflush(stdout);
    json_decref(view);
}

/* ---- cameras ----------------------------------------------------------------------------- */

/* What the kernel calls a device; false: it is none that shows pictures. */
static bool device_name(int number, char *out, size_t size)
{
    char path[64];
    int index = 0;
    snprintf(path, sizeof path, "/dev/video%d", number);
    if (access(path, F_OK) != 0)
        return false;
    snprintf(path, sizeof path, "/sys/class/video4linux/video%d/index", number);
    FILE *in = fopen(path, "r");
    if (in != NULL) {
        index = fgetc(in) - '0';
        fclose(in);
    }
    snprintf(path, sizeof path, "/sys/class/video4linux/video%d/name", number);
    in = fopen(path, "r");
    out[0] = '\0';
    if (in != NULL && fgets(out, (int)size, in) == NULL)
        out[0] = '\0';
    if (in != NULL)
        fclose(in);
    out[strcspn(out, "\n")] = '\0';
    return index == 0;
}

/* "  /dev/video0  Integrated Camera" */
static void list_devices(const struct context *context)
{
    bool any = false;
    for (int i = 0; i < DEVICES; i++) {
        char name[128];
        struct text t = {0};
        if (!device_name(i, name, sizeof name))
            continue;
        if (!any)
            puts(say(context, N_("Cameras here:")));
        any = true;
        text_printf(&t, "  /dev/video%d  ", i);
        say_foreign(&t, name, strlen(name));
        puts(t.at);
        text_clear(&t);
    }
}

/*
 * From cards without stickers to a table that is watched; how a phone becomes a camera belongs to
 * the fourth step.
 */
static void tell_the_steps(const struct context *context)
{
    static const struct {
        const char *before, *text;
    } steps[] = {
        {"", N_("There is no camera here. In five steps the cards are entered as they fall:")},
        {"1. ", N_("Print the stickers, at 100 %: `fuda labels haratama`, or another game. Without "
                   "stickers: lay the deck out in rows, photograph it, `fuda pack enrol haratama "
                   "PHOTO…`, and go on with 4.")},
        {"2. ", N_("Cut along the lines; a sheet of labels is cut already.")},
        {"3. ", N_("Stick each one on the face of its card: upright, in the upper left corner, the "
                   "same way on all cards.")},
        {"4. ", N_("Place a webcam or a phone over the table's edge, 40 to 60 cm above and looking "
                   "down as steeply as it can. `fuda camera` then says what to change. A phone "
                   "becomes a camera in two ways:")},
        {"   - ",
            N_("By the network: an app that serves MJPEG (on Android “IP Webcam”, on iOS one that "
               "says “MJPEG” or “IP camera”). Start its server, put both into the same network, "
               "and give the address that it shows: `fuda camera http://PHONE:8080/video`.")},
        {"   - ", N_("By the cable: Android 14 and later offer “Webcam” where USB is set to file "
                     "transfer; then it is a /dev/video here.")},
        {"5. ",
            N_("Watch: `fuda table --camera http://PHONE:8080/video`, and `watch` at its prompt.")},
    };
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        struct text t = {0};
        const int column = (int)strlen(steps[i].before);
        text_put(&t, steps[i].before);
        say_wrapped(&t, say(context, steps[i].text), column, column);
        puts(t.at);
        text_clear(&t);
    }
}

/* ---- looking ----------------------------------------------------------------------------- */

/* A frame's codes are all told: is it good for long enough? */
static bool on_view(struct aiming *a, const struct scanner *scanner, bool first)
{
    uint32_t before = a->wrong;
    judge(a, scanner);
    if (a->all.context->json)
        print_json(a, scanner);
    else
        show(a, scanner, before, first);
    a->count = 0;
    return a->good != 0 && milliseconds() - a->good >= GOOD_MS;
}

static enum status look(struct aiming *a, struct scanner *scanner)
{
    struct glimpse sight;
    bool first = true;
    scanner_aim(scanner);
    while (!interrupted && !ferror(stdout)) {
        enum scanner_news news = scanner_next(scanner, WAIT_MS, &sight);
        if (news == SCANNER_AIM && a->count < CODES_MOST)
            a->code[a->count++] = scanner->aimed;
        if (news == SCANNER_BACK)
            scanner_aim(scanner);
        if (news == SCANNER_FACELESS) {
            const struct setting setting = catalogue_setting(&a->all, scanner->faceless);
            scanner_tell_faceless(scanner, &setting);
        }
        if (news == SCANNER_VIEW) {
            if (on_view(a, scanner, first))
                return STATUS_CLEAN;
            first = false;
        }
        if (news == SCANNER_LOST) {
            a->rows = 0;
            complain(a->all.context, N_("the camera is lost: {reason}"), "t", "reason",
                scanner->why);
            if (!scanner->frame || scanner->failures >= FAILURES_MOST)
                return STATUS_BAD;
        }
    }
    return STATUS_BROKEN;
}

static enum status aim(struct aiming *a, const char *source)
{
    struct scanner scanner;
    struct sigaction action = {.sa_handler = on_interrupt};
    const struct context *context = a->all.context;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (!scanner_open(&scanner, context, &a->all.deck, source, given_value(context, "user"))) {
        if (scanner.why[0] != '\0')
            complain(context, "{words}", "t", "words", scanner.why);
        scanner_close(&scanner);
        return STATUS_BAD;
    }
    enum status status = look(a, &scanner);
    scanner_close(&scanner);
    if (status == STATUS_CLEAN && !context->json) {
        /* what stands before it in an address is nobody's business */
        const char *at = strrchr(source, '@');
        struct text name = {0};
        text_printf(&name, "%s%s", at != NULL ? "…" : "", at != NULL ? at : source);
        print_with(context, N_("Now `fuda table --camera {source}`, and `watch`."), "t", "source",
            name.at);
        text_clear(&name);
    }
    return status;
}

static enum status run(const struct context *context, int count, char **words)
{
    char device[4096];
    struct aiming a = {.terminal = !context->json && isatty(STDOUT_FILENO)};
    const char *source = count > 0                                ? words[0]
                         : scanner_default(device, sizeof device) ? device
                                                                  : NULL;
    enum status status = STATUS_BAD;
    if (!context->json)
        list_devices(context);
    if (source == NULL) {
        if (!context->json)
            tell_the_steps(context);
        else
            complain(context, N_("there is no camera here"), "");
        return STATUS_BAD;
    }
    if (!scanner_is_camera(source)) {
        complain(context,
            N_("“{word}” is not a camera; expected a device such as /dev/video0, or a phone's "
               "address such as http://PHONE:8080/video"),
            "t", "word", source);
        return STATUS_BAD;
    }
    if (catalogue_make(&a.all, context))
        status = aim(&a, source);
    catalogue_end(&a.all);
    return status;
}

static const struct flag flags[] = {
    {.name = "game",
        .takes = N_("GAME"),
        .value = OPERAND_GAME,
        .summary = N_("look for this game's cards only")},
    {.name = "pack",
        .takes = N_("NAME|FILE"),
        .value = OPERAND_PACK,
        .summary = N_("look for this deck's cards only")},
    {.name = "user", .takes = N_("NAME:PASSWORD"), .summary = N_("for a camera on the network")},
    {0},
};

const struct command camera_command = {
    .name = "camera",
    .manual = "fuda-scan",
    .usage = N_("camera [CAMERA]"),
    .summary = N_("aim a camera: what it sees, how well, and what to change"),
    .example = "fuda camera\nfuda camera /dev/video2\nfuda camera http://PHONE:8080/video",
    .flags = flags,
    .takes = {OPERAND_CAMERA},
    .most = 1,
    .run = run,
};
