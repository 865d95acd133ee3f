/* What asks the network; see confine.h. */
#include "confine.h"

#include <stdlib.h>

enum { NAMED_MOST = 2, MORE_MOST = 24 };

/*
 * How names are found, certificates, and libraries that are loaded for it: where distributions have
 * them.
 */
static const char *const usual[] = {
    "/etc",
    "/usr",
    "/lib",
    "/lib64",
    "/nix/store",
    "/gnu/store",
    "/run/systemd/resolve",
    "/run/resolvconf",
    "/run/NetworkManager",
    "/run/nscd",
    "/var/lib/ca-certificates",
    "/var/lib/sss",
    "/proc/sys",
    "/dev/null",
    "/dev/random",
    "/dev/urandom",
};

/* Where their owner put certificates: known to the libraries of certificates. */
static const char *const named[NAMED_MOST] = {"SSL_CERT_FILE", "SSL_CERT_DIR"};

bool confine_to_network(const char *const *more)
{
    const char *reads[sizeof usual / sizeof *usual + NAMED_MOST + MORE_MOST + 1];
    size_t count = 0;
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        reads[count++] = usual[i];
    for (size_t i = 0; i < NAMED_MOST; i++)
        if (getenv(named[i]) != NULL)
            reads[count++] = getenv(named[i]);
    for (size_t i = 0; more != NULL && i < MORE_MOST && more[i] != NULL; i++)
        reads[count++] = more[i];
    reads[count] = NULL;
    const struct confinement what = {.reads = reads, .connects = true};
    return confine_files(&what);
}
