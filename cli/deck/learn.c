/*
 * What a campaign knows of a game's cards when a record begins: the values that were given in its
 * records, and at the table the deck that was played with last. It is worked out from the records and
 * laid down as the new record's own deck, so that this one replays alike whatever comes later.
 */
#define _XOPEN_SOURCE 700
#include "stored.h"
#include "pack.h"

#include <stdlib.h>
#include <string.h>

enum { PAIRS = 32 };

/* A card of which something was said: values by key, or a row that stands as a whole. */
struct card {
    struct card *next;
    uint8_t verb;
    char key[NAME_MOST];        /* its name, folded */
    size_t key_length;
    struct text name, whole;
    int pairs;
    struct { struct text key, value; } pair[PAIRS];
};

struct learning {
    const struct campaign *campaign;
    const struct rulebook *book;
    struct seats seats;         /* of the record being read */
    struct store_id record;
    struct card *cards, **end;
    bool chosen;                /* a deck by name, in the record below */
    struct store_id chosen_in;
    char chosen_name[NAME_MOST + 1];
    struct text text;           /* of that deck */
};

/* ---- what a statement tells -------------------------------------------------------------- */

static struct card *card_of(struct learning *l, const struct statement *row)
{
    char key[NAME_MOST];
    size_t length = text_fold(row->argument[0].text, key);
    for (struct card *c = l->cards; c != NULL; c = c->next)
        if (c->verb == row->verb && c->key_length == length && memcmp(c->key, key, length) == 0)
            return c;
    struct card *c = calloc(1, sizeof *c);
    if (c == NULL)
        abort();
    c->verb = row->verb;
    c->key_length = length;
    memcpy(c->key, key, length);
    text_add(&c->name, row->argument[0].text.at, row->argument[0].text.length);
    *l->end = c;
    l->end = &c->next;
    return c;
}

static void set_pair(struct card *c, const struct argument *a)
{
    int i = 0;
    while (i < c->pairs && (c->pair[i].key.length != a->text.length
                            || memcmp(c->pair[i].key.at, a->text.at, a->text.length) != 0))
        i++;
    if (i == PAIRS)
        return;
    if (i == c->pairs) {
        text_add(&c->pair[i].key, a->text.at, a->text.length);
        c->pairs++;
    }
    c->pair[i].value.length = 0;
    text_add(&c->pair[i].value, a->value.at, a->value.length);
}

/* Later values of a card take the place of earlier ones. */
static void learn_row(struct learning *l, const struct statement *row)
{
    struct setting setting = {.book = l->book, .seats = &l->seats};
    bool pairs = row->count > 1;
    if (row->count == 0)
        return;
    for (int i = 1; i < row->count; i++)
        pairs &= row->argument[i].kind == ARGUMENT_PAIR;
    struct card *c = card_of(l, row);
    for (int i = 1; i < row->count && pairs; i++)
        set_pair(c, &row->argument[i]);
    if (pairs)
        return;
    c->whole.length = 0;
    text_statement(&c->whole, row, &setting);
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
    struct storage_why why = {0};
    l->seats.count = e->heading.seats;
    l->record = e->id;
    for (int i = 0; i < e->heading.seats; i++) {
        const char *name = e->heading.seat[i].name;
        size_t length = strlen(name);
        l->seats.row[i].length = (uint8_t)length;
        memcpy(l->seats.row[i].name, name, length);
        l->seats.row[i].folded_length = (uint8_t)text_fold((struct span){name, length}, l->seats.row[i].folded);
    }
    return store_ok(l->campaign->context, store_lines_each(l->campaign->store, &e->id, false, learn_line, l, &why), &why);
}

static void forget(struct learning *l)
{
    while (l->cards != NULL) {
        struct card *c = l->cards;
        l->cards = c->next;
        text_clear(&c->name);
        text_clear(&c->whole);
        for (int i = 0; i < c->pairs; i++) {
            text_clear(&c->pair[i].key);
            text_clear(&c->pair[i].value);
        }
        free(c);
    }
    text_clear(&l->text);
}

/* ---- the deck ---------------------------------------------------------------------------- */

static bool take_text(void *user, const struct store_use *use)
{
    struct learning *l = user;
    char folded[NAME_MOST], *text = NULL;
    size_t length = text_fold((struct span){l->chosen_name, strlen(l->chosen_name)}, folded);
    if (strlen(use->name) != length || memcmp(use->name, folded, length) != 0)
        return true;
    if (store_deck_get(l->campaign->store, use->hash, &text, NULL) == STORAGE_OK)
        text_put(&l->text, text);
    free(text);
    return true;
}

/* The deck that was chosen last, as the owner has it today, else as it was kept; false: built in. */
static bool find_chosen(struct learning *l)
{
    struct packs packs = {.context = l->campaign->context};
    struct deck *own = packs_own(&packs, l->book, (struct span){l->chosen_name, strlen(l->chosen_name)});
    struct storage_why why = {0};
    if (own != NULL && own->faults == 0 && !own->endless) {
        const char *rows = own->text.at + strcspn(own->text.at, "\n");
        text_printf(&l->text, "pack %s ", l->book->id);
        text_quoted(&l->text, l->chosen_name);
        text_put(&l->text, rows);
    } else {
        store_decks_each(l->campaign->store, &l->campaign->id, &l->chosen_in, take_text, l, &why);
    }
    packs_end(&packs);
    return l->text.length > 0;
}

/* Nothing was chosen in a game that has no deck of its own: it is the owner's, if there is just one. */
static void choose_sole(struct learning *l)
{
    struct packs packs = {.context = l->campaign->context};
    if (!l->chosen && l->book->deck->builtin == NULL)
        l->chosen = packs_sole(&packs, l->book, l->chosen_name) != NULL;
    packs_end(&packs);
}

static void write_card(const struct learning *l, const struct card *c, struct text *t)
{
    if (c->whole.length > 0) {
        text_put(t, c->whole.at);
        return;
    }
    text_printf(t, "%s %s", l->book->deck->rows[c->verb].name, c->name.at);
    for (int i = 0; i < c->pairs; i++)
        text_printf(t, " %s=%s", c->pair[i].key.at, c->pair[i].value.at);
}

/* What the deck says already, it says better. */
static void add_cards(const struct learning *l, struct deck *deck)
{
    struct seats none = {.count = 0};
    struct setting setting = {.book = l->book, .seats = &none};
    struct statement said;
    struct reader reader;
    struct fault fault;
    for (const struct card *c = l->cards; c != NULL; c = c->next) {
        struct text row = {0};
        write_card(l, c, &row);
        reader_begin(&reader, row.at, row.length, 1);
        if (statement_read(&reader, &setting, true, &said, &fault) == READ_STATEMENT && said.row
            && rulebook_add_row(l->book, deck->rows, &said, &fault) == APPLIED)
            deck_add_row(deck, &said);
        text_clear(&row);
    }
}

static bool compose(struct learning *l, bool base, struct campaign_deck *out)
{
    struct packs packs = {.context = l->campaign->context};
    struct storage_why why = {0};
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
        && store_ok(l->campaign->context, store_deck_put(l->campaign->store, out->text.at, out->hash, &why), &why);
}

bool decks_learn(const struct campaign *campaign, const char *game, const char *day, bool base, struct campaign_deck *out)
{
    struct learning l = {.campaign = campaign, .book = rulebook_find((struct span){game, strlen(game)})};
    struct store_filter filter = {.game = game, .until = day != NULL && day[0] != '\0' ? day : NULL};
    struct storage_why why = {0};
    *out = (struct campaign_deck){.hash = ""};
    if (l.book == NULL || l.book->deck == NULL)
        return false;
    l.end = &l.cards;
    bool good = store_ok(campaign->context, store_history_each(campaign->store, &campaign->id, &filter, learn_record, &l, &why),
                          &why) && compose(&l, base, out);
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
