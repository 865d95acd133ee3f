/*
 * From what each frame of a stream shows to what happens on the table. Every code seen has a track:
 *
 *     seen ─▶ at rest ─▶ announced ─┬─ moves, is covered: nothing
 *       │        │                  ├─ its place is seen bare: gone (soon: back), forgotten
 *       │        │                  └─ not seen for HIDDEN: hidden; told anew when it is seen
 *       │        └─ in two places, or another card at its place: doubtful, held back
 *       └─ not seen again soon: forgotten, nothing was said
 *
 * At rest is what stays in its place while nothing moves right beside it: a card that a hand still
 * holds is none. Times are the caller's, in milliseconds, so that any frame rate does. A frame that
 * was late or did not come says nothing about what is not seen in it.
 */
#include "scanner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    TRACKS = 2 * FOUND_MOST,
    REST = 160, /* at rest for so long, seen in three frames: it lies */
    /* at rest for so long, seen in two frames (a slow camera): it lies, too */
    REST_FEW = 300,
    /* no longer than this a hand beside it counts: it may be the next one's */
    STIRRED_MOST = 900,
    /* so long a card waits for one that lay before it and is not ready yet */
    ORDER_WAIT = 200,
    /* so much later it still came together with another: a frame or two may have missed it */
    TIE = 100,
    BLINK = 400,      /* not seen for so long: was never there, if not announced */
    DOUBT = 500,      /* seen within so long: counts against another */
    DOUBT_TOLD = 300, /* doubtful for so long: told */
    BARE = 200,       /* its place is seen bare for so long, in two frames: gone */
    SHOWN = 1000,     /* gone so soon after it was told: back */
    HIDDEN = 3000,    /* not seen for so long, though its place is not bare */
    FORGOTTEN = 60 * 1000,
    STEP_MOST = 250, /* a pause between frames counts as no more than this */
};

static const float JITTER = 0.1f; /* of a code's side: still the same place */
static const float SAME_PLACE = 0.5f;

struct track {
    struct found found;   /* as it was seen last */
    struct point rest;    /* where it came to rest */
    long since;           /* when it came to rest */
    long seen;            /* when it was seen last */
    long doubtful;        /* since when it would lie but for a doubt; 0: it is not so */
    int sightings;        /* at rest */
    int unseen;           /* milliseconds */
    int bare, bares;      /* milliseconds, and frames, that its place is seen bare */
    long came;            /* when it was seen first, */
    long when;            /* when it was announced */
    bool announced, told; /* told: that it is doubtful */
    bool asked;           /* it was announced as one that its face does not tell surely */
    bool hidden;          /* that it is not seen was told */
    bool missed;          /* … last of all; if it is seen for a moment it need not lie there; */
    bool left;            /* … and if that is elsewhere, it is not where it was */
    bool now;             /* seen in the frame at hand */
};

struct follow {
    struct track track[TRACKS];
    int count;
    long last; /* the frame before */
    place_look *look;
    void *with;
};

const char *const event_words[EVENT_KINDS] = {[EVENT_CARD] = "card",
    [EVENT_UNKNOWN] = "unknown",
    [EVENT_GONE] = "gone",
    [EVENT_BACK] = "back",
    [EVENT_HIDDEN] = "hidden",
    [EVENT_DOUBT] = "doubt"};

struct follow *follow_new(place_look *look, void *with)
{
    struct follow *f = calloc(1, sizeof *f);
    if (f != NULL) {
        f->look = look;
        f->with = with;
    }
    return f;
}

void follow_free(struct follow *f) { free(f); }

/* ---- places ------------------------------------------------------------------------------ */

static struct point centre(const struct found *found)
{
    struct point sum = {0, 0};
    for (int i = 0; i < 4; i++) {
        sum.x += found->corner[i].x / 4;
        sum.y += found->corner[i].y / 4;
    }
    return sum;
}

static float distance(struct point a, struct point b) { return hypotf(a.x - b.x, a.y - b.y); }

static float side(const struct found *found)
{
    return (distance(found->corner[0], found->corner[1])
               + distance(found->corner[1], found->corner[2])
               + distance(found->corner[2], found->corner[3])
               + distance(found->corner[3], found->corner[0]))
           / 4;
}

/* How large the place is that a card's code, or the middle of its face, has for itself. */
static float place_of(const struct found *found)
{
    static const float OF_FACE = 0.2f;
    const bool face = found->by == FOUND_BY_FACE || found->by == FOUND_BY_GUESS;
    return SAME_PLACE * side(found) * (face ? OF_FACE : 1);
}

static bool same_card(const struct found *a, const struct found *b)
{
    return strcmp(a->payload, b->payload) == 0;
}

static int by_height(const void *left, const void *right)
{
    const struct event *a = left, *b = right;
    float ay = centre(&a->found).y, by = centre(&b->found).y;
    return (ay > by) - (ay < by);
}

static int by_column(const void *left, const void *right)
{
    const struct event *a = left, *b = right;
    float ax = centre(&a->found).x, bx = centre(&b->found).x;
    return (ax > bx) - (ax < bx);
}

/*
 * Rows from the top, each from the left. Cards laid by hand stand in a row if about so high; the
 * rows of a sheet of stickers are less than one and a half codes apart, with nothing between them.
 */
void event_order(struct event *list, int count)
{
    qsort(list, (size_t)count, sizeof *list, by_height);
    for (int from = 0, to; from < count; from = to) {
        float top = centre(&list[from].found).y, tall = side(&list[from].found);
        for (to = from + 1; to < count; to++) {
            float y = centre(&list[to].found).y, above = centre(&list[to - 1].found).y;
            if (y > top + 1.5f * tall || y > above + 1.1f * tall)
                break;
        }
        qsort(list + from, (size_t)(to - from), sizeof *list, by_column);
    }
}

/* ---- tracks ------------------------------------------------------------------------------ */

/* The nearest track of this card that has not been seen in this frame. */
static struct track *track_of(struct follow *f, const struct found *found)
{
    struct track *best = NULL;
    float least = 0;
    for (int i = 0; i < f->count; i++) {
        struct track *t = &f->track[i];
        float far = distance(centre(&t->found), centre(found));
        if (t->now || !same_card(&t->found, found) || (best != NULL && far >= least))
            continue;
        best = t;
        least = far;
    }
    return best;
}

static void rest_here(struct track *t, long now)
{
    t->rest = centre(&t->found);
    t->since = now;
    t->sightings = 0;
    t->doubtful = 0;
}

static struct place_state look_at(const struct follow *f, const struct track *t)
{
    return f->look != NULL ? f->look(f->with, &t->found) : (struct place_state){.bare = false};
}

static void see(struct follow *f, const struct found *found, long now)
{
    struct track *t = track_of(f, found);
    if (t == NULL) {
        if (f->count == TRACKS)
            return;
        t = &f->track[f->count++];
        *t = (struct track){.found = *found, .came = now};
        rest_here(t, now);
    }
    if (t->hidden) {
        t->left = distance(t->rest, centre(found)) > SAME_PLACE * side(found);
        t->hidden = t->announced = false;
        t->came = now;
        rest_here(t, now);
    }
    if (t->asked && found->by != FOUND_BY_GUESS)
        t->announced = t->asked = false; /* what was asked for is known now */
    t->found = *found;
    bool held = !t->announced && now - t->came < STIRRED_MOST && look_at(f, t).stirred;
    if (held || distance(t->rest, centre(found)) > JITTER * side(found))
        rest_here(t, now);
    t->sightings++;
    t->seen = now;
    t->unseen = t->bare = t->bares = 0;
    t->now = true;
}

static void add(struct event *out, int most, int *count, enum event_kind kind,
    const struct found *found, const char *reason)
{
    if (*count < most)
        out[(*count)++] = (struct event){kind, reason, *found, false};
}

/*
 * Counts this frame for or against it: has it been taken away? A frame that is blind says nothing.
 */
static bool note_away(const struct follow *f, struct track *t, int step)
{
    if (!t->now && step > 0 && look_at(f, t).bare) {
        t->bare += step;
        t->bares++;
    } else if (step > 0) {
        t->bare = t->bares = 0;
    }
    return t->bare >= BARE && t->bares >= 2;
}

/* What was not seen for long enough goes. */
static void age(struct follow *f, int step, struct event *out, int most, int *count)
{
    int kept = 0;
    for (int i = 0; i < f->count; i++) {
        struct track *t = &f->track[i];
        bool away = note_away(f, t, step);
        t->unseen += t->now ? 0 : step;
        const bool shown = !t->hidden && t->seen - t->when < SHOWN;
        if (t->announced && away)
            add(out, most, count, shown ? EVENT_BACK : EVENT_GONE, &t->found, NULL);
        bool dropped = away || t->unseen > (t->announced ? FORGOTTEN : BLINK);
        if (dropped && !t->announced && t->missed) {
            if (away || t->left)
                add(out, most, count, EVENT_GONE, &t->found, NULL);
            else /* it is where it was, and covered again */
                t->announced = t->hidden = true;
            dropped = away || t->left;
        }
        if (dropped)
            continue;
        if (t->announced && !t->hidden && t->unseen > HIDDEN) {
            t->hidden = t->missed = true;
            add(out, most, count, EVENT_HIDDEN, &t->found, NULL);
        }
        if (kept != i)
            f->track[kept] = *t;
        kept++;
    }
    f->count = kept;
}

static bool lies(const struct track *t)
{
    long rested = t->seen - t->since;
    return (t->sightings >= 3 && rested >= REST) || (t->sightings >= 2 && rested >= REST_FEW);
}

/*
 * What speaks against a track: the same card elsewhere at the same time, or another card at its
 * place, seen since it came to rest and not just for a frame. NULL: nothing.
 */
static const char *against(const struct follow *f, const struct track *t, long now)
{
    for (int i = 0; i < f->count; i++) {
        const struct track *o = &f->track[i];
        if (o == t || o->seen < t->since || now - o->seen > DOUBT
            || o->sightings * 3 <= t->sightings)
            continue;
        if (same_card(&o->found, &t->found))
            return DOUBT_TWICE;
        if (distance(centre(&o->found), centre(&t->found)) < place_of(&t->found))
            return DOUBT_EITHER;
    }
    return NULL;
}

/* Does a card that lay before this one, or came together with it, still need a frame? */
static bool must_wait(const struct follow *f, const struct track *t, long now)
{
    for (int i = 0; i < f->count; i++) {
        const struct track *o = &f->track[i];
        long later = o->since - t->since;
        if (o != t && !o->announced && !lies(o) && o->unseen < REST
            && (later < 0 ? now - t->since < ORDER_WAIT
                          : later <= TIE && now - t->since < ORDER_WAIT + TIE))
            return true;
    }
    return false;
}

/* The one that lay first of those that can be announced, or NULL. */
static struct track *next_ready(struct follow *f, long now)
{
    struct track *first = NULL;
    for (int i = 0; i < f->count; i++) {
        struct track *t = &f->track[i];
        if (t->announced || !t->now || !lies(t) || against(f, t, now) != NULL
            || must_wait(f, t, now))
            continue;
        if (first == NULL || t->since < first->since)
            first = t;
    }
    return first;
}

/*
 * A card that was told already, at another place where it is not any more, has moved: it goes on as
 * that one.
 */
static bool takes_over(struct follow *f, struct track *t)
{
    for (int i = 0; i < f->count; i++) {
        struct track *o = &f->track[i];
        if (o == t || !o->announced || o->hidden || !same_card(&o->found, &t->found))
            continue;
        t->announced = true;
        t->asked = o->asked;
        t->missed = t->left = false;
        t->when = o->when;
        *o = *t; /* it goes on in the old one's turn; the new one is nothing any more */
        t->announced = t->now = false;
        t->sightings = 0;
        t->unseen = BLINK;
        return true;
    }
    return false;
}

static enum event_kind kind_of(const struct found *found)
{
    return found->label < 0 ? EVENT_UNKNOWN : EVENT_CARD;
}

static void tell_doubts(struct follow *f, long now, struct event *out, int most, int *count)
{
    for (int i = 0; i < f->count; i++) {
        struct track *t = &f->track[i];
        const char *reason = t->announced || !lies(t) ? NULL : against(f, t, now);
        if (reason == NULL) {
            t->doubtful = 0;
        } else if (t->doubtful == 0) {
            t->doubtful = now;
        } else if (!t->told && now - t->doubtful >= DOUBT_TOLD) {
            t->told = true;
            add(out, most, count, EVENT_DOUBT, &t->found, reason);
        }
    }
}

int follow_frame(struct follow *f, const struct found *found, int count, bool blind, long now,
    struct event *out, int most)
{
    int told = 0;
    long step = f->last == 0 || blind ? 0 : now - f->last;
    f->last = now;
    for (int i = 0; i < f->count; i++)
        f->track[i].now = false;
    for (int i = 0; i < count; i++)
        see(f, &found[i], now);
    age(f, (int)(step > STEP_MOST ? STEP_MOST : step), out, most, &told);
    const struct track *before = NULL;
    /* of those that came to rest in the same frame the reader's order holds: tracks are in it */
    for (struct track *t; told < most && (t = next_ready(f, now)) != NULL;) {
        if (takes_over(f, t))
            continue;
        t->announced = true;
        t->asked = t->found.by == FOUND_BY_GUESS;
        t->missed = t->left = false;
        t->when = now;
        add(out, most, &told, kind_of(&t->found), &t->found, NULL);
        if (before != NULL && t->since - before->since <= TIE)
            out[told - 2].tie = true;
        before = t;
    }
    tell_doubts(f, now, out, most, &told);
    return told;
}

/* ---- what lies there now ----------------------------------------------------------------- */

int follow_look(const struct follow *f, struct event *out, int most)
{
    int count = 0;
    for (int i = 0; i < f->count; i++) {
        const struct track *t = &f->track[i];
        const char *reason = against(f, t, f->last);
        if (t->announced && t->unseen > DOUBT && t->unseen <= HIDDEN)
            add(out, most, &count, EVENT_HIDDEN, &t->found, NULL);
        if (t->unseen > DOUBT || (!t->announced && !lies(t)))
            continue;
        add(out, most, &count, reason != NULL ? EVENT_DOUBT : kind_of(&t->found), &t->found,
            reason);
    }
    event_order(out, count);
    return count;
}

int follow_places(const struct follow *f, struct found *out, int most, int *seen)
{
    int count = 0;
    for (int hidden = 0; hidden < 2; hidden++) {
        for (int i = 0; i < f->count && count < most; i++) {
            const struct track *t = &f->track[i];
            if (t->hidden == (hidden == 1) && (t->announced || t->now))
                out[count++] = t->found;
        }
        *seen = hidden == 0 ? count : *seen;
    }
    return count;
}

bool follow_settled(const struct follow *f)
{
    for (int i = 0; i < f->count; i++) {
        const struct track *t = &f->track[i];
        if (!t->announced && t->unseen < REST && !(lies(t) && against(f, t, f->last) != NULL))
            return false;
    }
    return true;
}
