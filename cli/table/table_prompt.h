/*
 * The prompt beside the cards: lines that are typed or come from the camera (table_prompt.c), or
 * from phones (tapped.c); what kind of line it is (typed.c); how each is tried and kept (enter.c);
 * the table's own words (prompt_words.c), of which those that change what was said stand apart
 * (change.c, again.c), as does the one that says why (table_why.c, which looks up by lookup.c), and
 * what TAB offers (complete.c); what a line may have been that does not fit (perhaps.c), taken
 * (choose.c); who sits down to what (begin.c), and what all of them show (table_show.c). Each calls
 * those below it.
 *
 *     table_prompt.c ──▶ tapped.c ──▶ choose.c ──▶ enter.c
 *
 *     enter.c ──▶ prompt_words.c ──▶ change.c ──▶ again.c
 *        └─▶ begin.c ──▶ first.c ──▶ table_ask.c ──▶ table_show.c
 */
#ifndef FUDA_TABLE_H
#define FUDA_TABLE_H

#include "cli/campaign/open_campaign.h"
#include "line.h"
#include "perhaps.h"
#include "session.h"
#include "cli/camera/watch.h"
#include "cli/example.h"
#include "cli/phones/phones.h"

enum { EXPLAINED_MOST = 64 };

struct table {
    struct context own;            /* the command's, but that complaints answer what was typed */
    const struct context *context; /* it */
    struct campaign campaign;
    struct store_hold *hold;
    struct session session;
    struct line *line;
    struct watch watch;
    struct phones phones;
    /* the phone's line that is being entered; NULL: it was typed, or seen */
    const struct tapped *tap;
    struct text prompt;
    struct text packed;        /* the pack that the game is, where it is one; else empty */
    struct store_heading last; /* of the record played last: texts below */
    char last_game[NAME_MOST + 1];
    char last_names[SEATS_MOST][NAME_MOST + 1];
    struct store_id unfinished;
    char *doubtful; /* owned: a line that waits for a word; */
    bool mends;     /* the doubtful line came after `fix`; */
    /* the doubtful line breaks no rule, and may only be a slip of the pen */
    bool lawful;
    /* what that may have been, or one that was refused, or taken where nothing is asked */
    struct perhaps perhaps;
    /* owned: the lines from `back_at` on as they were before an offer was taken, for `undo`; */
    struct retold *back;
    size_t back_at, backs;
    bool may_return;                    /* nothing was said since the offer was taken */
    bool returned;                      /* the last `undo` has done so */
    const struct first_question *first; /* the first question that waits now; NULL: none does */
    const struct question *explained[EXPLAINED_MOST]; /* questions told in full before */
    unsigned explained_count;
    bool terminal, done, auto_board;
    /* nothing is kept, and nothing is asked of a line that breaks a rule */
    bool dispute;
    bool unread;             /* a line of the store is no step of the session */
    bool refused, irregular; /* anything so far: the exit status of a pipe */
    /* at a question before there is a record: nobody wants to play */
    bool left;
    int closed;       /* rows of the score before the line typed last */
    uint32_t winners; /* who had won before that line: a bit a seat */
    /* open questions that a `house` line has answered, a bit each */
    uint32_t answered;
};

/* ---- table_prompt.c ---- */

/* `fuda table`, from the first question to the last line. */
enum status table_run(const struct context *context, int count, char **given);

/* `fuda dispute`: the same, of which nothing is kept. */
enum status dispute_run(const struct context *context, int count, char **given);

/* ---- typed.c ---- */

/* A bit each, so that a row may be of several. */
enum typed_kind {
    TYPED_NOTHING = 1,    /* RETURN alone */
    TYPED_COMMENT = 2,    /* nothing but a comment */
    TYPED_NUMBER = 4,     /* of one of the offers there are */
    TYPED_MARK = 8,       /* nothing but `!`, in either width */
    TYPED_UNSEEN = 16,    /* it begins with a ? that is an answer: a card nobody has seen */
    TYPED_WORD = 32,      /* one of the table's own */
    TYPED_STATEMENT = 64, /* all else: core reads it, as answers or as statements */
    TYPED_ANY = 127,
};

/* A line that was typed, or tapped on a phone, read once. It borrows the line. */
struct typed_line {
    const char *line;
    enum typed_kind kind;
    struct span word; /* the first; */
    bool alone;       /* nothing but a comment follows it */
    struct span rest; /* what follows it; a choice of the command's in English */
    int number;       /* of an offer, from 1 on; 0: none */
    /* the table's word that it begins with, also where a ? would be an answer; NULL: none */
    const struct command *command;
    bool looks; /* that word changes nothing */
};

struct typed_line typed_read(const struct table *t, const char *line);

/* Is it a word that a phone may say, and nothing after it: `undo`, `redo`, `again`? */
bool typed_is_shared(const struct typed_line *l);

/* Runs the table's word that it begins with; always true, for the line is done. */
bool typed_run(struct table *t, const struct typed_line *l);

/* ---- tapped.c ---- */

/* A line of a phone: entered, asked about, or not; its phone is told which. */
void table_tap(struct table *t, const struct tapped *tap);

/*
 * What waits for the table's leave: RETURN gives it. False: something else was typed, and that goes
 * first.
 */
bool table_leave(struct table *t, const struct typed_line *l);

/* ---- choose.c ---- */

/* The nth of what was offered is taken. */
void table_choose(struct table *t, int nth);

/* ---- withheld.c ---- */

/*
 * What comes of a tap, as its phone may know: of cards that others hid it tells nothing. Hidden
 * cards that stand in the way of what is taken so are unseen in the record from then on.
 */
enum step_end table_judge(struct table *t, const struct tapped *tap);

/*
 * The tap was taken. If it says word for word what others hid it was a guess, and is told like a
 * wrong one: as it is. The hidden cards of those lines are unseen in the record from then on.
 */
void table_tell_guess(struct table *t, const struct tapped *tap);

/* ---- enter.c ---- */

/* Tried, and kept if it is taken. `typed`: it may be an answer, else it is a statement. */
enum step_end table_enter(struct table *t, bool typed, const char *line, bool ask);

/* A line as whoever sits at the table says it: asked about where it breaks a rule. */
void table_state(struct table *t, bool typed, const char *line);

/*
 * Phones are at the table: what this line, the record's `number`-th, may have been, by what
 * everybody may see alone. Nothing is offered of a line that tells of hidden cards, nor of an
 * earlier one that is not seen as it is.
 */
void table_offer_openly(struct table *t, const char *line, uint32_t number);

/* What may be said of the line that waits. */
void table_ask_again(const struct table *t);

/* The line that waits for a word is taken, with what it says of itself, or taken back. */
void table_settle(struct table *t, bool stands);

/* ---- prompt_words.c ---- */

/*
 * A line could not be read from its first word on: is one of the table's words like it, rather than
 * a statement?
 */
void table_suggest(const struct table *t, const char *line);

/* The table at a glance; with `more`, what follows from it too. */
void table_board(struct table *t, bool more);

/* ---- lookup.c ---- */

/* `rules [RULE]`: of this table's game where none is named. */
bool table_rules(struct table *t, const char *rest);

/* ---- table_why.c ---- */

/*
 * `why`: why the last line was not taken, what was ruled of it, or what came of it last; or the
 * N-th ruling, or what was ruled or came of a card, or by a rule. False: complained.
 */
bool table_why(struct table *t, const char *rest);

/* ---- complete.c ---- */

/* A completer's function (line.h); `user` is a struct table. */
void table_complete(void *user, const char *before, const char *word,
    void (*offer)(void *to, const char *candidate), void *to);

/* ---- change.c ---- */

/*
 * `undo [N|VERB [N]]`, `redo [N]` and `fix [N [LINE]]`; false: complained. A line that would break
 * a rule, or leave others unfit, waits for a word in `doubtful`, unless that was agreed to.
 */
bool table_undo(struct table *t, const char *rest);
bool table_redo(struct table *t, const char *rest);
bool table_fix(struct table *t, const char *rest, bool agreed);

/*
 * `pack NAME` in the middle of a game that is played with a built-in deck, or a row that its deck
 * lacks: as if it had stood before the first line. What comes out otherwise is listed, and
 * confirmed. False: it is nothing of the kind.
 */
bool table_pack(struct table *t, const struct typed_line *l);

/* ---- again.c ---- */

/*
 * The ids of the steps after the heading in the store, the caller's to free; NULL: they do not go
 * together with its lines.
 */
struct store_id *table_ids(struct table *t);

/* What would be otherwise, or is, line by line; is any line left out? */
void table_tell_unfit(const struct table *t, const struct mending *m);
bool mending_refused(const struct mending *m);

/* "Line 7 is now … It was …" */
void table_say_change(const struct table *t, size_t step, const char *was, const char *now,
    struct text *out);

/* The steps from `at` on, to be said again, the caller's to free. */
struct retold *table_said(const struct table *t, size_t at);

/*
 * Other lines in the place of all steps from `at` on, as one change of the store; tells what
 * becomes of them. False: the store refused.
 */
bool table_retell(struct table *t, size_t at, const struct retold *lines, size_t count);

/*
 * `undo` takes all back to these lines, which are the table's from now on, until something else is
 * said.
 */
void table_may_return(struct table *t, size_t at, struct retold *lines, size_t count);
void table_forget_return(struct table *t);
bool table_return(struct table *t); /* false: there is nothing of the kind */

/* ---- begin.c ---- */

/*
 * Begins a record, goes on with the unfinished one, or asks; false: complained, or nobody answered.
 */
bool table_sit_down(struct table *t, int count, char **given);

/*
 * The record in the store, begun now if it was not: nobody has played what has no line. False:
 * complained.
 */
bool table_store(struct table *t);

/* What the rules make of the record so far, into the store. */
void table_keep_result(struct table *t);

/*
 * `again`: where this game is over, another one with the same people, under the same prompt. False:
 * complained.
 */
bool table_again(struct table *t, const char *rest);

/* The session as the store has the record. */
bool table_reload(struct table *t);

/* ---- waiting.c ---- */

enum { LISTED_MOST = 9 }; /* unfinished records that are offered; `history` lists all */

/* Records that may go on and that nobody keeps now, the newest first. */
struct waiting {
    struct table *table;
    struct {
        struct store_id id;
        unsigned number;   /* in `fuda history` */
        struct text about; /* owned: day, game, players, and where it stands */
    } of[LISTED_MOST];
    int count;
    bool more; /* than are listed */
};

/* Does somebody keep it now? */
bool waiting_is_held(const struct table *t, const struct store_id *record);

/* May something follow? Not if it was ended, or is over though no result was kept. */
bool waiting_goes_on(const struct table *t, const struct store_entry *entry, struct text *about);

/* What could be found out; the store's refusal is told. To be cleared with waiting_clear. */
void waiting_find(struct table *t, struct waiting *out);
void waiting_list(struct waiting *w);
void waiting_clear(struct waiting *w);

/* The last record of the campaign, for defaults; and whether it is unfinished. */
void table_look_back(struct table *t);

/* ---- first.c ---- */

/* A question before there is a record. */
struct first_question {
    const char *asks;      /* as it is said */
    const char *otherwise; /* the answer that RETURN takes; "" or NULL: none */
    const char *help;      /* to translate */
    void (*offer)(const struct table *t, const char *word, void (*offer)(void *, const char *),
        void *to);
};

/*
 * Its answer, the caller's to free; NULL: ^C, ^D, or somebody wants to leave. Help is given, and it
 * is asked again.
 */
char *first_ask(struct table *t, const struct first_question *q);

enum consent { NO, YES, NOBODY, UNCLEAR };

/*
 * In either language, by its beginning: a slip of the pen is UNCLEAR, NULL is NOBODY. And asked
 * for.
 */
enum consent consent_read(const char *answer);
enum consent first_consent(struct table *t, const char *question);

/* Names of games that are packs, for TAB. */
void first_offer_packs(const struct table *t, const char *word, void (*offer)(void *, const char *),
    void *to);

/* Asks until it is a game that fuda knows, and what stood after it; NULL: nobody answers. */
const struct rulebook *first_game(struct table *t, struct text *behind);

/*
 * Asks who sits; and the names of an answer, as the language reads them: quoted ones may hold
 * spaces. 0: complained.
 */
char *first_players(struct table *t);
int first_names(struct table *t, char *answer, char names[][NAME_MOST + 1], char **out);

/* ---- packed.c ---- */

/*
 * The pack that is this game, into `packed`: a file's or one in the box, else what the campaign
 * played it by last, else what the table says of it, which is asked. False: there is none, and it
 * was said why.
 */
bool packed_find(struct table *t, const char *name);
void packed_name(const struct table *t, char out[NAME_MOST + 1]);
/* … or that of the record that is kept, if none is there yet. */
void packed_of_record(struct table *t);
/* Asks for its name; NULL: nobody answers. */
char *packed_ask_name(struct table *t);

/* ---- table_ask.c ---- */

/* What is asked in full, below how cards are written, as `help` begins. */
void ask_help(const struct table *t, struct text *out);

/* The help on a terminal, the first time that this is asked. */
void ask_tell(struct table *t);

/*
 * Is the game over, and nothing asked that may still come of it: a second night, what a table's own
 * cards cost?
 */
bool ask_over(const struct table *t);

/* The prompt: where the game stands, whose turn it is, or who is asked, and what. */
void ask_prompt(const struct table *t, struct text *out);

/* The statement that RETURN stands for now, the caller's to free; NULL: nothing. */
char *ask_return(const struct table *t);

/*
 * Does all of a line read, as answers or statements? What the camera is to say is not known yet,
 * and may.
 */
bool ask_reads(const struct table *t, const char *line);

/* Does it begin with a ? that is an answer: a card nobody has seen? */
bool ask_takes_unseen(const struct table *t, const char *line);

/* Is a player asked for first? And the words that may be chosen of, for TAB. */
bool ask_wants_seat(const struct table *t);
void ask_offer(const struct table *t, const char *word, void (*offer)(void *, const char *),
    void *to);

/* ---- table_show.c ---- */

/* On standard output, in colours if it has any, and then empty. */
void table_show(const struct table *t, struct text *out);

/* The same where complaints are seen. */
void table_show_wrong(const struct table *t, struct text *out);

/* What a step brought: answers on standard output, complaints where they are seen. */
void table_show_answers(struct table *t);

/* A text, broken into lines. */
void table_say(const struct table *t, const char *text);

/* A text with a {line} of the record, or a file's name, in it; ends the line. */
void table_show_line(const struct table *t, const char *text, const char *line);

/* Nothing, or a comment. */
bool table_blank(const char *line);

/* The first word of a line; `alone`: nothing, or a comment, follows it. */
struct span table_first_word(const char *line, bool *alone);

#endif
