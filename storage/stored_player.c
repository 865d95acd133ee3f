/* Players: added, found, renamed, joined; who is who among them: people.c. */
#include "store.h"

#include <stdlib.h>
#include <string.h>

/* ---- finding and adding ------------------------------------------------------------------ */

int64_t player_key(struct transaction *d, const struct store_id *player, int64_t *campaign)
{
    int64_t key = key_of(d, "SELECT key FROM player WHERE id = ?1", player,
        N_("there is no such player"));
    *campaign = sql_int(d, "SELECT campaign FROM player WHERE key = ?1", "i", key);
    return key;
}

/*
 * The player who has that name now, or else the one who had it before; NULL: nobody, or several had
 * it before.
 */
static const struct person *find(struct transaction *d, int64_t campaign,
    const struct people *people, const char *name, bool *several)
{
    char folded[STORE_TEXT_MOST + 1];
    struct query q;
    *several = false;
    if (d->error != STORAGE_OK)
        return NULL;
    name_fold(name, folded);
    const struct person *found = people_named(people, name);
    if (found != NULL)
        return found;
    query_begin(&q, d,
        "SELECT c.player, c.name FROM player p JOIN called c ON c.player = p.key"
        " WHERE p.campaign = ?1",
        "i", campaign);
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

static void call(struct transaction *d, int64_t player, const char *name)
{
    char folded[STORE_TEXT_MOST + 1];
    word_fold(name, folded);
    struct store_id id = id_behind(d, "SELECT max(id) FROM called WHERE player = ?1", player);
    sql_run(d, "INSERT INTO called (id, player, name, folded) VALUES (?1, ?2, ?3, ?4)", "bitt", &id,
        player, name, folded);
}

static int64_t add(struct transaction *d, int64_t campaign, const char *name)
{
    struct store_id id = id_new(d, NULL);
    sql_run(d, "INSERT INTO player (id, campaign) VALUES (?1, ?2)", "bi", &id, campaign);
    if (d->error != STORAGE_OK)
        return 0;
    int64_t key = sqlite3_last_insert_rowid(d->store->db);
    call(d, key, name);
    return key;
}

int64_t player_by_name(struct transaction *d, int64_t campaign, const struct people *people,
    const char *name)
{
    bool several;
    text_valid(d, name, N_("a player's name"), false);
    const struct person *found = find(d, campaign, people, name, &several);
    return found != NULL ? found->key : add(d, campaign, name);
}

/* A player with nearly this name; NULL: none. */
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

static void fail_nobody(struct transaction *d, const struct people *people, const char *name,
    bool several)
{
    const char *like = d->error == STORAGE_OK && !several ? name_like(people, name) : NULL;
    if (like != NULL)
        fail(d, STORAGE_UNKNOWN, N_("there is no player “{name}”; did you mean `{near}`?"), "tt",
            "name", name, "near", like);
    else
        fail(d, STORAGE_UNKNOWN,
            several ? N_("several players were once called “{name}”")
                    : N_("there is no player “{name}”"),
            "t", "name", name);
}

/* The name as it is stored. One that is too long stays as it is, to be refused later. */
static const char *name_spell(const char *name, char out[STORE_TEXT_MOST + 1])
{
    const size_t length = name != NULL ? strlen(name) : 0;
    if (name == NULL || length > STORE_TEXT_MOST)
        return name;
    out[person_spell((struct span){name, length}, out)] = '\0';
    return out;
}

enum storage_error store_player_find(struct store *store, const struct store_id *campaign,
    const char *name, struct store_id *out)
{
    bool several;
    char spelled[STORE_TEXT_MOST + 1];
    struct people people;
    struct transaction d = read_begin(store);
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

/* Renames the one who stands for `player`. */
static void rename_root(struct transaction *d, const struct people *people, int64_t player,
    const char *name)
{
    const struct person *root = people_root(people, player), *now = people_named(people, name);
    if (now != NULL && now != root)
        fail(d, STORAGE_TAKEN, N_("there is a player “{name}”; the two can be joined"), "t", "name",
            now->name);
    /* players who are one person only by their name all get the new one */
    for (size_t i = 0; i < people->count; i++)
        if (&people->row[people->row[i].root] == root && people->row[i].end == i)
            call(d, people->row[i].key, name);
}

enum storage_error store_player_rename(struct store *store, const struct store_id *player,
    const char *name)
{
    int64_t campaign;
    char spelled[STORE_TEXT_MOST + 1];
    struct people people;
    struct transaction d = write_begin(store);
    name = name_spell(name, spelled);
    text_valid(&d, name, N_("the player's name"), false);
    int64_t key = player_key(&d, player, &campaign);
    people_load(&d, campaign, &people);
    if (d.error == STORAGE_OK)
        rename_root(&d, &people, key, name);
    people_clear(&people);
    return write_end(&d);
}

static void join(struct transaction *d, int64_t player, int64_t target)
{
    struct store_id id = id_behind(d, "SELECT max(id) FROM joined WHERE player = ?1", player);
    sql_run(d, "INSERT INTO joined (id, player, target) VALUES (?1, ?2, ?3)", "bii", &id, player,
        target);
}

/* Joins every end among those who are `player` to the one who stands for `into`. */
static void join_all(struct transaction *d, const struct people *people, int64_t player,
    int64_t into)
{
    const struct person *from = people_root(people, player), *to = people_root(people, into);
    if (from == to)
        fail(d, STORAGE_INVALID, N_("these are the same player already"), "");
    for (size_t i = 0; i < people->count && d->error == STORAGE_OK; i++)
        if (&people->row[people->row[i].root] == from && people->row[i].end == i)
            join(d, people->row[i].key, to->key);
}

enum storage_error store_player_join(struct store *store, const struct store_id *player,
    const struct store_id *into)
{
    int64_t campaign, other;
    struct people people;
    struct transaction d = write_begin(store);
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
    struct transaction d = write_begin(store);
    int64_t key = player_key(&d, player, &campaign);
    join(&d, key, key);
    return write_end(&d);
}

/* ---- names ------------------------------------------------------------------------------- */

/*
 * Visits the current names, sorted, because the order of keys means nothing to people. False: no
 * more are wanted.
 */
static bool visit_current(struct transaction *d, const struct people *people, visit_name *visit,
    void *user)
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
    qsort(root, count, sizeof root[0], people_compare);
    for (size_t i = 0; i < count && more; i++)
        more = visit(user, &(struct store_name){root[i]->id, root[i]->id, root[i]->name, true});
    free(root);
    return more;
}

static void visit_earlier(struct transaction *d, int64_t campaign, const struct people *people,
    visit_name *visit, void *user)
{
    struct query q;
    query_begin(&q, d,
        "SELECT c.player, c.name, p.id FROM player p JOIN called c"
        " ON c.player = p.key WHERE p.campaign = ?1 GROUP BY c.player, c.name"
        " ORDER BY min(c.id)",
        "i", campaign);
    while (query_next(&q)) {
        const struct person *root = people_root(people, query_int(&q, 0));
        if (root == NULL || strcmp(root->name, query_text(&q, 1)) == 0)
            continue;
        if (!visit(user, &(struct store_name){root->id, query_id(&q, 2), query_text(&q, 1), false}))
            break;
    }
    query_end(&q);
}

enum storage_error store_names_each(struct store *store, const struct store_id *campaign,
    visit_name *visit, void *user)
{
    struct people people;
    struct transaction d = read_begin(store);
    int64_t key = campaign_key(&d, campaign);
    people_load(&d, key, &people);
    if (d.error == STORAGE_OK && visit_current(&d, &people, visit, user))
        visit_earlier(&d, key, &people, visit, user);
    people_clear(&people);
    return read_end(&d);
}

enum storage_error store_calls_each(struct store *store, const struct store_id *campaign,
    visit_call *visit, void *user)
{
    struct people people;
    struct query q;
    bool more = true;
    struct transaction d = read_begin(store);
    int64_t key = campaign_key(&d, campaign);
    people_load(&d, key, &people);
    query_begin(&q, &d,
        "SELECT c.player, p.id, c.id, c.name FROM player p JOIN called c ON c.player = p.key"
        " WHERE p.campaign = ?1 ORDER BY c.id",
        "i", key);
    while (more && query_next(&q)) {
        const struct person *root = people_root(&people, query_int(&q, 0));
        more = root == NULL
               || visit(user, &(struct store_call){root->id, query_id(&q, 1), query_id(&q, 2),
                                  query_text(&q, 3), root->name});
    }
    query_end(&q);
    people_clear(&people);
    return read_end(&d);
}

/* Visits two players who are two people; the one who came later is `other`. */
static bool visit_mates(struct transaction *d, const struct people *people,
    const struct tablemates *t, visit_apart *visit, void *user)
{
    const struct person *one = &people->row[t->one], *other = &people->row[t->other];
    const bool later = store_id_compare(&one->id, &other->id) > 0;
    const int64_t number = sql_int(d, "SELECT number FROM numbered WHERE record = ?1", "i",
        t->record);
    return visit(user,
        &(struct store_apart){later ? other->id : one->id, later ? one->id : other->id,
            later ? other->name : one->name, later ? one->name : other->name, (uint32_t)number});
}

enum storage_error store_apart_each(struct store *store, const struct store_id *campaign,
    visit_apart *visit, void *user)
{
    struct people people;
    struct transaction d = read_begin(store);
    int64_t key = campaign_key(&d, campaign);
    people_load(&d, key, &people);
    for (size_t i = 0; i < people.mates && d.error == STORAGE_OK; i++)
        if (!visit_mates(&d, &people, &people.mate[i], visit, user))
            break;
    people_clear(&people);
    return read_end(&d);
}
