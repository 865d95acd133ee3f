/*
 * Materia's ghosts as they come and go: named in a statement, installed, captured or trashed; and
 * the end of the game, which the loss of a ghost may bring.
 */
#include "materia.h"

enum outcome materia_too_few(const struct act *a)
{
    fault_set(a->fault, a->said->column, N_("too few words; expected: {usage}"));
    message_word(&a->fault->message, "usage", a->setting->book->verbs[a->said->verb].usage);
    return MALFORMED;
}

enum outcome materia_malformed(const struct act *a, int argument, const char *message)
{
    fault_set(a->fault, argument < 0 ? a->said->column : a->said->argument[argument].column,
        message);
    if (argument >= 0)
        message_text(&a->fault->message, "found", text_unquoted(a->said->argument[argument].text));
    return MALFORMED;
}

/* ---- named, installed, gone ---------------------------------------------------------------- */

/* Was this ghost installed by this user without anybody seeing which it was? */
static bool is_nameless(const struct materia *s, int ghost, int seat)
{
    const struct materia_ghost *g = &s->ghost[ghost];
    return materia_lies(g) && g->name.length == 0 && g->owner == seat;
}

/*
 * A ghost that is first named after an `install ?` may be that one: of the user who names it, or
 * else of any user. `seat` -1: all users are looked at. NO_CARD: there is none.
 */
static int nameless(const struct materia *s, int seat)
{
    for (int i = 0; i < s->ghosts; i++)
        if (seat >= 0 ? is_nameless(s, i, seat) : is_nameless(s, i, s->ghost[i].owner))
            return i;
    return seat >= 0 ? nameless(s, -1) : NO_CARD;
}

static void name_it(const struct act *a, int ghost, int code, struct span written)
{
    struct materia *s = a->state;
    struct materia_ghost *g = &s->ghost[ghost];
    const struct materia_values values = g->values;
    g->name = materia_name(written);
    if (code >= CODE_ROW) {
        g->name = deck_of(a)->row[code - CODE_ROW].name;
        g->values = deck_of(a)->row[code - CODE_ROW].values;
    } else if (code >= 0) { /* it was seen in an archive before */
        g->name = s->ghost[code].name;
        g->values = s->ghost[code].values;
        s->ghost[code].name = (struct materia_name){0};
        s->ghost[code].place = UNSEEN;
    }
    if (values.known != 0) /* values given with the install */
        g->values = values;
}

/*
 * Finds an installed ghost by its name. If it was in a battle of which nobody knew who won, it has
 * won that.
 */
static int find_in_play(const struct act *a, struct span written, int seat)
{
    struct materia *s = a->state;
    int ghost = materia_find(s, deck_of(a), written);
    if (ghost < 0 || ghost >= DECK || s->ghost[ghost].place < INSTALLED) {
        const int untold = nameless(s, seat);
        if (untold == NO_CARD)
            return ghost;
        name_it(a, untold, ghost, written);
        ghost = untold;
    }
    if (s->ghost[ghost].place == FOUGHT)
        s->ghost[ghost].place = INSTALLED;
    return ghost;
}

enum outcome materia_in_play(const struct act *a, int argument, int seat, int *ghost)
{
    const struct materia *s = a->state;
    const struct span written = a->said->argument[argument].text;
    *ghost = SOME_GHOST;
    if (is_unseen(a, argument))
        return APPLIED;
    const int code = find_in_play(a, written, seat);
    *ghost = code;
    if (code < 0)
        return materia_malformed(a, argument,
            N_("“{found}” is not a ghost that this game knows; expected an installed one"));
    switch (code < DECK ? s->ghost[code].place : UNSEEN) {
    case INSTALLED:
    case FOUGHT: return APPLIED;
    case CAPTURED: return seen_before(a, seat, code, N_("{card} was captured; it has left play."));
    case TRASHED:
        return seen_before(a, seat, code, N_("{card} lies in the trash; it has left play."));
    case UNSEEN:
    case HELD: break;
    }
    return seen_before(a, seat, code, N_("{card} is not installed; nobody has it before them."));
}

void materia_remove(const struct act *a, int ghost, enum ghost_place place, int owner)
{
    struct materia *s = a->state;
    struct materia_ghost *g = &s->ghost[ghost];
    if (g->shells > 0 && place == CAPTURED)
        open_question(a->setting, a->out, HOUSE_SHELL, a->said->line);
    bool travels = place == CAPTURED
                   && a->setting->house->option[HOUSE_SHELL].choice == SHELL_TRAVELS;
    s->trash = (int16_t)(s->trash + (travels ? 0 : g->shells) + (place == TRASHED));
    if (!travels)
        g->shells = 0;
    g->place = place;
    g->owner = (int8_t)owner;
    g->line = a->said->line;
}

/* What was seen in archives may have moved unseen: by an effect, or with the trash. */
void materia_forget_archives(struct materia *s, bool trash_too)
{
    for (int i = 0; i < s->ghosts; i++)
        if (s->ghost[i].place == HELD || (trash_too && s->ghost[i].place == TRASHED))
            s->ghost[i].place = UNSEEN;
}

int materia_spend(struct materia *s, int seat, int cards)
{
    int spent = cards < s->archive[seat] ? cards : s->archive[seat];
    s->archive[seat] = (int16_t)(s->archive[seat] - spent);
    int more = cards - spent < s->server ? cards - spent : s->server; /* it was drawn unseen */
    s->server = (int16_t)(s->server - more);
    return spent + more;
}

/* How many ghosts have been in the open so far. */
static int ghosts_seen(const struct materia *s)
{
    int count = 0;
    for (int i = 0; i < s->ghosts; i++)
        count += s->ghost[i].place >= INSTALLED;
    return count;
}

/* Reads the name of a ghost that is installed, or ?, and its values. */
static enum outcome read_fresh(const struct act *a, int code, struct materia_ghost *fresh)
{
    struct materia *s = a->state;
    const struct span written = a->said->argument[0].text;
    for (int i = 0; i < a->said->count; i++)
        if (a->said->argument[i].kind != (i == 0 ? ARGUMENT_TEXT : ARGUMENT_PAIR)
            && (i > 0 || !is_unseen(a, 0)))
            return materia_malformed(a, i,
                i == 0
                    ? N_("“{found}” stands where the ghost's name belongs")
                    : N_(
                        "“{found}” comes after the ghost's name; expected its values, or nothing"));
    *fresh = code >= 0 && code < DECK ? s->ghost[code]
                                      : (struct materia_ghost){.untold = is_unseen(a, 0)};
    const int row = is_unseen(a, 0)    ? -1
                    : code >= CODE_ROW ? code - CODE_ROW
                                       : materia_row(deck_of(a), ROW_GHOST, written);
    if (row >= 0)
        fresh->values = deck_of(a)->row[row].values;
    if (row >= 0 && code >= CODE_ROW)
        fresh->name = deck_of(a)->row[row].name;
    else if (code < 0 && !fresh->untold)
        fresh->name = materia_name(written);
    if (!materia_values_read(a->said, &fresh->values, a->fault))
        return MALFORMED;
    if (!fresh->untold && !text_is_seen((struct span){fresh->name.text, fresh->name.length}))
        return materia_malformed(a, 0, N_("an empty name; expected the ghost's name"));
    if (!fresh->untold && row < 0 && fresh->values.known == 0 && deck_of(a)->lists[ROW_GHOST])
        return materia_malformed(a, 0,
            N_("“{found}” is not a ghost of this pack; expected one that it lists, or the values, "
               "as body=1,1,2,3,4,5"));
    return APPLIED;
}

enum outcome materia_ghost_of_install(const struct act *a, int seat, int *ghost,
    struct materia_ghost *fresh)
{
    struct materia *s = a->state;
    const int code = is_unseen(a, 0) ? NO_CARD
                                     : materia_find(s, deck_of(a), a->said->argument[0].text);
    const enum outcome outcome = read_fresh(a, code, fresh);
    *ghost = code >= 0 && code < DECK ? code : s->ghosts;
    if (outcome != APPLIED)
        return outcome;
    if (fresh->place >= INSTALLED)
        return seen_before(a, seat, code,
            fresh->place >= CAPTURED ? N_("{card} has left play; it cannot be installed again.")
                                     : N_("{card} is installed already."));
    if (fresh->place == HELD && fresh->owner != seat)
        return seen_before(a, seat, code, N_("{card} was seen in another archive."));
    if (*ghost == DECK || ghosts_seen(s) == GHOSTS)
        return act_impossible(a, seat, NO_CARD, N_("The deck has no more ghosts."));
    return APPLIED;
}

void materia_install(const struct act *a, int seat, int ghost, const struct materia_ghost *fresh)
{
    struct materia *s = a->state;
    s->ghost[ghost] = *fresh;
    s->ghost[ghost].place = INSTALLED;
    s->ghost[ghost].owner = (int8_t)seat;
    s->ghost[ghost].line = s->ghost[ghost].since = a->said->line;
    if (ghost == s->ghosts)
        s->ghosts++;
}

/* ---- ☆ゲームの終了 End ----------------------------------------------------------------------- */

static void end(struct materia *s, enum game_end how, uint32_t winners)
{
    if (s->stage == OVER || winners == 0)
        return;
    s->ended = how;
    s->winners = winners;
    s->stage = OVER;
}

/* materia/twenty */
void materia_check_points(struct materia *s)
{
    uint32_t rich = 0;
    for (int i = 0; i < s->users; i++)
        rich |= (uint32_t)(s->points[i] >= POINTS_TO_WIN) << i;
    end(s, BY_POINTS, rich & ~s->unscored);
}

/*
 * A ghost has left play. materia/last: ends the game if all others are known to have no ghost left.
 */
void materia_check_end(struct materia *s)
{
    uint32_t owners = 0;
    bool sure = true;
    materia_check_points(s);
    for (int i = 0; i < s->users; i++) {
        const int installed = materia_installed(s, i);
        owners |= (uint32_t)(installed > 0) << i;
        sure &= materia_sure(s, i) || (materia_least(s, i) > 0 && !s->position);
    }
    if (s->stage == PERIODS && sure && (owners & (owners - 1)) == 0)
        end(s, BY_LAST, owners);
}
