/*
 * Materia's ghosts as they come and go: named in a statement, installed, captured or trashed; and the end of the
 * game, which their loss may be.
 */
#include "materia.h"

enum outcome materia_malformed(const struct act *a, int argument, const char *message)
{
    fault_set(a->fault, argument < 0 ? a->said->column : a->said->argument[argument].column, message);
    if (argument >= 0)
        message_text(&a->fault->message, "found", text_unquoted(a->said->argument[argument].text));
    return MALFORMED;
}

/* ---- named, installed, gone ---------------------------------------------------------------- */

/* A ghost that is used was not lost, where the record does not show who won its battle. */
static bool came_back(struct materia *s, int seat, int ghost)
{
    struct materia_ghost *g = &s->ghost[ghost];
    if (g->place <= HELD && seat >= 0 && !materia_sure(s, seat))
        g->keeper = (int8_t)(g->place == HELD ? g->owner : seat);
    if (g->keeper < 0)
        return false;
    if (g->place == TRASHED && s->trash > 0)
        s->trash--;
    else if (g->place != CAPTURED)
        materia_spend(s, g->keeper, 1);
    g->place = INSTALLED;
    g->owner = g->keeper;
    g->keeper = -1;
    return true;
}

/* A ghost of the deck of which no install is on record, where one is known to be missing. */
static void install_untold(const struct act *a, int seat, int *code)
{
    struct materia *s = a->state;
    if (*code < CODE_ROW || seat < 0 || materia_sure(s, seat) || s->ghosts == DECK)
        return;
    const struct materia_row *row = &deck_of(a)->row[*code - CODE_ROW];
    materia_install(a, seat, s->ghosts, &(struct materia_ghost){.name = row->name, .values = row->values});
    *code = s->ghosts - 1;
}

enum outcome materia_in_play(const struct act *a, int argument, int seat, int *ghost)
{
    int code = materia_find(a->state, deck_of(a), a->said->argument[argument].text);
    if (code < 0)
        return materia_malformed(a, argument, N_("“{found}” is no ghost that this game knows; expected an "
                                                 "installed one"));
    install_untold(a, seat, &code);
    enum ghost_place place = code < DECK ? game(a)->ghost[code].place : UNSEEN;
    *ghost = code;
    if (place != INSTALLED && code < DECK && came_back(a->state, seat, code))
        return APPLIED;
    switch (place) {
    case INSTALLED:
        return APPLIED;
    case CAPTURED:
        return seen_before(a, seat, code, N_("{card} was captured; it has left play."));
    case TRASHED:
        return seen_before(a, seat, code, N_("{card} lies in the trash; it has left play."));
    case UNSEEN:
    case HELD:
        break;
    }
    return seen_before(a, seat, code, N_("{card} is not installed; nobody has it before them, or an `install` line is missing."));
}

void materia_remove(const struct act *a, int ghost, enum ghost_place place, int owner)
{
    struct materia *s = a->state;
    struct materia_ghost *g = &s->ghost[ghost];
    if (g->shells > 0 && place == CAPTURED)
        open_question(a->setting, a->out, HOUSE_SHELL, a->said->line);
    bool travels = place == CAPTURED && a->setting->house->option[HOUSE_SHELL].choice == SHELL_TRAVELS;
    s->trash = (int16_t)(s->trash + (travels ? 0 : g->shells) + (place == TRASHED));
    if (!travels)
        g->shells = 0;
    g->keeper = place == CAPTURED && s->murky ? g->owner : -1;
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
    int more = cards - spent < s->server ? cards - spent : s->server;   /* it was drawn unseen */
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

/* The ghost of an install: its place in the list and, if it is new there, what is known of it. */
enum outcome materia_ghost_of_install(const struct act *a, int seat, int *ghost,
                                     struct materia_ghost *fresh)
{
    struct materia *s = a->state;
    struct span written = a->said->argument[0].text;
    for (int i = 0; i < a->said->count; i++)
        if (a->said->argument[i].kind != (i == 0 ? ARGUMENT_TEXT : ARGUMENT_PAIR))
            return materia_malformed(a, i, i == 0 ? N_("“{found}” stands where the ghost's name belongs")
                                                  : N_("“{found}” stands behind the ghost's name; expected its "
                                                       "values, or nothing"));
    int code = materia_find(s, deck_of(a), written);
    *ghost = code >= 0 && code < DECK ? code : s->ghosts;
    *fresh = code >= 0 && code < DECK ? s->ghost[code] : (struct materia_ghost){.place = UNSEEN};
    int row = code >= CODE_ROW ? code - CODE_ROW : materia_row(deck_of(a), ROW_GHOST, written);
    if (row >= 0)
        fresh->values = deck_of(a)->row[row].values;
    if (*ghost == s->ghosts)
        fresh->name = row >= 0 ? deck_of(a)->row[row].name : materia_name(written);
    if (!materia_values_read(a->said, &fresh->values, a->fault))
        return MALFORMED;
    if (!text_is_seen((struct span){fresh->name.text, fresh->name.length}))
        return materia_malformed(a, 0, N_("an empty name; expected the ghost's name"));
    if (row < 0 && fresh->values.known == 0 && deck_of(a)->lists[ROW_GHOST])
        return materia_malformed(a, 0, N_("“{found}” is no ghost of this pack; expected one that it lists, or "
                                          "the values, as body=1,1,2,3,4,5"));
    if (fresh->place >= INSTALLED)
        return seen_before(a, seat, code, fresh->place == INSTALLED
                                      ? N_("{card} is installed already.")
                                      : N_("{card} has left play; it cannot be installed again."));
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
    s->ghost[ghost].keeper = -1;
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
    end(s, BY_POINTS, rich);
}

/* A ghost has left play. materia/last: perhaps all that others had are gone. */
void materia_check_end(const struct act *a)
{
    struct materia *s = a->state;
    uint32_t owners = 0;
    materia_check_points(s);
    for (int i = 0; i < s->users; i++)
        owners |= (uint32_t)(materia_installed(s, i) > 0) << i;
    if (s->stage == PERIODS && (owners & (owners - 1)) == 0)
        end(s, BY_LAST, owners);
}
