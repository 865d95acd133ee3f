/*
 * Haratama's hidden hands: what is known of them, and what players claimed of them by playing
 * ("I have no red"). A claim is not judged as it is played but weighed against all that was
 * seen, when the round is left.
 */
#include "haratama.h"

#include <string.h>

/* ---- what is known of the hands ---------------------------------------------------------- */

static const uint32_t always = UINT32_MAX;

/* What had been seen of a seat up to a line. */
struct known {
    uint64_t dealt, given, held;
};

static uint64_t seen_by(const struct haratama *s, uint64_t cards, uint32_t until, size_t fact)
{
    if (until == always)
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
    bool seen = (s->passed & 1u << seat) && cards_count(s->given[seat]) == s->pass_size[seat];
    return seen ? s->dealt[seat] & ~s->given[seat] : 0;
}

/* All that is known now of the cards a seat holds, or held when the play began. */
uint64_t haratama_known(const struct haratama *s, int seat)
{
    return s->held[seat] | s->between[seat] | (s->passed != 0 ? 0 : s->early[seat])
         | s->given[giver_of(s, seat)] | kept_of(s, seat);
}

/*
 * The bins of hands.h. While no hand was seen as dealt, a seat's cards are one bin; otherwise a
 * seat has two, those it kept (bin `seat`) and those it gave (bin players + seat). With three
 * players and nothing recorded aside, a last bin of one.
 */
struct model {
    struct hands hands;
    bool deep;
    int aside;                    /* NO_CARD: not seen */
    int aside_bin;                /* -1: none */
    uint64_t known[PLAYERS];      /* in H */
};

static uint16_t hand_bins(const struct haratama *s, const struct model *m, int seat)
{
    return (uint16_t)(m->deep ? 1u << seat | 1u << (s->players + giver_of(s, seat)) : 1u << seat);
}

static void one_bin_a_seat(const struct haratama *s, struct model *m, uint64_t unseen)
{
    for (int i = 0; i < s->players; i++) {
        m->hands.may[i] = unseen | m->known[i];
        m->hands.room[i] = (uint8_t)hand_size(s, i);
    }
    m->hands.bins = s->players;
}

static void two_bins_a_seat(const struct haratama *s, struct model *m, const struct known *known)
{
    uint64_t kept[PLAYERS], given[PLAYERS];
    for (int i = 0; i < s->players; i++)
        kept[i] = given[i] = m->hands.cards;
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
        m->hands.may[i] = kept[i];
        m->hands.room[i] = (uint8_t)(HAND - pass_size(s, i));
        m->hands.may[s->players + i] = given[i];
        m->hands.room[s->players + i] = (uint8_t)pass_size(s, i);
    }
    m->hands.bins = (uint8_t)(2 * s->players);
}

static void model_build(const struct haratama *s, uint32_t until, struct model *m)
{
    struct known known[PLAYERS];
    uint64_t seen = 0, held = 0;
    m->deep = s->deep;
    for (int i = 0; i < s->players; i++)
        known[i] = known_of(s, i, until);
    for (int i = 0; i < s->players; i++) {
        m->known[i] = known[i].held | known[giver_of(s, i)].given;
        held |= m->known[i];
        seen |= known[i].dealt;
    }
    m->aside = s->aside != NO_CARD && s->sighting[s->aside].shown <= until ? s->aside : NO_CARD;
    m->hands.cards = m->aside == NO_CARD ? deck(s) : deck(s) & ~bit(m->aside);
    if (m->deep)
        two_bins_a_seat(s, m, known);
    else
        one_bin_a_seat(s, m, m->hands.cards & ~held);
    m->aside_bin = -1;
    if (s->players == 3 && m->aside == NO_CARD) {
        uint64_t gone = seen_by(s, s->gone, until, offsetof(struct sighting, shown));
        m->aside_bin = m->hands.bins++;
        m->hands.may[m->aside_bin] = m->hands.cards & ~held & ~seen & ~gone;
        m->hands.room[m->aside_bin] = 1;
    }
}

/* Do the facts of the round fit any deal? */
bool haratama_fits(struct haratama *s)
{
    struct model m;
    uint64_t all = 0, dealt = 0;
    for (int i = 0; i < s->players; i++)
        dealt |= s->dealt[i] | (s->passed != 0 ? s->early[i] : 0);
    s->deep = dealt != 0;
    if (s->deep) {
        model_build(s, always, &m);
        for (int i = 0; i < s->players; i++)
            dealt |= haratama_known(s, i);
        return !(dealt & ~m.hands.cards) && hands_fit(&m.hands);
    }
    uint64_t cards = s->aside == NO_CARD ? deck(s) : deck(s) & ~bit(s->aside);
    for (int i = 0; i < s->players; i++) {
        uint64_t hand = haratama_known(s, i);
        if ((all & hand) || (hand & ~cards) || (int)cards_count(hand) > hand_size(s, i))
            return false;
        all |= hand;
    }
    return s->players == 4 || s->aside != NO_CARD || (cards & ~all & ~s->gone) != 0;
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
    return !(others & bit(card)) && (int)cards_count(own) <= hand_size(s, seat);
}

/* The cards a seat may be holding; `held` gets those it surely holds. */
uint64_t haratama_may_hold(const struct haratama *s, int seat, uint64_t *held)
{
    uint64_t known = haratama_known(s, seat);
    *held = known & ~s->played[seat] & ~s->gone;
    if ((int)cards_count(known) == hand_size(s, seat))
        return *held;
    struct model m;
    model_build(s, always, &m);
    uint64_t hand = m.hands.may[seat];
    if (m.deep)
        hand |= m.hands.may[s->players + giver_of(s, seat)];
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

enum { PLAY_NONE = -1 };

/* One claim of the round: the first lead (no play), a discard, or a blue lead. */
struct weighed {
    int play;
    int rule;
    int seat, card;
    uint32_t line;
    uint64_t never;               /* cards that the hand then cannot have held, if it is true */
    enum weight weight;
};

struct weighing {
    const struct haratama *s;
    const struct setting *setting;
    struct rulings *out;
    struct model model;
    uint64_t hidden;              /* cards nobody has seen */
    struct weighed row[CLAIMS_MOST];
    unsigned count;
};

/* haratama/first-lead as bans: blue 5 in no other hand; or blue 5 aside and blue 6 in no other. */
static void lead_claim(const struct haratama *s, const struct model *m, int seat, struct claim *c)
{
    uint16_t others = (uint16_t)~hand_bins(s, m, seat);
    c->ways = 1;
    c->bans[0] = 1;
    c->ban[0][0] = (struct ban){bit(m->aside == BLUE_5 ? BLUE_6 : BLUE_5), others};
    if (m->aside_bin >= 0) {
        c->ways = 2;
        c->bans[1] = 2;
        c->ban[1][0] = (struct ban){bit(BLUE_5), (uint16_t)~(1u << m->aside_bin)};
        c->ban[1][1] = (struct ban){bit(BLUE_6), others};
    }
}

/* Whose hand the card that leads is in, by every deal that fits; -1: not known. */
int haratama_leader(const struct haratama *s)
{
    struct model m;
    int leader = -1;
    for (int i = 0; i < s->players; i++)
        if (haratama_known(s, i) & bit(lead_card(s)))
            return i;
    model_build(s, always, &m);
    for (int i = 0; i < s->players; i++) {
        struct claim c;
        lead_claim(s, &m, i, &c);
        if (claim_refuted(&m.hands, &c))
            continue;
        if (leader >= 0)
            return -1;
        leader = i;
    }
    return leader;
}

static void claim_of(const struct haratama *s, const struct model *m, const struct weighed *w,
                     struct claim *c)
{
    c->line = w->line;
    if (w->play == PLAY_NONE) {
        lead_claim(s, m, w->seat, c);
        return;
    }
    c->ways = 1;
    c->bans[0] = 1;
    c->ban[0][0] = (struct ban){w->never, hand_bins(s, m, w->seat)};
}

static void weigh_claim(struct weighing *all, struct weighed *w)
{
    const struct haratama *s = all->s;
    if (w->play != PLAY_NONE && (w->never & all->model.known[w->seat])) {
        w->weight = CLAIM_REFUTED;
        return;
    }
    if (all->hidden == 0 && w->play != PLAY_NONE) {
        w->weight = CLAIM_PROVEN;
        return;
    }
    struct claim claim;
    claim_of(s, &all->model, w, &claim);
    w->weight = claim_weigh(&all->model.hands, &claim);
}

static struct weighed *claim_add(struct weighing *all, int play, int rule, uint64_t never)
{
    const struct haratama *s = all->s;
    struct weighed *w = &all->row[all->count++];
    *w = (struct weighed){.play = play, .rule = rule, .seat = s->play[play].seat,
                          .card = s->play[play].card, .line = s->play[play].line, .never = never};
    weigh_claim(all, w);
    return w;
}

/*
 * haratama/follow and haratama/blue-lead, play by play. Is blue broken? House option bad-break:
 * `void` does not count a blue that came out by a play proved irregular.
 */
static void weigh_plays(struct weighing *all)
{
    const struct haratama *s = all->s;
    uint64_t gone[PLAYERS] = {0};
    bool sound = false;           /* broken by a play that was not proved irregular */
    for (int i = 0; i < s->plays; i++) {
        const struct play *p = &s->play[i];
        bool blue = suit_of(p->card) == BLUE;
        const struct weighed *w = NULL;
        gone[p->seat] |= bit(p->card);
        uint64_t left = deck(s) & ~gone[p->seat];
        if (p->led != suit_of(p->card)) {
            w = claim_add(all, i, RULE_FOLLOW, suit_cards((enum suit)p->led) & left);
        } else if (p->lead && blue && (p->unbroken || !sound)) {
            bool counts = p->unbroken
                       || all->setting->house->option[HOUSE_BAD_BREAK].choice == 1;
            if (counts)
                w = claim_add(all, i, RULE_BLUE_LEAD, left & ~suit_cards(BLUE));
            else if (all->out != NULL)
                open_question(all->setting, all->out, HOUSE_BAD_BREAK, p->line);
        }
        if (blue && w != NULL)
            sound |= w->weight != CLAIM_REFUTED;
    }
}

/* The first line after which what was seen refutes the claim. */
static uint32_t refuted_since(const struct haratama *s, const struct weighed *w)
{
    uint32_t low = 0, high = UINT32_MAX - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        struct model m;
        struct claim c;
        model_build(s, middle, &m);
        claim_of(s, &m, w, &c);
        if (claim_refuted(&m.hands, &c))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static int holder_of(const struct weighing *all, int card)
{
    for (int i = 0; i < all->s->players; i++)
        if (all->model.known[i] & bit(card))
            return i;
    return -1;
}

/*
 * The card that proves it by itself: known to be in that hand afterwards, or before and not yet
 * played; for the first lead, the card that leads in another hand. NO_CARD: it is a matter of
 * counting. `near` gets the line.
 */
static int proof_card(const struct weighing *all, const struct weighed *w, uint32_t since,
                      uint32_t *near)
{
    const struct haratama *s = all->s;
    uint64_t proof = w->play == PLAY_NONE ? bit(lead_card(s)) : w->never & all->model.known[w->seat];
    uint32_t until = since < w->line ? w->line - 1 : since;
    int best = NO_CARD;
    *near = 0;
    if (since < w->line && w->play != PLAY_NONE) {
        *near = s->play[w->play].kept_line;
        return *near != 0 ? s->play[w->play].kept : NO_CARD;
    }
    for (; proof != 0; proof &= proof - 1) {
        int card = __builtin_ctzll(proof), holder = holder_of(all, card);
        uint32_t line = holder < 0 ? UINT32_MAX : sighting_near(s, holder, card, w->line);
        if (line <= until && line > *near) {
            best = card;
            *near = line;
        }
    }
    return best;
}

static const char *refuted_text(const struct weighed *w, bool by_card)
{
    if (w->play == PLAY_NONE)
        return by_card ? N_("{seat} led first, but {proof} was in {holder}'s hand.")
                       : N_("{seat} led first, but cannot have held the card that leads.");
    if (w->rule == RULE_FOLLOW)
        return by_card ? N_("Trick {trick} was led in {led}; {seat} played {card} and still held "
                            "{proof}.")
                       : N_("Trick {trick} was led in {led}; {seat} played {card}, but the cards still "
                            "in that hand cannot all have been of other suits.");
    return by_card ? N_("{seat} led {card} in trick {trick} before the break, and still held {proof}.")
                   : N_("{seat} led {card} in trick {trick} before the break, but too few blue cards "
                        "were left to fill that hand.");
}

static void report_refuted(struct weighing *all, const struct weighed *w)
{
    const struct haratama *s = all->s;
    uint32_t since = refuted_since(s, w), near;
    int proof = proof_card(all, w, since, &near);
    struct ruling *r = rulings_add(all->out, RULING_IRREGULAR, w->rule, w->seat, w->card, w->line,
                                   refuted_text(w, proof != NO_CARD));
    if (since < w->line && proof != NO_CARD)
        since = near;
    if (since != w->line && since != 0)
        ruling_because(r, since);
    if (w->play != PLAY_NONE) {
        message_number(&r->message, "trick", s->play[w->play].trick);
        message_word(&r->message, "led", suit_names[s->play[w->play].led]);
    }
    if (proof != NO_CARD) {
        message_card(&r->message, "proof", proof);
        message_seat(&r->message, "holder", holder_of(all, proof));
    }
}

static void report_unproven(struct weighing *all, const struct weighed *w)
{
    const char *text = w->play == PLAY_NONE
        ? N_("Whether {seat} had the lead depends on cards nobody has shown.")
        : w->rule == RULE_FOLLOW
        ? N_("Whether {seat} could have followed {led} in trick {trick} depends on cards nobody has "
             "shown.")
        : N_("Whether {seat} held nothing but blue in trick {trick} depends on cards nobody has "
             "shown.");
    struct ruling *r = rulings_add(all->out, RULING_UNPROVEN, w->rule, w->seat, w->card, w->line, text);
    if (w->play != PLAY_NONE) {
        message_number(&r->message, "trick", all->s->play[w->play].trick);
        message_word(&r->message, "led", suit_names[all->s->play[w->play].led]);
    }
}

/* The unproven claims that cannot all be right; marks them, and tells whose they are. */
static void report_conflict(struct weighing *all)
{
    struct claim claims[CLAIMS_MOST];
    unsigned which[CLAIMS_MOST], set[SUSPECTS_MOST], count = 0;
    for (unsigned i = 0; i < all->count; i++)
        if (all->row[i].weight == CLAIM_UNPROVEN) {
            claim_of(all->s, &all->model, &all->row[i], &claims[count]);
            which[count++] = i;
        }
    unsigned size = claims_conflict(&all->model.hands, claims, count, set, SUSPECTS_MOST);
    if (size == 0)
        return;
    const struct weighed *last = &all->row[which[set[size - 1]]];
    struct ruling *r = rulings_add(all->out, RULING_CONFLICT, last->rule, last->seat, last->card,
                                   last->line, N_("These plays cannot all be right: no deal fits all "
                                   "of what they claim."));
    for (unsigned i = 0; i < size; i++) {
        struct weighed *w = &all->row[which[set[i]]];
        r->suspect[r->suspect_count++] = (struct suspect){(int8_t)w->seat, w->line};
        w->weight = CLAIM_PROVEN;
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
    bool whole = (int)cards_count(hand) == hand_size(s, seat);
    bool dealt_whole = cards_count(own.dealt) == HAND;
    uint64_t kept = hand & own.dealt;
    uint64_t sure = from.given | (hand & from.dealt) | (dealt_whole ? hand & ~own.dealt : 0);
    uint64_t maybe = hand & ~kept;
    if (shown)
        return (cards_count(sure) >= received && !(sure & low_ranks))
            || (whole && !(maybe & low_ranks));
    return (sure & low_ranks) != 0 || (whole && cards_count(maybe & ~low_ranks) < received);
}

/* haratama/fox: refuted only by what was seen to have been received, or by the whole hand. */
static void weigh_foxes(struct weighing *all)
{
    const struct haratama *s = all->s;
    if (all->setting->house->option[HOUSE_FOX].choice == 1)
        return;
    for (int i = 0; i < s->foxes; i++) {
        int seat = s->fox[i].seat;
        bool shown = s->fox[i].shown;
        if (!fox_refuted(s, seat, shown, always))
            continue;
        uint32_t low = 0, high = UINT32_MAX - 1;
        while (low < high) {
            uint32_t middle = low + (high - low) / 2;
            if (fox_refuted(s, seat, shown, middle))
                high = middle;
            else
                low = middle + 1;
        }
        struct ruling *r = rulings_add(all->out, RULING_IRREGULAR, RULE_FOX, seat, NO_CARD,
            s->fox[i].line, shown ? N_("{seat} showed the fox sign, but received no card of rank 6 or "
                                       "less.")
                                  : N_("{seat} showed no fox sign, but received a card of rank 6 or "
                                       "less."));
        if (low != s->fox[i].line && low != 0)
            ruling_because(r, low);
    }
}

/* All claims of the round, each weighed against what was seen. */
static void weigh_claims(struct weighing *all)
{
    const struct haratama *s = all->s;
    model_build(s, always, &all->model);
    all->hidden = all->model.hands.cards;
    for (int i = 0; i < s->players; i++)
        all->hidden &= ~all->model.known[i];
    if (s->lead_line != 0) {
        struct weighed *w = &all->row[all->count++];
        *w = (struct weighed){.play = PLAY_NONE, .rule = RULE_FIRST_LEAD, .seat = s->first_leader,
                              .card = s->lead_by_play ? s->play[0].card : NO_CARD,
                              .line = s->lead_line};
        weigh_claim(all, w);
    }
    weigh_plays(all);
}

void haratama_weigh(const struct haratama *s, const struct setting *setting, struct rulings *out)
{
    struct weighing all = {.s = s, .setting = setting, .out = out, .count = 0};
    if (s->phase == BEFORE)
        return;
    weigh_claims(&all);
    weigh_foxes(&all);
    report_conflict(&all);
    for (unsigned i = 0; i < all.count; i++) {
        if (all.row[i].weight == CLAIM_REFUTED)
            report_refuted(&all, &all.row[i]);
        else if (all.row[i].weight == CLAIM_UNPROVEN)
            report_unproven(&all, &all.row[i]);
    }
}

/* ---- odds -------------------------------------------------------------------------------- */

/* Deals in which the unproven claims from `at` on hold too; their ways exclude each other. */
static bool count_deals(const struct weighing *all, unsigned at, const struct hands *hands,
                        struct counted *scratch, deals *number)
{
    while (at < all->count && all->row[at].weight != CLAIM_UNPROVEN)
        at++;
    if (at == all->count)
        return hands_count(hands, scratch, number);
    struct claim claim;
    claim_of(all->s, &all->model, &all->row[at], &claim);
    *number = 0;
    for (unsigned way = 0; way < claim.ways; way++) {
        struct hands h = *hands;
        deals some;
        for (unsigned i = 0; i < claim.bans[way]; i++)
            hands_ban(&h, &claim.ban[way][i]);
        if (!count_deals(all, at + 1, &h, scratch, &some))
            return false;
        *number += some;
    }
    return true;
}

bool haratama_odds(const struct haratama *s, const struct setting *setting, int card, void *scratch,
                   double *shares)
{
    struct weighing all = {.s = s, .setting = setting, .out = NULL, .count = 0};
    deals number, fits = 0;
    if (s->phase == BEFORE)
        return false;
    weigh_claims(&all);
    if (!count_deals(&all, 0, &all.model.hands, scratch, &fits) || fits == 0)
        return false;
    shares[s->players] = 1;
    for (int i = 0; i < s->players; i++) {
        struct hands h = all.model.hands;
        hands_ban(&h, &(struct ban){bit(card), (uint16_t)~hand_bins(s, &all.model, i)});
        if (!count_deals(&all, 0, &h, scratch, &number))
            return false;
        bool gone = (s->played[i] | s->gone) & bit(card);
        shares[i] = gone ? 0 : (double)((long double)number / (long double)fits);
        shares[s->players] -= shares[i];
    }
    if (shares[s->players] < 1e-12)
        shares[s->players] = 0;
    return true;
}
