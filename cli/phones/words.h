/* The texts of the phones' pages: `fuda` hands them out in both languages (bridge.c), the pages look them up by their English. */
#ifndef FUDA_PHONES_WORDS_H
#define FUDA_PHONES_WORDS_H

/* In English, to translate; ends with NULL. */
extern const char *const phone_words[];

#endif
