/*
 * Materia's odds: an attack that is only considered, and how the two dice may settle it.
 *
 *     odds attack Sakura body                              on every ghost of the others
 *     odds attack Sakura body on Bo support Mei            on every ghost of Bo's
 *     odds attack Sakura body on Unyuu support Mei against Kero
 *     odds attack Bo with Sakura body …                    as the record spells it
 *     odds                                                 the battle under way
 */
#include "core/bits.h"
#include "materia.h"

#include <string.h>

enum { ASK_NOTHING = VERB_PLAY, ASK_ODDS, ASKS };

/* Keywords of the question, in the order of `words` below. */
enum odds_word {
    WORD_BODY,
    WORD_MIND,
    WORD_ATTACK,
    WORD_WITH,
    WORD_ON,
    WORD_SUPPORT,
    WORD_AGAINST
};

const struct verb materia_asks[ASKS + 1] = {
    [ASK_NOTHING] = {"", NULL, SEAT_MAY, 0, 0, 0, NULL, "", ""},
    [ASK_ODDS] = {"odds", NULL, SEAT_NONE, ARGUMENT_TEXT | ARGUMENT_WORD, 0, ARGUMENTS_MOST,
        "body/物理 mind/精神 attack/攻撃 with on support/援護 against",
        N_("odds attack GHOST body|mind [on GHOST|NAME] [support GHOST…] [against GHOST…]"),
        N_("the chance that an attack wins over both dice; alone: of the battle under way")},
    [ASKS] = {0},
};

/* A question being read. */
struct odds_asked {
    const struct materia *s;
    const struct setting *setting;
    const struct statement *said;
    struct fault *fault;
    int at; /* the argument being read */
    struct materia_contest contest;
    int against;           /* a seat whose ghosts are meant; -1: everybody else's */
    int supporters[SIDES]; /* the argument where each side's supporters begin; 0: none are named */
};

/* ---- reading ----------------------------------------------------------------------------- */

static bool wrong(const struct odds_asked *q, int argument, const char *message)
{
    bool there = argument < q->said->count;
    q->fault->column = there ? q->said->argument[argument].column : q->said->column;
    message_set(&q->fault->message, message);
    if (there)
        message_text(&q->fault->message, "found", q->said->argument[argument].text);
    message_word(&q->fault->message, "usage", materia_asks[ASK_ODDS].usage);
    return false;
}

static bool misplaced(const struct odds_asked *q, int argument)
{
    return wrong(q, argument,
        argument < q->said->count ? N_("“{found}” does not belong here; expected: {usage}")
                                  : N_("too few words; expected: {usage}"));
}

static bool is_word(const struct odds_asked *q, int argument, enum odds_word word)
{
    return argument < q->said->count && q->said->argument[argument].kind == ARGUMENT_WORD
           && q->said->argument[argument].number == (int)word;
}

static bool is_name(const struct odds_asked *q, int argument)
{
    return argument < q->said->count && q->said->argument[argument].kind == ARGUMENT_TEXT;
}

static int seat_of(const struct odds_asked *q, int argument)
{
    return seats_find(q->setting->seats, q->said->argument[argument].text, NULL);
}

/* An installed ghost by its name. */
static bool read_ghost(const struct odds_asked *q, int argument, int8_t *ghost)
{
    if (!is_name(q, argument))
        return misplaced(q, argument);
    int code = materia_find(q->s, q->setting->pack, q->said->argument[argument].text);
    if (code < 0)
        return wrong(q, argument,
            N_("“{found}” is not a ghost that this game knows; expected an installed one"));
    if (code >= DECK || q->s->ghost[code].place != INSTALLED)
        return wrong(q, argument, N_("“{found}” is not installed; expected a ghost that is"));
    *ghost = (int8_t)code;
    return true;
}

/* attack GHOST body · attack NAME with GHOST body */
static bool read_attack(struct odds_asked *q)
{
    struct materia_contest *c = &q->contest;
    if (!is_word(q, 0, WORD_ATTACK))
        return misplaced(q, 0);
    q->at = 1;
    if (is_word(q, 2, WORD_WITH)) {
        q->against = seat_of(q, 1);
        if (q->against < 0) {
            wrong(q, 1, N_("nobody at this table is called “{found}”; expected {seats}"));
            message_seats(&q->fault->message, "seats", (1u << q->s->users) - 1);
            return false;
        }
        q->at = 3;
    }
    if (!read_ghost(q, q->at, &c->fighter[ATTACK]))
        return false;
    q->at++;
    if (!is_word(q, q->at, WORD_BODY) && !is_word(q, q->at, WORD_MIND))
        return misplaced(q, q->at);
    c->power = is_word(q, q->at, WORD_MIND) ? MIND : BODY;
    c->seat[ATTACK] = q->s->ghost[c->fighter[ATTACK]].owner;
    q->at++;
    return true;
}

/* on GHOST · on NAME: a ghost of that name comes first */
static bool read_target(struct odds_asked *q)
{
    struct materia_contest *c = &q->contest;
    int argument = q->at + 1, seat;
    if (!is_word(q, q->at, WORD_ON))
        return true;
    q->at += 2;
    bool user = is_name(q, argument) && (seat = seat_of(q, argument)) >= 0
                && materia_find(q->s, q->setting->pack, q->said->argument[argument].text) < 0;
    if (!user && !read_ghost(q, argument, &c->fighter[DEFENCE]))
        return false;
    if (!user)
        seat = q->s->ghost[c->fighter[DEFENCE]].owner;
    if (q->against >= 0 && seat != q->against)
        return wrong(q, argument, N_("“{found}” is not of the user who is attacked"));
    q->against = seat;
    return true;
}

/* support GHOST… · against GHOST… */
static bool read_supporters(struct odds_asked *q, enum side side, enum odds_word word)
{
    if (!is_word(q, q->at, word))
        return true;
    if (side == DEFENCE && q->contest.fighter[DEFENCE] == NO_CARD)
        return wrong(q, q->at,
            N_("“{found}” needs to know who defends; expected `on GHOST` before it"));
    q->supporters[side] = ++q->at;
    if (!is_name(q, q->at))
        return misplaced(q, q->at);
    for (; is_name(q, q->at); q->at++) {
        int8_t ghost;
        if (!read_ghost(q, q->at, &ghost))
            return false;
        int owner = side == ATTACK ? q->contest.seat[ATTACK] : q->against;
        if (q->s->ghost[ghost].owner != owner) /* materia/support */
            return wrong(q, q->at,
                N_("“{found}” belongs to somebody else; only one's own ghosts support"));
        if (ghost == q->contest.fighter[ATTACK] || ghost == q->contest.fighter[DEFENCE])
            return wrong(q, q->at,
                N_("“{found}” is fighting; a ghost that fights does not support"));
        if (cards_hold(&q->contest.supporters[side], ghost))
            return wrong(q, q->at, N_("“{found}” is named twice; expected each supporter once"));
        cards_add(&q->contest.supporters[side], ghost);
    }
    return true;
}

static bool too_many(const struct odds_asked *q, int defender)
{
    return cards_count(&q->contest.supporters[ATTACK]) > materia_installed(q->s, defender);
}

/* Odds are only given for what the rules allow: materia/attack, -/battle, -/support. */
static bool check(const struct odds_asked *q)
{
    if (q->against == q->contest.seat[ATTACK])
        return wrong(q, 0, N_("a battle is against another user"));
    if (q->against >= 0 && materia_installed(q->s, q->against) == 0)
        return wrong(q, 0, N_("who is attacked has no ghost to defend"));
    if (q->against >= 0 && too_many(q, q->against)) {
        wrong(q, q->supporters[ATTACK],
            N_("too many supporters: the attacker may use at most as many as the defender has "
               "ghosts, here {most}"));
        message_number(&q->fault->message, "most", materia_installed(q->s, q->against));
        return false;
    }
    return true;
}

static bool read_question(struct odds_asked *q)
{
    q->contest.fighter[ATTACK] = q->contest.fighter[DEFENCE] = NO_CARD;
    if (!read_attack(q) || !read_target(q) || !read_supporters(q, ATTACK, WORD_SUPPORT)
        || !read_supporters(q, DEFENCE, WORD_AGAINST))
        return false;
    return q->at < q->said->count ? misplaced(q, q->at) : check(q);
}

/* The battle under way, as far as it has come. */
static bool read_battle(struct odds_asked *q)
{
    if (!q->s->fighting)
        return wrong(q, 0, N_("no battle is under way; expected: {usage}"));
    if (q->s->bare)
        return wrong(q, 0, N_("who is attacked has no ghost to defend"));
    if (q->s->contest.fighter[ATTACK] < 0 || q->s->contest.power == POWERS)
        return wrong(q, 0,
            N_("nobody saw which ghost attacks, or by what; its chances cannot be told"));
    q->contest = q->s->contest;
    q->against = q->contest.seat[DEFENCE];
    return true;
}

/* ---- answering --------------------------------------------------------------------------- */

static bool side_die(const struct setting *setting)
{
    return setting->house->option[HOUSE_SUPPORT_DIE].choice == DIE_OF_SIDE;
}

static void tell_side(const struct odds_asked *q, const struct materia_contest *c, enum side side,
    struct teller *t)
{
    int64_t total;
    tell_seat(t, "seat", c->seat[side]);
    tell_card(t, "ghost", c->fighter[side]);
    tell_open(t, "support", '[');
    for (int i = 0; i < q->s->ghosts; i++)
        if (cards_hold(&c->supporters[side], i))
            tell_card(t, NULL, i);
    tell_close(t);
    tell_number(t, "modify", (long)c->modify[side]);
    if (!materia_total(q->s, c, side, 1, side_die(q->setting), &total))
        return;
    tell_open(t, "totals", '[');
    for (int die = 1; die <= FACES; die++) {
        materia_total(q->s, c, side, die, side_die(q->setting), &total);
        tell_number(t, NULL, (long)total);
    }
    tell_close(t);
}

/* One defending ghost: in how many of the 36 throws the attack wins. */
static void tell_defence(const struct odds_asked *q, int ghost, struct teller *t)
{
    struct materia_contest c = q->contest;
    bool thought = q->said->count > 0; /* in a battle under way, only what was done counts */
    c.fighter[DEFENCE] = (int8_t)ghost;
    if (thought)
        c.seat[DEFENCE] = q->s->ghost[ghost].owner;
    tell_open(t, NULL, '{');
    tell_side(q, &c, DEFENCE, t);
    int wins = materia_odds(q->s, &c, side_die(q->setting));
    if (thought && too_many(q, c.seat[DEFENCE])) {
        tell_number(t, "supporters_most", materia_installed(q->s, c.seat[DEFENCE]));
    } else if (wins >= 0) {
        tell_number(t, "wins", wins);
        tell_share(t, "chance", wins / 36.0);
    }
    tell_close(t);
}

static bool may_defend(const struct odds_asked *q, int ghost)
{
    const struct materia_ghost *g = &q->s->ghost[ghost];
    const struct materia_contest *c = &q->contest;
    if (c->fighter[DEFENCE] != NO_CARD)
        return ghost == c->fighter[DEFENCE];
    return g->place == INSTALLED && (q->against < 0 || g->owner == q->against)
           && g->owner != c->seat[ATTACK] && ghost != c->fighter[ATTACK] && g->name.length > 0
           && !cards_hold(&c->supporters[DEFENCE], ghost);
}

bool materia_odds_tell(const void *state, const struct setting *setting,
    const struct statement *said, struct teller *t, struct fault *fault)
{
    struct odds_asked q = {.s = state,
        .setting = setting,
        .said = said,
        .fault = fault,
        .against = -1};
    if (said->count > 0 ? !read_question(&q) : !read_battle(&q))
        return false;
    tell_open(t, NULL, '{');
    tell_word(t, "by", q.contest.power == BODY ? "body" : "mind");
    tell_open(t, "attack", '{');
    tell_side(&q, &q.contest, ATTACK, t);
    tell_close(t);
    tell_open(t, "defence", '[');
    for (int seat = 0; seat < q.s->users; seat++)
        for (int i = 0; i < q.s->ghosts; i++)
            if (q.s->ghost[i].owner == seat && may_defend(&q, i))
                tell_defence(&q, i, t);
    tell_close(t);
    tell_close(t);
    return true;
}
