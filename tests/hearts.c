/*
 * Hearts, as an example of another game: its rules are all that stands here (core/ADDING.md,
 * "Another game"). With it in the place of the table of rulebooks the program judges, scores and
 * keeps Hearts: tests/test_hearts.sh.
 *
 * Four players, thirteen cards each of two (c2) to the ace (c14), three passed to the left. The two
 * of clubs leads. A heart costs a point, the queen of spades (s12) thirteen; the least wins once
 * somebody has a hundred.
 */
#include "core/round.h"

#include <string.h>

enum { CLUBS, DIAMONDS, SPADES, HEARTS, SUITS };
enum {
    PLAYERS = 4,
    HAND = 13,
    PASSES = 3,
    ALL_POINTS = 26,
    TWO_OF_CLUBS = CLUBS * 16 + 2,
    QUEEN = SPADES * 16 + 12
};
#define DECK 0x7FFC7FFC7FFC7FFCu

enum {
    RULE_DECK,
    RULE_PASS,
    RULE_TWO_LEADS,
    RULE_TURN,
    RULE_HEARTS_LEAD,
    RULE_FOLLOW,
    RULE_TRICK,
    RULE_POINTS,
    RULE_MOON,
    RULE_END,
    RULE_COUNT
};
enum { HOUSE_END, HOUSE_COUNT };
enum { SAY_PLAY = VERB_PLAY, SAY_DEAL, SAY_HAND, SAY_PASS, SAY_SHOW, VERB_COUNT };
enum { DUTY_FOLLOW = ANY_CARD + 1, DUTY_NO_HEARTS_LEAD };

struct hearts {
    struct round round;      /* comes first: hands, tricks, and how far the deal has come */
    int32_t total[PLAYERS];  /* of the deals that are over */
    int32_t points[PLAYERS]; /* of this deal */
    bool broken;             /* a heart was played */
};

/* ---- tables ---------------------------------------------------------------------------------- */

static const struct suits suits = {
    .letters = "cdsh",
    .ja = {"♣", "♦", "♠", "♥"},
    .name = {N_("clubs"), N_("diamonds"), N_("spades"), N_("hearts")},
    .most = 14,
};

static int card_read(struct span token) { return suited_read(&suits, token); }
static size_t card_write(int card, bool ja, char *out)
{
    return suited_write(&suits, card, ja, out);
}

static const struct rule rules[RULE_COUNT + 1] = {
    [RULE_DECK] = {"deck", true, "1", "カード", N_("Cards"),
        N_("52 cards: four suits of 2 to 14, the ace.")},
    [RULE_PASS] = {"pass", true, "2", "交換", N_("Passing"),
        N_("Each player gives three cards to the left neighbour.")},
    [RULE_TWO_LEADS] = {"two-leads", true, "3", "プレイ", N_("Playing"),
        N_("The two of clubs leads the first trick.")},
    [RULE_TURN] = {"turn", true, "3", "プレイ", N_("Playing"),
        N_("One card each, clockwise; the winner leads next.")},
    [RULE_HEARTS_LEAD] = {"hearts-lead", true, "3", "プレイ", N_("Playing"),
        N_("Before a heart was played hearts may not be led, unless the leader holds nothing "
           "else.")},
    [RULE_FOLLOW] = {"follow", true, "3", "プレイ", N_("Playing"),
        N_("Who holds a card of the suit led must play one.")},
    [RULE_TRICK] = {"trick", false, "3", "プレイ", N_("Playing"),
        N_("The highest card of the suit led wins.")},
    [RULE_POINTS] = {"points", false, "4", "得点", N_("Scoring"),
        N_("A point a heart, thirteen the queen of spades.")},
    [RULE_MOON] = {"moon", false, "4", "得点", N_("Scoring"),
        N_("Who takes all 26 has none, all others have 26.")},
    [RULE_END] = {"end", false, "4", "得点", N_("Scoring"),
        N_("Once somebody has reached 100 the least points win.")},
    [RULE_COUNT] = {0},
};

static const struct option options[HOUSE_COUNT + 1] = {
    [HOUSE_END] = {"end", {{.word = "points", .kind = ANSWER_IS_NUMBER, .number = 100}}, RULE_END,
        N_("At how many points does the game end?")},
    [HOUSE_COUNT] = {0},
};

static const struct verb verbs[VERB_COUNT + 1] = {
    [SAY_PLAY] = {"", NULL, SEAT_MAY, ARGUMENT_CARD, 1, ARGUMENTS_MOST, NULL, N_("[NAME:] CARD…"),
        N_("cards played, in turn order; a name is the first player's")},
    [SAY_DEAL] = {"deal", "ディール", SEAT_NONE, 0, 0, 0, NULL, N_("deal"),
        N_("the next deal begins")},
    [SAY_HAND] = {"hand", "手札", SEAT_MUST, ARGUMENT_CARD | ARGUMENT_UNSEEN, 1, ARGUMENTS_MOST,
        NULL, N_("NAME: hand CARD…"),
        N_("the cards of a hand before the first play, ? for unseen ones")},
    [SAY_PASS] = {"pass", "渡す", SEAT_MUST, ARGUMENT_CARD | ARGUMENT_UNSEEN, 1, HAND, NULL,
        N_("NAME: pass CARD CARD CARD"),
        N_("the three cards passed to the left, ? for unseen ones")},
    [SAY_SHOW] = {"show", "公開", SEAT_MUST, ARGUMENT_CARD, 1, ARGUMENTS_MOST, NULL,
        N_("NAME: show CARD…"), N_("cards shown now, as evidence; nothing is moved")},
    [VERB_COUNT] = {0},
};

/* ---- 3 Playing ------------------------------------------------------------------------------- */

/* hearts/two-leads */
static int first_leader(const void *game) { return round_holder(game, TWO_OF_CLUBS); }

/* hearts/follow; hearts/hearts-lead */
static int duty_of(const void *game, int seat, int led)
{
    (void)seat;
    return led >= 0                                ? DUTY_FOLLOW
           : ((const struct hearts *)game)->broken ? ANY_CARD
                                                   : DUTY_NO_HEARTS_LEAD;
}

static void played(const struct act *a, struct play *p)
{
    struct hearts *s = a->state;
    if (p->lead && p->trick == 1 && p->card != TWO_OF_CLUBS)
        act_irregular(a, RULE_TWO_LEADS, p->seat, p->card,
            N_("{seat} led {card}, but the two of clubs leads."));
    s->broken |= p->suit == HEARTS;
}

/* ---- 4 Scoring ------------------------------------------------------------------------------- */

/* hearts/moon */
static void end_deal(struct hearts *s)
{
    int shooter = NOBODY;
    for (int i = 0; i < PLAYERS; i++)
        shooter = s->points[i] == ALL_POINTS ? i : shooter;
    for (int i = 0; i < PLAYERS; i++) {
        s->points[i] = shooter < 0 ? s->points[i] : i == shooter ? 0 : ALL_POINTS;
        s->total[i] += s->points[i];
    }
    s->round.stage = AFTER;
}

/* hearts/trick, hearts/points */
static void take_trick(const struct act *a)
{
    struct hearts *s = a->state;
    struct trick *t = &s->round.trick;
    const int winner = trick_best(t, s, play_worth)->seat;
    for (int i = t->first; i < t->plays; i++)
        s->points[winner] += t->play[i].suit == HEARTS ? 1 : t->play[i].card == QUEEN ? 13 : 0;
    trick_end(t, winner, 0);
    if (t->done == HAND)
        end_deal(s);
}

static void stand(const void *state, const struct setting *setting, struct standing *out)
{
    const struct hearts *s = state;
    (void)setting;
    for (int i = 0; i < PLAYERS; i++)
        out[i] = (struct standing){.scored = true, .points = -s->total[i]};
    standing_by_points(out, PLAYERS);
}

/* hearts/end */
static bool finished(const void *state, const struct setting *setting, uint32_t *winners)
{
    const struct hearts *s = state;
    struct standing seat[PLAYERS];
    bool reached = false;
    stand(state, setting, seat);
    *winners = 0;
    for (int i = 0; i < PLAYERS; i++) {
        reached |= s->total[i] >= setting->house->option[HOUSE_END].number;
        *winners |= seat[i].place == 1 ? 1u << i : 0;
    }
    return reached && s->round.stage == AFTER;
}

/* ---- how it differs from other games of its kind --------------------------------------------- */

static const struct charge did_not_follow = {RULE_FOLLOW, follow_texts, round_values};
static const struct charge led_hearts = {
    .rule = RULE_HEARTS_LEAD,
    .text =
        (const char *const[VERDICT_TEXTS]){
            [BY_A_CARD] = N_(
                "{seat} led {card} before any heart was played, and still held {proof}."),
            [CLAIMED] = N_("{seat} led {card} before any heart was played. That is right only if "
                           "{seat} had nothing but hearts left."),
            [BY_COUNTING] = N_("{seat} led {card} before any heart was played, but too few hearts "
                               "were left to fill that hand."),
            [NOT_PROVED] = N_(
                "Whether {seat} held nothing but hearts depends on cards nobody has shown."),
        },
    .values = round_values,
};

static const struct duty duties[] = {
    [ANY_CARD] = {0},
    [DUTY_FOLLOW] = {&did_not_follow, true, 0},
    [DUTY_NO_HEARTS_LEAD] = {&led_hearts, false, DECK & 0x0000FFFFFFFFFFFFu},
};

static const struct round_game hearts_round = {
    .suits = &suits,
    .counted = "deal",
    .not_begun = N_("No deal has begun; expected `deal` first."),
    .over = N_("Deal {deal} is over; expected `deal` first."),
    .too_late = N_("Deal {deal} is over; {card} cannot be played in it."),
    .not_in_deck = N_("{card} is not in the deck: its cards are 2 to 14."),
    .rule_turn = RULE_TURN,
    .rule_pass = RULE_PASS,
    .duty = duties,
    .duty_of = duty_of,
    .first_leader = first_leader,
    .played = played,
    .full = take_trick,
};

/* ---- statements ------------------------------------------------------------------------------ */

static void begin(void *state, const struct setting *setting)
{
    memset(state, 0, sizeof(struct hearts));
    round_prepare(state, &hearts_round, setting->seats->count);
}

static enum outcome say_deal(const struct act *a)
{
    struct hearts *s = a->state;
    uint32_t winners;
    if (s->round.stage == DURING)
        return round_impossible(a, NOBODY, NO_CARD, N_("Deal {deal} is still open."));
    if (finished(s, a->setting, &winners))
        return round_impossible(a, NOBODY, NO_CARD, N_("The game was over after deal {deal}."));
    round_begin(&s->round, DECK, HAND, PASSES);
    memset(s->points, 0, sizeof s->points);
    s->broken = false;
    return APPLIED;
}

static enum outcome apply(struct act *a)
{
    if (a->said->verb == SAY_DEAL)
        return say_deal(a);
    if (a->said->verb == SAY_SHOW)
        return round_show(a);
    enum outcome outcome = round_needed(a);
    if (outcome != APPLIED)
        return outcome;
    return a->said->verb == SAY_HAND   ? round_hand(a)
           : a->said->verb == SAY_PASS ? round_pass(a)
                                       : round_play(a);
}

static bool turns_page(const void *state, const struct setting *setting,
    const struct statement *said)
{
    uint32_t winners;
    return !said->common && said->verb == SAY_DEAL && ((const struct round *)state)->stage != DURING
           && !finished(state, setting, &winners);
}

/* ---- telling --------------------------------------------------------------------------------- */

static void tell_points(const struct hearts *s, struct teller *t)
{
    tell_open(t, "points", '[');
    for (int i = 0; i < PLAYERS; i++)
        tell_number(t, NULL, s->points[i]);
    tell_close(t);
}

static void tell_rows(const void *state, const struct setting *setting, struct teller *t,
    uint32_t *told, bool last)
{
    const struct hearts *s = state;
    (void)setting;
    if ((int32_t)*told == s->round.number || (s->round.stage != AFTER && !last))
        return;
    *told = (uint32_t)s->round.number;
    tell_open(t, NULL, '{');
    tell_number(t, "deal", s->round.number);
    tell_points(s, t);
    tell_close(t);
}

static void place(const void *state, const struct setting *setting, struct message *out)
{
    const struct round *r = state;
    (void)setting;
    message_number(message_set(out, N_("D{deal} T{trick}")), "deal", r->number);
    message_number(out, "trick", r->trick.done + 1);
}

static void news(const void *before, const void *after, const struct setting *setting,
    struct news *out)
{
    const struct hearts *was = before, *is = after;
    (void)setting;
    if (is->round.number != was->round.number || is->round.trick.done == was->round.trick.done)
        return;
    struct message *m = news_add(out, N_("Trick {trick} is {winner}'s: {total} now."));
    message_number(m, "trick", is->round.trick.done);
    message_seat(m, "winner", is->round.trick.leader);
    message_number(m, "total", is->points[is->round.trick.leader]);
}

static void tell_table(const void *state, const struct setting *setting, struct teller *t)
{
    const struct hearts *s = state;
    tell_open(t, NULL, '{');
    tell_number(t, "deal", s->round.number);
    tell_number(t, "trick", s->round.trick.done + 1);
    tell_seat(t, "turn", round_turn(state, setting));
    round_tell_trick(&s->round, t);
    tell_points(s, t);
    tell_close(t);
}

/* ---- the rulebook and its parts -------------------------------------------------------------- */

static const struct knowledge_part knowledge_part = {.legal = round_legal, .turn = round_turn};
static const struct table_part table_part = {
    .cards = N_("A card is the letter of its suit and its number, 2 to 14: c2, h14."),
    .place = place,
    .news = news,
    .tell = tell_table,
    .trick = round_trick,
};
static const struct chances_part chances_part = {.asks = card_asks,
    .shares = round_odds,
    .room = sizeof(struct counted)};

static const struct rulebook hearts_rulebook = {
    .id = "hearts",
    .title = N_("Hearts"),
    .seats_least = PLAYERS,
    .seats_most = PLAYERS,
    .verbs = verbs,
    .rules = rules,
    .options = options,
    .card_read = card_read,
    .card_write = card_write,
    .card_hint = N_("a card such as h9 or s12"),
    .state_size = sizeof(struct hearts),
    .begin = begin,
    .apply = apply,
    .turns_page = turns_page,
    .weigh = round_weigh,
    .rows_key = "deals",
    .tell_rows = tell_rows,
    .stand = stand,
    .finished = finished,
    .knowledge = &knowledge_part,
    .table = &table_part,
    .chances = &chances_part,
};

/* In the place of core/rulebooks.c. */
const struct rulebook *const rulebooks[] = {&hearts_rulebook, NULL};
