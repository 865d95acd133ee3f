/*
 * Materia's periods ☆ゲームのプレイ: how one passes to the next user, and what is done in its five
 * phases. Each check stands beside the rule that it enforces.
 */
#include "materia.h"

/* ---- ☆ゲームのプレイ Play: the periods ----------------------------------------------------- */

bool materia_server_empty(const struct act *a)
{
    const struct materia *s = a->state;
    bool reshuffle = a->setting->house->option[HOUSE_EMPTY].choice == EMPTY_RESHUFFLE;
    return !s->position && s->server == 0 && (!reshuffle || s->trash == 0);
}

/* materia/trash: if the trash was left out, that shows when somebody else goes on. */
static void close_period(const struct act *a)
{
    struct materia *s = a->state;
    materia_drop_stray_attack(s);
    materia_leave_battle(a);
    if (s->current < 0 || s->archive[s->current] <= ARCHIVE_MOST || !materia_counted(s, s->current))
        return;
    message_number(
        &act_irregular_at(a, RULE_TRASH, s->current, NO_CARD, s->line,
            N_("{seat}'s period ended with {count} cards in the archive; five may stay."))
             ->message,
        "count", s->archive[s->current]);
}

static void begin_period(const struct act *a, int seat)
{
    struct materia *s = a->state;
    close_period(a);
    s->current = (int8_t)seat;
    s->stray = -1;
    s->phase = BEGUN;
    s->period++;
    s->downloads = s->installed = s->battles = s->forced = 0;
    s->effects = false;
    s->cast = NOT_CAST;
}

/* A period begins with the download, unless nothing is left to draw. */
static void begin_without_download(const struct act *a, int seat)
{
    const bool empty = materia_server_empty(a);
    begin_period(a, seat);
    if (empty)
        open_question(a->setting, a->out, HOUSE_EMPTY, a->said->line);
    else
        act_irregular(a, RULE_DOWNLOAD, seat, NO_CARD,
            N_("{seat}'s period begins with a download, which is missing."));
}

/*
 * Assigns an act to its period, which then is in `phase` at least. A period belongs to a user until
 * the next user's download, and acts of others are out of turn. When nothing is left to draw, all
 * others may have passed without a line: then an act that this period no longer allows begins a new
 * one. `card` is what the act was done with. Returns the phase that the period was in, or -1 if the
 * act belongs to none.
 */
static int enter(const struct act *a, int seat, int card, enum period_phase phase)
{
    struct materia *s = a->state;
    materia_begin_play(a, seat);
    const bool silent = materia_server_empty(a);
    if (seat != s->current && !silent && (s->current >= 0 || seat != s->first)) {
        materia_out_of_turn(a, seat, card);
        return -1;
    }
    const bool again = s->phase > phase || (phase == INSTALLING && s->installed > 0)
                       || (phase == FIGHTING && s->battles > 0);
    if (seat == s->current) {
        materia_drop_stray_attack(s);
        s->stray = -1;
    }
    if (seat != s->current || (silent && again && !s->fighting))
        begin_without_download(a, seat);
    s->line = a->said->line;
    const int before = (int)s->phase;
    if (phase > s->phase && !s->fighting)
        s->phase = phase;
    return before;
}

/* materia/trash: reports an act after the trash, when nothing else may be done. */
static bool after_trash(const struct act *a, int seat, int card, int before)
{
    if (before != TRASHING)
        return false;
    of_an_act(act_irregular(a, RULE_TRASH, seat, card,
        N_("{seat} has trashed cards already; nothing else is done after that.")));
    return true;
}

/* Is it known that this archive is empty? */
static bool has_no_card(const struct materia *s, int seat)
{
    return s->stage == PERIODS && s->archive[seat] == 0 && materia_counted(s, seat);
}

static enum outcome no_card(const struct act *a, int seat)
{
    return act_impossible(a, seat, NO_CARD,
        N_("{seat}'s archive is empty; there is no card to play."));
}

/* ---- 1. Download phase ------------------------------------------------------------------- */

/* Draws a card. An empty server is first refilled from the trash. */
static void draw(struct materia *s, int seat)
{
    if (s->server == 0 && !s->position) {
        s->server = s->trash;
        s->trash = 0;
        materia_forget_archives(s, true);
    }
    s->server = (int16_t)(s->server - (s->server > 0));
    s->archive[seat]++;
}

/*
 * materia/turn: a second download, or one of a user who is not next. The period stays where it was.
 */
static void download_out_of_turn(const struct act *a, int seat)
{
    struct materia *s = a->state;
    if (seat != s->current)
        materia_out_of_turn(a, seat, NO_CARD);
    else
        act_irregular(a, RULE_TURN, seat, NO_CARD,
            N_("{seat} downloads again; a period has one download."));
    draw(s, seat);
}

enum outcome materia_download(const struct act *a)
{
    struct materia *s = a->state;
    const int seat = a->seat;
    if (s->stage == PERIODS && materia_server_empty(a))
        return act_impossible(a, seat, NO_CARD,
            s->trash == 0 ? N_("The server and the trash are empty: there is nothing to download.")
                          : N_("The server is empty: there is nothing to download. (`house "
                               "empty=reshuffle` shuffles the trash into it.)"));
    materia_begin_play(a, seat);
    if (s->server == 0 && !s->position)
        open_question(a->setting, a->out, HOUSE_EMPTY, a->said->line);
    if (seat != s->current && seat != materia_next_user(s)) {
        download_out_of_turn(a, seat);
        return APPLIED;
    }
    if (seat == s->current && s->downloads > 0) {
        download_out_of_turn(a, seat);
        return APPLIED;
    }
    if (seat != s->current)
        begin_period(a, seat);
    if (s->phase == BEGUN)
        s->phase = DRAWN;
    s->line = a->said->line;
    draw(s, seat);
    bump(&s->downloads);
    return APPLIED;
}

/* A forced event takes effect when it is drawn and begins no phase. */
static void forced_event(const struct act *a, int seat)
{
    struct materia *s = a->state;
    bool card = a->setting->house->option[HOUSE_FORCED].choice == FORCED_CARD;
    open_question(a->setting, a->out, HOUSE_FORCED, a->said->line);
    bool drawn = s->current == seat && s->forced < s->downloads;
    if (s->archive[seat] > 0 && (drawn || card)) {
        s->archive[seat]--;
        s->trash++;
    } else if (s->server > 0) { /* an effect drew it */
        s->server--;
        s->trash++;
    }
    bump(&s->forced);
    s->effects = true;
    s->line = a->said->line;
    materia_forget_archives(s, false);
}

/* ---- 2. Install phase -------------------------------------------------------------------- */

/*
 * materia/install: what is wrong with an install, or NULL. It has its phase, one install is
 * allowed, and no more than five ghosts in all.
 */
static const char *wrong_install(const struct materia *s, int seat, int before)
{
    if (before > INSTALLING)
        return N_("{seat} installs {card} when the install phase is over.");
    if (s->installed > 1)
        return N_("{seat} installs {card}, a second ghost in this period; one may be installed.");
    if (materia_least(s, seat) > INSTALLED_MOST)
        return N_("{seat} installs {card}, a sixth ghost; nobody has more than five.");
    return NULL;
}

enum outcome materia_install_phase(const struct act *a)
{
    struct materia *s = a->state;
    struct materia_ghost fresh;
    int ghost, seat = a->seat;
    const enum outcome outcome = materia_ghost_of_install(a, seat, &ghost, &fresh);
    if (outcome != APPLIED)
        return outcome;
    if (has_no_card(s, seat))
        return no_card(a, seat);
    const int before = enter(a, seat, is_unseen(a, 0) ? NO_CARD : ghost, INSTALLING);
    materia_install(a, seat, ghost, &fresh);
    materia_spend(s, seat, 1);
    if (before < 0 || after_trash(a, seat, ghost, before))
        return APPLIED;
    bump(&s->installed);
    const char *wrong = wrong_install(s, seat, before);
    if (wrong != NULL)
        act_irregular(a, RULE_INSTALL, seat, ghost, wrong);
    return APPLIED;
}

/* ---- 3. Action phase --------------------------------------------------------------------- */

/* Assigns an act of the action phase; it is too late if the battle phase has begun. */
static void act_in_phase(const struct act *a, int seat, int card)
{
    const int before = enter(a, seat, card, ACTING);
    if (after_trash(a, seat, card, before) || before != FIGHTING)
        return;
    /* materia/battle */
    act_irregular(a, RULE_BATTLE, seat, card,
        game(a)->fighting
            ? N_("{seat} acts in the middle of a battle; the action phase comes before it.")
            : N_("{seat} acts after the battle; the action phase comes before it."));
}

/*
 * fights_on: the side on which this user fights; -1: neither. laid_by: the side for which this user
 * has laid an event that is still face down; -1: none.
 */
static int fights_on(const struct materia *s, int seat)
{
    return s->fighting ? materia_side_of(s, seat) : -1;
}

static int laid_by(const struct materia *s, int seat)
{
    for (int side = 0; s->fighting && side < SIDES; side++)
        if (s->contest.seat[side] == seat && s->set[side] && !s->opened[side])
            return side;
    return -1;
}

/* Is this card in the pack, if the pack lists such cards? */
static enum outcome check_listed(const struct act *a, enum row_kind kind)
{
    if (is_unseen(a, 0) || !deck_of(a)->lists[kind]
        || materia_row(deck_of(a), kind, a->said->argument[0].text) >= 0)
        return APPLIED;
    return materia_malformed(a, 0,
        kind == ROW_EVENT
            ? N_("“{found}” is not an event of this pack; expected one that it lists")
            : N_("“{found}” is not a shell of this pack; expected one that it lists"));
}

/* The card code by which a ruling names an event or a shell; NO_CARD: nobody saw which it was. */
static int code_of(const struct act *a, enum row_kind kind)
{
    return is_unseen(a, 0)
               ? NO_CARD
               : materia_name_code(a->state, deck_of(a), kind, a->said->argument[0].text);
}

/* Is it a forced event that has just been drawn? */
static bool is_drawn_forced(const struct act *a)
{
    const struct materia *s = a->state;
    const bool now = a->setting->house->option[HOUSE_FORCED].choice == FORCED_NOW;
    const int row = is_unseen(a, 0) ? -1
                                    : materia_row(deck_of(a), ROW_EVENT, a->said->argument[0].text);
    return now && row >= 0 && deck_of(a)->row[row].forced && s->current == a->seat
           && s->phase < INSTALLING;
}

/*
 * Plays an event out of the archive, in the action phase, or in a battle, where it should have been
 * laid face down first.
 */
static void play_event(const struct act *a, int seat, int card)
{
    struct materia *s = a->state;
    if (fights_on(s, seat) >= 0) /* materia/set */
        act_irregular(a, RULE_SET, seat, card,
            N_("{seat} plays an event in a battle; there it is laid face down first, one each."));
    else
        act_in_phase(a, seat, card);
    s->trash = (int16_t)(s->trash + materia_spend(s, seat, 1));
}

enum outcome materia_event(const struct act *a)
{
    struct materia *s = a->state;
    const int seat = a->seat, side = laid_by(s, seat);
    const struct span name = a->said->argument[0].text;
    if (!is_unseen(a, 0) && (text_is(name, "虚") || text_is(name, "kyo")))
        return materia_kyo(a);
    const enum outcome outcome = check_listed(a, ROW_EVENT);
    if (outcome != APPLIED)
        return outcome;
    if (side < 0 && has_no_card(s, seat))
        return no_card(a, seat);
    if (is_drawn_forced(a)) {
        forced_event(a, seat);
        return APPLIED;
    }
    const int card = code_of(a, ROW_EVENT);
    if (side >= 0) { /* it is the event laid face down, which is opened now */
        s->opened[side] = true;
        s->line = a->said->line;
    } else {
        play_event(a, seat, card);
    }
    s->effects = true;
    materia_forget_archives(s, false);
    return APPLIED;
}

/* shell "SHELL" on GHOST; nobody saw either: shell ? */
static enum outcome read_shell(const struct act *a, int seat, int *ghost)
{
    const struct statement *said = a->said;
    *ghost = SOME_GHOST;
    if (said->count == 1 && is_unseen(a, 0))
        return APPLIED;
    if (said->count < 3)
        return materia_too_few(a);
    const bool named = said->argument[0].kind != ARGUMENT_WORD
                       && said->argument[2].kind != ARGUMENT_WORD;
    if (!named || said->argument[1].kind != ARGUMENT_WORD)
        return materia_malformed(a, 1,
            N_("“{found}” does not belong here; expected: NAME: shell \"SHELL\" on GHOST"));
    const enum outcome outcome = check_listed(a, ROW_SHELL);
    return outcome != APPLIED ? outcome : materia_in_play(a, 2, seat, ghost);
}

/*
 * Using another user's ghost breaks no rule, because an event may lend it; but the table is asked.
 */
static void note_foreign(struct materia *s, int seat, int ghost)
{
    if (s->ghost[ghost].owner == seat)
        return;
    s->foreign++;
    s->foreign_seat = (int8_t)seat;
    s->foreign_ghost = (int16_t)ghost;
}

enum outcome materia_shell(const struct act *a)
{
    struct materia *s = a->state;
    int ghost, seat = a->seat;
    const enum outcome outcome = read_shell(a, seat, &ghost);
    if (outcome != APPLIED)
        return outcome;
    if (has_no_card(s, seat))
        return no_card(a, seat);
    act_in_phase(a, seat, code_of(a, ROW_SHELL));
    const int spent = materia_spend(s, seat, 1);
    if (ghost < 0) { /* wherever it lies */
        s->trash = (int16_t)(s->trash + spent);
        return APPLIED;
    }
    if (spent > 0)
        bump(&s->ghost[ghost].shells);
    note_foreign(s, seat, ghost);
    s->ghost[ghost].line = a->said->line;
    return APPLIED;
}

enum outcome materia_status(const struct act *a)
{
    struct materia *s = a->state;
    int ghost, seat = a->seat;
    const enum outcome outcome = materia_in_play(a, 0, seat, &ghost);
    if (outcome != APPLIED)
        return outcome;
    act_in_phase(a, seat, ghost < 0 ? NO_CARD : ghost);
    if (ghost >= 0) {
        note_foreign(s, seat, ghost);
        s->ghost[ghost].line = a->said->line;
        s->ghost[ghost].status = s->period;
    }
    s->effects = true;
    materia_forget_archives(s, false);
    return APPLIED;
}

/* ---- 4. Battle phase --------------------------------------------------------------------- */

/* materia/battle: one, against another user, who has ghosts. */
static void check_opponent(const struct act *a, int seat, int defender)
{
    const struct materia *s = a->state;
    const struct choice *house = a->setting->house->option;
    if (s->battles > 0)
        open_question(a->setting, a->out, HOUSE_BATTLES, a->said->line);
    const bool again = s->battles > 0 && house[HOUSE_BATTLES].choice == BATTLES_ONE;
    const bool bare = defender >= 0 && materia_installed(s, defender) == 0
                      && materia_sure(s, defender);
    if (bare)
        open_question(a->setting, a->out, HOUSE_BARE, a->said->line);
    const char *wrong = again ? N_("{seat} attacks again; a battle phase has one battle.")
                        : seat == defender
                            ? N_("{seat} attacks {seat}; a battle is against another user.")
                        : bare && house[HOUSE_BARE].choice == BARE_NO
                            ? N_("{seat} attacks {defender}, who has no ghost.")
                            : NULL;
    if (wrong == NULL)
        return;
    struct ruling *r = act_irregular(a, RULE_BATTLE, seat, NO_CARD, wrong);
    r->order = again ? OF_AN_ACT : NO_ORDER;
    if (defender >= 0)
        message_seat(&r->message, "defender", defender);
}

/*
 * An attack in the middle of a battle, by another user or the same one, begins no new battle.
 * (Unless several are allowed and the battle lacks only its dice: then that battle is left.)
 */
static bool keeps_battle(const struct act *a, int seat, int card)
{
    struct materia *s = a->state;
    const bool any = a->setting->house->option[HOUSE_BATTLES].choice == BATTLES_ANY;
    if (seat != s->contest.seat[ATTACK] && seat != s->current) {
        materia_out_of_turn(a, seat, card);
        return true;
    }
    if (seat != s->contest.seat[ATTACK] || (any && s->contest.fighter[DEFENCE] != NO_CARD))
        return false;
    of_an_act(act_irregular(a, RULE_BATTLE, seat, NO_CARD,
        N_("{seat} attacks again; a battle phase has one battle.")));
    s->line = a->said->line;
    return true;
}

enum outcome materia_attack(const struct act *a)
{
    struct materia *s = a->state;
    enum power power = POWERS;
    int ghost = SOME_GHOST, defender = -1, seat = a->seat;
    const enum outcome outcome = materia_read_attack(a, &defender, &ghost, &power);
    if (outcome != APPLIED)
        return outcome;
    const int card = ghost < 0 ? NO_CARD : ghost;
    if (seat == s->current)
        materia_drop_stray_attack(s);
    if (s->fighting && keeps_battle(a, seat, card))
        return APPLIED;
    materia_leave_battle(a);
    const int before = enter(a, seat, card, FIGHTING);
    if (before >= 0 && !after_trash(a, seat, card, before))
        check_opponent(a, seat, defender);
    if (before >= 0 && ghost >= 0 && s->ghost[ghost].owner != seat && !s->ghost[ghost].untold
        && seat != defender)
        act_irregular(a, RULE_ATTACK, seat, ghost,
            N_("{card} is not {seat}'s; one's own ghost attacks."));
    if (before >= 0)
        bump(&s->battles);
    if (ghost >= 0)
        s->ghost[ghost].line = a->said->line;
    if (defender < 0 && s->users == 2) /* the only other user */
        defender = 1 - seat;
    materia_begin_battle(a, seat, defender, ghost, power);
    return APPLIED;
}

/* ---- 5. Trash phase ---------------------------------------------------------------------- */

/* materia/install: no installed ghost is thrown away by choice; an effect may do it. */
static enum outcome trash_ghost(const struct act *a, int seat)
{
    struct materia *s = a->state;
    int ghost;
    const enum outcome outcome = materia_in_play(a, 0, seat, &ghost);
    if (outcome != APPLIED)
        return outcome;
    if (s->fighting
        && (ghost == s->contest.fighter[ATTACK] || ghost == s->contest.fighter[DEFENCE]))
        return seen_before(a, seat, ghost,
            N_("{card} is fighting; the dice decide where it goes."));
    materia_begin_play(a, seat);
    if (!s->effects && !(s->position && s->period == 1))
        act_irregular(a, RULE_INSTALL, seat, ghost,
            N_("{seat} throws {card} away; no event or status was used that asks for it."));
    cards_drop(&s->contest.supporters[ATTACK], ghost);
    cards_drop(&s->contest.supporters[DEFENCE], ghost);
    materia_remove(a, ghost, TRASHED, -1);
    s->line = a->said->line;
    materia_check_end(s);
    return APPLIED;
}

/*
 * `trash` without a number: an unknown number of cards. After an effect it may have been a ghost.
 */
static enum outcome trash_uncounted(const struct act *a, int seat)
{
    struct materia *s = a->state;
    if (s->stage == DRAFT)
        return act_impossible(a, seat, NO_CARD, N_("No archive has been dealt yet."));
    enter(a, seat, NO_CARD, DRAWN);
    s->uncounted |= 1u << seat;
    if (s->effects)
        bump(&s->fewer[seat]);
    return APPLIED;
}

/* materia/trash: after the battle, from six or more down to five. */
static void check_trash(const struct act *a, int seat, int before)
{
    struct materia *s = a->state;
    if (s->fighting) {
        of_an_act(act_irregular(a, RULE_TRASH, seat, NO_CARD,
            N_("{seat} trashes cards in the middle of a battle; that comes after it.")));
        return;
    }
    if (s->archive[seat] >= ARCHIVE_MOST || !materia_counted(s, seat))
        return;
    s->phase = (enum period_phase)before; /* nothing had to be trashed: the period goes on */
    message_number(
        &of_an_act(
            act_irregular(a, RULE_TRASH, seat, NO_CARD,
                N_("{seat} trashes down to {left}; cards beyond five are trashed, and no others.")))
             ->message,
        "left", s->archive[seat]);
}

static enum outcome too_many_trashed(const struct act *a, int seat, int count)
{
    struct message *m = &act_refuse(a, seat, NO_CARD,
        N_("{seat} has {held} cards in the archive and cannot trash {count}."))
                             ->message;
    message_number(m, "held", game(a)->archive[seat]);
    message_number(m, "count", count);
    return IMPOSSIBLE;
}

enum outcome materia_trash(const struct act *a)
{
    struct materia *s = a->state;
    const int seat = a->seat, count = a->said->argument[0].number;
    if (a->said->argument[0].kind == ARGUMENT_TEXT)
        return trash_ghost(a, seat);
    if (is_unseen(a, 0))
        return trash_uncounted(a, seat);
    if (count < 1)
        return materia_malformed(a, 0, N_("“{found}” cards; expected how many are trashed"));
    if (s->stage == PERIODS && s->archive[seat] < count && materia_counted(s, seat))
        return too_many_trashed(a, seat, count);
    if (s->stage == DRAFT)
        return act_impossible(a, seat, NO_CARD, N_("No archive has been dealt yet."));
    const int before = enter(a, seat, NO_CARD, TRASHING);
    s->trash = (int16_t)(s->trash + materia_spend(s, seat, count));
    if (before >= 0)
        check_trash(a, seat, before);
    return APPLIED;
}

/* ---- 虚 ------------------------------------------------------------------------------------ */

/*
 * materia/archive: 虚 among the cards dealt goes back and is replaced. materia/kyo: the second 虚
 * ends the game.
 */
enum outcome materia_kyo(const struct act *a)
{
    struct materia *s = a->state;
    const int seat = a->seat >= 0 ? a->seat : s->current;
    if (s->stage == POSITION && s->kyo == 0) { /* a position: the first 虚 has appeared already */
        s->kyo++;
        return APPLIED;
    }
    if (s->stage != PERIODS || s->current < 0)
        return act_impossible(a, a->seat, NO_CARD,
            N_("虚 cannot appear before the play: nothing has been downloaded."));
    if (seat != s->current && !s->effects)
        materia_out_of_turn(a, seat, NO_CARD);
    forced_event(a, s->current);
    if (++s->kyo == 2) {
        s->ended = BY_KYO;
        s->stage = OVER;
    }
    return APPLIED;
}
