/* What stands on a sticker: the code of one physical card, and how a record writes that card. */
#include "text.h"

#include <assert.h>
#include <string.h>

/* Only plain words stand in a record without quotes whatever they are. */
static bool needs_quotes(struct span token)
{
    for (size_t i = 0; i < token.length; i++) {
        char c = token.at[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')))
            return true;
    }
    return token.length == 0;
}

/* A name from a pack was spelled without its quotes; a quote inside is doubled. */
static void token_set(char out[TOKEN_MOST], struct span token)
{
    size_t length = 0;
    bool quoted = needs_quotes(token);
    if (quoted)
        out[length++] = '"';
    for (size_t i = 0; i < token.length && length < NAME_MOST; i++) {
        if (token.at[i] == '"')
            out[length++] = '"';
        out[length++] = token.at[i];
    }
    if (quoted)
        out[length++] = '"';
    out[length] = '\0';
}

void sticker_set(struct sticker *s, int card, struct span token, struct span code, unsigned copy)
{
    size_t length = 0;
    assert(copy < 10 && code.length + (copy > 0) <= STICKER_CODE);
    *s = (struct sticker){.card = (int16_t)card};
    for (; length < code.length; length++) {
        const char c = code.at[length];
        assert(length < STICKER_CODE);
        s->code[length] = (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    }
    if (copy > 0)
        s->code[length] = (char)('0' + copy);
    token_set(s->token, token);
}
