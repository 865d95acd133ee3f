/*
 * Rows are what goes from one store of a campaign to another. This list is the same for everything
 * that keeps rows: the store (stored_rows.c, unite.c), a server and a folder (sync/).
 *
 * A row is a line of five parts, with tabs between:
 *
 *     KIND  ID  CAMPAIGN  ABOUT  TEXT
 *
 * ID identifies the row within its kind. ABOUT is the id of the player or record that the row
 * belongs to, or `-`. CAMPAIGN is `-` for a deck, which belongs to no campaign. TEXT has the row's
 * fields, with tabs between them; a tab, a newline and a backslash in a field are written \t, \n
 * and \\. Rows are only ever added and never changed: the same id always has the same text. Rows of
 * a kind that is not known here are kept as they are, and passed on; so are those that only cli has
 * a use for: `league` (cli/report/evening.h) and `face` (cli/campaign/kept_faces.h).
 */
#ifndef FUDA_ROW_KINDS_H
#define FUDA_ROW_KINDS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The version of this list. A program with an earlier version works with a server as long as it is
 * not older than the server's `least`. New kinds of rows alone do not raise `least`.
 */
enum { ROWS_VERSION = 1, ROWS_LEAST = 1 };

enum {
    ROW_KIND_MOST = 16, /* letters of a kind's name */
    ROW_FIELDS = 6,
    ROW_TEXT_MOST = 2500000,  /* bytes of TEXT: the largest deck with every byte escaped */
    ROW_OTHER_MOST = 1 << 16, /* bytes of TEXT in a row of an unknown kind */
    ROW_LINE_MOST = ROW_TEXT_MOST + 160,
};

/* What a field contains, and so whether it may be empty and what it is in a server's view. */
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
    /*
     * this and all fields after it: the number of seats, their players and names, then options and
     * values
     */
    CELL_SEATS,
};

/* The kinds in an order in which every row comes after the rows that it is about. */
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
    const char *about; /* the kind of row that ABOUT refers to; NULL: ABOUT is `-` */
    /* stores have no table for it: it is kept like a row of an unknown kind */
    bool kept;
    struct {
        const char *name;
        enum row_cell_type type;
    } field[ROW_FIELDS]; /* ends with CELL_NONE */
};

extern const struct kept_kind row_kinds[ROW_KINDS];

/* ROW_KINDS: there is no kind of that name. */
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
