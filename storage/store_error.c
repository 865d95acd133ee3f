/*
 * Errors and their particulars, as messages like core's, which the caller puts into words. Nothing
 * is translated or printed here; paths, names and what SQLite or the system said are values.
 */
#include "store.h"

#include <assert.h>
#include <string.h>

const char *store_error_text(enum storage_error error)
{
    static const char *const texts[] = {
        [STORAGE_OK] = N_("nothing is wrong"),
        [STORAGE_MISSING] = N_("there is no such file"),
        [STORAGE_FOREIGN] = N_("this file does not belong to fuda; it was left as it is"),
        [STORAGE_NEWER] = N_(
            "this file was written by a later version of fuda; it was left as it is"),
        [STORAGE_DAMAGED] = N_("the file is damaged; it was left as it is"),
        [STORAGE_READ_ONLY] = N_("the file or its folder cannot be written"),
        [STORAGE_FULL] = N_("the disk is full"),
        [STORAGE_DISK] = N_("the disk or the system refused"),
        [STORAGE_BUSY] = N_("another process is writing; try again"),
        [STORAGE_MEMORY] = N_("there is not enough memory"),
        [STORAGE_HELD] = N_("somebody else keeps this record now"),
        [STORAGE_UNKNOWN] = N_("there is nothing of that name or id"),
        [STORAGE_TAKEN] = N_("that name is taken"),
        [STORAGE_TWICE] = N_("the same record is there already"),
        [STORAGE_NOTHING] = N_("there is nothing to take back or to bring back"),
        [STORAGE_INVALID] = N_("this cannot be stored"),
        [STORAGE_CLASH] = N_("the text says something else under an id that is known already"),
    };
    assert((size_t)error < sizeof texts / sizeof texts[0]);
    return texts[error];
}

/* Copies a text. If there is not enough room, the copy is cut between two characters. */
static void keep_copy(struct storage_why *why, struct value *value)
{
    size_t length = value->length, most = (sizeof why->room - why->used) / 2;
    char *copy = why->room + why->used;
    if (length > most)
        for (length = most; length > 0 && ((unsigned char)value->text[length] & 0xc0) == 0x80;)
            length--;
    memcpy(copy, value->text, length);
    why->used += length;
    value->text = copy;
    value->length = (uint32_t)length;
}

const struct storage_why *store_why(const struct store *store) { return &store->why; }

static void keep_particulars(struct storage_why *why, const char *id, const char *kinds,
    va_list values)
{
    struct message *m = &why->message;
    why->line = 0;
    why->used = 0;
    message_read(m, id, kinds, values);
    for (int i = 0; i < m->count; i++)
        if (m->value[i].kind == VALUE_TEXT)
            keep_copy(why, &m->value[i]);
}

void store_on_loss(struct store *store,
    void (*lost)(const void *user, enum storage_error error, const struct storage_why *why),
    const void *user)
{
    store->lost = lost;
    store->lost_user = user;
}

/* Does the error mean that the store cannot answer at all? */
static bool is_loss(enum storage_error error)
{
    return error == STORAGE_DAMAGED || error == STORAGE_DISK || error == STORAGE_FULL
           || error == STORAGE_BUSY || error == STORAGE_MEMORY;
}

void fail(struct transaction *d, enum storage_error error, const char *id, const char *kinds, ...)
{
    va_list values;
    if (d->error != STORAGE_OK)
        return;
    d->error = error;
    if (d->why != NULL) {
        va_start(values, kinds);
        keep_particulars(d->why, id, kinds, values);
        va_end(values);
    }
    if (is_loss(error) && d->store != NULL && d->store->lost != NULL)
        d->store->lost(d->store->lost_user, error, d->why);
}

void fail_file(struct transaction *d, enum storage_error error, const char *path,
    const char *reason)
{
    fail(d, error, N_("{file}: {reason}"), "tt", "file", path, "reason", reason);
}
