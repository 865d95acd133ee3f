/* A trick-taking game from a file: its rules, its verbs, and its row. */
#include "trick_game.h"

static const struct rule rules[RULE_COUNT + 1] = {
    [RULE_DECK] = {"deck", true, "", "デッキ", N_("The deck"),
        N_("Each card exists as often as the pack says, and is held and played once.")},
    [RULE_DEAL] = {"deal", false, "", "配札", N_("The deal"),
        N_("`deal` begins the next deal, as the pack says; the first player deals first, and then "
           "whoever sits left.")},
    [RULE_PASS] = {"pass", true, "", "渡し", N_("Passing"),
        N_("As many cards are passed as the pack says, to whom it says.")},
    [RULE_TRUMP] = {"trump", false, "", "切札", N_("Trumps"),
        N_("A trump beats all cards that are none; of several suits of trumps the first one named "
           "is the highest. Where single cards are trumps, all trumps are one suit to follow.")},
    [RULE_BID] = {"bid", false, "", "ビッド", N_("Bids"),
        N_("Where the pack has `bids` each player bids a number of tricks before the first "
           "card.")},
    [RULE_CHECK] = {"checks", true, "", "確認", N_("Checks"),
        N_("What the pack's `check` says holds of the bids, or of every deal.")},
    [RULE_LEAD] = {"first-lead", true, "", "最初のリード", N_("The first lead"),
        N_("Where the pack names a card to lead, it is led first; else whoever sits left of the "
           "dealer leads.")},
    [RULE_TURN] = {"turn", true, "", "手番", N_("Turns"),
        N_("Clockwise, one card each; whoever took the trick leads the next."), .order = OF_AN_ACT,
        .deed = N_("played out of turn")},
    [RULE_UNBROKEN] = {"unbroken", true, "", "未ブレイク", N_("What may not be led"),
        N_("What the pack's `unbroken` names is not led before one of it was played, unless "
           "nothing else is held.")},
    [RULE_FOLLOW] = {"follow", true, "", "フォロー", N_("Following"),
        N_("Whoever holds a card of the suit led must play one, unless the pack says `any`; cards "
           "above and below all suits may always be played.")},
    [RULE_OBLIGED] = {"obliged", true, "", "義務", N_("What has to be played"),
        N_("With `follow-or-trump` whoever holds none of the suit led plays a trump, if one is "
           "held; with `beat-if-you-can` a card that beats all before it, with the suit led or "
           "without; with both a card of the suit led that does, else a trump that does, else any "
           "trump.")},
    [RULE_BARS] = {"bars", true, "", "初回禁止", N_("The first trick"),
        N_("What the pack's `first-trick-bars` names is not played to the first trick, unless "
           "nothing else may be.")},
    [RULE_TRICK] = {"taker", false, "", "トリック", N_("Who takes a trick"),
        N_("A card above all suits takes it, else the highest trump, else the highest card of the "
           "suit led; of like cards the first, or with `equals last` the last.")},
    [RULE_POINTS] = {"deal-points", true, "", "得点", N_("Points"),
        N_("A deal's points are what the pack's `points` and `each` make of it, else what the "
           "cards taken are worth.")},
    [RULE_END] = {"last-deal", false, "", "終了", N_("The end"),
        N_("The game ends with its last deal, or once `until` is so; else where `end` says it. "
           "The most points win, or with `wins low` the fewest.")},
    [RULE_COUNT] = {0},
};

static const struct option options[] = {
    {"remedy", {{.word = "TEXT", .kind = ANSWER_IS_TEXT}}, RULE_FOLLOW,
        N_("What the table decided after an irregularity; the score stays as it was played.")},
    {0},
};

#define HIDDEN (ARGUMENT_CARD | ARGUMENT_UNSEEN)

static const struct verb verbs[VERB_COUNT + 1] = {
    [SAY_CARDS] = {"", NULL, SEAT_MAY, HIDDEN, 1, ARGUMENTS_MOST, NULL, N_("[NAME:] CARD…"),
        N_("cards played, in turn order, ? for unseen ones; a name is the first player's")},
    [SAY_DEAL] = {"deal", "ディール/配る", SEAT_MAY, 0, 0, 0, NULL, N_("[NAME:] deal"),
        N_("the next deal begins; a name is who deals")},
    [SAY_HAND] = {"hand", "手札", SEAT_MUST, HIDDEN, 1, ARGUMENTS_MOST, NULL,
        N_("NAME: hand CARD…"), N_("the cards of a hand before the first play, ? for unseen ones")},
    [SAY_PASS_ON] = {"pass", "渡す", SEAT_MUST, HIDDEN, 1, ARGUMENTS_MOST, NULL,
        N_("NAME: pass CARD…"), N_("the cards passed, ? for unseen ones")},
    [SAY_TRUMP] = {"trump", "切札", SEAT_NONE, HIDDEN | ARGUMENT_WORD | ARGUMENT_TEXT, 1,
        LAYOUT_SUITS, "none/なし", N_("trump CARD|SUIT…|none"),
        N_("the card turned up, or the suits that are trumps; ? if nobody knows")},
    [SAY_BID] = {"bid", "ビッド", SEAT_MAY,
        ARGUMENT_NUMBER | ARGUMENT_SEAT_NUMBER | ARGUMENT_UNSEEN, 1, HANDS_MOST, NULL,
        N_("bid N N… or NAME=N…"),
        N_("the tricks that each player bids, clockwise, ? where nobody knows")},
    [SAY_SHOW] = {"show", "公開", SEAT_MUST, ARGUMENT_CARD, 0, ARGUMENTS_MOST, NULL,
        N_("NAME: show CARD…"), N_("cards shown now, as evidence; nothing is moved")},
    [VERB_COUNT] = {0},
};

static int no_card(struct span token)
{
    (void)token;
    return NO_CARD;
}

static size_t write_no_card(int card, bool japanese, char *out)
{
    (void)card, (void)japanese;
    out[0] = '?';
    return 1;
}

/* A card of which there are several has the number of its copy behind it. */
static bool nth_sticker(const void *deck, unsigned n, struct sticker *out)
{
    const struct trick_pack *pack = deck;
    char text[NAME_MOST], code[NAME_MOST];
    if (pack == NULL || n >= bits_count(pack->deck))
        return false;
    const int card = pack->layout.code[n];
    const uint64_t copies = pack->layout.copies[card];
    const struct span token = {text, trick_card_write(pack, card, false, text)};
    const size_t length = trick_card_write(pack, card, false, code);
    const unsigned copy = copies & (copies - 1) ? bits_count(copies & ((bit((int)n) << 1) - 1)) : 0;
    sticker_set(out, card, token, (struct span){code, length}, copy);
    return true;
}

static const struct stickers_part stickers_part = {.game = "TG", .nth = nth_sticker};

static const struct knowledge_part knowledge_part = {.legal = trick_legal,
    .turn = trick_turn_now,
    .rather = round_rather};

static const struct repair_part repair_part = {
    .missing = trick_missing,
    .begins = (const char *const[]){"deal", NULL},
    .left_over = round_cards_left_over,
};

static const struct chances_part chances_part = {.asks = card_asks,
    .shares = round_odds,
    .room = sizeof(struct counted)};

const struct rulebook trick_rulebook = {
    .id = "trick",
    .title = N_("A trick-taking game from a file"),
    .names = "トリック",
    .seats_least = 2,
    .seats_most = HANDS_MOST,
    .state_size = sizeof(struct trick_game),
    .copy = trick_game_copy,
    .keep = trick_game_keep,
    .verbs = verbs,
    .rules = rules,
    .options = options,
    .card_read = no_card,
    .card_write = write_no_card,
    .pack_card_read = trick_card_read,
    .pack_card_write = trick_card_write,
    .pack_suit = trick_suit,
    .pack_card_leads = trick_card_leads,
    .card_hint = N_("a card of the pack, as hq or s10"),
    .begin = trick_game_begin,
    .apply = trick_apply,
    .turns_page = trick_turns_page,
    .weigh = round_weigh,
    .rows_key = "deals",
    .tell_rows = trick_tell_rows,
    .stand = trick_stand,
    .finished = trick_finished,
    .knowledge = &knowledge_part,
    .table = &trick_table_part,
    .trial = &trick_trial_part,
    .chances = &chances_part,
    .deck = &trick_deck_part,
    .stickers = &stickers_part,
    .repair = &repair_part,
};
