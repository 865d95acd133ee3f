/*
 * Materia's draft ☆ゲームの準備: the choices of the open ghosts, judged in their order when the play begins,
 * and the deal. What a record does not keep to is read in the way that needs the fewest broken rules.
 */
#include "materia.h"

#include <string.h>

/* ---- materia/snake ------------------------------------------------------------------------- */

/* How many places are not taken yet. */
static int free_places(const struct materia *s, const bool *taken)
{
    int free = 0;
    for (int k = 0; k < 2 * s->users; k++)
        free += !taken[k];
    return free;
}

/* Has this user fewer (below 0) or more named choices from the `from`-th on than places that are not taken? */
static int surplus(const struct materia *s, int seat, int from, const bool *taken)
{
    int more = 0;
    for (int i = from; i < s->installs; i++)
        more += s->choice[i].seat == seat;
    for (int k = 0; k < 2 * s->users; k++)
        more -= !taken[k] && materia_snake(s, k) == seat;
    return more;
}

/* The choices from the `from`-th on whose lines name nobody. */
static int unnamed(const struct materia *s, int from)
{
    int count = 0;
    for (int i = from; i < s->installs; i++)
        count += s->choice[i].seat < 0;
    return count;
}

static int first_free(const struct materia *s, const bool *taken, int seat)
{
    int k = 0;
    while (k < 2 * s->users && (taken[k] || (seat >= 0 && materia_snake(s, k) != seat)))
        k++;
    return k;
}

static void chose_early(struct rulings *out, const struct materia_choice *c, int expected)
{
    message_seat(&rulings_add(out, RULING_IRREGULAR, RULE_SNAKE, c->seat, c->ghost, c->line,
                              N_("{seat} installed {card}, but it was {expected}'s choice."))->message,
                 "expected", expected);
}

/* The play has begun while ghosts lay open: of how many choices is nothing known yet? */
static void left_short(const struct materia *s, struct rulings *out, const bool *taken, int lost, uint32_t line,
                       int seat)
{
    const int free = free_places(s, taken) - lost;
    if (free <= 0)
        return;
    if (free == 1)
        rulings_add(out, RULING_IRREGULAR, RULE_SNAKE, materia_snake(s, first_free(s, taken, -1)), NO_CARD, line,
                    N_("{seat}'s choice of an open ghost is missing before this."));
    else
        rulings_add(out, RULING_IRREGULAR, RULE_SNAKE, seat, NO_CARD, line,
                    N_("The play began before everybody had installed two of the open ghosts."));
}

/* All choices are there: the only one that names another than whose choice it was; NO_CARD: there are more, or none. */
static int only_stranger(const struct materia *s)
{
    int stranger = NO_CARD;
    for (int i = 0; i < s->installs; i++)
        if (s->choice[i].seat >= 0 && s->choice[i].seat != materia_snake(s, i)) {
            if (stranger != NO_CARD)
                return NO_CARD;
            stranger = i;
        }
    return s->installs == 2 * s->users && s->lost_choices == 0 ? stranger : NO_CARD;
}

/*
 * A choice in another's place is read in the way that needs the fewest broken rules. If the other never
 * makes up for it: whoever chose once too often stood in that place; else the other's choice is missing.
 */
static void judge(const struct materia *s, struct rulings *out, bool over, uint32_t line, int seat, int8_t whose[2 * USERS])
{
    bool taken[2 * USERS] = {false};
    int lost = s->lost_choices;
    const int stranger = over ? only_stranger(s) : NO_CARD;
    if (stranger != NO_CARD) {
        for (int i = 0; i < s->installs; i++)
            whose[i] = s->choice[i].seat >= 0 ? s->choice[i].seat : (int8_t)materia_snake(s, i);
        chose_early(out, &s->choice[stranger], materia_snake(s, stranger));
        return;
    }
    for (int i = 0; i < s->installs; i++) {
        const struct materia_choice *c = &s->choice[i];
        int place = first_free(s, taken, -1), missing = NO_CARD;
        if (place < 2 * s->users && c->seat < 0) {     /* it is whose choice it is */
            whose[i] = (int8_t)materia_snake(s, place);
            taken[place] = true;
            continue;
        }
        whose[i] = c->seat;
        while (place < 2 * s->users && materia_snake(s, place) != c->seat && over && free_places(s, taken) > s->installs - i
               && surplus(s, materia_snake(s, place), i, taken) < 0 && surplus(s, c->seat, i, taken) <= 0) {
            if (lost == 0 && missing == NO_CARD)
                missing = materia_snake(s, place);
            lost -= lost > 0;
            taken[place] = true;
            place = first_free(s, taken, -1);
        }
        if (missing != NO_CARD)
            rulings_add(out, RULING_IRREGULAR, RULE_SNAKE, missing, NO_CARD, c->line,
                        N_("{seat}'s choice of an open ghost is missing before this."));
        if (place == 2 * s->users)
            break;
        int own = first_free(s, taken, c->seat);
        bool stands_in = over && surplus(s, materia_snake(s, place), i, taken) + unnamed(s, i) < 0;
        if (materia_snake(s, place) != c->seat)
            chose_early(out, c, materia_snake(s, place));
        if (materia_snake(s, place) != c->seat && !stands_in && own < 2 * s->users)
            place = own;
        taken[place] = true;
    }
    if (over)
        left_short(s, out, taken, lost, line, seat);
}

void materia_judge_draft(const struct materia *s, struct rulings *out, bool over, uint32_t line, int seat)
{
    int8_t whose[2 * USERS];
    judge(s, out, over, line, seat, whose);
}

/* Whose the choices were whose lines name nobody; behind a slip each is whose it is used by. */
static void give_unnamed(const struct act *a, int seat, bool sure)
{
    struct materia *s = a->state;
    const uint16_t rulings = a->out->count;
    int8_t whose[2 * USERS];
    judge(s, a->out, true, a->said->line, seat, whose);
    a->out->count = rulings;
    memset(s->drafted, 0, sizeof s->drafted);
    for (int i = 0; i < s->installs; i++) {
        const struct materia_choice *c = &s->choice[i];
        if (whose[i] >= 0)
            materia_bump(&s->drafted[whose[i]]);
        if (c->seat >= 0 || whose[i] < 0 || c->ghost == NO_CARD)
            continue;
        s->ghost[c->ghost].owner = whose[i];
        s->ghost[c->ghost].contested |= !sure;
    }
}

/*
 * A ghost of the draft is used by another than whose choice it was. What is known of choices whose lines name nobody rests on
 * their order, and that is doubtful now.
 */
void materia_doubt_choices(struct materia *s, int ghost)
{
    bool chosen = false;
    for (int i = 0; i < s->installs; i++)
        chosen |= s->choice[i].ghost == ghost;
    for (int i = 0; i < s->installs && chosen; i++)
        if (s->choice[i].seat < 0 && s->choice[i].ghost != NO_CARD)
            s->ghost[s->choice[i].ghost].contested = true;
}

/* ---- ☆ゲームの準備 Setting up -------------------------------------------------------------- */

/* materia/archive: three cards each; the rest is the server. */
void materia_deal(struct materia *s)
{
    for (int i = 0; i < s->users; i++)
        s->archive[i] = ARCHIVE;
    s->server = (int16_t)(DECK - s->users * (2 + ARCHIVE));
    s->stage = PERIODS;
}

/* A choice of the draft is made. When all are, they are judged in their order. */
void materia_choose(const struct act *a, int seat, int ghost)
{
    struct materia *s = a->state;
    if (s->first < 0)
        s->first = (int8_t)seat;
    s->choice[s->installs++] = (struct materia_choice){a->said->seat < 0 ? -1 : (int8_t)seat, (int16_t)ghost, a->said->line};
    materia_bump(&s->drafted[seat]);
    if (s->installs == 2 * s->users && s->stage == DRAFT)
        materia_deal(s);
}

static int last_choice(const struct materia *s) { return s->installs > 0 ? s->choice[s->installs - 1].ghost : NO_CARD; }

enum outcome materia_draft(const struct act *a)
{
    struct materia_ghost fresh;
    int ghost, seat = a->seat;
    const int written = materia_find(a->state, deck_of(a), a->said->argument[0].text);
    if (a->said->seat < 0 && written >= 0 && written < DECK && written == last_choice(a->state))     /* the same line again */
        seat = game(a)->ghost[written].owner;
    if (seat < 0)
        return materia_malformed(a, -1, N_("who installs first is not known; expected `NAME: install GHOST`"));
    enum outcome outcome = materia_ghost_of_install(a, seat, &ghost, &fresh);
    if (outcome != APPLIED)
        return outcome;
    materia_install(a, seat, ghost, &fresh);
    game(a)->ghost[ghost].contested = game(a)->first >= 0 && seat != materia_next_drafter(a->state);
    materia_choose(a, seat, ghost);
    return APPLIED;
}

/*
 * Who installs first is the first user. But where somebody else begins the play, the first line may be missing or
 * out of its place: the reading holds that needs fewer broken rules.
 */
static void judge_draft(const struct act *a, int seat)
{
    struct materia *s = a->state;
    const uint16_t rulings = a->out->count;
    const int8_t first = s->first;
    materia_judge_draft(s, a->out, true, a->said->line, seat);
    const int wrong = a->out->count - rulings;
    if (first == seat || wrong == 0)
        return;
    a->out->count = rulings;
    s->first = (int8_t)seat;
    materia_judge_draft(s, a->out, true, a->said->line, seat);
    if (a->out->count - rulings < wrong + 1)
        return;
    a->out->count = rulings;
    s->first = first;
    materia_judge_draft(s, a->out, true, a->said->line, seat);
}

/* The first user of the reading that needs the fewest broken rules, where the play begins without a name. */
int materia_first_user(const struct act *a)
{
    struct materia *s = a->state;
    const uint16_t rulings = a->out->count;
    const int8_t first = s->first;
    int best = first, fewest = -1;
    for (int i = 0; i < s->users && first >= 0; i++) {
        s->first = (int8_t)((first + i) % s->users);
        materia_judge_draft(s, a->out, true, a->said->line, s->first);
        int wrong = a->out->count - rulings;
        a->out->count = rulings;
        best = fewest < 0 || wrong < fewest ? s->first : best;
        fewest = fewest < 0 || wrong < fewest ? wrong : fewest;
    }
    s->first = first;
    return best;
}

/* The first act of a period, perhaps while ghosts lie open still. */
void materia_leave_draft(const struct act *a, int seat)
{
    struct materia *s = a->state;
    if (s->draft_judged)
        return;
    s->draft_judged = true;
    if (s->first < 0)
        s->first = (int8_t)seat;
    const unsigned told = a->out->count;
    judge_draft(a, seat);
    give_unnamed(a, seat, s->lost_choices == 0 && a->out->count == told);
    s->unsure |= s->lost_choices > 0 ? UINT32_MAX : 0;
    if (a->said->seat < 0 && a->out->count > told)      /* who begins follows from the choices alone */
        s->uncounted = s->unsure = UINT32_MAX;
    for (int i = 0; i < s->installs; i++)      /* with lines that name nobody all may be other ones' */
        if (s->choice[i].ghost != NO_CARD)
            s->ghost[s->choice[i].ghost].contested |= a->out->count > told && unnamed(s, 0) > 0;
    for (unsigned i = told; i < a->out->count; i++)
        if (a->out->row[i].card >= 0)
            s->ghost[a->out->row[i].card].contested = true;
    for (int i = 0; i < s->users; i++)
        s->unsure |= (uint32_t)(s->drafted[i] != 2) << i;
    if (s->installs < 2 * s->users && a->out->count == told + 1)
        s->late = a->out->row[told].seat;
    if (s->late >= 0)
        s->uncounted |= 1u << s->late;
    if (s->stage == DRAFT)
        materia_deal(s);
}
