/*
 * Questions asked of a round on record, within a bound of work: see could_round.h. Private to core.
 *
 *     could_tell.c ──▶ could_answer.c ──▶ could.c
 */
#ifndef FUDA_COULD_ANSWER_H
#define FUDA_COULD_ANSWER_H

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
    bool worst; /* where unseen cards decide, the worst for that seat stands */
};

static inline uint8_t alone(int seat) { return (uint8_t)(1u << seat); }
static inline uint8_t others(const struct could_course *c, int seat)
{
    return (uint8_t)(((1u << c->rules.players) - 1) & ~(1u << seat));
}
static inline struct could_wish takes_for_itself(int seat, int least)
{
    return (struct could_wish){alone(seat), alone(seat), seat, least, false};
}
static inline struct could_wish is_given(const struct could_course *c, int seat, int least)
{
    return (struct could_wish){alone(seat), others(c, seat), seat, least, false};
}

static inline int trick_of(const struct could_asker *a, int play)
{
    return play / a->course->rules.players + 1;
}
static inline int last_of(const struct could_asker *a, int seat)
{
    return a->course->got[a->course->plays][seat];
}

/* Was a card played that was not lawful; and was any? */
bool could_is_wrong(const struct could_course *c, int play);
bool could_has_wrong(const struct could_course *c);

/* So much may still be tried of so much; and what was tried is taken off. */
uint64_t could_work(const struct could_asker *a, uint64_t most);
void could_worked(struct could_asker *a);

/* With the cards that nobody saw where they may have lain. */
struct could_stand could_stand_in(const struct could_asker *a, const struct could_stand *at,
    int world);

/*
 * The lawful cards, one of each set that comes to the same whatever unseen cards the others hold.
 */
uint64_t could_choices(const struct could_asker *a, const struct could_stand *at);

/*
 * Is it so from there on, where the seat has got so much; before a play; and with a card in the
 * play's place? Where the ways differ in which unseen cards may lie nobody can say, as if it was
 * too deep.
 */
enum could_be could_ask_from(struct could_asker *a, const struct could_stand *at,
    struct could_wish wish, int got);
enum could_be could_ask_at(struct could_asker *a, int play, struct could_wish wish);
enum could_be could_ask_with(struct could_asker *a, int play, int card, struct could_wish wish);

/* Is it so before a play, where it is `so` after it? */
enum could_be could_ask_before(struct could_asker *a, int play, struct could_wish wish,
    enum could_be so);

/*
 * The cards that could have been played there, one of those that come to the same each, with which
 * it would be so.
 */
uint64_t could_cards_with(struct could_asker *a, int play, struct could_wish wish,
    enum could_be so);

/*
 * Since before which play it is so without a break to the end; the number of plays: only at the
 * end. `beyond` gets the trick that was too deep, 0 for none.
 */
int could_since(struct could_asker *a, struct could_wish wish, enum could_be so, int *beyond);

#endif
