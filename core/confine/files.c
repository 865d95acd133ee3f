/*
 * Files and ports, by Landlock; see confine.h. The kernel's own numbers, since older headers lack
 * some of them.
 */
#define _GNU_SOURCE
#include "confine.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    CREATE_RULESET = 444,
    ADD_RULE = 445,
    RESTRICT_SELF = 446,
    VERSION_ONLY = 1,
    PATH_BENEATH = 1,
    NET_PORT = 2
};

enum {
    EXECUTE = 1 << 0,
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    READ_FOLDER = 1 << 3,
    ALL_OF_FIRST = (1 << 13) - 1,
    MAKE_FILE = 1 << 8,
    REMOVE_FILE = 1 << 5,
    REFER = 1 << 13,
    TRUNCATE = 1 << 14,
    DEVICE = 1 << 15,
    OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | DEVICE,
    LISTEN = 1 << 0,
    CONNECT = 1 << 1,
    ABSTRACT_SOCKETS = 1 << 0,
    SIGNALS = 1 << 1,
};

struct ruleset {
    uint64_t files, net, scope;
};

struct __attribute__((packed)) beneath {
    uint64_t access;
    int32_t folder;
};

struct at_port {
    uint64_t access, port;
};

/* What this kernel can keep shut; 0 in `files`: nothing. */
static struct ruleset all_of(long version, bool connects)
{
    struct ruleset all = {0};
    if (version < 1)
        return all;
    all.files = ALL_OF_FIRST | (version >= 2 ? REFER : 0u) | (version >= 3 ? TRUNCATE : 0u)
                | (version >= 5 ? DEVICE : 0u);
    all.net = version >= 4 ? LISTEN | (connects ? 0u : CONNECT) : 0;
    all.scope = version >= 6 ? ABSTRACT_SOCKETS | SIGNALS : 0;
    return all;
}

/* What is not there cannot be opened anyway. */
static bool open_path(int rules, const char *path, uint64_t access)
{
    struct beneath rule = {.access = access, .folder = open(path, O_PATH | O_CLOEXEC)};
    struct stat about;
    if (rule.folder < 0)
        return true;
    if (fstat(rule.folder, &about) == 0 && !S_ISDIR(about.st_mode))
        rule.access &= OF_FILES;
    bool good = syscall(ADD_RULE, rules, PATH_BENEATH, &rule, 0) == 0;
    close(rule.folder);
    return good;
}

static bool open_paths(int rules, const char *const *paths, uint64_t access)
{
    for (; paths != NULL && *paths != NULL; paths++)
        if (!open_path(rules, *paths, access))
            return false;
    return true;
}

static bool open_port(int rules, const struct ruleset *all, int port)
{
    struct at_port rule = {.access = LISTEN, .port = (uint64_t)port};
    return port == 0 || (all->net & LISTEN) == 0
           || syscall(ADD_RULE, rules, NET_PORT, &rule, 0) == 0;
}

long confine_landlock(void) { return syscall(CREATE_RULESET, NULL, 0, VERSION_ONLY); }

bool confine_files(const struct confinement *what)
{
    struct ruleset all = all_of(confine_landlock(), what->connects);
    int rules = all.files != 0 ? (int)syscall(CREATE_RULESET, &all, sizeof all, 0) : -1;
    if (rules < 0)
        return false;
    bool good =
        open_paths(rules, what->reads, READ_FILE | READ_FOLDER)
        && open_paths(rules, what->writes,
            all.files & (READ_FILE | READ_FOLDER | WRITE_FILE | MAKE_FILE | REMOVE_FILE | TRUNCATE))
        && open_port(rules, &all, what->port) && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
        && syscall(RESTRICT_SELF, rules, 0) == 0;
    close(rules);
    return good;
}
