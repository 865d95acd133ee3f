/*
 * Cards in the colours of their suits, and kinds of rulings in theirs, in a text that is laid out;
 * see sheet.h.
 */
#include "sheet.h"

#include <string.h>

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/*
 * A letter or a character, then one or two digits, no part of a longer word: how long it is, and of
 * which suit.
 */
static size_t card_at(const struct layout *layout, const char *text, const char *at, char *suit)
{
    size_t length = 1, digits = 0;
    char folded[NAME_MOST], spelled[NAME_MOST];
    if (is_letter(*at) && at > text && (is_letter(at[-1]) || is_digit(at[-1])))
        return 0;
    while (((unsigned char)at[length] & 0xC0) == 0x80)
        length++;
    while (is_digit(at[length + digits]) && digits < 3)
        digits++;
    if (digits == 0 || digits > 2 || (!is_letter(*at) && (unsigned char)*at < 0x80)
        || is_letter(at[length + digits]))
        return 0;
    length += digits;
    int card = layout->book->card_read(
        (struct span){folded, text_fold((struct span){at, length}, folded)});
    if (card < 0)
        return 0;
    size_t ascii = layout->book->card_write(card, false, spelled);
    *suit = spelled[0];
    return !is_letter(*at) || (ascii == length && memcmp(at, spelled, length) == 0) ? length : 0;
}

/* "irregular (…" at the beginning of a line, after a number or not. */
static size_t kind_at(const struct context *context, const char *at, enum ruling_kind *kind)
{
    for (int k = RULING_OPEN; k <= RULING_IMPOSSIBLE; k++) {
        const char *name = say(context, ruling_name((enum ruling_kind)k));
        size_t length = strlen(name);
        if (strncmp(at, name, length) == 0
            && (strncmp(at + length, " (", 2) == 0
                || strncmp(at + length, "（", strlen("（")) == 0)) {
            *kind = (enum ruling_kind)k;
            return length;
        }
    }
    return 0;
}

enum paint paint_of(enum ruling_kind kind)
{
    switch (kind) {
    case RULING_OPEN:
    case RULING_UNPROVEN: return PAINT_DIM;
    case RULING_SLIP:
    case RULING_CONFLICT: return PAINT_YELLOW;
    case RULING_IRREGULAR:
    case RULING_IMPOSSIBLE: return PAINT_RED;
    }
    return PAINT_PLAIN;
}

static enum paint suit_paint(const struct layout *layout, char suit)
{
    for (const struct suit_paint *one = layout->suits; suit != '\0' && one->suit != '\0'; one++)
        if (one->suit == suit)
            return one->paint;
    return PAINT_PLAIN;
}

void paint_pieces(const struct context *context, const struct rulebook *book, const char *text,
    paint_piece *piece, void *user)
{
    const struct layout *layout = book != NULL ? layout_find(book) : NULL;
    const char *plain = text; /* what was not handed on yet */
    bool begins = true;
    for (const char *at = text; *at != '\0';) {
        enum ruling_kind kind = RULING_OPEN;
        char suit = '\0';
        const size_t named = begins ? kind_at(context, at, &kind) : 0;
        const size_t length = named > 0 ? named
                              : layout != NULL && layout->suits != NULL
                                  ? card_at(layout, text, at, &suit)
                                  : 0;
        if (length > 0) {
            if (at > plain)
                piece(user, plain, (size_t)(at - plain), '\0', PAINT_PLAIN);
            piece(user, at, length, suit, named > 0 ? paint_of(kind) : suit_paint(layout, suit));
            plain = at + length;
        }
        at += length > 0 ? length : 1;
        begins = at[-1] == '\n' || (begins && (is_digit(at[-1]) || at[-1] == '.' || at[-1] == ' '));
    }
    if (*plain != '\0')
        piece(user, plain, strlen(plain), '\0', PAINT_PLAIN);
}

/* A text that pieces are added to in their colours. */
struct painting {
    const struct context *context;
    struct text *out;
};

static void add_piece(void *user, const char *bytes, size_t length, char suit, enum paint paint)
{
    const struct painting *p = user;
    (void)suit;
    if (paint != PAINT_PLAIN)
        say_paint(p->context, p->out, paint);
    text_add(p->out, bytes, length);
    if (paint != PAINT_PLAIN)
        say_paint(p->context, p->out, PAINT_PLAIN);
}

void paint_text(const struct context *context, const struct rulebook *book, const char *text,
    struct text *out)
{
    struct painting painting = {context, out};
    paint_pieces(context, book, text, add_piece, &painting);
}
