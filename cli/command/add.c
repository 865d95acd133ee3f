/* fuda add: finished records from files into the campaign. */
#include "cli/campaign/adding.h"

static enum status run(const struct context *context, int count, char **words)
{
    struct added added = {.dry = false};
    enum status status = records_add(context, NULL, count, words, &added);
    added_tell(context, &added);
    return status;
}

const struct command add_command = {
    .name = "add",
    .manual = "fuda-campaign",
    .usage = N_("add [FILE…]"),
    .summary = N_("put records into the campaign"),
    .example = "fuda add night.fuda\nfuda -c \"Thursday table\" add nights/*.fuda",
    .takes = {OPERAND_FILE},
    .most = WORDS_MANY,
    .run = run,
};
