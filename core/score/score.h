/*
 * Any game by its scores: what is entered of a round, the points that a pack's formulas make of it,
 * and when it is over. Private to this folder.
 *
 *     pack "Wizard" ─ enter bid tricks ─▶ columns ─▶ points, check, until ─▶ total of each side
 *
 * A side is a player, or a team: with `teams 2` every second player is of one. What its players
 * enter is added up, and each of them has what the side has.
 */
#ifndef FUDA_SCORE_H
#define FUDA_SCORE_H

#include "core/act.h"
#include "core/deck.h"
#include "core/pack_game.h"

enum { COLUMNS = 6, COLUMN_MOST = 30, CHECKS = 4, CHECK_MOST = 120, SCORE_ROUNDS = 256 };

/* Names that a formula has besides the columns, whose slots follow. */
enum { SLOT_ROUND, SLOT_ROUNDS, SLOT_SEATS, SLOT_TOTAL, SLOT_DEALER, SLOTS };

enum { RULE_DECK, RULE_ENTER, RULE_CHECK, RULE_POINTS, RULE_END, RULE_COUNT };
enum { SAY_NUMBERS = VERB_PLAY, SAY_TALLY, SAY_POINTS, VERB_COUNT };
enum deals { NOBODY_DEALS, DEALS_IN_TURN, WINNER_DEALS, LOSER_DEALS };

struct score_pack {
    char name[NAME_MOST + 1];
    uint8_t least, most; /* players; 0: any number */
    uint8_t teams;       /* 0: everybody for himself */
    uint8_t columns, checks;
    struct {
        char name[COLUMN_MOST + 1]; /* folded, terminated */
        bool may;                   /* it may be left out: */
        int32_t otherwise;
    } column[COLUMNS];
    uint32_t once; /* deck_part.once */
    bool low;      /* the fewest points win */
    uint8_t deals;
    int32_t start;
    struct formula points, rounds, until, check[CHECKS];
    char says[CHECKS][CHECK_MOST + 1]; /* the checks as they are written, cut where too long */
    struct { /* where their rows stand in the pack's file; 0: in the box */
        uint32_t points, rounds, until, check[CHECKS];
    } line;
};

struct scores {
    uint8_t sides, open; /* open: columns entered of the round that stands open */
    uint8_t checked;     /* … whose checks were made */
    uint16_t rounds;     /* closed */
    uint8_t dealer;      /* a seat */
    int32_t total[SEATS_MOST];
    int32_t now[SEATS_MOST][COLUMNS]; /* of the round that stands open */
    struct {
        uint8_t dealer;
        bool given; /* its points were said, and nothing was entered */
        int32_t entered[SEATS_MOST][COLUMNS], points[SEATS_MOST], total[SEATS_MOST];
    } round[SCORE_ROUNDS];
};

/* Every pack has a column; this one where it names none. */
extern const char score_only_column[];

/* The names that formulas of this pack may use; `row` has SLOTS + COLUMNS elements. */
struct formula_names score_names(const struct score_pack *pack, struct formula_name *row,
    bool shared);

/*
 * How many rounds there are; 0: it is not said. False: the formula has no value, as `fault` says.
 */
bool score_rounds(const struct score_pack *pack, int seats, int32_t *out, struct fault *fault);

/* Is a column one that is entered by a single number for each player, its points? */
static inline bool score_is_plain(const struct score_pack *pack)
{
    return pack->columns == 1 && pack->points.count == 0;
}

bool score_finished(const void *state, const struct setting *setting, uint32_t *winners);
void score_begin(void *state, const struct setting *setting);
void score_copy(void *to, const void *from);
enum outcome score_apply(struct act *act);
void score_stand(const void *state, const struct setting *setting, struct standing *out);
void score_tell_rows(const void *state, const struct setting *setting, struct teller *t,
    uint32_t *told, bool last);
void score_ask(const void *state, const struct setting *setting, struct ask *out);
bool score_unfit(const void *pack, unsigned players, struct message *why);

extern const struct deck_part score_deck_part;
extern const struct table_part score_table_part;

#endif
