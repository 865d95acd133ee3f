/*
 * Ids and times.
 *
 *      0       6 7   8 9             16        UUID, version 7
 *     | ms 1970 |7xxx|10xxxxxx …       |        the x: 74 random bits, counted up within a
 *                                               millisecond
 *                                                by 2^32, so that other lines go between
 */
#define _DEFAULT_SOURCE 1 /* getrandom */
#include "store.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

/* ---- as text ----------------------------------------------------------------------------- */

void store_id_text(const struct store_id *id, char out[STORE_ID_TEXT])
{
    static const char digits[] = "0123456789abcdef";
    for (int i = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            *out++ = '-';
        *out++ = digits[id->byte[i] >> 4];
        *out++ = digits[id->byte[i] & 15];
    }
    *out = '\0';
}

static int hex(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Ids from the far future are refused, so that counting up from one never overflows. */
bool store_id_read(const char *text, struct store_id *out)
{
    struct store_id id;
    if (strlen(text) != STORE_ID_TEXT - 1)
        return false;
    for (int i = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            if (*text++ != '-')
                return false;
        int high = hex(*text++), low = hex(*text++);
        if (high < 0 || low < 0)
            return false;
        id.byte[i] = (uint8_t)(high << 4 | low);
    }
    if (id.byte[6] >> 4 != 7 || id.byte[8] >> 6 != 2 || id.byte[0] >= 0x80)
        return false;
    *out = id;
    return true;
}

bool store_id_none(const struct store_id *id)
{
    return store_id_compare(id, &(struct store_id){{0}}) == 0;
}

int store_id_compare(const struct store_id *a, const struct store_id *b)
{
    return memcmp(a->byte, b->byte, sizeof a->byte);
}

int64_t store_id_time(const struct store_id *id)
{
    int64_t time = 0;
    for (int i = 0; i < 6; i++)
        time = time << 8 | id->byte[i];
    return time;
}

/* ---- making ------------------------------------------------------------------------------ */

int64_t time_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool random_fill(void *out, size_t size)
{
    uint8_t *at = out;
    while (size > 0) {
        ssize_t got = getrandom(at, size, 0);
        if (got < 0 && errno != EINTR)
            return false;
        if (got > 0) {
            at += got;
            size -= (size_t)got;
        }
    }
    return true;
}

static void time_put(struct store_id *id, int64_t time)
{
    for (int i = 5; i >= 0; i--, time >>= 8)
        id->byte[i] = (uint8_t)time;
}

/*
 * Adds 2^32, skipping the fixed bits of version and variant and carrying into the time if need be.
 * The gap leaves room for ids that go between.
 */
static void id_count_up(struct store_id *id)
{
    for (int i = 11; i >= 0; i--) {
        uint8_t fixed = i == 6 ? 0xf0 : i == 8 ? 0xc0 : 0;
        uint8_t kept = id->byte[i] & fixed, free = (uint8_t)~fixed;
        uint8_t next = (uint8_t)((id->byte[i] & free) + 1) & free;
        id->byte[i] = kept | next;
        if (next != 0)
            return;
    }
}

/*
 * Counts up only from an id that this store made: counting from another store's id, two stores
 * would make the same id.
 */
struct store_id id_new(struct transaction *d, const struct store_id *floor)
{
    struct store_id id = d->store->last;
    bool foreign = floor != NULL && store_id_compare(floor, &id) > 0;
    int64_t now = time_now(), past = store_id_time(foreign ? floor : &id);
    if (foreign || now > past) {
        if (!random_fill(&id, sizeof id)) {
            fail_file(d, STORAGE_DISK, "getrandom", strerror(errno));
            return id;
        }
        time_put(&id, now > past ? now : past + 1);
        /* the highest random bit is 0, to leave room for counting */
        id.byte[6] = (uint8_t)(0x70 | (id.byte[6] & 0x07));
        id.byte[8] = (uint8_t)(0x80 | (id.byte[8] & 0x3f));
    } else {
        id_count_up(&id);
    }
    d->store->last = id;
    return id;
}

/*
 * Where the last 48 bits of an id begin, none of which is fixed. Time, version and variant come
 * before.
 */
enum { TAIL = 10 };

static uint64_t tail_of(const struct store_id *id)
{
    uint64_t tail = 0;
    for (size_t i = TAIL; i < sizeof id->byte; i++)
        tail = tail << 8 | id->byte[i];
    return tail;
}

struct store_id id_between(struct transaction *d, const struct store_id *low,
    const struct store_id *high)
{
    const uint64_t far = (uint64_t)1 << 32, most = ((uint64_t)1 << 48) - 1;
    struct store_id id = *low;
    uint64_t tail = tail_of(low), chance, room = most - tail;
    if (memcmp(low->byte, high->byte, TAIL) == 0)
        room = tail_of(high) - tail - 1;
    if (room == 0)
        return (struct store_id){{0}};
    if (!random_fill(&chance, sizeof chance)) {
        fail_file(d, STORAGE_DISK, "getrandom", strerror(errno));
        return (struct store_id){{0}};
    }
    tail += 1 + chance % (room < far ? room : far);
    for (size_t i = sizeof id.byte; i-- > TAIL; tail >>= 8)
        id.byte[i] = (uint8_t)tail;
    return id;
}

struct store_id id_behind(struct transaction *d, const char *latest, int64_t key)
{
    struct store_id last = sql_id(d, latest, "i", key);
    return id_new(d, &last);
}

/* ---- times ------------------------------------------------------------------------------- */

/* Days since 1970 of a date in the Gregorian calendar; years are counted from March. */
static int64_t days_of(int64_t year, int month, int day)
{
    year -= month <= 2;
    int64_t era = (year >= 0 ? year : year - 399) / 400;
    int64_t of_era = year - era * 400;
    int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

void store_time_text(int64_t time, char out[STORE_TIME_TEXT])
{
    time_t seconds = (time_t)(time / 1000);
    struct tm tm = {.tm_mday = 1};
    gmtime_r(&seconds, &tm);
    size_t length = strftime(out, STORE_TIME_TEXT, "%Y-%m-%dT%H:%M:%S", &tm);
    unsigned ms = (unsigned)(time % 1000);
    snprintf(out + length, STORE_TIME_TEXT - length, ".%03uZ", ms % 1000);
}

/*
 * The number that `count` digits at *text spell, or -1. Moves *text past them and past the
 * character `behind`.
 */
static int digits(const char **text, int count, char behind)
{
    int value = 0;
    for (; count > 0; count--, (*text)++) {
        if (**text < '0' || **text > '9')
            return -1;
        value = value * 10 + (**text - '0');
    }
    if (behind != '\0' && *(*text)++ != behind)
        return -1;
    return value;
}

static bool take_day(const char **text, char behind, int64_t *out)
{
    int year = digits(text, 4, '-');
    int month = year < 0 ? -1 : digits(text, 2, '-');
    int day = month < 0 ? -1 : digits(text, 2, behind);
    if (!day_exists(year, month, day))
        return false;
    *out = days_of(year, month, day);
    return true;
}

bool store_time_read(const char *text, int64_t *out)
{
    int64_t days;
    if (!take_day(&text, 'T', &days))
        return false;
    int hour = digits(&text, 2, ':');
    int minute = hour < 0 ? -1 : digits(&text, 2, ':');
    int second = minute < 0 ? -1 : digits(&text, 2, '.');
    int ms = second < 0 ? -1 : digits(&text, 3, 'Z');
    if (ms < 0 || *text != '\0' || hour > 23 || minute > 59 || second > 59 || days < 0)
        return false;
    *out = (((days * 24 + hour) * 60 + minute) * 60 + second) * 1000 + ms;
    return true;
}

bool store_day_valid(const char *text)
{
    int64_t days;
    return take_day(&text, '\0', &days) && *text == '\0';
}
