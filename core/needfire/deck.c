/*
 * NeedFire's deck: cards and elements in words, the deck as its owner enters it, the built-in one,
 * and whether a deck has the structure that the rulebook states (どう解くか).
 *
 *      human 7 "NAME" makes b1 reacts w1 w2 w4 w10
 *      fire 12 "NAME" makes w3
 *      rune b1 "ᚠ"
 */
#include "core/bits.h"
#include "core/deck.h"
#include "needfire.h"

#include <string.h>

/* ---- cards and elements in words --------------------------------------------------------- */

/* A number without leading zeros in 1…most, or 0. */
static int read_number(struct span digits, int most)
{
    int32_t number;
    if (digits.length == 0 || digits.at[0] < '1' || digits.at[0] > '9'
        || !number_read(digits, &number) || number > most)
        return 0;
    return number;
}

/* The length of the letter or kanji with which a token begins; 0 if it begins with neither. */
static size_t begins(struct span token, char letter, const char *words)
{
    if (token.length > 0 && token.at[0] == letter)
        return 1;
    for (const char *at = words; *at != '\0';) {
        size_t length = strcspn(at, "/");
        if (token.length > length && memcmp(token.at, at, length) == 0)
            return length;
        at += length + (at[length] == '/');
    }
    return 0;
}

static struct span behind(struct span token, size_t length)
{
    return (struct span){token.at + length, token.length - length};
}

int needfire_card_read(struct span token)
{
    size_t human = begins(token, 'h', "人間/人"), fire = begins(token, 'f', "炎/火");
    int number = human + fire > 0 ? read_number(behind(token, human + fire), NUMBER_MOST) : 0;
    return number == 0 ? NO_CARD : fire > 0 ? FIRE + number : number;
}

size_t needfire_card_write(int card, bool japanese, char *out)
{
    const char *kind = is_fire(card) ? japanese ? "炎" : "f" : japanese ? "人" : "h";
    size_t at = strlen(kind);
    int number = card % FIRE;
    memcpy(out, kind, at);
    if (number >= 10)
        out[at++] = (char)('0' + number / 10);
    out[at++] = (char)('0' + number % 10);
    return at;
}

const char *needfire_element(int element)
{
    static const char names[ELEMENTS + 1][4] = {"", "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8",
        "b9", "b10", "b11", "b12", "b13", "w1", "w2", "w3", "w4", "w5", "w6", "w7", "w8", "w9",
        "w10", "w11", "w12", "w13"};
    return names[element];
}

static int element_read(struct span token)
{
    size_t black = begins(token, 'b', "黒"), white = begins(token, 'w', "白");
    int number = black + white > 0 ? read_number(behind(token, black + white), COLOUR) : 0;
    return number == 0 ? 0 : white > 0 ? COLOUR + number : number;
}

/* Works out, as each face is entered, which cards react to it and to which cards it reacts. */
static void answer(struct needfire_deck *deck, int card)
{
    for (int human = 1; human < FIRE; human++) {
        if (reacts(deck, human, card))
            cards_add(&deck->answers[human], card);
        if (!is_fire(card))
            for (int other = human; other < CODES; other += FIRE)
                if (reacts(deck, card, other))
                    cards_add(&deck->answers[card], other);
    }
}

/* ---- the built-in deck ------------------------------------------------------------------- */

/*
 * 0, 1, 3, 9 is a perfect difference set modulo 13: every other difference occurs once, so two of
 * its translates share exactly one element. (J. Singer, A Theorem in Finite Projective Geometry
 * and Some Applications to Number Theory, 1938.)
 */
static void lay_reference(struct needfire_deck *deck)
{
    static const int difference[] = {0, 1, 3, 9};
    deck->built_in = true;
    deck->count[0] = deck->count[1] = KIND;
    for (int i = 0; i < COLOUR; i++) {
        struct card_face *black = &deck->card[1 + i], *white = &deck->card[1 + COLOUR + i];
        black->makes = deck->card[FIRE + 1 + i].makes = (uint8_t)(1 + i);
        white->makes = deck->card[FIRE + 1 + COLOUR + i].makes = (uint8_t)(1 + COLOUR + i);
        for (int d = 0; d < 4; d++) {
            int element = 1 + (i + difference[d]) % COLOUR;
            black->reacts |= 1u << (COLOUR + element);
            white->reacts |= 1u << element;
        }
    }
    for (int card = 1; card <= KIND; card++) {
        answer(deck, card);
        answer(deck, FIRE + card);
    }
}

static bool lay_built_in(void *pack, struct span name)
{
    if (name.length > 0 && !text_is(name, "reference"))
        return false;
    memset(pack, 0, sizeof(struct needfire_deck));
    lay_reference(pack);
    return true;
}

/* ---- rows of an owner's deck ------------------------------------------------------------- */

enum { ROW_NONE, ROW_HUMAN, ROW_FIRE, ROW_RUNE, PACK_VERBS };
enum { WORD_MAKES, WORD_REACTS };

#define FACE_TAKES (ARGUMENT_NUMBER | ARGUMENT_WORD | ARGUMENT_TEXT)

static const struct verb row_verbs[PACK_VERBS + 1] = {
    [ROW_NONE] = {"", NULL, SEAT_NONE, 0, 0, 0, NULL, "", ""},
    [ROW_HUMAN] = {"human", "人間/人", SEAT_NONE, FACE_TAKES, 8, 9, "makes/作る reacts/反応",
        N_("human NUMBER [\"NAME\"] makes E reacts E E E E"),
        N_("a human of the deck: the element it generates, the four it reacts to")},
    [ROW_FIRE] = {"fire", "炎/火", SEAT_NONE, FACE_TAKES, 3, 4, "makes/作る",
        N_("fire NUMBER [\"NAME\"] makes E"),
        N_("a fire of the deck and the element it generates")},
    [ROW_RUNE] = {"rune", "ルーン", SEAT_NONE, ARGUMENT_TEXT, 2, 2, NULL, N_("rune E \"RUNE\""),
        N_("how an element is printed")},
    [PACK_VERBS] = {0},
};

/* a fire has only the first three */
enum { FACE_NUMBER, FACE_NAME, FACE_MAKES, FACE_REACTS, FACE_FIELDS };
enum { RUNE_ELEMENT, RUNE_TEXT, RUNE_FIELDS };

#define AN_ELEMENT                                       \
    .code = element_read, .code_name = needfire_element, \
    .wrong = N_("“{found}” is not an element; expected b1 to b13 or w1 to w13")

static const struct field face_fields[FACE_FIELDS] = {
    [FACE_NUMBER] = {FIELD_NUMBER, NO_KEY, .least = 1, .most = NUMBER_MOST,
        .wrong = N_("“{found}” is not a card's number; expected 1 to 63")},
    [FACE_NAME] = {FIELD_NAME, NO_KEY, .may = true, .most = NAME_ROOM - 1,
        .wrong = N_(
            "this name cannot be kept; expected at most 63 bytes, without control characters")},
    [FACE_MAKES] = {FIELD_CODES, WORD_MAKES, .bare = true, .count = 1, AN_ELEMENT},
    [FACE_REACTS] = {FIELD_CODES, WORD_REACTS, .bare = true, .count = 4, AN_ELEMENT,
        .twice = N_("{found} is named twice; expected four different reaction elements")},
};

static const struct field rune_fields[RUNE_FIELDS] = {
    [RUNE_ELEMENT] = {FIELD_CODES, NO_KEY, .count = 1, AN_ELEMENT},
    [RUNE_TEXT] = {FIELD_NAME, NO_KEY, .most = RUNE_ROOM - 1,
        .wrong = N_(
            "this rune cannot be kept; expected at most 15 bytes, without control characters")},
};

static const struct row_form row_forms[PACK_VERBS] = {
    [ROW_HUMAN] = {face_fields, FACE_FIELDS, .count = KIND,
        .about = N_("Humans: the element it makes and the four it reacts to; b1 to b13 are black, "
                    "w1 to w13 white. Number them as you like, from 1 on. A name in \"quotes\" may "
                    "follow the number."),
        .example = "human 7 \"Ylva\" makes b1 reacts w1 w2 w4 w10",
        .answer = "\"Ylva\" b1 w1 w2 w4 w10"},
    [ROW_FIRE] = {face_fields, FACE_REACTS, .count = KIND,
        .about = N_("Fires: the element it makes; a name in \"quotes\" may follow the number."),
        .example = "fire 12 makes w3", .answer = "w3"},
    [ROW_RUNE] = {rune_fields, RUNE_FIELDS, .count = ELEMENTS,
        .about = N_("How an element is printed; may be left out."), .example = "rune b1 \"ᚠ\""},
};

/* The humans' row and the fires' are read alike; a fire reacts to nothing. */
static enum outcome add_face(struct needfire_deck *deck, const struct deck_row *row,
    struct fault *fault)
{
    bool fire = row->said->verb == ROW_FIRE;
    int card = (fire ? FIRE : 0) + row->cell[FACE_NUMBER].number[0];
    if (deck->built_in)
        memset(deck, 0, sizeof *deck);
    if (deck->card[card].makes != 0)
        return row_wrong(row, FACE_NUMBER, fault,
            N_("card {found} has a row already; expected one row a card"));
    if (deck->count[fire] == KIND)
        return row_wrong(row, FACE_NUMBER, fault,
            N_("a deck has 26 humans and 26 fires; {found} is one too many"));
    struct card_face *face = &deck->card[card];
    face->line = row->said->line;
    face->makes = (uint8_t)row->cell[FACE_MAKES].number[0];
    face->reacts = row->cell[FACE_REACTS].given;
    cell_name(&row->cell[FACE_NAME], face->name);
    deck->count[fire]++;
    answer(deck, card);
    return APPLIED;
}

static enum outcome add_row(void *pack, const struct deck_row *row, struct fault *fault)
{
    struct needfire_deck *deck = pack;
    if (row->said->verb != ROW_RUNE)
        return add_face(deck, row, fault);
    cell_name(&row->cell[RUNE_TEXT], deck->rune[row->cell[RUNE_ELEMENT].number[0]]);
    return APPLIED;
}

/* ---- rows of the built-in deck ----------------------------------------------------------- */

static size_t put(char *out, size_t at, const char *text)
{
    memcpy(out + at, text, strlen(text));
    return at + strlen(text);
}

static size_t put_element(char *out, size_t at, int element)
{
    return put(out, put(out, at, " "), needfire_element(element));
}

static size_t spell_row(const void *pack, unsigned n, char *out)
{
    const struct needfire_deck *deck = pack;
    if (n >= 2 * KIND)
        return 0;
    int card = n < KIND ? (int)n + 1 : FIRE + (int)n - KIND + 1;
    const struct card_face *face = &deck->card[card];
    char code[16] = "";
    needfire_card_write(card, false, code);
    size_t at = put(out, 0, is_fire(card) ? "fire " : "human ");
    at = put(out, put(out, at, code + 1), " makes");
    at = put_element(out, at, face->makes);
    at = put(out, at, is_fire(card) ? "" : " reacts");
    for (int e = 1; e <= ELEMENTS; e++)
        if (face->reacts >> e & 1)
            at = put_element(out, at, e);
    return at;
}

/* ---- is it a deck as the rulebook describes? --------------------------------------------- */

static struct ruling *find(const struct needfire_deck *deck, struct rulings *out, int rule,
    int card, const char *message)
{
    return rulings_add(out, RULING_IRREGULAR, rule, NOBODY, card,
        card > 0 ? deck->card[card].line : 0, message);
}

static void name_element(struct ruling *r, int element)
{
    message_text(&r->message, "element", span_of(needfire_element(element)));
}

static bool is_white(int element) { return element > COLOUR; }

enum { WHITES = ((1 << COLOUR) - 1) << (COLOUR + 1), BLACKS = ((1 << COLOUR) - 1) << 1 };

/* Elements of one colour: "black", and 4 9. */
static void name_elements(struct ruling *r, uint32_t elements)
{
    uint8_t numbers[COLOUR];
    int count = 0;
    for (int e = 1; e <= ELEMENTS; e++)
        if (elements >> e & 1)
            numbers[count++] = (uint8_t)(is_white(e) ? e - COLOUR : e);
    message_word(&r->message, "colour", elements & WHITES ? N_("white") : N_("black"));
    message_numbers(&r->message, "numbers", numbers, count);
}

/*
 * Reports the elements that no card has, all elements of a colour in one line, because a line for
 * each would hide what matters.
 */
static void find_absent(const struct needfire_deck *deck, struct rulings *out,
    enum ruling_kind kind, int rule, const char *message, uint32_t absent)
{
    const uint32_t colours[] = {BLACKS, WHITES};
    for (int i = 0; i < 2; i++)
        if (absent & colours[i]) {
            struct ruling *r = find(deck, out, rule, NO_CARD, message);
            r->kind = kind;
            name_elements(r, absent & colours[i]);
        }
}

/* needfire/opposite */
static void check_opposite(const struct needfire_deck *deck, struct rulings *out)
{
    for (int c = 1; c < FIRE; c++) {
        uint32_t same = deck->card[c].reacts & (is_white(deck->card[c].makes) ? WHITES : BLACKS);
        if (same != 0)
            name_elements(find(deck, out, RULE_OPPOSITE, c,
                              N_("{card} generates a {colour} element and reacts to {colour} "
                                 "{numbers}; a human reacts to the other colour.")),
                same);
    }
}

/* The humans that react to an element. */
static struct cardset reacting(const struct needfire_deck *deck, int element)
{
    struct cardset humans = {{0}};
    for (int c = 1; c < FIRE; c++)
        if (deck->card[c].reacts >> element & 1)
            cards_add(&humans, c);
    return humans;
}

/* needfire/four. While humans are still to be entered, what is missing is reported in short. */
static void check_four(const struct needfire_deck *deck, struct rulings *out)
{
    uint32_t absent = 0, few = 0;
    bool whole = deck->count[0] == KIND;
    for (int e = 1; e <= ELEMENTS; e++) {
        struct cardset humans = reacting(deck, e);
        unsigned count = bits_count(humans.bits[0]);
        absent |= (uint32_t)(count == 0) << e;
        few |= (uint32_t)(count < 4) << e;
        if (count == 4 || count == 0 || (count < 4 && !whole))
            continue;
        struct ruling *r = find(deck, out, RULE_FOUR, NO_CARD,
            N_("{element} is among the reactions of {humans}; four humans should react to it."));
        name_element(r, e);
        message_cards(&r->message, "humans", humans);
    }
    find_absent(deck, out, RULING_IRREGULAR, RULE_FOUR,
        whole ? N_("No human reacts to {colour} {numbers}; four should to each.")
              : N_("Fewer than four humans react to {colour} {numbers} so far."),
        whole ? absent : few);
}

/*
 * ---- needfire/share-one: of many pairs that do not fit, the cards that most of them have in
 * common ---
 */

struct pairs {
    uint64_t with[FIRE]; /* the humans with which this one shares no element, or more than one */
};

static bool shares_one(const struct card_face *one, const struct card_face *two)
{
    return one->makes == 0 || two->makes == 0 || is_white(one->makes) != is_white(two->makes)
           || bits_count(one->reacts & two->reacts) == 1;
}

static int most_pairs(const struct pairs *p)
{
    int most = NO_CARD;
    for (int c = 1; c < FIRE; c++)
        if (p->with[c] != 0
            && (most == NO_CARD || bits_count(p->with[c]) > bits_count(p->with[most])))
            most = c;
    return most;
}

static void find_shared(const struct needfire_deck *deck, struct rulings *out, int card,
    uint64_t with, bool none)
{
    struct cardset others = {{0}};
    int last = NO_CARD;
    for (int c = 1; c < FIRE; c++)
        if (with >> c & 1 && none == !(deck->card[c].reacts & deck->card[card].reacts))
            cards_add(&others, last = c);
    if (last == NO_CARD)
        return;
    struct ruling *r = find(deck, out, RULE_SHARE_ONE, card,
        none ? N_("{card} shares no reaction element with {others}; two humans of one generating "
                  "colour share exactly one.")
             : N_("{card} shares several reaction elements with {others}; two humans of one "
                  "generating colour share exactly one."));
    message_cards(&r->message, "others", others);
    if (bits_count(others.bits[0]) == 1 && deck->card[last].line != 0)
        ruling_because(r, deck->card[last].line);
}

static void check_share(const struct needfire_deck *deck, struct rulings *out)
{
    struct pairs p = {{0}};
    for (int a = 1; a < FIRE; a++)
        for (int b = 1; b < FIRE; b++)
            if (a != b && !shares_one(&deck->card[a], &deck->card[b]))
                p.with[a] |= UINT64_C(1) << b;
    for (int c; (c = most_pairs(&p)) != NO_CARD;) {
        find_shared(deck, out, c, p.with[c], true);
        find_shared(deck, out, c, p.with[c], false);
        for (int other = 1; other < FIRE; other++)
            p.with[other] &= ~(UINT64_C(1) << c);
        p.with[c] = 0;
    }
}

/*
 * needfire/human, needfire/fire: there are twenty-six of each kind. Rows beyond that were not
 * taken.
 */
static void check_count(const struct needfire_deck *deck, struct rulings *out)
{
    static const char *const id[] = {N_("Humans in the deck: {count} of 26."),
        N_("Fires in the deck: {count} of 26.")};
    for (int kind = 0; kind < 2; kind++)
        if (deck->count[kind] != KIND)
            message_number(&find(deck, out, RULE_DECK, NO_CARD, id[kind])->message, "count",
                deck->count[kind]);
}

static int count_makers(const struct needfire_deck *deck, int kind, int element)
{
    int count = 0;
    for (int c = kind * FIRE + 1; c <= kind * FIRE + NUMBER_MOST; c++)
        count += deck->card[c].makes == element;
    return count;
}

/*
 * The rulebook does not say which cards generate which element, so a difference is mentioned but
 * not an error.
 */
static void check_makes(const struct needfire_deck *deck, struct rulings *out, int kind)
{
    static const char *const none[] =
        {N_("No human generates {colour} {numbers}; the others suggest one of each."),
            N_("No fire generates {colour} {numbers}; the others suggest one of each.")};
    static const char *const many[] =
        {N_("{card} generates {element}, as {count} humans do; the others suggest one."),
            N_("{card} generates {element}, as {count} fires do; the others suggest one.")};
    const int rule = kind == 0 ? RULE_HUMAN : RULE_FIRE;
    uint32_t absent = 0;
    for (int e = 1; e <= ELEMENTS; e++) {
        int count = count_makers(deck, kind, e);
        absent |= (uint32_t)(count == 0) << e;
        for (int c = kind * FIRE + 1; c <= kind * FIRE + NUMBER_MOST && count > 1; c++) {
            if (deck->card[c].makes != e)
                continue;
            struct ruling *r = find(deck, out, rule, c, many[kind]);
            r->kind = RULING_OPEN;
            name_element(r, e);
            message_number(&r->message, "count", count);
        }
    }
    find_absent(deck, out, RULING_OPEN, rule, none[kind], deck->count[kind] == KIND ? absent : 0);
}

static void check_deck(const void *pack, struct rulings *out)
{
    check_count(pack, out);
    check_opposite(pack, out);
    check_four(pack, out);
    check_share(pack, out);
    check_makes(pack, out, 0);
    check_makes(pack, out, 1);
}

/* ---- the deck as a part of the rulebook -------------------------------------------------- */

static bool row_here(const void *state) { return ((const struct needfire *)state)->clock == 0; }

static bool is_builtin(const void *deck) { return ((const struct needfire_deck *)deck)->built_in; }

const struct deck_part needfire_deck_part = {
    .size = sizeof(struct needfire_deck),
    .rows = row_verbs,
    .forms = row_forms,
    .builtin = lay_built_in,
    .spell = spell_row,
    .add = add_row,
    .row_here = row_here,
    .is_builtin = is_builtin,
    .check = check_deck,
    .builtins = "reference",
};
