/*
 * What went wrong, as an error and its particulars: a message like core's, put into words by whoever asked.
 * Nothing here is translated or printed; a path, a name and what SQLite or the system said are values.
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
        [STORAGE_NEWER] = N_("this file was written by a later version of fuda; it was left as it is"),
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

enum storage_error fail(struct storage_why *why, enum storage_error error, const char *id)
{
    if (why != NULL) {
        message_set(&why->message, id);
        why->line = 0;
        why->used = 0;
    }
    return error;
}

void why_number(struct storage_why *why, const char *name, int64_t number)
{
    if (why != NULL)
        message_number(&why->message, name, number > INT32_MAX ? INT32_MAX : (int32_t)number);
}

/* The copy is cut where the room ends, between two characters. */
void why_text(struct storage_why *why, const char *name, const char *text)
{
    if (why == NULL)
        return;
    size_t length = strlen(text), most = (sizeof why->room - why->used) / 2;
    if (length > most)
        for (length = most; length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80;)
            length--;
    memcpy(why->room + why->used, text, length);
    message_text(&why->message, name, (struct span){why->room + why->used, length});
    why->used += length;
}

enum storage_error fail_of(struct storage_why *why, enum storage_error error, const char *id, const char *name,
                           const char *text)
{
    fail(why, error, id);
    why_text(why, name, text);
    return error;
}

enum storage_error fail_word(struct storage_why *why, enum storage_error error, const char *id, const char *name,
                             const char *word)
{
    fail(why, error, id);
    if (why != NULL)
        message_word(&why->message, name, word);
    return error;
}

enum storage_error fail_number(struct storage_why *why, enum storage_error error, const char *id, const char *name,
                               int64_t number)
{
    fail(why, error, id);
    why_number(why, name, number);
    return error;
}

enum storage_error fail_file(struct storage_why *why, enum storage_error error, const char *path, const char *reason)
{
    fail_of(why, error, N_("{file}: {reason}"), "file", path);
    why_text(why, "reason", reason);
    return error;
}
