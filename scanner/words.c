/* The programs' messages, by the same catalogue that `fuda` speaks by; and their clock. */
#define _XOPEN_SOURCE 700
#include "scanner.h"

#include <libintl.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* share/locale beside the bin/ that this program stands in; else where it was to be installed. */
static void bind_catalogue(void)
{
    static const char below[] = "/share/locale";
    char path[4096 + sizeof below];
    ssize_t length = readlink("/proc/self/exe", path, 4096);
    for (int up = 0; up < 2 && length > 0; up++)
        while (length > 0 && path[--length] != '/')
            ;
    if (length > 0)
        memcpy(path + length, below, sizeof below);
    bindtextdomain("fuda", length > 0 && access(path, F_OK) == 0 ? path : FUDA_LOCALEDIR);
    bind_textdomain_codeset("fuda", "UTF-8");
    textdomain("fuda");
}

void words_begin(const char *language)
{
    if (language != NULL && strcmp(language, "ja") == 0)
        setenv("LANGUAGE", "ja", 1);
    else if (language != NULL)
        setenv("LANGUAGE", "en", 1);
    /* gettext heeds LANGUAGE only in a locale that is not "C"; numbers are written as in C */
    if (language != NULL || setlocale(LC_MESSAGES, "") == NULL)
        setlocale(LC_MESSAGES, "C.UTF-8");
    setlocale(LC_CTYPE, "C.UTF-8");
    bind_catalogue();
}

bool why_say(struct why *why, const char *text, ...)
{
    va_list list;
    va_start(list, text);
    vsnprintf(why->text, sizeof why->text, gettext(text), list);
    va_end(list);
    return false;
}

long milliseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000 + 1;
}
