/*
 * Who is at the table by phone: at most 64 guests, each with the key that its cookie carries, a
 * seat and a language, what it tapped, and how much it may still ask. Times are milliseconds of one
 * clock.
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
    TAPS_MOST = 1000,  /* ids remembered of one guest */
    ANSWERS_MOST = 16, /* and answers, word by word */
    GONE_MS = 20000,   /* without a stream for so long: it is gone */
};

/* How often something may be done: `burst` times at once, then once each `each` milliseconds. */
struct allowance {
    int64_t full; /* when all of it is there again */
};

struct tap {
    char id[TAP_ROOM];
    char event[EVENT_ROOM]; /* that answered it; "": not answered yet */
    char outcome[12];       /* the answer's, when its words are no longer kept */
    char *answer;           /* owned: JSON; NULL: none, or long ago */
};

struct guest {
    char key[KEY_ROOM]; /* "": a free place */
    unsigned number;    /* 7: G7; never given twice */
    int seat;           /* -1: watching */
    char lang[LANG_ROOM];
    int streams;  /* open to it */
    int64_t seen; /* when the last of them ended */
    bool gone;
    struct tap *taps; /* owned: a ring */
    int tap_count, tap_room, tap_next;
    struct allowance saying, looking, photos, streaming;
};

struct guests {
    struct guest guest[GUESTS_MOST];
    unsigned last; /* number given last */
};

void guests_init(struct guests *guests);
void guests_clear(struct guests *guests);

/*
 * A new one; when all places are taken, that of the guest gone longest. NULL: full, or no key could
 * be made.
 */
struct guest *guests_join(struct guests *guests, int64_t now);

/* By the key of a cookie, or by a name such as "G7"; NULL: nobody. Either may be NULL. */
struct guest *guests_by_key(struct guests *guests, const char *key);
struct guest *guests_by_name(struct guests *guests, const char *name);
void guest_name(const struct guest *guest, char out[GUEST_NAME_ROOM]);

/* Its place is free afterwards. */
void guest_leave(struct guest *guest);

/* May it be done now? Then it counts. */
bool allow(struct allowance *allowance, int64_t now, int burst, int each);

/* 1 to 40 letters, digits and hyphens. */
bool tap_id_good(const char *id);

/* What is known of a tap; NULL: it was never heard. */
struct tap *guest_tap(const struct guest *guest, const char *id);

/* From now on it is known; the oldest is forgotten for it. False: out of memory. */
bool guest_remember_tap(struct guest *guest, const char *id);

/*
 * The event that answers a tap; one that is unknown is remembered, so that a successor knows it.
 * Takes `answer` over, JSON to be freed.
 */
void guest_answer_tap(struct guest *guest, const char *id, const char *event, const char *outcome,
    char *answer);

#endif
