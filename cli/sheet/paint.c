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

static enum paint hue_paint(char hue)
{
    static const struct {
        char hue;
        enum paint paint;
    } paints[] = {{'r', PAINT_RED_SUIT}, {'b', PAINT_BLUE_SUIT}, {'g', PAINT_GREEN_SUIT},
        {'u', PAINT_YELLOW_SUIT}, {'p', PAINT_PURPLE_SUIT}, {'w', PAINT_WATER_SUIT}};
    for (size_t i = 0; i < sizeof paints / sizeof *paints; i++)
        if (paints[i].hue == hue)
            return paints[i].paint;
    return PAINT_PLAIN;
}

/* How long the suit is that a card begins with here: its letter, or its Japanese name. */
static size_t pack_suit_at(const struct setting *setting, const char *at)
{
    struct suit_look look;
    if ((unsigned char)*at < 0x80)
        return is_letter(*at);
    for (int suit = 0; suit_look(setting, suit, &look); suit++)
        if (strncmp(at, look.ja, strlen(look.ja)) == 0)
            return strlen(look.ja);
    return 0;
}

/*
 * The same of a game whose pack names the suits, as a record writes cards: c10, hq, ハートq. Cards
 * that are of no suit are words like any other.
 */
static size_t pack_card_at(const struct setting *setting, const char *text, const char *at,
    char *suit, enum paint *paint)
{
    char folded[NAME_MOST], spelled[NAME_MOST];
    struct suit_look look;
    const bool inside = at > text && (is_letter(at[-1]) || is_digit(at[-1]));
    const size_t begins = inside ? 0 : pack_suit_at(setting, at);
    size_t length = begins;
    while (is_letter(at[length]) || is_digit(at[length]))
        length++;
    if (begins == 0 || length == begins || length > begins + 3 || at[length] == '=')
        return 0;
    const int card = card_read_by(setting,
        (struct span){folded, text_fold((struct span){at, length}, folded)});
    if (card < 0 || !suit_look(setting, card / 16, &look) || look.hue == '\0')
        return 0;
    const size_t written = card_write_by(setting, card, (unsigned char)*at >= 0x80, spelled);
    *suit = look.hue;
    *paint = hue_paint(look.hue);
    return written == length && memcmp(at, spelled, length) == 0 ? length : 0;
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

/* Of a game whose rulebook names the suits, or its pack; no game: no cards. */
static size_t any_card_at(const struct setting *setting, const char *text, const char *at,
    char *suit, enum paint *paint)
{
    const struct layout *layout = setting->book != NULL ? layout_find(setting->book) : NULL;
    if (layout != NULL && setting->book->pack_suit != NULL)
        return pack_card_at(setting, text, at, suit, paint);
    const size_t length = layout != NULL && layout->suits != NULL ? card_at(layout, text, at, suit)
                                                                  : 0;
    if (length > 0)
        *paint = suit_paint(layout, *suit);
    return length;
}

void paint_pieces(const struct context *context, const struct setting *setting, const char *text,
    paint_piece *piece, void *user)
{
    const char *plain = text; /* what was not handed on yet */
    bool begins = true;
    for (const char *at = text; *at != '\0';) {
        enum ruling_kind kind = RULING_OPEN;
        enum paint paint = PAINT_PLAIN;
        char suit = '\0';
        const size_t named = begins ? kind_at(context, at, &kind) : 0;
        const size_t length = named > 0 ? named : any_card_at(setting, text, at, &suit, &paint);
        if (length > 0) {
            if (at > plain)
                piece(user, plain, (size_t)(at - plain), '\0', PAINT_PLAIN);
            piece(user, at, length, suit, named > 0 ? paint_of(kind) : paint);
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

void paint_text(const struct context *context, const struct setting *setting, const char *text,
    struct text *out)
{
    struct painting painting = {context, out};
    paint_pieces(context, setting, text, add_piece, &painting);
}
