/*
 * What is given up is gone: this program confines a child of its own and has it try what an
 * attacker would who runs there already. Each half is tried alone as well, since a kernel may have
 * but one. Then the programs beside `fuda` are attacked from inside, while they wait for what
 * others send.
 */
#include "check.h"
#include "attack.h"
#include "core/confine/confine.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>

static char folder[512], store[600], other[600];
static int served; /* port of a listener that must not be reached */

/* ---- attacks: true, it succeeded ----------------------------------------------------------- */

static bool opens_store(void) { return open(store, O_RDONLY) >= 0; }
static bool writes_store(void) { return open(store, O_WRONLY | O_APPEND) >= 0; }
static bool makes_file(void) { return open(other, O_CREAT | O_WRONLY, 0600) >= 0; }
static bool reads_passwords(void) { return open("/etc/passwd", O_RDONLY) >= 0; }
static bool opens_through_proc(void) { return open("/proc/self/environ", O_RDONLY) >= 0; }
static bool lists_folder(void) { return open(folder, O_RDONLY | O_DIRECTORY) >= 0; }
static bool removes_store(void) { return unlink(other) == 0 || unlink(store) == 0; }
static bool renames_store(void) { return rename(store, other) == 0; }
static bool links_store(void) { return link(store, other) == 0 || symlink(store, other) == 0; }
static bool truncates_store(void) { return truncate(store, 0) == 0; }

static bool opens_by_newer_call(void)
{
    struct {
        uint64_t flags, mode, resolve;
    } how = {O_RDONLY, 0, 0};
    return syscall(__NR_openat2, AT_FDCWD, store, &how, sizeof how) >= 0;
}

static bool starts_program(void)
{
    char *const words[] = {(char[]){"true"}, NULL};
    execv("/bin/true", words);
    /* it never comes back where it succeeds: the child ends with 0, told by ends_well() */
    return false;
}

static bool forks(void)
{
    pid_t pid = fork();
    if (pid == 0)
        _exit(0);
    return pid > 0;
}

static int call_out(const char *address, int port)
{
    struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    inet_pton(AF_INET, address, &there.sin_addr);
    int s = socket(AF_INET, SOCK_STREAM, 0);
    return s < 0 ? -1 : connect(s, (struct sockaddr *)&there, sizeof there);
}

static bool connects(void) { return call_out("127.0.0.1", served) == 0; }

static bool sends_datagram(void)
{
    struct sockaddr_in there = {.sin_family = AF_INET,
        .sin_port = htons(53),
        .sin_addr = {htonl(INADDR_LOOPBACK)}};
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    return s >= 0 && sendto(s, "x", 1, 0, (struct sockaddr *)&there, sizeof there) == 1;
}

static bool connects_by_sending(void)
{
    struct sockaddr_in there = {.sin_family = AF_INET,
        .sin_port = htons((uint16_t)served),
        .sin_addr = {htonl(INADDR_LOOPBACK)}};
    int s = socket(AF_INET, SOCK_STREAM, 0);
    return s >= 0
           && sendto(s, "x", 1, MSG_FASTOPEN | MSG_NOSIGNAL, (struct sockaddr *)&there,
                  sizeof there)
                  == 1;
}

static bool signals_parent(void) { return kill(getppid(), SIGCONT) == 0; }
static bool traces_parent(void)
{
    return syscall(__NR_ptrace, 0x4206 /* seize: it goes on */, getppid(), 0, 0) == 0;
}

static bool reads_parent(void)
{
    struct {
        void *at;
        size_t length;
    } here = {folder, 16}, there = {folder, 16};
    return syscall(__NR_process_vm_readv, getppid(), &here, 1, &there, 1, 0) > 0;
}

static bool makes_code(void)
{
    return mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
           != MAP_FAILED;
}

static bool asks_by_ring(void)
{
    char room[128] = {0};
    return syscall(__NR_io_uring_setup, 1, room) >= 0;
}

/* ---- who tries them ------------------------------------------------------------------------ */

enum half { FILES = 1, CALLS = 2 };

static const struct attack {
    const char *what;
    bool (*succeeds)(void);
    unsigned stopped_by; /* either half alone stops it, where it is named */
} attacks[] = {
    {"opens the store", opens_store, FILES | CALLS},
    {"writes the store", writes_store, FILES | CALLS},
    {"makes a file", makes_file, FILES | CALLS},
    {"reads the list of users", reads_passwords, FILES | CALLS},
    {"opens through /proc", opens_through_proc, FILES | CALLS},
    {"lists a folder", lists_folder, FILES | CALLS},
    {"removes a file", removes_store, FILES | CALLS},
    {"renames the store", renames_store, FILES | CALLS},
    {"links the store", links_store, FILES | CALLS},
    {"empties the store", truncates_store, FILES | CALLS},
    {"opens by openat2", opens_by_newer_call, FILES | CALLS},
    {"starts a program", starts_program, FILES | CALLS},
    {"connects", connects, FILES | CALLS},
    {"signals its parent", signals_parent, FILES | CALLS},
    {"forks", forks, CALLS},
    {"sends a datagram", sends_datagram, CALLS},
    {"connects on the way of sending", connects_by_sending, CALLS},
    {"traces its parent", traces_parent, FILES | CALLS},
    {"reads its parent's memory", reads_parent, FILES | CALLS},
    {"makes memory that runs", makes_code, CALLS},
    {"asks by io_uring", asks_by_ring, CALLS},
};

enum { HOLDS = 7, SUCCEEDS = 8, NOT_HERE = 9 };

/* The sockets a server has, so that an attack on the net gets as far as it can. */
static const struct confine_call sockets[] = {
    {.number = __NR_socket, .argument = 1, .mask = 0xf, .want = SOCK_STREAM},
    {.number = __NR_sendto, .argument = 3, .mask = MSG_FASTOPEN},
    {.number = -1},
};

/* In a child: as the halves say, or as it is when there is none. */
static int try_attack(const struct attack *attack, unsigned halves)
{
    const struct confinement what = {.calls = sockets};
    pid_t pid = fork();
    if (pid == 0) {
        if (((halves & FILES) && !confine_files(&what))
            || ((halves & CALLS) && !confine_calls(&what)))
            _exit(NOT_HERE);
        /* a sanitizer's _exit() does more */
        syscall(__NR_exit_group, attack->succeeds() ? SUCCEEDS : HOLDS);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : HOLDS;
}

static void prepare(void)
{
    FILE *file = fopen(store, "w");
    if (file == NULL || fputs("the store\n", file) < 0 || fclose(file) != 0)
        exit(1);
    unlink(other);
}

static void try_halves(const char *name, unsigned halves)
{
    for (size_t i = 0; i < sizeof attacks / sizeof *attacks; i++) {
        if ((attacks[i].stopped_by & halves) == 0)
            continue;
        prepare();
        int got = try_attack(&attacks[i], halves);
        if (got == NOT_HERE) {
            printf("this kernel has no %s: nothing is tested of it\n", name);
            return;
        }
        check(got == HOLDS, "with %s it %s", name, attacks[i].what);
        size_t length;
        char *text = read_file(store, &length);
        check(length == 10, "with %s the store is changed by who %s", name, attacks[i].what);
        free(text);
    }
}

/* That these are attacks at all: most succeed where nothing is given up. */
static void try_freely(void)
{
    int succeeded = 0;
    for (size_t i = 0; i < sizeof attacks / sizeof *attacks; i++) {
        prepare();
        int got = try_attack(&attacks[i], 0);
        succeeded += got == SUCCEEDS || (attacks[i].succeeds == starts_program && got == 0);
    }
    check(succeeded >= 15, "only %d attacks succeed without any confinement", succeeded);
}

/* ---- what stays allowed ---------------------------------------------------------------------- */

static int read_listed(void)
{
    const char *const reads[] = {store, NULL}, *const writes[] = {folder, NULL};
    const struct confinement what = {.reads = reads, .writes = writes};
    pid_t pid = fork();
    if (pid == 0) {
        if (!confine_files(&what))
            _exit(NOT_HERE);
        _exit(opens_store() && makes_file() && writes_store() && !reads_passwords() && !connects()
                  ? HOLDS
                  : SUCCEEDS);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    return WEXITSTATUS(status);
}

static int read_only(void)
{
    const char *const reads[] = {folder, "/nowhere", NULL};
    const struct confinement what = {.reads = reads, .connects = true};
    pid_t pid = fork();
    if (pid == 0) {
        if (!confine_files(&what))
            _exit(NOT_HERE);
        _exit(opens_store() && !writes_store() && !makes_file() && !reads_passwords() && connects()
                  ? HOLDS
                  : SUCCEEDS);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    return WEXITSTATUS(status);
}

/* ---- the programs beside `fuda` -------------------------------------------------------------- */

/*
 * Which of them is attacked, when it waits: for its input or picture, or until its output is taken.
 */
struct attacked {
    const char *row; /* of the table in SECURITY.md: its first cell */
    const char *name;
    const char *words[6];
    const char *request; /* on its standard input */
    bool files;          /* it keeps system calls, and gives up files and programs */
    bool looks;          /* it can see what files there are, and how long they are */
    bool beside;         /* the process that it has started is attacked */
};

static const struct attacked *attacked;

/* What the columns of that table are about, as attacks are called. */
static const char *const columns[] = {"open the store", "open the store to write",
    "become another program", "reach somebody"};
enum { COLUMNS = sizeof columns / sizeof *columns };

static char *security; /* SECURITY.md, owned */
static int rows_tried;

/* The cell of the attacked program's row, the column'th after its name; "": there is none. */
static void promised(const char *row, int column, char out[64])
{
    char wanted[128];
    snprintf(wanted, sizeof wanted, "\n| %s |", row);
    const char *at = security != NULL ? strstr(security, wanted) : NULL;
    at = at != NULL ? at + strlen(wanted) : "";
    for (; column > 0 && *at != '\0' && *at != '\n'; column--)
        at += strcspn(at, "|\n") + 1;
    at += strspn(at, " ");
    snprintf(out, 64, "%.*s", (int)strcspn(at, "|\n"), at);
}

/* "no", or "only …", which the store is none of: refused. "yes": not. */
static bool is_promised(const char *what, bool refused)
{
    char cell[64];
    for (int i = 0; i < COLUMNS; i++) {
        if (strcmp(columns[i], what) != 0)
            continue;
        promised(attacked->row, i, cell);
        check(strncmp(cell, "no", 2) == 0 || strncmp(cell, "only ", 5) == 0
                  || strncmp(cell, "yes", 3) == 0,
            "SECURITY.md has of %s whether it may %s: %s", attacked->row, what, cell);
        check(refused == (strncmp(cell, "yes", 3) != 0),
            "who is inside of %s %s %s; SECURITY.md: %s", attacked->row, refused ? "cannot" : "can",
            what, cell);
        return true;
    }
    return false;
}

static void is_refused(const char *what, long answer)
{
    const bool refused = answer == -EPERM || answer == -EACCES,
               old = strcmp(what, "reach somebody") == 0 && attacked->files
                     && confine_landlock() < 4;
    if (!old && !is_promised(what, refused)
        && !(attacked->looks && strcmp(what, "look at it") == 0))
        check(refused, "who is inside of %s can %s: %ld", attacked->row, what, answer);
}

/* The process that this one has started; -1: none. */
static pid_t started_by(pid_t pid)
{
    char path[64];
    int child = -1;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, (int)pid);
    FILE *file = fopen(path, "r");
    if (file == NULL || fscanf(file, "%d", &child) != 1)
        child = -1;
    if (file != NULL)
        fclose(file);
    return child;
}

/* With these as standard input, standard output and descriptor 3; -1: it is not there. */
static pid_t start(const struct attacked *a, const int ends[3])
{
    const char *build = getenv("BUILD");
    char path[4096], *words[8] = {path};
    snprintf(path, sizeof path, "%s/bin/%s", build != NULL ? build : "build/release", a->name);
    pid_t pid = access(path, X_OK) == 0 ? fork() : -1;
    if (pid != 0)
        return pid;
    int above[3];
    for (int i = 0; i < 3; i++)
        above[i] = fcntl(ends[i], F_DUPFD, 10);
    dup2(above[0], STDIN_FILENO);
    dup2(above[1], STDOUT_FILENO);
    dup2(above[2], 3);
    close_range(4, ~0u, 0);
    for (size_t i = 0; a->words[i] != NULL; i++)
        words[i + 1] = strdup(a->words[i]);
    execv(path, words);
    _exit(127);
}

/* Does it sleep, as one who waits? */
static bool sleeps(pid_t pid)
{
    char path[64], state = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    bool read = file != NULL && fscanf(file, "%*d %*s %c", &state) == 1;
    if (file != NULL)
        fclose(file);
    return read && state == 'S';
}

/* A pipe that takes nothing more, so that who writes waits. */
static bool fill_pipe(const int ends[2])
{
    char block[4096] = {0};
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    while (write(ends[1], block, sizeof block) > 0)
        ;
    return fcntl(ends[1], F_SETFL, 0) == 0;
}

static void attack_program(const struct attacked *a)
{
    int input[2], output[2], picture[2], nowhere = open("/dev/null", O_WRONLY);
    if (pipe(input) != 0 || pipe(output) != 0 || pipe(picture) != 0 || !fill_pipe(output))
        exit(1);
    attacked = a;
    rows_tried++;
    bool answers = a->request[0] != '\0'; /* before it waits */
    pid_t pid = start(a, (const int[]){input[0], answers ? nowhere : output[1], picture[0]});
    if (pid > 0 && write(input[1], a->request, strlen(a->request)) == (ssize_t)strlen(a->request)) {
        usleep(200000);
        for (int i = 0; i < 50 && !sleeps(pid); i++)
            usleep(20000);
    }
    bool inside = false;
    for (int i = 0; i < 10 && pid > 0 && !inside; i++) {
        const pid_t one = a->beside ? started_by(pid) : pid;
        inside = one > 0 && attack_from_inside(one, store, a->files, is_refused);
        if (!inside)
            usleep(50000); /* it may be busy just now, and be in no call */
    }
    if (!inside)
        printf("%s: nobody can get inside of it here: nothing is tested of that\n", a->row);
    if (pid > 0) {
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
    }
    for (int i = 0; i < 2; i++) {
        close(input[i]);
        close(output[i]);
        close(picture[i]);
    }
    close(nowhere);
}

/* A server that lets everybody in and then says nothing: who asks it waits, connected. */
static pid_t serve_silently(int *port)
{
    static const unsigned char welcome[] = {'R', 0, 0, 0, 8, 0, 0, 0, 0, 'Z', 0, 0, 0, 5, 'I'};
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof here;
    int listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(listening, (struct sockaddr *)&here, size) != 0 || listen(listening, 4) != 0
        || getsockname(listening, (struct sockaddr *)&here, &size) != 0)
        exit(1);
    *port = ntohs(here.sin_port);
    pid_t pid = fork();
    if (pid == 0) {
        char startup[4096];
        int guest = accept(listening, NULL, NULL);
        if (read(guest, startup, sizeof startup) > 0
            && write(guest, welcome, sizeof welcome) == (ssize_t)sizeof welcome)
            pause();
        _exit(0);
    }
    close(listening);
    return pid;
}

/*
 * What goes to remotes: while it waits for a server that has not answered, for one that has, and
 * with a folder open.
 */
static void attack_sync(void)
{
    char connecting[256], connected[256], of_a_folder[700], stick[600];
    int port;
    pid_t server = serve_silently(&port);
    snprintf(stick, sizeof stick, "%s/stick", folder);
    snprintf(connecting, sizeof connecting,
        "open\t0123456789abcdef\tpostgresql://x@127.0.0.1:%d/"
        "x?sslmode=disable&gssencmode=disable\t\n",
        served);
    snprintf(connected, sizeof connected,
        "open\t0123456789abcdef\tpostgresql://x@127.0.0.1:%d/"
        "x?sslmode=disable&gssencmode=disable\t\n",
        port);
    snprintf(of_a_folder, sizeof of_a_folder, "open\t0123456789abcdef\t%s\t\n", stick);
    const struct attacked programs[] = {
        {"`fuda-sync`, going to a server", "fuda-sync", {NULL}, connecting, .files = true},
        {"`fuda-sync`, once connected", "fuda-sync", {NULL}, connected, .files = false},
        {"`fuda-sync`, in a folder", "fuda-sync", {NULL}, of_a_folder, .looks = true},
    };
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        attack_program(&programs[i]);
    kill(server, SIGKILL);
    waitpid(server, NULL, 0);
    rmdir(stick);
}

static void attack_programs(void)
{
    char asked[128], watched[128];
    const char *build = getenv("BUILD");
    const struct attacked programs[] = {
        {"`fuda-scan`, with a picture", "fuda-scan", {NULL}, "hello 1\nlanguage en\npicture\n",
            .files = false},
        {"`fuda-scan`, at a camera", "fuda-scan", {NULL}, watched, .files = false},
        {"its process that asks a network camera", "fuda-scan", {NULL}, watched, .files = true,
            .beside = true},
        {"`fuda-net`", "fuda-net", {NULL}, asked, .files = true},
        {"`fuda-serve`", "fuda-serve", {"--address", "127.0.0.1"}, "{\"do\":\"guests\"}\n",
            .files = false},
        {"`fuda-code`", "fuda-code", {"--link", "--", "text"}, "", .files = false},
        {"`fuda-chart`", "fuda-chart", {NULL}, "", .files = true},
        {"`fuda-labels`", "fuda-labels", {"haratama", "-o", "-"}, "", .files = true},
    };
    setenv("FUDA_NET_LOOPBACK", "5000", 1);
    snprintf(asked, sizeof asked, "GET 1000 5000 0\nhttp://127.0.0.1:%d/\n", served);
    snprintf(watched, sizeof watched, "hello 1\nlanguage en\ncamera http://127.0.0.1:%d/\n",
        served);
    bool sanitized = build != NULL && strstr(build, "san") != NULL,
         landlock = read_only() != NOT_HERE;
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        if (sanitized || (!landlock && programs[i].files))
            printf("%s keeps its rights here: nothing is tested of that\n", programs[i].name);
        else
            attack_program(&programs[i]);
    if (sanitized || !landlock)
        printf("fuda-sync keeps its rights here: nothing is tested of that\n");
    else
        attack_sync();
}

/* No row of the table stands for a program that nobody attacks. */
static void count_rows(void)
{
    const char *at = security != NULL ? strstr(security, "\n| program |") : NULL;
    int rows = -2;
    for (at = at != NULL ? at + 1 : ""; *at == '|';
         at += strcspn(at, "\n") + (at[strcspn(at, "\n")] != '\0'))
        rows++;
    check(rows_tried == 0 || rows == rows_tried, "%d rows of the table in SECURITY.md, %d tried",
        rows, rows_tried);
}

/* ---- a kernel that has less ------------------------------------------------------------------ */

/*
 * From now on these calls are not there, nor for what is started. False: that cannot be had here.
 */
static bool take_calls_away(int first, int last)
{
    struct sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, (uint32_t)first, 0, 2),
        BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, (uint32_t)last, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = sizeof steps / sizeof *steps, .filter = steps};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
           && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/* What `fuda` with these words prints where there is no Landlock; its status. */
static int run_without_landlock(const char *words, char *out, size_t size)
{
    enum { CREATE_RULESET = 444, RESTRICT_SELF = 446 };
    const char *build = getenv("BUILD");
    char command[4096];
    int ends[2], status = 0;
    size_t length = 0;
    snprintf(command, sizeof command, "%s/bin/fuda %s", build != NULL ? build : "build/release",
        words);
    if (pipe(ends) != 0)
        exit(1);
    pid_t pid = fork();
    if (pid == 0) {
        dup2(ends[1], STDOUT_FILENO);
        if (!take_calls_away(CREATE_RULESET, RESTRICT_SELF))
            _exit(NOT_HERE);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    for (ssize_t got;
         length < size - 1 && (got = read(ends[0], out + length, size - 1 - length)) > 0;)
        length += (size_t)got;
    out[length] = '\0';
    close(ends[0]);
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Everything works there, and who asks is told. */
static void go_without_landlock(void)
{
    char out[8192], words[1024];
    const int status = run_without_landlock("--lang en --version", out, sizeof out);
    if (status == NOT_HERE) {
        printf("no kernel without Landlock can be made here: nothing is tested of that\n");
        return;
    }
    check(status == 0 && strstr(out, "no Landlock") != NULL, "--version without Landlock says: %s",
        out);
    check(run_without_landlock("--lang ja --version", out, sizeof out) == 0
              && strstr(out, "Landlockがありません") != NULL,
        "in Japanese: %s", out);
    snprintf(words, sizeof words, "labels haratama r3 --dpi 150 -o %s/sheet.png", folder);
    check(run_without_landlock(words, out, sizeof out) == 0, "no labels without Landlock: %s", out);
    snprintf(words, sizeof words, "scan %s/sheet.png", folder);
    check(run_without_landlock(words, out, sizeof out) == 0 && strstr(out, "r3") != NULL,
        "nothing read without Landlock: %s", out);
}

int main(void)
{
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof here;
    int listening = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(listening, (struct sockaddr *)&here, size) != 0 || listen(listening, 64) != 0
        || getsockname(listening, (struct sockaddr *)&here, &size) != 0)
        return 1;
    served = ntohs(here.sin_port);
    make_folder(folder, sizeof folder, "/tmp");
    snprintf(store, sizeof store, "%s/fuda.db", folder);
    snprintf(other, sizeof other, "%s/other", folder);
    size_t length;
    security = read_file("SECURITY.md", &length);
    try_freely();
    try_halves("Landlock", FILES);
    try_halves("the filter of calls", CALLS);
    try_halves("both", FILES | CALLS);
    prepare();
    check(read_listed() != SUCCEEDS, "what is listed can be read and written, and nothing else");
    prepare();
    check(read_only() != SUCCEEDS, "what is listed to be read is not written");
    prepare();
    attack_programs();
    count_rows();
    free(security);
    go_without_landlock();
    remove_folder(folder);
    return finish();
}
