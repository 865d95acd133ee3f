/* HTML, written; see html.h. */
#include "html.h"
#include "core/signs.h"

#include <stdarg.h>
#include <string.h>

/* ---- text ---------------------------------------------------------------------------------- */

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
    struct sign sign = {0};
    const bool isolated = signs_isolated((struct span){bytes, length});
    for (size_t i = 0, size; i < length; i += size) {
        size = sign_next(bytes + i, length - i, &sign);
        const bool plain = sign.plain || sign.point == '\n' || sign.point == '\t'
                           || (isolated && sign_isolates(&sign));
        const char *escape = plain ? escape_of(sign.point) : "\xEF\xBF\xBD";
        if (escape != NULL)
            text_put(html, escape);
        else
            text_add(html, bytes + i, size);
    }
}

void html_put(struct text *html, const char *string) { html_add(html, string, strlen(string)); }

void html_name(struct text *html, const char *name)
{
    const bool turns = signs_turn((struct span){name, strlen(name)});
    text_put(html, turns ? "<bdi>" : "");
    html_put(html, name);
    text_put(html, turns ? "</bdi>" : "");
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

void html_close(struct text *html, const char *name) { text_printf(html, "</%s>", name); }

void html_element(struct text *html, const char *name, const char *class, const char *string)
{
    html_open(html, name, "class", class, NULL);
    html_put(html, string);
    html_close(html, name);
}

void html_say(struct text *html, const struct context *in, const char *name, const char *class,
    const char *text)
{
    html_element(html, name, class, say(in, text));
}
