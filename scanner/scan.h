/*
 * What the parts of fuda-scan share; its protocol stands in fuda-scan.c.
 *
 *     fuda-scan.c ─▶ scan_ask.c      what is asked of it, line by line
 *                 ─▶ scan_limits.c   what it may still do
 *                 ─▶ scan_faces.c    the faces kept of decks; how they come to be kept
 *                 ─▶ scan_watch.c    a camera, frame by frame
 *                       └─▶ scan_tell.c    what it says
 */
#ifndef FUDA_SCAN_H
#define FUDA_SCAN_H

#include "face.h"

#ifdef __SANITIZE_ADDRESS__ /* every step takes a few times as long */
enum { SLOWER = 4 };
#else
enum { SLOWER = 1 };
#endif

enum {
    PROTOCOL = 1,
    SHEETS_MOST = 1024,
    APART_MOST = 48 * 1024, /* bytes of a face that is told by itself */
    REQUEST_MOST = 4096,
    FACES_MS = 4000, /* for faces in a picture, which nobody waits for at a table */
};

struct scan {
    struct deck deck;
    struct why why;
    char user[REQUEST_MOST], source[REQUEST_MOST];
    bool picture, camera, enrol;                 /* what was asked for */
    bool photographed;                           /* a photograph came, if only an empty one */
    bool greeted, over;                          /* over: standard input has ended */
    struct bytes sheet[SHEETS_MOST], photograph; /* owned: as they came */
    int sheets;
    struct bytes *coming; /* what the next bytes belong to, so many of them */
    size_t awaited;
    struct faces faces;
    bool *needed; /* owned: a truth a card of the deck */
    struct face_called {
        int at;
        char payload[PAYLOAD_MOST + 1];
    } * called; /* owned */
    int calls;
    bool alike; /* pairs too alike are told */
    bool apart; /* each face is told by itself that no other sheet has so */
    bool aim;   /* how well codes are seen is told */
    int see;    /* frames since `see` was asked; 0: it was not */
    char line[REQUEST_MOST];
    size_t length;
    struct card_reader *reader;
};

/* Everything up to the source; false: `why`. */
bool scan_begin(struct scan *s);
/* What has come meanwhile, waited for so long; false: there is no more to do, or `why`. */
bool scan_attend(struct scan *s, int wait_ms);
void scan_clear(struct scan *s);

void scan_limit_time(void);
void scan_restrict(void);
void scan_restrict_opened(void);
void scan_restrict_apart(void);

void scan_put_event(const struct scan *s, const struct event *e);
void scan_put_missed(const struct scan *s);
/* The last line; the program's status. */
int scan_lost(const struct why *why);
int scan_out_of_memory(void);

/* The faces of every deck that is whole; of one that is not it is said. */
void scan_take_faces(struct scan *s);
/* A picture's faces, after its codes; what is seen goes behind those events. */
int scan_see_faces(struct scan *s, const struct bytes *picture, const struct grey *grey,
    const struct found *found, int count, struct event *event, int most, bool *late);
/* `enrol`, `name`, `photograph`; the program's status. */
int scan_enrol(struct scan *s);
/* `camera`; the program's status. */
int scan_watch(struct scan *s);

#endif
