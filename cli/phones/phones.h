/*
 * Phones at the table: `serve`. The state of the table goes to fuda-serve (pipe.h), the program
 * that the phones talk to, and lines from phones come back. Nothing here changes a record: it hands
 * a line to the table, which enters it as if it had been typed.
 *
 *     fuda-serve ─▶ phones_ready ─▶ phones_next ─▶ PHONES_LINE: a tap
 *                                   the table   ─▶ phones_takes, phones_doubts, phones_refuses
 *     the table's session ─▶ phones_show ─▶ view.h, table_json.h ─▶ fuda-serve
 */
#ifndef FUDA_PHONES_H
#define FUDA_PHONES_H

#include "cli/campaign/open_campaign.h"
#include "guests.h"
#include "photo.h"
#include "pipe.h"
#include "cli/table/perhaps.h"
#include "table_json.h"

enum { ADDRESS_MOST = 64, URL_MOST = 256, OTHERS_MOST = 8, SERIALS = 64, TAP_LINE = 1000 };

/* A tap: a line that was sent from a phone. */
struct tapped {
    char guest[GUEST_NAME + 1], id[TAP_NAME + 1];
    char line[TAP_LINE + 1];
    int seat;   /* the seat of the phone; -1: it has none */
    bool fast;  /* its phone taps too fast */
    bool stale; /* the table has changed since it was tapped */
    /* when it was tapped, the table was asking for a player, so a name is the answer */
    bool who;
};

struct phones {
    const struct context *context;
    struct campaign *campaign; /* what phones look up between games */
    const struct session *own; /* the table's session; NULL: no record is kept */
    struct pipe pipe;
    /* the file that keeps the guests from game to game (keep.h); -1: none */
    int kept;
    struct phone_list guests;
    struct open_view view;
    bool on;               /* phones are served, or will be again after a restart */
    bool listens, refused; /* fuda-serve said where it listens; or that it cannot listen there */
    enum phones_mode mode;
    char wanted[ADDRESS_MOST]; /* the address to listen at; "": any */
    char address[ADDRESS_MOST], url[URL_MOST], code[ADDRESS_MOST];
    char others[OTHERS_MOST][ADDRESS_MOST];
    int port;
    char sent_code[ADDRESS_MOST]; /* the code with which the joining address was told */
    /* the number of tables sent, and of changes to what is asked or recorded */
    long serial, change;
    /* for each of the latest tables, the change at which it was sent, */
    long changes[SERIALS];
    bool who[SERIALS]; /* and whether it asked for a player */
    /* the last line from a phone that was taken; "" after any other act */
    char taken[TAP_LINE + 1];
    char taken_from[GUEST_NAME + 1]; /* the guest who tapped it */
    long taken_at;                   /* when it was taken, by milliseconds() */
    uint32_t seats;                  /* the seats that had a phone when the table was last sent */
    enum phones_mode sent_mode;
    struct tapped tap; /* the tap that came last */
    bool tapped;       /* it is to be entered now */
    /* a tap that waits for the table's permission (mode PHONES_ASK) */
    struct tapped asked;
    long question_json_change; /* the change at which it was tapped */
    bool asks;
    /*
     * a doubtful tap, which breaks a rule; or a doubtful line typed at the table, without a guest
     */
    struct tapped doubt;
    bool doubted, doubt_sent;
    const struct perhaps *perhaps; /* the table's offers of what the doubtful line may have been */
    long doubts;                   /* the number of this doubt */
    bool dirty;                    /* what was sent last is out of date */
    /* limits the lines that fuda-serve may have shown at the table */
    struct ration told;
    /* it was reported that fuda-serve says something that is not understood */
    bool odd;
    struct photo photo; /* that is being read */
    struct text said;   /* text to show at the table */
};

void phones_begin(struct phones *p, const struct context *context, struct campaign *campaign);
/* ends a game: the guests of the evening may come back to the next one */
void phones_end(struct phones *p);
/* stops serving: no guest may come back without being let in again */
void phones_off(struct phones *p);

/*
 * phones_word: the prompt's `serve …`; false: it complained. phones_start: begins to serve as asked
 * on the command line, at an address or anywhere ("").
 */
bool phones_word(struct phones *p, const struct session *s, const char *rest);
bool phones_start(struct phones *p, const struct session *s, const char *address);

/* Where phones find what is served: printed, and drawn as a code on a terminal. */
struct phones_place {
    const char *address, *url, *code;
    int port;
};
void phones_tell_place(const struct context *context, const struct phones_place *place);

/* Waits a little until fuda-serve says where it listens now; false: it did not. */
bool phones_renewed(struct phones *p);

/*
 * Another record begins: nothing of it has been seen, and questions that were asked are no longer
 * open.
 */
void phones_anew(struct phones *p);

/* Marks a line that tells of hidden cards: phones never see it with them. */
void phones_hide(struct phones *p, const char *line);

/*
 * Sends the table to the phones if anything has changed. To be called after everything that may
 * change it. `doubtful`: the line that waits to be confirmed.
 */
void phones_show(struct phones *p, const struct session *s, const char *doubtful);

/*
 * phones_ready takes what has come, and answers whether there is something to say or do;
 * phones_next is the next thing to do.
 */
bool phones_ready(struct phones *p);
enum phones_act { PHONES_REST, PHONES_LINE };
enum phones_act phones_next(struct phones *p);

/* Whose phone it is, for people: "Bo’s phone". */
void phones_say_whose(const struct phones *p, const struct seats *seats, const struct tapped *tap,
    struct text *out);

/*
 * Tell the phone what came of its tap.
 *   takes, takes_back    the session has taken the line, or has taken one back as `text` says
 *   doubts               it is doubtful, and asked about on the phone and at the table
 *   refuses              it was refused, for `reason` (to translate; NULL: what the session says)
 *   busy                 it may be tapped again later
 */
void phones_takes(struct phones *p, const struct session *s, const struct tapped *tap,
    struct text *shown);
void phones_takes_back(struct phones *p, const struct session *s, const struct tapped *tap,
    const char *text);
void phones_doubts(struct phones *p, const struct tapped *tap, const char *line,
    struct text *shown);
void phones_refuses(struct phones *p, const struct tapped *tap, const char *reason);
/*
 * The tap was refused because of what it says. `hush`: the line may tell of hidden cards, so the
 * reasons are not shown.
 */
void phones_refuted(struct phones *p, const struct tapped *tap, bool hush, struct text *shown);
/*
 * Tells this guest that cards it had entered hidden are unseen in the record from now on, because
 * others have said what cannot be true with them.
 */
void phones_yields(struct phones *p, const char *guest);
void phones_busy(struct phones *p, const struct tapped *tap, const char *reason);

/*
 * phones_ask: the tap waits for the table's permission. phones_leave: the table has decided; gives
 * the tap that waited, `stale` if the table has changed since; false: none waited.
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
 * Does it answer a question that is no longer asked? A stale line that names its player stands on
 * its own, so it is not late, unless the table was then asking for a player.
 */
bool tap_comes_late(const struct tapped *tap);

/* Does the tap answer the open doubt? `stands`: the doubtful line stays; else it is taken back. */
bool phones_is_answer(const struct phones *p, const struct tapped *tap, bool *stands);

/* Which offer of what the doubtful line may have been the tap takes, from 1; 0: none. */
int phones_is_choice(const struct phones *p, const struct tapped *tap);

/* ---- waiting ---- */

/*
 * Descriptors to wait for (-1: none) and milliseconds until the next call is due (-1: never): for
 * fuda-serve, and for a photograph that is being read.
 */
int phones_file(const struct phones *p);
int phones_due(const struct phones *p);
int phones_photo_file(const struct phones *p);
int phones_photo_due(const struct phones *p);

#endif
