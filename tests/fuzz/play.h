/*
 * A game at the table's session, played by a fuzzer: after each line that was not taken all must be
 * as it was, `undo` must bring back what was, and the lines that stand, said again to a new
 * session, must come to the same. Cards lie as places.h says. A part of the lines, judged as a
 * file, is told what the whole is told (judged.h).
 */
#ifndef FUDA_FUZZ_PLAY_H
#define FUDA_FUZZ_PLAY_H

#include "cli/table/session.h"
#include "places.h"

enum { PLAY_LINES_MOST = 400 };

struct play {
    struct session session;
    const char *decks; /* a text of a pack that may be chosen by its name; NULL: none */
    uint64_t before[PLAY_LINES_MOST
                    + 1];   /* what was told before each line that stands, and after the last */
    struct counted counted; /* the cards, after the last line that stands */
};

void play_begin(struct play *p, const char *decks);
void play_end(struct play *p); /* the replay, too */

/* `typed`: an answer or a statement, as at the prompt. False: there is no room for more lines. */
bool play_line(struct play *p, const char *line, bool typed, bool ask);
void play_undo(struct play *p);
void play_redo(struct play *p);
/* Another line in the place of one that stands; as it is taken, or put back at once. */
void play_mend(struct play *p, size_t at, const char *line, bool keep);

#endif
