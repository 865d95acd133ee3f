/* Cards of suits and numbers; see suits.h. */
#include "suits.h"

#include <string.h>

/* How much of the token the suit's letter takes, or its whole English name; 0: it is another's. */
static size_t latin_length(const struct suits *suits, int suit, struct span token)
{
    const size_t whole = strlen(suits->name[suit]);
    if (token.at[0] != suits->letters[suit])
        return 0;
    return token.length > whole && memcmp(token.at, suits->name[suit], whole) == 0 ? whole : 1;
}

int suit_read(const struct suits *suits, struct span *token)
{
    for (int suit = 0; token->length > 0 && suits->letters[suit] != '\0'; suit++) {
        size_t length = latin_length(suits, suit, *token);
        if (length == 0 && token->at[0] == suits->ja[suit][0]) {
            length = strlen(suits->ja[suit]);
            length = token->length >= length && memcmp(token->at, suits->ja[suit], length) == 0 ? length : 0;
        }
        if (length == 0)
            continue;
        token->at += length;
        token->length -= length;
        return suit;
    }
    return -1;
}

int suited_read(const struct suits *suits, struct span token)
{
    int suit = suit_read(suits, &token), number = 0;
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
    const size_t length = japanese ? strlen(suits->ja[suit]) : 1;
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
