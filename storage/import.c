/*
 * Reads what export.c writes, and unites it with the store. Every row has an id: one that is not
 * there yet is added, one that is there must say the same. All of it is one transaction.
 *
 * The reading keeps its first error: whatever is asked of it after that does nothing.
 */
#define _DEFAULT_SOURCE 1 /* getline */
#include "lines.h"
#include "rowstore.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Where in the text we are: each part's words are understood only there. */
enum import_part { PART_NOTHING, PART_CAMPAIGN, PART_DECK, PART_HEADING, PART_LINES, PART_END };

struct importing {
    struct deed deed;
    uint32_t number;                /* of the line */
    char *at;                       /* what is left of it */
    enum import_part part;
    int64_t campaign;
    struct store_merge merge;
    /* the record being read: */
    struct store_id record;
    int64_t key;                    /* 0: none */
    bool known;
    struct record_size size;
    uint32_t added;                 /* lines and withdrawals that were not known */
    struct store_heading heading;
    struct room texts;              /* of the heading */
    /* the deck being read: */
    char hash[STORE_HASH_TEXT];
    char *deck;                     /* owned */
    size_t deck_length;
};

/* ---- words ------------------------------------------------------------------------------- */

/*
 * The next word at *at, in place and without its quotes; NULL at the end. Quotes may begin inside
 * a word (key="a b").
 */
static char *next_word(char **at)
{
    char *from = *at;
    while (*from == ' ' || *from == '\t')
        from++;
    if (*from == '\0')
        return NULL;
    char *word = from, *to = from;
    for (bool quoted = false; *from != '\0' && (quoted || (*from != ' ' && *from != '\t')); from++) {
        if (*from != '"')
            *to++ = *from;
        else if (quoted && from[1] == '"')
            *to++ = *from++;
        else
            quoted = !quoted;
    }
    *at = *from != '\0' ? from + 1 : from;
    *to = '\0';
    return word;
}

static void expected(struct importing *r, const char *what)
{
    fail(&r->deed, STORAGE_INVALID, N_("expected {what}"), "w", "what", what);
}

static struct store_id next_id(struct importing *r)
{
    struct store_id id = {{0}};
    const char *word = next_word(&r->at);
    if (word == NULL || !store_id_read(word, &id))
        expected(r, N_("an id"));
    return id;
}

/* The next word as a key of the player it names, whose id is put into `id`. */
static int64_t next_player(struct importing *r, struct store_id *id)
{
    *id = next_id(r);
    int64_t key = sql_int(&r->deed, "SELECT key FROM player WHERE id = ?1 AND campaign = ?2", "bi", id, r->campaign);
    if (key == 0)
        expected(r, N_("a player of this campaign"));
    return key;
}

/* "" where there is none. */
static const char *next_text(struct importing *r, const char *what, bool empty_too)
{
    const char *text = next_word(&r->at);
    if (text == NULL)
        expected(r, what);
    else
        text_valid(&r->deed, text, what, empty_too);
    return text != NULL ? text : "";
}

static const char *next_day(struct importing *r)
{
    const char *day = next_text(r, N_("a day"), false);
    if (!store_day_valid(day))
        expected(r, N_("a day"));
    return day;
}

/* ---- uniting ----------------------------------------------------------------------------- */

/* `insert` adds the row unless its id is known; `same`, of the same values, finds an equal one. True: added. */
static bool unite(struct importing *r, const char *insert, const char *same, const char *binds, ...)
{
    va_list values;
    struct query q;
    va_start(values, binds);
    query_begin_list(&q, &r->deed, insert, binds, values);
    va_end(values);
    query_next(&q);
    query_end(&q);
    if (r->deed.error != STORAGE_OK || sqlite3_changes(r->deed.store->db) > 0)
        return r->deed.error == STORAGE_OK;
    va_start(values, binds);
    query_begin_list(&q, &r->deed, same, binds, values);
    va_end(values);
    if (!query_next(&q))
        fail(&r->deed, STORAGE_CLASH, N_("this id is known with another content"), "");
    query_end(&q);
    return false;
}

/* ---- the campaign ------------------------------------------------------------------------ */

static void read_version(struct importing *r)
{
    const char *word = next_word(&r->at);
    r->part = PART_CAMPAIGN;
    if (word == NULL)
        expected(r, N_("the form's version"));
    else if (strcmp(word, "1") != 0 && strcmp(word, "2") != 0 && strcmp(word, "3") != 0)
        fail(&r->deed, STORAGE_NEWER, N_("the text has form {form}; known are 1 to 3"), "t", "form", word);
}

static void read_campaign(struct importing *r)
{
    if (r->campaign != 0)
        expected(r, N_("one campaign only"));
    r->merge.campaign = next_id(r);
    unite(r, "INSERT INTO campaign (id) VALUES (?1) ON CONFLICT DO NOTHING",
          "SELECT 1 FROM campaign WHERE id = ?1", "b", &r->merge.campaign);
    r->campaign = campaign_key(&r->deed, &r->merge.campaign);
}

static void read_name(struct importing *r)
{
    struct store_id id = next_id(r);
    const char *name = next_text(r, N_("a name"), false);
    unite(r, "INSERT INTO name (id, campaign, name) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
          "SELECT 1 FROM name WHERE id = ?1 AND campaign = ?2 AND name = ?3", "bit", &id, r->campaign, name);
}

static void read_house(struct importing *r)
{
    struct store_id id = next_id(r);
    const char *day = next_day(r), *key = next_text(r, N_("an option"), false);
    const char *value = next_text(r, N_("an option's value"), true);
    option_valid(&r->deed, key, value);
    unite(r, "INSERT INTO house (id, campaign, option, value, day) VALUES (?1, ?2, ?3, ?4, ?5)"
          " ON CONFLICT DO NOTHING",
          "SELECT 1 FROM house WHERE id = ?1 AND campaign = ?2 AND option = ?3 AND value = ?4 AND day = ?5",
          "bittt", &id, r->campaign, key, value, day);
}

static void read_player(struct importing *r)
{
    struct store_id id = next_id(r);
    unite(r, "INSERT INTO player (id, campaign) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
          "SELECT 1 FROM player WHERE id = ?1 AND campaign = ?2", "bi", &id, r->campaign);
}

static void read_called(struct importing *r)
{
    struct store_id id = next_id(r), player;
    int64_t key = next_player(r, &player);
    const char *name = next_text(r, N_("a name"), false);
    char folded[STORE_TEXT_MOST + 1] = "";
    if (r->deed.error == STORAGE_OK)
        name_fold(name, folded);
    unite(r, "INSERT INTO called (id, player, name, folded) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING",
          "SELECT 1 FROM called WHERE id = ?1 AND player = ?2 AND name = ?3 AND folded = ?4", "bitt", &id, key,
          name, folded);
}

static void read_joined(struct importing *r)
{
    struct store_id id = next_id(r), player, target;
    int64_t key = next_player(r, &player), to = next_player(r, &target);
    unite(r, "INSERT INTO joined (id, player, target) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
          "SELECT 1 FROM joined WHERE id = ?1 AND player = ?2 AND target = ?3", "bii", &id, key, to);
}

/* A row that no table is for, as it was kept. */
static void read_kept_row(struct importing *r)
{
    const char *kind = next_word(&r->at);
    struct store_id id = next_id(r), about = {{0}};
    const char *word = next_word(&r->at), *text = next_word(&r->at);
    bool none = word != NULL && strcmp(word, "-") == 0;
    if (kind == NULL || !row_kind_spelled(kind) || word == NULL || (!none && !store_id_read(word, &about)) || text == NULL
        || !row_text_clean(text)) {
        expected(r, N_("a row's kind, id, whose it is, and its text"));
        return;
    }
    unite(r, "INSERT INTO row (kind, id, campaign, about, text) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING",
          "SELECT 1 FROM row WHERE kind = ?1 AND id = ?2 AND campaign = ?3 AND about IS ?4 AND text = ?5", "tbibt", kind,
          &id, r->campaign, none ? NULL : &about, text);
}

/* ---- a deck ------------------------------------------------------------------------------ */

static void read_row(struct importing *r, const char *line)
{
    size_t length = strlen(line);
    if (r->deck_length + length + 1 > STORE_DECK_MOST) {
        expected(r, N_("a pack of at most 1 MiB"));
        return;
    }
    memcpy(r->deck + r->deck_length, line, length);
    r->deck_length += length;
    r->deck[r->deck_length++] = '\n';
    r->deck[r->deck_length] = '\0';
}

/* A deck's text is what its hash says, or the file was altered. */
static void close_deck(struct importing *r)
{
    char hash[STORE_HASH_TEXT];
    hash_text(r->deck, r->deck_length, hash);
    if (strcmp(hash, r->hash) != 0)
        expected(r, N_("above, the pack whose hash it is"));
    deck_check(&r->deed, r->deck);
    deck_keep(&r->deed, r->deck, hash);
}

/* The record read so far is complete: count it, and have its result derived anew if it changed. */
static void close_record(struct importing *r)
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

/* What was read before the next deck, the next record or the end. */
static void close_part(struct importing *r)
{
    if (r->part == PART_DECK)
        close_deck(r);
    if (r->key != 0)
        close_record(r);
}

static void read_deck(struct importing *r)
{
    close_part(r);
    const char *word = next_word(&r->at);
    if (word == NULL || strlen(word) != STORE_HASH_TEXT - 1)
        expected(r, N_("a pack's hash"));
    if (r->deck == NULL)
        r->deck = malloc(STORE_DECK_MOST + 1);
    if (r->deck == NULL)
        fail(&r->deed, STORAGE_MEMORY, NULL, "");
    if (r->deed.error != STORAGE_OK || word == NULL || r->deck == NULL)
        return;
    memcpy(r->hash, word, STORE_HASH_TEXT);
    r->deck_length = 0;
    r->deck[0] = '\0';
    r->part = PART_DECK;
}

/* ---- a record's heading ------------------------------------------------------------------ */

/* A word's copy that stays until the record is complete. */
static const char *keep_word(struct importing *r, const char *text)
{
    const char *kept = room_keep(&r->texts, text);
    if (kept == NULL)
        expected(r, N_("a shorter heading"));
    return kept;
}

static void read_record(struct importing *r)
{
    close_part(r);
    r->texts.used = 0;
    r->added = 0;
    r->heading = (struct store_heading){.game = "", .date = "", .pack = ""};
    r->part = PART_HEADING;
    r->record = next_id(r);
    r->heading.rules = keep_word(r, next_text(r, N_("the version of the rules"), true));
    r->heading.pack_hash = keep_word(r, next_text(r, N_("the pack's hash"), true));
}

static void read_seats(struct importing *r)
{
    struct store_heading *h = &r->heading;
    for (h->seats = 0; r->deed.error == STORAGE_OK && r->at[strspn(r->at, " ")] != '\0'; h->seats++) {
        if (h->seats == SEATS_MOST) {
            expected(r, N_("fewer seats"));
            return;
        }
        next_player(r, &h->seat[h->seats].player);
    }
}

static void read_names(struct importing *r)
{
    for (int i = 0; i < r->heading.seats && r->deed.error == STORAGE_OK; i++)
        r->heading.seat[i].name = keep_word(r, next_text(r, N_("a name for every seat"), false));
    if (next_word(&r->at) != NULL)
        expected(r, N_("a seat for every name"));
}

static void read_option(struct importing *r)
{
    struct store_heading *h = &r->heading;
    char *word = next_word(&r->at), *value = word != NULL ? strchr(word, '=') : NULL;
    if (value == NULL || h->options == STORE_OPTIONS_MOST) {
        expected(r, N_("KEY=VALUE"));
        return;
    }
    *value++ = '\0';
    option_valid(&r->deed, word, value);
    h->option[h->options++] = (struct store_option){keep_word(r, word), keep_word(r, value)};
}

/* A line of the heading that is in the language itself. */
static void read_heading(struct importing *r)
{
    const char *word = next_word(&r->at);
    if (word == NULL)
        return;
    if (strcmp(word, "players") == 0)
        read_names(r);
    else if (strcmp(word, "house") == 0)
        read_option(r);
    else if (strcmp(word, "game") == 0)
        r->heading.game = keep_word(r, next_text(r, N_("a game"), false));
    else if (strcmp(word, "date") == 0)
        r->heading.date = keep_word(r, next_day(r));
    else if (strcmp(word, "pack") == 0)
        r->heading.pack = keep_word(r, next_text(r, N_("a pack's name"), false));
    else
        expected(r, N_("game, players, date, house or pack"));
}

/* ---- a record's rows --------------------------------------------------------------------- */

static void unite_seats(struct importing *r)
{
    for (int64_t i = 0; i < r->heading.seats && r->deed.error == STORAGE_OK; i++) {
        const struct store_seat *seat = &r->heading.seat[i];
        int64_t campaign, player = player_key(&r->deed, &seat->player, &campaign);
        if (seat->name == NULL)
            expected(r, N_("a name for every seat"));
        unite(r, "INSERT INTO seat (record, seat, player, name) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING",
              "SELECT 1 FROM seat WHERE record = ?1 AND seat = ?2 AND player = ?3 AND name = ?4", "iiit", r->key, i,
              player, seat->name);
    }
}

static void unite_options(struct importing *r)
{
    for (int64_t i = 0; i < r->heading.options; i++)
        unite(r, "INSERT INTO played_under (record, place, option, value) VALUES (?1, ?2, ?3, ?4)"
              " ON CONFLICT DO NOTHING",
              "SELECT 1 FROM played_under WHERE record = ?1 AND place = ?2 AND option = ?3 AND value = ?4", "iitt",
              r->key, i, r->heading.option[i].key, r->heading.option[i].value);
}

/* A known record has as many seats and options as the text says, no more and no fewer. */
static void check_counts(struct importing *r)
{
    struct query q;
    query_begin(&q, &r->deed, "SELECT (SELECT count(*) FROM seat WHERE record = ?1),"
                " (SELECT count(*) FROM played_under WHERE record = ?1)", "i", r->key);
    bool same = query_next(&q) && query_int(&q, 0) == r->heading.seats && query_int(&q, 1) == r->heading.options;
    if (!same)
        fail(&r->deed, STORAGE_CLASH, N_("this record is known with other seats or options"), "");
    query_end(&q);
}

static void read_lines_begin(struct importing *r)
{
    const struct store_heading *h = &r->heading;
    if (*h->game == '\0')
        expected(r, N_("a game"));
    r->known = !unite(r, "INSERT INTO record (id, campaign, game, day, rules, pack, pack_hash)"
                      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING",
                      "SELECT 1 FROM record WHERE id = ?1 AND campaign = ?2 AND game = ?3 AND day = ?4"
                      " AND rules = ?5 AND pack = ?6 AND pack_hash = ?7", "bittttt", &r->record, r->campaign,
                      h->game, h->date, h->rules, h->pack, h->pack_hash);
    r->part = PART_LINES;
    r->size = (struct record_size){0, 0};
    r->key = record_key(&r->deed, &r->record);
    unite_seats(r);
    unite_options(r);
    check_counts(r);
}

/* The last " #@ " of the line begins what the language cannot say; an author holds no #. */
static char *find_mark(char *line)
{
    char *found = NULL;
    for (char *at = strstr(line, " #@ "); at != NULL; at = strstr(at + 1, " #@ "))
        found = at;
    return found;
}

static void read_line(struct importing *r)
{
    char *line = r->at, *mark = find_mark(line);
    if (mark == NULL && line[0] != '#')
        expected(r, N_("`#@ ID TIME` behind the line"));
    if (mark == NULL)
        return;
    *mark = '\0';
    r->at = mark + strlen(" #@ ");
    const char *text = strncmp(line, "# ", 2) == 0 ? line + 2 : line;
    int64_t time = 0;
    struct store_id id = next_id(r);
    const char *word = next_word(&r->at);
    if (word == NULL || !store_time_read(word, &time))
        expected(r, N_("a time"));
    if (strncmp(r->at, "withdrawn", 9) == 0 && (r->at[9] == ' ' || r->at[9] == '\0'))
        next_word(&r->at);
    const char *author = next_word(&r->at);
    line_valid(&r->deed, text, author);
    size_add(&r->deed, &r->size, text);
    bool added = unite(r, "INSERT INTO line (record, id, time, author, text) VALUES (?1, ?2, ?3, ?4, ?5)"
                       " ON CONFLICT DO NOTHING",
                       "SELECT 1 FROM line WHERE record = ?1 AND id = ?2 AND time = ?3 AND author = ?4 AND text = ?5",
                       "ibitt", r->key, &id, time, author, text);
    r->added += added;
    r->merge.lines_new += added;
}

static void read_withdrawal(struct importing *r, bool withdrawn)
{
    struct store_id id = next_id(r), line;
    const char *word = next_word(&r->at);
    bool all = word != NULL && strcmp(word, "all") == 0;
    if (!all && (word == NULL || !store_id_read(word, &line)))
        expected(r, N_("a line's id, or `all`"));
    r->added += unite(r, "INSERT INTO withdrawal (record, id, line, withdrawn) VALUES (?1, ?2, ?3, ?4)"
                      " ON CONFLICT DO NOTHING",
                      "SELECT 1 FROM withdrawal WHERE record = ?1 AND id = ?2 AND line IS ?3 AND withdrawn = ?4",
                      "ibbi", r->key, &id, all ? NULL : &line, (int64_t)withdrawn);
}

static void read_undo(struct importing *r)
{
    read_withdrawal(r, true);
}

static void read_redo(struct importing *r)
{
    read_withdrawal(r, false);
}

static void read_use(struct importing *r)
{
    struct store_id id = next_id(r);
    const char *name = next_text(r, N_("a pack's name"), false), *hash = next_word(&r->at);
    if (sql_int(&r->deed, "SELECT 1 FROM deck WHERE hash = ?1", "t", hash) == 0)
        expected(r, N_("the hash of a pack that stands above"));
    r->added += unite(r, "INSERT INTO uses (record, id, name, hash) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING",
                      "SELECT 1 FROM uses WHERE record = ?1 AND id = ?2 AND name = ?3 AND hash = ?4", "ibtt", r->key,
                      &id, name, hash);
}

/* ---- the text ---------------------------------------------------------------------------- */

static void read_end_mark(struct importing *r)
{
    close_part(r);
    r->part = PART_END;
    if (r->campaign == 0)
        expected(r, N_("a campaign"));
}

/* The lines that begin with #@, by their word, and the parts in which they may stand: a bit each. */
struct import_mark {
    const char *word;
    unsigned parts;
    void (*read)(struct importing *r);
};

enum { IN_NOTHING = 1 << PART_NOTHING, IN_CAMPAIGN = 1 << PART_CAMPAIGN, IN_HEADING = 1 << PART_HEADING,
       IN_LINES = 1 << PART_LINES, BETWEEN = IN_CAMPAIGN | IN_LINES | 1 << PART_DECK };

static const struct import_mark marks[] = {
    {.word = "fuda", .parts = IN_NOTHING, .read = read_version},
    {.word = "campaign", .parts = IN_CAMPAIGN, .read = read_campaign},
    {.word = "name", .parts = IN_CAMPAIGN, .read = read_name},
    {.word = "house", .parts = IN_CAMPAIGN, .read = read_house},
    {.word = "player", .parts = IN_CAMPAIGN, .read = read_player},
    {.word = "called", .parts = IN_CAMPAIGN, .read = read_called},
    {.word = "joined", .parts = IN_CAMPAIGN, .read = read_joined},
    {.word = "row", .parts = IN_CAMPAIGN, .read = read_kept_row},
    {.word = "deck", .parts = BETWEEN, .read = read_deck},
    {.word = "record", .parts = BETWEEN, .read = read_record},
    {.word = "seats", .parts = IN_HEADING, .read = read_seats},
    {.word = "lines", .parts = IN_HEADING, .read = read_lines_begin},
    {.word = "undo", .parts = IN_LINES, .read = read_undo},
    {.word = "redo", .parts = IN_LINES, .read = read_redo},
    {.word = "uses", .parts = IN_LINES, .read = read_use},
    {.word = "end", .parts = BETWEEN, .read = read_end_mark},
};

static const struct import_mark *find_word(const char *word)
{
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (strcmp(marks[i].word, word) == 0)
            return &marks[i];
    return NULL;
}

static void read_mark(struct importing *r)
{
    const char *word = next_word(&r->at);
    const struct import_mark *mark = word != NULL ? find_word(word) : NULL;
    if (mark == NULL)
        fail(&r->deed, STORAGE_INVALID, N_("`#@ {word}` is not known"), "t", "word", word != NULL ? word : "");
    else if (!(mark->parts >> r->part & 1))
        fail(&r->deed, STORAGE_INVALID, N_("`#@ {word}` does not belong here"), "t", "word", word);
    else if (r->part == PART_CAMPAIGN && r->campaign == 0 && mark->read != read_campaign && mark->read != read_end_mark)
        expected(r, N_("`#@ campaign` first"));
    else
        mark->read(r);
}

static void read_text_line(struct importing *r, char *line)
{
    bool marked = strncmp(line, "#@ ", 3) == 0, commented = strncmp(line, "# ", 2) == 0;
    r->at = line + (marked ? 3 : commented && r->part == PART_HEADING ? 2 : 0);
    if (marked)
        read_mark(r);
    else if (line[0] == '\0')
        ;
    else if (r->part == PART_LINES)
        read_line(r);
    else if (r->part == PART_DECK)
        read_row(r, line);
    else if (r->part == PART_HEADING)
        read_heading(r);
    else if (line[0] != '#')
        expected(r, N_("`#@` at the head of the line"));
}

static void read_all(struct importing *r, FILE *from)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    const size_t most = (size_t)2 * ROW_TEXT_MOST;      /* every letter of a text may be two in quotes */
    while (r->deed.error == STORAGE_OK && (length = line_get(&line, &room, most, from)) >= 0) {
        r->number++;
        if ((size_t)length > most)
            fail(&r->deed, STORAGE_INVALID, N_("a line is longer than {most} bytes"), "i", "most", (int64_t)most);
        while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r'))
            line[--length] = '\0';
        if (strlen(line) != (size_t)length)
            expected(r, N_("text without zero bytes"));
        else
            read_text_line(r, line);
    }
    free(line);
    if (ferror(from))
        fail(&r->deed, STORAGE_DISK, N_("the text: {reason}"), "t", "reason", strerror(errno));
    if (r->part != PART_END)
        fail(&r->deed, STORAGE_INVALID, N_("the text is truncated: `#@ end` is missing"), "");
}

enum storage_error store_import(struct store *store, FILE *from, struct store_merge *out)
{
    struct importing *r = calloc(1, sizeof *r);
    struct deed d = write_begin(store);
    if (r == NULL) {
        fail(&d, STORAGE_MEMORY, NULL, "");
        return write_end(&d);
    }
    r->deed = d;
    if (d.writes) {
        read_all(r, from);
        if (r->deed.error != STORAGE_OK)
            store->why.line = r->number;
    }
    enum storage_error error = write_end(&r->deed);
    if (error == STORAGE_OK)
        *out = r->merge;
    free(r->deck);
    free(r);
    return error;
}
