/* Which face is which card, asked on phones; see cli/deck/enrolled.h. */
#ifndef FUDA_ENROL_PHONES_H
#define FUDA_ENROL_PHONES_H

#include "cli/deck/enrolled.h"

/*
 * Serves the sheet at an address ("": any) until a phone says that it is done, or RETURN is typed.
 * False: it complained.
 */
bool enrol_phones(struct enrol *e, const char *address);

#endif
