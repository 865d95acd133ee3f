/* fuda player: one player's records; renaming, joining and parting players. */
#include "cli/campaign/asking.h"
#include "cli/say.h"

#include <string.h>

/* ---- joining ----------------------------------------------------------------------------- */

/* The records in which two sat who are to be one. */
struct together {
    const struct store_id *player, *other;
    unsigned long number;       /* of the record seen last */
    json_t *numbers;            /* owned */
};

static bool sits(const struct store_entry *e, const struct store_id *player)
{
    for (int i = 0; i < e->heading.seats; i++)
        if (store_id_compare(&e->heading.seat[i].player, player) == 0)
            return true;
    return false;
}

static bool look_together(void *user, const struct store_entry *e)
{
    struct together *t = user;
    t->number++;
    if (sits(e, t->player) && sits(e, t->other))
        json_array_append_new(t->numbers, json_integer((json_int_t)t->number));
    return true;
}

/* Nobody sits in two seats: it may be a slip, and how to take it back is said. */
static void tell_together(struct asking *a, const char *name, json_t *numbers)
{
    if (json_array_size(numbers) == 0)
        return;
    if (a->context->json)
        json_array_append_new(a->list, json_pack("{s:O}", "together", numbers));
    else
        printf(say(a->context, N_("Both sat in the same record (records: %lu; the first is number %lu of `fuda history`). "
                                  "As one player they count once there, with the better place. If they are two people: "
                                  "`fuda player %s part`.\n")),
               (unsigned long)json_array_size(numbers),
               (unsigned long)json_integer_value(json_array_get(numbers, 0)), name);
}

static enum storage_error join(struct asking *a, const struct store_id *player, const char *name, const char *into)
{
    struct store_id other;
    struct store_filter all = {.most = 0};
    enum storage_error error = store_player_find(a->campaign.store, &a->campaign.id, into, &other, &a->why);
    if (error != STORAGE_OK)
        return error;
    struct together t = {.player = player, .other = &other, .numbers = json_array()};
    if (store_id_compare(player, &other) != 0)
        error = store_history_each(a->campaign.store, &a->campaign.id, &all, look_together, &t, &a->why);
    if (error == STORAGE_OK)
        error = store_player_join(a->campaign.store, player, &other, &a->why);
    if (error == STORAGE_OK)
        tell_together(a, name, t.numbers);
    json_decref(t.numbers);
    return error;
}

/* ---- parting ----------------------------------------------------------------------------- */

/* Who had a name before being joined to somebody. */
struct parting {
    char name[NAME_MOST + 1];   /* folded */
    size_t length;
    struct store_id own;
    bool found;
};

static bool find_own(void *user, const struct store_name *n)
{
    struct parting *p = user;
    char folded[NAME_MOST + 1];
    size_t length = text_fold((struct span){n->name, strlen(n->name)}, folded);
    if (n->current || store_id_compare(&n->own, &n->player) == 0 || length != p->length
        || memcmp(folded, p->name, length) != 0)
        return true;
    p->own = n->own;
    p->found = true;
    return false;
}

static enum status part(struct asking *a, const char *name)
{
    struct parting p = {.found = false};
    if (strlen(name) <= NAME_MOST)
        p.length = text_fold((struct span){name, strlen(name)}, p.name);
    enum storage_error error = store_names_each(a->campaign.store, &a->campaign.id, find_own, &p, &a->why);
    if (error == STORAGE_OK && p.found)
        error = store_player_part(a->campaign.store, &p.own, &a->why);
    enum status status = asking_end(a, "player", error);
    if (error != STORAGE_OK || p.found)
        return status;
    complain(a->context, N_("“%s” was joined to nobody; expected the NAME of `fuda player NAME join OTHER`"), name);
    return STATUS_BAD;
}

/* ---- the command ------------------------------------------------------------------------- */

enum { RENAME, JOIN, PART };

static const struct first_word *player_word(int at)
{
    static const struct first_word words[] = {
        [RENAME] = {{"rename", N_("NAME rename NEW"), N_("a name was wrong, or is another now")}, 1, 1},
        [JOIN] = {{"join", N_("NAME join OTHER"), N_("both are one person, OTHER")}, 1, 1},
        [PART] = {{"part", N_("NAME part"), N_("they are two people after all; NAME is the one joined")}, 0, 0},
    };
    return at < (int)(sizeof words / sizeof *words) ? &words[at] : NULL;
}

/* Which word stands second; -1: none, or with other words behind it than it takes. */
static int second_word(int count, char **words)
{
    const struct first_word *word;
    for (int at = 0; count > 1 && (word = player_word(at)) != NULL; at++)
        if (strcmp(word->word.name, words[1]) == 0)
            return count - 2 >= word->least && count - 2 <= word->most ? at : -1;
    return -1;
}

static enum status run(const struct context *context, int count, char **words)
{
    struct asking a;
    struct store_id player;
    int word = second_word(count, words);
    if (count != 1 && word < 0) {
        complain(context, N_("expected `fuda player NAME`, `… NAME rename NEW`, `… NAME join OTHER` or `… NAME part`"));
        return STATUS_BAD;
    }
    if (!asking_begin(&a, context, count == 1 ? STORE_READ : STORE_WRITE))
        return STATUS_BAD;
    enum storage_error error = store_player_find(a.campaign.store, &a.campaign.id, words[0], &player, &a.why);
    if (error == STORAGE_OK && count == 1) {
        a.player = &player;
        return asking_history(&a);
    }
    if (error == STORAGE_OK && word == RENAME)
        error = store_player_rename(a.campaign.store, &player, words[2], &a.why);
    if (error == STORAGE_OK && word == JOIN)
        error = join(&a, &player, words[0], words[2]);
    if (error == STORAGE_OK && word == PART)
        return part(&a, words[0]);
    return asking_end(&a, "player", error);
}

const struct command player_command = {
    .name = "player",
    .usage = N_("NAME [WORD [NAME]]"),
    .summary = N_("one player's records; rename, join or part players"),
    .example = "fuda player Aki\nfuda player Akl rename Aki\nfuda player Akiko join Aki\nfuda player Akiko part",
    .word = player_word,
    .run = run,
};
