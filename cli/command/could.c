/*
 * fuda could: what could have been of a round that is over, with all hands open; and with --odds
 * what could be, also while hands are hidden. Core searches and tells it (core/could_round.h,
 * core/could_odds.h); cli/sheet/could_text.h has the words.
 */
#include "cli/json.h"
#include "cli/sheet/could_text.h"
#include "cli/report/walk.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* ---- the command ---- */

static void read_rounds(struct walkthrough *w, struct could_rounds *rounds)
{
    walk_go(w, 0);
    for (size_t at = w->heading; at <= w->count; at++) {
        walk_go(w, at);
        could_rounds_add(rounds, &w->session.record, at);
    }
}

/* ROUND, from 1; 0: all of them. */
static bool round_given(const struct context *context, const char *word,
    const struct could_rounds *rounds, long *out)
{
    char *end = NULL;
    *out = word != NULL ? strtol(word, &end, 10) : 0;
    if (word == NULL)
        return true;
    for (size_t i = 0; i < rounds->count && *end == '\0'; i++)
        if (rounds->row[i].course.number == *out)
            return true;
    return complain(context, N_("no round {found} here; expected 1 to {last}"), "ti", "found", word,
        "last", (int64_t)(rounds->count > 0 ? rounds->row[rounds->count - 1].course.number : 0));
}

/* The odds of it as it stood last; else what could have been. False: complained. */
static bool ask(struct walkthrough *w, const struct could_round *round, struct could_asking *asking,
    struct facts *told)
{
    const char *odds = given_value(w->context, "odds");
    if (odds != NULL) {
        walk_go(w, round->last);
        return could_odds_asked(w->context, &w->session.record, odds, told);
    }
    could_asked(asking, &round->course, w->context->json ? COULD_FOR_JSON : COULD_FOR_WORDS, told);
    return true;
}

static bool print_rounds(struct walkthrough *w, const struct could_rounds *rounds, long only,
    const char *file)
{
    const struct setting *setting = &w->session.record.setting;
    const bool odds = given_value(w->context, "odds") != NULL;
    struct could_asking asking;
    struct text out = {0};
    bool good = true;
    json_t *list = json_array();
    could_asking_begin(&asking);
    for (size_t i = 0; i < rounds->count && good; i++) {
        struct facts told;
        if (only != 0 && rounds->row[i].course.number != only)
            continue;
        good = ask(w, &rounds->row[i], &asking, &told);
        if (!good)
            break;
        if (w->context->json)
            json_array_append_new(list, json_of(facts_first(&told), setting));
        else
            (odds ? could_put_odds : could_put)(w->context, setting, facts_first(&told), &out);
        facts_clear(&told);
    }
    could_asking_end(&asking);
    if (good && w->context->json) {
        printf("{\"games\":[");
        json_begin_game(file, &w->session.record, true);
        json_key(setting->book->rows_key);
        json_print(list);
        puts("}]}");
    } else if (good && out.length > 0) {
        fwrite(out.at, 1, out.length, stdout);
    }
    json_decref(list);
    text_clear(&out);
    return good;
}

static enum status run(const struct context *context, int count, char **words)
{
    struct walkthrough w;
    struct could_rounds rounds = {0};
    const char *given = given_value(context, "game");
    char *end = NULL;
    const unsigned long game = given != NULL ? strtoul(given, &end, 10) : 1;
    long only = 0;
    if (given != NULL
        && (*given < '0' || *given > '9' || *end != '\0' || game == 0 || game > INT32_MAX)) {
        complain(context, N_("--{flag} {found}: expected a number from 1"), "tt", "flag", "game",
            "found", given);
        return STATUS_BAD;
    }
    if (!walk_begin(&w, context, words[0], game))
        return STATUS_BAD;
    bool good =
        w.session.record.setting.book->could != NULL
        || complain(context,
            N_("{file}: expected a record of Haratama or Tezumashi; in no other game is what "
               "could have been searched"),
            "t", "file", words[0]);
    if (good)
        read_rounds(&w, &rounds);
    if (good && rounds.count == 0)
        good = complain(context, N_("no round has begun"), "");
    good = good && round_given(context, count > 1 ? words[1] : NULL, &rounds, &only);
    good = good && print_rounds(&w, &rounds, only, words[0]);
    free(rounds.row);
    walk_end(&w);
    return good ? STATUS_CLEAN : STATUS_BAD;
}

static const struct flag flags[] = {
    {.name = "odds",
        .takes = N_("N"),
        .optional = true,
        .value = OPERAND_TEXT,
        .summary = N_("how often, over so many of the deals that fit what is known")},
    {.name = "game",
        .takes = N_("N"),
        .value = OPERAND_TEXT,
        .summary = N_("which game, of a file with several")},
    {0},
};

const struct command could_command = {
    .name = "could",
    .manual = "fuda-replay",
    .usage = N_("could N|ID|FILE [ROUND]"),
    .summary = N_("who could have stopped it, and what did the wrong card change"),
    .example = "fuda could 3\nfuda could night.fuda 2",
    .flags = flags,
    .takes = {OPERAND_RECORD, OPERAND_TEXT},
    .least = 1,
    .most = 2,
    .pages = PAGES,
    .run = run,
};
