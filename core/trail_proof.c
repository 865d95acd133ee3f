/* What a trail proves: cards that had too little room; see trail.h. */
#include "trail_way.h"

#include "core/bits.h"

#include <string.h>

/* ---- how many there are ------------------------------------------------------------------------ */

static void count_sizes(struct follower *f)
{
    const struct trail *t = f->of->trail;
    int now[3] = {t->size[0] + t->given[0], t->size[1] + t->given[1], 0};
    bool known = !(t->uncounted && f->of->supposed);
    for (unsigned c = 0; c < f->copies; c++)
        now[2]++;
    now[2] -= now[0] + now[1];
    for (unsigned i = 0; i <= f->steps; i++) {
        for (int place = 0; place < 3; place++)
            f->size[i][place] = !known || (place == 2 ? t->no_pile : t->size[place] == TRAIL_ANY_SIZE) ? -1 : now[place];
        if (i == f->steps)
            break;
        const struct trail_step *s = &t->step[i];
        known &= s->act < TRAIL_PUT_BACK;
        now[s->hand] += s->act == TRAIL_DRAW || s->act == TRAIL_TAKE || s->act == TRAIL_GAIN ? 1 : s->act == TRAIL_LEAVE ? -1 : 0;
        now[!s->hand] -= s->act == TRAIL_DRAW;
        now[2] += s->act == TRAIL_TAKE ? -1 : s->act == TRAIL_RETURN ? s->count : 0;
    }
}

/* ---- too little room ------------------------------------------------------------------------- */

/*
 * Cards that at this moment could only lie in these places, which have room for fewer; or, since an earlier one, must
 * each have come to this hand, or to one of both, to which fewer came; one may have come again. `places` 0: cards that are nowhere.
 */
struct tight_spot {
    unsigned when, since;          /* the same: none came */
    uint8_t places;
    unsigned wanted;               /* so many cards, besides those that are shown there, or to have come */
    unsigned size, shown, there;   /* of cards that came: those of which it is not told which came, 0, and how many must have */
};

static bool is_in(const struct follower *f, unsigned when, unsigned copy, uint8_t places)
{
    return f->at[when][copy] != 0 && !(f->at[when][copy] & ~places);
}

static bool is_shown(const struct follower *f, unsigned when, unsigned copy, uint8_t places)
{
    return is_in(f, when, copy, places) && !(f->at[when][copy] & (f->at[when][copy] - 1));
}

static bool lacks_room(const struct follower *f, struct tight_spot *l)
{
    l->size = l->shown = l->there = 0;
    for (unsigned place = 0; place < 3; place++)
        if (l->places >> place & 1) {
            if (f->size[l->when][place] < 0)
                return false;
            l->size += (unsigned)f->size[l->when][place];
        }
    for (unsigned c = 0; c < f->copies; c++) {
        l->shown += is_shown(f, l->when, c, l->places);
        l->there += is_in(f, l->when, c, l->places);
    }
    l->wanted = l->shown > l->size ? 1 : l->size - l->shown + 1;
    return l->there > l->size;
}

static bool is_nowhere(const struct follower *f, unsigned when)
{
    for (unsigned c = 0; c < f->copies; c++)
        if (f->at[when][c] == 0)
            return true;
    return false;
}

/* ---- too few that came ----------------------------------------------------------------------- */

/* From elsewhere: between the two hands cards go about without coming to both. */
static bool comes_to(const struct follower *f, unsigned i, uint8_t hands)
{
    const struct trail_step *s = &f->of->trail->step[i];
    return (s->act == TRAIL_TAKE || s->act == TRAIL_GAIN || (s->act == TRAIL_DRAW && hands != HANDS_BOTH)) && place_of(s) & hands;
}

/* At each moment, the copies that are surely in some places, and those that are surely not. */
struct passage {
    uint64_t in[TRAIL_STEPS + 1], out[TRAIL_STEPS + 1];
};

static void look_over(const struct follower *f, uint8_t places, struct passage *p)
{
    for (unsigned i = 0; i <= f->steps; i++) {
        p->in[i] = p->out[i] = 0;
        for (unsigned c = 0; c < f->copies; c++)     /* no card is nowhere: that would be lack enough */
            if (!(f->at[i][c] & ~places))
                p->in[i] |= copy_bit(c);
            else if (!(f->at[i][c] & places))
                p->out[i] |= copy_bit(c);
    }
}

static uint64_t like_cards(const struct follower *f, int kind)
{
    uint64_t like = 0;
    for (unsigned c = 0; c < f->copies; c++)
        like |= (int)f->kind[c] == kind ? copy_bit(c) : 0;
    return like;
}

/*
 * A step back in search of cards that must have come: `been` were there behind it, and did not come since. Gives those that
 * must have come by now, and keeps the others; of one that is told to come nothing is asked.
 */
static uint64_t must_have_come(const struct follower *f, unsigned i, uint8_t places, const struct passage *p, uint64_t *been)
{
    *been |= p->in[i + 1];
    if (i + 1 < f->steps && f->cut[i + 1])       /* which of them is which is not known across it */
        *been &= ~like_cards(f, f->of->trail->step[i + 1].kind);
    if (comes_to(f, i, places) && step_names(f, i))
        *been &= ~f->picked[i];
    const uint64_t come = *been & p->out[i];
    *been &= ~come;
    return come;
}

/* How often must it have come between these moments, besides where that is told? */
static unsigned times_come(const struct follower *f, const struct tight_spot *l, unsigned copy)
{
    struct passage p;
    unsigned times = 0;
    uint64_t been = 0;
    look_over(f, l->places, &p);
    for (unsigned i = l->when; i-- > l->since;)
        times += (must_have_come(f, i, l->places, &p, &been) & copy_bit(copy)) != 0;
    return times;
}

static void find_arrivals_at(const struct follower *f, uint8_t places, struct tight_spot *best)
{
    struct passage p;
    look_over(f, places, &p);
    for (unsigned when = f->steps; when > 0; when--) {
        struct tight_spot l = {.when = when, .places = places};
        uint64_t been = 0;
        if (!(p.in[when] & ~p.in[when - 1]) || f->size[when][0] < 0)
            continue;
        for (l.since = when; l.since-- > 0;) {
            l.there += bits_count(must_have_come(f, l.since, places, &p, &been));
            l.size += comes_to(f, l.since, places) && !step_names(f, l.since);
            l.wanted = l.size + 1;
            if (l.there > l.size && l.wanted < best->wanted)
                *best = l;
        }
    }
}

static bool find_arrivals(const struct follower *f, struct tight_spot *best)
{
    for (unsigned places = FIRST; places <= HANDS_BOTH; places++)
        find_arrivals_at(f, (uint8_t)places, best);
    return best->wanted <= TRAIL_COPIES;
}

/* Fewer cards; of as many, the one that the finding is about; then fewer places. */
static bool is_better(const struct follower *f, const struct tight_spot *l, const struct tight_spot *best)
{
    bool about = false, about_best = false;
    if (l->wanted != best->wanted)
        return l->wanted < best->wanted;
    for (unsigned c = 0; c < f->copies; c++)
        if ((int)f->kind[c] == f->of->about) {
            about |= is_in(f, l->when, c, l->places);
            about_best |= is_in(f, best->when, c, best->places);
        }
    return about != about_best ? about : bits_count(l->places) < bits_count(best->places);
}

/* The lack that takes the fewest cards, a card that is nowhere before any; false: none is seen. */
static bool see_lack(const struct follower *f, struct tight_spot *best)
{
    *best = (struct tight_spot){.wanted = TRAIL_COPIES + 1};
    for (unsigned i = f->steps + 1; i-- > 0;) {
        if (is_nowhere(f, i)) {
            *best = (struct tight_spot){.when = i, .since = i, .wanted = 0};
            return true;
        }
        for (unsigned places = 1; places < HIDDEN; places++) {
            struct tight_spot l = {.when = i, .since = i, .places = (uint8_t)places};
            if (lacks_room(f, &l) && is_better(f, &l, best))
                *best = l;
        }
    }
    return best->wanted <= TRAIL_COPIES || find_arrivals(f, best);
}

/* The same where it shows by following each card by itself; or, `narrowed`, when full hands and hands to fill are looked at too. */
static bool find_lack(struct follower *f, struct tight_spot *best)
{
    trail_follow(f);
    while (!see_lack(f, best))
        if (!f->narrowed || !trail_narrow(f))
            return false;
    return true;
}

/* ---- the fewest lines -------------------------------------------------------------------------- */

static bool holds(struct follower *f, unsigned wanted)
{
    struct tight_spot l;
    return find_lack(f, &l) && l.wanted <= wanted;
}

/* The steps of the line that this step begins, if it is one of the record's that tell of cards; else 0. */
static unsigned steps_of(const struct follower *f, unsigned from)
{
    const struct trail_step *s = f->of->trail->step;
    unsigned end = from;
    bool tells = false;
    const unsigned last = f->of->supposed ? f->of->trail->said : f->steps;
    for (; end < last && s[end].line == s[from].line; end++)
        tells |= f->told[end] && s[end].kind >= 0 && s[end].act != TRAIL_RETURN;
    return tells ? end - from : 0;
}

/* Is it one of the cards that the lack is of? */
static bool is_concerned(const struct follower *f, const struct tight_spot *l, unsigned copy)
{
    return l->wanted == 0     ? f->at[l->when][copy] == 0
         : l->since < l->when ? times_come(f, l, copy) > 0
                              : is_in(f, l->when, copy, l->places);
}

/* Lines that name none of the cards which the lack is of are rarely needed: out with all of them at once, if none is. */
static void leave_out_others(struct follower *f, const struct tight_spot *l)
{
    bool was[TRAIL_STEPS];
    uint64_t kinds = 0;
    for (unsigned c = 0; c < f->copies; c++)
        if (is_concerned(f, l, c))
            kinds |= (uint64_t)1 << f->kind[c];
    memcpy(was, f->told, sizeof was);
    for (unsigned from = 0, n; from < f->steps; from += n > 0 ? n : 1) {
        bool needed = false;
        n = steps_of(f, from);
        for (unsigned i = from; i < from + n; i++)
            needed |= f->of->trail->step[i].kind >= 0 && kinds >> f->of->trail->step[i].kind & 1;
        for (unsigned i = from; i < from + n; i++)
            f->told[i] &= needed;
    }
    if (!holds(f, l->wanted))
        memcpy(f->told, was, sizeof was);
}

static void leave_out_lines(struct follower *f, unsigned wanted)
{
    bool was[TRAIL_STEPS];
    for (unsigned from = 0, n; from < f->steps; from += n > 0 ? n : 1) {
        n = steps_of(f, from);
        memcpy(was, f->told, sizeof was);
        memset(f->told + from, false, n);
        if (n > 0 && !holds(f, wanted))
            memcpy(f->told, was, sizeof was);
    }
}

/* Are one or two lines enough? */
static bool take_few_lines(struct follower *f, unsigned wanted)
{
    bool all[TRAIL_STEPS];
    memcpy(all, f->told, sizeof all);
    for (int lines = 0; lines <= 1; lines++)
        for (unsigned from = 0, n; from < f->steps; from += n > 0 ? n : 1) {
            memcpy(f->told, all, sizeof all);
            n = steps_of(f, from);
            if (n == 0)
                continue;
            for (unsigned i = 0; i < (f->of->supposed ? f->of->trail->said : f->steps); i++)
                f->told[i] &= lines == 1 && i >= from && i < from + n;
            if (holds(f, wanted))
                return true;
            if (lines == 0)
                break;
        }
    memcpy(f->told, all, sizeof all);
    return false;
}

/* ---- as grounds -------------------------------------------------------------------------------- */

/* Of the cards that make up the lack, those that nothing is shown of first. How often is it one of them? */
static unsigned times_meant(const struct follower *f, const struct tight_spot *l, unsigned copy, bool shown)
{
    if (l->since < l->when)
        return shown ? 0 : times_come(f, l, copy);
    return is_concerned(f, l, copy) && (l->wanted == 0 || is_shown(f, l->when, copy, l->places) == shown);
}

/* One that is shown is none of the cards that are too many, unless so many are shown. */
static unsigned times_about(const struct follower *f, const struct tight_spot *l, unsigned copy)
{
    const unsigned times = (int)f->kind[copy] == f->of->about ? times_meant(f, l, copy, false) : 0;
    return times == 0 && (int)f->kind[copy] == f->of->about && l->shown > l->size ? times_meant(f, l, copy, true) : times;
}

static uint64_t add_cards(const struct follower *f, const struct tight_spot *l, struct grounds *out)
{
    uint64_t cards = 0;
    for (int shown = -1; shown <= 1; shown++)     /* -1: the card that the finding is about */
        for (unsigned c = 0; c < f->copies; c++) {
            unsigned times = cards & copy_bit(c) ? 0 : shown >= 0 ? times_meant(f, l, c, shown) : times_about(f, l, c);
            for (; times > 0 && out->cards < (l->wanted > 0 ? l->wanted : 1); times--) {
                cards |= copy_bit(c);
                out->card[out->cards++] = f->kind[c];
            }
        }
    return cards;
}

static void add_place(struct grounds *out, int seat, unsigned room)
{
    out->place[out->places].seat = (int8_t)seat;
    out->place[out->places++].room = (uint8_t)room;
}

/* From the pile, or to a hand; and where a card came again. */
static const char *const came_too_few[2][2] = {
    {N_("Then {cards} would all have come to {holder}'s hand from line {line} on; but besides cards that are known only {room} "
        "came to it."),
     N_("Then {cards} would all have come to {holder}'s hand from line {line} on, each as often as it is named; but besides cards "
        "that are known only {room} came to it.")},
    {N_("Then {cards} would all have come from the pile from line {line} on; but besides cards that are known only {room} came "
        "from it."),
     N_("Then {cards} would all have come from the pile from line {line} on, each as often as it is named; but besides cards that "
        "are known only {room} came from it.")},
};

/* Of both hands each has room for what came to it. */
static void add_arrivals(const struct follower *f, const struct tight_spot *l, uint64_t cards, struct grounds *out)
{
    unsigned room = out->cards - 1u, first = 0;
    for (unsigned i = l->since; i < l->when && l->places == HANDS_BOTH; i++)
        first += comes_to(f, i, HANDS_BOTH) && !step_names(f, i) && place_of(&f->of->trail->step[i]) == FIRST;
    if (l->places == HANDS_BOTH)
        add_place(out, 0, first);
    add_place(out, l->places != FIRST, room - first);
    if (room == 0)
        return;
    out->holder = (int8_t)(l->places != FIRST);
    out->since = f->of->trail->step[l->since].line;
    out->shown = came_too_few[l->places == HANDS_BOTH][out->cards > bits_count(cards)];
}

static void add_places(const struct follower *f, const struct tight_spot *l, uint64_t cards, struct grounds *out)
{
    if (l->since < l->when) {
        add_arrivals(f, l, cards, out);
        return;
    }
    for (int place = 0; place < 3; place++) {
        unsigned room = l->places >> place & 1 ? (unsigned)f->size[l->when][place] : 0;
        for (unsigned c = 0; c < f->copies && room > 0; c++)
            room -= !(cards & copy_bit(c)) && is_shown(f, l->when, c, (uint8_t)(1u << place));
        if (l->places >> place & 1)
            add_place(out, place == 2 ? -1 : place, room);
    }
}

/* The same of the one hand that is no such place: it wants more cards than are left for it. */
static void turn_round(const struct follower *f, const struct tight_spot *l, struct grounds *out)
{
    const uint8_t rest = HIDDEN & (uint8_t)~l->places;
    int wanting = rest == FIRST ? f->size[l->when][0] : rest == SECOND ? f->size[l->when][1] : -1, left = 0;
    struct cardset kinds = {{0, 0}};
    for (unsigned c = 0; c < f->copies; c++) {
        const uint8_t at = f->at[l->when][c];
        wanting -= at == rest;
        if (at == rest || !(at & rest))
            continue;
        cards_add(&kinds, f->kind[c]);
        left++;
    }
    if (l->places == 0 || l->since < l->when || wanting <= left || cards_count(&kinds) != left)
        return;
    out->whose = (int8_t)(rest == SECOND);
    out->wanting = (uint8_t)wanting;
    out->left = kinds;
}

static void add_lines(const struct follower *f, struct grounds *out)
{
    for (unsigned from = 0, n; from < f->steps; from += n > 0 ? n : 1)
        if ((n = steps_of(f, from)) > 0)
            grounds_line(out, f->of->trail->step[from].line);
}

/* False: there are too many cards or steps to follow. */
static bool begin(struct follower *f, const struct trail_case *of)
{
    const struct trail *t = of->trail;
    f->of = of;
    f->copies = f->steps = 0;
    for (unsigned k = 0; k < TRAIL_KINDS; k++)
        for (int i = 0; i < t->deck[k]; i++) {
            if (f->copies == TRAIL_COPIES - 2)
                return false;
            f->on[0][f->copies] = t->never_unseen >> k & 1 ? PILE : HIDDEN;
            f->kind[f->copies++] = (uint8_t)k;
        }
    for (unsigned hand = 0; hand < TRAIL_HANDS; hand++)
        for (int i = 0; i < t->given[hand] && f->copies < TRAIL_COPIES; i++) {
            f->on[0][f->copies] = (uint8_t)(1u << hand);
            f->kind[f->copies++] = t->bound;
        }
    while (f->steps < t->count && (of->last == 0 || t->step[f->steps].line <= of->last))
        f->told[f->steps++] = true;
    return !t->full;
}

/* Without leaning on anybody's having kept a rule, if that will do; and by the simpler way. */
static bool find_simplest(struct follower *f, struct tight_spot *best)
{
    for (int way = 0; way < 4; way++) {
        f->lawful = way & 1;
        f->narrowed = way & 2;
        if (find_lack(f, best))
            return true;
    }
    return false;
}

bool trail_prove(const struct trail_case *c, struct grounds *out)
{
    struct follower f;
    struct tight_spot best;
    if (!begin(&f, c))
        return false;
    count_sizes(&f);
    if (!find_simplest(&f, &best))
        return false;
    leave_out_others(&f, &best);
    if (!take_few_lines(&f, best.wanted))
        leave_out_lines(&f, best.wanted);
    find_lack(&f, &best);
    add_places(&f, &best, add_cards(&f, &best, out), out);
    if (f.narrowed && out->places == 0)
        out->shown = N_("Then {cards} would have been nowhere: wherever else it could be, other cards fill the hand.");
    add_lines(&f, out);
    turn_round(&f, &best, out);
    return true;
}
