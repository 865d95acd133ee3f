/*
 * Named tests, run by cmocka: one that checks something false fails, and the others go on.
 * ONLY=NAME runs that one alone (* and ? stand for what they stand for in a shell).
 */
#ifndef FUDA_TESTS_NAMED_H
#define FUDA_TESTS_NAMED_H

#include "check.h"

#include <setjmp.h>

#include <cmocka.h>

struct named_test {
    const char *name;
    void (*run)(void);
};
#define NAMED(function)     \
    {                       \
#function, function \
    }

/* What it checks is counted by check.h. */
static inline void run_named(void **state)
{
    const struct named_test *test = *state;
    unsigned long before = failed;
    test->run();
    assert_int_equal(failed - before, 0);
}

static inline void run_named_tests(struct named_test *tests, size_t count)
{
    const char *only = getenv("ONLY");
    struct CMUnitTest list[64];
    assert_in_range(count, 1, 64);
    for (size_t i = 0; i < count; i++)
        list[i] = (struct CMUnitTest){tests[i].name, run_named, NULL, NULL, &tests[i]};
    cmocka_set_test_filter(only != NULL ? only : "*");
    _cmocka_run_group_tests("named", list, count, NULL, NULL);
}

#endif
