/* Keys and codes; see key.h. */
#define _DEFAULT_SOURCE
#include "key.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>
#include <sys/random.h>

enum { KEY_BYTES = 16 };

static bool draw(unsigned char *bytes, size_t count)
{
    return getrandom(bytes, count, 0) == (ssize_t)count;
}

bool key_make(char out[KEY_ROOM])
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    unsigned char bytes[KEY_BYTES + 2] = {0}; /* padded to whole groups of three */
    out[0] = '\0';
    if (!draw(bytes, KEY_BYTES))
        return false;
    for (size_t i = 0; i < KEY_ROOM - 1; i++) {
        const unsigned char *group = bytes + i / 4 * 3;
        unsigned whole = (unsigned)group[0] << 16 | (unsigned)group[1] << 8 | group[2];
        out[i] = letters[whole >> (18 - i % 4 * 6) & 63];
    }
    out[KEY_ROOM - 1] = '\0';
    explicit_bzero(bytes, sizeof bytes);
    return true;
}

/* Makes a code of letters and digits that nobody mistakes for each other. */
bool code_make(char out[CODE_ROOM])
{
    static const char letters[] = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
    enum { LETTERS = sizeof letters - 1, EVEN = 256 / LETTERS * LETTERS };
    int count = 0;
    unsigned char byte;
    while (count < CODE_ROOM - 1 && draw(&byte, 1))
        if (byte < EVEN) /* so that each is as likely as the others */
            out[count++] = letters[byte % LETTERS];
    out[count == CODE_ROOM - 1 ? count : 0] = '\0';
    return count == CODE_ROOM - 1;
}

bool key_same(const char *given, const char *key)
{
    size_t length = strlen(key);
    if (given == NULL || length == 0 || strlen(given) != length)
        return false;
    unsigned differs = 0;
    for (size_t i = 0; i < length; i++)
        differs |= (unsigned)(given[i] ^ key[i]);
    return differs == 0;
}

bool code_same(const char *typed, const char *code)
{
    char clean[CODE_ROOM] = "";
    size_t length = 0;
    for (; typed != NULL && *typed != '\0'; typed++)
        if (isalnum((unsigned char)*typed)) {
            if (length == sizeof clean - 1)
                return false;
            clean[length++] = (char)toupper((unsigned char)*typed);
        }
    return key_same(clean, code);
}
