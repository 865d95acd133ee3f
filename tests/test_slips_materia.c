/*
 * Lawful records of Materia. Games of two to five users are played with real cards and written down
 * in all the forms that the language has: nothing may be found in one, and its winners are those of
 * the game. Then nobody has seen some part of a few lines. Still nobody may be accused, nothing may
 * be impossible, and of points and winners only what is true may be told.
 */
#include "slips.h"

enum { USERS = 5, GHOSTS = 85, LINES_MOST = 700, FACES = 6, KEPT = 5, TO_WIN = 20 };

static const char *const user_names[USERS] = {"Aki", "Bo", "Chie", "Dai", "Emi"};
static const char *const event_names[] = {"Rain", "Wind", "Second thoughts", "Blue screen", "Dawn"};

enum transaction {
    INSTALL,
    DOWNLOAD,
    EVENT,
    SHELL,
    STATUS,
    ATTACK,
    DEFEND,
    SUPPORT,
    SET,
    OPENED,
    MODIFY,
    DICE,
    TOTAL,
    TRASH,
    THROW,
    KYO,
    POINTS,
    HAND,
    SHOW,
    END
};

struct line {
    enum transaction act;
    int seat;    /* who does it; of dice and totals the attacker */
    bool named;  /* the seat is written */
    bool unseen; /* nobody saw some part of it: which, `part` says */
    int part;
    /* ghosts named, or two dice; of `trash` how many cards, of `modify` the change */
    int ghost[KEPT], count;
    int other, power; /* who is attacked, and by what; of an event its name */
};

/* ---- a game with real cards ---------------------------------------------------------------- */

enum place { UNSEEN, DESKTOP, GONE };

struct table {
    int users, first, current, ghosts, kyo, server;
    int archive[USERS], points[USERS], owner[GHOSTS], worth[GHOSTS], values[2][GHOSTS][FACES];
    enum place place[GHOSTS];
    int held[USERS]; /* a ghost of this archive that was shown; -1: none */
    bool any_battles, side_die, counted, named, over;
    uint32_t winners;
    struct line line[LINES_MOST];
    int lines;
};

static bool percent(unsigned part) { return chance(100) < part; }

static struct line *write_line(struct table *t, enum transaction act, int seat)
{
    struct line *l = &t->line[t->lines++];
    bool implied = act == INSTALL || act == DOWNLOAD || act == STATUS || act == ATTACK
                   || act == DEFEND || act == TRASH;
    *l = (struct line){.act = act,
        .seat = seat,
        .named = act != DICE && act != TOTAL && act != POINTS && act != END};
    if ((implied && !t->named && t->current >= 0) || act == KYO)
        l->named = percent(50);
    return l;
}

static struct line *write_ghost(struct table *t, enum transaction act, int seat, int ghost)
{
    struct line *l = write_line(t, act, seat);
    l->ghost[l->count++] = ghost;
    return l;
}

static int ghosts_of(const struct table *t, int seat)
{
    int count = 0;
    for (int i = 0; i < t->ghosts; i++)
        count += t->place[i] == DESKTOP && t->owner[i] == seat;
    return count;
}

/* One of a user's ghosts that is not in `but`; -1: none. */
static int some_ghost(const struct table *t, int seat, uint64_t *but)
{
    int list[GHOSTS], count = 0;
    for (int i = 0; i < t->ghosts && i < 64; i++)
        if (t->place[i] == DESKTOP && t->owner[i] == seat && !(*but >> i & 1))
            list[count++] = i;
    if (count == 0)
        return -1;
    int ghost = list[chance((unsigned)count)];
    *but |= UINT64_C(1) << ghost;
    return ghost;
}

static int new_ghost(struct table *t)
{
    int g = t->ghosts++;
    t->worth[g] = (int)chance(6);
    for (int power = 0; power < 2; power++)
        for (int face = 0; face < FACES; face++)
            t->values[power][g][face] = (int)chance(8);
    return g;
}

static void install(struct table *t, int seat, int ghost)
{
    t->place[ghost] = DESKTOP;
    t->owner[ghost] = seat;
    write_ghost(t, INSTALL, seat, ghost);
}

static void set_up(struct table *t)
{
    *t = (struct table){.users = percent(40) ? 2 : 3 + (int)chance(3),
        .current = -1,
        .any_battles = percent(15),
        .side_die = percent(20),
        .counted = percent(15),
        .named = percent(60)};
    t->first = (int)chance((unsigned)t->users);
    for (int k = 0; k < 2 * t->users; k++)
        install(t, (t->first + (k < t->users ? k : 2 * t->users - 1 - k)) % t->users, new_ghost(t));
    t->server = 100 - 5 * t->users;
    for (int i = 0; i < t->users; i++) {
        t->archive[i] = 3;
        t->held[i] = -1;
        if (!percent(10))
            continue;
        t->held[i] = new_ghost(t);
        write_ghost(t, HAND, i, t->held[i]);
    }
}

static void check_end(struct table *t)
{
    uint32_t rich = 0, owners = 0;
    for (int i = 0; i < t->users; i++) {
        rich |= (uint32_t)(t->points[i] >= TO_WIN) << i;
        owners |= (uint32_t)(ghosts_of(t, i) > 0) << i;
    }
    if (!t->over && (rich != 0 || (owners & (owners - 1)) == 0)) {
        t->over = true;
        t->winners = rich != 0 ? rich : owners;
    }
}

static void forget_held(struct table *t)
{
    for (int i = 0; i < t->users; i++)
        t->held[i] = -1;
}

static void play_kyo(struct table *t, int seat)
{
    write_line(t, KYO, seat);
    t->archive[seat]--;
    forget_held(t);
    if (++t->kyo < 2)
        return;
    t->over = true;
    int best = 0;
    for (int i = 0; i < t->users; i++) {
        int rank = t->points[i] * 100 + ghosts_of(t, i);
        best = i == 0 || rank > best ? rank : best;
    }
    for (int i = 0; i < t->users; i++)
        t->winners |= (uint32_t)(t->points[i] * 100 + ghosts_of(t, i) == best) << i;
}

static void play_action(struct table *t, int seat)
{
    uint64_t none = 0;
    int what = (int)chance(4), ghost = some_ghost(t, seat, &none);
    if (what == 0 && ghost >= 0) {
        write_ghost(t, STATUS, seat, ghost);
        forget_held(t);
    } else if (what == 1 && ghost >= 0 && t->archive[seat] > 0) {
        write_ghost(t, SHELL, seat, ghost);
        t->archive[seat]--;
    } else if (t->archive[seat] > 0) {
        write_line(t, EVENT, seat)->other = (int)chance(5);
        t->archive[seat]--;
        forget_held(t);
        if (percent(10) && ghost >= 0 && ghosts_of(t, seat) > 1) {
            write_ghost(t, THROW, seat, ghost);
            t->place[ghost] = GONE;
            check_end(t);
        }
    }
}

/* ---- a battle ------------------------------------------------------------------------------ */

struct battle {
    int seat[2], fighter[2], power, total[2], support[2][KEPT], supporters[2], change[2], die[2];
};

static void count_battle(const struct table *t, struct battle *b)
{
    for (int side = 0; side < 2; side++) {
        bool fixed = t->side_die && b->supporters[side] > 0;
        b->total[side] = b->change[side]
                         + t->values[b->power][b->fighter[side]][fixed ? 0 : b->die[side] - 1];
        for (int i = 0; i < b->supporters[side]; i++)
            b->total[side] += t->values[b->power][b->support[side][i]][0];
    }
}

static void play_support(struct table *t, struct battle *b, int side, int most, uint64_t *busy)
{
    struct line *l = NULL;
    while (b->supporters[side] < most && percent(40)) {
        int ghost = some_ghost(t, b->seat[side], busy);
        if (ghost < 0)
            return;
        if (l == NULL || percent(25))
            l = write_line(t, SUPPORT, b->seat[side]);
        l->ghost[l->count++] = b->support[side][b->supporters[side]++] = ghost;
    }
}

static void play_events(struct table *t, struct battle *b)
{
    bool laid[2] = {false, false};
    for (int side = 0; side < 2; side++) {
        laid[side] = t->archive[b->seat[side]] > 0 && percent(35);
        t->archive[b->seat[side]] -= laid[side];
        if (laid[side])
            write_line(t, SET, b->seat[side]);
    }
    for (int side = 0; side < 2; side++) {
        if (!laid[side])
            continue;
        if (percent(50)) {
            write_line(t, OPENED, b->seat[side])->other = (int)chance(5);
            forget_held(t);
        }
        b->change[side] = (int)chance(6) - 2;
        write_line(t, MODIFY, b->seat[side])->count = b->change[side];
    }
}

static void settle(struct table *t, const struct battle *b)
{
    int winner = b->total[0] > b->total[1] ? 0 : 1;
    t->place[b->fighter[1 - winner]] = GONE;
    t->points[b->seat[winner]] += t->worth[b->fighter[1 - winner]];
    check_end(t);
}

static void play_battle(struct table *t, int seat)
{
    uint64_t busy = 0;
    int other = (seat + 1 + (int)chance((unsigned)t->users - 1)) % t->users;
    if (ghosts_of(t, seat) == 0 || ghosts_of(t, other) == 0)
        return;
    struct battle b = {.seat = {seat, other}, .power = (int)chance(2)};
    b.die[0] = 1 + (int)chance(6);
    b.die[1] = 1 + (int)chance(6);
    for (int side = 0; side < 2; side++)
        b.fighter[side] = some_ghost(t, b.seat[side], &busy);
    struct line *l = write_ghost(t, ATTACK, seat, b.fighter[0]);
    l->other = other;
    l->power = b.power;
    write_ghost(t, DEFEND, other, b.fighter[1]);
    play_support(t, &b, 0, ghosts_of(t, other), &busy);
    play_support(t, &b, 1, KEPT, &busy);
    play_events(t, &b);
    count_battle(t, &b);
    if (!t->counted || percent(50)) {
        l = write_line(t, DICE, seat);
        memcpy(l->ghost, b.die, sizeof b.die);
        settle(t, &b);
    }
    if (t->line[t->lines - 1].act != DICE || percent(15)) {
        bool settled = t->line[t->lines - 1].act == DICE;
        l = write_line(t, TOTAL, seat);
        memcpy(l->ghost, b.total, sizeof b.total);
        if (!settled)
            settle(t, &b);
    }
}

/* ---- periods ------------------------------------------------------------------------------- */

static void play_install(struct table *t, int seat)
{
    int ghost = t->held[seat] >= 0 ? t->held[seat] : t->ghosts < 60 ? new_ghost(t) : -1;
    if (ghost < 0 || ghosts_of(t, seat) >= 5 || t->archive[seat] == 0)
        return;
    t->held[seat] = -1;
    install(t, seat, ghost);
    t->archive[seat]--;
}

static void play_trash(struct table *t, int seat)
{
    while (t->archive[seat] > KEPT) {
        int cards = 1 + (int)chance((unsigned)(t->archive[seat] - KEPT));
        write_line(t, TRASH, seat)->count = cards;
        t->archive[seat] -= cards;
        t->held[seat] = -1;
    }
}

static void play_period(struct table *t, int seat)
{
    t->current = seat;
    write_line(t, DOWNLOAD, seat);
    t->archive[seat]++;
    t->server--;
    if (percent(6))
        play_kyo(t, seat);
    if (!t->over && percent(35))
        play_install(t, seat);
    while (!t->over && percent(35))
        play_action(t, seat);
    if (!t->over && percent(60))
        play_battle(t, seat);
    if (!t->over && t->any_battles && percent(40))
        play_battle(t, seat);
    if (!t->over && percent(5)) {
        struct line *l = write_line(t, POINTS, seat);
        l->other = (int)chance((unsigned)t->users);
        l->count = 1 + (int)chance(3);
        t->points[l->other] += l->count;
        check_end(t);
    }
    if (!t->over)
        play_trash(t, seat);
    if (!t->over && percent(4) && t->held[seat] >= 0 && t->archive[seat] > 0)
        write_ghost(t, SHOW, seat, t->held[seat]);
}

static void play_game(struct table *t)
{
    set_up(t);
    int periods = 2 + (int)chance(30);
    for (int i = 0; i < periods && !t->over && t->server > 0 && t->lines < LINES_MOST - 40; i++)
        play_period(t, (t->first + i) % t->users);
    if (!t->over && percent(50))
        write_line(t, END, -1);
}

/* ---- written down -------------------------------------------------------------------------- */

static int print_values(const struct table *t, char *out, int ghost)
{
    static const char *const key[] = {"body", "mind"};
    int at = 0;
    for (int power = 0; power < 2; power++) {
        const int *v = t->values[power][ghost];
        at += sprintf(out + at, " %s=%d,%d,%d,%d,%d,%d", key[power], v[0], v[1], v[2], v[3], v[4],
            v[5]);
    }
    return at + sprintf(out + at, " points=%d", t->worth[ghost]);
}

static void print_deed(const struct table *t, const struct line *l, char *out)
{
    static const char *const verb[] = {[INSTALL] = "install",
        [DOWNLOAD] = "download",
        [STATUS] = "status",
        [DEFEND] = "defend",
        [SUPPORT] = "support",
        [SET] = "set",
        [THROW] = "trash",
        [KYO] = "kyo",
        [END] = "end"};
    switch (l->act) {
    case EVENT:
    case OPENED: sprintf(out, "event \"%s\"", event_names[l->other]); return;
    case SHELL: sprintf(out, "shell \"Coat\" on G%d", l->ghost[0]); return;
    case ATTACK:
        sprintf(out, "attack %s with G%d %s", user_names[l->other], l->ghost[0],
            l->power ? "mind" : "body");
        return;
    case MODIFY: sprintf(out, "modify %d", l->count); return;
    case DICE: sprintf(out, "dice %d %d", l->ghost[0], l->ghost[1]); return;
    case TOTAL: sprintf(out, "total %d %d", l->ghost[0], l->ghost[1]); return;
    case TRASH: sprintf(out, "trash %d", l->count); return;
    case POINTS: sprintf(out, "points %s=%d", user_names[l->other], l->count); return;
    case HAND: sprintf(out, "hand G%d ? ?", l->ghost[0]); return;
    case SHOW: sprintf(out, "show G%d", l->ghost[0]); return;
    case INSTALL:
    case DOWNLOAD:
    case STATUS:
    case DEFEND:
    case SUPPORT:
    case SET:
    case THROW:
    case KYO:
    case END: break;
    }
    int at = sprintf(out, "%s", verb[l->act]);
    for (int i = 0; i < l->count; i++)
        at += sprintf(out + at, " G%d", l->ghost[i]);
    if (l->act == INSTALL)
        print_values(t, out + at, l->ghost[0]);
}

/* The same, but `?` stands for what nobody saw. False: there is nothing to see in it. */
static bool print_unseen(const struct table *t, const struct line *l, char *out)
{
    static const char *const whole[] = {[INSTALL] = "install ?",
        [EVENT] = "event ?",
        [OPENED] = "event ?",
        [STATUS] = "status ?",
        [DEFEND] = "defend ?",
        [MODIFY] = "modify ?",
        [TRASH] = "trash ?",
        [THROW] = "trash ?",
        [END] = NULL};
    const char *power = l->power ? "mind" : "body";
    switch (l->act) {
    case SHELL:
        sprintf(out,
            l->part == 0   ? "shell ?"
            : l->part == 1 ? "shell ? on G%d"
                           : "shell \"Coat\" on ?",
            l->ghost[0]);
        return true;
    case ATTACK:
        if (l->part == 0)
            sprintf(out, "attack ? with ?");
        else if (l->part == 1)
            sprintf(out, "attack ? with G%d %s", l->ghost[0], power);
        else if (l->part == 2)
            sprintf(out, "attack %s with ? %s", user_names[l->other], power);
        else
            sprintf(out, "attack %s with G%d ?", user_names[l->other], l->ghost[0]);
        return true;
    case DICE:
    case TOTAL: {
        const char *verb = l->act == DICE ? "dice" : "total";
        if (l->part == 0)
            sprintf(out, "%s ? ?", verb);
        else if (l->part == 1)
            sprintf(out, "%s ? %d", verb, l->ghost[1]);
        else
            sprintf(out, "%s %d ?", verb, l->ghost[0]);
        return true;
    }
    case SUPPORT:
        print_deed(t, l, out);
        sprintf(strrchr(out, ' '), " ?");
        return true;
    case INSTALL:
    case EVENT:
    case OPENED:
    case STATUS:
    case DEFEND:
    case MODIFY:
    case TRASH:
    case THROW: strcpy(out, whole[l->act]); return true;
    case DOWNLOAD:
    case SET:
    case KYO:
    case POINTS:
    case HAND:
    case SHOW:
    case END: break;
    }
    return false;
}

static void print_line(const struct table *t, const struct line *l, char *out)
{
    int at = l->named ? sprintf(out, "%s: ", user_names[l->seat]) : 0;
    if (!l->unseen || !print_unseen(t, l, out + at))
        print_deed(t, l, out + at);
}

/* How the seats stand at the end of what was judged. */
static struct standing stood[SEATS_MOST];

static void judge(const struct table *t, struct slip_answer *out)
{
    char line[512] = "players";
    judge_begin(out);
    judge_line(out, "game materia");
    for (int i = 0; i < t->users; i++)
        sprintf(line + strlen(line), " %s", user_names[i]);
    judge_line(out, line);
    judge_line(out, t->any_battles
                        ? t->side_die ? "house battles=any support-die=side" : "house battles=any"
                    : t->side_die ? "house support-die=side"
                                  : "house support-die=supporter");
    for (int i = 0; i < t->lines; i++) {
        print_line(t, &t->line[i], line);
        judge_line(out, line);
    }
    slip_room.record.setting.book->stand(slip_room.record.state, &slip_room.record.setting, stood);
    judge_end(out);
}

/* ---- lawful, whole and seen in part --------------------------------------------------------- */

static void check_lawful(const struct table *t, const struct slip_answer *a)
{
    bool good = a->count == 0 && a->faults == 0 && a->winners == t->winners;
    for (int i = 0; i < t->users; i++)
        good &= stood[i].scored && stood[i].points == t->points[i];
    check(good, "a lawful game is not\n%s%s", a->text, a->count > 0 ? a->ruling[0].message.id : "");
}

/* What is told is true. */
static void check_unseen(const struct table *t, const struct slip_answer *a)
{
    bool good = a->count == 0 && a->faults == 0 && (a->winners == 0 || a->winners == t->winners);
    for (int i = 0; i < t->users; i++)
        good &= !stood[i].scored || stood[i].points == t->points[i];
    check(good, "SEED=%llu: what nobody saw is told\n%s%s", (unsigned long long)chance_seed,
        a->text, a->count > 0 ? a->ruling[0].message.id : "");
}

static void try_game(uint64_t seed)
{
    static struct table t;
    static struct slip_answer answer;
    chance_begin(seed);
    play_game(&t);
    judge(&t, &answer);
    check_lawful(&t, &answer);
    for (int k = 1 + (int)chance(4); k > 0; k--) {
        struct line *l = &t.line[chance((unsigned)t.lines)];
        l->unseen = true;
        l->named = l->named || l->act == INSTALL || l->act == STATUS || l->act == ATTACK
                   || l->act == DEFEND || l->act == TRASH;
        l->part = (int)chance(4);
        if (l->act == ATTACK)
            l[1].named = true; /* who defends says whom it was against */
    }
    judge(&t, &answer);
    check_unseen(&t, &answer);
}

int main(void)
{
    uint64_t seed = number_from("SEED", 1), games = number_from("ITERS", 3000);
    for (uint64_t i = 0; i < games; i++)
        try_game(seed + i);
    return finish();
}
