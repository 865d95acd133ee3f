/*
 * A campaign kept in many stores: rows that others have not, and rows of theirs (row_kinds.h says
 * what a row is). Where others are found is a remote: its name and address stand in this file only.
 * From the first remote on, every row that is added gets a number here, in the order of adding, so
 * that a remote's cursor says what it has.
 */
#ifndef FUDA_ROWS_H
#define FUDA_ROWS_H

#include "storage/row_kinds.h"
#include "storage/storage.h"

/* ---- remotes ----------------------------------------------------------------------------- */

struct store_remote {
    const char *name, *address;
    struct store_id campaign; /* none: not settled before the first sync */
    int64_t sent;             /* the cursor: rows up to this number are there */
    int64_t told;             /* up to this number, what came of their records was told too */
    const char *state;        /* how far it was read, in words of `fuda-sync`; "" : not at all */
    const char *label;        /* what others call the table that plays here; "": nothing */
};
typedef bool visit_remote(void *user, const struct store_remote *remote);

enum storage_error store_remote_add(struct store *store, const char *name, const char *address,
    /* NULL: not settled; TAKEN */
    const struct store_id *campaign, const char *label);
enum storage_error store_remote_remove(struct store *store, const char *name); /* UNKNOWN */
enum storage_error store_remotes_each(struct store *store, visit_remote *visit, void *user);
enum storage_error store_remote_settle(struct store *store, const char *name,
    const struct store_id *campaign);
/* Moves its cursor, and keeps how far it was read (NULL: as it was). */
enum storage_error store_remote_progress(struct store *store, const char *name, int64_t sent,
    const char *state);

enum storage_error store_remote_told(struct store *store, const char *name, int64_t told);

/* It has lost what it had: everything is sent and fetched as if for the first time. */
enum storage_error store_remote_begin_anew(struct store *store, const char *name);

/*
 * Which store this is, among those of a campaign: made with its first remote. None: it has no
 * remote.
 */
enum storage_error store_device(struct store *store, struct store_id *out);

/* ---- rows -------------------------------------------------------------------------------- */

struct store_row {
    const char *kind;
    struct store_id id, campaign, about; /* none: `-` */
    const char *text;
};

/* A row as a line without its end: `out` is freed by the caller; NULL: no memory. */
char *store_row_print(const struct store_row *row);
/* Splits the line, in which the row's texts stand then; false: it is none. */
bool store_row_read(char *line, struct store_row *out);

/* `own`: it was added here; else it came from another remote, and is handed on. */
typedef bool visit_row(void *user, const struct store_row *row, bool own);

/*
 * The rows of the remote's campaign with numbers above `after` that did not come from there, at
 * most `most` of them. *upto is the number that the cursor stands at after them: a visit that
 * answers false has not taken its row.
 */
enum storage_error store_rows_after(struct store *store, const char *remote, int64_t after,
    uint32_t most, int64_t *upto, visit_row *visit, void *user);

/*
 * The records to which rows with numbers from above `after` to `upto` were added here; how many
 * rows each has by now.
 */
typedef bool visit_grown(void *user, const struct store_id *record, int64_t rows);
enum storage_error store_records_after(struct store *store, const char *remote, int64_t after,
    int64_t upto, visit_grown *visit, void *user);

/*
 * A row of a kind that no table is for, as it is written in a row's text: added, and the latest one
 * that is about a record or a player. *out is the caller's to free; NULL: there is none.
 */
enum storage_error store_row_add(struct store *store, const struct store_id *campaign,
    const char *kind, const struct store_id *about, const char *text);
enum storage_error store_row_latest(struct store *store, const char *kind,
    const struct store_id *about, char **out);
/*
 * All of the campaign's, wherever they were added, in the order of their ids; whose they are is not
 * told.
 */
enum storage_error store_rows_of(struct store *store, const struct store_id *campaign,
    const char *kind, visit_row *visit, void *user);

enum storage_error store_record_rows(struct store *store, const struct store_id *record,
    int64_t *out);

/* A number that is another one when another process has written to the file since. */
enum storage_error store_version(struct store *store, int64_t *out);

/* How many there are, roughly: what the numbers say. */
enum storage_error store_rows_waiting(struct store *store, const char *remote, int64_t after,
    int64_t *out);

/*
 * Uniting rows with the store, in one batch (store_batch_begin): begun, row by row, ended. A row
 * that is wrong in any way changes nothing; one about what has not come yet waits until `settle`;
 * so does one of a record that is held, until it is free. An error is the environment's: then the
 * batch is to be abandoned.
 */
enum row_fate { ROW_NEW, ROW_KNOWN, ROW_WAITS, ROW_REFUSED };
struct store_uniting;

enum storage_error store_unite_begin(struct store *store, const char *remote,
    const struct store_id *campaign, struct store_uniting **out);
/* Why it was refused: store_why. */
enum storage_error store_unite(struct store_uniting *uniting, const struct store_row *row,
    enum row_fate *fate);
/* Tries again what waits. */
enum storage_error store_unite_settle(struct store_uniting *uniting);
/* Ends it, and frees it; records that changed are stale. */
enum storage_error store_unite_end(struct store_uniting *uniting);

#endif
