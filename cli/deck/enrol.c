/*
 * fuda pack enrol: the faces of a deck, from photographs of it. fuda-scan finds them and keeps what
 * it found as a picture; here that picture has its place beside the user's packs, and people are
 * asked which card is which, row by row. What was answered is kept at once: it is gone on with
 * whenever somebody likes.
 */
#define _XOPEN_SOURCE 700
#include "cli/camera/scanner.h"
#include "cli/helper.h"
#include "cli/table/line.h"
#include "enter.h"
#include "find.h"
#include "folder.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KEPT_MOST = 512, PAIRS_MOST = 64 };

/* A face that is kept. */
struct kept {
    int card; /* of the deck; -1: nobody has said it yet */
    int row;  /* of the sheet */
};

struct enrol {
    const struct context *context;
    const struct rulebook *book;
    struct scanner_deck deck;
    struct setting setting;
    char path[PACK_PATH_MOST];
    struct text sheet; /* as it is kept; empty: nothing is yet */
    struct kept kept[KEPT_MOST];
    int count;
    int pair[PAIRS_MOST][2]; /* cards that are too alike */
    int pairs;
    FILE *talk;
};

/* ---- asking the program that sees -------------------------------------------------------- */

static bool broke_off(const struct enrol *e)
{
    return complain(e->context, N_("{program} broke off before it was done"), "t", "program",
        "fuda-scan");
}

/* The card whose code stands next, -1 for one that is none of the deck; false: there is no code. */
static bool take_code(const struct enrol *e, const char **at, int *out)
{
    char code[CODE_MOST + 1];
    const bool is = scanner_word(at, code, sizeof code);
    *out = is ? scanner_deck_find(&e->deck, code) : -1;
    return is;
}

static bool take_kept(struct enrol *e, const char *line)
{
    char *end;
    int card;
    if (e->count == KEPT_MOST || !take_code(e, &line, &card))
        return false;
    const long row = strtol(line, &end, 10);
    if (end == line || *end != '\0' || row < INT_MIN || row > INT_MAX)
        return false;
    e->kept[e->count++] = (struct kept){card, (int)row};
    return true;
}

static bool take_pair(struct enrol *e, const char *line)
{
    int first, second;
    if (!take_code(e, &line, &first) || !take_code(e, &line, &second) || *line != '\0')
        return false;
    if (first >= 0 && second >= 0 && e->pairs < PAIRS_MOST) {
        e->pair[e->pairs][0] = first;
        e->pair[e->pairs++][1] = second;
    }
    return true;
}

/* Line by line, up to the sheet. `what` is what was asked about, for a complaint. */
static bool take_answer(struct enrol *e, const struct text *answer, const char *what)
{
    const char *at = answer->at, *end = answer->at + answer->length, *newline;
    e->count = e->pairs = 0;
    for (; at < end && (newline = memchr(at, '\n', (size_t)(end - at))) != NULL; at = newline + 1) {
        char line[512];
        snprintf(line, sizeof line, "%.*s", (int)(newline - at), at);
        if (strncmp(line, "lost ", 5) == 0)
            return complain(e->context, N_("{file}: cannot read: {reason}"), "tt", "file", what,
                "reason", line + 5);
        if (strncmp(line, "kept ", 5) == 0 && !take_kept(e, line + 5))
            break;
        if (strncmp(line, "alike ", 6) == 0 && !take_pair(e, line + 6))
            break;
        if (strncmp(line, "sheet ", 6) != 0)
            continue;
        if (strtol(line + 6, NULL, 10) != end - newline - 1)
            break;
        e->sheet.length = 0;
        text_add(&e->sheet, newline + 1, (size_t)(end - newline - 1));
        return true;
    }
    return broke_off(e);
}

/* The sheet as it is, `more` done to it, as it is afterwards; and kept so. */
static bool ask_program(struct enrol *e, const struct text *more, const char *what)
{
    struct text said = {0}, answer = {0};
    scanner_brief(e->context, &e->deck, &said);
    if (e->sheet.length > 0) {
        text_printf(&said, "faces %zu\n", e->sheet.length);
        text_add(&said, e->sheet.at, e->sheet.length);
    }
    text_add(&said, more->at, more->length);
    text_put(&said, "enrol\n");
    bool good = helper_ask("fuda-scan", &said, FILE_BYTES, &answer);
    if (!good)
        helper_complain(e->context, "fuda-scan");
    else
        good = answer.length > 0 ? take_answer(e, &answer, what) : broke_off(e);
    if (good && !file_write_whole(e->path, (struct span){e->sheet.at, e->sheet.length}, true))
        good = complain(e->context, N_("{file}: cannot write: {reason}"), "tt", "file", e->path,
            "reason", strerror(errno));
    text_clear(&said);
    text_clear(&answer);
    return good;
}

static int named(const struct enrol *e)
{
    int count = 0;
    for (int i = 0; i < e->count; i++)
        count += e->kept[i].card >= 0;
    return count;
}

static bool take_photograph(struct enrol *e, const char *file)
{
    struct text bytes = {0}, more = {0};
    const int before = e->count, named_before = named(e);
    bool good = file_read_whole(file, &bytes);
    if (!good) {
        scanner_not_opened(e->context, file);
    } else {
        text_printf(&more, "photograph %zu\n", bytes.length);
        text_add(&more, bytes.at, bytes.length);
        good = ask_program(e, &more, file);
    }
    if (good) {
        struct text t = {0};
        say_with(e->context, &t,
            N_("{file}: faces added: {count}; named by their stickers: {named}."), "tii", "file",
            file, "count", (int64_t)(e->count - before), "named",
            (int64_t)(named(e) - named_before));
        fprintf(e->talk, "%s\n", t.at);
        text_clear(&t);
    }
    text_clear(&bytes);
    text_clear(&more);
    return good;
}

/* ---- which is which ---------------------------------------------------------------------- */

/* The faces of a row that nobody has named yet, from the left; how many. */
static int unnamed(const struct enrol *e, int row, int out[KEPT_MOST])
{
    int count = 0;
    for (int i = 0; i < e->count; i++)
        if (e->kept[i].row == row && e->kept[i].card < 0)
            out[count++] = i;
    return count;
}

static bool is_face(const struct enrol *e, int card)
{
    return card >= 0 && e->deck.card[card].sticker.card >= 0;
}

/* "r9"; false: it is no card of the deck. */
static bool add_one(struct enrol *e, struct span word, int *out, int *count)
{
    int card = scanner_deck_named(&e->deck, word);
    if (!is_face(e, card) || *count == KEPT_MOST)
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
    if (!is_face(e, first) || !is_face(e, last) || first > last)
        return false;
    for (int i = first; i <= last; i++)
        if (is_face(e, i) && *count < KEPT_MOST
            && (i == first
                || strcmp(e->deck.card[i].sticker.token, e->deck.card[i - 1].sticker.token) != 0))
            out[(*count)++] = i;
    return true;
}

enum { LEAVE = -1, DROP = -2 };

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
    struct text more = {0};
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
    for (int i = 0; i < count; i++)
        if (card[i] != LEAVE)
            text_printf(&more, "name %d %s\n", face[i],
                card[i] == DROP ? "-" : e->deck.card[card[i]].code);
    bool good = more.length == 0 || ask_program(e, &more, e->path);
    text_clear(&more);
    return good;
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
    fprintf(e->talk, "%s\n", t.at);
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

static bool is_kept(const struct enrol *e, int card)
{
    for (int i = 0; i < e->count; i++)
        if (e->kept[i].card >= 0
            && strcmp(e->deck.card[e->kept[i].card].sticker.token, e->deck.card[card].sticker.token)
                   == 0)
            return true;
    return false;
}

static bool is_missing(const struct enrol *e, int card)
{
    const char *token = e->deck.card[card].sticker.token;
    bool again = card > 0 && strcmp(e->deck.card[card - 1].sticker.token, token) == 0;
    return is_face(e, card) && !e->deck.card[card].sticker.spare && !again && !is_kept(e, card);
}

/* Completes the names of cards. */
static void offer_names(void *user, const char *before, const char *word,
    void (*offer)(void *to, const char *candidate), void *to)
{
    const struct enrol *e = user;
    (void)before;
    for (int i = 0; i < e->deck.count; i++)
        if (is_missing(e, i) && strncmp(e->deck.card[i].sticker.token, word, strlen(word)) == 0)
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
        const int faces = unnamed(e, row, face);
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
               && (answer.length == 0 || unnamed(e, row, face) < faces
                   || strchr(answer.at, '?') != NULL);
        text_clear(&prompt);
        text_clear(&straight);
    }
    line_free(line);
    return good;
}

/* ---- how far it is ----------------------------------------------------------------------- */

static void say_card_of(const struct enrol *e, struct text *t, int card)
{
    scanner_say(e->context, t, &e->deck.card[card], &e->setting);
}

static void tell_pairs(const struct enrol *e, struct text *out)
{
    for (int i = 0; i < e->pairs; i++) {
        struct text a = {0}, b = {0};
        say_card_of(e, &a, e->pair[i][0]);
        say_card_of(e, &b, e->pair[i][1]);
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
        if (is_missing(e, i)) {
            text_put(&names, " ");
            say_card_of(e, &names, i);
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

static json_t *enrol_json(const struct enrol *e)
{
    json_t *missing = json_array(), *alike = json_array();
    for (int i = 0; i < e->deck.count; i++)
        if (is_missing(e, i))
            json_array_append_new(missing, json_string(e->deck.card[i].sticker.token));
    for (int i = 0; i < e->pairs; i++)
        json_array_append_new(alike, json_pack("[ss]", e->deck.card[e->pair[i][0]].sticker.token,
                                         e->deck.card[e->pair[i][1]].sticker.token));
    return json_pack("{ss ss si si so so}", "game", e->book->id, "file", e->path, "faces", e->count,
        "unnamed", e->count - named(e), "missing", missing, "alike", alike);
}

/* What is there already, unless it is to be begun anew. */
static bool begin(struct enrol *e)
{
    if (!scanner_faces_path(e->book, true, e->path, sizeof e->path))
        return complain(e->context, N_("no folder to keep packs in: {reason}"), "t", "reason",
            strerror(errno));
    if (given_value(e->context, "replace") == NULL && !file_read_whole(e->path, &e->sheet)
        && errno != ENOENT)
        return complain(e->context, N_("{file}: cannot be read: {reason}"), "tt", "file", e->path,
            "reason", strerror(errno));
    const struct text nothing = {0};
    return e->sheet.length == 0 || ask_program(e, &nothing, e->path);
}

static enum status enrol_all(struct enrol *e, int count, char **files, struct text *out,
    json_t *list)
{
    struct text more = {0};
    bool good = begin(e);
    for (int i = 0; i < count && good; i++)
        good = take_photograph(e, files[i]);
    if (good && e->count == 0)
        good = complain(e->context,
            N_("no face was found; expected a photograph of the cards, apart from each other on a "
               "plain cloth"),
            "");
    fflush(e->talk);
    good = good && ask_rows(e);
    text_put(&more, "alike\n");
    good = good && ask_program(e, &more, e->path);
    text_clear(&more);
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
    tell_pairs(e, out);
    return tell_missing(e, out) == 0 ? STATUS_CLEAN : STATUS_BROKEN;
}

enum status pack_enrol(const struct context *context, const struct rulebook *book,
    const struct pack *pack, int count, char **files, struct text *out, json_t *list)
{
    struct enrol *e = memory_get(sizeof *e);
    void *built_in = memory_get(rulebook_room());
    *e = (struct enrol){.context = context, .book = book, .talk = context->json ? stderr : stdout};
    if (book->deck != NULL)
        rulebook_lay_deck(book, built_in);
    e->setting = (struct setting){.book = book, .pack = pack != NULL ? pack->deck : built_in};
    scanner_deck_add(&e->deck, book,
        pack != NULL         ? pack->deck
        : book->deck != NULL ? built_in
                             : NULL);
    enum status status = STATUS_BAD;
    if (e->deck.count > 0)
        status = enrol_all(e, count, files, out, list);
    else
        complain(context, N_("{game} has no deck of its own; expected --pack FILE"), "t", "game",
            say(context, book->title));
    scanner_deck_clear(&e->deck);
    text_clear(&e->sheet);
    free(built_in);
    free(e);
    return status;
}
