/*
 * The faces of a deck while they are being enrolled: fuda-scan finds them in photographs and keeps
 * what it found as a picture, which has its place beside the user's packs; and each face that has
 * its name is kept with the campaign too (cli/campaign/kept_faces.h). What was said is kept at
 * once: it is gone on with whenever somebody likes. Who is asked which card is which is no matter
 * here: at a terminal that is enrol.c, on phones enrol_phones.c.
 */
#ifndef FUDA_ENROLLED_H
#define FUDA_ENROLLED_H

#include "cli/campaign/kept_faces.h"
#include "find.h"
#include "folder.h"

enum {
    KEPT_MOST = 512,
    PAIRS_MOST = 64,
    FACE_WIDE = 126, /* pixels of a face in the sheet */
    FACE_HIGH = 176
};

/* A face that is kept. */
struct kept {
    int card;      /* of the deck; -1: nobody has said it yet */
    int row;       /* that it was laid out in */
    int left, top; /* where it stands in the sheet */
};

struct enrol {
    const struct context *context;
    const struct rulebook *book;
    struct campaign *campaign;
    struct kept_faces theirs; /* owned: those of the campaign */
    bool replaces;            /* the campaign's are to be forgotten once there is one to keep */
    struct scanner_deck deck;
    struct setting setting;
    void *built_in; /* owned */
    char path[PACK_PATH_MOST];
    struct text sheet; /* owned: as it is kept; empty: nothing is yet */
    struct kept kept[KEPT_MOST];
    int count;
    int pair[PAIRS_MOST][2]; /* cards that are too alike */
    int pairs;
};

/*
 * What is there already, unless it is to be begun anew. False: it complained; it is to be ended all
 * the same.
 */
bool enrol_begin(struct enrol *e, struct campaign *campaign, const struct rulebook *book,
    const struct pack *pack, bool anew);
void enrol_end(struct enrol *e);

/* The cards of a photograph, put after what is there. `file`: what it is called in a complaint. */
bool enrol_photograph(struct enrol *e, const char *file, struct span bytes);

/* What faces are: a card of the deck, or none of it; or it is not known any more. */
enum { LEAVE = -1, DROP = -2, UNNAME = -3 };
bool enrol_name(struct enrol *e, const int *face, const int *card, int count);
/* As it is kept: after a photograph that could not be read nothing is known. */
bool enrol_again(struct enrol *e);

/* The faces of a row that nobody has named yet, from the left; how many. */
int enrol_unnamed(const struct enrol *e, int row, int out[KEPT_MOST]);
/* How many faces have a name. */
int enrol_named(const struct enrol *e);
/* Has this card a face; has it to have one, and lacks it. */
bool enrol_is_face(const struct enrol *e, int card);
bool enrol_is_missing(const struct enrol *e, int card);
void enrol_say_card(const struct enrol *e, struct text *t, int card);

#endif
