/*
 * The table as the phones see it, as JSON: whose turn it is, what is asked, board and score, the
 * last lines.
 */
#ifndef FUDA_PHONES_TABLE_JSON_H
#define FUDA_PHONES_TABLE_JSON_H

#include "view.h"

struct json_t;

/* What may be done on phones. */
enum phones_mode { PHONES_FREE, PHONES_ASK, PHONES_WATCH };
enum { PHONES_MODES = 3 };
extern const char *const phones_modes[PHONES_MODES]; /* "free", "ask", "watch" */

/*
 * All of it. `seated` has a bit for each seat with a phone. `own` is the record itself, which says
 * whose turn it is and what is asked. The caller frees it.
 */
struct json_t *table_json_table(struct open_view *v, const struct record *own, long serial,
    enum phones_mode mode, uint32_t seated);

/*
 * {"en":…,"ja":…} for a text to translate; and the list of what a session last said and complained
 * about.
 */
struct json_t *table_json_text(const struct open_view *v, const char *text);
struct json_t *table_json_answers(const struct open_view *v, enum tongue tongue);

/* A line as it is shown, in both languages. */
struct json_t *table_json_line(const struct open_view *v, const char *line);

#endif
