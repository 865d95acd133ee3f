/*
 * One slip in a lawful record of Hyakumonogatari. Nights are played with real cards and written
 * down, with more or less of the cards named; they are clean, and end as they were played. Then one
 * line is left out, doubled, exchanged with the next, or given to the other seat. Where that leaves
 * nothing irregular and nothing impossible, the night still ends as it was played, or it is not
 * known how.
 */
#include "slips.h"

enum {
    NEWMOON,
    GRANITE,
    SHADE,
    CANDLE,
    SUN,
    DOLL,
    EFFIGY,
    INK,
    SEAL,
    LANTERN,
    FOX,
    BLOOD,
    MIRROR,
    KINDS
};
enum { LINES_MOST = 400, CARDS = 15, SEATS = 2 };

static const char *const names[KINDS] = {"newmoon", "granite", "shade", "candle", "sun", "doll",
    "effigy", "ink", "seal", "lantern", "fox", "blood", "mirror"};
static const char *const seat_names[SEATS] = {"Aki", "Bo"};
static const int places[KINDS] = {[NEWMOON] = 1, [GRANITE] = 1, [SHADE] = 1, [CANDLE] = 3};

enum transaction { DRAW, ALTAR, DISCARD, REFILL, SHOW, END };

struct line {
    enum transaction act;
    int seat, count, card[CARDS]; /* -1: unseen */
};

/* ---- a night with real cards -------------------------------------------------------------- */

struct night {
    int hand[SEATS][KINDS], altar[KINDS], grave[KINDS], pile[CARDS], left, sun_left, named_percent;
    bool over;
    struct line line[LINES_MOST];
    int lines;
};

static struct line *write_line(struct night *n, enum transaction act, int seat)
{
    struct line *l = &n->line[n->lines++];
    *l = (struct line){.act = act, .seat = seat};
    return l;
}

static bool is_named(const struct night *n) { return (int)chance(100) < n->named_percent; }

static void mix(int *cards, int count)
{
    for (int i = count; i > 1; i--) {
        int k = (int)chance((unsigned)i), swap = cards[i - 1];
        cards[i - 1] = cards[k];
        cards[k] = swap;
    }
}

static void deal_night(struct night *n)
{
    *n = (struct night){.named_percent = (int)chance(3) * 50};
    for (int k = 0; k < KINDS; k++)
        for (int i = 0; i < (k == CANDLE ? 3 : 1); i++)
            n->pile[n->left++] = k;
    mix(n->pile, n->left);
    for (int i = 0; i < 7; i++)
        n->hand[i < 3 ? 0 : 1][n->pile[--n->left]]++;
}

static int any_of(const int hand[KINDS])
{
    int cards[CARDS], count = 0;
    for (int k = 0; k < KINDS; k++)
        for (int i = 0; i < hand[k]; i++)
            cards[count++] = k;
    return count == 0 ? -1 : cards[chance((unsigned)count)];
}

static void gather(struct night *n)
{
    for (int k = 0; k < KINDS; k++)
        for (; n->grave[k] > 0; n->grave[k]--)
            n->pile[n->left++] = k;
    mix(n->pile, n->left);
}

static void play_draw(struct night *n, int seat)
{
    int card = any_of(n->hand[1 - seat]);
    struct line *l;
    if (card < 0)
        return;
    l = write_line(n, DRAW, seat);
    l->card[l->count++] = is_named(n) ? card : -1;
    n->hand[1 - seat][card]--;
    n->hand[seat][card]++;
}

/* Cards of one statement: any that may be laid down, or one that may be thrown. */
static int play_uses(struct night *n, int seat)
{
    int used = 0;
    bool thrown = false;
    for (int tries = 0; tries < 40 && (used == 0 || chance(2)); tries++) {
        int card = any_of(n->hand[seat]);
        bool last = n->line[n->lines - 1].seat == seat;
        if (card < 0 || card == DOLL)
            continue;
        bool lay = places[card] > n->altar[card]
                   || (card == SUN && n->altar[NEWMOON] > 0 && n->altar[SUN] == 0);
        if (!lay
            && (thrown || card == SHADE || (places[card] > 0 && n->altar[card] < places[card])))
            continue;
        struct line *l = lay && last && used > 0 && n->line[n->lines - 1].act == ALTAR && chance(2)
                             ? &n->line[n->lines - 1]
                             : write_line(n, lay ? ALTAR : DISCARD, seat);
        l->card[l->count++] = card;
        n->hand[seat][card]--;
        n->altar[card] += lay;
        n->grave[card] += !lay;
        n->sun_left = lay && card == SUN ? 3 : n->sun_left;
        thrown |= !lay;
        used++;
    }
    return used;
}

static void play_refill(struct night *n, int seat, int used)
{
    struct line *l = write_line(n, REFILL, seat);
    bool named = n->named_percent > 0 && chance(2);
    for (; used > 0; used--) {
        if (n->left == 0)
            gather(n);
        if (n->left == 0)
            break;
        int card = n->pile[--n->left];
        n->hand[seat][card]++;
        if (named)
            l->card[l->count++] = is_named(n) ? card : -1;
    }
    if (n->left == 0)
        gather(n);
}

static void end_of_turn(struct night *n, int seat)
{
    int lie = 0;
    for (int k = 0; k < KINDS; k++)
        lie += places[k] > 0 ? n->altar[k] : 0;
    if (seat == 0)
        return;
    n->over = lie == 6 && n->altar[SUN] == 0;
    if (n->altar[SUN] > 0 && --n->sun_left == 0) {
        n->grave[SUN]++;
        n->altar[SUN]--;
    }
}

static void show_hand(struct night *n, int seat)
{
    struct line *l = write_line(n, SHOW, seat);
    for (int k = 0; k < KINDS; k++)
        for (int i = 0; i < n->hand[seat][k]; i++)
            l->card[l->count++] = k;
}

/* False: it does not come to its end in good time. */
static bool play_night(struct night *n)
{
    deal_night(n);
    for (int turn = 0; turn < 60 && !n->over; turn++) {
        play_draw(n, turn % 2);
        int used = play_uses(n, turn % 2);
        if (used == 0)
            return false;
        play_refill(n, turn % 2, used);
        end_of_turn(n, turn % 2);
    }
    int first = (int)chance(2);
    show_hand(n, first);
    show_hand(n, 1 - first);
    write_line(n, END, 0);
    return n->over;
}

/* ---- one slip, and what a careful reader makes of it ---------------------------------------- */

enum slip { LEFT_OUT, DOUBLED, SWAPPED, WRONG_SEAT, SLIPS };

static const char *const slip_names[SLIPS + 1] = {"left out", "doubled", "swapped",
    "given to the wrong seat", NULL};

/* Its line; the night ends as it was played if no card has gone astray. */
struct statement_parse {
    enum slip slip;
    int line;
    bool same_ending;
};

static struct statement_parse make_slip(struct night *n)
{
    /* after them the hands, and the end */
    int acts = n->lines - 3, at = (int)chance((unsigned)acts);
    struct line *l = &n->line[at];
    struct statement_parse r = {.slip = (enum slip)chance(SLIPS), .line = at};
    if (r.slip == SWAPPED && at + 1 == acts)
        r.slip = DOUBLED;
    r.same_ending = l->act == DRAW || l->act == REFILL || r.slip == DOUBLED || r.slip == WRONG_SEAT
                    || (r.slip == SWAPPED && at + 2 < acts);
    switch (r.slip) {
    case LEFT_OUT: memmove(l, l + 1, (size_t)(--n->lines - at) * sizeof *l); break;
    case DOUBLED:
        memmove(l + 1, l, (size_t)(n->lines++ - at) * sizeof *l);
        r.line = at + 1;
        break;
    case SWAPPED: {
        struct line first = l[0];
        l[0] = l[1];
        l[1] = first;
        break;
    }
    case WRONG_SEAT: l->seat = 1 - l->seat; break;
    case SLIPS: break;
    }
    return r;
}

/* ---- the judge's answer -------------------------------------------------------------------- */

enum { HEAD = 4 };

static int print_line(char *out, const struct line *l)
{
    static const char *const verbs[] = {"draw", "altar", "discard", "refill", "show", "end"};
    int at = l->act == END ? sprintf(out, "end")
                           : sprintf(out, "%s: %s", seat_names[l->seat], verbs[l->act]);
    for (int i = 0; i < l->count; i++)
        at += sprintf(out + at, " %s", l->card[i] < 0 ? "?" : names[l->card[i]]);
    return at;
}

/* Who won, as the record has it: -1 nobody. */
static int judge(const struct night *n, struct slip_answer *out)
{
    static const char *const head[HEAD] = {"game hyakumonogatari", "players Aki Bo", "Aki: parent",
        "night"};
    judge_begin(out);
    for (int i = 0; i < HEAD + n->lines; i++) {
        char line[512];
        if (i >= HEAD)
            print_line(line, &n->line[i - HEAD]);
        judge_line(out, i < HEAD ? head[i] : line);
    }
    judge_end(out);
    return out->winners == 1 ? 0 : out->winners == 2 ? 1 : -1;
}

static int true_winner(const struct night *n)
{
    return n->hand[1][DOLL] > 0 || (n->hand[1][EFFIGY] > 0 && n->hand[1][INK] > 0) ? 1 : 0;
}

static void try_slip(uint64_t seed, struct tally *tally)
{
    static struct night n;
    static struct slip_answer answer;
    chance_begin(seed);
    if (!play_night(&n))
        return;
    int winner = judge(&n, &answer);
    check(!is_judged() || (answer.count == 0 && winner == true_winner(&n)),
        "a lawful night is not\n%s", answer.text);
    struct statement_parse r = make_slip(&n);
    winner = judge(&n, &answer);
    const char *wrong = answer.count == 0 && r.same_ending && winner >= 0
                                && winner != true_winner(&n)
                            ? "another ending"
                            : NULL;
    commit_mark_slip(tally, (int)r.slip, r.line + 1 + HEAD, &answer, wrong);
}

int main(void)
{
    uint64_t seed = number_from("SEED", 1), games = number_from("ITERS", 400);
    struct tally tally = {.name = slip_names};
    for (uint64_t i = 0; i < games; i++)
        try_slip(seed + i, &tally);
    commit_mark_tell(&tally, 99);
    return finish();
}
