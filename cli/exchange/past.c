/* A past game as a record: game, date, players, result. */
#include "exchange.h"
#include "cli/deck/find.h"

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

bool past_game(const struct foreign *r, const char *name, struct past *out)
{
    char spelled[NAME_MOST];
    const size_t length = strlen(name);
    const struct pack *pack = NULL;
    out->game[0] = '\0';
    out->book = game_find((struct span){name, length});
    if (out->book != NULL || length > NAME_MOST || r->packs == NULL)
        return out->book != NULL;
    const struct span game = {spelled, text_spell((struct span){name, length}, spelled)};
    if (game.length > 0 && memchr(game.at, '/', game.length) == NULL)
        pack = packs_look_game(r->packs, game);
    if (pack != NULL)
        snprintf(out->game, sizeof out->game, "%s", pack->asked);
    out->book = pack != NULL ? pack->book : NULL;
    return pack != NULL;
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
        return N_("this game cannot be played by that many");
    if (twice)
        return N_("somebody sits there twice; expected each player once");
    if (beyond && placed)
        return N_("a place after the last; expected no more than there are players");
    if (!scored && !placed)
        return N_("neither everybody's points nor everybody's place is given");
    text_put(out, "game ");
    text_token(out, p->game[0] != '\0' ? p->game : p->book->id);
    text_put(out, "\n");
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
