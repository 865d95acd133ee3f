/* The faces of decks: taken, looked for in a picture, and how they come to be kept; see scan.h. */
#include "scan.h"

#include <libintl.h>
#include <stdio.h>
#include <string.h>

/* Has every card of the game that a kept face belongs to a face, by this name or a copy's? */
static bool has_face(const struct scan *s, const struct faces *f, int label)
{
    for (int i = 0; i < f->count; i++) {
        int of = deck_find(&s->deck, f->name[i].payload, strlen(f->name[i].payload));
        if (of >= 0
            && strcmp(s->deck.label[of].sticker.token, s->deck.label[label].sticker.token) == 0)
            return true;
    }
    return false;
}

/* How many of its game's cards a sheet lacks; the first of them. */
static int faces_lacking(const struct scan *s, const struct faces *f, int *first)
{
    enum { GAME = 5 }; /* "F/HT/" */
    int lacking = 0;
    for (int i = s->deck.count - 1; i >= 0 && s->needed != NULL; i--)
        if (s->needed[i] && f->count > 0
            && memcmp(s->deck.label[i].payload, f->name[0].payload, GAME) == 0
            && !has_face(s, f, i)) {
            *first = i;
            lacking++;
        }
    return lacking;
}

void scan_take_faces(struct scan *s)
{
    for (int i = 0; i < s->sheets; i++) {
        struct faces f;
        int first = 0;
        if (!faces_read(s->sheet[i].at, s->sheet[i].length, &f))
            continue;
        for (int k = f.count - 1; k >= 0; k--)
            if (f.name[k].payload[0] == '\0')
                faces_drop(&f, k);
        int lacking = faces_lacking(s, &f, &first);
        if (lacking > 0)
            printf("faceless %s %d\n", s->deck.label[first].payload, lacking);
        for (int k = 0; k < f.count && lacking == 0; k++)
            faces_add(&s->faces, &f.face[k], f.name[k].payload, i);
        faces_clear(&f);
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

int scan_enrol(struct scan *s)
{
    struct bytes out = {.at = NULL};
    scan_restrict_opened();
    if (s->sheets > 0 && !faces_read(s->sheet[0].at, s->sheet[0].length, &s->faces))
        return enrol_fails(s, N_("the kept faces are damaged"));
    apply_names(s);
    if (!enrol_photograph(s))
        return scan_lost(&s->why);
    faces_unite(&s->faces, &s->deck);
    for (int i = 0; i < s->faces.count; i++) {
        const struct face_name *n = &s->faces.name[i];
        printf("kept %s %d\n", n->payload[0] != '\0' ? n->payload : "-", n->row);
    }
    tell_alike(s);
    if (!faces_write(&s->faces, &out))
        return scan_out_of_memory();
    printf("sheet %zu\n", out.length);
    fwrite(out.at, 1, out.length, stdout);
    bytes_clear(&out);
    return 0;
}
