/*
 * Campaigns, their names and their house options.
 */
#include "store.h"

#include <string.h>

void text_valid(struct transaction *d, const char *text, const char *what, bool empty_too)
{
    size_t length = text != NULL ? strlen(text) : 0;
    if (length == 0 && !empty_too)
        fail(d, STORAGE_INVALID, N_("{what} is empty"), "w", "what", what);
    else if (length > STORE_TEXT_MOST)
        fail(d, STORAGE_INVALID, N_("{what} is longer than {most} bytes"), "wi", "what", what,
            "most", (int64_t)STORE_TEXT_MOST);
    else if (!text_is_clean((struct span){text, length}))
        fail(d, STORAGE_INVALID,
            N_("{what} contains a control or invisible character, or is not UTF-8"), "w", "what",
            what);
    else if (!empty_too && !text_is_seen((struct span){text, length}))
        fail(d, STORAGE_INVALID, N_("{what} has no visible letter; expected at least one"), "w",
            "what", what);
}

void option_valid(struct transaction *d, const char *key, const char *value)
{
    text_valid(d, key, N_("an option"), false);
    if (key != NULL && strpbrk(key, " \"#;:=") != NULL)
        fail(d, STORAGE_INVALID, N_("“{key}” is not an option's name"), "t", "key", key);
    text_valid(d, value, N_("an option's value"), true);
}

void day_wanted(struct transaction *d, const char *day)
{
    if (!store_day_valid(day))
        fail(d, STORAGE_INVALID, N_("“{day}” is not a day YYYY-MM-DD"), "t", "day", day);
}

void word_fold(const char *word, char out[STORE_TEXT_MOST + 1])
{
    out[text_fold((struct span){word, strlen(word)}, out)] = '\0';
}

void name_fold(const char *name, char out[STORE_TEXT_MOST + 1])
{
    out[person_fold((struct span){name, strlen(name)}, out)] = '\0';
}

/* ---- campaigns --------------------------------------------------------------------------- */

#define NAME_NOW "(SELECT n.name FROM name n WHERE n.campaign = c.key ORDER BY n.id DESC LIMIT 1)"

int64_t campaign_key(struct transaction *d, const struct store_id *campaign)
{
    return key_of(d, "SELECT key FROM campaign WHERE id = ?1", campaign,
        N_("there is no such campaign"));
}

/*
 * The campaign of that name; after a merge there may be several, then the oldest. `like` gets a
 * campaign with nearly that name, or "".
 */
static struct store_id find(struct transaction *d, const char *name, char like[STORE_TEXT_MOST + 1])
{
    struct store_id found = {{0}};
    char wanted[STORE_TEXT_MOST + 1], folded[STORE_TEXT_MOST + 1];
    like[0] = '\0';
    struct query q;
    text_valid(d, name, N_("the campaign's name"), false);
    if (d->error != STORAGE_OK)
        return found;
    word_fold(name, wanted);
    struct guess near = {.word = {wanted, strlen(wanted)}, .far = strlen(wanted) < 5 ? 2 : 4};
    query_begin(&q, d, "SELECT c.id, " NAME_NOW " FROM campaign c ORDER BY c.id", "");
    while (store_id_none(&found) && query_next(&q)) {
        word_fold(query_text(&q, 1), folded);
        if (strcmp(folded, wanted) == 0)
            found = query_id(&q, 0);
        if (guess_known(&near, folded))
            snprintf(like, STORE_TEXT_MOST + 1, "%s", query_text(&q, 1));
    }
    query_end(&q);
    return found;
}

enum storage_error store_campaign_find(struct store *store, const char *name, struct store_id *out)
{
    struct transaction d = read_begin(store);
    char like[STORE_TEXT_MOST + 1];
    struct store_id found = find(&d, name, like);
    if (store_id_none(&found) && like[0] != '\0')
        fail(&d, STORAGE_UNKNOWN, N_("there is no campaign “{name}”; did you mean `{near}`?"), "tt",
            "name", name, "near", like);
    else if (store_id_none(&found))
        fail(&d, STORAGE_UNKNOWN, N_("there is no campaign “{name}”"), "t", "name", name);
    if (d.error == STORAGE_OK)
        *out = found;
    return read_end(&d);
}

/* Gives the campaign a name that no other one has. */
static void name_add(struct transaction *d, int64_t campaign, const struct store_id *of,
    const char *name)
{
    char like[STORE_TEXT_MOST + 1];
    struct store_id taken = find(d, name, like);
    if (!store_id_none(&taken) && store_id_compare(&taken, of) != 0)
        fail(d, STORAGE_TAKEN, N_("there is a campaign “{name}”"), "t", "name", name);
    struct store_id id = id_behind(d, "SELECT max(id) FROM name WHERE campaign = ?1", campaign);
    sql_run(d, "INSERT INTO name (id, campaign, name) VALUES (?1, ?2, ?3)", "bit", &id, campaign,
        name);
}

enum storage_error store_campaign_new(struct store *store, const char *name, struct store_id *out)
{
    struct transaction d = write_begin(store);
    struct store_id id = id_new(&d, NULL);
    sql_run(&d, "INSERT INTO campaign (id) VALUES (?1)", "b", &id);
    name_add(&d, sqlite3_last_insert_rowid(store->db), &id, name);
    if (write_end(&d) == STORAGE_OK)
        *out = id;
    return d.error;
}

enum storage_error store_campaign_rename(struct store *store, const struct store_id *campaign,
    const char *name)
{
    struct transaction d = write_begin(store);
    name_add(&d, campaign_key(&d, campaign), campaign, name);
    return write_end(&d);
}

enum storage_error store_campaigns_each(struct store *store, visit_campaign *visit, void *user)
{
    struct query q;
    struct transaction d = read_begin(store);
    query_begin(&q, &d,
        "SELECT c.id, " NAME_NOW ", EXISTS (SELECT 1 FROM here h"
        " WHERE h.campaign = c.key) FROM campaign c ORDER BY c.id",
        "");
    while (query_next(&q)) {
        struct store_campaign c = {query_id(&q, 0), query_text(&q, 1), query_int(&q, 2) != 0};
        if (!visit(user, &c))
            break;
    }
    query_end(&q);
    return read_end(&d);
}

enum storage_error store_campaign_use(struct store *store, const struct store_id *campaign)
{
    struct transaction d = write_begin(store);
    int64_t key = campaign_key(&d, campaign);
    sql_run(&d,
        "INSERT INTO here (one, campaign) VALUES (1, ?1)"
        " ON CONFLICT (one) DO UPDATE SET campaign = ?1",
        "i", key);
    return write_end(&d);
}

enum storage_error store_campaign_used(struct store *store, struct store_id *out)
{
    struct transaction d = read_begin(store);
    struct store_id found = sql_id(&d,
        "SELECT c.id FROM here h JOIN campaign c ON c.key = h.campaign", "");
    if (store_id_none(&found))
        fail(&d, STORAGE_UNKNOWN, N_("no campaign is in use"), "");
    if (d.error == STORAGE_OK)
        *out = found;
    return read_end(&d);
}

/* ---- house options ----------------------------------------------------------------------- */

enum storage_error store_house_settle(struct store *store, const struct store_id *campaign,
    const char *key, const char *value, const char *day)
{
    struct transaction d = write_begin(store);
    option_valid(&d, key, value);
    day_wanted(&d, day);
    int64_t owner = campaign_key(&d, campaign);
    struct store_id last = sql_id(&d,
        "SELECT max(id) FROM house WHERE campaign = ?1 AND option = ?2", "it", owner, key);
    struct store_id id = id_new(&d, &last);
    sql_run(&d, "INSERT INTO house (id, campaign, option, value, day) VALUES (?1, ?2, ?3, ?4, ?5)",
        "bittt", &id, owner, key, value, day);
    return write_end(&d);
}

enum storage_error store_house_each(struct store *store, const struct store_id *campaign,
    const char *day, bool in_force, visit_house *visit, void *user)
{
    struct transaction d = read_begin(store);
    int64_t key = campaign_key(&d, campaign);
    struct query q;
    query_begin(&q, &d,
        "SELECT h.option, h.value, h.day, h.id = (SELECT l.id FROM house l"
        "  WHERE l.campaign = ?1 AND l.option = h.option AND l.day <= ?2"
        "  ORDER BY l.day DESC, l.id DESC LIMIT 1) AS counts"
        " FROM house h WHERE h.campaign = ?1 AND (counts OR NOT ?3)"
        " ORDER BY h.day, h.id",
        "iti", key, day != NULL ? day : "9999-12-31", (int64_t)in_force);
    while (query_next(&q)) {
        struct store_house h = {query_text(&q, 0), query_text(&q, 1), query_text(&q, 2),
            query_int(&q, 3) != 0};
        if (!visit(user, &h))
            break;
    }
    query_end(&q);
    return read_end(&d);
}
