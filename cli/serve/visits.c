/* The connections; see visits.h. */
#include "visits.h"

#include <sys/socket.h>
#include <unistd.h>

enum { TAKEN_AT_ONCE = 32, LAST_RUNS = 8 };

struct guest *visit_guest(const struct visit *visit)
{
    return visit->guest != NULL && visit->guest->number == visit->number ? visit->guest : NULL;
}

static bool is_open(const struct visit *v) { return v->server != NULL && !v->ending; }

void visit_sleep(struct visit *visit)
{
    if (!visit->asleep)
        MHD_suspend_connection(visit->connection);
    visit->asleep = true;
}

void visit_wake(struct visit *visit)
{
    if (visit->asleep)
        MHD_resume_connection(visit->connection);
    visit->asleep = false;
}

static void end(struct visit *visit)
{
    visit->ending = true;
    shutdown(visit->socket, SHUT_RDWR); /* the daemon notices, and closes it */
    visit_wake(visit);
}

/* ---- coming ------------------------------------------------------------------------------ */

/*
 * If there are `most` visits of this guest that are (or are not) streams, closes the oldest of
 * them.
 */
static void make_way(struct server *server, const struct guest *guest, bool streams, int most)
{
    struct visit *oldest = NULL;
    int count = 0;
    for (struct visit *v = server->visit; v < server->visit + VISITS_MOST; v++)
        if (is_open(v) && visit_guest(v) == guest && v->streams == streams) {
            count++;
            if (oldest == NULL || v->since < oldest->since)
                oldest = v;
        }
    if (count >= most)
        end(oldest);
}

static struct visit *find_place(struct server *server)
{
    for (struct visit *v = server->visit; v < server->visit + VISITS_MOST; v++)
        if (v->server == NULL)
            return v;
    return NULL;
}

static void take_one(struct server *server, int s, const struct sockaddr_storage *from,
    socklen_t length)
{
    make_way(server, NULL, false, STRANGERS_MOST);
    struct visit *v = find_place(server);
    if (v == NULL) {
        close(s);
        return;
    }
    *v = (struct visit){.server = server,
        .socket = s,
        .since = server->now,
        .deadline = server->now + STRANGER_MS};
    server->arriving = v;
    /* the daemon closes what it does not take */
    if (MHD_add_connection(server->daemon, s, (const struct sockaddr *)from, length) != MHD_YES
        && v->connection == NULL)
        v->server = NULL;
    server->arriving = NULL;
}

void visits_take(struct server *server, int listening)
{
    struct sockaddr_storage from;
    socklen_t length;
    for (int i = 0; i < TAKEN_AT_ONCE; i++) {
        int s = network_accept(listening, &from, &length);
        if (s < 0)
            return;
        take_one(server, s, &from, length);
    }
}

void visits_notify(void *user, struct MHD_Connection *connection, void **context,
    enum MHD_ConnectionNotificationCode code)
{
    struct server *server = user;
    struct visit *v = *context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED && server->arriving != NULL) {
        *context = server->arriving;
        server->arriving->connection = connection;
    } else if (code == MHD_CONNECTION_NOTIFY_CLOSED && v != NULL) {
        stream_clear(&v->stream);
        v->server = NULL;
    }
}

void visit_belongs(struct visit *visit, struct guest *guest)
{
    if (visit_guest(visit) == guest)
        return;
    make_way(visit->server, guest, false, VISITS_A_GUEST);
    visit->guest = guest;
    visit->number = guest->number;
}

/* ---- going ------------------------------------------------------------------------------- */

void visits_end_requests(struct server *server, const struct guest *guest)
{
    for (struct visit *v = server->visit; v < server->visit + VISITS_MOST; v++)
        if (is_open(v) && !v->streams && visit_guest(v) == guest)
            end(v);
}

void visits_end_elsewhere(struct server *server)
{
    for (struct visit *v = server->visit; v < server->visit + VISITS_MOST; v++)
        if (is_open(v) && !network_is_ours(&server->network, v->socket))
            end(v);
}

void visits_tick(struct server *server)
{
    for (struct visit *v = server->visit; v < server->visit + VISITS_MOST; v++) {
        if (is_open(v) && v->deadline != 0 && v->deadline <= server->now) {
            if (v->streams) {
                v->stream.comment = true;
                v->deadline = server->now + COMMENT_MS;
            } else {
                end(v);
            }
        }
    }
}

void visits_wake_all(struct server *server)
{
    for (struct visit *v = server->visit; v < server->visit + VISITS_MOST; v++)
        if (v->server != NULL)
            visit_wake(v);
}

void visits_run_last(struct server *server)
{
    for (int i = 0; i < LAST_RUNS && server->daemon != NULL; i++)
        MHD_run(server->daemon);
}

/* ---- streams ----------------------------------------------------------------------------- */

void visits_wake_streams(struct server *server)
{
    for (struct visit *v = server->visit; v < server->visit + VISITS_MOST; v++) {
        if (!is_open(v) || !v->streams)
            continue;
        if (stream_lags(&v->stream, &server->topics, LAG_MOST))
            end(v);
        else if (stream_is_due(&v->stream, &server->topics))
            visit_wake(v);
    }
}

void visits_send(struct server *server, const struct guest *guest, struct notice *notice)
{
    for (struct visit *v = server->visit; v < server->visit + VISITS_MOST; v++)
        if (notice != NULL && is_open(v) && v->streams && visit_guest(v) == guest
            && !stream_add(&v->stream, notice))
            end(v);
    notice_drop(notice);
}

void visits_make_room_for_stream(struct server *server, const struct guest *guest)
{
    make_way(server, guest, true, STREAMS_A_GUEST);
}
