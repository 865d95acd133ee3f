/* Which packs a word of `fuda pack` means; see packing.h. */
#define _XOPEN_SOURCE 700
#include "packing.h"
#include "find.h"
#include "core/text.h"

#include <string.h>
#include <unistd.h>

static bool looks_like_file(const char *word)
{
    size_t length = strlen(word);
    return strcmp(word, "-") == 0 || strchr(word, '/') != NULL
           || (length > 5 && strcmp(word + length - 5, ".fuda") == 0);
}

bool packing_read(struct packing *w, struct pack_file *file, const char *name,
    enum pack_place place)
{
    *file = (struct pack_file){.name = name, .place = place, .any = place != PACK_OWN};
    bool good = pack_file_read(w->context, file);
    if (!good)
        complain(w->context, N_("{file}: cannot be read: {reason}"), "tt", "file", name, "reason",
            file->why.at);
    else if (file->packs == NULL && file->loose.length == 0)
        complain(w->context,
            N_("{file}: no pack here; expected `pack GAME \"NAME\"` first, as `fuda pack new` "
               "writes it"),
            "t", "file", name);
    return good;
}

bool packing_own(struct packing *w, struct span name)
{
    struct text why = {0};
    bool found = folder_find(&why, name, w->path);
    if (why.length > 0)
        complain(w->context, N_("the folder of packs cannot be read: {reason}"), "t", "reason",
            why.at);
    text_clear(&why);
    return found;
}

const struct rulebook *packing_built_in(struct span name)
{
    for (int i = 0; rulebooks[i] != NULL; i++)
        for (unsigned n = 0; pack_built_in_name(rulebooks[i], n).length > 0; n++)
            if (pack_same_name(pack_built_in_name(rulebooks[i], n), name))
                return rulebooks[i];
    return NULL;
}

void packing_unknown(struct packing *w, struct span called)
{
    char folder[PACK_PATH_MOST] = "";
    struct text near = {0};
    folder_path(folder, sizeof folder, false);
    bool found = packs_near(NULL, NULL, called, &near);
    complain(w->context,
        found ? N_("no pack is called “{name}”; did you mean “{near}”? Looked in {folder}")
              : N_("no pack is called “{name}”; looked in {folder}; expected a file, or a name "
                   "that `fuda pack list` gives"),
        "stt", "name", called, "near", near.at, "folder", folder);
    text_clear(&near);
}

const char *packing_path(struct packing *w, const char *word, const struct rulebook **book)
{
    struct span name = span_of(word);
    *book = NULL;
    if (looks_like_file(word))
        return word;
    if (packing_own(w, name))
        return w->path;
    if ((*book = packing_built_in(name)) != NULL)
        return NULL;
    if (access(word, F_OK) == 0)
        return word;
    packing_unknown(w, name);
    return NULL;
}

bool packing_find(struct packing *w, struct pack_file *file, const char *word)
{
    const struct rulebook *book;
    const char *path = packing_path(w, word, &book);
    *file = (struct pack_file){.name = word};
    if (path != NULL)
        return packing_read(w, file, path, path == word ? PACK_PATH : PACK_OWN)
               && file->packs != NULL;
    if (book != NULL)
        file->packs = pack_built_in(book, span_of(word));
    return file->packs != NULL;
}
