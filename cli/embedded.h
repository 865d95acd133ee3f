/*
 * Files that a program carries with it: `make` turns each folder of pages and styles that a program
 * is linked with into a table of this kind, in the order of their names, named after the folder:
 * `cli_serve_page` is cli/serve/page.
 */
#ifndef FUDA_EMBEDDED_H
#define FUDA_EMBEDDED_H

#include <stddef.h>

struct embedded {
    const char *name;           /* "fuda.css"; NULL: the end of the table */
    const unsigned char *bytes; /* a NUL lies after them */
    size_t length;
};

#endif
