/* Cards of suits and numbers; see suits.h. */
#include "suits.h"
#include "text.h"

#include <string.h>

/* How much of the token the suit's letter takes, or its whole English name; 0: it is another's. */
static size_t latin_length(const struct suits *suits, int suit, struct span token)
{
    if (token.at[0] != suits->letters[suit])
        return 0;
    if (token.length <= sizeof "r13" - 1)
        return 1;
    const size_t whole = strlen(suits->name[suit]);
    return token.length > whole && memcmp(token.at, suits->name[suit], whole) == 0 ? whole : 1;
}

/* The same of its Japanese names. */
static size_t japanese_length(const char *names, struct span token)
{
    size_t found = 0;
    for (const char *at = names; at[0] != '\0';) {
        size_t length = strcspn(at, "/");
        if (length > found && token.length >= length && memcmp(token.at, at, length) == 0)
            found = length;
        at += length + (at[length] == '/');
    }
    return found;
}

static void skip_blanks(struct span *token)
{
    while (token->length > 0 && token->at[0] == ' ') {
        token->at++;
        token->length--;
    }
}

/*
 * What joins suit and number: nothing, blanks, or の where more stands after it: 赤9, 赤の9, red 9.
 */
static void skip_joint(struct span *token)
{
    static const char of[] = "の";
    skip_blanks(token);
    if (token->length < sizeof of || memcmp(token->at, of, sizeof of - 1) != 0)
        return;
    token->at += sizeof of - 1;
    token->length -= sizeof of - 1;
    skip_blanks(token);
}

int suit_read(const struct suits *suits, struct span *token)
{
    for (int suit = 0; token->length > 0 && suits->letters[suit] != '\0'; suit++) {
        size_t length = latin_length(suits, suit, *token);
        if (length == 0 && ((unsigned char)token->at[0] & 0x80))
            length = japanese_length(suits->ja[suit], *token);
        if (length == 0)
            continue;
        token->at += length;
        token->length -= length;
        skip_joint(token);
        return suit;
    }
    return -1;
}

/* The number of one or two digits that stands first, and is taken from the token; 0: none does. */
static int rank_first(struct span *token)
{
    int number = 0;
    for (int i = 0; i < 2 && token->length > 0 && token->at[0] >= '0' && token->at[0] <= '9'; i++) {
        number = number * 10 + (token->at[0] - '0');
        token->at++;
        token->length--;
    }
    return number;
}

/* `7 of red`: the suit alone is left, by its letter or its whole name. */
static int suited_reversed(const struct suits *suits, struct span token)
{
    static const char of[] = " of ";
    char text[NAME_MOST];
    const int number = rank_first(&token);
    if (number == 0 || number > suits->most || token.length <= sizeof of - 1
        || memcmp(token.at, of, sizeof of - 1) != 0)
        return NO_CARD;
    struct span rest = {text, token.length - (sizeof of - 1) + 1};
    if (rest.length > sizeof text)
        return NO_CARD;
    memcpy(text, token.at + sizeof of - 1, rest.length - 1);
    text[rest.length - 1] = '1'; /* a suit is read where a number stands after it */
    const int suit = suit_read(suits, &rest);
    return suit >= 0 && span_is(rest, "1") ? suit * 16 + number : NO_CARD;
}

int suited_read(const struct suits *suits, struct span token)
{
    if (token.length > 0 && token.at[0] >= '0' && token.at[0] <= '9')
        return suited_reversed(suits, token);
    int suit = suit_read(suits, &token), number = 0;
    if (suit >= 0 && span_is(token, "0"))
        return suits->most >= 10 ? suit * 16 + 10 : NO_CARD;
    if (suit < 0 || token.length < 1 || token.length > 2 || token.at[0] == '0')
        return NO_CARD;
    for (size_t i = 0; i < token.length; i++) {
        if (token.at[i] < '0' || token.at[i] > '9')
            return NO_CARD;
        number = number * 10 + (token.at[i] - '0');
    }
    return number <= suits->most ? suit * 16 + number : NO_CARD;
}

size_t suit_write(const struct suits *suits, int suit, bool japanese, char *out)
{
    const size_t length = japanese ? spelling_shown(suits->ja[suit]).length : 1;
    memcpy(out, japanese ? suits->ja[suit] : &suits->letters[suit], length);
    return length;
}

size_t suited_write(const struct suits *suits, int card, bool japanese, char *out)
{
    size_t at = suit_write(suits, suit_of(card), japanese, out);
    if (rank_of(card) >= 10)
        out[at++] = '1';
    out[at++] = (char)('0' + rank_of(card) % 10);
    return at;
}
