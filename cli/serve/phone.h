/*
 * What phones ask for: how each request is answered, once routes.c has found that it may be asked.
 */
#ifndef FUDA_PHONE_H
#define FUDA_PHONE_H

#include "server.h"

/* A request that is being answered. */
struct phone_call {
    const struct route *route;
    const char *path;    /* of the daemon's, for as long as the request lasts */
    struct guest *guest; /* NULL: a stranger */
    char *body;          /* owned: what was sent, a NUL after it; NULL: nothing */
    size_t length;
    int file;                   /* owned: a photograph, without a name; -1: none */
    unsigned page;              /* asked of `fuda`; 0: none */
    struct MHD_Response *reply; /* owned: the page that came */
    unsigned status;
    const char *type; /* of it, one that lasts */
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

/* The page that `fuda` made; false: nobody waits for it. */
bool phone_take_page(struct server *server, unsigned page, unsigned status, const char *type,
    const char *body);

/* Those who waited too long for a page are told so; guests who went are told of. */
void phone_tick(struct server *server);

/* An answer to a tap goes to that guest again or for the first time, and is kept. */
void phone_send_answer(struct server *server, struct guest *guest, const char *event,
    json_t *value);

#endif
