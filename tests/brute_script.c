/* Rounds made by chance, true and untrue, nearly played out; see brute_oracle.h. */
#include "brute_oracle.h"

#include <stdio.h>
#include <string.h>

unsigned below(struct chance *c, unsigned n)
{
    c->state += 0x9E3779B97F4A7C15u;
    uint64_t z = c->state;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (unsigned)((z ^ z >> 31) % n);
}

bool percent(struct chance *c, unsigned n) { return below(c, 100) < n; }

/* ---- text -------------------------------------------------------------------------------- */

static const char *const names[SEATS] = {"Aki", "Bo", "Chie", "Dai"};

size_t card_text(int card, char *out)
{
    if (card == UNSEEN)
        return (size_t)sprintf(out, "?");
    return (size_t)sprintf(out, "%c%d", "rbpg"[suit_of(card)], rank_of(card));
}

size_t said_text(const struct said *said, int players, char *out)
{
    static const char *const verbs[] = {[PLAY] = "",
        [ROUND] = "round",
        [KAMI] = "kami",
        [LAY_ASIDE] = "aside",
        [HAND_IS] = "hand",
        [PASS] = "pass",
        [FOX] = "fox",
        [LEAD] = "lead",
        [SHOW] = "show",
        [TRICK] = "trick",
        [RELICS] = "relics"};
    size_t at = 0;
    if (said->seat != NOBODY)
        at += (size_t)sprintf(out + at, "%s: ", names[said->seat]);
    at += (size_t)sprintf(out + at, "%s", verbs[said->verb]);
    if (said->verb == FOX && said->no)
        at += (size_t)sprintf(out + at, " no");
    if (said->verb == TRICK && said->relics >= 0)
        at += (size_t)sprintf(out + at, " %d", said->relics);
    for (int i = 0; i < (said->verb == RELICS ? players : said->count); i++) {
        if (i > 0 || said->verb != PLAY)
            out[at++] = ' ';
        if (said->verb == KAMI)
            at += (size_t)sprintf(out + at, "%d", said->card[i]);
        else if (said->verb == RELICS)
            at += (size_t)sprintf(out + at, "%s=%d", names[i], said->card[i]);
        else
            at += card_text(said->card[i], out + at);
    }
    out[at] = '\0';
    return at;
}

/* ---- the truth --------------------------------------------------------------------------- */

struct world_maker {
    struct script *script;
    struct chance *chance;
    struct table *table;
    struct answers *scratch;
    uint32_t line;
    int players;
    uint64_t dealt[SEATS], given[SEATS], held[SEATS], hand[SEATS];
    int aside;
    unsigned revokes, wrong, strays, shows, slips; /* percent */
    bool honest;                                   /* the record follows the truth so far */
    bool unsaid;                                   /* the line `round` was left out */
};

static int pick(struct chance *c, uint64_t set)
{
    int n = 0;
    for (uint64_t left = set; left != 0; left &= left - 1)
        n++;
    if (n == 0)
        return UNSEEN;
    for (unsigned skip = below(c, (unsigned)n); skip > 0; skip--)
        set &= set - 1;
    return __builtin_ctzll(set);
}

static uint64_t suit_cards(enum suit suit) { return (uint64_t)0x1FFF << (13 * (int)suit); }

static void deal_truth(struct world_maker *m, const int *pass_size)
{
    uint64_t left = 0;
    for (int card = 0; card < DECK; card++)
        if (in_deck(card, m->players))
            left |= bit(card);
    for (int i = 0; i < m->players; i++) {
        m->dealt[i] = m->given[i] = 0;
        for (int k = 0; k < HAND; k++) {
            int card = pick(m->chance, left);
            m->dealt[i] |= bit(card);
            left &= ~bit(card);
        }
        for (int k = 0; k < pass_size[i]; k++)
            m->given[i] |= bit(pick(m->chance, m->dealt[i] & ~m->given[i]));
    }
    m->aside = left != 0 ? pick(m->chance, left) : UNSEEN;
    for (int i = 0; i < m->players; i++) {
        int giver = (i + m->players - 1) % m->players;
        m->hand[i] = m->held[i] = (m->dealt[i] & ~m->given[i]) | m->given[giver];
    }
}

/* ---- saying it --------------------------------------------------------------------------- */

/* Now and then several statements share a line. */
static struct said *say(struct world_maker *m, enum said_verb verb, int seat)
{
    struct script *s = m->script;
    struct said *said = &s->said[s->count];
    bool shares = s->count > 0 && (seat != NOBODY || verb != PLAY) && percent(m->chance, 6);
    m->line += !shares;
    *said = (struct said){.line = m->line, .verb = verb, .seat = seat, .relics = -1};
    return said;
}

static void said(struct world_maker *m)
{
    table_apply(m->table, &m->script->said[m->script->count++], m->scratch);
}

static bool room_left(const struct world_maker *m) { return m->script->count < SAYS_MOST - 8; }

/* Cards of a set, each left unseen with some chance. */
static void say_cards(struct world_maker *m, struct said *said, uint64_t cards, unsigned unseen)
{
    for (; cards != 0 && said->count < SAID_CARDS; cards &= cards - 1)
        said->card[said->count++] = percent(m->chance, unseen) ? UNSEEN : __builtin_ctzll(cards);
}

static int any_card(struct world_maker *m)
{
    return card_of((enum suit)below(m->chance, 4), 1 + (int)below(m->chance, 13));
}

static void say_hand(struct world_maker *m, int seat, uint64_t cards)
{
    bool show = percent(m->chance, 30);
    struct said *said_now = say(m, show ? SHOW : HAND_IS, seat);
    if (show) {
        for (unsigned i = 1 + below(m->chance, 4); i > 0; i--) {
            int card = pick(m->chance, cards);
            cards &= ~bit(card);
            said_now->card[said_now->count++] = card;
        }
    } else {
        say_cards(m, said_now, cards, percent(m->chance, 50) ? 0 : below(m->chance, 100));
    }
    if (said_now->count > 0 && percent(m->chance, m->wrong * 3)) {
        said_now->card[0] = any_card(m);
        m->honest = false;
    }
    for (int i = 1; i < said_now->count; i++) /* no card twice */
        if (said_now->card[i] != UNSEEN && said_now->card[i] == said_now->card[0])
            said_now->card[0] = UNSEEN;
    if (show && said_now->card[0] == UNSEEN)
        said_now->card[0] = said_now->card[--said_now->count];
    if (said_now->count > 0)
        said(m);
}

static void say_pass(struct world_maker *m, int seat)
{
    struct said *said_now = say(m, PASS, seat);
    say_cards(m, said_now, m->given[seat],
        percent(m->chance, 40)   ? 0
        : percent(m->chance, 50) ? 100
                                 : 50);
    if (percent(m->chance, m->wrong)) {
        said_now->card[0] = any_card(m);
        m->honest = false;
    }
    if (said_now->count > 1 && said_now->card[0] == said_now->card[1])
        said_now->card[0] = UNSEEN;
    said(m);
}

static void say_kami(struct world_maker *m)
{
    unsigned most = m->players == 4 ? 10 : 8;
    struct said *said_now = say(m, KAMI, NOBODY);
    int *rank = said_now->card;
    said_now->count = 3;
    do
        for (int i = 0; i < 3; i++)
            rank[i] = 1 + (int)below(m->chance, most);
    while (rank[0] == rank[1] || rank[0] == rank[2] || rank[1] == rank[2]);
    said(m);
}

static void say_aside(struct world_maker *m)
{
    struct said *said_now = say(m, LAY_ASIDE, NOBODY);
    said_now->card[0] = percent(m->chance, m->wrong) ? any_card(m) : m->aside;
    said_now->count = 1;
    m->honest &= said_now->card[0] == m->aside;
    said(m);
}

static void say_sign(struct world_maker *m, int seat)
{
    int giver = (seat + m->players - 1) % m->players;
    bool low = false;
    for (int card = 0; card < DECK; card++)
        low |= (m->given[giver] & bit(card)) && rank_of(card) <= 6;
    struct said *said_now = say(m, FOX, seat);
    said_now->no = low == percent(m->chance, 30);
    said(m);
}

/*
 * Hands and passes in a mixed order: hands before a seat's own pass are as dealt. Where no pass is
 * said at all they are read as played, and so are not the truth.
 */
static void say_exchange(struct world_maker *m, bool passes, bool some)
{
    unsigned hands = percent(m->chance, 40) ? 0 : below(m->chance, 70);
    unsigned order = below(m->chance, 3);
    bool passed[SEATS] = {false}, any = false, dealt = false;
    for (int step = 0; step < 3 * m->players; step++) {
        int seat = step % m->players, phase = step / m->players;
        bool pass_now = passes && phase == 1 && !(some && percent(m->chance, 50));
        if (phase == 1 && order == 0 && percent(m->chance, hands) && passes)
            if (!any || pass_now) {
                say_hand(m, seat, m->dealt[seat]);
                dealt = true;
            }
        if (pass_now) {
            say_pass(m, seat);
            passed[seat] = any = true;
        }
        if (phase == 0 && order == 1 && percent(m->chance, hands)) {
            say_hand(m, seat, passes ? m->dealt[seat] : m->held[seat]);
            dealt |= passes;
        }
        if (phase == 2 && percent(m->chance, hands) && (!passes || passed[seat] || any))
            say_hand(m, seat, m->held[seat]);
    }
    m->honest &= any || !dealt;
}

static int true_leader(const struct world_maker *m)
{
    int card = card_of(BLUE, m->aside == card_of(BLUE, 5) ? 6 : 5);
    for (int i = 0; i < m->players; i++)
        if (m->held[i] & bit(card))
            return i;
    return 0;
}

/* A card by the rules, or now and then any card of the hand, or of the deck. */
static int choose_card(struct world_maker *m, const struct table *t, int seat)
{
    uint64_t hand = m->hand[seat], fair = hand;
    if (percent(m->chance, m->wrong)) {
        m->honest = false;
        return any_card(m);
    }
    if (t->table != 0) {
        uint64_t follow = hand & suit_cards(t->play[t->plays - 1].led);
        fair = follow != 0 ? follow : hand;
    } else if (!t->broken && (hand & ~suit_cards(BLUE))) {
        fair = hand & ~suit_cards(BLUE);
    }
    int card = pick(m->chance, percent(m->chance, m->revokes) ? hand : fair);
    if (card == UNSEEN) {
        m->honest = false;
        return any_card(m);
    }
    return card;
}

/* Slips of the pen: a card of the row is written twice, or left out. */
static void slip(struct world_maker *m, struct said *said)
{
    if (said->count < 2 || said->count >= SAID_CARDS || !percent(m->chance, m->slips))
        return;
    int at = (int)below(m->chance, (unsigned)said->count);
    if (percent(m->chance, 60)) {
        memmove(said->card + at + 1, said->card + at,
            sizeof *said->card * (size_t)(said->count - at));
        said->count++;
    } else {
        memmove(said->card + at, said->card + at + 1,
            sizeof *said->card * (size_t)(said->count - at - 1));
        said->count--;
    }
    m->honest = false;
}

/* A line of plays, one card or a trick or more. */
static void say_plays(struct world_maker *m, int cards)
{
    int seat = table_turn(m->table);
    bool named = seat == NOBODY ? percent(m->chance, 90) : percent(m->chance, 20);
    if (seat == NOBODY)
        seat = m->table->lost != 0 ? (int)below(m->chance, (unsigned)m->players) : true_leader(m);
    if (percent(m->chance, m->strays)) {
        seat = (int)below(m->chance, (unsigned)m->players);
        named = true;
    }
    struct said *said_now = say(m, PLAY, named ? seat : NOBODY);
    for (int i = 0; i < m->players && m->table->phase != DURING && !m->table->unsaid; i++)
        said_now->card[said_now->count++] = pick(m->chance,
            m->hand[(seat + i) % m->players]); /* a row of no round */
    struct table ahead, before;
    table_copy(&ahead, m->table);
    for (int i = 0; i < cards && (ahead.phase == DURING || ahead.unsaid) && !ahead.coarse; i++) {
        int now = i == 0 ? seat : table_turn(&ahead);
        struct said one = {.line = said_now->line,
            .verb = PLAY,
            .seat = now,
            .count = 1,
            .relics = -1};
        if (now == NOBODY)
            break;
        one.card[0] = choose_card(m, &ahead, now);
        said_now->card[said_now->count++] = one.card[0];
        table_copy(&before, &ahead);
        table_apply(&ahead, &one, m->scratch);
        for (int wants = before.wants; wants < ahead.wants; wants++)
            m->honest &= ahead.want[wants].kind[1] == 'r'; /* irregular, not impossible */
        if (ahead.lost != before.lost)
            table_copy(&ahead, &before); /* the row goes on as if that card had not been there */
        m->hand[now] &= ~bit(one.card[0]);
    }
    slip(m, said_now);
    if (said_now->count > 0)
        said(m);
    m->honest &= m->table->lost == 0;
}

static void say_show(struct world_maker *m)
{
    int seat = (int)below(m->chance, (unsigned)m->players);
    uint64_t hand = m->hand[seat];
    if (hand == 0 && (m->table->coarse || !percent(m->chance, 5)))
        return;
    struct said *said_now = say(m, SHOW, seat);
    for (unsigned i = 1 + below(m->chance, 3); i > 0 && hand != 0; i--) {
        int card = pick(m->chance, hand);
        hand &= ~bit(card);
        said_now->card[said_now->count++] = card;
    }
    /* tricks kept without their plays, too, are true ones: what is shown between them fits them */
    if (said_now->count == 0 || (!m->table->coarse && percent(m->chance, m->wrong))) {
        said_now->card[0] = any_card(m);
        said_now->count = 1;
    }
    said(m);
}

/* ---- coarser from here on ---------------------------------------------------------------- */

/* The trick played out as the truth has it: who wins, and its relics. */
static int play_out(struct world_maker *m, struct table *t, uint64_t *relics)
{
    uint64_t all = t->table;
    int best = t->best, winner = t->best_seat, seat = t->leader;
    enum suit led = t->table != 0 ? t->play[t->plays - 1].led : RED;
    for (int i = 0; i < m->players; i++, seat = (seat + 1) % m->players) {
        if (t->out[seat] || m->hand[seat] == 0)
            continue;
        uint64_t follow = all != 0 ? m->hand[seat] & suit_cards(led) : 0;
        int card = pick(m->chance, follow != 0 ? follow : m->hand[seat]);
        if (all == 0 || (suit_of(card) == led && rank_of(card) > rank_of(best))) {
            led = all == 0 ? suit_of(card) : led;
            best = card;
            winner = seat;
        }
        all |= bit(card);
        m->hand[seat] &= ~bit(card);
    }
    *relics = all & t->relics;
    return winner;
}

static void say_trick(struct world_maker *m)
{
    uint64_t relics;
    int winner = play_out(m, m->table, &relics);
    struct said *said_now = say(m, TRICK, winner);
    if (percent(m->chance, 60)) {
        say_cards(m, said_now, relics, 0);
    } else {
        for (said_now->relics = 0; relics != 0; relics &= relics - 1)
            said_now->relics++;
    }
    said(m);
}

/* ---- a round ----------------------------------------------------------------------------- */

static void play_round(struct world_maker *m)
{
    struct table *t = m->table;
    unsigned coarse = percent(m->chance, 12) ? 15 : 0;
    unsigned pace = below(m->chance, 4);
    int leave = percent(m->chance, 25) ? 0 : (int)below(m->chance, m->players == 4 ? 5 : 6);
    int tricks = HAND - leave, tries = 0;
    while ((t->phase == DURING || m->unsaid) && t->tricks < tricks && room_left(m) && tries < 4
           && (!t->unsure || percent(m->chance, 5))) {
        int wants = t->wants;
        m->unsaid &= t->phase != DURING;
        if (coarse != 0 && t->relics != 0 && m->honest && t->leader != NOBODY
            && (t->coarse || percent(m->chance, coarse))) {
            say_trick(m);
        } else if (!t->coarse) {
            int cards = pace == 0 ? 1 : pace == 1 ? m->players : 1 + (int)below(m->chance, 9);
            say_plays(m, cards);
        }
        tries += t->wants > wants && t->want[t->wants - 1].kind[1] == 'm'; /* impossible */
        while (t->phase == DURING && percent(m->chance, m->shows) && room_left(m))
            say_show(m);
    }
}

static void after_round(struct world_maker *m)
{
    struct table *t = m->table;
    unsigned shows = percent(m->chance, 50) ? 0 : percent(m->chance, 50) ? 40 : 80;
    if (t->phase == OVER && percent(m->chance, 30))
        for (unsigned i = below(m->chance, 3); i > 0; i--) {
            int seat = (int)below(m->chance, (unsigned)m->players);
            struct said *said_now = say(m, PLAY, seat);
            said_now->card[0] = m->hand[seat] != 0 ? pick(m->chance, m->hand[seat]) : any_card(m);
            said_now->count = 1;
            said(m);
        }
    for (int i = 0; i < 8 && room_left(m); i++)
        if (percent(m->chance, shows) && !t->coarse)
            say_show(m);
    if (m->players == 3 && t->phase == DURING && t->aside == NOBODY && percent(m->chance, 20))
        say_aside(m);
}

static void make_round(struct world_maker *m)
{
    int pass_size[SEATS] = {2, 2, 2, 2};
    unsigned passes = below(m->chance, 3);
    for (int i = 0; i < m->players && passes == 1; i++)
        if (percent(m->chance, 2))
            pass_size[i] = 1 + 2 * (int)below(m->chance, 2);
    deal_truth(m, pass_size);
    m->honest = true;
    m->revokes = percent(m->chance, 40) ? 0 : below(m->chance, 40);
    m->wrong = percent(m->chance, 70) ? 0 : below(m->chance, 5);
    m->slips = percent(m->chance, 80) ? 0 : below(m->chance, 8);
    m->strays = percent(m->chance, 80) ? 0 : below(m->chance, 10);
    m->shows = percent(m->chance, 40) ? 0 : below(m->chance, 30);
    m->unsaid = percent(m->chance, 4);
    if (!m->unsaid) {
        say(m, ROUND, NOBODY);
        said(m);
    }
    if (!m->unsaid || percent(m->chance, 60))
        say_kami(m);
    unsigned aside = m->players == 3 ? below(m->chance, 4) : 3;
    if (aside == 0)
        say_aside(m);
    say_exchange(m, passes > 0, passes == 2);
    if (aside == 1 && percent(m->chance, 50))
        say_aside(m);
    for (int i = 0; i < m->players; i++)
        if (percent(m->chance, 30))
            say_sign(m, i);
    if (percent(m->chance, 50)) {
        say(m, LEAD,
            percent(m->chance, 85) ? true_leader(m) : (int)below(m->chance, (unsigned)m->players));
        said(m);
    }
    play_round(m);
    after_round(m);
}

void script_make(struct script *s, struct chance *c, struct table *t, struct answers *scratch)
{
    struct world_maker m = {.script = s, .chance = c, .table = t, .scratch = scratch, .line = 2};
    s->players = m.players = 3 + (int)below(c, 2);
    s->count = 0;
    s->void_break = percent(c, 30);
    s->fox_off = percent(c, 10);
    table_begin(t, s->players);
    t->void_break = s->void_break;
    t->fox_off = s->fox_off;
    if (s->void_break || s->fox_off)
        m.line++;
    make_round(&m);
    if (percent(c, 25) && (t->phase == OVER || percent(c, 10)) && s->count < SAYS_MOST / 2) {
        if (t->phase == DURING) {
            say(&m, ROUND, NOBODY);
            said(&m);
        } else {
            make_round(&m);
        }
    }
}
