/* Tezumashi's tricks, in the order of its rulebook: who wins one, and how it is taken. */
#include "tezumashi.h"

#include <string.h>

void tezumashi_leave_open(const struct setting *setting, struct rulings *out, int option,
    uint32_t line)
{
    static const char *const answers[HOUSE_COUNT] = {
        [HOUSE_EQUAL] = N_(
            "Two of the highest numbers are equal; `NAME: trick` says who takes the trick."),
        [HOUSE_NO_WINNER] = N_("Nobody won the trick; `NAME: trick` says who takes it."),
        [HOUSE_STARTER] = N_(
            "Nobody said who starts the deal; `NAME: start` before the first card does."),
        [HOUSE_TIE] = N_(
            "Several have the most points; `house tie=NAME` says which of them has won."),
    };
    const struct choice *choice = &setting->house->option[option];
    if (choice->named && choice->choice >= (option == HOUSE_EQUAL ? EQUAL_ASK : ANSWER_ASK))
        rulings_add(out, RULING_OPEN, tezumashi_options[option].rule, NOBODY, NO_CARD, line,
            answers[option])
            ->option = (int8_t)option;
    else
        open_question(setting, out, option, line);
}

/* ---- トリックの勝者の決定 Winning the trick -------------------------------------------------- */

/* What a card is worth in its trick. A trump that takes effect beats every number. */
enum { WORTH_TRUMP = 10000, WORTH_NUMBER = 2 * NUMBER_MOST + 10 };

struct trick_judged {
    const struct tezumashi *s;
    bool any;  /* house trump=any */
    bool last; /* house equal=last */
};

static int worth(const void *game, const struct play *p)
{
    const struct trick_judged *j = game;
    const struct effect *e = &j->s->effect[p->seat];
    if (!play_seen(p))
        return 0;
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

/*
 * tezumashi/equal: the seats that share the highest number (a bit each); 0: a single seat has it,
 * or none.
 */
static uint8_t equals(const struct trick_judged *j)
{
    const struct trick *t = &j->s->round.trick;
    const struct play *best = trick_best(t, j, worth);
    uint8_t seats = 0;
    if (best == NULL || worth(j, best) >= WORTH_TRUMP)
        return 0;
    for (int i = t->first; i < t->plays; i++) {
        if (j->s->effect[t->play[i].seat].what & EFFECT_WIN)
            return 0;
        if (worth(j, &t->play[i]) == worth(j, best))
            seats |= (uint8_t)(1u << t->play[i].seat);
    }
    return seats & (seats - 1) ? seats : 0;
}

/* Who wins what lies on the table; NOBODY: neither a number of the suit led nor a trump. */
static int winner_of(const struct trick_judged *j)
{
    const struct tezumashi *s = j->s;
    const int players = players_of(s);
    for (int i = 0, seat = s->round.trick.leader; seat >= 0 && i < players;
         i++, seat = next_clockwise(seat, players))
        if (s->effect[seat].what & EFFECT_WIN)
            return seat;
    const struct play *best = trick_best(&s->round.trick, j, worth);
    const uint8_t equal = j->last ? equals(j) : 0;
    for (int i = s->round.trick.first; i < s->round.trick.plays && equal != 0; i++)
        if (equal & 1u << s->round.trick.play[i].seat)
            best = &s->round.trick.play[i];
    return best != NULL ? best->seat : NOBODY;
}

static struct trick_judged judged_by(const struct tezumashi *s, const struct setting *setting)
{
    const struct choice *option = setting->house->option;
    return (struct trick_judged){s, option[HOUSE_TRUMP].choice == 1,
        option[HOUSE_EQUAL].choice == EQUAL_LAST};
}

/*
 * The seats that may have won, given unseen cards (a bit each). An unseen card may be the first
 * trump or the highest number, but once a trump has taken effect no later card beats it.
 */
static uint8_t may_have_won(const struct trick_judged *j)
{
    const struct trick *t = &j->s->round.trick;
    const struct play *best = trick_best(t, j, worth);
    const bool any = t->play[t->first].led == UNSEEN,
               trump = best != NULL && worth(j, best) >= WORTH_TRUMP;
    uint8_t seats = (uint8_t)(best != NULL     ? equals(j) | 1u << best->seat
                              : t->leader >= 0 ? 1u << t->leader
                                               : 0);
    for (int i = t->first; i < t->plays; i++)
        if (any || (!play_seen(&t->play[i]) && !(trump && best < &t->play[i])))
            seats |= (uint8_t)(1u << t->play[i].seat);
    return seats;
}

/*
 * Is the winner of the trick on the table unknown, because an ability is not known or a card was
 * not seen?
 */
static bool is_unknown(const struct trick_judged *j)
{
    bool by_ability = false;
    for (int i = 0; i < players_of(j->s); i++)
        by_ability |= j->s->effect[i].what & EFFECT_WIN;
    return j->s->unsure || (trick_unseen(&j->s->round.trick) && !by_ability);
}

void tezumashi_count_tricks(struct tezumashi *s)
{
    const struct round *r = &s->round;
    const uint8_t all = (uint8_t)((1u << players_of(s)) - 1);
    const bool known = r->turns == 0 && r->trick.winner >= 0;
    if (s->now.totals || s->told_totals)
        return;
    memcpy(s->now.tricks, s->before, sizeof s->now.tricks);
    s->now.more = r->position && !s->told_before ? all : 0;
    s->now.winners = (uint8_t)(r->trick.done + (r->trick.full && known));
    for (int i = 0; i < s->now.winners; i++) {
        const int taker = i < r->trick.done ? round_taker(r, i) : r->trick.winner;
        s->now.winner[i] = (int8_t)taker;
        if (taker >= 0)
            s->now.tricks[taker]++;
        else
            s->now.more = all;
    }
    if (r->trick.full && !known
        && !s->unsure) /* no pack explains the ability, so the trick counts for nobody yet */
        s->now.more = all;
}

void tezumashi_resolved(const struct act *a) { tezumashi_count_tricks(a->state); }

void tezumashi_settle(const struct act *a)
{
    struct tezumashi *s = a->state;
    struct trick *t = &s->round.trick;
    const struct trick_judged j = judged_by(s, a->setting);
    int winner = s->told ? t->winner : winner_of(&j);
    if (!s->told && is_unknown(&j)) {
        const uint8_t may = s->unsure ? 0 : may_have_won(&j);
        winner = may != 0 && (may & (may - 1)) == 0 ? __builtin_ctz(may) : NOBODY;
    } else if (winner < 0) {
        winner = t->leader; /* tezumashi/no-winner */
    }
    t->full = true;
    t->winner = (int8_t)winner;
    tezumashi_count_tricks(s);
}

void tezumashi_pass_over(struct tezumashi *s, int seat)
{
    s->round.trick.on_table |= (uint8_t)(1u << seat);
    s->skipped |= (uint8_t)(1u << seat);
    s->round.trick.spared[seat]++;
}

void tezumashi_close_deal(const struct act *a)
{
    game(a)->round.stage = AFTER;
    game(a)->now.over = true;
    game(a)->closed_line = a->said->line;
}

void tezumashi_complete(const struct act *a)
{
    struct tezumashi *s = a->state;
    s->full_line = a->said->line;
    s->told = false;
    tezumashi_settle(a);
    if (tricks_done(s) == s->round.hands.size)
        tezumashi_close_deal(a);
}

/* tezumashi/pile: cards taken lie face down until the deal is over. */
bool tezumashi_face_down(const void *state, uint32_t line)
{
    const struct tezumashi *s = state;
    for (int i = 0; i < s->round.trick.first && s->round.stage == DURING; i++)
        if (s->round.trick.play[i].line == line)
            return true;
    return false;
}

uint8_t tezumashi_presumed(const struct tezumashi *s, const struct setting *setting)
{
    const struct choice *option = setting->house->option;
    const struct trick_judged j = judged_by(s, setting);
    const bool asked = option[HOUSE_NO_WINNER].choice == ANSWER_ASK;
    if (!lies_full(s) || s->told)
        return 0;
    if (s->unsure || s->round.turns != 0 || (asked && winner_of(&j) < 0 && !is_unknown(&j)))
        return (uint8_t)((1u << players_of(s)) - 1);
    if (is_unknown(&j))
        return may_have_won(&j);
    return !option[HOUSE_EQUAL].named || option[HOUSE_EQUAL].choice == EQUAL_ASK ? equals(&j) : 0;
}

void tezumashi_tell_winner(struct tezumashi *s, int seat)
{
    s->told = true;
    s->round.trick.winner = (int8_t)seat;
    tezumashi_count_tricks(s);
}

/*
 * Would somebody else win if trumps took effect differently? If nobody would win, the trick stays
 * with the seat that has it now.
 */
static bool hangs_on_trumps(const struct trick_judged *j)
{
    const struct trick_judged wide = {j->s, true, j->last}, strict = {j->s, false, j->last};
    const int widely = winner_of(&wide), strictly = winner_of(&strict),
              now = j->s->round.trick.winner;
    return (widely >= 0 ? widely : now) != (strictly >= 0 ? strictly : now);
}

void tezumashi_tell_questions(const struct tezumashi *s, const struct setting *setting,
    struct rulings *out)
{
    const struct trick_judged j = judged_by(s, setting);
    if (!lies_full(s) || is_unknown(&j))
        return;
    if (winner_of(&j) < 0 && !s->told)
        tezumashi_leave_open(setting, out, HOUSE_NO_WINNER, s->full_line);
    if (equals(&j) != 0 && (!s->told || !setting->house->option[HOUSE_EQUAL].named))
        tezumashi_leave_open(setting, out, HOUSE_EQUAL, s->full_line);
    if (hangs_on_trumps(&j))
        open_question(setting, out, HOUSE_TRUMP, s->full_line);
}

/*
 * May an ability that this seat drafted make the difference? A record that goes on without plays
 * does not note uses.
 */
static bool may_have_used(const struct tezumashi *s, const struct setting *setting, int seat)
{
    const int taken = s->now.thing[seat][ABILITY];
    const struct ability *one = taken >= 0 ? tezumashi_entered(s, setting, taken) : NULL;
    return taken >= 0
           && (one == NULL
               || one->effect.what & (EFFECT_WIN | EFFECT_VALID | EFFECT_NUMBER | EFFECT_ADD));
}

bool tezumashi_may_win(const struct tezumashi *s, const struct setting *setting, int seat)
{
    const struct trick_judged j = judged_by(s, setting);
    int ahead = winner_of(&j);
    const struct play *best = trick_best(&s->round.trick, &j, worth);
    if (ahead < 0 || ahead == seat || is_unknown(&j) || s->round.turns != 0
        || may_have_used(s, setting, seat))
        return true;
    bool settled = s->round.trick.on_table & 1u << seat || s->effect[ahead].what & EFFECT_WIN
                   || (best != NULL && worth(&j, best) >= WORTH_TRUMP);
    return !settled;
}

/* ---- カードの獲得 Taking the cards ----------------------------------------------------------- */

/* Clears what is kept of a trick while it lies on the table. */
static void forget_trick(const struct act *a)
{
    struct tezumashi *s = a->state;
    memset(s->effect, 0, sizeof s->effect);
    memset(s->words, 0, sizeof s->words);
    s->skipped = 0;
    s->unsure = s->told = false;
}

static enum won won_how(const struct trick_judged *j)
{
    const struct tezumashi *s = j->s;
    const int winner = winner_of(j);
    const struct play *best = trick_best(&s->round.trick, j, worth);
    if (s->told || winner < 0)
        return s->told ? BY_WORD : BY_NOBODY;
    if (s->effect[winner].what & EFFECT_WIN)
        return BY_ABILITY;
    if (equals(j) != 0)
        return j->last ? BY_LAST_EQUAL : BY_FIRST_EQUAL;
    if (hangs_on_trumps(j))
        return j->any ? BY_ANY_TRUMP : BEFORE_A_TRUMP;
    if (best != NULL && worth(j, best) >= WORTH_TRUMP)
        return BY_TRUMP;
    return s->effect[winner].what & (EFFECT_NUMBER | EFFECT_ADD) ? BY_CHANGED_NUMBER : BY_NUMBER;
}

void tezumashi_tell_won(const struct tezumashi *s, const struct setting *setting, struct news *n)
{
    static const struct {
        int rule;
        const char *text;
    } reasons[] = {
        [BY_NUMBER] = {RULE_WIN_NUMBER,
            N_("{card} has the highest number of the suit led, {suit}.")},
        [BY_CHANGED_NUMBER] = {RULE_WIN_NUMBER,
            N_("With an ability {card} has the highest number of the suit led, {suit}: {number}.")},
        [BY_FIRST_EQUAL] = {RULE_EQUAL,
            N_("{card} is the first of equal highest numbers (`house equal=first`).")},
        [BY_LAST_EQUAL] = {RULE_EQUAL,
            N_("{card} is the last of equal highest numbers (`house equal=last`).")},
        [BY_TRUMP] = {RULE_WIN_TRUMP, N_("{card} is the first trump that took effect.")},
        [BY_ANY_TRUMP] = {RULE_WIN_TRUMP, N_("{card} is the first trump (`house trump=any`).")},
        [BEFORE_A_TRUMP] = {RULE_WIN_TRUMP, N_("{card} wins: a trump of the suit led, {suit}, has "
                                               "no effect (`house trump=offsuit`).")},
        [BY_ABILITY] = {RULE_ABILITY, N_("{winner} wins it by an ability.")},
        [BY_NOBODY] = {RULE_NO_WINNER, N_("Nobody played a number of the suit led, {suit}, and no "
                                          "trump took effect: it is its leader's.")},
        [BY_WORD] = {RULE_NO_WINNER, N_("The table has said who takes it.")},
    };
    const struct trick *t = &s->round.trick;
    const struct trick_judged j = judged_by(s, setting);
    const struct play *won = NULL;
    if (!lies_full(s) || t->winner < 0 || (!s->told && is_unknown(&j)))
        return;
    const enum won how = won_how(&j);
    for (int i = t->first; i < t->plays; i++)
        if (t->play[i].seat == t->winner)
            won = &t->play[i];
    struct message *m = news_reason(n, reasons[how].rule, reasons[how].text);
    message_seat(m, "winner", t->winner);
    if (t->play[t->first].led != UNSEEN)
        message_word(m, "suit", tezumashi_suits.name[t->play[t->first].led]);
    if (won == NULL)
        return;
    message_card(m, "card", round_code_of(s, won->card));
    message_number(m, "number", worth(&j, won) - WORTH_NUMBER);
}

/* The text that says why the first leader led. */
static const char *started(const struct tezumashi *s)
{
    if (s->start_line != 0)
        return N_("Lines {line} and {other} disagree who led first.");
    return s->first_choice != 0 ? N_(
               "{seat} led {card}, but {expected} began the draft in line {line} and leads first.")
           : s->starter >= 0
               ? N_("{seat} led {card}, but {expected} starts this deal, next clockwise after the "
                    "last start player (`house starter=clockwise`).")
               : NULL;
}

void tezumashi_tell_leader(const void *state, struct message *m)
{
    static const char *const reasons[] = {
        [BY_NUMBER] = NULL,
        [BY_CHANGED_NUMBER] = N_("{seat} led {card}, but it was {expected}'s lead: trick {trick} "
                                 "was {expected}'s, by {won} with an ability."),
        [BY_FIRST_EQUAL] = N_(
            "{seat} led {card}, but it was {expected}'s lead: trick {trick} was {expected}'s, by "
            "{won}, the first of equal numbers (`house equal=first`)."),
        [BY_LAST_EQUAL] = N_(
            "{seat} led {card}, but it was {expected}'s lead: trick {trick} was {expected}'s, by "
            "{won}, the last of equal numbers (`house equal=last`)."),
        [BY_TRUMP] = N_("{seat} led {card}, but it was {expected}'s lead: trick {trick} was "
                        "{expected}'s, by {won}, the first trump that took effect."),
        [BY_ANY_TRUMP] = N_("{seat} led {card}, but it was {expected}'s lead: trick {trick} was "
                            "{expected}'s, by {won}, the first trump (`house trump=any`)."),
        [BEFORE_A_TRUMP] = N_(
            "{seat} led {card}, but it was {expected}'s lead: trick {trick} was {expected}'s, by "
            "{won}, since a trump of the suit led has no effect (`house trump=offsuit`)."),
        [BY_ABILITY] = N_("{seat} led {card}, but it was {expected}'s lead: trick {trick} was "
                          "{expected}'s, by an ability."),
        [BY_NOBODY] = N_("{seat} led {card}, but it was {expected}'s lead: nobody won trick "
                         "{trick}, so it was its leader's (`house no-winner=leader`)."),
        [BY_WORD] = N_("{seat} led {card}, but it was {expected}'s lead: trick {trick} was "
                       "{expected}'s, as the record says."),
    };
    const struct tezumashi *s = state;
    const int leader = s->round.trick.leader;
    if (leader >= 0 && s->skipped & 1u << leader) {
        m->id = N_("{seat} led {card}, but it was {expected}'s lead: {before} plays no card to "
                   "this trick.");
        message_seat(m, "before", leader);
        return;
    }
    m->id = s->round.trick.done == 0 ? started(s) : reasons[s->won];
    if (s->round.trick.done == 0)
        message_number(m, "line", (int32_t)(s->start_line != 0 ? s->start_line : s->first_choice));
}

void tezumashi_gather(const struct act *a, int winner)
{
    struct tezumashi *s = a->state;
    const struct trick_judged j = judged_by(s, a->setting);
    const uint8_t may = tezumashi_presumed(s, a->setting);
    if (lies_full(s))
        tezumashi_tell_questions(s, a->setting, a->out);
    s->presumed |= (uint16_t)((unsigned)(may != 0) << s->round.trick.done);
    s->won = (uint8_t)won_how(&j);
    trick_end(&s->round.trick, winner, may);
    forget_trick(a);
    tezumashi_count_tricks(s);
}
