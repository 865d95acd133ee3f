/*
 * Reading the words of a campaign's text, and merging its rows into the store; see import_text.h.
 */
#include "import_text.h"

#include <string.h>

/* ---- words ------------------------------------------------------------------------------- */

char *import_word(char **at)
{
    char *from = *at;
    while (*from == ' ' || *from == '\t')
        from++;
    if (*from == '\0')
        return NULL;
    char *word = from, *to = from;
    for (bool quoted = false; *from != '\0' && (quoted || (*from != ' ' && *from != '\t'));
         from++) {
        if (*from != '"')
            *to++ = *from;
        else if (quoted && from[1] == '"')
            *to++ = *from++;
        else
            quoted = !quoted;
    }
    *at = *from != '\0' ? from + 1 : from;
    *to = '\0';
    return word;
}

void import_expected(struct importing *r, const char *what)
{
    fail(&r->deed, STORAGE_INVALID, N_("expected {what}"), "w", "what", what);
}

struct store_id import_id(struct importing *r)
{
    struct store_id id = {{0}};
    const char *word = import_word(&r->at);
    if (word == NULL || !store_id_read(word, &id))
        import_expected(r, N_("an id"));
    return id;
}

int64_t import_player(struct importing *r, struct store_id *id)
{
    *id = import_id(r);
    int64_t key = sql_int(&r->deed, "SELECT key FROM player WHERE id = ?1 AND campaign = ?2", "bi",
        id, r->campaign);
    if (key == 0)
        import_expected(r, N_("a player of this campaign"));
    return key;
}

const char *import_text(struct importing *r, const char *what, bool empty_too)
{
    const char *text = import_word(&r->at);
    if (text == NULL)
        import_expected(r, what);
    else
        text_valid(&r->deed, text, what, empty_too);
    return text != NULL ? text : "";
}

const char *import_day(struct importing *r)
{
    const char *day = import_text(r, N_("a day"), false);
    if (!store_day_valid(day))
        import_expected(r, N_("a day"));
    return day;
}

/* ---- uniting ----------------------------------------------------------------------------- */

bool import_unite(struct importing *r, const char *insert, const char *same, const char *binds, ...)
{
    va_list values;
    struct query q;
    va_start(values, binds);
    query_begin_list(&q, &r->deed, insert, binds, values);
    va_end(values);
    query_next(&q);
    query_end(&q);
    if (r->deed.error != STORAGE_OK || sqlite3_changes(r->deed.store->db) > 0)
        return r->deed.error == STORAGE_OK;
    va_start(values, binds);
    query_begin_list(&q, &r->deed, same, binds, values);
    va_end(values);
    if (!query_next(&q))
        fail(&r->deed, STORAGE_CLASH, N_("this id is known with different content"), "");
    query_end(&q);
    return false;
}
