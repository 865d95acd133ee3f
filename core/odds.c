/* How `odds` is asked at the table: a statement of its own, read with verbs of its own. */
#include "text.h"

/* Where chances are of a card, the question is the card. */
const struct verb card_asks[] = {
    {"", NULL, SEAT_MAY, 0, 0, 0, NULL, "", ""},
    {"odds", NULL, SEAT_NONE, ARGUMENT_CARD, 1, 1, NULL, N_("odds CARD"),
     N_("how likely each player holds a card, all deals still possible being alike")},
    {0},
};

const struct verb *rulebook_asks(const struct rulebook *book)
{
    return book->chances != NULL ? book->chances->asks : NULL;
}

bool odds_read(const struct setting *setting, struct span line, struct statement *out,
               struct fault *fault)
{
    struct rulebook asking = *setting->book;
    struct setting there = *setting;
    struct reader reader;
    struct token next;
    asking.verbs = rulebook_asks(setting->book);
    asking.deck = NULL;
    there.book = &asking;
    reader_begin(&reader, line.at, line.length, 1);
    if (statement_read(&reader, &there, false, out, fault) != READ_STATEMENT)
        return false;
    token_next(&reader, true, &next, fault);
    if (next.kind != TOKEN_END)
        fault_set(fault, next.column, N_("more than one question; expected one `odds` a line"));
    return next.kind == TOKEN_END;
}
