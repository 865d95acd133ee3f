/* fuda score: scores records, as a table of 80 columns or as JSON. */
#include "cli/sheet/sheet.h"
#include "cli/campaign/record_text.h"
#include "cli/input.h"
#include "cli/json.h"

#include <jansson.h>
#include <string.h>
#include <unistd.h>

/* What one run keeps between the callbacks. */
struct scoring {
    struct input *input;
    struct facts told; /* hands on each row */
    struct text out;
    struct sheet sheet;
    bool any_game, any_row;
    /*
     * the game's head was printed: it waits for the first row, for a row may tell how the seats sat
     */
    bool headed;
};

/* ---- as JSON ----------------------------------------------------------------------------- */

static void head_json(struct scoring *scoring)
{
    if (scoring->headed)
        return;
    json_begin_game(scoring->input->file, scoring->sheet.record, !scoring->any_game);
    json_key(scoring->sheet.record->setting.book->rows_key);
    printf("[");
    scoring->any_game = scoring->headed = true;
    scoring->any_row = false;
}

static void row_json(void *user, const struct fact *row)
{
    struct scoring *scoring = user;
    head_json(scoring);
    printf("%s\n  ", scoring->any_row ? "," : "");
    json_print_fact(row, &scoring->sheet.record->setting);
    scoring->any_row = true;
}

static void begin_json(void *user, const struct record *r)
{
    struct input *input = user;
    struct scoring *scoring = input->user;
    scoring->headed = false;
    scoring->sheet.record = r;
}

static void end_json(void *user, const struct record *r)
{
    struct input *input = user;
    struct facts end;
    uint32_t winners = 0;
    bool finished = r->begun && rulebook_finished(r->setting.book, r->state, &r->setting, &winners);
    json_t *list = json_array();
    head_json(input->user);
    for (int i = 0; i < r->seats.count; i++)
        if (winners & 1u << i)
            json_array_append_new(list, json_seat(&r->setting, i));
    printf("],\"finished\":%s,\"winners\":", finished ? "true" : "false");
    json_print(list);
    json_decref(list);
    json_deck(&r->setting);
    facts_begin(&end, NULL, NULL);
    if (r->begun)
        rulebook_tell_end(r->setting.book, r->state, &r->setting, &end.teller);
    for (const struct fact *one = end.root.first; one != NULL; one = one->next) {
        json_key(one->key);
        json_print_fact(one, &r->setting);
    }
    facts_clear(&end);
    printf("}");
}

/* ---- for people -------------------------------------------------------------------------- */

static void flush_text(struct scoring *scoring)
{
    fwrite(scoring->out.at, 1, scoring->out.length, stdout);
    scoring->out.length = 0;
}

static void head_text(struct scoring *scoring)
{
    const struct context *context = scoring->sheet.context;
    const struct record *r = scoring->sheet.record;
    struct text *t = &scoring->out;
    if (scoring->headed)
        return;
    if (scoring->any_game)
        text_put(t, "\n");
    scoring->any_game = scoring->headed = true;
    say_paint(context, t, PAINT_BOLD);
    say_foreign(t, scoring->input->file, strlen(scoring->input->file));
    text_put(t, ": ");
    text_put(t, say_title(context, &r->setting));
    say_paint(context, t, PAINT_PLAIN);
    if (r->date[0] != '\0')
        text_printf(t, "  %s", r->date);
    text_put(t, "\n");
    if (r->begun)
        sheet_head(&scoring->sheet);
    flush_text(scoring);
}

static void row_text(void *user, const struct fact *row)
{
    struct scoring *scoring = user;
    head_text(scoring);
    sheet_row(&scoring->sheet, row);
    flush_text(scoring);
}

static void begin_text(void *user, const struct record *r)
{
    struct input *input = user;
    struct scoring *scoring = input->user;
    scoring->sheet = (struct sheet){.context = input->context, .record = r, .t = &scoring->out};
    scoring->headed = false;
}

static void end_text(void *user, const struct record *r)
{
    struct input *input = user;
    struct scoring *scoring = input->user;
    struct facts end;
    head_text(scoring);
    facts_begin(&end, NULL, NULL);
    if (r->begun)
        rulebook_tell_end(r->setting.book, r->state, &r->setting, &end.teller);
    sheet_end(&scoring->sheet, &end.root);
    facts_clear(&end);
    sheet_winners(&scoring->sheet);
    sheet_deck(&scoring->sheet);
    flush_text(scoring);
}

static enum status run(const struct context *context, int count, char **words)
{
    struct scoring scoring = {0};
    struct input input = {.context = context, .open = record_text_open, .user = &scoring};
    char last[24], *only[] = {last};
    /* nobody types a whole record to see its score */
    if (count == 0 && isatty(STDIN_FILENO)) {
        if (!record_text_last(context, last))
            return STATUS_BAD;
        words = only;
        count = 1;
    }
    scoring.input = &input;
    facts_begin(&scoring.told, context->json ? row_json : row_text, &scoring);
    struct record_host host = {.game_begins = context->json ? begin_json : begin_text,
        .game_ends = context->json ? end_json : end_text,
        .finding = input_impossible,
        .teller = &scoring.told.teller};
    if (context->json)
        printf("{\"games\":[");
    enum status status = input_run(&input, &host, count, words);
    if (context->json)
        printf("]}\n");
    text_clear(&scoring.out);
    return status == STATUS_BAD ? STATUS_BAD : STATUS_CLEAN;
}

const struct command score_command = {
    .name = "score",
    .manual = "fuda-judge",
    .usage = N_("score [FILE|N|ID…]"),
    .summary = N_("score a record"),
    .example = "fuda score night.fuda\nfuda score 12\nfuda score --json night.fuda | jq "
               ".games[0].standing",
    .takes = {OPERAND_RECORDED},
    .most = WORDS_MANY,
    .pages = PAGES,
    .run = run,
};
