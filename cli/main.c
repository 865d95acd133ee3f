/*
 * fuda: chooses the language, reads the command line, runs a command. This file ends the program
 * (cli.h: exceptions).
 */
#define _XOPEN_SOURCE 700
#include "cli/call.h"
#include "cli/camera/scanner.h"
#include "cli/command/help.h"
#include "core/confine/confine.h"
#include "cli/pager.h"
#include "cli/say.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct command *const commands[] = {
    &table_command,
    &dispute_command,
    &judge_command,
    &mend_command,
    &score_command,
    &rules_command,
    &campaign_command,
    &add_command,
    &pack_command,
    &standings_command,
    &tables_command,
    &history_command,
    &show_command,
    &player_command,
    &replay_command,
    &could_command,
    &report_command,
    &export_command,
    &import_command,
    &share_command,
    &serve_command,
    &league_command,
    &labels_command,
    &scan_command,
    &camera_command,
    &help_command,
    &words_command,
    NULL,
};

/* The language is wanted before the first complaint, wherever --lang stands. */
static const char *wanted_language(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strncmp(argv[i], "--lang=", 7) == 0)
            return argv[i] + 7;
        if (strcmp(argv[i], "--lang") == 0)
            return argv[i + 1];
    }
    return NULL;
}

/*
 * What keeps the programs beside this one from the store, where this kernel has only a part of it,
 * or nothing.
 */
static void tell_version(const struct context *context)
{
    const unsigned known = confine_known();
    puts("fuda " FUDA_VERSION);
    if ((known & CONFINED_FILES) == 0)
        print_with(context,
            N_("This kernel has no Landlock: fuda-net, fuda-labels, fuda-code, fuda-chart, and "
               "fuda-scan with a camera on the network, can reach every file that you can."),
            "");
    if ((known & CONFINED_CALLS) == 0)
        print_with(context,
            N_("This kernel has no filter of system calls: what reads pictures or answers phones "
               "can do more than it needs to."),
            "");
}

static enum status run(struct call *call, struct pager *pager, int argc, char **argv)
{
    const struct context *context = &call->context;
    for (int i = 1; i < argc; i++)
        if (!call_take(call, argv[i]))
            return STATUS_BAD;
    if (!call_end(call))
        return STATUS_BAD;
    if (given_value(context, "version") != NULL) {
        tell_version(context);
        return STATUS_CLEAN;
    }
    bool help = given_value(context, "help") != NULL;
    if (call->command == NULL && !help && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        return table_command.run(context, 0, call->words);
    call->context.row = call->row;
    if (help || call->row == NULL || call->row->pages == PAGES
        || (call->row->pages == PAGES_WITH_WORDS && call->count > 0))
        pager_begin(pager);
    if (call->command != NULL && call->row != NULL && !help)
        return call->row->run(context, call->count, call->words);
    if (call->command != NULL)
        help_command_show(context, call->command, call->row);
    else
        help_all(context);
    return STATUS_CLEAN;
}

int main(int argc, char **argv)
{
    struct call call;
    struct pager pager = {NULL};
    signals_begin();
    /* a value that is missing would make the answer another one */
    json_set_alloc_funcs(memory_get, free);
    char **hidden = scanner_hide_passwords(argc, argv);
    size_t letters = 0; /* several of a word may be options */
    for (int i = 1; i < argc; i++)
        letters += strlen(argv[i]);
    call_begin(&call, argc, letters);
    say_begin(&call.context, wanted_language(argc, hidden));
    enum status status = run(&call, &pager, argc, hidden);
    bool written = fflush(stdout) == 0 && !ferror(stdout);
    pager_end(&pager);
    if (!written) {
        complain(&call.context, N_("cannot write the answer: {reason}"), "t", "reason",
            strerror(errno));
        status = STATUS_BAD;
    }
    call_clear(&call);
    if (hidden != argv)
        free(hidden);
    return (int)status;
}
