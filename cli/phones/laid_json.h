/*
 * What lies on the table, as JSON for pages that draw it: seats by number, cards by name, words in
 * both languages.
 */
#ifndef FUDA_PHONES_LAID_JSON_H
#define FUDA_PHONES_LAID_JSON_H

#include "view.h"

struct json_t;

/*
 * {"table":…,"last":…,"row":…,"open":…,"rows":2,"end":…,"over":…,"winners":[…],
 * "suits":{…},"lowest":…}: what the game tells of the table; the last full trick; the last closed
 * row of the score, the open one, and how many are closed; the standing; whether the game is over,
 * and who has won; the suits where a pack names them; whether the fewest points win. null: no game
 * has begun. The caller frees it.
 */
struct json_t *drawn_json(struct open_view *v);

/*
 * {"token":"r9","en":"r9","ja":"赤9","suit":"r","rank":9}. Of a pack that names its suits:
 * {"token":"hq","en":"♥Q","ja":"♥Q","suit":"h","mark":"♥","face":"Q","rank":11,"hue":"r"}; a card
 * above or below all suits has its name, rank null, and "stands": 1 or -1.
 */
struct json_t *drawn_card(const struct setting *setting, int card, const char *token);

/* The suit's part of a card's token, into `out`; its length. */
size_t drawn_suit(const struct setting *setting, int card, const char *token, char *out);

#endif
