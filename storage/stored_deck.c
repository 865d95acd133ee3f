/*
 * Decks that records were played with. A deck's text is kept once, under its hash. Which deck `pack
 * NAME` means in a record is a row of its own; the latest row for a name counts.
 */
#define _XOPEN_SOURCE 700 /* strdup */
#include "store.h"
#include "core/signs.h"

#include <stdlib.h>
#include <string.h>

/*
 * Checks that the lines are such as export_text.c can write: complete, not empty, no comments, no
 * control characters.
 */
void deck_check(struct transaction *d, const char *text)
{
    size_t length = strlen(text);
    if (length == 0 || length > STORE_DECK_MOST || text[length - 1] != '\n')
        fail(d, STORAGE_INVALID,
            N_("a pack is too long or no whole lines; expected at most {most} bytes"), "i", "most",
            (int64_t)STORE_DECK_MOST);
    bool first = true, good = signs_plain((struct span){text, length}, "\t\n");
    for (const char *at = text; *at != '\0' && good; at++) {
        good = !first || strchr("#\n ", *at) == NULL;
        first = *at == '\n';
    }
    if (!good)
        fail(d, STORAGE_INVALID,
            N_("a pack with control or invisible characters, or with a line that is not a row"),
            "");
}

void deck_keep(struct transaction *d, const char *text, const char *hash)
{
    sql_run(d, "INSERT INTO deck (hash, text) VALUES (?1, ?2) ON CONFLICT DO NOTHING", "tt", hash,
        text);
}

enum storage_error store_deck_put(struct store *store, const char *text, char out[STORE_HASH_TEXT])
{
    char hash[STORE_HASH_TEXT];
    struct transaction d = write_begin(store);
    deck_check(&d, text);
    hash_text(text, strlen(text), hash);
    deck_keep(&d, text, hash);
    if (write_end(&d) == STORAGE_OK)
        memcpy(out, hash, sizeof hash);
    return d.error;
}

enum storage_error store_deck_get(struct store *store, const char *hash, char **out)
{
    struct query q;
    char *text = NULL;
    struct transaction d = read_begin(store);
    query_begin(&q, &d, "SELECT text FROM deck WHERE hash = ?1", "t", hash);
    if (!query_next(&q))
        fail(&d, STORAGE_UNKNOWN, N_("no pack {hash} is kept"), "t", "hash", hash);
    else if ((text = strdup(query_text(&q, 0))) == NULL)
        fail(&d, STORAGE_MEMORY, NULL, "");
    query_end(&q);
    if (d.error == STORAGE_OK)
        *out = text;
    else
        free(text);
    return read_end(&d);
}

enum storage_error store_deck_use(struct store *store, const struct store_id *record,
    const char *name, const char *hash)
{
    char folded[STORE_TEXT_MOST + 1] = "";
    struct transaction d = write_begin(store);
    text_valid(&d, name, N_("a pack's name"), false);
    if (d.error == STORAGE_OK)
        word_fold(name, folded);
    int64_t key = record_key(&d, record);
    struct store_id id = id_behind(&d, "SELECT max(id) FROM uses WHERE record = ?1", key);
    sql_run(&d, "INSERT INTO uses (record, id, name, hash) VALUES (?1, ?2, ?3, ?4)", "ibtt", key,
        &id, folded, hash);
    result_stale(&d, key);
    return write_end(&d);
}

/* the deck that the heading names comes before all uses */
#define NAMED(where)                                                                               \
    "WITH all_uses AS (SELECT u.record, u.id, u.name, u.hash FROM uses u" where(                   \
        "u.record") " UNION ALL SELECT r.key, x'', r.pack, r.pack_hash FROM record r JOIN deck d " \
                    "ON d.hash = r.pack_hash" where("r.key") ")"                                   \
                                                             " SELECT r.id, r.game, u.name, "      \
                                                             "u.hash, max(u.id) FROM all_uses u "  \
                                                             "JOIN record r ON r.key = u.record"   \
                                                             " WHERE r.campaign = ?1 GROUP BY "    \
                                                             "r.id, u.name ORDER BY r.id, u.name"
#define ANYWHERE(key) ""
#define IN_ONE(key) " WHERE " key " = (SELECT key FROM record WHERE id = ?2)"

enum storage_error store_decks_each(struct store *store, const struct store_id *campaign,
    const struct store_id *record, visit_use *visit, void *user)
{
    struct query q;
    struct transaction d = read_begin(store);
    int64_t key = campaign_key(&d, campaign);
    query_begin(&q, &d, record != NULL ? NAMED(IN_ONE) : NAMED(ANYWHERE),
        record != NULL ? "ib" : "i", key, record);
    while (query_next(&q)) {
        struct store_use use = {query_id(&q, 0), query_text(&q, 1), query_text(&q, 2),
            query_text(&q, 3)};
        if (!visit(user, &use))
            break;
    }
    query_end(&q);
    return read_end(&d);
}
