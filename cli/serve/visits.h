/*
 * The connections. Each has a row and a time limit. Strangers get few rows and little time, and the
 * oldest makes way for the next, so that they cannot keep guests from the table.
 */
#ifndef FUDA_VISITS_H
#define FUDA_VISITS_H

#include "server.h"

enum {
    STRANGER_MS = 10000,
    REQUEST_MS = 20000,
    UPLOAD_MS = 60000,
    IDLE_MS = 30000,
    COMMENT_MS = 15000
};

/* Accepts connections at a listening socket, a few at a time at most. */
void visits_take(struct server *server, int listening);

/* The daemon calls this when a connection begins or ends. */
void visits_notify(void *user, struct MHD_Connection *connection, void **context,
    enum MHD_ConnectionNotificationCode code);

/* The connection has shown that it belongs to this guest. */
void visit_belongs(struct visit *visit, struct guest *guest);

/* The guest that the connection belongs to; NULL: a stranger, or the guest has left. */
struct guest *visit_guest(const struct visit *visit);

void visit_sleep(struct visit *visit); /* suspends it until visit_wake */
void visit_wake(struct visit *visit);

/*
 * visits_end_requests ends all connections of a guest except streams; visits_end_elsewhere those
 * that came to an address where the server no longer listens.
 */
void visits_end_requests(struct server *server, const struct guest *guest);
void visits_end_elsewhere(struct server *server);

/* Wakes all streams that have something to send, and ends those that are too slow. */
void visits_wake_streams(struct server *server);

/* Does what is due: ends what took too long, and makes idle streams send a comment. */
void visits_tick(struct server *server);
void visits_wake_all(struct server *server);

/* Runs the daemon until streams have sent what is due. Without a daemon it does nothing. */
void visits_run_last(struct server *server);

/*
 * Sends an event to all streams of a guest. Takes over the notice; NULL: there was no memory, and
 * nothing is sent.
 */
void visits_send(struct server *server, const struct guest *guest, struct notice *notice);

/* Ends the oldest stream of a guest that has too many. */
void visits_make_room_for_stream(struct server *server, const struct guest *guest);

#endif
