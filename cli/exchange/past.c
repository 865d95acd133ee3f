/* A past game as a record: game, date, players, result. */
#include "exchange.h"

#include <string.h>

bool past_day(const char *text, char out[DAY_TEXT])
{
    return day_read((struct span){text, strcspn(text, " T")}, out);
}

bool past_name(const char *text, char out[NAME_MOST + 1])
{
    const size_t length = strlen(text);
    out[0] = '\0';
    if (length > NAME_MOST)
        return false;
    const struct span name = {out, person_spell((struct span){text, length}, out)};
    out[name.length] = '\0';
    return text_is_clean(name) && text_is_seen(name);
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
