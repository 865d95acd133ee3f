/*
 * Characters and tokens, the lowest level of the language. Private to core.
 *
 *     line      = statement { ";" statement }
 *     statement = [ seat ":" ] verb { argument }
 *               | [ seat ":" ] card { card }
 *     argument  = word | number | card | key "=" value | "quoted text" | 「quoted text」
 *
 * Folding makes full-width and half-width forms the same, and ASCII letters lower case. Everything
 * else is compared as it stands.
 */
#ifndef FUDA_TEXT_H
#define FUDA_TEXT_H

#include "core.h"

enum token_kind { TOKEN_END, TOKEN_WORD, TOKEN_SEMICOLON, TOKEN_BAD };

struct token {
    enum token_kind kind;
    bool quoted;         /* begins with a quote */
    bool comma;          /* it may contain a comma, in any width */
    bool seat;           /* it is the first of its statement, and a colon follows */
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
 * The marks that open and close a quoted text, each of `size` bytes. The closing mark written twice
 * stands for itself.
 */
struct quote {
    const char *open, *close;
    size_t size;
};

/*
 * quote_opening: the quote that the text begins with; NULL: none (a full-width " is none).
 * quote_closes: does the text begin with the closing mark?
 */
const struct quote *quote_opening(struct span text);
bool quote_closes(const struct quote *quote, struct span text);

struct span span_of(const char *text);
bool span_is(struct span span, const char *text);

/* A hash of the text (FNV-1a); never 0. */
uint64_t text_sum(const char *text, size_t length);

/*
 * Moves what stands before the first comma (in a pair: after its =) from `word` to `piece`, and
 * drops the comma, which may have any width or be 、. False, with nothing changed, if there is no
 * comma or the word is quoted.
 */
bool word_cut(struct span *word, struct span *piece);

/* A token without the quotes around it, as messages show it. */
struct span text_unquoted(struct span written);

/* Are two names the same when folded? */
bool text_same(struct span a, struct span b);

/* Is a folded word one of these spellings, "あか/赤"? */
bool spelled(const char *spellings, struct span word);

/* Reads a whole number from -999999999 to 999999999; false if the text is none. */
bool number_read(struct span text, int32_t *number);

/* Writes a number; `out` has room for 11 bytes. */
size_t number_write(int32_t number, char *out);

#endif
