/*
 * Reads what export.c writes, and unites it with the store. Every row has an id: one that is not
 * there yet is added, one that is there must say the same. All of it is one transaction.
 */
#define _DEFAULT_SOURCE 1 /* getline */
#include "store.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Where in the text we are: each part's words are understood only there. */
enum import_part { PART_NOTHING, PART_CAMPAIGN, PART_DECK, PART_HEADING, PART_LINES, PART_END };

struct importing {
    struct store *store;
    struct storage_why *why;
    uint32_t number;                /* of the line */
    enum import_part part;
    int64_t campaign;
    struct store_merge merge;
    /* the record being read: */
    struct store_id record;
    int64_t key;                    /* 0: none */
    bool known;
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

static enum storage_error expected(struct importing *r, const char *what)
{
    return fail_word(r->why, STORAGE_INVALID, N_("expected {what}"), "what", what);
}

static enum storage_error next_id(struct importing *r, char **at, struct store_id *out)
{
    const char *word = next_word(at);
    return word != NULL && store_id_read(word, out) ? STORAGE_OK : expected(r, N_("an id"));
}

/* The next word as a key of the player it names. */
static enum storage_error next_player(struct importing *r, char **at, struct store_id *id,
                                      int64_t *key)
{
    int64_t campaign = 0;
    enum storage_error error = next_id(r, at, id);
    if (error == STORAGE_OK)
        error = player_key(r->store, id, key, &campaign, r->why);
    if (error == STORAGE_UNKNOWN || (error == STORAGE_OK && campaign != r->campaign))
        error = expected(r, N_("a player of this campaign"));
    return error;
}

static enum storage_error next_text(struct importing *r, char **at, const char *what, bool empty_too,
                                    const char **out)
{
    *out = next_word(at);
    return *out != NULL ? text_valid(*out, what, empty_too, r->why) : expected(r, what);
}

/* ---- uniting ----------------------------------------------------------------------------- */

/* `insert` adds the row unless its id is known; `same`, of the same values, finds an equal one. */
static enum storage_error unite(struct importing *r, const char *insert, const char *same,
                                bool *added, const char *binds, ...)
{
    va_list values;
    struct query q;
    va_start(values, binds);
    query_begin_list(&q, r->store, r->why, insert, binds, values);
    va_end(values);
    query_next(&q);
    enum storage_error error = query_end(&q);
    *added = error == STORAGE_OK && sqlite3_changes(r->store->db) > 0;
    if (error != STORAGE_OK || *added)
        return error;
    va_start(values, binds);
    query_begin_list(&q, r->store, r->why, same, binds, values);
    va_end(values);
    bool found = query_next(&q);
    error = query_end(&q);
    if (error != STORAGE_OK || found)
        return error;
    return fail(r->why, STORAGE_CLASH, N_("this id is known with another content"));
}

/* ---- the campaign ------------------------------------------------------------------------ */

static enum storage_error read_version(struct importing *r, char *at)
{
    const char *word = next_word(&at);
    if (word == NULL || strcmp(word, "1") == 0 || strcmp(word, "2") == 0)
        return word != NULL ? STORAGE_OK : expected(r, N_("the form's version"));
    return fail_of(r->why, STORAGE_NEWER, N_("the text has form {form}; known are 1 and 2"), "form", word);
}

static enum storage_error read_campaign(struct importing *r, char *at)
{
    bool added;
    if (r->campaign != 0)
        return expected(r, N_("one campaign only"));
    enum storage_error error = next_id(r, &at, &r->merge.campaign);
    if (error == STORAGE_OK)
        error = unite(r, "INSERT INTO campaign (id) VALUES (?1) ON CONFLICT DO NOTHING",
                      "SELECT 1 FROM campaign WHERE id = ?1", &added, "b", &r->merge.campaign);
    return error == STORAGE_OK ? campaign_key(r->store, &r->merge.campaign, &r->campaign, r->why)
                               : error;
}

static enum storage_error read_name(struct importing *r, char *at)
{
    bool added;
    struct store_id id;
    const char *name;
    enum storage_error error = next_id(r, &at, &id);
    if (error == STORAGE_OK)
        error = next_text(r, &at, N_("a name"), false, &name);
    if (error == STORAGE_OK)
        error = unite(r, "INSERT INTO name (id, campaign, name) VALUES (?1, ?2, ?3)"
                      " ON CONFLICT DO NOTHING",
                      "SELECT 1 FROM name WHERE id = ?1 AND campaign = ?2 AND name = ?3", &added,
                      "bit", &id, r->campaign, name);
    return error;
}

static enum storage_error read_house(struct importing *r, char *at)
{
    bool added;
    struct store_id id;
    const char *day, *key, *value;
    enum storage_error error = next_id(r, &at, &id);
    if (error == STORAGE_OK)
        error = next_text(r, &at, N_("a day"), false, &day);
    if (error == STORAGE_OK && !day_valid(day))
        error = expected(r, N_("a day"));
    if (error == STORAGE_OK)
        error = next_text(r, &at, N_("an option"), false, &key);
    if (error == STORAGE_OK)
        error = option_valid(key, r->why);
    if (error == STORAGE_OK)
        error = next_text(r, &at, N_("an option's value"), true, &value);
    if (error == STORAGE_OK)
        error = unite(r, "INSERT INTO house (id, campaign, option, value, day)"
                      " VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING",
                      "SELECT 1 FROM house WHERE id = ?1 AND campaign = ?2 AND option = ?3"
                      " AND value = ?4 AND day = ?5", &added, "bittt", &id, r->campaign, key, value,
                      day);
    return error;
}

static enum storage_error read_player(struct importing *r, char *at)
{
    bool added;
    struct store_id id;
    enum storage_error error = next_id(r, &at, &id);
    if (error == STORAGE_OK)
        error = unite(r, "INSERT INTO player (id, campaign) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                      "SELECT 1 FROM player WHERE id = ?1 AND campaign = ?2", &added, "bi", &id,
                      r->campaign);
    return error;
}

static enum storage_error read_called(struct importing *r, char *at)
{
    bool added;
    struct store_id id, player;
    int64_t key = 0;
    const char *name;
    char folded[STORE_TEXT_MOST + 1];
    enum storage_error error = next_id(r, &at, &id);
    if (error == STORAGE_OK)
        error = next_player(r, &at, &player, &key);
    if (error == STORAGE_OK)
        error = next_text(r, &at, N_("a name"), false, &name);
    if (error != STORAGE_OK)
        return error;
    name_fold(name, folded);
    return unite(r, "INSERT INTO called (id, player, name, folded) VALUES (?1, ?2, ?3, ?4)"
                 " ON CONFLICT DO NOTHING",
                 "SELECT 1 FROM called WHERE id = ?1 AND player = ?2 AND name = ?3 AND folded = ?4",
                 &added, "bitt", &id, key, name, folded);
}

static enum storage_error read_joined(struct importing *r, char *at)
{
    bool added;
    struct store_id id, player, target;
    int64_t key = 0, to = 0;
    enum storage_error error = next_id(r, &at, &id);
    if (error == STORAGE_OK)
        error = next_player(r, &at, &player, &key);
    if (error == STORAGE_OK)
        error = next_player(r, &at, &target, &to);
    if (error == STORAGE_OK)
        error = unite(r, "INSERT INTO joined (id, player, target) VALUES (?1, ?2, ?3)"
                      " ON CONFLICT DO NOTHING",
                      "SELECT 1 FROM joined WHERE id = ?1 AND player = ?2 AND target = ?3", &added,
                      "bii", &id, key, to);
    return error;
}

/* ---- a record's heading ------------------------------------------------------------------ */

/* The record read so far is complete: count it, and have its result derived anew if it changed. */
static enum storage_error close_record(struct importing *r)
{
    if (r->key == 0)
        return STORAGE_OK;
    r->merge.records_new += !r->known;
    r->merge.records_grown += r->known && r->added > 0;
    r->merge.records_known += r->known && r->added == 0;
    int64_t key = r->key;
    r->key = 0;
    if (r->known && r->added == 0)
        return STORAGE_OK;
    struct store_id twin;
    enum storage_error error = r->known ? hold_free(r->store, key, r->why) : STORAGE_OK;
    if (error == STORAGE_OK)
        error = result_stale(r->store, key, r->why);
    if (error == STORAGE_OK)
        error = record_twin(r->store, key, &twin, r->why);
    r->merge.twins += error == STORAGE_OK && !store_id_none(&twin);
    return error;
}

/* A word's copy that stays until the record is complete. */
static enum storage_error keep_word(struct importing *r, const char *text, const char **out)
{
    *out = room_keep(&r->texts, text);
    return *out != NULL ? STORAGE_OK : expected(r, N_("a shorter heading"));
}

/* ---- a deck ------------------------------------------------------------------------------ */

static enum storage_error read_row(struct importing *r, const char *line)
{
    size_t length = strlen(line);
    if (r->deck_length + length + 1 > STORE_DECK_MOST)
        return expected(r, N_("a pack of at most 1 MiB"));
    memcpy(r->deck + r->deck_length, line, length);
    r->deck_length += length;
    r->deck[r->deck_length++] = '\n';
    r->deck[r->deck_length] = '\0';
    return STORAGE_OK;
}

/* A deck's text is what its hash says, or the file was altered. */
static enum storage_error close_deck(struct importing *r)
{
    char hash[STORE_HASH_TEXT];
    if (r->part != PART_DECK)
        return STORAGE_OK;
    hash_text(r->deck, r->deck_length, hash);
    if (strcmp(hash, r->hash) != 0)
        return expected(r, N_("above, the pack whose hash it is"));
    enum storage_error error = deck_check(r->deck, r->why);
    return error == STORAGE_OK ? deck_keep(r->store, r->deck, hash, r->why) : error;
}

static enum storage_error read_deck(struct importing *r, char *at)
{
    enum storage_error error = close_deck(r);
    if (error == STORAGE_OK)
        error = close_record(r);
    if (error != STORAGE_OK)
        return error;
    const char *word = next_word(&at);
    if (word == NULL || strlen(word) != STORE_HASH_TEXT - 1)
        return expected(r, N_("a pack's hash"));
    if (r->deck == NULL)
        r->deck = malloc(STORE_DECK_MOST + 1);
    if (r->deck == NULL)
        return fail(r->why, STORAGE_MEMORY, NULL);
    memcpy(r->hash, word, STORE_HASH_TEXT);
    r->deck_length = 0;
    r->deck[0] = '\0';
    r->part = PART_DECK;
    return STORAGE_OK;
}

/* ---- the heading's words ------------------------------------------------------------------ */

static enum storage_error read_record(struct importing *r, char *at)
{
    const char *text;
    enum storage_error error = close_deck(r);
    if (error == STORAGE_OK)
        error = close_record(r);
    r->texts.used = 0;
    r->added = 0;
    r->heading = (struct store_heading){.game = "", .date = "", .pack = ""};
    r->part = PART_HEADING;
    if (error == STORAGE_OK)
        error = next_id(r, &at, &r->record);
    if (error == STORAGE_OK)
        error = next_text(r, &at, N_("the version of the rules"), true, &text);
    if (error == STORAGE_OK)
        error = keep_word(r, text, &r->heading.rules);
    if (error == STORAGE_OK)
        error = next_text(r, &at, N_("the pack's hash"), true, &text);
    return error == STORAGE_OK ? keep_word(r, text, &r->heading.pack_hash) : error;
}

static enum storage_error read_seats(struct importing *r, char *at)
{
    struct store_heading *h = &r->heading;
    enum storage_error error = STORAGE_OK;
    for (h->seats = 0; error == STORAGE_OK && at[strspn(at, " ")] != '\0'; h->seats++) {
        int64_t key = 0;
        if (h->seats == SEATS_MOST)
            return expected(r, N_("fewer seats"));
        error = next_player(r, &at, &h->seat[h->seats].player, &key);
    }
    return error;
}

static enum storage_error read_names(struct importing *r, char *at)
{
    enum storage_error error = STORAGE_OK;
    const char *name;
    for (int i = 0; i < r->heading.seats && error == STORAGE_OK; i++) {
        error = next_text(r, &at, N_("a name for every seat"), false, &name);
        if (error == STORAGE_OK)
            error = keep_word(r, name, &r->heading.seat[i].name);
    }
    return error == STORAGE_OK && next_word(&at) != NULL ? expected(r, N_("a seat for every name"))
                                                         : error;
}

static enum storage_error read_option(struct importing *r, char *at)
{
    struct store_heading *h = &r->heading;
    char *word = next_word(&at), *value = word != NULL ? strchr(word, '=') : NULL;
    if (value == NULL || h->options == STORE_OPTIONS_MOST)
        return expected(r, N_("KEY=VALUE"));
    *value++ = '\0';
    struct store_option *option = &h->option[h->options++];
    enum storage_error error = option_valid(word, r->why);
    if (error == STORAGE_OK)
        error = text_valid(value, N_("an option's value"), true, r->why);
    if (error == STORAGE_OK)
        error = keep_word(r, word, &option->key);
    return error == STORAGE_OK ? keep_word(r, value, &option->value) : error;
}

/* A line of the heading that is in the language itself. */
static enum storage_error read_heading(struct importing *r, char *at)
{
    const char *word = next_word(&at), *text;
    if (word == NULL)
        return STORAGE_OK;
    if (strcmp(word, "players") == 0)
        return read_names(r, at);
    if (strcmp(word, "house") == 0)
        return read_option(r, at);
    bool game = strcmp(word, "game") == 0, date = strcmp(word, "date") == 0;
    if (!game && !date && strcmp(word, "pack") != 0)
        return expected(r, N_("game, players, date, house or pack"));
    enum storage_error error = next_text(r, &at, game ? N_("a game") : date ? N_("a day") : N_("a pack's name"), false, &text);
    if (error == STORAGE_OK && date && !day_valid(text))
        error = expected(r, N_("a day"));
    const char **to = game ? &r->heading.game : date ? &r->heading.date : &r->heading.pack;
    return error == STORAGE_OK ? keep_word(r, text, to) : error;
}

/* ---- a record's rows --------------------------------------------------------------------- */

static enum storage_error unite_seats(struct importing *r)
{
    bool added;
    enum storage_error error = STORAGE_OK;
    for (int64_t i = 0; i < r->heading.seats && error == STORAGE_OK; i++) {
        const struct store_seat *seat = &r->heading.seat[i];
        int64_t player = 0, campaign = 0;
        if (seat->name == NULL)
            return expected(r, N_("a name for every seat"));
        error = player_key(r->store, &seat->player, &player, &campaign, r->why);
        if (error == STORAGE_OK)
            error = unite(r, "INSERT INTO seat (record, seat, player, name)"
                          " VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING",
                          "SELECT 1 FROM seat WHERE record = ?1 AND seat = ?2 AND player = ?3"
                          " AND name = ?4", &added, "iiit", r->key, i, player, seat->name);
    }
    return error;
}

static enum storage_error unite_options(struct importing *r)
{
    bool added;
    enum storage_error error = STORAGE_OK;
    for (int64_t i = 0; i < r->heading.options && error == STORAGE_OK; i++)
        error = unite(r, "INSERT INTO played_under (record, place, option, value)"
                      " VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING",
                      "SELECT 1 FROM played_under WHERE record = ?1 AND place = ?2"
                      " AND option = ?3 AND value = ?4", &added, "iitt", r->key, i,
                      r->heading.option[i].key, r->heading.option[i].value);
    return error;
}

/* A known record has as many seats and options as the text says, no more and no fewer. */
static enum storage_error check_counts(struct importing *r)
{
    struct query q;
    query_begin(&q, r->store, r->why, "SELECT (SELECT count(*) FROM seat WHERE record = ?1),"
                " (SELECT count(*) FROM played_under WHERE record = ?1)", "i", r->key);
    bool same = query_next(&q) && query_int(&q, 0) == r->heading.seats
                && query_int(&q, 1) == r->heading.options;
    enum storage_error error = query_end(&q);
    if (error == STORAGE_OK && !same)
        error = fail(r->why, STORAGE_CLASH, N_("this record is known with other seats or options"));
    return error;
}

static enum storage_error read_lines_begin(struct importing *r)
{
    const struct store_heading *h = &r->heading;
    bool added = false;
    if (*h->game == '\0')
        return expected(r, N_("a game"));
    enum storage_error error =
        unite(r, "INSERT INTO record (id, campaign, game, day, rules, pack, pack_hash)"
              " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING",
              "SELECT 1 FROM record WHERE id = ?1 AND campaign = ?2 AND game = ?3 AND day = ?4"
              " AND rules = ?5 AND pack = ?6 AND pack_hash = ?7", &added, "bittttt", &r->record,
              r->campaign, h->game, h->date, h->rules, h->pack, h->pack_hash);
    r->known = !added;
    r->part = PART_LINES;
    if (error == STORAGE_OK)
        error = record_key(r->store, &r->record, &r->key, r->why);
    if (error == STORAGE_OK)
        error = unite_seats(r);
    if (error == STORAGE_OK)
        error = unite_options(r);
    return error == STORAGE_OK ? check_counts(r) : error;
}

/* The last " #@ " of the line begins what the language cannot say; an author holds no #. */
static char *find_mark(char *line)
{
    char *found = NULL;
    for (char *at = strstr(line, " #@ "); at != NULL; at = strstr(at + 1, " #@ "))
        found = at;
    return found;
}

static enum storage_error read_line(struct importing *r, char *line)
{
    char *mark = find_mark(line);
    if (mark == NULL && line[0] == '#')
        return STORAGE_OK;
    if (mark == NULL)
        return expected(r, N_("`#@ ID TIME` behind the line"));
    *mark = '\0';
    char *at = mark + 4;
    struct store_id id;
    int64_t time = 0;
    bool added = false;
    const char *text = strncmp(line, "# ", 2) == 0 ? line + 2 : line;
    enum storage_error error = next_id(r, &at, &id);
    const char *word = error == STORAGE_OK ? next_word(&at) : NULL;
    if (error == STORAGE_OK && (word == NULL || !store_time_read(word, &time)))
        error = expected(r, N_("a time"));
    if (strncmp(at, "withdrawn", 9) == 0 && (at[9] == ' ' || at[9] == '\0'))
        next_word(&at);
    const char *author = next_word(&at);
    if (error == STORAGE_OK)
        error = line_valid(text, author, r->why);
    if (error == STORAGE_OK)
        error = unite(r, "INSERT INTO line (record, id, time, author, text)"
                      " VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING",
                      "SELECT 1 FROM line WHERE record = ?1 AND id = ?2 AND time = ?3"
                      " AND author = ?4 AND text = ?5", &added, "ibitt", r->key, &id, time, author,
                      text);
    r->added += added;
    r->merge.lines_new += added;
    return error;
}

static enum storage_error read_withdrawal(struct importing *r, char *at, bool withdrawn)
{
    struct store_id id, line;
    bool added = false;
    enum storage_error error = next_id(r, &at, &id);
    if (error != STORAGE_OK)
        return error;
    char *of = at, *word = next_word(&of);
    bool all = word != NULL && strcmp(word, "all") == 0;
    if (!all && (word == NULL || !store_id_read(word, &line)))
        return expected(r, N_("a line's id, or `all`"));
    error = unite(r, "INSERT INTO withdrawal (record, id, line, withdrawn)"
                  " VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING",
                  "SELECT 1 FROM withdrawal WHERE record = ?1 AND id = ?2 AND line IS ?3"
                  " AND withdrawn = ?4", &added, "ibbi", r->key, &id, all ? NULL : &line,
                  (int64_t)withdrawn);
    r->added += added;
    return error;
}

static enum storage_error read_use(struct importing *r, char *at)
{
    struct store_id id;
    const char *name = NULL;
    bool added = false;
    enum storage_error error = next_id(r, &at, &id);
    if (error == STORAGE_OK)
        error = next_text(r, &at, N_("a pack's name"), false, &name);
    const char *hash = error == STORAGE_OK ? next_word(&at) : NULL;
    struct query q;
    query_begin(&q, r->store, r->why, "SELECT 1 FROM deck WHERE hash = ?1", "t", hash);
    bool known = hash != NULL && query_next(&q);
    enum storage_error asked = query_end(&q);
    if (error == STORAGE_OK)
        error = asked;
    if (error == STORAGE_OK && !known)
        error = expected(r, N_("the hash of a pack that stands above"));
    if (error == STORAGE_OK)
        error = unite(r, "INSERT INTO uses (record, id, name, hash) VALUES (?1, ?2, ?3, ?4)"
                      " ON CONFLICT DO NOTHING",
                      "SELECT 1 FROM uses WHERE record = ?1 AND id = ?2 AND name = ?3 AND hash = ?4",
                      &added, "ibtt", r->key, &id, name, hash);
    r->added += added;
    return error;
}

/* ---- the text ---------------------------------------------------------------------------- */

/* The lines that begin with #@, by their word, and the part in which they may stand. */
struct import_mark {
    const char *word;
    bool in_nothing, in_campaign, in_deck, in_heading, in_lines;
    enum storage_error (*read)(struct importing *r, char *at);
};

static enum storage_error read_undo(struct importing *r, char *at)
{
    return read_withdrawal(r, at, true);
}

static enum storage_error read_redo(struct importing *r, char *at)
{
    return read_withdrawal(r, at, false);
}

static enum storage_error read_begin_campaign(struct importing *r, char *at)
{
    enum storage_error error = read_version(r, at);
    r->part = PART_CAMPAIGN;
    return error;
}

static enum storage_error read_begin_lines(struct importing *r, char *at)
{
    (void)at;
    return read_lines_begin(r);
}

static enum storage_error read_end_mark(struct importing *r, char *at)
{
    (void)at;
    enum storage_error error = close_deck(r);
    if (error == STORAGE_OK)
        error = close_record(r);
    r->part = PART_END;
    return error == STORAGE_OK && r->campaign == 0 ? expected(r, N_("a campaign")) : error;
}

static const struct import_mark marks[] = {
    {.word = "fuda", .in_nothing = true, .read = read_begin_campaign},
    {.word = "campaign", .in_campaign = true, .read = read_campaign},
    {.word = "name", .in_campaign = true, .read = read_name},
    {.word = "house", .in_campaign = true, .read = read_house},
    {.word = "player", .in_campaign = true, .read = read_player},
    {.word = "called", .in_campaign = true, .read = read_called},
    {.word = "joined", .in_campaign = true, .read = read_joined},
    {.word = "deck", .in_campaign = true, .in_deck = true, .in_lines = true, .read = read_deck},
    {.word = "record", .in_campaign = true, .in_deck = true, .in_lines = true, .read = read_record},
    {.word = "seats", .in_heading = true, .read = read_seats},
    {.word = "lines", .in_heading = true, .read = read_begin_lines},
    {.word = "undo", .in_lines = true, .read = read_undo},
    {.word = "redo", .in_lines = true, .read = read_redo},
    {.word = "uses", .in_lines = true, .read = read_use},
    {.word = "end", .in_campaign = true, .in_deck = true, .in_lines = true, .read = read_end_mark},
};

static bool may_stand(const struct import_mark *mark, enum import_part part)
{
    switch (part) {
    case PART_NOTHING: return mark->in_nothing;
    case PART_CAMPAIGN: return mark->in_campaign;
    case PART_DECK: return mark->in_deck;
    case PART_HEADING: return mark->in_heading;
    case PART_LINES: return mark->in_lines;
    case PART_END: return false;
    }
    return false;
}

static enum storage_error read_mark(struct importing *r, char *at)
{
    const char *word = next_word(&at);
    for (size_t i = 0; word != NULL && i < sizeof marks / sizeof marks[0]; i++) {
        if (strcmp(marks[i].word, word) != 0)
            continue;
        if (!may_stand(&marks[i], r->part))
            return fail_of(r->why, STORAGE_INVALID, N_("`#@ {word}` does not belong here"), "word", word);
        if (r->part == PART_CAMPAIGN && r->campaign == 0 && marks[i].read != read_campaign
            && marks[i].read != read_end_mark)
            return expected(r, N_("`#@ campaign` first"));
        return marks[i].read(r, at);
    }
    return fail_of(r->why, STORAGE_INVALID, N_("`#@ {word}` is not known"), "word", word != NULL ? word : "");
}

static enum storage_error read_text_line(struct importing *r, char *line)
{
    if (strncmp(line, "#@ ", 3) == 0)
        return read_mark(r, line + 3);
    if (line[0] == '\0')
        return STORAGE_OK;
    if (r->part == PART_LINES)
        return read_line(r, line);
    if (r->part == PART_DECK)
        return read_row(r, line);
    if (r->part == PART_HEADING)
        return read_heading(r, strncmp(line, "# ", 2) == 0 ? line + 2 : line);
    return line[0] == '#' ? STORAGE_OK : expected(r, N_("`#@` at the head of the line"));
}

static enum storage_error read_all(struct importing *r, FILE *from)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    enum storage_error error = STORAGE_OK;
    while (error == STORAGE_OK && (length = getline(&line, &room, from)) >= 0) {
        r->number++;
        while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r'))
            line[--length] = '\0';
        error = strlen(line) == (size_t)length ? read_text_line(r, line)
                                               : expected(r, N_("text without zero bytes"));
    }
    free(line);
    if (error == STORAGE_OK && ferror(from))
        error = fail_of(r->why, STORAGE_DISK, N_("the text: {reason}"), "reason", strerror(errno));
    if (error == STORAGE_OK && r->part != PART_END)
        error = fail(r->why, STORAGE_INVALID, N_("the text is truncated: `#@ end` is missing"));
    return error;
}

enum storage_error store_import(struct store *store, FILE *from, struct store_merge *out,
                                struct storage_why *why)
{
    struct importing *r = calloc(1, sizeof *r);
    if (r == NULL)
        return fail(why, STORAGE_MEMORY, NULL);
    r->store = store;
    r->why = why;
    enum storage_error error = write_begin(store, why);
    if (error == STORAGE_OK) {
        error = read_all(r, from);
        if (error != STORAGE_OK && why != NULL)
            why->line = r->number;
        error = write_end(store, error, why);
    }
    if (error == STORAGE_OK)
        *out = r->merge;
    free(r->deck);
    free(r);
    return error;
}
