/* A line as tokens; see text.h. */
#include "text.h"

#include <string.h>

struct fault *fault_set(struct fault *fault, uint32_t column, const char *id)
{
    fault->column = column;
    fault->missed = NULL;
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

/*
 * Appends a folded character of `size` bytes; false if the token grows beyond its limit as spelled.
 */
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

static struct span rest_of(const struct reader *r)
{
    return (struct span){r->line + r->at, r->length - r->at};
}

/* From an opening quote to after its closing one, which twice inside is one. */
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
            bad(t, fault, opened,
                quotes->size == 1
                    ? N_("this quote is not closed; expected a \" before the end of the line")
                    : N_("this quote is not closed; expected a 」 before the end of the line"));
            return false;
        }
        if (c == 0xFF) {
            bad_byte(r, t, fault);
            return false;
        }
        bool quote = quote_closes(quotes, rest_of(r));
        advance(r, size);
        if (quote) {
            if (quote_closes(quotes, rest_of(r)))
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
    ['a'] = 'a',
    ['b'] = 'b',
    ['c'] = 'c',
    ['d'] = 'd',
    ['e'] = 'e',
    ['f'] = 'f',
    ['g'] = 'g',
    ['h'] = 'h',
    ['i'] = 'i',
    ['j'] = 'j',
    ['k'] = 'k',
    ['l'] = 'l',
    ['m'] = 'm',
    ['n'] = 'n',
    ['o'] = 'o',
    ['p'] = 'p',
    ['q'] = 'q',
    ['r'] = 'r',
    ['s'] = 's',
    ['t'] = 't',
    ['u'] = 'u',
    ['v'] = 'v',
    ['w'] = 'w',
    ['x'] = 'x',
    ['y'] = 'y',
    ['z'] = 'z',
    ['A'] = 'a',
    ['B'] = 'b',
    ['C'] = 'c',
    ['D'] = 'd',
    ['E'] = 'e',
    ['F'] = 'f',
    ['G'] = 'g',
    ['H'] = 'h',
    ['I'] = 'i',
    ['J'] = 'j',
    ['K'] = 'k',
    ['L'] = 'l',
    ['M'] = 'm',
    ['N'] = 'n',
    ['O'] = 'o',
    ['P'] = 'p',
    ['Q'] = 'q',
    ['R'] = 'r',
    ['S'] = 's',
    ['T'] = 't',
    ['U'] = 'u',
    ['V'] = 'v',
    ['W'] = 'w',
    ['X'] = 'x',
    ['Y'] = 'y',
    ['Z'] = 'z',
    ['0'] = '0',
    ['1'] = '1',
    ['2'] = '2',
    ['3'] = '3',
    ['4'] = '4',
    ['5'] = '5',
    ['6'] = '6',
    ['7'] = '7',
    ['8'] = '8',
    ['9'] = '9',
    ['?'] = '?',
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
    while (is_space(c = peek(r, size, out, &made)))
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
            bad(t, fault, r->column,
                N_("a quote in the middle of a word; expected a space between them"));
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
        bad(t, fault, r->column,
            N_("a quote in the middle of a word; expected a space between them"));
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

/* The quote that is open after this character, after `open` before it. */
static const struct quote *quote_behind(const struct quote *open, struct span text)
{
    if (open == NULL)
        return quote_opening(text);
    return quote_closes(open, text) ? NULL : open;
}

void reader_skip(struct reader *r)
{
    const struct quote *open = NULL; /* the fault may lie within quotes */
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
