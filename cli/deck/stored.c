/* Decks of stored records; see stored.h. */
#define _XOPEN_SOURCE 700
#include "stored.h"
#include "pack.h"

#include <stdlib.h>
#include <string.h>

/* ---- loading and keeping ----------------------------------------------------------------- */

struct loading {
    struct session *session;
    struct store *store;
    bool good;
};

static bool load_one(void *user, const struct store_use *use)
{
    struct loading *l = user;
    char *text = NULL;
    struct storage_why why = {0};
    l->good &= store_ok(l->session->context, store_deck_get(l->store, use->hash, &text, &why), &why)
            && packs_keep(&l->session->packs, text);
    free(text);
    return true;
}

bool decks_load(struct session *s, struct store *store, const struct store_id *campaign,
                const struct store_id *record)
{
    struct loading l = {s, store, true};
    struct storage_why why = {0};
    return store_ok(s->context, store_decks_each(store, campaign, record, load_one, &l, &why), &why) && l.good;
}

bool decks_keep(void *packs, const char *name, const char *text)
{
    (void)name;
    return packs_keep(packs, text);
}

struct keeping {
    struct store *store;
    const struct store_id *record;
    struct storage_why *why;
    enum storage_error error;
};

static bool keep_one(void *user, const char *name, const char *text)
{
    struct keeping *k = user;
    char hash[STORE_HASH_TEXT];
    k->error = store_deck_put(k->store, text, hash, k->why);
    if (k->error == STORAGE_OK)
        k->error = store_deck_use(k->store, k->record, name, hash, k->why);
    return k->error == STORAGE_OK;
}

static enum storage_error keep_chosen(struct store *store, const struct store_id *record, struct packs *packs,
                                      struct storage_why *why)
{
    struct keeping k = {store, record, why, STORAGE_OK};
    if (!packs_chosen_each(packs, keep_one, &k) && k.error == STORAGE_OK)
        k.error = STORAGE_INVALID;      /* a deck without end */
    return k.error;
}

bool decks_store(const struct context *context, struct store *store, const struct store_id *record,
                 struct packs *packs)
{
    struct storage_why why = {0};
    return store_ok(context, keep_chosen(store, record, packs, &why), &why);
}

static bool any_chosen(void *user, const char *name, const char *text)
{
    (void)name, (void)text;
    *(bool *)user = true;
    return false;
}

enum storage_error line_make_durable(struct store *store, struct store_hold *hold, struct packs *packs,
                                     const char *line, struct storage_why *why)
{
    bool any = false;
    packs_chosen_each(packs, any_chosen, &any);
    if (!any)
        return store_append(hold, line, NULL, 0, NULL, why);
    struct store_id record = store_hold_record(hold);
    enum storage_error error = store_batch_begin(store, why);
    if (error != STORAGE_OK)
        return error;
    error = store_append(hold, line, NULL, 0, NULL, why);
    if (error == STORAGE_OK)
        error = keep_chosen(store, &record, packs, why);
    if (error != STORAGE_OK) {
        store_batch_abandon(store);
        return error;
    }
    error = store_batch_commit(store, why);
    if (error == STORAGE_OK)
        packs_chosen_each(packs, decks_keep, packs);    /* so it means when the line is read again */
    return error;
}

/* ---- packs that have grown --------------------------------------------------------------- */

/* One deck that records keep, against the user's pack of that name. */
struct use {
    struct use *next;
    struct store_id record;
    const struct rulebook *book;
    char name[NAME_MOST + 1], hash[STORE_HASH_TEXT], grown[STORE_HASH_TEXT];
};

struct growing {
    const struct context *context;
    struct campaign *campaign;
    struct packs packs;         /* the user's, read once */
    struct use *uses;           /* owned */
    bool tell;                  /* what was changed */
};

static bool collect_use(void *user, const struct store_use *use)
{
    struct growing *g = user;
    struct use *u = calloc(1, sizeof *u);
    if (u == NULL)
        abort();
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

/* Does the deck's text have this line? */
static bool has_row(const struct deck *deck, struct span row)
{
    for (const char *at = deck->text.at; *at != '\0';) {
        size_t length = strcspn(at, "\n");
        if (length == row.length && memcmp(at, row.at, length) == 0)
            return true;
        at += length + (at[length] == '\n');
    }
    return false;
}

static void tell_change(const struct growing *g, const struct deck *own, struct span row)
{
    struct text name = {0}, shown = {0};
    if (!g->tell)
        return;
    say_foreign(&name, own->name, own->name_length);
    say_foreign(&shown, row.at, row.length);
    complain(g->context, N_("the pack “%s” has changed since records were played with it; they keep what it said then. "
                            "Now: %s"), name.at, shown.at);
    text_clear(&name);
    text_clear(&shown);
}

static bool read_row(const struct rulebook *book, struct span row, struct statement *out)
{
    struct seats none = {.count = 0};
    struct setting setting = {.book = book, .seats = &none};
    struct reader reader;
    struct fault fault;
    reader_begin(&reader, row.at, row.length, 1);
    return statement_read(&reader, &setting, true, out, &fault) == READ_STATEMENT && out->row;
}

static bool same_argument(const struct argument *a, const struct argument *b)
{
    if (a->kind != b->kind || a->text.length != b->text.length || memcmp(a->text.at, b->text.at, a->text.length) != 0)
        return false;
    return a->kind != ARGUMENT_PAIR
        || (a->value.length == b->value.length && memcmp(a->value.at, b->value.at, a->value.length) == 0);
}

/* Does the new row say all that the old one says, and more? `table 7 0=5` is completed by `table 7 0=5 1=3`. */
static bool completes(const struct statement *old, const struct statement *new)
{
    int at = 0;
    for (int i = 0; i < new->count && at < old->count; i++)
        at += same_argument(&old->argument[at], &new->argument[i]);
    return old->verb == new->verb && at == old->count && at > 0;
}

/* The row of `kept` that this one of `own` completes; nothing if there is none. */
static struct span find_incomplete(const struct deck *kept, const struct deck *own, const struct statement *new)
{
    struct statement old;
    for (const char *at = kept->text.at + strcspn(kept->text.at, "\n") + 1; *at != '\0';) {
        struct span row = {at, strcspn(at, "\n")};
        if (!has_row(own, row) && read_row(own->book, row, &old) && completes(&old, new))
            return row;
        at += row.length + (at[row.length] == '\n');
    }
    return (struct span){NULL, 0};
}

/* The deck with one row in the place of another, as the newest of `kept`. */
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

/* A row of the user's that `kept` does not have: added, or in the place of one that it completes. */
static bool take_row(struct packs *kept, const struct deck *own, struct span row, const struct statement *said)
{
    struct fault fault;
    struct span old = find_incomplete(kept->kept, own, said);
    if (old.at != NULL)
        return replace_row(kept, old, row);
    if (rulebook_add_row(own->book, kept->kept->rows, said, &fault) != APPLIED)
        return false;
    deck_add_row(kept->kept, said);
    return true;
}

/* Adds every row of `own` that `kept` can take: what it cannot take was changed. True if any. */
static bool merge_rows(const struct growing *g, struct packs *kept, const struct deck *own)
{
    struct statement said;
    bool any = false;
    for (const char *at = own->text.at + strcspn(own->text.at, "\n") + 1; *at != '\0';) {
        struct span row = {at, strcspn(at, "\n")};
        at += row.length + (at[row.length] == '\n');
        if (has_row(kept->kept, row) || !read_row(own->book, row, &said))
            continue;
        if (take_row(kept, own, row, &said))
            any = true;
        else
            tell_change(g, own, row);
    }
    return any;
}

/* The user's pack that a record's deck grows with: of the same name, or where none was chosen the only one. */
static struct deck *own_of(struct growing *g, const struct use *u)
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
    struct deck *own = own_of(g, u);
    struct packs kept = {.context = g->context};
    struct storage_why why = {0};
    char *text = NULL;
    if (own == NULL || own->faults > 0 || own->endless)
        return true;
    bool good = store_ok(g->context, store_deck_get(g->campaign->store, u->hash, &text, &why), &why);
    if (good && packs_keep(&kept, text) && merge_rows(g, &kept, own) && !kept.kept->endless)
        good = campaign_may_write(g->campaign)
            && store_ok(g->context, store_deck_put(g->campaign->store, kept.kept->text.at, u->grown, &why), &why);
    free(text);
    packs_end(&kept);
    return good;
}

/* Of records with the same deck only the first is worked out. */
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
    struct growing g = {.context = context, .campaign = campaign, .packs = {.context = context}, .tell = tell};
    struct storage_why why = {0};
    bool good = store_ok(context, store_decks_each(campaign->store, id, NULL, collect_use, &g, &why), &why);
    good = good && grow_all(&g);
    for (const struct use *u = g.uses; u != NULL && good; u = u->next)
        if (strcmp(u->hash, u->grown) != 0)
            good = store_ok(context, store_deck_use(campaign->store, &u->record, u->name, u->grown, &why), &why);
    free_uses(g.uses);
    packs_end(&g.packs);
    return good;
}
