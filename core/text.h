/*
 * Characters and tokens: the lowest floor of the language. Private to core.
 *
 *     line      = statement { ";" statement }
 *     statement = [ seat ":" ] verb { argument }
 *               | [ seat ":" ] card { card }
 *     argument  = word | number | card | key "=" value | "quoted text" | 「quoted text」
 *
 * Full- and half-width forms and ASCII case are folded, all else is compared as it stands.
 */
#ifndef FUDA_TEXT_H
#define FUDA_TEXT_H

#include "core.h"

enum token_kind { TOKEN_END, TOKEN_WORD, TOKEN_SEMICOLON, TOKEN_BAD };

struct token {
    enum token_kind kind;
    bool quoted;         /* begins with a quote */
    bool comma;          /* one may stand in it, in any width */
    bool seat;           /* the first of its statement, and a colon follows */
    int16_t equals;      /* where its first = stands in `text`, or -1 */
    uint16_t key_length; /* bytes of `written` before that = */
    uint16_t value_at;   /* bytes of `written` before the value */
    uint16_t length;     /* of `text` */
    uint16_t spelled;    /* bytes as they stand in the line, without quotes */
    uint32_t column;
    struct span written;      /* as it stands in the line, quotes and all */
    char text[NAME_MOST + 1]; /* folded, without quotes; terminated */
};

/* Reads the next token; TOKEN_BAD fills the fault. `first`: of its statement. */
void token_next(struct reader *r, bool first, struct token *out, struct fault *fault);

/* Passes over the rest of the statement, up to a semicolon or the end of the line. */
void reader_skip(struct reader *r);

/*
 * One character of UTF-8 at `at` with `left` bytes left, folded into `out` (at most 4 bytes,
 * `*made` of them). Returns the bytes read, 0 if they are not UTF-8.
 */
size_t fold_one(const char *at, size_t left, char out[4], unsigned *made);

struct fault *fault_set(struct fault *fault, uint32_t column, const char *id);

/*
 * What opens a quote and what closes it, each of `size` bytes; the closing one twice stands for
 * itself.
 */
struct quote {
    const char *open, *close;
    size_t size;
};

/*
 * The quote that opens at the beginning; NULL: none does. A full-width " is none. Does it close
 * here?
 */
const struct quote *quote_opening(struct span text);
bool quote_closes(const struct quote *quote, struct span text);

struct span span_of(const char *text);
bool span_is(struct span span, const char *text);

/* A number that two texts hardly ever share (FNV-1a); never 0. */
uint64_t text_sum(const char *text, size_t length);

/*
 * Cuts off what stands before the first comma (of a pair after its =), in any width or as 、; the
 * comma goes too. False, and nothing cut, if there is none, or the word is quoted.
 */
bool word_cut(struct span *word, struct span *piece);

/* A token as a message shows it: without the quotes around it. */
struct span text_unquoted(struct span written);

/* Are two names one, as they fold? */
bool text_same(struct span a, struct span b);

/* Is a folded word one of these spellings, "あか/赤"? */
bool spelled(const char *spellings, struct span word);

/* A whole number in -999999999…999999999; false if the text is none. */
bool number_read(struct span text, int32_t *number);

/* Its digits; `out` has room for 11 bytes. */
size_t number_write(int32_t number, char *out);

#endif
