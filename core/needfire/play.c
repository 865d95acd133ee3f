/*
 * NeedFire: its rules and its language, whose turn it is, and when it ends. The rest
 * follows the rulebook, a file a part, each check beside the rule it enforces:
 *
 *      どう解くか the deck                            deck.c
 *      どう描くか setting up, どう祈るか placement     placement.c
 *      どう殺すか the battle part                     battle.c; its fights fight.c
 *      どう生贄を捧げるか the ranks                    fight.c
 *
 * Hidden hands are weighed in known.c; score and table are told in tell.c.
 */
#include "act.h"

#include <string.h>

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
    [RULE_PLAYERS] = {"players", false, "", "NeedFire", NULL,
        N_("Three or four players.")},
    [RULE_FIRE] = {"fire", false, "", SOLVE,
        N_("A fire card has one generating element.")},
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
    [RULE_HAND] = {"hand", false, "", PAINT,
        N_("Each player gets three fires as a hand.")},
    [RULE_BOX] = {"box", false, "", PAINT,
        N_("One human and one fire go back to the box unseen; all other cards are spread face down "
           "in the middle.")},
    [RULE_START] = {"start", true, "", PAINT,
        N_("Whoever has the battle card with the highest number begins.")},
    [RULE_TURN] = {"turn", true, "", TRY,
        N_("Turns go clockwise. In the battle part a player without a hand is passed over.")},
    [RULE_TAKE] = {"take", true, "", PRAY,
        N_("A turn begins with a look at three cards of the middle. Four players keep one of them, "
           "three players two; the others go back. A human is set into the own row, in any gap or "
           "at either end; a fire goes to the hand.")},
    [RULE_POWER] = {"power", true, "", PRAY,
        N_("After that one own battle card may be chosen as this turn's target, and any number of "
           "cards from the hand laid on it, open, as power cards.")},
    [RULE_LIMIT] = {"limit", true, "", PRAY,
        N_("At the end of a turn the row has six battle cards at most.")},
    [RULE_MERGE] = {"merge", true, "", PRAY,
        N_("With more than six battle cards, and only then, any number of the others become power "
           "cards of the target, so that six or fewer are left. They bring their own power cards "
           "along, and count by their generating element alone from then on.")},
    [RULE_PLACED] = {"placed", false, "", PRAY,
        N_("When a turn ends with two cards in the middle they go to the box, and the next turn is "
           "the first of the battle part.")},
    [RULE_IGNITE] = {"ignite", true, "", KILL,
        N_("A turn of the battle part begins with one card from the hand, laid open in the middle: "
           "the ignition card.")},
    [RULE_REACT] = {"react", false, "", KILL,
        N_("A human reacts to a card if that card's generating element is among the human's reaction "
           "elements.")},
    [RULE_FIGHTERS] = {"fighters", false, "", KILL,
        N_("Every battle card of any player that reacts to the ignition card fights. With one fighter "
           "or none the turn does nothing.")},
    [RULE_STRENGTH] = {"strength", false, "", KILL,
        N_("A fighter is as strong as the number of its power cards that it reacts to, and of its "
           "neighbours in the row that it reacts to.")},
    [RULE_WOUNDED] = {"wounded", false, "", KILL,
        N_("If one fighter alone is the strongest, all others are wounded; if not, all are.")},
    [RULE_REVERSAL] = {"reversal", false, "", "特例：逆転", N_("Reversal"),
        N_("If one fighter alone has any strength, only that one is wounded.")},
    [RULE_WOUND] = {"wound", true, "", KILL,
        N_("The player whose turn it is, then the others clockwise, each treat all their wounded, in "
           "any order: one power card of the wounded card goes to the hand or, if it has none, the "
           "card itself; the cards beside it are neighbours from then on.")},
    [RULE_DISCARD] = {"discard", true, "", KILL,
        N_("Then any one card of the hand is laid face down as a discard.")},
    [RULE_GUARD] = {"guard", true, "", "特例：守護", N_("Guard"),
        N_("Instead, a human that the wounded card reacts to may be laid open as a discard, from the "
           "hand or from the own face-down discards; that wound is over then.")},
    [RULE_END] = {"end", false, "", OFFER,
        N_("The game ends after a turn of the battle part if somebody has more than six discards or "
           "nobody has a card in hand.")},
    [RULE_RANK] = {"rank", false, "", SACRIFICE,
        N_("More battle cards rank higher; then fewer discards; then more of the more powerful "
           "battle cards; if that is equal too, the place is shared.")},
    [RULE_COUNT] = {0},
};

static const struct option options[HOUSE_COUNT + 1] = {
    [HOUSE_POWER_CAP] = {"power-cap", "none 6", RULE_STRENGTH,
        N_("The rulebook says that no power is above six, yet its deck allows more. Does a power "
           "above six count as it is, or as six?")},
    [HOUSE_IGNITION] = {"ignition", "out discard", RULE_END,
        N_("Does an ignition card count among the discards of the player who lit it?")},
    [HOUSE_MERGE] = {"merge", "over free", RULE_MERGE,
        N_("May battle cards become power cards only when there are more than six, or always?")},
    [HOUSE_RECOUNT] = {"recount", "no yes", RULE_WOUNDED,
        N_("A treated wound has changed who is the strongest. Do the wounded stay as they were "
           "found, or are they worked out again?")},
    [HOUSE_RANK_POWER] = {"rank-power", "list sum", RULE_RANK,
        N_("Equal battle cards and discards: are the powers compared one by one from the highest "
           "down, or by their sum?")},
    [HOUSE_NO_HANDS] = {"no-hands", "end", RULE_END,
        N_("Nobody has a card in hand when the battle part begins. Does the game end at once?")},
    [HOUSE_ROW] = {"row", "dealt arranged", RULE_ROW,
        N_("Do the first three battle cards lie as they were dealt, or may each player arrange "
           "them?")},
    [HOUSE_START] = {"start", "SEAT", RULE_START,
        N_("Who begins, if it is not the holder of the highest number?")},
    [HOUSE_REMEDY] = {"remedy", "TEXT", RULE_DECK,
        N_("What the table decided after an irregularity; the score stays as it was played.")},
    [HOUSE_COUNT] = {0},
};

/* ---- the language ------------------------------------------------------------------------ */

static const struct verb verbs[VERB_COUNT + 1] = {
    [SAY_NONE] = {"", NULL, SEAT_NONE, 0, 0, 0, NULL, "", ""},
    [SAY_ROW] = {"row", "列", SEAT_MUST, ARGUMENT_CARD | TAKES_STACKS, 0, ARGUMENTS_MOST, NULL,
        N_("NAME: row HUMAN[+CARD…]…"), N_("battle cards from left to right, + the cards on them")},
    [SAY_HAND] = {"hand", "手札", SEAT_MUST, ARGUMENT_CARD | ARGUMENT_UNSEEN, 0, ARGUMENTS_MOST, NULL,
        N_("NAME: hand CARD…"), N_("the cards of a hand before the first turn, ? for unseen ones")},
    [SAY_DISCARDS] = {"discards", "捨札", SEAT_MUST, ARGUMENT_CARD | ARGUMENT_UNSEEN, 0, ARGUMENTS_MOST,
        NULL, N_("NAME: discards CARD…"), N_("the discards of a position, ? for those face down")},
    [SAY_TURN] = {"turn", "手番", SEAT_NONE, ARGUMENT_SEAT, 1, 1, NULL,
        N_("turn NAME"), N_("whose turn it is in a position")},
    [SAY_SPREAD] = {"spread", "場札", SEAT_NONE, ARGUMENT_NUMBER, 1, 1, NULL,
        N_("spread COUNT"), N_("how many cards lie in the middle in a position")},
    [SAY_TAKE] = {"take", "取る", SEAT_MAY, ARGUMENT_CARD | ARGUMENT_UNSEEN | TAKES_STACKS, 1,
        ARGUMENTS_MOST, NULL, N_("[NAME:] take HUMAN[@PLACE]|FIRE|? …"),
        N_("cards kept: a human set into the row, a fire seen or not")},
    [SAY_POWER] = {"power", "強化", SEAT_MAY, ARGUMENT_CARD, 1, ARGUMENTS_MOST, NULL,
        N_("[NAME:] power HUMAN CARD…"), N_("cards laid on a battle card, from the hand or the row")},
    [SAY_BATTLE] = {"battle", "戦闘", SEAT_NONE, 0, 0, 0, NULL,
        N_("battle"), N_("the battle part begins")},
    [SAY_IGNITE] = {"ignite", "点火", SEAT_MAY, ARGUMENT_CARD, 1, 1, NULL,
        N_("[NAME:] ignite CARD"), N_("the ignition card")},
    [SAY_WOUND] = {"wound", "負傷", SEAT_MAY, ARGUMENT_CARD | ARGUMENT_UNSEEN, 1, 3, NULL,
        N_("[NAME:] wound HUMAN [CARD] [CARD|?]"),
        N_("a wound: the card taken to the hand, and the one laid face down")},
    [SAY_GUARD] = {"guard", "守護", SEAT_MAY, ARGUMENT_CARD | ARGUMENT_WORD, 2, 3, "hand/手札 discard/捨札/捨てる",
        N_("[NAME:] guard HUMAN HUMAN [hand|discard]"),
        N_("a wound guarded with a human, from the hand or the face-down discards")},
    [SAY_SHOW] = {"show", "公開", SEAT_MUST, ARGUMENT_CARD, 1, ARGUMENTS_MOST, NULL,
        N_("NAME: show CARD…"), N_("cards shown now, as evidence; nothing is moved")},
    [VERB_COUNT] = {0},
};

static void begin(void *state, const struct setting *setting)
{
    struct needfire *s = state;
    memset(s, 0, sizeof *s);
    s->players = setting->seats->count;
    s->turn = UNKNOWN;
    s->spread = UNKNOWN;
    s->placing.seat = NOBODY;
    for (int c = 0; c < CODES; c++)
        s->card[c].freed = NOBODY;
}

/* ---- what cannot be ---------------------------------------------------------------------- */

/* Every card is one of this deck. */
static enum outcome check_deck(const struct act *a)
{
    const struct needfire_deck *deck = a->setting->pack;
    for (int i = 0; i < a->said->count; i++) {
        const struct argument *one = &a->said->argument[i];
        if (one->kind != ARGUMENT_CARD || deck->card[one->card].makes != 0)
            continue;
        malformed(a, i, N_("{found} is no card of this deck; expected one that its pack lists"));
        message_card(&a->fault->message, "found", one->card);
        return MALFORMED;
    }
    return APPLIED;
}

/* Each card exists once, and so is named once. */
static enum outcome check_twice(const struct act *a)
{
    uint64_t named[2] = {0, 0};
    for (int i = 0; i < a->said->count; i++) {
        int card = a->said->argument[i].card;
        if (a->said->argument[i].kind != ARGUMENT_CARD)
            continue;
        if (named[is_fire(card)] & bit(card % FIRE))
            return impossible(a, a->seat, card, N_("{card} is named twice; each card exists once."));
        named[is_fire(card)] |= bit(card % FIRE);
    }
    return APPLIED;
}

/* ---- どう供えるか: has the game ended? ---------------------------------------------------- */

static bool hands_empty(const struct needfire *s)
{
    for (int i = 0; i < s->players; i++)
        if (!s->hand[i].sized || s->hand[i].size > 0)
            return false;
    return true;
}

/* needfire/placed: the last placement turn has taken its cards. */
bool needfire_placed(const struct needfire *s)
{
    const struct placing *p = &s->placing;
    return s->part == PLACEMENT && s->spread >= 0 && s->spread <= 2
        && (p->seat == NOBODY || p->entered || p->taken >= quota(s));
}

/* Nobody has a hand when the battle part begins. */
static bool no_hands(const struct needfire *s)
{
    const struct placing *p = &s->placing;
    bool begins = (s->part == SETTING && s->battle_said) || (s->part == BATTLE && s->ignitions == 0)
               || (needfire_placed(s) && (p->seat == NOBODY || s->row_count[p->seat] <= ROW_MOST));
    return begins && hands_empty(s);
}

bool needfire_is_over(const struct needfire *s) { return s->over || no_hands(s); }

enum outcome needfire_after_the_end(const struct act *a)
{
    return impossible(a, a->seat, first_card(a->said),
                      N_("The game is over; expected `game` for another one."));
}

static bool too_many_discards(const struct needfire *s, bool lit_counts)
{
    for (int i = 0; i < s->players; i++)
        if (needfire_discards(s, i, lit_counts) > DISCARDS_MOST)
            return true;
    return false;
}

bool needfire_lit_counts(const struct setting *setting)
{
    return setting->house->option[HOUSE_IGNITION].choice == 1;
}

bool needfire_by_sum(const struct setting *setting)
{
    return setting->house->option[HOUSE_RANK_POWER].choice == 1;
}

static bool same_places(const struct needfire *s, const struct ranking *a, const struct ranking *b)
{
    for (int i = 0; i < s->players; i++)
        if (a[i].place != b[i].place)
            return false;
    return true;
}

/* The game is over: did a default decide who stands where? */
static void ask_ranks(const struct act *a)
{
    struct needfire *s = a->state;
    struct ranking taken[PLAYERS], other[PLAYERS];
    bool lit = needfire_lit_counts(a->setting), sum = needfire_by_sum(a->setting);
    needfire_rank(s, a->setting, lit, sum, taken);
    needfire_rank(s, a->setting, !lit, sum, other);
    if (!same_places(s, taken, other))
        open_question(a->setting, a->out, HOUSE_IGNITION, a->said->line);
    needfire_rank(s, a->setting, lit, !sum, other);
    if (!same_places(s, taken, other))
        open_question(a->setting, a->out, HOUSE_RANK_POWER, a->said->line);
    for (int i = 0; i < s->players; i++)
        for (int k = 0; k < s->row_count[i]; k++)
            if (taken[i].power[k] > 6)
                open_question(a->setting, a->out, HOUSE_POWER_CAP, a->said->line);
}

/* needfire/end, when a turn of the battle part is done. */
void needfire_end_turn(const struct act *a)
{
    struct needfire *s = a->state;
    bool lit = needfire_lit_counts(a->setting);
    s->pending = 0;
    if (!hands_empty(s) && too_many_discards(s, lit) != too_many_discards(s, !lit))
        open_question(a->setting, a->out, HOUSE_IGNITION, a->said->line);
    s->over = too_many_discards(s, lit) || hands_empty(s);
    if (s->over)
        ask_ranks(a);
}

bool needfire_finished(const void *state, const struct setting *setting, uint32_t *winners)
{
    const struct needfire *s = state;
    struct ranking rank[PLAYERS];
    *winners = 0;
    if (!needfire_is_over(s))
        return false;
    needfire_rank(s, setting, needfire_lit_counts(setting), needfire_by_sum(setting), rank);
    for (int i = 0; i < s->players; i++)
        if (rank[i].place == 1)
            *winners |= 1u << i;
    return true;
}

/* ---- どう試すか: whose turn it is ---------------------------------------------------------- */

/* The first from `seat` on who may have a hand. */
int needfire_next_with_hand(const struct needfire *s, int seat)
{
    for (int i = 0; i < s->players; i++, seat = next_seat(s, seat))
        if (!s->hand[seat].sized || s->hand[seat].size > 0)
            return seat;
    return NOBODY;
}

/* Who is to act next; a player who has too many battle cards is taken to leave them. */
static int goes_on(const struct needfire *s, const struct setting *setting)
{
    const struct placing *p = &s->placing;
    if (needfire_is_over(s))
        return NOBODY;
    if (s->pending != 0)
        return needfire_wound_turn(s);
    if (s->part == SETTING && !s->battle_said && s->turn < 0)
        return needfire_bare(s) ? needfire_starter(s, setting) : NOBODY;
    if (s->part == PLACEMENT && p->seat != NOBODY) {
        if (p->taken < quota(s) && !p->entered)
            return p->seat;
        int next = next_seat(s, p->seat);
        return needfire_placed(s) ? needfire_next_with_hand(s, next) : next;
    }
    return s->turn < 0 || s->part == PLACEMENT ? s->turn : needfire_next_with_hand(s, s->turn);
}

int needfire_turn(const void *state, const struct setting *setting)
{
    const struct needfire *s = state;
    const struct placing *p = &s->placing;
    bool merging = s->part == PLACEMENT && p->seat != NOBODY && s->row_count[p->seat] > ROW_MOST;
    return merging && !needfire_is_over(s) ? p->seat : goes_on(s, setting);
}

enum outcome needfire_need_seat(const struct act *a)
{
    return malformed(a, -1, N_("whose turn it is is not known; expected `NAME: ` first"));
}

/* ---- evidence ---------------------------------------------------------------------------- */

static enum outcome say_show(const struct act *a)
{
    struct needfire *s = a->state;
    int seat = a->seat;
    for (int i = 0; i < a->said->count; i++) {
        int card = a->said->argument[i].card;
        if (elsewhere(s, seat, card))
            return seen_before(a, seat, card, N_("{card} was seen elsewhere; {seat} cannot hold it now."));
        if (!needfire_hand_show(s, seat, card)) {
            irregular(a, RULE_TAKE, seat, card, N_("{seat} shows {card}, which cannot have come to {seat}'s "
                                                   "hand."));
            if (s->card[card].place == UNSEEN)
                s->strays++;
            needfire_hand_gain(s, seat, card);
        }
    }
    if (s->part == BATTLE && needfire_hand_holds(s, seat))
        needfire_had_a_hand(a, seat);
    return APPLIED;
}

/* Setting the table comes before the first turn. */
static enum outcome need_setting(const struct act *a)
{
    if (game(a)->part == SETTING)
        return APPLIED;
    return impossible(a, a->seat, first_card(a->said),
                      N_("The table is set before the first turn; expected `show` for cards seen later."));
}

/* ---- applying a statement ---------------------------------------------------------------- */

static enum outcome say(const struct act *a)
{
    enum outcome outcome = a->said->verb == SAY_WOUND ? APPLIED : check_twice(a);
    bool setting = a->said->verb <= SAY_SPREAD;
    if (outcome == APPLIED && setting)
        outcome = need_setting(a);
    if (outcome != APPLIED)
        return outcome;
    switch (a->said->verb) {
    case SAY_ROW: return needfire_say_row(a);
    case SAY_HAND: return needfire_say_hand(a);
    case SAY_DISCARDS: return needfire_say_discards(a);
    case SAY_TURN: return needfire_say_turn(a);
    case SAY_SPREAD: return needfire_say_spread(a);
    case SAY_TAKE: return needfire_say_take(a);
    case SAY_POWER: return needfire_say_power(a);
    case SAY_BATTLE: return needfire_say_battle(a);
    case SAY_IGNITE: return needfire_say_ignite(a);
    case SAY_WOUND: return needfire_say_wound(a);
    case SAY_GUARD: return needfire_say_guard(a);
    case SAY_SHOW: return say_show(a);
    }
    return APPLIED;
}

/* The game may have ended with the placement part. */
static void ask_no_hands(const struct act *a)
{
    if (!game(a)->over && no_hands(a->state)) {
        open_question(a->setting, a->out, HOUSE_NO_HANDS, a->said->line);
        ask_ranks(a);
    }
}

/* Who acts, where no name is given: as the card or the turn implies. */
static int implied_seat(const struct needfire *s, const struct setting *setting,
                        const struct statement *said)
{
    int card = first_card(said);
    bool on_row = card >= 0 && s->card[card].place == IN_ROW;
    switch (said->verb) {
    case SAY_TAKE: return goes_on(s, setting);
    case SAY_POWER:
    case SAY_WOUND:
    case SAY_GUARD: return on_row ? s->card[card].seat : NOBODY;
    case SAY_IGNITE:
        if (s->card[card].place == HELD)
            return s->card[card].seat;
        if (s->placing.seat != NOBODY)
            return needfire_next_with_hand(s, next_seat(s, s->placing.seat));
        return s->turn < 0 ? NOBODY : needfire_next_with_hand(s, s->turn);
    }
    return NOBODY;
}

/* Only a card that a statement names can be seen by it. */
static void note_seen(const struct act *a)
{
    struct needfire *s = a->state;
    for (int i = 0; i < a->said->count; i++) {
        int card = a->said->argument[i].card;
        if (a->said->argument[i].kind != ARGUMENT_CARD)
            continue;
        s->card[card].line = a->said->line;
        if (s->card[card].place != UNSEEN)
            cards_add(&s->seen, card);
    }
}

/* The deck has no room: for the last card taken of the kind that lacks, or what a statement names first. */
static int one_too_many(const struct needfire *s, const struct statement *said)
{
    bool human = !needfire_humans_fit(s);
    for (int i = said->count - 1; i >= 0 && said->verb == SAY_TAKE; i--) {
        const struct argument *one = &said->argument[i];
        bool unseen = one->kind == ARGUMENT_UNSEEN;
        if (human == (!unseen && !is_fire(one->card)))
            return unseen ? NO_CARD : one->card;
    }
    return first_card(said);
}

static enum outcome apply(struct act *a)
{
    struct needfire *s = a->state;
    enum outcome outcome = check_deck(a);
    if (outcome != APPLIED)
        return outcome;
    if (a->seat < 0)
        a->seat = implied_seat(s, a->setting, a->said);
    s->clock++;
    outcome = say(a);
    note_seen(a);
    if (outcome == APPLIED && !needfire_deck_fits(s))
        outcome = impossible(a, a->seat, one_too_many(s, a->said),
                             N_("There are not so many cards: one human and one fire are in the box, and "
                                "all others are accounted for."));
    if (outcome == APPLIED)
        ask_no_hands(a);
    return outcome;
}

/* Findings are kept to the end: a later line may prove an earlier one wrong. */
static bool turns_page(const void *state, const struct setting *setting, const struct statement *said)
{
    (void)state, (void)setting, (void)said;
    return false;
}

static void weigh(const void *state, const struct setting *setting, struct rulings *out)
{
    (void)state, (void)setting, (void)out;
}

static bool pack_row_here(const void *state)
{
    return ((const struct needfire *)state)->clock == 0;
}

/* ---- what may be played ------------------------------------------------------------------ */

/* The cards that a wound of this seat may bring to the hand. */
static void allow_wounded(const struct needfire *s, int seat, struct cardset *set)
{
    for (int k = 0; k < s->row_count[seat]; k++) {
        int card = s->row[seat][k], only = NOTHING;
        if (!(s->pending & bit(card)))
            continue;
        if (needfire_powers_on(s, card, &only) == 0)
            cards_add(set, card);
        for (int c = 1; c < CODES; c++)
            if (s->card[c].place == POWERS && s->card[c].on == card)
                cards_add(set, c);
    }
}

static struct cardset legal(const void *state, const struct setting *setting, int seat)
{
    const struct needfire *s = state;
    const struct needfire_deck *deck = setting->pack;
    struct cardset set = {{0, 0}};
    if (seat < 0)
        seat = needfire_turn(s, setting);
    if (seat < 0 || needfire_is_over(s))
        return set;
    if (needfire_wounds_pending(s, seat)) {
        allow_wounded(s, seat, &set);
        return set;
    }
    bool merging = s->part == PLACEMENT && s->row_count[seat] > ROW_MOST;
    for (int c = 1; c < CODES; c++) {
        bool own = s->card[c].place == IN_ROW && s->card[c].seat == seat;
        if (deck->card[c].makes != 0
            && ((merging && own) || (!elsewhere(s, seat, c) && needfire_hand_may_leave(s, seat, c))))
            cards_add(&set, c);
    }
    return set;
}

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

static const struct knowledge_part knowledge_part = {
    .legal = legal,
    .turn = needfire_turn,
};

static const struct table_part table_part = {
    .hint = N_("Begin with the rows as they were dealt, `Aki: row h3 h18 h24`, a line a player; then what each "
               "takes, `take h9@2`, `take ?`, and lays on, `power h18 f3`. Only a dispute? Rows with `+` for "
               "power cards, then `Aki: ignite f14`. `what-if f8` lights without lighting, `help` lists "
               "everything, `undo` takes back."),
    .place = needfire_place,
    .news = needfire_news,
    .tell = needfire_tell_table,
};

static const struct trial_part trial_part = {
    .what_if = needfire_what_if,
};

static const struct deck_part deck_part = {
    .size = sizeof(struct needfire_deck),
    .rows = needfire_pack_verbs,
    .begin = needfire_pack_begin,
    .builtin = needfire_pack_builtin,
    .row = needfire_pack_row,
    .row_here = pack_row_here,
    .check = needfire_pack_check,
    .builtins = "reference",
};

static const struct stickers_part stickers_part = {
    .nth = sticker,
    .game = "NF",
};

const struct rulebook needfire_rulebook = {
    .id = "needfire",
    .title = N_("NeedFire"),
    .seats_least = 3,
    .seats_most = PLAYERS,
    .state_size = sizeof(struct needfire),
    .verbs = verbs,
    .rules = rules,
    .options = options,
    .card_read = needfire_card_read,
    .card_write = needfire_card_write,
    .card_hint = N_("a card such as h18 or f5 (h for a human, f for a fire, and its number)"),
    .begin = begin,
    .apply = apply,
    .turns_page = turns_page,
    .weigh = weigh,
    .tell_rows = needfire_tell_rows,
    .stand = needfire_stand,
    .tell_seat = needfire_tell_seat,
    .rows_key = "ignitions",
    .finished = needfire_finished,
    .knowledge = &knowledge_part,
    .table = &table_part,
    .trial = &trial_part,
    .deck = &deck_part,
    .stickers = &stickers_part,
};
