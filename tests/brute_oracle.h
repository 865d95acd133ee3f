/*
 * A second, slow way of judging Haratama, for comparing: every deal and exchange that fits what
 * was seen is tried, and each claim is read off each deal by the words of its rule.
 *
 *     said ──▶ table (replays the round) ──▶ facts ──▶ deals (tried one by one) ──▶ wants
 *
 * Nothing here knows how core does it; the only thing shared is the text of a record.
 */
#ifndef BRUTE_ORACLE_H
#define BRUTE_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SEATS = 4, DECK = 52, HAND = 13, NOBODY = -1, UNSEEN = -1, ASIDE = SEATS, OWNERS = 5 };
enum suit { RED, BLUE, PURPLE, GREEN };

/* A card is suit * 13 + rank - 1. */
static inline int card_of(enum suit suit, int rank) { return (int)suit * 13 + rank - 1; }
static inline enum suit suit_of(int card) { return (enum suit)(card / 13); }
static inline int rank_of(int card) { return card % 13 + 1; }
static inline uint64_t bit(int card) { return (uint64_t)1 << card; }
static inline bool in_deck(int card, int players) { return players == 4 || rank_of(card) <= 10; }

/* ---- chance ------------------------------------------------------------------------------ */

struct chance {
    uint64_t state;
};
unsigned below(struct chance *c, unsigned n);
bool percent(struct chance *c, unsigned n);

/* ---- statements -------------------------------------------------------------------------- */

enum said_verb { PLAY, ROUND, KAMI, LAY_ASIDE, HAND_IS, PASS, FOX, LEAD, SHOW, TRICK, RELICS };
enum { SAID_CARDS = 16 };

struct said {
    uint32_t line;
    enum said_verb verb;
    int seat; /* NOBODY: not named */
    int count;
    int card[SAID_CARDS]; /* UNSEEN: ?; the ranks of `kami`, the totals of `relics` */
    bool no;              /* fox no */
    int relics;           /* trick: a count instead of cards, or -1 */
};

/* Text of a card and of a statement; `out` has room. */
size_t card_text(int card, char *out);
size_t said_text(const struct said *said, int players, char *out);

/* ---- what was seen ----------------------------------------------------------------------- */

/* SEEN_FIRST, SEEN_BETWEEN: in a hand before any pass line, or before that seat's own. */
enum fact_kind { SEEN_FIRST, SEEN_BETWEEN, HELD, GIVEN, LAID_ASIDE, TAKEN };
enum { FACTS_MOST = 512 };

struct fact {
    enum fact_kind kind;
    int seat, card;
    uint32_t line;
    bool told;     /* by a line that tells of a hand, not by a play */
    bool disputed; /* … without which a line that was refused would fit */
};

struct facts {
    int players, count;
    bool passed[SEATS];
    int pass_size[SEATS];
    struct fact fact[FACTS_MOST];
};

int facts_hand_size(const struct facts *f, int seat);

/* What the facts up to a line say of each card. */
struct view {
    int players;
    int holder[DECK]; /* after the exchange: a seat, ASIDE, or NOBODY */
    int dealt[DECK];
    bool given[DECK];
    bool not_aside[DECK];
    bool broken; /* two facts say different things of one card */
    int room[OWNERS], pass_size[SEATS];
};

enum { ALWAYS = UINT32_MAX };
void view_make(const struct facts *f, uint32_t until, struct view *v);

/* ---- what is claimed --------------------------------------------------------------------- */

enum claim_kind { CLAIM_LEAD, CLAIM_FOLLOW, CLAIM_BLUE };

struct claim {
    enum claim_kind kind;
    int seat, card;
    enum suit led;
    uint32_t line;
    uint64_t gone; /* cards of that seat played by then, this one too */
    /* the last row before it that was not applied: only cards seen after that count */
    uint32_t lost;
    uint64_t counts; /* … these; all, where no row was lost */
};

/* A fox sign: did this seat receive a low card, or none? */
struct sign {
    int seat;
    bool shown;
    uint32_t line;
};

/* Does a deal fit, and make this claim (or sign) true? Either may be NULL. */
bool deal_exists(const struct view *v, const struct claim *claim, const struct sign *sign);

/* Which claims each fitting deal makes true: the different answers. */
enum { ANSWERS_MOST = 1 << 16 };
struct answers {
    unsigned count;
    long deals;
    bool over; /* too many to try: nothing is known */
    uint64_t answer[ANSWERS_MOST];
    uint32_t slot[2 * ANSWERS_MOST];
};
void deals_try(const struct view *v, const struct claim *claims, int count, struct answers *out);

/* ---- the table --------------------------------------------------------------------------- */

struct want {
    const char *kind, *rule;
    int seat, card;
    uint32_t line;
    bool empty_too; /* [] is right as well */
    bool deep;      /* a sign: need not be found; if it is, proved from line to line */
    uint32_t deep_from, deep_to;
    int because_count; /* each of these alone is right; 0: [] */
    uint32_t because[FACTS_MOST];
    int suspects;
    uint32_t suspect_line[24]; /* of one right answer; others differ within a line only */
    uint64_t suspect_set;      /* claims of it */
};

enum { WANTS_MOST = 300, PLAYS_MOST = 60, CLAIMS_MOST = 62, SIGNS_MOST = 8 };

struct played {
    int card, seat, due; /* due: whose turn it was; NOBODY: not known */
    enum suit led;
    bool lead, unbroken;
    bool named, stray; /* whose it is was said; it was out of turn */
    /* after a card out of turn, since which a line is missing: it accuses nobody */
    bool excused;
    bool short_trick; /* of a trick that a row ran into: it accuses nobody */
    bool again;       /* a statement named the card after it, and was refused */
    uint32_t line, lost;
};

struct table {
    int players;
    bool void_break, fox_off;
    enum { BEFORE, DURING, OVER } phase;
    bool by_relics, coarse;
    int aside; /* a card, or NOBODY */
    int leader, first_leader;
    uint32_t lead_line;
    bool lead_by_play, lead_disputed; /* disputed: another line is against the `lead` line */
    uint64_t relics, table;           /* relics: 0 while the ranks are not known */
    int captured, tricks;
    bool out[SEATS]; /* has played to this trick */
    uint32_t lost;   /* the last row that was not applied; 0: none */
    /* the play from which a named row of a trick or more went on with an open one, or NOBODY */
    int doubted;
    enum { IN_TRICKS = 1, SINGLY, MIXED } layout; /* of the lines of plays; 0: there was none */
    bool early, early_lead;                       /* the last play, the last lead was out of turn */
    /* so many when the next round was said, and this one open; NOBODY: it was not */
    int next_plays;
    /* over, and something was impossible: what follows may be of the next round */
    bool behind;
    /* no round is open, and something of one was refused; this round began so */
    bool unsaid, presumed;
    struct said ahead; /* … what it was */
    int lost_cards;    /* of the last row that was not applied */
    bool adrift, told; /* whose turn it is nobody knows, and that was said */
    bool unsure;       /* … nor, whether the next row begins a trick */
    bool by_layout;    /* … but that it does, if the next row is of whole tricks, too, */
    bool guessed;      /* … and all after that */
    bool vague;        /* plays were said even so: not comparable */
    int best, best_seat;
    bool broken;
    int plays, signs;
    struct played play[PLAYS_MOST];
    struct sign sign[SIGNS_MOST];
    struct facts facts;
    bool over; /* too many deals somewhere: not comparable */
    long deals;
    int wants, faults;
    struct want want[WANTS_MOST]; /* last: table_copy() copies those that are there */
};

/* a table has room for many findings, and few */
void table_copy(struct table *to, const struct table *from);
void table_begin(struct table *t, int players);
void table_apply(struct table *t, const struct said *said, struct answers *scratch);
void table_end(struct table *t, struct answers *scratch);
int table_turn(const struct table *t);
int table_left(const struct table *t, int seat);

/* ---- records made by chance -------------------------------------------------------------- */

enum { SAYS_MOST = 400 };
struct script {
    int players, count;
    bool void_break, fox_off;
    struct said said[SAYS_MOST];
};
void script_make(struct script *s, struct chance *c, struct table *t, struct answers *scratch);

#endif
