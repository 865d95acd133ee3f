/*
 * Cards without stickers once more, in photographs and of decks that the reader was not made
 * against: scan_held_view.h says how they come about. CARDS=FILE adds a package's deck; ITERS=…
 * takes more decks and photographs, VERBOSE=1 shows figures.
 */
#include "check.h"
#include "scan_held_view.h"
#include "scanner/face_align.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CARDS = 24, STRANGE = 24 };

struct held {
    struct print *print;     /* owned */
    struct scan_face *face;  /* owned */
    struct face_deck *ready; /* owned */
    int cards;
};

struct way {
    const char *name;
    float scale, tilt, dark;
    bool warm, glare, finger, strange;
    float bigger;
    enum lay lay;
    float step;
};

static const struct way ways[] = {
    {.name = "from above", .scale = 1, .tilt = 3},
    {.name = "from above", .scale = 1.5f, .tilt = 3},
    {.name = "from above", .scale = 2.6f, .tilt = 3},
    {.name = "from above", .scale = 3, .tilt = 3},
    {.name = "tilt 30", .scale = 1.6f, .tilt = 30},
    {.name = "finger", .scale = 1.5f, .tilt = 8, .finger = true},
    {.name = "night", .scale = 1.5f, .tilt = 8, .dark = 0.3f},
    {.name = "warm", .scale = 1.5f, .tilt = 8, .warm = true},
    {.name = "glare", .scale = 1.5f, .tilt = 8, .glare = true},
    {.name = "glare", .scale = 3, .tilt = 8, .glare = true},
    {.name = "strange", .scale = 1.5f, .tilt = 8, .strange = true},
    {.name = "clutter", .scale = 1.5f, .tilt = 8, .bigger = 1.5f},
    {.name = "fan 19 mm", .scale = 2, .tilt = 8, .lay = LAY_FAN, .step = 19},
    {.name = "fan 14 mm", .scale = 3, .tilt = 8, .lay = LAY_FAN, .step = 14},
    {.name = "spread 20 mm", .scale = 2, .tilt = 8, .lay = LAY_SPREAD, .step = 20},
    {.name = "trick", .scale = 2, .tilt = 8, .lay = LAY_TRICK},
    {.name = "strange fan", .scale = 2, .tilt = 8, .strange = true, .lay = LAY_FAN, .step = 19},
};

/* Cards one over another, in rows and tricks of decks with pictures: shown, and known. */
static int piled, known;

/* The nearest outline to the middle of a card; -1: none is near. */
static int outline_at(const struct outline *o, int count, struct point at, float most)
{
    int best = -1;
    for (int i = 0; i < count; i++) {
        const struct point m = outline_middle(&o[i]);
        const float far = hypotf(m.x - at.x, m.y - at.y);
        if (far < most) {
            most = far;
            best = i;
        }
    }
    return best;
}

/* Laid out in rows and photographed, until every card is found. */
static bool deck_enrol(struct held *h, uint64_t *chance)
{
    const struct view_wish wish = {.width = 2560, .height = 1920, .scale = 3.2f, .lay = LAY_ROWS};
    static struct outline o[OUTLINES_MOST];
    enum { TRIES = 6 };
    int had = 0;
    h->face = calloc((size_t)h->cards, sizeof *h->face);
    for (int i = 0; i < TRIES && had < h->cards; i++) {
        struct view v;
        view_take(&v, &wish, h->print + had, h->cards - had, chance);
        const int count = outlines_find(&v.picture, o, OUTLINES_MOST), first = had;
        int all = 0;
        for (int k = 0; k < v.count; k++)
            all += outline_at(o, count, v.lies[k].middle, 40) >= 0;
        for (int k = 0; k < v.count && all == v.count; k++) {
            const struct outline *on = &o[outline_at(o, count, v.lies[k].middle, 40)];
            CHECK_EQUAL(v.lies[k].card, k);
            CHECK(face_take(&v.picture, on, on->corner[0].y > on->corner[2].y,
                had > 0 ? &h->face[0] : NULL, &h->face[had]));
            had = first + k + 1;
        }
        view_clear(&v);
    }
    if (had < h->cards)
        return false;
    h->ready = face_deck_new(h->face, h->cards);
    return h->ready != NULL;
}

static void held_clear(struct held *h)
{
    face_deck_free(h->ready);
    free(h->face);
    free(h->print);
}

/* All cards that are known in it, those that lie apart and those of piles. */
static int see(const struct view *v, const struct held *h, struct face_seen *seen)
{
    static struct outline o[OUTLINES_MOST];
    static struct outline_hint hint[HINTS_MOST];
    int hints, count = 0;
    const int outlines = outlines_hint(&v->picture, o, OUTLINES_MOST, hint, HINTS_MOST, &hints);
    for (int i = 0; i < outlines; i++) {
        seen[count].outline = o[i];
        CHECK(face_match_under(&v->picture, NULL, &seen[count].outline, h->ready, -1, false,
            &seen[count].is));
        count += proposal_likely(&seen[count].is);
    }
    for (int i = 0; i < count; i++)
        o[i] = seen[i].outline;
    hints = hints_keep(hint, hints, o, count, HINTS_KEPT);
    struct face_pile *pile = face_pile_new(&v->picture, h->ready, hint, hints);
    for (int i = 0; i < count && pile != NULL; i++)
        face_pile_know(pile, &seen[i]);
    while (pile != NULL && face_pile_step(pile)) {
    }
    const struct face_seen *all = pile != NULL ? face_pile_seen(pile, &count) : seen;
    memmove(seen, all, (size_t)count * sizeof *seen);
    face_pile_free(pile);
    return count;
}

/* The card that lies there; -1: none. */
static int lies_at(const struct view *v, const struct outline *o, float most)
{
    const struct point m = outline_middle(o);
    int card = -1;
    for (int i = 0; i < v->count; i++) {
        const float far = hypotf(m.x - v->lies[i].middle.x, m.y - v->lies[i].middle.y);
        if (far < most) {
            most = far;
            card = v->lies[i].card;
        }
    }
    return card;
}

/* One photograph; what of it is known, entered, entered wrongly. */
static void photograph(const char *deck, const struct way *way, const struct held *h,
    const struct print *strange, uint64_t *chance)
{
    static struct face_seen seen[OUTLINES_MOST];
    const bool ours = !way->strange && way->bigger <= 0;
    const struct view_wish wish = {.width = way->scale < 2 ? 960 : 1440,
        .height = way->scale < 2 ? 720 : 1080,
        .scale = way->scale,
        .tilt = way->tilt,
        .dark = way->dark,
        .warm = way->warm,
        .glare = way->glare,
        .finger = way->finger,
        .bigger = way->bigger,
        .lay = way->lay,
        .step = way->step};
    struct view v;
    int right = 0, wrong = 0, asked = 0, asked_wrongly = 0;
    view_take(&v, &wish, ours ? h->print : strange, ours ? h->cards : STRANGE, chance);
    const int count = see(&v, h, seen);
    for (int i = 0; i < count; i++) {
        const struct proposal *p = &seen[i].is;
        const int lies = lies_at(&v, &seen[i].outline, 14 * way->scale);
        const bool is = ours && lies == p->card, sure = proposal_sure(p);
        right += is && sure;
        wrong += !is && sure;
        asked += is && !sure;
        asked_wrongly += !is && !sure;
        if (getenv("VERBOSE") != NULL)
            printf("card %d as %d next %d score %.3f gap %.3f seen %.2f firm %.0f open %.2f\n",
                ours ? lies : -1, p->card, p->next, (double)p->score, (double)p->gap,
                (double)p->seen, (double)p->firm, (double)p->open);
    }
    if (getenv("VERBOSE") != NULL)
        printf("%s, %-12s %.1f px/mm: %d shown, %d found, %d read, %d asked, %d wrong, %d asked "
               "wrongly\n",
            deck, way->name, (double)way->scale, v.count, count, right, asked, wrong,
            asked_wrongly);
    const bool pictures = strcmp(deck, "painted") == 0 || strcmp(deck, "package") == 0;
    if (pictures && (way->lay == LAY_SPREAD || way->lay == LAY_TRICK)) {
        piled += v.count;
        known += right + asked;
    }
    check(wrong == 0, "%s, %s, %.1f px/mm: %d wrong", deck, way->name, (double)way->scale, wrong);
    check(ours || asked_wrongly == 0, "%s, %s: %d asked that are no cards of ours", deck, way->name,
        asked_wrongly);
    view_clear(&v);
}

/* ---- before a camera ----------------------------------------------------------------------- */

struct followed {
    struct faces faces; /* as drawn, by names of a deck */
    struct deck deck;
    struct face_follow *of; /* owned */
    long now;
};

static void followed_begin(struct followed *f, const struct held *h)
{
    struct why why;
    *f = (struct followed){.faces = {.face = h->face, .count = h->cards}, .now = 1000};
    f->faces.name = calloc((size_t)h->cards, sizeof *f->faces.name);
    for (int i = 0; i < h->cards; i++) {
        char *payload = f->faces.name[i].payload, token[8];
        snprintf(payload, sizeof f->faces.name[i].payload, "F/HT/%c%d", "RGBHP"[i / 13],
            i % 13 + 1);
        snprintf(token, sizeof token, "%c%d", "rgbhp"[i / 13], i % 13 + 1);
        CHECK(deck_add(&f->deck, payload, token, &why));
    }
    f->of = face_follow_new(&f->faces, &f->deck);
}

static void followed_clear(struct followed *f)
{
    face_follow_free(f->of);
    deck_clear(&f->deck);
    free(f->faces.name);
}

static struct grey grey_of(const struct colour *c)
{
    const int pixels = c->width * c->height;
    struct grey grey = {c->width, c->height, c->width, malloc((size_t)pixels)};
    for (int i = 0; i < pixels && grey.at != NULL; i++)
        grey.at[i] = (uint8_t)((c->at[3 * i] + 2 * c->at[3 * i + 1] + c->at[3 * i + 2]) / 4);
    return grey;
}

/* Does a card that was laid later lie over the middle of this one? */
static bool is_hidden(const struct view *v, int at)
{
    bool is = false;
    for (int k = at + 1; k < v->count; k++) {
        const struct view_card *over = &v->lies[k];
        const float x = v->lies[at].x - over->x, y = v->lies[at].y - over->y, c = cosf(over->turn),
                    s = sinf(over->turn);
        is |= fabsf(c * x + s * y) < over->wide / 2 && fabsf(c * y - s * x) < over->high / 2;
    }
    return is;
}

enum { STICKER = 12 }; /* millimetres */

/* In the middle of every card; the caller frees them. */
static struct print *stickers_print(const struct held *h)
{
    enum {
        MODULE = DOTS / 2,
        LEFT = (ART_WIDE - STICKER * DOTS) / 2,
        TOP = (ART_HIGH - STICKER * DOTS) / 2,
        BLACK = 25,
        WHITE = 240
    };
    struct print *stuck = malloc((size_t)h->cards * sizeof *stuck);
    if (stuck == NULL)
        abort();
    memcpy(stuck, h->print, (size_t)h->cards * sizeof *stuck);
    for (int i = 0; i < h->cards; i++)
        for (int y = 0; y < STICKER * DOTS; y++)
            for (int x = 0; x < STICKER * DOTS; x++)
                memset(stuck[i].at[TOP + y][LEFT + x],
                    (x / MODULE + y / MODULE) % 2 ? BLACK : WHITE, sizeof stuck[i].at[0][0]);
    return stuck;
}

/* What is read of them, two pixels a millimetre; how many. */
static int stickers_read(const struct followed *f, const struct view *v, struct found *code)
{
    static const float SIDE = STICKER;
    int count = 0;
    for (int i = 0; i < v->count; i++) {
        const struct view_card *on = &v->lies[i];
        if (is_hidden(v, i))
            continue;
        code[count] = (struct found){.label = on->card};
        memcpy(code[count].payload, f->faces.name[on->card].payload, sizeof code->payload);
        for (int k = 0; k < 4; k++)
            code[count].corner[k] = (struct point){on->middle.x
                                                       + SIDE * (k == 1 || k == 2 ? 1 : -1),
                on->middle.y + SIDE * (k > 1 ? 1 : -1)};
        count++;
    }
    return count;
}

static bool is_among(const char *payload, const struct found *found, int count)
{
    bool is = false;
    for (int i = 0; i < count; i++)
        is |= strcmp(payload, found[i].payload) == 0;
    return is;
}

/*
 * A picture for so many frames; all of it is told after how many, and what is told in the end.
 * `stickers`: by stickers where they are read.
 */
static int followed_look(struct followed *f, const struct view *v, bool stickers, int *told,
    int *sure, int *wrong)
{
    enum { FRAMES = 40, FRAME_MS = 100 };
    static struct found found[FOUND_MOST];
    struct grey grey = grey_of(&v->picture);
    static struct found code[LIE_MOST];
    const int codes = stickers ? stickers_read(f, v, code) : 0;
    int all_after = 0;
    for (int k = 1; k <= FRAMES; k++) {
        if (face_follow_frame(f->of, &grey, code, codes, f->now += FRAME_MS))
            face_follow_look(f->of, &v->picture, FRAME_MS);
        const int count = face_follow_found(f->of, code, codes, found, FOUND_MOST);
        *told = *sure = codes;
        for (int i = 0; i < count; i++) {
            CHECK(!is_among(found[i].payload, code, codes));
            bool lies = false;
            for (int n = 0; n < v->count; n++)
                lies |= strcmp(f->faces.name[v->lies[n].card].payload, found[i].payload) == 0;
            *told += lies;
            *sure += lies && found[i].by == FOUND_BY_FACE;
            *wrong += !lies && found[i].by == FOUND_BY_FACE;
        }
        all_after = all_after == 0 && *told == v->count ? k : all_after;
    }
    free(grey.at);
    return all_after;
}

/* A trick to which card after card is laid, each over those before; how many surely, in all. */
static int trick_follow(const char *name, const struct held *h, const struct print *print,
    bool stickers, uint64_t chance)
{
    enum { CARDS_LAID = 4, BARE = -1 };
    struct followed f;
    int wrong = 0, all = 0;
    followed_begin(&f, h);
    for (int laid = 0; laid <= CARDS_LAID; laid++) {
        const struct view_wish wish = {.width = 960,
            .height = 800,
            .scale = 2,
            .tilt = 5,
            .lay = LAY_TRICK,
            .cards = laid > 0 ? laid : BARE};
        uint64_t same = chance;
        struct view v;
        int told, sure;
        view_take(&v, &wish, print, h->cards, &same);
        const int after = followed_look(&f, &v, stickers, &told, &sure, &wrong);
        all += sure;
        if (getenv("VERBOSE") != NULL)
            printf("%s: %d laid, %d told, %d of them surely, all after %d frames\n", name, laid,
                told, sure, after);
        view_clear(&v);
    }
    check(wrong == 0, "%s: %d wrong in a trick's frames", name, wrong);
    followed_clear(&f);
    return all;
}

/* A photograph of a trick tells beside stickers what it told without them, but for their cards. */
static void trick_stickers(const char *name, const struct held *h, const struct print *print,
    uint64_t *chance)
{
    enum { MS = 60000 };
    static struct found bare[FOUND_MOST], beside[FOUND_MOST];
    const struct view_wish wish = {.width = 1440, .height = 1080, .scale = 2, .lay = LAY_TRICK};
    struct followed f;
    static struct found code[LIE_MOST];
    struct view v;
    bool late = false;
    followed_begin(&f, h);
    view_take(&v, &wish, print, h->cards, chance);
    const int codes = stickers_read(&f, &v, code);
    const int all = faces_see(&v.picture, &f.faces, &f.deck, NULL, 0, 1, MS, bare, FOUND_MOST,
        &late);
    const int rest = faces_see(&v.picture, &f.faces, &f.deck, code, codes, 1, MS, beside,
        FOUND_MOST, &late);
    for (int i = 0; i < all; i++) {
        const bool is = is_among(bare[i].payload, beside, rest);
        check(bare[i].by != FOUND_BY_FACE || is != is_among(bare[i].payload, code, codes),
            "%s: %s beside stickers", name, bare[i].payload);
    }
    for (int i = 0; i < rest; i++)
        CHECK(!is_among(beside[i].payload, code, codes));
    CHECK(!late);
    view_clear(&v);
    followed_clear(&f);
}

static void deck_try(const char *name, struct held *h, uint64_t *chance)
{
    static struct print strange[STRANGE], clutter[STRANGE];
    prints_draw((enum print_kind)scene_below(chance, PRINT_NUMERAL), strange, STRANGE, chance);
    prints_clutter(clutter, STRANGE, chance);
    if (deck_enrol(h, chance)) {
        for (size_t k = 0; k < sizeof ways / sizeof *ways; k++)
            photograph(name, &ways[k], h, ways[k].bigger > 0 ? clutter : strange, chance);
        struct print *stuck = stickers_print(h);
        trick_follow(name, h, h->print, false, *chance);
        const int bare = trick_follow(name, h, stuck, false, *chance),
                  beside = trick_follow(name, h, stuck, true, *chance);
        check(beside >= bare, "%s: %d told surely beside stickers, %d without", name, beside, bare);
        trick_stickers(name, h, stuck, chance);
        free(stuck);
    } else if (getenv("VERBOSE") != NULL) {
        printf("%s: not enrolled\n", name);
    }
    held_clear(h);
}

static void drawn_deck(enum print_kind kind, uint64_t *chance)
{
    static const char *const name[PRINT_KINDS] = {"painted", "inked", "text", "numeral", "bare"};
    struct held h = {.cards = CARDS, .print = calloc(CARDS, sizeof *h.print)};
    if (h.print == NULL)
        abort();
    prints_draw(kind, h.print, CARDS, chance);
    deck_try(name[kind], &h, chance);
}

static void packaged_deck(const char *file, uint64_t *chance)
{
    enum { PACK = 52 };
    struct held h = {.cards = PACK, .print = calloc(PACK, sizeof *h.print)};
    struct bytes bytes = {.at = NULL};
    struct colour all;
    const int in = open(file, O_RDONLY | O_CLOEXEC);
    if (h.print == NULL || in < 0 || bytes_read(&bytes, in, 1 << 26) != 0
        || !colour_read(bytes.at, bytes.length, &all))
        abort();
    close(in);
    for (int i = 0; i < PACK; i++)
        print_packaged(&all, i, &h.print[i]);
    colour_clear(&all);
    bytes_clear(&bytes);
    deck_try("package", &h, chance);
}

int main(void)
{
    const uint64_t first = number_from("SEED", 1);
    const char *file = getenv("CARDS");
    chance_begin(first);
    for (uint64_t i = first; i < first + number_from("ITERS", 1); i++) {
        uint64_t chance = scene_sow(i);
        for (int kind = 0; kind < PRINT_KINDS; kind++)
            if (getenv("VERBOSE") != NULL || kind == (int)(i % PRINT_KINDS))
                drawn_deck((enum print_kind)kind, &chance);
        if (file != NULL)
            packaged_deck(file, &chance);
    }
    check(2 * known >= piled, "of %d cards one over another %d are known", piled, known);
    return finish();
}
