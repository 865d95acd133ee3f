/*
 * Materia まてりあ, in the order of its rulebook: preparation, play in periods of five phases, end
 * and victory. A battle's steps are in battle.c, the cards in deck.c. Each check
 * stands beside the rule it enforces.
 */
#include "materia.h"

#include <assert.h>
#include <string.h>

/* ---- the rules --------------------------------------------------------------------------- */

#define PREPARATION "ゲームの準備", N_("Setting up")
#define PLAY "ゲームのプレイ", N_("Play")
#define BATTLE "戦闘", N_("Battle")

static const struct rule rules[RULE_COUNT + 1] = {
    [RULE_DECK] = {"deck", true, "", "コンポーネント", N_("Components"),
        N_("A hundred cards: 75 ghosts that serve as events too, 10 shells that serve as events too, "
           "10 that the list leaves blank, 5 forced events; and dice. A ghost that has left play does "
           "not come back.")},
    [RULE_USERS] = {"users", false, "", "適正人数", N_("Number of players"),
        N_("Two to six users, best with four. The hundred cards are enough for nineteen.")},
    [RULE_OPEN] = {"open", false, "", PREPARATION,
        N_("Twice as many ghost cards as there are users are laid open.")},
    [RULE_SNAKE] = {"snake", true, "", PREPARATION,
        N_("From the first user to the last, then from the last back to the first, each installs one "
           "of the open ghosts: two each.")},
    [RULE_ARCHIVE] = {"archive", false, "", PREPARATION,
        N_("Three cards each. A forced event among them goes back and is replaced.")},
    [RULE_TURN] = {"turn", true, "", PLAY,
        N_("The users' periods follow one another clockwise, from the first user on.")},
    [RULE_DOWNLOAD] = {"download", true, "", "DLフェイズ", N_("Download phase"),
        N_("A period begins with one card drawn from the server; this is not optional.")},
    [RULE_INSTALL] = {"install", true, "", "インストールフェイズ", N_("Install phase"),
        N_("Then at most one ghost may be installed from the archive. Nobody may have more than five, "
           "and nobody may throw an installed ghost away by choice.")},
    [RULE_ACTION] = {"action", false, "", "アクションフェイズ", N_("Action phase"),
        N_("Then events, shells put on ghosts, and ghosts' statuses: as many as wanted.")},
    [RULE_BATTLE] = {"battle", true, "", "戦闘フェイズ", N_("Battle phase"),
        N_("Then, if wanted, one battle against another user. It ends with the dice, and the action "
           "phase does not come back.")},
    [RULE_TRASH] = {"trash", true, "", "トラッシュフェイズ", N_("Trash phase"),
        N_("Who then has six cards or more in the archive trashes down to exactly five. Nothing else "
           "may be done any more.")},
    [RULE_ATTACK] = {"attack", true, "", BATTLE,
        N_("The attacker names another user, one own ghost that attacks, and whether it attacks by "
           "body or by mind.")},
    [RULE_DEFEND] = {"defend", true, "", BATTLE,
        N_("The user attacked chooses one own ghost to defend, and must if there is one.")},
    [RULE_SUPPORT] = {"support", true, "", BATTLE,
        N_("Then the attacker names supporters: own ghosts that do not fight, at most as many as the "
           "defender has ghosts in all. Then the defender names any number.")},
    [RULE_SET] = {"set", true, "", BATTLE,
        N_("Then the attacker may lay one event face down, then the defender one. They are opened and "
           "take effect in the same order.")},
    [RULE_TOTAL] = {"total", false, "", BATTLE,
        N_("A side's total is the value of its fighting ghost for the die rolled, the value of each "
           "supporter for a die of 1, and the changes by events.")},
    [RULE_WIN] = {"win", false, "", BATTLE,
        N_("The higher total wins; equal totals are the defender's.")},
    [RULE_CAPTURE] = {"capture", false, "", BATTLE,
        N_("The winner takes the loser's fighting ghost, which leaves play, and scores its points.")},
    [RULE_TWENTY] = {"twenty", false, "", "ゲームの勝利", N_("Victory"),
        N_("Whoever reaches twenty points wins at once.")},
    [RULE_LAST] = {"last", false, "", "ゲームの勝利", N_("Victory"),
        N_("When only one user has any ghost installed, that user wins.")},
    [RULE_KYO] = {"kyo", false, "", "ゲームの勝利", N_("Victory"),
        N_("When 虚 has appeared for the second time and has taken effect, the most points win; if "
           "equal, the most installed ghosts; if still equal, the victory is shared.")},
    [RULE_COUNT] = {0},
};

static const struct option options[HOUSE_COUNT + 1] = {
    [HOUSE_SUPPORT_DIE] = {"support-die", {{.word = "supporter"}, {.word = "side"}}, RULE_TOTAL,
        N_("With side support “the die is fixed at 1”: the supporter's die, or that of its whole side?")},
    [HOUSE_BARE] = {"bare", {{.word = "no"}, {.word = "nothing"}}, RULE_BATTLE,
        N_("May a user without ghosts be attacked: no, or may they, and nothing comes of it?")},
    [HOUSE_BATTLES] = {"battles", {{.word = "one"}, {.word = "any"}}, RULE_BATTLE,
        N_("How many battles may be fought in one battle phase: one, or any number?")},
    [HOUSE_FORCED] = {"forced", {{.word = "now"}, {.word = "card"}}, RULE_DOWNLOAD,
        N_("A forced event is downloaded in a period: does it take effect now, or is it a card like "
           "any other?")},
    [HOUSE_EMPTY] = {"empty", {{.word = "skip"}, {.word = "reshuffle"}}, RULE_DOWNLOAD,
        N_("The server is empty: is the download skipped, or is the trash reshuffled?")},
    [HOUSE_SHELL] = {"shell", {{.word = "trash"}, {.word = "travels"}}, RULE_CAPTURE,
        N_("A captured ghost wore a shell: does it go to the trash, or does it travel with the ghost?")},
    [HOUSE_REMEDY] = {"remedy", {{.word = "TEXT", .kind = ANSWER_IS_TEXT}}, RULE_DECK,
        N_("What the table decided after an irregularity; the score stays as it was played.")},
    [HOUSE_COUNT] = {0},
};

/* ---- the language ------------------------------------------------------------------------ */

static const struct verb verbs[VERB_COUNT + 1] = {
    [SAY_PLAY] = {"", NULL, SEAT_MAY, 0, 0, 0, NULL, "", ""},
    [SAY_INSTALL] = {"install", "インストール", SEAT_MAY, ARGUMENT_TEXT | ARGUMENT_PAIR, 1, 4,
        "body/物理 mind/精神 points/得点",
        N_("[NAME:] install GHOST [body=…] [mind=…] [points=…]"),
        N_("installs a ghost; its values, where the pack does not give them")},
    [SAY_DOWNLOAD] = {"download", "dl", SEAT_MAY, 0, 0, 0, NULL,
        N_("[NAME:] download"), N_("draws the card that opens a period")},
    [SAY_EVENT] = {"event", "イベント", SEAT_MUST, ARGUMENT_TEXT, 1, 1, NULL,
        N_("NAME: event \"EVENT\""), N_("uses an event")},
    [SAY_SHELL] = {"shell", "シェル", SEAT_MUST, ARGUMENT_TEXT | ARGUMENT_WORD, 3, 3, "on",
        N_("NAME: shell \"SHELL\" on GHOST"), N_("puts a shell on a ghost")},
    [SAY_STATUS] = {"status", "ステータス", SEAT_MAY, ARGUMENT_TEXT, 1, 1, NULL,
        N_("[NAME:] status GHOST"), N_("uses a ghost's status")},
    [SAY_ATTACK] = {"attack", "攻撃", SEAT_MAY, ARGUMENT_SEAT | ARGUMENT_TEXT | ARGUMENT_WORD, 4, 4,
        "body/物理 mind/精神 with",
        N_("[NAME:] attack NAME with GHOST body|mind"), N_("begins a battle")},
    [SAY_DEFEND] = {"defend", "防御", SEAT_MAY, ARGUMENT_TEXT, 1, 1, NULL,
        N_("[NAME:] defend GHOST"), N_("the ghost that defends")},
    [SAY_SUPPORT] = {"support", "援護", SEAT_MUST, ARGUMENT_TEXT, 1, ARGUMENTS_MOST, NULL,
        N_("NAME: support GHOST…"), N_("ghosts that support their side")},
    [SAY_SET] = {"set", "伏せる", SEAT_MUST, 0, 0, 0, NULL,
        N_("NAME: set"), N_("lays an event face down")},
    [SAY_MODIFY] = {"modify", "修正", SEAT_MUST, ARGUMENT_NUMBER, 1, 1, NULL,
        N_("NAME: modify NUMBER"), N_("an event's change to this side's total")},
    [SAY_DICE] = {"dice", "ダイス", SEAT_NONE, ARGUMENT_NUMBER, 2, 2, NULL,
        N_("dice NUMBER NUMBER"), N_("the attacker's and the defender's die; settles the battle")},
    [SAY_TOTAL] = {"total", "合計", SEAT_NONE, ARGUMENT_NUMBER, 2, 2, NULL,
        N_("total NUMBER NUMBER"),
        N_("the attacker's and the defender's total as the table counted them; settles the battle without dice")},
    [SAY_TRASH] = {"trash", "トラッシュ", SEAT_MAY, ARGUMENT_NUMBER | ARGUMENT_TEXT, 1, 1, NULL,
        N_("[NAME:] trash COUNT|GHOST"), N_("cards of the archive put on the trash, or an installed ghost")},
    [SAY_KYO] = {"kyo", "虚", SEAT_MAY, 0, 0, 0, NULL,
        N_("kyo"), N_("the forced event 虚 appears")},
    [SAY_POINTS] = {"points", "得点", SEAT_NONE, ARGUMENT_SEAT_NUMBER, 1, USERS, NULL,
        N_("points NAME=NUMBER…"), N_("points from elsewhere, added")},
    [SAY_HAND] = {"hand", "手札", SEAT_MUST, ARGUMENT_TEXT | ARGUMENT_UNSEEN, 1, ARGUMENTS_MOST, NULL,
        N_("NAME: hand CARD…"), N_("the cards of an archive before the first download, ? for unseen ones")},
    [SAY_SHOW] = {"show", "公開", SEAT_MUST, ARGUMENT_TEXT, 1, ARGUMENTS_MOST, NULL,
        N_("NAME: show CARD…"), N_("cards of an archive shown now, as evidence; nothing is moved")},
    [VERB_COUNT] = {0},
};

/* A card of this game has no code in the language: its name is its own. */
static int card_read(struct span token)
{
    (void)token;
    return NO_CARD;
}

static size_t card_write(int card, bool japanese, char *out)
{
    (void)japanese;
    out[0] = (char)('0' + card / 100 % 10);
    out[1] = (char)('0' + card / 10 % 10);
    out[2] = (char)('0' + card % 10);
    return 3;
}

static void begin(void *state, const struct setting *setting)
{
    struct materia *s = state;
    memset(s, 0, sizeof *s);
    s->users = setting->seats->count;
    s->first = s->current = -1;
}

/* ---- answers ----------------------------------------------------------------------------- */

struct ruling *materia_rule(const struct act *a, enum ruling_kind kind, int rule, int seat, int card,
                            const char *message)
{
    return rulings_add(a->out, kind, rule, seat, card, a->said->line, message);
}

/* The record says what cannot be; where its card was seen last is the reason. */
enum outcome materia_impossible(const struct act *a, int seat, int card, const char *message)
{
    struct ruling *r = materia_rule(a, RULING_IMPOSSIBLE, RULE_DECK, seat, card, message);
    uint32_t line = card >= 0 && card < DECK ? game(a)->ghost[card].line : 0;
    if (line != 0 && line != a->said->line)
        ruling_because(r, line);
    return IMPOSSIBLE;
}

enum outcome materia_malformed(const struct act *a, int argument, const char *message)
{
    fault_set(a->fault, argument < 0 ? a->said->column : a->said->argument[argument].column, message);
    if (argument >= 0)
        message_text(&a->fault->message, "found", materia_unquoted(a->said->argument[argument].text));
    return MALFORMED;
}

/* Counts within a period stop at 255. */
static void bump(uint8_t *count)
{
    if (*count < UINT8_MAX)
        ++*count;
}

/* ---- ghosts ------------------------------------------------------------------------------ */

int materia_installed(const struct materia *s, int seat)
{
    int count = 0;
    for (int i = 0; i < s->ghosts; i++)
        count += s->ghost[i].place == INSTALLED && s->ghost[i].owner == seat;
    return count;
}

enum outcome materia_in_play(const struct act *a, int argument, int seat, int *ghost)
{
    int code = materia_find(a->state, deck_of(a), a->said->argument[argument].text);
    if (code < 0)
        return materia_malformed(a, argument, N_("“{found}” is no ghost that this game knows; expected an "
                                                 "installed one"));
    enum place place = code < DECK ? game(a)->ghost[code].place : UNSEEN;
    *ghost = code;
    switch (place) {
    case INSTALLED:
        return APPLIED;
    case CAPTURED:
        return materia_impossible(a, seat, code, N_("{card} was captured; it has left play."));
    case TRASHED:
        return materia_impossible(a, seat, code, N_("{card} lies in the trash; it has left play."));
    case UNSEEN:
    case HELD:
        break;
    }
    return materia_impossible(a, seat, code, N_("{card} is not installed; nobody has it before them."));
}

void materia_remove(const struct act *a, int ghost, enum place place, int owner)
{
    struct materia *s = a->state;
    struct materia_ghost *g = &s->ghost[ghost];
    if (g->shells > 0 && place == CAPTURED)
        open_question(a->setting, a->out, HOUSE_SHELL, a->said->line);
    bool travels = place == CAPTURED && a->setting->house->option[HOUSE_SHELL].choice == SHELL_TRAVELS;
    s->trash = (int16_t)(s->trash + (travels ? 0 : g->shells) + (place == TRASHED));
    if (!travels)
        g->shells = 0;
    g->place = place;
    g->owner = (int8_t)owner;
    g->line = a->said->line;
}

/* What was seen in archives may have moved unseen: by an effect, or with the trash. */
static void forget_archives(struct materia *s, bool trash_too)
{
    for (int i = 0; i < s->ghosts; i++)
        if (s->ghost[i].place == HELD || (trash_too && s->ghost[i].place == TRASHED))
            s->ghost[i].place = UNSEEN;
}

/* How many ghosts have been in the open so far. */
static int ghosts_seen(const struct materia *s)
{
    int count = 0;
    for (int i = 0; i < s->ghosts; i++)
        count += s->ghost[i].place >= INSTALLED;
    return count;
}

/* The ghost of an install: its place in the list and, if it is new there, what is known of it. */
static enum outcome ghost_of_install(const struct act *a, int seat, int *ghost,
                                     struct materia_ghost *fresh)
{
    struct materia *s = a->state;
    struct span written = a->said->argument[0].text;
    for (int i = 0; i < a->said->count; i++)
        if (a->said->argument[i].kind != (i == 0 ? ARGUMENT_TEXT : ARGUMENT_PAIR))
            return materia_malformed(a, i, i == 0 ? N_("“{found}” stands where the ghost's name belongs")
                                                  : N_("“{found}” stands behind the ghost's name; expected its "
                                                       "values, or nothing"));
    int code = materia_find(s, deck_of(a), written);
    *ghost = code >= 0 && code < DECK ? code : s->ghosts;
    *fresh = code >= 0 && code < DECK ? s->ghost[code] : (struct materia_ghost){.place = UNSEEN};
    int row = code >= CODE_ROW ? code - CODE_ROW : materia_row(deck_of(a), ROW_GHOST, written);
    if (row >= 0)
        fresh->values = deck_of(a)->row[row].values;
    if (*ghost == s->ghosts)
        fresh->name = row >= 0 ? deck_of(a)->row[row].name : materia_name(written);
    if (!materia_values_read(a->said, &fresh->values, a->fault))
        return MALFORMED;
    if (fresh->name.length == 0)
        return materia_malformed(a, 0, N_("an empty name; expected the ghost's name"));
    if (row < 0 && fresh->values.known == 0 && deck_of(a)->lists[ROW_GHOST])
        return materia_malformed(a, 0, N_("“{found}” is no ghost of this pack; expected one that it lists, or "
                                          "the values, as body=1,1,2,3,4,5"));
    if (fresh->place >= INSTALLED)
        return materia_impossible(a, seat, code, fresh->place == INSTALLED
                                      ? N_("{card} is installed already.")
                                      : N_("{card} has left play; it cannot be installed again."));
    if (fresh->place == HELD && fresh->owner != seat)
        return materia_impossible(a, seat, code, N_("{card} was seen in another archive."));
    if (*ghost == DECK || ghosts_seen(s) == GHOSTS)
        return materia_impossible(a, seat, NO_CARD, N_("The deck has no more ghosts."));
    return APPLIED;
}

static void put_installed(const struct act *a, int seat, int ghost, const struct materia_ghost *fresh)
{
    struct materia *s = a->state;
    s->ghost[ghost] = *fresh;
    s->ghost[ghost].place = INSTALLED;
    s->ghost[ghost].owner = (int8_t)seat;
    s->ghost[ghost].line = a->said->line;
    if (ghost == s->ghosts)
        s->ghosts++;
}

/* ---- ☆ゲームの準備 Setting up -------------------------------------------------------------- */

/* materia/archive: three cards each; the rest is the server. */
static void deal(struct materia *s)
{
    for (int i = 0; i < s->users; i++)
        s->archive[i] = ARCHIVE;
    s->server = (int16_t)(DECK - s->users * (2 + ARCHIVE));
    s->stage = PERIODS;
}

/* The k-th of the snake, counted from 0: 1…n, then n…1. */
static int snake(const struct materia *s, int k)
{
    assert(s->users > 0);
    int at = k < s->users ? k : 2 * s->users - 1 - k;
    return (s->first + at) % s->users;
}

/* Whose turn to install it is: the first place of the snake that is not taken; -1: nobody's yet. */
static int next_drafter(const struct materia *s)
{
    for (int k = 0; k < 2 * s->users && s->first >= 0; k++)
        if (s->drafted[snake(s, k)] <= k / s->users)
            return snake(s, k);
    return -1;
}

static enum outcome draft(const struct act *a)
{
    struct materia *s = a->state;
    struct materia_ghost fresh;
    int ghost, expected = next_drafter(s), seat = a->said->seat >= 0 ? a->said->seat : expected;
    if (seat < 0)
        return materia_malformed(a, -1, N_("who installs first is not known; expected `NAME: install GHOST`"));
    enum outcome outcome = ghost_of_install(a, seat, &ghost, &fresh);
    if (outcome != APPLIED)
        return outcome;
    put_installed(a, seat, ghost, &fresh);
    if (s->first < 0)
        s->first = (int8_t)seat;
    else if (seat != expected)   /* materia/snake */
        message_seat(&materia_rule(a, RULING_IRREGULAR, RULE_SNAKE, seat, ghost,
                                   N_("{seat} installed {card}, but it was {expected}'s choice."))->message,
                     "expected", expected);
    s->drafted[seat]++;
    if (++s->installs == 2 * s->users)
        deal(s);
    return APPLIED;
}

/* An act of a period while ghosts lie open still. */
static void leave_draft(const struct act *a, int seat)
{
    struct materia *s = a->state;
    if (s->stage != DRAFT)
        return;
    materia_rule(a, RULING_IRREGULAR, RULE_SNAKE, seat, NO_CARD,
                 N_("The play began before everybody had installed two of the open ghosts."));
    if (s->first < 0)
        s->first = (int8_t)seat;
    deal(s);
}

/* ---- ☆ゲームのプレイ Play: the periods ----------------------------------------------------- */

static int next_user(const struct materia *s)
{
    return s->current < 0 ? s->first : (s->current + 1) % s->users;
}

/* Nothing is left to draw: a period may then pass without a word. */
static bool server_empty(const struct act *a)
{
    const struct materia *s = a->state;
    bool reshuffle = a->setting->house->option[HOUSE_EMPTY].choice == EMPTY_RESHUFFLE;
    return s->server == 0 && (!reshuffle || s->trash == 0);
}

/* materia/trash: what was left out shows when somebody else goes on. */
static void close_period(const struct act *a)
{
    struct materia *s = a->state;
    materia_leave_battle(a);
    if (s->current < 0 || s->archive[s->current] <= ARCHIVE_MOST)
        return;
    struct ruling *r = materia_rule(a, RULING_IRREGULAR, RULE_TRASH, s->current, NO_CARD,
        N_("{seat}'s period ended with {count} cards in the archive; five may stay."));
    message_number(&r->message, "count", s->archive[s->current]);
    r->line = s->line;
    if (s->line != a->said->line)
        ruling_because(r, a->said->line);
}

static void begin_period(const struct act *a, int seat)
{
    struct materia *s = a->state;
    close_period(a);
    s->current = (int8_t)seat;
    s->phase = BEGUN;
    s->period++;
    s->downloads = s->installed = s->battles = s->forced = 0;
    s->effects = false;
}

/* materia/turn */
static void out_of_turn(const struct act *a, int seat, int card, int expected)
{
    message_seat(&materia_rule(a, RULING_IRREGULAR, RULE_TURN, seat, card,
                               N_("{seat} acts, but it is {expected}'s period."))->message,
                 "expected", expected);
}

/*
 * Puts an act into its period, and the period into `phase` at least. A user's own act opens the next
 * period, even without its download; anybody else's is out of turn. Returns the phase that the
 * period was in, or -1 where the act belongs to none.
 */
static int enter(const struct act *a, int seat, int card, enum phase phase)
{
    struct materia *s = a->state;
    leave_draft(a, seat);
    bool empty = server_empty(a);
    if (seat != s->current && seat != next_user(s) && !empty) {
        out_of_turn(a, seat, card, s->current >= 0 ? s->current : s->first);
        return -1;
    }
    if (seat == s->current && phase != ACTING)
        materia_leave_battle(a);
    /* with nothing to draw everybody else may have passed in silence: then it is a new period */
    bool again = s->phase > phase || (phase == INSTALLING && s->installed > 0)
              || (phase == FIGHTING && s->battles > 0);
    if (seat != s->current || (empty && again && !s->fighting))
        begin_period(a, seat);
    s->line = a->said->line;
    if (s->phase == BEGUN && empty)
        open_question(a->setting, a->out, HOUSE_EMPTY, a->said->line);
    else if (s->phase == BEGUN)   /* materia/download */
        materia_rule(a, RULING_IRREGULAR, RULE_DOWNLOAD, seat, NO_CARD,
                     N_("{seat}'s period begins with a download, which is missing."));
    int before = (int)s->phase;
    s->phase = phase > s->phase ? phase : s->phase;
    return before;
}

/* materia/trash: after it nothing else may be done. True if that is the case. */
static bool after_trash(const struct act *a, int seat, int card, int before)
{
    if (before != TRASHING)
        return false;
    materia_rule(a, RULING_IRREGULAR, RULE_TRASH, seat, card,
                 N_("{seat} has trashed cards already; nothing else is done after that."));
    return true;
}

/* Who acts if nobody is named: the user whose period it is, or who is next. */
static int acting(const struct act *a)
{
    const struct materia *s = a->state;
    if (a->said->seat >= 0)
        return a->said->seat;
    return s->current >= 0 ? s->current : s->first;
}

static enum outcome who(const struct act *a)
{
    return materia_malformed(a, -1, N_("whose period it is is not known; expected a name and a colon first"));
}

static enum outcome no_card(const struct act *a, int seat, int card)
{
    return materia_impossible(a, seat, card, N_("{seat}'s archive is empty; there is no card to play."));
}

/* ---- 1. Download phase ------------------------------------------------------------------- */

/* A drawn card, of a server refilled from the trash if it must be. */
static void draw(struct materia *s, int seat)
{
    if (s->server == 0) {
        s->server = s->trash;
        s->trash = 0;
        forget_archives(s, true);
    }
    s->server--;
    s->archive[seat]++;
    bump(&s->downloads);
}

static enum outcome say_download(const struct act *a)
{
    struct materia *s = a->state;
    int seat = a->said->seat >= 0 ? a->said->seat : next_user(s);
    if (seat < 0)
        return who(a);
    if (s->stage == PERIODS && server_empty(a))
        return materia_impossible(a, seat, NO_CARD, s->trash == 0
            ? N_("The server and the trash are empty: there is nothing to download.")
            : N_("The server is empty: there is nothing to download. (`house empty=reshuffle` shuffles the "
                 "trash into it.)"));
    leave_draft(a, seat);
    if (s->server == 0)
        open_question(a->setting, a->out, HOUSE_EMPTY, a->said->line);
    bool late = seat == s->current && s->downloads == 0;
    bool again = seat == s->current && !late && s->phase < FIGHTING;
    /* materia/turn */
    if (!late && !again && seat != next_user(s))
        out_of_turn(a, seat, NO_CARD, next_user(s));
    if (again)   /* materia/download */
        materia_rule(a, RULING_IRREGULAR, RULE_DOWNLOAD, seat, NO_CARD,
                     N_("{seat} downloads again; a period has one download."));
    if (!late && !again)
        begin_period(a, seat);
    if (s->phase == BEGUN)
        s->phase = DRAWN;
    s->line = a->said->line;
    draw(s, seat);
    return APPLIED;
}

/* ---- 2. Install phase -------------------------------------------------------------------- */

static enum outcome say_install(const struct act *a)
{
    struct materia *s = a->state;
    struct materia_ghost fresh;
    int ghost, seat = acting(a);
    if (s->stage == DRAFT)
        return draft(a);
    enum outcome outcome = ghost_of_install(a, seat, &ghost, &fresh);
    if (outcome != APPLIED)
        return outcome;
    if (s->archive[seat] == 0)
        return no_card(a, seat, NO_CARD);
    put_installed(a, seat, ghost, &fresh);
    int before = enter(a, seat, ghost, INSTALLING);
    s->archive[seat]--;
    if (before >= 0)
        bump(&s->installed);
    if (after_trash(a, seat, ghost, before))
        return APPLIED;
    /* materia/install */
    const char *wrong = before > INSTALLING ? N_("{seat} installs {card} when the install phase is over.")
                        : before >= 0 && s->installed > 1
                            ? N_("{seat} installs {card}, a second ghost in this period; one may be installed.")
                        : materia_installed(s, seat) > INSTALLED_MOST
                            ? N_("{seat} installs {card}, a sixth ghost; nobody has more than five.")
                            : NULL;
    if (wrong != NULL)
        materia_rule(a, RULING_IRREGULAR, RULE_INSTALL, seat, ghost, wrong);
    return APPLIED;
}

/* ---- 3. Action phase --------------------------------------------------------------------- */

/* An act of the action phase; it was one too late if the battle phase has begun. */
static void act(const struct act *a, int seat, int card)
{
    struct materia *s = a->state;
    int before = enter(a, seat, card, ACTING);
    if (after_trash(a, seat, card, before))
        return;
    /* materia/battle */
    if (before == FIGHTING)
        materia_rule(a, RULING_IRREGULAR, RULE_BATTLE, seat, card,
                     s->fighting ? N_("{seat} acts in the middle of a battle; the action phase comes before it.")
                                 : N_("{seat} acts after the battle; the action phase comes before it."));
}

/* The side on which this user has laid an event that is still face down; -1: none. */
static int laid_by(const struct materia *s, int seat)
{
    for (int side = 0; s->fighting && side < SIDES; side++)
        if (s->contest.seat[side] == seat && s->set[side] && !s->opened[side])
            return side;
    return -1;
}

static bool fights(const struct materia *s, int seat)
{
    return s->fighting && (s->contest.seat[ATTACK] == seat || s->contest.seat[DEFENCE] == seat);
}

static enum outcome say_kyo(const struct act *a);

/* Is this card in the pack, if the pack lists such cards? */
static enum outcome check_listed(const struct act *a, enum row_kind kind)
{
    if (!deck_of(a)->lists[kind] || materia_row(deck_of(a), kind, a->said->argument[0].text) >= 0)
        return APPLIED;
    return materia_malformed(a, 0, kind == ROW_EVENT ? N_("“{found}” is no event of this pack; expected one "
                                                          "that it lists")
                                                     : N_("“{found}” is no shell of this pack; expected one "
                                                          "that it lists"));
}

/* A forced event takes effect when it is drawn; no phase begins by it. */
static void forced_event(const struct act *a, int seat)
{
    struct materia *s = a->state;
    bool card = a->setting->house->option[HOUSE_FORCED].choice == FORCED_CARD;
    open_question(a->setting, a->out, HOUSE_FORCED, a->said->line);
    bool drawn = s->current == seat && s->forced < s->downloads;
    if (s->archive[seat] > 0 && (drawn || card)) {
        s->archive[seat]--;
        s->trash++;
    } else if (s->server > 0) {   /* drawn by an effect */
        s->server--;
        s->trash++;
    }
    bump(&s->forced);
    s->effects = true;
    if (s->current >= 0)
        s->line = a->said->line;
    forget_archives(s, false);
}

static enum outcome say_event(const struct act *a)
{
    struct materia *s = a->state;
    int seat = a->said->seat;
    struct span name = a->said->argument[0].text;
    if (text_is(name, "虚") || text_is(name, "kyo"))
        return say_kyo(a);
    enum outcome outcome = check_listed(a, ROW_EVENT);
    if (outcome != APPLIED)
        return outcome;
    int row = materia_row(deck_of(a), ROW_EVENT, name), side = laid_by(s, seat);
    bool now = a->setting->house->option[HOUSE_FORCED].choice == FORCED_NOW;
    if (side < 0 && s->stage == PERIODS && s->archive[seat] == 0)
        return no_card(a, seat, NO_CARD);
    if (now && row >= 0 && deck_of(a)->row[row].forced && s->current == seat && s->phase < INSTALLING) {
        forced_event(a, seat);
        return APPLIED;
    }
    int card = materia_name_code(s, deck_of(a), ROW_EVENT, name);
    if (side >= 0) {   /* the event laid face down is opened, and named */
        s->opened[side] = true;
        s->line = a->said->line;
    } else {
        if (fights(s, seat))   /* materia/set */
            materia_rule(a, RULING_IRREGULAR, RULE_SET, seat, card,
                         N_("{seat} plays an event in a battle; there it is laid face down first, one each."));
        else
            act(a, seat, card);
        s->archive[seat]--;
        s->trash++;
    }
    s->effects = true;
    forget_archives(s, false);
    return APPLIED;
}

static enum outcome say_shell(const struct act *a)
{
    struct materia *s = a->state;
    int ghost, seat = a->said->seat;
    if (a->said->argument[0].kind != ARGUMENT_TEXT || a->said->argument[1].kind != ARGUMENT_WORD)
        return materia_malformed(a, 1, N_("“{found}” does not belong here; expected: NAME: shell \"SHELL\" on "
                                          "GHOST"));
    enum outcome outcome = check_listed(a, ROW_SHELL);
    if (outcome == APPLIED)
        outcome = materia_in_play(a, 2, seat, &ghost);
    if (outcome != APPLIED)
        return outcome;
    if (s->stage == PERIODS && s->archive[seat] == 0)
        return no_card(a, seat, NO_CARD);
    int card = materia_name_code(s, deck_of(a), ROW_SHELL, a->said->argument[0].text);
    act(a, seat, card);
    s->archive[seat]--;
    bump(&s->ghost[ghost].shells);
    s->ghost[ghost].line = a->said->line;
    return APPLIED;
}

static enum outcome say_status(const struct act *a)
{
    struct materia *s = a->state;
    int ghost, seat = acting(a);
    if (seat < 0)
        return who(a);
    enum outcome outcome = materia_in_play(a, 0, seat, &ghost);
    if (outcome != APPLIED)
        return outcome;
    act(a, seat, ghost);
    s->ghost[ghost].line = a->said->line;
    s->ghost[ghost].status = s->period;
    s->effects = true;
    forget_archives(s, false);
    return APPLIED;
}

/* ---- 4. Battle phase · ☆戦闘 1, 2 -------------------------------------------------------- */

/* materia/battle: one, against another user, who has ghosts. */
static void check_opponent(const struct act *a, int seat, int defender, int battles)
{
    struct materia *s = a->state;
    const struct choice *house = a->setting->house->option;
    const char *wrong = NULL;
    if (seat == defender)
        wrong = N_("{seat} attacks {seat}; a battle is against another user.");
    if (battles > 0) {
        open_question(a->setting, a->out, HOUSE_BATTLES, a->said->line);
        if (house[HOUSE_BATTLES].choice == BATTLES_ONE)
            wrong = N_("{seat} attacks again; a battle phase has one battle.");
    }
    if (materia_installed(s, defender) == 0) {
        open_question(a->setting, a->out, HOUSE_BARE, a->said->line);
        if (house[HOUSE_BARE].choice == BARE_NO && wrong == NULL)
            wrong = N_("{seat} attacks {defender}, who has no ghost.");
    }
    if (wrong != NULL)
        message_seat(&materia_rule(a, RULING_IRREGULAR, RULE_BATTLE, seat, NO_CARD, wrong)->message,
                     "defender", defender);
}

static enum outcome nobody(const struct act *a)
{
    char folded[NAME_MOST];
    uint32_t meant = 0;
    struct span name = {folded, text_fold(a->said->argument[0].text, folded)};
    bool several = seats_find(a->setting->seats, name, &meant) == SEAT_AMBIGUOUS;
    materia_malformed(a, 0, several ? N_("“{found}” is not one player; expected one of {seats}")
                                    : N_("“{found}” is nobody at this table; expected {seats}"));
    message_seats(&a->fault->message, "seats", meant);
    return MALFORMED;
}

static enum outcome say_attack(const struct act *a)
{
    struct materia *s = a->state;
    const struct argument *said = a->said->argument;
    int ghost, seat = acting(a), defender = said[0].seat;
    if (seat < 0)
        return who(a);
    if (said[0].kind != ARGUMENT_SEAT)
        return nobody(a);
    bool with = said[1].kind == ARGUMENT_WORD && said[1].number == POWERS;
    if (!with || said[3].kind != ARGUMENT_WORD || said[3].number >= POWERS)
        return materia_malformed(a, with ? 3 : 1, N_("“{found}” does not belong here; expected: attack NAME with "
                                                     "GHOST body, or mind"));
    enum outcome outcome = materia_in_play(a, 2, seat, &ghost);
    if (outcome != APPLIED)
        return outcome;
    int before = enter(a, seat, ghost, FIGHTING);
    materia_leave_battle(a);
    if (!after_trash(a, seat, ghost, before))
        check_opponent(a, seat, defender, before >= 0 ? s->battles : 0);
    if (s->ghost[ghost].owner != seat)   /* materia/attack */
        materia_rule(a, RULING_IRREGULAR, RULE_ATTACK, seat, ghost,
                     N_("{card} is not {seat}'s; one's own ghost attacks."));
    if (before >= 0)
        bump(&s->battles);
    s->ghost[ghost].line = a->said->line;
    materia_begin_battle(s, seat, defender, ghost, (enum power)said[3].number);
    return APPLIED;
}

/* ---- 5. Trash phase ---------------------------------------------------------------------- */

/* materia/install: no installed ghost is thrown away by choice; an effect may do it. */
static enum outcome trash_ghost(const struct act *a, int seat)
{
    struct materia *s = a->state;
    int ghost;
    enum outcome outcome = materia_in_play(a, 0, seat, &ghost);
    if (outcome != APPLIED)
        return outcome;
    if (s->fighting && (ghost == s->contest.fighter[ATTACK] || ghost == s->contest.fighter[DEFENCE]))
        return materia_impossible(a, seat, ghost, N_("{card} is fighting; the dice decide where it goes."));
    leave_draft(a, seat);
    if (!s->effects)
        materia_rule(a, RULING_IRREGULAR, RULE_INSTALL, seat, ghost,
                     N_("{seat} throws {card} away; no event or status was used that asks for it."));
    cards_remove(&s->contest.supporters[ATTACK], ghost);
    cards_remove(&s->contest.supporters[DEFENCE], ghost);
    materia_remove(a, ghost, TRASHED, -1);
    s->line = a->said->line;
    materia_check_end(a);
    return APPLIED;
}

static enum outcome say_trash(const struct act *a)
{
    struct materia *s = a->state;
    int seat = acting(a), count = a->said->argument[0].number;
    if (seat < 0)
        return who(a);
    if (a->said->argument[0].kind == ARGUMENT_TEXT)
        return trash_ghost(a, seat);
    if (count < 1)
        return materia_malformed(a, 0, N_("“{found}” cards; expected how many are trashed"));
    if (s->stage == PERIODS && s->archive[seat] < count) {
        enum outcome outcome = materia_impossible(a, seat, NO_CARD,
            N_("{seat} has {held} cards in the archive and cannot trash {count}."));
        message_number(&a->out->row[a->out->count - 1].message, "held", s->archive[seat]);
        message_number(&a->out->row[a->out->count - 1].message, "count", count);
        return outcome;
    }
    if (s->stage == DRAFT)
        return materia_impossible(a, seat, NO_CARD, N_("No archive has been dealt yet."));
    int before = enter(a, seat, NO_CARD, TRASHING);
    s->archive[seat] = (int16_t)(s->archive[seat] - count);
    s->trash = (int16_t)(s->trash + count);
    if (before < 0 || s->archive[seat] >= ARCHIVE_MOST)
        return APPLIED;
    /* materia/trash: from six or more down to five */
    message_number(&materia_rule(a, RULING_IRREGULAR, RULE_TRASH, seat, NO_CARD,
        N_("{seat} trashes down to {left}; cards beyond five are trashed, and no others."))->message,
        "left", s->archive[seat]);
    return APPLIED;
}

/* ---- ☆ゲームの終了 End · ☆ゲームの勝利 Victory ------------------------------------------------ */

static void end(struct materia *s, enum ended how, uint32_t winners)
{
    if (s->stage == OVER || winners == 0)
        return;
    s->ended = how;
    s->winners = winners;
    s->stage = OVER;
}

/* materia/twenty */
static void check_points(struct materia *s)
{
    uint32_t rich = 0;
    for (int i = 0; i < s->users; i++)
        rich |= (uint32_t)(s->points[i] >= POINTS_TO_WIN) << i;
    end(s, BY_POINTS, rich);
}

/* A ghost has left play. materia/last: perhaps all that others had are gone. */
void materia_check_end(const struct act *a)
{
    struct materia *s = a->state;
    uint32_t owners = 0;
    check_points(s);
    for (int i = 0; i < s->users; i++)
        owners |= (uint32_t)(materia_installed(s, i) > 0) << i;
    if (s->stage == PERIODS && (owners & (owners - 1)) == 0)
        end(s, BY_LAST, owners);
}

static enum outcome say_kyo(const struct act *a)
{
    struct materia *s = a->state;
    if (s->stage == DRAFT)
        return materia_impossible(a, a->said->seat, NO_CARD,
                                  N_("虚 cannot appear before the play: nothing has been downloaded."));
    forced_event(a, s->current >= 0 ? s->current : s->first);
    if (++s->kyo == 2) {   /* materia/kyo */
        s->ended = BY_KYO;
        s->stage = OVER;
    }
    return APPLIED;
}

static enum outcome say_points(const struct act *a)
{
    struct materia *s = a->state;
    uint32_t named = 0;
    for (int i = 0; i < a->said->count; i++) {
        uint32_t seat = 1u << a->said->argument[i].seat;
        if (named & seat)
            return materia_malformed(a, i, N_("a player named twice; expected each once"));
        named |= seat;
    }
    for (int i = 0; i < a->said->count; i++)
        s->points[a->said->argument[i].seat] += a->said->argument[i].number;
    if (s->current >= 0)
        s->line = a->said->line;
    check_points(s);
    return APPLIED;
}

/* ---- evidence ---------------------------------------------------------------------------- */

/* Cards seen in an archive: a ghost of that name cannot be elsewhere. */
static enum outcome see_archive(const struct act *a)
{
    struct materia *s = a->state;
    int seat = a->said->seat;
    for (int i = 0; i < a->said->count; i++) {
        int code = a->said->argument[i].kind == ARGUMENT_TEXT
                 ? materia_find(s, deck_of(a), a->said->argument[i].text) : NO_CARD;
        if (code < 0 || code >= DECK)
            continue;
        const struct materia_ghost *g = &s->ghost[code];
        if (g->place >= INSTALLED || (g->place == HELD && g->owner != seat))
            return materia_impossible(a, seat, code, N_("{card} was seen elsewhere; it is not in {seat}'s "
                                                        "archive."));
    }
    for (int i = 0; i < a->said->count; i++) {
        struct span written = a->said->argument[i].text;
        if (a->said->argument[i].kind != ARGUMENT_TEXT)
            continue;
        int code = materia_find(s, deck_of(a), written);
        if (code < 0 || code >= DECK) {
            if (s->ghosts == DECK)
                continue;
            s->ghost[s->ghosts] = (struct materia_ghost){
                .name = code >= CODE_ROW ? deck_of(a)->row[code - CODE_ROW].name : materia_name(written)};
            code = s->ghosts++;
        }
        s->ghost[code].place = HELD;
        s->ghost[code].owner = (int8_t)seat;
        s->ghost[code].line = a->said->line;
    }
    return APPLIED;
}

static enum outcome say_hand(const struct act *a)
{
    struct materia *s = a->state;
    int seat = a->said->seat, size = s->archive[seat];
    bool show = a->said->verb == SAY_SHOW;
    if (s->stage == DRAFT)
        return materia_impossible(a, seat, NO_CARD, N_("No archive has been dealt yet."));
    if (!show && s->current >= 0)
        return materia_impossible(a, seat, NO_CARD, N_("Archives are given before the first download; expected "
                                                       "`show` for cards seen later."));
    if (show ? a->said->count > size : a->said->count != size) {
        enum outcome outcome = materia_impossible(a, seat, NO_CARD,
            N_("{seat}'s archive has {size} cards, not {count}."));
        message_number(&a->out->row[a->out->count - 1].message, "size", size);
        message_number(&a->out->row[a->out->count - 1].message, "count", a->said->count);
        return outcome;
    }
    return see_archive(a);
}

/* ---- applying a statement ---------------------------------------------------------------- */

/*
 * After 虚 its effect may still give points or trash ghosts, and the totals of the battle that ended it
 * may be told behind the dice; nothing else follows the end.
 */
static bool after_the_end(const struct act *a)
{
    const struct materia *s = a->state;
    if (a->said->verb == SAY_TOTAL && s->settled > 0 && !s->fighting)
        return false;
    bool effect = a->said->verb == SAY_POINTS
               || (a->said->verb == SAY_TRASH && a->said->argument[0].kind == ARGUMENT_TEXT);
    return s->stage == OVER && !(s->ended == BY_KYO && effect) && a->said->verb != SAY_SHOW;
}

/* A step of a battle belongs to the period in which it is fought. */
static enum outcome in_battle(const struct act *a)
{
    enum outcome outcome = a->said->verb == SAY_DEFEND    ? materia_defend(a)
                           : a->said->verb == SAY_SUPPORT ? materia_support(a)
                           : a->said->verb == SAY_SET     ? materia_set(a)
                           : a->said->verb == SAY_MODIFY  ? materia_modify(a)
                           : a->said->verb == SAY_DICE    ? materia_dice(a)
                                                          : materia_total_given(a);
    if (outcome == APPLIED && game(a)->current >= 0)
        game(a)->line = a->said->line;
    return outcome;
}

static enum outcome apply(struct act *a)
{
    const struct statement *said = a->said;
    if (after_the_end(a))
        return materia_impossible(a, said->seat, NO_CARD, N_("The game is over; expected `game` for another "
                                                              "one."));
    if (said->verb >= SAY_DEFEND && said->verb <= SAY_TOTAL)
        return in_battle(a);
    switch (said->verb) {
    case SAY_INSTALL: return say_install(a);
    case SAY_DOWNLOAD: return say_download(a);
    case SAY_EVENT: return say_event(a);
    case SAY_SHELL: return say_shell(a);
    case SAY_STATUS: return say_status(a);
    case SAY_ATTACK: return say_attack(a);
    case SAY_TRASH: return say_trash(a);
    case SAY_KYO: return say_kyo(a);
    case SAY_POINTS: return say_points(a);
    case SAY_HAND:
    case SAY_SHOW: return say_hand(a);
    }
    return APPLIED;
}

static bool turns_page(const void *state, const struct setting *setting, const struct statement *said)
{
    (void)state;
    (void)setting;
    (void)said;
    return false;
}

/* Nothing is claimed here by what hidden cards would show. */
static void weigh(const void *state, const struct setting *setting, struct rulings *out)
{
    (void)state;
    (void)setting;
    (void)out;
}

static bool pack_row_here(const void *state)
{
    const struct materia *s = state;
    return s->stage == DRAFT && s->installs == 0;
}

/* ---- whose turn, and with which ghosts --------------------------------------------------- */

int materia_turn(const void *state, const struct setting *setting)
{
    const struct materia *s = state;
    (void)setting;
    if (s->stage == OVER)
        return -1;
    if (s->stage == DRAFT)
        return next_drafter(s);
    if (s->fighting && !s->bare && s->contest.fighter[DEFENCE] == NO_CARD)
        return s->contest.seat[DEFENCE];
    return s->current >= 0 ? s->current : s->first;
}

/* Installed ghosts that may still attack, defend or support. */
static struct cardset legal(const void *state, const struct setting *setting, int seat)
{
    const struct materia *s = state;
    struct cardset set = {{0, 0}};
    const struct materia_contest *c = &s->contest;
    bool may = s->fighting ? seat == c->seat[ATTACK] || seat == c->seat[DEFENCE]
                           : seat == materia_turn(state, setting) && s->phase < TRASHING
                                 && (s->battles == 0
                                     || setting->house->option[HOUSE_BATTLES].choice == BATTLES_ANY);
    for (int i = 0; i < s->ghosts && may && s->stage == PERIODS; i++) {
        bool busy = s->fighting
                 && (i == c->fighter[ATTACK] || i == c->fighter[DEFENCE]
                     || cards_hold(&c->supporters[ATTACK], i) || cards_hold(&c->supporters[DEFENCE], i));
        if (s->ghost[i].place == INSTALLED && s->ghost[i].owner == seat && !busy)
            cards_add(&set, i);
    }
    return set;
}

static const struct knowledge_part knowledge_part = {
    .legal = legal,
    .turn = materia_turn,
};

static const struct table_part table_part = {
    .hint = N_("Begin with the draft, in its order: `Aki: install Sakura`, with its values where no pack gives "
               "them, `body=1,1,2,3,4,5 mind=2,2,3,3,4,6 points=3`. Then the periods: `Aki: download`, `attack "
               "Bo with Sakura body`, `defend Unyuu`, `dice 4 3`, `trash 1`. `odds attack Sakura body` tells the "
               "chances, `help` lists everything, `undo` takes back."),
    .place = materia_place,
    .news = materia_news,
    .tell = materia_tell_table,
};

static const struct chances_part chances_part = {
    .asks = materia_asks,
    .tell = materia_odds_tell,
};

static const struct deck_part deck_part = {
    .size = sizeof(struct materia_pack),
    .rows = materia_rows,
    .begin = materia_pack_begin,
    .row = materia_pack_row,
    .row_here = pack_row_here,
    .learn = materia_pack_learn,
    .open = "others\n",
};

static const struct stickers_part stickers_part = {
    .nth = materia_sticker,
    .game = "MT",
};

const struct rulebook materia_rulebook = {
    .id = "materia",
    .title = N_("Materia"),
    .seats_least = 2,
    .seats_most = USERS,
    .state_size = sizeof(struct materia),
    .verbs = verbs,
    .rules = rules,
    .options = options,
    .card_read = card_read,
    .card_write = card_write,
    .card_name = materia_card_name,
    .card_hint = N_("the name of a card, in quotes where it has spaces"),
    .begin = begin,
    .apply = apply,
    .turns_page = turns_page,
    .weigh = weigh,
    .tell_rows = materia_tell_rows,
    .stand = materia_stand,
    .tell_seat = materia_tell_seat,
    .tell_rest = materia_tell_rest,
    .rows_key = "battles",
    .finished = materia_finished,
    .knowledge = &knowledge_part,
    .table = &table_part,
    .chances = &chances_part,
    .deck = &deck_part,
    .stickers = &stickers_part,
};
