/*
 * Haratama kept by tricks against trying every deal: hands of which a few cards are not known,
 * plays, then tricks that name their relics and cards that are shown, some of them made up. A
 * statement is impossible exactly when no deal of the unknown cards, and no course of play, fits
 * all that was accepted before it.
 *
 *   SEED=n ITERS=n test_haratama_tricks
 */
#include "check.h"
#include "core/haratama/haratama.h"

enum { TRICKS = 13, UNSEEN_MOST = 5 };

static unsigned long refused, jointly;

/* What is on record, kept beside the rulebook's own state. */
struct facts {
    int players;
    uint64_t relics;
    uint64_t hand[PLAYERS]; /* known of each hand, as it was before the first trick */
    /* not known whose; with three players one of it lies aside */
    uint64_t pool;
    uint64_t gone[TRICKS];       /* named in a trick */
    bool named[TRICKS];          /* the trick was kept by its relics */
    int played[TRICKS][PLAYERS]; /* card by card; NO_CARD */
    int shown[CARDS];            /* tricks over when a card was seen in a hand last */
    int done, captured;
};

/*
 * One seat, its whole hand given: a card for every trick, and none of those that cannot lie there.
 */
static bool course_fits(const struct facts *f, int seat, uint64_t hand)
{
    uint64_t fixed = 0;
    int used = 0;
    for (int t = 0; t < f->done; t++)
        fixed |= f->gone[t] | (f->played[t][seat] != NO_CARD ? bit(f->played[t][seat]) : 0);
    for (int t = 0; t < f->done; t++) {
        uint64_t mine = f->gone[t] & hand;
        if ((mine & (mine - 1)) != 0 || (f->played[t][seat] != NO_CARD && mine != 0))
            return false;
        if (f->played[t][seat] != NO_CARD && !(hand & bit(f->played[t][seat])))
            return false;
        if (mine != 0 || f->played[t][seat] != NO_CARD)
            continue;
        int fillers = 0; /* by this trick: those seen later are not among them yet */
        for (uint64_t left = hand & ~fixed & ~f->relics; left != 0; left &= left - 1)
            fillers += f->shown[__builtin_ctzll(left)] <= t;
        if (fillers <= used++)
            return false;
    }
    return true;
}

/* Gives the pool's cards to the hands in every way. */
static bool any_deal(const struct facts *f, uint64_t pool, uint64_t *hand, bool aside)
{
    if (pool == 0) {
        for (int i = 0; i < f->players; i++)
            if (!course_fits(f, i, hand[i]))
                return false;
        return true;
    }
    uint64_t card = pool & -pool;
    for (int i = 0; i < f->players; i++) {
        if (bits_count(hand[i]) == HAND)
            continue;
        hand[i] |= card;
        bool fits = any_deal(f, pool ^ card, hand, aside);
        hand[i] ^= card;
        if (fits)
            return true;
    }
    for (int t = 0; t < f->done; t++)
        if (f->gone[t] & card)
            return false;
    return aside && any_deal(f, pool ^ card, hand, false);
}

static bool truth(const struct facts *f)
{
    uint64_t hand[PLAYERS];
    memcpy(hand, f->hand, sizeof hand);
    for (int i = 0; i < f->players; i++)
        if (bits_count(hand[i]) > HAND)
            return false;
    return any_deal(f, f->pool, hand, f->players == 3);
}

/* ---- a record ---------------------------------------------------------------------------- */

struct game {
    struct record record;
    struct haratama state, before;
    struct rulings findings;
    char lines[8192];
};

static const char *const names[] = {"Aki", "Bo", "Chie", "Dai"};

static void add_card(char *line, int card)
{
    char text[16] = " ";
    text[1 + haratama_rulebook.card_write(card, false, text + 1)] = '\0';
    strcat(line, text);
}

/* Is the line accepted? */
static bool say(struct game *g, const char *line)
{
    record_line(&g->record, line, strlen(line));
    strcat(strcat(g->lines, line), "\n");
    return !g->record.refused;
}

/*
 * As at a table: what is refused has not been done, and so no two lines are against one of before.
 */
static void expect(struct game *g, const char *line, bool wanted)
{
    static struct game before;
    before = *g;
    refused += !wanted;
    check(say(g, line) == wanted, "%s, and should be %s:\n%s", wanted ? "impossible" : "accepted",
        wanted ? "accepted" : "impossible", g->lines);
    if (!wanted)
        *g = before;
}

/* A deal; the record knows all of it but a few cards. */
static void begin(struct game *g, struct facts *f, uint64_t *deal)
{
    int deck[52], count = 0, ranks = f->players == 4 ? 13 : 10, unseen = 0;
    char line[256];
    for (int suit = 0; suit < SUITS; suit++)
        for (int rank = 1; rank <= ranks; rank++)
            deck[count++] = suit * 16 + rank;
    for (int i = count - 1; i > 0; i--) {
        int k = (int)chance((unsigned)i + 1), card = deck[i];
        deck[i] = deck[k];
        deck[k] = card;
    }
    for (int i = 0; i < f->players * HAND; i++)
        deal[i / HAND] |= bit(deck[i]);
    if (f->players == 3)
        f->pool |= bit(deck[39]);
    int most = 1 + (int)chance(UNSEEN_MOST);
    for (int i = 0; i < f->players; i++) {
        snprintf(line, sizeof line, "%s: hand", names[i]);
        for (uint64_t left = deal[i]; left != 0; left &= left - 1) {
            int card = __builtin_ctzll(left);
            bool hidden = unseen < most && chance(8) == 0;
            unseen += hidden;
            if (hidden)
                strcat(line, " ?");
            else
                add_card(line, card);
            *(hidden ? &f->pool : &f->hand[i]) |= bit(card);
        }
        expect(g, line, true);
    }
}

/* A trick card by card, whatever is allowed. */
static void play_trick(struct game *g, struct facts *f, uint64_t *deal)
{
    char line[64] = "";
    for (int i = 0, seat = g->state.round.trick.leader; i < f->players;
         i++, seat = next_clockwise(seat, f->players)) {
        int skip = (int)chance(bits_count(deal[seat]));
        uint64_t left = deal[seat];
        while (skip-- > 0)
            left &= left - 1;
        int card = __builtin_ctzll(left);
        deal[seat] ^= bit(card);
        f->played[f->done][seat] = card;
        f->captured += (f->relics & bit(card)) != 0;
        f->pool &= ~bit(card);
        f->hand[seat] |= bit(card);
        add_card(line, card);
    }
    expect(g, line, true);
    f->done++;
}

/* Some relics, a few from where they truly are: the trick's, or any. */
static uint64_t made_up(const struct facts *f, uint64_t *deal)
{
    uint64_t named = 0, left = f->relics;
    for (int t = 0; t < f->done; t++)
        left &= ~f->gone[t];
    for (int i = 0; i < f->players; i++)
        if ((deal[i] & left) != 0 && chance(3) > 0)
            named |= deal[i] & left & -(deal[i] & left);
    if (chance(3) == 0)
        named ^= left & -left;
    for (uint64_t each = left; each != 0 && chance(4) == 0; each &= each - 1)
        if (chance(4) == 0)
            named ^= each & -each;
    return named;
}

static void keep_trick(struct game *g, struct facts *f, uint64_t *deal)
{
    struct facts next = *f;
    uint64_t relics = made_up(f, deal), seen = 0;
    for (int t = 0; t < f->done; t++)
        for (int i = 0; i < f->players; i++)
            seen |= f->played[t][i] != NO_CARD ? bit(f->played[t][i]) : 0;
    relics &= ~seen;
    int count = (int)bits_count(relics), after = f->captured + count;
    int fewest = f->players == 3 ? RELICS - 1 : RELICS;
    char line[64];
    snprintf(line, sizeof line, "%s: trick", names[chance((unsigned)f->players)]);
    for (uint64_t left = relics; left != 0; left &= left - 1)
        add_card(line, __builtin_ctzll(left));
    if (relics == 0 && chance(2) == 0)
        strcat(line, " 0");
    next.gone[f->done] = relics;
    next.named[f->done++] = true;
    next.done = f->done;
    next.captured = after;
    f->done--;
    bool counts = count <= f->players && after <= RELICS
                  && after + (TRICKS - next.done) * f->players >= fewest;
    bool fits = truth(&next);
    jointly += counts && !fits;
    expect(g, line, counts && fits);
    if (!counts || !fits)
        return;
    *f = next;
    for (int i = 0; i < f->players; i++) {
        uint64_t mine = deal[i] & relics, rest = deal[i] & ~f->relics;
        deal[i] ^= mine != 0 ? mine & -mine : rest & -rest;
    }
}

static void show_card(struct game *g, struct facts *f, const uint64_t *deal)
{
    struct facts next = *f;
    int seat = (int)chance((unsigned)f->players),
        from = chance(4) == 0 ? (int)chance((unsigned)f->players) : seat;
    uint64_t gone = 0, elsewhere = 0;
    if (deal[from] == 0)
        return;
    int skip = (int)chance(bits_count(deal[from]));
    uint64_t left = deal[from];
    while (skip-- > 0)
        left &= left - 1;
    int card = __builtin_ctzll(left);
    for (int t = 0; t < f->done; t++) {
        gone |= f->gone[t];
        for (int i = 0; i < f->players; i++)
            gone |= f->played[t][i] != NO_CARD ? bit(f->played[t][i]) : 0;
    }
    for (int i = 0; i < f->players; i++)
        elsewhere |= i != seat ? f->hand[i] : 0;
    next.pool &= ~bit(card);
    next.hand[seat] |= bit(card);
    next.shown[card] = f->done;
    char line[64];
    snprintf(line, sizeof line, "%s: show", names[seat]);
    add_card(line, card);
    bool fits = !((gone | elsewhere) & bit(card)) && f->done < TRICKS && truth(&next);
    expect(g, line, fits);
    if (fits)
        *f = next;
}

static void one_round(struct game *g)
{
    struct record_host host = {.user = NULL};
    struct facts f = {.players = chance(3) == 0 ? 3 : 4};
    uint64_t deal[PLAYERS] = {0};
    char line[64];
    int kami[3] = {1, 1, 1};
    memset(g->lines, 0, sizeof g->lines);
    memset(f.played, NO_CARD, sizeof f.played);
    record_init(&g->record, &host,
        &(struct record_room){&g->state, &g->before, NULL, &g->findings, NULL});
    say(g, "game haratama");
    say(g, f.players == 4 ? "players Aki Bo Chie Dai" : "players Aki Bo Chie");
    while (kami[0] == kami[1] || kami[1] == kami[2] || kami[0] == kami[2])
        for (int i = 0; i < 3; i++)
            kami[i] = 1 + (int)chance(8);
    for (int i = 0; i < 3; i++)
        for (int suit = 0; suit < SUITS; suit++)
            f.relics |= bit(suit * 16 + kami[i]);
    snprintf(line, sizeof line, "round; kami %d %d %d", kami[0], kami[1], kami[2]);
    expect(g, line, true);
    begin(g, &f, deal);
    expect(g, "Bo: lead", true);
    for (unsigned plays = chance(3); plays > 0; plays--)
        play_trick(g, &f, deal);
    for (int i = 0; i < 30 && g->state.round.stage == DURING && failed == 0; i++)
        if (chance(3) == 0)
            show_card(g, &f, deal);
        else
            keep_trick(g, &f, deal);
}

int main(void)
{
    uint64_t rounds = number_from("ITERS", 4000);
    struct game *g = calloc(1, sizeof *g);
    chance_begin(number_from("SEED", 20261121));
    for (uint64_t i = 0; i < rounds && failed == 0; i++)
        one_round(g);
    free(g);
    printf("%lu refused, %lu of them for the tricks together\n", refused, jointly);
    check(rounds == 0 || refused > 0, "nothing was refused");
    return finish();
}
