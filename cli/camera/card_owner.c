/*
 * Whose a card is; see card_owner.h. Of the cards that lie there and are not accounted for the next
 * one to enter is
 *
 *     1. one that lies on the side of who has the turn, or is known to be that seat's
 *     2. one of which nothing is known but that it came first
 *
 * and one on another's side waits. Before a trick is full its cards are compared with those that
 * lie there; and one that comes to lie where an entered one lay, or on its seat's side, while that
 * is gone, was exchanged for it.
 */
#define _XOPEN_SOURCE 700
#include "doubt.h"
#include "look.h"
#include "either_card.h"
#include "heap.h"
#include "laid.h"
#include "card_owner.h"

#include <math.h>
#include <string.h>

enum {
    /* so long a trick's last card, taken up, may be the first of all of them */
    SWEEP_MS = 1200,
    MOVED_MS = 5000, /* a card seen again so soon was only moved to a pile */
};

/* sides of a code: nearer than this a card lies where another one lay, */
static const double BESIDE = 3;
/* … and where it lay itself, while it was covered */
static const double UNMOVED = 1;

/* What lies there and is not in the record is named, once. */
static void name_rest(struct watch *w, const struct record *r)
{
    struct text cards = {0};
    for (int i = 0; i < w->deck.count; i++) {
        struct watched *c = &w->card[i];
        bool unnamed = laid_free(c) && !c->named && laid_card(w, i) >= 0 && i != w->held;
        if (unnamed && !(w->asked != ASK_NOTHING && i == w->asked_of))
            laid_add_name(w, r, &cards, i, NOBODY);
        c->named |= unnamed;
    }
    if (cards.length > 0)
        laid_tell(w, r, N_("Lies there, and is not entered yet: {cards}."), -1, &cards, NOBODY,
            NOBODY);
    text_clear(&cards);
}

static double apart(const struct watched *a, const struct watched *b)
{
    return hypot(a->at.x - b->at.x, a->at.y - b->at.y);
}

/* ---- what lies there --------------------------------------------------------------------- */

void card_owner_begin(struct watch *w, int seats)
{
    if (w->sides.seats != seats)
        sides_begin(&w->sides, seats);
    w->held = w->asked_of = w->back = w->teaching = NOBODY;
    w->withdrawn = w->settling = w->undoing = w->tie = w->joined = w->heap = false;
    w->asked = ASK_NOTHING;
    w->stands[0] = w->doubted[0] = w->lacks[0] = '\0';
}

bool card_owner_lay(struct watch *w, const struct record *r, const struct glimpse *sight)
{
    struct watched *c = &w->card[sight->card];
    laid_down(w, sight);
    if (c->as == LAID_ENTERED || laid_typed(w, r, sight->card))
        return true;
    c->as = LAID_PASSED;
    c->named = true;
    return false;
}

/*
 * It was entered before, in another trick, and comes again: a new play, or what was played on a
 * pile.
 */
static void come_again(struct watch *w, const struct record *r, int n, bool was_hidden)
{
    struct watched *c = &w->card[n];
    if (laid_may_be_played(w, r, n))
        return;
    c->as = LAID_PASSED;
    c->named = true;
    if (!was_hidden && !w->heap && laid_turn(r) >= 0 && milliseconds() - c->gone > MOVED_MS)
        laid_tell(w, r, N_("{card} was played before: not entered. Type it if it is played now."),
            n, NULL, NOBODY, NOBODY);
}

/* ---- what comes and goes ----------------------------------------------------------------- */

void card_owner_lies(struct watch *w, const struct record *r, const struct glimpse *sight)
{
    int n = sight->card;
    struct watched *c = &w->card[n];
    bool was_there = c->there, was_hidden = c->hidden;
    struct watched before = *c;
    laid_down(w, sight);
    if (laid_card(w, n) < 0)
        return; /* no card that is played */
    w->stirred = milliseconds();
    if (c->as == LAID_ENTERED && ((was_there && !was_hidden) || laid_here(w, r, c))) {
        w->back = w->back == n ? NOBODY : w->back;
        return;
    }
    guess_told(w, n);
    if (was_there && !before.guessed && c->as != LAID_ENTERED
        && (!was_hidden || apart(c, &before) < UNMOVED * c->at.size))
        return;
    c->as = LAID_FREE;
    c->seat = NOBODY;
    c->named = c->waits = c->left = c->typed = false;
    if (!laid_typed(w, r, n) && c->line > 0)
        come_again(w, r, n, was_hidden);
    heap_begins(w, r);
}

/* Does any card of the trick on the table lie there? */
static bool trick_lies(const struct watch *w, const struct record *r)
{
    for (int i = 0; i < w->deck.count; i++)
        if (w->card[i].as == LAID_ENTERED && w->card[i].there && laid_here(w, r, &w->card[i]))
            return true;
    return false;
}

/* The last of the cards of an unfinished trick has gone. */
static void tell_taken_up(struct watch *w, const struct record *r, int n)
{
    struct trick_laid trick = laid_trick(r);
    if (trick_lies(w, r))
        return;
    if (trick.count == 1)
        laid_tell(w, r, N_("{card} was taken up, and stands as entered; `undo` takes it back."), n,
            NULL, NOBODY, NOBODY);
    else if (trick.count > 1) {
        laid_tell(w, r, N_("The trick was taken up, but {seat}'s card is lacking: type it."), n,
            NULL, laid_turn(r), NOBODY);
        laid_place(w, r, w->lacks);
    }
}

/* All of a trick's cards are swept when a second one of them goes. */
static bool is_sweep(const struct watch *w, int n)
{
    for (int i = 0; i < w->deck.count; i++) {
        const struct watched *c = &w->card[i];
        if (i != n && c->as == LAID_ENTERED && strcmp(c->place, w->card[n].place) == 0
            && (!c->there || c->hidden) && milliseconds() - c->gone < SWEEP_MS)
            return true;
    }
    return false;
}

static void entered_leaves(struct watch *w, const struct record *r, int n, bool soon)
{
    struct watched *c = &w->card[n];
    bool here = laid_here(w, r, c);
    if (w->back >= 0 && w->back != n && !here && strcmp(w->card[w->back].place, c->place) == 0)
        w->back = NOBODY;
    if (!w->heap && soon && (here || !is_sweep(w, n))) {
        w->back = n;
        w->back_at = milliseconds();
    } else if (!w->heap && here) {
        tell_taken_up(w, r, n);
    }
    if (r->setting.book->table == NULL)
        c->as = LAID_FREE;
}

void card_owner_leaves(struct watch *w, const struct record *r, const struct glimpse *sight)
{
    struct watched *c = &w->card[sight->card];
    c->hidden = sight->kind == SIGHT_HIDDEN && c->there;
    w->stirred = c->gone = milliseconds();
    if (c->hidden || !c->there)
        return;
    c->there = c->twice = false;
    guess_leaves(w, sight->card);
    w->withdrawn |= sight->card == w->held;
    if (c->as == LAID_ENTERED)
        entered_leaves(w, r, sight->card, sight->kind == SIGHT_BACK);
    else if (c->as == LAID_FREE && sight->card != w->held && laid_card(w, sight->card) >= 0
             && !w->heap && (c->named || w->held >= 0))
        camera_look_tell_of_card(w, r, N_("{card} was taken up again: not entered."), sight->card,
            NULL);
    if (c->as == LAID_PASSED)
        c->as = LAID_FREE;
}

/* ---- lines that are taken back ----------------------------------------------------------- */

static void decide_back(struct watch *w, const struct record *r)
{
    if (w->back < 0)
        return;
    struct watched *c = &w->card[w->back];
    bool here = laid_here(w, r, c);
    if (c->as == LAID_ENTERED && !here && milliseconds() - w->back_at < SWEEP_MS)
        return; /* the trick is full, and may just be swept */
    if (c->as == LAID_ENTERED && doubt_can_mend(w, r, c->line - 1)) {
        laid_tell(w, r,
            N_("{card} was only shown, and taken back at once: its line is taken back too."),
            w->back, NULL, NOBODY, NOBODY);
        /* what was laid after it went may be its player's card, entered for the next one */
        for (int i = 0; i < w->deck.count; i++)
            w->card[i].mended = w->card[i].came < c->gone ? w->card[i].seat : NOBODY;
        doubt_mend(w, c->line - 1);
    } else if (c->as == LAID_ENTERED) {
        laid_tell(w, r,
            N_("{card} was only shown, and taken back at once, but is entered still; `undo` takes "
               "it back."),
            w->back, NULL, NOBODY, NOBODY);
    }
    w->back = NOBODY;
}

/* ---- the next card ----------------------------------------------------------------------- */

/* Whose it is by what is known of it, or by its place. */
static int whose(const struct watch *w, const struct watched *c)
{
    return c->seat >= 0 ? c->seat : sides_whose(&w->sides, &c->at);
}

/*
 * Of the free cards the one that came first: of this seat; of nobody (NOBODY); of others (OTHERS).
 */
enum { OTHERS = -2 };

static int first_of(const struct watch *w, const struct record *r, int seat)
{
    int first = NOBODY, turn = laid_turn(r);
    for (int i = 0; i < w->deck.count; i++) {
        const struct watched *c = &w->card[i];
        if (!laid_free(c) || laid_card(w, i) < 0)
            continue;
        int its = whose(w, c);
        bool fits = seat >= 0        ? its == seat
                    : seat == NOBODY ? its < 0 && !c->waits
                                     : its >= 0 && its != turn && !c->left;
        if (fits && (first < 0 || c->order < w->card[first].order))
            first = i;
    }
    return first;
}

/* Did another one come together with this one, of which no more is known? */
static bool is_tied(const struct watch *w, int n)
{
    for (int i = 0; i < w->deck.count; i++)
        if (laid_free(&w->card[i]) && w->card[i].tie && w->card[i].order == w->card[n].order + 1
            && whose(w, &w->card[i]) < 0)
            return true;
    return false;
}

/* It lies where the gone one lay, as well as can be told while no seat's side is known. */
static bool is_beside(const struct watch *w, const struct record *r, const struct watched *c,
    const struct watched *gone)
{
    double far = apart(c, gone);
    for (int i = 0; i < w->deck.count; i++) {
        const struct watched *o = &w->card[i];
        if (o->as == LAID_ENTERED && o->there && laid_on_table(w, r, o) && apart(c, o) <= far)
            return false;
    }
    return far < BESIDE * gone->at.size;
}

/* The entered card for which this one was exchanged, or NOBODY. */
static int instead_of(const struct watch *w, const struct record *r, int n)
{
    const struct watched *c = &w->card[n];
    int seat = whose(w, c), found = NOBODY;
    for (int i = 0; i < w->deck.count && c->seat < 0; i++) {
        const struct watched *o = &w->card[i];
        bool gone = o->as == LAID_ENTERED && !o->there && i != n && laid_on_table(w, r, o);
        if (gone && (seat >= 0 ? o->seat == seat : is_beside(w, r, c, o))
            && (found < 0 || o->line < w->card[found].line))
            found = i;
    }
    return found;
}

/* Another's card, while it is not that seat's turn: true if something is asked. */
static bool asks_of_others(struct watch *w, const struct record *r)
{
    int n = first_of(w, r, OTHERS), turn = laid_turn(r);
    if (n < 0 || turn < 0)
        return false;
    int its = whose(w, &w->card[n]), gone = w->card[n].seat < 0 ? instead_of(w, r, n) : NOBODY;
    if (gone >= 0)
        doubt_ask_mend(w, r, gone, n, true);
    else if (w->card[n].seat < 0)
        doubt_ask_side(w, r, n, its, turn);
    return gone >= 0 || w->card[n].seat < 0;
}

/* The card to be entered next, or NOBODY: there is none, or something is asked. */
static int choose(struct watch *w, const struct record *r)
{
    struct trick_laid trick = laid_trick(r);
    int turn = laid_turn(r), n = turn >= 0 ? first_of(w, r, turn) : NOBODY, gone;
    char place[PLACE_MOST];
    laid_place(w, r, place);
    if (strcmp(place, w->lacks) == 0 && place[0] != '\0' && !trick_lies(w, r))
        return NOBODY; /* what lies there is of the next trick */
    if (n < 0)
        n = first_of(w, r, NOBODY);
    const int guessed = turn >= 0 ? guess_first(w) : NOBODY;
    if (guessed >= 0 && (n < 0 || w->card[guessed].order < w->card[n].order)) {
        doubt_ask_face(w, r, guessed);
        return NOBODY;
    }
    if (n < 0 && asks_of_others(w, r))
        return NOBODY;
    if (n >= 0 && strcmp(place, w->stands) != 0 && (gone = instead_of(w, r, n)) >= 0) {
        if (!laid_here(w, r, &w->card[gone]) && milliseconds() - w->card[gone].gone < SWEEP_MS)
            return NOBODY; /* the first one of all, which are swept? */
        doubt_ask_mend(w, r, gone, n, true);
        return NOBODY;
    }
    if (n >= 0 && whose(w, &w->card[n]) < 0 && is_tied(w, n)) {
        doubt_ask_order(w, r, n);
        return NOBODY;
    }
    if (n < 0 || trick.lacking != 1 || (gone = doubt_gone(w, r, NOBODY)) < 0)
        return n;
    if (strcmp(place, w->stands) == 0)
        return n;
    bool knows = sides_known(&w->sides);
    doubt_ask_mend(w, r, gone, knows ? NOBODY : n, knows);
    return NOBODY;
}

/* A card each, in the order of seats: true while somebody is still to lay one. */
static bool teach(struct watch *w, const struct record *r)
{
    for (int n; w->teaching >= 0 && (n = first_of(w, r, NOBODY)) >= 0;) {
        struct watched *c = &w->card[n];
        c->as = LAID_PASSED;
        sides_learn(&w->sides, w->teaching, &c->at, true);
        if (++w->teaching < w->sides.seats) {
            laid_tell(w, r, N_("{card} is {other}'s. Now {seat}."), n, NULL, w->teaching,
                w->teaching - 1);
            continue;
        }
        w->teaching = NOBODY;
        if (sides_known(&w->sides)) {
            card_owner_tell_sides(w, r);
            continue;
        }
        w->sides_told = false;
        camera_look_tell(w,
            N_("These cards lie too near to each other to tell the seats apart; `watch seats` "
               "begins again."),
            "");
        sides_begin(&w->sides, w->sides.seats);
    }
    return w->teaching >= 0;
}

/* What was asked and is not any more has settled itself. */
static void settle_question(struct watch *w)
{
    if (w->asks || w->asked == ASK_NOTHING)
        return;
    w->asked = ASK_NOTHING;
    w->answered = milliseconds();
}

enum watch_act card_owner_plan(struct watch *w, const struct record *r, bool held, int *card)
{
    if (held) {
        name_rest(w, r);
        return w->withdrawn ? WATCH_DROP : WATCH_REST;
    }
    if (!w->undoing)
        decide_back(w, r);
    w->undoing = w->undoing && r->line > w->mend_line;
    if (w->undoing)
        return WATCH_UNDO;
    if (heap_goes_on(w, r)) {
        w->asks = false;
        settle_question(w);
        return WATCH_REST;
    }
    if (w->joined || teach(w, r))
        return WATCH_REST;
    w->asks = false;
    *card = choose(w, r);
    settle_question(w);
    if (*card < 0)
        name_rest(w, r);
    return *card >= 0 ? WATCH_ENTER : WATCH_REST;
}

/* ---- what came of it --------------------------------------------------------------------- */

void card_owner_tries(struct watch *w, const struct record *r, int n)
{
    w->held = n;
    w->held_seat = laid_turn(r);
    laid_place(w, r, w->card[n].place);
}

void card_owner_tell_sides(struct watch *w, const struct record *r)
{
    struct text sides = {0};
    for (int seat = 0; seat < w->sides.seats; seat++) {
        struct text name = {0};
        if (sides.length > 0)
            say_comma(w->context, &sides);
        say_seat(&name, &r->seats, seat);
        say_with(w->context, &sides, N_("{seat} {hour}"), "ti", "seat", name.at, "hour",
            (int64_t)sides_hour(&w->sides, seat));
        text_clear(&name);
    }
    laid_tell(w, r,
        N_("From which side each seat lays, as on a clock's face whose 12 is the picture's upper "
           "edge: {cards}."),
        NOBODY, &sides, NOBODY, NOBODY);
    text_clear(&sides);
    w->sides_told = true;
}

/* A full trick, of which nothing was asked, shows from where each seat lays. */
static void learn(struct watch *w, const struct record *r, const struct watched *last)
{
    if (laid_trick(r).count > 0 || last->place[0] == '\0' || strcmp(last->place, w->doubted) == 0
        || w->overruled > 0)
        return;
    for (int i = 0; i < w->deck.count; i++) {
        const struct watched *c = &w->card[i];
        if (c->as == LAID_ENTERED && c->there && !c->typed && c->seat >= 0
            && strcmp(c->place, last->place) == 0)
            sides_learn(&w->sides, c->seat, &c->at, false);
    }
    if (!w->sides_told && sides_known(&w->sides))
        card_owner_tell_sides(w, r);
}

static void let_wait(struct watch *w, bool wait)
{
    for (int i = 0; i < w->deck.count; i++) {
        struct watched *c = &w->card[i];
        c->named &= !wait || !laid_free(c);
        c->waits = wait && laid_free(c);
    }
}

void card_owner_entered(struct watch *w, const struct record *r, enum watch_end end)
{
    struct watched *c = &w->card[w->held];
    w->held = NOBODY;
    w->withdrawn = false;
    if (end != WATCH_STANDS) {
        c->as = c->there ? LAID_PASSED : LAID_FREE;
        c->named = true;
        if (end == WATCH_TAKEN_BACK)
            let_wait(w, true);
        return;
    }
    c->as = LAID_ENTERED;
    c->seat = (int8_t)w->held_seat;
    c->line = r->line;
    c->typed = c->left = false;
    if (w->asked == ASK_NOTHING)
        let_wait(w, false);
    learn(w, r, c);
}

/*
 * Has the record, where it stands at the trick in which this card was entered, still got it there?
 */
static bool is_in_trick(const struct watch *w, const struct record *r, int n)
{
    struct trick_laid trick = laid_trick(r);
    bool found = !laid_here(w, r, &w->card[n]) || trick.count == 0;
    for (int i = 0; i < trick.count; i++)
        found |= trick.card[i] == laid_card(w, n) && trick.seat[i] == w->card[n].seat;
    return found;
}

/* Lines were taken back: their cards are free again where that is a mend, else passed over. */
static void come_undone(struct watch *w, const struct record *r, int n)
{
    struct watched *c = &w->card[n];
    c->line = 0;
    c->typed = false;
    c->seat = w->undoing && c->there ? c->mended : NOBODY;
    c->as = w->undoing || !c->there ? LAID_FREE : LAID_PASSED;
    c->named = w->undoing;
    if (c->as == LAID_PASSED)
        laid_tell(w, r, N_("Lies there, and is not entered any more: {card}."), n, NULL, NOBODY,
            NOBODY);
}

void card_owner_settle(struct watch *w, const struct record *r)
{
    for (int i = 0; i < w->deck.count; i++)
        if (w->card[i].as == LAID_ENTERED && (w->card[i].line > r->line || !is_in_trick(w, r, i)))
            come_undone(w, r, i);
    for (int i = 0; i < w->deck.count; i++)
        if (w->card[i].there && w->card[i].as != LAID_ENTERED && laid_card(w, i) >= 0
            && i != w->held)
            laid_typed(w, r, i);
    guess_settle(w, r);
}

void card_owner_yields(struct watch *w, const struct record *r)
{
    card_owner_settle(w, r);
    let_wait(w, false);
}
