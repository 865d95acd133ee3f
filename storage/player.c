/*
 * Players: who is who.
 *
 * Each player has the name it was given last, and may be joined to another. The one who stands for
 * all is found by following the joins to their end (in a ring, which two stores can make of two
 * joins, the oldest of the ring); of those ends that have one name, the oldest. This depends on
 * nothing but the set of names and joins, so every store that holds the same set answers alike.
 */
#define _DEFAULT_SOURCE 1 /* strdup */
#include "store.h"

#include <stdlib.h>
#include <string.h>

/* ---- people ------------------------------------------------------------------------------ */

/* gcc 12 takes what the array owns for lost. */
#pragma GCC diagnostic push
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wanalyzer-malloc-leak"
#endif
void people_clear(struct people *people)
{
    for (size_t i = 0; i < people->count; i++) {
        free(people->row[i].name);
        free(people->row[i].folded);
    }
    free(people->row);
    *people = (struct people){0};
}
#pragma GCC diagnostic pop

static bool people_push(struct people *people, const struct query *q)
{
    if (people->count == people->room) {
        size_t room = people->room > 0 ? people->room * 2 : 16;
        struct person *row = realloc(people->row, room * sizeof *row);
        if (row == NULL)
            return false;
        people->row = row;
        people->room = room;
    }
    struct person *p = &people->row[people->count++];
    *p = (struct person){.key = query_int(q, 0), .id = query_id(q, 1), .target = query_int(q, 4)};
    p->name = strdup(query_text(q, 2));
    p->folded = strdup(query_text(q, 3));
    return p->name != NULL && p->folded != NULL;
}

static int compare_keys(const void *a, const void *b)
{
    const struct person *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

static const struct person *people_find(const struct people *people, int64_t key)
{
    if (people->count == 0)
        return NULL;
    return bsearch(&(struct person){.key = key}, people->row, people->count,
                   sizeof *people->row, compare_keys);
}

static size_t next_of(const struct people *people, size_t at)
{
    const struct person *to = people->row[at].target != 0
                                  ? people_find(people, people->row[at].target) : NULL;
    return to != NULL ? (size_t)(to - people->row) : at;
}

/* The end of the joins, or the oldest of the ring they run into. */
static size_t end_of(const struct people *people, size_t at)
{
    size_t steps = 0;
    for (; next_of(people, at) != at && steps <= people->count; steps++)
        at = next_of(people, at);
    if (steps <= people->count)
        return at;
    size_t oldest = at;
    for (size_t i = next_of(people, at); i != at; i = next_of(people, i))
        if (store_id_compare(&people->row[i].id, &people->row[oldest].id) < 0)
            oldest = i;
    return oldest;
}

static int compare_names(const void *a, const void *b)
{
    const struct person *const *x = a, *const *y = b;
    int order = strcmp((*x)->folded, (*y)->folded);
    return order != 0 ? order : store_id_compare(&(*x)->id, &(*y)->id);
}

/* Ends of one name become one person; then everybody is led to that one. */
static bool find_roots(struct people *people)
{
    size_t *end = malloc((people->count + 1) * sizeof *end), ends = 0;
    struct person **by_name = malloc((people->count + 1) * sizeof *by_name);
    if (end != NULL && by_name != NULL) {
        for (size_t i = 0; i < people->count; i++) {
            end[i] = end_of(people, i);
            if (end[i] == i)
                by_name[ends++] = &people->row[i];
        }
        qsort(by_name, ends, sizeof by_name[0], compare_names);
        for (size_t i = 0; i < ends; i++) {
            bool same = i > 0 && strcmp(by_name[i]->folded, by_name[i - 1]->folded) == 0;
            by_name[i]->root = same ? by_name[i - 1]->root : (size_t)(by_name[i] - people->row);
        }
        for (size_t i = 0; i < people->count; i++)
            if (end[i] != i)
                people->row[i].root = people->row[end[i]].root;
    }
    bool found = end != NULL && by_name != NULL;
    free(end);
    free(by_name);
    return found;
}

enum storage_error people_load(struct store *store, int64_t campaign, struct people *out,
                               struct storage_why *why)
{
    *out = (struct people){0};
    struct query q;
    query_begin(&q, store, why,
                "SELECT p.key, p.id, c.name, c.folded,"
                "  (SELECT j.target FROM joined j WHERE j.player = p.key ORDER BY j.id DESC LIMIT 1)"
                " FROM player p JOIN called c ON c.id ="
                "  (SELECT max(l.id) FROM called l WHERE l.player = p.key)"
                " WHERE p.campaign = ?1 ORDER BY p.key", "i", campaign);
    bool room = true;
    while (room && query_next(&q))
        room = people_push(out, &q);
    enum storage_error error = query_end(&q);
    if (error == STORAGE_OK && (!room || !find_roots(out)))
        error = fail(why, STORAGE_MEMORY, NULL);
    return error;
}

const struct person *people_root(const struct people *people, int64_t key)
{
    const struct person *p = people_find(people, key);
    return p != NULL ? &people->row[p->root] : NULL;
}

const struct person *people_named(const struct people *people, const char *folded)
{
    for (size_t i = 0; i < people->count; i++)
        if (people->row[i].root == i && strcmp(people->row[i].folded, folded) == 0)
            return &people->row[i];
    return NULL;
}

/* ---- finding and adding ------------------------------------------------------------------ */

enum storage_error player_key(struct store *store, const struct store_id *player, int64_t *out,
                              int64_t *campaign, struct storage_why *why)
{
    struct query q;
    query_begin(&q, store, why, "SELECT key, campaign FROM player WHERE id = ?1", "b", player);
    bool found = query_next(&q);
    if (found) {
        *out = query_int(&q, 0);
        *campaign = query_int(&q, 1);
    }
    enum storage_error error = query_end(&q);
    if (error != STORAGE_OK || found)
        return error;
    return fail(why, STORAGE_UNKNOWN, N_("there is no such player"));
}

/* Somebody who once had this name; UNKNOWN too if several had. */
static enum storage_error once_called(struct store *store, int64_t campaign,
                                      const struct people *people, const char *name,
                                      const char *folded, int64_t *out, struct storage_why *why)
{
    const struct person *found = NULL;
    bool several = false;
    struct query q;
    query_begin(&q, store, why, "SELECT c.player FROM player p JOIN called c ON c.player = p.key"
                " WHERE p.campaign = ?1 AND c.folded = ?2", "it", campaign, folded);
    while (query_next(&q)) {
        const struct person *root = people_root(people, query_int(&q, 0));
        several |= found != NULL && root != found;
        found = root;
    }
    enum storage_error error = query_end(&q);
    if (error != STORAGE_OK)
        return error;
    if (several)
        return fail_of(why, STORAGE_UNKNOWN, N_("several players were once called “{name}”"), "name", name);
    if (found == NULL)
        return fail_of(why, STORAGE_UNKNOWN, N_("there is no player “{name}”"), "name", name);
    *out = found->key;
    return STORAGE_OK;
}

static enum storage_error find(struct store *store, int64_t campaign, const struct people *people,
                               const char *name, int64_t *out, struct storage_why *why)
{
    char folded[STORE_TEXT_MOST + 1];
    name_fold(name, folded);
    const struct person *now = people_named(people, folded);
    if (now == NULL)
        return once_called(store, campaign, people, name, folded, out, why);
    *out = now->key;
    return STORAGE_OK;
}

static enum storage_error call(struct store *store, int64_t player, const char *name,
                               struct storage_why *why)
{
    struct store_id id;
    char folded[STORE_TEXT_MOST + 1];
    name_fold(name, folded);
    enum storage_error error = id_behind(store, "SELECT max(id) FROM called WHERE player = ?1", player, &id, why);
    if (error == STORAGE_OK)
        error = sql_run(store, why, "INSERT INTO called (id, player, name, folded)"
                        " VALUES (?1, ?2, ?3, ?4)", "bitt", &id, player, name, folded);
    return error;
}

static enum storage_error add(struct store *store, int64_t campaign, const char *name,
                              int64_t *out, struct storage_why *why)
{
    struct store_id id;
    enum storage_error error = id_new(store, NULL, &id, why);
    if (error == STORAGE_OK)
        error = sql_run(store, why, "INSERT INTO player (id, campaign) VALUES (?1, ?2)", "bi", &id,
                        campaign);
    if (error != STORAGE_OK)
        return error;
    *out = sqlite3_last_insert_rowid(store->db);
    return call(store, *out, name, why);
}

enum storage_error player_by_name(struct store *store, int64_t campaign,
                                  const struct people *people, const char *name, int64_t *out,
                                  struct storage_why *why)
{
    enum storage_error error = text_valid(name, N_("a player's name"), false, why);
    if (error != STORAGE_OK)
        return error;
    error = find(store, campaign, people, name, out, NULL);
    if (error == STORAGE_UNKNOWN)
        return add(store, campaign, name, out, why);
    return error == STORAGE_OK ? STORAGE_OK : find(store, campaign, people, name, out, why);
}

static enum storage_error id_of(struct store *store, int64_t key, struct store_id *out,
                                struct storage_why *why)
{
    struct query q;
    query_begin(&q, store, why, "SELECT id FROM player WHERE key = ?1", "i", key);
    if (query_next(&q))
        *out = query_id(&q, 0);
    return query_end(&q);
}

static enum storage_error add_new(struct store *store, int64_t campaign,
                                  const struct people *people, const char *name, int64_t *out,
                                  struct storage_why *why)
{
    char folded[STORE_TEXT_MOST + 1];
    enum storage_error error = text_valid(name, N_("a player's name"), false, why);
    if (error != STORAGE_OK)
        return error;
    name_fold(name, folded);
    if (people_named(people, folded) != NULL)
        return fail_of(why, STORAGE_TAKEN, N_("there is a player “{name}”"), "name", name);
    return add(store, campaign, name, out, why);
}

/* In one transaction: loads the people and has `how` give the player. */
static enum storage_error give_player(struct store *store, const struct store_id *campaign,
                                      const char *name, struct store_id *out,
                                      enum storage_error (*how)(struct store *, int64_t,
                                                                const struct people *, const char *,
                                                                int64_t *, struct storage_why *),
                                      struct storage_why *why)
{
    enum storage_error error = write_begin(store, why);
    if (error != STORAGE_OK)
        return error;
    struct people people = {0};
    struct store_id id = {{0}};
    int64_t owner = 0, key = 0;
    error = campaign_key(store, campaign, &owner, why);
    if (error == STORAGE_OK)
        error = people_load(store, owner, &people, why);
    if (error == STORAGE_OK)
        error = how(store, owner, &people, name, &key, why);
    if (error == STORAGE_OK)
        error = id_of(store, key, &id, why);
    people_clear(&people);
    error = write_end(store, error, why);
    if (error == STORAGE_OK)
        *out = id;
    return error;
}

enum storage_error store_player_add(struct store *store, const struct store_id *campaign,
                                    const char *name, struct store_id *out,
                                    struct storage_why *why)
{
    return give_player(store, campaign, name, out, player_by_name, why);
}

enum storage_error store_player_new(struct store *store, const struct store_id *campaign,
                                    const char *name, struct store_id *out,
                                    struct storage_why *why)
{
    return give_player(store, campaign, name, out, add_new, why);
}

enum storage_error store_player_find(struct store *store, const struct store_id *campaign,
                                     const char *name, struct store_id *out,
                                     struct storage_why *why)
{
    struct people people = {0};
    int64_t owner = 0, key = 0;
    enum storage_error error = text_valid(name, N_("the player's name"), false, why);
    if (error == STORAGE_OK)
        error = campaign_key(store, campaign, &owner, why);
    if (error == STORAGE_OK)
        error = people_load(store, owner, &people, why);
    if (error == STORAGE_OK)
        error = find(store, owner, &people, name, &key, why);
    if (error == STORAGE_OK)
        *out = people_root(&people, key)->id;
    people_clear(&people);
    return error;
}

/* ---- renaming and joining ---------------------------------------------------------------- */

/* The one who stands for `player` is the one renamed. */
static enum storage_error rename_root(struct store *store, int64_t campaign, int64_t key,
                                      const char *name, struct storage_why *why)
{
    struct people people = {0};
    char folded[STORE_TEXT_MOST + 1];
    name_fold(name, folded);
    enum storage_error error = people_load(store, campaign, &people, why);
    if (error == STORAGE_OK) {
        const struct person *root = people_root(&people, key);
        const struct person *now = people_named(&people, folded);
        if (now != NULL && now != root)
            error = fail_of(why, STORAGE_TAKEN, N_("there is a player “{name}”; the two can be joined"), "name",
                            now->name);
        /* Those joined by their name only must keep having one. */
        for (size_t i = 0; i < people.count && error == STORAGE_OK; i++)
            if (&people.row[people.row[i].root] == root && end_of(&people, i) == i)
                error = call(store, people.row[i].key, name, why);
    }
    people_clear(&people);
    return error;
}

enum storage_error store_player_rename(struct store *store, const struct store_id *player,
                                       const char *name, struct storage_why *why)
{
    enum storage_error error = text_valid(name, N_("the player's name"), false, why);
    if (error == STORAGE_OK)
        error = write_begin(store, why);
    if (error != STORAGE_OK)
        return error;
    int64_t key = 0, campaign = 0;
    error = player_key(store, player, &key, &campaign, why);
    if (error == STORAGE_OK)
        error = rename_root(store, campaign, key, name, why);
    return write_end(store, error, why);
}

static enum storage_error join(struct store *store, int64_t player, int64_t target,
                               struct storage_why *why)
{
    struct store_id id;
    enum storage_error error = id_behind(store, "SELECT max(id) FROM joined WHERE player = ?1", player, &id, why);
    if (error == STORAGE_OK)
        error = sql_run(store, why, "INSERT INTO joined (id, player, target) VALUES (?1, ?2, ?3)",
                        "bii", &id, player, target);
    return error;
}

/* Every end among those who are `player` is led to the one who stands for `into`. */
static enum storage_error join_all(struct store *store, int64_t campaign, int64_t player,
                                   int64_t into, struct storage_why *why)
{
    struct people people = {0};
    enum storage_error error = people_load(store, campaign, &people, why);
    const struct person *from = people_root(&people, player), *to = people_root(&people, into);
    if (error == STORAGE_OK && from == to)
        error = fail(why, STORAGE_INVALID, N_("these are one player already"));
    for (size_t i = 0; i < people.count && error == STORAGE_OK; i++)
        if (&people.row[people.row[i].root] == from && end_of(&people, i) == i)
            error = join(store, people.row[i].key, to->key, why);
    people_clear(&people);
    return error;
}

enum storage_error store_player_join(struct store *store, const struct store_id *player,
                                     const struct store_id *into, struct storage_why *why)
{
    enum storage_error error = write_begin(store, why);
    if (error != STORAGE_OK)
        return error;
    int64_t key = 0, campaign = 0, target = 0, other = 0;
    error = player_key(store, player, &key, &campaign, why);
    if (error == STORAGE_OK)
        error = player_key(store, into, &target, &other, why);
    if (error == STORAGE_OK && campaign != other)
        error = fail(why, STORAGE_INVALID, N_("the players belong to different campaigns"));
    if (error == STORAGE_OK)
        error = join_all(store, campaign, key, target, why);
    return write_end(store, error, why);
}

enum storage_error store_player_part(struct store *store, const struct store_id *player,
                                     struct storage_why *why)
{
    enum storage_error error = write_begin(store, why);
    if (error != STORAGE_OK)
        return error;
    int64_t key = 0, campaign = 0;
    error = player_key(store, player, &key, &campaign, why);
    if (error == STORAGE_OK)
        error = join(store, key, key, why);
    return write_end(store, error, why);
}

/* ---- names ------------------------------------------------------------------------------- */

/* By name: the order of keys means nothing to anybody. */
static enum storage_error visit_current(const struct people *people, bool *more,
                                        bool (*visit)(void *user, const struct store_name *n),
                                        void *user, struct storage_why *why)
{
    const struct person **root = malloc((people->count + 1) * sizeof *root);
    size_t count = 0;
    if (root == NULL)
        return fail(why, STORAGE_MEMORY, NULL);
    for (size_t i = 0; i < people->count; i++)
        if (people->row[i].root == i)
            root[count++] = &people->row[i];
    qsort(root, count, sizeof root[0], compare_names);
    *more = true;
    for (size_t i = 0; i < count && *more; i++)
        *more = visit(user, &(struct store_name){root[i]->id, root[i]->id, root[i]->name, true});
    free(root);
    return STORAGE_OK;
}

static enum storage_error visit_earlier(struct store *store, int64_t campaign,
                                        const struct people *people,
                                        bool (*visit)(void *user, const struct store_name *n),
                                        void *user, struct storage_why *why)
{
    struct query q;
    query_begin(&q, store, why, "SELECT c.player, c.name, p.id FROM player p JOIN called c"
                " ON c.player = p.key WHERE p.campaign = ?1 GROUP BY c.player, c.name"
                " ORDER BY min(c.id)", "i", campaign);
    while (query_next(&q)) {
        const struct person *root = people_root(people, query_int(&q, 0));
        if (root == NULL || strcmp(root->name, query_text(&q, 1)) == 0)
            continue;
        if (!visit(user, &(struct store_name){root->id, query_id(&q, 2), query_text(&q, 1), false}))
            break;
    }
    return query_end(&q);
}

enum storage_error store_names_each(struct store *store, const struct store_id *campaign,
                                    bool (*visit)(void *user, const struct store_name *n),
                                    void *user, struct storage_why *why)
{
    enum storage_error error = read_begin(store, why);
    if (error != STORAGE_OK)
        return error;
    struct people people = {0};
    int64_t key = 0;
    bool more = false;
    error = campaign_key(store, campaign, &key, why);
    if (error == STORAGE_OK)
        error = people_load(store, key, &people, why);
    if (error == STORAGE_OK)
        error = visit_current(&people, &more, visit, user, why);
    if (error == STORAGE_OK && more)
        error = visit_earlier(store, key, &people, visit, user, why);
    people_clear(&people);
    read_end(store);
    return error;
}
