/*
 * The connections. Each has its place and its time; strangers have few and little, and the oldest
 * makes way for the next, so that nobody who is in is kept from the table by those who are not.
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

/* Takes what has come at a listening socket, at most a few at a time. */
void visits_take(struct server *server, int listening);

/* The daemon's own word that a connection has begun or ended. */
void visits_notify(void *user, struct MHD_Connection *connection, void **context,
    enum MHD_ConnectionNotificationCode code);

/* It has shown that it comes from this guest. */
void visit_belongs(struct visit *visit, struct guest *guest);

/* Whose it is; NULL: a stranger's, or of a guest who has left. */
struct guest *visit_guest(const struct visit *visit);

void visit_sleep(struct visit *visit); /* not to be answered until it is woken */
void visit_wake(struct visit *visit);

/* All that the guest has open but its streams, or what came to where it no longer listens. */
void visits_end_requests(struct server *server, const struct guest *guest);
void visits_end_elsewhere(struct server *server);

/* Wakes each stream that has something to send, and ends those that are too slow. */
void visits_wake_streams(struct server *server);

/* What is due by now: ends what took too long, lets idle streams say that they are there. */
void visits_tick(struct server *server);
void visits_wake_all(struct server *server);

/*
 * As many turns of the daemon as a stream needs to send what is due. Without a daemon it does
 * nothing.
 */
void visits_run_last(struct server *server);

/*
 * The streams of a guest: the event to each. Takes the notice over; NULL: memory ended, nothing is
 * sent.
 */
void visits_send(struct server *server, const struct guest *guest, struct notice *notice);

/* The oldest of a guest's streams is ended when it has too many. */
void visits_make_room_for_stream(struct server *server, const struct guest *guest);

#endif
