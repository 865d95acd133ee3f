/* A camera, frame by frame: what comes to lie there, by its code or by its face; see scan.h. */
#define _GNU_SOURCE /* explicit_bzero */
#include "scan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    /* deadlines of a frame; more on a machine that is slower than that; of its faces, with it */
    FRAME_MS = 150,
    FRAME_MOST_MS = 1200,
    FACES_FRAME_MS = 125,
    WAIT_MS = 1000,
    /* frames are taken no faster: the rest would only be warmth, */
    PACE_MS = 45,
    /* … but while something moves, or a card comes to lie */
    PACE_SOON_MS = 15,
    STALLED_MS = 8000, /* no readable frame for so long: lost */
    TELL_MS = 250,     /* a `frame` line at least so often */
    LYING_MOST = 2 * FOUND_MOST,
    SEE_FRAMES = 4,
    SEE_FRAMES_MOST = 60, /* how long `see` waits for rest */
};

struct scan_watching {
    struct scan *s;
    struct camera *camera;
    struct follow *follow;
    struct ground *ground;
    struct face_follow *face; /* NULL: no faces are kept */
    float needed;             /* pixels a millimetre of these faces; 0: not reckoned yet */
    unsigned long frames;
    long begun, told, good; /* when a frame was taken, told of, and good, last */
    int deadline;           /* of a frame */
    int still;              /* frames in a row in which nothing moves */
};

/* ---- what is told ------------------------------------------------------------------------ */

static void tell_sight(const struct scan_watching *w)
{
    static struct event event[FOUND_MOST];
    int count = follow_look(w->follow, event, FOUND_MOST);
    for (int i = 0; i < count; i++) {
        fputs("see ", stdout);
        scan_put_event(w->s, &event[i]);
    }
    printf("seen %d\n", count);
    w->s->see = 0;
}

static void tell_aim(struct scan_watching *w, const struct grey *grey, const struct found *found,
    int count)
{
    for (int i = 0; i < count; i++) {
        struct aim a;
        aim_measure(grey, &found[i], &a);
        printf("aim %s %.2f %.0f %d %d %.2f %d\n", found[i].payload, (double)a.module,
            (double)a.tilt, a.white, a.black, (double)a.blur, a.mirrored);
    }
    if (w->face != NULL) {
        float near;
        int read, cards = face_follow_near(w->face, &read, &near);
        if (w->needed <= 0)
            w->needed = faces_need(&w->s->faces);
        printf("faces %d %d %.2f %.1f\n", read, cards, (double)near, (double)w->needed);
    }
    printf("view %d %d %d %d\n", grey->width, grey->height, aim_light(grey), count);
}

/* ---- a frame ----------------------------------------------------------------------------- */

/* Puts the cards that are read by their faces behind the codes; how many there are in all. */
static int read_faces(struct scan_watching *w, const struct grey *grey, struct found *found,
    int count, long spent)
{
    struct colour colour;
    if (w->face == NULL)
        return count;
    if (face_follow_frame(w->face, grey, found, count, w->begun)
        && camera_colour(w->camera, &colour)) {
        face_follow_look(w->face, &colour, SLOWER * (int)(FACES_FRAME_MS - spent));
        colour_clear(&colour);
    }
    return count + face_follow_found(w->face, found, count, found + count, FOUND_MOST - count);
}

/* How bare table looks is learnt where nothing lies, known or not yet. */
static void learn_ground(const struct scan_watching *w)
{
    static struct found lying[LYING_MOST];
    int seen, places = follow_places(w->follow, lying, LYING_MOST, &seen);
    if (w->face != NULL)
        places += face_follow_places(w->face, lying + places, LYING_MOST - places);
    ground_learn(w->ground, lying, places, seen);
}

static void pace(struct scan_watching *w, bool late)
{
    w->good = milliseconds();
    w->frames++;
    if (late && w->deadline < FRAME_MOST_MS)
        w->deadline *= 2;
    else if (!late && w->deadline > FRAME_MS)
        w->deadline /= 2;
}

/* `see` waits for rest, and until every card that was found is told apart. */
static void answer_see(struct scan_watching *w)
{
    const bool busy = w->face != NULL && face_follow_busy(w->face);
    struct scan *s = w->s;
    w->still = follow_settled(w->follow) && ground_still(w->ground) && !busy ? w->still + 1 : 0;
    if (s->see == 0 || busy)
        return;
    s->see++;
    if (s->see > SEE_FRAMES_MOST || (s->see > SEE_FRAMES && w->still >= SEE_FRAMES))
        tell_sight(w);
}

static void read_frame(struct scan_watching *w, const struct grey *grey)
{
    static struct found found[FOUND_MOST];
    static struct event event[2 * FOUND_MOST];
    bool late = false;
    w->begun = milliseconds();
    scan_limit_time();
    int codes = reader_follow(w->s->reader, grey, w->deadline, found, FOUND_MOST, &late);
    if (reader_starved(w->s->reader)) /* not seen */
        return;
    int count = read_faces(w, grey, found, codes, milliseconds() - w->begun);
    bool clear = ground_frame(w->ground, grey, w->begun);
    int events = follow_frame(w->follow, found, count, late || !clear, w->begun, event,
        2 * FOUND_MOST);
    learn_ground(w);
    pace(w, late);
    for (int i = 0; i < events; i++)
        scan_put_event(w->s, &event[i]);
    if (late)
        printf("late %lu\n", w->frames);
    if (w->good - w->told >= TELL_MS || w->told == 0) {
        scan_put_missed(w->s);
        printf("frame %lu %ld %d\n", w->frames, w->good - w->begun, codes);
        if (w->s->aim)
            tell_aim(w, grey, found, codes);
        w->told = w->good;
    }
    answer_see(w);
    fflush(stdout);
}

/* ---- all of them ------------------------------------------------------------------------- */

/* Requests that have come until the next frame is due; false when there is no more to do. */
static bool attend(struct scan_watching *w)
{
    bool rests = follow_settled(w->follow) && ground_still(w->ground);
    long pause = w->begun + (rests ? PACE_MS : PACE_SOON_MS) - milliseconds();
    return scan_attend(w->s, pause > 0 ? (int)pause : 0);
}

static int watch(struct scan_watching *w)
{
    struct grey grey;
    struct why *why = &w->s->why;
    w->good = milliseconds();
    w->deadline = FRAME_MS;
    for (bool bad = false; attend(w);) {
        enum frame_result result = camera_frame(w->camera, WAIT_MS, STDIN_FILENO, &grey, why);
        if (result == FRAME_END)
            return scan_lost(why);
        if (result == FRAME_NEW) {
            why->text[0] = '\0';
            read_frame(w, &grey);
        }
        bad = result == FRAME_BAD || (bad && result == FRAME_NONE);
        long now = milliseconds();
        if (now - w->good < WAIT_MS || now - w->told < WAIT_MS)
            continue;
        if (now - w->good > STALLED_MS) {
            if (!bad)
                why_say(why, N_("no picture comes from the camera"));
            return scan_lost(why);
        }
        puts("wait");
        fflush(stdout);
        w->told = now;
    }
    return why->text[0] != '\0' ? scan_lost(why) : 0;
}

int scan_watch(struct scan *s)
{
    struct scan_watching w = {.s = s};
    w.camera = camera_open(s->source, s->user[0] != '\0' ? s->user : NULL, scan_restrict_apart,
        &s->why);
    explicit_bzero(s->user, sizeof s->user);
    explicit_bzero(s->source, sizeof s->source);
    if (w.camera == NULL)
        return scan_lost(&s->why);
    scan_restrict_opened();
    scan_take_faces(s);
    w.ground = ground_new();
    w.follow = follow_new(ground_look, w.ground);
    w.face = s->faces.count > 0 ? face_follow_new(&s->faces, &s->deck) : NULL;
    bool good = w.follow != NULL && w.ground != NULL && (w.face != NULL || s->faces.count == 0);
    int status = good ? watch(&w) : scan_out_of_memory();
    face_follow_free(w.face);
    follow_free(w.follow);
    ground_free(w.ground);
    camera_close(w.camera);
    return status;
}
