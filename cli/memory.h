/*
 * Memory that a command cannot do without, the caller's to free: where there is none the program
 * ends at once, with a message and status 2, and of what was still to be printed nothing comes: an
 * answer that lacks a part is never told as if it were whole. What was acknowledged is on the disk;
 * a store that is being changed stays as it was. What is new is all zero.
 */
#ifndef FUDA_MEMORY_H
#define FUDA_MEMORY_H

#include "core/core.h"

void *memory_get(size_t size);

/* A copy of a text; and of so many bytes, terminated. */
char *memory_text(const char *text);
char *memory_bytes(const char *bytes, size_t length);

/*
 * Rows that grow: room for one after `count` rows of `size` bytes. They may have moved. Nobody
 * keeps how much room there is: it is doubled whenever it is full.
 */
void *memory_row(void *rows, size_t count, size_t size);

/* The same memory with another size; what is new may hold anything. */
void *memory_grown(void *old, size_t size);

/* For what asks for memory elsewhere, and finds that there was none. */
_Noreturn void memory_out(void);

/*
 * The line editor may have the terminal where the program ends at once: what is typed after it is
 * to be seen again.
 */
void terminal_give_back(void);

/*
 * From now on a signal that ends the program gives the terminal back first, and a file that may
 * grow no further is an error like a full disk. What was ignored when the program began stays so.
 */
void signals_begin(void);

/* What a record works in. */
struct record_room memory_rooms(void);
void memory_rooms_free(const struct record_room *room);

#endif
