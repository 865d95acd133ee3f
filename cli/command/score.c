/* fuda score: scores records, as a table of 80 columns or as JSON. */
#include "cli/sheet/sheet.h"
#include "cli/input.h"
#include "cli/sheet/tree.h"

#include <string.h>

/* What one run keeps between the callbacks. */
struct scoring {
    struct input *input;
    struct tree tree;
    struct text out;
    const struct record *record;
    bool any_game, any_row;
};

/* ---- as JSON ----------------------------------------------------------------------------- */

static void row_json(struct tree *tree, const char *key, json_t *whole)
{
    struct scoring *scoring = tree->user;
    if (key != NULL) {
        json_key(key);
        json_print(whole);
        return;
    }
    printf("%s\n  ", scoring->any_row ? "," : "");
    json_print(whole);
    scoring->any_row = true;
}

static void begin_json(void *user, const struct record *r)
{
    struct input *input = user;
    struct scoring *scoring = input->user;
    json_begin_game(input->file, r, !scoring->any_game);
    json_key(r->setting.book->rows_key);
    printf("[");
    scoring->any_game = true;
    scoring->any_row = false;
    scoring->tree.setting = &r->setting;
}

static void end_json(void *user, const struct record *r)
{
    struct input *input = user;
    struct scoring *scoring = input->user;
    uint32_t winners = 0;
    bool finished = r->begun && r->setting.book->finished(r->state, &r->setting, &winners);
    json_t *list = json_array();
    for (int i = 0; i < r->seats.count; i++)
        if (winners & 1u << i)
            json_array_append_new(list, json_seat(&r->setting, i));
    printf("],\"finished\":%s,\"winners\":", finished ? "true" : "false");
    json_print(list);
    json_decref(list);
    if (r->begun)
        rulebook_tell_end(r->setting.book, r->state, &r->setting, &scoring->tree.teller);
    printf("}");
}

/* ---- for people -------------------------------------------------------------------------- */

static void flush_text(struct scoring *scoring)
{
    fwrite(scoring->out.at, 1, scoring->out.length, stdout);
    scoring->out.length = 0;
}

static void row_text(struct tree *tree, const char *key, json_t *whole)
{
    struct scoring *scoring = tree->user;
    const struct context *context = scoring->input->context;
    const struct layout *layout = layout_find(scoring->record->setting.book);
    if (layout == NULL)
        return;
    if (key == NULL)
        layout->row(context, &scoring->out, scoring->record, whole);
    else if (strcmp(key, "standing") == 0)
        layout->standing(context, &scoring->out, scoring->record, whole);
    else if (layout->remark != NULL)
        layout->remark(context, &scoring->out, scoring->record, key, whole);
    flush_text(scoring);
}

static void begin_text(void *user, const struct record *r)
{
    struct input *input = user;
    struct scoring *scoring = input->user;
    const struct context *context = input->context;
    struct text *t = &scoring->out;
    scoring->record = r;
    scoring->tree.setting = &r->setting;
    if (scoring->any_game)
        text_put(t, "\n");
    scoring->any_game = true;
    say_paint(context, t, PAINT_BOLD);
    say_foreign(t, input->file, strlen(input->file));
    text_printf(t, ": %s", say(context, r->setting.book->title));
    say_paint(context, t, PAINT_PLAIN);
    if (r->date[0] != '\0')
        text_printf(t, "  %s", r->date);
    text_put(t, "\n");
    const struct layout *layout = layout_find(r->setting.book);
    if (r->begun && layout != NULL && layout->head != NULL)
        layout->head(context, t, r);
    flush_text(scoring);
}

static void end_text(void *user, const struct record *r)
{
    struct input *input = user;
    struct scoring *scoring = input->user;
    const struct context *context = input->context;
    struct text *t = &scoring->out;
    uint32_t winners = 0;
    bool finished = r->begun && r->setting.book->finished(r->state, &r->setting, &winners);
    if (r->begun)
        rulebook_tell_end(r->setting.book, r->state, &r->setting, &scoring->tree.teller);
    text_put(t, "  ");
    say_paint(context, t, PAINT_BOLD);
    if (finished && winners == 0)
        text_put(t, say(context, N_("The game is over; its points cannot be counted yet, and nobody has won.")));
    else if (finished)
        text_put(t, say(context, N_("Winner: ")));
    else
        text_put(t, say(context, N_("Not finished: nobody has won yet.")));
    say_seats(context, t, &r->seats, winners);
    say_paint(context, t, PAINT_PLAIN);
    text_put(t, "\n");
    flush_text(scoring);
}

/* ---- what the judge would say, in short -------------------------------------------------- */

static void finding(void *user, const struct ruling *ruling, const struct record *r)
{
    struct input *input = user;
    if (ruling->kind != RULING_IMPOSSIBLE)
        return;
    struct text t = {0};
    say_foreign(&t, input->file, strlen(input->file));
    text_printf(&t, ":%lu: ", (unsigned long)ruling->line);
    say_message(input->context, &t, &ruling->message, ruling, &r->setting);
    fflush(stdout);
    fprintf(stderr, "%s\n", t.at);
    text_clear(&t);
}

static enum status run(const struct context *context, int count, char **words)
{
    struct scoring scoring = {0};
    struct input input = {.context = context, .user = &scoring};
    scoring.input = &input;
    tree_begin(&scoring.tree, context->json ? row_json : row_text, &scoring);
    struct record_host host = {.game_begins = context->json ? begin_json : begin_text,
                               .game_ends = context->json ? end_json : end_text,
                               .finding = finding, .teller = &scoring.tree.teller};
    if (context->json)
        printf("{\"games\":[");
    enum status status = input_run(&input, &host, count, words);
    if (context->json)
        printf("]}\n");
    else if (!scoring.any_game && status != STATUS_BAD)
        complain(context, N_("no game here; expected `game`, as in `game haratama`"));
    text_clear(&scoring.out);
    return status == STATUS_BAD ? STATUS_BAD : STATUS_CLEAN;
}

const struct command score_command = {
    .name = "score",
    .usage = N_("score [FILE…]"),
    .summary = N_("score a record"),
    .example = "fuda score night.fuda\nfuda score --json night.fuda | jq .games[0].standing",
    .takes = {OPERAND_FILE},
    .most = WORDS_MANY,
    .run = run,
};
