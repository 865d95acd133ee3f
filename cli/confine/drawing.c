/* What draws with fonts; see confine.h. */
#define _POSIX_C_SOURCE 200809L
#include "confine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_ROOM = 4096 };

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
