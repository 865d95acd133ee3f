/* What core tells, as JSON, with jansson. */
#include "cli/sheet/tree.h"

#include <assert.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static void put(struct tree *tree, const char *key, json_t *value)
{
    json_t *in = tree->depth > 0 ? tree->stack[tree->depth - 1] : NULL;
    if (in == NULL) {
        tree->done(tree, key, value);
        json_decref(value);
    } else if (json_is_array(in)) {
        json_array_append_new(in, value);
    } else {
        json_object_set_new(in, key, value);
    }
}

static void open_value(struct teller *t, const char *key, char bracket)
{
    struct tree *tree = (struct tree *)t;
    assert(tree->depth < (int)(sizeof tree->stack / sizeof *tree->stack));
    json_t *value = bracket == '[' ? json_array() : json_object();
    json_t *in = tree->depth > 0 ? tree->stack[tree->depth - 1] : NULL;
    if (in == NULL)
        tree->key = key;
    else if (json_is_array(in))
        json_array_append(in, value);
    else
        json_object_set(in, key, value);
    tree->stack[tree->depth++] = value;
}

static void close_value(struct teller *t)
{
    struct tree *tree = (struct tree *)t;
    json_t *value = tree->stack[--tree->depth];
    if (tree->depth == 0)
        tree->done(tree, tree->key, value);
    json_decref(value);
}

static json_t *json_of(const struct tree *tree, const struct value *value)
{
    char text[NAME_MOST];
    switch (value->kind) {
    case VALUE_NUMBER: return json_integer(value->number);
    case VALUE_TRUTH: return json_boolean(value->number);
    case VALUE_NOTHING: return json_null();
    case VALUE_SEAT:
    case VALUE_CARD:
    case VALUE_WORD:
    case VALUE_TEXT:
    case VALUE_MESSAGE:
    case VALUE_SEATS:
    case VALUE_CARDS:
    case VALUE_NUMBERS:
    case VALUE_ANSWERS: break;
    }
    size_t length = value_write(value, tree->setting, text);
    return json_stringn(text, length);
}

static void put_value(struct teller *t, const struct value *value)
{
    struct tree *tree = (struct tree *)t;
    put(tree, value->name, json_of(tree, value));
}

void tree_begin(struct tree *tree, void (*done)(struct tree *, const char *, json_t *), void *user)
{
    *tree = (struct tree){
        .teller = {.open = open_value, .close = close_value, .value = put_value},
        .done = done,
        .user = user,
    };
}

/* JSON lets DEL and the C1 controls stand as they are; a terminal might obey them. */
static void print_escaped(const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c == 0xC2 && i + 1 < size && (unsigned char)bytes[i + 1] < 0xA0)
            printf("\\u%04x", (unsigned)(unsigned char)bytes[++i]);
        else if (c == 0x7F)
            printf("\\u007f");
        else
            putchar(c);
    }
}

static void keep_whole(struct tree *tree, const char *key, json_t *whole)
{
    json_t **out = tree->user;
    (void)key;
    *out = json_incref(whole);
}

json_t *tree_of_table(const struct record *r)
{
    struct tree tree;
    json_t *whole = NULL;
    tree_begin(&tree, keep_whole, &whole);
    tree.setting = &r->setting;
    r->setting.book->table->tell(r->state, &r->setting, &tree.teller);
    return whole;
}

json_t *tree_of_what_if(const struct record *r, int seat, int card, struct message *why)
{
    struct tree tree;
    json_t *whole = NULL;
    tree_begin(&tree, keep_whole, &whole);
    tree.setting = &r->setting;
    r->setting.book->trial->what_if(r->state, &r->setting, seat, card, &tree.teller, why);
    return whole;
}

void json_print(const json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    if (text != NULL)
        print_escaped(text, strlen(text));
    free(text);
}

json_t *json_seat(const struct setting *setting, int seat)
{
    if (seat < 0)
        return json_null();
    return json_stringn(setting->seats->row[seat].name, setting->seats->row[seat].length);
}

json_t *json_name(const char *name)
{
    json_t *text = json_string(name);
    return text != NULL ? text : json_string("?");
}

void json_key(const char *key)
{
    printf(",\"%s\":", key);
}

void json_begin_game(const char *file, const struct record *r, bool first)
{
    json_t *name = json_name(file), *players = json_array();
    for (int i = 0; i < r->seats.count; i++)
        json_array_append_new(players, json_seat(&r->setting, i));
    printf("%s\n {\"file\":", first ? "" : ",");
    json_print(name);
    json_key("game");
    printf("\"%s\"", r->setting.book->id);
    json_key("players");
    json_print(players);
    json_decref(name);
    json_decref(players);
}
