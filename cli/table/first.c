/* The first questions: which game, who sits, and whether something goes on; see table_prompt.h. */
#define _XOPEN_SOURCE 700
#include "table_prompt.h"
#include "cli/deck/stored.h"
#include "core/text.h"

#include <stdlib.h>
#include <string.h>

/* ---- asking ------------------------------------------------------------------------------ */

/* One line to a question, the answer that RETURN takes in brackets. NULL: ^C or ^D. */
static char *read_answer(struct table *t, const char *question, const char *otherwise)
{
    struct text prompt = {0};
    bool interrupted;
    t->own.prompts = true; /* what is complained of from now on was typed here */
    text_put(&prompt, question);
    if (otherwise != NULL && otherwise[0] != '\0')
        text_printf(&prompt, " [%s]", otherwise);
    text_put(&prompt, " ▸ ");
    const char *line = line_read(t->line, prompt.at, &interrupted);
    char *answer = line == NULL || interrupted
                       ? NULL
                       : memory_text(table_blank(line) && otherwise ? otherwise : line);
    text_clear(&prompt);
    return answer;
}

/* A single word, one of these in any width. */
static bool is_word(const char *answer, const char *spellings)
{
    bool alone;
    const struct span one = table_first_word(answer, &alone);
    return alone && word_spelled(spellings, one);
}

static void show_help(const struct table *t, const struct first_question *q)
{
    struct text out = {0};
    say_wrapped(&out, say(t->context, q->help), 0, 0);
    text_put(&out, "\n");
    say_wrapped(&out,
        say(t->context, N_("`history` lists the games, `standings` shows how everybody stands, "
                           "`rules` the rules; `quit` leaves.")),
        0, 0);
    text_put(&out, "\n");
    table_show(t, &out);
}

/*
 * What may be looked at before there is a record: a command, as if it had been given to the shell.
 */
static bool looked_around(const struct table *t, const char *answer)
{
    static const struct {
        const char *words;
        const struct command *command;
    } looks[] = {
        {"history/履歴/記録", &history_command},
        {"standings/成績/順位", &standings_command},
        {"rules/ルール/規則", &rules_command},
    };
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        if (is_word(answer, looks[i].words)) {
            struct context as = *t->context;
            as.row = looks[i].command;
            looks[i].command->run(&as, 0, NULL);
            return true;
        }
    return false;
}

char *first_ask(struct table *t, const struct first_question *q)
{
    static const char help[] = "?/help/ヘルプ/助けて/使い方",
                      leave[] = "quit/exit/やめる/終わり/終了/閉じる/中断";
    char *answer;
    t->first = q;
    while ((answer = read_answer(t, q->asks, q->otherwise)) != NULL) {
        const bool helps = is_word(answer, help);
        if (!helps && !looked_around(t, answer))
            break;
        if (helps)
            show_help(t, q);
        free(answer);
    }
    t->first = NULL;
    t->left = answer == NULL || is_word(answer, leave);
    if (!t->left)
        return answer;
    if (answer == NULL && t->terminal)
        puts("");
    free(answer);
    return NULL;
}

enum consent consent_read(const char *answer)
{
    char folded[NAME_MOST + 1] = "";
    if (answer == NULL)
        return NOBODY;
    if (strlen(answer) > NAME_MOST)
        return UNCLEAR;
    text_fold((struct span){answer, strlen(answer)}, folded);
    if (folded[0] == 'y' || strncmp(folded, "は", strlen("は")) == 0)
        return YES;
    return folded[0] == 'n' || strncmp(folded, "い", strlen("い")) == 0 ? NO : UNCLEAR;
}

enum consent first_consent(struct table *t, const char *question)
{
    const struct first_question q = {.asks = question,
        .otherwise = say(t->context, N_("yes")),
        .help = N_("yes: that game goes on where it was left. no: it stays as it is, for another "
                   "day, and a new one begins.")};
    enum consent said = UNCLEAR;
    while (said == UNCLEAR) {
        char *answer = first_ask(t, &q);
        said = consent_read(answer);
        free(answer);
        if (said == UNCLEAR)
            complain(t->context,
                N_("expected yes or no; RETURN takes what stands in brackets, `help` says more, "
                   "`quit` leaves"),
                "");
    }
    return said;
}

/* ---- which game -------------------------------------------------------------------------- */

/* Does one of "祓魂/ハラタマ" begin so? */
static bool any_begins(const char *names, const char *word)
{
    while (names != NULL && *names != '\0') {
        if (strncmp(names, word, strlen(word)) == 0)
            return true;
        names += strcspn(names, "/");
        names += *names == '/';
    }
    return false;
}

/* A game by its number in the list, a name it has, or the only one that begins so; NULL: none. */
static const struct rulebook *game_meant(const struct table *t, struct span word)
{
    const struct rulebook *named = game_find(word), *begun = NULL;
    char folded[NAME_MOST + 1] = "";
    if (named != NULL || word.length > NAME_MOST)
        return named;
    const size_t length = text_fold(word, folded);
    folded[length] = '\0';
    for (int i = 0; rulebooks[i] != NULL; i++) {
        const char *title = say(t->context, rulebooks[i]->title);
        char number[12];
        snprintf(number, sizeof number, "%d", i + 1);
        if (strcmp(folded, number) == 0 || text_is((struct span){title, strlen(title)}, folded))
            return rulebooks[i];
        if (length == 0
            || (strncmp(rulebooks[i]->id, folded, length) != 0
                && strncmp(title, folded, length) != 0 && !any_begins(rulebooks[i]->names, folded)))
            continue;
        if (begun != NULL)
            return NULL;
        begun = rulebooks[i];
    }
    return begun;
}

/* "  1  Haratama         3–4 players" */
static void list_games(const struct table *t)
{
    enum { TITLE = 18 };
    struct text out = {0};
    for (int i = 0; rulebooks[i] != NULL; i++) {
        const char *title = say(t->context, rulebooks[i]->title);
        const int64_t least = rulebooks[i]->seats_least, most = rulebooks[i]->seats_most;
        text_printf(&out, "%3d  ", i + 1);
        say_padded(&out, title, strlen(title), TITLE, false);
        say_with(t->context, &out,
            least == most ? N_("{least} players") : N_("{least}–{most} players"), "ii", "least",
            least, "most", most);
        text_put(&out, "\n");
    }
    table_show(t, &out);
}

/* Names that begin so are offered; or the one that is `whole` is taken. */
struct offered_names {
    const char *word;
    void (*offer)(void *, const char *);
    void *to;
    struct text *name;
    struct span whole;
};

static void offer_begun(void *user, const char *name)
{
    const struct offered_names *o = user;
    if (o->name != NULL && o->name->length == 0 && text_same(span_of(name), o->whole))
        text_put(o->name, name);
    else if (o->offer != NULL && strncmp(name, o->word, strlen(o->word)) == 0)
        o->offer(o->to, name);
}

static void offer_games(const struct table *t, const char *word,
    void (*offer)(void *, const char *), void *to)
{
    for (int i = 0; rulebooks[i] != NULL; i++) {
        const char *title = say(t->context, rulebooks[i]->title);
        if (strncmp(rulebooks[i]->id, word, strlen(word)) == 0)
            offer(to, rulebooks[i]->id);
        else if (strncmp(title, word, strlen(word)) == 0)
            offer(to, title);
    }
    first_offer_packs(t, word, offer, to);
}

void first_offer_packs(const struct table *t, const char *word, void (*offer)(void *, const char *),
    void *to)
{
    struct offered_names o = {word, offer, to, NULL, {NULL, 0}};
    decks_named(t->context, &t->campaign, offer_begun, &o);
}

/* Is the whole answer the name of a game that is a pack? Then its book, and the name as it is. */
static const struct rulebook *pack_meant(const struct table *t, const char *answer,
    struct text *name)
{
    struct offered_names o = {answer, NULL, NULL, name, {answer, strlen(answer)}};
    while (o.whole.length > 0 && o.whole.at[o.whole.length - 1] == ' ')
        o.whole.length--;
    decks_named(t->context, &t->campaign, offer_begun, &o);
    return name->length > 0 ? rulebook_of_packs(NULL) : NULL;
}

const struct rulebook *first_game(struct table *t, struct text *behind)
{
    const struct rulebook *book = rulebooks[1] == NULL ? rulebooks[0] : NULL;
    const struct first_question q = {.asks = say(t->context, N_("Which game?")),
        .offer = offer_games,
        .otherwise = game_shown(t->context,
            t->last_game[0] != '\0' ? t->last_game : rulebooks[0]->id),
        .help = N_("Its number, its name or the beginning of it; the players' names may follow at "
                   "once. RETURN takes the game in brackets.")};
    if (book == NULL)
        list_games(t);
    while (book == NULL) {
        char *answer = first_ask(t, &q);
        if (answer == NULL)
            return NULL;
        const char *word = answer + strspn(answer, " \t");
        const size_t length = strcspn(word, " \t");
        book = pack_meant(t, word, behind);
        if (book != NULL) {
            free(answer);
            return book;
        }
        book = game_meant(t, (struct span){word, length});
        if (book != NULL && !table_blank(word + length))
            text_put(behind, word + length);
        answer[(size_t)(word - answer) + length] = '\0';
        if (book == NULL)
            game_named(t->context, word);
        free(answer);
    }
    return book;
}

/* ---- who sits ---------------------------------------------------------------------------- */

/* Commas part names too, while they are asked for. */
static void open_commas(char *line)
{
    for (char *at = line; *at != '\0'; at++)
        if (*at == ',')
            *at = ' ';
        else if (strncmp(at, "、", strlen("、")) == 0 || strncmp(at, "，", strlen("，")) == 0)
            memset(at, ' ', strlen("、"));
}

int first_names(struct table *t, char *answer, char names[][NAME_MOST + 1], char **out)
{
    struct seats none = {.count = 0};
    struct setting setting = {.seats = &none};
    struct statement *said = memory_get(sizeof *said);
    struct reader reader;
    struct fault fault;
    struct text line = {0};
    int count = 0;
    open_commas(answer);
    text_printf(&line, "players %s", answer);
    reader_begin(&reader, line.at, line.length, 1);
    if (statement_read(&reader, &setting, false, said, &fault) == READ_STATEMENT) {
        for (; count < said->count; count++) {
            names[count][text_spell(said->argument[count].text, names[count])] = '\0';
            out[count] = names[count];
        }
        if (statement_read(&reader, &setting, false, said, &fault) != READ_END)
            count = 0;
    }
    if (count == 0)
        complain(t->context,
            N_("these are no names; expected them apart by spaces, as in Aki Bo Chie"), "");
    text_clear(&line);
    free(said);
    return count;
}

static void offer_last_names(const struct table *t, const char *word,
    void (*offer)(void *, const char *), void *to)
{
    for (int i = 0; i < t->last.seats; i++)
        if (strncmp(t->last_names[i], word, strlen(word)) == 0
            && strcspn(t->last_names[i], " \t;\"#") == strlen(t->last_names[i]))
            offer(to, t->last_names[i]);
}

/* The names of the last game, to be taken by RETURN. */
static void add_last_names(const struct table *t, struct text *out)
{
    text_add(out, "", 0);
    for (int i = 0; i < t->last.seats; i++) {
        text_put(out, i > 0 ? " " : "");
        text_token(out, t->last_names[i]);
    }
}

char *first_players(struct table *t)
{
    struct text last = {0};
    add_last_names(t, &last);
    const struct first_question q = {.asks = say(t->context,
                                         N_("Who sits at the table, clockwise?")),
        .otherwise = last.at,
        .offer = offer_last_names,
        .help = N_("The players' names in the order in which they sit, clockwise, with spaces "
                   "between: Aki Bo Chie. A name with a space stands in quotes. RETURN takes the "
                   "names in brackets.")};
    char *answer = first_ask(t, &q);
    text_clear(&last);
    return answer;
}
