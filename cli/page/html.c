/* HTML, written; see html.h. */
#include "html.h"

#include <stdarg.h>
#include <string.h>

/* ---- text ---------------------------------------------------------------------------------- */

/* How many bytes of a character of UTF-8 stand here; 0: none does. Which one: into `out`. */
static size_t character(const unsigned char *at, size_t left, uint32_t *out)
{
    const size_t size = *at < 0x80 ? 1 : *at >= 0xC2 && *at < 0xE0 ? 2 : (*at & 0xF0) == 0xE0 ? 3 : *at >= 0xF0 && *at < 0xF5 ? 4 : 0;
    if (size == 0 || size > left)
        return 0;
    *out = size == 1 ? *at : (uint32_t)*at & (0x7Fu >> size);
    for (size_t i = 1; i < size; i++) {
        if ((at[i] & 0xC0) != 0x80)
            return 0;
        *out = *out << 6 | (at[i] & 0x3Fu);
    }
    const bool whole = (size < 3 || *out >= 0x800) && (size < 4 || (*out >= 0x10000 && *out <= 0x10FFFF));
    return whole && (*out < 0xD800 || *out > 0xDFFF) ? size : 0;
}

/* Controls, and what turns the direction of a text: the embeddings, overrides and isolates. */
static bool steers(uint32_t c)
{
    return (c < 0x20 && c != '\n' && c != '\t') || (c >= 0x7F && c < 0xA0) || (c >= 0x202A && c <= 0x202E)
        || (c >= 0x2066 && c <= 0x2069) || c == 0x200E || c == 0x200F || c == 0x061C || c == 0xFEFF || c == 0xFFFE
        || c == 0xFFFF;
}

static const char *escape_of(uint32_t c)
{
    switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    }
    return NULL;
}

void html_add(struct text *html, const char *bytes, size_t length)
{
    text_add(html, "", 0);
    for (size_t i = 0; i < length;) {
        uint32_t c = 0;
        const size_t size = character((const unsigned char *)bytes + i, length - i, &c);
        const char *escape = size == 0 || steers(c) ? "\xEF\xBF\xBD" : escape_of(c);
        if (escape != NULL)
            text_put(html, escape);
        else
            text_add(html, bytes + i, size);
        i += size > 0 ? size : 1;
    }
}

void html_put(struct text *html, const char *string)
{
    html_add(html, string, strlen(string));
}

/* ---- elements ------------------------------------------------------------------------------ */

void html_open(struct text *html, const char *name, ...)
{
    va_list list;
    va_start(list, name);
    text_printf(html, "<%s", name);
    for (const char *attribute; (attribute = va_arg(list, const char *)) != NULL;) {
        const char *value = va_arg(list, const char *);
        if (value == NULL)
            continue;
        text_printf(html, " %s=\"", attribute);
        html_put(html, value);
        text_put(html, "\"");
    }
    va_end(list);
    text_put(html, ">");
}

void html_close(struct text *html, const char *name)
{
    text_printf(html, "</%s>", name);
}

void html_element(struct text *html, const char *name, const char *class, const char *string)
{
    html_open(html, name, "class", class, NULL);
    html_put(html, string);
    html_close(html, name);
}

void html_say(struct text *html, const struct context *in, const char *name, const char *class, const char *text)
{
    html_element(html, name, class, say(in, text));
}
