/*
 * Tezumashi's cards in words, and the owner's own cards: score tables, abilities, minus cards. The
 * booklet at hand does not list them, and so nothing is built in.
 *
 *      table 7 0=5 1=3 2=1 3=0 4+=-2
 *      ability donba "呑馬術" add=2 uses=3
 *      minuscard u card=-1
 */
#include "tezumashi.h"

#include <string.h>

/* ---- cards in words ---------------------------------------------------------------------- */

static const char suit_letters[] = "buwr";
static const char suit_kanji[SUITS][4] = {"蝶", "傘", "水", "輪"};
static const char trump_kanji[] = "切";

const char *const tezumashi_suits[SUITS] = {N_("butterfly"), N_("umbrella"), N_("water"), N_("ring")};

/* b7, bt, and bt1 to bt3 as a sticker names the copy. */
int tezumashi_card_read(struct span token)
{
    size_t kanji = sizeof trump_kanji - 1;
    for (int suit = 0; suit < SUITS; suit++) {
        bool letter = token.length > 0 && token.at[0] == suit_letters[suit];
        if (!letter && (token.length <= kanji || memcmp(token.at, suit_kanji[suit], kanji) != 0))
            continue;
        const char *at = token.at + (letter ? 1 : kanji);
        size_t left = token.length - (letter ? 1 : kanji);
        size_t trump = left > 0 && at[0] == 't' ? 1
                     : left >= kanji && memcmp(at, trump_kanji, kanji) == 0 ? kanji : 0;
        if (trump == 0)
            return left == 1 && at[0] >= '1' && at[0] <= '9' ? suit * 16 + at[0] - '0' : NO_CARD;
        bool copy = left == trump + 1 && at[trump] >= '1' && at[trump] <= '0' + COPIES;
        return left == trump || copy ? suit * 16 + TRUMP : NO_CARD;
    }
    return NO_CARD;
}

size_t tezumashi_card_write(int card, bool japanese, char *out)
{
    size_t at = japanese ? strlen(suit_kanji[0]) : 1;
    memcpy(out, japanese ? suit_kanji[suit_of(card)] : &suit_letters[suit_of(card)], at);
    if (!is_trump(card)) {
        out[at++] = (char)('0' + (card & 15));
        return at;
    }
    size_t length = japanese ? sizeof trump_kanji - 1 : 1;
    memcpy(out + at, japanese ? trump_kanji : "t", length);
    return at + length;
}

/* ---- rows -------------------------------------------------------------------------------- */

enum { ROW_NONE, ROW_TABLE, ROW_ABILITY, ROW_MINUSCARD, PACK_VERBS };
enum { MINUS_B, MINUS_U, MINUS_W, MINUS_R, MINUS_TABLE, MINUS_CARD, MINUS_TRICK };

const struct verb tezumashi_pack_verbs[PACK_VERBS + 1] = {
    [ROW_NONE] = {"", NULL, SEAT_NONE, 0, 0, 0, NULL, "", ""},
    [ROW_TABLE] = {"table", NULL, SEAT_NONE, ARGUMENT_NUMBER | ARGUMENT_PAIR, 2, 2 + TRICKS + 1, NULL,
        N_("table NUMBER TRICKS=POINTS…"),
        N_("a score table: the points for each number of tricks; 4+= for four and more")},
    [ROW_ABILITY] = {"ability", NULL, SEAT_NONE, ARGUMENT_TEXT | ARGUMENT_WORD | ARGUMENT_PAIR, 1, 10,
        EFFECT_WORDS " uses", N_("ability NAME [\"PRINTED NAME\"] EFFECT… [uses=COUNT]"),
        N_("an ability, what it does and how often in a deal")},
    [ROW_MINUSCARD] = {"minuscard", NULL, SEAT_NONE, ARGUMENT_WORD | ARGUMENT_PAIR, 2, 2,
        "b/蝶 u/傘 w/水 r/輪 table card trick", N_("minuscard SUIT card=POINTS|trick=POINTS|table"),
        N_("a minus card: its points for each card, or each trick with a card, of its suit; or the "
           "table counts")},
    [PACK_VERBS] = {0},
};

void tezumashi_pack_begin(void *pack)
{
    memset(pack, 0, sizeof(struct tezumashi_pack));
}

static enum outcome bad(struct fault *fault, const struct argument *at, const char *id)
{
    fault_set(fault, at->column, id);
    message_text(&fault->message, "found", at->text);
    return MALFORMED;
}

/* The number behind a pair's = . */
static bool pair_number(const struct argument *a, int32_t *number)
{
    char folded[NAME_MOST];
    return a->kind == ARGUMENT_PAIR && number_read((struct span){folded, text_fold(a->value, folded)}, number);
}

/* `4` or `4+`: how many tricks a pair speaks of, or -1. */
static int pair_tricks(const struct argument *a, bool *more)
{
    char folded[NAME_MOST];
    struct span key = {folded, text_fold(a->text, folded)};
    int32_t tricks;
    *more = key.length > 1 && folded[key.length - 1] == '+';
    key.length -= *more;
    if (key.length == 0 || folded[0] < '0' || folded[0] > '9' || !number_read(key, &tricks) || tricks > TRICKS)
        return -1;
    return tricks;
}

/* Points for exactly so many tricks stand before those for so many and more. */
static enum outcome read_table(struct tezumashi_pack *pack, const struct statement *row, struct fault *fault)
{
    const struct argument *first = &row->argument[0];
    if (first->kind != ARGUMENT_NUMBER || first->number < 1 || first->number > TABLES)
        return bad(fault, first, N_("“{found}” is no score table; expected a number from 1 to 8"));
    if (pack->table[first->number].line != 0)
        return bad(fault, first, N_("table {found} has a row already; expected one row a table"));
    uint16_t exact = 0, open = 0;
    int32_t points[TRICKS + 1] = {0};
    for (int i = 1; i < row->count; i++) {
        const struct argument *a = &row->argument[i];
        bool more;
        int32_t number;
        int tricks = a->kind == ARGUMENT_PAIR ? pair_tricks(a, &more) : -1;
        if (tricks < 0 || !pair_number(a, &number))
            return bad(fault, a, N_("“{found}” gives no points; expected TRICKS=POINTS, as in 3=0 or 4+=-2"));
        if (more ? open != 0 : (exact & 1u << tricks) != 0)
            return bad(fault, a, N_("{found} is given twice; expected points once for each number of tricks"));
        for (int t = tricks; t <= (more ? TRICKS : tricks); t++) {
            points[t] = more && exact & 1u << t ? points[t] : number;
            *(more ? &open : &exact) |= (uint16_t)(1u << t);
        }
    }
    pack->table[first->number].line = row->line;
    pack->table[first->number].known = exact | open;
    memcpy(pack->table[first->number].points, points, sizeof points);
    return APPLIED;
}

static enum outcome read_minuscard(struct tezumashi_pack *pack, const struct statement *row, struct fault *fault)
{
    const struct argument *first = &row->argument[0], *cost = &row->argument[1];
    int32_t points = 0;
    if (first->kind != ARGUMENT_WORD || first->number > MINUS_R)
        return bad(fault, first, N_("“{found}” is no minus card; expected a suit: b, u, w or r"));
    if (pack->minus[first->number].line != 0)
        return bad(fault, first, N_("minus card {found} has a row already; expected one row a card"));
    bool by_table = cost->kind == ARGUMENT_WORD && cost->number == MINUS_TABLE;
    if (!by_table && (cost->kind != ARGUMENT_PAIR || cost->number < MINUS_CARD || !pair_number(cost, &points)))
        return bad(fault, cost, N_("“{found}” is no cost; expected card=POINTS, trick=POINTS, or table"));
    pack->minus[first->number].line = row->line;
    pack->minus[first->number].points = points;
    pack->minus[first->number].cost = by_table ? COST_TABLE : cost->number == MINUS_CARD ? COST_CARD : COST_TRICK;
    return APPLIED;
}

/* ---- abilities --------------------------------------------------------------------------- */

/* Folded bytes that may be kept and shown: short enough, no control characters. */
static bool keep(const char *folded, size_t length, char *out)
{
    if (length == 0 || length >= NAME_ROOM)
        return false;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)folded[i];
        if (c < 0x20 || c == 0x7F || (c == 0xC2 && i + 1 < length && (unsigned char)folded[i + 1] < 0xA0))
            return false;
    }
    memcpy(out, folded, length);
    out[length] = '\0';
    return true;
}

/* Which suit a folded name is, or -1. */
static int suit_named(struct span name)
{
    for (int i = 0; i < SUITS; i++)
        if (span_is(name, suit_kanji[i]) || (name.length == 1 && name.at[0] == suit_letters[i]))
            return i;
    return -1;
}

bool tezumashi_name(struct span written, bool row, char *out)
{
    static const char *const words[] = {"number", "add", "valid", "skip", "free", "win", "uses", "table",
                                        "minus", "マイナス", "ability"};
    char folded[NAME_MOST];
    struct span name = {folded, text_fold(written, folded)};
    int32_t number;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (span_is(name, words[i]))
            return false;
    int suit = suit_named(name);
    if (suit >= 0)
        name = (struct span){&suit_letters[suit], 1};
    return (suit < 0 || !row) && !number_read(name, &number) && keep(name.at, name.length, out);
}

const struct ability *tezumashi_ability(const struct tezumashi_pack *pack, struct span folded)
{
    for (int i = 0; i < pack->abilities; i++)
        if (span_is(folded, pack->ability[i].id) || span_is(folded, pack->ability[i].folded))
            return &pack->ability[i];
    return NULL;
}

/* An effect's number: from -999 to 999. */
static bool effect_number(const struct argument *a, int32_t *number)
{
    return pair_number(a, number) && *number >= -NUMBER_MOST && *number <= NUMBER_MOST;
}

enum outcome tezumashi_effect(const struct argument *a, struct effect *out, struct fault *fault)
{
    static const uint8_t bits[] = {[WORD_NUMBER] = EFFECT_NUMBER, [WORD_ADD] = EFFECT_ADD,
                                   [WORD_VALID] = EFFECT_VALID, [WORD_SKIP] = EFFECT_SKIP,
                                   [WORD_FREE] = EFFECT_FREE, [WORD_WIN] = EFFECT_WIN};
    bool counts = a->number == WORD_NUMBER || a->number == WORD_ADD;
    int32_t number = 0;
    if (a->kind == ARGUMENT_TEXT || a->number < 0 || a->number > WORD_WIN)
        return bad(fault, a, N_("“{found}” is no effect; expected number=10, add=2, valid, skip, free or win"));
    if (counts && !effect_number(a, &number))
        return bad(fault, a, N_("“{found}” takes a number from -999 to 999; expected it as in {found}=2"));
    if (!counts && a->kind == ARGUMENT_PAIR)
        return bad(fault, a, N_("“{found}” takes no number; expected the word alone"));
    if (out->what & bits[a->number])
        return bad(fault, a, N_("“{found}” is given twice; expected each effect once"));
    out->what |= bits[a->number];
    if (a->number == WORD_NUMBER)
        out->number = (int16_t)number;
    if (a->number == WORD_ADD)
        out->add = (int16_t)number;
    return APPLIED;
}

static enum outcome read_effects(const struct statement *row, int from, struct ability *out, struct fault *fault)
{
    for (int i = from; i < row->count; i++) {
        const struct argument *a = &row->argument[i];
        if (a->kind == ARGUMENT_PAIR && a->number == WORD_USES) {
            bool twice = out->uses >= 0;
            if (!pair_number(a, &out->uses) || out->uses < 1 || out->uses > USES_MOST)
                return bad(fault, a, N_("how often? Expected a number from 1 to 99, as in uses=3"));
            if (twice)
                return bad(fault, a, N_("“{found}” is given twice; expected each effect once"));
        } else if (tezumashi_effect(a, &out->effect, fault) != APPLIED) {
            return MALFORMED;
        }
    }
    return APPLIED;
}

/* A printed name stands in quotes; what does not is an effect. */
static bool is_quoted(struct span written)
{
    static const char wide[] = "＂";
    return written.at[0] == '"'
        || (written.length >= sizeof wide - 1 && memcmp(written.at, wide, sizeof wide - 1) == 0);
}

static enum outcome read_ability(struct tezumashi_pack *pack, const struct statement *row, struct fault *fault)
{
    const struct argument *first = &row->argument[0], *second = &row->argument[1];
    struct ability one = {.line = row->line, .uses = -1};
    char spelled[NAME_MOST];
    if (first->kind != ARGUMENT_TEXT || !tezumashi_name(first->text, true, one.id))
        return bad(fault, first, N_("“{found}” cannot name an ability; expected at most 63 bytes, no suit, "
                                    "number or effect"));
    bool printed = row->count > 1 && second->kind == ARGUMENT_TEXT && is_quoted(second->text);
    if (printed && !keep(spelled, text_spell(second->text, spelled), one.name))
        return bad(fault, second, N_("this name cannot be kept; expected at most 63 bytes, without control characters"));
    if (printed && !tezumashi_name(second->text, true, one.folded))
        return bad(fault, second, N_("“{found}” cannot name an ability; expected at most 63 bytes, no suit, "
                                     "number or effect"));
    if (tezumashi_ability(pack, span_of(one.id)) != NULL)
        return bad(fault, first, N_("ability {found} has a row already; expected one row an ability"));
    if (printed && tezumashi_ability(pack, span_of(one.folded)) != NULL)
        return bad(fault, second, N_("{found} is the name of another ability already; expected a name of its own"));
    if (pack->abilities == ABILITIES)
        return bad(fault, first, N_("the deck has twelve abilities; {found} is one too many"));
    if (read_effects(row, printed ? 2 : 1, &one, fault) != APPLIED)
        return MALFORMED;
    pack->ability[pack->abilities++] = one;
    return APPLIED;
}

enum outcome tezumashi_pack_row(void *pack, const struct statement *row, struct fault *fault)
{
    if (row->verb == ROW_TABLE)
        return read_table(pack, row, fault);
    return row->verb == ROW_MINUSCARD ? read_minuscard(pack, row, fault) : read_ability(pack, row, fault);
}

/* ---- what is still to be entered --------------------------------------------------------- */

/* Nothing is wrong with a deck that is not complete: it is told. */
static struct message *lacks(struct rulings *out, uint32_t line, int rule, const char *id)
{
    return &rulings_add(out, RULING_OPEN, rule, NOBODY, NO_CARD, line, id)->message;
}

static void check_tables(const struct tezumashi_pack *pack, struct rulings *out)
{
    uint8_t missing[TABLES], without[TRICKS + 1];
    int missing_count = 0;
    for (int i = 1; i <= TABLES; i++) {
        int count = 0;
        if (pack->table[i].line == 0)
            missing[missing_count++] = (uint8_t)i;
        for (int t = 0; t <= TRICKS && pack->table[i].line != 0; t++)
            if (!(pack->table[i].known & 1u << t))
                without[count++] = (uint8_t)t;
        if (count == 0)
            continue;
        struct message *m = lacks(out, pack->table[i].line, RULE_SCORE,
                                  N_("Table {table} has no points for {tricks} tricks."));
        message_number(m, "table", i);
        message_numbers(m, "tricks", without, count);
    }
    if (missing_count > 0)
        message_numbers(lacks(out, 0, RULE_SCORE, N_("Score tables that are not in the pack: {tables}.")), "tables",
                        missing, missing_count);
}

void tezumashi_pack_check(const void *deck, struct rulings *out)
{
    const struct tezumashi_pack *pack = deck;
    check_tables(pack, out);
    for (int i = 0; i < SUITS; i++)
        if (pack->minus[i].line == 0)
            message_word(lacks(out, 0, RULE_SCORE, N_("The minus card of {suit} is not in the pack.")),
                         "suit", tezumashi_suits[i]);
    for (int i = 0; i < pack->abilities; i++) {
        const struct ability *one = &pack->ability[i];
        if (one->effect.what == 0)
            message_text(lacks(out, one->line, RULE_OFFER, N_("The pack does not say what {ability} does.")),
                         "ability", span_of(one->id));
        if (one->uses < 0)
            message_text(lacks(out, one->line, RULE_OFFER, N_("The pack does not say how often {ability} may be used.")),
                         "ability", span_of(one->id));
    }
    if (pack->abilities < ABILITIES)
        message_number(lacks(out, 0, RULE_OFFER, N_("Abilities in the pack: {count} of twelve.")), "count",
                       pack->abilities);
}

/* ---- stickers ---------------------------------------------------------------------------- */

/* The cards of four suits, of trumps each copy; then the score tables and the minus cards. */
bool tezumashi_sticker(const void *pack, unsigned n, struct sticker *out)
{
    enum { SUIT_CARDS = TRUMP - 1 + COPIES, PLAY_CARDS = SUITS * SUIT_CARDS };
    static const char *const minus_names[] = {N_("butterfly minus card"), N_("umbrella minus card"),
                                              N_("water minus card"), N_("ring minus card")};
    char code[4] = "";
    (void)pack;
    if (n < PLAY_CARDS) {
        int rank = (int)(n % SUIT_CARDS) + 1, card = (int)(n / SUIT_CARDS) * 16 + rank;
        struct span token = {code, tezumashi_card_write(card, false, code)};
        sticker_set(out, code_of(card), token, token, is_trump(card) ? (unsigned)(rank - TRUMP + 1) : 0);
    } else if (n < PLAY_CARDS + TABLES) {
        code[0] = 'T';
        code[1] = (char)('1' + (n - PLAY_CARDS));
        sticker_set(out, NO_CARD, span_of(code + 1), span_of(code), 0);
        out->name = N_("score table");
    } else if (n < PLAY_CARDS + TABLES + SUITS) {
        code[0] = 'M';
        code[1] = suit_letters[n - PLAY_CARDS - TABLES];
        sticker_set(out, NO_CARD, span_of(code + 1), span_of(code), 0);
        out->name = minus_names[n - PLAY_CARDS - TABLES];
    } else {
        return false;
    }
    return true;
}
