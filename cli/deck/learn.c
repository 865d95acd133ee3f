/*
 * What a campaign knows of a game's cards when a record begins: the values that were given in its
 * records, and at the table the pack that was played with last. It is worked out from the records
 * and laid down as the new record's own pack, so that this one replays alike whatever comes later.
 */
#define _XOPEN_SOURCE 700
#include "stored.h"

#include <stdlib.h>
#include <string.h>

/* A card of which something was said: the row that says it. */
struct told_card {
    struct told_card *next;
    uint8_t verb;
    char key[NAME_MOST]; /* its name, folded */
    size_t key_length;
    struct text row;
};

struct learning {
    const struct campaign *campaign;
    const struct rulebook *book;
    struct seats seats; /* of the record being read */
    struct store_id record;
    struct told_card *cards, **end;
    bool chosen; /* a pack by name, in the record below */
    struct store_id chosen_in;
    char chosen_name[NAME_MOST + 1];
    struct text text; /* of that pack */
};

/* ---- what a statement tells -------------------------------------------------------------- */

static struct told_card *card_of(struct learning *l, const struct statement *said)
{
    char key[NAME_MOST];
    size_t length = text_fold(said->argument[0].text, key);
    for (struct told_card *c = l->cards; c != NULL; c = c->next)
        if (c->verb == said->verb && c->key_length == length && memcmp(c->key, key, length) == 0)
            return c;
    struct told_card *c = memory_get(sizeof *c);
    c->verb = said->verb;
    c->key_length = length;
    memcpy(c->key, key, length);
    *l->end = c;
    l->end = &c->next;
    return c;
}

/* Is it a name and single values of that card? Any other row stands as a whole. */
static bool gives_values(const struct statement *row)
{
    bool pairs = row->count > 1;
    for (int i = 1; i < row->count; i++)
        pairs &= row->argument[i].kind == ARGUMENT_PAIR;
    return pairs;
}

/* Later values of a card take the place of earlier ones. */
static void add_values(struct statement *to, const struct statement *from)
{
    for (int i = 1; i < from->count; i++) {
        const struct argument *a = &from->argument[i];
        int at = 1;
        while (at < to->count
               && (to->argument[at].text.length != a->text.length
                   || memcmp(to->argument[at].text.at, a->text.at, a->text.length) != 0))
            at++;
        if (at == ARGUMENTS_MOST)
            return;
        to->argument[at] = *a;
        to->count = (uint8_t)(at < to->count ? to->count : at + 1);
    }
}

static void learn_row(struct learning *l, const struct statement *said)
{
    struct setting setting = {.book = l->book, .seats = &l->seats};
    struct statement row;
    struct text text = {0};
    if (said->count == 0)
        return;
    struct told_card *c = card_of(l, said);
    if (gives_values(said)
        && pack_read_row(l->book, (struct span){c->row.at, c->row.length}, &row)) {
        if (!gives_values(&row))
            return;
        add_values(&row, said);
        said = &row;
    }
    text_statement(&text, said, &setting);
    text_clear(&c->row);
    c->row = text;
}

/* A game with a built-in deck has no use for single rows: they would take its place. */
static void learn(struct learning *l, const struct statement *said)
{
    struct statement row;
    if (said->common && said->verb == SAY_PACK && said->count == 1) {
        l->chosen = true;
        l->chosen_in = l->record;
        l->chosen_name[text_spell(said->argument[0].text, l->chosen_name)] = '\0';
    } else if (said->row && l->book->deck->builtin == NULL) {
        learn_row(l, said);
    } else if (rulebook_row_told(l->book, said, &row)) {
        learn_row(l, &row);
    }
}

static bool learn_line(void *user, const struct store_line *line)
{
    struct learning *l = user;
    struct setting setting = {.book = l->book, .seats = &l->seats};
    struct statement said;
    struct reader reader;
    struct fault fault;
    enum read_result result;
    reader_begin(&reader, line->text, strlen(line->text), line->number);
    while ((result = statement_read(&reader, &setting, false, &said, &fault)) != READ_END)
        if (result == READ_STATEMENT)
            learn(l, &said);
    return true;
}

static bool learn_record(void *user, const struct store_entry *e)
{
    struct learning *l = user;
    l->seats.count = 0;
    l->record = e->id;
    for (int i = 0; i < e->heading.seats; i++)
        seat_add(&l->seats,
            (struct span){e->heading.seat[i].name, strlen(e->heading.seat[i].name)});
    return campaign_ok(l->campaign,
        store_lines_each(l->campaign->store, &e->id, false, learn_line, l));
}

static void forget(struct learning *l)
{
    while (l->cards != NULL) {
        struct told_card *c = l->cards;
        l->cards = c->next;
        text_clear(&c->row);
        free(c);
    }
    text_clear(&l->text);
}

/* ---- the pack ---------------------------------------------------------------------------- */

static bool take_text(void *user, const struct store_use *use)
{
    struct learning *l = user;
    char folded[NAME_MOST], *text = NULL;
    size_t length = text_fold((struct span){l->chosen_name, strlen(l->chosen_name)}, folded);
    if (strlen(use->name) != length || memcmp(use->name, folded, length) != 0)
        return true;
    if (store_deck_get(l->campaign->store, use->hash, &text) == STORAGE_OK)
        text_put(&l->text, text);
    free(text);
    return true;
}

/*
 * The pack that was chosen last, as the owner has it today, else as it was kept; false: built in.
 */
static bool find_chosen(struct learning *l)
{
    struct packs packs = {.context = l->campaign->context};
    struct pack *own = packs_own(&packs, l->book,
        (struct span){l->chosen_name, strlen(l->chosen_name)});
    if (own != NULL && own->faults == 0 && !own->endless)
        pack_text_as(own, l->chosen_name, &l->text);
    else
        store_decks_each(l->campaign->store, &l->campaign->id, &l->chosen_in, take_text, l);
    packs_end(&packs);
    return l->text.length > 0;
}

/*
 * Nothing was chosen in a game that has no deck of its own: it is the owner's, if there is just
 * one.
 */
static void choose_sole(struct learning *l)
{
    struct packs packs = {.context = l->campaign->context};
    if (!l->chosen && l->book->deck->builtin == NULL)
        l->chosen = packs_sole(&packs, l->book, l->chosen_name) != NULL;
    packs_end(&packs);
}

/* What the pack says already, it says better. */
static void add_cards(const struct learning *l, struct pack *pack)
{
    struct statement said;
    struct fault fault;
    for (const struct told_card *c = l->cards; c != NULL; c = c->next)
        if (pack_read_row(l->book, (struct span){c->row.at, c->row.length}, &said)
            && rulebook_add_row(l->book, pack->deck, &said, &fault) == APPLIED)
            pack_add_row(pack, &said);
}

static bool compose(struct learning *l, bool base, struct campaign_deck *out)
{
    struct packs packs = {.context = l->campaign->context};
    if (base)
        choose_sole(l);
    bool chosen = base && l->chosen && find_chosen(l);
    if (!chosen && l->cards == NULL && !l->book->deck->later)
        return false;
    if (!chosen)
        text_printf(&l->text, "pack %s \"%s\"\n%s", l->book->id, PACK_OF_CAMPAIGN,
            l->book->deck->open != NULL ? l->book->deck->open : "");
    if (packs_keep(&packs, l->text.at)) {
        add_cards(l, packs.kept);
        text_put(&out->text, packs.kept->text.at);
        text_put(&out->name, packs.kept->name);
    }
    packs_end(&packs);
    return out->text.length > 0
           && campaign_ok(l->campaign, store_deck_put(l->campaign->store, out->text.at, out->hash));
}

bool decks_learn(const struct campaign *campaign, const char *game, const char *day, bool base,
    struct campaign_deck *out)
{
    struct learning l = {.campaign = campaign,
        .book = rulebook_find((struct span){game, strlen(game)})};
    struct store_filter filter = {.game = game,
        .until = day != NULL && day[0] != '\0' ? day : NULL};
    *out = (struct campaign_deck){.hash = ""};
    if (l.book == NULL || l.book->deck == NULL)
        return false;
    l.end = &l.cards;
    bool good = campaign_ok(campaign,
                    store_history_each(campaign->store, &campaign->id, &filter, learn_record, &l))
                && compose(&l, base, out);
    forget(&l);
    if (!good)
        campaign_deck_clear(out);
    return good;
}

void campaign_deck_clear(struct campaign_deck *deck)
{
    text_clear(&deck->name);
    text_clear(&deck->text);
}
