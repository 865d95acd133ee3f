/*
 * core — the rules of five card games, and of any by its scores, as pure functions. Read this page
 * first; it includes all that core offers to others, each header in the order in which it is best
 * read.
 *
 * A record is a list of statements. A rulebook is a function from a state and a statement to the
 * next state and its rulings. Everything else in the program feeds statements in or shows rulings
 * out.
 *
 *      text ──read──▶ statement ──apply──▶ state ──weigh──▶ rulings
 *                         ▲                  │
 *                   verbs, cards          tell──▶ JSON, a sheet, a board, a page
 *
 * Nothing here allocates, reads a file, a clock or the environment, or keeps a global variable: all
 * memory is the caller's and of fixed size, every state can be copied with memcpy. A failed call
 * leaves what it was given as it was; an impossible statement changes nothing, and what it may have
 * been is the repair's (repair.h).
 *
 * Four things can go wrong, and they are kept apart:
 *
 *      a rule is broken            a `ruling`: data, and the play stands              ruling.h
 *      a line cannot be read       a `fault`: its place, and what was expected       message.h
 *      the outside world fails     not here at all: storage and cli have errors for it
 *      a bug                       an assert
 *
 * Each game has a folder with the same rooms in the same order: tables.c (its cards, rules,
 * options, verbs, and its row `…_rulebook`), play.c (what is done), known.c (what is known of
 * hidden cards, where a game says more of it than round.h does), ask.c (what is asked at the
 * table), tell.c, and one header that nobody else includes; what else lies there that header lists.
 * What games share lies beside this page and is private to core, but for text.h and verbs.h, which
 * cli's readers of lines use:
 *
 *      act.h       what one statement is applied with, and what a rule may answer
 *      text.h      characters and tokens, verbs.h the words of the language
 *      trick.h     trick-taking: turns, the play of a trick
 *      hands.h     what was seen of hidden hands, as facts in the order of their lines
 *      round.h     a round of such a game: hands shown, plays, the duty to follow (duty.c); rows
 *                  after a winner nobody knows (relative.c)
 *      court.h     what players claimed of hidden cards, weighed over an oracle: bins.h or worlds.h
 */
#ifndef FUDA_CORE_H
#define FUDA_CORE_H

#include "core/limits.h"    /* bounds, spans, sets of cards */
#include "core/message.h"   /* what is said to people, as data */
#include "core/ruling.h"    /* what the rules say */
#include "core/statement.h" /* the language: verbs, arguments, a line read and written */
#include "core/person.h"    /* names of people, compared as people see them */
#include "core/setting.h"   /* who plays, by which house rules, with which deck */
#include "core/telling.h"   /* what a game tells, typed */
#include "core/ask.h"       /* what a record waits for, and what a bare answer says */
#include "core/rulebook.h"  /* a game as a row, in parts */
#include "core/deck.h"      /* decks as data: what their rows consist of */
#include "core/day.h"       /* days, as people write them */
#include "core/record.h"    /* lines applied one after the other */
#include "core/step.h"      /* a line at the table, tried whole: taken, doubtful or refused */

#endif
