/*
 * NeedFire's tables: its rules, the questions its rulebook leaves open, its language, and the
 * rulebook as the rest of the program sees it.
 */
#include "needfire.h"

/* ---- the rules --------------------------------------------------------------------------- */

#define SOLVE "どう解くか、知っているか", N_("The deck")
#define PAINT "どう描くか、知っているか", N_("Setting up")
#define TRY "どう試すか、知っているか", N_("Course of the game")
#define PRAY "どう祈るか、知っているか", N_("Placement part")
#define KILL "どう殺すか、知っているか", N_("Battle part")
#define OFFER "どう供えるか、知っているか", N_("End of the game")
#define SACRIFICE "どう生贄を捧げるか、知っているか", N_("Ranking")

static const struct rule rules[RULE_COUNT + 1] = {
    [RULE_DECK] = {"deck", true, "", SOLVE,
        N_("Fifty-two cards, 26 humans and 26 fires. Each card exists once.")},
    [RULE_PLAYERS] = {"players", false, "", "NeedFire", NULL, N_("Three or four players.")},
    [RULE_FIRE] = {"fire", false, "", SOLVE, N_("A fire card has one generating element.")},
    [RULE_HUMAN] = {"human", false, "", SOLVE,
        N_("A human card has one generating element and four reaction elements.")},
    [RULE_ELEMENTS] = {"elements", false, "", SOLVE,
        N_("There are 26 elements, 13 black and 13 white: 24 runes and two blanks.")},
    [RULE_OPPOSITE] = {"opposite", true, "", SOLVE,
        N_("A human's reaction elements are of the other colour than its generating element.")},
    [RULE_FOUR] = {"four", true, "", SOLVE,
        N_("Each reaction element stands on exactly four humans.")},
    [RULE_SHARE_ONE] = {"share-one", true, "", SOLVE,
        N_("Two humans whose generating elements have the same colour share exactly one reaction "
           "element.")},
    [RULE_ROW] = {"row", false, "", PAINT,
        N_("Each player gets three humans, laid open in a row: the battle cards. Their order never "
           "changes.")},
    [RULE_HAND] = {"hand", false, "", PAINT, N_("Each player gets three fires as a hand.")},
    [RULE_BOX] = {"box", false, "", PAINT,
        N_("One human and one fire go back to the box unseen; all other cards are spread face down "
           "in the middle.")},
    [RULE_START] = {"start", true, "", PAINT,
        N_("Whoever has the battle card with the highest number begins."),
        .deed = N_("began without the highest number")},
    [RULE_TURN] = {"turn", true, "", TRY,
        N_("Turns go clockwise. In the battle part a player without a hand is passed over."),
        .order = OF_AN_ACT, .deed = N_("acted out of turn")},
    [RULE_TAKE] = {"take", true, "", PRAY,
        N_("A turn begins with a look at three cards of the middle. Four players keep one of them, "
           "three players two; the others go back. A human is set into the own row, in any gap or "
           "at either end; a fire goes to the hand."),
        .order = OF_AN_ACT, .deed = N_("did not keep as many cards as must be kept")},
    [RULE_POWER] = {"power", true, "", PRAY,
        N_("After that one own battle card may be chosen as this turn's target, and any number of "
           "cards from the hand laid on it, open, as power cards."),
        .order = OF_AN_ACT, .deed = N_("put power cards against the rules")},
    [RULE_LIMIT] = {"limit", true, "", PRAY,
        N_("At the end of a turn the row has six battle cards at most."), .order = OF_A_LACK,
        .deed = N_("ended a turn with more than six battle cards")},
    [RULE_MERGE] = {"merge", true, "", PRAY,
        N_("With more than six battle cards, and only then, any number of the others become power "
           "cards of the target, so that six or fewer are left. They bring their own power cards "
           "along, and count by their generating element alone from then on."),
        .deed = N_("made battle cards power cards when they could not be")},
    [RULE_PLACED] = {"placed", false, "", PRAY,
        N_("When a turn ends with two cards in the middle they go to the box, and the next turn is "
           "the first of the battle part.")},
    [RULE_IGNITE] = {"ignite", true, "", KILL,
        N_("A turn of the battle part begins with one card from the hand, laid open in the middle: "
           "the ignition card."),
        .order = OF_AN_ACT, .deed = N_("lit what could not be lit")},
    [RULE_REACT] = {"react", false, "", KILL,
        N_("A human reacts to a card if that card's generating element is among the human's "
           "reaction elements.")},
    [RULE_FIGHTERS] = {"fighters", false, "", KILL,
        N_("Every battle card of any player that reacts to the ignition card fights. With one "
           "fighter or none the turn does nothing.")},
    [RULE_STRENGTH] = {"strength", false, "", KILL,
        N_("A fighter is as strong as the number of its power cards that it reacts to, and of its "
           "neighbours in the row that it reacts to.")},
    [RULE_WOUNDED] = {"wounded", false, "", KILL,
        N_("If one fighter alone is the strongest, all others are wounded; if not, all are.")},
    [RULE_REVERSAL] = {"reversal", false, "", "特例：逆転", N_("Reversal"),
        N_("If one fighter alone has any strength, only that one is wounded.")},
    [RULE_WOUND] = {"wound", true, "", KILL,
        N_("The player whose turn it is, then the others clockwise, each treat all their wounded, "
           "in any order: one power card of the wounded card goes to the hand or, if it has none, "
           "the card itself; the cards beside it are neighbours from then on."),
        .order = OF_AN_ACT, .deed = N_("treated a wound wrongly or not at all")},
    [RULE_DISCARD] = {"discard", true, "", KILL,
        N_("Then any one card of the hand is laid face down as a discard."),
        .deed = N_("laid a card face down that could not be laid")},
    [RULE_GUARD] = {"guard", true, "", "特例：守護", N_("Guard"),
        N_("Instead, a human that the wounded card reacts to may be laid open as a discard, from "
           "the hand or from the own face-down discards; that wound is over then."),
        .deed = N_("guarded with a card that could not guard")},
    [RULE_END] = {"end", false, "", OFFER,
        N_("The game ends after a turn of the battle part if somebody has more than six discards "
           "or nobody has a card in hand.")},
    [RULE_RANK] = {"rank", false, "", SACRIFICE,
        N_("More battle cards rank higher; then fewer discards; then more of the more powerful "
           "battle cards; if that is equal too, the place is shared.")},
    [RULE_COUNT] = {0},
};

static const struct option options[HOUSE_COUNT + 1] = {
    [HOUSE_POWER_CAP] = {"power-cap", {{.word = "none"}, {.word = "6"}}, RULE_STRENGTH,
        N_("The rulebook says that no power is above six, yet its deck allows more. Does a power "
           "above six count as it is, or as six?")},
    [HOUSE_IGNITION] = {"ignition", {{.word = "out"}, {.word = "discard"}}, RULE_END,
        N_("Does an ignition card count among the discards of the player who lit it?")},
    [HOUSE_MERGE] = {"merge", {{.word = "over"}, {.word = "free"}}, RULE_MERGE,
        N_("May battle cards become power cards only when there are more than six, or always?")},
    [HOUSE_RECOUNT] = {"recount", {{.word = "no"}, {.word = "yes"}}, RULE_WOUNDED,
        N_("A treated wound has changed who is the strongest. Do the wounded stay as they were "
           "found, or are they worked out again?")},
    [HOUSE_RANK_POWER] = {"rank-power", {{.word = "list"}, {.word = "sum"}}, RULE_RANK,
        N_("Equal battle cards and discards: are the powers compared one by one from the highest "
           "down, or by their sum?")},
    [HOUSE_NO_HANDS] = {"no-hands", {{.word = "end"}}, RULE_END,
        N_("Nobody has a card in hand when the battle part begins. Does the game end at once?")},
    [HOUSE_ROW] = {"row", {{.word = "dealt"}, {.word = "arranged"}}, RULE_ROW,
        N_("Do the first three battle cards lie as they were dealt, or may each player arrange "
           "them?")},
    [HOUSE_START] = {"start", {{.word = "SEAT", .kind = ANSWER_IS_SEAT}}, RULE_START,
        N_("Who begins, if it is not the holder of the highest number?")},
    [HOUSE_REMEDY] = {"remedy", {{.word = "TEXT", .kind = ANSWER_IS_TEXT}}, RULE_DECK,
        N_("What the table decided after an irregularity; the score stays as it was played.")},
    [HOUSE_COUNT] = {0},
};

/* ---- the language ------------------------------------------------------------------------ */

static const struct verb verbs[VERB_COUNT + 1] = {
    [SAY_NONE] = {"", NULL, SEAT_NONE, 0, 0, 0, NULL, "", ""},
    [SAY_POSITION] = {"position", "局面", SEAT_NONE, 0, 0, 0, NULL, N_("position"),
        N_("the record begins here: what was done before is not on it")},
    [SAY_ROW] = {"row", "バトルカード/列", SEAT_MUST,
        ARGUMENT_CARD | ARGUMENT_UNSEEN | TAKES_STACKS, 0, ARGUMENTS_MOST, NULL,
        N_("NAME: row HUMAN[+CARD…]…"),
        N_("battle cards from left to right, + the cards on them; ? where nobody remembers")},
    [SAY_HAND] = {"hand", "手札/ハンド", SEAT_MUST, ARGUMENT_CARD | ARGUMENT_UNSEEN, 0,
        ARGUMENTS_MOST, NULL, N_("NAME: hand CARD…"),
        N_("the cards of a hand before the first turn, ? for unseen ones")},
    [SAY_DISCARDS] = {"discards", "捨札/捨て札", SEAT_MUST, ARGUMENT_CARD | ARGUMENT_UNSEEN, 0,
        ARGUMENTS_MOST, NULL, N_("NAME: discards CARD…"),
        N_("the discards of a position, ? for those face down")},
    [SAY_TURN] = {"turn", "手番/番", SEAT_NONE, ARGUMENT_SEAT, 1, 1, NULL, N_("turn NAME"),
        N_("whose turn it is in a position")},
    [SAY_SPREAD] = {"spread", "場/場札/残り", SEAT_NONE, ARGUMENT_NUMBER, 1, 1, NULL,
        N_("spread COUNT"), N_("how many cards lie in the middle in a position")},
    [SAY_TAKE] = {"take", "獲得/取る", SEAT_MAY, ARGUMENT_CARD | ARGUMENT_UNSEEN | TAKES_STACKS, 1,
        ARGUMENTS_MOST, NULL, N_("[NAME:] take HUMAN[@PLACE]|FIRE|? …"),
        N_("cards kept: a human set into the row, a fire seen or not")},
    [SAY_POWER] = {"power", "つける/強化/パワー/重ねる", SEAT_MAY, ARGUMENT_CARD | ARGUMENT_UNSEEN,
        1, ARGUMENTS_MOST, NULL, N_("[NAME:] power HUMAN CARD…"),
        N_("cards laid on a battle card, from the hand or the row")},
    [SAY_BATTLE] = {"battle", "戦闘/戦闘パート", SEAT_NONE, 0, 0, 0, NULL, N_("battle"),
        N_("the battle part begins")},
    [SAY_IGNITE] = {"ignite", "点火/火をつける", SEAT_MAY, ARGUMENT_CARD | ARGUMENT_UNSEEN, 1, 1,
        NULL, N_("[NAME:] ignite CARD"), N_("the ignition card")},
    [SAY_WOUND] = {"wound", "負傷/負傷処理", SEAT_MAY, ARGUMENT_CARD | ARGUMENT_UNSEEN, 1, 3, NULL,
        N_("[NAME:] wound HUMAN [CARD] [CARD|?]"),
        N_("a wound: the card taken to the hand, and the one laid face down")},
    [SAY_GUARD] = {"guard", "守護/守る/ガード", SEAT_MAY,
        ARGUMENT_CARD | ARGUMENT_UNSEEN | ARGUMENT_WORD, 2, 3, "hand/手札 discard/捨札/捨てる",
        N_("[NAME:] guard HUMAN HUMAN [hand|discard]"),
        N_("a wound guarded with a human, from the hand or the face-down discards")},
    [SAY_SHOW] = {"show", "公開/見せる/証拠", SEAT_MUST, ARGUMENT_CARD, 0, ARGUMENTS_MOST, NULL,
        N_("NAME: show [CARD…]"),
        N_("cards shown now, as evidence; nothing is moved. Alone: the hand is empty")},
    [VERB_COUNT] = {0},
};

/* ---- the deck and its stickers ------------------------------------------------------------ */

/* A deck's rows stand before the first statement of play. */
/* 内容物 Components: humans, then fires, by number. */
static bool sticker(const void *pack, unsigned n, struct sticker *out)
{
    const struct needfire_deck *deck = pack;
    for (int card = 1; card < CODES; card++)
        if (deck->card[card].makes != 0 && n-- == 0) {
            char token[16];
            struct span code = {token, needfire_card_write(card, false, token)};
            sticker_set(out, card, code, code, 0);
            return true;
        }
    return false;
}

/* ---- the rulebook and its parts ----------------------------------------------------------- */

static const struct knowledge_part knowledge_part = {
    .legal = needfire_legal,
    .turn = needfire_turn,
};

static const struct table_part table_part = {
    .cards = N_("h1, h2 … are humans by their number, f1, f2 … fires; a card nobody has seen is ?. "
                "Where a human is asked for its number is enough. h9@2 is set in at the second "
                "place of its row, h18+f5 has f5 lying on it. What lies on what and what reacts to "
                "what comes from the deck. A player is a name, or its beginning."),
    .place = needfire_place,
    .news = needfire_news,
    .tell = needfire_tell_table,
    .ask = needfire_ask,
};

static const struct trial_part trial_part = {
    .what_if = needfire_what_if,
};

static const struct stickers_part stickers_part = {
    .nth = sticker,
    .game = "NF",
};

static const char *const begins[] = {"battle", NULL};

static const struct repair_part repair_part = {
    .missing = needfire_missing,
    .begins = begins,
    .left_over = needfire_left_over,
};

const struct rulebook needfire_rulebook = {
    .id = "needfire",
    .title = N_("NeedFire"),
    .names = "ニードファイア/ニードファイヤー",
    .seats_least = 3,
    .seats_most = PLAYERS,
    .state_size = sizeof(struct needfire),
    .verbs = verbs,
    .rules = rules,
    .options = options,
    .card_read = needfire_card_read,
    .card_write = needfire_card_write,
    .card_hint = N_("a card such as h18 or f5 (h for a human, f for a fire, and its number)"),
    .begin = needfire_begin,
    .copy = needfire_copy,
    .apply = needfire_apply,
    .tell_rows = needfire_tell_rows,
    .stand = needfire_stand,
    .tell_seat = needfire_tell_seat,
    .rows_key = "ignitions",
    .finished = needfire_finished,
    .knowledge = &knowledge_part,
    .table = &table_part,
    .trial = &trial_part,
    .deck = &needfire_deck_part,
    .stickers = &stickers_part,
    .repair = &repair_part,
};
