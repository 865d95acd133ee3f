/* The table's camera: its words, and what it brings; see watch.h. */
#define _XOPEN_SOURCE 700
#include "doubt.h"
#include "either_card.h"
#include "heap.h"
#include "look.h"
#include "card_owner.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void watch_begin(struct watch *w, const struct context *context, const struct campaign *campaign)
{
    *w = (struct watch){.context = context,
        .campaign = campaign,
        .scanner = {.pid = -1, .to = -1, .from = -1}};
    card_owner_begin(w, 0);
}

static void turn_off(struct watch *w)
{
    scanner_close(&w->scanner);
    w->on = false;
    card_owner_begin(w, w->sides.seats);
}

void watch_end(struct watch *w)
{
    turn_off(w);
    scanner_deck_clear(&w->deck);
    free(w->card);
    free(w->source);
    free(w->user);
    text_clear(&w->said);
    watch_begin(w, w->context, w->campaign);
}

bool watch_source(struct watch *w, const char *rest)
{
    char device[SOURCE_MOST];
    if (rest[0] == '\0') {
        const char *source = camera_look_source(w, device),
                   *at = source != NULL ? strrchr(source, '@') : NULL;
        if (source == NULL)
            return false;
        /* what stands before @ in an address is nobody's business */
        printf("%s%s\n", at != NULL ? "…" : "", at != NULL ? at : source);
        return true;
    }
    if (!scanner_is_camera(rest) && access(rest, R_OK) != 0) {
        scanner_not_opened(w->context, rest);
        return false;
    }
    free(w->source);
    w->source = memory_text(rest);
    if (w->on) {
        turn_off(w);
        puts(say(w->context, N_("No longer watching; `watch` begins again.")));
    }
    return w->source != NULL;
}

/* ---- what has changed -------------------------------------------------------------------- */

/* Of a card in two places each place is told of; one word is enough. */
static void on_doubt(struct watch *w, const struct record *r, const struct glimpse *sight)
{
    struct watched *c = sight->card >= 0 ? &w->card[sight->card] : NULL;
    if (c == NULL || !sight->twice || !c->twice)
        camera_look_tell_of_card(w, r,
            sight->twice ? N_(
                "{card} is read in two places: not entered. Type it, or clear the table a little.")
                         : N_("{card} is read where another card is read too: not entered. Type "
                              "it, or lay it apart."),
            sight->card, sight->code);
    if (c != NULL && sight->twice)
        c->twice = true;
}

static void on_sight(struct watch *w, const struct record *r, struct glimpse sight)
{
    guess_is_known(w, r, &sight);
    switch (sight.kind) {
    case SIGHT_CARD:
    case SIGHT_FACE: card_owner_lies(w, r, &sight); break;
    case SIGHT_ASK:
        guess_lies(w, r, &sight);
        heap_begins(w, r);
        break;
    case SIGHT_GONE:
    case SIGHT_BACK:
    case SIGHT_HIDDEN:
        if (sight.card >= 0)
            card_owner_leaves(w, r, &sight);
        break;
    case SIGHT_UNKNOWN:
        camera_look_tell_of_card(w, r, N_("{card} lies there, which is no card of this deck."), -1,
            sight.code);
        break;
    case SIGHT_DOUBT: on_doubt(w, r, &sight); break;
    }
}

/* Nothing is known of what happens now. */
static void on_loss(struct watch *w)
{
    camera_look_tell(w, N_("the camera is lost: {reason}"), w->scanner.why);
    for (int i = 0; i < w->deck.count; i++)
        w->card[i].there = w->card[i].hidden = false;
    w->settling = true;
}

/* A card, told surely or not. */
static bool is_laid(const struct glimpse *sight)
{
    return sight->card >= 0
           && (sight->kind == SIGHT_CARD || sight->kind == SIGHT_FACE || sight->kind == SIGHT_ASK);
}

/* Nobody saw in which order it came to lie; what a face does not tell is not asked either. */
static void on_found(struct watch *w, const struct record *r, struct glimpse sight)
{
    guess_is_known(w, r, &sight);
    if (!is_laid(&sight))
        return;
    const bool unsure = sight.kind == SIGHT_ASK, passed = w->card[sight.card].as == LAID_PASSED;
    if (!card_owner_lay(w, r, &sight) && !passed && !unsure
        && w->deck.card[sight.card].sticker.card >= 0)
        camera_look_tell_of_card(w, r, N_("{card} came to lie unseen: not entered."), sight.card,
            NULL);
}

void watch_hears(struct watch *w, const struct record *r, enum scanner_news news,
    const struct glimpse *sight)
{
    if (news == SCANNER_TIE)
        w->tie = true;
    else if (news != SCANNER_NOTHING && news != SCANNER_SIGHT)
        w->joined = false;
    if (news == SCANNER_SIGHT && !(w->settling && is_laid(sight)))
        on_sight(w, r, *sight);
    if (news == SCANNER_SEES && w->settling)
        on_found(w, r, *sight);
    if (news == SCANNER_SEEN)
        w->settling = false;
    if (news == SCANNER_LOST)
        on_loss(w);
    if (news == SCANNER_ALIVE)
        unread_hear(&w->unread, &w->scanner, &w->said);
    if (news == SCANNER_BACK) {
        text_put(&w->said, say(w->context, N_("the camera sees again")));
        text_put(&w->said, "\n");
        scanner_look(&w->scanner);
    }
}

/* ---- watching ---------------------------------------------------------------------------- */

/* What lies there already was not played before our eyes. */
static void take_for_known(struct watch *w, const struct record *r, const struct look *seen)
{
    struct text t = {0}, lines = {0};
    for (int i = 0; i < seen->count; i++) {
        int card = seen->sight[i].card;
        const enum sight_kind kind = seen->sight[i].kind;
        if (card < 0 || (kind != SIGHT_CARD && kind != SIGHT_FACE)
            || card_owner_lay(w, r, &seen->sight[i]) || w->deck.card[card].sticker.card < 0)
            continue;
        text_put(&t,
            t.length == 0 ? say(w->context, N_("Lies there already, and is not entered:")) : "");
        text_put(&t, " ");
        camera_look_name(w, r, &t, card, NULL);
    }
    if (t.length > 0) {
        say_wrapped(&lines, t.at, 0, 2);
        puts(lines.at);
    }
    text_clear(&lines);
    text_clear(&t);
}

static bool turn_on(struct watch *w, const struct record *r)
{
    if (w->on)
        return true;
    if (!camera_look_make_deck(w, r))
        return false;
    if (r->setting.book->verbs[VERB_PLAY].most == 0)
        return complain(w->context,
            N_("in this game a card alone is no play; @ in a statement is what the camera sees"),
            "");
    struct look *seen = memory_get(sizeof *seen);
    if (!camera_look_open(w, true) || !camera_look_look(w, r, NULL, seen)) {
        free(seen);
        turn_off(w);
        return false;
    }
    w->on = true;
    card_owner_begin(w, r->seats.count);
    puts(say(w->context, N_("Watching: cards are entered as they are laid. RETURN ends it.")));
    take_for_known(w, r, seen);
    free(seen);
    return true;
}

/* `watch seats`: what is known of them; or they are to be shown, a card each. */
static bool show_seats(struct watch *w, const struct record *r, bool again)
{
    if (!turn_on(w, r))
        return false;
    if (!again && sides_known(&w->sides)) {
        card_owner_tell_sides(w, r);
        return true;
    }
    struct text name = {0}, line = {0}, lines = {0};
    sides_begin(&w->sides, r->seats.count);
    w->teaching = 0;
    say_seat(&name, &r->seats, 0);
    say_with(w->context, &line,
        N_("Lay any card each where you lay your cards, one after the other, in the order of "
           "seats; first {seat}. They are not entered; RETURN ends it."),
        "t", "seat", name.at);
    say_wrapped(&lines, line.at, 0, 2);
    puts(lines.at);
    text_clear(&lines);
    text_clear(&line);
    text_clear(&name);
    return true;
}

bool watch_word(struct watch *w, const struct record *r, const char *rest)
{
    if (strcmp(rest, "off") == 0) {
        if (w->on)
            puts(say(w->context, N_("No longer watching.")));
        turn_off(w);
        return true;
    }
    if (strcmp(rest, "seats") == 0 || strcmp(rest, "seats again") == 0)
        return show_seats(w, r, rest[strlen("seats")] != '\0');
    if (strcmp(rest, "beep") == 0 || strcmp(rest, "silent") == 0)
        w->beep = rest[0] == 'b';
    else if (rest[0] != '\0') {
        return complain(w->context,
            N_("expected `watch`, `watch off`, `watch seats`, `watch beep` or `watch silent`"), "");
    }
    return turn_on(w, r);
}

/* ---- what the table does ----------------------------------------------------------------- */

bool watch_ready(struct watch *w, const struct record *r, bool held)
{
    struct glimpse sight;
    int card;
    if (!w->on)
        return false;
    /* one thing after the other: a card that came is entered before it is told that it went */
    for (int i = 0; i < SIGHTS_MOST && card_owner_plan(w, r, held, &card) == WATCH_REST; i++) {
        enum scanner_news news = scanner_next(&w->scanner, 0, &sight);
        watch_hears(w, r, news, &sight);
        if (news == SCANNER_NOTHING)
            break;
    }
    return card_owner_plan(w, r, held, &card) != WATCH_REST || w->said.length > 0;
}

enum watch_act watch_next(struct watch *w, const struct record *r, bool held, const char **card)
{
    int n = -1;
    enum watch_act act = w->on ? card_owner_plan(w, r, held, &n) : WATCH_REST;
    if (act == WATCH_ENTER) {
        card_owner_tries(w, r, n);
        *card = w->deck.card[n].sticker.token;
    }
    return act;
}

void watch_statement(const struct watch *w, const char *card, struct text *out)
{
    const bool face = w->held >= 0 && w->card[w->held].face;
    text_printf(out, "%s%s", face ? BY_FACE : "", card);
}

void watch_holds(struct watch *w) { w->withdrawn = w->held >= 0 && !w->card[w->held].there; }

void watch_settles(struct watch *w, const struct record *r, enum watch_end end)
{
    if (w->held >= 0 && w->card != NULL)
        card_owner_entered(w, r, end);
    w->held = -1;
    w->withdrawn = false;
}

bool watch_answer(struct watch *w, const struct record *r, bool mark)
{
    if (!w->on)
        return false;
    if (w->teaching >= 0 && !mark) {
        w->teaching = -1;
        sides_begin(&w->sides, w->sides.seats);
        return true;
    }
    return doubt_answer(w, r, mark);
}

void watch_yields(struct watch *w, const struct record *r)
{
    if (w->on)
        card_owner_yields(w, r);
}

void watch_forgets(struct watch *w, const struct record *r, bool failed)
{
    /* what was asked of those lines is settled by it, and a RETURN may be on its way */
    if (w->undoing)
        w->answered = milliseconds();
    w->undoing = w->undoing && !failed;
    if (w->on)
        card_owner_settle(w, r);
}
