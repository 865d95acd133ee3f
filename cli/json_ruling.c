/* A ruling as JSON; see json.h. */
#include "cli/json.h"
#include "cli/say.h"
#include "cli/verdict.h"

#include <jansson.h>

static json_t *suspects_json(const struct ruling *ruling, const struct setting *setting)
{
    json_t *list = json_array();
    for (int i = 0; i < ruling->suspect_count; i++)
        json_array_append_new(list,
            json_pack("{s:o, s:I}", "seat", json_seat(setting, ruling->suspect[i].seat), "line",
                (json_int_t)ruling->suspect[i].line));
    return list;
}

static json_t *card_json(const struct setting *setting, int code)
{
    char card[NAME_MOST];
    size_t length = code < 0 ? 0 : card_spell(setting, code, false, card);
    return length > 0 ? json_stringn(card, length) : json_null();
}

static json_t *grounds_json(const struct grounds *g, const struct setting *setting)
{
    json_t *cards = json_array(), *places = json_array(), *lines = json_array();
    for (int i = 0; i < g->cards; i++)
        json_array_append_new(cards, card_json(setting, g->card[i]));
    for (int i = 0; i < g->places; i++)
        json_array_append_new(places,
            json_pack("{s:o, s:i}", "seat", json_seat(setting, g->place[i].seat), "room",
                (int)g->place[i].room));
    for (int i = 0; i < g->lines; i++)
        json_array_append_new(lines, json_integer(g->line[i]));
    return json_pack("{s:o, s:o, s:o}", "cards", cards, "places", places, "lines", lines);
}

/*
 * What the line may have been: where the record stumbles, in a game whose slips of the pen are
 * looked for.
 */
static bool carries_offers(const struct rulebook *book, const struct ruling *ruling)
{
    const bool stumbles = ruling->kind == RULING_IMPOSSIBLE
                          || rule_order(book->rules, ruling) != NO_ORDER;
    return ruling->kind == RULING_SLIP || ruling->offers > 0 || (book->repair != NULL && stumbles);
}

static json_t *offers_json(const struct ruling *ruling)
{
    json_t *list = json_array();
    for (int i = 0; i < ruling->offers; i++) {
        const struct offer *o = &ruling->perhaps[i];
        json_t *put = o->put[0] != '\0' ? json_string(o->put) : json_null();
        json_array_append_new(list, json_pack("{s:s, s:I, s:o}", "edit", edit_word(o->edit), "line",
                                        (json_int_t)o->line, "put", put));
    }
    return list;
}

json_t *json_ruling(const struct context *context, const struct ruling *ruling,
    const struct setting *setting)
{
    const struct rulebook *book = setting->book;
    struct text text = {0};
    text_printf(&text, "%s/%s", book->id, book->rules[ruling->rule].id);
    json_t *object = json_pack("{s:s, s:s, s:o, s:I}", "kind", ruling_word(ruling->kind), "rule",
        text.at, "seat", json_seat(setting, ruling->seat), "line", (json_int_t)ruling->line);
    json_object_set_new(object, "card", card_json(setting, ruling->card));
    json_t *because = json_array();
    for (int i = 0; i < ruling->because_count; i++)
        json_array_append_new(because, json_integer(ruling->because[i]));
    json_object_set_new(object, "because", because);
    json_object_set_new(object, "suspects", suspects_json(ruling, setting));
    if (carries_offers(book, ruling))
        json_object_set_new(object, "perhaps", offers_json(ruling));
    if (ruling->grounds.cards > 0)
        json_object_set_new(object, "proof", grounds_json(&ruling->grounds, setting));
    if (ruling->option >= 0)
        json_object_set_new(object, "house", json_string(book->options[ruling->option].key));
    text.length = 0;
    say_message(context, &text, &ruling->message, ruling, setting);
    json_object_set_new(object, "text", json_string(text.at));
    text_clear(&text);
    return object;
}
