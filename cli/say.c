/* Words for people: the language, messages with their values, colours, complaints. */
#define _XOPEN_SOURCE 700
#include "cli/say.h"
#include "cli/memory.h"

#include <assert.h>
#include <errno.h>
#include <langinfo.h>
#include <libintl.h>
#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* ---- the language ------------------------------------------------------------------------ */

enum { PATH_ROOM = 4096 };

static bool is_absent(void) { return errno == ENOENT || errno == ENOTDIR; }

/*
 * share/locale beside the bin/ that this program stands in; else where it was to be installed.
 * NULL: the disk does not say.
 */
static const char *catalogue_folder(char path[PATH_ROOM])
{
    ssize_t length = readlink("/proc/self/exe", path, PATH_ROOM - 32);
    if (length <= 0)
        return is_absent() ? FUDA_LOCALEDIR : NULL;
    for (int up = 0; up < 2 && length > 0; up++)
        while (length > 0 && path[--length] != '/')
            ;
    memcpy(path + length, "/share/locale", sizeof "/share/locale");
    return access(path, F_OK) == 0 || !is_absent() ? path : FUDA_LOCALEDIR;
}

/* The first of LANGUAGE's names, split by colons, that the program speaks; English if none is. */
static const char *language_of_list(const char *list)
{
    for (const char *at = list; *at != '\0'; at += *at == ':') {
        if (strncmp(at, "ja", 2) == 0 || strncmp(at, "en", 2) == 0)
            return at;
        at += strcspn(at, ":");
    }
    return "en";
}

static const char *environment_language(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value != NULL && *value != '\0') {
            const char *list = getenv("LANGUAGE");
            bool plain = strcmp(value, "C") == 0 || strcmp(value, "POSIX") == 0;
            return !plain && list != NULL && *list != '\0' ? language_of_list(list) : value;
        }
    }
    return "C";
}

/*
 * The system's own messages stay in the process's language: only our texts are looked up in another
 * locale.
 */
static const char *translated(const char *text)
{
    enum { PROBE = 4096 };
    static locale_t messages; /* the only one, until the program ends */
    if (messages == (locale_t)0)
        messages = newlocale(LC_MESSAGES_MASK, "C.UTF-8", (locale_t)0);
    const locale_t own = messages != (locale_t)0 ? uselocale(messages) : (locale_t)0;
    const char *found = gettext(text);
    /* that is said, too, where there is no memory to look: half of an answer would be English */
    if (found == text) {
        free(memory_get(PROBE));
        found = gettext(text);
    }
    if (own != (locale_t)0)
        uselocale(own);
    return found;
}

/*
 * It is read here, so that it is there from now on. False: it cannot be; who speaks English then
 * does so throughout.
 */
static bool open_catalogue(void)
{
    static const char known[] = N_("out of memory");
    char room[PATH_ROOM];
    const char *folder = catalogue_folder(room);
    setenv("LANGUAGE", "ja", 1);
    return folder != NULL && bindtextdomain("fuda", folder) != NULL && textdomain("fuda") != NULL
           && bind_textdomain_codeset("fuda", "UTF-8") != NULL && translated(known) != known;
}

void say_begin(struct context *context, const char *wanted)
{
    const char *language = wanted != NULL ? wanted : environment_language();
    /* gettext looks at LANGUAGE only in a locale that is not "C"; widths need UTF-8 */
    context->utf8 = setlocale(LC_CTYPE, "") != NULL && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    if (!context->utf8)
        setlocale(LC_CTYPE, "C.UTF-8");
    context->japanese = language[0] == 'j' && language[1] == 'a';
    if (context->japanese) {
        setlocale(LC_MESSAGES, "C.UTF-8");
        context->japanese = open_catalogue();
    }
    context->english = !context->japanese;
}

/* Are there Japanese texts, or nobody can tell? */
static bool has_catalogue(void)
{
    char room[PATH_ROOM], path[PATH_ROOM + 32];
    const char *folder = catalogue_folder(room);
    if (folder == NULL)
        return true;
    snprintf(path, sizeof path, "%s/ja/LC_MESSAGES/fuda.mo", folder);
    return access(path, F_OK) == 0 || !is_absent();
}

bool say_other(struct context *out, const struct context *context, bool japanese)
{
    *out = *context;
    out->japanese = japanese && open_catalogue();
    out->english = !out->japanese;
    return out->japanese == japanese || !has_catalogue();
}

const char *say(const struct context *context, const char *text)
{
    return context->english || *text == '\0' ? text : translated(text);
}

/* ---- what is said in the language of records ------------------------------------------------ */

const char *say_title(const struct context *context, const struct setting *setting)
{
    return rulebook_is_packs(setting->book) ? game_called(setting)
                                            : say(context, setting->book->title);
}

const char *game_shown(const struct context *context, const char *id)
{
    const struct rulebook *book = rulebook_find((struct span){id, strlen(id)});
    return context->japanese && book != NULL ? say(context, book->title) : id;
}

const char *line_shown(const struct context *context, struct text *room, const char *line,
    const struct setting *setting)
{
    struct reader reader;
    struct statement said;
    struct fault fault;
    enum read_result read = READ_FAULT;
    room->length = 0;
    reader_begin(&reader, line, strlen(line), 1);
    while (context->japanese
           && (read = statement_read(&reader, setting, false, &said, &fault)) == READ_STATEMENT) {
        text_put(room, room->length > 0 ? "; " : "");
        text_spelled(room, &said, setting, true);
    }
    const bool spelled = read == READ_END && room->length > 0;
    const char *text = spelled ? room->at : line;
    const struct span shown = {text, strlen(text)};
    if (text_is_clean(shown))
        return shown.at;
    struct text clean = {0};
    say_foreign(&clean, shown.at, shown.length);
    text_clear(room);
    *room = clean;
    return room->at;
}

/* ---- messages ---------------------------------------------------------------------------- */

const struct rulebook *game_find(struct span word)
{
    char folded[NAME_MOST];
    return word.length <= NAME_MOST ? rulebook_find((struct span){folded, text_fold(word, folded)})
                                    : NULL;
}

const struct rulebook *game_named(const struct context *context, const char *word)
{
    const struct rulebook *book = game_find((struct span){word, strlen(word)});
    struct guess near = {.word = {word, strlen(word)}, .far = 4};
    for (int i = 0; rulebooks[i] != NULL; i++)
        guess_known(&near, rulebooks[i]->id);
    if (book == NULL && near.name != NULL)
        complain(context, N_("“{found}” is not a game that fuda knows; did you mean `{near}`?"),
            "tt", "found", word, "near", near.name);
    else if (book == NULL)
        complain(context,
            context->prompts ? N_(
                "“{found}” is not a game that fuda knows; expected a number or a name of the list")
                             : N_("“{found}” is not a game that fuda knows; expected one that "
                                  "`fuda rules` lists"),
            "t", "found", word);
    return book;
}

void say_seat(struct text *t, const struct seats *seats, int seat)
{
    say_name(t, seats->row[seat].name, seats->row[seat].length);
}

void say_card(const struct context *context, struct text *t, const struct setting *setting,
    int card)
{
    char text[NAME_MOST];
    say_foreign(t, text, card_spell(setting, card, context->japanese, text));
}

void say_comma(const struct context *context, struct text *t)
{
    text_put(t, context->japanese ? "、" : ", ");
}

void say_numbers(const struct context *context, struct text *t, const uint32_t *number,
    size_t count, const char *ending)
{
    struct text list = {0}, one = {0};
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && number[end] - number[end - 1] <= 1;)
            end++;
        if (number[end - 1] - number[i] < 2 || ending != NULL)
            for (end = i + 1; end < count && number[end] == number[i];)
                end++;
        one.length = 0;
        text_number(&one, number[i]);
        if (number[end - 1] != number[i])
            text_printf(&one, "%s%lu", context->japanese ? "〜" : "–",
                (unsigned long)number[end - 1]);
        if (ending != NULL && i > 0 && end == count) {
            say_with(context, t, ending, "tt", "list", list.at, "last", one.at);
            list.length = 0;
            break;
        }
        if (i > 0)
            say_comma(context, &list);
        text_add(&list, one.at, one.length);
    }
    if (list.length > 0)
        text_add(t, list.at, list.length);
    text_clear(&list);
    text_clear(&one);
}

void say_colon(const struct context *context, struct text *t)
{
    text_put(t, context->japanese ? "：" : ": ");
}

void say_seats(const struct context *context, struct text *t, const struct seats *seats,
    uint32_t set)
{
    bool first = true;
    for (int i = 0; i < seats->count; i++) {
        if (!(set & 1u << i))
            continue;
        if (!first)
            say_comma(context, t);
        say_seat(t, seats, i);
        first = false;
    }
}

static void add_cards(const struct context *context, struct text *t, const struct cardset *cards,
    const struct setting *setting)
{
    bool first = true;
    for (int card = 0; card < 128; card++) {
        if (!(cards->bits[card / 64] >> card % 64 & 1))
            continue;
        text_put(t, first ? "" : " ");
        say_card(context, t, setting, card);
        first = false;
    }
}

void say_value(const struct context *context, struct text *t, const struct value *v,
    const struct setting *setting)
{
    switch (v->kind) {
    case VALUE_NUMBER: text_number(t, v->number); break;
    case VALUE_SEAT:
        assert(setting != NULL);
        say_seat(t, setting->seats, v->number);
        break;
    case VALUE_SEATS:
        assert(setting != NULL);
        say_seats(context, t, setting->seats, (uint32_t)v->number);
        break;
    case VALUE_CARD:
        if (v->number < 0) /* nobody saw it */
            text_put(t, "?");
        else
            say_card(context, t, setting, v->number);
        break;
    case VALUE_CARDS: add_cards(context, t, &v->cards, setting); break;
    case VALUE_NUMBERS:
        for (int i = 0; i < v->number; i++) {
            text_put(t, i > 0 ? " " : "");
            text_number(t, v->numbers[i]);
        }
        break;
    case VALUE_ANSWERS:
        for (const struct house_answer *a = v->option->answer; a->word != NULL; a++) {
            text_put(t, a > v->option->answer ? ", " : "");
            text_answer(t, a, a->number);
        }
        break;
    case VALUE_WORD: text_put(t, say(context, v->text)); break;
    case VALUE_TEXT: say_name(t, v->text, v->length); break;
    case VALUE_SHARE: text_printf(t, "%.4g %%", v->share * 100); break;
    case VALUE_TRUTH: text_put(t, say(context, v->number ? N_("yes") : N_("no"))); break;
    case VALUE_NOTHING: text_put(t, "–"); break;
    }
}

/*
 * 一夜目: nights are counted in kanji, as the rulebook does; the number stands at the text's end,
 * from `from` on.
 */
static void count_nights(struct text *t, size_t from, const char *behind)
{
    static const char *const kanji[] = {"一", "二", "三", "四", "五", "六", "七", "八", "九"};
    if (t->length != from + 1 || t->at[from] < '1' || t->at[from] > '9'
        || strncmp(behind, "夜目", strlen("夜目")) != 0)
        return;
    const char *number = kanji[t->at[from] - '1'];
    t->length = from;
    text_put(t, number);
}

void say_filled(const struct context *context, struct text *t, const char *text,
    void (*fill)(void *user, struct text *t, struct span name), void *user)
{
    for (const char *at = say(context, text);;) {
        size_t plain = strcspn(at, "{");
        text_add(t, at, plain);
        at += plain;
        if (*at == '\0')
            return;
        size_t length = strcspn(++at, "}");
        const size_t from = t->length;
        fill(user, t, (struct span){at, length});
        at += length + (at[length] == '}');
        count_nights(t, from, at);
    }
}

/* What a message's {names} stand for. */
struct message_filling {
    const struct context *context;
    const struct message *message;
    const struct ruling *ruling;
    const struct setting *setting;
};

static bool is_name(struct span name, const char *wanted)
{
    return name.length == strlen(wanted) && memcmp(name.at, wanted, name.length) == 0;
}

static void fill_message(void *user, struct text *t, struct span name)
{
    const struct message_filling *f = user;
    const struct ruling *ruling = f->ruling;
    for (int i = 0; i < f->message->count; i++)
        if (is_name(name, f->message->value[i].name)) {
            say_value(f->context, t, &f->message->value[i], f->setting);
            return;
        }
    if (ruling != NULL && is_name(name, "seat") && ruling->seat >= 0)
        say_seat(t, f->setting->seats, ruling->seat);
    else if (ruling != NULL && is_name(name, "card") && ruling->card >= 0)
        say_card(f->context, t, f->setting, ruling->card);
}

void say_message(const struct context *context, struct text *t, const struct message *m,
    const struct ruling *ruling, const struct setting *setting)
{
    struct message_filling filling = {context, m, ruling, setting};
    say_filled(context, t, m->id, fill_message, &filling);
}

void message_string(struct message *m, const char *name, const char *string)
{
    message_text(m, name, (struct span){string, strlen(string)});
}

void say_with(const struct context *context, struct text *t, const char *text, const char *kinds,
    ...)
{
    struct message m;
    va_list values;
    va_start(values, kinds);
    message_read(&m, text, kinds, values);
    va_end(values);
    say_message(context, t, &m, NULL, NULL);
}

void print_with(const struct context *context, const char *text, const char *kinds, ...)
{
    struct text t = {0};
    struct message m;
    va_list values;
    va_start(values, kinds);
    message_read(&m, text, kinds, values);
    va_end(values);
    say_message(context, &t, &m, NULL, NULL);
    puts(t.at);
    text_clear(&t);
}

void say_heading(const struct context *context, struct text *t, const struct rule *rule)
{
    if (rule->section[0] != '\0') {
        text_put(t, "§");
        text_put(t, rule->section);
        text_put(t, " ");
    }
    text_put(t, context->japanese || rule->heading_en == NULL ? rule->heading : rule->heading_en);
}

/* ---- colours, complaints ----------------------------------------------------------------- */

void say_paint(const struct context *context, struct text *t, enum paint paint)
{
    static const char *const codes[] = {
        [PAINT_PLAIN] = "\033[0m",
        [PAINT_BOLD] = "\033[1m",
        [PAINT_RED] = "\033[1;31m",
        [PAINT_YELLOW] = "\033[1;33m",
        [PAINT_GREEN] = "\033[1;32m",
        [PAINT_DIM] = "\033[2m",
        [PAINT_RED_SUIT] = "\033[31m",
        [PAINT_YELLOW_SUIT] = "\033[33m",
        [PAINT_GREEN_SUIT] = "\033[32m",
        [PAINT_BLUE_SUIT] = "\033[34m",
        [PAINT_PURPLE_SUIT] = "\033[35m",
        [PAINT_WATER_SUIT] = "\033[36m",
    };
    if (context->color)
        text_put(t, codes[paint]);
}

bool complain(const struct context *context, const char *text, const char *kinds, ...)
{
    struct message m;
    va_list values;
    va_start(values, kinds);
    message_read(&m, text, kinds, values);
    va_end(values);
    return complain_of(context, &m, NULL);
}

bool complain_of(const struct context *context, const struct message *message,
    const struct setting *setting)
{
    struct text line = {0}, shown = {0};
    const char *prefix = context->prompts ? "" : "fuda: ";
    say_message(context, &line, message, NULL, setting);
    text_add(&shown, "", 0);
    say_foreign(&shown, line.at, line.length);
    fflush(stdout);
    if (isatty(STDERR_FILENO)) {
        struct text wrapped = {0};
        say_wrapped(&wrapped, shown.at, (int)strlen(prefix), 2);
        fprintf(stderr, "%s%s\n", prefix, wrapped.at);
        text_clear(&wrapped);
    } else {
        fprintf(stderr, "%s%s\n", prefix, shown.at);
    }
    text_clear(&line);
    text_clear(&shown);
    return false;
}

bool say_asked(const struct context *context, const char *question)
{
    static const char *const yes[] = {"y", "yes", "はい"};
    char answer[16] = "";
    fflush(stdout);
    fprintf(stderr, "%s ", say(context, question));
    const bool answered = fgets(answer, sizeof answer, stdin) != NULL;
    answer[strcspn(answer, "\r\n")] = '\0';
    for (size_t i = 0; answered && i < sizeof yes / sizeof *yes; i++)
        if (strcasecmp(answer, yes[i]) == 0)
            return true;
    return false;
}
