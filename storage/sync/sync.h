/*
 * fuda-sync: rows (storage/row_kinds.h) to a remote and back, in a program of its own, so that
 * `fuda` itself needs no network and no server's library. It is asked on standard input and answers
 * on standard output, in lines; words of a line have tabs between. What is asked, `open` first and
 * once, and what is answered to it:
 *
 *     open DEVICE ADDRESS STATE            ready HOW VERSION
 *         DEVICE: 16 hexadecimal digits, this store's. STATE: as it was given last, or nothing.
 *         HOW: `same` as then; `new`, nothing is known of it; `lost`, it has not all that it had;
 *         `bare`, nothing is laid out there yet; `behind`, what is laid out is too old: in these
 *         two `create` alone can be asked. VERSION of the rows that are known there. From then on
 *         the program has no rights but those for this remote (confined.h): another one, and this
 *         one again, is another process's.
 *     campaigns                            campaign ID NAME … end
 *     create                               end
 *     fetch CAMPAIGN                       total COUNT, row ROW … note WORD NAME … state STATE MORE
 *         COUNT: how many rows there are yet to fetch, about. MORE: 1 where there is more to fetch
 *         after STATE.
 *     send COUNT, ROW …                    clash KIND ID … sent NEW STATE
 *         COUNT lines follow, a row each. NEW: how many were not there. All of them are there when
 *         `sent` is answered, whatever happens then. Rows of the kind `told` are what came of a
 *         record (server_schema.c); a folder keeps none.
 *     wait MILLISECONDS                    news, or quiet
 *     standing CAMPAIGN GAME               standing PLAYER GAME COUNTS … end
 *         GAME empty: all of them.
 *
 * Instead of any answer: failed WORD TEXT. WORD is one of sync_failures below, TEXT what the system
 * or the server says. After it the program ends.
 */
#ifndef FUDA_SYNC_H
#define FUDA_SYNC_H

#include "storage/row_kinds.h"

#include <stdint.h>
#include <stdio.h>

enum {
    DEVICE_TEXT = 17,
    SEND_MOST = 100000,
    STATE_MOST = 1 << 20,
    REQUEST_S = 120
}; /* without an answer for so long, the program ends */

struct sync {
    const struct sync_engine *engine; /* NULL: nothing is open */
    void *inner;                      /* the engine's, owned */
    char device[DEVICE_TEXT];
    char *state; /* owned: STATE as it was given */
};

/* Each answers as above; false: it has said why it failed. */
struct sync_engine {
    bool (*open)(struct sync *s, const char *address);
    void (*close)(struct sync *s);
    bool (*campaigns)(struct sync *s);
    bool (*create)(struct sync *s);
    bool (*fetch)(struct sync *s, const char *campaign);
    bool (*send)(struct sync *s, char **rows, size_t count);
    bool (*wait)(struct sync *s, int milliseconds);
    bool (*standing)(struct sync *s, const char *campaign, const char *game);
};

extern const struct sync_engine folder_engine, server_engine;

/* Answers `failed`, without anything in the text that is no letter; false. */
bool sync_failed(const char *word, const char *text);

#endif
