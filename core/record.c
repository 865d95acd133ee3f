/*
 * A record: lines applied one after the other, each statement standing alone. Findings are kept
 * until their round closes, then sorted and handed on; nothing grows with the record's length.
 */
#include "ask.h"
#include "record_parts.h"

#include <assert.h>
#include <string.h>

void record_init(struct record *r, const struct record_host *host, const struct record_room *room)
{
    memset(r, 0, sizeof *r);
    r->host = *host;
    r->state = room->state;
    r->before = room->before;
    r->pack = room->pack;
    r->findings = room->findings;
    rulings_begin(r->findings);
    r->repair = room->repair;
    r->setting.seats = &r->seats;
    r->setting.house = &r->house;
}

/* ---- statements -------------------------------------------------------------------------- */

static void say_play(struct record *r, const struct statement *said)
{
    const struct rulebook *book = r->setting.book;
    struct fault f;
    assert(book != NULL);
    if (book->turns_page != NULL && book->turns_page(r->state, &r->setting, said))
        record_close_page(r);
    if (record_is_repaired(r))
        record_hear(r, said);
    const bool follows = r->follows;
    r->follows = true;
    switch (rulebook_try(&r->setting, r->state, r->before, follows, said, r->findings, &f)) {
    case APPLIED:
        r->played = true;
        if (r->host.teller && !record_is_repaired(r))
            book->tell_rows(r->state, &r->setting, r->host.teller, &r->told, false);
        break;
    case IMPOSSIBLE: r->refused = true; break;
    case MALFORMED:
        record_fault(r, &f);
        if (record_is_repaired(r))
            repair_misheard(r->repair);
        break;
    }
}

static bool begins_anew(const struct statement *said)
{
    return said->common && (said->verb == SAY_GAME || (said->verb == SAY_PACK && said->count == 2));
}

/* What is not a statement of play: of all games, or a row of a deck. False: it is one of play. */
static bool apply_other(struct record *r, const struct statement *said)
{
    bool in_pack = r->pack_book != NULL && !begins_anew(said);
    if (said->common && (!in_pack || said->verb == SAY_NOTE))
        record_say_common(r, said);
    else if (said->row)
        record_say_row(r, said);
    else if (in_pack)
        record_fault_at(r, said->column,
            N_("no row of a deck; expected `game` before the statements of a game"));
    else
        return false;
    return true;
}

/* `pack score`: the name of the pack that begins here is missing. */
static bool lacks_name(const struct statement *said)
{
    char folded[NAME_MOST];
    return said->common && said->verb == SAY_PACK && said->count == 1
           && rulebook_find((struct span){folded, text_fold(said->argument[0].text, folded)})
                  != NULL;
}

static void apply(struct record *r, const struct statement *said)
{
    if (r->astray && !begins_anew(said))
        return;
    r->refused = false;
    if (r->findings->count > RULINGS_MOST - RULINGS_RESERVE
        && (r->setting.book == NULL || !record_is_repaired(r)))
        record_flush(r);
    if (r->setting.book == NULL && r->pack_book == NULL && !begins_anew(said))
        record_fault_at(r, said->column,
            lacks_name(said)
                ? N_("this pack has no name; expected one behind its game, as in `pack score "
                     "\"Golf\"`")
                : N_("no game has begun; expected `game` first, as in `game haratama`"));
    else if (apply_other(r, said))
        ;
    else if (!r->begun)
        record_fault_at(r, said->column,
            N_("nobody is at the table yet; expected a line `players NAME…` first"));
    else if (r->setting.ended)
        record_after_the_end(r, said);
    else if (r->setting.noted != NULL)
        record_fault_at(r, said->column,
            N_("the result of this game is noted already; expected `game` for another one"));
    else
        say_play(r, said);
    if (!r->refused && r->host.accepted)
        r->host.accepted(r->host.user, said, r);
}

/* What cannot be read is left out; the repair may find what it stood for. */
static void fault_read(struct record *r, const struct fault *why)
{
    if (r->astray)
        return;
    record_fault(r, why);
    assert(!r->begun || r->pack_book == NULL);
    if (!r->begun || r->setting.ended || !record_is_repaired(r))
        return;
    record_hear(r, r->statement.lost ? &r->statement : NULL);
    repair_misheard(r->repair);
}

void record_line(struct record *r, const char *line, size_t length)
{
    struct reader reader;
    reader_begin(&reader, line, length, ++r->line);
    record_read(r, &reader);
}

/* The next statement, with the words that are known here. */
static enum read_result read_next(struct record *r, struct reader *reader, struct fault *why)
{
    struct setting setting = r->setting;
    if (r->pack_book != NULL) {
        setting.book = r->pack_book;
        setting.pack = r->pack_rows;
    }
    return statement_read(reader, &setting, r->pack_book != NULL, &r->statement, why);
}

/*
 * What an answer stands for, read where the answer stands. False: it is none after all, and `why`
 * is as it was.
 */
static bool apply_answer(struct record *r, const struct answer *answer)
{
    struct reader made;
    struct fault none;
    reader_begin(&made, answer->at, answer->length, r->line);
    enum read_result result = read_next(r, &made, &none);
    if (result != READ_STATEMENT)
        return false;
    for (; result == READ_STATEMENT; result = read_next(r, &made, &none)) {
        r->statement.column = answer->column;
        for (int i = 0; i < r->statement.count; i++)
            r->statement.argument[i].column = answer->column;
        apply(r, &r->statement);
    }
    return true;
}

/*
 * What is no statement may be a bare answer to what the record waits for, as it may at the table;
 * what begins as one is told as one. `reader` is behind it in any case. False: it is none.
 */
static bool answered(struct record *r, const struct reader *begin, struct fault *why)
{
    enum { ANSWER_MOST = 4096 };
    char room[ANSWER_MOST];
    struct reader typed = *begin;
    struct answer answer = {.at = room, .room = sizeof room};
    struct fault missed;
    if (!r->begun || r->setting.ended || r->setting.noted != NULL || r->pack_book != NULL)
        return false;
    const enum read_result result = answer_next(&typed, r, &answer, &missed);
    if (result == READ_FAULT && (answer.lacked & ANSWER_WAS_BEGUN))
        *why = missed;
    if (result != READ_STATEMENT || !(answer.lacked & (ANSWER_WAS_BARE | ANSWER_WAS_ASKED)))
        return false;
    if (apply_answer(r, &answer))
        return true;
    struct fault again;
    typed = *begin;
    read_next(r, &typed, &again); /* the statement is the line's again, not the answer's */
    return false;
}

void record_read(struct record *r, struct reader *reader)
{
    struct fault f;
    for (;;) {
        const struct reader begin = *reader;
        const enum read_result result = read_next(r, reader, &f);
        if (result == READ_END)
            return;
        if (result == READ_STATEMENT)
            apply(r, &r->statement);
        else if (!answered(r, &begin, &f))
            fault_read(r, &f);
    }
}

bool record_over(const struct record *r)
{
    uint32_t winners = 0;
    return r->begun
           && (r->setting.ended
               || rulebook_finished(r->setting.book, r->state, &r->setting, &winners));
}

void record_skip(struct record *r, const struct fault *why)
{
    r->line++;
    record_fault(r, why);
}

void record_end(struct record *r)
{
    record_end_game(r);
    record_end_pack(r);
}
