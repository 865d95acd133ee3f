/*
 * Materia's periods ☆ゲームのプレイ: how one passes to the next user, whose it is where nobody is named or a
 * download is missing, misplaced or cannot be read; and the download, which opens it.
 */
#include "materia.h"

/* ---- ☆ゲームのプレイ Play: the periods ----------------------------------------------------- */

/* Nothing is left to draw: a period may then pass without a word. */
static bool server_empty(const struct act *a)
{
    const struct materia *s = a->state;
    bool reshuffle = a->setting->house->option[HOUSE_EMPTY].choice == EMPTY_RESHUFFLE;
    return s->server == 0 && (!reshuffle || s->trash == 0);
}

/* materia/trash: what was left out shows when somebody else goes on. */
static void close_period(const struct act *a)
{
    struct materia *s = a->state;
    materia_drop_stray_attack(s);
    materia_leave_battle(a);
    materia_end_answer(a);
    if (s->current >= 0)
        s->hasty &= ~(1u << s->current);
    if (s->current < 0 || s->archive[s->current] <= ARCHIVE_MOST || !materia_counted(s, s->current))
        return;
    s->owing |= 1u << s->current;
    s->uncounted |= 1u << s->current;
    message_number(&act_irregular_at(a, RULE_TRASH, s->current, NO_CARD, s->line,
                                     N_("{seat}'s period ended with {count} cards in the archive; five may "
                                        "stay."))->message, "count", s->archive[s->current]);
}

/*
 * Behind a download out of turn the turn may have passed to whoever made it: a download that names nobody is then the
 * next one's of either. Who is named next tells.
 */
static void begin_readings(const struct act *a, int seat)
{
    struct materia *s = a->state;
    const bool unnamed = a->said->verb == SAY_DOWNLOAD && a->said->seat < 0;
    const int went = s->went - 1, next = (seat + 1) % s->users;
    s->went = 0;
    if (!unnamed) {
        materia_settle_plainly(a);
        return;
    }
    materia_pass_on(s);
    if ((s->unread || s->slack || s->drew >> seat & 1) && s->rival[NEXT_USER].user < 0)
        materia_read_otherwise(s, NEXT_USER, next);
    if (went < 0)
        return;
    if ((went + 1) % s->users != seat)
        materia_read_otherwise(s, NEXT_USER, (went + 1) % s->users);
    materia_read_otherwise(s, USER_BEFORE, next);    /* it stood in the place of this one's */
}

/* Was the attack of this user written before the download? If its line names nobody, with a ghost that may be theirs. */
static bool carries(const struct materia *s, int seat)
{
    const struct materia_contest *c = &s->contest;
    if (!s->fighting || seat == s->current || c->fighter[DEFENCE] != NO_CARD || seat == c->seat[DEFENCE])
        return false;
    const struct materia_ghost *g = &s->ghost[c->fighter[ATTACK]];
    return seat == c->seat[ATTACK] || seat == g->owner || (s->unnamed && g->contested);
}

void materia_begin_period(const struct act *a, int seat)
{
    struct materia *s = a->state;
    const bool carried = carries(s, seat);
    if (carried && s->contest.seat[ATTACK] == s->current && s->ghost[s->contest.fighter[ATTACK]].owner != seat) {
        s->undrawn = (struct materia_undrawn){s->battle_line, 0, (int8_t)seat, (int8_t)seat, s->current, s->contest.fighter[ATTACK], false};
        if (s->waited != s->battle_line)      /* else the same act was told as somebody's */
            materia_tell_early_act(s, a->out, a->said->line);
        if (s->waits > 0 && s->waiting[s->waits - 1].line == s->battle_line)
            s->waits--;
        s->undrawn.line = 0;
    }
    if (carried)
        s->contest.seat[ATTACK] = (int8_t)seat;
    s->fighting &= !carried;
    const bool undefended = s->fighting && materia_defence_missing(s);
    if (a->said->verb == SAY_DOWNLOAD && a->said->seat < 0 && s->undrawn.line != 0)
        s->undrawn.user = (int8_t)((s->undrawn.user + 1) % s->users);
    else
        materia_end_undrawn(a);
    materia_doubt_ghosts(s);
    close_period(a);
    s->fighting = carried;
    begin_readings(a, seat);
    s->current = (int8_t)seat;
    s->phase = carried ? FIGHTING : BEGUN;
    s->period++;
    s->downloads = s->installed = s->forced = s->passed = 0;
    s->battles = carried;
    s->effects = s->ahead = s->unread = s->implied = s->slack = false;
    s->blind = undefended;      /* its other steps may come late: that the ghost was missing has been told */
    s->drew &= ~(1u << seat);
    s->owing &= ~(1u << seat);
    s->stray.seat = -1;
    s->stray.drew = s->stray.doubt = false;
}

/* May a download of this user stand before this: one that cannot be read, or one too many? */
static bool may_have_drawn(const struct materia *s, int seat)
{
    return s->unread || s->slack || s->stray.drew || s->drew >> seat & 1;
}

/* May this user's act open a period, although no download of theirs has? */
static bool opens_period(const struct act *a, int seat)
{
    const struct materia *s = a->state;
    bool next = seat == materia_next_user(s);
    return server_empty(a) || (next && (s->current < 0 || may_have_drawn(s, seat)));
}

/* materia/download: an act has opened a period; another's download may stand in the place of this one. */
static void open_undrawn(const struct act *a, int seat)
{
    struct materia *s = a->state;
    const bool stands_in = may_have_drawn(s, seat), empty = server_empty(a);
    materia_begin_period(a, seat);
    if (empty)
        open_question(a->setting, a->out, HOUSE_EMPTY, a->said->line);
    else if (!stands_in)
        materia_not_drawn(a, seat, a->said->line);
    s->downloads = stands_in;
    if (!empty)
        s->uncounted |= 1u << seat;
}

bool materia_goes_on(const struct act *a, int seat, int card)
{
    const struct materia *s = a->state;
    if (a->said->verb == SAY_ATTACK
        && ((s->ghost[card].owner == s->current && !s->ghost[card].loose) || a->said->argument[0].seat == seat))
        return false;
    bool next = seat == materia_next_user(s) && (s->unread || s->slack);
    bool past = s->phase == TRASHING && a->said->verb != SAY_TRASH;       /* of whoever trashed, nothing else follows */
    return s->implied && s->period > 1 && !s->fighting && !next && !past && (a->said->seat >= 0 || seat != s->stray.seat)
        && (seat + 1) % s->users == s->current;
}

/* It was that user's second download, or one too many before; or the first, behind an act too early. */
static void return_period(const struct act *a, int seat)
{
    struct materia *s = a->state;
    materia_end_doubt(a);
    const bool early = s->undrawn.line != 0 && s->undrawn.user == seat;
    if (early)
        materia_tell_early_act(s, a->out, a->said->line);
    s->undrawn.line = 0;
    if (!early && !s->stray.drew && !s->returned)
        materia_behind_run(s, 1) ? materia_miscounted(a, s->drawn) : materia_drew_twice(a, seat, s->drawn);
    materia_give_up_readings(s);
    materia_read_otherwise(s, NEXT_USER, s->current);
    s->returned = true;
    s->uncounted |= 1u << seat | 1u << s->current;
    s->unsure = UINT32_MAX;
    s->current = (int8_t)seat;
    s->installed = 0;         /* of two periods, some by another */
    s->implied = s->slack = false;
    s->stray.drew = true;
}

/* The period is a user's until the next one's download: anybody else's act is out of turn. */
int materia_enter(const struct act *a, int seat, int card, enum period_phase phase)
{
    struct materia *s = a->state;
    materia_leave_draft(a, seat);
    if (materia_goes_on(a, seat, card))
        return_period(a, seat);
    if (seat != s->current && !opens_period(a, seat)) {
        materia_stray(a, seat, card);
        return -1;
    }
    /* with nothing to draw everybody else may have passed in silence: then it is a new period */
    bool again = s->phase > phase || (phase == INSTALLING && s->installed > 0)
              || (phase == FIGHTING && s->battles > 0);
    if (seat == s->current) {
        materia_drop_stray_attack(s);
        if (a->said->seat >= 0 || !s->stray.drew || s->stray.doubt)
            materia_end_doubt(a);
        if (a->said->seat >= 0)
            materia_end_undrawn(a);
        s->implied &= a->said->seat < 0;
        s->slack &= a->said->seat < 0;
    }
    if (seat != s->current || (server_empty(a) && again && !s->fighting))
        open_undrawn(a, seat);
    s->line = a->said->line;
    int before = (int)s->phase;
    s->phase = phase > s->phase && !(s->fighting && before == FIGHTING) ? phase : s->phase;
    return before;
}

/* materia/trash */
bool materia_after_trash(const struct act *a, int seat, int card, int before)
{
    if (before != TRASHING)
        return false;
    act_irregular(a, RULE_TRASH, seat, card,
                  N_("{seat} has trashed cards already; nothing else is done after that."));
    return true;
}

/* ---- 1. Download phase ------------------------------------------------------------------- */

/* A drawn card, of a server refilled from the trash if it must be. */
static void draw(struct materia *s, int seat)
{
    if (s->server == 0) {
        s->server = s->trash;
        s->trash = 0;
        materia_forget_archives(s, true);
    }
    s->server--;
    s->archive[seat]++;
}

/*
 * A period begins with its user's download. The one after the next may show that the next user's was missing,
 * or that the turn has passed to whoever downloaded out of turn.
 */
static bool opens_by_download(const struct act *a, int seat)
{
    struct materia *s = a->state;
    const int skipped = s->stray.seat, next = materia_next_user(s), before = s->current;
    const struct materia_stray stray = s->stray;
    bool undrawn = false;
    const bool behind = skipped >= 0 && seat == (skipped + 1) % s->users;
    if (seat != next && seat == (next + 1) % s->users && may_have_drawn(s, next)) {    /* that period has passed */
        materia_end_doubt(a);
        materia_begin_period(a, next);
    }
    if (seat != materia_next_user(s) && !(behind && (s->stray.doubt || (s->stray.drew && skipped != s->current))))
        return false;
    if (seat == materia_next_user(s)) {
        materia_end_doubt(a);
    } else if (s->stray.doubt) {
        undrawn = true;
        materia_begin_period(a, skipped);
    }
    if (seat != next)
        s->uncounted |= 1u << next;
    materia_begin_period(a, seat);
    if (undrawn) {
        materia_end_undrawn(a);
        s->undrawn = (struct materia_undrawn){stray.line, a->said->line, (int8_t)skipped, (int8_t)skipped, (int8_t)before, stray.card,
                                              stray.behind};
        s->hasty |= 1u << skipped;     /* if so, this is that one's period */
    }
    if (undrawn && a->said->seat >= 0)
        materia_end_undrawn(a);
    return true;
}

/* materia/turn: the period stays where it was. */
static void download_out_of_turn(const struct act *a, int seat)
{
    struct materia *s = a->state;
    materia_doubt_ghosts(s);
    if (seat + 1 == s->passed) {      /* told with the download in the place of this one */
        s->stray.seat = (int8_t)seat;
        s->passed = 0;
    } else if (seat == s->current && s->stray.seat != seat) {
        materia_end_doubt(a);
        materia_drew_twice(a, seat, a->said->line);
        materia_read_otherwise(s, NEXT_USER, materia_next_user(s));
        s->stray.seat = (int8_t)seat;
        s->uncounted |= 1u << seat;
        s->unsure |= s->implied ? 1u << seat : 0;      /* what came in this period may be another's */
        if (s->users == 2 || s->implied) {    /* what was done may be another's period: too late in that one, it is not in this */
            s->phase = DRAWN;
            s->installed = s->battles = 0;
        }
    } else {
        materia_stray(a, seat, NO_CARD);
        s->went = (uint8_t)(seat + 1);
    }
    s->stray.drew = true;
    s->drew |= 1u << seat;
}

/*
 * Behind periods that were opened by downloads of nobody's name comes a user who is not due: of those one is missing, or too
 * many, or this one is out of turn.
 */
static bool miscounts(const struct act *a, int seat)
{
    const struct materia *s = a->state;
    const int next = materia_next_user(s);
    const bool more = seat == s->current && materia_behind_run(s, 1);
    const bool fewer = seat == (next + 1) % s->users && materia_behind_run(s, s->users == 2);
    return a->said->seat >= 0 && s->stray.seat < 0 && !may_have_drawn(s, next) && (more || fewer);
}

static void open_miscounted(const struct act *a, int seat)
{
    struct materia *s = a->state;
    const int due = materia_next_user(s);
    materia_miscounted(a, a->said->line);
    s->uncounted = s->unsure = UINT32_MAX;
    materia_give_up_readings(s);      /* what waits may follow from that */
    materia_begin_period(a, seat);
    materia_read_otherwise(s, NEXT_USER, due);
    s->passed = (uint8_t)(due + 1);
}

enum outcome materia_download(const struct act *a)
{
    struct materia *s = a->state;
    int seat = a->seat;
    if (s->stage == PERIODS && server_empty(a))
        return act_impossible(a, seat, NO_CARD, s->trash == 0
            ? N_("The server and the trash are empty: there is nothing to download.")
            : N_("The server is empty: there is nothing to download. (`house empty=reshuffle` shuffles the "
                 "trash into it.)"));
    const unsigned told = a->out->count;
    materia_leave_draft(a, seat);
    const bool slack = s->unread || s->slack || s->stray.doubt || a->out->count > told;
    if (s->server == 0)
        open_question(a->setting, a->out, HOUSE_EMPTY, a->said->line);
    if (seat == s->current && (s->downloads == 0 || (s->returned && s->fighting))) {
        materia_end_doubt(a);
        s->slack = s->implied = a->said->seat < 0;    /* late, or the next one's */
        if (a->said->seat < 0)
            materia_read_otherwise(s, NEXT_USER, materia_next_user(s));
    } else if (miscounts(a, seat)) {
        open_miscounted(a, seat);
    } else if (opens_by_download(a, seat)) {
        s->implied = a->said->seat < 0;
        s->slack = s->implied && slack;
        if (s->slack)             /* whose card it is, and those of the periods before, is a guess */
            s->uncounted = UINT32_MAX;
        s->returned &= s->implied;
    } else {
        download_out_of_turn(a, seat);
        draw(s, seat);
        return APPLIED;
    }
    if (s->phase == BEGUN)
        s->phase = DRAWN;
    s->line = s->drawn = a->said->line;
    draw(s, seat);
    materia_bump(&s->downloads);
    if (a->said->seat < 0)
        materia_bump(&s->run);
    return APPLIED;
}

/* ---- where nobody is named ------------------------------------------------------------------- */

/* Whose ghost is named; -1: nobody's for certain. */
static int owner_of(const struct act *a, int argument)
{
    if (argument >= a->said->count)
        return -1;
    int ghost = materia_find(a->state, deck_of(a), a->said->argument[argument].text);
    const struct materia_ghost *g = &game(a)->ghost[ghost >= 0 && ghost < DECK ? ghost : 0];
    return ghost >= 0 && ghost < DECK && g->place == INSTALLED && !g->contested ? g->owner : -1;
}

/* Whose period it is; where a download may have been missed or misread, as what was done in it since shows. */
static int acting(const struct act *a, int verb)
{
    const struct materia *s = a->state;
    const bool any = a->setting->house->option[HOUSE_BATTLES].choice == BATTLES_ANY;
    bool past = verb == SAY_INSTALL ? s->phase > INSTALLING || s->installed > 0
              : verb == SAY_ATTACK  ? s->battles > (any ? UINT8_MAX : 0)
                                    : s->phase == TRASHING || (verb == SAY_STATUS && s->phase == FIGHTING);
    if (s->current < 0)
        return s->first;
    const bool went_on = s->stray.seat >= 0 && s->went == s->stray.seat + 1;
    if (past && !went_on && (!s->fighting || s->unread_step) && (s->stray.doubt || may_have_drawn(s, s->current)))
        return materia_next_user(s);
    return went_on || (s->stray.doubt && s->implied) ? s->stray.seat : s->current;
}

/* May the next user's period have begun, of which the download is not on record, or is another's there? */
static bool may_be_next(const struct materia *s)
{
    return s->current >= 0
        && (s->stray.doubt || may_have_drawn(s, s->current) || (s->battles > 0 && !s->fighting));
}

/*
 * Whose cards are trashed: those that were left out before, where this user has none too many or has just drawn; or the next user's, whose
 * download is missing, where this one has not so many.
 */
static int trashing(const struct act *a, int seat)
{
    const struct materia *s = a->state;
    const int next = materia_next_user(s);
    for (int i = 0; i < s->users && seat >= 0 && (s->archive[seat] <= ARCHIVE_MOST || s->phase <= DRAWN); i++)
        if (s->owing >> i & 1) {
            game(a)->uncounted |= 1u << seat;      /* or else it was this one's */
            return i;
        }
    if (seat >= 0 && seat == s->current && a->said->argument[0].number > s->archive[seat] && materia_counted(s, seat)
        && s->archive[next] >= ARCHIVE_MOST)
        return next;
    return seat;
}

/* A ghost's status, or an attack with it: its owner's, where that one's period may have begun. */
static int acting_with(const struct act *a, int owner)
{
    const struct materia *s = a->state;
    const int seat = acting(a, a->said->verb);
    const int attacked = a->said->verb == SAY_ATTACK ? a->said->argument[0].seat : -1;
    const bool next = may_be_next(s) && materia_next_user(s) != attacked;
    if (owner >= 0 && owner != attacked && owner == s->stray.seat)      /* who acts out of turn goes on */
        return owner;
    if (owner >= 0 && owner != attacked && (owner == s->current || seat == attacked || (next && owner == materia_next_user(s))))
        return owner;
    const bool before = s->implied && s->period > 1 && owner >= 0 && (owner + 1) % s->users == s->current;
    if (before && owner != attacked)      /* whose the download was that names nobody */
        return owner;
    if (seat == attacked)      /* nobody attacks themselves */
        return seat == s->current && ((next && owner != seat) || materia_attacks_anybodys(a)) ? materia_next_user(s)
             : s->current >= 0 ? s->current : seat;
    return seat;
}

/* Whose ghost defends without an attack: where it is contested, not the one's who would attack. */
static int defending(const struct act *a)
{
    const struct materia *s = a->state;
    const int ghost = materia_find(s, deck_of(a), a->said->argument[0].text);
    const bool theirs = ghost >= 0 && ghost < DECK && s->ghost[ghost].place == INSTALLED && s->ghost[ghost].owner != s->current;
    return theirs ? s->ghost[ghost].owner : owner_of(a, 0);
}

/* A ghost that was shown in an archive is installed by its holder, whose period may have begun, or may not have ended. */
static int installing(const struct act *a)
{
    const struct materia *s = a->state;
    const int ghost = materia_find(s, deck_of(a), a->said->argument[0].text);
    const bool held = ghost >= 0 && ghost < DECK && s->ghost[ghost].place == HELD;
    const int holder = held ? s->ghost[ghost].owner : -1;
    const bool before = s->implied && s->period > 1 && (holder + 1) % s->users == s->current;
    return held && (before || holder == materia_next_user(s) || holder == s->stray.seat) ? s->ghost[ghost].owner : acting(a, SAY_INSTALL);
}

/* Whose download it is: the next user's, unless an act without one stands before it. */
static int downloading(const struct act *a)
{
    const struct materia *s = a->state;
    if (s->current < 0)
        return s->draft_judged ? s->first : materia_first_user(a);
    if (s->downloads == 0 || (s->returned && s->fighting && s->contest.fighter[DEFENCE] == NO_CARD))
        return s->current;
    if (s->fighting && s->contest.fighter[DEFENCE] == NO_CARD && s->contest.seat[ATTACK] == s->stray.seat)
        return s->stray.seat;
    return s->stray.doubt && s->implied ? (s->stray.seat + 1) % s->users : materia_next_user(s);
}

int materia_implied_seat(const struct act *a)
{
    const struct materia *s = a->state;
    const int verb = a->said->verb;
    switch (verb) {
    case SAY_INSTALL: return s->stage == DRAFT ? materia_next_drafter(s) : installing(a);
    case SAY_DOWNLOAD: return downloading(a);
    case SAY_STATUS: return acting_with(a, owner_of(a, 0));
    case SAY_ATTACK: return acting_with(a, owner_of(a, 2));
    case SAY_TRASH: return trashing(a, acting(a, verb));
    case SAY_DEFEND: return s->fighting ? s->contest.seat[DEFENCE] : defending(a);
    }
    return -1;
}
