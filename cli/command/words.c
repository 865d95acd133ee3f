/*
 * fuda words: what may stand next in a command line, a word a line; the completion of the shells
 * asks for it. What was typed is read as the command line itself is; the rows say what follows.
 */
#define _XOPEN_SOURCE 700
#include "cli/call.h"
#include "cli/campaign/open_campaign.h"
#include "cli/deck/folder.h"
#include "cli/deck/pack_file.h"
#include "cli/deck/stored.h"
#include "cli/exchange/hooks.h"
#include "cli/helper.h"
#include "storage/stored_rows.h"

#include <glob.h>
#include <string.h>

/* A file's name; the shells know those themselves. */
#define ANY_FILE "./"

struct offering {
    const struct call *call; /* what was typed */
    bool about;              /* after each word a tab and what it is */
    bool withdrawn;          /* records: these, or the others */
    /* what begins with - would be read as one: it is not offered before "--" */
    bool before_options;
};

static void offer(const struct offering *o, const char *word, const char *about)
{
    struct text t = {0};
    if (o->before_options && word[0] == '-')
        return;
    say_foreign(&t, word, strlen(word));
    if (o->about && about != NULL && about[0] != '\0') {
        text_put(&t, "\t");
        say_foreign(&t, about, strlen(about));
    }
    puts(t.at);
    text_clear(&t);
}

static const char *translated(const struct offering *o, const char *text)
{
    return text != NULL ? say(&o->call->context, text) : NULL;
}

/* ---- what fuda itself knows -------------------------------------------------------------- */

static void offer_choices(const struct offering *o, const char *choices)
{
    for (const char *at = choices; *at != '\0';) {
        size_t length = strcspn(at, "|");
        struct text word = {0};
        text_add(&word, at, length);
        offer(o, word.at, NULL);
        text_clear(&word);
        at += length + (at[length] == '|');
    }
}

static void offer_rows(const struct offering *o, const struct command *rows)
{
    for (; rows != NULL && rows->name != NULL; rows++)
        offer(o, rows->name, translated(o, rows->summary));
}

static void offer_commands(struct offering *o)
{
    const char *first = o->call->count > 0 ? o->call->words[0] : NULL;
    for (int i = 0; commands[i] != NULL; i++)
        if (first == NULL && commands[i]->summary != NULL)
            offer(o, commands[i]->name, translated(o, commands[i]->summary));
        else if (first != NULL && strcmp(commands[i]->name, first) == 0)
            offer_rows(o, commands[i]->words);
}

static void offer_games(const struct offering *o, bool packed)
{
    for (int i = 0; rulebooks[i] != NULL; i++)
        if (!packed || rulebooks[i]->deck != NULL)
            offer(o, rulebooks[i]->id, translated(o, rulebooks[i]->title));
}

static void offer_named(void *user, const char *name) { offer(user, name, NULL); }

/* Games that are packs, too: those of the campaign that is in use, if there is one. */
static void offer_all_games(struct offering *o)
{
    const struct context *context = &o->call->context;
    struct campaign c;
    offer_games(o, false);
    const bool opened = campaign_open(&c, context, STORE_READ);
    if (opened)
        campaign_may_lose(&c);
    decks_named(context, opened ? &c : NULL, offer_named, o);
    if (opened)
        campaign_close(&c);
}

/* GAME and GAME/RULE; after a game the RULE alone. */
static void offer_rules(struct offering *o)
{
    const char *game = o->call->count > 0 ? o->call->words[0] : NULL;
    for (int i = 0; rulebooks[i] != NULL; i++) {
        if (game != NULL && strcmp(rulebooks[i]->id, game) != 0)
            continue;
        if (game == NULL)
            offer(o, rulebooks[i]->id, translated(o, rulebooks[i]->title));
        for (const struct rule *rule = rulebooks[i]->rules; rule->id != NULL; rule++) {
            struct text word = {0};
            text_printf(&word, "%s%s%s", game == NULL ? rulebooks[i]->id : "",
                game == NULL ? "/" : "", rule->id);
            offer(o, word.at,
                o->call->context.japanese || rule->heading_en == NULL ? rule->heading
                                                                      : rule->heading_en);
            text_clear(&word);
        }
    }
}

static void offer_answers(const struct offering *o, const struct option *option)
{
    struct text word = {0};
    for (const struct house_answer *a = option->answer; a->word != NULL; a++) {
        word.length = 0;
        text_answer(&word, a, a->number);
        if (a->kind != ANSWER_IS_SEAT && a->kind != ANSWER_IS_TEXT)
            offer(o, word.at, NULL);
    }
    text_clear(&word);
}

/* Every GAME/KEY=, or after the one that was typed its answers. */
static void offer_house(const struct offering *o, const char *typed)
{
    for (int i = 0; rulebooks[i] != NULL; i++)
        for (const struct option *option = rulebooks[i]->options; option->key != NULL; option++) {
            struct text word = {0};
            text_printf(&word, "%s/%s=", rulebooks[i]->id, option->key);
            if (typed == NULL)
                offer(o, word.at, translated(o, option->question));
            else if (strcmp(word.at, typed) == 0)
                offer_answers(o, option);
            text_clear(&word);
        }
}

/* ---- what is kept ------------------------------------------------------------------------ */

static bool offer_campaign(void *user, const struct store_campaign *c)
{
    offer(user, c->name, NULL);
    return true;
}

static bool offer_player(void *user, const struct store_name *n)
{
    if (n->current)
        offer(user, n->name, NULL);
    return true;
}

/* A number, as `fuda history` gives it, or the id of a withdrawn record. */
static bool offer_record(void *user, const struct store_entry *e)
{
    struct offering *o = user;
    char word[STORE_ID_TEXT > 24 ? STORE_ID_TEXT : 24];
    struct text about = {0};
    if (e->withdrawn != o->withdrawn)
        return true;
    snprintf(word, sizeof word, "%u", (unsigned)e->number);
    if (e->withdrawn)
        store_id_text(&e->id, word);
    text_printf(&about, "%s %s", e->heading.date != NULL ? e->heading.date : "", e->heading.game);
    for (int i = 0; i < e->heading.seats; i++) {
        text_put(&about, " ");
        say_foreign(&about, e->heading.seat[i].name, strlen(e->heading.seat[i].name));
    }
    offer(o, word, about.at);
    text_clear(&about);
    return true;
}

static void offer_stored(struct offering *o, enum operand what)
{
    struct campaign c;
    struct store_filter filter = {.withdrawn_too = what == OPERAND_WITHDRAWN};
    o->withdrawn = filter.withdrawn_too;
    const struct context *context = &o->call->context;
    if (!(what == OPERAND_CAMPAIGN ? campaign_open_store : campaign_open)(&c, context, STORE_READ))
        return;
    campaign_may_lose(&c);
    if (what == OPERAND_CAMPAIGN)
        store_campaigns_each(c.store, offer_campaign, o);
    else if (what == OPERAND_PLAYER)
        store_names_each(c.store, &c.id, offer_player, o);
    else
        store_history_each(c.store, &c.id, &filter, offer_record, o);
    campaign_close(&c);
}

static void offer_pack(void *user, const char *path, struct span name)
{
    struct text word = {0};
    text_add(&word, name.at, name.length);
    offer(user, word.at, path);
    text_clear(&word);
}

static void offer_packs(struct offering *o)
{
    for (int i = 0; rulebooks[i] != NULL; i++)
        for (unsigned n = 0; pack_built_in_name(rulebooks[i], n).length > 0; n++)
            offer_pack(o, translated(o, rulebooks[i]->title), pack_built_in_name(rulebooks[i], n));
    folder_each(NULL, offer_pack, o);
    offer(o, ANY_FILE, NULL);
}

/* ---- what lies outside ------------------------------------------------------------------- */

static void offer_cameras(struct offering *o)
{
    glob_t found = {0};
    if (glob("/dev/video*", 0, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc; i++)
            offer(o, found.gl_pathv[i], NULL);
    globfree(&found);
}

/* Sheets of labels are known to the program that prints them, which offers them. */
static void offer_sheets(struct offering *o)
{
    helper_run(&o->call->context, "fuda-labels", (const char *const[]){"--sheet", "words", NULL});
}

static void offer_hooks(const struct offering *o)
{
    struct hooks hooks;
    const char *name;
    json_t *one;
    if (!hooks_load(&hooks, &o->call->context))
        return;
    json_object_foreach(hooks.all, name, one)
        offer(o, name, json_string_value(json_object_get(one, "style")));
    hooks_clear(&hooks);
}

static bool offer_remote(void *user, const struct store_remote *remote)
{
    offer(user, remote->name, remote->address);
    return true;
}

static void offer_remotes(struct offering *o)
{
    struct campaign c;
    if (campaign_open_store(&c, &o->call->context, STORE_READ)) {
        campaign_may_lose(&c);
        store_remotes_each(c.store, offer_remote, o);
    }
    campaign_close(&c);
}

/* ---- by the rows ------------------------------------------------------------------------- */

static void offer_operand(struct offering *o, enum operand what, const char *choices)
{
    switch (what) {
    case OPERAND_NONE:
    case OPERAND_CARD:
    case OPERAND_VERB:
    case OPERAND_TEXT: break;
    case OPERAND_CHOICE: offer_choices(o, choices); break;
    case OPERAND_COMMAND: offer_commands(o); break;
    case OPERAND_GAME: offer_games(o, false); break;
    case OPERAND_ANY_GAME: offer_all_games(o); break;
    case OPERAND_PACKED_GAME: offer_games(o, true); break;
    case OPERAND_RULE:
        offer_rules(o);
        if (o->call->count == 0)
            decks_named(&o->call->context, NULL, offer_named, o);
        break;
    case OPERAND_HOUSE: offer_house(o, NULL); break;
    case OPERAND_CAMPAIGN:
    case OPERAND_PLAYER:
    case OPERAND_RECORD:
    case OPERAND_WITHDRAWN: offer_stored(o, what); break;
    case OPERAND_PACK: offer_packs(o); break;
    case OPERAND_RECORDED:
        offer_stored(o, OPERAND_RECORD);
        offer(o, ANY_FILE, NULL);
        break;
    case OPERAND_FILE: offer(o, ANY_FILE, NULL); break;
    case OPERAND_CAMERA: offer_cameras(o); break;
    case OPERAND_SHEET: offer_sheets(o); break;
    case OPERAND_HOOK: offer_hooks(o); break;
    case OPERAND_REMOTE: offer_remotes(o); break;
    }
}

static void offer_flags(const struct offering *o)
{
    const struct flag *flag;
    for (int list = 0; (flag = call_flags(o->call, list)) != NULL; list++)
        for (; flag->name != NULL; flag++) {
            struct text word = {0};
            if (!call_offers(o->call, flag))
                continue;
            text_printf(&word, "--%s", flag->name);
            offer(o, word.at, translated(o, flag->summary));
            text_clear(&word);
        }
}

/* The words that may stand after those typed, and the options. */
static void offer_next(struct offering *o)
{
    const struct call *call = o->call;
    const struct command *row = call->row;
    o->before_options = !call->only_words;
    if (row == NULL)
        offer_commands(o);
    if (row != NULL && row == call->command && call->count == row->words_at)
        offer_rows(o, row->words);
    if (row != NULL && call->count < row->most) {
        int at = call->count < OPERANDS_MOST ? call->count : OPERANDS_MOST - 1;
        while (at > 0 && row->takes[at] == OPERAND_NONE)
            at--;
        offer_operand(o, row->takes[at], row->choices);
    }
    o->before_options = false;
    if (!call->only_words)
        offer_flags(o);
}

/* After --lang, --lang= or haratama/tie= a value is wanted. */
static enum status run(const struct context *context, int count, char **words)
{
    struct call call;
    struct offering o = {.call = &call, .about = given_value(context, "about") != NULL};
    size_t letters = 0;
    for (int i = 0; i < count; i++)
        letters += strlen(words[i]);
    bool good = true;
    call_begin(&call, count, letters);
    call.context.japanese = context->japanese;
    call.context.english = context->english;
    for (int i = 0; good && i < count; i++)
        good = call_take(&call, words[i]);
    const char *db = given_value(&call.context, "db"),
               *campaign = given_value(&call.context, "campaign");
    call.context.db = db != NULL ? db : context->db;
    call.context.campaign = campaign != NULL ? campaign : context->campaign;
    const char *last = count > 0 ? words[count - 1] : "";
    bool value = last[0] != '\0' && last[strlen(last) - 1] == '=';
    const struct flag *flag = value && last[0] == '-' && call.context.given_count > 0
                                  ? call.given[call.context.given_count - 1].flag
                                  : call.waiting;
    if (good && flag != NULL)
        offer_operand(&o, flag->value, flag->choices != NULL ? flag->choices : flag->takes);
    else if (good && value)
        offer_house(&o, last);
    else if (good)
        offer_next(&o);
    call_clear(&call);
    return good ? STATUS_CLEAN : STATUS_BAD;
}

/* Not listed in --help. */
const struct command words_command = {
    .name = "words",
    .manual = "fuda",
    .usage = N_("words [COMMAND [WORD…]]"),
    .example = "fuda words judge\nfuda words --about -- labels haratama --sheet",
    .flags = (const struct flag[]){{.name = "about",
                                       .summary = N_("say what each is, after a tab")},
        {0}},
    .takes = {OPERAND_TEXT},
    .most = WORDS_MANY,
    .whole = true,
    .plain = true,
    .run = run,
};
