/* fuda labels: sheets of stickers. The program that prints them stands beside this one, with its libraries. */
#define _XOPEN_SOURCE 700
#include "cli/helper.h"
#include "cli/deck/find.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct flag flags[] = {
    {"output", 'o', N_("PATH"), false, N_("the file; its ending says PDF, SVG or PNG; -: standard output")},
    {"sheet", 0, N_("SHEET"), false, N_("ELM022, L4730, …, plain, WxH in mm; list: print them all")},
    {"paper", 0, "A4|Letter", false, N_("for plain paper; else the sheet says it")},
    {"from", 0, N_("N"), false, N_("begin at this label of a part-used sheet")},
    {"cards", 0, N_("CARD,…"), false, N_("only these cards")},
    {"copies", 0, N_("N"), false, N_("so many stickers of each card")},
    {"spare", 0, NULL, false, N_("more copies of cards than the box usually has, too")},
    {"pack", 0, N_("NAME|FILE"), false, N_("the deck as printed, where the rulebook does not list it")},
    {"deck", 0, N_("NAME"), false, N_("the deck of this name, where the file has several")},
    {"camera", 0, N_("PIXELS"), false, N_("which stickers a camera so wide reads, with --table")},
    {"table", 0, N_("CM"), false, N_("how much of the table the camera sees")},
    {"dpi", 0, N_("N"), false, N_("dots an inch of a PNG, 600 unless said")},
    {"format", 0, "pdf|svg|png", false, N_("what to write, whatever the file is called")},
    {"force", 0, NULL, false, N_("replace files that exist")},
    {"outline", 0, NULL, false, N_("draw the labels' edges, to try a sheet on plain paper")},
    {0},
};

/* What fuda-labels is called with: the options as they were given, then the words. */
struct call {
    const struct context *context;
    struct packs packs;         /* where a deck called by its name is found */
    struct text *names;         /* owned: the options with their dashes */
    const char **whole;         /* owned; ends with NULL */
    size_t at;
};

/* A file as it stands; the name of a deck becomes its file, and which of those in it. */
static bool add_pack(struct call *call, const char *given, const char *game)
{
    char folded[NAME_MOST];
    size_t length = game != NULL && strlen(game) <= NAME_MOST ? text_fold((struct span){game, strlen(game)}, folded) : 0;
    const struct rulebook *book = rulebook_find((struct span){folded, length});
    call->whole[call->at++] = given;
    if (book == NULL || book->deck == NULL || strcmp(given, "-") == 0 || access(given, F_OK) == 0)
        return true;
    const struct deck *deck = packs_word(&call->packs, book, given);
    if (deck == NULL)
        return false;
    if (deck->file != NULL) {
        call->whole[call->at - 1] = deck->file;
        call->whole[call->at++] = "--deck";
        call->whole[call->at++] = deck->name;
    }
    return true;
}

/* --json behind the options, and then the words, none of them taken for an option. */
static bool add_all(struct call *call, int count, char **words)
{
    bool good = true;
    for (int i = 0; i < call->context->given_count; i++) {
        const struct given *given = &call->context->given[i];
        text_printf(&call->names[i], "--%s", given->flag->name);
        call->whole[call->at++] = call->names[i].at;
        if (given->value != NULL && strcmp(given->flag->name, "pack") == 0)
            good &= add_pack(call, given->value, count > 0 ? words[0] : NULL);
        else if (given->value != NULL)
            call->whole[call->at++] = given->value;
    }
    if (call->context->json)
        call->whole[call->at++] = "--json";
    call->whole[call->at++] = "--";
    for (int i = 0; i < count; i++)
        call->whole[call->at++] = words[i];
    return good;
}

static void tell_wrong(void *user, const char *words)
{
    struct call *call = user;
    complain(call->context, "%s", words);
}

static enum status run(const struct context *context, int count, char **words)
{
    size_t options = (size_t)context->given_count;
    struct call call = {.context = context, .names = calloc(options + 1, sizeof *call.names),
                        .whole = calloc((size_t)count + 4 * options + 3, sizeof *call.whole)};
    enum status status = STATUS_BAD;
    call.packs = (struct packs){.context = context, .wrong = tell_wrong, .user = &call};
    if (call.whole == NULL || call.names == NULL) {
        complain(context, N_("out of memory"));
    } else {
        if (add_all(&call, count, words))
            status = helper_run(context, "fuda-labels", call.whole);
        for (size_t i = 0; i < options; i++)
            text_clear(&call.names[i]);
    }
    packs_end(&call.packs);
    free(call.names);
    free(call.whole);
    return status;
}

const struct command labels_command = {
    .name = "labels",
    .usage = N_("GAME [CARD…]"),
    .summary = N_("stickers for the cards, for a camera to read"),
    .example = "fuda labels haratama -o stickers.pdf\nfuda labels haratama --sheet L4730 --from 7\n"
               "fuda labels haratama r3 g7 --sheet ELM022\nfuda labels --sheet list --camera 1920 --table 60",
    .flags = flags,
    .games = true,
    .run = run,
};
