/*
 * Hyakumonogatari a second way. Whole games are played with real cards and recorded with more or
 * less of them seen: nothing may be found in them, cards are conserved after every statement, and
 * the true hands stay among the worlds. Small decks are played at random and followed by a list of
 * all arrangements of single cards: what is impossible, refuted, unproven, in conflict, and how the
 * night ended must agree. Last, anything at all is said: what is refused moves nothing, and cards
 * are conserved whatever the players do.
 *
 * SEED=n and ITERS=n change the run.
 */
#include "check.h"
#include "core/hyakumonogatari/hyakumonogatari.h"
#include "plain.h"

/* ---- the record ------------------------------------------------------------------------- */

static const char *const names[KINDS] = {"newmoon", "granite", "shade", "candle", "sun", "doll",
    "effigy", "ink", "seal", "lantern", "fox", "blood", "mirror", "curse"};

struct finding {
    enum ruling_kind kind;
    int rule;
    uint32_t line, because;
    unsigned suspects;
    uint32_t suspect[SUSPECTS_MOST];
};

/* A game under way: the program's record, and what it has found. */
struct table {
    struct record record;
    struct hyakumonogatari *state, *before;
    struct rulings *rulings;
    char text[1 << 16];
    size_t length;
    unsigned findings, faults;
    bool quiet; /* lines that cannot be read are meant */
    struct finding finding[512];
};

static void found(void *user, const struct ruling *r, const struct record *record)
{
    struct table *t = user;
    (void)record;
    if (r->kind == RULING_OPEN || t->findings == 512)
        return;
    struct finding *f = &t->finding[t->findings++];
    *f = (struct finding){.kind = r->kind,
        .rule = r->rule,
        .line = r->line,
        .suspects = r->suspect_count,
        .because = r->because_count > 0 ? r->because[0] : 0};
    for (int i = 0; i < r->suspect_count; i++)
        f->suspect[i] = r->suspect[i].line;
}

static void fault(void *user, uint32_t line, const struct fault *f, const struct record *record)
{
    struct table *t = user;
    (void)record;
    if (!t->quiet)
        fprintf(stderr, "line %u cannot be read: %s\n", (unsigned)line, f->message.id);
    t->faults++;
}

/* RECORDS=FILE keeps them all. */
static void keep(const char *line)
{
    static FILE *kept;
    if (kept == NULL && getenv("RECORDS") != NULL)
        kept = fopen(getenv("RECORDS"), "w");
    if (kept != NULL)
        fprintf(kept, "%s\n", line);
}

static void say(struct table *t, const char *line)
{
    keep(line);
    t->length += (size_t)snprintf(t->text + t->length, sizeof t->text - t->length, "%s\n", line);
    if (t->length >= sizeof t->text)
        t->length = sizeof t->text - 1;
    record_line(&t->record, line, strlen(line));
}

static struct table *table_new(void)
{
    struct table *t = calloc(1, sizeof *t);
    t->state = calloc(1, rulebook_room());
    t->before = calloc(1, rulebook_room());
    t->rulings = calloc(1, sizeof *t->rulings);
    return t;
}

static void table_begin(struct table *t)
{
    struct record_host host = {.finding = found, .fault = fault, .user = t};
    t->length = 0;
    t->findings = t->faults = 0;
    record_init(&t->record, &host,
        &(struct record_room){t->state, t->before, NULL, t->rulings, NULL});
}

static void table_free(struct table *t)
{
    free(t->state);
    free(t->before);
    free(t->rulings);
    free(t);
}

/* Says the record besides. */
static bool check_game(struct table *t, bool good, const char *what)
{
    return check(good, "%s\n%s", what, t->text);
}

/* ---- cards are conserved ----------------------------------------------------------------- */

static unsigned slot_count(uint64_t hand, int slot) { return hand >> (4 * slot) & 15; }

/* Nothing was used that nobody saw. */
static bool counted(const struct hyakumonogatari *s)
{
    unsigned unseen = s->slack;
    for (int i = 0; i < UNSEEN_PLACES; i++)
        unseen += s->unseen[i];
    return unseen == 0;
}

static bool conserved(const struct hyakumonogatari *s)
{
    unsigned hidden = 0;
    if (s->phase == BEFORE)
        return true;
    for (int k = 0; k < KINDS; k++) {
        int all = s->deck[k] + (k == CURSE && s->night == 2);
        /* after the ending the next night's deck may be named */
        if (s->phase == DURING && s->worlds.hidden[k] + s->altar[k] + s->grave[k] != all)
            return false;
        hidden += s->worlds.hidden[k];
    }
    if (s->worlds.count == 0 || (counted(s) && hidden != s->pile + s->held[0] + s->held[1]))
        return false;
    for (unsigned i = 0; i < s->worlds.count; i++)
        for (int seat = 0; seat < PLAYERS; seat++) {
            unsigned size = 0;
            for (int slot = 0; slot < KINDS; slot++)
                size += slot_count(s->worlds.world[i].hand[seat], slot);
            if (size > s->held[seat] || size + s->besides[seat] < s->held[seat])
                return false;
        }
    return true;
}

/* Are these hands among the worlds? */
static bool among_worlds(const struct worlds *w, uint8_t hands[PLAYERS][KINDS])
{
    unsigned want[PLAYERS][KINDS] = {{0}};
    for (int seat = 0; seat < PLAYERS; seat++)
        for (int k = 0; k < KINDS; k++)
            want[seat][w->group[k]] += hands[seat][k];
    for (unsigned i = 0; i < w->count; i++) {
        bool same = true;
        for (int seat = 0; seat < PLAYERS && same; seat++)
            for (int slot = 0; slot < KINDS && same; slot++)
                same = slot_count(w->world[i].hand[seat], slot) == want[seat][slot];
        if (same)
            return true;
    }
    return false;
}

/* ---- what both ways of playing know in the open -------------------------------------------- */

static const unsigned places[KINDS] = {[NEWMOON] = 1, [GRANITE] = 1, [SHADE] = 1, [CANDLE] = 3};

/* Seat 0 is the parent. */
struct open_side {
    unsigned deck[KINDS], altar[KINDS], grave[KINDS];
    int night, sun_left, seat;
    unsigned pile, held[PLAYERS];
    unsigned used, discards, turns, sun_rule;
    bool sun_laid, reversed, over;
    unsigned halves;
};

static unsigned grave_size(const struct open_side *o)
{
    unsigned sum = 0;
    for (int k = 0; k < KINDS; k++)
        sum += o->grave[k];
    return sum;
}

static void night_begins(struct open_side *o, int night)
{
    struct open_side next = {.night = night, .sun_rule = o->sun_rule};
    memcpy(next.deck, o->deck, sizeof next.deck);
    for (int k = 0; k < KINDS; k++)
        next.pile += o->deck[k];
    next.held[0] = 3;
    next.held[1] = 4;
    next.pile -= night == 1 ? 7 : 6;
    *o = next;
}

static bool frozen_now(const struct open_side *o)
{
    return o->night == 2 && o->seat == 1 && o->altar[SUN] > 0;
}

/* Lying on the altar or thrown: may this kind be laid or thrown now? 'a', 'd', 'r' or 0. */
static char how_to_use(const struct open_side *o, int kind)
{
    bool shadow = o->night == 2 && o->seat == 1 && o->altar[SHADE] > 0 && !o->reversed;
    if (kind == DOLL)
        return shadow ? 'r' : 0;
    if (kind == CURSE)
        return 0;
    if (places[kind] > 0) {
        if (o->altar[kind] < places[kind] || (kind == NEWMOON && o->altar[SUN] > 0))
            return 'a';
        return kind != SHADE && o->discards == 0 ? 'd' : 0;
    }
    if (kind == SUN && o->altar[NEWMOON] > 0 && o->altar[SUN] == 0 && chance(2))
        return 'a';
    return o->discards == 0                                             ? 'd'
           : kind == SUN && o->altar[NEWMOON] > 0 && o->altar[SUN] == 0 ? 'a'
                                                                        : 0;
}

/* A card was laid or thrown. */
static void used_open(struct open_side *o, int kind, char how)
{
    o->used++;
    o->held[o->seat]--;
    if (how == 'd') {
        o->grave[kind]++;
        o->discards++;
        return;
    }
    if (kind == NEWMOON && o->altar[SUN] > 0) {
        o->grave[SUN] += o->altar[SUN];
        o->altar[SUN] = 0;
    }
    if (kind == SUN)
        o->sun_left = o->sun_rule == 1 ? 4 : 3;
    o->altar[kind]++;
    if (how == 'r')
        o->reversed = true;
}

static bool complete(const struct open_side *o)
{
    for (int k = 0; k < KINDS; k++)
        if (o->altar[k] < places[k])
            return false;
    return o->altar[SUN] == 0;
}

static void turn_over(struct open_side *o)
{
    if (o->seat == 1) {
        o->turns++;
        o->over = complete(o);
    }
    if (o->altar[SUN] > 0 && (o->seat == 1 || o->sun_rule == 2) && --o->sun_left == 0) {
        o->grave[SUN] += o->altar[SUN];
        o->altar[SUN] = 0;
    }
    o->seat = 1 - o->seat;
    o->used = o->discards = 0;
}

static const char *const seat_names[PLAYERS] = {"Aki", "Bo"};
static const char *const sun_rules[] = {"pairs", "pairs-after", "turns"};

static void say_deck(struct table *t, const struct open_side *o)
{
    char line[512];
    int at = snprintf(line, sizeof line, "deck");
    for (int k = 0; k < KINDS; k++)
        at += snprintf(line + at, sizeof line - (size_t)at, " %s=%u", names[k], o->deck[k]);
    say(t, line);
}

static void say_opening(struct table *t, const struct open_side *o)
{
    char line[64];
    table_begin(t);
    say(t, "game hyakumonogatari");
    say(t, "players Aki Bo");
    snprintf(line, sizeof line, "house sun=%s", sun_rules[o->sun_rule]);
    say(t, line);
    say(t, "Aki: parent");
    say_deck(t, o);
}

/* ---- whole games with real cards --------------------------------------------------------- */

struct real {
    struct table *t;
    struct open_side o;
    uint8_t hand[PLAYERS][KINDS];
    int pile[256];
    unsigned seen_percent;  /* how often an unseen card is named */
    unsigned blind_percent; /* how often nobody sees what is used */
    uint64_t seed;
    unsigned most_worlds;
    bool blurred, at_once; /* at_once: what is used now is not written card by card */
};

static void shuffle(int *cards, unsigned count)
{
    for (unsigned i = count; i > 1; i--) {
        unsigned k = chance(i);
        int swap = cards[i - 1];
        cards[i - 1] = cards[k];
        cards[k] = swap;
    }
}

static int deal_one(struct real *g)
{
    struct open_side *o = &g->o;
    if (o->pile == 0) {
        for (int k = 0; k < KINDS; k++)
            for (; o->grave[k] > 0; o->grave[k]--)
                g->pile[o->pile++] = k;
        shuffle(g->pile, o->pile);
    }
    return g->pile[--o->pile];
}

static void real_night(struct real *g, int night)
{
    night_begins(&g->o, night);
    memset(g->hand, 0, sizeof g->hand);
    unsigned count = 0;
    for (int k = 0; k < KINDS; k++)
        for (unsigned i = 0; i < g->o.deck[k]; i++)
            g->pile[count++] = k;
    shuffle(g->pile, count);
    for (int i = 0; i < (night == 1 ? 7 : 6); i++)
        g->hand[i < 3 ? 0 : 1][g->pile[--count]]++;
    if (night == 2)
        g->hand[1][CURSE]++;
    say(g->t, "night");
}

static bool hidden(const struct real *g) { return chance(100) >= g->seen_percent; }

/* What the board says, card by card. */
struct board {
    struct plain plain;
    char key[16];
    int seat;   /* the hand told last; -1: none yet */
    bool seats; /* the hands have begun */
    uint8_t altar[KINDS], graveyard[KINDS], hidden[KINDS], known[PLAYERS][KINDS];
    char doll[PLAYERS][16];
    long pile, cards[PLAYERS];
};

static void board_open(struct teller *t, const char *key, char bracket)
{
    struct board *b = (struct board *)t;
    if (key != NULL)
        snprintf(b->key, sizeof b->key, "%s", key);
    else if (b->seats && bracket == '{' && b->seat < PLAYERS - 1)
        b->seat++;
    b->seats |= key != NULL && strcmp(key, "seats") == 0;
}

static void board_close(struct teller *t) { (void)t; }

static void board_number(struct teller *t, const char *key, long number)
{
    struct board *b = (struct board *)t;
    if (strcmp(key, "pile") == 0)
        b->pile = number;
    else if (strcmp(key, "cards") == 0)
        b->cards[b->seat] = number;
}

static void board_text(struct teller *t, const char *key, struct span text)
{
    struct board *b = (struct board *)t;
    if (key != NULL && strcmp(key, "doll") == 0)
        snprintf(b->doll[b->seat], sizeof b->doll[0], "%.*s", (int)text.length, text.at);
    for (int k = 0; key == NULL && k < KINDS; k++) {
        if (strlen(names[k]) != text.length || memcmp(names[k], text.at, text.length) != 0)
            continue;
        uint8_t *list = strcmp(b->key, "altar") == 0       ? b->altar
                        : strcmp(b->key, "graveyard") == 0 ? b->graveyard
                        : strcmp(b->key, "hidden") == 0    ? b->hidden
                        : strcmp(b->key, "known") == 0     ? b->known[b->seat]
                                                           : NULL;
        if (list != NULL)
            list[k]++;
    }
}

static void board_truth(struct teller *t, const char *key, bool truth)
{
    (void)t, (void)key, (void)truth;
}
static void board_nothing(struct teller *t, const char *key) { (void)t, (void)key; }

/* Every card of the deck is on the board once, and what is called known or sure is true. */
static bool board_is_true(const struct real *g)
{
    struct board b = {.plain = {{board_open, board_close, plain_value}, &g->t->record.setting,
                          board_number, board_truth, board_text, board_nothing},
        .seat = -1};
    hyakumonogatari_rulebook.table->tell(g->t->state, &g->t->record.setting, &b.plain.teller);
    unsigned hidden = 0;
    for (int k = 0; k < KINDS; k++) {
        unsigned held = (unsigned)g->hand[0][k] + g->hand[1][k];
        hidden += b.hidden[k];
        if (g->t->state->phase == DURING
            && b.altar[k] + b.graveyard[k] + b.hidden[k]
                   != (int)g->o.deck[k] + (k == CURSE && g->o.night == 2))
            return false;
        if (b.hidden[k] < held || b.known[0][k] > g->hand[0][k] || b.known[1][k] > g->hand[1][k])
            return false;
    }
    for (int seat = 0; seat < PLAYERS; seat++) {
        bool saved = g->hand[seat][DOLL] > 0
                     || (g->hand[seat][EFFIGY] > 0 && g->hand[seat][INK] > 0);
        if (strcmp(b.doll[seat], saved ? "no" : "yes") == 0 || b.doll[seat][0] == '\0')
            return false;
    }
    return !counted(g->t->state) || hidden == (unsigned)(b.pile + b.cards[0] + b.cards[1]);
}

static void after_statement(struct real *g)
{
    const struct hyakumonogatari *s = g->t->state;
    bool blurred = s->worlds.blurred;
    check_game(g->t, board_is_true(g), "the board is not true");
    check_game(g->t, conserved(s), "cards are not conserved");
    check_game(g->t, among_worlds(&s->worlds, g->hand),
        "the true hands are no longer among the worlds");
    g->most_worlds = s->worlds.count > g->most_worlds ? s->worlds.count : g->most_worlds;
    g->blurred |= blurred;
}

static int any_card(const uint8_t hand[KINDS], bool curse)
{
    unsigned sum = 0;
    for (int k = 0; k < KINDS; k++)
        sum += k == CURSE && !curse ? 0 : hand[k];
    if (sum == 0)
        return -1;
    unsigned n = chance(sum);
    for (int k = 0; k < KINDS; k++) {
        unsigned here = k == CURSE && !curse ? 0 : hand[k];
        if (n < here)
            return k;
        n -= here;
    }
    return -1;
}

static void real_draw(struct real *g)
{
    char line[64];
    int seat = g->o.seat, card = any_card(g->hand[1 - seat], false);
    if (card < 0)
        return;
    g->hand[1 - seat][card]--;
    g->hand[seat][card]++;
    g->o.held[seat]++;
    g->o.held[1 - seat]--;
    snprintf(line, sizeof line, "%s: draw %s", seat_names[seat], hidden(g) ? "?" : names[card]);
    say(g->t, line);
    after_statement(g);
}

static bool blind(const struct real *g) { return chance(100) < g->blind_percent; }

static void real_use(struct real *g, int card, char how)
{
    char line[64];
    int seat = g->o.seat;
    g->hand[seat][card]--;
    snprintf(line, sizeof line, "%s: %s %s", seat_names[seat],
        how == 'a'   ? "altar"
        : how == 'd' ? "discard"
                     : "reverse",
        blind(g) ? "?" : names[card]);
    used_open(&g->o, card, how);
    if (g->at_once)
        return;
    say(g->t, line);
    after_statement(g);
}

/* One card at least if any can be used, and more at random. */
static void use_some(struct real *g)
{
    for (int tries = 0; tries < 60; tries++) {
        int card = any_card(g->hand[g->o.seat], true);
        char how = card < 0 ? 0 : how_to_use(&g->o, card);
        if (how == 'r' && chance(4))
            how = 0;
        if (how != 0 && (g->o.used == 0 || chance(3) == 0))
            real_use(g, card, how);
        if (g->o.used > 0 && chance(2))
            return;
    }
    for (int k = 0; k < KINDS && g->o.used == 0; k++)
        if (g->hand[g->o.seat][k] > 0 && how_to_use(&g->o, k) != 0)
            real_use(g, k, how_to_use(&g->o, k));
}

/* … or of all of them nobody saw anything. */
static void real_uses(struct real *g)
{
    char line[64];
    g->at_once = blind(g);
    use_some(g);
    if (!g->at_once || g->o.used == 0)
        return;
    g->at_once = false;
    snprintf(line, sizeof line, "%s: use ?", seat_names[g->o.seat]);
    say(g->t, line);
    after_statement(g);
}

static void real_refill(struct real *g)
{
    char line[256];
    int seat = g->o.seat, at = snprintf(line, sizeof line, "%s: refill", seat_names[seat]);
    bool named = chance(100) < g->seen_percent;
    unsigned used = g->o.used;
    for (; used > 0 && g->o.pile + grave_size(&g->o) > 0; used--) {
        int card = deal_one(g);
        g->hand[seat][card]++;
        g->o.held[seat]++;
        if (named)
            at += snprintf(line + at, sizeof line - (size_t)at, " %s",
                hidden(g) ? "?" : names[card]);
    }
    if (g->o.pile == 0 && grave_size(&g->o) > 0) { /* the graveyard follows at once */
        int card = deal_one(g);
        g->pile[g->o.pile++] = card;
    }
    say(g->t, line);
    turn_over(&g->o);
    after_statement(g);
}

static void show_hand(struct real *g, int seat, bool all)
{
    char line[512];
    int at = snprintf(line, sizeof line, "%s: show", seat_names[seat]);
    unsigned shown = 0;
    for (int k = 0; k < KINDS; k++)
        for (int i = 0; i < g->hand[seat][k]; i++)
            if (all || chance(3) == 0) {
                at += snprintf(line + at, sizeof line - (size_t)at, " %s", names[k]);
                shown++;
            }
    if (shown == 0)
        return;
    say(g->t, line);
    after_statement(g);
}

static enum night_end true_end(const struct real *g)
{
    const uint8_t *child = g->hand[1];
    if (g->o.night == 1)
        return child[DOLL] || (child[EFFIGY] && child[INK]) ? BLESSING : CURSED;
    return g->o.reversed ? REVERSED : child[SUN] ? BURNT : CURSED_AGAIN;
}

/* Plays one night to its end; false if it does not end in good time. */
static bool real_turns(struct real *g)
{
    for (int i = 0; i < 120 && !g->o.over; i++) {
        if (frozen_now(&g->o)) {
            turn_over(&g->o);
            continue;
        }
        real_draw(g);
        real_uses(g);
        if (chance(12) == 0)
            show_hand(g, (int)chance(2), false);
        real_refill(g);
    }
    return g->o.over;
}

static void check_end(struct real *g)
{
    const struct hyakumonogatari *s = g->t->state;
    check_game(g->t, (s->phase == AFTER || s->may_be_over) && s->turns == g->o.turns,
        "the night does not end when it should");
    check_game(g->t, s->end == OPEN || s->end == true_end(g), "the ending is not the true one");
    show_hand(g, 1, true);
    check_game(g->t,
        s->end == true_end(g)
            || (s->end == OPEN && (s->may_be_over || s->may_be_reversed || s->besides[1] > 0)),
        "the shown hand does not tell the ending");
}

/* More of each card the larger `size` is. */
static void random_deck(unsigned deck[KINDS], unsigned size)
{
    for (int k = 0; k < KINDS; k++) {
        unsigned least = places[k];
        deck[k] = k == CURSE ? 0 : size == 0 ? (k == CANDLE ? 3 : 1) : least + chance(size + 1);
    }
    for (unsigned sum = 0; sum < 9; deck[SEAL] += sum < 9) {
        sum = 0;
        for (int k = 0; k < KINDS; k++)
            sum += deck[k];
    }
}

static void check_quiet(struct real *g)
{
    for (unsigned i = 0; i < g->t->findings; i++)
        if (g->t->finding[i].kind > RULING_UNPROVEN) {
            fprintf(stderr, "line %u, rule %d\n", (unsigned)g->t->finding[i].line,
                g->t->finding[i].rule);
            check_game(g->t, false, "a fault is found in a game without one");
            return;
        }
    check_game(g->t, g->t->faults == 0, "a line cannot be read");
}

static unsigned worlds_seen;
static unsigned nights_played[2], blurred_games;

static void real_game(struct table *t, uint64_t seed)
{
    struct real g = {.t = t, .seed = seed};
    chance_begin(seed);
    g.seen_percent = chance(3) * 45;
    g.blind_percent = chance(3) > 0 ? 0 : 5 + chance(40);
    g.o.sun_rule = chance(3);
    random_deck(g.o.deck, chance(4));
    say_opening(t, &g.o);
    real_night(&g, 1);
    bool ended = real_turns(&g);
    if (ended) {
        check_end(&g);
        nights_played[0]++;
    }
    if (ended && true_end(&g) == CURSED) {
        say(t, "consent");
        real_night(&g, 2);
        if (real_turns(&g)) {
            check_end(&g);
            nights_played[1]++;
        }
    }
    record_end(&t->record);
    check_quiet(&g);
    worlds_seen = g.most_worlds > worlds_seen ? g.most_worlds : worlds_seen;
    blurred_games += g.blurred;
}

/* ---- all arrangements of single cards ----------------------------------------------------- */

enum {
    CARDS_MOST = 13,
    AT_PARENT = 0,
    AT_CHILD = 1,
    AT_PILE = 2,
    AT_GRAVE = 3,
    AT_ALTAR = 4,
    WHERE = 3,
    CLAIM_SHIFT = WHERE * CARDS_MOST,
    CLAIMS_HERE = 8,
    DRAW_SHIFT = CLAIM_SHIFT + CLAIMS_HERE,
    DRAWS_HERE = 64 - DRAW_SHIFT
};

struct all {
    uint64_t *row;
    size_t count, room;
};

/* A small game: every card is one of its own. */
struct small {
    struct table *t;
    struct open_side o;
    int cards, kind[CARDS_MOST];
    struct all now, next;
    uint64_t seed;
    unsigned claims;
    struct {
        uint32_t line, refuted;
        bool at_once;
    } claim[8];
    uint32_t impossible[64];
    unsigned impossibles, from; /* from: findings of the nights before */
    bool stopped;
    /*
     * arrangements in which one unseen draw took the curse have that draw's bit; they count once no
     * others fit
     */
    uint32_t draw[DRAWS_HERE], only_line; /* only_line: showed that it was one certain draw */
    unsigned draws;
    bool owned;
};

static bool counts(const struct small *g, uint64_t row)
{
    return g->owned || row >> DRAW_SHIFT == 0;
}

static unsigned draws_left(const struct small *g)
{
    uint64_t all = 0;
    for (size_t i = 0; i < g->now.count; i++)
        all |= g->now.row[i];
    return (unsigned)(all >> DRAW_SHIFT);
}

static unsigned where(uint64_t row, int card) { return (unsigned)(row >> (WHERE * card) & 7); }
static uint64_t moved(uint64_t row, int card, unsigned to)
{
    return (row & ~((uint64_t)7 << (WHERE * card))) | (uint64_t)to << (WHERE * card);
}

static void all_put(struct all *all, uint64_t row)
{
    if (all->count == all->room) {
        all->room = all->room * 2 + 1024;
        all->row = realloc(all->row, all->room * sizeof *all->row);
    }
    all->row[all->count++] = row;
}

static int compare_rows(const void *a, const void *b)
{
    uint64_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

static void all_sort(struct all *all)
{
    size_t kept = 0;
    if (all->count > 0)
        qsort(all->row, all->count, sizeof *all->row, compare_rows);
    for (size_t i = 0; i < all->count; i++)
        if (i == 0 || all->row[i] != all->row[i - 1])
            all->row[kept++] = all->row[i];
    all->count = kept;
}

static uint64_t shuffled(const struct small *g, uint64_t row)
{
    for (int c = 0; c < g->cards; c++)
        if (where(row, c) == AT_GRAVE)
            row = moved(row, c, AT_PILE);
    return row;
}

/* One card of `kind` (or any: -1, but never the curse from a hand) goes from a place to another. */
static void move_any(struct small *g, uint64_t row, unsigned from, unsigned to, int kind)
{
    for (int c = 0; c < g->cards; c++)
        if (where(row, c) == from
            && (kind < 0 ? from == AT_PILE || g->kind[c] != CURSE : g->kind[c] == kind))
            all_put(&g->next, moved(row, c, to));
}

static void begin_step(struct small *g) { g->next.count = 0; }

/* Takes the step if anything is left; else nothing has happened. */
static bool end_step(struct small *g)
{
    bool lawful = false;
    all_sort(&g->next);
    if (g->next.count == 0)
        return false;
    for (size_t i = 0; i < g->next.count && !lawful; i++)
        lawful = counts(g, g->next.row[i]);
    g->owned |= !lawful;
    struct all swap = g->now;
    g->now = g->next;
    g->next = swap;
    return true;
}

static bool step_move(struct small *g, unsigned from, unsigned to, int kind)
{
    begin_step(g);
    for (size_t i = 0; i < g->now.count; i++)
        move_any(g, g->now.row[i], from, to, kind);
    return end_step(g);
}

/* The parent draws unseen, and where all was lawful before it may be the curse. */
static void step_stray(struct small *g)
{
    begin_step(g);
    for (size_t i = 0; i < g->now.count; i++) {
        uint64_t row = g->now.row[i];
        move_any(g, row, AT_CHILD, AT_PARENT, -1);
        for (int c = 0; c < g->cards; c++)
            if (g->kind[c] == CURSE && where(row, c) == AT_CHILD)
                all_put(&g->next,
                    moved(row, c, AT_PARENT) | (uint64_t)1 << (DRAW_SHIFT + g->draws));
    }
    end_step(g);
    g->draw[g->draws++] = g->t->record.line + 1;
}

/* The pile's last card is taken just before the graveyard is shuffled in, or just after. */
static bool step_take(struct small *g, unsigned pile, int kind)
{
    begin_step(g);
    for (size_t i = 0; i < g->now.count; i++) {
        uint64_t row = g->now.row[i];
        size_t first = g->next.count;
        if (pile > 0)
            move_any(g, row, AT_PILE, (unsigned)g->o.seat, kind);
        if (pile <= 1) {
            for (size_t k = first; k < g->next.count; k++)
                g->next.row[k] = shuffled(g, g->next.row[k]);
            move_any(g, shuffled(g, row), AT_PILE, (unsigned)g->o.seat, kind);
        }
    }
    return end_step(g);
}

static unsigned held_of(const struct small *g, uint64_t row, unsigned at, int kind)
{
    unsigned count = 0;
    for (int c = 0; c < g->cards; c++)
        count += where(row, c) == at && g->kind[c] == kind;
    return count;
}

static bool step_hold(struct small *g, int seat, const unsigned least[KINDS])
{
    begin_step(g);
    for (size_t i = 0; i < g->now.count; i++) {
        bool good = true;
        for (int k = 0; k < KINDS && good; k++)
            good = held_of(g, g->now.row[i], (unsigned)seat, k) >= least[k];
        if (good)
            all_put(&g->next, g->now.row[i]);
    }
    return end_step(g);
}

static void arrange(struct small *g, uint64_t row, int card, unsigned parent, unsigned child,
    unsigned pile)
{
    if (card == g->cards || g->kind[card] == CURSE) {
        all_put(&g->now, card == g->cards ? row : moved(row, card, AT_CHILD));
        return;
    }
    if (parent > 0)
        arrange(g, moved(row, card, AT_PARENT), card + 1, parent - 1, child, pile);
    if (child > 0)
        arrange(g, moved(row, card, AT_CHILD), card + 1, parent, child - 1, pile);
    if (pile > 0)
        arrange(g, moved(row, card, AT_PILE), card + 1, parent, child, pile - 1);
}

static void small_night(struct small *g, int night)
{
    night_begins(&g->o, night);
    g->cards = 0;
    g->claims = g->draws = g->only_line = 0;
    g->owned = false;
    for (int k = 0; k < KINDS; k++)
        for (unsigned i = 0; i < g->o.deck[k]; i++)
            g->kind[g->cards++] = k;
    if (night == 2)
        g->kind[g->cards++] = CURSE;
    g->now.count = 0;
    arrange(g, 0, 0, 3, night == 1 ? 4 : 3, g->o.pile);
}

/* ---- a small game, said and followed ------------------------------------------------------ */

static uint64_t any_row(const struct small *g)
{
    uint64_t row;
    do
        row = g->now.row[chance((unsigned)g->now.count)];
    while (!counts(g, row));
    return row;
}

/* A card from a place in some arrangement, or now and then any card of the deck; -1: none. */
static int guess(const struct small *g, unsigned at, unsigned wrong_percent)
{
    int cards[CARDS_MOST], count = 0;
    uint64_t row = any_row(g);
    if (chance(100) < wrong_percent && at == AT_PARENT && g->o.night == 2 && chance(3) == 0)
        return CURSE;
    if (chance(100) < wrong_percent)
        return g->kind[chance((unsigned)g->cards)];
    for (int c = 0; c < g->cards; c++)
        if (where(row, c) == at)
            cards[count++] = g->kind[c];
    return count == 0 ? -1 : cards[chance((unsigned)count)];
}

/* Says a line of which the arrangements know whether it can be. */
static void say_known(struct small *g, const char *line, bool possible)
{
    say(g->t, line);
    uint32_t number = g->t->record.line;
    if (!possible && g->impossibles < 64)
        g->impossible[g->impossibles++] = number;
    for (unsigned i = 0; i < g->claims; i++) {
        bool any = false;
        for (size_t k = 0; k < g->now.count && !any; k++)
            any = counts(g, g->now.row[k]) && g->now.row[k] >> (CLAIM_SHIFT + i) & 1;
        if (any)
            g->claim[i].refuted = 0;
        else if (g->claim[i].refuted == 0)
            g->claim[i].refuted = number;
    }
    if (g->owned && g->only_line == 0 && __builtin_popcount(draws_left(g)) == 1)
        g->only_line = number;
}

static bool small_draw(struct small *g, int kind)
{
    char line[64];
    int seat = g->o.seat;
    snprintf(line, sizeof line, "%s: draw %s", seat_names[seat], kind < 0 ? "?" : names[kind]);
    bool possible = true;
    if (kind < 0 && seat == 0 && g->o.night == 2)
        step_stray(g);
    else
        possible = step_move(g, (unsigned)(1 - seat), (unsigned)seat, kind);
    if (possible) {
        g->o.held[seat]++;
        g->o.held[1 - seat]--;
    }
    say_known(g, line, possible);
    return possible;
}

static void small_use(struct small *g)
{
    char line[64];
    int seat = g->o.seat, kind = guess(g, (unsigned)seat, 12);
    char how = kind < 0 ? 0 : how_to_use(&g->o, kind);
    if (how == 0 || (kind == CURSE))
        return;
    bool possible = step_move(g, (unsigned)seat, how == 'd' ? AT_GRAVE : AT_ALTAR, kind);
    if (possible) {
        bool cancels = how == 'a' && kind == NEWMOON && g->o.altar[SUN] > 0;
        used_open(&g->o, kind, how);
        if (cancels)
            step_move(g, AT_ALTAR, AT_GRAVE, SUN);
    }
    snprintf(line, sizeof line, "%s: %s %s", seat_names[seat],
        how == 'a'   ? "altar"
        : how == 'd' ? "discard"
                     : "reverse",
        names[kind]);
    say_known(g, line, possible);
}

static void small_show(struct small *g)
{
    char line[256];
    int seat = (int)chance(2), at = snprintf(line, sizeof line, "%s: show", seat_names[seat]);
    unsigned least[KINDS] = {0}, wanted = 1 + chance(4);
    /* besides the curse */
    unsigned room = g->o.held[seat] - (g->o.night == 2 && seat == !g->owned);
    for (unsigned i = 0; i < wanted && i < room; i++) {
        int kind = guess(g, (unsigned)seat, 10);
        if (kind < 0)
            return;
        least[kind]++;
        at += snprintf(line + at, sizeof line - (size_t)at, " %s", names[kind]);
    }
    if (room == 0)
        return;
    say_known(g, line, step_hold(g, seat, least));
}

/* Does this arrangement leave the seat without a card to use? */
static bool stuck_in(const struct small *g, uint64_t row, int seat)
{
    bool shadow = g->o.night == 2 && seat == 1 && g->o.altar[SHADE] > 0 && !g->o.reversed;
    for (int c = 0; c < g->cards; c++) {
        if (where(row, c) != (unsigned)seat || g->kind[c] == CURSE)
            continue;
        bool useless = (g->kind[c] == DOLL && !shadow)
                       || (g->kind[c] == SHADE && g->o.altar[SHADE] > 0);
        if (!useless)
            return false;
    }
    return true;
}

/* A turn without a use: what do the arrangements say to that? */
static void small_pass(struct small *g, uint32_t line)
{
    bool yes = false, no = false;
    for (size_t i = 0; i < g->now.count; i++) {
        if (!counts(g, g->now.row[i]))
            continue;
        bool stuck = stuck_in(g, g->now.row[i], g->o.seat);
        yes |= stuck;
        no |= !stuck;
    }
    if (yes && !no)
        return;
    unsigned n = g->claims++;
    g->claim[n].line = line;
    g->claim[n].refuted = 0;
    g->claim[n].at_once = !yes;
    /* a use may not have been written down: hands are no longer followed exactly */
    g->stopped |= !yes;
    for (size_t i = 0; i < g->now.count; i++)
        if (stuck_in(g, g->now.row[i], g->o.seat))
            g->now.row[i] |= (uint64_t)1 << (CLAIM_SHIFT + n);
    all_sort(&g->now);
}

static bool small_refill(struct small *g, bool named)
{
    char line[256];
    int at = snprintf(line, sizeof line, "%s: refill", seat_names[g->o.seat]);
    struct open_side before = g->o;
    struct all kept = {0};
    const bool owned = g->owned;
    bool possible = true;
    for (size_t i = 0; i < g->now.count; i++)
        all_put(&kept, g->now.row[i]);
    for (unsigned i = 0; i < before.used && g->o.pile + grave_size(&g->o) > 0 && possible; i++) {
        int kind = named && chance(2) ? guess(g, AT_PILE, 10) : -1;
        if (named)
            at += snprintf(line + at, sizeof line - (size_t)at, " %s",
                kind < 0 ? "?" : names[kind]);
        possible = step_take(g, g->o.pile, kind);
        if (g->o.pile <= 1) {
            g->o.pile += grave_size(&g->o);
            memset(g->o.grave, 0, sizeof g->o.grave);
        }
        g->o.pile--;
        g->o.held[g->o.seat]++;
    }
    if (!possible) { /* the rest of the statement has no matter */
        struct all swap = g->now;
        g->now = kept;
        kept = swap;
        g->o = before;
        g->owned = owned;
    } else if (before.used == 0 && g->claims < 8) {
        small_pass(g, g->t->record.line + 1);
    }
    say_known(g, line, possible);
    free(kept.row);
    if (possible) {
        bool sun = g->o.altar[SUN] > 0;
        turn_over(&g->o);
        if (sun && g->o.altar[SUN] == 0)
            step_move(g, AT_ALTAR, AT_GRAVE, SUN);
    }
    return possible;
}

static void small_turn(struct small *g)
{
    if (frozen_now(&g->o)) {
        bool sun = g->o.altar[SUN] > 0;
        turn_over(&g->o);
        if (sun && g->o.altar[SUN] == 0)
            step_move(g, AT_ALTAR, AT_GRAVE, SUN);
        return;
    }
    unsigned curse = g->o.night == 2 && g->o.seat == g->owned;
    if (g->o.held[1 - g->o.seat] > curse) {
        int kind = chance(2) ? -1 : guess(g, (unsigned)(1 - g->o.seat), 10);
        if (kind == CURSE)
            kind = -1;
        if (!small_draw(g, kind))
            small_draw(g, -1);
    }
    /* else a pass is refuted at once, and the game not followed on */
    const bool dolls = g->o.deck[DOLL] > 3;
    for (unsigned i = 0, tries = dolls && chance(10) < 3 ? 0 : 1 + chance(4); i < tries; i++)
        small_use(g);
    for (unsigned i = 0; i < 30 && g->o.used == 0 && !dolls; i++)
        small_use(g);
    if (chance(4) == 0)
        small_show(g);
    if (g->claims >= 8 && g->o.used == 0)
        g->stopped = true; /* more claims than are followed here */
    else if (!small_refill(g, chance(3) == 0))
        small_refill(g, false);
    if (chance(6) == 0 && !g->o.over && !g->stopped)
        small_show(g);
}

/* ---- the two answers compared ------------------------------------------------------------ */

static enum night_end small_end(const struct small *g)
{
    bool doll = false, no_doll = false, sun = false, no_sun = false;
    for (size_t i = 0; i < g->now.count; i++) {
        uint64_t row = g->now.row[i];
        if (!counts(g, row))
            continue;
        bool has = held_of(g, row, AT_CHILD, DOLL)
                   || (held_of(g, row, AT_CHILD, EFFIGY) && held_of(g, row, AT_CHILD, INK));
        bool lit = held_of(g, row, AT_CHILD, SUN) > 0;
        doll |= has;
        no_doll |= !has;
        sun |= lit;
        no_sun |= !lit;
    }
    if (g->o.night == 1)
        return doll && no_doll ? OPEN : doll ? BLESSING : CURSED;
    return g->o.reversed ? REVERSED : sun && no_sun ? OPEN : sun ? BURNT : CURSED_AGAIN;
}

/*
 * What a conflict may name: passes, and draws that may have taken the curse, in the order of the
 * lines.
 */
struct suspect_list {
    unsigned count;
    struct {
        uint32_t line;
        int bit;
        bool right;
    } row[CLAIMS_HERE + DRAWS_HERE];
};

static void suspect_add(struct suspect_list *list, uint32_t line, int bit, bool right)
{
    unsigned at = list->count++;
    for (; at > 0 && list->row[at - 1].line > line; at--)
        list->row[at] = list->row[at - 1];
    list->row[at].line = line;
    list->row[at].bit = bit;
    list->row[at].right = right; /* what its bit says where it is right */
}

static bool all_right_somewhere(const struct small *g, const struct suspect_list *list,
    unsigned set)
{
    for (size_t i = 0; i < g->now.count; i++) {
        bool right = counts(g, g->now.row[i]);
        for (unsigned k = 0; k < list->count && right; k++)
            right = !(set >> k & 1)
                    || (g->now.row[i] >> list->row[k].bit & 1) == list->row[k].right;
        if (right)
            return true;
    }
    return false;
}

/* Is `a` a better conflict than `b` (sets of claims)? Smaller, then earlier last, then in order. */
static bool better(unsigned a, unsigned b)
{
    if (b == 0)
        return true;
    int size = __builtin_popcount(a) - __builtin_popcount(b);
    int last = __builtin_clz(b) - __builtin_clz(a);
    if (size != 0 || last != 0)
        return size != 0 ? size < 0 : last < 0;
    unsigned differ = (a ^ b) & -(a ^ b);
    return a & differ;
}

static unsigned small_conflict(const struct small *g, const struct suspect_list *list)
{
    unsigned best = 0, all = (1u << list->count) - 1;
    if (all_right_somewhere(g, list, all))
        return 0;
    for (unsigned set = 1; set <= all; set++)
        if ((best == 0 || __builtin_popcount(set) <= __builtin_popcount(best))
            && !all_right_somewhere(g, list, set) && better(set, best))
            best = set;
    return best;
}

static bool finding_of(const struct table *t, unsigned from, enum ruling_kind kind, int rule,
    uint32_t line, uint32_t because)
{
    for (unsigned i = from; i < t->findings; i++)
        if (t->finding[i].kind == kind && t->finding[i].rule == rule && t->finding[i].line == line
            && (kind != RULING_IRREGULAR || t->finding[i].because == because))
            return true;
    return false;
}

static unsigned claims_met[4], strays_met[3];

/* The curse was drawn: what is expected of the draws that may have done it. */
static unsigned compare_draws(struct small *g, struct suspect_list *list)
{
    const unsigned left = draws_left(g);
    unsigned expected = 0;
    for (unsigned i = 0; i < g->draws && g->owned; i++) {
        if (!(left >> i & 1))
            continue;
        if (g->only_line == 0) {
            suspect_add(list, g->draw[i], (int)(DRAW_SHIFT + i), false);
            continue;
        }
        strays_met[0]++;
        expected++;
        check_game(g->t,
            finding_of(g->t, g->from, RULING_IRREGULAR, RULE_CURSE_CARD, g->draw[i],
                g->only_line == g->draw[i] ? 0 : g->only_line),
            "the curse drawn");
    }
    return expected;
}

/* After the night was closed: its claims, and what could not be. */
static void compare(struct small *g)
{
    struct table *t = g->t;
    const unsigned from = g->from;
    unsigned unproven = 0, expected = g->impossibles;
    for (unsigned i = 0; i < g->claims; i++) {
        bool proven = !g->claim[i].at_once && g->claim[i].refuted == 0;
        for (size_t k = 0; k < g->now.count && proven; k++)
            proven = !counts(g, g->now.row[k]) || g->now.row[k] >> (CLAIM_SHIFT + i) & 1;
        if (g->claim[i].refuted == 0 && !g->claim[i].at_once && !proven)
            unproven |= 1u << i;
        claims_met[proven ? 0 : unproven >> i & 1 ? 1 : 2]++;
    }
    struct suspect_list list = {0};
    for (unsigned i = 0; i < g->claims; i++)
        if (unproven >> i & 1)
            suspect_add(&list, g->claim[i].line, (int)(CLAIM_SHIFT + i), true);
    expected += compare_draws(g, &list);
    unsigned conflict = small_conflict(g, &list);
    claims_met[3] += conflict != 0;
    for (unsigned i = 0; i < g->claims; i++) {
        uint32_t line = g->claim[i].line, refuted = g->claim[i].refuted;
        if (g->claim[i].at_once || refuted != 0) {
            check_game(t,
                finding_of(t, from, RULING_IRREGULAR, RULE_USE, line,
                    refuted == line ? 0 : refuted),
                "a refuted pass");
            expected++;
        }
    }
    for (unsigned i = 0; i < list.count; i++) {
        bool draw = list.row[i].bit >= DRAW_SHIFT;
        strays_met[1] += draw && conflict >> i & 1;
        strays_met[2] += draw && !(conflict >> i & 1);
        if (conflict >> i & 1)
            continue;
        check_game(t,
            finding_of(t, from, RULING_UNPROVEN, draw ? RULE_CURSE_CARD : RULE_USE,
                list.row[i].line, 0),
            "unproven");
        expected++;
    }
    for (unsigned i = 0; i < g->impossibles; i++)
        check_game(t, finding_of(t, from, RULING_IMPOSSIBLE, RULE_DECK, g->impossible[i], 0),
            "what cannot be is taken");
    for (unsigned i = from; conflict != 0 && i < t->findings; i++)
        if (t->finding[i].kind == RULING_CONFLICT) {
            unsigned set = 0;
            for (unsigned k = 0; k < t->finding[i].suspects; k++)
                for (unsigned c = 0; c < list.count; c++)
                    set |= (unsigned)(list.row[c].line == t->finding[i].suspect[k]) << c;
            check_game(t, set == conflict, "another conflict");
            expected++;
        }
    if (!check_game(t, t->findings - from == expected, "something else is found") && failed < 6)
        for (unsigned i = from; i < t->findings; i++)
            fprintf(stderr, "  found kind %d rule %d line %u because %u\n", t->finding[i].kind,
                t->finding[i].rule, (unsigned)t->finding[i].line, (unsigned)t->finding[i].because);
    g->impossibles = 0;
    g->from = t->findings;
}

/* Few cards, so that hands can be all dolls, and passes come into conflict. */
static void small_deck(struct small *g)
{
    static const int extras[] = {SUN, DOLL, DOLL, DOLL, EFFIGY, INK, SEAL, FOX, SHADE, NEWMOON,
        CANDLE};
    unsigned *deck = g->o.deck, most = CARDS_MOST - 1; /* one for the curse */
    memset(deck, 0, sizeof g->o.deck);
    for (int k = 0; k < KINDS; k++)
        deck[k] = places[k];
    unsigned extra = 3 + chance(most - 8);
    bool dolls = chance(2);
    for (unsigned i = 0; i < extra; i++)
        deck[dolls && chance(4) ? DOLL : extras[chance(sizeof extras / sizeof *extras)]]++;
}

static unsigned small_nights[2], small_ends[6];

static void small_game(struct table *t, struct small *g, uint64_t seed)
{
    g->t = t;
    g->seed = seed;
    g->impossibles = g->from = 0;
    g->stopped = false;
    chance_begin(seed);
    g->o.sun_rule = chance(3);
    small_deck(g);
    say_opening(t, &g->o);
    say(t, "night");
    for (int night = 1; night <= 2; night++) {
        small_night(g, night);
        for (unsigned i = 0, turns = 3 + chance(24); i < turns && !g->o.over && !g->stopped; i++) {
            small_turn(g);
            g->stopped |= g->draws + 2 >= DRAWS_HERE; /* more draws than are followed here */
        }
        bool over = g->o.over && !g->stopped;
        for (int i = 0; i < 3 && over; i++) {
            check_game(t, t->state->end == small_end(g), "another ending");
            small_show(g);
        }
        check_game(t, conserved(t->state), "cards are not conserved");
        small_nights[night - 1]++;
        small_ends[over ? small_end(g) : OPEN]++;
        if (night == 2 || !over || small_end(g) != CURSED)
            break;
        say(t, "consent");
        say(t, "night");
        compare(g);
    }
    say(t, "end"); /* else a card could follow the last pass, too late */
    record_end(&t->record);
    compare(g);
}

/* ---- anything at all ---------------------------------------------------------------------- */

/* A statement of any kind at any time, sensible or not. */
static void random_line(char *line, size_t size)
{
    static const char *const verbs[] = {"draw", "draw", "draw", "altar", "altar", "discard",
        "discard", "refill", "refill", "refill", "reverse", "show", "hand"};
    unsigned pick = chance(40), cards = chance(8) == 0 ? chance(20) : 1 + chance(3);
    if (pick == 0) {
        snprintf(line, size, "night");
    } else if (pick == 1) {
        snprintf(line, size, "consent");
    } else if (pick == 2) {
        snprintf(line, size, "deck %s=%u %s=%u", names[chance(KINDS)], chance(9),
            names[chance(KINDS)], chance(3) ? 2 : chance(120));
    } else if (pick == 3) {
        snprintf(line, size, "%s: parent", seat_names[chance(2)]);
    } else if (pick == 4) {
        snprintf(line, size, "%s: use ?", seat_names[chance(2)]);
    } else if (pick == 5) {
        static const char *const positions[] = {"position", "night 2", "lies newmoon candle",
            "gone fox ink", "sun 2", "turn Bo"};
        snprintf(line, size, "%s", positions[chance(sizeof positions / sizeof *positions)]);
    } else {
        const char *verb = verbs[chance(sizeof verbs / sizeof *verbs)];
        int at = snprintf(line, size, "%s: %s", seat_names[chance(2)], verb);
        const unsigned unseen =
            verb[0] == 'a' || strcmp(verb, "discard") == 0 || strcmp(verb, "reverse") == 0 ? 8 : 2;
        if (strcmp(verb, "refill") == 0 && chance(3))
            return;
        for (unsigned i = 0; i < (cards == 0 ? 1 : cards); i++)
            at += snprintf(line + at, size - (size_t)at, " %s",
                chance(unseen) == 0 ? "?" : names[chance(4) ? chance(8) : chance(KINDS)]);
    }
}

/* No card has moved. */
static bool same_cards(const struct hyakumonogatari *a, const struct hyakumonogatari *b)
{
    return memcmp(a->held, b->held, sizeof a->held) == 0
           && memcmp(a->altar, b->altar, sizeof a->altar) == 0
           && memcmp(a->grave, b->grave, sizeof a->grave) == 0 && a->pile == b->pile;
}

static void any_game(struct table *t, struct hyakumonogatari *before, uint64_t seed)
{
    chance_begin(seed);
    table_begin(t);
    say(t, "game hyakumonogatari");
    say(t, "players Aki Bo");
    say(t, "Aki: parent");
    if (chance(2))
        say(t, "deck newmoon=3 candle=5 shade=2 sun=3 doll=3 curse=1 fox=4");
    if (chance(2))
        say(t, "house sun=turns stuck=redraw halves=apart spare-shade=discard candle=one "
               "frozen-draw=no");
    say(t, chance(3) ? "night" : "position");
    for (int i = 0; i < 60; i++) {
        char line[512];
        random_line(line, sizeof line);
        rulebook_copy(&hyakumonogatari_rulebook, before, t->state);
        unsigned findings = t->rulings->count;
        say(t, line);
        const struct ruling *last = &t->rulings->row[t->rulings->count - 1];
        bool refused = t->faults > 0
                       || (t->rulings->count > findings && last->kind == RULING_IMPOSSIBLE
                           && last->line == t->record.line);
        t->faults = 0;
        if (refused)
            check_game(t, same_cards(before, t->state), "a refused statement moved a card");
        check_game(t, conserved(t->state), "cards are not conserved");
        for (int seat = -1; seat < PLAYERS; seat++)
            check_game(t,
                t->record.setting.book->knowledge->legal(t->state, &t->record.setting, seat).bits[0]
                        >> KINDS
                    == 0,
                "a card that is none may be played");
        uint32_t winners;
        bool over = t->record.setting.book->finished(t->state, &t->record.setting, &winners);
        check_game(t, over == (winners != 0), "who has won?");
    }
    record_end(&t->record);
}

/* ---- running ------------------------------------------------------------------------------ */

int main(void)
{
    uint64_t seed = number_from("SEED", 1), games = number_from("ITERS", 300);
    struct table *t = table_new();
    struct small *g = calloc(1, sizeof *g);
    for (uint64_t i = 0; i < games; i++)
        real_game(t, seed + i);
    printf("whole games: %u first nights, %u second; most worlds %u; blurred in %u\n",
        nights_played[0], nights_played[1], worlds_seen, blurred_games);
    for (uint64_t i = 0; i < games; i++)
        small_game(t, g, seed + i);
    printf("small games: %u first nights, %u second; passes proven %u, unproven %u, refuted %u; "
           "conflicts %u\n",
        small_nights[0], small_nights[1], claims_met[0], claims_met[1], claims_met[2],
        claims_met[3]);
    printf("the curse drawn: by one draw %u, suspected %u, unproven %u\n", strays_met[0],
        strays_met[1], strays_met[2]);
    t->quiet = true;
    struct hyakumonogatari *before = calloc(1, sizeof *before);
    for (uint64_t i = 0; i < games; i++)
        any_game(t, before, seed + i);
    free(before);
    for (int i = OPEN; i <= BURNT; i++)
        check(small_ends[i] > 0 || games < 500, "ending %d never came up", i);
    printf("endings: open %u, blessing %u, curse %u, reversal %u, second curse %u, ghost %u\n",
        small_ends[OPEN], small_ends[BLESSING], small_ends[CURSED], small_ends[REVERSED],
        small_ends[CURSED_AGAIN], small_ends[BURNT]);
    free(g->now.row);
    free(g->next.row);
    free(g);
    table_free(t);
    return finish();
}
