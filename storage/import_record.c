/*
 * Reading a record in the text of a campaign: its heading, its lines, and what is said about them;
 * see import_text.h.
 */
#include "import_text.h"

#include <stdlib.h>
#include <string.h>

/* ---- a record's heading ------------------------------------------------------------------ */

/* Copies a word; the copy lives until the record is complete. */
static const char *keep_word(struct importing *r, const char *text)
{
    const char *kept = room_keep(&r->texts, text);
    if (kept == NULL)
        import_expected(r, N_("a shorter heading"));
    return kept;
}

void import_record(struct importing *r)
{
    r->texts.used = 0;
    r->added = 0;
    r->heading = (struct store_heading){.game = "", .date = "", .pack = ""};
    r->part = PART_HEADING;
    r->record = import_id(r);
    r->heading.rules = keep_word(r, import_text(r, N_("the version of the rules"), true));
    r->heading.pack_hash = keep_word(r, import_text(r, N_("the pack's hash"), true));
}

void import_seats(struct importing *r)
{
    struct store_heading *h = &r->heading;
    for (h->seats = 0; r->deed.error == STORAGE_OK && r->at[strspn(r->at, " ")] != '\0';
         h->seats++) {
        if (h->seats == SEATS_MOST) {
            import_expected(r, N_("fewer seats"));
            return;
        }
        import_player(r, &h->seat[h->seats].player);
    }
}

static void read_names(struct importing *r)
{
    for (int i = 0; i < r->heading.seats && r->deed.error == STORAGE_OK; i++)
        r->heading.seat[i].name = keep_word(r, import_text(r, N_("a name for every seat"), false));
    if (import_word(&r->at) != NULL)
        import_expected(r, N_("a seat for every name"));
}

static void read_option(struct importing *r)
{
    struct store_heading *h = &r->heading;
    char *word = import_word(&r->at), *value = word != NULL ? strchr(word, '=') : NULL;
    if (value == NULL || h->options == STORE_OPTIONS_MOST) {
        import_expected(r, N_("KEY=VALUE"));
        return;
    }
    *value++ = '\0';
    option_valid(&r->deed, word, value);
    h->option[h->options++] = (struct store_option){keep_word(r, word), keep_word(r, value)};
}

void import_heading(struct importing *r)
{
    const char *word = import_word(&r->at);
    if (word == NULL)
        return;
    if (strcmp(word, "players") == 0)
        read_names(r);
    else if (strcmp(word, "house") == 0)
        read_option(r);
    else if (strcmp(word, "game") == 0)
        r->heading.game = keep_word(r, import_text(r, N_("a game"), false));
    else if (strcmp(word, "date") == 0)
        r->heading.date = keep_word(r, import_day(r));
    else if (strcmp(word, "pack") == 0)
        r->heading.pack = keep_word(r, import_text(r, N_("a pack's name"), false));
    else
        import_expected(r, N_("game, players, date, house or pack"));
}

/* ---- a record's rows --------------------------------------------------------------------- */

static void unite_seats(struct importing *r)
{
    for (int64_t i = 0; i < r->heading.seats && r->deed.error == STORAGE_OK; i++) {
        const struct store_seat *seat = &r->heading.seat[i];
        int64_t campaign, player = player_key(&r->deed, &seat->player, &campaign);
        if (seat->name == NULL)
            import_expected(r, N_("a name for every seat"));
        import_unite(r,
            "INSERT INTO seat (record, seat, player, name) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO "
            "NOTHING",
            "SELECT 1 FROM seat WHERE record = ?1 AND seat = ?2 AND player = ?3 AND name = ?4",
            "iiit", r->key, i, player, seat->name);
    }
}

static void unite_options(struct importing *r)
{
    for (int64_t i = 0; i < r->heading.options; i++)
        import_unite(r,
            "INSERT INTO played_under (record, place, option, value) VALUES (?1, ?2, ?3, ?4)"
            " ON CONFLICT DO NOTHING",
            "SELECT 1 FROM played_under WHERE record = ?1 AND place = ?2 AND option = ?3 AND value "
            "= ?4",
            "iitt", r->key, i, r->heading.option[i].key, r->heading.option[i].value);
}

/* Checks that a known record has exactly as many seats and options as the text says. */
static void check_counts(struct importing *r)
{
    struct query q;
    query_begin(&q, &r->deed,
        "SELECT (SELECT count(*) FROM seat WHERE record = ?1),"
        " (SELECT count(*) FROM played_under WHERE record = ?1)",
        "i", r->key);
    bool same = query_next(&q) && query_int(&q, 0) == r->heading.seats
                && query_int(&q, 1) == r->heading.options;
    if (!same)
        fail(&r->deed, STORAGE_CLASH, N_("this record is known with other seats or options"), "");
    query_end(&q);
}

void import_lines(struct importing *r)
{
    const struct store_heading *h = &r->heading;
    if (*h->game == '\0')
        import_expected(r, N_("a game"));
    r->known = !import_unite(r,
        "INSERT INTO record (id, campaign, game, day, rules, pack, pack_hash)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING",
        "SELECT 1 FROM record WHERE id = ?1 AND campaign = ?2 AND game = ?3 AND day = ?4"
        " AND rules = ?5 AND pack = ?6 AND pack_hash = ?7",
        "bittttt", &r->record, r->campaign, h->game, h->date, h->rules, h->pack, h->pack_hash);
    r->part = PART_LINES;
    r->size = (struct record_size){0, 0};
    r->key = record_key(&r->deed, &r->record);
    unite_seats(r);
    unite_options(r);
    check_counts(r);
}

/*
 * Finds the last " #@ " of a line, after which stands what the language cannot say; an author
 * contains no #.
 */
static char *find_mark(char *line)
{
    char *found = NULL;
    for (char *at = strstr(line, " #@ "); at != NULL; at = strstr(at + 1, " #@ "))
        found = at;
    return found;
}

void import_line(struct importing *r)
{
    char *line = r->at, *mark = find_mark(line);
    if (mark == NULL && line[0] != '#')
        import_expected(r, N_("`#@ ID TIME` after the line"));
    if (mark == NULL)
        return;
    *mark = '\0';
    r->at = mark + strlen(" #@ ");
    const char *text = strncmp(line, "# ", 2) == 0 ? line + 2 : line;
    int64_t time = 0;
    struct store_id id = import_id(r);
    const char *word = import_word(&r->at);
    if (word == NULL || !store_time_read(word, &time))
        import_expected(r, N_("a time"));
    if (strncmp(r->at, "withdrawn", 9) == 0 && (r->at[9] == ' ' || r->at[9] == '\0'))
        import_word(&r->at);
    const char *author = import_word(&r->at);
    line_valid(&r->deed, text, author);
    size_add(&r->deed, &r->size, text);
    bool added = import_unite(r,
        "INSERT INTO line (record, id, time, author, text) VALUES (?1, ?2, ?3, ?4, ?5)"
        " ON CONFLICT DO NOTHING",
        "SELECT 1 FROM line WHERE record = ?1 AND id = ?2 AND time = ?3 AND author = ?4 AND text = "
        "?5",
        "ibitt", r->key, &id, time, author, text);
    r->added += added;
    r->merge.lines_new += added;
}

static void read_withdrawal(struct importing *r, bool withdrawn)
{
    struct store_id id = import_id(r), line;
    const char *word = import_word(&r->at);
    bool all = word != NULL && strcmp(word, "all") == 0;
    if (!all && (word == NULL || !store_id_read(word, &line)))
        import_expected(r, N_("a line's id, or `all`"));
    r->added += import_unite(r,
        "INSERT INTO withdrawal (record, id, line, withdrawn) VALUES (?1, ?2, ?3, ?4)"
        " ON CONFLICT DO NOTHING",
        "SELECT 1 FROM withdrawal WHERE record = ?1 AND id = ?2 AND line IS ?3 AND withdrawn = ?4",
        "ibbi", r->key, &id, all ? NULL : &line, (int64_t)withdrawn);
}

void import_undo(struct importing *r) { read_withdrawal(r, true); }

void import_redo(struct importing *r) { read_withdrawal(r, false); }

void import_use(struct importing *r)
{
    struct store_id id = import_id(r);
    const char *name = import_text(r, N_("a pack's name"), false), *hash = import_word(&r->at);
    if (sql_int(&r->deed, "SELECT 1 FROM deck WHERE hash = ?1", "t", hash) == 0)
        import_expected(r, N_("the hash of a pack that stands above"));
    r->added += import_unite(r,
        "INSERT INTO uses (record, id, name, hash) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING",
        "SELECT 1 FROM uses WHERE record = ?1 AND id = ?2 AND name = ?3 AND hash = ?4", "ibtt",
        r->key, &id, name, hash);
}

void import_close_record(struct importing *r)
{
    int64_t key = r->key;
    r->merge.records_new += !r->known;
    r->merge.records_grown += r->known && r->added > 0;
    r->merge.records_known += r->known && r->added == 0;
    r->key = 0;
    if (r->known && r->added == 0)
        return;
    if (r->known)
        hold_free(&r->deed, key);
    result_stale(&r->deed, key);
    struct store_id twin = record_twin(&r->deed, key);
    r->merge.twins += !store_id_none(&twin);
}
