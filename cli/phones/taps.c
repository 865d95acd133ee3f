/* Lines that were said on phones; see phones.h. */
#include "phones.h"
#include "core/text.h"

/* Files are looked for by `pack`, and one record is kept at a table. */
const char *tap_forbidden(const char *line)
{
    static const enum common_verb verbs[] = {SAY_PACK, SAY_GAME, SAY_PLAYERS};
    struct reader reader;
    struct token token;
    struct fault fault;
    reader_begin(&reader, line, strlen(line), 1);
    for (token_next(&reader, false, &token, &fault); token.kind != TOKEN_END;
         token_next(&reader, false, &token, &fault))
        for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
            if (token.kind == TOKEN_BAD)
                return NULL; /* whoever reads the line says why */
            if (verb_is(&common_verbs[verbs[i]], token.written))
                return N_("Decks, players and other games are chosen at the laptop.");
        }
    return NULL;
}

bool tap_names_seat(const char *line)
{
    struct reader reader;
    struct token token;
    struct fault fault;
    reader_begin(&reader, line, strlen(line), 1);
    token_next(&reader, true, &token, &fault);
    return token.kind == TOKEN_WORD && token.seat;
}
