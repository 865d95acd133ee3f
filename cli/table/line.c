/* Lines from a terminal or a pipe; see line.h. */
#define _DEFAULT_SOURCE
#include "libedit.h"
#include "line.h"
#include "cli/say.h"
#include "core/signs.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

enum { HISTORY_MOST = 1000, WORD_MOST = 256, OFFERS_MOST = 256, COME_MOST = 2 * LINE_MOST };

struct line {
    struct completer completer;
    struct libedit libedit;
    bool terminal;
    EditLine *editor; /* NULL: not a terminal, or no libedit */
    History *history;
    const char *history_file;           /* borrowed */
    const char *prompt;                 /* borrowed */
    struct text shown;                  /* the prompt as libedit has it, which might write to it */
    bool cancelled;                     /* ^C was typed in this line */
    char *buffer;                       /* owned: the last line of the editor */
    struct beside beside[BESIDES_MOST]; /* what goes on meanwhile */
    int besides;
    const struct context *context;
    uint32_t number; /* of the last line, from 1 */
    bool lost;       /* a line was passed over */
    /* owned, COME_MOST bytes: what came from a pipe; `length` of them from `from` on */
    char *come;
    size_t from, length; /*   are not read yet */
    bool over;           /* the pipe has ended */
};

/* What stands between two of these in a prompt has no columns. */
enum { LITERAL = '\1' };

/* A colour that libedit passes on as it is. */
static void put_paint(struct line *l, enum paint paint)
{
    static const char literal[] = {LITERAL, '\0'};
    if (!l->context->color)
        return;
    text_put(&l->shown, literal);
    say_paint(l->context, &l->shown, paint);
    text_put(&l->shown, literal);
}

/*
 * In bold where there are colours; without the isolates of names: libedit would take them for
 * columns. The last blank is plain: what is typed is.
 */
static char *prompt_of(EditLine *editor)
{
    struct line *l = libedit_client(editor);
    l->shown.length = 0;
    text_put(&l->shown, "");
    put_paint(l, PAINT_BOLD);
    for (const char *at = l->prompt != NULL ? l->prompt : ""; *at != '\0';) {
        const bool isolates = strncmp(at, isolate_begin, ISOLATE_SIZE) == 0
                              || strncmp(at, isolate_end, ISOLATE_SIZE) == 0;
        text_add(&l->shown, at, isolates ? 0 : 1);
        at += isolates ? ISOLATE_SIZE : 1;
        if (strcmp(at, " ") == 0)
            put_paint(l, PAINT_PLAIN);
    }
    return l->shown.at;
}

/* ---- completion -------------------------------------------------------------------------- */

struct offers {
    char *candidate[OFFERS_MOST];
    size_t count;
};

static void offer(void *to, const char *candidate)
{
    struct offers *offers = to;
    for (size_t i = 0; i < offers->count; i++)
        if (strcmp(offers->candidate[i], candidate) == 0)
            return;
    if (offers->count < OFFERS_MOST)
        offers->candidate[offers->count++] = memory_text(candidate);
}

/* How many bytes all candidates share. */
static size_t shared(const struct offers *offers)
{
    size_t length = strlen(offers->candidate[0]);
    for (size_t i = 1; i < offers->count; i++)
        for (size_t k = 0; k < length; k++)
            if (offers->candidate[i][k] != offers->candidate[0][k])
                length = k;
    while (length > 0 && ((unsigned char)offers->candidate[0][length] & 0xC0) == 0x80)
        length--;
    return length;
}

static void list(const struct offers *offers)
{
    int columns = line_columns(), column = 0;
    fputs("\n", stdout);
    for (size_t i = 0; i < offers->count; i++) {
        int width = say_width(offers->candidate[i], strlen(offers->candidate[i])) + 2;
        if (column > 0 && column + width > columns) {
            fputs("\n", stdout);
            column = 0;
        }
        struct text shown = {0};
        say_foreign(&shown, offers->candidate[i], strlen(offers->candidate[i]));
        printf("%s  ", shown.at);
        text_clear(&shown);
        column += width;
    }
    fputs("\n", stdout);
    fflush(stdout);
}

static unsigned char complete(EditLine *editor, int key)
{
    struct line *l = libedit_client(editor);
    (void)key;
    const LineInfo *info = l->libedit.el_line(editor);
    if (info->buffer == NULL)
        memory_out();
    size_t length = (size_t)(info->cursor - info->buffer), start = length;
    while (start > 0 && strchr(" ;\t", info->buffer[start - 1]) == NULL)
        start--;
    char before[1024], word[WORD_MOST];
    if (start >= sizeof before || length - start >= sizeof word)
        return CC_ERROR;
    memcpy(before, info->buffer, start);
    before[start] = '\0';
    memcpy(word, info->buffer + start, length - start);
    word[length - start] = '\0';
    struct offers offers = {.count = 0};
    l->completer.complete(l->completer.user, before, word, offer, &offers);
    unsigned char result = CC_ERROR;
    if (offers.count > 0) {
        size_t common = shared(&offers), typed = strlen(word);
        char insert[WORD_MOST + 2];
        snprintf(insert, sizeof insert, "%.*s%s", (int)(common > typed ? common - typed : 0),
            offers.candidate[0] + (common > typed ? typed : common), offers.count == 1 ? " " : "");
        result = CC_REFRESH;
        if (insert[0] != '\0')
            l->libedit.el_insertstr(editor, insert);
        else {
            list(&offers);
            result = CC_REDISPLAY;
        }
    }
    for (size_t i = 0; i < offers.count; i++)
        free(offers.candidate[i]);
    return result;
}

/* ^C: the line is thrown away, the program goes on. */
static unsigned char cancel(EditLine *editor, int key)
{
    struct line *l = libedit_client(editor);
    (void)key;
    const LineInfo *info = l->libedit.el_line(editor);
    l->libedit.el_cursor(editor, (int)(info->lastchar - info->cursor));
    info = l->libedit.el_line(editor);
    l->libedit.el_deletestr(editor, (int)(info->lastchar - info->buffer));
    l->cancelled = true;
    return CC_NEWLINE;
}

/*
 * ^Z: the shell has the terminal, as it was; whoever comes back finds the prompt and what was
 * typed.
 */
static unsigned char suspend(EditLine *editor, int key)
{
    struct line *l = libedit_client(editor);
    struct sigaction usual = {.sa_handler = SIG_DFL}, editors;
    (void)key;
    fputs("\r\n", stdout);
    fflush(stdout);
    l->libedit.el_set(editor, EL_PREP_TERM, 0);
    sigaction(SIGTSTP, &usual, &editors);
    kill(0, SIGTSTP); /* whatever was started with it too, as the terminal would */
    sigaction(SIGTSTP, &editors, NULL);
    l->libedit.el_set(editor, EL_PREP_TERM, 1);
    l->libedit.el_set(editor, EL_REFRESH);
    return CC_NORM;
}

/* ---- what goes on beside it -------------------------------------------------------------- */

void line_beside(struct line *l, const struct beside *beside)
{
    assert(l->besides < BESIDES_MOST);
    l->beside[l->besides++] = *beside;
}

void line_prompt(struct line *l, const char *prompt) { l->prompt = prompt; }

/* Something is said where the prompt stands; then the prompt and what was typed stand below it. */
static void interrupt(struct line *l, const struct beside *b)
{
    const char *kind = getenv("TERM");
    if (l->editor == NULL) {
        b->act(b->user);
        fflush(stdout);
        return;
    }
    fputs(kind == NULL || strcmp(kind, "dumb") == 0 ? "\n" : "\r\033[K", stdout);
    b->act(b->user);
    fflush(stdout);
    l->libedit.el_set(l->editor, EL_REFRESH);
}

/* Serves what has come; milliseconds until the first of them wants to be asked again, -1: never. */
static int serve_besides(struct line *l)
{
    int first = -1;
    for (int i = 0; i < l->besides; i++)
        if (l->beside[i].ready(l->beside[i].user))
            interrupt(l, &l->beside[i]);
    for (int i = 0; i < l->besides; i++) {
        const int due = l->beside[i].due(l->beside[i].user);
        first = due >= 0 && (first < 0 || due < first) ? due : first;
    }
    return first;
}

/* Waits until something was typed or piped, and serves what goes on beside. */
static void wait_for_input(struct line *l)
{
    for (;;) {
        struct pollfd wait[1 + BESIDES_MOST] = {{.fd = STDIN_FILENO, .events = POLLIN}};
        const int due = serve_besides(l);
        bool waits = due >= 0;
        for (int i = 0; i < l->besides; i++) {
            wait[1 + i] = (struct pollfd){.fd = l->beside[i].file(l->beside[i].user),
                .events = POLLIN};
            waits |= wait[1 + i].fd >= 0;
        }
        if (!waits || poll(wait, 1 + (nfds_t)l->besides, due) < 0 || wait[0].revents != 0)
            return;
    }
}

/* One character for the editor: 1, 0 at the end of input, -1 for an error. */
static int get_character(EditLine *editor, wchar_t *out)
{
    struct line *l = libedit_client(editor);
    mbstate_t state = {0};
    for (;;) {
        char byte;
        wait_for_input(l);
        ssize_t got = read(STDIN_FILENO, &byte, 1);
        if (got <= 0)
            return got == 0 ? 0 : -1;
        size_t used = mbrtowc(out, &byte, 1, &state);
        if (used == (size_t)-1)
            state = (mbstate_t){0}; /* no character: passed over */
        else if (used != (size_t)-2)
            return 1;
    }
}

/* ---- lines ------------------------------------------------------------------------------- */

static void open_editor(struct line *l)
{
    HistEvent event;
    l->editor = l->libedit.el_init("fuda", stdin, stdout, stderr);
    if (l->editor == NULL)
        return;
    /* the editor itself ends the program where it has no memory to search */
    atexit(terminal_give_back);
    /* ^C between two lines: the editor has the terminal only within one */
    signal(SIGINT, SIG_IGN);
    /* the editor's handler would break a write off; it asks at every prompt */
    sigset_t resized;
    sigemptyset(&resized);
    sigaddset(&resized, SIGWINCH);
    sigprocmask(SIG_BLOCK, &resized, NULL);
    l->history = l->libedit.history_init();
    l->libedit.el_set(l->editor, EL_CLIENTDATA, l);
    l->libedit.el_set(l->editor, EL_PROMPT_ESC, prompt_of, LITERAL);
    l->libedit.el_set(l->editor, EL_GETCFN, get_character);
    l->libedit.el_set(l->editor, EL_EDITOR, "emacs");
    /* a signal that ends the program leaves the terminal sane */
    l->libedit.el_set(l->editor, EL_SIGNAL, 1);
    if (l->history != NULL) {
        l->libedit.history(l->history, &event, H_SETSIZE, HISTORY_MOST);
        l->libedit.history(l->history, &event, H_SETUNIQUE, 1);
        if (l->history_file != NULL)
            l->libedit.history(l->history, &event, H_LOAD, l->history_file);
        l->libedit.el_set(l->editor, EL_HIST, l->libedit.history, l->history);
    }
    l->libedit.el_set(l->editor, EL_ADDFN, "fuda-complete", "offer what may stand here", complete);
    l->libedit.el_set(l->editor, EL_BIND, "^I", "fuda-complete", NULL);
    l->libedit.el_set(l->editor, EL_BIND, "^R", "em-inc-search-prev", NULL);
    l->libedit.el_set(l->editor, EL_SETTY, "-d", "-isig", NULL);
    l->libedit.el_set(l->editor, EL_ADDFN, "fuda-cancel", "throw this line away", cancel);
    l->libedit.el_set(l->editor, EL_BIND, "^C", "fuda-cancel", NULL);
    l->libedit.el_set(l->editor, EL_ADDFN, "fuda-suspend", "back to the shell for a while",
        suspend);
    l->libedit.el_set(l->editor, EL_BIND, "^Z", "fuda-suspend", NULL);
}

struct line *line_new(const struct context *context, const struct completer *completer,
    const char *history)
{
    struct line *l = memory_get(sizeof *l);
    l->context = context;
    l->completer = *completer;
    l->history_file = history;
    l->terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    if (l->terminal && libedit_load(&l->libedit))
        open_editor(l);
    return l;
}

void line_free(struct line *l)
{
    HistEvent event;
    if (l == NULL)
        return;
    if (l->history != NULL) {
        if (l->history_file != NULL)
            l->libedit.history(l->history, &event, H_SAVE, l->history_file);
        l->libedit.history_end(l->history);
    }
    if (l->editor != NULL)
        l->libedit.el_end(l->editor);
    text_clear(&l->shown);
    free(l->buffer);
    free(l->come);
    free(l);
}

bool line_is_terminal(const struct line *l) { return l->terminal; }

bool line_was_lost(const struct line *l) { return l->lost; }

/* A line that nobody can take for a statement: said with its place, and passed over. */
static void pass_over(struct line *l, size_t column, const char *why)
{
    struct fault fault;
    struct text words = {0};
    say_message(l->context, &words, message_set(&fault.message, why), NULL, NULL);
    complain(l->context, N_("line {line} cannot be read, at column {column}: {fault}"), "iit",
        "line", (int64_t)l->number, "column", (int64_t)column, "fault", words.at);
    text_clear(&words);
    l->lost = true;
}

/* The character of the line that the byte stands after. */
static size_t column_at(const char *line, const char *byte)
{
    size_t column = 1;
    for (; line < byte; line++)
        column += ((unsigned char)*line & 0xC0) != 0x80;
    return column;
}

/* Does it fit, and is it text? Else that is said. */
static bool is_whole(struct line *l, const char *line, size_t length)
{
    const char *nul = memchr(line, '\0', length < LINE_MOST ? length : LINE_MOST);
    l->number++;
    if (nul != NULL)
        pass_over(l, column_at(line, nul), N_("a NUL byte; expected plain text"));
    else if (length > LINE_MOST)
        pass_over(l, LINE_MOST + 1, N_("this line is too long; expected at most 65536 bytes"));
    return nul == NULL && length <= LINE_MOST;
}

/* A camera's address may hold a password: it is not kept in the history. */
static bool is_secret(const char *line) { return strstr(line, "://") != NULL; }

static const char *edited(struct line *l, const char *prompt, bool *interrupted)
{
    int length = 0;
    HistEvent event;
    l->prompt = prompt;
    l->cancelled = false;
    errno = 0;
    /* el_gets alone shows the prompt before it has the keys */
    l->libedit.el_set(l->editor, EL_PREP_TERM, 1);
    const char *line = l->libedit.el_gets(l->editor, &length);
    *interrupted = l->cancelled;
    if (l->cancelled) {
        puts("^C");
        return "";
    }
    if (line == NULL && length < 0 && errno == EINTR) {
        *interrupted = true;
        return "";
    }
    if (line == NULL && (length > 0 || errno == ENOMEM))
        memory_out(); /* not the end of what is typed */
    if (line == NULL || length <= 0)
        return NULL;
    free(l->buffer);
    l->buffer = memory_text(line);
    l->buffer[strcspn(l->buffer, "\n")] = '\0';
    if (!is_whole(l, l->buffer, strlen(l->buffer)))
        return "";
    if (l->buffer[0] != '\0' && l->history != NULL && !is_secret(l->buffer))
        l->libedit.history(l->history, &event, H_ENTER, line);
    return l->buffer;
}

/* More of the pipe, after what is not read yet; false: there is no more. */
static bool fill(struct line *l)
{
    memmove(l->come, l->come + l->from, l->length);
    l->from = 0;
    while (!l->over) {
        wait_for_input(l);
        ssize_t got = read(STDIN_FILENO, l->come + l->length, COME_MOST - l->length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            complain(l->context, N_("cannot read: {reason}"), "t", "reason", strerror(errno));
            l->lost = true;
        }
        l->over = got <= 0;
        l->length += got > 0 ? (size_t)got : 0;
        return got > 0;
    }
    return false;
}

/* Passes over what is left of a line that is too long. */
static void skip_line(struct line *l)
{
    const char *end;
    while ((end = memchr(l->come + l->from, '\n', l->length)) == NULL) {
        l->length = 0;
        if (!fill(l))
            return;
    }
    l->length -= (size_t)(end + 1 - (l->come + l->from));
    l->from = (size_t)(end + 1 - l->come);
}

/* The next line of a pipe, its newline left out; the last one may have none. */
static const char *piped(struct line *l)
{
    if (l->come == NULL)
        l->come = memory_get(COME_MOST + 1);
    for (;;) {
        char *at = l->come + l->from, *end = memchr(at, '\n', l->length);
        if (end == NULL && l->length <= LINE_MOST && fill(l))
            continue;
        if (end == NULL && l->length == 0)
            return NULL;
        at = l->come + l->from;
        const size_t length = end != NULL ? (size_t)(end - at) : l->length;
        const bool whole = is_whole(l, at, length);
        if (end == NULL && length > LINE_MOST) {
            skip_line(l);
            continue;
        }
        at[length] = '\0';
        l->from += length + (end != NULL);
        l->length -= length + (end != NULL);
        if (whole)
            return at;
    }
}

const char *line_read(struct line *l, const char *prompt, bool *interrupted)
{
    *interrupted = false;
    if (l->terminal && l->editor == NULL)
        fputs(prompt, stdout);
    fflush(stdout);
    if (l->editor != NULL)
        return edited(l, prompt, interrupted);
    return piped(l);
}

int line_columns(void)
{
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}
