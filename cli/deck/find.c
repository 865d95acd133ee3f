/* Decks by name; see find.h. */
#define _XOPEN_SOURCE 700
#include "find.h"
#include "cli/campaign/open.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char suffix[] = ".fuda";
enum { SUFFIX = sizeof suffix - 1, PATH = 4096 };

/* ---- decks ------------------------------------------------------------------------------- */

static void deck_free(struct deck *deck)
{
    free(deck->file);
    text_clear(&deck->text);
    text_clear(&deck->wrong);
    free(deck);
}

void deck_free_all(struct deck **list)
{
    while (*list != NULL) {
        struct deck *next = (*list)->next;
        deck_free(*list);
        *list = next;
    }
}

bool deck_is_empty(const struct deck *deck)
{
    size_t first = strcspn(deck->text.at, "\n");        /* the line of its name */
    return deck->place != PACK_BUILT_IN && deck->text.length <= first + 1;
}

static struct deck *deck_new(const struct rulebook *book, enum pack_place place, struct span name)
{
    struct deck *deck = calloc(1, sizeof *deck + book->deck->size);
    if (deck == NULL)
        return NULL;
    deck->book = book;
    deck->place = place;
    deck->name_length = name.length;
    memcpy(deck->name, name.at, name.length);
    text_printf(&deck->text, "pack %s ", book->id);
    text_quoted(&deck->text, deck->name);
    text_put(&deck->text, "\n");
    return deck;
}

void deck_add_row(struct deck *deck, const struct statement *row)
{
    struct seats none = {.count = 0};
    struct setting setting = {.book = deck->book, .seats = &none};
    size_t length = statement_write(row, &setting, NULL, 0);
    if (deck->endless || deck->text.length + length >= PACK_BYTES) {
        deck->endless = true;
        return;
    }
    text_statement(&deck->text, row, &setting);
    text_put(&deck->text, "\n");
}

bool packs_same_name(struct span a, struct span b)
{
    char one[NAME_MOST], two[NAME_MOST];
    if (a.length > NAME_MOST || b.length > NAME_MOST)
        return false;
    size_t length = text_fold(a, one);
    return length == text_fold(b, two) && memcmp(one, two, length) == 0;
}

static bool is_called(const struct deck *deck, struct span name)
{
    return packs_same_name((struct span){deck->name, deck->name_length}, name);
}

struct deck *deck_of(struct deck *list, const struct rulebook *book, struct span name, bool exact)
{
    struct deck *first = NULL;
    for (struct deck *d = list; d != NULL; d = d->next) {
        if (d->book != book)
            continue;
        if (is_called(d, name))
            return d;
        first = first != NULL || exact ? first : d;
    }
    return first;
}

/* ---- a file of packs --------------------------------------------------------------------- */

/* One text being read: its decks in their order, and the one that its lines belong to now. */
struct parsing {
    const struct context *context;
    struct pack_file *file;
    struct record record;
    struct deck *deck, **end;
    unsigned count;
};

static void add_fault(struct parsing *in, struct text *to, uint32_t line, const struct fault *fault,
                      const struct setting *setting)
{
    say_foreign(to, in->file->name, strlen(in->file->name));
    text_printf(to, ":%lu: ", (unsigned long)line);
    text_printf(to, say(in->context, N_("column %lu: ")), (unsigned long)fault->column);
    say_message(in->context, to, &fault->message, NULL, setting);
    text_put(to, "\n");
}

static void on_fault(void *user, uint32_t line, const struct fault *fault, const struct record *r)
{
    struct parsing *in = user;
    struct setting setting = r->setting;
    if (r->pack_book != NULL && in->deck != NULL) {
        setting.book = r->pack_book;
        if (++in->deck->faults <= PACK_FAULTS)
            add_fault(in, &in->deck->wrong, line, fault, &setting);
    } else if (setting.book == NULL && in->file->loose.length < PACK_BYTES) {
        add_fault(in, &in->file->loose, line, fault, &setting);
    }
}

static void *on_pack(void *user, const struct rulebook *book, struct span name)
{
    struct parsing *in = user;
    struct deck *deck = in->count < PACK_DECKS ? deck_new(book, in->file->place, name) : NULL;
    if (deck == NULL) {
        struct fault fault = {.column = 1};
        message_number(message_set(&fault.message, N_("this pack is passed over; expected at most {most} in a file")),
                       "most", PACK_DECKS);
        on_fault(in, in->record.line, &fault, &in->record);
        return NULL;
    }
    if (in->deck != NULL)
        in->deck->joined |= in->deck->line == in->record.line;
    deck->file = strdup(in->file->name);
    deck->line = deck->last = in->record.line;
    in->deck = deck;
    *in->end = deck;
    in->end = &deck->next;
    in->count++;
    return deck->rows;
}

static void on_accepted(void *user, const struct statement *said, const struct record *r)
{
    struct parsing *in = user;
    if (said->row && r->pack_book != NULL && in->deck != NULL)
        deck_add_row(in->deck, said);
}

static void parse_line(struct parsing *in, const char *at, size_t length)
{
    struct fault fault = {.column = LINE_MOST + 1};
    if (length > LINE_MOST) {
        message_set(&fault.message, N_("this line is too long; expected at most 65536 bytes"));
        record_skip(&in->record, &fault);
        return;
    }
    record_line(&in->record, at, length);
    if (in->record.setting.book != NULL) {   /* games are passed over */
        in->record.astray = true;
        if (in->deck != NULL)
            in->deck->joined |= in->deck->line == in->record.line;
        in->deck = NULL;
    }
    if (in->deck != NULL && in->record.pack_book != NULL)
        in->deck->last = in->record.line;
}

void pack_file_parse(const struct context *context, struct pack_file *file)
{
    struct parsing *in = calloc(1, sizeof *in);
    void *state = malloc(rulebook_room()), *before = malloc(rulebook_room()), *pack = malloc(rulebook_room());
    struct rulings *findings = malloc(sizeof *findings);
    struct record_host host = {.fault = on_fault, .accepted = on_accepted, .pack_new = on_pack, .user = in};
    if (in == NULL || state == NULL || before == NULL || pack == NULL || findings == NULL)
        abort();
    *in = (struct parsing){.context = context, .file = file, .end = &file->decks};
    record_init(&in->record, &host, &(struct record_room){state, before, pack, findings});
    const char *at = file->bytes.at, *end = at + file->bytes.length;
    for (const char *newline; at < end; at = newline + 1) {
        newline = memchr(at, '\n', (size_t)(end - at));
        newline = newline != NULL ? newline : end;
        parse_line(in, at, (size_t)(newline - at));
    }
    file->open = in->deck != NULL && in->record.pack_book != NULL;
    record_end(&in->record);
    free(in);
    free(state);
    free(before);
    free(pack);
    free(findings);
}

static bool cannot(struct pack_file *file, const char *why)
{
    file->why.length = 0;
    text_put(&file->why, why);
    return false;
}

static bool read_bytes(const struct context *context, struct pack_file *file, int fd)
{
    char block[8192];
    for (;;) {
        ssize_t got = read(fd, block, sizeof block);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return cannot(file, strerror(errno));
        if (got == 0)
            break;
        text_add(&file->bytes, block, (size_t)got);
        if (file->bytes.length > PACK_BYTES)
            return cannot(file, say(context, N_("too large for a pack; expected at most 1 MiB")));
    }
    text_add(&file->bytes, "", 0);
    return true;
}

bool pack_file_read(const struct context *context, struct pack_file *file)
{
    bool standard = strcmp(file->name, "-") == 0;
    int fd = standard ? STDIN_FILENO : open(file->name, O_RDONLY | O_CLOEXEC | (file->any ? 0 : O_NONBLOCK));
    struct stat about;
    if (fd < 0) {
        file->missing = errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG;
        return cannot(file, strerror(errno));
    }
    bool good = file->any || (fstat(fd, &about) == 0 && S_ISREG(about.st_mode));
    if (!good)
        cannot(file, say(context, N_("no ordinary file")));
    good = good && read_bytes(context, file, fd);
    if (!standard)
        close(fd);
    if (good)
        pack_file_parse(context, file);
    return good;
}

void pack_file_clear(struct pack_file *file)
{
    deck_free_all(&file->decks);
    text_clear(&file->bytes);
    text_clear(&file->loose);
    text_clear(&file->why);
}

/* ---- folders and built-in decks ---------------------------------------------------------- */

bool packs_folder(char *out, size_t size, bool make)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    char folder[PATH];
    int length;
    if (make && !user_folder("XDG_DATA_HOME", ".local/share", folder, sizeof folder))
        return false;
    if (data != NULL && data[0] == '/')
        length = snprintf(out, size, "%s/fuda/packs", data);
    else if (home != NULL && home[0] == '/')
        length = snprintf(out, size, "%s/.local/share/fuda/packs", home);
    else
        return false;
    if (length < 0 || (size_t)length >= size)
        return false;
    return !make || mkdir(out, 0700) == 0 || errno == EEXIST;
}

bool packs_name_good(struct span name)
{
    if (name.length == 0 || name.length > NAME_MOST - SUFFIX || name.at[0] == '.' || name.at[0] == '-')
        return false;
    return text_is_clean(name) && memchr(name.at, '/', name.length) == NULL;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names, owned; NULL where the folder cannot be read (*why) or is not there. */
static char **list_folder(const char *folder, size_t *count, struct text *why)
{
    DIR *open_folder = opendir(folder);
    *count = 0;
    if (open_folder == NULL) {
        if (errno != ENOENT && why != NULL)
            text_put(why, strerror(errno));
        return NULL;
    }
    char **names = calloc(PACK_FILES, sizeof *names);
    if (names == NULL)
        abort();
    for (struct dirent *each; *count < PACK_FILES && (each = readdir(open_folder)) != NULL;) {
        size_t length = strlen(each->d_name);
        if (each->d_name[0] == '.' || length <= SUFFIX || strcmp(each->d_name + length - SUFFIX, suffix) != 0)
            continue;
        names[*count] = strdup(each->d_name);
        if (names[(*count)++] == NULL)
            abort();
    }
    closedir(open_folder);
    qsort(names, *count, sizeof *names, by_name);
    return names;
}

bool packs_each(struct text *why, void (*visit)(void *user, const char *path, struct span name),
                void *user)
{
    char folder[PATH];
    size_t count;
    struct text trouble = {0}, path = {0};
    if (!packs_folder(folder, sizeof folder, false))
        return true;
    char **names = list_folder(folder, &count, &trouble);
    bool good = trouble.length == 0;
    if (!good && why != NULL)
        text_printf(why, "%s: %s", folder, trouble.at);
    for (size_t i = 0; i < count; i++) {
        path.length = 0;
        text_printf(&path, "%s/%s", folder, names[i]);
        visit(user, path.at, (struct span){names[i], strlen(names[i]) - SUFFIX});
        free(names[i]);
    }
    free(names);
    text_clear(&trouble);
    text_clear(&path);
    return good;
}

struct span packs_built_in(const struct rulebook *book, unsigned n)
{
    const char *at = book->deck != NULL && book->deck->builtins != NULL ? book->deck->builtins : "";
    while (n-- > 0) {
        at += strcspn(at, " ");
        at += *at == ' ';
    }
    return (struct span){at, strcspn(at, " ")};
}

/* ---- looking for one --------------------------------------------------------------------- */

void packs_clear(struct packs *p)
{
    deck_free_all(&p->decks);
    deck_free_all(&p->found);
}

void packs_end(struct packs *p)
{
    packs_clear(p);
    deck_free_all(&p->kept);
    text_clear(&p->path);
    text_clear(&p->trouble);
    for (size_t i = 0; i < sizeof p->words / sizeof *p->words; i++)
        text_clear(&p->words[i]);
}

void *packs_new(struct packs *p, const struct rulebook *book, struct span name)
{
    unsigned count = 0;
    for (const struct deck *d = p->decks; d != NULL; d = d->next)
        count++;
    struct deck *deck = count < PACK_DECKS ? deck_new(book, PACK_HERE, name) : NULL;
    if (deck == NULL) {
        struct text *words = &p->words[0];
        words->length = 0;
        text_printf(words, say(p->context, N_("a pack is passed over; expected at most %d in a file")), PACK_DECKS);
        p->wrong(p->user, words->at);
        return NULL;
    }
    deck->next = p->decks;
    p->decks = deck;
    return deck->rows;
}

void packs_accepted(struct packs *p, const struct statement *said, const struct record *r)
{
    if (said->row && r->pack_book != NULL && p->decks != NULL)
        deck_add_row(p->decks, said);
}

static bool ends_in_suffix(struct span name)
{
    return name.length > SUFFIX && memcmp(name.at + name.length - SUFFIX, suffix, SUFFIX) == 0;
}

static bool is_path(struct span name)
{
    return name.length > 0 && (memchr(name.at, '/', name.length) != NULL || ends_in_suffix(name));
}

/* Of the decks read from this file the one that is meant; `known`: it was read before. */
static struct deck *read_before(struct packs *p, const char *file, const struct rulebook *book,
                                struct span name, bool *known)
{
    struct deck *first = NULL;
    *known = false;
    for (struct deck *d = p->found; d != NULL; d = d->next) {
        if (d->file == NULL || strcmp(d->file, file) != 0)
            continue;
        *known = true;
        if (d->book == book && is_called(d, name))
            return d;
        first = first == NULL && d->book == book ? d : first;
    }
    return first;
}

/* The first file that might have been it, and why it is not: told if there is no other. */
static void not_it(struct packs *p, const char *path, const char *why)
{
    if (p->trouble.length > 0)
        return;
    text_put(&p->path, path);
    text_put(&p->trouble, why);
}

static struct deck *from_file(struct packs *p, const char *path, enum pack_place place,
                              const struct rulebook *book, struct span name)
{
    bool known;
    struct deck *deck = read_before(p, path, book, name, &known);
    if (deck == NULL && known)
        not_it(p, path, say(p->context, N_("it holds no pack of this game")));
    if (known)
        return deck;
    struct pack_file file = {.name = path, .place = place};
    if (pack_file_read(p->context, &file)) {
        deck = deck_of(file.decks, book, name, false);
        struct deck **end = &file.decks;
        while (*end != NULL)
            end = &(*end)->next;
        *end = p->found;
        p->found = file.decks;
        file.decks = NULL;
        if (deck == NULL)
            not_it(p, path, say(p->context, N_("it holds no pack of this game")));
    } else if (!file.missing) {
        not_it(p, path, file.why.at);
    }
    pack_file_clear(&file);
    return deck;
}

/* The record's folder, with its last /; "" for the working directory. */
static struct span record_folder(const struct packs *p)
{
    const char *record = p->record != NULL && strcmp(p->record, "-") != 0 ? p->record : "";
    const char *slash = strrchr(record, '/');
    return (struct span){record, slash != NULL ? (size_t)(slash - record) + 1 : 0};
}

static struct deck *by_path(struct packs *p, const struct rulebook *book, struct span name)
{
    struct text path = {0};
    struct span folder = record_folder(p);
    if (name.at[0] != '/')
        text_add(&path, folder.at, folder.length);
    text_add(&path, name.at, name.length);
    struct deck *deck = from_file(p, path.at, PACK_PATH, book, name);
    if (deck == NULL)
        not_it(p, path.at, strerror(ENOENT));
    text_clear(&path);
    return deck;
}

struct search {
    struct packs *packs;
    const struct rulebook *book;
    struct span name;
    struct deck *deck;
};

/* NAME.fuda in the record's folder, unless that is the record itself. */
static struct deck *beside_as(struct packs *p, const struct rulebook *book, struct span name, struct span file)
{
    struct text path = {0};
    struct span folder = record_folder(p);
    text_add(&path, folder.at, folder.length);
    text_add(&path, file.at, file.length);
    text_put(&path, suffix);
    bool itself = p->record != NULL && strcmp(path.at, p->record) == 0;
    struct deck *deck = itself ? NULL : from_file(p, path.at, PACK_BESIDE, book, name);
    text_clear(&path);
    return deck;
}

/* … as it is spelled, else in other letters. */
static struct deck *beside(struct packs *p, const struct rulebook *book, struct span name)
{
    struct text folder = {0};
    struct span its = record_folder(p);
    size_t count;
    struct deck *deck = beside_as(p, book, name, name);
    text_add(&folder, its.at, its.length);
    char **names = deck == NULL ? list_folder(its.length > 0 ? folder.at : ".", &count, NULL) : NULL;
    for (size_t i = 0; names != NULL && i < count; i++) {
        struct span file = {names[i], strlen(names[i]) - SUFFIX};
        if (deck == NULL && packs_same_name(file, name))
            deck = beside_as(p, book, name, file);
        free(names[i]);
    }
    free(names);
    text_clear(&folder);
    return deck;
}

static void look_into(void *user, const char *path, struct span name)
{
    struct search *s = user;
    if (s->deck == NULL && packs_same_name(name, s->name))
        s->deck = from_file(s->packs, path, PACK_OWN, s->book, s->name);
}

struct deck *packs_own(struct packs *p, const struct rulebook *book, struct span name)
{
    struct search search = {p, book, name, NULL};
    struct text why = {0};
    if (!packs_each(&why, look_into, &search) && p->trouble.length == 0) {
        text_put(&p->path, "packs");
        text_put(&p->trouble, why.at);
    }
    text_clear(&why);
    return search.deck;
}

struct sole {
    struct packs *packs;
    const struct rulebook *book;
    struct deck *deck;
    char *name;
    bool several;
};

static void count_own(void *user, const char *path, struct span name)
{
    struct sole *sole = user;
    struct deck *deck = name.length <= NAME_MOST ? packs_own(sole->packs, sole->book, name) : NULL;
    (void)path;
    if (deck == NULL)
        return;
    sole->several |= sole->deck != NULL;
    sole->deck = deck;
    memcpy(sole->name, name.at, name.length);
    sole->name[name.length] = '\0';
}

struct deck *packs_sole(struct packs *p, const struct rulebook *book, char name[NAME_MOST + 1])
{
    struct sole sole = {.packs = p, .book = book, .name = name};
    struct text why = {0};
    bool good = packs_each(&why, count_own, &sole);
    text_clear(&why);
    return good && !sole.several ? sole.deck : NULL;
}

static struct deck *built_in(struct packs *p, const struct rulebook *book, struct span name)
{
    if (book->deck == NULL || book->deck->builtin == NULL || name.length == 0)
        return NULL;
    struct deck *deck = deck_new(book, PACK_BUILT_IN, name);
    if (deck == NULL || !book->deck->builtin(deck->rows, name)) {
        if (deck != NULL)
            deck_free(deck);
        return NULL;
    }
    deck->next = p->found;
    p->found = deck;
    return deck;
}

static struct deck *built_in_before(const struct packs *p, const struct rulebook *book, struct span name)
{
    for (struct deck *d = p->found; d != NULL; d = d->next)
        if (d->place == PACK_BUILT_IN && d->book == book && is_called(d, name))
            return d;
    return NULL;
}

/* Lines that could not be read are told once, with the pack's own place. */
static void tell_wrong(struct packs *p, struct deck *deck)
{
    if (deck->told)
        return;
    deck->told = true;
    for (char *at = deck->wrong.at; at != NULL && *at != '\0';) {
        char *newline = strchr(at, '\n');
        *newline = '\0';
        p->wrong(p->user, at);
        *newline = '\n';
        at = newline + 1;
    }
}

const struct deck *packs_seek(struct packs *p, const struct rulebook *book, struct span name)
{
    struct deck *deck = p->live ? NULL : deck_of(p->kept, book, name, true);
    p->path.length = p->trouble.length = 0;
    if (deck == NULL)
        deck = deck_of(p->decks, book, name, true);
    if (deck == NULL && is_path(name))
        deck = by_path(p, book, name);
    else if (deck == NULL && packs_name_good(name))
        deck = beside(p, book, name);
    if (deck == NULL && !is_path(name))
        deck = packs_own(p, book, name);
    if (deck == NULL)
        deck = built_in_before(p, book, name);
    if (deck == NULL)
        deck = built_in(p, book, name);
    if (deck == NULL)
        return NULL;
    tell_wrong(p, deck);
    deck->chosen = true;
    memcpy(deck->asked, name.at, name.length);
    deck->asked[name.length] = '\0';
    return deck;
}

const void *packs_find(struct packs *p, const struct rulebook *book, struct span name)
{
    const struct deck *deck = packs_seek(p, book, name);
    return deck != NULL ? deck->rows : NULL;
}

/* ---- what is kept ------------------------------------------------------------------------ */

bool packs_keep(struct packs *p, const char *text)
{
    struct pack_file file = {.name = "-", .place = PACK_KEPT};
    text_put(&file.bytes, text);
    pack_file_parse(p->context, &file);
    struct deck *deck = file.decks;
    bool good = deck != NULL && deck->next == NULL && deck->faults == 0;
    if (good) {
        free(deck->file);
        deck->file = NULL;
        deck->next = p->kept;
        p->kept = deck;
        file.decks = NULL;
    }
    pack_file_clear(&file);
    return good;
}

/* The deck's text under the name that was asked for. */
static void add_as_asked(struct text *t, const struct deck *deck)
{
    text_printf(t, "pack %s ", deck->book->id);
    text_quoted(t, deck->asked);
    text_put(t, "\n");
    text_put(t, deck->text.at + strcspn(deck->text.at, "\n") + 1);
}

bool packs_chosen_each(struct packs *p, bool (*visit)(void *user, const char *name, const char *text), void *user)
{
    struct deck *lists[] = {p->decks, p->found};
    bool good = true;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (struct deck *d = lists[i]; d != NULL && good; d = d->next) {
            struct text text = {0};
            if (!d->chosen || d->place == PACK_BUILT_IN)
                continue;
            add_as_asked(&text, d);
            good = !d->endless && visit(user, d->asked, text.at);
            text_clear(&text);
        }
    return good;
}

void packs_unchoose(struct packs *p)
{
    for (struct deck *d = p->decks; d != NULL; d = d->next)
        d->chosen = false;
    for (struct deck *d = p->found; d != NULL; d = d->next)
        d->chosen = false;
}

/* ---- and why none was found -------------------------------------------------------------- */

struct nearest {
    struct span name;
    unsigned best;
    struct text *out;
};

static void compare(struct nearest *n, struct span known)
{
    unsigned far = text_distance(n->name, known);
    if (far >= n->best)
        return;
    n->best = far;
    n->out->length = 0;
    text_add(n->out, known.at, known.length);
}

static void compare_file(void *user, const char *path, struct span name)
{
    (void)path;
    compare(user, name);
}

/* The name most like it, into `out`. */
static bool find_nearest(struct packs *p, const struct rulebook *book, struct span name, struct text *out)
{
    struct nearest n = {name, name.length < 4 ? 2 : name.length < 8 ? 3 : 4, out};
    out->length = 0;
    for (const struct deck *d = p->decks; d != NULL; d = d->next)
        if (d->book == book)
            compare(&n, (struct span){d->name, d->name_length});
    packs_each(NULL, compare_file, &n);
    for (unsigned i = 0; packs_built_in(book, i).length > 0; i++)
        compare(&n, packs_built_in(book, i));
    return out->length > 0;
}

static struct span span_in(const struct text *t)
{
    return (struct span){t->at, t->length};
}

bool packs_missing(struct packs *p, const struct rulebook *book, struct span name, struct message *why)
{
    char folder[PATH];
    struct text *found = &p->words[0], *near = &p->words[1], *where = &p->words[2];
    found->length = where->length = 0;
    text_add(found, name.at, name.length);
    if (p->trouble.length > 0) {
        message_set(why, N_("the pack “{found}” cannot be read: {file}: {why}"));
        message_text(why, "file", span_in(&p->path));
        message_text(why, "why", span_in(&p->trouble));
    } else {
        struct span beside_it = record_folder(p);
        bool known = find_nearest(p, book, name, near);
        message_set(why, known ? N_("no pack of {game} is called “{found}”; did you mean “{near}”? Looked in the record, "
                                    "in {where} and in {folder}")
                               : N_("no pack of {game} is called “{found}”; looked in the record, in {where} and in {folder}; "
                                    "expected one that `fuda pack list` names"));
        text_put(where, beside_it.length == 0 ? "./" : "");
        text_add(where, beside_it.at, beside_it.length);
        text_put(near, "");
        message_text(why, "game", (struct span){book->id, strlen(book->id)});
        if (known)
            message_text(why, "near", span_in(near));
        message_text(why, "where", span_in(where));
        if (!packs_folder(folder, sizeof folder, false))
            folder[0] = '\0';
        text_put(found, "");
        size_t at = where->length;
        text_put(where, folder);
        message_text(why, "folder", (struct span){where->at + at, where->length - at});
        for (int i = 0; i < why->count; i++)    /* it may have moved */
            if (strcmp(why->value[i].name, "where") == 0)
                why->value[i].text = where->at;
    }
    message_text(why, "found", span_in(found));
    return true;
}

/* ---- for commands ------------------------------------------------------------------------ */

const struct deck *packs_word(struct packs *p, const struct rulebook *book, const char *word)
{
    struct text path = {0};
    const struct deck *deck = NULL;
    const struct rulebook *one = book;
    bool file = strchr(word, '/') == NULL && access(word, F_OK) == 0;
    text_printf(&path, "%s%s", file ? "./" : "", word);
    for (int i = 0; deck == NULL && rulebooks[i] != NULL && path.length <= NAME_MOST; i++)
        if (rulebooks[i]->deck != NULL && (book == NULL || book == rulebooks[i])) {
            one = rulebooks[i];
            deck = packs_seek(p, one, (struct span){path.at, path.length});
        }
    if (deck == NULL && path.length > NAME_MOST) {
        complain(p->context, N_("“%s” is too long for a pack's name; expected at most 255 bytes"), word);
    } else if (deck == NULL) {
        struct message why;
        packs_missing(p, one, (struct span){path.at, path.length}, &why);
        complain_of(p->context, &why, NULL);
    }
    text_clear(&path);
    return deck;
}
