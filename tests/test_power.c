/*
 * Power cuts and failing disks, rebuilt from a trace. Every write and flush that SQLite makes on
 * the store and its log is noted; then the power is cut at any moment, again and again: of what was
 * written since a file's last flush any sectors came to the disk, and any others did not. The store
 * that is left must open and hold all that was acknowledged before. And a disk that refuses: what
 * was said not to be kept is not there, whoever looks. SEED= repeats a run, ITERS= (power cuts)
 * makes it longer.
 */
#include "check.h"
#include "storage/pages.h"
#include "storage/storage.h"
#include "store_files.h"

#include <sqlite3.h>
#include <sys/stat.h>

enum { SECTOR = 512, TRACE_MOST = 40000, LAYERS = 64, KINDS = 2, LINES = 60 };
static const char *const endings[KINDS] = {"", "-wal"};

/* ---- the trace ----------------------------------------------------------------------------- */

enum io { WRITES, TRUNCATES, FLUSHES, REMOVES, ACKNOWLEDGES };
struct event {
    enum io act;
    int kind; /* of the file */
    sqlite3_int64 at;
    /* of `bytes`, owned; acknowledging: that many lines, and the file -hold then */
    int length;
    uint8_t *bytes;
    int lines;
};

/* SQLite's functions for one file that is open, with ours in their place. */
struct traced {
    sqlite3_io_methods methods;
    const sqlite3_io_methods *real;
    const sqlite3_file *file;
    int kind;
};

static struct {
    struct event event[TRACE_MOST];
    int count;
    struct traced layer[LAYERS];
    sqlite3_vfs vfs, *real;
    bool on;
    int fail_flush, fail_write; /* the how manieth of the log's to come fails; 0: none */
} trace;

static void note(enum io act, int kind, sqlite3_int64 at, const void *bytes, int length)
{
    if (!trace.on || trace.count == TRACE_MOST)
        return;
    struct event *e = &trace.event[trace.count++];
    *e = (struct event){.act = act,
        .kind = kind,
        .at = at,
        .length = length,
        .bytes = malloc((size_t)length + 1)};
    if (length > 0)
        memcpy(e->bytes, bytes, (size_t)length);
}

/*
 * The store has laid functions of its own over ours: so the file is looked for. NULL: an empty
 * place.
 */
static struct traced *traced_of(const sqlite3_file *file)
{
    for (int i = 0; i < LAYERS; i++)
        if (trace.layer[i].file == file)
            return &trace.layer[i];
    abort();
}

static int traced_close(sqlite3_file *file)
{
    struct traced *t = traced_of(file);
    t->file = NULL;
    return t->real->xClose(file);
}

/* A write that fails may have come to the file in part, or wholly. */
static int traced_write(sqlite3_file *file, const void *from, int amount, sqlite3_int64 at)
{
    const struct traced *t = traced_of(file);
    if (t->kind == 1 && trace.fail_write > 0 && --trace.fail_write == 0) {
        t->real->xWrite(file, from, chance(2) ? amount : (int)chance((unsigned)amount) + 1, at);
        return chance(2) ? SQLITE_FULL : SQLITE_IOERR_WRITE;
    }
    note(WRITES, t->kind, at, from, amount);
    return t->real->xWrite(file, from, amount, at);
}

static int traced_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    note(TRUNCATES, traced_of(file)->kind, size, NULL, 0);
    return traced_of(file)->real->xTruncate(file, size);
}

static int traced_sync(sqlite3_file *file, int flags)
{
    const struct traced *t = traced_of(file);
    if (t->kind == 1 && trace.fail_flush > 0 && --trace.fail_flush == 0)
        return SQLITE_IOERR_FSYNC;
    note(FLUSHES, t->kind, 0, NULL, 0);
    return t->real->xSync(file, flags);
}

static int traced_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out)
{
    const int rc = trace.real->xOpen(trace.real, path, file, flags, out);
    (void)vfs;
    if (rc != SQLITE_OK || !(flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL)))
        return rc;
    struct traced *t = traced_of(NULL);
    t->file = file;
    t->kind = (flags & SQLITE_OPEN_WAL) != 0;
    t->real = file->pMethods;
    t->methods = *t->real;
    t->methods.xClose = traced_close;
    t->methods.xWrite = traced_write;
    t->methods.xTruncate = traced_truncate;
    t->methods.xSync = traced_sync;
    file->pMethods = &t->methods;
    return rc;
}

static int traced_delete(sqlite3_vfs *vfs, const char *path, int sync_folder)
{
    const size_t length = strlen(path);
    (void)vfs;
    if (length > 4 && strcmp(path + length - 4, "-wal") == 0)
        note(REMOVES, 1, 0, NULL, 0);
    return trace.real->xDelete(trace.real, path, sync_folder);
}

static void trace_begin(void)
{
    trace.real = sqlite3_vfs_find(NULL);
    trace.vfs = *trace.real;
    trace.vfs.zName = "traced";
    trace.vfs.xOpen = traced_open;
    trace.vfs.xDelete = traced_delete;
    sqlite3_vfs_register(&trace.vfs, 1);
}

/* ---- files --------------------------------------------------------------------------------- */

/* The bytes of a file, as they stand or may come to stand on the disk. */
struct image {
    uint8_t *at; /* owned */
    size_t length, room;
    bool there;
};

static void image_size(struct image *image, size_t length)
{
    if (length > image->room) {
        image->room = length * 2;
        image->at = realloc(image->at, image->room);
    }
    if (length > image->length)
        memset(image->at + image->length, 0, length - image->length);
    image->length = length;
}

static void image_read(struct image *image, const char *path, const char *ending)
{
    char name[400];
    snprintf(name, sizeof name, "%s%s", path, ending);
    FILE *f = fopen(name, "rb");
    image_size(image, 0);
    image->there = f != NULL;
    for (size_t got = 1; f != NULL && got > 0;) {
        uint8_t bytes[65536];
        got = fread(bytes, 1, sizeof bytes, f);
        image_size(image, image->length + got);
        memcpy(image->at + image->length - got, bytes, got);
    }
    if (f != NULL)
        fclose(f);
}

static void file_put(const char *path, const char *ending, const uint8_t *bytes, size_t length)
{
    char name[400];
    snprintf(name, sizeof name, "%s%s", path, ending);
    FILE *f = fopen(name, "wb");
    check(f != NULL && fwrite(bytes, 1, length, f) == length && fclose(f) == 0, "%s can be written",
        name);
}

/* ---- what is kept in them ------------------------------------------------------------------ */

struct tale {
    int last;
    bool broken;
};

static bool read_tale(void *user, const struct store_line *line)
{
    struct tale *tale = user;
    const int number = strncmp(line->text, "note ", 5) == 0 ? (int)strtol(line->text + 5, NULL, 10)
                                                            : 0;
    tale->broken |= number != tale->last + 1;
    tale->last = number;
    return true;
}

/*
 * How many lines the store at `path` has, once it is opened; -1: it does not open, or they are not
 * as they were kept.
 */
static int lines_of(const char *path, const struct store_id *record, enum store_mode mode,
    bool missing_too)
{
    struct store *store = NULL;
    struct storage_why why = {0};
    struct tale tale = {0};
    const enum storage_error error = store_open(path, mode, &store, &why);
    if (!check(error == STORAGE_OK, "it opens: %s %s", store_error_text(error),
            why.message.id != NULL ? why.message.id : ""))
        return -1;
    check(store_check(store) == STORAGE_OK, "it is sound");
    check(missing_too || store_missing(store)->changes == 0, "nothing is told to be missing");
    const bool good = store_lines_each(store, record, true, read_tale, &tale) == STORAGE_OK
                      && !tale.broken;
    store_close(store);
    return check(good, "its lines are as they were kept") ? tale.last : -1;
}

/* A store with a record that is held. */
static struct store *begin(const char *path, struct store_hold **hold)
{
    struct store *store = NULL;
    struct store_id campaign;
    struct store_heading h = {.game = "haratama", .date = "2026-11-22", .seats = 1};
    h.seat[0].name = "Aki";
    if (store_open(path, STORE_WRITE, &store, NULL) != STORAGE_OK
        || (store_campaign_find(store, "Power", &campaign) != STORAGE_OK
            && store_campaign_new(store, "Power", &campaign) != STORAGE_OK)
        || store_record_begin(store, &campaign, &h, hold) != STORAGE_OK)
        abort();
    return store;
}

static enum storage_error append(struct store_hold *hold, int number)
{
    char text[24];
    snprintf(text, sizeof text, "note %d", number);
    return store_append(hold, text, NULL, 0, NULL);
}

/* ---- power cuts ---------------------------------------------------------------------------- */

static void acknowledge(const char *path, int lines)
{
    static struct image hold;
    image_read(&hold, path, "-hold");
    note(ACKNOWLEDGES, 0, 0, hold.at, (int)hold.length);
    if (trace.count > 0)
        trace.event[trace.count - 1].lines = lines;
}

/* A table goes on with its record, is closed now and then, and begun again. */
static void live(const char *path, struct store_id *record)
{
    struct store_hold *hold = NULL;
    struct store *store = begin(path, &hold);
    *record = store_hold_record(hold);
    acknowledge(path, 0);
    for (int number = 1; number <= LINES; number++) {
        if (chance(12) == 0) {
            store_close(store);
            check(store_open(path, STORE_WRITE, &store, NULL) == STORAGE_OK
                      && store_record_hold(store, record, &hold) == STORAGE_OK,
                "it is opened again");
        }
        check(append(hold, number) == STORAGE_OK, "line %d is kept", number);
        acknowledge(path, number);
    }
    store_close(store);
    acknowledge(path, LINES);
}

/* A write comes to the disk sector by sector; `whole`: in any case. */
static void image_write(struct image *image, const struct event *e, bool whole)
{
    for (int from = 0; from < e->length;) {
        int length = SECTOR - (int)((e->at + from) % SECTOR);
        if (length > e->length - from)
            length = e->length - from;
        if (whole || chance(2) == 0) {
            const size_t end = (size_t)e->at + (size_t)(from + length);
            if (end > image->length)
                image_size(image, end);
            memcpy(image->at + e->at + from, e->bytes + from, (size_t)length);
        }
        from += length;
    }
    image->there = true;
}

/* How the file stands after a cut before event `cut`. What came before its last flush is there. */
static void image_cut(struct image *image, int kind, int cut)
{
    int flushed = 0;
    /* 0: all of the rest came to the disk, 1: nothing of it; else any */
    const unsigned mood = chance(4);
    for (int i = 0; i < cut; i++)
        if (trace.event[i].kind == kind && trace.event[i].act == FLUSHES)
            flushed = i;
    for (int i = 0; i < cut; i++) {
        const struct event *e = &trace.event[i];
        const bool sure = i < flushed || mood == 0;
        if (e->kind != kind || (!sure && mood == 1))
            continue;
        if (e->act == WRITES)
            image_write(image, e, sure);
        else if (e->act == TRUNCATES && (sure || chance(2) == 0))
            image_size(image, (size_t)e->at);
        else if (e->act == REMOVES && (sure || chance(2) == 0)) {
            image_size(image, 0);
            image->there = false;
        }
    }
}

/* The notes beside the store are waited for by nobody: they stand as at any time before. */
static int put_notes(const char *path, int cut)
{
    int acknowledged = 0, last = -1;
    for (int i = 0; i < cut; i++) {
        if (trace.event[i].act != ACKNOWLEDGES)
            continue;
        acknowledged = trace.event[i].lines;
        if (last < 0 || chance(3) != 0)
            last = i;
    }
    if (last >= 0 && chance(8) != 0)
        file_put(path, "-hold", trace.event[last].bytes, (size_t)trace.event[last].length);
    return acknowledged;
}

static bool survive(const char *path, const struct store_id *record, const struct image *first)
{
    static struct image image;
    int cut = 0;
    while (trace.event[cut++].act != ACKNOWLEDGES) /* that the record is begun */
        ;
    cut += (int)chance((unsigned)(trace.count - cut) + 1);
    store_files_remove(path);
    for (int kind = 0; kind < KINDS; kind++) {
        image_size(&image, 0);
        image_size(&image, first[kind].length);
        if (first[kind].length > 0)
            memcpy(image.at, first[kind].at, first[kind].length);
        image.there = first[kind].there;
        image_cut(&image, kind, cut);
        if (image.there)
            file_put(path, endings[kind], image.at, image.length);
    }
    const int acknowledged = put_notes(path, cut);
    if (chance(4) == 0) /* what shared memory was is on the disk, too, or anything */
        file_put(path, "-shm", image.at, image.length < 32768 ? image.length : 32768);
    const int read = chance(2) == 0 ? lines_of(path, record, STORE_READ, false) : -2;
    const int there = read != -1 ? lines_of(path, record, STORE_WRITE, false) : -1;
    return check(there >= acknowledged && there <= acknowledged + 1
                     && (read == -2 || read == there),
        "cut before event %d of %d: %d lines acknowledged, %d there (%d read)", cut, trace.count,
        acknowledged, there, read);
}

static void trace_clear(void)
{
    for (int i = 0; i < trace.count; i++)
        free(trace.event[i].bytes);
    trace.count = 0;
}

static void cut_power(const char *folder, unsigned cuts)
{
    enum { CUTS_A_TRACE = 100 };
    unsigned survived = 0;
    for (unsigned done = 0; done < cuts; done++) {
        static struct image first[KINDS];
        static struct store_id record;
        static char path[300], after[300];
        if (done % CUTS_A_TRACE == 0) {
            snprintf(path, sizeof path, "%s/%u.db", folder, done);
            snprintf(after, sizeof after, "%s/%u-after.db", folder, done);
            struct store_hold *hold = NULL;
            trace_clear();
            store_close(begin(path, &hold));
            for (int kind = 0; kind < KINDS; kind++)
                image_read(&first[kind], path, endings[kind]);
            trace.on = true;
            live(path, &record);
            trace.on = false;
        }
        survived += survive(after, &record, first);
    }
    printf("power cuts: %u tried, %u survived, %u lost\n", cuts, survived, cuts - survived);
}

/* ---- a disk that refuses ------------------------------------------------------------------- */

/* As the files stand when the process dies at this moment. */
static int lines_left(const char *path, const char *copy, const struct store_id *record)
{
    static struct image image;
    store_files_remove(copy);
    static const char *const all[] = {"", "-wal", "-hold"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        image_read(&image, path, all[i]);
        if (image.there)
            file_put(copy, all[i], image.at, image.length);
    }
    return lines_of(copy, record, STORE_WRITE, false);
}

/* Lines are refused at any moment of their commit; the table goes on. */
static void refuse(const char *folder, unsigned times)
{
    char path[300], copy[300];
    struct store_hold *hold = NULL;
    unsigned refused = 0, kept_anyway = 0;
    snprintf(path, sizeof path, "%s/refusing.db", folder);
    snprintf(copy, sizeof copy, "%s/refused.db", folder);
    struct store *store = begin(path, &hold);
    const struct store_id record = store_hold_record(hold);
    int number = 0;
    for (unsigned i = 0; i < times; i++) {
        if (chance(2) == 0)
            trace.fail_flush = 1 + (int)chance(2);
        else
            trace.fail_write = 1 + (int)chance(6);
        const enum storage_error error = append(hold, number + 1);
        trace.fail_flush = trace.fail_write = 0;
        number += error == STORAGE_OK;
        refused += error != STORAGE_OK;
        const int there = lines_left(path, copy, &record);
        kept_anyway += there != number;
        check(there == number, "after line %d was %s, there are %d", number + (error != STORAGE_OK),
            error == STORAGE_OK ? "kept" : "refused", there);
    }
    store_close(store);
    check(lines_of(path, &record, STORE_WRITE, false) == number, "what was kept is there");
    check(refused > 0, "some lines were refused");
    printf("lines refused by the disk: %u of %u tried, %u there all the same\n", refused, times,
        kept_anyway);
}

int main(void)
{
    char folder[] = "/dev/shm/fuda-power-XXXXXX", here[] = "/tmp/fuda-power-XXXXXX";
    const char *place = mkdtemp(folder);
    if (place == NULL && (place = mkdtemp(here)) == NULL)
        return 1;
    chance_begin(number_from("SEED", (uint64_t)getpid() * 2654435761u));
    trace_begin();
    cut_power(place, (unsigned)number_from("ITERS", 400));
    refuse(place, (unsigned)number_from("ITERS", 400) / 4);
    trace_clear();
    remove_folder(place);
    return finish();
}
