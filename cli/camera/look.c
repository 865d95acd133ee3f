/* The table's camera, opened and looked through; see look.h. */
#define _XOPEN_SOURCE 700
#include "look.h"

#include <stdlib.h>
#include <string.h>

/* of many cards without stickers each is told apart by itself */
enum { LOOK_MS = 10000, LOOK_FACES_MS = 30000, LOOK_PICTURE_MS = 40000 };

/* ---- words ------------------------------------------------------------------------------- */

/* What a card is called; where it is none of the deck (-1), its code. */
void camera_look_name(const struct watch *w, const struct record *r, struct text *t, int card,
    const char *code)
{
    if (card >= 0)
        scanner_say(w->context, t, &w->deck.card[card], &r->setting);
    else
        text_put(t, code);
}

/* A message with one value, to be shown beside the prompt. */
void camera_look_tell(struct watch *w, const char *text, const char *value)
{
    struct text line = {0};
    say_with(w->context, &line, text, "tt", "card", value, "reason", value);
    say_wrapped(&w->said, line.at, 0, 2);
    text_put(&w->said, "\n");
    text_clear(&line);
}

/* Tells something about a card. */
void camera_look_tell_of_card(struct watch *w, const struct record *r, const char *text, int card,
    const char *code)
{
    struct text name = {0};
    camera_look_name(w, r, &name, card, code);
    camera_look_tell(w, text, name.at);
    text_clear(&name);
}

/* ---- the camera -------------------------------------------------------------------------- */

/* The one that was named, else the first here; NULL: complained. */
const char *camera_look_source(const struct watch *w, char device[SOURCE_MOST])
{
    if (w->source != NULL || scanner_default(device, SOURCE_MOST))
        return w->source != NULL ? w->source : device;
    complain(w->context,
        N_("there is no camera here; expected `camera SOURCE`: a device such as /dev/video0, or a "
           "phone's address such as http://PHONE:8080/video"),
        "");
    return NULL;
}

/* The game's cards, as its deck is now. */
bool camera_look_make_deck(struct watch *w, const struct record *r)
{
    if (r->setting.book == NULL || !r->begun)
        return complain(w->context, N_("no game has begun"), "");
    scanner_deck_clear(&w->deck);
    free(w->card);
    w->card = NULL;
    scanner_deck_add(&w->deck, r->setting.book, r->setting.pack);
    scanner_deck_add_faces(&w->deck, w->campaign);
    if (w->deck.count == 0)
        return complain(w->context, N_("this game's deck has no cards that a camera could know"),
            "");
    w->card = memory_get((size_t)w->deck.count * sizeof *w->card);
    return true;
}

bool camera_look_open(struct watch *w, bool watching)
{
    char device[SOURCE_MOST];
    const char *source = camera_look_source(w, device);
    if (source == NULL)
        return false;
    bool camera = scanner_is_camera(source);
    if (!camera && watching)
        return complain(w->context, N_("a picture cannot be watched; expected a camera"), "");
    if (camera ? scanner_open(&w->scanner, w->context, &w->deck, source, w->user)
               : scanner_open_picture(&w->scanner, w->context, &w->deck, source))
        return true;
    if (w->scanner.why[0] != '\0')
        complain(w->context, "{words}", "t", "words", w->scanner.why);
    scanner_close(&w->scanner);
    return false;
}

/* ---- looking once ------------------------------------------------------------------------ */

static void complain_of_loss(const struct watch *w)
{
    if (w->scanner.source == NULL) /* a picture: it was opened by its name */
        complain(w->context, N_("{file}: cannot read: {reason}"), "tt", "file", w->source, "reason",
            w->scanner.why);
    else
        complain(w->context, N_("the camera is lost: {reason}"), "t", "reason", w->scanner.why);
}

/* From a picture all that is read counts; from a camera what lies still. False: it complained. */
bool camera_look_look(struct watch *w, const struct record *r, camera_look_news *meanwhile,
    struct look *out)
{
    bool picture = w->scanner.source == NULL;
    struct glimpse sight;
    out->count = 0;
    if (!picture)
        scanner_look(&w->scanner);
    const long patience = picture                    ? LOOK_PICTURE_MS
                          : w->deck.faces.length > 0 ? LOOK_FACES_MS
                                                     : LOOK_MS;
    for (long until = milliseconds() + patience, now; (now = milliseconds()) < until;) {
        enum scanner_news news = scanner_next(&w->scanner, (int)(until - now), &sight);
        if (news == SCANNER_FACELESS)
            scanner_tell_faceless(&w->scanner, &r->setting);
        if (news == (picture ? SCANNER_SIGHT : SCANNER_SEES) && out->count < SIGHTS_MOST)
            out->sight[out->count++] = sight;
        else if (meanwhile != NULL && w->on)
            meanwhile(w, r, news, &sight);
        if (news == SCANNER_SEEN || news == SCANNER_END)
            return true;
        if (news == SCANNER_LOST) {
            complain_of_loss(w);
            return false;
        }
    }
    return complain(w->context, N_("the camera shows nothing in time"), "");
}
