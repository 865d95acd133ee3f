/* Where the record has been; see waypoint.h. */
#include "waypoint.h"
#include "cli/memory.h"

#include <stdlib.h>

/* That of 64 steps and of every odd multiple is written over soonest. */
static size_t place_of(size_t count)
{
    size_t place = 0;
    for (size_t number = count / WAYPOINT_EACH; number % 2 == 0 && place < WAYPOINTS_MOST - 1;
         number /= 2)
        place++;
    return place;
}

void waypoints_keep(struct waypoints *w, const struct record *r, const struct waypoint *here)
{
    if (here->count == 0 || here->count % WAYPOINT_EACH != 0)
        return;
    struct waypoint **at = &w->row[place_of(here->count)];
    if (*at == NULL) {
        *at = memory_get(sizeof **at);
        (*at)->mark.room = memory_rooms();
    }
    (*at)->count = here->count;
    (*at)->told = here->told;
    (*at)->rows = here->rows;
    step_save(r, &(*at)->mark);
}

const struct waypoint *waypoints_return(struct waypoints *w, struct record *r, size_t count)
{
    struct waypoint *last = NULL;
    for (size_t i = 0; i < WAYPOINTS_MOST; i++) {
        struct waypoint *at = w->row[i];
        if (at != NULL && at->count > count)
            at->count = 0;
        else if (at != NULL && at->count > 0 && (last == NULL || at->count > last->count))
            last = at;
    }
    if (last == NULL)
        return NULL;
    step_return(r, &last->mark);
    step_save(r, &last->mark); /* it may be come back to again */
    return last;
}

void waypoints_free(struct waypoints *w)
{
    for (size_t i = 0; i < WAYPOINTS_MOST; i++) {
        if (w->row[i] != NULL)
            memory_rooms_free(&w->row[i]->mark.room);
        free(w->row[i]);
    }
    *w = (struct waypoints){{NULL}};
}
