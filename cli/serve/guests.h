/*
 * The guests, who are at the table by phone: at most 64, each with the key in its cookie, a seat, a
 * language, what it has tapped, and how much it may still ask. Times are milliseconds of one clock.
 */
#ifndef FUDA_GUESTS_H
#define FUDA_GUESTS_H

#include "key.h"

#include <stddef.h>
#include <stdint.h>

enum {
    GUESTS_MOST = 64,
    GUEST_NAME_ROOM = 16,
    LANG_ROOM = 9,
    TAP_ROOM = 41,
    EVENT_ROOM = 24,
    TAPS_MOST = 1000,  /* taps of one guest whose ids are remembered */
    ANSWERS_MOST = 16, /* taps of one guest whose answers are kept in full */
    GONE_MS = 20000,   /* a guest is gone after this time without a stream */
};

/*
 * Limits how often something may be done: `burst` times at once, then once every `each`
 * milliseconds.
 */
struct allowance {
    int64_t full; /* when the whole burst is allowed again */
};

struct tap {
    char id[TAP_ROOM];
    char event[EVENT_ROOM]; /* the event that answered it; "": it was not answered yet */
    char outcome[12];       /* the outcome, which stays when the answer is no longer kept */
    /* owned: the answer in JSON; NULL: there is none, or it is no longer kept */
    char *answer;
};

struct guest {
    char key[KEY_ROOM]; /* "": the row is free */
    unsigned number;    /* the number in its name: 7 for "G7"; never used twice */
    int seat;           /* -1: it only watches */
    char lang[LANG_ROOM];
    int streams;  /* how many streams it has open */
    int64_t seen; /* when the last stream ended */
    bool gone;
    struct tap *taps; /* owned: a ring */
    int tap_count, tap_room, tap_next;
    struct allowance saying, looking, photos, streaming;
};

struct guests {
    struct guest guest[GUESTS_MOST];
    unsigned last; /* the last number used */
};

void guests_init(struct guests *guests);
void guests_clear(struct guests *guests);

/*
 * Adds a guest. If all rows are taken, the guest that has been gone longest loses its row. NULL:
 * all guests are here, or no key could be made.
 */
struct guest *guests_join(struct guests *guests, int64_t now);

/*
 * Finds a guest by the key of a cookie, or by a name such as "G7"; NULL: there is none. The key or
 * name may be NULL.
 */
struct guest *guests_by_key(struct guests *guests, const char *key);
struct guest *guests_by_name(struct guests *guests, const char *name);
void guest_name(const struct guest *guest, char out[GUEST_NAME_ROOM]);

/* The guest leaves, and its row is free. */
void guest_leave(struct guest *guest);

/* May it be done now? If so, it is counted. */
bool allow(struct allowance *allowance, int64_t now, int burst, int each);

/* Is this a valid id of a tap: 1 to 40 letters, digits and hyphens? */
bool tap_id_good(const char *id);

/* What is known of a tap; NULL: it is new. */
struct tap *guest_tap(const struct guest *guest, const char *id);

/* Remembers a tap, forgetting the oldest if need be. False: out of memory. */
bool guest_remember_tap(struct guest *guest, const char *id);

/*
 * Keeps the event that answers a tap; an unknown tap is remembered first, so that a successor of
 * this process knows it. Takes over `answer`, JSON to be freed.
 */
void guest_answer_tap(struct guest *guest, const char *id, const char *event, const char *outcome,
    char *answer);

#endif
