/*
 * Haratama's hidden hands: what is known of them, and what players claimed of them by playing
 * ("I have no red"). A claim is not judged as it is played but weighed against all that was
 * seen, when the round is left (core/court).
 */
#include "haratama.h"

#include <string.h>

/* ---- what is known of the hands ---------------------------------------------------------- */

/* What had been seen of a seat up to a line. */
struct known {
    uint64_t dealt, given, held;
};

static uint64_t seen_by(const struct haratama *s, uint64_t cards, uint32_t until, size_t fact)
{
    if (until == ALWAYS)
        return cards;
    uint64_t result = 0;
    for (uint64_t left = cards; left != 0; left &= left - 1) {
        int card = __builtin_ctzll(left);
        uint32_t line;
        memcpy(&line, (const char *)&s->sighting[card] + fact, sizeof line);
        if (line <= until)
            result |= bit(card);
    }
    return result;
}

/*
 * A hand given before a pass line is as dealt; after it, or in a round without passes, as played.
 */
static struct known known_of(const struct haratama *s, int seat, uint32_t until)
{
    uint64_t early_dealt = s->passed != 0 ? s->early[seat] : 0;
    uint64_t early_held = s->passed != 0 ? 0 : s->early[seat];
    return (struct known){
        .dealt = seen_by(s, s->dealt[seat] | early_dealt, until, offsetof(struct sighting, hand)),
        .given = seen_by(s, s->given[seat], until, offsetof(struct sighting, given)),
        .held = seen_by(s, early_held, until, offsetof(struct sighting, hand))
              | seen_by(s, s->between[seat], until, offsetof(struct sighting, between))
              | seen_by(s, s->held[seat], until, offsetof(struct sighting, held)),
    };
}

/* Cards seen as dealt that were surely kept: all that seat's passed cards were seen. */
static uint64_t kept_of(const struct haratama *s, int seat)
{
    bool seen = (s->passed & 1u << seat) && bits_count(s->given[seat]) == s->pass_size[seat];
    return seen ? s->dealt[seat] & ~s->given[seat] : 0;
}

/* All that is known now of the cards a seat holds, or held when the play began. */
uint64_t haratama_known(const struct haratama *s, int seat)
{
    return s->held[seat] | s->between[seat] | (s->passed != 0 ? 0 : s->early[seat])
         | s->given[giver_of(s, seat)] | kept_of(s, seat);
}

/*
 * The bins of bins.h. While no hand was seen as dealt, a seat's cards are one bin; otherwise a
 * seat has two, those it kept (bin `seat`) and those it gave (bin players + seat). With three
 * players and nothing recorded aside, a last bin of one.
 */
static void one_bin_a_seat(const struct haratama *s, struct view *v, uint64_t unseen)
{
    for (int i = 0; i < s->players; i++) {
        v->bins.may[i] = unseen | v->known[i];
        v->bins.room[i] = (uint8_t)hand_size(s, i);
        v->in[i] = (uint16_t)(1u << i);
    }
    v->bins.count = s->players;
}

static void two_bins_a_seat(const struct haratama *s, struct view *v, const struct known *known, uint64_t dealt)
{
    uint64_t kept[PLAYERS], given[PLAYERS];
    for (int i = 0; i < s->players; i++)
        kept[i] = given[i] = dealt;
    for (int i = 0; i < s->players; i++)
        for (int k = 0; k < s->players; k++) {
            if (k != i) {
                kept[k] &= ~known[i].dealt;
                given[k] &= ~known[i].dealt;
                given[k] &= ~known[i].given;
                kept[k] &= ~known[i].held;
            }
            kept[k] &= ~known[i].given;
            if (k != giver_of(s, i))
                given[k] &= ~known[i].held;
        }
    for (int i = 0; i < s->players; i++) {
        v->bins.may[i] = kept[i];
        v->bins.room[i] = (uint8_t)(HAND - pass_size(s, i));
        v->bins.may[s->players + i] = given[i];
        v->bins.room[s->players + i] = (uint8_t)pass_size(s, i);
        v->in[i] = (uint16_t)(1u << i | 1u << (s->players + giver_of(s, i)));
    }
    v->bins.count = (uint8_t)(2 * s->players);
}

/* Three players: the last place is the card aside, `known` or one of `may`. */
static void place_aside(const struct haratama *s, struct view *v, uint64_t known, uint64_t may)
{
    if (s->players != 3)
        return;
    v->known[v->places] = known;
    v->in[v->places++] = (uint16_t)(1u << v->bins.count);
    v->bins.may[v->bins.count] = known != 0 ? known : may;
    v->bins.room[v->bins.count++] = 1;
}

static void view_at(const void *game, uint32_t until, struct view *v)
{
    const struct haratama *s = game;
    struct known known[PLAYERS];
    uint64_t seen = 0, held = 0;
    v->seats = v->places = s->players;
    for (int i = 0; i < s->players; i++)
        known[i] = known_of(s, i, until);
    for (int i = 0; i < s->players; i++) {
        v->known[i] = known[i].held | known[giver_of(s, i)].given;
        held |= v->known[i];
        seen |= known[i].dealt;
    }
    uint64_t aside = s->aside != NO_CARD && s->sighting[s->aside].shown <= until ? bit(s->aside) : 0;
    uint64_t gone = seen_by(s, s->gone, until, offsetof(struct sighting, shown));
    v->bins.cards = deck(s);
    if (s->deep)
        two_bins_a_seat(s, v, known, deck(s) & ~aside);
    else
        one_bin_a_seat(s, v, deck(s) & ~aside & ~held);
    place_aside(s, v, aside, deck(s) & ~held & ~seen & ~gone);
}

uint64_t haratama_hands(const struct haratama *s, uint64_t may[PLAYERS + 1])
{
    const uint64_t aside = s->aside == NO_CARD ? 0 : bit(s->aside);
    struct view v;
    view_at(s, ALWAYS, &v);
    may[s->players] = s->players == 3 ? v.bins.may[v.bins.count - 1] & ~aside : 0;
    for (int i = 0; i < s->players; i++) {
        may[i] = v.bins.may[i];
        if (s->deep)
            may[i] |= v.bins.may[s->players + giver_of(s, i)];
    }
    return v.bins.cards & ~aside;
}

/* Do the facts of the round fit any deal? */
static bool deal_fits(struct haratama *s)
{
    struct view v;
    uint64_t all = 0, dealt = 0;
    for (int i = 0; i < s->players; i++)
        dealt |= s->dealt[i] | (s->passed != 0 ? s->early[i] : 0);
    s->deep = dealt != 0;
    if (s->deep) {
        view_at(s, ALWAYS, &v);
        for (int i = 0; i < s->players; i++)
            dealt |= haratama_known(s, i);
        return !(dealt & ~deck(s)) && (s->aside == NO_CARD || !(dealt & bit(s->aside))) && bins_fit(&v.bins);
    }
    uint64_t cards = s->aside == NO_CARD ? deck(s) : deck(s) & ~bit(s->aside);
    for (int i = 0; i < s->players; i++) {
        uint64_t hand = haratama_known(s, i);
        if ((all & hand) || (hand & ~cards) || (int)bits_count(hand) > hand_size(s, i))
            return false;
        all |= hand;
    }
    return s->players == 4 || s->aside != NO_CARD || (cards & ~all & ~s->gone) != 0;
}

bool haratama_fits(struct haratama *s)
{
    return deal_fits(s) && haratama_tricks_fit(s);
}

bool haratama_may_have(const struct haratama *s, int seat, int card)
{
    uint64_t own = haratama_known(s, seat) | bit(card), others = 0;
    if (s->deep || (s->players == 3 && s->aside == NO_CARD)) {
        struct haratama tried = *s;
        tried.held[seat] |= bit(card);
        return haratama_fits(&tried);
    }
    for (int i = 0; i < s->players; i++)
        others |= i == seat ? 0 : haratama_known(s, i);
    return !(others & bit(card)) && (int)bits_count(own) <= hand_size(s, seat);
}

/* The cards a seat may be holding; `held` gets those it surely holds. */
uint64_t haratama_may_hold(const struct haratama *s, int seat, uint64_t *held)
{
    uint64_t known = haratama_known(s, seat);
    *held = known & ~s->played[seat] & ~s->gone;
    if ((int)bits_count(known) == hand_size(s, seat))
        return *held;
    struct view v;
    view_at(s, ALWAYS, &v);
    uint64_t hand = v.bins.may[seat];
    if (s->deep)
        hand |= v.bins.may[s->players + giver_of(s, seat)];
    return hand & ~s->played[seat] & ~s->gone;
}

/* The last line before `line` where a card was known to be in a seat's hand; else the first. */
static uint32_t sighting_near(const struct haratama *s, int seat, int card, uint32_t line)
{
    const struct sighting *at = &s->sighting[card];
    const bool counts[] = {
        s->given[giver_of(s, seat)] & bit(card),
        s->held[seat] & bit(card),
        haratama_known(s, seat) & bit(card),
        s->between[seat] & bit(card),
        (kept_of(s, seat) | (s->passed == 0 ? s->early[seat] : 0)) & bit(card),
    };
    const uint32_t lines[] = {at->given, at->held, at->shown, at->between, at->hand};
    uint32_t last = 0, first = UINT32_MAX;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (!counts[i] || lines[i] == 0)
            continue;
        first = lines[i] < first ? lines[i] : first;
        last = lines[i] < line && lines[i] > last ? lines[i] : last;
    }
    return last != 0 ? last : first;
}

int haratama_seen_before(const struct haratama *s, int seat, uint64_t cards, uint32_t line,
                         uint32_t *seen)
{
    int last = 0;
    for (*seen = 0; cards != 0; cards &= cards - 1) {
        uint32_t near = sighting_near(s, seat, __builtin_ctzll(cards), line);
        if (near < line && near > *seen) {
            last = __builtin_ctzll(cards);
            *seen = near;
        }
    }
    return last;
}

static const char *const suit_names[SUITS] = {
    [RED] = N_("red"), [BLUE] = N_("blue"), [PURPLE] = N_("purple"), [GREEN] = N_("green"),
};
/* ---- weighing what was claimed ----------------------------------------------------------- */

/* haratama/first-lead: blue 5 is in this hand; or, with three players, aside, and blue 6 is in this hand. */
static struct clause leads(const struct haratama *s, int seat)
{
    const uint8_t aside = (uint8_t)(1u << s->players), elsewhere = (uint8_t)~(1u << seat);
    return (struct clause){
        .ways = s->players == 3 ? 2 : 1,
        .bans = {1, 2},
        .ban = {{{bit(BLUE_5), elsewhere}}, {{bit(BLUE_5), (uint8_t)~aside}, {bit(BLUE_6), elsewhere}}},
    };
}

/* Whose hand the card that leads is in, by every deal that fits; -1: not known. */
int haratama_leader(const struct haratama *s)
{
    struct view now;
    int leader = -1;
    for (int i = 0; i < s->players; i++)
        if (haratama_known(s, i) & bit(lead_card(s)))
            return i;
    view_at(s, ALWAYS, &now);
    for (int i = 0; i < s->players; i++) {
        struct clause has_lead = leads(s, i);
        if (clause_refuted(&now, &has_lead))
            continue;
        if (leader >= 0)
            return -1;
        leader = i;
    }
    return leader;
}

static void values_of(const void *game, const struct claim *c, const struct proof *proof, struct message *m)
{
    const struct haratama *s = game;
    if (c->play >= 0) {
        message_number(m, "trick", s->trick.play[c->play].trick);
        message_word(m, "led", suit_names[s->trick.play[c->play].led]);
    }
    if (proof->card >= 0) {
        message_card(m, "proof", proof->card);
        message_seat(m, "holder", proof->holder);
    }
}

static const struct charge had_not_the_lead = {
    .rule = RULE_FIRST_LEAD,
    .text = {
        [BY_A_CARD] = N_("{seat} led first, but {proof} was in {holder}'s hand."),
        [BY_COUNTING] = N_("{seat} led first, but cannot have held the card that leads."),
        [NOT_PROVED] = N_("Whether {seat} had the lead depends on cards nobody has shown."),
    },
    .values = values_of,
};

static const struct charge did_not_follow = {
    .rule = RULE_FOLLOW,
    .text = {
        [BY_A_CARD] = N_("Trick {trick} was led in {led}; {seat} played {card} and still held "
                         "{proof}."),
        [BY_COUNTING] = N_("Trick {trick} was led in {led}; {seat} played {card}, but the cards still "
                           "in that hand cannot all have been of other suits."),
        [NOT_PROVED] = N_("Whether {seat} could have followed {led} in trick {trick} depends on cards "
                          "nobody has shown."),
    },
    .values = values_of,
};

static const struct charge led_blue = {
    .rule = RULE_BLUE_LEAD,
    .text = {
        [BY_A_CARD] = N_("{seat} led {card} in trick {trick} before the break, and still held {proof}."),
        [BY_COUNTING] = N_("{seat} led {card} in trick {trick} before the break, but too few blue cards "
                           "were left to fill that hand."),
        [NOT_PROVED] = N_("Whether {seat} held nothing but blue in trick {trick} depends on cards nobody "
                          "has shown."),
    },
    .values = values_of,
};

static uint32_t seen_near(const void *game, int seat, int card, uint32_t line)
{
    return sighting_near(game, seat, card, line);
}

static const struct witness witness = {view_at, seen_near};

/*
 * haratama/follow and haratama/blue-lead, play by play. Is blue broken? House option bad-break:
 * `void` does not count a blue that came out by a play proved irregular. `out` may be NULL.
 */
static void weigh_plays(struct hearing *all, const struct haratama *s, const struct setting *setting,
                        struct rulings *out)
{
    bool sound = false;           /* broken by a play that was not proved irregular */
    uint64_t void_breaks = 0;     /* the claims whose refutation proves that it is not */
    for (struct walk w = {0}; walk_on(&w, &s->trick);) {
        const struct play *p = w.play;
        const struct claim *c = NULL;
        uint64_t left = deck(s) & ~w.gone;
        bool unbroken = p->mark == MARK_UNBROKEN;
        if (!play_follows(p)) {
            struct clause none_led = play_clause(&w, suit_cards((enum suit)p->led) & left);
            c = hearing_claim(all, play_claim(&w, &did_not_follow, p->card), &none_led);
        } else if (p->lead && p->suit == BLUE && (unbroken || !sound)) {
            struct clause all_blue = play_clause(&w, left & ~suit_cards(BLUE));
            struct claim lead = play_claim(&w, &led_blue, p->card);
            lead.upon = void_breaks;
            if (unbroken || setting->house->option[HOUSE_BAD_BREAK].choice == 1)
                c = hearing_claim(all, lead, &all_blue);
            else if (out != NULL)
                open_question(setting, out, HOUSE_BAD_BREAK, p->line);
        }
        if (p->suit == BLUE && c != NULL) {
            sound |= c->weight != REFUTED;
            void_breaks |= (uint64_t)(c->weight == REFUTED) << (c - all->court.row);
        }
    }
}

/* What is known of the cards a seat received, up to a line: does it refute the sign? */
static bool fox_refuted(const struct haratama *s, int seat, bool shown, uint32_t until)
{
    static const uint64_t low_ranks = 0x007E007E007E007Eu;    /* ranks 1 to 6 */
    int giver = giver_of(s, seat);
    struct known own = known_of(s, seat, until), from = known_of(s, giver, until);
    uint64_t hand = own.held | from.given;
    unsigned received = (unsigned)pass_size(s, giver);
    bool whole = (int)bits_count(hand) == hand_size(s, seat);
    bool dealt_whole = bits_count(own.dealt) == HAND;
    uint64_t kept = hand & own.dealt;
    uint64_t sure = from.given | (hand & from.dealt) | (dealt_whole ? hand & ~own.dealt : 0);
    uint64_t maybe = hand & ~kept;
    if (shown)
        return (bits_count(sure) >= received && !(sure & low_ranks))
            || (whole && !(maybe & low_ranks));
    return (sure & low_ranks) != 0 || (whole && bits_count(maybe & ~low_ranks) < received);
}

/* haratama/fox: refuted only by what was seen to have been received, or by the whole hand. */
static void weigh_foxes(const struct haratama *s, const struct setting *setting, struct rulings *out)
{
    if (setting->house->option[HOUSE_FOX].choice == 1)
        return;
    for (int i = 0; i < s->foxes; i++) {
        int seat = s->fox[i].seat;
        bool shown = s->fox[i].shown;
        if (!fox_refuted(s, seat, shown, ALWAYS))
            continue;
        uint32_t low = 0, high = ALWAYS - 1;
        while (low < high) {
            uint32_t middle = low + (high - low) / 2;
            if (fox_refuted(s, seat, shown, middle))
                high = middle;
            else
                low = middle + 1;
        }
        struct ruling *r = rulings_add(out, RULING_IRREGULAR, RULE_FOX, seat, NO_CARD,
            s->fox[i].line, shown ? N_("{seat} showed the fox sign, but received no card of rank 6 or "
                                       "less.")
                                  : N_("{seat} showed no fox sign, but received a card of rank 6 or "
                                       "less."));
        if (low != s->fox[i].line && low != 0)
            ruling_because(r, low);
    }
}

/* All claims of the round, each weighed against what was seen. */
static void weigh_claims(struct hearing *all, const struct haratama *s, const struct setting *setting,
                         struct rulings *out)
{
    hearing_begin(all, &witness, s);
    if (s->lead_line != 0) {
        struct clause has_lead = leads(s, s->first_leader);
        int16_t card = s->lead_by_play ? s->trick.play[0].card : NO_CARD;
        hearing_claim(all, (struct claim){.charge = &had_not_the_lead, .line = s->lead_line, .card = card,
                                          .seat = s->first_leader, .play = -1}, &has_lead);
    }
    weigh_plays(all, s, setting, out);
}

void haratama_weigh(const struct haratama *s, const struct setting *setting, struct rulings *out)
{
    struct hearing all;
    if (s->phase == BEFORE)
        return;
    weigh_claims(&all, s, setting, out);
    weigh_foxes(s, setting, out);
    court_report(&all.court, out);
}

/* ---- odds -------------------------------------------------------------------------------- */

bool haratama_odds(const struct haratama *s, const struct setting *setting, int card, void *scratch,
                   double *shares)
{
    struct hearing all;
    deals number, fits = 0;
    if (s->phase == BEFORE || s->level != BY_PLAYS)   /* who played what, nobody knows then */
        return false;
    weigh_claims(&all, s, setting, NULL);
    if (!hearing_count(&all, &all.now.bins, scratch, &fits) || fits == 0)
        return false;
    shares[s->players] = 1;
    for (int i = 0; i < s->players; i++) {
        struct bins there = all.now.bins;
        bins_forbid(&there, bit(card), (uint16_t)~all.now.in[i]);
        if (!hearing_count(&all, &there, scratch, &number))
            return false;
        bool gone = (s->played[i] | s->gone) & bit(card);
        shares[i] = gone ? 0 : (double)((long double)number / (long double)fits);
        shares[s->players] -= shares[i];
    }
    if (shares[s->players] < 1e-12)
        shares[s->players] = 0;
    return true;
}
