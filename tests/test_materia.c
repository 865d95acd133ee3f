/*
 * Materia, played at random to its end by 2 to 19 users. The test keeps a table of its own: where
 * every ghost lies, how many cards there are in archives, server and trash, and every total; after
 * each statement the program's state must say the same. Then one rule is broken on purpose, and
 * that rule and no other must be found; every judged rule must have been reached. The odds of a
 * battle are compared with what the 36 throws really do.
 *
 *   SEED=n ITERS=n test_materia     (whole games)
 */
#include "check.h"
#include "core/materia/materia.h"
#include "plain.h"

#include <strings.h>

enum { GHOSTS_MADE = 75, TEXT_ROOM = 256 * 1024, ROWS = 512 };

static bool percent(uint32_t part) { return chance(100) < part; }

/* ---- a score, flat ----------------------------------------------------------------------- */

struct flat {
    struct plain plain;
    char text[TEXT_ROOM];
    size_t length;
};

static void add(struct flat *f, const char *key, const char *value)
{
    int size = snprintf(f->text + f->length, sizeof f->text - f->length, "%s:%s ", key ? key : "",
        value);
    if (f->length + (size_t)size < sizeof f->text)
        f->length += (size_t)size;
}

static void flat_open(struct teller *t, const char *key, char bracket)
{
    char text[2] = {bracket, 0};
    add((struct flat *)t, key, text);
}

static void flat_close(struct teller *t) { add((struct flat *)t, NULL, "."); }

static void flat_number(struct teller *t, const char *key, long number)
{
    char text[24];
    snprintf(text, sizeof text, "%ld", number);
    add((struct flat *)t, key, text);
}

static void flat_truth(struct teller *t, const char *key, bool truth)
{
    add((struct flat *)t, key, truth ? "true" : "false");
}

static void flat_text(struct teller *t, const char *key, struct span text)
{
    char copy[NAME_MOST + 1];
    snprintf(copy, sizeof copy, "%.*s", (int)text.length, text.at);
    add((struct flat *)t, key, copy);
}

static void flat_nothing(struct teller *t, const char *key) { add((struct flat *)t, key, "null"); }

static void flat_begin(struct flat *f, const struct setting *setting)
{
    f->plain = (struct plain){{flat_open, flat_close, plain_value}, setting, flat_number,
        flat_truth, flat_text, flat_nothing};
    f->length = 0;
    f->text[0] = '\0';
}

/* ---- a record ---------------------------------------------------------------------------- */

struct finding {
    enum ruling_kind kind;
    int rule, seat;
    uint32_t line;
    char card[NAME_MOST + 1];
};

struct statement_parse {
    struct record record;
    struct materia state, before;
    struct materia_pack pack, defined;
    struct rulings findings;
    struct finding found[ROWS];
    int count, faults;
    struct flat rows;
};

static struct statement_parse main_reading, other_reading, spare_reading;
static bool reached[RULE_COUNT];

static void on_fault(void *user, uint32_t line, const struct fault *fault, const struct record *r)
{
    struct statement_parse *reading = user;
    (void)r;
    reading->faults++;
    if (reading->faults < 5 && getenv("VERBOSE"))
        printf("line %lu column %lu: %s\n", (unsigned long)line, (unsigned long)fault->column,
            fault->message.id);
}

static void on_finding(void *user, const struct ruling *ruling, const struct record *r)
{
    struct statement_parse *reading = user;
    if (ruling->kind == RULING_OPEN || reading->count == ROWS)
        return;
    struct finding *f = &reading->found[reading->count++];
    *f = (struct finding){.kind = ruling->kind,
        .rule = ruling->rule,
        .seat = ruling->seat,
        .line = ruling->line};
    if (ruling->card >= 0)
        f->card[card_spell(&r->setting, ruling->card, false, f->card)] = '\0';
    reached[ruling->rule] = true;
}

static void *new_pack(void *user, const struct rulebook *book, struct span name)
{
    (void)book;
    (void)name;
    return &((struct statement_parse *)user)->defined;
}

static const void *find_pack(void *user, const struct rulebook *book, struct span name)
{
    (void)book;
    (void)name;
    return &((struct statement_parse *)user)->defined;
}

static void reading_begin(struct statement_parse *r)
{
    struct record_host host = {.fault = on_fault,
        .finding = on_finding,
        .teller = &r->rows.plain.teller,
        .pack_new = new_pack,
        .pack_find = find_pack,
        .user = r};
    flat_begin(&r->rows, &r->record.setting);
    r->count = r->faults = 0;
    record_init(&r->record, &host,
        &(struct record_room){&r->state, &r->before, &r->pack, &r->findings, NULL});
}

static char text[TEXT_ROOM]; /* the record as it was written, for a second reading */
static size_t text_length;

static void line(struct statement_parse *r, const char *format, ...)
{
    char bytes[1024];
    va_list list;
    va_start(list, format);
    int length = vsnprintf(bytes, sizeof bytes, format, list);
    va_end(list);
    if (getenv("VERBOSE"))
        printf("%3lu  %s\n", (unsigned long)r->record.line + 1, bytes);
    record_line(&r->record, bytes, (size_t)length);
    if (r == &main_reading && text_length + (size_t)length + 1 < sizeof text)
        text_length += (size_t)sprintf(text + text_length, "%s\n", bytes);
}

/* ---- the test's own table ---------------------------------------------------------------- */

enum where { NOWHERE, ON_DESKTOP, TAKEN, THROWN };

struct model {
    int users, first, current, kyo, made, settled;
    int archive[USERS], server, trash, set;
    long points[USERS];
    enum where where[GHOSTS_MADE];
    int owner[GHOSTS_MADE], shells[GHOSTS_MADE];
    int value[2][GHOSTS_MADE][6], worth[GHOSTS_MADE];
    bool pack, side_die, reshuffle, travels, over, japanese;
    uint32_t winners;
    int last_total[2], last_winner;
};

static struct model m;

static const char *user(int seat)
{
    static const char *const names[USERS] = {"Aki", "Bo", "Chie", "Dai", "Emi", "Fuyu", "Gen",
        "Haru", "Ito", "Jun", "Kei", "Leo", "Mio", "Nao", "Oto", "Rin", "Sho", "Taro", "Umi"};
    return names[seat];
}

static int ghosts_of(int seat)
{
    int count = 0;
    for (int i = 0; i < GHOSTS_MADE; i++)
        count += m.where[i] == ON_DESKTOP && m.owner[i] == seat;
    return count;
}

/* The k-th ghost of a user, skipping those in `but`. */
static int some_ghost(int seat, const bool *but)
{
    int list[GHOSTS_MADE], count = 0;
    for (int i = 0; i < GHOSTS_MADE; i++)
        if (m.where[i] == ON_DESKTOP && m.owner[i] == seat && !(but && but[i]))
            list[count++] = i;
    return count == 0 ? -1 : list[chance((uint32_t)count)];
}

static void make_values(void)
{
    for (int i = 0; i < GHOSTS_MADE; i++) {
        m.worth[i] = (int)chance(5);
        for (int power = 0; power < 2; power++)
            for (int face = 0; face < 6; face++)
                m.value[power][i][face] = (int)chance(9) - 1;
    }
}

static const char *six(int power, int ghost)
{
    static char out[2][64];
    const int *v = m.value[power][ghost];
    sprintf(out[power], "%d,%d,%d,%d,%d,%d", v[0], v[1], v[2], v[3], v[4], v[5]);
    return out[power];
}

/* ---- does the program's table say the same? ---------------------------------------------- */

static void compare_ghosts(const struct statement_parse *r)
{
    const struct materia *s = &r->state;
    int seen = 0;
    for (int i = 0; i < m.made; i++) {
        char name[16];
        struct span written = {name, (size_t)sprintf(name, "G%d", i)};
        if (m.where[i] == NOWHERE)
            continue;
        int code = materia_find(s, &r->pack, written);
        if (code < 0 || code >= DECK) {
            check(false, "%s is lost", name);
            continue;
        }
        enum ghost_place place = s->ghost[code].place;
        enum ghost_place expected = m.where[i] == ON_DESKTOP ? INSTALLED
                                    : m.where[i] == TAKEN    ? CAPTURED
                                                             : TRASHED;
        seen++;
        if (place != expected || (place != TRASHED && s->ghost[code].owner != m.owner[i]))
            check(false, "%s: place %d, expected %d", name, place, expected);
    }
    check(seen <= s->ghosts, "more ghosts than were made");
}

static int cards_in_all(const struct materia *s)
{
    int count = s->server + s->trash;
    for (int i = 0; i < s->users; i++)
        count += s->archive[i];
    for (int i = 0; i < s->ghosts; i++)
        count += (s->ghost[i].place >= INSTALLED && s->ghost[i].place <= CAPTURED)
                 + s->ghost[i].shells;
    return count + (s->fighting ? s->set[0] + s->set[1] : 0);
}

static void compare(const struct statement_parse *r)
{
    const struct materia *s = &r->state;
    compare_ghosts(r);
    for (int i = 0; i < m.users; i++)
        if (s->archive[i] != m.archive[i] || s->points[i] != m.points[i])
            check(false, "line %lu, %s: archive %d, expected %d; points %ld, expected %ld",
                (unsigned long)r->record.line, user(i), s->archive[i], m.archive[i],
                (long)s->points[i], m.points[i]);
    check(s->server == m.server && s->trash == m.trash,
        "line %lu: server %d, expected %d; trash %d, expected %d", (unsigned long)r->record.line,
        s->server, m.server, s->trash, m.trash);
    check(cards_in_all(s) == DECK, "line %lu: %d cards in all", (unsigned long)r->record.line,
        cards_in_all(s));
    if (s->settled > 0)
        check((int)s->settled == m.settled && s->last.total[0] == m.last_total[0]
                  && s->last.total[1] == m.last_total[1]
                  && s->last.contest.seat[s->last.winner] == m.last_winner,
            "line %lu: battle %ld:%ld, expected %d:%d", (unsigned long)r->record.line,
            (long)s->last.total[0], (long)s->last.total[1], m.last_total[0], m.last_total[1]);
    uint32_t winners;
    bool over = materia_finished(s, &r->record.setting, &winners);
    check(over == m.over && (!over || winners == m.winners),
        "line %lu: over %d, expected %d; winners %x, expected %x", (unsigned long)r->record.line,
        over, m.over, winners, m.winners);
}

/* ---- the beginning ----------------------------------------------------------------------- */

static void install_line(struct statement_parse *r, int seat, int ghost)
{
    if (m.pack)
        line(r, m.japanese ? "%s: インストール G%d" : "%s: install G%d", user(seat), ghost);
    else
        line(r,
            m.japanese ? "%s：インストール g%d 物理=%s 精神=%s 得点=%d"
                       : "%s: install G%d body=%s mind=%s points=%d",
            user(seat), ghost, six(0, ghost), six(1, ghost), m.worth[ghost]);
}

static void put_ghost(int seat, int ghost)
{
    m.where[ghost] = ON_DESKTOP;
    m.owner[ghost] = seat;
    m.shells[ghost] = 0;
}

static void deal(void)
{
    for (int i = 0; i < m.users; i++)
        m.archive[i] = 3;
    m.server = 100 - 5 * m.users;
}

/* Whose choice the k-th of the draft is: there and back. */
static int drafter(int k)
{
    int place = k < m.users ? k : 2 * m.users - 1 - k;
    return (m.first + place) % m.users;
}

static void draft(struct statement_parse *r)
{
    for (int k = 0; k < 2 * m.users; k++) {
        put_ghost(drafter(k), m.made);
        install_line(r, drafter(k), m.made++);
    }
    deal();
    m.current = m.first;
}

static void head(struct statement_parse *r, int users)
{
    memset(&m, 0, sizeof m);
    m.users = users;
    m.pack = percent(50);
    m.japanese = percent(30);
    m.side_die = percent(30);
    m.reshuffle = percent(50);
    m.travels = percent(30);
    m.first = (int)chance((uint32_t)users);
    make_values();
    text_length = 0;
    reading_begin(r);
    if (m.pack) {
        line(r, "pack materia \"Ours\"");
        for (int i = 0; i < GHOSTS_MADE; i++)
            line(r, "ghost %d \"G%d\" body=%s mind=%s points=%d", i + 1, i, six(0, i), six(1, i),
                m.worth[i]);
        line(r, "event \"Storm\"");
        line(r, "event 90 \"Fog\" forced");
        line(r, "shell 80 \"Coat\"");
    }
    line(r, "game materia");
    char players[512] = "players";
    for (int i = 0; i < users; i++)
        strcat(strcat(players, " "), user(i));
    line(r, "%s", players);
    if (m.pack)
        line(r, "pack \"Ours\"");
    line(r, "house support-die=%s empty=%s shell=%s", m.side_die ? "side" : "supporter",
        m.reshuffle ? "reshuffle" : "skip", m.travels ? "travels" : "trash");
}

/* ---- the end, by the test's own counting ------------------------------------------------- */

static uint32_t best_users(void)
{
    uint32_t best = 0;
    long high = -1000000;
    for (int i = 0; i < m.users; i++) {
        long rank = m.points[i] * 100 + ghosts_of(i);
        best = rank > high ? 0 : best;
        high = rank > high ? rank : high;
        best |= rank == high ? 1u << i : 0;
    }
    return best;
}

static void see_end(void)
{
    uint32_t owners = 0, rich = 0;
    int count = 0;
    for (int i = 0; i < m.users; i++) {
        rich |= m.points[i] >= 20 ? 1u << i : 0;
        owners |= ghosts_of(i) > 0 ? 1u << i : 0;
        count += ghosts_of(i) > 0;
    }
    m.over = rich != 0 || count == 1;
    m.winners = rich != 0 ? rich : owners;
}

/* ---- a period, played by the rules ------------------------------------------------------- */

static bool nothing_to_draw(void) { return m.server == 0 && (!m.reshuffle || m.trash == 0); }

static void draw(struct statement_parse *r)
{
    if (nothing_to_draw())
        return;
    if (m.server == 0) {
        m.server = m.trash;
        m.trash = 0;
        for (int i = 0; i < GHOSTS_MADE; i++)
            if (m.where[i] == THROWN)
                m.where[i] = NOWHERE;
    }
    m.server--;
    m.archive[m.current]++;
    line(r, percent(50) ? "%s: download" : "%s: DL", user(m.current));
    compare(r);
    if (percent(2)) {
        m.archive[m.current]--;
        m.trash++;
        if (++m.kyo == 2) {
            m.over = true;
            m.winners = best_users();
        }
        line(r, percent(50) ? "kyo" : "虚");
    } else if (m.pack && percent(3)) {
        m.archive[m.current]--;
        m.trash++;
        line(r, "%s: event Fog", user(m.current));
    }
    compare(r);
}

static void install(struct statement_parse *r)
{
    int ghost = m.made;
    for (int i = 0; i < m.made; i++)
        if (m.where[i] == NOWHERE)
            ghost = i;
    if (m.archive[m.current] == 0 || ghosts_of(m.current) == 5 || ghost == GHOSTS_MADE)
        return;
    m.made += ghost == m.made;
    put_ghost(m.current, ghost);
    m.archive[m.current]--;
    install_line(r, m.current, ghost);
    compare(r);
}

static void act(struct statement_parse *r)
{
    int ghost = some_ghost(m.current, NULL);
    if (percent(30) && m.archive[m.current] > 0) {
        m.archive[m.current]--;
        m.trash++;
        line(r, "%s: event \"Storm\"", user(m.current));
        if (percent(20)) {
            int seat = (int)chance((uint32_t)m.users), points = (int)chance(4) - 1;
            m.points[seat] += points;
            see_end();
            line(r, "points %s=%d", user(seat), points);
        } else if (percent(20) && ghost >= 0) {
            m.where[ghost] = THROWN;
            m.trash += 1 + m.shells[ghost];
            m.shells[ghost] = 0;
            see_end();
            line(r, "%s: trash G%d", user(m.current), ghost);
        }
    } else if (percent(20) && m.archive[m.current] > 0 && ghost >= 0) {
        m.archive[m.current]--;
        m.shells[ghost]++;
        line(r, "%s: shell Coat on G%d", user(m.current), ghost);
    } else if (percent(20) && ghost >= 0) {
        line(r, "%s: status G%d", user(m.current), ghost);
    }
    compare(r);
}

/* ---- a battle ---------------------------------------------------------------------------- */

struct fight {
    int seat[2], ghost[2], power, modify[2];
    bool in[GHOSTS_MADE], support[2][GHOSTS_MADE];
};

static void name_supporters(struct statement_parse *r, struct fight *f, int side, int most)
{
    char names[512] = "";
    for (int k = 0; k < most && percent(60); k++) {
        int ghost = some_ghost(f->seat[side], f->in);
        if (ghost < 0)
            break;
        f->in[ghost] = f->support[side][ghost] = true;
        sprintf(names + strlen(names), " G%d", ghost);
    }
    if (names[0] != '\0')
        line(r, "%s: support%s", user(f->seat[side]), names);
}

static void lay_event(struct statement_parse *r, struct fight *f, int side)
{
    if (!percent(40) || m.archive[f->seat[side]] == 0)
        return;
    m.archive[f->seat[side]]--;
    m.set++;
    line(r, "%s: set", user(f->seat[side]));
    f->modify[side] = (int)chance(5) - 1;
}

/* The whole battle up to the dice; false if there is nobody to attack. */
static bool fight_begin(struct statement_parse *r, struct fight *f)
{
    *f = (struct fight){.power = (int)chance(2)};
    f->seat[0] = m.current;
    f->seat[1] = (m.current + 1 + (int)chance((uint32_t)m.users - 1)) % m.users;
    f->ghost[0] = some_ghost(f->seat[0], NULL);
    f->ghost[1] = some_ghost(f->seat[1], NULL);
    if (f->ghost[0] < 0 || f->ghost[1] < 0)
        return false;
    f->in[f->ghost[0]] = f->in[f->ghost[1]] = true;
    m.set = 0;
    line(r, "%s: attack %s with G%d %s", user(f->seat[0]), user(f->seat[1]), f->ghost[0],
        f->power ? "mind" : "body");
    line(r, "%s: defend G%d", user(f->seat[1]), f->ghost[1]);
    name_supporters(r, f, 0, ghosts_of(f->seat[1]));
    name_supporters(r, f, 1, 9);
    lay_event(r, f, 0);
    lay_event(r, f, 1);
    for (int side = 0; side < 2; side++)
        if (f->modify[side] != 0)
            line(r, "%s: modify %d", user(f->seat[side]), f->modify[side]);
    return true;
}

static int total(const struct fight *f, int side, int die)
{
    int sum = 0, helpers = 0;
    for (int i = 0; i < GHOSTS_MADE; i++)
        if (f->support[side][i]) {
            sum += m.value[f->power][i][0];
            helpers++;
        }
    return sum + f->modify[side]
           + m.value[f->power][f->ghost[side]][m.side_die && helpers ? 0 : die - 1];
}

static void fight_end(struct statement_parse *r, const struct fight *f, int a, int b)
{
    int winner = total(f, 0, a) > total(f, 1, b) ? 0 : 1, lost = f->ghost[!winner];
    m.last_total[0] = total(f, 0, a);
    m.last_total[1] = total(f, 1, b);
    m.last_winner = f->seat[winner];
    m.settled++;
    m.trash += m.set + (m.travels ? 0 : m.shells[lost]);
    m.where[lost] = TAKEN;
    m.owner[lost] = f->seat[winner];
    m.points[f->seat[winner]] += m.worth[lost];
    see_end();
    line(r, "dice %d %d", a, b);
    compare(r);
}

/* Every throw is tried on a copy of the game; the odds must say how many win. */
static void compare_odds(const struct fight *f)
{
    static struct materia state;
    struct record record = main_reading.record;
    uint16_t findings = main_reading.findings.count;
    state = main_reading.state;
    int odds = materia_odds(&state, &state.contest, m.side_die), wins = 0, own = 0;
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= 6; b++) {
            char bytes[32];
            int length = sprintf(bytes, "dice %d %d", a, b);
            main_reading.record.host.teller = NULL;
            main_reading.record.host.finding = NULL;
            record_line(&main_reading.record, bytes, (size_t)length);
            wins += main_reading.state.last.winner == ATTACK;
            own += total(f, 0, a) > total(f, 1, b);
            main_reading.state = state;
            main_reading.record = record;
            main_reading.findings.count = findings;
        }
    check(odds == wins && odds == own, "odds %d of 36, but %d throws win, %d by hand", odds, wins,
        own);
}

static void battle(struct statement_parse *r)
{
    struct fight f;
    if (!fight_begin(r, &f))
        return;
    if (percent(20))
        compare_odds(&f);
    fight_end(r, &f, 1 + (int)chance(6), 1 + (int)chance(6));
}

static void trash(struct statement_parse *r)
{
    int count = m.archive[m.current] - 5;
    if (count <= 0)
        return;
    m.archive[m.current] = 5;
    m.trash += count;
    line(r, m.japanese ? "%s: トラッシュ %d" : "%s: trash %d", user(m.current), count);
    compare(r);
}

static void period(struct statement_parse *r)
{
    draw(r);
    if (!m.over && percent(70))
        install(r);
    for (int i = 0; i < 2 && !m.over; i++)
        act(r);
    if (!m.over && percent(75))
        battle(r);
    if (!m.over)
        trash(r);
}

/* ---- whole games ------------------------------------------------------------------------- */

static void told(struct statement_parse *r, struct flat *out)
{
    flat_begin(out, &r->record.setting);
    materia_rulebook.table->tell(&r->state, &r->record.setting, &out->plain.teller);
    rulebook_tell_end(&materia_rulebook, &r->state, &r->record.setting, &out->plain.teller);
}

/* What was read is written down again, statement by statement, and read by another record. */
static void copy_statement(const char *bytes, size_t length, struct statement_parse *to)
{
    struct reader reader;
    struct statement said;
    struct fault fault;
    char out[1024];
    bool in_pack = to->record.pack_book != NULL;
    struct setting setting = to->record.setting;
    if (in_pack)
        setting.book = to->record.pack_book;
    reader_begin(&reader, bytes, length, 1);
    if (statement_read(&reader, &setting, in_pack, &said, &fault) != READ_STATEMENT) {
        check(false, "cannot read: %.*s", (int)length, bytes);
        return;
    }
    size_t size = statement_write(&said, &setting, out, sizeof out);
    bool ascii = size < sizeof out;
    for (size_t i = 0; i < size && ascii; i++)
        ascii = (unsigned char)out[i] < 0x80 || bytes[i] == out[i];
    check(ascii, "not stored in ASCII: %.*s", (int)size, out);
    record_line(&to->record, out, size);
}

static void compare_copy(void)
{
    static struct flat a, b;
    reading_begin(&other_reading);
    for (size_t at = 0; at < text_length;) {
        size_t length = strcspn(text + at, "\n");
        copy_statement(text + at, length, &other_reading);
        at += length + 1;
    }
    told(&main_reading, &a);
    told(&other_reading, &b);
    check(strcmp(a.text, b.text) == 0, "the written record tells another game:\n%s\n%s", a.text,
        b.text);
    check(strcmp(main_reading.rows.text, other_reading.rows.text) == 0, "… and other battles");
    record_end(&other_reading.record);
}

static unsigned long ends[4];

static void whole_game(int users)
{
    struct statement_parse *r = &main_reading;
    head(r, users);
    draft(r);
    compare(r);
    for (int i = 0; i < 5000 && !m.over; i++) {
        period(r);
        m.current = (m.current + 1) % m.users;
    }
    check(m.over, "no end after 5000 periods, %d users", users);
    ends[r->state.ended]++;
    compare_copy();
    record_end(&r->record);
    check(r->faults == 0, "%d unreadable lines", r->faults);
    check(r->count == 0, "line %lu: found %s of %s in a clean game",
        (unsigned long)r->found[0].line, materia_rulebook.rules[r->found[0].rule].id,
        user(r->found[0].seat));
}

/* ---- one rule broken --------------------------------------------------------------------- */

/* What a breach must be found as. */
struct breach {
    int rule, seat;
    const char *card;
    uint32_t line;
    enum ruling_kind kind;
};

static struct breach breach;

static void expect(int rule, int seat, int ghost)
{
    static char card[16];
    sprintf(card, "G%d", ghost);
    breach = (struct breach){.rule = rule,
        .seat = seat,
        .card = ghost >= 0 ? card : "",
        .line = main_reading.record.line + 1,
        .kind = RULING_IRREGULAR};
}

static int after(int seat, int steps) { return (seat + steps) % m.users; }

static bool break_turn(struct statement_parse *r)
{
    if (m.users < 3)
        return false;
    expect(RULE_TURN, after(m.current, 1), -1);
    line(r, "%s: download", user(after(m.current, 1)));
    return true;
}

static bool break_download(struct statement_parse *r)
{
    int ghost = some_ghost(m.current, NULL);
    if (ghost < 0)
        return false;
    if (percent(50) && r->state.period > 0) {
        expect(RULE_TURN, m.current, ghost);
        line(r, "%s: status G%d", user(m.current), ghost);
    } else {
        line(r, "%s: download", user(m.current));
        expect(RULE_TURN, m.current, -1);
        line(r, "%s: download", user(m.current));
    }
    return true;
}

static bool break_install(struct statement_parse *r)
{
    int ghost = some_ghost(m.current, NULL), count = ghosts_of(m.current);
    if (ghost < 0 || m.made + 6 > GHOSTS_MADE || m.archive[m.current] < 1 || m.server < 1)
        return false;
    line(r, "%s: download", user(m.current));
    if (percent(30)) {
        expect(RULE_INSTALL, m.current, ghost);
        line(r, "%s: trash G%d", user(m.current), ghost);
        return true;
    }
    if (percent(50) && count < 5) {
        line(r, "%s: status G%d", user(m.current), ghost);
    } else if (count < 5) {
        install_line(r, m.current, m.made++);
    }
    expect(RULE_INSTALL, m.current, m.made);
    install_line(r, m.current, m.made++);
    return true;
}

static bool break_battle(struct statement_parse *r)
{
    struct fight f;
    int own = some_ghost(m.current, NULL);
    if (own < 0)
        return false;
    line(r, "%s: download", user(m.current));
    m.archive[m.current]++;
    m.server--;
    for (int i = 0; i < m.users; i++)
        if (i == m.current || ghosts_of(i) == 0) {
            if (percent(50))
                continue;
            expect(RULE_BATTLE, m.current, -1);
            line(r, "%s: attack %s with G%d mind", user(m.current), user(i), own);
            return true;
        }
    if (!fight_begin(r, &f))
        return false;
    fight_end(&main_reading, &f, 6, 6);
    own = some_ghost(m.current, NULL);
    if (m.over || own < 0 || ghosts_of(f.seat[1]) == 0)
        return false;
    expect(RULE_BATTLE, m.current, percent(50) ? own : -1);
    if (breach.card[0] != '\0')
        line(r, "%s: status G%d", user(m.current), own);
    else
        line(r, "%s: attack %s with G%d body", user(m.current), user(f.seat[1]), own);
    return true;
}

static bool break_trash(struct statement_parse *r)
{
    int seat = m.current, ghost = some_ghost(seat, NULL);
    line(r, "%s: download", user(seat));
    m.archive[seat]++;
    if (m.archive[seat] < 6 || percent(30)) {
        if (m.archive[seat] > 5)
            line(r, "%s: trash %d", user(seat), m.archive[seat] - 5);
        expect(RULE_TRASH, seat, -1);
        line(r, "%s: trash 1", user(seat));
    } else if (percent(50) && ghost >= 0) {
        line(r, "%s: trash %d", user(seat), m.archive[seat] - 5);
        expect(RULE_TRASH, seat, ghost);
        line(r, "%s: status G%d", user(seat), ghost);
    } else {
        expect(RULE_TRASH, seat, -1);
        breach.line--; /* told where the period ended */
        line(r, "%s: download", user(after(seat, 1)));
    }
    return true;
}

static bool break_attack(struct statement_parse *r)
{
    int other = after(m.current, 1), ghost = some_ghost(other, NULL);
    if (ghost < 0)
        return false;
    line(r, "%s: download", user(m.current));
    expect(RULE_ATTACK, m.current, ghost);
    line(r, "%s: attack %s with G%d mind", user(m.current), user(other), ghost);
    return true;
}

/* Downloads and attacks; the ghosts of both sides. */
static bool attack_first(struct statement_parse *r, int *attacker, int *defender)
{
    int other = after(m.current, 1);
    *attacker = some_ghost(m.current, NULL);
    *defender = some_ghost(other, NULL);
    if (*attacker < 0 || *defender < 0)
        return false;
    line(r, "%s: download", user(m.current));
    line(r, "%s: attack %s with G%d mind", user(m.current), user(other), *attacker);
    return true;
}

static bool break_defend(struct statement_parse *r)
{
    int attacker, defender, other = after(m.current, 1);
    if (!attack_first(r, &attacker, &defender))
        return false;
    if (percent(50)) {
        bool but[GHOSTS_MADE] = {false};
        but[attacker] = true;
        int third = some_ghost(m.current, but);
        if (third >= 0) {
            expect(RULE_DEFEND, other, third);
            line(r, "%s: defend G%d", user(other), third);
            return true;
        }
    }
    if (ghosts_of(other) == 1)
        return false; /* that one defends */
    expect(RULE_DEFEND, other, -1);
    line(r, "dice 3 3");
    return true;
}

static bool break_support(struct statement_parse *r)
{
    int attacker, defender, list[5], count = 0;
    bool but[GHOSTS_MADE] = {false};
    if (!attack_first(r, &attacker, &defender))
        return false;
    line(r, "%s: defend G%d", user(after(m.current, 1)), defender);
    but[attacker] = true;
    while (count < 5 && (list[count] = some_ghost(m.current, but)) >= 0)
        but[list[count++]] = true;
    int most = ghosts_of(after(m.current, 1));
    char names[64] = "";
    if (count > most) {
        for (int i = 0; i <= most; i++)
            sprintf(names + strlen(names), " G%d", list[i]);
        expect(RULE_SUPPORT, m.current, list[most]);
        line(r, "%s: support%s", user(m.current), names);
    } else {
        int wrong = percent(50) ? attacker : defender;
        expect(RULE_SUPPORT, m.current, wrong);
        line(r, "%s: support G%d", user(m.current), wrong);
    }
    return true;
}

static bool break_set(struct statement_parse *r)
{
    int attacker, defender, other = after(m.current, 1);
    if (m.archive[m.current] < 2 || m.archive[other] < 2 || !attack_first(r, &attacker, &defender))
        return false;
    line(r, "%s: defend G%d", user(other), defender);
    int first = percent(50) ? other : m.current;
    line(r, "%s: set", user(first));
    expect(RULE_SET, m.current, -1);
    line(r, "%s: set", user(m.current));
    return true;
}

static bool break_deck(struct statement_parse *r)
{
    for (int i = 0; i < m.made; i++)
        if (m.where[i] == TAKEN) {
            expect(RULE_DECK, m.current, i);
            breach.kind = RULING_IMPOSSIBLE;
            line(r, "%s: attack %s with G%d body", user(m.current), user(after(m.current, 1)), i);
            return true;
        }
    return false;
}

static bool (*const breaches[])(struct statement_parse *) = {
    break_turn,
    break_download,
    break_install,
    break_battle,
    break_trash,
    break_attack,
    break_defend,
    break_support,
    break_set,
    break_deck,
};

/* The finding that was provoked, and no other. */
static void compare_breach(struct statement_parse *r)
{
    record_end(&r->record);
    const struct finding *f = &r->found[0];
    const char *id = materia_rulebook.rules[breach.rule].id;
    check(r->faults == 0, "%s: unreadable", id);
    check(r->count == 1, "%s: %d findings", id, r->count);
    if (r->count > 0)
        check(f->kind == breach.kind && f->rule == breach.rule && f->seat == breach.seat
                  && f->line == breach.line && strcasecmp(f->card, breach.card) == 0,
            "expected %s line %lu seat %s card %s; found %s line %lu seat %s card %s", id,
            (unsigned long)breach.line, user(breach.seat), breach.card,
            materia_rulebook.rules[f->rule].id, (unsigned long)f->line, user(f->seat), f->card);
}

static void broken_game(int users)
{
    struct statement_parse *r = &main_reading;
    head(r, users);
    draft(r);
    for (uint32_t i = chance(6 * (uint32_t)users + 10); i > 0 && !m.over; i--) {
        period(r);
        m.current = (m.current + 1) % m.users;
    }
    /* with an empty server hardly anything is proved */
    bool broken = !m.over && m.server > 1
                  && breaches[chance(sizeof breaches / sizeof *breaches)](r);
    if (broken)
        compare_breach(r);
    else
        record_end(&r->record);
}

/* A draft in which two choices are changed over: only the first is out of its turn. */
static void broken_draft(int users)
{
    struct statement_parse *r = &main_reading;
    int k = 1 + (int)chance((uint32_t)users - 1), other = k;
    head(r, users);
    while (other < 2 * users && drafter(other) == drafter(k))
        other++;
    for (int i = 0; i < 2 * users; i++) {
        if (i == k)
            expect(RULE_SNAKE, drafter(k + 1), i);
        int seat = i == k ? drafter(k + 1) : i == k + 1 ? drafter(k) : drafter(i);
        install_line(r, seat, i);
    }
    if (drafter(k) != drafter(k + 1))
        compare_breach(r);
    else
        record_end(&r->record);
}

/* An act before the first download of all. */
static void begun_without_download(int users)
{
    struct statement_parse *r = &main_reading;
    head(r, users);
    draft(r);
    expect(RULE_DOWNLOAD, m.current, -1);
    line(r, "%s: status G%d", user(m.current), some_ghost(m.current, NULL));
    compare_breach(r);
}

/* ---- any statements at all --------------------------------------------------------------- */

/* A statement of which nobody saw some part. */
static void any_unseen_statement(char *out, int users)
{
    const char *a = user((int)chance((uint32_t)users)), *b = user((int)chance((uint32_t)users));
    int g = (int)chance(12), n = 1 + (int)chance(6);
    switch (chance(15)) {
    case 0: sprintf(out, "%s: install ?", a); break;
    case 1: sprintf(out, "%s: event ?", a); break;
    case 2: sprintf(out, "%s: shell ?", a); break;
    case 3: sprintf(out, "%s: shell ? on G%d", a, g); break;
    case 4: sprintf(out, "%s: shell Coat on ?", a); break;
    case 5: sprintf(out, "%s: status ?", a); break;
    case 6: sprintf(out, "%s: attack ? with ?", a); break;
    case 7: sprintf(out, "%s: attack %s with ? body", a, b); break;
    case 8: sprintf(out, "%s: attack ? with G%d ?", a, g); break;
    case 9: sprintf(out, "%s: defend ?", a); break;
    case 10: sprintf(out, "%s: support G%d ?", a, g); break;
    case 11: sprintf(out, "%s: modify ?", a); break;
    case 12: sprintf(out, n > 3 ? "dice ? ?" : "dice ? %d", n); break;
    case 13: sprintf(out, n > 3 ? "total ? ?" : "total %d ?", n); break;
    case 14: sprintf(out, "%s: trash ?", a); break;
    }
}

/* A statement without much sense; mostly of ghosts and users that there are. */
static void any_statement(char *out, int users)
{
    if (percent(15)) {
        any_unseen_statement(out, users);
        return;
    }
    const char *a = user((int)chance((uint32_t)users)), *b = user((int)chance((uint32_t)users));
    int g = (int)chance(12), h = (int)chance(12), n = 1 + (int)chance(3);
    switch (chance(17)) {
    case 0:
        sprintf(out, "%s: install G%d body=1,2,3,4,5,6 mind=0,0,0,9,9,9 points=%d", a, g, n);
        break;
    case 1: sprintf(out, "%s: install G%d", a, g); break;
    case 2: sprintf(out, "%s: download", a); break;
    case 3: sprintf(out, "%s: event E%d", a, n); break;
    case 4: sprintf(out, "%s: shell S%d on G%d", a, n, g); break;
    case 5: sprintf(out, "%s: status G%d", a, g); break;
    case 6:
    case 7: sprintf(out, "%s: attack %s with G%d %s", a, b, g, n > 1 ? "body" : "mind"); break;
    case 8: sprintf(out, "%s: defend G%d", a, g); break;
    case 9: sprintf(out, "%s: support G%d G%d", a, g, h); break;
    case 10: sprintf(out, "%s: set", a); break;
    case 11: sprintf(out, "%s: modify %d", a, g - h); break;
    case 12: sprintf(out, "dice %d %d", n, (int)chance(8)); break;
    case 13: sprintf(out, "%s: trash %d", a, n); break;
    case 14: sprintf(out, "%s: trash G%d", a, g); break;
    case 15: sprintf(out, chance(8) ? "%s: show G%d" : "kyo", a, g); break;
    case 16: sprintf(out, "points %s=%d", a, g - 7); break;
    }
}

static bool whole(const struct materia *s)
{
    bool good = s->server >= 0 && s->trash >= 0 && s->ghosts <= DECK && s->names <= NAMES;
    for (int i = 0; i < s->users; i++)
        good = good && s->archive[i] >= 0;
    /*
     * a draft cut short leaves ghosts lying open, and what lay where before a position nobody knows
     */
    bool all = s->stage != DRAFT && !s->position && s->installs == 2 * s->users;
    return good && (!all || cards_in_all(s) == DECK);
}

/* Has anything moved: ghosts, cards, points? */
static bool same_cards(const struct materia *a, const struct materia *b)
{
    for (int i = 0; i < a->ghosts && a->ghosts == b->ghosts; i++)
        if (a->ghost[i].place != b->ghost[i].place || a->ghost[i].owner != b->ghost[i].owner
            || a->ghost[i].shells != b->ghost[i].shells)
            return false;
    return a->server == b->server && a->trash == b->trash && a->kyo == b->kyo
           && a->settled == b->settled && memcmp(a->archive, b->archive, sizeof a->archive) == 0
           && memcmp(a->points, b->points, sizeof a->points) == 0 && a->ghosts == b->ghosts;
}

/*
 * Whatever is said, no card is made or lost. What cannot be read changes nothing, what cannot be
 * moves nothing.
 */
static void nonsense(int users)
{
    static struct materia before;
    struct statement_parse *r = &spare_reading;
    char bytes[256];
    reading_begin(r);
    line(r, "game materia");
    strcpy(bytes, "players");
    for (int i = 0; i < users; i++)
        strcat(strcat(bytes, " "), user(i));
    line(r, "%s", bytes);
    line(r, "house empty=%s battles=%s forced=%s", percent(50) ? "skip" : "reshuffle",
        percent(50) ? "one" : "any", percent(50) ? "now" : "card");
    if (percent(10))
        line(r, "position");
    for (int i = 0; i < 2 * users && percent(98); i++)
        line(r, "%s: install G%d body=1,2,3,4,5,6 points=1",
            user(i < users ? i : 2 * users - 1 - i), i);
    for (int i = 0; i < 150; i++) {
        before = r->state;
        r->record.impossible = r->record.unreadable = false;
        r->findings.count = 0;
        any_statement(bytes, users);
        line(r, "%s", bytes);
        bool applied = !r->record.unreadable
                       && (r->findings.count == 0
                           || r->findings.row[r->findings.count - 1].kind != RULING_IMPOSSIBLE);
        check(whole(&r->state), "cards made or lost by: %s", bytes);
        check(applied || same_cards(&before, &r->state), "not applied, but moved: %s", bytes);
    }
    record_end(&r->record);
}

/* ---- values ------------------------------------------------------------------------------ */

/* The same names in other letters, numbers, quotes: one ghost. */
static void names(void)
{
    struct statement_parse *r = &spare_reading;
    reading_begin(r);
    line(r, "pack materia \"N\"");
    line(r, "ghost 57 \"Sakura Moon\" body=1,1,2,3,4,5 mind=2,2,3,3,4,6 points=3");
    line(r, "ghost \"さくら\" body=1,1,2,3,4,5 mind=2,2,3,3,4,6 points=3");
    line(r, "game materia");
    line(r, "players Aki Bo");
    line(r, "pack \"N\"");
    line(r, "Aki: install 57");
    line(r, "Bo: インストール さくら");
    static const char *const spelled[] = {"57", "５７", "\"sakura moon\"", "\"ＳＡＫＵＲＡ　moon\"",
        "\"Sakura Moon\""};
    for (size_t i = 0; i < sizeof spelled / sizeof *spelled; i++) {
        struct span written = {spelled[i], strlen(spelled[i])};
        check(materia_find(&r->state, &r->pack, written) == 0, "%s is not found", spelled[i]);
    }
    char name[NAME_MOST];
    size_t length = card_spell(&r->record.setting, 0, false, name);
    check(length == 11 && memcmp(name, "Sakura Moon", 11) == 0, "spelled otherwise");
    check(materia_odds(&r->state, &r->state.contest, false) >= -1, "odds without a battle");
    check(r->faults == 0, "names: unreadable");
    record_end(&r->record);
}

int main(void)
{
    long games = (long)number_from("ITERS", 200);
    chance_begin(number_from("SEED", 20020513));
    for (long i = 0; i < games; i++) {
        int users = 2 + (int)(i % (USERS - 1));
        whole_game(users);
        for (int k = 0; k < 12; k++)
            broken_game(users);
        broken_draft(users);
        begun_without_download(users);
        nonsense(2 + (int)chance(4));
    }
    names();
    for (int i = 0; i < RULE_COUNT; i++)
        if (materia_rulebook.rules[i].judged)
            check(reached[i], "%s was never reached", materia_rulebook.rules[i].id);
    for (int i = BY_POINTS; i <= BY_LAST; i++)
        check(ends[i] > 0, "no game ended in way %d", i);
    printf("ends: %lu by points, %lu by kyo, %lu by the last\n", ends[BY_POINTS], ends[BY_KYO],
        ends[BY_LAST]);
    return finish();
}
