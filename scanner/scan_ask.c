/* What is asked of fuda-scan, a line each; see scan.h, and fuda-scan.c for what they mean. */
#include "scan.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SHEET_BYTES = 64 * 1024 * 1024 };

/* The rest of a request that begins with `word` and a space, or NULL. */
static const char *behind(const char *line, const char *word)
{
    size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && line[length] == ' ' ? line + length + 1 : NULL;
}

static bool add_card(struct scan *s, const char *rest)
{
    char payload[PAYLOAD_MOST + 1];
    size_t length = strcspn(rest, " ");
    if (length > PAYLOAD_MOST || rest[length] != ' ')
        return why_say(&s->why, N_("this is not a card's code"));
    memcpy(payload, rest, length);
    payload[length] = '\0';
    return deck_add(&s->deck, payload, rest + length + 1, &s->why);
}

/* So many bytes come next, and belong there. */
static bool await(struct scan *s, struct bytes *to, const char *count)
{
    char *end;
    long length = strtol(count, &end, 10);
    if (end == count || *end != '\0' || length < 0 || length > SHEET_BYTES || to->length > 0)
        return why_say(&s->why, N_("a request cannot be understood"));
    s->coming = to;
    s->awaited = (size_t)length;
    return true;
}

static bool add_sheet(struct scan *s, const char *count)
{
    return s->sheets < SHEETS_MOST ? await(s, &s->sheet[s->sheets++], count)
                                   : why_say(&s->why, N_("a request cannot be understood"));
}

static bool add_needed(struct scan *s, const char *payload)
{
    int label = deck_find(&s->deck, payload, strlen(payload));
    if (s->needed == NULL)
        s->needed = calloc(DECK_MOST, sizeof *s->needed);
    if (label < 0 || s->needed == NULL)
        return why_say(&s->why, N_("this is not a card's code"));
    return s->needed[label] = true;
}

/* "12 F/HT/R13" */
static bool add_name(struct scan *s, const char *rest)
{
    char *end;
    long at = strtol(rest, &end, 10);
    if (s->called == NULL)
        s->called = calloc(FACES_MOST, sizeof *s->called);
    if (s->called == NULL || s->calls == FACES_MOST || *end != ' ' || at < 0 || at >= FACES_MOST
        || strlen(end + 1) > PAYLOAD_MOST
        || (strcmp(end + 1, "-") != 0 && strcmp(end + 1, "?") != 0
            && !payload_ours(end + 1, strlen(end + 1))))
        return why_say(&s->why, N_("this is not a card's code"));
    struct face_called *c = &s->called[s->calls++];
    c->at = (int)at;
    memcpy(c->payload, end + 1, strlen(end + 1));
    return true;
}

/* False: `why` tells what is wrong with it. */
static bool request(struct scan *s, const char *line)
{
    const char *rest;
    if ((rest = behind(line, "hello")) != NULL && strtol(rest, NULL, 10) == PROTOCOL) {
        s->greeted = true;
    } else if (!s->greeted) {
        return why_say(&s->why, N_("another version of fuda asks; this is %s"), FUDA_VERSION);
    } else if ((rest = behind(line, "language")) != NULL) {
        words_begin(rest);
    } else if ((rest = behind(line, "card")) != NULL) {
        return add_card(s, rest);
    } else if ((rest = behind(line, "needs")) != NULL) {
        return add_needed(s, rest);
    } else if ((rest = behind(line, "faces")) != NULL) {
        return add_sheet(s, rest);
    } else if ((rest = behind(line, "photograph")) != NULL) {
        s->photographed = true;
        return await(s, &s->photograph, rest);
    } else if ((rest = behind(line, "name")) != NULL) {
        return add_name(s, rest);
    } else if (strcmp(line, "alike") == 0) {
        s->alike = true;
    } else if (strcmp(line, "apart") == 0) {
        s->apart = true;
    } else if (strcmp(line, "enrol") == 0 && !s->camera && !s->picture) {
        s->enrol = true;
    } else if ((rest = behind(line, "user")) != NULL) {
        snprintf(s->user, sizeof s->user, "%s", rest);
    } else if ((rest = behind(line, "camera")) != NULL && !s->picture) {
        snprintf(s->source, sizeof s->source, "%s", rest);
        s->camera = true;
    } else if (strcmp(line, "picture") == 0 && !s->camera) {
        s->picture = true;
    } else if (strcmp(line, "aim") == 0) {
        s->aim = true;
    } else if (strcmp(line, "see") == 0) {
        s->see = 1;
    } else {
        return why_say(&s->why, N_("a request cannot be understood"));
    }
    return true;
}

static bool asked(const struct scan *s) { return s->picture || s->camera || s->enrol; }

/* Bytes of a picture, as far as they have come. */
static bool take_part(struct scan *s)
{
    size_t length = s->length < s->awaited ? s->length : s->awaited;
    if (!bytes_add(s->coming, s->line, length))
        return why_say(&s->why, N_("out of memory"));
    s->awaited -= length;
    s->length -= length;
    memmove(s->line, s->line + length, s->length);
    return true;
}

/* What has come, line by line, until the source is known; later lines stay for later. */
static bool take_lines(struct scan *s, bool watching)
{
    char *end;
    while (watching || !asked(s)) {
        if (!take_part(s))
            return false;
        if ((end = memchr(s->line, '\n', s->length)) == NULL)
            break;
        size_t length = (size_t)(end - s->line);
        char line[REQUEST_MOST];
        memcpy(line, s->line, length);
        line[length] = '\0';
        s->length -= length + 1;
        memmove(s->line, end + 1, s->length);
        if (!request(s, line))
            return false;
    }
    return s->length < sizeof s->line || why_say(&s->why, N_("a request cannot be understood"));
}

static void read_requests(struct scan *s)
{
    ssize_t got = read(STDIN_FILENO, s->line + s->length, sizeof s->line - s->length);
    if (got > 0)
        s->length += (size_t)got;
    else if (got == 0 || errno != EINTR)
        s->over = true;
}

bool scan_begin(struct scan *s)
{
    while (!asked(s) && !s->over) {
        read_requests(s);
        if (!take_lines(s, false))
            return false;
    }
    return true;
}

bool scan_attend(struct scan *s, int wait_ms)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    if (poll(&in, 1, wait_ms) > 0)
        read_requests(s);
    return !s->over && !ferror(stdout) && take_lines(s, true);
}

void scan_clear(struct scan *s)
{
    deck_clear(&s->deck);
    faces_clear(&s->faces);
    for (int i = 0; i < s->sheets; i++)
        bytes_clear(&s->sheet[i]);
    bytes_clear(&s->photograph);
    free(s->called);
    free(s->needed);
}
