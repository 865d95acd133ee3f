/*
 * A round (deal) of a must-follow game, by what is its own: the statements that all of them share, the duty to
 * follow, what may be played, what was claimed by playing, and the odds. Private to core; knows no game.
 *
 *     hand, show, pass ──▶ hands.h ──▶ may it be?       the facts about hidden hands
 *     plays            ──▶ trick.h ──▶ whose turn, who wins
 *                            │
 *                          duty ──┬─▶ judging      the hand held none of these: a claim (court.h)
 *                                 ├─▶ legal        if one of these is surely held, these only
 *                                 └─▶ odds         deals in which the claims are right
 *
 * The state of such a game begins with a `struct round`; how it differs is a constant `struct round_game`, to
 * which that points. tests/hearts.c is a whole game told so.
 */
#ifndef FUDA_ROUND_H
#define FUDA_ROUND_H

#include "act.h"
#include "suits.h"
#include "trick.h"

enum round_stage { BEFORE, DURING, AFTER };        /* the round that was begun last */
enum round_kept { BY_PLAYS, BY_TRICKS, BY_TOTALS };   /* how finely it is kept: coarser from some point on */

/* What must be played, if it is held; the claim of who plays another card is that it was not. */
struct duty {
    const struct charge *charge;
    bool follow;                  /* cards of the suit led; else … */
    uint64_t cards;               /* … these */
};
enum { ANY_CARD = 0 };            /* the row of every game's duties that is none */

struct round;

struct round_game {
    const struct suits *suits;
    const char *counted;          /* how its texts name a round's number: "round", "deal" */
    const char *not_begun, *over; /* what is said of a statement before a round, or behind it, */
    const char *too_late;         /* … of a card behind it, */
    const char *kept_coarser;     /* … when tricks are kept whole already; NULL: they cannot be, */
    const char *not_in_deck;      /* … of a card that is not in this deck, */
    const char *no_leader;        /* … of a first card, when who leads is not known */
    uint8_t rule_turn, rule_pass; /* rows of the rulebook's rules */
    uint8_t alike_from, copies;   /* rank from which a suit's cards are copies of one, and how many; 0: there are none */
    const struct duty *duty;

    /* Which duty has a seat that plays now? `led`: the suit; -1: it leads. */
    int (*duty_of)(const void *game, int seat, int led);

    /*
     * The same for what may be played, where a house option lets earlier plays decide; `tried` is the round of this game
     * with what would then be known, and lost. NULL: none does.
     */
    int (*duty_by_house)(const void *game, const struct setting *setting, const struct round *tried, int seat, int led);

    /* Who leads first, as long as no trick.leader says it; -1: not known. */
    int (*first_leader)(const void *game);

    /*
     * Why the seat {expected} had the lead, which {seat} took with {card}; of the trick before are {trick} and, where its
     * winner played one, {won}. NULL, or no id: as it mostly is, by the highest card. NULL it may be in every game.
     */
    void (*tell_leader)(const void *game, struct message *m);

    /* A seat is about to play; `named`: the statement said whose card it is. May be NULL. */
    void (*before_play)(const struct act *a, int seat, bool named);

    /* A card was laid down (may be NULL; the play may be added to); the trick is full. */
    void (*played)(const struct act *a, struct play *p);
    void (*full)(const struct act *a);

    /*
     * From this lead on all was played, and the tricks won, by seats so many further clockwise than it seemed; the plays say so
     * already. False: it cannot have been. NULL: nothing is turned back (round_turn_back).
     */
    bool (*turned)(const struct act *a, int lead, int by);

    /* The trick on the table is given up: nobody is known to have taken it, nor those that were misread. */
    void (*given_up)(const struct act *a);

    /* What comes of the card at this argument, said after the round's end. NULL: it is `too_late`. */
    enum outcome (*play_after)(const struct act *a, int argument);

    /* Do the facts fit, besides any deal? NULL: nothing more is asked. */
    bool (*fits)(const void *game);

    /*
     * Brings the round's claims before the court. NULL: those of its plays, round_claim_plays. `out` gets
     * questions that are open; it may be NULL.
     */
    void (*claims)(const void *game, const struct setting *setting, struct hearing *all, struct rulings *out);
};

enum row_layout { NO_ROW, ROWS_OF_TRICKS, ROWS_OF_A_CARD, ROWS_OF_ANY_SIZE };    /* what every line of plays held */

/* A row of plays that was not applied, as long as no other line of play shows what it stood for. */
struct lost_row {
    uint32_t line, before;        /* 0: there is none; the one lost before it */
    uint64_t cards;               /* of those that exist once */
    int8_t seat;                  /* whose first card it was; -1: unknown */
    uint8_t count, least, meant;  /* its cards; those it stands for at least, and by its look */
    bool adrift;                  /* whose turn it was nobody knew */
    bool unread;                  /* it, or whose it was, could not be read */
    bool lacks;                   /* a line is missing before it: to which trick it belongs nobody knows */
};

/* What shows a round that nobody said: refused while none was open, it has been done all the same. */
struct unsaid_round {
    bool any;
    uint8_t verb;
    int8_t leader;                /* it said that this seat leads first; -1: it was something else */
    struct lost_row row;          /* it was a row of plays; line 0: none */
};

struct round {
    struct trick trick;           /* first: before it only plays */
    const struct round_game *game;
    enum round_stage stage;
    enum round_kept kept;
    int32_t number;               /* rounds begun */

    /*
     * A row of plays that was not applied has been played all the same. Behind it the turn is unknown until a line
     * names a seat, and of each hand it is not known what went with that row: only cards seen there later prove
     * anything of a later play. A trick that it may have been part of accuses nobody.
     */
    uint32_t lost_line;           /* the last such row, or one of which nobody knows whose cards it holds; 0: none */
    uint8_t pass_lost;            /* whose pass was not applied: the next one is that pass, written anew (a bit each) */
    bool strayed;                 /* a card of this round was played out of turn: see play.stray */
    bool adrift;                  /* whose turn it is nobody knows, */
    bool told;                    /* … and that was said */
    bool astray;                  /* to which trick a card belongs nobody knows */
    int8_t reading[HANDS_MOST];   /* … by readings: if so many lie in it, who played last; -1: unknown, less: not so */
    uint8_t layout;               /* enum row_layout */
    bool by_layout;               /* where tricks begin since the last such row rests on that layout alone: */
    uint32_t guessed;             /* … it ran into a trick, or was of a card more or less perhaps; the line of one; 0: none */
    struct lost_row lost;
    uint8_t lost_cards;           /* of the row that was not applied last */
    uint8_t twice;                /* who follows, from 1, if of a card that stands twice running the second is a lead; 0: it is none */
    uint8_t doubted;              /* the play from which a whole row went on with an open trick, from 1; 0: none did */

    bool next;                    /* the next round was said while this one is open: what cannot be of this one is of that */
    uint8_t next_play;            /* … and so many plays of this one were on record then */
    bool beyond;                  /* … when the game was over: that was told, and what follows is of no round */
    struct unsaid_round unsaid;   /* … or nobody said it, as what was refused shows while no round is open; */
    bool presumed;                /* … this one began so */

    bool misread;                 /* while a trick is given up: tricks before it that seemed full lacked a card */
    bool lead_before_turn;        /* the lead of the trick on the table was out of turn; */
    bool before_turn;             /* … and the last play was: those that run on with it are one finding */

    struct hands hands;           /* last: behind it only facts */
};

/* ---- a round begins ----------------------------------------------------------------------- */

/* The round before any; and the next one, of this deck. */
void round_prepare(struct round *r, const struct round_game *game, int players);
void round_begin(struct round *r, uint64_t deck, int size, int passing);

/*
 * The next round was said, and refused: what it stands for has been done, as what follows may show; if `anything` of this
 * one is on record, for else it was said twice. `lacks_one`: one card more could have ended this one.
 */
void round_next_refused(struct round *r, bool anything, bool lacks_one);

/*
 * Nobody said a round before what needs one, and was refused: told once, it is the first of that round, and what follows is
 * its rest. `leader`: it said that this seat leads, or -1. Not if it only says once more what was said of the round before.
 */
void round_find_unsaid(struct round *r, const struct statement *said, int leader);

/* This round begins without having been said: what became of its first statement. */
void round_presume(struct round *r, const struct unsaid_round *unsaid);

/* … by which who led first is known where this row names nobody; nobody is out of turn by it. */
void round_presume_leader(struct round *r, const struct statement *said);

/*
 * The next round is said: had so few cards come since this one was presumed (`least`: with fewer it cannot be over) that there
 * was none? Then what stood there was of no round.
 */
bool round_was_none(const struct round *r, int least);

/*
 * One card lacks where the round ends, or `lacks_one`, what stands behind it shows as much: a row in doubt did not go on
 * with a trick, and who played what since is not known.
 */
void round_settle_doubt(struct round *r, bool lacks_one);

/*
 * Of a row or cards shown of the round that was said while this one is open: was the row before taken for one of this round?
 * Then nobody knows how that round began, and where its play stands: to be asked before it begins, and told behind that.
 */
bool round_next_begun(const struct round *r);
void round_lose_bearings(struct round *r, uint32_t line);

/* Is this row of the round that was said while this one is open? */
bool round_row_of_next(const struct round *r, const struct statement *said);

/* … these cards, one of which was played before? */
bool round_show_of_next(const struct round *r, const struct statement *said);

/* … this hand? */
bool round_hand_of_next(const struct round *r, const struct statement *said);

/*
 * A state that begins with a round, copied as far as it is in use; `size`: of the whole state. And kept as a rulebook's
 * `keep` does: plays and facts are added and hardly ever changed, so what follows has most of them.
 */
void round_copy(void *to, const void *from, size_t size);
void round_keep(void *before, void *state, size_t size, bool follows);

/* Refuses a statement of a round while none is open. */
enum outcome round_needed(const struct act *a);

/* The record says what this deck cannot do; the round's number is a value of the message. IMPOSSIBLE. */
struct ruling *round_refuse(const struct act *a, int seat, int card, const char *message);
enum outcome round_impossible(const struct act *a, int seat, int card, const char *message);

/* … what is so of every line behind the same slip: there is no round, or it is over. */
enum outcome round_out_of_place(const struct act *a, int seat, int card, const char *message);

/* A play of before claims nothing; nor is it known whose card it was. */
static inline void play_excuse(struct trick *t, int play)
{
    t->play[play].duty = ANY_CARD;
    t->play[play].excused = true;
    t->kept = 0;
}

static inline void play_disown(struct trick *t, int play)
{
    play_excuse(t, play);
    t->play[play].since = t->play[play].line;
}

static inline bool play_disowned(const struct play *p) { return p->excused && p->since >= p->line; }

static inline struct round *round_of(const struct act *a) { return a->state; }

/* Has anything been played, or a trick been kept? */
static inline bool round_playing(const struct round *r)
{
    return r->kept != BY_PLAYS || r->trick.on_table != 0 || r->trick.plays + r->trick.done > 0;
}

/* Behind a row that was not applied tricks are not counted. */
static inline int cards_left(const struct round *r, int seat)
{
    if (r->lost_line != 0 && r->kept == BY_PLAYS)
        return hand_size(&r->hands, seat) - (int)bits_count(played_by(&r->hands, seat));
    return hand_size(&r->hands, seat) - r->trick.done - !!(r->trick.on_table & 1u << seat) + r->trick.spared[seat];
}

/* The lead behind this play, or the number of plays. */
static inline int round_next_lead(const struct round *r, int play)
{
    do
        play++;
    while (play < r->trick.plays && !r->trick.play[play].lead);
    return play;
}

/* In a reading by which a row was left out: may it have come before this play, too? */
static inline bool round_lacks_before(const struct round *r, int play)
{
    const struct play *p = &r->trick.play[play];
    return p->excused && p->since + 1 == p->line;
}

/* ---- statements ---------------------------------------------------------------------------- */

/* `hand`, `show` and `pass`, and plays in turn order. */
enum outcome round_hand(const struct act *a);
enum outcome round_show(const struct act *a);
enum outcome round_pass(const struct act *a);
enum outcome round_play(struct act *a);

/* ---- where the play stands: bearings.c ---- */

/*
 * Behind a row of plays that was not applied: what it stands for has been done. A game that keeps more of a trick
 * puts that in order first.
 */
void round_refused(struct act *act);

/* Why this line was refused; NULL: for nothing that is told of it. */
const struct ruling *round_refusal(const struct act *act);

/* This line was refused for a card that was seen so, or played: what was told of a hand before may be wrong in its stead. */
void round_dispute(const struct act *act, enum seen_as how);

/* What such a row stood for is settled by the next line of play: by this one. */
void round_settle_row(const struct act *a);
static inline void round_settle_lost(const struct act *a)
{
    if (round_of(a)->lost.line != 0)
        round_settle_row(a);
}

/* Would a row of these cards be the one that was not applied, since it could not be read, written as it should be? */
bool round_row_anew(const struct round *r, int seat, uint64_t cards);

/* Is it known to which trick the card at this argument belongs? A name at the head of a line may tell. */
bool round_find_lost_bearings(const struct act *a, int argument);
static inline bool round_find_bearings(const struct act *a, int argument)
{
    const struct round *r = round_of(a);
    const bool named = argument == 0 && a->said->seat >= 0;
    return (!named && r->lost_line == 0 && !r->astray) || round_find_lost_bearings(a, argument);
}

/* This line of plays begins: if it is of whole tricks and goes on with an open one, cards may be missing there. */
void round_note_doubt(struct round *r, const struct statement *said);

/*
 * This line is not of whole tricks, and its seat not on turn: if the layout alone told where tricks begin since a row that ran
 * into one, who played what since then, and to which trick, is not known.
 */
void round_check_layout(const struct act *a, int open, int spared);

/* This line of plays was taken; `open`: so many cards of the trick lay there before, `spared`: or would, but for who plays none. */
void round_note_layout(const struct act *a, int open, int spared);

/*
 * This row runs on behind the end of the round. One of whole tricks that went on with `open` cards did not go on with them:
 * a card was missing there, and who played what since is not known. False: it is none.
 */
bool round_doubt_row(const struct act *a, int open);

/*
 * This line does not fit the trick on the table. Where a whole row went on with it, it did not; where a row behind whole
 * tricks lacks a card, that was left out: no trick lies there.
 */
bool round_doubt_trick(const struct act *a);
bool round_doubts_trick(const struct round *r);      /* is there such a row? */

/* Who played which card of the line that lies on the table, or of the rows in doubt, and what was led, is not known. */
void round_disown_doubted(struct round *r);

/* The last card of this seat claims nothing. */
void round_excuse(struct round *r, int seat);

/* Of these cards it is not known who played them; of like cards it was rather one that is in no hand on record. */
void round_disown(struct round *r, uint64_t cards);

/* Nobody is known to have taken the trick on the table. */
void round_give_up(const struct act *a);

/* Is a card named more often than it exists? IMPOSSIBLE. */
enum outcome round_check_named(const struct act *a);

/* May a card be in this seat's hand? Refused with what was seen, and where; else `card` gets its bit. */
enum outcome round_check_held(const struct act *a, int seat, int code, int *card);

/*
 * The first play out of turn that this seat made, or by whose name alone a card behind it is this seat's: a name that one
 * slip explains, so that it fits no hand against what was seen there. `end` is behind the last card that followed it without
 * a name. NOBODY: there is none, or whose it was is not known already.
 */
int round_strayed(const struct round *r, int seat, int *end);

/* The bit it has there, or NO_CARD; to make it fit, who played what before may be known no more. */
int round_find_held(struct round *r, int seat, int code);

/* The deck has this card, and it is in some hand yet. */
enum outcome round_check_free(const struct act *a, int seat, int code);

/* A number a seat, `NAME=COUNT…`, each named once (a bit each); below `least` it is malformed, with that message. */
enum outcome round_read_seats(const struct act *a, int least, const char *too_small, int32_t *number, uint8_t *named);

/*
 * These totals differ from what was counted by what one seat has less and another more, and a name was out of turn in this round:
 * was that the wrong one? Then the trick from which on nobody knows who won; 0: no. `counted` and `total` are by seat.
 */
int round_miscounted(const struct round *r, const uint8_t *counted, const int32_t *total);

/* A ruling proved by what was seen last of a card. */
void ruling_because_seen(const struct act *a, struct ruling *r, int code);

/* ---- what is known -------------------------------------------------------------------------- */

/* Of like cards the card that all of them are; and the bits of a card. */
int round_code(const struct round_game *game, int card);
int round_code_of(const void *game, int card);
static inline uint64_t round_copies(const struct round *r, int code)
{
    bool many = r->game->copies > 0 && rank_of(code) == r->game->alike_from;
    return (many ? ((uint64_t)1 << r->game->copies) - 1 : 1) << code & r->hands.deck;
}
static inline struct cardset round_codes(const struct round_game *game, uint64_t cards)
{
    struct cardset set = {{cards, 0}};
    if (game->copies == 0)
        return set;
    for (set.bits[0] = 0; cards != 0; cards &= cards - 1)
        set.bits[0] |= bit(round_code(game, __builtin_ctzll(cards)));
    return set;
}

static inline bool round_has_card(const void *round, int seat) { return cards_left(round, seat) > 0; }

/* Has everybody played to the trick who has a card to, or plays none? */
static inline bool round_trick_full(const struct round *r)
{
    return trick_turn(&r->trick, 0, r->hands.players, r, round_has_card) < 0;
}

/* Whose hand a card is known to be, or to have been in; -1: not known. */
int round_holder(const struct round *r, int card);

/* The trick that is not full, as the table's camera needs it: `trick` of a rulebook's table_part. */
void round_trick(const void *state, struct trick_laid *out);

/* "trick_cards": what lies on the table of a trick that is not full. */
void round_tell_trick(const struct round *r, struct teller *t);

/* Whose turn it is to play; -1: unknown or nobody. */
static inline int round_player(const struct round *r)
{
    if (r->stage != DURING || r->kept != BY_PLAYS || r->adrift || r->astray)
        return NOBODY;
    if (r->trick.winner >= 0)
        return r->trick.winner;
    const int leader = r->trick.leader >= 0 ? r->trick.leader : r->game->first_leader(r);
    return trick_turn(&r->trick, leader, r->hands.players, r, round_has_card);
}

/* The parts of a rulebook: `turn`, `legal`, `weigh`, `shares`. */
int round_turn(const void *state, const struct setting *setting);
struct cardset round_legal(const void *state, const struct setting *setting, int seat);
void round_weigh(const void *state, const struct setting *setting, struct rulings *out);

/*
 * The shares of the deals in which a seat holds the card, or at least one of its copies, not played yet; behind
 * them those in which no hand does. Where plays are not kept nobody knows what was played: false.
 */
bool round_odds(const void *state, const struct setting *setting, int code, void *scratch, double *shares);

/* Do the cards seen so far fit the hands, and what else the game knows of them? */
bool round_fits(const struct round *r);

/* All claims of the round, each weighed against what was seen. */
void round_hear(struct hearing *all, const void *game, const struct setting *setting, struct rulings *out);

/* So many of them are refuted by what was seen. */
unsigned round_broken(const void *game, const struct setting *setting);

/*
 * What is to be weighed, of a state of that size: the reading by which fewer rules are broken, in `copy`; else the state. See
 * reading.c.
 */
const void *round_reading(const void *state, void *copy, size_t size, const struct setting *setting);

/* ---- a name that is wrong: names.c ---- */

/* These plays were each made by the seat so many further clockwise. */
void round_turn_plays(struct round *r, int from, int end, int by);

/* All facts told anew; these plays are of their seats, whether that was known before or not. False: they do not fit. */
bool round_tell_anew(struct round *r, int from, int end);

/*
 * From this play out of turn on a trick's cards were laid clockwise, beginning with who was due, by who had not played to it; `has`:
 * who had (a bit each). False: a name speaks against it, or what one had to play is not known.
 */
bool round_lay_clockwise(struct play *play, int from, int end, int players, uint8_t *has);

/*
 * This seat plays to the trick on the table, to which it has played already: if a card there was named out of turn, and with the
 * seat whose turn it was instead this one has not played, that name was wrong. Read so from then on; else false.
 */
bool round_put_in_turn(struct round *r, int seat);

/*
 * A row cannot be, where the last name before it was out of turn: may that name be the wrong one? Then the seat on turn played
 * there, and all since turns with it, if that fits what was seen.
 */
bool round_may_turn_back(const struct round *r);
void round_turn_back(const struct act *a);

/* This seat is about to play and not on turn: if it would be had the last name out of turn been the one on turn, that was wrong. */
void round_bear_out(const struct act *a, int seat, int code);

/* It leads where another is expected: would it be on turn if the last name that was out of turn was wrong, or stood a row too early? */
bool round_turned_by_name(const struct round *r, int expected, int seat);

/* ---- what was claimed ---- */

/* What each play claimed that did not do its duty; one of them. */
void round_claim_plays(const void *game, const struct setting *setting, struct hearing *all, struct rulings *out);
/*
 * Is this play of a trick whose lead accuses nobody? Its card was seen again behind it, somebody broke the rule by
 * it, and nobody follows it, but two play one other suit, by which nobody would have broken the rule: fewer rules are broken
 * if it is the lead that is written wrongly.
 */
bool round_misled(const struct round *r, const struct play *p);

const struct claim *round_claim(struct hearing *all, const struct play_walk *w, int duty, uint64_t upon);

/* The cards of a duty. */
static inline uint64_t duty_cards(const struct duty *duty, int led)
{
    assert(!duty->follow || led >= 0);
    return duty->follow ? suit_cards(led) : duty->cards;
}

/* What is said of who did not follow, in every game: {led}, {trick}, {proof}; and what texts of plays need. */
extern const char *const follow_texts[VERDICT_TEXTS];
void round_values(const void *game, const struct claim *c, const struct proof *proof, struct message *m);

#endif
