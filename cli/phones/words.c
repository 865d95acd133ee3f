/* The texts of the phones' pages; see words.h. */
#include "words.h"
#include "core/core.h"

#include <stddef.h>

const char *const phone_words[] = {
    N_("yes"), N_("no"), NULL,
};
