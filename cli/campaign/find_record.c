/* Which record is meant; see find_record.h. */
#include "find_record.h"
#include "cli/say.h"

#include <string.h>

enum { ID_LEAST = 6 };          /* characters of an id that name a record */

struct record_search {
    const char *word;
    unsigned long number;       /* of the record seen last; withdrawn ones have none */
    struct store_id found;
    unsigned matches;
};

static bool match(void *user, const struct store_entry *e)
{
    struct record_search *s = user;
    char id[STORE_ID_TEXT], number[24];
    store_id_text(&e->id, id);
    s->number += !e->withdrawn;
    snprintf(number, sizeof number, "%lu", s->number);
    if (!e->withdrawn && strcmp(number, s->word) == 0) {
        s->found = e->id;
        s->matches = 1;
        return false;
    }
    if (strlen(s->word) >= ID_LEAST && strncmp(id, s->word, strlen(s->word)) == 0) {
        s->found = e->id;
        s->matches++;
    }
    return true;
}

bool campaign_find_record(const struct campaign *campaign, const char *word, bool withdrawn, struct store_id *out)
{
    struct store_filter all = {.withdrawn_too = true};
    struct record_search s = {.word = word};
    if (!campaign_ok(campaign, store_history_each(campaign->store, &campaign->id, &all, match, &s)))
        return false;
    if (s.matches != 1)
        return complain(campaign->context,
                        s.matches > 1 ? N_("“{word}” is the beginning of several records' ids")
                        : withdrawn   ? N_("no record “{word}”; expected one that `fuda history --withdrawn` lists")
                                      : N_("no record “{word}”; expected one that `fuda history` lists"),
                        "t", "word", word);
    *out = s.found;
    return true;
}
