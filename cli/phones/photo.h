/*
 * A photograph that a phone sent. It is handed to fuda-scan, one at a time, while the table goes
 * on; what was found goes back to that phone alone.
 */
#ifndef FUDA_PHONES_PHOTO_H
#define FUDA_PHONES_PHOTO_H

#include "cli/camera/scanner.h"
#include "view.h"

struct json_t;

struct photo {
    const struct open_view *view;
    bool reads;             /* one is being read */
    char guest[16], id[48]; /* the guest who sent it, and the phone's name for it */
    int width, height;      /* the size of the picture; 0: not known */
    struct scanner scanner;
    struct scanner_deck deck;
    /* owned: found so far; and what may be one card or another, by its face */
    struct json_t *cards, *asked;
    bool late;
};

/*
 * Begins to read a photograph, by the campaign's faces of decks too; false: that is not possible,
 * and there is nothing to end.
 */
bool photo_begin(struct photo *p, const struct open_view *view, const struct campaign *campaign,
    const struct record *own, const char *bytes, size_t count);
void photo_end(struct photo *p);

/* What was found, once reading is complete, which ends it; freed by the caller. NULL: not yet. */
struct json_t *photo_found(struct photo *p);

/* {"id":…,"cards":[],…} with a text to translate. */
struct json_t *photo_not_read(const struct open_view *view, const char *id, const char *text);

#endif
