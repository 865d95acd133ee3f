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
 *                                 which follow this line; before `picture` or `camera`. Of more
 *                                 than one, each card has the face that came last
 *     user NAME:PASSWORD          for a camera on the network; never on a command line
 *     picture                     read the picture that is open as descriptor 3, and end
 *     photograph 4096             so many bytes of a picture, which follow this line: its cards are
 *                                 to be put after the kept faces
 *     name 12 F/HT/R13            the kept face 12, from 0, is this card; `-`: it is none of ours;
 *                                 `?`: nobody knows any more which it is
 *     alike                       pairs of faces too alike are told
 *     apart                       faces that are not, as they are, in the second and later ones
 *                                 of `faces` are told each by itself
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
 *     kept F/HT/R13 2 8 208       after `enrol`: a face of the deck, in order, the row that it was
 *                                 laid out in, and where it stands in the sheet, its upper left
 *                                 pixel; `-` for the code: nobody has said which it is
 *     alike F/HT/R8 F/HT/R3       these two are too alike to be told apart surely
 *     apart F/HT/R13 40960        after `apart`: a face by itself: so many bytes follow this line
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
 *     faces 3 5 1.42 1.0          cards read by their faces, of all that is shaped like a card and
 *                                 has no sticker; pixels a millimetre of the smallest; what they
 *                                 have to be
 *     view 1280 720 118 4         the frame's size, its mean light, and how many codes
 *     late 17                     it was not read to its end: there was no time
 *     wait                        no frame has come for a second
 *     lost WORDS                  the source cannot be read (any more), and why; the last line
 */
#include "scan.h"

#include <errno.h>
#include <libintl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

enum {
    PICTURE = 3, /* the descriptor */
    PICTURE_BYTES = 64 * 1024 * 1024,
    /* deadlines of reading: a picture, and for each million of its pixels */
    PICTURE_MS = 80,
    PICTURE_MORE_MS = 35,
};

/* ---- a picture --------------------------------------------------------------------------- */

static int read_picture(struct scan *s)
{
    struct bytes bytes = {.at = NULL};
    struct grey grey;
    static struct found found[FOUND_MOST];
    static struct event event[FOUND_MOST + OUTLINES_MOST];
    bool late = false;
    scan_restrict_opened();
    long begun = milliseconds();
    int wrong = bytes_read(&bytes, PICTURE, PICTURE_BYTES);
    if (wrong == EFBIG)
        why_say(&s->why, N_("the file is too large"));
    else if (wrong != 0)
        why_say(&s->why, "%s", wrong == ENOMEM ? gettext("out of memory") : strerror(wrong));
    bool good = wrong == 0 && image_read(bytes.at, bytes.length, &grey, &s->why);
    if (!good) {
        bytes_clear(&bytes);
        return scan_lost(&s->why);
    }
    scan_take_faces(s);
    int deadline =
        SLOWER * (PICTURE_MS + (int)((long)grey.width * grey.height * PICTURE_MORE_MS / 1000000));
    int count = reader_read(s->reader, &grey, deadline, found, FOUND_MOST, &late);
    if (reader_starved(s->reader))
        why_say(&s->why, "%s", gettext("out of memory"));
    for (int i = 0; i < count; i++)
        event[i] = (struct event){found[i].label < 0 ? EVENT_UNKNOWN : EVENT_CARD, NULL, found[i],
            false};
    int all = count
              + scan_see_faces(s, &bytes, &grey, found, count, event + count, OUTLINES_MOST, &late);
    bytes_clear(&bytes);
    event_order(event, all);
    for (int i = 0; i < all; i++)
        scan_put_event(s, &event[i]);
    if (late)
        puts("late 1");
    scan_put_missed(s);
    grey_clear(&grey);
    if (s->why.text[0] != '\0')
        return scan_lost(&s->why);
    printf("frame 1 %ld %d\n", milliseconds() - begun, count);
    return 0;
}

/* ---- the program ------------------------------------------------------------------------- */

static int run(struct scan *s)
{
    printf("hello %d %s\n", PROTOCOL, FUDA_VERSION);
    fflush(stdout);
    if (!scan_begin(s))
        return scan_lost(&s->why);
    if (s->over)
        return 0;
    gettext("out of memory"); /* the catalogue is read while files can be opened */
    scan_restrict();
    s->reader = reader_new(&s->deck);
    if (s->reader == NULL)
        return scan_out_of_memory();
    int status = s->picture ? read_picture(s) : s->enrol ? scan_enrol(s) : scan_watch(s);
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
    scan_clear(s);
    free(s);
    return status;
}
