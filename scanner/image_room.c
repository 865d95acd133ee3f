/*
 * What every kind of picture needs: room within the limits, and a word for what is missing of it.
 */
#include "image.h"

#include <stdlib.h>

void image_ends_early(struct why *why)
{
    why_say(why, N_("it ends early; only what is left of it was read"));
}

bool image_room(unsigned long width, unsigned long height, struct grey *out, struct why *why)
{
    *out = (struct grey){.at = NULL};
    if (width < 1 || height < 1)
        why_say(why, N_("the picture is empty"));
    else if (width > SIDE_MOST || height > SIDE_MOST || width * height > PIXELS_MOST)
        why_say(why,
            N_("the picture is too large: %lu×%lu pixels; at most %d a side and %d million in all"),
            width, height, SIDE_MOST, PIXELS_MOST / 1000000);
    else if ((out->at = malloc((size_t)width * height)) == NULL)
        why_say(why, N_("out of memory"));
    else
        *out = (struct grey){(int)width, (int)height, (int)width, out->at};
    return out->at != NULL;
}
