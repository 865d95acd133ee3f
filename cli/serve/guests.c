/* The guests, who are at the table by phone; see guests.h. */
#include "guests.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAPS_FIRST = 16, FORGET_MS = 60000 };

void guests_init(struct guests *guests) { memset(guests, 0, sizeof *guests); }

static void clear_taps(struct guest *g)
{
    for (int i = 0; i < g->tap_count; i++)
        free(g->taps[i].answer);
    free(g->taps);
}

void guest_leave(struct guest *guest)
{
    clear_taps(guest);
    *guest = (struct guest){.key = ""};
}

void guests_clear(struct guests *guests)
{
    for (int i = 0; i < GUESTS_MOST; i++)
        guest_leave(&guests->guest[i]);
}

/* ---- coming and going -------------------------------------------------------------------- */

static struct guest *find_place(struct guests *guests, int64_t now)
{
    struct guest *place = NULL;
    for (struct guest *g = guests->guest; g < guests->guest + GUESTS_MOST; g++) {
        if (g->key[0] == '\0')
            return g;
        if (g->gone && now - g->seen > FORGET_MS && (place == NULL || g->seen < place->seen))
            place = g;
    }
    return place;
}

struct guest *guests_join(struct guests *guests, int64_t now)
{
    char key[KEY_ROOM];
    struct guest *place = find_place(guests, now);
    if (place == NULL || !key_make(key))
        return NULL;
    guest_leave(place);
    memcpy(place->key, key, sizeof key);
    place->number = ++guests->last;
    place->seat = -1;
    place->seen = now;
    snprintf(place->lang, sizeof place->lang, "en");
    return place;
}

struct guest *guests_by_key(struct guests *guests, const char *key)
{
    for (struct guest *g = guests->guest; g < guests->guest + GUESTS_MOST; g++)
        if (key_same(key, g->key))
            return g;
    return NULL;
}

void guest_name(const struct guest *guest, char out[GUEST_NAME_ROOM])
{
    snprintf(out, GUEST_NAME_ROOM, "G%u", guest->number);
}

struct guest *guests_by_name(struct guests *guests, const char *name)
{
    char own[GUEST_NAME_ROOM];
    for (struct guest *g = guests->guest; name != NULL && g < guests->guest + GUESTS_MOST; g++) {
        guest_name(g, own);
        if (g->key[0] != '\0' && strcmp(own, name) == 0)
            return g;
    }
    return NULL;
}

bool allow(struct allowance *allowance, int64_t now, int burst, int each)
{
    int64_t full = allowance->full > now ? allowance->full : now;
    if (full + each > now + (int64_t)burst * each)
        return false;
    allowance->full = full + each;
    return true;
}

/* ---- taps -------------------------------------------------------------------------------- */

bool tap_id_good(const char *id)
{
    size_t length = 0;
    while (id != NULL && length < TAP_ROOM
           && (isalnum((unsigned char)id[length]) || id[length] == '-'))
        length++;
    return length > 0 && length < TAP_ROOM && id[length] == '\0';
}

struct tap *guest_tap(const struct guest *guest, const char *id)
{
    for (int i = 0; i < guest->tap_count; i++)
        if (strcmp(guest->taps[i].id, id) == 0)
            return &guest->taps[i];
    return NULL;
}

/* Makes room for one more tap, until as many as are remembered have room. */
static bool make_tap_room(struct guest *g)
{
    if (g->tap_count < g->tap_room || g->tap_room == TAPS_MOST)
        return true;
    int room = g->tap_room == 0              ? TAPS_FIRST
               : g->tap_room * 2 < TAPS_MOST ? g->tap_room * 2
                                             : TAPS_MOST;
    struct tap *taps = realloc(g->taps, (size_t)room * sizeof *taps);
    if (taps == NULL)
        return false;
    g->taps = taps;
    g->tap_room = room;
    g->tap_next = g->tap_count;
    return true;
}

bool guest_remember_tap(struct guest *guest, const char *id)
{
    if (!make_tap_room(guest))
        return false;
    struct tap *tap = &guest->taps[guest->tap_next];
    if (guest->tap_count < guest->tap_room)
        guest->tap_count++;
    else
        free(tap->answer);
    guest->tap_next = (guest->tap_next + 1) % guest->tap_room;
    *tap = (struct tap){.answer = NULL};
    snprintf(tap->id, sizeof tap->id, "%s", id);
    /* forget the texts of all answers but the newest few */
    int old = guest->tap_next - 1 - ANSWERS_MOST;
    old += old < 0 ? guest->tap_room : 0;
    if (old >= 0 && old < guest->tap_count) {
        free(guest->taps[old].answer);
        guest->taps[old].answer = NULL;
    }
    return true;
}

void guest_answer_tap(struct guest *guest, const char *id, const char *event, const char *outcome,
    char *answer)
{
    if (!tap_id_good(id) || (guest_tap(guest, id) == NULL && !guest_remember_tap(guest, id))) {
        free(answer);
        return;
    }
    struct tap *tap = guest_tap(guest, id);
    snprintf(tap->event, sizeof tap->event, "%s", event);
    snprintf(tap->outcome, sizeof tap->outcome, "%s", outcome);
    free(tap->answer);
    tap->answer = answer;
}
