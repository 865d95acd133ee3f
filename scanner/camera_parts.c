/* A stream of JPEG pictures, taken apart; see camera.h. */
#define _GNU_SOURCE /* memmem, strcasestr */
#include "camera.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { HEAD_MOST = 8 * 1024 };

/* ---- the response's header --------------------------------------------------------------- */

/* The boundary without quotes and the dashes it may begin with; "" if none is named. */
static void boundary_of(const char *type, char out[BOUNDARY_MOST + 1])
{
    const char *at = strcasestr(type, "boundary=");
    out[0] = '\0';
    if (at == NULL)
        return;
    at += strlen("boundary=");
    bool quoted = *at == '"';
    at += quoted;
    size_t length = quoted ? strcspn(at, "\"\r\n") : strcspn(at, "; \t\r\n");
    size_t dashes = strspn(at, "-");
    if (dashes >= length || length - dashes > BOUNDARY_MOST)
        return;
    memcpy(out, at + dashes, length - dashes);
    out[length - dashes] = '\0';
}

bool parts_begin(struct parts *p, const char *content_type)
{
    *p = (struct parts){.announced = -1};
    if (strncasecmp(content_type, "multipart/", strlen("multipart/")) != 0)
        return false;
    boundary_of(content_type, p->boundary);
    p->known = p->boundary[0] != '\0';
    return true;
}

void parts_clear(struct parts *p)
{
    bytes_clear(&p->rest);
    *p = (struct parts){.announced = -1};
}

/* ---- the buffer -------------------------------------------------------------------------- */

static void drop(struct parts *p, size_t length)
{
    memmove(p->rest.at, p->rest.at + length, p->rest.length - length);
    p->rest.length -= length;
    p->searched = 0;
}

/* ---- boundaries -------------------------------------------------------------------------- */

/*
 * Is the line at `at`, of `length` bytes, a boundary: dashes, then its text? The first one tells
 * it.
 */
static bool is_boundary(struct parts *p, const uint8_t *at, size_t length)
{
    size_t dashes = 0;
    while (dashes < length && at[dashes] == '-')
        dashes++;
    if (dashes < 2)
        return false;
    at += dashes;
    length -= dashes;
    while (
        length > 0 && (at[length - 1] == ' ' || at[length - 1] == '\t' || at[length - 1] == '\r'))
        length--;
    if (!p->known && length > 0 && length <= BOUNDARY_MOST && memchr(at, '\0', length) == NULL) {
        memcpy(p->boundary, at, length);
        p->boundary[length] = '\0';
        p->known = true;
    }
    size_t known = strlen(p->boundary);
    return p->known && length >= known && memcmp(at, p->boundary, known) == 0;
}

/* The bytes of the line that begins the buffer, its newline with it; 0: it is not whole. */
static size_t line_length(const struct parts *p, size_t from)
{
    const uint8_t *end = p->rest.length > from
                             ? memchr(p->rest.at + from, '\n', p->rest.length - from)
                             : NULL;
    return end == NULL ? 0 : (size_t)(end - p->rest.at) + 1 - from;
}

/* Where a body without a length ends: before the line break and the boundary after it. */
static bool body_end(struct parts *p, size_t *end)
{
    for (size_t at = p->searched;;) {
        const uint8_t *found = at < p->rest.length
                                   ? memmem(p->rest.at + at, p->rest.length - at, "\n--", 3)
                                   : NULL;
        if (found == NULL) {
            p->searched = p->rest.length > 2 ? p->rest.length - 2 : 0;
            return false;
        }
        size_t start = (size_t)(found - p->rest.at), rest = p->rest.length - start - 1;
        p->searched = start;
        size_t line = line_length(p, start + 1);
        if (line == 0 && rest < (size_t)2 * BOUNDARY_MOST)
            return false;
        if (is_boundary(p, found + 1, line > 0 ? line - 1 : rest)) {
            *end = start > 0 && p->rest.at[start - 1] == '\r' ? start - 1 : start;
            return true;
        }
        at = start + 1;
    }
}

/* ---- the three states -------------------------------------------------------------------- */

/*
 * A step of each: true if it got anywhere, false if more bytes are needed or `why` tells what is
 * wrong.
 */
static bool seek(struct parts *p, struct why *why)
{
    size_t line = line_length(p, 0);
    if (line == 0 && p->rest.length > PREAMBLE_MOST)
        return why_say(why, N_("the camera's stream has no boundaries"));
    if (line == 0)
        return false;
    bool is = is_boundary(p, p->rest.at, line - 1);
    if (!is && !p->begun) { /* perhaps it is not the one that was announced */
        p->known = false;
        is = is_boundary(p, p->rest.at, line - 1);
        p->known |= p->boundary[0] != '\0';
    }
    if (is) {
        p->begun = true;
        p->state = PART_HEAD;
        p->announced = -1;
        p->picture = true;
        p->searched = 0;
    }
    drop(p, line);
    return true;
}

static void read_field(struct parts *p, const char *line)
{
    static const char length[] = "content-length:", type[] = "content-type:";
    if (strncasecmp(line, length, sizeof length - 1) == 0) {
        char *end;
        long value = strtol(line + sizeof length - 1, &end, 10);
        p->announced = end != line + sizeof length - 1 && value > 0 ? value : -1;
    } else if (strncasecmp(line, type, sizeof type - 1) == 0) {
        const char *value = line + sizeof type - 1;
        value += strspn(value, " \t");
        p->picture = strncasecmp(value, "image/", strlen("image/")) == 0;
    }
}

static bool head(struct parts *p, struct why *why)
{
    char text[256];
    size_t line = line_length(p, 0);
    if ((line == 0 && p->rest.length > HEAD_MOST) || line > HEAD_MOST)
        return why_say(why, N_("a part of the camera's stream begins with an endless line"));
    if (line == 0)
        return false;
    size_t length = line - 1;
    if (length > 0 && p->rest.at[length - 1] == '\r')
        length--;
    if (length == 0) {
        p->state = PART_BODY;
    } else {
        size_t copied = length < sizeof text ? length : sizeof text - 1;
        memcpy(text, p->rest.at, copied);
        text[copied] = '\0';
        read_field(p, text);
    }
    drop(p, line);
    if (p->announced > PART_MOST)
        return why_say(why, N_("a picture of the camera is too large"));
    return true;
}

/*
 * Do the segments in front of a JPEG picture end, and its light begin? A small picture may stand in
 * them.
 */
static bool light_begun(const uint8_t *at, size_t length)
{
    enum { MARK = 0xFF, SCAN = 0xDA };
    size_t i = 2;
    while (i + 4 <= length && at[i] == MARK && at[i + 1] != SCAN)
        i += at[i + 1] == MARK ? 1 : 2 + (size_t)(at[i + 2] << 8 | at[i + 3]);
    return i + 4 <= length && (at[i] != MARK || at[i + 1] == SCAN);
}

/*
 * A JPEG picture ends with the bytes FF D9: one without a length need not wait for the next
 * boundary, which may come with the next picture only.
 */
static bool picture_end(const struct parts *p, size_t *end)
{
    size_t length = p->rest.length;
    while (length > 0 && (p->rest.at[length - 1] == '\n' || p->rest.at[length - 1] == '\r'))
        length--;
    *end = length;
    return length > 4 && p->rest.at[0] == 0xFF && p->rest.at[1] == 0xD8
           && p->rest.at[length - 2] == 0xFF && p->rest.at[length - 1] == 0xD9
           && light_begun(p->rest.at, length);
}

static bool body(struct parts *p, void (*whole)(void *, const uint8_t *, size_t), void *user,
    struct why *why)
{
    size_t end;
    bool complete = p->announced >= 0 ? p->rest.length >= (size_t)p->announced
                                      : body_end(p, &end) || picture_end(p, &end);
    if (!complete) {
        if (p->rest.length > PART_MOST)
            why_say(why, N_("a picture of the camera is too large"));
        return false;
    }
    if (p->announced >= 0)
        end = (size_t)p->announced;
    if (p->picture && end > 0)
        whole(user, p->rest.at, end);
    p->state = PART_SEEK;
    drop(p, end);
    return true;
}

bool parts_feed(struct parts *p, const void *bytes, size_t length,
    void (*whole)(void *user, const uint8_t *picture, size_t length), void *user, struct why *why)
{
    struct why wrong = {""};
    if (!bytes_add(&p->rest, bytes, length))
        return why_say(why, N_("out of memory"));
    for (bool moved = true; moved;)
        switch (p->state) {
        case PART_SEEK: moved = seek(p, &wrong); break;
        case PART_HEAD: moved = head(p, &wrong); break;
        case PART_BODY: moved = body(p, whole, user, &wrong); break;
        }
    if (wrong.text[0] == '\0')
        return true;
    *why = wrong;
    return false;
}

/* ---- which picture ------------------------------------------------------------------------ */

bool camera_older_is_sharper(size_t older, long older_came, size_t newer, long newer_came)
{
    /* milliseconds; a 250th is more than noise makes */
    enum { SAME_MOMENT = 120, WHOLE = 250, MORE = 1 };
    return older > 0 && newer_came - older_came <= SAME_MOMENT
           && older * WHOLE > newer * (WHOLE + MORE);
}
