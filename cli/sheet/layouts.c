/* The table of layouts. */
#include "sheet.h"

static const struct layout *const layouts[] = {
    &haratama_layout,
    &needfire_layout,
    &tezumashi_layout,
    &hyakumonogatari_layout,
    &materia_layout,
    &score_layout,
    &trick_layout,
    NULL,
};

const struct layout *layout_find(const struct rulebook *book)
{
    static const struct layout plain = {0};
    for (int i = 0; layouts[i] != NULL; i++)
        if (layouts[i]->book == book)
            return layouts[i];
    return &plain;
}
