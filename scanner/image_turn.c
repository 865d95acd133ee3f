/*
 * Pictures as people see them. Of Exif (CIPA DC-008, a TIFF file inside another file) one number is
 * wanted:
 *
 *     exif   = order "*" offset-of-directory              order: "II", little end first, or "MM"
 *     directory, there = count, and so many entries of 12 bytes: tag, type, count, value
 *
 * Nothing is followed but that one offset, and nothing is read beyond the end: a damaged one says
 * nothing.
 */
#include "image.h"

#include <stdlib.h>
#include <string.h>

void grey_clear(struct grey *grey)
{
    free(grey->at);
    *grey = (struct grey){.at = NULL};
}

const uint8_t *jpeg_segment(const uint8_t *bytes, size_t length, int wanted, const char *head,
    size_t head_length, size_t *left)
{
    enum { MARK = 0xFF, START = 0xD8, SCAN = 0xDA, END = 0xD9, ALONE = 0xD0 };
    for (size_t at = 2; at + 4 <= length && bytes[at] == MARK;) {
        int marker = bytes[at + 1];
        if (marker == SCAN || marker == END)
            break;
        if (marker == MARK || marker == 0x01 || (marker >= ALONE && marker <= START)) {
            at += marker == MARK ? 1 : 2; /* filling, and markers without a segment */
            continue;
        }
        size_t size = (size_t)bytes[at + 2] << 8 | bytes[at + 3];
        if (size < 2 || length - at - 2 < size)
            break;
        if (marker == wanted && size >= 2 + head_length
            && memcmp(bytes + at + 4, head, head_length) == 0) {
            *left = size - 2 - head_length;
            return bytes + at + 4 + head_length;
        }
        at += 2 + size;
    }
    return NULL;
}

enum { ORIENTATION = 0x0112, TYPE_SHORT = 3, TYPE_LONG = 4, ENTRY = 12 };

/* ---- Exif -------------------------------------------------------------------------------- */

struct exif {
    const uint8_t *at;
    size_t length;
    bool little;
};

/* `bytes` of a number that begins at `from`; 0 where it would end beyond the end. */
static uint32_t number(const struct exif *e, size_t from, size_t bytes)
{
    uint32_t value = 0;
    if (from > e->length || e->length - from < bytes)
        return 0;
    for (size_t i = 0; i < bytes; i++)
        value = value << 8 | e->at[from + (e->little ? bytes - 1 - i : i)];
    return value;
}

static int turn_of(const uint8_t *at, size_t length)
{
    struct exif e = {at, length, length >= 2 && at[0] == 'I'};
    if (length < 8 || at[0] != at[1] || (at[0] != 'I' && at[0] != 'M') || number(&e, 2, 2) != 42)
        return TURN_NONE;
    size_t directory = number(&e, 4, 4), count = number(&e, directory, 2);
    for (size_t i = 0; i < count && directory + 2 + (i + 1) * ENTRY <= length; i++) {
        size_t entry = directory + 2 + i * ENTRY;
        uint32_t type = number(&e, entry + 2, 2);
        if (number(&e, entry, 2) != ORIENTATION)
            continue;
        uint32_t turn = number(&e, entry + 8, type == TYPE_LONG ? 4 : 2);
        bool known = (type == TYPE_SHORT || type == TYPE_LONG) && turn >= TURN_NONE
                     && turn <= TURNS;
        return known ? (int)turn : TURN_NONE;
    }
    return TURN_NONE;
}

/* ---- where it stands --------------------------------------------------------------------- */

static int turn_of_jpeg(const uint8_t *bytes, size_t length)
{
    enum { APP1 = 0xE1 };
    static const char head[] = "Exif\0"; /* and one more zero */
    size_t left = 0;
    const uint8_t *exif = jpeg_segment(bytes, length, APP1, head, sizeof head, &left);
    return exif != NULL ? turn_of(exif, left) : TURN_NONE;
}

/* A chunk: four bytes of length, "eXIf", that much, four bytes of a sum. */
static int turn_of_png(const uint8_t *bytes, size_t length)
{
    enum { SIGNATURE = 8, FRAME = 12 };
    struct exif all = {bytes, length, false};
    for (size_t at = SIGNATURE; length - at >= FRAME;) {
        size_t size = number(&all, at, 4);
        if (size > length - at - FRAME)
            break;
        if (memcmp(bytes + at + 4, "eXIf", 4) == 0)
            return turn_of(bytes + at + 8, size);
        at += FRAME + size;
    }
    return TURN_NONE;
}

/*
 * A chunk: four letters, four bytes of length, that much, filled up to an even length. Some begin
 * as in a JPEG file.
 */
static int turn_of_webp(const uint8_t *bytes, size_t length)
{
    enum { HEAD = 12, FRAME = 8, JPEG_HEAD = 6 };
    struct exif all = {bytes, length, true};
    for (size_t at = HEAD; length - at >= FRAME;) {
        size_t size = number(&all, at + 4, 4);
        const uint8_t *exif = bytes + at + FRAME;
        if (size > length - at - FRAME)
            break;
        if (memcmp(bytes + at, "EXIF", 4) == 0) {
            size_t skip = size >= JPEG_HEAD && memcmp(exif, "Exif\0", JPEG_HEAD) == 0 ? JPEG_HEAD
                                                                                      : 0;
            return turn_of(exif + skip, size - skip);
        }
        if (length - at - FRAME - size < (size & 1))
            break;
        at += FRAME + size + (size & 1);
    }
    return TURN_NONE;
}

int picture_turn(const uint8_t *bytes, size_t length)
{
    if (length >= 3 && bytes[0] == 0xFF)
        return turn_of_jpeg(bytes, length);
    if (length >= 12 && bytes[0] == 'R')
        return turn_of_webp(bytes, length);
    return length >= 8 && bytes[0] == 0x89 ? turn_of_png(bytes, length) : TURN_NONE;
}

/* ---- turning ----------------------------------------------------------------------------- */

/*
 * Where the first pixel is seen, and how far in memory it is from it to the right and to the next
 * row.
 */
struct walk {
    ptrdiff_t first, right, down;
};

static struct walk walk_of(const struct grey *g, int turn)
{
    const ptrdiff_t row = g->stride, last = g->width - 1, bottom = (g->height - 1) * row;
    const struct walk walks[TURNS + 1] = {
        [1] = {0, 1, row},
        [2] = {last, -1, row},
        [3] = {bottom + last, -1, -row},
        [4] = {bottom, 1, -row},
        [5] = {0, row, 1},
        [6] = {bottom, -row, 1},
        [7] = {bottom + last, -row, -1},
        [8] = {last, row, -1},
    };
    return walks[turn];
}

/*
 * Square by square: a column of a large picture is spread over more memory than the processor keeps
 * near.
 */
static void copy_turned(struct grey *to, const uint8_t *from, const struct walk *w)
{
    enum { SQUARE = 64 };
    for (int top = 0; top < to->height; top += SQUARE)
        for (int left = 0; left < to->width; left += SQUARE)
            for (int y = top; y < top + SQUARE && y < to->height; y++)
                for (int x = left; x < left + SQUARE && x < to->width; x++)
                    to->at[(ptrdiff_t)y * to->stride + x] =
                        from[w->first + x * w->right + y * w->down];
}

bool grey_turn(struct grey *grey, int turn)
{
    bool across = turn > 4;
    if (turn == TURN_NONE)
        return true;
    int width = across ? grey->height : grey->width, height = across ? grey->width : grey->height;
    struct grey made = {width, height, width, malloc((size_t)width * (size_t)height)};
    if (made.at == NULL)
        return false;
    struct walk walk = walk_of(grey, turn);
    copy_turned(&made, grey->at, &walk);
    grey_clear(grey);
    *grey = made;
    return true;
}
