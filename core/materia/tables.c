/*
 * Materia's tables: its rules, the questions its rulebook leaves open, its language, and the
 * rulebook as the rest of the program sees it.
 */
#include "materia.h"

/* ---- the rules --------------------------------------------------------------------------- */

#define PREPARATION "ゲームの準備", N_("Setting up")
#define PLAY "ゲームのプレイ", N_("Play")
#define BATTLE "戦闘", N_("Battle")

static const struct rule rules[RULE_COUNT + 1] = {
    [RULE_DECK] = {"deck", true, "", "コンポーネント", N_("Components"),
        N_("A hundred cards: 75 ghosts that serve as events too, 10 shells that serve as events "
           "too, 10 that the list leaves blank, 5 forced events; and dice. A ghost that has left "
           "play does not come back.")},
    [RULE_USERS] = {"users", false, "", "適正人数", N_("Number of players"),
        N_("Two to six users, best with four. The hundred cards are enough for nineteen.")},
    [RULE_OPEN] = {"open", false, "", PREPARATION,
        N_("Twice as many ghost cards as there are users are laid open.")},
    [RULE_SNAKE] = {"snake", true, "", PREPARATION,
        N_("From the first user to the last, then from the last back to the first, each installs "
           "one of the open ghosts: two each."),
        .order = OF_AN_ACT, .deed = N_("chose out of turn in the draft")},
    [RULE_ARCHIVE] = {"archive", false, "", PREPARATION,
        N_("Three cards each. A forced event among them goes back and is replaced.")},
    [RULE_TURN] = {"turn", true, "", PLAY,
        N_("The users' periods follow one another clockwise, from the first user on."),
        .order = OF_AN_ACT, .deed = N_("acted out of turn")},
    [RULE_DOWNLOAD] = {"download", true, "", "DLフェイズ", N_("Download phase"),
        N_("A period begins with one card drawn from the server; this is not optional."),
        .order = OF_A_LACK, .deed = N_("did not download once")},
    [RULE_INSTALL] = {"install", true, "", "インストールフェイズ", N_("Install phase"),
        N_("Then at most one ghost may be installed from the archive. Nobody may have more than "
           "five, and nobody may throw an installed ghost away by choice."),
        .order = OF_AN_ACT, .deed = N_("installed a ghost that could not be installed")},
    [RULE_ACTION] = {"action", false, "", "アクションフェイズ", N_("Action phase"),
        N_("Then events, shells put on ghosts, and ghosts' statuses: as many as wanted.")},
    [RULE_BATTLE] = {"battle", true, "", "戦闘フェイズ", N_("Battle phase"),
        N_("Then, if wanted, one battle against another user. It ends with the dice, and the "
           "action phase does not come back."),
        .deed = N_("acted against the order of the battle phase")},
    [RULE_TRASH] = {"trash", true, "", "トラッシュフェイズ", N_("Trash phase"),
        N_("A user who then has six cards or more in the archive trashes down to exactly five. "
           "After that nothing else may be done."),
        .order = OF_A_LACK, .deed = N_("did not trash down to five")},
    [RULE_ATTACK] = {"attack", true, "", BATTLE,
        N_("The attacker names another user, one own ghost that attacks, and whether it attacks by "
           "body or by mind."),
        .order = OF_AN_ACT, .deed = N_("attacked against the rules")},
    [RULE_DEFEND] = {"defend", true, "", BATTLE,
        N_("The user attacked chooses one own ghost to defend, and must if there is one."),
        .order = OF_A_LACK, .deed = N_("defended with no ghost that could")},
    [RULE_SUPPORT] = {"support", true, "", BATTLE,
        N_("Then the attacker names supporters: own ghosts that do not fight, at most as many as "
           "the defender has ghosts in all. Then the defender names any number."),
        .order = OF_AN_ACT, .deed = N_("named supporters against the rules")},
    [RULE_SET] = {"set", true, "", BATTLE,
        N_("Then the attacker may lay one event face down, then the defender one. They are opened "
           "and take effect in the same order."),
        .order = OF_AN_ACT, .deed = N_("laid an event against the rules")},
    [RULE_TOTAL] = {"total", false, "", BATTLE,
        N_("A side's total is the value of its fighting ghost for the die rolled, the value of "
           "each supporter for a die of 1, and the changes by events.")},
    [RULE_WIN] = {"win", false, "", BATTLE,
        N_("The higher total wins; equal totals are the defender's.")},
    [RULE_CAPTURE] = {"capture", false, "", BATTLE,
        N_("The winner takes the loser's fighting ghost, which leaves play, and scores its "
           "points.")},
    [RULE_TWENTY] = {"twenty", false, "", "ゲームの勝利", N_("Victory"),
        N_("Whoever reaches twenty points wins at once.")},
    [RULE_LAST] = {"last", false, "", "ゲームの勝利", N_("Victory"),
        N_("When only one user has any ghost installed, that user wins.")},
    [RULE_KYO] = {"kyo", false, "", "ゲームの勝利", N_("Victory"),
        N_("When 虚 has appeared for the second time and has taken effect, the most points win; if "
           "equal, the most installed ghosts; if still equal, the victory is shared.")},
    [RULE_COUNT] = {0},
};

static const struct option options[HOUSE_COUNT + 1] = {
    [HOUSE_SUPPORT_DIE] = {"support-die", {{.word = "supporter"}, {.word = "side"}}, RULE_TOTAL,
        N_("With side support “the die is fixed at 1”: the supporter's die, or that of its whole "
           "side?")},
    [HOUSE_BARE] = {"bare", {{.word = "no"}, {.word = "nothing"}}, RULE_BATTLE,
        N_("May a user without ghosts be attacked: no, or may they, and nothing comes of it?")},
    [HOUSE_BATTLES] = {"battles", {{.word = "one"}, {.word = "any"}}, RULE_BATTLE,
        N_("How many battles may be fought in one battle phase: one, or any number?")},
    [HOUSE_FORCED] = {"forced", {{.word = "now"}, {.word = "card"}}, RULE_DOWNLOAD,
        N_("A forced event is downloaded in a period: does it take effect now, or is it a card "
           "like any other?")},
    [HOUSE_EMPTY] = {"empty", {{.word = "skip"}, {.word = "reshuffle"}}, RULE_DOWNLOAD,
        N_("The server is empty: is the download skipped, or is the trash reshuffled?")},
    [HOUSE_SHELL] = {"shell", {{.word = "trash"}, {.word = "travels"}}, RULE_CAPTURE,
        N_("A captured ghost wore a shell: does it go to the trash, or does it travel with the "
           "ghost?")},
    [HOUSE_REMEDY] = {"remedy", {{.word = "TEXT", .kind = ANSWER_IS_TEXT}}, RULE_DECK,
        N_("What the table decided after an irregularity; the score stays as it was played.")},
    [HOUSE_COUNT] = {0},
};

/* ---- the language ------------------------------------------------------------------------ */

static const struct verb verbs[VERB_COUNT + 1] = {
    [SAY_PLAY] = {"", NULL, SEAT_MAY, 0, 0, 0, NULL, "", ""},
    [SAY_INSTALL] = {"install", "インストール/出す", SEAT_MAY,
        ARGUMENT_TEXT | ARGUMENT_PAIR | ARGUMENT_UNSEEN, 1, 4,
        "body/物理 mind/精神 points/勝利点/得点",
        N_("[NAME:] install GHOST [body=…] [mind=…] [points=…]"),
        N_("installs a ghost; its values, where the pack does not give them")},
    [SAY_DOWNLOAD] = {"download", "ダウンロード/dl/ドロー/引く", SEAT_MAY, 0, 0, 0, NULL,
        N_("[NAME:] download"), N_("draws the card that opens a period")},
    [SAY_EVENT] = {"event", "イベント/使う", SEAT_MUST, ARGUMENT_TEXT | ARGUMENT_UNSEEN, 1, 1, NULL,
        N_("NAME: event \"EVENT\""), N_("uses an event")},
    [SAY_SHELL] = {"shell", "シェル/付ける", SEAT_MUST,
        ARGUMENT_TEXT | ARGUMENT_WORD | ARGUMENT_UNSEEN, 1, 3, "on/に",
        N_("NAME: shell \"SHELL\" on GHOST"), N_("puts a shell on a ghost")},
    [SAY_STATUS] = {"status", "ステータス/能力", SEAT_MAY, ARGUMENT_TEXT | ARGUMENT_UNSEEN, 1, 1,
        NULL, N_("[NAME:] status GHOST"), N_("uses a ghost's status")},
    [SAY_ATTACK] = {"attack", "攻撃/アタック", SEAT_MAY,
        ARGUMENT_SEAT | ARGUMENT_TEXT | ARGUMENT_WORD | ARGUMENT_UNSEEN, 3, 4,
        "body/物理 mind/精神 with/で", N_("[NAME:] attack NAME with GHOST body|mind"),
        N_("begins a battle")},
    [SAY_DEFEND] = {"defend", "防御/守る", SEAT_MAY, ARGUMENT_TEXT | ARGUMENT_UNSEEN, 1, 1, NULL,
        N_("[NAME:] defend GHOST"), N_("the ghost that defends")},
    [SAY_SUPPORT] = {"support", "援護/sstp", SEAT_MUST, ARGUMENT_TEXT | ARGUMENT_UNSEEN, 1,
        ARGUMENTS_MOST, NULL, N_("NAME: support GHOST…"), N_("ghosts that support their side")},
    [SAY_SET] = {"set", "伏せる/セット", SEAT_MUST, 0, 0, 0, NULL, N_("NAME: set"),
        N_("lays an event face down")},
    [SAY_MODIFY] = {"modify", "修正/補正", SEAT_MUST, ARGUMENT_NUMBER | ARGUMENT_UNSEEN, 1, 1, NULL,
        N_("NAME: modify NUMBER"), N_("an event's change to this side's total")},
    [SAY_DICE] = {"dice", "ダイス/サイコロ/ダイス目", SEAT_NONE, ARGUMENT_NUMBER | ARGUMENT_UNSEEN,
        2, 2, NULL, N_("dice NUMBER NUMBER"),
        N_("the attacker's and the defender's die; settles the battle")},
    [SAY_TOTAL] = {"total", "合計/総戦闘力", SEAT_NONE, ARGUMENT_NUMBER | ARGUMENT_UNSEEN, 2, 2,
        NULL, N_("total NUMBER NUMBER"),
        N_("the attacker's and the defender's total as the table counted them; settles the battle "
           "without dice")},
    [SAY_TRASH] = {"trash", "トラッシュ/捨てる/ゴミ箱", SEAT_MAY,
        ARGUMENT_NUMBER | ARGUMENT_TEXT | ARGUMENT_UNSEEN, 1, 1, NULL,
        N_("[NAME:] trash COUNT|GHOST"),
        N_("cards of the archive put on the trash, or an installed ghost")},
    [SAY_KYO] = {"kyo", "虚", SEAT_MAY, 0, 0, 0, NULL, N_("kyo"),
        N_("the forced event 虚 appears")},
    [SAY_POINTS] = {"points", "得点/勝利点", SEAT_NONE, ARGUMENT_SEAT_NUMBER, 1, USERS, NULL,
        N_("points NAME=NUMBER…"), N_("points gained in another way, added")},
    [SAY_HAND] = {"hand", "手札/アーカイブ/ハンド", SEAT_MUST, ARGUMENT_TEXT | ARGUMENT_UNSEEN, 1,
        ARGUMENTS_MOST, NULL, N_("NAME: hand CARD…"),
        N_("the cards of an archive before the first download, ? for unseen ones")},
    [SAY_SHOW] = {"show", "公開/見せる/証拠", SEAT_MUST, ARGUMENT_TEXT | ARGUMENT_UNSEEN, 0,
        ARGUMENTS_MOST, NULL, N_("NAME: show [CARD…]"),
        N_("cards of an archive shown now, ? for unseen ones; nothing is moved. Alone: the archive "
           "is empty")},
    [SAY_POSITION] = {"position", "局面", SEAT_NONE, 0, 0, 0, NULL, N_("position"),
        N_("what was done before is not on record: installs, points and the turn say what is so")},
    [SAY_TURN] = {"turn", "手番", SEAT_NONE, ARGUMENT_SEAT, 1, 1, NULL, N_("turn NAME"),
        N_("whose period it is, after `position`")},
    [VERB_COUNT] = {0},
};

/* ---- cards --------------------------------------------------------------------------------- */

/* A card of this game has no code in the language: its name is its own. */
static int card_read(struct span token)
{
    (void)token;
    return NO_CARD;
}

/* ---- the rulebook and its parts ------------------------------------------------------------ */

static const struct knowledge_part knowledge_part = {
    .legal = materia_legal,
    .turn = materia_turn,
};

static const struct table_part table_part = {
    .cards = N_(
        "Ghosts, shells and events are called by their names, or the beginning of one; one with "
        "spaces stands in quotes, \"Left Hand\". What is printed on a ghost comes from a deck "
        "(`fuda pack new materia`), or with its install: body=1,1,2,3,4,5 mind=2,2,3,3,4,6 "
        "points=3, for the faces 1 to 6. A user is a name, or its beginning."),
    .place = materia_place,
    .news = materia_news,
    .tell = materia_tell_table,
    .ask = materia_ask,
};

static const struct chances_part chances_part = {
    .asks = materia_asks,
    .tell = materia_odds_tell,
};

static const struct stickers_part stickers_part = {
    .nth = materia_sticker,
    .game = "MT",
};

/*
 * At most a download, an attack, a defence and dice are missing together. Nothing begins without a
 * statement of its own that could be missing, so `begins` is left out.
 */
static const struct repair_part repair_part = {
    .missing = materia_missing,
    .missing_most = 4,
    .begins = (const char *const[]){NULL},
};

const struct rulebook materia_rulebook = {
    .id = "materia",
    .title = N_("Materia"),
    .names = "まてりあ/マテリア",
    .seats_least = 2,
    .seats_most = USERS,
    .state_size = sizeof(struct materia),
    .verbs = verbs,
    .rules = rules,
    .options = options,
    .card_read = card_read,
    .card_name = materia_card_name,
    .card_hint = N_("the name of a card, in quotes where it has spaces"),
    .begin = materia_begin,
    .apply = materia_apply,
    .copy = materia_copy,
    .tell_rows = materia_tell_rows,
    .stand = materia_stand,
    .tell_seat = materia_tell_seat,
    .tell_rest = materia_tell_rest,
    .rows_key = "battles",
    .finished = materia_finished,
    .knowledge = &knowledge_part,
    .table = &table_part,
    .chances = &chances_part,
    .deck = &materia_deck_part,
    .stickers = &stickers_part,
    .repair = &repair_part,
};
