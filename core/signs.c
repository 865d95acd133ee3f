/* Which characters steer or hide, by utf8proc's properties; see signs.h. */
#include "signs.h"

#include <string.h>
#include <utf8proc.h>

enum { BRAILLE_BLANK = 0x2800 };

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
    /* kept free for more of the like, or no characters, as the last two of each plane are not */
    static const struct signs unassigned[] = {
        {0x02065, 0x02065},
        {0x0FDD0, 0x0FDEF},
        {0x0FFF0, 0x0FFFB},
        {0xE0000, 0xE0FFF},
    };
    const utf8proc_property_t *property = utf8proc_get_property((int32_t)point);
    return property->ignorable || property->category == UTF8PROC_CATEGORY_CC
           || property->category == UTF8PROC_CATEGORY_ZL
           || property->category == UTF8PROC_CATEGORY_ZP || (point & 0xFFFE) == 0xFFFE
           || AMONG(point, unassigned);
}

bool sign_is_blank(uint32_t point)
{
    const int category = utf8proc_get_property((int32_t)point)->category;
    return category == UTF8PROC_CATEGORY_ZS || category == UTF8PROC_CATEGORY_ZL
           || category == UTF8PROC_CATEGORY_ZP || category == UTF8PROC_CATEGORY_CC
           || point == BRAILLE_BLANK;
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
    struct sign sign = {0};
    for (size_t i = 0; i < text.length;) {
        i += sign_next(text.at + i, text.length - i, &sign);
        if (sign.plain && !sign_is_blank(sign.point))
            return true;
    }
    return false;
}
