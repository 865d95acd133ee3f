/*
 * Applies the statements of a game of Materia まてりあ. What each one does is in setup.c, period.c,
 * battle.c and dice.c. This file finds out whose act it is if nobody is named, keeps what is seen
 * of archives, and refuses what follows the end.
 */
#include "materia.h"

#include <string.h>

void materia_begin(void *state, const struct setting *setting)
{
    struct materia *s = state;
    memset(s, 0, sizeof *s);
    s->users = setting->seats->count;
    s->first = s->current = s->stray = -1;
}

void materia_copy(void *to, const void *from)
{
    struct materia *copy = to;
    const struct materia *s = from;
    memcpy(to, from, offsetof(struct materia, ghost));
    memcpy(copy->ghost, s->ghost, s->ghosts * sizeof *s->ghost);
    memcpy(copy->name, s->name, s->names * sizeof *s->name);
    const size_t results = s->settled < BATTLES_MOST ? s->settled : BATTLES_MOST;
    memcpy(copy->result, s->result, results * sizeof *s->result);
}

static enum outcome say_install(const struct act *a)
{
    const struct materia *s = a->state;
    return s->stage == DRAFT      ? materia_choose(a)
           : s->stage == POSITION ? materia_lay(a)
                                  : materia_install_phase(a);
}

/* Points that a user gets by other means; after `position`, the points that a user has. */
static enum outcome say_points(const struct act *a)
{
    struct materia *s = a->state;
    uint32_t named = 0;
    for (int i = 0; i < a->said->count; i++) {
        uint32_t seat = 1u << a->said->argument[i].seat;
        if (named & seat)
            return materia_malformed(a, i, N_("a player named twice; expected each once"));
        named |= seat;
    }
    for (int i = 0; i < a->said->count; i++)
        s->points[a->said->argument[i].seat] += a->said->argument[i].number;
    if (s->stage == POSITION)
        s->unscored &= ~named;
    s->owed &= ~named; /* these points are those of the captured ghosts */
    if (s->current >= 0)
        s->line = a->said->line;
    materia_check_points(s);
    return APPLIED;
}

/* ---- evidence ---------------------------------------------------------------------------- */

/* Is this certainly the name of a ghost? Several events or shells may have the same name. */
static bool is_ghost(const struct act *a, int code)
{
    const struct materia_ghost *g = &game(a)->ghost[code];
    return g->since != 0
           || materia_row(deck_of(a), ROW_GHOST, (struct span){g->name.text, g->name.length}) >= 0;
}

/* A card that is not installed is seen in an archive. */
static void see_card(const struct act *a, struct span written)
{
    struct materia *s = a->state;
    const struct materia_pack *pack = deck_of(a);
    int code = materia_find(s, pack, written);
    if (code < 0
        && (materia_row(pack, ROW_EVENT, written) >= 0
            || materia_row(pack, ROW_SHELL, written) >= 0))
        return;
    if (code < 0 || code >= DECK) {
        if (s->ghosts == DECK)
            return;
        s->ghost[s->ghosts] = (struct materia_ghost){
            .name = code >= CODE_ROW ? pack->row[code - CODE_ROW].name : materia_name(written)};
        code = s->ghosts++;
    }
    struct materia_ghost *g = &s->ghost[code];
    const bool elsewhere = g->place == HELD && g->owner != a->seat;
    g->place = elsewhere ? UNSEEN : HELD;
    g->owner = (int8_t)a->seat;
    g->line = a->said->line;
}

/* Cards seen in an archive: a ghost of that name cannot be elsewhere. */
static enum outcome see_archive(const struct act *a)
{
    struct materia *s = a->state;
    int seat = a->seat;
    for (int i = 0; i < a->said->count; i++) {
        int code = a->said->argument[i].kind == ARGUMENT_TEXT
                       ? materia_find(s, deck_of(a), a->said->argument[i].text)
                       : NO_CARD;
        if (code < 0 || code >= DECK)
            continue;
        const struct materia_ghost *g = &s->ghost[code];
        if (g->place >= INSTALLED || (g->place == HELD && g->owner != seat && is_ghost(a, code)))
            return seen_before(a, seat, code,
                N_("{card} was seen elsewhere; it is not in {seat}'s archive."));
    }
    for (int i = 0; i < a->said->count; i++)
        if (a->said->argument[i].kind == ARGUMENT_TEXT)
            see_card(a, a->said->argument[i].text);
    return APPLIED;
}

/* `hand`: an archive before the first download; after `position`, how many cards it holds. */
static enum outcome say_hand(const struct act *a)
{
    struct materia *s = a->state;
    const int seat = a->seat;
    const bool show = a->said->verb == SAY_SHOW;
    if (s->stage == DRAFT)
        return act_impossible(a, seat, NO_CARD, N_("No archive has been dealt yet."));
    if (s->stage == POSITION && !show) {
        s->archive[seat] = a->said->count;
        s->uncounted &= ~(1u << seat);
        return see_archive(a);
    }
    const int size = s->archive[seat];
    if (!show && s->current >= 0)
        return act_impossible(a, seat, NO_CARD,
            N_("Archives are given before the first download; expected `show` for cards seen "
               "later."));
    const bool part = show && a->said->count > 0; /* `show` alone: all of it, none */
    if (materia_counted(s, seat) && (part ? a->said->count > size : a->said->count != size)) {
        struct message *m = &act_refuse(a, seat, NO_CARD,
            N_("{seat}'s archive has {size} cards, not {count}."))
                                 ->message;
        message_number(m, "size", size);
        message_number(m, "count", a->said->count);
        return IMPOSSIBLE;
    }
    return see_archive(a);
}

/* ---- where nobody is named ------------------------------------------------------------------- */

/* The owner of the ghost that an argument names; -1: nobody. */
static int owner_of(const struct act *a, int argument)
{
    const struct materia *s = a->state;
    if (argument >= a->said->count || a->said->argument[argument].kind != ARGUMENT_TEXT)
        return -1;
    const int ghost = materia_find(s, deck_of(a), a->said->argument[argument].text);
    return ghost >= 0 && ghost < DECK && materia_lies(&s->ghost[ghost]) ? s->ghost[ghost].owner
                                                                        : -1;
}

/*
 * Whose act it is if it uses a ghost: the user whose period it is; but the ghost's owner where
 * periods pass without a line or it is not known whose period it is.
 */
static int acting_with(const struct act *a, int argument)
{
    const struct materia *s = a->state;
    const int owner = owner_of(a, argument), acting = s->current >= 0 ? s->current : s->first;
    return owner >= 0 && (acting < 0 || (s->current >= 0 && materia_server_empty(a))) ? owner
                                                                                      : acting;
}

static int implied_seat(const struct act *a)
{
    const struct materia *s = a->state;
    const int acting = s->current >= 0 ? s->current : s->first;
    const bool drawn = s->current >= 0 && s->downloads > 0;
    switch (a->said->verb) {
    case SAY_INSTALL: return s->stage == DRAFT ? materia_next_drafter(s) : acting;
    case SAY_DOWNLOAD: return drawn ? materia_next_user(s) : acting;
    case SAY_STATUS: return acting_with(a, 0);
    case SAY_ATTACK: return acting_with(a, 2);
    case SAY_TRASH: return acting;
    case SAY_DEFEND:
        return !s->fighting                    ? -1
               : s->contest.seat[DEFENCE] >= 0 ? s->contest.seat[DEFENCE]
                                               : owner_of(a, 0);
    }
    return -1;
}

/* ---- applying a statement ---------------------------------------------------------------- */

static enum outcome (*const say[VERB_COUNT])(const struct act *a) = {
    [SAY_INSTALL] = say_install,
    [SAY_DOWNLOAD] = materia_download,
    [SAY_EVENT] = materia_event,
    [SAY_SHELL] = materia_shell,
    [SAY_STATUS] = materia_status,
    [SAY_ATTACK] = materia_attack,
    [SAY_DEFEND] = materia_defend,
    [SAY_SUPPORT] = materia_support,
    [SAY_SET] = materia_set,
    [SAY_MODIFY] = materia_modify,
    [SAY_DICE] = materia_dice,
    [SAY_TOTAL] = materia_total_given,
    [SAY_TRASH] = materia_trash,
    [SAY_KYO] = materia_kyo,
    [SAY_POINTS] = say_points,
    [SAY_HAND] = say_hand,
    [SAY_SHOW] = say_hand,
    [SAY_POSITION] = materia_position,
    [SAY_TURN] = materia_say_turn,
};

/*
 * After 虚 its effect may still give points or trash ghosts, and the totals of the battle that
 * ended it may be told after the dice; nothing else follows the end.
 */
static bool after_the_end(const struct act *a)
{
    const struct materia *s = a->state;
    const int verb = a->said->verb;
    const bool effect = verb == SAY_POINTS
                        || (verb == SAY_TRASH && a->said->argument[0].kind == ARGUMENT_TEXT);
    return s->stage == OVER && verb != SAY_SHOW && !(s->ended == BY_KYO && effect)
           && !(verb == SAY_TOTAL && s->settled > 0 && !s->fighting);
}

/* Refuses a statement after the end, saying when and how the game ended. */
static enum outcome refuse_after_the_end(const struct act *a)
{
    static const char *const why[] = {
        [OPEN] = NULL,
        [BY_POINTS] = N_("The game ended at line {line}: {winner} had {points} points."),
        [BY_KYO] = N_("The game ended at line {line}: 虚 had appeared for the second time."),
        [BY_LAST] = N_("The game ended at line {line}: only {winner} had ghosts left."),
    };
    const struct materia *s = a->state;
    struct message *m = &act_refuse(a, a->seat, NO_CARD, why[s->ended])->message;
    int winner = 0;
    while (winner + 1 < s->users && !(s->winners >> winner & 1))
        winner++;
    message_number(m, "line", (int32_t)s->end_line);
    message_seat(m, "winner", winner);
    message_number(m, "points", (int32_t)s->points[winner]);
    return IMPOSSIBLE;
}

enum outcome materia_apply(struct act *a)
{
    struct materia *s = a->state;
    const int verb = a->said->verb;
    const bool over = s->stage == OVER, in_battle = verb >= SAY_DEFEND && verb <= SAY_TOTAL;
    if (after_the_end(a))
        return refuse_after_the_end(a);
    if (a->seat < 0)
        a->seat = implied_seat(a);
    if (a->seat < 0
        && (verb == SAY_DOWNLOAD || verb == SAY_STATUS || verb == SAY_ATTACK || verb == SAY_TRASH))
        return materia_malformed(a, -1,
            N_("it is not known whose period it is; expected a name and a colon first"));
    const enum outcome outcome = say[verb] != NULL ? say[verb](a) : APPLIED;
    if (s->stage == OVER && !over)
        s->end_line = a->said->line;
    if (in_battle && outcome == APPLIED) {
        s->battle_line = a->said->line;
        /* a step of a battle belongs to the period in which it is fought */
        s->line = a->said->line;
    }
    return outcome;
}
