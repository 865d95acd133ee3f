/* HTTP answers to phones; see answer.h. */
#define _POSIX_C_SOURCE 200809L
#include "answer.h"
#include "cli/embedded.h"

#include <stdio.h>
#include <string.h>

extern const struct embedded cli_serve_page[];

enum { COOKIE_ROOM = 96 };

static const struct {
    const char *name, *value;
} headers[] = {
    {"Content-Security-Policy", "default-src 'self'; img-src 'self' blob:; object-src 'none'; "
                                "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cache-Control", "no-store"},
};

enum MHD_Result answer_made(struct visit *visit, unsigned status, struct MHD_Response *made,
    const char *type)
{
    if (made == NULL)
        return MHD_NO;
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        MHD_add_response_header(made, headers[i].name, headers[i].value);
    if (type != NULL)
        MHD_add_response_header(made, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    if (status == MHD_HTTP_TOO_MANY_REQUESTS || status == MHD_HTTP_SERVICE_UNAVAILABLE)
        MHD_add_response_header(made, MHD_HTTP_HEADER_RETRY_AFTER, "1");
    enum MHD_Result queued = MHD_queue_response(visit->connection, status, made);
    MHD_destroy_response(made);
    return queued;
}

enum MHD_Result answer_status(struct visit *visit, unsigned status)
{
    return answer_made(visit, status,
        MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT), NULL);
}

enum MHD_Result answer_text(struct visit *visit, unsigned status, const char *type,
    const char *text)
{
    char *bytes = strdup(text);
    struct MHD_Response *made = bytes != NULL ? MHD_create_response_from_buffer(strlen(bytes),
                                    bytes, MHD_RESPMEM_MUST_FREE)
                                              : NULL;
    return answer_made(visit, status, made, type);
}

static const char *type_of(const char *name)
{
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".svg", "image/svg+xml"},
    };
    const char *ending = strrchr(name, '.');
    for (size_t i = 0; ending != NULL && i < sizeof types / sizeof *types; i++)
        if (strcmp(ending, types[i][0]) == 0)
            return types[i][1];
    return "application/octet-stream";
}

enum MHD_Result answer_file(struct visit *visit, unsigned status, const char *name)
{
    for (const struct embedded *file = cli_serve_page; file->name != NULL; file++)
        if (strcmp(file->name, name) == 0) {
            /* it is only read, although the type does not say so */
            union {
                const unsigned char *given;
                void *taken;
            } bytes = {file->bytes};
            return answer_made(visit, status,
                MHD_create_response_from_buffer(file->length, bytes.taken, MHD_RESPMEM_PERSISTENT),
                type_of(name));
        }
    return answer_status(visit, MHD_HTTP_NOT_FOUND);
}

/*
 * The cookie's name contains the port: all ports of a machine share cookies, and there may be two
 * tables.
 */
static void cookie_name(const struct visit *visit, char out[COOKIE_ROOM])
{
    snprintf(out, COOKIE_ROOM, "fuda-%d", visit->server->network.port);
}

const char *answer_cookie(const struct visit *visit)
{
    char name[COOKIE_ROOM];
    cookie_name(visit, name);
    return MHD_lookup_connection_value(visit->connection, MHD_COOKIE_KIND, name);
}

enum MHD_Result answer_elsewhere(struct visit *visit, const char *path, const struct guest *guest)
{
    char name[COOKIE_ROOM], cookie[2 * COOKIE_ROOM];
    struct MHD_Response *made = MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    if (made == NULL)
        return MHD_NO;
    MHD_add_response_header(made, MHD_HTTP_HEADER_LOCATION, path);
    if (guest != NULL) {
        cookie_name(visit, name);
        snprintf(cookie, sizeof cookie, "%s=%s; HttpOnly; SameSite=Strict; Path=/", name,
            guest->key);
        MHD_add_response_header(made, MHD_HTTP_HEADER_SET_COOKIE, cookie);
    }
    return answer_made(visit, MHD_HTTP_SEE_OTHER, made, NULL);
}
