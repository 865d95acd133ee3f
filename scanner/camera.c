/* Cameras: which kind a name means. */
#include "camera.h"

#include <strings.h>

struct camera *camera_open(const char *name, const char *user, void (*apart)(void), struct why *why)
{
    if (strncasecmp(name, "http://", 7) == 0 || strncasecmp(name, "https://", 8) == 0)
        return camera_apart(name, user, apart, why);
    if (name[0] == '/')
        return camera_device(name, why);
    why_say(why, N_("this is not a camera; expected a device such as /dev/video0, or http://… or "
                    "https://…"));
    return NULL;
}

void camera_close(struct camera *c)
{
    if (c != NULL)
        c->close(c);
}

enum frame_result camera_frame(struct camera *c, int wait_ms, int beside, struct grey *out,
    struct why *why)
{
    return c->frame(c, wait_ms, beside, out, why);
}

bool camera_colour(struct camera *c, struct colour *out) { return c->colour(c, out); }
