/* Characters and tokens; see text.h. */
#include "text.h"

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

/* Bytes of the UTF-8 sequence at `at` and its code point; 0 where there is none (RFC 3629). */
static size_t decode(const unsigned char *at, size_t left, uint32_t *point)
{
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

/* カ + ﾞ is ガ, ハ + ﾟ is パ: the full-width letter that carries the mark, or 0. */
static uint32_t voiced(uint32_t kana, uint32_t mark)
{
    bool ha_row = kana >= 0x30CF && kana <= 0x30DB && (kana - 0x30CF) % 3 == 0;
    if (mark == HALF_SEMI)
        return ha_row ? kana + 2 : 0;
    bool ka_to_to = (kana >= 0x30AB && kana <= 0x30C1 && kana % 2 == 1)
                 || (kana >= 0x30C4 && kana <= 0x30C8 && kana % 2 == 0);
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
    size_t size = decode((const unsigned char *)at, left, &point);
    if (size == 0)
        return 0;
    if (point >= HALF_KANA && point <= HALF_KANA_END) {
        point = 0x3000u + full_kana[point - HALF_KANA];
        uint32_t mark, letter;
        size_t more = size < left ? decode((const unsigned char *)at + size, left - size, &mark) : 0;
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

/* ---- tokens ------------------------------------------------------------------------------ */

struct fault *fault_set(struct fault *fault, uint32_t column, const char *id)
{
    fault->column = column;
    message_set(&fault->message, id);
    return fault;
}

void reader_begin(struct reader *r, const char *line, size_t length, uint32_t number)
{
    *r = (struct reader){.line = line, .length = length, .column = 1, .number = number, .seat = -1};
    if (length >= 3 && memcmp(line, "\xEF\xBB\xBF", 3) == 0)
        r->at = 3;
}

/* The character at the reader, folded; 0 at the end, 0xFF for bytes that are not UTF-8. */
static unsigned char peek(const struct reader *r, size_t *size, char out[4], unsigned *made)
{
    if (r->at >= r->length) {
        *size = 0;
        return 0;
    }
    unsigned char c = (unsigned char)r->line[r->at];
    if (c < 0x80) {
        *size = 1;
        *made = 1;
        out[0] = (char)(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
        return c == 0 ? 0xFF : (unsigned char)out[0];
    }
    *size = fold_one(r->line + r->at, r->length - r->at, out, made);
    return *size == 0 ? 0xFF : (unsigned char)out[0];
}

static bool is_space(unsigned char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

static void advance(struct reader *r, size_t size)
{
    r->at += size;
    r->column++;
}

/* Appends a folded character of `size` bytes; false if the token grows beyond its limit as spelled. */
static bool append(struct token *t, size_t size, const char *bytes, unsigned made)
{
    if (t->spelled + size > NAME_MOST)
        return false;
    memcpy(t->text + t->length, bytes, made);
    t->length = (uint16_t)(t->length + made);
    t->spelled = (uint16_t)(t->spelled + size);
    return true;
}

static void bad(struct token *t, struct fault *fault, uint32_t column, const char *id)
{
    t->kind = TOKEN_BAD;
    fault_set(fault, column, id);
}

static void bad_byte(const struct reader *r, struct token *t, struct fault *fault)
{
    if (r->line[r->at] == '\0')
        bad(t, fault, r->column, N_("a NUL byte; expected plain text"));
    else
        bad(t, fault, r->column, N_("these bytes are not UTF-8; expected plain text in UTF-8"));
}

/* What opens a quote and what closes it, each of `size` bytes; the closing one twice stands for itself. */
struct quote {
    const char *open, *close;
    size_t size;
};

/* The quote that opens at the beginning; NULL: none does. A full-width " is none. */
static const struct quote *quote_opening(struct span text)
{
    static const struct quote quotes[] = {{"\"", "\"", 1}, {"「", "」", 3}, {"｢", "｣", 3}};
    if (text.length == 0 || (text.at[0] != '"' && (unsigned char)text.at[0] < 0x80))
        return NULL;
    for (size_t i = 0; i < sizeof quotes / sizeof *quotes; i++)
        if (text.length >= quotes[i].size && memcmp(text.at, quotes[i].open, quotes[i].size) == 0)
            return &quotes[i];
    return NULL;
}

static bool closes(const struct quote *quote, struct span text)
{
    return quote != NULL && text.length >= quote->size && memcmp(text.at, quote->close, quote->size) == 0;
}

size_t quoted_length(struct span text)
{
    const struct quote *quotes = quote_opening(text);
    if (quotes == NULL)
        return 0;
    for (size_t i = quotes->size; i < text.length; i++) {
        if (!closes(quotes, (struct span){text.at + i, text.length - i}))
            continue;
        i += quotes->size;
        if (!closes(quotes, (struct span){text.at + i, text.length - i}))
            return i;
        i += quotes->size - 1;
    }
    return text.length;
}

static struct span rest_of(const struct reader *r)
{
    return (struct span){r->line + r->at, r->length - r->at};
}

/* From an opening quote to behind its closing one, which twice inside is one. */
static bool quoted_part(struct reader *r, struct token *t, struct fault *fault)
{
    const struct quote *quotes = quote_opening(rest_of(r));
    uint32_t opened = r->column;
    advance(r, quotes->size);
    for (;;) {
        char out[4];
        unsigned made;
        size_t size;
        unsigned char c = peek(r, &size, out, &made);
        if (size == 0 && c == 0) {
            bad(t, fault, opened, quotes->size == 1 ? N_("this quote is not closed; expected a \" before the end of the line")
                                                    : N_("this quote is not closed; expected a 」 before the end of the line"));
            return false;
        }
        if (c == 0xFF) {
            bad_byte(r, t, fault);
            return false;
        }
        bool quote = closes(quotes, rest_of(r));
        advance(r, size);
        if (quote) {
            if (closes(quotes, rest_of(r)))
                advance(r, size);
            else
                return true;
        }
        if (!append(t, size, out, made)) {
            bad(t, fault, opened, N_("this text is too long; expected at most 255 bytes"));
            return false;
        }
    }
}

/* The characters of most tokens, folded; 0 for all that need a closer look. */
static const char common[256] = {
    ['a'] = 'a', ['b'] = 'b', ['c'] = 'c', ['d'] = 'd', ['e'] = 'e', ['f'] = 'f', ['g'] = 'g',
    ['h'] = 'h', ['i'] = 'i', ['j'] = 'j', ['k'] = 'k', ['l'] = 'l', ['m'] = 'm', ['n'] = 'n',
    ['o'] = 'o', ['p'] = 'p', ['q'] = 'q', ['r'] = 'r', ['s'] = 's', ['t'] = 't', ['u'] = 'u',
    ['v'] = 'v', ['w'] = 'w', ['x'] = 'x', ['y'] = 'y', ['z'] = 'z', ['A'] = 'a', ['B'] = 'b',
    ['C'] = 'c', ['D'] = 'd', ['E'] = 'e', ['F'] = 'f', ['G'] = 'g', ['H'] = 'h', ['I'] = 'i',
    ['J'] = 'j', ['K'] = 'k', ['L'] = 'l', ['M'] = 'm', ['N'] = 'n', ['O'] = 'o', ['P'] = 'p',
    ['Q'] = 'q', ['R'] = 'r', ['S'] = 's', ['T'] = 't', ['U'] = 'u', ['V'] = 'v', ['W'] = 'w',
    ['X'] = 'x', ['Y'] = 'y', ['Z'] = 'z', ['0'] = '0', ['1'] = '1', ['2'] = '2', ['3'] = '3',
    ['4'] = '4', ['5'] = '5', ['6'] = '6', ['7'] = '7', ['8'] = '8', ['9'] = '9', ['?'] = '?',
};

/* Appends common characters, as many as there are and fit. */
static void common_part(struct reader *r, struct token *t)
{
    size_t left = r->length - r->at, room = NAME_MOST - (size_t)t->spelled, size = 0;
    const char *at = r->line + r->at;
    char folded;
    while (size < left && size < room && (folded = common[(unsigned char)at[size]]) != 0)
        t->text[t->length + size++] = folded;
    t->length = (uint16_t)(t->length + size);
    t->spelled = (uint16_t)(t->spelled + size);
    r->at += size;
    r->column += (uint32_t)size;
}

/* Unquoted characters up to white space or a separator. */
static bool plain_part(struct reader *r, bool first, struct token *t, struct fault *fault)
{
    for (;;) {
        common_part(r, t);
        char out[4];
        unsigned made;
        size_t size;
        unsigned char c = peek(r, &size, out, &made);
        if ((size == 0 && c == 0) || is_space(c) || c == ';' || (first && c == ':'))
            return true;
        if (c == 0xFF) {
            bad_byte(r, t, fault);
            return false;
        }
        if (c == '"')
            return true;
        t->comma |= c == ',' || made > 1;
        if (!append(t, size, out, made)) {
            bad(t, fault, t->column, N_("this word is too long; expected at most 255 bytes"));
            return false;
        }
        advance(r, size);
        if (c == '=' && t->equals < 0) {
            t->equals = (int16_t)(t->length - 1);
            t->key_length = (uint16_t)(r->line + r->at - size - t->written.at);
            t->value_at = (uint16_t)(r->line + r->at - t->written.at);
            if (quote_opening(rest_of(r)) != NULL)
                return true;
        }
    }
}

/* Skips white space; the character then at the reader. */
static unsigned char skip_space(struct reader *r, size_t *size)
{
    char out[4];
    unsigned made;
    unsigned char c;
    while (r->at < r->length && r->line[r->at] == ' ')
        advance(r, 1);
    while (is_space(c = peek(r, size, out, &made)) && *size > 0)
        advance(r, *size);
    return c;
}

/* A first token is a seat's if a colon follows, white space between or not. */
static void take_colon(struct reader *r, struct token *t)
{
    size_t at = r->at, size;
    uint32_t column = r->column;
    if (skip_space(r, &size) == ':') {
        advance(r, size);
        t->seat = true;
        return;
    }
    r->at = at;
    r->column = column;
}

/* Is the reader at a place where a token may end? */
static bool at_break(const struct reader *r, bool first)
{
    if (r->at >= r->length || r->line[r->at] == ' ')
        return true;
    char out[4];
    unsigned made;
    size_t size;
    unsigned char c = peek(r, &size, out, &made);
    return size == 0 || is_space(c) || c == ';' || (first && c == ':');
}

static void token_begin(const struct reader *r, struct token *t)
{
    t->kind = TOKEN_WORD;
    t->quoted = t->seat = t->comma = false;
    t->equals = -1;
    t->length = t->spelled = 0;
    t->column = r->column;
    t->written.at = r->line + r->at;
}

static void token_end(struct reader *r, bool first, struct token *t)
{
    t->written.length = (size_t)(r->line + r->at - t->written.at);
    t->text[t->length] = '\0';
    if (first)
        take_colon(r, t);
}

/* A word of common characters alone, as most are; else nothing is taken. */
static bool common_word(struct reader *r, bool first, struct token *t)
{
    while (r->at < r->length && r->line[r->at] == ' ')
        advance(r, 1);
    token_begin(r, t);
    const size_t start = r->at;
    common_part(r, t);
    const char behind = r->at < r->length ? r->line[r->at] : ' ';
    if (t->length > 0 && (behind == ' ' || (first && behind == ':'))) {
        token_end(r, first, t);
        return true;
    }
    r->at = start;
    r->column = t->column;
    return false;
}

/* A token that begins with a quote, or holds one, or any other character. */
static void any_word(struct reader *r, bool first, struct token *t, struct fault *fault)
{
    size_t size;
    char mark[4];
    unsigned made;
    t->quoted = quote_opening(rest_of(r)) != NULL;
    if (t->quoted) {
        if (!quoted_part(r, t, fault))
            return;
        if (peek(r, &size, mark, &made) != '=' && !at_break(r, first)) {
            bad(t, fault, r->column, N_("a quote in the middle of a word; expected a space between them"));
            return;
        }
    }
    if (!plain_part(r, first, t, fault))
        return;
    bool value = t->equals >= 0 && t->equals == t->length - 1;
    if (value && quote_opening(rest_of(r)) != NULL && !quoted_part(r, t, fault))
        return;
    if (at_break(r, first))
        token_end(r, first, t);
    else
        bad(t, fault, r->column, N_("a quote in the middle of a word; expected a space between them"));
}

void token_next(struct reader *r, bool first, struct token *t, struct fault *fault)
{
    size_t size;
    if (common_word(r, first, t))
        return;
    const unsigned char c = skip_space(r, &size);
    token_begin(r, t);
    if ((size == 0 && c == 0) || c == '#') {
        t->kind = TOKEN_END;
        r->at = r->length;
    } else if (c == ';') {
        t->kind = TOKEN_SEMICOLON;
        advance(r, size);
    } else if (c == '"' && quote_opening(rest_of(r)) == NULL) {
        bad(t, fault, r->column, N_("a full-width quote; expected a plain \""));
    } else {
        any_word(r, first, t, fault);
    }
}

/* The quote that is open behind this character, after `open` before it. */
static const struct quote *quote_behind(const struct quote *open, struct span text)
{
    if (open == NULL)
        return quote_opening(text);
    return closes(open, text) ? NULL : open;
}

void reader_skip(struct reader *r)
{
    const struct quote *open = NULL;         /* the fault may lie within quotes */
    for (size_t i = 0; i < r->at; i++)
        open = quote_behind(open, (struct span){r->line + i, r->length - i});
    while (r->at < r->length) {
        char out[4];
        unsigned made;
        size_t size;
        unsigned char c = peek(r, &size, out, &made);
        open = quote_behind(open, rest_of(r));
        advance(r, size == 0 ? 1 : size);
        if (c == ';' && open == NULL)
            return;
    }
}

/* ---- words ------------------------------------------------------------------------------- */

size_t text_spell(struct span written, char *out)
{
    size_t length = 0;
    const struct quote *quotes = quote_opening(written);
    for (size_t i = quotes != NULL ? quotes->size : 0; i < written.length && length < NAME_MOST; i++) {
        if (closes(quotes, (struct span){written.at + i, written.length - i}) && (i += quotes->size) >= written.length)
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
        if (step == 0 || length + made > NAME_MOST)
            break;
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

bool text_is_clean(struct span text)
{
    uint32_t point;
    for (size_t i = 0, size; i < text.length; i += size) {
        size = decode((const unsigned char *)text.at + i, text.length - i, &point);
        if (size == 0 || point < 0x20 || (point >= 0x7F && point < 0xA0))
            return false;
    }
    return true;
}

bool text_is_plain(struct span text)
{
    for (size_t i = 0; i < text.length; i++) {
        unsigned char c = (unsigned char)text.at[i], next = i + 1 < text.length ? (unsigned char)text.at[i + 1] : 0;
        bool alphanumeric = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        bool wide_sign = c == 0xEF || (c == 0xE3 && next == 0x80);
        bool sign = c != '\0' && strchr("-_:./", c) != NULL;
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
        || !closes(quotes, (struct span){written.at + written.length - quotes->size, quotes->size}))
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
