/*
 * Hyakumonogatari's tables: its cards, rules, options and verbs, and its row among the rulebooks.
 */
#include "hyakumonogatari.h"

#include <string.h>

/* ---- カードの種類 The cards --------------------------------------------------------------- */

const struct card_kind hyakumonogatari_cards[KINDS] = {
    [NEWMOON] = {"newmoon", "新月", 1, 1, "NM"},
    [GRANITE] = {"granite", "御影石", 1, 1, "GR"},
    [SHADE] = {"shade", "死者の影", 1, 1, "SH"},
    [CANDLE] = {"candle", "蝋燭/ろうそく/ローソク", 3, 3, "CA"},
    [SUN] = {"sun", "陽光", 1, 0, "SU"},
    [DOLL] = {"doll", "人形", 1, 0, "DO"},
    [EFFIGY] = {"effigy", "人型", 1, 0, "EF"},
    [INK] = {"ink", "墨", 1, 0, "IN"},
    [SEAL] = {"seal", "印", 1, 0, "SE"},
    [LANTERN] = {"lantern", "行燈/行灯", 1, 0, "LA"},
    [FOX] = {"fox", "狐面/狐", 1, 0, "FO"},
    [BLOOD] = {"blood", "血", 1, 0, "BL"},
    [MIRROR] = {"mirror", "鏡", 1, 0, "MI"},
    [CURSE] = {"curse", "月の呪い/呪い", 0, 0, "CU"},
};

static int card_read(struct span token)
{
    for (int k = 0; k < KINDS; k++)
        if (span_is(token, hyakumonogatari_cards[k].name)
            || spelled(hyakumonogatari_cards[k].ja, token))
            return k;
    return NO_CARD;
}

static size_t card_write(int card, bool japanese, char *out)
{
    const struct span text = japanese ? spelling_shown(hyakumonogatari_cards[card].ja)
                                      : span_of(hyakumonogatari_cards[card].name);
    memcpy(out, text.at, text.length);
    return text.length;
}

/* ---- the rules --------------------------------------------------------------------------- */

static const struct rule rules[RULE_COUNT + 1] = {
    [RULE_DECK] = {"deck", true, "", "カードの種類", N_("The cards"),
        N_("Ritual cards, the sun, the doll, fables and the curse. The record says how many of "
           "each are shuffled in; what it does not say is candle 3, curse 0 and one of each "
           "other.")},
    [RULE_ROLES] = {"roles", false, "", "プレイヤーの役割", N_("The players' parts"),
        N_("One parent, who plays Omokage-sama, and one child.")},
    [RULE_ALTAR] = {"altar", false, "", "儀式について", N_("The ritual"),
        N_("The altar has six places: new moon 1, granite 1, shade 1, candles 3.")},
    [RULE_COUNTS] = {"counts", false, "", "使用カード枚数について", N_("How many cards"),
        N_("How many of each card are shuffled in is the table's choice.")},
    [RULE_DEAL] = {"deal", false, "", "ゲーム準備", N_("Setting up"),
        N_("Three cards to the parent, four to the child; the others are the pile.")},
    [RULE_TURN] = {"turn", true, "", "ターンの進行", N_("The turn"),
        N_("The parent's turn, then the child's; the two together are one turn of the game."),
        .order = OF_AN_ACT, .deed = N_("acted out of turn")},
    [RULE_DRAW] = {"draw", true, "", "ターンの進行", N_("The turn"),
        N_("A turn begins with one card drawn from the other player's hand."), .order = OF_A_LACK,
        .deed = N_("did not draw one card")},
    [RULE_USE] = {"use", true, "", "カード所持枚数について", N_("Cards held"),
        N_("Each turn at least one card is used; nobody may pass."), .order = OF_A_LACK,
        .deed = N_("used no card")},
    [RULE_REFILL] = {"refill", true, "", "カード所持枚数について", N_("Cards held"),
        N_("As many cards as were used are drawn from the pile; that ends the turn."),
        .order = OF_A_LACK, .deed = N_("did not draw as many from the pile as were used")},
    [RULE_RITUAL] = {"ritual", true, "", "カード使用・破棄のルール", N_("Using and discarding"),
        N_("Any number of ritual cards may be laid on their free places of the altar in one turn, "
           "or be held."),
        .deed = N_("laid a card on the altar that does not go there")},
    [RULE_DISCARD] = {"discard", true, "", "カード使用・破棄のルール", N_("Using and discarding"),
        N_("At most one card a turn may be discarded, and that is a use. Never shade, doll or "
           "curse; a ritual card only when its place on the altar is full. Fables and the sun are "
           "free."),
        .deed = N_("discarded a card that may not be discarded")},
    [RULE_DOLL] = {"doll", true, "", "人形について", N_("The doll"),
        N_("The doll is neither used nor discarded; it only moves by being drawn. In the second "
           "night it may be laid on the shade."),
        .deed = N_("put down the doll")},
    [RULE_COMPOUND] = {"compound", false, "", "人形について", N_("The doll"),
        N_("Effigy and ink held together count as a doll.")},
    [RULE_SUN] = {"sun", true, "", "特殊カード「陽光」について", N_("The sun"),
        N_("The sun is laid on the new moon and hides it for three turns: meanwhile the ritual is "
           "not complete."),
        .deed = N_("laid the sun where it does not go")},
    [RULE_SUN_CANCEL] = {"sun-cancel", false, "", "新月", N_("New moon"),
        N_("A second new moon laid on the sun ends it.")},
    [RULE_RESHUFFLE] = {"reshuffle", false, "", "山札引き切り時", N_("When the pile runs out"),
        N_("When the pile is empty the graveyard is shuffled and becomes the pile; the altar "
           "stays.")},
    [RULE_ENDING] = {"ending", false, "", "結末", N_("The ending"),
        N_("If the altar is complete when the child's turn ends, the night ends and both hands are "
           "shown.")},
    [RULE_BLESSING] = {"blessing", false, "", "月の恵み", N_("The moon's blessing"),
        N_("If the child then holds the doll, or effigy and ink, the child wins.")},
    [RULE_CURSE] = {"curse", false, "", "月の呪い", N_("The moon's curse"),
        N_("Otherwise the parent wins, and the child becomes a night follower.")},
    [RULE_CONSENT] = {"consent", true, "", "延長戦〈二夜ノ儀〉への移行",
        N_("On to the second night"),
        N_("A second night is played only after the child lost the first, and if both agree.")},
    [RULE_NIGHT_TWO] = {"night-two", false, "", "二夜ノ儀", N_("The second night"),
        N_("The child has no shadow and holds the curse; three cards are dealt to each.")},
    [RULE_CURSE_CARD] = {"curse-card", true, "", "初期カードを配置する",
        N_("Laying out the first cards"),
        N_("The curse is never played, discarded or drawn; it stays in the child's hand."),
        .deed = N_("moved the curse")},
    [RULE_REVERSAL] = {"reversal", true, "", "禁忌：影返し", N_("Turning the shadow"),
        N_("In the second night, before the ending, the child may lay the doll, or effigy and ink, "
           "on the shade on the altar: then the child wins."),
        .deed = N_("turned the shadow against the rules")},
    [RULE_SECOND_CURSE] = {"second-curse", false, "", "影返しの不成立", N_("The shadow not turned"),
        N_("Every other ending of the second night is the parent's.")},
    [RULE_FROZEN] = {"frozen", true, "", "特殊カード「陽光」について", N_("The sun"),
        N_("While the sun lies, a night follower does nothing."), .order = OF_AN_ACT,
        .deed = N_("acted under the sun")},
    [RULE_BURN] = {"burn", false, "", "陽光による消滅", N_("Burnt by the sun"),
        N_("A night follower who holds the sun at the ending is burnt.")},
    [RULE_GHOST] = {"ghost", false, "", "亡霊", N_("The ghost"),
        N_("The burnt night follower becomes a ghost; the parent wins.")},
    [RULE_NIGHT_THREE] = {"night-three", false, "", "更なる延長戦〈三夜ノ儀〉への可能性",
        N_("A third night"),
        N_("A third night, or more players, are left to the table: kept with `note`, not judged.")},
    [RULE_COUNT] = {0},
};

static const struct option options[HOUSE_COUNT + 1] = {
    [HOUSE_SUN] = {"sun", {{.word = "pairs"}, {.word = "pairs-after"}, {.word = "turns"}}, RULE_SUN,
        N_("What are the sun's three turns: turns of parent and child together, the one it is laid "
           "in counted; three such turns after that one; or three single turns, the laying one "
           "first?")},
    [HOUSE_REVERSAL_SUN] = {"reversal-sun", {{.word = "reversal"}, {.word = "ghost"}}, RULE_GHOST,
        N_("The shadow is turned, and the child holds the sun at the ending. Is it the reversal, "
           "or a ghost?")},
    [HOUSE_SPARE_SHADE] = {"spare-shade", {{.word = "keep"}, {.word = "discard"}}, RULE_DISCARD,
        N_("A second shade while one lies on the altar: is it kept, or may it be discarded?")},
    [HOUSE_CANDLE] = {"candle", {{.word = "three"}, {.word = "one"}}, RULE_DISCARD,
        N_("When may a candle be discarded: when three lie on the altar, or when one does?")},
    [HOUSE_FROZEN_DRAW] = {"frozen-draw", {{.word = "yes"}, {.word = "no"}}, RULE_FROZEN,
        N_("Is a card drawn from the child who may not act under the sun?")},
    [HOUSE_STUCK] = {"stuck", {{.word = "pass"}, {.word = "redraw"}}, RULE_USE,
        N_("No card in the hand can be used. Does the player pass, or put the hand back and draw "
           "as many?")},
    [HOUSE_HALVES] = {"halves", {{.word = "together"}, {.word = "apart"}}, RULE_REVERSAL,
        N_("Must effigy and ink be laid on the shade in the same turn?")},
    [HOUSE_REMEDY] = {"remedy", {{.word = "TEXT", .kind = ANSWER_IS_TEXT}}, RULE_DECK,
        N_("What the table decided after an irregularity; the score stays as it was played.")},
    [HOUSE_COUNT] = {0},
};

/* ---- the language ------------------------------------------------------------------------ */

enum { SEEN_OR_NOT = ARGUMENT_CARD | ARGUMENT_UNSEEN };

static const struct verb verbs[VERB_COUNT + 1] = {
    [SAY_NOTHING] = {"", NULL, SEAT_MAY, 0, 0, 0, NULL, "", ""}, /* no bare cards here */
    [SAY_PARENT] = {"parent", "親/オモカゲさま", SEAT_MUST, 0, 0, 0, NULL, N_("NAME: parent"),
        N_("is the parent; the other player is the child")},
    [SAY_DECK] = {"deck", "山札/枚数", SEAT_NONE, ARGUMENT_CARD_NUMBER, 1, KINDS, NULL,
        N_("deck CARD=COUNT…"), N_("how many of each card are shuffled in")},
    [SAY_NIGHT] = {"night", "夜/一夜目/二夜目", SEAT_NONE, ARGUMENT_NUMBER, 0, 1, NULL,
        N_("night [N]"), N_("the next night begins; of a position, the night that it is")},
    [SAY_HAND] = {"hand", "手札/ハンド", SEAT_MUST, SEEN_OR_NOT, 1, ARGUMENTS_MOST, NULL,
        N_("NAME: hand CARD…"), N_("the cards dealt to a hand, ? for unseen ones")},
    [SAY_SHOW] = {"show", "公開/見せる/証拠", SEAT_MUST, SEEN_OR_NOT, 0, ARGUMENTS_MOST, NULL,
        N_("NAME: show [CARD…]"),
        N_("cards shown now, ? for unseen ones; nothing is moved. Alone: the hand is empty")},
    [SAY_DRAW] = {"draw", "引く/ドロー", SEAT_MUST, SEEN_OR_NOT, 1, ARGUMENTS_MOST, NULL,
        N_("NAME: draw CARD"), N_("takes a card from the other hand, ? when nobody tells which")},
    [SAY_ALTAR] = {"altar", "供える/祭壇/置く/配置", SEAT_MUST, SEEN_OR_NOT, 1, ARGUMENTS_MOST,
        NULL, N_("NAME: altar CARD…"), N_("lays ritual cards, or the sun, on the altar")},
    [SAY_DISCARD] = {"discard", "破棄/捨てる", SEAT_MUST, SEEN_OR_NOT, 1, ARGUMENTS_MOST, NULL,
        N_("NAME: discard CARD"), N_("puts a card on the graveyard")},
    [SAY_REVERSE] = {"reverse", "影返し/重ねる", SEAT_MUST, SEEN_OR_NOT, 1, ARGUMENTS_MOST, NULL,
        N_("NAME: reverse doll"),
        N_("the second night: lays the doll, or effigy and ink, on the shade")},
    [SAY_USE] = {"use", "使う", SEAT_MUST, ARGUMENT_UNSEEN, 1, 1, NULL, N_("NAME: use ?"),
        N_("uses one card or more, and nobody saw which, or where to")},
    [SAY_REFILL] = {"refill", "補充/山札から", SEAT_MUST, SEEN_OR_NOT, 0, ARGUMENTS_MOST, NULL,
        N_("NAME: refill [CARD…]"), N_("draws back up from the pile; ends the turn")},
    [SAY_CONSENT] = {"consent", "同意/延長", SEAT_NONE, 0, 0, 0, NULL, N_("consent"),
        N_("both agree to a second night")},
    [SAY_POSITION] = {"position", "局面", SEAT_NONE, 0, 0, 0, NULL, N_("position"),
        N_("the record begins here: what was done before is not on record")},
    [SAY_LIES] = {"lies", "置き札/祭壇の札", SEAT_NONE, ARGUMENT_CARD, 0, ARGUMENTS_MOST, NULL,
        N_("lies [CARD…]"), N_("for a position: the cards on the altar, all of them")},
    [SAY_GONE] = {"gone", "供養札/捨札", SEAT_NONE, ARGUMENT_CARD, 0, ARGUMENTS_MOST, NULL,
        N_("gone [CARD…]"), N_("for a position: cards in the graveyard")},
    [SAY_SUN] = {"sun", "陽光/残り", SEAT_NONE, ARGUMENT_NUMBER, 1, 1, NULL, N_("sun N"),
        N_("for a position: the sun lies, for so many turns more, this one counted")},
    [SAY_TURN] = {"turn", "手番/番", SEAT_NONE, ARGUMENT_SEAT, 1, 1, NULL, N_("turn NAME"),
        N_("for a position: whose turn it is")},
    [VERB_COUNT] = {0},
};

enum outcome (*const hyakumonogatari_says[VERB_COUNT])(const struct act *) = {
    [SAY_PARENT] = hyakumonogatari_say_parent,
    [SAY_DECK] = hyakumonogatari_say_deck,
    [SAY_NIGHT] = hyakumonogatari_say_night,
    [SAY_HAND] = hyakumonogatari_say_hand,
    [SAY_SHOW] = hyakumonogatari_say_show,
    [SAY_DRAW] = hyakumonogatari_say_draw,
    [SAY_ALTAR] = hyakumonogatari_say_altar,
    [SAY_DISCARD] = hyakumonogatari_say_discard,
    [SAY_REVERSE] = hyakumonogatari_say_reverse,
    [SAY_USE] = hyakumonogatari_say_use,
    [SAY_REFILL] = hyakumonogatari_say_refill,
    [SAY_CONSENT] = hyakumonogatari_say_consent,
    [SAY_POSITION] = hyakumonogatari_say_position,
    [SAY_LIES] = hyakumonogatari_say_lies,
    [SAY_GONE] = hyakumonogatari_say_gone,
    [SAY_SUN] = hyakumonogatari_say_sun,
    [SAY_TURN] = hyakumonogatari_say_turn,
};

/* ---- the rulebook ------------------------------------------------------------------------ */

/*
 * 〈使用カード枚数について〉 The players choose how many of each card they use, so spare stickers
 * follow after the usual ones of all kinds.
 */
static bool sticker(const void *pack, unsigned n, struct sticker *out)
{
    enum { COPIES = 9 };
    (void)pack;
    for (int spare = 0; spare < 2; spare++)
        for (int k = 0; k < KINDS; k++) {
            unsigned usual = k == CURSE ? 1 : hyakumonogatari_cards[k].copies,
                     copies = spare ? COPIES - usual : usual;
            if (n < copies) {
                sticker_set(out, k, span_of(hyakumonogatari_cards[k].name),
                    span_of(hyakumonogatari_cards[k].code), n + 1 + (spare ? usual : 0));
                out->spare = spare;
                return true;
            }
            n -= copies;
        }
    return false;
}

static const struct knowledge_part knowledge_part = {
    .legal = hyakumonogatari_legal,
    .turn = hyakumonogatari_turn,
};

static const struct table_part table_part = {
    .cards = N_("Cards are called newmoon, granite, shade, candle, sun, doll, effigy, ink, seal, "
                "lantern, fox, blood, mirror and curse; a card nobody has seen is ?. What is used "
                "goes where it can go: ritual cards on the altar, others to the graveyard; one "
                "such at most. A player is a name, or its beginning."),
    .place = hyakumonogatari_place,
    .news = hyakumonogatari_news,
    .tell = hyakumonogatari_tell_table,
    .ask = hyakumonogatari_ask,
};

static const struct stickers_part stickers_part = {
    .nth = sticker,
    .game = "HM",
};

static const struct repair_part repair_part = {
    .missing = hyakumonogatari_absent,
    .vague = SAY_USE,
    .missing_most = 3, /* a draw, a use, a refill */
    .begins = (const char *const[]){"night", "consent; night", NULL},
    .left_over = hyakumonogatari_left_over,
};

const struct rulebook hyakumonogatari_rulebook = {
    .id = "hyakumonogatari",
    .title = N_("Hyakumonogatari"),
    .names = "百物語",
    .seats_least = PLAYERS,
    .seats_most = PLAYERS,
    .seats_noted = SEATS_MOST,
    .seats_hint = N_(
        "Hyakumonogatari is judged for two, a parent and a child, not for {count}; begin with two "
        "names. More players are left to the table: `note \"…\"` keeps what happens."),
    .state_size = sizeof(struct hyakumonogatari),
    .copy = hyakumonogatari_copy,
    .verbs = verbs,
    .rules = rules,
    .options = options,
    .card_read = card_read,
    .card_write = card_write,
    .card_hint = N_("a card such as newmoon, granite, shade, candle, sun, doll, effigy or ink"),
    .begin = hyakumonogatari_begin,
    .apply = hyakumonogatari_apply,
    .turns_page = hyakumonogatari_turns_page,
    .weigh = hyakumonogatari_weigh,
    .tell_rows = hyakumonogatari_tell_rows,
    .tell_rest = hyakumonogatari_tell_rest,
    .rows_key = "nights",
    .finished = hyakumonogatari_finished,
    .knowledge = &knowledge_part,
    .table = &table_part,
    .stickers = &stickers_part,
    .repair = &repair_part,
};
