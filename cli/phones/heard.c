/* What fuda-serve says; see heard.h. */
#define _XOPEN_SOURCE 700
#include "heard.h"
#include "cli/camera/scanner.h"
#include "library.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* ---- answers ----------------------------------------------------------------------------- */

void heard_answer_with(struct phones *p, const struct tapped *tap, const char *outcome,
    json_t *english, json_t *japanese, json_t *perhaps)
{
    struct phone *guest = guests_find(&p->guests, tap->guest);
    json_t *value = json_pack("{ss ss so so}", "id", tap->id, "outcome", outcome,
        tongue_names[TONGUE_ENGLISH], english, tongue_names[TONGUE_JAPANESE], japanese);
    if (perhaps != NULL)
        json_object_set_new(value, "perhaps", perhaps);
    if (guest != NULL)
        guest_told(guest, tap->id, value);
    pipe_put(&p->pipe, json_pack("{ss ss so}", "put", "said", "to", tap->guest, "value", value));
}

void heard_answer(struct phones *p, const struct tapped *tap, const char *outcome, json_t *english,
    json_t *japanese)
{
    heard_answer_with(p, tap, outcome, english, japanese, NULL);
}

void heard_answer_text(struct phones *p, const struct tapped *tap, const char *outcome,
    const char *text)
{
    json_t *both = table_json_text(&p->view, text);
    heard_answer(p, tap, outcome,
        json_pack("[O]", json_object_get(both, tongue_names[TONGUE_ENGLISH])),
        json_pack("[O]", json_object_get(both, tongue_names[TONGUE_JAPANESE])));
    json_decref(both);
}

/* ---- pieces ------------------------------------------------------------------------------ */

/* A seat of the record; -1: none. */
static int seat_of(const struct phones *p, const json_t *said)
{
    const json_t *seat = json_object_get(said, "seat");
    const json_int_t n = json_is_integer(seat) ? json_integer_value(seat) : -1;
    return n >= 0 && n < p->view.session[0].record.seats.count ? (int)n : -1;
}

/* Some at once, then now and then one: whoever types is not to be drowned. */
static void tell_line(struct phones *p, struct text *line)
{
    enum { BURST = 16, EACH_MS = 2000 };
    if (ration_take(&p->told, milliseconds(), BURST, EACH_MS)) {
        say_wrapped(&p->said, line->at, 0, 2);
        text_put(&p->said, "\n");
    }
    text_clear(line);
}

/* ---- what it may say --------------------------------------------------------------------- */

static bool on_listening(struct phones *p, const json_t *said)
{
    const json_t *others = json_object_get(said, "others");
    pipe_plain(pipe_text(said, "address"), p->address, sizeof p->address);
    pipe_plain(pipe_text(said, "url"), p->url, sizeof p->url);
    pipe_plain(pipe_text(said, "code"), p->code, sizeof p->code);
    p->port = (int)json_integer_value(json_object_get(said, "port"));
    memset(p->others, 0, sizeof p->others);
    for (size_t i = 0; i < OTHERS_MOST && i < json_array_size(others); i++) {
        const char *other = json_string_value(json_array_get(others, i));
        pipe_plain(other != NULL ? other : "", p->others[i], sizeof p->others[i]);
    }
    p->listens = true;
    return true;
}

/* It cannot listen there: all stays as it was. */
static bool on_refused(struct phones *p, const json_t *said)
{
    struct text line = {0}, why = {0};
    const char *text = say(p->context, pipe_text(said, "why"));
    say_foreign(&why, text, strlen(text));
    say_with(p->context, &line, N_("The phones cannot be served: {reason}"), "t", "reason",
        why.length > 0 ? why.at : "–");
    p->wanted[0] = '\0';
    p->refused = true;
    p->listens = p->url[0] != '\0';
    tell_line(p, &line);
    text_clear(&why);
    return true;
}

/*
 * It listens nowhere, and ends. Perhaps its guests came somewhere else: the next one begins anew.
 */
static bool on_failed(struct phones *p, const json_t *said)
{
    free(p->pipe.keep);
    p->pipe.keep = NULL;
    p->url[0] = '\0';
    return on_refused(p, said);
}

/* A phone that takes a seat is told of; what comes and goes besides is not. */
static bool on_guest(struct phones *p, const json_t *said)
{
    struct phone *guest = guests_add(&p->guests, pipe_text(said, "guest"));
    const char *state = pipe_text(said, "state");
    const int seat = seat_of(p, said);
    if (guest == NULL)
        return false;
    const bool sits = seat >= 0 && seat != guest->seat;
    guest->here = strcmp(state, "gone") != 0 && strcmp(state, "out") != 0;
    guest->seat = strcmp(state, "out") == 0 ? -1 : seat;
    if (sits && guest->here && guest_may(guest, milliseconds())) {
        struct text line = {0}, name = {0};
        say_seat(&name, &p->view.session[0].record.seats, seat);
        say_with(p->context, &line, N_("{seat} has a phone at the table now."), "t", "seat",
            name.at);
        text_clear(&name);
        tell_line(p, &line);
    }
    return true;
}

/* Has the table changed since that one was sent? What is too long ago has. */
static bool is_stale(const struct phones *p, const json_t *said)
{
    const json_t *serial = json_object_get(said, "serial");
    const json_int_t n = json_integer_value(serial);
    if (!json_is_integer(serial))
        return false;
    return n > p->serial || n <= 0 || n + SERIALS <= p->serial
           || p->changes[n % SERIALS] != p->change;
}

/* A tap: played once; if it comes again, so does its answer. */
static bool on_say(struct phones *p, const json_t *said)
{
    struct phone *guest = guests_add(&p->guests, pipe_text(said, "guest"));
    const char *line = pipe_text(said, "line"), *id = pipe_text(said, "id");
    json_t *before = NULL;
    if (guest == NULL || strlen(line) > TAP_LINE
        || !text_is_clean((struct span){line, strlen(line)}))
        return false;
    guest->seat = seat_of(p, said);
    guest->here = true;
    if (!guest_taps(guest, id, &before)) {
        if (before != NULL)
            pipe_put(&p->pipe,
                json_pack("{ss ss sO}", "put", "said", "to", guest->id, "value", before));
        return before != NULL;
    }
    struct tapped *tap = &p->tap;
    *tap = (struct tapped){.seat = guest->seat, .stale = is_stale(p, said)};
    tap->who =
        tap->stale
        && p->who[(unsigned long)json_integer_value(json_object_get(said, "serial")) % SERIALS];
    memcpy(tap->guest, guest->id, sizeof tap->guest);
    snprintf(tap->id, sizeof tap->id, "%s", id);
    snprintf(tap->line, sizeof tap->line, "%s", line);
    tap->fast = !guest_may(guest, milliseconds());
    return p->tapped = true;
}

/* Read beside the table, one at a time. */
static bool on_photo(struct phones *p, const json_t *said)
{
    struct phone *guest = guests_add(&p->guests, pipe_text(said, "guest"));
    const char *id = pipe_text(said, "id"), *no = NULL;
    if (guest == NULL || strlen(id) >= sizeof p->photo.id)
        return false;
    if (p->own == NULL || !p->own->record.begun)
        no = N_("No game is kept just now.");
    else if (p->photo.reads)
        no = N_("Another photograph is being read; send this one again in a moment.");
    else if (!photo_begin(&p->photo, &p->view, p->campaign, &p->own->record, p->pipe.bytes,
                 p->pipe.count))
        no = N_("This photograph cannot be read here.");
    if (no != NULL) {
        pipe_put(&p->pipe, json_pack("{ss ss so}", "put", "found", "to", guest->id, "value",
                               photo_not_read(&p->view, id, no)));
        return true;
    }
    snprintf(p->photo.guest, sizeof p->photo.guest, "%s", guest->id);
    snprintf(p->photo.id, sizeof p->photo.id, "%s", id);
    return true;
}

/* A page to look something up on: answered at once. */
static bool on_page(struct phones *p, const json_t *said)
{
    const json_t *query = json_object_get(said, "query");
    const struct looked_up asked = {pipe_text(said, "path"), pipe_text(query, "q"),
        pipe_text(query, "at")};
    const bool japanese = strcmp(pipe_text(query, "lang"), tongue_names[TONGUE_JAPANESE]) == 0;
    struct text html = {0};
    if (!json_is_integer(json_object_get(said, "id")))
        return false;
    const int status = library_page(p->campaign,
        &p->view.context[japanese ? TONGUE_JAPANESE : TONGUE_ENGLISH], &asked, &html);
    pipe_put_page(&p->pipe, said, status, "text/html", &html);
    text_clear(&html);
    return true;
}

/* ---- all of it --------------------------------------------------------------------------- */

static const struct {
    const char *at;
    bool (*hear)(struct phones *p, const json_t *said);
} hearings[] = {
    {"listening", on_listening},
    {"failed", on_failed},
    {"refused", on_refused},
    {"guest", on_guest},
    {"say", on_say},
    {"page", on_page},
    {"photo", on_photo},
};

void heard(struct phones *p)
{
    const char *at = pipe_text(p->pipe.said, "at");
    bool understood = false;
    for (size_t i = 0; i < sizeof hearings / sizeof *hearings; i++)
        if (strcmp(hearings[i].at, at) == 0)
            understood = hearings[i].hear(p, p->pipe.said);
    if (understood || p->odd)
        return;
    struct text line = {0};
    text_put(&line,
        say(p->context,
            N_("The program fuda-serve said something that is not understood; it is ignored.")));
    p->odd = true;
    tell_line(p, &line);
}
