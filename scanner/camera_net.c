/*
 * A camera on the network, a phone's: either a stream of pictures (camera_parts.c) or an address
 * that answers with one picture, which is asked for again and again. The newest picture is kept, or
 * a sharper one just before it; the others are not even decoded; camera_apart.c does that, in
 * another process.
 */
#include "camera.h"

#include <curl/curl.h>
#include <libintl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    CONNECT_MS = 5000,
    SLOW_BYTES = 100,
    SLOW_SECONDS = 5, /* fewer bytes a second for so long: given up */
    REDIRECTS = 3,
    HEADERS_MOST = 64 * 1024,
    AGAIN_MS = 66, /* single pictures: at most one in that time */
    TEXT_MOST = 256,
};

enum reply_shape { SHAPE_UNKNOWN, SHAPE_STREAM, SHAPE_PICTURE };

struct net {
    CURLM *multi;
    CURL *easy;
    bool running; /* a request is under way */
    /* a picture came as the answer to a request: one that fails may be an accident */
    bool trusted;
    long asked;     /* when */
    size_t headers; /* bytes of this response's */
    enum reply_shape shape;
    struct parts parts;
    struct bytes body; /* owned: a single picture as it comes */
    /* owned: the whole picture to be shown next; empty: none since the last was taken */
    struct bytes newest;
    long came;      /* when */
    struct why why; /* what a callback found wrong */
};

/* ---- what comes -------------------------------------------------------------------------- */

static void keep_picture(void *user, const uint8_t *picture, size_t length)
{
    struct net *n = user;
    const long now = milliseconds();
    if (camera_older_is_sharper(n->newest.length, n->came, length, now))
        return;
    n->came = now;
    n->newest.length = 0;
    bytes_add(&n->newest, picture, length);
}

/*
 * By the Content-Type of the answer; an error's answer has none that is a picture, and a cheap
 * camera's none at all.
 */
static bool find_shape(struct net *n)
{
    char *type = NULL;
    curl_easy_getinfo(n->easy, CURLINFO_CONTENT_TYPE, &type);
    parts_clear(&n->parts);
    if (type != NULL && parts_begin(&n->parts, type))
        n->shape = SHAPE_STREAM;
    else if (type == NULL || strncasecmp(type, "image/", 6) == 0
             || strncasecmp(type, "application/octet-stream", 24) == 0)
        n->shape = SHAPE_PICTURE;
    else
        return why_say(&n->why,
            N_("the address answers, but neither with a picture nor with a stream of them; "
               "expected one such as http://PHONE:8080/video or /shot.jpg"));
    return true;
}

static bool add_bytes(struct net *n, const void *bytes, size_t length)
{
    if (n->body.length + length > PART_MOST)
        return why_say(&n->why, N_("a picture of the camera is too large"));
    return bytes_add(&n->body, bytes, length) || why_say(&n->why, N_("out of memory"));
}

static size_t on_body(char *bytes, size_t one, size_t count, void *user)
{
    struct net *n = user;
    long code = 0;
    size_t length = one * count;
    curl_easy_getinfo(n->easy, CURLINFO_RESPONSE_CODE, &code);
    if (code < 200 || code >= 300)
        return length; /* the words of an error: on_end says what it means */
    if (n->shape == SHAPE_UNKNOWN && !find_shape(n))
        return 0;
    bool good = n->shape == SHAPE_STREAM
                    ? parts_feed(&n->parts, bytes, length, keep_picture, n, &n->why)
                    : add_bytes(n, bytes, length);
    return good ? length : 0;
}

static size_t on_header(char *bytes, size_t one, size_t count, void *user)
{
    struct net *n = user;
    (void)bytes;
    n->headers += one * count;
    if (n->headers <= HEADERS_MOST)
        return one * count;
    why_say(&n->why, N_("the camera's answer begins with too many headers"));
    return 0;
}

/* ---- asking ------------------------------------------------------------------------------ */

static void set_user(struct net *n, const char *user)
{
    char name[TEXT_MOST];
    if (user == NULL)
        return;
    size_t length = strcspn(user, ":");
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1),
        user);
    curl_easy_setopt(n->easy, CURLOPT_USERNAME, name);
    curl_easy_setopt(n->easy, CURLOPT_PASSWORD, user[length] == ':' ? user + length + 1 : "");
}

/*
 * A camera stands in the local net: no proxy. No scheme but these two, wherever it may redirect to.
 */
static bool set_options(struct net *n, const char *address, const char *user)
{
    CURL *e = n->easy;
    bool good = curl_easy_setopt(e, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK
                && curl_easy_setopt(e, CURLOPT_REDIR_PROTOCOLS_STR, "http,https") == CURLE_OK
                && curl_easy_setopt(e, CURLOPT_URL, address) == CURLE_OK;
    curl_easy_setopt(e, CURLOPT_FOLLOWLOCATION, 1L);
    curl_easy_setopt(e, CURLOPT_MAXREDIRS, (long)REDIRECTS);
    curl_easy_setopt(e, CURLOPT_HTTPAUTH, (long)(CURLAUTH_BASIC | CURLAUTH_DIGEST));
    curl_easy_setopt(e, CURLOPT_PROXY, "");
    curl_easy_setopt(e, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(e, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
    curl_easy_setopt(e, CURLOPT_LOW_SPEED_LIMIT, (long)SLOW_BYTES);
    curl_easy_setopt(e, CURLOPT_LOW_SPEED_TIME, (long)SLOW_SECONDS);
    curl_easy_setopt(e, CURLOPT_USERAGENT, "fuda/" FUDA_VERSION);
    curl_easy_setopt(e, CURLOPT_WRITEFUNCTION, on_body);
    curl_easy_setopt(e, CURLOPT_WRITEDATA, n);
    curl_easy_setopt(e, CURLOPT_HEADERFUNCTION, on_header);
    curl_easy_setopt(e, CURLOPT_HEADERDATA, n);
    set_user(n, user);
    return good;
}

static void ask(struct net *n)
{
    n->shape = SHAPE_UNKNOWN;
    n->headers = n->body.length = 0;
    n->asked = milliseconds();
    n->running = curl_multi_add_handle(n->multi, n->easy) == CURLM_OK;
}

/* ---- how it ends ------------------------------------------------------------------------- */

/*
 * In words; the address is not repeated, for a password may stand in it. A protocol that is not
 * spoken is one that the camera refers to, if it answered so before; else it is what answers that
 * does not speak it.
 */
static void say_error(CURLcode error, long code, struct why *why)
{
    static const struct {
        CURLcode error;
        const char *text;
    } known[] = {
        {CURLE_URL_MALFORMAT,
            N_("the address is malformed; a password with special characters is better in --user")},
        {CURLE_UNSUPPORTED_PROTOCOL,
            N_("what answers at that address is not a camera: it does not speak http")},
        {CURLE_WEIRD_SERVER_REPLY,
            N_("what answers at that address is not a camera: it does not speak http")},
        {CURLE_SSL_CONNECT_ERROR,
            N_("what answers at that address does not speak https; perhaps http")},
        /* an endless line */
        {CURLE_OUT_OF_MEMORY, N_("the camera's answer begins with too many headers")},
        {CURLE_COULDNT_RESOLVE_HOST, N_("nothing is known by that name in the network")},
        {CURLE_COULDNT_CONNECT,
            N_("nobody answers at that address; is the camera's program running?")},
        {CURLE_OPERATION_TIMEDOUT, N_("the camera does not answer any more")},
        {CURLE_TOO_MANY_REDIRECTS, N_("the camera refers from one address to the next")},
        {CURLE_SEND_ERROR, N_("the connection broke")},
        {CURLE_RECV_ERROR, N_("the connection broke")},
        {CURLE_GOT_NOTHING, N_("the connection broke")},
        {CURLE_PARTIAL_FILE, N_("the connection broke")},
        {CURLE_PEER_FAILED_VERIFICATION, N_("the camera's certificate does not hold")},
    };
    if (error == CURLE_UNSUPPORTED_PROTOCOL && code >= 300 && code < 400) {
        why_say(why, N_("the camera refers to something that is neither http nor https"));
        return;
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].error == error) {
            why_say(why, "%s", gettext(known[i].text));
            return;
        }
    why_say(why, N_("the connection failed: %s"), curl_easy_strerror(error));
}

static bool say_code(long code, struct why *why)
{
    if (code >= 200 && code < 300)
        return true;
    if (code == 401 || code == 403)
        return why_say(why, N_("the camera wants a name and a password, or others than these"));
    if (code == 404)
        return why_say(why, N_("the camera answers, but has nothing at this address"));
    return why_say(why, N_("the camera answers with the error %ld"), code);
}

/* A request has ended: false if that ends the camera too. */
static bool on_end(struct net *n, CURLcode error, struct why *why)
{
    long code = 0;
    curl_easy_getinfo(n->easy, CURLINFO_RESPONSE_CODE, &code);
    curl_multi_remove_handle(n->multi, n->easy);
    n->running = false;
    if (n->why.text[0] != '\0') {
        *why = n->why;
        n->why.text[0] = '\0';
        return false;
    }
    if (error != CURLE_OK) {
        say_error(error, code, why);
        return false;
    }
    if (!say_code(code, why))
        return false;
    if (n->shape == SHAPE_UNKNOWN)
        return why_say(why, N_("the camera answers, but with nothing"));
    if (n->shape == SHAPE_STREAM)
        return why_say(why, N_("the camera's stream has ended"));
    keep_picture(n, n->body.at, n->body.length);
    n->trusted = true;
    return true;
}

static bool ended(struct net *n, struct why *why)
{
    int left;
    for (CURLMsg *m; (m = curl_multi_info_read(n->multi, &left)) != NULL;)
        if (m->msg == CURLMSG_DONE && !on_end(n, m->data.result, why))
            return true;
    return false;
}

/* ---- pictures ---------------------------------------------------------------------------- */

enum frame_result net_picture(struct net *n, int wait_ms, int beside, bool wants, struct bytes *out,
    struct why *why)
{
    long now = milliseconds(), until = now + wait_ms;
    for (;; now = milliseconds()) {
        int running;
        const bool asks = !n->running && (wants || n->newest.length == 0);
        if (asks && now >= n->asked + AGAIN_MS)
            ask(n);
        curl_multi_perform(n->multi, &running);
        if (ended(n, why))
            return n->trusted ? FRAME_BAD : FRAME_END;
        if (wants && n->newest.length > 0) {
            const struct bytes taken = *out;
            *out = n->newest;
            n->newest = taken;
            n->newest.length = 0;
            return FRAME_NEW;
        }
        if (now >= until)
            return FRAME_NONE;
        struct curl_waitfd other = {.fd = beside, .events = CURL_WAIT_POLLIN};
        long wait = until - now;
        if (asks && !n->running && n->asked + AGAIN_MS - now < wait)
            wait = n->asked + AGAIN_MS - now;
        curl_multi_poll(n->multi, &other, 1, (int)(wait > 0 ? wait : 0), NULL);
        if (other.revents != 0)
            return FRAME_NONE;
    }
}

void net_close(struct net *n)
{
    if (n->running)
        curl_multi_remove_handle(n->multi, n->easy);
    curl_easy_cleanup(n->easy);
    curl_multi_cleanup(n->multi);
    curl_global_cleanup();
    parts_clear(&n->parts);
    bytes_clear(&n->body);
    bytes_clear(&n->newest);
    free(n);
}

struct net *net_open(const char *address, const char *user, struct why *why)
{
    struct net *n = calloc(1, sizeof *n);
    if (n == NULL || curl_global_init(CURL_GLOBAL_DEFAULT) != 0) {
        free(n);
        why_say(why, N_("out of memory"));
        return NULL;
    }
    n->parts.announced = -1;
    n->multi = curl_multi_init();
    n->easy = curl_easy_init();
    if (n->multi == NULL || n->easy == NULL || !set_options(n, address, user)) {
        net_close(n);
        why_say(why, N_("the address is malformed"));
        return NULL;
    }
    return n;
}
