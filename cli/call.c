/* The command line, read against the rows; see call.h. */
#define _XOPEN_SOURCE 700
#include "cli/call.h"
#include "cli/say.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct flag global_flags[] = {
    {.name = "json", .summary = N_("answer in JSON")},
    {.name = "lang",
        .takes = "ja|en",
        .value = OPERAND_CHOICE,
        .summary = N_("speak Japanese or English")},
    {.name = "color",
        .takes = N_("WHEN"),
        .optional = true,
        .value = OPERAND_CHOICE,
        .choices = "always|auto|never",
        .summary = N_("colours: always, auto (default) or never")},
    {.name = "campaign",
        .letter = 'c',
        .takes = N_("NAME"),
        .value = OPERAND_CAMPAIGN,
        .summary = N_("the campaign; else the one in use")},
    {.name = "db",
        .takes = N_("FILE"),
        .value = OPERAND_FILE,
        .summary = N_("the store; else fuda.db in the data folder")},
    {.name = "help", .letter = 'h', .summary = N_("show this help")},
    {.name = "version", .letter = 'V', .summary = N_("show the version")},
    {0},
};

void call_begin(struct call *call, int words, size_t letters)
{
    *call = (struct call){.words = memory_get(((size_t)words + 1) * sizeof *call->words),
        .given = memory_get((letters + 1) * sizeof *call->given)};
    call->context.given = call->given;
}

void call_clear(struct call *call)
{
    free(call->words);
    free(call->given);
}

/* ---- options ----------------------------------------------------------------------------- */

/* An option of `campaign new` may stand before `new`: what it is for is known at the end. */
const struct flag *call_flags(const struct call *call, int list)
{
    static const struct flag none[] = {{0}};
    const struct command *command = call->command, *word = command != NULL ? command->words : NULL;
    int last = 1;
    if (list == 0)
        return command != NULL && command->flags != NULL ? command->flags : none;
    for (; word != NULL && word->name != NULL; word++)
        if (word->flags != NULL && (call->row == command || call->row == word) && last++ == list)
            return word->flags;
    return list == last ? global_flags : NULL;
}

static bool is_plain(const struct call *call)
{
    return (call->row != NULL && call->row->plain)
           || (call->command != NULL && call->command->plain);
}

bool call_offers(const struct call *call, const struct flag *flag)
{
    return !is_plain(call) || strcmp(flag->name, "json") != 0;
}

/* By its name, or by its letter, which is 0 otherwise. */
static const struct flag *find_flag(const struct call *call, struct span name, char letter)
{
    const struct flag *flag;
    for (int list = 0; (flag = call_flags(call, list)) != NULL; list++)
        for (; flag->name != NULL; flag++)
            if (letter != 0 ? flag->letter == letter
                            : strlen(flag->name) == name.length
                                  && memcmp(flag->name, name.at, name.length) == 0)
                return flag;
    return NULL;
}

static void give(struct call *call, const struct flag *flag, const char *value)
{
    call->given[call->context.given_count++] = (struct given){flag, value};
}

const char *given_value(const struct context *context, const char *name)
{
    for (int i = context->given_count; i-- > 0;)
        if (strcmp(context->given[i].flag->name, name) == 0)
            return context->given[i].value != NULL ? context->given[i].value : "";
    return NULL;
}

static bool unknown_flag(const struct call *call, const char *word)
{
    const char *name = word + strspn(word, "-");
    const struct flag *flag;
    struct guess near = {.word = {name, strcspn(name, "=")}};
    near.far = near.word.length < 4 ? (unsigned)near.word.length : 4; /* not every letter */
    for (int list = 0; (flag = call_flags(call, list)) != NULL; list++)
        for (; flag->name != NULL; flag++)
            guess_known(&near, flag->name);
    if (near.name != NULL)
        complain(&call->context, N_("unknown option {word}; did you mean --{option}?"), "tt",
            "word", word, "option", near.name);
    else
        complain(&call->context, N_("unknown option {word}; expected one that `fuda --help` lists"),
            "t", "word", word);
    return false;
}

/* --name, --name=value, --name value */
static bool long_option(struct call *call, const char *word)
{
    const char *name = word + 2, *value = strchr(name, '=');
    const struct flag *flag = find_flag(call, (struct span){name, strcspn(name, "=")}, 0);
    if (flag == NULL)
        return unknown_flag(call, word);
    if (flag->takes == NULL && value != NULL)
        return complain(&call->context, N_("--{option} takes no value"), "t", "option", flag->name);
    if (flag->takes != NULL && !flag->optional && value == NULL)
        call->waiting = flag;
    else
        give(call, flag, value != NULL ? value + 1 : NULL);
    return true;
}

/* -q, -qh, -c NAME, -cNAME */
static bool short_options(struct call *call, const char *word)
{
    for (const char *letter = word + 1; *letter != '\0'; letter++) {
        const struct flag *flag = find_flag(call, (struct span){"", 0}, *letter);
        if (flag == NULL)
            return unknown_flag(call, word);
        if (flag->takes == NULL || flag->optional) {
            give(call, flag, NULL);
            continue;
        }
        if (letter[1] != '\0')
            give(call, flag, letter + 1);
        else
            call->waiting = flag;
        return true;
    }
    return true;
}

/* ---- the command ------------------------------------------------------------------------- */

static bool begins(const struct command *command, const char *name)
{
    return !command->whole && strncmp(command->name, name, strlen(name)) == 0;
}

static void tell_several(const struct context *context, const char *name)
{
    struct text list = {0};
    for (int i = 0; commands[i] != NULL; i++)
        if (begins(commands[i], name))
            text_printf(&list, "%s%s", list.length > 0 ? " " : "", commands[i]->name);
    complain(context,
        N_("“{word}” is the beginning of several commands; expected one of: {commands}"), "tt",
        "word", name, "commands", list.at);
    text_clear(&list);
}

/* A game or a file where a command was expected: what is done with it. */
static bool is_something_else(const struct context *context, const char *name)
{
    const struct rulebook *game = game_find((struct span){name, strlen(name)});
    if (game != NULL)
        complain(context,
            N_("“{word}” is a game; expected `fuda table {word} NAME…` to play it, or `fuda rules "
               "{word}`"),
            "t", "word", name);
    else if (access(name, R_OK) == 0)
        complain(context,
            N_("“{word}” is a file; expected `fuda judge {word}`, `fuda score {word}` or `fuda add "
               "{word}`"),
            "t", "word", name);
    return game != NULL || access(name, R_OK) == 0;
}

/* By name or unambiguous beginning. */
static const struct command *find_command(const struct context *context, const char *name)
{
    const struct command *found = NULL;
    struct guess near = {.word = {name, strlen(name)}, .far = 3};
    unsigned matches = 0;
    for (int i = 0; commands[i] != NULL; i++) {
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
        if (begins(commands[i], name)) {
            found = commands[i];
            matches++;
        }
        if (commands[i]->summary != NULL)
            guess_known(&near, commands[i]->name);
    }
    if (matches == 1)
        return found;
    if (matches > 1)
        tell_several(context, name);
    else if (is_something_else(context, name))
        return NULL;
    else if (near.name != NULL)
        complain(context, N_("“{word}” is not a command; did you mean `fuda {command}`?"), "tt",
            "word", name, "command", near.name);
    else
        complain(context, N_("“{word}” is not a command; expected one that `fuda --help` lists"),
            "t", "word", name);
    return NULL;
}

static void print_usage(const struct call *call, const struct command *row)
{
    fprintf(stderr, "  fuda %s%s%s\n", row != call->command ? call->command->name : "",
        row != call->command ? " " : "", say(&call->context, row->usage));
}

/* What may stand here: the row as it is used, or one of the words after it. */
static bool tell_expected(const struct call *call, bool any_word)
{
    const struct command *row = call->row;
    complain(&call->context, any_word ? N_("expected one of:") : N_("expected:"), "");
    if (row->run != NULL)
        print_usage(call, row);
    for (const struct command *word = row->words; any_word && word->name != NULL; word++)
        print_usage(call, word);
    return false;
}

static bool plain_word(struct call *call, char *word)
{
    if (call->command == NULL) {
        call->row = call->command = find_command(&call->context, word);
        return call->command != NULL;
    }
    if (call->row == call->command && call->row->words != NULL
        && call->count == call->row->words_at) {
        const struct command *row = call->row->words;
        while (row->name != NULL && strcmp(row->name, word) != 0)
            row++;
        if (row->name == NULL && call->count >= call->row->most)
            return tell_expected(call, true);
        if (row->name != NULL) {
            call->row = row;
            return true;
        }
    }
    call->words[call->count++] = word;
    return true;
}

bool call_take(struct call *call, char *word)
{
    if (call->waiting != NULL) {
        give(call, call->waiting, word);
        call->waiting = NULL;
    } else if (!call->only_words && strcmp(word, "--") == 0) {
        call->only_words = true;
    } else if (!call->only_words && word[0] == '-' && word[1] != '\0') {
        return word[1] == '-' ? long_option(call, word) : short_options(call, word);
    } else {
        return plain_word(call, word);
    }
    return true;
}

/* ---- the end ----------------------------------------------------------------------------- */

static bool settle_color(struct context *context)
{
    const char *when = given_value(context, "color"), *none = getenv("NO_COLOR"),
               *kind = getenv("TERM");
    context->terminal = isatty(STDOUT_FILENO);
    context->color = context->terminal && (none == NULL || *none == '\0')
                     && (kind == NULL || strcmp(kind, "dumb") != 0);
    if (when == NULL || strcmp(when, "auto") == 0)
        return true;
    context->color = *when == '\0' || strcmp(when, "always") == 0;
    if (context->color || strcmp(when, "never") == 0)
        return true;
    return complain(context, N_("--color={word} is unknown; expected always, auto or never"), "t",
        "word", when);
}

static bool settle(struct context *context)
{
    const char *lang = given_value(context, "lang");
    context->json = given_value(context, "json") != NULL;
    context->quiet = given_value(context, "quiet") != NULL;
    context->campaign = given_value(context, "campaign");
    context->db = given_value(context, "db");
    if (lang != NULL && strcmp(lang, "ja") != 0 && strcmp(lang, "en") != 0)
        return complain(context, N_("--lang {word} is unknown; expected ja or en"), "t", "word",
            lang);
    return settle_color(context);
}

/* An option of another word of this command was given. */
static bool strange_flags(const struct call *call)
{
    for (int i = 0; i < call->context.given_count; i++) {
        char word[NAME_MOST];
        snprintf(word, sizeof word, "--%s", call->given[i].flag->name);
        if (find_flag(call, (struct span){word + 2, strlen(word + 2)}, 0) == NULL)
            return !unknown_flag(call, word);
    }
    return false;
}

bool call_end(struct call *call)
{
    const struct command *row = call->row;
    if (call->waiting != NULL)
        return complain(&call->context, N_("--{option} needs a value; expected {value}"), "tt",
            "option", call->waiting->name, "value", say(&call->context, call->waiting->takes));
    if (strange_flags(call) || !settle(&call->context))
        return false;
    if (row == NULL || given_value(&call->context, "help") != NULL
        || given_value(&call->context, "version") != NULL)
        return true;
    if (call->context.json && is_plain(call)) {
        char name[NAME_MOST];
        snprintf(name, sizeof name, "%s%s%s", call->command->name, row != call->command ? " " : "",
            row != call->command ? row->name : "");
        return complain(&call->context, N_("`fuda {command}` has no answer in JSON"), "t",
            "command", name);
    }
    if (row->run == NULL || call->count < row->least)
        return tell_expected(call, row->words != NULL);
    if (call->count > row->most && row == call->command)
        return complain(&call->context, N_("too many words; expected `fuda {usage}`"), "t", "usage",
            say(&call->context, row->usage));
    return call->count <= row->most || tell_expected(call, false);
}
