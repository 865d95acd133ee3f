/* How the suits that a pack names look: their signs, and hues that tell them apart; see sheet.h. */
#include "sheet.h"

#include <string.h>

static const char hues[] = "rbgpuwhk";

/* Suits that have a sign, and names that are colours. */
static const struct {
    const char *name, *mark;
    char hue;
} known[] = {
    {"club", "♣", 'k'},
    {"diamond", "♦", 'r'},
    {"heart", "♥", 'r'},
    {"spade", "♠", 'k'},
    {"red", NULL, 'r'},
    {"blue", NULL, 'b'},
    {"green", NULL, 'g'},
    {"yellow", NULL, 'u'},
    {"orange", NULL, 'u'},
    {"purple", NULL, 'p'},
    {"violet", NULL, 'p'},
    {"brown", NULL, 'h'},
    {"black", NULL, 'k'},
};

static int known_as(const char *name)
{
    for (int i = 0; i < (int)(sizeof known / sizeof *known); i++)
        if (strcmp(known[i].name, name) == 0)
            return i;
    return -1;
}

static bool named(const struct setting *setting, int suit, struct pack_suit *out)
{
    return setting->book->pack_suit != NULL && setting->book->pack_suit(setting->pack, suit, out);
}

/* Does a suit of the pack have this hue by its name? */
static bool is_taken(const struct setting *setting, char hue)
{
    struct pack_suit one;
    for (int suit = 0; named(setting, suit, &one); suit++)
        if (one.stands == 0 && known_as(one.name) >= 0 && known[known_as(one.name)].hue == hue)
            return true;
    return false;
}

/* Suits whose names are no colours each have a hue that no other suit has, while there are any. */
static char free_hue(const struct setting *setting, int suit)
{
    struct pack_suit one;
    int before = 0;
    for (int i = 0; i < suit && named(setting, i, &one); i++)
        before += one.stands == 0 && known_as(one.name) < 0;
    for (const char *hue = hues; *hue != '\0'; hue++)
        if (!is_taken(setting, *hue) && before-- == 0)
            return *hue;
    return hues[(size_t)suit % (sizeof hues - 1)];
}

bool suit_look(const struct setting *setting, int suit, struct suit_look *out)
{
    struct pack_suit told;
    if (!named(setting, suit, &told))
        return false;
    const int as = told.stands == 0 ? known_as(told.name) : -1;
    *out = (struct suit_look){.name = told.name,
        .ja = told.ja != NULL ? told.ja : told.name,
        .mark = as >= 0 ? known[as].mark : NULL,
        .hue = as >= 0            ? known[as].hue
               : told.stands == 0 ? free_hue(setting, suit)
                                  : '\0',
        .stands = told.stands};
    return true;
}
