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
    *p = (struct person){.key = query_int(q, 0), .id = query_id(q, 1), .target = query_int(q, 3)};
    char folded[STORE_TEXT_MOST + 1];
    name_fold(query_text(q, 2), folded);
    p->name = strdup(query_text(q, 2));
    p->folded = strdup(folded);
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

void people_load(struct deed *d, int64_t campaign, struct people *out)
{
    struct query q;
    bool room = true;
    *out = (struct people){0};
    query_begin(&q, d,
                "SELECT p.key, p.id, c.name,"
                "  (SELECT j.target FROM joined j WHERE j.player = p.key ORDER BY j.id DESC LIMIT 1)"
                " FROM player p JOIN called c ON c.id ="
                "  (SELECT max(l.id) FROM called l WHERE l.player = p.key)"
                " WHERE p.campaign = ?1 ORDER BY p.key", "i", campaign);
    while (room && query_next(&q))
        room = people_push(out, &q);
    query_end(&q);
    if (!room || !find_roots(out))
        fail(d, STORAGE_MEMORY, NULL, "");
}

void people_forget(struct store *store)
{
    people_clear(&store->known.people);
    store->known = (struct known_people){0};
}

/* Rows are only ever added: the numbers of the last ones tell whether there are new ones. */
const struct people *people_known(struct deed *d, int64_t campaign)
{
    struct known_people *known = &d->store->known;
    const int64_t changes = sql_int(d, "SELECT coalesce((SELECT max(key) FROM player), 0)"
                                    " + coalesce((SELECT max(rowid) FROM called), 0)"
                                    " + coalesce((SELECT max(rowid) FROM joined), 0)", "");
    if (d->error == STORAGE_OK && (known->campaign != campaign || known->changes != changes)) {
        people_forget(d->store);
        people_load(d, campaign, &known->people);
        if (d->error == STORAGE_OK)
            *known = (struct known_people){campaign, changes, known->people};
    }
    return &known->people;
}

const struct person *people_root(const struct people *people, int64_t key)
{
    const struct person *p = people_find(people, key);
    return p != NULL ? &people->row[p->root] : NULL;
}

static const struct person *find_named(const struct people *people, const char *folded)
{
    for (size_t i = 0; i < people->count; i++)
        if (people->row[i].root == i && strcmp(people->row[i].folded, folded) == 0)
            return &people->row[i];
    return NULL;
}

/* ---- finding and adding ------------------------------------------------------------------ */

int64_t player_key(struct deed *d, const struct store_id *player, int64_t *campaign)
{
    int64_t key = key_of(d, "SELECT key FROM player WHERE id = ?1", player, N_("there is no such player"));
    *campaign = sql_int(d, "SELECT campaign FROM player WHERE key = ?1", "i", key);
    return key;
}

/* Who has that name now, or else once had it; NULL: nobody, or several once had. */
static const struct person *find(struct deed *d, int64_t campaign, const struct people *people, const char *name,
                                 bool *several)
{
    char folded[STORE_TEXT_MOST + 1];
    struct query q;
    *several = false;
    if (d->error != STORAGE_OK)
        return NULL;
    name_fold(name, folded);
    const struct person *found = find_named(people, folded);
    if (found != NULL)
        return found;
    query_begin(&q, d, "SELECT c.player, c.name FROM player p JOIN called c ON c.player = p.key"
                " WHERE p.campaign = ?1", "i", campaign);
    while (query_next(&q)) {
        char once[STORE_TEXT_MOST + 1];
        name_fold(query_text(&q, 1), once);
        if (strcmp(once, folded) != 0)
            continue;
        const struct person *root = people_root(people, query_int(&q, 0));
        *several |= found != NULL && root != found;
        found = root;
    }
    query_end(&q);
    return *several ? NULL : found;
}

static void call(struct deed *d, int64_t player, const char *name)
{
    char folded[STORE_TEXT_MOST + 1];
    word_fold(name, folded);
    struct store_id id = id_behind(d, "SELECT max(id) FROM called WHERE player = ?1", player);
    sql_run(d, "INSERT INTO called (id, player, name, folded) VALUES (?1, ?2, ?3, ?4)", "bitt", &id, player, name,
            folded);
}

static int64_t add(struct deed *d, int64_t campaign, const char *name)
{
    struct store_id id = id_new(d, NULL);
    sql_run(d, "INSERT INTO player (id, campaign) VALUES (?1, ?2)", "bi", &id, campaign);
    if (d->error != STORAGE_OK)
        return 0;
    int64_t key = sqlite3_last_insert_rowid(d->store->db);
    call(d, key, name);
    return key;
}

int64_t player_by_name(struct deed *d, int64_t campaign, const struct people *people, const char *name)
{
    bool several;
    text_valid(d, name, N_("a player's name"), false);
    const struct person *found = find(d, campaign, people, name, &several);
    return found != NULL ? found->key : add(d, campaign, name);
}

/* Who is called nearly so; NULL: nobody. */
static const char *name_like(const struct people *people, const char *name)
{
    char folded[STORE_TEXT_MOST + 1];
    name_fold(name, folded);
    struct guess near = {.word = {folded, strlen(folded)}, .far = strlen(folded) < 5 ? 2 : 4};
    const char *like = NULL;
    for (size_t i = 0; i < people->count; i++)
        if (guess_known(&near, people->row[i].folded))
            like = people->row[i].name;
    return like;
}

static void fail_nobody(struct deed *d, const struct people *people, const char *name, bool several)
{
    const char *like = d->error == STORAGE_OK && !several ? name_like(people, name) : NULL;
    if (like != NULL)
        fail(d, STORAGE_UNKNOWN, N_("there is no player “{name}”; did you mean `{near}`?"), "tt", "name", name, "near", like);
    else
        fail(d, STORAGE_UNKNOWN, several ? N_("several players were once called “{name}”")
                                         : N_("there is no player “{name}”"), "t", "name", name);
}

/* As it is kept; what is too long for a name stays, to be refused. */
static const char *name_spell(const char *name, char out[STORE_TEXT_MOST + 1])
{
    const size_t length = name != NULL ? strlen(name) : 0;
    if (name == NULL || length > STORE_TEXT_MOST)
        return name;
    out[person_spell((struct span){name, length}, out)] = '\0';
    return out;
}

enum storage_error store_player_find(struct store *store, const struct store_id *campaign, const char *name,
                                     struct store_id *out)
{
    bool several;
    char spelled[STORE_TEXT_MOST + 1];
    struct people people;
    struct deed d = read_begin(store);
    name = name_spell(name, spelled);
    text_valid(&d, name, N_("the player's name"), false);
    int64_t owner = campaign_key(&d, campaign);
    people_load(&d, owner, &people);
    const struct person *found = find(&d, owner, &people, name, &several);
    if (found == NULL)
        fail_nobody(&d, &people, name, several);
    else
        *out = people.row[found->root].id;
    people_clear(&people);
    return read_end(&d);
}

/* ---- renaming and joining ---------------------------------------------------------------- */

/* The one who stands for `player` is the one renamed. */
static void rename_root(struct deed *d, const struct people *people, int64_t player, const char *name)
{
    char folded[STORE_TEXT_MOST + 1];
    name_fold(name, folded);
    const struct person *root = people_root(people, player), *now = find_named(people, folded);
    if (now != NULL && now != root)
        fail(d, STORAGE_TAKEN, N_("there is a player “{name}”; the two can be joined"), "t", "name", now->name);
    /* Those joined by their name only must keep having one. */
    for (size_t i = 0; i < people->count; i++)
        if (&people->row[people->row[i].root] == root && end_of(people, i) == i)
            call(d, people->row[i].key, name);
}

enum storage_error store_player_rename(struct store *store, const struct store_id *player, const char *name)
{
    int64_t campaign;
    char spelled[STORE_TEXT_MOST + 1];
    struct people people;
    struct deed d = write_begin(store);
    name = name_spell(name, spelled);
    text_valid(&d, name, N_("the player's name"), false);
    int64_t key = player_key(&d, player, &campaign);
    people_load(&d, campaign, &people);
    if (d.error == STORAGE_OK)
        rename_root(&d, &people, key, name);
    people_clear(&people);
    return write_end(&d);
}

static void join(struct deed *d, int64_t player, int64_t target)
{
    struct store_id id = id_behind(d, "SELECT max(id) FROM joined WHERE player = ?1", player);
    sql_run(d, "INSERT INTO joined (id, player, target) VALUES (?1, ?2, ?3)", "bii", &id, player, target);
}

/* Every end among those who are `player` is led to the one who stands for `into`. */
static void join_all(struct deed *d, const struct people *people, int64_t player, int64_t into)
{
    const struct person *from = people_root(people, player), *to = people_root(people, into);
    if (from == to)
        fail(d, STORAGE_INVALID, N_("these are one player already"), "");
    for (size_t i = 0; i < people->count && d->error == STORAGE_OK; i++)
        if (&people->row[people->row[i].root] == from && end_of(people, i) == i)
            join(d, people->row[i].key, to->key);
}

enum storage_error store_player_join(struct store *store, const struct store_id *player, const struct store_id *into)
{
    int64_t campaign, other;
    struct people people;
    struct deed d = write_begin(store);
    int64_t key = player_key(&d, player, &campaign), target = player_key(&d, into, &other);
    if (campaign != other)
        fail(&d, STORAGE_INVALID, N_("the players belong to different campaigns"), "");
    people_load(&d, campaign, &people);
    join_all(&d, &people, key, target);
    people_clear(&people);
    return write_end(&d);
}

enum storage_error store_player_part(struct store *store, const struct store_id *player)
{
    int64_t campaign;
    struct deed d = write_begin(store);
    int64_t key = player_key(&d, player, &campaign);
    join(&d, key, key);
    return write_end(&d);
}

/* ---- names ------------------------------------------------------------------------------- */

/* By name: the order of keys means nothing to anybody. False: no more are wanted. */
static bool visit_current(struct deed *d, const struct people *people, visit_name *visit, void *user)
{
    const struct person **root = malloc((people->count + 1) * sizeof *root);
    size_t count = 0;
    bool more = true;
    if (root == NULL) {
        fail(d, STORAGE_MEMORY, NULL, "");
        return false;
    }
    for (size_t i = 0; i < people->count; i++)
        if (people->row[i].root == i)
            root[count++] = &people->row[i];
    qsort(root, count, sizeof root[0], compare_names);
    for (size_t i = 0; i < count && more; i++)
        more = visit(user, &(struct store_name){root[i]->id, root[i]->id, root[i]->name, true});
    free(root);
    return more;
}

static void visit_earlier(struct deed *d, int64_t campaign, const struct people *people, visit_name *visit, void *user)
{
    struct query q;
    query_begin(&q, d, "SELECT c.player, c.name, p.id FROM player p JOIN called c"
                " ON c.player = p.key WHERE p.campaign = ?1 GROUP BY c.player, c.name"
                " ORDER BY min(c.id)", "i", campaign);
    while (query_next(&q)) {
        const struct person *root = people_root(people, query_int(&q, 0));
        if (root == NULL || strcmp(root->name, query_text(&q, 1)) == 0)
            continue;
        if (!visit(user, &(struct store_name){root->id, query_id(&q, 2), query_text(&q, 1), false}))
            break;
    }
    query_end(&q);
}

enum storage_error store_names_each(struct store *store, const struct store_id *campaign, visit_name *visit, void *user)
{
    struct people people;
    struct deed d = read_begin(store);
    int64_t key = campaign_key(&d, campaign);
    people_load(&d, key, &people);
    if (d.error == STORAGE_OK && visit_current(&d, &people, visit, user))
        visit_earlier(&d, key, &people, visit, user);
    people_clear(&people);
    return read_end(&d);
}

enum storage_error store_calls_each(struct store *store, const struct store_id *campaign, visit_call *visit, void *user)
{
    struct people people;
    struct query q;
    bool more = true;
    struct deed d = read_begin(store);
    int64_t key = campaign_key(&d, campaign);
    people_load(&d, key, &people);
    query_begin(&q, &d, "SELECT c.player, p.id, c.id, c.name FROM player p JOIN called c ON c.player = p.key"
                " WHERE p.campaign = ?1 ORDER BY c.id", "i", key);
    while (more && query_next(&q)) {
        const struct person *root = people_root(&people, query_int(&q, 0));
        more = root == NULL
            || visit(user, &(struct store_call){root->id, query_id(&q, 1), query_id(&q, 2), query_text(&q, 3), root->name});
    }
    query_end(&q);
    people_clear(&people);
    return read_end(&d);
}
