/*
 * Tezumashi てづま師, in the order of its rulebook: components, setting up, preparing a deal, tricks.
 * Of the booklet only these pages are at hand; score tables, minus cards and abilities come from the
 * owner's pack. Each check stands beside the rule it enforces.
 *
 * The draft is in draft.c, the owner's cards in deck.c, what can be known of
 * hidden hands in known.c, the score and the table at a glance in score.c.
 */
#include "tezumashi.h"

#include <string.h>

/* ---- the rules --------------------------------------------------------------------------- */

static const struct rule rules[RULE_COUNT + 1] = {
    [RULE_DECK] = {"deck", true, "", "内容物", N_("Components"),
        N_("Four suits, butterfly, umbrella, water and ring, each with the numbers 1 to 9 and three "
           "like trumps: 48 cards. Three players play without each suit's 1, 9 and one trump: 36. "
           "Eight score tables, four minus cards, six ability cards of two sides: each exists once.")},
    [RULE_PLAYERS] = {"players", false, "", "プレイ人数", N_("Number of players"),
        N_("Three or four players.")},
    [RULE_OFFER] = {"offer", true, "2", "ゲームの準備", N_("Setting up"),
        N_("On the table lie the four minus cards; five score tables with no. 7 among them, or with "
           "three players four with no. 8; and six abilities. They are the same in the whole game.")},
    [RULE_DEAL] = {"deal", false, "3", "ディールの準備・流れ", N_("Preparing a deal"),
        N_("Twelve cards each.")},
    [RULE_DRAFT] = {"draft", true, "3", "ディールの準備・流れ", N_("Preparing a deal"),
        N_("After seeing the hands, from the start player clockwise in three laps, each takes one "
           "thing a turn: in all exactly one minus card, one score table and one ability, in any "
           "order. Only the ability so taken is used, and no more often than it says.")},
    [RULE_LEAD] = {"lead", false, "4", "カードを出す", N_("Playing a card"),
        N_("The start player leads the first trick.")},
    [RULE_TURN] = {"turn", true, "4", "カードを出す", N_("Playing a card"),
        N_("One card each, clockwise from the leader; the winner of a trick leads the next.")},
    [RULE_FOLLOW] = {"follow", true, "4", "カードを出す", N_("Playing a card"),
        N_("Who holds a card of the suit led, its trumps included, must play one; otherwise any card "
           "may be played.")},
    [RULE_WIN_NUMBER] = {"win-number", false, "4", "トリックの勝者の決定", N_("Winning the trick"),
        N_("The highest number of the suit led wins.")},
    [RULE_WIN_TRUMP] = {"win-trump", false, "4", "トリックの勝者の決定", N_("Winning the trick"),
        N_("If trumps took effect, the one played first of them wins. A trump has no number.")},
    [RULE_NO_WINNER] = {"no-winner", true, "4", "トリックの勝者の決定", N_("Winning the trick"),
        N_("If nobody played a number of the suit led and no trump took effect, the rulebook does not "
           "say who wins.")},
    [RULE_NO_PROOF] = {"no-proof", false, "4", "カードを出す", N_("Playing a card"),
        N_("Who cannot follow does not show the hand to prove it.")},
    [RULE_PILE] = {"pile", false, "4", "カードの獲得", N_("Taking the cards"),
        N_("A trick taken lies face down, each by itself; nobody may look at it, not even its owner.")},
    [RULE_TRICKS] = {"tricks", false, "3", "ディールの準備・流れ", N_("Preparing a deal"),
        N_("Twelve tricks a deal.")},
    [RULE_SCORE] = {"score", false, "1", "ゲームの概要", N_("The game in short"),
        N_("The points of the table chosen for the number of tricks won, and those of the minus card.")},
    [RULE_DEALS] = {"deals", false, "1", "ゲームの概要", N_("The game in short"),
        N_("As many deals as players; most points win.")},
    [RULE_COUNT] = {0},
};

static const struct option options[HOUSE_COUNT + 1] = {
    [HOUSE_TRUMP] = {"trump", {{.word = "offsuit"}, {.word = "any"}}, RULE_WIN_TRUMP,
        N_("Which trumps take effect: those of another suit than was led, or any?")},
    [HOUSE_NO_WINNER] = {"no-winner", {{.word = "leader"}, {.word = "ask", .kind = ANSWER_IS_ASKED}},
        RULE_NO_WINNER,
        N_("Nobody played a number of the suit led, and no trump took effect. Who wins the trick: its "
           "leader, or does the table say?")},
    [HOUSE_STARTER] = {"starter", {{.word = "clockwise"}, {.word = "ask", .kind = ANSWER_IS_ASKED}},
        RULE_LEAD,
        N_("Who starts the next deal: the next player clockwise, or does the table say?")},
    [HOUSE_TRACK] = {"track", {{.word = "0"}, {.word = "1"}}, RULE_SCORE,
        N_("The markers begin under the 1 of the track: is that no point, or one?")},
    [HOUSE_TIE] = {"tie",
        {{.word = "shared"}, {.word = "ask", .kind = ANSWER_IS_ASKED}, {.word = "SEAT", .kind = ANSWER_IS_SEAT}}, RULE_DEALS,
        N_("Several have most points: is the victory shared, or does the table decide?")},
    [HOUSE_ODDS] = {"odds", {{.word = "free"}, {.word = "locked"}}, RULE_DECK,
        N_("May the table ask for the odds while a deal is played: freely, or are they locked?")},
    [HOUSE_REMEDY] = {"remedy", {{.word = "TEXT", .kind = ANSWER_IS_TEXT}}, RULE_DECK,
        N_("What the table decided after an irregularity; the score stays as it was played.")},
    [HOUSE_COUNT] = {0},
};

/* ---- the language ------------------------------------------------------------------------ */

#define THING_TAKES (ARGUMENT_WORD | ARGUMENT_NUMBER | ARGUMENT_TEXT)
#define THING_WORDS "table minus/マイナス ability b/蝶 u/傘 w/水 r/輪"

static const struct verb verbs[VERB_COUNT + 1] = {
    [SAY_PLAY] = {"", NULL, SEAT_MAY, ARGUMENT_CARD, 1, ARGUMENTS_MOST, NULL,
        N_("[NAME:] CARD…"), N_("cards played, in turn order; a name is the first player's")},
    [SAY_OFFER] = {"offer", "並べる", SEAT_NONE, THING_TAKES, 2, 1 + ABILITIES, THING_WORDS,
        N_("offer table|ability CARD…"), N_("the score tables or the abilities laid out in this game")},
    [SAY_DEAL] = {"deal", "ディール", SEAT_NONE, 0, 0, 0, NULL,
        N_("deal"), N_("the next deal begins")},
    [SAY_START] = {"start", "スタート", SEAT_MUST, 0, 0, 0, NULL,
        N_("NAME: start"), N_("begins the draft and leads first")},
    [SAY_HAND] = {"hand", "手札", SEAT_MUST, ARGUMENT_CARD | ARGUMENT_UNSEEN, 1, ARGUMENTS_MOST, NULL,
        N_("NAME: hand CARD…"), N_("the cards of a hand before the first play, ? for unseen ones")},
    [SAY_CHOOSE] = {"choose", "選ぶ", SEAT_MUST, THING_TAKES, 1, 2 * THINGS, THING_WORDS,
        N_("NAME: choose [table|minus|ability] CARD…"),
        N_("takes a score table, a minus card or an ability; the three may share a line")},
    [SAY_USE] = {"use", "使う", SEAT_MUST, ARGUMENT_TEXT | ARGUMENT_WORD | ARGUMENT_PAIR, 1, 8, EFFECT_WORDS,
        N_("NAME: use ABILITY|number=N|add=N|valid|skip|free|win"),
        N_("uses the ability in this trick: by its name, or what it does")},
    [SAY_SHOW] = {"show", "公開", SEAT_MUST, ARGUMENT_CARD, 1, ARGUMENTS_MOST, NULL,
        N_("NAME: show CARD…"), N_("cards shown now, as evidence; nothing is moved")},
    [SAY_TRICK] = {"trick", "トリック", SEAT_MUST, 0, 0, 0, NULL,
        N_("NAME: trick"), N_("won a trick that is kept without its cards")},
    [SAY_TRICKS] = {"tricks", "勝数", SEAT_NONE, ARGUMENT_SEAT_NUMBER, 1, PLAYERS, NULL,
        N_("tricks NAME=COUNT…"), N_("the tricks each player won in the whole deal")},
    [SAY_MINUS] = {"minus", "マイナス", SEAT_NONE, ARGUMENT_SEAT_NUMBER, 1, PLAYERS, NULL,
        N_("minus NAME=POINTS…"), N_("the points of the minus cards, as counted at the table")},
    [VERB_COUNT] = {0},
};

static void begin(void *state, const struct setting *setting)
{
    struct tezumashi *s = state;
    memset(s, 0, sizeof *s);
    s->players = setting->seats->count;
    s->starter = s->last_starter = s->winner = NOBODY;
    trick_begin(&s->trick);
}

/* Statements of a deal need one that is open. */
static enum outcome need_deal(const struct act *a)
{
    switch (game(a)->phase) {
    case BEFORE:
        return impossible(a, a->said->seat, NO_CARD, N_("No deal has begun; expected `deal` first."));
    case AFTER:
        return impossible(a, a->said->seat, NO_CARD, N_("Deal {deal} is over; expected `deal` first."));
    case DURING:
        break;
    }
    return APPLIED;
}

/*
 * A question whose answer `ask` leaves it to the table: told as long as the table has not said it,
 * also where the house says `ask`, and then with the statement that says it.
 */
static void ask(const struct setting *setting, struct rulings *out, int option, uint32_t line)
{
    static const char *const answers[HOUSE_COUNT] = {
        [HOUSE_NO_WINNER] = N_("Nobody won the trick; `NAME: trick` says who takes it."),
        [HOUSE_STARTER] = N_("Nobody said who starts the deal; `NAME: start` before the first card does."),
        [HOUSE_TIE] = N_("Several have most points; `house tie=NAME` says who of them has won."),
    };
    const struct choice *choice = &setting->house->option[option];
    if (choice->named && choice->choice >= ANSWER_ASK)
        rulings_add(out, RULING_OPEN, options[option].rule, NOBODY, NO_CARD, line,
                    answers[option])->option = (int8_t)option;
    else
        open_question(setting, out, option, line);
}

/* ---- ディールの準備・流れ Preparing a deal --------------------------------------------------- */

/* Who starts: said, or shown by the table's first move; else the next clockwise after the last deal's. */
static int first_leader(const struct tezumashi *s)
{
    if (s->starter >= 0 || s->last_starter < 0)
        return s->starter;
    return next_clockwise(s->last_starter, s->players);
}

static enum outcome say_deal(const struct act *a)
{
    struct tezumashi *s = a->state;
    if (s->phase == DURING)
        return impossible(a, NOBODY, NO_CARD, N_("Deal {deal} is still open; expected its play, or "
                                                 "`tricks NAME=COUNT…`, before the next `deal`."));
    if (s->deals == s->players)
        return impossible(a, NOBODY, NO_CARD, N_("The game was over after deal {deal}; there are as many "
                                                 "deals as players."));
    struct tezumashi next = {.players = s->players, .deals = (uint8_t)(s->deals + 1), .names = s->names,
                             .closed_line = s->closed_line, .phase = DURING, .starter = NOBODY,
                             .last_starter = (int8_t)first_leader(s), .winner = NOBODY};
    memcpy(next.name, s->name, sizeof next.name);
    memcpy(next.offered, s->offered, sizeof next.offered);
    memcpy(next.past, s->past, sizeof next.past);
    if (s->deals > 0)
        tezumashi_take_stock(s, &next.past[s->deals - 1]);
    memset(next.now.thing, NOBODY, sizeof next.now.thing);
    trick_begin(&next.trick);
    /* house starter=clockwise, said; left open it is the table's first move that tells */
    const struct choice *starter = &a->setting->house->option[HOUSE_STARTER];
    if (starter->named && starter->choice != ANSWER_ASK && next.last_starter >= 0)
        next.starter = (int8_t)next_clockwise(next.last_starter, next.players);
    *s = next;
    return APPLIED;
}

static bool turns_page(const void *state, const struct setting *setting, const struct statement *said)
{
    const struct tezumashi *s = state;
    (void)setting;
    return !said->common && !said->row && said->verb == SAY_DEAL && s->phase != DURING && s->deals < s->players;
}

/* ---- トリックの勝者の決定 Winning the trick --------------------------------------------------- */

/* What a card is worth in its trick; a trump that takes effect beats every number. */
enum { WORTH_TRUMP = 10000, WORTH_NUMBER = 2 * NUMBER_MOST + 10 };

struct judged {
    const struct tezumashi *s;
    bool any;                     /* house trump=any */
};

static int worth(const void *game, const struct play *p)
{
    const struct judged *j = game;
    const struct effect *e = &j->s->effect[p->seat];
    bool trump = is_trump(p->card);
    /* tezumashi/win-trump: a trump that follows has no effect, unless something makes it valid */
    if (trump && (!play_follows(p) || j->any || e->what & EFFECT_VALID))
        return WORTH_TRUMP;
    /* tezumashi/win-number */
    if (!play_follows(p) || (trump && !(e->what & EFFECT_NUMBER)))
        return 0;
    int number = e->what & EFFECT_NUMBER ? e->number : p->card & 15;
    return WORTH_NUMBER + number + (e->what & EFFECT_ADD ? e->add : 0);
}

/* Who wins what lies on the table; NOBODY: neither a number of the suit led nor a trump. */
static int winner_of(const struct tezumashi *s, bool any)
{
    const struct judged j = {s, any};
    for (int i = 0, seat = s->trick.leader; seat >= 0 && i < s->players; i++, seat = next_clockwise(seat, s->players))
        if (s->effect[seat].what & EFFECT_WIN)
            return seat;
    const struct play *best = trick_best(&s->trick, &j, worth);
    return best != NULL ? best->seat : NOBODY;
}

static bool any_trump(const struct setting *setting)
{
    return setting->house->option[HOUSE_TRUMP].choice == 1;
}

/* The complete trick goes to its winner, as far as is known now: an ability may still change it. */
static void settle(const struct act *a)
{
    struct tezumashi *s = a->state;
    int winner = s->told ? s->winner : winner_of(s, any_trump(a->setting));
    if (s->winner >= 0)
        s->now.tricks[s->winner]--;
    /* tezumashi/no-winner */
    s->winner = (int8_t)(winner >= 0 ? winner : s->trick.leader);
    s->now.winner[s->trick.done] = s->winner;
    s->now.winners = (uint8_t)(s->trick.done + 1);
    s->now.tricks[s->winner]++;
}

static void close_deal(const struct act *a)
{
    game(a)->phase = AFTER;
    game(a)->now.over = true;
    game(a)->closed_line = a->said->line;
}

static void complete(const struct act *a)
{
    struct tezumashi *s = a->state;
    s->over = true;
    s->over_line = a->said->line;
    s->winner = NOBODY;
    s->told = false;
    settle(a);
    if (tricks_done(s) == TRICKS)
        close_deal(a);
}

/* tezumashi/pile: until the deal is over. */
static bool face_down(const void *state, uint32_t line)
{
    const struct tezumashi *s = state;
    for (int i = 0; i < s->trick.first && s->phase == DURING; i++)
        if (s->trick.play[i].line == line)
            return true;
    return false;
}

/* Is the winner of the complete trick a stopgap, since it is the table's to say and nobody has? */
bool tezumashi_presumed(const struct tezumashi *s, const struct setting *setting)
{
    bool asked = setting->house->option[HOUSE_NO_WINNER].choice == ANSWER_ASK;
    return s->over && !s->told && (s->unsure || (asked && winner_of(s, any_trump(setting)) < 0));
}

/* The table says who won the complete trick. */
static void tell_winner(struct tezumashi *s, int seat)
{
    s->told = true;
    s->now.tricks[s->winner]--;
    s->now.tricks[seat]++;
    s->winner = (int8_t)seat;
    s->now.winner[s->trick.done] = (int8_t)seat;
}

/* The questions that the complete trick raised: once nothing can change it any more. */
static void trick_questions(const struct tezumashi *s, const struct setting *setting, struct rulings *out)
{
    bool any = any_trump(setting);
    if (!s->over || s->unsure)
        return;
    if (winner_of(s, any) < 0 && !s->told)
        ask(setting, out, HOUSE_NO_WINNER, s->over_line);
    /* where neither wins it goes to whoever has it now */
    int widely = winner_of(s, true), strictly = winner_of(s, false);
    if ((widely >= 0 ? widely : s->winner) != (strictly >= 0 ? strictly : s->winner))
        open_question(setting, out, HOUSE_TRUMP, s->over_line);
}

/* ---- カードの獲得 Taking the cards ------------------------------------------------------------ */

/* The trick leaves the table: by the next lead, or whatever else begins the next one. */
static void gather(const struct act *a, int winner)
{
    struct tezumashi *s = a->state;
    if (s->over)
        trick_questions(s, a->setting, a->out);
    if (tezumashi_presumed(s, a->setting))
        s->presumed[winner]++;
    trick_end(&s->trick, winner);
    memset(s->effect, 0, sizeof s->effect);
    memset(s->words, 0, sizeof s->words);
    s->skipped = 0;
    s->over = s->unsure = s->told = false;
    s->winner = NOBODY;
}

/* ---- カードを出す Playing a card ------------------------------------------------------------- */

static bool has_card(const void *game, int seat) { return cards_left(game, seat) > 0; }

/* Whose turn it is to play: the winner, the leader, or the next clockwise; NOBODY: unknown. */
static int player_of(const struct tezumashi *s)
{
    if (s->phase != DURING || s->level != BY_PLAYS)
        return NOBODY;
    if (s->over)
        return s->winner;
    int leader = s->trick.leader >= 0 ? s->trick.leader : first_leader(s);
    return trick_turn(&s->trick, leader, s->players, s, has_card);
}

int tezumashi_turn(const void *state, const struct setting *setting)
{
    const struct tezumashi *s = state;
    int chooser = tezumashi_chooser(s), picks = 0;
    bool asked = setting->house->option[HOUSE_STARTER].choice == ANSWER_ASK;
    if (asked && s->starter < 0 && !playing(s))
        return NOBODY;
    for (int i = 0; i < s->players; i++)
        picks += s->picks[i];
    return chooser >= 0 && picks > 0 ? chooser : player_of(s);
}

static enum outcome check_card(const struct act *a, int seat, int code, int *card)
{
    const struct tezumashi *s = a->state;
    if (!s->over && s->trick.on_table & 1u << seat)
        return impossible(a, seat, code, s->skipped & 1u << seat
                          ? N_("{seat} plays no card to this trick; {card} cannot lie in it.")
                          : N_("{seat} has played to this trick already; {card} would be a second card."));
    *card = tezumashi_bit(s, seat, code);
    if (*card != NO_CARD)
        return APPLIED;
    tezumashi_elsewhere(a, seat, code);
    return IMPOSSIBLE;
}

/* tezumashi/turn. Where nobody could know who leads, whoever does has said it. */
static void check_turn(const struct act *a, int seat, int code)
{
    struct tezumashi *s = a->state;
    bool first = !playing(s), lead = s->over || s->trick.plays == s->trick.first;
    int expected = first && s->starter < 0 ? NOBODY : player_of(s);
    if (expected >= 0 && seat != expected)
        message_seat(&irregular(a, RULE_TURN, seat, code,
                                lead ? N_("{seat} led {card}, but it was {expected}'s lead.")
                                     : N_("{seat} played {card}, but it was {expected}'s turn."))->message,
                     "expected", expected);
}

static void put_on_table(const struct act *a, int seat, int card)
{
    struct tezumashi *s = a->state;
    struct play *p = trick_add(&s->trick, seat, card, suit_of(card), a->said->line);
    if (s->effect[seat].what & EFFECT_FREE)
        p->mark = MARK_FREE;
    if (!play_follows(p))
        p->kept = (uint8_t)tezumashi_kept(s, seat, p->led, &p->kept_line);
    tezumashi_hold(s, seat, card, a->said->line);
    s->played[seat] |= bit(card);
    s->sighting[card].played = a->said->line;
    if (trick_turn(&s->trick, seat, s->players, s, has_card) < 0)
        complete(a);
}

/* `named`: the statement names the seat, and so says who leads. */
static enum outcome play(const struct act *a, int seat, int code, bool named)
{
    struct tezumashi *s = a->state;
    int card;
    enum outcome outcome = check_card(a, seat, code, &card);
    if (outcome != APPLIED)
        return outcome;
    if (named && tezumashi_presumed(s, a->setting))
        tell_winner(s, seat);
    check_turn(a, seat, code);
    if (s->over)
        gather(a, s->winner);
    if (!playing(s) && s->starter < 0)
        s->starter = (int8_t)seat;
    put_on_table(a, seat, card);
    return APPLIED;
}

static enum outcome say_play(const struct act *a)
{
    struct tezumashi *s = a->state;
    int seat = a->said->seat;
    for (int i = 0; i < a->said->count; i++, seat = NOBODY) {
        int code = a->said->argument[i].card;
        if (s->phase == AFTER)
            return impossible(a, seat, code, N_("Deal {deal} is over; {card} cannot be played in it."));
        if (s->level != BY_PLAYS)
            return impossible(a, seat, code, N_("Deal {deal} is kept by tricks from here on; single plays "
                                                "cannot follow."));
        if (seat < 0) {
            seat = player_of(s);
            /* house starter */
            if (seat >= 0 && !playing(s) && s->starter < 0)
                ask(a->setting, a->out, HOUSE_STARTER, a->said->line);
        }
        if (seat < 0)
            return malformed(a, i, N_("who leads is not known; expected `NAME: start` first, or `NAME: CARD`"));
        enum outcome outcome = play(a, seat, code, i == 0 && a->said->seat >= 0);
        if (outcome != APPLIED)
            return outcome;
    }
    return APPLIED;
}

/* ---- 能力カード Abilities -------------------------------------------------------------------- */

/* tezumashi/draft: who did not take it has not got it, however often it may be used. */
static bool check_owner(const struct act *a, int ability)
{
    const struct tezumashi *s = a->state;
    int seat = a->said->seat;
    bool known = s->taken[seat][ABILITY] != 0
              || (s->offered[ABILITY] != 0 && !(s->offered[ABILITY] & 1u << ability));
    for (int i = 0; i < s->players; i++)
        known |= s->taken[i][ABILITY] >> ability & 1;
    if (!known || s->taken[seat][ABILITY] & 1u << ability)
        return true;
    message_text(&irregular(a, RULE_DRAFT, seat, NO_CARD,
                            N_("{seat} used {ability}, but did not take it in the draft."))->message,
                 "ability", span_of(s->name[ability]));
    return false;
}

/*
 * … nor more often than its card says. In words it is the ability taken; different effects said so
 * of one trick are one use of it.
 */
static void count_use(const struct act *a, int ability, uint8_t words)
{
    struct tezumashi *s = a->state;
    uint8_t *said = &s->words[a->said->seat];
    bool goes_on = words != 0 && *said != 0 && !(*said & words);
    *said |= words;
    if (ability < 0 || goes_on)
        return;
    const struct ability *one = tezumashi_ability(a->setting->pack, span_of(s->name[ability]));
    uint8_t *uses = &s->uses[a->said->seat][ability];
    *uses = (uint8_t)(*uses < UINT8_MAX ? *uses + 1 : UINT8_MAX);
    if (one == NULL || one->uses < 0 || *uses <= one->uses)
        return;
    struct message *m = &irregular(a, RULE_DRAFT, a->said->seat, NO_CARD,
        N_("{seat} used {ability} {count} times in this deal; its card allows {uses}."))->message;
    message_text(m, "ability", span_of(s->name[ability]));
    message_number(m, "count", *uses);
    message_number(m, "uses", one->uses);
}

/* Reads what is used: a name, an effect in words, or both. `ability` gets -1 without a name. */
static enum outcome read_use(const struct act *a, int *ability, struct effect *effect)
{
    const struct argument *first = &a->said->argument[0];
    int from = first->kind == ARGUMENT_TEXT;
    *ability = NOBODY;
    enum outcome outcome = tezumashi_effects(a->said, from, effect, a->fault);
    if (from == 0 || outcome != APPLIED)
        return outcome;
    outcome = tezumashi_named(a, 0, ability);
    if (outcome != APPLIED || effect->what != 0)
        return outcome;
    const struct ability *one = tezumashi_entered(a->state, a->setting, *ability);
    if (one != NULL)
        *effect = one->effect;
    else
        effect->what = EFFECT_UNKNOWN;
    return APPLIED;
}

/* No card is played: the trick goes on without that seat. */
static enum outcome skip(const struct act *a, int seat)
{
    struct tezumashi *s = a->state;
    if (s->trick.on_table & 1u << seat)
        return impossible(a, seat, NO_CARD, N_("{seat} has played to this trick already, and cannot play no "
                                               "card to it."));
    if (s->trick.leader < 0)
        s->trick.leader = (int8_t)(first_leader(s) >= 0 ? first_leader(s) : seat);
    s->trick.on_table |= (uint8_t)(1u << seat);
    s->skipped |= (uint8_t)(1u << seat);
    s->skips[seat]++;
    return APPLIED;
}

/* Adds an effect to those of that seat in this trick. */
static void affect(struct tezumashi *s, int seat, const struct effect *effect)
{
    struct effect *e = &s->effect[seat];
    int add = e->add + effect->add;
    e->what |= effect->what;
    if (effect->what & EFFECT_NUMBER)
        e->number = effect->number;
    e->add = (int16_t)(add > NUMBER_MOST ? NUMBER_MOST : add < -NUMBER_MOST ? -NUMBER_MOST : add);
    for (int i = s->trick.first; i < s->trick.plays; i++)
        if (s->trick.play[i].seat == seat && effect->what & EFFECT_FREE)
            s->trick.play[i].mark = MARK_FREE;
}

/*
 * Does a use after a complete trick speak of the next one already? Where it plays no card although
 * one lies there, or does something to a card although none does.
 */
static bool of_the_next(const struct tezumashi *s, int seat, const struct effect *effect)
{
    bool lies = !(s->skipped & 1u << seat);
    return s->over && s->phase == DURING && (effect->what & EFFECT_SKIP ? true : !lies && !(effect->what & EFFECT_WIN));
}

static enum outcome say_use(const struct act *a)
{
    struct tezumashi *s = a->state;
    int seat = a->said->seat, ability;
    struct effect effect;
    enum outcome outcome = read_use(a, &ability, &effect);
    if (outcome != APPLIED)
        return outcome;
    bool own = ability < 0 || check_owner(a, ability);
    if (of_the_next(s, seat, &effect))
        gather(a, s->winner);
    if (own)
        count_use(a, ability >= 0 ? ability : s->now.thing[seat][ABILITY], ability >= 0 ? 0 : effect.what);
    if (ability >= 0 && effect.what & EFFECT_UNKNOWN)
        s->now.unknown |= (uint16_t)(1u << ability);
    if (s->level != BY_PLAYS)
        return APPLIED;
    if (effect.what & EFFECT_SKIP && (outcome = skip(a, seat)) != APPLIED)
        return outcome;
    affect(s, seat, &effect);
    s->unsure |= (effect.what & EFFECT_UNKNOWN) != 0;
    if (s->over)
        settle(a);
    else if (trick_turn(&s->trick, seat, s->players, s, has_card) < 0)
        complete(a);
    return APPLIED;
}

/* ---- coarser records --------------------------------------------------------------------- */

/* Can this seat have won what lies on the table? */
static bool may_win(const struct tezumashi *s, const struct setting *setting, int seat)
{
    const struct judged j = {s, any_trump(setting)};
    int ahead = winner_of(s, j.any);
    const struct play *best = trick_best(&s->trick, &j, worth);
    if (ahead < 0 || ahead == seat || s->unsure)
        return true;
    bool settled = s->trick.on_table & 1u << seat || s->effect[ahead].what & EFFECT_WIN
                || (best != NULL && worth(&j, best) >= WORTH_TRUMP);
    return !settled;
}

/*
 * `Bo: trick`: says who won where nobody did (house no-winner=ask), or in the last trick, where an ability
 * is not known; else keeps the next trick whole.
 */
static enum outcome say_trick(const struct act *a)
{
    struct tezumashi *s = a->state;
    int seat = a->said->seat;
    if (tezumashi_presumed(s, a->setting) && (!s->unsure || s->phase == AFTER)) {
        tell_winner(s, seat);
        return APPLIED;
    }
    if (s->phase == AFTER)
        return need_deal(a);
    if (s->over)
        gather(a, s->winner);
    else if (!may_win(s, a->setting, seat))
        return impossible(a, seat, NO_CARD, N_("{seat} did not win this trick: a better card lies on the table."));
    s->level = BY_TRICKS;
    s->now.winner[s->trick.done] = (int8_t)seat;
    s->now.tricks[seat]++;
    gather(a, seat);
    s->now.winners = s->trick.done;
    if (s->trick.done == TRICKS)
        close_deal(a);
    return APPLIED;
}

/* Points or counts by seat; a seat named twice is malformed. */
static enum outcome read_seats(const struct act *a, int32_t *number, uint8_t *named)
{
    *named = 0;
    for (int i = 0; i < a->said->count; i++) {
        const struct argument *one = &a->said->argument[i];
        if (*named & 1u << one->seat)
            return malformed(a, i, N_("a player named twice; expected each once"));
        *named |= (uint8_t)(1u << one->seat);
        number[one->seat] = one->number;
    }
    return APPLIED;
}

/* Do the totals sum to twelve, and does nobody lose a trick again that was surely won? */
static bool totals_fit(const struct tezumashi *s, const struct setting *setting, const int32_t *total)
{
    int sum = 0, presumed = tezumashi_presumed(s, setting) ? s->winner : NOBODY;
    for (int i = 0; i < s->players; i++) {
        if (total[i] < s->now.tricks[i] - s->presumed[i] - (presumed == i) || total[i] > TRICKS)
            return false;
        sum += total[i];
    }
    return sum == TRICKS;
}

/* `tricks Aki=3 …`: the whole deal. A player not named won none. */
static enum outcome say_tricks(const struct act *a)
{
    struct tezumashi *s = a->state;
    int32_t total[PLAYERS] = {0};
    uint8_t named;
    if (s->phase == BEFORE)
        return need_deal(a);
    enum outcome outcome = read_seats(a, total, &named);
    for (int i = 0; i < a->said->count && outcome == APPLIED; i++)
        if (a->said->argument[i].number < 0)
            return malformed(a, i, N_("a negative count; expected how many tricks"));
    if (outcome != APPLIED)
        return outcome;
    if (!totals_fit(s, a->setting, total))
        return impossible(a, NOBODY, NO_CARD, N_("These tricks do not fit deal {deal}: they are twelve in all, and "
                                                 "nobody has fewer than are on record."));
    if (s->phase == AFTER)
        return APPLIED;
    s->told |= tezumashi_presumed(s, a->setting);
    if (s->over)
        gather(a, s->winner);
    for (int i = 0; i < s->players; i++)
        s->now.tricks[i] = (uint8_t)total[i];
    s->level = BY_TOTALS;
    s->now.totals = true;
    s->trick.on_table = s->skipped = 0;
    s->trick.first = s->trick.plays;
    close_deal(a);
    return APPLIED;
}

/* tezumashi/score: what the table counted stands before what the pack says. */
static enum outcome say_minus(const struct act *a)
{
    struct tezumashi *s = a->state;
    int32_t points[PLAYERS] = {0};
    uint8_t named;
    if (s->phase == BEFORE)
        return need_deal(a);
    enum outcome outcome = read_seats(a, points, &named);
    if (outcome != APPLIED)
        return outcome;
    for (int i = 0; i < s->players; i++)
        if (named & 1u << i)
            s->now.minus[i] = points[i];
    s->now.counted |= named;
    return APPLIED;
}

/* ---- applying a statement ---------------------------------------------------------------- */

static enum outcome apply(struct act *a)
{
    struct tezumashi *s = a->state;
    switch (a->said->verb) {
    case SAY_OFFER: return tezumashi_offer(a);
    case SAY_DEAL: return say_deal(a);
    case SAY_TRICKS: return say_tricks(a);
    case SAY_MINUS: return say_minus(a);
    }
    /* what may still be said of a deal that is over: its last trick, and evidence */
    bool late = a->said->verb == SAY_PLAY || a->said->verb == SAY_USE || a->said->verb == SAY_SHOW
             || a->said->verb == SAY_TRICK;
    if (s->phase == BEFORE || (s->phase == AFTER && !late))
        return need_deal(a);
    switch (a->said->verb) {
    case SAY_PLAY: return say_play(a);
    case SAY_START: return tezumashi_start(a);
    case SAY_HAND: return tezumashi_hand(a);
    case SAY_CHOOSE: return tezumashi_choose(a);
    case SAY_USE: return say_use(a);
    case SAY_SHOW: return tezumashi_show(a);
    case SAY_TRICK: return say_trick(a);
    }
    return APPLIED;
}

/* Applied whole or not at all: the state before is kept, and put back. */

/* ---- what is weighed, and what may be played --------------------------------------------- */

/* Which cards were taken by whom, as far as every trick is on record. */
static void count_taken(const struct tezumashi *s, struct deal *out)
{
    uint8_t suits[TRICKS][SUITS] = {{0}};
    for (int i = 0; i < s->trick.plays; i++) {
        const struct play *p = &s->trick.play[i];
        if (p->trick <= out->winners)
            suits[p->trick - 1][p->suit]++;
    }
    for (int t = 0; t < out->winners; t++)
        for (int suit = 0; suit < SUITS; suit++) {
            out->cards[out->winner[t]][suit] += suits[t][suit];
            out->with[out->winner[t]][suit] = (uint8_t)(out->with[out->winner[t]][suit] + (suits[t][suit] > 0));
        }
    out->seen = s->level == BY_PLAYS;
}

void tezumashi_take_stock(const struct tezumashi *s, struct deal *out)
{
    *out = s->now;
    count_taken(s, out);
}

/* The last trick's questions, the claims, and what the score leaves open. */
static void weigh(const void *state, const struct setting *setting, struct rulings *out)
{
    const struct tezumashi *s = state;
    long points;
    if (s->phase == BEFORE)
        return;
    trick_questions(s, setting, out);
    tezumashi_weigh(s, out);
    if (s->phase == AFTER && tezumashi_total(s, setting, 0, &points))
        open_question(setting, out, HOUSE_TRACK, s->closed_line);
    uint32_t winners = tezumashi_winners(s, setting);
    if ((winners & (winners - 1)) != 0)
        ask(setting, out, HOUSE_TIE, s->closed_line);
}

/* tezumashi/follow, turned round: exact where the whole hand is known. */
static struct cardset legal(const void *state, const struct setting *setting, int seat)
{
    const struct tezumashi *s = state;
    uint64_t sure, hand = tezumashi_may_hold(s, seat, &sure);
    (void)setting;
    if (s->phase != DURING || s->level != BY_PLAYS || (!s->over && s->trick.on_table & 1u << seat))
        return (struct cardset){{0, 0}};
    bool led = !s->over && s->trick.plays > s->trick.first && !(s->effect[seat].what & EFFECT_FREE);
    uint64_t follow = led ? suit_cards(s->trick.play[s->trick.first].led) : 0;
    return tezumashi_codes(sure & follow ? hand & follow : hand);
}

static bool odds(const void *state, const struct setting *setting, int card, void *scratch, double *shares)
{
    (void)setting;
    return tezumashi_odds(state, card, scratch, shares);
}

static const struct knowledge_part knowledge_part = {
    .legal = legal,
    .turn = tezumashi_turn,
    .face_down = face_down,
};

static const struct table_part table_part = {
    .hint = N_("Begin with `deal` and who starts, `Aki: start`; the draft, `Aki: choose 7 u donba`; then the "
               "cards as they fall, `b7 b2 bt b3`. Too fast? `Bo: trick` keeps a whole trick, `tricks Aki=3 "
               "Bo=9` a whole deal. The points come from your cards: `table 7 0=5 1=3 2+=0` before the first "
               "deal, or a pack. `help` lists everything, `undo` takes back."),
    .place = tezumashi_place,
    .news = tezumashi_news,
    .tell = tezumashi_tell_table,
};

static const struct chances_part chances_part = {
    .asks = card_asks,
    .shares = odds,
    .room = sizeof(struct counted),
};

static const struct stickers_part stickers_part = {
    .nth = tezumashi_sticker,
    .game = "TZ",
};

const struct rulebook tezumashi_rulebook = {
    .id = "tezumashi",
    .title = N_("Tezumashi"),
    .seats_least = 3,
    .seats_most = PLAYERS,
    .state_size = sizeof(struct tezumashi),
    .verbs = verbs,
    .rules = rules,
    .options = options,
    .card_read = tezumashi_card_read,
    .card_write = tezumashi_card_write,
    .card_hint = N_("a card such as b7 (b, u, w or r, and a number from 1 to 9, or t for a trump)"),
    .begin = begin,
    .apply = apply,
    .turns_page = turns_page,
    .weigh = weigh,
    .tell_rows = tezumashi_tell_rows,
    .stand = tezumashi_stand,
    .rows_key = "deals",
    .finished = tezumashi_finished,
    .knowledge = &knowledge_part,
    .table = &table_part,
    .chances = &chances_part,
    .deck = &tezumashi_deck_part,
    .stickers = &stickers_part,
};
