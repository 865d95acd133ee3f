/* Answers to the requests of phones, after routes.c has checked that a request is allowed. */
#ifndef FUDA_PHONE_H
#define FUDA_PHONE_H

#include "server.h"

/* A request while it is being answered. */
struct phone_call {
    const struct route *route;
    const char *path;    /* owned by the daemon, valid as long as the request */
    struct guest *guest; /* NULL: a stranger */
    char *body;          /* owned: what was sent, followed by a NUL; NULL: nothing */
    size_t length;
    int file;                   /* owned: an unnamed file with a photograph; -1: none */
    unsigned page;              /* the number of the page asked of `fuda`; 0: none */
    struct MHD_Response *reply; /* owned: that page, once it has come */
    unsigned status;
    const char *type; /* the type of the page, a constant */
};

enum MHD_Result phone_home(struct visit *visit, struct phone_call *call);
enum MHD_Result phone_file(struct visit *visit, struct phone_call *call);
enum MHD_Result phone_join(struct visit *visit, struct phone_call *call);
enum MHD_Result phone_words(struct visit *visit, struct phone_call *call);
enum MHD_Result phone_events(struct visit *visit, struct phone_call *call);
enum MHD_Result phone_me(struct visit *visit, struct phone_call *call);
enum MHD_Result phone_say(struct visit *visit, struct phone_call *call);
enum MHD_Result phone_photo(struct visit *visit, struct phone_call *call);
enum MHD_Result phone_page(struct visit *visit, struct phone_call *call);

/* Takes the page that `fuda` made; false: nobody waits for it. */
bool phone_take_page(struct server *server, unsigned page, unsigned status, const char *type,
    const char *body);

/* Answers requests that have waited too long for a page, and reports guests who are gone. */
void phone_tick(struct server *server);

/* Sends the answer to a tap to its guest, for the first time or again, and keeps it. */
void phone_send_answer(struct server *server, struct guest *guest, const char *event,
    json_t *value);

#endif
