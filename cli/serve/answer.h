/*
 * Answers to phones, as HTTP has them. Each carries what a browser needs to keep strange pages out:
 * nothing from elsewhere, nothing in frames, nothing kept.
 */
#ifndef FUDA_ANSWER_H
#define FUDA_ANSWER_H

#include "server.h"

/* Nothing but the status. */
enum MHD_Result answer_status(struct visit *visit, unsigned status);

/* A text, copied; `type` with its charset. */
enum MHD_Result answer_text(struct visit *visit, unsigned status, const char *type,
    const char *text);

/* One of the pages' files; 404 where there is none of that name. */
enum MHD_Result answer_file(struct visit *visit, unsigned status, const char *name);

/* To another path of this server; with the guest's cookie, unless it is NULL. */
enum MHD_Result answer_elsewhere(struct visit *visit, const char *path, const struct guest *guest);

/* One that was made elsewhere; taken over. NULL: memory ended. */
enum MHD_Result answer_made(struct visit *visit, unsigned status, struct MHD_Response *made,
    const char *type);

/* The key that came in a cookie, or NULL. */
const char *answer_cookie(const struct visit *visit);

#endif
