/* Characters, quotes and words; see text.h. */
#include "text.h"

#include <assert.h>
#include <string.h>
#include <utf8proc.h>

struct span span_of(const char *text) { return (struct span){text, strlen(text)}; }

bool span_is(struct span span, const char *text)
{
    return strncmp(span.at, text, span.length) == 0 && text[span.length] == '\0';
}

/* ---- characters -------------------------------------------------------------------------- */

size_t text_point(const char *bytes, size_t left, uint32_t *point)
{
    if ((unsigned char)bytes[0] < 0x80) {
        *point = (unsigned char)bytes[0];
        return 1;
    }
    utf8proc_int32_t read;
    const utf8proc_ssize_t size = utf8proc_iterate((const utf8proc_uint8_t *)bytes,
        (utf8proc_ssize_t)left, &read);
    if (size <= 0)
        return 0;
    *point = (uint32_t)read;
    return (size_t)size;
}

int text_columns(uint32_t point) { return utf8proc_charwidth((utf8proc_int32_t)point); }

enum { HALF_KANA = 0xFF61, HALF_KANA_END = 0xFF9F, HALF_VOICED = 0xFF9E, HALF_SEMI = 0xFF9F };

/* A half-width letter as a full-width one: ｶ is カ. */
static utf8proc_int32_t full_width(uint32_t point)
{
    utf8proc_int32_t full = (utf8proc_int32_t)point;
    int boundary = 0;
    utf8proc_decompose_char(full, &full, 1, UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE, &boundary);
    return full;
}

/* カ + ﾞ is ガ, ハ + ﾟ is パ: the letter that carries the mark, or 0. */
static uint32_t voiced(uint32_t kana, uint32_t mark)
{
    utf8proc_int32_t both[2] = {(utf8proc_int32_t)kana, full_width(mark)};
    return utf8proc_normalize_utf32(both, 2, UTF8PROC_COMPOSE) == 1 ? (uint32_t)both[0] : 0;
}

static uint32_t fold_point(uint32_t point)
{
    if (point >= 0xFF01 && point <= 0xFF5E)
        point -= 0xFEE0;
    if (point >= 'A' && point <= 'Z')
        return point + ('a' - 'A');
    switch (point) {
    case 0x3000:
    case 0x3002: return ' ';
    case 0x2212: return '-';
    case 0xFFE0: return 0xA2;
    case 0xFFE1: return 0xA3;
    case 0xFFE2: return 0xAC;
    case 0xFFE3: return 0xAF;
    case 0xFFE4: return 0xA6;
    case 0xFFE5: return 0xA5;
    case 0xFFE6: return 0x20A9;
    }
    return point;
}

size_t fold_one(const char *at, size_t left, char out[4], unsigned *made)
{
    uint32_t point;
    if ((unsigned char)*at < 0x80) {
        out[0] = *at >= 'A' && *at <= 'Z' ? (char)(*at + ('a' - 'A')) : *at;
        *made = 1;
        return 1;
    }
    size_t size = text_point(at, left, &point);
    if (size == 0)
        return 0;
    if (point >= HALF_KANA && point <= HALF_KANA_END) {
        point = (uint32_t)full_width(point);
        uint32_t mark, letter;
        size_t more = size < left ? text_point(at + size, left - size, &mark) : 0;
        if (more > 0 && (mark == HALF_VOICED || mark == HALF_SEMI)
            && (letter = voiced(point, mark)) != 0) {
            point = letter;
            size += more;
        }
    } else {
        point = fold_point(point);
    }
    *made = (unsigned)utf8proc_encode_char((utf8proc_int32_t)point, (utf8proc_uint8_t *)out);
    return size;
}

/* ---- quotes ------------------------------------------------------------------------------ */

const struct quote *quote_opening(struct span text)
{
    static const struct quote quotes[] = {{"\"", "\"", 1}, {"「", "」", 3}, {"｢", "｣", 3}};
    if (text.length == 0 || (text.at[0] != '"' && (unsigned char)text.at[0] < 0x80))
        return NULL;
    for (size_t i = 0; i < sizeof quotes / sizeof *quotes; i++)
        if (text.length >= quotes[i].size && memcmp(text.at, quotes[i].open, quotes[i].size) == 0)
            return &quotes[i];
    return NULL;
}

bool quote_closes(const struct quote *quote, struct span text)
{
    return quote != NULL && text.length >= quote->size
           && memcmp(text.at, quote->close, quote->size) == 0;
}

size_t quoted_length(struct span text)
{
    const struct quote *quotes = quote_opening(text);
    if (quotes == NULL)
        return 0;
    for (size_t i = quotes->size; i < text.length; i++) {
        if (!quote_closes(quotes, (struct span){text.at + i, text.length - i}))
            continue;
        i += quotes->size;
        if (!quote_closes(quotes, (struct span){text.at + i, text.length - i}))
            return i;
        i += quotes->size - 1;
    }
    return text.length;
}

/* ---- words ------------------------------------------------------------------------------- */

size_t text_spell(struct span written, char *out)
{
    size_t length = 0;
    const struct quote *quotes = quote_opening(written);
    for (size_t i = quotes != NULL ? quotes->size : 0; i < written.length && length < NAME_MOST;
         i++) {
        if (quote_closes(quotes, (struct span){written.at + i, written.length - i})
            && (i += quotes->size) >= written.length)
            break;
        out[length++] = written.at[i];
    }
    return length;
}

size_t text_fold(struct span written, char *out)
{
    char spelled[NAME_MOST];
    size_t size = text_spell(written, spelled), length = 0;
    for (size_t i = 0; i < size;) {
        char one[4];
        unsigned made;
        size_t step = fold_one(spelled + i, size - i, one, &made);
        if (step == 0)
            break;
        assert(made <= step);
        memcpy(out + length, one, made);
        length += made;
        i += step;
    }
    return length;
}

bool text_is(struct span written, const char *ascii)
{
    char folded[NAME_MOST];
    size_t length = text_fold(written, folded);
    return span_is((struct span){folded, length}, ascii);
}

bool text_is_plain(struct span text)
{
    for (size_t i = 0; i < text.length; i++) {
        unsigned char c = (unsigned char)text.at[i],
                      next = i + 1 < text.length ? (unsigned char)text.at[i + 1] : 0;
        bool alphanumeric = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z')
                            || (c >= 'a' && c <= 'z');
        bool wide_sign = c == 0xEF || (c == 0xE3 && next == 0x80);
        bool sign = memchr("-_:./", c, strlen("-_:./")) != NULL;
        if (!alphanumeric && !sign && (c < 0x80 || wide_sign))
            return false;
    }
    /* which would make a seat of the word before it */
    return text.length > 0 && text.at[0] != ':';
}

/* Bytes of the comma that stands at the beginning; 0: none does. */
static size_t comma_at(struct span text)
{
    static const char *const commas[] = {",", "，", "、"};
    for (size_t i = 0; i < sizeof commas / sizeof *commas; i++) {
        const size_t length = strlen(commas[i]);
        if (text.length >= length && memcmp(text.at, commas[i], length) == 0)
            return length;
    }
    return 0;
}

/* May a comma stand in it? Most words hold none. */
static bool may_be_cut(struct span word)
{
    for (size_t i = 0; i < word.length; i++)
        if (word.at[i] == ',' || (unsigned char)word.at[i] >= 0x80)
            return true;
    return false;
}

/* `9と12` is two numbers, as `9、12` is. */
static size_t and_at(struct span word, size_t at)
{
    static const char mark[] = "と";
    const size_t size = sizeof mark - 1;
    return at > 0 && word.at[at - 1] >= '0' && word.at[at - 1] <= '9' && word.length - at > size
                   && memcmp(word.at + at, mark, size) == 0
               ? size
               : 0;
}

bool word_cut(struct span *word, struct span *piece)
{
    if (!may_be_cut(*word) || quote_opening(*word) != NULL)
        return false;
    const char *equals = memchr(word->at, '=', word->length);
    for (size_t i = equals != NULL ? (size_t)(equals - word->at) : 0; i < word->length; i++) {
        const struct span rest = {word->at + i, word->length - i};
        const size_t comma = comma_at(rest) + and_at(*word, i);
        if (comma == 0)
            continue;
        *piece = (struct span){word->at, i};
        *word = (struct span){rest.at + comma, rest.length - comma};
        return true;
    }
    return false;
}

struct span text_unquoted(struct span written)
{
    const struct quote *quotes = quote_opening(written);
    if (quotes == NULL || written.length < 2 * quotes->size
        || !quote_closes(quotes,
            (struct span){written.at + written.length - quotes->size, quotes->size}))
        return written;
    return (struct span){written.at + quotes->size, written.length - 2 * quotes->size};
}

/* Without what Japanese counts things with: 3枚, 7番, 5点. */
static struct span without_counter(struct span text)
{
    static const char *const counters[] = {"枚", "番", "点", "回", "個", "本"};
    for (size_t i = 0; i < sizeof counters / sizeof *counters; i++) {
        const size_t length = strlen(counters[i]);
        if (text.length > length
            && memcmp(text.at + text.length - length, counters[i], length) == 0)
            return (struct span){text.at, text.length - length};
    }
    return text;
}

bool number_read(struct span text, int32_t *number)
{
    if (text.length > 0 && ((unsigned char)text.at[text.length - 1] & 0x80))
        text = without_counter(text);
    size_t i = text.length > 1 && (text.at[0] == '-' || text.at[0] == '+');
    if (text.length == i || text.length - i > 9)
        return false;
    int32_t value = 0;
    for (size_t k = i; k < text.length; k++) {
        if (text.at[k] < '0' || text.at[k] > '9')
            return false;
        value = value * 10 + (text.at[k] - '0');
    }
    *number = text.at[0] == '-' ? -value : value;
    return true;
}

uint64_t text_sum(const char *text, size_t length)
{
    uint64_t sum = 0xcbf29ce484222325;
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ (unsigned char)text[i]) * 0x100000001b3;
    return sum != 0 ? sum : 1;
}

size_t number_write(int32_t number, char *out)
{
    char digits[12];
    size_t length = 0, at = 0;
    uint32_t left = number < 0 ? 0u - (uint32_t)number : (uint32_t)number;
    do
        digits[length++] = (char)('0' + left % 10);
    while ((left /= 10) != 0);
    if (number < 0)
        out[at++] = '-';
    while (length > 0)
        out[at++] = digits[--length];
    return at;
}

bool text_same(struct span a, struct span b)
{
    char one[NAME_MOST], other[NAME_MOST];
    const size_t length = text_fold(a, one);
    return text_fold(b, other) == length && memcmp(one, other, length) == 0;
}
