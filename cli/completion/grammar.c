/*
 * Colours for editors, made of the tables of verbs while `fuda` is built:
 *
 *     grammar vim         a syntax file for Vim
 *     grammar textmate    a TextMate grammar, as most other editors read them
 *
 * Both know of a record what its words are, in both languages; what they mean in which game, `fuda
 * judge` says.
 */
#include "core/core.h"

#include <stdio.h>
#include <string.h>

/* The kinds of words; each is a list in the grammar. */
enum kind { COMMON, VERBS, WORDS, GAMES, KINDS };

static const struct {
    const char *vim, *group, *scope;
} kinds[KINDS] = {
    [COMMON] = {"fudaCommon", "PreProc", "keyword.control.fuda"},
    [VERBS] = {"fudaVerb", "Statement", "keyword.other.fuda"},
    [WORDS] = {"fudaWord", "Constant", "constant.language.fuda"},
    [GAMES] = {"fudaGame", "Type", "entity.name.type.fuda"},
};

/* What is no list: as Vim's regular expressions have it, and as others'. */
static const struct {
    const char *name, *group, *vim, *scope, *match;
} patterns[] = {
    {"fudaCard", "Number", "\\(\\<\\a\\{1,2}\\|[^\\x00-\\x7f]\\{1,6}\\)\\d\\{1,2}\\>",
        "constant.numeric.card.fuda",
        "(?:\\\\b[A-Za-z]{1,2}|[^\\\\x00-\\\\x7f]{1,6})[0-9]{1,2}\\\\b"},
    {"fudaKey", "Identifier", "[^ \\t;:=]\\+\\ze=", "variable.parameter.fuda", "[^\\\\s;:=]+(?==)"},
    {"fudaNumber", "Number", "\\<\\d\\+\\>", "constant.numeric.fuda", "\\\\b[0-9]+\\\\b"},
    {"fudaDate", "Number", "\\<\\d\\{4}-\\d\\d-\\d\\d\\>", "constant.other.date.fuda",
        "\\\\b[0-9]{4}-[0-9]{2}-[0-9]{2}\\\\b"},
    {"fudaUnseen", "Special", "[?？]", "constant.other.unseen.fuda", "[?？]"},
    {"fudaStands", "Special", "[!！]\\s*$", "keyword.operator.stands.fuda", "[!！]\\\\s*$"},
};
enum { PATTERNS = sizeof patterns / sizeof *patterns };

/* ---- the words of the tables ---------------------------------------------------------------- */

enum { LIST_MOST = 1000 };

struct out {
    bool vim;
    int count; /* of this list so far */
    struct span word[LIST_MOST];
};

/* A word of several games stands in the list once. */
static void put_word(struct out *out, const char *word, size_t length)
{
    bool known = length == 0 || out->count == LIST_MOST;
    for (int i = 0; i < out->count && !known; i++)
        known = out->word[i].length == length && memcmp(out->word[i].at, word, length) == 0;
    if (known)
        return;
    printf("%s%.*s", out->vim ? " " : out->count > 0 ? "|" : "", (int)length, word);
    out->word[out->count++] = (struct span){word, length};
}

/* Spellings that a / parts, lists of those that a blank parts. */
static void put_spellings(struct out *out, const char *at)
{
    while (at != NULL && *at != '\0') {
        size_t length = strcspn(at, "/ ");
        put_word(out, at, length);
        at += length + (at[length] != '\0');
    }
}

static void put_verbs(struct out *out, const struct verb *verbs, enum kind kind)
{
    for (int i = 0; verbs != NULL && verbs[i].name != NULL; i++) {
        if (kind == WORDS) {
            put_spellings(out, verbs[i].words);
            continue;
        }
        put_word(out, verbs[i].name, strlen(verbs[i].name));
        put_spellings(out, verbs[i].ja);
    }
}

static void put_game(struct out *out, const struct rulebook *book, enum kind kind)
{
    switch (kind) {
    case VERBS:
    case WORDS:
        put_verbs(out, book->verbs, kind);
        put_verbs(out, book->deck != NULL ? book->deck->rows : NULL, kind);
        break;
    case GAMES: put_word(out, book->id, strlen(book->id)); break;
    case COMMON:
    case KINDS: break;
    }
}

static void put_kind(struct out *out, enum kind kind)
{
    out->count = 0;
    if (kind == COMMON || kind == WORDS)
        put_verbs(out, common_verbs, kind);
    for (int i = 0; rulebooks[i] != NULL; i++)
        put_game(out, rulebooks[i], kind);
}

/* ---- the two grammars ------------------------------------------------------------------------ */

static void put_vim(struct out *out)
{
    printf("\" Vim syntax file: records of fuda\n"
           "if exists(\"b:current_syntax\")\n  finish\nendif\n"
           "syn case ignore\nsyn iskeyword @,48-57,192-255,-\n");
    for (int i = 0; i < PATTERNS; i++)
        printf("syn match %s /%s/\n", patterns[i].name, patterns[i].vim);
    for (enum kind kind = 0; kind < KINDS; kind++) {
        printf("syn keyword %s", kinds[kind].vim);
        put_kind(out, kind);
        printf("\n");
    }
    printf("syn region fudaText start=/\"/ skip=/\"\"/ end=/\"/ oneline\n"
           "syn region fudaText start=/「/ end=/」/ oneline\n"
           "syn match fudaComment /\\(^\\|\\s\\)\\zs[#＃].*$/ contains=fudaTodo\n"
           "syn keyword fudaTodo contained TODO XXX\n"
           "hi def link fudaText String\nhi def link fudaComment Comment\nhi def link fudaTodo "
           "Todo\n");
    for (int i = 0; i < PATTERNS; i++)
        printf("hi def link %s %s\n", patterns[i].name, patterns[i].group);
    for (enum kind kind = 0; kind < KINDS; kind++)
        printf("hi def link %s %s\n", kinds[kind].vim, kinds[kind].group);
    printf("let b:current_syntax = \"fuda\"\n");
}

/* A letter or a digit beside a word makes it another one. */
#define APART "[\\\\p{L}\\\\p{N}-]"

static void put_textmate(struct out *out)
{
    printf("{\n  \"name\": \"fuda\",\n  \"scopeName\": \"source.fuda\",\n  \"fileTypes\": "
           "[\"fuda\"],\n  \"patterns\": [\n"
           "    {\"name\": \"comment.line.fuda\", \"match\": \"(?<=^|\\\\s)[#＃].*$\"},\n"
           "    {\"name\": \"string.quoted.fuda\", \"match\": "
           "\"\\\"(?:[^\\\"]|\\\"\\\")*\\\"|「[^」]*」\"},\n");
    for (int i = PATTERNS - 1; i >= 0; i--)
        printf("    {\"name\": \"%s\", \"match\": \"%s\"},\n", patterns[i].scope,
            patterns[i].match);
    for (enum kind kind = 0; kind < KINDS; kind++) {
        printf("    {\"name\": \"%s\", \"match\": \"(?i)(?<!" APART ")(?:", kinds[kind].scope);
        put_kind(out, kind);
        printf(")(?!" APART ")\"}%s\n", kind + 1 < KINDS ? "," : "");
    }
    printf("  ]\n}\n");
}

int main(int argc, char **argv)
{
    struct out out = {.vim = argc == 2 && strcmp(argv[1], "vim") == 0};
    if (argc != 2 || (!out.vim && strcmp(argv[1], "textmate") != 0)) {
        fprintf(stderr, "usage: grammar vim|textmate\n");
        return 2;
    }
    if (out.vim)
        put_vim(&out);
    else
        put_textmate(&out);
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 2;
}
