/*
 * What Materia asks at the table: the draft, a period's attack and install, and the steps of a
 * battle.
 */
#include "materia.h"

enum {
    ASK_FIRST,
    ASK_DRAFT,
    ASK_DOWNLOAD,
    ASK_ATTACK,
    ASK_ATTACK_OTHER,
    ASK_INSTALL,
    ASK_EVENT,
    ASK_KNOWN_EVENT,
    ASK_SHELL,
    ASK_STATUS,
    ASK_LIES,
    ASK_ATTACKS,
    ASK_ATTACKS_OTHER,
    ASK_POINTS,
    ASK_KYO,
    ASK_TRASH,
    ASK_NEXT,
    ASK_DEFENDER,
    ASK_DICE,
    ASK_SUPPORT,
    ASK_CHANGE,
    ASK_SET,
    ASK_TOTAL,
    ASK_TOTALS
};

enum { OF_GHOSTS = 1, OF_EVENTS }; /* sets of names */

static const struct question questions[] = {
    [ASK_FIRST] = {N_("Who installs first, and which ghost?"), N_("the first user and the ghost"),
        N_("{name} Sakura"), "{1}: install {2} {3}",
        {{PART_SEAT, 1, 1}, {PART_TEXTS, 1, 1}, {PART_PAIRS, 0, 3}}},
    [ASK_DRAFT] = {N_("Which ghost is installed?"),
        N_("the ghost; with its values where no deck gives them"),
        N_("Unyuu body=1,1,2,3,4,5 mind=2,2,3,3,4,6 points=3"), "{seat}: install {1} {2}",
        {{PART_TEXTS, 1, 1}, {PART_PAIRS, 0, 3}}},
    [ASK_DOWNLOAD] = {N_("Who draws first?"), N_("who draws a card: that opens the period"),
        "{name}", "{1}: download", {{PART_SEAT, 1, 1}}},
    [ASK_ATTACK] = {N_("What is done?"),
        N_("whom this user attacks, with which ghost, by body or by mind"),
        N_("{other} {known} body"), "{seat}: attack {1} with {2} {3}",
        {{PART_SEAT, 1, 1}, {PART_NAMES, 1, 1, .set = OF_GHOSTS},
            {PART_CHOICE, 1, 1, .words = "body/物理 mind/精神"}}},
    [ASK_INSTALL] = {NULL, N_("a ghost that is installed"), N_("Unyuu"), "{seat}: install {1} {2}",
        {{PART_TEXTS, 1, 1}, {PART_PAIRS, 0, 3}}},
    [ASK_ATTACK_OTHER] = {NULL, N_("… of two users, whose opponent need not be named"),
        N_("{known} body"), "{seat}: attack {next} with {1} {2}",
        {{PART_NAMES, 1, 1, .set = OF_GHOSTS},
            {PART_CHOICE, 1, 1, .words = "body/物理 mind/精神"}}},
    [ASK_EVENT] = {NULL, N_("an event is used"), N_("Chance event"), "{seat}: event {1}",
        {{PART_TEXTS, 1, 1}, {PART_CHOICE, 1, 1, .words = "event/イベント"}}},
    [ASK_KNOWN_EVENT] = {NULL, N_("an event that the deck lists is used"), "{known}",
        "{seat}: event {1}", {{PART_NAMES, 1, 1, .set = OF_EVENTS, .whole = true}}},
    [ASK_SHELL] = {NULL, N_("a ghost, and the shell that is put on it"), N_("{known} Armour"),
        "{seat}: shell {2} on {1}", {{PART_NAMES, 1, 1, .set = OF_GHOSTS}, {PART_TEXTS, 1, 1}}},
    [ASK_STATUS] = {NULL, N_("a ghost alone: its status is used"), "{known}", "{seat}: status {1}",
        {{PART_NAMES, 1, 1, .set = OF_GHOSTS, .whole = true}}},
    [ASK_LIES] = {NULL, N_("whose ghost lies there, with its values where no deck gives them"),
        N_("{name} Sakura body=1,1,2,3,4,5"), "{1}: install {2} {3}",
        {{PART_SEAT, 1, 1}, {PART_TEXTS, 1, 1}, {PART_PAIRS, 0, 3}}},
    [ASK_ATTACKS] = {NULL, N_("who attacks whom, with which ghost, by body or by mind"),
        N_("{name} {other} {known} body"), "{1}: attack {2} with {3} {4}",
        {{PART_SEAT, 1, 1}, {PART_SEAT, 1, 1}, {PART_NAMES, 1, 1, .set = OF_GHOSTS},
            {PART_CHOICE, 1, 1, .words = "body/物理 mind/精神"}}},
    [ASK_ATTACKS_OTHER] = {NULL, N_("… of two users, whose opponent need not be named"),
        N_("{name}: {known} body"), "{seat}: attack {next} with {1} {2}",
        {{PART_NAMES, 1, 1, .set = OF_GHOSTS},
            {PART_CHOICE, 1, 1, .words = "body/物理 mind/精神"}}},
    [ASK_POINTS] = {NULL, N_("points gained in another way, for example from a card"), "{name} 2",
        "points {1}={2}", {{PART_SEAT, 1, 1}, {PART_NUMBERS, 1, 1}}},
    [ASK_KYO] = {NULL, N_("the forced event 虚 appears"), N_("kyo"), "kyo",
        {{PART_CHOICE, 1, 1, .words = "kyo/虚"}}},
    [ASK_TRASH] = {NULL, N_("how many cards of the archive go to the trash"), "1",
        "{seat}: trash {1}", {{PART_NUMBERS, 1, 1}}},
    [ASK_NEXT] = {N_("Who draws next?"), N_("who draws a card: that opens the period"), "{other}",
        "{1}: download", {{PART_SEAT, 1, 1}}},
    [ASK_DEFENDER] = {N_("Which ghost defends?"), N_("the ghost that defends"), "{known}",
        "{seat}: defend {1}", {{PART_NAMES, 1, 1, .set = OF_GHOSTS}}},
    [ASK_DICE] = {N_("Which dice?"),
        N_("the attacker's die and the defender's: the battle is settled"), N_("4 3"), "dice {1}",
        {{PART_NUMBERS, 2, 2}}},
    [ASK_SUPPORT] = {NULL, N_("whose ghosts support"), "{name} {known}", "{1}: support {2}",
        {{PART_SEAT, 1, 1}, {PART_NAMES, 1, MANY_WORDS, .set = OF_GHOSTS}}},
    [ASK_CHANGE] = {NULL, N_("what an event adds to that side's total"), "{name} 2",
        "{1}: modify {2}", {{PART_SEAT, 1, 1}, {PART_NUMBERS, 1, 1}}},
    [ASK_SET] = {NULL, N_("lays an event face down"), N_("{name} set"), "{1}: set",
        {{PART_SEAT, 1, 1}, {PART_CHOICE, 1, 1, .words = "set/伏せる/セット"}}},
    [ASK_TOTALS] = {N_("Which totals?"),
        N_("both totals as the table counted them, for values that are not on record"), N_("9 7"),
        "total {1}", {{PART_NUMBERS, 2, 2}}},
    [ASK_TOTAL] = {NULL, N_("both totals as the table counted them, instead of the dice"),
        N_("9 7 total"), "total {1}",
        {{PART_NUMBERS, 2, 2}, {PART_CHOICE, 1, 1, .words = "total/合計/総戦闘力"}}},
};

/* Installed ghosts, of one user or of all (-1). */
static void name_ghosts(const struct materia *s, int owner, struct ask *out)
{
    for (int i = 0; i < s->ghosts; i++)
        if (s->ghost[i].place == INSTALLED && s->ghost[i].name.length > 0
            && (owner < 0 || s->ghost[i].owner == owner))
            ask_name(out, (struct span){s->ghost[i].name.text, s->ghost[i].name.length}, OF_GHOSTS);
}

/* The events that the deck lists; false: it lists none. */
static bool name_events(const struct materia_pack *pack, struct ask *out)
{
    for (int i = 0; i < pack->count; i++)
        if (pack->row[i].kind == ROW_EVENT && !pack->row[i].forced)
            ask_name(out, (struct span){pack->row[i].name.text, pack->row[i].name.length},
                OF_EVENTS);
    return pack->lists[ROW_EVENT];
}

static void ask_battle(const struct materia *s, struct ask *out)
{
    if (materia_lacks_defence(s) && s->contest.seat[DEFENCE] >= 0) {
        out->seat = s->contest.seat[DEFENCE];
        name_ghosts(s, out->seat, out);
        ask_way(out, &questions[ASK_DEFENDER]);
        return;
    }
    out->seat = s->contest.seat[ATTACK];
    name_ghosts(s, -1, out);
    const bool counted = materia_unvalued(s) == NO_CARD;
    ask_way(out, &questions[counted ? ASK_DICE : ASK_TOTALS]);
    ask_way(out, &questions[ASK_SUPPORT]);
    ask_way(out, &questions[ASK_SET]);
    ask_way(out, &questions[ASK_CHANGE]);
    if (counted)
        ask_way(out, &questions[ASK_TOTAL]);
}

/* What may be done between the draw and the trash. */
static void ask_acts(const struct materia *s, const struct setting *setting, struct ask *out)
{
    const bool may_fight = s->phase < TRASHING
                           && (s->battles == 0
                               || setting->house->option[HOUSE_BATTLES].choice == BATTLES_ANY);
    if (may_fight)
        ask_way(out, &questions[ASK_ATTACK]);
    if (may_fight && s->users == 2)
        ask_way(out, &questions[ASK_ATTACK_OTHER]);
    if (s->phase < INSTALLING)
        ask_way(out, &questions[ASK_INSTALL]);
    if (s->phase <= ACTING) {
        ask_way(out, &questions[name_events(setting->pack, out) ? ASK_KNOWN_EVENT : ASK_EVENT]);
        ask_way(out, &questions[ASK_SHELL]);
        ask_way(out, &questions[ASK_STATUS]);
    }
    ask_way(out, &questions[ASK_POINTS]);
    ask_way(out, &questions[ASK_KYO]);
}

/*
 * The period goes on, or the next user draws. RETURN stands for that; if the user has more than
 * five cards, it trashes the excess first.
 */
static void ask_period(const struct materia *s, const struct setting *setting, struct ask *out)
{
    const int over = s->archive[s->current] - ARCHIVE_MOST;
    out->seat = s->current;
    out->next = (int8_t)materia_next_user(s);
    name_ghosts(s, -1, out);
    ask_acts(s, setting, out);
    if (over > 0 && s->phase < TRASHING && materia_counted(s, s->current)) {
        ask_way(out, &questions[ASK_TRASH]);
        out->number = over;
        out->otherwise = "{seat}: trash {number}";
        out->otherwise_about = N_("trash down to five cards");
        return;
    }
    ask_way(out, &questions[ASK_NEXT]);
    out->otherwise = "{next}: download";
    out->otherwise_about = N_("the next user draws");
}

/* Asks what lies on the table, or for the attack that the argument is about. */
static void ask_position(const struct materia *s, struct ask *out)
{
    name_ghosts(s, -1, out);
    ask_way(out, &questions[ASK_LIES]);
    if (out->names == 0)
        return;
    ask_way(out, &questions[ASK_ATTACKS]);
    if (s->users == 2)
        ask_way(out, &questions[ASK_ATTACKS_OTHER]);
}

void materia_ask(const void *state, const struct setting *setting, struct ask *out)
{
    const struct materia *s = state;
    uint32_t winners;
    out->acts = 1u << SAY_EVENT | 1u << SAY_SHELL | 1u << SAY_SHOW | 1u << SAY_HAND;
    if (s->stage == OVER || materia_finished(state, setting, &winners)) {
        return;
    } else if (s->stage == POSITION) {
        ask_position(s, out);
    } else if (s->stage == DRAFT) {
        out->seat = (int8_t)materia_turn(state, setting);
        ask_way(out, &questions[out->seat < 0 ? ASK_FIRST : ASK_DRAFT]);
    } else if (s->fighting) {
        ask_battle(s, out);
    } else if (s->current >= 0) {
        ask_period(s, setting, out);
    } else {
        out->seat = out->next = s->first;
        ask_way(out, &questions[ASK_DOWNLOAD]);
        out->otherwise = s->first >= 0 ? "{next}: download" : NULL;
        out->otherwise_about = N_("the first user draws");
    }
}

/* ---- what may be missing ------------------------------------------------------------------- */

/* A statement that may be missing, in its form where nothing was seen, and the user whose it is. */
struct totals_missing {
    const char *said;
    int seat;       /* -1: the statement names nobody */
    int32_t number; /* a number written after it; 0: none */
};

enum { UNTOLD_MOST = 8 };

static void add(struct totals_missing *list, unsigned *count, int seat, const char *said)
{
    assert(*count < UNTOLD_MOST);
    list[(*count)++] = (struct totals_missing){.seat = seat, .said = said};
}

/*
 * The statements that may be missing in a battle: the defending ghost, then the dice; and an event
 * laid face down, if one is opened.
 */
static void missing_in_battle(const struct materia *s, struct totals_missing *list, unsigned *count)
{
    const struct materia_contest *c = &s->contest;
    if (materia_lacks_defence(s) && c->seat[DEFENCE] >= 0)
        add(list, count, c->seat[DEFENCE], "defend ?");
    add(list, count, -1, "dice ? ?");
    for (int side = 0; side < SIDES; side++)
        if (c->seat[side] >= 0)
            add(list, count, c->seat[side], "set");
}

/*
 * The statements that may be missing in a period: a trash that is due, the next download, and
 * whatever later statements need before them.
 */
static void missing_in_period(const struct materia *s, struct totals_missing *list, unsigned *count)
{
    const int seat = s->current, over = s->archive[seat] - ARCHIVE_MOST;
    if (over > 0 && materia_counted(s, seat)) {
        add(list, count, seat, "trash ");
        list[*count - 1].number = over;
    }
    add(list, count, s->downloads == 0 && !s->position ? seat : materia_next_user(s), "download");
    add(list, count, seat, "attack ? with ?");
    add(list, count, seat, "event ?");
    add(list, count, seat, "install ?");
}

static unsigned list_missing(const struct materia *s, struct totals_missing *list)
{
    unsigned count = 0;
    if (s->stage == DRAFT && s->first >= 0)
        add(list, &count, materia_next_drafter(s), "install ?");
    if (s->stage != PERIODS)
        return count;
    if (s->fighting)
        missing_in_battle(s, list, &count);
    else if (s->current >= 0)
        missing_in_period(s, list, &count);
    else if (s->first >= 0)
        add(list, &count, s->first, "download");
    return count;
}

size_t materia_missing(const void *state, const struct setting *setting, unsigned n, char *out,
    size_t room)
{
    struct totals_missing list[UNTOLD_MOST];
    char seat[SEAT_TOKEN], number[16];
    size_t length = 0, name = 0, digits = 0;
    if (n >= list_missing(state, list))
        return 0;
    const struct totals_missing *it = &list[n];
    if (it->seat >= 0)
        name = seat_write(setting->seats, it->seat, seat);
    if (it->number > 0)
        digits = number_write(it->number, number);
    if (name + strlen(it->said) + digits + 3 > room)
        return 0;
    memcpy(out, seat, name);
    length += name;
    if (name > 0) {
        memcpy(out + length, ": ", 2);
        length += 2;
    }
    memcpy(out + length, it->said, strlen(it->said));
    length += strlen(it->said);
    memcpy(out + length, number, digits);
    length += digits;
    out[length] = '\0';
    return length;
}
