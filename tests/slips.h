/*
 * What the tests of one slip share: a lawful record is judged, one line of it goes wrong, and it is
 * judged again. Who may be blamed for that is said by a careful reader, one beside each test, who
 * knows nothing of the judge.
 *
 * SEED=n and ITERS=n change a run; VERBOSE=1 prints the records that are ruled otherwise;
 * RECORDS=FILE keeps them all, and with JUDGED=0 they are only written.
 */
#ifndef FUDA_TESTS_SLIPS_H
#define FUDA_TESTS_SLIPS_H

#include "check.h"
#include "core/core.h"

#include <assert.h>

/* ---- the judge's answer -------------------------------------------------------------------- */

enum { SLIP_TEXT_MOST = 1 << 17, SLIP_FINDINGS_MOST = 256 };

/*
 * What the judge answers to a record: irregular, conflict and impossible only, and how many lines
 * it cannot read.
 */
struct slip_answer {
    unsigned count, faults;
    struct ruling ruling[SLIP_FINDINGS_MOST];
    uint32_t winners; /* a bit each; 0 while unfinished */
    int length;
    char text[SLIP_TEXT_MOST]; /* the record, with its lines' numbers */
};

static struct {
    struct record record;
    struct rulings rulings;
    union {
        long double align;
        char room[1 << 18];
    } state, before, pack;
    void *repair;
} slip_room;

static inline void slip_on_finding(void *user, const struct ruling *r, const struct record *record)
{
    struct slip_answer *a = user;
    (void)record;
    if (r->kind >= RULING_CONFLICT && a->count < SLIP_FINDINGS_MOST)
        a->ruling[a->count++] = *r;
}

static inline void slip_on_fault(void *user, uint32_t line, const struct fault *fault,
    const struct record *record)
{
    (void)line;
    (void)fault;
    (void)record;
    ((struct slip_answer *)user)->faults++;
}

/* What follows is read by the law alone, or (`mends`) with what slips of the pen may have been. */
static inline void judge_begin_as(struct slip_answer *a, bool mends)
{
    assert(rulebook_room() <= sizeof slip_room.state);
    a->count = a->faults = 0;
    a->winners = 0;
    a->length = 0;
    if (slip_room.repair == NULL)
        slip_room.repair = calloc(1, repair_room());
    assert(slip_room.repair != NULL);
    record_init(&slip_room.record,
        &(struct record_host){.finding = slip_on_finding, .fault = slip_on_fault, .user = a},
        &(struct record_room){&slip_room.state, &slip_room.before, &slip_room.pack,
            &slip_room.rulings, mends ? repair_init(slip_room.repair) : NULL});
}

static inline void judge_begin(struct slip_answer *a) { judge_begin_as(a, true); }

static inline bool is_judged(void) { return number_from("JUDGED", 1) != 0; }

static inline void judge_line(struct slip_answer *a, const char *line)
{
    static FILE *kept;
    if (kept == NULL && getenv("RECORDS") != NULL)
        kept = fopen(getenv("RECORDS"), "w");
    if (kept != NULL)
        fprintf(kept, "%s\n", line);
    if (a->length + 512 < SLIP_TEXT_MOST)
        a->length += snprintf(a->text + a->length, 512, "%3u  %s\n",
            (unsigned)slip_room.record.line + 1, line);
    if (is_judged())
        record_line(&slip_room.record, line, strlen(line));
}

static inline void judge_end(struct slip_answer *a)
{
    const struct record *r = &slip_room.record;
    if (!is_judged())
        return;
    r->setting.book->finished(r->state, &r->setting, &a->winners);
    record_end(&slip_room.record);
}

/* ---- how many are ruled rightly ------------------------------------------------------------ */

enum { SLIP_KINDS_MOST = 16 };

struct tally {
    const char *const *name; /* of the kinds of slips; ends with NULL */
    unsigned tried[SLIP_KINDS_MOST], rightly[SLIP_KINDS_MOST];
};

/* `wrong` is what is wrong with the answer, or NULL; `line` where the slip is, counted from 1. */
static inline void commit_mark_slip(struct tally *t, int kind, int line,
    const struct slip_answer *a, const char *wrong)
{
    t->tried[kind]++;
    t->rightly[kind] += wrong == NULL;
    if (wrong == NULL || number_from("VERBOSE", 0) == 0)
        return;
    printf("SEED=%llu: line %d %s: %s\n%s", (unsigned long long)chance_seed, line, t->name[kind],
        wrong, a->text);
    for (unsigned i = 0; i < a->count; i++)
        printf("  found: line %u seat %d %s %d: %s\n", (unsigned)a->ruling[i].line,
            a->ruling[i].seat, ruling_word(a->ruling[i].kind), a->ruling[i].rule,
            a->ruling[i].message.id);
}

/* How many of each kind, and that at least so many of a hundred are ruled rightly. */
static inline void commit_mark_tell(const struct tally *t, unsigned percent)
{
    unsigned all = 0, right = 0;
    for (int k = 0; t->name[k] != NULL; k++) {
        printf("%s: %u of %u ruled rightly\n", t->name[k], t->rightly[k], t->tried[k]);
        all += t->tried[k];
        right += t->rightly[k];
    }
    printf("one slip: %u of %u ruled rightly\n", right, all);
    check(100 * right >= percent * all, "%u of %u records with one slip are ruled otherwise",
        all - right, all);
}

#endif
