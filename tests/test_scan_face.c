/*
 * Cards without stickers: decks that are drawn here, with a picture of its own on every card or one
 * picture and numerals, are photographed laid out in rows, taken from that photograph as faces, and
 * then found and told apart in other photographs: tilted, dazzled, behind fingers, at night. What a
 * photograph shows is known exactly, and nothing of what is tested makes it. CARDS=FILE adds a deck
 * that a package draws (tests/camera/faces). VERBOSE=1 shows
 * figures and every card, ITERS=… takes more decks and photographs.
 */
#include "check.h"
#include "scan_chance.h"
#include "scan_photo.h"
#include "scanner/face.h"

#include <fcntl.h>
#include <math.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    WIDTH = 63,
    HEIGHT = 88,
    DECK_CARDS = 24,
    CARDS_MOST = 52,
    BLOTS = 7,
    LYING = 8,
    FRAME_WIDTH = 1280,
    FRAME_HEIGHT = 960
};

/* Light, red green blue. */
struct light {
    float at[3];
};

struct blot {
    float x, y, w, h, turn;
    bool round;
    struct light light;
};

struct art {
    const struct colour *drawn; /* a package's cards in a grid; NULL: drawn here */
    int column, row;
    struct light ground, paper;
    struct blot blot[BLOTS];
    int number;    /* 0: none */
    float numeral; /* millimetres high */
};

/* How a photograph is taken. */
struct way {
    const char *name;
    float scale;                               /* pixels a millimetre */
    float tilt;                                /* degrees at most */
    float dark;                                /* share of the light that is there; 0: all */
    bool warm, glare, finger, sleeve, strange; /* strange: the cards are of another deck */
    struct photo photo;
};

struct lying {
    int card;
    struct point corner[4];
    float inverse[3][3];        /* from the picture to millimetres of the card */
    struct point finger, glare; /* millimetres */
};

struct shot {
    struct lying card[CARDS_MOST];
    int count;
    struct colour picture; /* owned */
    float *light[3];       /* owned */
};

static uint64_t seed;

static float between(float least, float most) { return scene_between(&seed, least, most); }

/* ---- decks ------------------------------------------------------------------------------- */

static struct light any_light(float least, float most)
{
    return (struct light){{between(least, most), between(least, most), between(least, most)}};
}

static struct art any_art(struct light paper)
{
    struct art a = {.ground = any_light(60, 235), .paper = paper};
    for (int i = 0; i < BLOTS; i++)
        a.blot[i] = (struct blot){between(8, 55), between(8, 80), between(3, 16), between(3, 16),
            between(0, 3.1f), scene_below(&seed, 2), any_light(15, 240)};
    return a;
}

/* A picture of its own a card, or one picture and a numeral of so many millimetres. */
static void deck_draw(struct art art[DECK_CARDS], float numeral)
{
    struct light paper = any_light(225, 240);
    struct art one = any_art(paper);
    for (int i = 0; i < DECK_CARDS; i++) {
        art[i] = numeral > 0 ? one : any_art(paper);
        art[i].number = numeral > 0 ? i + 1 : 0;
        art[i].numeral = numeral;
    }
}

/* Is a point of a digit's box, 0.6 wide and 1 high, ink? Seven bars. */
static bool digit_ink(int digit, float x, float y)
{
    static const unsigned char bars[10] = {0x77, 0x24, 0x5d, 0x6d, 0x2e, 0x6b, 0x7b, 0x25, 0x7f,
        0x6f};
    const float t = 0.13f;
    bool in[7] = {
        y<t,
            x<t && y<0.5f, x> 0.6f - t
                && y<0.5f, fabsf(y - 0.5f) < t / 2, x<t && y> 0.5f, x> 0.6f - t && y> 0.5f,
            y> 1
        - t};
    bool ink = false;
    for (int i = 0; i < 7 && x >= 0 && x <= 0.6f && y >= 0 && y <= 1; i++)
        ink |= in[i] && (bars[digit] >> i & 1);
    return ink;
}

static bool number_ink(const struct art *a, float x, float y)
{
    float u = (x - 4) / a->numeral, v = (y - 4) / a->numeral;
    return digit_ink(a->number / 10, u, v) || digit_ink(a->number % 10, u - 0.8f, v);
}

enum { GRID_COLUMNS = 13, GRID_ROWS = 5 };

static struct light drawn_light(const struct art *a, float x, float y)
{
    const struct colour *d = a->drawn;
    int u = (int)(((float)a->column + x / WIDTH) * (float)d->width / GRID_COLUMNS),
        v = (int)(((float)a->row + y / HEIGHT) * (float)d->height / GRID_ROWS);
    u = u < 0 ? 0 : u >= d->width ? d->width - 1 : u;
    v = v < 0 ? 0 : v >= d->height ? d->height - 1 : v;
    const uint8_t *at = d->at + 3 * ((size_t)v * (size_t)d->width + (size_t)u);
    return (struct light){{(float)at[0] * 0.93f, (float)at[1] * 0.93f, (float)at[2] * 0.93f}};
}

static struct light art_light(const struct art *a, float x, float y)
{
    if (a->drawn != NULL)
        return drawn_light(a, x, y);
    if (a->number > 0) {
        if (number_ink(a, x, y) || number_ink(a, WIDTH - x, HEIGHT - y))
            return (struct light){{25, 25, 30}};
        float plate = a->numeral * 1.5f + 6, high = a->numeral + 6;
        if ((x < plate && y < high) || (WIDTH - x < plate && HEIGHT - y < high))
            return a->paper;
    }
    if (x < 3 || y < 3 || x > WIDTH - 3 || y > HEIGHT - 3)
        return a->paper;
    struct light light = a->ground;
    for (int i = 0; i < BLOTS; i++) {
        const struct blot *b = &a->blot[i];
        float u = (cosf(b->turn) * (x - b->x) + sinf(b->turn) * (y - b->y)) / b->w;
        float v = (cosf(b->turn) * (y - b->y) - sinf(b->turn) * (x - b->x)) / b->h;
        if (b->round ? u * u + v * v < 1 : fabsf(u) < 1 && fabsf(v) < 1)
            light = b->light;
    }
    return light;
}

/* ---- photographs ------------------------------------------------------------------------- */

/* A card's middle, its turn, its tilt about an axis in its plane, seen from 600 mm away. */
static void card_stand(struct lying *c, struct point at, float turn, float tilt, float axis,
    float scale)
{
    static const float corner[4][2] = {{0, 0}, {WIDTH, 0}, {WIDTH, HEIGHT}, {0, HEIGHT}};
    const float away = 600;
    float ct = cosf(turn), st = sinf(turn), ca = cosf(axis), sa = sinf(axis), m[3][3];
    /*
     * x, y in millimetres from the middle; along the axis as it was, across it shortened and deeper
     */
    float rows[2][3] = {{ct, -st, 0}, {st, ct, 0}}, turned[2][3], deep[2];
    for (int k = 0; k < 2; k++) {
        float along = ca * rows[0][k] + sa * rows[1][k], beside = ca * rows[1][k] - sa * rows[0][k];
        turned[0][k] = ca * along - sa * beside * cosf(tilt);
        turned[1][k] = sa * along + ca * beside * cosf(tilt);
        deep[k] = beside * sinf(tilt) / away;
    }
    for (int k = 0; k < 2; k++) {
        m[0][k] = scale * turned[0][k] + at.x * deep[k];
        m[1][k] = scale * turned[1][k] + at.y * deep[k];
        m[2][k] = deep[k];
    }
    const float hw = WIDTH / 2.0f, hh = HEIGHT / 2.0f;
    m[0][2] = at.x - m[0][0] * hw - m[0][1] * hh;
    m[1][2] = at.y - m[1][0] * hw - m[1][1] * hh;
    m[2][2] = 1 - m[2][0] * hw - m[2][1] * hh;
    for (int i = 0; i < 4; i++) {
        float x = corner[i][0], y = corner[i][1], w = m[2][0] * x + m[2][1] * y + m[2][2];
        c->corner[i] = (struct point){(m[0][0] * x + m[0][1] * y + m[0][2]) / w,
            (m[1][0] * x + m[1][1] * y + m[1][2]) / w};
    }
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            int a = (k + 1) % 3, b = (k + 2) % 3, d = (i + 1) % 3, e = (i + 2) % 3;
            c->inverse[i][k] = m[a][d] * m[b][e] - m[a][e] * m[b][d];
        }
}

static bool on_card(const struct lying *c, float x, float y, float *u, float *v)
{
    float w = c->inverse[2][0] * x + c->inverse[2][1] * y + c->inverse[2][2];
    *u = (c->inverse[0][0] * x + c->inverse[0][1] * y + c->inverse[0][2]) / w;
    *v = (c->inverse[1][0] * x + c->inverse[1][1] * y + c->inverse[1][2]) / w;
    float cx = fmaxf(fmaxf(3 - *u, *u - WIDTH + 3), 0),
          cy = fmaxf(fmaxf(3 - *v, *v - HEIGHT + 3), 0);
    return *u >= 0 && *v >= 0 && *u <= WIDTH && *v <= HEIGHT && cx * cx + cy * cy <= 9;
}

/* What is seen of a card at a place of it. */
static struct light seen_light(const struct lying *c, const struct art *a, const struct way *way,
    float u, float v)
{
    struct light light = art_light(a, u, v);
    float finger = hypotf(u - c->finger.x, v - c->finger.y),
          far = hypotf(u - c->glare.x, v - c->glare.y);
    for (int k = 0; k < 3; k++) {
        if (way->sleeve)
            light.at[k] = 12 + 0.9f * light.at[k]
                          + (fabsf(fmodf(u + 0.4f * v + 100, 31) - 15) < 2 ? 14 : 0);
        if (way->glare)
            light.at[k] += 330 * expf(-far * far / 150);
        if (way->finger && finger < 7.5f)
            light.at[k] = k == 0 ? 205 : k == 1 ? 150 : 125;
    }
    return light;
}

static void card_paint(struct shot *s, const struct lying *c, const struct art *a,
    const struct way *way)
{
    enum { FINE = 3 };
    float left = 1e9f, top = 1e9f, right = 0, bottom = 0;
    for (int i = 0; i < 4; i++) {
        left = fminf(left, c->corner[i].x), right = fmaxf(right, c->corner[i].x);
        top = fminf(top, c->corner[i].y), bottom = fmaxf(bottom, c->corner[i].y);
    }
    for (int y = (int)fmaxf(top, 0); y <= (int)bottom && y < s->picture.height; y++)
        for (int x = (int)fmaxf(left, 0); x <= (int)right && x < s->picture.width; x++) {
            float sum[3] = {0}, u, v;
            int in = 0;
            for (int i = 0; i < FINE * FINE; i++) {
                if (!on_card(c, (float)x + ((float)(i % FINE) + 0.5f) / FINE,
                        (float)y + ((float)(i / FINE) + 0.5f) / FINE, &u, &v))
                    continue;
                struct light light = seen_light(c, a, way, u, v);
                in++;
                for (int k = 0; k < 3; k++)
                    sum[k] += light.at[k];
            }
            for (int k = 0; k < 3; k++) {
                float *at = &s->light[k][y * s->picture.width + x];
                *at += (sum[k] - (float)in * *at) / (FINE * FINE);
            }
        }
}

static void cloth_paint(struct shot *s)
{
    struct light cloth = any_light(25, 110);
    float weave = between(2, 10);
    for (int i = 0; i < s->picture.width * s->picture.height; i++) {
        float more = between(-weave, weave);
        for (int k = 0; k < 3; k++)
            s->light[k][i] = cloth.at[k] + more;
    }
}

static void shot_begin(struct shot *s, int width, int height)
{
    *s = (struct shot){.picture = {width, height, malloc(3 * (size_t)width * (size_t)height)}};
    for (int k = 0; k < 3; k++)
        s->light[k] = malloc((size_t)width * (size_t)height * sizeof *s->light[k]);
    if (s->picture.at == NULL || s->light[0] == NULL || s->light[1] == NULL || s->light[2] == NULL)
        abort();
    cloth_paint(s);
}

static void shot_take(struct shot *s, const struct way *way)
{
    static const float warm[3] = {1.05f, 0.86f, 0.6f};
    int width = s->picture.width, pixels = width * s->picture.height;
    float lean = between(-0.15f, 0.15f);
    uint64_t own = scene_random(&seed);
    struct grey plane = {width, s->picture.height, width, malloc((size_t)pixels)};
    for (int k = 0; k < 3 && plane.at != NULL; k++) {
        uint64_t same = own;
        for (int i = 0; i < pixels; i++)
            s->light[k][i] *= (way->dark > 0 ? way->dark : 1) * (way->warm ? warm[k] : 1)
                              * (1 + lean * ((float)(i % width) / (float)width - 0.5f));
        photo_take(&plane, s->light[k], &way->photo, &same);
        for (int i = 0; i < pixels; i++)
            s->picture.at[3 * i + k] = plane.at[i];
        free(s->light[k]);
    }
    free(plane.at);
}

/* The deck in rows, upright, from above. */
static void shot_rows(struct shot *s, const struct art *art, int cards, const struct way *way)
{
    enum { A_ROW = 6 };
    float pitch_x = way->scale * (WIDTH + 14), pitch_y = way->scale * (HEIGHT + 14);
    shot_begin(s, (int)(pitch_x * A_ROW) + 80,
        (int)(pitch_y * (float)((cards + A_ROW - 1) / A_ROW)) + 80);
    for (int i = 0; i < cards; i++) {
        struct lying *c = &s->card[s->count++];
        c->card = i;
        struct point at = {40 + pitch_x * ((float)(i % A_ROW) + 0.5f),
            40 + pitch_y * ((float)(i / A_ROW) + 0.5f)};
        card_stand(c, at, between(-0.04f, 0.04f), 0, 0, way->scale);
        card_paint(s, c, &art[i], way);
    }
    shot_take(s, way);
}

/* Cards anyhow, apart. */
static void shot_table(struct shot *s, const struct art *art, int cards, const struct way *way)
{
    float cell = way->scale * 1.06f * hypotf(WIDTH, HEIGHT);
    int columns = (int)(FRAME_WIDTH / cell), rows = (int)(FRAME_HEIGHT / cell), n = columns * rows;
    int first = (int)scene_below(&seed, (unsigned)cards);
    shot_begin(s, FRAME_WIDTH, FRAME_HEIGHT);
    for (int i = 0; i < n && i < LYING; i++) {
        struct lying *c = &s->card[s->count++];
        c->card = (first + 7 * i) % cards; /* each once, as in a deck */
        c->finger = (struct point){between(0, WIDTH),
            between(0, 1) < 0.5f ? between(0, 14) : HEIGHT - between(0, 14)};
        c->glare = (struct point){between(8, WIDTH - 8), between(8, HEIGHT - 8)};
        struct point at = {((float)(i % columns) + 0.5f) * FRAME_WIDTH / (float)columns,
            ((float)(i / columns) + 0.5f) * FRAME_HEIGHT / (float)rows};
        card_stand(c, at, between(0, 6.2832f), way->tilt * 0.0174533f * between(0.8f, 1),
            between(0, 6.2832f), way->scale);
        card_paint(s, c, &art[c->card], way);
    }
    shot_take(s, way);
}

/* ---- what is found ----------------------------------------------------------------------- */

static struct point middle(const struct point q[4])
{
    return (struct point){(q[0].x + q[1].x + q[2].x + q[3].x) / 4,
        (q[0].y + q[1].y + q[2].y + q[3].y) / 4};
}

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
    int shown, found, read, wrong, asked, foreign;
};

static void shot_read(const struct shot *s, const struct scan_face *face, int cards,
    struct tally *t, float scale)
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
        CHECK(face_match(&s->picture, &o[k], face, cards, &p));
        bool right = p.card == s->card[i].card, sure = proposal_sure(&p);
        t->read += sure && right;
        t->wrong += sure && !right;
        t->asked += !sure;
        if (getenv("VERBOSE") != NULL)
            printf("card %d as %d next %d score %.3f gap %.3f seen %.2f%s\n", s->card[i].card,
                p.card, p.next, (double)p.score, (double)p.gap, (double)p.seen,
                right  ? ""
                : sure ? " entered wrongly"
                       : " asked wrongly");
    }
    for (int k = 0; k < count; k++) {
        struct proposal p;
        t->foreign += !used[k];
        /* what is no card of ours is nothing either */
        if (!used[k] && face_match(&s->picture, &o[k], face, cards, &p) && proposal_sure(&p)) {
            bool there = false;
            for (int i = 0; i < s->count; i++)
                there |= s->card[i].card == p.card
                         && hypotf(middle(o[k].corner).x - middle(s->card[i].corner).x,
                                middle(o[k].corner).y - middle(s->card[i].corner).y)
                                < 30 * scale;
            t->wrong += !there;
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
    struct scan_face *face; /* owned, `cards` */
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
        e->art[i] =
            (struct art){.drawn = drawn, .column = i % GRID_COLUMNS, .row = i / GRID_COLUMNS};
    deck_draw(e->strange, 0);
    deck_faces(e->art, e->cards, e->face);
}

static void measure(const struct way *way, const struct enrolled *e, int least)
{
    struct tally t = {0};
    struct shot s;
    shot_table(&s, way->strange ? e->strange : e->art, way->strange ? DECK_CARDS : e->cards, way);
    for (int i = 0; i < s.count && way->strange; i++)
        s.card[i].card = -1;
    shot_read(&s, e->face, e->cards, &t, way->scale);
    free(s.picture.at);
    if (getenv("VERBOSE") != NULL)
        printf(
            "%-20s %.1f px/mm numeral %.0f mm: %d shown, %d found, %d read, %d asked, %d wrong\n",
            way->name, (double)way->scale, (double)e->numeral, t.shown, t.found, t.read, t.asked,
            t.wrong);
    check(t.wrong == 0, "%s, %.1f px/mm: %d wrong", way->name, (double)way->scale, t.wrong);
    if (getenv("VERBOSE") != NULL)
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
            printf("%d %d %.0f %.0f\n", n, s.card[i].card, (double)middle(s.card[i].corner).x,
                (double)middle(s.card[i].corner).y);
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
    sheets_return();
    for (uint64_t i = first; i < first + number_from("ITERS", 1); i++) {
        seed = scene_sow(i);
        for (int k = 0; k < decks; k++)
            deck_enrol(&deck[k], numeral[k], k == DRAWN ? &drawn : NULL);
        CHECK(faces_alike(&deck[OWN].face[0], &deck[OWN].face[1]) < FACES_ALIKE);
        CHECK(faces_alike(&deck[NUMERAL].face[0], &deck[NUMERAL].face[0]) > 0.999f);
        for (size_t k = 0; k < sizeof all / sizeof *all; k++)
            if (all[k].deck < decks)
                measure(&all[k].way, &deck[all[k].deck], all[k].least);
        for (int k = 0; k < decks; k++)
            free(deck[k].face);
    }
    colour_clear(&drawn);
    return finish();
}
