/*
 * What phones are offered is taken: a night of each game (tests/nights) is played by taps alone,
 * from what fuda sends to phones. Now and then, before a line of the night goes out, an answer is
 * put together of what is offered, said, and taken back. In the end the record is the night's.
 * SEED= and ONLY=NIGHT take one back.
 */
#include "phones.h"

#include <jansson.h>
#include <time.h>

enum { PHONES = 16, PATH_ROOM = 300, LINE_ROOM = 2000, KEPT_ROOM = 1 << 15 };

static json_t *table; /* as it was sent last; owned */
static unsigned offered, taken, guest;

/* ---- phones ------------------------------------------------------------------------------ */

/* After which line the table stands, as the phones see it. */
static json_int_t line_standing(void)
{
    json_int_t last = 0;
    size_t i;
    json_t *line;
    json_array_foreach(json_object_get(table, "lines"), i, line)
        last = json_is_true(json_object_get(line, "undone"))
                   ? last
                   : json_integer_value(json_object_get(line, "n"));
    return last;
}

/* The next table that is sent; false: none comes. */
static bool next_table(void)
{
    const size_t begun = heard.mark;
    if (!hears("{\"put\":\"table\",\"value\":") || !hears("\n"))
        return false;
    const char *value = strstr(heard.at + begun, "{\"put\":\"table\",\"value\":")
                        + strlen("{\"put\":\"table\",\"value\":");
    json_decref(table);
    table = json_loadb(value, (size_t)(heard.at + heard.mark - value) - strlen("}\n"), 0, NULL);
    return table != NULL;
}

/* The table after that line, or after another one. */
static void see_table(json_int_t line, bool same)
{
    do {
        if (!CHECK(next_table()))
            return;
    } while ((line_standing() == line) != same);
}

/* A line of the next phone, nobody's in particular: none taps too fast. What it comes to. */
static const char *tap(const char *line)
{
    static char outcome[16];
    json_t *said = json_string(line);
    char id[40], *text = json_dumps(said, JSON_ENCODE_ANY);
    dprintf(to_fuda, "{\"at\":\"say\",\"guest\":\"P%u\",\"id\":\"tap-%d\",\"line\":%s}\n",
        guest++ % PHONES, ++taps, text);
    free(text);
    json_decref(said);
    snprintf(id, sizeof id, "\"id\":\"tap-%d\",\"outcome\":\"", taps);
    outcome[0] = '\0';
    if (hears(id))
        snprintf(outcome, sizeof outcome, "%.*s", (int)strcspn(heard.at + heard.mark, "\""),
            heard.at + heard.mark);
    return outcome;
}

/* ---- an answer of what is offered -------------------------------------------------------- */

static const char *token_of(const json_t *thing)
{
    return json_string_value(json_is_object(thing) ? json_object_get(thing, "token") : thing);
}

static void add_token(char line[LINE_ROOM], const char *token, bool quoted)
{
    const size_t length = strlen(line);
    snprintf(line + length, LINE_ROOM - length, quoted ? "%s\"%s\"" : "%s%s", length > 0 ? " " : "",
        token);
}

/* One of a list, `past` those that are in the answer already. */
static bool add_of(char line[LINE_ROOM], const json_t *list, size_t first, size_t past, bool quoted)
{
    const size_t count = json_array_size(list);
    if (past >= count)
        return false;
    add_token(line, token_of(json_array_get(list, (first + past) % count)), quoted);
    return true;
}

/* As much of a part as it needs; false: nothing is offered that it could be. */
static bool add_part(char line[LINE_ROOM], const json_t *part)
{
    const char *kind = json_string_value(json_object_get(part, "kind"));
    const json_t *cards = json_object_get(part, "cards"), *words = json_object_get(part, "words"),
                 *names = json_object_get(part, "names");
    const json_t *seats = json_object_get(part, "seats"),
                 *players = json_object_get(table, "players");
    const json_int_t low = json_integer_value(json_object_get(part, "low")),
                     high = json_integer_value(json_object_get(part, "high"));
    const size_t first = chance(1000);
    size_t need = (size_t)json_integer_value(json_object_get(part, "least"));
    need += need == 0;
    for (size_t have = 0; have < need; have++) {
        char number[24];
        if (strcmp(kind, "seat") == 0) {
            const json_t *seat = json_array_get(seats,
                first % (json_array_size(seats) + (json_array_size(seats) == 0)));
            add_token(line, token_of(json_array_get(players, (size_t)json_integer_value(seat))),
                false);
        } else if (strcmp(kind, "numbers") == 0 || strcmp(kind, "counts") == 0) {
            snprintf(number, sizeof number, "%d",
                (int)(low + (json_int_t)chance((unsigned)(high - low + 1))));
            add_token(line, number, false);
        } else if (strcmp(kind, "pairs") == 0) {
            if (!add_of(line, words, first, have, false))
                return false;
            snprintf(line + strlen(line), LINE_ROOM - strlen(line), "=1");
        } else if (!add_of(line, cards, first, have, false)
                   && !add_of(line, words, first, have, false)
                   && !add_of(line, names, first, have, true)) {
            return false;
        }
    }
    return true;
}

/*
 * Is it sure to be understood? One thing that is offered by itself is; of several not every one
 * goes with every other.
 */
static bool is_sure(const json_t *way)
{
    const json_t *parts = json_object_get(way, "parts"), *part = json_array_get(parts, 0);
    return json_array_size(parts) == 1 && json_integer_value(json_object_get(part, "most")) == 1;
}

/* Says it, and takes it back. */
static void try_offer(const char *name)
{
    const json_t *ways = json_object_get(json_object_get(table, "ask"), "ways");
    const json_t *way = json_array_get(ways,
        json_array_size(ways) > 0 ? chance((unsigned)json_array_size(ways)) : 0);
    const json_t *parts = json_object_get(way, "parts");
    char line[LINE_ROOM] = "";
    for (size_t i = 0; i < json_array_size(parts); i++)
        if (!add_part(line, json_array_get(parts, i)))
            return;
    if (line[0] == '\0')
        return;
    const bool sure = is_sure(way);
    const json_int_t before = line_standing();
    const char *outcome = tap(line);
    offered++;
    check(strcmp(outcome, "taken") == 0 || strcmp(outcome, "doubt") == 0
              || (!sure && strcmp(outcome, "refused") == 0),
        "%s: `%s` is offered, and %s", name, line, outcome);
    if (strcmp(outcome, "taken") == 0) {
        taken++;
        see_table(before, false);
        check(strcmp(tap("undo"), "taken") == 0, "%s: `%s` is taken back", name, line);
        see_table(before, true);
    } else if (strcmp(outcome, "doubt") == 0) {
        HEARS("\"back\":\"? ");
        char back[24];
        snprintf(back, sizeof back, "? %ld", strtol(heard.at + heard.mark, NULL, 10));
        guest--; /* who said it answers */
        CHECK(strcmp(tap(back), "taken") == 0);
    }
}

/* ---- nights ------------------------------------------------------------------------------ */

struct night {
    const char *name;
    char lang[LINE_ROOM], game[LINE_ROOM], players[LINE_ROOM], score[LINE_ROOM];
    char types[LINE_ROOM]; /* the line that stands next; is there one? */
    bool typed, begun;
    char kept[KEPT_ROOM];
};

static void sit_down_at(struct night *n)
{
    heard_nothing();
    fresh();
    n->begun = true;
    start("--lang", n->lang, "table", NULL);
    EXPECT("▸ ");
    enter(n->game);
    EXPECT("▸ ");
    enter(n->players);
    EXPECT("▸ ");
    enter("serve");
    EXPECT("10.1.2.3:8765");
    CHECK(next_table());
}

/* The line goes out; RETURN is what the question says that it means. */
static void say_next(struct night *n)
{
    if (!n->typed)
        return;
    const json_t *otherwise = json_object_get(json_object_get(table, "ask"), "otherwise");
    const char *line = n->types[0] != '\0' ? n->types
                                           : json_string_value(json_object_get(otherwise, "line"));
    char own[LINE_ROOM + 1];
    n->typed = false;
    /* "? 2" is how a phone answers the table's second doubt */
    snprintf(own, sizeof own, "%s%s", line != NULL && line[0] == '?' ? " " : "",
        line != NULL ? line : "");
    if (chance(2) == 0)
        try_offer(n->name);
    const json_int_t before = line_standing();
    check(strcmp(tap(own), "taken") == 0, "%s: “%s” is taken", n->name, own);
    see_table(before, false);
}

static void take_line(struct night *n, const char *line)
{
    const struct {
        const char *key;
        char *to;
    } headers[] = {{"lang ", n->lang}, {"game ", n->game}, {"players ", n->players},
        {"score ", n->score}};
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (strncmp(line, headers[i].key, strlen(headers[i].key)) == 0)
            snprintf(headers[i].to, LINE_ROOM, "%s", line + strlen(headers[i].key));
    if (line[0] == '=')
        snprintf(n->kept + strlen(n->kept), sizeof n->kept - strlen(n->kept), "%s\n", line + 2);
    if (line[0] != '>')
        return;
    if (!n->begun)
        sit_down_at(n);
    say_next(n);
    snprintf(n->types, sizeof n->types, "%s", line[1] != '\0' ? line + 2 : "");
    n->typed = true;
}

static void play(const char *path)
{
    static struct night n;
    char line[LINE_ROOM];
    FILE *file = fopen(path, "r");
    n = (struct night){.name = strrchr(path, '/') + 1};
    check(file != NULL, "%s can be read", path);
    while (file != NULL && failed < FAILED_MOST && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        take_line(&n, line);
    }
    say_next(&n);
    if (file != NULL)
        fclose(file);
    LEAVE();
    CHECK(shell("\"$FUDA\" show 1 | sed '1,/^players/d;/^pack campaign$/d'") == 0);
    check(strcmp(shell_out, n.kept) == 0, "%s: kept is\n%s… not\n%s", n.name, shell_out, n.kept);
}

int main(void)
{
    static const char *const games[] = {"haratama-totals", "needfire-three", "tezumashi-cards",
        "hyakumonogatari-blessing", "materia-kyo"};
    const char *only = getenv("ONLY");
    program_begin();
    check_more = show_terminal;
    chance_begin(number_from("SEED", (uint64_t)time(NULL)));
    if (!check(prepare(), "there is something to test"))
        return finish();
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        char path[PATH_ROOM];
        snprintf(path, sizeof path, "tests/nights/%s.night", games[i]);
        if (only == NULL || strstr(path, only) != NULL)
            play(path);
    }
    printf("%u answers put together of what was offered, %u taken\n", offered, taken);
    remove_folder(folder);
    return finish();
}
