/*
 * Ten nights, two a game and one of them in Japanese, as somebody plays them who knows the rulebook and reads the screen:
 * each answer stands beside the question that has to be on the screen, and beside the statement that it has to
 * become; nobody asks for help, and no answer begins with a verb. In the end the score is what it should be.
 */
#include "terminal.h"

static struct terminal term;

/* A question, or a part of it; what is typed; the line that is kept, NULL: nothing is. */
struct answered {
    const char *asks, *types, *keeps;
};

struct night {
    const char *name, *lang, *game, *players;
    const struct answered *line;
    const char *score;              /* a jq expression that is true of it */
};

static unsigned keys_of(const char *text)
{
    unsigned keys = 1;              /* RETURN */
    for (; *text != '\0'; text++)
        keys += ((unsigned char)*text & 0xC0) != 0x80;
    return keys;
}

static void type_line(const char *text)
{
    terminal_type(&term, text);
    terminal_type(&term, "\r");
}

static void start(const struct night *n)
{
    const char *argv[] = {program, "--lang", n->lang, "table", NULL};
    check(system("rm -rf \"$XDG_DATA_HOME\" \"$XDG_STATE_HOME\"") == 0, "a fresh store");
    check(terminal_start(&term, (char *const *)(uintptr_t)argv), "a terminal can be opened");
}

static bool asked(const struct night *n, const char *question, const char *what)
{
    bool there = terminal_expect(&term, question) && terminal_expect(&term, "▸ ");
    check(there, "%s: expected “%s” before “%s”; seen last: %.300s", n->name, question, what,
          term.seen + (term.length > 300 ? term.length - 300 : 0));
    return there;
}

/* What is kept, line by line, behind the heading; and what is typed in the language, in a file, scores the same. */
static void compare(const struct night *n, const char *kept)
{
    check(shell("\"$FUDA\" show 1 | sed '1,/^players/d;/^pack campaign$/d'") == 0 && strcmp(shell_out, kept) == 0,
          "%s: kept is\n%s… not\n%s", n->name, shell_out, kept);
    char command[1024];
    snprintf(command, sizeof command, "\"$FUDA\" score --json 1 | jq -e '.games[0] | %s' 2>&1", n->score);
    check(shell(command) == 0, "%s: the score is not %s: %s", n->name, n->score, shell_out);
    if (shell(command) != 0 && shell("\"$FUDA\" score --json 1") == 0)
        puts(shell_out);
}

static void play(const struct night *n)
{
    char kept[1 << 14] = "";
    start(n);
    asked(n, strcmp(n->lang, "ja") == 0 ? "どのゲームですか" : "Which game?", n->game);
    type_line(n->game);
    asked(n, strcmp(n->lang, "ja") == 0 ? "名前" : "Who sits", n->players);
    type_line(n->players);
    for (const struct answered *a = n->line; a->asks != NULL; a++) {
        if (!asked(n, a->asks, a->types))
            break;
        type_line(a->types);
        if (a->keeps != NULL)
            snprintf(kept + strlen(kept), sizeof kept - strlen(kept), "%s\n", a->keeps);
    }
    type_line("quit");
    check(WEXITSTATUS(terminal_wait(&term)) == 0, "%s: the table is left", n->name);
    terminal_close(&term);
    compare(n, kept);
}

/* ---- the nights -------------------------------------------------------------------------- */

#define RANKS "Which three ranks are turned up?"
static const struct answered haratama_cards[] = {
    {RANKS, "2 6 8", "round; kami 2 6 8"}, {"Who leads?", "Aki", "Aki: lead"},
    {"T1 Aki", "g5 1 2 4", "g5 g1 g2 g4"}, {"T2 Aki", "g9 r6 7 8", "g9 r6 g7 g8"}, {"T3 Aki", "r8 5 4 7", "r8 r5 r4 r7"},
    {"T4 Aki", "r11 p10 2 10", "r11 p10 r2 r10"}, {"T5 Aki", "g13 p8 11 10", "g13 p8 g11 g10"},
    {"T6 Aki", "p12 5 11 6", "p12 p5 p11 p6"}, {"T7 Aki", "g12 b10 b13 6", "g12 b10 b13 g6"},
    {"T8 Aki", "b1 3 p2 6", "b1 b3 p2 b6"}, {"T9 Dai", "r3 b2 1 12", "r3 b2 r1 r12"},
    {"T10 Chie", "p1 4 b12 3", "p1 p4 b12 p3"}, {"T11 Dai", "g3 b9 r9 r13", "g3 b9 r9 r13"},
    {"T12 Dai", "b11 8 7 p9", "b11 b8 b7 p9"},
    {NULL, NULL, NULL},
};
static const struct answered haratama_totals[] = {
    {"めくられた3つのランク", "3、7、8", "round; kami 3 7 8"}, {"余りの1枚", "緑4", "aside g4"},
    {"最初のリードプレイヤー", "3 5 4", "relics あき=3 ぼう=5 ちえ=4"},
    {"R2 めくられた", "1 2 5", "round; kami 1 2 5"}, {"余りの1枚", "?", "aside ?"},
    {"最初のリードプレイヤー", "9 0 3", "relics あき=9 ぼう=0 ちえ=3"},
    {"R3 めくられた", "4 6 8", "round; kami 4 6 8"}, {"余りの1枚", "赤1", "aside r1"},
    {"最初のリードプレイヤー", "2 4 6", "relics あき=2 ぼう=4 ちえ=6"},
    {NULL, NULL, NULL},
};
static const struct answered needfire_fight[] = {
    {"Aki Which three humans?", "h1+f15 14", "Aki: row h1+f15 h14"}, {"Bo Which three humans?", "h5+f18 13", "Bo: row h5+f18 h13"},
    {"Chie Which three humans?", "20 3", "Chie: row h20 h3"}, {"Who lights which card?", "Aki 14", "Aki: ignite f14"},
    {"h5: which power card", "", "Bo: wound h5"}, {"h13: what goes face down?", "", "Bo: wound h13"},
    {"Bo Which card lights?", "2", "Bo: ignite f2"},
    {NULL, NULL, NULL},
};
static const struct answered needfire_ja[] = {
    {"あき バトルカード", "3 18 24", "あき: row h3 h18 h24"}, {"ぼう バトルカード", "1、2、26", "ぼう: row h1 h2 h26"},
    {"ちえ バトルカード", "5 6 7", "ちえ: row h5 h6 h7"}, {"ぼう 獲得した2枚", "11@2 ?", "ぼう: take h11@2 ?"},
    {"ちえ 獲得した2枚", "? 炎3", "ちえ: take ? f3"}, {"あき 獲得した2枚", "6 炎3", "power h6 f3"},
    {"あき 獲得した2枚", "12 人13@1", "あき: take h12 h13@1"},
    {NULL, NULL, NULL},
};
static const struct answered tezumashi_cards[] = {
    {"Who starts?", "Bo", "deal; Bo: start"}, {"Bo What is chosen?", "7 u donba", NULL}, {"an ability that no deck lists", "!", "Bo: choose 7 u donba"},
    {"Chie What is chosen?", "8 b sand", NULL}, {"an ability that no deck lists", "!", "Chie: choose 8 b sand"},
    {"Aki What is chosen?", "1 r kumo", NULL}, {"an ability that no deck lists", "!", "Aki: choose 1 r kumo"},
    {"D1 T1", "b7 2 4", "b7 b2 b4"}, {"T2 ", "Bo donba", "Bo: use donba"}, {"Who took the trick, and leads?", "Bo u4 5 6", "Bo: u4 u5 u6"},
    {NULL, NULL, NULL},
};
static const struct answered tezumashi_totals[] = {
    {"スタートプレイヤー", "あき", "deal; あき: start"}, {"あき 何を選びましたか", "7 傘 donba", NULL}, {"デッキにない能力です", "!", "あき: choose 7 u donba"},
    {"ぼう 何を選びましたか", "4 5 3", "tricks あき=4 ぼう=5 ちえ=3"}, {"マイナスカードの点", "-2 0 -1", "minus あき=-2 ぼう=0 ちえ=-1"},
    {"得点表7は", "", "deal; ぼう: start"}, {"ぼう 何を選びましたか", "12 0 0", "tricks あき=12 ぼう=0 ちえ=0"},
    {"次のディール", "", "deal; ちえ: start"}, {"ちえ 何を選びましたか", "蝶7 2 切", NULL},
    {NULL, NULL, NULL},
};
#define DRAWN "Which card is drawn? [nobody tells]"
#define USED "Which cards are used?"
static const struct answered night_blessing[] = {
    {"Who is the parent?", "Aki", "Aki: parent; night"}, {"Aki " DRAWN, "", "Aki: draw ?"},
    {"Aki " USED, "newmoon granite shade candle", "Aki: altar newmoon granite shade candle; Aki: refill"},
    {"Bo " DRAWN, "?", "Bo: draw ?"}, {"Bo " USED, "candle candle", "Bo: altar candle candle; Bo: refill"},
    {"What does the hand show?", "doll ? ? ?", "Bo: show doll ? ? ?"},
    {NULL, NULL, NULL},
};
static const struct answered night_curse[] = {
    {"親", "あき", "あき: parent; night"}, {"あき 引いた", "", "あき: draw ?"},
    {"あき 使った", "新月、御影石、死者の影", "あき: altar newmoon granite shade; あき: refill"},
    {"ぼう 引いた", "狐面", "ぼう: draw fox"}, {"ぼう 使った", "蝋燭 狐面", "ぼう: altar candle; ぼう: discard fox; ぼう: refill"},
    {"あき 引いた", "", "あき: draw ?"}, {"あき 使った", "蝋燭 蝋燭", "あき: altar candle candle; あき: refill"},
    {"ぼう 引いた", "", "ぼう: draw ?"}, {"ぼう 使った", "血", "ぼう: discard blood; ぼう: refill"},
    {"公開した手札", "印 行燈 鏡 墨", "ぼう: show seal lantern mirror ink"}, {"二夜目に進みますか", "はい", "consent; night"},
    {"あき 引いた", "", "あき: draw ?"},
    {NULL, NULL, NULL},
};
#define SAKURA "body=1,1,2,3,4,5 mind=2,2,3,3,4,6 points=20"
#define KERO "body=1,2,3,4,5,6 mind=1,1,1,1,1,1 points=7"
static const struct answered materia_battle[] = {
    {"Who installs first, and which ghost?", "Aki Sakura " SAKURA, "Aki: install Sakura " SAKURA},
    {"Bo Which ghost is installed?", "Kero " KERO, "Bo: install Kero " KERO}, {"Bo Which ghost", "Mio " KERO, "Bo: install Mio " KERO},
    {"Aki Which ghost", "Uny " KERO, "Aki: install Uny " KERO}, {"Who draws first? [the first user draws]", "", "Aki: download"},
    {"Aki What is done?", "", "Bo: download"}, {"Bo What is done?", "Aki Mio body", "Bo: attack Aki with Mio body"},
    {"Aki Which ghost defends?", "Sak", "Aki: defend Sakura"}, {"Which dice?", "Bo Kero", "Bo: support Kero"},
    {"Which dice?", "6 3", "dice 6 3"},
    {NULL, NULL, NULL},
};
static const struct answered materia_ja[] = {
    {"最初にインストール", "あき さくら", "あき: install さくら"}, {"ぼう インストール", "けろ", "ぼう: install けろ"},
    {"ぼう インストール", "みお", "ぼう: install みお"}, {"あき インストール", "うにゅう", "あき: install うにゅう"},
    {"最初にダウンロード", "", "あき: download"}, {"あき 何をしますか", "りん", "あき: install りん"},
    {"あき 何をしますか", "ぼう りん 精神", "あき: attack ぼう with りん mind"}, {"ぼう 防御するゴースト", "みお", "ぼう: defend みお"},
    {NULL, NULL, NULL},
};

static const struct night nights[] = {
    {"Haratama, by cards", "en", "1", "Aki Bo Chie Dai", haratama_cards,
     ".rounds[0].captured == [8, 0, 1, 3] and .rounds[0].ended == \"relics\""},
    {"Haratama, by totals", "ja", "祓魂", "あき、ぼう、ちえ", haratama_totals,
     ".finished and .winners == [\"あき\"] and (.standing | map(.points)) == [-50, -180, -190]"},
    {"NeedFire, an ignition", "en", "needfire", "Aki Bo Chie", needfire_fight,
     ".ignitions[0].wounded == [\"h5\", \"h13\"] and .pack == \"reference\" and (.ignitions | length) == 2"},
    {"NeedFire, placing", "ja", "ニードファイア", "あき ぼう ちえ", needfire_ja, ".finished == false"},
    {"Tezumashi, by cards", "en", "tez", "Aki Bo Chie", tezumashi_cards, ".deals[0].tricks == [1, 1, 0]"},
    {"Tezumashi, by totals", "ja", "3", "あき ぼう ちえ", tezumashi_totals,
     "(.deals | map(.tricks)) == [[4, 5, 3], [12, 0, 0], [0, 0, 0]]"},
    {"A night, blessed", "en", "hyaku", "Aki Bo", night_blessing, ".winners == [\"Bo\"] and .nights[0].outcome == \"blessing\""},
    {"A night, cursed", "ja", "百物語", "あき ぼう", night_curse, ".nights[0].outcome == \"curse\" and .nights[1].outcome == \"open\""},
    {"Materia, a battle", "en", "materia", "Aki Bo", materia_battle,
     ".finished and .winners == [\"Bo\"] and .battles[0].attack == 7 and .battles[0].defence == 2 and .ended == \"points\""},
    {"Materia, a period", "ja", "マテリア", "あき ぼう", materia_ja, ".ended == \"open\""},
};

/* A trick of four cards in 12 keystrokes, a round as totals in 30, three answers before the first card. */
static void count_keys(void)
{
    unsigned tricks = 0, all = 0;
    for (; haratama_cards[tricks + 2].asks != NULL; tricks++)
        all += keys_of(haratama_cards[tricks + 2].types);
    check(all <= 12 * tricks, "%u tricks take %u keystrokes", tricks, all);
    unsigned keys = 0;
    for (int i = 3; i < 6; i++)
        keys += keys_of(haratama_totals[i].types);
    check(keys <= 30, "a round as totals takes %u keystrokes", keys);
    check(keys_of("r9 3 12 b1") <= 12, "a trick takes %u keystrokes", keys_of("r9 3 12 b1"));
}

/* Game, players, ranks; then the first card, with who leads it. */
static void first_card(void)
{
    const struct night n = {.name = "the first card", .lang = "en"};
    start(&n);
    asked(&n, "Which game?", "1");
    type_line("1");
    asked(&n, "Who sits", "names");
    type_line("Aki Bo Chie Dai");
    asked(&n, RANKS, "3 7 10");
    type_line("3 7 10");
    asked(&n, "Who leads?", "the first card");
    type_line("Bo r9 3 12 b1");
    asked(&n, "T2 Dai", "quit");
    type_line("quit");
    terminal_wait(&term);
    terminal_close(&term);
    CHECK(shell("\"$FUDA\" show 1 | tail -1") == 0 && strcmp(shell_out, "Bo: r9 r3 r12 b1\n") == 0);
}

int main(void)
{
    program_begin();
    count_keys();
    first_card();
    for (size_t i = 0; i < sizeof nights / sizeof *nights; i++)
        play(&nights[i]);
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    CHECK(system(command) == 0);
    return finish();
}
