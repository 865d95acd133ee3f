/* fuda table: a record kept at the table, line by line; cli/table/ does it. */
#include "cli/table/table_prompt.h"

static const struct flag flags[] = {
    {.name = "camera",
        .takes = N_("SOURCE"),
        .value = OPERAND_CAMERA,
        .summary = N_("the camera that `watch` and @ look through")},
    {.name = "user", .takes = N_("NAME:PASSWORD"), .summary = N_("for a camera on the network")},
    {.name = "serve",
        .takes = N_("ADDRESS"),
        .optional = true,
        .value = OPERAND_TEXT,
        .summary = N_("show the table on everybody's phone, as `serve` does at the prompt")},
    {.name = "beep", .summary = N_("beep when a card that `watch` enters breaks a rule")},
    {0},
};

const struct command table_command = {
    .name = "table",
    .manual = "fuda-table",
    .usage = N_("table [GAME NAME…|N|ID]"),
    .summary = N_("keep a record at the table"),
    .example = "fuda table\nfuda table haratama Aki Bo Chie Dai\nfuda table 3\nfuda -c \"Thursday "
               "table\" table",
    .flags = flags,
    .takes = {OPERAND_ANY_GAME, OPERAND_PLAYER},
    .most = WORDS_MANY,
    .plain = true,
    .run = table_run,
};
