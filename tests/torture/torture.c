/*
 * torture FOLDER LIBRARY: each command of commands.c is run once as it is, then for each way in
 * which it comes to ask for memory, or to a system call, twice: where that way is gone first and
 * where it is gone last, that one failing: once, and at the first from then on; and killed at each
 * of its calls. What it then says must be what it says otherwise; or it ends with status 2 and a
 * message, and what it had printed is a beginning of that. A file that it makes is whole or not
 * there. The store is sound, and holds what it held or what it was to hold; at a table every trick
 * that was told. FOLDER is made by `prepare`.
 *
 * EVERY=N: of each command's faults one in so many, by chance (SEED=); ITERS=N: no more than so
 * many; else all. ONE_IN=N: of so many commands one. ONLY=WORDS: commands that begin so. AT=N: the
 * N-th allocation and the N-th call alone, if it is first or last. CALLS=0: memory alone, and of
 * fuda alone. BETWEEN=1: of each way a place that is neither first nor last, by chance.
 */
#include "tests/torture/commands.h"
#include "tests/torture/trial.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <wordexp.h>

enum { BEFORE_TRICKS = 3 }; /* round, kami, and who leads */

/* What a command does when nothing goes wrong. */
struct sound {
    const struct command_row *row;
    struct program program;
    wordexp_t words;
    struct outcome clean;
    char *english;        /* what it prints in English; NULL: that is the language */
    char *before, *after; /* the store, as text; and the file that is made */
    char *made;
    size_t made_length;
};

struct figures {
    unsigned long asked, ways, tried, same, told, killed, wrong;
};

static char base[1024], now[1024], fuda[1024], guest[1024];
static struct figures all;

/* ---- the folder -------------------------------------------------------------------------- */

/* What `prepare` did not make. */
static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *walk)
{
    char from[8192];
    (void)about, (void)kind, (void)walk;
    snprintf(from, sizeof from, "%s%s", base, path + strlen(now));
    return access(from, F_OK) == 0 ? 0 : remove(path);
}

static void copy_file(const char *from, const char *to)
{
    static char bytes[1 << 16];
    const int in = open(from, O_RDONLY), out = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    for (ssize_t got; in >= 0 && (got = read(in, bytes, sizeof bytes)) > 0;)
        if (write(out, bytes, (size_t)got) != got)
            abort();
    close(in);
    close(out);
}

static int copy_one(const char *path, const struct stat *about, int kind, struct FTW *walk)
{
    char to[8192];
    (void)walk;
    snprintf(to, sizeof to, "%s%s", now, path + strlen(base));
    if (kind == FTW_D)
        mkdir(to, 0700);
    else if (S_ISREG(about->st_mode))
        copy_file(path, to);
    return 0;
}

/* Files stay the same ones, and are written anew: by that a store knows whether it is a copy. */
static void fresh(void)
{
    nftw(now, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    nftw(base, copy_one, 16, FTW_PHYS);
}

/* ---- the store as text ------------------------------------------------------------------- */

/*
 * Ids and times differ each time: runs of eight and more that may be one, and what follows them in
 * digits.
 */
static void mask(char *text)
{
    char *to = text;
    for (const char *at = text; *at != '\0';) {
        const size_t run = strspn(at, "0123456789abcdef-:TZ.");
        if (run >= 8) {
            *to++ = '*';
            at += run;
        } else
            for (size_t i = 0; i < (run > 0 ? run : 1); i++)
                *to++ = *at++;
    }
    *to = '\0';
}

/* What these print, one after the other; a failure is text as well. To be freed. */
static char *store_now(const struct command_row *row)
{
    char command[16384], again[2048] = "";
    size_t length;
    if (row->again)
        snprintf(again, sizeof again, "'%s' --db season.db %s >rest 2>&1;", fuda, row->words);
    snprintf(command, sizeof command,
        "cd '%s' && { %s'%s' --db season.db campaign check; echo $?; '%s' --db season.db campaign "
        "export - | sort; '%s' --db season.db league results; ls stick | wc -l; } >state 2>&1",
        now, again, fuda, fuda, fuda);
    if (system(command) == -1)
        abort();
    snprintf(command, sizeof command, "%s/state", now);
    char *text = read_file(command, &length);
    mask(text);
    return text;
}

/* A file that is not there, and one with nothing in it, are the same. */
static bool same_file(const char *name)
{
    char path[8192];
    size_t length[2] = {0, 0};
    char *bytes[2] = {NULL, NULL};
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", i == 0 ? base : now, name);
        bytes[i] = access(path, F_OK) == 0 ? read_file(path, &length[i]) : NULL;
    }
    const bool same = length[0] == length[1]
                      && (bytes[0] == NULL || bytes[1] == NULL
                          || memcmp(bytes[0], bytes[1], length[0]) == 0);
    free(bytes[0]);
    free(bytes[1]);
    return same;
}

/* Nobody has written into it: then it need not be asked. */
static bool store_is_untouched(void)
{
    return same_file("season.db") && same_file("season.db-wal") && same_file("season.db-hold");
}

static unsigned times(const char *text, const char *what)
{
    unsigned n = 0;
    for (const char *at = text; (at = strstr(at, what)) != NULL; at += strlen(what))
        n++;
    return n;
}

/* ---- judging ------------------------------------------------------------------------------ */

/* The same words: columns need a locale, and are laid out otherwise without one. */
static bool same_words(const char *a, const char *b)
{
    for (;; a++, b++) {
        a += strspn(a, " \n");
        b += strspn(b, " \n");
        if (*a != *b)
            return false;
        if (*a == '\0')
            return true;
    }
}

/* Without its catalogue the program speaks English. */
static bool same_output(const struct sound *s, const struct outcome *o)
{
    return same_words(o->out, s->clean.out)
           || (s->english != NULL && same_words(o->out, s->english));
}

/* A beginning of it; lists that were begun may be closed. */
static bool begins_alike(const struct sound *s, const struct outcome *o)
{
    size_t alike = 0;
    while (alike < o->out_length && alike < s->clean.out_length
           && o->out[alike] == s->clean.out[alike])
        alike++;
    return strspn(o->out + alike, "]}\n") == o->out_length - alike;
}

static char *file_now(const struct command_row *row, size_t *length)
{
    char path[8192];
    *length = 0;
    snprintf(path, sizeof path, "%s/%s", now, row->makes);
    return access(path, F_OK) == 0 ? read_file(path, length) : NULL;
}

/* What is wrong with the file that it makes; NULL: nothing. */
static const char *file_wrong(const struct sound *s, bool done)
{
    size_t length;
    char *made = file_now(s->row, &length);
    const bool whole = made != NULL && s->made != NULL
                       && (s->row->changes
                               ? length > 0
                               : length == s->made_length && memcmp(made, s->made, length) == 0);
    const bool there = made != NULL;
    free(made);
    return there && !whole ? "a file that is not whole" : done && !there ? "no file" : NULL;
}

/* … and with the store. Lines are on the disk before anything is said of them. */
static const char *store_wrong(const struct sound *s, const struct outcome *o, bool done)
{
    char *state = !s->row->again && store_is_untouched() ? strdup(s->before) : store_now(s->row);
    if (state == NULL || s->before == NULL || s->after == NULL)
        abort();
    const bool before = strcmp(state, s->before) == 0, after = strcmp(state, s->after) == 0;
    const unsigned told = times(o->out, "Trick ");
    const char *wrong = NULL;
    if (strncmp(state, s->before, strcspn(s->before, "\n")) != 0)
        wrong = "the store is not sound";
    else if (s->row->table && told > 0
             && times(state, " #@ ") < times(s->before, " #@ ") + told + BEFORE_TRICKS)
        wrong = "a line that was acknowledged is lost";
    else if (done && !after && !s->row->guest) /* what a phone said may have come, or not */
        wrong = "done, says its status, but the store does not hold it";
    else if (!s->row->table && !before && !after)
        wrong = "the store holds neither what it held nor what it was to hold";
    if (wrong != NULL && getenv("VERBOSE") != NULL)
        printf("---- before\n%s---- now\n%s", s->before, state);
    free(state);
    return wrong;
}

/* What is wrong with what it printed and how it ended. *done: it says that all went well. */
static const char *answer_wrong(const struct sound *s, const struct wrong *w,
    const struct outcome *o, bool *done)
{
    /* it could not say anything */
    const bool mute = w->on && w->what == CALL && w->call == SYS_write;
    const bool usual = o->status == s->clean.status && (s->row->changes || same_output(s, o));
    *done = usual && o->status != 2;
    if (o->hung)
        return "it hangs";
    if (o->signal != 0)
        return "ended by a signal";
    const bool told = o->err_length > 0 && strcmp(o->err, s->clean.err) != 0;
    const bool lesser = s->row->lesser && told && o->status == s->clean.status;
    if (usual || lesser || (s->row->mends && w->what == CALL && o->status == 1))
        return NULL;
    if (o->status != 2)
        return o->status == s->clean.status ? "another answer, with the usual status"
                                            : "another status";
    if (!mute && !told)
        return "status 2, and no message";
    const bool hole = w->what == CALL && w->call == SYS_write; /* in what was printed */
    const bool named = s->row->names && strstr(o->out, "\"failed\":true") != NULL;
    return s->row->changes || s->row->table || hole || named || begins_alike(s, o)
               ? NULL
               : "status 2, but something else was printed";
}

static void show(const char *what, const char *text, size_t length)
{
    const size_t most = 300, from = length > most ? length - most : 0;
    if (length > 0)
        printf("  %s: %s%.*s\n", what, from > 0 ? "…" : "", (int)(length - from), text + from);
}

/* The places in the program that asked for what was not given. */
static void show_way(const char *program)
{
    char command[8192];
    const int folder = (int)(strrchr(fuda, '/') - fuda);
    int length = snprintf(command, sizeof command, "addr2line -s -p -f -e '%.*s/%s'", folder, fuda,
        program);
    for (uint32_t i = 0; i < failing->frames && i < 16; i++)
        if (failing->frame[i] != 0)
            length += snprintf(command + length, sizeof command - (size_t)length, " 0x%llx",
                (unsigned long long)failing->frame[i] - 1);
    snprintf(command + length, sizeof command - (size_t)length,
        " | grep -v '?' | head -n 7 | sed 's/^/  /'");
    fflush(stdout);
    if (failing->frames > 0 && system(command) == -1)
        abort();
}

/*
 * The C library reads a catalogue of texts without asking whether it has memory for how to convert
 * it (__gconv_open): that is the first thing that the program does, so nothing is begun.
 */
static bool is_library_s_own(const struct wrong *w, const struct outcome *o)
{
    char command[2048], line[256] = "";
    if (w->what != ALLOCATION || o->signal != SIGSEGV || o->out_length > 0)
        return false;
    snprintf(command, sizeof command, "addr2line -s -f -e '%s'", fuda);
    for (uint32_t i = 0; i < failing->frames && i < 16; i++)
        if (failing->frame[i] != 0)
            snprintf(command + strlen(command), sizeof command - strlen(command), " 0x%llx",
                (unsigned long long)failing->frame[i] - 1);
    FILE *from = popen(command, "r");
    bool reads = false;
    while (from != NULL && fgets(line, sizeof line, from) != NULL)
        reads |= strcmp(line, "open_catalogue\n") == 0;
    if (from != NULL)
        pclose(from);
    return reads;
}

static void tell(const struct sound *s, const struct wrong *w, const struct outcome *o,
    const char *why)
{
    const struct failing_call *call = w->what == CALL ? failing_call_find(w->call) : NULL;
    printf("FAIL: %s: %s: %s %u%s%s%s (%s): status %d, signal %d\n", s->row->words, why,
        call != NULL ? call->name : "allocation", w->at, call != NULL ? " gives " : "",
        call == NULL         ? ""
        : w->error == SHORT  ? "half"
        : w->error == KILLED ? "SIGKILL"
                             : strerrorname_np(w->error),
        w->on ? ", and so on" : "", s->program.name, o->status, o->signal);
    show("out", o->out, o->out_length);
    show("err", o->err, o->err_length);
    if (w->what == ALLOCATION)
        show_way(s->program.name);
}

static void try_one(struct sound *s, const struct wrong *w)
{
    static struct outcome o;
    bool done = false;
    if (s->row->writes || s->row->makes != NULL)
        fresh();
    trial_run(&s->program, w, w->what, &o);
    const bool killed = w->what == CALL && w->error == KILLED && o.signal == SIGKILL;
    const char *why = killed || is_library_s_own(w, &o) ? NULL : answer_wrong(s, w, &o, &done);
    if (why == NULL && s->row->makes != NULL
        && (done || !s->row->table)) /* a table goes on without a line that could not be kept */
        why = file_wrong(s, done);
    if (why == NULL && s->row->writes)
        why = store_wrong(s, &o, done);
    all.tried++;
    all.wrong += why != NULL;
    all.killed += why == NULL && killed;
    all.told += why == NULL && !killed && o.status == 2;
    all.same += why == NULL && !killed && o.status != 2;
    if (why != NULL)
        tell(s, w, &o, why);
    outcome_clear(&o);
}

/* ---- one command -------------------------------------------------------------------------- */

static void prepare_words(struct sound *s, const char *language)
{
    char words[4096];
    snprintf(words, sizeof words, "%s --lang %s --db season.db %s", fuda, language, s->row->words);
    if (wordexp(words, &s->words, WRDE_NOCMD | WRDE_UNDEF) != 0) {
        printf("%s: not the words of a shell, or not exported\n", s->row->words);
        exit(1);
    }
    s->program = (struct program){now, s->words.we_wordv, s->row->input,
        s->row->guest ? guest : NULL, s->row->program != NULL ? s->row->program : "fuda"};
}

/* Is it to be tried? So many of those left are wanted. */
static bool chosen(uint32_t at, uint32_t left, uint64_t *wanted)
{
    const uint64_t alone = number_from("AT", 0);
    if (alone != 0)
        return at == alone;
    if (*wanted == 0 || chance(left) >= *wanted)
        return false;
    --*wanted;
    return true;
}

/*
 * A way to an allocation, or to a call of the system: where it is gone first, where last, and
 * somewhere between.
 */
struct way {
    uint64_t key;
    uint32_t first, last, between, times;
};
enum { WAYS = 1 << 14 };

static uint64_t key_of(const struct outcome *calls, uint32_t i)
{
    return calls == NULL ? failing->site[i] : (uint64_t)calls->call[i] << 32 | calls->way[i];
}

static struct way *find_way(struct way *ways, uint32_t *found, uint64_t key)
{
    uint32_t i = 0;
    while (i < *found && ways[i].key != key)
        i++;
    if (i == WAYS) {
        printf("FAIL: more ways than %d\n", WAYS);
        exit(1);
    }
    if (i == *found)
        ways[(*found)++] = (struct way){.key = key};
    return &ways[i];
}

/* The ways of so many calls, or of allocations: NULL. */
static uint32_t find_ways(const struct outcome *calls, uint32_t count, struct way *ways)
{
    uint32_t found = 0;
    for (uint32_t at = 1; at <= count; at++) {
        struct way *way = find_way(ways, &found, key_of(calls, at - 1));
        if (++way->times == 1)
            way->first = at;
        else if (way->times > 2 && chance(way->times - 2) == 0)
            way->between = way->last;
        way->last = at;
    }
    return found;
}

/* Where something is to fail; there first of its kind. */
struct place {
    uint32_t at;
    bool first;
};

/* The first and the last of each way; BETWEEN=1: another one instead. */
static uint32_t find_places(const struct outcome *calls, uint32_t count, struct place *places)
{
    static struct way ways[WAYS];
    const uint32_t found = find_ways(calls, count, ways);
    const bool between = number_from("BETWEEN", 0) != 0;
    uint32_t n = 0;
    for (uint32_t i = 0; i < found; i++)
        if (between && ways[i].between > 0)
            places[n++] = (struct place){ways[i].between, true};
        else if (!between) {
            places[n++] = (struct place){ways[i].first, true};
            if (ways[i].last != ways[i].first)
                places[n++] = (struct place){ways[i].last, false};
        }
    all.asked += count;
    all.ways += found;
    return n;
}

static bool with_calls(void) { return number_from("CALLS", 1) != 0; }

/* How many of so many are tried: all, or a draw. */
static uint64_t share_of(const struct sound *s, uint64_t count)
{
    const uint64_t every = number_from("EVERY", 1) * (s->row->every > 0 ? s->row->every : 1),
                   most = number_from("ITERS", UINT32_MAX), share = (count + every - 1) / every;
    return share < most ? share : most;
}

static void fail_allocations(struct sound *s)
{
    static struct place places[2 * WAYS];
    const uint32_t count = s->clean.count < FAILING_SITES ? s->clean.count : FAILING_SITES,
                   n = find_places(NULL, count, places);
    uint64_t wanted = share_of(s, n);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t at = places[i].at;
        if (!chosen(at, n - i, &wanted))
            continue;
        for (int on = 0; on < (places[i].first ? 2 : 1); on++)
            try_one(s, &(struct wrong){.what = ALLOCATION, .at = at, .on = on});
    }
}

/*
 * What is tried again: it would be for ever, or for the seconds that a lock is waited for, each
 * time.
 */
static bool passes(int error) { return error == EINTR || error == ENOLCK; }

static void fail_call(struct sound *s, long number, const struct place *place)
{
    const struct failing_call *call = failing_call_find(number);
    for (int i = 0; call->errors[i] != 0; i++)
        for (int on = 0; on < (!place->first || passes(call->errors[i]) ? 1 : 2); on++)
            try_one(s, &(struct wrong){CALL, place->at, number, call->errors[i], on});
    if (s->row->writes || s->row->makes != NULL)
        try_one(s, &(struct wrong){CALL, place->at, number, KILLED, false});
}

static void fail_calls(struct sound *s)
{
    static struct outcome counted;
    static struct place places[2 * WAYS];
    fresh();
    trial_run(&s->program, &(struct wrong){.what = NOTHING}, CALL, &counted);
    const uint32_t count = counted.count < CALLS_KEPT ? counted.count : CALLS_KEPT,
                   n = find_places(&counted, count, places);
    uint64_t wanted = share_of(s, n);
    for (uint32_t i = 0; i < n; i++)
        if (chosen(places[i].at, n - i, &wanted))
            fail_call(s, counted.call[places[i].at - 1], &places[i]);
    outcome_clear(&counted);
}

/* What it prints in English; to be freed. */
static char *english_of(const struct command_row *row)
{
    static struct sound s;
    s = (struct sound){.row = row};
    prepare_words(&s, "en");
    fresh();
    trial_run(&s.program, &(struct wrong){.what = NOTHING}, ALLOCATION, &s.clean);
    free(s.clean.err);
    wordfree(&s.words);
    return s.clean.out;
}

static void torture(const struct command_row *row, const char *language)
{
    static struct sound s;
    s = (struct sound){.row = row, .english = strcmp(language, "ja") == 0 ? english_of(row) : NULL};
    const struct figures were = all;
    fresh();
    s.before = row->writes ? store_now(row) : NULL;
    fresh();
    prepare_words(&s, language);
    trial_run(&s.program, &(struct wrong){.what = NOTHING}, ALLOCATION, &s.clean);
    s.after = row->writes ? store_now(row) : NULL;
    s.made = row->makes != NULL ? file_now(row, &s.made_length) : NULL;
    if (s.clean.count > 0 && s.clean.signal == 0 && (s.clean.status == 2) == row->refuses
        && (row->makes == NULL || s.made != NULL)) {
        fail_allocations(&s);
        if (with_calls())
            fail_calls(&s);
    } else {
        all.tried++;
        all.wrong++;
        printf("FAIL: %s cannot be tried: status %d\n", row->words, s.clean.status);
        show("err", s.clean.err, s.clean.err_length);
    }
    printf("%-48s %-11s %s %6lu %5lu %6lu %6lu %6lu\n", row->words, s.program.name, language,
        all.asked - were.asked, all.ways - were.ways, all.tried - were.tried,
        all.killed - were.killed, all.wrong - were.wrong);
    fflush(stdout);
    free(s.english);
    free(s.before);
    free(s.after);
    free(s.made);
    wordfree(&s.words);
    outcome_clear(&s.clean);
}

int main(int count, char **words)
{
    const char *only = getenv("ONLY"), *program = getenv("FUDA");
    char file[2048];
    if (count != 3 || program == NULL)
        return 2;
    snprintf(fuda, sizeof fuda, "%s", program);
    snprintf(base, sizeof base, "%s/base", words[1]);
    snprintf(now, sizeof now, "%s/now", words[1]);
    snprintf(file, sizeof file, "%s/failing", words[1]);
    snprintf(guest, sizeof guest, "%.*sguest", (int)(strlen(words[2]) - strlen("failing.so")),
        words[2]);
    trial_begin(words[2], file);
    const unsigned one_in = (unsigned)number_from("ONE_IN", 1);
    chance_begin(number_from("SEED", (uint64_t)getpid()));
    printf("%-48s %-11s    places  ways  tried killed  wrong\n", "fuda", "who fails");
    for (const struct command_row *row = command_rows; row->words != NULL; row++)
        if ((only == NULL || strncmp(row->words, only, strlen(only)) == 0) && chance(one_in) == 0
            && (with_calls() || row->program == NULL))
            for (int japanese = 0; japanese <= row->japanese; japanese++)
                torture(row, japanese ? "ja" : "en");
    printf("faults: %lu allocations and calls, gone to in %lu ways; %lu tried, %lu without a "
           "trace, %lu told, %lu killed, %lu wrong (SEED=%llu)\n",
        all.asked, all.ways, all.tried, all.same, all.told, all.killed, all.wrong,
        (unsigned long long)chance_seed);
    printf("%lu passed, %lu failed\n", all.tried - all.wrong, all.wrong);
    return all.wrong > 0;
}
