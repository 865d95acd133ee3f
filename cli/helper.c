/* The programs that stand beside `fuda`: found in its folder, told its language. */
#define _XOPEN_SOURCE 700
#include "cli/helper.h"
#include "cli/say.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool helper_place(char *path, size_t size, const char *name)
{
    ssize_t length = readlink("/proc/self/exe", path, size);
    while (length > 0 && path[length - 1] != '/')
        length--;
    if (length <= 0 || (size_t)length + strlen(name) + 1 > size)
        return false;
    memcpy(path + length, name, strlen(name) + 1);
    return true;
}

enum status helper_run(const struct context *context, const char *name, const char *const *words)
{
    enum { LANGUAGE = 3 };      /* the name, --lang and its value */
    char path[4096];
    size_t count = 0;
    if (!helper_place(path, sizeof path, name)) {
        complain(context, N_("the folder of this program cannot be found"), "");
        return STATUS_BAD;
    }
    while (words[count] != NULL)
        count++;
    const char *const before[LANGUAGE] = {name, "--lang", context->japanese ? "ja" : "en"};
    char **whole = calloc(LANGUAGE + count + 1, sizeof *whole);
    if (whole == NULL) {
        complain(context, N_("out of memory"), "");
        return STATUS_BAD;
    }
    /* execv() writes to none of them, although its type does not say so */
    memcpy(whole, before, sizeof before);
    memcpy(whole + LANGUAGE, words, count * sizeof *words);
    fflush(NULL);
    execv(path, whole);
    complain(context, N_("{file}: cannot be started: {reason}; expected it beside `fuda`"), "tt", "file", path,
             "reason", strerror(errno));
    free(whole);
    return STATUS_BAD;
}
