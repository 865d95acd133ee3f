/*
 * The texts of the phones' pages: `fuda` hands them out in both languages (phones.c), and the
 * pages look them up by their English.
 */
#ifndef FUDA_PHONES_WORDS_H
#define FUDA_PHONES_WORDS_H

/* In English, to translate; ends with NULL. */
extern const char *const phone_words[];

/*
 * What a question says to somebody who taps: the same as at the keyboard, or what stands for it;
 * "": it is no use to a finger.
 */
const char *phone_says(const char *text);

#endif
