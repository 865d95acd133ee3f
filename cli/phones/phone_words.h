/*
 * The texts of the pages on phones. `fuda` sends them in both languages (phones.c), and the pages
 * look them up by the English.
 */
#ifndef FUDA_PHONES_WORDS_H
#define FUDA_PHONES_WORDS_H

#include "cli/cli.h"

/* English texts, to translate; ends with NULL. */
extern const char *const phone_words[];

/* All of them in each language that phones read (view.h), by the English. */
struct json_t;
struct json_t *phone_words_json(const struct context tongue[]);

/*
 * The text of a question for somebody who taps: the same as at the keyboard, or a replacement; "":
 * it makes no sense on a phone.
 */
const char *phone_says(const char *text);

#endif
