/* Days of the calendar; see day.h. */
#include "day.h"

#include "core/statement.h"

#include <string.h>

bool day_exists(int year, int month, int day)
{
    static const int days[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return month >= 1 && month <= 12 && day >= 1 && day <= days[month - 1]
           && (month != 2 || day < 29 || leap);
}

/*
 * Takes digits, 1 to `most` of them, off a text into `out`, which has room for `most`, with zeros
 * before them.
 */
static bool take_digits(struct span *text, size_t most, char *out)
{
    size_t count = 0;
    while (count < most && count < text->length && text->at[count] >= '0' && text->at[count] <= '9')
        count++;
    memset(out, '0', most - count);
    memcpy(out + most - count, text->at, count);
    text->at += count;
    text->length -= count;
    return count > 0;
}

/* What stands between the parts of a day: any of these. */
static bool take_mark(struct span *text, const char *kanji)
{
    const char *const marks[] = {"-", "/", ".", kanji};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const size_t length = strlen(marks[i]);
        if (text->length < length || memcmp(text->at, marks[i], length) != 0)
            continue;
        text->at += length;
        text->length -= length;
        return true;
    }
    return false;
}

static int two_digits(const char *at) { return (at[0] - '0') * 10 + (at[1] - '0'); }

bool day_read(struct span written, char out[DAY_TEXT])
{
    char folded[NAME_MOST], day[DAY_TEXT] = "0000-00-00";
    if (written.length > sizeof folded)
        return false;
    struct span text = {folded, text_fold(written, folded)};
    const bool good = take_digits(&text, 4, day) && day[0] != '0' && take_mark(&text, "年")
                      && take_digits(&text, 2, day + 5) && take_mark(&text, "月")
                      && take_digits(&text, 2, day + 8);
    take_mark(&text, "日");
    if (!good || text.length != 0
        || !day_exists(two_digits(day) * 100 + two_digits(day + 2), two_digits(day + 5),
            two_digits(day + 8)))
        return false;
    memcpy(out, day, DAY_TEXT);
    return true;
}
