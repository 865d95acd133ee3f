/* Proofs from a log: cards that had too little room; see hand_log.h. */
#include "hand_log_way.h"

#include "core/bits.h"

#include <string.h>

/* ---- how many there are ---------------------------------------------------------------------- */

static void count_sizes(struct follower *f)
{
    const struct hand_log *t = f->of->trail;
    int now[3] = {t->size[0] + t->given[0], t->size[1] + t->given[1], 0};
    bool known = true;
    now[2] = (int)f->cards - now[0] - now[1];
    for (unsigned i = 0; i <= f->steps; i++) {
        for (int place = 0; place < 3; place++)
            f->size[i][place] =
                !known || (place == 2 ? t->no_pile : t->size[place] == HAND_LOG_ANY_SIZE)
                    ? -1
                    : now[place];
        if (i == f->steps)
            break;
        const struct hand_log_step *s = &t->step[i];
        known &= s->act < HAND_LOG_PUT_BACK;
        now[s->hand] += s->act == HAND_LOG_DRAW || s->act == HAND_LOG_TAKE
                                || s->act == HAND_LOG_GAIN
                            ? 1
                        : s->act == HAND_LOG_LEAVE ? -1
                                                   : 0;
        now[!s->hand] -= s->act == HAND_LOG_DRAW;
        now[2] += s->act == HAND_LOG_TAKE ? -1 : s->act == HAND_LOG_RETURN ? s->count : 0;
    }
}

/* ---- too little room ------------------------------------------------------------------------- */

/*
 * A contradiction. Either, at one moment, cards could lie only in these places, which have room for
 * fewer. Or, since an earlier moment, more cards must have come to these hands than came to them;
 * the same card may have come twice. `places` 0: cards that can be nowhere.
 */
struct tight_spot {
    unsigned when, since; /* equal: it is about one moment */
    unsigned places;
    /* how many cards, apart from those that are shown to be there or to have come */
    unsigned wanted;
    /* for cards that came: how many came unseen, 0, and how many must have come */
    unsigned size, shown, there;
};

/* How many cards of a kind are certainly in these places, and shown to be in one of them. */
static unsigned shown_in(const struct follower *f, unsigned when, unsigned kind, unsigned places)
{
    int shown = 0;
    for (unsigned place = IN_FIRST; place <= IN_PILE; place++)
        shown += places >> place & 1 ? hand_log_least(f, when, kind, 1u << place) : 0;
    return (unsigned)shown;
}

static unsigned unshown_in(const struct follower *f, unsigned when, unsigned kind, unsigned places)
{
    return (unsigned)hand_log_least(f, when, kind, places) - shown_in(f, when, kind, places);
}

/* For one moment and all kinds together: how many cards are certainly in each set of places. */
struct tight_moment {
    unsigned sure[HIDDEN + 1];
};

static void look_at(const struct follower *f, unsigned when, struct tight_moment *out)
{
    uint8_t least[HIDDEN + 1];
    *out = (struct tight_moment){{0}};
    for (unsigned k = 0; k < f->kinds; k++) {
        hand_log_least_of_all(f, when, k, least);
        for (unsigned places = 0; places <= HIDDEN; places++)
            out->sure[places] += least[places];
    }
}

static bool lacks_room(const struct follower *f, const struct tight_moment *now,
    struct tight_spot *l)
{
    l->size = l->shown = 0;
    l->there = now->sure[l->places];
    for (unsigned place = IN_FIRST; place <= IN_PILE; place++)
        if (l->places >> place & 1) {
            if (f->size[l->when][place] < 0)
                return false;
            l->size += (unsigned)f->size[l->when][place];
            l->shown += now->sure[1u << place];
        }
    l->wanted = l->shown > l->size ? 1 : l->size - l->shown + 1;
    return l->there > l->size;
}

/* ---- too few that came ----------------------------------------------------------------------- */

/*
 * Does this step bring a card to these hands from elsewhere? A card that moves between two of them
 * does not come to both together.
 */
static bool comes_to(const struct follower *f, unsigned i, unsigned hands)
{
    const struct hand_log_step *s = &f->of->trail->step[i];
    return (s->act == HAND_LOG_TAKE || s->act == HAND_LOG_GAIN
               || (s->act == HAND_LOG_DRAW && hands != HANDS_BOTH))
           && hands >> s->hand & 1;
}

/*
 * Going back from a moment: how many cards of a kind must have come since, apart from those that
 * lines tell of.
 */
struct cards_arrived {
    int held; /* cards that were there at some moment since, or came later */
    int came;
};

/*
 * Goes back one step: at least `least` were there after it, at most `most` before it. `tells`: the
 * step names a card that came.
 */
static void go_back(struct cards_arrived *a, int least, int most, bool tells)
{
    const int there = a->came + least;
    a->held = (there > a->held ? there : a->held) - tells;
    a->came = a->held - most > a->came ? a->held - most : a->came;
}

static bool tells_of(const struct follower *f, unsigned i, unsigned hands, unsigned kind)
{
    return f->of->trail->step[i].kind == (int)kind && comes_to(f, i, hands) && step_names(f, i);
}

/*
 * How many cards of this kind must have come between these moments, apart from those that lines
 * tell of?
 */
static unsigned times_come(const struct follower *f, const struct tight_spot *l, unsigned kind)
{
    struct cards_arrived a = {0, 0};
    for (unsigned i = l->when; i-- > l->since;)
        go_back(&a, hand_log_least(f, i + 1, kind, l->places), hand_log_most(f, i, kind, l->places),
            tells_of(f, i, l->places, kind));
    return (unsigned)a.came;
}

/* How many of each kind may be in these hands before each step. */
struct cards_counted {
    uint8_t least[HAND_LOG_STEPS + 1][HAND_LOG_KINDS], most[HAND_LOG_STEPS + 1][HAND_LOG_KINDS];
};

static void count_hands(const struct follower *f, unsigned hands, struct cards_counted *out)
{
    for (unsigned i = 0; i <= f->steps; i++)
        for (unsigned k = 0; k < f->kinds; k++) {
            out->least[i][k] = (uint8_t)hand_log_least(f, i, k, hands);
            out->most[i][k] = (uint8_t)hand_log_most(f, i, k, hands);
        }
}

/* May some hand hold one card more of a kind than before? Only then can a card have come. */
static bool brings_more(const struct follower *f, const struct cards_counted *c, unsigned when)
{
    bool more = false;
    for (unsigned k = 0; k < f->kinds && !more; k++)
        more = c->least[when][k] > c->least[when - 1][k];
    return more;
}

static void find_arrivals_at(const struct follower *f, unsigned hands, struct tight_spot *best)
{
    struct cards_counted c;
    count_hands(f, hands, &c);
    for (unsigned when = f->steps; when > 0; when--) {
        struct tight_spot l = {.when = when, .places = hands};
        struct cards_arrived a[HAND_LOG_KINDS] = {{0, 0}};
        if (f->size[when][IN_FIRST] < 0 || !brings_more(f, &c, when))
            continue;
        for (l.since = when; l.since-- > 0;) {
            const unsigned i = l.since;
            l.there = 0;
            for (unsigned k = 0; k < f->kinds; k++) {
                go_back(&a[k], c.least[i + 1][k], c.most[i][k], tells_of(f, i, hands, k));
                l.there += (unsigned)a[k].came;
            }
            l.size += comes_to(f, i, hands) && !step_names(f, i);
            l.wanted = l.size + 1;
            if (l.there > l.size && l.wanted < best->wanted)
                *best = l;
        }
    }
}

static bool find_arrivals(const struct follower *f, struct tight_spot *best)
{
    for (unsigned hands = FIRST; hands <= HANDS_BOTH; hands++)
        find_arrivals_at(f, hands, best);
    return best->wanted <= f->cards;
}

/*
 * Is `l` the better proof: fewer cards, then the kind that the finding is about, then fewer places?
 */
static bool is_better(const struct follower *f, const struct tight_spot *l,
    const struct tight_spot *best)
{
    bool about = false, about_best = false;
    if (l->wanted != best->wanted)
        return l->wanted < best->wanted;
    if (f->of->about >= 0) {
        about = hand_log_least(f, l->when, (unsigned)f->of->about, l->places) > 0;
        about_best = hand_log_least(f, best->when, (unsigned)f->of->about, best->places) > 0;
    }
    return about != about_best ? about : bits_count(l->places) < bits_count(best->places);
}

/*
 * Finds the contradiction with the fewest cards, preferring a card that can be nowhere; false: none
 * is found.
 */
static bool see_lack(const struct follower *f, struct tight_spot *best)
{
    *best = (struct tight_spot){.wanted = f->cards + 1};
    for (unsigned k = 0; k < f->kinds; k++)
        if (hand_log_nowhere(f, 0, k)) { /* the same is then true at every moment */
            *best = (struct tight_spot){.wanted = 0};
            return true;
        }
    for (unsigned i = f->steps + 1; i-- > 0;) {
        struct tight_moment now;
        look_at(f, i, &now);
        for (unsigned places = 1; places < HIDDEN; places++) {
            struct tight_spot l = {.when = i, .since = i, .places = places};
            if (lacks_room(f, &now, &l) && is_better(f, &l, best))
                *best = l;
        }
    }
    return best->wanted <= f->cards || find_arrivals(f, best);
}

/*
 * The same, first by following each kind by itself, then (`narrowed`) also by which hands are full
 * or have to be filled.
 */
static bool find_lack(struct follower *f, struct tight_spot *best)
{
    hand_log_follow(f);
    while (!see_lack(f, best))
        if (!f->narrowed || !hand_log_narrow(f))
            return false;
    return true;
}

/* ---- the fewest lines ------------------------------------------------------------------------ */

static bool holds(struct follower *f, unsigned wanted)
{
    struct tight_spot l;
    return find_lack(f, &l) && l.wanted <= wanted;
}

/*
 * How many steps belong to the line that begins with this step, if that line names cards; else 0.
 */
static unsigned steps_of(const struct follower *f, unsigned from)
{
    const struct hand_log_step *s = f->of->trail->step;
    unsigned end = from;
    bool tells = false;
    const unsigned last = f->of->supposed ? f->of->trail->said : f->steps;
    for (; end < last && s[end].line == s[from].line; end++)
        tells |= f->told[end] && s[end].kind >= 0 && s[end].act != HAND_LOG_RETURN;
    return tells ? end - from : 0;
}

/* Does the contradiction concern cards of this kind? */
static bool is_concerned(const struct follower *f, const struct tight_spot *l, unsigned kind)
{
    return l->wanted == 0       ? hand_log_nowhere(f, l->when, kind)
           : l->since < l->when ? times_come(f, l, kind) > 0
                                : hand_log_least(f, l->when, kind, l->places) > 0;
}

/*
 * Lines that name none of the cards concerned are rarely needed, so all of them are dropped at once
 * if that is possible.
 */
static void leave_out_others(struct follower *f, const struct tight_spot *l)
{
    bool was[HAND_LOG_STEPS];
    uint64_t kinds = 0;
    for (unsigned k = 0; k < f->kinds; k++)
        kinds |= is_concerned(f, l, k) ? (uint64_t)1 << k : 0;
    memcpy(was, f->told, sizeof was);
    for (unsigned from = 0, n; from<f->steps; from += n> 0 ? n : 1) {
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
    bool was[HAND_LOG_STEPS];
    for (unsigned from = 0, n; from<f->steps; from += n> 0 ? n : 1) {
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
    bool all[HAND_LOG_STEPS];
    memcpy(all, f->told, sizeof all);
    for (int lines = 0; lines <= 1; lines++)
        for (unsigned from = 0, n; from<f->steps; from += n> 0 ? n : 1) {
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

/* ---- as grounds ------------------------------------------------------------------------------ */

/*
 * How many of the cards that prove the contradiction are of this kind: first cards of which nothing
 * is shown.
 */
static unsigned times_meant(const struct follower *f, const struct tight_spot *l, unsigned kind,
    bool shown)
{
    if (l->wanted == 0)
        return hand_log_nowhere(f, l->when, kind);
    if (l->since < l->when)
        return shown ? 0 : times_come(f, l, kind);
    return shown ? shown_in(f, l->when, kind, l->places) : unshown_in(f, l->when, kind, l->places);
}

static void mean(const struct follower *f, const struct tight_spot *l, unsigned kind, bool shown,
    struct grounds *out, uint8_t meant[HAND_LOG_KINDS])
{
    const unsigned wanted = l->wanted > 0 ? l->wanted : 1,
                   before = shown ? times_meant(f, l, kind, false) : 0;
    for (unsigned times = before + times_meant(f, l, kind, shown);
         meant[kind] < times && out->cards < wanted; meant[kind]++)
        out->card[out->cards++] = (uint8_t)kind;
}

/*
 * Adds the cards, the one that the finding is about first. Cards that are shown to be there are
 * listed only if the others are not enough.
 */
static void add_cards(const struct follower *f, const struct tight_spot *l, struct grounds *out,
    uint8_t meant[HAND_LOG_KINDS])
{
    if (f->of->about >= 0) {
        mean(f, l, (unsigned)f->of->about, false, out, meant);
        if (l->shown > l->size && out->cards == 0)
            mean(f, l, (unsigned)f->of->about, true, out, meant);
    }
    for (int shown = 0; shown <= 1; shown++)
        for (unsigned k = 0; k < f->kinds; k++)
            mean(f, l, k, shown, out, meant);
}

static void add_place(struct grounds *out, int seat, unsigned room)
{
    out->place[out->places].seat = (int8_t)seat;
    out->place[out->places++].room = (uint8_t)room;
}

/*
 * The texts about too few arrivals: for one hand or both, and whether a card may have come twice.
 */
static const char *const came_too_few[2][2] = {
    {N_("Then {cards} would all have come to {holder}'s hand from line {line} on; but besides "
        "cards that are known only {room} came to it."),
        N_("Then {cards} would all have come to {holder}'s hand from line {line} on, each as often "
           "as it is named; but besides cards that are known only {room} came to it.")},
    {N_("Then {cards} would all have come from the pile from line {line} on; but besides cards "
        "that are known only {room} came from it."),
        N_("Then {cards} would all have come from the pile from line {line} on, each as often as "
           "it is named; but besides cards that are known only {room} came from it.")},
};

/* Adds the hands as places; the room of each is the number of cards that came to it. */
static void add_arrivals(const struct follower *f, const struct tight_spot *l,
    const uint8_t meant[HAND_LOG_KINDS], struct grounds *out)
{
    unsigned room = out->cards - 1u, first = 0;
    bool again = false;
    for (unsigned i = l->since; i < l->when && l->places == HANDS_BOTH; i++)
        first += comes_to(f, i, HANDS_BOTH) && !step_names(f, i)
                 && f->of->trail->step[i].hand == IN_FIRST;
    if (l->places == HANDS_BOTH)
        add_place(out, 0, first);
    add_place(out, l->places != FIRST, room - first);
    if (room == 0)
        return;
    for (unsigned k = 0; k < f->kinds; k++)
        again |= meant[k] > 1;
    out->holder = (int8_t)(l->places != FIRST);
    out->since = f->of->trail->step[l->since].line;
    out->shown = came_too_few[l->places == HANDS_BOTH][again];
}

static void add_places(const struct follower *f, const struct tight_spot *l,
    const uint8_t meant[HAND_LOG_KINDS], struct grounds *out)
{
    if (l->since < l->when) {
        add_arrivals(f, l, meant, out);
        return;
    }
    for (unsigned place = IN_FIRST; place <= IN_PILE; place++) {
        int room = l->places >> place & 1 ? f->size[l->when][place] : 0;
        for (unsigned k = 0; k < f->kinds && room > 0; k++) {
            const int known = hand_log_least(f, l->when, k, l->places) - meant[k],
                      shown = hand_log_least(f, l->when, k, 1u << place);
            room -= shown < known ? shown : known;
        }
        if (l->places >> place & 1)
            add_place(out, place == IN_PILE ? -1 : (int)place, room > 0 ? (unsigned)room : 0);
    }
}

/*
 * Turns the proof round: the only hand that is not among the places needs more cards than are left
 * for it.
 */
static void turn_round(const struct follower *f, const struct tight_spot *l, struct grounds *out)
{
    const unsigned rest = HIDDEN & ~l->places;
    int wanting = rest == FIRST    ? f->size[l->when][0]
                  : rest == SECOND ? f->size[l->when][1]
                                   : -1,
        left = 0;
    struct cardset kinds = {{0, 0}};
    for (unsigned k = 0; k < f->kinds; k++) {
        const int least = hand_log_least(f, l->when, k, rest),
                  more = hand_log_most(f, l->when, k, rest) - least;
        wanting -= least;
        if (more > 0)
            cards_add(&kinds, (int)k);
        left += more;
    }
    if (l->places == 0 || l->since < l->when || wanting <= left || cards_count(&kinds) != left)
        return;
    out->whose = (int8_t)(rest == SECOND);
    out->wanting = (uint8_t)wanting;
    out->left = kinds;
}

static void add_lines(const struct follower *f, struct grounds *out)
{
    for (unsigned from = 0, n; from<f->steps; from += n> 0 ? n : 1)
        if ((n = steps_of(f, from)) > 0)
            grounds_line(out, f->of->trail->step[from].line);
}

/*
 * Finds a proof that does not rely on anybody having kept a rule, if there is one, and by the
 * simpler method.
 */
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

bool hand_log_prove(const struct hand_log_case *c, struct grounds *out)
{
    struct follower f;
    struct tight_spot best;
    uint8_t meant[HAND_LOG_KINDS] = {0};
    if (!hand_log_begin_way(&f, c))
        return false;
    count_sizes(&f);
    if (!find_simplest(&f, &best))
        return false;
    if (out->uncalled)
        return true;
    leave_out_others(&f, &best);
    if (!take_few_lines(&f, best.wanted))
        leave_out_lines(&f, best.wanted);
    find_lack(&f, &best);
    add_cards(&f, &best, out, meant);
    add_places(&f, &best, meant, out);
    if (f.narrowed && out->places == 0)
        out->shown = N_("Then {cards} would have been nowhere: wherever else it could be, other "
                        "cards fill the hand.");
    add_lines(&f, out);
    turn_round(&f, &best, out);
    return true;
}
