/*
 * Which files libpq reads for a connection: said by the address, a service or the environment, or
 * where it looks by itself (PostgreSQL 15, libpq, chapters 34.1, 34.15 to 34.19).
 */
#define _XOPEN_SOURCE 700
#include "server.h"
#include "confined.h"

#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILES_MOST = 20, PATH_ROOM = 4096 };

struct read_files {
    char *path[FILES_MOST + 1]; /* owned; NULL after the last */
    int count;
};

static void add_file(struct read_files *f, const char *folder, const char *name)
{
    char path[PATH_ROOM];
    if (folder == NULL)
        return;
    snprintf(path, sizeof path, "%s%s%s", folder, *name != '\0' ? "/" : "", name);
    if (*folder == '/' && f->count < FILES_MOST && (f->path[f->count] = strdup(path)) != NULL)
        f->count++;
}

/* Its passwords, services and certificates. */
static void add_home(struct read_files *f, const char *home)
{
    add_file(f, home, ".pgpass");
    add_file(f, home, ".pg_service.conf");
    add_file(f, home, ".postgresql");
}

static void add_named(struct read_files *f, const PQconninfoOption *option)
{
    static const char *const words[] = {"passfile", "sslcert", "sslkey", "sslrootcert", "sslcrl",
        "sslcrldir"};
    for (; option != NULL && option->keyword != NULL; option++)
        for (size_t i = 0; option->val != NULL && i < sizeof words / sizeof *words; i++)
            if (strcmp(option->keyword, words[i]) == 0)
                add_file(f, option->val, "");
}

/* A service that the address names is read as one of the environment is. */
static void use_service(const PQconninfoOption *option)
{
    for (; option != NULL && option->keyword != NULL; option++)
        if (strcmp(option->keyword, "service") == 0 && option->val != NULL)
            setenv("PGSERVICE", option->val, 1);
}

static void add_environment(struct read_files *f)
{
    static const char *const names[] = {"PGSERVICEFILE", "PGSYSCONFDIR", "KRB5CCNAME",
        "KRB5_CONFIG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value != NULL)
            add_file(f, strncmp(value, "FILE:", 5) == 0 ? value + 5 : value, "");
    }
}

void server_confine(const char *address)
{
    struct read_files f = {.count = 0};
    const struct passwd *user = getpwuid(geteuid());
    PQconninfoOption *given = PQconninfoParse(address, NULL);
    add_home(&f, getenv("HOME"));
    if (user != NULL)
        add_home(&f, user->pw_dir);
    use_service(given);
    PQconninfoOption *other = PQconndefaults();
    add_named(&f, given);
    add_named(&f, other);
    add_environment(&f);
    confine_to_connecting((const char *const *)f.path);
    PQconninfoFree(given);
    PQconninfoFree(other);
    while (f.count > 0)
        free(f.path[--f.count]);
}
