/* Rows in the bytes of a page; see cells.h. */
#include "cells.h"
#include "pages.h"

enum { USABLE = PAGE_SIZE - PAGE_CHECK, FILE_HEADER = 100, VARINT_MOST = 9 };

/* A part of a page or payload; nothing beyond `end` is read. */
struct part {
    const uint8_t *at, *end;
};

uint32_t big_endian(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/*
 * Reads a varint: seven bits from each byte, whose highest bit says whether there is another one; a
 * ninth byte gives all eight.
 */
static bool take_varint(struct part *p, uint64_t *out)
{
    uint64_t value = 0;
    for (int i = 0; i < VARINT_MOST && p->at < p->end; i++) {
        const uint8_t byte = *p->at++;
        value = i == VARINT_MOST - 1 ? value << 8 | byte : value << 7 | (byte & 0x7f);
        if (i == VARINT_MOST - 1 || byte < 0x80) {
            *out = value;
            return true;
        }
    }
    return false;
}

bool cells_open(const uint8_t *page, uint32_t number, struct cells *out)
{
    const unsigned first = number == 1 ? FILE_HEADER : 0;
    const uint8_t *header = page + first;
    const unsigned count = (unsigned)header[3] << 8 | header[4];
    const unsigned size = header[0] == PAGE_INDEX_INNER ? 12 : 8;
    if (header[0] != PAGE_TABLE_LEAF && header[0] != PAGE_INDEX_LEAF
        && header[0] != PAGE_INDEX_INNER)
        return false;
    *out = (struct cells){page, (enum page_kind)header[0], first + size, count};
    return first + size + 2 * count <= USABLE;
}

/* How much of a payload is in its cell; the rest is on overflow pages. */
static size_t kept_here(enum page_kind kind, size_t length)
{
    const size_t most = kind == PAGE_TABLE_LEAF ? USABLE - 35 : (USABLE - 12) * 64 / 255 - 23;
    const size_t least = (USABLE - 12) * 32 / 255 - 23;
    if (length <= most)
        return length;
    const size_t fills = least + (length - least) % (USABLE - 4);
    return fills <= most ? fills : least;
}

bool cells_at(const struct cells *cells, unsigned place, struct stored_row *out)
{
    const uint8_t *pointer = cells->page + cells->first + 2 * (size_t)place;
    const unsigned at = (unsigned)pointer[0] << 8 | pointer[1];
    uint64_t length = 0, row = 0;
    if (at < cells->first + 2 * cells->count || at + 4 > USABLE)
        return false;
    struct part p = {cells->page + at + (cells->kind == PAGE_INDEX_INNER ? 4 : 0),
        cells->page + USABLE};
    if (!take_varint(&p, &length) || (cells->kind == PAGE_TABLE_LEAF && !take_varint(&p, &row))
        || length > INT32_MAX)
        return false;
    const size_t kept = kept_here(cells->kind, (size_t)length), tail = kept < length ? 4 : 0;
    if (kept + tail > (size_t)(p.end - p.at))
        return false;
    *out = (struct stored_row){(int64_t)row, (size_t)length, p.at, kept,
        tail > 0 ? big_endian(p.at + kept) : 0};
    return true;
}

/* ---- rows ---------------------------------------------------------------------------------- */

static int64_t number_of(const uint8_t *at, size_t length)
{
    uint64_t value = length > 0 && at[0] >= 0x80 ? UINT64_MAX : 0;
    for (size_t i = 0; i < length; i++)
        value = value << 8 | at[i];
    return (int64_t)value;
}

static bool take_field(uint64_t kind, struct part *body, struct stored *out)
{
    static const uint8_t sizes[] = {0, 1, 2, 3, 4, 6, 8, 8, 0, 0};
    if (kind == 10 || kind == 11)
        return false;
    const uint64_t length = kind < 10 ? sizes[kind] : (kind - 12) / 2;
    if (length > (uint64_t)(body->end - body->at))
        return false;
    *out = (struct stored){STORED_OTHER, 0, body->at, (size_t)length};
    if (kind == 0)
        out->kind = STORED_NONE;
    else if (kind >= 12)
        out->kind = kind % 2 == 0 ? STORED_BLOB : STORED_TEXT;
    else if (kind != 7)
        out->kind = STORED_NUMBER;
    if (out->kind == STORED_NUMBER)
        out->number = kind >= 8 ? (int64_t)kind - 8 : number_of(body->at, (size_t)length);
    body->at += length;
    return true;
}

int fields_read(const uint8_t *payload, size_t length, struct stored *out, int most)
{
    struct part head = {payload, payload + length};
    uint64_t size = 0, kind = 0;
    if (!take_varint(&head, &size) || size > length || payload + size < head.at)
        return -1;
    head.end = payload + size;
    struct part body = {payload + size, payload + length};
    int count = 0;
    for (; head.at < head.end; count++)
        if (count == most || !take_varint(&head, &kind) || !take_field(kind, &body, &out[count]))
            return -1;
    return body.at == body.end ? count : -1;
}
