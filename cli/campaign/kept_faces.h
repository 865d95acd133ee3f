/*
 * The faces of decks that a campaign keeps: rows of the kind `face`, one for each card, its code
 * and a picture of that face alone, in base64. The latest of a card counts, so two people's faces
 * unite card by card; one without a picture says that those of the card before it count no more,
 * or, with a game's `F/HT/` alone, those of the game. The photographs they were cut from are in
 * none.
 */
#ifndef FUDA_KEPT_FACES_H
#define FUDA_KEPT_FACES_H

#include "cli/camera/scanner.h"
#include "open_campaign.h"

struct kept_face {
    char code[CODE_MOST + 1];
    char *picture; /* owned: in base64 */
};

struct kept_faces {
    struct kept_face *face; /* owned */
    size_t count;
};

/* `out` was empty. False: it complained. */
bool kept_faces_load(struct kept_faces *out, const struct campaign *campaign);
void kept_faces_clear(struct kept_faces *faces);

/* Appends what fuda-scan is to know of the faces of the game whose codes begin so ("F/HT/"). */
void kept_faces_tell(const struct kept_faces *faces, const char *game, struct text *out);
/* How many there are of the game, or (NULL) in all. */
int kept_faces_count(const struct kept_faces *faces, const char *game);
/* Says that they go along wherever the campaign is shared, if there are any. */
void kept_faces_tell_shared(const struct campaign *campaign);

/*
 * Keeps a face, or (`picture` empty) that those of the card, or the game, count no more. False: it
 * complained.
 */
bool kept_faces_keep(struct kept_faces *faces, const struct campaign *campaign, const char *code,
    struct span picture);

#endif
