/* Carries out what `fuda` says; see orders.h. */
#define _POSIX_C_SOURCE 200809L
#include "orders.h"
#include "core/limits.h"
#include "phone.h"
#include "tell.h"
#include "visits.h"

#include <stdlib.h>
#include <string.h>

struct order {
    /* a line has the name under this key: {"put":"words"}, {"do":"quit"} */
    const char *kind, *name;
    void (*follow)(struct server *server, const json_t *line);
};

static const char *text_of(const json_t *line, const char *key)
{
    return json_string_value(json_object_get(line, key));
}

/* ---- put --------------------------------------------------------------------------------- */

static void put_words(struct server *server, const json_t *line)
{
    char *words = json_dumps(json_object_get(line, "value"), JSON_COMPACT);
    if (words == NULL)
        return;
    free(server->words);
    server->words = words;
}

static void put_keep(struct server *server, const json_t *line)
{
    (void)line;
    tell_refused(server, "keep", N_("guests can be kept only before anything else is said"));
}

static void put_page(struct server *server, const json_t *line)
{
    json_int_t page = json_integer_value(json_object_get(line, "id"));
    json_int_t status = json_integer_value(json_object_get(line, "status"));
    const char *body = text_of(line, "body");
    bool usual = status >= 200 && status < 600;
    if (page > 0 && page <= 1000000 && body != NULL)
        phone_take_page(server, (unsigned)page, usual ? (unsigned)status : 200,
            text_of(line, "type"), body);
}

/* Sends an event to one guest, or to everyone and to those who come later. */
static void put_event(struct server *server, const char *name, const json_t *line)
{
    json_t *value = json_object_get(line, "value");
    const char *to = text_of(line, "to");
    struct guest *guest = guests_by_name(&server->guests, to);
    if (guest != NULL)
        phone_send_answer(server, guest, name, value);
    if (to != NULL)
        return;
    char *json = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    if (json == NULL || !topics_put(&server->topics, name, json))
        tell_refused(server, name, N_("this is not for the phones"));
    free(json);
}

/* ---- do ---------------------------------------------------------------------------------- */

static void renew(struct server *server, const json_t *line)
{
    (void)line;
    if (!keys_renew(server))
        tell_refused(server, "renew", N_("the system gives no random numbers"));
    tell_keep(server);
    tell_listening(server);
}

/*
 * Shows a guest out: its streams are told so and end, and the code that it came by lets nobody in
 * any more.
 */
static void show_out(struct server *server, const json_t *line)
{
    struct guest *guest = guests_by_name(&server->guests, text_of(line, "guest"));
    if (guest == NULL) {
        tell_refused(server, "show out", N_("nobody here is called so"));
        return;
    }
    struct notice *out = notice_make("out", "{}");
    if (out != NULL)
        out->last = true;
    visits_send(server, guest, out);
    visits_end_requests(server, guest);
    visits_wake_streams(server);
    tell_guest(server, guest, "out");
    guest_leave(guest);
    renew(server, line);
}

static void move(struct server *server, const json_t *line)
{
    const char *address = text_of(line, "address");
    if (address == NULL || !network_move(&server->network, address)) {
        tell_refused(server, "listen", N_("this machine cannot be reached at that address"));
        return;
    }
    visits_end_elsewhere(server);
    tell_keep(server);
    tell_listening(server);
}

static void tell_guests(struct server *server, const json_t *line)
{
    (void)line;
    for (const struct guest *g = server->guests.guest; g < server->guests.guest + GUESTS_MOST; g++)
        if (g->key[0] != '\0')
            tell_guest(server, g, g->gone ? "gone" : "here");
}

static void answer_ping(struct server *server, const json_t *line)
{
    pipe_say(&server->pipe,
        json_pack("{ss sI}", "at", "pong", "id", json_integer_value(json_object_get(line, "id"))));
}

/* Ends in good order: the phones are told, so that nobody takes it for a lost connection. */
static void quit(struct server *server, const json_t *line)
{
    (void)line;
    topics_put(&server->topics, "closed", "true");
    visits_wake_streams(server);
    visits_run_last(server);
    server->ends = true;
}

/* ---- lines ------------------------------------------------------------------------------- */

static const struct order orders[] = {
    {"put", "words", put_words},
    {"put", "keep", put_keep},
    {"put", "page", put_page},
    {"do", "renew", renew},
    {"do", "show out", show_out},
    {"do", "listen", move},
    {"do", "guests", tell_guests},
    {"do", "quit", quit},
    {"do", "ping", answer_ping},
};

static void follow(struct server *server, const json_t *line)
{
    const char *put = text_of(line, "put"), *act = text_of(line, "do");
    const char *kind = put != NULL ? "put" : "do", *name = put != NULL ? put : act;
    for (size_t i = 0; name != NULL && i < sizeof orders / sizeof *orders; i++)
        if (strcmp(orders[i].kind, kind) == 0 && strcmp(orders[i].name, name) == 0) {
            orders[i].follow(server, line);
            return;
        }
    if (put != NULL && json_object_get(line, "value") != NULL)
        put_event(server, put, line);
    else
        tell_refused(server, name != NULL ? name : "", N_("this is not for the phones"));
}

void order_take(struct server *server, const char *text, size_t length)
{
    json_t *line = json_loadb(text, length, 0, NULL);
    follow(server, line);
    json_decref(line);
}

char *order_keep(const char *text, size_t length)
{
    json_t *line = json_loadb(text, length, 0, NULL);
    const char *put = text_of(line, "put"), *state = text_of(line, "state");
    char *out = put != NULL && state != NULL && strcmp(put, "keep") == 0 ? strdup(state) : NULL;
    json_decref(line);
    return out;
}
