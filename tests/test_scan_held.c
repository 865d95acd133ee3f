/*
 * Cards without stickers once more, in photographs and of decks that the reader was not made
 * against: scan_held_view.h says how they come about. CARDS=FILE adds a package's deck; ITERS=…
 * takes more decks and photographs, VERBOSE=1 shows figures.
 */
#include "check.h"
#include "scan_held_view.h"

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
};

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
    const struct view_wish wish = {.width = 2560, .height = 1920, .scale = 3.2f, .rows = true};
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

/* One photograph; what of it is found, entered, entered wrongly. */
static void photograph(const char *deck, const struct way *way, const struct held *h,
    const struct print *strange, uint64_t *chance)
{
    static struct outline o[OUTLINES_MOST];
    const bool ours = !way->strange && way->bigger <= 0;
    const struct view_wish wish = {.width = way->scale < 2 ? 960 : 1440,
        .height = way->scale < 2 ? 720 : 1080,
        .scale = way->scale,
        .tilt = way->tilt,
        .dark = way->dark,
        .warm = way->warm,
        .glare = way->glare,
        .finger = way->finger,
        .bigger = way->bigger};
    struct view v;
    int found = 0, right = 0, wrong = 0, asked = 0;
    view_take(&v, &wish, ours ? h->print : strange, ours ? h->cards : STRANGE, chance);
    const int count = outlines_find(&v.picture, o, OUTLINES_MOST);
    for (int i = 0; i < v.count; i++)
        found += outline_at(o, count, v.lies[i].middle, 12 * way->scale) >= 0;
    for (int i = 0; i < count; i++) {
        struct proposal p;
        int lies = -1;
        for (int k = 0; k < v.count; k++)
            if (outline_at(&o[i], 1, v.lies[k].middle, 12 * way->scale) == 0)
                lies = v.lies[k].card;
        CHECK(face_match(&v.picture, &o[i], h->ready, &p));
        const bool is = ours && lies == p.card;
        right += is && proposal_sure(&p);
        wrong += !is && proposal_sure(&p);
        asked += proposal_likely(&p) && !proposal_sure(&p);
        if (getenv("VERBOSE") != NULL)
            printf("card %d as %d next %d score %.3f gap %.3f seen %.2f firm %.0f\n",
                ours ? lies : -1, p.card, p.next, (double)p.score, (double)p.gap, (double)p.seen,
                (double)p.firm);
    }
    if (getenv("VERBOSE") != NULL)
        printf("%s, %-12s %.1f px/mm: %d shown, %d found, %d read, %d asked, %d wrong\n", deck,
            way->name, (double)way->scale, v.count, found, right, asked, wrong);
    check(wrong == 0, "%s, %s, %.1f px/mm: %d wrong", deck, way->name, (double)way->scale, wrong);
    check(ours || asked == 0, "%s, %s: %d asked that are no cards of ours", deck, way->name, asked);
    view_clear(&v);
}

static void deck_try(const char *name, struct held *h, uint64_t *chance)
{
    static struct print strange[STRANGE], clutter[STRANGE];
    prints_draw((enum print_kind)scene_below(chance, PRINT_NUMERAL), strange, STRANGE, chance);
    prints_clutter(clutter, STRANGE, chance);
    if (deck_enrol(h, chance))
        for (size_t k = 0; k < sizeof ways / sizeof *ways; k++)
            photograph(name, &ways[k], h, ways[k].bigger > 0 ? clutter : strange, chance);
    else if (getenv("VERBOSE") != NULL)
        printf("%s: not enrolled\n", name);
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
    return finish();
}
