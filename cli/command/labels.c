/*
 * fuda labels: sheets of stickers. The program that prints them stands beside this one, with its
 * libraries.
 */
#define _XOPEN_SOURCE 700
#include "cli/helper.h"
#include "cli/deck/find.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct flag flags[] = {
    {.name = "output",
        .letter = 'o',
        .takes = N_("PATH"),
        .value = OPERAND_FILE,
        .summary = N_("the file; its ending says PDF, SVG or PNG; -: standard output")},
    {.name = "sheet",
        .takes = N_("SHEET"),
        .value = OPERAND_SHEET,
        .summary = N_("ELM022, L4730, …, plain, WxH in mm; list: print them all")},
    {.name = "paper",
        .takes = "A4|Letter",
        .value = OPERAND_CHOICE,
        .summary = N_("for plain paper; otherwise the sheet decides")},
    {.name = "from", .takes = N_("N"), .summary = N_("begin at this label of a part-used sheet")},
    {.name = "cards", .takes = N_("CARD,…"), .summary = N_("only these cards")},
    {.name = "copies", .takes = N_("N"), .summary = N_("how many stickers of each card")},
    {.name = "spare", .summary = N_("also spare copies, more than the box usually has")},
    {.name = "pack",
        .takes = N_("NAME|FILE"),
        .value = OPERAND_PACK,
        .summary = N_("the deck as printed, where the rulebook does not list it")},
    {.name = "deck",
        .takes = N_("NAME"),
        .summary = N_("the deck of this name, where the file has several")},
    {.name = "camera",
        .takes = N_("PIXELS"),
        .summary = N_("which stickers a camera so wide reads, with --table")},
    {.name = "table", .takes = N_("CM"), .summary = N_("how much of the table the camera sees")},
    {.name = "dpi", .takes = N_("N"), .summary = N_("dots per inch of a PNG; default: 600")},
    {.name = "format",
        .takes = "pdf|svg|png",
        .value = OPERAND_CHOICE,
        .summary = N_("what to write, whatever the file's name")},
    {.name = "force", .summary = N_("replace files that exist")},
    {.name = "fan", .summary = N_("strips whose codes a fan of cards shows, on plain paper")},
    {.name = "outline", .summary = N_("draw the labels' edges, to try a sheet on plain paper")},
    {0},
};

enum { FLAGS = sizeof flags / sizeof *flags };

/* What fuda-labels is called with: the options that were given, then the words. */
struct handing {
    const struct context *context;
    struct packs packs;       /* where a deck called by its name is found */
    struct text names[FLAGS]; /* the options with their dashes */
    const char **whole;       /* owned; ends with NULL */
    size_t at;
};

/* A file as it stands; the name of a deck becomes its file, and which of those in it. */
static bool add_pack(struct handing *call, const char *given, const char *game)
{
    const struct rulebook *book = game != NULL ? game_find((struct span){game, strlen(game)})
                                               : NULL;
    call->whole[call->at++] = given;
    if (book == NULL || book->deck == NULL || strcmp(given, "-") == 0 || access(given, F_OK) == 0)
        return true;
    const struct pack *deck = packs_word(&call->packs, book, given);
    if (deck == NULL)
        return false;
    if (deck->file != NULL) {
        call->whole[call->at - 1] = deck->file;
        call->whole[call->at++] = "--deck";
        call->whole[call->at++] = deck->name;
    }
    return true;
}

/*
 * A game that is its pack, by its name: fuda-labels is called with the rulebook and the pack in its
 * place.
 */
static const struct pack *game_pack(struct handing *call, const char *game)
{
    const struct span name = {game, strlen(game)};
    return given_value(call->context, "pack") == NULL && game_find(name) == NULL
               ? packs_look_game(&call->packs, name)
               : NULL;
}

static void add_game(struct handing *call, const struct pack *game)
{
    call->whole[call->at++] = "--pack";
    call->whole[call->at++] = game->file != NULL ? game->file : game->name;
    if (game->file == NULL)
        return;
    call->whole[call->at++] = "--deck";
    call->whole[call->at++] = game->name;
}

/* --json after the options, and then the words, none of them taken for an option. */
static bool add_all(struct handing *call, int count, char **words)
{
    bool good = true;
    const struct pack *game = count > 0 ? game_pack(call, words[0]) : NULL;
    if (game != NULL)
        add_game(call, game);
    for (size_t i = 0; flags[i].name != NULL; i++) {
        const char *value = given_value(call->context, flags[i].name);
        if (value == NULL)
            continue;
        text_printf(&call->names[i], "--%s", flags[i].name);
        call->whole[call->at++] = call->names[i].at;
        if (strcmp(flags[i].name, "pack") == 0)
            good &= add_pack(call, value, count > 0 ? words[0] : NULL);
        else if (flags[i].takes != NULL)
            call->whole[call->at++] = value;
    }
    if (call->context->json)
        call->whole[call->at++] = "--json";
    call->whole[call->at++] = "--";
    for (int i = 0; i < count; i++)
        call->whole[call->at++] = i == 0 && game != NULL ? game->book->id : words[i];
    return good;
}

static void tell_wrong(void *user, const char *words)
{
    struct handing *call = user;
    complain(call->context, "{words}", "t", "words", words);
}

static enum status run(const struct context *context, int count, char **words)
{
    struct handing call = {.context = context,
        .whole = memory_get(
            ((size_t)count + 4 * sizeof flags / sizeof *flags + 7) * sizeof *call.whole)};
    enum status status = STATUS_BAD;
    call.packs = (struct packs){.context = context, .wrong = tell_wrong, .user = &call};
    if (add_all(&call, count, words))
        status = helper_run(context, "fuda-labels", call.whole);
    for (size_t i = 0; i < FLAGS; i++)
        text_clear(&call.names[i]);
    packs_end(&call.packs);
    free(call.whole);
    return status;
}

const struct command labels_command = {
    .name = "labels",
    .manual = "fuda-labels",
    .usage = N_("labels GAME [CARD…]"),
    .summary = N_("stickers for the cards, for a camera to read"),
    .example = "fuda labels haratama -o stickers.pdf\nfuda labels haratama --sheet L4730 --from 7\n"
               "fuda labels haratama r3 g7 --sheet ELM022\nfuda labels --sheet list --camera 1920 "
               "--table 60",
    .flags = flags,
    .takes = {OPERAND_GAME, OPERAND_TEXT},
    .most = WORDS_MANY,
    .run = run,
};
