/*
 * Tezumashi てづま師: its rules, house options and verbs, and the rulebook they make. Of the
 * booklet only components, setting up, preparing a deal and tricks are at hand; score tables, minus
 * cards and abilities come from the owner's pack.
 */
#include "tezumashi.h"
#include "core/could_round.h"

/* ---- the rules --------------------------------------------------------------------------- */

static const struct rule rules[RULE_COUNT + 1] = {
    [RULE_DECK] = {"deck", true, "", "内容物", N_("Components"),
        N_("Four suits, butterfly, umbrella, water and ring, each with the numbers 1 to 9 and "
           "three like trumps: 48 cards. Three players play without each suit's 1, 9 and one "
           "trump: 36. Eight score tables, four minus cards, six ability cards of two sides: each "
           "exists once.")},
    [RULE_PLAYERS] = {"players", false, "", "プレイ人数", N_("Number of players"),
        N_("Three or four players.")},
    [RULE_OFFER] = {"offer", true, "2", "ゲームの準備", N_("Setting up"),
        N_("On the table lie the four minus cards; five score tables with no. 7 among them, or "
           "with three players four with no. 8; and six abilities. They are the same in the whole "
           "game.")},
    [RULE_DEAL] = {"deal", false, "3", "ディールの準備・流れ", N_("Preparing a deal"),
        N_("Twelve cards each.")},
    [RULE_DRAFT] = {"draft", true, "3", "ディールの準備・流れ", N_("Preparing a deal"),
        N_("After seeing the hands, from the start player clockwise in three laps, each takes one "
           "thing a turn: in all exactly one minus card, one score table and one ability, in any "
           "order. Only the ability so taken is used, and no more often than it says."),
        .order = OF_AN_ACT, .deed = N_("chose against the rules of the draft")},
    [RULE_LEAD] = {"lead", false, "4", "カードを出す", N_("Playing a card"),
        N_("The start player leads the first trick.")},
    [RULE_TURN] = {"turn", true, "4", "カードを出す", N_("Playing a card"),
        N_("One card each, clockwise from the leader; the winner of a trick leads the next."),
        .order = OF_AN_ACT, .deed = N_("played out of turn")},
    [RULE_FOLLOW] = {"follow", true, "4", "カードを出す", N_("Playing a card"),
        N_("A player who holds a card of the suit led, its trumps included, must play one; "
           "otherwise any card may be played."),
        .deed = N_("did not follow suit")},
    [RULE_WIN_NUMBER] = {"win-number", false, "4", "トリックの勝者の決定", N_("Winning the trick"),
        N_("The highest number of the suit led wins.")},
    [RULE_EQUAL] = {"equal", true, "4", "トリックの勝者の決定", N_("Winning the trick"),
        N_("Two equal highest numbers, by an ability: the rulebook does not say which of them "
           "wins.")},
    [RULE_WIN_TRUMP] = {"win-trump", false, "4", "トリックの勝者の決定", N_("Winning the trick"),
        N_("If trumps took effect, the one played first of them wins. A trump has no number.")},
    [RULE_NO_WINNER] = {"no-winner", true, "4", "トリックの勝者の決定", N_("Winning the trick"),
        N_("If nobody played a number of the suit led and no trump took effect, the rulebook does "
           "not say who wins.")},
    [RULE_NO_PROOF] = {"no-proof", false, "4", "カードを出す", N_("Playing a card"),
        N_("A player who cannot follow does not show the hand to prove it.")},
    [RULE_PILE] = {"pile", false, "4", "カードの獲得", N_("Taking the cards"),
        N_("A trick taken lies face down, each by itself; nobody may look at it, not even its "
           "owner.")},
    [RULE_TRICKS] = {"tricks", false, "3", "ディールの準備・流れ", N_("Preparing a deal"),
        N_("Twelve tricks a deal.")},
    [RULE_SCORE] = {"score", false, "1", "ゲームの概要", N_("The game in short"),
        N_("The points of the table chosen for the number of tricks won, and those of the minus "
           "card.")},
    [RULE_DEALS] = {"deals", false, "1", "ゲームの概要", N_("The game in short"),
        N_("As many deals as players; the most points win.")},
    [RULE_ABILITY] = {"ability", true, "", "能力カード", N_("Ability cards"),
        N_("An ability does what its card says, and that is the owner's to enter. A card played "
           "with an ability that nobody entered is never accused, and who won its trick is unknown "
           "until a line says it."),
        .deed = N_("used an ability that could not be used")},
    [RULE_COUNT] = {0},
};

const struct option tezumashi_options[HOUSE_COUNT + 1] = {
    [HOUSE_TRUMP] = {"trump", {{.word = "offsuit"}, {.word = "any"}}, RULE_WIN_TRUMP,
        N_("Which trumps take effect: those of another suit than was led, or any?")},
    [HOUSE_EQUAL] = {"equal",
        {{.word = "first"}, {.word = "last"}, {.word = "ask", .kind = ANSWER_IS_ASKED}}, RULE_EQUAL,
        N_("Two of the highest numbers are equal, by an ability. Which of them wins: the first or "
           "the last played, or does the table say?")},
    [HOUSE_NO_WINNER] = {"no-winner",
        {{.word = "leader"}, {.word = "ask", .kind = ANSWER_IS_ASKED}}, RULE_NO_WINNER,
        N_("Nobody played a number of the suit led, and no trump took effect. Who wins the trick: "
           "its leader, or does the table say?")},
    [HOUSE_STARTER] = {"starter", {{.word = "clockwise"}, {.word = "ask", .kind = ANSWER_IS_ASKED}},
        RULE_LEAD,
        N_("Who starts the next deal: the next player clockwise, or does the table say?")},
    [HOUSE_TRACK] = {"track", {{.word = "0"}, {.word = "1"}}, RULE_SCORE,
        N_("The markers begin under the 1 of the track: is that no point, or one?")},
    [HOUSE_TIE] = {"tie",
        {{.word = "shared"}, {.word = "ask", .kind = ANSWER_IS_ASKED},
            {.word = "SEAT", .kind = ANSWER_IS_SEAT}},
        RULE_DEALS,
        N_("Several have the most points: is the victory shared, or does the table decide?")},
    [HOUSE_ODDS] = {"odds", {{.word = "free"}, {.word = "locked"}}, RULE_DECK,
        N_("May the table ask for the odds while a deal is played: freely, or are they locked?")},
    [HOUSE_REMEDY] = {"remedy", {{.word = "TEXT", .kind = ANSWER_IS_TEXT}}, RULE_DECK,
        N_("What the table decided after an irregularity; the score stays as it was played.")},
    [HOUSE_COUNT] = {0},
};

/* ---- the language ------------------------------------------------------------------------ */

#define THING_TAKES (ARGUMENT_WORD | ARGUMENT_NUMBER | ARGUMENT_TEXT)
#define THING_WORDS \
    "table/得点表 minus/マイナス/マイナスカード ability/能力 b/蝶 u/傘 w/水 r/輪/輪っか"

static const struct verb verbs[VERB_COUNT + 1] = {
    [SAY_PLAY] = {"", NULL, SEAT_MAY, ARGUMENT_CARD | ARGUMENT_UNSEEN, 1, ARGUMENTS_MOST, NULL,
        N_("[NAME:] CARD…"),
        N_("cards played, in turn order, ? for unseen ones; a name is the first player's")},
    [SAY_OFFER] = {"offer", "並べる/場に出す", SEAT_NONE, THING_TAKES, 2, 1 + ABILITIES,
        THING_WORDS, N_("offer table|ability CARD…"),
        N_("the score tables or the abilities laid out in this game")},
    [SAY_DEAL] = {"deal", "ディール/配る", SEAT_NONE, 0, 0, 0, NULL, N_("deal"),
        N_("the next deal begins")},
    [SAY_START] = {"start", "スタート/スタートプレイヤー/親", SEAT_MUST, 0, 0, 0, NULL,
        N_("NAME: start"), N_("begins the draft and leads first")},
    [SAY_HAND] = {"hand", "手札/ハンド", SEAT_MUST, ARGUMENT_CARD | ARGUMENT_UNSEEN, 1,
        ARGUMENTS_MOST, NULL, N_("NAME: hand CARD…"),
        N_("the cards of a hand before the first play, ? for unseen ones")},
    [SAY_CHOOSE] = {"choose", "選ぶ/取る", SEAT_MUST, THING_TAKES | ARGUMENT_UNSEEN, 1, 2 * THINGS,
        THING_WORDS, N_("NAME: choose [table|minus|ability] CARD…"),
        N_("takes a score table, a minus card or an ability, ? for an unknown one; the three may "
           "share a line")},
    [SAY_USE] = {"use", "使う/発動", SEAT_MUST,
        ARGUMENT_TEXT | ARGUMENT_WORD | ARGUMENT_PAIR | ARGUMENT_UNSEEN, 1, 8, EFFECT_WORDS,
        N_("NAME: use ABILITY|number=N|add=N|valid|skip|free|win"),
        N_("uses the ability in this trick: by its name, or what it does")},
    [SAY_SHOW] = {"show", "公開/見せる/証拠", SEAT_MUST, ARGUMENT_CARD, 0, ARGUMENTS_MOST, NULL,
        N_("NAME: show [CARD…]"),
        N_("cards shown now, as evidence; nothing is moved. Alone: the hand is empty")},
    [SAY_TRICK] = {"trick", "トリック/取った", SEAT_MUST, 0, 0, 0, NULL, N_("NAME: trick"),
        N_("won a trick that is kept without its cards")},
    [SAY_TRICKS] = {"tricks", "トリック数/勝数", SEAT_NONE, ARGUMENT_SEAT_NUMBER, 1, PLAYERS, NULL,
        N_("tricks NAME=COUNT…"), N_("the tricks each player won in the whole deal")},
    [SAY_MINUS] = {"minus", "マイナス/マイナスカード", SEAT_NONE, ARGUMENT_SEAT_NUMBER, 1, PLAYERS,
        NULL, N_("minus NAME=POINTS…"),
        N_("the points of the minus cards, as counted at the table")},
    [SAY_POSITION] = {"position", "局面", SEAT_NONE, ARGUMENT_NUMBER, 0, 1, NULL,
        N_("position [COUNT]"),
        N_("what was done before is not on record; how many cards are left in each hand")},
    [VERB_COUNT] = {0},
};

/* ---- the rulebook and its parts ---------------------------------------------------------- */

static const struct knowledge_part knowledge_part = {
    .legal = round_legal,
    .rather = round_rather,
    .turn = tezumashi_turn,
    .face_down = tezumashi_face_down,
};

static const struct table_part table_part = {
    .cards = N_(
        "A card is the letter of its suit and its number: b butterfly, u umbrella, w water, r "
        "ring, 1 to 9, and t for a trump: b7, bt. After the card that leads, a bare number is of "
        "its suit: b7 2 bt 3. A minus card is its suit's letter, a score table its number, an "
        "ability its name. The points are on your cards: `table 7 0=5 1=3 2+=0` before the first "
        "deal, or a pack. A player is a name, or its beginning."),
    .place = tezumashi_place,
    .news = tezumashi_news,
    .tell = tezumashi_tell_table,
    .trick = round_trick,
    .ask = tezumashi_ask,
};

static const struct chances_part chances_part = {
    .asks = card_asks,
    .shares = round_odds,
    .room = sizeof(struct counted),
};

static const struct stickers_part stickers_part = {
    .nth = tezumashi_sticker,
    .game = "TZ",
};

static const struct repair_part repair_part = {
    .missing = tezumashi_missing_act,
    .begins = (const char *const[]){"deal", NULL},
    .left_over = round_cards_left_over,
};

static const struct could_part could_part = {
    .rules = tezumashi_could,
};

const struct rulebook tezumashi_rulebook = {
    .id = "tezumashi",
    .title = N_("Tezumashi"),
    .names = "てづま師/手妻師",
    .seats_least = 3,
    .seats_most = PLAYERS,
    .state_size = sizeof(struct tezumashi),
    .copy = tezumashi_copy,
    .keep = tezumashi_keep,
    .verbs = verbs,
    .rules = rules,
    .options = tezumashi_options,
    .card_read = tezumashi_card_read,
    .card_write = tezumashi_card_write,
    .card_hint = N_("a card such as b7 (b, u, w or r, and a number from 1 to 9, or t for a trump)"),
    .begin = tezumashi_begin,
    .apply = tezumashi_apply,
    .turns_page = tezumashi_turns_page,
    .weigh = tezumashi_weigh,
    .tell_rows = tezumashi_tell_rows,
    .stand = tezumashi_stand,
    .rows_key = "deals",
    .finished = tezumashi_finished,
    .knowledge = &knowledge_part,
    .table = &table_part,
    .chances = &chances_part,
    .deck = &tezumashi_deck_part,
    .stickers = &stickers_part,
    .repair = &repair_part,
    .could = &could_part,
};
