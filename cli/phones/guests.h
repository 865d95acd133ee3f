/*
 * Who is there: a phone each. A line of theirs, a tap, is played once, whatever happens: what was
 * answered to the last ones is kept by their ids, and said again where one comes again.
 */
#ifndef FUDA_PHONES_GUESTS_H
#define FUDA_PHONES_GUESTS_H

#include "core/core.h"

struct json_t;

enum { GUESTS_MOST = 64, GUEST_NAME = 15, TAP_NAME = 40, TAPS_KEPT = 64 };

struct phone {
    char id[GUEST_NAME + 1];
    int seat; /* -1: it watches */
    bool here;
    /* how many lines it may say now, in thousandths; as of when */
    long tokens, filled;
    int next; /* of the taps, the place of the next one */
    struct {
        char id[TAP_NAME + 1];
        struct json_t *said; /* owned: the answer; NULL: none yet */
    } tap[TAPS_KEPT];
};

struct phone_list {
    struct phone *of[GUESTS_MOST]; /* owned */
    int count;
};

void guests_clear(struct phone_list *g);

/* NULL: not known; or there are too many of them, or its name is none. */
struct phone *guests_find(const struct phone_list *g, const char *id);
struct phone *guests_add(struct phone_list *g, const char *id);

/*
 * The one in this seat that was there last; NULL: none. And a bit for each seat that has one here.
 */
struct phone *guests_seated(const struct phone_list *g, int seat);
uint32_t guests_seats(const struct phone_list *g);

/* May it say one more line now? Some at once, then so many a second. */
bool guest_may(struct phone *g, long now);

/* None is here until it is heard of again. */
void guests_gone(struct phone_list *g);

/* Is this tap new? Then it is noted; else `*said` is what was answered, NULL: nothing yet. */
bool guest_taps(struct phone *g, const char *id, struct json_t **said);

/* The answer to a tap, kept: the object is the guest's from now on too. */
void guest_told(struct phone *g, const char *id, struct json_t *said);

#endif
