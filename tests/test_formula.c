/*
 * Formulas: what each says, where each is refused, and against an evaluator of its own: random
 * trees are worked out as trees, written as text with more and fewer parentheses than they need,
 * and read back; random text is read without harm. SEED= and ITERS= are taken.
 */
#include "check.h"
#include "core/core.h"
#include "core/formula.h"

enum { NAMES = 4, SIDES = 3, TREE_TEXT = 4096 };

static struct span span(const char *text) { return (struct span){text, strlen(text)}; }

static const char *const name[NAMES] = {"bid", "tricks", "round", "ビッド"};
static struct formula_name row[NAMES];
static struct formula_names names = {row, NAMES, false, false};
static int32_t value[SIDES * NAMES] = {1, 1, 7, 5, 2, 0, 7, -5, 0, 3, 7, 0};
static const struct formula_values values = {value, NAMES, SIDES, NULL};

/* ---- what formulas say --------------------------------------------------------------------- */

static const struct {
    const char *text;
    int side, value;
} said[] = {
    {"1", 0, 1},
    {"-7/2", 0, -3},
    {"7 / -2", 0, -3},
    {"2 + 3*4 - 1", 0, 13},
    {"(2+3)*4", 0, 20},
    {"10 - 3 - 2", 0, 5},
    {"100/10/5", 0, 2},
    {"--3", 0, 3},
    {"-(-3)", 0, 3},
    {"2*-3", 0, -6},
    {"1 < 2", 0, 1},
    {"1+1 == 2", 0, 1},
    {"3 != 3", 0, 0},
    {"2 <= 2", 0, 1},
    {"2 >= 3", 0, 0},
    {"tricks == bid ? 20 + 10*bid : -10*abs(tricks - bid)", 0, 30},
    {"tricks == bid ? 20 + 10*bid : -10*abs(tricks - bid)", 1, -20},
    {"bid == 0 ? 1 : bid == 1 ? 2 : 3", 1, 3},
    {"bid == 0 ? 99 : 10 / bid", 2, 99},
    {"sum(tricks)", 0, 4},
    {"sum(tricks == 3 ? 10 : 0) + bid", 1, 12},
    {"any(tricks == 3)", 0, 1},
    {"any(tricks == 9)", 0, 0},
    {"min(tricks)", 2, 0},
    {"max(tricks)", 0, 3},
    {"min(5, bid, 3)", 1, 2},
    {"max(1, 2) + max((bid))", 0, 4},
    {"rank(tricks)", 2, 1},
    {"rank(tricks)", 1, 3},
    {"rank(round)", 1, 2},
    {"sum(rank(tricks) == 1 ? bid : 0)", 1, 0},
    {"ビッド * round", 1, -35},
    {"ＢＩＤ ＋ １", 1, 3},
    {"999999999 - 0", 0, 999999999},
};

static void check_said(void)
{
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        struct formula f;
        struct fault fault = {0};
        int32_t got = -77;
        check(formula_read(&f, span(said[i].text), 1, &names, &fault), "%s: does not read",
            said[i].text);
        check(formula_value(&f, &values, said[i].side, &got, &fault) && got == said[i].value,
            "%s: %d for %d, expected %d", said[i].text, got, said[i].side, said[i].value);
    }
}

/* Of two sides the players' values: four of them, every second one of a side. */
static void check_each(void)
{
    static const struct {
        const char *text;
        int32_t of_first, of_second;
    } all[] = {
        {"each(bid)", 4, 6},
        {"each(bid == 1 ? 0 : tricks)", 30, 60},
        {"each(bid) + sum(bid)", 104, 106},
        {"sum(each(tricks))", 100, 100},
        {"each(sum(bid))", 20, 20},
        {"each(each(bid))", 4, 6},
    };
    static const int32_t players[] = {1, 10, 0, 0, 2, 20, 0, 0, 3, 30, 0, 0, 4, 40, 0, 0};
    static const int32_t sides[] = {50, 40, 0, 0, 50, 60, 0, 0};
    const struct formula_values each = {players, NAMES, 4, NULL}, of = {sides, NAMES, 2, &each};
    const struct formula_names sided = {row, NAMES, false, true};
    struct formula f;
    struct fault fault;
    int32_t got = -77;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        check(formula_read(&f, span(all[i].text), 1, &sided, &fault), "%s reads", all[i].text);
        check(formula_value(&f, &of, 0, &got, &fault) && got == all[i].of_first, "%s: %d",
            all[i].text, got);
        check(formula_value(&f, &of, 1, &got, &fault) && got == all[i].of_second, "%s: %d",
            all[i].text, got);
    }
    check(!formula_read(&f, span("each(bid)"), 1, &names, &fault), "only where there are sides");
    check(formula_name_is_free(&names, span("gold_2")) && formula_name_is_free(&names, span("銀")),
        "names that may be given");
    for (const char *const *no = (const char *const[]){"bid", "each", "2a", "a b", "", NULL};
         *no != NULL; no++)
        check(!formula_name_is_free(&names, span(*no)), "%s is no name", *no);
}

/* ---- where they are refused ------------------------------------------------------------------ */

static const struct {
    const char *text;
    unsigned column;
    const char *says; /* part of the message */
    bool late;        /* when it is worked out */
} refused[] = {
    {"", 1, "too early", false},
    {"1 +", 4, "too early", false},
    {"(1", 3, "too early", false},
    {"1 2", 3, "go on", false},
    {"1 = 2", 3, "go on", false},
    {"1 ! 2", 3, "go on", false},
    {"% 2", 1, "stands where", false},
    {"bidd + 1", 1, "did you mean", false},
    {"2 + gold", 5, "neither entered nor", false},
    {"sum + 1", 1, "neither entered nor", false},
    {"log(2)", 1, "not a function", false},
    {"abs(1, 2)", 1, "one value", false},
    {"sum(1, 2)", 1, "one value", false},
    {"abs()", 5, "stands where", false},
    {"1 < 2 < 3", 7, "second comparison", false},
    {"1 ? 2", 6, "too early", false},
    {"1 ? 2 , 3", 7, "a : is missing", false},
    {"(1 + 2 ]", 8, "a ) is missing", false},
    {"1000000000", 1, "too large", false},
    {"99999999999999999999", 1, "too large", false},
    {"4 / 0", 3, "divides by zero", false},
    {"bid == 0 ? 1/0 : 2", 13, "divides by zero", false},
    {"((((((((((((((((((((((((((((((1))))))))))))))))))))))))))))))", 13, "too deep", false},
    {"------------------------------1", 24, "too deep", false},
    {"sum(sum(sum(1)))", 9, "two at most", false},
    {"1 + \xFF", 5, "stands where", false},
    {"10 / (bid - bid)", 4, "divides by zero", true},
    {"999999999 + bid", 11, "grows beyond", true},
    {"999999 * 999999", 8, "grows beyond", true},
    {"sum(999999999)", 1, "grows beyond", true},
};

/* What was found is told when the reading is over: it stands in the text. */
static bool found_stands_in(const struct fault *fault, const char *text)
{
    for (int i = 0; i < fault->message.count; i++) {
        const struct value *v = &fault->message.value[i];
        if (strcmp(v->name, "found") == 0
            && (v->text < text || v->text + v->length > text + strlen(text)))
            return false;
    }
    return true;
}

static void check_refused(void)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct formula f;
        struct fault fault = {0};
        int32_t got;
        const bool read = formula_read(&f, span(refused[i].text), 1, &names, &fault);
        check(read == refused[i].late, "%s: reads: %d", refused[i].text, read);
        if (read
            && !check(!formula_value(&f, &values, 0, &got, &fault), "%s: has a value",
                refused[i].text))
            continue;
        check(fault.column == refused[i].column
                  && strstr(fault.message.id, refused[i].says) != NULL,
            "%s: column %u, %s", refused[i].text, (unsigned)fault.column, fault.message.id);
        check(found_stands_in(&fault, refused[i].text), "%s: what was found is not of it",
            refused[i].text);
    }
    names.shared = true;
    struct formula f;
    struct fault fault;
    CHECK(!formula_read(&f, span("round + bid"), 1, &names, &fault) && fault.column == 9);
    CHECK(formula_read(&f, span("round + sum(bid) + max(round, 2)"), 1, &names, &fault));
    CHECK(!formula_read(&f, span("max(bid, 2)"), 1, &names, &fault) && fault.column == 5);
    names.shared = false;
    char longest[2 * FORMULA_OPS + 8] = "1";
    for (int i = 0; i < FORMULA_OPS; i++)
        strcat(longest, "+1");
    CHECK(!formula_read(&f, span(longest), 1, &names, &fault));
    CHECK(strstr(fault.message.id, "too long") != NULL);
}

/* ---- against trees --------------------------------------------------------------------------- */

/* Far wider than what formulas count. */
typedef int64_t wide;

struct tree {
    char kind; /* a digit of the table below */
    int32_t number;
    struct tree *of[3];
};

struct forest {
    struct tree tree[400];
    int count;
};

static struct tree *grow(struct forest *f, int deep, int over)
{
    static const char kinds[] = "nn11+-*/=!<lG>?~amMsvyzr";
    struct tree *t = &f->tree[f->count++];
    *t = (struct tree){.kind = deep == 0 ? "n1"[chance(2)] : kinds[chance(sizeof kinds - 1)]};
    if (strchr("svyzr", t->kind) != NULL && over >= FORMULA_NESTED)
        t->kind = 'n';
    const int parts = strchr("n1", t->kind) != NULL ? 0
                      : t->kind == '?'              ? 3
                      : strchr("~asvyzr", t->kind)  ? 1
                                                    : 2;
    t->number = (int32_t)chance(t->kind == '1' ? NAMES : chance(9) == 0 ? 999999999 : 12);
    for (int i = 0; i < parts; i++)
        t->of[i] = grow(f, deep - 1, over + (strchr("svyzr", t->kind) != NULL));
    return t;
}

/* False: it has no value. By the tree alone, in wider numbers. */
static bool worth(const struct tree *t, int side, wide *out)
{
    wide a = 0, b = 0, each[SIDES];
    if (t->kind == 'n' || t->kind == '1') {
        *out = t->kind == 'n' ? t->number : value[side * NAMES + t->number];
        return true;
    }
    if (t->kind == '?')
        return worth(t->of[0], side, &a) && worth(t->of[a != 0 ? 1 : 2], side, out);
    if (strchr("svyzr", t->kind) != NULL) {
        wide s = 0, lo, hi, n = 0;
        int before = 0;
        for (int i = 0; i < SIDES; i++)
            if (!worth(t->of[0], i, &each[i]))
                return false;
        lo = hi = each[0];
        for (int i = 0; i < SIDES; i++) {
            s += each[i];
            lo = each[i] < lo ? each[i] : lo;
            hi = each[i] > hi ? each[i] : hi;
            n += each[i] ? 1 : 0;
            if (each[i] > each[side])
                before++;
            else if (each[i] == each[side] && i < side)
                before++;
        }
        *out = t->kind == 's'   ? s
               : t->kind == 'v' ? n > 0
               : t->kind == 'y' ? lo
               : t->kind == 'z' ? hi
                                : before + 1;
    } else {
        if (!worth(t->of[0], side, &a) || (t->of[1] != NULL && !worth(t->of[1], side, &b)))
            return false;
        switch (t->kind) {
        case '+': *out = a + b; break;
        case '-': *out = a - b; break;
        case '*': *out = a * b; break;
        case '/':
            if (b == 0)
                return false;
            *out = (wide)((int64_t)a / (int64_t)b);
            break;
        case '=': *out = a == b; break;
        case '!': *out = a != b; break;
        case '<': *out = a < b; break;
        case 'l': *out = a <= b; break;
        case 'G': *out = a >= b; break;
        case '>': *out = a > b; break;
        case '~': *out = -a; break;
        case 'a': *out = a < 0 ? -a : a; break;
        case 'm': *out = a < b ? a : b; break;
        default: *out = a > b ? a : b; break;
        }
    }
    return *out >= -FORMULA_MOST && *out <= FORMULA_MOST;
}

/* How tightly it binds: 0 a choice, 1 a comparison, 2 sum, 3 product, 4 anything whole. */
static int binds(char kind)
{
    return kind == '?'              ? 0
           : strchr("=!<lG>", kind) ? 1
           : strchr("+-", kind)     ? 2
           : strchr("*/", kind)     ? 3
                                    : 4;
}

static void write_tree(const struct tree *t, int least, char *out)
{
    static const char *const signs[128] = {['+'] = "+",
        ['-'] = " - ",
        ['*'] = "*",
        ['/'] = " / ",
        ['='] = "==",
        ['!'] = " != ",
        ['<'] = " < ",
        ['l'] = "<=",
        ['G'] = " >=",
        ['>'] = ">",
        ['a'] = "abs(",
        ['s'] = "sum(",
        ['v'] = "any (",
        ['y'] = "min(",
        ['z'] = "max(",
        ['r'] = "rank( ",
        ['m'] = "min(",
        ['M'] = "max("};
    const int own = binds(t->kind);
    const bool wrap = own < least || chance(6) == 0;
    strcat(out, wrap ? "(" : "");
    if (t->kind == 'n')
        sprintf(out + strlen(out), "%d", t->number);
    else if (t->kind == '1')
        strcat(out, name[t->number]);
    else if (t->kind == '~') {
        strcat(out, "-");
        write_tree(t->of[0], 4, out);
    } else if (t->kind == '?') {
        write_tree(t->of[0], 1, out);
        strcat(out, chance(2) ? " ? " : "?");
        write_tree(t->of[1], 0, out);
        strcat(out, " : ");
        write_tree(t->of[2], 0, out);
    } else if (own < 4) {
        write_tree(t->of[0], own + (own == 1), out);
        strcat(out, signs[(unsigned char)t->kind]);
        write_tree(t->of[1], own + 1, out);
    } else {
        strcat(out, signs[(unsigned char)t->kind]);
        write_tree(t->of[0], 0, out);
        strcat(out, t->of[1] != NULL ? ", " : "");
        if (t->of[1] != NULL)
            write_tree(t->of[1], 0, out);
        strcat(out, ")");
    }
    strcat(out, wrap ? ")" : "");
}

/* What is refused at reading a division by the number 0 has no value there either. */
static void check_trees(void)
{
    static struct forest forest;
    unsigned long with = 0, without = 0;
    for (long n = (long)number_from("ITERS", 40000); n > 0; n--) {
        char text[TREE_TEXT] = "";
        struct formula f;
        struct fault fault;
        wide truth = 0;
        int32_t got = 0;
        forest.count = 0;
        for (int i = 0; i < SIDES * NAMES; i++)
            value[i] = (int32_t)chance(9) - 3;
        const struct tree *t = grow(&forest, 1 + (int)chance(4), 0);
        write_tree(t, 0, text);
        if (!formula_read(&f, span(text), 1, &names, &fault)) {
            check(strstr(fault.message.id, "too ") != NULL
                      || strstr(fault.message.id, "by zero") != NULL,
                "%s: %u: %s", text, (unsigned)fault.column, fault.message.id);
            continue;
        }
        const int side = (int)chance(SIDES);
        const bool is = worth(t, side, &truth);
        *(is ? &with : &without) += 1;
        check(formula_value(&f, &values, side, &got, &fault) == is && (!is || got == truth),
            "%s is %d, expected %ld (%d)", text, got, (long)truth, is);
    }
    check(with > 10 * without && without > 0, "with values %lu, without %lu", with, without);
}

/* Anything at all: read or refused, and worked out without harm; its column is within the text. */
static void check_noise(void)
{
    static const char bits[] =
        "0123bidtricks(((()))),,??::<>=!+-*/ minmaxsumanyrank\xE3\x83\x93\xFF";
    for (long n = (long)number_from("ITERS", 40000); n > 0; n--) {
        char text[80];
        struct formula f;
        struct fault fault = {.column = 1};
        int32_t got;
        const size_t length = chance(sizeof text);
        for (size_t i = 0; i < length; i++)
            text[i] = bits[chance(sizeof bits - 1)];
        if (formula_read(&f, (struct span){text, length}, 1, &names, &fault))
            formula_value(&f, &values, (int)chance(SIDES), &got, &fault);
        check(fault.column >= 1 && fault.column <= length + 1, "column %u", (unsigned)fault.column);
    }
}

int main(void)
{
    for (int i = 0; i < NAMES; i++)
        row[i] = (struct formula_name){span(name[i]), i != 2};
    check_said();
    check_each();
    check_refused();
    chance_begin(number_from("SEED", 1));
    check_trees();
    check_noise();
    return finish();
}
