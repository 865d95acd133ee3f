/* Packs that have got rows since records were played with them; see stored.h. */
#define _XOPEN_SOURCE 700
#include "stored.h"

#include <stdlib.h>
#include <string.h>

/* One pack that a record keeps, against the user's of that name. */
struct use {
    struct use *next;
    struct store_id record;
    const struct rulebook *book;
    char name[NAME_MOST + 1], hash[STORE_HASH_TEXT], grown[STORE_HASH_TEXT];
};

struct growing {
    const struct context *context;
    struct campaign *campaign;
    struct packs packs; /* the user's, read once */
    struct use *uses;   /* owned */
    bool tell;          /* what was changed */
};

static bool collect_use(void *user, const struct store_use *use)
{
    struct growing *g = user;
    struct use *u = memory_get(sizeof *u);
    u->record = use->record;
    u->book = rulebook_find((struct span){use->game, strlen(use->game)});
    snprintf(u->name, sizeof u->name, "%s", use->name);
    snprintf(u->hash, sizeof u->hash, "%s", use->hash);
    memcpy(u->grown, u->hash, sizeof u->grown);
    u->next = g->uses;
    g->uses = u;
    return true;
}

static void free_uses(struct use *u)
{
    while (u != NULL) {
        struct use *next = u->next;
        free(u);
        u = next;
    }
}

/* ---- rows of two packs ------------------------------------------------------------------- */

static bool same_span(struct span a, struct span b)
{
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

static bool same_argument(const struct argument *a, const struct argument *b)
{
    return a->kind == b->kind && same_span(a->text, b->text)
           && (a->kind != ARGUMENT_PAIR || same_span(a->value, b->value));
}

/*
 * Does the new row say all that the old one says, and more? `table 7 0=5` is completed by `table 7
 * 0=5 1=3`.
 */
static bool completes(const struct statement *old, const struct statement *new)
{
    int at = 0;
    for (int i = 0; i < new->count &&at < old->count; i++)
        at += same_argument(&old->argument[at], &new->argument[i]);
    return old->verb == new->verb &&at == old->count &&at > 0;
}

/* The pack with one row in the place of another, as the newest of `kept`. */
static bool replace_row(struct packs *kept, struct span old, struct span new)
{
    struct text text = {0};
    const struct text *from = &kept->kept->text;
    size_t before = (size_t)(old.at - from->at);
    text_add(&text, from->at, before);
    text_add(&text, new.at, new.length);
    text_add(&text, old.at + old.length, from->length - before - old.length);
    bool good = packs_keep(kept, text.at);
    text_clear(&text);
    return good;
}

/*
 * A row of the user's that `kept` does not have: added, or in the place of one that it completes.
 */
static bool take_row(struct packs *kept, const struct pack *own, const struct pack_row *row)
{
    struct fault fault;
    for (struct pack_row old = {.text = {NULL, 0}}; pack_next(kept->kept, &old);)
        if (!pack_has_row(own, old.text) && completes(&old.said, &row->said))
            return replace_row(kept, old.text, row->text);
    if (rulebook_add_row(own->book, kept->kept->deck, &row->said, &fault) != APPLIED)
        return false;
    pack_add_row(kept->kept, &row->said);
    return true;
}

static void tell_change(const struct growing *g, const struct pack *own, struct span row)
{
    complain(g->context,
        N_("the pack “{pack}” has changed since records were played with it; they keep what it "
           "said then. Now: {rows}"),
        "ss", "pack", (struct span){own->name, own->name_length}, "rows", row);
}

/* Adds every row of `own` that `kept` can take: what it cannot take was changed. True if any. */
static bool merge_rows(const struct growing *g, struct packs *kept, const struct pack *own)
{
    bool any = false;
    for (struct pack_row row = {.text = {NULL, 0}}; pack_next(own, &row);) {
        if (pack_has_row(kept->kept, row.text))
            continue;
        if (take_row(kept, own, &row))
            any = true;
        else if (g->tell)
            tell_change(g, own, row.text);
    }
    return any;
}

/* ---- records and their packs ------------------------------------------------------------- */

/*
 * The user's pack that a record's grows with: of the same name, or where none was chosen the only
 * one.
 */
static struct pack *own_of(struct growing *g, const struct use *u)
{
    char name[NAME_MOST + 1];
    if (u->book == NULL)
        return NULL;
    if (strcmp(u->name, PACK_OF_CAMPAIGN) == 0)
        return u->book->deck->later ? packs_sole(&g->packs, u->book, name) : NULL;
    return packs_own(&g->packs, u->book, (struct span){u->name, strlen(u->name)});
}

static bool grow_one(struct growing *g, struct use *u)
{
    struct pack *own = own_of(g, u);
    struct packs kept = {.context = g->context};
    char *text = NULL;
    if (own == NULL || own->faults > 0 || own->endless)
        return true;
    bool good = campaign_ok(g->campaign, store_deck_get(g->campaign->store, u->hash, &text));
    if (good && packs_keep(&kept, text) && merge_rows(g, &kept, own) && !kept.kept->endless)
        good = campaign_may_write(g->campaign)
               && campaign_ok(g->campaign,
                   store_deck_put(g->campaign->store, kept.kept->text.at, u->grown));
    free(text);
    packs_end(&kept);
    return good;
}

/* Of records with the same pack only the first is worked out. */
static bool grow_all(struct growing *g)
{
    bool good = true;
    for (struct use *u = g->uses; u != NULL && good; u = u->next) {
        const struct use *same = g->uses;
        while (same != u && (strcmp(same->hash, u->hash) != 0 || strcmp(same->name, u->name) != 0))
            same = same->next;
        if (same != u)
            memcpy(u->grown, same->grown, sizeof u->grown);
        else
            good = grow_one(g, u);
    }
    return good;
}

bool decks_grow(struct campaign *campaign, const struct store_id *id, bool tell)
{
    const struct context *context = campaign->context;
    struct growing g = {.context = context,
        .campaign = campaign,
        .packs = {.context = context},
        .tell = tell};
    bool good = campaign_ok(campaign, store_decks_each(campaign->store, id, NULL, collect_use, &g));
    good = good && grow_all(&g);
    for (const struct use *u = g.uses; u != NULL && good; u = u->next)
        if (strcmp(u->hash, u->grown) != 0)
            good = campaign_ok(campaign,
                store_deck_use(campaign->store, &u->record, u->name, u->grown));
    free_uses(g.uses);
    packs_end(&g.packs);
    return good;
}
