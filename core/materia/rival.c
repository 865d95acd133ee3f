/*
 * The readings of lines that name nobody. Whose such a line is follows from those before it, and where one of those is
 * missing or stands there twice, from a wrong one. So what is wrong with it waits: beside the plain reading others are kept,
 *
 *      Bo: download                       plain                              the next user's download is missing
 *      Bo: attack Aki with Smoke body
 *      …
 *      install Glass                      Bo installs too late               Chie's period has begun
 *      Chie: event "Rain"                 Chie acts in Bo's period           … as this shows: one finding, not two
 *
 * and the line that names somebody next tells which of them holds. If nobody is named any more, the plain one does.
 */
#include "materia.h"

#include <assert.h>

/* ---- beginning and giving up --------------------------------------------------------------- */

/* What was installed by a line that names nobody is its owner's, or (`whose` < 0) whose it is used by. */
static void settle_ghosts(struct materia *s, int whose)
{
    for (int i = 0; i < s->ghosts; i++) {
        struct materia_ghost *g = &s->ghost[i];
        if (!g->loose || (whose >= 0 && g->owner != whose))
            continue;
        g->loose = false;
        g->contested |= whose < 0;
    }
}

void materia_doubt_ghosts(struct materia *s) { settle_ghosts(s, -1); }

static void forget_readings(struct materia *s)
{
    s->waits = 0;
    for (int i = 0; i < RIVALS; i++)
        s->rival[i].user = -1;
}

void materia_give_up_readings(struct materia *s)
{
    materia_doubt_ghosts(s);
    forget_readings(s);
}

void materia_read_otherwise(struct materia *s, int which, int user)
{
    s->rival[which] = (struct materia_rival){.user = (int8_t)user};
}

/* Nothing has shown that the plain one is wrong. */
static void end_idle(struct materia *s)
{
    for (int i = 0; i < RIVALS; i++)
        if (s->rival[i].idle && s->waits == 0)
            s->rival[i].user = -1;
}

void materia_pass_on(struct materia *s)
{
    end_idle(s);
    for (int i = 0; i < RIVALS; i++)
        if (s->rival[i].user >= 0)
            s->rival[i].user = (int8_t)((s->rival[i].user + 1) % s->users);
}

/* ---- what waits ------------------------------------------------------------------------------ */

static void wait(struct materia *s, const struct ruling *r)
{
    if (s->waits == WAITING_MOST)
        return;
    struct materia_waiting *w = &s->waiting[s->waits++];
    *w = (struct materia_waiting){.rule = r->rule, .seat = r->seat, .card = r->card, .line = r->line, .why = r->message.id,
                                  .because = r->because_count > 0 ? r->because[0] : 0};
    for (; w->values < r->message.count && w->values < WAITING_VALUES; w->values++) {
        const struct value *v = &r->message.value[w->values];
        w->value[w->values].name = v->name;
        w->value[w->values].kind = v->kind;
        w->value[w->values].number = v->number;
    }
}

void materia_tell_waiting(const struct materia *s, struct rulings *out)
{
    for (int i = 0; i < s->waits; i++) {
        const struct materia_waiting *w = &s->waiting[i];
        struct ruling *r = rulings_add(out, RULING_IRREGULAR, w->rule, w->seat, w->card, w->line, w->why);
        if (w->because != 0)
            ruling_because(r, w->because);
        for (int k = 0; k < w->values; k++)
            if (w->value[k].kind == VALUE_SEAT)
                message_seat(&r->message, w->value[k].name, w->value[k].number);
            else
                message_number(&r->message, w->value[k].name, w->value[k].number);
    }
}

/* Nobody is named any more: the plain reading holds, if the next user's missing download does not explain more than one. */
void materia_weigh_waiting(const struct materia *s, struct rulings *out)
{
    const struct materia_rival *next = &s->rival[NEXT_USER];
    bool explains = s->waits > 1;
    for (int i = 0; i < s->waits; i++)
        explains &= s->waiting[i].rule != RULE_TURN && s->waiting[i].line >= next->line;
    if (explains && next->user >= 0 && next->line != 0 && next->seat >= 0)
        materia_tell_not_drawn(out, next->seat, next->line);
    else
        materia_tell_waiting(s, out);
}

/* An act was too early, if this download is that user's; or it was a period without one, and this is the next one's. */
static void begin_undrawn(struct materia *s, const struct ruling *r)
{
    s->rival[NEXT_USER] = (struct materia_rival){.user = (int8_t)materia_next_user(s), .seat = r->seat, .line = r->line};
}

/* What may explain an act that is wrong by the plain reading, or (`idle`) one that is not. */
static void begin_rivals(struct materia *s, const struct act *a, bool idle)
{
    assert(s->users > 0 && s->current >= 0);
    const uint32_t line = a->said->line;
    const int attacked = a->said->verb == SAY_ATTACK ? a->said->argument[0].seat : -1;
    const int next = materia_next_user(s), before = (s->current + s->users - 1) % s->users;
    assert(next >= 0 && before >= 0);
    const bool drew = s->drew >> next & 1 || s->stray.drew || s->unread || s->slack;     /* … as was told, or cannot be read */
    if (s->rival[NEXT_USER].user < 0 && next != attacked)
        s->rival[NEXT_USER] = (struct materia_rival){.user = (int8_t)next, .idle = idle, .line = drew ? 0 : line,
                                                     .seat = (int8_t)(materia_behind_run(s, 0) ? -1 : next)};
    if (s->rival[USER_BEFORE].user < 0 && s->implied && s->period > 1 && before != attacked)
        s->rival[USER_BEFORE] = (struct materia_rival){.user = (int8_t)before, .twice = true, .idle = idle, .line = s->drawn,
                                                       .seat = (int8_t)(materia_behind_run(s, 1) ? -1 : before)};
    s->murky |= s->fighting;
    s->uncounted |= 1u << s->current | 1u << next | 1u << before;
    s->unsure |= 1u << s->current | 1u << next | 1u << before;
}

/* Does this ruling rest on whose line it is? A download that names nobody may be no end of the period before it. */
static bool rests_on_whose(const struct materia *s, const struct act *a, const struct ruling *r)
{
    const int verb = a->said->verb;
    if (r->kind != RULING_IRREGULAR || s->current < 0)
        return false;
    if (verb == SAY_DOWNLOAD)
        return r->rule == RULE_TRASH || r->rule == RULE_TURN;
    return (verb == SAY_INSTALL || verb == SAY_STATUS || verb == SAY_ATTACK || verb == SAY_TRASH)
        && (r->seat == s->current || r->rule == RULE_TURN);
}

/* An attack with a ghost of which it is not known whose it is. */
static bool attacks_with_anybodys(const struct materia *s, const struct act *a)
{
    return a->said->verb == SAY_ATTACK && (s->implied || s->unread || s->stray.drew) && s->battle_line == a->said->line
        && s->ghost[s->contest.fighter[ATTACK]].contested;
}

void materia_keep_waiting(const struct act *a, unsigned told)
{
    struct materia *s = a->state;
    const int before = s->waits;
    unsigned kept = told;
    for (unsigned i = told; i < a->out->count; i++) {
        if (rests_on_whose(s, a, &a->out->row[i])) {
            if (s->waits == before)      /* one slip: what else is wrong with it rests on the same */
                wait(s, &a->out->row[i]);
            if (a->said->verb == SAY_DOWNLOAD && a->out->row[i].rule == RULE_TURN)
                begin_undrawn(s, &a->out->row[i]);
            continue;
        }
        if (kept < i)
            a->out->row[kept] = a->out->row[i];
        kept++;
    }
    const bool wrong = kept < a->out->count && a->said->verb != SAY_DOWNLOAD;
    if (s->current >= 0 && (wrong || attacks_with_anybodys(s, a)))
        begin_rivals(s, a, !wrong && s->waits == 0);
    a->out->count = (uint16_t)kept;
}

/* ---- which of them holds --------------------------------------------------------------------- */

void materia_settle_plainly(const struct act *a)
{
    struct materia *s = a->state;
    if (s->waits > 0)
        materia_doubt_ghosts(s);
    materia_tell_waiting(s, a->out);
    s->waited = s->waits > 0 ? s->waiting[s->waits - 1].line : s->waited;
    forget_readings(s);
}

/* What was installed from the line on that the reading is about, and by the plain one in the wrong period. */
static void install_otherwise(struct materia *s, const struct materia_rival *r)
{
    for (int i = 0; i < s->ghosts && r->line != 0 && r->seat >= 0; i++) {
        struct materia_ghost *g = &s->ghost[i];
        if (g->loose && g->owner == s->current && g->line >= r->line)
            g->owner = r->seat;
    }
}

/* Is it open whose attack it was? Its line names nobody; or wrongly one, to whom the period was given back for that. */
static bool attack_is_anybodys(const struct materia *s)
{
    return s->unnamed || (s->returned && s->ghost[s->contest.fighter[ATTACK]].contested);
}

static void follow_rival(const struct act *a, int which)
{
    struct materia *s = a->state;
    const struct materia_rival r = s->rival[which];
    install_otherwise(s, &r);
    materia_give_up_readings(s);
    if (r.line != 0 && r.seat < 0)
        materia_miscounted(a, r.line);
    else if (r.line != 0 && r.twice)
        materia_drew_twice(a, r.seat, r.line);
    else if (r.line != 0)
        materia_not_drawn(a, r.seat, r.line);
    s->uncounted = s->unsure = UINT32_MAX;
    if (s->fighting && attack_is_anybodys(s) && (s->contest.seat[ATTACK] == s->current || s->contest.seat[ATTACK] == s->stray.seat))
        s->contest.seat[ATTACK] = r.user;
    s->murky |= s->fighting;
    s->current = r.user;
    s->phase = s->fighting ? FIGHTING : DRAWN;
    s->installed = 0;
    s->downloads = r.line == 0 || r.twice || r.seat < 0;      /* else it may come late */
    s->battles = s->fighting;
    s->implied = s->slack = false;
    s->undrawn.line = 0;
    s->stray = (struct materia_stray){.seat = -1};
}

/* Is it the period of this user, or (a download) of the one before, who comes next? */
static bool fits(const struct materia *s, const struct act *a, int user, int who)
{
    return user >= 0 && who == (a->said->verb == SAY_DOWNLOAD ? (user + 1) % s->users : user);
}

static bool is_step(int verb)
{
    return verb == SAY_SUPPORT || verb == SAY_SET || verb == SAY_MODIFY || verb == SAY_EVENT;
}

/* Are these supporters the ghosts of whoever names them? And are they another's for certain, so that the name is wrong? */
static bool names_own_ghosts(const struct act *a, int who)
{
    const struct materia *s = a->state;
    bool own = a->said->verb == SAY_SUPPORT;
    for (int i = 0; i < a->said->count && own; i++) {
        const int ghost = materia_find(s, deck_of(a), a->said->argument[i].text);
        own = ghost >= 0 && ghost < DECK && s->ghost[ghost].place == INSTALLED && s->ghost[ghost].owner == who;
    }
    return own;
}

static bool names_anothers_ghosts(const struct act *a, int who)
{
    const struct materia *s = a->state;
    bool others = a->said->verb == SAY_SUPPORT;
    for (int i = 0; i < a->said->count && others; i++) {
        const int ghost = materia_find(s, deck_of(a), a->said->argument[i].text);
        const struct materia_ghost *g = &s->ghost[ghost >= 0 && ghost < DECK ? ghost : 0];
        others = ghost >= 0 && ghost < DECK && g->place == INSTALLED && g->owner != who && !g->loose && !g->contested;
    }
    return others;
}

/*
 * The attack was that of who names these supporters, with a ghost that was installed in the same period: the next user's, whose
 * download is missing before that, or the user's before, where the one that opened it was the second.
 */
static void begin_with_install(struct materia *s, int who)
{
    const struct materia_ghost *g = &s->ghost[s->contest.fighter[ATTACK]];
    if (!s->fighting || !s->unnamed || !g->loose || who == s->current)
        return;
    if (who == materia_next_user(s) && s->rival[NEXT_USER].user < 0)
        s->rival[NEXT_USER] = (struct materia_rival){.user = (int8_t)who, .line = g->since,
                                                     .seat = (int8_t)(materia_behind_run(s, 0) ? -1 : who)};
    else if ((who + 1) % s->users == s->current && s->implied && s->period > 1 && s->rival[USER_BEFORE].user < 0)
        s->rival[USER_BEFORE] = (struct materia_rival){.user = (int8_t)who, .twice = true, .line = s->drawn,
                                                       .seat = (int8_t)(materia_behind_run(s, 1) ? -1 : who)};
}

/* A step of a battle shows whose attack it was. */
static int attacker_by(const struct materia *s, int who)
{
    return attack_is_anybodys(s) && who != s->contest.seat[DEFENCE] ? who : -1;
}

/* Does a line that names nobody attack the user whose period it is, with a ghost of which it is not sure whose it is? */
bool materia_attacks_anybodys(const struct act *a)
{
    const struct materia *s = a->state;
    if (a->said->verb != SAY_ATTACK || a->said->seat >= 0 || a->said->argument[0].seat != s->current)
        return false;
    const int ghost = materia_find(s, deck_of(a), a->said->argument[2].text);
    return ghost >= 0 && ghost < DECK && s->ghost[ghost].place == INSTALLED && (s->ghost[ghost].loose || s->ghost[ghost].contested);
}

/* Does the install of a card that another archive holds show whose period it is? Where that is in doubt already. */
static bool shows_holder(const struct materia *s, int ghost)
{
    const struct materia_ghost *g = &s->ghost[ghost];
    bool doubt = s->waits > 0;
    for (int i = 0; i < RIVALS; i++)
        doubt |= s->rival[i].user == g->owner && s->rival[i].line == 0;
    return doubt && s->implied && g->place == HELD && g->owner != s->current;
}

/* Whose act this is for certain; -1: it does not tell. */
static int witness(const struct act *a)
{
    const struct materia *s = a->state;
    const int verb = a->said->verb, who = a->said->seat;
    if (who >= 0 && s->fighting && is_step(verb))
        return names_anothers_ghosts(a, who) ? -1 : attacker_by(s, who);
    if (who >= 0)
        return verb == SAY_INSTALL || verb == SAY_DOWNLOAD || verb == SAY_EVENT || verb == SAY_SHELL || verb == SAY_STATUS
            || verb == SAY_ATTACK || verb == SAY_KYO || (verb == SAY_TRASH && a->said->argument[0].kind != ARGUMENT_TEXT)
             ? who : -1;
    if ((verb != SAY_STATUS && verb != SAY_ATTACK && verb != SAY_INSTALL) || a->said->count == 0)
        return -1;
    const int ghost = materia_find(s, deck_of(a), a->said->argument[verb == SAY_ATTACK ? 2 : 0].text);
    if (ghost >= 0 && ghost < DECK && verb == SAY_INSTALL)
        return shows_holder(s, ghost) ? s->ghost[ghost].owner : -1;
    if (materia_attacks_anybodys(a))
        return materia_next_user(s);
    if (ghost < 0 || ghost >= DECK || s->ghost[ghost].place != INSTALLED || s->ghost[ghost].contested || s->ghost[ghost].loose)
        return -1;
    return s->ghost[ghost].owner == s->current ? -1 : s->ghost[ghost].owner;
}

void materia_not_own_attack(const struct act *a, int seat, int ghost, uint32_t line)
{
    act_irregular_at(a, RULE_ATTACK, seat, ghost, line, N_("{card} is not {seat}'s; one's own ghost attacks."));
}

/*
 * Whose period it is goes on with a battle that another began in it: the attack was given to the wrong seat; or, where its line
 * names nobody, to that one's ghost.
 */
static void take_battle_back(const struct act *a)
{
    struct materia *s = a->state;
    struct materia_contest *c = &s->contest;
    const int ghost = c->fighter[ATTACK];
    if (!s->fighting || !is_step(a->said->verb) || a->said->seat != s->current || s->current == c->seat[DEFENCE])
        return;
    if (c->seat[ATTACK] != s->stray.seat || s->stray.seat < 0)
        return;
    if (s->unnamed && s->stray.doubt && s->stray.card == ghost && !s->ghost[ghost].contested) {
        materia_not_own_attack(a, s->current, ghost, s->stray.line);
        s->ghost[ghost].contested = true;
        s->stray.doubt = false;
    } else if (!s->ghost[ghost].contested) {
        return;
    }
    materia_claim(s, s->current, ghost);
    c->seat[ATTACK] = s->current;
    s->murky = true;
}

/* A download that names nobody was of who had acted before it, too early, and here the next one's is. */
static void take_download_back(const struct act *a, int who)
{
    struct materia *s = a->state;
    const bool tells = (a->said->verb == SAY_DOWNLOAD && who == s->current) || materia_attacks_anybodys(a);
    if (!tells || s->undrawn.line == 0 || !s->implied)
        return;
    materia_tell_early_act(s, a->out, a->said->line);
    s->current = s->undrawn.user;
    s->uncounted = UINT32_MAX;
    s->undrawn.line = 0;
}

/* Does the plain reading hold, by which this one acts? A download may be late; behind a line that cannot be read it is not missed. */
static bool is_plain(const struct act *a, int who)
{
    const struct materia *s = a->state;
    const bool late = a->said->verb == SAY_DOWNLOAD && who == s->current && s->downloads == 0;
    const bool next = who == materia_next_user(s) && a->said->seat >= 0 && !s->fighting && (s->unread || s->slack);
    return late || next || fits(s, a, s->current, who);
}

void materia_settle_readings(const struct act *a)
{
    struct materia *s = a->state;
    const int verb = a->said->verb;
    if (s->stage != PERIODS || s->current < 0)
        return;
    take_battle_back(a);
    const int who = witness(a);
    if (who < 0)
        return;
    if (a->said->seat < 0 && verb == SAY_INSTALL)
        begin_rivals(s, a, false);
    take_download_back(a, who);
    if (names_own_ghosts(a, who))
        begin_with_install(s, who);
    if (is_plain(a, who)) {
        s->implied &= !(s->fighting && s->unnamed && who == s->current);
        if (verb != SAY_DOWNLOAD && verb != SAY_INSTALL && a->said->seat >= 0)
            settle_ghosts(s, who);
        materia_settle_plainly(a);
        return;
    }
    for (int i = 0; i < RIVALS; i++)
        if (fits(s, a, s->rival[i].user, who)) {
            follow_rival(a, i);
            return;
        }
    if (verb == SAY_DOWNLOAD)
        end_idle(s);
}
