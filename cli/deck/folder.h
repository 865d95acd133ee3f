/* The user's folder of packs: NAME.fuda each. */
#ifndef FUDA_FOLDER_H
#define FUDA_FOLDER_H

#include "cli/say.h"

/* looked at in one folder; bytes of a path */
enum { PACK_FILES = 4096, PACK_PATH_MOST = 4096 };

/* The folder's path; false without a home. With `make` it is made (0700) where it is missing. */
bool folder_path(char *out, size_t size, bool make);

/* Is this a name that a file of the folder may have? */
bool folder_takes(struct span name);

/*
 * The names of the packs in any folder, without .fuda, in order: a list to free, with each name;
 * NULL where the folder is not there, or cannot be read: then `why` (may be NULL) says why.
 */
char **folder_names(const char *path, size_t *count, struct text *why);

/* The user's packs. False: the folder is there but cannot be read, `why` (may be NULL) says why. */
bool folder_each(struct text *why, void (*visit)(void *user, const char *path, struct span name),
    void *user);

/* The user's file of that name, as the language folds names, into `path`; false: there is none. */
bool folder_find(struct text *why, struct span name, char path[PACK_PATH_MOST]);

/*
 * Writes a file whole, and on the disk before it has its name. Without `replace` one that is there
 * is left. False: errno says why.
 */
bool file_write_whole(const char *path, struct span bytes, bool replace);

/* An ordinary file's bytes, FILE_BYTES at most, after what is there. False: errno says why. */
enum { FILE_BYTES = 64 * 1024 * 1024 };
bool file_read_whole(const char *path, struct text *out);

#endif
