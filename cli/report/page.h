/*
 * Parts of pages: what `fuda report` and whoever else shows a game in a browser are put together
 * from. Each is a piece of HTML, added to `html`, in the language of `in` (say_other gives a
 * context for the other one); whole elements without ids, so that the same may stand on a page
 * twice, in two languages.
 *
 * Nothing here knows a game: boards and scores are its sheet (cli/sheet/sheet.h) drawn as HTML
 * (page_sheet.h).
 */
#ifndef FUDA_PAGE_H
#define FUDA_PAGE_H

#include "cli/report/season.h"
#include "cli/table/session.h"

/*
 * What lies on the table, with `more` also what follows from that. Nothing where no game has begun,
 * or it tells none.
 */
void page_board(struct text *html, const struct context *in, const struct record *r, bool more);

/*
 * The score's table, who has won, what decided it. `rows` are those of the record as it stands:
 * session_rows(), up to session_rows_end().
 */
void page_score(struct text *html, const struct context *in, const struct record *r,
    const struct fact *rows);

/* The table alone, of a game that goes on. */
void page_tally(struct text *html, const struct context *in, const struct record *r,
    const struct fact *rows);

/*
 * The findings, in the order in which they were told: a list, each with its kind, the rule's id and
 * heading, the words, and the whole argument to be opened. A sentence where there are none. Of a
 * session that speaks another language than `in` the record is gone through again for the words.
 */
void page_rulings(struct text *html, const struct context *in, const struct session *s);

/* One of these, the list's item; of a session in the language of `in`. */
void page_finding(struct text *html, const struct context *in, const struct session *s,
    const struct explained *e);

/* A line of a record as the store has it. */
struct page_line {
    const char *text;
    bool withdrawn;
};

/*
 * The lines: each with its number as `fuda judge` counts them, where the game stood, and what was
 * said; those taken back struck out, without a number. The session's heading comes first; then
 * `line`s, of which those that stand are the session's in order; NULL: the session's own, those
 * undone last.
 */
void page_lines(struct text *html, const struct context *in, const struct session *s,
    const struct page_line *line, size_t count);

/*
 * The standings of a season: who played, in order of wins; of all games, or of one (`book` of
 * rulebooks[]) with points and ratings. A sentence where nobody has.
 */
void page_standings(struct text *html, const struct context *in, const struct season *season,
    int book);

#endif
