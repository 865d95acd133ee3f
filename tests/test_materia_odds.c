/*
 * The question `odds`. Materia's answers are compared with two other ways of counting: by hand,
 * from the values the test made up, over all 36 throws; and by fighting that battle 36 times on a
 * copy of the game. What cannot be read, or is not allowed, says so. Haratama's question is a card.
 *
 *   SEED=n ITERS=n test_materia_odds
 */
#include "check.h"
#include "core/core.h"
#include "core/record.h"
#include "plain.h"

#include <assert.h>
#include <stdalign.h>

enum { PLAYERS = 3, EACH = 4, ALL = PLAYERS * EACH, FACES = 6, ROOM = 256 * 1024 };
enum { BODY, MIND, POWERS };
enum { ATTACK, DEFENCE, SIDES };

static bool check_line(bool good, const char *what, const char *line)
{
    return check(good, "%s: %s", what, line);
}

/* ---- a game ------------------------------------------------------------------------------ */

struct game {
    struct record record;
    alignas(max_align_t) unsigned char state[ROOM], before[ROOM], pack[ROOM];
    struct rulings findings;
    int faults, wrong;
    bool installed[ALL];
    int value[POWERS][ALL][FACES];
    bool side_die;
};

static const char *const users[] = {"Aki", "Bo", "Chie"};

static void on_fault(void *user, uint32_t line, const struct fault *fault, const struct record *r)
{
    struct game *g = user;
    (void)line, (void)fault, (void)r;
    g->faults++;
}

static void on_finding(void *user, const struct ruling *ruling, const struct record *r)
{
    struct game *g = user;
    (void)r;
    g->wrong += ruling->kind >= RULING_CONFLICT;
}

static void say(struct game *g, const char *line) { record_line(&g->record, line, strlen(line)); }

static void install(struct game *g, int seat, int ghost)
{
    char line[256];
    int at = snprintf(line, sizeof line, "%s: install G%d", users[seat], ghost);
    for (int power = 0; power < POWERS; power++)
        for (int face = 0; face < FACES; face++) {
            g->value[power][ghost][face] = (int)chance(9) - 1;
            at += snprintf(line + at, sizeof line - (size_t)at, "%s%d",
                face > 0        ? ","
                : power == BODY ? " body="
                                : " mind=",
                g->value[power][ghost][face]);
        }
    snprintf(line + at, sizeof line - (size_t)at, " points=0");
    say(g, line);
    g->installed[ghost] = true;
}

/* Three users; the ghosts of seat s are s, s + 3, s + 6 …; each has two to four. */
static void begin(struct game *g)
{
    struct record_host host = {.fault = on_fault, .finding = on_finding, .user = g};
    assert(rulebook_room() <= ROOM);
    memset(g->installed, 0, sizeof g->installed);
    g->faults = g->wrong = 0;
    g->side_die = chance(3) == 0;
    record_init(&g->record, &host,
        &(struct record_room){g->state, g->before, g->pack, &g->findings, NULL});
    say(g, "game materia");
    say(g, "players Aki Bo Chie");
    say(g, g->side_die ? "house support-die=side" : "house support-die=supporter");
    for (int k = 0; k < 2 * PLAYERS; k++)
        install(g, k < PLAYERS ? k : 2 * PLAYERS - 1 - k,
            k < PLAYERS ? k : 3 + 2 * PLAYERS - 1 - k);
    for (int period = 0; period < 2 * PLAYERS; period++) {
        char line[64];
        snprintf(line, sizeof line, "%s: download", users[period % PLAYERS]);
        say(g, line);
        if (chance(3) > 0)
            install(g, period % PLAYERS, 2 * PLAYERS + period);
    }
    say(g, "Aki: download");
}

static int ghosts_of(const struct game *g, int seat)
{
    int count = 0;
    for (int i = seat; i < ALL; i += PLAYERS)
        count += g->installed[i];
    return count;
}

/* ---- the answer, taken apart -------------------------------------------------------------- */

/* The numbers of an answer: `wins` of each defender in order, -1 where none is told, and totals. */
struct answer_told {
    struct plain plain;
    int depth, defenders, wins[ALL], total[ALL + 1][FACES], faces;
    char ghost[ALL + 1][16];
    bool defence, totals;
};

static void told_open(struct teller *t, const char *key, char bracket)
{
    struct answer_told *a = (struct answer_told *)t;
    a->depth++;
    if (key != NULL && strcmp(key, "defence") == 0)
        a->defence = true;
    else if (a->defence && bracket == '{')
        a->wins[a->defenders++] = -1;
    a->totals = key != NULL && strcmp(key, "totals") == 0;
    a->faces = 0;
}

static void told_close(struct teller *t)
{
    ((struct answer_told *)t)->depth--;
    ((struct answer_told *)t)->totals = false;
}

static void told_number(struct teller *t, const char *key, long number)
{
    struct answer_told *a = (struct answer_told *)t;
    if (a->totals && a->faces < FACES)
        a->total[a->defenders][a->faces++] = (int)number;
    else if (key != NULL && strcmp(key, "wins") == 0)
        a->wins[a->defenders - 1] = (int)number;
}

static void told_text(struct teller *t, const char *key, struct span text)
{
    struct answer_told *a = (struct answer_told *)t;
    if (key != NULL && strcmp(key, "ghost") == 0)
        snprintf(a->ghost[a->defenders], sizeof a->ghost[0], "%.*s", (int)text.length, text.at);
}

static void told_truth(struct teller *t, const char *key, bool truth)
{
    (void)t, (void)key, (void)truth;
}
static void told_nothing(struct teller *t, const char *key) { (void)t, (void)key; }

static bool ask(struct game *g, const char *line, struct answer_told *a, struct fault *fault)
{
    static struct statement said;
    *a = (struct answer_told){.plain = {{told_open, told_close, plain_value}, &g->record.setting,
                                  told_number, told_truth, told_text, told_nothing}};
    fault->message.id = NULL;
    return odds_read(&g->record.setting, (struct span){line, strlen(line)}, &said, fault)
           && materia_rulebook.chances->tell(g->state, &g->record.setting, &said, &a->plain.teller,
               fault);
}

/* ---- the other ways of counting ----------------------------------------------------------- */

struct fight {
    int attacker, defender, ghost[SIDES], power;
    bool support[SIDES][ALL];
};

static int total(const struct game *g, const struct fight *f, int side, int die)
{
    int sum = 0, helpers = 0;
    for (int i = 0; i < ALL; i++)
        if (f->support[side][i]) {
            sum += g->value[f->power][i][0];
            helpers++;
        }
    return sum + g->value[f->power][f->ghost[side]][g->side_die && helpers > 0 ? 0 : die - 1];
}

static int by_hand(const struct game *g, const struct fight *f)
{
    int wins = 0;
    for (int a = 1; a <= FACES; a++)
        for (int b = 1; b <= FACES; b++)
            wins += total(g, f, ATTACK, a) > total(g, f, DEFENCE, b);
    return wins;
}

static int add_names(char *out, size_t size, const char *verb, const bool *support)
{
    int at = 0, count = 0;
    out[0] = '\0';
    for (int i = 0; i < ALL; i++)
        if (support[i])
            at += snprintf(out + at, size - (size_t)at, "%s G%d", count++ == 0 ? verb : "", i);
    return count;
}

/* Who has won the battles told, seat by seat. */
struct winners {
    struct teller teller;
    int battles, won[PLAYERS];
};

static void winners_open(struct teller *t, const char *key, char bracket)
{
    (void)t, (void)key, (void)bracket;
}
static void winners_close(struct teller *t) { (void)t; }

static void winners_value(struct teller *t, const struct value *value)
{
    struct winners *w = (struct winners *)t;
    if (value->name == NULL || strcmp(value->name, "winner") != 0)
        return;
    w->battles++;
    w->won[value->number]++;
}

static void fight_once(struct game *g, const struct fight *f, int throw)
{
    char line[256], names[128];
    snprintf(line, sizeof line, "%s: attack %s with G%d %s", users[f->attacker], users[f->defender],
        f->ghost[ATTACK], f->power == MIND ? "mind" : "body");
    say(g, line);
    snprintf(line, sizeof line, "%s: defend G%d", users[f->defender], f->ghost[DEFENCE]);
    say(g, line);
    for (int side = 0; side < SIDES; side++) {
        if (add_names(names, sizeof names, "support", f->support[side]) == 0)
            continue;
        snprintf(line, sizeof line, "%s: %s", users[side == ATTACK ? f->attacker : f->defender],
            names);
        say(g, line);
    }
    snprintf(line, sizeof line, "dice %d %d", throw / FACES + 1, throw % FACES + 1);
    say(g, line);
}

/* The same game once more, in memory of its own. */
static void copy_game(struct game *copy, const struct game *g)
{
    struct record *r = &copy->record;
    *r = g->record;
    memcpy(copy->state, g->state, materia_rulebook.state_size);
    memcpy(copy->pack, g->pack, materia_rulebook.deck->size);
    copy->findings.count = 0;
    copy->faults = copy->wrong = 0;
    r->host.user = copy;
    r->state = copy->state;
    r->before = copy->before;
    r->pack = copy->pack;
    r->findings = &copy->findings;
    r->setting.seats = &r->seats;
    r->setting.house = &r->house;
    r->setting.pack = copy->pack;
    r->setting.state = copy->state;
}

/* The battle is fought for every throw, always from the same game, in the attacker's period. */
static int by_fighting(const struct game *g, const struct fight *f)
{
    static struct game copy;
    int wins = 0;
    for (int throw = 0; throw < FACES * FACES; throw ++) {
        struct winners w = {.teller = {winners_open, winners_close, winners_value}};
        copy_game(&copy, g);
        for (int seat = 1; seat <= f->attacker; seat++) { /* it is the first user's */
            char line[64];
            snprintf(line, sizeof line, "%s: download", users[seat]);
            say(&copy, line);
        }
        copy.wrong = 0;
        copy.record.host.teller = &w.teller;
        fight_once(&copy, f, throw);
        if (w.battles != 1 || copy.wrong > 0 || copy.faults > 0)
            return -1;
        wins += w.won[f->attacker];
    }
    return wins;
}

/* ---- questions at random ------------------------------------------------------------------ */

static int some_ghost(const struct game *g, int seat)
{
    int ghost;
    do
        ghost = seat + PLAYERS * (int)chance(EACH);
    while (!g->installed[ghost]);
    return ghost;
}

static struct fight some_fight(const struct game *g)
{
    struct fight f = {.power = (int)chance(POWERS), .attacker = (int)chance(PLAYERS)};
    f.defender = (f.attacker + 1 + (int)chance(PLAYERS - 1)) % PLAYERS;
    f.ghost[ATTACK] = some_ghost(g, f.attacker);
    f.ghost[DEFENCE] = some_ghost(g, f.defender);
    for (int side = 0; side < SIDES; side++) {
        int most = side == ATTACK ? ghosts_of(g, f.defender) : ALL;
        for (int i = side == ATTACK ? f.attacker : f.defender; i < ALL; i += PLAYERS)
            if (most > 0 && g->installed[i] && i != f.ghost[side] && chance(2) == 0) {
                f.support[side][i] = true;
                most--;
            }
    }
    return f;
}

static void question(struct game *g)
{
    struct fight f = some_fight(g);
    struct answer_told a;
    struct fault fault;
    char line[512], ours[128], theirs[128], name[16];
    bool japanese = chance(2) == 0, full = chance(2) == 0;
    add_names(ours, sizeof ours, japanese ? " 援護" : " support", f.support[ATTACK]);
    add_names(theirs, sizeof theirs, full ? " ＡＧＡＩＮＳＴ" : " against", f.support[DEFENCE]);
    snprintf(line, sizeof line, "odds %s G%d %s on G%d%s%s", japanese ? "攻撃" : "attack",
        f.ghost[ATTACK], f.power == MIND ? "MIND" : "body", f.ghost[DEFENCE], ours, theirs);
    if (full) /* as the record spells it, with the defender's name */
        snprintf(line, sizeof line, "odds %s %s with Ｇ%d %s on ｇ%d%s%s",
            japanese ? "攻撃" : "attack", users[f.defender], f.ghost[ATTACK],
            f.power == MIND ? "精神" : "物理", f.ghost[DEFENCE], ours, theirs);
    if (!check_line(ask(g, line, &a, &fault),
            fault.message.id != NULL ? fault.message.id : "no answer", line))
        return;
    int wins = by_hand(g, &f);
    check_line(a.defenders == 1 && a.wins[0] == wins, "wins are not those counted by hand", line);
    snprintf(name, sizeof name, "G%d", f.ghost[DEFENCE]);
    check_line(strcmp(a.ghost[1], name) == 0, "another ghost answers", line);
    for (int side = 0; side < SIDES; side++)
        for (int die = 1; die <= FACES; die++)
            check_line(a.total[side][die - 1] == total(g, &f, side, die), "another total", line);
    if (chance(4) == 0)
        check_line(by_fighting(g, &f) == wins, "36 battles end otherwise", line);
}

/* Without `on` every ghost of the others answers, with a user every one of theirs. */
static void table_of_all(struct game *g)
{
    struct fight f = {.power = BODY, .attacker = (int)chance(PLAYERS)};
    int only = chance(2) == 0 ? -1 : (f.attacker + 1) % PLAYERS, row = 0;
    struct answer_told a;
    struct fault fault;
    char line[128];
    f.ghost[ATTACK] = some_ghost(g, f.attacker);
    snprintf(line, sizeof line, only < 0 ? "odds attack G%d body" : "odds attack G%d body on %s",
        f.ghost[ATTACK], only < 0 ? "" : users[only]);
    if (!check_line(ask(g, line, &a, &fault), "no answer", line))
        return;
    for (int seat = 0; seat < PLAYERS; seat++)
        for (int i = seat; i < ALL; i += PLAYERS) {
            if (seat == f.attacker || !g->installed[i] || (only >= 0 && seat != only))
                continue;
            int found = -1;
            char name[16];
            snprintf(name, sizeof name, "G%d", i);
            for (int k = 0; k < a.defenders; k++)
                found = strcmp(a.ghost[k + 1], name) == 0 ? k : found;
            f.ghost[DEFENCE] = i;
            check_line(found >= 0 && a.wins[found] == by_hand(g, &f), "a row of the table", line);
            row++;
        }
    check_line(row == a.defenders, "rows of the table", line);
}

/* ---- what is no question ------------------------------------------------------------------ */

static const struct {
    const char *line, *says;
} wrong[] = {
    {"odds", "no battle is under way"},
    {"odds attack", "too few words"},
    {"odds attack G0", "too few words"},
    {"odds attack G0 with body", "nobody at this table"},
    {"odds attack Bo with body", "does not belong here"},
    {"odds attack \"G0\"", "too few words"},
    {"odds attack G0 foo", "does not belong here"},
    {"odds attack G0 body foo", "does not belong here"},
    {"odds attack G0 body on", "too few words"},
    {"odds attack G0 body support", "too few words"},
    {"odds attack G0 body on G1 against", "too few words"},
    {"odds attack G0 body on G1 against support", "does not belong here"},
    {"odds attack G0 body on G1 against G4 support G3", "does not belong here"},
    {"odds G0 body", "does not belong here"},
    {"odds b7", "does not belong here"},
    {"odds Aki: attack G0 body", "does not belong here"},
    {"odds attack G0 body; undo", "more than one question"},
    {"odds attack Nobody body", "not a ghost that this game knows"},
    {"odds attack G0 body on Nobody", "not a ghost that this game knows"},
    {"odds attack Nobody with G0 body", "nobody at this table"},
    {"odds attack G0 body on G3", "against another user"},
    {"odds attack G0 body on Aki", "against another user"},
    {"odds attack Aki with G0 body", "against another user"},
    {"odds attack Bo with G0 body on G2", "not of the user who is attacked"},
    {"odds attack Bo with G0 body on Chie", "not of the user who is attacked"},
    {"odds attack G0 body on G1 support G0", "is fighting"},
    {"odds attack G0 body on G1 support G3 G3", "is named twice"},
    {"odds attack G0 body on G1 support G4", "belongs to somebody else"},
    {"odds attack G0 body on G1 against G3", "belongs to somebody else"},
    {"odds attack G0 body on G1 against G1", "is fighting"},
    {"odds attack G0 body against G4", "needs to know who defends"},
    {"odds attack G0 body on G1 support \"", "quote"},
};

static void wrong_questions(struct game *g)
{
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct answer_told a;
        struct fault fault;
        bool answered = ask(g, wrong[i].line, &a, &fault);
        check_line(!answered && fault.message.id != NULL
                       && strstr(fault.message.id, wrong[i].says) != NULL,
            fault.message.id != NULL ? fault.message.id : "answered", wrong[i].line);
    }
}

/* Gone, unknown, uninstalled, too many helpers, a battle under way. */
static void positions(void)
{
    static struct game g;
    struct answer_told a;
    struct fault fault;
    struct record_host host = {.fault = on_fault, .finding = on_finding, .user = &g};
    static const char *const lines[] = {"game materia", "players Aki Bo",
        "Aki: install A body=1,2,3,4,5,6 mind=1,1,1,1,1,1 points=1",
        "Bo: install B body=3,3,3,3,3,3 points=1", "Bo: install C mind=1,1,1,1,1,1",
        "Aki: install D body=1,1,1,1,1,1 points=1", "Aki: download",
        "Aki: install \"Bo\" body=2,2,2,2,2,2 points=1", "Aki: show E"};
    record_init(&g.record, &host,
        &(struct record_room){g.state, g.before, g.pack, &g.findings, NULL});
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        say(&g, lines[i]);
    check_line(ask(&g, "odds attack A body on B", &a, &fault) && a.wins[0] == 18,
        "a die of 4 to 6 wins", "A on B");
    check_line(ask(&g, "odds attack A body on C", &a, &fault) && a.wins[0] == -1, "C has no body",
        "A on C");
    check_line(ask(&g, "odds attack A mind on C", &a, &fault) && a.wins[0] == 0,
        "a tie is the defender's", "A on C");
    check_line(ask(&g, "odds attack A body on C support D Bo", &a, &fault),
        "two helpers against two", "A on C");
    check_line(ask(&g, "odds attack B body on Bo", &a, &fault) && a.wins[0] == 36,
        "a ghost called Bo is no user", "B on Bo");
    check_line(ask(&g, "odds attack B body on \"Bo\"", &a, &fault) && a.wins[0] == 36,
        "… in quotes too", "B on Bo");
    check_line(!ask(&g, "odds attack E body", &a, &fault)
                   && strstr(fault.message.id, "is not installed") != NULL,
        "a ghost of an archive", "E");
    say(&g, "Aki: attack Bo with D body");
    check_line(ask(&g, "odds", &a, &fault) && a.defenders == 2, "both may defend", "odds");
    say(&g, "Bo: defend B");
    say(&g, "Aki: support A");
    say(&g, "Aki: modify 2");
    check_line(ask(&g, "odds", &a, &fault) && a.defenders == 1 && a.wins[0] == 36
                   && a.total[0][0] == 4,
        "1 + 1 + 2 to 3", "odds");
    say(&g, "dice 1 1");
    check_line(!ask(&g, "odds", &a, &fault), "the battle is over", "odds");
    check_line(!ask(&g, "odds attack A body on B", &a, &fault)
                   && strstr(fault.message.id, "is not installed") != NULL,
        "a captured ghost", "A on B");
    check_line(!ask(&g, "odds attack A body on C support D Bo", &a, &fault)
                   && strstr(fault.message.id, "too many supporters") != NULL,
        "two helpers against one", "A on C");
    check_line(ask(&g, "odds attack A body support D Bo", &a, &fault) && a.defenders == 1
                   && a.wins[0] == -1,
        "… without naming the defender", "A");
    record_end(&g.record);
    check_line(g.faults == 0 && g.wrong == 0, "the game of the positions", "");
}

/* One of three users has installed nothing, and is attacked all the same. */
static void without_ghosts(void)
{
    static struct game g;
    struct answer_told a;
    struct fault fault;
    struct record_host host = {.fault = on_fault, .finding = on_finding, .user = &g};
    static const char *const lines[] = {"game materia", "players Aki Bo Chie",
        "Aki: install A body=1,2,3,4,5,6 points=1", "Chie: install C body=3,3,3,3,3,3 points=1",
        "Aki: download"};
    record_init(&g.record, &host,
        &(struct record_room){g.state, g.before, g.pack, &g.findings, NULL});
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        say(&g, lines[i]);
    check_line(!ask(&g, "odds attack Bo with A body", &a, &fault)
                   && strstr(fault.message.id, "no ghost to defend") != NULL,
        "Bo has none", "A on Bo");
    check_line(!ask(&g, "odds attack A body on C support", &a, &fault), "nobody supports",
        "support");
    check_line(!ask(&g, "odds attack Bo with body", &a, &fault), "no ghost attacks", "body");
    say(&g, "Aki: attack Bo with A body");
    check_line(!ask(&g, "odds", &a, &fault)
                   && strstr(fault.message.id, "no ghost to defend") != NULL,
        "nobody defends", "odds");
    record_end(&g.record);
}

static void haratama(void)
{
    static struct game g;
    static const struct {
        const char *line, *says;
    } cards[] = {{"odds b7", NULL}, {"odds 青7", NULL}, {"odds ｂ７", NULL},
        {"odds", "too few words"}, {"odds b7 r9", "too many words"},
        {"odds r99", "not a card of this game"}, {"odds attack", "not a card of this game"}};
    struct record_host host = {.user = NULL};
    void *state = malloc(rulebook_room()), *before = malloc(rulebook_room());
    static struct statement said;
    record_init(&g.record, &host, &(struct record_room){state, before, g.pack, &g.findings, NULL});
    say(&g, "game haratama");
    say(&g, "players Aki Bo Chie Dai");
    for (size_t i = 0; i < sizeof cards / sizeof *cards; i++) {
        struct fault fault = {.message.id = ""};
        bool read = odds_read(&g.record.setting,
            (struct span){cards[i].line, strlen(cards[i].line)}, &said, &fault);
        check_line(cards[i].says == NULL
                       ? read
                             && said.argument[0].card
                                    == haratama_rulebook.card_read((struct span){"b7", 2})
                       : !read && strstr(fault.message.id, cards[i].says) != NULL,
            "Haratama's question", cards[i].line);
    }
    check_line(rulebook_asks(&hyakumonogatari_rulebook) == NULL, "no odds", "hyakumonogatari");
    free(state);
    free(before);
}

int main(void)
{
    static struct game g;
    long games = (long)number_from("ITERS", 40);
    chance_begin(number_from("SEED", 2002));
    for (long i = 0; i < games; i++) {
        begin(&g);
        for (int k = 0; k < 25; k++)
            question(&g);
        for (int k = 0; k < 5; k++)
            table_of_all(&g);
        wrong_questions(&g);
        check_line(g.faults == 0 && g.wrong == 0, "the game itself", "");
    }
    positions();
    without_ghosts();
    haratama();
    return finish();
}
