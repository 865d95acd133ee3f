/*
 * What the table waits for, for phones: the ways to answer, each of its parts, and what may stand
 * there, so that an answer is tapped together. A card is offered where the rulebook says that it
 * may be played, or where the record takes the answer with it, tried out (session_look).
 */
#ifndef FUDA_PHONES_QUESTION_JSON_H
#define FUDA_PHONES_QUESTION_JSON_H

#include "view.h"

struct json_t;

/*
 * {"seat":…,"en":"Bo's card?",…}; null where nothing is asked. What is asked follows from the
 * record itself, what may be answered from what everybody may see of it. A game that is over asks
 * whether there is another one: `otherwise` says so, after a question of the phone's own (`sure`).
 * The caller's to free.
 */
struct json_t *question_json_json(struct open_view *v, const struct record *own);

#endif
