/*
 * A record as it is kept at the table: its steps (core/step.h) as lines, so that they can be undone
 * and done again, and in words what they brought.
 */
#ifndef FUDA_SESSION_H
#define FUDA_SESSION_H

#include "cli/deck/find.h"
#include "cli/sheet/facts.h"
#include "cli/table/waypoint.h"

/* A finding once told is not told again. */
struct step_texts {
    enum ruling_kind kind;
    uint8_t rule;
    int8_t seat;
    int16_t card;
    uint32_t line;
};

/* One finding as it was put into words, for `why`. */
struct explained {
    struct step_texts what;
    bool hushed; /* without the cards, since they lay face down */
    /* no finding: the line could not be read, or is none for the table */
    bool unread;
    char *text; /* owned */
    char *why;  /* owned: the argument, whole; "": there is none */
};

/* A line that was not taken, and what stood in its way. */
struct untaken {
    char *line;            /* owned; NULL: it was taken */
    struct explained *why; /* owned */
    size_t count;
};

/* A line of the record, and what was so when it was said. */
struct said_line {
    char *text;  /* owned: as it is stored */
    char *place; /* owned: where the game stood, and whose turn it was: "R1 T4 Bo" */
    bool broke;  /* it broke a rule, or proved that another had */
    bool ruled;  /* something was found that had not been told before */
    char *told;  /* owned: what came of it, in words */
};

struct session {
    const struct context *context;
    struct record record;       /* its room is owned */
    struct step *step;          /* owned, and its mark's room: what the last line brought */
    struct packs packs;         /* decks by name, from the working directory on */
    struct said_line *steps;    /* owned: the lines in order */
    size_t count;               /* steps applied */
    bool stored;                /* a record of the store is read: see record_host */
    size_t kept;                /* `count`, and the steps undone after them */
    struct waypoints waypoints; /* owned */
    struct explained *told;     /* owned */
    size_t told_count;
    struct untaken untaken; /* the last line, if it was not taken */
    const char *place;      /* borrowed: of the line that is being tried */
    struct facts rows;      /* of the score, as they became final, … */
    /* rows of the score that are final; one that is not may follow them */
    int final;
    size_t heading;    /* steps that are not undone: game, players, … */
    struct text said;  /* answers of the last step, a line each */
    struct text wrong; /* complaints of that step, among them why it was not taken */
    /* of the next line it was said that it is no slip of the pen */
    bool agreed;
    bool advises;         /* people read it: they are told what follows from a proved offence */
    struct text *reasons; /* borrowed: where why the next step came out so is told; NULL: nowhere */
    bool ruled;           /* the last step brought a finding */
    bool broken;          /* the last step is irregular, or proved another one so */
};

void session_of_store(struct session *s);
void session_begin(struct session *s, const struct context *context);
void session_clear(struct session *s);

/*
 * As if it had just begun, in the memory it has: megabytes, that cost more than a short record
 * does.
 */
void session_again(struct session *s);

/* Tries a line as a step (step_try), and puts into words what came of it. */
enum step_end session_try(struct session *s, const char *line, bool ask);

/* A line as it was typed at the table: answers to what is asked, or statements (step_answer). */
enum step_end session_answer(struct session *s, const char *line, bool ask);

/* What would come of it: nothing is told, and nothing kept. */
enum step_end session_look(struct session *s, const char *line);

/*
 * Takes the last step back; false if there is none. Or all after the first `count`, the heading
 * apart.
 */
bool session_undo(struct session *s);
bool session_undo_to(struct session *s, size_t count);

/*
 * What came of a step, counted from 0, and why, with the rules that it comes of; nothing where
 * nothing came of it. Nothing that was told before is forgotten.
 */
void session_reasons(struct session *s, size_t step, struct text *out);

/* Does the step that was taken back again; false if that is not `line`. */
bool session_redo(struct session *s, const char *line);

/*
 * How long the name is, quotes and all, that a stored line begins with; 0: it names nobody in
 * front.
 */
size_t line_named(const char *line);

/* The rows of the score, and until session_rows_end the one that is not final yet. */
const struct fact *session_rows(struct session *s);
void session_rows_end(struct session *s);

/* A finding as it may be put into words now. */
void session_words(const struct session *s, const struct explained *e, struct text *out);

/* ---- mend.c: another line in a line's place ---------------------------------------------- */

/*
 * A step that is not what it was, or the new one itself: it does not fit at all, it breaks a rule
 * now, or what it says is said somewhere else in the game, and perhaps by somebody else; told of
 * the first such step only. Where another deck is chosen also a step of which something else came.
 */
enum unfitness { UNFIT_REFUSED, UNFIT_BREAKS, UNFIT_MOVED, UNFIT_TOLD };

struct unfit {
    size_t step; /* as they were counted before */
    enum unfitness how;
    char *why; /* owned: lines of words; of one moved: where to */
};

/* What a mending came to; session_unmend takes it back, mending_clear forgets it. */
struct mending {
    struct said_line *before; /* owned: the steps as they were */
    size_t count;             /* steps of `before` that were applied, */
    size_t kept;              /* and all that there are */
    size_t at;                /* the step that another was put in the place of */
    /* owned; in order. The first may be the new line itself: it breaks a rule */
    struct unfit *unfit;
    size_t unfits;
    /* the line chooses a deck: nothing that was told may change in silence */
    bool deck;
};

/*
 * Puts a line in the place of step `at` and tries again what stands after it: what no longer fits
 * is left out. False: the line itself cannot be taken, session.wrong says why, and all is as it
 * was.
 */
bool session_mend(struct session *s, size_t at, const char *line, struct mending *out);

/* A line as it is said again: what it was among the steps before, NO_STEP for a new one. */
enum { NO_STEP = -1 };
struct retold {
    char *text; /* owned by whoever tells */
    long was;
};

void retold_free(struct retold *lines, size_t count);

/*
 * Says these in the place of all steps from `at` on. What no longer fits is left out; a new one
 * that cannot be taken too.
 */
void session_retell(struct session *s, size_t at, const struct retold *lines, size_t count,
    struct mending *out);
void session_unmend(struct session *s, struct mending *mending);
void mending_clear(struct mending *mending);

/* ---- between the two ---- */

void said_lines_free(struct said_line *lines, size_t count);
/*
 * The record anew, from the first `count` of these lines on, as they are; the steps become the
 * session's.
 */
void session_replay(struct session *s, struct said_line *lines, size_t count);

#endif
