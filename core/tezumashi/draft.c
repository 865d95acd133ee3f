/*
 * Tezumashi's preparation: what lies on the table (ゲームの準備), and the draft
 * (ディールの準備・流れ).
 */
#include "tezumashi.h"

#include <string.h>

/* ---- abilities by name ------------------------------------------------------------------- */

const struct ability *tezumashi_entered(const struct tezumashi *s, const struct setting *setting,
    int ability)
{
    const struct ability *one = tezumashi_ability(setting->pack, span_of(s->name[ability]));
    return one != NULL && one->effect.what != 0 ? one : NULL;
}

enum outcome tezumashi_named(const struct act *a, int argument, int *ability)
{
    struct tezumashi *s = a->state;
    const struct argument *named = &a->said->argument[argument];
    char name[NAME_ROOM];
    if (!tezumashi_name(named->text, false, name)) {
        act_malformed(a, argument,
            N_("“{found}” cannot name an ability; expected at most 63 bytes, no number or effect"));
        message_text(&a->fault->message, "found", named->text);
        return MALFORMED;
    }
    const struct ability *one = tezumashi_ability(a->setting->pack, span_of(name));
    const char *id = one != NULL ? one->id : name;
    /* by its printed name too, by which it may have been named before its row was read */
    for (*ability = 0; *ability < s->names; ++*ability)
        if (strcmp(s->name[*ability], id) == 0
            || (one != NULL && strcmp(s->name[*ability], one->folded) == 0))
            return APPLIED;
    if (s->names == ABILITIES)
        return round_impossible(a, a->said->seat, NO_CARD,
            N_("The deck has twelve abilities; this is one more."));
    memcpy(s->name[s->names++], id, strlen(id) + 1);
    return APPLIED;
}

/* ---- ゲームの準備 Setting up ----------------------------------------------------------------- */

/* A thing of a kind by its place: a table's number, a suit, an ability's place among the names. */
static enum outcome thing_of(const struct act *a, int argument, enum thing_kind kind, int *thing)
{
    const struct argument *one = &a->said->argument[argument];
    switch (kind) {
    case TABLE:
        if (one->kind != ARGUMENT_NUMBER || one->number < 1 || one->number > TABLES)
            return act_misread(a, argument,
                N_("“{found}” is not a score table; expected a number from 1 to 8"));
        *thing = one->number;
        return APPLIED;
    case MINUS:
        if (one->kind != ARGUMENT_WORD || one->number < THINGS)
            return act_malformed(a, argument,
                N_("no such minus card; expected a suit: b, u, w or r"));
        *thing = one->number - THINGS;
        return APPLIED;
    case ABILITY:
        if (one->kind != ARGUMENT_TEXT && (one->kind != ARGUMENT_WORD || one->number < THINGS))
            return act_malformed(a, argument,
                N_("no ability's name; expected one that is not a number or effect"));
        return tezumashi_named(a, argument, thing);
    }
    return APPLIED;
}

/*
 * tezumashi/offer: four players lay out five tables, among them no. 7; three players four, among
 * them no. 8.
 */
static void check_offer(const struct act *a, enum thing_kind kind, uint16_t offer, int count)
{
    bool four = players_of(game(a)) == 4;
    if (kind == ABILITY && count != OFFERED)
        message_number(&act_irregular(a, RULE_OFFER, NOBODY, NO_CARD,
                           N_("Abilities laid out: {count}; there are six."))
                            ->message,
            "count", count);
    if (kind == TABLE && (count != players_of(game(a)) + 1 || !(offer & 1u << (four ? 7 : 8))))
        act_irregular(a, RULE_OFFER, NOBODY, NO_CARD,
            four ? N_("With four players five score tables are laid out, no. 7 among them.")
                 : N_("With three players four score tables are laid out, no. 8 among them."));
}

enum outcome tezumashi_offer(const struct act *a)
{
    struct tezumashi *s = a->state;
    const struct argument *first = &a->said->argument[0];
    enum thing_kind kind = first->number == TABLE ? TABLE : ABILITY;
    uint16_t offer = 0;
    if (first->kind != ARGUMENT_WORD || first->number == MINUS || first->number >= THINGS)
        return act_malformed(a, 0, N_("what is laid out? Expected `table` or `ability` first"));
    for (int i = 1; i < a->said->count; i++) {
        int thing = 0;
        enum outcome outcome = thing_of(a, i, kind, &thing);
        if (outcome != APPLIED)
            return outcome;
        if (offer & 1u << thing)
            return round_impossible(a, NOBODY, NO_CARD,
                N_("The same card is laid out twice; each exists once."));
        offer |= (uint16_t)(1u << thing);
    }
    if (s->offered[kind] != 0 && s->offered[kind] != offer)
        act_irregular(a, RULE_OFFER, NOBODY, NO_CARD,
            N_("Other cards were laid out before; they are the same in the whole game."));
    else
        check_offer(a, kind, offer, a->said->count - 1);
    s->offered[kind] = offer;
    return APPLIED;
}

/* ---- ディールの準備・流れ Preparing a deal: the start player --------------------------------- */

enum outcome tezumashi_start(const struct act *a)
{
    struct tezumashi *s = a->state;
    int seat = a->said->seat;
    if (round_playing(&s->round))
        return round_impossible(a, seat, NO_CARD,
            N_("`start` comes too late: cards have been played already."));
    if (s->start_line != 0 && s->starter != seat) {
        message_seat(&round_refuse(a, seat, NO_CARD,
                         N_("{starter} was named to start deal {deal} already."))
                          ->message,
            "starter", s->starter);
        return IMPOSSIBLE;
    }
    s->start_line = a->said->line;
    s->starter = s->round.trick.leader = (int8_t)seat;
    return APPLIED;
}

/* ---- … the draft ------------------------------------------------------------------------- */

int tezumashi_chooser(const struct tezumashi *s)
{
    int seat = s->starter, next = NOBODY;
    if (s->free_order || s->round.stage != DURING || round_playing(&s->round))
        return NOBODY;
    for (int i = 0; seat >= 0 && i < players_of(s); i++, seat = next_clockwise(seat, players_of(s)))
        if (s->picks[seat] < THINGS && (next < 0 || s->picks[seat] < s->picks[next]))
            next = seat;
    return next;
}

enum { UNKNOWN_THING = -1 };
struct draft_piece {
    enum thing_kind kind;
    int number; /* UNKNOWN_THING: it is not known which */
    bool any;   /* not even its kind is known */
};

/* Reads one thing, beginning with argument `at`; the word for its kind may be left out. */
static enum outcome read_thing(const struct act *a, int *at, struct draft_piece *out)
{
    const struct argument *one = &a->said->argument[*at];
    if (one->kind == ARGUMENT_WORD && one->number < THINGS) {
        out->kind = (enum thing_kind)one->number;
        if (++*at == a->said->count)
            return act_malformed(a, *at - 1,
                N_("which one? Expected a table's number, a suit or an ability's name"));
        one = &a->said->argument[*at];
    } else {
        out->kind = one->kind == ARGUMENT_NUMBER ? TABLE
                    : one->kind == ARGUMENT_WORD ? MINUS
                                                 : ABILITY;
    }
    out->number = UNKNOWN_THING;
    if (one->kind == ARGUMENT_UNSEEN) {
        out->any = ++*at == 1 || a->said->argument[*at - 2].kind != ARGUMENT_WORD
                   || a->said->argument[*at - 2].number >= THINGS;
        return APPLIED;
    }
    out->any = false;
    return thing_of(a, (*at)++, out->kind, &out->number);
}

/* What rule the choice breaks, or NULL. The choice counts all the same. */
static const char *check_choice(const struct act *a, const struct draft_piece *one)
{
    static const char *const second[] = {
        [TABLE] = N_("{seat} chose a second score table; each takes exactly one."),
        [MINUS] = N_("{seat} chose a second minus card; each takes exactly one."),
        [ABILITY] = N_("{seat} chose a second ability; each takes exactly one."),
    };
    const struct tezumashi *s = a->state;
    if (round_playing(&s->round))
        return N_("{seat} chose after the first card was played.");
    if (one->number == UNKNOWN_THING)
        return NULL;
    if (s->offered[one->kind] != 0 && !(s->offered[one->kind] & 1u << one->number))
        return one->kind == TABLE ? N_("{seat} chose score table {table}, which was not laid out.")
                                  : N_("{seat} chose {ability}, which was not laid out.");
    return s->taken[a->said->seat][one->kind] != 0 ? second[one->kind] : NULL;
}

static void name_thing(const struct tezumashi *s, struct message *m, const struct draft_piece *one)
{
    if (one->number == UNKNOWN_THING)
        return;
    switch (one->kind) {
    case TABLE: message_number(m, "table", one->number); break;
    case MINUS: message_word(m, "suit", tezumashi_suits.name[one->number]); break;
    case ABILITY: message_text(m, "ability", span_of(s->name[one->number])); break;
    }
}

static enum outcome take(const struct act *a, const struct draft_piece *one)
{
    static const char *const taken[] = {
        [TABLE] = N_("Score table {table} lies before {owner} already; each exists once."),
        [MINUS] = N_("The {suit} minus card lies before {owner} already; each exists once."),
        [ABILITY] = N_("{ability} lies before {owner} already; each exists once."),
    };
    struct tezumashi *s = a->state;
    int seat = a->said->seat;
    s->picks[seat]++;
    if (one->number == UNKNOWN_THING)
        return APPLIED;
    for (int i = 0; i < players_of(s); i++) {
        if (!(s->taken[i][one->kind] & 1u << one->number))
            continue;
        struct message *m = &round_refuse(a, seat, NO_CARD, taken[one->kind])->message;
        message_seat(m, "owner", i);
        name_thing(s, m, one);
        return IMPOSSIBLE;
    }
    s->taken[seat][one->kind] |= (uint16_t)(1u << one->number);
    s->now.thing[seat][one->kind] = (int8_t)one->number;
    return APPLIED;
}

/*
 * Notes a choice. The draft goes clockwise from the start player, three times round, one thing a
 * turn; several things in one line do not show their order. Weighed later.
 */
static void note_choice(const struct act *a, bool several, bool wrong)
{
    struct tezumashi *s = a->state;
    s->free_order |= several || s->choices == CHOICES_MOST;
    if (s->starter < 0 && !s->free_order) {
        s->starter = s->round.trick.leader = a->said->seat;
        s->first_choice = a->said->line;
    }
    if (s->free_order)
        return;
    s->choice[s->choices].line = a->said->line;
    s->choice[s->choices].seat = (int8_t)a->said->seat;
    s->choice[s->choices++].wrong = wrong;
}

/*
 * Is this known to be an ability? It is if it was laid out; or, if nobody said what was laid out,
 * if the deck has it.
 */
static bool is_known_ability(const struct act *a, int ability)
{
    const struct tezumashi *s = a->state;
    return s->offered[ABILITY] != 0
               ? s->offered[ABILITY] >> ability & 1
               : tezumashi_ability(a->setting->pack, span_of(s->name[ability])) != NULL;
}

/*
 * If two abilities and no minus card are chosen together, one of them must be meant as the minus
 * card, with a suit that does not exist. Its place among the things; -1: there is nothing of the
 * kind.
 */
static int meant_as_minus(const struct act *a, const struct draft_piece *thing, int things)
{
    int abilities = 0, unknown = -1;
    for (int i = 0; i < things; i++) {
        if (thing[i].kind == MINUS || thing[i].number == UNKNOWN_THING)
            return -1;
        if (thing[i].kind != ABILITY)
            continue;
        abilities++;
        if (unknown < 0 && !is_known_ability(a, thing[i].number))
            unknown = i;
    }
    return abilities == 2 ? unknown : -1;
}

static enum outcome no_minus_card(const struct act *a, int argument)
{
    return act_misread(a, argument,
        N_("“{found}” is not a minus card; expected a suit: b, u, w or r"));
}

/* tezumashi/draft: at most one ruling for a statement. */
enum outcome tezumashi_choose(const struct act *a)
{
    struct draft_piece thing[ARGUMENTS_MOST];
    int end[ARGUMENTS_MOST];
    const char *wrong = NULL;
    int things = 0, first = 0, seat = a->said->seat;
    for (int at = 0; at < a->said->count;) {
        enum outcome outcome = read_thing(a, &at, &thing[things]);
        if (outcome != APPLIED)
            return outcome;
        end[things++] = at;
    }
    const int minus = meant_as_minus(a, thing, things);
    if (minus >= 0)
        return no_minus_card(a, end[minus] - 1);
    for (int i = 0; i < things; i++) {
        first = wrong != NULL ? first : i;
        wrong = wrong != NULL ? wrong : check_choice(a, &thing[i]);
        if (take(a, &thing[i]) != APPLIED)
            return IMPOSSIBLE;
    }
    if (wrong != NULL)
        name_thing(game(a), &act_irregular(a, RULE_DRAFT, seat, NO_CARD, wrong)->message,
            &thing[first]);
    note_choice(a, things > 1, wrong != NULL || round_playing(&game(a)->round));
    return APPLIED;
}

/* Are all choices of this seat on record? */
static bool all_noted(const struct tezumashi *s, int seat) { return s->picks[seat] >= THINGS; }

bool tezumashi_order_known(const struct tezumashi *s)
{
    bool all = true;
    for (int i = 0; i < players_of(s); i++)
        all &= all_noted(s, i);
    return s->starter >= 0 && !s->free_order && (s->first_choice == 0 || s->start_line != 0 || all);
}

/*
 * The seat whose turn came before this one's, going by what each has chosen. Only seats with all
 * three choices on record count, because others may have chosen without a line. NOBODY: it was this
 * seat's turn.
 */
static int due_before(const struct tezumashi *s, int starter, const uint8_t *chosen, int chooser)
{
    int due = NOBODY, seat = starter;
    for (int i = 0; i < players_of(s); i++, seat = next_clockwise(seat, players_of(s)))
        if ((seat == chooser || (all_noted(s, seat) && chosen[seat] < THINGS))
            && (due < 0 || chosen[seat] < chosen[due]))
            due = seat;
    return due == chooser ? NOBODY : due;
}

static uint32_t last_choice(const struct tezumashi *s, int seat)
{
    uint32_t line = 0;
    for (int i = 0; i < s->choices; i++)
        if (s->choice[i].seat == seat)
            line = s->choice[i].line;
    return line;
}

/* tezumashi/draft: things are chosen in turn, clockwise from the start player. */
void tezumashi_weigh_draft(const struct tezumashi *s, struct rulings *out)
{
    uint8_t chosen[PLAYERS] = {0};
    for (int i = 0; i < s->choices && tezumashi_order_known(s); i++) {
        const int seat = s->choice[i].seat, due = due_before(s, s->starter, chosen, seat);
        chosen[seat]++;
        if (due < 0 || s->choice[i].wrong)
            continue;
        struct ruling *r = rulings_add(out, RULING_IRREGULAR, RULE_DRAFT, seat, NO_CARD,
            s->choice[i].line, N_("{seat} chose, but it was {expected}'s turn."));
        message_seat(&r->message, "expected", due);
        ruling_because(r, last_choice(s, due));
    }
}

/* In the draft an unknown choice may be missing, in the play an unknown card. */
size_t tezumashi_missing_act(const void *state, const struct setting *setting, unsigned n,
    char *out, size_t room)
{
    static const char choice[] = ": choose ?";
    const struct tezumashi *s = state;
    const int chooser = tezumashi_chooser(s);
    if (chooser < 0)
        return round_missing(state, setting, n, out, room);
    if (n > 0)
        return round_missing(state, setting, n - 1, out, room);
    char name[SEAT_TOKEN];
    const size_t length = seat_write(setting->seats, chooser, name);
    if (length + sizeof choice > room)
        return 0;
    memcpy(out, name, length);
    memcpy(out + length, choice, sizeof choice);
    return length + sizeof choice - 1;
}
