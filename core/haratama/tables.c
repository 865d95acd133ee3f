/*
 * Haratama 祓魂: its cards, rules, house options and verbs, and the rulebook they make. 1–2
 * components, 3.1 relics, 3.2 deal and pass, 3.3.1 playing, 3.3.2–3 the trick, 4 scoring.
 */
#include "haratama.h"
#include "core/could_round.h"

/* ---- 1. Components: the deck ------------------------------------------------------------- */

const struct suits haratama_suits = {
    .letters = "rbpg",
    .ja = {[RED] = "赤/あか", [BLUE] = "青/あお", [PURPLE] = "紫/むらさき", [GREEN] = "緑/みどり"},
    .name =
        {[RED] = N_("red"), [BLUE] = N_("blue"), [PURPLE] = N_("purple"), [GREEN] = N_("green")},
    .most = RANKS,
};

static int card_read(struct span token) { return suited_read(&haratama_suits, token); }

static size_t card_write(int card, bool japanese, char *out)
{
    return suited_write(&haratama_suits, card, japanese, out);
}

/* ---- the rules --------------------------------------------------------------------------- */

static const struct rule rules[RULE_COUNT + 1] = {
    [RULE_DECK] = {"deck", true, "1", "内容物", N_("Components"),
        N_("Four suits, red, blue, purple and green. Four players use ranks 1 to 13 (52 cards), "
           "three players ranks 1 to 10 (40 cards). Each card exists once.")},
    [RULE_PLAYERS] = {"players", false, "", "概要", N_("Overview"), N_("Three or four players.")},
    [RULE_KAMI] = {"kami", false, "2", "ゲームの準備", N_("Setting up"),
        N_("Revelation cards: four players use 1 to 10, three players 1 to 8.")},
    [RULE_RELICS] = {"relics", false, "3.1", "神威降臨カード、ブレイク表示カードの準備",
        N_("Revelation cards and break marker"),
        N_("Each round three revelation cards are turned up; every card of those three ranks is a "
           "relic: twelve in all.")},
    [RULE_MARKER] = {"marker", false, "3.1", "神威降臨カード、ブレイク表示カードの準備",
        N_("Revelation cards and break marker"),
        N_("The break marker begins each round on its unbroken side.")},
    [RULE_DEAL] = {"deal", false, "3.2", "手札の配布と交換、最初のリードプレイヤーの決定",
        N_("Deal, pass and first lead"),
        N_("Thirteen cards each; with three players the card left over is laid open, aside, and "
           "not used.")},
    [RULE_PASS] = {"pass", true, "3.2", "手札の配布と交換、最初のリードプレイヤーの決定",
        N_("Deal, pass and first lead"),
        N_("Each player gives exactly two cards to the left neighbour; they are picked up when all "
           "have given."),
        .deed = N_("passed not two cards")},
    [RULE_FOX] = {"fox", true, "3.2", "空いた手でキツネを作る", N_("The fox sign"),
        N_("Whoever received at least one card of rank 6 or less shows the fox sign."),
        .deed = N_("gave the wrong fox sign")},
    [RULE_FIRST_LEAD] = {"first-lead", true, "3.2",
        "手札の配布と交換、最初のリードプレイヤーの決定", N_("Deal, pass and first lead"),
        N_("Whoever holds blue 5 after the pass leads first; with three players and blue 5 aside, "
           "whoever holds blue 6. Any card may be led that may be led at all (see blue-lead)."),
        .deed = N_("led first without the lead")},
    [RULE_TURN] = {"turn", true, "3.3.1", "カードプレイ", N_("Playing a card"),
        N_("One card each, clockwise from the leader; the winner of a trick leads the next."),
        .order = OF_AN_ACT, .deed = N_("played out of turn")},
    [RULE_BLUE_LEAD] = {"blue-lead", true, "3.3.1", "ブレイク", N_("The break"),
        N_("Before the break blue may not be led, unless the leader holds nothing but blue."),
        .deed = N_("led blue before the break")},
    [RULE_BREAK] = {"break", false, "3.3.1", "ブレイク", N_("The break"),
        N_("Blue is broken by the first blue card of a round, played by somebody who cannot follow "
           "or led from a hand of nothing but blue; from then on blue may be led.")},
    [RULE_FOLLOW] = {"follow", true, "3.3.1", "マストフォロー", N_("Must follow"),
        N_("A player who holds a card of the suit led must play one; otherwise any card may be "
           "played, blue and relics too."),
        .deed = N_("did not follow suit")},
    [RULE_TRICK] = {"trick", false, "3.3.2", "トリックの勝敗判定", N_("Winning the trick"),
        N_("The highest rank of the suit led wins the trick and leads the next.")},
    [RULE_CAPTURE] = {"capture", false, "3.3.3", "神器の獲得", N_("Capturing relics"),
        N_("The winner lays the relics of the trick open before them; the other cards are thrown "
           "in.")},
    [RULE_EARLY_END] = {"early-end", true, "3.3.3", "全ての神器カードが獲得済みになったら",
        N_("When every relic is captured"),
        N_("Once every relic is captured the round ends at once; cards still held are thrown in."),
        .order = OF_AN_ACT, .deed = N_("played on after the end of the round")},
    [RULE_LOSS] = {"loss", false, "4.1", "神器による失点", N_("Loss by relics"),
        N_("Ten points are lost for each captured relic.")},
    [RULE_HARATAMA] = {"haratama", false, "4.1", "祓魂", N_("Haratama"),
        N_("With eight relics or more (three players: nine) their holder loses nothing; everybody "
           "else loses ten points for each of those relics, and nothing for their own.")},
    [RULE_ROUNDS] = {"rounds", false, "", "ゲームの終了", N_("End of the game"),
        N_("Three rounds; the least total loss wins.")},
    [RULE_TIE] = {"tie", false, "", "ゲームの終了", N_("End of the game"),
        N_("If the least loss is shared, further rounds are played until one player is alone at "
           "it.")},
    [RULE_THRESHOLD] = {"threshold", false, "", "オプションルール：終了条件",
        N_("Optional rule: end of the game"),
        N_("Instead of three rounds, the game ends after a round in which somebody has reached a "
           "total loss of 200, or of another agreed number.")},
    [RULE_COUNT] = {0},
};

static const struct option options[HOUSE_COUNT + 1] = {
    [HOUSE_END] = {"end",
        {{.word = "rounds", .kind = ANSWER_IS_NUMBER, .number = 3},
            {.word = "loss", .kind = ANSWER_IS_NUMBER, .number = 200}},
        RULE_THRESHOLD,
        N_("When does the game end: after a number of rounds, or once somebody has lost a number "
           "of points?")},
    [HOUSE_FOX] = {"fox", {{.word = "receiver"}, {.word = "off"}}, RULE_FOX,
        N_("The fox sentence says “from the left”, but the pass goes to the left. Who shows the "
           "sign: the receiver, or is it not judged?")},
    [HOUSE_EARLY_END] = {"early-end", {{.word = "twelve"}, {.word = "in-play"}}, RULE_EARLY_END,
        N_("With three players and a relic aside only eleven are in play. Does the round end early "
           "at twelve only (so never), or at the eleven in play?")},
    [HOUSE_TIE] = {"tie", {{.word = "all"}, {.word = "tied"}}, RULE_TIE,
        N_("Who can win the rounds that decide a tie: everybody, or only those tied for least?")},
    [HOUSE_BAD_BREAK] = {"bad-break", {{.word = "stands"}, {.word = "void"}}, RULE_BREAK,
        N_("Blue came out by a play that later proved irregular. Is blue broken: does it stand, or "
           "is it void?")},
    [HOUSE_REVIEW] = {"review", {{.word = "disputes"}, {.word = "free"}, {.word = "never"}},
        RULE_CAPTURE,
        N_("May the cards thrown in be looked through: in disputes, freely, or never?")},
    [HOUSE_ODDS] = {"odds", {{.word = "free"}, {.word = "locked"}}, RULE_DECK,
        N_("May the table ask for the odds while a round is played: freely, or are they locked?")},
    [HOUSE_REMEDY] = {"remedy", {{.word = "TEXT", .kind = ANSWER_IS_TEXT}}, RULE_DECK,
        N_("What the table decided after an irregularity; the score stays as it was played.")},
    [HOUSE_PASSES] = {"passes", {{.word = "hidden"}, {.word = "noted"}}, RULE_PASS,
        N_("Does the table ask for the cards that are passed: do they stay hidden, or are they "
           "noted?")},
    [HOUSE_COUNT] = {0},
};

/* ---- the language ------------------------------------------------------------------------ */

static const struct verb verbs[VERB_COUNT + 1] = {
    [SAY_PLAY] = {"", NULL, SEAT_MAY, ARGUMENT_CARD | ARGUMENT_UNSEEN, 1, ARGUMENTS_MOST, NULL,
        N_("[NAME:] CARD…"),
        N_("cards played, in turn order, ? for unseen ones; a name is the first player's")},
    [SAY_ROUND] = {"round", "ラウンド/次のラウンド", SEAT_NONE, 0, 0, 0, NULL, N_("round"),
        N_("the next round begins")},
    [SAY_KAMI] = {"kami", "神威/神威降臨", SEAT_NONE, ARGUMENT_NUMBER, 3, 3, NULL,
        N_("kami RANK RANK RANK"), N_("the three ranks turned up")},
    [SAY_ASIDE] = {"aside", "脇/余り", SEAT_NONE, ARGUMENT_CARD | ARGUMENT_UNSEEN, 1, 1, NULL,
        N_("aside CARD"), N_("three players: the card left over")},
    [SAY_HAND] = {"hand", "手札/ハンド", SEAT_MUST, ARGUMENT_CARD | ARGUMENT_UNSEEN, 1,
        ARGUMENTS_MOST, NULL, N_("NAME: hand CARD…"),
        N_("the cards of a hand before the first play, ? for unseen ones")},
    [SAY_PASS] = {"pass", "渡す/交換/パス", SEAT_MUST, ARGUMENT_CARD | ARGUMENT_UNSEEN, 1, HAND,
        NULL, N_("NAME: pass CARD CARD"),
        N_("the two cards passed to the left, ? for unseen ones")},
    [SAY_FOX] = {"fox", "キツネ/狐/きつね", SEAT_MUST, ARGUMENT_WORD, 0, 1, "no/なし/しない",
        N_("NAME: fox [no]"), N_("shows the fox sign, or does not")},
    [SAY_LEAD] = {"lead", "リード/最初", SEAT_MUST, 0, 0, 0, NULL, N_("NAME: lead"),
        N_("leads first")},
    [SAY_SHOW] = {"show", "公開/見せる/証拠", SEAT_MUST, ARGUMENT_CARD, 0, ARGUMENTS_MOST, NULL,
        N_("NAME: show [CARD…]"),
        N_("cards shown now, as evidence; nothing is moved. Alone: the hand is empty")},
    [SAY_TRICK] = {"trick", "トリック/取った", SEAT_MUST, ARGUMENT_CARD | ARGUMENT_NUMBER, 0,
        PLAYERS, NULL, N_("NAME: trick [CARD…|COUNT]"),
        N_("took a trick with these relics, or this many")},
    [SAY_RELICS] = {"relics", "神器/獲得", SEAT_NONE, ARGUMENT_SEAT_NUMBER, 1, PLAYERS, NULL,
        N_("relics NAME=COUNT…"), N_("the relics each player took in the whole round")},
    [SAY_POSITION] = {"position", "局面", SEAT_NONE, ARGUMENT_WORD | ARGUMENT_NUMBER, 0, 2,
        "broken/ブレイク unbroken/未ブレイク", N_("position [broken|unbroken] [COUNT]"),
        N_("what was done before is not on record: whether blue is broken, and how many cards are "
           "left in each hand")},
    [VERB_COUNT] = {0},
};

/* 1. The cards of four suits, then the revelation cards, which have only a rank. */
static bool sticker(const void *pack, unsigned n, struct sticker *out)
{
    enum { PLAY_CARDS = SUITS * RANKS, REVELATIONS = 10 };
    char text[16] = "K";
    (void)pack;
    if (n >= PLAY_CARDS + REVELATIONS)
        return false;
    bool plays = n < PLAY_CARDS;
    int card = plays ? (int)(n / RANKS * 16 + n % RANKS + 1) : (int)(n - PLAY_CARDS + 1);
    struct span code = {text, card_write(card, false, text)};
    struct span rank = {text + 1, code.length - 1};
    if (!plays)
        text[0] = 'K'; /* replaces the letter of the suit */
    sticker_set(out, plays ? card : NO_CARD, plays ? code : rank, code, 0);
    out->name = plays ? NULL : N_("revelation");
    return true;
}

static const struct knowledge_part knowledge_part = {
    .legal = round_legal,
    .rather = round_rather,
    .turn = round_turn,
};

static const struct table_part table_part = {
    .cards = N_(
        "A card is the letter of its suit and its rank: r red, b blue, p purple, g green, 1 to 13 "
        "(with three players 10). r9 is the red nine; red9 says the same. After the card that "
        "leads, a bare rank is of its suit: r9 3 12 b1. A player is a name, or its beginning."),
    .place = haratama_place,
    .news = haratama_news,
    .tell = haratama_tell_table,
    .ask = haratama_ask,
    .trick = round_trick,
};

static const struct trial_part trial_part = {
    .what_if = haratama_what_if,
};

static const struct chances_part chances_part = {
    .asks = card_asks,
    .shares = round_odds,
    .room = sizeof(struct counted),
};

static const struct stickers_part stickers_part = {
    .nth = sticker,
    .game = "HT",
};

static const struct repair_part repair_part = {
    .missing = round_missing,
    .begins = (const char *const[]){"round", NULL},
    .left_over = round_cards_left_over,
};

static const struct could_part could_part = {
    .rules = haratama_could,
};

const struct rulebook haratama_rulebook = {
    .id = "haratama",
    .title = N_("Haratama"),
    .names = "祓魂/ハラタマ/はらたま",
    .seats_least = 3,
    .seats_most = PLAYERS,
    .state_size = sizeof(struct haratama),
    .copy = haratama_copy,
    .keep = haratama_keep,
    .verbs = verbs,
    .rules = rules,
    .options = options,
    .card_read = card_read,
    .card_write = card_write,
    .card_hint = N_("a card such as r9 (r, b, p or g, and a rank from 1 to 13)"),
    .begin = haratama_begin,
    .apply = haratama_apply,
    .turns_page = haratama_turns_page,
    .weigh = haratama_weigh,
    .tell_rows = haratama_tell_rows,
    .stand = haratama_stand,
    .rows_key = "rounds",
    .remark = haratama_remark,
    .finished = haratama_finished,
    .knowledge = &knowledge_part,
    .table = &table_part,
    .trial = &trial_part,
    .chances = &chances_part,
    .stickers = &stickers_part,
    .repair = &repair_part,
    .could = &could_part,
};
