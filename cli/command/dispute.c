/* fuda dispute: a table that keeps nothing, to settle an argument; cli/table/ does it. */
#include "cli/table/table_prompt.h"

const struct command dispute_command = {
    .name = "dispute",
    .manual = "fuda-table",
    .usage = N_("dispute [GAME [NAME…]]"),
    .summary = N_("settle an argument: type what is remembered, nothing is kept"),
    .example = "fuda dispute\nfuda dispute haratama Aki Bo Chie Dai",
    .takes = {OPERAND_GAME, OPERAND_PLAYER},
    .most = WORDS_MANY,
    .plain = true,
    .run = dispute_run,
};
