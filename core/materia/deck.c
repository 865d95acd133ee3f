/*
 * Materia's cards: they are known by name, a ghost also by the values printed on it. Names and
 * values come from a pack or with the ghost's install.
 */
#include "core/deck.h"
#include "materia.h"

#include <string.h>

/* ---- names ------------------------------------------------------------------------------- */

/* FNV-1a. */
static uint32_t hash(struct span text)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < text.length; i++)
        h = (h ^ (unsigned char)text.at[i]) * 16777619u;
    return h;
}

static struct span folded(struct span written, char *out)
{
    return (struct span){out, text_fold(written, out)};
}

struct materia_name materia_name(struct span written)
{
    char text[NAME_MOST];
    struct materia_name name = {.hash = hash(folded(written, text))};
    name.length = (uint8_t)text_spell(written, name.text);
    return name;
}

/*
 * Names are the same if their spelling is; the hash is of what was written, so it tells apart names
 * with quotes in them.
 */
bool materia_same(const struct materia_name *a, const struct materia_name *b)
{
    char text_a[NAME_MOST], text_b[NAME_MOST];
    if (a->hash != b->hash)
        return false;
    if (a->length == b->length && memcmp(a->text, b->text, a->length) == 0)
        return true;
    size_t length = text_fold((struct span){a->text, a->length}, text_a);
    return text_fold((struct span){b->text, b->length}, text_b) == length
           && memcmp(text_a, text_b, length) == 0;
}

static int row_by_name(const struct materia_pack *pack, enum row_kind kind,
    const struct materia_name *name)
{
    for (int i = 0; i < pack->count; i++)
        if (pack->row[i].kind == kind && materia_same(&pack->row[i].name, name))
            return i;
    return -1;
}

static int row_by_number(const struct materia_pack *pack, enum row_kind kind, struct span written)
{
    char text[NAME_MOST];
    int32_t number;
    if (!number_read(folded(written, text), &number) || number <= 0)
        return -1;
    for (int i = 0; i < pack->count; i++)
        if (pack->row[i].kind == kind && pack->row[i].number == number)
            return i;
    return -1;
}

/* `name` is what is written. */
static int row_of(const struct materia_pack *pack, enum row_kind kind,
    const struct materia_name *name, struct span written)
{
    int row = row_by_name(pack, kind, name);
    return row >= 0 ? row : row_by_number(pack, kind, written);
}

int materia_row(const struct materia_pack *pack, enum row_kind kind, struct span written)
{
    struct materia_name name = materia_name(written);
    return row_of(pack, kind, &name, written);
}

static int ghost_by_name(const struct materia *s, const struct materia_name *name)
{
    for (int i = 0; i < s->ghosts; i++)
        if (s->ghost[i].name.length > 0 && materia_same(&s->ghost[i].name, name))
            return i;
    return -1;
}

int materia_find(const struct materia *s, const struct materia_pack *pack, struct span written)
{
    struct materia_name name = materia_name(written);
    int ghost = ghost_by_name(s, &name);
    if (ghost >= 0)
        return ghost;
    int row = row_of(pack, ROW_GHOST, &name, written);
    if (row < 0)
        return NO_CARD;
    ghost = ghost_by_name(s, &pack->row[row].name);
    return ghost >= 0 ? ghost : CODE_ROW + row;
}

int materia_name_code(struct materia *s, const struct materia_pack *pack, enum row_kind kind,
    struct span written)
{
    struct materia_name name = materia_name(written);
    int row = row_of(pack, kind, &name, written);
    if (row >= 0)
        return CODE_ROW + row;
    for (int i = 0; i < s->names; i++)
        if (materia_same(&s->name[i], &name))
            return CODE_NAME + i;
    if (s->names == NAMES)
        return NO_CARD;
    s->name[s->names] = name;
    return CODE_NAME + s->names++;
}

size_t materia_card_name(const struct setting *setting, int card, char *out)
{
    const struct materia *s = setting->state;
    const struct materia_pack *pack = setting->pack;
    const struct materia_name *name = NULL;
    if (card >= CODE_ROW)
        name = pack != NULL && card - CODE_ROW < pack->count ? &pack->row[card - CODE_ROW].name
                                                             : NULL;
    else if (s != NULL && card >= CODE_NAME)
        name = &s->name[card - CODE_NAME];
    else if (s != NULL && card >= 0)
        name = &s->ghost[card].name;
    if (name == NULL)
        return 0;
    if (name->length == 0) { /* a ghost that nobody has named */
        out[0] = '?';
        return 1;
    }
    memcpy(out, name->text, name->length);
    return name->length;
}

/* ---- the deck as printed ----------------------------------------------------------------- */

static const struct verb row_verbs[ROW_VERBS + 1] = {
    [SAY_ROW_GHOST] = {"ghost", "ゴースト", SEAT_NONE,
        ARGUMENT_TEXT | ARGUMENT_NUMBER | ARGUMENT_PAIR, 1, 5,
        "body/物理 mind/精神 points/勝利点/得点",
        N_("ghost [NUMBER] \"NAME\" [body=…] [mind=…] [points=…]"), N_("a ghost of the deck")},
    [SAY_ROW_SHELL] = {"shell", "シェル", SEAT_NONE, ARGUMENT_TEXT | ARGUMENT_NUMBER, 1, 2, NULL,
        N_("shell [NUMBER] \"NAME\""), N_("a shell of the deck")},
    [SAY_ROW_EVENT] = {"event", "イベント", SEAT_NONE,
        ARGUMENT_TEXT | ARGUMENT_NUMBER | ARGUMENT_WORD, 1, 3, "forced/強制",
        N_("event [NUMBER] \"NAME\" [forced]"), N_("an event of the deck")},
    [SAY_ROW_OTHERS] = {"others", "ほか", SEAT_NONE, 0, 0, 0, NULL, N_("others"),
        N_("the deck has other cards too: names that are not listed are taken")},
    [ROW_VERBS] = {0},
};

enum {
    ROW_NUMBER,
    ROW_NAME,
    ROW_FORCED,
    ROW_VALUE = ROW_FORCED,
    EVENT_FIELDS,
    GHOST_FIELDS = ROW_VALUE + POWERS + 1
};

#define A_NUMBER                                                                                 \
    {                                                                                            \
        FIELD_NUMBER, NO_KEY, .may = true, .least = 1, .most = DECK,                             \
                              .wrong = N_("“{found}” is not a card's number; expected 1 to 100") \
    }
#define A_NAME                                                                            \
    {                                                                                     \
        FIELD_NAME, NO_KEY, .least = 1,                                                   \
                            .wrong = N_("“{found}” stands where the card's name belongs") \
    }
#define VALUE_TWICE .bare = true, .twice = N_("“{found}” is given twice; expected each value once")
#define SIX_VALUES .count = FACES, VALUE_TWICE, .wrong = not_six

static const char not_six[] = N_("“{found}” does not give a value for each face of the die; "
                                 "expected six numbers, as body=1,1,2,3,4,5");

static const struct field ghost_fields[GHOST_FIELDS] = {
    [ROW_NUMBER] = A_NUMBER,
    [ROW_NAME] = A_NAME,
    [ROW_VALUE + BODY] = {FIELD_KEYED, BODY, SIX_VALUES},
    [ROW_VALUE + MIND] = {FIELD_KEYED, MIND, SIX_VALUES},
    [ROW_VALUE + POWERS] = {FIELD_KEYED, POWERS, .count = 1, VALUE_TWICE,
        .wrong = N_("“{found}” has no number after the =; expected points=3")},
};

static const struct field event_fields[EVENT_FIELDS] = {
    [ROW_NUMBER] = A_NUMBER,
    [ROW_NAME] = A_NAME,
    [ROW_FORCED] = {FIELD_FLAG, 0},
};

static const struct row_form row_forms[ROW_VERBS] = {
    [SAY_ROW_GHOST] = {ghost_fields, GHOST_FIELDS, .told_by = SAY_INSTALL,
        .stray = N_("“{found}” is not a value of a ghost; expected body=…, mind=… or points=…"),
        .about = N_(
            "Ghosts: its name, the values at the faces 1 to 6 of the die by body and by mind, its "
            "points. The number of the card's sticker, 1 to 100, may stand in front."),
        .example = "ghost 57 \"Sakura\" body=1,1,2,3,4,5 mind=2,2,3,3,4,6 points=3",
        .answer = "\"Sakura\" 1,1,2,3,4,5 2,2,3,3,4,6 3"},
    [SAY_ROW_SHELL] = {event_fields, ROW_FORCED, .about = N_("Shells: a \"name\" each."),
        .example = "shell \"Coat\"", .answer = "\"Coat\""},
    [SAY_ROW_EVENT] = {event_fields, EVENT_FIELDS,
        .about = N_("Events: a \"name\" each, and forced after one that takes effect when it is "
                    "downloaded."),
        .example = "event \"Kyo\" forced", .answer = "\"Kyo\" forced"},
    [SAY_ROW_OTHERS] = {NULL, 0,
        .about = N_("Once a ghost is listed, a name that is not is taken for a slip of the pen, "
                    "unless there is this row.")},
};

static void values_of(const struct cell *cells, struct materia_values *values)
{
    for (int key = 0; key < POWERS; key++)
        if (cells[ROW_VALUE + key].argument != NULL)
            memcpy(values->power[key], cells[ROW_VALUE + key].number, sizeof values->power[key]);
    if (cells[ROW_VALUE + POWERS].argument != NULL)
        values->points = cells[ROW_VALUE + POWERS].number[0];
    for (int key = 0; key <= POWERS; key++)
        if (cells[ROW_VALUE + key].argument != NULL)
            values->known |= (uint8_t)(1u << key);
}

bool materia_values_read(const struct statement *said, struct materia_values *values,
    struct fault *fault)
{
    struct cell cells[GHOST_FIELDS] = {{0}};
    for (int i = 1; i < said->count; i++)
        if (!cell_take(&row_forms[SAY_ROW_GHOST], &row_verbs[SAY_ROW_GHOST], &said->argument[i],
                cells, fault))
            return false;
    values_of(cells, values);
    return true;
}

/* Two ghosts are never called the same; of events and shells there may be several. */
static const char *why_not(const struct materia_pack *pack, const struct materia_row *row,
    int *field)
{
    *field = ROW_NAME;
    if (row->kind == ROW_GHOST && row_by_name(pack, ROW_GHOST, &row->name) >= 0)
        return N_("the ghost “{found}” is listed already");
    for (int i = 0; i < pack->count && row->number > 0; i++)
        if (pack->row[i].kind == row->kind && pack->row[i].number == row->number) {
            *field = ROW_NUMBER;
            return N_("another card has the number {found} already");
        }
    return pack->count == PACK_ROWS ? N_("too many rows; expected at most 256") : NULL;
}

static enum outcome add_row(void *pack_rows, const struct deck_row *said, struct fault *fault)
{
    struct materia_pack *pack = pack_rows;
    struct materia_row row = {.kind = (enum row_kind)said->said->verb};
    int field;
    if (said->said->verb == SAY_ROW_OTHERS) {
        memset(pack->lists, 0, sizeof pack->lists);
        pack->others = true;
        return APPLIED;
    }
    row.number = (uint8_t)said->cell[ROW_NUMBER].number[0];
    row.name = materia_name(said->cell[ROW_NAME].argument->text);
    if (row.kind == ROW_GHOST)
        values_of(said->cell, &row.values);
    else
        row.forced = said->cell[ROW_FORCED].argument != NULL;
    const char *why = why_not(pack, &row, &field);
    if (why != NULL)
        return row_wrong(said, field, fault, why);
    pack->row[pack->count++] = row;
    pack->lists[row.kind] = !pack->others;
    return APPLIED;
}

/* ---- the deck as a part of the rulebook -------------------------------------------------- */

static bool row_here(const void *state)
{
    const struct materia *s = state;
    return s->stage <= POSITION && s->ghosts == 0;
}

const struct deck_part materia_deck_part = {
    .size = sizeof(struct materia_pack),
    .rows = row_verbs,
    .forms = row_forms,
    .add = add_row,
    .row_here = row_here,
    .open = "others\n",
};

/* ---- stickers ---------------------------------------------------------------------------- */

/*
 * A card that is listed both as a ghost and as an event is one card with one sticker: both rows
 * have the same number, or the same name if they have none.
 */
static bool listed_before(const struct materia_pack *pack, int row)
{
    const struct materia_row *it = &pack->row[row];
    for (int i = 0; i < row; i++)
        if (pack->row[i].number == it->number
            && (it->number > 0 || materia_same(&pack->row[i].name, &it->name)))
            return true;
    return false;
}

static bool is_taken(const struct materia_pack *pack, int number)
{
    for (int i = 0; i < pack->count; i++)
        if (pack->row[i].number == number)
            return true;
    return false;
}

/*
 * The number on a card's sticker: its own, or else a number that no row has, given out from the
 * lowest up.
 */
static int sticker_number(const struct materia_pack *pack, int row)
{
    int before = 0, number = 0;
    if (pack->row[row].number > 0)
        return pack->row[row].number;
    for (int i = 0; i < row; i++)
        before += pack->row[i].number == 0 && !listed_before(pack, i);
    for (; before >= 0; before--)
        do
            number++;
        while (is_taken(pack, number));
    return number;
}

bool materia_sticker(const void *pack_rows, unsigned n, struct sticker *out)
{
    const struct materia_pack *pack = pack_rows;
    for (int i = 0; i < pack->count; i++) {
        const struct materia_row *row = &pack->row[i];
        if (listed_before(pack, i) || n-- > 0)
            continue;
        char code[STICKER_CODE];
        size_t length = 0;
        int number = sticker_number(pack, i);
        for (int unit = 100; unit > 0; unit /= 10)
            if (number >= unit)
                code[length++] = (char)('0' + number / unit % 10);
        sticker_set(out, CODE_ROW + i, (struct span){row->name.text, row->name.length},
            (struct span){code, length}, 0);
        out->numbered = row->number == 0;
        return true;
    }
    return false;
}
