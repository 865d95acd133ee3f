# A PostgreSQL cluster of the tests' own, in $cluster, reached by a socket there and on 127.0.0.1 at $port. The server
# refuses to run as root: there it runs as `nobody` (or $CLUSTER_USER). To be sourced; cluster_find says what is lacking.

cluster_find() {
    pg=
    for at in /usr/lib/postgresql/*/bin "$(pg_config --bindir 2>/dev/null)"; do
        if [ -x "$at/initdb" ] && [ -x "$at/postgres" ]; then pg=$at; fi
    done
    if [ -z "$pg" ]; then
        echo "club: no PostgreSQL server is here; what lacks is Debian's package postgresql (initdb and postgres)"
        return 1
    fi
    as=
    if [ "$(id -u)" = 0 ]; then
        if ! command -v setpriv >/dev/null; then
            echo "club: PostgreSQL does not run as root, and setpriv (Debian's util-linux) is not here"
            return 1
        fi
        owner=${CLUSTER_USER:-nobody}
        as="setpriv --reuid=$owner --regid=$(id -g "$owner") --clear-groups"
    fi
}

cluster_make() { # FOLDER: the cluster, a database `league`, its owner `club` without a password on the socket
    cluster=$1
    mkdir -p "$cluster"
    chmod 755 "$cluster"
    [ -z "$as" ] || chown "$owner" "$cluster"
    $as "$pg/initdb" -D "$cluster/data" -U club -A trust -E UTF8 --locale=C.UTF-8 >"$work/initdb.log" 2>&1 || { cat "$work/initdb.log"; return 1; }
    port=$((20000 + $$ % 20000))
    cat >>"$cluster/data/postgresql.conf" <<CONF
listen_addresses = '127.0.0.1'
port = $port
unix_socket_directories = '$cluster'
max_connections = 200
shared_buffers = 64MB
log_min_messages = error
CONF
    cluster_start && $as "$pg/createdb" -h "$cluster" -p "$port" -U club league
    there="postgresql://club@/league?host=$cluster&port=$port"
    net="postgresql://club@127.0.0.1:$port/league?sslmode=disable"
}

# Behind a crash somebody whom the server had just begun may still be there: then it does not start yet.
cluster_start() {
    for try in 1 2 3 4 5 6; do
        $as "$pg/pg_ctl" -D "$cluster/data" -w -t 60 -l "$cluster/log" start >/dev/null 2>&1 && return 0
        sleep 1
    done
    return 1
}
cluster_stop() { $as "$pg/pg_ctl" -D "$cluster/data" -m immediate -w stop >/dev/null 2>&1; }
# As a crash: the postmaster and all of its children, at once.
cluster_kill() {
    master=$(head -n 1 "$cluster/data/postmaster.pid")
    kill -9 $(ps -o pid= --ppid "$master") "$master" 2>/dev/null
    while ps -o pid= --ppid "$master" | grep -q . || kill -0 "$master" 2>/dev/null; do sleep 0.05; done
}
sql() { "$pg/psql" -X -q -A -t -h "$cluster" -p "$port" -U "${role:-club}" -d league -c "$1"; }
