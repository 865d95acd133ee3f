/*
 * What the phones may see: the record read again, once for each language, without what only one
 * player may know. A hand, passed cards or cards drawn from the pile that were entered on their
 * owner's phone, or on an earlier evening, are unseen cards in it (`Bo: hand ? ? ?`). Board, score,
 * rulings and what may be played follow from that record, so they cannot give hidden cards away.
 *
 *     the table's session ─▶ view_follow ─▶ session[ENGLISH], session[JAPANESE], and all lines,
 *                                            those taken back too
 */
#ifndef FUDA_PHONES_VIEW_H
#define FUDA_PHONES_VIEW_H

#include "cli/table/session.h"
#include "guests.h"

enum tongue { TONGUE_ENGLISH, TONGUE_JAPANESE };
enum { TONGUES = 2 };
extern const char *const tongue_names[TONGUES]; /* "en", "ja" */

/* A line that was said, whether it stands or was taken back. */
struct view_line {
    char *own; /* owned: the line as the table has it */
    /*
     * owned: the line as its phone has it, if the table has fewer of its cards by now; NULL: the
     * same
     */
    char *said;
    bool undone;
};

/* A line that is not shown as it is. */
struct hidden_line {
    char *text; /* owned: as it is stored */
    /* the guest whose phone sent it; "": not known any more */
    char by[GUEST_NAME + 1];
};

struct open_view {
    struct context context[TONGUES];
    struct session session[TONGUES];
    struct view_line *line; /* owned, in order */
    size_t lines;
    struct hidden_line *hidden; /* owned */
    size_t hiddens;
    /* the last full trick, until the next card is played; count 0: none */
    struct trick_laid last;
    int last_winner; /* -1: not known */
};

/* Begins again with nothing seen; hidden lines stay hidden. */
void view_begin(struct open_view *v, const struct context *context);
void view_clear(struct open_view *v);

/*
 * From now on this line, as it is stored, is not shown as it is. That makes no difference if it
 * tells of no hidden cards.
 */
void view_hide(struct open_view *v, const char *line, const char *by);

/*
 * The step as its phone has it; NULL: the view has not followed it yet. The record may have fewer
 * of its cards than the phone thinks.
 */
const char *view_said(const struct open_view *v, size_t step);

/*
 * From now on the step is `less` on record and `said` on its phone; for everybody else nothing
 * changes.
 */
void view_yields(struct open_view *v, size_t step, const char *less, const char *said);

/*
 * From now on a line with these words is shown as it is. Lines that were taken back keep their
 * cards unseen.
 */
void view_shows(struct open_view *v, const struct setting *setting, const char *line);

/* Does a line tell of a seat's hidden cards (-1: of anybody's)? `setting` is the record's. */
bool view_tells_hidden(const struct setting *setting, const char *line, int seat);

/* The line as everybody may see it, into `out`. */
void view_open_line(const struct setting *setting, const char *line, struct text *out);

/* The same, but only those hidden cards become unseen for which `opens` answers true. */
void view_open_cards(const struct setting *setting, const char *line,
    bool (*opens)(const void *user, int card), const void *user, struct text *out);

/*
 * view_hides: is this line not shown as it is? view_hidden_by: the guest who hides something in it;
 * NULL: nobody. view_asks_hidden: may a bare answer tell of hidden cards now?
 */
bool view_hides(const struct open_view *v, const struct setting *setting, const char *line);
const char *view_hidden_by(const struct open_view *v, const struct setting *setting,
    const char *line);
bool view_asks_hidden(const struct record *r);

/* Follows the session: takes over what was said, taken back or mended since. False: nothing was. */
bool view_follow(struct open_view *v, const struct session *s);

/*
 * Tries a line that the session did not take in the sessions of the phones, whose `said` and
 * `wrong` then have what came of it. False: nothing did, so what the table found depends on hidden
 * cards.
 */
bool view_try(struct open_view *v, const char *line);

#endif
