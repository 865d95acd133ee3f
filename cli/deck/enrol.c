/*
 * fuda pack enrol, at a terminal or from a pipe: the photographs taken, and asked which card is
 * which, row by row; see enrolled.h.
 */
#define _XOPEN_SOURCE 700
#include "cli/phones/enrol_phones.h"
#include "cli/table/line.h"
#include "enrolled.h"
#include "enter.h"
#include "storage/stored_rows.h"

#include <stdlib.h>
#include <string.h>

static FILE *talk(const struct enrol *e) { return e->context->json ? stderr : stdout; }

static bool take_photograph(struct enrol *e, const char *file)
{
    struct text bytes = {0};
    const int before = e->count, named_before = enrol_named(e);
    bool good = file_read_whole(file, &bytes);
    if (!good)
        scanner_not_opened(e->context, file);
    good = good && enrol_photograph(e, file, (struct span){bytes.at, bytes.length});
    if (good) {
        struct text t = {0};
        say_with(e->context, &t,
            N_("{file}: faces added: {count}; named by their stickers: {named}."), "tii", "file",
            file, "count", (int64_t)(e->count - before), "named",
            (int64_t)(enrol_named(e) - named_before));
        fprintf(talk(e), "%s\n", t.at);
        text_clear(&t);
    }
    text_clear(&bytes);
    return good;
}

/* ---- which is which ---------------------------------------------------------------------- */

/* "r9"; false: it is no card of the deck. */
static bool add_one(struct enrol *e, struct span word, int *out, int *count)
{
    int card = scanner_deck_named(&e->deck, word);
    if (!enrol_is_face(e, card) || *count == KEPT_MOST)
        return false;
    out[(*count)++] = card;
    return true;
}

/* "r1-r13": all from the one to the other, in the deck's order. */
static bool add_range(struct enrol *e, struct span word, int *out, int *count)
{
    const char *dash = memchr(word.at, '-', word.length);
    if (dash == NULL)
        return false;
    int first = scanner_deck_named(&e->deck, (struct span){word.at, (size_t)(dash - word.at)}),
        last = scanner_deck_named(&e->deck,
            (struct span){dash + 1, word.length - (size_t)(dash - word.at) - 1});
    if (!enrol_is_face(e, first) || !enrol_is_face(e, last) || first > last)
        return false;
    for (int i = first; i <= last; i++)
        if (enrol_is_face(e, i) && *count < KEPT_MOST
            && (i == first
                || strcmp(e->deck.card[i].sticker.token, e->deck.card[i - 1].sticker.token) != 0))
            out[(*count)++] = i;
    return true;
}

/* The cards that an answer names, in order; what is no card is told. */
static bool read_answer(struct enrol *e, const char *at, int *out, int *count)
{
    *count = 0;
    for (;;) {
        at += strspn(at, " ,\t");
        if (*at == '\0')
            return true;
        bool quoted = *at == '"';
        const char *end = quoted ? strchr(at + 1, '"') : at + strcspn(at, " ,\t");
        struct span word = {at, end != NULL ? (size_t)(end - at) + quoted : strlen(at)};
        if (*count < KEPT_MOST && (text_is(word, "-") || text_is(word, "?")))
            out[(*count)++] = text_is(word, "-") ? DROP : LEAVE;
        else if (!add_one(e, word, out, count) && !add_range(e, word, out, count))
            return complain(e->context, N_("“{word}” is not a card of {game}"), "st", "word", word,
                "game", say(e->context, e->book->title));
        at += word.length;
    }
}

/* False: it cannot be kept. */
static bool name_row(struct enrol *e, const int *face, int faces, const char *answer)
{
    static int card[KEPT_MOST];
    int count;
    if (!read_answer(e, answer, card, &count))
        return true;
    if (count != faces) {
        complain(e->context,
            N_("expected {count} cards, one for each face of this row with `?` below it, from the "
               "left; these are {found}"),
            "ii", "count", (int64_t)faces, "found", (int64_t)count);
        return true;
    }
    return enrol_name(e, face, card, count);
}

static void help(const struct enrol *e)
{
    struct text t = {0};
    say_with(e->context, &t, N_("The faces are shown in {file}."), "t", "file", e->path);
    text_put(&t, "\n");
    say_wrapped(&t,
        say(e->context,
            N_("Say which they are, row by row from the left: of those with `?` below them. "
               "`r1-r13` are all from the one to the other, `-` is no card of the deck, `?` stays "
               "for later, RETURN leaves the row, `quit` ends; every answer is kept at once.")),
        0, 0);
    fprintf(talk(e), "%s\n", t.at);
    text_clear(&t);
}

/* The first row at or after this one that has such a face; -1: none. */
static int next_row(const struct enrol *e, int from)
{
    int next = -1;
    for (int i = 0; i < e->count; i++)
        if (e->kept[i].card < 0 && e->kept[i].row >= from && (next < 0 || e->kept[i].row < next))
            next = e->kept[i].row;
    return next;
}

/* How manieth of the sheet's rows it is. */
static int row_number(const struct enrol *e, int row)
{
    int number = 1;
    for (int i = 1; i < e->count && e->kept[i].row <= row; i++)
        number += e->kept[i].row != e->kept[i - 1].row;
    return number;
}

/* Completes the names of cards. */
static void offer_names(void *user, const char *before, const char *word,
    void (*offer)(void *to, const char *candidate), void *to)
{
    const struct enrol *e = user;
    (void)before;
    for (int i = 0; i < e->deck.count; i++)
        if (enrol_is_missing(e, i)
            && strncmp(e->deck.card[i].sticker.token, word, strlen(word)) == 0)
            offer(to, e->deck.card[i].sticker.token);
}

static bool ask_rows(struct enrol *e)
{
    static int face[KEPT_MOST];
    const struct completer completer = {.complete = offer_names, .user = e};
    struct line *line = line_new(e->context, &completer, NULL);
    bool good = true, over = false, interrupted;
    if (next_row(e, 0) >= 0)
        help(e);
    for (int row = next_row(e, 0); good && !over && row >= 0; row = next_row(e, row)) {
        struct text prompt = {0}, straight = {0};
        const int faces = enrol_unnamed(e, row, face);
        say_with(e->context, &prompt, N_("Row {row}, {count}"), "ii", "row",
            (int64_t)row_number(e, row), "count", (int64_t)faces);
        text_put(&prompt, " ▸ ");
        const char *typed = line_read(line, prompt.at, &interrupted);
        answer_straighten(typed != NULL ? typed : "", &straight);
        struct span answer = answer_trim(straight.at);
        over = typed == NULL || text_is(answer, "quit");
        if (!over && answer.length > 0)
            good = name_row(e, face, faces, answer.at);
        /* answered in full or in part, or left: a row is asked for until it is */
        row += !over && !interrupted
               && (answer.length == 0 || enrol_unnamed(e, row, face) < faces
                   || strchr(answer.at, '?') != NULL);
        text_clear(&prompt);
        text_clear(&straight);
    }
    line_free(line);
    return good;
}

/* ---- how far it is ----------------------------------------------------------------------- */

static void tell_pairs(const struct enrol *e, struct text *out)
{
    for (int i = 0; i < e->pairs; i++) {
        struct text a = {0}, b = {0};
        enrol_say_card(e, &a, e->pair[i][0]);
        enrol_say_card(e, &b, e->pair[i][1]);
        say_with(e->context, out,
            N_("{card} and {other} look very much alike: take them from nearer, with at least 3 "
               "pixels a millimetre, or put stickers on them."),
            "tt", "card", a.at, "other", b.at);
        text_put(out, "\n");
        text_clear(&a);
        text_clear(&b);
    }
}

static int tell_missing(const struct enrol *e, struct text *out)
{
    struct text names = {0};
    int missing = 0;
    for (int i = 0; i < e->deck.count; i++)
        if (enrol_is_missing(e, i)) {
            text_put(&names, " ");
            enrol_say_card(e, &names, i);
            missing++;
        }
    if (missing > 0) {
        struct text t = {0};
        say_with(e->context, &t,
            N_("No faces are looked for until these cards have one too ({count}):"), "i", "count",
            (int64_t)missing);
        text_add(&t, names.at, names.length);
        say_wrapped(out, t.at, 0, 2);
        text_clear(&t);
    } else {
        say_with(e->context, out,
            N_("Every card has its face: pictures, the table's camera and phones' photographs are "
               "looked through for them from now on."),
            "");
    }
    text_put(out, "\n");
    text_clear(&names);
    return missing;
}

struct sharing {
    const struct enrol *e;
    struct text names;
};

static bool see_remote(void *user, const struct store_remote *remote)
{
    struct sharing *s = user;
    if (!store_id_none(&remote->campaign)
        && store_id_compare(&remote->campaign, &s->e->campaign->id) != 0)
        return true;
    if (s->names.length > 0)
        say_comma(s->e->context, &s->names);
    say_foreign(&s->names, remote->name, strlen(remote->name));
    return true;
}

/* Who else gets to see the faces. */
static void tell_kept(const struct enrol *e, struct text *out)
{
    struct sharing s = {.e = e};
    struct text t = {0};
    store_remotes_each(e->campaign->store, see_remote, &s);
    say_with(e->context, &t,
        s.names.length > 0
            ? N_("The campaign keeps the faces that have a name, too ({count}): they are in its "
                 "export, and go along to {remote} with its next `fuda campaign sync`. The "
                 "photographs stay where they are.")
            : N_("The campaign keeps the faces that have a name, too ({count}): they are in its "
                 "export. The photographs stay where they are."),
        "it", "count", (int64_t)enrol_named(e), "remote", s.names.at);
    say_wrapped(out, t.at, 0, 2);
    text_put(out, "\n");
    text_clear(&t);
    text_clear(&s.names);
}

static json_t *enrol_json(const struct enrol *e)
{
    json_t *missing = json_array(), *alike = json_array();
    for (int i = 0; i < e->deck.count; i++)
        if (enrol_is_missing(e, i))
            json_array_append_new(missing, json_string(e->deck.card[i].sticker.token));
    for (int i = 0; i < e->pairs; i++)
        json_array_append_new(alike, json_pack("[ss]", e->deck.card[e->pair[i][0]].sticker.token,
                                         e->deck.card[e->pair[i][1]].sticker.token));
    return json_pack("{ss ss si si so so}", "game", e->book->id, "file", e->path, "faces", e->count,
        "unnamed", e->count - enrol_named(e), "missing", missing, "alike", alike);
}

static enum status enrol_all(struct enrol *e, int count, char **files, struct text *out,
    json_t *list)
{
    const char *phones = given_value(e->context, "serve");
    bool good = true;
    for (int i = 0; i < count && good; i++)
        good = take_photograph(e, files[i]);
    if (good && e->count == 0 && phones == NULL)
        good = complain(e->context,
            N_("no face was found; expected a photograph of the cards, apart from each other on a "
               "plain cloth"),
            "");
    fflush(talk(e));
    good = good && (phones != NULL ? enrol_phones(e, phones) : ask_rows(e));
    if (!good)
        return STATUS_BAD;
    if (e->context->json) {
        json_t *one = enrol_json(e);
        const bool whole = json_array_size(json_object_get(one, "missing")) == 0;
        json_array_append_new(list, one);
        return whole ? STATUS_CLEAN : STATUS_BROKEN;
    }
    say_with(e->context, out, N_("Kept: {file}"), "t", "file", e->path);
    text_put(out, "\n");
    tell_kept(e, out);
    tell_pairs(e, out);
    return tell_missing(e, out) == 0 ? STATUS_CLEAN : STATUS_BROKEN;
}

enum status pack_enrol(const struct context *context, const struct rulebook *book,
    const struct pack *pack, int count, char **files, struct text *out, json_t *list)
{
    struct enrol *e = memory_get(sizeof *e);
    struct campaign campaign;
    enum status status = STATUS_BAD;
    if (campaign_open(&campaign, context, STORE_WRITE)) {
        if (enrol_begin(e, &campaign, book, pack, given_value(context, "replace") != NULL))
            status = enrol_all(e, count, files, out, list);
        enrol_end(e);
        campaign_close(&campaign);
    }
    free(e);
    return status;
}
