/* The language of the programs' messages: the same catalogue that `fuda` speaks by. */
#define _XOPEN_SOURCE 700
#include "scanner.h"

#include <libintl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
