/* fuda standings: who has won how often. */
#include "cli/campaign/asking.h"
#include "cli/campaign/replay.h"

#include <string.h>

static bool list_standing(void *user, const struct store_standing *row)
{
    struct asking *a = user;
    if (a->context->json) {
        json_t *places = json_array();
        int last = SEATS_MOST;
        while (last > 0 && row->places[last - 1] == 0)
            last--;
        for (int i = 0; i < last; i++)
            json_array_append_new(places, json_integer(row->places[i]));
        json_array_append_new(a->list, json_pack("{s:s, s:I, s:I, s:o}", "player", row->name, "games",
                                                 (json_int_t)row->games, "wins", (json_int_t)row->wins,
                                                 "places", places));
        return true;
    }
    struct text t = {0};
    text_put(&t, "  ");
    say_padded(&t, row->name, strlen(row->name), 20, false);
    text_printf(&t, " %6lu %6lu ", (unsigned long)row->games, (unsigned long)row->wins);
    for (int i = 0; i < 4; i++)
        text_printf(&t, " %5lu", (unsigned long)row->places[i]);
    if (row->unplaced > 0) {
        text_put(&t, "  ");
        say_with(a->context, &t, N_("({count} without a place)"), "i", "count", (int64_t)row->unplaced);
    }
    puts(t.at);
    text_clear(&t);
    return true;
}

static enum status run(const struct context *context, int count, char **words)
{
    struct asking a;
    struct store_filter filter = {.most = 0};
    if (!asking_game(context, count, words, &filter.game) || !asking_begin(&a, context, STORE_READ))
        return STATUS_BAD;
    replay_stale(&a.campaign, &a.campaign.id);
    if (!context->json)
        printf("  %s\n", say(context, N_("player                games   wins    1st   2nd   3rd   4th")));
    return asking_end(&a, "standings", store_standings_each(a.campaign.store, &a.campaign.id, &filter, list_standing, &a));
}

const struct command standings_command = {
    .name = "standings",
    .usage = N_("standings [GAME]"),
    .summary = N_("who has won how often in this campaign"),
    .example = "fuda standings\nfuda standings haratama --json",
    .takes = {OPERAND_GAME},
    .most = 1,
    .run = run,
};
