/*
 * What lies on the table, as JSON for pages that draw it: seats by number, cards by name, words in
 * both languages.
 */
#ifndef FUDA_PHONES_LAID_JSON_H
#define FUDA_PHONES_LAID_JSON_H

#include "view.h"

struct json_t;

/*
 * {"table":…,"last":…,"row":…,"open":…,"rows":2,"end":…,"over":…,"winners":[…]}: what the game
 * tells of the table; the last full trick; the last closed row of the score, the open one, and how
 * many are closed; the standing; whether the game is over, and who has won. null: no game has
 * begun. The caller frees it.
 */
struct json_t *drawn_json(struct open_view *v);

/* {"token":"r9","en":"r9","ja":"赤9","suit":"r","rank":9} */
struct json_t *drawn_card(const struct setting *setting, int card, const char *token);

#endif
