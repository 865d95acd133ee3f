/*
 * Haratama 祓魂, in the order of its rulebook: 1–2 components, 3.1 relics, 3.2 deal and pass,
 * 3.3.1 playing, 3.3.2–3 the trick, 4 scoring. Each check stands beside the rule it enforces.
 *
 * What players claim by playing ("I have no red") is not judged here: see known.c.
 */
#include "haratama.h"

#include <string.h>

/* ---- 1. Components: the deck ------------------------------------------------------------- */

static const char suit_letters[] = "rbpg";
static const char suit_kanji[SUITS][4] = {"赤", "青", "紫", "緑"};

static int card_read(struct span token)
{
    int suit = -1;
    size_t at = 0;
    for (int i = 0; i < SUITS && token.length > 0; i++)
        if (token.at[0] == suit_letters[i]) {
            suit = i;
            at = 1;
        } else if (token.length > 3 && memcmp(token.at, suit_kanji[i], 3) == 0) {
            suit = i;
            at = 3;
        }
    size_t digits = token.length - at;
    if (suit < 0 || digits < 1 || digits > 2 || token.at[at] < '1' || token.at[at] > '9')
        return NO_CARD;
    int rank = token.at[at] - '0';
    if (digits == 2) {
        if (token.at[at + 1] < '0' || token.at[at + 1] > '9')
            return NO_CARD;
        rank = rank * 10 + (token.at[at + 1] - '0');
    }
    return rank <= RANKS ? suit * 16 + rank : NO_CARD;
}

static size_t card_write(int card, bool japanese, char *out)
{
    size_t at = japanese ? 3 : 1;
    memcpy(out, japanese ? suit_kanji[suit_of(card)] : &suit_letters[suit_of(card)], at);
    if (rank_of(card) >= 10)
        out[at++] = '1';
    out[at++] = (char)('0' + rank_of(card) % 10);
    return at;
}

/* ---- the rules --------------------------------------------------------------------------- */

static const struct rule rules[RULE_COUNT + 1] = {
    [RULE_DECK] = {"deck", true, "1", "内容物", N_("Components"),
        N_("Four suits, red, blue, purple and green. Four players use ranks 1 to 13 (52 cards), "
           "three players ranks 1 to 10 (40 cards). Each card exists once.")},
    [RULE_PLAYERS] = {"players", false, "", "概要", N_("Overview"),
        N_("Three or four players.")},
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
        N_("Thirteen cards each; with three players the card left over is laid open, aside, and not "
           "used.")},
    [RULE_PASS] = {"pass", true, "3.2", "手札の配布と交換、最初のリードプレイヤーの決定",
        N_("Deal, pass and first lead"),
        N_("Each player gives exactly two cards to the left neighbour; they are picked up when all "
           "have given.")},
    [RULE_FOX] = {"fox", true, "3.2", "空いた手でキツネを作る", N_("The fox sign"),
        N_("Whoever received at least one card of rank 6 or less shows the fox sign.")},
    [RULE_FIRST_LEAD] = {"first-lead", true, "3.2", "手札の配布と交換、最初のリードプレイヤーの決定",
        N_("Deal, pass and first lead"),
        N_("Whoever holds blue 5 after the pass leads first; with three players and blue 5 aside, "
           "whoever holds blue 6. Any card may be led that may be led at all (see blue-lead).")},
    [RULE_TURN] = {"turn", true, "3.3.1", "カードプレイ", N_("Playing a card"),
        N_("One card each, clockwise from the leader; the winner of a trick leads the next.")},
    [RULE_BLUE_LEAD] = {"blue-lead", true, "3.3.1", "ブレイク", N_("The break"),
        N_("Before the break blue may not be led, unless the leader holds nothing but blue.")},
    [RULE_BREAK] = {"break", false, "3.3.1", "ブレイク", N_("The break"),
        N_("The first blue card of a round, played by one who cannot follow or led from a hand of "
           "nothing but blue, breaks; from then on blue may be led.")},
    [RULE_FOLLOW] = {"follow", true, "3.3.1", "マストフォロー", N_("Must follow"),
        N_("Who holds a card of the suit led must play one; otherwise any card may be played, blue "
           "and relics too.")},
    [RULE_TRICK] = {"trick", false, "3.3.2", "トリックの勝敗判定", N_("Winning the trick"),
        N_("The highest rank of the suit led wins the trick and leads the next.")},
    [RULE_CAPTURE] = {"capture", false, "3.3.3", "神器の獲得", N_("Capturing relics"),
        N_("The winner lays the relics of the trick open before them; the other cards are thrown "
           "in.")},
    [RULE_EARLY_END] = {"early-end", true, "3.3.3", "全ての神器カードが獲得済みになったら",
        N_("When every relic is captured"),
        N_("Once every relic is captured the round ends at once; cards still held are thrown in.")},
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
        {{.word = "rounds", .kind = ANSWER_IS_NUMBER, .number = 3}, {.word = "loss", .kind = ANSWER_IS_NUMBER, .number = 200}}, RULE_THRESHOLD,
        N_("When does the game end: after so many rounds, or once somebody has lost so much?")},
    [HOUSE_FOX] = {"fox", {{.word = "receiver"}, {.word = "off"}}, RULE_FOX,
        N_("The fox sentence says “from the left”, but the pass goes to the left. Who shows the "
           "sign: the receiver, or is it not judged?")},
    [HOUSE_EARLY_END] = {"early-end", {{.word = "twelve"}, {.word = "in-play"}}, RULE_EARLY_END,
        N_("With three players and a relic aside only eleven are in play. Does the round end early "
           "at twelve only (so never), or at the eleven in play?")},
    [HOUSE_TIE] = {"tie", {{.word = "all"}, {.word = "tied"}}, RULE_TIE,
        N_("Who can win the rounds that decide a tie: everybody, or only those tied at the least?")},
    [HOUSE_BAD_BREAK] = {"bad-break", {{.word = "stands"}, {.word = "void"}}, RULE_BREAK,
        N_("Blue came out by a play that later proved irregular. Is blue broken: does it stand, or "
           "is it void?")},
    [HOUSE_REVIEW] = {"review", {{.word = "disputes"}, {.word = "free"}, {.word = "never"}}, RULE_CAPTURE,
        N_("May the cards thrown in be looked through: in disputes, freely, or never?")},
    [HOUSE_ODDS] = {"odds", {{.word = "free"}, {.word = "locked"}}, RULE_DECK,
        N_("May the table ask for the odds while a round is played: freely, or are they locked?")},
    [HOUSE_REMEDY] = {"remedy", {{.word = "TEXT", .kind = ANSWER_IS_TEXT}}, RULE_DECK,
        N_("What the table decided after an irregularity; the score stays as it was played.")},
    [HOUSE_COUNT] = {0},
};

/* ---- the language ------------------------------------------------------------------------ */

enum { SAY_PLAY = VERB_PLAY, SAY_ROUND, SAY_KAMI, SAY_ASIDE, SAY_HAND, SAY_PASS, SAY_FOX, SAY_LEAD,
       SAY_SHOW, SAY_TRICK, SAY_RELICS, VERB_COUNT };

static const struct verb verbs[VERB_COUNT + 1] = {
    [SAY_PLAY] = {"", NULL, SEAT_MAY, ARGUMENT_CARD, 1, ARGUMENTS_MOST, NULL,
        N_("[NAME:] CARD…"), N_("cards played, in turn order; a name is the first player's")},
    [SAY_ROUND] = {"round", "ラウンド", SEAT_NONE, 0, 0, 0, NULL,
        N_("round"), N_("the next round begins")},
    [SAY_KAMI] = {"kami", "神威", SEAT_NONE, ARGUMENT_NUMBER, 3, 3, NULL,
        N_("kami RANK RANK RANK"), N_("the three ranks turned up")},
    [SAY_ASIDE] = {"aside", "脇", SEAT_NONE, ARGUMENT_CARD | ARGUMENT_UNSEEN, 1, 1, NULL,
        N_("aside CARD"), N_("three players: the card left over")},
    [SAY_HAND] = {"hand", "手札", SEAT_MUST, ARGUMENT_CARD | ARGUMENT_UNSEEN, 1, ARGUMENTS_MOST, NULL,
        N_("NAME: hand CARD…"), N_("the cards of a hand before the first play, ? for unseen ones")},
    [SAY_PASS] = {"pass", "渡す", SEAT_MUST, ARGUMENT_CARD | ARGUMENT_UNSEEN, 1, HAND, NULL,
        N_("NAME: pass CARD CARD"), N_("the two cards passed to the left, ? for unseen ones")},
    [SAY_FOX] = {"fox", "狐", SEAT_MUST, ARGUMENT_WORD, 0, 1, "no/なし",
        N_("NAME: fox [no]"), N_("shows the fox sign, or does not")},
    [SAY_LEAD] = {"lead", "リード", SEAT_MUST, 0, 0, 0, NULL,
        N_("NAME: lead"), N_("leads first")},
    [SAY_SHOW] = {"show", "公開", SEAT_MUST, ARGUMENT_CARD, 1, ARGUMENTS_MOST, NULL,
        N_("NAME: show CARD…"), N_("cards shown now, as evidence; nothing is moved")},
    [SAY_TRICK] = {"trick", "トリック", SEAT_MUST, ARGUMENT_CARD | ARGUMENT_NUMBER, 0, PLAYERS, NULL,
        N_("NAME: trick [CARD…|COUNT]"), N_("took a trick with these relics, or so many")},
    [SAY_RELICS] = {"relics", "神器", SEAT_NONE, ARGUMENT_SEAT_NUMBER, 1, PLAYERS, NULL,
        N_("relics NAME=COUNT…"), N_("the relics each player took in the whole round")},
    [VERB_COUNT] = {0},
};

static void begin(void *state, const struct setting *setting)
{
    struct haratama *s = state;
    memset(s, 0, sizeof *s);
    s->players = setting->seats->count;
    s->contenders = (uint8_t)((1u << s->players) - 1);
}

static void see(uint32_t *first, uint32_t line)
{
    if (*first == 0)
        *first = line;
}

/* The line where a card was seen last, or 0. */
static uint32_t seen_last(const struct haratama *s, int card)
{
    const struct sighting *at = &s->sighting[card];
    uint32_t last = at->hand;
    const uint32_t lines[] = {at->between, at->given, at->held, at->shown, at->played};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        last = lines[i] > last ? lines[i] : last;
    return last;
}
/* ---- what cannot be ---------------------------------------------------------------------- */

static struct ruling *rule(const struct act *a, enum ruling_kind kind, int rule, int seat, int card,
                           const char *message)
{
    return rulings_add(a->out, kind, rule, seat, card, a->said->line, message);
}

/* The record says what this deck cannot do. */
static enum outcome impossible(const struct act *a, int seat, int card, const char *message)
{
    struct ruling *r = rule(a, RULING_IMPOSSIBLE, RULE_DECK, seat, card, message);
    message_number(&r->message, "round", (int32_t)game(a)->round);
    return IMPOSSIBLE;
}

static enum outcome impossible_because(const struct act *a, int seat, int card, const char *message)
{
    enum outcome outcome = impossible(a, seat, card, message);
    uint32_t line = seen_last(a->state, card);
    if (line != 0 && line != a->said->line)
        ruling_because(&a->out->row[a->out->count - 1], line);
    return outcome;
}

static enum outcome malformed(const struct act *a, int argument, const char *message)
{
    fault_set(a->fault, argument < 0 ? a->said->column : a->said->argument[argument].column, message);
    return MALFORMED;
}

/* Statements of a round need one that is open. */
static enum outcome need_round(const struct act *a)
{
    switch (game(a)->phase) {
    case BEFORE:
        return impossible(a, a->said->seat, NO_CARD, N_("No round has begun; expected `round` first."));
    case AFTER:
        return impossible(a, a->said->seat, NO_CARD, N_("Round {round} is over; expected `round` first."));
    case DURING:
        break;
    }
    return APPLIED;
}

static bool playing(const struct haratama *s) { return s->trick.plays > 0 || s->level != BY_PLAYS; }

/* ---- ゲームの終了 End of the game: who has won --------------------------------------------- */

static uint8_t at_least(const struct haratama *s, uint8_t among)
{
    int64_t least = INT64_MAX;
    uint8_t seats = 0;
    for (int i = 0; i < s->players; i++) {
        if (!(among & 1u << i) || s->total[i] > least)
            continue;
        if (s->total[i] < least)
            seats = 0;
        least = s->total[i];
        seats |= (uint8_t)(1u << i);
    }
    return seats;
}

/* haratama/rounds, haratama/threshold: have the agreed rounds been played? */
static bool played_out(const struct haratama *s, const struct setting *setting)
{
    const struct choice *end = &setting->house->option[HOUSE_END];
    if (end->choice == 0)
        return s->closed >= (uint32_t)end->number;
    for (int i = 0; i < s->players; i++)
        if (s->closed > 0 && s->total[i] >= end->number)
            return true;
    return false;
}

/* haratama/tie: everybody, or only those who were tied at the least each time. */
static uint8_t may_win(const struct haratama *s, const struct setting *setting)
{
    bool tied = setting->house->option[HOUSE_TIE].choice == 1;
    return (uint8_t)(tied ? s->contenders : (1u << s->players) - 1);
}

static bool finished(const void *state, const struct setting *setting, uint32_t *winners)
{
    const struct haratama *s = state;
    uint8_t least = at_least(s, may_win(s, setting));
    bool over = played_out(s, setting) && (least & (least - 1)) == 0;
    *winners = over ? least : 0;
    return over;
}

/* ---- 4. End of the round and scoring ----------------------------------------------------- */

/* haratama/haratama: eight relics, nine with three players. */
static int haratama_of(const struct haratama *s)
{
    for (int i = 0; i < s->players; i++)
        if (s->captured[i] >= (s->players == 4 ? 8 : 9))
            return i;
    return -1;
}

/* haratama/loss */
static int loss_of(const struct haratama *s, int seat)
{
    int holder = haratama_of(s);
    if (s->ended == OPEN || holder == seat)
        return 0;
    return 10 * s->captured[holder < 0 ? seat : holder];
}

static void close_round(const struct act *a, enum ended ended)
{
    struct haratama *s = a->state;
    s->ended = ended;
    s->ended_line = a->said->line;
    s->phase = AFTER;
    s->closed++;
    for (int i = 0; i < s->players; i++)
        s->total[i] += loss_of(s, i);
    if (!played_out(s, a->setting))
        return;
    uint8_t least = at_least(s, may_win(s, a->setting));
    if ((least & (least - 1)) != 0)
        open_question(a->setting, a->out, HOUSE_TIE, a->said->line);
    s->contenders = at_least(s, s->contenders);
}

static int captured_sum(const struct haratama *s)
{
    int sum = 0;
    for (int i = 0; i < s->players; i++)
        sum += s->captured[i];
    return sum;
}

/* How many relics can be in play: with three players the card aside may be one. */
static int relics_most(const struct haratama *s)
{
    return s->aside != NO_CARD && (s->relics & bit(s->aside)) ? RELICS - 1 : RELICS;
}

static int relics_fewest(const struct haratama *s)
{
    return s->players == 3 && (s->aside == NO_CARD || s->relics == 0) ? RELICS - 1 : relics_most(s);
}

static int tricks_left(const struct haratama *s)
{
    int most = 0;
    for (int i = 0; i < s->players; i++)
        most = hand_size(s, i) > most ? hand_size(s, i) : most;
    return most - s->trick.done;
}

/* Tricks played card by card whose relics are not known, since the ranks were not noted. */
static int tricks_hidden(const struct haratama *s)
{
    int hidden = 0;
    for (int i = 0; i < s->trick.plays && s->relics == 0; i++)
        hidden += s->trick.play[i].lead && s->trick.play[i].trick <= s->trick.done;
    return hidden;
}

/* ---- 3. A round begins ------------------------------------------------------------------- */

static enum outcome say_round(const struct act *a)
{
    struct haratama *s = a->state;
    uint32_t winners;
    if (s->phase == DURING)
        return impossible(a, -1, NO_CARD, N_("Round {round} is still open; expected its play, or "
                                             "`relics NAME=COUNT…`, before the next `round`."));
    if (finished(s, a->setting, &winners))
        return impossible(a, -1, NO_CARD, N_("The game was over after round {round}; no further "
                                             "round can begin."));
    struct haratama next = {.round = s->round + 1, .closed = s->closed, .players = s->players,
                            .contenders = s->contenders, .phase = DURING, .aside = NO_CARD,
                            .first_leader = -1};
    trick_begin(&next.trick);
    memcpy(next.total, s->total, sizeof next.total);
    *s = next;
    return APPLIED;
}

static bool turns_page(const void *state, const struct setting *setting,
                       const struct statement *said)
{
    const struct haratama *s = state;
    uint32_t winners;
    return !said->common && said->verb == SAY_ROUND && s->phase != DURING
        && !finished(s, setting, &winners);
}

/* ---- 3.1. Revelation cards and break marker ---------------------------------------------- */

static enum outcome say_kami(const struct act *a)
{
    struct haratama *s = a->state;
    int most = s->players == 4 ? 10 : 8;
    for (int i = 0; i < 3; i++) {
        int rank = a->said->argument[i].number;
        if (rank < 1 || rank > 10)
            return malformed(a, i, N_("no such revelation card; expected a rank from 1 to 10"));
    }
    if (s->kami[0] != 0)
        return impossible(a, -1, NO_CARD, N_("Three ranks are turned up in round {round} already."));
    if (playing(s))
        return impossible(a, -1, NO_CARD, N_("The ranks are turned up before the first card is "
                                             "played."));
    uint64_t relics = 0;
    for (int i = 0; i < 3; i++) {
        int rank = a->said->argument[i].number;
        uint64_t cards = 0;
        for (int suit = 0; suit < SUITS; suit++)
            cards |= bit(suit * 16 + rank);
        if (rank > most)
            return impossible(a, -1, NO_CARD, N_("Three players use the revelation cards 1 to 8."));
        if (relics & cards)
            return impossible(a, -1, NO_CARD, N_("Each revelation card exists once; expected three "
                                                 "different ranks."));
        relics |= cards;
    }
    for (int i = 0; i < 3; i++)
        s->kami[i] = (uint8_t)a->said->argument[i].number;
    s->relics = relics;
    return APPLIED;
}

/* ---- 3.2. Deal, pass and first lead ------------------------------------------------------ */

static enum outcome not_in_deck(const struct act *a, int seat, int card)
{
    return impossible(a, seat, card, N_("{card} is not in the deck: three players use ranks 1 to 10."));
}

static enum outcome say_aside(const struct act *a)
{
    struct haratama *s = a->state;
    if (s->players == 4)
        return impossible(a, -1, a->said->argument[0].card,
                          N_("With four players no card is left over."));
    if (a->said->argument[0].kind == ARGUMENT_UNSEEN)
        return APPLIED;
    int card = a->said->argument[0].card;
    if (!(deck(s) & bit(card)))
        return not_in_deck(a, -1, card);
    if (s->aside != NO_CARD)
        return impossible_because(a, -1, card, N_("One card only is left over."));
    if (s->gone & bit(card))
        return impossible_because(a, -1, card, N_("{card} was taken in a trick."));
    s->aside = (int8_t)card;
    if (seen_last(s, card) != 0 || !haratama_fits(s)) {
        s->aside = NO_CARD;
        return impossible_because(a, -1, card, N_("{card} was seen elsewhere; it cannot be aside."));
    }
    s->sighting[card].shown = a->said->line;
    return APPLIED;
}

/* Where a hand or a shown card belongs, before the first play: see known_of. */
static uint64_t *hand_seen(struct haratama *s, int seat)
{
    if (playing(s) || s->passed & 1u << seat)
        return &s->held[seat];
    return s->passed != 0 ? &s->between[seat] : &s->early[seat];
}

/* Cards that no hand holds now: not in the deck, played, or taken. */
static bool out_of_hands(const struct haratama *s, int card)
{
    return !(deck(s) & bit(card)) || s->sighting[card].played || s->gone & bit(card);
}

/* May this card be in this hand now, as far as single cards tell? */
static enum outcome check_seen(const struct act *a, int card)
{
    const struct haratama *s = a->state;
    if (!(deck(s) & bit(card)))
        return not_in_deck(a, a->said->seat, card);
    if (out_of_hands(s, card))
        return impossible_because(a, a->said->seat, card,
                                  N_("{card} was played before; {seat} cannot hold it now."));
    return APPLIED;
}

/* The first of the cards that cannot be there: by itself, or since no deal fits any more. */
static enum outcome blame(const struct act *a, uint64_t *where)
{
    for (int i = 0; i < a->said->count; i++) {
        int card = a->said->argument[i].card;
        if (a->said->argument[i].kind == ARGUMENT_UNSEEN)
            continue;
        enum outcome outcome = check_seen(a, card);
        if (outcome != APPLIED)
            return outcome;
        *where |= bit(card);
        if (!haratama_fits(a->state))
            return impossible_because(a, a->said->seat, card, N_("{card} cannot be in {seat}'s hand: no "
                                                                 "deal fits what was seen before."));
    }
    return APPLIED;
}

/* Cards seen in a seat's hand now, by `hand` or `show`. */
static enum outcome see_in_hand(const struct act *a)
{
    struct haratama *s = a->state;
    int left = cards_left(s, a->said->seat);
    if (s->level == BY_TRICKS && a->said->count > left)
        return impossible(a, a->said->seat, a->said->argument[left > 0 ? left : 0].card,
                          N_("{card} cannot be in {seat}'s hand: too few cards are left in it."));
    uint64_t *where = hand_seen(s, a->said->seat), before = *where, cards = 0;
    bool out = false;
    for (int i = 0; i < a->said->count; i++)
        if (a->said->argument[i].kind != ARGUMENT_UNSEEN) {
            out |= out_of_hands(s, a->said->argument[i].card);
            cards |= bit(a->said->argument[i].card);
        }
    uint8_t when[CARDS];
    memcpy(when, s->when, sizeof when);
    for (uint64_t each = cards; each != 0; each &= each - 1)
        s->when[__builtin_ctzll(each)] = s->trick.done;
    *where |= cards;
    if (out || !haratama_fits(s)) {
        *where = before;
        enum outcome outcome = blame(a, where);
        *where = before;
        memcpy(s->when, when, sizeof when);
        haratama_fits(s);
        return outcome;
    }
    bool held = where == &s->held[a->said->seat], between = where == &s->between[a->said->seat];
    for (; cards != 0; cards &= cards - 1) {
        struct sighting *at = &s->sighting[__builtin_ctzll(cards)];
        see(held ? &at->held : between ? &at->between : &at->hand, a->said->line);
        at->shown = a->said->line;
    }
    return APPLIED;
}

/* Is a card named twice in one statement? Its place, or -1. */
static int named_twice(const struct statement *said)
{
    uint64_t named = 0;
    for (int i = 0; i < said->count; i++) {
        if (said->argument[i].kind != ARGUMENT_CARD)
            continue;
        if (named & bit(said->argument[i].card))
            return i;
        named |= bit(said->argument[i].card);
    }
    return -1;
}

static enum outcome twice(const struct act *a, int argument)
{
    return impossible(a, a->said->seat, a->said->argument[argument].card,
                      N_("{card} is named twice; each card exists once."));
}

static enum outcome say_hand(const struct act *a)
{
    struct haratama *s = a->state;
    int seat = a->said->seat, again = named_twice(a->said);
    if (playing(s))
        return impossible(a, seat, NO_CARD, N_("Hands are given before the first play; expected "
                                               "`show` for cards seen later."));
    if (again >= 0)
        return twice(a, again);
    int size = hand_seen(s, seat) == &s->held[seat] ? hand_size(s, seat) : HAND;
    if (a->said->count != size) {
        enum outcome outcome = impossible(a, seat, NO_CARD,
            N_("{seat}'s hand has {size} cards, not {count}; expected ? for each unseen one."));
        message_number(&a->out->row[a->out->count - 1].message, "size", size);
        message_number(&a->out->row[a->out->count - 1].message, "count", a->said->count);
        return outcome;
    }
    return see_in_hand(a);
}

static enum outcome say_show(const struct act *a)
{
    int again = named_twice(a->said);
    if (game(a)->phase == BEFORE)
        return need_round(a);
    return again >= 0 ? twice(a, again) : see_in_hand(a);
}

/* haratama/pass: exactly two cards to the left neighbour. */
static enum outcome say_pass(const struct act *a)
{
    struct haratama *s = a->state;
    int seat = a->said->seat, again = named_twice(a->said);
    if (playing(s))
        return impossible(a, seat, NO_CARD, N_("Cards are passed before the first card is played."));
    if (s->passed & 1u << seat)
        return impossible(a, seat, NO_CARD, N_("{seat} has passed in round {round} already."));
    if (again >= 0)
        return twice(a, again);
    s->passed |= (uint8_t)(1u << seat);
    s->pass_size[seat] = a->said->count;
    s->dealt[seat] |= s->early[seat] | s->between[seat];
    for (uint64_t left = s->between[seat]; left != 0; left &= left - 1) {
        struct sighting *at = &s->sighting[__builtin_ctzll(left)];
        see(&at->hand, at->between);
        at->between = 0;
    }
    s->early[seat] = s->between[seat] = 0;
    for (int i = 0; i < a->said->count; i++) {
        int card = a->said->argument[i].card;
        if (a->said->argument[i].kind == ARGUMENT_UNSEEN)
            continue;
        s->given[seat] |= bit(card) & deck(s);
        if (!(deck(s) & bit(card)) || !haratama_fits(s)) {
            return !(deck(s) & bit(card)) ? not_in_deck(a, seat, card)
                           : impossible_because(a, seat, card, N_("{seat} cannot have passed {card}: "
                                 "no deal fits what was seen before."));
        }
        see(&s->sighting[card].given, a->said->line);
    }
    if (!haratama_fits(s))
        return impossible(a, seat, NO_CARD, N_("No deal and exchange fits this pass."));
    if (a->said->count != 2)
        message_number(&rule(a, RULING_IRREGULAR, RULE_PASS, seat, NO_CARD,
                             N_("{seat} did not pass exactly two cards, but {count}."))->message,
                       "count", a->said->count);
    return APPLIED;
}

/* ■ The fox sign: only kept here, and weighed with the round. */
static enum outcome say_fox(const struct act *a)
{
    struct haratama *s = a->state;
    if (s->foxes == sizeof s->fox / sizeof *s->fox)
        return impossible(a, a->said->seat, NO_CARD, N_("Too many fox signs in one round."));
    open_question(a->setting, a->out, HOUSE_FOX, a->said->line);
    s->fox[s->foxes].line = a->said->line;
    s->fox[s->foxes].seat = a->said->seat;
    s->fox[s->foxes++].shown = a->said->count == 0;
    return APPLIED;
}

static enum outcome say_lead(const struct act *a)
{
    struct haratama *s = a->state;
    if (playing(s))
        return impossible(a, a->said->seat, NO_CARD, N_("The first leader is named before the first "
                                                        "card is played."));
    if (s->lead_line != 0 && s->first_leader != a->said->seat) {
        enum outcome outcome = impossible(a, a->said->seat, NO_CARD,
            N_("{leader} was named to lead round {round} already."));
        message_seat(&a->out->row[a->out->count - 1].message, "leader", s->first_leader);
        return outcome;
    }
    if (s->lead_line == 0)
        s->lead_line = a->said->line;
    s->trick.leader = s->first_leader = a->said->seat;
    return APPLIED;
}

/* ---- 3.3.1. Playing a card --------------------------------------------------------------- */

static bool has_card(const void *game, int seat) { return cards_left(game, seat) > 0; }

/* Whose turn it is; -1: unknown. */
static int turn(const void *state, const struct setting *setting)
{
    const struct haratama *s = state;
    (void)setting;
    if (s->phase != DURING || s->level != BY_PLAYS)
        return -1;
    int leader = s->trick.leader >= 0 ? s->trick.leader : s->trick.plays == 0 ? haratama_leader(s) : -1;
    return trick_turn(&s->trick, leader, s->players, s, has_card);
}

/* haratama/deck: does this card exist, and has it not gone elsewhere? */
static enum outcome check_free(const struct act *a, int seat, int card)
{
    struct haratama *s = a->state;
    if (!(deck(s) & bit(card)))
        return not_in_deck(a, seat, card);
    if (s->sighting[card].played || s->gone & bit(card))
        return impossible_because(a, seat, card, N_("{card} was played before."));
    if (s->aside == card)
        return impossible_because(a, seat, card, N_("{card} lies aside."));
    return APPLIED;
}

static enum outcome check_held(const struct act *a, int seat, int card)
{
    struct haratama *s = a->state;
    if ((haratama_known(s, seat) & bit(card)) || haratama_may_have(s, seat, card))
        return APPLIED;
    return impossible_because(a, seat, card, N_("{seat} cannot have held {card}: no deal fits what was "
                                                "seen before."));
}

/* haratama/early-end: proved by the line that captured the last relic. */
static void after_early_end(const struct act *a, int seat, int card, const char *message)
{
    struct ruling *r = rule(a, RULING_IRREGULAR, RULE_EARLY_END, seat, card, message);
    if (game(a)->ended_line != a->said->line)
        ruling_because(r, game(a)->ended_line);
}

/*
 * haratama/early-end: a card after the last relic changes nothing, and so nobody's turn comes: a
 * player who was not `named` is a guess that proves nothing. One who was has let the card be seen.
 */
static enum outcome play_after_end(const struct act *a, int seat, int card, bool named)
{
    struct haratama *s = a->state;
    if (s->level != BY_PLAYS || s->ended != BY_RELICS)
        return impossible(a, seat, card, N_("Round {round} is over; {card} cannot be played in it."));
    enum outcome outcome = check_free(a, seat, card);
    if (outcome == APPLIED && named)
        outcome = check_held(a, seat, card);
    if (outcome != APPLIED)
        return outcome;
    if (named) {
        s->held[seat] |= bit(card);
        see(&s->sighting[card].held, a->said->line);
        s->sighting[card].shown = a->said->line;
    }
    after_early_end(a, seat, card,
                    N_("{seat} played {card} after the last relic was captured: the round had ended."));
    return APPLIED;
}

/* haratama/deck: may this card be in this seat's hand at all? */
static enum outcome check_card(const struct act *a, int seat, int card)
{
    struct haratama *s = a->state;
    enum outcome outcome = check_free(a, seat, card);
    if (outcome != APPLIED)
        return outcome;
    if (s->trick.on_table & 1u << seat)
        return impossible(a, seat, card, N_("{seat} has played to this trick already; {card} would be "
                                            "a second card."));
    if (cards_left(s, seat) <= 0)
        return impossible(a, seat, card, N_("{seat} has no card left."));
    return check_held(a, seat, card);
}

static void end_trick(const struct act *a);

static void put_on_table(const struct act *a, int seat, int card)
{
    struct haratama *s = a->state;
    struct play *p = trick_add(&s->trick, seat, card, suit_of(card), a->said->line);
    /* haratama/blue-lead: before the break only a hand of nothing but blue; weighed later */
    if (p->lead && p->suit == BLUE && !s->broken)
        p->mark = MARK_UNBROKEN;
    if ((p->lead && p->led == BLUE) || !play_follows(p)) {
        uint64_t should = p->lead ? ~suit_cards(BLUE) : suit_cards((enum suit)p->led);
        uint64_t kept = haratama_known(s, seat) & should & ~s->played[seat];
        p->kept = (uint8_t)haratama_seen_before(s, seat, kept, p->line, &p->kept_line);
    }
    /* haratama/break */
    s->broken |= p->suit == BLUE;
    s->held[seat] |= bit(card);
    s->played[seat] |= bit(card);
    see(&s->sighting[card].held, a->said->line);
    s->sighting[card].played = a->said->line;
    s->table |= bit(card);
    if (trick_turn(&s->trick, s->trick.leader, s->players, s, has_card) < 0)
        end_trick(a);
}

static enum outcome play(const struct act *a, int seat, int card)
{
    struct haratama *s = a->state;
    if (s->level != BY_PLAYS)
        return impossible(a, seat, card, N_("Round {round} is kept by tricks from here on; single plays "
                                            "cannot follow."));
    enum outcome outcome = check_card(a, seat, card);
    if (outcome != APPLIED)
        return outcome;
    bool first = s->lead_line == 0;
    if (first) {
        s->lead_line = a->said->line;
        s->first_leader = (int8_t)seat;
        s->lead_by_play = true;
    }
    /* haratama/turn; who may lead the round is haratama/first-lead */
    int expected = turn(s, a->setting);
    if (!first && expected >= 0 && seat != expected)
        message_seat(&rule(a, RULING_IRREGULAR, RULE_TURN, seat, card,
                           s->trick.on_table == 0 ? N_("{seat} led {card}, but it was {expected}'s lead.")
                                            : N_("{seat} played {card}, but it was {expected}'s turn.")
                          )->message, "expected", expected);
    put_on_table(a, seat, card);
    return APPLIED;
}

/* After the round's end cards come in clockwise order from the last winner. */
static int turn_after_end(const struct haratama *s, int before)
{
    return before >= 0 ? next_clockwise(before, s->players) : s->trick.leader >= 0 ? s->trick.leader : 0;
}

/* The card at `i`: whose it is, and what comes of it. `seat` is the one before, then its own. */
static enum outcome play_one(const struct act *a, int i, int *seat)
{
    struct haratama *s = a->state;
    int card = a->said->argument[i].card;
    bool named = i == 0 && *seat >= 0;
    if (s->phase == AFTER) {
        *seat = named ? *seat : turn_after_end(s, i > 0 ? *seat : -1);
        return play_after_end(a, *seat, card, named);
    }
    *seat = named ? *seat : turn(s, a->setting);
    if (*seat < 0 && s->level == BY_PLAYS)
        return malformed(a, i, N_("who leads is not known; expected `NAME: lead` first, or "
                                  "`NAME: CARD`"));
    return play(a, *seat, card);
}

static enum outcome say_play(const struct act *a)
{
    int seat = a->said->seat;
    if (game(a)->phase == BEFORE)
        return need_round(a);
    for (int i = 0; i < a->said->count; i++) {
        enum outcome outcome = play_one(a, i, &seat);
        if (outcome != APPLIED)
            return outcome;
    }
    return APPLIED;
}

/* ---- 3.3.2. Winning the trick · 3.3.3. Capturing relics ---------------------------------- */

/* haratama/early-end, or the hands are empty. */
static void end_round_if_over(const struct act *a)
{
    struct haratama *s = a->state;
    int captured = captured_sum(s), left = tricks_left(s);
    bool eleven = s->aside != NO_CARD && captured == RELICS - 1 && relics_most(s) == RELICS - 1;
    if (eleven && left > 0)
        open_question(a->setting, a->out, HOUSE_EARLY_END, a->said->line);
    bool in_play = a->setting->house->option[HOUSE_EARLY_END].choice == 1;
    bool unknown = s->relics == 0 && s->level == BY_PLAYS;   /* plays, but no kami */
    if (left == 0 && !unknown)
        close_round(a, BY_HANDS);
    else if (captured == RELICS || (eleven && in_play))
        close_round(a, BY_RELICS);
}

/* haratama/trick: the highest rank of the suit led. */
static int worth(const void *game, const struct play *p)
{
    (void)game;
    return play_follows(p) ? rank_of(p->card) : 0;
}

static void end_trick(const struct act *a)
{
    struct haratama *s = a->state;
    /* haratama/capture */
    int winner = trick_best(&s->trick, s, worth)->seat;
    s->captured[winner] += (uint8_t)bits_count(s->table & s->relics);
    s->table = 0;
    trick_end(&s->trick, winner);
    end_round_if_over(a);
}

static int seats_to_play(const struct haratama *s)
{
    int seats = 0;
    for (int i = 0; i < s->players; i++)
        seats += !(s->trick.on_table & 1u << i) && cards_left(s, i) > 0;
    return seats;
}

/* Can `seats` seats still take what is left of the relics in `tricks` tricks? */
static bool can_take(const struct haratama *s, int captured, int tricks)
{
    return captured <= relics_most(s) && captured + (tricks + tricks_hidden(s)) * s->players >= relics_fewest(s);
}

/* The first of the relics with which nothing fits any more; NO_CARD: all fit if they need not be all. */
static int first_misfit(struct haratama *s, const struct statement *said, int names, uint64_t before)
{
    s->gone = before;
    s->named &= ~((uint32_t)1 << s->trick.done);
    for (int i = 0; i < names; i++) {
        s->gone |= bit(said->argument[i].card) & ~s->table;
        if (!haratama_tricks_fit(s))
            return said->argument[i].card;
    }
    return NO_CARD;
}

/*
 * The relics named, and not yet lying there, were played by the others: a card a seat, from hands that
 * can have held them beside all that was seen in other tricks. Keeps them in `s` if so.
 */
static enum outcome take_relics(const struct act *a, bool counted, int unseen)
{
    struct haratama *s = a->state;
    const uint64_t before = s->gone;
    const enum level level = s->level;
    const uint32_t trick = (uint32_t)1 << s->trick.done;
    const int names = counted ? 0 : a->said->count;
    uint8_t when[ARGUMENTS_MOST];
    for (int i = 0; i < names; i++) {
        int card = a->said->argument[i].card;
        when[i] = s->when[card];
        s->gone |= bit(card) & ~s->table;
        s->when[card] = s->trick.done;
    }
    s->level = BY_TRICKS;
    s->named |= !counted || unseen == 0 ? trick : 0;    /* no other relic lies there */
    if (haratama_tricks_fit(s))
        return APPLIED;
    int wrong = first_misfit(s, a->said, names, before);
    s->named &= ~trick;
    s->gone = before;
    s->level = level;
    for (int i = 0; i < names; i++)
        s->when[a->said->argument[i].card] = when[i];
    if (wrong != NO_CARD)
        return impossible_because(a, a->said->seat, wrong,
            N_("{card} cannot lie in this trick: no player can have played it beside the other cards of this "
               "trick and of those before."));
    return impossible(a, a->said->seat, NO_CARD,
        N_("More relics must lie in this trick: no deal fits what was seen before if these are all."));
}

/* haratama/kami: without the ranks turned up, relics named are of three ranks at most. */
static enum outcome check_rank(const struct act *a, int card, uint16_t *ranks)
{
    const struct haratama *s = a->state;
    *ranks |= (uint16_t)(1u << rank_of(card));
    if (rank_of(card) > (s->players == 4 ? 10 : 8))
        return impossible(a, a->said->seat, card, N_("{card} is never a relic: no revelation card bears "
                                                     "its rank."));
    if (bits_count(*ranks) > 3)
        return impossible(a, a->said->seat, card, N_("{card} would be a relic of a fourth rank; three "
                                                     "ranks are turned up."));
    return APPLIED;
}

static enum outcome check_relics_named(const struct act *a)
{
    struct haratama *s = a->state;
    uint64_t lying = s->table & s->relics;
    uint16_t ranks = s->ranks;
    for (int i = 0; i < a->said->count; i++) {
        int card = a->said->argument[i].card;
        if (!(deck(s) & bit(card)))
            return not_in_deck(a, a->said->seat, card);
        if (s->relics == 0 && check_rank(a, card, &ranks) != APPLIED)
            return IMPOSSIBLE;
        if (s->relics != 0 && !(s->relics & bit(card)))
            return impossible(a, a->said->seat, card, N_("{card} is no relic in round {round}."));
        if (!(s->table & bit(card))
            && (s->sighting[card].played || s->gone & bit(card) || s->aside == card))
            return impossible_because(a, a->said->seat, card, N_("{card} was seen elsewhere; it cannot "
                                                                 "be in this trick."));
        lying &= ~bit(card);
    }
    if (lying != 0)
        return impossible_because(a, a->said->seat, __builtin_ctzll(lying),
                                  N_("{card} lies in this trick and is not among the relics taken."));
    return APPLIED;
}

/* haratama/early-end: a trick after the last relic changes nothing either, and has none to give. */
static enum outcome trick_after_end(const struct act *a)
{
    const struct argument *first = &a->said->argument[0];
    bool none = a->said->count == 0
        || (a->said->count == 1 && first->kind == ARGUMENT_NUMBER && first->number == 0);
    if (game(a)->level == BY_TOTALS || game(a)->ended != BY_RELICS || !none)
        return need_round(a);
    after_early_end(a, a->said->seat, NO_CARD,
                    N_("{seat} took a trick after the last relic was captured: the round had ended."));
    return APPLIED;
}

/* `Bo: trick r3 g7`: from here on the round is kept by tricks. */
static enum outcome say_trick(const struct act *a)
{
    struct haratama *s = a->state;
    int again = named_twice(a->said);
    bool counted = a->said->count == 1 && a->said->argument[0].kind == ARGUMENT_NUMBER;
    int relics = counted ? a->said->argument[0].number : a->said->count;
    int lying = (int)bits_count(s->table & s->relics);
    for (int i = 0; i < a->said->count && !counted; i++)
        if (a->said->argument[i].kind != ARGUMENT_CARD)
            return malformed(a, i, N_("cards and a count together; expected relics, or how many"));
    if (counted && relics < 0)
        return malformed(a, 0, N_("a negative count; expected how many relics"));
    if (again >= 0)
        return twice(a, again);
    if (s->trick.on_table & 1u << a->said->seat
        && trick_best(&s->trick, s, worth)->seat != a->said->seat)
        return impossible(a, a->said->seat, NO_CARD, N_("{seat} did not win this trick: a better card "
                                                        "lies on the table."));
    enum outcome outcome = counted ? APPLIED : check_relics_named(a);
    if (outcome != APPLIED)
        return outcome;
    uint64_t named = 0;
    for (int i = 0; i < a->said->count && !counted; i++)
        named |= bit(a->said->argument[i].card);
    int unseen = relics - (counted ? lying : (int)bits_count(named & s->table));
    if (unseen < 0 || unseen > seats_to_play(s)
        || !can_take(s, captured_sum(s) + relics, tricks_left(s) - 1)) {
        outcome = impossible(a, a->said->seat, NO_CARD,
                             N_("{relics} relics in this trick do not fit the round: {captured} were "
                                "captured before, {most} are in play, and {tricks} tricks are left."));
        struct message *m = &a->out->row[a->out->count - 1].message;
        message_number(m, "relics", relics);
        message_number(m, "captured", captured_sum(s));
        message_number(m, "most", relics_most(s));
        message_number(m, "tricks", tricks_left(s));
        return outcome;
    }
    outcome = take_relics(a, counted, unseen);
    if (outcome != APPLIED)
        return outcome;
    for (uint64_t left = named; left != 0; left &= left - 1) {
        s->sighting[__builtin_ctzll(left)].shown = a->said->line;
        s->ranks |= (uint16_t)(1u << rank_of(__builtin_ctzll(left)));
    }
    s->captured[a->said->seat] += (uint8_t)relics;
    s->table = 0;
    trick_end(&s->trick, a->said->seat);
    end_round_if_over(a);
    return APPLIED;
}

/* Could each seat have taken so many more in so many tricks? */
static bool more_fit(const struct haratama *s, const int *more, int tricks)
{
    for (int i = 0; i < s->players; i++)
        tricks -= (more[i] + s->players - 1) / s->players;
    return tricks >= 0;
}

/* May this seat still win the trick that is begun? */
static bool may_take(const struct haratama *s, int seat)
{
    if (s->trick.on_table & 1u << seat)
        return trick_best(&s->trick, s, worth)->seat == seat;
    return cards_left(s, seat) > 0;
}

/* The same while a trick is begun: its relics go together, to one who may still win it. */
static bool more_fit_begun(const struct haratama *s, int *more, int tricks)
{
    int lying = (int)bits_count(s->table & s->relics);
    int most = s->relics == 0 ? s->players : lying + seats_to_play(s);
    for (int i = 0; i < s->players; i++)
        for (int takes = lying; may_take(s, i) && takes <= most && takes <= more[i]; takes++) {
            more[i] -= takes;
            bool fits = more_fit(s, more, tricks - 1);
            more[i] += takes;
            if (fits)
                return true;
        }
    return false;
}

/* Could these be the totals, by the tricks that are left, or hidden? */
static bool totals_fit(const struct haratama *s, const int *total)
{
    int sum = 0, more[PLAYERS], tricks = tricks_left(s) + tricks_hidden(s);
    for (int i = 0; i < s->players; i++) {
        more[i] = total[i] - s->captured[i];
        if (more[i] < 0)
            return false;
        sum += total[i];
    }
    if (sum < relics_fewest(s) || sum > relics_most(s))
        return false;
    return s->trick.on_table != 0 ? more_fit_begun(s, more, tricks) : more_fit(s, more, tricks);
}

/* The totals of a round that is over already: they may be said once more. */
static enum outcome totals_again(const struct act *a, const int *total)
{
    const struct haratama *s = a->state;
    for (int i = 0; i < s->players; i++)
        if (total[i] != s->captured[i])
            return impossible(a, i, NO_CARD, N_("These relics are not those that {seat} took in round "
                                                "{round}, which is over."));
    return APPLIED;
}

/* `relics Aki=3 …`: the whole round. A player not named took none. */
static enum outcome say_relics(const struct act *a)
{
    struct haratama *s = a->state;
    int total[PLAYERS] = {0};
    uint8_t named = 0;
    for (int i = 0; i < a->said->count; i++) {
        const struct argument *one = &a->said->argument[i];
        if (named & 1u << one->seat)
            return malformed(a, i, N_("a player named twice; expected each once"));
        if (one->number < 0)
            return malformed(a, i, N_("a negative count; expected how many relics"));
        named |= (uint8_t)(1u << one->seat);
        total[one->seat] = one->number;
    }
    if (s->phase == AFTER)
        return totals_again(a, total);
    if (!totals_fit(s, total)) {
        enum outcome outcome = impossible(a, -1, NO_CARD,
            N_("These relics do not fit round {round}: {most} are in play, {captured} were captured "
               "before, and {tricks} tricks are left."));
        struct message *m = &a->out->row[a->out->count - 1].message;
        message_number(m, "most", relics_most(s));
        message_number(m, "captured", captured_sum(s));
        message_number(m, "tricks", tricks_left(s));
        return outcome;
    }
    bool twelve = a->setting->house->option[HOUSE_EARLY_END].choice == 0;
    bool last = tricks_left(s) <= 1;
    for (int i = 0; i < s->players; i++)
        s->captured[i] = (uint8_t)total[i];
    s->level = BY_TOTALS;
    s->trick.on_table = 0;
    s->trick.first = s->trick.plays;
    s->table = 0;
    close_round(a, last || (captured_sum(s) < RELICS && twelve) ? BY_HANDS : BY_RELICS);
    return APPLIED;
}

/* ---- applying a statement ---------------------------------------------------------------- */

static enum outcome apply(struct act *a)
{
    const struct statement *said = a->said;
    if (said->verb == SAY_PLAY)
        return say_play(a);
    if (said->verb == SAY_ROUND)
        return say_round(a);
    if (said->verb == SAY_SHOW)
        return say_show(a);
    if (said->verb == SAY_RELICS && game(a)->phase == AFTER && game(a)->level != BY_TOTALS)
        return say_relics(a);
    if (said->verb == SAY_TRICK && game(a)->phase == AFTER)
        return trick_after_end(a);
    enum outcome outcome = need_round(a);
    if (outcome != APPLIED)
        return outcome;
    switch (said->verb) {
    case SAY_KAMI: return say_kami(a);
    case SAY_ASIDE: return say_aside(a);
    case SAY_HAND: return say_hand(a);
    case SAY_PASS: return say_pass(a);
    case SAY_FOX: return say_fox(a);
    case SAY_LEAD: return say_lead(a);
    case SAY_TRICK: return say_trick(a);
    case SAY_RELICS: return say_relics(a);
    }
    return APPLIED;
}

/* ---- what may be played ------------------------------------------------------------------ */

/* haratama/follow, haratama/blue-lead, turned round: exact where the whole hand is known. */
static uint64_t may_play(const struct haratama *s, int seat)
{
    uint64_t held, hand = haratama_may_hold(s, seat, &held);
    if (s->trick.on_table != 0) {
        uint64_t follow = suit_cards((enum suit)s->trick.play[s->trick.plays - 1].led);
        return held & follow ? hand & follow : hand;
    }
    uint64_t other = hand & ~suit_cards(BLUE);
    bool only_blue = held == hand ? other == 0 : !(held & ~suit_cards(BLUE));
    return s->broken || only_blue ? hand : other;
}

static struct cardset legal(const void *state, const struct setting *setting, int seat)
{
    const struct haratama *s = state;
    (void)setting;
    struct cardset set = {{0, 0}};
    if (s->phase == DURING && s->level == BY_PLAYS && !(s->trick.on_table & 1u << seat))
        set.bits[0] = may_play(s, seat);
    return set;
}

/* ---- telling the score ------------------------------------------------------------------- */

static void tell_round(const struct haratama *s, struct teller *t)
{
    static const char *const words[] = {[OPEN] = "open", [BY_RELICS] = "relics", [BY_HANDS] = "hands"};
    tell_open(t, NULL, '{');
    tell_number(t, "round", (long)s->round);
    if (s->kami[0] == 0) {
        tell_nothing(t, "kami");
    } else {
        tell_open(t, "kami", '[');
        for (int i = 0; i < 3; i++)
            tell_number(t, NULL, s->kami[i]);
        tell_close(t);
    }
    tell_open(t, "captured", '[');
    for (int i = 0; i < s->players; i++)
        tell_number(t, NULL, s->captured[i]);
    tell_close(t);
    tell_seat(t, "haratama", s->ended == OPEN ? -1 : haratama_of(s));
    tell_open(t, "loss", '[');
    for (int i = 0; i < s->players; i++)
        tell_number(t, NULL, loss_of(s, i));
    tell_close(t);
    tell_word(t, "ended", words[s->ended]);
    tell_close(t);
}

static void tell_rows(const void *state, const struct setting *setting, struct teller *t,
                      uint32_t *told, bool last)
{
    const struct haratama *s = state;
    (void)setting;
    if (*told < s->round && (s->phase == AFTER || last)) {
        tell_round(s, t);
        *told = s->round;
    }
}

/* Does `a` stand before `b`? With tie=tied a winner may stand before a smaller loss. */
static bool before(const struct haratama *s, uint32_t winners, int a, int b)
{
    bool first_a = winners & 1u << a, first_b = winners & 1u << b;
    return first_a != first_b ? first_a : s->total[a] < s->total[b];
}

static void stand(const void *state, const struct setting *setting, struct standing *out)
{
    const struct haratama *s = state;
    uint32_t winners;
    finished(s, setting, &winners);
    for (int i = 0; i < s->players; i++) {
        int ahead = 0;
        for (int k = 0; k < s->players; k++)
            ahead += before(s, winners, k, i);
        out[i].place = (uint8_t)(ahead + 1);
        out[i].scored = true;
        out[i].points = (int32_t)-s->total[i];
    }
}

/* ---- at the table ------------------------------------------------------------------------ */

static void place(const void *state, const struct setting *setting, struct message *out)
{
    const struct haratama *s = state;
    (void)setting;
    message_set(out, s->phase == DURING && s->level != BY_TOTALS ? N_("R{round} T{trick}")
                                                                 : N_("R{round}"));
    message_number(out, "round", (int32_t)s->round);
    message_number(out, "trick", s->trick.done + 1);
}

/* Who took the trick, and what it cost. */
static void tell_trick(const struct haratama *was, const struct haratama *is, struct message *out)
{
    int winner = is->trick.leader, relics = is->captured[winner] - was->captured[winner];
    message_set(out, relics == 0   ? N_("Trick {trick} is {winner}'s.")
                     : relics == 1 ? N_("Trick {trick} is {winner}'s, with a relic: {total} now.")
                                   : N_("Trick {trick} is {winner}'s, with {relics} relics: {total} "
                                        "now."));
    message_number(out, "trick", is->trick.done);
    message_seat(out, "winner", winner);
    message_number(out, "relics", relics);
    message_number(out, "total", is->captured[winner]);
}

static void tell_closed(const struct haratama *is, struct message *out)
{
    int holder = haratama_of(is);
    message_set(out, holder >= 0 ? N_("Round {round} is over: Haratama! {holder} took {relics} relics; "
                                      "everybody else loses {loss}.")
                                 : N_("Round {round} is over."));
    message_number(out, "round", (int32_t)is->round);
    if (holder < 0)
        return;
    message_seat(out, "holder", holder);
    message_number(out, "relics", is->captured[holder]);
    message_number(out, "loss", 10 * is->captured[holder]);
}

static unsigned news(const void *before_state, const void *after_state, const struct setting *setting,
                     struct message *out, unsigned most)
{
    const struct haratama *was = before_state, *is = after_state;
    unsigned count = 0;
    uint32_t winners;
    if (is->round != was->round)
        return 0;
    if (is->broken && !was->broken && count < most)
        message_set(&out[count++], N_("Blue is broken."));
    if (is->trick.done > was->trick.done && count < most)
        tell_trick(was, is, &out[count++]);
    if (is->phase == AFTER && was->phase == DURING && count < most)
        tell_closed(is, &out[count++]);
    if (is->closed > was->closed && finished(is, setting, &winners) && count < most) {
        message_set(&out[count], N_("The game is over, won by {winners}."));
        message_seats(&out[count++], "winners", winners);
    }
    return count;
}

static struct cardset set_of(uint64_t cards) { return (struct cardset){{cards, 0}}; }

static void tell_table(const void *state, const struct setting *setting, struct teller *t)
{
    const struct haratama *s = state;
    uint64_t taken = s->gone | (s->aside == NO_CARD ? 0 : bit(s->aside));
    tell_open(t, NULL, '{');
    tell_number(t, "round", (long)s->round);
    tell_number(t, "trick", s->trick.done + 1);
    tell_truth(t, "open", s->phase == DURING);
    tell_truth(t, "broken", s->broken);
    tell_seat(t, "turn", turn(state, setting));
    tell_open(t, "trick_cards", '[');
    for (int i = s->trick.first; i < s->trick.plays; i++) {
        tell_open(t, NULL, '{');
        tell_seat(t, "seat", s->trick.play[i].seat);
        tell_cards(t, "card", set_of(bit(s->trick.play[i].card)));
        tell_close(t);
    }
    tell_close(t);
    tell_open(t, "seats", '[');
    for (int i = 0; i < s->players; i++) {
        taken |= s->played[i];
        tell_open(t, NULL, '{');
        tell_seat(t, "seat", i);
        tell_number(t, "relics", s->captured[i]);
        tell_number(t, "cards", s->phase == DURING ? cards_left(s, i) : 0);
        tell_number(t, "points", (long)-s->total[i]);
        tell_close(t);
    }
    tell_close(t);
    tell_cards(t, "relics_out", set_of(s->relics & deck(s) & ~taken));
    tell_close(t);
}

static void weigh(const void *state, const struct setting *setting, struct rulings *out)
{
    haratama_weigh(state, setting, out);
}

static bool odds(const void *state, const struct setting *setting, int card, void *scratch,
                 double *shares)
{
    return haratama_odds(state, setting, card, scratch, shares);
}

/* 1. The cards of four suits, then the revelation cards, which bear a rank alone. */
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
        text[0] = 'K';                             /* the suit's letter stood there */
    sticker_set(out, plays ? card : NO_CARD, plays ? code : rank, code, 0);
    out->name = plays ? NULL : N_("revelation");
    return true;
}

static const struct knowledge_part knowledge_part = {
    .legal = legal,
    .turn = turn,
};

static const struct table_part table_part = {
    .hint = N_("Begin with `round` and the ranks turned up, `kami 3 7 10`; who leads, `Aki: lead`; then "
               "the cards as they fall, `r9 r3 r12 b1`. Too fast? `Bo: trick r3` keeps a whole trick, "
               "`relics Aki=3 Bo=9` a whole round. `help` lists everything, `undo` takes back."),
    .place = place,
    .news = news,
    .tell = tell_table,
};

static const struct chances_part chances_part = {
    .asks = card_asks,
    .shares = odds,
    .room = sizeof(struct counted),
};

static const struct stickers_part stickers_part = {
    .nth = sticker,
    .game = "HT",
};

const struct rulebook haratama_rulebook = {
    .id = "haratama",
    .title = N_("Haratama"),
    .seats_least = 3,
    .seats_most = PLAYERS,
    .state_size = sizeof(struct haratama),
    .verbs = verbs,
    .rules = rules,
    .options = options,
    .card_read = card_read,
    .card_write = card_write,
    .card_hint = N_("a card such as r9 (r, b, p or g, and a rank from 1 to 13)"),
    .begin = begin,
    .apply = apply,
    .turns_page = turns_page,
    .weigh = weigh,
    .tell_rows = tell_rows,
    .stand = stand,
    .rows_key = "rounds",
    .finished = finished,
    .knowledge = &knowledge_part,
    .table = &table_part,
    .chances = &chances_part,
    .stickers = &stickers_part,
};
