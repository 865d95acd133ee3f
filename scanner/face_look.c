/*
 * What faces say of a picture, beside its stickers: a card with a sticker that was read needs no
 * face, and of the others a face is proposed or asked for. And how a deck's faces come to be kept:
 * those of a photograph after those that are there, named where a sticker was read.
 */
#include "face.h"
#include "read.h"

#include <stdlib.h>
#include <string.h>

bool outline_holds(const struct outline *o, struct point p)
{
    bool in = true;
    for (int i = 0; i < 4; i++) {
        struct point a = o->corner[i], b = o->corner[(i + 1) % 4];
        in &= (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0;
    }
    return in;
}

static struct point middle(const struct point q[4])
{
    return (struct point){(q[0].x + q[1].x + q[2].x + q[3].x) / 4,
        (q[0].y + q[1].y + q[2].y + q[3].y) / 4};
}

struct point outline_middle(const struct outline *o) { return middle(o->corner); }

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

int faces_see(const struct colour *picture, const struct faces *faces, const struct deck *deck,
    const struct found *code, int codes, float scale, int deadline_ms, struct found *out, int most,
    bool *late)
{
    const struct clock clock = {.end = clock_now() + deadline_ms};
    struct outline *o = calloc(OUTLINES_MOST, sizeof *o);
    struct face_deck *ready = face_deck_new(faces->face, faces->count);
    int outlines = o != NULL && ready != NULL ? outlines_find(picture, o, OUTLINES_MOST) : 0,
        count = 0;
    for (int i = 0; i < outlines && count < most; i++) {
        struct proposal p;
        if (outline_code(&o[i], code, codes, scale) != NULL)
            continue;
        if (clock_over(&clock)) {
            *late = true;
            break;
        }
        if (face_match(picture, &o[i], ready, &p) && proposal_likely(&p))
            count += face_found(faces, deck, &p, &o[i], scale, proposal_sure(&p), &out[count]);
    }
    free(o);
    face_deck_free(ready);
    faces_doubt_copies(deck, code, codes, out, count);
    return count;
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
