/*
 * Haratama kept by its relics (3.3.3): `Bo: trick r3 g7` names those of a trick, but not who played
 * them, and `relics Aki=3 …` the totals of a round.
 *
 * Each player lays one card into each trick; so a round has as many slots as there are cards, a
 * player's place in a trick each, and every card lies in one of them:
 *
 *                     trick   1    2    3    4 …
 *             Aki             r9   ?    r3   ?         a card played: this slot
 *             Bo              r3'  g7   ?    ?         named in a trick: one slot of that trick
 *             Chie            …                        seen in a hand: a later slot of that player
 *
 * A relic that was not named lies in no trick whose relics all were. A deal and a course of play
 * exist exactly when cards and slots can be matched (P. Hall), which augmenting paths decide. Where
 * hands were seen as dealt, which two cards were passed on is weighed in hands_fit for itself.
 */
#include "haratama.h"

enum { SLOTS = CARDS };

/* The slots of a round: those of each seat in order, then one for the card aside. */
struct hidden_slots {
    uint64_t of[PLAYERS];    /* the slots of each seat */
    uint64_t named[PLAYERS]; /* those of them in tricks whose relics are all named */
    uint8_t first[PLAYERS];  /* each seat's slot in the first trick */
    uint64_t aside;
};

static struct hidden_slots slots_of(const struct haratama *s, bool aside_unknown)
{
    struct hidden_slots slots = {.aside = 0};
    unsigned at = 0;
    for (int i = 0; i < players_of(s); i++) {
        slots.first[i] = (uint8_t)at;
        for (int trick = 0; trick < hand_size(&s->round.hands, i); trick++, at++) {
            slots.of[i] |= bit((int)at);
            if (s->relics != 0 && s->named >> trick & 1)
                slots.named[i] |= bit((int)at);
        }
    }
    assert(at + aside_unknown <= SLOTS);
    if (aside_unknown)
        slots.aside = bit((int)at);
    return slots;
}

/*
 * A seat's slot in a trick, or none if it had no card left for that trick; `from`: that slot and
 * all later ones.
 */
static uint64_t slot_in(const struct hidden_slots *slots, int seat, unsigned trick, bool from)
{
    unsigned at = slots->first[seat] + trick;
    uint64_t here = at < SLOTS ? (uint64_t)1 << at : 0;
    return slots->of[seat] & (from ? ~(here - 1) : here);
}

/* What is known of the cards whose plays are not on record. */
struct unplayed {
    uint64_t taken; /* named in tricks */
    /*
     * for a card named in a trick, that trick, counted from 0; for another card, how many tricks
     * were over when it was last seen
     */
    uint8_t trick[CARDS];
    uint64_t may[HANDS_MOST + 1]; /* in which hands a card may have been, and after them aside */
};

static void see_unplayed(const struct haratama *s, uint64_t played, struct unplayed *u)
{
    const struct hands *h = &s->round.hands;
    u->taken = taken_of(s) & ~played;
    for (int i = 0; i < CARDS; i++)
        u->trick[i] = 0;
    for (unsigned i = 0; i < h->count; i++)
        u->trick[h->row[i].card] = h->row[i].trick;
}

/* The slots in which such a card may lie. */
static uint64_t slots_for(const struct haratama *s, const struct hidden_slots *slots,
    const struct unplayed *u, int card)
{
    bool taken = (u->taken & bit(card)) != 0, relic = (s->relics & bit(card)) != 0;
    uint64_t where = taken || !(u->may[players_of(s)] & bit(card)) ? 0 : slots->aside;
    for (int i = 0; i < players_of(s); i++) {
        if (!(u->may[i] & bit(card)))
            continue;
        if (taken)
            where |= slot_in(slots, i, u->trick[card], false);
        else
            where |= slot_in(slots, i, u->trick[card], true) & ~(relic ? slots->named[i] : 0);
    }
    return where;
}

/* A matching of cards with slots, as far as it has come. */
struct relic_matching {
    uint64_t where[CARDS]; /* the slots in which a card may lie */
    uint64_t free;         /* slots without a card */
    uint64_t tried;        /* slots that were tried for the card being placed */
    int8_t holds[SLOTS];   /* the card in each slot that is not free */
};

/* Finds a slot for the card, moving other cards if need be. */
static bool match(struct relic_matching *m, int card)
{
    uint64_t open = m->where[card] & m->free;
    if (open != 0) {
        m->free &= ~(open & -open);
        m->holds[__builtin_ctzll(open)] = (int8_t)card;
        return true;
    }
    for (uint64_t left; (left = m->where[card] & ~m->tried) != 0;) {
        int slot = __builtin_ctzll(left);
        m->tried |= bit(slot);
        if (match(m, m->holds[slot])) {
            m->holds[slot] = (int8_t)card;
            return true;
        }
    }
    return false;
}

static bool match_all(struct relic_matching *m, uint64_t cards)
{
    for (; cards != 0; cards &= cards - 1) {
        m->tried = 0;
        if (!match(m, __builtin_ctzll(cards)))
            return false;
    }
    return true;
}

/*
 * Is any card known to be in a hand, apart from those played? If not, counting alone decides: see
 * haratama_trick.
 */
static bool more_known(const struct hands *h)
{
    uint64_t known = 0;
    for (int i = 0; i < h->players; i++)
        known |= h->known[i] & ~played_by(h, i);
    return known != 0 || h->deep;
}

/* Cards with the fewest slots are placed first, so that few have to be moved. */
bool haratama_tricks_fit(const void *game)
{
    const struct haratama *s = game;
    uint64_t played = 0;
    struct unplayed u;
    struct relic_matching m;
    if (s->round.kept != BY_TRICKS || s->round.position || !more_known(&s->round.hands))
        return true;
    uint64_t cards = hands_may(&s->round.hands, u.may), known = cards & ~(u.may[0] & u.may[1]);
    struct hidden_slots slots = slots_of(s, u.may[players_of(s)] != 0);
    for (int i = 0; i < s->round.trick.plays; i++) {
        const struct play *p = &s->round.trick.play[i];
        if (!play_seen(p))
            continue;
        m.where[p->card] = 0;
        for (int seat = 0; seat < players_of(s); seat++)
            if (p->apart || seat == p->seat)
                m.where[p->card] |= slot_in(&slots, seat, p->trick - 1u, false);
        played |= bit(p->card);
    }
    see_unplayed(s, played, &u);
    for (uint64_t left = cards & ~played; left != 0; left &= left - 1)
        m.where[__builtin_ctzll(left)] = slots_for(s, &slots, &u, __builtin_ctzll(left));
    m.free = slots.aside;
    for (int i = 0; i < players_of(s); i++)
        m.free |= slots.of[i];
    return match_all(&m, played) && match_all(&m, u.taken)
           && match_all(&m, known & ~played & ~u.taken)
           && match_all(&m, cards & ~known & s->relics & ~u.taken)
           && match_all(&m, cards & ~known & ~s->relics & ~u.taken);
}

/* ---- `trick`: a trick and its relics ------------------------------------------------------ */

static enum outcome refuse_because(const struct act *a, int seat, int card, const char *message)
{
    ruling_because_seen(a, round_refuse(a, seat, card, message), card);
    return IMPOSSIBLE;
}

static int relics_fewest(const struct haratama *s)
{
    return players_of(s) == 3 && (aside_of(s) == 0 || s->relics == 0) ? RELICS - 1
                                                                      : haratama_relics_most(s);
}

/* No revelation card bears a higher rank. */
static int kami_most(const struct haratama *s) { return players_of(s) == 4 ? 10 : 8; }

/* How many relics lie on the table; if kami is not on record, how many there may be at most. */
static int relics_lying(const struct haratama *s)
{
    int lying = 0;
    if (s->relics != 0)
        return (int)bits_count(s->table & s->relics);
    for (uint64_t left = s->table; left != 0; left &= left - 1) {
        const int rank = rank_of(__builtin_ctzll(left));
        lying += rank <= kami_most(s) && (bits_count(s->ranks) < 3 || s->ranks >> rank & 1);
    }
    return lying;
}

/*
 * How many cards of the trick on the table nobody has seen, either because they are still to come
 * or because they were played unseen.
 */
static int cards_to_see(const struct haratama *s)
{
    int cards = 0;
    for (int i = 0; i < players_of(s); i++)
        cards += !(s->round.trick.on_table & 1u << i) && cards_left(&s->round, i) > 0;
    for (int i = s->round.trick.first; i < s->round.trick.plays; i++)
        cards += !play_seen(&s->round.trick.play[i]);
    return cards;
}

/* May this seat still win the trick that is begun? */
static bool may_take(const struct haratama *s, int seat)
{
    if (s->round.turns == 0 && s->round.trick.on_table & 1u << seat)
        return round_may_win(&s->round, play_worth, false) >> seat & 1;
    return cards_left(&s->round, seat) > 0;
}

/* With this many relics captured, can enough of the others still be captured in `tricks` tricks? */
static bool can_take(const struct haratama *s, int captured, int tricks)
{
    return captured <= haratama_relics_most(s)
           && captured + (tricks + s->hidden) * players_of(s) >= relics_fewest(s);
}

static void see_taken(struct haratama *s, int card, uint32_t line)
{
    hands_see(&s->round.hands, SEEN_TAKEN, NOBODY, card, line, s->round.trick.done);
}

/*
 * The first of the named relics with which the record no longer fits; NO_CARD: they all fit, if
 * there may be others.
 */
static int first_misfit(const struct act *a, int names, unsigned seen_before)
{
    struct haratama *s = a->state;
    hands_rewind(&s->round.hands, seen_before);
    s->named &= ~((uint32_t)1 << s->round.trick.done);
    for (int i = 0; i < names; i++) {
        see_taken(s, a->said->argument[i].card, a->said->line);
        if (!haratama_tricks_fit(s))
            return a->said->argument[i].card;
    }
    return NO_CARD;
}

/*
 * Takes the relics of a trick. Those named that do not lie on the table yet were played by the
 * other seats, one card each, from hands that can have held them along with everything seen in
 * other tricks.
 */
static enum outcome take_relics(const struct act *a, bool counted, int unseen)
{
    struct haratama *s = a->state;
    const unsigned seen_before = s->round.hands.count;
    const int names = counted ? 0 : a->said->count;
    for (int i = 0; i < names; i++) {
        see_taken(s, a->said->argument[i].card, a->said->line);
        s->ranks |= (uint16_t)(1u << rank_of(a->said->argument[i].card));
    }
    s->round.kept = BY_TRICKS;
    if (!counted || unseen == 0)
        s->named |= (uint32_t)1 << s->round.trick.done; /* the trick has no other relic */
    if (haratama_tricks_fit(s))
        return APPLIED;
    int wrong = first_misfit(a, names, seen_before);
    hands_rewind(&s->round.hands, seen_before);
    if (wrong == NO_CARD)
        return round_impossible(a, a->said->seat, NO_CARD,
            N_("More relics must lie in this trick: no deal fits what was seen before if these are "
               "all."));
    return refuse_because(a, a->said->seat, wrong,
        N_("{card} cannot lie in this trick: no player can have played it beside the other cards "
           "of this trick and of those before."));
}

/*
 * haratama/kami: if the ranks turned up are not on record, the relics named may have three ranks at
 * most.
 */
static enum outcome check_rank(const struct act *a, int card, uint16_t *ranks)
{
    const struct haratama *s = a->state;
    *ranks |= (uint16_t)(1u << rank_of(card));
    if (rank_of(card) > kami_most(s))
        return round_impossible(a, a->said->seat, card,
            N_("{card} is never a relic: no revelation card bears its rank."));
    if (bits_count(*ranks) > 3)
        return round_impossible(a, a->said->seat, card,
            N_("{card} would be a relic of a fourth rank; three ranks are turned up."));
    return APPLIED;
}

static enum outcome check_relics_named(const struct act *a)
{
    struct haratama *s = a->state;
    uint64_t lying = s->table & s->relics;
    uint16_t ranks = s->ranks;
    for (int i = 0; i < a->said->count; i++) {
        int card = a->said->argument[i].card;
        if (!(s->round.hands.deck & bit(card)))
            return round_impossible(a, a->said->seat, card, haratama_round.not_in_deck);
        if (s->relics == 0 && check_rank(a, card, &ranks) != APPLIED)
            return IMPOSSIBLE;
        if (s->relics != 0 && !(s->relics & bit(card)))
            return round_impossible(a, a->said->seat, card,
                N_("{card} is not a relic in round {round}."));
        if (!(s->table & bit(card)) && ((s->round.hands.out | aside_of(s)) & bit(card)))
            return refuse_because(a, a->said->seat, card,
                N_("{card} was seen elsewhere; it cannot be in this trick."));
        lying &= ~bit(card);
    }
    if (lying != 0)
        return refuse_because(a, a->said->seat, __builtin_ctzll(lying),
            N_("{card} lies in this trick and is not among the relics taken."));
    return APPLIED;
}

/* Can a trick have this many relics, `unseen` of which do not lie on the table yet? */
static bool number_fits(const struct haratama *s, int relics, int unseen)
{
    return unseen >= 0 && unseen <= cards_to_see(s)
           && can_take(s, haratama_captured(s) + relics, haratama_tricks_left(s) - 1);
}

static enum outcome refuse_number(const struct act *a, int relics)
{
    const struct haratama *s = a->state;
    if (relics > players_of(s)) {
        message_number(
            &round_refuse(a, a->said->seat, NO_CARD,
                N_("{relics} relics cannot lie in one trick: each player plays one card."))
                 ->message,
            "relics", relics);
        return IMPOSSIBLE;
    }
    struct message *m = &round_refuse(a, a->said->seat, NO_CARD,
        N_("This many relics in one trick ({relics}) do not fit the round: {captured} of {most} "
           "were captured before it; tricks left: {tricks}."))
                             ->message;
    message_number(m, "relics", relics);
    message_number(m, "captured", haratama_captured(s));
    message_number(m, "most", haratama_relics_most(s));
    message_number(m, "tricks", haratama_tricks_left(s));
    return IMPOSSIBLE;
}

/*
 * haratama/early-end: a trick after the last relic changes nothing, and cannot have a relic. If it
 * does, an earlier trick was counted wrongly and the round was not over.
 */
static enum outcome trick_after_end(const struct act *a)
{
    const struct haratama *s = a->state;
    const struct argument *first = &a->said->argument[0];
    const int relics = a->said->count == 1 && first->kind == ARGUMENT_NUMBER ? first->number
                                                                             : a->said->count;
    const bool by_tricks = s->round.kept == BY_TRICKS && s->ended == BY_RELICS && relics >= 0;
    if (by_tricks && relics > 0)
        return refuse_number(a, relics);
    if (s->round.kept == BY_TOTALS || s->ended != BY_RELICS || relics != 0)
        return round_needed(a);
    haratama_after_end(a, a->said->seat, NO_CARD,
        N_("{seat} took a trick after the last relic was captured: the round had ended."));
    return APPLIED;
}

/* Reads the relics of a trick: cards, or their number. */
static enum outcome read_relics(const struct act *a, bool *counted)
{
    *counted = a->said->count == 1 && a->said->argument[0].kind == ARGUMENT_NUMBER;
    for (int i = 0; i < a->said->count && !*counted; i++)
        if (a->said->argument[i].kind != ARGUMENT_CARD)
            return act_malformed(a, i,
                N_("cards and a count together; expected relics, or how many"));
    if (*counted && a->said->argument[0].number < 0)
        return act_malformed(a, 0, N_("a negative count; expected how many relics"));
    return round_check_named(a);
}

/* In a position, before its first card: what was captured before the record begins. */
static enum outcome trick_before(const struct act *a, int relics)
{
    struct haratama *s = a->state;
    if (haratama_captured(s) + relics > RELICS)
        return refuse_number(a, relics);
    s->before[a->said->seat] = (uint8_t)(s->before[a->said->seat] + relics);
    haratama_recount(s);
    return APPLIED;
}

/* `Bo: trick r3 g7`: from here on the round is kept by tricks. */
enum outcome haratama_trick(const struct act *a)
{
    struct haratama *s = a->state;
    const int seat = a->said->seat;
    bool counted;
    if (s->round.stage == AFTER)
        return trick_after_end(a);
    enum outcome outcome = read_relics(a, &counted);
    if (outcome != APPLIED)
        return outcome;
    if (s->round.turns == 0 && s->round.trick.on_table & 1u << seat && !may_take(s, seat))
        return round_impossible(a, seat, NO_CARD,
            N_("{seat} did not win this trick: a better card lies on the table."));
    if (!counted && check_relics_named(a) != APPLIED)
        return IMPOSSIBLE;
    const int relics = counted ? a->said->argument[0].number : a->said->count;
    if (s->round.position && !round_playing(&s->round))
        return trick_before(a, relics);
    int unseen = relics - (counted ? relics_lying(s) : 0);
    if (counted && s->relics == 0 && unseen < 0)
        unseen = 0; /* unseen cards need not be relics */
    for (int i = 0; i < a->said->count && !counted; i++)
        unseen -= (s->table & bit(a->said->argument[i].card)) != 0;
    if (!number_fits(s, relics, unseen))
        return refuse_number(a, relics);
    if (s->round.turns != 0)
        round_leave_apart(a);
    if (take_relics(a, counted, unseen) != APPLIED)
        return IMPOSSIBLE;
    s->captured[seat] += (uint8_t)relics;
    s->table = 0;
    trick_end(&s->round.trick, seat, 0);
    haratama_end_if_over(a);
    return APPLIED;
}

/* ---- `relics`: the totals ----------------------------------------------------------------- */

/* Could each seat have taken `more` further relics in this many tricks? */
static bool more_fit(const struct haratama *s, const int *more, int tricks)
{
    for (int i = 0; i < players_of(s); i++)
        tricks -= (more[i] + players_of(s) - 1) / players_of(s);
    return tricks >= 0;
}

/*
 * The same while a trick is on the table: all of its relics go to one seat that may still win it.
 */
static bool more_fit_begun(const struct haratama *s, int *more, int tricks)
{
    int lying = (int)bits_count(s->table & s->relics);
    int most = s->relics == 0 ? players_of(s) : lying + cards_to_see(s);
    for (int i = 0; i < players_of(s); i++)
        for (int takes = lying; may_take(s, i) && takes <= most && takes <= more[i]; takes++) {
            more[i] -= takes;
            bool fits = more_fit(s, more, tricks - 1);
            more[i] += takes;
            if (fits)
                return true;
        }
    return false;
}

/* Could these be the totals, given the tricks that are left or not on record? */
static bool totals_fit(const struct haratama *s, const int32_t *total)
{
    int more[PLAYERS] = {0}, tricks = haratama_tricks_left(s) + s->hidden;
    for (int i = 0; i < players_of(s); i++) {
        more[i] = total[i] - s->captured[i];
        if (more[i] < 0)
            return false;
    }
    return s->round.trick.on_table != 0 ? more_fit_begun(s, more, tricks)
                                        : more_fit(s, more, tricks);
}

/* Refuses totals whose sum is wrong. */
static enum outcome refuse_sum(const struct act *a, int sum)
{
    const int most = haratama_relics_most(game(a)), fewest = relics_fewest(game(a));
    struct message *m = &round_refuse(a, NOBODY, NO_CARD,
        fewest == most
            ? N_("The relics named add up to {sum}; {most} are in play in round {round}.")
            : N_("The relics named add up to {sum}; {fewest} or {most} are in play in round "
                 "{round}."))
                             ->message;
    message_number(m, "sum", sum);
    message_number(m, "fewest", fewest);
    message_number(m, "most", most);
    return IMPOSSIBLE;
}

/*
 * Refuses totals whose sum is right, but of which one is less than that seat took, or more than it
 * can have taken in the tricks left.
 */
static enum outcome refuse_totals(const struct act *a, const int32_t *total)
{
    const struct haratama *s = a->state;
    for (int i = 0; i < players_of(s); i++) {
        if (total[i] >= s->captured[i])
            continue;
        struct message *m = &round_refuse(a, NOBODY, NO_CARD,
            s->kami_line != 0 ? N_("{taker}'s relics in round {round}: {captured} on record, but "
                                   "only {named} named. Or the ranks in line {line} are wrong.")
                              : N_("{taker}'s relics in round {round}: {captured} on record, but "
                                   "only {named} named."))
                                 ->message;
        message_seat(m, "taker", i);
        message_number(m, "line", (int32_t)s->kami_line);
        message_number(m, "captured", s->captured[i]);
        message_number(m, "named", total[i]);
        return IMPOSSIBLE;
    }
    struct message *m = &round_refuse(a, NOBODY, NO_CARD,
        N_("These relics do not fit round {round}: {captured} were captured before, and nobody can "
           "have taken that many more in the tricks that are left ({tricks})."))
                             ->message;
    message_number(m, "captured", haratama_captured(s));
    message_number(m, "tricks", haratama_tricks_left(s));
    return IMPOSSIBLE;
}

/*
 * Totals of a round that is over already by its plays: they may repeat what is known, and supply
 * what was not seen.
 */
static enum outcome totals_again(const struct act *a, const int32_t *total)
{
    struct haratama *s = a->state;
    if (s->round.kept == BY_TOTALS) {
        message_number(
            &round_refuse(a, NOBODY, NO_CARD,
                N_("Round {round} is over by the totals of line {line}. If they are wrong, correct "
                   "that line; for another round expected `round` first."))
                 ->message,
            "line", (int32_t)s->ended_line);
        return IMPOSSIBLE;
    }
    for (int i = 0; i < players_of(s); i++)
        if (total[i] < s->captured[i] || (total[i] > s->captured[i] && !(s->more >> i & 1))) {
            struct message *m = &round_refuse(a, i, NO_CARD,
                N_("Round {round} is over; {seat}'s relics in it: {captured}, not {named}."))
                                     ->message;
            message_number(m, "captured", s->captured[i]);
            message_number(m, "named", total[i]);
            return IMPOSSIBLE;
        }
    if (s->more != 0)
        haratama_score_late(a, total);
    return APPLIED;
}

/* `relics Aki=3 …`: the totals of the whole round. A player who is not named took none. */
enum outcome haratama_relics(const struct act *a)
{
    struct haratama *s = a->state;
    int32_t total[PLAYERS] = {0};
    int sum = 0;
    uint8_t named;
    enum outcome outcome = round_read_seats(a, 0, N_("a negative count; expected how many relics"),
        total, &named);
    if (outcome != APPLIED)
        return outcome;
    for (int i = 0; i < players_of(s); i++)
        sum += total[i];
    if ((s->round.stage != AFTER || s->more != 0)
        && (sum < relics_fewest(s) || sum > haratama_relics_most(s)))
        return refuse_sum(a, sum);
    if (s->round.stage == AFTER)
        return totals_again(a, total);
    if (!totals_fit(s, total))
        return refuse_totals(a, total);
    bool twelve = a->setting->house->option[HOUSE_EARLY_END].choice == 0;
    bool last = haratama_tricks_left(s) <= 1;
    for (int i = 0; i < players_of(s); i++)
        s->captured[i] = (uint8_t)total[i];
    s->more = s->hidden = 0;
    s->round.kept = BY_TOTALS;
    s->round.trick.on_table = 0;
    s->round.trick.first = s->round.trick.plays;
    s->table = 0;
    haratama_close(a, last || (haratama_captured(s) < RELICS && twelve) ? BY_HANDS : BY_RELICS);
    return APPLIED;
}
