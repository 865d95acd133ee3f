/* The phones of an evening; see keep.h. */
#define _DEFAULT_SOURCE /* flock */
#include "keep.h"
#include "cli/campaign/open_campaign.h"
#include "cli/say.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { FOLDER_MOST = 3072, KEPT_S = 12 * 3600, KEPT_LONGEST = 1 << 18 };

int keep_hold(void)
{
    char path[FOLDER_MOST + 16];
    if (!user_folder("XDG_STATE_HOME", ".local/state", path, FOLDER_MOST))
        return -1;
    memcpy(path + strlen(path), "/phones", sizeof "/phones");
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file >= 0 && (fchmod(file, 0600) != 0 || flock(file, LOCK_EX | LOCK_NB) != 0)) {
        close(file);
        file = -1;
    }
    return file;
}

void keep_release(int file)
{
    if (file >= 0)
        close(file);
}

char *keep_read(int file)
{
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size <= 0
        || status.st_size > KEPT_LONGEST || time(NULL) - status.st_mtime > KEPT_S)
        return NULL;
    char *state = memory_get((size_t)status.st_size + 1);
    const ssize_t length = pread(file, state, (size_t)status.st_size, 0);
    state[length > 0 ? length : 0] = '\0';
    if (length == status.st_size && strlen(state) == (size_t)length)
        return state;
    free(state);
    return NULL;
}

void keep_write(int file, const char *state)
{
    if (file < 0 || ftruncate(file, 0) != 0)
        return;
    const size_t length = state != NULL ? strlen(state) : 0;
    if (length > 0 && pwrite(file, state, length, 0) != (ssize_t)length && ftruncate(file, 0) != 0)
        return; /* half of it is of no use: the next evening begins without guests */
}
