/*
 * Texts of other programs, and our own, as `fuda import` takes them: the first byte says as what.
 */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif
#include "fuzz.h"
#include "cli/exchange/exchange.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const fuzz_also = NULL;
const struct command *const commands[] = {NULL}; /* those of main.c */

static void unite(const char *text, size_t length)
{
    struct store *store;
    struct store_merge merge;
    FILE *from = length > 0 ? fmemopen((char *)(uintptr_t)text, length, "r") : NULL;
    if (from == NULL || store_open("/nowhere/at/all", STORE_COPY, &store, NULL) != STORAGE_OK)
        abort();
    if (store_import(store, from, &merge) == STORAGE_OK && store_check(store) != STORAGE_OK) {
        printf("not so: a store is whole behind an import\n");
        abort();
    }
    store_close(store);
    fclose(from);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct context context;
    struct text text = {0}, out = {0};
    if (!context.english)
        say_begin(&context, "en");
    context.english = true;
    if (size < 2 || memchr(data + 1, '\0', size - 1) != NULL)
        return 0;
    text_add(&text, (const char *)data + 1, size - 1);
    struct foreign r = {.context = &context,
        .file = "fuzz",
        .text = text.at,
        .length = text.length};
    switch (data[0]) {
    case 'r': unite(text.at, text.length); break;
    case 'j':
        if (json_import(&r, &out) && out.length > 0)
            unite(out.at, out.length);
        break;
    case 'c': csv_import(&r, &out); break;
    case 'b': bgsplay_import(&r, &out); break;
    default: break;
    }
    text_clear(&text);
    text_clear(&out);
    return 0;
}
