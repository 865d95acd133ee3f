/*
 * Phones at the table: `serve`. What the table comes to goes out to fuda-serve (pipe.h), which the
 * phones talk with, and their lines come in. It touches no record: it says what is to be entered,
 * and the table does it, as if it had been typed.
 *
 *     fuda-serve ─▶ phones_ready ─▶ phones_next ─▶ PHONES_LINE: a tap
 *                                   the table   ─▶ phones_takes, phones_doubts, phones_refuses
 *     the table's session ─▶ phones_show ─▶ view.h, table_json.h ─▶ fuda-serve
 */
#ifndef FUDA_PHONES_H
#define FUDA_PHONES_H

#include "cli/campaign/open.h"
#include "guests.h"
#include "photo.h"
#include "pipe.h"
#include "cli/table/perhaps.h"
#include "table_json.h"

enum { ADDRESS_MOST = 64, URL_MOST = 256, OTHERS_MOST = 8, SERIALS = 64, TAP_LINE = 1000 };

/* A line that was said on a phone. */
struct tapped {
    char guest[GUEST_NAME + 1], id[TAP_NAME + 1];
    char line[TAP_LINE + 1];
    int seat;   /* whose phone it is; -1: nobody's in particular */
    bool fast;  /* its phone taps too fast */
    bool stale; /* the table has changed since it was tapped */
    /* the table asked who it was when that was tapped: whoever is named answers it */
    bool who;
};

struct phones {
    const struct context *context;
    struct campaign *campaign; /* what phones look up between games */
    const struct session *own; /* the table's; NULL: none is kept */
    struct pipe pipe;
    /* the file that keeps its guests from game to game; -1: none */
    int kept;
    struct phone_list guests;
    struct open_view view;
    bool on;               /* they are served, or will be again */
    bool listens, refused; /* it said where; or that it cannot listen there */
    enum phones_mode mode;
    char wanted[ADDRESS_MOST]; /* where it is to listen; "": wherever */
    char address[ADDRESS_MOST], url[URL_MOST], code[ADDRESS_MOST];
    char others[OTHERS_MOST][ADDRESS_MOST];
    int port;
    char sent_code[ADDRESS_MOST]; /* with which they were told where to join */
    long serial, change;          /* tables sent; changes of what is asked or recorded */
    long changes[SERIALS];        /* the change that each of the last tables stood at, */
    bool who[SERIALS];            /* and whether a player is what was asked there */
    /* the last line of a phone that was taken; "" after another act */
    char taken[TAP_LINE + 1];
    char taken_from[GUEST_NAME + 1]; /* the guest who tapped it */
    long taken_at;                   /* when it was taken, by milliseconds() */
    uint32_t seats;                  /* that had a phone when it was sent last */
    enum phones_mode sent_mode;
    struct tapped tap; /* a line that came, */
    bool tapped;       /* that line is to be entered now */
    /* one that waits for the table's leave (mode PHONES_ASK), */
    struct tapped asked;
    long question_json_change; /* the change at which it was tapped, */
    bool asks;
    /* one that breaks a rule; or what was typed at the table, with no guest */
    struct tapped doubt;
    bool doubted, doubt_sent;
    const struct perhaps *perhaps; /* the table's: what that may have been */
    long doubts;                   /* doubts so far: the number of this one */
    bool dirty;                    /* what it was sent last is not what is recorded */
    struct ration told;            /* lines that it may have shown */
    /* it was told that fuda-serve says what is not understood */
    bool odd;
    struct photo photo; /* that is being read */
    struct text said;   /* to be shown */
};

void phones_begin(struct phones *p, const struct context *context, struct campaign *campaign);
/* the guests of the evening may come back to the next game */
void phones_end(struct phones *p);
/* no guest may come back: who comes then has to be let in anew */
void phones_off(struct phones *p);

/*
 * `serve …`; false: it complained. And how it is begun from the command line: at an address, or "".
 */
bool phones_word(struct phones *p, const struct session *s, const char *rest);
bool phones_start(struct phones *p, const struct session *s, const char *address);

/* Waits a little until it says where it listens now; false: it does not. */
bool phones_renewed(struct phones *p);

/*
 * The record is another one from now on: nothing of it has been seen, and nothing that was asked is
 * asked any more.
 */
void phones_anew(struct phones *p);

/* A line that tells of hidden cards: the phones see it without them, from its beginning on. */
void phones_hide(struct phones *p, const char *line);

/*
 * The table as it is now, if anything has changed: to be called behind everything that may.
 * `doubtful`: what waits for a word.
 */
void phones_show(struct phones *p, const struct session *s, const char *doubtful);

/* Takes what has come; is there anything to say or to do? And the next thing to do. */
bool phones_ready(struct phones *p);
enum phones_act { PHONES_REST, PHONES_LINE };
enum phones_act phones_next(struct phones *p);

/* Whose phone it is, for people: "Bo’s phone". */
void phones_say_whose(const struct phones *p, const struct seats *seats, const struct tapped *tap,
    struct text *out);

/*
 * What came of a tap. Taken: the session has its line, or has lost one, as a text says. Doubtful:
 * it is asked about there and at the table. Refused, for a reason (a text to translate) or, NULL,
 * for what the session says of the line. Busy: it may be tapped again.
 */
void phones_takes(struct phones *p, const struct session *s, const struct tapped *tap,
    struct text *shown);
void phones_takes_back(struct phones *p, const struct session *s, const struct tapped *tap,
    const char *text);
void phones_doubts(struct phones *p, const struct tapped *tap, const char *line,
    struct text *shown);
void phones_refuses(struct phones *p, const struct tapped *tap, const char *reason);
/*
 * Refused by what was tapped itself. `hush`: the line may tell of hidden cards, and so may what is
 * said of it.
 */
void phones_refuted(struct phones *p, const struct tapped *tap, bool hush, struct text *shown);
/*
 * Cards that this guest hid are unseen in the record from now on, as others said what cannot be
 * with them.
 */
void phones_yields(struct phones *p, const char *guest);
void phones_busy(struct phones *p, const struct tapped *tap, const char *reason);

/*
 * It waits for the table's leave; and it has it, or not: the tap that waited, stale if the table
 * has changed since; false: none did.
 */
void phones_ask(struct phones *p, const struct tapped *tap);
bool phones_leave(struct phones *p, struct tapped *out);

/* The doubtful line was settled. */
void phones_settle(struct phones *p, const struct session *s, bool stands, struct text *shown);

/* How many of the offers a phone may take. */
int phones_choices(const struct phones *p);

/* ---- tap_checks.c ---- */

/* What the table has seen of a tap before it is checked. */
struct tap_scene {
    bool answers;      /* it settles what waits: phones_is_answer, phones_is_choice */
    bool blank;        /* there is nothing in it */
    bool laptops_word; /* it begins with a word of the table's that no phone may say */
    bool waits;        /* something is asked at the table */
};

/*
 * Everything that may be wrong with a tap before its line is tried, in order; its phone is told
 * what is. False: nothing is.
 */
bool tap_is_turned_down(struct phones *p, const struct tapped *tap, const struct tap_scene *at);

/*
 * It answers what is not asked any more. Who names somebody may only have been quicker than the one
 * whose turn it was.
 */
bool tap_comes_late(const struct tapped *tap);

/* Is the tap the answer to what is doubtful? And which. */
bool phones_is_answer(const struct phones *p, const struct tapped *tap, bool *stands);

/* Does the tap take what the doubtful line may have been? Which, from 1; 0: it does not. */
int phones_is_choice(const struct phones *p, const struct tapped *tap);

/* ---- waiting ---- */

/* To wait for it beside other things; and for a photograph that is being read. */
int phones_file(const struct phones *p);
int phones_due(const struct phones *p);
int phones_photo_file(const struct phones *p);
int phones_photo_due(const struct phones *p);

#endif
