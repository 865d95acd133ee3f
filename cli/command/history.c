/* fuda history: the records of the campaign, by day. */
#include "cli/campaign/query.h"
#include "cli/say.h"

static enum status run(const struct context *context, int count, char **words)
{
    char room[NAME_MOST + 1];
    struct campaign_query a;
    const char *game;
    if (!campaign_query_game(context, count > 0 ? words[0] : NULL, room, &game)
        || !campaign_query_begin(&a, context, STORE_READ))
        return STATUS_BAD;
    a.game = game;
    a.unfinished = given_value(context, "unfinished") != NULL;
    a.withdrawn = given_value(context, "withdrawn") != NULL;
    return campaign_query_history(&a);
}

static const struct flag flags[] = {
    {.name = "unfinished", .summary = N_("only those that are not finished")},
    {.name = "withdrawn", .summary = N_("only those taken out by `campaign withdraw`")},
    {0},
};

const struct command history_command = {
    .name = "history",
    .manual = "fuda-standings",
    .usage = N_("history [GAME]"),
    .summary = N_("the records of the campaign, by day"),
    .example = "fuda history\nfuda history --unfinished\nfuda history haratama --json",
    .flags = flags,
    .takes = {OPERAND_ANY_GAME},
    .most = 1,
    .pages = PAGES,
    .run = run,
};
