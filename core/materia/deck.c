/*
 * Materia's cards: they are known by name, a ghost also by the values printed on it. Names and
 * values come from a pack or with the ghost's install.
 */
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

struct span materia_unquoted(struct span written)
{
    bool quoted = written.length >= 2 && written.at[0] == '"' && written.at[written.length - 1] == '"';
    return quoted ? (struct span){written.at + 1, written.length - 2} : written;
}

/* A spelled name is folded as it stands: its quotes are gone already. */
static size_t fold_spelled(const struct materia_name *name, char *out)
{
    size_t length = 0;
    for (size_t i = 0; i < name->length;) {
        char one[4];
        unsigned made;
        size_t step = fold_one(name->text + i, name->length - i, one, &made);
        if (step == 0 || length + made > NAME_MOST)
            break;
        memcpy(out + length, one, made);
        length += made;
        i += step;
    }
    return length;
}

bool materia_same(const struct materia_name *a, const struct materia_name *b)
{
    char text_a[NAME_MOST], text_b[NAME_MOST];
    if (a->hash != b->hash)
        return false;
    size_t length = fold_spelled(a, text_a);
    return fold_spelled(b, text_b) == length && memcmp(text_a, text_b, length) == 0;
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

int materia_row(const struct materia_pack *pack, enum row_kind kind, struct span written)
{
    struct materia_name name = materia_name(written);
    int row = row_by_name(pack, kind, &name);
    return row >= 0 ? row : row_by_number(pack, kind, written);
}

static int ghost_by_name(const struct materia *s, const struct materia_name *name)
{
    for (int i = 0; i < s->ghosts; i++)
        if (materia_same(&s->ghost[i].name, name))
            return i;
    return -1;
}

int materia_find(const struct materia *s, const struct materia_pack *pack, struct span written)
{
    struct materia_name name = materia_name(written);
    int ghost = ghost_by_name(s, &name);
    if (ghost >= 0)
        return ghost;
    int row = materia_row(pack, ROW_GHOST, written);
    if (row < 0)
        return NO_CARD;
    ghost = ghost_by_name(s, &pack->row[row].name);
    return ghost >= 0 ? ghost : CODE_ROW + row;
}

int materia_name_code(struct materia *s, const struct materia_pack *pack, enum row_kind kind,
                      struct span written)
{
    int row = materia_row(pack, kind, written);
    if (row >= 0)
        return CODE_ROW + row;
    struct materia_name name = materia_name(written);
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
        name = pack != NULL && card - CODE_ROW < pack->count ? &pack->row[card - CODE_ROW].name : NULL;
    else if (s != NULL && card >= CODE_NAME)
        name = &s->name[card - CODE_NAME];
    else if (s != NULL && card >= 0)
        name = &s->ghost[card].name;
    if (name == NULL)
        return 0;
    memcpy(out, name->text, name->length);
    return name->length;
}

/* ---- values ------------------------------------------------------------------------------ */

/* "1,1,2,3,4,5": one value for each face of the die. */
static bool six_values(struct span written, int32_t *out)
{
    char text[NAME_MOST];
    struct span list = folded(written, text);
    size_t at = 0;
    for (int i = 0; i < FACES; i++) {
        size_t size = 0;
        while (at + size < list.length && list.at[at + size] != ',')
            size++;
        if (!number_read((struct span){list.at + at, size}, &out[i]))
            return false;
        at += size + 1;
        if (i < FACES - 1 ? at > list.length : at != list.length + 1)
            return false;
    }
    return true;
}

static bool one_value(const struct argument *pair, struct materia_values *values,
                      struct fault *fault)
{
    char text[NAME_MOST];
    int key = pair->number;
    if (pair->kind != ARGUMENT_PAIR || key < 0 || key > POWERS) {
        fault_set(fault, pair->column, N_("“{found}” is no value of a ghost; expected body=…, mind=… or "
                                          "points=…"));
    } else if (values->known & 1u << key) {
        fault_set(fault, pair->column, N_("“{found}” is given twice; expected each value once"));
    } else {
        bool read = key == POWERS ? number_read(folded(pair->value, text), &values->points)
                                  : six_values(pair->value, values->power[key]);
        values->known |= (uint8_t)(1u << key);
        if (read)
            return true;
        fault_set(fault, pair->column, key == POWERS
                      ? N_("“{found}” has no number behind the =; expected points=3")
                      : N_("“{found}” does not give a value for each face of the die; expected six "
                           "numbers, as body=1,1,2,3,4,5"));
    }
    message_text(&fault->message, "found", pair->text);
    return false;
}

bool materia_values_read(const struct statement *said, struct materia_values *values,
                         struct fault *fault)
{
    struct materia_values given = {.known = 0};
    for (int i = 0; i < said->count; i++)
        if (said->argument[i].kind == ARGUMENT_PAIR && !one_value(&said->argument[i], &given, fault))
            return false;
    for (int key = 0; key < POWERS; key++)
        if (given.known & 1u << key)
            memcpy(values->power[key], given.power[key], sizeof given.power[key]);
    if (given.known & 1u << POWERS)
        values->points = given.points;
    values->known |= given.known;
    return true;
}

/* ---- the deck as printed ----------------------------------------------------------------- */

const struct verb materia_rows[ROW_VERBS + 1] = {
    [SAY_ROW_GHOST] = {"ghost", "ゴースト", SEAT_NONE, ARGUMENT_TEXT | ARGUMENT_NUMBER | ARGUMENT_PAIR,
        1, 5, "body/物理 mind/精神 points/得点",
        N_("ghost [NUMBER] \"NAME\" [body=…] [mind=…] [points=…]"), N_("a ghost of the deck")},
    [SAY_ROW_SHELL] = {"shell", "シェル", SEAT_NONE, ARGUMENT_TEXT | ARGUMENT_NUMBER, 1, 2, NULL,
        N_("shell [NUMBER] \"NAME\""), N_("a shell of the deck")},
    [SAY_ROW_EVENT] = {"event", "イベント", SEAT_NONE, ARGUMENT_TEXT | ARGUMENT_NUMBER | ARGUMENT_WORD,
        1, 3, "forced/強制", N_("event [NUMBER] \"NAME\" [forced]"), N_("an event of the deck")},
    [SAY_ROW_OTHERS] = {"others", "ほか", SEAT_NONE, 0, 0, 0, NULL,
        N_("others"), N_("the deck has other cards too: names that are not listed are taken")},
    [ROW_VERBS] = {0},
};

void materia_pack_begin(void *pack)
{
    memset(pack, 0, sizeof(struct materia_pack));
}

static enum outcome bad_row(struct fault *fault, const struct argument *at, const char *message)
{
    fault_set(fault, at->column, message);
    message_text(&fault->message, "found", materia_unquoted(at->text));
    return MALFORMED;
}

/* The number and the name of a row; `next` is behind them. */
static enum outcome row_name(const struct statement *said, struct materia_row *row, int *next,
                             struct fault *fault)
{
    int at = 0;
    if (said->argument[0].kind == ARGUMENT_NUMBER && said->count > 1
        && said->argument[1].kind == ARGUMENT_TEXT) {
        int32_t number = said->argument[at++].number;
        if (number < 1 || number > DECK)
            return bad_row(fault, &said->argument[0],
                           N_("“{found}” is no card's number; expected 1 to 100"));
        row->number = (uint8_t)number;
    }
    if (said->argument[at].kind != ARGUMENT_TEXT && said->argument[at].kind != ARGUMENT_NUMBER)
        return bad_row(fault, &said->argument[at], N_("“{found}” stands where the card's name belongs"));
    row->name = materia_name(said->argument[at].text);
    if (row->name.length == 0)
        return bad_row(fault, &said->argument[at], N_("an empty name; expected the card's name"));
    *next = at + 1;
    return APPLIED;
}

enum outcome materia_pack_row(void *pack_rows, const struct statement *said, struct fault *fault)
{
    struct materia_pack *pack = pack_rows;
    struct materia_row row = {.kind = (enum row_kind)said->verb};
    int next = 0;
    if (said->verb == SAY_ROW_OTHERS) {
        memset(pack->lists, 0, sizeof pack->lists);
        pack->others = true;
        return APPLIED;
    }
    enum outcome outcome = row_name(said, &row, &next, fault);
    if (outcome != APPLIED)
        return outcome;
    for (int i = next; i < said->count; i++) {
        enum argument_kind kind = said->argument[i].kind;
        if (kind == ARGUMENT_WORD)
            row.forced = true;
        else if (kind != ARGUMENT_PAIR)
            return bad_row(fault, &said->argument[i], N_("“{found}” stands behind the card's name; "
                                                         "expected its values, or nothing"));
    }
    if (!materia_values_read(said, &row.values, fault))
        return MALFORMED;
    /* two ghosts are never called the same; of events and shells there may be several */
    if (row.kind == ROW_GHOST && row_by_name(pack, ROW_GHOST, &row.name) >= 0)
        return bad_row(fault, &said->argument[next - 1], N_("the ghost “{found}” is listed already"));
    for (int i = 0; i < pack->count && row.number > 0; i++)
        if (pack->row[i].kind == row.kind && pack->row[i].number == row.number)
            return bad_row(fault, &said->argument[0], N_("another card has the number {found} already"));
    if (pack->count == PACK_ROWS)
        return bad_row(fault, &said->argument[0], N_("too many rows; expected at most 256"));
    pack->row[pack->count++] = row;
    pack->lists[row.kind] = !pack->others;
    return APPLIED;
}

/* Values given with an install stand on the ghost ever after. */
bool materia_pack_learn(const struct statement *said, struct statement *row)
{
    if (said->verb != SAY_INSTALL || said->count < 2 || said->argument[0].kind != ARGUMENT_TEXT)
        return false;
    *row = *said;
    row->row = true;
    row->verb = SAY_ROW_GHOST;
    row->seat = -1;
    row->stands = false;
    return true;
}

/* ---- stickers ---------------------------------------------------------------------------- */

/* A card that the list has twice, as a ghost and as an event, is one card and has one sticker. */
static bool listed_before(const struct materia_pack *pack, int row)
{
    for (int i = 0; i < row; i++)
        if (pack->row[i].number == pack->row[row].number)
            return true;
    return false;
}

bool materia_sticker(const void *pack_rows, unsigned n, struct sticker *out)
{
    const struct materia_pack *pack = pack_rows;
    for (int i = 0; i < pack->count; i++) {
        const struct materia_row *row = &pack->row[i];
        if (row->number == 0 || listed_before(pack, i) || n-- > 0)
            continue;
        char code[STICKER_CODE];
        size_t length = 0;
        for (int unit = 100; unit > 0; unit /= 10)
            if (row->number >= unit)
                code[length++] = (char)('0' + row->number / unit % 10);
        sticker_set(out, CODE_ROW + i, (struct span){row->name.text, row->name.length},
                    (struct span){code, length}, 0);
        return true;
    }
    return false;
}
