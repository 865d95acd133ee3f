/*
 * A record as it is kept at the table: its steps (core/step.h) as lines, so that they can be undone and done
 * again, and in words what they brought.
 */
#ifndef FUDA_SESSION_H
#define FUDA_SESSION_H

#include "cli/deck/find.h"

/* A finding once told is not told again. */
struct told {
    enum ruling_kind kind;
    uint8_t rule;
    int8_t seat;
    int16_t card;
    uint32_t line;
};

/* One finding as it was put into words, for `why`. */
struct explained {
    struct told what;
    bool hushed;                /* without the cards, since they lay face down */
    char *text;                 /* owned */
    char *why;                  /* owned: the argument, whole; "": there is none */
};

struct session {
    const struct context *context;
    struct record record;            /* its room is owned */
    struct step *step;               /* owned, and its mark's room: what the last line brought */
    struct packs packs;              /* decks by name, from the working directory on */
    char **steps;                    /* owned, each too: the lines in order, as they are stored */
    size_t count;                    /* steps applied */
    size_t kept;                     /* … and those undone behind them */
    struct explained *told;          /* owned */
    size_t told_count;
    size_t heading;                  /* steps that are not undone: game, players, … */
    struct text said;                /* answers of the last step, a line each */
    struct text wrong;               /* … and complaints: why it was not taken, too */
    bool broken;                     /* the last step is irregular, or proved another one so */
};

bool session_begin(struct session *s, const struct context *context);
void session_clear(struct session *s);

/* Tries a line as a step (step_try), and puts into words what came of it. */
enum step_end session_try(struct session *s, const char *line, bool ask);

/* Takes the last step back; false if there is none. */
bool session_undo(struct session *s);

/* Does the step that was taken back again; false if that is not `line`. */
bool session_redo(struct session *s, const char *line);

/* A finding as it may be put into words now. */
void session_words(const struct session *s, const struct explained *e, struct text *out);

#endif
