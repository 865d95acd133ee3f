/*
 * The guests, one for each phone. A tap (a line from a phone) is entered only once, whatever
 * happens on the way: the answers to the latest taps are kept by their ids, and a tap that arrives
 * again gets the same answer.
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
    /* how many lines it may send now, in thousandths, and the time of that number */
    long tokens, filled;
    int next; /* the place of the next tap in `tap` */
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

/*
 * guests_find: NULL: not known. guests_add: NULL: there are too many guests, or the name is not
 * valid.
 */
struct phone *guests_find(const struct phone_list *g, const char *id);
struct phone *guests_add(struct phone_list *g, const char *id);

/*
 * guests_seated: the guest in this seat that was here last; NULL: none. guests_seats: a bit for
 * each seat with a guest that is here.
 */
struct phone *guests_seated(const struct phone_list *g, int seat);
uint32_t guests_seats(const struct phone_list *g);

/* May the guest send one more line now? Some are allowed at once, then a few each second. */
bool guest_may(struct phone *g, long now);

/* From now on no guest is here until it is heard from again. */
void guests_gone(struct phone_list *g);

/* Is this tap new? Then it is noted. Else `*said` is the answer that it got; NULL: none yet. */
bool guest_taps(struct phone *g, const char *id, struct json_t **said);

/* Keeps the answer to a tap; the guest holds a reference to the object. */
void guest_told(struct phone *g, const char *id, struct json_t *said);

#endif
