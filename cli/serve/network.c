/* The addresses where it listens; see network.h. */
#define _GNU_SOURCE /* accept4 */
#include "network.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { BACKLOG = 128, SILENT_MS = 30000 };

static const char this_machine[] = "127.0.0.1";

union socket_address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
    struct sockaddr_storage room;
};

/* ---- addresses --------------------------------------------------------------------------- */

static bool read_address(const char *text, int port, union socket_address *out, socklen_t *length)
{
    memset(out, 0, sizeof *out);
    *length = sizeof out->v4;
    if (inet_pton(AF_INET, text, &out->v4.sin_addr) == 1) {
        out->v4.sin_family = AF_INET;
        out->v4.sin_port = htons((uint16_t)port);
        return true;
    }
    *length = sizeof out->v6;
    out->v6.sin6_family = AF_INET6;
    out->v6.sin6_port = htons((uint16_t)port);
    return inet_pton(AF_INET6, text, &out->v6.sin6_addr) == 1;
}

static bool write_address(const union socket_address *place, char out[ADDRESS_ROOM])
{
    if (place->any.sa_family == AF_INET)
        return inet_ntop(AF_INET, &place->v4.sin_addr, out, ADDRESS_ROOM) != NULL;
    return place->any.sa_family == AF_INET6
           && inet_ntop(AF_INET6, &place->v6.sin6_addr, out, ADDRESS_ROOM) != NULL;
}

static int port_of(const union socket_address *place)
{
    return ntohs(place->any.sa_family == AF_INET ? place->v4.sin_port : place->v6.sin6_port);
}

/*
 * Is it an address of a home network (RFC 1918), or one that a machine gives itself without a
 * network (RFC 3927)?
 */
static bool is_private(const char *text)
{
    struct in_addr address;
    if (inet_pton(AF_INET, text, &address) != 1)
        return false;
    uint32_t a = ntohl(address.s_addr);
    return a >> 24 == 10 || a >> 20 == 0xac1 || a >> 16 == 0xc0a8 || a >> 16 == 0xa9fe;
}

/*
 * Writes the address of an interface that is up; "": none that is of use to phones. A link-local
 * one in IPv6 needs the interface's name.
 */
static bool read_interface(const struct ifaddrs *i, char out[ADDRESS_ROOM])
{
    union socket_address place = {.any = {0}};
    if (i->ifa_addr == NULL || !(i->ifa_flags & IFF_UP) || (i->ifa_flags & IFF_LOOPBACK))
        return false;
    bool v4 = i->ifa_addr->sa_family == AF_INET;
    if (!v4 && i->ifa_addr->sa_family != AF_INET6)
        return false;
    memcpy(&place, i->ifa_addr, v4 ? sizeof place.v4 : sizeof place.v6);
    return (v4 || !IN6_IS_ADDR_LINKLOCAL(&place.v6.sin6_addr)) && write_address(&place, out);
}

int network_others(const struct network *network, char out[NETWORK_MOST][ADDRESS_ROOM])
{
    struct ifaddrs *all = NULL;
    int count = 0;
    if (getifaddrs(&all) != 0)
        return 0;
    for (const struct ifaddrs *i = all; i != NULL && count < NETWORK_MOST; i = i->ifa_next)
        if (read_interface(i, out[count]) && strcmp(out[count], network->address) != 0)
            count++;
    freeifaddrs(all);
    return count;
}

static bool is_mine(const char *address)
{
    static const struct network nowhere = {.address = ""};
    char have[NETWORK_MOST][ADDRESS_ROOM];
    for (int i = network_others(&nowhere, have); i > 0; i--)
        if (strcmp(have[i - 1], address) == 0)
            return true;
    return false;
}

/*
 * Finds the address from which this machine would reach the internet, which is the one in the home
 * network. Nothing is sent.
 */
static bool find_way_out(char out[ADDRESS_ROOM])
{
    union socket_address far, near = {.any = {0}};
    socklen_t length = 0, size = sizeof near;
    int s = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    bool found = s >= 0 && read_address("192.0.2.1", 9, &far, &length)
                 && connect(s, &far.any, length) == 0 && getsockname(s, &near.any, &size) == 0
                 && write_address(&near, out);
    if (s >= 0)
        close(s);
    return found;
}

static void choose_address(char out[ADDRESS_ROOM])
{
    static const struct network nowhere = {.address = ""};
    char have[NETWORK_MOST][ADDRESS_ROOM];
    if (find_way_out(out) && is_private(out))
        return;
    int count = network_others(&nowhere, have);
    for (int i = 0; i < count; i++)
        if (is_private(have[i])) {
            memcpy(out, have[i], ADDRESS_ROOM);
            return;
        }
    out[0] = '\0';
}

/* ---- listening --------------------------------------------------------------------------- */

/* Listens at an address; port 0: any port. -1: that address or port cannot be used. */
static int listen_at(const char *address, int port)
{
    const int yes = 1;
    union socket_address place;
    socklen_t length = 0;
    if (!read_address(address, port, &place, &length))
        return -1;
    int s = socket(place.any.sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (s < 0)
        return -1;
    setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(s, &place.any, length) == 0 && listen(s, BACKLOG) == 0)
        return s;
    close(s);
    return -1;
}

void network_close(struct network *network)
{
    for (int i = 0; i < LISTENERS; i++) {
        if (network->listening[i] >= 0)
            close(network->listening[i]);
        network->listening[i] = -1;
    }
}

/* Listens on this machine itself and at `network->address`; false: neither worked. */
static bool listen_both(struct network *network, int port)
{
    union socket_address place = {.any = {0}};
    socklen_t size = sizeof place;
    network->listening[0] = listen_at(this_machine, port);
    if (network->listening[0] < 0 || getsockname(network->listening[0], &place.any, &size) != 0)
        return false;
    network->port = port_of(&place);
    if (network->address[0] == '\0')
        return true;
    network->listening[1] = listen_at(network->address, network->port);
    if (network->listening[1] < 0)
        network_close(network);
    return network->listening[1] >= 0;
}

bool network_open(struct network *network, const char *address, int port)
{
    *network = (struct network){.listening = {-1, -1}};
    bool alone = address != NULL && (address[0] == '\0' || strcmp(address, this_machine) == 0);
    if (address != NULL && !alone && is_mine(address))
        snprintf(network->address, sizeof network->address, "%s", address);
    else if (!alone)
        choose_address(network->address);
    if (port > 0 && listen_both(network, port))
        return true;
    for (int i = 0; port != 0 && i < PORTS_TRIED; i++)
        if (listen_both(network, PORT_USUAL + i))
            return true;
    for (int i = 0; i < PORTS_TRIED; i++)
        if (listen_both(network, 0))
            return true;
    return false;
}

bool network_move(struct network *network, const char *address)
{
    bool alone = strcmp(address, this_machine) == 0;
    if (!alone && !is_mine(address))
        return false;
    if (strcmp(alone ? "" : address, network->address) == 0)
        return true;
    int listening = alone ? -1 : listen_at(address, network->port);
    if (!alone && listening < 0)
        return false;
    if (network->listening[1] >= 0)
        close(network->listening[1]);
    network->listening[1] = listening;
    snprintf(network->address, sizeof network->address, "%s", alone ? "" : address);
    return true;
}

/* ---- what it is called ------------------------------------------------------------------- */

/* Writes an address as it is written before a port. */
static void write_host(const struct network *network, const char *address, char out[URL_ROOM])
{
    bool v6 = strchr(address, ':') != NULL;
    snprintf(out, URL_ROOM, "%s%s%s:%d", v6 ? "[" : "", address, v6 ? "]" : "", network->port);
}

bool network_is_host(const struct network *network, const char *host)
{
    const char *const names[] = {this_machine, "localhost", network->address};
    char own[URL_ROOM];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        write_host(network, names[i], own);
        if (names[i][0] != '\0' && strcmp(host, own) == 0)
            return true;
    }
    return false;
}

void network_url(const struct network *network, const char *rest, char out[URL_ROOM])
{
    char host[URL_ROOM];
    write_host(network, network->address[0] != '\0' ? network->address : this_machine, host);
    snprintf(out, URL_ROOM, "http://%.60s%.60s", host, rest);
}

bool network_is_ours(const struct network *network, int connection)
{
    union socket_address place = {.any = {0}};
    socklen_t size = sizeof place;
    char address[ADDRESS_ROOM];
    return getsockname(connection, &place.any, &size) == 0 && write_address(&place, address)
           && (strcmp(address, this_machine) == 0 || strcmp(address, network->address) == 0);
}

int network_accept(int listening, struct sockaddr_storage *from, socklen_t *length)
{
    union socket_address place;
    const unsigned silent = SILENT_MS;
    *length = sizeof place;
    int s = accept4(listening, &place.any, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (s < 0)
        return -1;
    setsockopt(s, IPPROTO_TCP, TCP_USER_TIMEOUT, &silent, sizeof silent);
    *from = place.room;
    return s;
}

void network_peer(int connection, struct sockaddr_storage *out)
{
    union socket_address place;
    socklen_t size = sizeof place;
    memset(&place, 0, sizeof place);
    if (getpeername(connection, &place.any, &size) == 0 && place.any.sa_family == AF_INET)
        place.v4.sin_port = 0;
    else
        place.v6.sin6_port = 0;
    *out = place.room;
}
