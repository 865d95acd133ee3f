/*
 * What is done in a game of Materia まてりあ, in the order of its rulebook: preparation, then periods of five
 * phases. A battle's steps are in battle.c and dice.c. Each check stands beside the rule it enforces.
 */
#include "materia.h"

#include <string.h>

void materia_begin(void *state, const struct setting *setting)
{
    struct materia *s = state;
    memset(s, 0, sizeof *s);
    s->users = setting->seats->count;
    s->first = s->current = s->stray.seat = s->late = -1;
    materia_give_up_readings(s);
}

/* Is this user in the middle of a battle of their own period? */
static bool in_own_battle(const struct materia *s, int seat)
{
    return s->fighting && seat == s->current && seat == s->contest.seat[ATTACK];
}

/* Is it known that this archive is empty? A download may be missing where the next user acts already. */
static bool has_no_card(const struct materia *s, int seat)
{
    bool begins = s->current >= 0 && seat != s->current && seat == materia_next_user(s);
    return s->archive[seat] == 0 && materia_counted(s, seat) && !begins;
}

static enum outcome no_card(const struct act *a, int seat)
{
    return act_impossible(a, seat, NO_CARD, N_("{seat}'s archive is empty; there is no card to play."));
}

/* What this user has installed in this period may be another's; and how many ghosts these have. */
static void doubt_installs(struct materia *s, int seat)
{
    for (int i = 0; i < s->ghosts; i++)
        s->ghost[i].contested |= s->ghost[i].place == INSTALLED && s->ghost[i].owner == seat && s->ghost[i].since >= s->drawn;
    s->unsure |= 1u << seat | 1u << (seat + s->users - 1) % s->users;
}

/* ---- 2. Install phase -------------------------------------------------------------------- */

static enum outcome say_install(const struct act *a)
{
    struct materia *s = a->state;
    struct materia_ghost fresh;
    int ghost, seat = a->seat;
    if (s->stage == DRAFT || (s->current < 0 && !s->draft_judged && s->installs < 2 * s->users))
        return materia_draft(a);
    enum outcome outcome = materia_ghost_of_install(a, seat, &ghost, &fresh);
    if (outcome != APPLIED)
        return outcome;
    const bool again = a->said->seat < 0 && (s->installed > 0 || s->phase > INSTALLING);    /* it may be somebody else's */
    if (has_no_card(s, seat) && !again)
        return no_card(a, seat);
    materia_install(a, seat, ghost, &fresh);
    int before = materia_enter(a, seat, ghost, INSTALLING);
    materia_spend(s, seat, 1);
    s->unsure |= before < 0 ? 1u << seat | 1u << (s->current >= 0 ? s->current : seat) : 0;
    s->ghost[ghost].loose = a->said->seat < 0;
    const int last = s->current >= 0 ? (s->current + s->users - 1) % s->users : seat;
    const bool anothers = a->said->seat < 0 && last != seat && s->owing >> last & 1;      /* who has a card too many */
    s->ghost[ghost].contested = before < 0 || s->returned || anothers || (s->unread && a->said->seat < 0);
    s->uncounted |= anothers ? 1u << seat : 0;
    if (before < 0 || materia_after_trash(a, seat, ghost, before))
        return APPLIED;
    if (!in_own_battle(s, seat) && !anothers)
        materia_bump(&s->installed);
    /* materia/install */
    const char *wrong = before > INSTALLING ? N_("{seat} installs {card} when the install phase is over.")
                        : s->installed > 1 && s->late == seat ? NULL   /* the first was the late choice */
                        : s->installed > 1
                            ? N_("{seat} installs {card}, a second ghost in this period; one may be installed.")
                        : materia_installed(s, seat) > INSTALLED_MOST && materia_sure(s, seat)
                            ? N_("{seat} installs {card}, a sixth ghost; nobody has more than five.")
                            : NULL;
    if (s->installed > 1 && s->late == seat)
        s->late = -1;
    if (wrong != NULL) {
        act_irregular(a, RULE_INSTALL, seat, ghost, wrong);
        materia_doubt_ghosts(s);
        doubt_installs(s, seat);
        s->uncounted |= 1u << seat | 1u << (seat + s->users - 1) % s->users;
    }
    return APPLIED;
}

/* ---- 3. Action phase --------------------------------------------------------------------- */

/* An act of the action phase; it was one too late if the battle phase has begun. */
static void act_in_phase(const struct act *a, int seat, int card)
{
    struct materia *s = a->state;
    int before = materia_enter(a, seat, card, ACTING);
    if (materia_after_trash(a, seat, card, before))
        return;
    /* materia/battle */
    if (before != FIGHTING)
        return;
    act_irregular(a, RULE_BATTLE, seat, card,
                  s->fighting ? N_("{seat} acts in the middle of a battle; the action phase comes before it.")
                              : N_("{seat} acts after the battle; the action phase comes before it."));
    s->uncounted |= 1u << seat;
}

/* The side on which this user has laid an event that is still face down; -1: none. */
static int laid_by(const struct materia *s, int seat)
{
    for (int side = 0; s->fighting && side < SIDES; side++)
        if (s->contest.seat[side] == seat && s->set[side] && !s->opened[side])
            return side;
    return -1;
}

static bool fights(const struct materia *s, int seat)
{
    return s->fighting && (s->contest.seat[ATTACK] == seat || s->contest.seat[DEFENCE] == seat);
}

static enum outcome say_kyo(const struct act *a);

/* Is this card in the pack, if the pack lists such cards? */
static enum outcome check_listed(const struct act *a, enum row_kind kind)
{
    if (!deck_of(a)->lists[kind] || materia_row(deck_of(a), kind, a->said->argument[0].text) >= 0)
        return APPLIED;
    return materia_malformed(a, 0, kind == ROW_EVENT ? N_("“{found}” is no event of this pack; expected one "
                                                          "that it lists")
                                                     : N_("“{found}” is no shell of this pack; expected one "
                                                          "that it lists"));
}

/* A forced event takes effect when it is drawn; no phase begins by it. */
static void forced_event(const struct act *a, int seat)
{
    struct materia *s = a->state;
    bool card = a->setting->house->option[HOUSE_FORCED].choice == FORCED_CARD;
    open_question(a->setting, a->out, HOUSE_FORCED, a->said->line);
    bool drawn = s->current == seat && s->forced < s->downloads;
    if (s->archive[seat] > 0 && (drawn || card)) {
        s->archive[seat]--;
        s->trash++;
    } else if (s->server > 0) {   /* drawn by an effect */
        s->server--;
        s->trash++;
    }
    materia_bump(&s->forced);
    s->effects = true;
    if (s->current >= 0)
        s->line = a->said->line;
    materia_forget_archives(s, false);
}

static enum outcome say_event(const struct act *a)
{
    struct materia *s = a->state;
    int seat = a->seat;
    struct span name = a->said->argument[0].text;
    if (text_is(name, "虚") || text_is(name, "kyo"))
        return say_kyo(a);
    enum outcome outcome = check_listed(a, ROW_EVENT);
    if (outcome != APPLIED)
        return outcome;
    if (s->blind && !s->fighting) {     /* opened in a battle of which the attack is not on record */
        s->effects = true;
        materia_forget_archives(s, false);
        return APPLIED;
    }
    int row = materia_row(deck_of(a), ROW_EVENT, name), side = laid_by(s, seat);
    bool now = a->setting->house->option[HOUSE_FORCED].choice == FORCED_NOW;
    const int own = fights(s, seat) ? materia_side_of(s, seat) : -1;
    const bool another = own >= 0 && s->set[own] && s->opened[own];      /* one of the two is somebody else's */
    if (side < 0 && s->stage == PERIODS && has_no_card(s, seat) && !another)
        return no_card(a, seat);
    if (now && row >= 0 && deck_of(a)->row[row].forced && s->current == seat && s->phase < INSTALLING) {
        forced_event(a, seat);
        return APPLIED;
    }
    int card = materia_name_code(s, deck_of(a), ROW_EVENT, name);
    if (side >= 0) {   /* the event laid face down is opened, and named */
        s->opened[side] = true;
        s->line = a->said->line;
    } else {
        if (fights(s, seat) && (s->murky || s->odd_set))
            ;                  /* behind a slip it may have been laid */
        else if (fights(s, seat)) {   /* materia/set */
            act_irregular(a, RULE_SET, seat, card,
                          N_("{seat} plays an event in a battle; there it is laid face down first, one each."));
            s->uncounted |= 1u << s->contest.seat[ATTACK] | 1u << s->contest.seat[DEFENCE];
        } else
            act_in_phase(a, seat, card);
        s->trash = (int16_t)(s->trash + materia_spend(s, seat, 1));
    }
    s->effects = true;
    materia_forget_archives(s, false);
    return APPLIED;
}

static enum outcome say_shell(const struct act *a)
{
    struct materia *s = a->state;
    int ghost, seat = a->seat;
    if (a->said->argument[0].kind != ARGUMENT_TEXT || a->said->argument[1].kind != ARGUMENT_WORD)
        return materia_malformed(a, 1, N_("“{found}” does not belong here; expected: NAME: shell \"SHELL\" on "
                                          "GHOST"));
    enum outcome outcome = check_listed(a, ROW_SHELL);
    if (outcome == APPLIED)
        outcome = materia_in_play(a, 2, seat, &ghost);
    if (outcome != APPLIED)
        return outcome;
    if (s->stage == PERIODS && has_no_card(s, seat))
        return no_card(a, seat);
    int card = materia_name_code(s, deck_of(a), ROW_SHELL, a->said->argument[0].text);
    act_in_phase(a, seat, card);
    if (materia_spend(s, seat, 1) > 0)
        materia_bump(&s->ghost[ghost].shells);
    s->ghost[ghost].line = a->said->line;
    return APPLIED;
}

static enum outcome say_status(const struct act *a)
{
    struct materia *s = a->state;
    int ghost, seat = a->seat;
    enum outcome outcome = materia_in_play(a, 0, seat, &ghost);
    if (outcome != APPLIED)
        return outcome;
    act_in_phase(a, seat, ghost);
    const struct materia_ghost *g = &s->ghost[ghost];
    s->implied &= seat != s->current || g->owner != seat || g->loose || g->contested;    /* whose it is shows whose period it is */
    s->ghost[ghost].line = a->said->line;
    s->ghost[ghost].status = s->period;
    s->effects = true;
    materia_forget_archives(s, false);
    return APPLIED;
}

/* ---- 5. Trash phase ---------------------------------------------------------------------- */

/* materia/install: no installed ghost is thrown away by choice; an effect may do it. */
static enum outcome trash_ghost(const struct act *a, int seat)
{
    struct materia *s = a->state;
    int ghost;
    enum outcome outcome = materia_in_play(a, 0, seat, &ghost);
    if (outcome != APPLIED)
        return outcome;
    if (s->fighting && (ghost == s->contest.fighter[ATTACK] || ghost == s->contest.fighter[DEFENCE]))
        return seen_before(a, seat, ghost, N_("{card} is fighting; the dice decide where it goes."));
    materia_leave_draft(a, seat);
    if (!s->effects && !s->unread && !(s->hasty >> seat & 1))
        act_irregular(a, RULE_INSTALL, seat, ghost,
                      N_("{seat} throws {card} away; no event or status was used that asks for it."));
    s->uncounted |= s->effects ? 0 : 1u << seat;      /* its line may be missing */
    cards_drop(&s->contest.supporters[ATTACK], ghost);
    cards_drop(&s->contest.supporters[DEFENCE], ghost);
    materia_remove(a, ghost, TRASHED, -1);
    s->line = a->said->line;
    materia_check_end(a);
    return APPLIED;
}

static enum outcome say_trash(const struct act *a)
{
    struct materia *s = a->state;
    int seat = a->seat, count = a->said->argument[0].number;
    if (a->said->argument[0].kind == ARGUMENT_TEXT)
        return trash_ghost(a, seat);
    if (count < 1)
        return materia_malformed(a, 0, N_("“{found}” cards; expected how many are trashed"));
    if (s->stage == PERIODS && s->archive[seat] < count && materia_counted(s, seat)) {
        struct message *m = &act_refuse(a, seat, NO_CARD, N_("{seat} has {held} cards in the archive and cannot "
                                                             "trash {count}."))->message;
        message_number(m, "held", s->archive[seat]);
        message_number(m, "count", count);
        return IMPOSSIBLE;
    }
    if (s->stage == DRAFT)
        return act_impossible(a, seat, NO_CARD, N_("No archive has been dealt yet."));
    const bool goes_on = s->implied && a->said->seat >= 0 && (seat + 1) % s->users == s->current;
    bool late = s->owing >> seat & 1 && seat != s->current && !goes_on, in_battle = in_own_battle(s, seat);
    int before = late ? -1 : materia_enter(a, seat, NO_CARD, TRASHING);
    s->trash = (int16_t)(s->trash + materia_spend(s, seat, count));
    s->owing &= ~(1u << seat);
    if (before >= 0 && in_battle)
        s->trash_line = a->said->line;     /* if it is: the dice may be missing before this */
    if (before < 0 || in_battle || s->archive[seat] >= ARCHIVE_MOST || !materia_counted(s, seat))
        return APPLIED;
    s->phase = (enum period_phase)before;      /* nothing had to be trashed: the period goes on */
    s->uncounted |= 1u << seat;
    doubt_installs(s, seat);
    if (a->said->seat < 0)
        s->uncounted |= 1u << materia_next_user(s);     /* it may be that one's, too early */
    /* materia/trash: from six or more down to five */
    message_number(&act_irregular(a, RULE_TRASH, seat, NO_CARD,
                                  N_("{seat} trashes down to {left}; cards beyond five are trashed, and no "
                                     "others."))->message, "left", s->archive[seat]);
    return APPLIED;
}

/* ---- ☆ゲームの終了 End · ☆ゲームの勝利 Victory ------------------------------------------------ */

static enum outcome say_kyo(const struct act *a)
{
    struct materia *s = a->state;
    bool begun = s->current >= 0 || s->unread || s->stray.drew;
    if (s->stage == DRAFT || !begun)
        return act_impossible(a, a->seat, NO_CARD,
                              N_("虚 cannot appear before the play: nothing has been downloaded."));
    if (s->current < 0 && (s->first >= 0 || a->said->seat >= 0))
        materia_enter(a, s->first >= 0 ? s->first : a->seat, NO_CARD, DRAWN);
    bool early = a->said->seat >= 0 && a->seat == materia_next_user(s) && !s->effects && a->seat != s->current;
    if (early || (s->current >= 0 && a->said->seat >= 0 && materia_goes_on(a, a->seat, NO_CARD)))      /* it shows a download */
        materia_enter(a, a->seat, NO_CARD, DRAWN);
    if (s->current >= 0 && a->said->seat >= 0 && a->seat != s->current)
        s->uncounted |= 1u << a->seat | 1u << s->current;
    /* of this download, or of the one before */
    if (s->current >= 0 && a->said->seat < 0 && s->implied && s->phase <= DRAWN)
        s->uncounted |= 1u << s->current | 1u << (s->current + s->users - 1) % s->users;
    if (early || s->current >= 0)           /* else nobody knows yet who began */
        forced_event(a, early ? a->seat : s->current);
    if (++s->kyo == 2) {   /* materia/kyo */
        s->ended = BY_KYO;
        s->stage = OVER;
    }
    return APPLIED;
}

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
    if (s->current >= 0)
        s->line = a->said->line;
    materia_check_points(s);
    return APPLIED;
}

/* ---- evidence ---------------------------------------------------------------------------- */

/* Is this the name of a ghost for certain? Of events and shells there may be several of one name. */
static bool is_ghost(const struct act *a, int code)
{
    const struct materia_ghost *g = &game(a)->ghost[code];
    return g->since != 0 || materia_row(deck_of(a), ROW_GHOST, (struct span){g->name.text, g->name.length}) >= 0;
}

/* A card that is not installed is seen in an archive. */
static void see_card(const struct act *a, struct span written)
{
    struct materia *s = a->state;
    const struct materia_pack *pack = deck_of(a);
    int code = materia_find(s, pack, written);
    if (code < 0 && (materia_row(pack, ROW_EVENT, written) >= 0 || materia_row(pack, ROW_SHELL, written) >= 0))
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
    g->keeper = -1;
    g->line = a->said->line;
}

/* Cards seen in an archive: a ghost of that name cannot be elsewhere. */
static enum outcome see_archive(const struct act *a)
{
    struct materia *s = a->state;
    int seat = a->seat;
    for (int i = 0; i < a->said->count; i++) {
        int code = a->said->argument[i].kind == ARGUMENT_TEXT
                 ? materia_find(s, deck_of(a), a->said->argument[i].text) : NO_CARD;
        if (code < 0 || code >= DECK)
            continue;
        const struct materia_ghost *g = &s->ghost[code];
        if (g->place >= INSTALLED || (g->place == HELD && g->owner != seat && is_ghost(a, code)))
            return seen_before(a, seat, code, N_("{card} was seen elsewhere; it is not in {seat}'s "
                                                        "archive."));
    }
    for (int i = 0; i < a->said->count; i++)
        if (a->said->argument[i].kind == ARGUMENT_TEXT)
            see_card(a, a->said->argument[i].text);
    return APPLIED;
}

static enum outcome say_hand(const struct act *a)
{
    struct materia *s = a->state;
    const int seat = a->seat;
    const bool show = a->said->verb == SAY_SHOW;
    if (s->stage == DRAFT && !show && s->installs + s->lost_choices + 1 >= 2 * s->users)
        materia_deal(s);                   /* the choice that is missing may come late */
    if (s->stage == DRAFT)
        return act_impossible(a, seat, NO_CARD, N_("No archive has been dealt yet."));
    const int size = s->archive[seat];
    if (!show && s->current >= 0)
        return act_impossible(a, seat, NO_CARD, N_("Archives are given before the first download; expected "
                                                   "`show` for cards seen later."));
    const bool part = show && a->said->count > 0;       /* `show` alone: all of it, none */
    if (materia_counted(s, seat) && (part ? a->said->count > size : a->said->count != size)) {
        struct message *m = &act_refuse(a, seat, NO_CARD, N_("{seat}'s archive has {size} cards, not "
                                                             "{count}."))->message;
        message_number(m, "size", size);
        message_number(m, "count", a->said->count);
        return IMPOSSIBLE;
    }
    return see_archive(a);
}

/* ---- applying a statement ---------------------------------------------------------------- */

/*
 * After 虚 its effect may still give points or trash ghosts, and steps of the battle that ended it
 * may be told behind the dice; nothing else follows the end.
 */
static bool after_the_end(const struct act *a)
{
    const struct materia *s = a->state;
    const bool step = a->said->verb >= SAY_DEFEND && a->said->verb <= SAY_TOTAL;
    if (step && !s->beyond && s->settled > 0 && !s->fighting && (a->said->verb == SAY_TOTAL || materia_just_fought(s, a->seat)))
        return false;
    bool effect = a->said->verb == SAY_POINTS
               || (a->said->verb == SAY_TRASH && a->said->argument[0].kind == ARGUMENT_TEXT);
    return s->stage == OVER && !(s->ended == BY_KYO && effect) && a->said->verb != SAY_SHOW;
}

static enum outcome (*const say[VERB_COUNT])(const struct act *a) = {
    [SAY_INSTALL] = say_install,
    [SAY_DOWNLOAD] = materia_download,
    [SAY_EVENT] = say_event,
    [SAY_SHELL] = say_shell,
    [SAY_STATUS] = say_status,
    [SAY_ATTACK] = materia_attack,
    [SAY_DEFEND] = materia_defend,
    [SAY_SUPPORT] = materia_support,
    [SAY_SET] = materia_set,
    [SAY_MODIFY] = materia_modify,
    [SAY_DICE] = materia_dice,
    [SAY_TOTAL] = materia_total_given,
    [SAY_TRASH] = say_trash,
    [SAY_KYO] = say_kyo,
    [SAY_POINTS] = say_points,
    [SAY_HAND] = say_hand,
    [SAY_SHOW] = say_hand,
};

/* Nothing follows: when it ended, and by what. */
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

/* Behind a slip in a battle it is not known who won it. */
static bool any_slip(const struct rulings *out, unsigned from)
{
    for (unsigned i = from; i < out->count; i++)
        if (out->row[i].kind >= RULING_CONFLICT
            && (out->row[i].rule == RULE_TURN || out->row[i].rule == RULE_ATTACK || out->row[i].rule == RULE_DEFEND
                || out->row[i].rule == RULE_SUPPORT))
            return true;
    return false;
}

/* What has waited for this line: an attack on nobody, a defender without an attack, dice that cannot be read. */
static void end_waiting(const struct act *a)
{
    struct materia *s = a->state;
    const int verb = a->said->verb;
    const bool shows = verb == SAY_HAND || verb == SAY_SHOW, aside = shows || verb == SAY_KYO || verb == SAY_POINTS;
    const bool step = verb >= SAY_DEFEND && verb <= SAY_TOTAL;
    if (verb != SAY_DEFEND)
        materia_tell_bare(s, a->out);
    s->bare_line = 0;
    if (verb != SAY_DEFEND && verb != SAY_ATTACK && !shows)
        materia_end_answer(a);
    if (s->fighting && s->unread_step && !step && !aside && verb != SAY_EVENT)
        materia_leave_battle(a);
}

/* Is it known that the game had ended? Behind a slip a record that goes on shows that it had not. */
static bool sure_of_the_end(const struct materia *s)
{
    bool sure = s->unsure == 0;
    for (int i = 0; i < s->ghosts && s->ended == BY_LAST; i++)      /* it may be one of those who had none left */
        sure &= s->ghost[i].place != INSTALLED || !s->ghost[i].contested;
    return sure;
}

enum outcome materia_apply(struct act *a)
{
    struct materia *s = a->state;
    int verb = a->said->verb;
    bool in_battle = verb >= SAY_DEFEND && verb <= SAY_TOTAL;
    const unsigned told = a->out->count;
    if (after_the_end(a) && !s->beyond && !sure_of_the_end(s)) {
        s->stage = PERIODS;
        s->ended = OPEN;
    }
    const bool over = s->stage == OVER;
    if (after_the_end(a))
        return s->beyond ? APPLIED : refuse_after_the_end(a);
    materia_settle_readings(a);
    if (a->seat < 0)
        a->seat = materia_implied_seat(a);
    if (a->seat < 0 && (verb == SAY_DOWNLOAD || verb == SAY_STATUS || verb == SAY_ATTACK || verb == SAY_TRASH))
        return materia_malformed(a, -1, N_("whose period it is is not known; expected a name and a colon first"));
    end_waiting(a);
    enum outcome outcome = say[verb] != NULL ? say[verb](a) : APPLIED;
    s->murky |= s->fighting && any_slip(a->out, told);
    if (a->said->seat < 0 && outcome == APPLIED && s->stage == PERIODS)
        materia_keep_waiting(a, told);
    s->run = a->said->seat >= 0 && verb != SAY_HAND && verb != SAY_SHOW && verb != SAY_DEFEND ? 0 : s->run;
    if (s->stage == OVER && !over)
        s->end_line = a->said->line;
    if (in_battle && outcome == APPLIED)
        s->battle_line = a->said->line;
    if (in_battle && outcome == APPLIED && s->current >= 0)
        s->line = a->said->line;    /* a step of a battle belongs to the period in which it is fought */
    return outcome;
}

/* ---- what is still in doubt ---------------------------------------------------------------- */

void materia_weigh(const void *state, const struct setting *setting, struct rulings *out)
{
    const struct materia *s = state;
    materia_tell_doubt(s, out);
    materia_tell_undrawn(s, out);
    materia_weigh_waiting(s, out);
    materia_tell_bare(s, out);
    if (!s->draft_judged && s->first >= 0 && (s->stage == PERIODS || (s->stage == DRAFT && setting->ended)))
        materia_judge_draft(s, out, s->stage == PERIODS, 0, s->first);
    if (setting->ended) {
        materia_tell_early(s, out, 0);
        materia_tell_answer(s, out, 0);
    }
}
