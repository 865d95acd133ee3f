/*
 * Materia's state and deck, and what its files have of each other. Private to this folder.
 *
 *     server ──download──▶ archive ──install──▶ installed ──a lost battle──▶ captured
 *                             │                     └─────an effect──────▶ trash
 *                             └──event, shell, set, trash───────────────▶ trash
 *
 * Cards are known by name only. The archive, the server and events laid face down are hidden:
 * of those the state keeps how many cards they hold, from what is done in the open.
 *
 * A file calls those on its left only:
 *
 *      deck.c ◀─ known.c ◀─ ghosts.c ◀─ order.c ◀─ rival.c ◀─ contest.c ◀─ dice.c ◀─ draft.c ◀─ period.c ◀─ battle.c
 *          ◀─ play.c ◀─ refused.c ◀─ tables.c
 *                                               ◀─ ask.c, odds.c, tell.c ◀─ tables.c
 *
 *      ☆ゲームの準備 setting up                                 draft.c
 *      ☆ゲームのプレイ the periods, their phases                 period.c, play.c
 *      ☆戦闘 a battle                                           contest.c, battle.c, dice.c; the totals, known.c
 *      what an impossible statement stands for                   refused.c
 *      ☆ゲームの終了 the end                                     ghosts.c; ☆ゲームの勝利 who is ahead, known.c
 */
#ifndef FUDA_MATERIA_H
#define FUDA_MATERIA_H

#include "core/act.h"

enum {
    USERS = SEATS_MOST,
    DECK = 100,              /* cards in all, */
    GHOSTS = 85,             /* of which so many can be ghosts: 75, and the ten the list leaves blank */
    PACK_ROWS = 256,         /* a card may be listed twice, as a ghost and as an event */
    NAMES = 28,              /* names of events and shells that rulings speak of */
    FACES = 6,
    ARCHIVE = 3,             /* dealt */
    ARCHIVE_MOST = 5,        /* kept at the end of a period */
    INSTALLED_MOST = 5,
    POINTS_TO_WIN = 20,
    EARLY_MOST = 4,          /* steps of a battle before their time that are told */
    WAITING_MOST = 3,        /* rulings on lines that name nobody */
    WAITING_VALUES = 2,
    NO_CARD = -1,
};

/* Card codes: a ghost of this game, a name a ruling speaks of, a row of the pack. */
enum { CODE_NAME = DECK, CODE_ROW = DECK + NAMES };

enum {
    RULE_DECK, RULE_USERS, RULE_OPEN, RULE_SNAKE, RULE_ARCHIVE, RULE_TURN, RULE_DOWNLOAD,
    RULE_INSTALL, RULE_ACTION, RULE_BATTLE, RULE_TRASH, RULE_ATTACK, RULE_DEFEND, RULE_SUPPORT,
    RULE_SET, RULE_TOTAL, RULE_WIN, RULE_CAPTURE, RULE_TWENTY, RULE_LAST, RULE_KYO, RULE_COUNT
};

enum { HOUSE_SUPPORT_DIE, HOUSE_BARE, HOUSE_BATTLES, HOUSE_FORCED, HOUSE_EMPTY, HOUSE_SHELL,
       HOUSE_REMEDY, HOUSE_COUNT };

enum { SAY_PLAY = VERB_PLAY, SAY_INSTALL, SAY_DOWNLOAD, SAY_EVENT, SAY_SHELL, SAY_STATUS, SAY_ATTACK,
       SAY_DEFEND, SAY_SUPPORT, SAY_SET, SAY_MODIFY, SAY_DICE, SAY_TOTAL, SAY_TRASH, SAY_KYO,
       SAY_POINTS, SAY_HAND, SAY_SHOW, VERB_COUNT };

/* The alternatives; 0 is the default of each. */
enum { DIE_OF_SUPPORTER, DIE_OF_SIDE };
enum { BARE_NO, BARE_NOTHING };
enum { BATTLES_ONE, BATTLES_ANY };
enum { FORCED_NOW, FORCED_CARD };
enum { EMPTY_SKIP, EMPTY_RESHUFFLE };
enum { SHELL_TRASH, SHELL_TRAVELS };

/* ---- cards ------------------------------------------------------------------------------- */

struct materia_name {
    uint32_t hash;           /* of the folded text */
    uint8_t length;
    char text[NAME_MOST];    /* as it was spelled first */
};

enum power { BODY, MIND, POWERS };

/* What is printed on a ghost: its value for each face of the die, by body and by mind. */
struct materia_values {
    int32_t power[POWERS][FACES];
    int32_t points;
    uint8_t known;           /* bits BODY, MIND, POWERS (the points) */
};

enum ghost_place {
    UNSEEN,                  /* somewhere in the server or an archive */
    HELD,                    /* shown in its owner's archive */
    INSTALLED, CAPTURED, TRASHED
};

struct materia_ghost {
    struct materia_name name;
    struct materia_values values;
    enum ghost_place place;
    int8_t owner;            /* who holds it, installed it or captured it */
    bool contested;          /* installed out of turn, or by two: it is the one's who uses it */
    bool twofold;            /* a second line installs it: its values may be those of another one */
    bool loose;              /* installed by a line that names nobody, and nobody was named since */
    int8_t keeper;           /* behind a slip: whose it is if it is used, wherever the record has it; -1: nobody's */
    uint8_t shells;          /* installed on it */
    uint32_t status;         /* the period in which its status was used last; 0: never */
    uint32_t line, since;    /* where it was seen last; where it was installed */
};

enum row_kind { ROW_GHOST, ROW_SHELL, ROW_EVENT, ROW_KINDS };

struct materia_row {
    enum row_kind kind;
    bool forced;             /* an event that takes effect when it is downloaded */
    uint8_t number;          /* of its sticker, 1 to 100; 0: none */
    struct materia_name name;
    struct materia_values values;
};

struct materia_pack {
    uint16_t count;
    bool lists[ROW_KINDS];   /* are there rows of this kind? Then others do not exist, … */
    bool others;             /* … unless the deck says that it is not complete */
    struct materia_row row[PACK_ROWS];
};

/* ---- a battle ---------------------------------------------------------------------------- */

enum side { ATTACK, DEFENCE, SIDES };

/* Who fights whom with what; supporters as a bit a ghost. */
struct materia_contest {
    enum power power;
    int8_t seat[SIDES];
    int8_t fighter[SIDES];   /* a ghost; NO_CARD: not chosen yet */
    struct cardset supporters[SIDES];
    int64_t modify[SIDES];   /* changes by events */
};

/* The battle settled last, for the score. */
struct materia_result {
    struct materia_contest contest;
    bool side_die;           /* house support-die=side */
    bool counted;            /* its totals were given; the dice are not known */
    bool murky;              /* behind a slip in it, the totals need not be those that were fought */
    uint8_t dice[SIDES];
    uint32_t period;
    int64_t total[SIDES];
    enum side winner;
};

/* ---- slips ------------------------------------------------------------------------------- */

/*
 * An act of a user whose period it is not: the period stays where it was, and so the act is judged no further.
 * Of the next user in order it may be a period whose download is missing: who goes on tells.
 */
struct materia_stray {
    int8_t seat;             /* who acted so last; -1: nobody, since the period's user went on */
    bool drew;               /* a download of this period was out of turn: it may stand in the place of the next one */
    bool doubt;              /* … and it is not told yet: … */
    bool behind;             /* … behind downloads that name nobody, … */
    uint32_t line;           /* … at this line, … */
    int16_t card;            /* … with this card */
};

/*
 * An act behind which a download came that names nobody: that user's, and the act was too early; or the next one's, and this
 * one's download is missing. Who goes on tells.
 */
struct materia_undrawn {
    uint32_t line, because;  /* of the act, 0: none; of the download */
    int8_t seat, user;       /* who acted; whose period it is now, if that was too early */
    int8_t before;           /* whose it was */
    int16_t card;
    bool behind;             /* downloads that name nobody */
};

/*
 * The other readings of lines that name nobody: the next user's download is missing before one of them, or the download that
 * opened the period was the second one of the user before. A line that names somebody tells which reading holds.
 */
enum { NEXT_USER, USER_BEFORE, RIVALS };

struct materia_rival {
    int8_t user;             /* whose period it is by it; -1: there is no such reading */
    int8_t seat;             /* of whom that is told then: a missing download, … */
    bool twice;              /* … or one too many, … */
    bool idle;               /* by the plain one nothing is wrong so far: the next download ends this one */
    uint32_t line;           /* … at this line; 0: it was told */
};

/* What is wrong with such a line by the plain reading: told when that holds. */
struct materia_waiting {
    uint8_t rule, values;
    int8_t seat;
    int16_t card;
    uint32_t line, because;  /* 0: nothing */
    const char *why;
    struct { const char *name; enum value_kind kind; int32_t number; } value[WAITING_VALUES];
};

/* A choice of the draft, in the order of the record. */
struct materia_choice {
    int8_t seat;             /* -1: its line names nobody */
    int16_t ghost;
    uint32_t line;
};

/* A step of a battle before the defending ghost was chosen; if it never is, that alone is told. */
struct materia_early {
    uint8_t rule;
    int8_t seat;
    uint32_t line;
    const char *why;
};

/* ---- the game ---------------------------------------------------------------------------- */

enum stage { DRAFT, PERIODS, OVER };
enum period_phase { BEGUN, DRAWN, INSTALLING, ACTING, FIGHTING, TRASHING };  /* the furthest reached */
enum game_end { OPEN, BY_POINTS, BY_KYO, BY_LAST };

struct materia {
    enum stage stage;
    enum game_end ended;
    uint32_t winners;             /* a bit each, by points or as the last; by 虚 see materia_winners */
    uint32_t end_line;
    bool beyond;                  /* … and that was told to who went on */
    uint8_t users;
    int8_t first;                 /* the first user; -1: nobody has installed yet */
    uint8_t installs;             /* in the draft, */
    uint8_t drafted[USERS];       /* … of each */
    struct materia_choice choice[2 * USERS];
    bool draft_judged;            /* the draft has been judged */
    int8_t late;                  /* whose choice was missing, and may come late; -1: nobody's */
    int64_t points[USERS];
    int16_t archive[USERS];       /* cards */
    int16_t server, trash;        /* cards */
    uint8_t kyo;                  /* how often it has appeared */
    uint32_t uncounted;           /* behind a slip: archives whose cards prove nothing more (a bit each) */
    uint32_t unsure;              /* … and whose ghosts may be others, or more or fewer, than on record */
    uint32_t owing;               /* … and who left a trash out, and may do it late */
    uint32_t hasty;               /* … and who has acted too early, with what may come of it */
    uint32_t drew;                /* … and who has downloaded too early, in the place of the next period's */
    uint8_t lost_choices;         /* lines of the draft that cannot be read */
    struct materia_stray stray;
    struct materia_undrawn undrawn;
    uint8_t passed;               /* who was due when downloads that name nobody were told to be miscounted, and one; 0: nobody */
    uint8_t went;                 /* who has downloaded out of turn in this period, and one; 0: nobody */
    struct materia_rival rival[RIVALS];
    struct materia_waiting waiting[WAITING_MOST];
    uint8_t waits;
    uint32_t waited;              /* the last line of which such a ruling was told */
    uint8_t run;                  /* periods opened by downloads that name nobody, since somebody was named */

    /* this period */
    int8_t current;               /* -1: the first has not begun */
    enum period_phase phase;
    uint32_t period, line;        /* its number; its last line so far, */
    uint32_t drawn;               /* … and that of its download */
    uint8_t downloads, installed, battles, forced;
    uint32_t bare_line;           /* an attack on one who seems to have no ghosts: told unless one defends; 0: none */
    bool effects;                 /* an event or a status was used: what follows may be its effect */
    bool unread;                  /* a line of it cannot be read: what is missing may be that */
    bool implied;                 /* whose it is is known from its place only: no act of it has named a user */
    bool returned;                /* the periods' places do not fit those who act in them, as was told */
    bool slack;                   /* … and what lies before it leaves open whose it is */

    /* the battle under way */
    bool fighting;
    bool bare;                    /* … against a user without ghosts */
    bool blind;                   /* the attack is not on record, or cannot have been: its steps are passed over */
    bool excused;                 /* the defending ghost was named, or the totals were, but they cannot be */
    bool ahead;                   /* … before the attack */
    bool unnamed;                 /* the attack's line names nobody */
    bool stand_in;                /* it was named by a user who is not in this battle */
    bool odd_set;                 /* an event was laid by the wrong user: it may be another's */
    bool murky;                   /* behind a slip in it, the totals need not be those that were fought */
    bool unread_step;             /* a line of it cannot be read */
    bool unsettled;               /* a battle was left without dice: they may come late */
    uint32_t aside;               /* attacked meanwhile by a third user, to whom they may answer (a bit each) */
    uint32_t battle_line;         /* its last line */
    uint32_t trash_line;          /* where its attacker trashed cards: told if it is settled behind that; 0: nowhere */
    struct materia_choice answer; /* a defending ghost without an attack, which may follow; line 0: none */
    uint8_t early_count;
    struct materia_early early[EARLY_MOST];
    bool set[SIDES], opened[SIDES];
    struct materia_contest contest;

    uint32_t settled;             /* battles */
    struct materia_result last;

    uint8_t ghosts, names;
    struct materia_ghost ghost[DECK];
    struct materia_name name[NAMES];
};

/* ---- a statement, and what is answered --------------------------------------------------- */

/* The game that a statement is applied to, … */
static inline struct materia *game(const struct act *a) { return a->state; }

/* … and the deck that it is played with. */
static inline const struct materia_pack *deck_of(const struct act *a) { return a->setting->pack; }

/* The record says what cannot be, as the line shows where this ghost was seen last. */
static inline enum outcome seen_before(const struct act *a, int seat, int ghost, const char *message)
{
    return act_seen_before(a, seat, ghost, ghost < DECK ? game(a)->ghost[ghost].line : 0, message);
}

/* ---- deck.c: names, values, the deck ------------------------------------------------------- */

struct materia_name materia_name(struct span written);
bool materia_same(const struct materia_name *a, const struct materia_name *b);

/* A ghost of this game by its name or, with a pack, by its number: its code, else a row's, else -1. */
int materia_find(const struct materia *s, const struct materia_pack *pack, struct span written);
/* The row of an event or a shell, or -1. */
int materia_row(const struct materia_pack *pack, enum row_kind kind, struct span written);
/* A code for the name of an event or a shell, for a ruling; NO_CARD if there is no room. */
int materia_name_code(struct materia *s, const struct materia_pack *pack, enum row_kind kind,
                      struct span written);
size_t materia_card_name(const struct setting *setting, int card, char *out);

/* Reads body=…, mind=…, points=… behind the first argument into `values`. */
bool materia_values_read(const struct statement *said, struct materia_values *values,
                         struct fault *fault);

extern const struct deck_part materia_deck_part;
enum { SAY_ROW_GHOST, SAY_ROW_SHELL, SAY_ROW_EVENT, SAY_ROW_OTHERS, ROW_VERBS };

bool materia_sticker(const void *pack, unsigned n, struct sticker *out);

/* ---- known.c: totals and odds, whose turn it is, who is ahead ------------------------------ */

int materia_installed(const struct materia *s, int seat);

/* Total of a side when its fighter's die shows `die` (1 to 6); false while a value is unknown. */
bool materia_total(const struct materia *s, const struct materia_contest *contest, enum side side,
                   int die, bool side_die, int64_t *total);

/* The face that counts for a side's fighter: house support-die=side makes it a 1 with any support. */
int materia_face(const struct materia_contest *contest, enum side side, int die, bool side_die);

/*
 * Of the 36 ways that two dice fall, how many let the attack win? -1 while a fighter is not chosen
 * or a value is not known. `side_die`: house support-die=side.
 */
int materia_odds(const struct materia *s, const struct materia_contest *contest, bool side_die);

/* materia/snake: the k-th place, counted from 0: 1…n, then n…1; and whose turn it is: the first place that is not taken; -1: nobody's yet. */
int materia_snake(const struct materia *s, int k);
int materia_next_drafter(const struct materia *s);
int materia_turn(const void *state, const struct setting *setting);
struct cardset materia_legal(const void *state, const struct setting *setting, int seat);

/* The best of the points, then of the installed ghosts: a bit each. */
uint32_t materia_best(const struct materia *s);
bool materia_finished(const void *state, const struct setting *setting, uint32_t *winners);
void materia_stand(const void *state, const struct setting *setting, struct standing *out);

/* ---- ghosts.c: ghosts as they come and go, and the end ------------------------------------- */

/* An argument that cannot be read (-1: the statement); {found} of the message is the argument. */
enum outcome materia_malformed(const struct act *a, int argument, const char *message);

/* The ghost that an argument names, if it is installed somewhere. */
enum outcome materia_in_play(const struct act *a, int argument, int seat, int *ghost);

/* The ghost of an install: its place in the list and, if it is new there, what is known of it; and installing it. */
enum outcome materia_ghost_of_install(const struct act *a, int seat, int *ghost, struct materia_ghost *fresh);
void materia_install(const struct act *a, int seat, int ghost, const struct materia_ghost *fresh);

/* A ghost leaves a desktop; its shells go along or to the trash. */
void materia_remove(const struct act *a, int ghost, enum ghost_place place, int owner);

/* What was seen in archives may have moved unseen: by an effect, or with the trash. */
void materia_forget_archives(struct materia *s, bool trash_too);

/* Does the number of cards in this archive prove anything? Not behind a slip that has changed it. */
static inline bool materia_counted(const struct materia *s, int seat) { return !(s->uncounted >> seat & 1); }

/* … and the number of this user's ghosts? */
static inline bool materia_sure(const struct materia *s, int seat) { return !(s->unsure >> seat & 1); }

/* A ghost that was installed out of turn is another user's, who sends it into a battle. */
static inline void materia_claim(struct materia *s, int seat, int ghost)
{
    struct materia_ghost *g = &s->ghost[ghost];
    if (g->owner == seat || (!g->contested && !g->loose))
        return;
    s->uncounted |= 1u << g->owner | 1u << seat;
    s->unsure |= 1u << g->owner | 1u << seat;
    g->contested = true;
    g->owner = (int8_t)seat;
}

/* Cards leave an archive; one of which it is not known how many it has may have held more. How many they are. */
int materia_spend(struct materia *s, int seat, int cards);

/* ---- order.c: acts out of their period ------------------------------------------------------- */

/* Who acts in the next period. */
int materia_next_user(const struct materia *s);

/* It was not the next user's period without its download: what was in doubt was out of turn. */
void materia_tell_doubt(const struct materia *s, struct rulings *out);
void materia_end_doubt(const struct act *a);

/* materia/download: the act before a download that names nobody was of a period without one; or it was too early. */
void materia_tell_undrawn(const struct materia *s, struct rulings *out);
void materia_end_undrawn(const struct act *a);
void materia_tell_early_act(const struct materia *s, struct rulings *out, uint32_t because);

/* materia/download: it is missing before this line; materia/turn: there is a second one. */
void materia_not_drawn(const struct act *a, int seat, uint32_t line);
void materia_tell_not_drawn(struct rulings *out, int seat, uint32_t line);
void materia_drew_twice(const struct act *a, int seat, uint32_t line);
/* … or among several that name nobody one is missing, or too many. */
void materia_miscounted(const struct act *a, uint32_t line);
/* Have more than `run` periods in a row been opened by such downloads? Of the game's first one it is known whose it is. */
static inline bool materia_behind_run(const struct materia *s, int run) { return s->run > run + (s->run == s->period); }

/* materia/turn: an act of a user who is not in the battle, or whose period it is not, told once while it goes on. */
void materia_stray(const struct act *a, int seat, int card);

/* Ends the game if a user has the points; after a ghost has left play, also if only one user has any. */
void materia_check_points(struct materia *s);
void materia_check_end(const struct act *a);

/* ---- rival.c: the readings of lines that name nobody ------------------------------------------- */

/* A line may name who acts, or show it by a ghost: the reading that this does not fit is given up. */
void materia_settle_readings(const struct act *a);
/* materia/attack: with another's ghost. */
void materia_not_own_attack(const struct act *a, int seat, int ghost, uint32_t line);
/* Does a line that names nobody attack the user whose period it is, with a ghost of which it is not sure whose it is? */
bool materia_attacks_anybodys(const struct act *a);
/* What was told of a line that names nobody, from the `told`-th ruling on, waits; and is told at the end. */
void materia_keep_waiting(const struct act *a, unsigned told);
void materia_tell_waiting(const struct materia *s, struct rulings *out);
void materia_weigh_waiting(const struct materia *s, struct rulings *out);
/* It may be this user's period as well, of which is told what has to be; an unnamed download then opens the one after it. */
void materia_read_otherwise(struct materia *s, int which, int user);
void materia_pass_on(struct materia *s);
/* The plain reading holds, or none of them does; what was installed by a line that names nobody is then whose it is used by. */
void materia_settle_plainly(const struct act *a);
void materia_give_up_readings(struct materia *s);
void materia_doubt_ghosts(struct materia *s);

/* ---- contest.c: a battle as a whole --------------------------------------------------------- */

void materia_begin_battle(const struct act *a, int attacker, int defender, int ghost, enum power power);
/* Settled, or not: what was laid goes to the trash. */
void materia_end_battle(struct materia *s);
/* A battle that was left without dice is over when something else goes on. */
void materia_leave_battle(const struct act *a);
/* … and one that was begun out of turn, and that nobody has answered. */
void materia_drop_stray_attack(struct materia *s);

/* Must another ghost be chosen to defend, and none is? And telling so, where the battle is not counted for that. */
bool materia_defence_missing(const struct materia *s);
void materia_defence_left_out(const struct act *a);
/* This ghost defends: it supports no more. */
void materia_send_to_defend(struct materia *s, int ghost);
/* A step that comes before it is kept; all of them are told when it comes, as `because` (0: nothing) proves. */
void materia_keep_early(const struct act *a, int rule, const char *why);
void materia_tell_early(const struct materia *s, struct rulings *out, uint32_t because);

/* Nobody defends: the user who was attacked has no ghost indeed. */
void materia_tell_bare(const struct materia *s, struct rulings *out);
/* A defending ghost was named, and no attack follows. */
void materia_end_answer(const struct act *a);
void materia_tell_answer(const struct materia *s, struct rulings *out, uint32_t because);

/* Which side a seat is on; -1: neither. Who attacks themselves attacks first. */
int materia_side_of(const struct materia *s, int seat);

/* A step of a battle that is not under way: impossible, unless its attack cannot be read. */
enum outcome materia_no_battle(const struct act *a);
/* … but what is wrong was told once: nothing comes of it. */
bool materia_passed_over(const struct materia *s, enum outcome *outcome);
/* Do the dice lie already, of a battle of this period that this user (-1: anybody) was in? */
bool materia_just_fought(const struct materia *s, int seat);
/* A step that comes behind them counts no more. */
enum outcome materia_too_late(const struct act *a, int rule, int seat, const char *message);
/* An impossible step stands for one all the same. */
void materia_refuse_step(struct materia *s, const struct statement *said);

/* ---- battle.c, dice.c: its steps ------------------------------------------------------------- */

enum outcome materia_attack(const struct act *a);
enum outcome materia_defend(const struct act *a);
enum outcome materia_support(const struct act *a);
enum outcome materia_set(const struct act *a);
enum outcome materia_modify(const struct act *a);
enum outcome materia_dice(const struct act *a);
enum outcome materia_total_given(const struct act *a);

/* ---- draft.c -------------------------------------------------------------------------------- */

enum outcome materia_draft(const struct act *a);
/* A choice is made, perhaps of a ghost that cannot be (NO_CARD); the archives are dealt. */
void materia_choose(const struct act *a, int seat, int ghost);
void materia_doubt_choices(struct materia *s, int ghost);
void materia_deal(struct materia *s);

/* materia/snake: the choices in their order, all of them where the draft is over. */
void materia_judge_draft(const struct materia *s, struct rulings *out, bool over, uint32_t line, int seat);
/* The first act of a period, perhaps while ghosts lie open still; and whose it is where nobody is named. */
void materia_leave_draft(const struct act *a, int seat);
int materia_first_user(const struct act *a);

/* ---- period.c ------------------------------------------------------------------------------- */

enum outcome materia_download(const struct act *a);
void materia_begin_period(const struct act *a, int seat);

/*
 * Puts an act into its period, and the period into `phase` at least. Returns the phase that the period was in,
 * or -1 where the act belongs to none: it was out of turn. `card` is what it was done with.
 */
int materia_enter(const struct act *a, int seat, int card, enum period_phase phase);
/* … and after the trash nothing else may be done: was that the phase? Then it is told. */
bool materia_after_trash(const struct act *a, int seat, int card, int before);

/* Who acts where nobody is named; -1: that cannot be known. */
int materia_implied_seat(const struct act *a);
/* The download of this period named nobody, nor has any act since: does the user before go on here? `card` is what attacks. */
bool materia_goes_on(const struct act *a, int seat, int card);

/* Counts within a period stop at 255. */
static inline void materia_bump(uint8_t *count)
{
    if (*count < UINT8_MAX)
        ++*count;
}

/* ---- play.c ------------------------------------------------------------------------------ */

void materia_begin(void *state, const struct setting *setting);
enum outcome materia_apply(struct act *act);
void materia_weigh(const void *state, const struct setting *setting, struct rulings *out);

/* ---- refused.c --------------------------------------------------------------------------- */

void materia_refused(struct act *act);
void materia_unread(void *state, const struct statement *said);

/* ---- odds.c ------------------------------------------------------------------------------ */

/* The question `odds attack GHOST body on GHOST support …`, and its answer. */
extern const struct verb materia_asks[];
bool materia_odds_tell(const void *state, const struct setting *setting, const struct statement *said,
                       struct teller *t, struct fault *fault);

/* ---- tell.c: the score, and what the table asks (core.h, struct rulebook) ------------------ */

void materia_tell_rows(const void *state, const struct setting *setting, struct teller *t,
                       uint32_t *told, bool last);
void materia_tell_seat(const void *state, const struct setting *setting, int seat, struct teller *t);
void materia_tell_rest(const void *state, const struct setting *setting, struct teller *t);
void materia_tell_table(const void *state, const struct setting *setting, struct teller *t);
void materia_place(const void *state, const struct setting *setting, struct message *out);
void materia_news(const void *before, const void *after, const struct setting *setting, struct news *news);

/* ---- ask.c ------------------------------------------------------------------------------- */

void materia_ask(const void *state, const struct setting *setting, struct ask *out);

#endif
