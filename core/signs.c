/* The list of characters that steer or hide; see signs.h. */
#include "signs.h"

#include <string.h>
#include <utf8proc.h>

struct signs {
    uint32_t first, last;
};

static bool among(uint32_t point, const struct signs *range, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (point >= range[i].first && point <= range[i].last)
            return true;
    return false;
}
#define AMONG(point, ranges) among((point), (ranges), sizeof(ranges) / sizeof *(ranges))

static bool is_dangerous(uint32_t point)
{
    static const struct signs dangerous[] = {
        {0x00000, 0x0001F},
        {0x0007F, 0x0009F},
        {0x000AD, 0x000AD},
        {0x0034F, 0x0034F},
        {0x0061C, 0x0061C},
        {0x0115F, 0x01160},
        {0x017B4, 0x017B5},
        {0x0180B, 0x0180F},
        {0x0200B, 0x0200F},
        {0x02028, 0x0202E},
        {0x02060, 0x0206F},
        {0x03164, 0x03164},
        {0x0FDD0, 0x0FDEF},
        {0x0FE00, 0x0FE0F},
        {0x0FEFF, 0x0FEFF},
        {0x0FFA0, 0x0FFA0},
        {0x0FFF0, 0x0FFFB},
        {0x1BCA0, 0x1BCA3},
        {0x1D173, 0x1D17A},
        {0xE0000, 0xE0FFF},
    };
    /* the last two of each plane are no characters */
    return (point & 0xFFFE) == 0xFFFE || AMONG(point, dangerous);
}

static bool is_joiner(uint32_t point) { return point == 0x200C || point == 0x200D; }

/* Scripts that join their letters, and emoji; a selector of emoji may stand between. */
static bool joins(uint32_t point)
{
    static const struct signs joined[] = {{0x0600, 0x10FF}, {0x1780, 0x18AF}, {0x2190, 0x2BFF},
        {0xFE0F, 0xFE0F}, {0x1F000, 0x1FAFF}};
    return AMONG(point, joined) && (point == 0xFE0F || !is_dangerous(point));
}

static bool is_altered(uint32_t point, uint32_t selector)
{
    static const struct signs emoji[] = {{0x00A9, 0x00A9}, {0x00AE, 0x00AE}, {0x203C, 0x203C},
        {0x2049, 0x2049}, {0x20E3, 0x20E3}, {0x2100, 0x2BFF}, {0x3030, 0x303D}, {0x3297, 0x3299},
        {0x1F000, 0x1FAFF}};
    static const struct signs ideographs[] = {{0x2E80, 0x2FDF}, {0x3400, 0x9FFF}, {0xF900, 0xFAFF},
        {0x20000, 0x3FFFD}};
    return selector >= 0xE0100 && selector <= 0xE01EF ? AMONG(point, ideographs)
           : selector == 0xFE0E || selector == 0xFE0F ? AMONG(point, emoji)
           : selector >= 0xFE00 && selector <= 0xFE02 ? AMONG(point, ideographs)
                                                      : false;
}

size_t sign_next(const char *bytes, size_t left, struct sign *sign)
{
    const struct sign before = *sign;
    const unsigned char first = (unsigned char)*bytes;
    if (first >= 0x20 && first < 0x7F) {
        *sign = (struct sign){first, true};
        return 1;
    }
    uint32_t point = 0, next = 0;
    const size_t size = text_point(bytes, left, &point);
    *sign = (struct sign){point, size > 0 && !is_dangerous(point)};
    if (size == 0)
        return 1;
    if (is_joiner(point) && before.plain && joins(before.point) && size < left
        && text_point(bytes + size, left - size, &next) > 0)
        sign->plain = next != 0xFE0F && joins(next);
    else if (before.plain)
        sign->plain |= is_altered(before.point, point);
    return size;
}

enum { FIRST_STRONG_ISOLATE = 0x2068, POP_ISOLATE = 0x2069 };

bool sign_isolates(const struct sign *sign)
{
    return sign->point == FIRST_STRONG_ISOLATE || sign->point == POP_ISOLATE;
}

bool signs_turn(struct span text)
{
    struct sign sign = {0};
    for (size_t i = 0; i < text.length;) {
        i += sign_next(text.at + i, text.length - i, &sign);
        const int way = sign.point < 0x590
                            ? 0
                            : (int)utf8proc_get_property((int32_t)sign.point)->bidi_class;
        if (way == UTF8PROC_BIDI_CLASS_R || way == UTF8PROC_BIDI_CLASS_AL)
            return true;
    }
    return false;
}

bool signs_isolated(struct span text)
{
    struct sign sign = {0};
    int open = 0;
    for (size_t i = 0; i < text.length && open >= 0;) {
        i += sign_next(text.at + i, text.length - i, &sign);
        open += sign.point == FIRST_STRONG_ISOLATE ? 1 : sign.point == POP_ISOLATE ? -1 : 0;
    }
    return open == 0;
}

bool signs_plain(struct span text, const char *but)
{
    struct sign sign = {0};
    for (size_t i = 0; i < text.length;) {
        i += sign_next(text.at + i, text.length - i, &sign);
        const bool excepted = sign.point != 0 && sign.point < 0x80
                              && strchr(but, (int)sign.point) != NULL;
        if (!sign.plain && !excepted)
            return false;
    }
    return true;
}

bool text_is_clean(struct span text) { return signs_plain(text, ""); }

bool text_is_seen(struct span text)
{
    static const uint32_t blank[] = {0x20, 0xA0, 0x1680, 0x202F, 0x205F, 0x2800, 0x3000};
    struct sign sign = {0};
    for (size_t i = 0, k; i < text.length;) {
        i += sign_next(text.at + i, text.length - i, &sign);
        for (k = 0; k < sizeof blank / sizeof *blank && sign.point != blank[k]; k++)
            ;
        if (sign.plain && k == sizeof blank / sizeof *blank
            && (sign.point < 0x2000 || sign.point > 0x200A))
            return true;
    }
    return false;
}
