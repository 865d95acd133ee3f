/* What core tells, as JSON. */
#ifndef FUDA_TREE_H
#define FUDA_TREE_H

#include "cli/cli.h"

/* Collects what is told into a json_t (jansson); `done` gets each whole tree and borrows it. */
struct json_t;
struct tree {
    struct teller teller;       /* first: a teller is its tree */
    const struct setting *setting;  /* of the record that is told of */
    struct json_t *stack[8];
    int depth;
    void (*done)(struct tree *tree, const char *key, struct json_t *whole);
    const char *key;            /* of the outermost */
    void *user;
};
void tree_begin(struct tree *tree, void (*done)(struct tree *, const char *, struct json_t *),
                void *user);

/* What lies on the table. The caller's to free. */
struct json_t *tree_of_table(const struct record *r);

/* What would come of this card; NULL if it cannot be played, and `why` says so. */
struct json_t *tree_of_what_if(const struct record *r, int seat, int card, struct message *why);

/* One value on standard output, in one line. */
void json_print(const struct json_t *value);

/* What judge and score share: how a game begins, {"file":…,"game":…,"players":…; a seat; ,"key": */
void json_begin_game(const char *file, const struct record *r, bool first);
struct json_t *json_seat(const struct setting *setting, int seat);
struct json_t *json_name(const char *name);     /* of a file; "?" where it is not UTF-8 */
void json_key(const char *key);

#endif
