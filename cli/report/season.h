/*
 * A season: how the games of a campaign ended, as far as a filter lets them pass, in the order of
 * their days. It is read from the store once; standings, ratings, curves and head-to-heads are then
 * worked out from it alone.
 */
#ifndef FUDA_SEASON_H
#define FUDA_SEASON_H

#include "cli/campaign/open_campaign.h"
#include "rating.h"

/* Somebody at the end of a game; `person` is a row of the season's people. */
struct season_seat {
    int64_t points;
    uint32_t person;
    uint8_t place; /* from 1; 0: not known */
    bool won, scored;
};

struct season_game {
    struct store_id record;
    char day[DAY_TEXT];
    uint8_t book; /* which of the season's */
    uint8_t seats;
    uint32_t first; /* of its seats */
};

struct season_person {
    struct store_id id;
    char *name; /* owned; NULL: nobody of this number has played */
};

/* A game that may have been played: one of rulebooks[], or a pack that is one. */
struct season_book {
    char *id;          /* owned: as the store calls it */
    const char *title; /* to translate, but for a pack's name */
    const struct rulebook *rules;
};

/* To be freed with season_clear, loaded or not. */
struct season {
    struct season_book *book;
    uint8_t books;
    struct season_person *person;
    struct season_game *game;
    struct season_seat *seat;
    size_t persons, games, seats;
};

/* False: complained. The filter's game and days count. */
bool season_load(struct season *season, const struct campaign *campaign,
    const struct store_filter *filter);
void season_clear(struct season *season);

enum { ALL_GAMES = -1 };

/* The game's row of rulebooks[]; past the last where it has none. */
uint8_t season_book(const char *game);

/*
 * The season's book of that game, from now on at least; NULL: ALL_GAMES, and where there is no room
 * for more.
 */
int season_find(struct season *season, const char *game);
static inline const char *season_title(const struct season *season, int book)
{
    return season->book[book].title;
}

/* ---- one player after the other -------------------------------------------------------------- */

struct season_row {
    uint32_t games, wins, placed, scored; /* placed, scored: games with a place, with points */
    uint32_t places[SEATS_MOST], place_sum;
    /* of those scored: their sum, the most, the fewest in a game */
    int64_t points, best, worst;
};

/* Of every person (an element each, all zero before), in one game (`book`) or in ALL_GAMES. */
void season_count(const struct season *season, int book, struct season_row *tally);

/* Rows of those who have played, by wins, then average places, then names; answers how many. */
size_t season_rank(const struct season *season, const struct season_row *tally, uint32_t *row);

/* ---- ratings --------------------------------------------------------------------------------- */

/* After each rated game of `book`, once for each of its seats. */
typedef void visit_rating(void *user, const struct season_game *game,
    const struct season_seat *seat, const struct rating *rating);

/*
 * An element for every person: the rating in one game. Games in which the place of somebody is
 * unknown count for those whose place is known. `visit` may be NULL.
 */
void season_rate(const struct season *season, int book, struct rating *rating, visit_rating *visit,
    void *user);

/* ---- two players ----------------------------------------------------------------------------- */

/* Games in which both had a place, counted for the one against the other. */
struct meeting {
    uint32_t games, above, level;
};

/* Of `person` against every person (an element each, all zero before). */
void season_meetings(const struct season *season, int book, uint32_t person,
    struct meeting *meeting);

/* ---- runs ------------------------------------------------------------------------------------ */

struct streaks {
    uint32_t wins, losses; /* the longest of each */
    uint32_t now;          /* how long the present one is */
    bool winning;
};
struct streaks season_streaks(const struct season *season, int book, uint32_t person);

#endif
