/* Rulings: what the rules say about a statement. People call them findings. */
#ifndef FUDA_RULING_H
#define FUDA_RULING_H

#include "core/message.h"

/* From the mildest to the worst. The first two leave a record clean. */
enum ruling_kind {
    RULING_OPEN,
    RULING_UNPROVEN,
    RULING_SLIP,
    RULING_CONFLICT,
    RULING_IRREGULAR,
    RULING_IMPOSSIBLE
};

/*
 * How a rule about the order of play is broken: by an act on record that was not due, or by one
 * that is not on record.
 */
enum order_broken { NO_ORDER, OF_AN_ACT, OF_A_LACK };

/* A play that claimed something about a hidden hand, as a ruling names it. */
struct suspect {
    int8_t seat;
    uint8_t trick; /* of the play; 0: it was none */
    int16_t card;  /* its code; -1: none */
    uint32_t line;
    /* the text of what would make it right, with {seat}, {card}, {trick} and {led}; NULL: none */
    const char *claim;
    const char *led; /* the suit led, to translate; NULL: nothing was led */
};

enum hand_part { WHOLE_HAND, PASSED_TO_IT, KEPT_IN_IT };

/*
 * Why a hand must have held a card: if the play was right (in a conflict: all plays), these cards
 * could lie only in these places, which together have room for fewer. The lines show it. No cards:
 * nothing is proved this way.
 */
struct grounds {
    uint8_t cards, places, lines;
    int16_t card[GROUNDS_CARDS]; /* card codes; copies are listed as often as they count */
    struct {
        int8_t seat; /* -1: the card left over by the deal */
        /* its room, less the cards that the lines show to be there and that are not in `card` */
        uint8_t room;
        uint8_t part; /* which part of that hand: an enum hand_part */
    } place[GROUNDS_PLACES];
    uint32_t line[GROUNDS_LINES]; /* ascending */
    /*
     * instead of a count, the text of what the cards show, with {cards}, {holder}, {room},
     * {wanting}; or NULL
     */
    const char *shown;
    uint32_t since; /* for {line}: the line from which on cards are counted */
    int8_t holder;  /* the seat that had the cards; -1: none */
    /* the trick in which the last of these lines stands; 0: before the first trick */
    uint8_t trick;

    /*
     * The same, turned round: `wanting` cards of the hand of `whose` were never seen, and only the
     * cards in `left` could be among them.
     */
    int8_t whose;    /* -1: it cannot be said this way */
    bool with_aside; /* the place aside counts with that hand */
    /* the name of a place that is no hand, to translate; NULL: the place aside */
    const char *nobody;
    uint8_t wanting;
    struct cardset left;

    bool uncalled; /* nobody will read these grounds, so they need not be worked out */
};

/* One stroke of the pen, undone (repair.h). */
enum edit_kind {
    EDIT_TWICE,
    EDIT_RETYPED,
    EDIT_MISSING,
    EDIT_NAME,
    EDIT_CARD,
    EDIT_ORDER,
    EDIT_BEGUN,
    EDIT_SEATS,
    EDIT_WORD,
    EDIT_KINDS
};

/*
 * Part of a line: its statements from column `from` to column `to`; 0: the part that could not be
 * read.
 */
struct stretch {
    uint32_t line, from, to;
};

/* What a line may have been: `put` replaces it, or goes before it where something is missing. */
struct offer {
    enum edit_kind edit;
    uint32_t line;
    /* what `put` replaces or goes before; `second`: where two lines change places, the other one */
    struct stretch instead, second;
    /* as a record writes it, terminated; empty: the line is left out */
    char put[PUT_MOST];
};

struct ruling {
    enum ruling_kind kind;
    uint8_t rule;  /* a row of the rulebook's rules */
    int8_t option; /* RULING_OPEN: a row of the rulebook's options; else -1 */
    int8_t seat;   /* -1: nobody's */
    int16_t card;  /* a card code; -1: none */
    /* how it breaks the order of play, if not as the rule's row says; else NO_ORDER */
    enum order_broken order;
    uint32_t line; /* the line that breaks the rule, even if a later line shows it */
    uint8_t because_count, suspect_count;
    uint32_t because[BECAUSE_MOST];
    struct suspect suspect[SUSPECTS_MOST], claim; /* `claim`: the claim that was refuted */
    struct grounds grounds;
    struct message message;
    uint8_t offers; /* what the line may have been, likeliest first */
    struct offer perhaps[PERHAPS_MOST];
};

/* Rulings in the order they were found; `order` sorts them for the reader. */
struct rulings {
    uint16_t count;
    /* the rulings are only counted, never told, so their grounds need not be worked out */
    bool counted;
    struct ruling row[RULINGS_MOST];
};

/* An empty list, whose rulings will be told. */
static inline void rulings_begin(struct rulings *list)
{
    list->count = 0;
    list->counted = false;
}

/* The seat, or the ruling, with seats `a` and `b` exchanged. */
int8_t seat_exchanged(int seat, int a, int b);
void ruling_exchange(struct ruling *r, int a, int b);

/*
 * Appends a ruling. If the list is full, its last row is used again (record.c empties it in time).
 */
struct ruling *rulings_add(struct rulings *list, enum ruling_kind kind, int rule, int seat,
    int card, uint32_t line, const char *message);

/*
 * Takes back all rulings of this rule in these lines, because a later line shows that nothing broke
 * it.
 */
void rulings_withdraw(struct rulings *list, int rule, uint32_t from, uint32_t to);

void ruling_because(struct ruling *r, uint32_t line);

/* Adds a line in its order, once. */
void grounds_line(struct grounds *g, uint32_t line);

/* "clean", "slip", "conflict", "irregular" or "impossible" */
const char *verdict_word(enum ruling_kind worst);
const char *ruling_word(enum ruling_kind kind);
const char *edit_word(enum edit_kind kind); /* "missing" */

#endif
