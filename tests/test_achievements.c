/*
 * What is counted of players is kept with results: that must be what going through the records
 * again brings. Every case there is, finished or not, stands in one campaign here; what is kept of
 * it is then forgotten in part and as a whole.
 */
#include "check.h"

#include "cli/campaign/adding.h"
#include "cli/campaign/replay_records.h"
#include "cli/campaign/judged_result.h"
#include "cli/report/achievements.h"

#include <fcntl.h>

static struct context english = {.english = true};

/* ---- the campaign ---------------------------------------------------------------------------- */

static void add_folder(const char *folder)
{
    struct dirent **entry = NULL;
    const int count = scandir(folder, &entry, NULL, alphasort);
    char **path = calloc((size_t)(count > 0 ? count : 0) + 1, sizeof *path);
    struct added added = {.dry = false};
    int paths = 0;
    for (int i = 0; i < count; i++) {
        if (entry[i]->d_name[0] != '.'
            && asprintf(&path[paths], "%s/%s", folder, entry[i]->d_name) > 0)
            paths++;
        free(entry[i]);
    }
    free(entry);
    records_add(&english, NULL, paths, path, &added);
    while (paths > 0)
        free(path[--paths]);
    free(path);
}

/* Cases have what cannot be in them too: those are refused, and complained about to nobody. */
static void add_cases(void)
{
    static const char *const folders[] = {"tests/cases/haratama", "tests/cases/needfire",
        "tests/cases/tezumashi", "tests/cases/hyakumonogatari", "tests/cases/materia"};
    const int said = dup(STDERR_FILENO), nobody = open("/dev/null", O_WRONLY);
    fflush(stderr);
    dup2(nobody, STDERR_FILENO);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        add_folder(folders[i]);
    fflush(stderr);
    dup2(said, STDERR_FILENO);
    close(said);
    close(nobody);
}

/* Results as they are, but what was counted forgotten: of every n-th record. */
struct forgetting {
    struct store_id record[2000];
    struct store_result result[2000];
    int count, each, seen;
};

static bool gather_finished(void *user, const struct store_entry *entry)
{
    struct forgetting *f = user;
    if (entry->state != STORE_FINISHED || f->seen++ % f->each != 0 || f->count == 2000)
        return true;
    f->record[f->count] = entry->id;
    f->result[f->count] = entry->result;
    f->result[f->count++].counted = 0;
    return true;
}

static void forget(struct campaign *c, int each)
{
    struct forgetting *f = calloc(1, sizeof *f);
    f->each = each;
    CHECK(
        store_history_each(c->store, &c->id, &(struct store_filter){.most = 0}, gather_finished, f)
        == STORAGE_OK);
    CHECK(f->count >= 10);
    CHECK(store_batch_begin(c->store) == STORAGE_OK);
    for (int i = 0; i < f->count; i++)
        CHECK(store_result_put(c->store, &f->record[i], &f->result[i]) == STORAGE_OK);
    CHECK(store_batch_commit(c->store) == STORAGE_OK);
    free(f);
}

/* ---- everybody's feats ----------------------------------------------------------------------- */

enum { PERSONS_MOST = 100 };
struct all_feats {
    struct achievements of[PERSONS_MOST];
};

static void count_all(struct campaign *c, const struct store_filter *days, struct all_feats *out)
{
    struct season season;
    memset(out, 0, sizeof *out);
    CHECK(season_load(&season, c, days));
    CHECK(season.persons <= PERSONS_MOST);
    for (uint32_t i = 0; i < season.persons && i < PERSONS_MOST; i++)
        if (season.person[i].name != NULL)
            CHECK(achievements_count(&season, c, days, i, &out->of[i]));
    season_clear(&season);
}

static unsigned sum(const struct all_feats *all, size_t book)
{
    unsigned sum = 0;
    for (int i = 0; i < PERSONS_MOST; i++)
        for (int k = 0; k < FEATS_MOST; k++)
            sum += all->of[i].count[book][k];
    return sum;
}

static void compare(struct campaign *c, const struct store_filter *days, int each)
{
    static struct all_feats kept, again;
    count_all(c, days, &kept);
    forget(c, each);
    count_all(c, days, &again);
    check(memcmp(&kept, &again, sizeof kept) == 0, "kept and counted again differ, %d", each);
    CHECK(store_results_outdate(c->store, &c->id, result_counted()) == STORAGE_OK
          && replay_stale(c, &c->id));
    count_all(c, days, &again);
    CHECK(memcmp(&kept, &again, sizeof kept) == 0);
}

/* Somebody who is two of the players has done what both did. */
static void join(struct campaign *c)
{
    static struct all_feats apart, joined;
    struct store_id aki, bo;
    const struct store_filter all = {.most = 0};
    uint32_t rulings = 0;
    count_all(c, &all, &apart);
    CHECK(store_player_find(c->store, &c->id, "Aki", &aki) == STORAGE_OK
          && store_player_find(c->store, &c->id, "Bo", &bo) == STORAGE_OK);
    CHECK(store_player_join(c->store, &bo, &aki) == STORAGE_OK);
    count_all(c, &all, &joined);
    for (int i = 0; i < PERSONS_MOST; i++)
        rulings += apart.of[i].rulings - joined.of[i].rulings;
    CHECK_EQUAL(rulings, 0);
    CHECK(memcmp(&apart, &joined, sizeof apart) != 0);
    compare(c, &all, 1);
    CHECK(store_player_part(c->store, &bo) == STORAGE_OK);
}

int main(void)
{
    static struct all_feats all;
    char folder[] = "/tmp/fuda-test-XXXXXX", path[200], command[240];
    struct campaign campaign;
    if (mkdtemp(folder) == NULL)
        return 1;
    snprintf(path, sizeof path, "%s/fuda.db", folder);
    english.db = path;
    add_cases();
    CHECK(campaign_open(&campaign, &english, STORE_WRITE));
    count_all(&campaign, &(struct store_filter){.most = 0}, &all);
    for (size_t i = 0; rulebooks[i] != NULL; i++)
        check(layout_find(rulebooks[i])->feats == NULL || sum(&all, i) > 0,
            "nobody did anything in %s", rulebooks[i]->id);
    CHECK(all.of[0].rulings > 0);
    compare(&campaign, &(struct store_filter){.most = 0}, 1);
    compare(&campaign, &(struct store_filter){.most = 0}, 3);
    compare(&campaign, &(struct store_filter){.since = "2026-11-21", .until = "2026-11-21"}, 1);
    join(&campaign);
    campaign_close(&campaign);
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    CHECK(system(command) == 0);
    return finish();
}
