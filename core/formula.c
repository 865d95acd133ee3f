/* Formulas read into programs, and worked out; see formula.h. */
#include "formula.h"
#include "text.h"

#include <assert.h>
#include <string.h>

enum op_kind {
    OP_NUMBER,
    OP_NAME,
    OP_MINUS,
    OP_ABS,
    /* of two: */
    OP_ADD,
    OP_LESS,
    OP_TIMES,
    OP_DIVIDE,
    OP_EQUAL,
    OP_UNEQUAL,
    OP_BELOW,
    OP_UP_TO,
    OP_ABOVE,
    OP_FROM,
    OP_MIN,
    OP_MAX,
    /* what follows up to `end` is one side of a choice: */
    OP_UNLESS, /* gone on behind it where the value taken is 0 */
    OP_SKIP,   /* gone on behind it */
    /* … is worked out for each side: */
    OP_SUM,
    OP_ANY,
    OP_LEAST,
    OP_UTMOST,
    OP_RANK,
    OP_EACH
};

/* ---- reading ----------------------------------------------------------------------------- */

enum word { WORD_END, WORD_NUMBER, WORD_NAME, WORD_SIGN, WORD_BAD };

struct formula_reading {
    struct formula *out;
    const struct formula_names *names;
    struct fault *fault;
    struct span left; /* what was not looked at yet */
    uint32_t column;  /* of that */
    /* the word that is next */
    enum word word;
    char text[NAME_MOST + 1]; /* folded; a sign: its characters */
    size_t length;
    struct span written; /* as it stands in the text: a fault is told when the reading is over */
    uint32_t at;
    int deep, nested;
};

static bool wrong(struct formula_reading *in, uint32_t column, const char *message)
{
    fault_set(in->fault, column, message);
    return false;
}

static bool unexpected(struct formula_reading *in, const char *message)
{
    wrong(in, in->at,
        in->word == WORD_END
            ? N_("the formula ends too early; expected a number, a name or ( after this")
            : message);
    message_text(&in->fault->message, "found", in->written);
    return false;
}

/* The next character, folded; 0 at the end, and where bytes are not UTF-8. */
static size_t peek(const struct formula_reading *in, char out[4], unsigned *made)
{
    *made = 0;
    out[0] = '\0';
    return in->left.length > 0 ? fold_one(in->left.at, in->left.length, out, made) : 0;
}

static void take(struct formula_reading *in, size_t size, const char *bytes, unsigned made)
{
    if (in->length + made <= NAME_MOST) {
        memcpy(in->text + in->length, bytes, made);
        in->length += made;
    }
    in->left.at += size;
    in->left.length -= size;
    in->column++;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || c == '_' || (unsigned char)c >= 0x80;
}

/* Digits, or letters and digits. */
static void take_word(struct formula_reading *in, bool letters)
{
    char c[4];
    unsigned made;
    for (size_t size; (size = peek(in, c, &made)) > 0;) {
        if (!is_digit(c[0]) && !(letters && is_letter(c[0])))
            return;
        take(in, size, c, made);
    }
}

/* A word, sign by sign, from where it begins. */
static void take_any(struct formula_reading *in)
{
    char c[4];
    unsigned made;
    size_t size = peek(in, c, &made);
    in->word = size > 0 ? WORD_SIGN : in->left.length > 0 ? WORD_BAD : WORD_END;
    if (size == 0)
        return;
    const char first = c[0];
    take(in, size, c, made);
    if (is_digit(first) || is_letter(first)) {
        in->word = is_digit(first) ? WORD_NUMBER : WORD_NAME;
        take_word(in, in->word == WORD_NAME);
    } else if (strchr("=!<>", first) != NULL && (size = peek(in, c, &made)) > 0 && c[0] == '=') {
        take(in, size, c, made);
    }
}

/* Moves on to the next word. */
static void advance(struct formula_reading *in)
{
    char c[4];
    unsigned made;
    for (size_t size; (size = peek(in, c, &made)) > 0 && (c[0] == ' ' || c[0] == '\t');)
        take(in, size, c, made);
    const char *begin = in->left.at;
    in->length = 0;
    in->at = in->column;
    take_any(in);
    in->text[in->length] = '\0';
    in->written = (struct span){begin, (size_t)(in->left.at - begin)};
}

static bool is_sign(const struct formula_reading *in, const char *sign)
{
    return in->word == WORD_SIGN && strcmp(in->text, sign) == 0;
}

static bool add(struct formula_reading *in, enum op_kind kind, int32_t number, uint32_t column)
{
    struct formula *f = in->out;
    if (f->count == FORMULA_OPS)
        return wrong(in, column, N_("this formula is too long; expected a shorter one"));
    f->op[f->count++] = (struct formula_op){.kind = (uint8_t)kind,
        .column = (uint16_t)(column < UINT16_MAX ? column : UINT16_MAX),
        .number = number};
    return true;
}

static bool read_choice(struct formula_reading *in);

static bool enter(struct formula_reading *in)
{
    return ++in->deep <= FORMULA_DEEP
           || wrong(in, in->at, N_("too deep; expected fewer parentheses, one in another"));
}

static bool close(struct formula_reading *in)
{
    if (!is_sign(in, ")"))
        return unexpected(in,
            N_("“{found}” stands where a ) is missing; expected ) or an operator"));
    advance(in);
    return true;
}

/* Functions: of one value, of several, and over all sides. */
static const struct function {
    const char *name;
    enum op_kind over, of; /* OP_NUMBER: it is not used so */
} functions[] = {
    {"abs", OP_NUMBER, OP_ABS},
    {"min", OP_LEAST, OP_MIN},
    {"max", OP_UTMOST, OP_MAX},
    {"sum", OP_SUM, OP_NUMBER},
    {"any", OP_ANY, OP_NUMBER},
    {"rank", OP_RANK, OP_NUMBER},
    {"each", OP_EACH, OP_NUMBER},
};

/* Does a comma part what stands in the parentheses that begin here? */
static bool has_comma(const struct formula_reading *in)
{
    struct formula_reading ahead = *in;
    int open = 0;
    do {
        advance(&ahead);
        open += is_sign(&ahead, "(") - is_sign(&ahead, ")");
    } while (open >= 0 && ahead.word < WORD_BAD && ahead.word != WORD_END
             && !(open == 0 && is_sign(&ahead, ",")));
    return is_sign(&ahead, ",");
}

static bool read_over_all(struct formula_reading *in, enum op_kind kind, uint32_t column)
{
    const unsigned first = in->out->count;
    if (in->nested == FORMULA_NESTED)
        return wrong(in, column,
            N_("too many functions over all players, one in another; expected two at most"));
    in->nested++;
    if (!add(in, kind, 0, column) || !read_choice(in))
        return false;
    in->nested--;
    in->out->op[first].end = in->out->count;
    return true;
}

static bool read_several(struct formula_reading *in, enum op_kind kind, uint32_t column)
{
    if (!read_choice(in))
        return false;
    while (is_sign(in, ",")) {
        advance(in);
        if (!read_choice(in) || !add(in, kind, 0, column))
            return false;
    }
    return true;
}

static bool read_function(struct formula_reading *in, const struct function *f, uint32_t column)
{
    const bool several = has_comma(in);
    const enum op_kind kind = several || f->over == OP_NUMBER ? f->of : f->over;
    if (several && (kind == OP_NUMBER || kind == OP_ABS)) {
        wrong(in, column, N_("`{function}` takes one value; expected no comma in its parentheses"));
        message_text(&in->fault->message, "function", span_of(f->name));
        return false;
    }
    advance(in);
    const bool good = kind == f->over  ? read_over_all(in, kind, column)
                      : kind == OP_ABS ? read_choice(in) && add(in, kind, 0, column)
                                       : read_several(in, kind, column);
    return good && close(in);
}

static bool unknown_name(struct formula_reading *in, bool called)
{
    struct guess near = {.word = {in->text, in->length}, .far = 3};
    struct span best = {"", 0};
    for (int i = 0; i < in->names->count && !called; i++) {
        char known[NAME_MOST + 1];
        const struct span row = in->names->row[i].name;
        memcpy(known, row.at, row.length);
        known[row.length] = '\0';
        if (guess_known(&near, known))
            best = row;
    }
    unexpected(in,
        called
            ? N_("“{found}” is not a function; expected abs, min, max, sum, any or rank before (")
        : best.length > 0 ? N_("“{found}” is neither entered nor counted; did you mean `{near}`?")
                          : N_("“{found}” is neither entered nor counted; expected a name that "
                               "fuda-score(7) or fuda-trick(7) lists"));
    if (best.length > 0)
        message_text(&in->fault->message, "near", best);
    return false;
}

static bool read_name(struct formula_reading *in)
{
    const uint32_t column = in->at;
    for (int i = 0; i < in->names->count; i++) {
        const struct formula_name *row = &in->names->row[i];
        if (row->name.length != in->length || memcmp(row->name.at, in->text, in->length) != 0)
            continue;
        if (row->own && in->names->shared && in->nested == 0)
            return unexpected(in, N_("“{found}” is each player's own; expected it within sum, any, "
                                     "min, max or rank here"));
        advance(in);
        return add(in, OP_NAME, i, column);
    }
    return unknown_name(in, false);
}

static bool read_name_or_function(struct formula_reading *in)
{
    struct formula_reading behind = *in;
    const uint32_t column = in->at;
    advance(&behind);
    if (!is_sign(&behind, "("))
        return read_name(in);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strcmp(in->text, functions[i].name) == 0
            && (functions[i].over != OP_EACH || in->names->sided)) {
            advance(in);
            return read_function(in, &functions[i], column);
        }
    return unknown_name(in, true);
}

static bool read_number(struct formula_reading *in)
{
    int32_t number;
    const uint32_t column = in->at;
    if (!number_read((struct span){in->text, in->length}, &number))
        return unexpected(in, N_("“{found}” is too large; expected a number below 1000000000"));
    advance(in);
    return add(in, OP_NUMBER, number, column);
}

static bool read_factor(struct formula_reading *in)
{
    const uint32_t column = in->at;
    bool good = enter(in);
    if (good && is_sign(in, "-")) {
        advance(in);
        good = read_factor(in) && add(in, OP_MINUS, 0, column);
    } else if (good && is_sign(in, "(")) {
        advance(in);
        good = read_choice(in) && close(in);
    } else if (good) {
        good = in->word == WORD_NUMBER ? read_number(in)
               : in->word == WORD_NAME
                   ? read_name_or_function(in)
                   : unexpected(in, N_("“{found}” stands where a number, a name or ( is expected"));
    }
    in->deep--;
    return good;
}

/* Operators, the more tightly they bind the later. */
static const struct operation {
    const char *sign;
    enum op_kind kind;
} operations[3][7] = {
    {{"==", OP_EQUAL}, {"!=", OP_UNEQUAL}, {"<", OP_BELOW}, {"<=", OP_UP_TO}, {">", OP_ABOVE},
        {">=", OP_FROM}},
    {{"+", OP_ADD}, {"-", OP_LESS}},
    {{"*", OP_TIMES}, {"/", OP_DIVIDE}},
};

static const struct operation *find_operation(const struct formula_reading *in, int level)
{
    const struct operation *o = operations[level];
    while (o->sign != NULL && !is_sign(in, o->sign))
        o++;
    return o->sign != NULL ? o : NULL;
}

/* Is what was read last the number 0 alone? */
static bool is_zero(const struct formula *f, unsigned from)
{
    return f->count == from + 1 && f->op[from].kind == OP_NUMBER && f->op[from].number == 0;
}

static const char by_zero[] = N_(
    "this divides by zero; expected `?` and `:` around it for the case of 0");

static bool read_level(struct formula_reading *in, int level)
{
    const struct operation *o;
    if (!(level == 2 ? read_factor(in) : read_level(in, level + 1)))
        return false;
    for (int n = 0; (o = find_operation(in, level)) != NULL; n++) {
        const uint32_t column = in->at;
        if (level == 0 && n > 0)
            return wrong(in, column, N_("a second comparison; expected parentheses around one"));
        advance(in);
        const unsigned from = in->out->count;
        if (!(level == 2 ? read_factor(in) : read_level(in, level + 1)))
            return false;
        if (o->kind == OP_DIVIDE && is_zero(in->out, from))
            return wrong(in, column, by_zero);
        if (!add(in, o->kind, 0, column))
            return false;
    }
    return true;
}

/* Behind the ?: `if not 0` A `skip` B. */
static bool read_sides(struct formula_reading *in, uint32_t column)
{
    struct formula *f = in->out;
    const unsigned unless = f->count;
    advance(in);
    if (!add(in, OP_UNLESS, 0, column) || !read_choice(in))
        return false;
    if (!is_sign(in, ":"))
        return unexpected(in, N_("“{found}” stands where a : is missing; expected : and the value "
                                 "for the other case"));
    advance(in);
    const unsigned skip = f->count;
    if (!add(in, OP_SKIP, 0, column) || !read_choice(in))
        return false;
    f->op[unless].end = (uint8_t)(skip + 1);
    f->op[skip].end = f->count;
    return true;
}

static bool read_choice(struct formula_reading *in)
{
    const bool good = enter(in) && read_level(in, 0)
                      && (!is_sign(in, "?") || read_sides(in, in->at));
    in->deep--;
    return good;
}

bool formula_read(struct formula *formula, struct span text, uint32_t column,
    const struct formula_names *names, struct fault *fault)
{
    struct formula_reading in = {.out = formula,
        .names = names,
        .fault = fault,
        .left = text,
        .column = column};
    formula->count = 0;
    advance(&in);
    if (!read_choice(&in))
        return false;
    return in.word == WORD_END
           || unexpected(&in, N_("“{found}” does not go on a formula; expected its end, or one of "
                                 "+ - * / == != < <= > >= ?"));
}

bool formula_name_is_free(const struct formula_names *names, struct span folded)
{
    bool is_free = folded.length > 0 && text_is_clean(folded);
    for (size_t i = 0; i < folded.length; i++)
        is_free &= is_letter(folded.at[i]) || (i > 0 && is_digit(folded.at[i]));
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        is_free &= !span_is(folded, functions[i].name);
    for (int i = 0; i < names->count; i++)
        is_free &= folded.length != names->row[i].name.length
                   || memcmp(folded.at, names->row[i].name.at, folded.length) != 0;
    return is_free;
}

bool formula_uses(const struct formula *f, int slot)
{
    for (int i = 0; i < f->count; i++)
        if (f->op[i].kind == OP_NAME && f->op[i].number == slot)
            return true;
    return false;
}

bool formula_uses_everybodys(const struct formula *f, int slot)
{
    for (int i = 0; i < f->count; i++)
        for (int k = i + 1; f->op[i].kind >= OP_SUM && k < f->op[i].end; k++)
            if (f->op[k].kind == OP_NAME && f->op[k].number == slot)
                return true;
    return false;
}

bool formula_is_number(const struct formula *f, int32_t *number)
{
    const bool minus = f->count == 2 && f->op[1].kind == OP_MINUS;
    if ((f->count != 1 && !minus) || f->op[0].kind != OP_NUMBER)
        return false;
    *number = minus ? -f->op[0].number : f->op[0].number;
    return true;
}

/* ---- working out ------------------------------------------------------------------------- */

struct working {
    const struct formula_op *op;
    const struct formula_values *values;
    struct fault *fault;
};

static bool cannot(const struct working *w, const struct formula_op *op, const char *message)
{
    fault_set(w->fault, op->column, message);
    return false;
}

static bool fits(const struct working *w, const struct formula_op *op, int64_t number)
{
    return (number >= -FORMULA_MOST && number <= FORMULA_MOST)
           || cannot(w, op, N_("this grows beyond what can be counted, 999999999"));
}

/* Numbers of at most FORMULA_MOST: nothing here overflows. */
static int64_t of_two(enum op_kind kind, int64_t a, int64_t b)
{
    return kind == OP_ADD       ? a + b
           : kind == OP_LESS    ? a - b
           : kind == OP_TIMES   ? a * b
           : kind == OP_DIVIDE  ? a / b
           : kind == OP_EQUAL   ? a == b
           : kind == OP_UNEQUAL ? a != b
           : kind == OP_BELOW   ? a < b
           : kind == OP_UP_TO   ? a <= b
           : kind == OP_ABOVE   ? a > b
           : kind == OP_FROM    ? a >= b
           : kind == OP_MIN     ? (a < b ? a : b)
                                : (a > b ? a : b);
}

/* What a function over all sides makes of the values that they have. */
static int64_t of_all(enum op_kind kind, const int64_t *each, int sides, int side)
{
    int64_t sum = 0, least = each[0], most = each[0], rank = 1;
    bool any = false;
    for (int i = 0; i < sides; i++) {
        sum += each[i];
        any |= each[i] != 0;
        least = each[i] < least ? each[i] : least;
        most = each[i] > most ? each[i] : most;
        rank += each[i] > each[side] || (each[i] == each[side] && i < side);
    }
    return kind == OP_SUM || kind == OP_EACH ? sum
           : kind == OP_ANY                  ? any
           : kind == OP_LEAST                ? least
           : kind == OP_RANK                 ? rank
                                             : most;
}

static bool work(const struct working *w, unsigned from, unsigned to, int side, int64_t *out);

static bool work_all(const struct working *w, unsigned at, int side, int64_t *out)
{
    int64_t each[SEATS_MOST] = {0};
    const enum op_kind kind = (enum op_kind)w->op[at].kind;
    struct working within = *w;
    if (kind == OP_EACH && w->values->each != NULL)
        within.values = w->values->each;
    const int sides = w->values->sides, all = within.values->sides;
    assert(sides > 0 && all > 0 && all <= SEATS_MOST);
    for (int i = 0; i < all; i++)
        if ((kind != OP_EACH || i % sides == side)
            && !work(&within, at + 1, w->op[at].end, i, &each[i]))
            return false;
    *out = of_all(kind, each, all, side);
    return fits(w, &w->op[at], *out);
}

/*
 * Each op leaves one number more than it takes: as many as there are ops are never there at once.
 */
static bool work(const struct working *w, unsigned from, unsigned to, int side, int64_t *out)
{
    int64_t number[FORMULA_OPS];
    unsigned count = 0;
    for (unsigned at = from; at < to; at++) {
        const struct formula_op *op = &w->op[at];
        const enum op_kind kind = (enum op_kind)op->kind;
        if (kind == OP_NUMBER) {
            number[count++] = op->number;
        } else if (kind == OP_NAME) {
            number[count++] = w->values->value[side * w->values->names + op->number];
        } else if (kind >= OP_SUM) {
            if (!work_all(w, at, side, &number[count++]))
                return false;
            at = op->end - 1u;
        } else if (kind == OP_SKIP || kind == OP_UNLESS) {
            assert(kind == OP_SKIP || count > 0);
            at = kind == OP_SKIP || number[--count] == 0 ? op->end - 1u : at;
        } else if (kind == OP_MINUS || kind == OP_ABS) {
            assert(count > 0);
            int64_t *top = &number[count - 1];
            *top = kind == OP_MINUS || *top < 0 ? -*top : *top;
        } else {
            assert(count > 1);
            const int64_t b = number[--count];
            if (kind == OP_DIVIDE && b == 0)
                return cannot(w, op, by_zero);
            number[count - 1] = of_two(kind, number[count - 1], b);
            if (!fits(w, op, number[count - 1]))
                return false;
        }
    }
    assert(count == 1);
    *out = number[0];
    return true;
}

bool formula_value(const struct formula *formula, const struct formula_values *values, int side,
    int32_t *out, struct fault *fault)
{
    const struct working w = {formula->op, values, fault};
    int64_t number;
    if (!work(&w, 0, formula->count, side, &number))
        return false;
    *out = (int32_t)number;
    return true;
}
