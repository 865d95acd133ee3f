/*
 * An evening of a league: who came, who sat with whom in which round, and how each table ended.
 * It is told by rows that are only ever added, and travel with the campaign's others
 * (storage/stored_rows.h); a seating once drawn is one of them.
 *
 *     {"league":"begin","name":…,"game":…,"day":…,"least":3,"most":4,"players":[…]}
 *                                              the newest one is the evening
 *     {"league":"join"|"leave","evening":ID,"players":[…]}
 *     {"league":"round","evening":ID,"tables":[[…],…],"byes":[…],"repeated":0,"bound":0}
 *     {"league":"result","evening":ID,"round":1,"table":2,"places":{"Aki":1,…}}
 *                                              the latest of a table counts
 *     {"league":"unplayed","evening":ID,"round":1,"table":2}
 *
 * Names are those that people were called by when the row was told (person_names.h). A table
 * without a result said by hand has that of the record, of the day (or, after midnight, the next)
 * and the game, in which just its people sat; else of one without those who have left since the
 * draw, or with others in their place who sat at no other table.
 */
#ifndef FUDA_EVENING_H
#define FUDA_EVENING_H

#include "cli/campaign/query.h"
#include "cli/report/person_names.h"
#include "cli/report/seating.h"

enum { EVENING_ROUNDS = 32, LEAGUE_ROW_MOST = 60000 };

struct evening_table {
    bool known;   /* how it ended, */
    bool by_hand; /* how it ended was said here, not by a record */
    bool unplayed;
    uint8_t sat[SEATING_SIZE];   /* rows of `person`: as drawn, or who stood in */
    uint8_t place[SEATING_SIZE]; /* from 1, of whoever sat there; 0: did not play it */
    /* whoever was drawn for it has left since, and may have come back */
    bool left[SEATING_SIZE];
};

struct evening_round {
    struct store_id drawn;  /* the row that told it: games begun before do not count */
    struct seating seating; /* of rows of `person` */
    struct evening_table table[SEATING_TABLES];
};

struct evening_person {
    char name[NAME_MOST + 1];
    struct store_id player; /* none: the store does not know them yet */
    bool here;              /* has not left */
    unsigned played, won, byes;
    double score;  /* see evening_count */
    unsigned rank; /* from 1, the same for those who stand alike */
};

struct evening {
    bool begun;
    struct league_names names; /* owned */
    struct store_id id;
    char name[NAME_MOST + 1], day[DAY_TEXT];
    char game[NAME_MOST + 1]; /* empty: any */
    unsigned least, most;     /* at a table */
    unsigned people, rounds;
    struct evening_person person[SEATING_PEOPLE];
    struct evening_round round[EVENING_ROUNDS];
};

/*
 * The newest evening of the campaign, with its results; `e` is large: the caller's, on the heap,
 * and {0} or loaded before. To be freed with evening_clear. False: complained.
 */
bool evening_load(struct evening *e, struct campaign_query *a);
void evening_clear(struct evening *e);

/*
 * What it says is kept as a row of this evening (NULL: of none). `row` is freed. False: complained.
 */
bool evening_add(const struct evening *e, struct campaign_query *a, json_t *row);

/* What whoever is meant by it is called now; a name nobody has had, itself. */
const char *evening_name(const struct evening *e, const char *name);

/* Are they one person's, whom the store knows by both, or one name as names are compared? */
bool evening_same(const struct evening *e, const char *a, const char *b);

/* Somebody by name, of today or earlier; -1: nobody of the evening. */
int evening_find(const struct evening *e, const char *name);

/*
 * The table of that round at which somebody sits who plays there, from 1; 0: none, or it did not
 * play.
 */
unsigned evening_sits(const struct evening_round *r, int who);

/*
 * The question of the next round; its rows stand for `who` (people who are here). `before` has room
 * for the rounds.
 */
void evening_question(const struct evening *e, struct seating_question *q,
    uint8_t who[SEATING_PEOPLE], struct seating *before);

/*
 * Who stands where: of each table everybody gets from 1 (in front of all others) down to 0 (behind
 * all), a tie as half of it; a bye is a half; a table that did not play, or is still out, is
 * nothing. Rows of `person` in the order of that.
 */
void evening_count(struct evening *e, uint8_t order[SEATING_PEOPLE]);

#endif
