/* The steps of two hands and a pile, and following cards along them; see hand_log.h. */
#include "hand_log_way.h"

#include <string.h>

/* ---- the record -------------------------------------------------------------------------- */

void hand_log_begin(struct hand_log *t, uint32_t line)
{
    t->line = line;
    t->said = t->count;
}

/* Cards of one kind that are seen one after the other become one step with a count. */
static bool is_seen_already(struct hand_log *t, int hand, int kind, int count)
{
    for (int i = t->count; i > t->said && t->step[i - 1].act == HAND_LOG_HOLD; i--) {
        struct hand_log_step *s = &t->step[i - 1];
        if (s->hand == hand && s->kind == kind) {
            s->count = (uint8_t)(count > s->count ? count : s->count);
            return true;
        }
    }
    return false;
}

void hand_log_add(struct hand_log *t, enum hand_log_act act, int hand, int kind, int count)
{
    if (act == HAND_LOG_HOLD && is_seen_already(t, hand, kind, count))
        return;
    t->full |= t->count == HAND_LOG_STEPS;
    if (!t->full)
        t->step[t->count++] = (struct hand_log_step){t->line, (uint8_t)act, (uint8_t)hand,
            (uint8_t)count, (int8_t)kind};
}

void hand_log_copy(struct hand_log *to, const struct hand_log *from)
{
    memcpy(to, from, offsetof(struct hand_log, step) + from->count * sizeof *from->step);
}

/* ---- ways to share a kind out ------------------------------------------------------------ */

/* The number of a share is made of the counts in the first three places. */
static unsigned bits_of(const struct follower *f, unsigned kind)
{
    return f->copies[kind] <= FEW_COPIES ? 2 : 3;
}

static struct share share_of(const struct follower *f, unsigned kind, unsigned number)
{
    const unsigned bits = bits_of(f, kind), all = (1u << bits) - 1;
    const unsigned a = number & all, b = number >> bits & all, c = number >> 2 * bits;
    return (struct share){
        {(uint8_t)a, (uint8_t)b, (uint8_t)c, (uint8_t)(f->copies[kind] - a - b - c)}};
}

static unsigned number_of(const struct follower *f, unsigned kind, struct share x)
{
    const unsigned bits = bits_of(f, kind);
    return x.in[IN_FIRST] | (unsigned)x.in[IN_SECOND] << bits | (unsigned)x.in[IN_PILE] << 2 * bits;
}

static unsigned count_in(struct share x, unsigned places)
{
    unsigned count = 0;
    for (unsigned place = 0; place < ALL_PLACES; place++)
        count += places >> place & 1 ? x.in[place] : 0;
    return count;
}

static void add_share(const struct follower *f, unsigned kind, struct share x, uint64_t *out)
{
    const unsigned number = number_of(f, kind, x);
    out[number / 64] |= (uint64_t)1 << number % 64;
}

/* Goes through a set of shares: the next one from `*number` on. False: there is none. */
static bool next_share(const struct follower *f, unsigned kind, const uint64_t *set,
    unsigned *number, struct share *out)
{
    while (*number < 64u * f->words[kind]) {
        const uint64_t left = set[*number / 64] >> *number % 64;
        if (left != 0) {
            *number += (unsigned)__builtin_ctzll(left);
            *out = share_of(f, kind, (*number)++);
            return true;
        }
        *number = (*number / 64 + 1) * 64;
    }
    return false;
}

static bool meet(const struct follower *f, unsigned kind, const uint64_t *one,
    const uint64_t *other)
{
    bool both = false;
    for (unsigned w = 0; w < f->words[kind]; w++)
        both |= (one[w] & other[w]) != 0;
    return both;
}

bool hand_log_nowhere(const struct follower *f, unsigned when, unsigned kind)
{
    const uint64_t *set = f->at[when] + f->first[kind];
    return f->copies[kind] > 0 && !meet(f, kind, set, set);
}

/* The shares of one word, sorted by how many are in each set of places. */
static void sort_shares(struct follower *f)
{
    memset(f->few, 0, sizeof f->few);
    for (unsigned n = 0; n < 64; n++)
        for (unsigned places = 0; places <= HIDDEN; places++) {
            const struct share x = {{n & FEW_COPIES, n >> 2 & FEW_COPIES, n >> 4 & FEW_COPIES, 0}};
            f->few[places][count_in(x, places)] |= (uint64_t)1 << n;
        }
}

int hand_log_least(const struct follower *f, unsigned when, unsigned kind, unsigned places)
{
    unsigned least = f->copies[kind];
    struct share x;
    if (f->words[kind] == 1) {
        const uint64_t set = f->at[when][f->first[kind]];
        unsigned n = 0;
        while (n < least && !(set & f->few[places][n]))
            n++;
        return (int)n;
    }
    for (unsigned n = 0; least > 0 && next_share(f, kind, f->at[when] + f->first[kind], &n, &x);) {
        const unsigned here = count_in(x, places);
        least = here < least ? here : least;
    }
    return (int)least;
}

void hand_log_least_of_all(const struct follower *f, unsigned when, unsigned kind,
    uint8_t least[HIDDEN + 1])
{
    struct share x;
    if (f->words[kind] == 1) {
        for (unsigned places = 0; places <= HIDDEN; places++)
            least[places] = (uint8_t)hand_log_least(f, when, kind, places);
        return;
    }
    memset(least, f->copies[kind], HIDDEN + 1);
    for (unsigned n = 0; next_share(f, kind, f->at[when] + f->first[kind], &n, &x);) {
        const uint8_t here[HIDDEN + 1] = {[FIRST] = x.in[IN_FIRST],
            [SECOND] = x.in[IN_SECOND],
            [PILE] = x.in[IN_PILE],
            [HANDS_BOTH] = (uint8_t)(x.in[IN_FIRST] + x.in[IN_SECOND]),
            [FIRST | PILE] = (uint8_t)(x.in[IN_FIRST] + x.in[IN_PILE]),
            [SECOND | PILE] = (uint8_t)(x.in[IN_SECOND] + x.in[IN_PILE]),
            [HIDDEN] = (uint8_t)(x.in[IN_FIRST] + x.in[IN_SECOND] + x.in[IN_PILE])};
        for (unsigned places = 0; places <= HIDDEN; places++)
            least[places] = here[places] < least[places] ? here[places] : least[places];
    }
}

int hand_log_most(const struct follower *f, unsigned when, unsigned kind, unsigned places)
{
    unsigned most = 0;
    struct share x;
    if (f->words[kind] == 1) {
        const uint64_t set = f->at[when][f->first[kind]];
        for (most = f->copies[kind]; most > 0 && !(set & f->few[places][most]);)
            most--;
        return (int)most;
    }
    for (unsigned n = 0; next_share(f, kind, f->at[when] + f->first[kind], &n, &x);) {
        const unsigned here = count_in(x, places);
        most = here > most ? here : most;
    }
    return (int)most;
}

/* ---- a kind's way ------------------------------------------------------------------------ */

/* Adds to a set what a step may make of a share. */
struct hand_log_build {
    const struct follower *f;
    unsigned kind;
    struct share x;
    uint64_t *out;
};

static void keep(const struct hand_log_build *m) { add_share(m->f, m->kind, m->x, m->out); }

/* Moves `count` cards from one place to another, if there are that many. */
static void put_some(const struct hand_log_build *m, unsigned from, unsigned to, unsigned count)
{
    struct share x = m->x;
    if (x.in[from] < count)
        return;
    x.in[from] = (uint8_t)(x.in[from] - count);
    x.in[to] = (uint8_t)(x.in[to] + count);
    add_share(m->f, m->kind, x, m->out);
}

static void put(const struct hand_log_build *m, unsigned from, unsigned to)
{
    put_some(m, from, to, 1);
}

static void put_from(const struct hand_log_build *m, unsigned places, unsigned to)
{
    for (unsigned place = 0; place < ALL_PLACES; place++)
        if (places >> place & 1)
            put(m, place, to);
}

/* Shares out the cards of two places between them in every way. */
static void mix(const struct hand_log_build *m, unsigned one, unsigned other)
{
    struct hand_log_build all = *m;
    all.x.in[one] = (uint8_t)(m->x.in[one] + m->x.in[other]);
    all.x.in[other] = 0;
    for (unsigned count = 0; count <= all.x.in[one]; count++)
        put_some(&all, one, other, count);
}

/* Does this step move a card to or from the open, where everybody sees it? */
static bool is_open(const struct hand_log_step *s)
{
    return s->act == HAND_LOG_LEAVE || s->act == HAND_LOG_RETURN || s->act == HAND_LOG_GAIN
           || s->act == HAND_LOG_LIE;
}

/* Does a claim say that this draw did not take the bound kind? */
static bool is_sworn(const struct follower *f, unsigned i)
{
    for (unsigned k = 0; k < f->of->claims; k++)
        if (f->of->claim[k].drawn && f->of->claim[k].at == i + 1)
            return true;
    return f->lawful;
}

/* A step that moved an unseen card, which may have been of this kind. */
static void move_unseen(const struct hand_log_build *m, unsigned i)
{
    const struct follower *f = m->f;
    const struct hand_log_step *s = &f->of->trail->step[i];
    const unsigned here = s->hand, there = !s->hand;
    const bool bound = m->kind == f->of->trail->bound,
               never = f->of->trail->never_unseen >> m->kind & 1;
    if (s->act != HAND_LOG_PUT_BACK)
        keep(m);
    switch ((enum hand_log_act)s->act) {
    case HAND_LOG_DRAW:
        if (!bound || s->kind >= 0 || !is_sworn(f, i))
            put(m, there, here);
        break;
    case HAND_LOG_TAKE:
        if (!never)
            put(m, IN_PILE, here);
        break;
    case HAND_LOG_PUT_BACK: put_some(m, here, IN_PILE, bound ? 0 : m->x.in[here]); break;
    case HAND_LOG_LAY_UNSEEN:
        if (!bound)
            mix(m, here, IN_PILE);
        break;
    case HAND_LOG_FILL: mix(m, here, IN_PILE); break;
    case HAND_LOG_LEAVE:
    case HAND_LOG_HOLD:
    case HAND_LOG_RETURN:
    case HAND_LOG_GAIN:
    case HAND_LOG_LIE:
    case HAND_LOG_LOOSE: break;
    }
}

/* The places from which a card may have come that this step laid down. */
static unsigned laid_from(const struct follower *f, unsigned i)
{
    return f->told[i] ? 1u << f->of->trail->step[i].hand : HIDDEN;
}

/* A step that names the kind. */
static void move_named(const struct hand_log_build *m, unsigned i)
{
    const struct follower *f = m->f;
    const struct hand_log_step *s = &f->of->trail->step[i];
    const unsigned here = s->hand, there = !s->hand, open = m->x.in[IN_OPEN];
    const unsigned count = s->count < f->copies[m->kind] ? s->count : f->copies[m->kind];
    switch ((enum hand_log_act)s->act) {
    case HAND_LOG_LEAVE: put_from(m, laid_from(f, i), IN_OPEN); return;
    case HAND_LOG_LIE: put_from(m, HIDDEN, IN_OPEN); return;
    case HAND_LOG_HOLD:
        if (m->x.in[here] >= count)
            keep(m);
        return;
    case HAND_LOG_RETURN: put_some(m, IN_OPEN, IN_PILE, count < open ? count : open); return;
    case HAND_LOG_GAIN:
        for (unsigned to = IN_FIRST; to <= IN_PILE; to++)
            if (!f->told[i] || to == here)
                put_from(m, ~0u, to);
        return;
    case HAND_LOG_DRAW: put(m, there, here); return;
    case HAND_LOG_TAKE: put(m, IN_PILE, here); return;
    case HAND_LOG_PUT_BACK:
    case HAND_LOG_LAY_UNSEEN:
    case HAND_LOG_FILL:
    case HAND_LOG_LOOSE: break;
    }
    keep(m);
}

/*
 * May this step have moved a card of this kind? A step that names a kind moves only that; an unseen
 * card may be of any.
 */
static bool concerns(const struct follower *f, unsigned i, unsigned kind)
{
    const struct hand_log_step *s = &f->of->trail->step[i];
    return (!is_open(s) && !step_names(f, i)) || s->kind == (int)kind;
}

static void go_on(const struct hand_log_build *m, unsigned i)
{
    if (is_open(&m->f->of->trail->step[i]) || step_names(m->f, i))
        move_named(m, i);
    else
        move_unseen(m, i);
}

/* ---- following them -------------------------------------------------------------------------- */

/* The hands (a bit each) that claims made before this step say have none of this kind. */
static unsigned denied(const struct follower *f, unsigned i, unsigned kind)
{
    unsigned hands = 0;
    for (unsigned k = 0; k < f->of->claims; k++) {
        const struct hand_log_claim *claim = &f->of->claim[k];
        if ((claim->at == i || (i == f->steps && claim->at > i)) && !claim->drawn
            && claim->kinds >> kind & 1)
            hands |= 1u << claim->hand;
    }
    return hands;
}

/*
 * At the deal nothing lies open. Cards that are given are in their hands, all others are in the
 * pile or dealt.
 */
static bool may_be_dealt(const struct follower *f, unsigned kind, struct share x)
{
    const struct hand_log *t = f->of->trail;
    const bool bound = kind == t->bound, below = t->never_unseen >> kind & 1;
    return x.in[IN_OPEN] == 0 && !(below && x.in[IN_PILE] < f->copies[kind])
           && !(bound
                && (x.in[IN_FIRST] < t->given[IN_FIRST] || x.in[IN_SECOND] < t->given[IN_SECOND]));
}

/*
 * Keeps only the shares that earlier claims allow before a step, and at the deal those that may be
 * dealt.
 */
static void allow(struct follower *f, unsigned i, unsigned kind)
{
    const unsigned hands = denied(f, i, kind), copies = f->copies[kind];
    uint64_t *set = f->at[i] + f->first[kind];
    for (unsigned w = 0; w < f->words[kind]; w++)
        set[w] = hands == 0 && i > 0 ? UINT64_MAX : 0;
    for (unsigned n = 0; n < 64u * f->words[kind] && (hands != 0 || i == 0); n++) {
        const struct share x = share_of(f, kind, n);
        if (count_in(x, HIDDEN) <= copies && count_in(x, hands) == 0
            && (i > 0 || may_be_dealt(f, kind, x)))
            add_share(f, kind, x, set);
    }
}

static void follow_on(struct follower *f, unsigned i, unsigned kind)
{
    const uint64_t *set = f->at[i] + f->first[kind];
    uint64_t comes[SET_WORDS] = {0};
    struct hand_log_build m = {.f = f, .kind = kind, .out = comes};
    for (unsigned n = 0; next_share(f, kind, set, &n, &m.x);)
        go_on(&m, i);
    for (unsigned w = 0; w < f->words[kind]; w++)
        f->at[i + 1][f->first[kind] + w] &= comes[w];
}

static void follow_back(struct follower *f, unsigned i, unsigned kind)
{
    uint64_t *set = f->at[i] + f->first[kind];
    struct hand_log_build m = {.f = f, .kind = kind};
    for (unsigned n = 0; next_share(f, kind, set, &n, &m.x);) {
        uint64_t comes[SET_WORDS] = {0};
        m.out = comes;
        go_on(&m, i);
        if (!meet(f, kind, comes, f->at[i + 1] + f->first[kind]))
            set[(n - 1) / 64] &= ~((uint64_t)1 << (n - 1) % 64);
    }
}

/* The step moves no card of this kind. */
static void stay(struct follower *f, unsigned to, unsigned from, unsigned kind)
{
    for (unsigned w = f->first[kind]; w < f->first[kind] + f->words[kind]; w++)
        f->at[to][w] &= f->at[from][w];
}

static void follow_kind(struct follower *f, unsigned kind)
{
    if (f->copies[kind] == 0)
        return;
    for (unsigned i = 0; i < f->steps; i++)
        if (concerns(f, i, kind))
            follow_on(f, i, kind);
        else
            stay(f, i + 1, i, kind);
    for (unsigned i = f->steps; i-- > 0;)
        if (concerns(f, i, kind))
            follow_back(f, i, kind);
        else
            stay(f, i, i + 1, kind);
}

void hand_log_follow(struct follower *f)
{
    for (unsigned kind = 0; kind < f->kinds; kind++) {
        for (unsigned i = 0; i <= f->steps; i++)
            allow(f, i, kind);
        follow_kind(f, kind);
    }
}

bool hand_log_begin_way(struct follower *f, const struct hand_log_case *of)
{
    const struct hand_log *t = of->trail;
    unsigned words = 0;
    sort_shares(f);
    f->of = of;
    f->steps = f->kinds = f->cards = 0;
    f->all = true;
    for (unsigned k = 0; k < HAND_LOG_KINDS; k++) {
        const unsigned copies = t->deck[k]
                                + (k == t->bound ? t->given[IN_FIRST] + t->given[IN_SECOND] : 0u);
        const unsigned needed = copies == 0 ? 0 : copies <= FEW_COPIES ? 1 : SET_WORDS;
        const bool followed = copies <= FOLLOWED_MOST && words + needed <= WORDS_MOST;
        f->copies[k] = (uint8_t)(followed ? copies : 0);
        f->first[k] = (uint8_t)words;
        f->words[k] = (uint8_t)(followed ? needed : 0);
        words += f->words[k];
        f->cards += copies;
        f->all &= followed;
        f->kinds = copies > 0 ? k + 1 : f->kinds;
    }
    while (f->steps < t->count && (of->last == 0 || t->step[f->steps].line <= of->last))
        f->told[f->steps++] = true;
    return !t->full;
}

/* ---- full hands ------------------------------------------------------------------------------ */

/* Keeps only the shares with `count` cards in this place. Returns whether that changed anything. */
static bool narrow(struct follower *f, unsigned i, unsigned kind, unsigned place, int count)
{
    uint64_t *set = f->at[i] + f->first[kind];
    bool told = false;
    struct share x;
    for (unsigned n = 0; next_share(f, kind, set, &n, &x);)
        if (x.in[place] != count) {
            set[(n - 1) / 64] &= ~((uint64_t)1 << (n - 1) % 64);
            told = true;
        }
    return told;
}

/* Cards of kinds that are not followed may be in any place that is not full. */
static bool fill(struct follower *f, unsigned i, unsigned place)
{
    const unsigned kinds = f->kinds;
    int least[HAND_LOG_KINDS], most[HAND_LOG_KINDS], sure = 0, possible = 0;
    bool told = false;
    for (unsigned k = 0; k < kinds; k++) {
        least[k] = hand_log_least(f, i, k, 1u << place);
        most[k] = hand_log_most(f, i, k, 1u << place);
        sure += least[k];
        possible += most[k];
    }
    const bool full = sure == f->size[i][place], scarce = possible == f->size[i][place] && f->all;
    for (unsigned k = 0; k < kinds && (full || scarce); k++)
        told |= narrow(f, i, k, place, full ? least[k] : most[k]);
    return told;
}

bool hand_log_narrow(struct follower *f)
{
    bool told = false;
    for (unsigned i = 0; i <= f->steps; i++)
        for (unsigned place = IN_FIRST; place <= IN_PILE; place++)
            told |= fill(f, i, place);
    for (unsigned kind = 0; told && kind < f->kinds; kind++)
        follow_kind(f, kind);
    return told;
}
