/* The verbs that every game has, and how a word is looked up in a table of verbs. */
#include "verbs.h"

#include <string.h>

const struct verb common_verbs[] = {
    [SAY_GAME] = {"game", "ゲーム", SEAT_NONE, ARGUMENT_TEXT, 1, 1, NULL, N_("game ID"),
        N_("begins a game")},
    [SAY_PLAYERS] = {"players", "プレイヤー/席/参加者", SEAT_NONE, ARGUMENT_TEXT, 1, SEATS_MOST,
        NULL, N_("players NAME…"), N_("the seats, clockwise")},
    [SAY_DATE] = {"date", "日付", SEAT_NONE, ARGUMENT_TEXT, 1, 1, NULL, N_("date YYYY-MM-DD"),
        N_("the day of the night")},
    [SAY_HOUSE] = {"house", "ハウスルール/卓則/取り決め", SEAT_NONE, ARGUMENT_PAIR, 1,
        ARGUMENTS_MOST, NULL, N_("house KEY=VALUE…"), N_("an option of this table")},
    [SAY_PACK] = {"pack", "デッキ/札組", SEAT_NONE, ARGUMENT_TEXT, 1, 2, NULL,
        N_("pack [GAME] \"NAME\""), N_("the deck as printed")},
    [SAY_NOTE] = {"note", "メモ/覚え書き", SEAT_NONE, ARGUMENT_TEXT, 0, ARGUMENTS_MOST, NULL,
        N_("note \"TEXT\""), N_("kept, means nothing")},
    [SAY_RESULT] = {"result", "結果", SEAT_NONE, ARGUMENT_WORD | ARGUMENT_SEAT_NUMBER, 2,
        SEATS_MOST + 1, "points/得点 places/順位", N_("result points|places NAME=N…"),
        N_("how a game ended of which no more is known")},
    [SAY_END] = {"end", "打ち切り/終了/中止", SEAT_NONE, 0, 0, 0, NULL, N_("end"),
        N_("the game stops here, unfinished")},
    [COMMON_VERBS] = {0},
};

/* Every word of a record comes by here: the first bytes tell most of them apart. */
bool spelled(const char *spellings, struct span word)
{
    for (const char *at = spellings; at != NULL && word.length > 0; at = strchr(at, '/')) {
        at += *at == '/';
        if (*at == word.at[0] && strncmp(at, word.at, word.length) == 0
            && (at[word.length] == '/' || at[word.length] == '\0'))
            return true;
    }
    return false;
}

struct span spelling_shown(const char *spellings)
{
    return (struct span){spellings, spellings != NULL ? strcspn(spellings, "/") : 0};
}

/* Does the folded word spell this verb, in ASCII or in Japanese? The play is spelled by no word. */
static bool spells(const struct verb *v, struct span word)
{
    return (v->name[0] != '\0' && span_is(word, v->name)) || spelled(v->ja, word);
}

bool word_spelled(const char *spellings, struct span written)
{
    char folded[NAME_MOST];
    return spelled(spellings, (struct span){folded, text_fold(written, folded)});
}

bool verb_is(const struct verb *verb, struct span written)
{
    char folded[NAME_MOST];
    return spells(verb, (struct span){folded, text_fold(written, folded)});
}

struct span verb_japanese(const struct verb *verb) { return spelling_shown(verb->ja); }

static bool is_number(char byte) { return byte >= '0' && byte <= '9'; }

int verb_find(const struct verb *table, struct span word)
{
    if (table == NULL || word.length == 0 || is_number(word.at[word.length - 1]))
        return -1; /* mostly a card: no verb ends with a digit */
    for (int i = 0; table[i].name != NULL; i++)
        if (table[i].name[0] != '\0' && span_is(word, table[i].name))
            return i;
    for (int i = 0; table[i].name != NULL; i++)
        if (spelled(table[i].ja, word))
            return i;
    return -1;
}

const char *verb_nearest(const struct verb *table, struct span word)
{
    struct guess guess = {.word = word, .far = word.length < 5 ? 2 : 3};
    const struct verb *const tables[] = {table, common_verbs};
    for (size_t k = 0; k < sizeof tables / sizeof *tables; k++)
        for (int i = 0; tables[k] != NULL && tables[k][i].name != NULL; i++)
            if (tables[k][i].name[0] != '\0')
                guess_known(&guess, tables[k][i].name);
    return guess.name;
}

/* `words` holds "name/spelling name …". */
int keyword_find(const char *words, struct span word)
{
    int index = 0;
    for (const char *at = words; at != NULL && *at != '\0'; index++) {
        size_t group = strcspn(at, " ");
        for (size_t i = 0; i < group;) {
            size_t length = strcspn(at + i, "/ ");
            if (length == word.length && memcmp(at + i, word.at, length) == 0)
                return index;
            i += length + 1;
        }
        at += group;
        at += *at == ' ';
    }
    return -1;
}

struct span keyword_japanese(const char *words, int index)
{
    const struct span name = keyword_name(words, index);
    return name.at[name.length] == '/'
               ? (struct span){name.at + name.length + 1, strcspn(name.at + name.length + 1, "/ ")}
               : name;
}

struct span keyword_name(const char *words, int index)
{
    const char *at = words;
    while (index-- > 0) {
        at += strcspn(at, " ");
        at += *at == ' ';
    }
    return (struct span){at, strcspn(at, "/ ")};
}
