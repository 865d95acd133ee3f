/* A game's result as a message for a chat: what is posted, whole. */
#ifndef FUDA_POST_H
#define FUDA_POST_H

#include "cli/table/session.h"
#include "hooks.h"

enum { POST_MOST = 2000 }; /* characters of a message that Discord takes */

/*
 * The body to be posted of a finished game, in JSON: day, game, standing, what decided it, who has
 * won. Nothing in a name is markup, a mention or a link there.
 */
void post_write(struct session *session, const char *day, enum hook_style style, struct text *out);

#endif
