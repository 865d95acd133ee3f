/*
 * How long from a tap on one phone until the board stands whole on every other, on the loopback,
 * and what memory fuda-serve takes for it. This program is `fuda`, which answers at once with a
 * table of usual size, and all phones.
 */
#include "check.h"
#include "serve_host.h"

#include <time.h>

enum { PHONES_MOST = 64, TABLE = 60000, TAPS = 60 };

static struct host host;
static struct phone phone[PHONES_MOST];

static int by_value(const void *a, const void *b)
{
    long x = *(const long *)a, y = *(const long *)b;
    return (x > y) - (x < y);
}

static long microseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static void put_table(int serial)
{
    static char line[TABLE + 100];
    int length = snprintf(line, sizeof line,
        "{\"put\":\"table\",\"value\":{\"serial\":%d,\"board\":\"", serial);
    memset(line + length, 'b', TABLE);
    memcpy(line + length + TABLE, "\"}}", 4);
    host_say(&host, line);
}

/*
 * One tap, and the table that follows from it on all other phones; microseconds, -1: it did not
 * come.
 */
static long measure(int tap, int phones)
{
    char id[24], wanted[32];
    snprintf(id, sizeof id, "tap-%d", tap);
    snprintf(wanted, sizeof wanted, "{\"serial\":%d,", tap);
    long begun = microseconds();
    if (phone_says(&phone[tap % phones], id, "Bo r9") != 202 || !host_hears(&host, id))
        return -1;
    put_table(tap);
    bool all = true;
    for (int i = 0; i < phones; i++)
        all = phone_hears(&phone[i], wanted) && all;
    return all ? microseconds() - begun : -1;
}

static bool bench(int phones)
{
    static long took[TAPS];
    if (!host_start(&host, NULL, "--port", "0", NULL))
        return false;
    for (int i = 0; i < phones; i++)
        if (!phone_joins(&phone[i], &host) || !phone_listens(&phone[i]))
            return false;
    for (int i = 0; i < TAPS; i++)
        if ((took[i] = measure(i + 1, phones)) < 0)
            return false;
    qsort(took, TAPS, sizeof *took, by_value);
    printf("%2d phones: a tap is on all of them in %.1f ms (median; 95th of 100 %.1f ms); at most "
           "%ld kB of memory\n",
        phones, (double)took[TAPS / 2] / 1000, (double)took[TAPS * 95 / 100] / 1000,
        host_memory(&host, "VmHWM"));
    for (int i = 0; i < phones; i++)
        phone_leaves(&phone[i]);
    return host_end(&host) == 0;
}

int main(void)
{
    if (!host_there())
        return 0;
    return bench(8) && bench(PHONES_MOST) ? 0 : 1;
}
