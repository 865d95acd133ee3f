/*
 * The faces of a deck as a picture that people look at, too: a PNG file with a row of cards for
 * each row of the photograph, and below each what its sticker would say, or `?`. In its text,
 * after the keyword, stands a line a face, in the same order:
 *
 *     Fuda faces\0 ( code-or-`-` blank row-number newline )*
 *
 * Where a face stands follows from these, so a sheet that others made has nothing to point with.
 */
#include "face.h"
#include "image.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

enum {
    A_ROW = 13, /* faces beside each other, at most */
    GAP = 8,
    BELOW = 24, /* pixels for what is written below a face */
    DOT = 3,
    GLYPH_WIDE = 3,
    GLYPH_HIGH = 5,
    SIGNATURE = 8,
    CHUNK = 12, /* of a PNG file; bytes of a chunk beside its own */
};
static const char keyword[] = "Fuda faces";

/* ---- the list ---------------------------------------------------------------------------- */

void faces_clear(struct faces *faces)
{
    free(faces->face);
    free(faces->name);
    *faces = (struct faces){.face = NULL};
}

bool faces_add(struct faces *faces, const struct scan_face *face, const char *payload, int row)
{
    size_t count = (size_t)faces->count;
    if (faces->count == FACES_MOST)
        return false;
    if (faces->face == NULL) {
        faces->face = malloc(FACES_MOST * sizeof *faces->face);
        faces->name = calloc(FACES_MOST, sizeof *faces->name);
    }
    if (faces->face == NULL || faces->name == NULL)
        return false;
    faces->face[count] = *face;
    faces->name[count].row = row;
    snprintf(faces->name[count].payload, sizeof faces->name[count].payload, "%s", payload);
    faces->count++;
    return true;
}

void faces_drop(struct faces *faces, int at)
{
    size_t after = (size_t)(--faces->count - at);
    memmove(faces->face + at, faces->face + at + 1, after * sizeof *faces->face);
    memmove(faces->name + at, faces->name + at + 1, after * sizeof *faces->name);
}

int faces_number(struct faces *faces, int after)
{
    for (int i = 0, before = 0; i < faces->count; i++) {
        const int row = faces->name[i].row;
        after += i == 0 || row != before;
        before = row;
        faces->name[i].row = after;
    }
    return after;
}

/* Where each face stands: its row and place in it, from the rows that they lay in. */
struct sheet_place {
    int left, top;
};

/* `apart`: a row that they lay in begins a row of the sheet. */
static struct sheet_place next_cell(const struct faces *f, int i, struct sheet_place before,
    bool apart)
{
    if (i == 0)
        return (struct sheet_place){GAP, GAP};
    if ((apart && f->name[i].row != f->name[i - 1].row)
        || before.left >= GAP + (A_ROW - 1) * (FACE_WIDTH + GAP))
        return (struct sheet_place){GAP, before.top + FACE_HEIGHT + BELOW};
    return (struct sheet_place){before.left + FACE_WIDTH + GAP, before.top};
}

/* Where there are more rows than a picture may be high for, as of cards one by one, they run on. */
static bool rows_apart(const struct faces *f)
{
    struct sheet_place cell = {0, 0};
    for (int i = 0; i < f->count; i++)
        cell = next_cell(f, i, cell, true);
    return cell.top + FACE_HEIGHT + BELOW <= SIDE_MOST;
}

void faces_place(const struct faces *faces, int at, int *left, int *top)
{
    struct sheet_place cell = {0, 0};
    const bool apart = rows_apart(faces);
    for (int i = 0; i <= at; i++)
        cell = next_cell(faces, i, cell, apart);
    *left = cell.left;
    *top = cell.top;
}

/* ---- writing ----------------------------------------------------------------------------- */

/* Three dots wide, five high, a digit of base eight a row. */
static int glyph(char c)
{
    static const char known[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    static const int drawn[] = {075557, 026227, 071747, 071717, 055711, 074717, 074757, 071122,
        075757, 075717, 025755, 065656, 034443, 065556, 074647, 074644, 034553, 055755, 072227,
        011152, 055655, 044447, 057755, 065555, 025552, 065644, 025563, 065655, 034216, 072222,
        055557, 055552, 055775, 055255, 055222, 071247};
    const char *at = c != '\0' ? strchr(known, c) : NULL;
    return at != NULL ? drawn[at - known] : 071202;
}

static void write_below(struct colour *p, struct sheet_place cell, const char *payload)
{
    const char *word = payload[0] == '\0' ? "?" : payload + strlen("F/HT/");
    int wide = (GLYPH_WIDE + 1) * DOT;
    int left = cell.left + (FACE_WIDTH - (int)strlen(word) * wide) / 2;
    for (; *word != '\0'; word++, left += wide)
        for (int i = 0; i < GLYPH_WIDE * GLYPH_HIGH * DOT * DOT; i++) {
            int x = i % (GLYPH_WIDE * DOT), y = i / (GLYPH_WIDE * DOT);
            int bit = GLYPH_WIDE * GLYPH_HIGH - 1 - y / DOT * GLYPH_WIDE - x / DOT;
            if (glyph(*word) >> bit & 1)
                memset(p->at
                           + 3
                                 * ((size_t)(cell.top + FACE_HEIGHT + 3 + y) * (size_t)p->width
                                     + (size_t)(left + x)),
                    0, 3);
        }
}

static bool draw(const struct faces *f, struct colour *p)
{
    struct sheet_place cell = {0, 0};
    const bool apart = rows_apart(f);
    *p = (struct colour){GAP, GAP, NULL};
    for (int i = 0; i < f->count; i++) {
        cell = next_cell(f, i, cell, apart);
        int right = cell.left + FACE_WIDTH + GAP;
        p->width = right > p->width ? right : p->width;
        p->height = cell.top + FACE_HEIGHT + BELOW;
    }
    size_t all = 3 * (size_t)p->width * (size_t)p->height;
    if ((p->at = malloc(all)) == NULL)
        return false;
    memset(p->at, 255, all);
    for (int i = 0; i < f->count; i++) {
        cell = next_cell(f, i, cell, apart);
        for (int y = 0; y < FACE_HEIGHT; y++)
            memcpy(p->at + 3 * ((size_t)(cell.top + y) * (size_t)p->width + (size_t)cell.left),
                f->face[i].at[y], sizeof f->face[i].at[y]);
        write_below(p, cell, f->name[i].payload);
    }
    return true;
}

/* ISO/IEC 15948, annex D. */
static uint32_t sum_of(const uint8_t *bytes, size_t length)
{
    uint32_t sum = ~0u;
    for (size_t i = 0; i < length; i++) {
        sum ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ (sum & 1 ? 0xEDB88320u : 0);
    }
    return ~sum;
}

static bool add_number(struct bytes *out, uint32_t n)
{
    uint8_t big[4] = {(uint8_t)(n >> 24), (uint8_t)(n >> 16), (uint8_t)(n >> 8), (uint8_t)n};
    return bytes_add(out, big, sizeof big);
}

/* The chunk of text. */
static bool add_names(struct bytes *out, const struct faces *f)
{
    struct bytes text = {.at = NULL};
    bool good = bytes_add(&text, "tEXt", 4) && bytes_add(&text, keyword, sizeof keyword);
    for (int i = 0; i < f->count && good; i++) {
        char line[PAYLOAD_MOST + 16];
        int length = snprintf(line, sizeof line, "%s %d\n",
            f->name[i].payload[0] != '\0' ? f->name[i].payload : "-", f->name[i].row);
        good = bytes_add(&text, line, (size_t)length);
    }
    good = good && add_number(out, (uint32_t)text.length - 4)
           && bytes_add(out, text.at, text.length) && add_number(out, sum_of(text.at, text.length));
    bytes_clear(&text);
    return good;
}

bool faces_write(const struct faces *faces, struct bytes *out)
{
    struct colour picture;
    png_image image = {.version = PNG_IMAGE_VERSION,
        .format = PNG_FORMAT_RGB,
        .flags = PNG_IMAGE_FLAG_FAST};
    png_alloc_size_t size = 0;
    uint8_t *made = NULL;
    bool good = draw(faces, &picture);
    image.width = (png_uint_32)picture.width;
    image.height = (png_uint_32)picture.height;
    size = good ? PNG_IMAGE_PNG_SIZE_MAX(image) : 0;
    good = good && (made = malloc(size)) != NULL
           && png_image_write_to_memory(&image, made, &size, 0, picture.at, 0, NULL) && size > CHUNK
           && bytes_add(out, made, size - CHUNK) && add_names(out, faces)
           && bytes_add(out, made + size - CHUNK, CHUNK);
    free(made);
    free(picture.at);
    return good;
}

/* ---- reading ----------------------------------------------------------------------------- */

static size_t number_at(const uint8_t *at)
{
    return (size_t)at[0] << 24 | (size_t)at[1] << 16 | (size_t)at[2] << 8 | at[3];
}

/* The lines of the text; NULL: it is no sheet. */
static const char *names_find(const uint8_t *bytes, size_t length, const char **end)
{
    for (size_t at = SIGNATURE; at < length && length - at >= CHUNK;) {
        size_t size = number_at(bytes + at);
        if (size > length - at - CHUNK)
            break;
        const uint8_t *text = bytes + at + 8;
        if (memcmp(bytes + at + 4, "tEXt", 4) == 0 && size >= sizeof keyword
            && memcmp(text, keyword, sizeof keyword) == 0) {
            *end = (const char *)text + size;
            return (const char *)text + sizeof keyword;
        }
        at += CHUNK + size;
    }
    return NULL;
}

/* A line of the text into the list, without its face. False: it is none. */
static bool name_take(struct faces *out, const char **at, const char *end)
{
    static const struct scan_face nothing;
    const char *newline = memchr(*at, '\n', (size_t)(end - *at));
    char payload[PAYLOAD_MOST + 1], line[PAYLOAD_MOST + 16];
    long row;
    if (newline == NULL || newline - *at >= (ptrdiff_t)sizeof line)
        return false;
    memcpy(line, *at, (size_t)(newline - *at));
    line[newline - *at] = '\0';
    *at = newline + 1;
    const char *blank = strchr(line, ' ');
    if (blank == NULL || blank - line > PAYLOAD_MOST)
        return false;
    memcpy(payload, line, (size_t)(blank - line));
    payload[blank - line] = '\0';
    row = strtol(blank, NULL, 10);
    if (strcmp(payload, "-") == 0)
        payload[0] = '\0';
    else if (!payload_ours(payload, strlen(payload)))
        return false;
    return row >= 1 && row <= ROW_MOST && faces_add(out, &nothing, payload, (int)row);
}

bool faces_read(const uint8_t *bytes, size_t length, struct faces *out)
{
    const char *end, *at = names_find(bytes, length, &end);
    struct colour picture;
    struct sheet_place cell = {0, 0};
    *out = (struct faces){.face = NULL};
    if (at == NULL || memcmp(bytes, "\x89PNG", 4) != 0 || !colour_read(bytes, length, &picture))
        return false;
    bool good = true;
    while (good && at < end)
        good = name_take(out, &at, end);
    const bool apart = good && rows_apart(out);
    for (int i = 0; i < out->count && good; i++) {
        cell = next_cell(out, i, cell, apart);
        good = cell.left + FACE_WIDTH <= picture.width && cell.top + FACE_HEIGHT <= picture.height;
        for (int y = 0; y < FACE_HEIGHT && good; y++)
            memcpy(out->face[i].at[y],
                picture.at
                    + 3 * ((size_t)(cell.top + y) * (size_t)picture.width + (size_t)cell.left),
                sizeof out->face[i].at[y]);
    }
    colour_clear(&picture);
    if (!good)
        faces_clear(out);
    return good;
}
