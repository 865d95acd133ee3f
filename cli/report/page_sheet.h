/*
 * A sheet (cli/sheet/sheet.h) drawn as HTML: lines are paragraphs, items a list of terms, rows a
 * table whose headings are headings. Cards and kinds of findings stand in <span>s with the class of
 * their colour; what they are is said in letters too.
 *
 *      <p>round 1 · trick 5</p>
 *      <div class="scroll"><table><thead><tr><td></td><th scope="col">Aki</th>…</tr></thead>
 *        <tbody><tr><th scope="row">cards</th><td class="n">9</td>…</tr></tbody></table></div>
 *      <dl><dt>graveyard</dt><dd>fox</dd></dl>
 */
#ifndef FUDA_PAGE_SHEET_H
#define FUDA_PAGE_SHEET_H

#include "cli/sheet/sheet.h"

struct page_sheet {
    struct surface on;  /* first: a surface is what it has been drawn as */
    struct sheet sheet; /* to be drawn with */
    struct text *html;
    int columns; /* of the table's widest row */
    int cells;   /* of the row that stands open */
    enum { SHEET_APART, SHEET_HEADINGS, SHEET_ROWS, SHEET_ITEMS, SHEET_LAID } in;
    bool row, named; /* a row stands open; an item's description does */
};

/* Between the two the sheet is drawn: it goes to `html`, in the language of `in`. */
void page_sheet_begin(struct page_sheet *page, struct text *html, const struct context *in,
    const struct record *r);
void page_sheet_end(struct page_sheet *page);

/* Text with its cards and kinds in their colours; the setting may have no game. */
void page_painted(struct text *html, const struct context *in, const struct setting *setting,
    const char *text);

#endif
