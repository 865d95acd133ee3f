/*
 * A record as it is kept at the table: lines are applied as they come, one line being one step that
 * is accepted or refused whole, undone and done again.
 *
 *     typed ─▶ session_try ─┬─ refused: nothing changed, `said` tells why
 *                           ├─ doubtful: it breaks a rule; the table lets it stand or not
 *                           └─ accepted: a step more
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
};

struct session {
    const struct context *context;
    struct record record;
    struct record_room room;         /* owned: what the record works in */
    struct record_mark mark;         /* its room owned: the record as it was before the last line */
    struct packs packs;              /* decks by name, from the working directory on */
    char **steps;                    /* owned, each too: the lines in order, as they are stored */
    size_t count;                    /* steps applied */
    size_t kept;                     /* … and those undone behind them */
    struct explained *told;          /* owned */
    size_t told_count;
    size_t heading;                  /* steps that are not undone: game, players, … */
    struct text line;                /* the line being applied, keywords and cards in ASCII */
    struct text said;                /* answers and complaints of the last step, a line each */
    struct text wrong;               /* complaints alone */
    struct text refusal;             /* of these, why the line is not taken */
    struct text news;                /* what the game has to tell of the line's statements */
    bool refused, irregular;         /* something was, in the last step */
    bool broken;                     /* the last step is irregular, or proved another one so */
    bool stands;                     /* the last step ended with ! */
};

bool session_begin(struct session *s, const struct context *context);
void session_clear(struct session *s);

enum verdict { SESSION_ACCEPTED, SESSION_DOUBTFUL, SESSION_REFUSED };

/*
 * Tries a line. With `ask`, one that breaks a rule by itself and does not end with `!` is doubtful
 * and not applied; without, it stands.
 */
enum verdict session_try(struct session *s, const char *line, bool ask);

/* Takes the last step back; false if there is none. */
bool session_undo(struct session *s);

/* Does the step that was taken back again; false if that is not `line`. */
bool session_redo(struct session *s, const char *line);

/* Does a line before the last one tell of cards at which nobody may look now? */
bool session_face_down(const struct session *s, uint32_t line);

/* A finding as it may be put into words now. */
void session_words(const struct session *s, const struct explained *e, struct text *out);

/* A game has begun and its players are known. */
bool session_playing(const struct session *s);

#endif
