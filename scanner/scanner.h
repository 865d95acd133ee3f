/*
 * scanner — pictures to cards, and cards to stickers. Two programs beside `fuda`, so that neither a
 * damaged picture nor a camera's cable ever reaches the record, and `fuda` starts without their
 * libraries:
 *
 *     fuda-labels:  deck ──codes──▶ sheet of stickers (PDF, SVG, PNG)              labels*.c
 *     fuda-scan:   picture, camera, phone ─▶ grey frames ─▶ cards that lie there ─▶ lines on a pipe
 *                  image*.c, camera*.c             read*.c      follow.c            fuda-scan.c
 *
 * Core gives the decks (core.h, sticker); nothing here knows the rules, the store or the terminal.
 */
#ifndef FUDA_SCANNER_H
#define FUDA_SCANNER_H

#include "core/core.h"

/* Why something failed, in words for people, already translated; untouched on success. */
enum { WHY_MOST = 512 };

struct why {
    char text[WHY_MOST];
};

/* A text's translation with its values; always false (words.c). */
__attribute__((format(printf, 2, 3))) bool why_say(struct why *why, const char *text, ...);

/* Milliseconds of a clock that never goes back; above 0. */
long milliseconds(void);

/*
 * Messages in "ja" or "en"; NULL: as the environment has it (words.c). Texts go through gettext().
 */
void words_begin(const char *language);

/* ---- bytes (bytes.c) --------------------------------------------------------------------- */

struct bytes {
    uint8_t *at; /* owned */
    size_t length, room;
};

/* Puts more after them; false without memory: they are as they were. */
bool bytes_add(struct bytes *bytes, const void *more, size_t length);
/*
 * Puts all that a file gives after them: 0, or an error, EFBIG where that makes more than `most` of
 * them.
 */
int bytes_read(struct bytes *bytes, int file, size_t most);
void bytes_clear(struct bytes *bytes);

/* ---- codes (deck.c) ---------------------------------------------------------------------- */

enum {
    MODULES = 21,                    /* a side of a version 1 symbol, ISO/IEC 18004 */
    QUIET = 4,                       /* modules kept white around it */
    PAYLOAD_MOST = 5 + STICKER_CODE, /* "F/HT/R13" */
};

/*
 * A sticker of the deck in play, and what its code looks like: a bit a module, bit 0 at the left.
 */
struct label {
    struct sticker sticker;
    char payload[PAYLOAD_MOST + 1];
    uint32_t row[MODULES]; /* 1: dark */
};

/* The closed set of codes that a picture is matched against. */
struct deck {
    const struct rulebook *book;
    char name[NAME_MOST + 1]; /* the pack's, of a game that is its pack; else empty */
    struct label *label;      /* owned */
    int count;
};

/*
 * The stickers of a game, with `pack` as printed or NULL, spare copies after the others or not.
 * False if there are none (a game without a pack whose pack is empty), or memory runs out.
 */
bool deck_make(struct deck *deck, const struct rulebook *book, const void *pack, bool spare,
    struct why *why);
void deck_clear(struct deck *deck);
const char *deck_title(const struct deck *deck); /* in the reader's language */

/*
 * Puts a card of any game after the others, by its payload and as a record writes it: a deck may be
 * of several games, and has no book then. Begin with an empty one.
 */
enum { DECK_MOST = 4096 };
bool deck_add(struct deck *deck, const char *payload, const char *token, struct why *why);

/* The label with this payload, or -1. */
int deck_find(const struct deck *deck, const char *payload, size_t length);

/* Is this the payload of some card of ours, F/GG/CODE, whichever game's? */
bool payload_ours(const char *payload, size_t length);

/* ---- pictures (image.c) ------------------------------------------------------------------ */

enum {
    SIDE_MOST = 16384,              /* pixels of a side, */
    PIXELS_MOST = 64 * 1024 * 1024, /* pixels of a whole picture */
};

/* Light, 0 to 255, row by row. */
struct grey {
    int width, height;
    int stride;  /* bytes from one row to the next */
    uint8_t *at; /* owned by whoever made it */
};

/*
 * A picture's light from a file in memory, as people see it (turned as its Exif data say): JPEG,
 * PNG, WebP or PNM by its first bytes, limits checked before anything is allocated. `out` is
 * emptied with grey_clear. A picture that ends early is given as far as it goes, and `why` says so;
 * else `why` is empty when it is true.
 */
bool image_read(const uint8_t *bytes, size_t length, struct grey *out, struct why *why);
void grey_clear(struct grey *grey);

/* ---- reading (read.c) -------------------------------------------------------------------- */

enum { FOUND_MOST = 128 };

struct point {
    float x, y; /* pixels of the frame */
};

/* A code seen in a frame. */
struct found {
    /* of the deck; -1: ours, but not of this deck: `payload` tells */
    int label;
    char payload[PAYLOAD_MOST + 1];
    struct point corner[4]; /* of the code without its quiet zone, clockwise from where its
                                       first module lies */
    float score;            /* 0 to 1: how well it matched */
    /* by its own face (face.h) its corners are the card's; by a guess it is to be asked for: */
    enum found_by { FOUND_BY_CODE, FOUND_BY_FACE, FOUND_BY_GUESS } by;
    int other; /* … it may be this one of the deck instead; -1: no other is near */
};

struct card_reader;

struct card_reader *reader_new(const struct deck *deck);
void reader_free(struct card_reader *r);

/*
 * All codes of a frame, in reading order (rows from the top, each from the left); at most `most`.
 * Gives what it has when `deadline_ms` of this thread's time are over; 0: none. `late` may be NULL.
 */
int reader_read(struct card_reader *r, const struct grey *frame, int deadline_ms, struct found *out,
    int most, bool *late);

/*
 * The same for a frame of a stream: what lies as it lay before is only looked at, and what changed
 * is read anew. The first frame, and one of another size, is read whole.
 */
int reader_follow(struct card_reader *r, const struct grey *frame, int deadline_ms,
    struct found *out, int most, bool *late);

/* There was no memory to look at the last frame: that none was found says nothing. */
bool reader_starved(const struct card_reader *r);

/* ---- how well codes can be seen (aim.c) -------------------------------------------------- */

struct aim {
    float module;     /* pixels, the shorter way; */
    float tilt;       /* degrees from straight above, */
    int white, black; /* light, 0 to 255, */
    float blur;       /* σ in modules; a pixel alone is about a third of one */
    bool mirrored;
};

void aim_measure(const struct grey *frame, const struct found *found, struct aim *out);

/* A frame's mean light. */
int aim_light(const struct grey *frame);

/* ---- the table without cards (ground.c) -------------------------------------------------- */

/* What a frame shows where a code was seen. */
struct place_state {
    bool bare;    /* the table, as it looked before the card came; */
    bool stirred; /* something moves right beside it: a hand */
};

struct ground;

struct ground *ground_new(void); /* NULL without memory */
void ground_free(struct ground *g);

/* Takes a frame; false: it tells nothing of what is not seen in it (darkness, a lens covered). */
bool ground_frame(struct ground *g, const struct grey *frame, long now);
/* Does nothing move in it? */
bool ground_still(const struct ground *g);
/*
 * Learns from that frame, but for where something lies; the first `seen` of these are not covered:
 * their cards are there.
 */
void ground_learn(struct ground *g, const struct found *lying, int count, int seen);
/* A `place_look` of follow.c. */
struct place_state ground_look(void *ground, const struct found *found);

/*
 * Why codes that are there were not read, in the last frame that was read whole: how many for each
 * reason.
 */
enum missed { MISSED_SLANT, MISSED_SMALL, MISSED_DARK, MISSED_GLARE, MISSED_BLUR, MISSED_COVER };
enum { MISSED_KINDS = MISSED_COVER + 1 };
extern const char *const missed_words[MISSED_KINDS]; /* "slanted", … */
void reader_missed(const struct card_reader *r, int out[MISSED_KINDS]);

/* ---- what comes to lie (follow.c) -------------------------------------------------------- */

enum event_kind {
    EVENT_CARD,    /* a card has come to lie still */
    EVENT_UNKNOWN, /* the same of one that is not of this deck */
    EVENT_GONE,    /* the place of what was told is seen bare */
    /* the same within a second: it was shown and taken back, or swept with others */
    EVENT_BACK,
    /* not seen for three seconds, nor is its place bare; told again when it is seen */
    EVENT_HIDDEN,
    EVENT_DOUBT, /* held back, for a reason */
    EVENT_KINDS,
};
extern const char *const event_words[EVENT_KINDS]; /* "card", … */

/* Reasons: the same card lies in two places; two cards are read at one place. */
#define DOUBT_TWICE "twice"
#define DOUBT_EITHER "either"

struct event {
    enum event_kind kind;
    const char *reason;
    struct found found;
    /* a card that came to lie together with the next one in the list */
    bool tie;
};

/* Into reading order: rows from the top, each from the left. */
void event_order(struct event *list, int count);

struct follow;

/* Asked of a place in the frame at hand; NULL: nobody knows. */
typedef struct place_state place_look(void *with, const struct found *found);

struct follow *follow_new(place_look *look, void *with); /* NULL without memory */
void follow_free(struct follow *f);

/*
 * What a frame's findings bring, in the order in which it came to lie; `now` in milliseconds, above
 * 0. A card is told once as long as it is in view or only covered for a while; moved or not.
 * `blind`: what is not seen in it may be there.
 */
int follow_frame(struct follow *f, const struct found *found, int count, bool blind, long now,
    struct event *out, int most);

/* Where something lies, or may lie; the first `seen` were seen lately. */
int follow_places(const struct follow *f, struct found *out, int most, int *seen);

/*
 * What lies there, in reading order: cards, unknown ones, doubtful ones, covered ones (hidden). Has
 * all come to rest?
 */
int follow_look(const struct follow *f, struct event *out, int most);
bool follow_settled(const struct follow *f);

/* ---- cameras (camera*.c) ----------------------------------------------------------------- */

struct camera;

enum frame_result {
    FRAME_NEW,
    FRAME_NONE, /* none in that time, or something came on `beside` */
    FRAME_BAD,  /* one came that cannot be read: `why` */
    FRAME_END,  /* none will come any more: `why` */
};

/*
 * A video device ("/dev/video0") or a camera on the network ("http://…", a stream of JPEG pictures
 * or one picture that is asked for again and again). `user` is "NAME:PASSWORD" or NULL; it is never
 * repeated in a message. Who has the connection to a camera on the network is a process of its own,
 * which begins with `apart` (may be NULL). NULL: `why`.
 */
struct camera *camera_open(const char *name, const char *user, void (*apart)(void),
    struct why *why);
void camera_close(struct camera *c);

/*
 * The newest frame, waited for at most `wait_ms`, or until something can be read from the
 * descriptor `beside`. It is the camera's, and lives until the next call.
 */
enum frame_result camera_frame(struct camera *c, int wait_ms, int beside, struct grey *out,
    struct why *why);

#endif
