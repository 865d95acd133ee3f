/*
 * What the table waits for, for phones: the ways to answer, the parts of each, and what each part
 * may be, so that an answer can be put together by tapping. A card is offered if the rulebook says
 * that it may be played, or if trying the answer with it (session_look) succeeds.
 */
#ifndef FUDA_PHONES_QUESTION_JSON_H
#define FUDA_PHONES_QUESTION_JSON_H

#include "view.h"

struct json_t;

/*
 * {"seat":…,"en":"Bo's card?",…}; null: nothing is asked. The question comes from the record
 * itself, the possible answers from what everybody may see of it. A game that is over asks whether
 * to begin another one: that is `otherwise`, after the phone has asked its user (`sure`). The
 * caller frees it.
 */
struct json_t *question_json_json(struct open_view *v, const struct record *own);

#endif
