/* What could be while hands are hidden; see could_odds.h. */
#include "could_odds.h"
#include "round.h"
#include "rulebook.h"

#include <string.h>

/* Questions of a seat: to take so many in all by its own will, or (the last one) no more. */
enum { SURE_MOST = 3, QUESTIONS = SURE_MOST + 1, TRICKS_MOST = COULD_PLAYS / 2 + 1 };
/* Cards tried for one question, and for all. */
enum { ODDS_ANSWER = 60000, ODDS_WORK = 40000000 };

struct tally {
    int least; /* 0: it is not asked */
    int could, deep;
};

struct odds_asker {
    const struct round *round;
    const struct setting *setting;
    struct could_odds *odds;
    uint64_t left;
    unsigned deals;
    int tricks;                /* places in the round at which it is asked, */
    uint8_t play[TRICKS_MOST]; /* before these plays */
    int8_t got[TRICKS_MOST][HANDS_MOST];
    struct tally tally[TRICKS_MOST][HANDS_MOST][QUESTIONS];
};

/* ---- what is asked ---- */

/* Of a round that is over with a haratama, its seat alone is asked. */
static int holder_of(const struct odds_asker *a)
{
    const struct could_course *c = &a->odds->course;
    for (int i = 0; i < c->rules.players && a->round->stage == AFTER && c->high > 0; i++)
        if (c->got[c->plays][i] >= c->high)
            return i;
    return NOBODY;
}

static void ask_of_seat(struct odds_asker *a, int trick, int seat)
{
    const struct could_course *c = &a->odds->course;
    const int got = c->got[a->play[trick]][seat], holder = holder_of(a);
    const bool over = a->round->stage == AFTER;
    struct tally *asked = a->tally[trick][seat];
    a->got[trick][seat] = (int8_t)got;
    if (c->rules.tricks && c->aim[seat] >= 0)
        asked[0].least = c->aim[seat];
    else if (c->rules.tricks && over)
        asked[0].least = c->got[c->plays][seat];
    else if (c->rules.tricks)
        for (int i = 0; i < SURE_MOST; i++)
            asked[i].least = got + 1 + i;
    else if (holder == NOBODY || holder == seat)
        asked[0].least = c->high;
    if (!c->rules.tricks && holder == NOBODY)
        asked[SURE_MOST].least = got + 1;
}

/* Where: now, or before each trick; of any deal it is the same. */
static void begin(struct odds_asker *a)
{
    const struct could_course *c = &a->odds->course;
    const bool over = a->round->stage == AFTER;
    for (int play = over ? 0 : c->plays; play < c->plays + !over; play += c->rules.players)
        a->play[a->tricks++] = (uint8_t)play;
    for (int trick = 0; trick < a->tricks; trick++)
        for (int i = 0; i < c->rules.players; i++)
            ask_of_seat(a, trick, i);
}

/* ---- a deal ---- */

static void ask(struct odds_asker *a, int trick, int seat, int question)
{
    const struct could_course *c = &a->odds->course;
    struct tally *t = &a->tally[trick][seat][question];
    const uint8_t own = (uint8_t)(1u << seat), all = (uint8_t)((1u << c->rules.players) - 1);
    const bool spared = question == SURE_MOST;
    if (t->least == 0)
        return;
    const enum could_be is = could_ask(&a->odds->could, &c->at[a->play[trick]],
        (struct could_goal){own, spared ? (uint8_t)(all & ~own) : own,
            t->least - a->got[trick][seat]},
        ODDS_ANSWER);
    a->left -= a->odds->could.nodes < a->left ? a->odds->could.nodes : a->left;
    t->deep += is == COULD_TOO_DEEP;
    t->could += is == (spared ? COULD_NOT : COULD);
}

static void ask_deal(struct odds_asker *a)
{
    could_begin(&a->odds->could, &a->odds->course.rules, a->odds->row, a->odds->rows);
    for (int trick = a->tricks - 1; trick >= 0; trick--)
        for (int seat = 0; seat < a->odds->course.rules.players; seat++)
            for (int question = 0; question < QUESTIONS; question++)
                ask(a, trick, seat, question);
    a->deals++;
}

/* The nth of the deals that fit, as a course. */
static bool take_deal(struct odds_asker *a, deals nth)
{
    uint64_t hand[PLACES_MOST] = {0};
    if (!hearing_deal(&a->odds->hearing, &a->odds->counted, nth, hand))
        return false;
    could_course_with(a->round, a->setting, hand, &a->odds->course);
    return true;
}

/* ---- which deals ---- */

static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static deals greatest_divisor(deals a, deals b)
{
    while (b != 0) {
        const deals rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/*
 * Each of a few once, in steps that have no divisor in common with their number, so that those
 * which are tried before the work is done lie among all of them; of many any.
 */
static void ask_deals(struct odds_asker *a, deals fit, unsigned most)
{
    uint64_t seed = 0x9E3779B97F4A7C15u;
    deals step = fit * 5 / 8 + 1;
    while (fit <= most && greatest_divisor(step, fit) != 1)
        step++;
    for (unsigned i = 0; i < most && i < fit && a->left > 0; i++) {
        const deals high = next_random(&seed), any = high << 64 | next_random(&seed);
        if (take_deal(a, fit <= most ? i * step % fit : any % fit)
            && a->odds->course.lack == LACKS_NOTHING)
            ask_deal(a);
    }
}

/* ---- telling ---- */

static void tell_tally(struct teller *t, const char *key, const struct tally *tally, bool least)
{
    tell_open(t, key, '{');
    if (least)
        tell_number(t, "least", tally->least);
    tell_number(t, "could", tally->could);
    tell_number(t, "deep", tally->deep);
    tell_close(t);
}

static void tell_seat_odds(const struct odds_asker *a, struct teller *t, int trick, int seat)
{
    const struct tally *asked = a->tally[trick][seat];
    if (asked[0].least == 0 && asked[SURE_MOST].least == 0)
        return;
    tell_open(t, NULL, '{');
    tell_seat(t, "seat", seat);
    tell_number(t, "got", a->got[trick][seat]);
    tell_open(t, "sure", '[');
    for (int i = 0; i < SURE_MOST; i++)
        if (asked[i].least > 0)
            tell_tally(t, NULL, &asked[i], true);
    tell_close(t);
    if (asked[SURE_MOST].least > 0)
        tell_tally(t, "spared", &asked[SURE_MOST], false);
    tell_close(t);
}

static void tell_all(const struct odds_asker *a, struct teller *t, unsigned most, deals fit)
{
    const struct could_course *c = &a->odds->course;
    if (c->high > 0)
        tell_number(t, "high", c->high);
    tell_truth(t, "bent", c->bent);
    tell_number(t, "deals", (long)a->deals);
    tell_truth(t, "all", a->deals == fit);
    tell_truth(t, "work", a->deals < most && a->deals < fit);
    tell_open(t, "tricks", '[');
    for (int trick = 0; trick < a->tricks; trick++) {
        tell_open(t, NULL, '{');
        tell_number(t, "trick", a->play[trick] / c->rules.players + 1);
        tell_open(t, "seats", '[');
        for (int i = 0; i < c->rules.players; i++)
            tell_seat_odds(a, t, trick, i);
        tell_close(t);
        tell_close(t);
    }
    tell_close(t);
}

/* How many deals fit; 0: none, or they cannot be counted. */
static deals count_fit(struct odds_asker *a)
{
    struct could_odds *o = a->odds;
    deals fit = 0;
    round_hear(&o->hearing, a->round, a->setting, NULL);
    return hearing_count(&o->hearing, &o->hearing.now.bins, &o->counted, &fit) ? fit : 0;
}

bool could_tell_odds(const void *state, const struct setting *setting, unsigned most,
    struct could_odds *odds, struct teller *t)
{
    struct odds_asker a = {.round = state, .setting = setting, .odds = odds, .left = ODDS_WORK};
    const struct round *r = state;
    if (setting->book->could == NULL)
        return false;
    could_course(state, setting, &odds->course);
    const bool tricks = odds->course.rules.tricks;
    const bool countable = r->stage != BEFORE && r->kept == BY_PLAYS && r->unseen == 0
                           && r->turns == 0 && !r->hands.any_size;
    const deals fit = countable ? count_fit(&a) : 0;
    const char *lacks = r->stage == BEFORE       ? "round"
                        : r->unseen > 0          ? "card"
                        : !countable || fit == 0 ? "plays"
                        : !take_deal(&a, 0)      ? "plays"
                                                 : could_lack_word(odds->course.lack);
    tell_open(t, NULL, '{');
    tell_number(t, tricks ? "deal" : "round", r->number);
    if (lacks != NULL) {
        tell_word(t, "lacks", lacks);
        tell_open(t, "of", '[');
        tell_close(t);
    } else {
        begin(&a);
        ask_deals(&a, fit, most);
        tell_all(&a, t, most, fit);
    }
    tell_close(t);
    return true;
}
