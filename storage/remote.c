/* Remotes: places where the stores of a campaign exchange rows; see stored_rows.h. */
#include "rowstore.h"

/*
 * Numbers the rows that were there before the first remote, in an order in which each row comes
 * after what it is about.
 */
static void number_all(struct transaction *d)
{
    static const char *const all[] = {
        "INSERT INTO added (campaign, kind, at, id) SELECT key, 'campaign', 0, id FROM campaign",
        "INSERT INTO added (campaign, kind, at, id) SELECT campaign, 'name', 0, id FROM name ORDER "
        "BY id",
        "INSERT INTO added (campaign, kind, at, id) SELECT campaign, 'house', 0, id FROM house "
        "ORDER BY id",
        "INSERT INTO added (campaign, kind, at, id) SELECT campaign, 'player', 0, id FROM player "
        "ORDER BY key",
        "INSERT INTO added (campaign, kind, at, id) SELECT p.campaign, 'called', 0, c.id FROM "
        "called c"
        " JOIN player p ON p.key = c.player ORDER BY c.id",
        "INSERT INTO added (campaign, kind, at, id) SELECT p.campaign, 'joined', 0, j.id FROM "
        "joined j"
        " JOIN player p ON p.key = j.player ORDER BY j.id",
        "INSERT INTO added (campaign, kind, at, id) SELECT DISTINCT r.campaign, 'deck', 0, d.hash "
        "FROM deck d"
        " JOIN record r ON r.pack_hash = d.hash OR EXISTS (SELECT 1 FROM uses u WHERE u.record = "
        "r.key AND u.hash = d.hash)",
        "INSERT INTO added (campaign, kind, at, id) SELECT campaign, 'record', key, id FROM record "
        "ORDER BY key",
        "INSERT INTO added (campaign, kind, at, id) SELECT r.campaign, 'line', r.key, l.id FROM "
        "record r"
        " JOIN line l ON l.record = r.key ORDER BY r.key, l.id",
        "INSERT INTO added (campaign, kind, at, id) SELECT r.campaign, 'taken', r.key, w.id FROM "
        "record r"
        " JOIN withdrawal w ON w.record = r.key ORDER BY r.key, w.id",
        "INSERT INTO added (campaign, kind, at, id) SELECT r.campaign, 'uses', r.key, u.id FROM "
        "record r"
        " JOIN uses u ON u.record = r.key ORDER BY r.key, u.id",
        "INSERT INTO added (campaign, kind, at, id) SELECT campaign, kind, 0, id FROM row ORDER BY "
        "id",
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        sql_run(d, all[i], "");
}

enum storage_error store_remote_add(struct store *store, const char *name, const char *address,
    const struct store_id *campaign, const char *label)
{
    struct transaction d = write_begin(store);
    text_valid(&d, label, N_("the table's name"), true);
    text_valid(&d, name, N_("a remote's name"), false);
    int64_t key = campaign != NULL ? campaign_key(&d, campaign) : 0;
    bool first = sql_int(&d, "SELECT count(*) FROM remote", "") == 0;
    if (sql_int(&d, "SELECT 1 FROM remote WHERE name = ?1", "t", name) != 0)
        fail(&d, STORAGE_TAKEN, N_("there is a remote “{name}”"), "t", "name", name);
    struct store_id device = sql_id(&d, "SELECT device FROM remote LIMIT 1", "");
    if (store_id_none(&device))
        device = id_new(&d, NULL);
    if (first)
        number_all(&d);
    sql_run(&d,
        "INSERT INTO remote (name, address, campaign, device, sent, told, state, label)"
        " VALUES (?1, ?2, nullif(?3, 0), ?4, 0, 0, '', ?5)",
        "ttibt", name, address, key, &device, label);
    return write_end(&d);
}

static int64_t remote_key(struct transaction *d, const char *name)
{
    int64_t key = sql_int(d, "SELECT key FROM remote WHERE name = ?1", "t", name);
    if (key == 0)
        fail(d, STORAGE_UNKNOWN, N_("there is no remote “{name}”"), "t", "name", name);
    return key;
}

/* Removing the last remote also removes the numbers, which are only for remotes. */
enum storage_error store_remote_remove(struct store *store, const char *name)
{
    struct transaction d = write_begin(store);
    sql_run(&d, "DELETE FROM remote WHERE key = ?1", "i", remote_key(&d, name));
    if (sql_int(&d, "SELECT count(*) FROM remote", "") == 0)
        sql_run(&d, "DELETE FROM added", "");
    return write_end(&d);
}

enum storage_error store_remotes_each(struct store *store, visit_remote *visit, void *user)
{
    struct query q;
    struct transaction d = read_begin(store);
    query_begin(&q, &d,
        "SELECT r.name, r.address, c.id, r.sent, r.told, r.state, r.label FROM remote r"
        " LEFT JOIN campaign c ON c.key = r.campaign ORDER BY r.name",
        "");
    while (query_next(&q)) {
        struct store_remote remote = {query_text(&q, 0), query_text(&q, 1), query_id(&q, 2),
            query_int(&q, 3), query_int(&q, 4), query_text(&q, 5), query_text(&q, 6)};
        if (!visit(user, &remote))
            break;
    }
    query_end(&q);
    return read_end(&d);
}

enum storage_error store_remote_settle(struct store *store, const char *name,
    const struct store_id *campaign)
{
    struct transaction d = write_begin(store);
    int64_t remote = remote_key(&d, name);
    sql_run(&d, "INSERT INTO campaign (id) VALUES (?1) ON CONFLICT DO NOTHING", "b", campaign);
    /* the row came from that remote and need not be sent to it */
    if (sqlite3_changes(store->db) > 0)
        sql_run(&d, "UPDATE added SET source = ?1 WHERE number = (SELECT max(number) FROM added)",
            "i", remote);
    int64_t key = campaign_key(&d, campaign);
    sql_run(&d, "UPDATE remote SET campaign = ?2, sent = 0, told = 0, state = '' WHERE key = ?1",
        "ii", remote, key);
    return write_end(&d);
}

enum storage_error store_remote_progress(struct store *store, const char *name, int64_t sent,
    const char *state)
{
    struct transaction d = write_begin(store);
    int64_t key = remote_key(&d, name);
    sql_run(&d, "UPDATE remote SET sent = ?2 WHERE key = ?1", "ii", key, sent);
    if (state != NULL)
        sql_run(&d, "UPDATE remote SET state = ?2 WHERE key = ?1", "it", key, state);
    return write_end(&d);
}

enum storage_error store_remote_told(struct store *store, const char *name, int64_t told)
{
    struct transaction d = write_begin(store);
    sql_run(&d, "UPDATE remote SET told = ?2 WHERE key = ?1", "ii", remote_key(&d, name), told);
    return write_end(&d);
}

/* From now on rows that came from the remote are sent to it again; 0 is no remote's key. */
enum storage_error store_remote_begin_anew(struct store *store, const char *name)
{
    struct transaction d = write_begin(store);
    int64_t key = remote_key(&d, name);
    sql_run(&d, "UPDATE remote SET sent = 0, told = 0, state = '' WHERE key = ?1", "i", key);
    sql_run(&d, "UPDATE added SET source = 0 WHERE source = ?1", "i", key);
    return write_end(&d);
}

enum storage_error store_device(struct store *store, struct store_id *out)
{
    struct transaction d = read_begin(store);
    *out = sql_id(&d, "SELECT device FROM remote LIMIT 1", "");
    return read_end(&d);
}
