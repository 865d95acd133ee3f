/* What Materia tells: the score, and for the table where the game stands. */
#include "materia.h"

/* ---- the score --------------------------------------------------------------------------- */

/* What a total is made of: the fighter's value for its die, each supporter's, changes by events. */
static void tell_parts(const struct materia *s, enum side side, struct teller *t)
{
    const struct materia_result *r = &s->last;
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
        tell_card(t, "ghost", i);
        tell_number(t, "value", s->ghost[i].values.power[c->power][0]);
        tell_close(t);
    }
    tell_close(t);
    tell_number(t, "modify", (long)c->modify[side]);
    tell_close(t);
}

/* What was given as a total has no dice and no parts. */
static void tell_dice(const struct materia_result *r, struct teller *t)
{
    if (r->counted) {
        tell_nothing(t, "dice");
        return;
    }
    tell_open(t, "dice", '[');
    tell_number(t, NULL, r->dice[ATTACK]);
    tell_number(t, NULL, r->dice[DEFENCE]);
    tell_close(t);
}

static void tell_totals(const struct materia *s, struct teller *t)
{
    if (s->last.counted) {
        tell_nothing(t, "totals");
        return;
    }
    tell_open(t, "totals", '[');
    tell_parts(s, ATTACK, t);
    tell_parts(s, DEFENCE, t);
    tell_close(t);
}

static void tell_battle(const struct materia *s, struct teller *t)
{
    const struct materia_result *r = &s->last;
    const struct materia_contest *c = &r->contest;
    int taken = c->fighter[!r->winner];
    tell_open(t, NULL, '{');
    tell_number(t, "battle", (long)s->settled);
    tell_seat(t, "attacker", c->seat[ATTACK]);
    tell_seat(t, "defender", c->seat[DEFENCE]);
    tell_card(t, "with", c->fighter[ATTACK]);
    tell_card(t, "against", c->fighter[DEFENCE]);
    tell_word(t, "by", c->power == BODY ? "body" : "mind");
    tell_dice(r, t);
    tell_number(t, "attack", (long)r->total[ATTACK]);
    tell_number(t, "defence", (long)r->total[DEFENCE]);
    tell_truth(t, "tie", r->total[ATTACK] == r->total[DEFENCE]);
    tell_totals(s, t);
    tell_seat(t, "winner", c->seat[r->winner]);
    tell_card(t, "taken", taken);
    if (s->ghost[taken].values.known & 1u << POWERS)
        tell_number(t, "points", s->ghost[taken].values.points);
    else
        tell_nothing(t, "points");
    tell_close(t);
}

void materia_tell_rows(const void *state, const struct setting *setting, struct teller *t,
                       uint32_t *told, bool last)
{
    (void)setting;
    const struct materia *s = state;
    (void)last;
    if (*told < s->settled) {
        tell_battle(s, t);
        *told = s->settled;
    }
}

void materia_tell_seat(const void *state, const struct setting *setting, int seat, struct teller *t)
{
    const struct materia *s = state;
    (void)setting;
    tell_number(t, "points", (long)s->points[seat]);
    tell_number(t, "ghosts", materia_installed(s, seat));
}

void materia_tell_rest(const void *state, const struct setting *setting, struct teller *t)
{
    static const char *const words[] = {[OPEN] = "open", [BY_POINTS] = "points", [BY_KYO] = "kyo",
                                        [BY_LAST] = "last"};
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
    message_number(out, "period", (int32_t)(s->period > 0 ? s->period : 1));   /* the first has not begun */
}

static void battle_news(const struct materia *s, struct news *n)
{
    const struct materia_result *r = &s->last;
    /* materia/win */
    struct message *m = news_add(n, r->total[ATTACK] == r->total[DEFENCE]
                                        ? N_("{attack} to {defence}, equal and so the defender's: {winner} takes "
                                             "{card}; points now: {total}.")
                                        : N_("{attack} to {defence}: {winner} takes {card}; points now: {total}."));
    message_number(m, "attack", (int32_t)r->total[ATTACK]);
    message_number(m, "defence", (int32_t)r->total[DEFENCE]);
    message_seat(m, "winner", r->contest.seat[r->winner]);
    message_card(m, "card", r->contest.fighter[!r->winner]);
    message_number(m, "total", (int32_t)s->points[r->contest.seat[r->winner]]);
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
    message_seats(news_add(n, texts[s->ended]), "winners", winners);
}

/* A ghost that has come with nothing printed on it: now is the time to say so. */
static int came_without_values(const struct materia *was, const struct materia *is)
{
    for (int i = 0; i < is->ghosts; i++)
        if (is->ghost[i].place == INSTALLED && (i >= was->ghosts || was->ghost[i].place != INSTALLED)
            && !(is->ghost[i].values.known & (1u << BODY | 1u << MIND)))
            return i;
    return NO_CARD;
}

void materia_news(const void *before, const void *after, const struct setting *setting, struct news *n)
{
    const struct materia *was = before, *is = after;
    uint32_t winners, before_them;
    bool ended = materia_finished(after, setting, &winners), was_ended = materia_finished(before, setting, &before_them);
    int blank = came_without_values(was, is);
    if (blank != NO_CARD)
        message_card(news_add(n, N_("The values of {card} are not known. They are given with its install, as "
                                    "body=1,1,2,3,4,5 mind=2,2,3,3,4,6 points=3 (`undo` takes it back), or stand in "
                                    "the pack; without them its battles are settled by `total 9 7`, not by the "
                                    "dice.")), "card", blank);
    if (was->stage == DRAFT && is->stage != DRAFT)
        news_add(n, N_("Everybody has two ghosts and gets three cards."));
    if (is->settled > was->settled)
        battle_news(is, n);
    if (is->kyo > was->kyo && is->kyo == 1)
        news_add(n, N_("虚 has appeared once; the second time the game ends."));
    if (ended && !was_ended)
        end_news(is, winners, n);
    /* materia/kyo: what it brings still counts */
    if (was->ended == BY_KYO && winners != before_them)
        message_seats(news_add(n, N_("That counts as the work of 虚: won by {winners}.")), "winners", winners);
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
        tell_card(t, "name", i);
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
    tell_word(t, "by", c->power == BODY ? "body" : "mind");
    for (int side = 0; side < SIDES; side++) {
        tell_open(t, keys[side], '{');
        tell_seat(t, "seat", c->seat[side]);
        if (c->fighter[side] != NO_CARD)
            tell_card(t, "ghost", c->fighter[side]);
        tell_open(t, "support", '[');
        for (int i = 0; i < s->ghosts; i++)
            if (cards_hold(&c->supporters[side], i))
                tell_card(t, NULL, i);
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

static void tell_threat(const struct materia *s, struct teller *t, int seat,
                        const char *how, int ghost)
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
static void threats_by_points(const struct materia *s, struct teller *t,
                              int seat)
{
    for (int i = 0; i < s->ghosts; i++) {
        const struct materia_ghost *g = &s->ghost[i];
        bool worth = g->values.known & 1u << POWERS && s->points[seat] + g->values.points >= POINTS_TO_WIN;
        if (g->place == INSTALLED && g->owner != seat && worth)
            tell_threat(s, t, seat, "points", i);
    }
}

/* materia/last: two users have ghosts, one of them a single one, so its loss leaves the other alone. */
static void threats_by_last(const struct materia *s, struct teller *t)
{
    int owners = 0, of[USERS];
    for (int i = 0; i < s->users; i++)
        if (materia_installed(s, i) > 0)
            of[owners++] = i;
    for (int i = 0; i < s->ghosts && owners == 2; i++)
        if (s->ghost[i].place == INSTALLED && materia_installed(s, s->ghost[i].owner) == 1)
            tell_threat(s, t, s->ghost[i].owner == of[0] ? of[1] : of[0], "last", i);
}

static void tell_threats(const struct materia *s, struct teller *t)
{
    uint32_t best = materia_best(s);
    tell_open(t, "threats", '[');
    for (int i = 0; i < s->users && s->stage == PERIODS; i++)
        threats_by_points(s, t, i);
    if (s->stage == PERIODS)
        threats_by_last(s, t);
    for (int i = 0; i < s->users && s->stage == PERIODS && s->kyo == 1; i++)   /* materia/kyo */
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
    tell_number(t, "server", s->server);
    tell_number(t, "trash", s->trash);
    tell_number(t, "kyo", s->kyo);
    if (s->fighting)
        tell_fight(s, setting, t);
    tell_threats(s, t);
    tell_open(t, "seats", '[');
    for (int i = 0; i < s->users; i++) {
        tell_open(t, NULL, '{');
        tell_seat(t, "seat", i);
        tell_number(t, "points", (long)s->points[i]);
        tell_number(t, "archive", s->archive[i]);
        tell_truth(t, "first", s->first == i);
        tell_ghosts(s, i, t);
        tell_close(t);
    }
    tell_close(t);
    tell_close(t);
}
