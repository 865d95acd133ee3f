/* The program that sends and fetches; see net.h, and cli/net/fuda-net.c for what is said to it. */
#define _GNU_SOURCE /* explicit_bzero */
#include "net.h"
#include "cli/helper.h"

#include <stdlib.h>
#include <string.h>

/* ---- addresses --------------------------------------------------------------------------- */

/* Tests have a server on this machine, without a certificate. */
static bool is_loopback(const char *address)
{
    return getenv("FUDA_NET_LOOPBACK") != NULL
           && (strncmp(address, "http://127.0.0.1", 16) == 0
               || strncmp(address, "http://[::1]", 12) == 0);
}

bool net_address_good(const struct context *context, const char *address)
{
    size_t length = strlen(address);
    if (strncmp(address, "https://", 8) != 0 && !is_loopback(address))
        return complain(context, N_("only addresses that begin with https:// are asked"), "");
    for (size_t i = 0; i < length; i++)
        if (address[i] <= ' ' || address[i] > '~')
            return complain(context,
                N_("an address has neither blanks nor letters outside of ASCII; expected it as it "
                   "was copied"),
                "");
    return length < NET_ADDRESS_MOST
           || complain(context, N_("this address is too long; expected at most 2047 characters"),
               "");
}

/* ---- the program ------------------------------------------------------------------------- */

/* What is said to it: the request in a line, the address, what is posted. */
static void put_request(struct text *t, const struct net_request *r)
{
    const size_t length = r->body != NULL ? strlen(r->body) : 0,
                 picture = r->picture != NULL ? r->picture->length : 0;
    text_printf(t, "%s %zu %d %zu %zu\n%s\n", r->body != NULL ? "POST" : "GET", r->most,
        r->seconds * 1000, length, picture, r->address);
    text_put(t, r->body != NULL ? r->body : "");
    if (picture > 0)
        text_add(t, r->picture->at, picture);
}

/* ---- the answer -------------------------------------------------------------------------- */

static bool complain_failed(const struct context *context, const char *word)
{
    static const struct {
        const char *word, *text;
    } failures[] = {
        {"malformed", N_("the address is malformed")},
        {"scheme", N_("it leads to something that is not https; nothing was sent there")},
        {"name", N_("no machine is known by the name in the address; is this machine connected to "
                    "the network?")},
        {"connect", N_("nobody answers at that address")},
        {"slow", N_("it took too long, and was given up")},
        {"redirects", N_("the address leads from one to the next without end")},
        {"certificate", N_("the certificate at that address does not hold; nothing was sent")},
        {"tls", N_("the server at that address does not speak https; nothing was sent")},
        {"large", N_("that address sends too much; it was given up")},
        {"nonsense", N_("the server at that address does not speak http")},
    };
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++)
        if (strcmp(failures[i].word, word) == 0)
            return complain(context, failures[i].text, "");
    return complain(context, N_("the connection broke"), "");
}

/* "200 0 12 text/plain" after "answer": false: it is none. */
static bool read_head(const char *at, const char *end, struct net_answer *out, size_t *length)
{
    char *rest;
    out->status = (int)strtol(at, &rest, 10);
    out->retry = strtol(rest, &rest, 10);
    *length = strtoul(rest, &rest, 10);
    if (rest >= end || *rest != ' ' || (size_t)(end - rest) > sizeof out->type)
        return false;
    snprintf(out->type, sizeof out->type, "%.*s", (int)(end - rest - 1), rest + 1);
    return true;
}

/* "answer 200 0 12 text/plain\n" and as many bytes, or "failed WORD\n". */
static bool read_answer(const struct context *context, struct text *t, struct net_answer *out)
{
    size_t length = 0, head = strcspn(t->at, "\n");
    bool whole = t->at[head] == '\n';
    t->at[head] = '\0';
    if (strncmp(t->at, "failed ", 7) == 0)
        return complain_failed(context, t->at + 7);
    if (!whole || strncmp(t->at, "answer ", 7) != 0
        || !read_head(t->at + 7, t->at + head, out, &length) || length != t->length - head - 1)
        return complain(context, N_("the connection broke"), "");
    text_add(&out->body, t->at + head + 1, length);
    return true;
}

bool net_ask(const struct context *context, const struct net_request *request,
    struct net_answer *out)
{
    struct text asked = {0}, said = {0};
    *out = (struct net_answer){.status = 0};
    text_put(&said, "");
    put_request(&asked, request);
    const bool started = helper_ask("fuda-net", &asked, request->most, &said);
    explicit_bzero(asked.at, asked.length);
    text_clear(&asked);
    const bool good = started ? read_answer(context, &said, out)
                              : helper_complain(context, "fuda-net");
    text_clear(&said);
    return good;
}

void net_answer_clear(struct net_answer *answer) { text_clear(&answer->body); }

bool net_answer_good(const struct context *context, const struct net_answer *answer)
{
    int64_t status = answer->status;
    if (status >= 200 && status < 300)
        return true;
    if (status >= 300 && status < 400)
        return complain(context, N_("the address refers to another one, which is not followed"),
            "");
    if (status == 404 || status == 410)
        return complain(context, N_("there is nothing at that address (any more)"), "");
    if (status == 401 || status == 403)
        return complain(context, N_("that address wants a permission, or another one than this"),
            "");
    if (answer->retry > 0)
        return complain(context, N_("the server asks to wait for seconds: {count}; try again then"),
            "i", "count", (int64_t)answer->retry);
    return complain(context, N_("the server answers with the error {status}"), "i", "status",
        status);
}
