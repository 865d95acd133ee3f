/* What Materia tells: who has won, the score, and for the table where the game stands. */
#include "materia.h"

/* ---- victory ----------------------------------------------------------------------------- */

/* Is `a` better than `b`: points, then installed ghosts (the order of materia/kyo)? */
static bool better(const struct materia *s, int a, int b)
{
    if (s->points[a] != s->points[b])
        return s->points[a] > s->points[b];
    return materia_installed(s, a) > materia_installed(s, b);
}

uint32_t materia_best(const struct materia *s)
{
    uint32_t best = 0;
    for (int i = 0; i < s->users; i++) {
        int ahead = 0;
        for (int k = 0; k < s->users; k++)
            ahead += better(s, k, i);
        best |= (uint32_t)(ahead == 0) << i;
    }
    return best;
}

bool materia_finished(const void *state, const struct setting *setting, uint32_t *winners)
{
    const struct materia *s = state;
    (void)setting;
    *winners = s->ended == OPEN ? 0 : s->ended == BY_KYO ? materia_best(s) : s->winners;
    return s->ended != OPEN;
}

/* ---- the score --------------------------------------------------------------------------- */

static void tell_name(struct teller *t, const char *key, const struct materia_ghost *ghost)
{
    t->text(t, key, (struct span){ghost->name.text, ghost->name.length});
}

static void tell_battle(const struct materia *s, const struct setting *setting, struct teller *t)
{
    const struct materia_result *r = &s->last;
    const struct materia_ghost *taken = &s->ghost[r->fighter[!r->winner]];
    t->open(t, NULL, '{');
    t->number(t, "battle", (long)s->settled);
    tell_seat(t, "attacker", setting->seats, r->seat[ATTACK]);
    tell_seat(t, "defender", setting->seats, r->seat[DEFENCE]);
    tell_name(t, "with", &s->ghost[r->fighter[ATTACK]]);
    tell_name(t, "against", &s->ghost[r->fighter[DEFENCE]]);
    tell_text(t, "by", r->power == BODY ? "body" : "mind");
    t->open(t, "dice", '[');
    t->number(t, NULL, r->dice[ATTACK]);
    t->number(t, NULL, r->dice[DEFENCE]);
    t->close(t);
    t->number(t, "attack", (long)r->total[ATTACK]);
    t->number(t, "defence", (long)r->total[DEFENCE]);
    tell_seat(t, "winner", setting->seats, r->seat[r->winner]);
    tell_name(t, "taken", taken);
    if (taken->values.known & 1u << POWERS)
        t->number(t, "points", taken->values.points);
    else
        t->nothing(t, "points");
    t->close(t);
}

void materia_tell_rows(const void *state, const struct setting *setting, struct teller *t,
                       uint32_t *told, bool last)
{
    const struct materia *s = state;
    (void)last;
    if (*told < s->settled) {
        tell_battle(s, setting, t);
        *told = s->settled;
    }
}

static int place_of(const struct materia *s, uint32_t winners, int seat)
{
    int ahead = 0;
    for (int k = 0; k < s->users; k++) {
        bool won_k = winners >> k & 1, won = winners >> seat & 1;
        ahead += won_k != won ? won_k : !won && better(s, k, seat);
    }
    return ahead + 1;
}

void materia_tell_end(const void *state, const struct setting *setting, struct teller *t)
{
    static const char *const words[] = {[OPEN] = "open", [BY_POINTS] = "points", [BY_KYO] = "kyo",
                                        [BY_LAST] = "last"};
    const struct materia *s = state;
    uint32_t winners;
    materia_finished(state, setting, &winners);
    tell_text(t, "ended", words[s->ended]);
    t->open(t, "standing", '[');
    for (int i = 0; i < s->users; i++) {
        t->open(t, NULL, '{');
        tell_seat(t, "seat", setting->seats, i);
        t->number(t, "points", (long)s->points[i]);
        t->number(t, "ghosts", materia_installed(s, i));
        t->number(t, "place", place_of(s, winners, i));
        t->close(t);
    }
    t->close(t);
}

/* ---- for the table ----------------------------------------------------------------------- */

void materia_place(const void *state, const struct setting *setting, struct message *out)
{
    const struct materia *s = state;
    (void)setting;
    message_set(out, s->stage == DRAFT ? N_("Draft {install}") : N_("P{period}"));
    message_number(out, "install", s->installs + 1);
    message_number(out, "period", (int32_t)s->period);
}

static void battle_news(const struct materia *s, struct message *out)
{
    const struct materia_result *r = &s->last;
    message_set(out, N_("{attack} to {defence}: {winner} takes {card}, and has {total} points now."));
    message_number(out, "attack", (int32_t)r->total[ATTACK]);
    message_number(out, "defence", (int32_t)r->total[DEFENCE]);
    message_seat(out, "winner", r->seat[r->winner]);
    message_card(out, "card", r->fighter[!r->winner]);
    message_number(out, "total", (int32_t)s->points[r->seat[r->winner]]);
}

unsigned materia_news(const void *before, const void *after, const struct setting *setting,
                      struct message *out, unsigned most)
{
    const struct materia *was = before, *is = after;
    unsigned count = 0;
    uint32_t winners;
    if (was->stage == DRAFT && is->stage != DRAFT && count < most)
        message_set(&out[count++], N_("Everybody has two ghosts and gets three cards."));
    if (is->settled > was->settled && count < most)
        battle_news(is, &out[count++]);
    if (is->kyo > was->kyo && is->kyo == 1 && count < most)
        message_set(&out[count++], N_("虚 has appeared once; the second time the game ends."));
    if (was->ended == OPEN && materia_finished(after, setting, &winners) && count < most) {
        message_set(&out[count], N_("The game is over: {winners} wins."));
        message_seats(&out[count++], "winners", winners);
    }
    return count;
}

static void tell_ghosts(const struct materia *s, int seat, struct teller *t)
{
    static const char *const keys[] = {[BODY] = "body", [MIND] = "mind"};
    t->open(t, "ghosts", '[');
    for (int i = 0; i < s->ghosts; i++) {
        const struct materia_ghost *g = &s->ghost[i];
        if (g->place != INSTALLED || g->owner != seat)
            continue;
        t->open(t, NULL, '{');
        tell_name(t, "name", g);
        for (int power = 0; power < POWERS; power++) {
            if (!(g->values.known & 1u << power))
                continue;
            t->open(t, keys[power], '[');
            for (int face = 0; face < FACES; face++)
                t->number(t, NULL, g->values.power[power][face]);
            t->close(t);
        }
        if (g->values.known & 1u << POWERS)
            t->number(t, "points", g->values.points);
        t->number(t, "shells", g->shells);
        t->close(t);
    }
    t->close(t);
}

static void tell_fight(const struct materia *s, const struct setting *setting, struct teller *t)
{
    static const char *const keys[] = {[ATTACK] = "attack", [DEFENCE] = "defence"};
    const struct materia_contest *c = &s->contest;
    bool side_die = setting->house->option[HOUSE_SUPPORT_DIE].choice == DIE_OF_SIDE;
    t->open(t, "battle", '{');
    tell_text(t, "by", c->power == BODY ? "body" : "mind");
    for (int side = 0; side < SIDES; side++) {
        t->open(t, keys[side], '{');
        tell_seat(t, "seat", setting->seats, c->seat[side]);
        if (c->fighter[side] != NO_CARD)
            tell_name(t, "ghost", &s->ghost[c->fighter[side]]);
        t->open(t, "support", '[');
        for (int i = 0; i < s->ghosts; i++)
            if (cards_hold(&c->supporters[side], i))
                tell_name(t, NULL, &s->ghost[i]);
        t->close(t);
        t->number(t, "modify", (long)c->modify[side]);
        t->close(t);
    }
    int odds = materia_odds(s, c, side_die);
    if (odds >= 0)
        t->number(t, "wins_of_36", odds);
    t->close(t);
}

void materia_tell_table(const void *state, const struct setting *setting, struct teller *t)
{
    const struct materia *s = state;
    t->open(t, NULL, '{');
    t->truth(t, "draft", s->stage == DRAFT);
    t->number(t, "period", (long)s->period);
    tell_seat(t, "turn", setting->seats, materia_turn(state, setting));
    t->number(t, "server", s->server);
    t->number(t, "trash", s->trash);
    t->number(t, "kyo", s->kyo);
    if (s->fighting)
        tell_fight(s, setting, t);
    t->open(t, "seats", '[');
    for (int i = 0; i < s->users; i++) {
        t->open(t, NULL, '{');
        tell_seat(t, "seat", setting->seats, i);
        t->number(t, "points", (long)s->points[i]);
        t->number(t, "archive", s->archive[i]);
        tell_ghosts(s, i, t);
        t->close(t);
    }
    t->close(t);
    t->close(t);
}
