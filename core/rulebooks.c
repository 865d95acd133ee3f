/*
 * The table of rulebooks. It stands alone, so that a program may be linked with another one.
 */
#include "rulebook.h"

const struct rulebook *const rulebooks[] = {
    &haratama_rulebook,
    &needfire_rulebook,
    &tezumashi_rulebook,
    &hyakumonogatari_rulebook,
    &materia_rulebook,
    &score_rulebook,
    &trick_rulebook,
    NULL,
};
