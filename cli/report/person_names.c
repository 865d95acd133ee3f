/* Whom a name means, and when; see person_names.h. */
#include "cli/report/person_names.h"
#include "cli/memory.h"

#include <stdlib.h>
#include <string.h>

static bool add_call(void *user, const struct store_call *c)
{
    struct league_names *names = user;
    names->row = memory_row(names->row, names->count, sizeof *names->row);
    struct league_name *last = &names->row[names->count], *one = last;
    while (last > names->row && store_id_compare(&last[-1].own, &c->own) != 0)
        last--;
    if (last > names->row)
        last[-1].until = c->when;
    *one = (struct league_name){.name = memory_text(c->name),
        .today = memory_text(c->today),
        .player = c->player,
        .own = c->own,
        .from = c->when};
    one->length = person_fold((struct span){c->name, strlen(c->name)}, one->folded);
    names->count++;
    return true;
}

bool league_names_load(struct league_names *names, const struct campaign *campaign)
{
    *names = (struct league_names){0};
    return campaign_ok(campaign, store_calls_each(campaign->store, &campaign->id, add_call, names));
}

void league_names_clear(struct league_names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->row[i].name), free(names->row[i].today);
    free(names->row);
    *names = (struct league_names){0};
}

/* Of two people whose names look the same, whoever is spelled so. */
static bool spelled(const struct league_name *n, const char *name)
{
    return strcmp(n->name, name) == 0;
}

/* 0: had it then; 1: was called so later; 2: no longer was. */
static int distance(const struct league_name *n, const struct store_id *when)
{
    const bool still = store_id_none(&n->until);
    if (when == NULL)
        return still ? 0 : 2;
    return store_id_compare(&n->from, when) > 0             ? 1
           : still || store_id_compare(&n->until, when) > 0 ? 0
                                                            : 2;
}

const struct league_name *league_names_find(const struct league_names *names, const char *name,
    const struct store_id *when)
{
    char folded[NAME_MOST];
    const struct league_name *best = NULL;
    const size_t length = person_fold((struct span){name, strlen(name)}, folded);
    for (size_t i = 0; i < names->count; i++) {
        const struct league_name *n = &names->row[i];
        if (n->length != length || memcmp(n->folded, folded, length) != 0)
            continue;
        const int far = distance(n, when), least = best != NULL ? distance(best, when) : 3;
        const bool last = far == 2 && least == 2; /* of those who had it once */
        if (best == NULL || far < least
            || (far == least && (last || (spelled(n, name) && !spelled(best, name)))))
            best = n;
    }
    return best;
}
