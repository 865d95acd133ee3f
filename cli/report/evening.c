/* An evening of a league; see evening.h. */
#include "cli/report/evening.h"
#include "cli/say.h"
#include "cli/report/season.h"
#include "storage/stored_rows.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define KIND "league"

/* ---- people ------------------------------------------------------------------------------- */

static bool same_name(const char *a, const char *b)
{
    return person_same((struct span){a, strlen(a)}, (struct span){b, strlen(b)});
}

const char *evening_name(const struct evening *e, const char *name)
{
    const struct league_name *known = league_names_find(&e->names, name, NULL);
    return known != NULL ? known->today : name;
}

bool evening_same(const struct evening *e, const char *a, const char *b)
{
    const struct league_name *one = league_names_find(&e->names, a, NULL),
                             *other = league_names_find(&e->names, b, NULL);
    return one != NULL && other != NULL ? store_id_compare(&one->player, &other->player) == 0
                                        : same_name(a, b);
}

static int find_player(const struct evening *e, const struct store_id *player)
{
    for (unsigned i = 0; i < e->people; i++)
        if (store_id_compare(&e->person[i].player, player) == 0)
            return (int)i;
    return -1;
}

/* Whom a name meant at that time; the store knows a name at any time, or never. */
static int find_then(const struct evening *e, const char *name, const struct store_id *when)
{
    const struct league_name *known = league_names_find(&e->names, name, when);
    if (known != NULL)
        return find_player(e, &known->player);
    for (unsigned i = 0; i < e->people; i++)
        if (store_id_none(&e->person[i].player) && same_name(e->person[i].name, name))
            return (int)i;
    return -1;
}

int evening_find(const struct evening *e, const char *name) { return find_then(e, name, NULL); }

static int add_person(struct evening *e, const char *name, const struct store_id *when)
{
    const struct league_name *known = league_names_find(&e->names, name, when);
    struct evening_person *p = &e->person[e->people];
    *p = (struct evening_person){.here = false};
    snprintf(p->name, sizeof p->name, "%s", known != NULL ? known->today : name);
    if (known != NULL)
        p->player = known->player;
    return (int)e->people++;
}

static void set_here(struct evening *e, const struct store_id *when, const json_t *names, bool here)
{
    size_t i;
    json_t *one;
    json_array_foreach(names, i, one)
    {
        const char *name = json_string_value(one);
        if (name == NULL || name[0] == '\0' || strlen(name) > NAME_MOST)
            continue;
        int who = find_then(e, name, when);
        if (who < 0 && here && e->people < SEATING_PEOPLE)
            who = add_person(e, name, when);
        if (who >= 0)
            e->person[who].here = here;
    }
}

static void leave(struct evening *e, const struct store_id *when, const json_t *names)
{
    set_here(e, when, names, false);
    for (unsigned r = 0; r < e->rounds; r++)
        for (unsigned t = 0; t < e->round[r].seating.tables; t++)
            for (unsigned i = 0; i < e->round[r].seating.size[t]; i++)
                e->round[r].table[t].left[i] |= !e->person[e->round[r].seating.seat[t][i]].here;
}

unsigned evening_sits(const struct evening_round *r, int who)
{
    for (unsigned t = 0; t < r->seating.tables; t++)
        for (unsigned i = 0; i < r->seating.size[t] && !r->table[t].unplayed; i++)
            if (r->table[t].sat[i] == who)
                return t + 1;
    return 0;
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
    *e = (struct evening){.names = e->names, .id = *id};
    copy_text(e->name, sizeof e->name, row, "name");
    copy_text(e->day, sizeof e->day, row, "day");
    copy_text(e->game, sizeof e->game, row, "game");
    e->least = number_of(row, "least", SEATING_SIZE);
    e->most = number_of(row, "most", SEATING_SIZE);
    e->begun = e->least >= 2 && e->most >= e->least;
    set_here(e, id, json_object_get(row, "players"), true);
}

/* A list of names as rows of people, each of them once; how many. */
static unsigned read_people(const struct evening *e, const struct store_id *when,
    const json_t *names, bool seen[SEATING_PEOPLE], uint8_t *out, unsigned most)
{
    unsigned count = 0;
    size_t i;
    json_t *one;
    json_array_foreach(names, i, one)
    {
        const int who = json_is_string(one) ? find_then(e, json_string_value(one), when) : -1;
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
    json_array_foreach(json_object_get(row, "tables"), i,
        table) if (r->seating.tables < SEATING_TABLES)
    {
        const unsigned at = r->seating.tables;
        r->seating.size[at] = (uint8_t)read_people(e, id, table, seen, r->seating.seat[at],
            SEATING_SIZE);
        memcpy(r->table[at].sat, r->seating.seat[at], sizeof r->table[at].sat);
        r->seating.tables += r->seating.size[at] > 0;
    }
    r->seating.byes = read_people(e, id, json_object_get(row, "byes"), seen, r->seating.bye,
        SEATING_PEOPLE);
    r->seating.repeated = number_of(row, "repeated", 10000);
    r->seating.bound = number_of(row, "bound", 10000);
    e->rounds += r->seating.tables > 0;
}

static struct evening_table *table_of(struct evening *e, const json_t *row, unsigned *round,
    unsigned *table)
{
    *round = number_of(row, "round", e->rounds);
    *table = *round > 0 ? number_of(row, "table", e->round[*round - 1].seating.tables) : 0;
    return *table > 0 ? &e->round[*round - 1].table[*table - 1] : NULL;
}

/* Where somebody sits, of `size` seats, or a free one for whoever stands in; -1: nowhere. */
static int seat_for(const uint8_t *sat, const uint8_t *place, unsigned size, int who,
    bool stands_in)
{
    for (unsigned i = 0; i < size; i++)
        if (stands_in ? place[i] == 0 : sat[i] == who)
            return (int)i;
    return -1;
}

/* Whoever was drawn sits where they were drawn; others have the seats that are left. */
static void add_result(struct evening *e, const struct store_id *id, const json_t *row)
{
    unsigned round, table, played = 0;
    struct evening_table *t = table_of(e, row, &round, &table),
                         read = {.known = true, .by_hand = true};
    json_t *places = json_object_get(row, "places");
    if (t == NULL)
        return;
    const struct seating *s = &e->round[round - 1].seating;
    memcpy(read.sat, s->seat[table - 1], sizeof read.sat);
    memcpy(read.left, t->left, sizeof read.left);
    for (int others = 0; others < 2; others++) {
        const char *name;
        json_t *one;
        json_object_foreach(places, name, one)
        {
            const int who = find_then(e, name, id),
                      drawn = seat_for(s->seat[table - 1], NULL, s->size[table - 1], who, false);
            const int sits = seat_for(read.sat, NULL, s->size[table - 1], who, false);
            const int at = others && sits < 0
                               ? seat_for(read.sat, read.place, s->size[table - 1], who, true)
                               : sits;
            const uint8_t place = (uint8_t)number_of(places, name, SEATING_SIZE);
            if (who < 0 || at < 0 || (drawn >= 0) == others || place == 0)
                continue;
            read.sat[at] = (uint8_t)who;
            played += read.place[at] == 0;
            /* two who are one by now have played one game, with the better place */
            read.place[at] = read.place[at] == 0 || place < read.place[at] ? place : read.place[at];
        }
    }
    if (played >= 2)
        *t = read;
}

static void add_unplayed(struct evening *e, const json_t *row)
{
    unsigned round, table;
    struct evening_table *t = table_of(e, row, &round, &table);
    if (t != NULL)
        t->known = t->by_hand = t->unplayed = true;
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
    const bool ours = evening != NULL && store_id_read(evening, &of)
                      && store_id_compare(&of, &e->id) == 0;
    if (what != NULL && strcmp(what, "begin") == 0)
        begin(e, &kept->id, row);
    else if (what != NULL && ours && strcmp(what, "join") == 0)
        set_here(e, &kept->id, json_object_get(row, "players"), true);
    else if (what != NULL && ours && strcmp(what, "leave") == 0)
        leave(e, &kept->id, json_object_get(row, "players"));
    else if (what != NULL && ours && strcmp(what, "round") == 0)
        add_round(e, &kept->id, row);
    else if (what != NULL && ours && strcmp(what, "result") == 0)
        add_result(e, &kept->id, row);
    else if (what != NULL && ours && strcmp(what, "unplayed") == 0)
        add_unplayed(e, row);
    json_decref(row);
    return true;
}

bool evening_add(const struct evening *e, struct campaign_query *a, json_t *row)
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
    const bool good = campaign_ok(&a->campaign,
        store_row_add(a->campaign.store, &a->campaign.id, KIND, NULL, text));
    free(text);
    return good;
}

/* ---- what records say ------------------------------------------------------------------------ */

/* Whoever played and was not drawn for this table has the seat of one who has left. */
static bool stand_in(const struct evening_round *r, int who, unsigned table,
    struct evening_table *read, unsigned place)
{
    if (who < 0 || evening_sits(r, who) > 0)
        return false;
    for (unsigned i = 0; i < r->seating.size[table]; i++)
        if (read->place[i] == 0) {
            read->sat[i] = (uint8_t)who;
            read->place[i] = (uint8_t)place;
            return true;
        }
    return false;
}

/*
 * Did just these people play at the table, or with `changed` those of them who have not left, and
 * others in the place of who has? `read` is the table as it was drawn, and has who sat there and
 * their places then.
 */
static bool sat_here(const struct evening *e, const struct evening_round *r, unsigned table,
    const struct season *season, const struct season_game *g, bool changed,
    struct evening_table *read)
{
    const unsigned size = r->seating.size[table];
    bool stands_in[SEATS_MOST] = {false};
    for (unsigned k = 0; k < g->seats; k++) {
        const struct season_seat *seat = &season->seat[g->first + k];
        const int who = find_player(e, &season->person[seat->person].id);
        const int at = who >= 0 ? seat_for(r->seating.seat[table], NULL, size, who, false) : -1;
        stands_in[k] = at < 0;
        if (seat->place == 0 || (at < 0 && !changed))
            return false;
        if (at >= 0)
            read->place[at] = seat->place;
    }
    for (unsigned i = 0; i < size; i++)
        if (read->place[i] == 0 && !(changed && read->left[i]))
            return false;
    for (unsigned k = 0; k < g->seats; k++) {
        const struct season_seat *seat = &season->seat[g->first + k];
        if (stands_in[k]
            && !stand_in(r, find_player(e, &season->person[seat->person].id), table, read,
                seat->place))
            return false;
    }
    return true;
}

/* The first table of the evening that these people sat at and of which nothing is known yet. */
static bool take_record(struct evening *e, const struct season *season, const struct season_game *g,
    bool changed)
{
    for (unsigned r = 0; r < e->rounds; r++)
        for (unsigned t = 0; t < e->round[r].seating.tables; t++) {
            struct evening_table read = e->round[r].table[t];
            if (read.known || store_id_compare(&g->record, &e->round[r].drawn) <= 0
                || !sat_here(e, &e->round[r], t, season, g, changed, &read))
                continue;
            read.known = true;
            e->round[r].table[t] = read;
            return true;
        }
    return false;
}

/* Records of just the people of a table come before those that somebody left, or stood in at. */
static void take_records(struct evening *e, const struct season *season)
{
    bool *taken = memory_get((season->games + 1) * sizeof *taken);
    for (int changed = 0; changed < 2; changed++)
        for (size_t i = 0; i < season->games; i++)
            if (!taken[i])
                taken[i] = take_record(e, season, &season->game[i], changed);
    free(taken);
}

/* An evening goes on after midnight. */
static void next_day(const char *day, char out[DAY_TEXT])
{
    snprintf(out, DAY_TEXT, "%s", day);
    if (!store_day_valid(day))
        return;
    struct tm at = {.tm_year = (int)strtol(day, NULL, 10) - 1900,
        .tm_mon = (int)strtol(day + 5, NULL, 10) - 1,
        .tm_mday = (int)strtol(day + 8, NULL, 10) + 1,
        .tm_hour = 12};
    if (mktime(&at) != -1)
        strftime(out, DAY_TEXT, "%Y-%m-%d", &at);
}

void evening_clear(struct evening *e)
{
    league_names_clear(&e->names);
    memset(e, 0, sizeof *e);
}

bool evening_load(struct evening *e, struct campaign_query *a)
{
    char until[DAY_TEXT];
    struct season season = {0};
    evening_clear(e);
    if (!league_names_load(&e->names, &a->campaign)
        || !campaign_ok(&a->campaign,
            store_rows_of(a->campaign.store, &a->campaign.id, KIND, read_row, e)))
        return false;
    if (!e->begun || e->rounds == 0)
        return true;
    next_day(e->day, until);
    const struct store_filter day = {.since = e->day,
        .until = until,
        .game = e->game[0] != '\0' ? e->game : NULL};
    const bool good = season_load(&season, &a->campaign, &day);
    if (good)
        take_records(e, &season);
    season_clear(&season);
    return good;
}

/* ---- what follows from it -------------------------------------------------------------------- */

/* A seating of people, as one of the question's rows; those who have left are not in it. */
static void renumber(const struct seating *from, const uint8_t row[SEATING_PEOPLE],
    struct seating *to)
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

/* Who really sat where: whoever stood in had no bye. */
static void as_played(const struct evening_round *r, struct seating *out)
{
    *out = r->seating;
    out->byes = 0;
    for (unsigned t = 0; t < r->seating.tables; t++)
        memcpy(out->seat[t], r->table[t].sat, sizeof out->seat[t]);
    for (unsigned i = 0; i < r->seating.byes; i++)
        if (evening_sits(r, r->seating.bye[i]) == 0)
            out->bye[out->byes++] = r->seating.bye[i];
}

/* A round none of whose tables was played gives no bye either. */
static bool was_played(const struct evening_round *r)
{
    for (unsigned t = 0; t < r->seating.tables; t++)
        if (!r->table[t].unplayed)
            return true;
    return false;
}

void evening_question(const struct evening *e, struct seating_question *q,
    uint8_t who[SEATING_PEOPLE], struct seating *before)
{
    uint8_t row[SEATING_PEOPLE];
    memset(q, 0, sizeof *q);
    *q = (struct seating_question){.least = e->least,
        .most = e->most,
        .before = before,
        .rounds = e->rounds};
    for (unsigned i = 0; i < e->people; i++) {
        row[i] = e->person[i].here ? (uint8_t)q->people : SEATING_PEOPLE;
        if (e->person[i].here)
            who[q->people++] = (uint8_t)i;
    }
    for (unsigned r = 0; r < e->rounds; r++) {
        struct seating drawn, played;
        renumber(&e->round[r].seating, row, &before[r]);
        as_played(&e->round[r], &drawn);
        renumber(&drawn, row, &played);
        for (unsigned t = 0; t < played.tables; t++)
            for (unsigned i = 0; i < played.size[t] && !e->round[r].table[t].unplayed; i++)
                for (unsigned j = 0; j < played.size[t]; j++)
                    if (i != j)
                        q->met[played.seat[t][i]][played.seat[t][j]]++;
        for (unsigned i = 0; i < played.byes && was_played(&e->round[r]); i++)
            q->byes[played.bye[i]]++;
    }
    for (size_t i = 0; i < sizeof e->id.byte; i++)
        q->seed = q->seed * 257 + e->id.byte[i];
    q->seed += e->rounds;
}

static void count_table(struct evening *e, const struct seating *s, unsigned table,
    const struct evening_table *t)
{
    const unsigned size = s->size[table];
    unsigned played = 0;
    for (unsigned i = 0; i < size; i++)
        played += t->place[i] > 0;
    for (unsigned i = 0; i < size && t->known && !t->unplayed; i++) {
        struct evening_person *p = &e->person[t->sat[i]];
        unsigned halves = 0;
        if (t->place[i] == 0) /* left before the end of the round */
            continue;
        for (unsigned k = 0; k < size; k++)
            halves += k == i || t->place[k] == 0  ? 0
                      : t->place[k] > t->place[i] ? 2
                                                  : t->place[k] == t->place[i];
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
        struct seating s;
        as_played(&e->round[r], &s);
        for (unsigned t = 0; t < s.tables; t++)
            count_table(e, &s, t, &e->round[r].table[t]);
        for (unsigned i = 0; i < s.byes && was_played(&e->round[r]); i++) {
            e->person[s.bye[i]].byes++;
            e->person[s.bye[i]].score += 0.5;
        }
    }
    for (unsigned i = 0; i < e->people; i++) {
        unsigned at = i;
        for (; at > 0 && stands_before(e, i, order[at - 1]); at--)
            order[at] = order[at - 1];
        order[at] = (uint8_t)i;
    }
    for (unsigned i = 0; i < e->people; i++) {
        struct evening_person *p = &e->person[order[i]],
                              *before = i > 0 ? &e->person[order[i - 1]] : NULL;
        p->rank = before != NULL && before->score == p->score && before->won == p->won
                      ? before->rank
                      : i + 1;
    }
}
