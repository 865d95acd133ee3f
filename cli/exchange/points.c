/*
 * Points as people and their spreadsheets write them: −10, １２, -10.0, 1,200, and as BG Stats has
 * them 10+5.
 */
#include "exchange.h"

#include <string.h>

enum { DIGITS_MOST = 60, POINTS_MOST = 999999999 };

/*
 * Digits, signs and marks of every width as ASCII; blanks at the ends go. False: something else
 * stands there.
 */
static bool plain_number(const char *text, char out[DIGITS_MOST + 1])
{
    static const char *const minus[] = {"−", "‐", "‑", "–", "﹣", "－"}, *const blank[] = {"\u00A0",
                                                                             "\u202F", "\u2009",
                                                                             "\u3000", "'", "’"};
    size_t length = 0;
    uint32_t point;
    for (size_t left = strlen(text), size; left > 0; text += size, left -= size) {
        char as = 0;
        size = text_point(text, left, &point);
        for (size_t i = 0; i < sizeof minus / sizeof *minus; i++) {
            as = strncmp(text, minus[i], strlen(minus[i])) == 0 ? '-' : as;
            as = strncmp(text, blank[i], strlen(blank[i])) == 0 ? ' ' : as;
        }
        if (as == 0 && point >= 0xFF01 && point <= 0xFF5E)
            as = (char)(point - 0xFEE0);
        if (as == 0 && point < 0x80)
            as = (char)point;
        if (size == 0 || as == 0 || strchr("0123456789+-., ", as) == NULL || length == DIGITS_MOST)
            return false;
        if (as != ' ' || length > 0)
            out[length++] = as;
    }
    while (length > 0 && out[length - 1] == ' ')
        length--;
    out[length] = '\0';
    return length > 0;
}

static size_t digits_at(const char *at) { return strspn(at, "0123456789"); }

/* So many digits after it; what is too many already stays so. */
static void add_digits(long *number, const char *digits, size_t count)
{
    for (size_t i = 0; i < count && *number <= POINTS_MOST; i++)
        *number = *number * 10 + (digits[i] - '0');
}

/*
 * After the first digits: marks of thousands, each before three digits and all the same, then a
 * fraction of zeros. Moves on past it; NULL: good. One point before three digits may be either.
 */
static const char *read_groups(const char **at, long *number, size_t first)
{
    const char thousand = **at;
    int groups = 0;
    while (**at != '\0' && strchr(",. ", **at) != NULL && **at == thousand
           && digits_at(*at + 1) == 3 && first <= 3) {
        add_digits(number, *at + 1, 3);
        *at += 4;
        groups++;
    }
    if (groups == 1 && thousand == '.' && **at != ',')
        return N_("1.200 may be 1200 or 1.2; expected it without the mark");
    if ((**at != '.' && **at != ',') || (groups > 0 && **at == thousand))
        return NULL;
    const size_t fraction = digits_at(*at + 1);
    if (strspn(*at + 1, "0") != fraction)
        return N_("half a point; expected whole points, as fuda counts them");
    *at += 1 + fraction;
    return NULL;
}

static const char *read_term(const char **at, long *sum)
{
    static const char none[] = N_("no points; expected a whole number, as -50");
    const bool minus = **at == '-';
    long number = 0;
    *at += minus || **at == '+';
    *at += strspn(*at, " ");
    const size_t first = digits_at(*at);
    if (first == 0)
        return none;
    add_digits(&number, *at, first);
    *at += first;
    const char *wrong = read_groups(at, &number, first);
    *at += strspn(*at, " ");
    if (wrong == NULL && **at != '\0' && **at != '+' && **at != '-')
        wrong = none;
    *sum += minus ? -number : number;
    return wrong;
}

const char *past_points(const char *text, bool sums, long *out)
{
    char plain[DIGITS_MOST + 1];
    const char *at = plain, *wrong = plain_number(text, plain)
                                         ? NULL
                                         : N_("no points; expected a whole number, as -50");
    *out = 0;
    for (int terms = 0; wrong == NULL && (terms == 0 || *at != '\0'); terms++)
        wrong = terms > 0 && !sums ? N_("no points; expected a whole number, as -50")
                                   : read_term(&at, out);
    if (wrong == NULL && (*out > POINTS_MOST || *out < -POINTS_MOST))
        wrong = N_("too many points; expected at most 999999999");
    return wrong;
}

void points_note(struct foreign *r, const char *written, long points)
{
    char plain[DIGITS_MOST + 1];
    if (!plain_number(written, plain) || strpbrk(plain, "., ") == NULL)
        return;
    if (r->marked.count++ > 0)
        return;
    snprintf(r->marked.written, sizeof r->marked.written, "%s", plain);
    r->marked.points = points;
}

void points_tell(const struct foreign *r)
{
    if (r->marked.count > 0)
        complain(r->context,
            N_("{file}: “{written}” read as {points}; points with such marks: {count}"), "ttii",
            "file", r->file, "written", r->marked.written, "points", (int64_t)r->marked.points,
            "count", (int64_t)r->marked.count);
}
