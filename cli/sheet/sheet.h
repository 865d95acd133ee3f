/*
 * Sheets and boards on a terminal: what a game has told (facts.h), laid out for people.
 *
 * A game needs no layout: its score is then a table of what its rows tell, its board what lies
 * there, key by key. A layout says better what stands where. It is data:
 *
 *      a wording    a whole sentence or a cell; {key} in it is a fact, said as what it is: a card
 *                   as it is written in the reader's language, a seat by its name, a list one after
 *                   the other
 *      a column     of the score's rows, or of the standing: a heading and how its cells are said
 *      a line       of the board
 *
 * Functions draw only what is no table. Names may be Japanese: widths are columns, not bytes.
 */
#ifndef FUDA_SHEET_H
#define FUDA_SHEET_H

#include "cli/say.h"
#include "facts.h"

/*
 * Of a fact of these: does it hold (fact_holds); with `word`: is it that word; with `zero`: is it
 * the number 0? With `not` the opposite.
 */
struct condition {
    const char *key, *word; /* `key` NULL: always */
    bool zero, not ;
};
#define HAS(fact)     \
    {                 \
        .key = (fact) \
    }
#define LACKS(fact)                \
    {                              \
        .key = (fact), .not = true \
    }
#define IS(fact, of_it)                \
    {                                  \
        .key = (fact), .word = (of_it) \
    }
#define ZERO(fact)                  \
    {                               \
        .key = (fact), .zero = true \
    }
#define SOME(fact)                               \
    {                                            \
        .key = (fact), .zero = true, .not = true \
    } /* more, or not told */

/*
 * A text to translate, said where both conditions hold. In {+key} a number has a sign even if it is
 * not negative, in {-key} it is the opposite. Where nothing was told, or nobody, the layout's
 * `unknown` stands.
 */
struct wording {
    struct condition when[2];
    const char *text;
};

/*
 * Where a sheet is drawn that is to have no columns of letters: its pieces, each as what it is, for
 * a page (cli/report/page_sheet.h). Texts are as they stand, and may hold what players wrote.
 * Cells make a row, up to `row_end`; rows make a table, up to a line or an item that is not `below`
 * a row.
 */
enum cell_kind { CELL_HEADING, CELL_NUMBERS_HEADING, CELL_NAME, CELL_WORDS, CELL_NUMBER };
struct surface {
    void (*line)(struct surface *on, const char *text);
    /* "": the label of the item before */
    void (*item)(struct surface *on, const char *label, const char *text);
    /* as wide as so many columns */
    void (*cell)(struct surface *on, enum cell_kind kind, int columns, const char *text);
    void (*row_end)(struct surface *on);
    /* a card as it lies, a row of them up to row_end */
    void (*laid)(struct surface *on, const char *text);
    bool below; /* lines belong to the row before them */
    bool won;   /* this row, or line, is about those who have won */
};

/* A sheet being written, and about what. */
struct sheet {
    const struct context *context;
    const struct record *record;
    struct text *t;
    bool rows;   /* one of the score's rows was shown: something is scored */
    bool headed; /* the headings of the score's rows stand there */
    /* NULL: columns of letters, after `t`; else nothing is added there */
    struct surface *on;
};

enum {
    WIDTH_REST = -1,  /* of the last column: as wide as it is */
    WIDTH_NAMES = -2, /* as the names of these players */
    FEATS_MOST = 4,
    SAYS_MOST = 4,
    LABEL_WIDTH = 16
};

/* A column; the list ends with an empty one. */
struct column {
    const char *key;     /* the fact in it; NULL: `says` it */
    const char *heading; /* to translate; NULL: that of the key; "": none */
    int width;
    bool left;                      /* flush left, heading too */
    bool close;                     /* one blank before it, not two */
    bool each_seat;                 /* one for each seat; of a list in `says` the seat's */
    struct wording says[SAYS_MOST]; /* the first that holds; none: empty */
};

/* A line of the board; the list ends with an empty one. */
struct board_line {
    struct condition when[2];
    const char *label; /* what stands left, to translate; NULL: that of the key */
    /* what stands beside it, to translate; without a label a line of its own. In its place: */
    const char *text;
    const char *key; /* a fact; */
    /* with each_seat, that fact of each seat of `seats`, below the names; */
    bool each_seat;
    const struct column *seats; /* a table of `seats`, a seat a line; */
    bool last;                  /* no line follows this one */
    /* or whatever is no such line */
    void (*draw)(const struct sheet *sheet, const struct fact *table);
};

/* How a word that a game tells is said. */
struct word_text {
    const char *key, *word, *text;
};

/*
 * The colour of a suit, by the letter that a card of it begins with in ASCII, and its name; the
 * list ends with an empty row.
 */
struct suit_paint {
    char suit;
    enum paint paint;
    const char *name; /* to translate: colours are not for everybody */
};

/*
 * A suit that a pack names: its names, its sign (NULL: its letter stands for it), the letter of a
 * hue (one of rbgpuwhk; 0 for cards that are of no suit), and whether its cards are above all suits
 * (1) or below (-1). suit_look: false where no pack names the suits, or there is no such suit.
 */
struct suit_look {
    const char *name, *ja, *mark;
    char hue;
    int8_t stands;
};
bool suit_look(const struct setting *setting, int suit, struct suit_look *out);

/*
 * What a player's page counts in the rows of the score: a row that names the seat under `key`; one
 * that names another; one whose list under `key` has a number above 0 for the seat. Only of rows
 * where `when` holds.
 */
enum feat_whose { FEAT_OWN, FEAT_ANOTHERS, FEAT_ABOVE_ZERO };
struct feat {
    const char *text; /* to translate: "Haratama made" */
    const char *key;
    enum feat_whose whose;
    struct condition when;
};

/* How one game is shown. Whatever is left out has its default. */
struct layout {
    const struct rulebook *book;
    const struct word_text *words; /* ends with an empty row */
    const struct suit_paint *suits;
    bool named_cards;    /* cards are words: "candle x3, sun" */
    const char *unknown; /* what stands for what was not told; NULL: a dash */

    const struct column *columns; /* of the score's rows */
    /* what draws the score's rows instead of `columns` */
    void (*row)(const struct sheet *sheet, const struct fact *row);
    struct condition open;      /* of a row: its round is not over; none: a row always is */
    struct condition unsettled; /* of what lies there: the last row is to be seen to first */
    /* a list in a row, of which each has a line below it; NULL: the row */
    const char *below;
    const struct wording *below_says; /* what that line says: the first wording that holds */
    struct condition below_if;        /* whether the row has such lines; */
    void (*below_draw)(const struct sheet *sheet, const struct fact *row);
    int below_indent;
    const struct column *standing; /* a seat a line */
    /* of what else the score tells: each that holds; ends with an empty one */
    const struct wording *remarks;

    /*
     * What decided a game: where a list by seat in the rows says what each gained, or lost, the row
     * in which the winner gained most on the next; said with {number} (its first fact), {winner}
     * {gain}, {second} {other}. Or a function.
     */
    const char *swing;
    bool swing_lost;
    const char *decided;
    void (*decide)(const struct sheet *sheet, const struct fact *rows, const struct fact *end);

    /* `board more`: with all that follows from what lies there */
    const struct board_line *board, *board_more;
    int label; /* columns of the labels; 0: LABEL_WIDTH */

    struct condition in_dispute; /* of what lies there: does `fuda judge` show the rows too? */

    /*
     * What would come of one card; of each that may be played, a list of the rows that
     * trial->what_if told.
     */
    void (*what_if)(const struct sheet *sheet, const struct fact *row);
    void (*what_if_each)(const struct sheet *sheet, const struct fact *rows);
    void (*chances)(const struct sheet *sheet, const struct fact *answer);
    const struct feat *feats; /* FEATS_MOST at most; ends with an empty row */
    /* what a game is kept as whose points cannot be counted yet, or NULL */
    const char *unscored;
};

/* A game's layout; one with nothing but defaults where it has none of its own. */
const struct layout *layout_find(const struct rulebook *book);

extern const struct layout haratama_layout, needfire_layout, tezumashi_layout,
    hyakumonogatari_layout, materia_layout, score_layout, trick_layout;

static inline const struct layout *sheet_layout(const struct sheet *sheet)
{
    return layout_find(sheet->record->setting.book);
}

/* ---- whole sheets: all end with a whole line --------------------------------------------- */

void sheet_head(struct sheet *sheet);
void sheet_row(struct sheet *sheet, const struct fact *row);
void sheet_end(struct sheet *sheet, const struct fact *end); /* as rulebook_tell_end tells it */
/* who has won, and what is missing; in sentences */
void sheet_winners(const struct sheet *sheet);
/*
 * All of these, of the record as it stands, with its rows; how many of them are closed; and what
 * those that are, after the first `told`, brought: with `over` the result, and what decided it.
 */
void sheet_score(struct sheet *sheet, const struct fact *rows);

/* The same without who has won, and without what is still to come or to be typed. */
void sheet_tally(struct sheet *sheet, const struct fact *rows);
int sheet_closed(const struct sheet *sheet, const struct fact *rows);
void sheet_news(struct sheet *sheet, const struct fact *rows, int told, bool over);
/* by place, those who have won in colour */
void sheet_standing(const struct sheet *sheet, const struct fact *standing);
void sheet_remarks(const struct sheet *sheet, const struct fact *end);
/* what decided it, if it is over */
void sheet_decided(const struct sheet *sheet, const struct fact *rows, const struct fact *end);
/* Whose deck it is, if it is nobody's own. */
void sheet_deck(const struct sheet *sheet);

void sheet_board(const struct sheet *sheet, bool more);
void sheet_what_if(const struct sheet *sheet, const struct fact *row);
void sheet_what_if_each(const struct sheet *sheet, const struct fact *rows);
void sheet_chances(const struct sheet *sheet, const struct fact *answer);

/*
 * The table's `what-if [CARD] [NAME]` and `odds …`, whose arguments are `rest`, and `could`, of the
 * round begun last; false: it complained.
 */
bool what_if(const struct context *context, const struct record *r, const char *rest);
bool odds_show(const struct context *context, const struct record *r, const char *rest);
bool could_show(const struct context *context, const struct record *r);
/* How often, over `most` of the deals that fit ("": as many as usual). */
bool could_odds_show(const struct context *context, const struct record *r, const char *most);

/*
 * House option odds=locked: nothing is said of chances while a round is open. False: it complained.
 */
bool odds_are_open(const struct context *context, const struct record *r);

/*
 * A text that is laid out, with its cards in the colours of their suits and kinds of rulings in
 * theirs (paint.c): what is painted keeps its width. The setting may have no game. And the colour
 * of a kind.
 */
void paint_text(const struct context *context, const struct setting *setting, const char *text,
    struct text *out);
/*
 * For whoever paints otherwise: all pieces of the text in order, `suit` the letter of a card's
 * suit, or of its hue, or 0.
 */
typedef void paint_piece(void *user, const char *bytes, size_t length, char suit, enum paint paint);
void paint_pieces(const struct context *context, const struct setting *setting, const char *text,
    paint_piece *piece, void *user);
enum paint paint_of(enum ruling_kind kind);

/* Does `fuda judge` show the rows of this game's score? */
bool sheet_in_dispute(const struct record *r);

/* ---- what the board has of the tables (sheet.c) ------------------------------------------ */

bool sheet_is_plain(const struct fact *fact); /* neither a list nor an object */

/*
 * A column for each seat, as wide as it wants to be and for its name if there is room, after `lead`
 * columns and before `behind`.
 */
int sheet_seat_width(const struct sheet *sheet, int wanted, int lead, int behind);

void sheet_put_names(const struct sheet *sheet, int width);
void sheet_put_table(const struct sheet *sheet, const struct column *columns,
    const struct fact *rows);

/* What each seat's object of a list tells under this key, below the names. */
void sheet_put_seats(const struct sheet *sheet, const struct fact *list, const char *label,
    const char *key, int lead, int width);

/* ---- pieces that layouts share ----------------------------------------------------------- */

bool condition_holds(const struct condition *condition, const struct fact *of);
bool conditions_hold(const struct condition when[2], const struct fact *of); /* both */

/* The first that holds of wordings that end with an empty one; NULL: none does. */
const char *wording_for(const struct wording *wordings, const struct fact *of);

void say_fact(const struct sheet *sheet, struct text *t, const struct fact *fact);
void say_facts(const struct sheet *sheet, struct text *t, const char *text, const struct fact *of);
/* The same, where of a list this seat's value is meant; -1: all of it. */
void say_facts_of(const struct sheet *sheet, struct text *t, const char *text,
    const struct fact *of, int seat);
/*
 * The name, to translate, of a fact that a game may tell without a layout; other keys stand as they
 * are.
 */
const char *key_label(const char *key);

/*
 * A fact, or a text with facts, or bytes, filled up or cut to `width` columns, after what stands
 * there.
 */
void sheet_fact(const struct sheet *sheet, const struct fact *fact, int width);
void sheet_facts(const struct sheet *sheet, const char *text, const struct fact *of, int width);
void sheet_cell(const struct sheet *sheet, const char *bytes, int width, bool right);
int sheet_names(const struct sheet *sheet); /* WIDTH_NAMES */

/*
 * Lines that begin in column `indent`, those after the first `hang` further in; empties the text.
 */
void sheet_lines(const struct sheet *sheet, int indent, int hang, struct text *text);
/*
 * A piece after others, `gap` blanks apart; where the line is full it goes on in column `indent`.
 */
void sheet_piece(const struct sheet *sheet, const char *piece, int *column, int indent, int gap);
/* A label, to translate, then lines beside it; empties the text. */
void sheet_item(const struct sheet *sheet, const char *label, struct text *text);
/* A name in column `indent`, filled up to `width` columns, then lines after it; empties both. */
void sheet_entry(const struct sheet *sheet, int indent, int width, struct text *name,
    struct text *text);

/*
 * A text to translate, or a key that has none, whose words stand apart; what stands left of a line,
 * and how wide.
 */
void sheet_put_name(const struct sheet *sheet, const char *name, int width, bool right);
void sheet_put_label(const struct sheet *sheet, const char *label, int width);
void sheet_say_name(const struct sheet *sheet, struct text *t, const char *name);
int sheet_label_width(const struct sheet *sheet);

/* Lines in column `indent`, of a text that stays as it is. */
void sheet_paragraph(struct text *out, int indent, const char *text);

/*
 * A line of the board by hand: what stands left, then a cell for each seat below its name; the end
 * of a line.
 */
void sheet_label(const struct sheet *sheet, const struct message *label);
void sheet_seat_cell(const struct sheet *sheet, const char *bytes);
void sheet_newline(const struct sheet *sheet);

#endif
