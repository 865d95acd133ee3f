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
 *     needs F/HT/R13              a card that has a face, not a number or a name: where faces are
 *                                 kept of its game, they hold only where it is among them
 *     faces 81920                 the faces kept of a game's deck: so many bytes of a picture,
 *                                 which follow this line; before `picture`
 *     user NAME:PASSWORD          for a camera on the network; never on a command line
 *     picture                     read the picture that is open as descriptor 3, and end
 *     photograph 4096             so many bytes of a picture, which follow this line: its cards are
 *                                 to be put after the kept faces
 *     name 12 F/HT/R13            the kept face 12, from 0, is this card; `-`: it is none of ours
 *     alike                       pairs of faces too alike are told
 *     enrol                       all that is done, and end
 *     camera SOURCE               watch /dev/video0 or http://… until standard input ends
 *     aim                         (watching) how well the codes can be seen is told from now on
 *     see                         (watching) what lies there now, once it has come to rest
 *
 * Answers on standard output; X Y are pixels, four times: the code's corners, clockwise from where
 * its first module lies:
 *
 *     hello 1 0.1                 the protocol's version and the program's
 *     card F/HT/R13 X Y X Y X Y X Y r13       a card: in the picture; or it has come to lie still
 *     face F/HT/R13 X Y X Y X Y X Y r13       a card by its own face: the corners are the card's
 *     ask F/HT/R8 F/HT/R3 X Y X Y X Y X Y r3  a card that may be either, the second is likelier;
 *                                             twice the same: no other is near
 *     faceless F/HT/R13 5         the game's faces are not used: so many lack, this one first
 *     kept F/HT/R13 2             after `enrol`: a face of the deck, in order, and the row that it
 *                                 was laid out in; `-` for the code: nobody has said which it is
 *     alike F/HT/R8 F/HT/R3       these two are too alike to be told apart surely
 *     sheet 81920                 the faces to be kept: so many bytes follow this line, the last
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
#include "face.h"
#include "core/confine/confine.h"

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
    SHEETS_MOST = 16,
    SHEET_BYTES = 64 * 1024 * 1024,
    PICTURE = 3, /* the descriptor */
    REQUEST_MOST = 4096,
    PICTURE_BYTES = 64 * 1024 * 1024,
    /* deadlines of reading: a picture, and for each million of its pixels; */
    PICTURE_MS = 80,
    PICTURE_MORE_MS = 35,
    FACES_MS = 4000, /* … for faces in a picture, which nobody waits for at a table */
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

static const char BY_FACE[] = "face"; /* an event's reason */

struct scan {
    struct deck deck;
    struct why why;
    char user[REQUEST_MOST], source[REQUEST_MOST];
    bool picture, camera, enrol;                 /* what was asked for */
    bool photographed;                           /* a photograph came, if only an empty one */
    bool greeted, over;                          /* over: standard input has ended */
    struct bytes sheet[SHEETS_MOST], photograph; /* owned: as they came */
    int sheets;
    struct bytes *coming; /* what the next bytes belong to, so many of them */
    size_t awaited;
    struct faces faces;
    bool *needed; /* owned: a truth a card of the deck */
    struct face_called {
        int at;
        char payload[PAYLOAD_MOST + 1];
    } * called; /* owned */
    int calls;
    bool alike; /* pairs too alike are told */
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

/* So many bytes come next, and belong there. */
static bool await(struct scan *s, struct bytes *to, const char *count)
{
    char *end;
    long length = strtol(count, &end, 10);
    if (end == count || *end != '\0' || length < 0 || length > SHEET_BYTES || to->length > 0)
        return why_say(&s->why, N_("a request cannot be understood"));
    s->coming = to;
    s->awaited = (size_t)length;
    return true;
}

static bool add_sheet(struct scan *s, const char *count)
{
    return s->sheets < SHEETS_MOST ? await(s, &s->sheet[s->sheets++], count)
                                   : why_say(&s->why, N_("a request cannot be understood"));
}

static bool add_needed(struct scan *s, const char *payload)
{
    int label = deck_find(&s->deck, payload, strlen(payload));
    if (s->needed == NULL)
        s->needed = calloc(DECK_MOST, sizeof *s->needed);
    if (label < 0 || s->needed == NULL)
        return why_say(&s->why, N_("this is not a card's code"));
    return s->needed[label] = true;
}

/* "12 F/HT/R13" */
static bool add_name(struct scan *s, const char *rest)
{
    char *end;
    long at = strtol(rest, &end, 10);
    if (s->called == NULL)
        s->called = calloc(FACES_MOST, sizeof *s->called);
    if (s->called == NULL || s->calls == FACES_MOST || *end != ' ' || at < 0 || at >= FACES_MOST
        || strlen(end + 1) > PAYLOAD_MOST
        || (strcmp(end + 1, "-") != 0 && !payload_ours(end + 1, strlen(end + 1))))
        return why_say(&s->why, N_("this is not a card's code"));
    struct face_called *c = &s->called[s->calls++];
    c->at = (int)at;
    memcpy(c->payload, end + 1, strlen(end + 1));
    return true;
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
    } else if ((rest = behind(line, "needs")) != NULL) {
        return add_needed(s, rest);
    } else if ((rest = behind(line, "faces")) != NULL) {
        return add_sheet(s, rest);
    } else if ((rest = behind(line, "photograph")) != NULL) {
        s->photographed = true;
        return await(s, &s->photograph, rest);
    } else if ((rest = behind(line, "name")) != NULL) {
        return add_name(s, rest);
    } else if (strcmp(line, "alike") == 0) {
        s->alike = true;
    } else if (strcmp(line, "enrol") == 0 && !s->camera && !s->picture) {
        s->enrol = true;
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

static bool asked(const struct scan *s) { return s->picture || s->camera || s->enrol; }

/* Bytes of a picture, as far as they have come. */
static bool take_part(struct scan *s)
{
    size_t length = s->length < s->awaited ? s->length : s->awaited;
    if (!bytes_add(s->coming, s->line, length))
        return why_say(&s->why, N_("out of memory"));
    s->awaited -= length;
    s->length -= length;
    memmove(s->line, s->line + length, s->length);
    return true;
}

/* What has come, line by line, until the source is known; later lines stay for later. */
static bool take_lines(struct scan *s, bool watching)
{
    char *end;
    while (watching || !asked(s)) {
        if (!take_part(s))
            return false;
        if ((end = memchr(s->line, '\n', s->length)) == NULL)
            break;
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
    while (!asked(s) && !s->over) {
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

/* ---- faces ------------------------------------------------------------------------------- */

/* Has every card of the game that a kept face belongs to a face, by this name or a copy's? */
static bool has_face(const struct scan *s, const struct faces *f, int label)
{
    for (int i = 0; i < f->count; i++) {
        int of = deck_find(&s->deck, f->name[i].payload, strlen(f->name[i].payload));
        if (of >= 0
            && strcmp(s->deck.label[of].sticker.token, s->deck.label[label].sticker.token) == 0)
            return true;
    }
    return false;
}

/* How many of its game's cards a sheet lacks; the first of them. */
static int faces_lacking(const struct scan *s, const struct faces *f, int *first)
{
    enum { GAME = 5 }; /* "F/HT/" */
    int lacking = 0;
    for (int i = s->deck.count - 1; i >= 0 && s->needed != NULL; i--)
        if (s->needed[i] && f->count > 0
            && memcmp(s->deck.label[i].payload, f->name[0].payload, GAME) == 0
            && !has_face(s, f, i)) {
            *first = i;
            lacking++;
        }
    return lacking;
}

/* The faces of every deck that is whole; of one that is not it is said. */
static void take_faces(struct scan *s)
{
    for (int i = 0; i < s->sheets; i++) {
        struct faces f;
        int first = 0;
        if (!faces_read(s->sheet[i].at, s->sheet[i].length, &f))
            continue;
        for (int k = f.count - 1; k >= 0; k--)
            if (f.name[k].payload[0] == '\0')
                faces_drop(&f, k);
        int lacking = faces_lacking(s, &f, &first);
        if (lacking > 0)
            printf("faceless %s %d\n", s->deck.label[first].payload, lacking);
        for (int k = 0; k < f.count && lacking == 0; k++)
            faces_add(&s->faces, &f.face[k], f.name[k].payload, i);
        faces_clear(&f);
    }
}

static void put_face(const struct scan *s, const struct event *e)
{
    if (e->kind == EVENT_DOUBT)
        printf("ask %s ", e->reason);
    else
        fputs("face ", stdout);
    put_place(s, &e->found);
}

/* After its codes; what is seen goes behind those events. */
static int see_faces(struct scan *s, const struct bytes *picture, const struct grey *grey,
    const struct found *found, int count, struct event *event, int most, bool *late)
{
    static struct face_seen seen[OUTLINES_MOST];
    struct colour colour;
    if (s->faces.count == 0 || !colour_read(picture->at, picture->length, &colour))
        return 0;
    int faces = faces_see(&colour, &s->faces, &s->deck, found, count,
        (float)colour.width / (float)grey->width, SLOWER * FACES_MS, seen,
        most < OUTLINES_MOST ? most : OUTLINES_MOST, late);
    for (int i = 0; i < faces; i++) {
        const char *other = seen[i].other >= 0 ? s->deck.label[seen[i].other].payload
                                               : seen[i].found.payload;
        event[i] = (struct event){seen[i].sure ? EVENT_CARD : EVENT_DOUBT,
            seen[i].sure ? BY_FACE : other, seen[i].found, false};
    }
    colour_clear(&colour);
    return faces;
}

static int enrol_fails(struct scan *s, const char *text)
{
    why_say(&s->why, "%s", gettext(text));
    return lost(&s->why);
}

static void apply_names(struct scan *s)
{
    for (int i = 0; i < s->calls; i++)
        if (s->called[i].at < s->faces.count)
            memcpy(s->faces.name[s->called[i].at].payload, s->called[i].payload,
                sizeof s->called[i].payload);
    for (int i = s->faces.count - 1; i >= 0; i--)
        if (s->faces.name[i].payload[0] == '-')
            faces_drop(&s->faces, i);
}

/* The cards of the photograph, or the faces that another machine kept. False: `why`. */
static bool enrol_photograph(struct scan *s)
{
    static struct found found[FOUND_MOST];
    struct faces theirs;
    struct grey grey;
    struct colour colour;
    bool late, good = true;
    if (!s->photographed)
        return true;
    const int rows = faces_number(&s->faces, 0);
    if (faces_read(s->photograph.at, s->photograph.length, &theirs)) {
        faces_number(&theirs, rows);
        for (int i = 0; i < theirs.count && good; i++)
            good = faces_add(&s->faces, &theirs.face[i], theirs.name[i].payload,
                theirs.name[i].row);
        faces_clear(&theirs);
        return good || why_say(&s->why, N_("out of memory"));
    }
    if (!image_read(s->photograph.at, s->photograph.length, &grey, &s->why))
        return false;
    int count = reader_read(s->reader, &grey, SLOWER * FACES_MS, found, FOUND_MOST, &late);
    good = colour_read(s->photograph.at, s->photograph.length, &colour);
    if (good
        && faces_enrol(&s->faces, &colour, found, count, (float)colour.width / (float)grey.width)
               < 0)
        good = false;
    colour_clear(&colour);
    grey_clear(&grey);
    return good || why_say(&s->why, N_("out of memory"));
}

static void tell_alike(const struct scan *s)
{
    const struct faces *f = &s->faces;
    for (int i = 0; i < f->count && s->alike; i++)
        for (int k = i + 1; k < f->count; k++)
            if (f->name[i].payload[0] != '\0' && f->name[k].payload[0] != '\0'
                && faces_alike(&f->face[i], &f->face[k]) > FACES_ALIKE)
                printf("alike %s %s\n", f->name[i].payload, f->name[k].payload);
}

static int enrol(struct scan *s)
{
    struct bytes out = {.at = NULL};
    restrict_opened();
    if (s->sheets > 0 && !faces_read(s->sheet[0].at, s->sheet[0].length, &s->faces))
        return enrol_fails(s, N_("the kept faces are damaged"));
    apply_names(s);
    if (!enrol_photograph(s))
        return lost(&s->why);
    faces_unite(&s->faces, &s->deck);
    for (int i = 0; i < s->faces.count; i++) {
        const struct face_name *n = &s->faces.name[i];
        printf("kept %s %d\n", n->payload[0] != '\0' ? n->payload : "-", n->row);
    }
    tell_alike(s);
    if (!faces_write(&s->faces, &out))
        return out_of_memory();
    printf("sheet %zu\n", out.length);
    fwrite(out.at, 1, out.length, stdout);
    bytes_clear(&out);
    return 0;
}

/* ---- a picture --------------------------------------------------------------------------- */

static int read_picture(struct scan *s)
{
    struct bytes bytes = {.at = NULL};
    struct grey grey;
    static struct found found[FOUND_MOST];
    static struct event event[FOUND_MOST + OUTLINES_MOST];
    bool late = false;
    restrict_opened();
    long begun = milliseconds();
    int wrong = bytes_read(&bytes, PICTURE, PICTURE_BYTES);
    if (wrong == EFBIG)
        why_say(&s->why, N_("the file is too large"));
    else if (wrong != 0)
        why_say(&s->why, "%s", wrong == ENOMEM ? gettext("out of memory") : strerror(wrong));
    bool good = wrong == 0 && image_read(bytes.at, bytes.length, &grey, &s->why);
    if (!good) {
        bytes_clear(&bytes);
        return lost(&s->why);
    }
    take_faces(s);
    int deadline =
        SLOWER * (PICTURE_MS + (int)((long)grey.width * grey.height * PICTURE_MORE_MS / 1000000));
    int count = reader_read(s->reader, &grey, deadline, found, FOUND_MOST, &late);
    if (reader_starved(s->reader))
        why_say(&s->why, "%s", gettext("out of memory"));
    for (int i = 0; i < count; i++)
        event[i] = (struct event){found[i].label < 0 ? EVENT_UNKNOWN : EVENT_CARD, NULL, found[i],
            false};
    int all = count
              + see_faces(s, &bytes, &grey, found, count, event + count, OUTLINES_MOST, &late);
    bytes_clear(&bytes);
    event_order(event, all);
    for (int i = 0; i < all; i++)
        if (event[i].reason != NULL)
            put_face(s, &event[i]);
        else
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
    int status = s->picture ? read_picture(s) : s->enrol ? enrol(s) : watch_camera(s);
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
    faces_clear(&s->faces);
    for (int i = 0; i < s->sheets; i++)
        bytes_clear(&s->sheet[i]);
    bytes_clear(&s->photograph);
    free(s->called);
    free(s->needed);
    free(s);
    return status;
}
