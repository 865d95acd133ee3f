/* Characters, quotes and words; see text.h. */
#include "text.h"

#include <assert.h>
#include <string.h>

struct span span_of(const char *text)
{
    return (struct span){text, strlen(text)};
}

bool span_is(struct span span, const char *text)
{
    return strncmp(span.at, text, span.length) == 0 && text[span.length] == '\0';
}

/* ---- characters -------------------------------------------------------------------------- */

size_t text_point(const char *bytes, size_t left, uint32_t *point)
{
    const unsigned char *at = (const unsigned char *)bytes;
    if (at[0] < 0x80) {
        *point = at[0];
        return 1;
    }
    size_t size = at[0] >= 0xF0 ? 4 : at[0] >= 0xE0 ? 3 : 2;
    if (at[0] < 0xC2 || at[0] > 0xF4 || size > left)
        return 0;
    uint32_t value = at[0] & (0xFFu >> (size + 1));
    for (size_t i = 1; i < size; i++) {
        if ((at[i] & 0xC0) != 0x80)
            return 0;
        value = value << 6 | (at[i] & 0x3Fu);
    }
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (value < least[size] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
        return 0;
    *point = value;
    return size;
}

static unsigned encode(uint32_t point, char out[4])
{
    unsigned char *o = (unsigned char *)out;
    if (point < 0x80) {
        o[0] = (unsigned char)point;
        return 1;
    }
    if (point < 0x800) {
        o[0] = (unsigned char)(0xC0 | point >> 6);
        o[1] = (unsigned char)(0x80 | (point & 0x3F));
        return 2;
    }
    if (point < 0x10000) {
        o[0] = (unsigned char)(0xE0 | point >> 12);
        o[1] = (unsigned char)(0x80 | (point >> 6 & 0x3F));
        o[2] = (unsigned char)(0x80 | (point & 0x3F));
        return 3;
    }
    o[0] = (unsigned char)(0xF0 | point >> 18);
    o[1] = (unsigned char)(0x80 | (point >> 12 & 0x3F));
    o[2] = (unsigned char)(0x80 | (point >> 6 & 0x3F));
    o[3] = (unsigned char)(0x80 | (point & 0x3F));
    return 4;
}

enum { HALF_KANA = 0xFF61, HALF_KANA_END = 0xFF9F, HALF_VOICED = 0xFF9E, HALF_SEMI = 0xFF9F };

/* Half-width katakana U+FF61–FF9F as full-width code points, less 0x3000. */
static const uint8_t full_kana[] = {
    0x02, 0x0C, 0x0D, 0x01, 0xFB, 0xF2, 0xA1, 0xA3, 0xA5, 0xA7, 0xA9, 0xE3, 0xE5, 0xE7, 0xC3, 0xFC,
    0xA2, 0xA4, 0xA6, 0xA8, 0xAA, 0xAB, 0xAD, 0xAF, 0xB1, 0xB3, 0xB5, 0xB7, 0xB9, 0xBB, 0xBD, 0xBF,
    0xC1, 0xC4, 0xC6, 0xC8, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD2, 0xD5, 0xD8, 0xDB, 0xDE, 0xDF,
    0xE0, 0xE1, 0xE2, 0xE4, 0xE6, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEF, 0xF3, 0x99, 0x9A,
};

/* カ + ﾞ is ガ, ハ + ﾟ is パ: the full-width letter that carries the mark, or 0. Half-width there are no others between. */
static uint32_t voiced(uint32_t kana, uint32_t mark)
{
    bool ha_row = kana >= 0x30CF && kana <= 0x30DB;
    if (mark == HALF_SEMI)
        return ha_row ? kana + 2 : 0;
    bool ka_to_to = (kana >= 0x30AB && kana <= 0x30C1) || (kana >= 0x30C4 && kana <= 0x30C8);
    if (kana == 0x30A6)
        return 0x30F4;
    if (kana == 0x30EF || kana == 0x30F2)
        return kana + 8;
    return ka_to_to || ha_row ? kana + 1 : 0;
}

static uint32_t fold_point(uint32_t point)
{
    if (point >= 0xFF01 && point <= 0xFF5E)
        point -= 0xFEE0;
    if (point >= 'A' && point <= 'Z')
        return point + ('a' - 'A');
    switch (point) {
    case 0x3000: case 0x3002: return ' ';
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
    size_t size = text_point(at, left, &point);
    if (size == 0)
        return 0;
    if (point >= HALF_KANA && point <= HALF_KANA_END) {
        point = 0x3000u + full_kana[point - HALF_KANA];
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
    *made = encode(point, out);
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
    return quote != NULL && text.length >= quote->size && memcmp(text.at, quote->close, quote->size) == 0;
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
    for (size_t i = quotes != NULL ? quotes->size : 0; i < written.length && length < NAME_MOST; i++) {
        if (quote_closes(quotes, (struct span){written.at + i, written.length - i}) && (i += quotes->size) >= written.length)
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
        unsigned char c = (unsigned char)text.at[i], next = i + 1 < text.length ? (unsigned char)text.at[i + 1] : 0;
        bool alphanumeric = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        bool wide_sign = c == 0xEF || (c == 0xE3 && next == 0x80);
        bool sign = memchr("-_:./", c, strlen("-_:./")) != NULL;
        if (!alphanumeric && !sign && (c < 0x80 || wide_sign))
            return false;
    }
    return text.length > 0;
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

bool word_cut(struct span *word, struct span *piece)
{
    if (!may_be_cut(*word) || quote_opening(*word) != NULL)
        return false;
    const char *equals = memchr(word->at, '=', word->length);
    for (size_t i = equals != NULL ? (size_t)(equals - word->at) : 0; i < word->length; i++) {
        const struct span rest = {word->at + i, word->length - i};
        const size_t comma = comma_at(rest);
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
        || !quote_closes(quotes, (struct span){written.at + written.length - quotes->size, quotes->size}))
        return written;
    return (struct span){written.at + quotes->size, written.length - 2 * quotes->size};
}

/* Without what Japanese counts things with: 3枚, 7番, 5点. */
static struct span without_counter(struct span text)
{
    static const char *const counters[] = {"枚", "番", "点", "回", "個", "本"};
    for (size_t i = 0; i < sizeof counters / sizeof *counters; i++) {
        const size_t length = strlen(counters[i]);
        if (text.length > length && memcmp(text.at + text.length - length, counters[i], length) == 0)
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

unsigned text_distance(struct span a, struct span b)
{
    enum { MOST = 32 };
    unsigned rows[3][MOST + 1] = {{0}};         /* the one before last too: two letters changed places */
    size_t m = a.length < MOST ? a.length : MOST, n = b.length < MOST ? b.length : MOST;
    for (size_t j = 0; j <= n; j++)
        rows[0][j] = (unsigned)j;
    for (size_t i = 1; i <= m; i++) {
        unsigned *row = rows[i % 3];
        const unsigned *last = rows[(i + 2) % 3], *above = rows[(i + 1) % 3];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= n; j++) {
            const unsigned change = last[j - 1] + (a.at[i - 1] != b.at[j - 1]);
            const unsigned least = last[j] < row[j - 1] ? last[j] : row[j - 1];
            row[j] = change < least + 1 ? change : least + 1;
            if (i > 1 && j > 1 && a.at[i - 1] == b.at[j - 2] && a.at[i - 2] == b.at[j - 1] && above[j - 2] + 1 < row[j])
                row[j] = above[j - 2] + 1;
        }
    }
    return rows[m % 3][n];
}

/* Its first letter, and then some of the others in order: rnd for round. */
static bool abbreviates(struct span word, const char *known)
{
    size_t at = 0;
    if (word.length < 3 || word.at[0] != known[0])
        return false;
    for (; *known != '\0' && at < word.length; known++)
        at += word.at[at] == *known;
    return at == word.length;
}

bool guess_known(struct guess *guess, const char *known)
{
    unsigned far = text_distance(guess->word, span_of(known));
    if (far > 1 && abbreviates(guess->word, known))
        far = 1;
    if (far >= guess->far)
        return false;
    guess->far = far;
    guess->name = known;
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
