/*
 * What lies on the table, typed, for whoever draws it: seats by number, cards as what they are
 * called, words in both languages.
 */
#ifndef FUDA_PHONES_LAID_JSON_H
#define FUDA_PHONES_LAID_JSON_H

#include "view.h"

struct json_t;

/*
 * {"table":…,"last":…,"row":…,"open":…,"rows":2,"end":…,"over":…,"winners":[…]}: what the game
 * tells of the table; the trick that was full last; the row of the score that closed last, the one
 * that is open, and how many have closed; the standing; whether it is over, and who has won. null:
 * no game has begun. The caller's to free.
 */
struct json_t *drawn_json(struct open_view *v);

/* {"token":"r9","en":"r9","ja":"赤9","suit":"r","rank":9} */
struct json_t *drawn_card(const struct setting *setting, int card, const char *token);

#endif
