/*
 * A store and its log, altered: the first byte says what is to be altered, and after it each
 * alteration is three bytes of place, one of length, and so many bytes. What is opened is read
 * whole, written to, and rescued; a file that is refused stays as it is.
 */
#include "tests/check.h"
#include "fuzz.h"
#include "storage/storage.h"

const char *const fuzz_also = NULL;

static struct {
    char folder[64], store[72], log[80], shared[80];
    char *bytes, *log_bytes; /* as they were written */
    size_t length, log_length;
} whole;

static void clean_up(void)
{
    char hold[128];
    snprintf(hold, sizeof hold, "%s-hold", whole.store);
    const char *const files[] = {whole.store, whole.log, whole.shared, hold};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        unlink(files[i]);
    rmdir(whole.folder);
}

/* A small campaign with a game, left with its log beside it, as a killed program leaves it. */
static void make_whole(void)
{
    struct store *store;
    struct store_hold *hold;
    struct store_id campaign;
    const struct store_heading heading = {.game = "haratama",
        .date = "2026-11-21",
        .rules = "0.1",
        .seats = 2,
        .seat = {{.name = "Aki"}, {.name = "Bo"}}};
    snprintf(whole.folder, sizeof whole.folder, "%s/fuda-fuzz-XXXXXX",
        access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    if (mkdtemp(whole.folder) == NULL)
        abort();
    snprintf(whole.store, sizeof whole.store, "%s/s.db", whole.folder);
    snprintf(whole.log, sizeof whole.log, "%s-wal", whole.store);
    snprintf(whole.shared, sizeof whole.shared, "%s-shm", whole.store);
    atexit(clean_up);
    if (store_open(whole.store, STORE_WRITE, &store, NULL) != STORAGE_OK
        || store_campaign_new(store, "home", &campaign) != STORAGE_OK
        || store_record_begin(store, &campaign, &heading, &hold) != STORAGE_OK)
        abort();
    store_append(hold, "round", NULL, 0, NULL);
    store_append(hold, "kami 3 7 10", NULL, 0, NULL);
    whole.bytes = read_file(whole.store, &whole.length);
    whole.log_bytes = read_file(whole.log, &whole.log_length);
    if (whole.bytes == NULL)
        abort();
    store_close(store);
}

static void write_file(const char *path, const char *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(bytes, 1, length, file) != length || fclose(file) != 0)
        abort();
}

static char *altered(const char *bytes, size_t length, const uint8_t **at, const uint8_t *end,
    bool alter)
{
    char *copy = malloc(length + 1);
    if (copy == NULL)
        abort();
    memcpy(copy, bytes, length);
    for (; alter && end - *at >= 4; *at += 4 + ((*at)[3] & 15)) {
        const size_t place = ((size_t)(*at)[0] << 16 | (size_t)(*at)[1] << 8 | (*at)[2])
                             % (length > 0 ? length : 1);
        for (int i = 0; i < ((*at)[3] & 15) && *at + 4 + i < end && place + (size_t)i < length; i++)
            copy[place + (size_t)i] = (char)(*at)[4 + i];
        if (end - *at < 4 + ((*at)[3] & 15)) {
            *at = end;
            break;
        }
    }
    return copy;
}

static bool on_line(void *user, const struct store_line *line)
{
    (void)user;
    return line->text != NULL && strlen(line->text) <= LINE_MOST;
}

static bool on_record(void *user, const struct store_entry *record)
{
    struct store *store = user;
    store_lines_each(store, &record->id, true, on_line, NULL);
    return true;
}

static bool on_campaign(void *user, const struct store_campaign *campaign)
{
    const struct store_filter all = {.withdrawn_too = true};
    store_history_each(user, &campaign->id, &all, on_record, user);
    return true;
}

static void use(struct store *store)
{
    struct store_id id;
    store_campaigns_each(store, on_campaign, store);
    store_check(store);
    store_campaign_new(store, "another", &id);
}

static void rescue(void)
{
    struct store *into;
    struct store_rescued out;
    if (store_open("/nowhere/at/all", STORE_COPY, &into, NULL) != STORAGE_OK)
        return;
    store_rescue(whole.store, into, NULL, NULL, &out);
    use(into);
    store_close(into);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct store *store;
    size_t length;
    const uint8_t *at = data + 1, *end = data + size;
    if (size == 0)
        return 0;
    if (whole.bytes == NULL)
        make_whole();
    char *bytes = altered(whole.bytes, whole.length, &at, end, data[0] & 1);
    const bool has_log = data[0] & 2;
    const size_t cut = data[0] & 4 ? whole.length * data[0] / 256 : whole.length;
    write_file(whole.store, bytes, cut);
    unlink(whole.log);
    unlink(whole.shared);
    if (has_log) {
        char *log = altered(whole.log_bytes, whole.log_length, &at, end, true);
        write_file(whole.log, log,
            data[0] & 8 ? whole.log_length * data[0] / 256 : whole.log_length);
        free(log);
    }
    rescue();
    const enum storage_error error = store_open(whole.store, STORE_WRITE, &store, NULL);
    if (error == STORAGE_OK) {
        use(store);
        store_close(store);
    } else if (error == STORAGE_FOREIGN || error == STORAGE_NEWER || error == STORAGE_DAMAGED) {
        char *after = read_file(whole.store, &length);
        if (after == NULL || length != cut || memcmp(after, bytes, cut) != 0) {
            printf("not so: a store that is refused stays as it is (%d)\n", (int)error);
            abort();
        }
        free(after);
    }
    free(bytes);
    return 0;
}
