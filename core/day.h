/* Days of the calendar, as people write them. */
#ifndef FUDA_DAY_H
#define FUDA_DAY_H

#include "core/limits.h"

enum { DAY_TEXT = 11 }; /* YYYY-MM-DD */

/* Is there such a day, by the Gregorian calendar? */
bool day_exists(int year, int month, int day);

/*
 * 2026-11-21, 2026/11/21, 2026.11.21 or 2026年11月21日, of any width, as YYYY-MM-DD; false, and
 * nothing written: no day.
 */
bool day_read(struct span written, char out[DAY_TEXT]);

#endif
