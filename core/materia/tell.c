/* What Materia tells: the score, and for the table where the game stands. */
#include "materia.h"

/* ---- the score --------------------------------------------------------------------------- */

/* Tells a ghost; null if nobody has named it. */
static void tell_ghost(const struct materia *s, const char *key, int ghost, struct teller *t)
{
    tell_card(t, key, ghost >= 0 && s->ghost[ghost].name.length > 0 ? ghost : NO_CARD);
}

static void tell_known(struct teller *t, const char *key, bool known, int64_t number)
{
    if (known)
        tell_number(t, key, (long)number);
    else
        tell_nothing(t, key);
}

static void tell_power(struct teller *t, enum power power)
{
    if (power == POWERS)
        tell_nothing(t, "by");
    else
        tell_word(t, "by", power == BODY ? "body" : "mind");
}

/*
 * Tells what a total is made of: the fighter's value for its die, the supporters' values, and
 * changes by events.
 */
static void tell_parts(const struct materia *s, const struct materia_result *r, enum side side,
    struct teller *t)
{
    const struct materia_contest *c = &r->contest;
    int face = materia_face(c, side, r->dice[side], r->side_die);
    tell_open(t, NULL, '{');
    tell_number(t, "die", r->dice[side]);
    tell_number(t, "face", face);
    tell_number(t, "value", s->ghost[c->fighter[side]].values.power[c->power][face - 1]);
    tell_open(t, "support", '[');
    for (int i = 0; i < s->ghosts; i++) {
        if (!cards_hold(&c->supporters[side], i))
            continue;
        tell_open(t, NULL, '{');
        tell_ghost(s, "ghost", i, t);
        tell_number(t, "value", s->ghost[i].values.power[c->power][0]);
        tell_close(t);
    }
    tell_close(t);
    tell_number(t, "modify", (long)c->modify[side]);
    tell_close(t);
}

/* Tells dice and totals. A total that the table gave has no dice and no parts. */
static void tell_dice(const struct materia_result *r, struct teller *t)
{
    if (r->counted) {
        tell_nothing(t, "dice");
        return;
    }
    tell_open(t, "dice", '[');
    for (int side = 0; side < SIDES; side++)
        tell_known(t, NULL, r->dice[side] > 0, r->dice[side]);
    tell_close(t);
}

static void tell_totals(const struct materia *s, const struct materia_result *r, struct teller *t)
{
    if (r->counted || !r->known[ATTACK] || !r->known[DEFENCE] || r->dice[ATTACK] == 0
        || r->dice[DEFENCE] == 0) {
        tell_nothing(t, "totals");
        return;
    }
    tell_open(t, "totals", '[');
    tell_parts(s, r, ATTACK, t);
    tell_parts(s, r, DEFENCE, t);
    tell_close(t);
}

/* Tells who won, what they captured and what it was worth. */
static void tell_result(const struct materia *s, const struct materia_result *r, struct teller *t)
{
    const struct materia_contest *c = &r->contest;
    const bool won = r->winner != SIDES;
    const int taken = won ? c->fighter[!r->winner] : NO_CARD;
    tell_seat(t, "winner", won ? c->seat[r->winner] : -1);
    tell_ghost(s, "taken", taken, t);
    tell_known(t, "points", taken >= 0 && s->ghost[taken].values.known & 1u << POWERS,
        taken >= 0 ? s->ghost[taken].values.points : 0);
}

static void tell_battle(const struct materia *s, uint32_t battle, struct teller *t)
{
    const struct materia_result *r = &s->result[battle % BATTLES_MOST];
    const struct materia_contest *c = &r->contest;
    const bool both = r->known[ATTACK] && r->known[DEFENCE];
    tell_open(t, NULL, '{');
    tell_number(t, "battle", (long)battle + 1);
    tell_seat(t, "attacker", c->seat[ATTACK]);
    tell_seat(t, "defender", c->seat[DEFENCE]);
    tell_ghost(s, "with", c->fighter[ATTACK], t);
    tell_ghost(s, "against", c->fighter[DEFENCE], t);
    tell_power(t, c->power);
    tell_dice(r, t);
    tell_known(t, "attack", r->known[ATTACK], r->total[ATTACK]);
    tell_known(t, "defence", r->known[DEFENCE], r->total[DEFENCE]);
    if (both || r->winner == ATTACK)
        tell_truth(t, "tie", both && r->total[ATTACK] == r->total[DEFENCE]);
    else
        tell_nothing(t, "tie");
    tell_totals(s, r, t);
    tell_result(s, r, t);
    tell_close(t);
}

void materia_tell_rows(const void *state, const struct setting *setting, struct teller *t,
    uint32_t *told, bool last)
{
    (void)setting;
    const struct materia *s = state;
    (void)last;
    if (s->settled > BATTLES_MOST && *told < s->settled - BATTLES_MOST)
        *told = s->settled - BATTLES_MOST;
    while (*told < s->settled)
        tell_battle(s, (*told)++, t);
}

void materia_tell_seat(const void *state, const struct setting *setting, int seat, struct teller *t)
{
    const struct materia *s = state;
    (void)setting;
    tell_known(t, "points", materia_scored(s, seat), s->points[seat]);
    tell_known(t, "ghosts", materia_sure(s, seat), materia_installed(s, seat));
}

void materia_tell_rest(const void *state, const struct setting *setting, struct teller *t)
{
    static const char *const words[] =
        {[OPEN] = "open", [BY_POINTS] = "points", [BY_KYO] = "kyo", [BY_LAST] = "last"};
    (void)setting;
    tell_word(t, "ended", words[((const struct materia *)state)->ended]);
}

/* ---- for the table ----------------------------------------------------------------------- */

void materia_place(const void *state, const struct setting *setting, struct message *out)
{
    const struct materia *s = state;
    (void)setting;
    message_set(out, s->stage == DRAFT ? N_("Draft {install}") : N_("P{period}"));
    message_number(out, "install", s->installs + 1);
    /* the first has not begun */
    message_number(out, "period", (int32_t)(s->period > 0 ? s->period : 1));
}

/* News of a battle of which not everything was seen. */
static void unseen_news(const struct materia *s, struct news *n)
{
    const struct materia_result *r = &s->last;
    struct message *m = news_by(n, RULE_WIN,
        r->winner == SIDES ? N_("Who won this battle is not known: not all of it was seen.")
        : r->contest.seat[r->winner] < 0
            ? N_("The defender has won this battle; not all of it was seen.")
            : N_("{winner} has won this battle; not all of it was seen."));
    if (r->winner != SIDES)
        message_seat(m, "winner", r->contest.seat[r->winner]);
}

/* materia/total: what a side's total is made of. */
static void reason_of_total(const struct materia *s, const struct materia_result *r, enum side side,
    struct news *n)
{
    const struct materia_contest *c = &r->contest;
    const int face = materia_face(c, side, r->dice[side], r->side_die);
    int32_t support = 0;
    for (int i = 0; i < s->ghosts; i++)
        if (cards_hold(&c->supporters[side], i))
            support += s->ghost[i].values.power[c->power][0];
    const bool helped = cards_any(&c->supporters[side]) || c->modify[side] != 0;
    struct message *m = news_reason(n, RULE_TOTAL,
        helped ? N_("{seat}: {card} with die {die} counts {value}, its supporters {support}, "
                    "changes by events {modify}; in all {total}.")
               : N_("{seat}: {card} with die {die} counts {total}."));
    message_seat(m, "seat", c->seat[side]);
    message_card(m, "card", c->fighter[side]);
    message_number(m, "die", face);
    message_number(m, "value", s->ghost[c->fighter[side]].values.power[c->power][face - 1]);
    message_number(m, "support", support);
    message_number(m, "modify", (int32_t)c->modify[side]);
    message_number(m, "total", (int32_t)r->total[side]);
}

/* materia/win, materia/capture: what made the totals, and what the captured ghost is worth. */
static void reasons_of_battle(const struct materia *s, struct news *n)
{
    const struct materia_result *r = &s->last;
    const int taken = r->contest.fighter[!r->winner];
    for (int side = 0; side < SIDES && !r->counted; side++)
        if (r->dice[side] > 0)
            reason_of_total(s, r, (enum side)side, n);
    if (r->counted)
        news_reason(n, RULE_TOTAL, N_("The totals are those that the table gave."));
    const bool known = s->ghost[taken].values.known & 1u << POWERS;
    struct message *m = news_reason(n, RULE_CAPTURE,
        known ? N_("{card} is worth {points}.")
              : N_("What {card} is worth is not known; `points {winner}=…` says it."));
    message_seat(m, "winner", r->contest.seat[r->winner]);
    message_card(m, "card", taken);
    message_number(m, "points", s->ghost[taken].values.points);
}

static void battle_news(const struct materia *s, struct news *n)
{
    const struct materia_result *r = &s->last;
    const int seat = r->winner != SIDES ? r->contest.seat[r->winner] : -1;
    if (!r->known[ATTACK] || !r->known[DEFENCE] || seat < 0 || r->contest.fighter[!r->winner] < 0
        || s->unscored >> seat & 1) {
        unseen_news(s, n);
        return;
    }
    const bool equal = r->total[ATTACK] == r->total[DEFENCE], scored = materia_scored(s, seat);
    /* materia/win */
    const char *text = scored ? N_(
                           "{attack} to {defence}: {winner} takes {card}; points now: {total}.")
                              : N_("{attack} to {defence}: {winner} takes {card}; its points are "
                                   "not known, and `points {winner}=…` says them.");
    if (equal)
        text = scored ? N_("{attack} to {defence}, equal and so the defender's: {winner} takes "
                           "{card}; points now: {total}.")
                      : N_("{attack} to {defence}, equal and so the defender's: {winner} takes "
                           "{card}; its points are not known, and `points {winner}=…` says them.");
    struct message *m = news_by(n, RULE_WIN, text);
    message_number(m, "attack", (int32_t)r->total[ATTACK]);
    message_number(m, "defence", (int32_t)r->total[DEFENCE]);
    message_seat(m, "winner", seat);
    message_card(m, "card", r->contest.fighter[!r->winner]);
    message_number(m, "total", (int32_t)s->points[seat]);
    reasons_of_battle(s, n);
}

/* How everybody stands at the end, as far as it is known. */
static void reasons_of_end(const struct materia *s, struct news *n)
{
    for (int i = 0; i < s->users; i++) {
        struct message *m = news_reason(n, RULE_DECK,
            !materia_scored(s, i) ? N_("{seat}: points not known, ghosts installed {ghosts}.")
                                  : N_("{seat}: points {points}, ghosts installed {ghosts}."));
        message_seat(m, "seat", i);
        message_number(m, "points", (int32_t)s->points[i]);
        message_number(m, "ghosts", materia_installed(s, i));
    }
}

/* materia/twenty, materia/last, materia/kyo: why the game is over. */
static void end_news(const struct materia *s, uint32_t winners, struct news *n)
{
    static const char *const texts[] = {
        [OPEN] = "",
        [BY_POINTS] = N_("Twenty points: the game is over, won by {winners}."),
        [BY_KYO] = N_("虚 has appeared for the second time: the game is over, won by {winners}."),
        [BY_LAST] = N_("Nobody else has a ghost installed: the game is over, won by {winners}."),
    };
    static const int rules[] =
        {[OPEN] = 0, [BY_POINTS] = RULE_TWENTY, [BY_KYO] = RULE_KYO, [BY_LAST] = RULE_LAST};
    message_seats(news_by(n, rules[s->ended], texts[s->ended]), "winners", winners);
    reasons_of_end(s, n);
}

/*
 * A ghost that has just been installed without its values: the table is told that it may give them.
 */
static int came_without_values(const struct materia *was, const struct materia *is)
{
    for (int i = 0; i < is->ghosts; i++)
        if (is->ghost[i].place == INSTALLED
            && (i >= was->ghosts || was->ghost[i].place != INSTALLED) && !is->ghost[i].untold
            && !(is->ghost[i].values.known & (1u << BODY | 1u << MIND)))
            return i;
    return NO_CARD;
}

static void foreign_news(const struct materia *s, struct news *n)
{
    struct message *m = news_add(n, N_("{card} is {owner}'s ghost, and {actor} acts with it."));
    message_card(m, "card", s->foreign_ghost);
    message_seat(m, "owner", s->ghost[s->foreign_ghost].owner);
    message_seat(m, "actor", s->foreign_seat);
    m->doubtful = true;
}

void materia_news(const void *before, const void *after, const struct setting *setting,
    struct news *n)
{
    const struct materia *was = before, *is = after;
    uint32_t winners, before_them;
    bool ended = materia_finished(after, setting, &winners),
         was_ended = materia_finished(before, setting, &before_them);
    int blank = came_without_values(was, is);
    if (is->foreign != was->foreign)
        foreign_news(is, n);
    if (blank != NO_CARD)
        message_card(news_add(n, N_("The values of {card} are not known. They are given with its "
                                    "install, as body=1,1,2,3,4,5 mind=2,2,3,3,4,6 points=3 "
                                    "(`undo` takes it back), or stand in the pack; without them "
                                    "its battles are settled by `total 9 7`, not by the dice.")),
            "card", blank);
    if (was->stage == DRAFT && is->stage != DRAFT && !is->position)
        news_by(n, RULE_ARCHIVE, N_("Everybody has two ghosts and gets three cards."));
    if (is->settled > was->settled)
        battle_news(is, n);
    if (is->kyo > was->kyo && is->kyo == 1)
        news_by(n, RULE_KYO, N_("虚 has appeared once; the second time the game ends."));
    if (ended && !was_ended)
        end_news(is, winners, n);
    /* materia/kyo: what it brings still counts */
    if (was->ended == BY_KYO && winners != before_them)
        message_seats(news_by(n, RULE_KYO, N_("That counts as the work of 虚: won by {winners}.")),
            "winners", winners);
}

static void tell_ghosts(const struct materia *s, int seat, struct teller *t)
{
    static const char *const keys[] = {[BODY] = "body", [MIND] = "mind"};
    tell_open(t, "ghosts", '[');
    for (int i = 0; i < s->ghosts; i++) {
        const struct materia_ghost *g = &s->ghost[i];
        if (g->place != INSTALLED || g->owner != seat)
            continue;
        tell_open(t, NULL, '{');
        tell_ghost(s, "name", i, t);
        for (int power = 0; power < POWERS; power++) {
            if (!(g->values.known & 1u << power))
                continue;
            tell_open(t, keys[power], '[');
            for (int face = 0; face < FACES; face++)
                tell_number(t, NULL, g->values.power[power][face]);
            tell_close(t);
        }
        if (g->values.known & 1u << POWERS)
            tell_number(t, "points", g->values.points);
        tell_number(t, "shells", g->shells);
        tell_truth(t, "status", g->status != 0 && g->status == s->period);
        tell_close(t);
    }
    tell_close(t);
}

static void tell_fight(const struct materia *s, const struct setting *setting, struct teller *t)
{
    static const char *const keys[] = {[ATTACK] = "attack", [DEFENCE] = "defence"};
    const struct materia_contest *c = &s->contest;
    bool side_die = setting->house->option[HOUSE_SUPPORT_DIE].choice == DIE_OF_SIDE;
    tell_open(t, "battle", '{');
    tell_power(t, c->power);
    for (int side = 0; side < SIDES; side++) {
        tell_open(t, keys[side], '{');
        tell_seat(t, "seat", c->seat[side]);
        if (c->fighter[side] != NO_CARD)
            tell_ghost(s, "ghost", c->fighter[side], t);
        tell_open(t, "support", '[');
        for (int i = 0; i < s->ghosts; i++)
            if (cards_hold(&c->supporters[side], i))
                tell_ghost(s, NULL, i, t);
        tell_close(t);
        tell_number(t, "modify", (long)c->modify[side]);
        tell_truth(t, "set", s->set[side]);
        tell_close(t);
    }
    int odds = materia_odds(s, c, side_die);
    if (odds >= 0) {
        tell_number(t, "wins_of_36", odds);
        tell_share(t, "chance", odds / 36.0);
    }
    tell_close(t);
}

/* ---- who threatens to win ---------------------------------------------------------------- */

static void tell_threat(const struct materia *s, struct teller *t, int seat, const char *how,
    int ghost)
{
    tell_open(t, NULL, '{');
    tell_seat(t, "seat", seat);
    tell_word(t, "by", how);
    if (ghost != NO_CARD) {
        tell_card(t, "ghost", ghost);
        tell_seat(t, "of", s->ghost[ghost].owner);
    }
    tell_close(t);
}

/* materia/twenty: the other users' ghosts of which one capture is enough. */
static void threats_by_points(const struct materia *s, struct teller *t, int seat)
{
    for (int i = 0; i < s->ghosts && materia_scored(s, seat); i++) {
        const struct materia_ghost *g = &s->ghost[i];
        bool worth = g->values.known & 1u << POWERS
                     && s->points[seat] + g->values.points >= POINTS_TO_WIN;
        if (g->place == INSTALLED && g->owner != seat && worth && g->name.length > 0)
            tell_threat(s, t, seat, "points", i);
    }
}

/*
 * materia/last: two users have ghosts, one of them a single one, so its loss leaves the other
 * alone.
 */
static void threats_by_last(const struct materia *s, struct teller *t)
{
    int owners = 0, of[USERS];
    bool sure = true;
    for (int i = 0; i < s->users; i++) {
        sure &= materia_sure(s, i);
        if (materia_installed(s, i) > 0)
            of[owners++] = i;
    }
    for (int i = 0; i < s->ghosts && owners == 2 && sure; i++)
        if (s->ghost[i].place == INSTALLED && materia_installed(s, s->ghost[i].owner) == 1
            && s->ghost[i].name.length > 0)
            tell_threat(s, t, s->ghost[i].owner == of[0] ? of[1] : of[0], "last", i);
}

static void tell_threats(const struct materia *s, struct teller *t)
{
    uint32_t best;
    const bool ranked = materia_best(s, &best);
    tell_open(t, "threats", '[');
    for (int i = 0; i < s->users && s->stage == PERIODS; i++)
        threats_by_points(s, t, i);
    if (s->stage == PERIODS)
        threats_by_last(s, t);
    for (int i = 0; i < s->users && s->stage == PERIODS && s->kyo == 1 && ranked;
         i++) /* materia/kyo */
        if (best >> i & 1)
            tell_threat(s, t, i, "kyo", NO_CARD);
    tell_close(t);
}

void materia_tell_table(const void *state, const struct setting *setting, struct teller *t)
{
    const struct materia *s = state;
    tell_open(t, NULL, '{');
    tell_truth(t, "draft", s->stage == DRAFT);
    tell_number(t, "period", (long)(s->period > 0 ? s->period : 1));
    tell_seat(t, "turn", materia_turn(state, setting));
    tell_known(t, "server", !s->position, s->server);
    tell_known(t, "trash", !s->position, s->trash);
    tell_number(t, "kyo", s->kyo);
    if (s->fighting)
        tell_fight(s, setting, t);
    tell_threats(s, t);
    tell_open(t, "seats", '[');
    for (int i = 0; i < s->users; i++) {
        tell_open(t, NULL, '{');
        tell_seat(t, "seat", i);
        tell_known(t, "points", materia_scored(s, i), s->points[i]);
        tell_known(t, "archive", materia_counted(s, i), s->archive[i]);
        tell_truth(t, "first", s->first == i);
        tell_ghosts(s, i, t);
        tell_close(t);
    }
    tell_close(t);
    tell_close(t);
}
