/*
 * A campaign as text. It is read by people, by whatever reads the language, and by import_text.c:
 *
 *     #@ fuda 1                                  the form's version; 2 with decks, 3 with rows
 *     #@ campaign ID
 *     #@ name ID "Friday night"                  one line for each name it had
 *     #@ house ID 2026-11-21 KEY "VALUE"         … option settled
 *     #@ player ID
 *     #@ called ID PLAYER "Aki"                  … name a player had
 *     #@ joined ID PLAYER PLAYER                 … join
 *     #@ row KIND ID ABOUT "TEXT"                … row that no table is for; ABOUT may be -, see
 *                                                row_kinds.h
 *
 *     #@ deck HASH                               what the next record calls so, unless it stands
 *                                                above
 *     pack tezumashi "Our copy"
 *     table 7 0=5 1=3
 *
 *     #@ record ID "RULES" "PACK'S HASH"
 *     #@ seats PLAYER PLAYER …
 *     game haratama
 *     players Aki Bo Chie Dai
 *     date 2026-11-21                            left out if there is none; so are house, pack
 *     house end=rounds:3
 *     pack "Our copy"
 *     #@ lines
 *     r9 r3 r12 b1 #@ ID TIME "AUTHOR"           the author is left out where nobody said
 *     # r4 #@ ID TIME withdrawn                  a comment to the language: it counts no more
 *     #@ undo ID LINE                            a withdrawal; of the whole record: LINE is `all`,
 *     #@ redo ID LINE                            and every line of it stands after `# `
 *     #@ uses ID "NAME" HASH                     what `pack NAME` meant in it, from then on
 *
 *     #@ end                                     without it the text is truncated
 *
 * Everything is in the order of ids. `withdrawn` and `# ` are for the reader: undo and redo say it.
 */
#include "store.h"

#include <errno.h>
#include <string.h>

struct writer {
    struct transaction deed;
    FILE *to;
    char last[STORE_HASH_TEXT]; /* the deck written last */
};

static void put_id(struct writer *w, struct store_id id)
{
    char text[STORE_ID_TEXT];
    store_id_text(&id, text);
    fprintf(w->to, " %s", text);
}

static void put_quoted(struct writer *w, const char *text)
{
    putc('"', w->to);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            putc('"', w->to);
        putc(*text, w->to);
    }
    putc('"', w->to);
}

static void put_word(struct writer *w, const char *text)
{
    if (text_is_plain((struct span){text, strlen(text)}))
        fputs(text, w->to);
    else
        put_quoted(w, text);
}

/* ---- the campaign ------------------------------------------------------------------------ */

/* Writes rows of an id, a second and a third id (or null), then quoted texts. */
static void put_rows(struct writer *w, const char *word, const char *sql, int64_t campaign)
{
    struct query q;
    query_begin(&q, &w->deed, sql, "i", campaign);
    while (query_next(&q)) {
        fprintf(w->to, "#@ %s", word);
        for (int i = 0; i < sqlite3_column_count(q.stmt); i++) {
            if (sqlite3_column_type(q.stmt, i) == SQLITE_BLOB) {
                put_id(w, query_id(&q, i));
                continue;
            }
            putc(' ', w->to);
            put_quoted(w, query_text(&q, i));
        }
        putc('\n', w->to);
    }
    query_end(&q);
}

/* Does the campaign have decks, which earlier programs cannot read? */
static bool has_decks(struct writer *w, int64_t key)
{
    return sql_int(&w->deed,
               "SELECT 1 FROM record r WHERE r.campaign = ?1"
               " AND (EXISTS (SELECT 1 FROM uses u WHERE u.record = r.key)"
               "  OR EXISTS (SELECT 1 FROM deck d WHERE d.hash = r.pack_hash)) LIMIT 1",
               "i", key)
           != 0;
}

static void put_kept_rows(struct writer *w, int64_t campaign)
{
    struct query q;
    query_begin(&q, &w->deed,
        "SELECT kind, id, about, text FROM row WHERE campaign = ?1 ORDER BY kind, id", "i",
        campaign);
    while (query_next(&q)) {
        fprintf(w->to, "#@ row %s", query_text(&q, 0));
        put_id(w, query_id(&q, 1));
        if (sqlite3_column_type(q.stmt, 2) == SQLITE_NULL)
            fputs(" -", w->to);
        else
            put_id(w, query_id(&q, 2));
        putc(' ', w->to);
        put_quoted(w, query_text(&q, 3));
        putc('\n', w->to);
    }
    query_end(&q);
}

static void put_campaign(struct writer *w, int64_t key)
{
    static const struct {
        const char *word, *sql;
    } parts[] = {
        {"campaign", "SELECT id FROM campaign WHERE key = ?1"},
        {"name", "SELECT id, name FROM name WHERE campaign = ?1 ORDER BY id"},
        {"house", "SELECT id, day, option, value FROM house WHERE campaign = ?1 ORDER BY id"},
        {"player", "SELECT id FROM player WHERE campaign = ?1 ORDER BY id"},
        {"called", "SELECT c.id, p.id, c.name FROM called c JOIN player p ON p.key = c.player"
                   " WHERE p.campaign = ?1 ORDER BY c.id"},
        {"joined", "SELECT j.id, p.id, t.id FROM joined j JOIN player p ON p.key = j.player"
                   " JOIN player t ON t.key = j.target WHERE p.campaign = ?1 ORDER BY j.id"},
    };
    bool rows = sql_int(&w->deed, "SELECT 1 FROM row WHERE campaign = ?1 LIMIT 1", "i", key) != 0;
    fprintf(w->to, "#@ fuda %d\n", rows ? 3 : has_decks(w, key) ? 2 : 1);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        put_rows(w, parts[i].word, parts[i].sql, key);
    put_kept_rows(w, key);
}

/* ---- a record ---------------------------------------------------------------------------- */

/* `hide` is "# " in a withdrawn record, else "". */
static void put_seats(struct writer *w, int64_t record, const char *hide, const char *game)
{
    struct query q;
    query_begin(&q, &w->deed,
        "SELECT p.id FROM seat s JOIN player p ON p.key = s.player"
        " WHERE s.record = ?1 ORDER BY s.seat",
        "i", record);
    fputs("#@ seats", w->to);
    while (query_next(&q))
        put_id(w, query_id(&q, 0));
    query_end(&q);
    fprintf(w->to, "\n%sgame ", hide);
    put_word(w, game);
    query_begin(&q, &w->deed, "SELECT name FROM seat WHERE record = ?1 ORDER BY seat", "i", record);
    for (bool first = true; query_next(&q); first = false) {
        if (first)
            fprintf(w->to, "\n%splayers", hide);
        putc(' ', w->to);
        put_word(w, query_text(&q, 0));
    }
    putc('\n', w->to);
    query_end(&q);
}

static void put_options(struct writer *w, int64_t record, const char *hide)
{
    struct query q;
    query_begin(&q, &w->deed,
        "SELECT option, value FROM played_under WHERE record = ?1"
        " ORDER BY place",
        "i", record);
    while (query_next(&q)) {
        fprintf(w->to, "%shouse %s=", hide, query_text(&q, 0));
        put_word(w, query_text(&q, 1));
        putc('\n', w->to);
    }
    query_end(&q);
}

static bool put_line(void *user, const struct store_line *line)
{
    struct writer *w = user;
    char time[STORE_TIME_TEXT];
    store_time_text(line->time, time);
    fprintf(w->to, "%s%s #@", line->withdrawn ? "# " : "", line->text);
    put_id(w, line->id);
    fprintf(w->to, " %s%s", time, line->withdrawn ? " withdrawn" : "");
    if (*line->author != '\0') {
        putc(' ', w->to);
        put_quoted(w, line->author);
    }
    putc('\n', w->to);
    return true;
}

static bool put_hidden_line(void *user, const struct store_line *line)
{
    struct writer *w = user;
    if (!line->withdrawn)
        fputs("# ", w->to);
    return put_line(user, line);
}

static void put_withdrawals(struct writer *w, int64_t record)
{
    struct query q;
    query_begin(&q, &w->deed,
        "SELECT id, line, withdrawn FROM withdrawal"
        " WHERE record = ?1 ORDER BY id",
        "i", record);
    while (query_next(&q)) {
        fprintf(w->to, "#@ %s", query_int(&q, 2) != 0 ? "undo" : "redo");
        put_id(w, query_id(&q, 0));
        if (sqlite3_column_type(q.stmt, 1) == SQLITE_NULL)
            fputs(" all", w->to);
        else
            put_id(w, query_id(&q, 1));
        putc('\n', w->to);
    }
    query_end(&q);
}

/* Writes all decks that were used in a record. The latest comes last and counts. */
static void put_decks(struct writer *w, int64_t record)
{
    struct query q;
    query_begin(&q, &w->deed,
        "SELECT d.hash, d.text, x'' AS id FROM record r JOIN deck d"
        " ON d.hash = r.pack_hash WHERE r.key = ?1 UNION ALL SELECT d.hash, d.text, u.id"
        " FROM uses u JOIN deck d ON d.hash = u.hash WHERE u.record = ?1 ORDER BY id",
        "i", record);
    while (query_next(&q)) {
        if (strcmp(query_text(&q, 0), w->last) == 0)
            continue;
        snprintf(w->last, sizeof w->last, "%s", query_text(&q, 0));
        fprintf(w->to, "\n#@ deck %s\n%s", w->last, query_text(&q, 1));
    }
    query_end(&q);
}

static void put_uses(struct writer *w, int64_t record)
{
    struct query q;
    query_begin(&q, &w->deed, "SELECT id, name, hash FROM uses WHERE record = ?1 ORDER BY id", "i",
        record);
    while (query_next(&q)) {
        fputs("#@ uses", w->to);
        put_id(w, query_id(&q, 0));
        putc(' ', w->to);
        put_quoted(w, query_text(&q, 1));
        fprintf(w->to, " %s\n", query_text(&q, 2));
    }
    query_end(&q);
}

/* Writes a record; `q` has key, id, game, day, rules, pack, hash. */
static void put_record(struct writer *w, const struct query *q)
{
    int64_t key = query_int(q, 0);
    struct store_id id = query_id(q, 1);
    bool withdrawn = record_withdrawn(&w->deed, key);
    const char *hide = withdrawn ? "# " : "";
    put_decks(w, key);
    fputs("\n#@ record", w->to);
    put_id(w, id);
    putc(' ', w->to);
    put_quoted(w, query_text(q, 4));
    putc(' ', w->to);
    put_quoted(w, query_text(q, 6));
    putc('\n', w->to);
    put_seats(w, key, hide, query_text(q, 2));
    if (*query_text(q, 3) != '\0')
        fprintf(w->to, "%sdate %s\n", hide, query_text(q, 3));
    put_options(w, key, hide);
    if (*query_text(q, 5) != '\0') {
        fprintf(w->to, "%spack ", hide);
        put_quoted(w, query_text(q, 5));
        putc('\n', w->to);
    }
    fputs("#@ lines\n", w->to);
    if (w->deed.error == STORAGE_OK)
        w->deed.error = store_lines_each(w->deed.store, &id, true,
            withdrawn ? put_hidden_line : put_line, w);
    put_withdrawals(w, key);
    put_uses(w, key);
}

static void put_records(struct writer *w, int64_t campaign, const struct store_id *record)
{
    struct query q;
    bool found = record == NULL;
    query_begin(&q, &w->deed,
        "SELECT key, id, game, day, rules, pack, pack_hash"
        " FROM record WHERE campaign = ?1 AND (?2 IS NULL OR id = ?2) ORDER BY id",
        "ib", campaign, record);
    while (!ferror(w->to) && query_next(&q)) {
        put_record(w, &q);
        found = true;
    }
    query_end(&q);
    if (!found)
        fail(&w->deed, STORAGE_UNKNOWN, N_("there is no such record"), "");
}

enum storage_error store_export(struct store *store, const struct store_id *campaign,
    const struct store_id *record, FILE *to)
{
    struct writer w = {.deed = read_begin(store), .to = to};
    int64_t key = campaign_key(&w.deed, campaign);
    if (w.deed.error == STORAGE_OK) {
        put_campaign(&w, key);
        put_records(&w, key, record);
    }
    if (read_end(&w.deed) != STORAGE_OK)
        return w.deed.error;
    fputs("\n#@ end\n", to);
    if (fflush(to) != 0 || ferror(to))
        fail(&w.deed, errno == ENOSPC ? STORAGE_FULL : STORAGE_DISK, N_("the text: {reason}"), "t",
            "reason", strerror(errno));
    return w.deed.error;
}
