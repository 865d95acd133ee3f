/*
 * What others wrote, without what steers a terminal; and texts in the columns and lines of one. See
 * say.h.
 */
#define _XOPEN_SOURCE 700
#include "cli/say.h"
#include "core/signs.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { LINE_WIDTH = 80, LINE_LEAST = 40 };

/* ---- what others wrote -------------------------------------------------------------------- */

/* What we have isolated ourselves may come here again, as a part of another text. */
void say_foreign(struct text *t, const char *bytes, size_t length)
{
    struct sign sign = {0};
    const bool isolated = signs_isolated((struct span){bytes, length});
    for (size_t i = 0, size; i < length; i += size) {
        size = sign_next(bytes + i, length - i, &sign);
        const bool kept = sign.plain || (isolated && sign_isolates(&sign));
        text_add(t, kept ? bytes + i : "?", kept ? size : 1);
    }
}

static bool *paged(void)
{
    static bool is;
    return &is;
}

void say_paged(bool is) { *paged() = is; }

/* A terminal that knows nothing else knows nothing of directions either. */
static bool may_isolate(void)
{
    const char *kind = getenv("TERM");
    return (*paged() || isatty(STDOUT_FILENO)) && kind != NULL && strcmp(kind, "dumb") != 0;
}

void say_name(struct text *t, const char *bytes, size_t length)
{
    const bool already = length >= ISOLATE_SIZE && memcmp(bytes, isolate_begin, ISOLATE_SIZE) == 0;
    const bool turns = !already && signs_turn((struct span){bytes, length}) && may_isolate();
    text_put(t, turns ? isolate_begin : "");
    say_foreign(t, bytes, length);
    text_put(t, turns ? isolate_end : "");
}

/* ---- width ------------------------------------------------------------------------------- */

/*
 * One character, after the one in `sign`: its bytes, and its columns. What is not plain is shown as
 * ?.
 */
static size_t one_character(const char *at, size_t left, struct sign *sign, int *width)
{
    const size_t size = sign_next(at, left, sign);
    *width = sign->plain && sign->point >= 0x80 ? text_columns(sign->point) : !sign_isolates(sign);
    return size;
}

int say_width(const char *bytes, size_t length)
{
    struct sign sign = {0};
    int columns = 0, width;
    for (size_t i = 0; i < length;
         i += one_character(bytes + i, length - i, &sign, &width), columns += width)
        ;
    return columns;
}

void say_padded(struct text *t, const char *bytes, size_t length, int width, bool right)
{
    struct sign sign = {0};
    int columns = 0, one;
    size_t size = 0;
    while (size < length) {
        size_t step = one_character(bytes + size, length - size, &sign, &one);
        if (columns + one > width)
            break;
        columns += one;
        size += step;
    }
    for (int i = columns; right && i < width; i++)
        text_put(t, " ");
    say_name(t, bytes, size);
    for (int i = columns; !right && i < width; i++)
        text_put(t, " ");
}

/* What does not stand at the beginning of a line, nor at the end of one. */
static bool is_closing(const char *at)
{
    static const char *const marks[] = {"、", "。", "：", "」", "）", "”", "』", "・", "…", "ー",
        "々", "！", "？", "っ", "ゃ", "ゅ", "ょ", "ッ", "ャ", "ュ", "ョ", "ァ", "ィ", "ェ", "ォ"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (strncmp(at, marks[i], strlen(marks[i])) == 0)
            return true;
    return false;
}

static bool is_opening(const char *at, size_t size)
{
    return size == 3
           && (memcmp(at, "「", 3) == 0 || memcmp(at, "（", 3) == 0 || memcmp(at, "“", 3) == 0
               || memcmp(at, "『", 3) == 0);
}

/* After these a line may end, whatever comes next: 15、16、17 is a list, and no word. */
static bool is_stop(const char *at, size_t size)
{
    return size == 3 && (memcmp(at, "、", 3) == 0 || memcmp(at, "。", 3) == 0);
}

/*
 * A wide character stays together with a number beside it, 赤9, 第1, 5行目, and with the mark of
 * what is typed.
 */
static bool clings(char c) { return (c >= '0' && c <= '9') || c == '`'; }

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

bool say_line_is_known(void) { return terminal_columns() > 0; }

/* Is it within what is typed, between backquotes, all of which a line of `room` columns holds? */
static bool is_typed(const char *text, size_t at, int room)
{
    const char *end = NULL;
    for (const char *open = strchr(text, '`'); open != NULL; open = strchr(end + 1, '`')) {
        if (open >= text + at || (end = strchr(open + 1, '`')) == NULL)
            return false;
        if (end >= text + at)
            return say_width(open, (size_t)(end + 1 - open)) <= room;
    }
    return false;
}

void say_wrapped(struct text *t, const char *text, int column, int indent)
{
    /* after a deep indent on a narrow terminal; every line has room for a character */
    enum { ROOM_LEAST = 16 };
    size_t length = strlen(text), line = 0;
    const int most = say_line_width();
    if (indent > most - ROOM_LEAST)
        indent = most - ROOM_LEAST;
    while (line < length) {
        size_t at = line, fits[2] = {0}; /* the second within what is typed: broken if need be */
        int columns = column, width;
        struct sign sign = {0};
        bool opening = false;
        while (at < length) {
            size_t size = one_character(text + at, length - at, &sign, &width);
            bool wide = width == 2;
            if (at > line
                && (text[at] == ' '
                    || (wide && !is_closing(text + at) && !opening && !clings(text[at - 1]))))
                fits[is_typed(text, at, most - indent)] = at;
            if (columns + width > most)
                break;
            columns += width;
            const bool stop = is_stop(text + at, size);
            opening = is_opening(text + at, size);
            at += size;
            if (wide && at < length && !opening && !is_closing(text + at)
                && (stop || !clings(text[at])))
                fits[is_typed(text, at, most - indent)] = at;
        }
        const size_t fit = fits[fits[0] <= line];
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
