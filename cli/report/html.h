/*
 * HTML, written: whatever is put into a page goes through here. html_put is the one place where
 * text becomes markup's neighbour: it escapes, so that names and notes are never markup; what is no
 * UTF-8 and what would turn the direction of the text around it is shown as U+FFFD.
 */
#ifndef FUDA_HTML_H
#define FUDA_HTML_H

#include "cli/say.h"

/* Text, for the inside of an element or of a quoted attribute. */
void html_add(struct text *html, const char *bytes, size_t length);
void html_put(struct text *html, const char *string);

/* A name, isolated where it is written from right to left: inside of an element only. */
void html_name(struct text *html, const char *name);

/*
 * <name attribute="value" …>: attributes are pairs of a name and a value, up to NULL; a value that
 * is NULL leaves its pair out. Names of elements and attributes are this program's own. html_close
 * writes </name>.
 */
void html_open(struct text *html, const char *name, ...) __attribute__((sentinel));
void html_close(struct text *html, const char *name);

/* A whole element with text in it; `class` may be NULL. And the same of a text to translate. */
void html_element(struct text *html, const char *name, const char *class, const char *string);
void html_say(struct text *html, const struct context *in, const char *name, const char *class,
    const char *text);

#endif
