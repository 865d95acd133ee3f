/* Limits of the kernel's; see confine.h. */
#include "confine.h"

#include <sys/resource.h>

void confine_limit(int what, uint64_t most)
{
    struct rlimit value;
    if (getrlimit((__rlimit_resource_t)what, &value) != 0)
        return;
    if (value.rlim_max == RLIM_INFINITY || value.rlim_max > most)
        value.rlim_max = most;
    value.rlim_cur = value.rlim_max;
    setrlimit((__rlimit_resource_t)what, &value);
}
