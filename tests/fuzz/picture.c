/*
 * Any bytes as a picture (JPEG, PNG, WebP, PNM), and what is read of it; as the payload of a
 * sticker; and as the faces of a deck, or a picture in which these lie.
 */
#include "fuzz.h"
#include "scanner/face.h"

#include <stdlib.h>
#include <string.h>

const char *const fuzz_also = NULL;

enum { SMALL = 128 * 128 };

static void look(const struct grey *grey)
{
    static struct deck deck;
    static struct found found[FOUND_MOST];
    static struct card_reader *reader; /* made once: it lays out all codes of the deck */
    struct why why;
    if (reader == NULL
        && (!deck_make(&deck, rulebooks[0], NULL, false, &why)
            || (reader = reader_new(&deck)) == NULL))
        abort();
    const int count = reader_read(reader, grey, 20, found, FOUND_MOST, NULL);
    for (int i = 0; i < count; i++) {
        struct aim aim;
        aim_measure(grey, &found[i], &aim);
        if (found[i].label >= deck.count)
            abort();
    }
}

/* Some of the work: none of it leads out of the picture. */
static void look_for_pile(const struct colour *colour, struct face_deck *deck,
    struct outline_hint *hint)
{
    enum { STEPS = 40 };
    static struct outline outline[OUTLINES_MOST];
    int hints, seen = 0;
    outlines_hint(colour, outline, OUTLINES_MOST, hint, HINTS_MOST, &hints);
    hints = hints_keep(hint, hints, NULL, 0, HINTS_KEPT);
    struct face_pile *pile = face_pile_new(colour, deck, hint, hints);
    for (int i = 0; i < STEPS && pile != NULL && face_pile_step(pile); i++)
        face_pile_seen(pile, &seen);
    if (seen < 0 || seen > hints * HINTS_MOST)
        abort();
    face_pile_free(pile);
}

/* Faces are read of a picture that holds them, and found in it. */
static void look_for_faces(const uint8_t *data, size_t size)
{
    struct faces faces;
    struct colour colour;
    static struct outline outline[OUTLINES_MOST];
    if (faces_read(data, size, &faces)) {
        struct bytes out = {0};
        if (faces.count > FACES_MOST || !faces_write(&faces, &out))
            abort();
        bytes_clear(&out);
        faces_clear(&faces);
    }
    if (!colour_read(data, size, &colour))
        return;
    const int count = (long)colour.width * colour.height <= SMALL
                          ? outlines_find(&colour, outline, OUTLINES_MOST)
                          : 0;
    static struct scan_face face[2];
    static struct outline_hint hint[HINTS_MOST];
    struct proposal p;
    for (int i = 0; i < count && i < 2; i++) {
        if (!face_take(&colour, &outline[i], false, &face[0], &face[i]))
            abort();
        struct face_deck *deck = face_deck_new(face, 2);
        if (deck == NULL || !face_match(&colour, &outline[i], deck, &p) || p.card > 1)
            abort();
        look_for_pile(&colour, deck, hint);
        face_deck_free(deck);
    }
    colour_clear(&colour);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct grey grey = {0};
    struct why why = {""};
    if (size <= 64)
        (void)payload_ours((const char *)data, size);
    look_for_faces(data, size);
    if (!image_read(data, size, &grey, &why))
        return 0;
    if (grey.width <= 0 || grey.height <= 0 || grey.width > SIDE_MOST || grey.height > SIDE_MOST
        || grey.stride < grey.width)
        abort();
    if ((long)grey.width * grey.height <= SMALL)
        look(&grey);
    grey_clear(&grey);
    return 0;
}
