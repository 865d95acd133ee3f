/* A rulebook is a game as one row: what every game has, and the parts that a game may have. */
#ifndef FUDA_RULEBOOK_H
#define FUDA_RULEBOOK_H

#include "core/ask.h"
#include "core/telling.h"

/* A rule as `fuda rules`, the manual and every message name it: GAME/id. */
struct rule {
    const char *id;
    bool judged;            /* `judge` checks it */
    const char *section;    /* its number in the printed rulebook, "3.3.1"; "" where it has none */
    const char *heading;    /* as the rulebook prints it */
    const char *heading_en; /* a text to translate, or NULL */
    const char *text;       /* in this project's own words, to translate */
    /* whether it is about the order of play: then a record that breaks it stumbles (repair.h) */
    enum order_broken order;
    /*
     * what a player who broke it did, to stand after the name, to translate; NULL: there is no such
     * text
     */
    const char *deed;
};

/*
 * By what does this ruling break the order of play, so that the record stumbles? NO_ORDER: it does
 * not.
 */
static inline enum order_broken rule_order(const struct rule *rules, const struct ruling *r)
{
    const bool broken = r->kind == RULING_IRREGULAR;
    return !broken ? NO_ORDER : r->order != NO_ORDER ? r->order : rules[r->rule].order;
}

struct act;

/*
 * What came of applying a statement. Only APPLIED changes the state; rulebook_try makes sure of it.
 */
enum outcome {
    APPLIED,
    IMPOSSIBLE, /* the last ruling added says why */
    MALFORMED   /* the fault says where and what was expected */
};

/*
 * A physical card of a game's box or of a pack, as the QR code on its sticker names it:
 * `F/GG/CODE`, where GG is the rulebook's `stickers->game`. The text has at most ten characters,
 * upper case letters, digits and /, so that it fits a version 1 symbol with error correction H in
 * alphanumeric mode (ISO/IEC 18004).
 */
enum { STICKER_CODE = 5, TOKEN_MOST = 2 * NAME_MOST + 3 };

struct sticker {
    char code[STICKER_CODE + 1]; /* "R13", "CA2", "K7" */
    int16_t card;                /* the card's code; -1: a record writes it as a number or a word */
    bool spare;                  /* an extra copy, more than the box usually has */
    /* the printed deck gives the card no number, so it was given this one */
    bool numbered;
    /*
     * What people call something that has no card code, without its number, to translate; NULL: it
     * has a code, or its token says enough.
     */
    const char *name;
    char token[TOKEN_MOST]; /* how a record writes it: r13, candle, 7, "Sakura" */
};

/*
 * Fills in a sticker for `card` (or -1), which a record writes as `token`, quoted where it has
 * spaces. The sticker's code is `code` in upper case followed by the number of the copy; `copy` 0:
 * there is only one.
 */
void sticker_set(struct sticker *s, int card, struct span token, struct span code, unsigned copy);

/*
 * A suit as a pack names it. `ja`: its Japanese name, or NULL; `stands`: 1 where its cards are
 * above all suits, -1 where they are below, else 0.
 */
struct pack_suit {
    const char *name, *ja;
    int8_t stands;
};

/* ---- the parts of a rulebook, each complete or absent --------------------------------------- */

/* What can be known about the cards that players hold. */
struct knowledge_part {
    /* The cards that `seat` (never -1) may hold and may play now, as far as is known. */
    struct cardset (*legal)(const void *state, const struct setting *setting, int seat);
    int (*turn)(const void *state, const struct setting *setting); /* -1: unknown or nobody */

    /*
     * The cards one of which has to be played now rather than this one, if the hand holds it. NULL:
     * this is not a game of such duties.
     */
    struct cardset (*rather)(const void *state, const struct setting *setting, int card);

    /*
     * Does this line tell of cards that lie face down now and that nobody may look at? Then the
     * table does not show the line. NULL: never.
     */
    bool (*face_down)(const void *state, uint32_t line);
};

/*
 * A trick as it lies on the table: its cards in the order of play (-1: nobody saw the card), who
 * played each, and how many cards are still to come.
 */
struct trick_laid {
    int count, lacking;
    int8_t seat[SEATS_MOST];
    int16_t card[SEATS_MOST];
};

/* The game as the table keeps it. */
struct table_part {
    /*
     * how to write cards and players, for somebody who keeps a record for the first time; may be
     * NULL
     */
    const char *cards;

    /*
     * place: where the game stands ("R1 T4"). news: what came of a statement, as messages in order;
     * `before` and `after` are states of one game. tell: what lies open on the table, as one
     * object.
     */
    void (*place)(const void *state, const struct setting *setting, struct message *out);
    void (*news)(const void *before, const void *after, const struct setting *setting,
        struct news *news);
    void (*tell)(const void *state, const struct setting *setting, struct teller *t);

    /* Sets `out` to what the table waits for (ask.h). NULL: this game never asks. */
    void (*ask)(const void *state, const struct setting *setting, struct ask *out);

    /* The trick that is not full yet. NULL: this game has no tricks. */
    void (*trick)(const void *state, struct trick_laid *out);
};

/* What would come of playing a card. */
struct trial_part {
    /*
     * Tells what would come of playing this card now, like a row of the score; the state stays as
     * it is. `seat` -1: nobody in particular. False, with the reason in `why` and nothing told, if
     * as far as is known this seat cannot play it. With `t` NULL only that is checked.
     */
    bool (*what_if)(const void *state, const struct setting *setting, int seat, int card,
        struct teller *t, struct message *why);
};

/* Chances: where a card is (`shares`), or something else that the game can be asked (`tell`). */
struct chances_part {
    /*
     * How they are asked for at the table: row 1 of a table of verbs, read by odds_read. card_asks
     * is the table that asks for a card.
     */
    const struct verb *asks;

    /*
     * For each seat, and after the seats for nobody, the share of the deals still possible in which
     * it holds the card now: `shares` gets seats + 1 numbers from 0 to 1. Claims that are not
     * refuted are taken as right. False if this cannot be counted. `scratch` has `room` bytes.
     */
    bool (*shares)(const void *state, const struct setting *setting, int card, void *scratch,
        double *shares);
    size_t room;

    /*
     * Tells the answer to the question `said` as one object; false: the fault says what was
     * expected.
     */
    bool (*tell)(const void *state, const struct setting *setting, const struct statement *said,
        struct teller *t, struct fault *fault);
};

/* The cards of the box, as codes on stickers name them. */
struct stickers_part {
    const char *game; /* "HT" */
    /*
     * The n-th sticker in the order of the sheets; false after the last. `deck` is the printed
     * deck; NULL for a game whose rulebook lists its deck.
     */
    bool (*nth)(const void *deck, unsigned n, struct sticker *out);
};

/*
 * What the repair of slips of the pen has to know about a game. Everything else in a rulebook takes
 * the record at its word: no part of the state is there because a line may be missing, doubled,
 * misnamed or misread.
 */
struct repair_part {
    /*
     * Writes the n-th act that may be missing where the record stands, as a statement in which
     * everything unseen is `?`. What the game waits for comes first, then other acts that are
     * allowed here. `out` is terminated; returns the length, 0 after the last.
     */
    size_t (*missing)(const void *state, const struct setting *setting, unsigned n, char *out,
        size_t room);
    /* the verb that says less than others about what was done; VERB_PLAY: there is none */
    uint8_t vague;
    /*
     * how many missing acts count as one edit at most (a trick, a turn, a period); 0: one for each
     * seat
     */
    uint8_t missing_most;

    /*
     * Statements that begin a round, deal, night, period or battle, as they are written; ends with
     * NULL.
     */
    const char *const *begins;

    /*
     * The cards that nobody on record has had in the open round, so that a `?` may be one of them.
     * NULL: that is never known.
     */
    struct cardset (*left_over)(const void *state, const struct setting *setting);
};

struct could_part;

/*
 * One game. `state` is the caller's memory of `state_size` bytes, aligned as malloc aligns; it may
 * be copied with memcpy at any time.
 */
struct rulebook {
    const char *id;    /* "haratama" */
    const char *title; /* "Haratama", to translate */
    const char *names; /* its other names, folded: "祓魂/ハラタマ" */
    uint8_t seats_least, seats_most;
    /* this number of players may sit down too, but only notes are kept of the game; 0: none */
    uint8_t seats_noted;
    /* what to tell a table with a wrong number of players, to translate; NULL: nothing */
    const char *seats_hint;
    const struct verb *verbs;
    const struct rule *rules;     /* row 0 is always `deck`; ends with an empty row */
    const struct option *options; /* ends with an empty row */

    /*
     * card_read: the card that a folded token spells, or -1. card_write: the text of a card into
     * `out`, which has at least 16 bytes. NULL where cards have no code.
     */
    int (*card_read)(struct span token);
    size_t (*card_write)(int card, bool japanese, char *out);
    /* The same where a pack names the cards: then `card_read` knows none. Else NULL. */
    int (*pack_card_read)(const void *pack, struct span folded);
    size_t (*pack_card_write)(const void *pack, int card, bool japanese, char *out);
    /*
     * And its suits: a card's code is suit * 16 + rank, and rank 0 is written as the suit alone.
     * False: there is no such suit.
     */
    bool (*pack_suit)(const void *pack, int suit, struct pack_suit *out);
    /* The suit, as in a card's code, of which a rank alone is once this card leads; see below. */
    int (*pack_card_leads)(const void *pack, int card);
    const char *card_hint; /* what a card looks like, to translate */

    /*
     * Writes the name of a card that is known only by a name from the record or the deck, at most
     * NAME_MOST bytes. NULL: cards have codes.
     */
    size_t (*card_name)(const struct setting *setting, int card, char *out);

    /* Sets the state before the first statement. setting->seats is known. */
    size_t state_size;
    void (*begin)(void *state, const struct setting *setting);

    /*
     * Copies the part of a state that is in use to another state of this game, or to zeros. NULL:
     * all of a state is in use.
     */
    void (*copy)(void *to, const void *from);

    /*
     * Copies a state to `before`, to be kept while the next statement is applied. `follows`:
     * `before` is the state as it was kept last, and only one statement was applied or taken back
     * since, so parts that this cannot have changed need not be copied. NULL: `copy` is used.
     */
    void (*keep)(void *before, void *state, bool follows);

    /*
     * Applies a statement (act.h). Rulings that are certain at once are appended to act->out. It
     * need not undo anything when it fails; rulebook_try does.
     */
    enum outcome (*apply)(struct act *act);

    /*
     * Would this statement of play begin a new round (deal, night)? Then the open round is weighed
     * and told first. NULL: there are no rounds.
     */
    bool (*turns_page)(const void *state, const struct setting *setting,
        const struct statement *statement);

    /*
     * Weighs the claims of the open round against what has been seen so far. NULL: nothing is
     * claimed in this game.
     */
    void (*weigh)(const void *state, const struct setting *setting, struct rulings *out);

    /*
     * Tells the rows of the score (rounds, battles, …) that have become final since the last call,
     * each as an object; with `last` the open one too. `told` is the caller's count of the rows
     * told and begins at 0. Called after every statement.
     */
    const char *rows_key; /* "rounds", "ignitions", "deals", "nights", "battles" */
    void (*tell_rows)(const void *state, const struct setting *setting, struct teller *t,
        uint32_t *told, bool last);

    /*
     * stand: how the seats stand, an element for each. NULL: only the winners are known. tell_seat:
     * what counts for one seat, inside the object with its name and place. NULL: its points.
     * tell_rest: what else belongs to the score, once, after all seats. May be NULL.
     */
    void (*stand)(const void *state, const struct setting *setting, struct standing *out);
    void (*tell_seat)(const void *state, const struct setting *setting, int seat, struct teller *t);
    void (*tell_rest)(const void *state, const struct setting *setting, struct teller *t);

    /* Adds what else a reader of the score has to be told, as messages in order. NULL: nothing. */
    void (*remark)(const void *state, const struct setting *setting, struct news *remarks);

    /* Is the game over, and if so which seats have won (a bit a seat)? */
    bool (*finished)(const void *state, const struct setting *setting, uint32_t *winners);

    const struct knowledge_part *knowledge;
    const struct table_part *table;
    const struct trial_part *trial;
    const struct chances_part *chances;
    const struct deck_part *deck; /* NULL: the rulebook lists its deck */
    const struct stickers_part *stickers;
    /* NULL: records of this game are always taken at their word */
    const struct repair_part *repair;
    /* what could have been (could_round.h); NULL: this game cannot tell */
    const struct could_part *could;
};

extern const struct rulebook haratama_rulebook, needfire_rulebook, tezumashi_rulebook,
    hyakumonogatari_rulebook, materia_rulebook, score_rulebook, trick_rulebook;

/* The table of rulebooks; ends with NULL. */
extern const struct rulebook *const rulebooks[];

const struct rulebook *rulebook_find(struct span folded_id);

/*
 * rulebook_is_packs: is each game of this rulebook a pack, whose name it bears? rulebook_of_packs:
 * the next such rulebook after `book` (NULL: the first); NULL: there is no other.
 */
bool rulebook_is_packs(const struct rulebook *book);
const struct rulebook *rulebook_of_packs(const struct rulebook *book);

/* The card that a folded token spells, or -1; and back: by the rulebook, or by the pack. */
static inline int card_read_by(const struct setting *setting, struct span folded)
{
    const struct rulebook *book = setting->book;
    return book->pack_card_read == NULL ? book->card_read(folded)
           : setting->pack != NULL      ? book->pack_card_read(setting->pack, folded)
                                        : -1;
}
static inline size_t card_write_by(const struct setting *setting, int card, bool japanese,
    char *out)
{
    const struct rulebook *book = setting->book;
    return book->pack_card_write == NULL ? book->card_write(card, japanese, out)
           : setting->pack != NULL       ? book->pack_card_write(setting->pack, card, japanese, out)
                                         : 0;
}

/* Where a card leads after which no rank stands alone: all of what is led is not of one code. */
enum { LED_BY_NO_RANK = -2 };

static inline int card_leads_by(const struct setting *setting, int card)
{
    const struct rulebook *book = setting->book;
    return book->pack_card_leads != NULL && setting->pack != NULL
               ? book->pack_card_leads(setting->pack, card)
               : card / 16;
}

/* What the game is called in records and in the store: its pack's name, else the rulebook's id. */
const char *game_called(const struct setting *setting);

/*
 * The name of the built-in deck in play; NULL: the deck is the owner's, or the rulebook lists it.
 */
const char *rulebook_builtin(const struct setting *setting);
int rulebook_rule(const struct rulebook *book, const char *id); /* a row, or -1 */

/*
 * Is the game over, either played to its end or noted as a result? `winners` gets the seats that
 * have won (a bit each).
 */
bool rulebook_finished(const struct rulebook *book, const void *state,
    const struct setting *setting, uint32_t *winners);

/*
 * How the seats stand, an element for each. Where a game knows only the winners, all others share
 * the next place.
 */
void rulebook_stand(const struct rulebook *book, const void *state, const struct setting *setting,
    struct standing *out);

/*
 * Tells the end of a score: "standing", in the order of places and then of seats, and what else the
 * game tells.
 */
void rulebook_tell_end(const struct rulebook *book, const void *state,
    const struct setting *setting, struct teller *to);

/* Tells the same, and who has won, to a comparison of readings (unsure.h). */
struct comparison;
void rulebook_compare(const struct rulebook *book, const void *state, const struct setting *setting,
    struct comparison *c);

/*
 * rulebook_lay_deck sets the deck that a game begins with: the built-in one, or an empty one.
 * rulebook_copy copies a state.
 */
void rulebook_lay_deck(const struct rulebook *book, void *deck);
void rulebook_copy(const struct rulebook *book, void *to, const void *from);

/*
 * Tries a statement: either it is applied, or everything stays as it was except for the ruling
 * (IMPOSSIBLE) or the fault (MALFORMED) that says why. `before` is a state of this game or zeros,
 * and receives the state as it was. `follows`: the last try of this same state left `before`, and
 * nothing else has changed the state since.
 */
enum outcome rulebook_try(const struct setting *setting, void *state, void *before, bool follows,
    const struct statement *said, struct rulings *out, struct fault *fault);

/*
 * Tells the answer to a question read by odds_read, as one object: the game's own answer, or
 * {"card", "shares": [{"seat", "share"}]}, the last share being nobody's. False: nothing was told,
 * and the fault says why. `scratch` has `room` bytes (chances_part).
 */
bool odds_tell(const struct setting *setting, const void *state, const struct statement *said,
    void *scratch, struct teller *t, struct fault *fault);

#endif
