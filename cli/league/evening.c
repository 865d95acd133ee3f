/* An evening of a league; see evening.h. */
#include "cli/league/evening.h"
#include "cli/say.h"
#include "cli/story/season.h"
#include "storage/rows.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define KIND "league"

/* ---- people ------------------------------------------------------------------------------- */

bool evening_same_name(const char *a, const char *b)
{
    return person_same((struct span){a, strlen(a)}, (struct span){b, strlen(b)});
}

int evening_find(const struct evening *e, const char *name)
{
    for (unsigned i = 0; i < e->people && strlen(name) <= NAME_MOST; i++)
        if (evening_same_name(e->person[i].name, name))
            return (int)i;
    return -1;
}

static void set_here(struct evening *e, const json_t *names, bool here)
{
    size_t i;
    json_t *one;
    json_array_foreach (names, i, one) {
        const char *name = json_string_value(one);
        int who = name != NULL && name[0] != '\0' && strlen(name) <= NAME_MOST ? evening_find(e, name) : -1;
        if (name == NULL || name[0] == '\0' || strlen(name) > NAME_MOST)
            continue;
        if (who < 0 && here && e->people < SEATING_PEOPLE) {
            who = (int)e->people++;
            e->person[who] = (struct evening_person){.here = false};
            memcpy(e->person[who].name, name, strlen(name) + 1);
        }
        if (who >= 0)
            e->person[who].here = here;
    }
}

/* ---- rows ------------------------------------------------------------------------------------ */

static unsigned number_of(const json_t *row, const char *key, unsigned most)
{
    const json_int_t number = json_integer_value(json_object_get(row, key));
    return number < 0 || number > most ? 0 : (unsigned)number;
}

static void copy_text(char *out, size_t size, const json_t *row, const char *key)
{
    const char *text = json_string_value(json_object_get(row, key));
    snprintf(out, size, "%s", text != NULL ? text : "");
}

static void begin(struct evening *e, const struct store_id *id, const json_t *row)
{
    char game[NAME_MOST + 1];
    memset(e, 0, sizeof *e);
    e->id = *id;
    copy_text(e->name, sizeof e->name, row, "name");
    copy_text(e->day, sizeof e->day, row, "day");
    copy_text(game, sizeof game, row, "game");
    e->book = game[0] != '\0' ? game_find((struct span){game, strlen(game)}) : NULL;
    e->least = number_of(row, "least", SEATING_SIZE);
    e->most = number_of(row, "most", SEATING_SIZE);
    e->begun = e->least >= 2 && e->most >= e->least;
    set_here(e, json_object_get(row, "players"), true);
}

/* A list of names as rows of people, each of them once; how many. */
static unsigned read_people(const struct evening *e, const json_t *names, bool seen[SEATING_PEOPLE], uint8_t *out, unsigned most)
{
    unsigned count = 0;
    size_t i;
    json_t *one;
    json_array_foreach (names, i, one) {
        const int who = json_is_string(one) ? evening_find(e, json_string_value(one)) : -1;
        if (who < 0 || seen[who] || count == most)
            continue;
        seen[who] = true;
        out[count++] = (uint8_t)who;
    }
    return count;
}

static void add_round(struct evening *e, const struct store_id *id, const json_t *row)
{
    bool seen[SEATING_PEOPLE] = {false};
    size_t i;
    json_t *table;
    if (e->rounds == EVENING_ROUNDS)
        return;
    struct evening_round *r = &e->round[e->rounds];
    memset(r, 0, sizeof *r);
    r->drawn = *id;
    json_array_foreach (json_object_get(row, "tables"), i, table)
        if (r->seating.tables < SEATING_TABLES) {
            const unsigned at = r->seating.tables;
            r->seating.size[at] = (uint8_t)read_people(e, table, seen, r->seating.seat[at], SEATING_SIZE);
            r->seating.tables += r->seating.size[at] > 0;
        }
    r->seating.byes = read_people(e, json_object_get(row, "byes"), seen, r->seating.bye, SEATING_PEOPLE);
    r->seating.repeated = number_of(row, "repeated", 10000);
    r->seating.bound = number_of(row, "bound", 10000);
    e->rounds += r->seating.tables > 0;
}

static struct evening_table *table_of(struct evening *e, const json_t *row, unsigned *round, unsigned *table)
{
    *round = number_of(row, "round", e->rounds);
    *table = *round > 0 ? number_of(row, "table", e->round[*round - 1].seating.tables) : 0;
    return *table > 0 ? &e->round[*round - 1].table[*table - 1] : NULL;
}

static void add_result(struct evening *e, const json_t *row)
{
    unsigned round, table;
    struct evening_table *t = table_of(e, row, &round, &table), read = {.known = true, .by_hand = true};
    const json_t *places = json_object_get(row, "places");
    if (t == NULL)
        return;
    const struct seating *s = &e->round[round - 1].seating;
    unsigned played = 0;
    for (unsigned i = 0; i < s->size[table - 1]; i++) {
        read.place[i] = (uint8_t)number_of(places, e->person[s->seat[table - 1][i]].name, SEATING_SIZE);
        played += read.place[i] > 0;
    }
    if (played >= 2)
        *t = read;
}

static void add_unplayed(struct evening *e, const json_t *row)
{
    unsigned round, table;
    struct evening_table *t = table_of(e, row, &round, &table);
    if (t != NULL)
        *t = (struct evening_table){.known = true, .by_hand = true, .unplayed = true};
}

/* What is of another evening, or says nothing that can be read, is passed by. */
static bool read_row(void *user, const struct store_row *kept, bool own)
{
    struct evening *e = user;
    struct store_id of;
    (void)own;
    json_t *row = json_loads(kept->text, JSON_REJECT_DUPLICATES, NULL);
    const char *what = json_string_value(json_object_get(row, "league"));
    const char *evening = json_string_value(json_object_get(row, "evening"));
    const bool ours = evening != NULL && store_id_read(evening, &of) && store_id_compare(&of, &e->id) == 0;
    if (what != NULL && strcmp(what, "begin") == 0)
        begin(e, &kept->id, row);
    else if (what != NULL && ours && strcmp(what, "join") == 0)
        set_here(e, json_object_get(row, "players"), true);
    else if (what != NULL && ours && strcmp(what, "leave") == 0)
        set_here(e, json_object_get(row, "players"), false);
    else if (what != NULL && ours && strcmp(what, "round") == 0)
        add_round(e, &kept->id, row);
    else if (what != NULL && ours && strcmp(what, "result") == 0)
        add_result(e, row);
    else if (what != NULL && ours && strcmp(what, "unplayed") == 0)
        add_unplayed(e, row);
    json_decref(row);
    return true;
}

bool evening_add(const struct evening *e, struct asking *a, json_t *row)
{
    char evening[STORE_ID_TEXT];
    if (e != NULL) {
        store_id_text(&e->id, evening);
        json_object_set_new(row, "evening", json_string(evening));
    }
    char *text = json_dumps(row, JSON_COMPACT | JSON_ENSURE_ASCII);
    json_decref(row);
    if (text == NULL || strlen(text) > LEAGUE_ROW_MOST) {
        free(text);
        return complain(a->context, N_("that is too much for one evening"), "");
    }
    const bool good = campaign_ok(&a->campaign, store_row_add(a->campaign.store, &a->campaign.id, KIND, NULL, text));
    free(text);
    return good;
}

/* ---- what records say ---------------------------------------------------------------------------- */

/* Do just these people sit at the table? Their places, in its order. */
static bool sat_here(const struct evening *e, const struct seating *s, unsigned table, const struct season *season,
                     const struct season_game *g, uint8_t place[SEATING_SIZE])
{
    if (g->seats != s->size[table])
        return false;
    for (unsigned i = 0; i < s->size[table]; i++) {
        place[i] = 0;
        for (unsigned k = 0; k < g->seats; k++) {
            const struct season_seat *seat = &season->seat[g->first + k];
            if (evening_same_name(season->person[seat->person].name, e->person[s->seat[table][i]].name))
                place[i] = seat->place;
        }
        if (place[i] == 0)
            return false;
    }
    return true;
}

/* The first table of the evening that these people sat at and of which nothing is known yet. */
static void take_record(struct evening *e, const struct season *season, const struct season_game *g)
{
    uint8_t place[SEATING_SIZE];
    for (unsigned r = 0; r < e->rounds; r++)
        for (unsigned t = 0; t < e->round[r].seating.tables; t++)
            if (!e->round[r].table[t].known && store_id_compare(&g->record, &e->round[r].drawn) > 0 && sat_here(e, &e->round[r].seating, t, season, g, place)) {
                e->round[r].table[t].known = true;
                memcpy(e->round[r].table[t].place, place, sizeof place);
                return;
            }
}

/* An evening goes on behind midnight. */
static void next_day(const char *day, char out[DAY_TEXT])
{
    snprintf(out, DAY_TEXT, "%s", day);
    if (!store_day_valid(day))
        return;
    struct tm at = {.tm_year = (int)strtol(day, NULL, 10) - 1900, .tm_mon = (int)strtol(day + 5, NULL, 10) - 1,
                    .tm_mday = (int)strtol(day + 8, NULL, 10) + 1, .tm_hour = 12};
    if (mktime(&at) != -1)
        strftime(out, DAY_TEXT, "%Y-%m-%d", &at);
}

bool evening_load(struct evening *e, struct asking *a)
{
    char until[DAY_TEXT];
    struct season season = {0};
    memset(e, 0, sizeof *e);
    if (!campaign_ok(&a->campaign, store_rows_of(a->campaign.store, &a->campaign.id, KIND, read_row, e)))
        return false;
    if (!e->begun || e->rounds == 0)
        return true;
    next_day(e->day, until);
    const struct store_filter day = {.since = e->day, .until = until, .game = e->book != NULL ? e->book->id : NULL};
    const bool good = season_load(&season, &a->campaign, &day);
    for (size_t i = 0; good && i < season.games; i++)
        take_record(e, &season, &season.game[i]);
    season_clear(&season);
    return good;
}

/* ---- what follows from it --------------------------------------------------------------------------- */

/* A seating of people, as one of the question's rows; those who have left are not in it. */
static void renumber(const struct seating *from, const uint8_t row[SEATING_PEOPLE], struct seating *to)
{
    memset(to, 0, sizeof *to);
    to->tables = from->tables;
    for (unsigned t = 0; t < from->tables; t++)
        for (unsigned i = 0; i < from->size[t]; i++)
            if (row[from->seat[t][i]] != SEATING_PEOPLE)
                to->seat[t][to->size[t]++] = row[from->seat[t][i]];
    for (unsigned i = 0; i < from->byes; i++)
        if (row[from->bye[i]] != SEATING_PEOPLE)
            to->bye[to->byes++] = row[from->bye[i]];
}

/* A round none of whose tables was played gives no bye either. */
static bool was_played(const struct evening_round *r)
{
    for (unsigned t = 0; t < r->seating.tables; t++)
        if (!r->table[t].unplayed)
            return true;
    return false;
}

void evening_question(const struct evening *e, struct seating_question *q, uint8_t who[SEATING_PEOPLE], struct seating *before)
{
    uint8_t row[SEATING_PEOPLE];
    memset(q, 0, sizeof *q);
    *q = (struct seating_question){.least = e->least, .most = e->most, .before = before, .rounds = e->rounds};
    for (unsigned i = 0; i < e->people; i++) {
        row[i] = e->person[i].here ? (uint8_t)q->people : SEATING_PEOPLE;
        if (e->person[i].here)
            who[q->people++] = (uint8_t)i;
    }
    for (unsigned r = 0; r < e->rounds; r++) {
        renumber(&e->round[r].seating, row, &before[r]);
        for (unsigned t = 0; t < before[r].tables; t++)
            for (unsigned i = 0; i < before[r].size[t] && !e->round[r].table[t].unplayed; i++)
                for (unsigned j = 0; j < before[r].size[t]; j++)
                    if (i != j)
                        q->met[before[r].seat[t][i]][before[r].seat[t][j]]++;
        for (unsigned i = 0; i < before[r].byes && was_played(&e->round[r]); i++)
            q->byes[before[r].bye[i]]++;
    }
    for (size_t i = 0; i < sizeof e->id.byte; i++)
        q->seed = q->seed * 257 + e->id.byte[i];
    q->seed += e->rounds;
}

static void count_table(struct evening *e, const struct seating *s, unsigned table, const struct evening_table *t)
{
    const unsigned size = s->size[table];
    unsigned played = 0;
    for (unsigned i = 0; i < size; i++)
        played += t->place[i] > 0;
    for (unsigned i = 0; i < size && t->known && !t->unplayed; i++) {
        struct evening_person *p = &e->person[s->seat[table][i]];
        unsigned halves = 0;
        if (t->place[i] == 0)               /* left before the end of the round */
            continue;
        for (unsigned k = 0; k < size; k++)
            halves += k == i || t->place[k] == 0 ? 0 : t->place[k] > t->place[i] ? 2 : t->place[k] == t->place[i];
        p->played++;
        p->won += t->place[i] == 1;
        p->score += played > 1 ? halves / 2.0 / (played - 1) : 0;
    }
}

static bool stands_before(const struct evening *e, unsigned a, unsigned b)
{
    const struct evening_person *one = &e->person[a], *other = &e->person[b];
    if (one->score != other->score)
        return one->score > other->score;
    return one->won != other->won ? one->won > other->won : strcmp(one->name, other->name) < 0;
}

void evening_count(struct evening *e, uint8_t order[SEATING_PEOPLE])
{
    for (unsigned i = 0; i < e->people; i++)
        e->person[i].played = e->person[i].won = e->person[i].byes = 0, e->person[i].score = 0;
    for (unsigned r = 0; r < e->rounds; r++) {
        const struct seating *s = &e->round[r].seating;
        for (unsigned t = 0; t < s->tables; t++)
            count_table(e, s, t, &e->round[r].table[t]);
        for (unsigned i = 0; i < s->byes && was_played(&e->round[r]); i++) {
            e->person[s->bye[i]].byes++;
            e->person[s->bye[i]].score += 0.5;
        }
    }
    for (unsigned i = 0; i < e->people; i++) {
        unsigned at = i;
        for (; at > 0 && stands_before(e, i, order[at - 1]); at--)
            order[at] = order[at - 1];
        order[at] = (uint8_t)i;
    }
    for (unsigned i = 0; i < e->people; i++) {
        struct evening_person *p = &e->person[order[i]], *before = i > 0 ? &e->person[order[i - 1]] : NULL;
        p->rank = before != NULL && before->score == p->score && before->won == p->won ? before->rank : i + 1;
    }
}
