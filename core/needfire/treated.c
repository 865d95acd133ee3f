/* NeedFire, どう殺すか: was the card wounded whose wound is treated, by whom, and when its owner's turn to treat had come? */
#include "core/bits.h"
#include "needfire.h"

/* The table has seen another fight: how its fighters' rows lie is not known. */
static void doubt_fight(struct needfire *s)
{
    for (int i = 0; i < s->fight.count; i++)
        needfire_doubt_row(s, s->fight.fighter[i].seat);
}

/* A wound that this ignition has not made. With none left to treat it is another's, which is missing. */
static void treated_unwounded(const struct act *a, int rule, int seat, int wounded, bool twice)
{
    struct needfire *s = a->state;
    const bool told = s->said_again && !(s->treated & bit(wounded));      /* the ignition that lacks */
    s->said_again |= twice;
    if (s->ignitions > 0 && !twice)
        cards_add(&s->forced, s->fight.card);      /* or another card was lit */
    if (!s->doubtful && !told && (s->treated & bit(wounded) || (s->doubted == 0 && !needfire_some_row_is_missing(s))))
        act_irregular(a, rule, seat, wounded, s->pending == 0 && !(s->treated & bit(wounded))
            ? N_("{seat} treated a wound of {card}, which is not wounded; or an `ignite` line is missing.")
            : N_("{seat} treated a wound of {card}, which is not wounded."));
    if (needfire_wounds_pending(s, seat))
        s->stand_in[seat]++;
    if (twice)
        return;
    s->miscounted |= (uint8_t)(1u << seat);
    needfire_hand_uncounted(s, seat);      /* another card's brings another one */
    if (s->card[wounded].seat != seat)
        needfire_doubt_row(s, s->card[wounded].seat);
    if (s->pending != 0 || s->treated != 0)
        doubt_fight(s);
    if (s->pending != 0)
        return;
    s->unlit = true;
    s->ahead |= bit(wounded);
    if (s->turn < 0 || s->stray != NOBODY)
        return;
    for (int i = 0; i < s->players; i++)
        needfire_hand_uncounted(s, i);
    s->turn_open = true;
}

/* Somebody else's wound: it may have been theirs who own it, and so what it brings. */
static void treated_anothers(const struct act *a, int rule, int seat, int wounded)
{
    struct needfire *s = a->state;
    const int owner = s->card[wounded].seat;
    message_seat(&act_irregular(a, rule, seat, wounded,
                                N_("{seat} treated the wound of {card}, which is {owner}'s."))->message,
                 "owner", owner);
    needfire_hand_uncounted(s, seat);
    needfire_hand_uncounted(s, owner);
    needfire_doubt_row(s, owner);
    s->miscounted |= (uint8_t)(1u << seat);
    s->others |= bit(wounded);
    if (needfire_wounds_pending(s, seat))
        s->stand_in[seat]++;
}

/* Was somebody passed over who may have lit it? Then these wounds would come in this order. */
static bool may_come_first(const struct needfire *s, int seat, int expected)
{
    const struct lighting *last = s->ignitions > 0 ? &s->lighting[s->ignitions - 1] : NULL;
    const unsigned passed = last != NULL && !last->own ? last->passed : 0;
    for (int i = 0; i < s->players; i++)
        if (passed >> i & 1 && (seat - i + s->players) % s->players < (expected - i + s->players) % s->players)
            return true;
    return false;
}

/* Wounds treated before those of this seat, which this statement treats; or this one comes late, behind several others'. */
static void tell_early(const struct act *a, int seat, int wounded)
{
    struct needfire *s = a->state;
    const uint16_t rulings = a->out->count;
    int left = 0, first = NOBODY;
    bool several = false;
    for (int i = 0; i < s->early_count; i++)
        if (s->early[i].expected == seat) {
            several |= first != NOBODY && first != s->early[i].seat;
            first = s->early[i].seat;
        }
    const bool may_be_so = first != NOBODY && may_come_first(s, first, seat);
    if (may_be_so || (s->fight.seat >= 0 && s->lit_early >> s->fight.seat & 1))
        first = NOBODY;           /* it was not their turn to light: whose wounds come first is not known */
    else if (several) {
        act_irregular(a, RULE_WOUND, seat, wounded, N_("{seat} treated the wound of {card} after the others, but had to come first."));
        s->turn_open |= seat == s->fight.seat;     /* or it was another who lit */
        first = NOBODY;
    }
    for (int i = 0; i < s->early_count; i++) {
        const struct early_wound *e = &s->early[i];
        if (e->expected != seat) {
            s->early[left++] = *e;
            continue;
        }
        if (first == NOBODY)
            continue;
        first = NOBODY;            /* once */
        message_seat(&act_irregular_at(a, RULE_WOUND, e->seat, e->card, e->line,
                                       N_("{seat} treated the wound of {card}, but {expected} had wounds to treat first."))->message,
                     "expected", e->expected);
    }
    s->early_count = (uint8_t)left;
    for (int i = 0; i < s->players && a->out->count > rulings && s->ignitions > 0; i++)
        if (s->lighting[s->ignitions - 1].unnamed)      /* or it was another's turn, and so are those behind it */
            needfire_hand_uncounted(s, i);
}

void needfire_check_wound(const struct act *a, int seat, int wounded, bool twice)
{
    struct needfire *s = a->state;
    int expected = needfire_wound_turn(s), owner = s->card[wounded].seat;
    int rule = a->said->verb == SAY_GUARD ? RULE_GUARD : RULE_WOUND;
    bool late = (s->late | s->others) & bit(wounded) && !(s->pending & bit(wounded));
    s->others &= late ? ~bit(wounded) : UINT64_MAX;
    if (late || s->unlit)
        s->late &= ~bit(wounded);     /* that it was left undone, treated by another, or not lit, was told */
    else if (!(s->pending & bit(wounded)))
        treated_unwounded(a, rule, seat, wounded, twice);
    else if (owner != seat)
        treated_anothers(a, rule, seat, wounded);
    else if (seat != expected && s->stray == NOBODY && !s->turn_open && s->early_count < EARLY_MOST)
        s->early[s->early_count++] = (struct early_wound){a->said->line, (int8_t)seat, (int8_t)expected,
                                                          (uint8_t)wounded};
    tell_early(a, seat, wounded);
}
