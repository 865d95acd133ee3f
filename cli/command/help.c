/* fuda help: what --help shows, of the program, of a command or of a word after one. */
#include "cli/call.h"
#include "help.h"

#include <string.h>

static void print_entry(const struct context *context, int indent, int column, const char *entry,
    const char *about)
{
    struct text t = {0};
    say_entry(&t, indent, column, entry, say(context, about));
    fputs(t.at, stdout);
    text_clear(&t);
}

static void print_flags(const struct context *context, const struct call *call,
    const struct flag *flags)
{
    for (; flags != NULL && flags->name != NULL; flags++) {
        struct text t = {0};
        if (!call_offers(call, flags))
            continue;
        if (flags->letter != 0)
            text_printf(&t, "-%c, ", flags->letter);
        text_printf(&t, "--%s", flags->name);
        if (flags->takes != NULL)
            text_printf(&t, flags->optional ? "[=%s]" : " %s", say(context, flags->takes));
        print_entry(context, 2, 23, t.at, flags->summary);
        text_clear(&t);
    }
}

void help_examples(const struct context *context, struct text *t, const char *lines)
{
    text_printf(t, "%s\n", say(context, N_("Examples:")));
    for (const char *at = lines; *at != '\0';) {
        size_t length = strcspn(at, "\n");
        text_printf(t, "  %.*s\n", (int)length, at);
        at += length + (at[length] == '\n');
    }
}

static void print_examples(const struct context *context, const char *lines)
{
    struct text t = {0};
    help_examples(context, &t, lines);
    puts(t.at);
    text_clear(&t);
}

/* The usage without the name that it begins with. */
static const char *behind_name(const struct context *context, const struct command *row)
{
    const char *usage = say(context, row->usage);
    size_t length = strlen(row->name);
    return strncmp(usage, row->name, length) != 0 ? usage
           : usage[length] == ' '                 ? usage + length + 1
                                                  : "";
}

void help_all(const struct context *context)
{
    print_examples(context,
        "fuda table haratama Aki Bo Chie Dai\nfuda judge night.fuda\nfuda score night.fuda\n"
        "fuda rules haratama/blue-lead\nfuda standings");
    printf("%s\n", say(context, N_("Usage: fuda COMMAND [OPTION…] [WORD…]")));
    for (int i = 0; commands[i] != NULL; i++) {
        struct text t = {0};
        if (commands[i]->summary == NULL)
            continue;
        text_printf(&t, "%-10s %s", commands[i]->name, behind_name(context, commands[i]));
        print_entry(context, 2, 30, t.at, commands[i]->summary);
        text_clear(&t);
    }
    printf("\n%s\n", say(context, N_("Options:")));
    print_flags(context, &(struct call){.command = NULL}, global_flags);
    printf("\n%s\n", say(context, N_("Manual: man fuda. The language of records: man 5 fuda.")));
}

void help_command_show(const struct context *context, const struct command *command,
    const struct command *row)
{
    const struct call call = {.command = command, .row = row};
    const struct flag *flags, *before = NULL;
    print_examples(context, row->example != NULL ? row->example : command->example);
    print_with(context, N_("Usage: fuda {command} [OPTION…] {words}"), "tt", "command",
        command->name, "words",
        row == command ? behind_name(context, row) : say(context, row->usage));
    if (row->summary != NULL)
        printf("  %s\n", say(context, row->summary));
    for (const struct command *word = row->words; word != NULL && word->name != NULL; word++)
        print_entry(context, 4, 33, say(context, word->usage), word->summary);
    printf("\n%s\n", say(context, N_("Options:")));
    for (int list = 0; (flags = call_flags(&call, list)) != NULL; before = flags, list++)
        if (flags != before) /* two words may share theirs */
            print_flags(context, &call, flags);
    putchar('\n');
    print_with(context, N_("Manual: man {page}."), "t", "page",
        row->manual != NULL ? row->manual : command->manual);
}

/*
 * The words are read as a command line is; a name in the middle, as in `player NAME join`, may be
 * left out.
 */
static enum status run(const struct context *context, int count, char **words)
{
    struct call call;
    bool good = true;
    call_begin(&call, count, 0);
    call.context = *context;
    call.only_words = true;
    if (count > 0)
        good = call_take(&call, words[0]);
    if (good && count > 1 && call.row->words != NULL)
        call.count = call.row->words_at;
    if (good && count > 1)
        good = call_take(&call, words[1]);
    if (good && count > 0)
        help_command_show(context, call.command, call.row);
    else if (good)
        help_all(context);
    call_clear(&call);
    return good ? STATUS_CLEAN : STATUS_BAD;
}

const struct command help_command = {
    .name = "help",
    .manual = "fuda",
    .usage = N_("help [COMMAND [WORD]]"),
    .summary = N_("what a command does, and how to use it"),
    .example = "fuda help judge\nfuda help campaign house",
    .takes = {OPERAND_COMMAND},
    .most = 2,
    .whole = true,
    .pages = PAGES,
    .plain = true,
    .run = run,
};
