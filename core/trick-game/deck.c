/* A game's file: its rows read into a pack, and the packs in the box. */
#include "rows.h"
#include "trick_game.h"

#include <string.h>

/* ---- what was expected ------------------------------------------------------------------- */

static enum outcome wrong(const struct argument *a, struct fault *fault, const char *message)
{
    fault_set(fault, a->column, message);
    message_text(&fault->message, "found", text_unquoted(a->text));
    return MALFORMED;
}

static enum outcome row_wrong_here(const struct statement *said, struct fault *fault,
    const char *message)
{
    fault_set(fault, said->column, message);
    message_text(&fault->message, "row", span_of(trick_row_verbs[said->verb].name));
    return MALFORMED;
}

static enum outcome stands_there(const struct statement *said, struct fault *fault)
{
    return row_wrong_here(said, fault,
        N_("`{row}`, or a row that excludes it, is there already; expected it once"));
}

/* ---- cards ------------------------------------------------------------------------------- */

/* Is the row one that says which cards there are? They stay as they are once one was named. */
static enum outcome may_lay(const struct trick_pack *pack, const struct statement *said,
    struct fault *fault)
{
    return pack->settled ? row_wrong_here(said, fault,
               N_("`{row}` comes after a row that names cards; expected before it"))
                         : APPLIED;
}

/* The row as it makes the pack; what cannot be leaves it as it was. */
static enum outcome lay(struct trick_pack *pack, struct trick_pack *made,
    const struct statement *said, struct fault *fault)
{
    if (!trick_cards_lay(made))
        return row_wrong_here(said, fault,
            N_("`{row}` makes more than 64 cards; expected at most so many in the deck"));
    *pack = *made;
    return APPLIED;
}

/* `h=heart`: a suit more. */
static enum outcome add_suit(struct trick_pack *pack, const struct argument *a, enum suit_kind kind,
    int number, struct fault *fault)
{
    char letter[NAME_MOST], name[NAME_MOST];
    const size_t length = text_fold(a->text, letter), named = text_fold(a->value, name);
    if (length != 1 || letter[0] < 'a' || letter[0] > 'z')
        return wrong(a, fault,
            N_("“{found}” is not a letter for a suit; expected one from a to z, as in h=heart"));
    if (named == 0 || named >= SUIT_NAME || !text_is_clean((struct span){name, named}))
        return wrong(a, fault,
            N_("“{found}” has no name after the =, or a long one; expected at most 19 bytes"));
    if (pack->suits == LAYOUT_SUITS)
        return wrong(a, fault,
            N_("“{found}” is one suit too many; expected at most eight, with cards above and below "
               "them"));
    for (int i = 0; i < pack->suits; i++)
        if (pack->letter[i] == letter[0])
            return wrong(a, fault, N_("“{found}” is another suit's letter; expected each once"));
        else if (span_is((struct span){name, named}, pack->layout.name[i]))
            return wrong(a, fault, N_("“{found}” has another suit's name; expected each once"));
    memset(pack->layout.name[pack->suits], 0, SUIT_NAME);
    memcpy(pack->layout.name[pack->suits], name, named);
    pack->letter[pack->suits] = letter[0];
    pack->kind[pack->suits] = (uint8_t)kind;
    pack->number[pack->suits++] = (uint8_t)number;
    return APPLIED;
}

static enum outcome add_suits(struct trick_pack *pack, const struct statement *said,
    struct fault *fault)
{
    struct trick_pack made = *pack;
    for (int i = 0; i < pack->suits; i++)
        if (pack->kind[i] == SUIT_PLAIN)
            return stands_there(said, fault);
    for (int i = 0; i < said->count; i++)
        if (add_suit(&made, &said->argument[i], SUIT_PLAIN, 0, fault) != APPLIED)
            return MALFORMED;
    return lay(pack, &made, said, fault);
}

static enum outcome add_apart(struct trick_pack *pack, const struct statement *said,
    struct fault *fault)
{
    struct trick_pack made = *pack;
    const struct argument *number = &said->argument[0], *name = &said->argument[1];
    if (number->kind != ARGUMENT_NUMBER || number->number < 1 || number->number > 64)
        return wrong(number, fault, N_("“{found}” is not a number of cards; expected 1 to 64"));
    if (name->kind != ARGUMENT_PAIR)
        return wrong(name, fault,
            N_("“{found}” is not a letter with a name; expected as in w=wizard"));
    const enum suit_kind kind = said->verb == ROW_ABOVE ? SUIT_ABOVE : SUIT_BELOW;
    if (add_suit(&made, name, kind, number->number, fault) != APPLIED)
        return MALFORMED;
    return lay(pack, &made, said, fault);
}

static int rank_named(const struct trick_pack *pack, const struct argument *a)
{
    char folded[NAME_MOST];
    const struct span text = {folded, text_fold(a->text, folded)};
    for (int i = 1; i <= pack->ranks; i++)
        if (span_is(text, pack->rank[i]))
            return i;
    return 0;
}

/* As trumps: the same ranks in another order. */
static enum outcome rank_trumps(struct trick_pack *pack, const struct statement *said,
    struct fault *fault)
{
    uint8_t order[RANKS_MOST + 1] = {0};
    if (pack->united)
        return row_wrong_here(said, fault,
            N_("`{row} trump` after single trumps, which have their order; expected it before"));
    for (int i = 1; i < said->count; i++) {
        const int rank = rank_named(pack, &said->argument[i]);
        if (rank == 0)
            return wrong(&said->argument[i], fault,
                N_("“{found}” is not a rank of this deck; expected those of `ranks` above"));
        if (order[rank] != 0)
            return wrong(&said->argument[i], fault,
                N_("“{found}” is there twice; expected each rank once"));
        order[rank] = (uint8_t)i;
    }
    if (said->count != pack->ranks + 1)
        return wrong(&said->argument[0], fault,
            N_("not all ranks stand here; expected each of `ranks` once"));
    for (int i = 0; i < 64; i++)
        pack->order_trump[i] = order[pack->layout.code[i] % 16];
    pack->settled = true;
    return APPLIED;
}

static enum outcome add_ranks(struct trick_pack *pack, const struct statement *said,
    struct fault *fault)
{
    struct trick_pack made = *pack;
    const int first = said->argument[0].kind == ARGUMENT_WORD;
    if (first && said->argument[0].number == WORD_AS_TRUMPS)
        return rank_trumps(pack, said, fault);
    if (may_lay(pack, said, fault) != APPLIED)
        return MALFORMED;
    if (pack->ranks > 0)
        return stands_there(said, fault);
    for (int i = first; i < said->count; i++) {
        const struct argument *a = &said->argument[i];
        char folded[NAME_MOST];
        const struct span text = {folded, text_fold(a->text, folded)};
        bool good = a->kind == ARGUMENT_TEXT && text.length > 0 && text.length <= RANK_TEXT;
        for (size_t c = 0; c < text.length && good; c++)
            good = (folded[c] >= 'a' && folded[c] <= 'z') || (folded[c] >= '0' && folded[c] <= '9');
        if (!good || made.ranks == RANKS_MOST)
            return wrong(a, fault,
                good ? N_("“{found}” is one rank too many; expected at most 15")
                     : N_("“{found}” is not a rank; expected one to three letters or digits"));
        if (rank_named(&made, a) != 0)
            return wrong(a, fault, N_("“{found}” is there twice; expected each rank once"));
        memcpy(made.rank[++made.ranks], folded, text.length);
        made.rank[made.ranks][text.length] = '\0';
    }
    return lay(pack, &made, said, fault);
}

/* The cards that a word means: a suit, a card, or with `ranks` a rank of every suit. */
static bool cards_named(const struct trick_pack *pack, const struct argument *a, bool ranks,
    uint64_t *out)
{
    char folded[NAME_MOST];
    const struct span text = {folded, text_fold(a->text, folded)};
    const int suit = trick_suit_read(pack, text), card = trick_card_read(pack, text),
              rank = ranks ? rank_named(pack, a) : 0;
    *out = suit >= 0 ? trick_suit_cards(pack, suit) : card >= 0 ? pack->layout.copies[card] : 0;
    for (int i = 0; i < pack->suits && suit < 0 && card < 0 && rank > 0; i++)
        *out |= pack->kind[i] == SUIT_PLAIN ? pack->layout.copies[i * 16 + rank] : 0;
    return *out != 0;
}

/* Reads a word that names cards into `out`, or says why it does not. */
static bool read_cards(const struct trick_pack *pack, const struct argument *a, bool ranks,
    uint64_t *out, struct fault *fault)
{
    char folded[NAME_MOST];
    const int card = trick_card_read(pack, (struct span){folded, text_fold(a->text, folded)});
    if (cards_named(pack, a, ranks, out))
        return true;
    wrong(a, fault,
        card >= 0 && pack->left_out[card]
            ? N_("“{found}” is left out by `without`; expected a card of the deck")
            : N_("“{found}” is not a card of this deck; expected one of `suits` and `ranks` "
                 "above"));
    return false;
}

static enum outcome there_already(const struct argument *a, struct fault *fault)
{
    return wrong(a, fault, N_("“{found}” is there already; expected each card once"));
}

/* The cards of a row from its argument `first` on, each once. */
static enum outcome add_cards(struct trick_pack *pack, uint64_t *set, const struct statement *said,
    int first, bool ranks, struct fault *fault)
{
    uint64_t all = 0, cards;
    for (int i = first; i < said->count; i++) {
        if (!read_cards(pack, &said->argument[i], ranks, &cards, fault))
            return MALFORMED;
        if (all & cards)
            return there_already(&said->argument[i], fault);
        all |= cards;
    }
    *set = all;
    pack->settled = true;
    return APPLIED;
}

static enum outcome add_set(struct trick_pack *pack, uint64_t *set, const struct statement *said,
    struct fault *fault)
{
    return *set != 0 ? stands_there(said, fault) : add_cards(pack, set, said, 0, false, fault);
}

static enum outcome leave_out(struct trick_pack *pack, const struct statement *said,
    struct fault *fault)
{
    struct trick_pack made = *pack;
    uint64_t all = 0;
    if (add_cards(&made, &all, said, 0, true, fault) != APPLIED)
        return MALFORMED;
    for (; all != 0; all &= all - 1)
        made.left_out[pack->layout.code[__builtin_ctzll(all)]] = true;
    made.settled = pack->settled;
    return lay(pack, &made, said, fault);
}

static enum outcome add_worth(struct trick_pack *pack, const struct statement *said,
    struct fault *fault)
{
    struct trick_pack made = *pack;
    const int first = said->argument[0].kind == ARGUMENT_WORD;
    const bool trump = first && said->argument[0].number == WORD_AS_TRUMPS;
    if (trump && pack->trump == TRUMP_NONE)
        return row_wrong_here(said, fault,
            N_("`{row} trump` without trumps; expected the row `trump` before it"));
    for (int i = first; i < said->count; i++) {
        const struct argument *a = &said->argument[i];
        char folded[NAME_MOST], named[NAME_MOST];
        const struct span text = {named, text_fold(a->text, named)};
        uint64_t cards;
        int32_t number;
        if (!read_cards(pack, a, true, &cards, fault))
            return MALFORMED;
        if (!number_read((struct span){folded, text_fold(a->value, folded)}, &number)
            || number > WORTH_MOST || number < -WORTH_MOST)
            return wrong(a, fault,
                N_("“{found}” has no number after the =, or a large one; expected as in h=1"));
        if (trick_card_read(pack, text) >= 0 && trick_suit_read(pack, text) < 0)
            made.worthy |= cards;
        made.otherwise |= trump ? cards : 0;
        for (; cards != 0; cards &= cards - 1)
            (trump ? made.worth_trump : made.worth)[__builtin_ctzll(cards)] = (int16_t)number;
        made.worth_said = true;
    }
    made.settled = true;
    *pack = made;
    return APPLIED;
}

/* ---- how it is played -------------------------------------------------------------------- */

static enum outcome add_pass(struct trick_pack *pack, const struct statement *said,
    struct fault *fault)
{
    const struct argument *number = &said->argument[0];
    if (number->kind != ARGUMENT_NUMBER || number->number < 1 || number->number > 32)
        return wrong(number, fault, N_("“{found}” is not a number of cards; expected 1 to 32"));
    for (int i = 1; i < said->count; i++)
        if (said->argument[i].kind != ARGUMENT_WORD)
            return wrong(&said->argument[i], fault,
                N_("“{found}” is not a way to pass; expected left, right, across or none"));
    for (int i = 1; i < said->count; i++)
        pack->way[pack->ways++] = (uint8_t)said->argument[i].number;
    pack->passes = (uint8_t)number->number;
    return APPLIED;
}

static enum outcome no_trump(const struct argument *a, struct fault *fault)
{
    return wrong(a, fault,
        N_("“{found}” makes no trump here; expected suits and cards of this deck, or none, turned "
           "or chosen alone"));
}

/* A suit's cards, the highest first, as they rank as trumps: a set of like ones each. */
static int sets_of_suit(const struct trick_pack *pack, uint64_t left, uint64_t *sets)
{
    int count = 0;
    while (left != 0) {
        int most = 0;
        uint64_t set = 0;
        for (uint64_t at = left; at != 0; at &= at - 1) {
            const int card = __builtin_ctzll(at), trump = pack->order_trump[card],
                      order = trump > 0 ? trump : pack->order[card];
            set = order > most ? bit(card) : order == most ? set | bit(card) : set;
            most = order > most ? order : most;
        }
        sets[count++] = set;
        left &= ~set;
    }
    return count;
}

/* Suits that are trumps, the highest first; where there are single cards all that stands there. */
static enum outcome read_trumps(struct trick_pack *made, const struct statement *said,
    struct fault *fault)
{
    uint64_t sets[64], all = 0, cards;
    int count = 0;
    bool single = false;
    for (int i = 0; i < said->count; i++) {
        const struct argument *a = &said->argument[i];
        char folded[NAME_MOST];
        const struct span text = {folded, text_fold(a->text, folded)};
        const int suit = trick_suit_read(made, text);
        if (i == 0 && a->kind == ARGUMENT_WORD && said->count > 1)
            continue; /* `suits`, and they follow */
        if (a->kind == ARGUMENT_WORD || !cards_named(made, a, false, &cards)
            || cards & made->special)
            return no_trump(a, fault);
        if (suit >= 0 ? (cards & ~all) == 0 : (cards & all) != 0)
            return there_already(a, fault);
        single |= suit < 0;
        count += sets_of_suit(made, cards & ~all, &sets[count]);
        all |= cards;
        if (suit >= 0 && !single)
            trumps_add(&made->trumps, made, suit);
    }
    if (single && !trumps_unite(made, sets, count))
        return wrong(&said->argument[0], fault,
            N_("“{found}” and what follows would be a suit too many; expected at most seven beside "
               "single trumps"));
    return APPLIED;
}

static enum outcome add_trump(struct trick_pack *pack, const struct statement *said,
    struct fault *fault)
{
    struct trick_pack made = *pack;
    const bool word = said->argument[0].kind == ARGUMENT_WORD
                      && said->argument[0].number != WORD_SUITS;
    if (word && said->count > 1)
        return wrong(&said->argument[1], fault,
            N_("“{found}” behind a word that stands alone; expected suits, or that word"));
    if (word) {
        made.trump = said->argument[0].number == WORD_TURNED   ? TRUMP_TURNED
                     : said->argument[0].number == WORD_CHOSEN ? TRUMP_CHOSEN
                                                               : TRUMP_NONE;
        *pack = made;
        return APPLIED;
    }
    made.trump = TRUMP_FIXED;
    made.settled = true;
    if (read_trumps(&made, said, fault) != APPLIED)
        return MALFORMED;
    *pack = made;
    return APPLIED;
}

static enum outcome add_lead(struct trick_pack *pack, const struct argument *a, struct fault *fault)
{
    uint64_t copies;
    if (a->kind == ARGUMENT_WORD && a->number == WORD_LEFT_LEADS)
        return APPLIED;
    if (!read_cards(pack, a, false, &copies, fault))
        return MALFORMED;
    if (copies & (copies - 1))
        return wrong(a, fault,
            N_("there are several “{found}”; expected a card that exists once, or left"));
    pack->leads = pack->settled = true;
    pack->lead = (uint8_t)__builtin_ctzll(copies);
    return APPLIED;
}

static enum outcome add_follow(struct trick_pack *pack, const struct statement *said,
    struct fault *fault)
{
    const enum follow_kind also = (enum follow_kind)(FOLLOW + (said->verb - ROW_FOLLOW));
    const bool both = (pack->follow == FOLLOW_OR_TRUMP && also == BEAT_IF_YOU_CAN)
                      || (pack->follow == BEAT_IF_YOU_CAN && also == FOLLOW_OR_TRUMP);
    if (pack->follow_said && !both)
        return stands_there(said, fault);
    pack->follow = pack->follow_said ? TRUMP_AND_BEAT : also;
    pack->follow_said = true;
    return APPLIED;
}

/* ---- formulas ---------------------------------------------------------------------------- */

static const struct formula_name names[SLOTS] = {
    [SLOT_ROUND] = {{"round", 5}, false},
    [SLOT_ROUNDS] = {{"rounds", 6}, false},
    [SLOT_SEATS] = {{"seats", 5}, false},
    [SLOT_CARDS] = {{"cards", 5}, false},
    [SLOT_TOTAL] = {{"total", 5}, true},
    [SLOT_DEALER] = {{"dealer", 6}, true},
    [SLOT_BID] = {{"bid", 3}, true},
    [SLOT_TRICKS] = {{"tricks", 6}, true},
    [SLOT_WORTH] = {{"worth", 5}, true},
    [SLOT_LAST] = {{"last", 4}, true},
};

/* The names for this pack; `row` has room for SLOTS_MOST. */
static struct formula_names names_of(const struct trick_pack *pack, struct formula_name *row)
{
    memcpy(row, names, sizeof names);
    for (int i = 0; i < pack->counts; i++)
        row[SLOTS + i] = (struct formula_name){span_of(pack->count[i]), true};
    return (struct formula_names){row, (uint8_t)(SLOTS + pack->counts), false, true};
}

static enum outcome add_count(struct trick_pack *pack, const struct statement *said,
    struct fault *fault)
{
    const struct argument *a = &said->argument[0];
    struct formula_name row[SLOTS_MOST];
    char folded[NAME_MOST];
    const struct span name = {folded, text_fold(a->text, folded)};
    const struct formula_names known = names_of(pack, row);
    if (pack->counts == PACK_COUNTS)
        return row_wrong_here(said, fault, N_("too many rows `{row}`; expected at most four"));
    if (name.length > COUNT_NAME || !formula_name_is_free(&known, name))
        return wrong(a, fault,
            N_("“{found}” cannot be counted by that name; expected one word of letters, at most "
               "19, that formulas do not know yet"));
    if (add_cards(pack, &pack->counted[pack->counts], said, 1, true, fault) != APPLIED)
        return MALFORMED;
    memcpy(pack->count[pack->counts], name.at, name.length);
    pack->count[pack->counts++][name.length] = '\0';
    return APPLIED;
}

static enum outcome add_formula(struct trick_pack *pack, const struct statement *said,
    struct fault *fault)
{
    static const enum formula_of of[ROWS] = {
        [ROW_DEAL] = DEAL,
        [ROW_ROUNDS] = ROUNDS,
        [ROW_POINTS] = POINTS,
        [ROW_EACH] = EACH,
        [ROW_UNTIL] = UNTIL,
    };
    const struct argument *a = &said->argument[0];
    const bool shared = said->verb == ROW_DEAL || said->verb == ROW_ROUNDS,
               checks = said->verb == ROW_CHECK;
    struct formula_name row[SLOTS_MOST];
    const struct formula_names known = shared
                                           ? (struct formula_names){names, SLOT_CARDS, true, false}
                                           : names_of(pack, row);
    struct formula *f = checks ? &pack->check[pack->checks] : &pack->formula[of[said->verb]];
    int32_t number;
    if (checks && pack->checks == PACK_CHECKS)
        return row_wrong_here(said, fault, N_("too many checks; expected at most four"));
    struct formula read = {0};
    if (!formula_read(&read, a->text, a->column, &known, fault))
        return MALFORMED;
    if (said->verb == ROW_ROUNDS
        && (formula_uses(&read, SLOT_ROUND) || formula_uses(&read, SLOT_ROUNDS)))
        return wrong(a, fault, N_("“{found}” is not of seats alone; expected a formula of those"));
    const int32_t most = said->verb == ROW_DEAL ? ROUND_TRICKS : DEALS_MOST;
    if (shared && formula_is_number(&read, &number) && (number < 1 || number > most)) {
        wrong(a, fault, N_("“{found}” cannot be; expected 1 to {most}"));
        message_number(&fault->message, "most", most);
        return MALFORMED;
    }
    *f = read;
    pack->checks = (uint8_t)(pack->checks + checks);
    return APPLIED;
}

/* ---- a row ------------------------------------------------------------------------------- */

static enum outcome add_deck_row(struct trick_pack *pack, const struct statement *said,
    struct fault *fault)
{
    struct trick_pack made = *pack;
    const struct argument *a = &said->argument[0];
    if (may_lay(pack, said, fault) != APPLIED)
        return MALFORMED;
    switch ((enum trick_row)said->verb) {
    case ROW_SUITS: return add_suits(pack, said, fault);
    case ROW_ABOVE:
    case ROW_BELOW: return add_apart(pack, said, fault);
    case ROW_WITHOUT: return leave_out(pack, said, fault);
    default: break;
    }
    if (a->number < 1 || a->number > 8)
        return wrong(a, fault, N_("“{found}” is not a number of copies; expected 1 to 8"));
    made.copies = (uint8_t)a->number;
    return lay(pack, &made, said, fault);
}

static enum outcome add_partners(struct trick_pack *pack, const struct argument *a,
    struct fault *fault)
{
    if (a->number < 2 || a->number > HANDS_MOST / 2)
        return wrong(a, fault, N_("“{found}” is not a number of sides; expected 2 or 3"));
    pack->sides = (uint8_t)a->number;
    return APPLIED;
}

static enum outcome add_row(void *deck, const struct deck_row *row, struct fault *fault)
{
    struct trick_pack *pack = deck;
    const struct statement *said = row->said;
    const struct argument *a = &said->argument[0];
    switch ((enum trick_row)said->verb) {
    case ROW_SEATS: return seats_row_read(a, HANDS_MOST, &pack->least, &pack->most, fault);
    case ROW_RANKS: return add_ranks(pack, said, fault);
    case ROW_SUITS:
    case ROW_ABOVE:
    case ROW_BELOW:
    case ROW_COPIES:
    case ROW_WITHOUT: return add_deck_row(pack, said, fault);
    case ROW_PARTNERS: return add_partners(pack, a, fault);
    case ROW_PASS: return add_pass(pack, said, fault);
    case ROW_TRUMP: return add_trump(pack, said, fault);
    case ROW_BIDS: pack->bids = true; return APPLIED;
    case ROW_LEAD: return add_lead(pack, a, fault);
    case ROW_FOLLOW:
    case ROW_FOLLOW_OR_TRUMP:
    case ROW_BEAT:
    case ROW_ANY: return add_follow(pack, said, fault);
    case ROW_UNBROKEN: return add_set(pack, &pack->unbroken, said, fault);
    case ROW_BARS: return add_set(pack, &pack->bars, said, fault);
    case ROW_EQUALS: pack->last_wins = a->number == 1; return APPLIED;
    case ROW_WORTH: return add_worth(pack, said, fault);
    case ROW_COUNT: return add_count(pack, said, fault);
    case ROW_WINS: pack->low = a->number == 1; return APPLIED;
    case ROW_DEAL:
    case ROW_ROUNDS:
    case ROW_CHECK:
    case ROW_POINTS:
    case ROW_EACH:
    case ROW_UNTIL: return add_formula(pack, said, fault);
    case ROW_SOURCE: return APPLIED;
    case ROWS: break;
    }
    return MALFORMED;
}

/* ---- the packs in the box ---------------------------------------------------------------- */

#define FRENCH "suits c=club d=diamond h=heart s=spade", "ranks 2 3 4 5 6 7 8 9 10 j q k a"

/*
 * Each names its source. Hearts passes, and its moon costs the others 26. Spades is for two pairs;
 * ten bags cost 100, and the tricks of whoever bid none are bags and do not make the partner's bid.
 * Oh Hell goes from ten cards, or as many as come out, down to one and up again, and the dealer may
 * not make the bids come out; in Wizard a turned wizard lets the dealer choose.
 */
static const struct boxed built_ins[] = {
    {"Hearts", {"seats 4", FRENCH, "deal 13", "pass 3 left right across none", "lead c2", "follow",
                   "unbroken h", "first-trick-bars h sq", "worth h=1 sq=13",
                   "points worth == 26 ? 0 : any(worth == 26) ? -26 : -worth", "until -100",
                   "source https://www.pagat.com/reverse/hearts.html", NULL}},
    {"Spades",
        {"seats 4", FRENCH, "deal 13", "partners 2", "trump s", "bids", "lead left", "follow",
            "unbroken s",
            ("points (each(bid == 0 ? 0 : tricks) < bid ? -10 : 10)*bid + tricks - min(bid, "
             "each(bid == "
             "0 ? 0 : tricks)) - (total + 100000 - (total + 100000)/10*10 + tricks - min(bid, "
             "each(bid == 0 ? 0 : tricks)))/10*100"),
            "each bid > 0 ? 0 : tricks == 0 ? 100 : -100", "until 500",
            "source https://www.pagat.com/auctionwhist/spades.html", NULL}},
    {"Oh Hell", {"seats 3-7", FRENCH, "rounds 2*min(10, 51/seats) - 1",
                    "deal abs(min(10, 51/seats) - round) + 1", "trump turned", "bids",
                    "check sum(bid) != cards", "lead left", "follow",
                    "points tricks == bid ? 10 + tricks : tricks",
                    "source https://www.pagat.com/exact/ohhell.html", NULL}},
    {"Wizard", {"seats 3-6", "suits r=red y=yellow g=green b=blue",
                   "ranks 1 2 3 4 5 6 7 8 9 10 11 12 13", "above 4 w=wizard", "below 4 n=jester",
                   "rounds 60/seats", "deal round", "trump turned", "bids", "lead left", "follow",
                   "points tricks == bid ? 20 + 10*bid : -10*abs(tricks - bid)",
                   "source the rulebook of Wizard, Ken Fisher 1984", NULL}},
};

static void called(void *deck, struct span name)
{
    struct trick_pack *pack = deck;
    memcpy(pack->name, name.at, name.length);
    pack->name[name.length] = '\0';
}

static const char *name_of(const void *deck) { return ((const struct trick_pack *)deck)->name; }

static const struct boxes box = {&trick_rulebook, built_ins, sizeof built_ins / sizeof *built_ins};

static bool lay_built_in(void *deck, struct span name) { return box_lay(&box, deck, name); }

static size_t spell_row(const void *deck, unsigned n, char *out)
{
    return box_spell(&box, deck, n, out);
}

static bool fewest_win(const void *deck) { return ((const struct trick_pack *)deck)->low; }

const struct deck_part trick_deck_part = {
    .check = trick_check,
    .size = sizeof(struct trick_pack),
    .once = offsetof(struct trick_pack, once),
    .rows = trick_row_verbs,
    .forms = trick_row_forms,
    .beyond = N_(
        "Cards are dealt and then played, one each, clockwise. No row says that cards are drawn, "
        "melded or exchanged with a talon, that one bids to play alone, that players drop out, "
        "that a card changes its suit with the trumps, as a left bower does, that trumps may be "
        "played although the suit led is held, as in Jass, that cards beat one another in a "
        "circle, or rank otherwise in each suit. Such a game is kept by its scores: `fuda pack "
        "new score`."),
    .builtins = "Hearts/Spades/Oh Hell/Wizard",
    .builtin = lay_built_in,
    .spell = spell_row,
    .add = add_row,
    .called = called,
    .name = name_of,
    .fewest_win = fewest_win,
    .unfit = trick_unfit,
};
