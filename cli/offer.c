/* A line of a record as an offer has it; see offer.h. */
#include "cli/offer.h"
#include "core/text.h"

#include <string.h>

/* One statement of a line, as it is written. */
struct piece {
    struct span text, seat; /* seat: named in it; empty: none is */
    uint32_t column;
    bool common, players;
};

static bool next_piece(struct reader *r, struct piece *out)
{
    struct token t;
    struct fault fault;
    size_t end;
    do
        token_next(r, true, &t, &fault);
    while (t.kind == TOKEN_SEMICOLON);
    if (t.kind == TOKEN_END)
        return false;
    *out = (struct piece){.text = {t.written.at, 0},
        .column = t.column,
        .seat = {t.written.at, t.seat ? t.written.length : 0}};
    for (int i = 0; i < COMMON_VERBS && !t.seat && t.kind == TOKEN_WORD; i++) {
        out->common |= verb_is(&common_verbs[i], t.written);
        out->players |= i == SAY_PLAYERS && verb_is(&common_verbs[i], t.written);
    }
    if (t.kind == TOKEN_BAD)
        out->text.at = r->line + r->at;
    do {
        end = r->at;
        if (t.kind == TOKEN_BAD)
            reader_skip(r);
        end = t.kind == TOKEN_BAD ? r->at : end;
        token_next(r, false, &t, &fault);
    } while (t.kind == TOKEN_WORD || t.kind == TOKEN_BAD);
    out->text.length = (size_t)(r->line + end - out->text.at);
    return true;
}

static void join(struct text *t, const char *text, size_t length)
{
    if (length == 0)
        return;
    text_put(t, t->length > 0 ? "; " : "");
    text_add(t, text, length);
}

bool offer_adds(const struct offer *o) { return o->edit == EDIT_MISSING || o->edit == EDIT_BEGUN; }

/* The part of `put` that stands for this line. */
static struct span put_here(const struct offer *o, bool second)
{
    const char *newline = strchr(o->put, '\n');
    if (newline == NULL)
        return (struct span){o->put, strlen(o->put)};
    return second ? (struct span){newline + 1, strlen(newline + 1)}
                  : (struct span){o->put, (size_t)(newline - o->put)};
}

/* The column of the statement in which that one stands. */
static uint32_t statement_at(struct span line, uint32_t column)
{
    struct reader r;
    struct piece p;
    uint32_t found = 1;
    reader_begin(&r, line.at, line.length, 1);
    while (next_piece(&r, &p) && p.column <= column)
        found = p.column;
    return found;
}

static void put_before(const struct offer *o, struct span line, struct offered *out)
{
    struct reader r;
    struct piece p;
    struct span seat = {"", 0};
    reader_begin(&r, line.at, line.length, 1);
    while (next_piece(&r, &p)) {
        const bool before = p.column < o->instead.from;
        struct text *to = before ? &out->before : &out->rest;
        if (!before && to->length == 0 && out->before.length > 0 && p.seat.length == 0
            && seat.length > 0 && !p.common) {
            text_add(to, seat.at, seat.length);
            text_put(to, ": ");
            text_add(to, p.text.at, p.text.length);
        } else {
            join(to, p.text.at, p.text.length);
        }
        seat = p.seat.length > 0 ? p.seat : seat;
    }
    text_put(&out->missing, o->put);
    if (out->before.length == 0) { /* the line as it was written */
        text_clear(&out->rest);
        text_add(&out->rest, line.at, line.length);
    }
}

void offer_apply(const struct offer *o, bool second, struct span line, uint32_t unread,
    struct offered *out)
{
    struct stretch where = second ? o->second : o->instead;
    struct reader r;
    struct piece p;
    const struct span put = put_here(o, second);
    bool done = false;
    *out = (struct offered){{0}, {0}, {0}};
    if (offer_adds(o)) {
        put_before(o, line, out);
        return;
    }
    if (where.from == 0)
        where.from = where.to = statement_at(line, unread);
    reader_begin(&r, line.at, line.length, 1);
    while (next_piece(&r, &p)) {
        const bool meant = o->edit == EDIT_SEATS
                               ? p.players
                               : !p.common && p.column >= where.from && p.column <= where.to;
        if (!meant)
            join(&out->rest, p.text.at, p.text.length);
        else if (!done)
            join(&out->rest, put.at, put.length);
        done |= meant;
    }
}

void offered_clear(struct offered *o)
{
    text_clear(&o->before);
    text_clear(&o->missing);
    text_clear(&o->rest);
}
