/*
 * fuda pack: the owner's decks as they are printed. Each word after it is a row of the table below.
 */
#define _XOPEN_SOURCE 700
#include "cli/deck/enter.h"
#include "cli/deck/find.h"
#include "cli/deck/folder.h"
#include "cli/deck/packing.h"
#include "cli/exchange/net.h"
#include "cli/json.h"
#include "cli/output.h"
#include "core/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { FETCH_SECONDS = 30 };

/* ---- list, show, check ------------------------------------------------------------------- */

static void list_pack(struct packing *w, const char *game, struct span name, const char *from,
    const char *file)
{
    if (w->context->json) {
        json_array_append_new(w->list, json_pack("{s:s, s:o, s:s, s:o}", "game", game, "name",
                                           json_stringn(name.at, name.length), "from", from, "file",
                                           file != NULL ? json_string(file) : json_null()));
        return;
    }
    struct text shown = {0};
    say_padded(&w->out, game, strlen(game), 12, false);
    text_put(&w->out, " ");
    say_foreign(&shown, name.at, name.length);
    int width = say_width(shown.at, shown.length);
    text_put(&w->out, shown.at);
    text_spaces(&w->out, width < 24 ? 24 - width : 0);
    text_put(&w->out, " ");
    if (file != NULL)
        say_foreign(&w->out, file, strlen(file));
    else
        text_put(&w->out, say(w->context, N_("built in")));
    text_put(&w->out, "\n");
    text_clear(&shown);
}

static void list_file(void *user, const char *path, struct span name)
{
    struct packing *w = user;
    struct pack_file file;
    (void)name;
    if (packing_read(w, &file, path, PACK_OWN))
        pack_file_tell(&file);
    for (const struct pack *p = file.packs; p != NULL; p = p->next)
        list_pack(w, p->book->id, (struct span){p->name, p->name_length}, pack_from(p), path);
    pack_file_clear(&file);
}

static enum status do_list(struct packing *w)
{
    struct text why = {0};
    for (int i = 0; rulebooks[i] != NULL; i++)
        for (unsigned n = 0; pack_built_in_name(rulebooks[i], n).length > 0; n++)
            list_pack(w, rulebooks[i]->id, pack_built_in_name(rulebooks[i], n), "built-in", NULL);
    bool good = folder_each(&why, list_file, w);
    if (!good)
        complain(w->context, N_("the folder of packs cannot be read: {reason}"), "t", "reason",
            why.at);
    text_clear(&why);
    return good ? STATUS_CLEAN : STATUS_BAD;
}

static enum status do_show(struct packing *w)
{
    struct pack_file file;
    bool good = packing_find(w, &file, w->words[0]);
    for (struct pack *p = file.packs; p != NULL; p = p->next) {
        text_put(&w->out, p != file.packs ? "\n" : "");
        if (w->context->json)
            json_array_append_new(w->list, pack_json(p));
        else
            pack_show(w->context, &w->out, p);
    }
    good &= !pack_file_tell(&file);
    pack_file_clear(&file);
    return good ? STATUS_CLEAN : STATUS_BAD;
}

static enum status worse(enum status a, enum status b) { return a > b ? a : b; }

static enum status judge(struct packing *w, const struct pack *pack)
{
    return pack_judge(w->context, pack, &w->out, w->context->json ? w->list : NULL) ? STATUS_CLEAN
                                                                                    : STATUS_BROKEN;
}

static enum status check_one(struct packing *w, const char *word)
{
    struct pack_file file;
    enum status status = packing_find(w, &file, word) ? STATUS_CLEAN : STATUS_BAD;
    if (pack_file_tell(&file))
        status = STATUS_BAD;
    for (struct pack *p = file.packs; p != NULL; p = p->next)
        status = worse(status, judge(w, p));
    pack_file_clear(&file);
    return status;
}

static enum status do_check(struct packing *w)
{
    enum status worst = STATUS_CLEAN;
    for (int i = 0; i < w->count; i++)
        worst = worse(worst, check_one(w, w->words[i]));
    return worst;
}

/* ---- new --------------------------------------------------------------------------------- */

static const struct rulebook *packed_game(struct packing *w, const char *word)
{
    const struct rulebook *book = game_named(w->context, word);
    if (book != NULL && book->deck == NULL)
        complain(w->context, N_("the deck of {game} is in its rulebook; it needs no pack"), "t",
            "game", book->id);
    return book != NULL && book->deck != NULL ? book : NULL;
}

/* A pack is called as its file is, so that it is found by that name. */
static void name_of_file(struct text *name, const struct context *context, const char *file)
{
    const char *slash = file != NULL ? strrchr(file, '/') : NULL,
               *base = slash != NULL ? slash + 1 : file;
    if (base == NULL || strcmp(base, "-") == 0) {
        text_put(name, say(context, N_("Our copy")));
        return;
    }
    const char *dot = strrchr(base, '.');
    say_foreign(name, base, dot != NULL && dot != base ? (size_t)(dot - base) : strlen(base));
}

static bool write_new(struct packing *w, const char *path, const struct text *t)
{
    struct output out = {.shared = true};
    return output_begin(&out, w->context, path)
           && output_end(&out, fwrite(t->at, 1, t->length, out.to) == t->length);
}

static enum status do_new(struct packing *w)
{
    const struct rulebook *book = packed_game(w, w->words[0]);
    struct text t = {0}, name = {0};
    const char *file = w->count > 1 && strcmp(w->words[1], "-") != 0 ? w->words[1] : NULL;
    if (book == NULL)
        return STATUS_BAD;
    name_of_file(&name, w->context, file);
    pack_template(w->context, &t, book, name.at);
    bool good = file == NULL || write_new(w, file, &t);
    if (file == NULL)
        fwrite(t.at, 1, t.length, stdout);
    if (good && file != NULL && !w->context->json)
        print_with(w->context,
            N_("Written: {file}. Fill it in, with an editor or `fuda pack fill {file}`, which "
               "asks; then `fuda pack check {file}` and `fuda pack add {file}`."),
            "t", "file", file);
    text_clear(&t);
    text_clear(&name);
    return good ? STATUS_CLEAN : STATUS_BAD;
}

static enum status do_fill(struct packing *w)
{
    const struct rulebook *book;
    const char *path = packing_path(w, w->words[0], &book);
    if (book != NULL)
        complain(w->context, N_("“{name}” is built in and stays as it is"), "t", "name",
            w->words[0]);
    else if (path != NULL && strcmp(path, "-") == 0)
        complain(w->context, N_("the answers come from standard input; expected a file to fill in"),
            "");
    else if (path != NULL)
        return pack_fill(w->context, path, &w->out, w->context->json ? w->list : NULL);
    return STATUS_BAD;
}

/* ---- add, remove ------------------------------------------------------------------------- */

/* The text of one pack: the whole file where it holds nothing else, else the pack's lines. */
static struct span lines_of(const struct pack_file *file, const struct pack *pack)
{
    const char *at = file->bytes.at, *end = at + file->bytes.length, *from = at;
    if (pack == file->packs && pack->next == NULL)
        return (struct span){at, file->bytes.length};
    for (uint32_t line = 1; at < end && line <= pack->last; line++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        if (line == pack->line)
            from = at;
        at = newline != NULL ? newline + 1 : end;
    }
    return (struct span){from, (size_t)(at - from)};
}

static bool may_be_added(struct packing *w, const struct pack *pack)
{
    struct span name = {pack->name, pack->name_length};
    bool good = folder_takes(name),
         ours = packing_built_in(name) != NULL || pack_same_name(name, span_of(PACK_OF_CAMPAIGN));
    if (!good)
        complain(w->context,
            N_("“{name}” cannot be a file's name; expected another name for the pack"), "s", "name",
            name);
    else if (ours)
        complain(w->context,
            N_("“{name}” is the name of a pack that fuda has itself; expected another name for the "
               "pack"),
            "s", "name", name);
    else if (pack->joined || pack->endless)
        complain(w->context,
            N_("it is not clear where the pack “{name}” ends; expected each pack on lines of its "
               "own"),
            "s", "name", name);
    return good && !ours && !pack->joined && !pack->endless;
}

/* A line of the file at w->path. */
static void tell(struct packing *w, const char *text)
{
    if (w->context->json)
        return;
    say_with(w->context, &w->out, text, "t", "file", w->path);
    text_put(&w->out, "\n");
}

/*
 * Where the pack's file is, or will be, into w->path: one that is there already keeps its spelling.
 */
static bool place_of(struct packing *w, const struct pack *pack, bool *there)
{
    char folder[PACK_PATH_MOST - NAME_MOST - 8];
    if (!folder_path(folder, sizeof folder, true))
        return complain(w->context, N_("no folder to keep packs in: {reason}"), "t", "reason",
            strerror(errno));
    *there = packing_own(w, (struct span){pack->name, pack->name_length});
    if (!*there)
        snprintf(w->path, sizeof w->path, "%s/%s.fuda", folder, pack->name);
    return true;
}

/* Is there room for it, under its name? */
static bool has_place(struct packing *w, const struct pack *pack)
{
    bool there = false;
    if (!may_be_added(w, pack) || !place_of(w, pack, &there))
        return false;
    if (pack_is_empty(pack))
        return complain(w->context,
            N_("nothing was added: “{name}” has no rows yet; write them in, or let `fuda pack "
               "fill` ask for them"),
            "t", "name", pack->name);
    return !there || given_value(w->context, "replace") != NULL
           || complain(w->context,
               N_("{file} is there already; `--replace` puts the new one in its place"), "t",
               "file", w->path);
}

/* Into the folder of packs. */
static bool keep_pack(struct packing *w, const struct pack_file *file, const struct pack *pack)
{
    if (!has_place(w, pack))
        return false;
    if (!file_write_whole(w->path, lines_of(file, pack),
            given_value(w->context, "replace") != NULL))
        return complain(w->context, N_("{file}: cannot write: {reason}"), "tt", "file", w->path,
            "reason", strerror(errno));
    tell(w, N_("Added: {file}"));
    return true;
}

static enum status add_pack(struct packing *w, const struct pack_file *file,
    const struct pack *pack)
{
    if (!has_place(w, pack))
        return STATUS_BAD;
    enum status status = judge(w, pack);
    return keep_pack(w, file, pack) ? status : STATUS_BAD;
}

static enum status do_add(struct packing *w)
{
    struct pack_file file;
    enum status worst = packing_read(w, &file, w->words[0], PACK_PATH) && file.packs != NULL
                            ? STATUS_CLEAN
                            : STATUS_BAD;
    if (pack_file_tell(&file)) {
        complain(w->context, N_("nothing was added; expected a file whose lines can all be read"),
            "");
        worst = STATUS_BAD;
    }
    for (const struct pack *p = file.packs; p != NULL && worst != STATUS_BAD; p = p->next)
        worst = worse(worst, add_pack(w, &file, p));
    pack_file_clear(&file);
    return worst;
}

/* ---- get --------------------------------------------------------------------------------- */

/* A text that may be a pack: no page, no picture. */
static bool is_text(const struct packing *w, const struct net_answer *answer)
{
    const char *type = answer->type;
    bool good = strcmp(type, "-") == 0 || strcasecmp(type, "application/octet-stream") == 0
                || (strncasecmp(type, "text/", 5) == 0 && strcasecmp(type, "text/html") != 0);
    return good
           || complain(w->context,
               N_("that address does not give text but {type}; expected the address of the pack's "
                  "file itself"),
               "t", "type", type);
}

/* The packs that lie there, each line read; else complained. */
static bool fetch(struct packing *w, struct pack_file *file)
{
    char address[NET_ADDRESS_MOST + 2];
    const struct net_request request = {.address = address,
        .most = PACK_BYTES,
        .seconds = FETCH_SECONDS};
    struct net_answer answer;
    snprintf(address, sizeof address, "%s", w->words[0]);
    /* nobody else shall read it in the list of what runs */
    memset(w->words[0], '*', strlen(w->words[0]));
    *file = (struct pack_file){.name = N_("fetched"), .place = PACK_PATH};
    if (!net_address_good(w->context, address) || !net_ask(w->context, &request, &answer))
        return false;
    bool good = net_answer_good(w->context, &answer) && is_text(w, &answer);
    if (good && answer.body.length > 0 && memchr(answer.body.at, '\0', answer.body.length) != NULL)
        good = complain(w->context, N_("that address gives bytes that are not text"), "");
    if (good) {
        file->name = say(w->context, file->name);
        file->bytes = answer.body;
        answer.body = (struct text){0};
        text_put(&file->bytes, "");
        pack_file_parse(w->context, file);
        good = !pack_file_tell(file)
               || complain(w->context,
                   N_("nothing was added; expected a file whose lines can all be read"), "");
        if (good && file->packs == NULL)
            good = complain(w->context,
                N_("{file}: no pack here; expected `pack GAME \"NAME\"` first, as `fuda pack new` "
                   "writes it"),
                "t", "file", file->name);
    }
    net_answer_clear(&answer);
    return good;
}

/* What was written for people so far is shown at once, for they are asked next. */
static void show_so_far(struct packing *w)
{
    if (!w->context->json && w->out.length > 0)
        fwrite(w->out.at, 1, w->out.length, stdout);
    text_clear(&w->out);
    fflush(stdout);
}

static bool is_wanted(struct packing *w)
{
    if (given_value(w->context, "yes") != NULL)
        return true;
    if (w->context->json)
        return complain(w->context,
            N_("nothing was kept: with --json nothing can be asked; expected --yes"), "");
    return say_asked(w->context, N_("Keep it? yes or no:"))
           || complain(w->context, N_("nothing was kept"), "");
}

/* Shown and judged, then asked for; all of them are kept, or none. */
static enum status do_get(struct packing *w)
{
    struct pack_file file;
    enum status worst = fetch(w, &file) ? STATUS_CLEAN : STATUS_BAD;
    for (const struct pack *p = file.packs; p != NULL && worst != STATUS_BAD; p = p->next)
        if (!has_place(w, p))
            worst = STATUS_BAD;
    for (struct pack *p = file.packs; p != NULL && worst != STATUS_BAD; p = p->next) {
        if (!w->context->json) {
            pack_show(w->context, &w->out, p);
            text_put(&w->out, "\n");
        }
        worst = worse(worst, judge(w, p));
    }
    show_so_far(w);
    if (worst != STATUS_BAD && !is_wanted(w))
        worst = STATUS_BAD;
    for (const struct pack *p = file.packs; p != NULL && worst != STATUS_BAD; p = p->next)
        if (!keep_pack(w, &file, p))
            worst = STATUS_BAD;
    pack_file_clear(&file);
    return worst;
}

static enum status do_remove(struct packing *w)
{
    struct span name = span_of(w->words[0]);
    bool own = packing_own(w, name), good = own && unlink(w->path) == 0;
    if (own && !good)
        complain(w->context, N_("{file}: cannot be removed: {reason}"), "tt", "file", w->path,
            "reason", strerror(errno));
    else if (!own && packing_built_in(name) != NULL)
        complain(w->context, N_("“{name}” is built in and stays"), "t", "name", w->words[0]);
    else if (!own)
        packing_unknown(w, name);
    else
        tell(w, N_("Removed: {file}"));
    return good ? STATUS_CLEAN : STATUS_BAD;
}

/* ---- enrol ------------------------------------------------------------------------------- */

static void tell_wrong(void *user, const char *line)
{
    struct packing *w = user;
    complain(w->context, "{words}", "t", "words", line);
}

static enum status do_enrol(struct packing *w)
{
    const struct rulebook *book = game_named(w->context, w->words[0]);
    const char *name = given_value(w->context, "pack");
    struct packs packs = {.context = w->context, .wrong = tell_wrong, .user = w};
    const struct pack *pack = book != NULL && name != NULL ? packs_word(&packs, book, name) : NULL;
    enum status status = STATUS_BAD;
    if (book != NULL && (name == NULL || pack != NULL))
        status = pack_enrol(w->context, book, pack, w->count - 1, w->words + 1, &w->out, w->list);
    packs_end(&packs);
    return status;
}

/* ---- the command ------------------------------------------------------------------------- */

/* What is done after a word of the command line. */
struct pack_word {
    enum status (*run)(struct packing *w);
};

static enum status run(const struct context *context, int count, char **given);

static const struct flag add_flags[] = {
    {.name = "replace", .summary = N_("add: put it in the place of the pack of that name")},
    {0},
};

static const struct flag get_flags[] = {
    {.name = "yes", .letter = 'y', .summary = N_("get: keep it without asking")},
    {.name = "replace", .summary = N_("get: put it in the place of the pack of that name")},
    {0},
};

static const struct flag enrol_flags[] = {
    {.name = "pack",
        .takes = N_("NAME|FILE"),
        .value = OPERAND_PACK,
        .summary = N_("enrol: the deck as printed, where the rulebook does not list it")},
    {.name = "replace", .summary = N_("enrol: begin anew")},
    {.name = "serve",
        .takes = N_("ADDRESS"),
        .optional = true,
        .value = OPERAND_TEXT,
        .summary = N_("enrol: ask on phones, which may send the photographs too")},
    {0},
};

static const struct command words[] = {
    {.name = "list",
        .usage = N_("list"),
        .summary = N_("the packs there are, and where each comes from"),
        .example = "fuda pack list",
        .run = run,
        .with = &(const struct pack_word){.run = do_list}},
    {.name = "show",
        .usage = N_("show NAME|FILE"),
        .summary = N_("the cards of one"),
        .example = "fuda pack show mine",
        .takes = {OPERAND_PACK},
        .least = 1,
        .most = 1,
        .run = run,
        .with = &(const struct pack_word){.run = do_show}},
    {.name = "check",
        .usage = N_("check NAME|FILE…"),
        .summary = N_("is the deck as its rulebook states?"),
        .example = "fuda pack check mine.fuda",
        .takes = {OPERAND_PACK},
        .least = 1,
        .most = WORDS_MANY,
        .run = run,
        .with = &(const struct pack_word){.run = do_check}},
    {.name = "new",
        .plain = true,
        .usage = N_("new GAME [FILE]"),
        .summary = N_("a template to fill in from the box"),
        .example = "fuda pack new needfire mine.fuda",
        .takes = {OPERAND_PACKED_GAME, OPERAND_FILE},
        .least = 1,
        .most = 2,
        .run = run,
        .with = &(const struct pack_word){.run = do_new}},
    {.name = "fill",
        .usage = N_("fill NAME|FILE"),
        .summary = N_("asks, card by card, for what a file from `new` still lacks"),
        .example = "fuda pack fill mine.fuda",
        .takes = {OPERAND_PACK},
        .least = 1,
        .most = 1,
        .run = run,
        .with = &(const struct pack_word){.run = do_fill}},
    {.name = "add",
        .usage = N_("add FILE"),
        .summary = N_("check a file and keep it among your packs"),
        .example = "fuda pack add mine.fuda\nfuda pack add --replace mine.fuda",
        .flags = add_flags,
        .takes = {OPERAND_FILE},
        .least = 1,
        .most = 1,
        .run = run,
        .with = &(const struct pack_word){.run = do_add}},
    {.name = "get",
        .usage = N_("get URL"),
        .summary = N_("fetch a pack over https, show and check it, and keep it if you say so"),
        .example = "fuda pack get https://example.org/mine.fuda",
        .flags = get_flags,
        .takes = {OPERAND_TEXT},
        .least = 1,
        .most = 1,
        .run = run,
        .with = &(const struct pack_word){.run = do_get}},
    {.name = "enrol",
        .usage = N_("enrol GAME [PHOTO…]"),
        .summary = N_("keep the cards' own faces, so that they are read without stickers"),
        .example = "fuda pack enrol haratama deck1.jpg deck2.jpg\nfuda pack enrol haratama",
        .flags = enrol_flags,
        .takes = {OPERAND_GAME, OPERAND_FILE},
        .least = 1,
        .most = WORDS_MANY,
        .run = run,
        .with = &(const struct pack_word){.run = do_enrol}},
    {.name = "remove",
        .usage = N_("remove NAME"),
        .summary = N_("take one out of your packs"),
        .example = "fuda pack remove mine",
        .takes = {OPERAND_PACK},
        .least = 1,
        .most = 1,
        .run = run,
        .with = &(const struct pack_word){.run = do_remove}},
    {0},
};

static enum status run(const struct context *context, int count, char **given)
{
    const struct pack_word *kind = context->row->with;
    struct packing w = {.context = context, .count = count, .words = given, .list = json_array()};
    enum status status = kind->run(&w);
    bool listed = context->json && kind->run != do_new;
    if (!listed && w.out.length > 0)
        fwrite(w.out.at, 1, w.out.length, stdout);
    json_list_end(w.list, listed ? "packs" : NULL);
    text_clear(&w.out);
    return status;
}

const struct command pack_command = {
    .name = "pack",
    .manual = "fuda-pack",
    .usage = N_("pack WORD [NAME…]"),
    .summary = N_("your own cards: enter, check and keep a deck"),
    .example = "fuda pack new needfire mine.fuda\nfuda pack fill mine.fuda\nfuda pack check "
               "mine.fuda\nfuda pack add mine.fuda\n"
               "fuda pack list",
    .words = words,
};
