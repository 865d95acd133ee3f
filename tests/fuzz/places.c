/* Where cards lie; see places.h. Each game's telling of its table is read by its keys. */
#include "places.h"

#include <string.h>

/* ---- no card in two places ----------------------------------------------------------------- */

struct seen {
    struct cardset cards;
    bool twice;
};

static void see(struct seen *seen, const struct fact *card)
{
    if (card == NULL || !fact_is(card, VALUE_CARD))
        return;
    seen->twice |= cards_hold(&seen->cards, (int)card->value.number);
    cards_add(&seen->cards, (int)card->value.number);
}

/* A list of cards, or of objects of which each has cards under `key`. */
static void see_all(struct seen *seen, const struct fact *list, const char *key)
{
    for (const struct fact *one = list != NULL ? list->first : NULL; one != NULL; one = one->next) {
        const struct fact *in = key != NULL ? fact_of(one, key) : one;
        if (in != NULL && in->bracket == '[')
            see_all(seen, in, NULL);
        else
            see(seen, in);
    }
}

/* Each card is one, but for trumps, of which there are three. */
static const char *tricks_wrong(const struct fact *table, const struct rulebook *book)
{
    struct seen seen = {{{0, 0}}, false};
    const bool copies = strcmp(book->id, "tezumashi") == 0;
    see_all(&seen, fact_of(table, "trick_cards"), "card");
    return seen.twice && !copies ? "a card lies twice in a trick" : NULL;
}

static const char *needfire_wrong(const struct fact *table, const struct rulebook *book)
{
    struct seen seen = {{{0, 0}}, false};
    const struct fact *seats = fact_of(table, "seats");
    (void)book;
    for (const struct fact *seat = seats != NULL ? seats->first : NULL; seat != NULL;
         seat = seat->next) {
        see_all(&seen, fact_of(seat, "row"), "card");
        see_all(&seen, fact_of(seat, "row"), "powers");
        see_all(&seen, fact_of(seat, "known"), NULL);
        see_all(&seen, fact_of(seat, "open"), NULL);
    }
    return seen.twice ? "a card lies in two places" : NULL;
}

/* A ghost is one user's; who fights or supports has been installed, and stands on one side. */
static const char *materia_wrong(const struct fact *table, const struct rulebook *book)
{
    static const char *const sides[] = {"attack", "defence"};
    struct seen ghosts = {{{0, 0}}, false}, fighting = {{{0, 0}}, false};
    const struct fact *battle = fact_of(table, "battle");
    (void)book;
    for (const struct fact *seat = fact_of(table, "seats")->first; seat != NULL; seat = seat->next)
        see_all(&ghosts, fact_of(seat, "ghosts"), "name");
    for (int i = 0; battle != NULL && i < 2; i++) {
        see(&fighting, fact_of(fact_of(battle, sides[i]), "ghost"));
        see_all(&fighting, fact_of(fact_of(battle, sides[i]), "support"), NULL);
    }
    for (int card = 0; card < 128; card++)
        if (cards_hold(&fighting.cards, card) && !cards_hold(&ghosts.cards, card))
            return "a ghost fights that is nobody's";
    return ghosts.twice     ? "a ghost is two users'"
           : fighting.twice ? "a ghost fights on two sides"
                            : NULL;
}

/* ---- none is lost ------------------------------------------------------------------------- */

/* Both hands, the pile, the altar (with what lies on the shade) and the graveyard. */
static struct counted hyakumonogatari_counted(const struct fact *table)
{
    struct counted all = {fact_number(table, "pile") + fact_count(table, "altar")
                              + fact_count(table, "graveyard"),
        fact_number(table, "night")};
    for (const struct fact *seat = fact_of(table, "seats")->first; seat != NULL; seat = seat->next)
        all.cards += fact_number(seat, "cards");
    if (fact_is_word(fact_of(table, "phase"), "before"))
        all.cards = -1;
    return all;
}

/* ---- standings are the sum of rows ---------------------------------------------------------- */

/* Of the rows' list `key`; false: something of it is not known, or open. */
static bool sum_of(const struct fact *rows, const char *key, const char *open, long sum[SEATS_MOST])
{
    for (const struct fact *row = rows->first; row != NULL; row = row->next) {
        const struct fact *list = fact_of(row, key);
        const struct fact *state = fact_of(row, open);
        if (list == NULL || list->bracket != '[')
            return false;
        if (fact_is_word(state, "open")
            || (state != NULL && fact_is(state, VALUE_TRUTH) && state->value.number != 0))
            continue;
        int seat = 0;
        for (const struct fact *one = list->first; one != NULL && seat < SEATS_MOST;
             one = one->next, seat++)
            sum[seat] += one->value.number;
    }
    return true;
}

/* Where markers begin that need not begin at 0. */
static int begins_at(const struct setting *setting)
{
    for (const struct option *option = setting->book->options; option->key != NULL; option++)
        if (strcmp(option->key, "track") == 0)
            return setting->house->option[option - setting->book->options].choice;
    return 0;
}

static const char *sums_wrong(struct session *s, const char *key, const char *open, int sign)
{
    const struct record *r = &s->record;
    struct standing standing[SEATS_MOST] = {{0}};
    long sum[SEATS_MOST] = {0};
    bool wrong = false;
    rulebook_stand(r->setting.book, r->state, &r->setting, standing);
    if (sum_of(session_rows(s), key, open, sum))
        for (int i = 0; i < r->seats.count; i++)
            wrong |= standing[i].scored
                     && standing[i].points != begins_at(&r->setting) + sign * sum[i];
    session_rows_end(s);
    return wrong ? "a seat does not stand at the sum of its rows" : NULL;
}

/* ---- by game ------------------------------------------------------------------------------ */

static const struct law {
    const char *game;
    const char *(*wrong)(const struct fact *table, const struct rulebook *book);
    struct counted (*count)(const struct fact *table); /* NULL: not all places are told */
    const char *points,
        *open; /* of a row, by seat, and what says that it is open; NULL: rows are not summed */
    int sign;
} laws[] = {
    {"haratama", tricks_wrong, NULL, "loss", "ended", -1},
    {"needfire", needfire_wrong, NULL, NULL, NULL, 0},
    {"tezumashi", tricks_wrong, NULL, "points", "open", 1},
    {"hyakumonogatari", NULL, hyakumonogatari_counted, NULL, NULL, 0},
    {"materia", materia_wrong, NULL, NULL, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}, /* of any other game nothing is known */
};

/* After a slip cards are held that were not counted. */
static bool has_slip(const struct session *s)
{
    for (size_t i = 0; i < s->told_count; i++)
        if (s->told[i].what.kind == RULING_IRREGULAR)
            return true;
    return s->record.broken;
}

const char *places_wrong(struct session *s, struct counted *out)
{
    const struct record *r = &s->record;
    const struct law *law = laws;
    const char *wrong = NULL;
    struct facts told;
    *out = (struct counted){-1, 0};
    if (!r->begun || r->setting.noted != NULL)
        return NULL;
    while (law->game != NULL && strcmp(law->game, r->setting.book->id) != 0)
        law++;
    facts_begin(&told, NULL, NULL);
    r->setting.book->table->tell(r->state, &r->setting, &told.teller);
    if (law->wrong != NULL)
        wrong = law->wrong(facts_first(&told), r->setting.book);
    if (law->count != NULL && !has_slip(s))
        *out = law->count(facts_first(&told));
    facts_clear(&told);
    if (wrong == NULL && law->points != NULL)
        wrong = sums_wrong(s, law->points, law->open, law->sign);
    return wrong;
}
