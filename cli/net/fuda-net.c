/*
 * fuda-net: what `fuda` sends and fetches, in a program of its own, so that `fuda` itself needs no
 * network. One request on standard input, one answer on standard output; the address stands nowhere
 * else.
 *
 *      in      POST MOST MS LENGTH PICTURE\n    or GET; MOST bytes of an answer are taken, in MS
 *                                               milliseconds
 *              ADDRESS\n
 *              LENGTH bytes of JSON, then PICTURE bytes of a PNG: with one the two go as a form, as
 *              Discord takes it
 *      out     answer STATUS RETRY LENGTH TYPE\n and LENGTH bytes; RETRY: seconds it asks to wait,
 *              or 0
 *              failed WORD\n               one of the words below
 *
 * https only, and its certificate holds or nothing is sent. What is posted is posted once, to that
 * address: no redirects. FUDA_NET_LOOPBACK=MS is for tests: http too, but to this machine itself,
 * and no longer than MS.
 */
#define _POSIX_C_SOURCE 200809L
#include "core/confine/confine.h"

#include <curl/curl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    ADDRESS_MOST = 2048,
    BODY_MOST = 1 << 16,
    PICTURE_MOST = 1 << 20,
    ANSWER_MOST = 1 << 20,
    HEADERS_MOST = 1 << 16,
    TIME_MOST = 60000,
    CONNECT_MS = 5000,
    REDIRECTS = 3,
    RETRY_MOST = 1000000,
    TYPE_MOST = 128,
};

struct request {
    CURL *easy;
    bool post, loopback;
    size_t most; /* bytes of the answer */
    long time_ms;
    char address[ADDRESS_MOST + 2];
    char *body; /* owned: the JSON, and the picture after it */
    size_t body_length, picture_length;
    curl_mime *form; /* of both; or NULL */
    char *answer;    /* owned: room for `most` */
    size_t length, headers;
    const char *wrong; /* what a callback found */
};

/* ---- the request ------------------------------------------------------------------------- */

/* What the environment lets a test do. */
static void allow_loopback(struct request *r)
{
    const char *limit = getenv("FUDA_NET_LOOPBACK");
    long ms = limit != NULL ? strtol(limit, NULL, 10) : 0;
    r->loopback = ms > 0;
    if (r->loopback && ms < r->time_ms)
        r->time_ms = ms;
}

static bool read_address(struct request *r)
{
    if (fgets(r->address, sizeof r->address, stdin) == NULL)
        return false;
    size_t length = strcspn(r->address, "\n");
    bool whole = r->address[length] == '\n';
    r->address[length] = '\0';
    return whole && length > 0;
}

static bool read_request(struct request *r)
{
    char line[96], *rest = line;
    if (fgets(line, sizeof line, stdin) == NULL)
        return false;
    r->post = strncmp(line, "POST ", 5) == 0;
    if (!r->post && strncmp(line, "GET ", 4) != 0)
        return false;
    r->most = strtoul(line + (r->post ? 5 : 4), &rest, 10);
    r->time_ms = strtol(rest, &rest, 10);
    r->body_length = strtoul(rest, &rest, 10);
    r->picture_length = strtoul(rest, &rest, 10);
    if (*rest != '\n' || r->most > ANSWER_MOST || r->time_ms < 1 || r->time_ms > TIME_MOST
        || r->body_length > BODY_MOST || r->picture_length > PICTURE_MOST || !read_address(r))
        return false;
    allow_loopback(r);
    const size_t length = r->body_length + r->picture_length;
    r->body = malloc(length + 1);
    r->answer = malloc(r->most + 1);
    return r->body != NULL && r->answer != NULL && fread(r->body, 1, length, stdin) == length;
}

/* ---- what comes -------------------------------------------------------------------------- */

static size_t on_body(char *bytes, size_t one, size_t count, void *user)
{
    struct request *r = user;
    size_t length = one * count;
    if (length > r->most - r->length) {
        r->wrong = "large";
        return 0;
    }
    memcpy(r->answer + r->length, bytes, length);
    r->length += length;
    return length;
}

static size_t on_header(char *bytes, size_t one, size_t count, void *user)
{
    struct request *r = user;
    (void)bytes;
    r->headers += one * count;
    if (r->headers <= HEADERS_MOST)
        return one * count;
    r->wrong = "large";
    return 0;
}

/*
 * Before anything is sent: in the clear to this machine only, whatever a name or a redirect led to.
 */
static int on_connected(void *user, char *there, char *here, int port_there, int port_here)
{
    struct request *r = user;
    char *scheme = NULL;
    (void)here;
    (void)port_there;
    (void)port_here;
    curl_easy_getinfo(r->easy, CURLINFO_SCHEME, &scheme);
    if (scheme != NULL && curl_strequal(scheme, "https"))
        return CURL_PREREQFUNC_OK;
    if (r->loopback && (strncmp(there, "127.", 4) == 0 || strcmp(there, "::1") == 0))
        return CURL_PREREQFUNC_OK;
    r->wrong = "scheme";
    return CURL_PREREQFUNC_ABORT;
}

/* ---- asking ------------------------------------------------------------------------------ */

static bool set_limits(struct request *r)
{
    CURL *e = r->easy;
    const char *schemes = r->loopback ? "http,https" : "https";
    return curl_easy_setopt(e, CURLOPT_PROTOCOLS_STR, schemes) == CURLE_OK
           && curl_easy_setopt(e, CURLOPT_REDIR_PROTOCOLS_STR, schemes) == CURLE_OK
           && curl_easy_setopt(e, CURLOPT_FOLLOWLOCATION, r->post ? 0L : 1L) == CURLE_OK
           && curl_easy_setopt(e, CURLOPT_MAXREDIRS, (long)REDIRECTS) == CURLE_OK
           && curl_easy_setopt(e, CURLOPT_SSL_VERIFYPEER, 1L) == CURLE_OK
           && curl_easy_setopt(e, CURLOPT_SSL_VERIFYHOST, 2L) == CURLE_OK
           && curl_easy_setopt(e, CURLOPT_NOSIGNAL, 1L) == CURLE_OK
           && curl_easy_setopt(e, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS) == CURLE_OK
           && curl_easy_setopt(e, CURLOPT_TIMEOUT_MS, r->time_ms) == CURLE_OK
           && curl_easy_setopt(e, CURLOPT_PREREQFUNCTION, on_connected) == CURLE_OK
           && curl_easy_setopt(e, CURLOPT_PREREQDATA, r) == CURLE_OK
           && (!r->loopback || curl_easy_setopt(e, CURLOPT_PROXY, "") == CURLE_OK);
}

/* The message as `payload_json`, the picture as a file beside it. */
static bool set_form(struct request *r)
{
    r->form = curl_mime_init(r->easy);
    curl_mimepart *json = r->form != NULL ? curl_mime_addpart(r->form) : NULL;
    curl_mimepart *picture = r->form != NULL ? curl_mime_addpart(r->form) : NULL;
    return json != NULL && picture != NULL && curl_mime_name(json, "payload_json") == CURLE_OK
           && curl_mime_type(json, "application/json") == CURLE_OK
           && curl_mime_data(json, r->body, r->body_length) == CURLE_OK
           && curl_mime_name(picture, "files[0]") == CURLE_OK
           && curl_mime_filename(picture, "points.png") == CURLE_OK
           && curl_mime_type(picture, "image/png") == CURLE_OK
           && curl_mime_data(picture, r->body + r->body_length, r->picture_length) == CURLE_OK
           && curl_easy_setopt(r->easy, CURLOPT_MIMEPOST, r->form) == CURLE_OK;
}

static bool set_content(struct request *r, struct curl_slist *headers)
{
    CURL *e = r->easy;
    bool good = curl_easy_setopt(e, CURLOPT_USERAGENT, "fuda/" FUDA_VERSION) == CURLE_OK
                && curl_easy_setopt(e, CURLOPT_WRITEFUNCTION, on_body) == CURLE_OK
                && curl_easy_setopt(e, CURLOPT_WRITEDATA, r) == CURLE_OK
                && curl_easy_setopt(e, CURLOPT_HEADERFUNCTION, on_header) == CURLE_OK
                && curl_easy_setopt(e, CURLOPT_HEADERDATA, r) == CURLE_OK;
    if (good && r->post && r->picture_length > 0)
        good = set_form(r);
    else if (good && r->post)
        good = headers != NULL && curl_easy_setopt(e, CURLOPT_HTTPHEADER, headers) == CURLE_OK
               && curl_easy_setopt(e, CURLOPT_POSTFIELDSIZE, (long)r->body_length) == CURLE_OK
               && curl_easy_setopt(e, CURLOPT_POSTFIELDS, r->body) == CURLE_OK;
    return good;
}

/* ---- the answer -------------------------------------------------------------------------- */

static const char *word_of(CURLcode error)
{
    static const struct {
        CURLcode error;
        const char *word;
    } words[] = {
        {CURLE_URL_MALFORMAT, "malformed"},
        {CURLE_UNSUPPORTED_PROTOCOL, "scheme"},
        {CURLE_COULDNT_RESOLVE_HOST, "name"},
        {CURLE_COULDNT_RESOLVE_PROXY, "name"},
        {CURLE_COULDNT_CONNECT, "connect"},
        {CURLE_OPERATION_TIMEDOUT, "slow"},
        {CURLE_TOO_MANY_REDIRECTS, "redirects"},
        {CURLE_PEER_FAILED_VERIFICATION, "certificate"},
        {CURLE_SSL_CONNECT_ERROR, "tls"},
        {CURLE_SSL_CACERT_BADFILE, "certificate"},
        {CURLE_OUT_OF_MEMORY, "large"},
        {CURLE_WEIRD_SERVER_REPLY, "nonsense"},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].error == error)
            return words[i].word;
    return "broken";
}

static void print_answer(const struct request *r)
{
    const char *type = NULL;
    long code = 0;
    curl_off_t retry = 0;
    curl_easy_getinfo(r->easy, CURLINFO_RESPONSE_CODE, &code);
    curl_easy_getinfo(r->easy, CURLINFO_CONTENT_TYPE, &type);
    curl_easy_getinfo(r->easy, CURLINFO_RETRY_AFTER, &retry);
    if (retry < 0 || retry > RETRY_MOST)
        retry = RETRY_MOST;
    size_t word = type != NULL ? strspn(type,
                      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/+.-")
                               : 0;
    if (word == 0) {
        type = "-";
        word = 1;
    }
    printf("answer %ld %ld %zu %.*s\n", code, (long)retry, r->length,
        word < TYPE_MOST ? (int)word : TYPE_MOST, type);
    fwrite(r->answer, 1, r->length, stdout);
}

static void perform(struct request *r)
{
    struct curl_slist *headers = curl_slist_append(NULL, "Content-Type: application/json");
    r->easy = curl_easy_init();
    bool good = r->easy != NULL && set_limits(r) && set_content(r, headers)
                && curl_easy_setopt(r->easy, CURLOPT_URL, r->address) == CURLE_OK;
    CURLcode error = good ? curl_easy_perform(r->easy) : CURLE_FAILED_INIT;
    if (error == CURLE_OK)
        print_answer(r);
    else
        printf("failed %s\n", r->wrong != NULL ? r->wrong : word_of(error));
    curl_easy_cleanup(r->easy);
    curl_mime_free(r->form);
    curl_slist_free_all(headers);
}

int main(void)
{
    enum { GRACE_S = 5 };
    struct request r = {.most = 0};
    if (!read_request(&r) || curl_global_init(CURL_GLOBAL_DEFAULT) != 0) {
        fputs("fuda-net: expected a request of `fuda` on standard input\n", stderr);
        free(r.body);
        free(r.answer);
        return 2;
    }
    confine_to_network(NULL);
    alarm((unsigned)(r.time_ms / 1000) + GRACE_S); /* whatever may hang */
    perform(&r);
    curl_global_cleanup();
    free(r.body);
    free(r.answer);
    return fflush(stdout) == 0 ? 0 : 2;
}
