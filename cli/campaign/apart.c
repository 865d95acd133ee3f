/*
 * Two people whose names look the same; see apart.h. What was told is kept in the user's folder for
 * state: a line a pair.
 */
#define _DEFAULT_SOURCE 1
#include "apart.h"
#include "cli/memory.h"
#include "cli/say.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FOLDER_MOST = 3072, PAIR_TEXT = 2 * STORE_ID_TEXT, TOLD_MOST = 1 << 20 };

/* Opened when there is somebody to tell of; -1: nothing can be kept. */
static int open_told(void)
{
    char path[FOLDER_MOST + 16];
    if (!user_folder("XDG_STATE_HOME", ".local/state", path, FOLDER_MOST))
        return -1;
    memcpy(path + strlen(path), "/apart", sizeof "/apart");
    return open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
}

static bool was_told(int file, const char *pair)
{
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size <= 0
        || status.st_size > TOLD_MOST)
        return false;
    char *told = memory_get((size_t)status.st_size + 1);
    const ssize_t length = pread(file, told, (size_t)status.st_size, 0);
    told[length > 0 ? length : 0] = '\0';
    const bool found = strstr(told, pair) != NULL;
    free(told);
    return found;
}

/* The ids of both and a line's end: what could not be kept is told again. */
static void keep_told(int file, const char *pair)
{
    const size_t length = strlen(pair);
    if (file >= 0 && write(file, pair, length) != (ssize_t)length)
        return;
}

static bool tell(void *user, const struct store_apart *apart)
{
    const struct campaign *campaign = user;
    char pair[PAIR_TEXT + 1];
    store_id_text(&apart->one, pair);
    pair[STORE_ID_TEXT - 1] = ' ';
    store_id_text(&apart->other, pair + STORE_ID_TEXT);
    pair[PAIR_TEXT - 1] = '\n';
    pair[PAIR_TEXT] = '\0';
    const int file = open_told();
    if (!was_told(file, pair)) {
        complain(campaign->context,
            N_("“{name}” and “{near}” sat in one game (number {number} of `fuda history`), and are "
               "two people although their names look the same: each has the games of that "
               "spelling. If they are one: fuda player “{near}” join “{name}”. If not, another "
               "name tells them apart for everybody: fuda player “{near}” rename NEW"),
            "tti", "name", apart->name, "near", apart->other_name, "number",
            (int64_t)apart->number);
        keep_told(file, pair);
    }
    if (file >= 0)
        close(file);
    return true;
}

void apart_tell(const struct campaign *campaign)
{
    store_apart_each(campaign->store, &campaign->id, tell, (void *)(uintptr_t)campaign);
}
