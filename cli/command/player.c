/* fuda player: one player's records; renaming, joining and parting players. */
#include "cli/campaign/query.h"
#include "cli/campaign/replay_records.h"
#include "cli/say.h"
#include "cli/report/profile.h"

#include <string.h>

/* ---- joining ----------------------------------------------------------------------------- */

/* The records in which two sat who are to be one. */
struct together {
    const struct store_id *player, *other;
    json_t *numbers; /* owned */
};

static bool look_together(void *user, const struct store_entry *e)
{
    struct together *t = user;
    if (store_entry_seats(e, t->player) && store_entry_seats(e, t->other))
        json_array_append_new(t->numbers, json_integer((json_int_t)e->number));
    return true;
}

/* Nobody sits in two seats: it may be a slip, and how to take it back is said. */
static void tell_together(struct campaign_query *a, const char *name, json_t *numbers)
{
    if (json_array_size(numbers) == 0)
        return;
    if (a->context->json)
        json_array_append_new(a->list, json_pack("{s:O}", "together", numbers));
    else
        print_with(a->context,
            N_("Both sat in the same record (records: {count}; the first is number {number} of "
               "`fuda history`). As one player they count once there, with the better place. If "
               "they are two people: `fuda player {name} part`."),
            "iit", "count", (int64_t)json_array_size(numbers), "number",
            (int64_t)json_integer_value(json_array_get(numbers, 0)), "name", name);
}

static enum storage_error join(struct campaign_query *a, const struct store_id *player,
    const char *name, const char *into)
{
    struct store_id other;
    struct store_filter all = {.most = 0};
    enum storage_error error = store_player_find(a->campaign.store, &a->campaign.id, into, &other);
    if (error != STORAGE_OK)
        return error;
    struct together t = {.player = player, .other = &other, .numbers = json_array()};
    if (store_id_compare(player, &other) != 0)
        error = store_history_each(a->campaign.store, &a->campaign.id, &all, look_together, &t);
    if (error == STORAGE_OK)
        error = store_player_join(a->campaign.store, player, &other);
    if (error == STORAGE_OK)
        tell_together(a, name, t.numbers);
    json_decref(t.numbers);
    return error;
}

/* ---- parting ----------------------------------------------------------------------------- */

/* Who had a name before being joined to somebody. */
struct parting {
    struct span name;
    struct store_id own;
    bool found;
};

static bool find_own(void *user, const struct store_name *n)
{
    struct parting *p = user;
    if (n->current || store_id_compare(&n->own, &n->player) == 0
        || !person_same((struct span){n->name, strlen(n->name)}, p->name))
        return true;
    p->own = n->own;
    p->found = true;
    return false;
}

static enum status part(struct campaign_query *a, const char *name)
{
    struct parting p = {.name = {name, strlen(name)}};
    enum storage_error error = store_names_each(a->campaign.store, &a->campaign.id, find_own, &p);
    if (error == STORAGE_OK && p.found)
        error = store_player_part(a->campaign.store, &p.own);
    enum status status = campaign_query_end(a, "player", error);
    if (error != STORAGE_OK || p.found)
        return status;
    complain(a->context,
        N_("“{name}” was joined to nobody; expected the NAME of `fuda player NAME join OTHER`"),
        "t", "name", name);
    return STATUS_BAD;
}

/* ---- the command ------------------------------------------------------------------------- */

/* ---- one player's season -------------------------------------------------------------------- */

/* What became of one, then the records. */
static enum status show(struct campaign_query *a, const struct store_id *player)
{
    struct season season = {.games = 0};
    struct store_filter filter = {.most = 0};
    uint32_t person = 0;
    if (!campaign_query_days(a->context, &filter) || !replay_stale(&a->campaign, &a->campaign.id)
        || !season_load(&season, &a->campaign, &filter)) {
        season_clear(&season);
        campaign_query_end(a, NULL, STORAGE_OK);
        return STATUS_BAD;
    }
    while (person < season.persons && store_id_compare(&season.person[person].id, player) != 0)
        person++;
    bool played = person < season.persons && season.person[person].name != NULL;
    struct achievements feats;
    if (played && !achievements_count(&season, &a->campaign, &filter, person, &feats))
        played = false;
    if (played && a->context->json)
        a->beside = profile_json(&season, person, &feats);
    else if (played)
        profile_print(a->context, &season, person, &feats);
    season_clear(&season);
    a->player = player;
    a->days = filter;
    return campaign_query_history(a);
}

static enum status run(const struct context *context, int count, char **names);

enum { RENAME, JOIN, PART };

static const struct command words[] = {
    [RENAME] = {.name = "rename",
        .usage = N_("NAME rename NEW"),
        .summary = N_("a name was wrong or has changed"),
        .example = "fuda player Akl rename Aki",
        .takes = {OPERAND_PLAYER, OPERAND_TEXT},
        .least = 2,
        .most = 2,
        .run = run},
    [JOIN] = {.name = "join",
        .usage = N_("NAME join OTHER"),
        .summary = N_("both are one person, OTHER"),
        .example = "fuda player Akiko join Aki",
        .takes = {OPERAND_PLAYER},
        .least = 2,
        .most = 2,
        .run = run},
    [PART] = {.name = "part",
        .usage = N_("NAME part"),
        .summary = N_("they are two people after all; NAME is the one joined"),
        .example = "fuda player Akiko part",
        .takes = {OPERAND_PLAYER},
        .least = 1,
        .most = 1,
        .run = run},
    {0},
};

static enum status run(const struct context *context, int count, char **names)
{
    struct campaign_query a;
    struct store_id player;
    const struct command *row = context->row;
    (void)count;
    if (!campaign_query_begin(&a, context, row == &player_command ? STORE_READ : STORE_WRITE))
        return STATUS_BAD;
    enum storage_error error = store_player_find(a.campaign.store, &a.campaign.id, names[0],
        &player);
    if (error == STORAGE_OK && row == &player_command)
        return show(&a, &player);
    if (error == STORAGE_OK && row == &words[RENAME])
        error = store_player_rename(a.campaign.store, &player, names[1]);
    if (error == STORAGE_OK && row == &words[JOIN])
        error = join(&a, &player, names[0], names[1]);
    if (error == STORAGE_OK && row == &words[PART])
        return part(&a, names[0]);
    return campaign_query_end(&a, "player", error);
}

static const struct flag flags[] = {
    {.name = "since",
        .takes = N_("DAY"),
        .value = OPERAND_TEXT,
        .summary = N_("only games from that day on: 2026-11-21")},
    {.name = "until",
        .takes = N_("DAY"),
        .value = OPERAND_TEXT,
        .summary = N_("only games up to that day")},
    {0},
};

const struct command player_command = {
    .name = "player",
    .manual = "fuda-standings",
    .usage = N_("player NAME [WORD [NAME]]"),
    .summary = N_("one player's season and records; rename, join or part players"),
    .example = "fuda player Aki\nfuda player Akl rename Aki\nfuda player Akiko join Aki\nfuda "
               "player Akiko part",
    .flags = flags,
    .words = words,
    .words_at = 1,
    .takes = {OPERAND_PLAYER},
    .least = 1,
    .most = 1,
    .pages = PAGES,
    .run = run,
};
