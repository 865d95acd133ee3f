/*
 * What a record waits for, typed, and the statement that a bare answer stands for.
 *
 *     state ──rulebook's ask──▶ struct ask ──▶ words, and what may be answered   a prompt, a page
 *                                   │
 *     "3 7 10" ──────────answer_next┴──▶ "round; kami 3 7 10" ──▶ record_read
 *
 * A game has a row for each of its questions, and says which of them lie open now. Whoever asks
 * puts the row into words; an answer is made of parts (a seat, cards, numbers, …), so that it may
 * be typed or tapped. What begins with a word of the language is never an answer but a statement,
 * and goes through as it stands.
 */
#ifndef FUDA_ASK_H
#define FUDA_ASK_H

#include "core/setting.h"

#include <assert.h>
#include <string.h>

enum {
    ANSWER_PARTS = 4,
    ASK_WAYS = 12,
    ASK_SETS = 7,
    ASK_SAID = 2,
    ASK_NAMES = 120,
    MANY_WORDS = ARGUMENTS_MOST
};

/* What a part of an answer consists of. */
enum part_kind {
    PART_NONE,
    PART_SEAT,  /* a player's name, or the beginning of one */
    PART_CARDS, /* cards, or ? where the question says so; also h18+f5, h9@2 */
    PART_NUMBERS,
    /* a number for each seat, or side, clockwise: it becomes Aki=3 Bo=5 … */
    PART_COUNTS,
    /* numbers: for none, one, two, …, the last for all above: 0=5 1=3 2+=0 */
    PART_STEPS,
    PART_CHOICE, /* one of the part's words */
    /* any words without a =, but those that may be chosen in some way now */
    PART_TEXTS,
    PART_PAIRS, /* candle=4, body=1,2,3 */
    PART_NAMES  /* names that the deck or the record gives: those of the ask */
};

struct answer_part {
    enum part_kind kind;
    uint8_t least, most; /* how many; of PART_COUNTS as many as there are seats */
    bool unseen;         /* ? stands for a card nobody has seen */
    bool sides;          /* PART_COUNTS: as many as the sides of the ask */
    bool numbered;       /* a number alone is the card whose code is so far above `base` */
    uint8_t base;
    /* cards of the ask's set of that number, from 1, or names given for it; 0: any */
    uint8_t set;
    bool whole; /* a name in full: its beginning will not do */
    /* "hand/手札 discard/捨札", as a verb's; of PART_TEXTS those that may be chosen too */
    const char *words;
};

struct question {
    /* "Which ranks are turned up?", to translate; NULL: place and turn say it */
    const char *asks;
    const char *about; /* what the answer says, to translate: "the ranks turned up" */
    /*
     * An answer, to translate: "3 7 10"; {name} and {other} are players, {counts} and {costs} a
     * number for each of them, {sides} for each side,
     * {column} what is entered, {known} is a name that will do, {set1} the first card of set 1.
     */
    const char *example;
    /*
     * The statement it becomes: "round; kami {1}", {1} to {4} the parts, {seat} whose act it is,
     * {next} whose is the next, {card} what is asked about, {number} how many.
     */
    const char *form;
    struct answer_part part[ANSWER_PARTS];
    /* after a lead a bare number is a card of the suit led; 0 j q k are 10 to 13 */
    bool ranks;
};

/* The question that lies open, and other ways to answer it. */
struct ask {
    const struct question *way[ASK_WAYS]; /* the first is what is asked */
    uint8_t ways;                         /* 0: nothing is asked */
    /* ways that are taken behind their verb only, and are not told of; NULL: no more */
    const struct question *said[ASK_SAID];
    /* the form of the statement that RETURN stands for; NULL: none */
    const char *otherwise;
    const char *otherwise_about; /* what that statement says, to translate */
    /* whose act it is; -1: nobody's, or that is what is asked */
    int8_t seat;
    int8_t next;  /* whose the next act is */
    int16_t card; /* what is asked about; -1: nothing */
    int32_t number;
    /* verbs that are this seat's where no name is given, a bit each */
    uint32_t acts;
    struct cardset set[ASK_SETS]; /* cards that some ways are for */
    struct span name[ASK_NAMES];  /* in the state or the deck: what PART_NAMES may be */
    uint8_t name_set[ASK_NAMES];  /* the set of names that each name belongs to */
    uint8_t names;
    struct span column; /* what is entered, by the name that the pack has for it; or empty */
    int8_t led;         /* the suit led; -1: the next card leads; or LED_BY_NO_RANK */
    uint8_t sides;      /* the players sit in so many by turns; 0: each is one */
    uint8_t due, plays; /* cards to come in this trick, and in each one */
};

/* How many numbers a PART_COUNTS takes. */
static inline int ask_counts(const struct ask *ask, const struct answer_part *part, int seats)
{
    return part->sides && ask->sides > 0 ? ask->sides : seats;
}

static inline void ask_way(struct ask *ask, const struct question *way)
{
    assert(ask->ways < ASK_WAYS);
    ask->way[ask->ways++] = way;
}

/* A name is offered once a set. */
static inline void ask_name(struct ask *ask, struct span name, int set)
{
    bool known = name.length == 0;
    for (int i = 0; i < ask->names && !known; i++)
        known = ask->name_set[i] == set && ask->name[i].length == name.length
                && memcmp(ask->name[i].at, name.at, name.length) == 0;
    if (known)
        return;
    assert(ask->names < ASK_NAMES);
    ask->name_set[ask->names] = (uint8_t)set;
    ask->name[ask->names++] = name;
}

struct record;

/* What the record waits for; false: nothing. */
bool record_asks(const struct record *r, struct ask *out);

/* What an answer lacked to be a statement, joined by |. */
enum {
    ANSWER_WAS_BARE = 1,
    ANSWER_WAS_NAMELESS = 2,
    ANSWER_WAS_BEGUN = 4, /* it could not be read, but begins as an answer does */
    ANSWER_WAS_ASKED = 8  /* of what was nameless: that act is what is asked for */
};

struct answer {
    char *at; /* the caller's: room for the statement */
    size_t room, length;
    uint32_t column; /* where it stands in what was typed */
    unsigned lacked;
};

/*
 * The next statement of a line as it was typed at the table, made whole: an answer as the statement
 * that it stands for, a name put before an act that is the asked seat's. READ_FAULT: it is neither
 * an answer nor a statement, or it grew too long; the rest of it is passed over.
 */
enum read_result answer_next(struct reader *typed, const struct record *r, struct answer *out,
    struct fault *fault);

/*
 * A form's statement without an answer, as RETURN takes it, terminated; returns its length, 0 where
 * it does not fit.
 */
size_t ask_otherwise(const struct ask *ask, const struct record *r, char *out, size_t size);

#endif
