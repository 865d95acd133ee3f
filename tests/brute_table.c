/* The round replayed, and what a judge should find in it; see brute_oracle.h. */
#include "brute_oracle.h"

#include <assert.h>
#include <string.h>

void table_copy(struct table *to, const struct table *from)
{
    memcpy(to, from, offsetof(struct table, want) + (size_t)from->wants * sizeof *from->want);
}

void table_begin(struct table *t, int players)
{
    memset(t, 0, sizeof *t);
    t->players = t->facts.players = players;
    t->aside = t->leader = t->first_leader = t->best_seat = NOBODY;
}

static struct want *want(struct table *t, const char *kind, const char *rule, int seat, int card,
    uint32_t line)
{
    struct want *w = &t->want[t->wants++];
    memset(w, 0, sizeof *w);
    w->kind = kind;
    w->rule = rule;
    w->seat = seat;
    w->card = card;
    w->line = line;
    return w;
}

static void because(struct want *w, uint32_t line)
{
    if (line != 0 && line != w->line && w->because_count < FACTS_MOST)
        w->because[w->because_count++] = line;
}

int table_left(const struct table *t, int seat)
{
    return facts_hand_size(&t->facts, seat) - t->tricks - t->out[seat];
}

/* Who surely holds the card that leads, in every deal that fits? */
static int sure_leader(const struct table *t)
{
    struct view v;
    view_make(&t->facts, ALWAYS, &v);
    int five = card_of(BLUE, 5), six = card_of(BLUE, 6);
    int holder = v.holder[five] == ASIDE ? v.holder[six] : v.holder[five];
    if (holder >= 0 && holder < t->players)
        return holder;
    int can = NOBODY;
    for (int i = 0; i < t->players; i++) {
        struct claim c = {.kind = CLAIM_LEAD, .seat = i, .counts = ~(uint64_t)0};
        if (!deal_exists(&v, &c, NULL))
            continue;
        if (can != NOBODY)
            return NOBODY;
        can = i;
    }
    return can;
}

int table_turn(const struct table *t)
{
    if (t->phase != DURING || t->coarse || t->adrift)
        return NOBODY;
    int seat = t->leader != NOBODY ? t->leader : t->plays == 0 ? sure_leader(t) : NOBODY;
    for (int i = 0; seat != NOBODY && i < t->players; i++, seat = (seat + 1) % t->players)
        if (!t->out[seat] && table_left(t, seat) > 0)
            return seat;
    return NOBODY;
}

/* ---- what cannot be ---------------------------------------------------------------------- */

static uint32_t seen_last(const struct table *t, int card)
{
    uint32_t line = 0;
    for (int i = 0; i < t->facts.count; i++)
        if (t->facts.fact[i].card == card && t->facts.fact[i].line > line)
            line = t->facts.fact[i].line;
    return line;
}

/* False, and a finding, so that callers can return it. */
static bool impossible(struct table *t, const struct said *said, int seat, int card)
{
    struct want *w = want(t, "impossible", "deck", seat, card, said->line);
    if (card != NOBODY)
        because(w, seen_last(t, card));
    /* the last of the lines that show it */
    const bool counted = card != NOBODY && w->because_count == 0;
    for (int i = 0; i < t->facts.count && counted; i++)
        if (i == 0 || t->facts.fact[i].line != t->facts.fact[i - 1].line)
            because(w, t->facts.fact[i].line);
    w->empty_too = counted || t->phase == OVER || t->coarse
                   || (said->verb == PLAY && seat != NOBODY
                       && (t->out[seat] || table_left(t, seat) <= 0));
    return false;
}

static bool played_before(const struct table *t, int card)
{
    for (int i = 0; i < t->plays; i++)
        if (t->play[i].card == card)
            return true;
    for (int i = 0; i < t->facts.count; i++)
        if (t->facts.fact[i].card == card && t->facts.fact[i].kind == TAKEN)
            return true;
    return false;
}

static bool still_fits(const struct table *t)
{
    struct view v;
    view_make(&t->facts, ALWAYS, &v);
    return deal_exists(&v, NULL, NULL);
}

static void add_fact(struct table *t, enum fact_kind kind, int seat, int card, uint32_t line)
{
    t->facts.fact[t->facts.count++] =
        (struct fact){.kind = kind, .seat = seat, .card = card, .line = line};
}

static void tell_fact(struct table *t, enum fact_kind kind, int seat, int card, uint32_t line)
{
    add_fact(t, kind, seat, card, line);
    t->facts.fact[t->facts.count - 1].told = true;
}

/* Whose these plays were is not known: each card lay in some hand, and not aside. */
static void disown(struct table *t, int from, int to)
{
    for (int i = to - 1; i >= from; i--) {
        t->play[i].short_trick = true;
        for (int k = t->facts.count - 1; k >= 0; k--)
            if (t->facts.fact[k].card == t->play[i].card) {
                t->facts.fact[k].kind = TAKEN;
                t->facts.fact[k].seat = NOBODY;
                break;
            }
    }
}

/*
 * Where a card does not fit this seat's hand, a play that was said to be somebody's out of turn may
 * have been another's, and so may those be that followed it by their order alone: if any of these
 * is that seat's, one wrong name explains both. Takes back the earliest; false: there is none.
 */
static bool doubt_stray(struct table *t, int seat)
{
    for (int i = 0; i < t->plays; i++) {
        bool own = t->play[i].seat == seat;
        int to = i + 1;
        if (!t->play[i].stray || t->play[i].short_trick)
            continue;
        for (; to < t->plays && !t->play[to].named; to++)
            own |= t->play[to].seat == seat;
        if (!own)
            continue;
        disown(t, i, to);
        return true;
    }
    return false;
}

/* … as long as it takes for what was seen to fit. */
static bool fits_somehow(struct table *t, int seat)
{
    while (!still_fits(t))
        if (!doubt_stray(t, seat))
            return false;
    return true;
}

/* Without what the line of this fact told of a hand; false: it is not disputed. */
static bool take_away(const struct table *t, int fact, struct table *left)
{
    const struct fact told = t->facts.fact[fact];
    table_copy(left, t);
    left->facts.count = 0;
    for (int i = 0; i < t->facts.count; i++)
        if (!t->facts.fact[i].told || t->facts.fact[i].line != told.line
            || t->facts.fact[i].seat != told.seat)
            left->facts.fact[left->facts.count++] = t->facts.fact[i];
    return told.disputed;
}

/*
 * A line was refused for a card said to be in a hand, or to be given. If it fits without what one
 * line told of a hand, that one is as likely wrong; where a second line is against it as well, it
 * is rather that one than both.
 */
static bool fits_without(const struct table *t, const struct fact *told, enum fact_kind kind,
    int seat, int card, struct table *left)
{
    take_away(t, (int)(told - t->facts.fact), left);
    struct table tried;
    table_copy(&tried, left);
    tried.facts.passed[seat] |= kind == GIVEN;
    add_fact(&tried, kind, seat, card, 0);
    return in_deck(card, t->players) && !played_before(t, card) && t->aside != card
           && still_fits(&tried);
}

static void dispute(struct table *t, enum fact_kind kind, int seat, int card)
{
    struct table left;
    for (int i = 0; i < t->facts.count && seat != NOBODY && card != NOBODY; i++) {
        struct fact *f = &t->facts.fact[i];
        f->disputed |= f->told && fits_without(t, f, kind, seat, card, &left);
    }
}

/* Forgets the first line so disputed without which this card fits. */
static bool disbelieve(struct table *t, enum fact_kind kind, int seat, int card)
{
    struct table left;
    for (int i = 0; i < t->facts.count; i++)
        if (t->facts.fact[i].disputed
            && fits_without(t, &t->facts.fact[i], kind, seat, card, &left)) {
            t->facts = left.facts;
            return true;
        }
    return false;
}

static int ones(uint64_t set)
{
    int n = 0;
    for (; set != 0; set &= set - 1)
        n++;
    return n;
}

/* The cards on the table are left lying: nobody is known to have won them. */
static void leave_trick(struct table *t)
{
    t->tricks += t->table != 0;
    t->table = 0;
    t->leader = NOBODY;
    memset(t->out, 0, sizeof t->out);
}

/*
 * A card was left out in the trick on the table, or before it in one with which a row of a trick or
 * more went on: who played which of the cards since is not known.
 */
static void shorten_trick(struct table *t)
{
    int first = t->doubted != NOBODY ? t->doubted : t->plays - ones(t->table);
    t->doubted = NOBODY;
    while (t->layout != MIXED && first > 0 && first < t->plays
           && t->play[first - 1].line == t->play[first].line)
        first--;
    disown(t, first, t->plays);
}

/*
 * The trick on the table lacks a card and is a line by itself: where rows are of tricks, one of a
 * trick may not go on with it.
 */
static bool short_row(const struct table *t)
{
    const int cards = ones(t->table), first = t->plays - cards;
    return t->layout == IN_TRICKS && cards == t->players - 1
           && t->play[first].line == t->play[t->plays - 1].line
           && (first == 0 || t->play[first - 1].line != t->play[first].line);
}

/* ---- statements before the play ---------------------------------------------------------- */

static void begin_round(struct table *t)
{
    struct facts facts = {.players = t->players};
    for (int i = 0; i < t->players; i++)
        facts.pass_size[i] = 2;
    t->facts = facts;
    t->phase = DURING;
    t->by_relics = t->coarse = t->broken = t->lead_by_play = t->lead_disputed = false;
    t->adrift = t->told = t->unsure = t->by_layout = t->guessed = t->early = t->early_lead =
        t->behind = t->unsaid = t->presumed = false;
    t->layout = 0;
    t->next_plays = NOBODY;
    t->lost = 0;
    t->lost_cards = 0;
    t->doubted = NOBODY;
    t->aside = t->leader = t->first_leader = t->best_seat = NOBODY;
    t->lead_line = 0;
    t->relics = t->table = 0;
    t->captured = t->tricks = t->plays = t->signs = 0;
    memset(t->out, 0, sizeof t->out);
}

static enum fact_kind hand_kind(const struct table *t, int seat)
{
    bool any = false;
    for (int i = 0; i < t->players; i++)
        any |= t->facts.passed[i];
    if (t->plays > 0 || t->coarse || t->lost != 0 || t->facts.passed[seat])
        return HELD;
    return any ? SEEN_BETWEEN : SEEN_FIRST;
}

/*
 * Rows of whole tricks, the last of which lacks a card: where what is seen in a hand does not fit,
 * that was left out, and whose the others are is not known. False: it is no such row.
 */
static bool doubt_last_row(struct table *t)
{
    const bool lacks = ones(t->table) == t->players - 1 && t->plays > ones(t->table);
    if (t->phase != DURING || t->coarse || t->adrift || t->layout != IN_TRICKS
        || (!lacks && t->doubted == NOBODY))
        return false;
    shorten_trick(t);
    leave_trick(t);
    t->lost = t->play[t->plays - 1].line;
    t->adrift = true;
    return true;
}

static bool see_hand(struct table *t, const struct said *said)
{
    enum fact_kind kind = hand_kind(t, said->seat);
    int size = kind == HELD ? facts_hand_size(&t->facts, said->seat) : HAND;
    if (said->verb == HAND_IS && (t->plays > 0 || t->coarse || said->count != size))
        return impossible(t, said, said->seat, NOBODY);
    struct table before;
    int first = NOBODY; /* the card for which a line of before was held to be wrong */
    table_copy(&before, t);
    for (int i = 0; i < said->count; i++) {
        if (said->card[i] == UNSEEN)
            continue;
        bool there = in_deck(said->card[i], t->players) && !played_before(t, said->card[i]);
        const int facts = t->facts.count;
        if (there)
            tell_fact(t, kind, said->seat, said->card[i], said->line);
        if (there && fits_somehow(t, said->seat))
            continue;
        t->facts.count = there ? facts : t->facts.count;
        if (there && disbelieve(t, HELD, said->seat, said->card[i])) {
            first = first == NOBODY ? said->card[i] : first;
            tell_fact(t, kind, said->seat, said->card[i], said->line);
            continue;
        }
        if (there)
            tell_fact(t, kind, said->seat, said->card[i], said->line);
        if (there && doubt_last_row(t) && fits_somehow(t, said->seat))
            continue;
        first = first == NOBODY ? said->card[i] : first;
        table_copy(t, &before);
        dispute(t, HELD, said->seat, first);
        return impossible(t, said, said->seat, first);
    }
    return true;
}

/* A seat that passes again: unless it is the same once more, nobody knows what it passed. */
static void forget_given(struct table *t, const struct said *said)
{
    bool same = true;
    for (int i = 0; i < said->count; i++) {
        bool again = said->card[i] == UNSEEN;
        for (int k = 0; k < t->facts.count; k++) {
            const struct fact *f = &t->facts.fact[k];
            again |= f->kind == GIVEN && f->seat == said->seat && f->card == said->card[i];
        }
        same &= again;
    }
    int kept = 0;
    for (int k = 0; k < t->facts.count; k++)
        if (same || t->facts.fact[k].kind != GIVEN || t->facts.fact[k].seat != said->seat)
            t->facts.fact[kept++] = t->facts.fact[k];
    t->facts.count = kept;
}

/* A pass that cannot have been this one was one of other cards, if any fits. */
static void pass_unknown(struct table *t, int seat)
{
    t->facts.passed[seat] = true;
    t->facts.pass_size[seat] = 2;
    if (!still_fits(t))
        t->facts.passed[seat] = false;
}

static bool pass_cards(struct table *t, const struct said *said)
{
    int seat = said->seat;
    if (t->plays > 0 || t->coarse)
        return impossible(t, said, seat, NOBODY);
    if (t->facts.passed[seat]) {
        forget_given(t, said);
        return impossible(t, said, seat, NOBODY);
    }
    struct facts before = t->facts;
    t->facts.passed[seat] = true;
    t->facts.pass_size[seat] = said->count;
    int blamed = NOBODY;
    bool fits = true;
    for (int i = 0; i < said->count && fits; i++) {
        if (said->card[i] == UNSEEN)
            continue;
        blamed = said->card[i];
        fits = in_deck(said->card[i], t->players);
        tell_fact(t, GIVEN, seat, said->card[i], said->line);
        if (fits && !still_fits(t)) {
            t->facts.count--;
            fits = disbelieve(t, GIVEN, seat, said->card[i]);
            tell_fact(t, GIVEN, seat, said->card[i], said->line);
        }
    }
    if (fits) {
        fits = still_fits(t);
        blamed = NOBODY;
    }
    if (!fits) {
        t->facts = before;
        dispute(t, GIVEN, seat, blamed);
        pass_unknown(t, seat);
        return impossible(t, said, seat, blamed);
    }
    if (said->count != 2)
        want(t, "irregular", "pass", seat, NOBODY, said->line);
    return true;
}

static bool lay_aside(struct table *t, const struct said *said)
{
    int card = said->card[0];
    if (t->players == 4 || !in_deck(card, t->players) || t->aside != NOBODY
        || seen_last(t, card) != 0)
        return impossible(t, said, NOBODY, card);
    add_fact(t, LAID_ASIDE, NOBODY, card, said->line);
    if (!still_fits(t)) {
        t->facts.count--;
        return impossible(t, said, NOBODY, card);
    }
    t->aside = card;
    return true;
}

static bool name_leader(struct table *t, const struct said *said)
{
    if (t->plays > 0 || t->coarse || (t->lead_line != 0 && t->first_leader != said->seat))
        return impossible(t, said, said->seat, NOBODY);
    if (t->lead_line == 0)
        t->lead_line = said->line;
    t->leader = t->first_leader = said->seat;
    t->adrift &= t->lost != 0;
    return true;
}

static bool turn_up(struct table *t, const struct said *said)
{
    for (int i = 0; i < 3; i++)
        for (int suit = 0; suit < 4; suit++)
            t->relics |= bit(card_of((enum suit)suit, said->card[i]));
    return true;
}

/* ---- playing ----------------------------------------------------------------------------- */

static void finish_trick(struct table *t, int winner, int relics)
{
    int most = 0;
    t->captured += relics;
    t->leader = winner;
    t->tricks++;
    t->table = 0;
    memset(t->out, 0, sizeof t->out);
    for (int i = 0; i < t->players; i++)
        most = table_left(t, i) > most ? table_left(t, i) : most;
    /* with a row missing nobody can tell from the hands that the round is over */
    if ((most == 0 && t->lost == 0 && t->relics != 0) || t->captured == 12) {
        t->phase = OVER;
        t->by_relics = most > 0 || t->lost != 0;
    }
}

static void put_card(struct table *t, int seat, int card, uint32_t line, bool named, int due)
{
    bool lead = t->table == 0;
    enum suit led = lead ? suit_of(card) : t->play[t->plays - 1].led;
    bool blue = suit_of(card) == BLUE;
    t->play[t->plays++] = (struct played){.card = card,
        .seat = seat,
        .led = led,
        .lead = lead,
        .line = line,
        .lost = t->lost,
        .named = named,
        .stray = t->early,
        .due = due,
        .unbroken = lead && blue && !t->broken && t->lost == 0};
    t->broken |= blue;
    if (lead || (suit_of(card) == led && rank_of(card) > rank_of(t->best))) {
        t->best = card;
        t->best_seat = seat;
    }
    if (lead)
        t->leader = seat;
    t->table |= bit(card);
    t->out[seat] = true;
    for (int i = 0; i < t->players; i++)
        if (!t->out[i] && table_left(t, i) > 0)
            return;
    finish_trick(t, t->best_seat, ones(t->table & t->relics));
}

/* This card was another seat's: the facts say so as well. */
static void give_play(struct table *t, int play, int seat)
{
    t->play[play].seat = seat;
    for (int k = 0; k < t->facts.count; k++)
        if (t->facts.fact[k].card == t->play[play].card
            && t->facts.fact[k].line == t->play[play].line) {
            t->facts.fact[k].kind = HELD;
            t->facts.fact[k].seat = seat;
        }
}

/*
 * The cards of the open trick from this one on were laid clockwise by who had played none. False: a
 * name is against it.
 */
static bool lay_open(struct table *t, int from)
{
    const int first = t->plays - ones(t->table);
    for (int i = from; i < t->plays; i++)
        t->out[t->play[i].seat] = false;
    int seat = t->play[from].due;
    for (int i = from; i < t->plays; i++) {
        while (t->out[seat])
            seat = (seat + 1) % t->players;
        if (i > from && ((t->play[i].named && t->play[i].seat != seat) || t->play[i].excused))
            return false;
        give_play(t, i, seat);
        t->out[seat] = true;
    }
    t->play[from].stray = t->early = t->early_lead = false;
    t->leader = t->play[first].seat;
    for (int i = first; i < t->plays; i++)
        t->best_seat = t->play[i].card == t->best ? t->play[i].seat : t->best_seat;
    return true;
}

/*
 * A seat plays to a trick once more: had another, whose turn it was, played what was named as a
 * card out of turn, and those after it clockwise, this seat has not played yet. False: it has all
 * the same, or a name, or what was seen, is against it.
 */
static bool seat_in_turn(struct table *t, int again)
{
    static struct table other;
    int from = t->plays - ones(t->table);
    while (from < t->plays
           && !(t->play[from].stray && t->play[from].named && t->play[from].due != NOBODY
                && !t->play[from].short_trick))
        from++;
    if (from == t->plays)
        return false;
    table_copy(&other, t);
    if (!lay_open(&other, from) || other.out[again] || !still_fits(&other))
        return false;
    table_copy(t, &other);
    return true;
}

/* Had the last one named, who was out of turn, been the one on turn, would this seat lead now? */
static bool turned_by_name(const struct table *t, int expected, int seat)
{
    int last = t->plays - 1, later = last, early;
    while (later > 0 && !t->play[later].lead)
        later--;
    for (early = later - 1; early > 0 && !t->play[early].lead; early--)
        ;
    /* or the trick before the last one stands too early by one */
    if (early >= 0 && t->play[early].stray && t->play[early].named
        && t->play[early].due == t->play[later].seat && t->play[later].due == seat
        && t->play[early].seat == expected)
        return true;
    while (last >= 0 && !t->play[last].named)
        last--;
    if (last < 0 || !t->play[last].stray || t->play[last].due == NOBODY)
        return false;
    const struct played *p = &t->play[last];
    if (p->lead)
        return (expected - p->seat + p->due + t->players) % t->players == seat;
    int next = last + 1;
    while (next < t->plays && !t->play[next].lead)
        next++;
    return next == t->plays && p->seat == expected && p->due == seat;
}

/*
 * A whole trick, from a card on laid clockwise by who had played none: by how many seats its winner
 * moves; -1: it cannot be.
 */
static int lay_whole(struct table *t, int lead, int from, int end)
{
    bool out[SEATS] = {false};
    const int won = end < t->plays ? t->play[end].seat : t->leader;
    int seat = t->play[from].due, wins = won;
    for (int i = lead; i < from; i++)
        out[t->play[i].seat] = true;
    for (int i = from; i < end; i++) {
        if (t->play[i].excused)
            return -1;
        while (out[seat])
            seat = (seat + 1) % t->players;
        wins = t->play[i].seat == won ? seat : wins;
        give_play(t, i, seat);
        out[seat] = true;
    }
    return won == NOBODY || end != lead + t->players ? -1 : (wins - won + t->players) % t->players;
}

/*
 * The last name was out of turn: had that been the seat whose turn it was, all since would follow
 * from it. False: it was not, or what was seen is against that.
 */
static bool name_in_turn(struct table *t)
{
    const int first = t->plays - ones(t->table);
    int name = t->plays - 1, lead, end, by;
    while (name >= 0 && !t->play[name].named)
        name--;
    if (name < 0 || !t->play[name].stray || t->play[name].due == NOBODY || t->play[name].short_trick
        || t->lost >= t->play[name].line || t->phase != DURING || t->coarse
        || (name > 0 && !t->play[name].lead && t->play[name - 1].stray))
        return false;
    for (lead = name; !t->play[lead].lead; lead--)
        ;
    if (lead < name && lead == first)
        return lay_open(t, name) && still_fits(t);
    for (end = lead == name ? lead : name + 1; lead != name && end < t->plays && !t->play[end].lead;
         end++)
        ;
    by = lead == name ? t->play[lead].due - t->play[lead].seat + t->players
                      : lay_whole(t, lead, name, end);
    if (by < 0)
        return false;
    for (int i = end; i < t->plays; i++)
        give_play(t, i, (t->play[i].seat + by) % t->players);
    if (!still_fits(t))
        return false;
    memset(t->out, 0, sizeof t->out);
    for (int i = first; i < t->plays; i++) {
        t->out[t->play[i].seat] = true;
        t->best_seat = t->play[i].card == t->best ? t->play[i].seat : t->best_seat;
    }
    t->leader = t->leader == NOBODY ? NOBODY : (t->leader + by) % t->players;
    t->play[name].stray = t->early = t->early_lead = false;
    return true;
}

static int count_broken(const struct table *t, struct answers *answers);

/*
 * This seat is about to play, and not on turn: it would be if the last name that was out of turn
 * was the wrong one. Where that is so, and no more rules are broken by it, it was.
 */
static void bear_out(struct table *t, int seat, int card)
{
    static struct table other;
    static struct answers scratch;
    const int due = table_turn(t);
    if (t->adrift || (t->table == 0 ? t->early_lead : t->early) || due == NOBODY || due == seat
        || t->out[seat])
        return;
    table_copy(&other, t);
    if (seat_in_turn(&other, seat) && table_turn(&other) == seat) {
        add_fact(&other, HELD, seat, card, 0);
        const bool fits = in_deck(card, t->players) && still_fits(&other);
        other.facts.count--;
        if (fits) {
            table_copy(t, &other);
            return;
        }
    }
    table_copy(&other, t);
    if (name_in_turn(&other) && table_turn(&other) == seat
        && count_broken(&other, &scratch) <= count_broken(t, &scratch) + 1)
        table_copy(t, &other);
}

/*
 * Who was named to lead first cannot have had the card that leads, and who leads may: nobody is out
 * of turn by that line.
 */
static bool lead_line_is_wrong(const struct table *t, int seat, bool named)
{
    struct view v;
    if (!named || t->plays > 0 || t->lead_line == 0 || t->first_leader == seat)
        return false;
    view_make(&t->facts, ALWAYS, &v);
    const struct claim by_line = {CLAIM_LEAD, t->first_leader, NOBODY, BLUE, t->lead_line, 0, 0,
        ~(uint64_t)0};
    const struct claim by_play = {CLAIM_LEAD, seat, NOBODY, BLUE, t->lead_line, 0, 0, ~(uint64_t)0};
    return !deal_exists(&v, &by_line, NULL) && deal_exists(&v, &by_play, NULL);
}

static bool play_card(struct table *t, const struct said *said, int seat, int card, bool named)
{
    if (named && !t->coarse)
        bear_out(t, seat, card);
    if (t->coarse || !in_deck(card, t->players) || played_before(t, card) || t->aside == card
        || (t->out[seat] && !seat_in_turn(t, seat)) || table_left(t, seat) <= 0)
        return impossible(t, said, seat, card);
    const struct facts seen = t->facts;
    add_fact(t, HELD, seat, card, said->line);
    if (!fits_somehow(t, seat)) {
        t->facts.count--;
        if (!disbelieve(t, HELD, seat, card)) {
            t->facts = seen;
            return impossible(t, said, seat, card);
        }
        add_fact(t, HELD, seat, card, said->line);
    }
    /* who leads first is a matter of the first lead, not of turns */
    const bool first = t->lead_line == 0 && t->lost == 0;
    const int expected = first || lead_line_is_wrong(t, seat, named) ? seat : table_turn(t);
    if (t->lead_line == 0 && t->lost == 0) {
        t->lead_line = said->line;
        t->first_leader = seat;
        t->lead_by_play = true;
    }
    /*
     * running on, they are one finding; nor is another told if the name of the one before explains
     * both
     */
    const bool early = expected != NOBODY && expected != seat,
               explained = early && t->table == 0 && turned_by_name(t, expected, seat);
    if (early && !explained && !(t->table == 0 ? t->early_lead : t->early))
        want(t, "irregular", "turn", seat, card, said->line);
    t->early = early;
    if (t->table == 0)
        t->early_lead = early && !explained;
    put_card(t, seat, card, said->line, named, first ? NOBODY : expected);
    return true;
}

/* Seen in the hand of one who was named; otherwise it is not known whose it was. */
static bool play_late(struct table *t, const struct said *said, int seat, int card, bool named)
{
    if (t->coarse || !t->by_relics || !in_deck(card, t->players) || played_before(t, card)
        || t->aside == card)
        return impossible(t, said, seat, card);
    if (named) {
        const struct facts seen = t->facts;
        tell_fact(t, HELD, seat, card, said->line);
        if (!fits_somehow(t, seat)) {
            t->facts.count--;
            if (!disbelieve(t, HELD, seat, card)) {
                t->facts = seen;
                return impossible(t, said, seat, card);
            }
            tell_fact(t, HELD, seat, card, said->line);
        }
    }
    because(want(t, "irregular", "early-end", seat, card, said->line), t->play[t->plays - 1].line);
    return true;
}

/* Would one card more have ended the round: the last of a hand, or the last relic? */
static bool lacks_one_card(const struct table *t)
{
    int left = 0, relics = 0;
    for (int i = 0; i < t->players; i++)
        left += table_left(t, i);
    for (int card = 0; card < DECK; card++)
        relics += (t->relics & bit(card)) && in_deck(card, t->players) && !played_before(t, card)
                  && card != t->aside;
    return left == 1 || relics == 1;
}

/* Does a row say once more what was said before? */
static bool written_before(const struct table *t, const struct said *said)
{
    for (int from = said->count > 1 || t->plays == 0 ? 0 : t->plays - 1;
         from + said->count <= t->plays; from++) {
        int same = said->seat != NOBODY && t->play[from].seat != said->seat ? -1 : 0;
        while (same >= 0 && same < said->count && t->play[from + same].card == said->card[same])
            same++;
        if (same == said->count)
            return true;
    }
    return false;
}

/*
 * A line is missing after the last card out of turn, or after one in the trick before it, and so
 * on: to which tricks the cards since belong nobody knows.
 */
static bool excuse_strayed(struct table *t)
{
    int from = NOBODY, trick = 0;
    for (int i = t->plays - 1; i >= 0 && (from == NOBODY || trick < 2); i--) {
        if (t->play[i].stray && !t->play[i].short_trick) {
            from = i;
            trick = 0;
        }
        trick += from != NOBODY && t->play[i].lead;
    }
    for (int i = from; from >= 0 && i < t->plays; i++)
        t->play[i].excused = true;
    return from >= 0;
}

/*
 * A row that was not applied has been played all the same. Its cards and those on the table, one of
 * them perhaps written twice, make whole tricks: then the next row begins one. Else, and after a
 * single card, the words of the notation do not say to which trick the next row belongs: if there
 * is one, the record is not compared.
 */
static void lose_row(struct table *t, const struct said *said, int seat)
{
    bool runs_into = (seat != NOBODY && t->out[seat])
                     || (t->doubted != NOBODY && t->layout == IN_TRICKS
                         && !written_before(t, said));
    int cards = said->count;
    for (int i = 1; i < said->count; i++) /* a card written twice running is one */
        cards -= said->card[i] == said->card[i - 1];
    runs_into |= said->count == t->players && cards == t->players && short_row(t)
                 && !written_before(t, said);
    const int there = runs_into ? 0 : ones(t->table);
    if (t->layout != IN_TRICKS && cards == said->count && !written_before(t, said))
        t->unsure |= excuse_strayed(t);
    if (runs_into)
        shorten_trick(t);
    const bool fits = said->count % t->players == 0 || (said->count - 1) % t->players == 0;
    const bool first = t->layout == 0 && said->count % t->players != 0
                       && (said->count != t->players + 1 || cards == said->count);
    t->unsure |= t->layout == MIXED || t->layout == SINGLY || cards == 1 || !fits
                 || (!runs_into && (there != 0 || first))
                 || ((there + cards) % t->players > 1 && (there + said->count) % t->players > 1);
    if (runs_into || cards > 1 || seat == NOBODY)
        leave_trick(t);
    t->by_layout = !runs_into && !written_before(t, said);
    t->guessed |= runs_into
                  || (t->by_layout && (said->count % t->players != 0 || cards != said->count));
    t->lost = said->line;
    t->lost_cards = said->count;
    t->told = seat == NOBODY;
    t->adrift = true;
}

/* Nothing but the `lead` line said whose the cards played are, and a row was refused. */
static void doubt_lead(struct table *t, const struct said *said, int card)
{
    bool named = said->seat != NOBODY && !t->out[said->seat];
    for (int i = 0; i < t->plays; i++)
        named |= t->play[i].named;
    t->lead_disputed |= !named && t->phase == DURING && card != NOBODY && in_deck(card, t->players)
                        && !played_before(t, card);
}

static unsigned layout_of(const struct table *t, const struct said *said)
{
    const int there = ones(t->table), over = said->count % t->players;
    return said->count == 1                                      ? SINGLY
           : there == 0 && (over == 0 || over == t->players - 1) ? IN_TRICKS
           : there == t->players - 1 && over == 0                ? IN_TRICKS
                                                                 : MIXED;
}

static bool play_row(struct table *t, const struct said *said)
{
    struct table before;
    table_copy(&before, t);
    int seat = said->seat, whose = seat != NOBODY ? seat : table_turn(t), late = 0;
    bool may_lose = t->phase == DURING && !t->coarse;
    if (t->presumed && seat == NOBODY && t->lost == 0 && t->leader != NOBODY) {
        t->adrift = false; /* who leads was said, for a round that was not */
        whose = table_turn(t);
    }
    const int more = said->count % t->players;
    t->unsure |= t->by_layout && may_lose && said->count > 1 && more != 0 && more != t->players - 1;
    t->unsure |= t->guessed && may_lose && layout_of(t, said) != IN_TRICKS;
    t->by_layout = false;
    t->vague |= t->unsure && may_lose;
    before.by_layout = false;
    before.unsure = t->unsure;
    before.vague = t->vague;
    if (may_lose && seat != NOBODY)
        t->told = false;
    if (may_lose && seat != NOBODY && said->count >= t->players && t->table != 0
        && t->doubted == NOBODY)
        t->doubted = t->plays - ones(t->table);
    if (may_lose && seat == NOBODY && said->count == t->players && t->doubted == NOBODY
        && short_row(t))
        t->doubted = t->plays - ones(t->table);
    bool short_before = false;
    for (int i = 0; i < said->count; i++) {
        bool named = i == 0 && seat != NOBODY, good;
        if (t->phase == OVER && late == 0 && i > 0 && t->doubted != NOBODY && t->layout == IN_TRICKS
            && ones(before.table) == t->players - 1 && said->count % t->players == 0) {
            /* a row of tricks that runs on after the end did not go on with that trick */
            shorten_trick(t);
            short_before = true;
        }
        if (short_before) {
            good = in_deck(said->card[i], t->players) && !played_before(t, said->card[i])
                   && t->aside != said->card[i];
            if (good)
                add_fact(t, TAKEN, NOBODY, said->card[i], said->line);
            else
                impossible(t, said, NOBODY, said->card[i]);
        } else if (t->phase == OVER) {
            seat = named                 ? seat
                   : late > 0            ? (seat + 1) % t->players
                   : t->leader != NOBODY ? t->leader
                                         : 0;
            late++;
            good = play_late(t, said, seat, said->card[i], named);
        } else {
            seat = named ? seat : table_turn(t);
            if (seat == NOBODY && !t->coarse) {
                table_copy(t, &before);
                t->faults += !(t->adrift && t->told);
                lose_row(t, said, whose);
                return false;
            }
            good = play_card(t, said, seat, said->card[i], named);
        }
        if (!good) {
            struct want last = t->want[t->wants - 1];
            table_copy(t, &before);
            t->want[t->wants++] = last;
            dispute(t, HELD, last.seat, last.card);
            doubt_lead(t, said, last.card);
            if (may_lose)
                lose_row(t, said, whose);
            return false;
        }
        t->adrift = false;
    }
    const unsigned layout = layout_of(&before, said);
    t->layout = t->layout == 0 || t->layout == layout ? layout : MIXED;
    return true;
}

/* A row that cannot be shows that the last name before it was the wrong one, if it can be then. */
static bool play_cards(struct table *t, const struct said *said)
{
    static struct table other;
    table_copy(&other, t);
    const int wants = t->wants;
    if (play_row(t, said))
        return true;
    if (t->wants == wants || !name_in_turn(&other) || !play_row(&other, said))
        return false;
    table_copy(t, &other);
    return true;
}

/* A trick, or the whole round, kept without its plays: the makers of records give true ones. */
static bool keep_trick(struct table *t, const struct said *said)
{
    int relics = said->relics >= 0 ? said->relics : said->count;
    for (int i = 0; i < said->count; i++)
        if (!(t->table & bit(said->card[i])))
            add_fact(t, TAKEN, NOBODY, said->card[i], said->line);
    t->coarse = true;
    finish_trick(t, said->seat, relics);
    return true;
}

static bool keep_totals(struct table *t)
{
    t->coarse = true;
    t->phase = OVER;
    return true;
}

/* ---- claims ------------------------------------------------------------------------------ */

/*
 * After a row that was not applied every hand may hold fewer cards than counted; which are gone
 * nobody knows. What was surely there is what was seen there since.
 */
static uint64_t cards_that_count(const struct table *t, const struct claim *c, uint32_t until)
{
    uint64_t seen = 0;
    for (int i = 0; i < t->facts.count; i++) {
        const struct fact *f = &t->facts.fact[i];
        if (f->kind == HELD && f->seat == c->seat && f->line > c->lost && f->line <= until)
            seen |= bit(f->card);
    }
    return c->lost != 0 ? seen : ~(uint64_t)0;
}

static bool refuted_at(const struct table *t, const struct claim *claim, const struct sign *sign,
    uint32_t until)
{
    struct view v;
    view_make(&t->facts, until, &v);
    if (claim == NULL)
        return !deal_exists(&v, claim, sign);
    struct claim then = *claim;
    then.counts = cards_that_count(t, claim, until);
    return !deal_exists(&v, &then, sign);
}

/* The first line after which what was seen refutes it. */
static uint32_t refuted_since(const struct table *t, const struct claim *claim,
    const struct sign *sign)
{
    int low = -1, high = t->facts.count - 1; /* facts are in order of their lines */
    if (high < 0 || refuted_at(t, claim, sign, 0))
        return 0;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (refuted_at(t, claim, sign, t->facts.fact[middle].line))
            high = middle;
        else
            low = middle;
    }
    return t->facts.fact[high].line;
}

/* Would this card, in that hand, show that the claim is wrong? */
static bool speaks_against(const struct claim *c, int card)
{
    return !(c->gone & bit(card)) && (suit_of(card) == c->led) == (c->kind == CLAIM_FOLLOW);
}

/* Is it seen in a hand as it is played, not only as it was dealt? */
static bool is_as_played(const struct table *t, const struct fact *f)
{
    bool any = false;
    for (int i = 0; i < t->players; i++)
        any |= t->facts.passed[i];
    return (f->kind != SEEN_FIRST || !any)
           && (f->kind != SEEN_BETWEEN || !t->facts.passed[f->seat]);
}

/*
 * The lines where a card on record proves the claim wrong by itself: for the first lead any where
 * the card that leads was seen; else those before it where one was seen last, or if there are none
 * the first after it.
 */
static void seen_wrong(const struct table *t, const struct claim *c, struct want *w)
{
    struct view v;
    view_make(&t->facts, ALWAYS, &v);
    uint32_t last[DECK] = {0}, after = 0;
    int five = card_of(BLUE, 5), lead = v.holder[five] == ASIDE ? card_of(BLUE, 6) : five;
    for (int i = 0; i < t->facts.count; i++) {
        const struct fact *f = &t->facts.fact[i];
        if (c->kind == CLAIM_LEAD) {
            if ((f->card == lead || (f->card == five && lead != five))
                && (v.holder[lead] != NOBODY ? v.holder[lead] != c->seat : v.dealt[lead] != NOBODY))
                because(w, f->line);
        } else if (v.holder[f->card] == c->seat && speaks_against(c, f->card) && is_as_played(t, f)
                   && f->line > c->lost) {
            if (f->line < c->line)
                last[f->card] = f->line;
            else if (after == 0 && f->kind != TAKEN)
                after = f->line;
        }
    }
    for (int card = 0; card < DECK; card++)
        because(w, last[card]);
    w->empty_too = w->because_count == 0 && after == c->line;
    if (w->because_count == 0)
        because(w, after);
}

/* Every line after the claim from which on it is refuted: counts take what needs fewest cards. */
static void counted_wrong(const struct table *t, const struct claim *c, uint32_t since,
    struct want *w)
{
    for (int i = 0; i < t->facts.count; i++)
        if (t->facts.fact[i].line > c->line && t->facts.fact[i].line >= since)
            because(w, t->facts.fact[i].line);
    w->empty_too = since <= c->line;
}

/*
 * `made`: the line where it was proved that blue was not broken by the plays before; `upon`: any
 * was refuted.
 */
static uint32_t want_refuted(struct table *t, const struct claim *c, uint32_t made, bool upon)
{
    static const char *const rules[] =
        {[CLAIM_LEAD] = "first-lead", [CLAIM_FOLLOW] = "follow", [CLAIM_BLUE] = "blue-lead"};
    struct want *w = want(t, "irregular", rules[c->kind], c->seat, c->card, c->line);
    uint32_t since = refuted_since(t, c, NULL);
    seen_wrong(t, c, w);
    if (w->because_count == 1 && w->because[0] > since && c->kind != CLAIM_LEAD)
        since = w->because[0];
    if (made > c->line) {
        w->because_count = 0;
        counted_wrong(t, c, since, w);
        because(w, made);
    } else if (upon) { /* … which was counted too, perhaps in later lines */
        counted_wrong(t, c, 0, w);
    } else if ((w->because_count == 0 && !w->empty_too) || c->kind == CLAIM_LEAD) {
        counted_wrong(t, c, since, w);
    }
    return since;
}

/* Does no deal that fits make all of these claims true? */
static bool none_holds(const struct answers *a, uint64_t set)
{
    for (unsigned i = 0; i < a->count; i++)
        if ((a->answer[i] & set) == set)
            return false;
    return true;
}

struct search {
    const struct claim *claims;
    const struct answers *answers;
    uint64_t candidates, found;
    int size, count;
    uint32_t lines[CLAIMS_MOST];
    bool any;
};

/* Is this set, in order, before the one found? The last line counts first. */
static void offer(struct search *s, uint64_t set)
{
    uint32_t lines[CLAIMS_MOST];
    int n = 0;
    for (int i = 0; i < s->count; i++)
        if (set >> i & 1)
            lines[n++] = s->claims[i].line;
    assert(n > 0);
    bool better = !s->any;
    if (s->any && lines[n - 1] != s->lines[n - 1]) {
        better = lines[n - 1] < s->lines[n - 1];
    } else if (s->any) {
        for (int i = 0; i < n && !better; i++) {
            if (lines[i] > s->lines[i])
                return;
            better = lines[i] < s->lines[i];
        }
        /* the same lines: the order of the plays goes on where lines end, the last play first */
        better |= memcmp(lines, s->lines, sizeof *lines * (size_t)n) == 0
                  && 63 - __builtin_clzll(set) < 63 - __builtin_clzll(s->found);
    }
    if (!better)
        return;
    memcpy(s->lines, lines, sizeof *lines * (size_t)n);
    s->found = set;
    s->any = true;
}

/* Tries every set of that size. */
static void combine(struct search *s, int from, int chosen, uint64_t set)
{
    if (chosen == s->size) {
        if (none_holds(s->answers, set))
            offer(s, set);
        return;
    }
    for (int i = from; i < s->count; i++)
        if (s->candidates >> i & 1)
            combine(s, i + 1, chosen + 1, set | (uint64_t)1 << i);
}

/* The smallest set of unproven claims that no deal makes true together, or 0. */
static uint64_t conflict(const struct claim *claims, int count, uint64_t candidates,
    const struct answers *answers, struct want *w)
{
    struct search s = {.claims = claims,
        .count = count,
        .candidates = candidates,
        .answers = answers};
    if (candidates == 0 || !none_holds(answers, candidates))
        return 0;
    for (s.size = 1; !s.any; s.size++)
        combine(&s, 0, 0, 0);
    memset(w, 0, sizeof *w);
    w->suspects = s.size - 1;
    for (int i = 0; i < w->suspects; i++)
        w->suspect_line[i] = s.lines[i];
    w->suspect_set = s.found;
    return s.found;
}

/*
 * What was seen of the cards received up to a line, without further thought: passed face up; dealt
 * to the giver and then in this hand; or in this hand and not among all thirteen dealt to it.
 */
static bool sign_plainly_wrong(const struct table *t, const struct sign *sign, uint32_t until)
{
    int giver = (sign->seat + t->players - 1) % t->players, size = t->facts.pass_size[giver];
    int dealt = 0, hand = 0, low = 0, high = 0, perhaps_low = 0, perhaps_high = 0;
    struct view v;
    view_make(&t->facts, until, &v);
    for (int card = 0; card < DECK; card++)
        dealt += v.dealt[card] == sign->seat;
    for (int card = 0; card < DECK; card++) {
        if (v.holder[card] != sign->seat)
            continue;
        bool is_low = rank_of(card) <= 6, own = v.dealt[card] == sign->seat;
        bool received = v.dealt[card] == giver || (dealt == HAND && !own);
        hand++;
        low += received && is_low;
        high += received && !is_low;
        perhaps_low += !own && is_low;
        perhaps_high += !own && !is_low;
    }
    bool whole = hand == facts_hand_size(&t->facts, sign->seat);
    return sign->shown ? (low == 0 && high == size) || (whole && perhaps_low == 0)
                       : low > 0 || (whole && perhaps_high < size);
}

/*
 * A sign is refuted only by what is plain; deeper thought may find it earlier, but must be right.
 */
static void weigh_signs(struct table *t)
{
    for (int i = 0; i < t->signs && !t->fox_off; i++) {
        const struct sign *sign = &t->sign[i];
        if (!refuted_at(t, NULL, sign, ALWAYS))
            continue;
        struct want *w = want(t, "irregular", "fox", sign->seat, NOBODY, sign->line);
        w->deep = !sign_plainly_wrong(t, sign, ALWAYS);
        w->deep_from = w->deep_to = refuted_since(t, NULL, sign);
        for (int k = 0; k < t->facts.count && !sign_plainly_wrong(t, sign, w->deep_to); k++)
            w->deep_to = t->facts.fact[k].line > w->deep_to ? t->facts.fact[k].line : w->deep_to;
    }
}

/* What this play claimed, if it did not follow that suit. */
static struct claim claim_of(const struct table *t, int play, enum suit led)
{
    const struct played *p = &t->play[play];
    struct claim c = {CLAIM_FOLLOW, p->seat, p->card, led, p->line, 0, p->lost, 0};
    for (int i = 0; i <= play; i++)
        c.gone |= t->play[i].seat == p->seat ? bit(t->play[i].card) : 0;
    c.counts = cards_that_count(t, &c, ALWAYS);
    return c;
}

/* Did one who came after this lead break the rule, if that suit was led? */
static bool breaks(const struct table *t, int lead, enum suit led, const struct view *v,
    struct answers *answers)
{
    struct claim claims[SEATS] = {0};
    int count = 0;
    for (int i = lead + 1; i < t->plays && !t->play[i].lead; i++)
        if (suit_of(t->play[i].card) != led && !t->play[i].short_trick)
            claims[count++] = claim_of(t, i, led);
    deals_try(v, claims, count, answers);
    return none_holds(answers, ((uint64_t)1 << count) - 1);
}

/*
 * Nobody followed this lead, though somebody could, but two played one other suit, which nobody
 * failed to follow. Where its card is named once more after it, fewer rules are broken if it is the
 * lead that is written wrongly.
 */
static bool is_misled(const struct table *t, int lead, const struct view *v,
    struct answers *answers)
{
    int played[4] = {0};
    bool misled = false;
    for (int i = lead + 1; i < t->plays && !t->play[i].lead; i++)
        played[suit_of(t->play[i].card)]++;
    if (!t->play[lead].again || played[t->play[lead].led] > 0)
        return false;
    for (int suit = 0; suit < 4 && !misled; suit++)
        misled = played[suit] > 1 && !breaks(t, lead, (enum suit)suit, v, answers)
                 && breaks(t, lead, t->play[lead].led, v, answers);
    return misled;
}

/*
 * One was named to lead first, and another did, who had the card that leads: out of turn is all
 * that is told.
 */
static bool led_by_holder(const struct table *t, const struct view *v)
{
    const int five = card_of(BLUE, 5), lead = v->holder[five] == ASIDE ? card_of(BLUE, 6) : five;
    return t->plays > 0 && !t->lead_by_play && t->play[0].stray
           && v->holder[lead] == t->play[0].seat;
}

/* The claims of the round. With a void break, which leads count depends on what is refuted. */
static int collect(const struct table *t, struct claim *claims, const struct view *v,
    struct answers *answers)
{
    bool sound = false;
    /* of the last trick: its lead, and the first claim after that */
    int count = 0, lead = 0, from = 0;
    /* a row may have been left out */
    const bool before = t->play[0].excused && t->play[0].lost + 1 == t->play[0].line;
    if (t->lead_line != 0 && !(t->lead_by_play && before) && !led_by_holder(t, v))
        claims[count++] = (struct claim){CLAIM_LEAD,
            t->lead_by_play ? t->play[0].seat : t->first_leader,
            t->lead_by_play ? t->play[0].card : NOBODY, BLUE,
            t->lead_by_play ? t->play[0].line : t->lead_line, 0, 0, ~(uint64_t)0};
    count -= count > 0 && t->lead_disputed && !deal_exists(v, &claims[0], NULL);
    for (int i = 0; i < t->plays; i++) {
        const struct played *p = &t->play[i];
        bool blue = suit_of(p->card) == BLUE;
        struct claim c = claim_of(t, i, p->led);
        /* whether the break came is not judged after a lost row */
        sound |= p->lost != 0 || p->excused || p->short_trick;
        if (p->lead)
            c.kind = CLAIM_BLUE;
        bool claims_something = p->lead ? blue && (t->void_break ? !sound : p->unbroken)
                                        : suit_of(p->card) != p->led;
        if (claims_something && !p->short_trick && !p->excused) {
            claims[count++] = c;
            sound |= blue && deal_exists(v, &c, NULL);
        }
        lead = p->lead ? i : lead;
        from = p->lead ? count : from;
        if ((i + 1 == t->plays || p[1].lead) && is_misled(t, lead, v, answers))
            count = from;
    }
    return count;
}

static int count_broken(const struct table *t, struct answers *answers)
{
    struct claim claims[CLAIMS_MOST];
    struct view v;
    int broken = 0;
    view_make(&t->facts, ALWAYS, &v);
    const int count = collect(t, claims, &v, answers);
    for (int i = 0; i < count; i++)
        broken += !deal_exists(&v, &claims[i], NULL);
    return broken;
}

/*
 * Rows that hold whole tricks, by what is written: with fewer than three nothing shows that all do.
 * Those from `behind` on begin one.
 */
static int rows_in_tricks(const struct table *t, int behind)
{
    int rows = 0, cards = 0;
    for (int i = 0; i < t->plays; i++) {
        cards = i > 0 && t->play[i].line == t->play[i - 1].line ? cards + 1 : 1;
        const bool ends = i + 1 == t->plays || t->play[i + 1].line != t->play[i].line;
        const struct played *first = &t->play[i - cards + 1];
        rows += ends && cards % t->players == 0 && (first->lead || i - cards + 1 >= behind);
    }
    return rows;
}

/*
 * Where a whole row went on with a trick, and no later row has named another than who was to lead
 * if it had not, are fewer rules broken if a card was left out before it? Then it was.
 */
static bool weigh_rows_in_doubt(struct table *t, struct answers *answers)
{
    static struct table other;
    if (t->doubted == NOBODY || t->layout != IN_TRICKS
        || rows_in_tricks(t, t->doubted + t->players - 1) < 3)
        return false;
    /* as whole tricks: does a name after the row go against them? */
    int leader = NOBODY, best = 0;
    for (int i = t->doubted + t->players - 1, at = 0; i < t->plays; i++, at++) {
        const struct played *p = &t->play[i];
        const int from = i - at % t->players;
        if (at % t->players > 0 ? p->line != t->play[from].line : i + t->players > t->plays)
            return false;
        if (at % t->players == 0) {
            if (leader != NOBODY && p->named && p->seat != (leader + best) % t->players)
                return false;
            leader = p->named ? p->seat : leader != NOBODY ? (leader + best) % t->players : NOBODY;
            best = 0;
        } else if (suit_of(p->card) == suit_of(t->play[from].card)
                   && rank_of(p->card) > rank_of(t->play[from + best].card)) {
            best = i - from;
        }
    }
    table_copy(&other, t);
    shorten_trick(&other);
    const bool fewer = count_broken(&other, answers) < count_broken(t, answers);
    if (fewer)
        table_copy(t, &other);
    return fewer;
}

/*
 * A lead of which no card names its seat up to the next lead, or the end. Where it is out of turn,
 * or nobody knows whose it was, and the next one is out of turn unless another had led, one wrong
 * name explains all. By how many seats it is wrong.
 */
static int wrong_name(const struct table *t, int lead, int *end)
{
    const struct played *p = &t->play[lead], *next = NULL;
    *end = lead + 1;
    while (*end < t->plays && !t->play[*end].named)
        (*end)++;
    if (!p->lead || !p->named || *end - lead < t->players || (p->due != NOBODY && !p->stray))
        return 0;
    next = &t->play[*end];
    if (*end == t->plays || (p->stray && next->lead && next->due == NOBODY))
        return p->stray ? (p->due - p->seat + t->players) % t->players : 0;
    if (!next->lead || !next->stray)
        return 0;
    for (int by = 1; by < t->players; by++)
        if (next->seat == (next->due + by) % t->players)
            return !p->stray || p->due == (p->seat + by) % t->players ? by : 0;
    return 0;
}

/*
 * The rows of this trick and of the next stand the wrong way round: who leads there, and after
 * them, would be on turn, and one of the two is not. Blue may have come by the one that was played
 * first.
 */
static bool exchange(struct table *t, int lead)
{
    struct played one[SEATS], *const first = &t->play[lead], *const second = first + t->players;
    const int end = lead + 2 * t->players;
    if (end > t->plays - ones(t->table) || !first->lead || !second->lead || !first->named
        || !second->named || (end < t->plays && !t->play[end].lead)
        || (!first->stray && !second->stray && (end == t->plays || !t->play[end].stray)))
        return false;
    for (int i = lead + 1; i < end; i++)
        if (t->play[i].lead && &t->play[i] != second)
            return false;
    const int won = end < t->plays ? t->play[end].due : t->leader;
    if ((first->due != NOBODY && first->due != second->seat)
        || (won != NOBODY && won != first->seat)
        || (end < t->plays && second->due != NOBODY && second->due != t->play[end].seat))
        return false;
    for (int i = 0; i < t->players; i++) {
        one[i] = first[i];
        first[i] = second[i];
        second[i] = one[i];
    }
    second->excused = true;
    return true;
}

/* … where the fewest rules are broken so, if they are fewer. */
static bool weigh_wrong_names(struct table *t, struct answers *answers)
{
    static struct table other, best;
    const int plainly = count_broken(t, answers);
    int fewest = plainly;
    for (int lead = 0, way = 0, end; lead < t->plays; lead += way, way = 1 - way) {
        const int by = way == 0 ? 0 : wrong_name(t, lead, &end);
        table_copy(&other, t);
        if (way == 0 ? !exchange(&other, lead) : by == 0)
            continue;
        for (int i = lead; by > 0 && i < end; i++)
            give_play(&other, i, (t->play[i].seat + by) % t->players);
        const int broken = still_fits(&other) ? count_broken(&other, answers) : fewest;
        if (broken < fewest)
            table_copy(&best, &other);
        fewest = broken < fewest ? broken : fewest;
    }
    if (fewest < plainly)
        table_copy(t, &best);
    return fewest < plainly;
}

/*
 * A card that does not lead, named out of turn: had the one played it whose turn it was, the cards
 * after it in the trick would be of the seats that come next. No name may go against that, of these
 * cards or of the leads after them.
 */
static bool shift_trick(struct table *t, int stray)
{
    int lead = stray, end, best;
    bool has[SEATS] = {false};
    while (!t->play[lead].lead)
        lead--;
    for (end = lead + 1; end < t->plays && !t->play[end].lead; end++)
        ;
    if (end - lead > t->players || (end < t->plays && end - lead < t->players))
        return false;
    best = lead;
    for (int i = lead; i < end; i++)
        if (suit_of(t->play[i].card) == suit_of(t->play[lead].card)
            && rank_of(t->play[i].card) > rank_of(t->play[best].card))
            best = i;
    const int winner = t->play[best].seat;
    for (int i = lead; i < stray; i++)
        has[t->play[i].seat] = true;
    for (int i = stray; i < end; i++) {
        int seat = t->play[lead].seat;
        while (has[seat])
            seat = (seat + 1) % t->players;
        if (t->play[i].excused || t->play[i].short_trick
            || (i > stray && t->play[i].named && t->play[i].seat != seat))
            return false;
        has[seat] = true;
        give_play(t, i, seat);
    }
    if (end == t->plays)
        return true;
    /*
     * another winner led the next trick: so all turns that no name tells, up to one that must be in
     * its turn then
     */
    const int by = (t->play[best].seat - winner + t->players) % t->players;
    int next = end;
    if ((t->play[end].named ? t->play[end].due : t->play[end].seat) != winner)
        return false;
    while (by > 0 && next < t->plays && !t->play[next].named)
        next++;
    if (by > 0 && next < t->plays
        && (!t->play[next].lead || t->play[next].due == NOBODY
            || (t->play[next].due + by) % t->players != t->play[next].seat))
        return false;
    for (int i = end; i < next; i++)
        give_play(t, i, (t->play[i].seat + by) % t->players);
    return true;
}

/* … if fewer rules are broken so. */
static bool weigh_wrong_followers(struct table *t, struct answers *answers)
{
    static struct table other;
    for (int i = 0; i < t->plays; i++) {
        if (t->play[i].lead || !t->play[i].stray || !t->play[i].named || t->play[i].due == NOBODY)
            continue;
        table_copy(&other, t);
        if (shift_trick(&other, i) && still_fits(&other)
            && count_broken(&other, answers) < count_broken(t, answers)) {
            table_copy(t, &other);
            return true;
        }
    }
    return false;
}

/*
 * Two lines of a card changed places, at a lead out of turn: its seat's last card of the trick
 * before is after it, or the card that led, of whoever had the lead, follows it.
 */
static bool swap_cards(struct table *t, int first)
{
    struct played *a = &t->play[first], *b = a + 1;
    const bool before = b->lead && b->stray && !a->lead && a->seat == b->seat;
    const bool behind = a->lead && a->stray && !b->lead && b->seat == a->due;
    const struct played was = *a;
    if ((!before && !behind) || a->line == b->line || !a->named || !b->named)
        return false;
    a->card = b->card;
    a->seat = b->seat;
    a->line = b->line;
    b->card = was.card;
    b->seat = was.seat;
    b->line = was.line;
    const int lead = before ? first + 1 : first;
    t->play[lead].excused = true;
    for (int k = lead; k < t->plays && (k == lead || !t->play[k].lead); k++)
        t->play[k].led = suit_of(t->play[lead].card);
    return true;
}

/* … if fewer rules are broken so. */
static bool weigh_swapped_cards(struct table *t, struct answers *answers)
{
    static struct table other;
    for (int i = 0; i + 1 < t->plays; i++) {
        table_copy(&other, t);
        if (!swap_cards(&other, i) || count_broken(&other, answers) >= count_broken(t, answers))
            continue;
        table_copy(t, &other);
        return true;
    }
    return false;
}

/*
 * How many rules are broken; one more if not all else that was claimed can be right. Where that is
 * too much to try, nothing is known.
 */
static int count_offences(struct table *t, struct answers *answers)
{
    struct claim claims[CLAIMS_MOST];
    struct view v;
    uint64_t open = 0;
    int broken = 0;
    view_make(&t->facts, ALWAYS, &v);
    const int count = collect(t, claims, &v, answers);
    for (int i = 0; i < count; i++) {
        const bool may = deal_exists(&v, &claims[i], NULL);
        broken += !may;
        open |= (uint64_t)may << i;
    }
    deals_try(&v, claims, count, answers);
    t->over |= answers->over;
    return broken + (open != 0 && none_holds(answers, open));
}

/*
 * The next round was said where whole tricks lack, and nothing of this one since: a row was left
 * out, before or after which every play may have been. Its cards, and blue, may have come by it.
 */
static bool weigh_row_left_out(struct table *t, struct answers *answers)
{
    static struct table other;
    if (t->phase != DURING || t->coarse || t->layout != IN_TRICKS || t->lost != 0 || t->table != 0
        || t->next_plays != t->plays)
        return false;
    table_copy(&other, t);
    for (int i = 0; i < t->plays; i++) {
        other.play[i].lost = t->play[i].line - 1;
        other.play[i].excused |= t->play[i].lead;
    }
    const bool fewer = count_offences(&other, answers) < count_offences(t, answers);
    t->over |= other.over;
    if (fewer)
        table_copy(t, &other);
    return fewer;
}

/*
 * What a line told of a hand, against which another was refused, was not so, if that leaves the
 * fewest broken rules.
 */
static bool weigh_disputed(struct table *t, struct answers *answers)
{
    static struct table other, best;
    bool any = false;
    for (int i = 0; i < t->facts.count; i++)
        any |= t->facts.fact[i].disputed;
    if (!any)
        return false;
    const int plainly = count_offences(t, answers);
    int fewest = plainly;
    for (int i = 0; i < t->facts.count && fewest > 0; i++) {
        if (!take_away(t, i, &other))
            continue;
        const int broken = count_offences(&other, answers);
        t->over |= other.over;
        if (broken < fewest)
            table_copy(&best, &other);
        fewest = broken < fewest ? broken : fewest;
    }
    if (fewest < plainly) {
        best.over |= t->over;
        table_copy(t, &best);
    }
    return fewest < plainly;
}

/*
 * This card was another one, nobody knows which: one that was seen in that hand before, of any
 * suit, or the first blue. If it led or won, who won is not known, nor whose the cards after it
 * are, as long as none is named.
 */
static void type_otherwise(struct table *t, int play)
{
    struct played *const p = t->play;
    int lead = play, end = play + 1;
    while (!p[lead].lead)
        lead--;
    while (end < t->plays && !p[end].lead)
        end++;
    for (int i = play; i < t->plays; i++) {
        p[i].excused |= (lead == play && i < end) || (i > play && p[i].lead);
        if (i > play && p[i].seat == p[play].seat && p[i].lost < p[play].line)
            p[i].lost = p[play].line;
    }
    for (int i = end; i < t->plays && (lead == play || p[end].seat == p[play].seat) && !p[i].named;
         i++)
        disown(t, i, i + 1);
    p[play].short_trick = true;
    int kept = 0;
    for (int k = 0; k < t->facts.count; k++)
        if (t->facts.fact[k].kind != HELD || t->facts.fact[k].card != p[play].card
            || t->facts.fact[k].line != p[play].line)
            t->facts.fact[kept++] = t->facts.fact[k];
    t->facts.count = kept;
}

/*
 * A card that was named again after its play was another one there, if fewer rules are broken so.
 */
static void weigh_cards_again(struct table *t, struct answers *answers)
{
    static struct table other, best;
    bool again = false;
    for (int i = 0; i < t->plays; i++)
        again |= t->play[i].again;
    if (!again)
        return;
    int fewest = count_offences(t, answers);
    table_copy(&best, t);
    for (int i = 0; i < t->plays && fewest > 0; i++) {
        bool followed = false; /* what led is borne out by who followed it */
        for (int k = i + 1; t->play[i].lead && k < t->plays && !t->play[k].lead; k++)
            followed |= suit_of(t->play[k].card) == suit_of(t->play[i].card);
        if (!t->play[i].again || t->play[i].short_trick || followed)
            continue;
        table_copy(&other, &best);
        type_otherwise(&other, i);
        const int broken = count_offences(&other, answers);
        best.over |= other.over;
        if (broken < fewest)
            table_copy(&best, &other);
        fewest = broken < fewest ? broken : fewest;
    }
    table_copy(t, &best);
}

static void weigh(struct table *t, struct answers *answers)
{
    static const char *const rules[] =
        {[CLAIM_LEAD] = "first-lead", [CLAIM_FOLLOW] = "follow", [CLAIM_BLUE] = "blue-lead"};
    struct claim claims[CLAIMS_MOST];
    struct view v;
    if (t->phase == BEFORE)
        return;
    if (!weigh_disputed(t, answers) && !weigh_rows_in_doubt(t, answers)
        && !weigh_wrong_names(t, answers) && !weigh_wrong_followers(t, answers)
        && !weigh_swapped_cards(t, answers) && !weigh_row_left_out(t, answers))
        weigh_cards_again(t, answers);
    view_make(&t->facts, ALWAYS, &v);
    int count = collect(t, claims, &v, answers);
    deals_try(&v, claims, count, answers);
    t->deals += answers->deals;
    t->over |= answers->over;
    uint64_t any = 0, all = (((uint64_t)1 << count) - 1);
    for (unsigned i = 0; i < answers->count; i++) {
        any |= answers->answer[i];
        all &= answers->answer[i];
    }
    struct want found;
    uint64_t set = conflict(claims, count, any & ~all, answers, &found);
    uint32_t made = 0;
    bool upon = false;
    for (int i = 0; i < count; i++) {
        const struct claim *c = &claims[i];
        if (!(any >> i & 1)) {
            uint32_t since = want_refuted(t, c, c->kind == CLAIM_BLUE ? made : 0,
                c->kind == CLAIM_BLUE && upon);
            const bool breaks = c->kind != CLAIM_LEAD && suit_of(c->card) == BLUE && t->void_break;
            upon |= breaks;
            made = breaks && since > made ? since : made;
        } else if (!(all >> i & 1) && !(set >> i & 1)) {
            want(t, "unproven", rules[c->kind], c->seat, c->card, c->line);
        }
        if (set >> i != 1)
            continue;
        struct want *w = want(t, "conflict", rules[c->kind], c->seat, c->card, c->line);
        w->suspects = found.suspects;
        w->suspect_set = set;
        memcpy(w->suspect_line, found.suspect_line, sizeof w->suspect_line);
    }
    weigh_signs(t);
}

/* ---- a statement ------------------------------------------------------------------------- */

/*
 * With another card in its place the seat that leads next may have won its trick: by that, or since
 * this one did not.
 */
static void lead_in_turn(struct table *t, const struct played *p)
{
    const struct played *lead = p + 1, *const end = t->play + t->plays;
    int kept = 0;
    while (lead < end && !lead->lead)
        lead++;
    if (lead == end || !lead->stray || !(p->lead || p->seat == lead->seat || p->seat == lead->due))
        return;
    for (int i = 0; i < t->wants; i++)
        if (t->want[i].line != lead->line || strcmp(t->want[i].rule, "turn") != 0)
            t->want[kept++] = t->want[i];
    t->wants = kept;
}

/*
 * A statement that was refused: where it names a card that was played before, one of the two is
 * written wrongly.
 */
static void named_again(struct table *t, const struct said *said)
{
    for (int i = 0; i < said->count; i++)
        for (int k = 0; k < t->plays; k++)
            if (t->play[k].card == said->card[i] && said->verb != KAMI) {
                t->play[k].again = true;
                lead_in_turn(t, &t->play[k]);
            }
}

/*
 * Nobody said a round before this, which needs one: it is told once, and what follows is of that
 * round. Cards shown and totals may be of the one before, and so may what is played on after its
 * early end; or what was said before is said once more.
 */
static bool shows_unsaid(const struct table *t, const struct said *said)
{
    const bool plays_on = t->by_relics && !t->coarse
                          && (said->verb == TRICK || (said->verb == PLAY && said->count == 1));
    const bool of_before = plays_on || said->verb == SHOW || said->verb == RELICS;
    return t->phase != DURING && said->verb != ROUND && !(t->phase == OVER && of_before)
           && !(said->verb == PLAY && written_before(t, said));
}

/* Is this of the round that nobody said? Of the one before may be cards shown in hands. */
static bool is_of_unsaid(const struct table *t, const struct said *said)
{
    bool gone = t->phase == BEFORE;
    for (int i = 0; i < said->count && said->verb == SHOW; i++)
        gone |= played_before(t, said->card[i]);
    return t->unsaid && said->verb != ROUND
           && (said->verb != SHOW || gone || said->count > table_left(t, said->seat));
}

/* What was refused has been done: its first statement, though of which cards nobody knows. */
static void begin_unsaid(struct table *t)
{
    const struct said ahead = t->ahead;
    begin_round(t);
    t->presumed = true;
    if (ahead.verb == LEAD)
        t->leader = ahead.seat;
    if (ahead.verb == PASS)
        pass_unknown(t, ahead.seat);
    if (ahead.verb == PLAY) {
        t->lost = ahead.line;
        t->lost_cards = ahead.count;
        t->unsure = ahead.count == 1 || ahead.count % t->players != 0;
    }
    t->adrift = ahead.verb == LEAD || ahead.verb == PLAY;
}

/*
 * The next round is said: fewer cards than there are relics have come since this one was presumed,
 * and so there was none.
 */
static bool was_none(const struct table *t)
{
    const int whole = t->tricks * t->players;
    return t->presumed && t->phase == DURING
           && (whole > t->plays ? whole : t->plays) + t->lost_cards < 12;
}

/* Without its ranks nobody knows when this round is over. */
static bool may_be_over(const struct table *t)
{
    const bool refused = t->presumed && t->ahead.verb == KAMI;
    return t->lost != 0
           || (refused && t->relics == 0 && t->table == 0 && t->tricks * t->players >= 12);
}

static void apply(struct table *t, const struct said *said, struct answers *scratch)
{
    if (is_of_unsaid(t, said)) {
        weigh(t, scratch);
        begin_unsaid(t);
    }
    if (said->verb == ROUND && was_none(t)) {
        begin_round(t);
        return;
    }
    if (said->verb == ROUND) {
        if (t->phase == DURING && !may_be_over(t)) {
            impossible(t, said, NOBODY, NOBODY);
            const bool lacks = t->plays > ones(t->table) && !t->coarse && short_row(t);
            if (lacks || (t->doubted != NOBODY && t->layout == IN_TRICKS && lacks_one_card(t)))
                shorten_trick(t);
            if (t->layout != IN_TRICKS)
                excuse_strayed(t);
            t->next_plays = t->plays;
            return;
        }
        weigh(t, scratch);
        begin_round(t);
        return;
    }
    const bool over = t->phase == OVER, aside = said->verb == LAY_ASIDE && !t->behind;
    const int wants = t->wants;
    if (t->phase == BEFORE || (over && said->verb != PLAY && said->verb != SHOW && !aside)) {
        impossible(t, said, said->seat, NOBODY);
        t->behind |= over;
        return;
    }
    switch (said->verb) {
    case PLAY: play_cards(t, said); break;
    case KAMI: turn_up(t, said); break;
    case LAY_ASIDE: lay_aside(t, said); break;
    case SHOW:
    case HAND_IS: see_hand(t, said); break;
    case PASS: pass_cards(t, said); break;
    case FOX: t->sign[t->signs++] = (struct sign){said->seat, !said->no, said->line}; break;
    case LEAD: name_leader(t, said); break;
    case TRICK: keep_trick(t, said); break;
    case RELICS: keep_totals(t); break;
    case ROUND: break;
    }
    t->behind |= over && t->wants > wants && strcmp(t->want[t->wants - 1].kind, "impossible") == 0;
}

void table_apply(struct table *t, const struct said *said, struct answers *scratch)
{
    const bool open = t->phase == DURING, before = said->verb == PLAY && written_before(t, said);
    const int wants = t->wants;
    const uint32_t lost = t->lost;
    apply(t, said, scratch);
    if (t->wants > wants && t->want[t->wants - 1].kind[1] == 'm' && !t->unsaid
        && shows_unsaid(t, said)) {
        t->unsaid = true;
        t->ahead = *said;
    }
    if (open && !before
        && (t->lost != lost || (t->wants > wants && t->want[t->wants - 1].kind[1] == 'm')))
        named_again(t, said);
}

void table_end(struct table *t, struct answers *scratch) { weigh(t, scratch); }
