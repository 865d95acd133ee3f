/*
 * Hyakumonogatari 百物語, in the order of its rulebook: the cards, what the altar needs, the doll,
 * the sun, setting up, the turn, using and discarding, the pile running out, the ending, night two.
 * Each check stands beside the rule it enforces.
 *
 * What the hidden hands may be is kept in known.c.
 */
#include "hyakumonogatari.h"

#include <string.h>

/* ---- カードの種類 The cards --------------------------------------------------------------- */

static const struct {
    const char *name, *ja;
    uint8_t copies;               /* unless `deck` says otherwise */
    uint8_t place;                /* on the altar; 0: none */
    char code[3];                 /* of its stickers */
} kinds[KINDS] = {
    [NEWMOON] = {"newmoon", "新月", 1, 1, "NM"},
    [GRANITE] = {"granite", "御影石", 1, 1, "GR"},
    [SHADE] = {"shade", "死者の影", 1, 1, "SH"},
    [CANDLE] = {"candle", "蝋燭", 3, 3, "CA"},
    [SUN] = {"sun", "陽光", 1, 0, "SU"},
    [DOLL] = {"doll", "人形", 1, 0, "DO"},
    [EFFIGY] = {"effigy", "人型", 1, 0, "EF"},
    [INK] = {"ink", "墨", 1, 0, "IN"},
    [SEAL] = {"seal", "印", 1, 0, "SE"},
    [LANTERN] = {"lantern", "行燈", 1, 0, "LA"},
    [FOX] = {"fox", "狐面", 1, 0, "FO"},
    [BLOOD] = {"blood", "血", 1, 0, "BL"},
    [MIRROR] = {"mirror", "鏡", 1, 0, "MI"},
    [CURSE] = {"curse", "月の呪い", 0, 0, "CU"},
};

static int card_read(struct span token)
{
    for (int k = 0; k < KINDS; k++)
        if (span_is(token, kinds[k].name) || span_is(token, kinds[k].ja))
            return k;
    return NO_CARD;
}

static size_t card_write(int card, bool japanese, char *out)
{
    const char *text = japanese ? kinds[card].ja : kinds[card].name;
    size_t length = strlen(text);
    memcpy(out, text, length);
    return length;
}

/* ---- the rules --------------------------------------------------------------------------- */

static const struct rule rules[RULE_COUNT + 1] = {
    [RULE_DECK] = {"deck", true, "", "カードの種類", N_("The cards"),
        N_("Ritual cards, the sun, the doll, fables and the curse. The record says how many of each "
           "are shuffled in; what it does not say is candle 3, curse 0 and one of each other.")},
    [RULE_ROLES] = {"roles", false, "", "プレイヤーの役割", N_("The players' parts"),
        N_("One parent, who plays Omokage-sama, and one child.")},
    [RULE_ALTAR] = {"altar", false, "", "儀式について", N_("The ritual"),
        N_("The altar has six places: new moon 1, granite 1, shade 1, candles 3.")},
    [RULE_COUNTS] = {"counts", false, "", "使用カード枚数について", N_("How many cards"),
        N_("How many of each card are shuffled in is the table's choice.")},
    [RULE_DEAL] = {"deal", false, "", "ゲーム準備", N_("Setting up"),
        N_("Three cards to the parent, four to the child; the others are the pile.")},
    [RULE_TURN] = {"turn", true, "", "ターンの進行", N_("The turn"),
        N_("The parent's turn, then the child's; the two together are one turn of the game.")},
    [RULE_DRAW] = {"draw", true, "", "ターンの進行", N_("The turn"),
        N_("A turn begins with one card drawn from the other player's hand.")},
    [RULE_USE] = {"use", true, "", "カード所持枚数について", N_("Cards held"),
        N_("Each turn at least one card is used; nobody may pass.")},
    [RULE_REFILL] = {"refill", true, "", "カード所持枚数について", N_("Cards held"),
        N_("As many cards as were used are drawn from the pile; that ends the turn.")},
    [RULE_RITUAL] = {"ritual", true, "", "カード使用・破棄のルール", N_("Using and discarding"),
        N_("Any number of ritual cards may be laid on their free places of the altar in one turn, or "
           "be held.")},
    [RULE_DISCARD] = {"discard", true, "", "カード使用・破棄のルール", N_("Using and discarding"),
        N_("At most one card a turn may be discarded, and that is a use. Never shade, doll or curse; a "
           "ritual card only when its place on the altar is full. Fables and the sun are free.")},
    [RULE_DOLL] = {"doll", true, "", "人形について", N_("The doll"),
        N_("The doll is neither used nor discarded; it only moves by being drawn. In the second night "
           "it may be laid on the shade.")},
    [RULE_COMPOUND] = {"compound", false, "", "人形について", N_("The doll"),
        N_("Effigy and ink held together count as a doll.")},
    [RULE_SUN] = {"sun", true, "", "特殊カード「陽光」について", N_("The sun"),
        N_("The sun is laid on the new moon and hides it for three turns: meanwhile the ritual is not "
           "complete.")},
    [RULE_SUN_CANCEL] = {"sun-cancel", false, "", "新月", N_("New moon"),
        N_("A second new moon laid on the sun ends it.")},
    [RULE_RESHUFFLE] = {"reshuffle", false, "", "山札引き切り時", N_("When the pile runs out"),
        N_("When the pile is empty the graveyard is shuffled and becomes the pile; the altar stays.")},
    [RULE_ENDING] = {"ending", false, "", "結末", N_("The ending"),
        N_("If the altar is complete when the child's turn ends, the night ends and both hands are "
           "shown.")},
    [RULE_BLESSING] = {"blessing", false, "", "月の恵み", N_("The moon's blessing"),
        N_("If the child then holds the doll, or effigy and ink, the child wins.")},
    [RULE_CURSE] = {"curse", false, "", "月の呪い", N_("The moon's curse"),
        N_("Otherwise the parent wins, and the child becomes a night follower.")},
    [RULE_CONSENT] = {"consent", true, "", "延長戦〈二夜ノ儀〉への移行", N_("On to the second night"),
        N_("A second night is played only after the child lost the first, and if both agree.")},
    [RULE_NIGHT_TWO] = {"night-two", false, "", "二夜ノ儀", N_("The second night"),
        N_("The child has no shadow and holds the curse; three cards are dealt to each.")},
    [RULE_CURSE_CARD] = {"curse-card", true, "", "初期カードを配置する", N_("Laying out the first cards"),
        N_("The curse is never played, discarded or drawn; it stays in the child's hand.")},
    [RULE_REVERSAL] = {"reversal", true, "", "禁忌：影返し", N_("Turning the shadow"),
        N_("In the second night, before the ending, the child may lay the doll, or effigy and ink, on "
           "the shade on the altar: then the child wins.")},
    [RULE_SECOND_CURSE] = {"second-curse", false, "", "影返しの不成立", N_("The shadow not turned"),
        N_("Every other ending of the second night is the parent's.")},
    [RULE_FROZEN] = {"frozen", true, "", "特殊カード「陽光」について", N_("The sun"),
        N_("While the sun lies, a night follower does nothing.")},
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
    [HOUSE_SUN] = {"sun", "pairs pairs-after turns", RULE_SUN,
        N_("What are the sun's three turns: turns of parent and child together, the one it is laid in "
           "counted; three such turns after that one; or three single turns, the laying one first?")},
    [HOUSE_REVERSAL_SUN] = {"reversal-sun", "reversal ghost", RULE_GHOST,
        N_("The shadow is turned, and the child holds the sun at the ending. Is it the reversal, or a "
           "ghost?")},
    [HOUSE_SPARE_SHADE] = {"spare-shade", "keep discard", RULE_DISCARD,
        N_("A second shade while one lies on the altar: is it kept, or may it be discarded?")},
    [HOUSE_CANDLE] = {"candle", "three one", RULE_DISCARD,
        N_("When may a candle be discarded: when three lie on the altar, or when one does?")},
    [HOUSE_FROZEN_DRAW] = {"frozen-draw", "yes no", RULE_FROZEN,
        N_("Is a card drawn from the child who may not act under the sun?")},
    [HOUSE_STUCK] = {"stuck", "pass redraw", RULE_USE,
        N_("No card in the hand can be used. Does the player pass, or put the hand back and draw as "
           "many?")},
    [HOUSE_HALVES] = {"halves", "together apart", RULE_REVERSAL,
        N_("Must effigy and ink be laid on the shade in the same turn?")},
    [HOUSE_REMEDY] = {"remedy", "TEXT", RULE_DECK,
        N_("What the table decided after an irregularity; the score stays as it was played.")},
    [HOUSE_COUNT] = {0},
};

/* ---- the language ------------------------------------------------------------------------ */

enum { SAY_NOTHING = VERB_PLAY, SAY_PARENT, SAY_DECK, SAY_NIGHT, SAY_HAND, SAY_SHOW, SAY_DRAW, SAY_ALTAR,
       SAY_DISCARD, SAY_REVERSE, SAY_REFILL, SAY_CONSENT, VERB_COUNT };

enum { SEEN_OR_NOT = ARGUMENT_CARD | ARGUMENT_UNSEEN };

static const struct verb verbs[VERB_COUNT + 1] = {
    [SAY_NOTHING] = {"", NULL, SEAT_MAY, 0, 0, 0, NULL, "", ""},   /* no bare cards here */
    [SAY_PARENT] = {"parent", "親", SEAT_MUST, 0, 0, 0, NULL,
        N_("NAME: parent"), N_("is the parent; the other player is the child")},
    [SAY_DECK] = {"deck", "山札", SEAT_NONE, ARGUMENT_CARD_NUMBER, 1, KINDS, NULL,
        N_("deck CARD=COUNT…"), N_("how many of each card are shuffled in")},
    [SAY_NIGHT] = {"night", "夜", SEAT_NONE, 0, 0, 0, NULL,
        N_("night"), N_("the next night begins")},
    [SAY_HAND] = {"hand", "手札", SEAT_MUST, SEEN_OR_NOT, 1, ARGUMENTS_MOST, NULL,
        N_("NAME: hand CARD…"), N_("the cards dealt to a hand, ? for unseen ones")},
    [SAY_SHOW] = {"show", "公開", SEAT_MUST, SEEN_OR_NOT, 1, ARGUMENTS_MOST, NULL,
        N_("NAME: show CARD…"), N_("cards shown now, ? for unseen ones; nothing is moved")},
    [SAY_DRAW] = {"draw", "引く", SEAT_MUST, SEEN_OR_NOT, 1, ARGUMENTS_MOST, NULL,
        N_("NAME: draw CARD"), N_("takes a card from the other hand, ? when nobody tells which")},
    [SAY_ALTAR] = {"altar", "祭壇", SEAT_MUST, ARGUMENT_CARD, 1, ARGUMENTS_MOST, NULL,
        N_("NAME: altar CARD…"), N_("lays ritual cards, or the sun, on the altar")},
    [SAY_DISCARD] = {"discard", "捨てる", SEAT_MUST, ARGUMENT_CARD, 1, ARGUMENTS_MOST, NULL,
        N_("NAME: discard CARD"), N_("puts a card on the graveyard")},
    [SAY_REVERSE] = {"reverse", "影返し", SEAT_MUST, ARGUMENT_CARD, 1, ARGUMENTS_MOST, NULL,
        N_("NAME: reverse doll"), N_("the second night: lays the doll, or effigy and ink, on the shade")},
    [SAY_REFILL] = {"refill", "補充", SEAT_MUST, SEEN_OR_NOT, 0, ARGUMENTS_MOST, NULL,
        N_("NAME: refill [CARD…]"), N_("draws back up from the pile; ends the turn")},
    [SAY_CONSENT] = {"consent", "同意", SEAT_NONE, 0, 0, 0, NULL,
        N_("consent"), N_("both agree to a second night")},
    [VERB_COUNT] = {0},
};

/* ---- what cannot be ---------------------------------------------------------------------- */

/* How a `show` is read. */
enum { AS_IT_STANDS, THE_CURSE_IS_GONE };

/* The game that a statement is applied to. */
static struct hyakumonogatari *game(const struct act *a) { return a->state; }

static struct ruling *irregular(const struct act *a, int rule, int seat, int card, const char *message)
{
    return rulings_add(a->out, RULING_IRREGULAR, rule, seat, card, a->said->line, message);
}

/* The record says what this deck cannot do. */
static enum outcome impossible(const struct act *a, int seat, int card, const char *message)
{
    struct ruling *r = rulings_add(a->out, RULING_IMPOSSIBLE, RULE_DECK, seat, card, a->said->line,
                                   message);
    message_number(&r->message, "night", game(a)->night);
    return IMPOSSIBLE;
}

static enum outcome malformed(const struct act *a, int argument, const char *message)
{
    fault_set(a->fault, argument < 0 ? a->said->column : a->said->argument[argument].column, message);
    return MALFORMED;
}

/* A card that no world has where the statement says. */
static enum outcome misplaced(const struct act *a, int seat, int card, const char *message)
{
    const struct hyakumonogatari *s = a->state;
    bool in_deck = card < 0 || s->worlds.hidden[card] + s->altar[card] + s->grave[card] > 0;
    enum outcome outcome = impossible(a, seat, card,
                                      in_deck ? message : N_("{card} is not in this deck."));
    if (card >= 0 && s->seen[card] != 0 && s->seen[card] != a->said->line)
        ruling_because(&a->out->row[a->out->count - 1], s->seen[card]);
    return outcome;
}

static enum outcome too_many(const struct act *a)
{
    enum outcome outcome = malformed(a, -1, N_("too many cards in one hand; expected at most {most}"));
    message_number(&a->fault->message, "most", HAND_MOST);
    return outcome;
}

static int other(int seat) { return 1 - seat; }
int hyakumonogatari_child(const struct hyakumonogatari *s)
{
    return s->parent < 0 ? -1 : other(s->parent);
}
static unsigned answer_of(const struct act *a, int option)
{
    return a->setting->house->option[option].choice;
}

/* Statements of a night need one that is open. */
static enum outcome need_night(const struct act *a)
{
    switch (game(a)->phase) {
    case BEFORE:
        return impossible(a, a->said->seat, NO_CARD, N_("No night has begun; expected `night` first."));
    case AFTER:
        return impossible(a, a->said->seat, NO_CARD, N_("Night {night} is over: the altar was complete "
                                                        "when the child's turn ended."));
    case DURING:
        break;
    }
    return APPLIED;
}

/* Kinds that `seat` can neither lay down nor discard now. */
static uint32_t useless_kinds(const struct act *a, int seat)
{
    const struct hyakumonogatari *s = a->state;
    bool reversal = s->night == 2 && seat != s->parent && s->altar[SHADE] > 0 && !s->reversed;
    uint32_t useless = 1u << CURSE;
    if (!reversal)
        useless |= 1u << DOLL;
    if (s->altar[SHADE] > 0 && answer_of(a, HOUSE_SPARE_SHADE) == 0)
        useless |= 1u << SHADE;
    return useless;
}

/* ---- 儀式について The ritual --------------------------------------------------------------- */

/* hyakumonogatari/altar: six places, and no sun on the new moon. */
int hyakumonogatari_missing(const struct hyakumonogatari *s, int kind)
{
    return s->altar[kind] < kinds[kind].place ? kinds[kind].place - s->altar[kind] : 0;
}

bool hyakumonogatari_complete(const struct hyakumonogatari *s)
{
    for (int k = 0; k < KINDS; k++)
        if (hyakumonogatari_missing(s, k) > 0)
            return false;
    return s->altar[SUN] == 0;
}

static bool is_full(const struct hyakumonogatari *s, int card)
{
    return s->altar[card] >= kinds[card].place;
}

/* ---- 人形について The doll · 初期カード The curse --------------------------------------------- */

/* hyakumonogatari/doll, hyakumonogatari/curse-card: true if the card may be neither used nor thrown. */
static bool is_bound(const struct act *a, int card)
{
    if (card == DOLL)
        irregular(a, RULE_DOLL, a->said->seat, card,
                  N_("{seat} put down the doll; it is neither used nor discarded."));
    else if (card == CURSE)
        irregular(a, RULE_CURSE_CARD, a->said->seat, card,
                  N_("{seat} put down the curse; it stays in the hand."));
    return card == DOLL || card == CURSE;
}

/* ---- 特殊カード「陽光」について The sun -------------------------------------------------------- */

/* hyakumonogatari/frozen: the turn in which the night follower laid the sun is played to its end. */
bool hyakumonogatari_frozen(const struct hyakumonogatari *s, int seat)
{
    return s->night == 2 && seat == hyakumonogatari_child(s) && s->altar[SUN] > 0
        && !(s->turn.seat == seat && s->turn.sun_laid);
}

static void lay_sun(const struct act *a, int seat)
{
    struct hyakumonogatari *s = a->state;
    static const uint8_t turns[] = {[SUN_PAIRS] = 3, [SUN_PAIRS_AFTER] = 4, [SUN_TURNS] = 3};
    if (s->altar[SUN] > 0)
        return;
    s->sun_left = turns[answer_of(a, HOUSE_SUN)];
    s->turn.sun_laid = s->turn.seat == seat;
    open_question(a->setting, a->out, HOUSE_SUN, a->said->line);
}

static void end_sun(struct hyakumonogatari *s)
{
    s->grave[SUN] = (uint8_t)(s->grave[SUN] + s->altar[SUN]);
    s->altar[SUN] = 0;
    s->sun_left = 0;
}

/* ---- ゲーム準備 Setting up ------------------------------------------------------------------ */

static void begin(void *state, const struct setting *setting)
{
    struct hyakumonogatari *s = state;
    (void)setting;
    memset(s, 0, sizeof *s);
    s->parent = -1;
    for (int k = 0; k < KINDS; k++)
        s->deck[k] = kinds[k].copies;
}

static enum outcome say_parent(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    if (s->parent == a->said->seat)
        return APPLIED;
    if (s->parent >= 0) {
        enum outcome outcome = impossible(a, a->said->seat, NO_CARD, N_("{parent} is the parent already."));
        message_seat(&a->out->row[a->out->count - 1].message, "parent", s->parent);
        return outcome;
    }
    s->parent = a->said->seat;
    return APPLIED;
}

/* hyakumonogatari/counts; but without the altar's six cards no night can end. */
static enum outcome check_deck(const struct act *a, const uint8_t deck[KINDS])
{
    unsigned sum = 0;
    for (int k = 0; k < KINDS; k++) {
        sum += deck[k];
        if (deck[k] >= kinds[k].place)
            continue;
        enum outcome outcome = impossible(a, -1, k, N_("The ritual needs {place} of {card}; with {count} "
                                                       "no night can end."));
        struct message *m = &a->out->row[a->out->count - 1].message;
        message_number(m, "place", kinds[k].place);
        message_number(m, "count", deck[k]);
        return outcome;
    }
    /* hyakumonogatari/deal, hyakumonogatari/night-two */
    if (sum < (game(a)->night == 0 ? 7u : 6u))
        return impossible(a, -1, NO_CARD, N_("Too few cards: seven are dealt."));
    return APPLIED;   /* six ritual cards are dealt in the second night, and may be all there are */
}

static enum outcome say_deck(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    uint8_t deck[KINDS];
    uint32_t named = 0;
    for (int k = 0; k < KINDS; k++)
        deck[k] = kinds[k].copies;
    for (int i = 0; i < a->said->count; i++) {
        const struct argument *one = &a->said->argument[i];
        if (named & 1u << one->card)
            return malformed(a, i, N_("a card named twice; expected each once"));
        if (one->number < 0 || one->number > COPIES_MOST) {
            enum outcome outcome = malformed(a, i, N_("no such count; expected 0 to {most}"));
            message_number(&a->fault->message, "most", COPIES_MOST);
            return outcome;
        }
        named |= 1u << one->card;
        deck[one->card] = (uint8_t)one->number;
    }
    if (s->phase == DURING)
        return impossible(a, -1, NO_CARD, N_("Night {night} has begun; the deck is chosen before it."));
    enum outcome outcome = check_deck(a, deck);
    if (outcome == APPLIED)
        memcpy(s->deck, deck, sizeof deck);
    return outcome;
}

/* hyakumonogatari/deal, hyakumonogatari/night-two */
static void deal(struct hyakumonogatari *s)
{
    uint8_t sizes[PLAYERS];
    uint32_t cards = 0;
    for (int k = 0; k < KINDS; k++)
        cards += s->deck[k];
    sizes[s->parent] = 3;
    sizes[other(s->parent)] = s->night == 1 ? 4 : 3;
    worlds_deal(&s->worlds, s->deck, sizes, CURSE);
    s->pile = cards - sizes[0] - sizes[1];
    memcpy(s->held, sizes, sizeof sizes);
    s->turn.seat = s->parent;
    if (s->night == 2) {
        worlds_give_bound(&s->worlds, other(s->parent));
        s->held[other(s->parent)]++;
    }
}

static enum outcome say_night(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    if (s->phase == DURING)
        return impossible(a, -1, NO_CARD,
                          hyakumonogatari_complete(s)
                              ? N_("Night {night} is still open: the altar is complete, but the child's turn is "
                                   "not over.")
                              : N_("Night {night} is still open: the altar is not complete."));
    if (s->night == 2)
        return impossible(a, -1, NO_CARD, N_("The second night is over. A third one is the table's own "
                                             "and is not judged; `note \"…\"` keeps what happens."));
    if (s->parent < 0)
        return malformed(a, -1, N_("who is the parent is not known; expected `NAME: parent` first"));
    /* hyakumonogatari/consent */
    if (s->night == 1 && !s->consented)
        irregular(a, RULE_CONSENT, -1, NO_CARD, N_("The second night began, but nobody has said that "
                                                   "both agreed."));
    struct hyakumonogatari *next = s;
    const enum by by = s->by;
    const int8_t parent = s->parent;
    const uint8_t night = s->night;
    const uint32_t turns = s->turns;
    const enum end end = s->end;
    uint8_t deck[KINDS];
    memcpy(deck, s->deck, sizeof deck);
    memset(next, 0, offsetof(struct hyakumonogatari, strays));
    memset(&next->strays, 0, offsetof(struct worlds, world));
    memcpy(next->deck, deck, sizeof deck);
    next->parent = parent;
    next->night = (uint8_t)(night + 1);
    next->phase = DURING;
    if (night == 1) {
        next->past.turns = turns;
        next->past.end = end;
        next->past.by = by;
    }
    deal(next);
    return APPLIED;
}

static bool turns_page(const void *state, const struct setting *setting,
                       const struct statement *said)
{
    const struct hyakumonogatari *s = state;
    (void)setting;
    return !said->common && said->verb == SAY_NIGHT && s->phase == AFTER && s->night == 1;
}

/* Cards seen in a seat's hand, one by one, so that the first that cannot be there is named. */
static enum outcome see_in_hand(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    int seat = a->said->seat;
    uint8_t least[KINDS] = {0};
    for (int i = 0; i < a->said->count; i++) {
        int card = a->said->argument[i].card;
        if (a->said->argument[i].kind == ARGUMENT_UNSEEN)
            continue;
        least[card]++;
        if (!hyakumonogatari_holds(a, seat, least))
            return misplaced(a, seat, card, N_("{seat} cannot hold {card}: no hands fit what was seen "
                                               "before."));
    }
    for (int k = 0; k < KINDS; k++)
        if (least[k] > 0)
            s->seen[k] = a->said->line;
    return APPLIED;
}

static enum outcome wrong_size(const struct act *a, const char *message)
{
    enum outcome outcome = impossible(a, a->said->seat, NO_CARD, message);
    struct message *m = &a->out->row[a->out->count - 1].message;
    message_number(m, "size", game(a)->held[a->said->seat]);
    message_number(m, "count", a->said->count);
    return outcome;
}

static enum outcome say_hand(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    int seat = a->said->seat, size = s->held[seat];
    bool curse_named = false;
    enum outcome outcome = need_night(a);
    if (outcome != APPLIED)
        return outcome;
    if (s->played)
        return impossible(a, seat, NO_CARD, N_("Hands are given before the first draw; expected `show` "
                                               "for cards seen later."));
    for (int i = 0; i < a->said->count; i++)
        curse_named |= a->said->argument[i].card == CURSE;
    /* the curse need not be named: everybody knows who has it */
    bool dealt = s->night == 2 && seat != s->parent && !curse_named && a->said->count == size - 1;
    if (a->said->count != size && !dealt)
        return wrong_size(a, N_("{seat}'s hand has {size} cards, not {count}; expected ? for each unseen "
                                "one."));
    return see_in_hand(a);
}

/* ---- 山札引き切り時 When the pile runs out ----------------------------------------------------- */

/* hyakumonogatari/reshuffle */
static void reshuffle(struct hyakumonogatari *s)
{
    const uint32_t before = s->pile;
    for (int k = 0; k < KINDS; k++)
        s->pile += s->grave[k];
    if (s->pile > before) {
        s->shuffles++;
        s->shuffled = s->pile - before;
    }
    worlds_reshuffle(&s->worlds, s->grave);
    worlds_reshuffle(&s->strays, s->grave);
    memset(s->grave, 0, sizeof s->grave);
}

static uint32_t cards_to_take(const struct hyakumonogatari *s)
{
    uint32_t cards = s->pile;
    for (int k = 0; k < KINDS; k++)
        cards += s->grave[k];
    return cards;
}

/*
 * One card from the pile; false if it cannot be the one. There is room in the hand. Nobody records
 * whether the graveyard was shuffled in just before or just after the pile's last card was taken:
 * shuffling first allows both.
 */
static bool take_card(const struct act *a, int seat, int kind)
{
    struct hyakumonogatari *s = a->state;
    if (s->pile <= 1)
        reshuffle(s);
    if (s->pile == 0 || !hyakumonogatari_taken(a, seat, kind))
        return false;
    s->pile--;
    s->held[seat]++;
    return true;
}

/* Of a set of worlds only those in use. */
static void copy(void *to, const void *from)
{
    struct hyakumonogatari *is = to;
    const struct hyakumonogatari *was = from;
    memcpy(is, was, offsetof(struct hyakumonogatari, strays));
    worlds_copy(&is->strays, &was->strays);
    worlds_copy(&is->worlds, &was->worlds);
}

/* ---- 結末 The ending ----------------------------------------------------------------------- */

static bool surely(struct answer answer) { return answer.yes && !answer.no; }

/* What the ending is, as far as the hands are known. */
static enum end ending(const struct act *a)
{
    const struct hyakumonogatari *s = a->state;
    int child = hyakumonogatari_child(s);
    /* hyakumonogatari/blessing, hyakumonogatari/curse */
    if (s->night == 1) {
        struct answer doll = hyakumonogatari_saved(s, child);
        return surely(doll) ? BLESSING : doll.yes ? OPEN : CURSED;
    }
    /* hyakumonogatari/reversal, -/ghost, -/second-curse */
    struct answer sun = hyakumonogatari_in_the_sun(s, child);
    if (s->reversed && surely(sun))
        open_question(a->setting, a->out, HOUSE_REVERSAL_SUN, a->said->line);
    if (s->reversed && answer_of(a, HOUSE_REVERSAL_SUN) == 0)
        return REVERSED;
    return surely(sun) ? BURNT : sun.yes ? OPEN : s->reversed ? REVERSED : CURSED_AGAIN;
}

/* What saved the child, as far as the hands are known. */
static enum by saved_by(const struct hyakumonogatari *s, enum end end)
{
    int least[KINDS], most, child = hyakumonogatari_child(s);
    for (int k = 0; k < KINDS; k++)
        worlds_copies(&s->worlds, child, k, &least[k], &most);
    if (end == BLESSING)
        return least[DOLL] > 0 ? BY_DOLL : least[EFFIGY] > 0 && least[INK] > 0 ? BY_HALVES : BY_EITHER;
    return end == REVERSED ? s->by : BY_NOTHING;
}

/* A shown hand may tell how the night ended; once told it stands. */
static void look_at_ending(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    if (s->phase != AFTER)
        return;
    enum end end = ending(a);
    if (s->end != OPEN)
        return;
    s->end = end;
    s->by = saved_by(s, end);
    s->end_line = a->said->line;
}

int hyakumonogatari_winner(const struct hyakumonogatari *s, enum end end)
{
    switch (end) {
    case OPEN: return -1;
    case BLESSING:
    case REVERSED: return hyakumonogatari_child(s);
    case CURSED:
    case CURSED_AGAIN:
    case BURNT: return s->parent;
    }
    return -1;
}

bool hyakumonogatari_finished(const void *state, const struct setting *setting, uint32_t *winners)
{
    const struct hyakumonogatari *s = state;
    (void)setting;
    *winners = 0;
    if (s->phase != AFTER || s->end == OPEN || (s->consented && s->end == CURSED))
        return false;
    int winner = hyakumonogatari_winner(s, s->end);
    *winners = winner >= 0 ? 1u << winner : 0;
    return winner >= 0;
}

/* How many cards a `show` tells of: with a curse that is surely there and was not mentioned. */
static int cards_shown(const struct act *a, const struct worlds *w)
{
    int least, most, mentioned = 0;
    worlds_copies(w, a->said->seat, CURSE, &least, &most);
    for (int i = 0; i < a->said->count; i++)
        mentioned += a->said->argument[i].kind == ARGUMENT_UNSEEN || a->said->argument[i].card == CURSE;
    return a->said->count + (least > mentioned ? least - mentioned : 0);
}

/* Cards shown: more than the hand can have prove that one refill was wrong. */
static enum outcome show_cards(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    int seat = a->said->seat, count = cards_shown(a, &s->worlds), more = count - s->held[seat];
    if (more > 0 && s->unseen_refill[seat] == 0)
        return wrong_size(a, N_("{seat} holds {size} cards and cannot show {count}."));
    if (count > HAND_MOST)
        return too_many(a);
    if (more > 0 && s->unseen_refill[seat] != s->wrong_refill[seat]) {
        struct ruling *r = rulings_add(a->out, RULING_IRREGULAR, RULE_REFILL, seat, NO_CARD,
                                       s->unseen_refill[seat],
            N_("{seat} shows {count} cards where {size} are due: a refill or a draw took too many."));
        message_number(&r->message, "count", count);
        message_number(&r->message, "size", s->held[seat]);
        if (s->unseen_refill[seat] != a->said->line)
            ruling_because(r, a->said->line);
    }
    for (int i = 0; i < more; i++)
        if (!take_card(a, seat, UNSEEN))
            return wrong_size(a, N_("{seat} holds {size} cards and cannot show {count}."));
    return see_in_hand(a);
}

/*
 * Too many cards with a curse that is not mentioned can be read in two ways: a refill took too many, or,
 * where that cannot be, the curse is gone.
 */
static bool two_readings(const struct act *a)
{
    const struct hyakumonogatari *s = a->state;
    const int held = a->said->seat < 0 ? 0 : s->held[a->said->seat];
    return a->said->verb == SAY_SHOW && s->phase != BEFORE && s->strays.count > 0
        && cards_shown(a, &s->worlds) > held && cards_shown(a, &s->strays) <= held;
}

static enum outcome say_show(const struct act *a)
{
    if (game(a)->phase == BEFORE)
        return need_night(a);
    if (a->reading == THE_CURSE_IS_GONE && hyakumonogatari_own_up(a))
        return see_in_hand(a);
    return show_cards(a);
}

/* ---- ターンの進行 The turn ------------------------------------------------------------------- */

/* hyakumonogatari/reversal: one half alone was laid in this turn. */
static void look_at_halves(const struct act *a, const struct turn *t)
{
    struct hyakumonogatari *s = a->state;
    if (t->halves == 0 || t->halves == HALVES_BOTH || s->reversed)
        return;
    open_question(a->setting, a->out, HOUSE_HALVES, t->half_line);
    if (answer_of(a, HOUSE_HALVES) != 0)
        return;
    struct ruling *r = rulings_add(a->out, RULING_IRREGULAR, RULE_REVERSAL, t->seat, t->half_card,
        t->half_line, N_("{seat} laid {card} alone on the shade; effigy and ink are laid together."));
    if (t->half_line != a->said->line)
        ruling_because(r, a->said->line);
}

/* The turn passes; after the child's the ending is looked at, and then the sun moves on. */
static void end_turn(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    struct turn t = s->turn;
    bool pair = t.seat != s->parent;
    look_at_halves(a, &t);
    s->turn = (struct turn){.seat = (int8_t)other(t.seat), .half_card = NO_CARD};
    if (pair) {
        s->turns++;
        if (hyakumonogatari_complete(s))
            s->phase = AFTER;
    }
    if (s->sun_left > 0 && (pair || answer_of(a, HOUSE_SUN) == SUN_TURNS) && --s->sun_left == 0)
        end_sun(s);
}

/* hyakumonogatari/use: no card was used, so none could be. */
static struct answer claim_stuck(const struct act *a, uint32_t line)
{
    int seat = game(a)->turn.seat;
    struct answer answer = hyakumonogatari_used_nothing(a, seat, useless_kinds(a, seat), line);
    if (answer.yes)
        open_question(a->setting, a->out, HOUSE_STUCK, line);
    return answer;
}

/* hyakumonogatari/refill: somebody went on while this turn had not been refilled. */
static void leave_turn(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    const struct turn *t = &s->turn;
    if (t->used == 0) {
        if (!t->frozen)
            claim_stuck(a, t->line);
    } else if (cards_to_take(s) > 0) {
        struct ruling *r = rulings_add(a->out, RULING_IRREGULAR, RULE_REFILL, t->seat, NO_CARD, t->line,
                                       N_("{seat} did not draw back up before the turn passed."));
        if (t->line != a->said->line)
            ruling_because(r, a->said->line);
    }
    end_turn(a);
}

/* Whose turn it is before this statement's seat acts; hyakumonogatari/turn, -/frozen. */
static enum outcome begin_act(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    int seat = a->said->seat;
    enum outcome outcome = need_night(a);
    if (outcome != APPLIED)
        return outcome;
    if (s->turn.seat != seat) {
        if (s->turn.begun)
            leave_turn(a);
        else if (hyakumonogatari_frozen(s, s->turn.seat))
            end_turn(a);
        else {
            irregular(a, RULE_TURN, seat, NO_CARD, N_("{seat} acted, but it was the other's turn."));
            s->turn.seat = (int8_t)seat;
        }
        if (s->phase != DURING)
            return need_night(a);
    }
    s->played = true;
    s->turn.begun = true;
    s->turn.line = a->said->line;
    if (hyakumonogatari_frozen(s, seat) && !s->turn.frozen) {
        s->turn.frozen = true;
        irregular(a, RULE_FROZEN, seat, NO_CARD, N_("{seat} acted under the sun; a night follower does "
                                                    "nothing while it lies."));
    }
    return APPLIED;
}

/* hyakumonogatari/draw: the turn went on without a draw, so there was nothing but the curse. */
static void look_for_draw(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    int seat = a->said->seat;
    if (s->turn.drawn > 0 || s->turn.undrawn || s->turn.frozen)
        return;
    s->turn.undrawn = true;
    if (hyakumonogatari_frozen(s, other(seat))) {
        open_question(a->setting, a->out, HOUSE_FROZEN_DRAW, a->said->line);
        if (answer_of(a, HOUSE_FROZEN_DRAW) == 1)
            return;
    }
    hyakumonogatari_drew_nothing(a, seat, other(seat));
}

static enum outcome draw_card(const struct act *a, int card)
{
    struct hyakumonogatari *s = a->state;
    int seat = a->said->seat, from = other(seat);
    if (s->held[from] == 0)
        return misplaced(a, seat, card, N_("The other hand is empty; nothing can be drawn."));
    if (s->held[seat] == HAND_MOST)
        return too_many(a);
    if (card == UNSEEN && hyakumonogatari_bare(s, from))
        card = CURSE;
    /* hyakumonogatari/curse-card */
    if (card == CURSE)
        hyakumonogatari_drew_curse(a, seat);
    /* hyakumonogatari/draw */
    if (s->turn.drawn > 0)
        irregular(a, RULE_DRAW, seat, card < 0 ? NO_CARD : card,
                  N_("{seat} drew again; one card is drawn a turn."));
    else if (hyakumonogatari_frozen(s, from) && answer_of(a, HOUSE_FROZEN_DRAW) == 1)
        irregular(a, RULE_DRAW, seat, card < 0 ? NO_CARD : card,
                  N_("{seat} drew from the child under the sun, which this table does not allow."));
    else if (hyakumonogatari_frozen(s, from))
        open_question(a->setting, a->out, HOUSE_FROZEN_DRAW, a->said->line);
    if (!hyakumonogatari_drawn(a, from, seat, card))
        return misplaced(a, seat, card, N_("{seat} cannot have drawn {card}: no hands fit what was seen "
                                           "before."));
    s->held[from]--;
    s->held[seat]++;
    s->turn.drawn++;
    if (card != UNSEEN)
        s->seen[card] = a->said->line;
    return APPLIED;
}

static enum outcome say_draw(const struct act *a)
{
    enum outcome outcome = begin_act(a);
    for (int i = 0; i < a->said->count && outcome == APPLIED; i++)
        outcome = draw_card(a, a->said->argument[i].kind == ARGUMENT_UNSEEN ? UNSEEN
                                                                            : a->said->argument[i].card);
    return outcome;
}

/* ---- カード使用・破棄のルール Using and discarding ---------------------------------------------- */

/* A card leaves the hand in the open. */
static enum outcome lay_down(const struct act *a, int card)
{
    struct hyakumonogatari *s = a->state;
    int seat = a->said->seat;
    if (!hyakumonogatari_leaves(a, seat, card))
        return misplaced(a, seat, card, N_("{seat} cannot have held {card}: no hands fit what was seen "
                                           "before."));
    s->held[seat]--;
    s->turn.used++;
    s->seen[card] = a->said->line;
    return APPLIED;
}

/* hyakumonogatari/ritual, -/sun: may this card lie on the altar? */
static void check_altar(const struct act *a, int card)
{
    struct hyakumonogatari *s = a->state;
    if (is_bound(a, card))
        return;
    if (card == SUN && (s->altar[NEWMOON] == 0 || s->altar[SUN] > 0))
        irregular(a, RULE_SUN, a->said->seat, card,
                  s->altar[SUN] > 0 ? N_("{seat} laid the sun on a sun; it is laid on the new moon.")
                                    : N_("{seat} laid the sun, but no new moon lies on the altar."));
    else if (card != SUN && kinds[card].place == 0)
        irregular(a, RULE_RITUAL, a->said->seat, card,
                  N_("{seat} laid {card} on the altar; only ritual cards belong there."));
    else if (card != SUN && is_full(s, card) && !(card == NEWMOON && s->altar[SUN] > 0))
        irregular(a, RULE_RITUAL, a->said->seat, card,
                  N_("{seat} laid {card} on the altar, where its place is full."));
}

static enum outcome put_on_altar(const struct act *a, int card)
{
    struct hyakumonogatari *s = a->state;
    enum outcome outcome = lay_down(a, card);
    if (outcome != APPLIED)
        return outcome;
    check_altar(a, card);
    if (card == SUN)
        lay_sun(a, a->said->seat);
    /* hyakumonogatari/sun-cancel */
    if (card == NEWMOON && s->altar[SUN] > 0)
        end_sun(s);
    s->altar[card]++;
    return APPLIED;
}

/* Cards of one statement are laid together: a sun finds the new moon that is named behind it. */
static enum outcome say_altar(const struct act *a)
{
    const struct statement *said = a->said;
    int moon_first = -1;
    enum outcome outcome = begin_act(a);
    if (outcome != APPLIED)
        return outcome;
    look_for_draw(a);
    for (int i = 0; i < said->count && outcome == APPLIED; i++) {
        int card = said->argument[i].card;
        if (i == moon_first)
            continue;
        for (int k = i + 1; card == SUN && game(a)->altar[NEWMOON] == 0 && k < said->count; k++)
            if (said->argument[k].card == NEWMOON) {
                outcome = put_on_altar(a, NEWMOON);
                moon_first = k;
                break;
            }
        if (outcome == APPLIED)
            outcome = put_on_altar(a, card);
    }
    return outcome;
}

/* hyakumonogatari/discard, card by card: what forbids it, or NULL. */
static const char *discard_forbidden(const struct act *a, int card)
{
    const struct hyakumonogatari *s = a->state;
    bool one = card == CANDLE && s->altar[CANDLE] > 0 && !is_full(s, CANDLE);
    if (card == SHADE) {
        if (is_full(s, SHADE))
            open_question(a->setting, a->out, HOUSE_SPARE_SHADE, a->said->line);
        if (!is_full(s, SHADE) || answer_of(a, HOUSE_SPARE_SHADE) == 0)
            return N_("{seat} discarded the shade, which is never discarded.");
    } else if (kinds[card].place > 0 && !is_full(s, card)) {
        if (one)
            open_question(a->setting, a->out, HOUSE_CANDLE, a->said->line);
        if (!one || answer_of(a, HOUSE_CANDLE) == 0)
            return N_("{seat} discarded {card}, whose place on the altar is not full.");
    }
    return NULL;
}

static enum outcome discard_card(const struct act *a, int card)
{
    struct hyakumonogatari *s = a->state;
    enum outcome outcome = lay_down(a, card);
    if (outcome != APPLIED)
        return outcome;
    const char *forbidden = is_bound(a, card) ? NULL : discard_forbidden(a, card);
    if (forbidden == NULL && s->turn.discarded > 0)
        forbidden = N_("{seat} discarded {card} too; at most one card a turn is discarded.");
    if (forbidden != NULL)
        irregular(a, RULE_DISCARD, a->said->seat, card, forbidden);
    s->grave[card]++;
    s->turn.discarded++;
    return APPLIED;
}

static enum outcome say_discard(const struct act *a)
{
    enum outcome outcome = begin_act(a);
    if (outcome == APPLIED)
        look_for_draw(a);
    for (int i = 0; i < a->said->count && outcome == APPLIED; i++)
        outcome = discard_card(a, a->said->argument[i].card);
    return outcome;
}

/* House option stuck=redraw: the hand goes back, and as many cards come. How many? */
static uint32_t put_hand_back(const struct act *a, struct answer stuck)
{
    struct hyakumonogatari *s = a->state;
    int seat = a->said->seat, least, most;
    worlds_copies(&s->worlds, seat, CURSE, &least, &most);
    if (!stuck.yes || answer_of(a, HOUSE_STUCK) == 0 || least != most)
        return 0;
    uint32_t cards = (uint32_t)(s->held[seat] - least);
    worlds_put_back(&s->worlds, seat);
    worlds_lose(&s->strays);   /* with the curse drawn it were other cards, and not so many */
    s->pile += cards;
    s->held[seat] = (uint8_t)least;
    return cards;
}

/* Cards from the pile, as named, or so many unseen ones. */
static enum outcome take_cards(const struct act *a, uint32_t due)
{
    struct hyakumonogatari *s = a->state;
    int seat = a->said->seat;
    bool named = a->said->count > 0;
    uint32_t there = cards_to_take(s), count = named ? a->said->count : due < there ? due : there;
    for (uint32_t i = 0; i < count; i++) {
        bool unseen = !named || a->said->argument[i].kind == ARGUMENT_UNSEEN;
        int card = unseen ? UNSEEN : a->said->argument[i].card;
        if (s->held[seat] == HAND_MOST)
            return too_many(a);
        if (!take_card(a, seat, card))
            return misplaced(a, seat, card, card < 0
                                 ? N_("{seat} cannot have drawn so many cards: the pile has run out.")
                                 : N_("{seat} cannot have drawn {card} from the pile: no hands fit what "
                                      "was seen before."));
        if (!unseen)
            s->seen[card] = a->said->line;
        else if (due > 0)
            s->unseen_refill[seat] = a->said->line;
    }
    return APPLIED;
}

/* hyakumonogatari/refill: as many as were used, or as there are. */
static enum outcome say_refill(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    int seat = a->said->seat;
    enum outcome outcome = need_night(a);
    if (outcome != APPLIED)
        return outcome;
    if (s->turn.seat != seat && (s->turn.begun || !hyakumonogatari_frozen(s, s->turn.seat))) {
        irregular(a, RULE_TURN, seat, NO_CARD, N_("{seat} drew from the pile, but it was the other's "
                                                  "turn."));
        return take_cards(a, 0);
    }
    outcome = begin_act(a);
    if (outcome != APPLIED)
        return outcome;
    look_for_draw(a);
    uint32_t due = s->turn.used;
    if (due == 0 && !s->turn.frozen)
        due = put_hand_back(a, claim_stuck(a, a->said->line));
    uint32_t there = cards_to_take(s), most = due < there ? due : there;
    if (a->said->count > 0 && a->said->count != most) {
        struct ruling *r = irregular(a, RULE_REFILL, seat, NO_CARD,
            N_("{seat} drew {count} cards from the pile, but used {used}."));
        message_number(&r->message, "count", a->said->count);
        message_number(&r->message, "used", (int32_t)due);
        s->wrong_refill[seat] = a->said->line;
    }
    outcome = take_cards(a, due);
    if (outcome == APPLIED)
        end_turn(a);
    return outcome;
}

/* ---- 二夜ノ儀 The second night --------------------------------------------------------------- */

/* hyakumonogatari/consent: only after the child lost. */
static enum outcome say_consent(const struct act *a)
{
    struct hyakumonogatari *s = a->state;
    if (s->phase == BEFORE)
        return need_night(a);
    if (s->night == 2)
        return impossible(a, -1, NO_CARD, N_("A third night is the table's own and is not judged; "
                                             "`note \"…\"` keeps what happens."));
    if (s->phase == DURING)
        irregular(a, RULE_CONSENT, -1, NO_CARD, N_("A second night was agreed on before the first was "
                                                   "lost."));
    else if (s->end == BLESSING)
        irregular(a, RULE_CONSENT, -1, NO_CARD, N_("A second night was agreed on, but the child had won "
                                                   "the first."));
    else if (s->end == OPEN)
        s->consent_line = a->said->line;   /* the hands may still be shown */
    s->consented = true;
    return APPLIED;
}

/* hyakumonogatari/reversal: what forbids it, or NULL. */
static const char *reversal_forbidden(const struct hyakumonogatari *s, int seat, int card)
{
    if (s->night != 2)
        return N_("{seat} laid {card} on the shade in the first night; the shadow is turned in the "
                  "second.");
    if (seat == s->parent)
        return N_("{seat} laid {card} on the shade; only the child turns the shadow.");
    if (s->altar[SHADE] == 0)
        return N_("{seat} laid {card} where no shade lies on the altar.");
    if (card != DOLL && card != EFFIGY && card != INK)
        return N_("{seat} laid {card} on the shade; the doll, or effigy and ink, turn the shadow.");
    return NULL;
}

static enum outcome reverse_card(const struct act *a, int card)
{
    struct hyakumonogatari *s = a->state;
    enum outcome outcome = lay_down(a, card);
    if (outcome != APPLIED)
        return outcome;
    s->altar[card]++;
    s->covering[card]++;
    if (card == CURSE) {
        is_bound(a, card);
        return APPLIED;
    }
    const char *forbidden = reversal_forbidden(s, a->said->seat, card);
    if (forbidden != NULL) {
        irregular(a, RULE_REVERSAL, a->said->seat, card, forbidden);
        return APPLIED;
    }
    uint8_t half = card == EFFIGY ? HALF_EFFIGY : card == INK ? HALF_INK : 0;
    s->halves |= half;
    s->turn.halves |= half;
    if (half != 0) {
        s->turn.half_line = a->said->line;
        s->turn.half_card = (int8_t)card;
    }
    uint8_t halves = answer_of(a, HOUSE_HALVES) == 0 ? s->turn.halves : s->halves;
    if (s->reversed || (card != DOLL && halves != HALVES_BOTH))
        return APPLIED;
    s->reversed = true;
    s->by = card == DOLL ? BY_DOLL : BY_HALVES;
    return APPLIED;
}

static enum outcome say_reverse(const struct act *a)
{
    enum outcome outcome = begin_act(a);
    if (outcome == APPLIED)
        look_for_draw(a);
    for (int i = 0; i < a->said->count && outcome == APPLIED; i++)
        outcome = reverse_card(a, a->said->argument[i].card);
    return outcome;
}

/* ---- applying a statement ---------------------------------------------------------------- */

static enum outcome say(const struct act *a)
{
    switch (a->said->verb) {
    case SAY_PARENT: return say_parent(a);
    case SAY_DECK: return say_deck(a);
    case SAY_NIGHT: return say_night(a);
    case SAY_HAND: return say_hand(a);
    case SAY_SHOW: return say_show(a);
    case SAY_DRAW: return say_draw(a);
    case SAY_ALTAR: return say_altar(a);
    case SAY_DISCARD: return say_discard(a);
    case SAY_REVERSE: return say_reverse(a);
    case SAY_REFILL: return say_refill(a);
    case SAY_CONSENT: return say_consent(a);
    }
    return APPLIED;
}

static enum outcome apply(struct act *a)
{
    const struct setting *setting = a->setting;
    if (setting->seats->count > PLAYERS) {   /* hyakumonogatari/night-three: more are kept in notes */
        malformed(a, -1, setting->book->seats_hint);
        message_number(&a->fault->message, "count", setting->seats->count);
        return MALFORMED;
    }
    a->again = a->reading == AS_IT_STANDS && two_readings(a);
    enum outcome outcome = say(a);
    if (outcome != APPLIED)
        return outcome;
    hyakumonogatari_watch(a);
    look_at_ending(a);
    return APPLIED;
}

/* ---- what may be played ------------------------------------------------------------------ */

/* Whose turn it is; a night follower under the sun has none. */
int hyakumonogatari_turn(const void *state, const struct setting *setting)
{
    const struct hyakumonogatari *s = state;
    (void)setting;
    if (s->phase != DURING)
        return -1;
    return !s->turn.begun && hyakumonogatari_frozen(s, s->turn.seat) ? other(s->turn.seat) : s->turn.seat;
}

/* hyakumonogatari/ritual, -/sun, -/discard, -/reversal, turned round. */
static bool may_use(const struct hyakumonogatari *s, const struct setting *setting, int seat, int card)
{
    const struct choice *house = setting->house->option;
    bool may_discard = s->turn.seat != seat || s->turn.discarded == 0;
    if (card == DOLL || card == EFFIGY || card == INK)
        if (s->night == 2 && seat != s->parent && s->altar[SHADE] > 0 && !s->reversed)
            return true;
    if (card == DOLL || card == CURSE)
        return false;
    if (card == SUN)
        return may_discard || (s->altar[NEWMOON] > 0 && s->altar[SUN] == 0);
    if (kinds[card].place == 0)
        return may_discard;
    if (!is_full(s, card) || (card == NEWMOON && s->altar[SUN] > 0))
        return true;
    return may_discard && (card != SHADE || house[HOUSE_SPARE_SHADE].choice == 1);
}

static struct cardset legal(const void *state, const struct setting *setting, int seat)
{
    const struct hyakumonogatari *s = state;
    struct cardset set = {{0, 0}};
    if (seat < 0)
        seat = hyakumonogatari_turn(s, setting);
    if (s->phase != DURING || seat < 0 || hyakumonogatari_frozen(s, seat))
        return set;
    for (int k = 0; k < KINDS; k++) {
        int least, most;
        worlds_copies(&s->worlds, seat, k, &least, &most);
        if (most > 0 && may_use(s, setting, seat, k))
            set.bits[0] |= (uint64_t)1 << k;
    }
    return set;
}

/* 〈使用カード枚数について〉 How many are used is free: behind the usual ones of all kinds come spare ones. */
static bool sticker(const void *pack, unsigned n, struct sticker *out)
{
    enum { COPIES = 9 };
    (void)pack;
    for (int spare = 0; spare < 2; spare++)
        for (int k = 0; k < KINDS; k++) {
            unsigned usual = k == CURSE ? 1 : kinds[k].copies, copies = spare ? COPIES - usual : usual;
            if (n < copies) {
                sticker_set(out, k, span_of(kinds[k].name), span_of(kinds[k].code),
                            n + 1 + (spare ? usual : 0));
                out->spare = spare;
                return true;
            }
            n -= copies;
        }
    return false;
}

static const struct knowledge_part knowledge_part = {
    .legal = legal,
    .turn = hyakumonogatari_turn,
};

static const struct table_part table_part = {
    .hint = N_("Begin with who is the parent, `Aki: parent`; other counts than usual, `deck candle=4 seal=2`; "
               "then `night`. A turn is `Aki: draw ?; altar newmoon candle; refill`, or `discard fox`; a card "
               "nobody saw is ?. At the ending the hands are shown, `Bo: show doll seal ? ?`. `help` lists "
               "everything, `undo` takes back."),
    .place = hyakumonogatari_place,
    .news = hyakumonogatari_news,
    .tell = hyakumonogatari_tell_table,
};

static const struct stickers_part stickers_part = {
    .nth = sticker,
    .game = "HM",
};

const struct rulebook hyakumonogatari_rulebook = {
    .id = "hyakumonogatari",
    .title = N_("Hyakumonogatari"),
    .seats_least = PLAYERS,
    .seats_most = PLAYERS,
    .seats_noted = SEATS_MOST,
    .seats_hint = N_("Hyakumonogatari is judged for two, a parent and a child, not for {count}; begin with two "
                     "names. More players are left to the table: `note \"…\"` keeps what happens."),
    .state_size = sizeof(struct hyakumonogatari),
    .copy = copy,
    .verbs = verbs,
    .rules = rules,
    .options = options,
    .card_read = card_read,
    .card_write = card_write,
    .card_hint = N_("a card such as newmoon, granite, shade, candle, sun, doll, effigy or ink"),
    .begin = begin,
    .apply = apply,
    .turns_page = turns_page,
    .weigh = hyakumonogatari_weigh,
    .tell_rows = hyakumonogatari_tell_rows,
    .tell_rest = hyakumonogatari_tell_rest,
    .rows_key = "nights",
    .finished = hyakumonogatari_finished,
    .knowledge = &knowledge_part,
    .table = &table_part,
    .stickers = &stickers_part,
};
