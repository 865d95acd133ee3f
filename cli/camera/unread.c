/* Why stickers that are seen are not read, and what to do about it: see unread.h. */
#include "cli/camera/unread.h"

enum { LASTING_MS = 2500 };

const char *const unread_words[UNREAD_KINDS] = {[UNREAD_SLANTED] = "slanted",
    [UNREAD_SMALL] = "small",
    [UNREAD_DARK] = "dark",
    [UNREAD_GLARE] = "glare",
    [UNREAD_BLURRED] = "blurred",
    [UNREAD_COVERED] = "covered"};

static const char *const texts[UNREAD_KINDS] = {
    [UNREAD_SLANTED] = N_("{count} seen, too slanted to read: raise the camera"),
    [UNREAD_SMALL] = N_("{count} seen, too small to read: bring the camera nearer"),
    [UNREAD_DARK] = N_("{count} seen, too dark to read: give more light"),
    [UNREAD_GLARE] = N_("{count} seen, in glare: move the lamp or the camera"),
    [UNREAD_BLURRED] = N_("{count} seen, blurred: hold the camera still and let it focus"),
    [UNREAD_COVERED] = N_("{count} seen, covered in part: lay the cards further apart"),
};

static void say_one(const struct context *context, int kind, int count, struct text *t)
{
    say_with(context, t, texts[kind], "i", "count", (int64_t)count);
    text_put(t, "\n");
}

void unread_say(const struct context *context, const int count[UNREAD_KINDS], struct text *t)
{
    for (int k = 0; k < UNREAD_KINDS; k++)
        if (count[k] > 0)
            say_one(context, k, count[k], t);
}

void unread_hear(struct unread *u, const struct scanner *scanner, struct text *t)
{
    long now = milliseconds();
    for (int k = 0; k < UNREAD_KINDS; k++) {
        if (scanner->unread[k] == 0) {
            u->since[k] = 0;
            u->told[k] = false;
            continue;
        }
        if (u->since[k] == 0)
            u->since[k] = now;
        if (u->told[k] || now - u->since[k] < LASTING_MS)
            continue;
        u->told[k] = true;
        say_one(scanner->context, k, scanner->unread[k], t);
    }
}
