/* Entering a pack and looking at it: what the words of `fuda pack` do. */
#ifndef FUDA_ENTER_H
#define FUDA_ENTER_H

#include "pack_file.h"

#include <jansson.h>

/* A template of a game's pack (template.c). */
void pack_template(const struct context *context, struct text *t, const struct rulebook *book,
    const char *name);

/* A pack's rows, for people and as JSON (show_pack.c). */
void pack_show(const struct context *context, struct text *t, const struct pack *pack);
json_t *pack_json(const struct pack *pack);

/* A row of a game that is its pack as a sentence, its rule; empty: there is none for it. */
void pack_say_row(const struct context *context, struct text *line, const struct pack *pack,
    const struct pack_row *row);

/* Where a pack comes from: "built-in", "own", "file". */
const char *pack_from(const struct pack *pack);

/*
 * Asks on standard input for what the last pack of the file lacks, and adds each answer to the file
 * (fill.c). What pack_judge finds then goes into `out` or `list`. STATUS_BAD, with words, where the
 * file cannot be read, filled in or written; STATUS_BROKEN where pack_judge is false.
 */
enum status pack_fill(const struct context *context, const char *path, struct text *out,
    json_t *list);

/*
 * Keeps the faces of a game's deck, as `pack` has it (NULL: its own), from photographs, beside
 * those that are kept already; asks which is which (enrol.c). STATUS_BROKEN while some card has
 * none.
 */
enum status pack_enrol(const struct context *context, const struct rulebook *book,
    const struct pack *pack, int count, char **files, struct text *out, json_t *list);

/*
 * The row that an answer means, after its beginning (answer.c): values alone are put after their
 * words, `5 3 1+` for a score table as `0=5 1=3 2+=1`; any other answer is taken as it stands, and
 * one that begins with the row's own word as the row.
 */
void answer_row(const struct deck_part *part, int form, const char *beginning, const char *answer,
    struct text *row);

/*
 * An answer with names between ", whichever quotes they were typed in; and without the blanks
 * around it.
 */
void answer_straighten(const char *answer, struct text *out);
struct span answer_trim(const char *answer);

/*
 * Whether a pack is as the rulebook states: findings for people into `t` or, with JSON, into `list`
 * (check_pack.c). True if it has rows and none is irregular.
 */
bool pack_judge(const struct context *context, const struct pack *pack, struct text *t,
    json_t *list);

#endif
