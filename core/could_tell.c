/*
 * What could have been of a round, told: see could_round.h. Every answer is looked for from the
 * last play backwards, where it is cheapest, for as long as the work allowed lasts; what lies
 * further ahead in the round is then beyond it.
 */
#include "could_answer.h"

static int code_of(const struct could_asker *a, int card)
{
    const int trumps = a->course->rules.trump_from;
    return trumps != 0 && rank_of(card) >= trumps ? (card & ~15) + trumps : card;
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
        const uint64_t cards = could_choices(a, &at);
        for (uint64_t left = cards; left != 0 && card < 0; left &= left - 1) {
            struct could_stand next = at;
            int more = got;
            if (could_play(&a->course->rules, &next, __builtin_ctzll(left), &taker, &brought)
                && taker == wish.seat)
                more += brought;
            if (could_ask_from(a, &next, wish, more) == COULD_NOT)
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
    const int from = could_since(a, wish, COULD, &beyond);
    tell_open(a->t, "forced", '{');
    tell_seat(a->t, "seat", seat);
    tell_number(a->t, "relics", last_of(a, seat));
    tell_number(a->t, "from", from < a->course->plays ? trick_of(a, from) : trick_of(a, from - 1));
    tell_number_or(a->t, "beyond", beyond, beyond != 0);
    if (from > 0 && beyond == 0) {
        const uint64_t stops = could_cards_with(a, from - 1, wish, COULD_NOT);
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
        const enum could_be is = could_ask_at(a, play, wish);
        if (is == COULD_TOO_DEEP)
            return;
        if (is != COULD)
            continue;
        tell_open(a->t, NULL, '{');
        tell_play(a, "seat", play);
        tell_set(a, "instead", could_cards_with(a, play, wish, COULD));
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
            is = could_ask_before(a, play, is_given(c, seat, least), COULD);
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
        tell_set(a, "instead", could_cards_with(a, where, is_given(c, seat, least + 1), COULD_NOT));
    }
    tell_close(a->t);
}

/* Who has a haratama; -1: nobody. */
static int holder_of(const struct could_asker *a)
{
    int holder = -1;
    for (int i = 0; i < a->course->rules.players && a->course->high > 0; i++)
        if (last_of(a, i) >= a->course->high)
            holder = i;
    return holder;
}

static void tell_relics(struct could_asker *a)
{
    const int players = a->course->rules.players, holder = holder_of(a);
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
    const int from = could_since(a, wish, so, &beyond);
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

/* ---- trick by trick ---- */

/*
 * So much in all before a play, where it is `after` after it; -1: too deep. Nearly always it is the
 * same, so both questions that show it are asked first.
 */
static int value_before(struct could_asker *a, int play, struct could_wish wish, int after)
{
    const int got = a->course->got[play][wish.seat];
    wish.least = after;
    enum could_be is = after > got ? could_ask_before(a, play, wish, COULD) : COULD;
    if (is == COULD_NOT) {
        while (is == COULD_NOT && --wish.least > got)
            is = could_ask_at(a, play, wish);
        return is == COULD_TOO_DEEP ? -1 : wish.least;
    }
    if (is == COULD) {
        wish.least = after + 1;
        is = could_ask_before(a, play, wish, COULD_NOT);
        while (is == COULD) {
            wish.least++;
            is = could_ask_at(a, play, wish);
        }
    }
    return is == COULD_TOO_DEEP ? -1 : wish.least - 1;
}

/*
 * A card that changed what its seat could be sure of for the worse; of a haratama any that changed
 * it.
 */
static bool is_turn(const struct could_asker *a, int play, struct could_wish wish, int before,
    int after)
{
    const bool own = could_turn(&a->course->rules, &a->course->at[play]) == wish.seat,
               wants = wish.wanters >> wish.seat & 1;
    return !a->course->bent && a->course->worlds == 1 && before != after
           && ((wants && !a->course->rules.tricks) || (own && (after < before) == wants));
}

/*
 * What a seat could be sure of, or be made to take, before each trick and in the end, wherever
 * unseen cards lay.
 */
static void tell_line(struct could_asker *a, struct could_wish wish)
{
    const struct could_course *c = a->course;
    int value[COULD_PLAYS + 1], first = c->plays, before;
    wish.worst = true;
    value[first] = last_of(a, wish.seat);
    while (first > 0 && (before = value_before(a, first - 1, wish, value[first])) >= 0)
        value[--first] = before;
    tell_open(a->t, NULL, '{');
    tell_seat(a->t, "seat", wish.seat);
    tell_truth(a->t, "wants", wish.wanters >> wish.seat & 1);
    tell_open(a->t, "tricks", '[');
    for (int play = 0; play < c->plays; play += c->rules.players)
        tell_number_or(a->t, NULL, play >= first ? value[play] : 0, play >= first);
    tell_close(a->t);
    tell_number(a->t, "taken", value[c->plays]);
    tell_open(a->t, "turns", '[');
    for (int play = first; play < c->plays; play++) {
        if (!is_turn(a, play, wish, value[play], value[play + 1]))
            continue;
        tell_open(a->t, NULL, '{');
        tell_play(a, "seat", play);
        tell_number(a->t, "before", value[play]);
        tell_number(a->t, "after", value[play + 1]);
        tell_close(a->t);
    }
    tell_close(a->t);
    tell_close(a->t);
}

/* Of a haratama its seat's line alone: what it could force. */
static void tell_curve(struct could_asker *a)
{
    const struct could_course *c = a->course;
    const uint64_t left = a->left;
    const int holder = holder_of(a);
    uint64_t curve = COULD_CURVE;
    tell_open(a->t, "curve", '[');
    for (int i = 0; i < c->rules.players; i++) {
        if (holder >= 0 && i != holder)
            continue;
        const uint64_t own = a->left = holder >= 0 ? curve
                                                   : curve / (uint64_t)(c->rules.players - i);
        tell_line(a, c->rules.tricks || i == holder ? takes_for_itself(i, 0) : is_given(c, i, 0));
        curve -= own - a->left;
    }
    tell_close(a->t);
    a->left = left;
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
        const struct could_stand in = could_stand_in(a, at, i);
        const int is = could_value(a->c, &in, alone(seat),
            wants ? alone(seat) : others(a->course, seat), could_work(a, COULD_BOUND));
        could_worked(a);
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
        if (!could_is_wrong(c, play))
            continue;
        tell_open(a->t, NULL, '{');
        tell_play(a, "seat", play);
        tell_open(a->t, "ways", '[');
        tell_way(a, play, c->card[play]);
        for (uint64_t left = could_choices(a, &c->at[play]); left != 0; left &= left - 1)
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

const char *could_lack_word(enum could_lack lack)
{
    static const char *const words[] = {
        [LACKS_NOTHING] = NULL,
        [LACKS_ROUND] = "round",
        [LACKS_LEADER] = "leader",
        [LACKS_PLAYS] = "plays",
        [LACKS_CARD] = "card",
        [LACKS_TURN] = "turn",
        [LACKS_HANDS] = "hands",
        [LACKS_COUNTS] = "kami",
        [LACKS_WINNER] = "winner",
    };
    return words[lack];
}

static void tell_lack(const struct could_course *c, struct teller *t)
{
    tell_word(t, "lacks", could_lack_word(c->lack));
    tell_open(t, "of", '[');
    for (int i = 0; i < c->rules.players && c->lack == LACKS_HANDS; i++)
        if (c->lacking >> i & 1)
            tell_seat(t, NULL, i);
    tell_close(t);
}

static void tell_but_curve(struct could_asker *a)
{
    const uint64_t kept = could_has_wrong(a->course) ? COULD_WORK / 2 : 0;
    a->left = COULD_WORK - kept;
    if (a->course->rules.tricks)
        tell_tricks(a);
    else
        tell_relics(a);
    a->left += kept;
    tell_wrong(a);
}

static void tell_all(struct could_asker *a)
{
    tell_but_curve(a);
    tell_curve(a);
}

static void tell_with(const struct could_course *course, struct could *c, struct could_row *row,
    size_t rows, struct teller *t, void (*tell)(struct could_asker *a))
{
    struct could_asker a = {.course = course,
        .c = c,
        .t = t,
        .plain = course->worlds == 1 && !course->bent && !could_has_wrong(course)};
    tell_open(t, NULL, '{');
    tell_number(t, course->rules.tricks ? "deal" : "round", course->number);
    if (course->lack != LACKS_NOTHING) {
        tell_lack(course, t);
    } else {
        could_begin(c, &course->rules, row, rows);
        tell_truth(t, "bent", course->bent);
        tell_unseen(&a);
        tell_number_or(t, "high", course->high, course->high != 0);
        tell(&a);
    }
    tell_close(t);
}

void could_tell(const struct could_course *course, struct could *c, struct could_row *row,
    size_t rows, bool curve, struct teller *t)
{
    tell_with(course, c, row, rows, t, curve ? tell_all : tell_but_curve);
}

void could_tell_curve(const struct could_course *course, struct could *c, struct could_row *row,
    size_t rows, struct teller *t)
{
    tell_with(course, c, row, rows, t, tell_curve);
}
