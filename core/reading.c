/*
 * A record that can be read in two ways is weighed in the one by which fewer rules are broken: a slip of the pen breaks none.
 * All ways to read stand in one table, readings, at the end. See round.h, round_reading.
 */
#include "round.h"

#include <limits.h>
#include <string.h>

/* … and one more if not all else that was claimed can be right. */
static unsigned offences(const void *state, const struct setting *setting)
{
    struct hearing all;
    uint64_t open = 0;
    round_hear(&all, state, setting, NULL);
    for (unsigned i = 0; i < all.court.count; i++)
        open |= (uint64_t)(all.court.row[i].weight == UNPROVEN) << i;
    return court_refuted(&all.court) + (open != 0 && !all.court.oracle->may_hold(all.court.facts, open));
}

static bool is_like(const struct round *r, int card) { return r->game->copies > 0 && rank_of(card) >= r->game->alike_from; }

/* The play of these that wins a trick by its card: a trump that does not follow, the highest number, or else the lead. */
static int best_of(const struct round *r, int lead, int count)
{
    const struct play *const play = r->trick.play;
    int best = lead, most = 0;
    for (int i = lead; i < lead + count; i++) {
        const bool follows = suit_of(play[i].card) == suit_of(play[lead].card), like = is_like(r, play[i].card);
        const int worth = like && !follows ? 16 : follows && !like ? rank_of(play[i].card) : 0;
        best = worth > most ? i : best;
        most = worth > most ? worth : most;
    }
    return best;
}

/* How many rows hold whole tricks, this one and those behind it among them, which do if they did not go on with a trick? */
static int whole_rows(const struct round *r, int from)
{
    const struct play *const play = r->trick.play;
    int count = 0;
    assert(r->hands.players > 0);
    for (int i = 0, end; i < r->trick.plays; i = end) {
        for (end = i + 1; end < r->trick.plays && play[end].line == play[i].line;)
            end++;
        count += (play[i].lead || i >= from) && (end - i) % r->hands.players == 0;
    }
    return count;
}

enum { ROWS_THAT_SHOW = 3 };      /* with fewer nobody knows that this record is kept in whole tricks */

/*
 * Is a whole row in doubt which went on with an open trick? Not if a name behind it bears that out: it is not the seat that
 * had won if whole tricks lie in that row, and those behind it.
 */
static bool is_row_in_doubt(const struct round *r)
{
    const struct play *const play = r->trick.play;
    const int players = r->hands.players, first = r->doubted + players - 2;      /* the row's first card */
    bool in_doubt = r->doubted != 0 && r->layout == ROWS_OF_TRICKS && first < r->trick.plays;
    int leader = NOBODY;
    assert(players > 0);
    in_doubt = in_doubt && whole_rows(r, first) >= ROWS_THAT_SHOW;
    for (int i = first; in_doubt && i < r->trick.plays; i += players) {
        const bool whole = i + players <= r->trick.plays && play[i].line == play[i + players - 1].line;
        in_doubt = whole && (leader < 0 || !play[i].named || play[i].seat == leader);
        leader = play[i].named ? play[i].seat : leader;
        leader = whole && leader >= 0 ? (leader + best_of(r, i, players) - i) % players : NOBODY;
    }
    return in_doubt;
}

/* Has who leads next won the trick before it by something else than a card? */
static bool won_otherwise(const struct round *r, int next)
{
    const int players = r->hands.players, lead = next - players;
    return lead >= 0 && r->trick.play[lead].lead
        && (r->trick.play[next].fixed || r->trick.play[best_of(r, lead, players)].seat != r->trick.play[next].due);
}

/* Does its name alone tell who leads here? Nobody knows what won the trick before. */
static bool led_by_name(const struct play *p) { return p->lead && p->named && p->trick > 1 && p->due < 0 && p->since == 0; }

/*
 * May the name of this lead be wrong by so many seats clockwise? Then whoever was on turn leads, if that was known, and the next
 * lead is in its turn.
 */
static bool wrong_by(const struct round *r, int lead, int next, int by)
{
    const struct play *const p = &r->trick.play[lead], *const then = &r->trick.play[next];
    const int players = r->hands.players;
    assert(players > 0);
    const bool last = next == r->trick.plays;
    if (!last && !then->lead)
        return false;
    const bool fits = !last && then->stray && (then->seat - then->due + players) % players == by;
    const bool open = last || then->due < 0 || (!then->stray && won_otherwise(r, next));
    if (p->stray)
        return (p->due - p->seat + players) % players == by && (open || fits);
    return p->due < 0 && (fits || (open && led_by_name(p)));
}

/* The same of a named lead behind which up to `end`, the next name, none is said. */
static bool wrong_name(const struct round *r, int lead, int *end, int by)
{
    const struct play *const play = r->trick.play, *const p = &play[lead];
    *end = lead + 1;
    if (!p->named)
        return false;
    while (*end < r->trick.plays && !play[*end].named)
        (*end)++;
    return *end - lead >= r->hands.players && wrong_by(r, lead, *end, by);
}

/*
 * Another seat, so many further clockwise, won the trick before this lead: if no name says who led, all turns with it up to
 * the next name. False: that, or the lead's own name, is of no seat that would then be on turn.
 */
static bool turn_winner(struct round *r, int lead, int *end, int by)
{
    const struct play *const play = r->trick.play;
    *end = lead;
    while (by > 0 && *end < r->trick.plays && !play[*end].named)
        (*end)++;
    const struct play *const named = &play[*end];
    if (by > 0 && *end < r->trick.plays
        && (!named->lead || named->due < 0 || (named->due + by) % r->hands.players != named->seat))
        return false;
    round_turn_plays(r, lead, *end, by);
    return true;
}

/*
 * A card that a name put out of turn, and those behind it in its trick, go to the seats whose turn it was, one after the
 * other. False: a name behind it speaks against that; or what they had to play is not known of all.
 */
static bool pass_back(struct round *r, int stray, int *end)
{
    struct play *const play = r->trick.play;
    const int players = r->hands.players, behind = round_next_lead(r, stray);
    int lead = stray;
    uint8_t has = 0;
    assert(players > 0);
    while (!play[lead].lead)
        has |= (uint8_t)(1u << play[--lead].seat);
    const int best = lead + players <= r->trick.plays ? best_of(r, lead, players) : stray, won = play[best].seat;
    if (behind - lead > players || !round_lay_clockwise(play, stray, behind, players, &has))
        return false;
    *end = behind;
    if (behind == r->trick.plays)
        return true;
    return behind == lead + players && (play[behind].named ? play[behind].due : play[behind].seat) == won
        && turn_winner(r, behind, end, (play[best].seat - won + players) % players);
}

static bool may_be(int due, int seat) { return due < 0 || due == seat; }

/* Were the leads of this trick and the next, and who leads behind them, in turn if their rows stood the other way round? */
static bool may_be_exchanged(const struct round *r, int lead, int next, int end)
{
    const struct trick *const t = &r->trick;
    const struct play *const play = t->play;
    const int won = end == t->plays ? (t->winner >= 0 ? t->winner : t->leader) : play[end].named ? play[end].due : play[end].seat;
    const bool stray = play[lead].stray || play[next].stray || (end < t->plays && play[end].stray);
    return play[lead].named && play[next].named && stray && may_be(play[lead].due, play[next].seat) && may_be(won, play[lead].seat)
        && (end == t->plays || may_be(play[next].due, play[end].seat));
}

/* … then that is how they were played. What might be led behind a break that came before is not judged. False: they were not. */
static bool exchange_tricks(struct round *r, int lead)
{
    struct trick *const t = &r->trick;
    struct play *const play = t->play, before[HANDS_MOST];
    const int size = r->hands.players, next = lead + size, end = next + size;
    if (end > (t->winner >= 0 ? t->plays : t->first) || round_next_lead(r, lead) != next || round_next_lead(r, next) != end
        || !may_be_exchanged(r, lead, next, end))
        return false;
    memcpy(before, &play[lead], (size_t)size * sizeof *before);
    memcpy(&play[lead], &play[next], (size_t)size * sizeof *before);
    memcpy(&play[next], before, (size_t)size * sizeof *before);
    for (int i = lead; i < end; i++)
        play[i].trick = (uint8_t)(play[i].trick + (i < next ? -1 : 1));
    play_excuse(t, next);
    return true;
}

/*
 * Might this lead, out of turn, and a card beside it stand the wrong way round? The one before it, with which the same seat played last
 * to the trick before; or the one behind it, of the seat that had the lead.
 */
static bool may_be_beside(const struct round *r, int lead, int other)
{
    const struct play *const p = &r->trick.play[lead], *const o = &r->trick.play[other];
    return p->lead && p->stray && p->named && o->named && !o->lead && o->line != p->line && o->seat == (other < lead ? p->seat : p->due);
}

/* … then that is how they were played. */
static void exchange_cards(struct round *r, int lead, int other)
{
    struct play *const play = r->trick.play, *const p = &play[lead], *const o = &play[other];
    const struct play was = *p;
    p->seat = o->seat;
    p->card = o->card;
    p->suit = o->suit;
    p->line = o->line;
    o->seat = was.seat;
    o->card = was.card;
    o->suit = was.suit;
    o->line = was.line;
    for (int i = lead; i < r->trick.plays && play[i].trick == p->trick; i++)
        play[i].led = p->suit;
    play_excuse(&r->trick, lead);     /* blue may not have come by it */
}

/* Was the next round said where whole tricks lack of this one, and nothing more of it since? */
static bool lacks_rows(const struct round *r)
{
    return r->next && r->stage == DURING && r->kept == BY_PLAYS && r->layout == ROWS_OF_TRICKS && r->lost_line == 0
        && trick_cards(&r->trick) == 0 && r->trick.plays == r->next_play;
}

/* Cards held before a play may have gone with the row that was left out, and blue may have come out by it. */
static void leave_out_a_row(struct round *r)
{
    for (int i = 0; i < r->trick.plays; i++) {
        struct play *const p = &r->trick.play[i];
        p->since = p->since > p->line - 1 ? p->since : p->line - 1;
        if (p->lead)
            play_excuse(&r->trick, i);
    }
}

static bool any_doubted(const struct round *r)
{
    bool any = false;
    for (int i = 0; i < r->trick.plays; i++)
        any |= r->trick.play[i].doubted;
    return any;
}

/* If it led or won, who won that trick is not known, nor whose the cards behind it are, up to the next name. */
static void disown_behind(struct round *r, int play)
{
    struct play *const all = r->trick.play;
    uint64_t cards = 0;
    int i = round_next_lead(r, play);
    if (i < r->trick.plays && !all[play].lead && all[i].seat != all[play].seat)
        return;
    for (; i < r->trick.plays && !all[i].named; i++) {
        play_disown(&r->trick, i);
        cards |= bit(all[i].card);
    }
    round_disown(r, cards);
}

/*
 * This play was of another card, nobody knows which: it may have been any that was seen in that hand before, may have led
 * any suit, and may have been the break.
 */
static void mistype(struct round *r, int play)
{
    struct play *const all = r->trick.play, *const p = &all[play];
    const int behind = round_next_lead(r, play);
    for (int i = play; i < r->trick.plays; i++) {
        if ((p->lead && i < behind) || (i > play && all[i].lead))
            play_excuse(&r->trick, i);
        if (i > play && all[i].seat == p->seat && all[i].since < p->line)
            all[i].since = p->line;
    }
    disown_behind(r, play);
    play_disown(&r->trick, play);
    hands_forget_play(&r->hands, p->card);
}

/* May this play have been of another card? Its card is named again; what led and was followed is borne out. */
static bool may_be_mistyped(const struct round *r, int play)
{
    const struct play *const all = r->trick.play, *const p = &all[play];
    bool followed = false;
    for (int i = play + 1; p->lead && i < round_next_lead(r, play); i++)
        followed |= all[i].suit == p->suit;
    return p->doubted && !play_disowned(p) && !followed;
}

/* Of the plays whose cards are named again those that were of other ones, as far as fewer rules are broken so (a bit each). */
static uint64_t find_mistyped(const void *state, void *copy, size_t size, const struct setting *setting)
{
    const struct round *r = state;
    unsigned fewest = any_doubted(r) ? offences(state, setting) : 0;
    uint64_t mistyped = 0;
    for (int i = 0; i < r->trick.plays && fewest > 0; i++) {
        if (!may_be_mistyped(r, i))
            continue;
        memcpy(copy, state, size);
        for (uint64_t all = mistyped | bit(i); all != 0; all &= all - 1)
            mistype(copy, __builtin_ctzll(all));
        const unsigned broken = offences(copy, setting);
        mistyped |= broken < fewest ? bit(i) : 0;
        fewest = broken < fewest ? broken : fewest;
    }
    return mistyped;
}

/* A round as it stands, the rules broken so, and a place for how else it may be read. */
struct rereading {
    const void *state;
    void *copy;
    size_t size;
    const struct setting *setting;
    unsigned broken;
};

/* The place, where the round stands as it is until it is read otherwise. */
static struct round *start_over(const struct rereading *of) { return memcpy(of->copy, of->state, of->size); }

static bool breaks_fewer(const struct rereading *of) { return round_broken(of->copy, of->setting) < of->broken; }

/* Without what the line of this fact told of a hand, which is disputed: how many rules are broken then? */
static unsigned take_line_away(const struct rereading *of, unsigned fact)
{
    struct round *const anew = start_over(of);
    return hands_forget_disputed(&anew->hands, fact) ? offences(anew, of->setting) : UINT_MAX;
}

static bool read_hand_as_wrong(const struct rereading *of)
{
    const struct hands *h = &((const struct round *)of->state)->hands;
    const unsigned plainly = h->disputed ? offences(of->state, of->setting) : 0;
    unsigned fewest = plainly, best = 0;
    for (unsigned i = 0; i < h->count && fewest > 0; i++) {
        const unsigned broken = take_line_away(of, i);
        best = broken < fewest ? i : best;
        fewest = broken < fewest ? broken : fewest;
    }
    if (fewest < plainly)
        take_line_away(of, best);
    return fewest < plainly;
}

static bool read_row_apart(const struct rereading *of)
{
    if (of->broken == 0 || !is_row_in_doubt(of->state))
        return false;
    round_disown_doubted(start_over(of));
    return breaks_fewer(of);
}

enum { EXCHANGED = 0 };

/*
 * The name of this lead is wrong by so many seats, or its row and the next are exchanged: how many rules are broken then? As
 * many as before if it cannot be.
 */
static unsigned put_row_in_turn(const struct rereading *of, int lead, int by)
{
    struct round *const anew = start_over(of);
    int end;
    if (by == EXCHANGED)
        return exchange_tricks(anew, lead) ? round_broken(anew, of->setting) : of->broken;
    if (!wrong_name(anew, lead, &end, by))
        return of->broken;
    round_turn_plays(anew, lead, end, by);
    return round_tell_anew(anew, lead, end) ? round_broken(anew, of->setting) : of->broken;
}

static bool read_row_in_turn(const struct rereading *of)
{
    const struct round *r = of->state;
    unsigned fewest = of->broken;
    int best = NOBODY, best_by = 0;
    for (int i = 0; fewest > 0 && i < r->trick.plays; i++)
        for (int by = 0; by < r->hands.players && r->trick.play[i].lead; by++) {
            const unsigned broken = put_row_in_turn(of, i, by);
            best = broken < fewest ? i : best;
            best_by = broken < fewest ? by : best_by;
            fewest = broken < fewest ? broken : fewest;
        }
    if (best >= 0)
        put_row_in_turn(of, best, best_by);
    return best >= 0;
}

static bool read_card_in_turn(const struct rereading *of)
{
    const struct round *r = of->state;
    for (int stray = 0, end; of->broken > 0 && r->strayed && stray < r->trick.plays; stray++) {
        const struct play *const p = &r->trick.play[stray];
        if (!p->stray || !p->named || p->lead || p->due < 0)
            continue;
        struct round *const anew = start_over(of);
        if (pass_back(anew, stray, &end) && round_tell_anew(anew, stray, end) && breaks_fewer(of))
            return true;
    }
    return false;
}

static bool read_cards_exchanged(const struct rereading *of)
{
    const struct round *r = of->state;
    for (int first = 0; of->broken > 0 && r->strayed && first + 1 < r->trick.plays; first++) {
        const bool before = may_be_beside(r, first + 1, first);
        if (!before && !may_be_beside(r, first, first + 1))
            continue;
        exchange_cards(start_over(of), before ? first + 1 : first, before ? first : first + 1);
        if (breaks_fewer(of))
            return true;
    }
    return false;
}

static bool read_row_left_out(const struct rereading *of)
{
    if (!lacks_rows(of->state))
        return false;
    leave_out_a_row(start_over(of));
    return offences(of->copy, of->setting) < offences(of->state, of->setting);
}

static bool read_rows_unaligned(const struct rereading *of)
{
    const struct round *r = of->state;
    struct round *const anew = start_over(of);
    for (int i = 0; i < r->trick.plays && r->guessed != 0 && r->layout == ROWS_OF_ANY_SIZE; i++)
        if (r->trick.play[i].line > r->guessed)
            play_excuse(&anew->trick, i);
    return breaks_fewer(of);
}

static bool read_cards_mistyped(const struct rereading *of)
{
    uint64_t mistyped = find_mistyped(of->state, of->copy, of->size, of->setting);
    const bool any = mistyped != 0;
    if (any)
        start_over(of);
    for (; mistyped != 0; mistyped &= mistyped - 1)
        mistype(of->copy, __builtin_ctzll(mistyped));
    return any;
}

/* How else a round may be read, by what then went wrong in writing; the first that breaks fewer rules counts. */
static bool (*const readings[])(const struct rereading *of) = {
    read_hand_as_wrong,  /* what a line tells of a hand is wrong, as one that was refused for it shows */
    read_row_apart,      /* a card was left out before a whole row: who played it, and what went on with it, is not known */
    read_row_in_turn,    /* a row has a wrong name: it was led by the seat whose turn it was, and all followed that; or it is behind the next one */
    read_card_in_turn,   /* a card has a wrong name: the seat played it whose turn it was, and the trick followed that */
    read_cards_exchanged,/* a lead stands before the card by which its seat won it, or behind one that followed it */
    read_row_left_out,   /* a row was left out, as the next round shows that was said too early: it may have come anywhere */
    read_rows_unaligned, /* where tricks begin was told by rows of whole tricks, and later ones are of any size */
    read_cards_mistyped, /* a card that is named again, where it cannot be any more, was another one where it was played */
};

static bool any_led_by_name(const struct round *r)
{
    bool any = false;
    for (int i = 0; i < r->trick.plays; i++)
        any |= led_by_name(&r->trick.play[i]);
    return any;
}

const void *round_reading(const void *state, void *copy, size_t size, const struct setting *setting)
{
    const struct round *r = state;
    const bool odd = r->strayed || r->doubted != 0 || lacks_rows(r) || any_doubted(r)
                  || r->hands.disputed || r->guessed != 0 || any_led_by_name(r);
    if (r->stage == BEFORE || !odd)
        return state;
    const struct rereading of = {state, copy, size, setting, round_broken(state, setting)};
    for (size_t i = 0; i < sizeof readings / sizeof *readings; i++)
        if (readings[i](&of))
            return copy;
    return state;
}
