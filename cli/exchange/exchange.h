/*
 * A campaign in other programs' forms, and out of them.
 *
 *      records   our own text: the language, and in comments what it lacks (storage/export_text.c)
 *      json      the same text in JSON, with what the rules make of each record beside it
 *      csv       a row a seat: record,date,game,player,place,points,won
 *      bgsplay   what BG Stats writes and reads (.bgsplay): plays, players, games
 *
 * What is read becomes records: our own come as they were, others' as game, date, players and
 * `result`.
 */
#ifndef FUDA_EXCHANGE_H
#define FUDA_EXCHANGE_H

#include "cli/campaign/query.h"
#include "cli/say.h"

/* ---- writing: false: complained -------------------------------------------------------------- */

bool json_export(struct campaign_query *a, FILE *to);
bool csv_export(struct campaign_query *a, FILE *to);
bool bgsplay_export(struct campaign_query *a, FILE *to);

/*
 * The address by which one finished record (a number or an id, as campaign_find_record takes it) is
 * handed to BG Stats; false: complained.
 */
bool bgstats_link(struct campaign_query *a, const char *record, struct text *out);

/* ---- reading: the text of records for `feed`, or of a campaign, appended to `out` ------------ */

/*
 * UTF-8 without its mark, of UTF-8, of UTF-16 with a mark, of CP932, which is said; false:
 * complained.
 */
bool text_decode(const struct context *context, const char *file, struct text *whole);

/* Has a table headings of past games, be it after a title? */
bool csv_recognised(const char *text);

/* A file being read as a whole; what was passed over, in records. */
struct foreign {
    const struct context *context;
    const char *file;
    const char *text; /* terminated */
    size_t length;
    struct packs *packs;       /* that games are looked for among; NULL: among none */
    unsigned passed, left_out; /* of other games; of ours, each named with its reason */
    struct {
        char written[64];
        long points;
        /* how many such there are; `written` and `points` are the first one's */
        unsigned count;
    } marked; /* points with marks of thousands or fractions: how they were read is said */
};

/* Our own JSON: a campaign's text. The others: records. False: complained, with the place. */
bool json_import(struct foreign *r, struct text *out);
bool csv_import(struct foreign *r, struct text *out);
bool bgsplay_import(struct foreign *r, struct text *out);

/* ---- one past game, as a record -------------------------------------------------------------- */

struct past_seat {
    char name[NAME_MOST + 1];
    bool scored;
    long points;
    int place; /* 0: not known */
};

struct past {
    const struct rulebook *book;
    char game[NAME_MOST + 1]; /* of one that is a pack, as that spells it */
    char day[DAY_TEXT];       /* "": not known */
    int seats;
    struct past_seat seat[SEATS_MOST];
};

/* The game that is called so, its book and its name; false: there is none. */
bool past_game(const struct foreign *r, const char *name, struct past *out);

/* Does somebody of that name sit among the first `seats` of them? */
bool past_sits(const struct past *p, int seats, const char *name);

/* A name as it is kept: what is not seen goes, and blanks around it. False: it is none. */
bool past_name(const char *text, char out[NAME_MOST + 1]);

/*
 * Points in the spellings of people and spreadsheets, as a sum (10+5) where `sums`; NULL: good,
 * else why not, to translate.
 */
const char *past_points(const char *text, bool sums, long *out);

/* Notes how points with marks were read, and tells it once. */
void points_note(struct foreign *r, const char *written, long points);
void points_tell(const struct foreign *r);

/* NULL: it was written; else why it cannot be a record, a text to translate. */
const char *past_write(const struct past *past, struct text *out);

/*
 * "2026-11-21" of a day in one of the forms people write: with - or / or ., or a time after it;
 * false: none.
 */
bool past_day(const char *text, char out[DAY_TEXT]);

#endif
