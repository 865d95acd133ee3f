/*
 * What NeedFire tells: the score, and for the table where the game stands, what came of a line,
 * what lies there, and what would come of an ignition.
 */
#include "needfire.h"

static struct cardset humans(uint64_t cards) { return (struct cardset){{cards, 0}}; }

static struct cardset neighbours(const struct fighter *f)
{
    struct cardset set = {{0, 0}};
    for (int side = 0; side < 2; side++)
        if (f->beside[side] != NOTHING)
            cards_add(&set, f->beside[side]);
    return set;
}

/*
 * needfire/guard: the humans with which this battle card's owner could guard it, as far as is
 * known, without the card `but`.
 */
static struct cardset guards(const struct needfire *s, const struct setting *setting, int wounded,
    int but)
{
    struct cardset set = {{0, 0}};
    int seat = s->card[wounded].seat;
    for (int c = 1; c < FIRE; c++)
        if (c != but && reacts(setting->pack, wounded, c) && !elsewhere(s, seat, c)
            && (needfire_hand_may_leave(s, seat, c) || needfire_down_may_leave(s, seat, c)))
            cards_add(&set, c);
    return set;
}

/* ---- the score --------------------------------------------------------------------------- */

/* The name that a pack gives, if it does. */
static void tell_name(struct teller *t, const char *key, const char *name)
{
    if (name[0] != '\0')
        tell_text(t, key, span_of(name));
}

/* How strong a battle card is, and why. */
static void tell_strength(struct teller *t, const struct fighter *f)
{
    struct cardset by = {{f->by[0], f->by[1]}};
    tell_number(t, "power", f->power);
    tell_cards(t, "by", by);
    tell_open(t, "beside", '[');
    for (int side = 0; side < 2; side++)
        if (f->beside[side] != NOTHING)
            tell_card(t, NULL, f->beside[side]);
    tell_close(t);
}

static void tell_fighter(const struct setting *setting, struct teller *t, const struct fighter *f)
{
    const struct needfire_deck *deck = setting->pack;
    tell_open(t, NULL, '{');
    tell_seat(t, "seat", f->seat);
    tell_card(t, "card", f->card);
    tell_name(t, "name", deck->card[f->card].name);
    tell_strength(t, f);
    tell_close(t);
}

/* Tells the fields of an ignition into an open object; what nobody saw is null. */
static void tell_fight(const struct setting *setting, struct teller *t, const struct fight *f,
    long turn)
{
    static const char *const words[] = {[FIGHT_NONE] = "none",
        [FIGHT_BEST] = "best",
        [FIGHT_TIE] = "tie",
        [FIGHT_REVERSAL] = "reversal"};
    const struct needfire_deck *deck = setting->pack;
    tell_number(t, "turn", turn);
    tell_seat(t, "seat", f->seat);
    if (f->card == NOTHING) {
        tell_nothing(t, "card");
        tell_nothing(t, "element");
    } else {
        tell_card(t, "card", f->card);
        tell_name(t, "name", deck->card[f->card].name);
        tell_word(t, "element", needfire_element(f->element));
        tell_name(t, "rune", deck->rune[f->element]);
    }
    if (f->verdict == FIGHT_UNKNOWN) {
        tell_nothing(t, "fighters");
        tell_nothing(t, "case");
        tell_nothing(t, "wounded");
        return;
    }
    tell_open(t, "fighters", '[');
    for (int i = 0; i < f->count; i++)
        tell_fighter(setting, t, &f->fighter[i]);
    tell_close(t);
    tell_word(t, "case", words[f->verdict]);
    tell_open(t, "wounded", '[');
    for (int i = 0; i < f->count; i++)
        if (f->wounded & bit(f->fighter[i].card))
            tell_card(t, NULL, f->fighter[i].card);
    tell_close(t);
}

void needfire_tell_rows(const void *state, const struct setting *setting, struct teller *t,
    uint32_t *told, bool last)
{
    const struct needfire *s = state;
    (void)last;
    if (*told < s->ignitions) {
        tell_open(t, NULL, '{');
        tell_fight(setting, t, &s->fight, (long)s->ignitions);
        tell_close(t);
    }
    *told = s->ignitions;
}

void needfire_stand(const void *state, const struct setting *setting, struct standing *out)
{
    const struct needfire *s = state;
    struct ranking rank[PLAYERS];
    needfire_ranks(s, setting, rank);
    for (int i = 0; i < s->players; i++)
        out[i].place = (uint8_t)(needfire_ranks_known(s) ? rank[i].place : 0);
}

void needfire_tell_seat(const void *state, const struct setting *setting, int seat,
    struct teller *t)
{
    const struct needfire *s = state;
    struct ranking rank[PLAYERS];
    needfire_ranks(state, setting, rank);
    if (s->rows_unknown >> seat & 1)
        tell_nothing(t, "battle");
    else
        tell_number(t, "battle", rank[seat].battle);
    if (s->hand[seat].either > 0)
        tell_nothing(t, "discards");
    else
        tell_number(t, "discards", rank[seat].discards);
    if (!needfire_row_known(s, seat)) {
        tell_nothing(t, "powers");
        return;
    }
    tell_open(t, "powers", '[');
    for (int k = 0; k < rank[seat].battle; k++)
        tell_number(t, NULL, rank[seat].power[k]);
    tell_close(t);
}

/* ---- where the game stands --------------------------------------------------------------- */

/* Has this placement turn taken its cards, so that the next one may begin? */
static bool has_taken(const struct needfire *s)
{
    const struct placement *p = &s->placing;
    return p->seat == NOBODY
           || ((p->entered || p->taken >= quota(s)) && s->row_count[p->seat] <= ROW_MOST);
}

static bool set_up(const struct needfire *s) { return s->part == SETTING && !s->battle_said; }

void needfire_place(const void *state, const struct setting *setting, struct message *out)
{
    const struct needfire *s = state;
    uint32_t turn = s->ignitions + 1;
    if (needfire_is_over(s))
        message_set(out, N_("Over"));
    else if (set_up(s) && needfire_goes_on(s, setting) < 0)
        message_set(out, N_("Setting up"));
    else if (set_up(s)) {
        turn = 1;
        message_set(out, N_("Placement {turn}"));
    } else if (s->part == PLACEMENT && !(has_taken(s) && needfire_placed(s))) {
        turn = s->placements + has_taken(s);
        message_set(out, N_("Placement {turn}"));
    } else if (s->pending != 0) {
        turn = s->ignitions;
        message_set(out, N_("Battle {turn}, wounds"));
    } else {
        message_set(out, N_("Battle {turn}"));
    }
    message_number(out, "turn", (int32_t)turn);
}

/* ---- what came of a statement ------------------------------------------------------------ */

static void lit_news(const struct fight *f, struct news *n)
{
    bool white = f->element > COLOUR;
    struct message *m = news_add(n, f->card == NOTHING
                                        ? N_("{seat} lights a card that nobody saw.")
                                        : N_("{seat} lights {card} ({colour} {number})."));
    message_seat(m, "seat", f->seat);
    message_card(m, "card", f->card);
    message_word(m, "colour", white ? N_("white") : N_("black"));
    message_number(m, "number", white ? f->element - COLOUR : f->element);
}

static void fighter_news(const struct fighter *f, struct news *n)
{
    struct cardset by = {{f->by[0], f->by[1]}}, beside = neighbours(f);
    bool backed = cards_any(&by), beside_some = cards_any(&beside);
    struct message *m = news_add(n,
        backed && beside_some
            ? N_("{owner}'s {card} fights with {power}: power cards {by}, beside {beside}.")
        : backed      ? N_("{owner}'s {card} fights with {power}: power cards {by}.")
        : beside_some ? N_("{owner}'s {card} fights with {power}: beside {beside}.")
                      : N_("{owner}'s {card} fights with {power}."));
    message_seat(m, "owner", f->seat);
    message_card(m, "card", f->card);
    message_number(m, "power", f->power);
    message_cards(m, "by", by);
    message_cards(m, "beside", beside);
}

/* The rule that decided who is wounded. */
static int rule_of_fight(const struct fight *f)
{
    switch (f->verdict) {
    case FIGHT_NONE: return RULE_FIGHTERS;
    case FIGHT_REVERSAL: return RULE_REVERSAL;
    case FIGHT_BEST:
    case FIGHT_TIE:
    case FIGHT_UNKNOWN: break;
    }
    return RULE_WOUNDED;
}

static void case_news(const struct fight *f, struct news *n)
{
    static const char *const texts[] = {
        [FIGHT_NONE] = N_("Fewer than two fighters: nothing happens."),
        [FIGHT_BEST] = N_("One is the strongest; all others are wounded: {cards}."),
        [FIGHT_TIE] = N_("No single strongest; all are wounded: {cards}."),
        [FIGHT_REVERSAL] = N_(
            "Only {cards} has power above 0, so only {cards} is wounded (reversal)."),
        [FIGHT_UNKNOWN] = N_("Who is wounded is not known: not all that lies there was seen."),
    };
    message_cards(news_by(n, rule_of_fight(f), texts[f->verdict]), "cards", humans(f->wounded));
    if (f->verdict != FIGHT_BEST)
        return;
    for (int i = 0; i < f->count; i++) {
        if (f->wounded & bit(f->fighter[i].card))
            continue;
        struct message *m = news_reason(n, RULE_STRENGTH,
            N_("{card} is the strongest: it has {power}, and no other has as much."));
        message_card(m, "card", f->fighter[i].card);
        message_number(m, "power", f->fighter[i].power);
    }
}

static void guard_news(const struct needfire *s, const struct setting *setting, struct news *n)
{
    const struct fight *f = &s->fight;
    for (int i = 0; i < f->count; i++) {
        int card = f->fighter[i].card;
        struct cardset set = {{0, 0}};
        if (s->pending & bit(card))
            set = guards(s, setting, card, NOTHING);
        if (!cards_any(&set))
            continue;
        struct message *m = news_add(n,
            N_("{owner} could guard {card} with {cards}, as far as is known."));
        message_seat(m, "owner", f->fighter[i].seat);
        message_card(m, "card", card);
        message_cards(m, "cards", set);
    }
}

/* Where a human was set in without its place being said: at the right end. */
static void end_of_row_news(const struct needfire *was, const struct needfire *is, struct news *n)
{
    const int seat = is->placing.seat, last = seat >= 0 ? is->row_count[seat] - 1 : -1;
    if (is->part != PLACEMENT || last < 1 || was->row_count[seat] < 1
        || is->row_count[seat] == was->row_count[seat] || is->row[seat][last] == NOTHING
        || is->row[seat][last] == was->row[seat][was->row_count[seat] - 1])
        return;
    struct message *m = news_add(n, N_("{card} is last in {seat}'s row."));
    message_card(m, "card", is->row[seat][last]);
    message_seat(m, "seat", seat);
}

static void placement_news(const struct needfire *was, const struct needfire *is, struct news *n)
{
    int seat = is->placing.seat;
    if (is->part == PLACEMENT && seat != NOBODY && is->row_count[seat] > ROW_MOST
        && is->row_count[seat] != was->row_count[seat]) {
        struct message *m = news_by(n, RULE_LIMIT,
            N_("{seat} has {count} battle cards; before the turn ends six or fewer must be left: "
               "`power`."));
        message_seat(m, "seat", seat);
        message_number(m, "count", is->row_count[seat]);
    }
    if (needfire_placed(is) && !needfire_placed(was) && was->part != BATTLE)
        news_by(n, RULE_PLACED,
            N_("Two cards are left in the middle: with this turn the placement part ends."));
    if (is->part == BATTLE && was->part == PLACEMENT)
        news_by(n, RULE_PLACED, N_("The battle part has begun."));
}

/* needfire/turn: the turn is over. Adds the news of who is passed over without a hand. */
static void passed_news(const struct needfire *is, const struct setting *setting, struct news *n)
{
    uint32_t seats = 0;
    int next = needfire_turn(is, setting);
    if (is->turn < 0 || next < 0)
        return;
    for (int seat = is->turn; seat != next; seat = next_seat(is, seat))
        seats |= 1u << seat;
    if (seats != 0)
        message_seats(news_by(n, RULE_IGNITE,
                          N_("Without a card in hand, and passed over: {seats}.")),
            "seats", seats);
}

/* needfire/end: why the game is over. */
static void reasons_of_end(const struct needfire *s, const struct setting *setting, struct news *n)
{
    const unsigned many = needfire_too_many_discards(s, needfire_lit_counts(setting));
    for (int i = 0; i < s->players; i++) {
        if (!(many >> i & 1))
            continue;
        struct message *m = news_reason(n, RULE_END,
            N_("{seat} has {count} discards, more than six."));
        message_seat(m, "seat", i);
        message_number(m, "count", needfire_discards(s, i, needfire_lit_counts(setting)));
    }
    if (many == 0)
        news_reason(n, RULE_END, N_("Nobody has a card in hand any more."));
}

/* needfire/rank: adds by which criterion the first are ahead of the next. */
static void reasons_of_rank(const struct needfire *s, const struct setting *setting,
    uint32_t winners, struct news *n)
{
    struct ranking rank[PLAYERS];
    const struct ranking *first = NULL, *next = NULL;
    needfire_ranks(s, setting, rank);
    for (int i = 0; i < s->players; i++) {
        struct message *m = news_reason(n, RULE_RANK,
            N_("{seat}: battle cards {battle}, discards {discards}."));
        message_seat(m, "seat", i);
        message_number(m, "battle", rank[i].battle);
        message_number(m, "discards", rank[i].discards);
        if (winners >> i & 1)
            first = &rank[i];
        else if (next == NULL || rank[i].place < next->place)
            next = &rank[i];
    }
    if (first == NULL || next == NULL)
        return;
    news_reason(n, RULE_RANK,
        first->battle != next->battle ? N_("Most battle cards win.")
        : first->discards != next->discards
            ? N_(
                "Several have the same number of battle cards; among them the fewest discards win.")
            : N_("Battle cards and discards are equal; the higher powers win."));
}

/* needfire/rank */
static void end_news(const struct needfire *s, const struct setting *setting, struct news *n)
{
    uint32_t winners;
    needfire_finished(s, setting, &winners);
    if (winners == 0)
        news_by(n, RULE_END, N_("The game is over; who has won is not known."));
    else
        message_seats(news_by(n, RULE_RANK, N_("The game is over, won by {winners}.")), "winners",
            winners);
    reasons_of_end(s, setting, n);
    if (winners != 0)
        reasons_of_rank(s, setting, winners, n);
}

/*
 * Whole games begin with three bare cards for each seat, so a row of another length is doubtful
 * unless it has power cards.
 */
static void row_news(const struct needfire *was, const struct needfire *is, struct news *n)
{
    int odd = NOBODY, rows = 0;
    for (int c = 1; c < CODES; c++)
        rows += is->card[c].place == POWERS || is->card[c].place == OPENED;
    for (int i = 0; i < is->players; i++) {
        if (was->row_count[i] == 0 && is->row_count[i] > 0 && is->row_count[i] != HAND)
            odd = i;
        rows += was->row_count[i] > 0 && was->row_count[i] != HAND;
        rows += is->hand[i].down > 0 || is->hand[i].given;
    }
    if (odd < 0 || rows > 0 || is->position || is->part != SETTING || is->battle_said
        || is->spread >= 0 || is->turn >= 0)
        return;
    struct message *m = news_add(n,
        N_("{seat}'s battle cards: {count}. A whole game begins with three each, and this is a "
           "position: only ignitions are asked for."));
    message_seat(m, "seat", odd);
    message_number(m, "count", is->row_count[odd]);
    m->doubtful = true;
}

void needfire_news(const void *before, const void *after, const struct setting *setting,
    struct news *n)
{
    const struct needfire *was = before, *is = after;
    bool over = needfire_is_over(is), lit = is->ignitions > was->ignitions;
    row_news(was, is, n);
    end_of_row_news(was, is, n);
    placement_news(was, is, n);
    if (lit) {
        lit_news(&is->fight, n);
        for (int i = 0; i < is->fight.count && is->fight.verdict != FIGHT_UNKNOWN; i++)
            fighter_news(&is->fight.fighter[i], n);
        case_news(&is->fight, n);
        guard_news(is, setting, n);
    } else if (is->pending != 0 && is->pending != was->pending) {
        message_cards(news_by(n, RULE_WOUND, N_("Still to be treated: {cards}.")), "cards",
            humans(is->pending));
    }
    if (over && !needfire_is_over(was))
        end_news(is, setting, n);
    else if (!over && is->part == BATTLE && is->pending == 0 && (lit || was->pending != 0))
        passed_news(is, setting, n);
}

/* ---- what lies there --------------------------------------------------------------------- */

static void tell_battle_card(const struct needfire *s, const struct setting *setting,
    struct teller *t, int seat, int place)
{
    const struct needfire_deck *deck = setting->pack;
    struct fighter f;
    int card = s->row[seat][place];
    needfire_strength(s, setting, seat, place, &f);
    tell_open(t, NULL, '{');
    tell_card(t, "card", card);
    tell_name(t, "name", deck->card[card].name);
    tell_cards(t, "powers", needfire_powers_on(s, card));
    tell_strength(t, &f);
    tell_truth(t, "wounded", (s->pending & bit(card)) != 0);
    if (s->pending & bit(card)) {
        struct cardset set = guards(s, setting, card, NOTHING);
        tell_cards(t, "guards", set);
    }
    tell_close(t);
}

/* The cards that are certainly in this hand: those that it cannot have laid face down. */
static struct cardset certain(const struct needfire *s, int seat)
{
    struct cardset set = {{0, 0}};
    for (int c = 1; c < CODES; c++)
        if (s->card[c].place == HELD && s->card[c].seat == seat && !s->card[c].down
            && !needfire_down_may_leave(s, seat, c))
            cards_add(&set, c);
    return set;
}

static void tell_player(const struct needfire *s, const struct setting *setting, struct teller *t,
    int seat)
{
    const struct cards_held *h = &s->hand[seat];
    struct cardset known = certain(s, seat), opened = {{0, 0}};
    for (int c = 1; c < CODES; c++)
        if (s->card[c].place == OPENED && s->card[c].seat == seat)
            cards_add(&opened, c);
    tell_open(t, NULL, '{');
    tell_seat(t, "seat", seat);
    if (h->sized)
        tell_number(t, "hand", h->size);
    else
        tell_nothing(t, "hand");
    tell_cards(t, "known", known);
    tell_number(t, "discards", needfire_discards(s, seat, needfire_lit_counts(setting)));
    tell_number(t, "down", h->down);
    tell_truth(t, "more_down",
        h->any_down || (s->part == SETTING && !h->left && !needfire_bare(s)));
    tell_cards(t, "open", opened);
    tell_open(t, "row", '[');
    for (int k = 0; k < s->row_count[seat]; k++)
        tell_battle_card(s, setting, t, seat, k);
    tell_close(t);
    tell_close(t);
}

void needfire_tell_table(const void *state, const struct setting *setting, struct teller *t)
{
    static const char *const parts[] =
        {[SETTING] = "setting", [PLACEMENT] = "placement", [BATTLE] = "battle"};
    const struct needfire *s = state;
    tell_open(t, NULL, '{');
    tell_word(t, "part", needfire_is_over(s) ? "over" : s->battle_said ? "battle" : parts[s->part]);
    tell_truth(t, "whole", s->whole);
    tell_number(t, "placements", (long)s->placements);
    tell_number(t, "ignitions", (long)s->ignitions);
    tell_truth(t, "pending", s->pending != 0);
    tell_seat(t, "turn", needfire_turn(state, setting));
    if (s->spread >= 0)
        tell_number(t, "spread", s->spread);
    else
        tell_nothing(t, "spread");
    tell_open(t, "seats", '[');
    for (int i = 0; i < s->players; i++)
        tell_player(s, setting, t, i);
    tell_close(t);
    tell_close(t);
}

/* ---- what would come of an ignition ------------------------------------------------------ */

/* Can this seat (NOBODY: anybody) light this card, as far as is known? If not, why. */
static bool may_light(const struct needfire *s, const struct setting *setting, int seat, int card,
    struct message *why)
{
    const struct needfire_deck *deck = setting->pack;
    const struct whereabouts *at = &s->card[card];
    struct message spare;
    why = why != NULL ? why : &spare;
    message_set(why, NULL);
    if (needfire_is_over(s))
        message_set(why, N_("The game is over: no card is lit any more."));
    else if (deck->card[card].makes == 0)
        message_set(why, N_("{card} is not a card of this deck."));
    else if (seat < 0 && at->place != UNSEEN && at->place != HELD)
        message_set(why, N_("{card} lies open; nobody can light it."));
    else if (at->place == IN_ROW && seat == at->seat)
        message_set(why,
            N_("{card} is a battle card of {seat}'s; it lies open and cannot be lit."));
    else if (seat >= 0 && elsewhere(s, seat, card))
        message_set(why, N_("{card} was seen elsewhere; {seat} cannot light it."));
    else if (seat >= 0 && !needfire_hand_may_leave(s, seat, card))
        message_set(why, N_("{card} cannot be in {seat}'s hand."));
    message_card(why, "card", card);
    message_seat(why, "seat", seat);
    return why->id == NULL;
}

bool needfire_what_if(const void *state, const struct setting *setting, int seat, int card,
    struct teller *t, struct message *why)
{
    const struct needfire *s = state;
    struct fight fight;
    if (!may_light(s, setting, seat, card, why))
        return false;
    if (t == NULL)
        return true;
    needfire_fight(s, setting, seat, card, &fight);
    tell_open(t, NULL, '{');
    tell_fight(setting, t, &fight, (long)s->ignitions + 1);
    /* while wounds are to be treated or cards to be placed, the rows may still change */
    tell_truth(t, "settled", s->pending == 0 && s->part != PLACEMENT);
    tell_open(t, "guards", '[');
    for (int i = 0; i < fight.count; i++) {
        int wounded = fight.fighter[i].card;
        struct cardset set = {{0, 0}};
        if (fight.wounded & bit(wounded))
            set = guards(s, setting, wounded, card);
        if (!cards_any(&set))
            continue;
        tell_open(t, NULL, '{');
        tell_card(t, "card", wounded);
        tell_cards(t, "with", set);
        tell_close(t);
    }
    tell_close(t);
    tell_close(t);
    return true;
}
