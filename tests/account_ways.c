/* How copies may be shared out along the moves, and what that proves; see account.h. */
#include "account.h"

enum { SHARES = 125 };

/* ---- how a kind's copies may be shared out --------------------------------------------------- */

struct share {
    int n[3];
}; /* in both places and the rest; what is missing lies open */

static int index_of(struct share x) { return (x.n[0] * 5 + x.n[1]) * 5 + x.n[2]; }
static struct share share_of(int index)
{
    return (struct share){{index / 25, index / 5 % 5, index % 5}};
}

static bool is_told(const struct story *s, const struct proof *p, const struct move *m)
{
    bool told = m->line == p->line && (p->kind[1] == 'm' || p->game[0] == 'n') && m->act != 'G'
                && m->kind >= 0
                && (m->act == 'S' || (m->act == 'T' && p->kind[1] == 'm')
                    || strcmp(s->name[m->kind], p->card) == 0); /* what is to be disproved */
    for (unsigned i = 0; i < p->lines; i++)
        told |= p->at[i] == m->line;
    return told;
}

static unsigned put(struct share x, int from, int to, struct share *out, unsigned count)
{
    if (from >= 0 && x.n[from]-- == 0)
        return count;
    if (to >= 0)
        x.n[to]++;
    out[count] = x;
    return count + 1;
}

static unsigned scatter(struct share x, struct share out[16])
{
    const int all = x.n[0] + x.n[1] + x.n[2];
    unsigned count = 0;
    for (int first = 0; first <= all; first++)
        for (int second = 0; first + second <= all; second++)
            out[count++] = (struct share){{first, second, all - first - second}};
    return count;
}

/* What a move may make of it. */
static unsigned behind(const struct story *s, const struct proof *p, unsigned i, int kind,
    struct share x, struct share out[16])
{
    const struct move *m = &s->move[i];
    const bool told = is_told(s, p, m), this = m->kind == kind;
    const bool human = s->fires_only && s->name[kind][0] == 'h',
               curse = strcmp(s->name[kind], "curse") == 0;
    const int open = s->copies[kind] - x.n[0] - x.n[1] - x.n[2];
    unsigned count = 0;
    if (this && s->not_applied[kind] && m->line == p->line)
        return put(x, -1, -1, out, 0);
    switch (m->act) {
    case 'D':
    case 'T': {
        const int from = m->act == 'T' ? REST : 1 - m->place;
        if (told && m->kind >= 0)
            return this ? put(x, from, m->place, out, 0) : put(x, -1, -1, out, 0);
        count = put(x, -1, -1, out, 0);
        return (m->act == 'T' && human) || (m->act == 'D' && curse && s->lawful)
                   ? count
                   : put(x, from, m->place, out, count);
    }
    case 'L':
        for (int place = 0; this && !told && place < 3; place++)
            count = put(x, place, -1, out, count);
        return this && told ? put(x, m->place, -1, out, 0) : this ? count : put(x, -1, -1, out, 0);
    case 'S': return this && told && x.n[m->place] < m->count ? 0 : put(x, -1, -1, out, 0);
    case 'R': return this ? open > 0 ? put(x, -1, REST, out, 0) : 0 : put(x, -1, -1, out, 0);
    case 'G':
        for (int place = -1; this && place < 3; place++) /* it may be the row's from the start */
            for (int to = 0; to < 3; to++)
                if ((place >= 0 || open > 0) && (!told || to == m->place))
                    count = put(x, place, to, out, count);
        return this ? count : put(x, -1, -1, out, 0);
    case 'd':
    case 't':
    case 'l':
        count = put(x, -1, -1, out, 0);
        return put(x,
            m->act == 'd'   ? 1 - m->place
            : m->act == 't' ? REST
                            : m->place,
            m->act == 'l' ? REST : m->place, out, count);
    case 'O':
    case 'r':
        count = put(x, -1, -1, out, 0);
        for (int place = 0; place < 3 && m->act == 'O' && this; place++)
            count = put(x, place, -1, out, count);
        return m->act == 'r' && this && open > 0 ? put(x, -1, REST, out, count) : count;
    case 'X': return this ? scatter(x, out) : put(x, -1, -1, out, 0);
    }
    return 0;
}

static bool is_claimed_off(const struct story *s, unsigned i, int kind, struct share x)
{
    for (unsigned c = 0; c < s->claims; c++)
        if (s->claim[c].at == (int)i && s->claim[c].kind[kind] && x.n[s->claim[c].place] > 0)
            return true;
    return false;
}

static bool may[KINDS][MOVES + 1][SHARES];

static void begin_ways(const struct story *s, const struct proof *p, int kind)
{
    memset(may[kind], true, sizeof may[kind]);
    for (int at = 0; at < SHARES; at++) {
        const struct share x = share_of(at);
        const int all = x.n[0] + x.n[1] + x.n[2];
        const bool first = all == s->copies[kind] || (p->game[0] == 'n' && all == 0);
        may[kind][0][at] = first && x.n[0] >= s->given[kind][0] && x.n[1] >= s->given[kind][1]
                           && !(s->fires_only && s->name[kind][0] == 'h' && x.n[0] + x.n[1] > 0)
                           && !is_claimed_off(s, 0, kind, x);
    }
}

static void follow_ways(const struct story *s, const struct proof *p, int kind)
{
    struct share out[16];
    for (unsigned i = 0; i < s->moves; i++) {
        bool comes[SHARES] = {false};
        for (int at = 0; at < SHARES; at++)
            for (unsigned n = may[kind][i][at] ? behind(s, p, i, kind, share_of(at), out) : 0;
                 n > 0; n--)
                comes[index_of(out[n - 1])] |= !is_claimed_off(s, i + 1, kind, out[n - 1]);
        for (int at = 0; at < SHARES; at++)
            may[kind][i + 1][at] &= comes[at];
    }
    for (unsigned i = s->moves; i-- > 0;)
        for (int at = 0; at < SHARES; at++) {
            bool goes_on = false;
            for (unsigned n = may[kind][i][at] ? behind(s, p, i, kind, share_of(at), out) : 0;
                 n > 0; n--)
                goes_on |= may[kind][i + 1][index_of(out[n - 1])];
            may[kind][i][at] = goes_on;
        }
}

static int extreme(unsigned i, int kind, unsigned places, bool most);

/*
 * Of a line that cannot be, another card than the one that the finding is about may lie open
 * already: it moves nothing.
 */
static void follow_kind(struct story *s, const struct proof *p, int kind)
{
    s->not_applied[kind] = false;
    begin_ways(s, p, kind);
    follow_ways(s, p, kind);
    s->not_applied[kind] = p->kind[1] == 'm' && strcmp(s->name[kind], p->card) != 0
                           && extreme(0, kind, 1, false) < 0;
    if (!s->not_applied[kind])
        return;
    begin_ways(s, p, kind);
    follow_ways(s, p, kind);
}

/*
 * The least, or the most, of a kind in these places (a bit each) at a moment; -1: there is no way
 * at all.
 */
static int extreme(unsigned i, int kind, unsigned places, bool most)
{
    int found = -1;
    for (int at = 0; at < SHARES; at++) {
        const struct share x = share_of(at);
        int here = 0;
        for (int place = 0; place < 3; place++)
            here += places >> place & 1 ? x.n[place] : 0;
        if (may[kind][i][at])
            found = found < 0 || (most ? here > found : here < found) ? here : found;
    }
    return found;
}

/* ---- a proof --------------------------------------------------------------------------------- */

static int meant(struct story *s, const struct proof *p, int kind)
{
    int count = 0;
    for (unsigned i = 0; i < p->cards; i++)
        count += story_kind(s, p->code[i]) == kind;
    return count;
}

/* Both of NeedFire's places are the seat's; one of its rooms is told of both together. */
static unsigned place_bits(const struct proof *p, unsigned i)
{
    return p->game[0] == 'n'               ? 0
           : strcmp(p->where[i], "-") == 0 ? 1u << REST
                                           : 1u << proof_seat(p, p->where[i]);
}

/*
 * A place's room is its size less what is shown to be there; a card that is meant is not shown as
 * well.
 */
static bool is_short(struct story *s, const struct proof *p, unsigned i, unsigned places, int room)
{
    int size = 0, shown = 0, cards = 0;
    for (int place = 0; place < 3; place++) {
        size += places >> place & 1 ? s->count[i][place] : 0;
        if (places >> place & 1 && s->count[i][place] < 0)
            return false;
    }
    for (unsigned k = 0; k < s->kinds; k++) {
        const int wanted = meant(s, p, (int)k), least = extreme(i, (int)k, places, false);
        int here = 0;
        for (int place = 0; place < 3; place++)
            here += places >> place & 1 ? extreme(i, (int)k, 1u << place, false) : 0;
        if (least < wanted)
            return false;
        cards += wanted;
        shown += here < least - wanted ? here : least - wanted;
    }
    return room >= size - shown && cards > room;
}

/*
 * Or so many came to this hand since some moment; or, from elsewhere, to both. One that was not
 * there and then is has come; one for which that is so again has come again. `came` is the most
 * that must have, `held` so, and there at a later moment.
 */
static bool came_too_few(struct story *s, const struct proof *p, unsigned places, int room)
{
    for (unsigned when = s->loose ? s->loose_at : s->moves; when > 0; when--) {
        int unseen = 0, came[PARTS] = {0}, held[PARTS] = {0};
        for (unsigned since = when; since-- > 0;) {
            const struct move *m = &s->move[since];
            const bool comes = places >> m->place & 1
                               && strchr(places == 3 ? "TG" : "DTG", m->act) != NULL;
            const bool named = comes && is_told(s, p, m) && m->kind >= 0;
            bool all = true;
            unseen += comes && !named;
            for (unsigned i = 0; i < p->cards; i++) {
                const int kind = story_kind(s, p->code[i]);
                const int there = came[i] + extreme(since + 1, kind, places, false);
                held[i] = there > held[i] ? there : held[i];
                held[i] -= named && m->kind == kind;
                const int before = held[i] - extreme(since, kind, places, true);
                came[i] = before > came[i] ? before : came[i];
                all &= came[i] >= meant(s, p, kind);
            }
            if (all && room >= unseen && (int)p->cards > room)
                return true;
        }
    }
    return false;
}

/* A second night was agreed on: the doll, or both its halves, shown in these lines. */
static bool shows_doll(const struct story *s, const struct proof *p)
{
    bool shown = p->cards > 0, doll = false, effigy = false, ink = false;
    for (unsigned i = 0; i < p->cards; i++) {
        bool here = false;
        for (unsigned k = 0; k < s->moves; k++)
            here |= is_told(s, p, &s->move[k]) && s->move[k].kind >= 0
                    && strcmp(s->name[s->move[k].kind], p->code[i]) == 0;
        shown &= here;
        doll |= strcmp(p->code[i], "doll") == 0;
        effigy |= strcmp(p->code[i], "effigy") == 0;
        ink |= strcmp(p->code[i], "ink") == 0;
    }
    return shown && (doll || (effigy && ink));
}

/*
 * A place that has no more cards than must be there has no others; one that has as many as may be
 * has them all.
 */
static bool narrow(const struct story *s, unsigned i, int place)
{
    int least = 0, most = 0;
    bool told = false;
    for (unsigned k = 0; k < s->kinds; k++) {
        least += extreme(i, (int)k, 1u << place, false);
        most += extreme(i, (int)k, 1u << place, true);
    }
    if (least == most || s->count[i][place] < 0
        || (least != s->count[i][place] && most != s->count[i][place]))
        return false;
    for (unsigned k = 0; k < s->kinds; k++) {
        const int only = extreme(i, (int)k, 1u << place, most == s->count[i][place]);
        for (int at = 0; at < SHARES; at++) {
            told |= may[k][i][at] && share_of(at).n[place] != only;
            may[k][i][at] &= share_of(at).n[place] == only;
        }
    }
    return told;
}

static bool narrow_all(const struct story *s, const struct proof *p)
{
    bool told = false;
    for (unsigned i = 0; i <= s->moves; i++)
        for (int place = 0; place < 3; place++)
            told |= narrow(s, i, place);
    for (unsigned k = 0; told && k < s->kinds; k++)
        follow_ways(s, p, (int)k);
    return told;
}

static bool is_lack(struct story *s, const struct proof *p)
{
    unsigned places = 0;
    int room = 0;
    for (unsigned i = 0; i < p->cards; i++)
        if (extreme(0, story_kind(s, p->code[i]), 1, false) < 0 && p->cards == 1)
            return p->places == 0;
    for (unsigned i = 0; i < p->places; i++) {
        places |= place_bits(p, i);
        room += p->room[i];
    }
    for (unsigned i = 0; i <= s->moves && p->cards > 0; i++)
        for (unsigned own = 1; own <= 3; own++)
            if (p->places > 0 && is_short(s, p, i, places != 0 ? places : own, room))
                return true;
    return p->cards > 0 && p->places > 0 && places >= 1 && places <= 3
           && came_too_few(s, p, places, room);
}

bool ways_hold(struct story *s, const struct proof *p)
{
    if (strstr(p->rule, "/consent") != NULL)
        return shows_doll(s, p);
    for (unsigned k = 0; k < s->kinds; k++)
        follow_kind(s, p, (int)k);
    while (!is_lack(s, p))
        if (!s->narrowed || !narrow_all(s, p))
            return false;
    return true;
}

static void count_places(struct story *s)
{
    int n[3] = {s->size[0], s->size[1], -s->size[0] - s->size[1]};
    for (int k = 0; k < KINDS; k++)
        n[REST] += s->copies[k];
    for (unsigned i = 0; i <= s->moves; i++) {
        for (int place = 0; place < 3; place++)
            s->count[i][place] = (place < 2 && s->size[place] < 0) || (s->loose && i > s->loose_at)
                                     ? -1
                                     : n[place];
        const struct move *m = &s->move[i];
        if (i == s->moves)
            break;
        n[m->place] += strchr("DTG", m->act) != NULL ? 1 : m->act == 'L' ? -1 : 0;
        n[1 - m->place] -= m->act == 'D';
        n[REST] += m->act == 'R' ? 1 : m->act == 'T' ? -1 : 0;
    }
}

/*
 * Without leaning on anybody's having kept a rule, or on all that a place holds, if that will do.
 */
bool ways_prove(struct story *s, const struct proof *p)
{
    count_places(s);
    for (int way = 0; way < 4; way++) {
        s->lawful = way & 1;
        s->narrowed = way & 2;
        if (ways_hold(s, p))
            return true;
    }
    return false;
}
