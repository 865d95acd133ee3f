/*
 * Cards without stickers: decks that are drawn here, with a picture of its own on every card or one
 * picture and numerals, are photographed laid out in rows, taken from that photograph as faces, and
 * then found and told apart in other photographs: tilted, dazzled, behind fingers, at night. What a
 * photograph shows is known exactly, and nothing of what is tested makes it. CARDS=FILE adds a deck
 * that a package draws (tests/camera/faces). VERBOSE=1 shows
 * figures and every card, ITERS=… takes more decks and photographs.
 */
#include "check.h"
#include "scan_face_shot.h"

#include <fcntl.h>
#include <math.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- what is found ----------------------------------------------------------------------- */

/*
 * The outline whose corners all lie within so many pixels of the card's, whichever is first; -1:
 * none.
 */
static int outline_of(const struct lying *c, const struct outline *o, int count, float most)
{
    for (int i = 0; i < count; i++)
        for (int turn = 0; turn < 4; turn++) {
            float far = 0;
            for (int k = 0; k < 4; k++)
                far = fmaxf(far, hypotf(c->corner[k].x - o[i].corner[(k + turn) % 4].x,
                                     c->corner[k].y - o[i].corner[(k + turn) % 4].y));
            if (far < most)
                return i;
        }
    return -1;
}

struct tally {
    int shown, found, read, wrong, asked, foreign, told; /* told: read, or likely */
};

static void shot_read(const struct shot *s, struct face_deck *deck, struct tally *t, float scale)
{
    struct outline o[OUTLINES_MOST];
    bool used[OUTLINES_MOST] = {false};
    int count = outlines_find(&s->picture, o, OUTLINES_MOST);
    for (int i = 0; i < s->count; i++) {
        int k = outline_of(&s->card[i], o, count, fmaxf(5, 5 * scale));
        struct proposal p;
        t->shown++;
        if (k < 0)
            continue;
        t->found++;
        used[k] = true;
        CHECK(face_match(&s->picture, &o[k], deck, &p));
        bool right = p.card == s->card[i].card, sure = proposal_sure(&p);
        t->read += sure && right;
        t->wrong += sure && !right;
        t->asked += !sure;
        t->told += proposal_likely(&p);
        if (getenv("VERBOSE") != NULL)
            printf("card %d as %d next %d score %.3f gap %.3f seen %.2f firm %.0f%s\n",
                s->card[i].card, p.card, p.next, (double)p.score, (double)p.gap, (double)p.seen,
                (double)p.firm,
                right  ? ""
                : sure ? " entered wrongly"
                       : " asked wrongly");
    }
    for (int k = 0; k < count; k++) {
        struct proposal p;
        t->foreign += !used[k];
        /* what is no card of ours is nothing either */
        if (!used[k] && face_match(&s->picture, &o[k], deck, &p) && proposal_likely(&p)) {
            bool there = false;
            for (int i = 0; i < s->count; i++)
                there |= s->card[i].card == p.card
                         && hypotf(corners_middle(o[k].corner).x
                                       - corners_middle(s->card[i].corner).x,
                                corners_middle(o[k].corner).y - corners_middle(s->card[i].corner).y)
                                < 30 * scale;
            t->wrong += !there && proposal_sure(&p);
            t->told += !there;
        }
    }
}

/* The deck as it is enrolled: from its own photograph; from another, where that lacks a card. */
static void deck_faces(const struct art *art, int cards, struct scan_face *face)
{
    enum { PHOTOGRAPHS = 4 };
    static const struct way way = {.scale = 3, .photo = {.blur = 0.6f, .noise = 3, .quality = 92}};
    static struct outline o[OUTLINES_MOST];
    const float near = art[0].drawn != NULL ? 9 : 3; /* a package's card is smaller than its cell */
    struct shot s;
    int count = 0;
    for (int i = 0; i < PHOTOGRAPHS && count != cards; i++) {
        if (i > 0)
            free(s.picture.at);
        shot_rows(&s, art, cards, &way);
        count = outlines_find(&s.picture, o, OUTLINES_MOST);
    }
    CHECK_EQUAL(count, cards);
    for (int i = 0; i < cards && i < count; i++) {
        CHECK_EQUAL(outline_of(&s.card[i], o, count, near), i); /* in reading order */
        /* the camera stands upright: the first side is the one that is higher */
        bool half = o[i].corner[0].y > o[i].corner[2].y;
        CHECK(face_take(&s.picture, &o[i], half, i > 0 ? &face[0] : NULL, &face[i]));
    }
    free(s.picture.at);
}

/* A deck, its faces, and another deck of which it knows nothing. */
struct enrolled {
    float numeral;
    int cards;
    struct art art[CARDS_MOST], strange[DECK_CARDS];
    struct scan_face *face;  /* owned, `cards` */
    struct face_deck *ready; /* owned */
};

static void deck_enrol(struct enrolled *e, float numeral, const struct colour *drawn)
{
    e->numeral = numeral;
    e->cards = drawn != NULL ? CARDS_MOST : DECK_CARDS;
    e->face = calloc(CARDS_MOST, sizeof *e->face);
    if (e->face == NULL)
        abort();
    deck_draw(e->art, numeral);
    for (int i = 0; i < CARDS_MOST && drawn != NULL; i++)
        e->art[i] = art_drawn(drawn, i);
    deck_draw(e->strange, 0);
    deck_faces(e->art, e->cards, e->face);
    e->ready = face_deck_new(e->face, e->cards);
    if (e->ready == NULL)
        abort();
}

static void measure(const struct way *way, const struct enrolled *e, int least)
{
    struct tally t = {0};
    struct shot s;
    const bool strange = way->strange || way->clutter;
    shot_table(&s, strange ? e->strange : e->art, strange ? DECK_CARDS : e->cards, way);
    for (int i = 0; i < s.count && strange; i++)
        s.card[i].card = -1;
    shot_read(&s, e->ready, &t, way->scale);
    free(s.picture.at);
    if (getenv("VERBOSE") != NULL)
        printf(
            "%-20s %.1f px/mm numeral %.0f mm: %d shown, %d found, %d read, %d asked, %d wrong\n",
            way->name, (double)way->scale, (double)e->numeral, t.shown, t.found, t.read, t.asked,
            t.wrong);
    check(t.wrong == 0, "%s, %.1f px/mm: %d wrong", way->name, (double)way->scale, t.wrong);
    if (strange)
        check(t.told == 0, "%s: %d told that are no cards of ours", way->name, t.told);
    if (getenv("VERBOSE") != NULL || strange)
        return; /* what is missed stands in the figures */
    check(t.found >= t.shown - 1, "%s, %.1f px/mm: %d of %d found", way->name, (double)way->scale,
        t.found, t.shown);
    check(100 * t.read >= least * t.shown, "%s, %.1f px/mm: %d of %d read", way->name,
        (double)way->scale, t.read, t.shown);
}

/* ---- pictures for the commands ----------------------------------------------------------- */

static void picture_write(const struct colour *c, const char *folder, const char *name, int number)
{
    char path[512];
    png_image image = {.version = PNG_IMAGE_VERSION, .format = PNG_FORMAT_RGB};
    image.width = (png_uint_32)c->width;
    image.height = (png_uint_32)c->height;
    snprintf(path, sizeof path, "%s/%s%d.png", folder, name, number);
    CHECK(png_image_write_to_file(&image, path, 0, c->at, 0, NULL));
}

/*
 * So many decks into a folder: rowsN.png, laid out, and tableN.png, cards anyhow; what lies on each
 * table on standard output, "N CARD X Y" a card.
 */
static int draw_pictures(const char *folder, int decks)
{
    static const struct way rows = {.scale = 3, .photo = {.blur = 0.6f, .noise = 3, .quality = 92}},
                            table = {.scale = 1.5f,
                                .tilt = 3,
                                .photo = {.blur = 0.7f, .noise = 4, .quality = 85}};
    static struct art art[DECK_CARDS];
    seed = scene_sow(number_from("SEED", 1));
    for (int n = 1; n <= decks; n++) {
        struct shot s;
        deck_draw(art, 0);
        shot_rows(&s, art, DECK_CARDS, &rows);
        picture_write(&s.picture, folder, "rows", n);
        free(s.picture.at);
        shot_table(&s, art, DECK_CARDS, &table);
        picture_write(&s.picture, folder, "table", n);
        for (int i = 0; i < s.count; i++)
            printf("%d %d %.0f %.0f\n", n, s.card[i].card,
                (double)corners_middle(s.card[i].corner).x,
                (double)corners_middle(s.card[i].corner).y);
        free(s.picture.at);
    }
    return finish();
}

/* CARDS=FILE: a package's cards as a picture, 13 beside each other, four suits and a fifth row. */
static bool drawn_read(struct colour *out)
{
    const char *name = getenv("CARDS");
    struct bytes bytes = {.at = NULL};
    int file = name != NULL ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0)
        return false;
    bool good = bytes_read(&bytes, file, 1 << 26) == 0 && colour_read(bytes.at, bytes.length, out);
    CHECK(good);
    close(file);
    bytes_clear(&bytes);
    return good;
}

/* ---- a film ------------------------------------------------------------------------------ */

enum { FILM_WIDTH = 640, FILM_HEIGHT = 480, FILM_MS = 66, FILM_CARDS = 4, SEEN_MOST = 16 };

/* A table before a camera, frame by frame, and what is made of it. */
struct film {
    const struct enrolled *deck;
    struct way way;
    struct shot bare;
    float lean;
    struct lying card[FILM_CARDS]; /* that lie there */
    int count;
    bool hand;              /* … over the first of them */
    struct found code;      /* a sticker that is read; label below 0: none */
    struct faces faces;     /* owned */
    struct deck labels;     /* owned */
    struct face_follow *of; /* owned */
    struct found seen[SEEN_MOST];
    int seen_count, looks, deadline;
    long now;
};

static void film_begin(struct film *f, const struct enrolled *deck)
{
    struct why why;
    *f = (struct film){.deck = deck, .now = 1000, .code.label = -1};
    f->way = (struct way){.name = "film",
        .scale = 1.5f,
        .photo = {.blur = 0.7f, .noise = 4, .quality = 85}};
    for (int i = 0; i < deck->cards; i++) {
        char payload[PAYLOAD_MOST + 1], token[8];
        snprintf(payload, sizeof payload, "F/HT/%c%d", "RB"[i / 13], i % 13 + 1);
        snprintf(token, sizeof token, "%c%d", "rb"[i / 13], i % 13 + 1);
        CHECK(deck_add(&f->labels, payload, token, &why));
        CHECK(faces_add(&f->faces, &deck->face[i], payload, 1));
    }
    f->of = face_follow_new(&f->faces, &f->labels);
    shot_begin(&f->bare, FILM_WIDTH, FILM_HEIGHT);
}

static void film_end(struct film *f)
{
    face_follow_free(f->of);
    faces_clear(&f->faces);
    deck_clear(&f->labels);
    for (int k = 0; k < 3; k++)
        free(f->bare.light[k]);
    free(f->bare.picture.at);
}

static void film_lay(struct film *f, int card, float x, float y, float turn)
{
    struct lying *c = &f->card[f->count++];
    *c = (struct lying){.card = card};
    card_stand(c, (struct point){x, y}, turn, 0.03f, 1, f->way.scale);
}

static struct grey grey_of(const struct colour *c)
{
    struct grey g = {c->width, c->height, c->width, malloc((size_t)c->width * (size_t)c->height)};
    for (int i = 0; i < c->width * c->height && g.at != NULL; i++)
        g.at[i] = (uint8_t)((77 * c->at[3 * i] + 150 * c->at[3 * i + 1] + 29 * c->at[3 * i + 2])
                            >> 8);
    return g;
}

static void film_hand(struct shot *s, struct point at)
{
    static const float skin[3] = {205, 150, 125};
    for (int y = 0; y < FILM_HEIGHT; y++)
        for (int x = 0; x < FILM_WIDTH; x++)
            for (int k = 0; k < 3 && hypotf((float)x - at.x, (float)y - at.y) < 60; k++)
                s->light[k][y * FILM_WIDTH + x] = skin[k];
}

static void film_frame(struct film *f)
{
    struct shot s = {
        .picture = {FILM_WIDTH, FILM_HEIGHT, malloc((size_t)3 * FILM_WIDTH * FILM_HEIGHT)}};
    const size_t plane = sizeof(float) * FILM_WIDTH * FILM_HEIGHT;
    for (int k = 0; k < 3; k++) {
        s.light[k] = malloc(plane);
        if (s.light[k] == NULL || s.picture.at == NULL)
            abort();
        memcpy(s.light[k], f->bare.light[k], plane);
    }
    for (int i = 0; i < f->count; i++)
        card_paint(&s, &f->card[i], &f->deck->art[f->card[i].card], &f->way);
    if (f->hand)
        film_hand(&s, corners_middle(f->card[0].corner));
    shot_take_lit(&s, &f->way, 0.1f);
    struct grey grey = grey_of(&s.picture);
    f->now += FILM_MS;
    const int codes = f->code.label >= 0;
    if (face_follow_frame(f->of, &grey, &f->code, codes, f->now)) {
        f->looks++;
        face_follow_look(f->of, &s.picture, f->deadline);
    }
    f->seen_count = face_follow_found(f->of, &f->code, codes, f->seen, SEEN_MOST);
    for (int i = 0; i < f->seen_count; i++)
        CHECK(f->seen[i].by == FOUND_BY_FACE);
    grey_clear(&grey);
    free(s.picture.at);
}

static bool film_shows(const struct film *f, int card)
{
    bool shows = false;
    for (int i = 0; i < f->seen_count; i++)
        shows |= f->seen[i].label == card;
    return shows;
}

/* Frames until this many are seen, or so many frames. */
static int film_until(struct film *f, int count, int most)
{
    int frames = 0;
    do
        film_frame(f);
    while (++frames < most && (f->seen_count != count || face_follow_busy(f->of)));
    return frames;
}

/*
 * A card is told soon after it lies and for as long as it lies, once, without being looked at
 * again; not while it moves, nor while a sticker tells it, nor when it is taken away.
 */
static void a_film(const struct enrolled *deck, int deadline)
{
    struct film f;
    film_begin(&f, deck);
    f.deadline = deadline;
    for (int i = 0; i < 5; i++)
        film_frame(&f);
    CHECK(f.seen_count == 0 && f.looks > 0);
    for (int i = 0; i < 4; i++) { /* a card that comes in */
        f.count = 0;
        film_lay(&f, 3, 60 + 35 * (float)i, 150, 0.2f);
        film_frame(&f);
        CHECK_EQUAL(f.seen_count, 0);
    }
    CHECK(film_until(&f, 1, 12) <= 8);
    CHECK(f.seen_count == 1 && film_shows(&f, 3));
    CHECK(hypotf(corners_middle(f.seen[0].corner).x - 165, corners_middle(f.seen[0].corner).y - 150)
          < 4);
    int looks = f.looks;
    for (int i = 0; i < 10; i++)
        film_frame(&f);
    CHECK(film_shows(&f, 3) && f.looks == looks);
    /* two more in the same moment are told in the same frame, and the first one meanwhile */
    film_lay(&f, 9, 330, 160, 2.9f);
    film_lay(&f, 14, 500, 160, -0.3f);
    for (int i = 0; i < 16 && f.seen_count < 3; i++) {
        film_frame(&f);
        CHECK(f.seen_count != 2 && film_shows(&f, 3));
    }
    CHECK(film_shows(&f, 9) && film_shows(&f, 14));
    /* a hand that rests on the first one hides it, and it is told when that is gone */
    f.hand = true;
    film_until(&f, 2, 8);
    CHECK(!film_shows(&f, 3) && film_shows(&f, 9) && film_shows(&f, 14));
    f.hand = false;
    film_until(&f, 3, 16);
    CHECK(film_shows(&f, 3) && film_shows(&f, 9) && film_shows(&f, 14));
    /* the second one has a sticker after all */
    f.code = (struct found){.label = 9};
    for (int i = 0; i < 4; i++)
        f.code.corner[i] = (struct point){320 + 10 * (float)(i == 1 || i == 2),
            150 + 10 * (float)(i > 1)};
    film_frame(&f);
    CHECK(f.seen_count == 2 && !film_shows(&f, 9));
    /* swept, but for the last */
    f.card[0] = f.card[2];
    f.count = 1;
    f.code.label = -1;
    film_frame(&f);
    CHECK(f.seen_count == 1 && film_shows(&f, 14));
    film_until(&f, 1, 10);
    CHECK(f.seen_count == 1 && film_shows(&f, 14));
    film_end(&f);
}

/* ---- a deck's faces, kept -------------------------------------------------------------------- */

static bool sheet_returns(const struct faces *f)
{
    struct bytes sheet = {.at = NULL};
    struct faces read;
    bool same = faces_write(f, &sheet) && faces_read(sheet.at, sheet.length, &read);
    bytes_clear(&sheet);
    if (!same)
        return false;
    same = read.count == f->count;
    for (int i = 0; i < read.count && same; i++)
        same = memcmp(&read.face[i], &f->face[i], sizeof read.face[i]) == 0
               && read.name[i].row == f->name[i].row
               && strcmp(read.name[i].payload, f->name[i].payload) == 0;
    faces_clear(&read);
    return same;
}

/* However many rows they lay in, one card by one too; and a row is no number beyond all rows. */
static void sheets_return(void)
{
    static const int a_row[] = {1, 2, 3, 13, 40};
    static struct scan_face face;
    for (size_t k = 0; k < sizeof a_row / sizeof *a_row; k++) {
        struct faces f = {.face = NULL};
        for (int i = 0; i < FACES_MOST; i++) {
            memset(&face, i % 251, sizeof face);
            CHECK(faces_add(&f, &face, i % 2 == 0 ? "F/HT/R1" : "", 1 + i / a_row[k]));
        }
        CHECK(!faces_add(&f, &face, "", 1));
        CHECK(sheet_returns(&f));
        f.name[7].row = ROW_MOST + 1;
        CHECK(!sheet_returns(&f));
        f.name[7].row = 0;
        CHECK(!sheet_returns(&f));
        faces_clear(&f);
    }
    struct faces f = {.face = NULL};
    for (int i = 0; i < 6; i++)
        CHECK(faces_add(&f, &face, "", i / 2 * 7 % 10));
    CHECK(faces_number(&f, 5) == 8 && f.name[0].row == 6 && f.name[1].row == 6);
    CHECK(f.name[2].row == 7 && f.name[5].row == 8);
    faces_clear(&f);
}

/* ---- colours ----------------------------------------------------------------------------- */

enum { WIDE = 8, HIGH = 4, ROW = 24 /* bytes: rows may be longer than what is seen */ };

/* Four squares of 4 × 2 pixels. */
static const uint8_t *square_at(int x, int y)
{
    static const uint8_t square[4][3] = {{200, 30, 40}, {20, 160, 60}, {240, 240, 235},
        {30, 50, 190}};
    return square[x / 4 + y / 2 * 2];
}

/* ITU-R BT.601, its levels kept apart from the ends: light, and the two colours. */
static uint8_t yuv_at(int x, int y, int which)
{
    static const double of[3][4] = {{16, 0.257, 0.504, 0.098}, {128, -0.148, -0.291, 0.439},
        {128, 0.439, -0.368, -0.071}};
    const uint8_t *c = square_at(x, y);
    return (uint8_t)(of[which][0] + of[which][1] * c[0] + of[which][2] * c[1] + of[which][3] * c[2]
                     + 0.5);
}

/* What video devices give comes to the colours that it was made of. */
static void colours_return(void)
{
    for (int pairs = 0; pairs < 2; pairs++) {
        uint8_t at[ROW * HIGH * 3 / 2] = {0};
        const size_t length = pairs ? ROW * HIGH : sizeof at;
        struct colour c;
        int most = 0;
        for (int i = 0; i < WIDE * HIGH; i++) {
            const int x = i % WIDE, y = i / WIDE;
            at[y * ROW + x * (1 + pairs)] = yuv_at(x, y, 0);
            at[pairs ? y * ROW + 2 * x + 1 : (HIGH + y / 2) * ROW + x] = yuv_at(x, y, 1 + x % 2);
        }
        CHECK(!colour_yuv(at, length - 1, ROW, WIDE, HIGH, pairs, &c));
        CHECK(!colour_yuv(at, length, WIDE - 1, WIDE, HIGH, pairs, &c));
        CHECK(!colour_yuv(at, length, ROW, WIDE - 1, HIGH, pairs, &c));
        CHECK(colour_yuv(at, length, ROW, WIDE, HIGH, pairs, &c));
        for (int i = 0; i < 3 * WIDE * HIGH; i++) {
            const int off = abs(c.at[i] - square_at(i / 3 % WIDE, i / 3 / WIDE)[i % 3]);
            most = off > most ? off : most;
        }
        CHECK_WITHIN(most, 0, 4);
        colour_clear(&c);
    }
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "draw") == 0)
        return draw_pictures(argv[2], (int)strtol(argv[3], NULL, 10));
    static const struct photo fair = {.blur = 0.7f, .noise = 4, .quality = 85},
                              poor = {.blur = 0.9f, .noise = 12, .quality = 75};
    enum { OWN, NUMERAL, SMALL, DRAWN, DECKS };
    static const float numeral[DECKS] = {0, 8, 4, 0};
    static const struct {
        struct way way;
        int deck, least; /* per cent that are entered */
    } all[] = {
        {{.name = "from above", .scale = 1, .tilt = 3, .photo = fair}, OWN, 75},
        {{.name = "from above", .scale = 1.5f, .tilt = 3, .photo = fair}, OWN, 87},
        {{.name = "tilt 30", .scale = 1.5f, .tilt = 30, .photo = fair}, OWN, 75},
        {{.name = "finger", .scale = 1.5f, .tilt = 3, .finger = true, .photo = fair}, OWN, 75},
        {{.name = "night", .scale = 1.5f, .tilt = 3, .dark = 0.3f, .photo = poor}, OWN, 62},
        {{.name = "warm", .scale = 1.5f, .tilt = 3, .warm = true, .photo = fair}, OWN, 75},
        {{.name = "sleeve", .scale = 1.5f, .tilt = 3, .sleeve = true, .photo = fair}, OWN, 75},
        {{.name = "glare", .scale = 1.5f, .tilt = 3, .glare = true, .photo = fair}, OWN, 37},
        {{.name = "strange", .scale = 1.5f, .tilt = 3, .strange = true, .photo = fair}, OWN, 0},
        {{.name = "clutter", .scale = 1.5f, .tilt = 3, .clutter = true, .photo = fair}, OWN, 0},
        {{.name = "clutter", .scale = 2.5f, .tilt = 3, .clutter = true, .photo = fair}, NUMERAL, 0},
        {{.name = "one picture", .scale = 3, .tilt = 3, .photo = fair}, NUMERAL, 66},
        {{.name = "one picture, glare", .scale = 3, .tilt = 3, .glare = true, .photo = fair},
            NUMERAL, 0},
        {{.name = "one picture, finger", .scale = 3, .tilt = 3, .finger = true, .photo = fair},
            NUMERAL, 0},
        {{.name = "one picture", .scale = 1.5f, .tilt = 3, .photo = fair}, NUMERAL, 0},
        {{.name = "one picture", .scale = 3, .tilt = 3, .photo = fair}, SMALL, 0},
        {{.name = "package", .scale = 1, .tilt = 3, .photo = fair}, DRAWN, 0},
        {{.name = "package", .scale = 1.5f, .tilt = 3, .photo = fair}, DRAWN, 0},
        {{.name = "package, tilt 30", .scale = 1.5f, .tilt = 30, .photo = fair}, DRAWN, 0},
        {{.name = "package, glare", .scale = 1.5f, .tilt = 3, .glare = true, .photo = fair}, DRAWN,
            0},
        {{.name = "package, finger", .scale = 1.5f, .tilt = 3, .finger = true, .photo = fair},
            DRAWN, 0},
        {{.name = "package, night", .scale = 1.5f, .tilt = 3, .dark = 0.3f, .photo = poor}, DRAWN,
            0},
        {{.name = "package, sleeve", .scale = 1.5f, .tilt = 3, .sleeve = true, .photo = fair},
            DRAWN, 0},
    };
    static struct enrolled deck[DECKS];
    struct colour drawn = {.at = NULL};
    const int decks = drawn_read(&drawn) ? DECKS : DRAWN;
    uint64_t first = number_from("SEED", 1);
    chance_begin(first);
    colours_return();
    sheets_return();
    for (uint64_t i = first; i < first + number_from("ITERS", 1); i++) {
        seed = scene_sow(i);
        for (int k = 0; k < decks; k++)
            deck_enrol(&deck[k], numeral[k], k == DRAWN ? &drawn : NULL);
        if (i == first) {
            const uint64_t here = seed; /* the same film */
            a_film(&deck[OWN], 1);      /* … on a slow machine: one thing a frame */
            seed = here;
            a_film(&deck[OWN], 120);
        }
        CHECK(faces_alike(&deck[OWN].face[0], &deck[OWN].face[1]) < FACES_ALIKE);
        CHECK(faces_alike(&deck[NUMERAL].face[0], &deck[NUMERAL].face[0]) > 0.999f);
        for (size_t k = 0; k < sizeof all / sizeof *all; k++)
            if (all[k].deck < decks)
                measure(&all[k].way, &deck[all[k].deck], all[k].least);
        for (int k = 0; k < decks; k++) {
            face_deck_free(deck[k].ready);
            free(deck[k].face);
        }
    }
    colour_clear(&drawn);
    return finish();
}
