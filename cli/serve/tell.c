/* What `fuda` is told, and what is left to a successor; see tell.h. */
#include "tell.h"
#include "core/confine/confine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The confinements that are in force on this kernel. */
static json_t *confined_by(const struct server *server)
{
    json_t *list = json_array();
    if (server->confined & CONFINED_FILES)
        json_array_append_new(list, json_string("files"));
    if (server->confined & CONFINED_CALLS)
        json_array_append_new(list, json_string("calls"));
    return list;
}

void tell_listening(struct server *server)
{
    const struct network *n = &server->network;
    char others[NETWORK_MOST][ADDRESS_ROOM], rest[KEY_ROOM + 8], url[URL_ROOM];
    int count = network_others(n, others);
    json_t *list = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(list, json_string(others[i]));
    snprintf(rest, sizeof rest, "/?k=%s", server->token);
    network_url(n, rest, url);
    pipe_say(&server->pipe,
        json_pack("{ss ss si ss ss so so}", "at", "listening", "address",
            n->address[0] != '\0' ? n->address : "127.0.0.1", "port", n->port, "url", url, "code",
            server->code, "others", list, "confined", confined_by(server)));
}

static json_t *seat_of(const struct guest *guest)
{
    return guest->seat >= 0 ? json_integer(guest->seat) : json_null();
}

void tell_guest(struct server *server, const struct guest *guest, const char *state)
{
    char name[GUEST_NAME_ROOM];
    guest_name(guest, name);
    pipe_say(&server->pipe, json_pack("{ss ss so ss ss}", "at", "guest", "guest", name, "seat",
                                seat_of(guest), "lang", guest->lang, "state", state));
}

void tell_refused(struct server *server, const char *order, const char *why)
{
    pipe_say(&server->pipe, json_pack("{ss ss ss}", "at", "refused", "do", order, "why", why));
}

bool keys_renew(struct server *server)
{
    return key_make(server->token) && code_make(server->code);
}

/* ---- what a successor is left ------------------------------------------------------------ */

void tell_keep(struct server *server)
{
    json_t *list = json_array();
    for (const struct guest *g = server->guests.guest; g < server->guests.guest + GUESTS_MOST; g++)
        if (g->key[0] != '\0')
            json_array_append_new(list, json_pack("{si ss so ss}", "number", (int)g->number, "key",
                                            g->key, "seat", seat_of(g), "lang", g->lang));
    json_t *state = json_pack("{ss si ss ss si so}", "address", server->network.address, "port",
        server->network.port, "token", server->token, "code", server->code, "last",
        (int)server->guests.last, "guests", list);
    char *text = state != NULL ? json_dumps(state, JSON_COMPACT) : NULL;
    json_decref(state);
    if (text != NULL)
        pipe_say(&server->pipe, json_pack("{ss ss}", "at", "keep", "state", text));
    free(text);
}

/* Copies a secret if it has exactly the length that keys or codes have. */
static bool read_secret(const char *text, char *out, size_t room)
{
    if (text == NULL || strlen(text) != room - 1)
        return false;
    memcpy(out, text, room);
    return true;
}

static bool read_guest(json_t *from, struct guest *g)
{
    const char *key = NULL, *lang = NULL;
    json_t *seat = NULL;
    int number = 0;
    if (json_unpack(from, "{si ss so ss}", "number", &number, "key", &key, "seat", &seat, "lang",
            &lang)
            != 0
        || number < 1 || !read_secret(key, g->key, sizeof g->key))
        return false;
    g->number = (unsigned)number;
    g->seat = json_is_integer(seat) ? (int)json_integer_value(seat) : -1;
    snprintf(g->lang, sizeof g->lang, "%s", lang);
    return true;
}

static void read_guests(struct server *server, const json_t *list, int last)
{
    size_t count = json_array_size(list) < GUESTS_MOST ? json_array_size(list) : GUESTS_MOST;
    for (size_t i = 0; i < count; i++) {
        struct guest g = {.seen = server->now};
        if (read_guest(json_array_get(list, i), &g)) {
            server->guests.guest[i] = g;
            last = (int)g.number > last ? (int)g.number : last;
        }
    }
    server->guests.last = (unsigned)last;
}

bool keep_read(struct server *server, const char *text, char address[ADDRESS_ROOM], int *port)
{
    json_t *state = json_loads(text, JSON_REJECT_DUPLICATES, NULL), *list = NULL;
    const char *where = NULL, *token = NULL, *code = NULL;
    int last = 0, at = 0;
    bool good = state != NULL
                && json_unpack(state, "{ss si ss ss si so}", "address", &where, "port", &at,
                       "token", &token, "code", &code, "last", &last, "guests", &list)
                       == 0
                && at > 0 && at < 65536 && last >= 0 && read_secret(token, server->token, KEY_ROOM)
                && read_secret(code, server->code, CODE_ROOM);
    if (good) {
        *port = at;
        snprintf(address, ADDRESS_ROOM, "%s", where);
        read_guests(server, list, last);
    }
    json_decref(state);
    return good;
}
