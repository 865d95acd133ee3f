/*
 * Questions and mends; see doubt.h.
 */
#include "doubt.h"
#include "either_card.h"
#include "look.h"
#include "laid.h"

/* So long a RETURN may be on its way to a question that has settled itself. */
enum { GRACE_MS = 2000 };

/* ---- lines that are taken back ----------------------------------------------------------- */

bool doubt_can_mend(const struct watch *w, const struct record *r, uint32_t line)
{
    uint32_t ours = 0;
    for (int i = 0; i < w->deck.count; i++)
        ours += w->card[i].as == LAID_ENTERED && w->card[i].line > line && !w->card[i].typed;
    return ours == r->line - line;
}

void doubt_mend(struct watch *w, uint32_t line)
{
    w->mend_line = line;
    w->undoing = true;
}

/* ---- differences ------------------------------------------------------------------------- */

int doubt_gone(const struct watch *w, const struct record *r, int seat)
{
    int first = NOBODY;
    for (int i = 0; i < w->deck.count; i++) {
        const struct watched *c = &w->card[i];
        if (c->as == LAID_ENTERED && !c->there && i != w->back && (seat < 0 || c->seat == seat)
            && laid_on_table(w, r, c) && (first < 0 || c->line < w->card[first].line))
            first = i;
    }
    return first;
}

static int next_entered(const struct watch *w, const struct record *r, uint32_t line)
{
    int next = NOBODY;
    for (int i = 0; i < w->deck.count; i++) {
        const struct watched *c = &w->card[i];
        if (c->as == LAID_ENTERED && c->line > line && laid_on_table(w, r, c)
            && (next < 0 || c->line < w->card[next].line))
            next = i;
    }
    return next;
}

/*
 * The mend of an entered card that is gone, with `other` lying there: whose each card is then. A
 * card that was laid before the gone one went is its player's; one laid afterwards may be the
 * player's before.
 */
static void plan_mend(struct watch *w, const struct record *r, int gone, int other, bool knows)
{
    int next = next_entered(w, r, w->card[gone].line), seat = w->card[gone].seat;
    for (int i = 0; i < w->deck.count; i++)
        w->card[i].mended = w->card[i].seat;
    bool shift = !knows && next >= 0 && w->card[next].came >= w->card[gone].gone;
    for (; shift && next >= 0; next = next_entered(w, r, w->card[next].line)) {
        w->card[next].mended = (int8_t)seat;
        seat = w->card[next].seat;
    }
    w->card[other].mended = (int8_t)seat;
    w->mend_line = w->card[gone].line - 1;
}

/* "Aki r3, Bo b4": what the mend enters. */
static void add_mended(const struct watch *w, const struct record *r, struct text *t, int other)
{
    for (int i = next_entered(w, r, w->mend_line); i >= 0; i = next_entered(w, r, w->card[i].line))
        if (w->card[i].there && w->card[i].mended != w->card[i].seat)
            laid_add_name(w, r, t, i, w->card[i].mended);
    laid_add_name(w, r, t, other, w->card[other].mended);
}

/* ---- questions --------------------------------------------------------------------------- */

/* The same question is asked once, until it has settled itself. */
static bool asks_already(struct watch *w, const struct record *r, enum watch_question what, int n)
{
    w->asks = true;
    if (w->asked == what && w->asked_of == n)
        return true;
    w->asked = what;
    w->asked_of = n;
    w->asked_turn = laid_turn(r);
    w->card[n].named = true;
    laid_place(w, r, w->doubted);
    return false;
}

void doubt_ask_side(struct watch *w, const struct record *r, int n, int whose, int turn)
{
    if (!asks_already(w, r, ASK_SIDE, n))
        laid_tell(w, r,
            N_("{card} lies on {other}'s side, but it is {seat}'s turn. RETURN lets it wait; ! "
               "enters it for {seat}."),
            n, NULL, turn, whose);
}

void doubt_ask_face(struct watch *w, const struct record *r, int n)
{
    struct text other = {0};
    const struct watched *c = &w->card[n];
    if (asks_already(w, r, ASK_FACE, n))
        return;
    laid_add_name(w, r, &other, c->other, NOBODY);
    laid_tell(w, r,
        c->other == n
            ? N_("{card}? Its face does not tell surely. RETURN enters it; ! lets it lie; or type "
                 "what it is.")
            : N_("{card} or {cards}? Its face does not tell surely. RETURN enters {card}, ! enters "
                 "{cards}; or type what it is."),
        n, &other, NOBODY, NOBODY);
    text_clear(&other);
}

void doubt_ask_order(struct watch *w, const struct record *r, int n)
{
    struct text cards = {0};
    if (asks_already(w, r, ASK_ORDER, n))
        return;
    for (unsigned order = w->card[n].order, last = 0; order != last;) {
        last = order;
        for (int i = 0; i < w->deck.count; i++)
            if (laid_free(&w->card[i]) && w->card[i].order == order
                && (order == w->card[n].order || w->card[i].tie)) {
                laid_add_name(w, r, &cards, i, NOBODY);
                w->card[i].named = true;
                order++;
                break;
            }
    }
    laid_tell(w, r,
        N_("{cards} came to lie at once, and nobody knows which was first. RETURN enters them so; "
           "else type them."),
        n, &cards, NOBODY, NOBODY);
    text_clear(&cards);
}

void doubt_ask_mend(struct watch *w, const struct record *r, int gone, int other, bool knows)
{
    struct text cards = {0};
    const struct watched *c = &w->card[gone];
    if (!doubt_can_mend(w, r, c->line - 1) || other < 0) {
        if (!asks_already(w, r, ASK_GONE, gone))
            laid_tell(w, r,
                N_("{card} is entered for {seat} and does not lie there any more. RETURN leaves "
                   "the record as it is; `undo` goes back to it."),
                gone, NULL, c->seat, NOBODY);
        return;
    }
    if (asks_already(w, r, ASK_MEND, gone))
        return;
    w->card[other].named = true;
    plan_mend(w, r, gone, other, knows);
    add_mended(w, r, &cards, other);
    laid_tell(w, r,
        N_("{card} is entered for {seat} and does not lie there any more. RETURN enters what lies "
           "there instead: {cards}. ! leaves the record as it is."),
        gone, &cards, c->seat, NOBODY);
    text_clear(&cards);
}

/* ---- answers ----------------------------------------------------------------------------- */

/* It was the other's after all; twice so, and the sides are not what they were. */
static void overrule(struct watch *w, const struct record *r)
{
    w->card[w->asked_of].seat = (int8_t)laid_turn(r);
    if (++w->overruled < 2)
        return;
    sides_begin(&w->sides, w->sides.seats);
    w->sides_told = false;
    w->overruled = 0;
    camera_look_tell(w, N_("From which side each seat lays is learnt anew."), "");
}

bool doubt_answer(struct watch *w, const struct record *r, bool mark)
{
    struct watched *c = w->asked != ASK_NOTHING ? &w->card[w->asked_of] : NULL;
    switch (w->asked) {
    case ASK_NOTHING: return !mark && milliseconds() - w->answered < GRACE_MS;
    case ASK_SIDE:
        c->left = true;
        if (mark)
            overrule(w, r);
        break;
    case ASK_ORDER:
        for (int i = 0; i < w->deck.count; i++)
            w->card[i].tie = false;
        break;
    case ASK_MEND:
        for (int i = 0; !mark && i < w->deck.count; i++)
            if (laid_free(&w->card[i]))
                w->card[i].seat = w->card[i].mended;
        if (!mark)
            doubt_mend(w, w->mend_line);
        else
            laid_place(w, r, w->stands);
        break;
    case ASK_GONE: laid_place(w, r, w->stands); break;
    case ASK_FACE: guess_answer(w, w->asked_of, mark); break;
    }
    w->asked = ASK_NOTHING;
    return true;
}
