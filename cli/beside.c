/* The programs that stand beside `fuda`: found in its folder, told its language. */
#define _XOPEN_SOURCE 700
#include "beside.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool beside_path(const struct context *context, const char *name, char *path, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", path, size);
    while (length > 0 && path[length - 1] != '/')
        length--;
    if (length <= 0 || (size_t)length + strlen(name) + 1 > size) {
        complain(context, N_("the folder of this program cannot be found"));
        return false;
    }
    strcpy(path + length, name);
    if (access(path, X_OK) == 0)
        return true;
    complain(context, N_("%s: cannot be started: %s; expected it beside `fuda`"), path, strerror(errno));
    return false;
}

enum status beside_run(const struct context *context, const char *name, const char *const *words)
{
    enum { LANGUAGE = 3 };      /* the name, --lang and its value */
    char path[4096];
    size_t count = 0;
    if (!beside_path(context, name, path, sizeof path))
        return STATUS_BAD;
    while (words[count] != NULL)
        count++;
    char **whole = calloc(LANGUAGE + count + 1, sizeof *whole);
    bool good = whole != NULL;
    for (size_t i = 0; good && i < LANGUAGE + count; i++) {
        const char *const before[LANGUAGE] = {name, "--lang", context->japanese ? "ja" : "en"};
        good = (whole[i] = strdup(i < LANGUAGE ? before[i] : words[i - LANGUAGE])) != NULL;
    }
    if (!good) {
        complain(context, N_("out of memory"));
    } else {
        fflush(NULL);
        execv(path, whole);
        complain(context, N_("%s: cannot be started: %s; expected it beside `fuda`"), path, strerror(errno));
    }
    for (size_t i = 0; whole != NULL && whole[i] != NULL; i++)
        free(whole[i]);
    free(whole);
    return STATUS_BAD;
}
