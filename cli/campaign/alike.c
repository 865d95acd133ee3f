/* Players whose names look alike; see alike.h. */
#define _DEFAULT_SOURCE 1
#include "alike.h"
#include "cli/memory.h"
#include "cli/say.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A player, and the look of the name, which is the same for look-alikes. */
struct looking {
    char look[NAME_MOST + 1];
    char *name; /* owned */
    struct store_id id;
    bool new;
};

struct lookings {
    struct looking *row; /* owned */
    size_t count;
    struct alike known; /* the players of today that stand for somebody who was there before */
    const struct alike *before;
    bool new; /* the player is new */
};

static int by_id(const void *a, const void *b) { return store_id_compare(a, b); }

static bool is_known(const struct alike *a, const struct store_id *id)
{
    return a->count > 0 && bsearch(id, a->known, a->count, sizeof *a->known, by_id) != NULL;
}

static void add_known(struct alike *a, const struct store_id *id)
{
    a->known = memory_row(a->known, a->count, sizeof *a->known);
    a->known[a->count++] = *id;
}

static void put_in_order(struct alike *a)
{
    if (a->count > 0)
        qsort(a->known, a->count, sizeof *a->known, by_id);
}

static bool see_call(void *user, const struct store_call *c)
{
    add_known(user, &c->own);
    return true;
}

struct store_seen {
    const struct campaign *campaign;
    struct alike *alike;
};

static bool see_campaign(void *user, const struct store_campaign *c)
{
    const struct store_seen *seen = user;
    store_calls_each(seen->campaign->store, &c->id, see_call, seen->alike);
    return true;
}

void alike_begin(struct alike *a, const struct campaign *campaign)
{
    struct store_seen seen = {campaign, a};
    *a = (struct alike){.count = 0};
    if (store_id_none(&campaign->id))
        store_campaigns_each(campaign->store, see_campaign, &seen);
    else
        store_calls_each(campaign->store, &campaign->id, see_call, a);
    put_in_order(a);
}

void alike_end(struct alike *a)
{
    free(a->known);
    *a = (struct alike){.count = 0};
}

static bool look_whose(void *user, const struct store_call *c)
{
    struct lookings *all = user;
    if (is_known(all->before, &c->own))
        add_known(&all->known, &c->player);
    return true;
}

static bool look_at(void *user, const struct store_name *n)
{
    struct lookings *all = user;
    const struct span name = {n->name, strlen(n->name)};
    if (!n->current)
        return true;
    all->row = memory_row(all->row, all->count, sizeof *all->row);
    struct looking *one = &all->row[all->count++];
    *one = (struct looking){.name = memory_text(n->name),
        .id = n->player,
        .new = !is_known(&all->known, &n->player)};
    one->look[person_look(name, one->look)] = '\0';
    all->new |= one->new;
    return true;
}

static void look(struct lookings *all, const struct alike *a, const struct campaign *campaign)
{
    *all = (struct lookings){.before = a};
    store_calls_each(campaign->store, &campaign->id, look_whose, all);
    put_in_order(&all->known);
    store_names_each(campaign->store, &campaign->id, look_at, all);
}

static void clear(struct lookings *all)
{
    for (size_t i = 0; i < all->count; i++)
        free(all->row[i].name);
    free(all->row);
    alike_end(&all->known);
}

/* Puts look-alikes next to each other, the oldest first. */
static int by_look(const void *a, const void *b)
{
    const struct looking *one = a, *other = b;
    const int order = strcmp(one->look, other->look);
    return order != 0 ? order : store_id_compare(&one->id, &other->id);
}

static bool count_one(void *user, const struct store_entry *entry)
{
    (void)entry;
    ++*(int64_t *)user;
    return true;
}

static void tell(const struct campaign *campaign, const struct looking *who,
    const struct looking *like)
{
    int64_t games = 0;
    const struct store_filter of = {.player = like->id};
    store_history_each(campaign->store, &campaign->id, &of, count_one, &games);
    complain(campaign->context,
        N_("“{name}” looks like “{near}”, who has games: {count}, but is written with other "
           "letters. The same? Then: fuda player “{name}” join “{near}”"),
        "tti", "name", who->name, "near", like->name, "count", games);
}

/* Do the two names look exactly the same? Those are reported by apart.h. */
static bool same_name(const char *a, const char *b)
{
    return person_same((struct span){a, strlen(a)}, (struct span){b, strlen(b)});
}

void alike_tell(const struct alike *a, const struct campaign *campaign)
{
    struct lookings all;
    look(&all, a, campaign);
    if (all.new)
        qsort(all.row, all.count, sizeof *all.row, by_look);
    for (size_t i = 1, oldest = 0; all.new &&i < all.count; i++) {
        if (strcmp(all.row[i].look, all.row[oldest].look) != 0)
            oldest = i;
        else if (all.row[i].new && !same_name(all.row[i].name, all.row[oldest].name))
            tell(campaign, &all.row[i], &all.row[oldest]);
    }
    clear(&all);
}

/* The name of somebody who was there before and is called nearly the same; NULL: nobody. */
static const char *nearly(const struct lookings *all, const char *name)
{
    char folded[NAME_MOST], known[NAME_MOST + 1];
    const size_t length = person_fold((struct span){name, strlen(name)}, folded);
    struct guess guess = {.word = {folded, length}, .far = length < 4 ? 2 : 3};
    const char *near = NULL;
    for (size_t i = 0; i < all->count; i++) {
        const struct looking *one = &all->row[i];
        known[person_fold((struct span){one->name, strlen(one->name)}, known)] = '\0';
        if (!one->new &&guess_known(&guess, known))
            near = one->name;
    }
    return near;
}

void alike_new(const struct alike *a, const struct campaign *campaign)
{
    const struct context *context = campaign->context;
    struct lookings all;
    struct text names = {0}, one = {0}, other = {0};
    look(&all, a, campaign);
    for (size_t i = 0; i < all.count; i++) {
        if (!all.row[i].new)
            continue;
        const char *near = nearly(&all, all.row[i].name);
        if (names.length > 0)
            say_comma(context, &names);
        one.length = other.length = 0;
        say_name(&one, all.row[i].name, strlen(all.row[i].name));
        if (near == NULL) {
            text_put(&names, one.at);
            continue;
        }
        say_name(&other, near, strlen(near));
        say_with(context, &names, N_("{name} (not {near}?)"), "tt", "name", one.at, "near",
            other.at);
    }
    if (names.length > 0 && !context->json)
        print_with(context, N_("New here: {names}."), "t", "names", names.at);
    text_clear(&names);
    text_clear(&one);
    text_clear(&other);
    clear(&all);
}

/*
 * ---- two in one record -------------------------------------------------------------------
 *
 * What was told is kept in the user's folder for state: a line a pair.
 */

enum { FOLDER_MOST = 3072, PAIR_TEXT = 2 * STORE_ID_TEXT, TOLD_MOST = 1 << 20 };

/* Opened when there is somebody to tell of; -1: nothing can be kept. */
static int open_told(void)
{
    char path[FOLDER_MOST + 16];
    if (!user_folder("XDG_STATE_HOME", ".local/state", path, FOLDER_MOST))
        return -1;
    memcpy(path + strlen(path), "/apart", sizeof "/apart");
    return open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
}

static bool was_told(int file, const char *pair)
{
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size <= 0
        || status.st_size > TOLD_MOST)
        return false;
    char *told = memory_get((size_t)status.st_size + 1);
    const ssize_t length = pread(file, told, (size_t)status.st_size, 0);
    told[length > 0 ? length : 0] = '\0';
    const bool found = strstr(told, pair) != NULL;
    free(told);
    return found;
}

/* The ids of both and a line's end: what could not be kept is told again. */
static void keep_told(int file, const char *pair)
{
    const size_t length = strlen(pair);
    if (file >= 0 && write(file, pair, length) != (ssize_t)length)
        return;
}

static bool tell_apart(void *user, const struct store_apart *apart)
{
    const struct campaign *campaign = user;
    char pair[PAIR_TEXT + 1];
    store_id_text(&apart->one, pair);
    pair[STORE_ID_TEXT - 1] = ' ';
    store_id_text(&apart->other, pair + STORE_ID_TEXT);
    pair[PAIR_TEXT - 1] = '\n';
    pair[PAIR_TEXT] = '\0';
    const int file = open_told();
    if (!was_told(file, pair)) {
        complain(campaign->context,
            N_("“{name}” and “{near}” sat in one game (number {number} of `fuda history`), and are "
               "two people although their names look the same: each has the games of that "
               "spelling. If they are one: fuda player “{near}” join “{name}”. If not, another "
               "name tells them apart for everybody: fuda player “{near}” rename NEW"),
            "tti", "name", apart->name, "near", apart->other_name, "number",
            (int64_t)apart->number);
        keep_told(file, pair);
    }
    if (file >= 0)
        close(file);
    return true;
}

void apart_tell(const struct campaign *campaign)
{
    store_apart_each(campaign->store, &campaign->id, tell_apart, (void *)(uintptr_t)campaign);
}
