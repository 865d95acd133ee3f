/*
 * What kind of line it is that was typed at the prompt, or tapped on a phone; see table_prompt.h.
 */
#define _XOPEN_SOURCE 700
#include "prompt_words.h"

#include <stdlib.h>
#include <string.h>

/*
 * After a word in Japanese something may stand that makes it the game's: 得点 Aki=3 is a statement
 * of Materia.
 */
static bool is_the_games(const struct table *t, const struct typed_line *l)
{
    const struct rulebook *book = t->session.record.setting.book;
    if (book == NULL || l->rest.length == 0)
        return false;
    for (int i = 1; book->verbs[i].name != NULL; i++)
        if (verb_is(&book->verbs[i], l->word))
            return true;
    return false;
}

/* One of the word's choices in Japanese is as it is in English; all else is as it was written. */
static struct span choice_meant(const struct command *w, struct span written)
{
    for (const char *at = w->choices; at != NULL && *at != '\0';) {
        size_t length = strcspn(at, "|"), name = strcspn(at, "/|");
        char spellings[NAME_MOST];
        snprintf(spellings, sizeof spellings, "%.*s", (int)length, at);
        if (name < length && word_spelled(spellings + name + 1, written))
            return (struct span){at, name};
        at += length + (at[length] == '|');
    }
    return written;
}

/* The word of the table's that it begins with. Cards nobody saw are no `?`. */
static const struct command *word_of(const struct table *t, const struct typed_line *l)
{
    const struct command *w = word_find(l->word);
    const bool cards = w != NULL && w->name[0] == '?'
                       && memchr(l->rest.at, '?', l->rest.length) != NULL;
    return w == NULL || cards || is_the_games(t, l) ? NULL : w;
}

/* Of offers the number of one; on a pipe an answer to what is asked goes first. */
static int number_of(const struct table *t, const struct typed_line *l)
{
    char folded[NAME_MOST];
    const bool digit = t->perhaps.count > 0 && l->alone && text_fold(l->word, folded) == 1
                       && folded[0] >= '1' && folded[0] <= '9';
    const int number = digit ? folded[0] - '0' : 0;
    return number <= t->perhaps.count && (t->terminal || !ask_reads(t, l->line)) ? number : 0;
}

struct typed_line typed_read(const struct table *t, const char *line)
{
    struct typed_line l = {.line = line};
    l.word = table_first_word(line, &l.alone);
    l.rest.at = l.word.at + l.word.length + strspn(l.word.at + l.word.length, " \t");
    l.rest.length = strlen(l.rest.at);
    while (l.rest.length > 0 && strchr(" \t", l.rest.at[l.rest.length - 1]) != NULL)
        l.rest.length--;
    l.number = number_of(t, &l);
    l.command = word_of(t, &l);
    l.looks = l.command != NULL && l.command->looks;
    if (l.command != NULL)
        l.rest = choice_meant(l.command, l.rest);
    l.kind = l.word.length == 0                ? TYPED_NOTHING
             : l.word.at[0] == '#'             ? TYPED_COMMENT
             : l.number > 0                    ? TYPED_NUMBER
             : l.alone && text_is(l.word, "!") ? TYPED_MARK
             : ask_takes_unseen(t, line)       ? TYPED_UNSEEN
             : l.command != NULL               ? TYPED_WORD
                                               : TYPED_STATEMENT;
    return l;
}

bool typed_is_shared(const struct typed_line *l)
{
    const struct command *w = l->command;
    return w != NULL && l->rest.length == 0
           && (w->at_table == table_undo || w->at_table == table_redo
               || w->at_table == table_again);
}

/* A word that nothing may follow. */
static bool takes_nothing(const struct table *t, const struct command *w, const char *rest)
{
    if (w->takes[0] != OPERAND_NONE || rest[0] == '\0')
        return true;
    return complain(t->context, N_("nothing comes after `{name}`; “{word}” was not understood"),
        "tt", "name", w->name, "word", rest);
}

bool typed_run(struct table *t, const struct typed_line *l)
{
    char *rest = memory_bytes(l->rest.at, l->rest.length);
    t->refused |= !takes_nothing(t, l->command, rest) || !l->command->at_table(t, rest);
    free(rest);
    return true;
}
