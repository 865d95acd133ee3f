/*
 * Materia's beginning ☆ゲームの準備: the open ghosts are chosen and the archives dealt; or a
 * position says how things stand, and what was done before is not on record. Also materia/turn,
 * which these share with the periods.
 */
#include "materia.h"

/* ---- ☆ゲームの準備 Setting up -------------------------------------------------------------- */

/* materia/archive: three cards each; the rest is the server. */
static void deal(struct materia *s)
{
    for (int i = 0; i < s->users; i++)
        s->archive[i] = ARCHIVE;
    s->server = (int16_t)(DECK - s->users * (2 + ARCHIVE));
    s->stage = PERIODS;
}

/*
 * materia/snake: a choice out of turn counts as that user's next one; the others go on in their
 * order.
 */
static void check_choice(const struct act *a, int seat, int ghost)
{
    const int expected = materia_next_drafter(a->state);
    if (seat == expected || expected < 0)
        return;
    struct ruling *r = act_irregular(a, RULE_SNAKE, seat, is_unseen(a, 0) ? NO_CARD : ghost,
        is_unseen(a, 0) ? N_("{seat} installed a ghost, but it was {expected}'s choice.")
                        : N_("{seat} installed {card}, but it was {expected}'s choice."));
    message_seat(&r->message, "expected", expected);
}

/* A choice of the draft. Whoever makes the first one is the first user. */
enum outcome materia_choose(const struct act *a)
{
    struct materia *s = a->state;
    struct materia_ghost fresh;
    int ghost, seat = a->seat;
    if (seat < 0)
        return materia_malformed(a, -1,
            N_("it is not known who installs first; expected `NAME: install GHOST`"));
    const enum outcome outcome = materia_ghost_of_install(a, seat, &ghost, &fresh);
    if (outcome != APPLIED)
        return outcome;
    materia_install(a, seat, ghost, &fresh);
    check_choice(a, seat, ghost);
    if (s->first < 0)
        s->first = (int8_t)seat;
    bump(&s->drafted[seat]);
    if (++s->installs == 2 * s->users)
        deal(s);
    return APPLIED;
}

/* materia/snake: reports that play begins while there are open ghosts left to choose. */
static void cut_short(const struct act *a, int seat)
{
    const struct materia *s = a->state;
    const bool one = s->installs + 1 == 2 * s->users;
    ruling_lacks(act_irregular(a, RULE_SNAKE, one ? materia_next_drafter(s) : seat, NO_CARD,
        one ? N_("{seat}'s choice of an open ghost is missing before this.")
            : N_("The play began before everybody had installed two of the open ghosts.")));
}

/* ---- a position ---------------------------------------------------------------------------- */

/* `position`: the cards in archives and the points of users are unknown until they are said. */
enum outcome materia_position(const struct act *a)
{
    struct materia *s = a->state;
    if (s->stage != DRAFT || s->installs > 0)
        return act_impossible(a, -1, NO_CARD,
            N_("A position comes after `players`, before anything is done."));
    s->stage = POSITION;
    s->position = true;
    s->uncounted = s->unscored = UINT32_MAX;
    s->server = DECK;
    return APPLIED;
}

/* After `position`: a ghost lies on a user's desktop. */
enum outcome materia_lay(const struct act *a)
{
    struct materia_ghost fresh;
    int ghost;
    if (a->said->seat < 0)
        return materia_malformed(a, -1,
            N_("it is not known whose ghost it is; expected a name and a colon first"));
    const enum outcome outcome = materia_ghost_of_install(a, a->seat, &ghost, &fresh);
    if (outcome == APPLIED)
        materia_install(a, a->seat, ghost, &fresh);
    return outcome;
}

enum outcome materia_say_turn(const struct act *a)
{
    struct materia *s = a->state;
    const int seat = a->said->argument[0].seat;
    if (s->stage != POSITION)
        return act_impossible(a, seat, NO_CARD,
            N_("Whose period it is follows from the record; `turn` belongs after `position`."));
    s->current = (int8_t)seat;
    return APPLIED;
}

/* ---- the play begins ----------------------------------------------------------------------- */

/* Leaves the position. In its period the download and more may have been done before. */
static void leave_position(struct materia *s, int seat)
{
    s->stage = PERIODS;
    s->current = s->current < 0 ? (int8_t)seat : s->current;
    s->first = s->current;
    s->period = 1;
}

void materia_begin_play(const struct act *a, int seat)
{
    struct materia *s = a->state;
    if (s->stage == POSITION)
        leave_position(s, seat);
    if (s->stage != DRAFT)
        return;
    cut_short(a, seat);
    if (s->first < 0)
        s->first = (int8_t)seat;
    deal(s);
}

/* ---- materia/turn -------------------------------------------------------------------------- */

static const char *why_out_of_turn(const struct act *a, int seat)
{
    const bool next = seat == materia_next_user(a->state);
    const int verb = a->said->verb;
    if (verb == SAY_DEFEND || verb == SAY_SUPPORT || verb == SAY_SET || verb == SAY_MODIFY)
        return N_("{seat} acts in a battle of others.");
    return game(a)->current < 0 ? N_("{seat} acts, but {expected} is the first user.")
           : a->said->verb == SAY_DOWNLOAD && !next
               ? N_("{seat} downloads, but after {expected} comes {next}, whose period is not on "
                    "record.")
           : next ? N_("{seat} acts in {expected}'s period; {seat}'s `download` is not on record.")
                  : N_("{seat} acts in {expected}'s period; after {expected} comes {next}, whose "
                       "period is not on record.");
}

void materia_out_of_turn(const struct act *a, int seat, int card)
{
    struct materia *s = a->state;
    if (s->stray == seat)
        return;
    s->stray = (int8_t)seat;
    struct message *m = &act_irregular(a, RULE_TURN, seat, card, why_out_of_turn(a, seat))->message;
    message_seat(m, "expected", s->current >= 0 ? s->current : s->first);
    message_seat(m, "next", materia_next_user(s));
}
