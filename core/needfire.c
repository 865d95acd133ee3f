/*
 * NeedFire, in the order of its rulebook: どう解くか the deck, どう描くか setting up, どう祈るか
 * the placement part, どう殺すか the battle part, どう供えるか the end, どう生贄を捧げるか the ranks.
 * Each check stands beside the rule it enforces. The deck itself is in needfire_pack.c, fights and
 * ranks are counted in needfire_fight.c, hidden hands in needfire_hands.c.
 */
#include "needfire.h"

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

enum { SAY_NONE = VERB_PLAY, SAY_ROW, SAY_HAND, SAY_DISCARDS, SAY_TURN, SAY_SPREAD, SAY_TAKE,
       SAY_POWER, SAY_BATTLE, SAY_IGNITE, SAY_WOUND, SAY_GUARD, SAY_SHOW, VERB_COUNT };

enum { FROM_HAND, FROM_DISCARDS };     /* the words of SAY_GUARD */

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
    [SAY_GUARD] = {"guard", "守護", SEAT_MAY, ARGUMENT_CARD | ARGUMENT_WORD, 2, 3, "hand discard",
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

static int next_seat(const struct needfire *s, int seat) { return (seat + 1) % s->players; }

/* ---- what cannot be ---------------------------------------------------------------------- */

/* What one statement is applied with. */
struct act {
    struct needfire *s;
    const struct setting *setting;
    const struct statement *said;
    struct rulings *out;
    struct fault *fault;
    int seat;             /* named, or implied by the turn or the card; NOBODY: neither */
};

static struct ruling *irregular(const struct act *a, int rule, int seat, int card, const char *message)
{
    return rulings_add(a->out, RULING_IRREGULAR, rule, seat, card, a->said->line, message);
}

/* A broken rule that only this statement proves, at an earlier line. */
static struct ruling *irregular_at(const struct act *a, uint32_t line, int rule, int seat, int card,
                                   const char *message)
{
    struct ruling *r = irregular(a, rule, seat, card, message);
    r->line = line;
    if (line != a->said->line)
        ruling_because(r, a->said->line);
    return r;
}

/* The record says what this deck cannot do. */
static enum outcome impossible(const struct act *a, int seat, int card, const char *message)
{
    rulings_add(a->out, RULING_IMPOSSIBLE, RULE_DECK, seat, card, a->said->line, message);
    return IMPOSSIBLE;
}

/* … as the line shows where this card was named last. */
static enum outcome seen_before(const struct act *a, int seat, int card, const char *message)
{
    enum outcome outcome = impossible(a, seat, card, message);
    uint32_t line = a->s->card[card].line;
    if (line != 0 && line != a->said->line)
        ruling_because(&a->out->row[a->out->count - 1], line);
    return outcome;
}

static enum outcome malformed(const struct act *a, int argument, const char *message)
{
    fault_set(a->fault, argument < 0 ? a->said->column : a->said->argument[argument].column, message);
    return MALFORMED;
}

/* The first card that a statement names, or NO_CARD. */
static int first_card(const struct statement *said)
{
    for (int i = 0; i < said->count; i++)
        if (said->argument[i].kind == ARGUMENT_CARD)
            return said->argument[i].card;
    return NO_CARD;
}

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

/* Is a card known to be somewhere else than among this seat's hidden cards? */
static bool elsewhere(const struct needfire *s, int seat, int card)
{
    const struct whereabouts *at = &s->card[card];
    return at->place != UNSEEN && !(at->place == HELD && at->seat == seat);
}

/* ---- どう供えるか: has the game ended? ---------------------------------------------------- */

static bool hands_empty(const struct needfire *s)
{
    for (int i = 0; i < s->players; i++)
        if (!s->hand[i].sized || s->hand[i].size > 0)
            return false;
    return true;
}

static int quota(const struct needfire *s) { return s->players == 4 ? 1 : 2; }

/* needfire/placed: the last placement turn has taken its cards. */
static bool placed(const struct needfire *s)
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
               || (placed(s) && (p->seat == NOBODY || s->row_count[p->seat] <= ROW_MOST));
    return begins && hands_empty(s);
}

static bool is_over(const struct needfire *s) { return s->over || no_hands(s); }

static enum outcome after_the_end(const struct act *a)
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

static bool lit_counts(const struct setting *setting)
{
    return setting->house->option[HOUSE_IGNITION].choice == 1;
}

static bool by_sum(const struct setting *setting)
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
    struct needfire *s = a->s;
    struct ranking taken[PLAYERS], other[PLAYERS];
    bool lit = lit_counts(a->setting), sum = by_sum(a->setting);
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
static void end_turn(const struct act *a)
{
    struct needfire *s = a->s;
    bool lit = lit_counts(a->setting);
    s->pending = 0;
    if (!hands_empty(s) && too_many_discards(s, lit) != too_many_discards(s, !lit))
        open_question(a->setting, a->out, HOUSE_IGNITION, a->said->line);
    s->over = too_many_discards(s, lit) || hands_empty(s);
    if (s->over)
        ask_ranks(a);
}

static bool finished(const void *state, const struct setting *setting, uint32_t *winners)
{
    const struct needfire *s = state;
    struct ranking rank[PLAYERS];
    *winners = 0;
    if (!is_over(s))
        return false;
    needfire_rank(s, setting, lit_counts(setting), by_sum(setting), rank);
    for (int i = 0; i < s->players; i++)
        if (rank[i].place == 1)
            *winners |= 1u << i;
    return true;
}

/* ---- どう描くか: setting up ---------------------------------------------------------------- */

static enum outcome need_setting(const struct act *a)
{
    if (a->s->part == SETTING)
        return APPLIED;
    return impossible(a, a->seat, first_card(a->said),
                      N_("The table is set before the first turn; expected `show` for cards seen later."));
}

static void insert(struct needfire *s, int seat, int card, int place)
{
    uint8_t *row = s->row[seat];
    memmove(row + place + 1, row + place, (size_t)(s->row_count[seat] - place));
    row[place] = (uint8_t)card;
    s->row_count[seat]++;
    s->card[card].place = IN_ROW;
    s->card[card].seat = (int8_t)seat;
}

static int place_in_row(const struct needfire *s, int card)
{
    const uint8_t *row = s->row[s->card[card].seat];
    int place = 0;
    while (row[place] != card)
        place++;
    return place;
}

static void take_from_row(struct needfire *s, int card)
{
    int seat = s->card[card].seat, place = place_in_row(s, card);
    uint8_t *row = s->row[seat];
    s->row_count[seat]--;
    memmove(row + place, row + place + 1, (size_t)(s->row_count[seat] - place));
    s->card[card].place = OUT;
}

static void lay_on(struct needfire *s, int card, int target)
{
    s->card[card].place = POWERS;
    s->card[card].seat = s->card[target].seat;
    s->card[card].on = (uint8_t)target;
}

/* `Aki: row h3 h18+f5+h9 h24` */
static enum outcome say_row(const struct act *a)
{
    struct needfire *s = a->s;
    int seat = a->seat, on = NOTHING;
    if (s->hand[seat].arranged)
        return impossible(a, seat, NO_CARD, N_("{seat}'s row is set already."));
    s->hand[seat].arranged = true;
    for (int i = 0; i < a->said->count; i++) {
        const struct argument *one = &a->said->argument[i];
        if (one->placed)
            return malformed(a, i, N_("a place in a row; expected the cards from left to right"));
        if (s->card[one->card].place != UNSEEN)
            return seen_before(a, seat, one->card, N_("{card} was seen elsewhere; it cannot lie in "
                                                      "{seat}'s row."));
        if (one->joined) {
            lay_on(s, one->card, on);
            continue;
        }
        if (is_fire(one->card))
            return impossible(a, seat, one->card, N_("{card} is a fire; battle cards are humans."));
        on = one->card;
        insert(s, seat, on, s->row_count[seat]);
    }
    return APPLIED;
}

static enum outcome say_hand(const struct act *a)
{
    struct needfire *s = a->s;
    int seat = a->seat;
    struct holding *h = &s->hand[seat];
    if (h->given)
        return impossible(a, seat, NO_CARD, N_("{seat}'s hand is given already."));
    int shown = 0;
    for (int c = 1; c < CODES; c++)
        shown += s->card[c].place == HELD && s->card[c].seat == seat;
    h->given = h->sized = true;
    h->size = 0;
    for (int i = 0; i < a->said->count; i++) {
        int card = a->said->argument[i].card;
        if (a->said->argument[i].kind == ARGUMENT_UNSEEN) {
            h->unseen++;
            h->size++;
            continue;
        }
        if (elsewhere(s, seat, card))
            return seen_before(a, seat, card, N_("{card} was seen elsewhere; it cannot be in {seat}'s "
                                                 "hand."));
        shown -= s->card[card].place == HELD;
        hand_gain(s, seat, card);
        s->card[card].since = 0;
    }
    if (shown > 0)
        return impossible(a, seat, NO_CARD, N_("{seat} has shown a card that is not in this hand."));
    return APPLIED;
}

static enum outcome say_discards(const struct act *a)
{
    struct needfire *s = a->s;
    int seat = a->seat;
    struct holding *h = &s->hand[seat];
    if (h->left)
        return impossible(a, seat, NO_CARD, N_("{seat}'s discards are given already."));
    h->left = true;
    for (int i = 0; i < a->said->count; i++) {
        int card = a->said->argument[i].card;
        if (a->said->argument[i].kind == ARGUMENT_UNSEEN) {
            h->before++;
            h->down++;
            continue;
        }
        if (s->card[card].place != UNSEEN)
            return seen_before(a, seat, card, N_("{card} was seen elsewhere; it cannot be among {seat}'s "
                                                 "discards."));
        s->card[card].place = OPENED;
        s->card[card].seat = (int8_t)seat;
    }
    return APPLIED;
}

/* needfire/box: what is left when rows, hands and the box have theirs. */
static int whole_spread(const struct needfire *s) { return 2 * (KIND - HAND * s->players - 1); }

static enum outcome say_spread(const struct act *a)
{
    int32_t count = a->said->argument[0].number;
    if (count < 0)
        return malformed(a, 0, N_("a negative count; expected how many cards lie in the middle"));
    if (count > whole_spread(a->s) || (a->s->battle_said && count > 2)) {
        enum outcome outcome = impossible(a, NOBODY, NO_CARD, N_("{count} cards cannot lie in the middle now."));
        message_number(&a->out->row[a->out->count - 1].message, "count", count);
        return outcome;
    }
    a->s->spread = (int16_t)count;
    return APPLIED;
}

static enum outcome say_turn(const struct act *a)
{
    a->s->turn = a->said->argument[0].seat;
    return APPLIED;
}

/* Do only three bare battle cards a seat lie there? */
static bool bare(const struct needfire *s)
{
    int seen = 0;
    for (int c = 1; c < CODES; c++)
        seen += s->card[c].place == POWERS || s->card[c].place == OPENED;
    for (int i = 0; i < s->players; i++)
        if (s->row_count[i] != HAND || s->hand[i].down > 0
            || (s->hand[i].given && s->hand[i].size != HAND))
            return false;
    return seen == 0 && !s->battle_said && (s->spread < 0 || s->spread == whole_spread(s));
}

/* needfire/start */
static int starter(const struct needfire *s, const struct setting *setting)
{
    const struct choice *said = &setting->house->option[HOUSE_START];
    int seat = NOBODY, highest = 0;
    if (said->named && said->number >= 0 && said->number < s->players)
        return said->number;
    for (int i = 0; i < s->players; i++)
        for (int k = 0; k < s->row_count[i]; k++)
            if (s->row[i][k] > highest) {
                highest = s->row[i][k];
                seat = i;
            }
    return seat;
}

/* The first turn of the placement part: whatever has been left out is unknown, or a whole game's. */
static enum outcome begin_placement(const struct act *a)
{
    struct needfire *s = a->s;
    if (s->battle_said)
        return APPLIED;
    if (a->said->verb == SAY_TAKE && s->spread >= 0 && s->spread <= 2)
        return impossible(a, a->seat, first_card(a->said),
                          N_("The battle part has begun: no card is left in the middle."));
    for (int i = 0; i < s->players; i++)
        if (needfire_discards(s, i, false) > 0)
            return impossible(a, a->seat, first_card(a->said),
                              N_("Discards lie there, and so the battle part has begun: no card is left in "
                                 "the middle."));
    for (int c = 1; c < FIRE; c++)
        if (s->card[c].place == HELD)
            return seen_before(a, s->card[c].seat, c,
                               N_("{card} cannot be in {seat}'s hand: in the placement part hands hold "
                                  "fires alone."));
    s->part = PLACEMENT;
    s->whole = a->said->verb == SAY_TAKE && bare(s);
    if (s->whole)
        s->spread = (int16_t)whole_spread(s);
    for (int i = 0; i < s->players; i++) {
        struct holding *h = &s->hand[i];
        h->fires_only = true;
        if (s->whole && !h->sized) {
            h->sized = true;
            h->size = h->unseen = HAND;
        }
    }
    return APPLIED;
}

static void begin_battle(struct needfire *s)
{
    for (int i = 0; i < s->players && s->part == SETTING; i++)
        s->hand[i].any_down = !s->hand[i].left;
    s->part = BATTLE;
    if (s->spread <= 2)
        s->spread = 0;
}

/* ---- どう試すか: whose turn it is ---------------------------------------------------------- */

/* The first from `seat` on who may have a hand. */
static int next_with_hand(const struct needfire *s, int seat)
{
    for (int i = 0; i < s->players; i++, seat = next_seat(s, seat))
        if (!s->hand[seat].sized || s->hand[seat].size > 0)
            return seat;
    return NOBODY;
}

static bool wounds_pending(const struct needfire *s, int seat)
{
    for (int k = 0; k < s->row_count[seat]; k++)
        if (s->pending & bit(s->row[seat][k]))
            return true;
    return false;
}

/* needfire/wound: the active seat first, then clockwise. */
static int wound_turn(const struct needfire *s)
{
    int seat = s->fight.seat;
    for (int i = 0; i < s->players && s->pending != 0; i++, seat = next_seat(s, seat))
        if (wounds_pending(s, seat))
            return seat;
    return NOBODY;
}

static int turn(const void *state, const struct setting *setting)
{
    const struct needfire *s = state;
    const struct placing *p = &s->placing;
    if (is_over(s))
        return NOBODY;
    if (s->pending != 0)
        return wound_turn(s);
    if (s->part == SETTING && !s->battle_said && s->turn < 0)
        return bare(s) ? starter(s, setting) : NOBODY;
    if (s->part == PLACEMENT && p->seat != NOBODY) {
        if (p->taken < quota(s) && !p->entered)
            return p->seat;
        int next = next_seat(s, p->seat);
        return placed(s) ? next_with_hand(s, next) : next;
    }
    return s->turn < 0 || s->part == PLACEMENT ? s->turn : next_with_hand(s, s->turn);
}

static enum outcome need_seat(const struct act *a)
{
    return malformed(a, -1, N_("whose turn it is is not known; expected `NAME: ` first"));
}

/* ---- どう祈るか: the placement part -------------------------------------------------------- */

/*
 * needfire/take, needfire/limit: the placement turn that stands open is over, and this statement
 * proves it. With the middle down to two the battle part begins.
 */
static void close_placing(const struct act *a)
{
    struct needfire *s = a->s;
    struct placing p = s->placing;
    if (p.seat == NOBODY)
        return;
    s->placing = (struct placing){.seat = NOBODY};
    s->turn = (int8_t)next_seat(s, p.seat);
    if (p.taken < quota(s) && !p.entered) {
        struct message *m = &irregular_at(a, p.last_line, RULE_TAKE, p.seat, NO_CARD,
            N_("{seat} kept {count} of the cards looked at in this turn; {quota} are kept."))->message;
        message_number(m, "count", p.taken);
        message_number(m, "quota", quota(s));
    }
    if (s->row_count[p.seat] > ROW_MOST)
        message_number(&irregular_at(a, p.last_line, RULE_LIMIT, p.seat, NO_CARD,
            N_("{seat} ended this turn with {count} battle cards; six are allowed."))->message,
            "count", s->row_count[p.seat]);
    if (s->spread >= 0 && s->spread <= 2)
        begin_battle(s);
}

/* needfire/turn, needfire/start */
static void open_placing(const struct act *a, int seat)
{
    struct needfire *s = a->s;
    int card = first_card(a->said), first = starter(s, a->setting);
    bool start = s->whole && !s->under_way;
    if (start && seat != first)
        message_seat(&irregular(a, RULE_START, seat, card,
                                N_("{seat} began, but {expected} has the battle card with the highest "
                                   "number."))->message, "expected", first);
    else if (!start && s->turn >= 0 && seat != s->turn)
        message_seat(&irregular(a, RULE_TURN, seat, card,
                                N_("{seat} acted, but it was {expected}'s turn."))->message,
                     "expected", s->turn);
    s->placing = (struct placing){.seat = (int8_t)seat,
                                  .entered = a->said->verb == SAY_POWER && !s->under_way};
    s->under_way = true;
}

/* One card into the row or the hand. */
static enum outcome take_one(const struct act *a, int seat, const struct argument *one)
{
    struct needfire *s = a->s;
    struct holding *h = &s->hand[seat];
    if (one->kind == ARGUMENT_UNSEEN) {
        h->unseen += h->sized;
        h->size += h->sized;
        return APPLIED;
    }
    if (s->card[one->card].place != UNSEEN)
        return seen_before(a, seat, one->card, N_("{card} was seen elsewhere; {seat} cannot have found it "
                                                  "in the middle."));
    if (is_fire(one->card)) {
        hand_gain(s, seat, one->card);
        return APPLIED;
    }
    int last = s->row_count[seat] + 1, place = one->placed ? one->number : last;
    if (place < 1 || place > last) {
        struct message *m = &irregular(a, RULE_TAKE, seat, one->card,
            N_("{seat} set {card} in at place {place}; the row has places 1 to {last}."))->message;
        message_number(m, "place", place);
        message_number(m, "last", last);
        place = place < 1 ? 1 : last;
    }
    insert(s, seat, one->card, place - 1);
    return APPLIED;
}

static enum outcome take_all(const struct act *a, int seat)
{
    struct needfire *s = a->s;
    if (s->spread >= 0 && s->spread < a->said->count) {
        enum outcome outcome = impossible(a, seat, first_card(a->said),
                                          N_("Only {count} cards are left in the middle."));
        message_number(&a->out->row[a->out->count - 1].message, "count", s->spread);
        return outcome;
    }
    for (int i = 0; i < a->said->count; i++) {
        enum outcome outcome = take_one(a, seat, &a->said->argument[i]);
        if (outcome != APPLIED)
            return outcome;
    }
    if (s->spread >= 0)
        s->spread = (int16_t)(s->spread - a->said->count);
    return APPLIED;
}

/* A card taken when the battle part has begun: only where it began too early is there any. */
static enum outcome take_in_battle(const struct act *a, int seat)
{
    int card = first_card(a->said);
    if (a->s->spread <= 0)
        return impossible(a, seat, card, N_("The battle part has begun: no card is left in the middle."));
    irregular(a, RULE_TAKE, seat, card, N_("{seat} took a card although the battle part had begun."));
    return take_all(a, seat);
}

static enum outcome check_take(const struct act *a)
{
    for (int i = 0; i < a->said->count; i++) {
        const struct argument *one = &a->said->argument[i];
        if (one->joined)
            return malformed(a, i, N_("a stack; expected single cards"));
        if (one->placed && (one->kind == ARGUMENT_UNSEEN || is_fire(one->card)))
            return malformed(a, i, N_("a place for a fire; expected one for a human alone: fires go to "
                                      "the hand"));
    }
    return APPLIED;
}

static enum outcome say_take(const struct act *a)
{
    struct needfire *s = a->s;
    int seat = a->seat;
    enum outcome outcome = check_take(a);
    if (outcome == APPLIED && s->part == SETTING)
        outcome = begin_placement(a);
    if (outcome != APPLIED)
        return outcome;
    if (is_over(s))
        return after_the_end(a);
    if (seat < 0)
        return need_seat(a);
    if (s->part == SETTING)
        begin_battle(s);
    if (s->part == PLACEMENT && (s->placing.seat != seat || s->placing.taken >= quota(s)))
        close_placing(a);
    if (s->part == BATTLE)
        return take_in_battle(a, seat);
    struct placing *p = &s->placing;
    if (p->seat == NOBODY)
        open_placing(a, seat);
    if (p->power_line != 0)
        irregular_at(a, p->power_line, RULE_POWER, seat, p->target,
                     N_("{seat} put power cards on {card} before taking from the middle in this turn."));
    p->power_line = 0;
    p->taken = (uint8_t)(p->taken + a->said->count);
    p->last_line = a->said->line;
    if (p->taken > quota(s)) {
        struct message *m = &irregular(a, RULE_TAKE, seat, NO_CARD,
            N_("{seat} kept {count} of the cards looked at in this turn; {quota} are kept."))->message;
        message_number(m, "count", p->taken);
        message_number(m, "quota", quota(s));
    }
    outcome = take_all(a, seat);
    p->over = s->row_count[seat] > ROW_MOST;
    return outcome;
}

/* A card laid on the target comes from the hand. */
static enum outcome power_from_hand(const struct act *a, int seat, int card, int target)
{
    struct needfire *s = a->s;
    if (elsewhere(s, seat, card))
        return seen_before(a, seat, card, N_("{card} was seen elsewhere; {seat} cannot have put it there."));
    if (!hand_leave(s, seat, card)) {
        irregular(a, RULE_POWER, seat, card, N_("{seat} put {card} there, which cannot have been in {seat}'s "
                                                "hand."));
        hand_force(s, seat, card);
    }
    lay_on(s, card, target);
    return APPLIED;
}

/* needfire/merge: a battle card becomes a power card, and brings its own along. */
static void merge(struct needfire *s, int card, int target)
{
    take_from_row(s, card);
    lay_on(s, card, target);
    for (int c = 1; c < CODES; c++)
        if (s->card[c].place == POWERS && s->card[c].on == card)
            lay_on(s, c, target);
    s->pending &= ~bit(card);
}

/* Is this power card's battle card merged by the same statement? Then it comes along anyway. */
static bool comes_along(const struct act *a, int seat, int card)
{
    const struct whereabouts *at = &a->s->card[card];
    if (at->place != POWERS || at->seat != seat)
        return false;
    for (int i = 1; i < a->said->count; i++)
        if (a->said->argument[i].card == at->on)
            return true;
    return false;
}

static enum outcome lay_powers(const struct act *a, int seat, bool may_merge)
{
    struct needfire *s = a->s;
    int target = a->said->argument[0].card;
    bool merged = false, along[ARGUMENTS_MOST] = {false};
    for (int i = 1; i < a->said->count; i++)
        along[i] = comes_along(a, seat, a->said->argument[i].card);
    for (int i = 1; i < a->said->count; i++) {
        int card = a->said->argument[i].card;
        const struct whereabouts *at = &s->card[card];
        enum outcome outcome = APPLIED;
        if (at->place == IN_ROW && at->seat == seat) {
            if (!may_merge && !merged)
                irregular(a, RULE_MERGE, seat, card, N_("{seat} made the battle card {card} a power card "
                                                        "with no more than six battle cards."));
            merged = true;
            merge(s, card, target);
        } else if (!along[i]) {
            outcome = power_from_hand(a, seat, card, target);
        }
        if (outcome != APPLIED)
            return outcome;
    }
    return APPLIED;
}

/* needfire/power, needfire/turn: is this the seat's own card, in its own turn, and the only target? */
static void check_target(const struct act *a, int seat, int target)
{
    struct needfire *s = a->s;
    struct placing *p = &s->placing;
    if (s->card[target].seat != seat)
        message_seat(&irregular(a, RULE_POWER, seat, target, N_("{seat} chose {card} as target, which is "
                                                                "{owner}'s battle card."))->message,
                     "owner", s->card[target].seat);
    else if (p->seat == seat && p->target != NOTHING && p->target != target)
        message_card(&irregular(a, RULE_POWER, seat, target, N_("{seat} chose {card} as a second target in "
                                                                "this turn, after {first}."))->message,
                     "first", p->target);
}

/* Whose placement turn a `power` belongs to; false if it is out of turn and changes no turn. */
static bool power_turn(const struct act *a, int seat)
{
    struct needfire *s = a->s;
    struct placing *p = &s->placing;
    if (p->seat == seat)
        return true;
    bool complete = p->seat == NOBODY || p->entered || p->taken >= quota(s);
    if (p->seat != NOBODY && (!complete || seat != next_seat(s, p->seat))) {
        message_seat(&irregular(a, RULE_TURN, seat, first_card(a->said),
                                N_("{seat} acted, but it was {expected}'s turn."))->message,
                     "expected", complete ? next_seat(s, p->seat) : p->seat);
        return false;
    }
    close_placing(a);
    if (s->part == PLACEMENT)
        open_placing(a, seat);
    return s->part == PLACEMENT;
}

static enum outcome say_power(const struct act *a)
{
    struct needfire *s = a->s;
    struct placing *p = &s->placing;
    int target = a->said->argument[0].card;
    int seat = a->seat;
    if (s->card[target].place != IN_ROW)
        return seen_before(a, seat, target, N_("{card} is no battle card."));
    enum outcome outcome = s->part == SETTING ? begin_placement(a) : APPLIED;
    if (outcome != APPLIED)
        return outcome;
    if (is_over(s))
        return after_the_end(a);
    if (s->part == SETTING)
        begin_battle(s);
    bool own_turn = s->part == PLACEMENT && power_turn(a, seat);
    if (s->part == BATTLE)
        irregular(a, RULE_POWER, seat, target, N_("{seat} put power cards on {card} in the battle part."));
    else
        check_target(a, seat, target);
    bool over = s->row_count[seat] > ROW_MOST || (p->seat == seat && p->over);
    bool free_merge = a->setting->house->option[HOUSE_MERGE].choice == 1;
    uint8_t before = s->row_count[seat];
    outcome = lay_powers(a, seat, over || free_merge || s->part == BATTLE);
    if (outcome == APPLIED && s->row_count[seat] < before && !over)
        open_question(a->setting, a->out, HOUSE_MERGE, a->said->line);
    if (outcome != APPLIED || !own_turn)
        return outcome;
    p->over = over;
    p->target = (uint8_t)target;
    p->last_line = a->said->line;
    if (p->taken < quota(s) && !p->entered && p->power_line == 0)
        p->power_line = a->said->line;
    return APPLIED;
}

/* needfire/placed; in a position the battle part begins where the record says so. */
static enum outcome say_battle(const struct act *a)
{
    struct needfire *s = a->s;
    bool again = s->part == BATTLE ? s->ignitions > 0 : s->part == SETTING && s->battle_said;
    if (s->part == PLACEMENT)
        close_placing(a);
    if (again || s->spread > 2)
        return impossible(a, NOBODY, NO_CARD, again ? N_("The battle part has begun already.")
                                                    : N_("The battle part begins when two cards are left "
                                                         "in the middle."));
    if (s->part == SETTING)
        s->battle_said = true;
    else
        begin_battle(s);
    return APPLIED;
}

/* ---- どう殺すか: the battle part ----------------------------------------------------------- */

/* needfire/wound: whoever goes on leaves the wounds undone that are still to be treated. */
static void leave_wounds(const struct act *a)
{
    struct needfire *s = a->s;
    uint32_t line = s->ignitions > 0 ? s->lighting[s->ignitions - 1].line : 0;
    if (s->pending == 0)
        return;
    for (int i = 0; i < s->players; i++)
        for (int k = 0; k < s->row_count[i]; k++)
            if (s->pending & bit(s->row[i][k]))
                irregular_at(a, line, RULE_WOUND, i, s->row[i][k],
                             N_("{card} was wounded by this ignition, and {seat} never treated the wound."));
    end_turn(a);
}

/* needfire/turn: clockwise, passing over those without a hand. Returns who may have been passed over. */
static uint8_t check_turn(const struct act *a, int seat, int card)
{
    struct needfire *s = a->s;
    uint8_t passed = 0;
    int expected = s->turn;
    bool told = s->ignitions == 0 && !s->under_way;    /* a `turn` line says that this one has a turn */
    for (int i = 0; expected >= 0 && expected != seat && i < s->players; i++) {
        if (hand_holds(s, expected) || (told && i == 0 && !s->hand[expected].sized)) {
            message_seat(&irregular(a, RULE_TURN, seat, card,
                                    N_("{seat} lit {card}, but it was {expected}'s turn."))->message,
                         "expected", expected);
            return 0;
        }
        if (!s->hand[expected].sized)
            passed |= (uint8_t)(1u << expected);
        expected = next_seat(s, expected);
    }
    return passed;
}

/*
 * needfire/turn, found late: a hand never grows in the battle part. Whoever has a card now had one
 * when passed over.
 */
static void had_a_hand(const struct act *a, int seat)
{
    struct needfire *s = a->s;
    for (uint32_t i = 0; i < s->ignitions; i++) {
        struct lighting *l = &s->lighting[i];
        if (!(l->passed & 1u << seat))
            continue;
        l->passed = 0;
        message_seat(&irregular_at(a, l->line, RULE_TURN, l->seat, l->card,
                                   N_("{seat} lit {card}, but it was {expected}'s turn."))->message,
                     "expected", seat);
    }
}

/* The turn before is closed, and the battle part has begun; irregular if it had not. */
static void open_ignition(const struct act *a, int seat, int card)
{
    struct needfire *s = a->s;
    if (s->part == PLACEMENT)
        close_placing(a);
    if (s->part != BATTLE && s->spread > 2)
        message_number(&irregular(a, RULE_IGNITE, seat, card,
                                  N_("{seat} lit {card} in the placement part: {count} cards still lie in "
                                     "the middle."))->message, "count", s->spread);
    if (s->part != BATTLE)
        begin_battle(s);
    leave_wounds(a);
}

static enum outcome say_ignite(const struct act *a)
{
    struct needfire *s = a->s;
    int card = a->said->argument[0].card, seat = a->seat;
    if (seat < 0)
        return is_over(s) ? after_the_end(a) : need_seat(a);
    if (s->ignitions == LIT_MOST)
        return impossible(a, seat, card, N_("More ignitions than a deck has cards."));
    if (!is_over(s))
        open_ignition(a, seat, card);
    if (is_over(s))
        return after_the_end(a);
    if (elsewhere(s, seat, card))
        return seen_before(a, seat, card, N_("{card} was seen elsewhere; {seat} cannot have lit it."));
    uint8_t passed = check_turn(a, seat, card);
    if (hand_leave(s, seat, card)) {
        had_a_hand(a, seat);
    } else {
        irregular(a, RULE_IGNITE, seat, card, N_("{seat} lit {card}, which cannot have been in {seat}'s "
                                                 "hand."));
        hand_force(s, seat, card);
    }
    s->hand[seat].lit++;
    s->turn = (int8_t)next_seat(s, seat);
    s->lighting[s->ignitions++] = (struct lighting){.line = a->said->line, .seat = (int8_t)seat,
                                                    .card = (uint8_t)card, .passed = passed};
    needfire_fight(s, a->setting, seat, card, &s->fight);
    s->pending = s->fight.wounded;
    s->treated = 0;
    for (int i = 0; i < s->fight.count; i++)
        if (s->fight.fighter[i].power > 6)
            open_question(a->setting, a->out, HOUSE_POWER_CAP, a->said->line);
    if (s->pending == 0)
        end_turn(a);
    return APPLIED;
}

/* Is this card wounded, its owner the one who treats it, and (needfire/wound) is it their turn? */
static void check_wound(const struct act *a, int seat, int wounded)
{
    struct needfire *s = a->s;
    int expected = wound_turn(s), owner = s->card[wounded].seat;
    int rule = a->said->verb == SAY_GUARD ? RULE_GUARD : RULE_WOUND;
    if (!(s->pending & bit(wounded)))
        irregular(a, rule, seat, wounded, N_("{seat} treated a wound of {card}, which is not wounded."));
    else if (owner != seat)
        message_seat(&irregular(a, rule, seat, wounded,
                                N_("{seat} treated the wound of {card}, which is {owner}'s."))->message,
                     "owner", owner);
    else if (seat != expected)
        message_seat(&irregular(a, RULE_WOUND, seat, wounded,
                                N_("{seat} treated the wound of {card}, but {expected} had wounds to treat "
                                   "first."))->message, "expected", expected);
}

/* house recount: have the wounded changed? */
static void recount(const struct act *a)
{
    struct needfire *s = a->s;
    uint64_t again = needfire_recount(s, a->setting) & ~s->treated;
    if (again == s->pending)
        return;
    open_question(a->setting, a->out, HOUSE_RECOUNT, a->said->line);
    if (a->setting->house->option[HOUSE_RECOUNT].choice == 1)
        s->pending = again;
}

/* A wound is over: `removed` tells if a card left the row or its battle card. */
static void close_wound(const struct act *a, int wounded, bool was_pending, bool removed)
{
    struct needfire *s = a->s;
    s->pending &= ~bit(wounded);
    s->treated |= bit(wounded);
    if (removed && was_pending)
        recount(a);
    if (was_pending && s->pending == 0)
        end_turn(a);
}

/* Counts the power cards on a battle card; `only` gets the last of them. */
static int powers_on(const struct needfire *s, int card, int *only)
{
    int count = 0;
    for (int c = 1; c < CODES; c++)
        if (s->card[c].place == POWERS && s->card[c].on == card) {
            count++;
            *only = c;
        }
    return count;
}

/*
 * Which card goes to the hand and which face down (NOTHING: unseen). Both may be left out; the
 * first only where a single one is possible.
 */
static enum outcome read_wound(const struct act *a, int wounded, int *taken, int *laid)
{
    const struct needfire *s = a->s;
    const struct argument *one = a->said->argument;
    int count = a->said->count, only = wounded, powers = powers_on(s, wounded, &only);
    int named = count > 1 && one[1].kind == ARGUMENT_CARD ? one[1].card : NOTHING;
    bool lies_there = named == wounded
                   || (named != NOTHING && s->card[named].place == POWERS && s->card[named].on == wounded);
    *taken = named;
    *laid = count > 2 && one[2].kind == ARGUMENT_CARD ? one[2].card : NOTHING;
    bool left_out = named == NOTHING || (count == 2 && !lies_there && powers <= 1);
    if (!left_out)
        return APPLIED;
    if (powers > 1)
        return malformed(a, count > 1 ? 1 : -1, N_("several power cards lie on this card; expected the one "
                                                   "that goes to the hand"));
    if (count == 2)
        *laid = named;
    *taken = only;
    return APPLIED;
}

/* needfire/wound: one power card or, if there is none, the card itself goes to the hand. */
static enum outcome take_wounded(const struct act *a, int seat, int wounded, int taken)
{
    struct needfire *s = a->s;
    struct whereabouts *at = &s->card[taken];
    int only = NOTHING, powers = powers_on(s, wounded, &only);
    if (taken == wounded) {
        if (powers > 0)
            irregular(a, RULE_WOUND, seat, wounded, N_("{seat} took {card} itself to the hand, although power "
                                                       "cards lay on it."));
        take_from_row(s, wounded);
        for (int c = 1; c < CODES; c++)
            if (s->card[c].place == POWERS && s->card[c].on == wounded)
                s->card[c].place = OUT;
    } else if (at->place == UNSEEN || (at->place == HELD && at->seat == seat)) {
        struct ruling *r = irregular(a, RULE_WOUND, seat, taken,
                                     N_("{seat} took {card} to the hand, which did not lie on {wounded}."));
        message_card(&r->message, "wounded", wounded);
        if (at->place == HELD)
            return APPLIED;
        s->strays++;
    } else if (at->place != POWERS || at->on != wounded) {
        return seen_before(a, seat, taken, N_("{card} was seen elsewhere; {seat} cannot have taken it from "
                                              "the wounded card."));
    }
    at->line = a->said->line;
    hand_gain(s, seat, taken);
    return APPLIED;
}

/* needfire/discard: then one card of the hand is laid face down. */
static enum outcome lay_down(const struct act *a, int seat, int laid)
{
    struct needfire *s = a->s;
    struct whereabouts *at = &s->card[laid];
    if (laid == NOTHING) {
        if (!hand_lay(s, seat))
            return impossible(a, seat, NO_CARD, N_("{seat} cannot have laid so many cards face down."));
        return APPLIED;
    }
    if (elsewhere(s, seat, laid))
        return seen_before(a, seat, laid, N_("{card} was seen elsewhere; {seat} cannot have laid it face "
                                             "down."));
    if (!hand_leave(s, seat, laid)) {
        irregular(a, RULE_DISCARD, seat, laid, N_("{seat} laid {card} face down, which cannot have been in "
                                                  "{seat}'s hand."));
        hand_force(s, seat, laid);
    }
    at->place = HELD;
    at->seat = (int8_t)seat;
    at->down = true;
    s->hand[seat].down++;
    return APPLIED;
}

/* Wounds and guards: who acts, on which battle card. */
static enum outcome begin_wound(const struct act *a, int *seat)
{
    struct needfire *s = a->s;
    int wounded = a->said->argument[0].card;
    if (a->said->argument[0].kind != ARGUMENT_CARD)
        return malformed(a, 0, N_("an unseen card; expected the wounded card"));
    if (s->card[wounded].place != IN_ROW)
        return seen_before(a, a->seat, wounded, N_("{card} is no battle card."));
    *seat = a->seat;
    if (is_over(s))
        return after_the_end(a);
    if (s->part == SETTING)
        begin_battle(s);
    return APPLIED;
}

static enum outcome say_wound(const struct act *a)
{
    struct needfire *s = a->s;
    int wounded = a->said->argument[0].card, seat = NOBODY, taken, laid;
    enum outcome outcome = begin_wound(a, &seat);
    if (outcome == APPLIED)
        outcome = read_wound(a, wounded, &taken, &laid);
    if (outcome != APPLIED)
        return outcome;
    bool was_pending = s->pending & bit(wounded);
    check_wound(a, seat, wounded);
    outcome = take_wounded(a, seat, wounded, taken);
    if (outcome == APPLIED)
        outcome = lay_down(a, seat, laid);
    if (outcome == APPLIED)
        close_wound(a, wounded, was_pending, true);
    return outcome;
}

/* Where a guarding human comes from, where the statement does not say: FROM_…, or -1. */
static int guard_from(const struct act *a, int seat, int guard)
{
    const struct needfire *s = a->s;
    if (a->said->count > 2)
        return a->said->argument[2].kind == ARGUMENT_WORD ? a->said->argument[2].number : -1;
    bool hand = hand_may_leave(s, seat, guard), down = down_may_leave(s, seat, guard);
    return hand && down ? -1 : down ? FROM_DISCARDS : FROM_HAND;
}

/* needfire/guard: the human leaves the hand or the face-down discards. */
static void take_guard(const struct act *a, int seat, int guard, int from)
{
    struct needfire *s = a->s;
    if (from == FROM_HAND ? hand_leave(s, seat, guard) : down_leave(s, seat, guard)) {
        if (from == FROM_HAND)
            had_a_hand(a, seat);
        return;
    }
    irregular(a, RULE_GUARD, seat, guard,
              from == FROM_HAND ? N_("{seat} guarded with {card}, which cannot have been in {seat}'s hand.")
                                : N_("{seat} guarded with {card}, which cannot have been among {seat}'s "
                                     "face-down discards."));
    hand_force(s, seat, guard);
}

static void check_guard(const struct act *a, int wounded, int guard, int seat)
{
    struct ruling *r = NULL;
    if (is_fire(guard))
        irregular(a, RULE_GUARD, seat, guard, N_("{seat} guarded with {card}, which is a fire; only humans "
                                                 "guard."));
    else if (!reacts(a->setting->pack, wounded, guard))
        r = irregular(a, RULE_GUARD, seat, guard, N_("{seat} guarded with {card}, which {wounded} does not "
                                                     "react to."));
    if (r != NULL)
        message_card(&r->message, "wounded", wounded);
}

static enum outcome say_guard(const struct act *a)
{
    struct needfire *s = a->s;
    int wounded = a->said->argument[0].card, seat = NOBODY;
    enum outcome outcome = begin_wound(a, &seat);
    if (outcome != APPLIED)
        return outcome;
    if (a->said->argument[1].kind != ARGUMENT_CARD)
        return malformed(a, 1, N_("no card; expected the human that guards"));
    int guard = a->said->argument[1].card;
    if (elsewhere(s, seat, guard))
        return seen_before(a, seat, guard, N_("{card} was seen elsewhere; {seat} cannot have guarded with "
                                              "it."));
    int from = guard_from(a, seat, guard);
    if (from < 0)
        return malformed(a, a->said->count > 2 ? 2 : 1,
                         N_("it is not known where this card comes from; expected `hand` or `discard` "
                            "behind it"));
    bool was_pending = s->pending & bit(wounded);
    check_wound(a, seat, wounded);
    check_guard(a, wounded, guard, seat);
    take_guard(a, seat, guard, from);
    s->card[guard].place = OPENED;
    s->card[guard].seat = (int8_t)seat;
    close_wound(a, wounded, was_pending, false);
    return APPLIED;
}

/* ---- evidence ---------------------------------------------------------------------------- */

static enum outcome say_show(const struct act *a)
{
    struct needfire *s = a->s;
    int seat = a->seat;
    for (int i = 0; i < a->said->count; i++) {
        int card = a->said->argument[i].card;
        if (elsewhere(s, seat, card))
            return seen_before(a, seat, card, N_("{card} was seen elsewhere; {seat} cannot hold it now."));
        if (!hand_show(s, seat, card)) {
            irregular(a, RULE_TAKE, seat, card, N_("{seat} shows {card}, which cannot have come to {seat}'s "
                                                   "hand."));
            if (s->card[card].place == UNSEEN)
                s->strays++;
            hand_gain(s, seat, card);
        }
    }
    if (s->part == BATTLE && hand_holds(s, seat))
        had_a_hand(a, seat);
    return APPLIED;
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
    case SAY_ROW: return say_row(a);
    case SAY_HAND: return say_hand(a);
    case SAY_DISCARDS: return say_discards(a);
    case SAY_TURN: return say_turn(a);
    case SAY_SPREAD: return say_spread(a);
    case SAY_TAKE: return say_take(a);
    case SAY_POWER: return say_power(a);
    case SAY_BATTLE: return say_battle(a);
    case SAY_IGNITE: return say_ignite(a);
    case SAY_WOUND: return say_wound(a);
    case SAY_GUARD: return say_guard(a);
    case SAY_SHOW: return say_show(a);
    }
    return APPLIED;
}

/* The game may have ended with the placement part. */
static void ask_no_hands(const struct act *a)
{
    if (!a->s->over && no_hands(a->s)) {
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
    case SAY_TAKE: return turn(s, setting);
    case SAY_POWER:
    case SAY_WOUND:
    case SAY_GUARD: return on_row ? s->card[card].seat : NOBODY;
    case SAY_IGNITE:
        if (s->card[card].place == HELD)
            return s->card[card].seat;
        if (s->placing.seat != NOBODY)
            return next_with_hand(s, next_seat(s, s->placing.seat));
        return s->turn < 0 ? NOBODY : next_with_hand(s, s->turn);
    }
    return NOBODY;
}

static enum outcome apply(void *state, const struct setting *setting, const struct statement *said,
                          struct rulings *out, struct fault *fault)
{
    struct needfire next = *(const struct needfire *)state;
    struct act a = {&next, setting, said, out, fault, said->seat};
    if (a.seat < 0)
        a.seat = implied_seat(&next, setting, said);
    next.clock++;
    enum outcome outcome = check_deck(&a);
    if (outcome == APPLIED)
        outcome = say(&a);
    if (outcome == APPLIED && !needfire_deck_fits(&next))
        outcome = impossible(&a, a.seat, first_card(said),
                             N_("There are not so many cards: one human and one fire are in the box, and "
                                "all others are accounted for."));
    if (outcome != APPLIED)
        return outcome;
    for (int i = 0; i < said->count; i++)
        if (said->argument[i].kind == ARGUMENT_CARD)
            next.card[said->argument[i].card].line = said->line;
    ask_no_hands(&a);
    *(struct needfire *)state = next;
    return APPLIED;
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

static void allow(struct cardset *set, int card) { set->bits[card / 64] |= bit(card % 64); }

/* The cards that a wound of this seat may bring to the hand. */
static void allow_wounded(const struct needfire *s, int seat, struct cardset *set)
{
    for (int k = 0; k < s->row_count[seat]; k++) {
        int card = s->row[seat][k], only = NOTHING;
        if (!(s->pending & bit(card)))
            continue;
        if (powers_on(s, card, &only) == 0)
            allow(set, card);
        for (int c = 1; c < CODES; c++)
            if (s->card[c].place == POWERS && s->card[c].on == card)
                allow(set, c);
    }
}

static struct cardset legal(const void *state, const struct setting *setting, int seat)
{
    const struct needfire *s = state;
    const struct needfire_deck *deck = setting->pack;
    struct cardset set = {{0, 0}};
    if (seat < 0)
        seat = turn(s, setting);
    if (seat < 0 || is_over(s))
        return set;
    if (wounds_pending(s, seat)) {
        allow_wounded(s, seat, &set);
        return set;
    }
    bool merging = s->part == PLACEMENT && s->row_count[seat] > ROW_MOST;
    for (int c = 1; c < CODES; c++) {
        bool own = s->card[c].place == IN_ROW && s->card[c].seat == seat;
        if (deck->card[c].makes != 0
            && ((merging && own) || (!elsewhere(s, seat, c) && hand_may_leave(s, seat, c))))
            allow(&set, c);
    }
    return set;
}

/* ---- telling the score ------------------------------------------------------------------- */

static void tell_card(struct teller *t, const char *key, int card)
{
    char text[16];
    t->text(t, key, (struct span){text, needfire_card_write(card, false, text)});
}

/* The name that a pack gives, if it does. */
static void tell_name(struct teller *t, const char *key, const char *name)
{
    if (name[0] != '\0')
        tell_text(t, key, name);
}

static void tell_fighter(const struct setting *setting, struct teller *t, const struct fighter *f)
{
    const struct needfire_deck *deck = setting->pack;
    t->open(t, NULL, '{');
    tell_seat(t, "seat", setting->seats, f->seat);
    tell_card(t, "card", f->card);
    tell_name(t, "name", deck->card[f->card].name);
    t->number(t, "power", f->power);
    t->open(t, "by", '[');
    for (int c = 1; c < CODES; c++)
        if (f->by[is_fire(c)] & bit(c % FIRE))
            tell_card(t, NULL, c);
    t->close(t);
    t->open(t, "beside", '[');
    for (int side = 0; side < 2; side++)
        if (f->beside[side] != NOTHING)
            tell_card(t, NULL, f->beside[side]);
    t->close(t);
    t->close(t);
}

static void tell_fight(const struct needfire *s, const struct setting *setting, struct teller *t)
{
    static const char *const words[] = {[FIGHT_NONE] = "none", [FIGHT_BEST] = "best",
                                        [FIGHT_TIE] = "tie", [FIGHT_REVERSAL] = "reversal"};
    const struct needfire_deck *deck = setting->pack;
    const struct fight *f = &s->fight;
    t->open(t, NULL, '{');
    t->number(t, "turn", (long)s->ignitions);
    tell_seat(t, "seat", setting->seats, f->seat);
    tell_card(t, "card", f->card);
    tell_name(t, "name", deck->card[f->card].name);
    tell_text(t, "element", needfire_element(f->element));
    tell_name(t, "rune", deck->rune[f->element]);
    t->open(t, "fighters", '[');
    for (int i = 0; i < f->count; i++)
        tell_fighter(setting, t, &f->fighter[i]);
    t->close(t);
    tell_text(t, "case", words[f->verdict]);
    t->open(t, "wounded", '[');
    for (int i = 0; i < f->count; i++)
        if (f->wounded & bit(f->fighter[i].card))
            tell_card(t, NULL, f->fighter[i].card);
    t->close(t);
    t->close(t);
}

static void tell_rows(const void *state, const struct setting *setting, struct teller *t,
                      uint32_t *told, bool last)
{
    const struct needfire *s = state;
    (void)last;
    if (*told < s->ignitions)
        tell_fight(s, setting, t);
    *told = s->ignitions;
}

static void tell_end(const void *state, const struct setting *setting, struct teller *t)
{
    const struct needfire *s = state;
    struct ranking rank[PLAYERS];
    needfire_rank(s, setting, lit_counts(setting), by_sum(setting), rank);
    t->open(t, "standing", '[');
    for (int place = 1; place <= s->players; place++)
        for (int i = 0; i < s->players; i++) {
            if (rank[i].place != place)
                continue;
            t->open(t, NULL, '{');
            tell_seat(t, "seat", setting->seats, i);
            t->number(t, "battle", rank[i].battle);
            t->number(t, "discards", rank[i].discards);
            t->open(t, "powers", '[');
            for (int k = 0; k < rank[i].battle; k++)
                t->number(t, NULL, rank[i].power[k]);
            t->close(t);
            t->number(t, "place", place);
            t->close(t);
        }
    t->close(t);
}

const struct rulebook needfire_rulebook = {
    .id = "needfire",
    .title = N_("NeedFire"),
    .seats_least = 3,
    .seats_most = PLAYERS,
    .state_size = sizeof(struct needfire),
    .pack_size = sizeof(struct needfire_deck),
    .verbs = verbs,
    .pack_verbs = needfire_pack_verbs,
    .rules = rules,
    .options = options,
    .card_read = needfire_card_read,
    .card_write = needfire_card_write,
    .card_hint = N_("a card such as h18 or f5 (h for a human, f for a fire, and its number)"),
    .begin = begin,
    .apply = apply,
    .turns_page = turns_page,
    .weigh = weigh,
    .tell_rows = tell_rows,
    .tell_end = tell_end,
    .rows_key = "ignitions",
    .finished = finished,
    .legal = legal,
    .turn = turn,
    .pack_begin = needfire_pack_begin,
    .pack_builtin = needfire_pack_builtin,
    .pack_row = needfire_pack_row,
    .pack_row_here = pack_row_here,
    .pack_check = needfire_pack_check,
};
