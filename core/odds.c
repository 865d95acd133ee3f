/* How `odds` is asked at the table: a statement of its own, read with verbs of its own. */
#include "text.h"

/* Where chances are of a card, the question is the card. */
const struct verb card_asks[] = {
    {"", NULL, SEAT_MAY, 0, 0, 0, NULL, "", ""},
    {"odds", NULL, SEAT_NONE, ARGUMENT_CARD, 1, 1, NULL, N_("odds CARD"),
        N_("how likely each player is to hold a card, if all deals still possible are equally "
           "likely")},
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

/* Where a card may be: a share for each seat, and for nobody if that may be. */
static void tell_shares(const struct setting *setting, int card, const double *shares,
    struct teller *t)
{
    tell_open(t, NULL, '{');
    tell_card(t, "card", card);
    tell_open(t, "shares", '[');
    for (int i = 0; i <= setting->seats->count; i++) {
        bool nobody = i == setting->seats->count;
        if (nobody && shares[i] <= 0)
            break;
        tell_open(t, NULL, '{');
        tell_seat(t, "seat", nobody ? -1 : i);
        tell_share(t, "share", shares[i]);
        tell_close(t);
    }
    tell_close(t);
    tell_close(t);
}

bool odds_tell(const struct setting *setting, const void *state, const struct statement *said,
    void *scratch, struct teller *t, struct fault *fault)
{
    const struct chances_part *chances = setting->book->chances;
    double shares[SEATS_MOST + 1];
    if (chances->tell != NULL)
        return chances->tell(state, setting, said, t, fault);
    if (!chances->shares(state, setting, said->argument[0].card, scratch, shares)) {
        fault_set(fault, said->column, N_("the odds of this position cannot be counted"));
        return false;
    }
    tell_shares(setting, said->argument[0].card, shares, t);
    return true;
}
