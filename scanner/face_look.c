/*
 * What faces say of a picture, beside its stickers: a card with a sticker that was read needs no
 * face, and of the others a face is proposed or asked for. And how a deck's faces come to be kept:
 * those of a photograph after those that are there, named where a sticker was read.
 */
#include "face_align.h"
#include "read.h"

#include <stdlib.h>
#include <string.h>

static struct point middle(const struct point q[4])
{
    return (struct point){(q[0].x + q[1].x + q[2].x + q[3].x) / 4,
        (q[0].y + q[1].y + q[2].y + q[3].y) / 4};
}

const struct found *outline_code(const struct outline *o, const struct found *code, int codes,
    float scale)
{
    for (int i = 0; i < codes; i++) {
        struct point m = middle(code[i].corner);
        if (outline_holds(o, (struct point){m.x * scale, m.y * scale}))
            return &code[i];
    }
    return NULL;
}

/* How a record writes the card of this code; the code itself where it is not of the deck. */
static const char *token_of(const struct deck *deck, const char *payload)
{
    int label = deck_find(deck, payload, strlen(payload));
    return label >= 0 ? deck->label[label].sticker.token : payload;
}

bool code_names(const struct faces *faces, const struct deck *deck, int face,
    const struct found *code)
{
    return face >= 0
           && strcmp(token_of(deck, faces->name[face].payload), token_of(deck, code->payload)) == 0;
}

/* ---- seeing ------------------------------------------------------------------------------ */

bool face_found(const struct faces *faces, const struct deck *deck, const struct proposal *p,
    const struct outline *o, float scale, bool sure, struct found *out)
{
    const char *card = faces->name[p->card].payload,
               *next = p->next >= 0 ? faces->name[p->next].payload : "";
    const int label = deck_find(deck, card, strlen(card));
    if (label < 0)
        return false;
    *out = (struct found){.label = label,
        .score = p->score,
        .by = sure ? FOUND_BY_FACE : FOUND_BY_GUESS,
        .other = deck_find(deck, next, strlen(next))};
    memcpy(out->payload, card, strlen(card));
    for (int k = 0; k < 4; k++) {
        struct point c = o->corner[(k + (p->half ? 2 : 0)) % 4];
        out->corner[k] = (struct point){c.x / scale, c.y / scale};
    }
    return true;
}

void faces_doubt_copies(const struct deck *deck, const struct found *code, int codes,
    struct found *seen, int count)
{
    for (int i = 0; i < count; i++) {
        const char *token = deck->label[seen[i].label].sticker.token;
        int left = 0;
        for (int k = 0; k < deck->count; k++)
            left += strcmp(deck->label[k].sticker.token, token) == 0;
        for (int k = 0; k < codes; k++)
            left -= strcmp(token_of(deck, code[k].payload), token) == 0;
        for (int k = 0; k < count; k++)
            left -= strcmp(deck->label[seen[k].label].sticker.token, token) == 0;
        if (left < 0)
            seen[i].by = FOUND_BY_GUESS;
    }
}

/* A picture that is looked at, and what is known of it before. */
struct face_look {
    const struct colour *picture;
    const struct faces *faces;
    const struct deck *deck;
    const struct found *code;
    int codes;
    float scale; /* from the codes' picture to this one */
    struct clock clock;
    struct face_deck *ready; /* owned */
    bool late;
};

/* Does a code that lies there name this face? */
static bool is_named(const struct face_look *l, const struct outline *o, int face)
{
    bool is = false;
    for (int i = 0; i < l->codes && !is; i++)
        is = outline_code(o, &l->code[i], 1, l->scale) != NULL
             && code_names(l->faces, l->deck, face, &l->code[i]);
    return is;
}

/*
 * Those that lie apart; how many. Those that a code lies on are known from that, unless it is to be
 * seen what lies below them (`piled`): then the face has but to be the nearest, for a sticker hides
 * a part of it.
 */
static int see_apart(struct face_look *l, const struct outline *o, int outlines, bool piled,
    struct face_seen *out)
{
    int count = 0;
    for (int i = 0; i < outlines && !l->late; i++) {
        struct face_seen *s = &out[count];
        s->outline = o[i];
        if (!piled && outline_code(&o[i], l->code, l->codes, l->scale) != NULL)
            continue;
        l->late = clock_over(&l->clock);
        count += !l->late
                 && face_match_under(l->picture, NULL, &s->outline, l->ready, -1, false, &s->is)
                 && (proposal_likely(&s->is) || is_named(l, &s->outline, s->is.card));
    }
    return count;
}

/* The cards of the piles too, after those that lie apart. */
static int see_piles(struct face_look *l, const struct outline_hint *hint, int hints,
    struct face_seen *seen, int count)
{
    struct face_pile *pile = face_pile_new(l->picture, l->ready, hint, hints);
    for (int i = 0; i < count && pile != NULL; i++)
        face_pile_know(pile, &seen[i]);
    while (pile != NULL && !l->late && face_pile_step(pile))
        l->late = clock_over(&l->clock);
    if (pile != NULL) {
        const struct face_seen *all = face_pile_seen(pile, &count);
        memcpy(seen, all, (size_t)count * sizeof *seen);
    }
    face_pile_free(pile);
    return count;
}

/*
 * Does a code tell this card? It does if it names it; or if it names none of the cards on which it
 * lies, and this is the uppermost of them.
 */
static bool seen_coded(const struct face_look *l, const struct face_seen *seen, int count, int at)
{
    bool coded = is_named(l, &seen[at].outline, seen[at].is.card);
    for (int i = 0; i < l->codes && !coded; i++) {
        coded = outline_code(&seen[at].outline, &l->code[i], 1, l->scale) != NULL;
        for (int k = 0; k < count && coded; k++)
            coded = outline_code(&seen[k].outline, &l->code[i], 1, l->scale) == NULL
                    || (k >= at && !code_names(l->faces, l->deck, seen[k].is.card, &l->code[i]));
    }
    return coded;
}

int faces_see(const struct colour *picture, const struct faces *faces, const struct deck *deck,
    const struct found *code, int codes, float scale, int deadline_ms, struct found *out, int most,
    bool *late)
{
    struct face_look l = {.picture = picture,
        .faces = faces,
        .deck = deck,
        .code = code,
        .codes = codes,
        .scale = scale,
        .clock = {.end = clock_now() + deadline_ms},
        .ready = face_deck_new(faces->face, faces->count),
        .late = *late};
    struct outline *o = calloc(OUTLINES_MOST, sizeof *o);
    struct outline_hint *hint = calloc(HINTS_MOST, sizeof *hint);
    struct face_seen *seen = calloc(OUTLINES_MOST, sizeof *seen);
    int count = 0, hints = 0, found = 0;
    if (o != NULL && hint != NULL && seen != NULL && l.ready != NULL) {
        const int outlines = outlines_hint(picture, o, OUTLINES_MOST, hint, HINTS_MOST, &hints);
        count = see_apart(&l, o, outlines, hints > 0, seen);
        for (int i = 0; i < count; i++)
            o[i] = seen[i].outline;
        hints = hints_keep(hint, hints, o, count, HINTS_KEPT);
        count = see_piles(&l, hint, hints, seen, count);
    }
    for (int i = 0; i < count && found < most; i++)
        if (!seen_coded(&l, seen, count, i))
            found += face_found(faces, deck, &seen[i].is, &seen[i].outline, scale,
                proposal_sure(&seen[i].is), &out[found]);
    free(o);
    free(hint);
    free(seen);
    face_deck_free(l.ready);
    faces_doubt_copies(deck, code, codes, out, found);
    *late = l.late;
    return found;
}

/* ---- keeping ----------------------------------------------------------------------------- */

void faces_unite(struct faces *faces, const struct deck *deck)
{
    for (int i = faces->count - 1; i >= 0; i--)
        for (int k = i - 1; k >= 0 && faces->name[i].payload[0] != '\0'; k--)
            if (strcmp(token_of(deck, faces->name[i].payload),
                    token_of(deck, faces->name[k].payload))
                == 0) {
                faces_drop(faces, k);
                i--;
            }
}

/* Cards that share a picture are to stand the same way, however the camera was held. */
static bool stands_half(const struct colour *picture, const struct outline *o,
    const struct faces *faces)
{
    static const float TURNED = 0.2f;
    static struct scan_face way[2];
    bool half = o->corner[0].y > o->corner[2].y;
    if (faces->count == 0)
        return half;
    face_straighten(picture, o, half, &way[0]);
    face_straighten(picture, o, !half, &way[1]);
    float as_it_is = faces_alike(&faces->face[0], &way[0]),
          turned = faces_alike(&faces->face[0], &way[1]);
    return turned > as_it_is + TURNED ? !half : half;
}

int faces_enrol(struct faces *faces, const struct colour *picture, const struct found *code,
    int codes, float scale)
{
    static struct scan_face face;
    struct outline *o = calloc(OUTLINES_MOST, sizeof *o);
    int count = o != NULL ? outlines_find(picture, o, OUTLINES_MOST) : -1, added = count;
    int row = faces->count > 0 ? faces->name[faces->count - 1].row + 1 : 1;
    for (int i = 0; i < count && added >= 0; i++) {
        const struct found *on = outline_code(&o[i], code, codes, scale);
        row += i > 0 && outline_middle(&o[i]).x < outline_middle(&o[i - 1]).x;
        bool half = stands_half(picture, &o[i], faces);
        if (!face_take(picture, &o[i], half, faces->count > 0 ? &faces->face[0] : NULL, &face)
            || !faces_add(faces, &face, on != NULL ? on->payload : "", row))
            added = -1;
    }
    free(o);
    return added;
}
