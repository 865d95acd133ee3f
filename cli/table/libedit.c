/* libedit by its name and functions; see libedit.h. */
#define _GNU_SOURCE
#include "libedit.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

#define SONAME "libedit.so.2"

/*
 * ISO C has no cast from an object's address to a function's; POSIX says that the bytes are the
 * same.
 */
static bool find(void *library, const char *name, void *function, size_t size)
{
    void *address = dlsym(library, name);
    memcpy(function, &address, size);
    return address != NULL;
}

bool libedit_load(struct libedit *out)
{
    void *library = dlopen(SONAME, RTLD_NOW | RTLD_GLOBAL);
    bool found = library != NULL;
#define FIND(name) found = found && find(library, #name, &out->name, sizeof out->name);
    LIBEDIT_FUNCTIONS(FIND)
#undef FIND
    return found;
}

void *libedit_client(EditLine *editor)
{
    __typeof__(&el_get) get;
    void *client = NULL;
    if (find(RTLD_DEFAULT, "el_get", &get, sizeof get))
        get(editor, EL_CLIENTDATA, &client);
    return client;
}
