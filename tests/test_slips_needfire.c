/*
 * Lawful records of NeedFire, and what nobody saw in them. Games are played with real cards and
 * written down, whole or from a position on, to their end or not, with more or less of what is
 * hidden: nothing is found in them. Then a ? is put in the place of a card, or of all cards, of one
 * line: nobody is accused by that, and no other line is impossible.
 */
#include "slips.h"

enum {
    SEATS = 4,
    HUMANS = 26,
    CARDS = 52,
    ROW_LIMIT = 6,
    DISCARD_LIMIT = 6,
    LINES_MOST = 500,
    WORDS = 12
};

static const char *const seat_names[SEATS] = {"Aki", "Bo", "Chie", "Dai"};

/* ---- the reference deck: cards 0 to 25 humans, 26 to 51 fires -------------------------------- */

static int element_of(int card) { return card % HUMANS; }

static bool answers(int human, int card)
{
    static const bool apart[13] = {[0] = true, [1] = true, [3] = true, [9] = true};
    int own = element_of(human), other = element_of(card);
    return own / 13 != other / 13 && apart[(other % 13 - own % 13 + 13) % 13];
}

/* ---- a record, in words ---------------------------------------------------------------------- */

enum transaction {
    GARBLED,
    ROW,
    HAND,
    DISCARDS,
    SPREAD,
    TURN,
    BATTLE,
    TAKE,
    POWER,
    IGNITE,
    WOUND,
    GUARD,
    SHOW,
    END
};

static const char *const verbs[] = {"rwo", "row", "hand", "discards", "spread", "turn", "battle",
    "take", "power", "ignite", "wound", "guard", "show", "end"};

enum { UNSEEN_CARD = -1 };

struct word {
    int card, place; /* UNSEEN_CARD: ?; place: set in there, from 1 on; 0: none */
    bool on;         /* a power card on the one before it */
};

struct line {
    enum transaction act;
    int seat, count;
    bool unnamed; /* the seat goes without saying */
    bool joined;  /* it stands in the line of the one before */
    struct word word[CARDS];
    const char *behind; /* what stands at its end */
};

/* ---- a game with real cards ------------------------------------------------------------------ */

struct cards {
    int count, card[CARDS];
};

struct stack {
    int card;
    struct cards on;
};

struct game {
    int players, seat, named; /* of ten hidden things so many are written down */
    bool whole, battle, over;
    /* seats are left out, statements share a line, here and there */
    bool unnamed, joined;
    int rows[SEATS];
    struct stack row[SEATS][HUMANS];
    struct cards hand[SEATS], down[SEATS], open[SEATS], spread;
    int lines, first; /* the first line of play */
    struct line line[LINES_MOST];
};

static int quota_of(const struct game *g) { return g->players == 4 ? 1 : 2; }
static bool is_named(const struct game *g) { return (int)chance(10) < g->named; }

static struct line *write_line(struct game *g, enum transaction act, int seat)
{
    if (g->lines == LINES_MOST)
        abort();
    struct line *l = &g->line[g->lines++];
    *l = (struct line){.act = act, .seat = seat, .behind = ""};
    l->unnamed = g->unnamed && act >= TAKE && act <= GUARD && chance(3) > 0;
    l->joined = g->joined && act >= POWER && act <= GUARD && act != IGNITE
                && g->line[g->lines - 2].act >= TAKE && chance(2);
    /* a name holds for its line */
    l->unnamed &= !l->joined || g->line[g->lines - 2].seat == seat;
    return l;
}

static struct word *write_card(struct line *l, int card)
{
    struct word *w = &l->word[l->count++];
    *w = (struct word){.card = card};
    return w;
}

static void write_hidden(const struct game *g, struct line *l, int card)
{
    write_card(l, is_named(g) ? card : UNSEEN_CARD);
}

static void give(struct cards *to, int card) { to->card[to->count++] = card; }

static int take_at(struct cards *from, int at)
{
    int card = from->card[at];
    memmove(from->card + at, from->card + at + 1,
        (size_t)(--from->count - at) * sizeof *from->card);
    return card;
}

static int take_any(struct cards *from)
{
    return take_at(from, from->count > 1 ? (int)chance((unsigned)from->count) : 0);
}

static void deal(struct game *g)
{
    struct cards humans = {0}, fires = {0};
    *g = (struct game){.players = 3 + (int)chance(2),
        .named = (int)chance(3) * 5,
        .joined = chance(4) == 0,
        .unnamed = chance(4) == 0};
    for (int i = 0; i < HUMANS; i++) {
        give(&humans, i);
        give(&fires, HUMANS + i);
    }
    int highest = -1;
    for (int i = 0; i < g->players; i++)
        for (int k = 0; k < 3; k++) {
            int card = take_any(&humans);
            g->row[i][g->rows[i]++].card = card;
            give(&g->hand[i], take_any(&fires));
            if (card > highest) {
                highest = card;
                g->seat = i;
            }
        }
    take_any(&humans);
    take_any(&fires);
    while (humans.count > 0) {
        give(&g->spread, take_any(&humans));
        give(&g->spread, take_any(&fires));
    }
}

static struct stack *stack_of(struct game *g, int seat, int card)
{
    int k = 0;
    while (g->row[seat][k].card != card)
        k++;
    return &g->row[seat][k];
}

static void leave_row(struct game *g, int seat, int card)
{
    struct stack *s = stack_of(g, seat, card);
    g->rows[seat]--;
    memmove(s, s + 1, (size_t)(g->row[seat] + g->rows[seat] - s) * sizeof *s);
}

/* ---- the placement part ---- */

static void play_take(struct game *g, int seat)
{
    struct line *l = write_line(g, TAKE, seat);
    for (int i = 0; i < quota_of(g); i++) {
        int card = take_any(&g->spread);
        if (card >= HUMANS) {
            give(&g->hand[seat], card);
            write_hidden(g, l, card);
            continue;
        }
        int place = (int)chance((unsigned)g->rows[seat] + 1);
        struct stack *row = g->row[seat];
        memmove(row + place + 1, row + place, (size_t)(g->rows[seat]++ - place) * sizeof *row);
        row[place] = (struct stack){.card = card};
        write_card(l, card)->place = place + 1 < g->rows[seat] || chance(2) ? place + 1 : 0;
    }
}

static void play_power(struct game *g, int seat)
{
    int target = g->row[seat][chance((unsigned)g->rows[seat])].card;
    struct line *l = write_line(g, POWER, seat);
    write_card(l, target);
    for (bool over = g->rows[seat] > ROW_LIMIT;
         over && (g->rows[seat] > ROW_LIMIT || chance(3) == 0);) {
        struct stack from = g->row[seat][chance((unsigned)g->rows[seat])];
        if (from.card == target)
            continue;
        write_card(l, from.card);
        leave_row(g, seat, from.card);
        struct stack *s = stack_of(g, seat, target);
        give(&s->on, from.card);
        for (int i = 0; i < from.on.count; i++)
            give(&s->on, from.on.card[i]);
    }
    while (g->hand[seat].count > 0 && (l->count == 1 || chance(2))) {
        int card = take_any(&g->hand[seat]);
        write_card(l, card);
        give(&stack_of(g, seat, target)->on, card);
    }
    if (l->count == 1)
        g->lines--;
}

static void maybe_show(struct game *g, int seat)
{
    if (g->hand[seat].count > 0 && chance(40) == 0)
        write_card(write_line(g, SHOW, seat), g->hand[seat].card[0]);
}

static void play_placement_turn(struct game *g)
{
    play_take(g, g->seat);
    if (g->rows[g->seat] > ROW_LIMIT || chance(3) == 0)
        play_power(g, g->seat);
    maybe_show(g, g->seat);
    g->seat = (g->seat + 1) % g->players;
    g->battle = g->spread.count <= 2;
}

/* ---- the battle part ---- */

static int strength(const struct game *g, int seat, int k)
{
    const struct stack *s = &g->row[seat][k];
    int sum = 0;
    for (int i = 0; i < s->on.count; i++)
        sum += answers(s->card, s->on.card[i]);
    sum += k > 0 && answers(s->card, s[-1].card);
    sum += k + 1 < g->rows[seat] && answers(s->card, s[1].card);
    return sum;
}

/* The wounded of one seat and all, as a bit each. */
static uint32_t find_wounded(const struct game *g, int lit)
{
    int count = 0, best = -1, at_best = 0, above = 0;
    uint32_t all = 0, strong = 0, top = 0;
    for (int i = 0; i < g->players; i++)
        for (int k = 0; k < g->rows[i]; k++) {
            int card = g->row[i][k].card, power = strength(g, i, k);
            if (!answers(card, lit))
                continue;
            count++;
            all |= 1u << card;
            above += power > 0;
            strong |= power > 0 ? 1u << card : 0;
            at_best = power > best ? 1 : at_best + (power == best);
            top = power > best ? 1u << card : power == best ? top | 1u << card : top;
            best = power > best ? power : best;
        }
    return count < 2 ? 0 : above == 1 ? strong : at_best == 1 ? all & ~top : all;
}

static bool play_guard(struct game *g, int seat, int wounded)
{
    bool from_hand = chance(2);
    struct cards *from = from_hand ? &g->hand[seat] : &g->down[seat];
    for (int i = 0; i < from->count; i++) {
        if (from->card[i] >= HUMANS || !answers(wounded, from->card[i]))
            continue;
        struct line *l = write_line(g, GUARD, seat);
        write_card(l, wounded);
        write_card(l, from->card[i]);
        l->behind = from_hand ? " hand" : " discard";
        give(&g->open[seat], take_at(from, i));
        return true;
    }
    return false;
}

static void play_wound(struct game *g, int seat, int wounded)
{
    struct stack *s = stack_of(g, seat, wounded);
    int powers = s->on.count, taken = wounded;
    if (play_guard(g, seat, wounded))
        return;
    if (powers > 0)
        taken = take_any(&s->on);
    else
        leave_row(g, seat, wounded);
    give(&g->hand[seat], taken);
    int laid = take_any(&g->hand[seat]);
    give(&g->down[seat], laid);
    struct line *l = write_line(g, WOUND, seat);
    write_card(l, wounded);
    bool say = powers > 1 || chance(3);
    if (say)
        write_card(l, taken);
    if (is_named(g) && (say || (laid != taken && laid != wounded)))
        write_card(l, laid);
    else if (say && chance(2))
        write_card(l, UNSEEN_CARD);
}

static bool is_over(const struct game *g)
{
    int cards = 0;
    bool many = false;
    for (int i = 0; i < g->players; i++) {
        cards += g->hand[i].count;
        many |= g->down[i].count + g->open[i].count > DISCARD_LIMIT;
    }
    return cards == 0 || many;
}

static void play_battle_turn(struct game *g)
{
    bool skipped = false;
    for (; g->hand[g->seat].count == 0; skipped = true)
        g->seat = (g->seat + 1) % g->players;
    int lit = take_any(&g->hand[g->seat]);
    struct line *l = write_line(g, IGNITE, g->seat);
    l->unnamed &= !skipped;
    write_card(l, lit);
    uint32_t wounded = find_wounded(g, lit);
    for (int step = 0; step < g->players; step++) {
        int seat = (g->seat + step) % g->players, own[HUMANS], count = 0;
        for (int k = 0; k < g->rows[seat]; k++)
            if (wounded >> g->row[seat][k].card & 1)
                own[count++] = g->row[seat][k].card;
        for (; count > 0; count--) {
            int k = (int)chance((unsigned)count), card = own[k];
            own[k] = own[count - 1];
            play_wound(g, seat, card);
        }
    }
    g->seat = (g->seat + 1) % g->players;
    g->over = is_over(g);
    if (!g->over)
        maybe_show(g, g->seat);
}

static void play_turn(struct game *g)
{
    if (g->battle)
        play_battle_turn(g);
    else
        play_placement_turn(g);
    g->over |= g->battle && is_over(g);
}

/* ---- the record ------------------------------------------------------------------------------ */

static void write_row(struct game *g, int seat)
{
    struct line *l = write_line(g, ROW, seat);
    for (int k = 0; k < g->rows[seat]; k++) {
        const struct stack *s = &g->row[seat][k];
        write_card(l, s->card);
        for (int i = 0; i < s->on.count; i++)
            write_card(l, s->on.card[i])->on = true;
    }
}

static void write_hand(struct game *g, int seat)
{
    struct line *l = write_line(g, HAND, seat);
    for (int i = 0; i < g->hand[seat].count; i++)
        write_hidden(g, l, g->hand[seat].card[i]);
}

static void write_discards(struct game *g, int seat)
{
    struct line *l = write_line(g, DISCARDS, seat);
    for (int i = 0; i < g->down[seat].count + g->open[seat].count; i++)
        write_card(l,
            i < g->down[seat].count ? UNSEEN_CARD : g->open[seat].card[i - g->down[seat].count]);
}

/* Everything that lies on the table. */
static void write_position(struct game *g)
{
    g->lines = 0;
    for (int i = 0; i < g->players; i++)
        write_row(g, i);
    for (int i = 0; i < g->players; i++) {
        if (chance(3) > 0)
            write_hand(g, i);
        if (!g->whole && g->battle)
            write_discards(g, i);
    }
    if (!g->whole && !g->battle)
        write_line(g, SPREAD, 0)->word[0].card = g->spread.count;
    if (!g->whole)
        write_line(g, TURN, g->seat);
    if (!g->whole && g->battle)
        write_line(g, BATTLE, 0);
    g->first = g->lines;
}

/* A whole game, or some turns from a position on; to its end, or not. False: there is none. */
static bool play_game(struct game *g)
{
    deal(g);
    g->whole = chance(2);
    int before = g->whole ? 0 : (int)chance(40), turns = chance(2) ? 1000 : 1 + (int)chance(30);
    for (int i = 0; i < before && !g->over; i++) {
        g->lines = 0;
        play_turn(g);
    }
    while (!g->over && g->battle && g->hand[g->seat].count == 0)
        g->seat = (g->seat + 1) % g->players;
    if (g->over)
        return false;
    write_position(g);
    for (int i = 0; i < turns && !g->over; i++)
        play_turn(g);
    if (!g->over || chance(2))
        write_line(g, END, 0);
    return g->lines > g->first + 2;
}

/* ---- what nobody saw ------------------------------------------------------------------------- */

enum slip {
    UNSEEN_ROW,
    UNSEEN_TAKE,
    UNSEEN_POWER,
    UNSEEN_IGNITION,
    UNSEEN_WOUND,
    UNSEEN_GUARD,
    SLIPS
};

static const char *const slip_names[] = {"row ?", "take ?", "power ?", "ignite ?", "wound ?",
    "guard ?", NULL};

static const enum transaction unseen_deeds[SLIPS] = {ROW, TAKE, POWER, IGNITE, WOUND, GUARD};

/* In the place of one card, or of all, stands a ? in a line of this kind; which line, or -1. */
static int forget(struct game *g, enum slip slip)
{
    const int from = (int)chance((unsigned)g->lines);
    for (int i = 0; i < g->lines; i++) {
        struct line *l = &g->line[(from + i) % g->lines];
        const bool all = chance(3) == 0;
        const int one = l->count > 0 ? (int)chance((unsigned)l->count) : 0;
        if (l->act != unseen_deeds[slip] || l->count == 0)
            continue;
        for (int k = 0; k < l->count; k++)
            if ((all || k == one) && !(slip == UNSEEN_GUARD && k == 0)) {
                l->word[k].card = UNSEEN_CARD;
                l->word[k].place = 0;
            }
        if (slip == UNSEEN_GUARD) {
            l->word[1].card = UNSEEN_CARD;
            l->behind = chance(2) ? l->behind : "";
        }
        return (from + i) % g->lines;
    }
    return -1;
}

/* ---- the judge's answer ---------------------------------------------------------------------- */

enum { HEAD = 2 };

static void print_line(char *out, const struct line *l)
{
    bool named = !l->unnamed && l->act != SPREAD && l->act != TURN && l->act != BATTLE
                 && l->act != END;
    out += sprintf(out, "%s%s%s", named ? seat_names[l->seat] : "", named ? ": " : "",
        verbs[l->act]);
    if (l->act == TURN)
        out += sprintf(out, " %s", seat_names[l->seat]);
    if (l->act == SPREAD)
        out += sprintf(out, " %d", l->word[0].card);
    for (int i = 0; i < l->count; i++) {
        const struct word *w = &l->word[i];
        if (w->card == UNSEEN_CARD)
            out += sprintf(out, "%c?", w->on ? '+' : ' ');
        else
            out += sprintf(out, "%c%c%d", w->on ? '+' : ' ', w->card < HUMANS ? 'h' : 'f',
                w->card % HUMANS + 1);
        if (w->place > 0)
            out += sprintf(out, "@%d", w->place);
    }
    sprintf(out, "%s", l->behind);
}

static void judge(const struct game *g, struct slip_answer *out)
{
    judge_begin(out);
    judge_line(out, "game needfire");
    judge_line(out, g->players == 3 ? "players Aki Bo Chie" : "players Aki Bo Chie Dai");
    for (int i = 0; i < g->lines;) {
        char line[1024];
        print_line(line, &g->line[i++]);
        for (; i < g->lines && g->line[i].joined; i++) {
            char *end = line + strlen(line);
            print_line(end + sprintf(end, "; "), &g->line[i]);
        }
        judge_line(out, line);
    }
    judge_end(out);
}

/* In which line, counted from 1, a statement stands. */
static int line_of(const struct game *g, int at)
{
    int line = HEAD;
    for (int i = 0; i <= at; i++)
        line += !g->line[i].joined;
    return line;
}

/*
 * Nobody is accused by what nobody saw, nothing else cannot be, and who has won is as it was or not
 * known.
 */
static const char *compare(const struct slip_answer *a, uint32_t winners)
{
    for (unsigned i = 0; i < a->count; i++)
        if (a->ruling[i].kind > RULING_SLIP)
            return "somebody is accused, or a line cannot be";
    return a->faults > 0                              ? "a line cannot be read"
           : a->winners != 0 && a->winners != winners ? "another has won"
                                                      : NULL;
}

static void try_unseen(uint64_t seed, struct tally *tally)
{
    static struct game g;
    static struct slip_answer answer;
    chance_begin(seed);
    if (!play_game(&g))
        return;
    judge(&g, &answer);
    check(!is_judged()
              || (answer.count == 0 && answer.faults == 0 && (answer.winners == 0 || g.over)
                  && (answer.winners != 0 || !g.over || !g.whole)),
        "a lawful game is not\n%s", answer.text);
    const uint32_t winners = answer.winners;
    for (int i = 0; i < g.lines; i++)
        g.line[i].unnamed =
            false; /* it would be another record: who acts follows from the line before */
    const enum slip slip = (enum slip)chance(SLIPS);
    const int at = forget(&g, slip);
    if (at < 0)
        return;
    judge(&g, &answer);
    commit_mark_slip(tally, (int)slip, line_of(&g, at), &answer, compare(&answer, winners));
}

int main(void)
{
    uint64_t seed = number_from("SEED", 1), games = number_from("ITERS", 3000);
    struct tally tally = {.name = slip_names};
    for (uint64_t i = 0; i < games; i++)
        try_unseen(seed + i, &tally);
    commit_mark_tell(&tally, 97); /* of a human taken unseen nothing tells until it is named */
    return finish();
}
