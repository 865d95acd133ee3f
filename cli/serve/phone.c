/* Answers what phones ask for; see phone.h. */
#define _GNU_SOURCE /* strcasestr */
#include "phone.h"
#include "answer.h"
#include "core/limits.h"
#include "core/person.h"
#include "core/statement.h"
#include "tell.h"
#include "visits.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    BODY_BLOCK = 16384,
    LINE_LENGTH_MOST = 1000,
    PAGE_MS = 10000,
    PAGES_MOST = 16,
    QUERY_MOST = 8,
    RETRY_MS = 1000
};

static const char type_json[] = "application/json; charset=utf-8";
static const char type_plain[] = "text/plain; charset=utf-8";

static enum MHD_Result answer_taken(struct visit *visit)
{
    return answer_text(visit, MHD_HTTP_ACCEPTED, type_json, "{}");
}

static const char *argument(const struct visit *visit, const char *name)
{
    return MHD_lookup_connection_value(visit->connection, MHD_GET_ARGUMENT_KIND, name);
}

/* ---- coming in --------------------------------------------------------------------------- */

/* The language that the phone prefers, if it is one of ours. */
static const char *language_of(const struct visit *visit)
{
    const char *wanted = MHD_lookup_connection_value(visit->connection, MHD_HEADER_KIND,
        MHD_HTTP_HEADER_ACCEPT_LANGUAGE);
    return wanted != NULL && strncmp(wanted, "ja", 2) == 0 ? "ja" : "en";
}

/* Lets a phone in. One that is in already stays the same guest. */
static enum MHD_Result let_in(struct visit *visit, struct phone_call *call)
{
    struct server *server = visit->server;
    const char *home = MHD_lookup_connection_value_n(visit->connection, MHD_GET_ARGUMENT_KIND, "tv",
                           2, NULL, NULL)
                               == MHD_YES
                           ? "/?tv"
                           : "/";
    if (call->guest != NULL)
        return answer_elsewhere(visit, home, NULL);
    struct guest *guest = guests_join(&server->guests, server->now);
    if (guest == NULL)
        return answer_text(visit, MHD_HTTP_SERVICE_UNAVAILABLE, type_plain,
            "64 phones are here already.\n端末はもう64台あります。\n");
    memcpy(guest->lang, language_of(visit), strlen(language_of(visit)) + 1);
    visit_belongs(visit, guest);
    tell_keep(server);
    tell_guest(server, guest, "joined");
    return answer_elsewhere(visit, home, guest);
}

enum MHD_Result phone_home(struct visit *visit, struct phone_call *call)
{
    const char *key = argument(visit, "k");
    if (key != NULL && key_same(key, visit->server->token))
        return let_in(visit, call);
    if (key == NULL && call->guest != NULL)
        return answer_file(visit, MHD_HTTP_OK, "index.html");
    return answer_file(visit, MHD_HTTP_UNAUTHORIZED, "join.html");
}

enum MHD_Result phone_file(struct visit *visit, struct phone_call *call)
{
    return answer_file(visit, MHD_HTTP_OK, call->path + 1);
}

/*
 * The row for the address that this visit comes from. A new one takes the row that was not used for
 * the longest time.
 */
static struct knocker *knocker_of(const struct visit *visit)
{
    struct server *server = visit->server;
    struct sockaddr_storage from = {0};
    network_peer(visit->socket, &from);
    struct knocker *place = server->knocker;
    for (struct knocker *k = server->knocker; k < server->knocker + KNOCKERS_MOST; k++) {
        if (memcmp(&k->from, &from, sizeof from) == 0)
            return k;
        if (k->seen < place->seen)
            place = k;
    }
    *place = (struct knocker){.from = from};
    return place;
}

/*
 * May another code be tried? Codes are short, so whoever tries many has to wait, and so have all of
 * them together.
 */
static bool may_try(const struct visit *visit)
{
    enum { BURST = 8, EACH_MS = 10000, ALL_BURST = 30, ALL_EACH_MS = 2000 };
    struct knocker *k = knocker_of(visit);
    k->seen = visit->server->now;
    return allow(&k->codes, k->seen, BURST, EACH_MS)
           && allow(&visit->server->codes, k->seen, ALL_BURST, ALL_EACH_MS);
}

/* Reads a code as a form sends it: "code=K7P+3qx" */
enum MHD_Result phone_join(struct visit *visit, struct phone_call *call)
{
    if (!may_try(visit))
        return answer_file(visit, MHD_HTTP_TOO_MANY_REQUESTS, "join.html");
    if (call->body == NULL || strncmp(call->body, "code=", 5) != 0
        || !code_same(call->body + 5, visit->server->code))
        return answer_file(visit, MHD_HTTP_UNAUTHORIZED, "join.html");
    return let_in(visit, call);
}

enum MHD_Result phone_words(struct visit *visit, struct phone_call *call)
{
    (void)call;
    return answer_text(visit, MHD_HTTP_OK, type_json,
        visit->server->words != NULL ? visit->server->words : "{}");
}

/* ---- the stream -------------------------------------------------------------------------- */

static struct notice *make_event(const char *name, json_t *value)
{
    char *json = value != NULL ? json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
    struct notice *notice = json != NULL ? notice_make(name, json) : NULL;
    free(json);
    return notice;
}

static struct notice *make_you(const struct guest *guest)
{
    char name[GUEST_NAME_ROOM];
    guest_name(guest, name);
    json_t *you = json_pack("{ss so ss}", "guest", name, "seat",
        guest->seat >= 0 ? json_integer(guest->seat) : json_null(), "lang", guest->lang);
    struct notice *notice = make_event("you", you);
    json_decref(you);
    return notice;
}

static ssize_t read_stream(void *user, uint64_t position, char *out, size_t room)
{
    struct visit *visit = user;
    size_t length = 0;
    (void)position;
    if (visit->told_last || visit->server->ends)
        return MHD_CONTENT_READER_END_OF_STREAM;
    switch (stream_read(&visit->stream, &visit->server->topics, out, room, &length)) {
    case STREAM_WAITS: visit_sleep(visit); break;
    case STREAM_SENDS: break;
    case STREAM_ENDS: visit->told_last = true; break;
    }
    return (ssize_t)length;
}

static void end_stream(void *user)
{
    struct visit *visit = user;
    struct guest *guest = visit_guest(visit);
    visit->streams = false;
    stream_clear(&visit->stream);
    if (guest != NULL) {
        guest->streams--;
        guest->seen = visit->server->now;
    }
}

/* Writes the beginning of a stream: how soon to reconnect, and who the phone is. */
static bool begin_stream(struct visit *visit, const struct guest *guest)
{
    struct notice *retry = notice_make_retry(RETRY_MS), *you = make_you(guest);
    bool good = retry != NULL && you != NULL && stream_add(&visit->stream, retry)
                && stream_add(&visit->stream, you);
    notice_drop(retry);
    notice_drop(you);
    return good;
}

enum MHD_Result phone_events(struct visit *visit, struct phone_call *call)
{
    struct server *server = visit->server;
    struct guest *guest = call->guest;
    visits_make_room_for_stream(server, guest);
    stream_clear(&visit->stream);
    if (!begin_stream(visit, guest))
        return MHD_NO;
    visit->streams = true;
    visit->deadline = server->now + COMMENT_MS;
    guest->streams++;
    if (guest->gone)
        tell_guest(server, guest, "back");
    guest->gone = false;
    struct MHD_Response *made = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BODY_BLOCK,
        read_stream, visit, end_stream);
    if (made == NULL)
        end_stream(visit);
    return answer_made(visit, MHD_HTTP_OK, made, "text/event-stream");
}

/* ---- saying ------------------------------------------------------------------------------ */

static json_t *read_body(const struct phone_call *call)
{
    json_t *value = call->body != NULL
                        ? json_loadb(call->body, call->length, JSON_REJECT_DUPLICATES, NULL)
                        : NULL;
    if (json_is_object(value))
        return value;
    json_decref(value);
    return NULL;
}

static bool take_seat(struct guest *guest, const json_t *seat)
{
    if (json_is_null(seat))
        guest->seat = -1;
    else if (json_is_integer(seat) && json_integer_value(seat) >= 0
             && json_integer_value(seat) < SEATS_MOST)
        guest->seat = (int)json_integer_value(seat);
    else
        return seat == NULL;
    return true;
}

static bool take_lang(struct guest *guest, const json_t *value)
{
    const char *lang = json_string_value(value);
    size_t length = lang != NULL ? strspn(lang, "abcdefghijklmnopqrstuvwxyz-") : 0;
    if (value == NULL)
        return true;
    if (length < 2 || length >= LANG_ROOM || lang[length] != '\0')
        return false;
    memcpy(guest->lang, lang, length + 1);
    return true;
}

/* Takes the seat that this guest has now from anybody else, and tells them. */
static void alone_in_seat(struct server *server, const struct guest *guest)
{
    for (struct guest *g = server->guests.guest; g < server->guests.guest + GUESTS_MOST; g++) {
        if (g == guest || g->key[0] == '\0' || guest->seat < 0 || g->seat != guest->seat)
            continue;
        g->seat = -1;
        if (!g->gone)
            tell_guest(server, g, "here");
        visits_send(server, g, make_you(g));
    }
}

enum MHD_Result phone_me(struct visit *visit, struct phone_call *call)
{
    struct server *server = visit->server;
    struct guest changed = *call->guest;
    json_t *body = read_body(call);
    bool good = body != NULL && take_seat(&changed, json_object_get(body, "seat"))
                && take_lang(&changed, json_object_get(body, "lang"));
    json_decref(body);
    if (!good)
        return answer_status(visit, MHD_HTTP_BAD_REQUEST);
    if (pipe_is_full(&server->pipe))
        return answer_status(visit, MHD_HTTP_SERVICE_UNAVAILABLE);
    *call->guest = changed;
    alone_in_seat(server, call->guest);
    tell_keep(server);
    tell_guest(server, call->guest, "here");
    visits_send(server, call->guest, make_you(call->guest));
    return answer_taken(visit);
}

/*
 * Is it a line for the record: not empty, not too long, without control characters? Invisible
 * characters are left out, as in names.
 */
static bool line_is_good(const char *line, char out[LINE_LENGTH_MOST + 1])
{
    const size_t length = strlen(line);
    if (length == 0 || length > LINE_LENGTH_MOST)
        return false;
    const struct span text = {out, person_spell((struct span){line, length}, out)};
    out[text.length] = '\0';
    return text_is_clean(text);
}

/* Answers a tap that was heard before with the answer that it got, if it has one by now. */
static void repeat_answer(struct server *server, const struct guest *guest, const struct tap *tap)
{
    if (tap->answer != NULL) {
        visits_send(server, guest, notice_make(tap->event, tap->answer));
    } else if (tap->event[0] != '\0') {
        json_t *value = json_pack("{ss ss s[] s[]}", "id", tap->id, "outcome", tap->outcome, "en",
            "ja");
        visits_send(server, guest, make_event(tap->event, value));
        json_decref(value);
    }
}

void phone_send_answer(struct server *server, struct guest *guest, const char *event, json_t *value)
{
    const char *id = json_string_value(json_object_get(value, "id"));
    const char *outcome = json_string_value(json_object_get(value, "outcome"));
    char *json = id != NULL ? json_dumps(value, JSON_COMPACT) : NULL;
    if (json != NULL)
        guest_answer_tap(guest, id, event, outcome != NULL ? outcome : "taken", json);
    visits_send(server, guest, make_event(event, value));
}

static json_t *tell_of(const struct guest *guest, const char *at)
{
    char name[GUEST_NAME_ROOM];
    guest_name(guest, name);
    return json_pack("{ss ss so}", "at", at, "guest", name, "seat",
        guest->seat >= 0 ? json_integer(guest->seat) : json_null());
}

/* Takes a tap: its line, and the serial of the table that the phone showed, if it says so. */
static enum MHD_Result hear(struct visit *visit, struct guest *guest, const char *id,
    const char *line, json_t *serial)
{
    struct server *server = visit->server;
    const struct tap *known = guest_tap(guest, id);
    if (known != NULL) {
        repeat_answer(server, guest, known);
        return answer_taken(visit);
    }
    if (pipe_is_full(&server->pipe) || !guest_remember_tap(guest, id))
        return answer_status(visit, MHD_HTTP_SERVICE_UNAVAILABLE);
    json_t *told = tell_of(guest, "say");
    json_object_set_new(told, "id", json_string(id));
    json_object_set_new(told, "line", json_string(line));
    if (json_is_integer(serial))
        json_object_set(told, "serial", serial);
    pipe_say(&server->pipe, told);
    return answer_taken(visit);
}

enum MHD_Result phone_say(struct visit *visit, struct phone_call *call)
{
    json_t *body = read_body(call);
    const char *id = json_string_value(json_object_get(body, "id"));
    const char *line = json_string_value(json_object_get(body, "line"));
    char seen[LINE_LENGTH_MOST + 1];
    enum MHD_Result result = tap_id_good(id) && line != NULL && line_is_good(line, seen)
                                 ? hear(visit, call->guest, id, seen,
                                     json_object_get(body, "serial"))
                                 : answer_status(visit, MHD_HTTP_BAD_REQUEST);
    json_decref(body);
    return result;
}

static bool use_is_good(const char *as)
{
    static const char *const uses[] = {"hand", "trick", "show"};
    for (size_t i = 0; as != NULL && i < sizeof uses / sizeof *uses; i++)
        if (strcmp(as, uses[i]) == 0)
            return true;
    return false;
}

/* Takes a picture that has arrived completely, in a file without a name. */
enum MHD_Result phone_photo(struct visit *visit, struct phone_call *call)
{
    struct server *server = visit->server;
    const char *id = argument(visit, "id"), *as = argument(visit, "as");
    if (!tap_id_good(id) || !use_is_good(as) || call->file < 0 || call->length == 0)
        return answer_status(visit, MHD_HTTP_BAD_REQUEST);
    const struct tap *known = guest_tap(call->guest, id);
    if (known != NULL) {
        repeat_answer(server, call->guest, known);
        return answer_taken(visit);
    }
    if (pipe_is_full(&server->pipe) || !guest_remember_tap(call->guest, id))
        return answer_status(visit, MHD_HTTP_SERVICE_UNAVAILABLE);
    json_t *told = tell_of(call->guest, "photo");
    json_object_set_new(told, "id", json_string(id));
    json_object_set_new(told, "as", json_string(as));
    json_object_set_new(told, "bytes", json_integer((json_int_t)call->length));
    if (pipe_say(&server->pipe, told)) {
        pipe_send_file(&server->pipe, call->file, call->length);
        call->file = -1;
    }
    return answer_taken(visit);
}

/* ---- pages that `fuda` makes ------------------------------------------------------------- */

static enum MHD_Result put_argument(void *user, enum MHD_ValueKind kind, const char *name,
    const char *value)
{
    json_t *query = user;
    (void)kind;
    if (json_object_size(query) < QUERY_MOST)
        json_object_set_new(query, name, json_string(value != NULL ? value : ""));
    return MHD_YES;
}

static int count_waiting(const struct server *server)
{
    int count = 0;
    for (const struct visit *v = server->visit; v < server->visit + VISITS_MOST; v++)
        count += v->server != NULL && v->call != NULL && v->call->page != 0;
    return count;
}

enum MHD_Result phone_page(struct visit *visit, struct phone_call *call)
{
    struct server *server = visit->server;
    if (call->page != 0) { /* it was woken */
        struct MHD_Response *reply = call->reply;
        call->reply = NULL;
        call->page = 0;
        return reply != NULL ? answer_made(visit, call->status, reply, call->type)
                             : answer_status(visit, MHD_HTTP_GATEWAY_TIMEOUT);
    }
    if (server->ends || pipe_is_full(&server->pipe) || count_waiting(server) >= PAGES_MOST)
        return answer_status(visit, MHD_HTTP_SERVICE_UNAVAILABLE);
    json_t *query = json_object(), *asked = json_object();
    MHD_get_connection_values(visit->connection, MHD_GET_ARGUMENT_KIND, put_argument, query);
    server->pages = server->pages % 1000000 + 1;
    json_object_set_new(asked, "at", json_string("page"));
    json_object_set_new(asked, "id", json_integer((json_int_t)server->pages));
    json_object_set_new(asked, "query", query);
    /* false if it is not UTF-8 */
    const bool read = json_object_set_new(asked, "path", json_string(call->path + 2)) == 0;
    if (!read)
        json_decref(asked);
    if (!read || !pipe_say(&server->pipe, asked))
        return answer_status(visit, MHD_HTTP_BAD_REQUEST);
    call->page = server->pages;
    visit->deadline = server->now + PAGE_MS;
    visit_sleep(visit);
    return MHD_YES;
}

static struct visit *find_waiting(struct server *server, unsigned page)
{
    for (struct visit *v = server->visit; v < server->visit + VISITS_MOST; v++)
        if (v->server != NULL && v->asleep && v->call != NULL && v->call->page == page)
            return v;
    return NULL;
}

static const char *known_type(const char *type)
{
    static const char *const types[][2] = {
        {"text/html", "text/html; charset=utf-8"},
        {"application/json", type_json},
        {"text/csv", "text/csv; charset=utf-8"},
        {"image/svg+xml", "image/svg+xml"},
    };
    for (size_t i = 0; type != NULL && i < sizeof types / sizeof *types; i++)
        if (strncmp(type, types[i][0], strlen(types[i][0])) == 0)
            return types[i][1];
    return type_plain;
}

bool phone_take_page(struct server *server, unsigned page, unsigned status, const char *type,
    const char *body)
{
    struct visit *visit = page != 0 ? find_waiting(server, page) : NULL;
    char *bytes = visit != NULL ? strdup(body) : NULL;
    if (bytes == NULL)
        return false;
    visit->call->reply = MHD_create_response_from_buffer(strlen(bytes), bytes,
        MHD_RESPMEM_MUST_FREE);
    visit->call->status = status;
    visit->call->type = known_type(type);
    visit_wake(visit);
    return true;
}

/* ---- time -------------------------------------------------------------------------------- */

void phone_tick(struct server *server)
{
    for (struct visit *v = server->visit; v < server->visit + VISITS_MOST; v++)
        if (v->server != NULL && v->asleep && v->call != NULL && v->call->page != 0
            && v->deadline <= server->now) {
            v->deadline = server->now + REQUEST_MS; /* so that it is told that nothing came */
            visit_wake(v);
        }
    for (struct guest *g = server->guests.guest; g < server->guests.guest + GUESTS_MOST; g++)
        if (g->key[0] != '\0' && !g->gone && g->streams == 0 && server->now - g->seen >= GONE_MS) {
            g->gone = true;
            tell_guest(server, g, "gone");
        }
}
