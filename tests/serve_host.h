/*
 * What the tests of fuda-serve share: `fuda`'s end of its pipe, and phones, honest ones and others.
 */
#ifndef FUDA_TESTS_SERVE_HOST_H
#define FUDA_TESTS_SERVE_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { HOST_PATIENCE = 5000 /* milliseconds */, HEARD_MOST = 4 << 20, REPLY_MOST = 1 << 16 };

/* ---- fuda's end ---- */

struct host {
    pid_t pid;
    int to, from;
    int port;
    char key[32], code[8], address[64]; /* as it listens now */
    char keep[65536];                   /* what it said to keep last, as it stands in JSON */
    char *heard;                        /* owned: lines, the last one perhaps not whole */
    size_t length, room;
    char line[1 << 16]; /* what host_hears() found */
};

/* Is the program there? If not, says so. */
bool host_there(void);

/*
 * Below sanitizers or valgrind (VALGRIND=1): these look at a process in ways that it would give up.
 */
bool host_is_watched(void);

/* Starts it with these words, up to NULL, and says `first`, or what it takes to begin. */
bool host_start(struct host *host, const char *first, ...);
void host_say(const struct host *host, const char *line);
__attribute__((format(printf, 2, 3))) void host_sayf(const struct host *host, const char *format,
    ...);

/*
 * The next line with that in it is host->line; those before it are gone. False: none came in time.
 */
bool host_hears(struct host *host, const char *text);
bool host_hears_in(struct host *host, const char *text, int ms);

/* So many raw bytes that come next. */
bool host_takes(struct host *host, void *out, size_t count);

/* Ends it by ending its input; its exit status, -1 for a signal. */
int host_end(struct host *host);
void host_kill(struct host *host);

/* Of the process: kilobytes of memory (VmRSS, VmHWM), open descriptors. */
long host_memory(const struct host *host, const char *what);
int host_descriptors(const struct host *host);

/* ---- phones ---- */

struct phone {
    int port;
    char cookie[96]; /* "fuda-1234=…" */
    int stream;      /* -1: none */
    char *heard;     /* owned: events, from the one not looked at yet */
    size_t length;
    size_t chunk; /* bytes of this chunk that are to come */
    int state;    /* of reading chunks */
    bool ended;   /* the last one has come */
};

struct reply {
    int status;            /* 0: none came */
    char text[REPLY_MOST]; /* all of it, head and body, a NUL after it */
    size_t length;
    const char *body;
};

/* A connection to it; -1: none. `from`: an address of this machine, or NULL. */
int phone_dial(int port, const char *from);

/* What is sent as it is, and what comes until the other side ends it, or nothing comes for `ms`. */
void phone_raw(int port, const char *bytes, size_t length, int ms, struct reply *reply);

/*
 * A whole request on a connection of its own. `headers`: lines, each ended by \r\n; the cookie is
 * added.
 */
void phone_ask(const struct phone *phone, const char *method, const char *path, const char *headers,
    const char *body, struct reply *reply);
int phone_says(const struct phone *phone, const char *id, const char *line); /* the status */

/* Comes in by the key; true: it has a cookie. */
bool phone_joins(struct phone *phone, const struct host *host);
bool phone_listens(struct phone *phone);

/* An event with that in it; those before it are gone. */
bool phone_hears(struct phone *phone, const char *text);
bool phone_hears_in(struct phone *phone, const char *text, int ms);

/* Reads what there is; false: the stream has ended. */
bool phone_reads(struct phone *phone, int ms);
void phone_leaves(struct phone *phone);

long now_ms(void);

#endif
