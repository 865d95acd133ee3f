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

/*
 * Those that lie apart; how many. Those that a code lies on are known from that, unless it is to be
 * seen what lies below them (`piled`).
 */
static int see_apart(const struct colour *picture, struct face_deck *ready, struct outline *o,
    int outlines, bool piled, const struct found *code, int codes, float scale,
    const struct clock *clock, struct face_seen *out, bool *late)
{
    int count = 0;
    for (int i = 0; i < outlines && !*late; i++) {
        struct face_seen *s = &out[count];
        s->outline = o[i];
        if (!piled && outline_code(&o[i], code, codes, scale) != NULL)
            continue;
        *late = clock_over(clock);
        count += !*late && face_match_under(picture, NULL, &s->outline, ready, -1, false, &s->is)
                 && proposal_likely(&s->is);
    }
    return count;
}

/* Does a code tell this card? */
static bool seen_coded(const struct faces *faces, const struct deck *deck,
    const struct face_seen *seen, int at, const struct found *code, int codes, float scale)
{
    bool coded = false;
    for (int i = 0; i < codes && !coded; i++) {
        bool above = false;
        for (int k = 0; k < at; k++)
            above |= outline_code(&seen[k].outline, &code[i], 1, scale) != NULL;
        coded = outline_code(&seen[at].outline, &code[i], 1, scale) != NULL
                && (!above || code_names(faces, deck, seen[at].is.card, &code[i]));
    }
    return coded;
}

/* The cards of the piles too, after those that lie apart. */
static int see_piles(const struct colour *picture, struct face_deck *ready,
    const struct outline_hint *hint, int hints, const struct clock *clock, struct face_seen *seen,
    int count, bool *late)
{
    struct face_pile *pile = face_pile_new(picture, ready, hint, hints);
    for (int i = 0; i < count && pile != NULL; i++)
        face_pile_know(pile, &seen[i]);
    while (pile != NULL && !*late && face_pile_step(pile))
        *late = clock_over(clock);
    if (pile != NULL) {
        const struct face_seen *all = face_pile_seen(pile, &count);
        memcpy(seen, all, (size_t)count * sizeof *seen);
    }
    face_pile_free(pile);
    return count;
}

int faces_see(const struct colour *picture, const struct faces *faces, const struct deck *deck,
    const struct found *code, int codes, float scale, int deadline_ms, struct found *out, int most,
    bool *late)
{
    const struct clock clock = {.end = clock_now() + deadline_ms};
    struct outline *o = calloc(OUTLINES_MOST, sizeof *o);
    struct outline_hint *hint = calloc(HINTS_MOST, sizeof *hint);
    struct face_seen *seen = calloc(OUTLINES_MOST, sizeof *seen);
    struct face_deck *ready = face_deck_new(faces->face, faces->count);
    int count = 0, hints = 0, found = 0;
    if (o != NULL && hint != NULL && seen != NULL && ready != NULL) {
        const int outlines = outlines_hint(picture, o, OUTLINES_MOST, hint, HINTS_MOST, &hints);
        count = see_apart(picture, ready, o, outlines, hints > 0, code, codes, scale, &clock, seen,
            late);
        for (int i = 0; i < count; i++)
            o[i] = seen[i].outline;
        hints = hints_keep(hint, hints, o, count, HINTS_KEPT);
        count = see_piles(picture, ready, hint, hints, &clock, seen, count, late);
    }
    for (int i = 0; i < count && found < most; i++)
        if (!seen_coded(faces, deck, seen, i, code, codes, scale))
            found += face_found(faces, deck, &seen[i].is, &seen[i].outline, scale,
                proposal_sure(&seen[i].is), &out[found]);
    free(o);
    free(hint);
    free(seen);
    face_deck_free(ready);
    faces_doubt_copies(deck, code, codes, out, found);
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
