/* What judge says of a game as a whole: what nobody could prove, folded, and who broke what. */
#ifndef FUDA_VERDICT_H
#define FUDA_VERDICT_H

#include "cli/say.h"

enum {
    BREACH_LINES = 8, /* named in the verdict, before "…"; of a conflict all are */
    ONCE_MOST = 4
};

/* Something unproven: claims of one player about one suit are one, told with all its tricks. */
struct doubt {
    int rule, seat;
    uint32_t line;
    const char *text;
    const char *led; /* NULL: it is not about a suit */
    int32_t trick;
    /* asked: the line that was asked about is among those told as one with it */
    bool told, asked;
};

/* A rule that a player broke; a conflict is one of its own. */
struct breach {
    enum ruling_kind kind;
    int rule, seat;    /* -1: the record does not say whose it was */
    uint32_t suspects; /* the seats whose it may have been, a bit each */
    unsigned lines;
    uint32_t line[SUSPECTS_MOST];
};

struct findings {
    struct doubt *doubt;   /* of the round that is being judged */
    struct breach *breach; /* of the game */
    size_t doubts, breaches;
    /* said already, of a round by its number */
    struct {
        const char *text;
        int32_t number;
    } once[ONCE_MOST];
    size_t told_once;
};

/* After each finding; and after the game: frees them. */
void findings_add(struct findings *all, const struct ruling *ruling);
void findings_clear(struct findings *all);

/*
 * Does this say again of a round what was said of an earlier line, as that it is over? The verdict
 * names the line, as far as it names lines; `all` gets it if it is the first.
 */
bool findings_again(struct findings *all, const struct ruling *ruling);

/* Is this told folded, with others of the same player and suit? */
bool findings_fold(const struct ruling *ruling);

/*
 * The next doubt that was not told; `words` gets what is said of it and all that it is one with.
 * NULL: all were told, and are forgotten. `about`: the line that was asked about; 0: none.
 */
const struct doubt *findings_doubt(struct findings *all, const struct context *context,
    const struct setting *setting, uint32_t about, struct text *words);

/*
 * The verdict in a sentence; and who broke which rules in which lines, where more than one thing is
 * proved.
 */
void say_verdict(const struct context *context, struct text *t, const struct findings *all,
    enum ruling_kind worst, const struct setting *setting);
/* What comes of an offence: what the table wrote down (NULL: nothing), since no rulebook says. */
void say_remedy(const struct context *context, struct text *t, const char *remedy);
void say_breaches(const struct context *context, struct text *t, const struct findings *all,
    const struct setting *setting);

#endif
