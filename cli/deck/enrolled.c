/* The faces of a deck, enrolled; see enrolled.h. */
#define _XOPEN_SOURCE 700
#include "enrolled.h"
#include "cli/helper.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* "F/HT/": what all codes of its cards begin with. */
static const char *game_of(const struct enrol *e) { return e->deck.card[0].code; }

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
    struct kept kept = {.card = -1};
    int *const number[] = {&kept.row, &kept.left, &kept.top};
    if (e->count == KEPT_MOST || !take_code(e, &line, &kept.card))
        return false;
    for (size_t i = 0; i < sizeof number / sizeof *number; i++) {
        char *end;
        const long n = strtol(line, &end, 10);
        if (end == line || n < 0 || n > INT_MAX)
            return false;
        *number[i] = (int)n;
        line = end + (*end == ' ');
    }
    e->kept[e->count++] = kept;
    return *line == '\0';
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

/* A face by itself, whose bytes stand at `bytes`: kept with the campaign. */
static bool take_apart(struct enrol *e, const char *line, const char *bytes, size_t left,
    size_t *length)
{
    char code[CODE_MOST + 1], *end;
    if (!scanner_word(&line, code, sizeof code))
        return false;
    *length = strtoul(line, &end, 10);
    return end != line && *end == '\0' && *length <= left
           && (scanner_deck_find(&e->deck, code) < 0
               || kept_faces_keep(&e->theirs, e->campaign, code, (struct span){bytes, *length}));
}

/* Line by line, up to the sheet. `what` is what was asked about, for a complaint. */
static bool take_answer(struct enrol *e, const struct text *answer, const char *what)
{
    const char *at = answer->at, *end = answer->at + answer->length, *newline;
    e->count = e->pairs = 0;
    for (; at < end && (newline = memchr(at, '\n', (size_t)(end - at))) != NULL; at = newline + 1) {
        char line[512];
        size_t length = 0;
        snprintf(line, sizeof line, "%.*s", (int)(newline - at), at);
        if (strncmp(line, "lost ", 5) == 0)
            return complain(e->context, N_("{file}: cannot read: {reason}"), "tt", "file", what,
                "reason", line + 5);
        if (strncmp(line, "kept ", 5) == 0 && !take_kept(e, line + 5))
            break;
        if (strncmp(line, "alike ", 6) == 0 && !take_pair(e, line + 6))
            break;
        if (strncmp(line, "apart ", 6) == 0
            && !take_apart(e, line + 6, newline + 1, (size_t)(end - newline - 1), &length))
            break;
        newline += length;
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

/* What others had of the game counts no more, from the first face on that is kept anew. */
static bool forget_theirs(struct enrol *e, const struct text *answer)
{
    char game[sizeof "F/HT/"];
    if (!e->replaces || strstr(answer->at, "\napart ") == NULL)
        return true;
    e->replaces = false;
    snprintf(game, sizeof game, "%.5s", game_of(e));
    return kept_faces_keep(&e->theirs, e->campaign, game, (struct span){"", 0});
}

static bool keep_answer(struct enrol *e, const struct text *answer, const char *what)
{
    struct store *store = e->campaign->store;
    if (!campaign_ok(e->campaign, store_batch_begin(store)))
        return false;
    if (!forget_theirs(e, answer) || !take_answer(e, answer, what)) {
        store_batch_abandon(store);
        return false;
    }
    return campaign_ok(e->campaign, store_batch_commit(store));
}

/* The sheet as it is, `more` done to it, as it is afterwards; and kept so. */
static bool ask_program(struct enrol *e, const struct text *more, const char *what)
{
    struct text said = {0}, answer = {0};
    scanner_brief(e->context, &e->deck, &said);
    text_printf(&said, "faces %zu\n", e->sheet.length);
    text_add(&said, e->sheet.length > 0 ? e->sheet.at : "", e->sheet.length);
    kept_faces_tell(&e->theirs, game_of(e), &said);
    text_add(&said, more->length > 0 ? more->at : "", more->length);
    text_put(&said, "alike\napart\nenrol\n");
    bool good = helper_ask("fuda-scan", &said, FILE_BYTES, &answer);
    if (!good)
        helper_complain(e->context, "fuda-scan");
    else
        good = answer.length > 0 ? keep_answer(e, &answer, what) : broke_off(e);
    if (good && !file_write_whole(e->path, (struct span){e->sheet.at, e->sheet.length}, true))
        good = complain(e->context, N_("{file}: cannot write: {reason}"), "tt", "file", e->path,
            "reason", strerror(errno));
    text_clear(&said);
    text_clear(&answer);
    return good;
}

/* ---- what is done -------------------------------------------------------------------------- */

static bool read_sheet(struct enrol *e, bool anew)
{
    if (!scanner_faces_path(e->book, true, e->path, sizeof e->path))
        return complain(e->context, N_("no folder to keep packs in: {reason}"), "t", "reason",
            strerror(errno));
    if (!anew && !file_read_whole(e->path, &e->sheet) && errno != ENOENT)
        return complain(e->context, N_("{file}: cannot be read: {reason}"), "tt", "file", e->path,
            "reason", strerror(errno));
    return true;
}

bool enrol_begin(struct enrol *e, struct campaign *campaign, const struct rulebook *book,
    const struct pack *pack, bool anew)
{
    *e = (struct enrol){.context = campaign->context, .book = book, .campaign = campaign};
    e->built_in = memory_get(rulebook_room());
    if (book->deck != NULL)
        rulebook_lay_deck(book, e->built_in);
    e->setting = (struct setting){.book = book, .pack = pack != NULL ? pack->deck : e->built_in};
    scanner_deck_add(&e->deck, book,
        pack != NULL         ? pack->deck
        : book->deck != NULL ? e->built_in
                             : NULL);
    if (e->deck.count == 0)
        return complain(e->context, N_("{game} has no deck of its own; expected --pack FILE"), "t",
            "game", say(e->context, book->title));
    if (!read_sheet(e, anew) || !kept_faces_load(&e->theirs, campaign))
        return false;
    const bool theirs = kept_faces_count(&e->theirs, game_of(e)) > 0;
    if (anew) {
        e->replaces = theirs;
        kept_faces_clear(&e->theirs);
    }
    return (e->sheet.length == 0 && (anew || !theirs)) || enrol_again(e);
}

void enrol_end(struct enrol *e)
{
    kept_faces_clear(&e->theirs);
    scanner_deck_clear(&e->deck);
    text_clear(&e->sheet);
    free(e->built_in);
}

bool enrol_photograph(struct enrol *e, const char *file, struct span bytes)
{
    struct text more = {0};
    text_printf(&more, "photograph %zu\n", bytes.length);
    text_add(&more, bytes.at, bytes.length);
    const bool good = ask_program(e, &more, file);
    text_clear(&more);
    return good;
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

/* The campaign's faces of cards that were taken for another one count no more. */
static bool forget_wrong(struct enrol *e, const int *before, int count)
{
    bool good = true;
    for (int i = 0; i < count && good; i++)
        if (before[i] >= 0 && !is_kept(e, before[i]))
            good = kept_faces_keep(&e->theirs, e->campaign, e->deck.card[before[i]].code,
                (struct span){"", 0});
    return good;
}

bool enrol_name(struct enrol *e, const int *face, const int *card, int count)
{
    static int before[KEPT_MOST];
    struct text more = {0};
    for (int i = 0; i < count; i++) {
        before[i] = e->kept[face[i]].card;
        if (card[i] != LEAVE)
            text_printf(&more, "name %d %s\n", face[i],
                card[i] == DROP     ? "-"
                : card[i] == UNNAME ? "?"
                                    : e->deck.card[card[i]].code);
    }
    const bool good = more.length == 0
                      || (ask_program(e, &more, e->path) && forget_wrong(e, before, count));
    text_clear(&more);
    return good;
}

bool enrol_again(struct enrol *e)
{
    const struct text nothing = {0};
    return ask_program(e, &nothing, e->path);
}

/* ---- how far it is ------------------------------------------------------------------------- */

int enrol_named(const struct enrol *e)
{
    int count = 0;
    for (int i = 0; i < e->count; i++)
        count += e->kept[i].card >= 0;
    return count;
}

int enrol_unnamed(const struct enrol *e, int row, int out[KEPT_MOST])
{
    int count = 0;
    for (int i = 0; i < e->count; i++)
        if (e->kept[i].row == row && e->kept[i].card < 0)
            out[count++] = i;
    return count;
}

bool enrol_is_face(const struct enrol *e, int card)
{
    return card >= 0 && e->deck.card[card].sticker.card >= 0;
}

bool enrol_is_missing(const struct enrol *e, int card)
{
    const char *token = e->deck.card[card].sticker.token;
    bool again = card > 0 && strcmp(e->deck.card[card - 1].sticker.token, token) == 0;
    return enrol_is_face(e, card) && !e->deck.card[card].sticker.spare && !again
           && !is_kept(e, card);
}

void enrol_say_card(const struct enrol *e, struct text *t, int card)
{
    scanner_say(e->context, t, &e->deck.card[card], &e->setting);
}
