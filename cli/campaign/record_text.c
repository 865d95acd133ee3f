/* Prints a record of the campaign as text; see record_text.h. */
#define _XOPEN_SOURCE 700
#include "record_text.h"
#include "cli/campaign/find_record.h"
#include "cli/campaign/replay_records.h"
#include "cli/deck/stored.h"
#include "cli/say.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

struct record_writing {
    struct campaign campaign;
    struct packs *packs;
    FILE *to;
    bool good;
};

static bool write_heading(void *user, const struct store_entry *e)
{
    struct record_writing *w = user;
    struct session s;
    session_begin(&s, w->campaign.context);
    w->good = decks_load(w->packs, w->campaign.store, &e->campaign, &e->id)
              && decks_load(&s.packs, w->campaign.store, &e->campaign, &e->id)
              && replay_heading(&s, &e->heading);
    for (size_t i = 0; i < s.count; i++)
        fprintf(w->to, "%s\n", s.steps[i].text);
    session_clear(&s);
    return false;
}

static bool write_line(void *user, const struct store_line *line)
{
    struct record_writing *w = user;
    fprintf(w->to, "%s\n", line->text);
    return true;
}

static bool cannot_write(const struct context *context)
{
    return complain(context, N_("{file}: cannot write: {reason}"), "tt", "file", "tmpfile",
        "reason", strerror(errno));
}

static bool write_record(struct record_writing *w, const char *word)
{
    struct store_id record;
    return campaign_find_record(&w->campaign, word, false, &record)
           && campaign_ok(&w->campaign,
               store_record_get(w->campaign.store, &record, write_heading, w))
           && w->good
           && campaign_ok(&w->campaign,
               store_lines_each(w->campaign.store, &record, false, write_line, w))
           && ((fflush(w->to) == 0 && !ferror(w->to) && lseek(fileno(w->to), 0, SEEK_SET) == 0)
               || cannot_write(w->campaign.context));
}

/* Is it a number or the beginning of an id, and not the name of a file? */
static bool names_record(const char *word)
{
    return word[0] >= '0' && word[0] <= '9' && strspn(word, "0123456789abcdef-") == strlen(word)
           && access(word, F_OK) != 0;
}

int record_text_open(const struct context *context, const char *word, struct packs *packs)
{
    struct record_writing w = {.packs = packs};
    int file = RECORD_WRONG;
    if (!names_record(word))
        return RECORD_NONE;
    if (!campaign_open(&w.campaign, context, STORE_READ))
        return RECORD_WRONG;
    w.to = tmpfile();
    if (w.to == NULL)
        cannot_write(context);
    else if (write_record(&w, word) && (file = dup(fileno(w.to))) < 0) {
        file = RECORD_WRONG;
        cannot_write(context);
    }
    if (w.to != NULL)
        fclose(w.to);
    campaign_close(&w.campaign);
    return file;
}

static bool see_number(void *user, const struct store_entry *entry)
{
    uint32_t *last = user;
    *last = entry->number > *last ? entry->number : *last;
    return true;
}

bool record_text_last(const struct context *context, char out[24])
{
    struct campaign campaign;
    struct store_filter all = {.most = 0};
    uint32_t last = 0;
    if (!campaign_open(&campaign, context, STORE_READ))
        return false;
    bool good = campaign_ok(&campaign,
        store_history_each(campaign.store, &campaign.id, &all, see_number, &last));
    campaign_close(&campaign);
    snprintf(out, 24, "%lu", (unsigned long)last);
    return good
           && (last > 0
               || complain(context,
                   N_("there is no record here yet; expected a record's file, or `fuda table` "
                      "first"),
                   ""));
}
