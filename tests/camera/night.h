/*
 * A recorded night: what a camera saw, frame by frame, and what was typed, as a text file. Each
 * line is
 *
 *     frame MS [dark]             a frame begins; the lines after it tell of it
 *     card CODE X Y SIZE TURN     a code that is read: its middle, its side in pixels, degrees
 *     body X Y SIZE               a card lies there, read or not
 *     hand X Y SIZE               … something moves there
 *     type LINE                   typed at the prompt
 *     answer LINE                 what is typed from now on two seconds after the prompt asks
 *                                 ("?!"); `answer` alone: nothing
 */
#ifndef FUDA_NIGHT_H
#define FUDA_NIGHT_H

#include <stdbool.h>

/* What fuda-scan would say of a frame. */
struct night_news {
    const char *kind; /* "card", "gone", … */
    char code[16];
    double corner[4][2];
    bool tie, twice;
};

enum { NIGHT_NEWS_MOST = 300 };

enum night_item { NIGHT_FRAME, NIGHT_TYPE, NIGHT_ANSWER, NIGHT_END };

bool night_open(const char *file);

/* The next item; its text, or its news. */
enum night_item night_next(char *text, int size, struct night_news *news, int *count);

/* What lies there now. */
int night_look(struct night_news *news);

/* Does nothing move in the last frame, and has all come to rest? */
bool night_still(void);

/* As when the program that sees is started again: what it knew is forgotten. */
void night_forget(void);

/* The time of the last frame. */
long night_time(void);

#endif
