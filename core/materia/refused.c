/* Materia: what a statement stands for that is impossible, or cannot be read. */
#include "materia.h"

/* Nobody is no user. */
static uint32_t one_user(int user) { return user < 0 ? 0 : 1u << user; }

/* A choice of the draft, a ghost's installation, unless it is one that stands there already: that was written twice. */
static void refuse_install(const struct act *a)
{
    struct materia *s = a->state;
    int ghost = materia_find(s, deck_of(a), a->said->argument[0].text);
    bool twice = ghost >= 0 && ghost < DECK && s->ghost[ghost].place == INSTALLED
              && (s->ghost[ghost].owner == a->seat || (s->stage == DRAFT && a->said->seat < 0));
    bool again = twice && s->installs > 0 && s->choice[s->installs - 1].ghost == ghost;
    if (ghost >= 0 && ghost < DECK && !twice) {
        s->ghost[ghost].contested = true;
        s->ghost[ghost].keeper = (int8_t)a->seat;
    }
    s->unsure |= 1u << a->seat;
    if (ghost >= 0 && ghost < DECK) {
        s->unsure |= one_user(s->ghost[ghost].owner);
        s->ghost[ghost].twofold = true;
    } else if (s->stage != DRAFT)
        s->unsure = UINT32_MAX;      /* whoever has it uses it */
    if (s->stage == DRAFT && again)
        materia_bump(&s->lost_choices);
    else if (s->stage == DRAFT)
        materia_choose(a, a->seat, NO_CARD);
}

/* A ghost that was used where it is not in play is in play all the same: told once, it follows who uses it. */
static void refuse_ghosts(const struct act *a)
{
    struct materia *s = a->state;
    for (int i = 0; i < a->said->count; i++) {
        const int ghost = a->said->argument[i].kind == ARGUMENT_TEXT ? materia_find(s, deck_of(a), a->said->argument[i].text) : NO_CARD;
        if (ghost < 0 || (ghost < DECK && s->ghost[ghost].place == INSTALLED))
            continue;
        s->unsure |= one_user(a->seat);
        if (ghost >= DECK || s->ghost[ghost].place <= HELD)
            continue;
        s->unsure |= one_user(s->ghost[ghost].owner);
        s->ghost[ghost].keeper = (int8_t)a->seat;
    }
}

void materia_refused(struct act *a)
{
    struct materia *s = a->state;
    s->beyond |= s->stage == OVER;
    if (a->seat < 0)
        a->seat = materia_implied_seat(a);
    if (a->seat >= 0 && a->said->verb != SAY_HAND)
        s->uncounted |= 1u << a->seat;
    if (s->stage == OVER || a->said->verb == SAY_HAND || a->said->verb == SAY_SHOW)
        return;
    const bool spends = a->said->verb == SAY_TRASH || a->said->verb == SAY_EVENT || a->said->verb == SAY_SHELL
                     || a->said->verb == SAY_INSTALL;
    if (s->current >= 0 && spends)      /* it may stand for this one's */
        s->uncounted |= 1u << s->current;
    s->effects |= a->said->verb == SAY_EVENT || a->said->verb == SAY_STATUS;
    s->stray.drew |= a->said->verb == SAY_KYO && s->current < 0;     /* a download may be missing before it */
    if (a->said->verb == SAY_INSTALL && a->seat >= 0)
        refuse_install(a);
    else if (a->seat >= 0)
        refuse_ghosts(a);
    if (a->said->verb == SAY_DOWNLOAD && s->stage == PERIODS && a->seat == materia_next_user(s))
        materia_begin_period(a, a->seat);
    if (a->said->verb >= SAY_ATTACK && a->said->verb <= SAY_TOTAL && s->stage == PERIODS)
        materia_refuse_step(s, a->said);
}

/*
 * A line that cannot be read may be whatever is missing: a choice of the draft, a download, a step of a battle. What
 * archives hold is not known behind it.
 */
void materia_unread(void *state, const struct statement *said)
{
    struct materia *s = state;
    s->unread = true;
    s->bare_line = 0;
    s->uncounted = s->unsure = UINT32_MAX;
    if (s->stage == DRAFT && s->lost_choices < UINT8_MAX)
        s->lost_choices++;
    s->blind |= !s->fighting && said != NULL && said->verb == SAY_ATTACK;
    s->unread_step = s->murky = true;
    s->excused |= s->fighting && s->contest.fighter[DEFENCE] == NO_CARD;
}
