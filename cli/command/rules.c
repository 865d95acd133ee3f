/* fuda rules: the games, a game's rules and open questions, or one rule; as text or as JSON. */
#include "cli/deck/enter.h"
#include "cli/deck/find.h"
#include "cli/say.h"

#include <jansson.h>
#include <string.h>

enum { INDENT = 4 };

/* ---- for people -------------------------------------------------------------------------- */

static void print_text(struct text *t)
{
    fwrite(t->at, 1, t->length, stdout);
    t->length = 0;
}

static void add_rule(const struct context *context, struct text *t, const struct rulebook *book,
    const struct rule *rule)
{
    say_paint(context, t, PAINT_BOLD);
    text_printf(t, "%s/%s", book->id, rule->id);
    say_paint(context, t, PAINT_PLAIN);
    text_put(t, "  ");
    say_heading(context, t, rule);
    if (!context->japanese && rule->heading_en != NULL)
        text_printf(t, " (%s)", rule->heading);
    if (rule->judged)
        text_printf(t, "  • %s", say(context, N_("judged")));
    text_printf(t, "\n%*s", INDENT, "");
    say_wrapped(t, say(context, rule->text), INDENT, INDENT);
    text_put(t, "\n");
}

/* "fox = receiver | off": the default first. */
static void add_choices(struct text *t, const struct option *option)
{
    text_printf(t, "house %s=", option->key);
    for (const struct house_answer *a = option->answer; a->word != NULL; a++) {
        text_put(t, a > option->answer ? " | " : "");
        text_answer(t, a, a->number);
    }
}

static void add_option(const struct context *context, struct text *t, const struct option *option)
{
    text_put(t, "  ");
    say_paint(context, t, PAINT_BOLD);
    add_choices(t, option);
    say_paint(context, t, PAINT_PLAIN);
    text_printf(t, "\n%*s", INDENT, "");
    say_wrapped(t, say(context, option->question), INDENT, INDENT);
    text_put(t, "\n");
}

static void print_games(const struct context *context)
{
    struct text t = {0};
    for (int i = 0; rulebooks[i] != NULL; i++) {
        const struct rulebook *book = rulebooks[i];
        say_paint(context, &t, PAINT_BOLD);
        text_printf(&t, "%s", book->id);
        say_paint(context, &t, PAINT_PLAIN);
        text_put(&t, "  ");
        text_put(&t, say(context, book->title));
        say_comma(context, &t);
        say_with(context, &t,
            book->seats_least == book->seats_most ? N_("{most} players")
                                                  : N_("{least}–{most} players"),
            "ii", "least", (int64_t)book->seats_least, "most", (int64_t)book->seats_most);
        text_put(&t, "\n");
    }
    text_printf(&t, "\n%s\n",
        say(context, N_("A game's rules: fuda rules GAME. One rule: fuda rules GAME/RULE.")));
    print_text(&t);
    text_clear(&t);
}

static void print_game(const struct context *context, const struct rulebook *book)
{
    struct text t = {0};
    for (int i = 0; book->rules[i].id != NULL; i++)
        add_rule(context, &t, book, &book->rules[i]);
    say_paint(context, &t, PAINT_BOLD);
    text_printf(&t, "\n%s\n",
        say(context, N_("Left open by the rulebook, and options (the default first)")));
    say_paint(context, &t, PAINT_PLAIN);
    for (int i = 0; book->options[i].key != NULL; i++)
        add_option(context, &t, &book->options[i]);
    print_text(&t);
    text_clear(&t);
}

static void print_rule(const struct context *context, const struct rulebook *book, int rule)
{
    struct text t = {0};
    add_rule(context, &t, book, &book->rules[rule]);
    for (int i = 0; book->options[i].key != NULL; i++)
        if (book->options[i].rule == rule)
            add_option(context, &t, &book->options[i]);
    print_text(&t);
    text_clear(&t);
}

/* ---- as JSON ----------------------------------------------------------------------------- */

static json_t *rule_json(const struct context *context, const struct rulebook *book, int rule)
{
    const struct rule *row = &book->rules[rule];
    json_t *house = json_array();
    for (int i = 0; book->options[i].key != NULL; i++) {
        if (book->options[i].rule != rule)
            continue;
        json_t *choices = json_array();
        for (const struct house_answer *a = book->options[i].answer; a->word != NULL; a++) {
            char answer[CHOICE_MOST];
            json_array_append_new(choices,
                json_stringn(answer, answer_write(a, a->number, answer)));
        }
        json_array_append_new(house,
            json_pack("{s:s, s:s, s:o}", "key", book->options[i].key, "question",
                say(context, book->options[i].question), "choices", choices));
    }
    struct text id = {0};
    text_printf(&id, "%s/%s", book->id, row->id);
    json_t *object = json_pack("{s:s, s:b, s:s, s:s, s:s, s:o}", "rule", id.at, "judged",
        row->judged, "section", row->section, "heading", row->heading, "text",
        say(context, row->text), "house", house);
    text_clear(&id);
    return object;
}

static void print_json(const struct context *context, const struct rulebook *book, int rule)
{
    json_t *list = json_array();
    for (int g = 0; rulebooks[g] != NULL; g++)
        for (int i = 0; rulebooks[g]->rules[i].id != NULL; i++)
            if ((book == NULL || book == rulebooks[g]) && (rule < 0 || rule == i))
                json_array_append_new(list, rule_json(context, rulebooks[g], i));
    json_t *whole = json_pack("{s:o}", "rules", list);
    json_dumpf(whole, stdout, JSON_INDENT(1));
    putchar('\n');
    json_decref(whole);
}

/* ---- unknown words ----------------------------------------------------------------------- */

struct near {
    struct guess guess;
    const char *game, *rule;
};

static void consider(struct near *near, const char *game, const char *rule)
{
    if (guess_known(&near->guess, rule != NULL ? rule : game))
        *near = (struct near){near->guess, game, rule};
}

/*
 * Rules by a word of their headings, as the rulebook or the reader's language has them; or else of
 * their texts.
 */
static bool print_about(const struct context *context, const struct rulebook *book,
    const char *word)
{
    struct text t = {0};
    for (int texts = 0; texts < 2 && t.length == 0 && word[0] != '\0'; texts++)
        for (int g = 0; rulebooks[g] != NULL; g++)
            for (int i = 0; rulebooks[g]->rules[i].id != NULL; i++) {
                const struct rule *rule = &rulebooks[g]->rules[i];
                const bool about = texts ? strstr(say(context, rule->text), word) != NULL
                                         : strstr(rule->heading, word) != NULL
                                               || (rule->heading_en != NULL
                                                   && strstr(say(context, rule->heading_en), word)
                                                          != NULL);
                if ((book == NULL || book == rulebooks[g]) && about)
                    add_rule(context, &t, rulebooks[g], rule);
            }
    const bool any = t.length > 0;
    if (any)
        print_text(&t);
    text_clear(&t);
    return any;
}

/*
 * What people at tables call rules, in any language, and what is meant, in any game: ids of rules
 * or keys of options.
 */
static const struct calling {
    const char *called, *meant; /* parted by slashes */
} callings[] = {
    {"revoke/revoking/renege/reneging/following "
     "suit/反則/リボーク/マストフォロー違反/フォローしない",
        "follow/blue-lead/no-proof"},
    {"penalty/penalties/offence/offense/foul/cheating/反則/罰/罰則/ペナルティ/違反", "remedy"},
    {"tie/ties/draw/tied/tie break/tiebreak/同点/引き分け/引分け/同数/同値/タイ",
        "tie/rank/equal/no-winner/win/last"},
    {"trump/trumps/切り札/切札/トランプ", "win-trump/blue-lead/break"},
    {"shoot the moon/shooting the moon/moon/slam/all "
     "relics/総取り/シュートザムーン/シュート・ザ・ムーン",
        "haratama"},
    {"out of turn/turn order/順番/手番/番", "turn"},
    {"first player/who starts/who leads/start player/親/最初", "first-lead/start/lead/roles/open"},
    {"hand size/how many cards/枚数", "deal/hand/counts/archive"},
    {"winning/victory/who wins/勝利/勝ち/勝敗", "rounds/threshold/rank/deals/ending/twenty/last"},
    {"scoring/score/得点/点数/失点", "loss/haratama/rank/score/capture"},
};

/* Is it one of those that the text has, parted by slashes? */
static bool is_among(const char *list, struct span word)
{
    for (const char *at = list; *at != '\0'; at += strspn(at, "/")) {
        const size_t size = strcspn(at, "/");
        if (size == word.length && memcmp(at, word.at, size) == 0)
            return true;
        at += size;
    }
    return false;
}

/* Those that this game has, in the order in which they are meant. */
static void add_called(const struct context *context, struct text *t, const struct rulebook *book,
    const char *meant)
{
    for (const char *at = meant; *at != '\0'; at += strspn(at, "/")) {
        const struct span id = {at, strcspn(at, "/")};
        for (int i = 0; book->rules[i].id != NULL; i++)
            if (is_among(book->rules[i].id, id))
                add_rule(context, t, book, &book->rules[i]);
        for (int i = 0; book->options[i].key != NULL; i++)
            if (is_among(book->options[i].key, id))
                add_option(context, t, &book->options[i]);
        at += id.length;
    }
}

bool rules_called(const struct context *context, const struct rulebook *book, struct span word)
{
    struct text t = {0};
    char folded[NAME_MOST];
    const size_t length = word.length < sizeof folded ? text_fold(word, folded) : 0;
    for (size_t i = 0; i < sizeof callings / sizeof *callings; i++)
        if (length > 0 && is_among(callings[i].called, (struct span){folded, length}))
            add_called(context, &t, book, callings[i].meant);
    const bool any = t.length > 0;
    text_clear(&t);
    return any;
}

/* Rules by what people call them. */
static bool print_called(const struct context *context, const struct rulebook *book,
    const char *word)
{
    struct text t = {0};
    char folded[NAME_MOST];
    const size_t given = strlen(word),
                 length = given < sizeof folded ? text_fold((struct span){word, given}, folded) : 0;
    for (size_t i = 0; i < sizeof callings / sizeof *callings; i++)
        for (int g = 0;
             rulebooks[g] != NULL && is_among(callings[i].called, (struct span){folded, length});
             g++) {
            const size_t before = t.length;
            if (book != NULL && book != rulebooks[g])
                continue;
            if (book == NULL)
                text_printf(&t, "%s%s:\n", before > 0 ? "\n" : "",
                    say(context, rulebooks[g]->title));
            const size_t titled = t.length;
            add_called(context, &t, rulebooks[g], callings[i].meant);
            if (t.length == titled)
                t.length = before;
        }
    const bool any = t.length > 0;
    if (any)
        print_text(&t);
    text_clear(&t);
    return any;
}

/*
 * The ids of this game's rules that are nearest to the word, nearest first, as `fuda rules` takes
 * them.
 */
static void add_nearest(struct text *t, const struct rulebook *book, const char *word)
{
    enum { NEAR_MOST = 3, FAR = NAME_MOST }; /* however far */
    const struct span said = {word, strlen(word)};
    const char *shown[NEAR_MOST];
    for (int n = 0; n < NEAR_MOST; n++) {
        struct guess guess = {.word = said, .far = FAR};
        for (int i = 0; book->rules[i].id != NULL; i++) {
            bool old = false;
            for (int k = 0; k < n; k++)
                old |= shown[k] == book->rules[i].id;
            if (!old)
                guess_known(&guess, book->rules[i].id);
        }
        if (guess.name == NULL)
            return;
        shown[n] = guess.name;
        text_printf(t, "%s%s", n > 0 ? ", " : "", guess.name);
    }
}

/* `exact`: after a slash, where an id stands and nothing is searched for. */
static enum status unknown(const struct context *context, const struct rulebook *book,
    const char *word, bool exact)
{
    if (!context->json && !exact
        && (print_called(context, book, word) || print_about(context, book, word)))
        return STATUS_CLEAN;
    /* one wrong letter in three */
    struct near near = {
        .guess = {.word = {word, strlen(word)}, .far = (unsigned)(1 + strlen(word) / 3)}};
    for (int g = 0; rulebooks[g] != NULL; g++) {
        if (book == NULL)
            consider(&near, rulebooks[g]->id, NULL);
        for (int i = 0; rulebooks[g]->rules[i].id != NULL && (!book || book == rulebooks[g]); i++)
            consider(&near, rulebooks[g]->id, rulebooks[g]->rules[i].id);
    }
    struct text nearest = {0};
    if (near.game == NULL && book != NULL) {
        add_nearest(&nearest, book, word);
        complain(context,
            N_("“{word}” is not a rule of {title}; nearest are {rules}, and `fuda rules {game}` "
               "lists all"),
            "twtt", "word", word, "title", book->title, "rules", nearest.at, "game", book->id);
    } else if (near.game == NULL)
        complain(context,
            N_("“{word}” is not a game or rule; expected one that `fuda rules` lists"), "t", "word",
            word);
    else
        complain(context,
            near.rule == NULL
                ? N_("“{word}” is not known; did you mean `fuda rules {game}`?")
                : N_("“{word}” is not known; did you mean `fuda rules {game}/{rule}`?"),
            "ttt", "word", word, "game", near.game, "rule", near.rule);
    text_clear(&nearest);
    return STATUS_BAD;
}

/* A rule by its id alone is found if only one game has it. */
static int rule_anywhere(const char *id, const struct rulebook **book)
{
    int found = -1;
    for (int g = 0; rulebooks[g] != NULL; g++) {
        int rule = rulebook_rule(rulebooks[g], id);
        if (rule < 0)
            continue;
        if (found >= 0)
            return -1;
        found = rule;
        *book = rulebooks[g];
    }
    return found;
}

/* ---- a game that is a pack ----------------------------------------------------------------- */

static void print_sentences(const struct context *context, const struct pack *pack)
{
    struct text t = {0};
    say_foreign(&t, pack->name, pack->name_length);
    text_put(&t, "\n");
    for (struct pack_row row = {.text = {NULL, 0}}; pack_next(pack, &row);) {
        struct text line = {0};
        pack_say_row(context, &line, pack, &row);
        if (line.length > 0) {
            text_put(&t, "  ");
            say_wrapped(&t, line.at, 2, 4);
            text_put(&t, "\n");
        }
        text_clear(&line);
    }
    print_text(&t);
    text_clear(&t);
}

/* {"game":"Wizard","book":"score","rows":[{"row":"seats 3-6","text":"3-6 people play."},…]} */
static void print_rows_json(const struct context *context, const struct pack *pack)
{
    json_t *rows = json_array();
    for (struct pack_row row = {.text = {NULL, 0}}; pack_next(pack, &row);) {
        struct text line = {0};
        pack_say_row(context, &line, pack, &row);
        json_array_append_new(rows,
            json_pack("{s:o, s:s}", "row", json_stringn(row.text.at, row.text.length), "text",
                line.at));
        text_clear(&line);
    }
    json_t *whole = json_pack("{s:o, s:s, s:o}", "game",
        json_stringn(pack->name, pack->name_length), "book", pack->book->id, "rows", rows);
    json_dumpf(whole, stdout, JSON_INDENT(1));
    putchar('\n');
    json_decref(whole);
}

/* Its rows as sentences. False: no pack is called so. */
static bool print_packed(const struct context *context, const char *word)
{
    struct packs packs = {.context = context};
    const struct span name = {word, strlen(word)};
    const struct pack *pack = name.length <= NAME_MOST ? packs_look_game(&packs, name) : NULL;
    if (pack != NULL && context->json)
        print_rows_json(context, pack);
    else if (pack != NULL)
        print_sentences(context, pack);
    packs_end(&packs);
    return pack != NULL;
}

static enum status run(const struct context *context, int count, char **words)
{
    const struct rulebook *book = NULL;
    const char *word = count > 0 ? words[0] : "", *id = count > 1 ? words[1] : NULL;
    int rule = -1;
    size_t game = strcspn(word, "/");
    if (count == 1 && game_find((struct span){word, strlen(word)}) == NULL
        && print_packed(context, word))
        return STATUS_CLEAN;
    if (count > 0) {
        book = rulebook_find((struct span){word, game});
        if (book == NULL && word[game] == '\0' && id == NULL)
            rule = rule_anywhere(word, &book);
        if (book == NULL)
            return unknown(context, NULL,
                word[game] == '/' && word[game + 1] ? word + game + 1 : word, word[game] == '/');
        if (word[game] == '/')
            id = word + game + 1;
        if (id != NULL && (rule = rulebook_rule(book, id)) < 0)
            return unknown(context, book, id, word[game] == '/');
    }
    if (context->json)
        print_json(context, book, rule);
    else if (book == NULL)
        print_games(context);
    else if (rule < 0)
        print_game(context, book);
    else
        print_rule(context, book, rule);
    return STATUS_CLEAN;
}

const struct command rules_command = {
    .name = "rules",
    .manual = "fuda-judge",
    .usage = N_("rules [GAME [RULE]]"),
    .summary = N_("look a rule up"),
    .example =
        "fuda rules haratama\nfuda rules haratama/blue-lead\nfuda rules haratama follow --lang ja",
    .takes = {OPERAND_RULE},
    .most = 2,
    .pages = PAGES,
    .run = run,
};
