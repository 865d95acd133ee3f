/* The guests who are there; see guests.h. */
#define _XOPEN_SOURCE 700
#include "guests.h"
#include "cli/memory.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 20, A_SECOND = 8, ONE = 1000 };

static bool is_name(const char *id, size_t most)
{
    const size_t length = strspn(id,
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-");
    return length > 0 && length <= most && id[length] == '\0';
}

void guests_clear(struct phone_list *g)
{
    for (int i = 0; i < g->count; i++) {
        for (int k = 0; k < TAPS_KEPT; k++)
            json_decref(g->of[i]->tap[k].said);
        free(g->of[i]);
    }
    g->count = 0;
}

struct phone *guests_find(const struct phone_list *g, const char *id)
{
    for (int i = 0; id != NULL && i < g->count; i++)
        if (strcmp(g->of[i]->id, id) == 0)
            return g->of[i];
    return NULL;
}

/* A place for one more guest. If there are too many, it is taken from one that has gone. */
static int room_for(struct phone_list *g)
{
    if (g->count < GUESTS_MOST)
        return g->count++;
    for (int i = 0; i < g->count; i++)
        if (!g->of[i]->here) {
            for (int k = 0; k < TAPS_KEPT; k++)
                json_decref(g->of[i]->tap[k].said);
            free(g->of[i]);
            return i;
        }
    return -1;
}

struct phone *guests_add(struct phone_list *g, const char *id)
{
    struct phone *known = guests_find(g, id);
    if (known != NULL || id == NULL || !is_name(id, GUEST_NAME))
        return known;
    const int at = room_for(g);
    if (at < 0)
        return NULL;
    struct phone *one = memory_get(sizeof *one);
    snprintf(one->id, sizeof one->id, "%s", id);
    one->seat = -1;
    one->tokens = (long)AT_ONCE * ONE;
    return g->of[at] = one;
}

struct phone *guests_seated(const struct phone_list *g, int seat)
{
    struct phone *found = NULL;
    for (int i = 0; i < g->count; i++)
        if (g->of[i]->seat == seat && (found == NULL || g->of[i]->here))
            found = g->of[i];
    return found;
}

uint32_t guests_seats(const struct phone_list *g)
{
    uint32_t seats = 0;
    for (int i = 0; i < g->count; i++)
        if (g->of[i]->here && g->of[i]->seat >= 0)
            seats |= 1u << g->of[i]->seat;
    return seats;
}

void guests_gone(struct phone_list *g)
{
    for (int i = 0; i < g->count; i++)
        g->of[i]->here = false;
}

bool guest_may(struct phone *g, long now)
{
    g->tokens += g->filled > 0 ? (now - g->filled) * A_SECOND : 0;
    g->tokens = g->tokens < (long)AT_ONCE * ONE ? g->tokens : (long)AT_ONCE * ONE;
    g->filled = now;
    if (g->tokens < ONE)
        return false;
    g->tokens -= ONE;
    return true;
}

bool guest_taps(struct phone *g, const char *id, json_t **said)
{
    *said = NULL;
    if (!is_name(id, TAP_NAME))
        return false;
    for (int i = 0; i < TAPS_KEPT; i++)
        if (strcmp(g->tap[i].id, id) == 0) {
            *said = g->tap[i].said;
            return false;
        }
    json_decref(g->tap[g->next].said);
    g->tap[g->next].said = NULL;
    snprintf(g->tap[g->next].id, sizeof g->tap[g->next].id, "%s", id);
    g->next = (g->next + 1) % TAPS_KEPT;
    return true;
}

void guest_told(struct phone *g, const char *id, json_t *said)
{
    for (int i = 0; i < TAPS_KEPT; i++)
        if (strcmp(g->tap[i].id, id) == 0) {
            json_decref(g->tap[i].said);
            g->tap[i].said = json_incref(said);
        }
}
