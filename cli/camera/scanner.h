/*
 * The program that sees, fuda-scan, as a process beside this one: started, asked, listened to, and
 * put an end to when it hangs. What it says is never believed further than it can be checked: a
 * card is one of those it was told of, or none of ours. The protocol stands at the top of
 * scanner/fuda-scan.c.
 *
 *     scanner_deck_add … ─▶ scanner_open ─▶ scanner_next, scanner_next, … ─▶ scanner_close
 */
#ifndef FUDA_SCANNER_H
#define FUDA_SCANNER_H

#include "cli/say.h"

enum { CODE_MOST = 10 }; /* bytes of a code, "F/HT/R13" */

struct campaign;
struct scanner;

/* A card that may be seen. */
struct scanner_card {
    char code[CODE_MOST + 1];
    struct sticker sticker;
    const struct rulebook *book;
};

struct scanner_deck {
    struct scanner_card *card; /* owned */
    int count;
    struct text faces; /* owned: requests that tell of the faces kept of these cards */
};

/* All cards of a game, spare copies too, with `pack` as printed or NULL. */
void scanner_deck_add(struct scanner_deck *deck, const struct rulebook *book, const void *pack);
void scanner_deck_clear(struct scanner_deck *deck);
/*
 * Adds the faces of its games: those that the user keeps, and over them those that the campaign
 * does (faces.c). NULL: there is no campaign.
 */
void scanner_deck_add_faces(struct scanner_deck *deck, const struct campaign *campaign);
/* Where the faces of a game's deck are kept; false without a home. With `make`: the folder, too. */
bool scanner_faces_path(const struct rulebook *book, bool make, char *out, size_t size);
/* Complains that faces are not looked for, after SCANNER_FACELESS; `setting` is of its game. */
void scanner_tell_faceless(const struct scanner *scanner, const struct setting *setting);
/* The requests for the cards, as every question to the program begins. */
void scanner_brief(const struct context *context, const struct scanner_deck *deck, struct text *t);

/*
 * The card that a word means: by its code, as a record writes it, or in any spelling of its game.
 */
int scanner_deck_named(const struct scanner_deck *deck, struct span word);

/* The card with this code, or -1. */
int scanner_deck_find(const struct scanner_deck *deck, const char *code);

/*
 * The next word of a line that the program said; `at` goes behind it and one space. False: there is
 * none, or no room for it.
 */
bool scanner_word(const char **at, char *out, size_t size);

/* How a card is called, in the reader's language; `setting` is of its game. */
void scanner_say(const struct context *context, struct text *t, const struct scanner_card *card,
    const struct setting *setting);

/* Milliseconds of a clock that never goes back; above 0. */
long milliseconds(void);

/* Something seen. */
enum sight_kind {
    SIGHT_CARD, /* it has come to lie still */
    SIGHT_UNKNOWN,
    SIGHT_GONE,   /* it was taken away: its place is bare */
    SIGHT_BACK,   /* the same, within a second after it was told */
    SIGHT_HIDDEN, /* it is not seen, nor is its place bare */
    SIGHT_DOUBT,
    SIGHT_FACE, /* a card by its own face: its corners are the card's */
    SIGHT_ASK,  /* the same, to be asked for: it is `card`, or else `other` */
};
enum { SIGHT_KINDS = SIGHT_ASK + 1 };
extern const char *const sight_words[SIGHT_KINDS]; /* "card", … */

struct glimpse {
    enum sight_kind kind;
    int card; /* of the deck; -1: `code` is not of it */
    char code[CODE_MOST + 1];
    bool twice; /* a doubt: it lies in two places; else two are read at one */
    int other;  /* to be asked for: what it may be instead; -1: nothing */
    double corner[4][2];
};

/* How well a code can be seen. */
struct aimed {
    int card; /* of the deck, or -1 */
    char code[CODE_MOST + 1];
    double module, tilt, blur; /* pixels a module, degrees, modules */
    int white, black;          /* light, 0 to 255 */
    bool mirrored;
};

/* How a frame can be seen. */
struct viewed {
    int width, height, light;
};

/* How well cards' own faces can be seen, where faces of a deck are kept. */
struct faced {
    int read, cards; /* those that are read, of all that is shaped like a card and has no sticker */
    double near;     /* pixels a millimetre of the smallest of these, */
    double needed;   /* … and so many the deck needs; 0: no faces are kept */
};

/* Why a code that is seen cannot be read. */
enum unread_kind {
    UNREAD_SLANTED,
    UNREAD_SMALL,
    UNREAD_DARK,
    UNREAD_GLARE,
    UNREAD_BLURRED,
    UNREAD_COVERED
};
enum { UNREAD_KINDS = UNREAD_COVERED + 1 };
extern const char *const unread_words[UNREAD_KINDS]; /* "slanted", … */

enum scanner_news {
    SCANNER_NOTHING, /* in that time */
    SCANNER_SIGHT,   /* a change: `sight` */
    /* the next card came to lie in the same frame as the one after it */
    SCANNER_TIE,
    SCANNER_SEES,  /* a part of the answer to scanner_look: `sight` */
    SCANNER_SEEN,  /* the end of that answer */
    SCANNER_AIM,   /* of a code: `aimed` of the scanner, */
    SCANNER_VIEW,  /* of the frame, after its codes: `view` */
    SCANNER_ALIVE, /* it says that it works */
    SCANNER_LATE,  /* a picture was not read to its end */
    /* the faces of a game are not used: `lacking` cards have none, `faceless` is the first */
    SCANNER_FACELESS,
    SCANNER_BACK, /* it sees again after a loss */
    SCANNER_LOST, /* the source, or the program: `why` */
    SCANNER_END,  /* a picture has been read */
};

struct scanner {
    const struct context *context;
    const struct scanner_deck *deck;
    char *source, *user; /* owned; `source` NULL: a picture */
    int pid, to, from;   /* -1: it does not run */
    char line[1024];     /* what it has begun to say */
    size_t length;
    bool greeted, frame; /* it said hello; it has had a frame */
    bool done;           /* a picture: it said that all is told */
    /* when it was heard last; when it is to be started again, 0: never */
    long heard, again;
    struct aimed aimed;
    struct viewed view;
    struct faced faced;
    int lines;                /* told of a picture so far */
    int unread[UNREAD_KINDS]; /* codes of the last frame that was told of, */
    int coming[UNREAD_KINDS]; /* codes of the frame that is being told of */
    int faceless, lacking;
    int failures; /* in a row */
    char why[512];
};

/*
 * Starts it on a camera: a device, or http://…; `user` is "NAME:PASSWORD" or NULL. It is started
 * again by itself when it was lost, each time later. False: it complained, or says `why`.
 */
bool scanner_open(struct scanner *scanner, const struct context *context,
    const struct scanner_deck *deck, const char *source, const char *user);
/*
 * Starts it on a picture: a file, whose writer is not waited for longer than he may need; NULL:
 * standard input.
 */
bool scanner_open_picture(struct scanner *scanner, const struct context *context,
    const struct scanner_deck *deck, const char *name);
void scanner_close(struct scanner *scanner);

/* What happens within so many milliseconds. */
enum scanner_news scanner_next(struct scanner *scanner, int wait_ms, struct glimpse *sight);

/* Asks what lies there now. */
void scanner_look(struct scanner *scanner);

/* Asks how well the codes are seen from now on, until it is lost. */
void scanner_aim(struct scanner *scanner);

/*
 * To wait for it beside other things: a descriptor or -1, and milliseconds until it wants to be
 * asked, or -1.
 */
int scanner_file(const struct scanner *scanner);
int scanner_due(const struct scanner *scanner);

/*
 * Is this the name of a camera, not of a file? And the first device here, into `out`; false: there
 * is none.
 */
bool scanner_is_camera(const char *name);
bool scanner_default(char *out, size_t size);
/*
 * Says that a picture could not be opened, by `errno`; of what looks like an address, too, how one
 * is written.
 */
void scanner_not_opened(const struct context *context, const char *name);

/*
 * The command line with its passwords: a copy of the words, in one piece, while those that others
 * can see in the list of processes are overwritten. The words themselves where there are none; NULL
 * without memory.
 */
char **scanner_hide_passwords(int argc, char **argv);

#endif
