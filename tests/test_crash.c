/*
 * The power goes at any moment: `fuda table` is killed while it works, again and again, at a pipe
 * and at a terminal. What it had acknowledged (an answer or the next prompt came) is there
 * afterwards; of what it had not, at most the one line in flight. SEED and ITERS are taken.
 */
#include "terminal.h"

enum { LINES_MOST = 4000, LIVES_A_STORE = 60, BEGINNINGS = 4 };

/* What the record must hold: the lines that stand, and after them those taken back last. */
struct model {
    int line[LINES_MOST]; /* a note's number */
    int count, kept;
    int next;
    int at; /* which of them is mended next */
};

enum what { ADD, UNDO, REDO, FIX };

static struct terminal term;
static long slowest = 2000; /* microseconds that an acknowledged line took of late */

static long micros(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* ---- the model --------------------------------------------------------------------------- */

static void apply(struct model *m, enum what what)
{
    switch (what) {
    case ADD:
        m->line[m->count++] = m->next;
        m->kept = m->count;
        break;
    case UNDO: m->count -= m->count > 0; break;
    case REDO: m->count += m->count < m->kept; break;
    case FIX: m->line[m->at] = m->next; break;
    }
}

static enum what choose(struct model *m)
{
    unsigned n = chance(8);
    m->at = m->count > 0 ? (int)chance((unsigned)m->count) : 0;
    return n == 0 && m->count > 0         ? UNDO
           : n == 1 && m->count < m->kept ? REDO
           : n < 4 && m->count > 0        ? FIX
                                          : ADD;
}

static void put(const struct model *m, enum what what, char *text, size_t size)
{
    enum { HEADING = 3 };
    if (what == ADD)
        snprintf(text, size, "note \"%d\"", m->next);
    else if (what == FIX)
        snprintf(text, size, "fix %d note \"%d\"", HEADING + m->at + 1, m->next);
    else
        snprintf(text, size, "%s", what == UNDO ? "undo" : "redo");
}

/* Does what `show` printed hold exactly these notes? */
static bool shows(const struct model *m)
{
    const char *at = strstr(shell_out, "\nplayers ");
    at = at != NULL ? strchr(at + 1, '\n') : NULL;
    for (int i = 0; i < m->count && at != NULL; i++) {
        char line[32];
        int length = snprintf(line, sizeof line, "\nnote \"%d\"", m->line[i]);
        at = strncmp(at, line, (size_t)length) == 0 ? at + length : NULL;
    }
    return at != NULL && strcmp(at, "\n") == 0;
}

/* ---- processes --------------------------------------------------------------------------- */

struct table {
    pid_t pid;
    int in, out; /* of a pipe */
    bool terminal;
};

static void open_pipe(struct table *t, const char *const *argv)
{
    int in[2], back[2];
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(back, O_CLOEXEC) != 0)
        abort();
    t->pid = fork();
    if (t->pid == 0) {
        dup2(in[0], 0);
        dup2(back[1], 1);
        dup2(back[1], 2);
        execv(argv[0], (char *const *)(uintptr_t)argv);
        _exit(127);
    }
    close(in[0]);
    close(back[1]);
    t->in = in[1];
    t->out = back[0];
}

static void open_table(struct table *t, const char *const *argv, bool terminal)
{
    t->terminal = terminal;
    if (!terminal)
        open_pipe(t, argv);
    else if (terminal_start(&term, (char *const *)(uintptr_t)argv))
        t->pid = term.pid;
    else
        abort();
}

static void kill_table(struct table *t)
{
    kill(t->pid, SIGKILL);
    waitpid(t->pid, NULL, 0);
    if (t->terminal) {
        terminal_close(&term);
        return;
    }
    close(t->in);
    close(t->out);
}

/* Waits for the answer to `why`, which follows the line: the line is acknowledged. */
static bool await_answer(const struct table *t)
{
    char bytes[4096];
    size_t length = 0;
    for (;;) {
        struct pollfd poll_it = {.fd = t->out, .events = POLLIN};
        if (poll(&poll_it, 1, PATIENCE) <= 0)
            return false;
        ssize_t got = read(t->out, bytes + length, sizeof bytes - 1 - length);
        if (got <= 0)
            return false;
        length += (size_t)got;
        bytes[length] = '\0';
        if (strstr(bytes, "ruled yet.\n") != NULL)
            return true;
    }
}

static void send_line(const struct table *t, const char *line)
{
    char text[128];
    if (t->terminal) {
        terminal_type(&term, line);
        terminal_type(&term, "\r");
        return;
    }
    int length = snprintf(text, sizeof text, "%s\nwhy\n", line);
    check(write(t->in, text, (size_t)length) == length, "a line cannot be sent");
}

static bool acknowledged(const struct table *t)
{
    return t->terminal ? terminal_expect(&term, "▸ ") : await_answer(t);
}

static void wait_micros(long time)
{
    struct timespec t = {time / 1000000, time % 1000000 * 1000};
    nanosleep(&t, NULL);
}

/* ---- lives ------------------------------------------------------------------------------- */

static void new_store(int life)
{
    static const char *const begin[] = {program, "table", "haratama", "Aki", "Bo", "Chie", NULL};
    struct table t;
    char command[192];
    snprintf(command, sizeof command, "rm -rf '%s/data'", folder);
    check(shell(command) == 0, "life %d: the store can be removed", life);
    for (int i = 0; i < BEGINNINGS; i++) { /* killed while the file and the record are made */
        open_pipe(&t, begin);
        t.terminal = false;
        wait_micros(chance(30000));
        kill_table(&t);
        check(shell("\"$FUDA\" campaign check 2>&1") == 0, "life %d: sound after a beginning",
            life);
        check(shell("\"$FUDA\" history 2>&1") == 0, "life %d: a history after a beginning", life);
    }
    snprintf(command, sizeof command,
        "rm -rf '%s/data'; echo 'note \"0\"' | \"$FUDA\" table haratama Aki Bo Chie", folder);
    check(shell(command) == 0, "life %d: a record begins", life);
}

/* Whole records come all or not at all: `add`, and `import` of what was exported. */
static void kill_batches(int life)
{
    char text[96], file[96], command[1024];
    struct table t = {.terminal = false};
    snprintf(text, sizeof text, "%s/campaign", folder);
    snprintf(file, sizeof file, "%s/night", folder);
    snprintf(command, sizeof command,
        "rm -rf '%s/data' '%s'; for d in 1 2 3 4 5 6 7 8; do sed \"s/^date .*/date 2001-01-0$d/\""
        " tests/night.fuda; done >'%s'; \"$FUDA\" add '%s' && \"$FUDA\" campaign export '%s'",
        folder, text, file, file, text);
    check(shell(command) == 0 && strstr(shell_out, "8") != NULL, "life %d: eight records to import",
        life);
    const char *const add[] = {program, "add", file, NULL}, *const import[] = {program, "campaign",
                                                                "import", text, NULL};
    for (int i = 0; i < 2 * BEGINNINGS; i++) {
        snprintf(command, sizeof command, "rm -rf '%s/data'", folder);
        check(shell(command) == 0, "life %d: the store can be removed", life);
        open_pipe(&t, i % 2 ? add : import);
        wait_micros(chance(15000));
        kill_table(&t);
        check(shell("\"$FUDA\" campaign check 2>&1") == 0, "life %d: sound after a batch", life);
        check(shell("\"$FUDA\" history | wc -l") == 0
                  && (atoi(shell_out) == 0 || atoi(shell_out) == 8),
            "life %d: all records of a batch, or none", life);
    }
}

/* A reader dies while it puts the store in order. */
static void kill_reader(void)
{
    static const char *const argv[] = {program, "history", NULL};
    struct table t = {.terminal = false};
    open_pipe(&t, argv);
    wait_micros(chance(6000));
    kill_table(&t);
}

static void live(struct model *m, int life)
{
    static const char *const argv[] = {program, "table", NULL};
    struct table t;
    char line[64];
    enum what what = ADD;
    open_table(&t, argv, chance(4) == 0);
    if (t.terminal) {
        check(terminal_expect(&term, "▸ "), "life %d: asked to go on", life);
        terminal_type(&term, "\r");
        check(terminal_expect(&term, "▸ "), "life %d: a prompt", life);
    }
    for (unsigned i = chance(5); i > 0; i--) {
        long begun = micros();
        m->next++;
        what = choose(m);
        put(m, what, line, sizeof line);
        send_line(&t, line);
        if (!acknowledged(&t)) {
            check(false, "life %d: a line was not acknowledged", life);
            break;
        }
        apply(m, what);
        slowest = (slowest * 7 + (micros() - begun)) / 8;
    }
    m->next++;
    what = choose(m);
    struct model after = *m;
    put(&after, what, line, sizeof line);
    send_line(&t, line);
    wait_micros(chance((unsigned)(slowest > 20000 ? 20000 : slowest) + 1));
    kill_table(&t);
    apply(&after, what);
    if (chance(4) == 0)
        kill_reader();
    check(shell("\"$FUDA\" show 1 2>&1") == 0, "life %d: the record can be shown", life);
    bool old = shows(m), new = shows(&after);
    check(old || new, "life %d: what was acknowledged, and at most the line in flight", life);
    if (!old && !new)
        printf("  in flight: %s\n  %d lines expected, the last %d; shown: …%s\n", line, m->count,
            m->count > 0 ? m->line[m->count - 1] : 0,
            shell_out + (strlen(shell_out) > 200 ? strlen(shell_out) - 200 : 0));
    if (new)
        *m = after;
    if (chance(16) == 0)
        check(shell("\"$FUDA\" campaign check 2>&1") == 0, "life %d: the store is sound", life);
}

int main(void)
{
    static struct model m;
    int lives = (int)number_from("ITERS", 300);
    unsigned in_flight_kept = 0;
    chance_begin(number_from("SEED", (uint64_t)micros()));
    program_begin();
    signal(SIGPIPE, SIG_IGN);
    for (int life = 0; life < lives && failed < 10; life++) {
        if (life % LIVES_A_STORE == 0) {
            m.line[0] = 0; /* the note that a record begins with */
            m.count = m.kept = 1;
            kill_batches(life);
            new_store(life);
        }
        int before = m.next, top = m.count > 0 ? m.line[m.count - 1] : 0;
        live(&m, life);
        in_flight_kept += m.count > 0 && m.line[m.count - 1] == m.next && m.next != before
                          && top != m.next;
    }
    remove_folder(folder);
    printf("%d kills; the line in flight was kept %u times\n", lives, in_flight_kept);
    return finish();
}
