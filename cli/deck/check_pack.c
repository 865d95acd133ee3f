/*
 * Is a deck as its rulebook states? Told as `judge` tells what it finds, with the pack's own lines.
 */
#include "enter.h"

#include <stdlib.h>
#include <string.h>

struct checking {
    const struct context *context;
    const struct pack *pack;
    struct setting setting;
    struct text *out;
    json_t *findings;
};

/* All cards that the finding names together. */
static json_t *cards_json(const struct checking *c, const struct message *m)
{
    json_t *list = json_array();
    char card[NAME_MOST];
    for (int i = 0; i < m->count; i++)
        for (int code = 0; m->value[i].kind == VALUE_CARDS && code < 128; code++)
            if (m->value[i].cards.bits[code / 64] >> code % 64 & 1)
                json_array_append_new(list,
                    json_stringn(card, card_spell(&c->setting, code, false, card)));
    return list;
}

static json_t *finding_json(const struct checking *c, const struct ruling *ruling)
{
    char card[NAME_MOST];
    struct text rule = {0}, text = {0};
    size_t length = ruling->card < 0 ? 0 : card_spell(&c->setting, ruling->card, false, card);
    json_t *because = json_array();
    for (int i = 0; i < ruling->because_count; i++)
        json_array_append_new(because, json_integer(ruling->because[i]));
    text_printf(&rule, "%s/%s", c->pack->book->id, c->pack->book->rules[ruling->rule].id);
    say_message(c->context, &text, &ruling->message, ruling, &c->setting);
    json_t *object = json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:s}", "kind",
        ruling_word(ruling->kind), "rule", rule.at, "card",
        length > 0 ? json_stringn(card, length) : json_null(), "cards",
        cards_json(c, &ruling->message), "line",
        ruling->line > 0 ? json_integer(ruling->line) : json_null(), "because", because, "text",
        text.at);
    text_clear(&rule);
    text_clear(&text);
    return object;
}

/* "mine.fuda:7: irregular (needfire/opposite): …" */
static void finding_text(const struct checking *c, const struct ruling *ruling)
{
    struct text *t = c->out, said = {0};
    const char *file = c->pack->file != NULL ? c->pack->file : c->pack->name;
    say_foreign(t, file, strlen(file));
    if (ruling->line > 0)
        text_printf(t, ":%lu", (unsigned long)ruling->line);
    text_printf(t, ": %s (%s/%s)",
        say(c->context, ruling->kind == RULING_OPEN ? N_("note") : ruling_name(ruling->kind)),
        c->pack->book->id, c->pack->book->rules[ruling->rule].id);
    say_colon(c->context, t);
    say_message(c->context, &said, &ruling->message, ruling, &c->setting);
    for (int i = 0; i < ruling->because_count; i++) {
        struct text whole = {0};
        say_with(c->context, &whole, N_("{text} (See line {line}.)"), "ti", "text", said.at, "line",
            (int64_t)ruling->because[i]);
        text_clear(&said);
        said = whole;
    }
    text_put(t, said.at);
    text_put(t, "\n");
    text_clear(&said);
}

static int by_line(const void *a, const void *b)
{
    const struct ruling *one = a, *two = b;
    if (one->line != two->line)
        return one->line < two->line ? -1 : 1;
    return one->card != two->card ? one->card - two->card : one->rule - two->rule;
}

static void verdict_text(const struct checking *c, int irregular)
{
    const struct pack *pack = c->pack;
    const bool packs = rulebook_is_packs(pack->book);
    const char *text;
    if (pack->faults > 0)
        text = N_(
            "{pack} ({game}): not judged as a whole, for lines that cannot be read: {count}.");
    else if (pack_is_empty(pack))
        text = N_("{pack} ({game}): no rows yet.");
    else if (irregular > 0)
        text = packs ? N_("{pack} ({game}): it cannot be played as it stands (findings: {count}).")
                     : N_("{pack} ({game}): not as the rulebook states (findings: {count}).");
    else if (pack->book->deck->check == NULL)
        text = N_(
            "{pack} ({game}): every row reads; the rulebook states nothing more of this deck.");
    else
        text = packs ? N_("{pack} ({game}): it can be played as it stands.")
                     : N_("{pack} ({game}): as the rulebook states.");
    say_with(c->context, c->out, text, "sti", "pack", (struct span){pack->name, pack->name_length},
        "game", pack->book->id, "count",
        (int64_t)(pack->faults > 0 ? pack->faults : (size_t)irregular));
    text_put(c->out, "\n");
}

bool pack_judge(const struct context *context, const struct pack *pack, struct text *t,
    json_t *list)
{
    struct seats none = {.count = 0};
    struct checking c = {context, pack, {.book = pack->book, .seats = &none, .pack = pack->deck}, t,
        NULL};
    struct rulings *found = memory_get(sizeof *found);
    int irregular = 0;
    bool empty = pack_is_empty(pack);
    if (pack->book->deck->check != NULL && !empty)
        pack->book->deck->check(pack->deck, found);
    qsort(found->row, found->count, sizeof *found->row, by_line);
    c.findings = list != NULL ? json_array() : NULL;
    for (int i = 0; i < found->count; i++) {
        irregular += found->row[i].kind != RULING_OPEN;
        if (list != NULL)
            json_array_append_new(c.findings, finding_json(&c, &found->row[i]));
        else
            finding_text(&c, &found->row[i]);
    }
    if (list == NULL)
        verdict_text(&c, irregular);
    else
        json_array_append_new(list,
            json_pack("{s:o, s:s, s:o, s:s, s:o}", "file",
                pack->file != NULL ? json_string(pack->file) : json_null(), "game", pack->book->id,
                "pack", json_stringn(pack->name, pack->name_length), "verdict",
                pack->faults > 0 ? "unreadable"
                : empty          ? "empty"
                : irregular > 0  ? "irregular"
                                 : "clean",
                "findings", c.findings));
    free(found);
    return irregular == 0 && !empty && pack->faults == 0;
}
