/* The program that sees; see scanner.h. */
#define _GNU_SOURCE /* explicit_bzero */
#include "scanner.h"
#include "cli/helper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    PATH_ROOM = 4096,
    /* silent for so long, or at one picture: it hangs */
    HANG_MS = 6000,
    HANG_PICTURE_MS = 30000,
    AGAIN_MS = 1000,
    AGAIN_MOST_MS = 30000, /* pauses before it is started again */
    PICTURE_LINES = 1000,  /* more is told of no picture */
    WRITER_MS = 5000,      /* a pipe is empty for so long: nobody writes it */
};

static const char program[] = "fuda-scan";

long milliseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000 + 1;
}

/* ---- starting it ------------------------------------------------------------------------- */

/* Beside this program, on the PATH, or in libexec. */
static bool find_program(char out[PATH_ROOM])
{
    if (helper_find(out, PATH_ROOM, program))
        return true;
    const char *path = getenv("PATH");
    for (const char *at = path != NULL ? path : ""; *at != '\0';) {
        size_t length = strcspn(at, ":");
        if (length > 0 && at[0] == '/' && length + sizeof program < PATH_ROOM) {
            snprintf(out, PATH_ROOM, "%.*s/%s", (int)length, at, program);
            if (access(out, X_OK) == 0)
                return true;
        }
        at += length + (at[length] == ':');
    }
    return helper_find(out, PATH_ROOM, "../libexec/fuda-scan")
           || helper_find(out, PATH_ROOM, "../libexec/fuda/fuda-scan");
}

static bool say_why(struct scanner *e, const char *text)
{
    struct text t = {0};
    say_with(e->context, &t, text, "t", "program", program);
    snprintf(e->why, sizeof e->why, "%s", t.at);
    text_clear(&t);
    return false;
}

static bool launch(struct scanner *e, int picture)
{
    char path[PATH_ROOM];
    struct helper h;
    if (!find_program(path))
        return say_why(e, helper_missing);
    bool started = helper_start(&h, path, picture);
    e->pid = h.pid;
    e->to = h.to;
    e->from = h.from;
    e->length = 0;
    e->lines = 0;
    e->greeted = e->frame = e->done = false;
    e->heard = milliseconds();
    e->again = 0;
    return started || say_why(e, N_("the program fuda-scan could not be started"));
}

/* All of it, unless the other side does not take it in time. */
static bool send_all(struct scanner *e, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t sent = send(e->to, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT);
        struct pollfd wait = {.fd = e->to, .events = POLLOUT};
        if (sent < 0 && (errno == EAGAIN ? poll(&wait, 1, HANG_MS) <= 0 : errno != EINTR))
            return false;
        bytes += sent > 0 ? sent : 0;
        length -= sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

static bool brief(struct scanner *e)
{
    struct text t = {0};
    scanner_brief(e->context, e->deck, &t);
    if (e->deck->faces.length > 0)
        text_add(&t, e->deck->faces.at, e->deck->faces.length);
    if (e->user != NULL)
        text_printf(&t, "user %s\n", e->user);
    if (e->source != NULL)
        text_printf(&t, "camera %s\n", e->source);
    else
        text_put(&t, "picture\n");
    bool sent = send_all(e, t.at, t.length);
    explicit_bzero(t.at, t.length);
    text_clear(&t);
    return sent;
}

static void stop(struct scanner *e)
{
    struct helper h = {e->pid, e->to, e->from};
    helper_stop(&h);
    e->to = e->from = e->pid = -1;
}

static bool start(struct scanner *e, int picture)
{
    if (!launch(e, picture)) {
        stop(e);
        return false;
    }
    if (!brief(e)) /* the rest never comes: it ends, and scanner_next hears what it says */
        shutdown(e->to, SHUT_WR);
    return true;
}

static void prepare(struct scanner *e, const struct context *context,
    const struct scanner_deck *deck)
{
    *e = (struct scanner){.context = context, .deck = deck, .pid = -1, .to = -1, .from = -1};
}

/* A line break would begin another request. */
static char *one_line(const char *text)
{
    char *copy = text != NULL ? memory_text(text) : NULL;
    for (char *at = copy; at != NULL && *at != '\0'; at++)
        if (*at == '\n' || *at == '\r')
            *at = ' ';
    return copy;
}

bool scanner_open(struct scanner *scanner, const struct context *context,
    const struct scanner_deck *deck, const char *source, const char *user)
{
    const char *colon = user != NULL ? strchr(user, ':') : NULL;
    prepare(scanner, context, deck);
    if (user != NULL && (colon == NULL || colon == user))
        return complain(context,
            N_("--user: expected the name and the password that the camera wants, as "
               "NAME:PASSWORD"),
            "");
    scanner->source = one_line(source);
    scanner->user = one_line(user);
    return start(scanner, -1);
}

/* To open a pipe by its name waits for its writer, for ever if there is none. */
static int open_picture(const char *name)
{
    struct stat status;
    int file = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (file < 0)
        return -1;
    if (fstat(file, &status) == 0 && S_ISFIFO(status.st_mode)) {
        struct pollfd wait = {.fd = file, .events = POLLIN};
        poll(&wait, 1, WRITER_MS);
    }
    fcntl(file, F_SETFL, O_RDONLY);
    return file;
}

bool scanner_open_picture(struct scanner *scanner, const struct context *context,
    const struct scanner_deck *deck, const char *name)
{
    prepare(scanner, context, deck);
    int file = name != NULL ? open_picture(name) : STDIN_FILENO;
    if (file < 0) {
        scanner_not_opened(context, name);
        return false;
    }
    bool started = start(scanner, file);
    if (name != NULL)
        close(file);
    return started;
}

/* A password may stand in it. */
static void forget(char **text)
{
    if (*text != NULL)
        explicit_bzero(*text, strlen(*text));
    free(*text);
    *text = NULL;
}

void scanner_close(struct scanner *scanner)
{
    stop(scanner);
    forget(&scanner->user);
    forget(&scanner->source);
    scanner->again = 0;
}

/* ---- what it says ------------------------------------------------------------------------ */

/* A code of ours is upper case letters, digits and /: it may be shown as it is. */
static bool is_code(const char *code)
{
    return strncmp(code, "F/", 2) == 0
           && strspn(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/") == strlen(code);
}

/* "F/HT/R13 X Y X Y X Y X Y …" */
static bool take_place(const struct scanner *e, const char *at, struct glimpse *s)
{
    char number[24];
    if (!scanner_word(&at, s->code, sizeof s->code) || !is_code(s->code))
        return false;
    for (int i = 0; i < 8; i++) {
        char *end;
        if (!scanner_word(&at, number, sizeof number))
            return false;
        s->corner[i / 2][i % 2] = strtod(number, &end);
        if (*end != '\0' || !(s->corner[i / 2][i % 2] > -1e6 && s->corner[i / 2][i % 2] < 1e6))
            return false;
    }
    s->card = scanner_deck_find(e->deck, s->code);
    return true;
}

static bool take_sight(const struct scanner *e, const char *at, struct glimpse *s)
{
    char word[16];
    *s = (struct glimpse){.card = -1, .other = -1};
    if (!scanner_word(&at, word, sizeof word))
        return false;
    int kind = 0;
    while (kind < SIGHT_KINDS && strcmp(sight_words[kind], word) != 0)
        kind++;
    if (kind == SIGHT_KINDS)
        return false;
    s->kind = (enum sight_kind)kind;
    if (s->kind == SIGHT_DOUBT) {
        if (!scanner_word(&at, word, sizeof word))
            return false;
        s->twice = strcmp(word, "twice") == 0;
    }
    if (s->kind == SIGHT_ASK) {
        if (!scanner_word(&at, word, sizeof word))
            return false;
        s->other = scanner_deck_find(e->deck, word);
    }
    bool known = s->kind == SIGHT_CARD || s->kind == SIGHT_FACE || s->kind == SIGHT_ASK;
    return take_place(e, at, s) && (!known || s->card >= 0)
           && (s->kind != SIGHT_UNKNOWN || s->card < 0);
}

/* As many numbers as there is room for. */
static bool take_numbers(const char *at, double *out, int count)
{
    for (int i = 0; i < count; i++) {
        char *end;
        out[i] = strtod(at, &end);
        if (end == at || !(out[i] > -1e6 && out[i] < 1e6))
            return false;
        at = end;
    }
    return true;
}

static bool take_aim(struct scanner *e, const char *at)
{
    struct aimed a = {.card = -1};
    double n[6];
    if (!scanner_word(&at, a.code, sizeof a.code) || !is_code(a.code) || !take_numbers(at, n, 6))
        return false;
    a.card = scanner_deck_find(e->deck, a.code);
    a.module = n[0];
    a.tilt = n[1];
    a.white = (int)n[2];
    a.black = (int)n[3];
    a.blur = n[4];
    a.mirrored = n[5] != 0;
    e->aimed = a;
    return true;
}

/* "3 5 1.42 1.0" */
static bool take_faces(struct scanner *e, const char *at)
{
    double n[4];
    if (!take_numbers(at, n, 4) || n[3] <= 0)
        return false;
    e->faced = (struct faced){(int)n[0], (int)n[1], n[2], n[3]};
    return true;
}

static bool take_view(struct scanner *e, const char *at)
{
    double n[3];
    if (!take_numbers(at, n, 3))
        return false;
    e->view = (struct viewed){(int)n[0], (int)n[1], (int)n[2]};
    return true;
}

static enum scanner_news on_lost(struct scanner *e)
{
    stop(e);
    long pause = AGAIN_MS;
    for (int i = 0; i < e->failures && pause < AGAIN_MOST_MS; i++)
        pause *= 2;
    e->failures++;
    if (e->source != NULL)
        e->again = milliseconds() + (pause < AGAIN_MOST_MS ? pause : AGAIN_MOST_MS);
    return SCANNER_LOST;
}

static enum scanner_news on_nonsense(struct scanner *e)
{
    say_why(e, N_("the program fuda-scan answers nonsense; is it of this version?"));
    return on_lost(e);
}

static enum scanner_news on_frame(struct scanner *e)
{
    bool back = e->failures > 0 && !e->frame;
    memcpy(e->unread, e->coming, sizeof e->unread);
    memset(e->coming, 0, sizeof e->coming);
    e->frame = true;
    e->failures = 0;
    e->done = true;
    return back ? SCANNER_BACK : SCANNER_ALIVE;
}

/* "slanted 3" */
static enum scanner_news on_unread(struct scanner *e, const char *at)
{
    char word[16];
    int kind = 0;
    if (!scanner_word(&at, word, sizeof word))
        return on_nonsense(e);
    while (kind < UNREAD_KINDS && strcmp(unread_words[kind], word) != 0)
        kind++;
    long count = strtol(at, NULL, 10);
    if (kind == UNREAD_KINDS || count < 1 || count > 1000)
        return on_nonsense(e);
    e->coming[kind] = (int)count;
    return SCANNER_ALIVE;
}

/* "F/HT/R13 5" */
static enum scanner_news on_faceless(struct scanner *e, const char *at)
{
    char code[CODE_MOST + 1];
    double count;
    if (!scanner_word(&at, code, sizeof code) || !take_numbers(at, &count, 1) || count < 1
        || (e->faceless = scanner_deck_find(e->deck, code)) < 0)
        return on_nonsense(e);
    e->lacking = (int)count;
    return SCANNER_FACELESS;
}

static enum scanner_news hear(struct scanner *e, const char *line, struct glimpse *sight)
{
    if (e->source != NULL)
        e->heard = milliseconds();
    else if (++e->lines > PICTURE_LINES)
        return on_nonsense(e);
    if (!e->greeted) {
        e->greeted = strncmp(line, "hello 1 ", strlen("hello 1 ")) == 0;
        return e->greeted ? SCANNER_ALIVE : on_nonsense(e);
    }
    if (strncmp(line, "frame ", 6) == 0)
        return on_frame(e);
    if (strncmp(line, "unread ", 7) == 0)
        return on_unread(e, line + 7);
    if (strncmp(line, "faceless ", 9) == 0)
        return on_faceless(e, line + 9);
    if (strcmp(line, "tie") == 0)
        return SCANNER_TIE;
    if (strcmp(line, "wait") == 0)
        return SCANNER_ALIVE;
    if (strncmp(line, "aim ", 4) == 0)
        return take_aim(e, line + 4) ? SCANNER_AIM : on_nonsense(e);
    if (strncmp(line, "view ", 5) == 0)
        return take_view(e, line + 5) ? SCANNER_VIEW : on_nonsense(e);
    if (strncmp(line, "faces ", 6) == 0)
        return take_faces(e, line + 6) ? SCANNER_ALIVE : on_nonsense(e);
    if (strncmp(line, "late ", 5) == 0)
        return SCANNER_LATE;
    if (strncmp(line, "seen ", 5) == 0)
        return SCANNER_SEEN;
    if (strncmp(line, "see ", 4) == 0)
        return take_sight(e, line + 4, sight) ? SCANNER_SEES : on_nonsense(e);
    if (strncmp(line, "lost ", 5) == 0) {
        snprintf(e->why, sizeof e->why, "%.500s", line + 5);
        return on_lost(e);
    }
    return take_sight(e, line, sight) ? SCANNER_SIGHT : on_nonsense(e);
}

/* ---- listening --------------------------------------------------------------------------- */

/* A whole line of what has come; false: there is none. */
static bool take_line(struct scanner *e, char *out)
{
    char *end = memchr(e->line, '\n', e->length);
    if (end == NULL)
        return false;
    size_t length = (size_t)(end - e->line);
    memcpy(out, e->line, length);
    out[length] = '\0';
    e->length -= length + 1;
    memmove(e->line, end + 1, e->length);
    return true;
}

/* More of it: 1, 0 for nothing yet, -1 at its end. */
static int take_bytes(struct scanner *e)
{
    ssize_t got = read(e->from, e->line + e->length, sizeof e->line - e->length);
    if (got > 0)
        e->length += (size_t)got;
    return got > 0 ? 1 : got == 0 ? -1 : errno == EAGAIN || errno == EINTR ? 0 : -1;
}

static enum scanner_news on_close(struct scanner *e)
{
    if (e->source == NULL && e->done) {
        stop(e);
        return SCANNER_END;
    }
    say_why(e, N_("the program fuda-scan has died"));
    return on_lost(e);
}

static bool hangs(const struct scanner *e, long now)
{
    return now - e->heard > (e->source != NULL ? HANG_MS : HANG_PICTURE_MS);
}

/* It does not run: perhaps it is time to start it again. */
static enum scanner_news wait_for_start(struct scanner *e, int wait_ms)
{
    long now = milliseconds();
    if (e->again == 0 || now < e->again) {
        int left = e->again == 0 ? wait_ms : (int)(e->again - now);
        poll(NULL, 0, left < wait_ms ? left : wait_ms);
        return SCANNER_NOTHING;
    }
    return start(e, -1) ? SCANNER_NOTHING : on_lost(e);
}

enum scanner_news scanner_next(struct scanner *scanner, int wait_ms, struct glimpse *sight)
{
    char line[sizeof scanner->line];
    if (scanner->pid < 0)
        return wait_for_start(scanner, wait_ms);
    for (long until = milliseconds() + wait_ms;;) {
        if (take_line(scanner, line))
            return hear(scanner, line, sight);
        if (scanner->length == sizeof scanner->line)
            return on_nonsense(scanner);
        int got = take_bytes(scanner);
        if (got < 0)
            return on_close(scanner);
        if (got > 0)
            continue;
        long now = milliseconds();
        if (hangs(scanner, now)) {
            say_why(scanner, N_("the program fuda-scan does not answer any more"));
            return on_lost(scanner);
        }
        struct pollfd wait = {.fd = scanner->from, .events = POLLIN};
        if (now >= until || poll(&wait, 1, (int)(until - now)) < 0)
            return SCANNER_NOTHING;
    }
}

void scanner_look(struct scanner *scanner)
{
    if (scanner->to >= 0)
        send_all(scanner, "see\n", 4);
}

void scanner_aim(struct scanner *scanner)
{
    if (scanner->to >= 0)
        send_all(scanner, "aim\n", 4);
}

int scanner_file(const struct scanner *scanner) { return scanner->from; }

int scanner_due(const struct scanner *scanner)
{
    long when = scanner->pid > 0 ? scanner->heard + HANG_MS + 100 : scanner->again;
    long left = when - milliseconds();
    return when == 0 ? -1 : left > 0 ? (int)left : 0;
}
