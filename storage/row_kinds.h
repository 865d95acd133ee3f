/*
 * Rows: what goes from one store of a campaign to the next. Stated here once, for every engine that
 * keeps them: the store (rows.c, unite.c), a server and a folder (sync/).
 *
 * A row is a line of five parts, with tabs between:
 *
 *     KIND  ID  CAMPAIGN  ABOUT  TEXT
 *
 * ID names it among those of its kind; ABOUT is the id of the player or the record it belongs to,
 * or `-`; CAMPAIGN is `-` for a deck, which is no campaign's own. TEXT holds its fields, with tabs
 * between; in a field a tab, a line's end and a backslash are written \t, \n and \\. A row is only
 * ever added, never changed: the same id is the same text. A kind that is not known here is kept as
 * it is, and passed on.
 */
#ifndef FUDA_ROW_KINDS_H
#define FUDA_ROW_KINDS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The version of this list. Whoever knows an earlier one works with a server as long as it is not
 * older than the server's `least`: new kinds of rows alone make nobody too old.
 */
enum { ROWS_VERSION = 1, ROWS_LEAST = 1 };

enum {
    ROW_KIND_MOST = 16, /* letters of a kind's name */
    ROW_FIELDS = 6,
    ROW_TEXT_MOST = 2500000,  /* bytes of TEXT: a deck with every letter written as two */
    ROW_OTHER_MOST = 1 << 16, /* bytes of TEXT of a kind that is not known here */
    ROW_LINE_MOST = ROW_TEXT_MOST + 160,
};

/* What a field holds; which of them may be empty; what a server's view of it is. */
enum row_cell_type {
    CELL_NONE,
    CELL_NAME, /* 1 to STORE_TEXT_MOST bytes */
    CELL_TEXT, /* the same, or empty */
    CELL_DAY,  /* YYYY-MM-DD */
    CELL_DAY_OR_NONE,
    CELL_OPTION,
    CELL_VALUE,
    CELL_TIME, /* milliseconds since 1970 */
    CELL_AUTHOR,
    CELL_LINE,
    CELL_PLAYER,      /* an id, of this campaign */
    CELL_LINE_OR_ALL, /* the id of a line of the record, or `all` */
    CELL_FLAG,        /* 0 or 1 */
    CELL_HASH,
    CELL_DECK,
    /* after it, to the end: how many seats, their players and names, then options and values */
    CELL_SEATS,
};

/* In this order: a row is about rows of the kinds above it. */
enum kept_kind_number {
    ROW_CAMPAIGN,
    ROW_NAME,
    ROW_HOUSE,
    ROW_PLAYER,
    ROW_CALLED,
    ROW_JOINED,
    ROW_DECK,
    ROW_RECORD,
    ROW_LINE,
    ROW_TAKEN,
    ROW_USES,
    ROW_TABLE,
    ROW_KINDS
};

struct kept_kind {
    const char *name;
    const char *about; /* the kind that ABOUT is of; NULL: there is none */
    /* no table of a store is its own: it is kept as it is, among those that are not known */
    bool kept;
    struct {
        const char *name;
        enum row_cell_type type;
    } field[ROW_FIELDS]; /* CELL_NONE ends them */
};

extern const struct kept_kind row_kinds[ROW_KINDS];

/* ROW_KINDS where there is none of that name. */
enum kept_kind_number row_kind_named(const char *name);
/* could it be a kind's name: 1 to ROW_KIND_MOST letters a to z */
bool row_kind_spelled(const char *name);

/*
 * The next field at *at (NULL: there is none left), in place and without its escapes; NULL at the
 * end, and where a backslash stands before anything else.
 */
char *row_field_next(char **at);

/* The parts of a row, in place; false: it is none. */
struct row_parts {
    char *kind, *id, *campaign, *about, *text;
};
bool row_split(char *line, struct row_parts *out);

#endif
