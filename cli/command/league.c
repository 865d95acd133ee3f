/*
 * fuda league: an evening of many tables; who sits with whom, how the tables end, who stands where.
 */
#include "league.h"
#include "cli/deck/stored.h"
#include "cli/report/wall.h"
#include "cli/output.h"
#include "cli/report/page_report.h"
#include "cli/say.h"

#include <stdlib.h>
#include <string.h>

struct league_word {
    enum status (*run)(struct league *l);
    bool begins; /* no evening is needed */
    bool writes;
};

static enum status status_of(bool good) { return good ? STATUS_CLEAN : STATUS_BAD; }

static bool add(struct league *l, json_t *row)
{
    return row != NULL && evening_add(l->evening->begun ? l->evening : NULL, &l->asking, row);
}

static bool again(struct league *l) { return evening_load(l->evening, &l->asking); }

static json_t *names_from(const struct league *l, int first)
{
    json_t *names = json_array();
    for (int i = first; i < l->count; i++)
        json_array_append_new(names, json_string(evening_name(l->evening, l->words[i])));
    return names;
}

/* The word becomes a name as it is kept; else `wrong` is said of it. */
static bool name_good(const struct league *l, char *word, const char *wrong)
{
    char room[NAME_MOST];
    struct span name = {word, strlen(word)};
    if (name.length <= NAME_MOST) {
        name = (struct span){room, person_spell(name, room)};
        memcpy(word, room, name.length);
        word[name.length] = '\0';
    }
    return (name.length <= NAME_MOST && text_is_clean(name) && text_is_seen(name))
           || complain(l->context, wrong, "t", "found", word);
}

/* Names that can be kept, and are said once. */
static bool names_good(const struct league *l, int first)
{
    for (int i = first; i < l->count; i++) {
        if (!name_good(l, l->words[i],
                N_("“{found}” cannot be a player's name; expected up to 255 bytes of plain text")))
            return false;
        for (int k = first; k < i; k++)
            if (evening_same(l->evening, l->words[k], l->words[i]))
                return complain(l->context, N_("{name} is named twice; expected each once"), "t",
                    "name", l->words[i]);
    }
    return true;
}

static bool room_for(const struct league *l, unsigned people)
{
    return people <= SEATING_PEOPLE
           || complain(l->context, N_("too many players; an evening takes {most}"), "i", "most",
               (int64_t)SEATING_PEOPLE);
}

/* ---- who is here ----------------------------------------------------------------------------- */

/* What is played, and by how many. */
struct league_game {
    char name[NAME_MOST + 1]; /* as records have it; empty: anything */
    const char *title;
    unsigned least, most; /* at a table */
};

/* A game that is a pack: as many as that takes. */
static bool find_pack(const struct league *l, const char *word, struct league_game *out)
{
    struct packs packs = {.context = l->context}, played = {.context = l->context};
    const struct span name = {word, strlen(word)};
    struct message why;
    decks_played(&played, &l->asking.campaign);
    packs.played = played.kept;
    const struct pack *pack = name.length <= NAME_MOST ? packs_look_game(&packs, name) : NULL;
    for (unsigned n = SEATING_SIZE; pack != NULL && n >= 2; n--)
        if (!pack->book->deck->unfit(pack->deck, n, &why)) {
            out->least = n;
            out->most = out->most == 0 ? n : out->most;
        }
    if (pack != NULL)
        snprintf(out->name, sizeof out->name, "%s", pack->asked);
    packs_end(&packs);
    packs_end(&played);
    return pack != NULL && out->most > 0;
}

static bool find_game(const struct league *l, struct league_game *out)
{
    const char *word = given_value(l->context, "game");
    *out = (struct league_game){.least = 0};
    const struct rulebook *book = word != NULL ? game_find((struct span){word, strlen(word)})
                                               : NULL;
    if (word == NULL) {
        out->least = 3;
        out->most = 4;
    } else if (book != NULL && !rulebook_is_packs(book)) {
        out->least = book->seats_least;
        out->most = book->seats_most;
        snprintf(out->name, sizeof out->name, "%s", book->id);
    } else if (!find_pack(l, word, out)) {
        game_named(l->context, word);
        return false;
    }
    out->title = book != NULL ? say(l->context, book->title) : out->name;
    return true;
}

/* "4" or "3-5": how many sit at a table. */
static bool read_size(const struct league *l, const struct league_game *game, unsigned *least,
    unsigned *most)
{
    const char *given = given_value(l->context, "size");
    char *end = NULL;
    *least = game->least;
    *most = game->most;
    if (given == NULL)
        return true;
    *least = *most = (unsigned)strtoul(given, &end, 10);
    if (*end == '-')
        *most = (unsigned)strtoul(end + 1, &end, 10);
    if (*end != '\0' || *least < 2 || *most < *least || *most > SEATING_SIZE)
        return complain(l->context,
            N_("--size {found}: expected how many sit at a table, as 4 or 3-5"), "t", "found",
            given);
    if (game->name[0] != '\0' && (*least < game->least || *most > game->most))
        return complain(l->context, N_("--size {found}: {game} is played by {least} to {most}"),
            "ttii", "found", given, "game", game->title, "least", (int64_t)game->least, "most",
            (int64_t)game->most);
    return true;
}

static enum status do_new(struct league *l)
{
    struct league_game game;
    char day[DAY_TEXT];
    unsigned least, most;
    if (!find_game(l, &game) || !read_size(l, &game, &least, &most)
        || !name_good(l, l->words[0],
            N_("“{found}” cannot be an evening's name; expected up to 255 bytes of plain text"))
        || !names_good(l, 1) || !room_for(l, (unsigned)l->count - 1))
        return STATUS_BAD;
    day_today(day);
    l->evening->begun = false;
    if (!add(l, json_pack("{s:s, s:s, s:s, s:s, s:i, s:i, s:o}", "league", "begin", "name",
                    l->words[0], "game", game.name, "day", day, "least", (int)least, "most",
                    (int)most, "players", names_from(l, 1))))
        return STATUS_BAD;
    if (!l->context->json)
        print_with(l->context,
            least == most ? N_("“{name}” has begun with {count} players, {least} at a table. `fuda "
                               "league round` seats them.")
                          : N_("“{name}” has begun with {count} players, {least} to {most} at a "
                               "table. `fuda league round` seats them."),
            "tiii", "name", l->words[0], "count", (int64_t)(l->count - 1), "least", (int64_t)least,
            "most", (int64_t)most);
    return STATUS_CLEAN;
}

/* What was said is kept; how many are here now. */
static enum status keep_here(struct league *l, const char *what, json_t *names)
{
    unsigned here = 0;
    if (!add(l, json_pack("{s:s, s:o}", "league", what, "players", names)) || !again(l))
        return STATUS_BAD;
    for (unsigned i = 0; i < l->evening->people; i++)
        here += l->evening->person[i].here;
    if (!l->context->json)
        print_with(l->context, N_("Players here: {count}."), "i", "count", (int64_t)here);
    return STATUS_CLEAN;
}

static enum status do_join(struct league *l)
{
    unsigned people = l->evening->people;
    for (int i = 0; i < l->count; i++)
        people += evening_find(l->evening, l->words[i]) < 0;
    return names_good(l, 0) && room_for(l, people) ? keep_here(l, "join", names_from(l, 0))
                                                   : STATUS_BAD;
}

static enum status do_leave(struct league *l)
{
    json_t *names = json_array();
    for (int i = 0; i < l->count; i++) {
        const int who = evening_find(l->evening, l->words[i]);
        if (who < 0) {
            complain(l->context,
                N_("{name} is not in this evening; `fuda league standing` lists everybody"), "t",
                "name", l->words[i]);
            json_decref(names);
            return STATUS_BAD;
        }
        json_array_append_new(names, json_string(l->evening->person[who].name));
    }
    return keep_here(l, "leave", names);
}

/* ---- rounds ---------------------------------------------------------------------------------- */

static json_t *names_of(const struct evening *e, const uint8_t *who, unsigned count)
{
    json_t *names = json_array();
    for (unsigned i = 0; i < count; i++)
        json_array_append_new(names, json_string(e->person[who[i]].name));
    return names;
}

static json_t *seating_json(const struct evening *e, const struct seating *s)
{
    json_t *tables = json_array();
    for (unsigned t = 0; t < s->tables; t++)
        json_array_append_new(tables, names_of(e, s->seat[t], s->size[t]));
    return json_pack("{s:o, s:o, s:i, s:i}", "tables", tables, "byes", names_of(e, s->bye, s->byes),
        "repeated", (int)s->repeated, "bound", (int)s->bound);
}

static void tell_round(const struct league *l, unsigned round)
{
    if (!l->context->json) {
        wall_round(l->evening, l->context, round);
        return;
    }
    json_t *whole = seating_json(l->evening, &l->evening->round[round].seating);
    json_object_set_new(whole, "round", json_integer(round + 1));
    json_dumpf(whole, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(whole);
}

/* The question's people are those who are here; the seating is told by the evening's. */
static void name_people(struct seating *s, const uint8_t who[SEATING_PEOPLE])
{
    for (unsigned t = 0; t < s->tables; t++)
        for (unsigned i = 0; i < s->size[t]; i++)
            s->seat[t][i] = who[s->seat[t][i]];
    for (unsigned i = 0; i < s->byes; i++)
        s->bye[i] = who[s->bye[i]];
}

static enum status do_round(struct league *l)
{
    struct evening *e = l->evening;
    struct seating_question *q = memory_get(sizeof *q);
    struct seating *before = memory_get(EVENING_ROUNDS * sizeof *before), drawn;
    uint8_t who[SEATING_PEOPLE];
    evening_question(e, q, who, before);
    bool good = e->rounds < EVENING_ROUNDS
                || complain(l->context, N_("an evening has {most} rounds at most"), "i", "most",
                    (int64_t)EVENING_ROUNDS);
    if (good && !seating_draw(q, &drawn))
        good = complain(l->context, N_("{count} players are here; a table takes {least} at least"),
            "ii", "count", (int64_t)q->people, "least", (int64_t)q->least);
    if (good) {
        name_people(&drawn, who);
        json_t *row = seating_json(e, &drawn);
        json_object_set_new(row, "league", json_string("round"));
        good = add(l, row) && again(l);
    }
    free(q);
    free(before);
    if (good && e->rounds > 0)
        tell_round(l, e->rounds - 1);
    return status_of(good && e->rounds > 0);
}

/* A number of a word, from 1 to `most`; 0: complained. */
static unsigned number_given(const struct league *l, const char *word, unsigned most,
    const char *wrong)
{
    char *end;
    const unsigned long number = strtoul(word, &end, 10);
    if (word[0] >= '0' && word[0] <= '9' && *end == '\0' && number >= 1 && number <= most)
        return (unsigned)number;
    complain(l->context, wrong, "ti", "found", word, "most", (int64_t)most);
    return 0;
}

/* The round that is meant by --round, else the newest; 0: complained. */
static unsigned round_given(const struct league *l)
{
    const char *given = given_value(l->context, "round");
    if (l->evening->rounds == 0) {
        complain(l->context, N_("no round has been drawn yet; expected `fuda league round` first"),
            "");
        return 0;
    }
    return given == NULL ? l->evening->rounds
                         : number_given(l, given, l->evening->rounds,
                             N_("--round {found}: expected a number up to {most}"));
}

static enum status do_show(struct league *l)
{
    const unsigned round = l->count > 0 && l->evening->rounds > 0
                               ? number_given(l, l->words[0], l->evening->rounds,
                                   N_("round {found}: expected a number up to {most}"))
                               : round_given(l);
    if (round > 0)
        tell_round(l, round - 1);
    return status_of(round > 0);
}

/* ---- results --------------------------------------------------------------------------------- */

static enum status do_results(struct league *l)
{
    if (l->context->json) {
        json_t *list = json_array();
        for (unsigned r = 0; r < l->evening->rounds; r++)
            for (unsigned t = 0; t < l->evening->round[r].seating.tables; t++)
                if (!l->evening->round[r].table[t].known)
                    json_array_append_new(list,
                        json_pack("{s:i, s:i, s:o}", "round", (int)r + 1, "table", (int)t + 1,
                            "players",
                            names_of(l->evening, l->evening->round[r].seating.seat[t],
                                l->evening->round[r].seating.size[t])));
        json_dumpf(list, stdout, JSON_COMPACT);
        putchar('\n');
        json_decref(list);
    } else if (!wall_waiting(l->evening, l->context)) {
        puts(say(l->context, N_("No result is still out.")));
    }
    return STATUS_CLEAN;
}

/* A row about a table is kept; the table is shown as it stands then. */
static enum status keep_table(struct league *l, json_t *row, unsigned round, unsigned table)
{
    if (!add(l, row) || !again(l))
        return STATUS_BAD;
    if (!l->context->json && round <= l->evening->rounds)
        wall_table(l->evening, l->context, round - 1, table - 1);
    return STATUS_CLEAN;
}

static enum status do_result(struct league *l)
{
    const unsigned round = round_given(l);
    const struct evening_round *r = round > 0 ? &l->evening->round[round - 1] : NULL;
    const unsigned table = r != NULL ? number_given(l, l->words[0], r->seating.tables,
                               N_("table {found}: expected a number up to {most}"))
                                     : 0;
    if (table == 0)
        return STATUS_BAD;
    struct table_said said = {.round = r, .table = table - 1, .size = r->seating.size[table - 1]};
    memcpy(said.sat, r->seating.seat[table - 1], sizeof said.sat);
    if (!league_read_places(l, &said))
        return STATUS_BAD;
    if (given_value(l->context, "points") != NULL)
        league_places_by_points(&said);
    json_t *places = league_places_json(l, &said);
    return places == NULL ? STATUS_BAD
                          : keep_table(l,
                              json_pack("{s:s, s:i, s:i, s:o}", "league", "result", "round",
                                  (int)round, "table", (int)table, "places", places),
                              round, table);
}

static enum status do_unplayed(struct league *l)
{
    const unsigned round = round_given(l);
    const unsigned table = round > 0 ? number_given(l, l->words[0],
                               l->evening->round[round - 1].seating.tables,
                               N_("table {found}: expected a number up to {most}"))
                                     : 0;
    return table == 0 ? STATUS_BAD
                      : keep_table(l,
                          json_pack("{s:s, s:i, s:i}", "league", "unplayed", "round", (int)round,
                              "table", (int)table),
                          round, table);
}

/* ---- who stands where ------------------------------------------------------------------------ */

static enum status do_standing(struct league *l)
{
    uint8_t order[SEATING_PEOPLE];
    if (!l->context->json) {
        wall_standing(l->evening, l->context);
        return STATUS_CLEAN;
    }
    json_t *list = json_array();
    evening_count(l->evening, order);
    for (unsigned i = 0; i < l->evening->people; i++) {
        const struct evening_person *p = &l->evening->person[order[i]];
        json_array_append_new(list,
            json_pack("{s:i, s:s, s:f, s:i, s:i, s:i, s:b}", "rank", (int)p->rank, "name", p->name,
                "score", p->score, "tables", (int)p->played, "wins", (int)p->won, "byes",
                (int)p->byes, "here", p->here));
    }
    json_dumpf(list, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(list);
    return STATUS_CLEAN;
}

static enum status do_report(struct league *l)
{
    struct output file = {.replace = true, .shared = true};
    const struct report report = {.campaign = &l->asking.campaign, .name = l->evening->name};
    if (!output_begin(&file, l->context, given_value(l->context, "output")))
        return STATUS_BAD;
    return status_of(output_end(&file, report_other(&report, N_("{day}: who sits with whom"),
                                           l->evening->day, wall_page, l->evening, file.to)));
}

/* ---- the command ----------------------------------------------------------------------------- */

static enum status run(const struct context *context, int count, char **words)
{
    const struct league_word *word = context->row->with;
    struct league l = {.context = context, .count = count, .words = words};
    enum status status = STATUS_BAD;
    if (!campaign_query_begin(&l.asking, context, word->writes ? STORE_WRITE : STORE_READ))
        return STATUS_BAD;
    l.evening = memory_get(sizeof *l.evening);
    if (!evening_load(l.evening, &l.asking))
        status = STATUS_BAD;
    else if (!l.evening->begun && !word->begins)
        complain(context, N_("no evening has begun; expected `fuda league new NAME PLAYER…`"), "");
    else
        status = word->run(&l);
    evening_clear(l.evening);
    free(l.evening);
    campaign_query_end(&l.asking, NULL, STORAGE_OK);
    return status;
}

static const struct flag new_flags[] = {
    {.name = "game",
        .takes = N_("GAME"),
        .value = OPERAND_ANY_GAME,
        .summary = N_("what is played; default: anything")},
    {.name = "size",
        .takes = N_("N[-M]"),
        .value = OPERAND_TEXT,
        .summary = N_("how many sit at a table; default: as the game allows")},
    {0},
};
static const struct flag result_flags[] = {
    {.name = "round",
        .takes = N_("N"),
        .value = OPERAND_TEXT,
        .summary = N_("of that round instead of the newest")},
    {.name = "points", .summary = N_("the numbers are points, not places: more are better")},
    {0},
};
static const struct flag report_flags[] = {
    {.name = "output",
        .letter = 'o',
        .takes = N_("PATH"),
        .value = OPERAND_FILE,
        .summary = N_("the page's file; -: standard output")},
    {0},
};

static const struct command words[] = {
    {.name = "new",
        .usage = N_("new NAME PLAYER…"),
        .summary = N_("an evening begins: who is here"),
        .flags = new_flags,
        .example = "fuda league new \"October\" --game haratama Aki Bo Chie Dai Emi Fumi Gen Haru",
        .takes = {OPERAND_TEXT, OPERAND_PLAYER},
        .least = 1,
        .most = WORDS_MANY,
        .run = run,
        .with = &(const struct league_word){do_new, true, true}},
    {.name = "join",
        .usage = N_("join PLAYER…"),
        .summary = N_("late comers"),
        .example = "fuda league join Ichi",
        .takes = {OPERAND_PLAYER},
        .least = 1,
        .most = WORDS_MANY,
        .run = run,
        .with = &(const struct league_word){do_join, false, true}},
    {.name = "leave",
        .usage = N_("leave PLAYER…"),
        .summary = N_("who goes home; what they played stays"),
        .example = "fuda league leave Bo",
        .takes = {OPERAND_PLAYER},
        .least = 1,
        .most = WORDS_MANY,
        .run = run,
        .with = &(const struct league_word){do_leave, false, true}},
    {.name = "round",
        .usage = N_("round [--json]"),
        .summary = N_("seats everybody for the next round"),
        .example = "fuda league round",
        .run = run,
        .with = &(const struct league_word){do_round, false, true}},
    {.name = "show",
        .usage = N_("show [ROUND]"),
        .summary = N_("a round's tables again"),
        .example = "fuda league show 1",
        .takes = {OPERAND_TEXT},
        .most = 1,
        .run = run,
        .with = &(const struct league_word){do_show, false, false}},
    {.name = "results",
        .usage = N_("results"),
        .summary = N_("tables whose result is still out"),
        .example = "fuda league results",
        .run = run,
        .with = &(const struct league_word){do_results, false, false}},
    {.name = "result",
        .usage = N_("result TABLE NAME=PLACE…"),
        .summary = N_("enter a result by hand; entering it again corrects it"),
        .flags = result_flags,
        .example = "fuda league result 2 Aki=1 Bo=3 Chie=2 Dai=4\nfuda league result 2 --points "
                   "Aki=12 Bo=3 Chie=7 Dai=3",
        .takes = {OPERAND_TEXT},
        .least = 2,
        .most = WORDS_MANY,
        .run = run,
        .with = &(const struct league_word){do_result, false, true}},
    {.name = "unplayed",
        .usage = N_("unplayed TABLE"),
        .summary = N_("a table that did not play"),
        .flags = result_flags,
        .example = "fuda league unplayed 3",
        .takes = {OPERAND_TEXT},
        .least = 1,
        .most = 1,
        .run = run,
        .with = &(const struct league_word){do_unplayed, false, true}},
    {.name = "standing",
        .usage = N_("standing"),
        .summary = N_("who is where in the ranking this evening"),
        .example = "fuda league standing",
        .run = run,
        .with = &(const struct league_word){do_standing, false, false}},
    {.name = "report",
        .usage = N_("report"),
        .summary = N_("a page for the wall and the web"),
        .flags = report_flags,
        .example = "fuda league report -o wall.html",
        .run = run,
        .plain = true,
        .with = &(const struct league_word){do_report, false, false}},
    {0},
};

const struct command league_command = {
    .name = "league",
    .manual = "fuda-league",
    .usage = N_("league WORD …"),
    .summary = N_("an evening of many tables: seats, results, standing"),
    .example = "fuda league new \"October\" --game haratama Aki Bo Chie Dai Emi Fumi Gen "
               "Haru\nfuda league round\n"
               "fuda league result 1 Aki=1 Bo=2 Chie=3 Dai=4\nfuda league report -o wall.html",
    .words = words,
};
