/*
 * What could have been of a round, told: see could_round.h. Every answer is looked for from the
 * last play backwards, where it is cheapest, for as long as the work allowed lasts; what lies
 * further ahead in the round is then beyond it.
 */
#include "could_round.h"

struct could_asker {
    const struct could_course *course;
    struct could *c;
    struct teller *t;
    uint64_t left; /* cards that may still be tried */
    bool plain;    /* all hands seen, all plays lawful, all tricks taken by the rules */
};

/* A goal of a whole round: the takers take so many in all. */
struct could_wish {
    uint8_t takers, wanters;
    int seat; /* whose the takers' relics or tricks are: one seat alone */
    int least;
};

static uint8_t alone(int seat) { return (uint8_t)(1u << seat); }
static uint8_t others(const struct could_course *c, int seat)
{
    return (uint8_t)(((1u << c->rules.players) - 1) & ~(1u << seat));
}
static struct could_wish takes_for_itself(int seat, int least)
{
    return (struct could_wish){alone(seat), alone(seat), seat, least};
}
static struct could_wish is_given(const struct could_course *c, int seat, int least)
{
    return (struct could_wish){alone(seat), others(c, seat), seat, least};
}

static bool is_wrong(const struct could_course *c, int play)
{
    return !(could_lawful(&c->rules, &c->at[play]) & bit(c->card[play]));
}

static bool has_wrong(const struct could_course *c)
{
    for (int play = 0; play < c->plays; play++)
        if (is_wrong(c, play))
            return true;
    return false;
}

static int trick_of(const struct could_asker *a, int play)
{
    return play / a->course->rules.players + 1;
}
static int last_of(const struct could_asker *a, int seat)
{
    return a->course->got[a->course->plays][seat];
}

static int code_of(const struct could_asker *a, int card)
{
    const int trumps = a->course->rules.trump_from;
    return trumps != 0 && rank_of(card) >= trumps ? (card & ~15) + trumps : card;
}

/* ---- asking ---------------------------------------------------------------------------------- */

static uint64_t work(const struct could_asker *a, uint64_t most)
{
    return a->left < most ? a->left : most;
}
static void worked(struct could_asker *a)
{
    a->left -= a->c->nodes < a->left ? a->c->nodes : a->left;
}

/* With the cards that nobody saw where they may have lain. */
static struct could_stand stand_in(const struct could_asker *a, const struct could_stand *at,
    int world)
{
    struct could_stand out = *at;
    for (int i = 0; i < a->course->rules.players; i++)
        out.hand[i] |= a->course->unseen[world][i];
    return out;
}

/* So it is in all ways; where they differ nobody can say, as if it was too deep. */
static enum could_be ask_from(struct could_asker *a, const struct could_stand *at,
    struct could_wish wish, int got)
{
    enum could_be all = COULD_TOO_DEEP;
    for (int i = 0; i < a->course->worlds; i++) {
        const struct could_stand in = stand_in(a, at, i);
        const enum could_be is = could_ask(a->c, &in,
            (struct could_goal){wish.takers, wish.wanters, wish.least - got},
            work(a, COULD_ANSWER));
        worked(a);
        if (is == COULD_TOO_DEEP || (i > 0 && is != all))
            return COULD_TOO_DEEP;
        all = is;
    }
    return all;
}

/* Might it have been played, wherever the cards lay that nobody saw? */
static uint64_t lawful_in_all(const struct could_asker *a, const struct could_stand *at)
{
    uint64_t cards = at->hand[could_turn(&a->course->rules, at)];
    for (int i = 0; i < a->course->worlds; i++) {
        const struct could_stand in = stand_in(a, at, i);
        cards &= could_lawful(&a->course->rules, &in);
    }
    return cards;
}

/*
 * The lawful cards, one of each set that comes to the same whatever unseen cards the others hold.
 */
static uint64_t choices_in_all(const struct could_asker *a, const struct could_stand *at)
{
    struct could_stand in = stand_in(a, at, 0);
    const int seat = could_turn(&a->course->rules, at);
    for (int i = 0; i < a->course->rules.players; i++)
        in.hand[i] |= i != seat ? a->course->unseen[0][seat] : 0;
    in.hand[seat] = at->hand[seat];
    return could_unlike(&a->course->rules, &in, lawful_in_all(a, at));
}

static enum could_be ask_at(struct could_asker *a, int play, struct could_wish wish)
{
    return ask_from(a, &a->course->at[play], wish, a->course->got[play][wish.seat]);
}

/* What would have come of it if this card had been played there. */
static enum could_be ask_with(struct could_asker *a, int play, int card, struct could_wish wish)
{
    struct could_stand at = a->course->at[play];
    int taker, brought, got = a->course->got[play][wish.seat];
    if (could_play(&a->course->rules, &at, card, &taker, &brought) && taker == wish.seat)
        got += brought;
    return ask_from(a, &at, wish, got);
}

static bool are_alike(const struct could_asker *a, const struct could_stand *at, int card,
    int other)
{
    return bits_count(could_unlike(&a->course->rules, at, bit(card) | bit(other))) == 1;
}

/*
 * Is it so before a play, where it is so after it? Then whoever it serves need only have played as
 * it was played; for anybody else the other cards are asked, not the one that was.
 */
static enum could_be ask_before(struct could_asker *a, int play, struct could_wish wish,
    enum could_be so)
{
    const struct could_stand *at = &a->course->at[play];
    const bool wants = wish.wanters >> could_turn(&a->course->rules, at) & 1;
    if (!a->plain)
        return ask_at(a, play, wish);
    if (wants == (so == COULD))
        return so;
    for (uint64_t left = choices_in_all(a, at); left != 0; left &= left - 1) {
        const int card = __builtin_ctzll(left);
        const enum could_be is = are_alike(a, at, card, a->course->card[play])
                                     ? so
                                     : ask_with(a, play, card, wish);
        if (is != so)
            return is;
    }
    return so;
}

/*
 * The cards that could have been played there, one of those that come to the same each, with which
 * it would be so.
 */
static uint64_t cards_with(struct could_asker *a, int play, struct could_wish wish,
    enum could_be so)
{
    const struct could_stand *at = &a->course->at[play];
    uint64_t with = 0;
    for (uint64_t left = choices_in_all(a, at); left != 0; left &= left - 1)
        if (ask_with(a, play, __builtin_ctzll(left), wish) == so)
            with |= left & -left;
    return with;
}

/*
 * Since before which play it is so without a break to the end; the number of plays: only at the
 * end. `beyond` gets the trick that was too deep, 0 for none.
 */
static int since(struct could_asker *a, struct could_wish wish, enum could_be so, int *beyond)
{
    int play = a->course->plays;
    *beyond = 0;
    while (play > 0) {
        const enum could_be is = ask_before(a, play - 1, wish, so);
        if (is == COULD_TOO_DEEP)
            *beyond = trick_of(a, play - 1);
        if (is != so)
            break;
        play--;
    }
    return play;
}

/* ---- telling --------------------------------------------------------------------------------- */

static void tell_set(struct could_asker *a, const char *key, uint64_t cards)
{
    struct cardset codes = {{0, 0}};
    for (; cards != 0; cards &= cards - 1)
        cards_add(&codes, code_of(a, __builtin_ctzll(cards)));
    tell_cards(a->t, key, codes);
}

static void tell_number_or(struct teller *t, const char *key, long number, bool known)
{
    if (known)
        tell_number(t, key, number);
    else
        tell_nothing(t, key);
}

/* A play, and who made it. */
static void tell_play(struct could_asker *a, const char *seat, int play)
{
    const struct could_course *c = a->course;
    tell_seat(a->t, seat, could_turn(&c->rules, &c->at[play]));
    tell_card(a->t, "card", code_of(a, c->card[play]));
    tell_number(a->t, "trick", trick_of(a, play));
    tell_number(a->t, "line", c->line[play]);
}

/*
 * The cards played after one that stops it, as long as it is not decided: who stops plays on so,
 * the other side what it has.
 */
static void tell_course(struct could_asker *a, int play, int first, struct could_wish wish)
{
    struct could_stand at = a->course->at[play];
    int got = a->course->got[play][wish.seat], card = first, taker, brought;
    tell_open(a->t, "course", '[');
    while (card >= 0) {
        const int seat = could_turn(&a->course->rules, &at);
        tell_open(a->t, NULL, '{');
        tell_seat(a->t, "seat", seat);
        tell_card(a->t, "card", code_of(a, card));
        tell_close(a->t);
        if (could_play(&a->course->rules, &at, card, &taker, &brought) && taker == wish.seat)
            got += brought;
        card = -1;
        if (wish.least - got > could_left(&a->course->rules, &at) || wish.least <= got)
            break;
        const uint64_t cards = choices_in_all(a, &at);
        for (uint64_t left = cards; left != 0 && card < 0; left &= left - 1) {
            struct could_stand next = at;
            int more = got;
            if (could_play(&a->course->rules, &next, __builtin_ctzll(left), &taker, &brought)
                && taker == wish.seat)
                more += brought;
            if (ask_from(a, &next, wish, more) == COULD_NOT)
                card = __builtin_ctzll(left);
        }
    }
    tell_close(a->t);
}

/*
 * From where on the holder had it for sure, whose card let that through, and what would have
 * stopped it.
 */
static void tell_forced(struct could_asker *a, int seat)
{
    const struct could_wish wish = takes_for_itself(seat, a->course->high);
    int beyond;
    const int from = since(a, wish, COULD, &beyond);
    tell_open(a->t, "forced", '{');
    tell_seat(a->t, "seat", seat);
    tell_number(a->t, "relics", last_of(a, seat));
    tell_number(a->t, "from", from < a->course->plays ? trick_of(a, from) : trick_of(a, from - 1));
    tell_number_or(a->t, "beyond", beyond, beyond != 0);
    if (from > 0 && beyond == 0) {
        const uint64_t stops = cards_with(a, from - 1, wish, COULD_NOT);
        tell_play(a, "by", from - 1);
        tell_set(a, "instead", stops);
        if (stops != 0)
            tell_course(a, from - 1, __builtin_ctzll(stops), wish);
    }
    tell_close(a->t);
}

/* Who could have had it, and where it was let go. */
static void tell_missed(struct could_asker *a, int seat)
{
    const struct could_course *c = a->course;
    const struct could_wish wish = takes_for_itself(seat, c->high);
    for (int play = c->plays - 1; play >= 0; play--) {
        if (could_turn(&c->rules, &c->at[play]) != seat)
            continue;
        const enum could_be is = ask_at(a, play, wish);
        if (is == COULD_TOO_DEEP)
            return;
        if (is != COULD)
            continue;
        tell_open(a->t, NULL, '{');
        tell_play(a, "seat", play);
        tell_set(a, "instead", cards_with(a, play, wish, COULD));
        tell_close(a->t);
        return;
    }
}

/*
 * The least that a seat could still have been sure of, at any of its turns as they really came;
 * and the last where it was so.
 */
static void tell_least(struct could_asker *a, int seat)
{
    const struct could_course *c = a->course;
    int least = last_of(a, seat), where = -1, beyond = 0;
    for (int play = c->plays - 1; play >= 0 && beyond == 0; play--) {
        enum could_be is = COULD_NOT;
        while (could_turn(&c->rules, &c->at[play]) == seat && least > c->got[play][seat]
               && is == COULD_NOT) {
            is = ask_before(a, play, is_given(c, seat, least), COULD);
            least -= is == COULD_NOT;
            where = is == COULD_NOT ? play : where;
        }
        beyond = is == COULD_TOO_DEEP ? trick_of(a, play) : 0;
    }
    tell_open(a->t, NULL, '{');
    tell_seat(a->t, "seat", seat);
    tell_number(a->t, "taken", last_of(a, seat));
    tell_number(a->t, "least", least);
    tell_number_or(a->t, "beyond", beyond, beyond != 0);
    if (where >= 0) {
        tell_play(a, "by", where);
        tell_set(a, "instead", cards_with(a, where, is_given(c, seat, least + 1), COULD_NOT));
    }
    tell_close(a->t);
}

static void tell_relics(struct could_asker *a)
{
    const int players = a->course->rules.players;
    int holder = -1;
    for (int i = 0; i < players; i++)
        if (last_of(a, i) >= a->course->high)
            holder = i;
    if (holder >= 0) {
        tell_forced(a, holder);
        return;
    }
    tell_open(a->t, "seats", '[');
    for (int i = 0; i < players; i++)
        tell_least(a, i);
    tell_close(a->t);
    tell_open(a->t, "missed", '[');
    for (int i = 0; i < players; i++)
        tell_missed(a, i);
    tell_close(a->t);
}

/* ---- tricks: what was sure, and what was out of reach ---- */

/* Since when it was so; and whose card made it so. */
static void tell_since(struct could_asker *a, const char *key, struct could_wish wish,
    enum could_be so)
{
    int beyond;
    const int from = since(a, wish, so, &beyond);
    tell_open(a->t, key, '{');
    tell_number(a->t, "from", from < a->course->plays ? trick_of(a, from) : trick_of(a, from - 1));
    tell_truth(a->t, "last", from == a->course->plays);
    tell_number_or(a->t, "beyond", beyond, beyond != 0);
    if (from > 0 && beyond == 0)
        tell_play(a, "by", from - 1);
    tell_close(a->t);
}

static void tell_tricks(struct could_asker *a)
{
    tell_open(a->t, "seats", '[');
    for (int i = 0; i < a->course->rules.players; i++) {
        const int took = last_of(a, i), aim = a->course->aim[i];
        tell_open(a->t, NULL, '{');
        tell_seat(a->t, "seat", i);
        tell_number(a->t, "taken", took);
        tell_number_or(a->t, "aim", aim, aim >= 0);
        if (took > 0)
            tell_since(a, "sure", takes_for_itself(i, took), COULD);
        tell_since(a, "no_more", takes_for_itself(i, took + 1), COULD_NOT);
        if (aim >= 0 && aim > took)
            tell_since(a, "out_of_reach", takes_for_itself(i, aim), COULD_NOT);
        if (aim >= 0 && aim < took)
            tell_since(a, "out_of_reach", is_given(a->course, i, aim + 1), COULD);
        tell_close(a->t);
    }
    tell_close(a->t);
}

/* ---- a card that was not lawful ---- */

/*
 * What a seat still has of it, if it is for it or against it: so much at least, or at most, in all
 * ways; -1: too deep.
 */
static int value_from(struct could_asker *a, const struct could_stand *at, int seat, bool wants)
{
    int all = -1;
    for (int i = 0; i < a->course->worlds; i++) {
        const struct could_stand in = stand_in(a, at, i);
        const int is = could_value(a->c, &in, alone(seat),
            wants ? alone(seat) : others(a->course, seat), work(a, COULD_BOUND));
        worked(a);
        if (is < 0)
            return -1;
        all = i == 0 || (wants ? is < all : is > all) ? is : all;
    }
    return all;
}

/* With that card: what each seat would have had in all, if it was for it, or against it. */
static void tell_bounds(struct could_asker *a, const char *key, int play, int card, bool wants)
{
    const struct could_course *c = a->course;
    struct could_stand at = c->at[play];
    int taker = -1, brought = 0;
    if (!could_play(&c->rules, &at, card, &taker, &brought))
        brought = 0;
    tell_open(a->t, key, '[');
    for (int i = 0; i < c->rules.players; i++) {
        const int more = value_from(a, &at, i, wants);
        tell_number_or(a->t, NULL, c->got[play][i] + (taker == i ? brought : 0) + more, more >= 0);
    }
    tell_close(a->t);
}

static void tell_way(struct could_asker *a, int play, int card)
{
    tell_open(a->t, NULL, '{');
    tell_card(a->t, "card", code_of(a, card));
    tell_bounds(a, "most", play, card, false);
    tell_bounds(a, "least", play, card, true);
    tell_close(a->t);
}

static void tell_wrong(struct could_asker *a)
{
    const struct could_course *c = a->course;
    tell_open(a->t, "wrong", '[');
    for (int play = 0; play < c->plays; play++) {
        if (!is_wrong(c, play))
            continue;
        tell_open(a->t, NULL, '{');
        tell_play(a, "seat", play);
        tell_open(a->t, "ways", '[');
        tell_way(a, play, c->card[play]);
        for (uint64_t left = choices_in_all(a, &c->at[play]); left != 0; left &= left - 1)
            tell_way(a, play, __builtin_ctzll(left));
        tell_close(a->t);
        tell_close(a->t);
    }
    tell_close(a->t);
}

/* The cards that nobody saw, and in how many ways they may lie. */
static void tell_unseen(struct could_asker *a)
{
    uint64_t cards = 0;
    for (int i = 0; i < a->course->worlds * a->course->rules.players; i++)
        cards |= a->course->unseen[i / a->course->rules.players][i % a->course->rules.players];
    tell_set(a, "unseen", cards);
    tell_number(a->t, "ways", a->course->worlds);
}

static void tell_lack(const struct could_course *c, struct teller *t)
{
    static const char *const words[] = {
        [LACKS_NOTHING] = NULL,
        [LACKS_ROUND] = "round",
        [LACKS_PLAYS] = "plays",
        [LACKS_CARD] = "card",
        [LACKS_TURN] = "turn",
        [LACKS_HANDS] = "hands",
        [LACKS_COUNTS] = "kami",
        [LACKS_WINNER] = "winner",
    };
    tell_word(t, "lacks", words[c->lack]);
    tell_open(t, "of", '[');
    for (int i = 0; i < c->rules.players && c->lack == LACKS_HANDS; i++)
        if (c->lacking >> i & 1)
            tell_seat(t, NULL, i);
    tell_close(t);
}

void could_tell(const struct could_course *course, struct could *c, struct could_row *row,
    size_t rows, struct teller *t)
{
    struct could_asker a = {course, c, t, COULD_WORK,
        course->worlds == 1 && !course->bent && !has_wrong(course)};
    tell_open(t, NULL, '{');
    tell_number(t, course->rules.tricks ? "deal" : "round", course->number);
    if (course->lack != LACKS_NOTHING) {
        tell_lack(course, t);
        tell_close(t);
        return;
    }
    could_begin(c, &course->rules, row, rows);
    const uint64_t kept = has_wrong(course) ? COULD_WORK / 2 : 0;
    a.left -= kept;
    tell_truth(t, "bent", course->bent);
    tell_unseen(&a);
    tell_number_or(t, "high", course->high, course->high != 0);
    if (course->rules.tricks)
        tell_tricks(&a);
    else
        tell_relics(&a);
    a.left += kept;
    tell_wrong(&a);
    tell_close(t);
}
