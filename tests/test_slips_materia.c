/*
 * One slip in a lawful record of Materia. Games of two to five users are played with real cards and written down in
 * all the forms that the language has; then one line is left out, doubled, exchanged with the next, given to another
 * user, written with another ghost, or cannot be read. A careful reader, who knows nothing of how the judge works,
 * says who may be blamed for that. Nobody else may be accused, one finding is enough, no line that is as it happened
 * may be impossible, and unless the slip itself changes who won a battle, the ending is the one that was played.
 */
#include "slips.h"

enum { USERS = 5, GHOSTS = 85, LINES_MOST = 700, FACES = 6, KEPT = 5, TO_WIN = 20 };
enum { HEAD = 3 };

static const char *const user_names[USERS] = {"Aki", "Bo", "Chie", "Dai", "Emi"};
static const char *const event_names[] = {"Rain", "Wind", "Second thoughts", "Blue screen", "Dawn"};

enum deed { INSTALL, DOWNLOAD, EVENT, SHELL, STATUS, ATTACK, DEFEND, SUPPORT, SET, OPENED, MODIFY, DICE, TOTAL, TRASH,
            THROW, KYO, POINTS, HAND, SHOW, END };

struct line {
    enum deed act;
    int seat;                     /* who does it; of dice and totals the attacker */
    bool named;                   /* the seat is written */
    bool garbled;                 /* nobody can read it */
    int ghost[KEPT], count;       /* ghosts named, or two dice; of `trash` how many cards, of `modify` the change */
    int other, power;             /* who is attacked, and by what; of an event its name */
};

/* ---- a game with real cards ---------------------------------------------------------------- */

enum place { UNSEEN, DESKTOP, GONE };

struct table {
    int users, first, current, ghosts, kyo, server;
    int archive[USERS], points[USERS], owner[GHOSTS], worth[GHOSTS], values[2][GHOSTS][FACES];
    enum place place[GHOSTS];
    int held[USERS];              /* a ghost of this archive that was shown; -1: none */
    bool any_battles, side_die, counted, named, over;
    uint32_t winners;
    struct line line[LINES_MOST];
    int lines;
};

static bool percent(unsigned part) { return chance(100) < part; }

static struct line *write_line(struct table *t, enum deed act, int seat)
{
    struct line *l = &t->line[t->lines++];
    bool implied = act == INSTALL || act == DOWNLOAD || act == STATUS || act == ATTACK || act == DEFEND
                || act == TRASH;
    *l = (struct line){.act = act, .seat = seat, .named = act != DICE && act != TOTAL && act != POINTS && act != END};
    if ((implied && !t->named && t->current >= 0) || act == KYO)
        l->named = percent(50);
    return l;
}

static struct line *write_ghost(struct table *t, enum deed act, int seat, int ghost)
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
    *t = (struct table){.users = percent(40) ? 2 : 3 + (int)chance(3), .current = -1, .any_battles = percent(15),
                        .side_die = percent(20), .counted = percent(15), .named = percent(60)};
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
        b->total[side] = b->change[side] + t->values[b->power][b->fighter[side]][fixed ? 0 : b->die[side] - 1];
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
        at += sprintf(out + at, " %s=%d,%d,%d,%d,%d,%d", key[power], v[0], v[1], v[2], v[3], v[4], v[5]);
    }
    return at + sprintf(out + at, " points=%d", t->worth[ghost]);
}

static void print_deed(const struct table *t, const struct line *l, char *out)
{
    static const char *const verb[] = {
        [INSTALL] = "install", [DOWNLOAD] = "download", [STATUS] = "status", [DEFEND] = "defend", [SUPPORT] = "support",
        [SET] = "set", [THROW] = "trash", [KYO] = "kyo", [END] = "end"};
    switch (l->act) {
    case EVENT: case OPENED: sprintf(out, "event \"%s\"", event_names[l->other]); return;
    case SHELL: sprintf(out, "shell \"Coat\" on G%d", l->ghost[0]); return;
    case ATTACK:
        sprintf(out, "attack %s with G%d %s", user_names[l->other], l->ghost[0], l->power ? "mind" : "body");
        return;
    case MODIFY: sprintf(out, "modify %d", l->count); return;
    case DICE: sprintf(out, "dice %d %d", l->ghost[0], l->ghost[1]); return;
    case TOTAL: sprintf(out, "total %d %d", l->ghost[0], l->ghost[1]); return;
    case TRASH: sprintf(out, "trash %d", l->count); return;
    case POINTS: sprintf(out, "points %s=%d", user_names[l->other], l->count); return;
    case HAND: sprintf(out, "hand G%d ? ?", l->ghost[0]); return;
    case SHOW: sprintf(out, "show G%d", l->ghost[0]); return;
    case INSTALL: case DOWNLOAD: case STATUS: case DEFEND: case SUPPORT: case SET: case THROW: case KYO: case END: break;
    }
    int at = sprintf(out, "%s", verb[l->act]);
    for (int i = 0; i < l->count; i++)
        at += sprintf(out + at, " G%d", l->ghost[i]);
    if (l->act == INSTALL)
        print_values(t, out + at, l->ghost[0]);
}

static void print_line(const struct table *t, const struct line *l, char *out)
{
    int at = l->named ? sprintf(out, "%s: ", user_names[l->seat]) : 0;
    if (l->garbled)
        sprintf(out + at, "wanders");
    else
        print_deed(t, l, out + at);
}

static void judge(const struct table *t, struct slip_answer *out)
{
    char line[512] = "players";
    judge_begin(out);
    judge_line(out, "game materia");
    for (int i = 0; i < t->users; i++)
        sprintf(line + strlen(line), " %s", user_names[i]);
    judge_line(out, line);
    judge_line(out, t->any_battles ? t->side_die ? "house battles=any support-die=side" : "house battles=any"
                                   : t->side_die ? "house support-die=side" : "house support-die=supporter");
    for (int i = 0; i < t->lines; i++) {
        print_line(t, &t->line[i], line);
        judge_line(out, line);
    }
    judge_end(out);
}

/* ---- one slip ------------------------------------------------------------------------------ */

enum slip { LEFT_OUT, DOUBLED, SWAPPED, WRONG_SEAT, OTHER_GHOST, UNREADABLE, SLIPS };

static const char *const slip_names[SLIPS + 1] = {"left out", "doubled", "swapped", "given to the wrong seat",
                                                  "with another ghost", "unreadable", NULL};

/* What a careful reader makes of it. */
struct reading {
    enum slip slip;
    int line, lines;              /* the slip is there, an index, in so many lines */
    uint32_t blamed;              /* who may be, a bit each */
    int changed;                  /* from this line on the battles on record have other ends than those fought */
    int sums;                     /* the line of totals of its battle, which the other steps need not make; -1: none */
    int spent;                    /* whose archive seems to hold a card too few; -1: nobody's */
    int twice;                    /* a ghost that two lines install; -1: none */
    bool unnamed;                 /* a download is missing, and nobody is named behind it */
    bool early_kyo;               /* nothing is downloaded before the first line of play any more */
    int lost;                     /* one whose installation is not on record; -1: none */
    int moved;                    /* one that another user seems to have installed; -1: none */
    bool moved_kyo;               /* a forced event seems to be another user's: two archives are counted wrongly */
    bool same_ending, may_end;    /* may the game seem to be over before its end? */
};

static bool spends(const struct line *l)
{
    return l->act == EVENT || l->act == SHELL || l->act == SET || l->act == KYO;
}

static bool has_ghost(const struct line *l)
{
    return l->act == INSTALL || l->act == STATUS || l->act == SHELL || l->act == ATTACK || l->act == DEFEND
        || l->act == SUPPORT;
}

static void shift(struct table *t, int at, int by)
{
    memmove(&t->line[at + by], &t->line[at], (size_t)(t->lines - at) * sizeof *t->line);
    t->lines += by;
}

/* The line of totals of the battle that this line is a step of, or -1. */
static int sums_of(const struct table *t, int at)
{
    if (t->line[at].act < ATTACK || t->line[at].act > DICE)
        return -1;
    for (at++; at < t->lines && t->line[at].act >= DEFEND && t->line[at].act <= TOTAL; at++)
        if (t->line[at].act == TOTAL)
            return at;
    return -1;
}

/* Does a line behind the slip install a ghost and name nobody, before somebody is named? It is not on record whose it is. */
static bool is_unowned(const struct table *t, int from)
{
    for (int i = from > 0 ? from - 1 : 0; i < t->lines; i++) {
        const struct line *l = &t->line[i];
        if (l->act == INSTALL && !l->named)
            return true;
        if (i > from + 1 && l->named && (l->act <= ATTACK || l->act == TRASH))
            return false;
    }
    return false;
}

static bool first_download(const struct table *t, int at)
{
    for (int i = 0; i < at; i++)
        if (t->line[i].act == DOWNLOAD)
            return false;
    return true;
}

/* Who downloads behind a line, up to the first who is named. */
static uint32_t who_goes_on(const struct table *t, int at)
{
    uint32_t who = 1u << (t->line[at].seat + 1) % t->users;
    for (int i = at + 1; i < t->lines; i++) {
        who |= t->line[i].act == DOWNLOAD ? 1u << t->line[i].seat : 0;
        if (t->line[i].named)
            break;
    }
    return who;
}

/* A download exchanged with an install that names nobody, or with a forced event: they are the other user's now, as it seems. */
static void move_to_another(const struct table *t, const struct line *l, struct reading *r)
{
    const struct line *download = l[0].act == DOWNLOAD ? &l[0] : &l[1], *other = download == &l[0] ? &l[1] : &l[0];
    if (download->act != DOWNLOAD || (other->act != KYO && (other->act != INSTALL || other->named)))
        return;
    r->moved_kyo = other->act == KYO;
    r->moved = other->act == INSTALL ? other->ghost[0] : -1;
    r->spent = download == &l[1] ? download->seat : (download->seat + t->users - 1) % t->users;
}

static struct reading make_slip(struct table *t)
{
    int acts = t->lines - (t->line[t->lines - 1].act == END), at = (int)chance((unsigned)acts);
    struct line *l = &t->line[at];
    struct reading r = {.slip = (enum slip)chance(SLIPS), .line = at, .lines = 1, .spent = -1, .twice = -1, .lost = -1, .moved = -1};
    if ((r.slip == SWAPPED && at + 1 == acts) || (r.slip == WRONG_SEAT && !l->named)
        || (r.slip == OTHER_GHOST && !has_ghost(l)))
        r.slip = UNREADABLE;
    r.blamed = r.slip == UNREADABLE ? 0 : 1u << l->seat;
    r.may_end = l->act == KYO || l->act == POINTS;
    r.sums = sums_of(t, at);
    r.same_ending = l->act != INSTALL && l->act != THROW;
    switch (r.slip) {
    case LEFT_OUT:
        if (l->act == DOWNLOAD)         /* who goes on may be out of turn as well, the first whom a line names */
            r.blamed |= who_goes_on(t, at);
        r.may_end |= l->act == INSTALL;
        r.early_kyo = l->act == DOWNLOAD && first_download(t, at);
        r.same_ending &= !r.early_kyo;
        r.lost = l->act == INSTALL ? l->ghost[0] : -1;
        r.unnamed = l->act == DOWNLOAD;
        shift(t, at + 1, -1);
        for (int i = at; i < t->lines; i++)
            r.unnamed &= !t->line[i].named;
        r.sums -= r.sums >= 0;
        r.lines = 0;
        break;
    case DOUBLED:
        shift(t, at, 1);
        r.line = at + 1;
        r.sums += r.sums >= 0;
        r.spent = spends(l) ? l->seat : -1;
        if (l->act == DOWNLOAD && !l->named)
            r.blamed |= 1u << (l->seat + 1) % t->users;
        break;
    case SWAPPED: {
        struct line first = l[0];
        r.blamed |= 1u << l[1].seat | (l[1].named || at == 0 ? 0 : 1u << t->line[at - 1].seat);
        move_to_another(t, l, &r);
        l[0] = l[1];
        l[1] = first;
        r.lines = 2;
        r.may_end |= l[0].act == KYO || r.moved >= 0;      /* whose last ghost it was is not on record */
        break;
    }
    case WRONG_SEAT:
        l->seat = (l->seat + 1 + (int)chance((unsigned)t->users - 1)) % t->users;
        r.spent = spends(l) ? l->seat : -1;
        r.twice = l->act == INSTALL || l->act == HAND ? l->ghost[0] : -1;
        r.same_ending &= (l->act < ATTACK || l->act > MODIFY) && l->act != HAND && l->act != SHOW;     /* that ghost is not installed */
        r.blamed = 1u << l->seat | (l->act == SET ? r.blamed : 0);   /* whose event it was is opened without it */
        break;
    case OTHER_GHOST:
        r.lost = l->act == INSTALL ? l->ghost[0] : -1;
        l->ghost[chance((unsigned)l->count)] = (int)chance((unsigned)t->ghosts);
        r.twice = l->act == INSTALL ? l->ghost[0] : -1;
        r.same_ending &= l->act < ATTACK || l->act > MODIFY;
        break;
    case UNREADABLE:
        r.same_ending &= l->act < ATTACK || l->act > MODIFY;
        l->garbled = true;
        break;
    case SLIPS:
        break;
    }
    return r;
}

/* ---- how the battles on record end --------------------------------------------------------- */

enum { BATTLES_MOST = 200 };

struct end { int line, lost; };   /* the ghost that the loser loses */

/* The battle that this line settles, as the lines before it say; -1: there is none. */
static int lost_by(const struct table *t, int at)
{
    struct battle b = {.fighter = {-1, -1}};
    int i = at - 1;
    while (i >= 0 && t->line[i].act >= DEFEND && t->line[i].act <= MODIFY && t->line[i].act != ATTACK)
        i--;
    if (i < 0 || t->line[i].act != ATTACK || t->line[i].garbled)
        return -1;
    b.power = t->line[i].power;
    b.seat[0] = t->line[i].seat;
    b.seat[1] = t->line[i].other;
    b.fighter[0] = t->line[i].ghost[0];
    for (; i < at; i++) {
        const struct line *l = &t->line[i];
        int side = l->seat == b.seat[0] ? 0 : 1;
        if (l->garbled)
            continue;
        if (l->act == DEFEND)
            b.fighter[1] = l->ghost[0];
        for (int k = 0; l->act == SUPPORT && k < l->count && b.supporters[side] < KEPT; k++)
            b.support[side][b.supporters[side]++] = l->ghost[k];
        if (l->act == MODIFY)
            b.change[side] += l->count;
    }
    if (b.fighter[1] < 0)
        return -1;
    memcpy(t->line[at].act == DICE ? b.die : b.total, t->line[at].ghost, sizeof b.die);
    if (t->line[at].act == DICE)
        count_battle(t, &b);
    return b.fighter[b.total[0] > b.total[1]];
}

static int list_ends(const struct table *t, struct end *out)
{
    int count = 0;
    for (int i = 0; i < t->lines && count < BATTLES_MOST; i++) {
        const struct line *l = &t->line[i];
        int lost = (l->act == DICE || l->act == TOTAL) && !l->garbled ? lost_by(t, i) : -1;
        if (lost >= 0)
            out[count++] = (struct end){i, lost};
    }
    return count;
}

/* The first line of `now` whose battle is another than it was in `before`, which had so many lines more. */
static int first_change(const struct table *now, const struct end *before, int count, int more)
{
    struct end end[BATTLES_MOST];
    int ends = list_ends(now, end), k = 0;
    while (k < count && k < ends && end[k].lost == before[k].lost)
        k++;
    if (k == count && k == ends)
        return LINES_MOST;
    return k == ends || (k < count && before[k].line - more < end[k].line) ? before[k].line - more : end[k].line;
}

/* ---- is it ruled rightly? ------------------------------------------------------------------ */

/* May a careful reader too find only here what cannot be? */
static bool shows_only_here(const struct table *t, const struct reading *r, const struct ruling *f, int at)
{
    const struct line *l = &t->line[at];
    const bool over = strstr(f->message.id, "ended at line") != NULL;
    for (int i = 0; i < l->count && i < KEPT && r->lost >= 0; i++)
        if (l->ghost[i] == r->lost)
            return true;
    if (r->early_kyo && l->act == KYO)        /* a forced event of the deal: it does not count (notation.md) */
        return true;
    return at == r->sums || (r->may_end && (over || l->act == TOTAL))
        || (l->seat == r->spent && (spends(l) || l->act == INSTALL || l->act == TRASH))
        || (r->twice >= 0 && (l->act == INSTALL || l->act == HAND || l->act == SHOW) && l->ghost[0] == r->twice);
}

/* Does nothing on record tell that a line is missing? Then the plain reading holds, whoever that blames. */
static bool is_plain(const struct reading *r, const struct ruling *f)
{
    return ((r->lost >= 0 || r->moved >= 0) && strstr(f->message.id, "supporter too many") != NULL)
        || (r->unnamed && f->kind == RULING_IRREGULAR);
}

static const char *compare(const struct table *t, const struct reading *r, const struct slip_answer *a)
{
    unsigned told = 0;
    for (unsigned i = 0; i < a->count; i++) {
        const struct ruling *f = &a->ruling[i];
        const int line = (int)f->line - 1 - HEAD;
        if (line >= r->changed)
            continue;
        if (f->kind == RULING_IMPOSSIBLE && shows_only_here(t, r, f, line))
            continue;
        if (f->kind == RULING_IMPOSSIBLE && !(line >= r->line && line < r->line + r->lines))
            return "an honest line is impossible";
        if (r->moved_kyo && f->kind == RULING_IRREGULAR && strcmp(materia_rulebook.rules[f->rule].id, "trash") == 0)
            continue;       /* a card too many, and one too few: nothing tells that it is one slip */
        if (f->kind != RULING_IMPOSSIBLE && f->seat >= 0 && !is_plain(r, f) && !(r->blamed >> f->seat & 1))
            return "somebody else is accused";
        told++;
    }
    return told > 1 ? "told more than once" : NULL;
}

static void try_slip(uint64_t seed, struct tally *tally)
{
    static struct table t;
    static struct slip_answer answer;
    chance_begin(seed);
    play_game(&t);
    judge(&t, &answer);
    check(answer.count == 0 && answer.faults == 0 && answer.winners == t.winners, "a lawful game is not\n%s%s",
          answer.text, answer.count > 0 ? answer.ruling[0].message.id : "");
    struct end before[BATTLES_MOST];
    int battles = list_ends(&t, before), lines = t.lines;
    struct reading r = make_slip(&t);
    r.changed = first_change(&t, before, battles, lines > t.lines ? lines - t.lines : 0);
    r.same_ending &= !is_unowned(&t, r.line);
    r.same_ending &= r.changed == LINES_MOST && !r.may_end && r.sums < 0;
    judge(&t, &answer);
    const char *wrong = compare(&t, &r, &answer);
    const bool unfinished = r.slip == UNREADABLE && answer.winners == 0;     /* who has ghosts left is not known */
    if (wrong == NULL && r.same_ending && answer.winners != t.winners && !unfinished)
        wrong = "another ending";
    tally_slip(tally, (int)r.slip, r.line + 1 + HEAD, &answer, wrong);
}

/*
 * Whose a line is that names nobody may show by a later one alone. Where the record ends before that the plain reading
 * holds, so that these are no cases, whose findings stand wherever the record is cut.
 */
static const struct { const char *record; uint32_t line; int seat; const char *why; } settled[] = {
    {"game materia\nplayers Aki Bo Dai\nAki: install G0\ninstall G1\ninstall G2\ninstall G3\ninstall G4\ninstall G5\n"
     "download\ndownload\ndownload\nattack Dai with G1 mind\nBo: modify -2\n",
     11, -1, "the attack with Bo's ghost was Bo's, as the change by Bo's event shows: of the downloads one is too many"},
    {"game materia\nplayers Aki Bo Chie\nBo: install G0\ninstall G1\ninstall G2\ninstall G3\ninstall G4\ninstall G5\n"
     "download\ndownload\nAki: download\ndownload\ndownload\ndownload\ndownload\ndownload\nBo: download\n",
     17, -1, "of the downloads one is too many, and so it is not told that there is a card too many as well"},
    {"game materia\nplayers Aki Bo Chie Dai\nAki: install G0\ninstall G1\ninstall G2\ninstall G3\ninstall G4\ninstall G5\n"
     "install G6\ninstall G7\ndownload\nattack Dai with G0 mind\ndefend G4\ntotal 8 11\ndownload\ndownload\ndownload\n"
     "download\ndownload\nChie: event \"Rain\"\ndownload\nDai: download\n",
     20, 2, "Chie acts in Bo's period; the next download is Chie's, as Dai's shows"},
    {"game materia\nplayers Aki Bo Chie\nhouse battles=any\nAki: install G0\ninstall G1\ninstall G2\ninstall G3\ninstall G4\n"
     "install G5\nAki: download\nattack Chie with G0 mind\ndefend G2\ntotal 3 2\nattack Chie with G1 mind\ndefend G3\n"
     "Aki: support G5\n",
     14, 0, "the second attack was Aki's, as the supporter shows, with Bo's ghost"},
    {"game materia\nplayers Aki Bo Chie\nAki: install G0\ninstall G1\ninstall G2\ninstall G3\ninstall G4\ninstall G5\n"
     "Aki: download\ndownload\nChie: event \"Rain\"\ndownload\nChie: trash G2\nChie: status G3\n",
     11, 2, "Chie's event is too early, and the ghost that it throws away goes in Chie's period"},
};

static void try_settled(void)
{
    static struct slip_answer answer;
    for (size_t i = 0; i < sizeof settled / sizeof *settled; i++) {
        judge_begin(&answer);
        for (const char *at = settled[i].record; *at != '\0'; at += strcspn(at, "\n") + 1) {
            char line[80];
            snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
            judge_line(&answer, line);
        }
        judge_end(&answer);
        check(answer.faults == 0 && answer.count == 1 && answer.ruling[0].line == settled[i].line
                  && answer.ruling[0].seat == settled[i].seat, "%s: %u findings\n%s", settled[i].why, answer.count, answer.text);
    }
}

int main(void)
{
    try_settled();
    uint64_t seed = number_from("SEED", 1), games = number_from("ITERS", 3000);
    struct tally tally = {.name = slip_names};
    for (uint64_t i = 0; i < games; i++)
        try_slip(seed + i, &tally);
    tally_tell(&tally, 99);
    return finish();
}
