/* Rulings: what the rules say of a statement. */
#ifndef FUDA_RULING_H
#define FUDA_RULING_H

#include "core/message.h"

/* From the mildest to the worst, except that the first two leave a record clean. */
enum ruling_kind {
    RULING_OPEN,
    RULING_UNPROVEN,
    RULING_SLIP,
    RULING_CONFLICT,
    RULING_IRREGULAR,
    RULING_IMPOSSIBLE
};

/*
 * What breaks a rule of the order of play: an act on record that could not be done then, or one
 * that is not on record.
 */
enum order_broken { NO_ORDER, OF_AN_ACT, OF_A_LACK };

/* A play that claimed something of a hidden hand. */
struct suspect {
    int8_t seat;
    uint8_t trick; /* of the play; 0: it was none */
    int16_t card;  /* its code; -1: none */
    uint32_t line;
    /*
     * what would make it right: a text in which {seat}, {card}, {trick} and {led} stand; NULL: none
     */
    const char *claim;
    const char *led; /* to translate; NULL: nothing was */
};

enum hand_part { WHOLE_HAND, PASSED_TO_IT, KEPT_IN_IT };

/*
 * Why a hand must have held a card: if the play was right (all of them, in a conflict), these cards
 * could lie only in these places, which together have room for fewer; the lines say so. No cards:
 * it rests on none.
 */
struct grounds {
    uint8_t cards, places, lines;
    int16_t card[GROUNDS_CARDS]; /* codes; like cards as often as they are meant */
    struct {
        int8_t seat; /* -1: the card left over by the deal */
        /* less the cards that the lines show there; those in `card` not counted */
        uint8_t room;
        uint8_t part; /* of that hand: enum hand_part */
    } place[GROUNDS_PLACES];
    uint32_t line[GROUNDS_LINES]; /* ascending */
    /*
     * without a count: what the cards show, in which {cards}, {holder}, {room}, {wanting} stand; or
     * NULL
     */
    const char *shown;
    uint32_t since; /* for {line}: where what is counted begins */
    int8_t holder;  /* the seat that had the cards; -1: none */
    uint8_t trick;  /* in which the last of these lines stands; 0: before the first */

    /*
     * The same, turned round: of `whose` hand `wanting` cards were never seen, and only these could
     * be among them.
     */
    int8_t whose;    /* -1: it cannot be told so */
    bool with_aside; /* of the place aside too */
    /* what a place of nobody's is called, to translate; NULL: the place aside */
    const char *nobody;
    uint8_t wanting;
    struct cardset left;

    bool uncalled; /* nobody will read them: that there are some is all that counts */
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
 * Statements of one line, by the columns of the first and the last; column 0: what could not be
 * read of it.
 */
struct stretch {
    uint32_t line, from, to;
};

/* What a line may have been: `put` stands for it, or before it where something is missing. */
struct offer {
    enum edit_kind edit;
    uint32_t line;
    /* what `put` stands for, or before; second: of two lines that change places */
    struct stretch instead, second;
    /* terminated, as a record writes it; empty: the line is left out */
    char put[PUT_MOST];
};

struct ruling {
    enum ruling_kind kind;
    uint8_t rule;  /* a row of the rulebook's rules */
    int8_t option; /* RULING_OPEN: a row of its options; else -1 */
    int8_t seat;   /* -1: nobody's */
    int16_t card;  /* a card code; -1: none */
    /* what broke the order of play, where it is not what the rule's row says; else NO_ORDER */
    enum order_broken order;
    uint32_t line; /* the offending line, found late or not */
    uint8_t because_count, suspect_count;
    uint32_t because[BECAUSE_MOST];
    struct suspect suspect[SUSPECTS_MOST], claim; /* `claim`: of the play that was refuted */
    struct grounds grounds;
    struct message message;
    uint8_t offers; /* likeliest first */
    struct offer perhaps[PERHAPS_MOST];
};

/* Rulings in the order they were found; `order` sorts them for the reader. */
struct rulings {
    uint16_t count;
    /* they are counted, never told: what they rest on is uncalled for */
    bool counted;
    struct ruling row[RULINGS_MOST];
};

/* None yet, each to be told. */
static inline void rulings_begin(struct rulings *list)
{
    list->count = 0;
    list->counted = false;
}

/* Two seats change places in what it says. */
int8_t seat_exchanged(int seat, int a, int b);
void ruling_exchange(struct ruling *r, int a, int b);

/* Appends one; with the list full the last row is given again (record.c empties it in time). */
struct ruling *rulings_add(struct rulings *list, enum ruling_kind kind, int rule, int seat,
    int card, uint32_t line, const char *message);

/* What breaks this rule in these lines is taken back: what came later shows that nothing did. */
void rulings_withdraw(struct rulings *list, int rule, uint32_t from, uint32_t to);

void ruling_because(struct ruling *r, uint32_t line);

/* A line more, in its place; none is kept twice. */
void grounds_line(struct grounds *g, uint32_t line);

/* "clean", "slip", "conflict", "irregular" or "impossible" */
const char *verdict_word(enum ruling_kind worst);
const char *ruling_word(enum ruling_kind kind);
const char *edit_word(enum edit_kind kind); /* "missing" */

#endif
