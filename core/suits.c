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

/* The same of its Japanese names, and of の behind one: 赤9, あか9, 赤の9. */
static size_t japanese_length(const char *names, struct span token)
{
    static const char of[] = "の";
    size_t found = 0;
    for (const char *at = names; at[0] != '\0';) {
        size_t length = strcspn(at, "/");
        if (length > found && token.length >= length && memcmp(token.at, at, length) == 0)
            found = length;
        at += length + (at[length] == '/');
    }
    bool has_of = found > 0 && token.length >= found + sizeof of && memcmp(token.at + found, of, sizeof of - 1) == 0;
    return found + (has_of ? sizeof of - 1 : 0);
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
