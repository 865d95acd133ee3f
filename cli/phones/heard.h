/*
 * What fuda-serve says, understood: guests, taps, photographs, pages asked for. What is not
 * understood is passed over, and told once.
 */
#ifndef FUDA_PHONES_HEARD_H
#define FUDA_PHONES_HEARD_H

#include "phones.h"

/* The pipe's `said`. */
void heard(struct phones *p);

/*
 * {"id":…,"outcome":…,"en":[…],"ja":[…]}: to the guest, and kept for the tap. The lists are taken.
 * `perhaps`, taken too: what the line may have been; NULL: nothing is said of that.
 */
void heard_answer_with(struct phones *p, const struct tapped *tap, const char *outcome,
    struct json_t *english, struct json_t *japanese, struct json_t *perhaps);
void heard_answer(struct phones *p, const struct tapped *tap, const char *outcome,
    struct json_t *english, struct json_t *japanese);

/* The same with one text, to translate. */
void heard_answer_text(struct phones *p, const struct tapped *tap, const char *outcome,
    const char *text);

#endif
