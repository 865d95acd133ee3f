/* What the table looks up for its own words: the statements of its game, and its rules. */
#define _XOPEN_SOURCE 700
#include "prompt_words.h"

const struct verb *word_statement(const struct rulebook *book, int at)
{
    int own = 0;
    for (; book != NULL && book->verbs[own].name != NULL; own++)
        if (own == at)
            return &book->verbs[at];
    int common = SAY_HOUSE + at - own;
    return book != NULL && common < COMMON_VERBS ? &common_verbs[common] : NULL;
}

void word_help(const struct context *context, struct text *out, const char *usage,
    const char *summary)
{
    enum { INDENT = 2, COLUMN = 31 };
    say_entry(out, INDENT, COLUMN, say(context, usage), say(context, summary));
}

bool table_rules(struct table *t, const char *rest)
{
    const struct rulebook *book = t->session.record.setting.book;
    bool own = book != NULL && game_find((struct span){rest, strcspn(rest, "/")}) == NULL;
    struct text game = {0}, word = {0};
    text_put(&game, own ? book->id : rest);
    text_put(&word, own ? rest : "");
    char *words[] = {game.at, word.at};
    bool found = rules_command.run(t->context, (game.length > 0) + (word.length > 0), words)
                 == STATUS_CLEAN;
    text_clear(&game);
    text_clear(&word);
    return found;
}
