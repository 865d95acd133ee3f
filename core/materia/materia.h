/*
 * Materia's state and deck, shared by the files of this folder and private to them.
 *
 *     server ──download──▶ archive ──install──▶ installed ──a lost battle──▶ captured
 *                             │                     └─────an effect──────▶ trash
 *                             └──event, shell, set, trash───────────────▶ trash
 *
 * Cards are known by name only. Archives, the server and events laid face down are hidden: the
 * state only keeps how many cards each holds, counted from what is done in the open.
 *
 * A file calls only those to its left:
 *
 *      deck.c ◀─ known.c ◀─ ghosts.c ◀─ setup.c ◀─ battle.c ◀─ dice.c ◀─ period.c ◀─ play.c
 *          ◀─ ask.c, odds.c, tell.c ◀─ tables.c
 *
 *      ☆ゲームの準備 setting up, or a position                   setup.c
 *      ☆ゲームのプレイ the periods, their phases                 period.c
 *      ☆戦闘 a battle                                           battle.c, dice.c; totals: known.c
 *      ☆ゲームの終了 the end                                     ghosts.c
 *      ☆ゲームの勝利 who is ahead                                known.c
 */
#ifndef FUDA_MATERIA_H
#define FUDA_MATERIA_H

#include "core/act.h"

enum {
    USERS = SEATS_MOST,
    DECK = 100, /* cards in the deck */
    /* how many of them can be ghosts: 75, and the ten that the list leaves blank */
    GHOSTS = 85,
    PACK_ROWS = 256, /* a card may be listed twice, as a ghost and as an event */
    NAMES = 28,      /* the names of events and shells that rulings mention */
    FACES = 6,
    ARCHIVE = 3,      /* cards dealt to each user */
    ARCHIVE_MOST = 5, /* cards that a user may keep at the end of a period */
    INSTALLED_MOST = 5,
    POINTS_TO_WIN = 20,
    BATTLES_MOST = 128, /* how many of the latest battles are kept for the score */
    EARLY_MOST = 4,     /* steps that came too early in a battle, kept to be reported */
    NO_CARD = -1,
    SOME_GHOST = -2, /* a ghost that nobody saw */
};

/*
 * Card codes from 0 are ghosts of this game, from CODE_NAME names that rulings mention, from
 * CODE_ROW rows of the pack.
 */
enum { CODE_NAME = DECK, CODE_ROW = DECK + NAMES };

enum {
    RULE_DECK,
    RULE_USERS,
    RULE_OPEN,
    RULE_SNAKE,
    RULE_ARCHIVE,
    RULE_TURN,
    RULE_DOWNLOAD,
    RULE_INSTALL,
    RULE_ACTION,
    RULE_BATTLE,
    RULE_TRASH,
    RULE_ATTACK,
    RULE_DEFEND,
    RULE_SUPPORT,
    RULE_SET,
    RULE_TOTAL,
    RULE_WIN,
    RULE_CAPTURE,
    RULE_TWENTY,
    RULE_LAST,
    RULE_KYO,
    RULE_COUNT
};

enum {
    HOUSE_SUPPORT_DIE,
    HOUSE_BARE,
    HOUSE_BATTLES,
    HOUSE_FORCED,
    HOUSE_EMPTY,
    HOUSE_SHELL,
    HOUSE_REMEDY,
    HOUSE_COUNT
};

enum {
    SAY_PLAY = VERB_PLAY,
    SAY_INSTALL,
    SAY_DOWNLOAD,
    SAY_EVENT,
    SAY_SHELL,
    SAY_STATUS,
    SAY_ATTACK,
    SAY_DEFEND,
    SAY_SUPPORT,
    SAY_SET,
    SAY_MODIFY,
    SAY_DICE,
    SAY_TOTAL,
    SAY_TRASH,
    SAY_KYO,
    SAY_POINTS,
    SAY_HAND,
    SAY_SHOW,
    SAY_POSITION,
    SAY_TURN,
    VERB_COUNT
};

/* The answers to the house options; 0 is the default of each. */
enum { DIE_OF_SUPPORTER, DIE_OF_SIDE };
enum { BARE_NO, BARE_NOTHING };
enum { BATTLES_ONE, BATTLES_ANY };
enum { FORCED_NOW, FORCED_CARD };
enum { EMPTY_SKIP, EMPTY_RESHUFFLE };
enum { SHELL_TRASH, SHELL_TRAVELS };

/* ---- cards ------------------------------------------------------------------------------- */

struct materia_name {
    uint32_t hash;        /* a hash of the folded name */
    uint8_t length;       /* 0: nobody has named this ghost */
    char text[NAME_MOST]; /* the spelling that came first */
};

enum power { BODY, MIND, POWERS };

/*
 * What is printed on a ghost: its values for each face of the die, by body and by mind, and its
 * points.
 */
struct materia_values {
    int32_t power[POWERS][FACES];
    int32_t points;
    uint8_t known; /* which of these are known: bits BODY, MIND, POWERS (the points) */
};

enum ghost_place {
    UNSEEN, /* somewhere in the server or an archive */
    HELD,   /* shown in its owner's archive */
    INSTALLED,
    /* either installed or captured: nobody knows who won its last battle */
    FOUGHT,
    CAPTURED,
    TRASHED
};

struct materia_ghost {
    struct materia_name name;
    struct materia_values values;
    enum ghost_place place;
    int8_t owner; /* who holds it, installed it or captured it */
    /* nobody saw which ghost was installed, so its values may be missing */
    bool untold;
    uint8_t shells;       /* shells installed on it */
    uint32_t status;      /* the period in which its status was used last; 0: never */
    uint32_t line, since; /* the lines where it was last seen and where it was installed */
};

enum row_kind { ROW_GHOST, ROW_SHELL, ROW_EVENT, ROW_KINDS };

struct materia_row {
    enum row_kind kind;
    bool forced;    /* an event that takes effect as soon as it is downloaded */
    uint8_t number; /* of its sticker, 1 to 100; 0: none */
    struct materia_name name;
    struct materia_values values;
};

struct materia_pack {
    uint16_t count;
    bool lists[ROW_KINDS]; /* there are rows of this kind, so no other cards of the kind exist */
    bool others;           /* the deck says that it is not complete, so other cards may exist */
    struct materia_row row[PACK_ROWS];
};

/* ---- a battle ---------------------------------------------------------------------------- */

enum side { ATTACK, DEFENCE, SIDES };

/* Who fights whom, and with what. Supporters are one bit for each ghost. */
struct materia_contest {
    enum power power;      /* POWERS: nobody knows which */
    int8_t seat[SIDES];    /* -1: nobody knows who is attacked */
    int8_t fighter[SIDES]; /* a ghost; NO_CARD: not chosen yet; SOME_GHOST */
    struct cardset supporters[SIDES];
    int64_t modify[SIDES]; /* changes by events */
    bool unseen[SIDES];    /* this side has supporters or changes that nobody knows */
};

/* A battle that is settled, kept for the score. */
struct materia_result {
    struct materia_contest contest;
    bool side_die;       /* house support-die=side */
    bool counted;        /* the totals were given instead of the dice */
    bool known[SIDES];   /* whether each side's total is known */
    uint8_t dice[SIDES]; /* 0: not seen */
    uint32_t period;
    int64_t total[SIDES];
    enum side winner; /* SIDES: nobody knows */
};

/*
 * A step of a battle that came before the defending ghost was chosen. If no ghost is ever chosen,
 * only that is reported.
 */
struct materia_early {
    uint8_t rule;
    int8_t seat;
    uint32_t line;
    const char *why;
};

/* ---- the game ---------------------------------------------------------------------------- */

enum stage { DRAFT, POSITION, PERIODS, OVER };
/* the furthest phase reached in a period */
enum period_phase { BEGUN, DRAWN, INSTALLING, ACTING, FIGHTING, TRASHING };
enum cast { NOT_CAST, CAST_IN_VAIN, CAST }; /* CAST_IN_VAIN: nobody defended */
enum game_end { OPEN, BY_POINTS, BY_KYO, BY_LAST };

struct materia {
    enum stage stage;
    enum game_end ended;
    /* who won by points or as the last one (a bit each); for 虚 see materia_finished */
    uint32_t winners;
    uint32_t end_line;
    uint8_t users;
    int8_t first;           /* the first user; -1: nobody has installed yet */
    uint8_t installs;       /* ghosts installed in the draft */
    uint8_t drafted[USERS]; /* cards drafted by each user */
    int64_t points[USERS];
    int16_t archive[USERS]; /* cards */
    int16_t server, trash;  /* cards */
    uint8_t kyo;            /* how often 虚 has appeared */
    bool position;          /* what was done before a position is not on record */
    /* users whose archives have an unknown number of cards (a bit each) */
    uint32_t uncounted;
    /* users whose points nobody knows (a bit each) */
    uint32_t unscored;
    /* users who captured ghosts whose points are still not told (a bit each) */
    uint32_t owed;
    /* how many of each user's installed ghosts may have left play; nobody knows which */
    uint8_t fewer[USERS];

    /* this period */
    int8_t current; /* whose period it is; -1: the first has not begun */
    int8_t stray;   /* who acts out of turn; -1: nobody */
    enum period_phase phase;
    uint32_t period, line; /* its number; its last line so far */
    uint8_t downloads, installed, battles, forced;
    /* an event or a status was used, so what follows may be its effect */
    bool effects;

    /* how often somebody acted with another user's ghost; who did so last, and with which ghost */
    uint32_t foreign;
    int8_t foreign_seat;
    int16_t foreign_ghost;

    /* the battle under way, or the last one of this period */
    bool fighting;
    bool bare;            /* the battle is against a user without ghosts */
    enum cast cast;       /* whether its dice are on record */
    uint32_t battle_line; /* its last line */
    uint8_t early_count;
    struct materia_early early[EARLY_MOST];
    bool supported[SIDES], set[SIDES], opened[SIDES];
    struct materia_contest contest;

    uint32_t settled; /* battles */
    struct materia_result last;

    uint8_t ghosts, names;
    struct materia_ghost ghost[DECK]; /* from here on only what is in use is copied */
    struct materia_name name[NAMES];
    /* battle n, counted from 0, is in row n modulo BATTLES_MOST */
    struct materia_result result[BATTLES_MOST];
};

/* Is it known how many points this user has? */
static inline bool materia_scored(const struct materia *s, int seat)
{
    return !((s->unscored | s->owed) >> seat & 1);
}

/* ---- a statement, and what is answered --------------------------------------------------- */

/* The game that a statement is applied to. */
static inline struct materia *game(const struct act *a) { return a->state; }

/* The deck that it is played with. */
static inline const struct materia_pack *deck_of(const struct act *a) { return a->setting->pack; }

static inline bool is_unseen(const struct act *a, int argument)
{
    return argument < a->said->count && a->said->argument[argument].kind == ARGUMENT_UNSEEN;
}

/* Impossible; the line where this ghost was last seen proves it. */
static inline enum outcome seen_before(const struct act *a, int seat, int ghost,
    const char *message)
{
    const uint32_t line = ghost >= 0 && ghost < DECK ? game(a)->ghost[ghost].line : 0;
    return act_seen_before(a, seat, ghost, line, message);
}

/*
 * Marks a ruling as an act against the order of play, although its rule's row says nothing of the
 * order, or that something is lacking.
 */
static inline struct ruling *of_an_act(struct ruling *r)
{
    r->order = OF_AN_ACT;
    return r;
}

/* Counts within a period stop at 255. */
static inline void bump(uint8_t *count)
{
    if (*count < UINT8_MAX)
        ++*count;
}

/* ---- deck.c: names, values, the deck ------------------------------------------------------- */

struct materia_name materia_name(struct span written);
bool materia_same(const struct materia_name *a, const struct materia_name *b);

/*
 * Finds a ghost by its name or, with a pack, by its number: the code of a ghost of this game, else
 * of a row of the pack, else -1.
 */
int materia_find(const struct materia *s, const struct materia_pack *pack, struct span written);
/* The row of an event or a shell, or -1. */
int materia_row(const struct materia_pack *pack, enum row_kind kind, struct span written);
/*
 * A card code for the name of an event or a shell, so that a ruling can mention it; NO_CARD: no
 * room.
 */
int materia_name_code(struct materia *s, const struct materia_pack *pack, enum row_kind kind,
    struct span written);
size_t materia_card_name(const struct setting *setting, int card, char *out);

/* A ghost of this battle whose values ought to be on record but are not; NO_CARD: there is none. */
int materia_unvalued(const struct materia *s);

/* Reads body=…, mind=…, points=… after the first argument into `values`. */
bool materia_values_read(const struct statement *said, struct materia_values *values,
    struct fault *fault);

extern const struct deck_part materia_deck_part;
enum { SAY_ROW_GHOST, SAY_ROW_SHELL, SAY_ROW_EVENT, SAY_ROW_OTHERS, ROW_VERBS };

bool materia_sticker(const void *pack, unsigned n, struct sticker *out);

/* ---- known.c: totals and odds, whose turn it is, who is ahead ------------------------------ */

/*
 * How many ghosts a user has: those on record; at least; at most, unless a position has left some
 * out; and whether the number is certain.
 */
int materia_installed(const struct materia *s, int seat);
int materia_least(const struct materia *s, int seat);
int materia_most(const struct materia *s, int seat);
bool materia_sure(const struct materia *s, int seat);

/* Is this ghost on a desktop, as far as anybody knows? */
static inline bool materia_lies(const struct materia_ghost *g)
{
    return g->place == INSTALLED || g->place == FOUGHT;
}

/* Does the number of cards in this archive prove anything? */
static inline bool materia_counted(const struct materia *s, int seat)
{
    return !(s->uncounted >> seat & 1);
}

/*
 * The total of a side if its fighter's die shows `die` (1 to 6); false while part of it is not
 * known.
 */
bool materia_total(const struct materia *s, const struct materia_contest *contest, enum side side,
    int die, bool side_die, int64_t *total);

/*
 * The face that counts for a side's fighter. With house support-die=side it is 1 as soon as anybody
 * supports.
 */
int materia_face(const struct materia_contest *contest, enum side side, int die, bool side_die);

/*
 * In how many of the 36 throws of two dice the attack wins; -1 while a fighter is not chosen or a
 * value is not known. `side_die`: house support-die=side.
 */
int materia_odds(const struct materia *s, const struct materia_contest *contest, bool side_die);

/*
 * materia/snake: the seat at place `k` of the draft, counted from 0; and who chooses now, -1:
 * anybody.
 */
int materia_snake(const struct materia *s, int k);
int materia_next_drafter(const struct materia *s);
int materia_next_user(const struct materia *s); /* who acts in the next period */
int materia_turn(const void *state, const struct setting *setting);
/*
 * materia_lacks_defence: no ghost has been chosen to defend yet. materia_must_defend: and the user
 * has more than one, so that the choice has to be said.
 */
bool materia_lacks_defence(const struct materia *s);
bool materia_must_defend(const struct materia *s);
struct cardset materia_legal(const void *state, const struct setting *setting, int seat);

/* Who is ahead by points, then by installed ghosts (a bit each); false: not known. */
bool materia_best(const struct materia *s, uint32_t *best);
bool materia_finished(const void *state, const struct setting *setting, uint32_t *winners);
void materia_stand(const void *state, const struct setting *setting, struct standing *out);

/* ---- ghosts.c: ghosts as they come and go, and the end ------------------------------------- */

/* An argument that cannot be read (-1: the statement); {found} of the message is the argument. */
enum outcome materia_malformed(const struct act *a, int argument, const char *message);
enum outcome materia_too_few(const struct act *a);

/* The ghost that an argument names, if it is installed somewhere; SOME_GHOST for ? */
enum outcome materia_in_play(const struct act *a, int argument, int seat, int *ghost);

/*
 * materia_ghost_of_install finds the ghost that is to be installed: its place in the list and, if
 * it is new there, what is known of it. materia_install installs it.
 */
enum outcome materia_ghost_of_install(const struct act *a, int seat, int *ghost,
    struct materia_ghost *fresh);
void materia_install(const struct act *a, int seat, int ghost, const struct materia_ghost *fresh);

/* A ghost leaves a desktop; its shells go with it or to the trash. */
void materia_remove(const struct act *a, int ghost, enum ghost_place place, int owner);

/* Cards that were seen in archives may have moved unseen, by an effect or with the trash. */
void materia_forget_archives(struct materia *s, bool trash_too);

/*
 * Takes cards out of an archive. Cards that the archive is not known to hold were drawn unseen, and
 * are taken from the server. Returns how many cards were taken.
 */
int materia_spend(struct materia *s, int seat, int cards);

/*
 * materia_check_points ends the game if a user has enough points. materia_check_end, called after a
 * ghost has left play, also ends it if only one user has ghosts left.
 */
void materia_check_points(struct materia *s);
void materia_check_end(struct materia *s);

/* ---- setup.c: the draft, or a position ------------------------------------------------------- */

enum outcome materia_choose(const struct act *a);
enum outcome materia_position(const struct act *a);
enum outcome materia_lay(const struct act *a);
enum outcome materia_say_turn(const struct act *a);
/* Called at the first act of a period: the draft or the position is over. */
void materia_begin_play(const struct act *a, int seat);

/*
 * materia/turn: reports an act of a user whose period or battle it is not, once as long as that
 * goes on.
 */
void materia_out_of_turn(const struct act *a, int seat, int card);

/* ---- battle.c, dice.c: its steps ------------------------------------------------------------- */

/*
 * attack NAME with GHOST body; any of it may be ?, and after a ghost that nobody saw the power may
 * be left out.
 */
enum outcome materia_read_attack(const struct act *a, int *defender, int *ghost, enum power *power);
/* Steps 1 and 2: an attack that is allowed. `defender` -1, `ghost` SOME_GHOST: not seen. */
void materia_begin_battle(const struct act *a, int attacker, int defender, int ghost,
    enum power power);
/* Ends a battle, settled or not: the cards laid for it go to the trash. */
void materia_end_battle(struct materia *s);
/* Ends a battle that was left without dice, because something else goes on. */
void materia_leave_battle(const struct act *a);
/* A battle that was begun out of turn and that nobody has answered is taken back. */
void materia_drop_stray_attack(struct materia *s);
enum outcome materia_defend(const struct act *a);
enum outcome materia_support(const struct act *a);
enum outcome materia_set(const struct act *a);
enum outcome materia_modify(const struct act *a);
enum outcome materia_no_battle(const struct act *a);
/* The side of a seat; -1: neither. A user who attacks themselves is on the attacking side. */
int materia_side_of(const struct materia *s, int seat);

enum outcome materia_dice(const struct act *a);
enum outcome materia_total_given(const struct act *a);

/* ---- period.c: the periods and their phases -------------------------------------------------- */

enum outcome materia_download(const struct act *a);
enum outcome materia_install_phase(const struct act *a);
enum outcome materia_event(const struct act *a);
enum outcome materia_shell(const struct act *a);
enum outcome materia_status(const struct act *a);
enum outcome materia_attack(const struct act *a);
enum outcome materia_trash(const struct act *a);
enum outcome materia_kyo(const struct act *a);

/* Is nothing left to draw, so that a period may pass without any line? */
bool materia_server_empty(const struct act *a);

/* ---- play.c ------------------------------------------------------------------------------ */

void materia_begin(void *state, const struct setting *setting);
void materia_copy(void *to, const void *from);
enum outcome materia_apply(struct act *act);

/* ---- odds.c ------------------------------------------------------------------------------ */

/* The question `odds attack GHOST body on GHOST support …`, and its answer. */
extern const struct verb materia_asks[];
bool materia_odds_tell(const void *state, const struct setting *setting,
    const struct statement *said, struct teller *t, struct fault *fault);

/* ---- tell.c: the score, and what the table asks (core.h, struct rulebook) ------------------ */

void materia_tell_rows(const void *state, const struct setting *setting, struct teller *t,
    uint32_t *told, bool last);
void materia_tell_seat(const void *state, const struct setting *setting, int seat,
    struct teller *t);
void materia_tell_rest(const void *state, const struct setting *setting, struct teller *t);
void materia_tell_table(const void *state, const struct setting *setting, struct teller *t);
void materia_place(const void *state, const struct setting *setting, struct message *out);
void materia_news(const void *before, const void *after, const struct setting *setting,
    struct news *news);

/* ---- ask.c ------------------------------------------------------------------------------- */

void materia_ask(const void *state, const struct setting *setting, struct ask *out);
size_t materia_missing(const void *state, const struct setting *setting, unsigned n, char *out,
    size_t room);

#endif
