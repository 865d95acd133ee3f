/*
 * Handles what fuda-serve says: guests, taps, photographs, requests for pages. What is not
 * understood is skipped, and reported once.
 */
#ifndef FUDA_PHONES_HEARD_H
#define FUDA_PHONES_HEARD_H

#include "phones.h"

/* Handles the pipe's `said`. */
void heard(struct phones *p);

/*
 * {"id":…,"outcome":…,"en":[…],"ja":[…]}: is sent to the guest and kept for the tap. The lists and
 * `perhaps` are taken over. `perhaps`: what the line may have been, or NULL.
 */
void heard_answer_with(struct phones *p, const struct tapped *tap, const char *outcome,
    struct json_t *english, struct json_t *japanese, struct json_t *perhaps);
void heard_answer(struct phones *p, const struct tapped *tap, const char *outcome,
    struct json_t *english, struct json_t *japanese);

/* The same with one text, to translate. */
void heard_answer_text(struct phones *p, const struct tapped *tap, const char *outcome,
    const char *text);

#endif
