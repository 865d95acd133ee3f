/* Which packs a word of `fuda pack` means: those of a file, one of the user's, or one built in. */
#ifndef FUDA_PACKING_H
#define FUDA_PACKING_H

#include "folder.h"
#include "pack_file.h"

#include <jansson.h>

/* A word of the command, and its answer. */
struct packing {
    const struct context *context;
    int count;
    char **words;              /* after the pack's own word */
    json_t *list;              /* the answer as JSON */
    struct text out;           /* the answer for people */
    char path[PACK_PATH_MOST]; /* of the user's pack found last */
};

/* The packs of a file. False: complained. */
bool packing_read(struct packing *w, struct pack_file *file, const char *name,
    enum pack_place place);

/* The user's file of that name, into w->path. */
bool packing_own(struct packing *w, struct span name);

/* The game that has a built-in pack of that name, or NULL. */
const struct rulebook *packing_built_in(struct span name);

/* Complains that no pack is called so. */
void packing_unknown(struct packing *w, struct span called);

/*
 * The file that a word means, given or the user's; NULL: a built-in pack of *book, or none, as was
 * said.
 */
const char *packing_path(struct packing *w, const char *word, const struct rulebook **book);

/* The packs that a word means: a file, the user's pack, or a built-in one. False: complained. */
bool packing_find(struct packing *w, struct pack_file *file, const char *word);

#endif
