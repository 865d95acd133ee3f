/*
 * A card that lies there beside the record; see laid.h.
 */
#define _XOPEN_SOURCE 700
#include "look.h"
#include "laid.h"

#include <math.h>
#include <string.h>

/* ---- the game ---------------------------------------------------------------------------- */

void laid_place(const struct watch *w, const struct record *r, char out[PLACE_MOST])
{
    out[0] = '\0';
    if (!r->begun || r->setting.book->table == NULL)
        return;
    struct message place;
    struct text t = {0};
    r->setting.book->table->place(r->state, &r->setting, &place);
    say_message(w->context, &t, &place, NULL, &r->setting);
    snprintf(out, PLACE_MOST, "%s", t.at);
    text_clear(&t);
}

bool laid_here(const struct watch *w, const struct record *r, const struct watched *c)
{
    char place[PLACE_MOST];
    laid_place(w, r, place);
    return strcmp(place, c->place) == 0;
}

bool laid_on_table(const struct watch *w, const struct record *r, const struct watched *c)
{
    bool last = false; /* nothing has been entered since that trick was full */
    int gone = 0;
    if (laid_here(w, r, c))
        return true;
    for (int i = 0; i < w->deck.count; i++) {
        const struct watched *o = &w->card[i];
        if (o->as != LAID_ENTERED || strcmp(o->place, c->place) != 0)
            continue;
        last |= o->line == r->line;
        gone += !o->there || o->hidden;
    }
    return last && gone <= 1 && laid_trick(r).count == 0;
}

int laid_turn(const struct record *r)
{
    return r->begun && r->setting.book->knowledge != NULL
               ? r->setting.book->knowledge->turn(r->state, &r->setting)
               : NOBODY;
}

struct trick_laid laid_trick(const struct record *r)
{
    struct trick_laid trick = {.count = 0};
    if (r->begun && r->setting.book->table != NULL && r->setting.book->table->trick != NULL)
        r->setting.book->table->trick(r->state, &trick);
    return trick;
}

int laid_card(const struct watch *w, int n) { return w->deck.card[n].sticker.card; }

bool laid_may_be_played(const struct watch *w, const struct record *r, int n)
{
    int seat = laid_turn(r), card = laid_card(w, n);
    if (seat < 0)
        return false;
    struct cardset legal = r->setting.book->knowledge->legal(r->state, &r->setting, seat);
    return cards_hold(&legal, card);
}

/* ---- what lies there ---------------------------------------------------------------------- */

struct spot_laid laid_spot(const struct glimpse *s)
{
    const bool face = s->kind == SIGHT_FACE || s->kind == SIGHT_ASK;
    double x = 0, y = 0, round = 0;
    for (int i = 0; i < 4; i++) {
        const double *p = s->corner[i], *q = s->corner[(i + 1) % 4];
        x += p[0] / 4;
        y += p[1] / 4;
        round += hypot(q[0] - p[0], q[1] - p[1]);
    }
    return (struct spot_laid){x, y, round / 4 / (face ? CODES_A_SIDE : 1)};
}

void laid_down(struct watch *w, const struct glimpse *s)
{
    struct watched *c = &w->card[s->card];
    const bool asked = c->guessed && c->there; /* its face tells now what was asked */
    c->face = s->kind == SIGHT_FACE || s->kind == SIGHT_ASK;
    c->guessed = c->is_other = false;
    c->at = laid_spot(s);
    c->there = true;
    c->hidden = c->twice = false;
    if (!asked) {
        c->order = ++w->laid;
        c->came = milliseconds();
        c->tie = w->joined;
    }
    w->joined = w->tie;
    w->tie = false;
}

bool laid_typed(struct watch *w, const struct record *r, int n)
{
    struct trick_laid trick = laid_trick(r);
    for (int i = 0; i < trick.count; i++) {
        bool found = trick.card[i] != laid_card(w, n);
        for (int k = 0; k < w->deck.count && !found; k++)
            found = w->card[k].as == LAID_ENTERED && laid_card(w, k) == trick.card[i]
                    && w->card[k].seat == trick.seat[i] && laid_here(w, r, &w->card[k]);
        if (found)
            continue;
        struct watched *c = &w->card[n];
        c->as = LAID_ENTERED;
        c->seat = trick.seat[i];
        c->line = r->line;
        c->typed = true;
        c->waits = false;
        laid_place(w, r, c->place);
        return true;
    }
    return false;
}

/* ---- what is said ------------------------------------------------------------------------ */

/* "Aki r3", or only the card, after others. */
void laid_add_name(const struct watch *w, const struct record *r, struct text *t, int n, int seat)
{
    if (t->length > 0)
        say_comma(w->context, t);
    if (seat >= 0) {
        say_seat(t, &r->seats, seat);
        text_put(t, " ");
    }
    camera_look_name(w, r, t, n, NULL);
}

void laid_tell(struct watch *w, const struct record *r, const char *text, int n,
    const struct text *cards, int seat, int other)
{
    struct text name = {0}, whose = {0}, others = {0}, line = {0};
    if (n >= 0)
        camera_look_name(w, r, &name, n, NULL);
    if (seat >= 0)
        say_seat(&whose, &r->seats, seat);
    if (other >= 0)
        say_seat(&others, &r->seats, other);
    say_with(w->context, &line, text, "tttt", "card", name.at, "cards",
        cards != NULL ? cards->at : NULL, "seat", whose.at, "other", others.at);
    say_wrapped(&w->said, line.at, 0, 2);
    text_put(&w->said, "\n");
    text_clear(&name);
    text_clear(&whose);
    text_clear(&others);
    text_clear(&line);
}
