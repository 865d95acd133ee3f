/*
 * Reads what export_text.c writes and merges it into the store. Every row has an id: a row with a
 * new id is added, and a row with a known id must be the same. All of it is one transaction.
 *
 * After the first error, which is kept, nothing more is done.
 */
#define _DEFAULT_SOURCE 1 /* getline */
#include "import_text.h"
#include "lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- the campaign ------------------------------------------------------------------------ */

static void read_version(struct importing *r)
{
    const char *word = import_word(&r->at);
    r->part = PART_CAMPAIGN;
    if (word == NULL)
        import_expected(r, N_("the form's version"));
    else if (strcmp(word, "1") != 0 && strcmp(word, "2") != 0 && strcmp(word, "3") != 0)
        fail(&r->deed, STORAGE_NEWER, N_("the text has form {form}; forms 1 to 3 are known"), "t",
            "form", word);
}

static void read_campaign(struct importing *r)
{
    if (r->campaign != 0)
        import_expected(r, N_("one campaign only"));
    r->merge.campaign = import_id(r);
    import_unite(r, "INSERT INTO campaign (id) VALUES (?1) ON CONFLICT DO NOTHING",
        "SELECT 1 FROM campaign WHERE id = ?1", "b", &r->merge.campaign);
    r->campaign = campaign_key(&r->deed, &r->merge.campaign);
}

static void read_name(struct importing *r)
{
    struct store_id id = import_id(r);
    const char *name = import_text(r, N_("a name"), false);
    import_unite(r,
        "INSERT INTO name (id, campaign, name) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
        "SELECT 1 FROM name WHERE id = ?1 AND campaign = ?2 AND name = ?3", "bit", &id, r->campaign,
        name);
}

static void read_house(struct importing *r)
{
    struct store_id id = import_id(r);
    const char *day = import_day(r), *key = import_text(r, N_("an option"), false);
    const char *value = import_text(r, N_("an option's value"), true);
    option_valid(&r->deed, key, value);
    import_unite(r,
        "INSERT INTO house (id, campaign, option, value, day) VALUES (?1, ?2, ?3, ?4, ?5)"
        " ON CONFLICT DO NOTHING",
        "SELECT 1 FROM house WHERE id = ?1 AND campaign = ?2 AND option = ?3 AND value = ?4 AND "
        "day = ?5",
        "bittt", &id, r->campaign, key, value, day);
}

static void read_player(struct importing *r)
{
    struct store_id id = import_id(r);
    import_unite(r, "INSERT INTO player (id, campaign) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
        "SELECT 1 FROM player WHERE id = ?1 AND campaign = ?2", "bi", &id, r->campaign);
}

static void read_called(struct importing *r)
{
    struct store_id id = import_id(r), player;
    int64_t key = import_player(r, &player);
    const char *name = import_text(r, N_("a name"), false);
    char folded[STORE_TEXT_MOST + 1] = "";
    if (r->deed.error == STORAGE_OK)
        word_fold(name, folded);
    import_unite(r,
        "INSERT INTO called (id, player, name, folded) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO "
        "NOTHING",
        "SELECT 1 FROM called WHERE id = ?1 AND player = ?2 AND name = ?3 AND folded = ?4", "bitt",
        &id, key, name, folded);
}

static void read_joined(struct importing *r)
{
    struct store_id id = import_id(r), player, target;
    int64_t key = import_player(r, &player), to = import_player(r, &target);
    import_unite(r,
        "INSERT INTO joined (id, player, target) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
        "SELECT 1 FROM joined WHERE id = ?1 AND player = ?2 AND target = ?3", "bii", &id, key, to);
}

/* A row for which there is no table is kept as it is. */
static void read_kept_row(struct importing *r)
{
    const char *kind = import_word(&r->at);
    struct store_id id = import_id(r), about = {{0}};
    const char *word = import_word(&r->at), *text = import_word(&r->at);
    bool none = word != NULL && strcmp(word, "-") == 0;
    if (kind == NULL || !row_kind_spelled(kind) || word == NULL
        || (!none && !store_id_read(word, &about)) || text == NULL || !row_text_clean(text)) {
        import_expected(r, N_("a row's kind, id, whose it is, and its text"));
        return;
    }
    import_unite(r,
        "INSERT INTO row (kind, id, campaign, about, text) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT "
        "DO NOTHING",
        "SELECT 1 FROM row WHERE kind = ?1 AND id = ?2 AND campaign = ?3 AND about IS ?4 AND text "
        "= ?5",
        "tbibt", kind, &id, r->campaign, none ? NULL : &about, text);
}

/* ---- a deck ------------------------------------------------------------------------------ */

static void read_row(struct importing *r, const char *line)
{
    size_t length = strlen(line);
    if (r->deck_length + length + 1 > STORE_DECK_MOST) {
        import_expected(r, N_("a pack of at most 1 MiB"));
        return;
    }
    memcpy(r->deck + r->deck_length, line, length);
    r->deck_length += length;
    r->deck[r->deck_length++] = '\n';
    r->deck[r->deck_length] = '\0';
}

/* If the text of a deck does not have its hash, the file was altered. */
static void close_deck(struct importing *r)
{
    char hash[STORE_HASH_TEXT];
    hash_text(r->deck, r->deck_length, hash);
    if (strcmp(hash, r->hash) != 0)
        import_expected(r, N_("above, the pack whose hash it is"));
    deck_check(&r->deed, r->deck);
    deck_keep(&r->deed, r->deck, hash);
}

/* Completes what was read before the next deck, the next record or the end. */
static void close_part(struct importing *r)
{
    if (r->part == PART_DECK)
        close_deck(r);
    if (r->key != 0)
        import_close_record(r);
}

static void read_record(struct importing *r)
{
    close_part(r);
    import_record(r);
}

static void read_deck(struct importing *r)
{
    close_part(r);
    const char *word = import_word(&r->at);
    if (word == NULL || strlen(word) != STORE_HASH_TEXT - 1)
        import_expected(r, N_("a pack's hash"));
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

/* ---- the text ---------------------------------------------------------------------------- */

static void read_end_mark(struct importing *r)
{
    close_part(r);
    r->part = PART_END;
    if (r->campaign == 0)
        import_expected(r, N_("a campaign"));
}

/*
 * The lines that begin with #@: the word of each, and the parts in which it may stand (a bit each).
 */
struct import_mark {
    const char *word;
    unsigned parts;
    void (*read)(struct importing *r);
};

enum {
    IN_NOTHING = 1 << PART_NOTHING,
    IN_CAMPAIGN = 1 << PART_CAMPAIGN,
    IN_HEADING = 1 << PART_HEADING,
    IN_LINES = 1 << PART_LINES,
    BETWEEN = IN_CAMPAIGN | IN_LINES | 1 << PART_DECK
};

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
    {.word = "seats", .parts = IN_HEADING, .read = import_seats},
    {.word = "lines", .parts = IN_HEADING, .read = import_lines},
    {.word = "undo", .parts = IN_LINES, .read = import_undo},
    {.word = "redo", .parts = IN_LINES, .read = import_redo},
    {.word = "uses", .parts = IN_LINES, .read = import_use},
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
    const char *word = import_word(&r->at);
    const struct import_mark *mark = word != NULL ? find_word(word) : NULL;
    if (mark == NULL)
        fail(&r->deed, STORAGE_INVALID, N_("`#@ {word}` is not known"), "t", "word",
            word != NULL ? word : "");
    else if (!(mark->parts >> r->part & 1))
        fail(&r->deed, STORAGE_INVALID, N_("`#@ {word}` does not belong here"), "t", "word", word);
    else if (r->part == PART_CAMPAIGN && r->campaign == 0 && mark->read != read_campaign
             && mark->read != read_end_mark)
        import_expected(r, N_("`#@ campaign` first"));
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
        import_line(r);
    else if (r->part == PART_DECK)
        read_row(r, line);
    else if (r->part == PART_HEADING)
        import_heading(r);
    else if (line[0] != '#')
        import_expected(r, N_("`#@` at the head of the line"));
}

static void read_all(struct importing *r, FILE *from)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    /* every byte of a quoted text may be written as two */
    const size_t most = (size_t)2 * ROW_TEXT_MOST;
    while (r->deed.error == STORAGE_OK && (length = line_get(&line, &room, most, from)) >= 0) {
        r->number++;
        if ((size_t)length > most)
            fail(&r->deed, STORAGE_INVALID, N_("a line is longer than {most} bytes"), "i", "most",
                (int64_t)most);
        while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r'))
            line[--length] = '\0';
        if (strlen(line) != (size_t)length)
            import_expected(r, N_("text without zero bytes"));
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
    struct transaction d = write_begin(store);
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
    people_forget(store); /* the import may have changed who sat with whom */
    free(r->deck);
    free(r);
    return error;
}
