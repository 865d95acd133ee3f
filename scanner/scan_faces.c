/* The faces of decks: taken, looked for in a picture, and how they come to be kept; see scan.h. */
#include "scan.h"

#include <libintl.h>
#include <stdio.h>
#include <string.h>

/* "F/HT/": what all cards of a game begin with. */
enum { GAME = 5 };

static bool same_game(const char *a, const char *b) { return memcmp(a, b, GAME) == 0; }

/* How a record writes the card of this code. */
static const char *token_of(const struct scan *s, const char *payload)
{
    const int label = deck_find(&s->deck, payload, strlen(payload));
    return label >= 0 ? s->deck.label[label].sticker.token : payload;
}

/* The face of this card, by this name or a copy's; -1: it has none. */
static int face_of(const struct scan *s, const struct faces *f, const char *payload)
{
    const char *token = token_of(s, payload);
    for (int i = 0; i < f->count; i++)
        if (same_game(f->name[i].payload, payload)
            && strcmp(token_of(s, f->name[i].payload), token) == 0)
            return i;
    return -1;
}

/*
 * The named faces of the sheets from this one on: of each card the one that came last. They come
 * from other machines, too, and one that is damaged is none. False: there is no room.
 */
static bool gather(struct scan *s, int from, struct faces *out)
{
    bool good = true;
    for (int i = from; i < s->sheets && good; i++) {
        struct faces f;
        if (!faces_read(s->sheet[i].at, s->sheet[i].length, &f))
            continue;
        for (int k = 0; k < f.count && good; k++) {
            const char *payload = f.name[k].payload;
            const int at = payload[0] != '\0' ? face_of(s, out, payload) : -1;
            if (at >= 0)
                out->face[at] = f.face[k];
            else if (payload[0] != '\0')
                good = faces_add(out, &f.face[k], payload, 1);
        }
        faces_clear(&f);
    }
    return good;
}

/* How many of a game's cards have no face; the first of them. */
static int faces_lacking(const struct scan *s, const struct faces *f, const char *game, int *first)
{
    int lacking = 0;
    for (int i = s->deck.count - 1; i >= 0 && s->needed != NULL; i--)
        if (s->needed[i] && same_game(s->deck.label[i].payload, game)
            && face_of(s, f, s->deck.label[i].payload) < 0) {
            *first = i;
            lacking++;
        }
    return lacking;
}

static void drop_game(struct faces *f, const char *game)
{
    char of[GAME];
    memcpy(of, game, sizeof of);
    for (int i = f->count - 1; i >= 0; i--)
        if (same_game(f->name[i].payload, of))
            faces_drop(f, i);
}

void scan_take_faces(struct scan *s)
{
    struct faces *f = &s->faces;
    gather(s, 0, f);
    for (int i = 0, first = 0; i < f->count;) {
        const char *game = f->name[i].payload;
        const int lacking = faces_lacking(s, f, game, &first);
        if (lacking > 0) {
            printf("faceless %s %d\n", s->deck.label[first].payload, lacking);
            drop_game(f, game);
            i = 0; /* what is left has moved up */
        } else {
            while (i < f->count && same_game(f->name[i].payload, game))
                i++;
        }
    }
}

int scan_see_faces(struct scan *s, const struct bytes *picture, const struct grey *grey,
    const struct found *found, int count, struct event *event, int most, bool *late)
{
    static struct found seen[OUTLINES_MOST];
    struct colour colour;
    if (s->faces.count == 0 || !colour_read(picture->at, picture->length, &colour))
        return 0;
    int faces = faces_see(&colour, &s->faces, &s->deck, found, count,
        (float)colour.width / (float)grey->width, SLOWER * FACES_MS, seen,
        most < OUTLINES_MOST ? most : OUTLINES_MOST, late);
    for (int i = 0; i < faces; i++)
        event[i] = (struct event){.kind = EVENT_CARD, .found = seen[i]};
    colour_clear(&colour);
    return faces;
}

/* ---- keeping ----------------------------------------------------------------------------- */

static int enrol_fails(struct scan *s, const char *text)
{
    why_say(&s->why, "%s", gettext(text));
    return scan_lost(&s->why);
}

static void apply_names(struct scan *s)
{
    for (int i = 0; i < s->calls; i++)
        if (s->called[i].at < s->faces.count)
            memcpy(s->faces.name[s->called[i].at].payload, s->called[i].payload,
                sizeof s->called[i].payload);
    for (int i = s->faces.count - 1; i >= 0; i--)
        if (s->faces.name[i].payload[0] == '-')
            faces_drop(&s->faces, i);
        else if (s->faces.name[i].payload[0] == '?')
            s->faces.name[i].payload[0] = '\0';
}

/* The cards of the photograph, or the faces that another machine kept. False: `why`. */
static bool enrol_photograph(struct scan *s)
{
    static struct found found[FOUND_MOST];
    struct faces theirs;
    struct grey grey;
    struct colour colour;
    bool late, good = true;
    if (!s->photographed)
        return true;
    const int rows = faces_number(&s->faces, 0);
    if (faces_read(s->photograph.at, s->photograph.length, &theirs)) {
        faces_number(&theirs, rows);
        for (int i = 0; i < theirs.count && good; i++)
            good = faces_add(&s->faces, &theirs.face[i], theirs.name[i].payload,
                theirs.name[i].row);
        faces_clear(&theirs);
        return good || why_say(&s->why, N_("out of memory"));
    }
    if (!image_read(s->photograph.at, s->photograph.length, &grey, &s->why))
        return false;
    int count = reader_read(s->reader, &grey, SLOWER * FACES_MS, found, FOUND_MOST, &late);
    good = colour_read(s->photograph.at, s->photograph.length, &colour);
    if (good
        && faces_enrol(&s->faces, &colour, found, count, (float)colour.width / (float)grey.width)
               < 0)
        good = false;
    colour_clear(&colour);
    grey_clear(&grey);
    return good || why_say(&s->why, N_("out of memory"));
}

static void tell_alike(const struct scan *s)
{
    const struct faces *f = &s->faces;
    for (int i = 0; i < f->count && s->alike; i++)
        for (int k = i + 1; k < f->count; k++)
            if (f->name[i].payload[0] != '\0' && f->name[k].payload[0] != '\0'
                && faces_alike(&f->face[i], &f->face[k]) > FACES_ALIKE)
                printf("alike %s %s\n", f->name[i].payload, f->name[k].payload);
}

/* What others kept takes the place of what is here, and what lacks comes after it. */
static bool take_theirs(struct scan *s, struct faces *theirs)
{
    bool good = gather(s, 1, theirs);
    const int row = faces_number(&s->faces, 0) + 1;
    for (int i = 0; i < theirs->count && good; i++) {
        const int at = face_of(s, &s->faces, theirs->name[i].payload);
        if (at >= 0)
            s->faces.face[at] = theirs->face[i];
        else
            good = faces_add(&s->faces, &theirs->face[i], theirs->name[i].payload, row);
    }
    return good || why_say(&s->why, N_("out of memory"));
}

/* The low bits of a face carry nothing but the camera's noise, which makes its picture large. */
static void coarsen(struct scan_face *face, int bits)
{
    uint8_t *at = &face->at[0][0][0];
    for (size_t i = 0; i < sizeof face->at; i++)
        at[i] = (uint8_t)(at[i] >> bits << bits | 1 << bits >> 1);
}

/* A face as a sheet of its own, no larger than a row of a campaign may be. */
static bool tell_apart(struct scan *s, int i)
{
    static struct scan_face face;
    struct face_name name = s->faces.name[i];
    const struct faces one = {.face = &face, .name = &name, .count = 1};
    struct bytes out = {.at = NULL};
    bool good = true;
    name.row = 1;
    for (int bits = 0; good && (bits == 0 || out.length > APART_MOST); bits++) {
        face = s->faces.face[i];
        coarsen(&face, bits);
        bytes_clear(&out);
        out = (struct bytes){.at = NULL};
        good = faces_write(&one, &out);
    }
    if (good) {
        printf("apart %s %zu\n", name.payload, out.length);
        fwrite(out.at, 1, out.length, stdout);
    }
    bytes_clear(&out);
    return good;
}

/* Those that are not as others kept them. */
static bool tell_new(struct scan *s, const struct faces *theirs)
{
    bool good = true;
    for (int i = 0; i < s->faces.count && s->apart && good; i++) {
        const char *payload = s->faces.name[i].payload;
        const int at = payload[0] != '\0' ? face_of(s, theirs, payload) : -1;
        const struct scan_face *kept = at >= 0 && theirs->face != NULL ? &theirs->face[at] : NULL;
        if (payload[0] != '\0'
            && (kept == NULL || memcmp(&s->faces.face[i], kept, sizeof *kept) != 0))
            good = tell_apart(s, i);
    }
    return good;
}

int scan_enrol(struct scan *s)
{
    struct bytes out = {.at = NULL};
    struct faces theirs = {.face = NULL};
    scan_restrict_opened();
    if (s->sheets > 0 && s->sheet[0].length > 0
        && !faces_read(s->sheet[0].at, s->sheet[0].length, &s->faces))
        return enrol_fails(s, N_("the kept faces are damaged"));
    if (!take_theirs(s, &theirs))
        return scan_lost(&s->why);
    apply_names(s);
    if (!enrol_photograph(s))
        return scan_lost(&s->why);
    faces_unite(&s->faces, &s->deck);
    for (int i = 0; i < s->faces.count; i++) {
        const struct face_name *n = &s->faces.name[i];
        int left, top;
        faces_place(&s->faces, i, &left, &top);
        printf("kept %s %d %d %d\n", n->payload[0] != '\0' ? n->payload : "-", n->row, left, top);
    }
    tell_alike(s);
    const bool told = tell_new(s, &theirs);
    faces_clear(&theirs);
    if (!told || !faces_write(&s->faces, &out))
        return scan_out_of_memory();
    printf("sheet %zu\n", out.length);
    fwrite(out.at, 1, out.length, stdout);
    bytes_clear(&out);
    return 0;
}
