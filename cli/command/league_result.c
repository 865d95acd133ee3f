/* A table's result as it is said by hand: NAME=PLACE of everybody who sat there. */
#include "league.h"

#include <stdlib.h>
#include <string.h>

/* "NAME=N"; the row of somebody of the evening, -1 for nobody. False: complained. */
static bool read_place(const struct league *l, const char *word, int *who, long *number)
{
    char name[NAME_MOST + 1], *end;
    const char *equals = strrchr(word, '=');
    const size_t length = equals != NULL ? (size_t)(equals - word) : 0;
    if (equals == NULL || length == 0 || length > NAME_MOST || equals[1] == '\0')
        return complain(l->context, N_("“{found}”: expected NAME=PLACE"), "t", "found", word);
    memcpy(name, word, length);
    name[length] = '\0';
    *number = strtol(equals + 1, &end, 10);
    *who = evening_find(l->evening, name);
    return *end == '\0'
           || complain(l->context, N_("“{found}”: expected a whole number after ="), "t", "found",
               word);
}

static bool is_drawn(const struct table_said *t, int who)
{
    const struct seating *s = &t->round->seating;
    for (unsigned i = 0; i < t->size; i++)
        if (s->seat[t->table][i] == who)
            return true;
    return false;
}

/* Their own seat, or that of one who has left; `size`: there is none. */
static unsigned find_seat(const struct league *l, const struct table_said *t, int who, bool drawn)
{
    unsigned i = 0;
    while (i < t->size
           && (drawn ? t->sat[i] != who : t->said[i] || l->evening->person[t->sat[i]].here))
        i++;
    return i;
}

/* Somebody's number is noted at the seat that is theirs. False: complained. */
static bool note_place(const struct league *l, struct table_said *t, const char *word, int who,
    long number)
{
    const bool drawn = is_drawn(t, who);
    const unsigned at = find_seat(l, t, who, drawn),
                   elsewhere = drawn || who < 0 ? 0 : evening_sits(t->round, who);
    for (unsigned i = 0; i < t->size; i++)
        if (t->said[i] && t->sat[i] == who)
            return complain(l->context, N_("{name} is named twice; expected each once"), "t",
                "name", l->evening->person[who].name);
    if (at == t->size)
        return complain(l->context, N_("“{found}”: nobody of that name sits at this table"), "t",
            "found", word);
    if (who < 0)
        return complain(l->context,
            N_("“{found}”: nobody of that name is here; expected `fuda league join` first for "
               "somebody who stands in"),
            "t", "found", word);
    if (elsewhere > 0 && elsewhere != t->table + 1)
        return complain(l->context,
            N_("{name} sits at table {table} in this round, and cannot stand in here"), "ti",
            "name", l->evening->person[who].name, "table", (int64_t)elsewhere);
    t->sat[at] = (uint8_t)who;
    t->number[at] = number;
    t->said[at] = true;
    return true;
}

bool league_read_places(const struct league *l, struct table_said *t)
{
    for (int others = 0; others < 2; others++)
        for (int i = 1; i < l->count; i++) {
            long number = 0;
            int who = -1;
            if (!read_place(l, l->words[i], &who, &number)
                || (is_drawn(t, who) != others && !note_place(l, t, l->words[i], who, number)))
                return false;
        }
    for (unsigned i = 0; i < t->size; i++)
        if (!t->said[i] && l->evening->person[t->sat[i]].here)
            return complain(l->context,
                N_("{name} sits at this table too; expected a number for everybody"), "t", "name",
                l->evening->person[t->sat[i]].name);
    return true;
}

void league_places_by_points(struct table_said *t)
{
    long place[SEATING_SIZE] = {0};
    for (unsigned i = 0; i < t->size; i++) {
        place[i] = t->said[i];
        for (unsigned k = 0; k < t->size; k++)
            place[i] += t->said[i] && t->said[k] && t->number[k] > t->number[i];
    }
    memcpy(t->number, place, sizeof place);
}

json_t *league_places_json(const struct league *l, const struct table_said *t)
{
    json_t *places = json_object();
    for (unsigned i = 0; i < t->size; i++) {
        const char *name = l->evening->person[t->sat[i]].name;
        if (t->said[i] && (t->number[i] < 1 || t->number[i] > (long)t->size)) {
            complain(l->context,
                N_("{name}: expected a place from 1 to {most}; with --points, points"), "ti",
                "name", name, "most", (int64_t)t->size);
            json_decref(places);
            return NULL;
        }
        if (t->said[i])
            json_object_set_new(places, name, json_integer(t->number[i]));
    }
    return places;
}
