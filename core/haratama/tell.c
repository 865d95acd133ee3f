/* What Haratama tells: the rounds, how the players stand, and the table at a glance. */
#include "haratama.h"

/* ---- telling the score ------------------------------------------------------------------- */

/* A number, or null where it is not known. */
static void tell_known(struct teller *t, const char *key, bool known, long number)
{
    if (known)
        tell_number(t, key, number);
    else
        tell_nothing(t, key);
}

static void tell_round(const struct haratama *s, struct teller *t)
{
    static const char *const words[] =
        {[OPEN] = "open", [BY_RELICS] = "relics", [BY_HANDS] = "hands"};
    tell_open(t, NULL, '{');
    tell_number(t, "round", s->round.number);
    if (s->kami[0] == 0) {
        tell_nothing(t, "kami");
    } else {
        tell_open(t, "kami", '[');
        for (int i = 0; i < 3; i++)
            tell_number(t, NULL, s->kami[i]);
        tell_close(t);
    }
    const bool unknown = s->ended != OPEN && s->more != 0;
    tell_open(t, "captured", '[');
    for (int i = 0; i < players_of(s); i++)
        tell_known(t, NULL, !(s->more >> i & 1), s->captured[i]);
    tell_close(t);
    tell_seat(t, "haratama", s->ended == OPEN || unknown ? -1 : haratama_holder(s));
    tell_open(t, "loss", '[');
    for (int i = 0; i < players_of(s); i++)
        tell_known(t, NULL, !unknown, haratama_loss(s, i));
    tell_close(t);
    tell_word(t, "ended", words[s->ended]);
    tell_close(t);
}

void haratama_tell_rows(const void *state, const struct setting *setting, struct teller *t,
    uint32_t *told, bool last)
{
    const struct haratama *s = state;
    (void)setting;
    /* until then its totals may still be said */
    const bool scored = s->round.stage == AFTER && s->more == 0;
    if ((int32_t)*told < s->round.number && (scored || last)) {
        tell_round(s, t);
        *told = (uint32_t)s->round.number;
    }
}

/* With tie=tied the winner may come before somebody with a smaller loss. */
void haratama_stand(const void *state, const struct setting *setting, struct standing *out)
{
    const struct haratama *s = state;
    (void)setting;
    for (int i = 0; i < players_of(s); i++) {
        out[i].scored = s->unknown == 0;
        out[i].points = (int32_t)-s->total[i];
    }
    if (s->unknown == 0)
        standing_by_points(out, players_of(s));
    for (int i = 0; i < players_of(s) && s->unknown > 0; i++)
        out[i].place = 0;
}

/* ---- at the table ------------------------------------------------------------------------ */

void haratama_place(const void *state, const struct setting *setting, struct message *out)
{
    const struct haratama *s = state;
    uint32_t winners;
    /* the next one is asked for */
    const bool next = s->round.stage != DURING && !haratama_finished(s, setting, &winners);
    message_set(out, s->round.stage == DURING && s->round.kept != BY_TOTALS
                         ? N_("R{round} T{trick}")
                         : N_("R{round}"));
    message_number(out, "round", s->round.number + next);
    message_number(out, "trick", s->round.trick.done + 1);
}

static struct cardset set_of(uint64_t cards) { return (struct cardset){{cards, 0}}; }

/*
 * Says by which card the trick was won, and which cards could not win because they did not follow.
 */
static void reasons_of_trick(const struct haratama *s, struct news *n)
{
    const struct trick *t = &s->round.trick;
    struct trick one = *t;
    uint64_t others = 0, relics = 0;
    int from = t->first;
    while (from > 0 && t->play[from - 1].trick == t->done)
        from--;
    one.first = (uint8_t)from;
    one.plays = t->first;
    const struct play *best = trick_best(&one, s, play_worth);
    for (int i = from; i < t->first; i++) {
        relics |= play_card(&t->play[i]) & s->relics;
        others |= play_follows(&t->play[i]) ? 0 : play_card(&t->play[i]);
    }
    if (best == NULL || best->seat != t->leader)
        return;
    struct message *m = news_reason(n, RULE_TRICK,
        others == 0 ? N_("{card} is the highest card of the suit led, {suit}.")
                    : N_("{card} is the highest card of the suit led, {suit}; not of that suit, "
                         "and so without effect: {others}."));
    message_card(m, "card", best->card);
    message_word(m, "suit", haratama_suits.name[best->led]);
    message_cards(m, "others", set_of(others));
    if (relics != 0)
        message_cards(news_reason(n, RULE_CAPTURE, N_("Relics in it: {cards}.")), "cards",
            set_of(relics));
}

/* Who took the trick, and what it cost. */
static void news_of_trick(const struct haratama *was, const struct haratama *is, struct news *n)
{
    int winner = is->round.trick.leader, relics = haratama_captured(is) - haratama_captured(was);
    struct message *m = news_by(n, RULE_TRICK,
        relics == 0   ? N_("Trick {trick} is {winner}'s.")
        : relics == 1 ? N_("Trick {trick} is {winner}'s, with a relic: {total} now.")
                      : N_("Trick {trick} is {winner}'s, with {relics} relics: {total} now."));
    message_number(m, "trick", is->round.trick.done);
    message_seat(m, "winner", winner);
    message_number(m, "relics", relics);
    message_number(m, "total", is->captured[winner]);
    reasons_of_trick(is, n);
}

/* Says why the round is over, and what its losses depend on. */
static void reasons_of_end(const struct haratama *s, int holder, struct news *n)
{
    struct message *m;
    if (s->round.kept == BY_TOTALS)
        news_reason(n, RULE_LOSS, N_("It is kept by the relics that everybody took."));
    else if (s->ended == BY_RELICS)
        message_number(news_reason(n, RULE_EARLY_END,
                           N_("With this every relic in play is captured: {count} of them.")),
            "count", haratama_captured(s));
    else
        news_reason(n, RULE_LOSS, N_("Every hand has been played to its last card."));
    if (s->more != 0) {
        news_reason(n, RULE_LOSS,
            N_("Who took how many relics is not known, and so nobody's loss is."));
        return;
    }
    if (holder < 0) {
        news_reason(n, RULE_LOSS, N_("Nobody has enough relics for a haratama."));
        return;
    }
    m = news_reason(n, RULE_HARATAMA,
        N_("{holder} has {relics}; with {players} players {least} are needed."));
    message_seat(m, "holder", holder);
    message_number(m, "relics", s->captured[holder]);
    message_number(m, "players", players_of(s));
    message_number(m, "least", haratama_least(s));
}

static void news_of_end(const struct haratama *is, struct news *n)
{
    const int holder = is->more == 0 ? haratama_holder(is) : NOBODY;
    struct message *m = news_by(n, holder >= 0 ? RULE_HARATAMA : RULE_LOSS,
        holder >= 0 ? N_("Round {round} is over: Haratama! {holder} took {relics} relics; "
                         "everybody else loses {loss}.")
                    : N_("Round {round} is over."));
    message_number(m, "round", is->round.number);
    if (holder >= 0) {
        message_seat(m, "holder", holder);
        message_number(m, "relics", is->captured[holder]);
        message_number(m, "loss", 10 * is->captured[holder]);
    }
    reasons_of_end(is, holder, n);
    if (is->more == 0 && is->short_round == (uint32_t)is->round.number)
        haratama_tell_short(is, n);
}

/* Says who has won and by how little, and why there were that many rounds. */
static void news_of_winners(const struct haratama *s, const struct setting *setting,
    uint32_t winners, struct news *n)
{
    const struct choice *end = &setting->house->option[HOUSE_END];
    const bool by_rounds = end->choice == 0;
    message_seats(news_by(n, by_rounds ? RULE_ROUNDS : RULE_THRESHOLD,
                      N_("The game is over, won by {winners}.")),
        "winners", winners);
    struct message *m = news_reason(n, by_rounds ? RULE_ROUNDS : RULE_THRESHOLD,
        by_rounds ? N_("{end} rounds make a game, and {winners} alone lost least: {loss}.")
                  : N_("Somebody has lost {end} or more, and {winners} alone lost least: {loss}."));
    message_number(m, "end", end->number);
    message_seats(m, "winners", winners);
    message_number(m, "loss", (int32_t)s->total[__builtin_ctz(winners)]);
    for (int i = 0; i < players_of(s); i++) {
        if (winners >> i & 1)
            continue;
        m = news_reason(n, RULE_ROUNDS, N_("{seat} lost {loss}."));
        message_seat(m, "seat", i);
        message_number(m, "loss", (int32_t)s->total[i]);
    }
    if (by_rounds && s->closed > (uint32_t)end->number)
        message_number(news_reason(n, RULE_TIE,
                           N_("After round {round} the least loss was shared, and so it went on.")),
            "round", (int32_t)s->closed - 1);
}

void haratama_news(const void *before, const void *after, const struct setting *setting,
    struct news *n)
{
    const struct haratama *was = before, *is = after;
    uint32_t winners;
    if (is->round.number != was->round.number)
        return;
    if (is->broken && !was->broken)
        news_by(n, RULE_BREAK, N_("Blue is broken."));
    if (is->round.trick.done > was->round.trick.done && is->round.trick.leader >= 0
        && is->round.turns == 0 && is->more == 0)
        news_of_trick(was, is, n);
    const bool over = is->round.stage == AFTER, was_over = was->round.stage == AFTER;
    if (over && !was_over)
        news_of_end(is, n);
    if (over && was_over && memcmp(is->captured, was->captured, sizeof is->captured) != 0)
        message_number(news_by(n, RULE_LOSS,
                           N_("Round {round} is scored again by these totals; `score` shows it.")),
            "round", is->round.number);
    if (is->closed > was->closed && haratama_finished(is, setting, &winners))
        news_of_winners(is, setting, winners, n);
}

void haratama_tell_table(const void *state, const struct setting *setting, struct teller *t)
{
    const struct haratama *s = state;
    uint64_t taken = taken_of(s) | aside_of(s);
    tell_open(t, NULL, '{');
    tell_number(t, "round", s->round.number);
    tell_number(t, "trick", s->round.trick.done + 1);
    tell_truth(t, "open", s->round.stage == DURING);
    tell_truth(t, "broken", s->broken);
    tell_seat(t, "turn", round_turn(state, setting));
    round_tell_trick(&s->round, t);
    tell_open(t, "seats", '[');
    for (int i = 0; i < players_of(s); i++) {
        taken |= played_by(&s->round.hands, i);
        tell_open(t, NULL, '{');
        tell_seat(t, "seat", i);
        tell_known(t, "relics", !(s->more >> i & 1), s->captured[i]);
        tell_known(t, "cards", !s->round.hands.any_size,
            s->round.stage == DURING ? cards_left(&s->round, i) : 0);
        tell_known(t, "points", s->unknown == 0, (long)-s->total[i]);
        tell_close(t);
    }
    tell_close(t);
    tell_cards(t, "relics_out", set_of(s->relics & s->round.hands.deck & ~taken));
    tell_close(t);
}

/* ---- what would come of a card ----------------------------------------------------------- */

/* The seat that has played this card in this round; NOBODY: none has. */
static int who_played(const struct trick *t, int card)
{
    for (int i = 0; i < t->plays; i++)
        if (t->play[i].card == card && !t->play[i].apart)
            return t->play[i].seat;
    return NOBODY;
}

/*
 * May the seat play this card now, as far as is known? If not, `why` (which may be NULL) gets the
 * reason.
 */
static bool may_play(const struct haratama *s, const struct setting *setting, int seat, int card,
    struct message *why)
{
    const char *text = N_("{seat} cannot play {card} now, as far as is known.");
    const struct cardset legal = seat >= 0 ? round_legal(s, setting, seat)
                                           : (struct cardset){{0, 0}};
    if (seat >= 0 && s->round.stage == DURING && seat == round_turn(s, setting)
        && cards_hold(&legal, card))
        return true;
    const int other = s->round.stage == DURING ? who_played(&s->round.trick, card) : NOBODY;
    if (why != NULL && other >= 0) {
        message_seat(message_set(why,
                         N_("{card} has been played: {seat} played it in this round.")),
            "seat", other);
        message_card(why, "card", card);
    } else if (why != NULL) {
        message_seat(message_set(why, seat >= 0 ? text : N_("Nobody plays {card} now.")), "seat",
            seat);
        message_card(why, "card", card);
    }
    return false;
}

bool haratama_what_if(const void *state, const struct setting *setting, int seat, int card,
    struct teller *t, struct message *why)
{
    const struct haratama *s = state;
    const struct trick *trick = &s->round.trick;
    const int cards = trick_cards(trick);
    if (!may_play(s, setting, seat, card, why))
        return false;
    if (t == NULL)
        return true;
    struct play mine = {.card = (uint8_t)card,
        .suit = (uint8_t)(card >> 4),
        .led = (uint8_t)(card >> 4)};
    int taker = seat, relics = (s->relics & bit(card)) != 0;
    if (cards > 0)
        mine.led = trick->play[trick->first].led;
    int most = play_worth(s, &mine);
    for (int i = trick->first; i < trick->plays && cards > 0; i++) {
        relics += (s->relics & play_card(&trick->play[i])) != 0;
        if (play_worth(s, &trick->play[i]) > most) {
            most = play_worth(s, &trick->play[i]);
            taker = trick->play[i].seat;
        }
    }
    tell_open(t, NULL, '{');
    tell_card(t, "card", card);
    tell_seat(t, "seat", seat);
    tell_seat(t, "taker", taker);
    tell_truth(t, "full", cards + 1 == players_of(s));
    tell_number(t, "relics", relics);
    tell_number(t, "loss", 10L * relics);
    tell_close(t);
    return true;
}
