/* Packs by name; see find.h. */
#define _XOPEN_SOURCE 700
#include "find.h"
#include "folder.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char suffix[] = ".fuda";
enum { SUFFIX = sizeof suffix - 1 };

void packs_clear(struct packs *p)
{
    pack_free_all(&p->here);
    pack_free_all(&p->found);
}

void packs_end(struct packs *p)
{
    packs_clear(p);
    pack_free_all(&p->kept);
    text_clear(&p->path);
    text_clear(&p->trouble);
    for (size_t i = 0; i < sizeof p->words / sizeof *p->words; i++)
        text_clear(&p->words[i]);
}

void *packs_new(struct packs *p, const struct rulebook *book, struct span name)
{
    unsigned count = 0;
    for (const struct pack *each = p->here; each != NULL; each = each->next)
        count++;
    struct pack *pack = count < PACK_MOST ? pack_new(book, PACK_HERE, name) : NULL;
    if (pack == NULL) {
        struct text *words = &p->words[0];
        words->length = 0;
        say_with(p->context, words, N_("a pack is passed over; expected at most {most} in a file"),
            "i", "most", (int64_t)PACK_MOST);
        p->wrong(p->user, words->at);
        return NULL;
    }
    pack->next = p->here;
    p->here = pack;
    return pack->deck;
}

void packs_accepted(struct packs *p, const struct statement *said, const struct record *r)
{
    if (said->row && r->pack_book != NULL && p->here != NULL)
        pack_add_row(p->here, said);
}

/* ---- in files ---------------------------------------------------------------------------- */

static bool is_path(struct span name)
{
    return name.length > 0
           && (memchr(name.at, '/', name.length) != NULL
               || (name.length > SUFFIX
                   && memcmp(name.at + name.length - SUFFIX, suffix, SUFFIX) == 0));
}

/* The first file that might have been it, and why it is not: told if there is no other. */
static void not_it(struct packs *p, const char *path, const char *why)
{
    if (p->trouble.length > 0)
        return;
    text_put(&p->path, path);
    text_put(&p->trouble, why);
}

static struct pack *from_file(struct packs *p, const char *path, enum pack_place place,
    const struct rulebook *book, struct span name)
{
    struct pack_file file = {.name = path, .place = place};
    const struct pack *before = p->found;
    while (before != NULL && !pack_is_of(before, path))
        before = before->next;
    if (before == NULL && pack_file_read(p->context, &file)) {
        struct pack **end = &file.packs;
        while (*end != NULL)
            end = &(*end)->next;
        *end = p->found;
        p->found = file.packs;
        file.packs = NULL;
    }
    struct pack *pack = pack_of(p->found, path, book, name, false);
    if (file.why.length > 0 && !file.missing)
        not_it(p, path, file.why.at);
    else if (pack == NULL && !file.missing)
        not_it(p, path, say(p->context, N_("it contains no pack of this game")));
    pack_file_clear(&file);
    return pack;
}

/* The record's folder, with its last /; "" for the working directory. */
static struct span record_folder(const struct packs *p)
{
    const char *record = p->record != NULL && strcmp(p->record, "-") != 0 ? p->record : "";
    const char *slash = strrchr(record, '/');
    return (struct span){record, slash != NULL ? (size_t)(slash - record) + 1 : 0};
}

static struct pack *by_path(struct packs *p, const struct rulebook *book, struct span name)
{
    struct text path = {0};
    struct span folder = record_folder(p);
    text_add(&path, folder.at, name.at[0] == '/' ? 0 : folder.length);
    text_add(&path, name.at, name.length);
    struct pack *pack = from_file(p, path.at, PACK_PATH, book, name);
    if (pack == NULL)
        not_it(p, path.at, strerror(ENOENT));
    text_clear(&path);
    return pack;
}

/* The file of a folder (with its last /) that is spelled so, unless that is the record itself. */
static struct pack *spelled_so(struct packs *p, struct span folder, enum pack_place place,
    const struct rulebook *book, struct span name, struct span file)
{
    struct text path = {0};
    text_add(&path, folder.at, folder.length);
    text_add(&path, file.at, file.length);
    text_put(&path, suffix);
    bool itself = p->record != NULL && strcmp(path.at, p->record) == 0;
    struct pack *pack = itself ? NULL : from_file(p, path.at, place, book, name);
    text_clear(&path);
    return pack;
}

/* NAME.fuda in a folder (with its last /), as it is spelled, else in other letters. */
static struct pack *in_folder(struct packs *p, struct span folder, enum pack_place place,
    const struct rulebook *book, struct span name, struct text *why)
{
    struct text path = {0};
    size_t count = 0;
    struct pack *pack = spelled_so(p, folder, place, book, name, name);
    text_add(&path, folder.length > 0 ? folder.at : ".", folder.length > 0 ? folder.length : 1);
    char **names = pack == NULL ? folder_names(path.at, &count, why) : NULL;
    for (size_t i = 0; i < count; i++) {
        struct span file = {names[i], strlen(names[i])};
        if (pack == NULL && pack_same_name(file, name))
            pack = spelled_so(p, folder, place, book, name, file);
        free(names[i]);
    }
    free(names);
    text_clear(&path);
    return pack;
}

struct pack *packs_own(struct packs *p, const struct rulebook *book, struct span name)
{
    char folder[PACK_PATH_MOST];
    struct text path = {0}, why = {0};
    if (!folder_takes(name) || !folder_path(folder, sizeof folder, false))
        return NULL;
    text_printf(&path, "%s/", folder);
    struct pack *pack = in_folder(p, (struct span){path.at, path.length}, PACK_OWN, book, name,
        &why);
    if (why.length > 0)
        not_it(p, "packs", why.at);
    text_clear(&path);
    text_clear(&why);
    return pack;
}

struct sole {
    struct packs *packs;
    const struct rulebook *book;
    struct pack *pack;
    char *name;
    bool several;
};

static void count_own(void *user, const char *path, struct span name)
{
    struct sole *sole = user;
    struct pack *pack = name.length <= NAME_MOST
                            ? from_file(sole->packs, path, PACK_OWN, sole->book, name)
                            : NULL;
    if (pack == NULL)
        return;
    sole->several |= sole->pack != NULL;
    sole->pack = pack;
    memcpy(sole->name, name.at, name.length);
    sole->name[name.length] = '\0';
}

struct pack *packs_sole(struct packs *p, const struct rulebook *book, char name[NAME_MOST + 1])
{
    struct sole sole = {.packs = p, .book = book, .name = name};
    bool good = folder_each(NULL, count_own, &sole);
    return good && !sole.several ? sole.pack : NULL;
}

/* ---- looking for one --------------------------------------------------------------------- */

static struct pack *built_in(struct packs *p, const struct rulebook *book, struct span name)
{
    struct pack *pack = p->found;
    while (pack != NULL
           && (pack->place != PACK_BUILT_IN || pack->book != book || !pack_is_called(pack, name)))
        pack = pack->next;
    if (pack != NULL || (pack = pack_built_in(book, name)) == NULL)
        return pack;
    pack->next = p->found;
    return p->found = pack;
}

/* Lines that could not be read are told once, with the pack's own place. */
static void tell_wrong(struct packs *p, struct pack *pack)
{
    if (pack->told)
        return;
    pack->told = true;
    for (char *at = pack->wrong.at, *newline; at != NULL && (newline = strchr(at, '\n')) != NULL;) {
        *newline = '\0';
        p->wrong(p->user, at);
        *newline = '\n';
        at = newline + 1;
    }
}

/* The pack of that name, and how far it lies: the nearer, the earlier find.h names its place. */
static struct pack *seek(struct packs *p, const struct rulebook *book, struct span name, int *far)
{
    struct pack *pack = p->live ? NULL : pack_of(p->kept, NULL, book, name, true);
    p->path.length = p->trouble.length = 0;
    if (pack == NULL)
        pack = pack_of(p->here, NULL, book, name, true);
    if (pack == NULL && is_path(name))
        pack = by_path(p, book, name);
    else if (pack == NULL && folder_takes(name))
        pack = in_folder(p, record_folder(p), PACK_BESIDE, book, name, NULL);
    if (pack == NULL && !is_path(name))
        pack = packs_own(p, book, name);
    if (pack == NULL)
        pack = built_in(p, book, name);
    *far = pack != NULL ? (int)pack->place : PACK_BUILT_IN + 1;
    if (pack == NULL && rulebook_is_packs(book))
        pack = pack_of(p->played, NULL, book, name, true);
    return pack;
}

const struct pack *packs_look(struct packs *p, const struct rulebook *book, struct span name)
{
    int far;
    struct pack *pack = seek(p, book, name, &far);
    if (pack == NULL)
        return NULL;
    tell_wrong(p, pack);
    pack->chosen = true;
    /* a game that is a pack is called as that spells it */
    if (rulebook_is_packs(book) && pack_is_called(pack, name))
        name = (struct span){pack->name, pack->name_length};
    memcpy(pack->asked, name.at, name.length);
    pack->asked[name.length] = '\0';
    return pack;
}

const struct pack *packs_look_game(struct packs *p, struct span name)
{
    const struct rulebook *nearest = NULL;
    int least = INT_MAX, far;
    for (const struct rulebook *book = rulebook_of_packs(NULL); book != NULL;
         book = rulebook_of_packs(book))
        if (seek(p, book, name, &far) != NULL && far < least) {
            least = far;
            nearest = book;
        }
    return nearest != NULL ? packs_look(p, nearest, name) : NULL;
}

const void *packs_find(struct packs *p, const struct rulebook *book, struct span name)
{
    const struct pack *pack = rulebook_is_packs(book) ? packs_look_game(p, name)
                                                      : packs_look(p, book, name);
    return pack != NULL && pack->book == book ? pack->deck : NULL;
}

const struct pack *packs_word(struct packs *p, const struct rulebook *book, const char *word)
{
    struct text path = {0};
    const struct pack *pack = NULL;
    const struct rulebook *one = book;
    bool file = strchr(word, '/') == NULL && access(word, F_OK) == 0;
    text_printf(&path, "%s%s", file ? "./" : "", word);
    const struct span name = {path.at, path.length};
    for (int i = 0; pack == NULL && rulebooks[i] != NULL && name.length <= NAME_MOST; i++)
        if (rulebooks[i]->deck != NULL && (book == NULL || book == rulebooks[i])) {
            one = rulebooks[i];
            pack = book == NULL && rulebook_is_packs(one) ? packs_look_game(p, name)
                                                          : packs_look(p, one, name);
        }
    if (pack == NULL && path.length > NAME_MOST) {
        complain(p->context,
            N_("“{name}” is too long for a pack's name; expected at most 255 bytes"), "t", "name",
            word);
    } else if (pack == NULL) {
        struct message why;
        packs_missing(p, one, name, &why);
        complain_of(p->context, &why, NULL);
    }
    text_clear(&path);
    return pack;
}

/* ---- what is kept ------------------------------------------------------------------------ */

bool packs_keep(struct packs *p, const char *text)
{
    struct pack_file file = {.name = "-", .place = PACK_KEPT};
    text_put(&file.bytes, text);
    pack_file_parse(p->context, &file);
    struct pack *pack = file.packs;
    bool good = pack != NULL && pack->next == NULL && pack->faults == 0;
    if (good) {
        free(pack->file);
        pack->file = NULL;
        pack->next = p->kept;
        p->kept = pack;
        file.packs = NULL;
    }
    pack_file_clear(&file);
    return good;
}

bool packs_chosen_each(struct packs *p,
    bool (*visit)(void *user, const char *name, const char *text), void *user)
{
    struct pack *lists[] = {p->here, p->found, p->played};
    bool good = true;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (struct pack *each = lists[i]; each != NULL && good; each = each->next) {
            struct text text = {0};
            if (!each->chosen || (each->place == PACK_BUILT_IN && !rulebook_is_packs(each->book)))
                continue;
            pack_text_as(each, each->asked, &text);
            good = !each->endless && visit(user, each->asked, text.at);
            text_clear(&text);
        }
    return good;
}

void packs_unchoose(struct packs *p)
{
    for (struct pack *each = p->here; each != NULL; each = each->next)
        each->chosen = false;
    for (struct pack *each = p->found; each != NULL; each = each->next)
        each->chosen = false;
    for (struct pack *each = p->played; each != NULL; each = each->next)
        each->chosen = false;
}

/* ---- and why none was found -------------------------------------------------------------- */

struct nearest {
    struct span name;
    unsigned best;
    struct text *out;
};

static void compare(void *user, const char *path, struct span known)
{
    struct nearest *n = user;
    unsigned far = text_distance(n->name, known);
    (void)path;
    if (far >= n->best)
        return;
    n->best = far;
    n->out->length = 0;
    text_add(n->out, known.at, known.length);
}

bool packs_near(const struct packs *p, const struct rulebook *book, struct span name,
    struct text *out)
{
    struct nearest n = {name, name.length < 4 ? 2 : name.length < 8 ? 3 : 4, out};
    out->length = 0;
    for (const struct pack *each = p != NULL ? p->here : NULL; each != NULL; each = each->next)
        if (each->book == book)
            compare(&n, NULL, (struct span){each->name, each->name_length});
    folder_each(NULL, compare, &n);
    for (int g = 0; rulebooks[g] != NULL; g++)
        for (unsigned i = 0; pack_built_in_name(rulebooks[g], i).length > 0; i++)
            if (book == NULL || book == rulebooks[g])
                compare(&n, NULL, pack_built_in_name(rulebooks[g], i));
    return out->length > 0;
}

/* A value of the complaint: its text lives in `words` until the next one. */
static void give(struct message *why, const char *name, struct text *words, struct span a,
    const char *b)
{
    words->length = 0;
    text_add(words, a.at, a.length);
    text_put(words, b);
    message_text(why, name, (struct span){words->at, words->length});
}

bool packs_missing(struct packs *p, const struct rulebook *book, struct span name,
    struct message *why)
{
    char folder[PACK_PATH_MOST];
    struct text *near = &p->words[0];
    struct span where = record_folder(p), nothing = {"", 0};
    if (p->trouble.length > 0) {
        message_set(why, N_("the pack “{found}” cannot be read: {file}: {why}"));
        give(why, "file", &p->words[1], nothing, p->path.at);
        give(why, "why", &p->words[2], nothing, p->trouble.at);
    } else {
        bool known = packs_near(p, book, name, near);
        message_set(why,
            known ? N_("no pack of {game} is called “{found}”; did you mean “{near}”? Looked in "
                       "the record, in {where} and in {folder}")
                  : N_("no pack of {game} is called “{found}”; looked in the record, in {where} "
                       "and in {folder}; expected one that `fuda pack list` names"));
        message_text(why, "game", (struct span){book->id, strlen(book->id)});
        if (known)
            message_text(why, "near", (struct span){near->at, near->length});
        give(why, "where", &p->words[1], where, where.length == 0 ? "./" : "");
        give(why, "folder", &p->words[2], nothing,
            folder_path(folder, sizeof folder, false) ? folder : "");
    }
    give(why, "found", &p->words[3], name, "");
    return true;
}
