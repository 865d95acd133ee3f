/*
 * libedit, loaded when the table's prompt opens, so that other commands start without it and the
 * libraries it needs. Its functions are members of a struct under their own names.
 */
#ifndef FUDA_LIBEDIT_H
#define FUDA_LIBEDIT_H

#include <histedit.h>
#include <stdbool.h>

/* One row for each function that is used. */
/* clang-format off */
#define LIBEDIT_FUNCTIONS(ROW) \
    ROW(el_init) ROW(el_end) ROW(el_set) ROW(el_get) ROW(el_gets) ROW(el_line) ROW(el_cursor) \
    ROW(el_insertstr) ROW(el_deletestr) ROW(history_init) ROW(history_end) ROW(history)
/* clang-format on */

#define LIBEDIT_MEMBER(name) __typeof__(&name) name;
struct libedit {
    LIBEDIT_FUNCTIONS(LIBEDIT_MEMBER)
};
#undef LIBEDIT_MEMBER

/*
 * False: there is no libedit, and lines are read without editing. It is loaded once and stays
 * loaded.
 */
bool libedit_load(struct libedit *out);

/* What EL_CLIENTDATA was set to, or NULL; for functions that libedit calls. */
void *libedit_client(EditLine *editor);

#endif
