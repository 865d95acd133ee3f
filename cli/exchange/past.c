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

bool past_sits(const struct past *p, int seats, const char *name)
{
    for (int i = 0; i < seats; i++)
        if (person_same((struct span){p->seat[i].name, strlen(p->seat[i].name)},
                (struct span){name, strlen(name)}))
            return true;
    return false;
}

const char *past_write(const struct past *p, struct text *out)
{
    bool scored = true, placed = true, twice = false, beyond = false;
    for (int i = 0; i < p->seats; i++) {
        scored &= p->seat[i].scored;
        placed &= p->seat[i].place > 0;
        twice |= past_sits(p, i, p->seat[i].name);
        beyond |= p->seat[i].place > p->seats;
    }
    if (p->seats < p->book->seats_least || p->seats > p->book->seats_most)
        return N_("this game is not played by so many");
    if (twice)
        return N_("somebody sits there twice; expected each player once");
    if (beyond && placed)
        return N_("a place after the last; expected no more than there are players");
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
