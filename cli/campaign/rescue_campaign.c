/*
 * fuda campaign rescue: reads as much of a damaged store as it can and never writes to it; see
 * rescue_campaign.h.
 */
#include "cli/campaign/rescue_campaign.h"
#include "cli/campaign/open_campaign.h"
#include "cli/json.h"
#include "cli/say.h"

#include <errno.h>
#include <jansson.h>
#include <string.h>
#include <unistd.h>

struct telling_rescue {
    const struct context *context;
    json_t *records;
};

static bool tell_record(void *user, const struct store_rescued_record *r)
{
    struct telling_rescue *t = user;
    char id[STORE_ID_TEXT];
    store_id_text(&r->id, id);
    if (t->records != NULL) {
        json_array_append_new(t->records,
            json_pack("{s:s, s:s, s:s, s:I, s:b, s:b}", "record", id, "game", r->game, "date",
                r->day, "lines", (json_int_t)r->lines, "gap", r->gap, "doubtful", r->doubt));
        return true;
    }
    id[13] = '\0';
    if (r->gap)
        print_with(t->context, N_("{date} {game} ({id}): lines may be missing; {count} were read."),
            "ttti", "date", r->day, "game", r->game, "id", id, "count", r->lines);
    else
        print_with(t->context,
            N_("{date} {game} ({id}): the file was altered where part of it was; check its {count} "
               "lines."),
            "ttti", "date", r->day, "game", r->game, "id", id, "count", r->lines);
    return true;
}

/* Reports what could not be read. */
static void tell_lost(const struct context *context, const char *damaged,
    const struct store_rescued *out)
{
    if (out->pages_lost > 0)
        print_with(context,
            N_("{count} of {pages} pages cannot be read, or are not as they were written."), "ii",
            "pages", (int64_t)out->pages, "count", (int64_t)out->pages_lost);
    if (out->log_foreign)
        print_with(context,
            N_("{file}-wal is the log of another store, or of another time of this one; it was "
               "left out."),
            "t", "file", damaged);
    else if (out->frames_lost > 0)
        print_with(context,
            N_("In {file}-wal {count} pages are cut off; their content is doubtful."), "ti", "file",
            damaged, "count", (int64_t)out->frames_lost);
    if (out->orphans > 0)
        print_with(context,
            N_("Rows left out because what they belong to cannot be read: {count}."), "i", "count",
            (int64_t)out->orphans);
    if (out->records_cut > 0)
        print_with(context, N_("Records in which lines may be missing: {count}."), "i", "count",
            (int64_t)out->records_cut);
    else if (!out->cut && out->doubtful == 0)
        puts(say(context, N_("Everything was read, as it was written.")));
}

static void tell_whole(const struct telling_rescue *t, const char *damaged, const char *path,
    const struct store_rescued *out)
{
    const struct context *context = t->context;
    if (t->records != NULL) {
        json_t *whole = json_pack("{s:I, s:I, s:I, s:I, s:I, s:b, s:I, s:I, s:I, s:b, s:I, s:O}",
            "campaigns", (json_int_t)out->campaigns, "records", (json_int_t)out->records, "lines",
            (json_int_t)out->lines, "doubtful", (json_int_t)out->doubtful, "orphans",
            (json_int_t)out->orphans, "cut", out->cut, "pages", (json_int_t)out->pages,
            "pages_lost", (json_int_t)out->pages_lost, "frames_lost", (json_int_t)out->frames_lost,
            "log_foreign", out->log_foreign, "records_cut", (json_int_t)out->records_cut,
            "not_whole", t->records);
        json_dumpf(whole, stdout, JSON_COMPACT);
        putchar('\n');
        json_decref(whole);
        return;
    }
    print_with(context, N_("In {file}: campaigns {campaigns}, records {records}, lines {lines}."),
        "tiii", "file", path, "campaigns", (int64_t)out->campaigns, "records",
        (int64_t)out->records, "lines", (int64_t)out->lines);
    tell_lost(context, damaged, out);
    print_with(context,
        N_("`fuda --db {file} history` shows it. To go on with it, put it in the place of the "
           "damaged store, without the files -wal, -shm and -hold beside that."),
        "t", "file", path);
}

/* Is there a log? It may be left of a store that is gone. */
static bool log_lies(const char *damaged)
{
    struct text log = {0};
    text_printf(&log, "%s-wal", damaged);
    const bool there = access(log.at, R_OK) == 0;
    text_clear(&log);
    return there;
}

enum status campaign_rescue(const struct context *context, int count, char **words)
{
    char damaged[STORE_PATH_MOST];
    struct storage_why why = {0};
    struct store *into;
    struct store_rescued out;
    (void)count;
    if (!store_path(context, damaged))
        return STATUS_BAD;
    if (access(damaged, R_OK) != 0 && (errno != ENOENT || !log_lies(damaged))) {
        complain(context, N_("{file}: cannot open: {reason}"), "tt", "file", damaged, "reason",
            strerror(access(damaged, R_OK) != 0 ? errno : 0));
        return STATUS_BAD;
    }
    if (access(words[0], F_OK) == 0) {
        complain(context,
            N_("{file} is there already and stays as it is; expected the name of a new file"), "t",
            "file", words[0]);
        return STATUS_BAD;
    }
    if (!store_ok(context, store_open(words[0], STORE_WRITE, &into, &why), &why))
        return STATUS_BAD;
    struct telling_rescue t = {context, context->json ? json_array() : NULL};
    const bool good = store_ok(context, store_rescue(damaged, into, tell_record, &t, &out),
        store_why(into));
    store_close(into);
    const bool whole = good && out.campaigns > 0;
    if (good && !whole)
        complain(context, N_("{file}: nothing could be read of it"), "t", "file", damaged);
    if (whole)
        tell_whole(&t, damaged, words[0], &out);
    else
        unlink(words[0]);
    json_decref(t.records);
    return !whole                                           ? STATUS_BAD
           : out.cut || out.doubtful > 0 || out.orphans > 0 ? STATUS_BROKEN
                                                            : STATUS_CLEAN;
}
