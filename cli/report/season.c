/* A season, read from the store and reckoned; see season.h. */
#include "season.h"
#include "cli/say.h"

#include <stdlib.h>
#include <string.h>

/* ---- reading --------------------------------------------------------------------------------- */

uint8_t season_book(const char *game)
{
    uint8_t i = 0;
    while (rulebooks[i] != NULL && strcmp(rulebooks[i]->id, game) != 0)
        i++;
    return i;
}

static void add_book(struct season *s, const char *id, const struct rulebook *rules)
{
    s->book = memory_row(s->book, s->books, sizeof *s->book);
    struct season_book *book = &s->book[s->books++];
    *book = (struct season_book){memory_text(id), rules->title, rules};
    if (rulebook_is_packs(rules))
        book->title = book->id;
}

int season_find(struct season *s, const char *game)
{
    const struct rulebook *of_packs = rulebook_of_packs(NULL);
    for (int i = 0; s->books == 0 && rulebooks[i] != NULL; i++)
        if (!rulebook_is_packs(rulebooks[i]))
            add_book(s, rulebooks[i]->id, rulebooks[i]);
    for (int i = 0; game != NULL && i < s->books; i++)
        if (strcmp(s->book[i].id, game) == 0)
            return i;
    if (game == NULL || of_packs == NULL || s->books == UINT8_MAX)
        return ALL_GAMES;
    add_book(s, game, of_packs);
    return s->books - 1;
}

static void add_seat(struct season *s, const struct store_ended *ended)
{
    s->seat = memory_row(s->seat, s->seats, sizeof *s->seat);
    s->seat[s->seats++] = (struct season_seat){
        .person = ended->person,
        .place = ended->place,
        .won = ended->won,
        .scored = ended->scored,
        .points = ended->points,
    };
    for (; s->persons <= ended->person; s->persons++)
        s->person = memory_row(s->person, s->persons, sizeof *s->person);
    s->person[ended->person].id = ended->player;
}

static bool add_outcome(void *user, const struct store_outcome *o)
{
    struct season *s = user;
    const int book = season_find(s, o->game);
    if (book == ALL_GAMES)
        return true; /* of a later version's game */
    s->game = memory_row(s->game, s->games, sizeof *s->game);
    struct season_game *game = &s->game[s->games++];
    *game = (struct season_game){.record = o->record,
        .book = (uint8_t)book,
        .seats = o->persons,
        .first = (uint32_t)s->seats};
    strncat(game->day, o->day, sizeof game->day - 1); /* "" before */
    for (int i = 0; i < o->persons; i++)
        add_seat(s, &o->of[i]);
    return true;
}

static bool add_name(void *user, const struct store_name *n)
{
    struct season *s = user;
    for (size_t i = 0; n->current && i < s->persons; i++)
        if (s->person[i].name == NULL && store_id_compare(&s->person[i].id, &n->player) == 0)
            s->person[i].name = memory_text(n->name);
    return true;
}

bool season_load(struct season *s, const struct campaign *campaign,
    const struct store_filter *filter)
{
    memset(s, 0, sizeof *s);
    season_find(s, NULL);
    return campaign_ok(campaign,
               store_outcomes_each(campaign->store, &campaign->id, filter, add_outcome, s))
           && campaign_ok(campaign, store_names_each(campaign->store, &campaign->id, add_name, s));
}

void season_clear(struct season *s)
{
    for (size_t i = 0; i < s->persons; i++)
        free(s->person[i].name);
    for (int i = 0; i < s->books; i++)
        free(s->book[i].id);
    free(s->book);
    free(s->person);
    free(s->game);
    free(s->seat);
}

/* ---- one player after the other -------------------------------------------------------------- */

static bool counts(const struct season_game *game, int book)
{
    return book == ALL_GAMES || game->book == book;
}

static void tally_seat(struct season_row *t, const struct season_seat *seat)
{
    t->games++;
    t->wins += seat->won;
    if (seat->place >= 1 && seat->place <= SEATS_MOST) {
        t->placed++;
        t->places[seat->place - 1]++;
        t->place_sum += seat->place;
    }
    if (!seat->scored)
        return;
    t->best = t->scored == 0 || seat->points > t->best ? seat->points : t->best;
    t->worst = t->scored == 0 || seat->points < t->worst ? seat->points : t->worst;
    t->points += seat->points;
    t->scored++;
}

void season_count(const struct season *s, int book, struct season_row *tally)
{
    for (size_t i = 0; i < s->games; i++)
        for (int k = 0; k < s->game[i].seats && counts(&s->game[i], book); k++)
            tally_seat(&tally[s->seat[s->game[i].first + (size_t)k].person],
                &s->seat[s->game[i].first + (size_t)k]);
}

/* What season_rank sorts: a tally, and whose. */
struct ranked {
    const struct season_row *tally;
    const char *name;
    uint32_t person;
};

/* More wins first; then the better average place, and none at all last; then names. */
static int compare_ranked(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    const uint64_t own = (uint64_t)x->tally->place_sum * y->tally->placed;
    const uint64_t other = (uint64_t)y->tally->place_sum * x->tally->placed;
    if (x->tally->wins != y->tally->wins)
        return x->tally->wins < y->tally->wins ? 1 : -1;
    if ((x->tally->placed > 0) != (y->tally->placed > 0))
        return x->tally->placed > 0 ? -1 : 1;
    if (own != other)
        return own > other ? 1 : -1;
    return strcmp(x->name, y->name);
}

size_t season_rank(const struct season *s, const struct season_row *tally, uint32_t *row)
{
    struct ranked *ranked = memory_get((s->persons + 1) * sizeof *ranked);
    size_t count = 0;
    for (size_t i = 0; i < s->persons; i++)
        if (tally[i].games > 0 && s->person[i].name != NULL)
            ranked[count++] = (struct ranked){&tally[i], s->person[i].name, (uint32_t)i};
    qsort(ranked, count, sizeof *ranked, compare_ranked);
    for (size_t i = 0; i < count; i++)
        row[i] = ranked[i].person;
    free(ranked);
    return count;
}

/* ---- ratings --------------------------------------------------------------------------------- */

static void rate_game(const struct season *s, const struct season_game *game, struct rating *rating,
    visit_rating *visit, void *user)
{
    struct rating of[SEATS_MOST];
    uint8_t place[SEATS_MOST];
    const struct season_seat *seat[SEATS_MOST];
    int count = 0;
    for (int i = 0; i < game->seats; i++) {
        const struct season_seat *one = &s->seat[game->first + (size_t)i];
        if (one->place == 0)
            continue;
        of[count] = rating[one->person];
        place[count] = one->place;
        seat[count++] = one;
    }
    if (count < 2)
        return;
    rating_update(RATING_GAMMA_ONE, of, place, count);
    for (int i = 0; i < count; i++) {
        rating[seat[i]->person] = of[i];
        if (visit != NULL)
            visit(user, game, seat[i], &of[i]);
    }
}

void season_rate(const struct season *s, int book, struct rating *rating, visit_rating *visit,
    void *user)
{
    for (size_t i = 0; i < s->persons; i++)
        rating[i] = rating_new();
    for (size_t i = 0; i < s->games; i++)
        if (s->game[i].book == book)
            rate_game(s, &s->game[i], rating, visit, user);
}

/* ---- two players ----------------------------------------------------------------------------- */

static const struct season_seat *seat_of(const struct season *s, const struct season_game *game,
    uint32_t person)
{
    for (int i = 0; i < game->seats; i++)
        if (s->seat[game->first + (size_t)i].person == person)
            return &s->seat[game->first + (size_t)i];
    return NULL;
}

static void meet(const struct season_seat *own, const struct season_seat *other,
    struct meeting *meeting)
{
    if (other == own || other->place == 0)
        return;
    meeting->games++;
    meeting->above += own->place < other->place;
    meeting->level += own->place == other->place;
}

void season_meetings(const struct season *s, int book, uint32_t person, struct meeting *meeting)
{
    for (size_t i = 0; i < s->games; i++) {
        const struct season_game *game = &s->game[i];
        const struct season_seat *own = counts(game, book) ? seat_of(s, game, person) : NULL;
        for (int k = 0; k < game->seats && own != NULL && own->place > 0; k++)
            meet(own, &s->seat[game->first + (size_t)k],
                &meeting[s->seat[game->first + (size_t)k].person]);
    }
}

/* ---- runs ------------------------------------------------------------------------------------ */

struct streaks season_streaks(const struct season *s, int book, uint32_t person)
{
    struct streaks runs = {.now = 0};
    for (size_t i = 0; i < s->games; i++) {
        const struct season_seat *own = counts(&s->game[i], book) ? seat_of(s, &s->game[i], person)
                                                                  : NULL;
        if (own == NULL)
            continue;
        runs.now = runs.now > 0 && runs.winning == own->won ? runs.now + 1 : 1;
        runs.winning = own->won;
        uint32_t *longest = own->won ? &runs.wins : &runs.losses;
        *longest = runs.now > *longest ? runs.now : *longest;
    }
    return runs;
}
