/* A past game as a record: game, date, players, result. */
#include "exchange.h"

#include <stdlib.h>
#include <string.h>

bool past_day(const char *text, char out[DAY_TEXT])
{
    char *month_at, *day_at, *end, day_text[48];
    long year = strtol(text, &month_at, 10);
    if (month_at - text != 4 || strchr("-/.", *month_at) == NULL || *month_at == '\0')
        return false;
    long month = strtol(month_at + 1, &day_at, 10);
    if (*day_at != *month_at)
        return false;
    long day = strtol(day_at + 1, &end, 10);
    if (month < 1 || month > 12 || day < 1 || day > 31 || strchr(" T", *end) == NULL)
        return false;
    snprintf(day_text, sizeof day_text, "%04ld-%02ld-%02ld", year, month, day);
    memcpy(out, day_text, DAY_TEXT);
    out[DAY_TEXT - 1] = '\0';
    return store_day_valid(day_text);
}

static void put_numbers(const struct past *p, const char *words, bool places, struct text *out)
{
    text_put(out, words);
    for (int i = 0; i < p->seats; i++) {
        text_put(out, " ");
        text_token(out, p->seat[i].name);
        text_printf(out, "=%ld", places ? (long)p->seat[i].place : p->seat[i].points);
    }
    text_put(out, "\n");
}

const char *past_write(const struct past *p, struct text *out)
{
    bool scored = true, placed = true;
    for (int i = 0; i < p->seats; i++) {
        scored &= p->seat[i].scored;
        placed &= p->seat[i].place > 0;
    }
    if (p->seats < p->book->seats_least || p->seats > p->book->seats_most)
        return N_("this game is not played by so many");
    if (!scored && !placed)
        return N_("neither everybody's points nor everybody's place is given");
    text_printf(out, "game %s\n", p->book->id);
    if (p->day[0] != '\0')
        text_printf(out, "date %s\n", p->day);
    text_put(out, "players");
    for (int i = 0; i < p->seats; i++) {
        text_put(out, " ");
        text_token(out, p->seat[i].name);
    }
    text_put(out, "\n");
    if (scored)
        put_numbers(p, "result points", false, out);
    if (placed)
        put_numbers(p, "result places", true, out);
    text_put(out, "\n");
    return NULL;
}
