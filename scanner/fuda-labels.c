/*
 * fuda-labels: sheets of stickers for a game's cards. `fuda labels` starts it; it may be run by
 * itself. What it made it tells on standard output (on standard error where the sheet itself goes
 * there).
 */
#define _XOPEN_SOURCE 700
#include "labels_wish.h"
#include "core/confine/confine.h"

#include <errno.h>
#include <libintl.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CLEAN = 0, BAD = 2 };

/* One row an option. A number lies between `least` and `most`. */
enum option_kind { OPTION_TRUTH, OPTION_TEXT, OPTION_NUMBER };

static const struct option_row {
    const char *name;
    size_t place; /* of its member in struct wish */
    double least, most;
    enum option_kind kind;
    char letter;
    bool whole; /* a number without a fraction */
} options[] = {
    {.name = "lang", .kind = OPTION_TEXT, .place = offsetof(struct wish, lang)},
    {.name = "output", .kind = OPTION_TEXT, .place = offsetof(struct wish, output), .letter = 'o'},
    {.name = "sheet", .kind = OPTION_TEXT, .place = offsetof(struct wish, sheet)},
    {.name = "paper", .kind = OPTION_TEXT, .place = offsetof(struct wish, paper)},
    {.name = "from",
        .kind = OPTION_NUMBER,
        .place = offsetof(struct wish, from),
        .least = 1,
        .most = PER_SHEET_MOST,
        .whole = true},
    {.name = "cards", .kind = OPTION_TEXT, .place = offsetof(struct wish, cards)},
    {.name = "copies",
        .kind = OPTION_NUMBER,
        .place = offsetof(struct wish, copies),
        .least = 1,
        .most = 100,
        .whole = true},
    {.name = "spare", .kind = OPTION_TRUTH, .place = offsetof(struct wish, spare)},
    {.name = "pack", .kind = OPTION_TEXT, .place = offsetof(struct wish, pack)},
    {.name = "deck", .kind = OPTION_TEXT, .place = offsetof(struct wish, deck)},
    {.name = "camera",
        .kind = OPTION_NUMBER,
        .place = offsetof(struct wish, camera),
        .least = 160,
        .most = 20000,
        .whole = true},
    {.name = "table",
        .kind = OPTION_NUMBER,
        .place = offsetof(struct wish, table),
        .least = 5,
        .most = 1000},
    {.name = "dpi",
        .kind = OPTION_NUMBER,
        .place = offsetof(struct wish, dpi),
        .least = 150,
        .most = 1200,
        .whole = true},
    {.name = "format", .kind = OPTION_TEXT, .place = offsetof(struct wish, format)},
    {.name = "force", .kind = OPTION_TRUTH, .place = offsetof(struct wish, force)},
    {.name = "outline", .kind = OPTION_TRUTH, .place = offsetof(struct wish, outline)},
    {.name = "fan", .kind = OPTION_TRUTH, .place = offsetof(struct wish, fan)},
    {.name = "json", .kind = OPTION_TRUTH, .place = offsetof(struct wish, json)},
    {.name = "help", .kind = OPTION_TRUTH, .place = offsetof(struct wish, help), .letter = 'h'},
    {.name = "version",
        .kind = OPTION_TRUTH,
        .place = offsetof(struct wish, version),
        .letter = 'V'},
};
enum { OPTIONS = sizeof options / sizeof *options };

__attribute__((format(printf, 1, 2))) static bool complain(const char *format, ...)
{
    va_list list;
    fputs("fuda: ", stderr);
    va_start(list, format);
    vfprintf(stderr, gettext(format), list);
    va_end(list);
    fputc('\n', stderr);
    return false;
}

/* ---- options ----------------------------------------------------------------------------- */

static const struct option_row *option_find(const char *name, size_t length, char letter)
{
    for (int i = 0; i < OPTIONS; i++)
        if (letter != 0
                ? options[i].letter == letter
                : strlen(options[i].name) == length && memcmp(options[i].name, name, length) == 0)
            return &options[i];
    return NULL;
}

static bool set_number(double *to, const struct option_row *row, const char *value)
{
    char *end;
    errno = 0;
    double number = strtod(value, &end);
    if (end == value || *end != '\0' || !(number >= row->least && number <= row->most)
        || (row->whole && floor(number) < number))
        return complain(N_("--%s %s: expected a number from %g to %g"), row->name, value,
            row->least, row->most);
    *to = number;
    return true;
}

static bool set_option(struct wish *wish, const struct option_row *row, const char *value)
{
    char *member = (char *)wish + row->place;
    double number = 0;
    switch (row->kind) {
    case OPTION_TRUTH:
        if (value != NULL)
            return complain(N_("--%s takes no value"), row->name);
        memcpy(member, &(bool){true}, sizeof(bool));
        break;
    case OPTION_TEXT: memcpy(member, &value, sizeof value); break;
    case OPTION_NUMBER:
        if (!set_number(&number, row, value))
            return false;
        memcpy(member, &number, sizeof number);
        break;
    }
    return true;
}

/* --name, --name=value, --name value, -o value, -ovalue */
static bool read_option(struct wish *wish, char **argv, int *at)
{
    const char *word = argv[*at], *name = word + 2, *value = NULL;
    bool is_long = word[1] == '-';
    size_t length = is_long ? strcspn(name, "=") : 0;
    const struct option_row *row = option_find(name, length, is_long ? 0 : word[1]);
    if (row == NULL)
        return complain(N_("unknown option %s; expected one that `fuda labels --help` lists"),
            word);
    if (is_long && name[length] == '=')
        value = name + length + 1;
    else if (!is_long && word[2] != '\0')
        value = word + 2;
    else if (row->kind != OPTION_TRUTH && (value = argv[++*at]) == NULL)
        return complain(N_("--%s needs a value"), row->name);
    return set_option(wish, row, value);
}

/* Words are moved to the front of `argv`, the game first. */
static bool read_words(struct wish *wish, int argc, char **argv)
{
    bool options_end = false;
    int words = 0;
    for (int i = 1; i < argc; i++) {
        if (!options_end && strcmp(argv[i], "--") == 0)
            options_end = true;
        else if (!options_end && argv[i][0] == '-' && argv[i][1] != '\0') {
            if (!read_option(wish, argv, &i))
                return false;
        } else {
            argv[1 + words++] = argv[i];
        }
    }
    wish->game = words > 0 ? argv[1] : NULL;
    wish->card = argv + 2;
    wish->card_count = words > 0 ? words - 1 : 0;
    return true;
}

/* ---- which cards ------------------------------------------------------------------------- */

/* Puts a label of the deck after those chosen, in the order of printing. */
static bool choose(struct bytes *chosen, int label, int copies)
{
    for (int i = 0; i < copies; i++)
        if (!bytes_add(chosen, &label, sizeof label))
            return complain(N_("out of memory"));
    return true;
}

static int copies_of(const struct wish *wish) { return wish->copies > 0 ? (int)wish->copies : 1; }

static bool same(struct span folded, const char *text)
{
    char other[NAME_MOST];
    size_t length = text_fold((struct span){text, strnlen(text, NAME_MOST)}, other);
    return length == folded.length && memcmp(other, folded.at, length) == 0;
}

/* A card as a record writes it (all its copies), or as its sticker does: candle, ca2, F/HM/CA2. */
static bool is_meant(const struct deck *deck, int label, struct span folded, int card, bool spare)
{
    const struct label *l = &deck->label[label];
    char name[NAME_MOST + 1];
    name[text_spell((struct span){l->sticker.token, strnlen(l->sticker.token, NAME_MOST)}, name)] =
        '\0';
    bool kind = same(folded, name) || (card >= 0 && card == l->sticker.card);
    return same(folded, l->payload) || same(folded, l->sticker.code)
           || (kind && (spare || !l->sticker.spare));
}

static bool unknown_card(const struct deck *deck, struct span folded, struct span word)
{
    struct guess near = {.word = folded, .far = 3};
    for (int i = 0; i < deck->count; i++) {
        const struct sticker *s = &deck->label[i].sticker;
        char code[NAME_MOST];
        code[text_fold((struct span){s->code, strlen(s->code)}, code)] = '\0';
        guess_known(&near, s->token);
        if (guess_known(&near, code))
            near.name = s->code;
    }
    if (near.name != NULL)
        return complain(N_("“%.*s” is not a card of %s; did you mean %s?"), (int)word.length,
            word.at, deck_title(deck), near.name);
    return complain(
        N_("“%.*s” is not a card of %s; expected cards as a record or a sticker writes them"),
        (int)word.length, word.at, deck_title(deck));
}

static bool choose_card(struct bytes *chosen, const struct deck *deck, struct span word,
    const struct wish *wish)
{
    char folded[NAME_MOST], spelled[NAME_MOST];
    if (word.length == 0 || word.length > NAME_MOST)
        return unknown_card(deck, (struct span){"", 0}, word);
    size_t plain = text_spell(word, spelled);
    struct span f = {folded, text_fold((struct span){spelled, plain}, folded)};
    int card = deck->book->card_name == NULL ? deck->book->card_read(f) : -1, found = 0;
    for (int i = 0; i < deck->count; i++)
        if (is_meant(deck, i, f, card, wish->spare)) {
            if (!choose(chosen, i, copies_of(wish)))
                return false;
            found++;
        }
    return found > 0 || unknown_card(deck, f, word);
}

/* r1,r2,… */
static bool choose_list(struct bytes *chosen, const struct deck *deck, const char *list,
    const struct wish *wish)
{
    for (;;) {
        size_t length = strcspn(list, ",");
        if (!choose_card(chosen, deck, (struct span){list, length}, wish))
            return false;
        if (list[length] == '\0')
            return true;
        list += length + 1;
    }
}

static bool choose_all(struct bytes *chosen, const struct deck *deck, const struct wish *wish)
{
    if (wish->card_count == 0 && wish->cards == NULL) {
        for (int i = 0; i < deck->count; i++)
            if ((!deck->label[i].sticker.spare || wish->spare)
                && !choose(chosen, i, copies_of(wish)))
                return false;
        return true;
    }
    for (int i = 0; i < wish->card_count; i++)
        if (!choose_card(chosen, deck, (struct span){wish->card[i], strlen(wish->card[i])}, wish))
            return false;
    return wish->cards == NULL || choose_list(chosen, deck, wish->cards, wish);
}

/* ---- the game ---------------------------------------------------------------------------- */

static bool unknown_game(struct span folded)
{
    struct guess near = {.word = folded, .far = 5};
    for (int i = 0; rulebooks[i] != NULL; i++)
        guess_known(&near, rulebooks[i]->id);
    if (near.name != NULL)
        return complain(N_("“%.*s” is not a game known here; did you mean %s?"), (int)folded.length,
            folded.at, near.name);
    return complain(N_("“%.*s” is not a game known here; expected one that `fuda rules` lists"),
        (int)folded.length, folded.at);
}

/* The one of that name, or with that unambiguous beginning. */
static const struct rulebook *find_game(const char *name)
{
    char folded[NAME_MOST];
    struct span word = {folded, text_fold((struct span){name, strnlen(name, NAME_MOST)}, folded)};
    const struct rulebook *found = rulebook_find(word), *begun = NULL;
    int matches = 0;
    for (int i = 0; word.length > 0 && rulebooks[i] != NULL; i++)
        if (strncmp(rulebooks[i]->id, folded, word.length) == 0) {
            begun = rulebooks[i];
            matches++;
        }
    if (found == NULL && matches == 1)
        return begun;
    if (found == NULL)
        unknown_game(word);
    return found;
}

/* Spare copies are chosen later: a card that is named may be one. */
static bool make_deck(struct deck *deck, const struct rulebook *book, const struct wish *wish)
{
    struct why why = {""};
    void *pack = book->deck != NULL ? calloc(1, book->deck->size) : NULL;
    bool named = wish->card_count > 0 || wish->cards != NULL;
    bool good = book->deck == NULL || pack != NULL;
    if (!good)
        why_say(&why, N_("out of memory"));
    good = good && pack_load(pack, book, wish->pack, wish->deck, &why)
           && deck_make(deck, book, pack, wish->spare || named, &why);
    free(pack);
    return good || complain("%s", why.text);
}

/* ---- what a camera reads ----------------------------------------------------------------- */

static void warn_camera(const struct wish *wish, const struct form *form)
{
    double pixels = camera_pixels((int)wish->camera, wish->table * 10, form->module);
    double code = form->module * MODULES;
    int grade = camera_grade(pixels);
    if (grade == 0)
        complain(
            N_("warning: codes of %.1f mm are too small for this camera: %.2f pixels a module, "
               "expected at least %.2f (codes of %.1f mm). A larger label, or the camera nearer"),
            code, pixels, pixels_needed[0],
            camera_code((int)wish->camera, wish->table * 10, pixels_needed[0]));
    else if (!wish->json)
        fprintf(wish->output != NULL && strcmp(wish->output, "-") == 0 ? stderr : stdout,
            gettext("The camera sees codes of %.1f mm at %.2f pixels a module: %s.\n"), code,
            pixels, gettext(camera_grades[grade]));
}

/* ---- printing ---------------------------------------------------------------------------- */

static bool find_format(const struct wish *wish, const char *path, enum format *format)
{
    if (wish->format == NULL && strcmp(path, "-") == 0) {
        *format = FORMAT_PDF;
        return true;
    }
    *format = wish->format == NULL && strrchr(path, '.') == NULL
                  ? FORMATS
                  : format_find(wish->format != NULL ? wish->format : path);
    return *format < FORMATS
           || complain(N_("“%s” does not say what to write; expected a name ending in .pdf, .svg "
                          "or .png, or --format"),
               wish->format != NULL ? wish->format : path);
}

static bool write_job(const struct wish *wish, struct job *job, enum format format,
    const char *path)
{
    struct files files;
    struct why why = {""};
    bool standard = strcmp(path, "-") == 0;
    if (!files_draw(&files, job, format, standard ? NULL : path, &why))
        return complain("%s", why.text);
    bool good = files_write(&files, wish->force, &why);
    if (!good)
        complain("%s", why.text);
    else if (wish->json && !standard)
        files_tell_json(&files, job);
    else
        files_tell(&files, job, standard ? stderr : stdout);
    if (good && job->unknown != NULL)
        complain(N_("warning: no font here has all characters of the names (as of %s); a font with "
                    "Japanese is needed, as fonts-noto-cjk"),
            job->unknown);
    files_clear(&files);
    return good;
}

static bool print_deck(const struct wish *wish, struct job *job, const char *path,
    enum format format)
{
    struct label_sheet sheet;
    struct form form;
    struct why why = {""};
    double dot = format == FORMAT_PNG ? 25.4 / job->dpi : PRINTER_DOT;
    if (wish->fan)
        sheet_fan(&sheet, wish->on, dot);
    if ((!wish->fan
            && !sheet_find(&sheet, wish->sheet != NULL ? wish->sheet : "plain", wish->on, &why))
        || !form_make(&form, &sheet, dot, &why))
        return complain("%s", why.text);
    if (job->from >= sheet_count(&sheet))
        return complain(N_("--from %d: this sheet has %d labels"), job->from + 1,
            sheet_count(&sheet));
    job->sheet = &sheet;
    job->form = &form;
    bool good = write_job(wish, job, format, path);
    if (good && wish->camera > 0)
        warn_camera(wish, &form);
    return good;
}

static bool print_game(const struct wish *wish)
{
    const struct rulebook *book = find_game(wish->game);
    char usual[64];
    struct deck deck = {.book = book};
    struct bytes chosen = {.at = NULL};
    enum format format;
    if (book == NULL)
        return false;
    snprintf(usual, sizeof usual, "%.32s.%s", book->id,
        wish->format != NULL ? wish->format : "pdf");
    const char *path = wish->output != NULL ? wish->output : usual;
    if (!find_format(wish, path, &format) || !make_deck(&deck, book, wish))
        return false;
    confine_to_drawing(path);
    bool good = choose_all(&chosen, &deck, wish);
    struct job job = {.deck = &deck,
        .label = (const int *)(const void *)chosen.at,
        .count = (int)(chosen.length / sizeof(int)),
        .japanese = wish->japanese,
        .from = wish->from > 0 ? (int)wish->from - 1 : 0,
        .outline = wish->outline,
        .dpi = wish->dpi > 0 ? (int)wish->dpi : 600};
    good = good && print_deck(wish, &job, path, format);
    bytes_clear(&chosen);
    deck_clear(&deck);
    return good;
}

/* ---- main -------------------------------------------------------------------------------- */

static void print_help(void)
{
    puts("Usage: fuda-labels [OPTION…] GAME [CARD…]");
    for (int i = 0; i < OPTIONS; i++)
        printf("  --%s%s\n", options[i].name, options[i].kind == OPTION_TRUTH ? "" : " …");
    puts(gettext("Explained by: fuda labels --help, man fuda-labels"));
}

/* Options that need each other, or name what there is not. */
static bool settle(struct wish *wish)
{
    struct why why;
    struct label_sheet sheet;
    wish->on = wish->paper == NULL ? PAPER_A4 : paper_find(wish->paper);
    if (wish->lang != NULL && strcmp(wish->lang, "ja") != 0 && strcmp(wish->lang, "en") != 0)
        return complain(N_("--lang %s is not spoken here; expected ja or en"), wish->lang);
    if (wish->on == PAPERS)
        return complain(N_("--paper %s: expected A4 or Letter"), wish->paper);
    if (wish->fan && wish->sheet != NULL)
        return complain(N_("--fan is plain paper to be cut; expected no --sheet with it"));
    if ((wish->camera > 0) != (wish->table > 0))
        return complain(
            N_("--camera and --table need each other; expected both, as --camera 1920 --table 60"));
    if (wish->paper != NULL && wish->sheet != NULL
        && sheet_find(&sheet, wish->sheet, wish->on, &why) && sheet.paper != wish->on)
        return complain(N_("sheet %s is %s paper; expected no --paper with it"), sheet.name,
            papers[sheet.paper].name);
    return true;
}

static bool run(struct wish *wish)
{
    bool list = wish->sheet != NULL && strcmp(wish->sheet, "list") == 0;
    if (wish->version) {
        puts("fuda-labels " FUDA_VERSION);
        return true;
    }
    if (wish->help) {
        print_help();
        return true;
    }
    if (wish->sheet != NULL && strcmp(wish->sheet, "words") == 0) {
        sheets_tell_names();
        return true;
    }
    if (!settle(wish))
        return false;
    if (wish->camera > 0 && !wish->json && (list || wish->game == NULL))
        sheets_tell_camera(wish);
    if (list || (wish->camera > 0 && wish->game == NULL)) {
        sheets_tell(wish);
        return true;
    }
    if (wish->game == NULL)
        return complain(
            N_("no game named; expected `fuda labels GAME`, as `fuda labels haratama`"));
    return print_game(wish);
}

/* The language of the messages is that of the names; words_begin has put it in order. */
static bool is_japanese(const char *lang)
{
    static const char *const names[] = {"LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; lang == NULL && i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value != NULL && *value != '\0')
            lang = value;
    }
    return lang != NULL && strncmp(lang, "ja", 2) == 0;
}

/* The language is wanted before the first complaint, wherever --lang stands. */
static const char *wanted_language(char **argv)
{
    for (; *argv != NULL && strcmp(*argv, "--") != 0; argv++) {
        if (strncmp(*argv, "--lang=", 7) == 0)
            return *argv + 7;
        if (strcmp(*argv, "--lang") == 0)
            return argv[1];
    }
    return NULL;
}

int main(int argc, char **argv)
{
    enum { SECONDS = 60 }; /* the sheets of a whole deck take one */
    struct wish wish = {0};
    /* a library that has no memory may wait for a thread that it could not begin */
    alarm(SECONDS);
    wish.japanese = is_japanese(wanted_language(argv));
    words_begin(wish.japanese ? "ja" : "en");
    bool good = read_words(&wish, argc, argv) && run(&wish);
    if (fflush(stdout) != 0 || ferror(stdout))
        good = complain(N_("cannot write the answer: %s"), strerror(errno));
    return good ? CLEAN : BAD;
}
