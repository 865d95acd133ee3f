/* The pager; see pager.h. */
#define _DEFAULT_SOURCE
#include "cli/pager.h"
#include "cli/say.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Is there such a program on the PATH? */
static bool is_there(const char *name)
{
    const char *path = getenv("PATH");
    char file[4096];
    for (const char *at = path != NULL ? path : ""; *at != '\0'; at += *at == ':') {
        size_t length = strcspn(at, ":");
        snprintf(file, sizeof file, "%.*s/%s", (int)length, at, name);
        if (length > 0 && access(file, X_OK) == 0)
            return true;
        at += length;
    }
    return false;
}

/* The command; NULL: none is wanted, or there is none. */
static const char *pager_command(void)
{
    const char *command = getenv("PAGER"), *kind = getenv("TERM");
    if (!isatty(STDOUT_FILENO) || !isatty(STDIN_FILENO) || kind == NULL
        || strcmp(kind, "dumb") == 0)
        return NULL;
    if (command == NULL)
        return is_there("less") ? "less" : NULL;
    return command[0] == '\0' || strcmp(command, "cat") == 0 ? NULL : command;
}

static FILE *start(const char *command)
{
    setenv("LESS", "FRX", 0);
    fflush(stdout);
    /* NOLINTNEXTLINE(cert-env33-c): the user's own command, run as git runs it */
    return popen(command, "w");
}

void pager_begin(struct pager *pager)
{
    const char *command = pager_command();
    struct winsize size;
    char columns[12];
    if (command != NULL && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) {
        snprintf(columns, sizeof columns, "%d", (int)size.ws_col);
        setenv("COLUMNS", columns, 1); /* what is written goes to a pipe */
    }
    pager->to = command != NULL ? start(command) : NULL;
    say_paged(pager->to != NULL);
    if (pager->to != NULL)
        dup2(fileno(pager->to), STDOUT_FILENO);
}

void pager_end(struct pager *pager)
{
    if (pager->to == NULL)
        return;
    fflush(stdout);
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC); /* the pager reads to its end */
    if (nowhere >= 0) {
        dup2(nowhere, STDOUT_FILENO);
        close(nowhere);
    }
    signal(SIGINT, SIG_IGN);
    pclose(pager->to);
    pager->to = NULL;
    say_paged(false);
}

void pager_show(const char *text, size_t length)
{
    struct winsize size;
    size_t lines = 0;
    for (size_t i = 0; i < length; i++)
        lines += text[i] == '\n';
    bool fits = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0
                || lines < size.ws_row;
    const char *command = fits ? NULL : pager_command();
    FILE *pager = command != NULL ? start(command) : NULL;
    void (*before)(int) = pager != NULL ? signal(SIGPIPE, SIG_IGN) : SIG_DFL;
    fwrite(text, 1, length, pager != NULL ? pager : stdout);
    if (pager == NULL)
        return;
    pclose(pager);
    signal(SIGPIPE, before);
}
