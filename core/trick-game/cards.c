/* The cards of a pack: which there are, how they rank, and how they are written. */
#include "trick_game.h"

#include <string.h>

/* Suits that people know by name in Japanese too. */
static const struct {
    const char *name, *ja;
} usual_suits[] = {
    {N_("club"), "クラブ"},
    {N_("diamond"), "ダイヤ"},
    {N_("heart"), "ハート"},
    {N_("spade"), "スペード"},
    {N_("trump"), "切り札"},
};

static const char *japanese_name(const char *name)
{
    for (size_t i = 0; i < sizeof usual_suits / sizeof *usual_suits; i++)
        if (strcmp(usual_suits[i].name, name) == 0)
            return usual_suits[i].ja;
    return NULL;
}

/* How much of the token a suit's name takes, or its letter; 0: it is another's. */
static size_t suit_length(const struct trick_pack *pack, int suit, struct span token)
{
    const char *names[] = {pack->layout.name[suit], japanese_name(pack->layout.name[suit])};
    for (size_t i = 0; i < 2; i++) {
        const size_t length = names[i] != NULL ? strlen(names[i]) : 0;
        if (length > 1 && token.length >= length && memcmp(token.at, names[i], length) == 0)
            return length;
    }
    return token.length > 0 && token.at[0] == pack->letter[suit] ? 1 : 0;
}

int trick_suit_read(const struct trick_pack *pack, struct span folded)
{
    for (int suit = 0; suit < pack->suits; suit++)
        if (folded.length > 0
            && (suit_length(pack, suit, folded) == folded.length
                || (folded.length == 1 && folded.at[0] == pack->letter[suit])))
            return suit;
    return -1;
}

/* `0` and `t` are a 10 where there is one. */
static int rank_read(const struct trick_pack *pack, struct span text)
{
    const bool ten = span_is(text, "0") || span_is(text, "t");
    for (int rank = 1; rank <= pack->ranks; rank++)
        if (span_is(text, pack->rank[rank]))
            return rank;
    for (int rank = 1; rank <= pack->ranks && ten; rank++)
        if (strcmp(pack->rank[rank], "10") == 0)
            return rank;
    return 0;
}

static int card_of(const struct trick_pack *pack, int suit, struct span rest)
{
    const bool plain = pack->kind[suit] == SUIT_PLAIN;
    while (rest.length > 0 && rest.at[0] == ' ') {
        rest.at++;
        rest.length--;
    }
    const int rank = plain ? rank_read(pack, rest) : rest.length == 0;
    return rank > 0 ? suit * 16 + rank : NO_CARD;
}

int trick_card_read(const void *deck, struct span folded)
{
    const struct trick_pack *pack = deck;
    for (int suit = 0; suit < pack->suits; suit++) {
        const size_t length = suit_length(pack, suit, folded);
        int card = NO_CARD;
        if (length > 0)
            card = card_of(pack, suit, (struct span){folded.at + length, folded.length - length});
        if (card == NO_CARD && length > 1 && folded.at[0] == pack->letter[suit])
            card = card_of(pack, suit, (struct span){folded.at + 1, folded.length - 1});
        if (card != NO_CARD)
            return card;
    }
    return NO_CARD;
}

/* By what is printed on them; the cards of united trumps stand on their own suits. */
uint64_t trick_suit_cards(const struct trick_pack *pack, int suit)
{
    uint64_t cards = pack->layout.cards[suit];
    for (int rank = 1; rank <= RANKS_MOST; rank++)
        cards |= pack->layout.copies[suit * 16 + rank];
    return cards;
}

int trick_card_leads(const void *deck, int card)
{
    const struct trick_pack *pack = deck;
    const uint64_t copies = card >= 0 && card < LAYOUT_CODES ? pack->layout.copies[card] : 0;
    const int suit = copies != 0 ? pack->layout.suit[__builtin_ctzll(copies)] : card / 16;
    return pack->united && suit == pack->suits - 1 ? LED_BY_NO_RANK : suit;
}

int trick_worth(const struct trick_game *s, int card)
{
    const struct trick_pack *pack = pack_of(s);
    return s->trumps.cards & pack->otherwise & bit(card) ? pack->worth_trump[card]
                                                         : pack->worth[card];
}

/* Number 0 of a suit is the suit alone. */
size_t trick_card_write(const void *deck, int card, bool japanese, char *out)
{
    const struct trick_pack *pack = deck;
    const int suit = card / 16, rank = card % 16;
    if (card < 0 || suit >= pack->suits || rank > pack->ranks
        || (pack->kind[suit] != SUIT_PLAIN && rank > 1))
        return 0;
    const char *ja = japanese ? japanese_name(pack->layout.name[suit]) : NULL;
    size_t length = ja != NULL ? strlen(ja) : 1;
    memcpy(out, ja != NULL ? ja : &pack->letter[suit], length);
    for (const char *at = pack->rank[rank]; pack->kind[suit] == SUIT_PLAIN && *at != '\0'; at++)
        out[length++] = *at;
    return length;
}

bool trick_suit(const void *deck, int suit, struct pack_suit *out)
{
    static const int8_t stands[] = {[SUIT_PLAIN] = 0, [SUIT_ABOVE] = 1, [SUIT_BELOW] = -1};
    const struct trick_pack *pack = deck;
    if (pack == NULL || suit < 0 || suit >= pack->suits)
        return false;
    *out = (struct pack_suit){pack->layout.name[suit], japanese_name(pack->layout.name[suit]),
        stands[pack->kind[suit]]};
    return true;
}

static int copies_of(const struct trick_pack *pack, int suit, int code)
{
    if (pack->left_out[code])
        return 0;
    return pack->kind[suit] != SUIT_PLAIN ? pack->number[suit]
           : pack->copies > 0             ? pack->copies
                                          : 1;
}

bool trick_cards_lay(struct trick_pack *pack)
{
    struct card_layout *l = &pack->layout;
    int bit_next = 0;
    memset(l->copies, 0, sizeof l->copies);
    memset(l->cards, 0, sizeof l->cards);
    pack->deck = pack->special = l->freely = 0;
    for (int suit = 0; suit < pack->suits; suit++)
        for (int rank = 1; rank <= (pack->kind[suit] == SUIT_PLAIN ? pack->ranks : 1); rank++)
            for (int n = copies_of(pack, suit, suit * 16 + rank); n > 0; n--) {
                if (bit_next == 64)
                    return false;
                l->suit[bit_next] = (uint8_t)suit;
                l->code[bit_next] = (uint8_t)(suit * 16 + rank);
                l->copies[suit * 16 + rank] |= bit(bit_next);
                l->cards[suit] |= bit(bit_next);
                pack->order[bit_next] = (uint8_t)rank;
                if (pack->kind[suit] != SUIT_PLAIN)
                    pack->special |= bit(bit_next);
                pack->deck |= bit(bit_next++);
            }
    return true;
}

void trumps_add(struct trumps *t, const struct trick_pack *pack, int suit)
{
    t->suit[t->count++] = (uint8_t)suit;
    t->cards |= pack->layout.cards[suit];
}

bool trumps_unite(struct trick_pack *pack, const uint64_t *sets, int count)
{
    static const char name[] = "trump";
    const int suit = pack->suits;
    if (suit == LAYOUT_SUITS)
        return false;
    pack->trumps = (struct trumps){.count = 1, .suit = {(uint8_t)suit}};
    memcpy(pack->layout.name[pack->suits++], name, sizeof name);
    pack->united = true;
    for (int i = 0; i < count; i++)
        for (uint64_t left = sets[i]; left != 0; left &= left - 1) {
            const int card = __builtin_ctzll(left);
            pack->layout.cards[pack->layout.suit[card]] &= ~bit(card);
            pack->layout.cards[suit] |= bit(card);
            pack->layout.suit[card] = (uint8_t)suit;
            pack->order[card] = (uint8_t)(count - i);
            pack->order_trump[card] = 0;
        }
    pack->trumps.cards = pack->layout.cards[suit];
    return true;
}
