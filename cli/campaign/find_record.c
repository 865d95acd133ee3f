/* Finds the record that is meant; see find_record.h. */
#include "find_record.h"
#include "cli/say.h"

#include <stdlib.h>
#include <string.h>

enum { ID_LEAST = 6 }; /* the fewest characters of an id that name a record */

/* A number such as "12", without a sign or leading zeros; 0: it is not one. */
static uint32_t number_of(const char *word)
{
    enum { DIGITS_MOST = 9 };
    const size_t digits = strspn(word, "0123456789");
    return word[digits] == '\0' && digits > 0 && digits <= DIGITS_MOST && *word != '0'
               ? (uint32_t)strtoul(word, NULL, 10)
               : 0;
}

bool campaign_find_record(const struct campaign *campaign, const char *word, bool withdrawn,
    struct store_id *out)
{
    struct store *store = campaign->store;
    const uint32_t number = number_of(word);
    bool several = false;
    enum storage_error error = STORAGE_UNKNOWN;
    if (number > 0)
        error = store_record_nth(store, &campaign->id, number, out);
    if (error == STORAGE_UNKNOWN && strlen(word) >= ID_LEAST)
        error = store_record_begins(store, &campaign->id, word, out, &several);
    if (error != STORAGE_UNKNOWN)
        return campaign_ok(campaign, error);
    return complain(campaign->context,
        several     ? N_("“{word}” is the beginning of several records' ids")
        : withdrawn ? N_("no record “{word}”; expected one that `fuda history --withdrawn` lists")
                    : N_("no record “{word}”; expected one that `fuda history` lists"),
        "t", "word", word);
}
