/*
 * A rulebook: a game as a row, what every game has and the parts that it may have.
 */
#ifndef FUDA_RULEBOOK_H
#define FUDA_RULEBOOK_H

#include "core/ask.h"
#include "core/telling.h"

/* A rule as `fuda rules`, the manual and every message name it: GAME/id. */
struct rule {
    const char *id;
    bool judged;            /* checked by `judge` */
    const char *section;    /* of the rulebook: "3.3.1"; "" where it is not numbered */
    const char *heading;    /* as the rulebook prints it */
    const char *heading_en; /* a text to translate, or NULL */
    const char *text;       /* in this project's own words, to translate */
    /* a rule of the order of play: where it is broken the record stumbles (repair.h) */
    enum order_broken order;
    /* what somebody did who broke it, after a name, to translate; NULL: it is not put so */
    const char *deed;
};

/* Does this ruling make the record stumble over the order of play, and by what? */
static inline enum order_broken rule_order(const struct rule *rules, const struct ruling *r)
{
    const bool broken = r->kind == RULING_IRREGULAR;
    return !broken ? NO_ORDER : r->order != NO_ORDER ? r->order : rules[r->rule].order;
}

struct act;

/* What came of applying a statement. Only APPLIED changes the state: rulebook_try sees to it. */
enum outcome {
    APPLIED,
    IMPOSSIBLE, /* the last ruling added says why */
    MALFORMED   /* the fault says where and what was expected */
};

/*
 * A physical card of a game's box, or of a pack, as the QR code on it names it: `F/GG/CODE`, where
 * GG is the rulebook's `stickers->game`. Ten characters at most, upper case letters, digits and /:
 * alphanumeric mode, so that it fits a version 1 symbol at error correction H (ISO/IEC 18004).
 */
enum { STICKER_CODE = 5, TOKEN_MOST = 2 * NAME_MOST + 3 };

struct sticker {
    char code[STICKER_CODE + 1]; /* "R13", "CA2", "K7" */
    int16_t card;                /* its code; -1: what a record writes as a number or a word */
    bool spare;                  /* one more copy than the box usually has */
    /* the deck as printed gives it no number: this one was found for it */
    bool numbered;
    /* To translate: what people call a card that is no `card`, without the number after its code;
     * NULL: a card, or its token says it. */
    const char *name;
    char token[TOKEN_MOST]; /* how a record writes it: r13, candle, 7, "Sakura" */
};

/*
 * The card `card` (or -1) that a record writes as `token`: quoted where it has spaces. Its code is
 * `code` in upper case, and after it the number of the copy; 0: there is one copy.
 */
void sticker_set(struct sticker *s, int card, struct span token, struct span code, unsigned copy);

/* ---- the parts of a rulebook: whole or absent -------------------------------------------- */

/* What can be known of the cards that players hold. */
struct knowledge_part {
    /* The cards that `seat` (not -1) may hold and may play now, as far as is known. */
    struct cardset (*legal)(const void *state, const struct setting *setting, int seat);
    int (*turn)(const void *state, const struct setting *setting); /* -1: unknown or nobody */

    /*
     * Does this line tell of cards that lie face down now, where nobody may look at them? The table
     * does not show it then. NULL: never.
     */
    bool (*face_down)(const void *state, uint32_t line);
};

/*
 * A trick as it lies on the table: whose cards (-1: nobody saw it), in the order of their plays,
 * and how many it lacks.
 */
struct trick_laid {
    int count, lacking;
    int8_t seat[SEATS_MOST];
    int16_t card[SEATS_MOST];
};

/* The game as the table keeps it. */
struct table_part {
    /* how cards and players are written, for one who has never kept a record; may be NULL */
    const char *cards;

    /*
     * Where the game stands ("R1 T4"); what came of a statement, as messages in order; and what
     * lies open, as an object told whole. `before` and `after` are states of the same game.
     */
    void (*place)(const void *state, const struct setting *setting, struct message *out);
    void (*news)(const void *before, const void *after, const struct setting *setting,
        struct news *news);
    void (*tell)(const void *state, const struct setting *setting, struct teller *t);

    /* What the table waits for (ask.h); `out` asks nothing yet. NULL: nothing is ever asked. */
    void (*ask)(const void *state, const struct setting *setting, struct ask *out);

    /* The trick that is not full yet. NULL: there are none. */
    void (*trick)(const void *state, struct trick_laid *out);
};

/* What would come of a card. */
struct trial_part {
    /*
     * What would come of playing this card now, told as the row of the score would be; the state
     * stays as it is. `seat` -1: nobody in particular. False, and nothing told, if as far as is
     * known this seat cannot play it; `why` then says so. With `t` NULL it only answers that.
     */
    bool (*what_if)(const void *state, const struct setting *setting, int seat, int card,
        struct teller *t, struct message *why);
};

/* Chances: of where a card is (`shares`), or of something else that the game is asked (`tell`). */
struct chances_part {
    /*
     * How they are asked at the table: row 1 of a table of verbs like a rulebook's, read by
     * odds_read; card_asks asks for a card.
     */
    const struct verb *asks;

    /*
     * The share of the deals still possible in which each seat (and, after them, nobody) holds a
     * card now, every claim not refuted taken as right: `shares` gets seats + 1 numbers from 0 to
     * 1. False if that cannot be counted. `scratch` has `room` bytes.
     */
    bool (*shares)(const void *state, const struct setting *setting, int card, void *scratch,
        double *shares);
    size_t room;

    /*
     * The answer to the question read, as an object told whole; false: the fault says what was
     * expected.
     */
    bool (*tell)(const void *state, const struct setting *setting, const struct statement *said,
        struct teller *t, struct fault *fault);
};

/* The cards of the box, as codes on stickers name them. */
struct stickers_part {
    const char *game; /* "HT" */
    /*
     * The n-th sticker, in the order of the sheets; false past the last. `deck` is the deck as
     * printed; NULL for a game whose rulebook lists it.
     */
    bool (*nth)(const void *deck, unsigned n, struct sticker *out);
};

/*
 * What the repair of slips of the pen has to know of a game. Its rulebook takes the record at its
 * word: no state of it is there because a line may be missing, doubled, misnamed or misread.
 */
struct repair_part {
    /*
     * The n-th act that may be missing where the record stands, as a statement in which whatever
     * nobody saw is `?`: first what the game waits for, then the acts that may be done here. Writes
     * it into `out`, terminated, and returns its length; 0: there are no more.
     */
    size_t (*missing)(const void *state, const struct setting *setting, unsigned n, char *out,
        size_t room);
    /* the verb of an act that leaves open what was done, where others say it; VERB_PLAY: none */
    uint8_t vague;
    /* so many of them make one edit at most: a trick, a turn, a period; 0: one a seat */
    uint8_t missing_most;

    /*
     * Statements by which a round, a deal, a night, a period or a battle begins, each in the way it
     * is written; ends with NULL.
     */
    const char *const *begins;

    /*
     * The cards that nobody on record has had in the round that stands open: what a `?` of it may
     * be. NULL: not known.
     */
    struct cardset (*left_over)(const void *state, const struct setting *setting);
};

struct could_part;

/*
 * One game. `state` is the caller's, `state_size` bytes, aligned as malloc aligns, and may be
 * copied with memcpy at any time.
 */
struct rulebook {
    const char *id;    /* "haratama" */
    const char *title; /* "Haratama", to translate */
    const char *names; /* what else it is called, folded: "祓魂/ハラタマ" */
    uint8_t seats_least, seats_most;
    /* so many may sit down too: nothing but notes is kept of them; 0: none */
    uint8_t seats_noted;
    /* for another number of players, to translate; NULL: nothing to add */
    const char *seats_hint;
    const struct verb *verbs;
    const struct rule *rules;     /* row 0 is always `deck`; ends with an empty row */
    const struct option *options; /* ends with an empty row */

    /*
     * The card that a token (folded) spells, or -1; its text into `out`, at least 16 bytes: NULL
     * where cards have no code.
     */
    int (*card_read)(struct span token);
    size_t (*card_write)(int card, bool japanese, char *out);
    const char *card_hint; /* what a card looks like, to translate */

    /*
     * For cards known by names alone, which the record or the deck gives: at most NAME_MOST bytes.
     * Else NULL.
     */
    size_t (*card_name)(const struct setting *setting, int card, char *out);

    /* The state before the first statement; setting->seats is filled in. */
    size_t state_size;
    void (*begin)(void *state, const struct setting *setting);

    /*
     * Copies what is in use of a state to another of this game, or to one that is all zero. NULL:
     * all is in use.
     */
    void (*copy)(void *to, const void *from);

    /*
     * Copies a state to `before`, where it is kept as it was before the next statement. `follows`:
     * as it was kept last is there, and since then one statement was applied, or taken back, and
     * nothing else: what that did not change need not be copied again. NULL: `copy`.
     */
    void (*keep)(void *before, void *state, bool follows);

    /*
     * Applies a statement (act.h). Rulings that show at once are appended to act->out. It takes
     * nothing back when it fails: rulebook_try does.
     */
    enum outcome (*apply)(struct act *act);

    /*
     * Would this statement of play, applied now, begin a new round (deal, night)? Then what stands
     * open is weighed and told first. NULL: there are no rounds.
     */
    bool (*turns_page)(const void *state, const struct setting *setting,
        const struct statement *statement);

    /*
     * Weighs the claims of the round that stands open, from what has been seen so far. NULL:
     * nothing is claimed.
     */
    void (*weigh)(const void *state, const struct setting *setting, struct rulings *out);

    /*
     * Tells the rows of the score (rounds, battles, …) that have become final since the last
     * call, each as an object; with `last` the open one too. `told` counts the rows told; it is
     * the caller's and begins at 0. Called after every statement.
     */
    const char *rows_key; /* "rounds", "ignitions", "deals", "nights", "battles" */
    void (*tell_rows)(const void *state, const struct setting *setting, struct teller *t,
        uint32_t *told, bool last);

    /*
     * How the seats stand: an element a seat. NULL: only who has won is known. `tell_seat` tells
     * what counts of one seat, inside the object that has its name and its place; NULL: its points.
     * `tell_rest`, once after it all, what else the score has to say; may be NULL.
     */
    void (*stand)(const void *state, const struct setting *setting, struct standing *out);
    void (*tell_seat)(const void *state, const struct setting *setting, int seat, struct teller *t);
    void (*tell_rest)(const void *state, const struct setting *setting, struct teller *t);

    /* What a reader of the score has to be told besides, as messages in order. NULL: nothing. */
    void (*remark)(const void *state, const struct setting *setting, struct news *remarks);

    /* Is the game over, and if so which seats have won (a bit a seat)? */
    bool (*finished)(const void *state, const struct setting *setting, uint32_t *winners);

    const struct knowledge_part *knowledge;
    const struct table_part *table;
    const struct trial_part *trial;
    const struct chances_part *chances;
    const struct deck_part *deck; /* NULL: the rulebook lists its deck */
    const struct stickers_part *stickers;
    const struct repair_part *repair; /* NULL: the record is read plainly, whatever was meant */
    /* what could have been (could_round.h). NULL: it is not asked */
    const struct could_part *could;
};

extern const struct rulebook haratama_rulebook, needfire_rulebook, tezumashi_rulebook,
    hyakumonogatari_rulebook, materia_rulebook, score_rulebook;

/* The table of rulebooks; ends with NULL. */
extern const struct rulebook *const rulebooks[];

const struct rulebook *rulebook_find(struct span folded_id);

/*
 * Is each of its games a pack, by whose name it goes? The first such row after `book` (NULL: of
 * all); NULL: none.
 */
bool rulebook_is_packs(const struct rulebook *book);
const struct rulebook *rulebook_of_packs(const struct rulebook *book);

/* What the game is called in records and in the store: its pack's name, else the rulebook's id. */
const char *game_called(const struct setting *setting);

/*
 * The name of the built-in deck that is played with; NULL: the deck is the owner's, or stands in
 * the rulebook.
 */
const char *rulebook_builtin(const struct setting *setting);
int rulebook_rule(const struct rulebook *book, const char *id); /* a row, or -1 */

/*
 * Is the game over, played to its end or noted as a result, and if so which seats have won (a bit a
 * seat)?
 */
bool rulebook_finished(const struct rulebook *book, const void *state,
    const struct setting *setting, uint32_t *winners);

/*
 * How the seats stand, an element a seat; where a game knows only who has won, the others share the
 * place behind.
 */
void rulebook_stand(const struct rulebook *book, const void *state, const struct setting *setting,
    struct standing *out);

/*
 * The end of a score: "standing", in the order of places, then of seats, and what else the game
 * tells.
 */
void rulebook_tell_end(const struct rulebook *book, const void *state,
    const struct setting *setting, struct teller *to);

/* The same, and who has won, for a comparison of readings (unsure.h). */
struct comparison;
void rulebook_compare(const struct rulebook *book, const void *state, const struct setting *setting,
    struct comparison *c);

/* Lays the deck that a game begins with: the built-in one, or an empty one. */
void rulebook_lay_deck(const struct rulebook *book, void *deck);
void rulebook_copy(const struct rulebook *book, void *to, const void *from);

/*
 * One try: the statement is applied, or all is as it was, but for the ruling that says why
 * (IMPOSSIBLE) or the fault (MALFORMED). `before` is one of this game, or all zero, and then holds
 * the state as it was. `follows`: it is as the last try of this same state left it, and nothing
 * else has changed the state since.
 */
enum outcome rulebook_try(const struct setting *setting, void *state, void *before, bool follows,
    const struct statement *said, struct rulings *out, struct fault *fault);

/*
 * The answer to a question that odds_read has read, as an object told whole: by the game itself, or
 * as {"card", "shares": [{"seat", "share"}]}, the last of nobody. False, and nothing told: the
 * fault says why. `scratch` has the `room` of chances_part.
 */
bool odds_tell(const struct setting *setting, const void *state, const struct statement *said,
    void *scratch, struct teller *t, struct fault *fault);

#endif
