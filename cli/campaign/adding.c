/* Adds records to a campaign; see adding.h. */
#define _XOPEN_SOURCE 700
#include "core/text.h"
#include "adding.h"
#include "cli/campaign/alike.h"
#include "cli/campaign/replay_records.h"
#include "cli/deck/stored.h"
#include "cli/input.h"
#include "cli/progress.h"

#include <stdlib.h>
#include <string.h>

/* The days on which something was played, one bit for each day. */
struct evenings {
    unsigned char *bits; /* owned */
    unsigned count;
    char first[DAY_TEXT], last[DAY_TEXT];
};

static void add_night(struct evenings *n, const char *day)
{
    enum { DAYS = 10000 * 372 };
    if (day == NULL || strlen(day) != DAY_TEXT - 1) /* a record without a day */
        return;
    if (n->bits == NULL) {
        n->bits = memory_get(DAYS / 8 + 1);
        memset(n->bits, 0, DAYS / 8 + 1);
    }
    const long year = strtol(day, NULL, 10), month = strtol(day + 5, NULL, 10),
               date = strtol(day + 8, NULL, 10);
    const unsigned at = (unsigned)(year * 372 + (month - 1) * 31 + date - 1);
    if (at >= DAYS || (n->bits[at / 8] >> at % 8 & 1) != 0)
        return;
    n->bits[at / 8] |= (unsigned char)(1 << at % 8);
    if (n->count == 0 || strcmp(day, n->first) < 0)
        snprintf(n->first, sizeof n->first, "%s", day);
    if (n->count == 0 || strcmp(day, n->last) > 0)
        snprintf(n->last, sizeof n->last, "%s", day);
    n->count++;
}

/* One game of a file, as it is collected. */
struct adding {
    const struct context *context;
    struct campaign campaign;
    struct store_line *lines; /* owned, and each text */
    size_t count, bytes;
    /* this game has more lines than a record may have, so they are not collected */
    bool too_long;
    bool bad;               /* something of this game was not accepted */
    bool own_deck;          /* this game has a pack, or rows of its own */
    struct session session; /* each game is judged in it */
    /* what the campaign knows: it is used as the deck of games that bring none */
    struct packs learned;
    const char *file; /* the one that `faults` counts in */
    uint32_t faults;  /* faults counted where this game begins */
    bool failed;
    unsigned added, known;
    struct evenings nights;
    bool told; /* a dry run has printed all this, so it is not printed again */
    struct progress progress;
};

static void clear_lines(struct adding *a)
{
    for (size_t i = 0; i < a->count; i++)
        free((void *)(uintptr_t)a->lines[i].text);
    a->count = a->bytes = 0;
    a->too_long = false;
}

/*
 * The heading holds the game, the date and the players; everything else is a line. The rows of a
 * pack do not belong to a record.
 */
static void accepted(void *user, const struct statement *said, const struct record *r)
{
    struct input *input = user;
    struct adding *a = input->user;
    if (said->common && said->verb == SAY_GAME) {
        packs_unchoose(input->packs);
        if (rulebook_is_packs(r->setting.book)) /* its pack was chosen just now */
            packs_find(input->packs, r->setting.book, span_of(game_called(&r->setting)));
        a->own_deck = false;
    }
    a->own_deck |= r->pack_book == NULL && (said->row || (said->common && said->verb == SAY_PACK));
    if (r->pack_book != NULL || r->setting.book == NULL
        || (said->common
            && (said->verb == SAY_GAME || said->verb == SAY_PLAYERS || said->verb == SAY_DATE)))
        return;
    size_t length = statement_write(said, &r->setting, NULL, 0);
    a->bytes += length;
    a->too_long |= a->count == RECORD_LINES_MOST || a->bytes > RECORD_BYTES_MOST;
    if (a->too_long)
        return;
    char *text = memory_get(length);
    statement_write(said, &r->setting, text, length);
    a->lines = memory_row(a->lines, a->count, sizeof *a->lines);
    a->lines[a->count++] = (struct store_line){.text = text, .author = ""};
}

static void finding(void *user, const struct ruling *ruling, const struct record *r)
{
    struct input *input = user;
    struct adding *a = input->user;
    (void)r;
    a->bad |= ruling->kind == RULING_IMPOSSIBLE;
}

static void fill_heading(const struct record *r, struct store_heading *h,
    char names[][NAME_MOST + 1])
{
    *h = (struct store_heading){.game = game_called(&r->setting),
        .date = r->date,
        .rules = FUDA_VERSION,
        .seats = r->seats.count};
    for (int i = 0; i < r->seats.count; i++) {
        memcpy(names[i], r->seats.row[i].name, r->seats.row[i].length);
        names[i][r->seats.row[i].length] = '\0';
        h->seat[i].name = names[i];
    }
}

/*
 * Judges the record by the campaign's house options; those that the record sets itself come first.
 */
static bool judge_here(struct adding *a, const struct store_heading *heading, struct packs *packs,
    const char *deck, struct store_result *result)
{
    struct session *s = &a->session;
    session_again(s);
    bool good = packs_chosen_each(packs, decks_keep, &s->packs)
                && (heading->pack == NULL || packs_keep(&s->packs, deck))
                && heading_read(s, heading);
    for (size_t i = 0; i < a->count; i++)
        good &= session_try(s, a->lines[i].text, false) == STEP_TAKEN;
    if (good)
        replay_result(s, result);
    return good;
}

/* The record that was there already, as people refer to it. */
struct known_twin {
    const struct context *context;
    const char *file;
};

static bool tell_twin(void *user, const struct store_entry *e)
{
    const struct known_twin *twin = user;
    const bool dated = e->heading.date != NULL && e->heading.date[0] != '\0';
    complain(twin->context,
        dated
            ? N_("{file}: the game of {day} is in the campaign already: number {number} of `fuda "
                 "history`")
            : N_("{file}: this game is in the campaign already: number {number} of `fuda history`"),
        "tti", "file", twin->file, "day", dated ? e->heading.date : "", "number",
        (int64_t)e->number);
    return true;
}

static void add_record(struct adding *a, const char *file, const struct record *r,
    struct packs *packs)
{
    struct store_heading heading;
    struct store_result result;
    struct house_texts options;
    struct campaign_deck deck = {.hash = ""};
    struct store_id id;
    char names[SEATS_MOST][NAME_MOST + 1];
    fill_heading(r, &heading, names);
    a->failed = true;
    if (!campaign_house(&a->campaign, &heading, &options))
        return;
    if (!a->own_deck && decks_learn(&a->campaign, heading.game, heading.date, false, &deck)) {
        heading.pack = deck.name.at;
        heading.pack_hash = deck.hash;
    }
    if (!judge_here(a, &heading, packs, deck.text.at, &result)) {
        complain(a->context,
            N_("{file}: this record was not added: by the house rules of the campaign something in "
               "it cannot be"),
            "t", "file", file);
        campaign_deck_clear(&deck);
        return;
    }
    enum storage_error error = store_record_add(a->campaign.store, &a->campaign.id, &heading,
        a->lines, a->count, &result, false, &id);
    campaign_deck_clear(&deck);
    a->failed = false;
    if (error == STORAGE_TWICE) {
        const struct known_twin twin = {a->context, file};
        if (!a->told)
            campaign_ok(&a->campaign,
                store_record_get(a->campaign.store, &id, tell_twin, (void *)(uintptr_t)&twin));
        a->known++;
    } else if (campaign_ok(&a->campaign, error)
               && campaign_ok(&a->campaign, decks_put(a->campaign.store, &id, packs))
               && campaign_ok(&a->campaign, store_result_put(a->campaign.store, &id, &result))) {
        a->added++;
        add_night(&a->nights, heading.date);
    } else {
        a->failed = true;
    }
}

static void game_ends(void *user, const struct record *r)
{
    struct input *input = user;
    struct adding *a = input->user;
    bool failed = a->failed;
    progress_show(&a->progress, input->done, input->all);
    if (a->file != input->file) {
        a->file = input->file;
        a->faults = 0;
    }
    if (a->bad || input->faults > a->faults || !r->begun) {
        complain(a->context,
            N_("{file}: this record was not added: something in it cannot be or cannot be read"),
            "t", "file", input->file);
        a->failed = true;
    } else if (a->too_long) {
        complain(a->context,
            N_("{file}: this record was not added: a record has at most {lines} lines of {bytes} "
               "bytes in all"),
            "tii", "file", input->file, "lines", (int64_t)RECORD_LINES_MOST, "bytes",
            (int64_t)RECORD_BYTES_MOST);
        a->failed = true;
    } else {
        add_record(a, input->file, r, input->packs);
    }
    a->failed |= failed;
    a->bad = false;
    a->faults = input->faults;
    clear_lines(a);
}

/* Lends what the campaign knows of the cards to a record that says nothing about them. */
static const void *lend(struct input *input, const struct rulebook *book)
{
    struct adding *a = input->user;
    struct campaign_deck deck;
    packs_end(&a->learned);
    a->learned = (struct packs){.context = a->context};
    if (!decks_learn(&a->campaign, book->id, NULL, false, &deck))
        return NULL;
    bool good = packs_keep(&a->learned, deck.text.at);
    campaign_deck_clear(&deck);
    return good ? a->learned.kept->deck : NULL;
}

enum status records_add(const struct context *context, const struct feed *feed, int count,
    char **files, struct added *out)
{
    struct adding a = {.context = context, .told = out->told};
    struct input input = {.context = context, .user = &a, .lend = lend, .feed = feed};
    struct record_host host = {.accepted = accepted, .finding = finding, .game_ends = game_ends};
    const bool dry = out->dry, look = out->look;
    out->added = out->known = 0;
    if (!campaign_open(&a.campaign, context, dry ? STORE_COPY : STORE_WRITE))
        return STATUS_BAD;
    bool good = campaign_ok(&a.campaign, store_batch_begin(a.campaign.store));
    struct alike alike;
    struct packs played = {.context = context};
    decks_played(&played, &a.campaign);
    input.played = played.kept;
    alike_begin(&alike, &a.campaign);
    progress_begin(&a.progress, context);
    session_begin(&a.session, context);
    enum status status = good ? input_run(&input, &host, count, files) : STATUS_BAD;
    if (good && !campaign_ok(&a.campaign, store_batch_commit(a.campaign.store))) {
        a.failed = true;
        a.added = 0; /* either all of them are added or none */
    }
    progress_end(&a.progress);
    if (a.nights.count > 0 && look && !context->json)
        print_with(context, N_("Nights: {count}, from {first} to {last}."), "itt", "count",
            (int64_t)a.nights.count, "first", a.nights.first, "last", a.nights.last);
    if (a.added > 0 && look)
        alike_new(&alike, &a.campaign);
    if (a.added > 0 && !a.told)
        alike_tell(&alike, &a.campaign);
    if (a.added > 0)
        apart_tell(&a.campaign);
    alike_end(&alike);
    free(a.nights.bits);
    clear_lines(&a);
    free(a.lines);
    session_clear(&a.session);
    packs_end(&a.learned);
    packs_end(&played);
    campaign_close(&a.campaign);
    out->added = a.added;
    out->known = a.known;
    return a.failed || !good || status == STATUS_BAD ? STATUS_BAD : STATUS_CLEAN;
}

void added_tell(const struct context *context, const struct added *added)
{
    if (added->dry && !context->json)
        print_with(context, N_("Records that would be added: {count}; known already: {known}."),
            "ii", "count", (int64_t)added->added, "known", (int64_t)added->known);
    else if (context->json)
        printf("{\"added\":%u,\"known\":%u}\n", added->added, added->known);
    else
        print_with(context, N_("Records added: {count}; known already: {known}."), "ii", "count",
            (int64_t)added->added, "known", (int64_t)added->known);
}
