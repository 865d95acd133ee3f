/*
 * What the phones may see: the record told anew in either language, without what its owner alone
 * may know. A hand, two passed cards or cards drawn back up that were entered on their owner's
 * phone, or on an evening before, are there as so many unseen cards (`Bo: hand ? ? ?`): board,
 * score, rulings and what may be played follow from that, and so nothing can leak out of them.
 *
 *     the table's session ─▶ view_follow ─▶ session[ENGLISH], session[JAPANESE], and the lines with
 *                                           those taken back
 */
#ifndef FUDA_PHONES_VIEW_H
#define FUDA_PHONES_VIEW_H

#include "cli/table/session.h"
#include "guests.h"

enum tongue { TONGUE_ENGLISH, TONGUE_JAPANESE };
enum { TONGUES = 2 };
extern const char *const tongue_names[TONGUES]; /* "en", "ja" */

/* A line that was said: it stands, or was taken back. */
struct view_line {
    char *own; /* owned: as the table has it */
    /* owned: as its phone has it, where the table has fewer of its cards; NULL: the same */
    char *said;
    bool undone;
};

/* A line that is not told as it is. */
struct hidden_line {
    char *text; /* owned: as it is stored */
    /* the guest whose phone it was said on; "": nobody knows any more */
    char by[GUEST_NAME + 1];
};

struct open_view {
    struct context context[TONGUES];
    struct session session[TONGUES];
    struct view_line *line; /* owned, in order */
    size_t lines;
    struct hidden_line *hidden; /* owned */
    size_t hiddens;
    /* the trick that was full last, until a card lies there again; count 0: none */
    struct trick_laid last;
    int last_winner; /* -1: not known */
};

/* Nothing is seen yet; what is hidden stays so. */
void view_begin(struct open_view *v, const struct context *context);
void view_clear(struct open_view *v);

/*
 * This line, as it is stored, is not told as it is; where it tells of no hidden cards that makes no
 * difference.
 */
void view_hide(struct open_view *v, const char *line, const char *by);

/*
 * The step as its phone has it; NULL: it was not followed yet. Until the phone is told, fewer cards
 * may be on record.
 */
const char *view_said(const struct open_view *v, size_t step);

/*
 * The step is `less` on record from now on, and `said` to its phone; as everybody else sees it
 * nothing changes.
 */
void view_yields(struct open_view *v, size_t step, const char *less, const char *said);

/*
 * A line of these words is told as it is from now on; those that were taken back keep their cards
 * unseen.
 */
void view_shows(struct open_view *v, const struct setting *setting, const char *line);

/* Does a line tell of a seat's hidden cards (-1: of anybody's)? `setting` is the record's. */
bool view_tells_hidden(const struct setting *setting, const char *line, int seat);

/* The line as everybody may see it, into `out`. */
void view_open_line(const struct setting *setting, const char *line, struct text *out);

/* The same, with those of its hidden cards unseen for which `opens` says so. */
void view_open_cards(const struct setting *setting, const char *line,
    bool (*opens)(const void *user, int card), const void *user, struct text *out);

/*
 * Is this line not told as it is? By whom it was said, NULL: it hides nothing. And may a bare
 * answer tell of some now?
 */
bool view_hides(const struct open_view *v, const struct setting *setting, const char *line);
const char *view_hidden_by(const struct open_view *v, const struct setting *setting,
    const char *line);
bool view_asks_hidden(const struct record *r);

/* Goes after the session: what was said, taken back or mended since. False: nothing. */
bool view_follow(struct open_view *v, const struct session *s);

/*
 * What would come of a line that the session did not take, as the phones see it: the sessions'
 * `said` and `wrong` say it then. False: nothing, of what they see: it rests on hidden cards.
 */
bool view_try(struct open_view *v, const char *line);

#endif
