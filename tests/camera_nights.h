/*
 * A model of a table before a camera: seats at its sides, cards that hands lay, show, take back and
 * sweep, hands that rest, lamps that go out, a table that is knocked; and of a trick-taking night
 * at it. What a camera would have seen goes frame by frame into a file (tests/camera/night.h). It
 * knows nothing of how the program reads or decides.
 */
#ifndef FUDA_CAMERA_NIGHTS_H
#define FUDA_CAMERA_NIGHTS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SEATS = 4,
    FRAME_MS = 40,
    CARDS_MOST = 64,
    KEYS_MOST = 160,
    HANDS_MOST = 900,
    TYPED_MOST = 32,
    CODE_PIXELS = 42,
    BODY = 70,
    HAND = 90,
    TRICKS = 6,
};

extern const char *const names[SEATS];

/* ---- the table --------------------------------------------------------------------------- */

struct at {
    double x, y;
};

enum held_how { AWAY, HELD, LYING };

/* From this time on it is held on the way to the next key, lies there, or is away. */
struct key {
    long when;
    enum held_how how;
    struct at at;
};

struct draft_piece {
    char code[12], token[8];
    struct key key[KEYS_MOST];
    int keys;
    bool covered; /* a finger stays on its code: it is never read */
};

struct passing {
    long from, to;
    struct at begin, end;
    double size;
};

struct typed_line {
    long when;
    char text[96];
    bool answer;
};

struct model {
    const char *game;
    struct draft_piece card[CARDS_MOST];
    int cards;
    struct passing hand[HANDS_MOST];
    int hands;
    struct typed_line typed[TYPED_MOST];
    int lines;
    long now;
    long dark_from, dark_to;
    /* the camera is knocked: from then on all is elsewhere in the picture */
    long bump_at;
    struct at bump;
    int hand_of[CARDS_MOST]; /* whose hand a card is in; -1: played */
    int leader, trick[SEATS], trick_count, won[SEATS];
    char truth[1024];
};

/* Chance: 0 to below - 1. */
void luck_begin(uint64_t seed);
unsigned luck(unsigned below);

/*
 * ---- hands and cards: all of it happens at m->now, which goes on; `seat` is the side that the
 * hand comes from ----
 */

struct at seat_place(int seat);
/* A point so many pixels from another, towards a seat. */
struct at beside(struct at p, int seat, double far);
void pass_hand(struct model *m, long from, long to, struct at begin, struct at end, double size);
void lay(struct model *m, int card, int seat);
void lay_at(struct model *m, int card, int seat, long when, struct at at);
void take(struct model *m, int card, int seat, long when);
/* Held over the table so that it can be read, and taken back. */
void hover(struct model *m, int card, int seat, long how_long);
/* A hand pushes it elsewhere; it lies all the time. */
void push(struct model *m, int card, int seat, long when, struct at to);
void pause_for(struct model *m, long least, long more);
/* A line at the prompt. */
void type(struct model *m, const char *text);

/* ---- a game of tricks -------------------------------------------------------------------- */

/*
 * Cards are dealt, and the camera is being watched; what is typed when the program asks is `answer`
 * ("": nothing).
 */
void begin(struct model *m, const char *game, const char *answer);
bool is_tezumashi(const struct model *m);
/*
 * All cards that were played come back on the table, open, are pushed about, swept together and
 * squared to a pile, and shuffled in somebody's hands, whose cards are seen now and then; they are
 * dealt again, covered.
 */
void shuffle(struct model *m);
int next_seat(const struct model *m);
char suit_of(const struct model *m, int card);
/* A card that this seat may play now, not `but`; -1: there is none. */
int may_play(const struct model *m, int seat, int but);
/* It is played for good: part of the truth. */
void played(struct model *m, int card);
/*
 * Somebody plays as one does; the trick is filled up; the winner takes it, perhaps on a pile that
 * lies open.
 */
int play(struct model *m);
void play_rest(struct model *m);
void play_tricks(struct model *m, int count);
void sweep(struct model *m, long first, bool pile);

/* ---- the film ---------------------------------------------------------------------------- */

/* Into a file; false: it could not be written. */
bool film(const struct model *m, const char *file);

#endif
