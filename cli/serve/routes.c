/* Takes requests and finds who answers them; see routes.h. */
#define _GNU_SOURCE /* memfd_create */
#include "routes.h"
#include "answer.h"
#include "phone.h"
#include "visits.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PHOTO_MOST = 12 << 20, PHOTOS_AT_ONCE = 4, PHOTOS_EACH = 2, PATH_MOST = 256 };

/*
 * A route, and how often a guest may use it: `burst` times at once, then once in `each`
 * milliseconds.
 */
struct route {
    const char *method, *path;
    const char *type; /* what the type of a body has to begin with; NULL: any */
    size_t most;      /* the most bytes of a body */
    size_t allowance; /* where its allowance is in a guest */
    int burst, each;  /* 0: without a limit */
    enum MHD_Result (*answer)(struct visit *visit, struct phone_call *call);
    bool below; /* also for paths that begin with this one */
    bool guests_only, photo;
};

static const struct route routes[] = {
    {.method = "GET", .path = "/", .answer = phone_home},
    {.method = "POST", .path = "/join", .most = 256, .answer = phone_join},
    {.method = "GET", .path = "/words.json", .guests_only = true, .answer = phone_words},
    {.method = "GET",
        .path = "/events",
        .guests_only = true,
        .allowance = offsetof(struct guest, streaming),
        .burst = 10,
        .each = 500,
        .answer = phone_events},
    {.method = "POST",
        .path = "/me",
        .guests_only = true,
        .type = "application/json",
        .most = 1024,
        .allowance = offsetof(struct guest, saying),
        .burst = 20,
        .each = 200,
        .answer = phone_me},
    {.method = "POST",
        .path = "/say",
        .guests_only = true,
        .type = "application/json",
        .most = 4096,
        .allowance = offsetof(struct guest, saying),
        .burst = 20,
        .each = 200,
        .answer = phone_say},
    {.method = "POST",
        .path = "/photo",
        .guests_only = true,
        .type = "image/",
        .most = PHOTO_MOST,
        .photo = true,
        .allowance = offsetof(struct guest, photos),
        .burst = 6,
        .each = 10000,
        .answer = phone_photo},
    {.method = "GET",
        .path = "/p/",
        .below = true,
        .guests_only = true,
        .allowance = offsetof(struct guest, looking),
        .burst = 20,
        .each = 250,
        .answer = phone_page},
    {.method = "GET", .path = "/", .below = true, .answer = phone_file},
};

/* ---- may it be asked? -------------------------------------------------------------------- */

static const char *header(const struct visit *visit, const char *name)
{
    return MHD_lookup_connection_value(visit->connection, MHD_HEADER_KIND, name);
}

/* Finds the route; NULL: there is none, and the status says why. */
static const struct route *find_route(const char *method, const char *path, unsigned *status)
{
    *status = MHD_HTTP_NOT_FOUND;
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        const struct route *r = &routes[i];
        if (r->below ? strncmp(path, r->path, strlen(r->path)) != 0 : strcmp(path, r->path) != 0)
            continue;
        if (strcmp(method, r->method) == 0)
            return r;
        *status = MHD_HTTP_METHOD_NOT_ALLOWED;
    }
    return NULL;
}

/*
 * Refuses requests under another site's name (DNS rebinding) and requests that another site's page
 * sends.
 */
static unsigned judge_origin(const struct visit *visit)
{
    const char *host = header(visit, MHD_HTTP_HEADER_HOST),
               *origin = header(visit, MHD_HTTP_HEADER_ORIGIN);
    const char *site = header(visit, "Sec-Fetch-Site"), *mode = header(visit, "Sec-Fetch-Mode");
    if (host == NULL)
        return MHD_HTTP_BAD_REQUEST;
    if (!network_is_host(&visit->server->network, host))
        return MHD_HTTP_MISDIRECTED_REQUEST;
    if (origin != NULL && (strncmp(origin, "http://", 7) != 0 || strcmp(origin + 7, host) != 0))
        return MHD_HTTP_FORBIDDEN;
    bool strange = site != NULL && strcmp(site, "same-origin") != 0 && strcmp(site, "none") != 0;
    return strange && (mode == NULL || strcmp(mode, "navigate") != 0) ? MHD_HTTP_FORBIDDEN : 0;
}

/* The announced length of the body; -1: there is none, or it is malformed. */
static long long announced(const struct visit *visit)
{
    const char *text = header(visit, MHD_HTTP_HEADER_CONTENT_LENGTH);
    char *end;
    long long length = text != NULL ? strtoll(text, &end, 10) : -1;
    return text != NULL && *end == '\0' ? length : -1;
}

static unsigned judge_body(const struct visit *visit, const struct route *route)
{
    const char *type = header(visit, MHD_HTTP_HEADER_CONTENT_TYPE);
    if (header(visit, MHD_HTTP_HEADER_TRANSFER_ENCODING) != NULL)
        return MHD_HTTP_LENGTH_REQUIRED;
    if (route->most == 0)
        return announced(visit) > 0 ? MHD_HTTP_CONTENT_TOO_LARGE : 0;
    if (announced(visit) < 0)
        return MHD_HTTP_LENGTH_REQUIRED;
    if ((unsigned long long)announced(visit) > route->most)
        return MHD_HTTP_CONTENT_TOO_LARGE;
    bool wrong = route->type != NULL
                 && (type == NULL || strncasecmp(type, route->type, strlen(route->type)) != 0);
    return wrong ? MHD_HTTP_UNSUPPORTED_MEDIA_TYPE : 0;
}

/* How many photographs of a guest are arriving. */
static int photos_of(const struct server *server, const struct guest *guest)
{
    int photos = 0;
    for (int i = 0; i < VISITS_MOST; i++) {
        const struct visit *v = &server->visit[i];
        photos += v->server != NULL && v->call != NULL && v->call->route->photo && v->guest == guest
                  && v->number == guest->number;
    }
    return photos;
}

static unsigned judge_guest(struct visit *visit, const struct route *route, struct guest *guest)
{
    if (guest == NULL)
        return route->guests_only ? MHD_HTTP_UNAUTHORIZED : 0;
    visit_belongs(visit, guest);
    visit->deadline = visit->server->now + (route->photo ? UPLOAD_MS : REQUEST_MS);
    struct allowance *allowance = (struct allowance *)(void *)((char *)guest + route->allowance);
    if (route->each > 0 && !allow(allowance, visit->server->now, route->burst, route->each))
        return MHD_HTTP_TOO_MANY_REQUESTS;
    if (route->photo
        /* so that slow phones block nobody else */
        && photos_of(visit->server, guest) >= PHOTOS_EACH)
        return MHD_HTTP_TOO_MANY_REQUESTS;
    return route->photo && visit->server->photos >= PHOTOS_AT_ONCE ? MHD_HTTP_SERVICE_UNAVAILABLE
                                                                   : 0;
}

/* Is the request allowed? 0: yes; otherwise the status that says why not. */
static unsigned judge(struct visit *visit, const char *method, const char *path,
    struct phone_call *call)
{
    unsigned status = judge_origin(visit);
    if (status == 0 && strlen(path) > PATH_MOST)
        return MHD_HTTP_URI_TOO_LONG;
    if (status != 0 || (call->route = find_route(method, path, &status)) == NULL)
        return status;
    /* a form sent by a page: only joining does that */
    const char *mode = header(visit, "Sec-Fetch-Mode");
    if (call->route->guests_only && call->route->most > 0 && mode != NULL
        && strcmp(mode, "navigate") == 0)
        return MHD_HTTP_FORBIDDEN;
    status = judge_body(visit, call->route);
    call->guest = status == 0 ? guests_by_key(&visit->server->guests, answer_cookie(visit)) : NULL;
    return status != 0 ? status : judge_guest(visit, call->route, call->guest);
}

/* ---- a request --------------------------------------------------------------------------- */

static void free_call(struct visit *visit, struct phone_call *call)
{
    if (call->file >= 0)
        close(call->file);
    visit->server->photos -= call->route != NULL && call->route->photo;
    if (call->reply != NULL)
        MHD_destroy_response(call->reply);
    free(call->body);
    free(call);
}

/* Makes room for a body: in memory, or for a photograph in a file without a name. */
static bool make_room(struct phone_call *call)
{
    call->file = -1;
    if (call->route->photo)
        return (call->file = memfd_create("photo", MFD_CLOEXEC)) >= 0;
    if (call->route->most > 0)
        call->body = calloc(1, call->route->most + 1);
    return call->route->most == 0 || call->body != NULL;
}

static enum MHD_Result begin(struct visit *visit, const char *method, const char *path,
    void **context)
{
    struct phone_call asked = {.file = -1};
    unsigned status = judge(visit, method, path, &asked);
    if (status != 0 || asked.route == NULL)
        return answer_status(visit, status);
    struct phone_call *call = malloc(sizeof *call);
    if (call == NULL)
        return MHD_NO;
    *call = asked;
    call->path = path;
    visit->server->photos += call->route->photo;
    visit->call = call;
    *context = call;
    return make_room(call) ? MHD_YES : MHD_NO;
}

static bool write_all(int file, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(file, bytes, length);
        if (written < 0 && errno != EINTR)
            return false;
        bytes += written > 0 ? written : 0;
        length -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

static bool take_body(struct phone_call *call, const char *data, size_t size)
{
    if (size > call->route->most - call->length
        || (call->file >= 0 && !write_all(call->file, data, size)))
        return false;
    if (call->body != NULL)
        memcpy(call->body + call->length, data, size);
    call->length += size;
    return true;
}

enum MHD_Result routes_request(void *user, struct MHD_Connection *connection, const char *url,
    const char *method, const char *version, const char *data, size_t *size, void **context)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection,
        MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    struct visit *visit = info != NULL ? info->socket_context : NULL;
    struct phone_call *call = *context;
    (void)user;
    (void)version;
    if (visit == NULL)
        return MHD_NO;
    if (call == NULL)
        return begin(visit, method, url, context);
    if (*size == 0)
        return call->route->answer(visit, call);
    bool taken = take_body(call, data, *size);
    *size = 0;
    return taken ? MHD_YES : MHD_NO;
}

void routes_completed(void *user, struct MHD_Connection *connection, void **context,
    enum MHD_RequestTerminationCode code)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection,
        MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    struct visit *visit = info != NULL ? info->socket_context : NULL;
    (void)user;
    (void)code;
    if (visit == NULL || *context == NULL)
        return;
    free_call(visit, *context);
    *context = NULL;
    visit->call = NULL;
    if (visit->guest != NULL)
        visit->deadline = visit->server->now + IDLE_MS;
}
