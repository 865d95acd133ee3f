/*
 * Tezumashi's cards in words, and the owner's own cards: score tables, abilities, minus cards. The
 * booklet at hand does not list them, and so nothing is built in.
 *
 *      table 7 0=5 1=3 2=1 3=0 4+=-2
 *      ability donba "呑馬術" add=2 uses=3
 *      minuscard u card=-1
 */
#include "core/deck.h"
#include "core/verbs.h"
#include "tezumashi.h"

#include <string.h>

/* ---- cards in words ---------------------------------------------------------------------- */

static const char trump_kanji[] = "切", ri[] = "り"; /* 蝶切, 蝶切り */

const struct suits tezumashi_suits = {
    .letters = "buwr",
    .ja = {"蝶", "傘", "水", "輪/輪っか"},
    .name = {N_("butterfly"), N_("umbrella"), N_("water"), N_("ring")},
    .most = TRUMP - 1,
};

/* b7, bt, and bt1 to bt3 as a sticker names the copy. */
int tezumashi_card_read(struct span token)
{
    struct span rest = token;
    const size_t kanji = sizeof trump_kanji - 1;
    int suit = suit_read(&tezumashi_suits, &rest);
    size_t trump = rest.length > 0 && rest.at[0] == 't'                               ? 1
                   : rest.length >= kanji && memcmp(rest.at, trump_kanji, kanji) == 0 ? kanji
                                                                                      : 0;
    if (trump == kanji && rest.length >= kanji + sizeof ri - 1
        && memcmp(rest.at + kanji, ri, sizeof ri - 1) == 0)
        trump += sizeof ri - 1;
    if (suit < 0 || trump == 0)
        return suited_read(&tezumashi_suits, token);
    bool copy = rest.length == trump + 1 && rest.at[trump] >= '1' && rest.at[trump] <= '0' + COPIES;
    return rest.length == trump || copy ? suit * 16 + TRUMP : NO_CARD;
}

size_t tezumashi_card_write(int card, bool japanese, char *out)
{
    if (!is_trump(card))
        return suited_write(&tezumashi_suits, card, japanese, out);
    size_t at = suit_write(&tezumashi_suits, suit_of(card), japanese, out);
    size_t length = japanese ? sizeof trump_kanji - 1 : 1;
    memcpy(out + at, japanese ? trump_kanji : "t", length);
    return at + length;
}

/* ---- rows -------------------------------------------------------------------------------- */

enum { ROW_NONE, ROW_TABLE, ROW_MINUSCARD, ROW_ABILITY, PACK_VERBS };
enum { MINUS_B, MINUS_U, MINUS_W, MINUS_R, MINUS_TABLE, MINUS_CARD, MINUS_TRICK };

static const struct verb row_verbs[PACK_VERBS + 1] = {
    [ROW_NONE] = {"", NULL, SEAT_NONE, 0, 0, 0, NULL, "", ""},
    [ROW_TABLE] = {"table", "得点表", SEAT_NONE, ARGUMENT_NUMBER | ARGUMENT_PAIR, 2, 2 + TRICKS + 1,
        NULL, N_("table NUMBER TRICKS=POINTS…"),
        N_("a score table: the points for each number of tricks; 4+= for four and more")},
    [ROW_MINUSCARD] = {"minuscard", "マイナスカード", SEAT_NONE, ARGUMENT_WORD | ARGUMENT_PAIR, 2,
        2, "b/蝶 u/傘 w/水 r/輪/輪っか table/卓 card/カード trick/トリック",
        N_("minuscard SUIT card=POINTS|trick=POINTS|table"),
        N_("a minus card: its points for each card, or each trick with a card, of its suit; or the "
           "table counts")},
    [ROW_ABILITY] = {"ability", "能力", SEAT_NONE, ARGUMENT_TEXT | ARGUMENT_WORD | ARGUMENT_PAIR, 1,
        10, EFFECT_WORDS " uses/回数", N_("ability NAME [\"PRINTED NAME\"] EFFECT… [uses=COUNT]"),
        N_("an ability, what it does and how often in a deal")},
    [PACK_VERBS] = {0},
};

enum { TABLE_NUMBER, TABLE_POINTS, TABLE_FIELDS };
enum { MINUS_SUIT, MINUS_BY_TABLE, MINUS_BY_CARD, MINUS_BY_TRICK, MINUS_FIELDS };
enum {
    ABILITY_NAME,
    ABILITY_PRINTED,
    ABILITY_EFFECT,
    ABILITY_USES = ABILITY_EFFECT + WORD_USES,
    ABILITY_FIELDS
};

static const char no_points[] = N_(
    "“{found}” gives no points; expected TRICKS=POINTS, as in 3=0 or 4+=-2");

static const struct field table_fields[TABLE_FIELDS] = {
    [TABLE_NUMBER] = {FIELD_NUMBER, NO_KEY, .least = 1, .most = TABLES,
        .wrong = N_("“{found}” is not a score table; expected a number from 1 to 8")},
    [TABLE_POINTS] = {FIELD_STEPS, NO_KEY, .bare = true, .count = TRICKS + 1, .wrong = no_points,
        .twice = N_("{found} is given twice; expected points once for each number of tricks")},
};

static const char no_cost[] = N_(
    "“{found}” is not a cost; expected card=POINTS, trick=POINTS, or table");

static const struct field minus_fields[MINUS_FIELDS] = {
    [MINUS_SUIT] = {FIELD_CHOICE, NO_KEY, .least = MINUS_B, .most = MINUS_R,
        .wrong = N_("“{found}” is not a minus card; expected a suit: b, u, w or r")},
    [MINUS_BY_TABLE] = {FIELD_FLAG, MINUS_TABLE},
    [MINUS_BY_CARD] = {FIELD_KEYED, MINUS_CARD, .count = 1, .wrong = no_cost},
    [MINUS_BY_TRICK] = {FIELD_KEYED, MINUS_TRICK, .count = 1, .wrong = no_cost},
};

static const char no_ability[] = N_(
    "“{found}” cannot name an ability; expected at most 63 bytes, no suit, number or effect");
static const char twice[] = N_("“{found}” is given twice; expected each effect once");

#define COUNTS                                                              \
    .count = 1, .least = -NUMBER_MOST, .most = NUMBER_MOST, .twice = twice, \
    .wrong = N_("“{found}” takes a number from -999 to 999; expected it as in {found}=2")

static const struct field ability_fields[ABILITY_FIELDS] = {
    [ABILITY_NAME] = {FIELD_NAME, NO_KEY, .wrong = no_ability},
    [ABILITY_PRINTED] = {FIELD_NAME, NO_KEY, .may = true, .quoted = true, .least = 1,
        .most = NAME_ROOM - 1,
        .wrong = N_(
            "this name cannot be kept; expected at most 63 bytes, without control characters")},
    [ABILITY_EFFECT + WORD_NUMBER] = {FIELD_KEYED, WORD_NUMBER, COUNTS},
    [ABILITY_EFFECT + WORD_ADD] = {FIELD_KEYED, WORD_ADD, COUNTS},
    [ABILITY_EFFECT + WORD_VALID] = {FIELD_FLAG, WORD_VALID, .twice = twice},
    [ABILITY_EFFECT + WORD_SKIP] = {FIELD_FLAG, WORD_SKIP, .twice = twice},
    [ABILITY_EFFECT + WORD_FREE] = {FIELD_FLAG, WORD_FREE, .twice = twice},
    [ABILITY_EFFECT + WORD_WIN] = {FIELD_FLAG, WORD_WIN, .twice = twice},
    [ABILITY_USES] = {FIELD_KEYED, WORD_USES, .count = 1, .least = 1, .most = USES_MOST,
        .twice = twice, .wrong = N_("how often? Expected a number from 1 to 99, as in uses=3")},
};

static const struct row_form row_forms[PACK_VERBS] = {
    [ROW_TABLE] = {table_fields, TABLE_FIELDS, .count = TABLES, .stray = no_points,
        .about = N_("Score tables: the points for 0, 1, 2 … tricks, by the number printed on each; "
                    "the + of the last means “and more”."),
        .example = "table 7 0=5 1=3 2=1 3=0 4+=-2", .answer = "5 3 1 0 -2+"},
    [ROW_MINUSCARD] = {minus_fields, MINUS_FIELDS, .count = SUITS, .stray = no_cost,
        .about = N_("Minus cards of butterfly (b), umbrella (u), water (w) and ring (r): card=-1 "
                    "for each card of the suit taken, trick=-1 for each trick with one, or table "
                    "where the players count."),
        .example = "minuscard u card=-1", .answer = "card=-1"},
    [ROW_ABILITY] = {ability_fields, ABILITY_FIELDS,
        .stray = N_(
            "“{found}” is not an effect; expected number=10, add=2, valid, skip, free or win"),
        .about = N_(
            "Abilities: a short name without spaces, the printed one in \"quotes\", what it does, "
            "how often in a deal. number=10: counts as 10; add=2: counts 2 more; valid: the trump "
            "takes effect; skip: no card is played; free: need not follow; win: wins the trick. "
            "Several may stand together. uses=3: three times."),
        .example = "ability donba \"呑馬術\" add=2 uses=3",
        .answer = "donba \"呑馬術\" add=2 uses=3"},
};

static enum outcome add_table(struct tezumashi_pack *pack, const struct deck_row *row,
    struct fault *fault)
{
    const struct cell *points = &row->cell[TABLE_POINTS];
    int table = row->cell[TABLE_NUMBER].number[0];
    if (pack->table[table].line != 0)
        return row_wrong(row, TABLE_NUMBER, fault,
            N_("table {found} has a row already; expected one row a table"));
    pack->table[table].line = row->said->line;
    pack->table[table].known = (uint16_t)(points->given | points->open);
    memcpy(pack->table[table].points, points->number, sizeof pack->table[table].points);
    return APPLIED;
}

static enum outcome add_minuscard(struct tezumashi_pack *pack, const struct deck_row *row,
    struct fault *fault)
{
    const struct cell *card = &row->cell[MINUS_BY_CARD], *trick = &row->cell[MINUS_BY_TRICK];
    int suit = row->cell[MINUS_SUIT].number[0];
    if (pack->minus[suit].line != 0)
        return row_wrong(row, MINUS_SUIT, fault,
            N_("minus card {found} has a row already; expected one row a card"));
    pack->minus[suit].line = row->said->line;
    pack->minus[suit].points = card->argument != NULL ? card->number[0] : trick->number[0];
    pack->minus[suit].cost = card->argument != NULL    ? COST_CARD
                             : trick->argument != NULL ? COST_TRICK
                                                       : COST_TABLE;
    return APPLIED;
}

/* ---- abilities --------------------------------------------------------------------------- */

/* Which suit a folded name is, or -1. */
static int suit_named(struct span name)
{
    int suit = suit_read(&tezumashi_suits, &name);
    return name.length == 0 ? suit : -1;
}

bool tezumashi_name(struct span written, bool row, char *out)
{
    static const char words[] = EFFECT_WORDS
        " uses/回数 table/得点表 minus/マイナス/マイナスカード ability/能力";
    char folded[NAME_MOST];
    struct span name = {folded, text_fold(written, folded)};
    int32_t number;
    int suit = suit_named(name);
    if (keyword_find(words, name) >= 0 || (suit >= 0 && row) || number_read(name, &number))
        return false;
    if (suit >= 0)
        name = (struct span){&tezumashi_suits.letters[suit], 1};
    if (name.length == 0 || name.length >= NAME_ROOM || !text_is_clean(name))
        return false;
    memcpy(out, name.at, name.length);
    out[name.length] = '\0';
    return true;
}

const struct ability *tezumashi_ability(const struct tezumashi_pack *pack, struct span folded)
{
    for (int i = 0; i < pack->abilities; i++)
        if (span_is(folded, pack->ability[i].id) || span_is(folded, pack->ability[i].folded))
            return &pack->ability[i];
    return NULL;
}

/* The effects among an ability's cells: a bit for each word, in their order. */
static void effect_of(const struct cell *cells, struct effect *out)
{
    *out = (struct effect){0};
    for (int word = 0; word <= WORD_WIN; word++)
        if (cells[ABILITY_EFFECT + word].argument != NULL)
            out->what |= (uint8_t)(1u << word);
    out->number = (int16_t)cells[ABILITY_EFFECT + WORD_NUMBER].number[0];
    out->add = (int16_t)cells[ABILITY_EFFECT + WORD_ADD].number[0];
}

enum outcome tezumashi_effects(const struct statement *said, int from, struct effect *out,
    struct fault *fault)
{
    struct cell cells[ABILITY_FIELDS] = {{0}};
    for (int i = from; i < said->count; i++)
        if (!cell_take(&row_forms[ROW_ABILITY], &row_verbs[ROW_ABILITY], &said->argument[i], cells,
                fault))
            return MALFORMED;
    effect_of(cells, out);
    return APPLIED;
}

static enum outcome add_ability(struct tezumashi_pack *pack, const struct deck_row *row,
    struct fault *fault)
{
    const struct argument *printed = row->cell[ABILITY_PRINTED].argument;
    const struct cell *uses = &row->cell[ABILITY_USES];
    struct ability one = {.line = row->said->line,
        .uses = uses->argument != NULL ? uses->number[0] : -1};
    if (!tezumashi_name(row->cell[ABILITY_NAME].argument->text, true, one.id))
        return row_wrong(row, ABILITY_NAME, fault, no_ability);
    if (printed != NULL && !tezumashi_name(printed->text, true, one.folded))
        return row_wrong(row, ABILITY_PRINTED, fault, no_ability);
    cell_name(&row->cell[ABILITY_PRINTED], one.name);
    if (tezumashi_ability(pack, span_of(one.id)) != NULL)
        return row_wrong(row, ABILITY_NAME, fault,
            N_("ability {found} has a row already; expected one row an ability"));
    if (printed != NULL && tezumashi_ability(pack, span_of(one.folded)) != NULL)
        return row_wrong(row, ABILITY_PRINTED, fault,
            N_("{found} is the name of another ability already; expected a name of its own"));
    if (pack->abilities == ABILITIES)
        return row_wrong(row, ABILITY_NAME, fault,
            N_("the deck has twelve abilities; {found} is one too many"));
    effect_of(row->cell, &one.effect);
    pack->ability[pack->abilities++] = one;
    return APPLIED;
}

static enum outcome add_row(void *pack, const struct deck_row *row, struct fault *fault)
{
    if (row->said->verb == ROW_TABLE)
        return add_table(pack, row, fault);
    return row->said->verb == ROW_MINUSCARD ? add_minuscard(pack, row, fault)
                                            : add_ability(pack, row, fault);
}

/* ---- what is still to be entered --------------------------------------------------------- */

/* An incomplete deck is not wrong; what is missing is only mentioned. */
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
            N_("Table {table} has no points yet for these numbers of tricks: {tricks}."));
        message_number(m, "table", i);
        message_numbers(m, "tricks", without, count);
    }
    if (missing_count > 0)
        message_numbers(lacks(out, 0, RULE_SCORE,
                            N_("Score tables that are not in the pack: {tables}.")),
            "tables", missing, missing_count);
}

static void check_deck(const void *deck, struct rulings *out)
{
    const struct tezumashi_pack *pack = deck;
    check_tables(pack, out);
    for (int i = 0; i < SUITS; i++)
        if (pack->minus[i].line == 0)
            message_word(lacks(out, 0, RULE_SCORE,
                             N_("The minus card of {suit} is not in the pack.")),
                "suit", tezumashi_suits.name[i]);
    for (int i = 0; i < pack->abilities; i++) {
        const struct ability *one = &pack->ability[i];
        if (one->effect.what == 0)
            message_text(lacks(out, one->line, RULE_OFFER,
                             N_("The pack does not say what {ability} does.")),
                "ability", span_of(one->id));
        if (one->uses < 0)
            message_text(lacks(out, one->line, RULE_OFFER,
                             N_("The pack does not say how often {ability} may be used.")),
                "ability", span_of(one->id));
    }
    if (pack->abilities < ABILITIES)
        message_number(lacks(out, 0, RULE_OFFER, N_("Abilities in the pack: {count} of twelve.")),
            "count", pack->abilities);
}

/* ---- the deck as a part of the rulebook -------------------------------------------------- */

static bool row_here(const void *state)
{
    return ((const struct tezumashi *)state)->round.number == 0;
}

const struct deck_part tezumashi_deck_part = {
    .size = sizeof(struct tezumashi_pack),
    .rows = row_verbs,
    .forms = row_forms,
    .add = add_row,
    .row_here = row_here,
    .check = check_deck,
    .later = true,
};

/* ---- stickers ---------------------------------------------------------------------------- */

/*
 * The cards of four suits, with each copy of the trumps; then the score tables and the minus cards.
 */
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
        sticker_set(out, code_of(card), token, token,
            is_trump(card) ? (unsigned)(rank - TRUMP + 1) : 0);
    } else if (n < PLAY_CARDS + TABLES) {
        code[0] = 'T';
        code[1] = (char)('1' + (n - PLAY_CARDS));
        sticker_set(out, NO_CARD, span_of(code + 1), span_of(code), 0);
        out->name = N_("score table");
    } else if (n < PLAY_CARDS + TABLES + SUITS) {
        code[0] = 'M';
        code[1] = tezumashi_suits.letters[n - PLAY_CARDS - TABLES];
        sticker_set(out, NO_CARD, span_of(code + 1), span_of(code), 0);
        out->name = minus_names[n - PLAY_CARDS - TABLES];
    } else {
        return false;
    }
    return true;
}
