/* Questions asked of a round on record; see could_answer.h. */
#include "could_answer.h"

bool could_is_wrong(const struct could_course *c, int play)
{
    return !(could_lawful(&c->rules, &c->at[play]) & bit(c->card[play]));
}

bool could_has_wrong(const struct could_course *c)
{
    for (int play = 0; play < c->plays; play++)
        if (could_is_wrong(c, play))
            return true;
    return false;
}

uint64_t could_work(const struct could_asker *a, uint64_t most)
{
    return a->left < most ? a->left : most;
}
void could_worked(struct could_asker *a)
{
    a->left -= a->c->nodes < a->left ? a->c->nodes : a->left;
}

/* With the cards that nobody saw where they may have lain. */
struct could_stand could_stand_in(const struct could_asker *a, const struct could_stand *at,
    int world)
{
    struct could_stand out = *at;
    for (int i = 0; i < a->course->rules.players; i++)
        out.hand[i] |= a->course->unseen[world][i];
    return out;
}

/*
 * So it is in all ways; where they differ nobody can say, as if it was too deep, or the worst way
 * decides.
 */
enum could_be could_ask_from(struct could_asker *a, const struct could_stand *at,
    struct could_wish wish, int got)
{
    enum could_be all = COULD_TOO_DEEP;
    const enum could_be worst = wish.wanters >> wish.seat & 1 ? COULD_NOT : COULD;
    for (int i = 0; i < a->course->worlds; i++) {
        const struct could_stand in = could_stand_in(a, at, i);
        const enum could_be is = could_ask(a->c, &in,
            (struct could_goal){wish.takers, wish.wanters, wish.least - got},
            could_work(a, COULD_ANSWER));
        could_worked(a);
        if (wish.worst && is == worst)
            return is;
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
        const struct could_stand in = could_stand_in(a, at, i);
        cards &= could_lawful(&a->course->rules, &in);
    }
    return cards;
}

/*
 * The lawful cards, one of each set that comes to the same whatever unseen cards the others hold.
 */
uint64_t could_choices(const struct could_asker *a, const struct could_stand *at)
{
    struct could_stand in = could_stand_in(a, at, 0);
    const int seat = could_turn(&a->course->rules, at);
    for (int i = 0; i < a->course->rules.players; i++)
        in.hand[i] |= i != seat ? a->course->unseen[0][seat] : 0;
    in.hand[seat] = at->hand[seat];
    return could_unlike(&a->course->rules, &in, lawful_in_all(a, at));
}

enum could_be could_ask_at(struct could_asker *a, int play, struct could_wish wish)
{
    return could_ask_from(a, &a->course->at[play], wish, a->course->got[play][wish.seat]);
}

/* What would have come of it if this card had been played there. */
enum could_be could_ask_with(struct could_asker *a, int play, int card, struct could_wish wish)
{
    struct could_stand at = a->course->at[play];
    int taker, brought, got = a->course->got[play][wish.seat];
    if (could_play(&a->course->rules, &at, card, &taker, &brought) && taker == wish.seat)
        got += brought;
    return could_ask_from(a, &at, wish, got);
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
enum could_be could_ask_before(struct could_asker *a, int play, struct could_wish wish,
    enum could_be so)
{
    const struct could_stand *at = &a->course->at[play];
    const bool wants = wish.wanters >> could_turn(&a->course->rules, at) & 1;
    if (!a->plain)
        return could_ask_at(a, play, wish);
    if (wants == (so == COULD))
        return so;
    for (uint64_t left = could_choices(a, at); left != 0; left &= left - 1) {
        const int card = __builtin_ctzll(left);
        const enum could_be is = are_alike(a, at, card, a->course->card[play])
                                     ? so
                                     : could_ask_with(a, play, card, wish);
        if (is != so)
            return is;
    }
    return so;
}

/*
 * The cards that could have been played there, one of those that come to the same each, with which
 * it would be so.
 */
uint64_t could_cards_with(struct could_asker *a, int play, struct could_wish wish, enum could_be so)
{
    const struct could_stand *at = &a->course->at[play];
    uint64_t with = 0;
    for (uint64_t left = could_choices(a, at); left != 0; left &= left - 1)
        if (could_ask_with(a, play, __builtin_ctzll(left), wish) == so)
            with |= left & -left;
    return with;
}

/*
 * Since before which play it is so without a break to the end; the number of plays: only at the
 * end. `beyond` gets the trick that was too deep, 0 for none.
 */
int could_since(struct could_asker *a, struct could_wish wish, enum could_be so, int *beyond)
{
    int play = a->course->plays;
    *beyond = 0;
    while (play > 0) {
        const enum could_be is = could_ask_before(a, play - 1, wish, so);
        if (is == COULD_TOO_DEEP)
            *beyond = trick_of(a, play - 1);
        if (is != so)
            break;
        play--;
    }
    return play;
}
