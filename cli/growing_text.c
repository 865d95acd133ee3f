/* Growing texts; see say.h. */
#include "cli/say.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    if (length > 0) /* of an empty text there may be no bytes */
        memcpy(t->at + t->length, bytes, length);
    t->length += length;
    t->at[t->length] = '\0';
}

void text_put(struct text *t, const char *string) { text_add(t, string, strlen(string)); }

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

void text_spelled(struct text *t, const struct statement *said, const struct setting *setting,
    bool japanese)
{
    size_t length = statement_spell(said, setting, japanese, NULL, 0);
    reserve(t, length);
    statement_spell(said, setting, japanese, t->at + t->length, length);
    t->length += length;
    t->at[t->length] = '\0';
}

void text_statement(struct text *t, const struct statement *said, const struct setting *setting)
{
    text_spelled(t, said, setting, false);
}

void text_clear(struct text *t)
{
    free(t->at);
    *t = (struct text){0};
}
