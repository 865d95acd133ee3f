/* Inside fuda league: a word of it with its evening, and a table's result as it is said by hand. */
#ifndef FUDA_LEAGUE_H
#define FUDA_LEAGUE_H

#include "cli/report/evening.h"
#include "cli/say.h"

/* A word of the command, with the store open and the evening read. */
struct league {
    const struct context *context;
    struct campaign_query asking;
    struct evening *evening; /* owned */
    int count;
    char **words;
};

/* A table's result as it is said. */
struct table_said {
    const struct evening_round *round;
    unsigned table, size;      /* from 0; seats */
    uint8_t sat[SEATING_SIZE]; /* as drawn, or who stands in */
    long number[SEATING_SIZE];
    bool said[SEATING_SIZE];
};

/* ---- league_result.c ---- */

/* Those who were drawn have their seats first. False: complained. */
bool league_read_places(const struct league *l, struct table_said *t);

/* Places by points: whoever has more stands in front. */
void league_places_by_points(struct table_said *t);

/* As a row keeps them, the caller's; NULL: complained. */
json_t *league_places_json(const struct league *l, const struct table_said *t);

#endif
