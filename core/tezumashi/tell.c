/* What Tezumashi tells: the deals, how the players stand, and the table at a glance. */
#include "tezumashi.h"

/* ---- telling the score ------------------------------------------------------------------- */

static void tell_suit(struct teller *t, const char *key, int suit)
{
    /* the letters of tezumashi_suits */
    static const char *const words[] = {"b", "u", "w", "r"};
    tell_word(t, key, words[suit]);
}

static void tell_points(struct teller *t, const char *key, bool known, long points)
{
    if (known)
        tell_number(t, key, points);
    else
        tell_nothing(t, key);
}

static void tell_missing(const struct tezumashi *s, const struct deal *d,
    const struct setting *setting, struct teller *t)
{
    struct missing one;
    tell_open(t, "missing", '[');
    for (int n = 0; tezumashi_missing(s, d, setting, n, &one); n++) {
        if (one.lack == LACK_NOTHING)
            continue;
        tell_open(t, NULL, '{');
        if (one.seat >= 0)
            tell_seat(t, "seat", one.seat);
        switch (one.lack) {
        case LACK_NOTHING: break;
        case LACK_CHOICE: tell_nothing(t, "table"); break;
        case LACK_ROW:
            tell_number(t, "table", one.number);
            tell_number(t, "tricks", one.tricks);
            break;
        case LACK_TABLE: tell_number(t, "table", one.number); break;
        case LACK_MINUS: tell_suit(t, "minus", one.number); break;
        case LACK_EFFECT: tell_word(t, "ability", s->name[one.number]); break;
        case LACK_WINNER: tell_number(t, "trick", one.number); break;
        }
        tell_close(t);
    }
    tell_close(t);
}

/* Tells a deal. What is missing is told only when the deal is over. */
static void tell_deal(const struct tezumashi *s, const struct deal *d, int number,
    const struct setting *setting, struct teller *t)
{
    long points[PLAYERS];
    tell_open(t, NULL, '{');
    tell_number(t, "deal", number);
    tell_truth(t, "open", !d->over);
    tell_open(t, "tricks", '[');
    for (int i = 0; i < players_of(s); i++)
        tell_points(t, NULL, !(d->more >> i & 1), d->tricks[i]);
    tell_close(t);
    if (!d->totals) {
        tell_open(t, "winners", '[');
        for (int i = 0; i < d->winners; i++)
            tell_seat(t, NULL, d->winner[i]);
        tell_close(t);
    }
    if (tezumashi_deal_points(s, d, setting, points)) {
        tell_open(t, "points", '[');
        for (int i = 0; i < players_of(s); i++)
            tell_number(t, NULL, points[i]);
        tell_close(t);
    } else {
        tell_nothing(t, "points");
    }
    if (d->over)
        tell_missing(s, d, setting, t);
    tell_close(t);
}

/*
 * A deal becomes final when the next one begins: until then its last trick may change, and `minus`
 * may follow.
 */
void tezumashi_tell_rows(const void *state, const struct setting *setting, struct teller *t,
    uint32_t *told, bool last)
{
    const struct tezumashi *s = state;
    while ((int32_t)*told < s->round.number && ((int32_t)*told + 1 < s->round.number || last)) {
        struct deal d;
        tezumashi_deal(s, (int)*told, &d);
        ++*told;
        tell_deal(s, &d, (int)*told, setting, t);
    }
}

void tezumashi_stand(const void *state, const struct setting *setting, struct standing *out)
{
    const struct tezumashi *s = state;
    long total[PLAYERS] = {0};
    bool known = tezumashi_totals(s, setting, total);
    for (int i = 0; i < players_of(s); i++) {
        out[i].scored = known || tezumashi_total(s, setting, i, &total[i]);
        out[i].points = (int32_t)total[i];
    }
    if (known)
        standing_by_points(out, players_of(s));
    for (int i = 0; i < players_of(s) && !known; i++)
        out[i].place = 0;
}

/* ---- at the table ------------------------------------------------------------------------ */

/* The player to move, what that player has won, and what the table pays for it. */
void tezumashi_place(const void *state, const struct setting *setting, struct message *out)
{
    const struct tezumashi *s = state;
    int seat = tezumashi_turn(state, setting), trick = tricks_done(s) + 1;
    long points = 0;
    bool known = seat >= 0 && tezumashi_pays(&s->now, setting, seat, s->now.tricks[seat], &points);
    message_set(out, s->round.stage != DURING || s->round.kept == BY_TOTALS ? N_("D{deal}")
                     : seat < 0                                             ? N_("D{deal} T{trick}")
                     : known ? N_("D{deal} T{trick} ({tricks}) {won} pays {points}")
                             : N_("D{deal} T{trick} ({tricks})"));
    /* the next one is asked for */
    const bool next = s->round.stage != DURING && s->round.number < players_of(s);
    message_number(out, "deal", s->round.number + next);
    message_number(out, "trick", trick > TRICKS ? TRICKS : trick);
    message_numbers(out, "tricks", s->now.tricks, players_of(s));
    if (seat >= 0)
        message_number(out, "won", s->now.tricks[seat]);
    message_number(out, "points", (int32_t)points);
}

static void news_of_trick(const struct tezumashi *was, const struct tezumashi *is,
    const struct setting *setting, struct news *n)
{
    const int done = tricks_done(is),
              winner = is->now.winners == done ? is->now.winner[done - 1] : NOBODY;
    if (winner < 0)
        return;
    struct message *m = news_add(n,
        tricks_done(was) < done ? N_("Trick {trick} is {winner}'s: {total} now.")
                                : N_("Trick {trick} is {winner}'s after all: {total} now."));
    message_number(m, "trick", done);
    message_seat(m, "winner", winner);
    message_number(m, "total", is->now.tricks[winner]);
    tezumashi_tell_won(is, setting, n);
}

/* Says what the table has to decide now, because the house leaves it to the table. */
static void news_to_say(const struct tezumashi *was, const struct tezumashi *is,
    const struct setting *setting, struct news *n)
{
    const struct choice *starter = &setting->house->option[HOUSE_STARTER];
    bool next = is->round.number >= 2 && is->round.number != was->round.number;
    if (next && is->starter < 0 && starter->choice == ANSWER_ASK)
        message_number(news_add(n, N_("Who starts deal {deal}? `NAME: start` says it.")), "deal",
            is->round.number);
}

static void news_of_missing(const struct tezumashi *s, const struct missing *one, struct news *n)
{
    static const char *const texts[] = {
        [LACK_NOTHING] = "",
        [LACK_CHOICE] = N_("The score table that {seat} chose is not on record."),
        [LACK_TABLE] = N_("Table {table} is not in the pack."),
        [LACK_ROW] = N_("Table {table} has no points yet for these numbers of tricks: {tricks}."),
        [LACK_MINUS] = N_(
            "{seat}'s minus card is counted at the table; expected `minus NAME=POINTS`."),
        [LACK_EFFECT] = N_("What {ability} does is not in the pack."),
        [LACK_WINNER] = N_(
            "Who won trick {trick} is not known and it counts for nobody; `NAME: trick` says it."),
    };
    if (one->lack == LACK_NOTHING)
        return;
    struct message *m = news_add(n, texts[one->lack]);
    if (one->seat >= 0)
        message_seat(m, "seat", one->seat);
    message_number(m, "table", one->number);
    message_number(m, "tricks", one->tricks);
    message_number(m, "trick", one->number);
    if (one->lack == LACK_EFFECT)
        message_text(m, "ability", span_of(s->name[one->number]));
}

/* tezumashi/score: what the chosen table pays, and what the minus card adds to it. */
static void reason_of_points(const struct deal *d, const struct setting *setting, int seat,
    long points, struct news *n)
{
    long pays;
    if (!tezumashi_pays(d, setting, seat, d->tricks[seat], &pays))
        return;
    struct message *m = news_reason(n, RULE_SCORE,
        points != pays ? N_(
            "Table {table} pays {pays} for tricks: {tricks}; the minus card makes it {points}.")
                       : N_("Table {table} pays {pays} for tricks: {tricks}."));
    message_number(m, "table", d->thing[seat][TABLE]);
    message_number(m, "pays", (int32_t)pays);
    message_number(m, "tricks", d->tricks[seat]);
    message_number(m, "points", (int32_t)points);
}

/* The deal is over: says its points, or what is missing to count them. */
static void news_of_deal(const struct tezumashi *s, const struct setting *setting, struct news *n)
{
    struct deal d;
    struct missing one;
    long points[PLAYERS];
    tezumashi_take_stock(s, &d);
    bool known = tezumashi_deal_points(s, &d, setting, points);
    message_number(news_by(n, RULE_TRICKS,
                       known ? N_("Deal {deal} is over.")
                             : N_("Deal {deal} is over; it is kept as tricks only.")),
        "deal", s->round.number);
    news_reason(n, RULE_TRICKS,
        d.totals ? N_("It is kept by the tricks that everybody won.")
                 : N_("Every hand has been played to its last card."));
    for (int i = 0; tezumashi_missing(s, &d, setting, i, &one); i++)
        news_of_missing(s, &one, n);
    for (int i = 0; i < players_of(s) && known; i++) {
        struct message *m = news_add(n, N_("{seat}: tricks {tricks}, points {points}."));
        message_seat(m, "seat", i);
        message_number(m, "tricks", d.tricks[i]);
        message_number(m, "points", (int32_t)points[i]);
        reason_of_points(&d, setting, i, points[i], n);
    }
}

/* tezumashi/deals: says how many deals there are, and what everybody has. */
static void news_of_winners(const struct tezumashi *s, const struct setting *setting,
    uint32_t winners, struct news *n)
{
    long total[PLAYERS];
    message_seats(news_by(n, RULE_DEALS, N_("The game is over, won by {winners}.")), "winners",
        winners);
    if (!tezumashi_totals(s, setting, total))
        return;
    message_number(news_reason(n, RULE_DEALS,
                       N_("A game has {deals} deals, as many as players; the most points win.")),
        "deals", players_of(s));
    for (int i = 0; i < players_of(s); i++) {
        struct message *m = news_reason(n, RULE_DEALS, N_("{seat}: points {points} in all."));
        message_seat(m, "seat", i);
        message_number(m, "points", (int32_t)total[i]);
    }
}

/* Have tricks or minus points changed? */
static bool score_changed(const struct deal *was, const struct deal *is, int players)
{
    bool changed = was->counted != is->counted || was->over != is->over;
    for (int i = 0; i < players; i++)
        changed |= was->tricks[i] != is->tricks[i] || was->minus[i] != is->minus[i];
    return changed;
}

/* An ability with nearly this name, from the deck or named before; NULL: there is none. */
static const char *name_like(const struct tezumashi *was, const struct tezumashi_pack *pack,
    struct span name)
{
    struct guess near = {.word = name, .far = name.length < 5 ? 2 : 3};
    for (int i = 0; i < was->names; i++)
        guess_known(&near, was->name[i]);
    for (int i = 0; i < pack->abilities; i++)
        guess_known(&near, pack->ability[i].id);
    return near.name;
}

/*
 * A name that is neither in the deck nor among the cards laid out may be a slip of the pen: the
 * news is doubtful.
 */
static void news_of_names(const struct tezumashi *was, const struct tezumashi *is,
    const struct setting *setting, struct news *n)
{
    if (is->offered[ABILITY] != was->offered[ABILITY])
        return;
    for (int i = was->names; i < is->names; i++)
        if (tezumashi_ability(setting->pack, span_of(is->name[i])) == NULL) {
            const char *near = name_like(was, setting->pack, span_of(is->name[i]));
            struct message *m = news_add(n,
                near != NULL ? N_("{name}: an ability that no deck lists; did you mean `{near}`?")
                             : N_("{name}: an ability that no deck lists."));
            message_text(m, "name", span_of(is->name[i]));
            if (near != NULL)
                message_text(m, "near", span_of(near));
            m->doubtful = true;
        }
}

void tezumashi_news(const void *before, const void *after, const struct setting *setting,
    struct news *n)
{
    const struct tezumashi *was = before, *is = after;
    uint32_t winners;
    news_of_names(was, is, setting, n);
    if (is->round.number != was->round.number || is->round.stage == BEFORE) {
        news_to_say(was, is, setting, n);
        return;
    }
    bool over = is->round.stage == AFTER;
    bool changed = score_changed(&was->now, &is->now, players_of(is));
    bool trick = tricks_done(is) > tricks_done(was)
                 || (lies_full(is) && lies_full(was)
                     && is->round.trick.winner != was->round.trick.winner);
    if (trick)
        news_of_trick(was, is, setting, n);
    if (over && (was->round.stage != AFTER || changed))
        news_of_deal(is, setting, n);
    if (over && changed && tezumashi_finished(is, setting, &winners) && winners != 0)
        news_of_winners(is, setting, winners, n);
}

static void tell_ability(const struct tezumashi *s, const struct setting *setting, struct teller *t,
    int seat)
{
    int ability = s->now.thing[seat][ABILITY];
    if (ability < 0) {
        tell_nothing(t, "ability");
        tell_nothing(t, "uses_left");
        return;
    }
    const struct ability *one = tezumashi_ability(setting->pack, span_of(s->name[ability]));
    tell_word(t, "ability", one != NULL && one->name[0] != '\0' ? one->name : s->name[ability]);
    int left = one != NULL ? one->uses - s->uses[seat][ability] : 0;
    tell_points(t, "uses_left", one != NULL && one->uses >= 0, left > 0 ? left : 0);
}

/*
 * Tells a seat's tricks, what its table pays for them, and what for each number that it can still
 * reach.
 */
static void tell_target(const struct tezumashi *s, const struct setting *setting, struct teller *t,
    int seat)
{
    int won = s->now.tricks[seat], left = s->round.stage == DURING ? TRICKS - tricks_done(s) : 0;
    int table = s->now.thing[seat][TABLE], suit = s->now.thing[seat][MINUS];
    long points = 0;
    bool known = tezumashi_pays(&s->now, setting, seat, won, &points);
    tell_points(t, "tricks", !(s->now.more >> seat & 1), won);
    tell_points(t, "table", table >= 0, table);
    tell_points(t, "pays", known, points);
    tell_open(t, "still", '[');
    for (int tricks = won; tricks <= won + left; tricks++) {
        known = tezumashi_pays(&s->now, setting, seat, tricks, &points);
        tell_open(t, NULL, '{');
        tell_number(t, "tricks", tricks);
        tell_points(t, "points", known, points);
        tell_close(t);
    }
    tell_close(t);
    if (suit >= 0)
        tell_suit(t, "minus", suit);
    else
        tell_nothing(t, "minus");
}

void tezumashi_tell_table(const void *state, const struct setting *setting, struct teller *t)
{
    const struct tezumashi *s = state;
    int trick = tricks_done(s) + 1;
    tell_open(t, NULL, '{');
    tell_number(t, "deal", s->round.number);
    tell_number(t, "trick", trick > TRICKS ? TRICKS : trick);
    tell_truth(t, "open", s->round.stage == DURING);
    tell_seat(t, "turn", tezumashi_turn(state, setting));
    round_tell_trick(&s->round, t); /* tezumashi/pile: no other cards may be looked at */
    tell_open(t, "seats", '[');
    for (int i = 0; i < players_of(s); i++) {
        long total = 0;
        bool known = tezumashi_total(s, setting, i, &total);
        tell_open(t, NULL, '{');
        tell_seat(t, "seat", i);
        if (s->round.number > 0)
            tell_target(s, setting, t, i);
        if (s->round.number > 0)
            tell_ability(s, setting, t, i);
        tell_points(t, "cards", !s->round.hands.any_size,
            s->round.stage == DURING ? cards_left(&s->round, i) : 0);
        tell_points(t, "points", known, total);
        tell_close(t);
    }
    tell_close(t);
    tell_close(t);
}
