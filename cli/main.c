/* fuda: the table of commands, options, help. Only this file ends the program. */
#define _XOPEN_SOURCE 700
#include "cli/camera/scanner.h"
#include "cli/say.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct command *const commands[] = {
    &table_command, &judge_command, &score_command, &rules_command, &campaign_command, &add_command,
    &pack_command, &standings_command, &history_command, &show_command, &player_command, &labels_command,
    &scan_command, &words_command, NULL,
};

const struct flag global_flags[] = {
    {"json", 0, NULL, false, N_("answer in JSON")},
    {"lang", 0, "ja|en", false, N_("speak Japanese or English")},
    {"color", 0, N_("WHEN"), true, N_("colours: always, auto (default) or never")},
    {"campaign", 'c', N_("NAME"), false, N_("the campaign; else the one in use")},
    {"db", 0, N_("FILE"), false, N_("the store; else fuda.db in the data folder")},
    {"help", 'h', NULL, false, N_("show this help")},
    {"version", 'V', NULL, false, N_("show the version")},
    {0},
};

/* What the command line said, before any command runs. */
struct call {
    struct context context;
    const char *lang, *color;
    bool help, version;
    const struct command *command;
    char **words;               /* neither options nor the command's name */
    int count;
    struct given *given;        /* room for as many as there are words */
};

/* ---- options ----------------------------------------------------------------------------- */

static const struct flag *find_in(const struct flag *rows, const char *name, size_t length, char letter)
{
    for (; rows != NULL && rows->name != NULL; rows++)
        if ((letter != 0 && rows->letter == letter)
            || (letter == 0 && name != NULL && strlen(rows->name) == length && memcmp(rows->name, name, length) == 0))
            return rows;
    return NULL;
}

static const struct flag *find_flag(const struct call *call, const char *name, size_t length, char letter)
{
    const struct flag *own = call->command != NULL ? call->command->flags : NULL;
    const struct flag *found = find_in(own, name, length, letter);
    return found != NULL ? found : find_in(global_flags, name, length, letter);
}

static bool is_global(const struct flag *flag)
{
    const struct flag *row = global_flags;
    while (row->name != NULL && row != flag)
        row++;
    return row == flag;
}

/* A row sets its field here. */
static void set_flag(struct call *call, const struct flag *flag, const char *value)
{
    if (!is_global(flag))
        call->given[call->context.given_count++] = (struct given){flag, value};
    if (strcmp(flag->name, "json") == 0)
        call->context.json = true;
    else if (strcmp(flag->name, "quiet") == 0)
        call->context.quiet = true;
    else if (strcmp(flag->name, "edits") == 0)
        call->context.edits = true;
    else if (strcmp(flag->name, "replace") == 0)
        call->context.replace = true;
    else if (strcmp(flag->name, "lang") == 0)
        call->lang = value;
    else if (strcmp(flag->name, "color") == 0)
        call->color = value != NULL ? value : "always";
    else if (strcmp(flag->name, "campaign") == 0)
        call->context.campaign = value;
    else if (strcmp(flag->name, "db") == 0)
        call->context.db = value;
    else if (strcmp(flag->name, "help") == 0)
        call->help = true;
    else if (strcmp(flag->name, "version") == 0)
        call->version = true;
}

const char *given_value(const struct context *context, const char *name)
{
    for (int i = context->given_count; i-- > 0;)
        if (strcmp(context->given[i].flag->name, name) == 0)
            return context->given[i].value != NULL ? context->given[i].value : "";
    return NULL;
}

static const char *nearest_flag(const struct call *call, struct span word)
{
    const struct flag *const tables[] = {global_flags, call->command ? call->command->flags : NULL};
    const char *near = NULL;
    unsigned best = 4;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (const struct flag *f = tables[i]; f != NULL && f->name != NULL; f++) {
            unsigned far = text_distance(word, (struct span){f->name, strlen(f->name)});
            if (far < best) {
                best = far;
                near = f->name;
            }
        }
    return near;
}

static bool unknown_flag(const struct call *call, const char *word)
{
    const char *name = word + strspn(word, "-");
    const char *near = nearest_flag(call, (struct span){name, strcspn(name, "=")});
    if (near != NULL)
        complain(&call->context, N_("unknown option %s; did you mean --%s?"), word, near);
    else
        complain(&call->context, N_("unknown option %s; expected one that `fuda --help` lists"), word);
    return false;
}

/* --name, --name=value, --name value */
static bool long_option(struct call *call, char **argv, int *at)
{
    const char *name = argv[*at] + 2;
    size_t length = strcspn(name, "=");
    const struct flag *flag = find_flag(call, name, length, 0);
    const char *value = name[length] == '=' ? name + length + 1 : NULL;
    if (flag == NULL)
        return unknown_flag(call, argv[*at]);
    if (flag->takes == NULL && value != NULL) {
        complain(&call->context, N_("--%s takes no value"), flag->name);
        return false;
    }
    if (flag->takes != NULL && !flag->optional && value == NULL) {
        value = argv[*at + 1];
        if (value == NULL) {
            complain(&call->context, N_("--%s needs a value; expected %s"), flag->name, say(&call->context, flag->takes));
            return false;
        }
        ++*at;
    }
    set_flag(call, flag, value);
    return true;
}

/* -q, -qh, -c NAME, -cNAME */
static bool short_options(struct call *call, char **argv, int *at)
{
    for (const char *letter = argv[*at] + 1; *letter != '\0'; letter++) {
        const struct flag *flag = find_flag(call, NULL, 0, *letter);
        if (flag == NULL)
            return unknown_flag(call, argv[*at]);
        if (flag->takes == NULL || flag->optional) {
            set_flag(call, flag, NULL);
            continue;
        }
        const char *value = letter[1] != '\0' ? letter + 1 : argv[++*at];
        if (value == NULL) {
            complain(&call->context, N_("--%s needs a value; expected %s"), flag->name, say(&call->context, flag->takes));
            return false;
        }
        set_flag(call, flag, value);
        return true;
    }
    return true;
}

/* ---- the command ------------------------------------------------------------------------- */

static bool begins(const struct command *command, const char *name)
{
    return command != &words_command && strncmp(command->name, name, strlen(name)) == 0;
}

static void tell_several(const struct context *context, const char *name)
{
    struct text list = {0};
    for (int i = 0; commands[i] != NULL; i++)
        if (begins(commands[i], name))
            text_printf(&list, "%s%s", list.length > 0 ? " " : "", commands[i]->name);
    complain(context, N_("“%s” is the beginning of several commands; expected one of: %s"), name, list.at);
    text_clear(&list);
}

/* By name or unambiguous beginning. */
static const struct command *find_command(const struct context *context, const char *name)
{
    const struct command *found = NULL, *near = NULL;
    unsigned best = 3, matches = 0;
    for (int i = 0; commands[i] != NULL; i++) {
        const char *known = commands[i]->name;
        if (strcmp(known, name) == 0)
            return commands[i];
        if (commands[i] == &words_command)
            continue;
        if (begins(commands[i], name)) {
            found = commands[i];
            matches++;
        }
        unsigned far = text_distance((struct span){name, strlen(name)}, (struct span){known, strlen(known)});
        if (far < best) {
            best = far;
            near = commands[i];
        }
    }
    if (matches == 1)
        return found;
    if (matches > 1)
        tell_several(context, name);
    else if (near != NULL)
        complain(context, N_("“%s” is no command; did you mean `fuda %s`?"), name, near->name);
    else
        complain(context, N_("“%s” is no command; expected one that `fuda --help` lists"), name);
    return NULL;
}

int command_word(const struct context *context, const struct command *command, int count, char **words)
{
    const struct first_word *word = NULL;
    int at = 0;
    while (count > 0 && (word = command->word(at)) != NULL && strcmp(word->word.name, words[0]) != 0)
        at++;
    if (word != NULL && count - 1 >= word->least && count - 1 <= word->most)
        return at;
    complain(context, word != NULL ? N_("expected:") : N_("expected one of:"));
    for (int i = 0; command->word(i) != NULL; i++)
        if (word == NULL || i == at)
            fprintf(stderr, "  fuda %s %s\n", command->name, say(context, command->word(i)->word.usage));
    return -1;
}

/* ---- help -------------------------------------------------------------------------------- */

static void print_flags(const struct context *context, const struct flag *flags)
{
    for (; flags != NULL && flags->name != NULL; flags++) {
        struct text t = {0}, entry = {0};
        if (flags->letter != 0)
            text_printf(&t, "-%c, ", flags->letter);
        text_printf(&t, "--%s", flags->name);
        if (flags->takes != NULL)
            text_printf(&t, flags->optional ? "[=%s]" : " %s", say(context, flags->takes));
        say_entry(&entry, 2, 23, t.at, say(context, flags->summary));
        fputs(entry.at, stdout);
        text_clear(&entry);
        text_clear(&t);
    }
}

static void print_example(const char *example)
{
    for (const char *at = example; *at != '\0';) {
        size_t length = strcspn(at, "\n");
        printf("  %.*s\n", (int)length, at);
        at += length + (at[length] == '\n');
    }
}

static void print_command(const struct context *context, const struct command *command)
{
    struct text t = {0}, entry = {0};
    text_printf(&t, "%-10s %s", command->name, say(context, command->usage));
    say_entry(&entry, 2, 30, t.at, say(context, command->summary));
    fputs(entry.at, stdout);
    text_clear(&entry);
    text_clear(&t);
}

/* "  use NAME    use this one from now on" */
static void print_words(const struct context *context, const struct command *command)
{
    const struct first_word *word;
    for (int i = 0; command->word != NULL && (word = command->word(i)) != NULL; i++) {
        struct text t = {0};
        say_entry(&t, 4, 33, say(context, word->word.usage), say(context, word->word.summary));
        fputs(t.at, stdout);
        text_clear(&t);
    }
}

static void print_help(const struct context *context)
{
    printf("%s\n", say(context, N_("Examples:")));
    print_example("fuda table haratama Aki Bo Chie Dai\nfuda judge night.fuda\nfuda score night.fuda\n"
                  "fuda rules haratama/blue-lead\nfuda standings");
    printf("\n%s\n", say(context, N_("Usage: fuda COMMAND [OPTION…] [WORD…]")));
    for (int i = 0; commands[i] != NULL; i++)
        if (commands[i]->summary != NULL)
            print_command(context, commands[i]);
    printf("\n%s\n", say(context, N_("Options:")));
    print_flags(context, global_flags);
    printf("\n%s\n", say(context, N_("Manual: man fuda. The language of records: man 5 fuda.")));
}

static void print_command_help(const struct context *context, const struct command *command)
{
    printf("%s\n", say(context, N_("Examples:")));
    print_example(command->example);
    printf("\n");
    printf(say(context, N_("Usage: fuda %s [OPTION…] %s")), command->name, say(context, command->usage));
    printf("\n");
    if (command->summary != NULL)
        printf("  %s\n", say(context, command->summary));
    print_words(context, command);
    printf("\n%s\n", say(context, N_("Options:")));
    print_flags(context, command->flags);
    print_flags(context, global_flags);
}

/* ---- fuda words: for completion ---------------------------------------------------------- */

/* A game's options with the values they may have, and = alone where any will do. */
static void list_options(const struct rulebook *book)
{
    for (const struct option *option = book->options; option->key != NULL; option++) {
        printf("%s/%s=\n", book->id, option->key);
        for (const struct house_answer *a = option->answer; a->word != NULL; a++) {
            char answer[CHOICE_MOST];
            if (a->kind != ANSWER_IS_SEAT && a->kind != ANSWER_IS_TEXT)
                printf("%s/%s=%.*s\n", book->id, option->key, (int)answer_write(a, a->number, answer), answer);
        }
    }
}

static void list_rules(const struct rulebook *book)
{
    for (int i = 0; book->rules[i].id != NULL; i++)
        printf("%s/%s\n", book->id, book->rules[i].id);
}

static void list_flags(const struct flag *flags)
{
    for (; flags != NULL && flags->name != NULL; flags++)
        printf("--%s\n", flags->name);
}

static void list_words(const struct command *command, const char *first)
{
    const struct first_word *word;
    bool house = command == &campaign_command && first != NULL && strcmp(first, "house") == 0;
    for (int i = 0; first == NULL && command->word != NULL && (word = command->word(i)) != NULL; i++)
        puts(word->word.name);
    for (int g = 0; rulebooks[g] != NULL; g++) {
        if (command->games || (command == &pack_command && first != NULL && strcmp(first, "new") == 0
                               && rulebooks[g]->deck != NULL))
            puts(rulebooks[g]->id);
        if (command == &rules_command)
            list_rules(rulebooks[g]);
        if (house)
            list_options(rulebooks[g]);
    }
}

static enum status run_words(const struct context *context, int count, char **words)
{
    (void)context;
    const struct command *command = NULL;
    for (int i = 0; commands[i] != NULL; i++) {
        if (count == 0 && commands[i]->summary != NULL)
            puts(commands[i]->name);
        if (count > 0 && strcmp(commands[i]->name, words[0]) == 0)
            command = commands[i];
    }
    list_flags(command != NULL ? command->flags : NULL);
    list_flags(global_flags);
    if (command != NULL)
        list_words(command, count > 1 ? words[1] : NULL);
    return STATUS_CLEAN;
}

/* Not listed in --help: what may stand next, a word a line. */
const struct command words_command = {
    .name = "words", .usage = N_("[COMMAND [WORD]]"), .example = "fuda words judge", .run = run_words,
};

/* ---- main -------------------------------------------------------------------------------- */

static bool parse(struct call *call, int argc, char **argv)
{
    bool options = true;
    for (int i = 1; i < argc; i++) {
        char *word = argv[i];
        if (options && strcmp(word, "--") == 0) {
            options = false;
        } else if (options && word[0] == '-' && word[1] == '-') {
            if (!long_option(call, argv, &i))
                return false;
        } else if (options && word[0] == '-' && word[1] != '\0') {
            if (!short_options(call, argv, &i))
                return false;
        } else if (call->command == NULL) {
            call->command = find_command(&call->context, word);
            if (call->command == NULL)
                return false;
        } else {
            call->words[call->count++] = word;
        }
    }
    return true;
}

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

static bool settle(struct call *call)
{
    if (call->lang != NULL && strcmp(call->lang, "ja") != 0 && strcmp(call->lang, "en") != 0) {
        complain(&call->context, N_("--lang %s is not spoken here; expected ja or en"), call->lang);
        return false;
    }
    const char *none = getenv("NO_COLOR");
    call->context.color = isatty(STDOUT_FILENO) && (none == NULL || *none == '\0');
    if (call->color == NULL || strcmp(call->color, "auto") == 0)
        return true;
    call->context.color = strcmp(call->color, "always") == 0;
    if (call->context.color || strcmp(call->color, "never") == 0)
        return true;
    complain(&call->context, N_("--color=%s is unknown; expected always, auto or never"), call->color);
    return false;
}

static enum status run(struct call *call, int argc, char **argv)
{
    if (!parse(call, argc, argv) || !settle(call))
        return STATUS_BAD;
    if (call->version) {
        puts("fuda " FUDA_VERSION);
        return STATUS_CLEAN;
    }
    if (call->command == NULL && !call->help && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        call->command = &table_command;
    if (call->command == NULL) {
        print_help(&call->context);
        return STATUS_CLEAN;
    }
    if (call->help) {
        print_command_help(&call->context, call->command);
        return STATUS_CLEAN;
    }
    call->context.command = call->command;
    return call->command->run(&call->context, call->count, call->words);
}

int main(int argc, char **argv)
{
    struct call call = {0};
    char **hidden = scanner_hide_passwords(argc, argv);
    size_t most = 0;            /* options: letters of one word are several */
    for (int i = 1; i < argc; i++)
        most += strlen(argv[i]);
    call.words = calloc((size_t)argc + 1, sizeof *call.words);
    call.context.given = call.given = calloc(most + 1, sizeof *call.given);
    if (call.words == NULL || call.given == NULL || hidden == NULL) {
        free(call.words);
        free(call.given);
        return STATUS_BAD;
    }
    say_begin(&call.context, wanted_language(argc, hidden));
    enum status status = run(&call, argc, hidden);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        complain(&call.context, N_("cannot write the answer: %s"), strerror(errno));
        status = STATUS_BAD;
    }
    free(call.words);
    free(call.given);
    for (int i = 0; hidden != argv && i < argc; i++)
        free(hidden[i]);
    if (hidden != argv)
        free(hidden);
    return (int)status;
}
