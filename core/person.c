/*
 * Names of people as people see them; see person.h. Of utf8proc only what allocates nothing is
 * called.
 */
#include "core/person.h"
#include "core/signs.h"
#include "text.h"

#include <string.h>
#include <utf8proc.h>

/*
 * One character of a name becomes 18 at most when it is taken apart, of three bytes (U+FDFA), and
 * each of these three at most by the folding of case. After them utf8proc writes a zero.
 */
enum { APART_MOST = NAME_MOST / 3 * 18 + 2, FOLDED_MOST = 3 * APART_MOST };

enum { JOINER = 0x200D };

static bool is_pictograph(const utf8proc_property_t *property)
{
    return property->boundclass == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC;
}

/* What is seen of the name, its blanks one by one; it grows by nothing. Returns its bytes. */
static size_t seen_of(struct span name, char out[NAME_MOST])
{
    bool pictograph = false, joined = false, blank = false;
    size_t length = 0;
    uint32_t point;
    for (size_t i = 0, size; i < name.length && i < NAME_MOST; i += size) {
        size = text_point(name.at + i, name.length - i, &point);
        if (size == 0)
            break;
        const utf8proc_property_t *property = utf8proc_get_property((int32_t)point);
        joined |= point == JOINER && pictograph;
        if (property->ignorable)
            continue;
        if (sign_is_blank(point)) {
            blank = length > 0;
            continue;
        }
        if (blank)
            out[length++] = ' ';
        else if (joined && is_pictograph(property))
            length += (size_t)utf8proc_encode_char(JOINER, (utf8proc_uint8_t *)out + length);
        memcpy(out + length, name.at + i, size);
        length += size;
        pictograph = is_pictograph(property)
                     || (pictograph && property->boundclass == UTF8PROC_BOUNDCLASS_EXTEND);
        joined = blank = false;
    }
    return length;
}

size_t person_spell(struct span name, char *out)
{
    struct sign sign = {0};
    size_t length = 0, seen = 0;
    for (size_t i = 0, size; i < name.length; i += size) {
        const struct sign before = sign;
        size = sign_next(name.at + i, name.length - i, &sign);
        const utf8proc_property_t *property = utf8proc_get_property((int32_t)sign.point);
        if (!sign.plain && property->ignorable) {
            sign = before; /* what stands after it alters what is seen before it */
            continue;
        }
        const bool blank = sign.plain && sign_is_blank(sign.point);
        if (blank && length == 0)
            continue;
        memmove(out + length, name.at + i, size);
        length += size;
        seen = blank ? seen : length;
    }
    return seen;
}

/* Taken apart, or folded and put together: text to text, in `room`; its bytes, or less than 0. */
static utf8proc_ssize_t changed(const void *text, size_t length, int32_t *room, size_t most,
    unsigned how)
{
    const utf8proc_option_t options = (utf8proc_option_t)how;
    utf8proc_ssize_t points = utf8proc_decompose(text, (utf8proc_ssize_t)length, room,
        (utf8proc_ssize_t)most, options);
    return points < 0 || (size_t)points >= most ? -1 : utf8proc_reencode(room, points, options);
}

/*
 * Compatibility forms may hold blanks: ´ is one with a mark. At most NAME_MOST bytes, the last ones
 * a sum where it is longer.
 */
static size_t fit(const char *text, size_t length, char out[NAME_MOST])
{
    enum { SUM = 16 };
    while (length > 0 && *text == ' ')
        text++, length--;
    while (length > 0 && text[length - 1] == ' ')
        length--;
    if (length <= NAME_MOST) {
        memcpy(out, text, length);
        return length;
    }
    uint64_t sum = text_sum(text, length);
    memcpy(out, text, NAME_MOST - SUM);
    for (int i = 0; i < SUM; i++, sum >>= 4)
        out[NAME_MOST - SUM + i] = "0123456789abcdef"[sum & 15];
    return NAME_MOST;
}

/* Most names are; false: `out` holds nothing. */
static bool fold_ascii(struct span name, char out[NAME_MOST], size_t *length)
{
    size_t size = 0;
    for (size_t i = 0; i < name.length; i++) {
        const unsigned char c = (unsigned char)name.at[i];
        if (c >= 0x7F || c < ' ' || i == NAME_MOST)
            return false;
        if (c == ' ' && (size == 0 || out[size - 1] == ' '))
            continue;
        out[size++] = (char)(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
    }
    *length = size > 0 && out[size - 1] == ' ' ? size - 1 : size;
    return true;
}

size_t person_fold(struct span name, char out[NAME_MOST])
{
    enum {
        APART = UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT,
        FOLDED = UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD
    };
    int32_t apart[APART_MOST], folded[FOLDED_MOST];
    char seen[NAME_MOST];
    size_t length;
    if (fold_ascii(name, out, &length))
        return length;
    /* Taken apart first: the folding of ᾳ depends on the order of its marks. */
    utf8proc_ssize_t size = changed(seen, seen_of(name, seen), apart, APART_MOST, APART);
    if (size > 0)
        size = changed(apart, (size_t)size, folded, FOLDED_MOST, FOLDED);
    return size > 0 ? fit((const char *)folded, (size_t)size, out) : 0;
}

bool person_same(struct span a, struct span b)
{
    char one[NAME_MOST], other[NAME_MOST];
    const size_t length = person_fold(a, one);
    return person_fold(b, other) == length && memcmp(one, other, length) == 0;
}

/* ---- look-alikes ---------------------------------------------------------------------------- */

/*
 * Letters of other scripts, and after each the one that it looks like: Cyrillic, Greek, kana like
 * kanji and like kana.
 */
static const char looks[] =
    "АAВBЕEЅSІIЇÏЈJКKМMНHОOРPСCТTУYХXЗ3аaеeѕsіiїïјjоoрpсcуyхxкkһhԁdԛqԝwүvҮYӀlӏlёëЁËΑAΒBΕEΖZΗHΙIΚKΜM"
    "ΝNΟOΡPΤTΥYΧXοoνvρpιiκkαaυuϲc力カ二ニ口ロ八ハ夕タ卜ト工エ一ー千チヘへベべペぺリり";

static uint32_t look_of(uint32_t point)
{
    uint32_t letter = 0, like = 0;
    for (size_t i = 0; i < sizeof looks - 1;) {
        i += text_point(looks + i, sizeof looks - 1 - i, &letter);
        i += text_point(looks + i, sizeof looks - 1 - i, &like);
        if (letter == point)
            return like;
    }
    return point;
}

size_t person_look(struct span name, char out[NAME_MOST])
{
    char whole[NAME_MOST];
    size_t length = 0;
    uint32_t point;
    for (size_t i = 0, size; i < name.length && i < NAME_MOST; i += size) {
        char one[4];
        size = text_point(name.at + i, name.length - i, &point);
        if (size == 0)
            break;
        const size_t made = (size_t)utf8proc_encode_char((int32_t)look_of(point),
            (utf8proc_uint8_t *)one);
        memcpy(whole + length, one, made); /* no look-alike is longer: see `looks` */
        length += made;
    }
    return person_fold((struct span){whole, length}, out);
}

bool person_like(struct span a, struct span b)
{
    char one[NAME_MOST], other[NAME_MOST];
    const size_t length = person_look(a, one);
    return person_look(b, other) == length && memcmp(one, other, length) == 0 && !person_same(a, b);
}
