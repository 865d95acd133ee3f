/* Words for people: the language, messages with their values, width on a terminal. */
#define _XOPEN_SOURCE 700
#include "cli/say.h"

#include <assert.h>
#include <langinfo.h>
#include <libintl.h>
#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

enum { LINE_WIDTH = 80, LINE_LEAST = 40 };

/* ---- the language ------------------------------------------------------------------------ */

/* share/locale beside the bin/ that this program stands in; else where it was to be installed. */
static void bind_catalogue(void)
{
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 32);
    for (int up = 0; up < 2 && length > 0; up++)
        while (length > 0 && path[--length] != '/')
            ;
    if (length > 0) {
        memcpy(path + length, "/share/locale", sizeof "/share/locale");
        if (access(path, F_OK) == 0) {
            bindtextdomain("fuda", path);
            textdomain("fuda");
            return;
        }
    }
    bindtextdomain("fuda", FUDA_LOCALEDIR);
    textdomain("fuda");
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

/* The system's own messages stay in the process's language: only our texts are looked up in another locale. */
static const char *translated(const char *text)
{
    static locale_t messages;           /* the only one, until the program ends */
    if (messages == (locale_t)0)
        messages = newlocale(LC_MESSAGES_MASK, "C.UTF-8", (locale_t)0);
    const locale_t own = messages != (locale_t)0 ? uselocale(messages) : (locale_t)0;
    const char *found = gettext(text);
    if (own != (locale_t)0)
        uselocale(own);
    return found;
}

/* It is read here, so that it is there from now on. False: it cannot be; who speaks English then does so throughout. */
static bool open_catalogue(void)
{
    static const char known[] = N_("out of memory");
    setenv("LANGUAGE", "ja", 1);
    bind_catalogue();
    bind_textdomain_codeset("fuda", "UTF-8");
    return translated(known) != known;
}

void say_begin(struct context *context, const char *wanted)
{
    const char *language = wanted != NULL ? wanted : environment_language();
    /* gettext looks at LANGUAGE only in a locale that is not "C"; widths need UTF-8 */
    if (setlocale(LC_CTYPE, "") == NULL || strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
        setlocale(LC_CTYPE, "C.UTF-8");
    context->japanese = language[0] == 'j' && language[1] == 'a';
    if (context->japanese) {
        setlocale(LC_MESSAGES, "C.UTF-8");
        context->japanese = open_catalogue();
    }
    context->english = !context->japanese;
}

void say_other(struct context *out, const struct context *context, bool japanese)
{
    *out = *context;
    out->japanese = japanese && open_catalogue();
    out->english = !out->japanese;
}

const char *say(const struct context *context, const char *text)
{
    return context->english || *text == '\0' ? text : translated(text);
}

/* ---- growing texts ----------------------------------------------------------------------- */

static void reserve(struct text *t, size_t more)
{
    if (t->at != NULL && t->length + more + 1 <= t->room)
        return;
    t->room = (t->length + more + 1) * 2;
    t->at = memory_grown(t->at, t->room);
}

void text_add(struct text *t, const char *bytes, size_t length)
{
    reserve(t, length);
    memcpy(t->at + t->length, bytes, length);
    t->length += length;
    t->at[t->length] = '\0';
}

void text_put(struct text *t, const char *string)
{
    text_add(t, string, strlen(string));
}

void text_printf(struct text *t, const char *format, ...)
{
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, list);
    if (length > 0) {
        reserve(t, (size_t)length);
        vsnprintf(t->at + t->length, (size_t)length + 1, format, again);
        t->length += (size_t)length;
    }
    va_end(again);
    va_end(list);
}

void text_spaces(struct text *t, int count)
{
    for (; count > 0; count--)
        text_add(t, " ", 1);
}

void text_number(struct text *t, long number)
{
    char digits[24];
    size_t at = sizeof digits;
    unsigned long left = number < 0 ? 0ul - (unsigned long)number : (unsigned long)number;
    do
        digits[--at] = (char)('0' + left % 10);
    while ((left /= 10) != 0);
    if (number < 0)
        digits[--at] = '-';
    text_add(t, digits + at, sizeof digits - at);
}

void text_answer(struct text *t, const struct house_answer *answer, int32_t number)
{
    char written[CHOICE_MOST];
    text_add(t, written, answer_write(answer, number, written));
}

void text_quoted(struct text *t, const char *string)
{
    text_put(t, "\"");
    for (const char *at = string; *at != '\0'; at++)
        text_add(t, *at == '"' ? "\"\"" : at, *at == '"' ? 2 : 1);
    text_put(t, "\"");
}

void text_token(struct text *t, const char *string)
{
    if (text_is_plain((struct span){string, strlen(string)}))
        text_put(t, string);
    else
        text_quoted(t, string);
}

void text_statement(struct text *t, const struct statement *said, const struct setting *setting)
{
    size_t length = statement_write(said, setting, NULL, 0);
    reserve(t, length);
    statement_write(said, setting, t->at + t->length, length);
    t->length += length;
    t->at[t->length] = '\0';
}

const char *game_shown(const struct context *context, const char *id)
{
    const struct rulebook *book = rulebook_find((struct span){id, strlen(id)});
    return context->japanese && book != NULL ? say(context, book->title) : id;
}

const char *line_shown(const struct context *context, struct text *room, const char *line, const struct setting *setting)
{
    struct reader reader;
    struct statement said;
    struct fault fault;
    enum read_result read = READ_FAULT;
    room->length = 0;
    reader_begin(&reader, line, strlen(line), 1);
    while (context->japanese && (read = statement_read(&reader, setting, false, &said, &fault)) == READ_STATEMENT) {
        const size_t length = statement_spell(&said, setting, true, NULL, 0);
        text_put(room, room->length > 0 ? "; " : "");
        reserve(room, length);
        room->length += statement_spell(&said, setting, true, room->at + room->length, length);
        room->at[room->length] = '\0';
    }
    return read == READ_END && room->length > 0 ? room->at : line;
}

void text_clear(struct text *t)
{
    free(t->at);
    *t = (struct text){0};
}

/* ---- messages ---------------------------------------------------------------------------- */

/* Marks of Unicode that break lines, or turn the direction of those that follow: a name would read as another's. */
static bool turns_text(const char *at, size_t left)
{
    static const struct { uint8_t size, byte[3], last; } from[] = {     /* U+200E–F, 2028–E, 2066–9, 061C */
        {3, {0xE2, 0x80, 0x8E}, 0x8F}, {3, {0xE2, 0x80, 0xA8}, 0xAE}, {3, {0xE2, 0x81, 0xA6}, 0xA9}, {2, {0xD8, 0x9C, 0}, 0x9C}};
    for (size_t i = 0; i < sizeof from / sizeof *from; i++) {
        const size_t size = from[i].size;
        const uint8_t end = left >= size ? (uint8_t)at[size - 1] : 0;
        if (left >= size && memcmp(at, from[i].byte, size - 1) == 0 && end >= from[i].byte[size - 1] && end <= from[i].last)
            return true;
    }
    return false;
}

/* How many bytes of a control character stand here; 0: none does. */
static size_t control(const char *at, size_t left)
{
    unsigned char c = (unsigned char)*at;
    if (c < 0x20 || c == 0x7F)
        return 1;
    if (c == 0xC2)
        return left > 1 && (unsigned char)at[1] < 0xA0 ? 2 : 0;
    return (c == 0xE2 || c == 0xD8) && turns_text(at, left) ? (c == 0xE2 ? 3 : 2) : 0;
}

const struct rulebook *game_find(struct span word)
{
    char folded[NAME_MOST];
    return word.length <= NAME_MOST ? rulebook_find((struct span){folded, text_fold(word, folded)}) : NULL;
}

const struct rulebook *game_named(const struct context *context, const char *word)
{
    const struct rulebook *book = game_find((struct span){word, strlen(word)});
    struct guess near = {.word = {word, strlen(word)}, .far = 4};
    for (int i = 0; rulebooks[i] != NULL; i++)
        guess_known(&near, rulebooks[i]->id);
    if (book == NULL && near.name != NULL)
        complain(context, N_("“{found}” is no game that fuda knows; did you mean `{near}`?"), "tt", "found", word, "near", near.name);
    else if (book == NULL)
        complain(context, context->prompts ? N_("“{found}” is no game that fuda knows; expected a number or a name of the list")
                                           : N_("“{found}” is no game that fuda knows; expected one that `fuda rules` lists"),
                 "t", "found", word);
    return book;
}

void say_foreign(struct text *t, const char *bytes, size_t length)
{
    for (size_t i = 0, size; i < length; i += size > 0 ? size : 1) {
        size = control(bytes + i, length - i);
        text_add(t, size > 0 ? "?" : bytes + i, 1);
    }
}

void say_seat(struct text *t, const struct seats *seats, int seat)
{
    say_foreign(t, seats->row[seat].name, seats->row[seat].length);
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

void say_colon(const struct context *context, struct text *t)
{
    text_put(t, context->japanese ? "：" : ": ");
}

void say_seats(const struct context *context, struct text *t, const struct seats *seats, uint32_t set)
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
    assert(setting != NULL || (v->kind != VALUE_SEAT && v->kind != VALUE_SEATS));
    switch (v->kind) {
    case VALUE_NUMBER: text_number(t, v->number); break;
    case VALUE_SEAT: say_seat(t, setting->seats, v->number); break;
    case VALUE_SEATS: say_seats(context, t, setting->seats, (uint32_t)v->number); break;
    case VALUE_CARD: say_card(context, t, setting, v->number); break;
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
    case VALUE_TEXT: say_foreign(t, v->text, v->length); break;
    case VALUE_SHARE: text_printf(t, "%.4g %%", v->share * 100); break;
    case VALUE_TRUTH: text_put(t, say(context, v->number ? N_("yes") : N_("no"))); break;
    case VALUE_NOTHING: text_put(t, "–"); break;
    }
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
        fill(user, t, (struct span){at, length});
        at += length + (at[length] == '}');
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

void say_with(const struct context *context, struct text *t, const char *text, const char *kinds, ...)
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

/* ---- width ------------------------------------------------------------------------------- */

/* One character: its bytes, and its columns. Bytes that are none count one each. */
static size_t one_character(const char *at, size_t left, int *width)
{
    if ((unsigned char)*at < 0x80) {
        *width = 1;
        return 1;
    }
    if (control(at, left) > 0) {        /* shown as ? */
        *width = 1;
        return control(at, left);
    }
    wchar_t wide;
    mbstate_t state = {0};
    size_t size = mbrtowc(&wide, at, left, &state);
    if (size == 0 || size > left) {
        *width = 1;
        return 1;
    }
    int columns = wcwidth(wide);
    *width = columns < 0 ? 0 : columns;
    return size;
}

int say_width(const char *bytes, size_t length)
{
    int columns = 0, width;
    for (size_t i = 0; i < length; i += one_character(bytes + i, length - i, &width), columns += width)
        ;
    return columns;
}

void say_padded(struct text *t, const char *bytes, size_t length, int width, bool right)
{
    int columns = 0, one;
    size_t size = 0;
    while (size < length) {
        size_t step = one_character(bytes + size, length - size, &one);
        if (columns + one > width)
            break;
        columns += one;
        size += step;
    }
    for (int i = columns; right && i < width; i++)
        text_put(t, " ");
    say_foreign(t, bytes, size);
    for (int i = columns; !right && i < width; i++)
        text_put(t, " ");
}

/* What does not stand at the beginning of a line, nor at the end of one. */
static bool is_closing(const char *at)
{
    static const char *const marks[] = {"、", "。", "：", "」", "）", "”", "』", "・", "…", "ー", "々", "！", "？",
                                        "っ", "ゃ", "ゅ", "ょ", "ッ", "ャ", "ュ", "ョ", "ァ", "ィ", "ェ", "ォ"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (strncmp(at, marks[i], strlen(marks[i])) == 0)
            return true;
    return false;
}

static bool is_opening(const char *at, size_t size)
{
    return size == 3 && (memcmp(at, "「", 3) == 0 || memcmp(at, "（", 3) == 0
                         || memcmp(at, "“", 3) == 0 || memcmp(at, "『", 3) == 0);
}

/* A wide character stays together with a number beside it, 赤9, 第1, 5行目, and with the mark of what is typed. */
static bool clings(char c)
{
    return (c >= '0' && c <= '9') || c == '`';
}

/* What is no terminal becomes none: of a file or a pipe it is asked once. */
static long terminal_columns(void)
{
    static bool piped;
    struct winsize size;
    if (!piped && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        return size.ws_col;
    piped = true;
    const char *told = getenv("COLUMNS");
    return told != NULL ? strtol(told, NULL, 10) : 0;
}

int say_line_width(void)
{
    const long columns = terminal_columns();
    return columns >= LINE_LEAST && columns < LINE_WIDTH ? (int)columns : LINE_WIDTH;
}

void say_wrapped(struct text *t, const char *text, int column, int indent)
{
    enum { ROOM_LEAST = 16 };        /* behind a deep indent on a narrow terminal; every line has room for a character */
    size_t length = strlen(text), line = 0;
    const int most = say_line_width();
    if (indent > most - ROOM_LEAST)
        indent = most - ROOM_LEAST;
    while (line < length) {
        size_t at = line, fit = 0;
        int columns = column, width;
        bool opening = false;
        while (at < length) {
            size_t size = one_character(text + at, length - at, &width);
            bool wide = width == 2;
            if (at > line && (text[at] == ' ' || (wide && !is_closing(text + at) && !opening
                                                  && !clings(text[at - 1]))))
                fit = at;
            if (columns + width > most)
                break;
            columns += width;
            opening = is_opening(text + at, size);
            at += size;
            if (wide && at < length && !opening && !is_closing(text + at) && !clings(text[at]))
                fit = at;
        }
        size_t end = at == length ? length : fit > line ? fit : at, last = end;
        while (last > line && text[last - 1] == ' ')
            last--;
        text_add(t, text + line, last - line);
        while (text[end] == ' ')
            end++;
        line = end;
        if (line < length) {
            text_put(t, "\n");
            text_spaces(t, indent);
            column = indent;
        }
    }
}

void say_entry(struct text *t, int indent, int column, const char *entry, const char *about)
{
    int behind = indent + say_width(entry, strlen(entry));
    text_spaces(t, indent);
    say_wrapped(t, entry, indent, indent + 2);
    text_put(t, behind < column ? "" : "\n");
    text_spaces(t, behind < column ? column - behind : column);
    say_wrapped(t, about, column, column);
    text_put(t, "\n");
}

/* ---- colours, complaints ----------------------------------------------------------------- */

void say_paint(const struct context *context, struct text *t, enum paint paint)
{
    static const char *const codes[] = {
        [PAINT_PLAIN] = "\033[0m", [PAINT_BOLD] = "\033[1m", [PAINT_RED] = "\033[1;31m",
        [PAINT_YELLOW] = "\033[1;33m", [PAINT_GREEN] = "\033[1;32m", [PAINT_DIM] = "\033[2m",
        [PAINT_RED_SUIT] = "\033[31m", [PAINT_YELLOW_SUIT] = "\033[33m", [PAINT_GREEN_SUIT] = "\033[32m",
        [PAINT_BLUE_SUIT] = "\033[34m", [PAINT_PURPLE_SUIT] = "\033[35m", [PAINT_WATER_SUIT] = "\033[36m",
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

bool complain_of(const struct context *context, const struct message *message, const struct setting *setting)
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
