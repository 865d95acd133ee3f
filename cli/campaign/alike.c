/* Look-alikes among the players; see alike.h. */
#include "alike.h"
#include "cli/memory.h"
#include "cli/say.h"

#include <stdlib.h>
#include <string.h>

/* A player, and what look-alikes have in common. */
struct looking {
    char look[NAME_MOST + 1];
    char *name;                 /* owned */
    struct store_id id;
};

struct lookings {
    struct looking *row;        /* owned */
    size_t count;
    const struct store_id *newest;
    bool new;                   /* somebody has come */
};

static bool see_newest(void *user, const struct store_name *n)
{
    struct alike *a = user;
    if (store_id_compare(&n->own, &a->newest) > 0)
        a->newest = n->own;
    return true;
}

void alike_begin(struct alike *a, const struct campaign *campaign)
{
    *a = (struct alike){{{0}}};
    store_names_each(campaign->store, &campaign->id, see_newest, a);
}

static bool look_at(void *user, const struct store_name *n)
{
    struct lookings *all = user;
    const struct span name = {n->name, strlen(n->name)};
    if (!n->current)
        return true;
    all->row = memory_row(all->row, all->count, sizeof *all->row);
    struct looking *one = &all->row[all->count++];
    *one = (struct looking){.name = memory_text(n->name), .id = n->player};
    one->look[person_look(name, one->look)] = '\0';
    all->new |= store_id_compare(&n->player, all->newest) > 0;
    return true;
}

/* Those who look alike side by side, the oldest first. */
static int by_look(const void *a, const void *b)
{
    const struct looking *one = a, *other = b;
    const int order = strcmp(one->look, other->look);
    return order != 0 ? order : store_id_compare(&one->id, &other->id);
}

static bool count_one(void *user, const struct store_entry *entry)
{
    (void)entry;
    ++*(int64_t *)user;
    return true;
}

static void tell(const struct campaign *campaign, const struct looking *who, const struct looking *like)
{
    int64_t games = 0;
    const struct store_filter of = {.player = like->id};
    store_history_each(campaign->store, &campaign->id, &of, count_one, &games);
    complain(campaign->context, N_("“{name}” looks like “{near}”, who has games: {count}, but is written with other letters. The same? "
                                   "Then: fuda player “{name}” join “{near}”"), "tti", "name", who->name, "near", like->name,
             "count", games);
}

void alike_tell(const struct alike *a, const struct campaign *campaign)
{
    struct lookings all = {.newest = &a->newest};
    store_names_each(campaign->store, &campaign->id, look_at, &all);
    if (all.new)
        qsort(all.row, all.count, sizeof *all.row, by_look);
    for (size_t i = 1, oldest = 0; all.new && i < all.count; i++) {
        if (strcmp(all.row[i].look, all.row[oldest].look) != 0)
            oldest = i;
        else if (store_id_compare(&all.row[i].id, all.newest) > 0)
            tell(campaign, &all.row[i], &all.row[oldest]);
    }
    for (size_t i = 0; i < all.count; i++)
        free(all.row[i].name);
    free(all.row);
}

struct newcomers {
    const struct campaign *campaign;
    const struct store_id *newest;
    struct text names;          /* owned */
};

static bool add_new(void *user, const struct store_name *n)
{
    struct newcomers *new = user;
    if (!n->current || store_id_compare(&n->player, new->newest) <= 0)
        return true;
    if (new->names.length > 0)
        say_comma(new->campaign->context, &new->names);
    say_name(&new->names, n->name, strlen(n->name));
    return true;
}

void alike_new(const struct alike *a, const struct campaign *campaign)
{
    struct newcomers new = {.campaign = campaign, .newest = &a->newest};
    store_names_each(campaign->store, &campaign->id, add_new, &new);
    if (new.names.length > 0 && !campaign->context->json)
        print_with(campaign->context, N_("New here: {names}."), "t", "names", new.names.at);
    text_clear(&new.names);
}
