/* Answers as JSON, on standard output, with jansson. */
#ifndef FUDA_JSON_H
#define FUDA_JSON_H

#include "cli/sheet/facts.h"

struct json_t;
struct context;

/* What a game has told, as JSON writes it. The caller's to free. */
struct json_t *json_of(const struct fact *fact, const struct setting *setting);

/* One value on standard output, in one line. */
void json_print(const struct json_t *value);
void json_print_fact(const struct fact *fact, const struct setting *setting);

/* Ends a list: it is printed, {"key":[…]}, unless `key` is NULL, and freed. */
void json_list_end(struct json_t *list, const char *key);

/* What judge and score share: how a game begins, {"file":…,"game":…,"players":…; a seat; ,"key": */
void json_begin_game(const char *file, const struct record *r, bool first);
struct json_t *json_seat(const struct setting *setting, int seat);
struct json_t *json_name(const char *name); /* of a file; "?" where it is not UTF-8 */
void json_key(const char *key);

/* With its words, in the language of the context. */
struct json_t *json_ruling(const struct context *context, const struct ruling *ruling,
    const struct setting *setting);

/* "pack", where the deck is built in and so nobody's own. */
void json_deck(const struct setting *setting);

#endif
