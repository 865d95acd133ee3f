/*
 * The files of a folder that is a remote (folder.c): which there are, how far each was read, and
 * their rows.
 */
#ifndef FUDA_SYNC_FOLDER_H
#define FUDA_SYNC_FOLDER_H

#include "sync.h"

#include <sys/stat.h>

#define HASH_BEGIN UINT64_C(0xcbf29ce484222325)

/* What was read of a file, or what a file is. */
struct read_mark {
    uint64_t length, hash;
    bool own;
};

struct rows_file {
    char *name;             /* owned */
    struct read_mark read;  /* up to where it was read before: 0, not at all */
    struct read_mark whole; /* up to its last whole line */
    uint64_t size, stamp;   /* of all of it; when it was changed */
    unsigned number;        /* in its head */
    bool own;               /* this store's */
};

struct folder {
    char *path;             /* owned */
    struct read_mark *mark; /* owned: STATE */
    size_t marks;
    struct rows_file *file; /* owned, in the order of names */
    size_t files;
    char *line;    /* owned: room for a line */
    uint64_t seen; /* the folder's files as a number, when it was scanned */
    /* errno of what could not be read, of late: nothing is told that lacks it */
    int wrong;
};

uint64_t rows_hash(uint64_t hash, const char *bytes, size_t length);

/* STATE (folder.c): read into the marks; printed as how far each file was read. */
bool folder_read_state(struct folder *f, const char *state);
void folder_print_state(const struct folder *f);

/* Was all read? Else it has said that it failed; the next request tries anew. */
bool folder_is_read(struct folder *f);

/*
 * A file of the folder's, for reading; NULL: it is gone, none, or what went wrong is kept for
 * folder_is_read().
 */
FILE *folder_open_file(struct folder *f, const char *name, struct stat *about);
void folder_close_file(struct folder *f, FILE *in);

/*
 * What a file is, and how far it was read before: it is read through. False: there are no rows in
 * it.
 */
bool folder_look_at(struct folder *f, const struct sync *s, struct rows_file *file);

/* The folder's files as one number: another when any was added, changed, renamed or removed. */
uint64_t folder_glance(const struct folder *f);

/*
 * All files with rows, those untouched since it was scanned last without reading them. False: it
 * has said why.
 */
bool folder_scan(struct sync *s);
void folder_forget_files(struct rows_file *file, size_t files);

/* Has any file of this store's gone, or been changed, since STATE was given? */
bool folder_is_lost(const struct folder *f);

/* Every row of a file from `from` to its last whole line; how many lines were damaged. */
typedef void visit_folder_row(void *user, char *text);
unsigned folder_each_row(struct folder *f, const struct rows_file *file, uint64_t from,
    visit_folder_row *visit, void *user);

#endif
