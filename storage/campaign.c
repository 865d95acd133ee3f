/*
 * Campaigns, their names and their house options.
 */
#include "store.h"

#include <string.h>

enum storage_error text_valid(const char *text, const char *what, bool empty_too,
                              struct storage_why *why)
{
    size_t length = text != NULL ? strlen(text) : 0;
    if (length == 0 && !empty_too)
        return fail_word(why, STORAGE_INVALID, N_("{what} is empty"), "what", what);
    if (length > STORE_TEXT_MOST) {
        fail_word(why, STORAGE_INVALID, N_("{what} is longer than {most} bytes"), "what", what);
        why_number(why, "most", STORE_TEXT_MOST);
        return STORAGE_INVALID;
    }
    if (!text_is_clean((struct span){text, length}))
        return fail_word(why, STORAGE_INVALID, N_("{what} holds a control character, or is not UTF-8"), "what", what);
    return STORAGE_OK;
}

enum storage_error option_valid(const char *key, struct storage_why *why)
{
    enum storage_error error = text_valid(key, N_("an option"), false, why);
    if (error == STORAGE_OK && strpbrk(key, " \"#;:=") != NULL)
        error = fail_of(why, STORAGE_INVALID, N_("“{key}” is no option's name"), "key", key);
    return error;
}

void name_fold(const char *name, char out[STORE_TEXT_MOST + 1])
{
    out[text_fold((struct span){name, strlen(name)}, out)] = '\0';
}

/* ---- campaigns --------------------------------------------------------------------------- */

#define NAME_NOW                                                                                   \
    "(SELECT n.name FROM name n WHERE n.campaign = c.key ORDER BY n.id DESC LIMIT 1)"

enum storage_error campaign_key(struct store *store, const struct store_id *campaign, int64_t *out,
                                struct storage_why *why)
{
    return key_of(store, "SELECT key FROM campaign WHERE id = ?1", campaign, N_("there is no such campaign"), out, why);
}

/* Of several campaigns of one name, as after a merge, the oldest; none if there is no such campaign. */
static enum storage_error find(struct store *store, const char *name, struct store_id *out, struct storage_why *why)
{
    *out = (struct store_id){{0}};
    enum storage_error error = text_valid(name, N_("the campaign's name"), false, why);
    if (error != STORAGE_OK)
        return error;
    char wanted[STORE_TEXT_MOST + 1], folded[STORE_TEXT_MOST + 1];
    name_fold(name, wanted);
    struct query q;
    query_begin(&q, store, why, "SELECT c.id, " NAME_NOW " FROM campaign c ORDER BY c.id", "");
    while (store_id_none(out) && query_next(&q)) {
        name_fold(query_text(&q, 1), folded);
        if (strcmp(folded, wanted) == 0)
            *out = query_id(&q, 0);
    }
    return query_end(&q);
}

enum storage_error store_campaign_find(struct store *store, const char *name, struct store_id *out,
                                       struct storage_why *why)
{
    struct store_id found;
    enum storage_error error = find(store, name, &found, why);
    if (error != STORAGE_OK)
        return error;
    if (!store_id_none(&found)) {
        *out = found;
        return STORAGE_OK;
    }
    return fail_of(why, STORAGE_UNKNOWN, N_("there is no campaign “{name}”"), "name", name);
}

static enum storage_error name_free(struct store *store, const char *name,
                                    const struct store_id *unless, struct storage_why *why)
{
    struct store_id taken;
    enum storage_error error = find(store, name, &taken, why);
    if (error != STORAGE_OK || store_id_none(&taken))
        return error;
    if (unless != NULL && store_id_compare(&taken, unless) == 0)
        return STORAGE_OK;
    return fail_of(why, STORAGE_TAKEN, N_("there is a campaign “{name}”"), "name", name);
}

static enum storage_error name_add(struct store *store, int64_t campaign, const char *name,
                                   struct storage_why *why)
{
    struct store_id id;
    enum storage_error error = id_behind(store, "SELECT max(id) FROM name WHERE campaign = ?1", campaign, &id, why);
    if (error == STORAGE_OK)
        error = sql_run(store, why, "INSERT INTO name (id, campaign, name) VALUES (?1, ?2, ?3)",
                        "bit", &id, campaign, name);
    return error;
}

enum storage_error store_campaign_new(struct store *store, const char *name, struct store_id *out,
                                      struct storage_why *why)
{
    struct store_id id;
    enum storage_error error = write_begin(store, why);
    if (error != STORAGE_OK)
        return error;
    error = name_free(store, name, NULL, why);
    if (error == STORAGE_OK)
        error = id_new(store, NULL, &id, why);
    if (error == STORAGE_OK)
        error = sql_run(store, why, "INSERT INTO campaign (id) VALUES (?1)", "b", &id);
    if (error == STORAGE_OK)
        error = name_add(store, sqlite3_last_insert_rowid(store->db), name, why);
    error = write_end(store, error, why);
    if (error == STORAGE_OK)
        *out = id;
    return error;
}

enum storage_error store_campaign_rename(struct store *store, const struct store_id *campaign,
                                         const char *name, struct storage_why *why)
{
    int64_t key = 0;
    enum storage_error error = write_begin(store, why);
    if (error != STORAGE_OK)
        return error;
    error = campaign_key(store, campaign, &key, why);
    if (error == STORAGE_OK)
        error = name_free(store, name, campaign, why);
    if (error == STORAGE_OK)
        error = name_add(store, key, name, why);
    return write_end(store, error, why);
}

enum storage_error store_campaigns_each(struct store *store,
                                        bool (*visit)(void *user, const struct store_campaign *c),
                                        void *user, struct storage_why *why)
{
    struct query q;
    enum storage_error error = read_begin(store, why);
    if (error != STORAGE_OK)
        return error;
    query_begin(&q, store, why, "SELECT c.id, " NAME_NOW ", EXISTS (SELECT 1 FROM here h"
                " WHERE h.campaign = c.key) FROM campaign c ORDER BY c.id", "");
    while (query_next(&q)) {
        struct store_campaign c = {query_id(&q, 0), query_text(&q, 1), query_int(&q, 2) != 0};
        if (!visit(user, &c))
            break;
    }
    error = query_end(&q);
    read_end(store);
    return error;
}

enum storage_error store_campaign_use(struct store *store, const struct store_id *campaign,
                                      struct storage_why *why)
{
    int64_t key = 0;
    enum storage_error error = write_begin(store, why);
    if (error != STORAGE_OK)
        return error;
    error = campaign_key(store, campaign, &key, why);
    if (error == STORAGE_OK)
        error = sql_run(store, why, "INSERT INTO here (one, campaign) VALUES (1, ?1)"
                        " ON CONFLICT (one) DO UPDATE SET campaign = ?1", "i", key);
    return write_end(store, error, why);
}

enum storage_error store_campaign_used(struct store *store, struct store_id *out,
                                       struct storage_why *why)
{
    struct query q;
    query_begin(&q, store, why, "SELECT c.id FROM here h JOIN campaign c ON c.key = h.campaign", "");
    bool found = query_next(&q);
    if (found)
        *out = query_id(&q, 0);
    enum storage_error error = query_end(&q);
    if (error != STORAGE_OK || found)
        return error;
    return fail(why, STORAGE_UNKNOWN, N_("no campaign is in use"));
}

/* ---- house options ----------------------------------------------------------------------- */

enum storage_error store_house_settle(struct store *store, const struct store_id *campaign,
                                      const char *key, const char *value, const char *day,
                                      struct storage_why *why)
{
    enum storage_error error = option_valid(key, why);
    if (error == STORAGE_OK)
        error = text_valid(value, N_("an option's value"), true, why);
    if (error == STORAGE_OK && !day_valid(day))
        error = fail_of(why, STORAGE_INVALID, N_("“{day}” is no day YYYY-MM-DD"), "day", day);
    if (error == STORAGE_OK)
        error = write_begin(store, why);
    if (error != STORAGE_OK)
        return error;
    int64_t owner = 0;
    struct store_id id, last = {{0}};
    error = campaign_key(store, campaign, &owner, why);
    struct query q;
    query_begin(&q, store, why, "SELECT max(id) FROM house WHERE campaign = ?1 AND option = ?2",
                "it", owner, key);
    if (query_next(&q))
        last = query_id(&q, 0);
    enum storage_error asked = query_end(&q);
    error = error != STORAGE_OK ? error : asked;
    if (error == STORAGE_OK)
        error = id_new(store, &last, &id, why);
    if (error == STORAGE_OK)
        error = sql_run(store, why, "INSERT INTO house (id, campaign, option, value, day)"
                        " VALUES (?1, ?2, ?3, ?4, ?5)", "bittt", &id, owner, key, value, day);
    return write_end(store, error, why);
}

enum storage_error store_house_each(struct store *store, const struct store_id *campaign,
                                    const char *day, bool in_force,
                                    bool (*visit)(void *user, const struct store_house *h),
                                    void *user, struct storage_why *why)
{
    int64_t key = 0;
    enum storage_error error = campaign_key(store, campaign, &key, why);
    if (error != STORAGE_OK)
        return error;
    error = read_begin(store, why);
    if (error != STORAGE_OK)
        return error;
    struct query q;
    query_begin(&q, store, why,
                "SELECT h.option, h.value, h.day, h.id = (SELECT l.id FROM house l"
                "  WHERE l.campaign = ?1 AND l.option = h.option AND l.day <= ?2"
                "  ORDER BY l.day DESC, l.id DESC LIMIT 1) AS counts"
                " FROM house h WHERE h.campaign = ?1 AND (counts OR NOT ?3)"
                " ORDER BY h.day, h.id", "iti", key, day != NULL ? day : "9999-12-31",
                (int64_t)in_force);
    while (query_next(&q)) {
        struct store_house h = {query_text(&q, 0), query_text(&q, 1), query_text(&q, 2),
                                query_int(&q, 3) != 0};
        if (!visit(user, &h))
            break;
    }
    error = query_end(&q);
    read_end(store);
    return error;
}
