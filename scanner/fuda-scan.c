/*
 * fuda-scan — reads stickers for `fuda`, in a process of its own, so that a damaged picture, a
 * camera's cable or a library's fault costs a message and never the record. It decides nothing: it
 * is told which codes there are, and says which of them lie where. It writes no file, has no
 * privilege, and ends when its standard input does.
 *
 * Requests on standard input, a line each, words apart by one space:
 *
 *     hello 1                     the protocol's version, first
 *     language ja                 or en: of the words after `lost`
 *     card F/HT/R13 r13           a card of the deck in play, and how a record writes it; any
 *                                 number
 *     user NAME:PASSWORD          for a camera on the network; never on a command line
 *     picture                     read the picture that is open as descriptor 3, and end
 *     camera SOURCE               watch /dev/video0 or http://… until standard input ends
 *     aim                         (watching) how well the codes can be seen is told from now on
 *     see                         (watching) what lies there now, once it has come to rest
 *
 * Answers on standard output; X Y are pixels, four times: the code's corners, clockwise from where
 * its first module lies:
 *
 *     hello 1 0.1                 the protocol's version and the program's
 *     card F/HT/R13 X Y X Y X Y X Y r13       a card: in the picture; or it has come to lie still
 *     tie                         the next card came to lie together with the one after it
 *     unknown F/NF/H3 X Y X Y X Y X Y         the same of one of ours that is not of this deck
 *     gone F/HT/R13 X Y X Y X Y X Y r13       what was told is not there any more: its place is
 *                                             seen bare;
 *     back F/HT/R13 X Y X Y X Y X Y r13       … within a second: it was shown and taken back, or
 *                                             swept with others
 *     hidden F/HT/R13 X Y X Y X Y X Y r13     … not seen for three seconds, nor is its place bare
 *     doubt twice F/HT/R13 X Y X Y X Y X Y r13    held back: it lies in two places; `either`:
 *                                                 another card is read at the same place
 *     see card F/HT/R13 …         the answer to `see`: lines as above, in reading order, after
 *                                 `see`;
 *     seen 4                      … and how many they were
 *     unread slanted 3            codes that are there but cannot be read, and why: slanted, small,
 *                                 dark, glare, blurred, covered; before `frame`
 *     frame 17 12 4               the 17th frame took 12 ms and shows 4 codes; not told of every
 *                                 frame
 *     aim F/HT/R9 2.8 23 190 40 0.3 0     of a code that is read: pixels a module, degrees of tilt,
 *                                         light of white and of black, blur in modules, 1 if it
 *                                         is mirrored; after all of them
 *     view 1280 720 118 4         the frame's size, its mean light, and how many codes
 *     late 17                     it was not read to its end: there was no time
 *     wait                        no frame has come for a second
 *     lost WORDS                  the source cannot be read (any more), and why; the last line
 */
#define _GNU_SOURCE /* AT_EMPTY_PATH */
#include "scanner.h"
#include "cli/confine/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <libintl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__ /* every step takes a few times as long */
enum { SLOWER = 4 };
#else
enum { SLOWER = 1 };
#endif

enum {
    PROTOCOL = 1,
    PICTURE = 3, /* the descriptor */
    REQUEST_MOST = 4096,
    PICTURE_BYTES = 64 * 1024 * 1024,
    /* deadlines of reading: a picture, and for each million of its pixels; */
    PICTURE_MS = 80,
    PICTURE_MORE_MS = 35,
    /* … a frame, more on a machine that is slower than that */
    FRAME_MS = 150,
    FRAME_MOST_MS = 1200,
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
    CPU_SECONDS = 20,     /* for one picture or between two frames */
    MEMORY = 2047 * 1024 * 1024,
};

struct scan {
    struct deck deck;
    struct why why;
    char user[REQUEST_MOST], source[REQUEST_MOST];
    bool picture, camera; /* what was asked for */
    bool greeted, over;   /* over: standard input has ended */
    char line[REQUEST_MOST];
    size_t length;
    struct card_reader *reader;
    struct follow *follow;
    struct ground *ground;
    unsigned long frames;
    long begun, told, good; /* when a frame was taken, told of, and good, last */
    int deadline;           /* of a frame */
    int still;              /* frames in a row in which nothing moves */
    bool aim;               /* how well codes are seen is told */
    int see;                /* frames since `see` was asked; 0: it was not */
};

/* ---- answers ----------------------------------------------------------------------------- */

static void put_place(const struct scan *s, const struct found *found)
{
    printf("%s", found->payload);
    for (int i = 0; i < 4; i++)
        printf(" %.1f %.1f", (double)found->corner[i].x, (double)found->corner[i].y);
    if (found->label >= 0)
        printf(" %s", s->deck.label[found->label].sticker.token);
    putchar('\n');
}

static void put_event(const struct scan *s, const struct event *e)
{
    printf("%s%s ", e->tie ? "tie\n" : "", event_words[e->kind]);
    if (e->kind == EVENT_DOUBT)
        printf("%s ", e->reason);
    put_place(s, &e->found);
}

static void put_missed(const struct scan *s)
{
    int missed[MISSED_KINDS];
    reader_missed(s->reader, missed);
    for (int i = 0; i < MISSED_KINDS; i++)
        if (missed[i] > 0)
            printf("unread %s %d\n", missed_words[i], missed[i]);
}

static int lost(const struct why *why)
{
    printf("lost %.*s\n", (int)strcspn(why->text, "\n"), why->text);
    fflush(stdout);
    return 1;
}

static int out_of_memory(void)
{
    struct why why;
    why_say(&why, N_("out of memory"));
    return lost(&why);
}

/* ---- requests ---------------------------------------------------------------------------- */

/* The rest of a request that begins with `word` and a space, or NULL. */
static const char *behind(const char *line, const char *word)
{
    size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && line[length] == ' ' ? line + length + 1 : NULL;
}

static bool add_card(struct scan *s, const char *rest)
{
    char payload[PAYLOAD_MOST + 1];
    size_t length = strcspn(rest, " ");
    if (length > PAYLOAD_MOST || rest[length] != ' ')
        return why_say(&s->why, N_("this is not a card's code"));
    memcpy(payload, rest, length);
    payload[length] = '\0';
    return deck_add(&s->deck, payload, rest + length + 1, &s->why);
}

/* False: `why` tells what is wrong with it. */
static bool request(struct scan *s, const char *line)
{
    const char *rest;
    if ((rest = behind(line, "hello")) != NULL && strtol(rest, NULL, 10) == PROTOCOL) {
        s->greeted = true;
    } else if (!s->greeted) {
        return why_say(&s->why, N_("another version of fuda asks; this is %s"), FUDA_VERSION);
    } else if ((rest = behind(line, "language")) != NULL) {
        words_begin(rest);
    } else if ((rest = behind(line, "card")) != NULL) {
        return add_card(s, rest);
    } else if ((rest = behind(line, "user")) != NULL) {
        snprintf(s->user, sizeof s->user, "%s", rest);
    } else if ((rest = behind(line, "camera")) != NULL && !s->picture) {
        snprintf(s->source, sizeof s->source, "%s", rest);
        s->camera = true;
    } else if (strcmp(line, "picture") == 0 && !s->camera) {
        s->picture = true;
    } else if (strcmp(line, "aim") == 0) {
        s->aim = true;
    } else if (strcmp(line, "see") == 0) {
        s->see = 1;
    } else {
        return why_say(&s->why, N_("a request cannot be understood"));
    }
    return true;
}

/* What has come, line by line, until the source is known; later lines stay for later. */
static bool take_lines(struct scan *s, bool watching)
{
    char *end;
    while ((watching || !(s->picture || s->camera))
           && (end = memchr(s->line, '\n', s->length)) != NULL) {
        size_t length = (size_t)(end - s->line);
        char line[REQUEST_MOST];
        memcpy(line, s->line, length);
        line[length] = '\0';
        s->length -= length + 1;
        memmove(s->line, end + 1, s->length);
        if (!request(s, line))
            return false;
    }
    return s->length < sizeof s->line || why_say(&s->why, N_("a request cannot be understood"));
}

static void read_requests(struct scan *s)
{
    ssize_t got = read(STDIN_FILENO, s->line + s->length, sizeof s->line - s->length);
    if (got > 0)
        s->length += (size_t)got;
    else if (got == 0 || errno != EINTR)
        s->over = true;
}

/* Everything up to the source. */
static bool begin(struct scan *s)
{
    while (!s->picture && !s->camera && !s->over) {
        read_requests(s);
        if (!take_lines(s, false))
            return false;
    }
    return true;
}

/* ---- limits ------------------------------------------------------------------------------ */

/* A frame that eats more time than this is the kernel's to end. */
static void limit_time(void)
{
    struct timespec used;
    struct rlimit value;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) != 0 || getrlimit(RLIMIT_CPU, &value) != 0)
        return;
    value.rlim_cur = (rlim_t)used.tv_sec + CPU_SECONDS;
    if (value.rlim_max == RLIM_INFINITY || value.rlim_cur < value.rlim_max)
        setrlimit(RLIMIT_CPU, &value);
}

/*
 * Before anything is read that others made. A sanitizer's shadow memory is no memory of ours, and
 * its search for leaks looks into us from a thread.
 */
static void restrict_all(void)
{
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    confine_limit(RLIMIT_CORE, 0);
    confine_limit(RLIMIT_FSIZE, 0);
#ifndef __SANITIZE_ADDRESS__
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); /* a password may lie in our memory */
    confine_limit(RLIMIT_AS, MEMORY);
#endif
    limit_time();
}

/*
 * Where nothing is to be opened any more, nor any process or thread to be begun: the picture is
 * there, or the device.
 */
static void restrict_opened(void)
{
#ifndef __SANITIZE_ADDRESS__
    static const struct confine_call calls[] = {
        {.number = __NR_ioctl},                                 /* the device's frames */
        {.number = __NR_prlimit64, .argument = 0, .mask = ~0u}, /* its own limits */
        {.number = __NR_newfstatat, .argument = 3, .mask = AT_EMPTY_PATH, .want = AT_EMPTY_PATH},
        {.number = -1},
    };
    const struct confinement nothing = {.calls = calls};
    confine_limit(RLIMIT_NOFILE, 4); /* poll() asks for no more than two */
    confine_limit(RLIMIT_NPROC, 0);
    confine(&nothing);
#endif
}

/* ---- a picture --------------------------------------------------------------------------- */

static int read_picture(struct scan *s)
{
    struct bytes bytes = {.at = NULL};
    struct grey grey;
    static struct found found[FOUND_MOST];
    static struct event event[FOUND_MOST];
    bool late = false;
    restrict_opened();
    long begun = milliseconds();
    int wrong = bytes_read(&bytes, PICTURE, PICTURE_BYTES);
    if (wrong == EFBIG)
        why_say(&s->why, N_("the file is too large"));
    else if (wrong != 0)
        why_say(&s->why, "%s", wrong == ENOMEM ? gettext("out of memory") : strerror(wrong));
    bool good = wrong == 0 && image_read(bytes.at, bytes.length, &grey, &s->why);
    bytes_clear(&bytes);
    if (!good)
        return lost(&s->why);
    int deadline =
        SLOWER * (PICTURE_MS + (int)((long)grey.width * grey.height * PICTURE_MORE_MS / 1000000));
    int count = reader_read(s->reader, &grey, deadline, found, FOUND_MOST, &late);
    if (reader_starved(s->reader))
        why_say(&s->why, "%s", gettext("out of memory"));
    for (int i = 0; i < count; i++)
        event[i] = (struct event){found[i].label < 0 ? EVENT_UNKNOWN : EVENT_CARD, NULL, found[i],
            false};
    event_order(event, count);
    for (int i = 0; i < count; i++)
        put_event(s, &event[i]);
    if (late)
        puts("late 1");
    put_missed(s);
    grey_clear(&grey);
    if (s->why.text[0] != '\0')
        return lost(&s->why);
    printf("frame 1 %ld %d\n", milliseconds() - begun, count);
    return 0;
}

/* ---- a camera ---------------------------------------------------------------------------- */

static void tell_sight(struct scan *s)
{
    static struct event event[FOUND_MOST];
    int count = follow_look(s->follow, event, FOUND_MOST);
    for (int i = 0; i < count; i++) {
        fputs("see ", stdout);
        put_event(s, &event[i]);
    }
    printf("seen %d\n", count);
    s->see = 0;
}

static void tell_aim(const struct scan *s, const struct grey *grey, const struct found *found,
    int count)
{
    for (int i = 0; i < count && s->aim; i++) {
        struct aim a;
        aim_measure(grey, &found[i], &a);
        printf("aim %s %.2f %.0f %d %d %.2f %d\n", found[i].payload, (double)a.module,
            (double)a.tilt, a.white, a.black, (double)a.blur, a.mirrored);
    }
    if (s->aim)
        printf("view %d %d %d %d\n", grey->width, grey->height, aim_light(grey), count);
}

static void read_frame(struct scan *s, const struct grey *grey)
{
    static struct found found[FOUND_MOST];
    static struct event event[2 * FOUND_MOST];
    static struct found lying[LYING_MOST];
    bool late = false;
    long begun = milliseconds();
    limit_time();
    int count = reader_follow(s->reader, grey, s->deadline, found, FOUND_MOST, &late);
    if (reader_starved(s->reader)) { /* not seen */
        s->begun = begun;
        return;
    }
    bool clear = ground_frame(s->ground, grey, begun);
    int events = follow_frame(s->follow, found, count, late || !clear, begun, event,
        2 * FOUND_MOST);
    int seen, places = follow_places(s->follow, lying, LYING_MOST, &seen);
    ground_learn(s->ground, lying, places, seen);
    s->good = milliseconds();
    s->begun = begun;
    s->frames++;
    if (late && s->deadline < FRAME_MOST_MS)
        s->deadline *= 2;
    else if (!late && s->deadline > FRAME_MS)
        s->deadline /= 2;
    for (int i = 0; i < events; i++)
        put_event(s, &event[i]);
    if (late)
        printf("late %lu\n", s->frames);
    if (s->good - s->told >= TELL_MS || s->told == 0) {
        put_missed(s);
        printf("frame %lu %ld %d\n", s->frames, s->good - begun, count);
        tell_aim(s, grey, found, count);
        s->told = s->good;
    }
    s->still = follow_settled(s->follow) && ground_still(s->ground) ? s->still + 1 : 0;
    if (s->see > 0
        && (++s->see > SEE_FRAMES_MOST || (s->see > SEE_FRAMES && s->still >= SEE_FRAMES)))
        tell_sight(s);
    fflush(stdout);
}

/* Requests that have come until the next frame is due; false when there is no more to do. */
static bool attend(struct scan *s)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    bool rests = follow_settled(s->follow) && ground_still(s->ground);
    long pause = s->begun + (rests ? PACE_MS : PACE_SOON_MS) - milliseconds();
    if (poll(&in, 1, pause > 0 ? (int)pause : 0) > 0)
        read_requests(s);
    return !s->over && !ferror(stdout) && take_lines(s, true);
}

static int watch(struct scan *s, struct camera *camera)
{
    struct grey grey;
    enum frame_result result;
    s->good = milliseconds();
    s->deadline = FRAME_MS;
    for (bool bad = false; attend(s);) {
        result = camera_frame(camera, WAIT_MS, STDIN_FILENO, &grey, &s->why);
        if (result == FRAME_END)
            return lost(&s->why);
        if (result == FRAME_NEW) {
            s->why.text[0] = '\0';
            read_frame(s, &grey);
        }
        bad = result == FRAME_BAD || (bad && result == FRAME_NONE);
        long now = milliseconds();
        if (now - s->good < WAIT_MS || now - s->told < WAIT_MS)
            continue;
        if (now - s->good > STALLED_MS) {
            if (!bad)
                why_say(&s->why, N_("no picture comes from the camera"));
            return lost(&s->why);
        }
        puts("wait");
        fflush(stdout);
        s->told = now;
    }
    return s->why.text[0] != '\0' ? lost(&s->why) : 0;
}

/*
 * Who has the connection to a camera on the network decodes nothing, and keeps that connection
 * alone.
 */
static void restrict_apart(void)
{
    struct rlimit value;
    if (getrlimit(RLIMIT_CPU, &value) == 0) { /* it goes on for an evening */
        value.rlim_cur = value.rlim_max;
        setrlimit(RLIMIT_CPU, &value);
    }
    confine_limit(RLIMIT_NOFILE, 32);
#ifndef __SANITIZE_ADDRESS__
    confine_to_network(NULL);
#endif
}

static int watch_camera(struct scan *s)
{
    struct camera *camera = camera_open(s->source, s->user[0] != '\0' ? s->user : NULL,
        restrict_apart, &s->why);
    explicit_bzero(s->user, sizeof s->user);
    explicit_bzero(s->source, sizeof s->source);
    if (camera == NULL)
        return lost(&s->why);
    restrict_opened();
    s->ground = ground_new();
    s->follow = follow_new(ground_look, s->ground);
    int status = s->follow != NULL && s->ground != NULL ? watch(s, camera) : out_of_memory();
    follow_free(s->follow);
    ground_free(s->ground);
    camera_close(camera);
    return status;
}

/* ---- the program ------------------------------------------------------------------------- */

static int run(struct scan *s)
{
    printf("hello %d %s\n", PROTOCOL, FUDA_VERSION);
    fflush(stdout);
    if (!begin(s))
        return lost(&s->why);
    if (s->over)
        return 0;
    gettext("out of memory"); /* the catalogue is read while files can be opened */
    restrict_all();
    s->reader = reader_new(&s->deck);
    if (s->reader == NULL)
        return out_of_memory();
    int status = s->picture ? read_picture(s) : watch_camera(s);
    reader_free(s->reader);
    return status;
}

int main(int argc, char **argv)
{
    words_begin(NULL);
    if (argc > 1 && strcmp(argv[1], "--version") == 0) {
        puts("fuda-scan " FUDA_VERSION);
        return 0;
    }
    if (argc > 1) {
        puts(gettext("fuda-scan is started by `fuda scan` and `fuda table`, and asked on its "
                     "standard input.\n"
                     "Manual: man fuda-scan."));
        return strcmp(argv[1], "--help") == 0 ? 0 : 2;
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    struct scan *s = calloc(1, sizeof *s);
    if (s == NULL)
        return 1;
    int status = run(s);
    fflush(stdout);
    deck_clear(&s->deck);
    free(s);
    return status;
}
