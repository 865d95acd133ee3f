/* Finding a record by its number or by the beginning of its id. */
#include "store.h"

#include <string.h>

/* Records that are withdrawn as a whole: their numbers find nothing. */
#define GONE                                                                                   \
    "SELECT w.record FROM withdrawal w WHERE w.line IS NULL AND w.withdrawn"                   \
    " AND w.id = (SELECT max(l.id) FROM withdrawal l WHERE l.record = w.record AND l.line IS " \
    "NULL)"

enum storage_error store_record_nth(struct store *store, const struct store_id *campaign,
    uint32_t number, struct store_id *out)
{
    struct transaction d = read_begin(store);
    *out = sql_id(&d,
        "SELECT r.id FROM numbered n JOIN record r ON r.key = n.record WHERE n.campaign = ?1 AND "
        "n.number = ?2"
        " AND r.key NOT IN (" GONE ")",
        "ii", campaign_key(&d, campaign), (int64_t)number);
    if (store_id_none(out))
        fail(&d, STORAGE_UNKNOWN, N_("there is no such record"), "");
    return read_end(&d);
}

/* Completes the beginning of an id's text with the digit `rest`; false: no id begins like that. */
static bool fill_id(const char *beginning, unsigned rest, struct store_id *out)
{
    static const char digits[] = "0123456789abcdef",
                      form[] = "00000000-0000-0000-0000-000000000000";
    unsigned nibbles = 0;
    memset(out, 0, sizeof *out);
    for (size_t i = 0; form[i] != '\0'; i++) {
        const char *digit = *beginning != '\0' ? strchr(digits, *beginning) : NULL;
        if (*beginning != '\0' && (form[i] == '-' ? *beginning != '-' : digit == NULL))
            return false;
        if (form[i] != '-') {
            const unsigned value = digit != NULL ? (unsigned)(digit - digits) : rest;
            out->byte[nibbles / 2] |= (uint8_t)(nibbles % 2 == 0 ? value << 4 : value);
            nibbles++;
        }
        beginning += *beginning != '\0';
    }
    return *beginning == '\0';
}

enum storage_error store_record_begins(struct store *store, const struct store_id *campaign,
    const char *beginning, struct store_id *out, bool *several)
{
    struct store_id low, high;
    struct query q;
    struct transaction d = read_begin(store);
    const int64_t key = campaign_key(&d, campaign);
    unsigned found = 0;
    if (fill_id(beginning, 0, &low) && fill_id(beginning, 0xf, &high)) {
        query_begin(&q, &d,
            "SELECT id FROM record WHERE id BETWEEN ?1 AND ?2 AND campaign = ?3 LIMIT 2", "bbi",
            &low, &high, key);
        for (; query_next(&q); found++)
            *out = query_id(&q, 0);
        query_end(&q);
    }
    *several = found > 1;
    if (found != 1)
        fail(&d, STORAGE_UNKNOWN, N_("there is no such record"), "");
    return read_end(&d);
}
