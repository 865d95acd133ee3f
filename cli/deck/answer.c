/* Answers of `fuda pack fill`, as they are typed, made into rows; see enter.h. */
#include "enter.h"

#include <string.h>

enum { WORDS_MOST = 32 };

/* An answer's words. Those without quotes are folded, so that full-width ones are read. */
struct answer_words {
    int count;
    struct span word[WORDS_MOST];
    char folded[WORDS_MOST][NAME_MOST];
};

static size_t blanks(const char *at)
{
    static const char wide[] = "\u3000";
    size_t length = 0;
    for (size_t step = 1; step > 0; length += step)
        step = strncmp(at + length, wide, sizeof wide - 1) == 0 ? sizeof wide - 1
                                                                : strspn(at + length, " \t");
    return length;
}

struct span answer_trim(const char *answer)
{
    const char *at = answer + blanks(answer), *end = at;
    for (const char *next = at; *next != '\0'; next += blanks(next)) {
        while (*next != '\0' && blanks(next) == 0)
            next++;
        end = next;
    }
    return (struct span){at, (size_t)(end - at)};
}

/* Words apart by blanks, a quoted one whole; at most WORDS_MOST, and of each NAME_MOST bytes. */
static void split(const char *answer, struct answer_words *w)
{
    w->count = 0;
    for (const char *at = answer; *(at += blanks(at)) != '\0' && w->count < WORDS_MOST;
         w->count++) {
        const size_t quoted = quoted_length((struct span){at, strlen(at)});
        const char *end = at + quoted;
        while (quoted == 0 && *end != '\0' && blanks(end) == 0)
            end++;
        struct span written = {at, (size_t)(end - at)};
        char *folded = w->folded[w->count];
        w->word[w->count] = quoted > 0 ? written
                                       : (struct span){folded, text_fold(written, folded)};
        at = written.at + written.length;
    }
}

void answer_straighten(const char *answer, struct text *out)
{
    static const char *const pairs[][2] = {
        {"\"", "\""},
        {"「", "」"},
        {"『", "』"},
        {"“", "”"},
        {"”", "”"},
        {"＂", "＂"},
    };
    text_add(out, "", 0);
    for (const char *at = answer; *at != '\0';) {
        size_t length = blanks(at), pair = 0;
        text_add(out, at, length);
        at += length;
        const char *close = NULL;
        for (; pair < sizeof pairs / sizeof *pairs && close == NULL; pair++)
            if (strncmp(at, pairs[pair][0], strlen(pairs[pair][0])) == 0)
                close = strstr(at + strlen(pairs[pair][0]), pairs[pair][1]);
        if (close != NULL) {
            at += strlen(pairs[pair - 1][0]);
            text_put(out, "\"");
            text_add(out, at, (size_t)(close - at));
            text_put(out, "\"");
            at = close + strlen(pairs[pair - 1][1]);
        }
        for (length = 0; at[length] != '\0' && blanks(at + length) == 0;)
            length++;
        text_add(out, at, length);
        at += length;
    }
}

/* A value alone, as a short answer has it: no word of the language, no NAME=VALUE. */
static bool is_value(struct span word, bool *more)
{
    *more = word.length > 1 && word.at[word.length - 1] == '+';
    char last = word.at[word.length - 1 - *more];
    return last >= '0' && last <= '9' && memchr(word.at, '=', word.length) == NULL;
}

static bool is_quoted(const struct answer_words *w, int at)
{
    return at < w->count && quoted_length(w->word[at]) > 0;
}

/* The values that a field takes from word `at` on, each after its word; returns the next word. */
static int add_values(struct text *row, const struct verb *verb, const struct field *f,
    const struct answer_words *w, int at)
{
    struct span key = verb_word(verb, f->key);
    int most = f->kind == FIELD_KEYED ? 1 : f->count;
    bool more;
    for (int i = 0; i < most && at < w->count && is_value(w->word[at], &more); i++, at++) {
        struct span word = w->word[at];
        if (f->kind == FIELD_STEPS)
            text_printf(row, " %d%s=", i, more ? "+" : "");
        else if (i == 0)
            text_printf(row, " %.*s%s", (int)key.length, key.at,
                f->kind == FIELD_KEYED ? "=" : " ");
        else
            text_put(row, " ");
        text_add(row, word.at, word.length - (f->kind == FIELD_STEPS && more));
    }
    return at;
}

/* Is it a short answer? Then the row goes on with it. */
static bool expand(struct text *row, const struct deck_part *part, int form,
    const struct answer_words *w)
{
    const struct row_form *rows = &part->forms[form];
    int at = 0, values = 0;
    bool more;
    for (int i = rows->count > 0; i < rows->field_count; i++) {
        const struct field *f = &rows->fields[i];
        bool numbered = f->kind == FIELD_NUMBER && is_quoted(w, at + 1)
                        && is_value(w->word[at], &more);
        if (numbered || (f->kind == FIELD_NAME && is_quoted(w, at))) {
            text_put(row, " ");
            text_add(row, w->word[at].at, w->word[at].length);
            at++;
        } else if (f->bare) {
            int next = add_values(row, &part->rows[form], f, w, at);
            values += next - at;
            at = next;
        }
    }
    return values > 0 && at == w->count;
}

void answer_row(const struct deck_part *part, int form, const char *beginning, const char *answer,
    struct text *row)
{
    struct answer_words w;
    split(answer, &w);
    const char *verb = part->rows[form].name;
    if (w.count > 1 && w.word[0].length == strlen(verb)
        && memcmp(w.word[0].at, verb, w.word[0].length) == 0) {
        text_put(row, answer);
        return;
    }
    text_put(row, beginning);
    if (expand(row, part, form, &w))
        return;
    row->length = 0;
    text_printf(row, "%s %s", beginning, answer);
}
