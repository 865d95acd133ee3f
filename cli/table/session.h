/*
 * A record kept at the table: its steps (core/step.h) as lines, which can be undone and done again,
 * and what came of each step in words.
 */
#ifndef FUDA_SESSION_H
#define FUDA_SESSION_H

#include "cli/deck/find.h"
#include "cli/sheet/facts.h"

/* A finding that was told, so that it is not told again. */
struct step_texts {
    enum ruling_kind kind;
    uint8_t rule;
    int8_t seat;
    int16_t card;
    uint32_t line;
};

/* One finding put into words, for `why`. */
struct explained {
    struct step_texts what;
    bool hushed; /* the cards are left out because they lay face down */
    /* not a finding: the line could not be read, or the table does not take it */
    bool unread;
    char *text; /* owned */
    char *why;  /* owned: the complete argument; "": there is none */
};

/* A line that was not taken, and why. */
struct untaken {
    char *line;            /* owned; NULL: it was taken */
    struct explained *why; /* owned */
    size_t count;
};

/* A line of the record, and how things stood when it was said. */
struct said_line {
    char *text;  /* owned: as it is stored */
    char *place; /* owned: where the game stood and whose turn it was, "R1 T4 Bo" */
    bool broke;  /* it broke a rule, or proved that another had */
    bool ruled;  /* it brought a finding that had not been told before */
    char *told;  /* owned: what came of it, in words */
};

/*
 * Copies of the record after some of its steps, so that taking a step back need not apply all the
 * others again. There is one every WAYPOINT_EACH steps, and fewer of them further back, so that
 * their number grows with the logarithm of the length. A session owns them.
 */
enum { WAYPOINT_EACH = 64, WAYPOINTS_MOST = 12 };

struct waypoint {
    size_t count;            /* steps applied by then; 0: this row is free */
    size_t told;             /* findings told by then */
    int rows;                /* rows of the score by then */
    struct record_mark mark; /* its memory is owned */
};

struct waypoints {
    struct waypoint *row[WAYPOINTS_MOST]; /* owned; NULL: never used */
};

struct session {
    const struct context *context;
    struct record record;       /* its memory is owned */
    struct step *step;          /* owned, with the memory of its mark: what came of the last line */
    struct packs packs;         /* decks by name, looked for from the working directory on */
    struct said_line *steps;    /* owned: the lines in order */
    size_t count;               /* steps applied */
    bool stored;                /* the record comes from the store: see `kept` of record_host */
    size_t kept;                /* how many steps there are with those undone after them */
    struct waypoints waypoints; /* owned */
    struct explained *told;     /* owned */
    size_t told_count;
    struct untaken untaken; /* the last line, if it was not taken */
    const char *place;      /* borrowed: the place of the line that is being tried */
    struct facts rows;      /* rows of the score, in the order in which they became final */
    /* how many of them are final; one that is not may follow */
    int final;
    size_t heading;    /* how many first steps cannot be undone: game, players, and so on */
    struct text said;  /* what to answer to the last step, one line each */
    struct text wrong; /* complaints about it, among them why it was not taken */
    /* the table has said that the next line is no slip of the pen */
    bool agreed;
    /* people read the answers, so they also say what follows from a proved offence */
    bool advises;
    /* borrowed: receives the reasons of the next step; NULL: they are not wanted */
    struct text *reasons;
    bool ruled;  /* the last step brought a finding */
    bool broken; /* the last step is irregular, or proved that another one was */
};

void session_of_store(struct session *s);
void session_begin(struct session *s, const struct context *context);
void session_clear(struct session *s);

/*
 * Begins again, in the memory that the session has: allocating megabytes costs more than a short
 * record.
 */
void session_again(struct session *s);

/* Tries a line of statements as a step (step_try) and puts what came of it into words. */
enum step_end session_try(struct session *s, const char *line, bool ask);

/*
 * The same for a line as it was typed at the table: answers to what is asked, or statements
 * (step_answer).
 */
enum step_end session_answer(struct session *s, const char *line, bool ask);

/* What would come of a line; nothing is told or kept. */
enum step_end session_look(struct session *s, const char *line);

/*
 * Takes back the last step, or all steps after the first `count`; the heading always stays. False:
 * there was nothing to take back.
 */
bool session_undo(struct session *s);
bool session_undo_to(struct session *s, size_t count);

/*
 * Adds to `out` what came of a step (counted from 0) and why, with the rules behind it; nothing if
 * nothing came of it. What was told before stays told.
 */
void session_reasons(struct session *s, size_t step, struct text *out);

/* Does the step again that was taken back last; false if that was not `line`. */
bool session_redo(struct session *s, const char *line);

/*
 * The length of the name that a stored line begins with, quotes included; 0: it does not begin with
 * a name.
 */
size_t line_named(const char *line);

/* The rows of the score. Until session_rows_end the row that is not final yet is one of them. */
const struct fact *session_rows(struct session *s);
void session_rows_end(struct session *s);

/* ---- session_words.c --------------------------------------------------------------------- */

/* What came of the step that was just tried, taken or refused, into `said` and `wrong`. */
void session_tell_step(struct session *s);
void session_tell_refusal(struct session *s);
void session_add_line(struct text *t, const char *line);

/* Adds a finding in the words that may be used now: without cards that lie face down. */
void session_words(const struct session *s, const struct explained *e, struct text *out);

/* ---- mend_line.c: putting another line in the place of one ---------------------------------- */

/*
 * What became of a later step, or of the new line itself. REFUSED: it no longer fits at all.
 * BREAKS: it now breaks a rule. MOVED: it now belongs to another place in the game, or to another
 * player (only the first such step is listed). TOLD: another deck was chosen, and something else
 * comes of the step.
 */
enum unfitness { UNFIT_REFUSED, UNFIT_BREAKS, UNFIT_MOVED, UNFIT_TOLD };

struct unfit {
    size_t step; /* its number before the change */
    enum unfitness how;
    char *why; /* owned: why, in lines; if it was moved, where to */
};

/*
 * What came of a mending. session_unmend takes it back; mending_clear frees it and lets it stand.
 */
struct mending {
    struct said_line *before; /* owned: the steps as they were */
    size_t count;             /* how many steps of `before` were applied */
    size_t kept;              /* how many there are with those undone */
    size_t at;                /* the step that was replaced */
    /* owned, in order. The first may be the new line itself, if it breaks a rule */
    struct unfit *unfit;
    size_t unfits;
    /* the line chooses a deck, so every step of which something else comes now is listed */
    bool deck;
};

/*
 * Puts a line in the place of step `at` and tries the later steps again; those that no longer fit
 * are left out. False: the line itself cannot be taken; session.wrong says why, and everything is
 * as it was.
 */
bool session_mend(struct session *s, size_t at, const char *line, struct mending *out);

/* A line that is said again. `was`: its step before, or NO_STEP for a new line. */
enum { NO_STEP = -1 };
struct retold {
    char *text; /* owned by the caller */
    long was;
};

void retold_free(struct retold *lines, size_t count);

/*
 * Replaces all steps from `at` on by these lines. Lines that do not fit, new ones too, are left
 * out.
 */
void session_retell(struct session *s, size_t at, const struct retold *lines, size_t count,
    struct mending *out);
void session_unmend(struct session *s, struct mending *mending);
void mending_clear(struct mending *mending);

/* ---- between the two ---- */

void said_lines_free(struct said_line *lines, size_t count);
/*
 * Builds the record again from the first `count` of these lines. The lines become the session's
 * steps.
 */
void session_replay(struct session *s, struct said_line *lines, size_t count);

#endif
