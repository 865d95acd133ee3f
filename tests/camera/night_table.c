/* The frames of a recorded night, through the scanner's own follow.c; see night.h. */
#include "night.h"

#include "scanner/scanner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THINGS_MOST = 128 };

struct disc {
    float x, y, size;
};

struct things {
    int count;
    struct disc at[THINGS_MOST];
};

struct night_frame {
    bool dark;
    struct found found[FOUND_MOST];
    int count;
    struct things bodies, hands;
};

static struct {
    FILE *file;
    char line[512];
    bool ahead; /* the line has been read, and not used */
    struct follow *follow;
    struct night_frame frame;
    long now;
} night;

/* ---- the table --------------------------------------------------------------------------- */

static bool touches(const struct things *things, struct point at, float size)
{
    for (int i = 0; i < things->count; i++)
        if (hypotf(things->at[i].x - at.x, things->at[i].y - at.y)
            < (things->at[i].size + size) / 2)
            return true;
    return false;
}

static struct place_state look(void *with, const struct found *found)
{
    const struct night_frame *f = with;
    struct point middle = {(found->corner[0].x + found->corner[2].x) / 2,
        (found->corner[0].y + found->corner[2].y) / 2};
    float size = hypotf(found->corner[1].x - found->corner[0].x,
        found->corner[1].y - found->corner[0].y);
    return (struct place_state){.bare = !f->dark && !touches(&f->bodies, middle, 0)
                                        && !touches(&f->hands, middle, size),
        .stirred = touches(&f->hands, middle, 1.6f * size)};
}

static void add_thing(struct things *things, const char *numbers)
{
    char *end;
    if (things->count == THINGS_MOST)
        return;
    struct disc *d = &things->at[things->count++];
    d->x = strtof(numbers, &end);
    d->y = strtof(end, &end);
    d->size = strtof(end, &end);
}

static void add_card(struct night_frame *f, const char *rest)
{
    if (f->count == FOUND_MOST)
        return;
    char *end;
    struct found *found = &f->found[f->count];
    int length = (int)strcspn(rest, " ");
    *found = (struct found){.score = 1};
    snprintf(found->payload, sizeof found->payload, "%.*s", length, rest);
    float x = strtof(rest + length, &end), y = strtof(end, &end), size = strtof(end, &end),
          turn = strtof(end, &end);
    for (int i = 0; i < 4; i++) {
        float a = (turn + 45 + 90 * (float)(i + 2)) * 3.14159265f / 180;
        found->corner[i] = (struct point){x + size * 0.70710678f * cosf(a),
            y + size * 0.70710678f * sinf(a)};
    }
    f->count++;
}

/* ---- what is told ------------------------------------------------------------------------ */

static int put_events(const struct event *event, int count, struct night_news *news)
{
    for (int i = 0; i < count; i++) {
        struct night_news *n = &news[i];
        *n = (struct night_news){.kind = event_words[event[i].kind], .tie = event[i].tie};
        n->twice = event[i].kind == EVENT_DOUBT && strcmp(event[i].reason, DOUBT_TWICE) == 0;
        snprintf(n->code, sizeof n->code, "%s", event[i].found.payload);
        for (int k = 0; k < 4; k++) {
            n->corner[k][0] = (double)event[i].found.corner[k].x;
            n->corner[k][1] = (double)event[i].found.corner[k].y;
        }
    }
    return count;
}

static bool next_line(void)
{
    if (!night.ahead && fgets(night.line, sizeof night.line, night.file) == NULL)
        return false;
    night.ahead = false;
    night.line[strcspn(night.line, "\n")] = '\0';
    return true;
}

/* The rest of the line, if it begins with this word. */
static const char *behind(const char *word)
{
    size_t length = strlen(word);
    if (strncmp(night.line, word, length) != 0
        || (night.line[length] != ' ' && night.line[length] != '\0'))
        return NULL;
    return night.line + length + (night.line[length] == ' ');
}

static void read_frame(const char *rest)
{
    struct night_frame *f = &night.frame;
    char *end;
    night.now = strtol(rest, &end, 10);
    f->dark = strcmp(end, " dark") == 0;
    f->count = f->bodies.count = f->hands.count = 0;
    while (next_line()) {
        if ((rest = behind("card")) != NULL)
            add_card(f, rest);
        else if ((rest = behind("body")) != NULL)
            add_thing(&f->bodies, rest);
        else if ((rest = behind("hand")) != NULL)
            add_thing(&f->hands, rest);
        else {
            night.ahead = true;
            break;
        }
    }
}

bool night_open(const char *file)
{
    night.file = file != NULL ? fopen(file, "r") : NULL;
    night.now = 1;
    night_forget();
    return night.file != NULL && night.follow != NULL;
}

enum night_item night_next(char *text, int size, struct night_news *news, int *count)
{
    static struct event event[NIGHT_NEWS_MOST];
    const char *rest;
    *count = 0;
    while (next_line()) {
        if ((rest = behind("frame")) != NULL) {
            read_frame(rest);
            *count = put_events(event,
                follow_frame(night.follow, night.frame.found, night.frame.count, night.frame.dark,
                    night.now, event, NIGHT_NEWS_MOST),
                news);
            return NIGHT_FRAME;
        }
        enum night_item item = (rest = behind("type")) != NULL ? NIGHT_TYPE : NIGHT_ANSWER;
        if (item == NIGHT_ANSWER)
            rest = behind("answer");
        if (rest == NULL)
            continue;
        snprintf(text, (size_t)size, "%s", rest);
        return item;
    }
    return NIGHT_END;
}

int night_look(struct night_news *news)
{
    static struct event event[NIGHT_NEWS_MOST];
    return put_events(event, follow_look(night.follow, event, NIGHT_NEWS_MOST), news);
}

bool night_still(void) { return night.frame.hands.count == 0 && follow_settled(night.follow); }

void night_forget(void)
{
    follow_free(night.follow);
    night.follow = follow_new(look, &night.frame);
}

long night_time(void) { return night.now; }
