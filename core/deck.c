/* Rows of a deck, read by the columns that its game states; see deck.h. */
#include "deck.h"
#include "verbs.h"

#include <assert.h>
#include <string.h>

/* A row being read: where its next argument stands. */
struct row_parse {
    const struct row_form *form;
    const struct verb *verb;
    struct deck_row *row;
    int next, first_key; /* first_key: where its CODES begin, -1: not yet */
    struct fault *fault;
};

static bool say_wrong(struct fault *fault, const struct argument *at, const char *id,
    const struct verb *verb)
{
    fault_set(fault, at->column,
        id != NULL ? id : N_("“{found}” does not belong here; expected: {usage}"));
    message_text(&fault->message, "found", text_unquoted(at->text));
    message_word(&fault->message, "usage", verb->usage);
    return false;
}

/* The argument that is next, or NULL. */
static const struct argument *next_of(const struct row_parse *in)
{
    return in->next < in->row->said->count ? &in->row->said->argument[in->next] : NULL;
}

/*
 * The argument of a field that cannot lack: a row has at least as many words as it has such fields.
 */
static const struct argument *needed(const struct row_parse *in)
{
    const struct argument *a = next_of(in);
    assert(a != NULL);
    return a;
}

/* A field's argument is not what it should be, or there is none. */
static bool misplaced(const struct row_parse *in, const char *id)
{
    const struct statement *said = in->row->said;
    const struct argument *a = next_of(in);
    return a != NULL ? say_wrong(in->fault, a, id, in->verb)
                     : say_wrong(in->fault, &said->argument[said->count - 1], NULL, in->verb);
}

/* The next argument is this field's. */
static bool take_next(struct row_parse *in, struct cell *cell)
{
    cell->argument = needed(in);
    cell->number[0] = cell->argument->number;
    in->next++;
    return true;
}

static bool is_within(const struct field *f, int32_t number)
{
    return f->least == f->most || (number >= f->least && number <= f->most);
}

/* ---- fields in their order --------------------------------------------------------------- */

/* A number before a name; alone it is the name. */
static bool read_number(struct row_parse *in, const struct field *f, struct cell *cell)
{
    const struct argument *a = needed(in);
    bool named = in->next + 1 < in->row->said->count && a[1].kind == ARGUMENT_TEXT;
    if (f->may && (a->kind != ARGUMENT_NUMBER || !named))
        return true;
    if (a->kind != ARGUMENT_NUMBER || !is_within(f, a->number))
        return misplaced(in, f->wrong);
    return take_next(in, cell);
}

/*
 * Short enough, and if it is kept as it stands without control characters: it will be shown on a
 * terminal.
 */
static bool read_name(struct row_parse *in, const struct field *f, struct cell *cell)
{
    char spelled[NAME_MOST];
    const struct argument *a = next_of(in);
    bool text = a != NULL && a->kind == ARGUMENT_TEXT;
    if (f->may && (!text || (f->quoted && quoted_length(a->text) == 0)))
        return true;
    a = needed(in);
    if (!text && a->kind != ARGUMENT_NUMBER)
        return misplaced(in, f->wrong);
    struct span name = {spelled, text_spell(a->text, spelled)};
    if ((int32_t)name.length < f->least
        || (f->most > 0 && ((int32_t)name.length > f->most || !text_is_clean(name))))
        return misplaced(in, f->wrong);
    return take_next(in, cell);
}

static bool read_codes(struct row_parse *in, const struct field *f, struct cell *cell)
{
    const struct argument *a = needed(in);
    char folded[NAME_MOST];
    if (in->first_key < 0)
        in->first_key = in->next;
    if (f->key != NO_KEY && (a->kind != ARGUMENT_WORD || a->number != f->key)) {
        in->next = in->first_key; /* the row does not read as a whole from there */
        return misplaced(in, NULL);
    }
    in->next += f->key != NO_KEY;
    cell->argument = next_of(in);
    for (int i = 0; i < f->count; i++, in->next++) {
        a = next_of(in);
        int code = a != NULL && a->kind == ARGUMENT_TEXT
                       ? f->code((struct span){folded, text_fold(a->text, folded)})
                       : 0;
        if (code == 0)
            return misplaced(in, f->wrong);
        if (cell->given >> code & 1)
            return misplaced(in, f->twice);
        cell->given |= 1u << code;
        cell->number[i] = code;
    }
    return true;
}

static bool read_choice(struct row_parse *in, const struct field *f, struct cell *cell)
{
    const struct argument *a = needed(in);
    if (a->kind != ARGUMENT_WORD || !is_within(f, a->number))
        return misplaced(in, f->wrong);
    return take_next(in, cell);
}

static bool read_in_order(struct row_parse *in, const struct field *f, struct cell *cell)
{
    switch (f->kind) {
    case FIELD_NUMBER: return read_number(in, f, cell);
    case FIELD_NAME: return read_name(in, f, cell);
    case FIELD_CODES: return read_codes(in, f, cell);
    case FIELD_CHOICE: return read_choice(in, f, cell);
    case FIELD_FLAG:
    case FIELD_KEYED:
    case FIELD_STEPS: return true;
    }
    return true;
}

/* ---- fields in any order ----------------------------------------------------------------- */

/* 3, or 1,1,2,3,4,5: as many numbers as the field takes. */
static bool read_numbers(const struct field *f, struct span written, int32_t *out)
{
    char folded[NAME_MOST];
    const char *at = folded, *end = folded + text_fold(written, folded);
    for (int i = 0; i < f->count; i++) {
        const char *comma = i + 1 < f->count ? memchr(at, ',', (size_t)(end - at)) : end;
        if (comma == NULL || !number_read((struct span){at, (size_t)(comma - at)}, &out[i])
            || !is_within(f, out[i]))
            return false;
        at = comma + (comma < end);
    }
    return true;
}

/* `4` or `4+`: which step a pair speaks of, or -1. */
static int step_of(const struct field *f, struct span written, bool *more)
{
    char folded[NAME_MOST];
    struct span key = {folded, text_fold(written, folded)};
    int32_t step;
    *more = key.length > 1 && folded[key.length - 1] == '+';
    key.length -= *more;
    if (key.length == 0 || folded[0] < '0' || folded[0] > '9' || !number_read(key, &step)
        || step >= f->count)
        return -1;
    return step;
}

/* A number for exactly this step stands before one for so much and more. */
static const char *take_step(const struct field *f, const struct argument *a, struct cell *cell)
{
    static const struct field one = {.count = 1};
    bool more;
    int32_t number;
    int step = step_of(f, a->text, &more);
    if (step < 0 || !read_numbers(&one, a->value, &number))
        return f->wrong;
    if (more ? cell->open != 0 : cell->given >> step & 1)
        return f->twice;
    for (int i = step; i < (more ? f->count : step + 1); i++) {
        cell->number[i] = more && cell->given >> i & 1 ? cell->number[i] : number;
        *(more ? &cell->open : &cell->given) |= 1u << i;
    }
    return NULL;
}

static const char *take_keyed(const struct field *f, const struct argument *a, struct cell *cell)
{
    bool pair = a->kind == ARGUMENT_PAIR;
    if (f->kind == FIELD_FLAG && pair)
        return N_("“{found}” takes no number; expected the word alone");
    if (cell->argument != NULL && f->twice != NULL)
        return f->twice;
    return f->kind == FIELD_KEYED && (!pair || !read_numbers(f, a->value, cell->number)) ? f->wrong
                                                                                         : NULL;
}

/* Which field it belongs to, or -1. A row of steps takes no words. */
static int field_of(const struct row_form *form, const struct argument *a)
{
    bool pair = a->kind == ARGUMENT_PAIR;
    if (!pair && a->kind != ARGUMENT_WORD)
        return -1;
    for (int i = 0; i < form->field_count; i++) {
        const struct field *f = &form->fields[i];
        bool keyed = f->kind == FIELD_KEYED || f->kind == FIELD_FLAG;
        if (keyed ? a->number == f->key : f->kind == FIELD_STEPS)
            return i;
    }
    return -1;
}

bool cell_take(const struct row_form *form, const struct verb *verb, const struct argument *a,
    struct cell *cells, struct fault *fault)
{
    int i = field_of(form, a);
    if (i < 0)
        return say_wrong(fault, a, form->stray, verb);
    const struct field *f = &form->fields[i];
    const char *wrong = f->kind == FIELD_STEPS ? take_step(f, a, &cells[i])
                                               : take_keyed(f, a, &cells[i]);
    if (wrong != NULL)
        return say_wrong(fault, a, wrong, verb);
    cells[i].argument = a;
    return true;
}

/* ---- a row ------------------------------------------------------------------------------- */

/* Adds a row that was read; one of a kind that stands there once is refused the second time. */
static enum outcome add(const struct deck_part *part, void *deck, const struct deck_row *row,
    struct fault *fault)
{
    uint32_t none = 0, *has = part->once > 0 ? (void *)((char *)deck + part->once) : &none;
    const struct statement *said = row->said;
    const uint32_t own = part->forms[said->verb].once ? 1u << said->verb : 0;
    if (*has & own) {
        fault_set(fault, said->count > 0 ? said->argument[0].column : said->column,
            N_("this row is there already; expected it once"));
        return MALFORMED;
    }
    const enum outcome outcome = part->add(deck, row, fault);
    *has |= outcome == APPLIED ? own : 0;
    return outcome;
}

enum outcome rulebook_add_row(const struct rulebook *book, void *deck, const struct statement *said,
    struct fault *fault)
{
    struct deck_row row = {.said = said};
    const struct verb *verb = &book->deck->rows[said->verb];
    const struct row_form *form = &book->deck->forms[said->verb];
    struct row_parse in = {form, verb, &row, 0, -1, fault};
    if (form->whole)
        return add(book->deck, deck, &row, fault);
    for (int i = 0; i < form->field_count; i++)
        if (!read_in_order(&in, &form->fields[i], &row.cell[i]))
            return MALFORMED;
    for (const struct argument *a; (a = next_of(&in)) != NULL; in.next++)
        if (!cell_take(form, verb, a, row.cell, fault))
            return MALFORMED;
    return add(book->deck, deck, &row, fault);
}

bool rulebook_row_told(const struct rulebook *book, const struct statement *said,
    struct statement *row)
{
    if (said->common || said->row || said->count < 2 || said->argument[0].kind != ARGUMENT_TEXT)
        return false;
    for (int i = 0; book->deck->rows[i].name != NULL; i++) {
        if (book->deck->forms[i].told_by == VERB_PLAY || book->deck->forms[i].told_by != said->verb)
            continue;
        *row = *said;
        row->row = true;
        row->verb = (uint8_t)i;
        row->seat = -1;
        row->stands = false;
        return true;
    }
    return false;
}

struct span verb_word(const struct verb *verb, int word)
{
    return word == NO_KEY ? (struct span){"", 0} : keyword_name(verb->words, word);
}

enum outcome row_wrong(const struct deck_row *row, int field, struct fault *fault,
    const char *message)
{
    const struct argument *at = row->cell[field].argument;
    fault_set(fault, at->column, message);
    message_text(&fault->message, "found", text_unquoted(at->text));
    return MALFORMED;
}

void cell_name(const struct cell *cell, char *out)
{
    char spelled[NAME_MOST];
    size_t length = cell->argument != NULL ? text_spell(cell->argument->text, spelled) : 0;
    memcpy(out, spelled, length);
    out[length] = '\0';
}
