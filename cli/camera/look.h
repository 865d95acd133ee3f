/*
 * The table's camera, opened and looked through once, and how its cards are called. Private to
 * cli/camera.
 */
#ifndef FUDA_LOOK_H
#define FUDA_LOOK_H

#include "watch.h"

enum { SIGHTS_MOST = 128, SOURCE_MOST = 4096 };

/* A statement before those of a line that cards entered which their faces alone told. */
#define BY_FACE "note face; "

/* What lies there now. */
struct look {
    int count;
    struct glimpse sight[SIGHTS_MOST];
};

/* What a card is called; where it is none of the deck (-1), its code. */
void camera_look_name(const struct watch *w, const struct record *r, struct text *t, int card,
    const char *code);

/* A message, to be shown beside the prompt: with one value, {card} or {reason}; about a card. */
void camera_look_tell(struct watch *w, const char *text, const char *value);
void camera_look_tell_of_card(struct watch *w, const struct record *r, const char *text, int card,
    const char *code);

/* The camera that was named, else the first here; NULL: complained. */
const char *camera_look_source(const struct watch *w, char device[SOURCE_MOST]);

/* The game's cards, as its deck is now; and the camera, or the picture. False: complained. */
bool camera_look_make_deck(struct watch *w, const struct record *r);
bool camera_look_open(struct watch *w, bool watching);

/*
 * What lies there: from a picture all that is read counts, from a camera what lies still; news that
 * come while it is being watched go to `meanwhile`. False: complained.
 */
typedef void camera_look_news(struct watch *w, const struct record *r, enum scanner_news news,
    const struct glimpse *sight);
bool camera_look_look(struct watch *w, const struct record *r, camera_look_news *meanwhile,
    struct look *out);

#endif
