/* fuda labels: sheets of stickers. The program that prints them stands beside this one, with its libraries. */
#define _XOPEN_SOURCE 700
#include "beside.h"

#include <stdlib.h>
#include <string.h>

static const struct flag flags[] = {
    {"output", 'o', N_("PATH"), false, N_("the file; its ending says PDF, SVG or PNG; -: standard output")},
    {"sheet", 0, N_("SHEET"), false, N_("ELM022, L4730, …, plain, WxH in mm; list: print them all")},
    {"paper", 0, "A4|Letter", false, N_("for plain paper; else the sheet says it")},
    {"from", 0, N_("N"), false, N_("begin at this label of a part-used sheet")},
    {"cards", 0, N_("CARD,…"), false, N_("only these cards")},
    {"copies", 0, N_("N"), false, N_("so many stickers of each card")},
    {"spare", 0, NULL, false, N_("more copies of cards than the box usually has, too")},
    {"pack", 0, N_("FILE"), false, N_("the deck as printed, where the rulebook does not list it")},
    {"deck", 0, N_("NAME"), false, N_("the deck of this name, where the file has several")},
    {"camera", 0, N_("PIXELS"), false, N_("which stickers a camera so wide reads, with --table")},
    {"table", 0, N_("CM"), false, N_("how much of the table the camera sees")},
    {"dpi", 0, N_("N"), false, N_("dots an inch of a PNG, 600 unless said")},
    {"format", 0, "pdf|svg|png", false, N_("what to write, whatever the file is called")},
    {"force", 0, NULL, false, N_("replace files that exist")},
    {"outline", 0, NULL, false, N_("draw the labels' edges, to try a sheet on plain paper")},
    {0},
};

/* The options as they were given, --json, then the words, none of them taken for an option. */
static enum status run(const struct context *context, int count, char **words)
{
    size_t most = (size_t)count + 2 * (size_t)context->given_count + 3, at = 0;
    const char **whole = calloc(most, sizeof *whole);
    struct text *names = calloc((size_t)context->given_count + 1, sizeof *names);
    enum status status = STATUS_BAD;
    if (whole == NULL || names == NULL) {
        complain(context, N_("out of memory"));
    } else {
        for (int i = 0; i < context->given_count; i++) {
            const struct given *given = &context->given[i];
            text_printf(&names[i], "--%s", given->flag->name);
            whole[at++] = names[i].at;
            if (given->value != NULL)
                whole[at++] = given->value;
        }
        if (context->json)
            whole[at++] = "--json";
        whole[at++] = "--";
        for (int i = 0; i < count; i++)
            whole[at++] = words[i];
        status = beside_run(context, "fuda-labels", whole);
        for (int i = 0; i < context->given_count; i++)
            text_clear(&names[i]);
    }
    free(names);
    free(whole);
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
