/*
 * HTTP answers to phones. Each has the headers that make a browser keep foreign pages out: nothing
 * is loaded from elsewhere, shown in frames, or cached.
 */
#ifndef FUDA_ANSWER_H
#define FUDA_ANSWER_H

#include "server.h"

/* An answer with only a status. */
enum MHD_Result answer_status(struct visit *visit, unsigned status);

/* A text, which is copied; `type` includes the charset. */
enum MHD_Result answer_text(struct visit *visit, unsigned status, const char *type,
    const char *text);

/* One of the files of the pages; 404 if there is none of that name. */
enum MHD_Result answer_file(struct visit *visit, unsigned status, const char *name);

/* A redirect to another path of this server, with the guest's cookie unless `guest` is NULL. */
enum MHD_Result answer_elsewhere(struct visit *visit, const char *path, const struct guest *guest);

/* An answer that was made elsewhere and is taken over. NULL: there was no memory. */
enum MHD_Result answer_made(struct visit *visit, unsigned status, struct MHD_Response *made,
    const char *type);

/* The key that came in a cookie, or NULL. */
const char *answer_cookie(const struct visit *visit);

#endif
