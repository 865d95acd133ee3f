/* What draws with fonts, and what asks the network, still needs; see confine.h. */
#define _POSIX_C_SOURCE 200809L
#include "confine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_ROOM = 4096, NAMED_MOST = 2, MORE_MOST = 24 };

/* ---- drawing ----------------------------------------------------------------------------- */

/* The folder that the file stands in; "" : none. */
static void copy_folder(char out[PATH_ROOM], const char *file)
{
    const char *slash = file != NULL ? strrchr(file, '/') : NULL;
    if (file == NULL || strcmp(file, "-") == 0)
        out[0] = '\0';
    else if (slash == NULL)
        snprintf(out, PATH_ROOM, ".");
    else
        snprintf(out, PATH_ROOM, "%.*s", slash > file ? (int)(slash - file) : 1, file);
}

/* Where fontconfig keeps what it knows of fonts, so that the next time is quick. */
static void copy_cache(char out[PATH_ROOM])
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    out[0] = '\0';
    if (cache != NULL && *cache == '/')
        snprintf(out, PATH_ROOM, "%s/fontconfig", cache);
    else if (home != NULL)
        snprintf(out, PATH_ROOM, "%s/.cache/fontconfig", home);
}

bool confine_to_drawing(const char *file)
{
    char folder[PATH_ROOM], cache[PATH_ROOM];
    const char *const reads[] = {"/", NULL};
    const char *writes[3] = {NULL};
    size_t count = 0;
    copy_folder(folder, file);
    copy_cache(cache);
    if (folder[0] != '\0')
        writes[count++] = folder;
    if (cache[0] != '\0')
        writes[count++] = cache;
    const struct confinement what = {.reads = reads, .writes = writes};
    return confine_files(&what);
}

/* ---- the network ------------------------------------------------------------------------- */

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
