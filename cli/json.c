/* Answers as JSON; see json.h. */
#include "cli/json.h"
#include "core/signs.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_t *json_of_value(const struct value *value, const struct setting *setting)
{
    char text[NAME_MOST];
    switch (value->kind) {
    case VALUE_NUMBER: return json_integer(value->number);
    case VALUE_TRUTH: return json_boolean(value->number);
    case VALUE_SHARE: return json_real(value->share);
    case VALUE_NOTHING: return json_null();
    case VALUE_SEAT:
    case VALUE_CARD:
    case VALUE_WORD:
    case VALUE_TEXT:
    case VALUE_SEATS:
    case VALUE_CARDS:
    case VALUE_NUMBERS:
    case VALUE_ANSWERS: break;
    }
    size_t length = value_write(value, setting, text);
    return json_stringn(text, length);
}

json_t *json_of(const struct fact *fact, const struct setting *setting)
{
    if (fact->bracket == 0)
        return json_of_value(&fact->value, setting);
    json_t *whole = fact->bracket == '[' ? json_array() : json_object();
    for (const struct fact *one = fact->first; one != NULL; one = one->next)
        if (fact->bracket == '[')
            json_array_append_new(whole, json_of(one, setting));
        else
            json_object_set_new(whole, one->key, json_of(one, setting));
    return whole;
}

/*
 * JSON lets DEL, the C1 controls, and what turns or hides a text stand as they are; a screen might
 * obey them.
 */
static void print_escaped(const char *bytes, size_t size)
{
    struct sign sign = {0};
    for (size_t i = 0, one; i < size; i += one) {
        one = sign_next(bytes + i, size - i, &sign);
        if (sign.plain)
            fwrite(bytes + i, 1, one, stdout);
        else if (sign.point < 0x10000)
            printf("\\u%04x", (unsigned)sign.point);
        else
            printf("\\u%04x\\u%04x", (unsigned)(0xD7C0 + (sign.point >> 10)),
                (unsigned)(0xDC00 | (sign.point & 0x3FF)));
    }
}

void json_print(const json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    if (text != NULL)
        print_escaped(text, strlen(text));
    free(text);
}

void json_print_fact(const struct fact *fact, const struct setting *setting)
{
    json_t *whole = json_of(fact, setting);
    json_print(whole);
    json_decref(whole);
}

json_t *json_seat(const struct setting *setting, int seat)
{
    if (seat < 0)
        return json_null();
    return json_stringn(setting->seats->row[seat].name, setting->seats->row[seat].length);
}

void json_list_end(json_t *list, const char *key)
{
    json_t *whole = key != NULL ? json_pack("{s:O}", key, list) : NULL;
    if (whole != NULL) {
        json_print(whole);
        putchar('\n');
    }
    json_decref(whole);
    json_decref(list);
}

json_t *json_name(const char *name)
{
    json_t *text = json_string(name);
    return text != NULL ? text : json_string("?");
}

void json_key(const char *key) { printf(",\"%s\":", key); }

void json_begin_game(const char *file, const struct record *r, bool first)
{
    json_t *name = json_name(file), *players = json_array();
    for (int i = 0; i < r->seats.count; i++)
        json_array_append_new(players, json_seat(&r->setting, i));
    printf("%s\n {\"file\":", first ? "" : ",");
    json_print(name);
    json_key("game");
    json_t *game = json_string(game_called(&r->setting));
    json_print(game);
    json_decref(game);
    json_key("players");
    json_print(players);
    json_decref(name);
    json_decref(players);
}

void json_deck(const struct setting *setting)
{
    const char *name = rulebook_builtin(setting);
    if (name == NULL)
        return;
    json_key("pack");
    printf("\"%s\"", name);
}
