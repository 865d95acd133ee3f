/*
 * A program is run once, and something goes wrong with it: an allocation, or a call of the system.
 * What came of it stands in an outcome. Allocations fail from within (failing.c), calls under a
 * tracer (calls.c).
 */
#ifndef FUDA_TESTS_TRIAL_H
#define FUDA_TESTS_TRIAL_H

#include "tests/check.h"
#include "tests/torture/failing.h"

enum what { NOTHING, ALLOCATION, CALL };

/*
 * In the place of an error: half of what was to be read or written; and the program is killed
 * there.
 */
enum { SHORT = -1, KILLED = -2 };

struct wrong {
    enum what what;
    uint32_t at; /* the allocation or the call, from 1 */
    long call;   /* its number … */
    int error;   /* … and what it gives: an errno, SHORT, KILLED */
    bool on;     /* from then on; else once */
};

struct program {
    const char *folder; /* it runs there; what it prints is left in `out` and `err` */
    char *const *words;
    const char *input; /* a file in that folder; NULL: nothing */
    const char *guest; /* who types that input; NULL: it is the standard input itself */
    /* whose allocations and calls are meant: "fuda", or a helper that it starts */
    const char *name;
};

enum { CALLS_KEPT = 1 << 16, TRIAL_SECONDS = 20 };

struct outcome {
    int status;        /* of the exit; -1: none */
    int signal;        /* that ended it; 0: none */
    bool hung, struck; /* … and it came as far as what goes wrong */
    char *out, *err;
    size_t out_length, err_length;
    uint32_t count;           /* allocations, or calls */
    long call[CALLS_KEPT];    /* the calls' numbers … */
    uint32_t way[CALLS_KEPT]; /* … and when counting the ways to them, as failing.h has them */
};

/*
 * The file and the library that failing.h speaks of; what is left of a program's last trial is in
 * `failing`.
 */
extern struct failing *failing;
void trial_begin(const char *library, const char *file);

/* With wrong->what NOTHING and `counted` CALL the calls are counted, else the allocations. */
void trial_run(const struct program *p, const struct wrong *w, enum what counted,
    struct outcome *o);
void outcome_clear(struct outcome *o);

/*
 * calls.c: the child stands stopped at its first instruction. Until it and all that it started have
 * ended.
 */
void trace(pid_t child, const struct wrong *w, struct outcome *o);

/* One row a call that may fail, ended by an empty one. */
struct failing_call {
    long number;
    const char *name;
    int errors[6]; /* ended by 0 */
};
extern const struct failing_call failing_calls[];
/* NULL: it cannot fail in a way that matters */
const struct failing_call *failing_call_find(long number);

#endif
