/*
 * Decks that records were played with. A deck's text is kept once, under its hash; which of them
 * `pack NAME` of a record means is a row of its own, the latest of a name counting.
 */
#define _XOPEN_SOURCE 700 /* strdup */
#include "store.h"

#include <stdlib.h>
#include <string.h>

/* Lines as export.c can write them: whole, none empty, none a comment, no control characters. */
enum storage_error deck_check(const char *text, struct storage_why *why)
{
    size_t length = strlen(text);
    if (length == 0 || length > STORE_DECK_MOST || text[length - 1] != '\n')
        return fail_number(why, STORAGE_INVALID, N_("a pack is too long or no whole lines; expected at most {most} bytes"),
                           "most", STORE_DECK_MOST);
    bool first = true;
    for (const char *at = text; *at != '\0'; at++) {
        unsigned char c = (unsigned char)*at;
        bool control = (c < 0x20 && c != '\n' && c != '\t') || c == 0x7F
                    || (c == 0xC2 && (unsigned char)at[1] >= 0x80 && (unsigned char)at[1] < 0xA0);
        if (control || (first && (c == '#' || c == '\n' || c == ' ')))
            return fail(why, STORAGE_INVALID, N_("a pack with control characters, or with a line that is no row"));
        first = c == '\n';
    }
    return STORAGE_OK;
}

/* Inside a transaction. */
enum storage_error deck_keep(struct store *store, const char *text, const char *hash, struct storage_why *why)
{
    return sql_run(store, why, "INSERT INTO deck (hash, text) VALUES (?1, ?2) ON CONFLICT DO NOTHING", "tt", hash,
                   text);
}

enum storage_error store_deck_put(struct store *store, const char *text, char out[STORE_HASH_TEXT],
                                  struct storage_why *why)
{
    char hash[STORE_HASH_TEXT];
    enum storage_error error = deck_check(text, why);
    if (error == STORAGE_OK)
        error = write_begin(store, why);
    if (error != STORAGE_OK)
        return error;
    hash_text(text, strlen(text), hash);
    error = write_end(store, deck_keep(store, text, hash, why), why);
    if (error == STORAGE_OK)
        memcpy(out, hash, sizeof hash);
    return error;
}

enum storage_error store_deck_get(struct store *store, const char *hash, char **out, struct storage_why *why)
{
    struct query q;
    char *text = NULL;
    query_begin(&q, store, why, "SELECT text FROM deck WHERE hash = ?1", "t", hash);
    bool found = query_next(&q);
    if (found)
        text = strdup(query_text(&q, 0));
    enum storage_error error = query_end(&q);
    if (error == STORAGE_OK && !found)
        error = fail_of(why, STORAGE_UNKNOWN, N_("no pack {hash} is kept"), "hash", hash);
    else if (error == STORAGE_OK && text == NULL)
        error = fail(why, STORAGE_MEMORY, NULL);
    if (error == STORAGE_OK)
        *out = text;
    else
        free(text);
    return error;
}

static enum storage_error add_use(struct store *store, int64_t key, const char *folded, const char *hash,
                                  struct storage_why *why)
{
    struct store_id id;
    enum storage_error error = id_behind(store, "SELECT max(id) FROM uses WHERE record = ?1", key, &id, why);
    if (error == STORAGE_OK)
        error = sql_run(store, why, "INSERT INTO uses (record, id, name, hash) VALUES (?1, ?2, ?3, ?4)", "ibtt", key,
                        &id, folded, hash);
    return error == STORAGE_OK ? result_stale(store, key, why) : error;
}

enum storage_error store_deck_use(struct store *store, const struct store_id *record, const char *name,
                                  const char *hash, struct storage_why *why)
{
    char folded[STORE_TEXT_MOST + 1];
    int64_t key = 0;
    enum storage_error error = text_valid(name, N_("a pack's name"), false, why);
    if (error == STORAGE_OK)
        error = write_begin(store, why);
    if (error != STORAGE_OK)
        return error;
    name_fold(name, folded);
    error = record_key(store, record, &key, why);
    if (error == STORAGE_OK)
        error = add_use(store, key, folded, hash, why);
    return write_end(store, error, why);
}

enum storage_error store_decks_each(struct store *store, const struct store_id *campaign, const struct store_id *record,
                                    bool (*visit)(void *user, const struct store_use *use), void *user,
                                    struct storage_why *why)
{
    int64_t key = 0;
    struct query q;
    enum storage_error error = read_begin(store, why);
    if (error != STORAGE_OK)
        return error;
    error = campaign_key(store, campaign, &key, why);
    /* what the heading names comes before all uses */
    query_begin(&q, store, why,
                "WITH all_uses AS (SELECT u.record, u.id, u.name, u.hash FROM uses u"
                " UNION ALL SELECT r.key, x'', r.pack, r.pack_hash FROM record r JOIN deck d ON d.hash = r.pack_hash)"
                " SELECT r.id, r.game, u.name, u.hash, max(u.id) FROM all_uses u JOIN record r ON r.key = u.record"
                " WHERE r.campaign = ?1 AND (?2 IS NULL OR r.id = ?2)"
                " GROUP BY r.id, u.name ORDER BY r.id, u.name", "ib", key, record);
    while (error == STORAGE_OK && query_next(&q)) {
        struct store_use use = {query_id(&q, 0), query_text(&q, 1), query_text(&q, 2), query_text(&q, 3)};
        if (!visit(user, &use))
            break;
    }
    enum storage_error asked = query_end(&q);
    read_end(store);
    return error != STORAGE_OK ? error : asked;
}
